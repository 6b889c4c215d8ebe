//! The author's solution where the search for all solutions came to no end.
//!
//! In help play a line that reaches the goal needs no answer to anything else: each is played on the board. In direct play the author's key
//! takes a part of the time that all first moves take: it solves if every defence has an answer. That there is no other solution stays open.

use std::time::Instant;

use shakmaty::{Chess, Move, Position as _};

use super::finding::{Finding, LineFault, MoveInPart};
use super::growth::Rest;
use super::published::{Meant, Published, arrives, is_of_another_twin, meant_among};
use super::replay::Replay;
use crate::game::State;
use crate::notation::Letters;
use crate::problem::{Diagram, Duplex, Goal, Length, Play, Stipulation, Twin};
use crate::solution::{Solution, Verdict};
use crate::solve::{Detail, Feasibility, Outcome, SolveOptions, Tries, Wanted, WorldStatus};
use crate::syntax::{NamedMove, NodeId, PartHead, Written, WrittenMark, WrittenMove, WrittenRole};
use crate::world::World;

/// The start of play, if the solver found one. What is no castling and no capture en passant is possible in all of its worlds or in none, and so
/// are mates and stalemates.
pub(super) fn start(twin: &Twin, worlds: &[WorldStatus]) -> Option<State> {
    let turn = twin.diagram.turn;
    let open = WorldStatus::select(turn, worlds, |known| known != Feasibility::Impossible);
    State::start(&twin.diagram, open).ok()
}

/// Whether a history decides about the move.
fn is_doubtful(played: Move) -> bool {
    played.is_castle() || played.is_en_passant()
}

impl Replay<'_> {
    /// The lines that begin with the move `root` in `start`, where so many half-moves are to be played.
    pub(super) fn play_out(&mut self, root: NodeId, start: &State, plies: u32) {
        let is_certain = start.worlds().sole().is_some();
        let mut open = vec![(root, start.chess().clone(), plies)];
        while let Some((id, mut position, left)) = open.pop() {
            let node = &self.published.written.nodes[id];
            let Written::Move { text, mark, .. } = node.what else {
                continue;
            };
            let WrittenMove::Named(text) = text else {
                self.done.unchecked += 1;
                continue;
            };
            // A try of help play fails, as it says.
            if matches!(mark, WrittenMark::Bad | WrittenMark::Mixed) {
                continue;
            }
            let (played, slip) = match meant_among(text, &position.legal_moves()) {
                Ok(Meant { moves, slip }) => match moves[..] {
                    [played] if is_certain || !is_doubtful(played) => (played, slip),
                    _ => {
                        self.done.unchecked += 1;
                        continue;
                    }
                },
                Err(fault) => {
                    if is_certain {
                        self.fault_of(id, fault);
                    } else {
                        self.done.unchecked += 1;
                    }
                    continue;
                }
            };
            if let Some(slip) = slip {
                self.imprecise(id, slip);
            }
            position.play_unchecked(played);
            let left = left.saturating_sub(1);
            if left == 0 {
                if self.forced.goal.is_reached(&position) {
                    self.done.replayed += 1;
                } else {
                    self.fault_of(id, LineFault::DoesNotWin);
                }
                continue;
            }
            let below = &self.published.written.nodes[id].children;
            if below.is_empty() {
                // Nothing follows the end of a game, and what was left out may hold.
                if position.legal_moves().is_empty() {
                    self.fault_of(id, LineFault::DoesNotWin);
                } else {
                    self.done.unchecked += 1;
                }
                continue;
            }
            self.done.replayed += 1;
            open.extend(
                below
                    .iter()
                    .rev()
                    .map(|&child| (child, position.clone(), left)),
            );
        }
    }

    /// The lines that begin with the move `root` in `start`, each move of which has to be legal, and the last of so many half-moves to
    /// reach the goal. Threats and what is marked as failing stand in no line.
    pub(super) fn play_legally(&mut self, root: NodeId, start: &State, plies: u32) {
        let mut open = vec![(root, start.chess().clone(), plies)];
        while let Some((id, mut position, left)) = open.pop() {
            let node = &self.published.written.nodes[id];
            let Written::Move {
                text: WrittenMove::Named(text),
                role: WrittenRole::Line,
                mark,
                ..
            } = node.what
            else {
                self.done.unchecked += usize::from(self.counts(id));
                continue;
            };
            if matches!(mark, WrittenMark::Bad | WrittenMark::Mixed) {
                self.done.unexamined += usize::from(id == root);
                continue;
            }
            let legal = position.legal_moves();
            let played = match meant_among(text, &legal) {
                Ok(Meant { moves, .. }) if moves.len() == 1 => moves[0],
                Err(fault) if !self.may_be_a_slip(id, text, &legal) => {
                    self.fault_of(id, fault);
                    continue;
                }
                _ => {
                    self.done.unchecked += 1;
                    continue;
                }
            };
            position.play_unchecked(played);
            let left = left.saturating_sub(1);
            if left == 0 && !self.forced.goal.is_reached(&position) {
                self.fault_of(id, LineFault::DoesNotWin);
                continue;
            }
            self.done.replayed += 1;
            let below = self.published.written.nodes[id].children.iter().rev();
            open.extend(below.map(|&child| (child, position.clone(), left)));
        }
    }

    /// Whether the move `id`, which is none of those that are legal, may be another man's to its square, or stands beside answers or behind
    /// joined moves of which one may hold.
    fn may_be_a_slip(&self, id: NodeId, text: NamedMove, legal: &[Move]) -> bool {
        let nodes = &self.published.written.nodes;
        let beside = nodes[id]
            .parent
            .map_or(1, |parent| nodes[parent].children.len());
        let is_answer = nodes[id].ply.is_multiple_of(2) && beside > 1;
        is_answer || legal.iter().any(|mv| arrives(text, mv.to())) || self.is_behind_joined(id)
    }
}

