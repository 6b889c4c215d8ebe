//! What can happen at all in games of one length: which men never move, where men of each type arrive, where they capture and fall.
//!
//! Every man of a side ends on a place of the diagram or falls, all together in no more moves than the side has. So a man that goes a long way
//! round leaves too few moves to the others: that bounds where it can have been (`Assignment::with`). A side captures where the other
//! side's men can fall, and they fall where it captures; what is found of one narrows the other, until nothing changes any more. Invariant:
//! whatever is left out happens in no game of this length.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Rank, Role, Square, attacks};

use super::assignment::{Assignment, MOST};
use super::bound::{Castling, Fate, Goal, castling_men};
use super::paths::{Ground, NEVER, PROMOTIONS, Paths};
use super::side::men;

/// Where the men of one side can arrive by a move, by type (of a pawn that promotes: as a pawn and as what it becomes).
pub(super) type Arrivals = [Bitboard; 6];

/// What can happen in games of one length.
pub(super) struct Envelope {
    /// The squares of men that never move nor fall.
    pub still: Bitboard,
    /// By side: where its men arrive, castling apart.
    pub arrivals: [Arrivals; 2],
    /// By side: where it captures.
    pub prey: [Bitboard; 2],
    /// By side: where its men fall.
    pub fall: [Bitboard; 2],
    /// By side: the moves that are needed on this ground.
    pub goals: [Goal; 2],
}

/// What one side can do alone.
struct Doings {
    arrivals: Arrivals,
    captures: Bitboard,
    /// The squares of men that stay where they are and do not fall.
    stay: Bitboard,
}

fn place(color: Color) -> usize {
    usize::from(color.is_black())
}

impl Envelope {
    /// Of games from `start` in which the sides have so many moves, to the board `end`; `still` are squares of men known never to move nor
    /// fall, `fates` what must become of the rights, `castling` what is known of the sides' castling. `None`: there is no such game.
    pub(super) fn new(
        start: &Chess,
        end: &shakmaty::Board,
        moves: [u32; 2],
        still: Bitboard,
        fates: [[Fate; 2]; 2],
        castling: [Castling; 2],
    ) -> Option<Envelope> {
        let mut ground = [Ground {
            still,
            prey: Bitboard::FULL,
            fall: Bitboard::FULL,
        }; 2];
        let count = |board: &shakmaty::Board, color| board.by_color(color).count();
        let mut captures = [0; 2];
        for color in Color::ALL {
            let victims = color.other();
            let fallen = count(start.board(), victims).checked_sub(count(end, victims))?;
            captures[place(color)] = fallen;
            if fallen == 0 {
                ground[place(color)].prey = Bitboard::EMPTY;
                ground[place(victims)].fall = Bitboard::EMPTY;
            }
        }
        loop {
            let goals = [Color::White, Color::Black].map(|color| {
                let own = place(color);
                let paths = Paths::new(color, ground[own], start.board());
                Goal::new(color, end, paths, fates[own], castling[own])
            });
            let doings = [
                doings(start, &goals[0], Color::White, captures[0], moves[0])?,
                doings(start, &goals[1], Color::Black, captures[1], moves[1])?,
            ];
            let mut next = ground;
            for color in Color::ALL {
                let (own, other) = (place(color), place(color.other()));
                // A pawn that is captured en passant stands behind the square of arrival.
                let prey = doings[own].captures & ground[own].prey;
                let behind = passed(prey, color);
                next[own].prey = prey & (ground[other].fall | ahead(ground[other].fall, color));
                next[other].fall = ground[other].fall & (prey | behind);
            }
            let stay = ground[0].still | doings[0].stay | doings[1].stay;
            next[0].still = stay;
            next[1].still = stay;
            if next == ground {
                let [white, black] = doings;
                return Some(Envelope {
                    still: stay,
                    arrivals: [white.arrivals, black.arrivals],
                    prey: ground.map(|one| one.prey),
                    fall: ground.map(|one| one.fall),
                    goals,
                });
            }
            ground = next;
        }
    }
}

/// Where pawns stand that `color` captures en passant by arriving on these squares.
fn passed(arrivals: Bitboard, color: Color) -> Bitboard {
    let sixth = Bitboard::from_rank(color.relative_rank(Rank::Sixth));
    (arrivals & sixth).shift(color.fold_wb(-8, 8))
}

/// Where `color` arrives when it captures pawns on these squares en passant.
fn ahead(pawns: Bitboard, color: Color) -> Bitboard {
    let fifth = Bitboard::from_rank(color.relative_rank(Rank::Fifth));
    (pawns & fifth).shift(color.fold_wb(8, -8))
}

