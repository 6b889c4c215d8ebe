//! An estimate of how far an earlier position is from the initial array. It guides the search.
//!
//! Every man of the initial array gets a man on the board that walks home, or is still to be
//! uncaptured; what is left over unpromotes. Invariant: the estimate is a pure function of the
//! node. `None` says the search should drop the node; it is never used as a proof.

// Men and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap)]

mod officers;

use shakmaty::{Bitboard, ByColor, Color, File, Role, Square};

use super::distance::FAR;
use super::hash_table::HashTable;
use super::node::{Node, advanced, home_rank, initial_piece, last_rank};
use super::pawns::{PawnTable, PawnWork};
use super::plan::{Plan, Progress};
use super::surroundings::{SurroundingsTable, walls};
use officers::Officers;

/// What the parts of the estimate weigh, in tenths of a move.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    /// An officer that must still be uncaptured.
    pub missing_officer: i32,
    /// A pawn that must still be uncaptured.
    pub missing_pawn: i32,
    /// An uncapture a pawn has to make.
    pub pawn_capture: i32,
    /// A right whose loss is not yet explained.
    pub lost_right: i32,
    /// A man to be uncaptured where only jumpers come in.
    pub sealed: i32,
    /// The side to move in the predecessor is in check.
    pub check: i32,
    /// A man that gets home only if others make way.
    pub crowded: i32,
    /// A man that must still unpromote.
    pub promoted: i32,
    /// A promoted man that stands in for a captured one.
    pub stand_in: i32,
    /// A king that has to step aside for an unpromotion.
    pub alarm: i32,
    /// King and queen that have to pass each other.
    pub swap: i32,
    /// A man that stands before pawns it would have to be behind.
    pub shut_out: i32,
    /// A step of a king on the way home.
    pub king: i32,
}

impl Weights {
    /// Weights that do well on positions of all kinds.
    pub const DEFAULT: Weights = Weights {
        missing_officer: 45,
        missing_pawn: 30,
        pawn_capture: 30,
        lost_right: 40,
        sealed: 30,
        check: 8,
        promoted: 90,
        stand_in: 50,
        crowded: 40,
        alarm: 30,
        swap: 80,
        shut_out: 80,
        king: MOVE,
    };

    /// The same, but who has to be behind pawns comes home before they do.
    pub const OFFICERS_FIRST: Weights = Weights {
        shut_out: 240,
        ..Weights::DEFAULT
    };

    /// The same, but who is on the board walks before others join him: a board that fills too early shuts men in who are away from home.
    pub const WALKS_FIRST: Weights = Weights {
        missing_officer: 25,
        missing_pawn: 25,
        ..Weights::DEFAULT
    };

    /// The same, but kings come home before those who would stand in their way.
    pub const KINGS_FIRST: Weights = Weights {
        shut_out: 240,
        crowded: 160,
        king: 4 * MOVE,
        ..Weights::DEFAULT
    };
}

/// The estimate with its tables.
pub struct Estimator {
    weights: Weights,
    table: SurroundingsTable,
    pawns: PawnTable,
    sides: HashTable<Option<Officers>>,
    matches: HashTable<Option<(i32, u8)>>,
    promotions: HashTable<[i32; 8]>,
    /// Whether the present computation looked at men that are not in its key: then its result is not remembered.
    looked_around: bool,
    /// Whether all men are on the board.
    is_full: bool,
}

const MOVE: i32 = 10;
/// A capture more than there are men left to capture.
const OVERDRAWN: i32 = 250;
const IMPOSSIBLE: i32 = 100_000;

impl Estimator {
    /// An estimator with empty tables.
    pub fn new(weights: Weights) -> Estimator {
        Estimator {
            weights,
            table: SurroundingsTable::default(),
            pawns: PawnTable::default(),
            sides: HashTable::default(),
            matches: HashTable::default(),
            promotions: HashTable::default(),
            looked_around: false,
            is_full: false,
        }
    }

    /// The estimate in tenths of a move; `None`: not worth estimating. The officers of the `reserved` homes
    /// are still to be uncaptured.
    pub fn estimate(&mut self, node: &Node, reserved: Bitboard) -> Option<i32> {
        self.past(walls(node), node, reserved)
    }

