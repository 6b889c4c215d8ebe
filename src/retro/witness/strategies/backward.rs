//! The basic strategy: the diagram is taken back by short attempts, most of them narrow.

use crate::budget::{Budget, Limit};

use super::super::beam::{Beam, BeamSettings};
use super::super::node::Surplus;
use super::super::search::{Search, attempt};
use super::super::tuning::{Series as Seeds, TUNING, turn};
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
        Ok(Some(search.begin(settings(search, index))))
    }
}

/// The attempt of this number: very narrow ones first where men are few.
fn settings(search: &Search, index: u32) -> BeamSettings {
    let (most, width) = TUNING.narrow;
    let narrow = if search.is_sparse() { most } else { 0 };
    if index > narrow {
        return attempt(index - narrow);
    }
    BeamSettings {
        width,
        seed: Seeds::Narrow.seed(index),
        noise: TUNING.noise[1],
        surplus: Surplus::Original,
        novelty: 0,
        order: turn(&TUNING.orders, index),
        ..attempt(index)
    }
}
