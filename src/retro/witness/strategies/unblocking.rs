//! Unblocking: attempts from positions in which nobody of the diagram is locked in any more.

use crate::budget::{Budget, Limit};
use crate::retro::model::Witness;

use super::super::beam::{Attempt, Beam, Nearest, Order};
use super::super::node::Surplus;
use super::super::releases::{Release, Releases};
use super::super::search::{Search, attempt};

use super::series::nearer;
use super::{Attempts, Spent, Strategy};

/// Basic nodes before it takes turns: where many men lock one another in, or few are left, hardly anything else keeps a game from being
/// found.
const LOCKED: u64 = 20_000;
const OTHERWISE: u64 = 150_000;

/// An attempt that is over within so many nodes shows that nothing leads home from there.
const DEAD_END: u64 = 200;

/// After so many attempts from one release another is looked for.
const AGAIN: u32 = 2;

/// More attempts than anybody waits for.
const MOST: u32 = 4000;

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
        let is_locked = search.is_tight || search.is_sparse() || search.is_interposed;
        match is_locked {
            true if basic >= LOCKED => all - own,
            false if basic >= OTHERWISE => basic / 2,
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
        let used = |at| self.index >= at + AGAIN;
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
        if beam.nodes() < DEAD_END {
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
        self.index > MOST || !has_next
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
    let place = index as usize % 4;
    Attempt {
        width: [12, 12, 24, 48][place],
        seed: u64::from(index) + 4_000_000,
        noise: 16,
        surplus: if index % 8 == 7 {
            Surplus::Promoted
        } else {
            Surplus::Original
        },
        novelty: [100, 0, 0, 0][place],
        order: if place == 0 {
            Order::LockedThenKings
        } else {
            Order::WalksFirst
        },
        ..attempt(index)
    }
}
