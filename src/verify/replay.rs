//! The author's moves, followed through the tree.

use shakmaty::{Color, Move};

use super::finding::{Finding, LineFault, Stage};
use super::omissions::Visited;
use crate::law::RuleSet;
use crate::problem::{Laws, Play, SetPlay, Stipulation, Twin};
use crate::solution::{Branch, Detail, Extent, Mark, Pressure, Solution};
use crate::syntax::{
    NamedMove, NodeId, Reading, Written, WrittenMark, WrittenMove, WrittenRole, Zugzwang,
};
use crate::world::World;

use super::lines::MOST_REFUTATIONS;
use super::published::{Meant, Published, means, meant};
use super::reached::{Place, Reached, longest};

pub(super) struct Replay<'a> {
    pub(super) published: &'a Published<'a>,
    attacker: Color,
    pub(super) play: Play,
    laws: Laws,
    findings: &'a mut Vec<Finding>,
    /// Whether what is followed is a try: of those the tree holds no more than the refutations.
    in_try: bool,
    /// The play of the line that is followed.
    stage: Stage,
    /// What set play belongs to: to the solution where the stipulation asks for it.
    set_play: Stage,
    done: Done,
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
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        published: &'a Published<'a>,
        twin: &Twin,
        play: Play,
        findings: &'a mut Vec<Finding>,
    ) -> Replay<'a> {
        Replay {
            published,
            attacker: twin.diagram.turn,
            play,
            laws: twin.options.laws,
            findings,
            in_try: false,
            stage: Stage::Actual,
            set_play: match twin.stipulation {
                Stipulation::Goal(forced) if forced.set_play == SetPlay::Yes => Stage::Actual,
                _ => Stage::Set,
            },
            done: Done::default(),
        }
    }

    pub(super) fn done(self) -> Done {
        self.done
    }

    pub(super) fn fault(&mut self, text: String, fault: LineFault, reading: Reading) {
        let finding = Finding::Line {
            text,
            fault,
            reading,
            stage: self.stage,
        };
        // Joined moves may fail alike.
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// What is wrong with the move `id`.
    pub(super) fn fault_of(&mut self, id: NodeId, fault: LineFault) {
        let reading = self.published.written.nodes[id].reading;
        let text = self.quote(id);
        self.fault(text, fault, reading);
    }

    /// The move as written with its number, behind the move it follows: `1. Kf7? Kg8!`.
    fn quote(&self, id: NodeId) -> String {
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

    /// A first move, or a move of the set play; `begins` is the half-move of first moves.
    pub(super) fn root(
        &mut self,
        id: NodeId,
        begins: u32,
        solutions: &[(Option<World>, &Solution)],
    ) {
        let node = &self.published.written.nodes[id];
        let Written::Move {
            text, mark, role, ..
        } = node.what
        else {
            return;
        };
        if node.ply != begins {
            let places: Vec<Place> = solutions
                .iter()
                .filter_map(|(_, solution)| {
                    Some(Place {
                        node: &solution.set_play.as_ref()?.node,
                        ruling: None,
                        left: solution.plies.checked_sub(1),
                        stage: Stage::Set,
                    })
                })
                .collect();
            // "but": that this defence has no answer is what is said.
            if role != WrittenRole::Refutation {
                self.stage = self.set_play;
                self.follow(id, &places);
                self.stage = Stage::Actual;
            }
            return;
        }
        let Some(text) = text.named() else {
            return;
        };
        let claims_try = matches!(mark, WrittenMark::Bad | WrittenMark::Mixed);
        let mut reached: Vec<Reached> = Vec::new();
        let mut absent: Vec<&Solution> = Vec::new();
        let mut fault = None;
        for (_, solution) in solutions {
            let Some(root) = &solution.tree else { continue };
            match meant(text, root) {
                Ok(Meant { moves, slip }) => {
                    let here = root.branches.iter().filter(|b| moves.contains(&b.mv));
                    let before = reached.len();
                    reached.extend(here.map(|branch| Reached {
                        branch,
                        by: self.attacker,
                        left: Some(solution.plies),
                        stage: Stage::Actual,
                    }));
                    if reached.len() == before {
                        absent.push(solution);
                    } else if let Some(slip) = slip {
                        self.imprecise(id, slip);
                    }
                }
                Err(found) => fault = Some(found),
            }
        }
        self.first_move(id, claims_try, &reached, &absent, fault);
    }

    fn first_move(
        &mut self,
        id: NodeId,
        claims_try: bool,
        reached: &[Reached<'_>],
        absent: &[&Solution],
        fault: Option<LineFault>,
    ) {
        let is_try = |reached: &Reached| reached.branch.mark == Mark::Try;
        let as_said: Vec<Reached> = reached
            .iter()
            .copied()
            .filter(|reached| is_try(reached) == claims_try)
            .collect();
        if !as_said.is_empty() {
            self.done.replayed += 1;
            self.in_try = claims_try;
            self.below(id, &as_said);
            self.in_try = false;
            if let (true, [first, ..]) = (claims_try, &as_said[..]) {
                self.try_is_refuted(id, *first);
            }
        } else if !reached.is_empty() {
            if claims_try {
                self.fault_of(id, LineFault::TryIsKey);
            } else {
                // That it is only a try has been said with the keys.
                self.done.replayed += 1;
                self.in_try = true;
                self.below(id, reached);
                self.in_try = false;
            }
        } else if !absent.is_empty() {
            let named = self.named_refutations(id);
            if claims_try && absent.iter().any(|solution| self.overlooks_tries(solution)) {
                self.done.unexamined += 1;
            } else if claims_try
                && (1..=MOST_REFUTATIONS).contains(&named.len())
                && absent.iter().all(|solution| self.knows_tries(solution))
            {
                self.fault_of(id, LineFault::RefutationMissing(Vec::new()));
            }
        } else if let Some(fault) = fault {
            self.fault_of(id, fault);
        }
    }

    /// A move that holds is written so that it could be another, or none.
    fn imprecise(&mut self, id: NodeId, slip: LineFault) {
        let text = self.quote(id);
        self.fault(text, slip, Reading::Supposed);
    }

    /// Everything written below the move `id`, which is each of `reached`.
    fn below(&mut self, id: NodeId, reached: &[Reached<'_>]) {
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
        for child in children {
            let Written::Ruling { outcome, worlds } = &self.published.written.nodes[child].what
            else {
                let places: Vec<Place> = reached.iter().flat_map(|r| r.after()).collect();
                self.follow(child, &places);
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
    }

    /// The move `id` in `places`: it holds if it does in one of them.
    fn follow(&mut self, id: NodeId, places: &[Place<'_>]) {
        let Written::Move {
            text, role, mark, ..
        } = self.published.written.nodes[id].what
        else {
            return;
        };
        match text {
            WrittenMove::Unread => {}
            WrittenMove::Any(any) => {
                // What follows must hold after one of them, and speaks of those after which it does.
                let mut reached = Vec::new();
                for place in places {
                    let fitting = place.node.branches.iter().filter(|b| any.fits(b.mv));
                    reached.extend(fitting.map(|branch| self.reach(*place, branch)));
                    self.done.visited.come_to(place.node, place.ruling);
                }
                if reached.iter().any(|reached| self.is_answered(id, *reached)) {
                    reached.retain(|reached| self.is_answered(id, *reached));
                }
                if !reached.is_empty() {
                    self.below(id, &reached);
                }
            }
            WrittenMove::Named(text) if role == WrittenRole::Threat => {
                self.threat(id, text, places);
            }
            WrittenMove::Named(text) => self.named(id, text, mark, places),
        }
    }

    fn named(&mut self, id: NodeId, text: NamedMove, mark: WrittenMark, places: &[Place<'_>]) {
        let mut reached: Vec<Reached> = Vec::new();
        let mut fault = None;
        let mut unknown = false;
        for place in places {
            let found = match meant(text, place.node) {
                Ok(Meant { moves, slip }) => {
                    let here = place.node.branches.iter();
                    let here: Vec<&Branch> = here.filter(|b| moves.contains(&b.mv)).collect();
                    if !here.is_empty() {
                        self.done.visited.come_to(place.node, place.ruling);
                        reached.extend(here.into_iter().map(|b| self.reach(*place, b)));
                        if let Some(slip) = slip {
                            self.imprecise(id, slip);
                        }
                        continue;
                    }
                    match (slip, &moves[..]) {
                        (None, &[mv]) => self.absence(*place, mv),
                        (Some(LineFault::Ambiguous), _) => Some(LineFault::Ambiguous),
                        _ => Some(LineFault::NotAMove),
                    }
                }
                Err(fault) => Some(fault),
            };
            match found {
                None => unknown = true,
                // The touch law says more than that it does not work.
                Some(found @ LineFault::TouchLaw { .. }) => fault = Some(found),
                Some(LineFault::DoesNotWin) => {
                    fault = fault
                        .filter(|fault| matches!(fault, LineFault::TouchLaw { .. }))
                        .or(Some(LineFault::DoesNotWin));
                }
                Some(found) => fault = fault.or(Some(found)),
            }
        }
        let reading = self.published.written.nodes[id].reading;
        if !reached.is_empty() {
            self.done.replayed += 1;
            self.below(id, &reached);
        } else if unknown {
            let counts = !self.in_try && reading == Reading::Certain;
            self.done.unchecked += usize::from(counts);
        } else if let Some(fault) = fault {
            // That a continuation fails is what its mark says.
            let fails = matches!(mark, WrittenMark::Bad | WrittenMark::Mixed);
            if !(fails && fault == LineFault::DoesNotWin) {
                self.fault_of(id, fault);
            }
        }
    }

    /// Whether one of the moves written below `id` is played after `reached`.
    fn is_answered(&self, id: NodeId, reached: Reached<'_>) -> bool {
        let nodes = &self.published.written.nodes;
        let places = reached.after();
        nodes[id].children.iter().any(|&child| {
            let Written::Move { text, role, .. } = nodes[child].what else {
                return false;
            };
            let plays = |place: &Place| {
                let mut moves = place.node.branches.iter().map(|branch| branch.mv);
                match text {
                    WrittenMove::Named(text) => moves.any(|mv| means(text, mv)),
                    WrittenMove::Any(any) => moves.any(|mv| any.fits(mv)),
                    WrittenMove::Unread => true,
                }
            };
            role != WrittenRole::Threat && places.iter().any(plays)
        })
    }

    /// `branch`, chosen in `place`.
    fn reach<'t>(&self, place: Place<'t>, branch: &'t Branch) -> Reached<'t> {
        let by = place.node.turn();
        // The attacker is shown on his shortest way; below it longer ways are not listed.
        let shorter = by == self.attacker
            && self.play != Play::Help
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

    /// What it means that a legal move is not in `place`; `None` if nothing.
    fn absence(&self, place: Place<'_>, mv: Move) -> Option<LineFault> {
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
        if self.play == Play::Help {
            return Some(LineFault::DoesNotWin);
        }
        if place.node.turn() == self.attacker {
            let all = place.left.is_some_and(|left| left <= Detail::DUAL_PLIES);
            return all.then_some(LineFault::DoesNotWin);
        }
        Some(match place.stage {
            Stage::Set => LineFault::DoesNotWin,
            Stage::Actual => LineFault::NotPermitted,
        })
    }

    fn threat(&mut self, id: NodeId, named: NamedMove, places: &[Place<'_>]) {
        let is_among = |threats: &[Branch]| {
            let mut texts = named.texts();
            texts.any(|text| text.find(threats.iter().map(|branch| branch.mv)).is_ok())
        };
        let mut known = !places.is_empty();
        for place in places {
            match &place.node.pressure {
                Pressure::Threat(threats) => {
                    if is_among(threats) {
                        self.done.replayed += 1;
                        // Of several histories the author means each that has the threat.
                        for place in places {
                            if let Pressure::Threat(threats) = &place.node.pressure
                                && is_among(threats)
                            {
                                self.done.visited.come_to(place.node, place.ruling);
                                self.done.visited.threaten(place.node);
                            }
                        }
                        return;
                    }
                    // Only the shortest threats are known; a threat to force a mate takes two half-moves.
                    let shortest = 2 + u32::from(self.play == Play::SelfPlay);
                    known &= place.left.is_some_and(|left| left <= shortest);
                }
                Pressure::Zugzwang | Pressure::Check => {}
                Pressure::Unknown => known = false,
            }
        }
        if known {
            for place in places {
                self.done.visited.claim_threat(place.node);
            }
            self.fault_of(id, LineFault::NoThreat);
        } else if !places.is_empty() {
            let certain = self.published.written.nodes[id].reading == Reading::Certain;
            self.done.unchecked += usize::from(!self.in_try && certain);
        }
    }
}