/// Whether the author's keys solve: the defences are searched one by one, in the time until `ends`, where time is limited, and with half as many
/// nodes again.
pub(super) fn authors_keys(
    twin: &Twin,
    worlds: &[WorldStatus],
    letters: Letters,
    outcome: &Outcome,
    options: &SolveOptions,
    ends: Option<Instant>,
    findings: &mut Vec<Finding>,
) {
    let Stipulation::Goal(forced) = twin.stipulation else {
        return;
    };
    let Length::HalfMoves(plies) = forced.length else {
        return;
    };
    let open = |(part, solution): (Option<World>, &Solution)| {
        part.is_none() && matches!(solution.verdict, Verdict::Undecided(_))
    };
    if forced.play != Play::Direct
        || plies < 3
        || twin.duplex != Duplex::No
        || !outcome.solutions().all(open)
    {
        return;
    }
    let start = start(twin, worlds).filter(|start| start.worlds().sole().is_some());
    let (Some(start), Some(published)) = (start, Published::read(twin, letters)) else {
        return;
    };
    let moves = start.chess().legal_moves();
    let mut limits = options.limits.clone();
    limits.time = limits
        .time
        .and_then(|_| ends.map(|ends| ends.saturating_duration_since(Instant::now())));
    limits.nodes = limits.nodes.map(|nodes| nodes / 2);
    let options = SolveOptions {
        limits,
        detail: Detail::Keys,
        tries: Tries::None,
        wanted: Wanted::One,
        ..options.clone()
    };
    let mut defences = Defences {
        rest: Rest::new(twin, options, Instant::now()),
        goal: forced.goal,
        plies: plies - 2,
    };
    for part in &published.written.parts {
        if matches!(part.head, PartHead::Worlds(_))
            || is_of_another_twin(&part.head, published.label)
        {
            continue;
        }
        for (text, reading) in published.key_texts(part) {
            let Ok(Meant { moves: meant, .. }) = meant_among(text, &moves) else {
                continue;
            };
            let [mv] = meant[..] else { continue };
            let key = MoveInPart { mv, part: None };
            let told = |finding: &Finding| match finding {
                Finding::Key(other) | Finding::NotAKey { key: other, .. } => *other == key,
                _ => false,
            };
            if findings.iter().any(told) {
                continue;
            }
            match defences.judge(start.chess(), mv) {
                Judged::Solves => findings.push(Finding::Key(key)),
                Judged::Fails(refutations) => findings.push(Finding::NotAKey {
                    key,
                    refutations,
                    reading,
                }),
                Judged::Open => {}
            }
        }
    }
}

/// What became of a key.
enum Judged {
    Solves,
    /// With the defence that refutes it; none if it ends the play without the goal.
    Fails(Vec<Move>),
    /// A limit was hit.
    Open,
}

/// The searches behind a key, one a defence.
struct Defences {
    rest: Rest,
    goal: Goal,
    /// Half-moves that are left behind a defence.
    plies: u32,
}

impl Defences {
    fn judge(&mut self, start: &Chess, key: Move) -> Judged {
        let mut after = start.clone();
        after.play_unchecked(key);
        let defences = after.legal_moves();
        if defences.is_empty() && !self.goal.is_reached(&after) {
            return Judged::Fails(Vec::new());
        }
        for defence in defences {
            let mut position = after.clone();
            position.play_unchecked(defence);
            let diagram = Diagram::of(&position);
            let found = (self.rest).solve(diagram, World::of(&position), self.plies);
            match found.map(|found| found.verdict) {
                Some(Verdict::Solved) => {}
                Some(_) => return Judged::Fails(vec![defence]),
                None => return Judged::Open,
            }
        }
        Judged::Solves
    }
}
