//! Unblocking: attempts from positions in which nobody of the diagram is locked in any more.

use crate::budget::{Budget, Limit};
use crate::retro::model::Witness;

use super::super::beam::{Attempt, Beam, Order};
use super::super::layers::Nearest;
use super::super::releases::{Release, Releases};
use super::super::search::{Search, attempt};
use super::super::tuning::{Series, TUNING, turn};

use super::series::nearer;
use super::{Attempts, Spent, Strategy};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "unblocking",
    begin: |search| {
        let releases = search.sees_home.then(|| Releases::new(search.root()));
        Some(Box::new(Unblocking {
            releases: releases?,
            index: 1,
            released_at: None,
            beam: None,
            nearest: None,
        }))
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
    /// The number of the attempt that is under way or comes next, counted from one.
    index: u32,
    /// That of the first from the last release.
    released_at: Option<u32>,
    beam: Option<Beam>,
    nearest: Option<Nearest>,
}

impl Unblocking {
    /// Looks for another release if that is due.
    fn release(&mut self, search: &mut Search, due: u64, budget: &mut Budget) -> Result<(), Limit> {
        let used = |at| self.index >= at + TUNING.attempts_of_release;
        let is_next = self.releases.last().is_none() || self.released_at.is_none_or(used);
        if !is_next || !self.releases.is_open() {
            return Ok(());
        }
        let mut share = budget.share(due);
        let found = self.releases.advance(search, &mut share);
        budget.charge(&share);
        if found? {
            self.released_at = Some(self.index);
        }
        Ok(())
    }
}

impl Attempts for Unblocking {
    fn advance(
        &mut self,
        search: &mut Search,
        due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        if self.beam.is_none() {
            self.release(search, due, budget)?;
        }
        let Some(release) = self.releases.last() else {
            return Ok(None);
        };
        let begun = || {
            let Release { node, unmoves } = release;
            Beam::new(node, unmoves, settings(self.index), None)
        };
        let mut beam = self.beam.take().unwrap_or_else(begun);
        let found = search.go_on(&mut beam, None, budget);
        if found.is_err() {
            self.beam = Some(beam);
            return found;
        }
        if beam.nodes() < TUNING.dead_end {
            self.releases.give_up();
        }
        self.nearest = nearer(self.nearest, &beam);
        self.index += 1;
        found
    }

    fn is_under_way(&self) -> bool {
        self.beam.is_some()
    }

    fn is_over(&self) -> bool {
        let has_next = self.releases.last().is_some() || self.releases.is_open();
        self.index > TUNING.most_attempts || !has_next
    }

    fn begun(&self) -> u32 {
        self.index - u32::from(self.beam.is_none())
    }

    fn nearest(&self) -> Option<Nearest> {
        match &self.beam {
            Some(beam) => nearer(self.nearest, beam),
            None => self.nearest,
        }
    }
}

/// The attempt of this number: a narrow one. Who is there walks first, before others stand in the way; in one of four kings come
/// home first.
fn settings(index: u32) -> Attempt {
    let order = turn(&TUNING.orders_of_releases, index);
    Attempt {
        width: turn(&TUNING.widths_of_releases, index),
        seed: Series::Released.seed(index),
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
