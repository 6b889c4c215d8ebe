//! Ctrl-C and SIGTERM: the first asks the work to end and keeps what is known, the second ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

use beruehrt::budget::Stop;
use beruehrt::text;

use super::trouble::Trouble;

/// Requests `stop` at the first signal.
///
/// # Errors
///
/// The operating system refuses the handler.
pub fn listen(stop: &Stop) -> Result<(), Trouble> {
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
    .map_err(|error| {
        let text = text!(CannotListen);
        Trouble::new(text).caused_by(error)
    })
}
