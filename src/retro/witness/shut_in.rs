//! Men shut in for good, as a beam finds them, and the squares where something has to be opened first.
//!
//! The estimate takes every man home on its own. Where men stand in each other's way it brings all the others home
//! and leaves a blocked group that nothing frees, and all positions of the beam have it. What a cage says of one of
//! them is kept here: the men that stand together in the group, and how many pawns were left to come from promotion.
//! Positions with the same men are left alone from then on, and the squares of the groups are where the beam
//! looks for something new. Invariant: a group is a hint out of a proof, not a proof: it only prunes, and depends on
//! the order of the questions and on nothing else, unless the clock ends one.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use shakmaty::{Bitboard, Board, Color, Piece, Square, attacks};

use crate::budget::{Budget, Limits};
use crate::retro::model::claim::Cage;
use crate::retro::model::{EpState, RetroPosition, RightState};
use crate::retro::rules::cage::Cages;
use crate::world::Right;

use super::node::{Node, initial_piece, placement, spare_pawns};

/// Men that stood in a cage next to one another.
struct Group {
    retractor: Color,
    men: Vec<(Piece, Bitboard)>,
    frozen: Bitboard,
    /// Pawns of White and Black that were neither on the board nor promoted men.
    spare: [usize; 2],
}

impl Group {
    /// The largest group of neighbours among the men of a cage around `node`. The others are mostly pawns whose
    /// number matters and not their place.
    fn of(node: &Node, cage: &Cage) -> (Group, Bitboard) {
        let mut left = cage.men & node.board.occupied();
        let mut largest = Bitboard::EMPTY;
        while let Some(first) = left.first() {
            let mut group = Bitboard::from(first);
            loop {
                let beside = |all, square| all | attacks::king_attacks(square);
                let grown = group.into_iter().fold(group, beside) & left;
                if grown == group {
                    break;
                }
                group = grown;
            }
            left &= !group;
            if group.count() > largest.count() {
                largest = group;
            }
        }
        let mut men: Vec<(Piece, Bitboard)> = Vec::new();
        for square in largest {
            let Some(piece) = node.board.piece_at(square) else {
                continue;
            };
            match men.iter_mut().find(|(kind, _)| *kind == piece) {
                Some((_, squares)) => squares.add(square),
                None => men.push((piece, square.into())),
            }
        }
        let group = Group {
            retractor: node.retractor,
            men,
            frozen: node.frozen & largest,
            spare: spare(node),
        };
        (group, largest)
    }

    /// Whether a position has these men. Unless it is `strict`, more pawns to spare do not help.
    fn is_in(&self, node: &Node, strict: bool) -> bool {
        self.retractor == node.retractor
            && self.frozen.is_subset(node.frozen)
            && self
                .men
                .iter()
                .all(|&(piece, squares)| squares.is_subset(node.board.by_piece(piece)))
            && (!strict || spare(node).into_iter().zip(self.spare).all(|(a, b)| a <= b))
    }
}

fn spare(node: &Node) -> [usize; 2] {
    [Color::White, Color::Black].map(|color| spare_pawns(&node.board, color))
}

/// The groups met so far.
#[derive(Default)]
pub struct ShutIn {
    cages: Cages,
    groups: Vec<Group>,
    zone: Bitboard,
}

/// Nodes for the proof of one cage.
const CAGE: u64 = 400;

/// A node of such a proof takes the time of so many retractions.
const CAGE_COST: u64 = 30;

/// More groups than this are not told apart from one another in time.
const MOST: usize = 400;

impl ShutIn {
    /// Whether men of the node are shut in as men were that were looked at before.
    pub fn holds(&self, node: &Node, strict: bool) -> bool {
        self.groups.iter().any(|group| group.is_in(node, strict))
    }

    /// Looks for a cage; whether one was found. What that costs is charged afterwards, so the budget may be
    /// overdrawn by one pass.
    pub fn examine(&mut self, node: &Node, budget: &mut Budget) -> bool {
        if self.groups.len() >= MOST {
            return false;
        }
        let limits = Limits {
            nodes: Some(CAGE),
            ..budget.limits_left()
        };
        let mut share = limits.start();
        let found = self.cages.prove(&position(node), &mut share);
        budget.charge_nodes((share.nodes_used() + 1) * CAGE_COST);
        let Ok(Some(cage)) = found else {
            return false;
        };
        let (group, squares) = Group::of(node, &cage);
        self.watch(&node.board, squares);
        self.groups.push(group);
        true
    }

