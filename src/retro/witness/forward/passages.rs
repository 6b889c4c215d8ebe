//! How far each man of a walk is from its goal, as the pawns stand.
//!
//! Officers pass every square but those of men that never move again; it takes longer where a pawn must go first.
//! Invariant: where this says [`FAR`], a man is shut out for good.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::super::node::home_rank;
use super::ways::{FAR, Walls};

/// A man of a walk: who it is and where it goes.
#[derive(Debug, Clone)]
pub struct Walker {
    /// Colour and type.
    pub piece: Piece,
    /// Where it goes.
    pub goal: Square,
    /// For a pawn how many moves each square is from its goal.
    pub straight: Option<[u8; 64]>,
}

impl Walker {
    /// An officer.
    pub fn officer(piece: Piece, goal: Square) -> Walker {
        Walker {
            piece,
            goal,
            straight: None,
        }
    }

    /// A pawn that is taken back from `square`.
    pub fn pawn(color: Color, square: Square, goal: Square) -> Walker {
        Walker {
            piece: Role::Pawn.of(color),
            goal,
            straight: Some(straight(color, square, goal)),
        }
    }
}

/// The ways of all men while the pawns stand so.
pub struct Passages {
    /// What never moves any more.
    lasting: Walls,
    /// That and the other pawns.
    present: Walls,
    of: Vec<OnceLock<[u8; 64]>>,
}

/// What it takes at least until a pawn has gone out of the way.
const WAIT: u8 = 3;

impl Passages {
    /// As the pawns of `board` stand; those at their goals are among the men who are `held`.
    fn new(board: &Board, held: Bitboard, walkers: &[Walker], on: &[u8; 64]) -> Passages {
        let mut lasting = Walls::new(held, board);
        for square in board.pawns() {
            let Some(walker) = walkers.get(usize::from(on[usize::from(square)])) else {
                continue;
            };
            if u32::from(square.rank()).abs_diff(u32::from(walker.goal.rank())) == 1 {
                lasting.close(walker.piece.color, square);
            }
        }
        Passages {
            lasting,
            present: Walls::new(held | board.pawns(), board),
            of: vec![OnceLock::new(); walkers.len()],
        }
    }

    /// How many moves each square is from the goal of a man.
    pub fn of<'a>(&'a self, man: u8, walkers: &'a [Walker]) -> &'a [u8; 64] {
        let walker = &walkers[usize::from(man)];
        if let Some(straight) = &walker.straight {
            return straight;
        }
        self.of[usize::from(man)].get_or_init(|| {
            let mut way = self.present.field(walker.piece, walker.goal);
            let lasting = self.lasting.field(walker.piece, walker.goal);
            for (steps, past) in way.iter_mut().zip(lasting) {
                if *steps >= FAR && past < FAR {
                    *steps = past + WAIT;
                }
            }
            way
        })
    }
}

/// So many are kept at a time, of about 2 KiB each.
const MOST: usize = 2000;

/// Those met so far, by the pawns and those who never move any more.
#[derive(Default)]
pub struct PassagesCache(FxHashMap<(u64, u64), Arc<Passages>>);

impl PassagesCache {
    /// Those with the pawns of this board and men who are held where they are.
    pub fn past(
        &mut self,
        board: &Board,
        held: Bitboard,
        walkers: &[Walker],
        on: &[u8; 64],
    ) -> Arc<Passages> {
        if self.0.len() > MOST {
            self.0.clear();
        }
        // They stay on their files and do not pass one another: where they stand says who stands there.
        let met = self.0.entry((u64::from(board.pawns()), u64::from(held)));
        let passages = met.or_insert_with(|| Arc::new(Passages::new(board, held, walkers, on)));
        Arc::clone(passages)
    }
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
