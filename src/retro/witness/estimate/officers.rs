//! The officers' part of the estimate: who walks home, who is still to be uncaptured, who has promoted.

// Men and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap)]

use shakmaty::{Bitboard, Board, Color, File, Role, Square, attacks};

use super::super::distance::{FAR, Walled};
use super::super::hash_table::mix;
use super::super::node::{Node, home_rank, last_rank};
use super::super::pawns::PawnWork;
use super::super::surroundings::{Surroundings, relative, relative_all};
use super::{Estimator, IMPOSSIBLE, MOVE, OVERDRAWN};

/// Regions of at most so many squares are entered by jumpers only.
const SMALL: u32 = 10;

/// The officers of the array but kings, on which squares they count as the same, and their homes as seen from White's side.
const SLOTS: [(Role, Bitboard, &[Square]); 5] = [
    (Role::Queen, Bitboard::FULL, &[Square::D1]),
    (Role::Rook, Bitboard::FULL, &[Square::A1, Square::H1]),
    (Role::Knight, Bitboard::FULL, &[Square::B1, Square::G1]),
    (Role::Bishop, Bitboard::LIGHT_SQUARES, &[Square::F1]),
    (Role::Bishop, Bitboard::DARK_SQUARES, &[Square::C1]),
];

/// The pawns that keep king and queen on their rank as long as they stay there.
const BEFORE_THEM: Bitboard = Bitboard::from_square(Square::C2)
    .with_const(Bitboard::from_square(Square::D2))
    .with_const(Bitboard::from_square(Square::E2));

/// The officers of one side: those on the board and those to be uncaptured. Many are remembered, so it is small.
#[derive(Debug, Clone, Copy)]
pub(super) struct Officers {
    /// What it costs to bring all home.
    pub(super) cost: i32,
    /// Pawns neither on the board nor promoted.
    pub(super) missing_pawns: u8,
    /// Officers to be uncaptured.
    pub(super) missing: u8,
    /// Those to be uncaptured that cannot get home from outside.
    pub(super) sealed: u8,
}

/// The men of one type and side on the board, and the homes of such men, as seen from White's side.
struct Alike<'a> {
    color: Color,
    role: Role,
    men: &'a [Square],
    homes: &'a [Square],
}

impl Alike<'_> {
    /// The homes on their own side.
    fn own_homes(&self) -> impl Iterator<Item = Square> {
        self.homes.iter().map(|&home| relative(home, self.color))
    }
}

impl Estimator {
    /// What it costs that king and queen stand side by side the wrong way round behind their pawns.
    fn swap(&self, board: &Board, color: Color, king: Square, walls: Bitboard) -> i32 {
        let shut = relative_all(BEFORE_THEM, color).is_subset(walls);
        let rank = relative(Square::E1, color).rank();
        let wrong = |queen: Square| queen.rank() == rank && queen.file() > king.file();
        let queens = board.by_color(color) & board.queens();
        if shut && king.rank() == rank && queens.into_iter().any(wrong) {
            self.weights.swap
        } else {
            0
        }
    }

    /// What the officers of `color` cost, remembered as long as no other men matter; `None`: not worth estimating.
    pub(super) fn officers(
        &mut self,
        node: &Node,
        color: Color,
        surroundings: &Surroundings,
        work: PawnWork,
    ) -> Option<Officers> {
        let board = &node.board;
        let own = board.by_color(color);
        let pawns = (own & board.pawns()).count() as u64;
        let men = [
            board.kings(),
            board.rooks() | board.queens(),
            board.bishops() | board.queens(),
            board.knights(),
        ];
        let men = men.map(|men| u64::from(own & men));
        let key = men.into_iter().fold(
            surroundings.key(pawns << 2 | u64::from(self.is_full) << 1 | color as u64),
            mix,
        );
        if let Some(known) = self.sides.get(key) {
            return known;
        }
        self.looked_around = false;
        let officers = self.side(node, color, surroundings, work);
        if !self.looked_around {
            self.sides.put(key, officers);
        }
        officers
    }

