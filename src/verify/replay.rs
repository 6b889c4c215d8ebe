//! The author's moves, followed through the tree.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use shakmaty::{Color, Move, Position as _};

use super::finding::{Finding, LineFault, Stage};
use super::growth::{Grown, Growth};
use super::omissions::Visited;
use crate::law::RuleSet;
use crate::notation::{EnPassantMark, MoveText, Sign};
use crate::problem::{Forced, Laws, Length, Play, SetPlay, Twin};
use crate::solution::{Branch, Detail, Extent, Mark, Node};
use crate::syntax::{
    NamedMove, NodeId, Reading, Written, WrittenMark, WrittenMove, WrittenNode, WrittenRole,
    Zugzwang,
};
use crate::world::{Rights, World, WorldSet};

use super::published::{Meant, Published, legal_in, means, meant};
use super::reached::{Place, Reached, longest};
use super::slips::JoinedSigns;

pub(super) struct Replay<'a> {
    pub(super) published: &'a Published<'a>,
    pub(super) attacker: Color,
    pub(super) forced: Forced,
    laws: Laws,
    /// What may be so in some history of the diagram: all castling rights of men at home, every en-passant target.
    imaginable: WorldSet,
    pub(super) findings: &'a mut Vec<Finding>,
    /// The play of the line that is followed. Of tries the tree holds no more than the refutations.
    pub(super) stage: Stage,
    /// What set play belongs to: to the solution where the stipulation asks for it.
    pub(super) set_play: Stage,
    /// Half-moves of the solution; of help play nothing is grown.
    pub(super) plies: Option<u32>,
    pub(super) growth: &'a mut Growth,
    pub(super) done: Done,
    /// Where moves are written that answer several joined ones.
    joined: BTreeSet<(usize, usize)>,
}

/// Where nodes are written that stand under several others.
fn behind_joined(nodes: &[WrittenNode]) -> BTreeSet<(usize, usize)> {
    let mut parents = BTreeMap::new();
    let mut joined = BTreeSet::new();
    for node in nodes {
        let place = (node.range.start, node.range.end);
        if *parents.entry(place).or_insert(node.parent) != node.parent {
            joined.insert(place);
        }
    }
    joined
}

/// What the replay came to.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) replayed: usize,
    /// Published moves after keys and in the set play for which the tree does not show whether they hold.
    pub(super) unchecked: usize,
    /// Published tries that were not looked at.
    pub(super) unexamined: usize,
    pub(super) visited: Visited,
    pub(super) signs: JoinedSigns,
    played: Played,
}

