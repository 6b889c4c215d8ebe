//! Knots: men away from home that lock one another in, untied before anything else goes home.
//!
//! In the corner where the composer has worked nobody gets out without the help of others, in an order that may take dozens of
//! moves, while elsewhere anybody can lose a move. An estimate that brings men home sees none of that. So the corner is a game
//! of its own: the positions in which only men in it or next to it have moved, others no more than to pass, are searched best
//! first, the loosest first, until nobody is locked any more. From there an attempt goes on as from the diagram. Invariant:
//! every release is a sequence of retractions from the root; which ones are found depends on the root and the number of
//! nodes alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use crate::budget::{Budget, Limit};
use crate::retro::model::Unmove;

use super::demand::Demands;
use super::estimate::Estimator;
use super::known::mix;
use super::node::{Node, Surplus, initial_piece, placement};

/// A man who can go to so many squares, his own among them, is free.
const FREE: usize = 6;

/// What each square short of that costs, in tenths of a move.
const SHORT: i32 = 15;

/// What the knots of a board come to.
pub struct Tangle {
    /// The men that are locked in: officers and kings away from home.
    pub locked: Bitboard,
    /// What is short of their freedom, in tenths of a move.
    pub cost: i32,
}

impl Tangle {
    /// The knots of this board. Who is free makes way for the others.
    pub fn of(board: &Board) -> Tangle {
        let away = |&square: &Square| board.piece_at(square) != initial_piece(square);
        let officers = board.occupied() & !board.pawns();
        let mut locked: Bitboard = officers.into_iter().filter(away).collect();
        let mut standing = board.occupied();
        loop {
            let mut cost = 0;
            let mut held = Bitboard::EMPTY;
            for square in locked {
                let region = region(board, square, standing);
                if region < FREE {
                    held.add(square);
                    cost += i32::try_from(FREE - region).unwrap_or(0) * SHORT;
                }
            }
            if held == locked {
                return Tangle { locked, cost };
            }
            standing &= !(locked & !held);
            locked = held;
        }
    }
}

/// How many squares the man on `square` can come to while those that are `standing` stay, as far as it matters.
fn region(board: &Board, square: Square, standing: Bitboard) -> usize {
    let Some(piece) = board.piece_at(square) else {
        return FREE;
    };
    let standing = standing.without(square);
    let mut reached = Bitboard::from(square);
    let mut fresh = reached;
    while let Some(from) = fresh.pop_front() {
        let mut steps = attacks::attacks(from, piece, standing) & !standing & !reached;
        if piece.role == Role::King {
            let enemies = board.by_color(piece.color.other()) & standing;
            let is_safe = |&step: &Square| {
                let attackers = board.attacks_to(step, piece.color.other(), standing);
                (attackers & enemies).is_empty()
            };
            steps = steps.into_iter().filter(is_safe).collect();
        }
        reached |= steps;
        fresh |= steps;
        if reached.count() >= FREE {
            break;
        }
    }
    reached.count()
}

/// How the knot of a diagram came about: the position before it was tied.
#[derive(Debug, Clone)]
pub struct Release {
    /// The position in which nobody is locked.
    pub node: Node,
    /// The moves from there to the diagram, in the order of taking back.
    pub unmoves: Vec<Unmove>,
}

/// A position on the way back.
struct State {
    parent: u32,
    unmove: Option<Unmove>,
    node: Node,
    locked: Bitboard,
    ply: u32,
    toll: i32,
}

/// The search for releases.
pub struct Knot {
    states: Vec<State>,
    /// By price, then by age: the states that have not been retracted.
    open: BinaryHeap<Reverse<(i32, u32)>>,
    seen: FxHashSet<u64>,
}

const ROOT: u32 = u32::MAX;

/// More positions than these are not kept.
const MOST: usize = 400_000;

/// What a ply costs, in tenths of a move of the estimate: a detour that unlocks nobody may take thirty.
const PLY: i32 = 3;