    /// The estimate, and what the rest of a plan costs besides; `None`: not worth estimating, or it can no longer be carried
    /// out.
    pub fn planned(&mut self, node: &Node, plan: &Plan, progress: &Progress) -> Option<i32> {
        let walls = walls(node);
        let estimate = self.past(walls, node, plan.reserved(progress))?;
        let price = plan.price(progress, &node.board, walls, &mut self.table.distances)?;
        Some(estimate + price)
    }

    /// The estimate past these walls of the node.
    fn past(&mut self, walls: Bitboard, node: &Node, reserved: Bitboard) -> Option<i32> {
        if (node.moved & walls).any() {
            return None;
        }
        for right in node.lost.iter() {
            if walls.contains(right.king_home()) && walls.contains(right.rook_home()) {
                return None;
            }
        }
        let board = &node.board;
        self.is_full = board.occupied().count() == 32;
        let men = |color: Color| board.by_color(color).count();
        let pawns = |color: Color| board.by_color(color) & board.pawns();
        let mut total = node.lost.iter().count() as i32 * self.weights.lost_right
            + node.moved.count() as i32 * self.weights.lost_right;
        let mut works: ByColor<Option<PawnWork>> = ByColor::default();
        let mut barrier = walls;
        for color in Color::ALL {
            let work = self.pawns.work(color, pawns(color), pawns(color.other()))?;
            let uncaptures = 16 - men(color.other());
            if work.captures as usize > uncaptures {
                return None;
            }
            // These pawns need not leave their files: what has to pass behind them is shut out.
            barrier |= work.straight;
            works[color] = Some(work);
        }
        let detours: u32 = works.into_iter().flatten().map(|work| work.detours).sum();
        let missing = 32 - board.occupied().count();
        total += (detours as usize).saturating_sub(missing) as i32 * OVERDRAWN;
        let around = self.table.surroundings(board, walls, barrier, reserved);
        for color in Color::ALL {
            let work = works[color]?;
            let other = works[color.other()]?;
            total += work.moves as i32 * MOVE + work.detours as i32 * self.weights.pawn_capture;
            let officers = self.officers(node, color, &around, work)?;
            let slack = 16 - men(color.other()) as i32 - work.captures as i32;
            total +=
                officers.cost + self.victims(node, color, officers, work, other, slack, walls)?;
        }
        if men(Color::White) + men(Color::Black) == 32 {
            total += self.tempo(node, walls, total)?;
        }
        if let Some(king) = board.king_of(node.retractor.other()) {
            // The side that has just retracted is in check: its opponent has few ways to go on.
            let checkers = board.attacks_to(king, node.retractor, board.occupied());
            total += self.weights.check * checkers.count() as i32;
        }
        Some(total)
    }

    /// What it costs to come home with the right side to move, once all men are on the board.
    fn tempo(&mut self, node: &Node, walls: Bitboard, total: i32) -> Option<i32> {
        let moves = total / MOVE;
        let odd = i32::from(node.retractor == Color::White);
        if (moves + odd) % 2 == 0 {
            return Some(0);
        }
        let board = &node.board;
        let mut cost = None;
        for color in Color::ALL {
            for square in board.by_color(color) & board.pawns() {
                let file = Bitboard::from_file(square.file());
                if advanced(color, square) >= 2
                    && (file & board.by_color(color) & board.pawns()).count() == 1
                {
                    return Some(MOVE);
                }
            }
        }
        for square in board.occupied() & !walls & !board.pawns() & !board.knights() {
            let piece = board.piece_at(square)?;
            let region = self.table.distances.field(piece.role, square, walls).region;
            if region >= 4 || (region == 3 && piece.role != Role::King) {
                let home = initial_piece(square) == Some(piece);
                let price = if home { 3 * MOVE } else { MOVE };
                cost = Some(cost.map_or(price, |c: i32| c.min(price)));
            }
        }
        cost
    }

