//! How far a position of the past is from the initial array: a guess that guides, and dead ends.
//!
//! Every man of the initial array gets a man on the board that walks home, or is still to be
//! uncaptured; what is left over unpromotes. Invariant: the estimate is a pure function of the
//! node. `None` says the search should drop the node; it is never used as a proof.

// Men and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap)]

use shakmaty::{Bitboard, Board, Color, File, Role, Square, attacks};

use super::distance::{Distances, FAR, Walled};
use super::node::{Node, home_rank, last_rank};
use super::pawns::{PawnTable, PawnWork};
use super::plan::{Plan, Progress};
use super::surroundings::{Surroundings, out_of_order, relative, walls};

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
/// A capture more than there are men left to capture.
const OVERDRAWN: i32 = 250;
/// Regions of at most so many squares are entered by jumpers only.
const SMALL: u32 = 10;
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

    /// The estimate in tenths of a move; `None`: not worth a look. The officers of the `reserved` homes
    /// are still to be uncaptured.
    pub fn estimate(&mut self, node: &Node, reserved: Bitboard) -> Option<i32> {
        let walls = walls(node);
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
            // These pawns need not leave their files: what has to pass behind them is shut out.
            barrier |= work.straight;
            works[color as usize] = Some(work);
        }
        let detours: u32 = works.iter().flatten().map(|work| work.detours).sum();
        let missing = 32 - board.occupied().count();
        total += (detours as usize).saturating_sub(missing) as i32 * OVERDRAWN;
        let around = Surroundings::new(board, walls, barrier, reserved, &mut self.distances);
        for color in Color::ALL {
            let work = works[color as usize]?;
            let other = works[color.other() as usize]?;
            total += work.moves as i32 * MOVE + work.detours as i32 * self.weights.pawn_capture;
            let officers = self.officers(node, color, &around, work)?;
            let slack = 16 - men(color.other()) as i32 - work.captures as i32;
            total +=
                officers.cost + self.victims(node, color, &officers, work, other, slack, walls)?;
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

    /// What the rest of a plan costs beyond the estimate; `None`: it can no longer be carried out.
    pub fn price(&mut self, node: &Node, plan: &Plan, progress: &Progress) -> Option<i32> {
        let walls = walls(node);
        plan.price(progress, &node.board, walls, &mut self.distances)
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

    /// What it costs that king and queen stand side by side the wrong way round behind their pawns.
    fn swap(&self, board: &Board, color: Color, king: Square, walls: Bitboard) -> i32 {
        let before = [Square::C2, Square::D2, Square::E2].map(|square| relative(square, color));
        let shut = before.into_iter().all(|square| walls.contains(square));
        let rank = relative(Square::E1, color).rank();
        let wrong = |queen: Square| queen.rank() == rank && queen.file() > king.file();
        let queens = board.by_color(color) & board.queens();
        if shut && king.rank() == rank && queens.into_iter().any(wrong) {
            self.weights.swap
        } else {
            0
        }
    }

    fn officers(
        &mut self,
        node: &Node,
        color: Color,
        around: &Surroundings,
        work: PawnWork,
    ) -> Option<Officers> {
        let board = &node.board;
        let own = board.by_color(color);
        let pawns = (own & board.pawns()).count();
        let king = board.king_of(color)?;
        let king_home = relative(Square::E1, color);
        let guarded = *around.guarded.get(color);
        if guarded.contains(king) {
            return None;
        }
        let steps = if king == king_home {
            0
        } else {
            let walls = around.walls | guarded;
            self.distances
                .field(Role::King, king_home, walls)
                .from(king)
        };
        if steps == FAR || out_of_order(board, color, king, around.walls) {
            return None;
        }
        let mut total = i32::from(steps) * MOVE;
        if steps > 0 && around.past_crowd.home(Role::King, king_home).from(king) == FAR {
            total += self.weights.crowded;
        }
        total += self.swap(board, color, king, around.walls);
        let mut promoted = 0;
        let (mut missing, mut sealed) = (0, 0);
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
            let mut men = [Square::A1; 16];
            let mut count = 0;
            for (place, square) in men.iter_mut().zip(own & board.by_role(role) & region) {
                *place = square;
                count += 1;
            }
            let men = &men[..count];
            let (cost, left_over) =
                self.match_homes(node, color, role, men, homes, around, work)?;
            let gone = homes.len() - (men.len() - left_over);
            missing += gone;
            if gone > 0 {
                let shut = homes.iter().filter(|&&home| {
                    let home = relative(home, color);
                    board.piece_at(home) != Some(role.of(color))
                        && around.past_barrier.home(role, home).region <= SMALL
                });
                sealed += gone.min(shut.count());
            }
            total += cost;
            promoted += left_over;
        }
        if pawns + promoted > 8 {
            return None;
        }
        Some(Officers {
            cost: total,
            missing_pawns: 8 - pawns - promoted,
            missing,
            sealed,
        })
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
        officers: &Officers,
        work: PawnWork,
        other: PawnWork,
        slack: i32,
        walls: Bitboard,
    ) -> Option<i32> {
        let mut total = officers.missing_pawns as i32 * self.weights.missing_pawn;
        let by_pawns = other.captures as usize;
        let easy = officers.missing - officers.sealed;
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
        let available = prices.len().min(officers.missing_pawns);
        if hard > available {
            total += SHUT_OUT * (hard - available) as i32;
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
                let steps = self.distances.field(role, goal, walls).from(square);
                if role != Role::Bishop || steps != FAR {
                    nearest = nearest.min(i32::from(steps));
                }
            }
        }
        self.weights.stand_in + 2 * nearest * MOVE
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
        around: &Surroundings,
        work: PawnWork,
    ) -> Option<(i32, usize)> {
        let mut walk = [[IMPOSSIBLE; 2]; 16];
        let mut missing = [0; 2];
        let mut reachable = true;
        for (slot, home) in homes.iter().enumerate() {
            let home = relative(*home, color);
            let field = around.past_walls.home(role, home);
            for (man, &square) in men.iter().enumerate() {
                let steps = field.from(square);
                if steps == FAR || around.reserved.contains(home) {
                    continue;
                }
                walk[man][slot] = i32::from(steps) * MOVE;
                if steps == 0 {
                    continue;
                }
                if around.barrier != around.walls
                    && self.shut_out(role, home, square, around.barrier, &around.past_barrier)
                {
                    walk[man][slot] += SHUT_OUT;
                } else if role != Role::Knight
                    && self.shut_out(role, home, square, around.crowd, &around.past_crowd)
                {
                    walk[man][slot] += self.weights.crowded;
                }
            }
            missing[slot] = if men.len() >= homes.len()
                && (0..men.len()).all(|man| walk[man][slot] < IMPOSSIBLE)
            {
                self.weights.missing_officer
            } else {
                self.miss(node, color, home, role, around)
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
                unpromote[man] = self.unpromotion(node, color, role, square, around.walls, work);
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

    /// Whether a man on `square` cannot get past `walls` to its home, itself being no wall.
    fn shut_out(
        &mut self,
        role: Role,
        home: Square,
        square: Square,
        walls: Bitboard,
        past: &Walled,
    ) -> bool {
        let steps = if walls.contains(square) {
            let walls = walls.without(square);
            self.distances.field(role, home, walls).from(square)
        } else {
            past.home(role, home).from(square)
        };
        steps == FAR
    }

    /// What it takes to uncapture a man that belongs on `home`.
    fn miss(
        &mut self,
        node: &Node,
        color: Color,
        home: Square,
        role: Role,
        around: &Surroundings,
    ) -> i32 {
        let base = self.weights.missing_officer;
        if around.past_barrier.home(role, home).region > SMALL {
            return base;
        }
        let enemy = color.other();
        let board = &node.board;
        let mut nearest = 6;
        for square in board.by_color(enemy) & !board.pawns() & !around.walls {
            if let Some(visitor) = board.role_at(square) {
                let steps = self
                    .distances
                    .field(visitor, home, around.walls)
                    .from(square);
                nearest = nearest.min(i32::from(steps));
            }
        }
        base + self.weights.sealed + nearest * MOVE
    }

    /// What it costs that a man on its square of promotion, or the pawn before it, attacks the king or finds
    /// him there, who has to be elsewhere then.
    fn alarm(&self, board: &Board, color: Color, role: Role, goal: Square) -> i32 {
        let Some(king) = board.king_of(color.other()) else {
            return 0;
        };
        let before = goal.offset(if color.is_white() { -8 } else { 8 });
        let attacked = attacks::attacks(goal, role.of(color), board.occupied());
        let by_pawn = before.map_or(Bitboard::EMPTY, |s| attacks::pawn_attacks(color, s));
        let alarms = [
            king == goal,
            attacked.contains(king),
            by_pawn.contains(king),
        ];
        let alarms = alarms.into_iter().filter(|&alarm| alarm).count() as i32;
        alarms * self.weights.alarm
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
        let board = &node.board;
        let enemy_pawns = board.by_color(color.other()) & board.pawns();
        let slack = 16 - board.by_color(color.other()).count() as i32 - work.captures as i32;
        let mut best = IMPOSSIBLE;
        for file in File::ALL {
            let goal = Square::from_coords(file, last_rank(color));
            if walls.contains(goal) {
                continue;
            }
            let blockers = enemy_pawns & Bitboard::from_file(file);
            if (blockers & Bitboard::from(home_rank(color.other()))).any() {
                continue;
            }
            let steps = self.distances.field(role, goal, walls).from(square);
            if steps == FAR {
                continue;
            }
            let captures = (0..8u32)
                .filter(|home| work.open_files & (1 << home) != 0)
                .map(|home| match home.abs_diff(u32::from(file)) as i32 {
                    0 if blockers.any() => 2,
                    sideways => sideways,
                })
                .min();
            let Some(captures) = captures else {
                continue;
            };
            let shut = (captures - slack).max(0) * OVERDRAWN;
            let price = i32::from(steps) * MOVE
                + captures * self.weights.pawn_capture
                + shut
                + self.alarm(board, color, role, goal);
            best = best.min(price + self.weights.promoted);
        }
        best
    }
}

/// The officers of one side: those on the board and those to be uncaptured.
struct Officers {
    /// What it costs to bring all home.
    cost: i32,
    /// Pawns neither on the board nor promoted.
    missing_pawns: usize,
    /// Officers to be uncaptured.
    missing: usize,
    /// Those to be uncaptured that cannot get home from outside.
    sealed: usize,
}
