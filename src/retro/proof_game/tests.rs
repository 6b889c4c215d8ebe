//! What is told with the tables, and what is told without them.

use shakmaty::{Chess, Color, Position};

use super::Question;
use super::failed::Pairs;
use super::search::Search;
use crate::budget::Limits;
use crate::problem::Diagram;
use crate::retro::model::Game;

/// Published short proof games with their plies.
const PUBLISHED: &str = include_str!("../../../tests/data/short_proof_games.tsv");

/// The first `most` games of so many plies, or all, the tables having so many pairs.
fn found(end: &Diagram, plies: u32, most: usize, pairs: Pairs) -> Vec<Game> {
    let question = Question {
        start: &Chess::default(),
        diagram: end,
        world: None,
        facts: &[],
    };
    let Some(mut search) = Search::remembering(question, pairs) else {
        return Vec::new();
    };
    let (games, searched) = search.games(plies, most, &mut Limits::unlimited().start());
    assert!(searched.is_ok() || games.len() == most);
    games
}

/// A position from which nothing was found is not looked at again. If its key left out what the answer depends on, a second game would be lost
/// with it and the first one called the only one; so the published games are looked for with nothing remembered, too.
#[test]
fn the_only_game_is_the_only_one_without_tables() {
    let mut unique = 0;
    for row in PUBLISHED.lines().filter(|row| !row.starts_with('#')) {
        let (board, plies) = row.split_once('\t').unwrap();
        let plies: u32 = plies.parse().unwrap();
        let white = plies.is_multiple_of(2);
        let end = Diagram {
            board: board.parse().unwrap(),
            turn: if white { Color::White } else { Color::Black },
        };
        let with = found(&end, plies, 2, Pairs::USUAL);
        assert!(!with.is_empty(), "{row}");
        assert_eq!(with, found(&end, plies, 2, Pairs::NONE), "{row}");
        unique += usize::from(with.len() == 1);
    }
    // Some are cooked.
    assert!(unique >= 60, "{unique}");
}

#[test]
fn as_many_games_with_tables_as_without() {
    let mut several = 0;
    for game in 0..40 {
        let mut position = Chess::default();
        let plies = 5 + game % 4;
        for ply in 0..plies {
            let moves = position.legal_moves();
            position.play_unchecked(moves[(31 * game + 17 * ply) % moves.len()]);
        }
        let end = Diagram::of(&position);
        let [with, without] =
            [Pairs::USUAL, Pairs::NONE].map(|pairs| found(&end, plies as u32, 1_000, pairs));
        assert_eq!(with, without, "{} in {plies} plies", end.fen());
        several += usize::from(with.len() > 1);
    }
    assert!(several > 20, "{several}");
}
