//! The basic strategy: the diagram is taken back by short attempts, most of them narrow.

use crate::budget::{Budget, Limit};

use super::super::beam::Beam;
use super::super::search::{Search, attempt};
use super::Strategy;
use super::series::{Series, Source};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "backward",
    begin: |search| {
        search
            .sees_home
            .then(|| Box::new(Series::new(Backward)) as _)
    },
    share: |_, _, _| u64::MAX,
};

struct Backward;

impl Source for Backward {
    fn begin(
        &mut self,
        search: &mut Search,
        index: u32,
        _due: u64,
        _budget: &mut Budget,
    ) -> Result<Option<Beam>, Limit> {
        Ok(Some(search.begin(attempt(index))))
    }
}
