//! From one board to another: officers walk, pawns step, and officers that the later board lacks are taken by officers.
//!
//! Taken back from the later board, whose men are the harder to move, to the earlier. Every man of the later board is
//! given one of the same kind on the earlier, as cheaply as may be; those left over have been taken meanwhile. Of each layer the positions
//! with the shortest ways to go are kept. Invariant: every step taken back is a legal move of its predecessor.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use std::sync::Arc;

use shakmaty::{Bitboard, Board, Color, Move, Role, Square, attacks};

use super::super::assign::assign;
use super::super::hash_table::mix;
use super::super::layers::{Found, Layers, Path, Settings, Space};
use super::super::node::{behind, home_rank};
use super::super::tuning::CONSTRUCTION;
use super::obstacles::{arrived, held, waits};
use super::passages::{Passages, PassagesCache, Walker};
use super::pawn_pairs::{Begins, pair_pawns};
use super::ways::{FAR, OFFICERS, Walls};
use crate::budget::{Budget, Limit};

const MOVE: i32 = 10;

/// The walk under way.
pub struct Walk {
    space: WalkSpace,
    layers: Layers<Stand, Step, u64>,
}

/// The positions that may have come before the later board.
struct WalkSpace {
    walkers: Vec<Walker>,
    passages: PassagesCache,
    /// The side that retracts when the walk is over.
    last: Color,
    frozen: Bitboard,
    /// Whether the step taken back first may be a double step.
    begins: Begins,
    seed: u64,
}

/// A step taken back: from where the man stands to where it came from.
#[derive(Debug, Clone, Copy)]
struct Step {
    from: Square,
    to: Square,
    role: Role,
}

/// A position of the walk.
struct Stand {
    board: Board,
    /// Which man stands where.
    on: [u8; 64],
    retractor: Color,
    /// How many moves the men have to go.
    left: i32,
    /// How often men who have come to their goals have to make way, in tenths of a move.
    obstacles: i32,
    passages: Arc<Passages>,
    key: u64,
}

/// Nobody.
const NOBODY: u8 = u8::MAX;

impl Walk {
    /// From one board back to another, each with the side that takes back there, past men that never move. `None`: the boards have
    /// not the same men, or some cannot come to where they stand on the earlier one.
    pub fn new(
        (later, retractor): (&Board, Color),
        (earlier, last): (&Board, Color),
        frozen: Bitboard,
        begins: Begins,
        width: usize,
        seed: u64,
    ) -> Option<Walk> {
        let pairs = pair_pawns(later, earlier)?;
        let done: Bitboard = pairs
            .iter()
            .filter(|(_, square, goal)| square == goal)
            .map(|&(_, square, _)| square)
            .collect();
        let mut walls = Walls::new(done | frozen, later);
        for &(color, square, goal) in &pairs {
            if u32::from(square.rank()).abs_diff(u32::from(goal.rank())) == 1 {
                walls.close(color, square);
            }
        }
        let Paired { walkers, on, key } = Paired::new(later, earlier, &pairs, &walls, seed)?;
        let mut space = WalkSpace {
            walkers,
            passages: PassagesCache::default(),
            last,
            frozen,
            begins,
            seed,
        };
        let stand = space.stand(later.clone(), on, retractor, key)?;
        let settings = Settings {
            novelty: width,
            stuck: CONSTRUCTION.stuck,
            scope: width * CONSTRUCTION.scope,
            patience: CONSTRUCTION.patience.1,
            ..Settings::of(width)
        };
        Some(Walk {
            layers: Layers::new(settings, stand, &[], Some(key_of(key, retractor))),
            space,
        })
    }

    /// Goes on to the end: the moves in the order they are played. `Ok(None)`: it got stuck.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<Option<Vec<Move>>, Limit> {
        let found = self.layers.advance(&mut self.space, budget)?;
        let moves = found.map(|(steps, _)| steps.into_iter().rev().map(Step::played).collect());
        Ok(moves)
    }
}

impl Step {
    /// The move that is taken back.
    fn played(self) -> Move {
        Move::Normal {
            role: self.role,
            from: self.to,
            capture: None,
            to: self.from,
            promotion: None,
        }
    }
}

impl Space for WalkSpace {
    type State = Stand;
    type Step = Step;
    /// The key of the men.
    type Draft = u64;

    const SEEN_WHEN_KEPT: bool = true;
    const SUCCESSORS_PER_NODE: u64 = CONSTRUCTION.walk_steps;

    fn expand(&mut self, stand: &Stand, plies: u32, found: &mut Found<Step, u64>) {
        let color = stand.retractor;
        let occupied = stand.board.occupied();
        for from in stand.board.by_color(color) & !self.frozen {
            let man = stand.on[usize::from(from)];
            let way = stand.passages.of(man, &self.walkers);
            let role = self.walkers[usize::from(man)].piece.role;
            let had = i32::from(way[usize::from(from)]);
            let reached = if role == Role::Pawn {
                self.behind(stand, plies, from, way)
            } else {
                attacks::attacks(from, role.of(color), occupied) & !occupied
            };
            for to in reached {
                let left = stand.left + i32::from(way[usize::from(to)]) - had;
                let key = stand.key ^ place(man, from) ^ place(man, to);
                let noise = (mix(key, self.seed) >> 40) as i32 % CONSTRUCTION.walk_noise;
                let score = left * MOVE + stand.obstacles + noise;
                found.count();
                found.add(
                    score,
                    key_of(key, color.other()),
                    Step { from, to, role },
                    key,
                );
            }
        }
    }

