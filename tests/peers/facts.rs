//! What the other programs need of a row and say of it.

use beruehrt::world::{Rights, World};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

use crate::rows::Row;

/// Whether the last move can have been a double step after which no pawn stands beside: one that no target tells of.
pub fn may_hide_a_double_step(row: &Row) -> bool {
    let by = row.diagram.turn.other();
    let [rank, behind] = if by.is_white() { [3, -8] } else { [4, 8] };
    let pawns = row.diagram.board.by_color(by) & row.diagram.board.pawns();
    pawns
        .into_iter()
        .filter(|square| square.rank() as i32 == rank)
        .any(|square| {
            let passed = [square.offset(behind), square.offset(2 * behind)];
            passed
                .into_iter()
                .flatten()
                .all(|square| row.diagram.board.piece_at(square).is_none())
        })
}

/// The FEN of a world with all six fields.
pub fn fen(row: &Row, world: World) -> String {
    format!("{} {world} 0 1", row.diagram.fen())
}

/// Replays the game of another program: whether it ends in this world of the row's diagram.
pub fn leads_to(row: &Row, world: World, game: &str) -> bool {
    let mut position = Chess::default();
    for word in game.split_whitespace() {
        let played = SanPlus::from_ascii(with_equals_sign(word).as_bytes())
            .ok()
            .and_then(|told| told.san.to_move(&position).ok());
        let Some(played) = played else {
            return false;
        };
        position.play_unchecked(played);
    }
    *position.board() == row.diagram.board
        && position.turn() == row.diagram.turn
        && World::of(&position) == world
}

/// Texel writes promotions as `b8N+`.
fn with_equals_sign(word: &str) -> String {
    let bare = word.trim_end_matches(['+', '#']);
    match bare.char_indices().last() {
        Some((at, 'Q' | 'R' | 'B' | 'N')) if at > 1 => {
            format!("{}={}", &word[..at], &word[at..])
        }
        _ => word.to_owned(),
    }
}

#[test]
fn games_with_promotions_are_replayed() {
    let line = "X\t1Nbqkbnr/2pppppp/8/8/3n4/8/1PPPPPPP/RNBQKBNR w KQk -\tpossible";
    let row = Row::of_line("table", 1, line).remove(0);
    let world = row.worlds()[0];
    let game = "a4 b5 axb5 a6 bxa6 Nc6 a7 Rb8 axb8N Nd4";
    assert!(leads_to(&row, world, game));
    let other = World::new(Rights::NONE, None);
    assert!(!leads_to(&row, other, game));
    assert!(!leads_to(
        &row,
        world,
        "a4 b5 axb5 a6 bxa6 Nc6 a7 Rb8 axb8Q Nd4"
    ));
    assert!(!leads_to(&row, world, "a4 b5 a5 Nd4"));
}

#[test]
fn every_kind_of_row_is_read() {
    let read = |line: &str| -> Vec<String> {
        let rows = Row::of_line("table", 7, line);
        let told = |row: &Row| format!("{} {} {row} {:?}", row.set, row.name, row.truth);
        rows.iter().map(told).collect()
    };
    let row = "retro\tX1\t4k3/8/8/8/8/8/8/4K2R w K -\tpossible\tsource";
    assert_eq!(
        read(row),
        ["retro X1 4k3/8/8/8/8/8/8/4K2R w K - Some(true)"]
    );
    let row = "A1\t4k3/8/8/8/8/8/8/4K2R w - -\timpossible";
    assert_eq!(
        read(row),
        ["table A1 4k3/8/8/8/8/8/8/4K2R w - - Some(false)"]
    );
    let row = "A1\t4k3/8/8/3pP3/8/8/8/4K2R w * d6\tpossible";
    assert_eq!(
        read(row),
        ["table A1 4k3/8/8/3pP3/8/8/8/4K2R w some world of - d6 Some(true)"]
    );
    let row = "4k3/8/8/8/8/8/8/4K2R w - -\timpossible?\tnot proved";
    assert_eq!(
        read(row),
        ["table line 7 4k3/8/8/8/8/8/8/4K2R w some world of - - None"]
    );
    let row = "P1\tPDB\t4k3/8/8/8/8/8/8/4K2R ?\tlast move?\tlegal";
    assert_eq!(
        read(row),
        ["w", "b"]
            .map(|turn| format!("table P1 4k3/8/8/8/8/8/8/4K2R {turn} some world of - - None"))
    );
    let row = "P1\tPDB\t4k3/8/8/8/8/8/8/4K2R w\tlast move?\tworld K - possible";
    assert_eq!(
        read(row),
        ["table P1 4k3/8/8/8/8/8/8/4K2R w K - Some(true)"]
    );
    let row = "P1\tPDB\t4k3/8/8/8/8/8/8/4K2R w\tlast move?\tlast K-e8";
    assert!(read(row).is_empty());
}

#[test]
fn a_double_step_without_a_target_is_seen() {
    let row = |fen: &str| {
        let line = format!("X\t{fen}\tpossible");
        Row::of_line("table", 1, &line).remove(0)
    };
    // Published last-move problem: f2-f4+ is the only last move, and nobody can capture en passant.
    assert!(may_hide_a_double_step(&row("8/8/8/8/5P1k/8/3K4/4B3 b - -")));
    assert!(may_hide_a_double_step(&row("4k3/8/8/3p4/8/8/8/4K3 w - -")));
    assert!(!may_hide_a_double_step(&row("4k3/8/8/3p4/8/8/8/4K3 b - -")));
    assert!(!may_hide_a_double_step(&row(
        "4k3/8/3p4/3p4/8/8/8/4K3 w - -"
    )));
}
