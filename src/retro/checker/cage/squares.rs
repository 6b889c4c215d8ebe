//! A pattern as sets of contents, square by square, and what the rules of chess take away from it.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::super::unmoved::castlings;
use super::bill::{Bill, bishops_behind};
use crate::retro::model::claim::Pattern;

/// What may stand on a square: bit 0 nothing, then white pawn to king, then black pawn to king.
pub(super) type Contents = u16;

pub(super) const NOTHING: Contents = 1;

pub(super) fn bit(color: Color, role: Role) -> Contents {
    let place = role as u32 + if color == Color::White { 0 } else { 6 };
    1 << place
}

#[derive(Clone)]
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

    pub(super) fn is_within(&self, other: &Squares) -> bool {
        self.same_demands(other) && self.may.iter().zip(other.may).all(|(a, b)| a & !b == 0)
    }

    fn same_demands(&self, other: &Squares) -> bool {
        self.turn == other.turn
            && self.target == other.target
            && other.frozen.is_subset(self.frozen)
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

    /// Known men cost at most eight pawns; if they cost eight, doubtful men that would cost one go.
    fn count(&mut self, color: Color) -> bool {
        let bill = Bill::of(self, color);
        if bill.cost() == 8 {
            for square in Square::ALL {
                let contents = self.at(square);
                for role in Role::ALL {
                    let man = bit(color, role);
                    if contents != man && bill.charges(role, square) {
                        self.may[usize::from(square)] &= !man;
                    }
                }
            }
        }
        bill.cost() <= 8
    }

    /// Men known to stand where they stood when the game began.
    fn unmoved(&self) -> Bitboard {
        let known =
            |square: Square| self.at(square).is_power_of_two() && self.at(square) != NOTHING;
        let pawns = |color: Color| {
            Bitboard::from_rank(color.relative_rank(Rank::Second))
                .into_iter()
                .filter(|&s| self.at(s) == bit(color, Role::Pawn))
                .collect::<Bitboard>()
        };
        let mut unmoved: Bitboard = self.frozen.into_iter().filter(|&s| known(s)).collect();
        for color in Color::ALL {
            unmoved |= pawns(color);
            for (home, beside) in bishops_behind(color) {
                let kept = beside.into_iter().all(|s| pawns(color).contains(s));
                if kept && self.at(home) == bit(color, Role::Bishop) {
                    unmoved.add(home);
                }
            }
        }
        unmoved
    }

    /// Whether every king and officer that is known had a way to its square around the men that never moved.
    fn everyone_came(&self) -> bool {
        let unmoved = self.unmoved();
        if unmoved.is_empty() {
            return true;
        }
        let array = Board::new();
        Color::ALL.into_iter().all(|color| {
            let bill = Bill::of(self, color);
            let guarded: Bitboard = unmoved
                .into_iter()
                .filter(|&s| self.at(s) == bit(color.other(), Role::Pawn))
                .fold(Bitboard::EMPTY, |all, s| {
                    all | attacks::pawn_attacks(color.other(), s)
                });
            Role::ALL.into_iter().skip(1).all(|role| {
                let man = Piece { color, role };
                let shut = if role == Role::King {
                    unmoved | guarded
                } else {
                    unmoved
                };
                let reach = |mut open: Bitboard| {
                    let mut seen = open;
                    while let Some(square) = open.pop_back() {
                        let next = attacks::attacks(square, man, unmoved) & !shut & !seen;
                        seen |= next;
                        open |= next;
                    }
                    seen
                };
                let mut homes = array.by_piece(man) & !unmoved;
                for [king_home, king, rook_home, rook] in castlings(color) {
                    if !unmoved.contains(king_home) && !unmoved.contains(rook_home) {
                        match role {
                            Role::King => homes.add(king),
                            Role::Rook => homes.add(rook),
                            _ => {}
                        }
                    }
                }
                let from_home = reach(homes);
                // Past walls on all three squares before it no pawn gets to a square of the last rank.
                let seventh = Bitboard::from_rank(color.relative_rank(Rank::Seventh)) & !unmoved;
                let gates: Bitboard = seventh
                    .into_iter()
                    .map(|s| {
                        attacks::pawn_attacks(color, s)
                            | Bitboard::from(s).shift(color.fold_wb(8, -8))
                    })
                    .fold(Bitboard::EMPTY, |all, gates| all | gates);
                let promoted = reach(gates & !unmoved);
                Square::ALL
                    .into_iter()
                    .filter(|&s| self.at(s) == bit(color, role) && !unmoved.contains(s))
                    .all(|s| {
                        from_home.contains(s)
                            || role != Role::King
                                && bill.allows_promoted(role, s)
                                && promoted.contains(s)
                    })
            })
        })
    }
}
