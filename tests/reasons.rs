//! No reason refutes a position that arose in a game.

mod games;

use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::retro::{RetroPosition, scenario};
use beruehrt::world::World;
use games::{Dice, Style};
use shakmaty::{Chess, Position};

/// Plays seeded games and asks for a refutation every few plies; returns how many positions were asked.
fn play(games: u64, first_seed: u64, nodes: u64) -> usize {
    let mut asked = 0;
    for seed in first_seed..first_seed + games {
        let mut dice = Dice::new(seed);
        let style = Style::ALL[dice.below(Style::ALL.len())];
        let stride = 1 + dice.below(12);
        let mut position = Chess::default();
        for ply in 0..300 {
            let Some(played) = style.choose(&position, &mut dice) else {
                break;
            };
            position.play_unchecked(played);
            if ply % stride != 0 {
                continue;
            }
            let diagram = Diagram {
                board: position.board().clone(),
                turn: position.turn(),
            };
            let world = World::of(&position);
            let mut budget = Limits {
                nodes: Some(nodes),
                ..Limits::unlimited()
            }
            .start();
            let retro = RetroPosition::of_world(&diagram, world);
            if let Ok(Some(reason)) = scenario::refute(&retro, &mut budget) {
                panic!(
                    "{} {world} (seed {seed}, {style:?}): {reason:?}",
                    diagram.fen()
                );
            }
            asked += 1;
        }
    }
    asked
}

#[test]
fn no_position_of_a_random_game_is_refuted() {
    assert!(play(60, 1, 300) > 1000);
}

/// `cargo test --release --test reasons -- --ignored a_long_run`
#[test]
#[ignore = "minutes"]
fn a_long_run_of_random_games_is_never_refuted() {
    let games = std::env::var("GAMES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(5_000);
    assert!(play(games, 1_000_000, 300) > 1000);
}
