//! The author's solution where the search for all solutions came to no end.
//!
//! In help play a line that reaches the goal needs no answer to anything else: each is played on the board. In direct play the author's key
//! takes a part of the time that all first moves take: it solves if every defence has an answer. That there is no other solution stays open.

use std::time::Instant;

use shakmaty::{Chess, Move, Position as _};

use super::finding::{Finding, LineFault, MoveInPart};
use super::published::{Meant, Published, is_of_another_twin, meant};
use super::replay::Replay;
use crate::notation::Letters;
use crate::problem::{
    Diagram, Duplex, Forced, Histories, Length, Play, SetPlay, Stipulation, Twin,
};
use crate::solution::{Extent, Node, Outlook, Pressure, Solution, Verdict};
use crate::solve::{Detail, Feasibility, Outcome, SolveOptions, Tries, Wanted, WorldStatus, solve};
use crate::syntax::{NodeId, PartHead, Written, WrittenMark, WrittenMove};
use crate::world::{World, WorldSet};

/// Where play begins.
pub(super) struct Beginning {
    position: Chess,
    /// Whether the diagram has one world only; else the one with most rights and without target stands for all: what is no castling and no
    /// capture en passant is possible in all of them or in none, and so are mates and stalemates.
    is_certain: bool,
}

impl Beginning {
    pub(super) fn of(twin: &Twin, worlds: &[WorldStatus]) -> Option<Beginning> {
        let open = (worlds.iter()).filter(|status| status.feasibility != Feasibility::Impossible);
        let open: Vec<World> = open.map(|status| status.world).collect();
        let rights = |world: &World| world.rights.iter().count();
        let first = *open.iter().max_by_key(|world| rights(world))?;
        let is_certain = open.len() == 1;
        let world = if is_certain {
            first
        } else {
            World::new(first.rights, None)
        };
        let diagram = &twin.diagram;
        let position = world.position(&diagram.board, diagram.turn).ok()?;
        Some(Beginning {
            position,
            is_certain,
        })
    }
}

/// Whether a history decides about the move.
fn is_doubtful(played: Move) -> bool {
    played.is_castle() || played.is_en_passant()
}

/// A position as a place of a tree in which nothing was searched.
fn unsearched(position: &Chess) -> Node {
    Node {
        worlds: WorldSet::single(position.turn(), World::of(position)),
        position: position.clone(),
        touched: Vec::new(),
        outlook: Outlook::Open,
        pressure: Pressure::Unknown,
        branches: Vec::new(),
        extent: Extent::Cut,
    }
}

impl Replay<'_> {
    /// The lines that begin with the move `root` in `start`, where so many half-moves are to be played.
    pub(super) fn play_out(&mut self, root: NodeId, start: &Beginning, plies: u32) {
        let mut open = vec![(root, start.position.clone(), plies)];
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
            let (played, slip) = match meant(text, &unsearched(&position)) {
                Ok(Meant { moves, slip }) => match moves[..] {
                    [played] if start.is_certain || !is_doubtful(played) => (played, slip),
                    _ => {
                        self.done.unchecked += 1;
                        continue;
                    }
                },
                Err(fault) => {
                    if start.is_certain {
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
            self.done.replayed += 1;
            let below = self.published.written.nodes[id].children.iter().rev();
            open.extend(below.map(|&child| (child, position.clone(), left)));
        }
    }
}

/// Whether the author's keys solve, as far as `options` let the defences be searched one by one.
pub(super) fn authors_keys(
    twin: &Twin,
    worlds: &[WorldStatus],
    letters: Letters,
    outcome: &Outcome,
    options: &SolveOptions,
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
    let start = Beginning::of(twin, worlds).filter(|start| start.is_certain);
    let (Some(start), Some(published)) = (start, Published::read(twin, letters)) else {
        return;
    };
    let start = start.position;
    let mut defences = Defences {
        twin,
        forced,
        plies: plies - 2,
        options: SolveOptions {
            detail: Detail::Keys,
            tries: Tries::None,
            wanted: Wanted::One,
            ..options.clone()
        },
    };
    for part in &published.written.parts {
        if matches!(part.head, PartHead::Worlds(_))
            || is_of_another_twin(&part.head, published.label)
        {
            continue;
        }
        for (text, reading) in published.key_texts(part) {
            let Ok(Meant { moves, .. }) = meant(text, &unsearched(&start)) else {
                continue;
            };
            let [mv] = moves[..] else { continue };
            let key = MoveInPart { mv, part: None };
            let told = |finding: &Finding| match finding {
                Finding::Key(other) | Finding::NotAKey { key: other, .. } => *other == key,
                _ => false,
            };
            if findings.iter().any(told) {
                continue;
            }
            match defences.judge(&start, mv) {
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

/// The searches behind a key, one a defence, with what is left of the limits.
struct Defences<'a> {
    twin: &'a Twin,
    forced: Forced,
    /// Half-moves that are left behind a defence.
    plies: u32,
    options: SolveOptions,
}

impl Defences<'_> {
    fn judge(&mut self, start: &Chess, key: Move) -> Judged {
        let mut after = start.clone();
        after.play_unchecked(key);
        let defences = after.legal_moves();
        if defences.is_empty() && !self.forced.goal.is_reached(&after) {
            return Judged::Fails(Vec::new());
        }
        for defence in defences {
            let mut position = after.clone();
            position.play_unchecked(defence);
            match self.is_answered(&position) {
                Some(true) => {}
                Some(false) => return Judged::Fails(vec![defence]),
                None => return Judged::Open,
            }
        }
        Judged::Solves
    }

    fn is_answered(&mut self, position: &Chess) -> Option<bool> {
        let worlds = WorldSet::single(position.turn(), World::of(position));
        let asked = Twin {
            diagram: Diagram {
                board: position.board().clone(),
                turn: position.turn(),
            },
            stipulation: Stipulation::Goal(Forced {
                length: Length::HalfMoves(self.plies),
                set_play: SetPlay::No,
                ..self.forced
            }),
            histories: Histories::Given(worlds),
            ..self.twin.clone()
        };
        let began = Instant::now();
        let found = solve(&asked, &WorldStatus::given(&worlds), &self.options).ok()?;
        let limits = &mut self.options.limits;
        limits.time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
        limits.nodes = (limits.nodes).map(|nodes| nodes.saturating_sub(found.stats.nodes));
        match found.verdict {
            Verdict::Solved => Some(true),
            Verdict::NoSolution => Some(false),
            Verdict::Undecided(_) | Verdict::Illegal => None,
        }
    }
}
