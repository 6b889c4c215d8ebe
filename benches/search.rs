//! How long forward play takes: the same problem with one and with several open worlds, trials,
//! retro-strategy, help play.

use beruehrt::problem::{
    Convention, Diagram, Forced, Goal, Histories, Length, Options, Play, SetPlay, Stipulation, Twin,
};
use beruehrt::solve::{SolveOptions, Threads, WorldStatus, solve};
use beruehrt::world::WorldSet;
use criterion::{Criterion, criterion_group, criterion_main};
use shakmaty::{Board, Color};

struct Case {
    name: &'static str,
    board: &'static str,
    turn: Color,
    worlds: &'static str,
    convention: Convention,
    play: Play,
    plies: u32,
}

const CHRISTIAANS: &str = "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R";

const CASES: [Case; 5] = [
    Case {
        name: "direct mate, one world",
        board: CHRISTIAANS,
        turn: Color::White,
        worlds: "K -",
        convention: Convention::Codex,
        play: Play::Direct,
        plies: 5,
    },
    Case {
        name: "direct mate, retro-strategy in three worlds",
        board: CHRISTIAANS,
        turn: Color::White,
        worlds: "K -; q -; - -",
        convention: Convention::RetroStrategy,
        play: Play::Direct,
        plies: 5,
    },
    Case {
        name: "direct mate, trials in three worlds",
        board: CHRISTIAANS,
        turn: Color::White,
        worlds: "K -; q -; - -",
        convention: Convention::BeruehrtGefuehrt,
        play: Play::Direct,
        plies: 5,
    },
    Case {
        name: "direct mate, three targets on trial",
        board: "8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1",
        turn: Color::White,
        worlds: "- b6; - d6; - g6",
        convention: Convention::BeruehrtGefuehrt,
        play: Play::Direct,
        plies: 3,
    },
    Case {
        name: "help mate, retro-strategy",
        board: "8/8/8/8/4p3/3k1p2/5P2/R3K2R",
        turn: Color::Black,
        worlds: "K -; Q -; - -",
        convention: Convention::RetroStrategy,
        play: Play::Help,
        plies: 4,
    },
];

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for case in &CASES {
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
            stipulation: Stipulation::Goal(Forced {
                play: case.play,
                goal: Goal::Mate,
                length: Length::HalfMoves(case.plies),
                set_play: SetPlay::No,
            }),
            convention: case.convention,
            options: Options::default(),
            histories: Histories::Given(worlds),
            facts: Vec::new(),
            solution: None,
        };
        let options = SolveOptions {
            threads: Threads::Own(1),
            table_mib: 16,
            ..SolveOptions::default()
        };
        let statuses = WorldStatus::given(&worlds);
        group.bench_function(case.name, |bencher| {
            bencher.iter(|| solve(&twin, &statuses, &options).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
