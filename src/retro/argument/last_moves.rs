//! Last moves, those that fail alike together.

use shakmaty::Bitboard;

use super::walls::have_not_moved;
use super::{Explainer, MOST_BRANCHES, only, says_something};
use crate::retro::checker::argument::{Inherited, bars, check_about, checkers, gives_check_alone};
use crate::retro::checker::unmoved::at_home;
use crate::retro::model::claim::Reason;
use crate::retro::model::{Argument, Bar, Branch, Deduction, RetroPosition, Unmove, Why};

/// That nobody can have moved last.
pub(super) fn none(position: &RetroPosition, known: Inherited) -> Option<Vec<Deduction>> {
    let said = known.still;
    let captured = Bitboard::from_iter(known.captured);
    let board = &position.board;
    let us = board.by_color(position.retractor());
    let home = us & at_home(board);
    let frozen = position.frozen & home;
    let pawns = board.pawns() & home & !frozen;
    if let Some(steps) = no_check(position, frozen, said) {
        return Some(steps);
    }
    let mut steps = have_not_moved(frozen & !said, pawns & !said);
    let mut groups: Vec<(Vec<Bar>, Bitboard)> = Vec::new();
    for man in us & !frozen & !pawns & !said & !captured {
        let bars = bars(position, man)?;
        match groups.iter_mut().find(|(known, _)| *known == bars) {
            Some((_, men)) => men.add(man),
            None => groups.push((bars, man.into())),
        }
    }
    groups.sort();
    for (bars, men) in groups {
        steps.push(Deduction::DidNotMove { men, bars });
    }
    for man in captured {
        steps.push(Deduction::NorTheCaptured(bars(position, man)?));
    }
    steps.push(Deduction::NoLastMove);
    Some(steps)
}

/// That the check there is was given by nobody.
fn no_check(position: &RetroPosition, frozen: Bitboard, said: Bitboard) -> Option<Vec<Deduction>> {
    let checker = checkers(&position.board, position.retractor())
        .into_iter()
        .find(|&checker| gives_check_alone(position, checker))?;
    let mut steps = Vec::new();
    if frozen.contains(checker) {
        if !said.contains(checker) {
            steps.push(Deduction::MayCastle(checker.into()));
        }
        steps.push(Deduction::GivesCheck(checker));
    } else {
        steps.push(Deduction::GivesCheck(checker));
        steps.push(Deduction::DidNotMove {
            men: checker.into(),
            bars: bars(position, checker)?,
        });
    }
    steps.push(Deduction::NoLastMove);
    Some(steps)
}

/// The men that several branches say, each for itself, not to have moved, and that have not moved here either.
fn common(branches: &[Branch], position: &RetroPosition) -> [Bitboard; 2] {
    let board = &position.board;
    let home = at_home(board);
    let (mut once, mut twice) = ([Bitboard::EMPTY; 2], [Bitboard::EMPTY; 2]);
    for branch in branches {
        let mut here = [Bitboard::EMPTY; 2];
        for step in &branch.then.steps {
            match *step {
                Deduction::MayCastle(men) => here[0] |= men & position.frozen & home,
                Deduction::AtHome(pawns) => here[1] |= pawns & board.pawns() & home,
                _ => {}
            }
        }
        for kind in [0, 1] {
            twice[kind] |= once[kind] & here[kind];
            once[kind] |= here[kind];
        }
    }
    twice
}

/// The argument without what was said before.
fn without(argument: &Argument, said: Bitboard) -> Argument {
    let left = |men: Bitboard| Some(men & !said).filter(|left| left.any());
    let steps = argument.steps.iter().filter_map(|step| match step {
        Deduction::MayCastle(men) => left(*men).map(Deduction::MayCastle),
        Deduction::AtHome(pawns) => left(*pawns).map(Deduction::AtHome),
        Deduction::LastMoves(branches) => {
            let branches = branches.iter().map(|branch| Branch {
                moves: branch.moves.clone(),
                then: without(&branch.then, said),
            });
            Some(Deduction::LastMoves(branches.collect()))
        }
        step => Some(step.clone()),
    });
    Argument {
        steps: steps.collect(),
    }
}

