//! How many moves a side needs at least until its men stand as in the diagram.

use rustc_hash::FxHashMap;
use shakmaty::{
    Bitboard, Board, ByRole, CastlingSide, Chess, Color, File, Position, Rank, Role, Square,
};

use super::paths::{NEVER, Paths};
use crate::retro::witness::assign::assign;

/// More moves than any game has: the men cannot come to stand as in the diagram.
pub(super) const OUT_OF_REACH: u16 = 10_000;

/// One side's men at the end, and what its men need to come there.
pub(super) struct Goal {
    color: Color,
    men: Vec<(Role, Square)>,
    paths: Paths,
    /// By side of castling: what must become of the right.
    rights: [Fate; 2],
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
    const CAPACITY: usize = 1_000_000;

    pub(super) fn new(color: Color, board: &Board, paths: Paths, rights: [Fate; 2]) -> Goal {
        Goal {
            color,
            men: men(board, color).collect(),
            paths,
            rights,
            known: FxHashMap::default(),
        }
    }

    /// How many men the side has at the end.
    pub(super) fn len(&self) -> usize {
        self.men.len()
    }

    /// The least number of moves of this side from `position` to the end, while it may capture so many men;
    /// [`OUT_OF_REACH`] if it cannot be.
    pub(super) fn moves(&mut self, position: &Chess, captures: usize) -> u32 {
        let own = position.board().by_color(self.color);
        let castles = position.castles();
        let held = CastlingSide::ALL.map(|side| castles.has(self.color, side));
        let key = Key {
            men: ByRole::new_with(|role| position.board().by_role(role) & own),
            held,
            captures: captures as u8,
        };
        if let Some(&moves) = self.known.get(&key) {
            return moves;
        }
        let now: Vec<(Role, Square)> = men(position.board(), self.color).collect();
        let mut least = self.assigned(&now, captures, &[]);
        let lost: Vec<Square> = CastlingSide::ALL
            .into_iter()
            .filter(|&side| held[side as usize] && self.rights[side as usize] == Fate::Lost)
            .map(|side| rook_home(self.color, side))
            .collect();
        if !lost.is_empty() {
            let by_king = least + u32::from(OUT_AND_BACK);
            least = by_king.min(self.assigned(&now, captures, &lost));
        }
        for side in CastlingSide::ALL {
            if held[side as usize] && !self.rights.contains(&Fate::Kept) {
                let after = castled(&now, self.color, side);
                least = least.min(1 + self.assigned(&after, captures, &[]));
            }
        }
        if self.known.len() >= Goal::CAPACITY {
            self.known.clear();
        }
        self.known.insert(key, least);
        least
    }

    /// The same without castling, if the rooks on the squares `leaving` leave them.
    fn assigned(&self, now: &[(Role, Square)], captures: usize, leaving: &[Square]) -> u32 {
        if now.len() < self.men.len() {
            return u32::from(OUT_OF_REACH);
        }
        let cost = |man: usize, place: usize| -> i32 {
            let Some(&(then, to)) = self.men.get(place) else {
                // One that is captured on the way; a king is not.
                let (role, _) = now[man];
                return if role == Role::King {
                    i32::from(OUT_OF_REACH)
                } else {
                    0
                };
            };
            let (role, from) = now[man];
            match self.paths.moves(role, from, then, to, captures) {
                0 if role == Role::Rook && leaving.contains(&from) => i32::from(OUT_AND_BACK),
                NEVER.. => i32::from(OUT_OF_REACH),
                moves => i32::from(moves),
            }
        };
        let places = assign(now.len(), cost);
        let total: i32 = places
            .iter()
            .enumerate()
            .map(|(man, &place)| cost(man, place))
            .sum();
        total.unsigned_abs().min(u32::from(OUT_OF_REACH))
    }
}

/// The men of a side with their squares.
fn men(board: &Board, color: Color) -> impl Iterator<Item = (Role, Square)> {
    let own = board.by_color(color);
    own.into_iter()
        .filter_map(|square| Some((board.role_at(square)?, square)))
}

/// The men after castling.
fn castled(now: &[(Role, Square)], color: Color, side: CastlingSide) -> Vec<(Role, Square)> {
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
fn rook_home(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    };
    Square::from_coords(file, color.relative_rank(Rank::First))
}