/// Moves that were played, by their place in the text, and those that could not be behind one of joined moves.
#[derive(Debug, Default)]
struct Played {
    somewhere: BTreeSet<(usize, usize)>,
    nowhere: Vec<(NodeId, Stage)>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        published: &'a Published<'a>,
        twin: &Twin,
        forced: Forced,
        growth: &'a mut Growth,
        findings: &'a mut Vec<Finding>,
    ) -> Replay<'a> {
        Replay {
            published,
            attacker: twin.diagram.turn,
            forced,
            laws: twin.options.laws,
            imaginable: twin.diagram.candidates(),
            findings,
            stage: Stage::Actual,
            set_play: match forced.set_play {
                SetPlay::Yes => Stage::Actual,
                SetPlay::No => Stage::Set,
            },
            plies: match forced.length {
                Length::HalfMoves(plies) if forced.play != Play::Help => Some(plies),
                Length::HalfMoves(_) | Length::Smallest => None,
            },
            growth,
            done: Done::default(),
            joined: behind_joined(&published.written.nodes),
        }
    }

    pub(super) fn done(mut self) -> Done {
        for (id, stage) in std::mem::take(&mut self.done.played.nowhere) {
            if !self.done.played.somewhere.contains(&self.place_of(id)) {
                self.stage = stage;
                self.fault_of(id, LineFault::NotAMove);
            }
        }
        self.tell_unanswered();
        self.done.signs.excuse(self.findings);
        self.done
    }

    /// What is said to refute the key does not; a move with an answer is not said to.
    fn refutes_no_key(&mut self, id: NodeId, reached: &[Reached<'_>]) {
        let node = &self.published.written.nodes[id];
        let defends = reached.iter().all(|reached| reached.by != self.attacker);
        if self.stage == Stage::Actual
            && defends
            && node.ply == self.published.first + 1
            && node.children.is_empty()
            && node.role() == Some(WrittenRole::Refutation)
        {
            self.imprecise(id, LineFault::DoesNotRefuteKey);
        }
    }

    /// Where the move `id` is written.
    fn place_of(&self, id: NodeId) -> (usize, usize) {
        let range = &self.published.written.nodes[id].range;
        (range.start, range.end)
    }

    /// Whether what the move `id` answers is written once and stands behind several joined moves: `d1=Q,R Rb4 3.Qd3`. Such a move
    /// need be possible behind one of them only.
    pub(super) fn is_behind_joined(&self, id: NodeId) -> bool {
        let before = self.published.written.nodes[id].parent;
        before.is_some_and(|before| self.joined.contains(&self.place_of(before)))
    }

    pub(super) fn fault(&mut self, text: String, fault: LineFault, reading: Reading) {
        let finding = Finding::Line {
            text,
            fault,
            reading,
            stage: self.stage,
        };
        // Joined moves may fail alike, and one line of several phases.
        let told = self.findings.iter().any(|known| {
            let same = matches!((known, &finding), (
                Finding::Line { text, fault, .. },
                Finding::Line { text: other, fault: found, .. },
            ) if text == other && fault == found);
            same && known.severity() >= finding.severity()
        });
        if !told {
            self.findings.push(finding);
        }
    }

    /// What is wrong with the move `id`.
    pub(super) fn fault_of(&mut self, id: NodeId, fault: LineFault) {
        let node = &self.published.written.nodes[id];
        let mut reading = node.reading;
        if let Written::Move { text, .. } = node.what
            && fault == LineFault::NotAMove
            && text.named().is_some_and(|named| may_be_a_word(named.text))
        {
            reading = Reading::Supposed;
        }
        let text = self.quote(id);
        self.fault(text, fault, reading);
    }

    /// The move `id` is a misprint for the one in `line`, if it was found to be no move. Says whether.
    pub(super) fn misprinted(&mut self, id: NodeId, line: Vec<Move>) -> bool {
        let quoted = self.quote(id);
        let told = self.findings.iter_mut().find_map(|finding| match finding {
            Finding::Line {
                text,
                fault,
                reading,
                ..
            } if *text == quoted && *fault == LineFault::NotAMove => Some((fault, reading)),
            _ => None,
        });
        let Some((fault, reading)) = told else {
            return false;
        };
        *fault = LineFault::Misprint { line };
        *reading = Reading::Supposed;
        true
    }

    /// The move as written with its number, behind the move it follows: `1. Kf7? Kg8!`.
    pub(super) fn quote(&self, id: NodeId) -> String {
        let nodes = &self.published.written.nodes;
        let own = self.written(id);
        let before = nodes[id].parent.filter(|&before| {
            matches!(&nodes[before].what, Written::Move { .. }) && !nodes[before].range.is_empty()
        });
        let Some(before) = before.filter(|_| !own.starts_with('[')) else {
            return self.numbered(id, &own);
        };
        let lead = self.numbered(before, &self.written(before));
        if nodes[id].ply.is_multiple_of(2) {
            format!("{lead} {}", self.numbered(id, &own))
        } else {
            format!("{lead} {own}")
        }
    }

    /// The move as written, alone.
    fn written(&self, id: NodeId) -> String {
        let range = self.published.written.nodes[id].range.clone();
        let text = self.published.text.get(range).unwrap_or("");
        text.trim().to_owned()
    }

    fn numbered(&self, id: NodeId, text: &str) -> String {
        if text.starts_with('[') {
            return text.to_owned();
        }
        let ply = self.published.written.nodes[id].ply;
        let number = ply / 2 + 1;
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        format!("{number}{dots} {text}")
    }

    /// A move that holds is written so that it could be another, or none.
    pub(super) fn imprecise(&mut self, id: NodeId, slip: LineFault) {
        let text = self.quote(id);
        self.fault(text, slip, Reading::Supposed);
    }

    /// Everything written below the move `id`, which is each of `reached`.
    pub(super) fn below(&mut self, id: NodeId, reached: &[Reached<'_>]) {
        for reached in reached {
            self.done.visited.play(reached.branch);
        }
        let node = &self.published.written.nodes[id];
        let said = Zugzwang::Written;
        if matches!(node.what, Written::Move { zugzwang, .. } if zugzwang == said) {
            for place in reached.iter().flat_map(|reached| reached.after()) {
                self.done.visited.call_zugzwang(place.node);
            }
        }
        let children = node.children.clone();
        let mut answers = Answers::default();
        for child in children {
            let Written::Ruling { outcome, worlds } = &self.published.written.nodes[child].what
            else {
                let places: Vec<Place> = reached.iter().flat_map(|r| r.after()).collect();
                let (replayed, told) = (self.done.replayed, self.findings.len());
                self.follow(child, &places);
                if places
                    .iter()
                    .all(|place| place.node.turn() == self.attacker)
                {
                    answers.add(self.done.replayed > replayed, told..self.findings.len());
                }
                continue;
            };
            if reached.iter().any(|reached| reached.is_stump()) {
                continue;
            }
            let places: Vec<Place> = reached
                .iter()
                .flat_map(|reached| reached.after_ruling(*outcome, worlds))
                .collect();
            if places.is_empty() {
                // Of a defender's trial only those rulings are known that the attacker may choose.
                let fault = if reached.iter().any(|reached| reached.by != self.attacker) {
                    LineFault::DoesNotWin
                } else {
                    LineFault::NoSuchRuling
                };
                self.fault_of(child, fault);
                continue;
            }
            for place in &places {
                self.done.visited.come_to(place.node, place.ruling);
            }
            let below = self.published.written.nodes[child].children.clone();
            for grandchild in below {
                self.follow(grandchild, &places);
            }
        }
        answers.excuse(self.findings);
    }

    /// The move `id` in `places`: it holds if it does in one of them.
    pub(super) fn follow(&mut self, id: NodeId, places: &[Place<'_>]) {
        let Written::Move {
            text, role, mark, ..
        } = self.published.written.nodes[id].what
        else {
            return;
        };
        match text {
            WrittenMove::Unread => {}
            WrittenMove::Any(any) => self.any(id, any, places),
            // `[2.Qe5# (2.Rxc5?)]`: why another move is no threat.
            WrittenMove::Named(_) if role == WrittenRole::Threat && mark == WrittenMark::Bad => {}
            WrittenMove::Named(text) if role == WrittenRole::Threat => {
                self.threat(id, text, places);
            }
            WrittenMove::Named(text) => self.named(id, text, mark, places),
        }
    }

    fn named(&mut self, id: NodeId, text: NamedMove, mark: WrittenMark, places: &[Place<'_>]) {
        let mut found = self.look_up(id, text, places);
        if found.set_mate || !found.reached.is_empty() {
            let place = self.place_of(id);
            self.done.played.somewhere.insert(place);
        }
        if found.set_mate {
            self.done.replayed += 1;
            return;
        }
        if !found.reached.is_empty() {
            for reached in &found.reached {
                self.done.visited.play(reached.branch);
            }
            self.refutes_no_key(id, &found.reached);
            let ends = self.published.written.nodes[id].children.is_empty();
            let grows = !ends && found.stumps.len() == places.len();
            if !grows || self.grow(id, text, &found.stumps) != Grown::Holds {
                self.done.replayed += 1;
                self.below(id, &found.reached);
            }
            return;
        }
        let mut fault = found.fault;
        match self.grow(id, text, &found.open) {
            Grown::Holds => return,
            Grown::Open => found.unknown = true,
            Grown::Fails if found.open.is_empty() => {}
            Grown::Fails => fault = fault.or(Some(LineFault::DoesNotWin)),
        }
        if found.unknown {
            self.done.unchecked += usize::from(self.counts(id));
            return;
        }
        if let Some(fault) = fault {
            // That a continuation fails is what its mark says.
            let fails = matches!(mark, WrittenMark::Bad | WrittenMark::Mixed);
            let slip = matches!(fault, LineFault::NotAMove | LineFault::DoesNotWin) && !fails;
            let meant = self.by_another_man(id, text, places);
            if let Some((_, branch)) = meant.first().filter(|_| slip) {
                self.imprecise(id, LineFault::OtherMan(branch.mv.role()));
                let reached: Vec<Reached> = (meant.iter())
                    .map(|&(place, branch)| self.reach(place, branch))
                    .collect();
                self.below(id, &reached);
                return;
            }
            if fault == LineFault::NotAMove && self.is_behind_joined(id) {
                self.done.played.nowhere.push((id, self.stage));
            } else if !fails {
                self.fault_of(id, fault);
            } else if fault != LineFault::DoesNotWin {
                self.in_try(|replay| replay.fault_of(id, fault));
            }
        }
    }

    /// What the move `id` is in `places`.
    fn look_up<'t>(&mut self, id: NodeId, text: NamedMove, places: &[Place<'t>]) -> Found<'t> {
        let mut found = Found::default();
        for place in places {
            let fails = match self.meant(id, text, place.node) {
                Ok(Meant { moves, slip }) => {
                    let here = place.node.branches.iter();
                    let here: Vec<&Branch> = here.filter(|b| moves.contains(&b.mv)).collect();
                    if !here.is_empty() {
                        self.done.visited.come_to(place.node, place.ruling);
                        if here.iter().any(|branch| branch.mark == Mark::Dual) {
                            found.stumps.push(*place);
                        }
                        found
                            .reached
                            .extend(here.into_iter().map(|b| self.reach(*place, b)));
                        self.told_by_sign(id, slip.as_ref());
                        if let Some(slip) = slip {
                            self.imprecise(id, slip);
                        }
                        continue;
                    }
                    match (slip, &moves[..]) {
                        (None, &[mv]) if self.is_set_mate(*place, mv) => {
                            found.set_mate = true;
                            continue;
                        }
                        (None, &[mv]) => self.absence(*place, mv),
                        (Some(LineFault::Ambiguous), _) => Some(LineFault::Ambiguous),
                        _ => Some(LineFault::NotAMove),
                    }
                }
                Err(fault) => Some(fault),
            };
            match fails {
                None if place.node.turn() == self.attacker => found.open.push(*place),
                None => found.unknown = true,
                // The touch law says more than that it does not work.
                Some(owed @ LineFault::TouchLaw { .. }) => found.fault = Some(owed),
                Some(LineFault::DoesNotWin) => {
                    let owed = |fault: &LineFault| matches!(fault, LineFault::TouchLaw { .. });
                    found.fault = (found.fault.take().filter(owed)).or(Some(LineFault::DoesNotWin));
                }
                Some(fault) => found.fault = found.fault.take().or(Some(fault)),
            }
        }
        found
    }

    /// The moves in `node` that the move `id` can mean.
    pub(super) fn meant(
        &self,
        id: NodeId,
        text: NamedMove,
        node: &Node,
    ) -> Result<Meant, LineFault> {
        meant(text, node).map_err(|fault| {
            if fault == LineFault::NotAMove && self.is_imaginable(id, text, node) {
                LineFault::NotPermitted
            } else {
                fault
            }
        })
    }

    /// Whether the move would be legal if a right or a target were there that the histories considered in `node` do not have: they may
    /// be undecided.
    fn is_imaginable(&self, id: NodeId, text: NamedMove, node: &Node) -> bool {
        let begins = self.published.written.nodes[id].ply == self.published.first;
        let board = node.position.board();
        let at_home = Rights::at_home(board);
        let worlds = self.imaginable.iter().map(|world| World {
            rights: world.rights.intersection(at_home),
            target: world.target.filter(|_| begins),
        });
        legal_in(worlds, board, node.turn()).any(|mv| means(text, mv))
    }

    /// `branch`, chosen in `place`.
    pub(super) fn reach<'t>(&self, place: Place<'t>, branch: &'t Branch) -> Reached<'t> {
        let by = place.node.turn();
        // The attacker is shown on his shortest way; below it longer ways are not listed.
        let shorter = by == self.attacker
            && self.forced.play != Play::Help
            && place
                .left
                .is_some_and(|left| left > 3 && longest(branch) < left);
        Reached {
            branch,
            by,
            left: place.left.filter(|_| !shorter),
            stage: place.stage,
        }
    }

    /// Whether a move of the set play of a help problem reaches the goal at once: a set mate is no line of full length.
    fn is_set_mate(&self, place: Place<'_>, mv: Move) -> bool {
        let mut position = place.node.position.clone();
        if self.forced.play != Play::Help || place.stage != Stage::Set || !position.is_legal(mv) {
            return false;
        }
        position.play_unchecked(mv);
        self.forced.goal.is_reached(&position)
    }

    /// What it means that a legal move is not in `place`; `None` if nothing.
    pub(super) fn absence(&self, place: Place<'_>, mv: Move) -> Option<LineFault> {
        if let Some(owed) = place.node.owed(self.laws)
            && !owed.permits(mv)
        {
            return Some(LineFault::TouchLaw {
                duty: owed.duty,
                article: RuleSet::of(self.laws).cite(owed.ground),
            });
        }
        if place.node.extent == Extent::Cut {
            return None;
        }
        if self.forced.play == Play::Help {
            return Some(LineFault::DoesNotWin);
        }
        if place.node.turn() == self.attacker {
            let all = place.left.is_some_and(|left| left <= Detail::DUAL_PLIES);
            return all.then_some(LineFault::DoesNotWin);
        }
        Some(match place.stage {
            Stage::Set => LineFault::DoesNotWin,
            Stage::Try | Stage::Actual => LineFault::NotPermitted,
        })
    }
}

