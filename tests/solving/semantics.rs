//! The checked examples of the genre's rules: worlds given, keys found by an independent brute-force
//! solver. Each row is one reading of one position.

use beruehrt::problem::{
    Castling, Convention, Diagram, Duplex, EpTouch, Forced, Goal, Histories, HistoryChoice, Length,
    Options, Play, SetPlay, Stipulation, Twin,
};
use beruehrt::solution::{Audit, Key, Verdict};
use beruehrt::solve::{Finality, Outcome, SolveOptions, WorldStatus, solve};
use beruehrt::world::WorldSet;
use shakmaty::{Board, Color};

const LANGSTAFF: (&str, &str) = ("4k2r/8/5B1P/5KpP/8/8/8/3R4", "k g6; - g6; - -");
const KEYM: (&str, &str) = (
    "qrbR4/rP1P1pp1/pQ1pp3/pPp5/6P1/1P3BB1/3PP2P/R3K1k1",
    "Q -; - c6",
);
const LOYD: (&str, &str) = (
    "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R",
    "KQk -; KQq -; KQ -",
);
const BLOCKED: (&str, &str) = ("Q2Bk2r/5N1p/3P1P2/3PpK2/8/8/8/8", "k e6; - e6; - -");
const DEFENDER: (&str, &str) = ("r3k2r/5N2/3PKP2/8/3P4/8/1Q6/8", "k -; q -; - -");
const TWO_TARGETS: (&str, &str) = ("8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8", "- e6; - g6");
const THREE_TARGETS: (&str, &str) = ("8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1", "- b6; - d6; - g6");
const CHRISTIAANS: (&str, &str) = (
    "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R",
    "K -; q -; - -",
);

fn direct(moves: u32) -> Stipulation {
    Stipulation::Goal(Forced {
        play: Play::Direct,
        goal: Goal::Mate,
        length: Length::HalfMoves(2 * moves - 1),
        set_play: SetPlay::No,
    })
}

fn twin(
    (board, worlds): (&str, &str),
    moves: u32,
    convention: Convention,
    options: Options,
) -> Twin {
    let turn = Color::White;
    let worlds = WorldSet::new(turn, worlds.split(';').map(|text| text.parse().unwrap()));
    Twin {
        label: "a".to_owned(),
        diagram: Diagram {
            board: Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
            turn,
        },
        duplex: Duplex::No,
        announced: None,
        stipulation: direct(moves),
        convention,
        options,
        histories: Histories::Given(worlds),
        facts: Vec::new(),
        start: None,
        solution: None,
    }
}

fn solved(twin: &Twin) -> Outcome {
    let Histories::Given(worlds) = &twin.histories else {
        unreachable!()
    };
    let options = SolveOptions {
        table_mib: 16,
        ..SolveOptions::default()
    };
    let outcome = solve(twin, &WorldStatus::given(worlds), &options).unwrap();
    assert_eq!(outcome.finality, Finality::Final);
    outcome
}

fn moves(keys: &[Key]) -> Vec<String> {
    let mut moves: Vec<String> = keys.iter().map(Key::uci).collect();
    moves.sort();
    moves
}

fn assert_keys(outcome: &Outcome, expected: &[&str]) {
    assert_eq!(moves(outcome.keys()), expected);
    let verdict = if expected.is_empty() {
        Verdict::NoSolution
    } else {
        Verdict::Solved
    };
    assert_eq!(outcome.verdict, verdict);
    let solution = outcome.solution.as_ref().unwrap();
    if verdict == Verdict::Solved {
        assert_eq!(solution.audit, Audit::Passed);
    }
}

fn bg(position: (&str, &str), moves: u32, options: Options, expected: &[&str]) {
    let outcome = solved(&twin(
        position,
        moves,
        Convention::BeruehrtGefuehrt,
        options,
    ));
    assert_eq!(outcome.applied, Convention::BeruehrtGefuehrt);
    assert_keys(&outcome, expected);
}

fn parts(position: (&str, &str), moves_long: u32) -> Vec<(String, Vec<String>)> {
    let outcome = solved(&twin(
        position,
        moves_long,
        Convention::Pra,
        Options::default(),
    ));
    assert!(outcome.keys().is_empty());
    outcome
        .parts
        .iter()
        .map(|part| (part.world.to_string(), moves(&part.solution.keys)))
        .collect()
}

fn part(world: &str, key: &str) -> (String, Vec<String>) {
    (world.to_owned(), vec![key.to_owned()])
}

fn open() -> Options {
    Options {
        castling: Castling::Open,
        ..Options::default()
    }
}

fn own_only() -> Options {
    Options {
        ep_touch: EpTouch::OwnOnly,
        ..Options::default()
    }
}

fn deferred() -> Options {
    Options {
        history: HistoryChoice::Deferred,
        ..Options::default()
    }
}

#[test]
fn langstaff_in_parts() {
    let mut found = parts(LANGSTAFF, 2);
    found.sort();
    assert_eq!(found, [part("- -", "f5e6"), part("k g6", "h5g6")]);
}

#[test]
fn langstaff_on_trial() {
    bg(LANGSTAFF, 2, Options::default(), &[]);
    bg(LANGSTAFF, 2, open(), &["f5e6"]);
    bg(LANGSTAFF, 2, own_only(), &["h5g6"]);
    let both = Options {
        ep_touch: EpTouch::OwnOnly,
        ..open()
    };
    bg(LANGSTAFF, 2, both, &["f5e6", "h5g6"]);
}

#[test]
fn the_key_that_may_be_denied_is_marked_as_a_trial() {
    let twin = twin(LANGSTAFF, 2, Convention::BeruehrtGefuehrt, own_only());
    let outcome = solved(&twin);
    assert_eq!(outcome.keys()[0].san.to_string(), "hxg6");
    assert!(outcome.keys()[0].is_trial());
}

#[test]
fn keym_1969() {
    bg(KEYM, 1, Options::default(), &["e1c1"]);
    bg(KEYM, 1, open(), &[]);
    assert_eq!(parts(KEYM, 1), [part("Q -", "e1c1")]);
}

#[test]
fn loyd_1859() {
    let mut found = parts(LOYD, 2);
    found.sort();
    assert_eq!(found, [part("KQk -", "b2g7"), part("KQq -", "b2b7")]);
    bg(LOYD, 2, Options::default(), &["b2b7", "b2g7"]);
}

#[test]
fn the_touched_pawn_must_be_captured() {
    bg(BLOCKED, 2, Options::default(), &["d5e6"]);
    bg(BLOCKED, 2, deferred(), &["d5e6"]);
}

#[test]
fn which_capture_is_tried_first() {
    bg(TWO_TARGETS, 2, Options::default(), &["h5g6"]);
    bg(TWO_TARGETS, 2, deferred(), &["h5g6"]);
    bg(TWO_TARGETS, 2, own_only(), &["d5e6", "h5g6"]);
}

#[test]
fn the_defender_castles_on_trial() {
    bg(DEFENDER, 2, Options::default(), &["b2b7"]);
}

#[test]
fn naming_a_history_is_more_than_ruling() {
    bg(THREE_TARGETS, 2, Options::default(), &["c5d6"]);
    bg(THREE_TARGETS, 2, deferred(), &[]);
}

#[test]
fn christiaans_b() {
    let codex = solved(&twin(CHRISTIAANS, 3, Convention::Codex, Options::default()));
    assert_eq!(codex.applied, Convention::RetroStrategy);
    assert_keys(&codex, &["e1g1"]);
    bg(CHRISTIAANS, 3, Options::default(), &[]);
}
