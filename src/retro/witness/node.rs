//! A position on the way back, small enough to be copied at every step, and its retractions.
//!
//! Invariant: the side that does not retract is to move and may be in check; the side that retracts
//! is not. Every retraction generated is a legal move of the predecessor, provided the
//! predecessor itself can be reached. Not every retraction is generated: promoted men are
//! uncaptured only where the [`Surplus`] allows it.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, CastlingSide, Color, Piece, Rank, Role, Square, attacks};

use crate::problem::Diagram;
use crate::retro::model::{Class, EpState, RetroPosition, RightState, Unmove, UnmoveKind};
use crate::world::{Right, Rights};

use super::tuning::TUNING;

/// Whether men beyond the initial complement are uncaptured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surplus {
    /// Only men of the initial array.
    Original,
    /// Promoted men too.
    Promoted,
}

/// A position of the past with what its future demands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    /// The men.
    pub board: Board,
    /// The side that takes back next.
    pub retractor: Color,
    /// Rights that were lost later: king or rook must still leave home.
    pub lost: Rights,
    /// Men that must still leave their squares.
    pub moved: Bitboard,
    /// Men that have never moved.
    pub frozen: Bitboard,
    /// The double step over this square comes next.
    pub forced: Option<Square>,
}

/// The men of one colour that could still be added: on outer ranks and others, on dark squares and light ones.
struct Captives([[ArrayVec<Role, 5>; 2]; 2]);

impl Captives {
    fn new(board: &Board, color: Color, surplus: Surplus) -> Captives {
        let mut captives = Captives(Default::default());
        let own = board.by_color(color);
        if own.count() >= 16 {
            return captives;
        }
        let spare = spare_pawns(board, color) > 0;
        for (is_inner, lists) in [false, true].into_iter().zip(&mut captives.0) {
            for (is_light, roles) in [false, true].into_iter().zip(lists) {
                if spare && is_inner {
                    roles.push(Role::Pawn);
                }
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let mut have = own & board.by_role(role);
                    if role == Role::Bishop {
                        have &= if is_light {
                            Bitboard::LIGHT_SQUARES
                        } else {
                            Bitboard::DARK_SQUARES
                        };
                    }
                    if have.count() < complement(role) || (spare && surplus == Surplus::Promoted) {
                        roles.push(role);
                    }
                }
            }
        }
        captives
    }

    /// Those that could be added on a square.
    fn on(&self, square: Square) -> &[Role] {
        let is_inner = square.rank() != Rank::First && square.rank() != Rank::Eighth;
        &self.0[usize::from(is_inner)][usize::from(square.is_light())]
    }
}

impl Node {
    /// The position, with what its future demands of its history.
    pub fn position(&self) -> RetroPosition {
        let diagram = Diagram {
            board: self.board.clone(),
            turn: self.retractor.other(),
        };
        let mut position = RetroPosition::of_any_world(&diagram, &[]);
        for right in self.lost.iter() {
            position.rights[right as usize] = RightState::Lost;
        }
        position.ep = self.forced.map_or(EpState::Open, EpState::Target);
        position.frozen = self.frozen;
        position.moved = self.moved;
        position
    }

    /// Whether few men are left.
    pub fn is_sparse(&self) -> bool {
        self.board.occupied().count() <= TUNING.few_men
    }

    /// All retractions and the positions they lead to.
    pub fn retract(&self, surplus: Surplus, mut found: impl FnMut(Unmove, Node)) {
        let color = self.retractor;
        let occupied = self.board.occupied();
        if let Some(target) = self.forced {
            let (home, pawn) = double_step(target, color);
            let there = self.board.piece_at(pawn) == Some(Role::Pawn.of(color));
            if there && !occupied.contains(target) && !occupied.contains(home) {
                let unmove = Unmove {
                    kind: UnmoveKind::DoubleStep,
                    role: Role::Pawn,
                    from: home,
                    to: pawn,
                    captured: None,
                };
                self.step(unmove, &mut found);
            }
            return;
        }
        let movable = self.board.by_color(color) & !self.frozen;
        let captives = Captives::new(&self.board, color.other(), surplus);
        for to in movable & !self.board.pawns() {
            let Some(role) = self.board.role_at(to) else {
                continue;
            };
            let captured = captives.on(to);
            let origins = attacks::attacks(to, role.of(color), occupied) & !occupied;
            for from in origins {
                let mut unmove = Unmove {
                    kind: UnmoveKind::Ordinary,
                    role,
                    from,
                    to,
                    captured: None,
                };
                self.step(unmove, &mut found);
                self.captures(&mut unmove, captured, &mut found);
            }
            if role != Role::King && to.rank() == last_rank(color) {
                self.unpromote(role, to, captured, &mut found);
            }
        }
        for to in movable & self.board.pawns() {
            self.retract_pawn(to, captives.on(to), &mut found);
        }
        self.uncastle(&mut found);
    }

