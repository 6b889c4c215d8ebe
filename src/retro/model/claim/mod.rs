//! What a proof can say: one claim a rule, as data, so that it can be checked and put into words without the code that found it.
//!
//! Invariant: a claim carries the squares and numbers it speaks of.

mod cage;
mod checks;
mod course;
mod deadlock;
mod edge_pawn;
mod idle_check;
mod kings;
mod material;
mod never_moved;
mod no_scenario;
mod no_way_in;
mod nogood;
mod pawn_captures;
mod pawn_order;
mod region;
mod tempo;

pub use cage::{Cage, Pattern};
pub(crate) use cage::{EMPTY, index};
pub use checks::ImpossibleCheck;
pub use course::{Course, End, MOST_CAPTURES};
pub use deadlock::Deadlock;
pub use edge_pawn::EdgePawn;
pub use idle_check::IdleCheck;
pub use kings::Kings;
pub use material::Material;
pub use never_moved::NeverMoved;
pub use no_scenario::{Account, CaptureDeficit, NoScenario, Shown, first_side};
pub use no_way_in::NoWayIn;
pub use nogood::{Because, Depth, Hint, Nogood, Part};
pub use pawn_captures::PawnCaptures;
pub use pawn_order::PawnOrder;
pub use region::ClosedRegion;
pub use tempo::Tempo;

/// A [`Reason`] of each of these claims.
macro_rules! reasons {
    ($($(#[$doc:meta])* $Claim:ident,)*) => {
        /// A named reason why a position cannot have arisen.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Reason {
            $($(#[$doc])* $Claim($Claim),)*
        }

        $(impl From<$Claim> for Reason {
            fn from(claim: $Claim) -> Reason {
                Reason::$Claim(claim)
            }
        })*
    };
}

reasons! {
    /// A king is missing or doubled.
    Kings,
    /// A pawn stands on the first or eighth rank.
    EdgePawn,
    /// More men, pawns or promoted men than a side can have.
    Material,
    /// The side not on move is in check.
    IdleCheck,
    /// Checks no move can have given together.
    ImpossibleCheck,
    /// A man never moved that must have moved, or stands where it did not start.
    NeverMoved,
    /// A man had no way to its square.
    NoWayIn,
    /// Men that no chain of retractions frees, not all at home.
    Deadlock,
    /// Officers shut up together that cannot have come to stand as they do.
    ClosedRegion,
    /// The pawns need more captures than there are missing men.
    PawnCaptures,
    /// One side has made fewer moves than the other one needs.
    Tempo,
    /// No captures lead to the order of the pawns on their files.
    PawnOrder,
    /// Every scenario of captures and promotions fails.
    NoScenario,
}
