//! From one board to another with the same men: the officers walk, nothing is taken.
//!
//! Taken back from the later board, whose men are the harder to move, to the earlier. Every man of the later board is
//! given one of the same kind on the earlier, as cheaply as may be; of each layer the positions with the shortest
//! ways to go are kept. Invariant: every step taken back is a legal move of its predecessor.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Color, Move, Piece, Role, Square, attacks};

use super::super::known::mix;
use super::WALK_STEPS;
use super::assign::assign;
use crate::budget::{Budget, Limit};

const MOVE: i32 = 10;
const ROOT: u32 = u32::MAX;
const PATIENCE: u32 = 24;
const OFFICERS: [Role; 5] = [
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];
/// Farther than any man walks.
const FAR: u8 = 60;

/// The walk under way.
pub struct Walk {
    /// For each man its colour and type.
    men: Vec<(Color, Role)>,
    /// For each man how many moves each square is from its goal.
    ways: Vec<[u8; 64]>,
    /// The side that retracts when the walk is over.
    last: Color,
    frozen: Bitboard,
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
        } = *way;
        let pawns = later.pawns();
        if pawns != earlier.pawns() || later.white() & pawns != earlier.white() & pawns {
            return None;
        }
        let walls = pawns | frozen;
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
                let fields: Vec<[u8; 64]> = to.iter().map(|&s| field(role, s, walls)).collect();
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
        let mut visited = FxHashSet::default();
        visited.insert(mix(key, retractor as u64));
        Some(Walk {
            men,
            ways,
            last,
            frozen,
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
            for from in stand.board.by_color(color) & !stand.board.pawns() & !self.frozen {
                let man = stand.on[usize::from(from)];
                let way = &self.ways[usize::from(man)];
                let (_, role) = self.men[usize::from(man)];
                let had = i32::from(way[usize::from(from)]);
                for to in attacks::attacks(from, role.of(color), occupied) & !occupied {
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

/// For every kind of officer: which of the diagram's each square leads to, with these walls.
pub struct Ways(Vec<(Piece, [u32; 64])>);

impl Ways {
    /// The ways to where the officers of `goal` stand.
    pub fn new(goal: &Board, walls: Bitboard) -> Ways {
        let mut ways = Vec::new();
        for color in Color::ALL {
            for role in OFFICERS {
                let mut reach = [0; 64];
                let men = goal.by_color(color) & goal.by_role(role);
                for (goal, square) in men.into_iter().enumerate() {
                    for (way, steps) in reach.iter_mut().zip(field(role, square, walls)) {
                        *way |= u32::from(steps < FAR) << goal;
                    }
                }
                ways.push((role.of(color), reach));
            }
        }
        Ways(ways)
    }

    /// Whether an officer here leads to none of its kind.
    pub fn is_lost(&self, piece: Piece, square: Square) -> bool {
        let reach = self.0.iter().find(|(kind, _)| *kind == piece);
        reach.is_some_and(|(_, reach)| reach[usize::from(square)] == 0)
    }

    /// How many officers on the board lead to none of their kind, and how many of the diagram's have nobody who comes.
    pub fn lost(&self, goal: &Board, board: &Board) -> i32 {
        let mut lost = 0;
        for (piece, reach) in &self.0 {
            let mut met = 0;
            for square in board.by_piece(*piece) {
                let way = reach[usize::from(square)];
                met |= way;
                lost += i32::from(way == 0);
            }
            lost += goal.by_piece(*piece).count() as i32 - met.count_ones() as i32;
        }
        lost
    }
}

fn place(man: u8, square: Square) -> u64 {
    mix(u64::from(man) + 1, u64::from(square))
}

/// How many moves each square is from `goal` past these walls.
fn field(role: Role, goal: Square, walls: Bitboard) -> [u8; 64] {
    let mut field = [FAR; 64];
    field[usize::from(goal)] = 0;
    let mut reached = Bitboard::from(goal);
    let mut layer = reached;
    let mut steps = 0;
    while layer.any() {
        steps += 1;
        let mut next = Bitboard::EMPTY;
        for square in layer {
            next |= attacks::attacks(square, role.of(Color::White), walls);
        }
        layer = next & !reached & !walls;
        reached |= layer;
        for square in layer {
            field[usize::from(square)] = steps;
        }
    }
    field
}
