//! The solver against a plain one that shares no code with it.

mod oracle;

use oracle::{Castling, Convention, EpTouch, History, Keys, Options, Stipulation, World};
use shakmaty::{Board, Color};

const LANGSTAFF: (&str, &[&str]) = ("4k2r/8/5B1P/5KpP/8/8/8/3R4", &["k g6", "- g6", "- -"]);
const KEYM: (&str, &[&str]) = (
    "qrbR4/rP1P1pp1/pQ1pp3/pPp5/6P1/1P3BB1/3PP2P/R3K1k1",
    &["Q -", "- c6"],
);
const LOYD: (&str, &[&str]) = (
    "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R",
    &["KQk -", "KQq -", "KQ -"],
);
const CAPTURE_OWED: (&str, &[&str]) = ("Q2Bk2r/5N1p/3P1P2/3PpK2/8/8/8/8", &["k e6", "- e6", "- -"]);
const FREE: (&str, &[&str]) = ("8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8", &["- e6", "- g6"]);
const DEFENDERS_TRIAL: (&str, &[&str]) = ("r3k2r/5N2/3PKP2/8/3P4/8/1Q6/8", &["k -", "q -", "- -"]);
const THREE_TARGETS: (&str, &[&str]) = (
    "8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1",
    &["- b6", "- d6", "- g6"],
);
const CHRISTIAANS: (&str, &[&str]) = (
    "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R",
    &["K -", "q -", "- -"],
);

fn solve(
    (fen, worlds): (&str, &[&str]),
    n: u32,
    convention: Convention,
    options: Options,
) -> oracle::Solution {
    let board = Board::from_ascii_board_fen(fen.as_bytes()).unwrap();
    let worlds = oracle::worlds(worlds);
    oracle::solve(
        &board,
        Color::White,
        &worlds,
        Stipulation::mate(n),
        convention,
        options,
    )
}

fn moves(keys: &Keys) -> String {
    let moves: Vec<&str> = keys.iter().map(|(m, _)| m.as_str()).collect();
    moves.join(" ")
}

fn bg(problem: (&str, &[&str]), n: u32, options: Options) -> String {
    moves(&solve(problem, n, Convention::Bg, options).keys)
}

/// The checked examples of the definition; their keys were found by another brute-force solver.
#[test]
fn the_plain_solver_finds_the_checked_examples() {
    let default = Options::DEFAULT;
    let open = Options {
        castling: Castling::Open,
        ..default
    };
    let own_only = Options {
        ep_touch: EpTouch::OwnOnly,
        ..default
    };
    let open_own_only = Options {
        ep_touch: EpTouch::OwnOnly,
        ..open
    };
    let deferred = Options {
        history: History::Deferred,
        ..default
    };

    let pra = solve(LANGSTAFF, 2, Convention::Pra, default);
    let parts: Vec<(String, String)> = pra
        .parts
        .iter()
        .map(|(w, keys)| (w.text(), moves(keys)))
        .collect();
    assert_eq!(
        parts,
        [
            ("- -".into(), "f5e6".into()),
            ("k g6".into(), "h5g6".into())
        ]
    );
    assert_eq!(bg(LANGSTAFF, 2, default), "");
    assert_eq!(bg(LANGSTAFF, 2, open), "f5e6");
    assert_eq!(bg(LANGSTAFF, 2, own_only), "h5g6");
    assert_eq!(bg(LANGSTAFF, 2, open_own_only), "f5e6 h5g6");

    assert_eq!(bg(KEYM, 1, default), "e1c1");
    assert_eq!(bg(KEYM, 1, open), "");
    let pra = solve(KEYM, 1, Convention::Pra, default);
    assert_eq!(pra.parts.len(), 1);
    assert_eq!(pra.parts[0].0, World::parse("Q -"));
    assert_eq!(moves(&pra.parts[0].1), "e1c1");

    let pra = solve(LOYD, 2, Convention::Pra, default);
    let parts: Vec<(String, String)> = pra
        .parts
        .iter()
        .map(|(w, keys)| (w.text(), moves(keys)))
        .collect();
    assert_eq!(
        parts,
        [
            ("KQk -".into(), "b2g7".into()),
            ("KQq -".into(), "b2b7".into())
        ]
    );
    assert_eq!(bg(LOYD, 2, default), "b2b7 b2g7");

    for options in [default, deferred] {
        assert_eq!(bg(CAPTURE_OWED, 2, options), "d5e6");
        assert_eq!(bg(FREE, 2, options), "h5g6");
    }
    assert_eq!(bg(FREE, 2, own_only), "d5e6 h5g6");
    assert_eq!(bg(THREE_TARGETS, 2, default), "c5d6");
    assert_eq!(bg(THREE_TARGETS, 2, deferred), "");

    // 1...0-0 on trial: White names `q -`, and the king must move.
    assert_eq!(bg(DEFENDERS_TRIAL, 2, default), "b2b7");

    let rs = solve(CHRISTIAANS, 3, Convention::Codex, default);
    assert_eq!((rs.applied, moves(&rs.keys).as_str()), ("rs", "e1g1"));
    assert_eq!(bg(CHRISTIAANS, 3, default), "");
}
