//! What a proof says, in the reader's language and letters.

mod cage;
mod no_scenario;
mod nogood;
mod reasons;
mod words;

use super::TextStyle;

pub(in crate::report) use crate::report::text::words::side_name as side;
pub(in crate::report) use cage::frees_nobody;
pub(in crate::report) use nogood::{because, in_every_case, parts_told};
pub(in crate::report) use words::adjective;

/// A claim that can be put into words.
pub(in crate::report) trait Told {
    /// The claim in a retro reader's words.
    fn told(&self, style: TextStyle) -> String;
}
