//! What a proof says, in the reader's language and letters: one file a claim.

mod cage;
mod checks;
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
mod words;

use super::TextStyle;
use crate::retro::model::claim::Reason;

pub(in crate::report) use crate::report::text::words::side_name as side;
pub(in crate::report) use nogood::{because, in_every_case, parts_told};
pub(in crate::report) use words::{adjective, times};

/// A claim that can be put into words.
pub(in crate::report) trait Told {
    /// The claim in a retro reader's words.
    fn told(&self, style: TextStyle) -> String;
}

impl Told for Reason {
    fn told(&self, style: TextStyle) -> String {
        match self {
            Reason::Kings(claim) => claim.told(style),
            Reason::EdgePawn(claim) => claim.told(style),
            Reason::Material(claim) => claim.told(style),
            Reason::IdleCheck(claim) => claim.told(style),
            Reason::ImpossibleCheck(claim) => claim.told(style),
            Reason::NeverMoved(claim) => claim.told(style),
            Reason::NoWayIn(claim) => claim.told(style),
            Reason::Deadlock(claim) => claim.told(style),
            Reason::ClosedRegion(claim) => claim.told(style),
            Reason::Tempo(claim) => claim.told(style),
            Reason::PawnCaptures(claim) => claim.told(style),
            Reason::PawnOrder(claim) => claim.told(style),
            Reason::NoScenario(claim) => claim.told(style),
        }
    }
}
