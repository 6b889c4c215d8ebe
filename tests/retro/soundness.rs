//! Nothing true is ever refuted: positions of random games keep their true world.

// The long test says how far it is.
#![allow(clippy::print_stdout)]

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::games::{Dice, Style};
use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::retro::rules::{cage, pawn_order};
use beruehrt::retro::witness::find;
use beruehrt::retro::{RetroPosition, last_moves, refute_world};
use beruehrt::world::World;
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Chess, Color, Move, Position};

fn limited(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn diagram_of(position: &Chess) -> Diagram {
    Diagram {
        board: position.board().clone(),
        turn: position.turn(),
    }
}

/// Plays seeded games until `positions` positions were looked at, each with `nodes` nodes.
fn no_true_world_is_refuted(seed: u64, positions: usize, nodes: u64) {
    const PER_GAME: usize = 20;
    let games = positions.div_ceil(PER_GAME) as u64;
    let failures: Vec<String> = (0..games)
        .into_par_iter()
        .flat_map_iter(|game| {
            let mut dice = Dice::new(seed + game);
            let style = Style::ALL[game as usize % Style::ALL.len()];
            // Short games, long games, and stretches between two looks from one ply to many.
            let stride = 1 + dice.below(12);
            let mut position = Chess::default();
            let mut failures = Vec::new();
            for _ in 0..PER_GAME {
                for _ in 0..=dice.below(stride) {
                    let Some(played) = style.choose(&position, &mut dice) else {
                        return failures;
                    };
                    position.play_unchecked(played);
                }
                let diagram = diagram_of(&position);
                let world = World::of(&position);
                let limits = limited(nodes);
                if refute_world(&diagram, world, &[], &mut limits.start()).is_ok() {
                    failures.push(format!("{} {world}, game {game}", diagram.fen()));
                }
            }
            failures
        })
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

/// `.ci/run` and the long tests ask many more, with more nodes.
#[test]
fn positions_of_games_keep_their_world() {
    no_true_world_is_refuted(0, 800, 50);
}

/// Plays seeded games of at most `plies` plies and looks at every `stride`-th position with the move that led to it:
/// nobody complains.
fn nobody_complains(
    seed: u64,
    games: u64,
    (plies, stride): (u64, u64),
    look: impl Fn(&Diagram, &Chess, Move) -> Option<String> + Sync,
) {
    let complaints: Vec<String> = (0..games)
        .into_par_iter()
        .flat_map_iter(|game| {
            let mut dice = Dice::new(seed + game);
            let style = Style::ALL[game as usize % Style::ALL.len()];
            let mut complaints = Vec::new();
            let first = (game % stride) as usize;
            let looked_at = style.game(&mut dice, plies).skip(first);
            for (played, position) in looked_at.step_by(stride as usize) {
                let diagram = diagram_of(&position);
                if let Some(complaint) = look(&diagram, &position, played) {
                    complaints.push(format!("{} {complaint}, game {game}", diagram.fen()));
                }
            }
            complaints
        })
        .collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// Plays seeded games and looks for cages around what stands on the board, each with `nodes` nodes.
fn no_cage_holds_what_came_there(seed: u64, games: u64, nodes: u64) {
    nobody_complains(seed, games, (200, 10), |diagram, position, _| {
        let retro = RetroPosition::of_world(diagram, World::of(position));
        let limits = limited(nodes);
        let one = cage::prove(&retro, &mut limits.start());
        let near = cage::prove_near(&retro, &mut limits.start());
        let held = matches!(one, Ok(Some(_))) || matches!(near, Ok(Some(_)));
        held.then(|| "is held in a cage".to_owned())
    });
}

#[test]
fn cages_never_hold_what_came_there() {
    no_cage_holds_what_came_there(1 << 20, 20, 60);
}

/// `cargo test --release --test retro soundness::long -- --ignored`
#[test]
#[ignore = "minutes"]
fn cages_looked_at_long_never_hold_what_came_there() {
    no_cage_holds_what_came_there(seed_or(1 << 44), 3_000, 1_500);
}

/// Plays seeded games: captures led to the order of the pawns on the files and to the promoted men, whatever the search for
/// them, each with `nodes` nodes, says.
fn no_order_of_pawns_is_refuted(seed: u64, games: u64, nodes: u64) {
    nobody_complains(seed, games, (300, 5), |diagram, position, _| {
        let retro = RetroPosition::of_world(diagram, World::of(position));
        let limits = limited(nodes);
        let found = pawn_order::refute(
            &retro,
            &mut pawn_order::Captures::default(),
            &mut limits.start(),
        );
        matches!(found, Ok(Some(_))).then(|| "has pawns that captures never order so".to_owned())
    });
}

#[test]
fn the_order_of_the_pawns_is_never_refuted() {
    no_order_of_pawns_is_refuted(1 << 21, 50, 20);
}

/// `cargo test --release --test retro soundness::long -- --ignored`
#[test]
#[ignore = "minutes"]
fn the_order_of_the_pawns_looked_at_long_is_never_refuted() {
    no_order_of_pawns_is_refuted(seed_or(1 << 45), 20_000, 400);
}

/// Plays seeded games and asks for the last move every `stride` plies: the one played is never refuted.
fn no_true_last_move_is_refuted(seed: u64, games: u64, stride: u64, nodes: u64) {
    nobody_complains(seed, games, (240, stride), |diagram, _, played| {
        let limits = limited(nodes);
        let answer = last_moves(diagram, &[], &mut limits.start());
        let left = answer.remaining().any(|j| j.unmove.forward() == played);
        (!left).then(|| format!("{played:?}"))
    });
}

#[test]
fn last_moves_of_games_are_never_refuted() {
    no_true_last_move_is_refuted(1 << 24, 5, 120, 60);
}

/// `cargo test --release --test retro soundness::long -- --ignored`
#[test]
#[ignore = "minutes"]
fn last_moves_of_games_are_never_refuted_in_a_long_look() {
    no_true_last_move_is_refuted(seed_or(1 << 48), 400, 20, 20_000);
}

/// The number told by this variable, else the usual one.
fn told(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// The seed of a long test: `SEED`, else this one.
fn seed_or(usual: u64) -> u64 {
    told("SEED", usual)
}

/// `cargo test --release --test retro soundness::million -- --ignored --nocapture`: hours on two cores. `FROM=300000` goes on
/// where a run was stopped.
#[test]
#[ignore = "hours"]
fn a_million_positions_keep_their_world() {
    const STEP: usize = 20_000;
    let from = told("FROM", 0) as usize;
    for done in (from..1_000_000).step_by(STEP) {
        no_true_world_is_refuted((1 << 32) + done as u64, STEP, 50);
        println!("{} positions keep their world", done + STEP - from);
    }
}

/// `SEED=7 POSITIONS=10000 NODES=400 cargo test --release --test retro soundness::fresh -- --ignored`: other games.
/// `SECONDS_IN_ALL=540` ends it after that time, with the number of positions asked.
#[test]
#[ignore = "minutes"]
fn fresh_positions_keep_their_world() {
    const STEP: usize = 200;
    let positions = told("POSITIONS", 10_000) as usize;
    let (seed, nodes) = (seed_or(1 << 36), told("NODES", 400));
    let most = Duration::from_secs(told("SECONDS_IN_ALL", u64::MAX));
    let begun = Instant::now();
    let mut asked = 0;
    while asked < positions && (asked == 0 || begun.elapsed() < most) {
        let step = STEP.min(positions - asked);
        no_true_world_is_refuted((seed << 20) + asked as u64, step, nodes);
        asked += step;
    }
    println!("{asked} positions keep their world (SEED={seed} NODES={nodes})");
}

/// The positions of the tables of composed and random boards whose world is possible.
fn possible_worlds_of_tables() -> Vec<Chess> {
    let tables = [
        include_str!("../data/rights.tsv"),
        include_str!("../data/composed_retros.tsv"),
        include_str!("../data/last_move_records.tsv"),
        include_str!("../data/fresh_retros.tsv"),
        include_str!("../data/random_boards.tsv"),
    ];
    let position = |line: &str| {
        let mut fields = line.split('\t');
        let fen =
            fields.find(|field| field.split(' ').next().unwrap().matches('/').count() == 7)?;
        (fields.next() == Some("possible")).then_some(())?;
        let fen: Fen = fen.parse().ok()?;
        fen.into_position(CastlingMode::Standard).ok()
    };
    let lines = tables.iter().flat_map(|table| table.lines());
    lines.filter_map(position).collect()
}

/// Composed positions are locked as those of random games never are: a game to each that gets one within `SEARCH` nodes is played
/// again, and each of its positions is asked, and so is where a few other moves lead from there.
///
/// `SEED=7 NODES=400 MUTANTS=2 cargo test --release --test retro soundness::on_the_way -- --ignored --nocapture`: so many mutants of each
/// position; `SECONDS_IN_ALL=540` begins no further game after that time.
#[test]
#[ignore = "minutes to hours"]
fn positions_on_the_way_to_composed_ones_keep_their_world() {
    const SEARCH: u64 = 300_000;
    let (seed, nodes) = (seed_or(1 << 37), told("NODES", 50));
    let mutants = told("MUTANTS", 2);
    let most = Duration::from_secs(told("SECONDS_IN_ALL", u64::MAX));
    let begun = Instant::now();
    let (games, asked) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failures: Vec<String> = possible_worlds_of_tables()
        .par_iter()
        .enumerate()
        .flat_map_iter(|(row, end)| {
            let mut failures = Vec::new();
            let mut ask = |position: &Chess| {
                asked.fetch_add(1, Relaxed);
                let (diagram, world) = (diagram_of(position), World::of(position));
                if refute_world(&diagram, world, &[], &mut limited(nodes).start()).is_ok() {
                    failures.push(format!(
                        "{} {world}, on the way of row {row}",
                        diagram.fen()
                    ));
                }
            };
            let found = (begun.elapsed() < most).then(|| {
                let mut budget = limited(SEARCH).start();
                find(&diagram_of(end), World::of(end), &[], &mut budget)
            });
            let Some(Ok(Some(game))) = found else {
                return failures;
            };
            games.fetch_add(1, Relaxed);
            let mut dice = Dice::new((seed << 20) + row as u64);
            let mut position = Chess::default();
            for played in game.moves {
                position = position.play(played).expect("a game");
                ask(&position);
                for _ in 0..mutants {
                    let mut other = position.clone();
                    let style = Style::ALL[dice.below(Style::ALL.len())];
                    for _ in 0..=dice.below(6) {
                        if let Some(played) = style.choose(&other, &mut dice) {
                            other.play_unchecked(played);
                        }
                    }
                    ask(&other);
                }
            }
            failures
        })
        .collect();
    let (games, asked) = (games.into_inner(), asked.into_inner());
    println!("{games} games, {asked} positions keep their world (SEED={seed} NODES={nodes})");
    assert!(games > 0, "no game was found");
    assert!(failures.is_empty(), "{failures:#?}");
}

/// `cargo test --release --test retro soundness::deep -- --ignored`: a few positions, looked at long.
#[test]
#[ignore = "minutes"]
fn a_few_positions_looked_at_deeply_keep_their_world() {
    no_true_world_is_refuted(1 << 40, 1_000, 20_000);
}

#[test]
fn verdicts_other_programs_got_wrong() {
    // Double steps nobody can take, and checks explained by a promotion that captured.
    for (fen, turn, expected) in [
        ("8/8/8/8/5P1k/8/3K4/4B3", Color::Black, "f2-f4"),
        ("7B/6p1/7P/6PP/5KPk/5B1p/7P/8", Color::Black, "g2-g4"),
        ("5QN1/8/5k2/8/8/8/8/7K", Color::Black, "f7x"),
        ("5R1B/8/5k2/8/8/8/8/7K", Color::Black, "g7x"),
    ] {
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
            turn,
        };
        let limits = limited(20_000);
        let refuted = refute_world(&diagram, World::default(), &[], &mut limits.start());
        assert!(refuted.is_err(), "{fen}");
        let answer = last_moves(&diagram, &[], &mut limits.start());
        let left: Vec<String> = answer.remaining().map(|j| j.unmove.to_string()).collect();
        assert!(
            left.iter().any(|m| m.starts_with(expected)),
            "{fen}: {left:?}"
        );
    }
}
