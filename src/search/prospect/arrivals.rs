//! Where men can arrive on an empty board, and how soon the mater's come to a square from where they stand or captured another.

use std::cell::Cell;

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::ways::{NEVER, cone, same_shade};
use super::{Look, could_promote, moves_to_promote};

/// What the men of the mater's can do, whoever it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    /// Where one arrives with its first move, or with the first after a capture.
    pub(super) at_once: Bitboard,
    /// Where one arrives with all moves that are left.
    pub(super) all: Bitboard,
    pub(super) kinds: [bool; 7],
    pub(super) straight: u32,
    pub(super) diagonal: u32,
    pub(super) pins: u32,
    /// The moves that make the first slider, beside those that arrive where a man is stuck.
    pub(super) slider: u32,
}

/// What is worked out when it is first asked for.
#[derive(Debug)]
pub(super) struct Known {
    reach: Cell<Option<Reach>>,
    ways: [Cell<u8>; 64],
}

impl Known {
    pub(super) fn new() -> Known {
        Known {
            reach: Cell::new(None),
            ways: [const { Cell::new(0) }; 64],
        }
    }
}

impl Look<'_> {
    /// What the mater's men can do.
    pub(super) fn reach(&self) -> Reach {
        if let Some(reach) = self.known.reach.get() {
            return reach;
        }
        let reach = self.work_out_reach();
        self.known.reach.set(Some(reach));
        reach
    }

    fn work_out_reach(&self) -> Reach {
        let mut reach = Reach {
            at_once: Bitboard::EMPTY,
            all: Bitboard::EMPTY,
            kinds: [false; 7],
            straight: 0,
            diagonal: 0,
            pins: 0,
            slider: NEVER,
        };
        for man in &self.maters.list[..self.maters.count] {
            reach.kinds[man.kind] = true;
            reach.at_once |= moves_on_empty(man.kind, man.square);
            reach.all |= reach_on_empty(man.role, man.kind, man.square, self.moves);
            let promotes =
                man.role == Role::Pawn && could_promote(self.mater, man.square, self.moves);
            if promotes {
                reach.kinds[2..=5].fill(true);
                reach.slider = reach.slider.min(self.moves_to_slider(man.square));
            } else if man.is_slider() {
                reach.slider = 0;
            }
            reach.straight += u32::from(matches!(man.role, Role::Rook | Role::Queen) || promotes);
            reach.diagonal += u32::from(matches!(man.role, Role::Bishop | Role::Queen) || promotes);
            reach.pins += u32::from(man.is_slider() || promotes);
        }
        for man in &self.victims.list[..self.victims.count] {
            for kind in 0..7 {
                if reach.kinds[kind] {
                    reach.at_once |= moves_on_empty(kind, man.square);
                }
            }
        }
        if self.free > 0 {
            reach.all = Bitboard::FULL;
        }
        reach
    }

    /// The moves it takes to promote the pawn on `square`, or none if it could arrive elsewhere where a man has to.
    fn moves_to_slider(&self, square: Square) -> u32 {
        let moves = moves_to_promote(self.mater, square);
        let way = (1..=moves).fold(Bitboard::EMPTY, |way, moves| {
            way | cone(self.mater, square, moves)
        });
        let pawns = self.board.pieces(!self.mater, Role::Pawn);
        let purposes = way & (self.victim_men | pawns.shift((!self.mater).fold_wb(8, -8)));
        if purposes.any() { 0 } else { moves }
    }

    /// The moves a man of the mater's needs at least to arrive on `square`, from where it stands or captured another.
    pub(super) fn way_to(&self, square: Square) -> u32 {
        let known = &self.known.ways[square.to_usize()];
        if known.get() == 0 {
            known.set(self.work_out_way_to(square).min(NEVER) as u8);
        }
        u32::from(known.get())
    }

    fn work_out_way_to(&self, square: Square) -> u32 {
        let reach = self.reach();
        if self.free > 0 || reach.at_once.contains(square) {
            return 1;
        }
        if reach.kinds[4] || reach.kinds[5] {
            return 2;
        }
        let mut least = NEVER;
        for man in &self.maters.list[..self.maters.count] {
            least = least.min(self.moves_on_way(man.kind, man.square, square));
        }
        for man in &self.victims.list[..self.victims.count] {
            if man.square == square {
                continue;
            }
            for kind in 0..7 {
                if reach.kinds[kind] {
                    least = least.min(self.moves_on_way(kind, man.square, square));
                }
            }
        }
        least.max(1)
    }

    /// The moves one man of the mater's needs on an empty board, `NEVER` if it cannot.
    fn moves_on_way(&self, kind: usize, from: Square, to: Square) -> u32 {
        match kind {
            0 | 1 => {
                let promotes = moves_to_promote(self.mater, from) + 1;
                let direct = (1..=self.moves.min(6))
                    .find(|&moves| cone(self.mater, from, moves).contains(to));
                direct.unwrap_or(NEVER).min(promotes)
            }
            2 => self.rings.hops_between(from, to),
            3 if !same_shade(from).contains(to) => NEVER,
            6 => from.distance(to),
            _ => 2,
        }
    }
}

/// Where a man arrives with one move on an empty board, a pawn also by capturing.
pub(super) fn moves_on_empty(kind: usize, from: Square) -> Bitboard {
    match kind {
        0 => cone(Color::Black, from, 1),
        1 => cone(Color::White, from, 1),
        2 => attacks::knight_attacks(from),
        3 => attacks::bishop_attacks(from, Bitboard::EMPTY),
        4 => attacks::rook_attacks(from, Bitboard::EMPTY),
        5 => attacks::queen_attacks(from, Bitboard::EMPTY),
        _ => attacks::king_attacks(from),
    }
}

/// Where a man can be on an empty board after so many moves or fewer, at least one; a pawn also by capturing and promoting.
pub(super) fn reach_on_empty(role: Role, kind: usize, from: Square, moves: u32) -> Bitboard {
    let once = moves_on_empty(kind, from);
    match role {
        _ if moves == 1 => once,
        Role::Queen | Role::Rook => Bitboard::FULL,
        Role::Bishop => same_shade(from),
        Role::Pawn => {
            let color = Color::from_white(kind == 1);
            let promoting = moves_to_promote(color, from);
            if moves > promoting + 1 {
                return Bitboard::FULL;
            }
            let mut reach = (1..=moves.min(promoting)).fold(Bitboard::EMPTY, |reach, moves| {
                reach | cone(color, from, moves)
            });
            if moves > promoting {
                let last = reach & Bitboard::from_rank(color.fold_wb(Rank::Eighth, Rank::First));
                for square in last {
                    reach |= attacks::queen_attacks(square, Bitboard::EMPTY)
                        | attacks::knight_attacks(square);
                }
            }
            reach
        }
        _ => {
            let mut reach = once;
            for _ in 1..moves.min(7) {
                for square in reach {
                    reach |= moves_on_empty(kind, square);
                }
            }
            reach
        }
    }
}
