//! Unblocking: attempts from positions in which nobody of the diagram is locked in any more.

use crate::budget::{Budget, Limit};

use super::super::beam::{Beam, BeamSettings};
use super::super::releases::Release;
use super::super::search::{Search, attempt};
use super::super::tuning::{Order, Series as Seeds, TUNING, turn};
use super::series::{Series, Source};
use super::{Attempts, Spent, Strategy};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "unblocking",
    begin: |search| {
        let unblocking = Unblocking {
            used: 0,
            current: None,
            is_over: false,
        };
        search
            .sees_home
            .then(|| Box::new(Series::new(unblocking)) as Box<dyn Attempts>)
    },
    share: |search, Spent { basic, all }, own| match search.is_locked() {
        true if basic >= TUNING.unblocking_locked => all - own,
        false if basic >= TUNING.unblocking => basic / 2,
        _ => 0,
    },
};

struct Unblocking {
    /// So many releases have been taken up.
    used: usize,
    /// The last of them, unless it was given up, and the number of the first attempt from it.
    current: Option<(Release, u32)>,
    is_over: bool,
}

impl Source for Unblocking {
    /// Takes up another release first if that is due.
    fn begin(
        &mut self,
        search: &mut Search,
        index: u32,
        due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Beam>, Limit> {
        let is_worn = |at: u32| index >= at + TUNING.attempts_of_release;
        if self.current.as_ref().is_none_or(|&(_, at)| is_worn(at)) {
            let next = search.release(self.used, due, budget)?;
            if let Some(release) = next {
                self.used += 1;
                self.current = Some((release.clone(), index));
            }
        }
        self.is_over = self.current.is_none() && !search.has_release(self.used);
        let begun = self
            .current
            .as_ref()
            .map(|(Release { node, unmoves }, _)| Beam::new(node, unmoves, settings(index), None));
        Ok(begun)
    }

    fn learn(&mut self, beam: &Beam) {
        if beam.nodes() < TUNING.dead_end {
            self.current = None;
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}

/// The attempt of this number: a narrow one. Who is there walks first, before others stand in the way; in one of four kings come
/// home first.
fn settings(index: u32) -> BeamSettings {
    let order = turn(&TUNING.orders_of_releases, index);
    BeamSettings {
        width: turn(&TUNING.widths_of_releases, index),
        seed: Seeds::Released.seed(index),
        noise: TUNING.noise[1],
        surplus: turn(&TUNING.surplus_of_releases, index),
        novelty: if order == Order::LockedThenKings {
            TUNING.novelty
        } else {
            0
        },
        order,
        ..attempt(index)
    }
}