    /// Looks, from now on, at what stands where all these positions have the same man away from home: no cage, but
    /// the beam does not get him moving. Only as long as there is nothing else to look at, for it is less than a proof.
    pub fn suspect<'a>(&mut self, mut nodes: impl Iterator<Item = &'a Node>) {
        let Some(first) = nodes.next().filter(|_| self.zone.is_empty()) else {
            return;
        };
        let away = |&square: &Square| first.board.piece_at(square) != initial_piece(square);
        let stuck = first.board.occupied().into_iter().filter(away).collect();
        let common = nodes.fold(stuck, |common: Bitboard, node| {
            let same =
                |&square: &Square| node.board.piece_at(square) == first.board.piece_at(square);
            common.into_iter().filter(same).collect()
        });
        self.watch(&first.board, common);
    }

    fn watch(&mut self, board: &Board, squares: Bitboard) {
        self.zone |= squares;
        for king in squares & board.kings() {
            self.zone |= attacks::king_attacks(king);
        }
    }

    /// What stands where men were found shut in or got stuck; `None`: nowhere did they.
    pub fn blockade(&self, node: &Node) -> Option<u64> {
        if self.zone.is_empty() {
            return None;
        }
        let mut hasher = FxHasher::default();
        node.retractor.hash(&mut hasher);
        for men in placement(&node.board) {
            u64::from(men & self.zone).hash(&mut hasher);
        }
        Some(hasher.finish())
    }
}

/// The node as the refuters see it.
fn position(node: &Node) -> RetroPosition {
    RetroPosition {
        board: node.board.clone(),
        turn: node.retractor.other(),
        rights: Right::ALL.map(|right| {
            if node.frozen.contains(right.king_home()) && node.frozen.contains(right.rook_home()) {
                RightState::Kept
            } else if node.lost.has(right) {
                RightState::Lost
            } else {
                RightState::Open
            }
        }),
        ep: node.forced.map_or(EpState::Open, EpState::Target),
        frozen: node.frozen,
        moved: node.moved,
        quiet_plies: 0,
        known_moves: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_shut_in_are_known_again_whatever_stands_elsewhere() {
        let mut shut_in = ShutIn::default();
        let caged = Node::of(
            "Knrk2nr/BpppRp1p/1p2pqp1/2b5/7P/3P4/PPP2PP1/RN2QB2",
            Color::White,
        );
        assert_eq!(shut_in.blockade(&caged), None);
        let mut budget = Limits::unlimited().start();
        assert!(!shut_in.holds(&caged, true));
        assert!(shut_in.examine(&caged, &mut budget));
        assert!(shut_in.holds(&caged, true));
        // The pawns are elsewhere, as many as before.
        let alike = "Knrk2nr/BpppRp1p/1p2pqp1/2b5/3P4/7P/PPP1P1P1/RN2QB2";
        assert!(shut_in.holds(&Node::of(alike, Color::White), true));
        assert!(!shut_in.holds(&Node::of(alike, Color::Black), true));
        assert_eq!(
            shut_in.blockade(&Node::of(alike, Color::White)),
            shut_in.blockade(&caged)
        );
        // A pawn more is missing: it may have promoted.
        let promoted = "Knrk2nr/BpppRp1p/1p2pqp1/2b5/3P4/7P/PPP3P1/RN2QB2";
        assert!(!shut_in.holds(&Node::of(promoted, Color::White), true));
        assert!(shut_in.holds(&Node::of(promoted, Color::White), false));
        // Without the bishop the king has a way out.
        let open = Node::of(
            "1nrk2nr/KpppRp1p/1p2pqp1/2b5/7P/3P4/PPP2PP1/RN2QB2",
            Color::White,
        );
        assert!(!shut_in.holds(&open, false));
        assert_ne!(shut_in.blockade(&open), shut_in.blockade(&caged));
    }

    #[test]
    fn men_away_from_home_in_every_position_are_watched() {
        let mut shut_in = ShutIn::default();
        let [here, there, back] = [
            "1nrq1bnr/ppp1pppp/8/8/1Q6/3P2P1/PPkPPP1P/KNBb1BNR",
            "1nrq1bnr/ppp1pppp/8/8/8/3PQ1P1/PPkPPP1P/KNBb1BNR",
            "1nrq1bnr/ppp1pppp/8/8/8/3P2P1/PPkPPP1P/KNB2BNR",
        ]
        .map(|fen| Node::of(fen, Color::White));
        shut_in.suspect([&here, &there].into_iter());
        assert_eq!(shut_in.blockade(&here), shut_in.blockade(&there));
        assert_ne!(shut_in.blockade(&here), shut_in.blockade(&back));
        assert!(!shut_in.holds(&here, true));
    }
}
