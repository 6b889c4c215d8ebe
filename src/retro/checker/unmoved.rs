//! The checker's own view of what stood still: men that can never have been taken back.
//!
//! Going back from the position, take the first time such a man is taken back: the square it came from was
//! empty, or held a man that had gone before. So a set of men none of which has a square of this kind to
//! come from has stood since the game began. Written anew, from the rules alone: shares no code with the ledger.

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square, attacks};

use super::{closure, walls};
use crate::retro::model::RetroPosition;

/// The men that stand where such men begin.
pub(in crate::retro) fn at_home(board: &Board) -> Bitboard {
    let array = Board::new();
    let stands = |&square: &Square| board.piece_at(square) == array.piece_at(square);
    board.occupied().into_iter().filter(stands).collect()
}

/// What stood still all through the game.
#[derive(Clone)]
pub(in crate::retro) struct Unmoved<'a> {
    board: &'a Board,
    /// The men.
    pub(super) still: Bitboard,
    /// The ways of pawns that came straight from home.
    pub(super) ways: Vec<Bitboard>,
    /// Pawns that did not come straight from home.
    pub(super) astray: Bitboard,
}

/// White's castlings; see [`castlings`].
const CASTLINGS: [[Square; 4]; 2] = [
    [Square::E1, Square::G1, Square::H1, Square::F1],
    [Square::E1, Square::C1, Square::A1, Square::D1],
];

/// King's home, king's goal, rook's home, rook's goal.
pub(super) fn castlings(color: Color) -> [[Square; 4]; 2] {
    match color {
        Color::White => CASTLINGS,
        Color::Black => CASTLINGS.map(|squares| squares.map(Square::flip_vertical)),
    }
}

impl<'a> Unmoved<'a> {
    /// The largest such set that the rules below give.
    pub(in crate::retro) fn of(position: &'a RetroPosition) -> Unmoved<'a> {
        let board = &position.board;
        let home = at_home(board);
        let given = (position.frozen | board.pawns()) & home;
        let mut unmoved = Unmoved {
            board,
            still: given,
            ways: walls::ways(board),
            astray: Bitboard::EMPTY,
        };
        // What is known to have stood still restricts the others.
        loop {
            let held = unmoved.held(given);
            let grown = held != unmoved.still;
            unmoved.still = held;
            if !grown || !held.is_subset(home) {
                return unmoved;
            }
        }
    }

    /// Nothing but that these men stood still, and that pawns came straight on these ways.
    pub(in crate::retro) fn given(
        board: &'a Board,
        still: Bitboard,
        ways: Vec<Bitboard>,
    ) -> Unmoved<'a> {
        Unmoved {
            board,
            still,
            ways,
            astray: Bitboard::EMPTY,
        }
    }

