//! What denied trials oblige the side on move to.

use shakmaty::{Move, Position, Role};

use crate::law::{Duty, Ground, Owed, RuleSet, Touch};
use crate::problem::Laws;

use super::Node;

impl Node {
    /// What the side on move owes for what it has touched this turn; `None` if it has touched nothing.
    pub fn owed(&self, laws: Laws) -> Option<Owed> {
        if self.touched.is_empty() {
            return None;
        }
        let board = self.position.board();
        let turn = self.turn();
        let touches = self.touched.iter().map(|&square| {
            if board.color_at(square) == Some(turn) {
                Touch::Own(square)
            } else {
                Touch::Enemy(square)
            }
        });
        let owed = RuleSet::of(laws).owed(touches, &self.legal_somewhere());
        // The list says of a denied castling only that the king was touched.
        let king_first =
            (self.touched.first()).is_some_and(|&square| board.role_at(square) == Some(Role::King));
        let ground = match (owed.duty, owed.ground) {
            (Duty::Move(square), Ground::OwnTouched)
                if board.role_at(square) == Some(Role::King) && king_first =>
            {
                Ground::CastlingRefused
            }
            (Duty::Free, _) if king_first && self.touched.len() == 1 => Ground::CastlingRefused,
            (_, ground) => ground,
        };
        Some(Owed { ground, ..owed })
    }

    /// The moves that are legal in at least one world of the node.
    fn legal_somewhere(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for world in self.worlds.iter() {
            let Ok(position) = world.position(self.position.board(), self.turn()) else {
                continue;
            };
            for mv in position.legal_moves() {
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        moves
    }
}
