//! How long forward play takes: the same problem with one and with several open worlds, trials,
//! retro-strategy, help play.

use beruehrt::problem::{
    Convention, Diagram, Duplex, Forced, Goal, Histories, Length, Options, Play, SetPlay,
    Stipulation, Twin,
};
use beruehrt::solve::{SolveOptions, Threads, WorldStatus, solve};
use beruehrt::world::{Rights, WorldSet};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use shakmaty::{Board, Color};

#[derive(Clone, Copy)]
struct Case<'a> {
    name: &'a str,
    board: &'a str,
    turn: Color,
    worlds: &'a str,
    convention: Convention,
    play: Play,
    goal: Goal,
    plies: u32,
}

const CHRISTIAANS: &str = "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R";

/// A mate in two of `tests/data/mates.tsv`.
const MATE_IN_TWO: &str = "7B/5R2/3p3N/3P4/1K2k2r/4N3/4Q3/8";

const CASES: [Case<'static>; 11] = [
    Case {
        name: "direct mate, one world",
        board: CHRISTIAANS,
        turn: Color::White,
        worlds: "K -",
        convention: Convention::Codex,
        play: Play::Direct,
        goal: Goal::Mate,
        plies: 5,
    },
    Case {
        name: "direct mate, retro-strategy in three worlds",
        board: CHRISTIAANS,
        turn: Color::White,
        worlds: "K -; q -; - -",
        convention: Convention::RetroStrategy,
        play: Play::Direct,
        goal: Goal::Mate,
        plies: 5,
    },
    Case {
        name: "direct mate, trials in three worlds",
        board: CHRISTIAANS,
        turn: Color::White,
        worlds: "K -; q -; - -",
        convention: Convention::BeruehrtGefuehrt,
        play: Play::Direct,
        goal: Goal::Mate,
        plies: 5,
    },
    Case {
        name: "direct mate, three targets on trial",
        board: "8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1",
        turn: Color::White,
        worlds: "- b6; - d6; - g6",
        convention: Convention::BeruehrtGefuehrt,
        play: Play::Direct,
        goal: Goal::Mate,
        plies: 3,
    },
    Case {
        name: "help mate, retro-strategy",
        board: "8/8/8/8/4p3/3k1p2/5P2/R3K2R",
        turn: Color::Black,
        worlds: "K -; Q -; - -",
        convention: Convention::RetroStrategy,
        play: Play::Help,
        goal: Goal::Mate,
        plies: 4,
    },
    Case {
        name: "self mate, one world",
        board: MATE_IN_TWO,
        turn: Color::White,
        worlds: "- -",
        convention: Convention::Codex,
        play: Play::SelfPlay,
        goal: Goal::Mate,
        plies: 6,
    },
    Case {
        name: "self stalemate, one world",
        board: MATE_IN_TWO,
        turn: Color::White,
        worlds: "- -",
        convention: Convention::Codex,
        play: Play::SelfPlay,
        goal: Goal::Stalemate,
        plies: 4,
    },
    Case {
        name: "reflex mate, one world",
        board: MATE_IN_TWO,
        turn: Color::White,
        worlds: "- -",
        convention: Convention::Codex,
        play: Play::Reflex,
        goal: Goal::Mate,
        plies: 6,
    },
    Case {
        name: "direct stalemate, one world",
        board: MATE_IN_TWO,
        turn: Color::White,
        worlds: "- -",
        convention: Convention::Codex,
        play: Play::Direct,
        goal: Goal::Stalemate,
        plies: 5,
    },
    Case {
        name: "help mate, one world",
        board: "8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8",
        turn: Color::White,
        worlds: "- -",
        convention: Convention::Codex,
        play: Play::Help,
        goal: Goal::Mate,
        plies: 5,
    },
    Case {
        name: "help stalemate, one world",
        board: "8/8/8/2pP4/k7/8/1PK5/8",
        turn: Color::Black,
        worlds: "- -",
        convention: Convention::Codex,
        play: Play::Help,
        goal: Goal::Stalemate,
        plies: 6,
    },
];

/// The same position on trial with more and more open worlds: the cost of doubt itself.
fn worlds(criterion: &mut Criterion) {
    let named: Vec<String> = Rights::ALL
        .subsets()
        .filter(|rights| *rights != Rights::ALL)
        .map(|rights| format!("{rights} -"))
        .collect();
    let mut group = criterion.benchmark_group("open worlds");
    group.sample_size(10);
    for count in [1, 2, 4, 8, 15] {
        // The fullest first: the more rights, the more can be denied.
        let worlds = named[named.len() - count..].join(";");
        let case = Case {
            board: "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R",
            worlds: &worlds,
            plies: 3,
            ..CASES[2]
        };
        measure(&mut group, &count.to_string(), &case);
    }
    group.finish();
}

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for case in &CASES {
        measure(&mut group, case.name, case);
    }
    group.finish();
}

fn measure(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, case: &Case<'_>) {
    let worlds = WorldSet::new(
        case.turn,
        case.worlds.split(';').map(|text| text.parse().unwrap()),
    );
    let twin = Twin {
        label: "a".to_owned(),
        diagram: Diagram {
            board: Board::from_ascii_board_fen(case.board.as_bytes()).unwrap(),
            turn: case.turn,
        },
        duplex: Duplex::No,
        announced: None,
        stipulation: Stipulation::Goal(Forced {
            play: case.play,
            goal: case.goal,
            length: Length::HalfMoves(case.plies),
            set_play: SetPlay::No,
        }),
        convention: case.convention,
        options: Options::default(),
        histories: Histories::Given(worlds),
        facts: Vec::new(),
        start: None,
        solution: None,
    };
    let options = SolveOptions {
        threads: Threads::Own(1),
        table_mib: 16,
        ..SolveOptions::default()
    };
    let statuses = WorldStatus::given(&worlds);
    group.bench_function(name, |bencher| {
        bencher.iter(|| solve(&twin, &statuses, &options).unwrap());
    });
}

criterion_group!(benches, search, worlds);
criterion_main!(benches);
