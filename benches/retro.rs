//! How long the retro-analysis takes: moves taken back, quick reasons, a cage, a whole diagram.

use std::hint::black_box;

use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::retro::rules::cage;
use beruehrt::retro::{RetroPosition, analyse, refute_world, rules, usual_limits};
use beruehrt::world::World;
use criterion::{Criterion, criterion_group, criterion_main};
use shakmaty::{Board, Color};

fn diagram(fen: &str, turn: Color) -> Diagram {
    Diagram {
        board: Board::from_ascii_board_fen(fen.as_bytes()).expect("a placement"),
        turn,
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn retro(criterion: &mut Criterion) {
    let langstaff = diagram("4k2r/8/5B1P/5KpP/8/8/8/3R4", Color::White);
    let loyd = diagram("r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R", Color::White);
    let none = RetroPosition::of_world(&loyd, World::default());
    criterion.bench_function("unmoves", |bench| bench.iter(|| black_box(&none).unmoves()));
    criterion.bench_function("quick reasons", |bench| {
        bench.iter(|| rules::quick(black_box(&none)));
    });
    // A knight that came to a1 through b3 or c2, both closed by men that cannot have moved away.
    let caged = diagram("8/8/8/8/8/1P6/KPkPP3/nR1b4", Color::White);
    let caged = RetroPosition::of_world(&caged, World::default());
    criterion.bench_function("cage", |bench| {
        bench.iter(|| cage::prove(black_box(&caged), &mut nodes(2_000).start()));
    });
    let both = "KQkq -".parse().expect("a world");
    criterion.bench_function("refute a world (Loyd 1859)", |bench| {
        bench.iter(|| refute_world(&loyd, both, &[], &mut nodes(20_000).start()));
    });
    let mut group = criterion.benchmark_group("analyse");
    group.sample_size(10);
    group.bench_function("Langstaff 1922", |bench| {
        bench.iter(|| analyse(&langstaff, &[], &usual_limits()));
    });
    group.finish();
}

criterion_group!(benches, retro);
criterion_main!(benches);
