//! The author's lines, replayed in the tree that was found.
//!
//! A published move holds if the tree has it. That a move is *not* there says something only where
//! the tree is known to hold everything: every defence below a key, and every continuation that
//! reaches the goal where duals were looked for. Below tries and duals, and where the tree was cut,
//! only moves that are no moves at all are faults.

use shakmaty::{Color, Move, Position};

use crate::law::RuleSet;
use crate::notation::{Letters, MoveText, ResolveError};
use crate::problem::{Laws, Play, Stipulation, Twin};
use crate::solution::{
    Branch, Course, Detail, Extent, Judgment, Mark, Node, Pressure, Ruling, Solution, Tries,
    Verdict,
};
use crate::solve::Outcome;
use crate::syntax::{
    NodeId, PartHead, Written, WrittenMark, WrittenNode, WrittenOutcome, WrittenRole,
    WrittenSolution, Zugzwang, parse_solution,
};
use crate::world::{World, WorldSet};

use super::finding::{Finding, LineFault, MoveInPart};
use super::keys::refutations;
use super::omissions::{self, Visited};
use super::set_play;
use super::submission::solutions;

/// Tries are looked at up to this many refutations.
pub(super) const MOST_REFUTATIONS: usize = 3;

/// The author's solution, read.
pub(super) struct Published<'a> {
    text: &'a str,
    written: WrittenSolution,
}

impl<'a> Published<'a> {
    /// The solution of `twin`; `None` if there is none, or if it cannot be read.
    pub(super) fn read(twin: &'a Twin, letters: Letters) -> Option<Published<'a>> {
        let text = twin.solution.as_deref()?;
        let written = parse_solution(text, letters).ok()?;
        (!written.nodes.is_empty()).then_some(Published { text, written })
    }

    /// First moves and moves of the set play, in order.
    pub(super) fn roots(&self) -> impl Iterator<Item = &WrittenNode> {
        let roots = self.written.parts.iter().flat_map(|part| &part.roots);
        roots.map(|&id| &self.written.nodes[id])
    }

    /// How many lines of set play are written, each to its end.
    pub(super) fn set_lines(&self) -> usize {
        let nodes = &self.written.nodes;
        let mut open: Vec<&WrittenNode> = self.roots().filter(|root| root.ply == 1).collect();
        let mut ends = 0;
        while let Some(node) = open.pop() {
            ends += usize::from(node.children.is_empty());
            open.extend(node.children.iter().map(|&child| &nodes[child]));
        }
        ends
    }

    /// The first moves the author calls keys: those marked `!`, or without a mark if none is. A key
    /// outside all parts is one of those parts in which it solves, or of all if it solves in none.
    pub(super) fn keys(&self, outcome: &Outcome) -> Vec<MoveInPart> {
        let mut keys: Vec<MoveInPart> = Vec::new();
        for part in &self.written.parts {
            let first = |mark: WrittenMark| {
                part.roots.iter().filter_map(move |&id| {
                    let node = &self.written.nodes[id];
                    match &node.what {
                        Written::Move { text, mark: m, .. } if node.ply == 0 && *m == mark => *text,
                        _ => None,
                    }
                })
            };
            let mut texts: Vec<MoveText> = first(WrittenMark::Good).collect();
            if texts.is_empty() {
                texts = first(WrittenMark::None).collect();
            }
            for text in &texts {
                let mut meant: Vec<(MoveInPart, bool)> = Vec::new();
                for (world, solution) in parts(outcome, &part.head) {
                    let Some(root) = &solution.tree else { continue };
                    if let Ok(mv) = text.find(candidates(root)) {
                        let solves = solution.keys.iter().any(|key| key.mv == mv);
                        meant.push((MoveInPart { mv, part: world }, solves));
                    }
                }
                let somewhere = part.head == PartHead::None && meant.iter().any(|&(_, s)| s);
                for (key, solves) in meant {
                    if (solves || !somewhere) && !keys.contains(&key) {
                        keys.push(key);
                    }
                }
            }
        }
        keys
    }
}

/// The solutions a part's head speaks of; all of them if it has none.
fn parts<'o>(outcome: &'o Outcome, head: &PartHead) -> Vec<(Option<World>, &'o Solution)> {
    solutions(outcome)
        .filter(|(world, _)| match (head, world) {
            (PartHead::Worlds(worlds), Some(world)) => worlds.contains(world),
            (PartHead::Worlds(worlds), None) => {
                worlds.iter().any(|&world| outcome.worlds.contains(world))
            }
            _ => true,
        })
        .collect()
}

