//! Checked attempts: positions that the search over scenarios refutes are dropped.

use super::super::beam::Attempt;
use super::super::node::Surplus;
use super::super::search::{Search, attempt};
use super::series::Series;
use super::{Spent, Strategy};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "checked",
    begin: |search| {
        search
            .sees_home
            .then(|| Box::new(Series::new(settings)) as _)
    },
    share: |search, Spent { basic, .. }, _| {
        if basic >= search.checked_after() {
            basic
        } else {
            0
        }
    },
};

/// The attempt of this number: what it looks at is more expensive, so it keeps more.
fn settings(_: &Search, index: u32) -> Attempt {
    let basic = attempt(index);
    Attempt {
        width: 2 * basic.width,
        patience: 40,
        surplus: Surplus::Promoted,
        careful: true,
        ..basic
    }
}