    /// What it costs to uncapture the missing men of `color`, some of them by the pawns of the other side.
    ///
    /// An officer takes any man where it suits; a pawn takes where it has to, so a pawn that is its victim
    /// has to get home from there by captures of its own or to have promoted.
    #[allow(clippy::too_many_arguments)]
    fn victims(
        &mut self,
        node: &Node,
        color: Color,
        officers: Officers,
        work: PawnWork,
        other: PawnWork,
        slack: i32,
        walls: Bitboard,
    ) -> Option<i32> {
        let mut total = i32::from(officers.missing_pawns) * self.weights.missing_pawn;
        let by_pawns = other.captures as usize;
        let easy = usize::from(officers.missing) - usize::from(officers.sealed);
        if by_pawns <= easy {
            return Some(total);
        }
        let hard = by_pawns - easy;
        let enemy_pawns = node.board.by_color(color.other()) & node.board.pawns();
        let mut promotion_files = 0u8;
        for file in File::ALL {
            if (enemy_pawns & Bitboard::from_file(file)).is_empty() {
                promotion_files |= 1 << u32::from(file);
            }
        }
        let mut entry_files = 0u8;
        for file in File::ALL {
            let home = Square::from_coords(file, home_rank(color.other()));
            if !enemy_pawns.contains(home) {
                entry_files |= 1 << u32::from(file);
            }
        }
        // For each missing pawn: captures it needs itself, and where it promotes if it has to.
        let mut prices: Vec<(i32, Option<u32>)> = (0..8u32)
            .filter(|file| work.open_files & (1 << file) != 0)
            .map(|file| {
                let as_pawn = (0..8u32)
                    .filter(|way| other.capture_files & (1 << way) != 0)
                    .map(|way| (way.abs_diff(file) as i32, None));
                let as_officer = (0..8u32)
                    .filter(|&way| {
                        let ways = if way == file {
                            promotion_files
                        } else {
                            entry_files
                        };
                        ways & (1 << way) != 0
                    })
                    .map(|way| (way.abs_diff(file) as i32, Some(way)));
                as_pawn
                    .chain(as_officer)
                    .min()
                    .unwrap_or((IMPOSSIBLE, None))
            })
            .collect();
        prices.sort_unstable();
        let available = prices.len().min(usize::from(officers.missing_pawns));
        if hard > available {
            total += self.weights.shut_out * (hard - available) as i32;
        }
        let chosen = &prices[..hard.min(available)];
        let captures: i32 = chosen.iter().map(|&(captures, _)| captures).sum();
        if captures >= IMPOSSIBLE {
            return None;
        }
        for &(_, promotion) in chosen {
            if let Some(file) = promotion {
                let goal = Square::from_coords(File::new(file), last_rank(color));
                total += self.stand_in(node, color, goal, walls);
            }
        }
        total += captures * self.weights.pawn_capture;
        if captures > slack {
            total += (captures - slack) * OVERDRAWN;
        }
        Some(total)
    }

    /// What it costs that an officer of `color` has promoted on `goal`: one that is on the board and
    /// stands in for its captured original, or one that is uncaptured later.
    fn stand_in(&mut self, node: &Node, color: Color, goal: Square, walls: Bitboard) -> i32 {
        let board = &node.board;
        let mut nearest = 4;
        for square in board.by_color(color) & !board.pawns() & !board.kings() & !walls {
            if let Some(role) = board.role_at(square) {
                let steps = self.table.distances.field(role, goal, walls).from(square);
                if role != Role::Bishop || steps != FAR {
                    nearest = nearest.min(i32::from(steps));
                }
            }
        }
        self.weights.stand_in + 2 * nearest * MOVE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_king_has_been_where_a_pawn_came_to_from_the_next_file() {
        // The pawn on a3 came from b2, and White's others guard the rest of the rank: the king on b2 came past e3.
        let mut estimator = Estimator::new(Weights::DEFAULT);
        let mut estimate = |placement| {
            let node = Node::of(placement, Color::White);
            estimator.estimate(&node, Bitboard::EMPTY)
        };
        assert!(estimate("rn1q1bnr/1pp1ppp1/8/3p4/1BB5/P2P1P2/PkPP2PP/1NR1QKNR").is_none());
        assert!(estimate("rn1q1bnr/1pp1ppp1/8/3p4/1BB5/P1PP1P2/PkP3PP/1NR1QKNR").is_some());
    }
}
