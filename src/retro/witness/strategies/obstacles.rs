//! Obstacles: attempts that learn from cages which men must not be left together, and go round them.

use super::super::beam::{Attempt, Blockades};
use super::super::search::{Search, attempt};
use super::super::tuning::TUNING;
use super::series::Series;
use super::{Spent, Strategy};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "obstacles",
    begin: |search| {
        search
            .sees_home
            .then(|| Box::new(Series::new(settings)) as _)
    },
    share: |_, Spent { basic, .. }, _| if basic >= TUNING.obstacles { basic } else { 0 },
};

/// The attempt of this number: it has to go round groups, which takes longer.
fn settings(_: &Search, index: u32) -> Attempt {
    let basic = attempt(index);
    Attempt {
        width: 2 * basic.width,
        patience: 2 * basic.patience,
        novelty: TUNING.novelty,
        blockades: if index.is_multiple_of(4) {
            Blockades::Strict
        } else {
            Blockades::Loose
        },
        ..basic
    }
}
