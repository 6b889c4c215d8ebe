//! Retractor's static checks (see `data/static.tsv`): what it refutes without retracting, and what it lets pass.

use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::retro::rules::cage;
use beruehrt::retro::{EpState, RetroPosition, RightState, rules};
use beruehrt::world::World;
use shakmaty::{Bitboard, Board, Color, Square};

/// The diagram with no question asked but for the men said never to have moved; `None` without both kings, and
/// for a row whose placement is none.
fn position(fields: &[&str]) -> Option<RetroPosition> {
    let board = Board::from_ascii_board_fen(fields[0].as_bytes()).ok()?;
    board
        .king_of(Color::White)
        .and(board.king_of(Color::Black))?;
    let diagram = Diagram {
        board,
        turn: if fields[1] == "w" {
            Color::Black
        } else {
            Color::White
        },
    };
    let mut position = RetroPosition::of_world(&diagram, World::default());
    position.rights = [RightState::Open; 4];
    position.ep = EpState::Open;
    position.frozen = fields
        .get(3)
        .and_then(|text| text.strip_prefix("F "))
        .unwrap_or_default()
        .split_whitespace()
        .map(|square| square.parse::<Square>().unwrap())
        .collect::<Bitboard>();
    Some(position)
}

/// What refutes the position: the static reasons and scenarios, or a cage.
fn refutation(position: &RetroPosition) -> Option<String> {
    let budget = |nodes| {
        Limits {
            nodes: Some(nodes),
            ..Limits::unlimited()
        }
        .start()
    };
    if let Ok(Some(reason)) = rules::refute(position, &mut budget(5_000)) {
        return Some(format!("{reason:?}"));
    }
    match cage::prove(position, &mut budget(400)) {
        Ok(Some(cage)) => Some(format!("cage of {}", cage.men.count())),
        _ => None,
    }
}

/// Positions that its static rules let pass and we refute, each with who moved last and the argument by hand.
const REFUTED_BY_HAND: [(&str, &str, &str); 3] = [
    // Nothing is missing, so the pawns of four files passed one another without a capture.
    (
        "K1k5/p1ppp3/8/RRRNNN2/QQBBB3/rrnnbbq1/P1PPP3/4rnbq",
        "w",
        "pawns of both sides promoted on the files b, f, g and h",
    ),
    // The pawn h5 came from f7 over g6. Of White's missing men both bishops died at home, and the rooks never left
    // the first two ranks, since no pawn in front of them made way: one knight is not enough for two captures.
    (
        "2r2b1r/p3p1pp/1pn1bn2/2p3kp/8/P1P2P1P/1P1PP1P1/3QK1N1",
        "w",
        "f7xg6xh5 found one knight only",
    ),
    // White moved last, but his pawns stand at home and his king never moved.
    ("4k3/8/5q2/8/8/8/PPPPP3/4K3", "w", "White has no last move"),
];

#[test]
fn what_the_best_peer_refutes_at_a_glance() {
    let mut refuted = 0;
    for line in include_str!("../data/static.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        // Nothing but the marks refutes those rows.
        if fields[2].contains("marked promoted") {
            continue;
        }
        let Some(position) = position(&fields) else {
            continue;
        };
        let found = refutation(&position);
        let by_hand = REFUTED_BY_HAND
            .iter()
            .any(|(fen, mover, _)| [*fen, *mover] == fields[..2]);
        let expected = fields[2] != "ok" || by_hand;
        assert_eq!(found.is_some(), expected, "{line}: {found:?}");
        refuted += u32::from(found.is_some());
    }
    assert!(refuted > 40, "{refuted}");
}