    /// As [`Estimator::officers`], worked out.
    fn side(
        &mut self,
        node: &Node,
        color: Color,
        surroundings: &Surroundings,
        work: PawnWork,
    ) -> Option<Officers> {
        let board = &node.board;
        let own = board.by_color(color);
        let pawns = (own & board.pawns()).count();
        let king = board.king_of(color)?;
        let king_home = relative(Square::E1, color);
        let guarded = *surroundings.guarded.get(color);
        if guarded.contains(king) {
            return None;
        }
        let steps = if king == king_home {
            0
        } else {
            surroundings.king_ways.get(color).from(king)
        };
        if steps == FAR {
            return None;
        }
        let mut total = i32::from(steps) * self.weights.king;
        if steps > 0
            && surroundings
                .past_crowd
                .home(Role::King, king_home)
                .from(king)
                == FAR
        {
            total += self.weights.crowded;
        }
        total += self.swap(board, color, king, surroundings.walls);
        let mut promoted = 0usize;
        let (mut missing, mut sealed) = (0, 0);
        for (role, region, homes) in SLOTS {
            let region = relative_all(region, color);
            let mut men = [Square::A1; 16];
            let mut count = 0;
            for (place, square) in men.iter_mut().zip(own & board.by_role(role) & region) {
                *place = square;
                count += 1;
            }
            let men = &men[..count];
            let alike = Alike {
                color,
                role,
                men,
                homes,
            };
            let (cost, left_over) = self.matched(node, &alike, surroundings, work)?;
            let gone = homes.len() - (men.len() - usize::from(left_over));
            missing += gone;
            if gone > 0 {
                let shut = homes.iter().filter(|&&home| {
                    let home = relative(home, color);
                    board.piece_at(home) != Some(role.of(color))
                        && surroundings.past_barrier.home(role, home).region <= SMALL
                });
                sealed += gone.min(shut.count());
            }
            total += cost;
            promoted += usize::from(left_over);
        }
        if pawns + promoted > 8 {
            return None;
        }
        Some(Officers {
            cost: total,
            missing_pawns: (8 - pawns - promoted) as u8,
            missing: missing as u8,
            sealed: sealed as u8,
        })
    }

    /// As [`Estimator::match_homes`], remembered as long as no other men matter.
    fn matched(
        &mut self,
        node: &Node,
        alike: &Alike,
        surroundings: &Surroundings,
        work: PawnWork,
    ) -> Option<(i32, u8)> {
        let &Alike { men, homes, .. } = alike;
        let mut squares = Bitboard::EMPTY;
        squares.extend(men.iter().copied());
        let mut at_home = Bitboard::EMPTY;
        at_home.extend(alike.own_homes());
        if squares == at_home && (at_home & surroundings.reserved).is_empty() {
            return Some((0, 0));
        }
        let missing = (men.len() < homes.len()).then(|| {
            let mut missing = [0; 2];
            for (price, home) in missing.iter_mut().zip(alike.own_homes()) {
                *price = self.miss(node, alike, home, surroundings);
            }
            missing
        });
        let [first, second] = missing.unwrap_or_default();
        if men.is_empty() {
            return Some((first + second, 0));
        }
        let prices = u64::from(first.cast_unsigned()) << 32 | u64::from(second.cast_unsigned());
        let full_and_color = u64::from(self.is_full) << 1 | alike.color as u64;
        let homes_and_color = u64::from(homes[0]) << 2 | full_and_color;
        let key = mix(surroundings.key(homes_and_color), u64::from(squares));
        let key = mix(key, prices);
        if let Some(known) = self.matches.get(key) {
            return known;
        }
        let before = std::mem::replace(&mut self.looked_around, false);
        let matched = self.match_homes(node, alike, missing, surroundings, work);
        if !self.looked_around {
            self.matches.put(key, matched);
        }
        self.looked_around |= before;
        matched
    }

