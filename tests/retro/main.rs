//! Can this position arise? Reasons, moves taken back and games, against games played forward, published claims and brute force.

#![allow(clippy::too_many_lines, reason = "cases listed one after the other")]

mod arguments;
mod colours;
#[path = "../files/mod.rs"]
mod files;
#[path = "../games/mod.rs"]
mod games;
#[path = "../processor/mod.rs"]
mod processor;
mod proof_game;
mod published;
mod reasons;
#[path = "../rows/mod.rs"]
mod rows;
mod soundness;
mod static_rules;
mod tables;
mod unmoves;
mod witness;
