//! Whether the pawns of a position on the way back can have come where they stand.
//!
//! The estimate looks at the pawns one by one; the rule about their order follows all of them from the array, through every capture.
//! That takes time, so it is asked once for all positions with the same pawns and as many men of every kind. Invariant: the answer
//! guides, it is no proof; it depends on the positions that were asked before and on nothing else.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Role};

use crate::budget::{Budget, Limits};
use crate::retro::rules::pawn_order;

use super::hash_table::mix;
use super::node::Node;
use super::tuning::PAWN_ORDERS;

/// So many answers are remembered at most: none gives way to another, for each may take as long as thousands of positions.
const MOST_REMEMBERED: usize = 1 << 19;

/// What was found out about pawns and men.
#[derive(Default)]
pub struct PawnOrders {
    is_refuted: FxHashMap<u64, bool>,
    captures: pawn_order::Captures,
}

impl PawnOrders {
    /// Whether the order of its pawns refutes the position, as far as that shows within a few nodes of the rule, which are charged.
    pub fn refute(&mut self, node: &Node, budget: &mut Budget) -> bool {
        let structure = structure(node);
        if let Some(&is_refuted) = self.is_refuted.get(&structure) {
            return is_refuted;
        }
        let limits = Limits {
            nodes: Some(PAWN_ORDERS.nodes),
            ..Limits::unlimited()
        };
        let mut share = limits.start();
        let found = pawn_order::refute(&node.position(), &mut self.captures, &mut share);
        budget.charge_nodes(share.nodes_used() * PAWN_ORDERS.cost);
        let is_refuted = matches!(found, Ok(Some(_)));
        if self.is_refuted.len() < MOST_REMEMBERED {
            self.is_refuted.insert(structure, is_refuted);
        }
        is_refuted
    }
}

/// The pawns of both sides, and how many officers of each kind there are, bishops by the colour of their squares.
fn structure(node: &Node) -> u64 {
    let board = &node.board;
    let of_side = |hash, color| {
        let own = board.by_color(color);
        let bishops = own & board.bishops();
        let kinds = [
            own & board.by_role(Role::Knight),
            bishops & Bitboard::LIGHT_SQUARES,
            bishops & Bitboard::DARK_SQUARES,
            own & board.by_role(Role::Rook),
            own & board.by_role(Role::Queen),
        ];
        let counts = kinds.map(|kind| kind.count() as u64);
        let pawns = u64::from(own & board.pawns());
        counts.into_iter().fold(mix(hash, pawns), mix)
    };
    Color::ALL.into_iter().fold(0, of_side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_who_cannot_have_fallen_there_is_refuted() {
        // T. Le Gleuher after Breyer and Wilts: with pawns on b7 and d7 the bishop never left c8, so that no pawn took him; White's pawns need all three men
        // that Black lacks.
        let refuted = |placement| {
            let node = Node::of(placement, Color::White);
            PawnOrders::default().refute(&node, &mut Limits::unlimited().start())
        };
        assert!(refuted("1B6/KpNpp3/QRNkP3/rbp1p2p/RqP5/brP5/bPP5/NB6"));
        assert!(!refuted("1B6/KpN1p3/QRpkP3/rbp1p2p/RqP5/brP5/bPP5/NB6"));
    }

    #[test]
    fn the_rule_is_asked_once_for_positions_with_the_same_pawns_and_men() {
        let mut orders = PawnOrders::default();
        let mut spent = |placement| {
            let mut budget = Limits::unlimited().start();
            orders.refute(&Node::of(placement, Color::White), &mut budget);
            budget.nodes_used()
        };
        assert!(spent("1B6/KpN1p3/QRpkP3/rbp1p2p/RqP5/brP5/bPP5/NB6") > 0);
        assert_eq!(spent("KB6/1pN1p3/QRpkP3/rbp1p2p/RqP5/brP5/bPP5/NB6"), 0);
        assert!(spent("KB6/1pN1p3/QRpkP2p/rbp1p3/RqP5/brP5/bPP5/NB6") > 0);
    }
}