    /// And these pawns did not come straight.
    pub(in crate::retro) const fn with_astray(mut self, astray: Bitboard) -> Unmoved<'a> {
        self.astray = astray;
        self
    }

    /// The same, and these pawns came straight.
    pub(in crate::retro) fn with_ways(
        &self,
        ways: impl IntoIterator<Item = Bitboard>,
    ) -> Unmoved<'a> {
        let mut unmoved = self.clone();
        unmoved.ways.extend(ways);
        unmoved
    }

    /// The same, nothing being known of pawns that came straight.
    pub(super) fn without_ways(&self) -> Unmoved<'a> {
        Unmoved {
            ways: Vec::new(),
            ..self.clone()
        }
    }

    /// Whether none of these men can be taken back before another of them, what stood still around them.
    pub(in crate::retro) fn are_locked(&self, men: Bitboard) -> bool {
        let held = self.still | men;
        let castled = |[king_home, king, rook_home, rook]: [Square; 4], color: Color| {
            self.board.piece_at(king) == Some(color.king())
                && self.board.piece_at(rook) == Some(color.rook())
                && !men.is_disjoint(Bitboard::from(king) | rook)
                && !held.contains(king_home)
                && !held.contains(rook_home)
        };
        men.into_iter().all(|man| self.is_held(man, men))
            && Color::ALL.into_iter().all(|color| {
                castlings(color)
                    .into_iter()
                    .all(|castling| !castled(castling, color))
            })
    }

    /// Whether this man cannot be taken back before another of `men`.
    pub(in crate::retro) fn is_held(&self, man: Square, men: Bitboard) -> bool {
        !self.can_go_back(man, self.still | men)
    }

    /// The men that stood still.
    pub(in crate::retro) const fn still(&self) -> Bitboard {
        self.still
    }

    /// The squares of each pawn's way that came straight, from home to where it stands.
    pub(in crate::retro) fn ways(&self) -> &[Bitboard] {
        &self.ways
    }

    /// All squares on which it is known who stood: those of men that stood still, and of the ways.
    pub(in crate::retro) fn known(&self) -> Bitboard {
        self.ways.iter().fold(self.still, |all, &way| all | way)
    }

    /// The pawns of a side on a file.
    pub(super) fn pawns_on(&self, color: Color, file: File) -> Bitboard {
        self.board.pawns() & self.board.by_color(color) & Bitboard::from_file(file)
    }

    /// Whether a pawn of this side came straight up this file and stands there.
    pub(super) fn has_straight(&self, color: Color, file: File) -> bool {
        let home = Square::from_coords(file, color.relative_rank(Rank::Second));
        let pawns = self.pawns_on(color, file);
        self.ways.iter().any(|way| {
            let end = color.fold_wb(way.last(), way.first());
            way.contains(home) && end.is_some_and(|end| pawns.contains(end))
        })
    }

    /// Whether the officer on this square came neither from a home of its kind nor from where it was promoted.
    pub(in crate::retro) fn had_no_way(&self, square: Square) -> bool {
        let Some(man @ Piece { color, role }) = self.board.piece_at(square) else {
            return false;
        };
        let mut sources = Board::new().by_piece(man);
        if role != Role::King && (self.board.pawns() & self.board.by_color(color)).count() < 8 {
            sources |= Bitboard::from_rank(color.relative_rank(Rank::Eighth)) & !self.still;
        }
        role != Role::Pawn && !self.reach(color, role, sources).contains(square)
    }

    /// All men, less those that can be taken back to a square that is empty or left by another. Castling adds nothing to that: a rook
    /// that castled can go back towards the king's home, which is empty then, and after it the king.
    fn held(&self, given: Bitboard) -> Bitboard {
        let mut held = self.board.occupied();
        loop {
            let before = held;
            for square in before & !given {
                if self.can_go_back(square, held) {
                    held.discard(square);
                }
            }
            if held == before {
                return held;
            }
        }
    }

    fn can_go_back(&self, square: Square, held: Bitboard) -> bool {
        let Some(Piece { color, role }) = self.board.piece_at(square) else {
            return true;
        };
        let from = |role: Role, ways: Bitboard| {
            (ways & !held)
                .into_iter()
                .any(|way| !self.never_leaves(color, role, way) && !self.shuns(color, role, way))
        };
        let mut pawn_ways = Bitboard::from(square).shift(color.fold_wb(-8, 8));
        if self.board.by_color(color.other()).count() < 16 {
            pawn_ways |= attacks::pawn_attacks(color.other(), square);
        }
        let promoted = square.rank() == color.relative_rank(Rank::Eighth)
            && (self.board.pawns() & self.board.by_color(color)).count() < 8;
        match role {
            Role::Pawn => from(Role::Pawn, pawn_ways & !Bitboard::BACKRANKS),
            Role::King => from(role, attacks::king_attacks(square)),
            _ => {
                let piece = Piece { color, role };
                from(role, attacks::attacks(square, piece, held))
                    || (promoted && from(Role::Pawn, pawn_ways & !Bitboard::BACKRANKS))
            }
        }
    }

    /// Whether such a man on `square` checks a king that never moved, at once and past all interposing: it was
    /// captured there.
    pub(super) fn never_leaves(&self, color: Color, role: Role, square: Square) -> bool {
        self.never_left(color, role).contains(square)
    }

    /// Whether there is no such square for any man of this side: the king of the other is not known to have stood still.
    pub(super) fn lets_all_leave(&self, color: Color) -> bool {
        let kings = self.board.kings() & self.board.by_color(color.other());
        self.still.is_disjoint(kings)
    }

    /// All such squares of such a man.
    fn never_left(&self, color: Color, role: Role) -> Bitboard {
        let enemy = color.other();
        let king = self.still & self.board.kings() & self.board.by_color(enemy);
        match king.first() {
            // A man of the other side attacks from there what this one would be attacked from.
            Some(king) if role != Role::King => {
                attacks::attacks(king, Piece { color: enemy, role }, Bitboard::FULL)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Whether this is a king and `square` was always attacked by a neighbour that never moved.
    fn shuns(&self, color: Color, role: Role, square: Square) -> bool {
        let guards = self.still & self.board.by_color(color.other());
        role == Role::King
            && !self
                .board
                .attacks_to(square, color.other(), Bitboard::FULL)
                .is_disjoint(guards)
    }

    /// Where one move takes an officer, if nobody can enter or cross these squares. Castling takes nobody where he does not walk to
    /// by himself: all squares between are open then, and no man that never moved looks at the other side's first rank.
    pub(super) fn steps(&self, color: Color, role: Role, from: Square, shut: Bitboard) -> Bitboard {
        if self.never_leaves(color, role, from) {
            return Bitboard::EMPTY;
        }
        let shut = self.still | shut;
        let to = attacks::attacks(from, Piece { color, role }, shut) & !shut;
        let mut to = walls::past(&self.ways, from, to);
        if role == Role::King {
            to = to
                .into_iter()
                .filter(|&next| !self.shuns(color, role, next))
                .collect();
        }
        to
    }

    /// From where one move takes an officer to a square: the other way round.
    pub(super) fn steps_to(
        &self,
        color: Color,
        role: Role,
        to: Square,
        shut: Bitboard,
    ) -> Bitboard {
        let shut = self.still | shut;
        let from = attacks::attacks(to, Piece { color, role }, shut) & !shut;
        let mut from = walls::past(&self.ways, to, from) & !self.never_left(color, role);
        if role == Role::King {
            from = from
                .into_iter()
                .filter(|&way| !self.shuns(color, role, way))
                .collect();
        }
        from
    }

    /// Every square an officer that started on one of `sources` can have stood on.
    pub(super) fn reach(&self, color: Color, role: Role, sources: Bitboard) -> Bitboard {
        closure::reach(sources, |square| {
            self.steps(color, role, square, Bitboard::EMPTY)
        })
    }
}
