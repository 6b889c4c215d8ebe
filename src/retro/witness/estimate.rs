//! How far a position of the past is from the initial array: a guess that guides, and dead ends.
//!
//! Every man of the initial array gets a man on the board that walks home, or is still to be
//! uncaptured; what is left over unpromotes. Invariant: the estimate is a pure function of the
//! node. `None` says the search should drop the node; it is never used as a proof.

// Men and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap)]

use shakmaty::{Bitboard, Board, Color, File, Role, Square, attacks};

use super::distance::{Distances, FAR};
use super::node::{Node, home_rank, last_rank};
use super::pawns::{PawnTable, PawnWork};

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
    };
}

/// The estimate with its tables.
pub struct Estimator {
    weights: Weights,
    distances: Distances,
    pawns: PawnTable,
    initial: Board,
}

const MOVE: i32 = 10;
/// A man that stands before pawns it would have to be behind.
const SHUT_OUT: i32 = 80;
const IMPOSSIBLE: i32 = 100_000;

impl Estimator {
    /// An estimator with empty tables.
    pub fn new(weights: Weights) -> Estimator {
        Estimator {
            weights,
            distances: Distances::default(),
            pawns: PawnTable::default(),
            initial: Board::new(),
        }
    }

    /// The estimate in tenths of a move; `None`: not worth a look.
    pub fn estimate(&mut self, node: &Node) -> Option<i32> {
        let walls = self.walls(node);
        if (node.moved & walls).any() {
            return None;
        }
        for right in node.lost.iter() {
            if walls.contains(right.king_home()) && walls.contains(right.rook_home()) {
                return None;
            }
        }
        let board = &node.board;
        let men = |color: Color| board.by_color(color).count();
        let pawns = |color: Color| board.by_color(color) & board.pawns();
        let mut total = node.lost.iter().count() as i32 * self.weights.lost_right
            + node.moved.count() as i32 * self.weights.lost_right;
        let mut works = [None; 2];
        let mut barrier = walls;
        for color in Color::ALL {
            let work = self.pawns.work(color, pawns(color), pawns(color.other()))?;
            let uncaptures = 16 - men(color.other());
            if work.captures as usize > uncaptures {
                return None;
            }
            if work.captures == 0 && uncaptures < 2 {
                // These pawns never leave their files again: nothing passes behind them.
                barrier |= pawns(color);
            }
            works[color as usize] = Some(work);
        }
        for color in Color::ALL {
            let work = works[color as usize]?;
            total += work.moves as i32 * MOVE + work.detours as i32 * self.weights.pawn_capture;
            total += self.officers(node, color, walls, barrier, work)?;
        }
        if let Some(king) = board.king_of(node.retractor.other()) {
            // The side that has just retracted is in check: its opponent has few ways to go on.
            let checkers = board.attacks_to(king, node.retractor, board.occupied());
            total += self.weights.check * checkers.count() as i32;
        }
        if men(Color::White) + men(Color::Black) == 32 && node.lost.is_empty() {
            total += self.tempo(node, walls, total)?;
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
                let advanced = u32::from(square.rank()).abs_diff(u32::from(home_rank(color)));
                if advanced >= 2 && (file & board.by_color(color) & board.pawns()).count() == 1 {
                    return Some(MOVE);
                }
            }
        }
        for square in board.occupied() & !walls & !board.pawns() & !board.knights() {
            let piece = board.piece_at(square)?;
            let region = self.distances.field(piece.role, square, walls).region;
            if region >= 4 || (region == 3 && piece.role != Role::King) {
                let home = self.initial.piece_at(square) == Some(piece);
                let price = if home { 3 * MOVE } else { MOVE };
                cost = Some(cost.map_or(price, |c: i32| c.min(price)));
            }
        }
        cost
    }

    /// Squares whose men will never leave them on the way back.
    fn walls(&self, node: &Node) -> Bitboard {
        let board = &node.board;
        let mut walls = node.frozen;
        for color in Color::ALL {
            walls |= board.by_color(color) & board.pawns() & Bitboard::from(home_rank(color));
        }
        let backrank = Bitboard::from_rank(shakmaty::Rank::First)
            | Bitboard::from_rank(shakmaty::Rank::Eighth);
        let mut candidates = Bitboard::EMPTY;
        for square in board.occupied() & backrank & !walls {
            if board.piece_at(square) == self.initial.piece_at(square) {
                candidates.add(square);
            }
        }
        loop {
            let before = walls;
            for square in candidates & !walls {
                if let Some(piece) = board.piece_at(square) {
                    let steps = attacks::attacks(square, piece, Bitboard::FULL);
                    if steps.is_subset(walls) {
                        walls.add(square);
                    }
                }
            }
            if walls == before {
                return walls;
            }
        }
    }

    fn officers(
        &mut self,
        node: &Node,
        color: Color,
        walls: Bitboard,
        barrier: Bitboard,
        work: PawnWork,
    ) -> Option<i32> {
        let board = &node.board;
        let own = board.by_color(color);
        let pawns = (own & board.pawns()).count();
        let king = board.king_of(color)?;
        let king_home = relative(Square::E1, color);
        let steps = self
            .distances
            .field(Role::King, king_home, walls)
            .from(king);
        if steps == FAR {
            return None;
        }
        let mut total = i32::from(steps) * MOVE;
        let mut promoted = 0;
        let slots: [(Role, Bitboard, &[Square]); 5] = [
            (Role::Queen, Bitboard::FULL, &[Square::D1]),
            (Role::Rook, Bitboard::FULL, &[Square::A1, Square::H1]),
            (Role::Knight, Bitboard::FULL, &[Square::B1, Square::G1]),
            (Role::Bishop, Bitboard::LIGHT_SQUARES, &[Square::F1]),
            (Role::Bishop, Bitboard::DARK_SQUARES, &[Square::C1]),
        ];
        for (role, region, homes) in slots {
            let region = match color {
                Color::White => region,
                Color::Black => region.flip_vertical(),
            };
            let men: Vec<Square> = (own & board.by_role(role) & region).into_iter().collect();
            let (cost, left_over) =
                self.match_homes(node, color, role, &men, homes, walls, barrier, work)?;
            total += cost;
            promoted += left_over;
        }
        if pawns + promoted > 8 {
            return None;
        }
        let missing = 8 - pawns - promoted;
        total += missing as i32 * self.weights.missing_pawn;
        Some(total)
    }

    /// Cheapest way to send men home, uncapture the rest at home and unpromote what is left over.
    #[allow(clippy::too_many_arguments, clippy::needless_range_loop)]
    fn match_homes(
        &mut self,
        node: &Node,
        color: Color,
        role: Role,
        men: &[Square],
        homes: &[Square],
        walls: Bitboard,
        barrier: Bitboard,
        work: PawnWork,
    ) -> Option<(i32, usize)> {
        let mut walk = [[IMPOSSIBLE; 2]; 16];
        let mut missing = [0; 2];
        let mut reachable = true;
        for (slot, home) in homes.iter().enumerate() {
            let home = relative(*home, color);
            let field = self.distances.field(role, home, walls);
            for (man, &square) in men.iter().enumerate() {
                let steps = field.from(square);
                if steps != FAR {
                    walk[man][slot] = i32::from(steps) * MOVE;
                    if barrier != walls
                        && self
                            .distances
                            .field(role, home, barrier.without(square))
                            .from(square)
                            == FAR
                    {
                        walk[man][slot] += SHUT_OUT;
                    }
                }
            }
            missing[slot] = if men.len() >= homes.len()
                && (0..men.len()).all(|man| walk[man][slot] < IMPOSSIBLE)
            {
                self.weights.missing_officer
            } else {
                self.miss(node, color, home, field.region, walls)
            };
        }
        for man in 0..men.len() {
            if walk[man][..homes.len()].iter().all(|&w| w == IMPOSSIBLE) {
                reachable = false;
            }
        }
        let mut unpromote = [0; 16];
        let mut base = 0;
        if men.len() > homes.len() || !reachable {
            for (man, &square) in men.iter().enumerate().take(16) {
                unpromote[man] = self.unpromotion(node, color, role, square, walls, work);
                base += unpromote[man];
            }
        } else {
            for man in 0..men.len() {
                unpromote[man] = IMPOSSIBLE;
                base += IMPOSSIBLE;
            }
        }
        let gain = |man: usize, slot: usize| walk[man][slot] - unpromote[man];
        let all_missing: i32 = missing[..homes.len()].iter().sum();
        let mut best = (base + all_missing, men.len());
        for man in 0..men.len() {
            for slot in 0..homes.len() {
                let cost = base + all_missing - missing[slot] + gain(man, slot);
                best = best.min((cost, men.len() - 1));
            }
            for other in 0..men.len() {
                if homes.len() == 2 && other != man {
                    let cost = base + gain(man, 0) + gain(other, 1);
                    best = best.min((cost, men.len() - 2));
                }
            }
        }
        (best.0 < IMPOSSIBLE).then_some(best)
    }

    /// What it takes to uncapture a man that belongs on `home`.
    fn miss(
        &mut self,
        node: &Node,
        color: Color,
        home: Square,
        region: u32,
        walls: Bitboard,
    ) -> i32 {
        let base = self.weights.missing_officer;
        if region > 10 {
            return base;
        }
        let enemy = color.other();
        let board = &node.board;
        let mut nearest = 6;
        for square in board.by_color(enemy) & !board.pawns() & !walls {
            if let Some(role) = board.role_at(square) {
                let steps = self.distances.field(role, home, walls).from(square);
                nearest = nearest.min(i32::from(steps));
            }
        }
        base + self.weights.sealed + nearest * MOVE
    }

    fn unpromotion(
        &mut self,
        node: &Node,
        color: Color,
        role: Role,
        square: Square,
        walls: Bitboard,
        work: PawnWork,
    ) -> i32 {
        let enemy_pawns = node.board.by_color(color.other()) & node.board.pawns();
        let mut best = IMPOSSIBLE;
        for file in File::ALL {
            let goal = Square::from_coords(file, last_rank(color));
            if walls.contains(goal) {
                continue;
            }
            let steps = self.distances.field(role, goal, walls).from(square);
            if steps == FAR {
                continue;
            }
            let blockers = enemy_pawns & Bitboard::from_file(file);
            let closed = if (blockers & Bitboard::from(home_rank(color.other()))).any() {
                90
            } else if blockers.any() {
                60
            } else {
                0
            };
            let taken = if work.open_files & (1 << u32::from(file)) == 0 {
                30
            } else {
                0
            };
            best = best.min(i32::from(steps) * MOVE + 45 + closed + taken);
        }
        best
    }
}

/// The square as seen from White's side.
fn relative(square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}
