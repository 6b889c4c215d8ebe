//! Economy: is every man needed, as strong as it is, where it stands?
//!
//! A man is not needed only if without it everything is as it was: the key the same move, the histories
//! the same, every line still there and no dual more, the author's lines true, all twins sound. That is
//! asked in the order of cost: whether the play stays the same in the same histories, and only then
//! whether the histories do.

use std::time::{Duration, Instant};

use shakmaty::{Piece, Rank, Role, Square, attacks};

use crate::budget::{Limit, Limits};
use crate::notation::Letters;
use crate::problem::{Fact, Problem, Twin};
use crate::solution::Verdict;
use crate::solve::{
    Detail, Feasibility, Finality, Outcome, SolveOptions, Threads, Tries, WorldStatus, solve,
};
use crate::world::World;

use super::content::{self, Content};
use super::duals;
use super::finding::{Finding, MoveInPart, Severity};
use super::growth::Growth;
use super::keys::all_keys;
use super::letters::letters_of;
use super::lines;
use super::submission::VerifyOptions;

/// How far the economy is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Economy {
    /// Every man but the kings is left out and weakened in turn.
    #[default]
    Look,
    /// Each man is shifted to the squares next to it too.
    Shifts,
    /// Not looked at.
    Skip,
}

/// Nodes for the histories of a diagram that can be in one world only: a quick analysis finds plainly
/// illegal diagrams.
const FIRST_LOOK: u64 = 300;

/// One man changed.
#[derive(Clone, Copy)]
struct Change {
    square: Square,
    piece: Piece,
    kind: ChangeKind,
}

#[derive(Clone, Copy)]
enum ChangeKind {
    Removed,
    Weakened(Piece),
    Shifted(Square),
}

/// What the submission shows, to be compared with.
struct Original<'a> {
    twin: &'a Twin,
    letters: Letters,
    keys: Vec<MoveInPart>,
    content: Content,
    duals: Vec<Finding>,
    worlds: Vec<WorldStatus>,
}

pub(super) fn judge(
    problem: &Problem,
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &VerifyOptions,
    outcome: &Outcome,
    deadline: Option<Instant>,
    findings: &mut Vec<Finding>,
) {
    // A man belongs to all twins; what is to be said of it is said once.
    if twin.label != problem.twins[0].label {
        return;
    }
    let letters = letters_of(problem);
    let changes = changes(twin, options.economy);
    let mut look = Look {
        options,
        deadline,
        open: Vec::new(),
        limit: None,
    };
    let mut originals = vec![Original::of(twin, letters, worlds, outcome)];
    let mut suspects: Vec<Change> = Vec::new();
    for change in changes {
        match look.plays_the_same(&originals[0], change) {
            Ok(true) => suspects.push(change),
            Ok(false) => {}
            Err(limit) => look.leave(change, limit),
        }
    }
    if suspects.is_empty() {
        findings.extend(look.cut());
        return;
    }
    for other in problem
        .twins
        .iter()
        .filter(|other| other.label != twin.label)
    {
        match look.original(other, letters) {
            Ok(Some(original)) => originals.push(original),
            // Of a twin that is not sound nothing can be said to stay sound.
            Ok(None) => return,
            Err(limit) => {
                for change in suspects {
                    look.leave(change, limit);
                }
                findings.extend(look.cut());
                return;
            }
        }
    }
    let mut analysed: Vec<Option<Analysed>> = originals.iter().map(|_| None).collect();
    // Removals come first: of a man that is not needed at all there is nothing more to say.
    let mut superfluous: Vec<Square> = Vec::new();
    for change in suspects {
        if superfluous.contains(&change.square) {
            continue;
        }
        match look.changes_nothing(&originals, change, &mut analysed) {
            Ok(true) => {
                if let ChangeKind::Removed = change.kind {
                    superfluous.push(change.square);
                    look.forget(change.square);
                }
                findings.push(change.finding());
            }
            Ok(false) => {}
            Err(limit) => look.leave(change, limit),
        }
    }
    findings.extend(look.cut());
}

