//! The author's proof game against the games that were found.

use shakmaty::{Chess, Move, Position};

use crate::budget::Budget;
use crate::notation::{Letters, MoveText};
use crate::problem::{Histories, Problem, ProofGame, Twin};
use crate::retro::Game;
use crate::retro::checker::check_from;
use crate::retro::proof_game::{ProofGames, Question, Shorter, features, prove};

use super::finding::Finding;

/// What is wrong with the author's game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameFault {
    /// A move is not legal, or not understood.
    Move {
        /// Its half-move, from 0.
        ply: usize,
        /// As written.
        text: String,
    },
    /// The game is legal and does not end in the diagram, or not as the text under it says.
    OtherEnd,
    /// It ends in the diagram and has another length than asked for.
    Length(usize),
}

/// The games a twin asks for by `asked`.
pub fn proof_games(twin: &Twin, asked: ProofGame, budget: &mut Budget) -> ProofGames {
    let array = Chess::default();
    let world = match &twin.histories {
        Histories::Given(worlds) => worlds.sole(),
        Histories::Analyse | Histories::Claim(_) => None,
    };
    let question = Question {
        start: twin.start.as_ref().unwrap_or(&array),
        diagram: &twin.diagram,
        world,
        facts: &twin.facts,
    };
    prove(question, asked, budget)
}

/// The findings on the game; whether everything was found out.
pub(super) fn judge(
    problem: &Problem,
    twin: &Twin,
    asked: ProofGame,
    budget: &mut Budget,
    findings: &mut Vec<Finding>,
) -> (ProofGames, bool) {
    let published = published(problem, twin, asked);
    let asked = match (asked, &published) {
        // The author says by his game how long it is.
        (ProofGame::Shortest(None), Some(Ok(game))) => {
            ProofGame::Shortest(Some(game.moves.len() as u32))
        }
        _ => asked,
    };
    let mut found = proof_games(twin, asked, budget);
    match published {
        None => findings.push(Finding::NoGameToCompare),
        Some(Err(fault)) => findings.push(Finding::WrongGame(fault)),
        Some(Ok(game)) => {
            found.games.retain(|other| *other != game);
            found.games.insert(0, game);
            found.games.truncate(2);
        }
    }
    match &found.shorter {
        Some(Shorter::Game(game)) => findings.push(Finding::ShorterGame((**game).clone())),
        Some(Shorter::Unknown { limit, .. }) => findings.push(Finding::Incomplete(*limit)),
        Some(Shorter::None) | None => {}
    }
    match (found.games.as_slice(), found.searched) {
        ([game, other, ..], _) => findings.push(Finding::GameCook {
            game: game.clone(),
            other: other.clone(),
        }),
        ([], Ok(())) => findings.push(Finding::NoGame { plies: found.plies }),
        (_, Err(limit)) if findings.contains(&Finding::Incomplete(limit)) => {}
        (_, Err(limit)) => findings.push(Finding::Incomplete(limit)),
        ([game], Ok(())) => {
            if found.unique().is_some() {
                findings.push(Finding::OnlyGame { plies: found.plies });
            }
            findings.extend(features(game).into_iter().map(Finding::Shows));
        }
    }
    let complete = found.is_decided();
    (found, complete)
}

/// The author's game, if he gives one.
fn published(problem: &Problem, twin: &Twin, asked: ProofGame) -> Option<Result<Game, GameFault>> {
    let text = twin.solution.as_deref()?;
    let words = words(game_of(text));
    if words.is_empty() {
        return None;
    }
    let start = twin.start.clone().unwrap_or_default();
    let letters = std::iter::once(problem.letters).chain(Letters::IN_FILES);
    let mut first: Option<GameFault> = None;
    for letters in letters {
        match played(&start, &words, letters) {
            Ok(moves) => {
                let ends = check_from(&start, &twin.diagram, None, &twin.facts, &moves);
                let length = moves.len();
                return Some(if ends.is_err() {
                    Err(GameFault::OtherEnd)
                } else if asked.plies().is_some_and(|plies| plies as usize != length) {
                    Err(GameFault::Length(length))
                } else {
                    Ok(Game { start, moves })
                });
            }
            Err(fault) => _ = first.get_or_insert(fault),
        }
    }
    first.map(Err)
}

