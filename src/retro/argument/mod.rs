//! Arguments: a checked refutation turned into the few deductions a person would make.
//!
//! Nothing is decided here. What is tried is tried on the checker's own facts with men taken away one by one, so that only those are
//! spoken of that are needed; and what comes out counts only if the checker finds that each step follows. Where nothing better
//! is known, the reason is taken as it was named ([`Deduction::AsNamed`]).

mod captures;
mod cases;
mod files;
mod first_capture;
mod last_moves;
pub mod moments;
mod not_all_out;
mod shares;
mod walls;

use shakmaty::Bitboard;

use self::walls::Walls;
use crate::retro::checker::argument::{Inherited, check_about};
use crate::retro::checker::unmoved::at_home;
use crate::retro::model::claim::{NoScenario, Reason, Shown};
use crate::retro::model::{Argument, Deduction, Refutation, RetroPosition, Why};

/// Plies that are followed back.
const DEEPEST: usize = 5;
/// Positions that are explained. What takes more is longer than anybody reads.
const MOST_POSITIONS: usize = 24;
/// Accounts of the last moves of one position: longer case distinctions are told of nothing.
const MOST_BRANCHES: usize = 6;
/// Last moves of one position that are told.
const MOST_MOVES: usize = 200;

/// What refutes the position refuted, step by step. `refutation` must be one that the checker has checked.
pub fn argument(refutation: &Refutation) -> Argument {
    let mut explainer = Explainer {
        refutation,
        left: MOST_POSITIONS,
        path: Vec::new(),
        gave_up: false,
    };
    let found = explainer.explain(0, Inherited::default());
    if explainer.gave_up {
        return as_named();
    }
    found
}

/// Whether it says more than the reason named.
pub fn says_something(argument: &Argument) -> bool {
    argument.steps != [Deduction::AsNamed]
}

struct Explainer<'a> {
    refutation: &'a Refutation,
    /// Positions that may still be explained.
    left: usize,
    /// The positions on the way here.
    path: Vec<usize>,
    /// Whether there were more.
    gave_up: bool,
}

/// The argument of this one step.
fn only(step: Deduction) -> Argument {
    Argument { steps: vec![step] }
}

fn as_named() -> Argument {
    only(Deduction::AsNamed)
}

/// Leaves something out of what is said if the rest holds without it; whether it does.
fn leave_out<T: Clone>(
    said: &mut T,
    holds: impl Fn(&T) -> bool,
    remove: impl FnOnce(&mut T),
) -> bool {
    let mut fewer = said.clone();
    remove(&mut fewer);
    let holds = holds(&fewer);
    if holds {
        *said = fewer;
    }
    holds
}

impl Explainer<'_> {
    /// The argument about a position of which this is known.
    fn explain(&mut self, place: usize, known: Inherited) -> Argument {
        let Some(refuted) = self.refutation.positions.get(place) else {
            return as_named();
        };
        self.gave_up |= self.left == 0;
        if self.gave_up || self.path.contains(&place) || self.path.len() > DEEPEST {
            return as_named();
        }
        self.left -= 1;
        let position = &refuted.position;
        let still = known.still;
        let steps = match &refuted.why {
            Why::Retractions(list) if list.is_empty() => last_moves::none(position, known),
            Why::Retractions(list) if list.len() > MOST_MOVES => {
                self.gave_up = true;
                None
            }
            Why::Retractions(list) => {
                self.path.push(place);
                let steps = self.branches(position, list, still);
                self.path.pop();
                Some(steps)
            }
            Why::Reason(reason) => because(reason, position, still, !self.path.is_empty()),
            Why::Cage(_) => None,
        };
        let follows = |steps: &Vec<Deduction>| {
            let found = Argument {
                steps: steps.clone(),
            };
            check_about(&found, self.refutation, place, known).is_ok()
        };
        // Where it cannot be said of each man why it did not move last, it may be the checks.
        let by_checks = || {
            let no_last_move = matches!(&refuted.why, Why::Retractions(list) if list.is_empty());
            no_last_move.then(|| vec![Deduction::ChecksAtOnce])
        };
        let steps = steps.filter(&follows);
        let steps = steps.or_else(|| by_checks().filter(&follows));
        steps.map_or_else(as_named, |steps| Argument { steps })
    }
}