/// The moves a text in `node` could mean: those of the tree, and every other that is legal in some
/// history.
fn candidates(node: &Node) -> impl Iterator<Item = Move> + '_ {
    let board = node.position.board();
    let turn = node.turn();
    let in_worlds = node
        .worlds
        .iter()
        .filter_map(move |world| world.position(board, turn).ok())
        .flat_map(|position| position.legal_moves());
    node.branches
        .iter()
        .map(|branch| branch.mv)
        .chain(node.position.legal_moves())
        .chain(in_worlds)
}

/// Reads and replays every published line.
pub(super) fn judge(twin: &Twin, letters: Letters, outcome: &Outcome, findings: &mut Vec<Finding>) {
    if let Some(text) = twin.solution.as_deref()
        && let Err(errors) = parse_solution(text, letters)
    {
        findings.extend(errors.iter().map(|error| Finding::Unreadable {
            text: error.message.clone(),
        }));
        return;
    }
    let Some(published) = Published::read(twin, letters) else {
        return;
    };
    let Stipulation::Goal(forced) = twin.stipulation else {
        return;
    };
    let mut replay = Replay {
        published: &published,
        attacker: twin.diagram.turn,
        play: forced.play,
        laws: twin.options.laws,
        findings,
        replayed: 0,
        unchecked: 0,
        unexamined: 0,
        in_try: false,
        visited: Visited::default(),
    };
    for part in &published.written.parts {
        let solutions = parts(outcome, &part.head);
        if solutions.is_empty() {
            if let PartHead::Worlds(worlds) = &part.head {
                let text: Vec<String> = worlds.iter().map(World::to_string).collect();
                replay.fault(format!("[{}]", text.join(", ")), LineFault::NoSuchPart);
            }
            continue;
        }
        for &root in &part.roots {
            replay.root(root, &solutions);
        }
    }
    let (replayed, unchecked, visited) = (replay.replayed, replay.unchecked, replay.visited);
    let unexamined = replay.unexamined;
    if forced.play == Play::Help {
        published.cooks_of_help_play(outcome, findings);
    } else {
        omissions::judge(twin, outcome, &visited, findings);
    }
    set_play::omitted(&published, forced, outcome, findings);
    findings.push(Finding::Replayed(replayed));
    if unchecked > 0 {
        findings.push(Finding::Unchecked(unchecked));
    }
    if unexamined > 0 {
        findings.push(Finding::TriesUnexamined(unexamined));
    }
}

impl Published<'_> {
    /// Solutions of help play that are not published.
    fn cooks_of_help_play(&self, outcome: &Outcome, findings: &mut Vec<Finding>) {
        for (_, solution) in solutions(outcome) {
            let Some(root) = &solution.tree else { continue };
            for line in root.lines() {
                if !line.is_empty() && !self.has_line(&line, 0) {
                    findings.push(Finding::HelpCook {
                        line: line.iter().map(|branch| branch.mv).collect(),
                    });
                }
            }
        }
    }

    /// Whether a line is published, its first move with so many half-moves before it.
    pub(super) fn has_line(&self, line: &[&Branch], first: u32) -> bool {
        let roots = self.written.parts.iter().flat_map(|part| &part.roots);
        let mut open: Vec<(NodeId, usize)> = roots
            .filter(|&&id| self.written.nodes[id].ply == first)
            .map(|&id| (id, 0))
            .collect();
        while let Some((id, depth)) = open.pop() {
            let node = &self.written.nodes[id];
            let next = match &node.what {
                Written::Ruling { .. } => depth,
                Written::Move { text: None, .. } => depth + 1,
                Written::Move {
                    text: Some(text), ..
                } => match line.get(depth) {
                    Some(branch) if text.find([branch.mv]).is_ok() => depth + 1,
                    _ => continue,
                },
            };
            // A published line may stop early: what follows is then not said to be unique.
            if next >= line.len() || node.children.is_empty() {
                return true;
            }
            open.extend(node.children.iter().map(|&child| (child, next)));
        }
        false
    }
}

/// A node the published line has come to.
#[derive(Clone, Copy)]
struct Place<'t> {
    node: &'t Node,
    /// The ruling the line has come through, if the last move was a trial.
    ruling: Option<&'t Ruling>,
    /// Half-moves to go; `None` where the tree shows a shorter way than was asked for, so that a
    /// longer one may reach the goal as well.
    left: Option<u32>,
    stage: Stage,
}

