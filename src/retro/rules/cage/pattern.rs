//! A board of which only some things are known: for every square, the set of what may stand there.
//!
//! A [`Pattern`] stands for every position whose men lie in its sets, square by square. Invariant of
//! [`Pattern::narrow`]: it only removes possibilities that no position of any game has.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Piece, Rank, Role, Square, attacks};

use super::flow::flow;
use crate::retro::model::Class;
use crate::retro::model::claim::{EMPTY, Pattern, index};
use crate::world::Right;

impl Pattern {
    /// This board on `known` squares, anything on the others.
    pub(crate) fn of_squares(
        board: &Board,
        known: Bitboard,
        turn: Color,
        frozen: Bitboard,
    ) -> Pattern {
        let mut pattern = Pattern::of_board(board, turn, frozen & known);
        for (content, squares) in pattern.may.iter_mut().enumerate() {
            let pawns = [Color::White, Color::Black].map(|color| index(color, Role::Pawn));
            let anywhere = if pawns.contains(&content) {
                !Bitboard::BACKRANKS
            } else {
                Bitboard::FULL
            };
            *squares = (*squares & known) | (anywhere & !known);
        }
        pattern
    }

    /// The men of `color` that may stand on the squares of `squares`, as one board per type.
    fn any_of(&self, color: Color) -> Bitboard {
        Role::ALL.into_iter().fold(Bitboard::EMPTY, |all, role| {
            all | self.may[index(color, role)]
        })
    }

    /// Whether some square has no possibility at all: then the pattern stands for nothing.
    fn has_impossible_square(&self) -> bool {
        self.may
            .iter()
            .fold(Bitboard::EMPTY, |all, &squares| all | squares)
            != Bitboard::FULL
    }

    /// Makes `square` hold exactly `content`.
    pub(crate) fn put(&mut self, square: Square, content: usize) {
        for squares in &mut self.may {
            squares.discard(square);
        }
        self.may[content].add(square);
    }

    /// Whether every position of `self` is one of `other`.
    pub(crate) fn is_within(&self, other: &Pattern) -> bool {
        self.turn == other.turn
            && self.target == other.target
            && other.frozen.is_subset(self.frozen)
            && self
                .may
                .iter()
                .zip(&other.may)
                .all(|(mine, theirs)| mine.is_subset(*theirs))
    }

    /// Adds the positions of `other`, and all that mix both square by square. Side to move and target must be the same.
    pub(crate) fn join(&mut self, other: &Pattern) {
        debug_assert_eq!((self.turn, self.target), (other.turn, other.target));
        for (mine, theirs) in self.may.iter_mut().zip(&other.may) {
            *mine |= *theirs;
        }
        self.frozen &= other.frozen;
    }

    /// On how many squares the initial array is out of the question.
    pub(crate) fn distance_from_array(&self, array: &Pattern) -> usize {
        let fits = self
            .may
            .iter()
            .zip(&array.may)
            .fold(Bitboard::EMPTY, |fits, (may, array)| fits | (*may & *array));
        64 - fits.count()
    }

    /// Whether one of its positions is the initial array with White to move.
    pub(crate) fn admits_array(&self, array: &Pattern) -> bool {
        self.turn == Color::White && self.target.is_none() && self.distance_from_array(array) == 0
    }

    /// The square of `color`'s king, if it is known.
    pub(crate) fn king(&self, color: Color, doubtful: Bitboard) -> Option<Square> {
        (self.may[index(color, Role::King)] & !doubtful).first()
    }

    /// Removes what no position of a game has: two kings of one side, the side not on move in
    /// check, more men than sixteen or than eight pawns explain, men without a way there.
    ///
    /// Returns `false` if nothing is left.
    pub(crate) fn narrow(&mut self) -> bool {
        loop {
            if self.has_impossible_square() {
                return false;
            }
            let before = self.may;
            let doubtful = self.doubtful();
            for color in Color::ALL {
                if let Some(king) = self.king(color, doubtful) {
                    self.may[index(color, Role::King)] = king.into();
                } else if self.may[index(color, Role::King)].is_empty() {
                    return false;
                }
            }
            self.forbid_check(doubtful);
            self.shield_the_king(doubtful);
            if !self.respect_material(doubtful) {
                return false;
            }
            if self.may == before {
                return self.all_came_somehow(doubtful);
            }
        }
    }

