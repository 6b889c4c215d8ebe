//! `board`: what it answers, to whom, and what it does not let happen; in a browser it is asked in `browser`.

mod answers;
mod attacks;
pub mod server;
