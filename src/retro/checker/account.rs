//! Captures counted: how often the pawns of a side captured at most, and what they needed at least.
//!
//! Every man missing was captured once. An officer that can neither stand on the board nor have stood where an enemy
//! pawn captures was no pawn's victim. The rest bounds the captures of the pawns, those that promoted included. Each pawn came
//! from a file of its own around all that stood still, one capture a change of file.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use super::unmoved::Unmoved;
use crate::retro::model::claim::Account;
use crate::retro::model::{Class, RetroPosition};

/// More than any pawns capture.
pub(super) const NEVER: u32 = 100;

/// Captures a pawn needs at least to come to each square; on the last rank it promotes.
pub(super) type LeastCaptures = [u32; 64];

/// How many of a side's men are missing; `None`: it has too many.
pub(super) fn missing(board: &Board, color: Color) -> Option<u32> {
    16u32.checked_sub(board.by_color(color).count() as u32)
}

/// How many men the side's pawns captured at most; `None` if the account does not say so rightly.
pub(super) fn most_captures(
    claim: &Account,
    position: &RetroPosition,
    unmoved: &Unmoved<'_>,
) -> Option<u32> {
    let prey = claim.color.other();
    let missing = missing(&position.board, prey)?;
    let targets = capture_squares(claim.color, &unmoved.without_ways());
    let stayed = unmoved.still | position.frozen;
    let spared = out_of_reach(prey, targets, stayed, &position.board, unmoved);
    let is_right = missing == claim.captures && claim.out_of_reach.is_subset(spared);
    is_right.then(|| missing.saturating_sub(claim.out_of_reach.count() as u32))
}

/// Where the pawn of a file begins.
pub(super) fn home_of(color: Color, file: File) -> Square {
    Square::from_coords(file, color.relative_rank(Rank::Second))
}

/// One move of a pawn of a side: straight on, and by a capture; none from where it never leaves.
pub(super) fn pawn_steps(color: Color, from: Square, unmoved: &Unmoved<'_>) -> [Bitboard; 2] {
    if unmoved.never_leaves(color, Role::Pawn, from) {
        return [Bitboard::EMPTY; 2];
    }
    let ahead = Bitboard::from(from).shift(color.fold_wb(8, -8));
    // An enemy pawn that came one step straight from home was always on one of two squares: whoever comes to one finds it on the
    // other.
    let seventh = Bitboard::from_rank(color.relative_rank(Rank::Seventh));
    let is_barred = ahead.is_subset(seventh) && unmoved.ways.contains(&ahead.with(from));
    let ahead = if is_barred { Bitboard::EMPTY } else { ahead };
    [ahead, attacks::pawn_attacks(color, from)].map(|to| to & !unmoved.still)
}

/// The squares that the pawn of a file cannot have come to without capturing: an enemy pawn that came straight up the file was
/// always before it.
pub(super) fn barred_straight(color: Color, file: File, unmoved: &Unmoved<'_>) -> Bitboard {
    let enemy = color.other();
    if unmoved.has_straight(enemy, file) {
        Bitboard::from(home_of(enemy, file)) | Bitboard::from_file(file) & Bitboard::BACKRANKS
    } else {
        Bitboard::EMPTY
    }
}

/// What the pawn of a file takes to come to each square.
pub(super) fn least_captures(color: Color, file: File, unmoved: &Unmoved<'_>) -> LeastCaptures {
    let mut least = [NEVER; 64];
    let home = home_of(color, file);
    least[usize::from(home)] = 0;
    if unmoved.still.contains(home) {
        return least;
    }
    let barred = barred_straight(color, file, unmoved);
    for rank in &Rank::ALL[1..7] {
        for from in Bitboard::from_rank(color.relative_rank(*rank)) {
            let captures = least[usize::from(from)];
            if captures == NEVER {
                continue;
            }
            let [mut ahead, aside] = pawn_steps(color, from, unmoved);
            if captures == 0 {
                ahead &= !barred;
            }
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

/// The squares that so many captures suffice for.
pub(super) fn within(least: &LeastCaptures, captures: u32) -> Bitboard {
    let near = |&square: &Square| least[usize::from(square)] <= captures;
    Square::ALL.into_iter().filter(near).collect()
}

/// Where pawns of a side can have captured at all.
pub(super) fn capture_squares(color: Color, unmoved: &Unmoved<'_>) -> Bitboard {
    let mut on = Bitboard::EMPTY;
    for file in File::ALL {
        let stood = within(&least_captures(color, file, unmoved), NEVER - 1);
        for from in stood & !Bitboard::BACKRANKS & !unmoved.still {
            on |= pawn_steps(color, from, unmoved)[1];
        }
    }
    on
}

/// Where a side's pawns can have been promoted to one of these men of a class.
pub(super) fn doors(color: Color, class: Class, men: Bitboard, unmoved: &Unmoved<'_>) -> Bitboard {
    let leads = |&door: &Square| {
        let reach = unmoved.reach(color, class.role(), door.into());
        reach.intersects(men & !unmoved.still)
    };
    let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
    let doors = last & class.squares() & !unmoved.still;
    doors.into_iter().filter(leads).collect()
}

/// The squares an officer of the array can have stood on; none but home if it is one of those that never left it.
pub(super) fn reach_from_home(
    color: Color,
    class: Class,
    home: Square,
    stayed: Bitboard,
    unmoved: &Unmoved<'_>,
) -> Bitboard {
    if stayed.contains(home) {
        home.into()
    } else {
        unmoved.reach(color, class.role(), home.into())
    }
}

/// Homes of a side's officers that are not on the board and were never on these squares.
pub(super) fn out_of_reach(
    color: Color,
    targets: Bitboard,
    stayed: Bitboard,
    board: &Board,
    unmoved: &Unmoved<'_>,
) -> Bitboard {
    let mut spared = Bitboard::EMPTY;
    for class in Class::ALL {
        let known = class.men(board, color) | targets;
        let never_came = |&home: &Square| {
            reach_from_home(color, class, home, stayed, unmoved).is_disjoint(known)
        };
        spared |= (class.homes(color).into_iter().filter(never_came)).collect::<Bitboard>();
    }
    spared
}

/// By set of files: the least sum of costs, by file, of men each from another file that is not in the set, or [`NEVER`]; of those
/// behind each man, the last one first, and of all.
pub(super) fn cheapest(costs: &[[u32; 8]]) -> (Vec<[u32; 256]>, [u32; 256]) {
    let mut behind = Vec::new();
    let mut sums = [0; 256];
    for cost in costs.iter().rev() {
        behind.push(sums);
        let rest = sums;
        sums = std::array::from_fn(|used| {
            (0..8)
                .filter(|file| used & 1 << file == 0)
                .map(|file| rest[used | 1 << file] + cost[file])
                .fold(NEVER, u32::min)
        });
    }
    (behind, sums)
}

/// By file: the least sum of the men that come from others.
pub(super) fn without_file(costs: &[[u32; 8]]) -> [u32; 8] {
    let (_, least) = cheapest(costs);
    std::array::from_fn(|file| least[1 << file])
}

/// The least of these sums.
pub(super) fn least_sum(costs: &[[u32; 8]]) -> u32 {
    cheapest(costs).1[0]
}