    /// Whether every officer and king that is known can have come from a home of its kind, or from promotion, past the
    /// men that never moved.
    fn all_came_somehow(&self, doubtful: Bitboard) -> bool {
        let walls = self.walls(doubtful);
        walls.is_empty()
            || Color::ALL.into_iter().all(|color| {
                let surplus = Surplus::of(self, color, self.any_of(color) & !doubtful);
                [
                    Role::Knight,
                    Role::Bishop,
                    Role::Rook,
                    Role::Queen,
                    Role::King,
                ]
                .into_iter()
                .all(|role| {
                    (self.may[index(color, role)] & !doubtful & !walls)
                        .into_iter()
                        .all(|square| {
                            let promoted = surplus.may_be_promoted(role, square);
                            self.came_somehow(Piece { color, role }, square, walls, promoted)
                        })
                })
            })
    }

    /// Men that stand where they stood when the game began: frozen ones, and pawns at home.
    fn walls(&self, doubtful: Bitboard) -> Bitboard {
        (self.frozen & !doubtful) | self.unmoved_pawns()
    }

    /// Whether `man` on `square` had some way there past the walls.
    fn came_somehow(&self, man: Piece, square: Square, walls: Bitboard, promoted: bool) -> bool {
        let Piece { color, role } = man;
        let mut sources = Board::new().by_piece(man) & !walls;
        if promoted {
            let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
            sources |= (last & !walls)
                .into_iter()
                .filter(|&square| {
                    let behind = Bitboard::from(square).shift(color.fold_wb(-8, 8));
                    let beside = attacks::pawn_attacks(color.other(), square);
                    !(behind | beside).is_subset(walls)
                })
                .collect::<Bitboard>();
        }
        let mut shunned = walls;
        if role == Role::King {
            for pawn in walls & self.may[index(color.other(), Role::Pawn)] {
                shunned |= attacks::pawn_attacks(color.other(), pawn);
            }
        }
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            let right = Right::new(color, side);
            let homes = Bitboard::from(right.king_home()) | right.rook_home();
            if walls.is_disjoint(homes) {
                match role {
                    Role::King => sources.add(side.king_to(color)),
                    Role::Rook => sources.add(side.rook_to(color)),
                    _ => {}
                }
            }
        }
        let mut seen = Bitboard::from(square);
        let mut open = seen;
        while open.any() {
            if open.intersects(sources) {
                return true;
            }
            open = flow(role, open, !walls).origins & !shunned & !seen;
            seen |= open;
        }
        false
    }

    /// The side not on move is not in check.
    fn forbid_check(&mut self, doubtful: Bitboard) {
        if let Some(king) = self.king(self.turn.other(), doubtful) {
            self.forbid_attack(king, self.turn, doubtful);
        }
    }

    /// `square` is not attacked by `us`.
    pub(crate) fn forbid_attack(&mut self, square: Square, us: Color, doubtful: Bitboard) {
        // Blockers are all squares that are not known to be empty: a line through them may be closed.
        let blockers = !(self.may[EMPTY] & !doubtful);
        let straight = attacks::rook_attacks(square, blockers);
        let slanted = attacks::bishop_attacks(square, blockers);
        for (role, from) in [
            (Role::Pawn, attacks::pawn_attacks(us.other(), square)),
            (Role::Knight, attacks::knight_attacks(square)),
            (Role::Bishop, slanted),
            (Role::Rook, straight),
            (Role::Queen, straight | slanted),
            (Role::King, attacks::king_attacks(square)),
        ] {
            self.may[index(us, role)] &= !from;
        }
    }

    /// Where a queen, rook or bishop looks at the king of the side not on move and only one square between them is not
    /// known to be empty, a man stands on that square: else this king would be in check.
    fn shield_the_king(&mut self, doubtful: Bitboard) {
        let us = self.turn;
        let Some(king) = self.king(us.other(), doubtful) else {
            return;
        };
        let [bishop, rook, queen] =
            [Role::Bishop, Role::Rook, Role::Queen].map(|role| index(us, role));
        for (slider, reach) in [
            (rook, attacks::rook_attacks(king, Bitboard::EMPTY)),
            (bishop, attacks::bishop_attacks(king, Bitboard::EMPTY)),
        ] {
            let mut attackers = (self.may[slider] | self.may[queen]) & reach;
            for (content, squares) in self.may.iter().enumerate() {
                if content != slider && content != queen {
                    attackers &= !*squares;
                }
            }
            for attacker in attackers {
                let between = attacks::between(king, attacker);
                let open = between & doubtful;
                if between.is_subset(self.may[EMPTY]) && open.count() == 1 {
                    self.may[EMPTY] &= !open;
                }
            }
        }
    }

    /// Pawns and promoted men of a side are at most eight, counting what is known.
    fn respect_material(&mut self, doubtful: Bitboard) -> bool {
        for color in Color::ALL {
            let known = self.any_of(color) & !doubtful;
            let sure = Surplus::of(self, color, known);
            if sure.total() > 8 || known.count() > 16 {
                return false;
            }
            if sure.total() < 8 {
                continue;
            }
            // Nothing more that would cost a pawn.
            for role in Role::ALL {
                let content = index(color, role);
                self.may[content] &= !doubtful | !sure.exhausted(role);
            }
        }
        true
    }
}

