//! Where officers can walk while pawns stand in their way.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color, File, Piece, Role, Square, attacks};

use super::super::distance::reached;
use super::super::node::{complement, home_rank, initial_piece, last_rank, third_rank};
use super::super::surroundings::unmoved;
use super::end::Settled;
use super::kernel::{Fate, Kernel, Promoted};
use super::race_position::ahead;
use crate::retro::ledger::many::moves;
use crate::retro::model::PawnId;
use crate::retro::scenario::matching::{FREE, augment, row};

/// The types of officers.
pub const OFFICERS: [Role; 5] = [
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// Farther than any man walks.
pub const FAR: u8 = 60;

/// What officers cannot pass.
#[derive(Debug, Clone, Default)]
pub struct Walls {
    /// Nobody comes here.
    squares: Bitboard,
    /// The squares behind pawns that have made a single step and nothing else. From there nobody walks along the file past
    /// the pawn: whoever is behind it has always been.
    behind: Bitboard,
    /// The files.
    files: Bitboard,
    /// By side and type: where nobody stands, for he would check a king that never moves, or as a king be in check from a
    /// pawn that does not.
    guarded: [[Bitboard; 6]; 2],
}

impl Walls {
    /// Only these squares, with the men who stand there.
    pub fn new(squares: Bitboard, board: &Board) -> Walls {
        let mut walls = Walls {
            squares,
            ..Walls::default()
        };
        for color in Color::ALL {
            let theirs = board.by_color(color.other()) & squares;
            let guarded = &mut walls.guarded[color as usize];
            for king in theirs & board.kings() {
                // From nearby nobody can step between.
                for role in OFFICERS {
                    let near = attacks::attacks(king, role.of(color), Bitboard::FULL);
                    guarded[role as usize - 1] |= near;
                }
            }
            for pawn in theirs & board.pawns() {
                let attacked = attacks::pawn_attacks(color.other(), pawn);
                guarded[Role::King as usize - 1] |= attacked;
            }
        }
        walls
    }

    /// Men that never moved, and pawns that can only have come from the square behind.
    pub fn of_diagram(board: &Board, settled: Settled) -> Walls {
        let at_home = unmoved(board);
        let mut walls = Walls::new(at_home | settled.at_home, board);
        for square in board.pawns() {
            let Some(color) = board.color_at(square) else {
                continue;
            };
            let neighbours = attacks::king_attacks(square) & Bitboard::from_rank(home_rank(color));
            let home = Bitboard::from_file(square.file());
            if (neighbours & !home & !at_home).is_empty() {
                walls.close_third(color, square);
            }
        }
        walls
    }

    /// The same where the captures of pawns are known.
    pub fn of_kernel(board: &Board, settled: Settled, kernel: &Kernel) -> Walls {
        let mut walls = Walls::new(unmoved(board) | settled.at_home, board);
        for (pawn, fate) in PawnId::ALL.into_iter().zip(kernel.fates) {
            let straight = kernel.events.iter().all(|event| event.by != Some(pawn));
            if let Fate::Stays(square) = fate
                && straight
                && square.file() == pawn.home().file()
            {
                walls.close_third(pawn.color(), square);
            }
        }
        walls
    }

    /// Takes in a pawn that has never left its file, if it stands one step before its home.
    fn close_third(&mut self, color: Color, square: Square) {
        if square.rank() == third_rank(color) {
            self.close(color, square);
        }
    }

    /// These and more squares where nobody comes any more.
    #[must_use]
    pub fn with(&self, squares: Bitboard, board: &Board) -> Walls {
        let mut walls = Walls::new(self.squares | squares, board);
        walls.behind = self.behind;
        walls.files = self.files;
        walls
    }

    /// Takes in a pawn that stands here and has only made a step to here.
    pub fn close(&mut self, color: Color, square: Square) {
        let file = Bitboard::from_file(square.file());
        self.files |= file;
        self.behind |= ahead(color.other(), square, 7) & file;
    }

    /// How many moves each square is from `goal` past these walls.
    pub fn field(&self, man: Piece, goal: Square) -> [u8; 64] {
        let Piece { color, role } = man;
        let shut = self.squares | self.guarded[color as usize][role as usize - 1];
        let next = |layer: Bitboard| {
            let restricted = if role == Role::Knight {
                Bitboard::EMPTY
            } else {
                layer & self.files
            };
            let mut next = moves(role, layer & !restricted, self.squares);
            for square in restricted {
                let to = attacks::attacks(square, man, self.squares);
                let file = Bitboard::from_file(square.file());
                let other_side = if self.behind.contains(square) {
                    !self.behind
                } else {
                    self.behind
                };
                next |= to & !(file & other_side);
            }
            next & !shut
        };
        reached(goal, FAR, next).0
    }
}

/// Officers of the diagram that no officer of the initial array leads to.
pub fn promoted(board: &Board, settled: Settled, walls: &Walls) -> Vec<Promoted> {
    let mut found = Vec::new();
    for color in Color::ALL {
        for (kind, &(role, shade)) in super::kernel::KINDS.iter().enumerate() {
            let men = board.by_piece(role.of(color)) & shade;
            let began = |square: &Square| {
                initial_piece(*square) == Some(role.of(color)) && !settled.at_home.contains(*square)
            };
            let homes: Vec<Square> = shade.into_iter().filter(began).collect();
            let fields: Vec<[u8; 64]> = (men & !settled.at_home)
                .into_iter()
                .map(|square| walls.field(role.of(color), square))
                .collect();
            let leads = |field: &[u8; 64]| row(&homes, |&home| field[usize::from(home)] < FAR);
            let ways: Vec<u32> = fields.iter().map(leads).collect();
            let mut given = [FREE; 32];
            for (man, field) in fields.iter().enumerate() {
                if !augment(&ways, man, &mut given, &mut 0) {
                    let files = promotion_files(color, field);
                    found.push(Promoted { color, kind, files });
                }
            }
            debug_assert!(homes.len() <= complement(role));
        }
    }
    found
}

/// Officers of the diagram that may have promoted though they need not have, one after the other: each may stand in for one
/// that was taken.
pub fn stand_ins(board: &Board, settled: Settled, walls: &Walls) -> Vec<Promoted> {
    let mut found = Vec::new();
    for color in Color::ALL {
        for (kind, &(role, shade)) in super::kernel::KINDS.iter().enumerate() {
            let men = board.by_piece(role.of(color)) & shade;
            for square in men & !settled.at_home & !settled.promoted_and_stay {
                let files = promotion_files(color, &walls.field(role.of(color), square));
                found.push(Promoted { color, kind, files });
            }
        }
    }
    found
}

/// The files on which a man of `color` can have promoted who is to come where this field leads.
fn promotion_files(color: Color, field: &[u8; 64]) -> u8 {
    File::ALL.into_iter().fold(0, |files, file| {
        let goal = Square::from_coords(file, last_rank(color));
        files | u8::from(field[usize::from(goal)] < FAR) << u32::from(file)
    })
}

/// Who cannot come to more squares than this is shut in.
const ROOM: usize = 3;

/// For every kind of officer: which of the diagram's each square leads to, with these walls.
pub struct Ways {
    reach: Vec<(Piece, [u32; 64])>,
    /// Homes of officers that have nowhere to go, not even to where one of their kind stands in the diagram.
    pub shut_in: Bitboard,
}

impl Ways {
    /// The ways to where the officers of `goal` stand.
    pub fn new(goal: &Board, walls: &Walls) -> Ways {
        let mut ways = Ways {
            reach: Vec::new(),
            shut_in: Bitboard::EMPTY,
        };
        for color in Color::ALL {
            for role in OFFICERS {
                let mut reach = [0; 64];
                let men = goal.by_color(color) & goal.by_role(role);
                for (goal, square) in men.into_iter().enumerate() {
                    for (way, steps) in reach.iter_mut().zip(walls.field(role.of(color), square)) {
                        *way |= u32::from(steps < FAR) << goal;
                    }
                }
                ways.reach.push((role.of(color), reach));
            }
        }
        for home in Bitboard::BACKRANKS {
            let Some(piece) = initial_piece(home).filter(|piece| piece.role != Role::King) else {
                continue;
            };
            let field = walls.field(piece, home);
            let room = field.iter().filter(|&&steps| steps < FAR).count();
            if room <= ROOM && ways.is_lost(piece, home) {
                ways.shut_in.add(home);
            }
        }
        ways
    }

    /// Officers of `color` that never get out, where they began.
    pub fn shut_in(&self, board: &Board, color: Color) -> Bitboard {
        let stays = |square: &Square| board.piece_at(*square) == initial_piece(*square);
        let homes = self.shut_in & board.by_color(color);
        homes.into_iter().filter(stays).collect()
    }

    /// Whether an officer here leads to none of its kind.
    pub fn is_lost(&self, piece: Piece, square: Square) -> bool {
        let reach = self.of(piece);
        reach.is_some_and(|reach| reach[usize::from(square)] == 0)
    }

    /// Which of the diagram's officers of this kind each square leads to.
    fn of(&self, piece: Piece) -> Option<&[u32; 64]> {
        let kind = OFFICERS.iter().position(|&role| role == piece.role)?;
        let sides = Color::ALL.iter().position(|&color| color == piece.color)?;
        let (man, reach) = &self.reach[sides * OFFICERS.len() + kind];
        debug_assert_eq!(*man, piece);
        Some(reach)
    }

    /// How many of these men, all of this kind, lead each to one of their kind of his own.
    pub fn met(&self, piece: Piece, men: Bitboard) -> usize {
        let Some(reach) = self.of(piece) else {
            return 0;
        };
        let ways: ArrayVec<u32, 32> = men.into_iter().map(|man| reach[usize::from(man)]).collect();
        match *ways.as_slice() {
            [] => return 0,
            [way] => return usize::from(way != 0),
            [one, other] => {
                let both = usize::from(one != 0) + usize::from(other != 0);
                let is_the_same = both == 2 && (one | other).is_power_of_two();
                return both - usize::from(is_the_same);
            }
            _ => {}
        }
        let mut given = [FREE; 32];
        (0..ways.len())
            .filter(|&man| augment(&ways, man, &mut given, &mut 0))
            .count()
    }

    /// The men of the diagram whom nobody on the board leads to.
    pub fn unmet(&self, goal: &Board, board: &Board) -> Vec<(Piece, Square)> {
        let mut unmet = Vec::new();
        for (piece, reach) in &self.reach {
            let met = board.by_piece(*piece).into_iter();
            let met = met.fold(0, |met, square| met | reach[usize::from(square)]);
            for (place, square) in goal.by_piece(*piece).into_iter().enumerate() {
                if met & 1 << place == 0 {
                    unmet.push((*piece, square));
                }
            }
        }
        unmet
    }

    /// Counts the officers on the board that can reach no square of their kind in the diagram, and those of the diagram
    /// whose squares none can reach.
    pub fn lost(&self, goal: &Board, board: &Board) -> Lost {
        let mut lost = Lost::default();
        for (piece, reach) in &self.reach {
            let side = piece.color as usize;
            let mut met = 0;
            for square in board.by_piece(*piece) {
                let way = reach[usize::from(square)];
                met |= way;
                lost.shut_out[side] += i32::from(way == 0);
            }
            lost.unmet[side] += goal.by_piece(*piece).count() as i32 - met.count_ones() as i32;
        }
        lost
    }
}

/// Officers without a way, by side as [`Color`] counts them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lost {
    /// How many on the board lead to none of their kind.
    pub shut_out: [i32; 2],
    /// How many of the diagram stand where no officer on the board can come.
    pub unmet: [i32; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_stands_where_a_check_cannot_be_answered() {
        let board = Board::from_ascii_board_fen(b"4k3/8/8/8/8/8/5P2/r3K3").unwrap();
        let walls = Walls::new(Bitboard::from(Square::E1) | Square::F2, &board);
        let rook = walls.field(Role::Rook.of(Color::Black), Square::A1);
        assert_eq!(rook[usize::from(Square::D1)], FAR);
        // Here another man can stand between.
        assert_eq!(rook[usize::from(Square::C1)], 1);
        let bishop = walls.field(Role::Bishop.of(Color::Black), Square::C8);
        assert_eq!(bishop[usize::from(Square::D2)], FAR);
        assert!(bishop[usize::from(Square::F1)] < FAR);
        // White's rook gives no check, and Black's king keeps away from the pawn.
        let own = walls.field(Role::Rook.of(Color::White), Square::A1);
        assert_eq!(own[usize::from(Square::D1)], 1);
        let king = walls.field(Role::King.of(Color::Black), Square::E8);
        assert_eq!(king[usize::from(Square::G3)], FAR);
        assert!(king[usize::from(Square::G2)] < FAR);
    }

    #[test]
    fn a_pawn_that_made_one_step_lets_nobody_past_on_its_file() {
        let board = Board::from_ascii_board_fen(b"4k3/8/8/8/8/6P1/5P1P/4K3").unwrap();
        let mut walls = Walls::new(Bitboard::from(Square::F2) | Square::H2, &board);
        let rook = Role::Rook.of(Color::White);
        assert_eq!(walls.field(rook, Square::G1)[usize::from(Square::G8)], 1);
        walls.close(Color::White, Square::G3);
        let behind = walls.field(rook, Square::G1);
        assert_eq!(behind[usize::from(Square::G2)], 1);
        assert_eq!(behind[usize::from(Square::G8)], 3);
    }
}
