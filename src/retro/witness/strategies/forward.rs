//! Forward construction: the captures of the pawns are settled, then played out from the array.

use crate::budget::{Budget, Limit};
use crate::retro::model::Witness;

use super::super::forward::Forward;
use super::super::search::Search;
use super::super::tuning::TUNING;
use super::{Attempts, Spent, Strategy};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "forward",
    begin: |search| Some(Box::new(search.forward())),
    share: |search, Spent { basic, .. }, _| {
        let (many, first, mostly) = TUNING.forward_first;
        let (after, times) = TUNING.forward;
        if search.promoted >= many {
            first.max(mostly * basic)
        } else if basic >= after {
            times * basic
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
