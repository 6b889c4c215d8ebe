//! Men that never came somewhere, around those that have not moved.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square};

use super::captures::{Captures, men_of};
use super::{Known, side};
use crate::retro::checker::account::capture_squares;
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::checker::walls;
use crate::retro::model::{Class, RetroPosition};

/// Whether the officer on `square` came neither from a home of its kind nor from where it was promoted.
pub(super) fn had_no_way(square: Square, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
    let board = &position.board;
    let Some(man @ Piece { color, role }) = board.piece_at(square) else {
        return false;
    };
    if role == Role::Pawn {
        return false;
    }
    let mut sources = Board::new().by_piece(man);
    if role != Role::King && (board.pawns() & board.by_color(color)).count() < 8 {
        sources |= Bitboard::from_rank(color.relative_rank(Rank::Eighth)) & !unmoved.still;
    }
    !unmoved.reach(color, role, sources).contains(square)
}

impl Known<'_> {
    pub(super) fn came_straight(&mut self, pawns: Bitboard) -> bool {
        let board = &self.position.board;
        let known = walls::ways(board);
        let mut new = Vec::new();
        for square in pawns {
            let Some(color) = (board.pawns() & square)
                .first()
                .and_then(|pawn| board.color_at(pawn))
            else {
                return false;
            };
            let way = walls::straight_way(color, square);
            if !known.contains(&way) && !self.straight(color).contains(square) {
                return false;
            }
            new.push(way);
        }
        self.ways.append(&mut new);
        pawns.any()
    }

    /// The pawns of a side that came straight, with all that was said of its captures and promoted men.
    fn straight(&self, color: Color) -> Bitboard {
        let board = &self.position.board;
        let Some(most) = self.most_captures(color) else {
            return Bitboard::EMPTY;
        };
        let is_own = |class: &Class| {
            let men = men_of(*class, color, self.position);
            let said = self.promoted.iter().filter(move |(known, _)| *known == men);
            said.map(|&(_, count)| count)
                .max()
                .map(|count| (*class, count))
        };
        let promoted: Vec<(Class, u32)> = Class::ALL.iter().filter_map(is_own).collect();
        let counted = Captures {
            color,
            pawns: board.pawns() & board.by_color(color),
            promoted: &promoted,
        };
        counted.straight(most, &self.unmoved(), self.position)
    }

    pub(super) fn are_out_of_reach(&mut self, color: Color, homes: Bitboard) -> bool {
        self.out_of_reach[side(color)] |= homes;
        homes.any() && homes.is_subset(out_of_reach(color, &self.unmoved(), self.position))
    }
}

/// Homes of a side's missing officers that were never on a square where an enemy pawn captures.
pub(in crate::retro) fn out_of_reach(
    color: Color,
    unmoved: &Unmoved<'_>,
    position: &RetroPosition,
) -> Bitboard {
    let board = &position.board;
    let targets = capture_squares(color.other(), unmoved);
    let array = Board::new();
    let officers = array.by_color(color) & !array.pawns() & !array.kings();
    officers
        .into_iter()
        .filter(|&home| {
            let role = array.role_at(home).unwrap_or(Role::Queen);
            let there = board.by_color(color) & board.by_role(role);
            let reach = unmoved.reach(color, role, home.into());
            !unmoved.still.contains(home) && reach.is_disjoint(there | targets)
        })
        .collect()
}