/// How many pawns of a side are accounted for by known men.
struct Surplus {
    pawns: usize,
    /// Officers, by class.
    count: [usize; 5],
}

impl Surplus {
    fn of(pattern: &Pattern, color: Color, known: Bitboard) -> Surplus {
        let men = |role| pattern.may[index(color, role)] & known;
        Surplus {
            pawns: men(Role::Pawn).count(),
            count: Class::ALL.map(|class| (men(class.role()) & class.squares()).count()),
        }
    }

    fn total(&self) -> usize {
        let beyond =
            |class: Class| self.count[class as usize].saturating_sub(class.originals() as usize);
        self.pawns + Class::ALL.into_iter().map(beyond).sum::<usize>()
    }

    /// Whether a known man of this type can be a promoted one.
    fn may_be_promoted(&self, role: Role, square: Square) -> bool {
        Class::of(role, square).is_some_and(|class| {
            self.total() < 8 || self.count[class as usize] > class.originals() as usize
        })
    }

    /// The squares on which one more man of this type would cost a pawn.
    fn exhausted(&self, role: Role) -> Bitboard {
        let is_full = |class: &Class| {
            class.role() == role && self.count[*class as usize] >= class.originals() as usize
        };
        match role {
            Role::Pawn => Bitboard::FULL,
            _ => Class::ALL
                .into_iter()
                .filter(is_full)
                .fold(Bitboard::EMPTY, |all, class| all | class.squares()),
        }
    }
}

/// The initial array, White to move.
pub(crate) fn array() -> Pattern {
    Pattern::of_board(&Board::new(), Color::White, Bitboard::EMPTY)
}

/// The squares on which a man of this role can have been captured.
pub(crate) fn capturable(role: Role) -> Bitboard {
    match role {
        Role::King => Bitboard::EMPTY,
        Role::Pawn => !Bitboard::BACKRANKS,
        _ => Bitboard::FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stands(fen: &str, frozen: &[Square]) -> bool {
        let board = Board::from_ascii_board_fen(fen.as_bytes()).unwrap();
        let frozen = frozen.iter().copied().collect();
        Pattern::of_board(&board, Color::White, frozen).narrow()
    }

    #[test]
    fn a_bishop_that_got_past_pawns_at_home_is_a_promoted_man() {
        // Eight pawns, and the bishop.
        assert!(!stands("4k3/8/8/8/8/P1PP1P1B/1P2P1PP/4K3", &[]));
        assert!(stands("4k3/8/8/8/8/P1PP1P2/1P2P1PP/4KB2", &[]));
        assert!(stands("4k3/8/8/8/8/P1PPP2B/1P3PPP/4K3", &[]));
        assert!(stands("4k3/8/8/8/8/P1PP1P1B/1P2P1P1/4K3", &[]));
    }

    #[test]
    fn nobody_passed_men_that_never_moved() {
        // A rook between the unmoved king and rook, under pawns at home.
        let corner = [Square::E1, Square::H1];
        assert!(!stands("4k3/8/8/8/8/8/5PPP/4KR1R", &corner));
        assert!(stands("4k3/8/8/8/8/5P2/6PP/4KR1R", &corner));
        // White castled.
        assert!(stands("4k3/8/8/8/8/8/5PPP/5RK1", &[]));
        // No pawn was promoted on b1.
        assert!(!stands("4k3/8/8/8/8/8/PPP5/1b2K3", &[]));
        assert!(stands("4k3/8/8/8/8/8/PP6/1b2K3", &[]));
        // The king was never on a square that a pawn at home guards.
        assert!(!stands("1K6/1pppppp1/8/8/8/8/8/4k3", &[]));
        assert!(stands("1K6/1ppppp2/8/8/8/8/8/4k3", &[]));
    }
}
