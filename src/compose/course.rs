//! How a search went: what became of each draw.

use super::Find;

/// What became of a draw, from the farthest to the nearest to a find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum End {
    /// The search was stopped.
    Stopped,
    /// No placement fits what the mechanism needs.
    Misfit,
    /// No thematic key solves against every history.
    NoKey,
    /// Other keys solve besides the thematic one.
    Cooked,
    /// One key, but its solution does not show the mechanism, has a dual after a denial, or is the same
    /// without trials.
    NotShown,
    /// The histories are not those the mechanism needs, or are not decided within the limits.
    OtherHistories,
    /// The verification does not call it sound.
    NotVerified,
    /// A sound problem.
    Found,
}

impl End {
    /// Every end, in order.
    pub const ALL: [End; 8] = [
        End::Stopped,
        End::Misfit,
        End::NoKey,
        End::Cooked,
        End::NotShown,
        End::OtherHistories,
        End::NotVerified,
        End::Found,
    ];
}

/// One draw, drawn and improved.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Draw {
    /// Its number.
    pub number: u64,
    /// What became of it.
    pub end: End,
    /// What was found.
    pub find: Option<Find>,
}

/// How many draws came to which end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    ends: [u64; End::ALL.len()],
}

impl Tally {
    pub(super) fn count(&mut self, end: End) {
        self.ends[end as usize] += 1;
    }

    /// How many draws ended so.
    pub fn of(&self, end: End) -> u64 {
        self.ends[end as usize]
    }

    /// How many draws were made.
    pub fn draws(&self) -> u64 {
        self.ends.iter().sum()
    }
}
