//! Why a refuted position has no history, as a chain of deductions: what a problemist would print, as data.
//!
//! Invariant: a deduction carries the squares and numbers it speaks of. Each follows from the position and those before it,
//! the last one is a contradiction, and none can be left out (`checker::argument` sees to the first two).

use shakmaty::{Bitboard, ByColor, Color, Square};

use super::class::Class;
use super::unmove::Unmove;

/// A chain of deductions about one position; the last one contradicts what is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// In the order in which they are said. Not empty.
    pub steps: Vec<Deduction>,
}

/// One deduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deduction {
    /// Kings and rooks of castling rights that are held, or men that are said to have stood still, have not moved.
    MayCastle(Bitboard),
    /// Pawns on the rank where pawns begin have not moved.
    AtHome(Bitboard),
    /// Officers at home that are shut in by men that have not moved, and by one another, have not moved either.
    ShutIn(Bitboard),
    /// The pawns on these squares came straight from home: any other way takes more captures than there were.
    CameStraight(Bitboard),
    /// So many men of a side are missing: so many captures the other side made.
    Missing {
        /// Whose men.
        color: Color,
        /// How many.
        men: u32,
    },
    /// The missing officers from these homes never came where a pawn could capture them.
    OutOfReach {
        /// Whose men.
        color: Color,
        /// Where they come from.
        homes: Bitboard,
    },
    /// The pawn on this square captured the missing officer from this home: otherwise there was no missing man for each capture of
    /// these pawns, whichever way they came.
    Captured {
        /// The pawn that did.
        pawn: Square,
        /// Where the officer comes from.
        home: Square,
        /// The pawns of its side whose captures are spoken of, itself among them.
        pawns: Bitboard,
    },
    /// Of these men of one kind so many are promoted at least: no more of the originals can stand there.
    Promoted {
        /// The men.
        men: Bitboard,
        /// How many.
        count: u32,
    },
    /// The pawns on these squares and so many promoted men took all captures of their side's pawns but so many at most.
    FewLeft {
        /// Whose pawns captured.
        color: Color,
        /// The pawns that are spoken of.
        pawns: Bitboard,
        /// How many promoted men of each class are counted with them.
        promoted: Vec<(Class, u32)>,
        /// How often all other pawns captured at most.
        left: u32,
    },
    /// None of these men made the last move.
    DidNotMove {
        /// The men.
        men: Bitboard,
        /// What is against every square they can have come from; sorted.
        bars: Vec<Bar>,
    },
    /// Nor the man, if any, that was captured by the move that led from this position: one of these is against every square it can
    /// have come from; sorted.
    NorTheCaptured(Vec<Bar>),
    /// The man on this square gives a check that no move of another man can have given: nobody else moved last.
    GivesCheck(Square),
    /// So no man made the last move.
    NoLastMove,
    /// The man on this square cannot have come there, neither from home nor from where it was promoted.
    NoWayIn(Square),
    /// None of these men can ever have moved, and not all of them are at home.
    Locked(Bitboard),
    /// None of these men, some of which are promoted, can have come from where pawns of theirs are promoted.
    NoPromotion(Bitboard),
    /// The pawns on these squares and so many promoted men took more captures than there were.
    TooManyCaptures {
        /// Whose pawns captured.
        color: Color,
        /// The pawns that are spoken of.
        pawns: Bitboard,
        /// How many promoted men of each class are counted with them.
        promoted: Vec<(Class, u32)>,
        /// The captures of all these at least, one more than there were; `None`: no number of captures brings them there.
        needed: Option<u32>,
    },
    /// Whichever way the pawns on these squares and so many promoted men came, there was no missing man for each of their captures.
    NoVictim {
        /// Whose pawns captured.
        color: Color,
        /// The pawns that are spoken of.
        pawns: Bitboard,
        /// How many promoted men of each class are spoken of with them.
        promoted: Vec<(Class, u32)>,
        /// Where they captured on every way; may be empty.
        on: Bitboard,
        /// Kinds of missing men of which none can have stood on any of these squares; if there are none, on any square where they
        /// can have captured.
        barred: Vec<Barred>,
    },
    /// As long as none of these pawns had captured, each that is on the board stood on its file, between home and where it captured
    /// first, or where it stands.
    BeforeCaptures {
        /// Those on the board, of both sides.
        pawns: Bitboard,
        /// By side, whether its missing pawns are spoken of, too.
        missing: ByColor<bool>,
        /// All squares where they stood.
        stood: Bitboard,
    },
    /// Till then the missing officers from these homes could not come where one of them can capture first.
    ShutInBefore(Bitboard),
    /// These are some of them that captured, and one of the captures of all was the first; but none can have been.
    NoFirstCapture(Bitboard),
    /// For the files to hold the pawns they hold, and to let the others pass, more pawns had to move than the captures moved.
    FilesBlocked(Blocked),
    /// In whatever order the pawns on these squares moved, all of which came straight, the men from these homes, all of which are on
    /// the board, could not all get to where men of their kind stand.
    NotAllOut {
        /// Of either side.
        pawns: Bitboard,
        /// Of sides that have all their pawns: kings, and officers of kinds of which none is missing.
        homes: Bitboard,
    },
    /// There is a check, and no single move gives the checks there are.
    ChecksAtOnce,
    /// A pawn came straight from home, or it did not; neither can be.
    StraightOrNot {
        /// The pawn.
        pawn: Square,
        /// If it did.
        straight: Argument,
        /// If it did not.
        astray: Argument,
    },
    /// Every last move leads to a position that is refuted in its turn.
    LastMoves(Vec<Branch>),
    /// The reason named in the refutation, taken as it is.
    AsNamed,
}

/// Last moves that fail alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The moves, each with the place of the position before it in the refutation.
    pub moves: Vec<(Unmove, usize)>,
    /// What refutes each of these positions. Men that have not moved so far had not moved there.
    pub then: Argument,
}

impl Branch {
    /// The moves.
    pub fn unmoves(&self) -> impl Iterator<Item = &Unmove> {
        self.moves.iter().map(|(unmove, _)| unmove)
    }
}

/// What is against a last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bar {
    /// No square is free from where it could have come.
    NoSquare,
    /// On the square where it came from it would already have checked the king that is to move now.
    OwnCheck,
    /// The man on this square would already have checked that king.
    CheckFrom(Square),
    /// The kings would have stood side by side.
    Kings,
    /// It was no double step: none can be captured en passant in this world.
    DoubleStep,
    /// The last move was the double step over this square.
    OtherDoubleStep(Square),
    /// One side would have had more pawns and promoted men than eight.
    Material,
}

/// Pawns that had to capture or be captured, or to let another one in, and how many of them the captures moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocked {
    /// The pawns, at least.
    pub pawns: u32,
    /// Those that captures moved, at most.
    pub at_most: u32,
    /// The captures by pawns or of pawns, at most.
    pub captures: u32,
    /// Whether pawns that let another one in are counted: a capture moves two then, whoever is captured.
    pub give_way: bool,
}

/// Why a missing man was not captured on some squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Barred {
    /// A bishop, which runs on squares of the other colour.
    Colour(Class),
    /// An officer that never came there from home.
    ShutIn(Class),
    /// One of two missing officers of a kind did not; the other can have.
    OneShutIn(Class),
    /// A pawn: for want of captures it never came there, and nowhere it was promoted.
    Pawn,
    /// A pawn: for want of captures it never came there, and on the way to be promoted it would have checked a king that has not
    /// moved.
    PawnChecks,
    /// Pawns: all that would have been needed there could not come for want of captures.
    Together,
}
