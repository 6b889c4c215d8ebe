//! Ctrl-C and SIGTERM: the first asks the work to end and keeps what is known, the second ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use beruehrt::budget::Stop;

/// Requests `stop` at the first signal.
///
/// # Errors
///
/// The operating system refuses the handler.
pub fn listen(stop: &Stop) -> anyhow::Result<()> {
    let stop = stop.clone();
    let asked = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::SeqCst) {
            #[expect(
                clippy::exit,
                reason = "the second signal means: now, whatever is still running"
            )]
            std::process::exit(i32::from(super::exit::Exit::Interrupted.code()));
        }
        stop.request();
    })
    .context("cannot listen for Ctrl-C")
}
