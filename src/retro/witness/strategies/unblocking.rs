//! Unblocking: attempts from positions in which nobody of the diagram is locked in any more.

use crate::budget::{Budget, Limit};

use super::super::beam::{Attempt, Beam};
use super::super::releases::{Release, Releases};
use super::super::search::{Search, attempt};
use super::super::tuning::Order;
use super::super::tuning::{Series as Seeds, TUNING, turn};
use super::series::{Series, Source};
use super::{Spent, Strategy};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "unblocking",
    begin: |search| {
        let releases = search.sees_home.then(|| Releases::new(search.root()));
        Some(Box::new(Series::new(Unblocking {
            releases: releases?,
            released_at: None,
        })))
    },
    share: |search, Spent { basic, all }, own| {
        let is_locked = search.is_tight || search.is_sparse();
        match is_locked {
            true if basic >= TUNING.unblocking_locked => all - own,
            false if basic >= TUNING.unblocking => basic / 2,
            _ => 0,
        }
    },
};

struct Unblocking {
    releases: Releases,
    /// The number of the first attempt from the last release.
    released_at: Option<u32>,
}

impl Source for Unblocking {
    /// Looks for another release first if that is due.
    fn begin(
        &mut self,
        search: &mut Search,
        index: u32,
        due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Beam>, Limit> {
        let used = |at| index >= at + TUNING.attempts_of_release;
        let is_next = self.releases.last().is_none() || self.released_at.is_none_or(used);
        if is_next && self.releases.is_open() {
            let mut share = budget.share(due);
            let found = self.releases.advance(search, &mut share);
            budget.charge(&share);
            if found? {
                self.released_at = Some(index);
            }
        }
        let release = self.releases.last();
        let begun = release
            .map(|Release { node, unmoves }| Beam::new(node, unmoves, settings(index), None));
        Ok(begun)
    }

    fn learn(&mut self, beam: &Beam) {
        if beam.nodes() < TUNING.dead_end {
            self.releases.give_up();
        }
    }

    fn is_over(&self) -> bool {
        self.releases.last().is_none() && !self.releases.is_open()
    }
}

/// The attempt of this number: a narrow one. Who is there walks first, before others stand in the way; in one of four kings come
/// home first.
fn settings(index: u32) -> Attempt {
    let order = turn(&TUNING.orders_of_releases, index);
    Attempt {
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
