//! A pattern as sets of contents, square by square, and what the rules of chess take away from it.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::super::material;
use super::super::unmoved::{Unmoved, at_home};
use crate::retro::model::Class;
use crate::retro::model::claim::Pattern;

/// What may stand on a square: bit 0 nothing, then white pawn to king, then black pawn to king.
pub(super) type Contents = u16;

pub(super) const NOTHING: Contents = 1;

pub(super) fn bit(color: Color, role: Role) -> Contents {
    let place = role as u32 + if color == Color::White { 0 } else { 6 };
    1 << place
}

/// The man whose bit this is.
fn man(bit: Contents) -> Piece {
    let place = bit.trailing_zeros() as usize - 1;
    Piece {
        color: Color::from_white(place < 6),
        role: Role::ALL[place % 6],
    }
}

pub(super) struct Squares {
    pub(super) may: [Contents; 64],
    pub(super) turn: Color,
    pub(super) target: Option<Square>,
    pub(super) frozen: Bitboard,
}

impl Squares {
    pub(super) fn of(pattern: &Pattern) -> Squares {
        let mut may = [0; 64];
        for (content, squares) in pattern.may.iter().enumerate() {
            for square in *squares {
                may[usize::from(square)] |= 1 << content;
            }
        }
        Squares {
            may,
            turn: pattern.turn,
            target: pattern.target,
            frozen: pattern.frozen,
        }
    }

    pub(super) fn at(&self, square: Square) -> Contents {
        self.may[usize::from(square)]
    }

    pub(super) fn may_be_empty(&self, square: Square) -> bool {
        self.at(square) & NOTHING != 0
    }

    pub(super) fn admits(&self, board: &Board) -> bool {
        Square::ALL.into_iter().all(|square| {
            let content = board
                .piece_at(square)
                .map_or(NOTHING, |man| bit(man.color, man.role));
            self.at(square) & content != 0
        })
    }

    /// Whether every position of it is one of `other`'s.
    pub(super) fn is_within(&self, other: &Squares) -> bool {
        self.turn == other.turn
            && (other.target.is_none() || self.target == other.target)
            && other.frozen.is_subset(self.frozen)
            && self.may.iter().zip(other.may).all(|(a, b)| a & !b == 0)
    }

    /// Removes what breaks a rule; `false` if nothing is left.
    pub(super) fn obey_the_rules(&mut self) -> bool {
        loop {
            let before = self.may;
            for color in Color::ALL {
                if !self.one_king(color) || !self.count(color) {
                    return false;
                }
            }
            self.no_idle_check();
            self.shields();
            if self.may.contains(&0) {
                return false;
            }
            if self.may == before {
                return self.everyone_came();
            }
        }
    }

    /// Where `color`'s king stands, if it is known.
    fn king(&self, color: Color) -> Option<Square> {
        let king = bit(color, Role::King);
        Square::ALL.into_iter().find(|&s| self.at(s) == king)
    }

    /// A king that is known stands nowhere else; `false` if there is none at all.
    fn one_king(&mut self, color: Color) -> bool {
        let king = bit(color, Role::King);
        if let Some(home) = self.king(color) {
            for contents in &mut self.may {
                *contents &= !king;
            }
            self.may[usize::from(home)] = king;
        }
        self.may.iter().any(|contents| contents & king != 0)
    }

    /// The king of the side not on move is not attacked along squares known to be empty.
    fn no_idle_check(&mut self) {
        if let Some(home) = self.king(self.turn.other()) {
            self.not_attacked(home, self.turn);
        }
    }

    /// No man of `by` attacks `square` along squares known to be empty.
    pub(super) fn not_attacked(&mut self, square: Square, by: Color) {
        let closed: Bitboard = Square::ALL
            .into_iter()
            .filter(|&s| self.at(s) != NOTHING)
            .collect();
        for role in Role::ALL {
            // Seen from the square: a pawn attacks it from where a pawn of the other side would attack.
            let color = by.other();
            for from in attacks::attacks(square, Piece { color, role }, closed) {
                self.may[usize::from(from)] &= !bit(by, role);
            }
        }
    }

