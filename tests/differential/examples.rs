//! The plain solver against the checked examples of the definition.

use shakmaty::{Board, Color};

use super::oracle::{
    self, Castling, Convention, EpTouch, History, Keys, Options, Stipulation, World,
};
use super::positions::{
    CAPTURE_OWED, CHRISTIAANS, DEFENDERS_TRIAL, FREE, KEYM, LANGSTAFF, LOYD, THREE_TARGETS,
};

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