/// The steps to a named reason, where they are known.
fn because(
    reason: &Reason,
    position: &RetroPosition,
    still: Bitboard,
    further_back: bool,
) -> Option<Vec<Deduction>> {
    match reason {
        Reason::NoWayIn(claim) => walls::no_way_in(claim.square, position, still),
        Reason::Deadlock(claim) => doubled(claim.men, position, still)
            .or_else(|| walls::locked(claim.men, position, still)),
        Reason::PawnCaptures(claim) => {
            captures::too_many(claim.color, position, &Walls::of(position, still))
        }
        Reason::NoScenario(NoScenario {
            shown: Some(Shown::Account(color, _)),
            ..
        }) => {
            let walls = Walls::of(position, still);
            captures::nowhere_promoted(*color, position, &walls)
                .or_else(|| captures::too_many(*color, position, &walls))
                .or_else(|| counted(position, &walls))
        }
        Reason::NoScenario(_) | Reason::PawnOrder(_) => {
            let walls = Walls::of(position, still);
            let in_cases = || cases::straight_or_not(position, still, &walls);
            counted(position, &walls)
                .or_else(|| files::blocked_files(position, &walls))
                .or_else(|| not_all_out::shut_in_together(position, &walls))
                .or_else(|| (!further_back).then(in_cases).flatten())
        }
        // The checks of the diagram itself are named with their squares.
        Reason::ImpossibleCheck(_) if further_back => Some(vec![Deduction::ChecksAtOnce]),
        _ => None,
    }
}

/// That pawns took more captures than there were, if these men, which cannot have moved, are pawns that did not begin where they
/// stand: a reader counts captures before he asks what stood in the way.
fn doubled(men: Bitboard, position: &RetroPosition, still: Bitboard) -> Option<Vec<Deduction>> {
    let board = &position.board;
    let astray = men & !at_home(board);
    let color = board.color_at(astray.first()?)?;
    let walls = Walls::of(position, still);
    (astray.is_subset(board.pawns()))
        .then(|| captures::too_many(color, position, &walls))
        .flatten()
}

/// The shortest account of captures that fail.
fn counted(position: &RetroPosition, walls: &Walls<'_>) -> Option<Vec<Deduction>> {
    let sides = [position.turn.other(), position.turn];
    let too_many = sides.map(|color| captures::too_many(color, position, walls));
    let others = [
        shares::too_few(position, walls),
        first_capture::none_is_first(position, walls),
    ];
    let all = too_many.into_iter().chain(others).flatten();
    all.min_by_key(|steps| length(steps))
}

/// About how much there is to read.
fn length(steps: &[Deduction]) -> usize {
    let men = steps.iter().map(|step| match step {
        Deduction::MayCastle(men)
        | Deduction::AtHome(men)
        | Deduction::ShutIn(men)
        | Deduction::CameStraight(men)
        | Deduction::BeforeCaptures { pawns: men, .. }
        | Deduction::NoFirstCapture(men) => men.count(),
        Deduction::OutOfReach { homes, .. } | Deduction::ShutInBefore(homes) => homes.count(),
        // It is not said who was captured by whom.
        Deduction::NoVictim {
            pawns, on, barred, ..
        } if on.is_empty() && barred.is_empty() => pawns.count() + 8,
        Deduction::NoVictim { pawns, .. }
        | Deduction::TooManyCaptures { pawns, .. }
        | Deduction::Captured { pawns, .. } => pawns.count(),
        _ => 0,
    });
    men.map(|men| men + 4).sum()
}