    /// Cheapest way to send men home, uncapture the rest at home, for these prices if they are known, and unpromote what
    /// is left over.
    #[allow(clippy::needless_range_loop)]
    fn match_homes(
        &mut self,
        node: &Node,
        alike: &Alike,
        known: Option<[i32; 2]>,
        surroundings: &Surroundings,
        work: PawnWork,
    ) -> Option<(i32, u8)> {
        let &Alike {
            role, men, homes, ..
        } = alike;
        let &Surroundings {
            walls,
            barrier,
            crowd,
            ..
        } = surroundings;
        let mut walk = [[IMPOSSIBLE; 2]; 16];
        let mut missing = known.unwrap_or_default();
        for (slot, home) in alike.own_homes().enumerate() {
            let field = surroundings.past_walls.home(role, home);
            for (man, &square) in men.iter().enumerate() {
                let steps = field.from(square);
                if steps == FAR || surroundings.reserved.contains(home) {
                    continue;
                }
                walk[man][slot] = i32::from(steps) * MOVE;
                if steps == 0 {
                    continue;
                }
                let (past_barrier, past_crowd) =
                    (&surroundings.past_barrier, &surroundings.past_crowd);
                if barrier != walls && self.shut_out(role, home, square, barrier, past_barrier) {
                    walk[man][slot] += self.weights.shut_out;
                } else if role != Role::Knight
                    && self.shut_out(role, home, square, crowd, past_crowd)
                {
                    walk[man][slot] += self.weights.crowded;
                }
            }
            if known.is_none() {
                missing[slot] = if (0..men.len()).all(|man| walk[man][slot] < IMPOSSIBLE) {
                    self.weights.missing_officer
                } else {
                    self.miss(node, alike, home, surroundings)
                };
            }
        }
        let goes = |man: usize, slot: usize| walk[man][slot] < IMPOSSIBLE;
        // Two men who can only go to one and the same home are not both from home.
        let reachable = match men.len() {
            0 => true,
            1 => (0..homes.len()).any(|slot| goes(0, slot)),
            _ => homes.len() == 2 && (goes(0, 0) && goes(1, 1) || goes(0, 1) && goes(1, 0)),
        };
        let mut unpromote = [0; 16];
        let mut base = 0;
        if men.len() > homes.len() || !reachable {
            for (man, &square) in men.iter().enumerate().take(16) {
                unpromote[man] = self.unpromotion(node, alike, square, surroundings, work);
                base += unpromote[man];
            }
        } else {
            for man in 0..men.len() {
                unpromote[man] = IMPOSSIBLE;
                base += IMPOSSIBLE;
            }
        }
        let unpromote = &unpromote[..men.len()];
        let (cost, left_over) = cheapest(&walk, unpromote, base, &missing[..homes.len()]);
        (cost < IMPOSSIBLE).then_some((cost, left_over as u8))
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
            self.table.distances.field(role, home, walls).from(square)
        } else {
            past.home(role, home).from(square)
        };
        steps == FAR
    }

    /// What it takes to uncapture one of such men that belongs on `home`.
    fn miss(
        &mut self,
        node: &Node,
        alike: &Alike,
        home: Square,
        surroundings: &Surroundings,
    ) -> i32 {
        let base = self.weights.missing_officer;
        if surroundings.past_barrier.home(alike.role, home).region > SMALL {
            return base;
        }
        self.looked_around = true;
        let board = &node.board;
        let enemies = board.by_color(alike.color.other()) & !surroundings.walls;
        let mut nearest = 6;
        for visitor in [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ] {
            for square in enemies & board.by_role(visitor) {
                let steps = surroundings.past_walls.visit(visitor, home).from(square);
                nearest = nearest.min(i32::from(steps));
            }
        }
        base + self.weights.sealed + nearest * MOVE
    }

    /// What it costs if the other side's king is in the way of this promotion: the promoted man or the pawn before it
    /// attacks the king, or the king stands on the square. Then it must have stood elsewhere.
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

    /// What it costs that the man on `square` has promoted.
    fn unpromotion(
        &mut self,
        node: &Node,
        alike: &Alike,
        square: Square,
        surroundings: &Surroundings,
        work: PawnWork,
    ) -> i32 {
        let &Alike { color, role, .. } = alike;
        let &Surroundings {
            walls,
            single_step_pawns,
            ..
        } = surroundings;
        self.looked_around = true;
        let board = &node.board;
        let enemies = board.by_color(color.other());
        let enemy_pawns = enemies & board.pawns();
        let confined = surroundings.shut_in(board, color.other());
        let victims = 16 - enemies.count() as i32 - confined as i32;
        let words = [walls, enemy_pawns, single_step_pawns].map(u64::from);
        let few = [
            u64::from(square),
            role as u64,
            u64::from(victims.cast_unsigned()),
        ];
        let key = words.into_iter().chain(few).fold(color as u64, mix);
        let prices = if let Some(known) = self.promotions.get(key) {
            known
        } else {
            let weights = self.weights;
            // Missing enemies whom other pawns need not have taken.
            let slack = victims - work.captures as i32;
            // The fewest captures on the way to the file, if a pawn could go down it.
            let by_file = |file: File| {
                let blockers = enemy_pawns & Bitboard::from_file(file);
                let at_home = blockers & Bitboard::from(home_rank(color.other()));
                if at_home.any() {
                    return None;
                }
                let homes = (0..8u32).filter(|home| work.open_files & (1 << home) != 0);
                let captures = homes.map(|home| match home.abs_diff(u32::from(file)) as i32 {
                    0 if blockers.any() => 2,
                    sideways => sideways,
                });
                captures.min()
            };
            // What it costs that the man so many steps from there has promoted, whatever stands in the way.
            let promotion = |goal: Square, steps: u8| {
                if walls.contains(goal) || steps == FAR {
                    return IMPOSSIBLE;
                }
                // The last step may be a capture, past an enemy pawn that never moved.
                let beside = [-1, 1]
                    .into_iter()
                    .filter_map(|step| goal.file().offset(step));
                let ways = beside
                    .filter_map(|file| Some(by_file(file)? + 1))
                    .chain(by_file(goal.file()));
                ways.min().map_or(IMPOSSIBLE, |captures| {
                    let shut = (captures - slack).max(0) * OVERDRAWN;
                    i32::from(steps) * MOVE
                        + captures * weights.pawn_capture
                        + shut
                        + weights.promoted
                })
            };
            let prices = File::ALL.map(|file| {
                let goal = Square::from_coords(file, last_rank(color));
                let steps = self
                    .table
                    .distances
                    .field_past(role, goal, walls, single_step_pawns);
                let steps = steps.from(square);
                promotion(goal, steps)
            });
            self.promotions.put(key, prices);
            prices
        };
        let mut best = IMPOSSIBLE;
        for (file, price) in File::ALL.into_iter().zip(prices) {
            if price < best {
                let goal = Square::from_coords(file, last_rank(color));
                best = best.min(price + self.alarm(board, color, role, goal));
            }
        }
        best
    }
}

/// The cheapest way to send at most one man to each slot, while the others unpromote, which costs so much for all; what is left of the slots
/// is missing. The second value: how many unpromote.
fn cheapest(
    walk: &[[i32; 2]; 16],
    unpromote: &[i32],
    all_unpromote: i32,
    missing: &[i32],
) -> (i32, usize) {
    let men = unpromote.len();
    let gain = |man: usize, slot: usize| walk[man][slot] - unpromote[man];
    let all_missing: i32 = missing.iter().sum();
    let mut best = (all_unpromote + all_missing, men);
    for man in 0..men {
        for (slot, missing) in missing.iter().enumerate() {
            let cost = all_unpromote + all_missing - missing + gain(man, slot);
            best = best.min((cost, men - 1));
        }
        for other in 0..men {
            if missing.len() == 2 && other != man {
                let cost = all_unpromote + gain(man, 0) + gain(other, 1);
                best = best.min((cost, men - 2));
            }
        }
    }
    best
}