    fn unpromote(
        &self,
        promoted: Role,
        to: Square,
        captured: &[Role],
        found: &mut impl FnMut(Unmove, Node),
    ) {
        let color = self.retractor;
        let occupied = self.board.occupied();
        if (self.board.by_color(color) & self.board.pawns()).count() >= 8 {
            return;
        }
        let mut unmove = Unmove {
            kind: UnmoveKind::Promotion(promoted),
            role: Role::Pawn,
            from: to,
            to,
            captured: None,
        };
        if let Some(from) = behind(to, color).filter(|&s| !occupied.contains(s)) {
            unmove.from = from;
            self.step(unmove, found);
        }
        for from in attacks::pawn_attacks(color.other(), to) & !occupied {
            unmove.from = from;
            self.captures(&mut unmove, captured, found);
        }
    }

    fn retract_pawn(&self, to: Square, captured: &[Role], found: &mut impl FnMut(Unmove, Node)) {
        let color = self.retractor;
        let occupied = self.board.occupied();
        if to.rank() == home_rank(color) {
            return;
        }
        let mut unmove = Unmove {
            kind: UnmoveKind::Ordinary,
            role: Role::Pawn,
            from: to,
            to,
            captured: None,
        };
        if let Some(from) = behind(to, color).filter(|&s| !occupied.contains(s)) {
            unmove.from = from;
            self.step(unmove, found);
            let home = behind(from, color)
                .filter(|&s| s.rank() == home_rank(color) && !occupied.contains(s));
            if let Some(home) = home {
                unmove.kind = UnmoveKind::DoubleStep;
                unmove.from = home;
                self.step(unmove, found);
                unmove.kind = UnmoveKind::Ordinary;
            }
        }
        let origins = attacks::pawn_attacks(color.other(), to) & !occupied;
        if origins.is_empty() {
            return;
        }
        for from in origins {
            unmove.from = from;
            self.captures(&mut unmove, captured, found);
        }
        let (enemy_home, enemy_pawn) = double_step(to, color.other());
        if to.rank() == third_rank(color.other())
            && captured.contains(&Role::Pawn)
            && !occupied.contains(enemy_home)
            && !occupied.contains(enemy_pawn)
        {
            unmove.kind = UnmoveKind::EnPassant;
            unmove.captured = Some(Role::Pawn);
            for from in origins {
                unmove.from = from;
                self.step(unmove, found);
            }
        }
    }

    fn uncastle(&self, found: &mut impl FnMut(Unmove, Node)) {
        let color = self.retractor;
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            let right = Right::new(color, side);
            let (king, rook) = (right.king_home(), right.rook_home());
            let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
            let stands = self.board.piece_at(king_to) == Some(Role::King.of(color))
                && self.board.piece_at(rook_to) == Some(Role::Rook.of(color))
                && !self.frozen.contains(king_to)
                && !self.frozen.contains(rook_to);
            if !stands {
                continue;
            }
            let empty = attacks::between(king, rook)
                .with(king)
                .with(rook)
                .without(king_to)
                .without(rook_to);
            if (empty & self.board.occupied()).any() {
                continue;
            }
            let unmove = Unmove {
                kind: UnmoveKind::Castling(side),
                role: Role::King,
                from: king,
                to: king_to,
                captured: None,
            };
            self.step(unmove, found);
        }
    }

    /// The predecessors in which the move took one of these men. The test for check is made once: whichever man it was,
    /// it blocks the same lines to the king of its side.
    fn captures(&self, unmove: &mut Unmove, roles: &[Role], found: &mut impl FnMut(Unmove, Node)) {
        let mut roles = roles.iter().copied();
        let Some(first) = roles.next() else {
            return;
        };
        let mut before = None;
        unmove.captured = Some(first);
        self.step(*unmove, &mut |unmove, next: Node| {
            before = Some(next.clone());
            found(unmove, next);
        });
        let Some(before) = before else {
            return;
        };
        for role in roles {
            unmove.captured = Some(role);
            let mut next = before.clone();
            next.board
                .set_piece_at(unmove.to, role.of(self.retractor.other()));
            found(*unmove, next);
        }
    }

    /// The predecessor, unless the side not on move in it would be in check.
    fn step(&self, unmove: Unmove, found: &mut impl FnMut(Unmove, Node)) {
        let color = self.retractor;
        let mut next = self.clone();
        let board = &mut next.board;
        board.discard_piece_at(unmove.to);
        board.set_piece_at(unmove.from, unmove.role.of(color));
        next.lost = next.lost.without(Rights::on_square(unmove.to));
        next.moved = next.moved.without(unmove.to);
        next.forced = None;
        match unmove.kind {
            UnmoveKind::EnPassant => {
                let (_, pawn) = double_step(unmove.to, color.other());
                board.set_piece_at(pawn, Role::Pawn.of(color.other()));
                next.forced = Some(unmove.to);
            }
            UnmoveKind::Castling(side) => {
                let rook = Right::new(color, side).rook_home();
                board.discard_piece_at(side.rook_to(color));
                board.set_piece_at(rook, Role::Rook.of(color));
                next.moved = next.moved.without(side.rook_to(color));
                let passed = attacks::between(unmove.from, unmove.to).with(unmove.from);
                let occupied = board.occupied();
                for square in passed {
                    if board.attacks_to(square, color.other(), occupied).any() {
                        return;
                    }
                }
                next.frozen = next.frozen.with(unmove.from).with(rook);
            }
            _ => {
                if let Some(role) = unmove.captured {
                    board.set_piece_at(unmove.to, role.of(color.other()));
                }
            }
        }
        let Some(king) = next.board.king_of(color.other()) else {
            return;
        };
        if next
            .board
            .attacks_to(king, color, next.board.occupied())
            .any()
        {
            return;
        }
        next.retractor = color.other();
        found(unmove, next);
    }
}

