//! Captures counted: how often the pawns of a side captured at most, and what they needed at least.
//!
//! Every man missing was captured once. An officer that can neither stand on the board nor have stood where an enemy
//! pawn captures was no pawn's victim. The rest bounds the captures of the pawns, those that promoted included. Each pawn came
//! from a file of its own around all that stood still, one capture a change of file.

use std::ops::Add;

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::closure;
use super::unmoved::Unmoved;
use crate::retro::model::claim::Account;
use crate::retro::model::{Class, RetroPosition};

/// More than any pawns capture.
pub(super) const NEVER: usize = 100;

/// Captures a pawn needs at least to come to each square; on the last rank it promotes.
pub(super) type LeastCaptures = [usize; 64];

/// How many men the side's pawns captured at most; `None` if the account does not say so rightly.
pub(super) fn most_captures(
    claim: &Account,
    position: &RetroPosition,
    unmoved: &Unmoved<'_>,
) -> Option<usize> {
    let enemies = position.board.by_color(claim.color.other()).count();
    let missing = 16usize.checked_sub(enemies)?;
    let targets = capture_squares(claim.color, unmoved);
    let spared = out_of_reach(claim.color.other(), targets, position, unmoved);
    let is_right = missing == claim.captures as usize && claim.out_of_reach.is_subset(spared);
    is_right.then(|| missing.saturating_sub(claim.out_of_reach.count()))
}

/// One move of a pawn of a side: straight on, and by a capture; none from where it never leaves.
fn pawn_steps(color: Color, from: Square, unmoved: &Unmoved<'_>) -> [Bitboard; 2] {
    if unmoved.never_leaves(color, Role::Pawn, from) {
        return [Bitboard::EMPTY; 2];
    }
    let ahead = Bitboard::from(from).shift(color.fold_wb(8, -8));
    [ahead, attacks::pawn_attacks(color, from)].map(|to| to & !unmoved.still)
}

/// The captures of the pawn of a file.
pub(super) fn least_captures(color: Color, file: File, unmoved: &Unmoved<'_>) -> LeastCaptures {
    let mut least = [NEVER; 64];
    let home = Square::from_coords(file, color.relative_rank(Rank::Second));
    least[usize::from(home)] = 0;
    if unmoved.still.contains(home) {
        return least;
    }
    for rank in &Rank::ALL[1..7] {
        for from in Bitboard::from_rank(color.relative_rank(*rank)) {
            let captures = least[usize::from(from)];
            if captures == NEVER {
                continue;
            }
            let [ahead, aside] = pawn_steps(color, from, unmoved);
            for (ways, cost) in [(ahead, captures), (aside, captures + 1)] {
                for to in ways {
                    let least = &mut least[usize::from(to)];
                    *least = (*least).min(cost);
                }
            }
        }
    }
    least
}

/// Where pawns of a side can have captured at all.
fn capture_squares(color: Color, unmoved: &Unmoved<'_>) -> Bitboard {
    let homes = Bitboard::from_rank(color.relative_rank(Rank::Second)) & !unmoved.still;
    let steps = |from| pawn_steps(color, from, unmoved);
    let stood = closure::reach(homes, |from| {
        let [ahead, aside] = steps(from);
        (ahead | aside) & !Bitboard::BACKRANKS
    });
    stood
        .into_iter()
        .fold(Bitboard::EMPTY, |all, from| all | steps(from)[1])
}

/// The squares an officer of the array can have stood on.
pub(super) fn reach_from_home(
    color: Color,
    class: Class,
    home: Square,
    position: &RetroPosition,
    unmoved: &Unmoved<'_>,
) -> Bitboard {
    if (unmoved.still | position.frozen).contains(home) {
        home.into()
    } else {
        unmoved.reach(color, class.role(), home.into())
    }
}

/// Homes of a side's officers that are not on the board and were never on these squares.
fn out_of_reach(
    color: Color,
    targets: Bitboard,
    position: &RetroPosition,
    unmoved: &Unmoved<'_>,
) -> Bitboard {
    let mut spared = Bitboard::EMPTY;
    for class in Class::ALL {
        let known = class.men(&position.board, color) | targets;
        let homes = class.homes(color).into_iter();
        spared |= homes
            .filter(|&home| {
                reach_from_home(color, class, home, position, unmoved).is_disjoint(known)
            })
            .collect::<Bitboard>();
    }
    spared
}

/// By set of files: the least sum of costs, by file, of men each from another file that is not in the set; of those behind each man,
/// the last one first, and of all.
pub(super) fn cheapest(costs: &[[usize; 8]]) -> (Vec<[usize; 256]>, [usize; 256]) {
    let mut behind = Vec::new();
    let mut sums = [0; 256];
    for cost in costs.iter().rev() {
        behind.push(sums);
        let rest = sums;
        sums = std::array::from_fn(|used| {
            (0..8)
                .filter(|file| used & 1 << file == 0)
                .map(|file| rest[used | 1 << file] + cost[file])
                .fold(NEVER, usize::min)
        });
    }
    (behind, sums)
}

/// For each set of files the least sum of costs, by file, of men that come from these files, each from one of its own; `never` where
/// there is none, and where it would be more.
pub(super) fn by_files<T>(costs: &[[T; 8]], never: T) -> [T; 256]
where
    T: Copy + Default + Ord + Add<Output = T>,
{
    let mut sums = [never; 256];
    sums[0] = T::default();
    for cost in costs {
        let mut next = [never; 256];
        for (used, &sum) in sums.iter().enumerate().filter(|&(_, &sum)| sum < never) {
            for (file, &cost) in cost.iter().enumerate() {
                if used & 1 << file == 0 {
                    let with = &mut next[used | 1 << file];
                    *with = (*with).min(sum + cost);
                }
            }
        }
        sums = next;
    }
    sums
}

/// The least of these sums.
pub(super) fn least_sum<T>(costs: &[[T; 8]], never: T) -> T
where
    T: Copy + Default + Ord + Add<Output = T>,
{
    by_files(costs, never).into_iter().fold(never, T::min)
}
