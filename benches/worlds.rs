//! How long it takes to name the worlds of a diagram, to list the moves that may be played or tried in them, and to go
//! through what the opponent can make of each trial: with one world and with all of them.

use std::hint::black_box;

use beruehrt::game::{Rules, State};
use beruehrt::problem::{Diagram, Options};
use beruehrt::solution::Manner;
use beruehrt::world::{WorldSet, candidates};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use shakmaty::{Board, Color, Move};

/// S. Loyd 1859 with a pawn each side that may have made a double step: all castlings are in doubt.
const DOUBTFUL: &str = "r3k2r/4p1p1/2P1P3/1pPN2N1/4B3/4BP2/PQ5P/R3K2R";

fn worlds(criterion: &mut Criterion) {
    let diagram = Diagram {
        board: Board::from_ascii_board_fen(DOUBTFUL.as_bytes()).expect("a placement"),
        turn: Color::White,
    };
    let all = candidates(&diagram.board, diagram.turn);
    criterion.bench_function("worlds of a diagram", |bench| {
        bench.iter(|| candidates(black_box(&diagram.board), diagram.turn));
    });
    let one = WorldSet::single(diagram.turn, all.iter().next().expect("a world"));
    let rules = Rules::beruehrt_gefuehrt(Options::default(), diagram.turn);
    for worlds in [one, all] {
        let number = worlds.len();
        let state = State::start(&diagram, worlds).expect("a playable diagram");
        let moves = state.moves(&rules);
        criterion.bench_with_input(BenchmarkId::new("moves", number), &state, |bench, state| {
            bench.iter(|| black_box(state).moves(&rules));
        });
        criterion.bench_with_input(
            BenchmarkId::new("all moves played", number),
            &state,
            |bench, state| {
                bench.iter(|| {
                    moves
                        .iter()
                        .map(|&mv| state.play(mv).worlds().len())
                        .sum::<usize>()
                });
            },
        );
        let on_trial = |mv: &&Move| state.manner(&rules, **mv) == Some(Manner::Trial);
        let trials: Vec<Move> = moves.iter().filter(on_trial).copied().collect();
        if trials.is_empty() {
            continue;
        }
        criterion.bench_with_input(
            BenchmarkId::new("rulings of all trials", number),
            &state,
            |bench, state| {
                bench.iter(|| {
                    trials
                        .iter()
                        .map(|&mv| state.rulings(&rules, mv).len())
                        .sum::<usize>()
                });
            },
        );
    }
}

criterion_group!(benches, worlds);
criterion_main!(benches);
