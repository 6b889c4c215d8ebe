//! What a search that found no scenario leaves behind: parts of scenarios that exclude one another, each with why.
//!
//! Every scenario of White's together with every one of Black's has all parts of one of them. Whoever goes through the
//! cases needs to look at no scenario as a whole, and nothing of the search.

use shakmaty::{Bitboard, File, Square};

use super::course::Course;
use crate::retro::model::{Class, PawnId};

/// Something a side's scenario settles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// What became of a pawn: the files it went through and its end.
    Career(Course),
    /// Where the pawn of a file was promoted to a man on the board.
    Promotion {
        /// The file of origin.
        file: File,
        /// Where it was promoted.
        square: Square,
        /// What it became.
        class: Class,
    },
    /// That the pawn of a file, or what it became, is not missing.
    Present(File),
    /// The home squares of the officers of a class that are still on the board.
    Originals(Class, Bitboard),
}

/// How deep a contradiction lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Depth {
    /// Captures without victims.
    Victims,
    /// The timeline contradicts itself without an assumption about the order.
    Direct,
    /// It does so when orders are assumed.
    Probing,
    /// The order stands, but the pawns cannot be moved square by square so that everybody gets where he is needed.
    JointPawns,
}

/// Why parts exclude one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Because {
    /// They leave no order of events, seen so deep.
    NoOrder(Depth),
    /// With these parts every man's number of moves is known to be even or odd, and the sums do not fit the side to move: with White
    /// to move both sides made equally many moves, with Black to move White made one more.
    MoveNumbers {
        /// Whether White made an odd number, and Black.
        odd: [bool; 2],
    },
    /// With these parts of the [`first_side`](super::first_side), every scenario of the other side meets a nogood named before.
    EveryCase {
        /// Or it leaves no order of events, whichever men were captured where. Only as found: elaborated, each such case is a
        /// nogood of its own.
        choices: bool,
    },
}

/// What is written down beside a claim so that it is checked, and not found once more.
///
/// Its numbers bound the work of the checker, which has no limit of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum Hint {
    /// Nothing: what is counted needs none, and what was just found has none yet.
    #[default]
    None,
    /// These pawns, in their order, cannot be moved among each other.
    Moved {
        /// Who.
        pawns: Box<[PawnId]>,
        /// So many positions of theirs can be come to at most.
        positions: u32,
    },
    /// Every case has all parts of one of some nogoods.
    Cases {
        /// Their places, in order.
        met: Box<[u32]>,
        /// So many ways of pawns are looked at at most.
        ways: u32,
    },
}

/// Parts that no history has together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nogood {
    /// Parts of White's scenario and of Black's.
    pub parts: [Box<[Part]>; 2],
    /// Why.
    pub because: Because,
    /// How to check it.
    pub hint: Hint,
}