/// The initial array.
pub const ARRAY: Board = Board::new();

/// Sets of men in which two boards differ.
pub fn placement(board: &Board) -> [Bitboard; 6] {
    [
        board.white(),
        board.pawns(),
        board.knights(),
        board.bishops() | board.queens(),
        board.rooks() | board.queens(),
        board.kings(),
    ]
}

/// Men of this type in the initial array; bishops of one square colour.
pub fn complement(role: Role) -> usize {
    match role {
        Role::Pawn => 8,
        Role::Knight | Role::Rook => 2,
        Role::Bishop | Role::Queen | Role::King => 1,
    }
}

/// Men beyond the initial complement, which must have promoted.
pub fn promoted(board: &Board, color: Color) -> usize {
    let surplus = |class: Class| {
        let men = class.men(board, color).count();
        men.saturating_sub(class.originals() as usize)
    };
    Class::ALL.into_iter().map(surplus).sum()
}

/// Pawns of the initial array that are neither on the board nor promoted men on the board.
pub fn spare_pawns(board: &Board, color: Color) -> usize {
    let pawns = (board.by_color(color) & board.pawns()).count();
    8usize.saturating_sub(pawns + promoted(board, color))
}

/// Origin and arrival of `color`'s double step over `target`.
pub fn double_step(target: Square, color: Color) -> (Square, Square) {
    let of = |rank| Square::from_coords(target.file(), color.relative_rank(rank));
    (of(Rank::Second), of(Rank::Fourth))
}

/// The square from which a pawn of `color` steps to this one.
pub fn behind(square: Square, color: Color) -> Option<Square> {
    square.offset(color.fold_wb(-8, 8))
}

/// The rank `color`'s pawns start on.
pub const fn home_rank(color: Color) -> Rank {
    color.relative_rank(Rank::Second)
}

/// The rank `color`'s pawns promote on.
pub const fn last_rank(color: Color) -> Rank {
    color.relative_rank(Rank::Eighth)
}

/// The rank before that of `color`'s pawns at home.
pub const fn third_rank(color: Color) -> Rank {
    color.relative_rank(Rank::Third)
}

/// The rank of a square, counted from 0 at White's first.
pub fn rank(square: Square) -> i32 {
    u32::from(square.rank()).cast_signed()
}

/// How many ranks a pawn of this side has come from its home rank.
pub fn advanced(color: Color, square: Square) -> i32 {
    match color {
        Color::White => rank(square) - 1,
        Color::Black => 6 - rank(square),
    }
}

/// A side as a place: White is first.
pub const fn side_of(color: Color) -> usize {
    color.is_black() as usize
}

/// A man of the initial array.
pub fn initial_piece(square: Square) -> Option<Piece> {
    ARRAY.piece_at(square)
}

#[cfg(test)]
impl Node {
    /// A placement of which nothing else is asked.
    pub(super) fn of(placement: &str, retractor: Color) -> Node {
        Node {
            board: Board::from_ascii_board_fen(placement.as_bytes()).unwrap(),
            retractor,
            lost: Rights::default(),
            moved: Bitboard::EMPTY,
            frozen: Bitboard::EMPTY,
            forced: None,
        }
    }
}
