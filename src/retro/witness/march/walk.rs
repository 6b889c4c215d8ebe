//! From one board to another with the same men: officers walk and pawns step, nothing is taken.
//!
//! Taken back from the later board, whose men are the harder to move, to the earlier. Every man of the later board is
//! given one of the same kind on the earlier, as cheaply as may be; of each layer the positions with the shortest
//! ways to go are kept. Invariant: every step taken back is a legal move of its predecessor.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Color, File, Move, Role, Square, attacks};

use super::super::assign::assign;
use super::super::known::mix;
use super::super::node::home_rank;
use super::WALK_STEPS;
use super::ways::{FAR, OFFICERS, Walls};
use crate::budget::{Budget, Limit};

const MOVE: i32 = 10;
const ROOT: u32 = u32::MAX;
const PATIENCE: u32 = 24;

/// The walk under way.
pub struct Walk {
    /// For each man its colour and type.
    men: Vec<(Color, Role)>,
    /// For each man how many moves each square is from its goal.
    ways: Vec<[u8; 64]>,
    /// The side that retracts when the walk is over.
    last: Color,
    frozen: Bitboard,
    /// Whether the step taken back first may be a double step.
    begins: Begins,
    layer: Vec<Stand>,
    links: Vec<(u32, Square, Square, Role)>,
    visited: FxHashSet<u64>,
    width: usize,
    seed: u64,
    best: i32,
    stale: u32,
}

/// Where a walk begins and ends.
pub struct Way<'a> {
    /// The board it is taken back from.
    pub later: &'a Board,
    /// The side that takes back first.
    pub retractor: Color,
    /// The board it leads back to.
    pub earlier: &'a Board,
    /// The side that would take back there.
    pub last: Color,
    /// Men that never move.
    pub frozen: Bitboard,
    /// What the later board is.
    pub begins: Begins,
}

/// Where the walk is taken back from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begins {
    /// From the diagram: no double step came last, which might have given it a target.
    AtTheEnd,
    /// From a position before it.
    Before,
}

/// A position of the walk.
#[derive(Clone)]
struct Stand {
    board: Board,
    /// Which man stands where.
    on: [u8; 64],
    retractor: Color,
    /// What each side has to go.
    left: [i32; 2],
    key: u64,
    link: u32,
}

/// Nobody.
const NOBODY: u8 = u8::MAX;

impl Walk {
    /// `None`: the men differ, or some cannot come there.
    pub fn new(way: &Way<'_>, width: usize, seed: u64) -> Option<Walk> {
        let Way {
            later,
            retractor,
            earlier,
            last,
            frozen,
            begins,
        } = *way;
        let standing = |color: Color| {
            later.by_color(color) & later.pawns() & earlier.by_color(color) & earlier.pawns()
        };
        let walls = Walls::new(standing(Color::White) | standing(Color::Black) | frozen);
        let mut men = Vec::new();
        let mut ways = Vec::new();
        let mut on = [NOBODY; 64];
        let mut left = [0; 2];
        let mut key = seed;
        for color in Color::ALL {
            for role in OFFICERS {
                let men_of = |board: &Board| board.by_color(color) & board.by_role(role);
                let from: Vec<Square> = men_of(later).into_iter().collect();
                let to: Vec<Square> = men_of(earlier).into_iter().collect();
                if from.len() != to.len() {
                    return None;
                }
                let fields: Vec<[u8; 64]> = to.iter().map(|&s| walls.field(role, s)).collect();
                let cost = |man: usize, goal: usize| {
                    let steps = i32::from(fields[goal][usize::from(from[man])]);
                    let noise = mix(seed, (man * 64 + goal) as u64) >> 32;
                    steps * 8 + (noise % 6) as i32
                };
                let goals = assign(from.len(), cost);
                for (man, &square) in from.iter().enumerate() {
                    let way = fields[goals[man]];
                    let steps = way[usize::from(square)];
                    if steps >= FAR {
                        return None;
                    }
                    left[color as usize] += i32::from(steps);
                    on[usize::from(square)] = men.len() as u8;
                    key ^= place(men.len() as u8, square);
                    men.push((color, role));
                    ways.push(way);
                }
            }
        }
        for (color, square, goal) in steps(later, earlier)? {
            let way = straight(color, square, goal);
            left[color as usize] += i32::from(way[usize::from(square)]);
            on[usize::from(square)] = men.len() as u8;
            key ^= place(men.len() as u8, square);
            men.push((color, Role::Pawn));
            ways.push(way);
        }
        let mut visited = FxHashSet::default();
        visited.insert(mix(key, retractor as u64));
        Some(Walk {
            men,
            ways,
            last,
            frozen,
            begins,
            layer: vec![Stand {
                board: later.clone(),
                on,
                retractor,
                left,
                key,
                link: ROOT,
            }],
            links: Vec::new(),
            visited,
            width,
            seed,
            best: i32::MAX,
            stale: 0,
        })
    }

