//! How many moves a man needs from one square to others, past the men that never move.

use std::rc::Rc;

use shakmaty::{Bitboard, Board, CastlingSide, Color, File, Piece, Rank, Role, Square, attacks};

use super::bound::rook_home;
use super::rails::{Lines, Rail, lines};
use super::side::Wall;
use crate::retro::witness::reached;

/// There is no way.
pub(super) const NEVER: u8 = 60;

/// What a pawn may become.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A pawn makes six moves at most, and as many captures.
const PAWN_MOVES: u8 = 6;

/// More captures than these no pawn makes.
pub(super) const MOST_CAPTURES: usize = 6;

/// By square: how many moves a man needs at least to stand there.
pub(super) type Distances = [u8; 64];

/// By type: how many moves a man needs to stand on each square as a man of that type.
pub(super) type Ways = [Distances; 6];

/// Where the men of a side can move at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ground {
    pub color: Color,
    /// The squares of men that never move nor fall.
    pub still: Bitboard,
    /// What such men of the other side guard, as far as nobody can stand between.
    guarded: Bitboard,
    /// Where pawns of this side can capture.
    pub prey: Bitboard,
    /// The captures of men of this side.
    pub losses: Vec<Loss>,
    lines: Rc<Lines>,
}

/// One capture that a side suffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Loss {
    /// The pawn of the other side that makes it, by its number; `None`: whoever has made those that he must.
    pub by: Option<u8>,
    /// Where men fall.
    pub at: Bitboard,
    /// Where pawns fall, en passant too.
    pub pawns_at: Bitboard,
}

impl Loss {
    /// By anybody, anywhere.
    pub(super) const ANY: Loss = Loss {
        by: None,
        at: Bitboard::FULL,
        pawns_at: Bitboard::FULL,
    };

    /// Where men of this type fall.
    pub(super) fn of(&self, role: Role) -> Bitboard {
        match role {
            Role::King => Bitboard::EMPTY,
            Role::Pawn => self.pawns_at,
            _ => self.at,
        }
    }
}

/// What a man of this type guards from there, whoever stands where.
pub(super) fn guards(color: Color, role: Role, at: Square) -> Bitboard {
    match role {
        Role::Pawn => attacks::pawn_attacks(color, at),
        Role::Knight => attacks::knight_attacks(at),
        Role::King => attacks::king_attacks(at),
        // What sliding men guard depends on others.
        Role::Bishop | Role::Rook | Role::Queen => Bitboard::EMPTY,
    }
}

impl Ground {
    /// Where men of this side move, as long as nothing is known.
    pub(super) fn open(color: Color, losses: usize) -> Ground {
        Ground {
            color,
            still: Bitboard::EMPTY,
            guarded: Bitboard::EMPTY,
            prey: Bitboard::FULL,
            losses: vec![Loss::ANY; losses],
            lines: Rc::new(lines(color, &[])),
        }
    }

    /// The same with these men that never move; `array` is what stands on their squares.
    pub(super) fn past(self, still: Bitboard, array: &Board) -> Ground {
        let other = self.color.other();
        let enemies = still & array.by_color(other);
        let guarded = enemies.into_iter().filter_map(|square| {
            let role = array.role_at(square)?;
            Some(guards(other, role, square))
        });
        Ground {
            still,
            guarded: guarded.fold(Bitboard::EMPTY, |all, one| all | one),
            ..self
        }
    }

    /// The same with these captures to suffer, where pawns of this side can capture, and men on rails.
    pub(super) fn with(&self, losses: Vec<Loss>, prey: Bitboard, rails: &[Rail]) -> Ground {
        let lines = lines(self.color, rails);
        Ground {
            prey,
            losses,
            lines: if lines == *self.lines {
                Rc::clone(&self.lines)
            } else {
                Rc::new(lines)
            },
            ..*self
        }
    }

    /// Whether nobody who stays where he is is in the way of castling.
    pub(super) fn lets_castle(&self, wing: CastlingSide) -> bool {
        let king = Square::from_coords(File::E, self.color.relative_rank(Rank::First));
        let rook = rook_home(self.color, wing);
        ((attacks::between(king, rook) | king | rook) & self.still).is_empty()
    }

    /// Where officers of a type go from these squares past men that stay.
    fn moves(&self, role: Role, from: Bitboard, still: Bitboard) -> Bitboard {
        let color = self.color;
        let moves = |from: Square| {
            let lines = self.lines[role as usize - 1][usize::from(from)];
            attacks::attacks(from, Piece { color, role }, still) & lines
        };
        let all = from.into_iter().map(moves);
        all.fold(Bitboard::EMPTY, |all, one| all | one)
    }

