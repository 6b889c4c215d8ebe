//! Illegal last moves of the side not on move, and the positions they were made in.

use shakmaty::{
    Bitboard, Board, CastlingSide, Color, File, Move, Piece, Rank, Role, Square, attacks,
};

use crate::problem::{Diagram, Strictness};
use crate::world::Rights;

/// In which way a last move was illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Offence {
    /// The mover's king is in check after it.
    CheckIgnored,
    /// Castling without the right, out of check, across or into an attacked square.
    Castling,
    /// An en-passant capture of a pawn that had not just made its double step, or that exposed the king.
    EnPassant,
    /// The king's half of a castling.
    HalfCastling,
    /// The pawn's half of an en-passant capture: the enemy pawn was left standing.
    HalfEnPassant,
    /// Half a capture: the enemy man is off the board, the own man still on its square (`#0.5` only).
    HalfCapture,
    /// A promotion without the new piece: a pawn stands on the last rank.
    HalfPromotion,
    /// It was the other side's turn.
    OutOfTurn,
}

impl Offence {
    /// The word used in JSON.
    pub const fn keyword(self) -> &'static str {
        match self {
            Offence::CheckIgnored => "check-ignored",
            Offence::Castling => "castling",
            Offence::EnPassant => "en-passant",
            Offence::HalfCastling => "half-castling",
            Offence::HalfEnPassant => "half-en-passant",
            Offence::HalfCapture => "half-capture",
            Offence::HalfPromotion => "half-promotion",
            Offence::OutOfTurn => "out-of-turn",
        }
    }
}

/// An illegal last move, taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FalseMove {
    /// In which way it was illegal.
    pub offence: Offence,
    /// The move, as if it were legal; an unfinished move as the part that was made (half a castling
    /// as a king's step over two squares).
    pub mv: Move,
    /// The position it was made in, with the side on move that had to move.
    pub before: Diagram,
}

/// Every illegal last move of the side not on move that is right in geometry and material, in a
/// fixed order. Whether the position before it has a history is another question.
pub fn false_moves(diagram: &Diagram, strictness: Strictness) -> Vec<FalseMove> {
    let mut finder = Finder {
        board: &diagram.board,
        us: diagram.turn.other(),
        found: Vec::new(),
    };
    if diagram.leaves_check() {
        finder.ordinary(Offence::CheckIgnored);
    } else if strictness == Strictness::Plain {
        finder.ordinary(Offence::OutOfTurn);
    }
    finder.castlings(strictness);
    finder.en_passant();
    finder.half_promotions();
    finder.found
}

/// Every half of a move that the side not on move can have begun (`#0.5`): half a castling, a capture
/// with the captured man not yet removed (en passant; elsewhere two men would share a square) or the
/// capturer not yet placed, a promotion without the new man.
pub fn begun_moves(diagram: &Diagram) -> Vec<FalseMove> {
    let mut finder = Finder {
        board: &diagram.board,
        us: diagram.turn.other(),
        found: Vec::new(),
    };
    finder.castlings(Strictness::Strict);
    finder.en_passant();
    finder.half_promotions();
    finder.half_captures();
    let whole = |offence| matches!(offence, Offence::Castling | Offence::EnPassant);
    finder.found.retain(|begun| !whole(begun.offence));
    finder.found
}

/// What a pawn can become, and what a capture can remove besides a pawn.
const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

struct Finder<'a> {
    board: &'a Board,
    /// The side whose move is taken back.
    us: Color,
    found: Vec<FalseMove>,
}