/// What a side can do with so many moves; `None` if they are not enough.
fn doings(start: &Chess, goal: &Goal, color: Color, captures: usize, moves: u32) -> Option<Doings> {
    let now: Vec<(Role, Square)> = men(start.board(), color).collect();
    if now.len() < goal.len() || now.len() > MOST {
        return None;
    }
    let mut all = Doings {
        arrivals: [Bitboard::EMPTY; 6],
        captures: Bitboard::EMPTY,
        stay: start.board().by_color(color),
    };
    let held = CastlingSide::ALL.map(|side| start.castles().has(color, side));
    let castling = goal.castling();
    let mut possible = !castling.is_pending(held) && alone(goal, &now, captures, moves, &mut all);
    for side in CastlingSide::ALL {
        if held[side as usize] && castling.may[side as usize] && moves > 0 {
            let mut after = now.clone();
            for (from, to) in castling_men(color, side) {
                if let Some(man) = after.iter_mut().find(|man| **man == from) {
                    *man = to;
                }
            }
            let before = all.stay;
            if alone(goal, &after, captures, moves - 1, &mut all) {
                possible = true;
                // King and rook stand where others may have stood.
                let rank = color.relative_rank(Rank::First);
                for file in [side.king_to_file(), side.rook_to_file()] {
                    all.stay.discard(Square::from_coords(file, rank));
                }
            } else {
                all.stay = before;
            }
        }
    }
    possible.then_some(all)
}

/// Adds what men that stand so can do without castling; whether they come to the end.
fn alone(
    goal: &Goal,
    now: &[(Role, Square)],
    captures: usize,
    moves: u32,
    all: &mut Doings,
) -> bool {
    let rows = goal.rows(now, captures);
    let least = Assignment::least(&rows);
    let moves = moves.cast_signed();
    if least.total() > moves {
        return false;
    }
    let mut stay = Bitboard::EMPTY;
    for (man, &(role, from)) in now.iter().enumerate() {
        let mut own = [Bitboard::EMPTY; 6];
        let mut falls = false;
        for (place, &cost) in rows[man][..now.len()].iter().enumerate() {
            let spare = moves - least.with(man, place, cost);
            if spare < 0 || cost >= i32::from(NEVER) {
                continue;
            }
            let to = goal.men().get(place).copied();
            falls |= to.is_none();
            let way = Way {
                goal,
                role,
                from,
                to,
                captures,
                most: cost + spare,
            };
            way.add(&mut own, &mut all.captures);
        }
        if !falls && own.iter().all(|squares| squares.is_empty()) {
            stay.add(from);
        }
        for (all, own) in all.arrivals.iter_mut().zip(own) {
            *all |= own;
        }
    }
    all.stay &= stay;
    true
}

/// A man on its way to a place of the end, or to where it falls.
struct Way<'a> {
    goal: &'a Goal,
    role: Role,
    from: Square,
    /// `None`: it falls.
    to: Option<(Role, Square)>,
    captures: usize,
    /// So many moves it has.
    most: i32,
}

impl Way<'_> {
    /// Adds the squares where it can arrive and where it can capture.
    fn add(&self, arrivals: &mut Arrivals, captures: &mut Bitboard) {
        let most = self.most.min(i32::from(NEVER) - 1);
        for at in Square::ALL {
            for phase in Role::ALL {
                let (Some(before), Some(after)) = (self.before(phase, at), self.after(phase, at))
                else {
                    continue;
                };
                if before + after > most {
                    continue;
                }
                arrivals[phase as usize - 1].add(at);
                if phase != Role::Pawn || self.captured_by_pawn(at, most - after) {
                    captures.add(at);
                }
            }
        }
    }

    /// The moves until it arrives here, after at least one, as a man of that type.
    fn before(&self, phase: Role, at: Square) -> Option<i32> {
        if (phase, at) == (self.role, self.from) {
            // Out and back.
            return (phase != Role::Pawn).then_some(2);
        }
        let is_possible =
            phase == self.role || self.role == Role::Pawn && PROMOTIONS.contains(&phase);
        let paths = self.goal.paths();
        let moves = || paths.moves(self.role, self.from, phase, at, self.captures);
        is_possible
            .then(moves)
            .filter(|&moves| moves < NEVER)
            .map(i32::from)
    }

    /// The moves from here on, as a man of that type.
    fn after(&self, phase: Role, at: Square) -> Option<i32> {
        let paths = self.goal.paths();
        let moves = match self.to {
            None => paths.to_fall(phase, at, self.captures),
            Some((then, to)) => paths.moves(phase, at, then, to, self.captures),
        };
        (moves < NEVER).then_some(i32::from(moves))
    }

    /// Whether it can arrive here as a pawn by a capture within so many moves.
    fn captured_by_pawn(&self, at: Square, most: i32) -> bool {
        if self.captures == 0 {
            return false;
        }
        let color = self.goal.color();
        let behind = attacks::pawn_attacks(color.other(), at);
        let paths = self.goal.paths();
        behind.into_iter().any(|from| {
            let moves = paths.moves(Role::Pawn, self.from, Role::Pawn, from, self.captures - 1);
            moves < NEVER && i32::from(moves) < most
        })
    }
}
