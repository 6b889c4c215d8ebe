//! Reasons for impossibility: one file each, listed here.
//!
//! A reason is a value that carries the squares and numbers it speaks of, so that it can be printed
//! and checked again without the code that found it. Invariant: a reason is returned only if *no*
//! history leads to the position, whatever the rights left open.

mod checks;
mod deadlock;
mod edge_pawn;
mod idle_check;
mod kings;
mod material;
mod never_moved;
mod no_way_in;
mod pawn_captures;
mod region;

use shakmaty::{Color, Role};

pub use checks::ImpossibleCheck;
pub use deadlock::Deadlock;
pub use edge_pawn::EdgePawn;
pub use idle_check::IdleCheck;
pub use kings::Kings;
pub use material::Material;
pub use never_moved::NeverMoved;
pub use no_way_in::NoWayIn;
pub use pawn_captures::PawnCaptures;
pub use region::ClosedRegion;

use super::ledger::Ledger;
use super::position::RetroPosition;
use super::scenario::NoScenario;
use crate::notation::Language;

/// A named reason why a position cannot have arisen.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A king is missing or doubled.
    Kings(Kings),
    /// A pawn stands on the first or eighth rank.
    EdgePawn(EdgePawn),
    /// More men, pawns or promoted men than a side can have.
    Material(Material),
    /// The side not on move is in check.
    IdleCheck(IdleCheck),
    /// Checks no move can have given together.
    ImpossibleCheck(ImpossibleCheck),
    /// A man never moved that must have moved, or stands where it did not start.
    NeverMoved(NeverMoved),
    /// A man had no way to its square.
    NoWayIn(NoWayIn),
    /// Men that no chain of retractions frees, not all at home.
    Deadlock(Deadlock),
    /// Officers shut up together that cannot have come to stand as they do.
    ClosedRegion(ClosedRegion),
    /// The pawns need more captures than there are missing men.
    PawnCaptures(PawnCaptures),
    /// Every scenario of captures and promotions fails.
    NoScenario(NoScenario),
}

impl Reason {
    /// The reason in a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        match self {
            Reason::Kings(reason) => reason.describe(language),
            Reason::EdgePawn(reason) => reason.describe(language),
            Reason::Material(reason) => reason.describe(language),
            Reason::IdleCheck(reason) => reason.describe(language),
            Reason::ImpossibleCheck(reason) => reason.describe(language),
            Reason::NeverMoved(reason) => reason.describe(language),
            Reason::NoWayIn(reason) => reason.describe(language),
            Reason::Deadlock(reason) => reason.describe(language),
            Reason::ClosedRegion(reason) => reason.describe(language),
            Reason::PawnCaptures(reason) => reason.describe(language),
            Reason::NoScenario(reason) => reason.describe(language),
        }
    }
}

/// The reasons that cost microseconds: asked at every node of a retraction search.
///
/// `None` says nothing: the position may be possible or not.
pub fn quick(position: &RetroPosition) -> Option<Reason> {
    if let Some(reason) = Kings::find(position) {
        return Some(Reason::Kings(reason));
    }
    if let Some(reason) = EdgePawn::find(position) {
        return Some(Reason::EdgePawn(reason));
    }
    if let Some(reason) = Material::find(position) {
        return Some(Reason::Material(reason));
    }
    if let Some(reason) = IdleCheck::find(position) {
        return Some(Reason::IdleCheck(reason));
    }
    if let Some(reason) = ImpossibleCheck::find(position) {
        return Some(Reason::ImpossibleCheck(reason));
    }
    let ledger = Ledger::new(position)?;
    if let Some(reason) = NeverMoved::find(position, &ledger) {
        return Some(Reason::NeverMoved(reason));
    }
    if let Some(reason) = Deadlock::find(&ledger) {
        return Some(Reason::Deadlock(reason));
    }
    if let Some(reason) = PawnCaptures::find(&ledger) {
        return Some(Reason::PawnCaptures(reason));
    }
    NoWayIn::find(&ledger).map(Reason::NoWayIn)
}

/// The name of a side.
pub(crate) const fn side(color: Color, language: Language) -> &'static str {
    match (color, language) {
        (Color::White, Language::English) => "White",
        (Color::Black, Language::English) => "Black",
        (Color::White, Language::German) => "Weiß",
        (Color::Black, Language::German) => "Schwarz",
    }
}

/// The adjective of a side (German: feminine, as of *Figur*, without article: "weiße").
pub(crate) const fn adjective(color: Color, language: Language) -> &'static str {
    match (color, language) {
        (Color::White, Language::English) => "white",
        (Color::Black, Language::English) => "black",
        (Color::White, Language::German) => "weiße",
        (Color::Black, Language::German) => "schwarze",
    }
}

/// How often, as an adverb.
pub(crate) fn times(count: u32, language: Language) -> String {
    match (count, language) {
        (1, Language::English) => "once".to_owned(),
        (2, Language::English) => "twice".to_owned(),
        (_, Language::English) => format!("{count} times"),
        (1, Language::German) => "einmal".to_owned(),
        (2, Language::German) => "zweimal".to_owned(),
        (_, Language::German) => format!("{count}mal"),
    }
}

/// The letter of a piece in the language; P or B names a pawn.
pub(crate) const fn letter(role: Role, language: Language) -> char {
    let (english, german) = match role {
        Role::King => ('K', 'K'),
        Role::Queen => ('Q', 'D'),
        Role::Rook => ('R', 'T'),
        Role::Bishop => ('B', 'L'),
        Role::Knight => ('N', 'S'),
        Role::Pawn => ('P', 'B'),
    };
    match language {
        Language::English => english,
        Language::German => german,
    }
}

#[cfg(test)]
pub(crate) fn test_position(fen: &str, world: &str) -> RetroPosition {
    let (board, turn) = fen.split_once(' ').unwrap();
    let diagram = crate::problem::Diagram {
        board: shakmaty::Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
        turn: if turn == "w" {
            Color::White
        } else {
            Color::Black
        },
    };
    RetroPosition::of_world(&diagram, world.parse().unwrap())
}