impl<'a> Original<'a> {
    fn of(
        twin: &'a Twin,
        letters: Letters,
        worlds: &[WorldStatus],
        outcome: &Outcome,
    ) -> Original<'a> {
        let mut found = Vec::new();
        duals::judge(twin, outcome, &mut found);
        Original {
            twin,
            letters,
            keys: all_keys(outcome).collect(),
            content: content::of(twin, outcome),
            duals: found,
            worlds: worlds.to_vec(),
        }
    }
}

/// The worlds of a diagram, if each of them was decided.
type Analysed = Result<Vec<WorldStatus>, Limit>;

/// Looks at changes as long as there is time.
struct Look<'a> {
    options: &'a VerifyOptions,
    deadline: Option<Instant>,
    /// Men that were not looked at to the end.
    open: Vec<Square>,
    limit: Option<Limit>,
}

impl Look<'_> {
    fn leave(&mut self, change: Change, limit: Limit) {
        self.limit = Some(limit);
        if !self.open.contains(&change.square) {
            self.open.push(change.square);
        }
    }

    /// Of this man nothing is left open.
    fn forget(&mut self, square: Square) {
        self.open.retain(|&open| open != square);
    }

    fn cut(self) -> Option<Finding> {
        let limit = self.limit.filter(|_| !self.open.is_empty())?;
        Some(Finding::EconomyCut {
            limit,
            men: self.open,
        })
    }

    /// The time that is left.
    fn left(&self) -> Result<Option<Duration>, Limit> {
        if self.options.solve.limits.stop.is_requested() {
            return Err(Limit::Interrupted);
        }
        let Some(deadline) = self.deadline else {
            return Ok(None);
        };
        let left = deadline.saturating_duration_since(Instant::now());
        if left == Duration::ZERO {
            Err(Limit::Time)
        } else {
            Ok(Some(left))
        }
    }

    /// What was wanting where histories stayed undecided.
    fn wanting(&self) -> Limit {
        match (self.options.retro.nodes, self.left()) {
            (Some(_), Ok(_)) => Limit::Nodes,
            (None, Ok(_)) => Limit::Time,
            (_, Err(limit)) => limit,
        }
    }

    /// The worlds, if each of them could be decided.
    fn decided(&self, worlds: Vec<WorldStatus>) -> Analysed {
        let open = |status: &WorldStatus| status.feasibility == Feasibility::Undecided;
        if worlds.iter().any(open) {
            Err(self.wanting())
        } else {
            Ok(worlds)
        }
    }

    /// `twin`, solved in the time that is left; `None` if it cannot be played.
    fn solved(
        &self,
        twin: &Twin,
        worlds: &[WorldStatus],
        detail: Detail,
        tries: Tries,
    ) -> Result<Option<Outcome>, Limit> {
        let mut options = SolveOptions {
            threads: Threads::Current,
            table_mib: self.options.solve.table_mib.min(16),
            detail,
            tries,
            ..self.options.solve.clone()
        };
        options.limits.time = self.left()?;
        match solve(twin, worlds, &options) {
            Ok(outcome) => match outcome.verdict {
                Verdict::Undecided(limit) => Err(limit),
                _ => Ok(Some(outcome)),
            },
            Err(_) => Ok(None),
        }
    }

    fn retro_limits(&self) -> Result<Limits, Limit> {
        Ok(self.options.retro.within(self.left()?))
    }

    /// Another twin of the problem, solved; `None` if it is not sound.
    fn original<'t>(
        &self,
        twin: &'t Twin,
        letters: Letters,
    ) -> Result<Option<Original<'t>>, Limit> {
        let worlds = self.worlds(twin)?;
        let Some(outcome) = self.solved(twin, &worlds, Detail::Full, Tries::None)? else {
            return Ok(None);
        };
        let sound = outcome.verdict == Verdict::Solved && outcome.finality == Finality::Final;
        Ok(sound.then(|| Original::of(twin, letters, &worlds, &outcome)))
    }

    fn worlds(&self, twin: &Twin) -> Result<Vec<WorldStatus>, Limit> {
        if let crate::problem::Histories::Given(given) = &twin.histories {
            return Ok(WorldStatus::given(given));
        }
        let limits = self.retro_limits()?;
        Ok(WorldStatus::analysed(&twin.diagram, &twin.facts, &limits))
    }

    /// Whether the play in the same histories is all the same after `change`.
    fn plays_the_same(&self, original: &Original<'_>, change: Change) -> Result<bool, Limit> {
        let Some(changed) = change.of(original.twin) else {
            return Ok(false);
        };
        let feasible = |s: &&WorldStatus| s.feasibility != Feasibility::Impossible;
        let candidates = changed.diagram.candidates();
        let fits = |status: &WorldStatus| {
            candidates.contains(status.world)
                && (status.world)
                    .position(&changed.diagram.board, changed.diagram.turn)
                    .is_ok()
        };
        if !original.worlds.iter().filter(feasible).all(fits) {
            return Ok(false);
        }
        let statuses: Vec<WorldStatus> = original.worlds.iter().filter(feasible).copied().collect();
        // The keys first: that is quick, and most changes fail there.
        let mut plain = changed.clone();
        if let crate::problem::Stipulation::Goal(forced) = &mut plain.stipulation {
            forced.set_play = crate::problem::SetPlay::No;
        }
        let Some(found) = self.solved(&plain, &statuses, Detail::Keys, Tries::None)? else {
            return Ok(false);
        };
        if found.verdict != Verdict::Solved || !all_keys(&found).eq(original.keys.iter().copied()) {
            return Ok(false);
        }
        let tries = Tries::UpTo(lines::MOST_REFUTATIONS);
        let Some(found) = self.solved(&changed, &statuses, Detail::Full, tries)? else {
            return Ok(false);
        };
        let mut said = Vec::new();
        let mut growth = Growth::none(&changed);
        lines::judge(
            &changed,
            &[],
            original.letters,
            &found,
            &mut growth,
            &mut said,
        );
        let mut duals = Vec::new();
        duals::judge(&changed, &found, &mut duals);
        Ok(found.finality == Finality::Final
            && original.content.is_subset(&content::of(&changed, &found))
            && duals.iter().all(|dual| original.duals.contains(dual))
            && said
                .iter()
                .all(|finding| finding.severity() == Severity::Note))
    }

    /// Whether `change` changes nothing in any twin.
    fn changes_nothing(
        &self,
        originals: &[Original<'_>],
        change: Change,
        analysed: &mut [Option<Analysed>],
    ) -> Result<bool, Limit> {
        for other in &originals[1..] {
            if !self.plays_the_same(other, change)? {
                return Ok(false);
            }
        }
        for (number, original) in originals.iter().enumerate() {
            let Some(changed) = change.of(original.twin) else {
                return Ok(false);
            };
            if original.twin.diagram.candidates().len() == 1 {
                let limits = Limits {
                    nodes: Some(FIRST_LOOK),
                    ..self.retro_limits()?
                };
                let worlds = WorldStatus::analysed(&changed.diagram, &changed.facts, &limits);
                if worlds.len() != 1 || worlds[0].feasibility == Feasibility::Impossible {
                    return Ok(false);
                }
                continue;
            }
            // Given histories are not analysed; what a man does for them can only be found out so.
            let own = if let crate::problem::Histories::Given(_) = original.twin.histories {
                if analysed[number].is_none() {
                    let limits = self.retro_limits()?;
                    let Twin { diagram, facts, .. } = original.twin;
                    let found = WorldStatus::analysed(diagram, facts, &limits);
                    analysed[number] = Some(self.decided(found));
                }
                analysed[number].clone().unwrap_or(Err(Limit::Depth))
            } else {
                self.decided(original.worlds.clone())
            };
            let own = own?;
            let limits = self.retro_limits()?;
            let theirs = WorldStatus::analysed(&changed.diagram, &changed.facts, &limits);
            match same_histories(&own, &theirs) {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => return Err(self.wanting()),
            }
        }
        Ok(true)
    }
}

