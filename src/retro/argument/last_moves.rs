//! Last moves, those that fail alike together.

use shakmaty::{Bitboard, Board};

use super::Explainer;
use crate::retro::checker::argument::{bars, check_about, gives_check_alone};
use crate::retro::model::{Argument, Bar, Branch, Deduction, RetroPosition, Unmove};

/// That nobody can have moved last.
pub(super) fn none(position: &RetroPosition, said: Bitboard) -> Option<Vec<Deduction>> {
    let board = &position.board;
    let us = board.by_color(position.retractor());
    let array = Board::new();
    let home: Bitboard = us
        .into_iter()
        .filter(|&square| board.piece_at(square) == array.piece_at(square))
        .collect();
    let frozen = position.frozen & home;
    let pawns = board.pawns() & home & !frozen;
    if let Some(steps) = no_check(position, frozen, said) {
        return Some(steps);
    }
    let mut steps = Vec::new();
    if (frozen & !said).any() {
        steps.push(Deduction::MayCastle(frozen & !said));
    }
    if (pawns & !said).any() {
        steps.push(Deduction::AtHome(pawns & !said));
    }
    let mut groups: Vec<(Vec<Bar>, Bitboard)> = Vec::new();
    for man in us & !frozen & !pawns & !said {
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
    steps.push(Deduction::NoLastMove);
    Some(steps)
}

/// That the check there is was given by nobody.
fn no_check(position: &RetroPosition, frozen: Bitboard, said: Bitboard) -> Option<Vec<Deduction>> {
    let board = &position.board;
    let us = position.retractor();
    let king = board.king_of(us.other())?;
    let checkers = board.attacks_to(king, us, board.occupied());
    let checker = checkers
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
    let array = Board::new();
    let home: Bitboard = board
        .occupied()
        .into_iter()
        .filter(|&square| board.piece_at(square) == array.piece_at(square))
        .collect();
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
    let steps = argument.steps.iter().filter_map(|step| match step {
        Deduction::MayCastle(men) => {
            let left = *men & !said;
            left.any().then_some(Deduction::MayCastle(left))
        }
        Deduction::AtHome(men) => {
            let left = *men & !said;
            left.any().then_some(Deduction::AtHome(left))
        }
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
        for &(unmove, place) in list {
            if self.gave_up {
                break;
            }
            let still = self.still_there(place, position, said);
            // What was said of another move may hold here as it stands.
            let known = branches.iter_mut().find(|branch| {
                says_more(&branch.then)
                    && check_about(&branch.then, self.refutation, place, still).is_ok()
            });
            if let Some(branch) = known {
                branch.moves.push((unmove, place));
                continue;
            }
            let then = self.explain(place, still);
            let alike = |one: &Branch| {
                one.then == then && !says_more(&then) && self.same_reason(one, place)
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
        let mut branches = self.fewest(branches, position, said);
        let [castling, pawns] = common(&branches, position);
        let said = castling | pawns;
        for branch in &mut branches {
            branch.then = without(&branch.then, said);
        }
        let mut steps = Vec::new();
        if castling.any() {
            steps.push(Deduction::MayCastle(castling));
        }
        if pawns.any() {
            steps.push(Deduction::AtHome(pawns));
        }
        steps.push(Deduction::LastMoves(self.merged(branches)));
        steps
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
                says_more(&other.then)
                    && branches[place].moves.iter().all(|&(_, before)| {
                        let still = self.still_there(before, position, said);
                        check_about(&other.then, self.refutation, before, still).is_ok()
                    })
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

    /// The men said not to have moved that stand in the position before, too.
    fn still_there(&self, before: usize, position: &RetroPosition, said: Bitboard) -> Bitboard {
        let Some(before) = self.refutation.positions.get(before) else {
            return Bitboard::EMPTY;
        };
        let board = &before.position.board;
        let stands = |&square: &_| board.piece_at(square) == position.board.piece_at(square);
        said.into_iter().filter(stands).collect()
    }

    /// Branches that have become alike as one.
    fn merged(&self, branches: Vec<Branch>) -> Vec<Branch> {
        let mut merged: Vec<Branch> = Vec::new();
        for branch in branches {
            let place = branch.moves.first().map_or(0, |&(_, place)| place);
            let alike = |one: &Branch| {
                one.then == branch.then && (says_more(&branch.then) || self.same_reason(one, place))
            };
            match merged.iter_mut().find(|one| alike(one)) {
                Some(one) => one.moves.extend(branch.moves),
                None => merged.push(branch),
            }
        }
        merged
    }

    /// Whether the reason named for the first of a branch is that of this position.
    fn same_reason(&self, branch: &Branch, place: usize) -> bool {
        let why = |place: usize| self.refutation.positions.get(place).map(|one| &one.why);
        let first = branch.moves.first().and_then(|&(_, first)| why(first));
        first == why(place)
    }
}

fn says_more(argument: &Argument) -> bool {
    argument.steps != [Deduction::AsNamed]
}