/// What an uncapture costs near the knot, and away from it, where it gives the other side a man to pass with.
const NEAR: i32 = 100;
const AFAR: i32 = 15;

/// So many ways to pass are enough.
const PASSES: usize = 2;

/// A retraction takes the time of so many of a beam's.
const COST: u64 = 2;

impl Knot {
    /// The knots of this position; `None`: there are none.
    pub fn new(root: &Node) -> Option<Knot> {
        let tangle = Tangle::of(&root.board);
        if tangle.locked.is_empty() {
            return None;
        }
        let mut knot = Knot {
            states: Vec::new(),
            open: BinaryHeap::new(),
            seen: FxHashSet::default(),
        };
        knot.seen.insert(key(root, tangle.locked));
        knot.states.push(State {
            parent: ROOT,
            unmove: None,
            node: root.clone(),
            locked: tangle.locked,
            ply: 0,
            toll: 0,
        });
        knot.open.push(Reverse((tangle.cost, 0)));
        Some(knot)
    }

    /// Whether there is anything left to look at.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty() && self.states.len() < MOST
    }

    /// Goes on to the next release. `None`: there is none that it could find.
    ///
    /// # Errors
    ///
    /// The limit of the budget; it can be taken up again.
    pub fn advance(
        &mut self,
        demands: &Demands,
        estimator: &mut Estimator,
        budget: &mut Budget,
    ) -> Result<Option<Release>, Limit> {
        while self.is_open() {
            if budget.nodes_left() == 0 {
                return Err(Limit::Nodes);
            }
            budget.check_clock()?;
            let Some(Reverse((_, place))) = self.open.pop() else {
                break;
            };
            let state = &self.states[place as usize];
            if state.locked.is_empty() && demands.met_after(state.ply) {
                return Ok(Some(self.release(place)));
            }
            let before = self.seen.len();
            self.retract(place, demands, estimator);
            budget.charge_nodes((self.seen.len() - before + 1) as u64 * COST);
        }
        Ok(None)
    }

    fn release(&self, place: u32) -> Release {
        let mut unmoves = Vec::new();
        let mut at = place;
        while at != ROOT {
            let state = &self.states[at as usize];
            unmoves.extend(state.unmove);
            at = state.parent;
        }
        unmoves.reverse();
        Release {
            node: self.states[place as usize].node.clone(),
            unmoves,
        }
    }

    /// Takes back from one position whatever may loosen the knot, and a move or two to pass.
    fn retract(&mut self, place: u32, demands: &Demands, estimator: &mut Estimator) {
        let state = &self.states[place as usize];
        let (ply, toll) = (state.ply, state.toll);
        let retractor = state.node.retractor;
        let zone = around(state.locked);
        let mut near = Vec::new();
        let mut passes = Vec::new();
        let mut afar = Vec::new();
        state.node.retract(Surplus::Original, |unmove, next| {
            if !demands.allow(ply, unmove) {
                return;
            }
            let is_near = zone.contains(unmove.from) || zone.contains(unmove.to);
            match (is_near, unmove.captured) {
                (true, captured) => {
                    let price = if captured.is_some() { NEAR } else { 0 };
                    near.push((price, unmove, next));
                }
                (false, None) => passes.push((0, unmove, next)),
                (false, Some(_)) => afar.push((AFAR, unmove, next)),
            }
        });
        // There and back again is one pass, not two positions more.
        let there_and_back = |unmove: &Unmove| {
            let (from, to) = (unmove.from, unmove.to);
            (unmove.role == Role::Pawn, from.min(to), from.max(to))
        };
        passes.sort_by_key(|(_, unmove, _)| there_and_back(unmove));
        passes.truncate(PASSES);
        if can_pass(&state.node.board, zone, retractor.other()) {
            afar.clear();
        } else {
            afar.sort_by_key(|(_, unmove, _)| (there_and_back(unmove), unmove.captured));
            afar.truncate(PASSES);
        }
        for (price, unmove, node) in near.into_iter().chain(passes).chain(afar) {
            let tangle = Tangle::of(&node.board);
            if !self.seen.insert(key(&node, tangle.locked))
                || estimator.estimate(&node, Bitboard::EMPTY).is_none()
            {
                continue;
            }
            let toll = toll + price;
            let ply = ply + 1;
            let price = tangle.cost + toll + PLY * ply.cast_signed();
            let age = self.states.len() as u32;
            self.states.push(State {
                parent: place,
                unmove: Some(unmove),
                node,
                locked: tangle.locked,
                ply,
                toll,
            });
            self.open.push(Reverse((price, age)));
        }
    }
}