    /// A line on which a man that gives check for certain looks at the king of the side not on move is not open: if
    /// all squares of it are known to be empty but one, a man stands there.
    fn shields(&mut self) {
        let Some(home) = self.king(self.turn.other()) else {
            return;
        };
        let on_lines = |role| bit(self.turn, role) | bit(self.turn, Role::Queen);
        for (reach, checking) in [
            (
                attacks::rook_attacks(home, Bitboard::EMPTY),
                on_lines(Role::Rook),
            ),
            (
                attacks::bishop_attacks(home, Bitboard::EMPTY),
                on_lines(Role::Bishop),
            ),
        ] {
            for from in reach {
                if self.at(from) == 0 || self.at(from) & !checking != 0 {
                    continue;
                }
                let mut line = attacks::between(home, from)
                    .into_iter()
                    .filter(|&s| self.at(s) != NOTHING);
                if let (Some(shield), None) = (line.next(), line.next()) {
                    self.may[usize::from(shield)] &= !NOTHING;
                }
            }
        }
    }

    /// The men that are known.
    fn known(&self) -> Board {
        let mut board = Board::empty();
        for square in Square::ALL {
            let contents = self.at(square);
            if contents.is_power_of_two() && contents != NOTHING {
                board.set_piece_at(square, man(contents));
            }
        }
        board
    }

    /// Known men cost at most eight pawns; if they cost eight, doubtful men that would cost one go.
    fn count(&mut self, color: Color) -> bool {
        let known = self.known();
        let (pawns, promoted) = material(&known, color);
        if pawns + promoted == 8 {
            for square in !known.occupied() {
                for role in Role::ALL {
                    let costs = match Class::of(role, square) {
                        Some(class) => has_beyond(class, 0, &known, color),
                        None => role == Role::Pawn,
                    };
                    if costs {
                        self.may[usize::from(square)] &= !bit(color, role);
                    }
                }
            }
        }
        pawns + promoted <= 8
    }

    /// Whether every king and officer that is known had a way to its square around the men that never moved.
    fn everyone_came(&self) -> bool {
        let known = self.known();
        let still = at_home(&known) & known.pawns() | self.frozen & known.occupied();
        let unmoved = Unmoved::given(&known, still, Vec::new());
        still.is_empty()
            || Color::ALL.into_iter().all(|color| {
                let mut roles = Role::ALL.into_iter().skip(1);
                roles.all(|role| came(Piece { color, role }, &known, &unmoved))
            })
    }
}

/// Whether a side has at least so many men of a class beyond its originals.
fn has_beyond(class: Class, more: usize, board: &Board, color: Color) -> bool {
    class.men(board, color).count() >= class.originals() as usize + more
}

/// Whether each man of a kind had a way to its square, from home or from a promotion, around the men that never moved.
fn came(man: Piece, known: &Board, unmoved: &Unmoved<'_>) -> bool {
    let Piece { color, role } = man;
    let still = unmoved.still();
    let moved = known.by_piece(man) & !still;
    if moved.is_empty() {
        return true;
    }
    let reach = |from: Bitboard| unmoved.reach(color, role, from & !still);
    let elsewhere = moved & !reach(Board::new().by_piece(man));
    let (pawns, others) = material(known, color);
    let may_be_promoted = |square| {
        Class::of(role, square)
            .is_some_and(|class| pawns + others < 8 || has_beyond(class, 1, known, color))
    };
    elsewhere.is_empty()
        || elsewhere.into_iter().all(may_be_promoted) && {
            // Past walls on all three squares before it no pawn gets to a square of the last rank.
            let seventh = Bitboard::from_rank(color.relative_rank(Rank::Seventh)) & !still;
            let gates = seventh.into_iter().fold(Bitboard::EMPTY, |all, square| {
                let ahead = Bitboard::from(square).shift(color.fold_wb(8, -8));
                all | ahead | attacks::pawn_attacks(color, square)
            });
            elsewhere.is_subset(reach(gates))
        }
}
