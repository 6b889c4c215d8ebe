//! From one board to another: officers walk, pawns step, and officers that the later board lacks are taken by officers.
//!
//! Taken back from the later board, whose men are the harder to move, to the earlier. Every man of the later board is
//! given one of the same kind on the earlier, as cheaply as may be; those left over have been taken meanwhile. Of each layer the positions
//! with the shortest ways to go are kept. Invariant: every step taken back is a legal move of its predecessor.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use std::sync::Arc;

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Color, Move, Role, Square, attacks};

use super::super::assign::assign;
use super::super::known::mix;
use super::super::node::home_rank;
use super::super::trail::{Link, ROOT, Trail};
use super::WALK_STEPS;
use super::passages::{Met, Passages, Walker};
use super::way::{Begins, Way, steps};
use super::ways::{FAR, OFFICERS, Walls};
use crate::budget::{Budget, Limit};

const MOVE: i32 = 10;
const PATIENCE: u32 = 24;
/// A walk that has not come nearer for so many steps looks for something new.
const STUCK: u32 = 4;
/// So many moves a man counts that is still to be taken.
const TAKEN: i32 = 3;

/// The walk under way.
pub struct Walk {
    walkers: Vec<Walker>,
    met: Met,
    /// The side that retracts when the walk is over.
    last: Color,
    frozen: Bitboard,
    /// Whether the step taken back first may be a double step.
    begins: Begins,
    layer: Vec<Stand>,
    trail: Trail<Step>,
    visited: FxHashSet<u64>,
    width: usize,
    seed: u64,
    best: i32,
    stale: u32,
    /// Where each man has been since it last came nearer.
    seen: Vec<Bitboard>,
}

/// A step taken back: from where the man stands to where it came from, with whom it took, one of the walkers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    from: Square,
    to: Square,
    role: Role,
    taken: u8,
    captured: Option<Role>,
}

/// A step with its score and hash, and the place of the stand it is taken back from.
type Candidate = (i32, u64, u32, Step);

/// A position of the walk.
#[derive(Clone)]
struct Stand {
    board: Board,
    /// Which man stands where.
    on: [u8; 64],
    /// Men that are still to be taken: their places among the walkers.
    missing: Vec<u8>,
    retractor: Color,
    /// What each side has to go.
    left: [i32; 2],
    passages: Arc<Passages>,
    key: u64,
    link: u32,
}

/// Nobody.
const NOBODY: u8 = u8::MAX;

impl Walk {
    /// `None`: a man is wanting on the earlier board, or some cannot come there.
    pub fn new(way: &Way<'_>, width: usize, seed: u64) -> Option<Walk> {
        let Way {
            later,
            retractor,
            earlier,
            last,
            frozen,
            begins,
        } = *way;
        let steps = steps(later, earlier)?;
        let done: Bitboard = steps
            .iter()
            .filter(|(_, square, goal)| square == goal)
            .map(|&(_, square, _)| square)
            .collect();
        let mut walls = Walls::new(done | frozen, later);
        for &(color, square, goal) in &steps {
            if u32::from(square.rank()).abs_diff(u32::from(goal.rank())) == 1 {
                walls.close(color, square);
            }
        }
        let Paired {
            walkers,
            missing,
            on,
            key,
        } = Paired::new(later, earlier, &steps, &walls, seed)?;
        let mut met = Met::default();
        let passages = met.past(later, frozen, &walkers, &on);
        let left = left(&walkers, &passages, &on, &missing)?;
        let mut visited = FxHashSet::default();
        visited.insert(mix(key, retractor as u64));
        Some(Walk {
            seen: vec![Bitboard::EMPTY; walkers.len()],
            walkers,
            met,
            last,
            frozen,
            begins,
            layer: vec![Stand {
                board: later.clone(),
                on,
                missing,
                retractor,
                left,
                passages,
                key,
                link: ROOT,
            }],
            trail: Trail::default(),
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
                return Ok(Some(self.moves(home)));
            }
            if budget.nodes_left() == 0 {
                return Err(Limit::Nodes);
            }
            budget.check_clock()?;
            let nodes = self.step();
            budget.charge_nodes(nodes / WALK_STEPS + 1);
            let found = self.layer.iter().find_map(|stand| self.home(stand));
            if let Some(link) = found {
                return Ok(Some(self.moves(link)));
            }
        }
        Ok(None)
    }