/// Whether exactly the same worlds are possible; `None` if that hangs on undecided ones.
fn same_histories(own: &[WorldStatus], theirs: &[WorldStatus]) -> Option<bool> {
    let of = |worlds: &[WorldStatus], world: World| {
        (worlds.iter().find(|status| status.world == world))
            .map_or(Feasibility::Impossible, |status| status.feasibility)
    };
    let worlds = own.iter().chain(theirs).map(|status| status.world);
    let mut open = false;
    for world in worlds {
        match (of(own, world), of(theirs, world)) {
            (_, Feasibility::Undecided) => open = true,
            (before, after) if before != after => return Some(false),
            _ => {}
        }
    }
    (!open).then_some(true)
}

/// Each man left out; queens, rooks and minor pieces weakened; if asked for, each man on the squares
/// next to it. Men that the text under the diagram speaks of stay.
fn changes(twin: &Twin, economy: Economy) -> Vec<Change> {
    let board = &twin.diagram.board;
    let spoken_of = |square| {
        twin.facts
            .iter()
            .any(|fact| matches!(fact, Fact::Moved(told) | Fact::NotMoved(told) if *told == square))
    };
    let men: Vec<(Square, Piece)> = (board.occupied() & !board.kings())
        .into_iter()
        .filter(|&square| !spoken_of(square))
        .filter_map(|square| Some((square, board.piece_at(square)?)))
        .collect();
    let mut changes = Vec::new();
    let mut push = |square, piece, kind| {
        changes.push(Change {
            square,
            piece,
            kind,
        });
    };
    for &(square, piece) in &men {
        push(square, piece, ChangeKind::Removed);
    }
    for &(square, piece) in &men {
        for role in weaker(piece.role) {
            let instead = Piece {
                role: *role,
                ..piece
            };
            if *role != Role::Pawn || !is_edge(square) {
                push(square, piece, ChangeKind::Weakened(instead));
            }
        }
    }
    if economy == Economy::Shifts {
        for &(square, piece) in &men {
            for to in attacks::king_attacks(square) & !board.occupied() {
                if piece.role != Role::Pawn || !is_edge(to) {
                    push(square, piece, ChangeKind::Shifted(to));
                }
            }
        }
    }
    changes
}

