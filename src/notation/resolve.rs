//! Which move of a position a written move means.

use shakmaty::{CastlingSide, Chess, Move, Position, Role, Square};

use super::{EnPassantMark, MoveText, Sign};

/// The text means no move, or more than one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// No move fits.
    #[error("no such move is possible")]
    NoMove,
    /// Several moves fit.
    #[error("several moves fit: the departure or the promotion must be written")]
    Ambiguous(Vec<Move>),
    /// A move fits, but it is a capture and written without the sign, or the other way round.
    #[error("the capture sign does not fit the move")]
    WrongSign(Move),
    /// A move fits, but `e.p.` is written and it is none.
    #[error("the move is no capture en passant")]
    NotEnPassant(Move),
}

impl MoveText {
    /// The one of `moves` that is meant. Doubtful moves may be among them: nothing but the text is asked.
    ///
    /// # Errors
    ///
    /// See [`ResolveError`].
    pub fn find(self, moves: impl IntoIterator<Item = Move>) -> Result<Move, ResolveError> {
        let mut fitting: Vec<Move> = Vec::new();
        for mv in moves {
            if self.fits(mv) && !fitting.contains(&mv) {
                fitting.push(mv);
            }
        }
        let signed: Vec<Move> = fitting
            .iter()
            .copied()
            .filter(|mv| self.fits_sign(*mv))
            .collect();
        let marked = signed.iter().copied().filter(|mv| self.fits_mark(*mv));
        let marked: Vec<Move> = marked.collect();
        let signed = if marked.is_empty() { signed } else { marked };
        match (&signed[..], &fitting[..]) {
            (&[mv], _) if self.fits_mark(mv) => Ok(mv),
            (&[mv], _) => Err(ResolveError::NotEnPassant(mv)),
            ([], &[mv]) => Err(ResolveError::WrongSign(mv)),
            ([], []) => Err(ResolveError::NoMove),
            ([], _) => Err(ResolveError::Ambiguous(fitting)),
            _ => Err(ResolveError::Ambiguous(signed)),
        }
    }

    /// The legal move of `position` that is meant.
    ///
    /// # Errors
    ///
    /// See [`ResolveError`].
    pub fn resolve(self, position: &Chess) -> Result<Move, ResolveError> {
        self.find(position.legal_moves())
    }

    fn fits(self, mv: Move) -> bool {
        match self {
            MoveText::Castling(side) => mv.castling_side() == Some(side),
            MoveText::Files {
                from,
                to,
                promotion,
                en_passant,
                ..
            } => {
                mv.role() == Role::Pawn
                    && mv.is_capture()
                    && (en_passant == EnPassantMark::Absent || mv.is_en_passant())
                    && mv.from().is_some_and(|square| square.file() == from)
                    && mv.to().file() == to
                    && (promotion.is_none() || mv.promotion() == promotion)
            }
            // `Ke1-g1`: no step of a king is so long.
            MoveText::Man {
                role: Role::King,
                from_file: Some(file),
                from_rank: Some(rank),
                sign: Sign::Move,
                to,
                ..
            } if mv.is_castle() => {
                let goal = mv.castling_side().map(CastlingSide::king_to_file);
                mv.from() == Some(Square::from_coords(file, rank))
                    && goal.is_some_and(|goal| to == Square::from_coords(goal, rank))
            }
            MoveText::Man {
                role,
                from_file,
                from_rank,
                to,
                promotion,
                en_passant,
                ..
            } => {
                let from = mv.from();
                // Some write with `e.p.` the square of the captured pawn: `exd5 ep`.
                let takes =
                    en_passant == EnPassantMark::Written && captured_in_passing(mv) == Some(to);
                !mv.is_castle()
                    && mv.role() == role
                    && (mv.to() == to || takes)
                    && (promotion.is_none() || mv.promotion() == promotion)
                    && from_file.is_none_or(|file| from.is_some_and(|from| from.file() == file))
                    && from_rank.is_none_or(|rank| from.is_some_and(|from| from.rank() == rank))
            }
        }
    }

    fn fits_sign(self, mv: Move) -> bool {
        match self {
            MoveText::Castling(_) | MoveText::Files { .. } => true,
            MoveText::Man { sign, .. } => (sign == Sign::Capture) == mv.is_capture(),
        }
    }

    fn fits_mark(self, mv: Move) -> bool {
        match self {
            MoveText::Man {
                en_passant: EnPassantMark::Written,
                ..
            } => mv.is_en_passant(),
            _ => true,
        }
    }
}