    fn home(&self, stand: &Stand) -> Option<u32> {
        (stand.left == [0; 2] && stand.retractor == self.last).then_some(stand.link)
    }

    /// One layer; how many positions were looked at.
    fn step(&mut self) -> u64 {
        let mut candidates: Vec<Candidate> = Vec::new();
        for (index, stand) in self.layer.iter().enumerate() {
            self.steps_of(stand, |score, key, step| {
                candidates.push((score, key, index as u32, step));
            });
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
        let layer = std::mem::take(&mut self.layer);
        self.keep(&layer, &first, &mut next);
        if next.len() < self.width && !rest.is_empty() {
            rest.sort_unstable();
            self.keep(&layer, &rest, &mut next);
        }
        self.stale += 1;
        for stand in &next {
            let left = stand.left[0] + stand.left[1];
            if left < self.best {
                self.best = left;
                self.stale = 0;
                self.seen.fill(Bitboard::EMPTY);
            }
        }
        self.layer = next;
        nodes
    }

    /// What can be taken back from a stand, with score and hash.
    fn steps_of(&self, stand: &Stand, mut found: impl FnMut(i32, u64, Step)) {
        let color = stand.retractor;
        let occupied = stand.board.occupied();
        for from in stand.board.by_color(color) & !self.frozen {
            let man = stand.on[usize::from(from)];
            let way = stand.passages.of(man, &self.walkers);
            let role = self.walkers[usize::from(man)].piece.role;
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
                let mut add = |left: [i32; 2], key: u64, taken: u8, captured: Option<Role>| {
                    let [white, black] = left;
                    let noise = (mix(key, self.seed) >> 40) as i32 % 12;
                    let score = (white + black) * MOVE + (white - black).abs() * 3 + noise;
                    let step = Step {
                        from,
                        to,
                        role,
                        taken,
                        captured,
                    };
                    found(score, key, step);
                };
                add(left, key, NOBODY, None);
                if role == Role::Pawn {
                    continue;
                }
                for &taken in &stand.missing {
                    let piece = self.walkers[usize::from(taken)].piece;
                    let way = stand.passages.of(taken, &self.walkers);
                    if piece.color == color || way[usize::from(from)] >= FAR {
                        continue;
                    }
                    let mut left = left;
                    left[piece.color as usize] += i32::from(way[usize::from(from)]) - TAKEN;
                    add(left, key ^ place(taken, from), taken, Some(piece.role));
                }
            }
        }
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

    /// Keeps the best of the candidates, and where it is stuck some for having a man on a new square.
    fn keep(&mut self, layer: &[Stand], candidates: &[Candidate], next: &mut Vec<Stand>) {
        let most = if self.stale < STUCK {
            self.width
        } else {
            2 * self.width
        };
        for &(_, key, index, step) in candidates {
            if next.len() >= most {
                return;
            }
            let stand = &layer[index as usize];
            let color = stand.retractor;
            let Step {
                from, to, taken, ..
            } = step;
            let man = stand.on[usize::from(from)];
            let is_new = !self.seen[usize::from(man)].contains(to);
            let is_full = next.len() >= self.width;
            if (is_full && !is_new) || self.visited.contains(&mix(key, color.other() as u64)) {
                continue;
            }
            let mut board = stand.board.clone();
            board.discard_piece_at(from);
            board.set_piece_at(to, step.role.of(color));
            if let Some(role) = step.captured {
                board.set_piece_at(from, role.of(color.other()));
            }
            // The side that does not move in the predecessor must not be in check there.
            let Some(king) = board.king_of(color.other()) else {
                continue;
            };
            if board.attacks_to(king, color, board.occupied()).any() {
                continue;
            }
            self.visited.insert(mix(key, color.other() as u64));
            let mut on = stand.on;
            on[usize::from(from)] = taken;
            on[usize::from(to)] = man;
            let mut missing = stand.missing.clone();
            missing.retain(|&man| man != taken);
            let passages = if step.role == Role::Pawn {
                self.met.past(&board, self.frozen, &self.walkers, &on)
            } else {
                Arc::clone(&stand.passages)
            };
            let Some(left) = left(&self.walkers, &passages, &on, &missing) else {
                continue;
            };
            self.seen[usize::from(man)].add(to);
            let link = self.trail.add(stand.link, step);
            next.push(Stand {
                board,
                on,
                missing,
                retractor: color.other(),
                left,
                passages,
                key,
                link,
            });
        }
    }

    /// The moves from the earlier board on.
    fn moves(&self, link: Link) -> Vec<Move> {
        let steps = self.trail.back(link).into_iter();
        let moves = steps.map(|step| Move::Normal {
            role: step.role,
            from: step.to,
            capture: step.captured,
            to: step.from,
            promotion: None,
        });
        moves.collect()
    }
}

/// The men of the later board, each with one of the same kind on the earlier.
struct Paired {
    walkers: Vec<Walker>,
    missing: Vec<u8>,
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
            missing: Vec::new(),
            on: [NOBODY; 64],
            key: seed,
        };
        for color in Color::ALL {
            for role in OFFICERS {
                let man = role.of(color);
                let from: Vec<Square> = later.by_piece(man).into_iter().collect();
                let to: Vec<Square> = earlier.by_piece(man).into_iter().collect();
                if from.len() > to.len() {
                    return None;
                }
                let fields: Vec<[u8; 64]> =
                    to.iter().map(|&square| walls.field(man, square)).collect();
                let cost = |man: usize, goal: usize| {
                    let steps = from
                        .get(man)
                        .map_or(0, |&from| i32::from(fields[goal][usize::from(from)]));
                    let noise = mix(seed, (man * 64 + goal) as u64) >> 32;
                    steps * 8 + (noise % 6) as i32
                };
                for (place, &goal) in assign(to.len(), cost).iter().enumerate() {
                    paired.add(Walker::officer(man, to[goal]), from.get(place).copied());
                }
            }
        }
        for &(color, square, goal) in steps {
            paired.add(Walker::pawn(color, square, goal), Some(square));
        }
        Some(paired)
    }

    /// One more, who stands here or is still to be taken.
    fn add(&mut self, walker: Walker, square: Option<Square>) {
        let number = self.walkers.len() as u8;
        match square {
            Some(square) => {
                self.on[usize::from(square)] = number;
                self.key ^= place(number, square);
            }
            None => self.missing.push(number),
        }
        self.walkers.push(walker);
    }
}

