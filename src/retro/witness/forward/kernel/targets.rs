//! Which pawn comes where in the end: how many captures that takes at least.
//!
//! Every pawn of the diagram, and every man that must have promoted, gets a pawn of the array of its own. A pawn changes its
//! file by captures alone, so the files that are left to cross, shared out as cheaply as can be, are captures still to come.
//! Invariant: never more than are needed; a state that cannot afford them leads nowhere.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use rustc_hash::FxHashMap;
use shakmaty::{Color, File, Square};

use super::super::super::hash_table::mix;
use super::super::super::node::advanced;
use super::{KernelDemand, State};
use crate::retro::model::PawnId;
use crate::retro::witness::assign::assign;

/// Where a pawn is wanted.
#[derive(Debug, Clone, Copy)]
enum Target {
    /// A pawn stands here in the diagram.
    Stands(Square),
    /// A man of the diagram promoted on one of these files, a bit for each.
    Promotes(u8),
    /// Nowhere: it is taken, or promotes to be taken.
    Nowhere,
}

/// Where the pawns of each side are wanted.
pub(super) struct Targets {
    /// By side, White first; as many as it has pawns in the array.
    wanted: [[Target; 8]; 2],
    /// What is known of the pawns of a side, by where they are.
    known: FxHashMap<u64, Option<u32>>,
}

/// A pawn cannot come there.
const NEVER: i32 = 1000;
/// A pawn has so many ranks before it.
const RANKS: i32 = 6;

impl Targets {
    pub(super) fn new(demand: &KernelDemand) -> Targets {
        let wanted = Color::ALL.map(|color| {
            let stand = demand.files.iter().flatten();
            let stand = stand.filter(|(side, _)| *side == color);
            let stand = stand.map(|&(_, square)| Target::Stands(square));
            let promoted = demand.promoted.iter().filter(|man| man.color == color);
            let mut targets = stand.chain(promoted.map(|man| Target::Promotes(man.files)));
            std::array::from_fn(|_| targets.next().unwrap_or(Target::Nowhere))
        });
        Targets {
            wanted,
            known: FxHashMap::default(),
        }
    }

    /// At least so many captures by pawns are still needed; `None`: more than are left, or no pawn can come where one is wanted.
    pub(super) fn captures_needed(&mut self, state: &State, demand: &KernelDemand) -> Option<u32> {
        let mut files = [None; 16];
        for (file, pawns) in state.files.iter().enumerate() {
            for &pawn in pawns {
                files[usize::from(pawn)] = Some(file);
            }
        }
        let mut all = 0;
        for side in 0..2 {
            let men: [Whereabouts; 8] = std::array::from_fn(|place| {
                let pawn = side * 8 + place;
                match (files[pawn], state.crossed[pawn]) {
                    (Some(file), _) => {
                        Whereabouts::OnFile(file as i32, i32::from(state.made[pawn]))
                    }
                    (None, Some(file)) => Whereabouts::Promoted(file),
                    (None, None) => Whereabouts::Taken,
                }
            });
            let key = men
                .iter()
                .fold(side as u64, |key, man| mix(key, man.code()));
            let wanted = &self.wanted[side];
            let needed = *self.known.entry(key).or_insert_with(|| {
                let pawn = PawnId::ALL[side * 8];
                let cost = |man: usize, goal: usize| men[man].captures(pawn, wanted[goal], demand);
                let goals = assign(8, cost);
                let sum: i32 = (0..8).map(|man| cost(man, goals[man])).sum();
                (sum < NEVER).then_some(sum.cast_unsigned())
            });
            let needed = needed?;
            if state.captures[side] + needed as usize > demand.captures[side] {
                return None;
            }
            all += needed;
        }
        Some(all)
    }
}

/// Where a pawn of the array has come.
#[derive(Debug, Clone, Copy)]
enum Whereabouts {
    /// It is on this file after so many captures.
    OnFile(i32, i32),
    /// It promoted by a capture on this file.
    Promoted(File),
    /// It was taken.
    Taken,
}

impl Whereabouts {
    fn code(self) -> u64 {
        match self {
            Whereabouts::OnFile(file, made) => (file * 8 + made.min(7)) as u64,
            Whereabouts::Promoted(file) => 100 + u64::from(file),
            Whereabouts::Taken => 200,
        }
    }

    /// How many captures bring a pawn of the side of `pawn` there.
    fn captures(self, pawn: PawnId, target: Target, demand: &KernelDemand) -> i32 {
        let side = pawn.side();
        match (self, target) {
            (_, Target::Nowhere) => 0,
            (Whereabouts::OnFile(file, made), Target::Stands(square)) => {
                let most = advanced(pawn.color(), square);
                let captures = (file - u32::from(square.file()) as i32).abs();
                if made + captures <= most {
                    captures
                } else {
                    NEVER
                }
            }
            (Whereabouts::OnFile(file, made), Target::Promotes(files)) => {
                let on = |to: i32| {
                    let bit = 1u8 << to;
                    if files & bit == 0 || demand.shut[side] & bit != 0 {
                        return NEVER;
                    }
                    let captures = (file - to).abs();
                    // Past a king who never moved nobody comes straight on: from beside, by a capture.
                    let captures = match (demand.closed[side] & bit != 0, captures) {
                        (false, captures) | (true, captures @ 1..) => captures,
                        (true, _) => 2,
                    };
                    if made + captures <= RANKS {
                        captures
                    } else {
                        NEVER
                    }
                };
                (0..8).map(on).min().unwrap_or(NEVER)
            }
            (Whereabouts::Promoted(file), Target::Promotes(files))
                if files & 1 << u32::from(file) != 0 =>
            {
                0
            }
            (Whereabouts::Promoted(_) | Whereabouts::Taken, _) => NEVER,
        }
    }
}
