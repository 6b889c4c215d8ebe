//! How long direct mates take, and how that grows with their length: all keys of real problems,
//! a fresh table each time.

use beruehrt::budget::Limits;
use beruehrt::search::mate::MateSolver;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

/// Rows of `tests/data/mates.tsv`: problems by length.
const PROBLEMS: [(u32, &str); 8] = [
    (
        2,
        "3N3K/B2bRB2/1Qp4p/1R1pppp1/1P2k3/r3pNP1/2P1P3/b2r3q w - -",
    ),
    (2, "7B/5R2/3p3N/3P4/1K2k2r/4N3/4Q3/8 w - -"),
    (
        3,
        "K1R5/1P1r1n2/1pR3N1/2p1p2r/1BpkBp1N/1bp2Q2/2P2P2/1n2b3 w - -",
    ),
    (3, "8/3P2P1/3N4/3k4/4N3/4K3/8/8 w - -"),
    (
        4,
        "b3N1n1/3p2rr/6p1/1RRp1P2/P2k1B2/2pP1K1p/ppPpP3/3N2b1 w - -",
    ),
    (4, "3r4/2R1P2N/p3Bp2/K2PkP2/1P5P/2p1P3/pBp1R3/Q2N4 w - -"),
    (5, "1B6/1B6/8/1k6/8/1K6/1P6/8 w - -"),
    (5, "3R1n2/1p3B2/1Pkbr1r1/p6b/P3P1p1/2p1B3/8/R3K3 w Q -"),
];

/// One position asked for longer and longer mates: it has none shorter than five moves.
const GROWING: &str = "1n6/8/8/R3Np1K/1N3k2/1R6/1P5P/3n4 w - -";

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .ok()
        .and_then(|fen| fen.into_position(CastlingMode::Standard).ok())
        .unwrap_or_default()
}

fn keys(position: &Chess, n: u32, table_mib: usize) -> usize {
    let mut budget = Limits::unlimited().start();
    MateSolver::new(table_mib)
        .keys(position, n, &mut budget)
        .map_or(0, |keys| keys.len())
}

fn problems(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mates");
    group.sample_size(10);
    for (index, (n, fen)) in PROBLEMS.into_iter().enumerate() {
        let position = position(fen);
        group.bench_function(BenchmarkId::new(format!("#{n}"), index), |bencher| {
            bencher.iter(|| keys(&position, n, 64));
        });
    }
    group.finish();
}

fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mates by length");
    group.sample_size(10);
    let position = position(GROWING);
    for n in 1..=4 {
        group.bench_with_input(BenchmarkId::from_parameter(n), &n, |bencher, &n| {
            bencher.iter(|| keys(&position, n, 64));
        });
    }
    group.finish();
}

criterion_group!(benches, problems, growth);
criterion_main!(benches);