/// What each side has to go; `None`: somebody is shut out by pawns that have come to their goals.
fn left(
    walkers: &[Walker],
    passages: &Passages,
    on: &[u8; 64],
    missing: &[u8],
) -> Option<[i32; 2]> {
    let mut left = [0; 2];
    for (&man, square) in on.iter().zip(Square::ALL) {
        if man == NOBODY {
            continue;
        }
        let Walker { piece, goal, .. } = walkers[usize::from(man)];
        if square == goal {
            continue;
        }
        let steps = passages.of(man, walkers)[usize::from(square)];
        if steps >= FAR {
            return None;
        }
        left[piece.color as usize] += i32::from(steps);
    }
    for &man in missing {
        left[walkers[usize::from(man)].piece.color as usize] += TAKEN;
    }
    Some(left)
}

fn place(man: u8, square: Square) -> u64 {
    mix(u64::from(man) + 1, u64::from(square))
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position};

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
    fn who_is_left_over_is_taken_on_the_way() {
        let later = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R";
        let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let moves = walked(later, array, Color::Black, Begins::AtTheEnd).unwrap();
        let captures: Vec<_> = moves.iter().filter_map(|played| played.capture()).collect();
        assert_eq!(captures, [Role::Knight]);
        let mut position = Chess::default();
        for played in moves {
            position = position.play(played).unwrap();
        }
        assert_eq!(position.board().board_fen().to_string(), later);
        // Nobody comes from nowhere.
        assert_eq!(walked(array, later, Color::Black, Begins::AtTheEnd), None);
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
