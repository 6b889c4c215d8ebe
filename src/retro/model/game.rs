//! A game from any position on.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position};

use crate::world::World;

/// A game: where it begins, and its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The position it begins in.
    pub start: Chess,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl Game {
    /// A game from the initial array.
    pub fn from_array(moves: Vec<Move>) -> Game {
        Game {
            start: Chess::default(),
            moves,
        }
    }

    /// The positions of the game, the first before any move; an illegal game ends before its first illegal move.
    pub fn positions(&self) -> Vec<Chess> {
        let mut positions = vec![self.start.clone()];
        for &played in &self.moves {
            let mut next = positions[positions.len() - 1].clone();
            if !next.is_legal(played) {
                break;
            }
            next.play_unchecked(played);
            positions.push(next);
        }
        positions
    }

    /// The world the game ends in.
    pub fn world(&self) -> World {
        self.positions()
            .last()
            .map_or_else(World::default, World::of)
    }

    /// The moves in English SAN, each with its half-move from White's first move on; an illegal game ends at its first illegal move.
    pub fn sans(&self) -> Vec<(usize, SanPlus)> {
        let mut position = self.start.clone();
        let first = usize::from(position.turn() == Color::Black);
        let mut sans = Vec::new();
        for (ply, &played) in self.moves.iter().enumerate() {
            if !position.is_legal(played) {
                break;
            }
            let san = SanPlus::from_move_and_play_unchecked(&mut position, played);
            sans.push((first + ply, san));
        }
        sans
    }

    /// The moves with numbers, on one line, as the PGN standard has them.
    pub fn movetext(&self) -> String {
        self.told(|_, _, san| san.to_string())
    }

    /// The moves with numbers, on one line; `word` writes the move with this number in the game, from 0.
    pub fn told(&self, word: impl Fn(usize, Move, &SanPlus) -> String) -> String {
        let sans = self.sans();
        let words: Vec<String> = (sans.iter().zip(&self.moves).enumerate())
            .map(|(at, ((ply, san), &played))| {
                let word = word(at, played, san);
                match (at, ply % 2) {
                    (_, 0) => format!("{}. {word}", ply / 2 + 1),
                    (0, _) => format!("{}... {word}", ply / 2 + 1),
                    _ => word,
                }
            })
            .collect();
        words.join(" ")
    }
}
