//! The author's proof game against the games that were found.

use shakmaty::{Chess, Move, Position};

use crate::budget::Budget;
use crate::notation::Letters;
use crate::problem::{Histories, Problem, ProofGame, Twin};
use crate::retro::Game;
use crate::retro::checker::check_from;
use crate::retro::proof_game::{ProofGames, Question, Shorter, features, prove};
use crate::syntax::{NodeId, Written, WrittenMove, WrittenSolution, read_solution};

use super::finding::Finding;
use super::published::{Meant, meant_among, unread};

/// What is wrong with the author's game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameFault {
    /// A move is not legal.
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

/// What an author gives as his game.
enum Published {
    Game(Game),
    Wrong(GameFault),
    /// Something of it cannot be read, and what can is no game that leads to the diagram.
    Unread,
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
    let mut others = games_of(twin.solution.as_deref().unwrap_or_default()).into_iter();
    let published = others
        .next()
        .and_then(|text| published(text, problem, twin, asked));
    let asked = match (asked, &published) {
        // The author says by his game how long it is.
        (ProofGame::Shortest(None), Some(Published::Game(game))) => {
            ProofGame::Shortest(Some(game.moves.len() as u32))
        }
        _ => asked,
    };
    let mut found = proof_games(twin, asked, budget);
    let mut is_unread = matches!(published, Some(Published::Unread));
    match published {
        None => findings.push(Finding::NoGameToCompare),
        Some(Published::Wrong(fault)) => findings.push(Finding::WrongGame(fault)),
        Some(Published::Unread) => findings.extend(unread(twin, problem.letters)),
        Some(Published::Game(game)) => {
            found.games.retain(|other| *other != game);
            found.games.insert(0, game);
            found.games.truncate(2);
        }
    }
    for other in others {
        match self::published(other, problem, twin, asked) {
            Some(Published::Wrong(fault)) => findings.push(Finding::WrongGame(fault)),
            Some(Published::Game(game)) if found.games.contains(&game) => {}
            Some(Published::Game(game)) => found.games.push(game),
            Some(Published::Unread) | None => is_unread = true,
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
    let complete = found.is_decided() && !is_unread;
    (found, complete)
}

/// What the author gives as a game in `text`, if there is anything.
fn published(text: &str, problem: &Problem, twin: &Twin, asked: ProofGame) -> Option<Published> {
    let start = twin.start.clone().unwrap_or_default();
    let letters = std::iter::once(problem.letters).chain(Letters::IN_FILES);
    let mut first = None;
    for letters in letters {
        let written = read_solution(text, letters);
        let line = main_line(&written);
        if line.is_empty() {
            continue;
        }
        let (moves, fault) = played(&start, &written, &line);
        let length = moves.len();
        // Behind the last move of a game as long as was asked for there may be words, in which squares are read as moves.
        let asked = asked.plies().map(|plies| plies as usize);
        match fault.filter(|_| asked != Some(length)) {
            None if check_from(&start, &twin.diagram, None, &twin.facts, &moves).is_err() => {
                return Some(if written.is_read() {
                    Published::Wrong(GameFault::OtherEnd)
                } else {
                    Published::Unread
                });
            }
            None if asked.is_some_and(|asked| asked != length) => {
                return Some(Published::Wrong(GameFault::Length(length)));
            }
            None => return Some(Published::Game(Game { start, moves })),
            Some(id) => {
                let fault = GameFault::Move {
                    ply: length,
                    text: text[written.nodes[id].range.clone()].to_owned(),
                };
                first.get_or_insert(if written.is_read() {
                    Published::Wrong(fault)
                } else {
                    Published::Unread
                });
            }
        }
    }
    // Words alone are no game.
    first.or_else(|| (!text.trim().is_empty()).then_some(Published::Unread))
}

/// The moves of a game as written, variations in brackets left out.
fn main_line(written: &WrittenSolution) -> Vec<NodeId> {
    let root = written.parts.iter().find_map(|part| part.roots.first());
    let next = |&id: &NodeId| written.nodes[id].children.first().copied();
    std::iter::successors(root.copied(), next).collect()
}

/// The games in `text`: each from its `1.` on, the others at the beginning of a line; sentences and a diagram may stand before the first.
/// The last one ends where `solve` says what it shows and cost, behind a dash and in brackets. All of it where there is no `1.`.
fn games_of(text: &str) -> Vec<&str> {
    let begins = |&at: &usize| {
        let before = text[..at].chars().next_back();
        let behind = text[at + 2..].chars().next();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '.')
            && !behind.is_some_and(|c| c.is_ascii_digit() || c == '.')
    };
    let mut firsts = text.match_indices("1.").map(|(at, _)| at).filter(begins);
    let Some(first) = firsts.next() else {
        return vec![text];
    };
    let mut length = 0;
    for (number, line) in text[first..].split_inclusive('\n').enumerate() {
        let begun = line.trim_start();
        if number > 0 && begun.starts_with(['-', '(']) {
            break;
        }
        length += line.len();
    }
    let all = first + length;
    let begins_line =
        |&at: &usize| at < all && text[..at].trim_end_matches([' ', '\t']).ends_with('\n');
    let mut begins: Vec<usize> = std::iter::once(first)
        .chain(firsts.filter(begins_line))
        .collect();
    begins.push(all);
    begins
        .windows(2)
        .map(|game| &text[game[0]..game[1]])
        .collect()
}

/// The moves of a line, played from `start` on as far as they are legal, and the first that is not.
fn played(
    start: &Chess,
    written: &WrittenSolution,
    line: &[NodeId],
) -> (Vec<Move>, Option<NodeId>) {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for &id in line {
        let Written::Move {
            text: WrittenMove::Named(named),
            ..
        } = written.nodes[id].what
        else {
            return (moves, Some(id));
        };
        let Ok(Meant { moves: meant, .. }) = meant_among(named, &position.legal_moves()) else {
            return (moves, Some(id));
        };
        let [played] = meant[..] else {
            return (moves, Some(id));
        };
        position.play_unchecked(played);
        moves.push(played);
    }
    (moves, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves read as the game.
    fn words(text: &str) -> Vec<&str> {
        let text = games_of(text)[0];
        let written = read_solution(text, Letters::German);
        let line = main_line(&written).into_iter();
        let named = |id: NodeId| text[written.nodes[id].range.clone()].trim_end_matches(['!', '?']);
        line.map(named).collect()
    }

    #[test]
    fn what_stands_around_the_moves_goes() {
        for text in [
            "1.e4 e5 2. Sf3 {der Springer} Sc6 3.0-0",
            "1.e4 e5, 2.Sf3 Sc6 (2...d6 3.d4), 3.0-0.",
            "1.e4,e5 2.Sf3,Sc6 3.0-0*",
            "1.e4 e5 2.Sf3!! (2.La6?) **Sc6** 3.0-0 (der Turm steht nun auf f1)",
        ] {
            assert_eq!(words(text), ["e4", "e5", "Sf3", "Sc6", "0-0"], "{text}");
        }
    }

    #[test]
    fn what_solve_prints_around_a_game_goes() {
        let text = "One game of 4.0 moves leads to the diagram, and no other.\n   1. e4 e6 2. Lb5 Ke7\n   3. Lxd7 c6\n   \
                    - Ke8 comes back (3 times)\n   1. e4 [e5]\n(12 nodes, 3 ms)";
        assert_eq!(words(text), ["e4", "e6", "Lb5", "Ke7", "Lxd7", "c6"]);
        assert_eq!(words("1.e4 e5 2.f4"), ["e4", "e5", "f4"]);
        assert_eq!(words("e4 e5 f4"), ["e4", "e5", "f4"]);
    }
}