impl Finder<'_> {
    fn our(&self, role: Role) -> Piece {
        role.of(self.us)
    }

    fn is(&self, square: Square, piece: Piece) -> bool {
        self.board.piece_at(square) == Some(piece)
    }

    fn is_free(&self, square: Square) -> bool {
        !self.board.occupied().contains(square)
    }

    fn rank(&self, rank: Rank) -> Rank {
        self.us.relative_rank(rank)
    }

    /// Ordinary moves, captures and promotions.
    fn ordinary(&mut self, offence: Offence) {
        for to in self.board.by_color(self.us) {
            match self.board.role_at(to) {
                Some(Role::Pawn) => self.pawn(offence, to, None),
                Some(role) => {
                    let origins = attacks::attacks(to, self.our(role), self.board.occupied())
                        & !self.board.occupied();
                    for from in origins {
                        self.with_captures(offence, role, from, to, None, Capture::Allowed);
                    }
                    if to.rank() == self.rank(Rank::Eighth) && OFFICERS.contains(&role) {
                        self.pawn(offence, to, Some(role));
                    }
                }
                None => {}
            }
        }
    }

    /// A pawn that arrived on `to`, there to become `promotion`.
    fn pawn(&mut self, offence: Offence, to: Square, promotion: Option<Role>) {
        let step = if self.us == Color::White { -8 } else { 8 };
        let behind = |square: Square| square.offset(step);
        let start = self.rank(Rank::Second);
        if let Some(from) = behind(to).filter(|&from| self.is_free(from))
            && to.rank() != start
        {
            self.with_captures(offence, Role::Pawn, from, to, promotion, Capture::None);
            if to.rank() == self.rank(Rank::Fourth)
                && let Some(from) = behind(from).filter(|&from| self.is_free(from))
            {
                self.with_captures(offence, Role::Pawn, from, to, promotion, Capture::None);
            }
        }
        let origins = attacks::pawn_attacks(self.us.other(), to) & !self.board.occupied();
        for from in origins & !Bitboard::BACKRANKS {
            self.with_captures(offence, Role::Pawn, from, to, promotion, Capture::Needed);
        }
    }

    fn with_captures(
        &mut self,
        offence: Offence,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        capture: Capture,
    ) {
        let mut try_one = |captured: Option<Role>| {
            let mut board = self.board.clone();
            board.discard_piece_at(to);
            board.set_piece_at(from, self.our(role));
            if let Some(role) = captured {
                board.set_piece_at(to, role.of(self.us.other()));
            }
            let mv = Move::Normal {
                role,
                from,
                capture: captured,
                to,
                promotion,
            };
            self.keep(offence, mv, board);
        };
        if capture != Capture::Needed {
            try_one(None);
        }
        if capture != Capture::None {
            if !Bitboard::BACKRANKS.contains(to) {
                try_one(Some(Role::Pawn));
            }
            for officer in OFFICERS {
                try_one(Some(officer));
            }
        }
    }

    /// Castlings whole and half.
    fn castlings(&mut self, strictness: Strictness) {
        for right in Rights::of(self.us).iter() {
            let (king, rook) = (right.king_home(), right.rook_home());
            let at = |file| Square::from_coords(file, king.rank());
            let (king_to, rook_to, between) = match right.side() {
                CastlingSide::KingSide => {
                    (at(File::G), at(File::F), vec![at(File::F), at(File::G)])
                }
                CastlingSide::QueenSide => (
                    at(File::C),
                    at(File::D),
                    vec![at(File::B), at(File::C), at(File::D)],
                ),
            };
            let occupied = self.board.occupied();
            let others_free = |standing: &[Square]| {
                between
                    .iter()
                    .all(|square| standing.contains(square) || !occupied.contains(*square))
            };
            if !self.is(king_to, self.our(Role::King)) || !self.is_free(king) {
                continue;
            }
            let mut board = self.board.clone();
            board.discard_piece_at(king_to);
            board.set_piece_at(king, self.our(Role::King));
            if self.is(rook_to, self.our(Role::Rook))
                && self.is_free(rook)
                && others_free(&[king_to, rook_to])
            {
                let mut board = board.clone();
                board.discard_piece_at(rook_to);
                board.set_piece_at(rook, self.our(Role::Rook));
                let mv = Move::Castle { king, rook };
                self.keep(Offence::Castling, mv, board.clone());
                // Out of turn, but otherwise as it should be.
                let exposed = [king, rook_to, king_to].into_iter().any(|square| {
                    board
                        .attacks_to(square, self.us.other(), board.occupied())
                        .any()
                });
                if strictness == Strictness::Plain && !exposed {
                    self.keep(Offence::OutOfTurn, mv, board);
                }
            }
            if self.is(rook, self.our(Role::Rook)) && others_free(&[king_to]) {
                let mv = step(Role::King, king, king_to);
                self.keep(Offence::HalfCastling, mv, board);
            }
        }
    }

    /// En-passant captures whole and half.
    fn en_passant(&mut self) {
        let sixth = Bitboard::from(self.rank(Rank::Sixth));
        let pawns = self.board.pawns() & self.board.by_color(self.us) & sixth;
        let them = self.us.other();
        for to in pawns {
            let taken = Square::from_coords(to.file(), self.rank(Rank::Fifth));
            let home = Square::from_coords(to.file(), self.rank(Rank::Seventh));
            if !self.is_free(home) {
                continue;
            }
            let origins = attacks::pawn_attacks(them, to) & !self.board.occupied();
            for from in origins {
                let mut board = self.board.clone();
                board.discard_piece_at(to);
                board.set_piece_at(from, self.our(Role::Pawn));
                if self.is_free(taken) {
                    board.set_piece_at(taken, them.pawn());
                    self.keep(Offence::EnPassant, Move::EnPassant { from, to }, board);
                } else if self.is(taken, them.pawn()) {
                    let mv = step(Role::Pawn, from, to);
                    self.keep(Offence::HalfEnPassant, mv, board);
                }
            }
        }
    }

    /// Pawns that were left standing on the last rank.
    fn half_promotions(&mut self) {
        let last = Bitboard::from(self.rank(Rank::Eighth));
        for to in self.board.pawns() & self.board.by_color(self.us) & last {
            self.pawn(Offence::HalfPromotion, to, None);
        }
    }

    /// Captures of which only the captured man has gone.
    fn half_captures(&mut self) {
        let them = self.us.other();
        for from in self.board.by_color(self.us) {
            let Some(piece) = self.board.piece_at(from) else {
                continue;
            };
            let reached = attacks::attacks(from, piece, self.board.occupied());
            for to in reached & !self.board.occupied() {
                let promotes = piece.role == Role::Pawn && to.rank() == self.rank(Rank::Eighth);
                for captured in OFFICERS.into_iter().chain([Role::Pawn]) {
                    if captured == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
                        continue;
                    }
                    let mut board = self.board.clone();
                    board.set_piece_at(to, captured.of(them));
                    let mv = Move::Normal {
                        role: piece.role,
                        from,
                        capture: Some(captured),
                        to,
                        // Not yet chosen; the completed move names it.
                        promotion: promotes.then_some(Role::Queen),
                    };
                    self.keep(Offence::HalfCapture, mv, board);
                }
            }
        }
    }

    /// Keeps the move if play could have stood at `board`: one king each, no more men than the
    /// initial array and its promotions can give, the side that had to move not able to take a king.
    fn keep(&mut self, offence: Offence, mv: Move, board: Board) {
        let turn = match offence {
            Offence::OutOfTurn => self.us.other(),
            _ => self.us,
        };
        let possible = Color::ALL.into_iter().all(|color| has_army(&board, color));
        let pawns_astray = (board.pawns() & Bitboard::BACKRANKS).any();
        let before = Diagram { board, turn };
        if possible && !pawns_astray && !before.leaves_check() {
            self.found.push(FalseMove {
                offence,
                mv,
                before,
            });
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Capture {
    None,
    Allowed,
    Needed,
}

/// The part of a move that was made: a man goes, and nothing else happens.
const fn step(role: Role, from: Square, to: Square) -> Move {
    Move::Normal {
        role,
        from,
        capture: None,
        to,
        promotion: None,
    }
}

/// Whether `color` has one king and no more officers than its missing pawns can have become.
fn has_army(board: &Board, color: Color) -> bool {
    let count = |role| (board.by_color(color) & board.by_role(role)).count();
    let surplus = |role, initial| count(role).saturating_sub(initial);
    let promoted = surplus(Role::Queen, 1)
        + surplus(Role::Rook, 2)
        + surplus(Role::Bishop, 2)
        + surplus(Role::Knight, 2);
    count(Role::King) == 1 && count(Role::Pawn) + promoted <= 8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(fen: &str, turn: Color, strictness: Strictness) -> Vec<(Offence, String)> {
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
            turn,
        };
        false_moves(&diagram, strictness)
            .into_iter()
            .map(|f| (f.offence, f.mv.to_string()))
            .collect()
    }

    #[test]
    fn a_castled_king_may_have_castled_illegally() {
        let wheeler = "2kr1b2/p3p3/4K1Br/B3R3/8/5q2/8/8";
        assert_eq!(
            found(wheeler, Color::White, Strictness::Strict),
            [(Offence::Castling, "O-O-O".to_owned())]
        );
        let plain = found(wheeler, Color::White, Strictness::Plain);
        assert!(
            plain
                .iter()
                .any(|(offence, _)| *offence == Offence::OutOfTurn)
        );
        // The white king stands in check from h6: Black cannot have moved out of turn with h6 at home
        // unless that gave the check; every such move is of the rook or the queen, or uncovers it.
        assert!(plain.len() > 1);
    }

    #[test]
    fn half_a_castling_leaves_the_rook_at_home() {
        assert_eq!(
            found("4k3/8/8/8/8/8/8/6KR", Color::Black, Strictness::Strict),
            [(Offence::HalfCastling, "Ke1-g1".to_owned())]
        );
        assert_eq!(
            found("4k3/8/8/8/8/8/8/5NKR", Color::Black, Strictness::Strict),
            []
        );
    }

    #[test]
    fn en_passant_whole_and_half() {
        let whole = found("4k3/8/6P1/8/8/8/8/4K3", Color::Black, Strictness::Strict);
        assert_eq!(whole.len(), 2, "from f5 and from h5: {whole:?}");
        assert!(
            whole
                .iter()
                .all(|(offence, _)| *offence == Offence::EnPassant)
        );
        let half = found("4k3/8/6P1/6p1/8/8/8/4K3", Color::Black, Strictness::Strict);
        assert_eq!(half.len(), 2);
        assert!(
            half.iter()
                .all(|(offence, _)| *offence == Offence::HalfEnPassant)
        );
    }

    #[test]
    fn a_pawn_on_the_last_rank_is_an_unfinished_promotion() {
        let half = found("P3k3/8/8/8/8/8/8/4K3", Color::Black, Strictness::Strict);
        // Straight from a7, or from b7 capturing one of four officers.
        assert_eq!(half.len(), 5, "{half:?}");
        assert!(
            half.iter()
                .all(|(offence, _)| *offence == Offence::HalfPromotion)
        );
    }

    #[test]
    fn a_king_left_in_check() {
        let moves = found("4k3/8/8/8/4r3/8/8/N3K3", Color::Black, Strictness::Strict);
        assert!(
            moves
                .iter()
                .all(|(offence, _)| *offence == Offence::CheckIgnored)
        );
        assert!(moves.contains(&(Offence::CheckIgnored, "Nb3-a1".to_owned())));
        assert!(moves.contains(&(Offence::CheckIgnored, "Kd1-e1".to_owned())));
    }
}