/// What a published move is in the places its line has come to.
#[derive(Default)]
struct Found<'t> {
    /// The branches that it is.
    reached: Vec<Reached<'t>>,
    /// Places where it is a dual, below which the tree has nothing.
    stumps: Vec<Place<'t>>,
    /// Places where the tree does not show whether the attacker's move reaches the goal.
    open: Vec<Place<'t>>,
    /// Whether the tree does not show what a defender's move is.
    unknown: bool,
    /// Whether it is a set mate in fewer moves.
    set_mate: bool,
    fault: Option<LineFault>,
}

/// Whether what is no move may be a word, `ab` or `de`.
fn may_be_a_word(text: MoveText) -> bool {
    matches!(
        text,
        MoveText::Files {
            sign: Sign::Move,
            en_passant: EnPassantMark::Absent,
            ..
        }
    )
}

/// What the author answers to one move, and what was told of the answers that fail.
#[derive(Default)]
struct Answers {
    holds: bool,
    failing: Vec<Range<usize>>,
}

impl Answers {
    fn add(&mut self, holds: bool, told: Range<usize>) {
        self.holds |= holds;
        if !holds {
            self.failing.push(told);
        }
    }

    /// Where one answer holds, that another does not says nothing against the solution.
    fn excuse(self, findings: &mut [Finding]) {
        for finding in self.failing.into_iter().flatten() {
            if let Finding::Line { stage, .. } = &mut findings[finding]
                && self.holds
            {
                *stage = Stage::Try;
            }
        }
    }
}
