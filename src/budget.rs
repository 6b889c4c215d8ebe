//! How much work a question may cost, and how it is interrupted.
//!
//! Node limits are deterministic: work that is split over threads is given a share of the nodes
//! *before* it starts, never a common counter, so that the same limits give the same answer on
//! any number of threads. Time limits and interruptions are not.
//!
//! ```
//! use beruehrt::budget::{Limit, Limits};
//!
//! let mut limits = Limits::unlimited();
//! limits.nodes = Some(2);
//! let mut budget = limits.start();
//! assert_eq!(budget.spend(), Ok(()));
//! assert_eq!(budget.spend(), Ok(()));
//! assert_eq!(budget.spend(), Err(Limit::Nodes));
//! ```

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A request to stop, shared by whoever asks (a signal handler) and whoever works.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<Request>);

#[derive(Debug, Default)]
struct Request {
    made: AtomicBool,
    /// A request for more work than this one.
    wider: Option<Stop>,
    /// When it makes itself.
    at: Option<Instant>,
    /// Nodes of the work that polls it.
    nodes: AtomicU64,
}

impl Stop {
    /// Asks all work that polls this value to end.
    pub fn request(&self) {
        self.0.made.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for, or its time has come.
    pub fn is_requested(&self) -> bool {
        self.reason().is_some()
    }

    /// Why work has to end: [`Limit::Interrupted`] if somebody asked for it, [`Limit::Time`] if the time of this
    /// part is up.
    pub fn reason(&self) -> Option<Limit> {
        if self.0.made.load(Ordering::Relaxed) {
            return Some(Limit::Interrupted);
        }
        let wider = self.0.wider.as_ref().and_then(Stop::reason);
        let late = || self.0.at.is_some_and(|at| Instant::now() >= at);
        wider.or_else(|| late().then_some(Limit::Time))
    }

    /// A request for a part of the work: it ends with the whole, and can be asked to end alone.
    #[must_use]
    pub fn part(&self) -> Stop {
        self.part_ending(None)
    }

    /// A request for a part of the work that is over at `end` at the latest.
    #[must_use]
    pub fn part_until(&self, end: Instant) -> Stop {
        self.part_ending(Some(end))
    }

    fn part_ending(&self, at: Option<Instant>) -> Stop {
        Stop(Arc::new(Request {
            made: AtomicBool::new(false),
            wider: Some(self.clone()),
            at,
            nodes: AtomicU64::new(0),
        }))
    }

    /// About how many nodes were spent by the work that polls this value or a part of it: for those who watch, not for
    /// limits. Each worker tells of its nodes when it polls.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    fn count(&self, nodes: u64) {
        self.0.nodes.fetch_add(nodes, Ordering::Relaxed);
        if let Some(wider) = &self.0.wider {
            wider.count(nodes);
        }
    }
}

/// Why work ended before its question was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Limit {
    /// The nodes were used up.
    Nodes,
    /// The time was used up.
    Time,
    /// The search was as deep, or the structure as large, as it may become.
    Depth,
    /// The user stopped it.
    Interrupted,
    /// It was asked to look at a part only.
    NotExhaustive,
}

impl Limit {
    /// Every limit.
    pub const ALL: [Limit; 5] = [
        Limit::Nodes,
        Limit::Time,
        Limit::Depth,
        Limit::Interrupted,
        Limit::NotExhaustive,
    ];
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Nodes => "nodes",
            Limit::Time => "time",
            Limit::Depth => "depth",
            Limit::Interrupted => "interrupted",
            Limit::NotExhaustive => "not-exhaustive",
        })
    }
}

/// What one question may cost.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Most nodes; `None`: no limit.
    pub nodes: Option<u64>,
    /// Most time; `None`: no limit.
    pub time: Option<Duration>,
    /// Polled for interruption.
    pub stop: Stop,
}

impl Limits {
    /// No limit at all.
    pub fn unlimited() -> Limits {
        Limits::default()
    }

    /// The same, with no more time than `time`, if that is limited.
    #[must_use]
    pub fn within(&self, time: Option<Duration>) -> Limits {
        Limits {
            time: [self.time, time].into_iter().flatten().min(),
            ..self.clone()
        }
    }

    /// Starts the clock.
    pub fn start(&self) -> Budget {
        Budget {
            nodes_left: self.nodes.unwrap_or(u64::MAX),
            nodes_used: 0,
            nodes_counted: 0,
            // The first node looks: what is begun after the end was asked for ends at once.
            unpolled: Budget::POLL - 1,
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            stop: self.stop.clone(),
        }
    }
}

/// A running account of nodes and time, owned by one worker.
#[derive(Debug, Clone)]
pub struct Budget {
    nodes_left: u64,
    nodes_used: u64,
    /// Of these, how many were counted for those who watch.
    nodes_counted: u64,
    /// Nodes spent, here or in shares, since time and stop request were last looked at.
    unpolled: u64,
    deadline: Option<Instant>,
    stop: Stop,
}

impl Budget {
    /// Nodes between two looks at the clock.
    const POLL: u64 = 1024;

    /// Spends one node.
    ///
    /// # Errors
    ///
    /// The limit that is hit. Time and interruption are looked at with the first node and then every 1024th.
    pub fn spend(&mut self) -> Result<(), Limit> {
        if self.nodes_left == 0 {
            return Err(Limit::Nodes);
        }
        self.nodes_left -= 1;
        self.nodes_used += 1;
        self.unpolled += 1;
        if self.unpolled >= Budget::POLL {
            self.unpolled = 0;
            self.stop.count(self.nodes_used - self.nodes_counted);
            self.nodes_counted = self.nodes_used;
            self.check_clock()?;
        }
        Ok(())
    }

