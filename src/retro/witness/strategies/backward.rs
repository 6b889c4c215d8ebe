//! The basic strategy: the diagram is taken back by short attempts, most of them narrow.

use super::super::beam::{Attempt, Blockades, LONGEST};
use super::super::node::Surplus;
use super::super::search::{Search, attempt, order};
use super::Strategy;
use super::series::Series;

pub(super) const STRATEGY: Strategy = Strategy {
    name: "backward",
    begin: |search| {
        search
            .sees_home
            .then(|| Box::new(Series::new(settings)) as _)
    },
    share: |_, _, _| u64::MAX,
};

/// So many very narrow attempts come first where few men are left.
const NARROW: u32 = 10;

/// The attempt of this number.
fn settings(search: &Search, index: u32) -> Attempt {
    let narrow = if search.is_sparse() { NARROW } else { 0 };
    match index.checked_sub(narrow) {
        None | Some(0) => Attempt {
            width: 6,
            seed: u64::from(index) + 2_000_000,
            noise: 16,
            patience: 30,
            surplus: Surplus::Original,
            longest: LONGEST,
            novelty: 0,
            blockades: Blockades::Unseen,
            order: order(index),
        },
        Some(later) => attempt(later),
    }
}