/// Where the pawn stands that is captured en passant.
fn captured_in_passing(mv: Move) -> Option<Square> {
    match mv {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{CastlingSign, Extent, Letters, MoveStyle};
    use proptest::prelude::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap()
    }

    fn meant(position: &Chess, text: &str, letters: Letters) -> Result<Move, ResolveError> {
        MoveText::parse(text, letters).unwrap().resolve(position)
    }

    /// Every legal move is written and read back in every style.
    fn survives(position: &Chess) {
        let moves = position.legal_moves();
        for letters in Letters::ALL {
            for extent in [Extent::Short, Extent::Long] {
                for castling in [CastlingSign::Letters, CastlingSign::Zeros] {
                    let style = MoveStyle {
                        letters,
                        extent,
                        castling,
                    };
                    for &mv in &moves {
                        let text = style.write(position, mv);
                        assert_eq!(meant(position, &text, letters), Ok(mv), "{text}");
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn moves_of_random_games_are_read_back(choices in prop::collection::vec(any::<u16>(), 0..120)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
            }
            survives(&position);
        }
    }

    #[test]
    fn rich_positions_are_read_back() {
        for fen in [
            "r3k2r/pPp2ppp/8/3pP3/8/8/PPP2PpP/R3K2R w KQkq d6 0 1",
            "r3k2r/pPp2ppp/8/3pP3/8/8/PPP2PpP/R3K2R b KQkq - 0 1",
            "6k1/8/1Q3Q2/8/8/8/1Q3Q2/K7 w - - 0 1",
            "4k3/8/2N5/8/2N5/2r5/2N3N1/4K3 w - - 0 1",
        ] {
            survives(&position(fen));
        }
    }

    #[test]
    fn the_examples_of_the_journals() {
        let langstaff = position("4k2r/8/5B1P/5KpP/8/8/8/3R4 w k g6 0 1");
        let taken = Move::EnPassant {
            from: Square::H5,
            to: Square::G6,
        };
        for text in ["hxg6", "hxg6 e.p.!", "h5xg6ep", "h5*g6 ep.", "h:g6"] {
            assert_eq!(
                meant(&langstaff, text, Letters::German),
                Ok(taken),
                "{text}"
            );
        }
        // The square of the captured pawn, as MESON writes; without `e.p.` it is no move.
        assert_eq!(meant(&langstaff, "hxg5 ep#", Letters::German), Ok(taken));
        assert!(meant(&langstaff, "hxg5", Letters::German).is_err());
        let style = MoveStyle {
            letters: Letters::German,
            extent: Extent::Long,
            castling: CastlingSign::Zeros,
        };
        assert_eq!(style.write(&langstaff, taken), "h5xg6 e.p.");
        let promoting = position("6r1/7P/7k/8/8/8/8/K7 w - - 0 1");
        for (text, role) in [
            ("hxg8=D", Role::Queen),
            ("h7:g8S+", Role::Knight),
            ("h8(T)", Role::Rook),
        ] {
            let mv = meant(&promoting, text, Letters::German).unwrap();
            assert_eq!(mv.promotion(), Some(role), "{text}");
        }
        assert!(matches!(
            meant(&promoting, "h8", Letters::German),
            Err(ResolveError::Ambiguous(moves)) if moves.len() == 4
        ));
    }

    #[test]
    fn a_king_that_goes_two_squares_castles() {
        let both = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        for (text, side) in [
            ("Ke1-g1!", CastlingSide::KingSide),
            ("Ke1c1", CastlingSide::QueenSide),
        ] {
            let mv = meant(&both, text, Letters::English).unwrap();
            assert_eq!(mv.castling_side(), Some(side), "{text}");
        }
        for text in ["Kg1", "Ke1xg1", "Ke1-h1", "Re1-g1", "Kd1-b1"] {
            assert!(meant(&both, text, Letters::English).is_err(), "{text}");
        }
        let king = position("8/8/8/8/8/8/8/k3K2R w - - 0 1");
        assert!(meant(&king, "Ke1-g1", Letters::English).is_err());
    }

    #[test]
    fn what_does_not_fit_says_why() {
        let position = position("4k3/8/8/3p4/8/R4R2/8/4K3 w - - 0 1");
        let error = |text| meant(&position, text, Letters::English).unwrap_err();
        assert!(matches!(error("Rd3"), ResolveError::Ambiguous(moves) if moves.len() == 2));
        assert!(matches!(error("Raxd3"), ResolveError::WrongSign(_)));
        assert_eq!(error("Rd5"), ResolveError::NoMove);
        assert_eq!(error("O-O"), ResolveError::NoMove);
    }
}
