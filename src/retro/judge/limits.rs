//! What the retro-analysis of one diagram may cost.

use std::time::Duration;

use crate::budget::{Budget, Limits, Stop};

/// What the analysis of one diagram may cost.
#[derive(Debug, Clone)]
pub struct RetroLimits {
    /// Nodes for proofs in all; thirty positions met in constructing games go for one node, and there are as many for
    /// games as for proofs. What several worlds have in common may take half as many besides. `None`: no limit.
    pub nodes: Option<u64>,
    /// Time in all; `None`: no limit. Only a limit of nodes gives the same answer every time.
    pub time: Option<Duration>,
    /// Polled for interruption.
    pub stop: Stop,
}

impl Default for RetroLimits {
    /// Twenty seconds and no other limit, as where the user gives none.
    fn default() -> RetroLimits {
        RetroLimits {
            nodes: None,
            time: Some(Duration::from_secs(20)),
            stop: Stop::default(),
        }
    }
}

impl RetroLimits {
    /// Starts the clock.
    pub(super) fn start(&self) -> Budget {
        Limits {
            nodes: self.nodes,
            time: self.time,
            stop: self.stop.clone(),
        }
        .start()
    }
}
