//! How many moves a side needs at least until its men stand as in the diagram.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, ByRole, CastlingSide, Color, File, Rank, Role, Square};

use super::assignment::{Assignment, MOST};
use super::paths::{NEVER, Paths};
use super::side::Side;

/// More moves than any game has: the men cannot come to stand as in the diagram.
pub(super) const OUT_OF_REACH: u16 = 10_000;

/// One side's men at the end, and what its men need to come there.
pub(super) struct Goal {
    color: Color,
    men: Vec<(Role, Square)>,
    paths: Paths,
    /// By side of castling: what must become of the right.
    rights: [Fate; 2],
    castling: Castling,
    /// What was found, by the side's men, its rights to castle and the captures they may still make.
    known: FxHashMap<Key, u32>,
}

/// What must become of a right to castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It must last.
    Kept,
    /// It must be lost, though king and rook stand at home in the end.
    Lost,
    /// It may be kept or lost.
    Any,
}

/// What is known of the castling of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Castling {
    /// By side of castling: whether it may be done.
    pub may: [bool; 2],
    /// Whether one of these must be done.
    pub must: bool,
}

impl Castling {
    /// Nothing is known.
    pub(super) const FREE: Castling = Castling {
        may: [true; 2],
        must: false,
    };

    /// It is known that the side never castles.
    pub(super) const NONE: Castling = Castling {
        may: [false; 2],
        must: false,
    };

    /// Whether the side that has these rights, by side of castling, has yet to castle. A side that must castle and has lost all rights for it
    /// has castled: games in which it loses them in another way are left out by whoever asks.
    pub(super) fn is_pending(self, held: [bool; 2]) -> bool {
        self.must && (0..2).any(|wing| self.may[wing] && held[wing])
    }
}

/// A king or a rook that stands at home in the end and has moved needs two moves at least.
const OUT_AND_BACK: u8 = 2;

/// What the moves that are needed depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    men: ByRole<Bitboard>,
    held: [bool; 2],
    captures: u8,
}

impl Goal {
    /// Most entries that are kept: about 80 bytes each.
    const CAPACITY: usize = 500_000;

    pub(super) fn new(
        color: Color,
        board: &Board,
        paths: Paths,
        rights: [Fate; 2],
        castling: Castling,
    ) -> Goal {
        Goal {
            color,
            men: men(board, color).collect(),
            paths,
            rights,
            castling,
            known: FxHashMap::default(),
        }
    }

    /// How many men the side has at the end.
    pub(super) fn len(&self) -> usize {
        self.men.len()
    }

    /// What must become of the rights, by side of castling.
    pub(super) fn fates(&self) -> [Fate; 2] {
        self.rights
    }

    pub(super) fn castling(&self) -> Castling {
        self.castling
    }

    pub(super) fn color(&self) -> Color {
        self.color
    }

    /// The men at the end.
    pub(super) fn men(&self) -> &[(Role, Square)] {
        &self.men
    }

    pub(super) fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The least number of moves of this side from here to the end; [`OUT_OF_REACH`] if it cannot be.
    pub(super) fn moves(&mut self, side: &Side) -> u32 {
        let key = Key {
            men: side.men,
            held: side.held,
            captures: side.captures,
        };
        if let Some(&moves) = self.known.get(&key) {
            return moves;
        }
        let now: Vec<(Role, Square)> = side.each().collect();
        let captures = usize::from(side.captures);
        let stays = !self.castling.is_pending(side.held);
        let mut least = u32::from(OUT_OF_REACH);
        if stays {
            least = self.assigned(&now, captures, &[]);
        }
        let lost: Vec<Square> = CastlingSide::ALL
            .into_iter()
            .filter(|&wing| side.held[wing as usize] && self.rights[wing as usize] == Fate::Lost)
            .map(|wing| rook_home(self.color, wing))
            .collect();
        if stays && !lost.is_empty() {
            let by_king = least + u32::from(OUT_AND_BACK);
            least = by_king.min(self.assigned(&now, captures, &lost));
        }
        for wing in CastlingSide::ALL {
            if side.held[wing as usize] && self.castling.may[wing as usize] {
                let after = castled(&now, self.color, wing);
                least = least.min(1 + self.assigned(&after, captures, &[]));
            }
        }
        if self.known.len() >= Goal::CAPACITY {
            self.known.clear();
        }
        self.known.insert(key, least);
        least
    }

    /// The costs of every man for every place; the places after those of the end are for men that fall.
    pub(super) fn costs(
        &self,
        now: &[(Role, Square)],
        captures: usize,
        leaving: &[Square],
    ) -> [[i32; MOST]; MOST] {
        let mut costs = [[i32::from(OUT_OF_REACH); MOST]; MOST];
        for (man, &(role, from)) in now.iter().enumerate() {
            for (place, cost) in costs[man][..now.len()].iter_mut().enumerate() {
                let moves = match self.men.get(place) {
                    None => self.paths.to_fall(role, from, captures),
                    Some(&(then, to)) => match self.paths.moves(role, from, then, to, captures) {
                        0 if role == Role::Rook && leaving.contains(&from) => OUT_AND_BACK,
                        moves => moves,
                    },
                };
                if moves < NEVER {
                    *cost = i32::from(moves);
                }
            }
        }
        costs
    }

    /// The same without castling, if the rooks on the squares `leaving` leave them.
    fn assigned(&self, now: &[(Role, Square)], captures: usize, leaving: &[Square]) -> u32 {
        if now.len() < self.men.len() || now.len() > MOST {
            return u32::from(OUT_OF_REACH);
        }
        let costs = self.costs(now, captures, leaving);
        let total = Assignment::least(now.len(), &costs).total;
        total.unsigned_abs().min(u32::from(OUT_OF_REACH))
    }
}

/// The men of a side with their squares.
pub(super) fn men(board: &Board, color: Color) -> impl Iterator<Item = (Role, Square)> {
    let own = board.by_color(color);
    own.into_iter()
        .filter_map(|square| Some((board.role_at(square)?, square)))
}

/// The men after castling.
pub(super) fn castled(
    now: &[(Role, Square)],
    color: Color,
    side: CastlingSide,
) -> Vec<(Role, Square)> {
    let rank = color.relative_rank(Rank::First);
    let rook = rook_home(color, side);
    now.iter()
        .map(|&(role, square)| match role {
            Role::King => (role, Square::from_coords(side.king_to_file(), rank)),
            Role::Rook if square == rook => (role, Square::from_coords(side.rook_to_file(), rank)),
            _ => (role, square),
        })
        .collect()
}

/// Where the rook stands that may castle.
pub(super) fn rook_home(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    };
    Square::from_coords(file, color.relative_rank(Rank::First))
}
