//! Parity: how many moves each side made, even or odd, when little freedom is left.
//!
//! Every man's number of moves is even, odd or free; a free man frees its side. With White to move both
//! sides made equally many moves, with Black to move White made one more. Invariant: "odd" or "even" is
//! said only if every history of the scenario has it so.

use shakmaty::{Bitboard, Color, Role, Square};

use super::career::PawnCareer;
use super::side::Man;
use super::timeline::Timeline;
use crate::retro::ledger::closed_regions;
use crate::retro::model::Class;
use crate::retro::model::PawnId;
use crate::retro::model::claim::End;

/// A set of parities: bit 0 even, bit 1 odd.
type Parities = u8;

const EVEN: Parities = 1;
const ODD: Parities = 2;
const FREE: Parities = 3;

/// The parities of a sum.
const fn plus(a: Parities, b: Parities) -> Parities {
    let swapped = (b & 1) << 1 | b >> 1;
    let mut sum = 0;
    if a & 1 != 0 {
        sum |= b;
    }
    if a & 2 != 0 {
        sum |= swapped;
    }
    sum
}

/// Whether White made an odd number of moves, and Black, if both are known and do not fit the side to move.
pub fn contradiction(timeline: &Timeline<'_>) -> Option<[bool; 2]> {
    let [white, black] = misfit(timeline)?.map(|parities| match parities {
        EVEN => Some(false),
        ODD => Some(true),
        _ => None,
    });
    Some([white?, black?])
}

/// Whether the numbers of moves fit the side to move.
pub fn fits(timeline: &Timeline<'_>) -> bool {
    misfit(timeline).is_none()
}

/// White's number of moves and Black's if they do not fit the side to move.
fn misfit(timeline: &Timeline<'_>) -> Option<[Parities; 2]> {
    let white = side(timeline, Color::White);
    if white == FREE {
        return None;
    }
    let black = side(timeline, Color::Black);
    let difference = match timeline.ledger().turn {
        Color::White => EVEN,
        Color::Black => ODD,
    };
    (plus(white, black) & difference == 0).then_some([white, black])
}

fn side(timeline: &Timeline<'_>, color: Color) -> Parities {
    let ledger = timeline.ledger();
    let scenario = timeline.side(color);
    let mut sum = EVEN;
    for career in &scenario.careers {
        sum = plus(sum, pawn(timeline, career));
        if sum == FREE {
            return FREE;
        }
    }
    // Officers shut up together are counted together.
    let mut counted = Bitboard::EMPTY;
    for region in closed_regions(&ledger.board, &ledger.mobility) {
        if region.color == color {
            counted |= region.squares;
            sum = plus(sum, region.parities);
        }
    }
    let home = match color {
        Color::White => Square::E1,
        Color::Black => Square::E8,
    };
    let mut add = |parities: Parities| {
        sum = plus(sum, parities);
        sum == FREE
    };
    if !counted.contains(home)
        && add(officer(
            timeline,
            color,
            Role::King,
            home,
            ledger.census(color).king.into(),
        ))
    {
        return FREE;
    }
    for (i, victim) in scenario.victims.iter().enumerate() {
        if let Man::Officer(square, class) = victim.man {
            if counted.contains(square) && class != Class::Knight {
                continue;
            }
            let squares = timeline.death_squares(color, i);
            if add(officer(timeline, color, class.role(), square, squares)) {
                return FREE;
            }
        }
    }
    for class in Class::ALL {
        if add(survivors(timeline, color, class, counted)) {
            return FREE;
        }
    }
    sum
}

/// The moves of a pawn, as a pawn and as what it became.
fn pawn(timeline: &Timeline<'_>, career: &PawnCareer) -> Parities {
    let steps = |square: Square| match career.color {
        Color::White => u32::from(square.rank()).saturating_sub(1),
        Color::Black => 6u32.saturating_sub(u32::from(square.rank())),
    };
    let one = |count: u32| if count.is_multiple_of(2) { EVEN } else { ODD };
    let pawn = PawnId::new(career.color, career.origin);
    let ends = match career.end {
        End::Stands(_) | End::Falls => timeline.ends(pawn),
        // The promoted man was captured: nothing is known of its moves.
        End::Spent(_) | End::Remains(..) | End::Unsettled => return FREE,
    };
    let can_double = timeline
        .first_leave(pawn)
        .into_iter()
        .any(|square| steps(square) >= 2);
    let did_double = matches!(career.end, End::Stands(square)
        if timeline.ledger().double_stepped == Some(square));
    ends.into_iter().fold(0, |all, square| {
        let count = steps(square);
        let single = if did_double { 0 } else { one(count) };
        let double = if can_double && count >= 2 {
            one(count - 1)
        } else {
            0
        };
        all | single | double
    })
}

/// The moves of an officer from home to one of `squares`.
fn officer(
    timeline: &Timeline<'_>,
    color: Color,
    role: Role,
    home: Square,
    squares: Bitboard,
) -> Parities {
    let ledger = timeline.ledger();
    if ledger.steady.contains(home) {
        return EVEN;
    }
    let judge = |pawn: &[Square]| {
        let tour = ledger
            .mobility
            .tour(color, role, home, Bitboard::EMPTY, pawn);
        u8::from(tour[0].intersects(squares)) | u8::from(tour[1].intersects(squares)) << 1
    };
    let mut parities = judge(&[]);
    if role != Role::Knight && parities == FREE {
        for pawn in timeline.pacing(None, None) {
            parities &= judge(&pawn);
        }
    }
    parities
}

/// The moves of the officers of a class that are on the board, however they are told apart.
fn survivors(timeline: &Timeline<'_>, color: Color, class: Class, counted: Bitboard) -> Parities {
    let ledger = timeline.ledger();
    let skip = |square: Square| class != Class::Knight && counted.contains(square);
    let homes: Vec<Square> = (timeline.side(color).alive & class.homes(color))
        .into_iter()
        .filter(|&square| !skip(square))
        .collect();
    let men: Vec<Square> = ledger.census(color).officers[class as usize]
        .into_iter()
        .filter(|&square| !skip(square))
        .collect();
    let from_to = |from: Square, to: Square| {
        if ledger.steady.contains(from) != ledger.steady.contains(to) && from != to {
            0
        } else {
            officer(timeline, color, class.role(), from, to.into())
        }
    };
    match (homes.as_slice(), men.as_slice()) {
        ([], []) => EVEN,
        (&[home], &[man]) => from_to(home, man),
        (&[a, b], &[x, y]) => {
            plus(from_to(a, x), from_to(b, y)) | plus(from_to(a, y), from_to(b, x))
        }
        _ => FREE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parities_add_like_numbers() {
        assert_eq!(plus(EVEN, EVEN), EVEN);
        assert_eq!(plus(ODD, ODD), EVEN);
        assert_eq!(plus(EVEN, ODD), ODD);
        assert_eq!(plus(FREE, ODD), FREE);
        assert_eq!(plus(0, FREE), 0);
    }
}
