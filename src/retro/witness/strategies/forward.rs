//! Forward construction: the captures of the pawns are settled, then played out from the array.

use crate::budget::{Budget, Limit};
use crate::retro::model::Witness;

use super::super::forward::Forward;
use super::super::search::Search;
use super::{Attempts, Spent, Strategy};

/// With so many promoted men a game is built forward first.
const MANY: usize = 3;

/// So many nodes then go into that, and of what comes later so many times what goes into the basic strategy.
const FIRST: u64 = 200_000;
const MOSTLY: u64 = 3;

/// Basic nodes before it takes turns otherwise.
const LATER: u64 = 60_000;

/// It then gets as many nodes as the basic strategy up to this, and beyond so much less: one of its nodes takes the time of several.
const ALIKE: u64 = 300_000;
const SELDOM: u64 = 4;

pub(super) const STRATEGY: Strategy = Strategy {
    name: "forward",
    begin: |search| Some(Box::new(search.forward())),
    share: |search, Spent { basic, .. }, _| {
        if search.promoted >= MANY {
            FIRST.max(MOSTLY * basic)
        } else if basic >= LATER {
            basic.min(ALIKE + basic / SELDOM)
        } else {
            0
        }
    },
};

impl Attempts for Forward {
    fn advance(
        &mut self,
        _search: &mut Search,
        _due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        Forward::advance(self, budget)
    }

    fn is_under_way(&self) -> bool {
        Forward::is_under_way(self)
    }

    fn is_over(&self) -> bool {
        !self.is_open()
    }

    fn begun(&self) -> u32 {
        Forward::begun(self)
    }
}
