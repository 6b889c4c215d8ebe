//! Processor time, as `/proc` tells it.

// Each test binary uses what it needs.
#![allow(dead_code)]

use std::time::Duration;

/// What this thread has used so far, nothing where the system does not tell it.
pub fn of_thread() -> Duration {
    // Else the system tells what it knew at its last tick, some milliseconds ago.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let used = text.split(' ').next().and_then(|used| used.parse().ok());
    Duration::from_nanos(used.unwrap_or(0))
}

/// The seconds, in hundredths, that this process has used so far, and those of the programs that it ran to their end.
pub fn seconds() -> [f64; 2] {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok());
    // User and system time stand side by side.
    [11, 13].map(|at| (ticks(at).unwrap_or(0.0) + ticks(at + 1).unwrap_or(0.0)) / 100.0)
}