    fn arrive(&mut self, stand: &Stand, step: Step, key: u64) -> Option<Stand> {
        let color = stand.retractor;
        let Step { from, to, role } = step;
        let mut board = stand.board.clone();
        board.discard_piece_at(from);
        board.set_piece_at(to, role.of(color));
        // The side that does not move in the predecessor must not be in check there.
        let king = board.king_of(color.other())?;
        if board.attacks_to(king, color, board.occupied()).any() {
            return None;
        }
        let mut on = stand.on;
        on[usize::from(from)] = NOBODY;
        on[usize::from(to)] = stand.on[usize::from(from)];
        self.stand(board, on, color.other(), key)
    }

    fn cost(&self, stand: &Stand) -> i32 {
        stand.left * MOVE + stand.obstacles
    }

    fn is_goal(&mut self, stand: &Stand, _: Path<'_, Step>) -> bool {
        stand.left == 0 && stand.retractor == self.last
    }

    fn arrivals(&self, stand: &Stand, step: Step) -> [Option<(usize, Square)>; 2] {
        let man = stand.on[usize::from(step.from)];
        [Some((usize::from(man), step.to)), None]
    }
}

impl WalkSpace {
    /// The position with these men; `None`: somebody is shut out for good.
    fn stand(&mut self, board: Board, on: [u8; 64], retractor: Color, key: u64) -> Option<Stand> {
        let arrived = arrived(&self.walkers, &on);
        let held = held(&board, self.frozen, arrived);
        let passages = self.passages.past(&board, held, &self.walkers, &on);
        let away = board.occupied() & !arrived;
        let left = left(&self.walkers, &passages, &on, away)?;
        let walls = held | board.pawns();
        let waits = (away & !walls).into_iter().map(|square| {
            let walker = &self.walkers[usize::from(on[usize::from(square)])];
            waits(walker, square, walls, arrived & !walls)
        });
        Some(Stand {
            obstacles: waits.sum::<i32>() * CONSTRUCTION.obstacle,
            board,
            on,
            retractor,
            left,
            passages,
            key,
        })
    }

    /// Where a pawn can have stepped from after so many steps taken back, no farther back than it has to.
    fn behind(&self, stand: &Stand, plies: u32, square: Square, way: &[u8; 64]) -> Bitboard {
        let color = stand.retractor;
        let mut from = Bitboard::EMPTY;
        let is_free =
            |at: &Square| !stand.board.occupied().contains(*at) && way[usize::from(*at)] < FAR;
        if let Some(one) = behind(square, color).filter(is_free) {
            from.add(one);
            let is_first = plies == 0 && self.begins == Begins::AtTheEnd;
            let home = behind(one, color).filter(is_free);
            if let Some(home) = home.filter(|home| home.rank() == home_rank(color) && !is_first) {
                from.add(home);
            }
        }
        from
    }
}

/// The key of men and the side that takes back. Keys of one side sort like those of their men.
fn key_of(men: u64, retractor: Color) -> u64 {
    men ^ retractor as u64
}

/// The men of the later board, each with one of the same kind on the earlier.
struct Paired {
    walkers: Vec<Walker>,
    on: [u8; 64],
    key: u64,
}

impl Paired {
    fn new(
        later: &Board,
        earlier: &Board,
        steps: &[(Color, Square, Square)],
        walls: &Walls,
        seed: u64,
    ) -> Option<Paired> {
        let mut paired = Paired {
            walkers: Vec::new(),
            on: [NOBODY; 64],
            key: seed,
        };
        for color in Color::ALL {
            for role in OFFICERS {
                let man = role.of(color);
                let from: Vec<Square> = later.by_piece(man).into_iter().collect();
                let to: Vec<Square> = earlier.by_piece(man).into_iter().collect();
                if from.len() != to.len() {
                    return None;
                }
                let fields: Vec<[u8; 64]> =
                    to.iter().map(|&square| walls.field(man, square)).collect();
                let cost = |man: usize, goal: usize| {
                    let steps = i32::from(fields[goal][usize::from(from[man])]);
                    let noise = mix(seed, (man * 64 + goal) as u64) >> 32;
                    steps * 8 + (noise % CONSTRUCTION.pairing_noise) as i32
                };
                for (place, &goal) in assign(to.len(), cost).iter().enumerate() {
                    paired.add(Walker::officer(man, to[goal]), from[place]);
                }
            }
        }
        for &(color, square, goal) in steps {
            paired.add(Walker::pawn(color, square, goal), square);
        }
        Some(paired)
    }

    /// One more, who stands here.
    fn add(&mut self, walker: Walker, square: Square) {
        let number = self.walkers.len() as u8;
        self.on[usize::from(square)] = number;
        self.key ^= place(number, square);
        self.walkers.push(walker);
    }
}

/// How many moves the men have to go who are `away` from their goals; `None`: somebody is shut out by men who never move any more.
fn left(walkers: &[Walker], passages: &Passages, on: &[u8; 64], away: Bitboard) -> Option<i32> {
    let steps = away.into_iter().map(|square| {
        let steps = passages.of(on[usize::from(square)], walkers)[usize::from(square)];
        (steps < FAR).then_some(i32::from(steps))
    });
    steps.sum()
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
        let (later, earlier) = ((&board(later), Color::Black), (&board(earlier), last));
        let mut walk = Walk::new(later, earlier, Bitboard::EMPTY, begins, 40, 1)?;
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
    fn nobody_is_taken_on_the_way() {
        let fewer = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R";
        let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (later, earlier) in [(fewer, array), (array, fewer)] {
            assert_eq!(walked(later, earlier, Color::Black, Begins::Before), None);
        }
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