    /// Goes on to the end: the moves in the order they are played. `Ok(None)`: it got stuck.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<Option<Vec<Move>>, Limit> {
        while self.stale < PATIENCE {
            let Some(first) = self.layer.first() else {
                break;
            };
            if let Some(home) = self.home(first) {
                return Ok(Some(self.chain(home)));
            }
            if budget.nodes_left() == 0 {
                return Err(Limit::Nodes);
            }
            budget.check_clock()?;
            let nodes = self.step();
            budget.charge_nodes(nodes / WALK_STEPS + 1);
            let found = self.layer.iter().find_map(|stand| self.home(stand));
            if let Some(link) = found {
                return Ok(Some(self.chain(link)));
            }
        }
        Ok(None)
    }

    fn home(&self, stand: &Stand) -> Option<u32> {
        (stand.left == [0; 2] && stand.retractor == self.last).then_some(stand.link)
    }

    /// One layer; how many positions were looked at.
    fn step(&mut self) -> u64 {
        let mut candidates: Vec<(i32, u64, u32, Square, Square)> = Vec::new();
        for (index, stand) in self.layer.iter().enumerate() {
            let color = stand.retractor;
            let occupied = stand.board.occupied();
            for from in stand.board.by_color(color) & !self.frozen {
                let man = stand.on[usize::from(from)];
                let way = &self.ways[usize::from(man)];
                let (_, role) = self.men[usize::from(man)];
                let had = i32::from(way[usize::from(from)]);
                let reached = if role == Role::Pawn {
                    self.behind(stand, color, from, way)
                } else {
                    attacks::attacks(from, role.of(color), occupied) & !occupied
                };
                for to in reached {
                    let mut left = stand.left;
                    left[color as usize] += i32::from(way[usize::from(to)]) - had;
                    let key = stand.key ^ place(man, from) ^ place(man, to);
                    let [white, black] = left;
                    let noise = (mix(key, self.seed) >> 40) as i32 % 12;
                    let score = (white + black) * MOVE + (white - black).abs() * 3 + noise;
                    candidates.push((score, key, index as u32, from, to));
                }
            }
        }
        let nodes = candidates.len() as u64;
        let near = (self.width * 8).min(candidates.len());
        if near < candidates.len() {
            candidates.select_nth_unstable(near);
        }
        let (mut first, mut rest) = {
            let rest = candidates.split_off(near);
            (candidates, rest)
        };
        first.sort_unstable();
        let mut next = Vec::new();
        self.keep(&first, &mut next);
        if next.len() < self.width && !rest.is_empty() {
            rest.sort_unstable();
            self.keep(&rest, &mut next);
        }
        self.stale += 1;
        for stand in &next {
            let left = stand.left[0] + stand.left[1];
            if left < self.best {
                self.best = left;
                self.stale = 0;
            }
        }
        self.layer = next;
        nodes
    }

    /// Where a pawn can have stepped from, no farther back than it has to.
    fn behind(&self, stand: &Stand, color: Color, square: Square, way: &[u8; 64]) -> Bitboard {
        let back = if color == Color::White { -8 } else { 8 };
        let mut from = Bitboard::EMPTY;
        let is_free =
            |at: &Square| !stand.board.occupied().contains(*at) && way[usize::from(*at)] < FAR;
        if let Some(one) = square.offset(back).filter(is_free) {
            from.add(one);
            let is_first = stand.link == ROOT && self.begins == Begins::AtTheEnd;
            let home = one.offset(back).filter(is_free);
            if let Some(home) = home.filter(|home| home.rank() == home_rank(color) && !is_first) {
                from.add(home);
            }
        }
        from
    }

    fn keep(&mut self, candidates: &[(i32, u64, u32, Square, Square)], next: &mut Vec<Stand>) {
        for &(_, key, index, from, to) in candidates {
            if next.len() >= self.width {
                return;
            }
            let stand = &self.layer[index as usize];
            let color = stand.retractor;
            if self.visited.contains(&mix(key, color.other() as u64)) {
                continue;
            }
            let man = stand.on[usize::from(from)];
            let (_, role) = self.men[usize::from(man)];
            let mut board = stand.board.clone();
            board.discard_piece_at(from);
            board.set_piece_at(to, role.of(color));
            // The side that does not move in the predecessor must not be in check there.
            let Some(king) = board.king_of(color.other()) else {
                continue;
            };
            if board.attacks_to(king, color, board.occupied()).any() {
                continue;
            }
            self.visited.insert(mix(key, color.other() as u64));
            let mut on = stand.on;
            on[usize::from(from)] = NOBODY;
            on[usize::from(to)] = man;
            let way = &self.ways[usize::from(man)];
            let mut left = stand.left;
            left[color as usize] +=
                i32::from(way[usize::from(to)]) - i32::from(way[usize::from(from)]);
            let link = self.links.len() as u32;
            self.links.push((stand.link, from, to, role));
            next.push(Stand {
                board,
                on,
                retractor: color.other(),
                left,
                key,
                link,
            });
        }
    }

    /// The moves from the earlier board on.
    fn chain(&self, mut link: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while link != ROOT {
            let (parent, to, from, role) = self.links[link as usize];
            moves.push(Move::Normal {
                role,
                from,
                capture: None,
                to,
                promotion: None,
            });
            link = parent;
        }
        moves
    }
}

