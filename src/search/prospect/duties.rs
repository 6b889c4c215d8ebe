//! Who was given which duty in a picture, and what is left to pay with.

use shakmaty::{Bitboard, Square};

use super::MOST_MOVES;
use super::ring::Needs;

/// Who has been given a duty, and what is left to pay with. Men are told apart by the squares they stand on now.
#[derive(Clone, Copy)]
pub(super) struct Duties {
    /// Men of the mater that were given a place.
    pub(super) moved: Bitboard,
    /// Men of the mater that must leave a line: one move is paid.
    pub(super) leaving: Bitboard,
    /// Men of the victim that do not stay.
    pub(super) gone: Bitboard,
    /// Those of them that leave by a move, which is paid.
    pub(super) paid: Bitboard,
    /// Those that can block nothing any more.
    pub(super) used: Bitboard,
    pub(super) covered: Needs,
    /// Where men of the mater were placed, and where men of the victim block: there they stand at the end.
    pub(super) stood: Bitboard,
    pub(super) blocks: Bitboard,
    /// What lies between a man and the square he was chosen to cover: empty at the end.
    pub(super) lines: Bitboard,
    /// Men of the victim that must come to where a pawn captures them.
    pub(super) fetched: u32,
    /// Men of the mater's that pawns of the victim must capture on their ways.
    pub(super) taken: u32,
    pub(super) moves: u32,
    pub(super) replies: u32,
    /// How many men of the victim may be captured out of a line; every man that captures must move again.
    pub(super) captures: u32,
    /// How men of the mater's were placed.
    pub(super) places: [Placed; MOST_MOVES as usize],
    pub(super) placed: usize,
    /// How men of the victim's came to block.
    pub(super) blockers: [Placed; 8],
    pub(super) blocking: usize,
}

/// A man of the mater's that was given a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) from: Square,
    pub(super) to: Square,
    /// What it is there.
    pub(super) kind: u8,
    /// The moves it takes.
    pub(super) cost: u8,
}

impl Placed {
    pub(super) const NONE: Placed = Placed {
        from: Square::A1,
        to: Square::A1,
        kind: 0,
        cost: 0,
    };

    pub(super) fn slides(self) -> bool {
        (3..=5).contains(&self.kind)
    }
}

impl Duties {
    /// One more man of the mater's moves. Only moves after its first can follow a capture.
    pub(super) fn with_mover(mut self, man: Square) -> Option<Duties> {
        let movers = self.moved | self.leaving;
        if movers.contains(man) {
            return Some(self);
        }
        if movers.any() {
            self.captures = self.captures.checked_sub(1)?;
        }
        Some(self)
    }
}
