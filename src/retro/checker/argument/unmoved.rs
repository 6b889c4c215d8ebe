//! Men that never came somewhere, around those that have not moved.

use shakmaty::{Bitboard, Color};

use super::Known;
use super::captures::Capturers;
use crate::retro::checker::account::{self, capture_squares};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::checker::walls;
use crate::retro::model::{Class, RetroPosition};

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
        let pawns = board.pawns() & board.by_color(color);
        let promoted = self.said_promoted(color);
        Capturers::of(color, pawns, &promoted).straight(most, &self.unmoved(), self.position)
    }

    /// How many men of each class of a side were said to be promoted at least.
    pub(super) fn said_promoted(&self, color: Color) -> Vec<(Class, u32)> {
        let is_own = |class: &Class| {
            let men = class.men(&self.position.board, color);
            let said = self.promoted.iter().filter(move |(known, _)| *known == men);
            said.map(|&(_, count)| count)
                .max()
                .map(|count| (*class, count))
        };
        Class::ALL.iter().filter_map(is_own).collect()
    }

    pub(super) fn are_out_of_reach(&mut self, color: Color, homes: Bitboard) -> bool {
        self.out_of_reach[color] |= homes;
        homes.any() && homes.is_subset(out_of_reach(color, &self.unmoved(), self.position))
    }
}

/// Homes of a side's missing officers that were never on a square where an enemy pawn captures.
pub(in crate::retro) fn out_of_reach(
    color: Color,
    unmoved: &Unmoved<'_>,
    position: &RetroPosition,
) -> Bitboard {
    let targets = capture_squares(color.other(), unmoved);
    account::out_of_reach(color, targets, unmoved.still, &position.board, unmoved)
}