/// For each pawn of the later board its side, its square and where it stands on the earlier; `None`: the pawns of a file
/// differ, or one would have to come back.
fn steps(later: &Board, earlier: &Board) -> Option<Vec<(Color, Square, Square)>> {
    let mut steps = Vec::new();
    for file in File::ALL {
        let pawns = |board: &Board| -> Vec<(Color, Square)> {
            let pawns = board.pawns() & Bitboard::from_file(file);
            let pawns = pawns.into_iter();
            pawns
                .filter_map(|square| Some((board.color_at(square)?, square)))
                .collect()
        };
        let (now, then) = (pawns(later), pawns(earlier));
        if now.len() != then.len() {
            return None;
        }
        for (&(color, square), &(other, goal)) in now.iter().zip(&then) {
            let came = match color {
                Color::White => goal.rank() <= square.rank(),
                Color::Black => goal.rank() >= square.rank(),
            };
            if color != other || !came {
                return None;
            }
            steps.push((color, square, goal));
        }
    }
    Some(steps)
}

/// How many moves each square between the two is from where a pawn stood.
fn straight(color: Color, square: Square, goal: Square) -> [u8; 64] {
    let mut way = [FAR; 64];
    let back = if color == Color::White { -8 } else { 8 };
    let mut at = square;
    while at != goal {
        let apart = u32::from(at.rank()).abs_diff(u32::from(goal.rank())) as u8;
        let double = goal.rank() == home_rank(color) && apart >= 2;
        way[usize::from(at)] = apart - u8::from(double);
        match at.offset(back) {
            Some(next) => at = next,
            None => break,
        }
    }
    way[usize::from(goal)] = 0;
    way
}

fn place(man: u8, square: Square) -> u64 {
    mix(u64::from(man) + 1, u64::from(square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;

    fn walked(later: &str, earlier: &str, last: Color, begins: Begins) -> Option<Vec<Move>> {
        let board = |text: &str| Board::from_ascii_board_fen(text.as_bytes()).unwrap();
        let way = Way {
            later: &board(later),
            retractor: Color::Black,
            earlier: &board(earlier),
            last,
            frozen: Bitboard::EMPTY,
            begins,
        };
        let mut walk = Walk::new(&way, 40, 1)?;
        walk.advance(&mut Limits::unlimited().start()).unwrap()
    }

    #[test]
    fn pawns_step_where_officers_have_to_pass() {
        // The bishop got out before e7-e6 shut it out again.
        let (later, earlier) = (
            "rnbqk1nr/pppp1ppp/3bp3/8/8/5N2/PPPPPPPP/RNBQKB1R",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        );
        assert!(walked(later, earlier, Color::Black, Begins::Before).is_some());
        // A pawn never comes back.
        assert_eq!(walked(earlier, later, Color::Black, Begins::Before), None);
    }

    #[test]
    fn no_double_step_comes_last_where_it_might_give_a_target() {
        let (later, earlier) = (
            "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        );
        let way = |begins| walked(later, earlier, Color::White, begins);
        assert_eq!(way(Begins::Before).map(|moves| moves.len()), Some(1));
        assert!(way(Begins::AtTheEnd).is_none_or(|moves| moves.len() > 1));
    }
}
