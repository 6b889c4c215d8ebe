//! Whether pawns that came straight let some men out of their homes to where they stand.

use shakmaty::{Bitboard, Color};

use super::joint_pawns::{JointPawns, Moved, Officers};
use super::way::Way;
use crate::budget::Limits;
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::checker::walls::straight_way;
use crate::retro::model::claim::{Course, End};
use crate::retro::model::{Class, RetroPosition};

/// Pawns that have more positions together are not looked at.
const MOST_POSITIONS: usize = 2_000;

/// Whether these pawns, which came straight, cannot be moved in any order so that the men from these homes, none of whom is missing or
/// was ever replaced, get to where men of their kind stand.
pub(in crate::retro) fn not_all_out(
    pawns: Bitboard,
    homes: Bitboard,
    unmoved: &Unmoved<'_>,
    position: &RetroPosition,
) -> bool {
    let board = &position.board;
    let way = |square| {
        let color = (board.pawns().contains(square)).then(|| board.color_at(square))??;
        let is_straight = unmoved.ways().contains(&straight_way(color, square));
        let course = Course::new(&[square.file()], End::Stands(square))?;
        is_straight.then(|| Way::of(color, course, unmoved))?
    };
    let ways: Option<Vec<Way>> = pawns.into_iter().map(way).collect();
    let sides = [Color::White, Color::Black].map(|color| officers(color, homes, position));
    let (Some(ways), [Some(white), Some(black)]) = (ways, sides) else {
        return false;
    };
    let spoken_of = [&white, &black].map(|side| side.homes);
    if pawns.is_empty() || homes.is_empty() || homes != (spoken_of[0] | spoken_of[1]) {
        return false;
    }
    let [white, black] = [&white.officers, &black.officers];
    let mut play = JointPawns::new(board, unmoved, ways.iter().collect(), [white, black]);
    let moved = play.outcome(MOST_POSITIONS, &mut Limits::unlimited().start());
    matches!(moved, Ok(Moved::InVain { .. }))
}

/// Men of a side of whom it is known that they are on the board.
struct Side {
    officers: Officers,
    homes: Bitboard,
}

/// Those of a side whose homes are among these; `None`: some of them are missing, or may be.
fn officers(color: Color, homes: Bitboard, position: &RetroPosition) -> Option<Side> {
    let board = &position.board;
    let king = Bitboard::from(color.fold_wb(shakmaty::Square::E1, shakmaty::Square::E8));
    let mut side = Side {
        officers: Officers {
            without_king: homes.is_disjoint(king),
            ..Officers::default()
        },
        homes: homes & king,
    };
    for class in Class::ALL {
        let own = class.homes(color);
        if own.is_disjoint(homes) {
            continue;
        }
        let pawns = (board.pawns() & board.by_color(color)).count();
        let men = class.men(board, color).count();
        if pawns < 8 || men < own.count() || !own.is_subset(homes) {
            return None;
        }
        side.officers.originals[class as usize] = Some(own);
        side.homes |= own;
    }
    Some(side)
}