    /// Looks at the clock and at the stop request.
    ///
    /// # Errors
    ///
    /// [`Limit::Interrupted`] or [`Limit::Time`].
    pub fn check_clock(&self) -> Result<(), Limit> {
        if let Some(reason) = self.stop.reason() {
            return Err(reason);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Limit::Time);
        }
        Ok(())
    }

    /// Whether nodes are limited at all; if so, work must not depend on thread timing.
    pub fn is_node_limited(&self) -> bool {
        // An unlimited account never comes near half of what it starts with.
        self.nodes_left < u64::MAX / 2
    }

    /// Nodes spent so far.
    pub fn nodes_used(&self) -> u64 {
        self.nodes_used
    }

    /// Nodes that may still be spent.
    pub fn nodes_left(&self) -> u64 {
        self.nodes_left
    }

    /// What is left, as limits for work that starts its own accounts. What it spends is not charged
    /// here: see [`Budget::charge_nodes`].
    pub fn limits_left(&self) -> Limits {
        Limits {
            nodes: self.is_node_limited().then_some(self.nodes_left),
            time: self
                .deadline
                .map(|deadline| deadline.saturating_duration_since(Instant::now())),
            stop: self.stop.clone(),
        }
    }

    /// Charges nodes spent by work under [`Budget::limits_left`].
    pub fn charge_nodes(&mut self, nodes: u64) {
        self.nodes_used += nodes;
        // Who spent them has counted them.
        self.nodes_counted += nodes;
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
    }

    /// An account of its own with at most `nodes` of what is left, the same deadline and the same
    /// stop request. What it spends is not charged here: see [`Budget::charge`].
    #[must_use]
    pub fn share(&self, nodes: u64) -> Budget {
        Budget {
            nodes_left: nodes.min(self.nodes_left),
            nodes_used: 0,
            nodes_counted: 0,
            // However few nodes a share has, many shares together look at the clock.
            unpolled: self.unpolled,
            deadline: self.deadline,
            stop: self.stop.clone(),
        }
    }

    /// The time left; `None`: no limit of time.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// This account with at most `time` from now on, and never more than it had.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Budget {
        self.end_within(time);
        self
    }

    /// From now on it has at most so much time.
    pub fn end_within(&mut self, time: Duration) {
        let end = Instant::now().checked_add(time);
        self.deadline = match (self.deadline, end) {
            (Some(deadline), Some(end)) => Some(deadline.min(end)),
            (deadline, end) => deadline.or(end),
        };
    }

    /// From now on it has so much time, whatever it had before.
    pub fn renew(&mut self, time: Duration) {
        self.deadline = Instant::now().checked_add(time);
    }

    /// This account with another request to stop, mostly a [`Stop::part`] of its own.
    #[must_use]
    pub fn until(mut self, stop: Stop) -> Budget {
        self.stop = stop;
        self
    }

    /// The request it ends with.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Charges what a share has spent.
    pub fn charge(&mut self, share: &Budget) {
        self.nodes_used += share.nodes_used;
        self.nodes_counted += share.nodes_counted;
        self.nodes_left = self.nodes_left.saturating_sub(share.nodes_used);
        self.unpolled = share.unpolled;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_begun_after_a_request_to_stop_ends_at_once() {
        let limits = Limits::unlimited();
        limits.stop.request();
        assert_eq!(limits.start().spend(), Err(Limit::Interrupted));
    }

    #[test]
    fn a_part_ends_with_the_whole_and_can_end_alone() {
        let whole = Stop::default();
        let (one, other) = (whole.part(), whole.part());
        one.request();
        let asked = || [&whole, &one, &other, &other.part()].map(Stop::is_requested);
        assert_eq!(asked(), [false, true, false, false]);
        whole.request();
        assert_eq!(asked(), [true; 4]);
    }

    #[test]
    fn a_part_that_is_late_ends_for_the_time_and_a_request_counts_for_more() {
        let whole = Stop::default();
        let part = whole.part_until(Instant::now()).part();
        assert_eq!(part.reason(), Some(Limit::Time));
        let limits = Limits {
            stop: part.clone(),
            ..Limits::unlimited()
        };
        assert_eq!(limits.start().spend(), Err(Limit::Time));
        assert_eq!(whole.reason(), None);
        whole.request();
        assert_eq!(part.reason(), Some(Limit::Interrupted));
    }

    #[test]
    fn the_whole_hears_of_the_nodes_of_its_parts() {
        let whole = Stop::default();
        let mut budget = Limits::unlimited().start().until(whole.part().part());
        for _ in 0..3 * Budget::POLL {
            assert_eq!(budget.spend(), Ok(()));
        }
        // The first node is a look of its own.
        assert_eq!(whole.nodes(), 2 * Budget::POLL + 1);
    }

    #[test]
    fn many_small_shares_look_at_the_clock() {
        let stop = Stop::default();
        let mut budget = Limits {
            stop: stop.clone(),
            ..Limits::unlimited()
        }
        .start();
        assert_eq!(budget.spend(), Ok(()));
        stop.request();
        let hit = (0..2 * Budget::POLL).find_map(|_| {
            let mut share = budget.share(1);
            let spent = share.spend();
            budget.charge(&share);
            spent.err()
        });
        assert_eq!(hit, Some(Limit::Interrupted));
    }
}
