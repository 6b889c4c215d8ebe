//! Whether the deductions of an argument follow, one by one, from the position and those before them.
//!
//! An argument explains a refutation that was checked before; it proves nothing that the refutation does not. But it is read by
//! people, so each sentence has to be true by itself: what is said to stand still is followed from what was said to, captures are
//! counted with nothing else in hand, and a step that needs one that was left out is refused.

mod captures;
mod first_capture;
mod last_move;
mod shares;
mod unmoved;
mod victims;

use shakmaty::{Bitboard, ByColor, Color, Square};

use super::account::missing;
use super::pawn_order::blocked;
use super::unmoved::{Unmoved, at_home};
use super::{possible_predecessors, predecessor::Concrete};
use crate::retro::model::claim::Reason;
use crate::retro::model::{
    Argument, Blocked, Branch, Deduction, Refutation, RetroPosition, Unmove, UnmoveKind, Why,
};

pub(in crate::retro) use super::cases::not_all_out;
pub(in crate::retro) use super::walls::straight_way;
pub(in crate::retro) use captures::{
    Capturers, Committed, doors as promotion_squares, promoted_among,
};
pub(in crate::retro) use first_capture::{Among, FirstCapture, Prey};
pub(in crate::retro) use last_move::{bars, checkers, gives_check_alone};
pub(in crate::retro) use unmoved::out_of_reach;
pub(in crate::retro) use victims::{Captors, where_no_victim};

/// Branches within branches that are followed.
const DEEPEST: usize = 16;

/// The deduction that does not follow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {step} of the argument about position {position} does not follow")]
pub struct Misstep {
    /// The place of the position in the refutation.
    pub position: usize,
    /// The place of the step in the argument about it; behind its end: nothing is contradicted.
    pub step: usize,
}

/// Checks that every step of `argument` follows and that it ends with a contradiction. `refutation`, which it explains, was checked
/// before: [`Deduction::AsNamed`] leans on it.
///
/// # Errors
///
/// The first step that does not follow.
pub fn check_argument(argument: &Argument, refutation: &Refutation) -> Result<(), Misstep> {
    check_about(argument, refutation, 0, Inherited::default())
}

/// What is known of a position from the one it led to.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::retro) struct Inherited {
    /// Men that have not moved.
    pub(in crate::retro) still: Bitboard,
    /// Where a man was captured then, on the square of the one that captured it.
    pub(in crate::retro) captured: Option<Square>,
}

impl Inherited {
    /// What is known of a position of the refutation, by its place, from the one that `unmove` led to, in which these men have not
    /// moved: they have not there either, those of them that stand in it.
    pub(in crate::retro) fn from_after(
        after: &RetroPosition,
        still: Bitboard,
        refutation: &Refutation,
        (unmove, place): (Unmove, usize),
    ) -> Inherited {
        let Some(before) = refutation.positions.get(place) else {
            return Inherited::default();
        };
        let board = &before.position.board;
        let stands = |&square: &_| board.piece_at(square) == after.board.piece_at(square);
        let on_its_square = unmove.kind != UnmoveKind::EnPassant;
        Inherited {
            still: still.into_iter().filter(stands).collect(),
            captured: (unmove.captured.is_some() && on_its_square).then_some(unmove.to),
        }
    }
}

/// The same of an argument about one of the positions.
pub(in crate::retro) fn check_about(
    argument: &Argument,
    refutation: &Refutation,
    place: usize,
    inherited: Inherited,
) -> Result<(), Misstep> {
    runs(argument, refutation, place, inherited, DEEPEST)
}

fn runs(
    argument: &Argument,
    refutation: &Refutation,
    place: usize,
    inherited: Inherited,
    depth: usize,
) -> Result<(), Misstep> {
    let refuted = refutation.positions.get(place).ok_or(Misstep {
        position: place,
        step: 0,
    })?;
    let known = Known::about(&refuted.position, inherited);
    goes_on(argument, refutation, place, known, depth)
}

/// Whether each step follows from what is known of a position, and the last one contradicts it.
fn goes_on(
    argument: &Argument,
    refutation: &Refutation,
    place: usize,
    mut known: Known<'_>,
    depth: usize,
) -> Result<(), Misstep> {
    let misstep = |step| Misstep {
        position: place,
        step,
    };
    let refuted = refutation.positions.get(place).ok_or(misstep(0))?;
    let last = argument.steps.len().checked_sub(1).ok_or(misstep(0))?;
    for (at, step) in argument.steps.iter().enumerate() {
        let holds = match step {
            Deduction::AsNamed => at == last,
            // What the checker knows of checks it has said of the reason named.
            Deduction::ChecksAtOnce => {
                let is_named = matches!(refuted.why, Why::Reason(Reason::ImpossibleCheck(_)));
                at == last && (is_named || known.nobody_gave_check())
            }
            Deduction::LastMoves(branches) => {
                let depth = depth.checked_sub(1).ok_or(misstep(at))?;
                at == last && all_listed(branches, &refuted.why) && {
                    branched(branches, refutation, &known, depth)?;
                    true
                }
            }
            Deduction::StraightOrNot {
                pawn,
                straight,
                astray,
            } => {
                let depth = depth.checked_sub(1).ok_or(misstep(at))?;
                at == last && known.position.board.pawns().contains(*pawn) && {
                    goes_on(straight, refutation, place, known.if_straight(*pawn), depth)?;
                    goes_on(astray, refutation, place, known.if_astray(*pawn), depth)?;
                    true
                }
            }
            _ if at == last => known.contradicts(step),
            _ => known.learns(step),
        };
        if !holds {
            return Err(misstep(at));
        }
    }
    Ok(())
}

