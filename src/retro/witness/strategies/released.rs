//! Forward construction of positions in which nobody of the diagram is locked in any more.

use std::collections::VecDeque;

use crate::budget::{Budget, Limit};
use crate::retro::model::{Unmove, Witness};

use super::super::forward::Forward;
use super::super::search::Search;
use super::super::tuning::TUNING;
use super::{Attempts, Spent, Strategy};

pub(super) const STRATEGY: Strategy = Strategy {
    name: "released",
    begin: |search| {
        let released = Released {
            used: 0,
            built: VecDeque::new(),
            attempts: 0,
            given_up: 0,
            is_over: false,
        };
        search
            .sees_home
            .then(|| Box::new(released) as Box<dyn Attempts>)
    },
    share: |search, Spent { basic, all }, own| match search.is_locked() {
        true if basic >= TUNING.unblocking_locked => (all - own) / 2,
        false if basic >= TUNING.unblocking => basic / 2,
        _ => 0,
    },
};

struct Released {
    /// So many releases have been taken up.
    used: usize,
    /// Constructions of the positions they lead back to, each with the moves that follow, in the order of taking back; the first is under
    /// way or comes next.
    built: VecDeque<(Forward, Vec<Unmove>)>,
    /// Attempts since the last release.
    attempts: u32,
    /// Those that were begun with constructions that are no longer kept.
    given_up: u32,
    is_over: bool,
}

impl Released {
    /// Takes up another release if that is due.
    fn take_up(&mut self, search: &mut Search, due: u64, budget: &mut Budget) -> Result<(), Limit> {
        let is_due = self.built.is_empty() || self.attempts >= TUNING.attempts_of_release;
        if self.is_under_way() || !is_due {
            return Ok(());
        }
        if let Some(release) = search.release(self.used, due, budget)?.cloned() {
            self.used += 1;
            self.attempts = 0;
            if let Some(forward) = search.forward_to(&release) {
                // Who was tried last has had his turn.
                if self.built.len() == TUNING.releases_built {
                    let last = self.built.pop_back();
                    self.give_up(last);
                }
                self.built.push_front((forward, release.unmoves));
            }
        }
        self.is_over = self.built.is_empty() && !search.has_release(self.used);
        Ok(())
    }

    fn give_up(&mut self, construction: Option<(Forward, Vec<Unmove>)>) {
        self.given_up += construction.map_or(0, |(forward, _)| forward.begun());
    }
}

impl Attempts for Released {
    fn advance(
        &mut self,
        search: &mut Search,
        due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        self.take_up(search, due, budget)?;
        let Some((forward, unmoves)) = self.built.front_mut() else {
            return Ok(None);
        };
        let found = forward.advance(budget)?;
        self.attempts += 1;
        let game = found.map(|mut game| {
            game.moves.extend(unmoves.iter().rev().map(Unmove::forward));
            game
        });
        if forward.is_open() {
            self.built.rotate_left(1);
        } else {
            let closed = self.built.pop_front();
            self.give_up(closed);
        }
        Ok(game)
    }

    fn is_under_way(&self) -> bool {
        let under_way = self.built.front();
        under_way.is_some_and(|(forward, _)| forward.is_under_way())
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn begun(&self) -> u32 {
        let kept = self.built.iter().map(|(forward, _)| forward.begun());
        self.given_up + kept.sum::<u32>()
    }
}