impl Change {
    fn finding(self) -> Finding {
        let Change {
            square,
            piece,
            kind,
        } = self;
        match kind {
            ChangeKind::Removed => Finding::SuperfluousMan { square, piece },
            ChangeKind::Weakened(instead) => Finding::WeakerMan {
                square,
                piece,
                instead,
            },
            ChangeKind::Shifted(to) => Finding::ShiftedMan { square, piece, to },
        }
    }

    /// `twin` after the change; `None` if the man does not stand there, or the square is taken.
    fn of(self, twin: &Twin) -> Option<Twin> {
        let mut twin = twin.clone();
        let board = &mut twin.diagram.board;
        if board.piece_at(self.square) != Some(self.piece) {
            return None;
        }
        board.discard_piece_at(self.square);
        match self.kind {
            ChangeKind::Removed => {}
            ChangeKind::Weakened(instead) => board.set_piece_at(self.square, instead),
            ChangeKind::Shifted(to) => {
                if board.piece_at(to).is_some() {
                    return None;
                }
                board.set_piece_at(to, self.piece);
            }
        }
        Some(twin)
    }
}

const fn weaker(role: Role) -> &'static [Role] {
    match role {
        Role::Queen => &[Role::Rook, Role::Bishop],
        Role::Rook | Role::Bishop | Role::Knight => &[Role::Pawn],
        Role::King | Role::Pawn => &[],
    }
}

fn is_edge(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn a_man_that_is_superfluous_is_not_called_unknown() {
        let options = VerifyOptions::default();
        let mut look = Look {
            options: &options,
            deadline: None,
            open: Vec::new(),
            limit: None,
        };
        let rook = |square| Change {
            square,
            piece: Color::White.rook(),
            kind: ChangeKind::Weakened(Color::White.pawn()),
        };
        look.leave(rook(Square::G7), Limit::Nodes);
        look.leave(rook(Square::E6), Limit::Nodes);
        look.forget(Square::G7);
        let Some(Finding::EconomyCut { men, .. }) = look.cut() else {
            panic!("one is open");
        };
        assert_eq!(men, [Square::E6]);
    }
}