/// Whether the branches are all last moves of the refutation, each once.
fn all_listed(branches: &[Branch], why: &Why) -> bool {
    let Why::Retractions(list) = why else {
        return false;
    };
    let said: Vec<_> = branches.iter().flat_map(|branch| &branch.moves).collect();
    !list.is_empty() && said.len() == list.len() && list.iter().all(|one| said.contains(&one))
}

fn branched(
    branches: &[Branch],
    refutation: &Refutation,
    known: &Known<'_>,
    depth: usize,
) -> Result<(), Misstep> {
    for branch in branches {
        for &one in &branch.moves {
            let inherited = Inherited::from_after(known.position, known.still, refutation, one);
            runs(&branch.then, refutation, one.1, inherited, depth)?;
        }
    }
    Ok(())
}

/// What was deduced so far about a position.
#[derive(Clone)]
pub(in crate::retro) struct Known<'a> {
    position: &'a RetroPosition,
    /// Men that have not moved.
    still: Bitboard,
    /// The ways of pawns that came straight from home.
    ways: Vec<Bitboard>,
    /// Pawns that did not.
    astray: Bitboard,
    /// Where a man was captured by the move that led from the position.
    captured: Option<Square>,
    missing: ByColor<Option<u32>>,
    /// Homes of missing officers no pawn captured.
    out_of_reach: ByColor<Bitboard>,
    promoted: Vec<(Bitboard, u32)>,
    /// Officers of which it was said which pawn captured them.
    prey: Vec<Prey>,
    /// What is said of the captures of each side's pawns.
    committed: ByColor<Option<Committed>>,
    /// Pawns whose first capture is spoken of, and homes of officers shut in till then.
    among: Among,
    shut_in_before: Bitboard,
    did_not_move: Bitboard,
    before: Option<Vec<Concrete>>,
}

/// The squares as a side sees them from its own edge of the board: the same order with colours exchanged.
pub(in crate::retro) fn seen_by(side: Color, squares: Bitboard) -> impl Iterator<Item = Square> {
    let seen = move |square: Square| side.fold_wb(square, square.flip_vertical());
    let near_first = side.fold_wb(squares, squares.flip_vertical());
    near_first.into_iter().map(seen)
}

