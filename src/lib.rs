//! Solver and retro-analysis for chess problems of the genre *Berührt-Geführt* (touch move).
//!
//! One path, left to right; a room may use rooms to its left, never to its right:
//!
//! file ([`syntax`]) → [`problem`] → worlds ([`retro`], [`world`]) → play ([`game`], [`law`]) →
//! [`search`] → solution tree ([`solution`], [`solve`]) → [`verify`] → [`report`] → `cli`

pub mod budget;
pub mod compose;
pub mod formats;
pub mod game;
pub mod law;
pub mod notation;
pub mod problem;
pub mod report;
pub mod retro;
pub mod search;
pub mod solution;
pub mod solve;
pub mod syntax;
pub mod verify;
pub mod world;