/// The squares and those beside them.
fn around(squares: Bitboard) -> Bitboard {
    let beside = |all, square| all | attacks::king_attacks(square);
    squares.into_iter().fold(squares, beside)
}

/// Whether this side has an officer away from the knot.
fn can_pass(board: &Board, zone: Bitboard, color: Color) -> bool {
    (board.by_color(color) & !board.pawns() & !zone).any()
}

/// What matters of a position: where officers stand who are free and not near the knot does not.
fn key(node: &Node, locked: Bitboard) -> u64 {
    let matters = around(locked) | node.board.pawns();
    let men = placement(&node.board).map(|men| u64::from(men & matters));
    let flags = node.retractor as u64
        | u64::from(node.lost.bits()) << 1
        | node.forced.map_or(0, |square| u64::from(square) + 1) << 8;
    men.into_iter()
        .chain([u64::from(node.moved)])
        .fold(flags, mix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use crate::retro::witness::estimate::Weights;

    #[test]
    fn who_is_locked_in_by_others_counts_and_who_is_at_home_does_not() {
        let array = Tangle::of(&Board::default());
        assert!(array.locked.is_empty() && array.cost == 0);
        // King and bishop have no move and the rook but two; the knight is free, and the rook on its file when it has gone.
        let corner = Board::from_ascii_board_fen(b"4k3/8/8/8/8/2P5/PPr5/Kbn1K3".as_slice());
        let tangle = Tangle::of(&corner.unwrap());
        assert_eq!(
            tangle.locked,
            Bitboard::EMPTY,
            "one after the other gets out"
        );
        let shut = Board::from_ascii_board_fen(b"4k3/8/8/8/8/2PP4/PPrP4/KbBQ4".as_slice());
        let tangle = Tangle::of(&shut.unwrap());
        let expected = [Square::A1, Square::B1, Square::C2];
        assert!(
            expected
                .into_iter()
                .all(|square| tangle.locked.contains(square))
        );
    }

    #[test]
    fn a_release_is_a_way_back_to_where_nobody_is_locked() {
        // Both kings are shut in behind rook and bishop that have promoted (after PDB P1271270).
        let root = Node::of("5bRB/4p1pK/6p1/8/8/6P1/4P1Pk/5Brb", Color::Black);
        let mut knot = Knot::new(&root).expect("a knot");
        let mut estimator = Estimator::new(Weights::DEFAULT);
        let mut budget = Limits::unlimited().start();
        let found = knot.advance(&Demands::default(), &mut estimator, &mut budget);
        let release = found.unwrap().expect("it can be untied");
        assert!(Tangle::of(&release.node.board).locked.is_empty());
        let mut at = root;
        for unmove in release.unmoves {
            let mut next = None;
            at.retract(Surplus::Original, |taken_back, before| {
                if taken_back == unmove {
                    next = Some(before);
                }
            });
            at = next.expect("each move can be taken back where it is");
        }
        assert_eq!(at, release.node);
        let free = Node::of("4k3/8/8/8/8/8/8/4K3", Color::Black);
        assert!(Knot::new(&free).is_none());
    }
}