impl Explainer<'_> {
    /// That every last move leads to a position that is refuted.
    pub(super) fn branches(
        &mut self,
        position: &RetroPosition,
        list: &[(Unmove, usize)],
        said: Bitboard,
    ) -> Vec<Deduction> {
        let mut branches: Vec<Branch> = Vec::new();
        let (checks, others): (Vec<_>, Vec<_>) =
            (list.iter().copied()).partition(|&(_, place)| self.nobody_gave_check(place));
        for (unmove, place) in others {
            self.gave_up |= branches.len() > MOST_BRANCHES;
            if self.gave_up {
                break;
            }
            let known = Inherited::from_after(position, said, self.refutation, (unmove, place));
            // What was said of another move may hold here as it stands.
            let explained = branches.iter_mut().find(|branch| {
                says_something(&branch.then)
                    && check_about(&branch.then, self.refutation, place, known).is_ok()
            });
            if let Some(branch) = explained {
                branch.moves.push((unmove, place));
                continue;
            }
            let then = self.explain(place, known);
            let alike = |one: &Branch| {
                one.then == then && !says_something(&then) && self.same_reason(one, place)
            };
            match branches.iter_mut().find(|one| alike(one)) {
                Some(branch) => branch.moves.push((unmove, place)),
                None => branches.push(Branch {
                    moves: vec![(unmove, place)],
                    then,
                }),
            }
        }
        if self.gave_up {
            return vec![Deduction::AsNamed];
        }
        let checks = self.checks(checks, position, said);
        branches.splice(0..0, checks);
        let mut branches = self.fewest(branches, position, said);
        let [castling, pawns] = common(&branches, position);
        let said = castling | pawns;
        for branch in &mut branches {
            branch.then = without(&branch.then, said);
        }
        let mut steps = have_not_moved(castling, pawns);
        steps.push(Deduction::LastMoves(self.merged(branches)));
        steps
    }

    /// Whether nobody can have given the check there is in a position.
    fn nobody_gave_check(&self, place: usize) -> bool {
        let at_once = only(Deduction::ChecksAtOnce);
        let can_be = match self.why(place) {
            Some(Why::Retractions(list)) => list.is_empty(),
            why => matches!(why, Some(Why::Reason(Reason::ImpossibleCheck(_)))),
        };
        can_be && check_about(&at_once, self.refutation, place, Inherited::default()).is_ok()
    }

    /// The moves before which there was a check that nobody gave: why, if one account holds for all of them.
    fn checks(
        &mut self,
        moves: Vec<(Unmove, usize)>,
        position: &RetroPosition,
        said: Bitboard,
    ) -> Option<Branch> {
        let &first = moves.first()?;
        let known = Inherited::from_after(position, said, self.refutation, first);
        let then = self.explain(first.1, known);
        let holds = says_something(&then) && self.all_fail_so(&then, &moves, position, said);
        let then = if holds {
            then
        } else {
            only(Deduction::ChecksAtOnce)
        };
        Some(Branch { moves, then })
    }

    /// Without the branches all moves of which fail for the reason of another, the smallest first.
    fn fewest(
        &self,
        mut branches: Vec<Branch>,
        position: &RetroPosition,
        said: Bitboard,
    ) -> Vec<Branch> {
        let mut order: Vec<usize> = (0..branches.len()).collect();
        order.sort_by_key(|&place| branches[place].moves.len());
        for place in order {
            let fails_too = |other: &Branch| {
                says_something(&other.then)
                    && self.all_fail_so(&other.then, &branches[place].moves, position, said)
            };
            let mut others = (0..branches.len()).filter(|&other| other != place);
            let into = others
                .find(|&other| !branches[other].moves.is_empty() && fails_too(&branches[other]));
            if let Some(into) = into {
                let moves = std::mem::take(&mut branches[place].moves);
                branches[into].moves.extend(moves);
            }
        }
        branches.retain(|branch| !branch.moves.is_empty());
        branches
    }

    /// Whether this argument holds of every position before one of these moves.
    fn all_fail_so(
        &self,
        then: &Argument,
        moves: &[(Unmove, usize)],
        position: &RetroPosition,
        said: Bitboard,
    ) -> bool {
        moves.iter().all(|&one| {
            let known = Inherited::from_after(position, said, self.refutation, one);
            check_about(then, self.refutation, one.1, known).is_ok()
        })
    }

    /// Branches that have become alike as one; they may differ in what is against the man that was captured.
    fn merged(&self, branches: Vec<Branch>) -> Vec<Branch> {
        let mut merged: Vec<Branch> = Vec::new();
        for branch in branches {
            let place = branch.moves.first().map_or(0, |&(_, place)| place);
            let (own, of_captured) = without_captured(&branch.then);
            let alike = |one: &Branch| {
                without_captured(&one.then).0 == own
                    && (says_something(&branch.then) || self.same_reason(one, place))
            };
            match merged.iter_mut().find(|one| alike(one)) {
                Some(one) => {
                    one.moves.extend(branch.moves);
                    let (mut steps, mut bars) = without_captured(&one.then);
                    bars.extend(of_captured);
                    bars.sort_unstable();
                    bars.dedup();
                    if !bars.is_empty() {
                        let end = steps.len().saturating_sub(1);
                        steps.insert(end, Deduction::NorTheCaptured(bars));
                    }
                    one.then = Argument { steps };
                }
                None => merged.push(branch),
            }
        }
        merged
    }

    /// Whether the reason named for the first of a branch is that of this position.
    fn same_reason(&self, branch: &Branch, place: usize) -> bool {
        let first = branch.moves.first();
        first.and_then(|&(_, first)| self.why(first)) == self.why(place)
    }

    fn why(&self, place: usize) -> Option<&Why> {
        self.refutation.positions.get(place).map(|one| &one.why)
    }
}

/// The steps but for what is against the man that was captured.
fn without_captured(argument: &Argument) -> (Vec<Deduction>, Vec<Bar>) {
    let (mut steps, mut bars) = (Vec::new(), Vec::new());
    for step in &argument.steps {
        match step {
            Deduction::NorTheCaptured(of_captured) => bars.extend(of_captured),
            step => steps.push(step.clone()),
        }
    }
    (steps, bars)
}