/// The game in `text`: from its first `1.` on, where there is one, since sentences and a diagram may stand before it. It
/// ends where another game begins, or where `solve` says what it shows and cost, behind a dash and in brackets.
fn game_of(text: &str) -> &str {
    let begins = |&at: &usize| {
        let before = text[..at].chars().next_back();
        let behind = text[at + 2..].chars().next();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '.')
            && !behind.is_some_and(|c| c.is_ascii_digit() || c == '.')
    };
    let mut firsts = text.match_indices("1.").map(|(at, _)| at).filter(begins);
    let Some(first) = firsts.next() else {
        return text;
    };
    let mut length = 0;
    for (number, line) in text[first..].split_inclusive('\n').enumerate() {
        let begun = line.trim_start();
        if number > 0 && begun.starts_with(['-', '(']) {
            break;
        }
        length += line.len();
    }
    let others = firsts.filter(|&at| text[..at].trim_end_matches([' ', '\t']).ends_with('\n'));
    let end = others.min().unwrap_or(text.len());
    &text[first..end.min(first + length)]
}

/// The moves of a game as written, without numbers, comments and marks.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut depth = 0_usize;
    for part in text.split_inclusive(['{', '}']) {
        if depth == 0 {
            let plain = part.trim_end_matches(['{', '}']);
            for word in plain.split_whitespace() {
                let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
                let word = match numbered.strip_prefix(['.', '…']) {
                    Some(rest) if numbered.len() < word.len() => {
                        rest.trim_start_matches(['.', '…'])
                    }
                    _ => word.trim_start_matches(['.', '…']),
                };
                let is_move = word.chars().any(|c| c.is_ascii_digit() || c == 'O');
                if is_move && !["1-0", "0-1", "1/2-1/2"].contains(&word) {
                    words.push(word);
                }
            }
        }
        if part.ends_with('{') {
            depth += 1;
        } else if part.ends_with('}') {
            depth = depth.saturating_sub(1);
        }
    }
    words
}

/// The moves that `words` are, played from `start` on.
pub(super) fn played(
    start: &Chess,
    words: &[&str],
    letters: Letters,
) -> Result<Vec<Move>, GameFault> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (ply, &word) in words.iter().enumerate() {
        let read = MoveText::parse(word, letters).ok();
        let Some(played) = read.and_then(|text| text.resolve(&position).ok()) else {
            let text = word.to_owned();
            return Err(GameFault::Move { ply, text });
        };
        position.play_unchecked(played);
        moves.push(played);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_the_moves_goes() {
        let text = "1.e4 e5 2. Sf3 {der Springer} Sc6 3... 0-0 e.p. 4.exd5 e.p. C+ 1-0";
        assert_eq!(words(text), ["e4", "e5", "Sf3", "Sc6", "0-0", "exd5"]);
    }

    #[test]
    fn what_solve_prints_around_a_game_goes() {
        let text = "One game of 4.0 moves leads to the diagram, and no other.\n   1. e4 e6 2. Bb5 Ke7\n   3. Bxd7 c6\n   \
                    - Ke8 comes back (3 times)\n   1. e4 [e5]\n(12 nodes, 3 ms)";
        assert_eq!(
            words(game_of(text)),
            ["e4", "e6", "Bb5", "Ke7", "Bxd7", "c6"]
        );
        assert_eq!(words(game_of("1.e4 e5 2.f4")), ["e4", "e5", "f4"]);
        assert_eq!(words(game_of("e4 e5 f4")), ["e4", "e5", "f4"]);
    }
}