    /// The last rank.
    pub(super) fn last(&self) -> Bitboard {
        Bitboard::from_rank(self.color.relative_rank(Rank::Eighth))
    }

    /// Where a man goes from there with one move: without a capture, and by a pawn's capture.
    pub(super) fn steps(&self, role: Role, from: Square) -> [Bitboard; 2] {
        if role == Role::Pawn {
            return self.pawn_steps(from, self.still);
        }
        let [still, closed] = self.closed(role, Wall::default());
        let to = self.moves(role, from.into(), still) & !closed;
        [to, Bitboard::EMPTY]
    }

    /// The ways of a man past a wall, if it captures so many times at most as a pawn.
    pub(super) fn ways(&self, role: Role, from: Square, captures: usize, wall: Wall) -> Ways {
        let mut ways = [[NEVER; 64]; 6];
        if role != Role::Pawn {
            ways[role as usize - 1] = self.officer(role, from, wall);
            return ways;
        }
        let pawn = self.pawn(from, captures, self.still | wall.squares);
        if (self.last().into_iter()).any(|at| pawn[usize::from(at)] < NEVER) {
            for role in PROMOTIONS {
                ways[role as usize - 1] = self.promoted(role, &pawn, wall);
            }
        }
        ways[Role::Pawn as usize - 1] = pawn;
        ways
    }

    /// The ways of an officer that a pawn with these ways becomes.
    fn promoted(&self, role: Role, pawn: &Distances, wall: Wall) -> Distances {
        let [still, closed] = self.closed(role, wall);
        let mut best = [NEVER; 64];
        let mut known = Bitboard::EMPTY;
        let mut front = Bitboard::EMPTY;
        for moves in 0..NEVER {
            let arrived = |at: &Square| pawn[usize::from(*at)] == moves;
            front = self.moves(role, front, still) & !closed;
            front |= (self.last().into_iter().filter(arrived)).collect::<Bitboard>();
            front &= !known;
            for at in front {
                best[usize::from(at)] = moves;
            }
            known |= front;
            if front.is_empty() && moves >= PAWN_MOVES {
                break;
            }
        }
        best
    }

    /// Past what and not to which squares an officer goes.
    fn closed(&self, role: Role, wall: Wall) -> [Bitboard; 2] {
        let still = self.still | wall.squares;
        match role {
            Role::King => [still, still | self.guarded | wall.guarded],
            _ => [still, still],
        }
    }

    fn officer(&self, role: Role, from: Square, wall: Wall) -> Distances {
        let [still, closed] = self.closed(role, wall);
        reached(from, NEVER, |front| {
            self.moves(role, front, still) & !closed
        })
        .0
    }

    /// Where a pawn goes past men on these squares: without a capture, and by one.
    pub(super) fn pawn_steps(&self, from: Square, still: Bitboard) -> [Bitboard; 2] {
        let up = |squares: Bitboard| squares.shift(self.color.fold_wb(8, -8)) & !still;
        let one = up(from.into());
        let second = Bitboard::from_rank(self.color.relative_rank(Rank::Second));
        let two = if second.contains(from) {
            up(one)
        } else {
            Bitboard::EMPTY
        };
        let lines = self.lines[Role::Pawn as usize - 1][usize::from(from)];
        let takes = attacks::pawn_attacks(self.color, from) & !still & self.prey;
        [(one | two) & lines, takes]
    }

    fn pawn(&self, from: Square, captures: usize, still: Bitboard) -> Distances {
        let mut best = [NEVER; 64];
        best[usize::from(from)] = 0;
        // By the captures made.
        let mut front = [Bitboard::EMPTY; MOST_CAPTURES + 1];
        front[0] = from.into();
        for moves in 1..=PAWN_MOVES {
            let mut next = [Bitboard::EMPTY; MOST_CAPTURES + 1];
            for made in 0..=captures.min(MOST_CAPTURES) {
                for square in front[made] {
                    let [steps, takes] = self.pawn_steps(square, still);
                    next[made] |= steps;
                    if made < captures.min(MOST_CAPTURES) {
                        next[made + 1] |= takes;
                    }
                }
            }
            for square in next.iter().fold(Bitboard::EMPTY, |all, &one| all | one) {
                let best = &mut best[usize::from(square)];
                *best = (*best).min(moves);
            }
            front = next;
        }
        best
    }
}