/// Which play a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Set,
    Actual,
}

/// A branch the published line has come to.
#[derive(Clone, Copy)]
struct Reached<'t> {
    branch: &'t Branch,
    by: Color,
    left: Option<u32>,
    stage: Stage,
}

impl<'t> Reached<'t> {
    /// The places after the move, whatever the opponent rules.
    fn after(self) -> Vec<Place<'t>> {
        match &self.branch.course {
            Course::Played(node) => vec![Place {
                node,
                ruling: None,
                left: self.left.map(|left| left.saturating_sub(1)),
                stage: self.stage,
            }],
            Course::Trial(rulings) => rulings.iter().map(|ruling| self.ruled(ruling)).collect(),
        }
    }

    /// The places after the ruling written; whatever the worlds if none are.
    fn after_ruling(self, outcome: WrittenOutcome, worlds: &[World]) -> Vec<Place<'t>> {
        let Course::Trial(rulings) = &self.branch.course else {
            return Vec::new();
        };
        let fits = |judgment: Judgment| match outcome {
            WrittenOutcome::Stands => {
                matches!(judgment, Judgment::Stands | Judgment::FalseMoveStands)
            }
            WrittenOutcome::TakenBack => {
                matches!(judgment, Judgment::TakenBack | Judgment::KingMoveDemanded)
            }
        };
        rulings
            .iter()
            .filter(|ruling| fits(ruling.judgment))
            .filter(|ruling| {
                worlds.is_empty()
                    || WorldSet::new(ruling.worlds.turn(), worlds.iter().copied()) == ruling.worlds
            })
            .map(|ruling| self.ruled(ruling))
            .collect()
    }

    fn ruled(self, ruling: &'t Ruling) -> Place<'t> {
        let left = match ruling.judgment {
            Judgment::Stands | Judgment::FalseMoveStands => {
                self.left.map(|left| left.saturating_sub(1))
            }
            Judgment::TakenBack | Judgment::KingMoveDemanded => self.left,
        };
        Place {
            node: &ruling.node,
            ruling: Some(ruling),
            left,
            stage: self.stage,
        }
    }

    /// A trial whose rulings are not shown.
    fn is_stump(self) -> bool {
        matches!(&self.branch.course, Course::Trial(rulings) if rulings.is_empty())
    }
}

/// Half-moves of the longest line that begins with `branch`, duals left out.
pub(super) fn longest(branch: &Branch) -> u32 {
    let below = |node: &Node| -> u32 {
        node.branches
            .iter()
            .filter(|branch| branch.mark != Mark::Dual)
            .map(longest)
            .max()
            .unwrap_or(0)
    };
    match &branch.course {
        Course::Played(node) => 1 + below(node),
        Course::Trial(rulings) => rulings
            .iter()
            .map(|ruling| match ruling.judgment {
                Judgment::Stands | Judgment::FalseMoveStands => 1 + below(&ruling.node),
                Judgment::TakenBack | Judgment::KingMoveDemanded => below(&ruling.node),
            })
            .max()
            .unwrap_or(0),
    }
}

struct Replay<'a> {
    published: &'a Published<'a>,
    attacker: Color,
    play: Play,
    laws: Laws,
    findings: &'a mut Vec<Finding>,
    replayed: usize,
    /// Published moves after keys and in the set play for which the tree does not show whether they hold.
    unchecked: usize,
    /// Published tries that were not looked at.
    unexamined: usize,
    /// Whether what is followed is a try: of those the tree holds no more than the refutations.
    in_try: bool,
    visited: Visited,
}

