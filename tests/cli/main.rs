//! The program as a user runs it: commands, exit codes, machine-readable output, crashes and noise.

#![allow(clippy::too_many_lines, reason = "cases listed one after the other")]

mod arguments;
mod batch;
mod board;
mod browser;
mod certificates;
mod commands;
mod compose;
mod duplex;
mod formats;
mod games;
mod golden;
mod last_move;
mod manners;
mod mutations;
mod noise;
mod part;
mod pasted;
mod proof_game;
mod published;
mod semantics;
mod support;