impl<'a> Known<'a> {
    /// Nothing but what is known from the position it led to.
    pub(in crate::retro) fn about(position: &'a RetroPosition, from: Inherited) -> Known<'a> {
        Known {
            position,
            still: from.still,
            captured: from.captured,
            ways: Vec::new(),
            astray: Bitboard::EMPTY,
            missing: ByColor::default(),
            out_of_reach: ByColor::default(),
            promoted: Vec::new(),
            prey: Vec::new(),
            committed: ByColor::default(),
            among: Among::default(),
            shut_in_before: Bitboard::EMPTY,
            did_not_move: Bitboard::EMPTY,
            before: None,
        }
    }

    /// Takes in a step that contradicts nothing; `false` if it does not follow.
    pub(in crate::retro) fn learns(&mut self, step: &Deduction) -> bool {
        match *step {
            Deduction::MayCastle(men) => {
                let given = self.position.frozen & at_home(&self.position.board);
                self.stand_still(men, men.is_subset(given))
            }
            Deduction::AtHome(pawns) => {
                let given = self.position.board.pawns() & at_home(&self.position.board);
                self.stand_still(pawns, pawns.is_subset(given))
            }
            Deduction::ShutIn(men) => {
                let officers = at_home(&self.position.board) & !self.position.board.pawns();
                let follows = men.is_subset(officers) && self.unmoved().are_locked(men);
                self.stand_still(men, follows)
            }
            Deduction::CameStraight(pawns) => self.came_straight(pawns),
            Deduction::Missing { color, men } => {
                self.missing[color] = missing(&self.position.board, color);
                self.missing[color] == Some(men)
            }
            Deduction::OutOfReach { color, homes } => self.are_out_of_reach(color, homes),
            Deduction::Promoted { men, count } => {
                self.promoted.push((men, count));
                count > 0 && promoted_among(men, &self.unmoved(), self.position) >= count
            }
            Deduction::Captured { pawn, home, pawns } => {
                self.prey.push(Prey { pawn, home });
                self.is_captured(pawn, home, pawns)
            }
            Deduction::FewLeft {
                color,
                pawns,
                ref promoted,
                left,
            } => self.are_left(Capturers::of(color, pawns, promoted), left),
            Deduction::BeforeCaptures {
                pawns,
                missing,
                stood,
            } => {
                self.among = Among { pawns, missing };
                let own = self.position.board.pawns();
                let follows = |first: FirstCapture<'_>| first.stood() == stood;
                pawns.any() && pawns.is_subset(own) && self.first_capture().is_some_and(follows)
            }
            Deduction::ShutInBefore(homes) => {
                self.shut_in_before |= homes;
                let follows = |first: FirstCapture<'_>| homes.is_subset(first.all_shut_in());
                homes.any() && self.first_capture().is_some_and(follows)
            }
            Deduction::DidNotMove { men, ref bars } => {
                self.did_not_move |= men;
                men.any() && self.are_barred(men, bars)
            }
            Deduction::NorTheCaptured(ref bars) => {
                let men = Bitboard::from_iter(self.captured);
                self.did_not_move |= men;
                !bars.is_empty() && self.is_barred_by_some(men, bars)
            }
            Deduction::GivesCheck(square) => {
                let us = self.position.board.by_color(self.position.retractor());
                self.did_not_move |= us.without(square);
                us.contains(square) && self.gave_check(square)
            }
            _ => false,
        }
    }

    /// Whether the step contradicts what is known.
    pub(in crate::retro) fn contradicts(&mut self, step: &Deduction) -> bool {
        match step {
            Deduction::NoLastMove => {
                let us = self.position.board.by_color(self.position.retractor());
                us.is_subset(self.still | self.did_not_move)
            }
            Deduction::NoWayIn(square) => self.unmoved().had_no_way(*square),
            Deduction::Locked(men) => {
                men.is_subset(self.position.board.occupied())
                    && !men.is_subset(at_home(&self.position.board))
                    && self.unmoved().are_locked(*men)
            }
            Deduction::NoPromotion(men) => {
                let said = self.promoted.iter().any(|(known, _)| known == men);
                said && captures::doors(*men, &self.unmoved(), self.position).is_empty()
            }
            &Deduction::TooManyCaptures {
                color,
                pawns,
                ref promoted,
                needed,
            } => self.are_too_many(Capturers::of(color, pawns, promoted), needed),
            &Deduction::NoVictim {
                color,
                pawns,
                ref promoted,
                on,
                ref barred,
            } => self.have_no_victim(Capturers::of(color, pawns, promoted), on, barred),
            Deduction::NotAllOut { pawns, homes } => {
                not_all_out(*pawns, *homes, &self.unmoved(), self.position)
            }
            Deduction::FilesBlocked(said) => self.are_files_blocked() == Some(*said),
            Deduction::NoFirstCapture(pawns) => self.first_capture().is_some_and(|first| {
                first.captured() == *pawns && first.none_is_first(self.shut_in_before)
            }),
            _ => false,
        }
    }

    fn unmoved(&self) -> Unmoved<'a> {
        Unmoved::given(&self.position.board, self.still, self.ways.clone()).with_astray(self.astray)
    }

    /// The same, had this pawn come straight.
    pub(in crate::retro) fn if_straight(&self, pawn: Square) -> Known<'a> {
        let mut known = self.clone();
        let color = self.position.board.color_at(pawn);
        known
            .ways
            .extend(color.map(|color| straight_way(color, pawn)));
        known
    }

    /// The same, had it not.
    pub(in crate::retro) fn if_astray(&self, pawn: Square) -> Known<'a> {
        let mut known = self.clone();
        known.astray.add(pawn);
        known
    }

    /// Nothing, unless it was said of both sides how many men are missing.
    fn are_files_blocked(&self) -> Option<Blocked> {
        let captured = ByColor {
            black: self.most_captures(Color::White)?,
            white: self.most_captures(Color::Black)?,
        };
        let promoted = ByColor::new_with(|color| {
            let said = self.said_promoted(color);
            said.iter().map(|&(_, count)| count).sum()
        });
        blocked(self.position, &self.unmoved(), captured, promoted)
    }

    /// Nothing, unless it was said of both sides how many men are missing.
    fn first_capture(&self) -> Option<FirstCapture<'a>> {
        let most = ByColor {
            black: self.most_captures(Color::Black)?,
            white: self.most_captures(Color::White)?,
        };
        Some(FirstCapture::of(
            self.position,
            self.unmoved(),
            most,
            self.among,
            self.prey.clone(),
        ))
    }

    fn stand_still(&mut self, men: Bitboard, follows: bool) -> bool {
        self.still |= men;
        follows && men.any()
    }

    fn predecessors(&mut self) -> &[Concrete] {
        let position = self.position;
        self.before
            .get_or_insert_with(|| possible_predecessors(position))
    }
}