impl Replay<'_> {
    fn fault(&mut self, text: String, fault: LineFault) {
        self.findings.push(Finding::Line { text, fault });
    }

    /// The move as written with its number, behind the move it follows: `1. Kf7? Kg8!`.
    fn quote(&self, id: NodeId) -> String {
        let nodes = &self.published.written.nodes;
        let own = self.written(id);
        let before = (nodes.iter()).position(|node| node.children.contains(&id));
        let before = before.filter(|&before| matches!(nodes[before].what, Written::Move { .. }));
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

    /// A first move, or a move of the set play.
    fn root(&mut self, id: NodeId, solutions: &[(Option<World>, &Solution)]) {
        let node = &self.published.written.nodes[id];
        let Written::Move {
            text: Some(text),
            mark,
            ..
        } = node.what
        else {
            return;
        };
        if node.ply == 1 {
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
            self.follow(id, &places);
            return;
        }
        let claims_try = matches!(mark, WrittenMark::Bad | WrittenMark::Mixed);
        let mut reached: Vec<Reached> = Vec::new();
        let mut absent: Vec<&Solution> = Vec::new();
        let mut fault = None;
        for (_, solution) in solutions {
            let Some(root) = &solution.tree else { continue };
            match text.find(candidates(root)) {
                Ok(mv) => match root.branches.iter().find(|branch| branch.mv == mv) {
                    Some(branch) => reached.push(Reached {
                        branch,
                        by: self.attacker,
                        left: Some(solution.plies),
                        stage: Stage::Actual,
                    }),
                    None => absent.push(solution),
                },
                Err(error) => fault = Some(fault_of(&error)),
            }
        }
        let is_try = |reached: &Reached| reached.branch.mark == Mark::Try;
        let as_said: Vec<Reached> = reached
            .iter()
            .copied()
            .filter(|reached| is_try(reached) == claims_try)
            .collect();
        if !as_said.is_empty() {
            self.replayed += 1;
            self.in_try = claims_try;
            self.below(id, &as_said);
            self.in_try = false;
            if let (true, [first, ..]) = (claims_try, &as_said[..]) {
                self.try_is_refuted(id, *first);
            }
        } else if !reached.is_empty() {
            if claims_try {
                let text = self.quote(id);
                self.fault(text, LineFault::TryIsKey);
            } else {
                // That it is only a try has been said with the keys.
                self.replayed += 1;
                self.in_try = true;
                self.below(id, &reached);
                self.in_try = false;
            }
        } else if !absent.is_empty() {
            let named = self.named_refutations(id);
            if claims_try && absent.iter().any(|solution| self.overlooks_tries(solution)) {
                self.unexamined += 1;
            } else if claims_try
                && (1..=MOST_REFUTATIONS).contains(&named.len())
                && absent.iter().all(|solution| self.knows_tries(solution))
            {
                let text = self.quote(id);
                self.fault(text, LineFault::RefutationMissing(Vec::new()));
            }
        } else if let Some(fault) = fault {
            let text = self.quote(id);
            self.fault(text, fault);
        }
    }

    /// Whether the search was complete and did not look for all tries.
    fn overlooks_tries(&self, solution: &Solution) -> bool {
        let complete = matches!(solution.verdict, Verdict::Solved | Verdict::NoSolution);
        complete && self.play != Play::Help && !self.knows_tries(solution)
    }

    /// Whether every try with few refutations is in the tree.
    fn knows_tries(&self, solution: &Solution) -> bool {
        let most = match solution.verdict {
            Verdict::Solved => Tries::MOST_PLIES,
            Verdict::NoSolution => Tries::MOST_PLIES_UNSOLVED,
            Verdict::Undecided(_) | Verdict::Illegal => return false,
        };
        let complete = |root: &Node| root.extent == Extent::Complete;
        self.play != Play::Help
            && solution.plies <= most
            && solution.tree.as_ref().is_some_and(complete)
    }

    /// The moves that, as the author says, refute the try `id`.
    fn named_refutations(&self, id: NodeId) -> Vec<NodeId> {
        let nodes = &self.published.written.nodes;
        let mut named = Vec::new();
        let mut open = nodes[id].children.clone();
        while let Some(child) = open.pop() {
            match &nodes[child].what {
                Written::Ruling { .. } => open.extend(&nodes[child].children),
                // After a denial the same side goes on: its moves are no refutations.
                Written::Move { mark, role, .. } => {
                    let refutes = *mark == WrittenMark::Good || *role == WrittenRole::Refutation;
                    if refutes && nodes[child].ply == nodes[id].ply + 1 {
                        named.push(child);
                    }
                }
            }
        }
        named
    }

    /// What the author says refutes a try, against what does.
    fn try_is_refuted(&mut self, id: NodeId, reached: Reached<'_>) {
        let found = refutations(reached.branch);
        let mut right: Vec<Move> = Vec::new();
        for child in self.named_refutations(id) {
            let Written::Move {
                text: Some(text), ..
            } = self.published.written.nodes[child].what
            else {
                continue;
            };
            let places = reached.after();
            match text.find(places.iter().flat_map(|place| candidates(place.node))) {
                Ok(mv) if found.contains(&mv) => right.push(mv),
                Ok(_) => {
                    let text = self.quote(child);
                    self.fault(text, LineFault::DoesNotRefute);
                }
                // Whether it is a move at all has been looked at with the lines.
                Err(_) => {}
            }
        }
        let missing: Vec<Move> = found.into_iter().filter(|mv| !right.contains(mv)).collect();
        if !right.is_empty() && !missing.is_empty() {
            let text = self.quote(id);
            self.fault(text, LineFault::RefutationMissing(missing));
        }
    }

    /// Everything written below the move `id`, which is each of `reached`.
    fn below(&mut self, id: NodeId, reached: &[Reached<'_>]) {
        for reached in reached {
            self.visited.play(reached.branch);
        }
        let zugzwang = matches!(
            self.published.written.nodes[id].what,
            Written::Move {
                zugzwang: Zugzwang::Written,
                ..
            }
        );
        if zugzwang {
            for place in reached.iter().flat_map(|reached| reached.after()) {
                self.visited.call_zugzwang(place.node);
            }
        }
        let children = self.published.written.nodes[id].children.clone();
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
                let text = self.quote(child);
                self.fault(text, fault);
                continue;
            }
            for place in &places {
                self.visited.come_to(place.node, place.ruling);
            }
            let below = self.published.written.nodes[child].children.clone();
            for grandchild in below {
                self.follow(grandchild, &places);
            }
        }
    }

    /// The move `id` in `places`: it holds if it does in one of them.
    fn follow(&mut self, id: NodeId, places: &[Place<'_>]) {
        let Written::Move { text, role, .. } = self.published.written.nodes[id].what else {
            return;
        };
        let Some(text) = text else {
            // Any move: what follows must hold after one of them, and speaks of those after which it does.
            let mut any: Vec<Reached> = places
                .iter()
                .flat_map(|place| place.node.branches.iter().map(|b| self.reach(*place, b)))
                .collect();
            if any.iter().any(|reached| self.is_answered(id, *reached)) {
                any.retain(|reached| self.is_answered(id, *reached));
            }
            for place in places {
                self.visited.come_to(place.node, place.ruling);
            }
            if !any.is_empty() {
                self.below(id, &any);
            }
            return;
        };
        if role == WrittenRole::Threat {
            self.threat(id, text, places);
            return;
        }
        let mut reached: Vec<Reached> = Vec::new();
        let mut fault = None;
        let mut unknown = false;
        for place in places {
            let found = match text.find(candidates(place.node)) {
                Ok(mv) => match place.node.branches.iter().find(|branch| branch.mv == mv) {
                    Some(branch) => {
                        self.visited.come_to(place.node, place.ruling);
                        reached.push(self.reach(*place, branch));
                        continue;
                    }
                    None => self.absence(*place, mv),
                },
                Err(error) => Some(fault_of(&error)),
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
        if !reached.is_empty() {
            self.replayed += 1;
            self.below(id, &reached);
        } else if unknown {
            self.unchecked += usize::from(!self.in_try);
        } else if let Some(fault) = fault {
            let text = self.quote(id);
            self.fault(text, fault);
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
                let moves = place.node.branches.iter().map(|branch| branch.mv);
                text.is_none_or(|text| text.find(moves).is_ok())
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

    fn threat(&mut self, id: NodeId, text: MoveText, places: &[Place<'_>]) {
        let mut known = !places.is_empty();
        for place in places {
            match &place.node.pressure {
                Pressure::Threat(threats) => {
                    if text.find(threats.iter().map(|branch| branch.mv)).is_ok() {
                        self.replayed += 1;
                        // Of several histories the author means each that has the threat.
                        for place in places {
                            if let Pressure::Threat(threats) = &place.node.pressure
                                && text.find(threats.iter().map(|branch| branch.mv)).is_ok()
                            {
                                self.visited.come_to(place.node, place.ruling);
                                self.visited.threaten(place.node);
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
                self.visited.claim_threat(place.node);
            }
            let text = self.quote(id);
            self.fault(text, LineFault::NoThreat);
        } else if !places.is_empty() {
            self.unchecked += usize::from(!self.in_try);
        }
    }
}

fn fault_of(error: &ResolveError) -> LineFault {
    match error {
        ResolveError::Ambiguous(_) => LineFault::Ambiguous,
        ResolveError::NoMove | ResolveError::WrongSign(_) | ResolveError::NotEnPassant(_) => {
            LineFault::NotAMove
        }
    }
}
