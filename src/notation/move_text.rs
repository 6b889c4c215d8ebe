//! A move as written, before any position says what it means.

use std::fmt;

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::{Letters, Text};

use crate::text;

/// A move as written: long, short or anything between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveText {
    /// `O-O`, `0-0`, `o-o` and the long ones.
    Castling(CastlingSide),
    /// A pawn's capture of which only the files are written: `ed`, `e:d`.
    Files {
        /// File of departure.
        from: File,
        /// File of arrival.
        to: File,
        /// Whether a capture sign is written.
        sign: Sign,
        /// What the pawn becomes, if written.
        promotion: Option<Role>,
        /// Whether `e.p.` is written.
        en_passant: EnPassantMark,
    },
    /// Any other move.
    Man {
        /// The piece that moves; a pawn if no letter is written.
        role: Role,
        /// File of departure, if written.
        from_file: Option<File>,
        /// Rank of departure, if written.
        from_rank: Option<Rank>,
        /// Whether a capture sign is written.
        sign: Sign,
        /// Square of arrival.
        to: Square,
        /// What the pawn becomes, if written.
        promotion: Option<Role>,
        /// Whether `e.p.` is written.
        en_passant: EnPassantMark,
    },
}

/// What stands between departure and arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Nothing or `-`.
    Move,
    /// `x`, `:`, `*` or `×`.
    Capture,
}

/// Whether a move is marked as a capture en passant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnPassantMark {
    /// `e.p.`, `ep.` or `ep` is written.
    Written,
    /// It is not.
    Absent,
}

/// The text is not a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMoveTextError {
    /// There is no square of arrival.
    NoArrival,
    /// A letter that is no piece of the set.
    NoPiece {
        /// The letter.
        letter: char,
        /// The set.
        letters: Letters,
    },
    /// Something stands where departure or sign was expected.
    Surplus(char),
    /// Only a pawn becomes something, and it becomes a queen, rook, bishop or knight.
    Promotion,
}

impl ParseMoveTextError {
    /// The error in words.
    pub fn text(self) -> Text {
        match self {
            ParseMoveTextError::NoArrival => text!(MoveEndsWithArrival),
            ParseMoveTextError::NoPiece { letter, letters } => {
                text!(NoPieceOfSet, letter, listed = letters.listed())
            }
            ParseMoveTextError::Surplus(c) => text!(NoPlaceInMove, c),
            ParseMoveTextError::Promotion => text!(OnlyPawnsPromote),
        }
    }
}

impl fmt::Display for ParseMoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for ParseMoveTextError {}

impl MoveText {
    /// Reads a move in the given letters. Signs `x : * × -`, marks `+ # ! ?` and `e.p.` are understood.
    ///
    /// # Errors
    ///
    /// See [`ParseMoveTextError`].
    pub fn parse(text: &str, letters: Letters) -> Result<MoveText, ParseMoveTextError> {
        let text = trim_marks(text);
        if let Some(side) = castling(text) {
            return Ok(MoveText::Castling(side));
        }
        let (text, en_passant) = strip_en_passant(text);
        let mut rest = text;
        let role = leading_piece(&mut rest, letters)?;
        let promotion = trailing_promotion(&mut rest, letters)?;
        let to = trailing_square(&mut rest).ok_or(ParseMoveTextError::NoArrival)?;
        let sign = trailing_sign(&mut rest);
        let from_rank = rest.chars().next_back().and_then(Rank::from_char);
        if from_rank.is_some() {
            rest = &rest[..rest.len() - 1];
        }
        let from_file = rest.chars().next_back().and_then(File::from_char);
        if from_file.is_some() {
            rest = &rest[..rest.len() - 1];
        }
        if let Some(surplus) = rest.chars().next() {
            return Err(ParseMoveTextError::Surplus(surplus));
        }
        if promotion
            .is_some_and(|officer| role != Role::Pawn || matches!(officer, Role::King | Role::Pawn))
        {
            return Err(ParseMoveTextError::Promotion);
        }
        Ok(MoveText::Man {
            role,
            from_file,
            from_rank,
            sign,
            to,
            promotion,
            en_passant,
        })
    }
}

/// Without checks, mates, evaluations and blanks at the end.
fn trim_marks(text: &str) -> &str {
    text.trim().trim_end_matches(|c: char| {
        matches!(c, '+' | '#' | '!' | '?' | '†' | '‡' | '≠') || c.is_whitespace()
    })
}

fn castling(text: &str) -> Option<CastlingSide> {
    let zeros: String = text
        .chars()
        .map(|c| match c {
            'O' | 'o' => '0',
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            c => c,
        })
        .take(8)
        .collect();
    match zeros.as_str() {
        "0-0" => Some(CastlingSide::KingSide),
        "0-0-0" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

fn strip_en_passant(text: &str) -> (&str, EnPassantMark) {
    for mark in ["e.p.", "ep.", "e.p", "ep"] {
        if let Some(at) = text.len().checked_sub(mark.len())
            && text
                .get(at..)
                .is_some_and(|end| end.eq_ignore_ascii_case(mark))
        {
            // `=` and a promotion cannot follow, so `ep` at the end is always this mark.
            return (trim_marks(&text[..at]), EnPassantMark::Written);
        }
    }
    (text, EnPassantMark::Absent)
}

fn leading_piece(rest: &mut &str, letters: Letters) -> Result<Role, ParseMoveTextError> {
    match rest.chars().next() {
        Some(letter) if letter.is_uppercase() || !letter.is_ascii() => {
            let role = letters
                .role(letter)
                .ok_or(ParseMoveTextError::NoPiece { letter, letters })?;
            *rest = &rest[letter.len_utf8()..];
            Ok(role)
        }
        _ => Ok(Role::Pawn),
    }
}

/// Takes `=D`, `(D)` or `D` from the end.
fn trailing_promotion(
    rest: &mut &str,
    letters: Letters,
) -> Result<Option<Role>, ParseMoveTextError> {
    let inner = rest.strip_suffix(')').unwrap_or(rest);
    let Some(letter) = inner.chars().next_back() else {
        return Ok(None);
    };
    if Rank::from_char(letter).is_some() {
        return Ok(None);
    }
    let role = letters
        .role(letter)
        .ok_or(ParseMoveTextError::NoPiece { letter, letters })?;
    let before = &inner[..inner.len() - letter.len_utf8()];
    *rest = before.strip_suffix(['=', '(', '/']).unwrap_or(before);
    Ok(Some(role))
}

fn trailing_square(rest: &mut &str) -> Option<Square> {
    let at = rest.len().checked_sub(2)?;
    let square = rest.get(at..)?.parse().ok()?;
    *rest = &rest[..at];
    Some(square)
}

fn trailing_sign(rest: &mut &str) -> Sign {
    if let Some(before) = rest.strip_suffix(['x', ':', '*', '×', 'X']) {
        *rest = before;
        return Sign::Capture;
    }
    if let Some(before) = rest.strip_suffix(['-', '\u{2013}', '\u{2212}']) {
        *rest = before;
    }
    Sign::Move
}

#[cfg(test)]
mod tests {
    use super::*;

    fn man(text: &str, letters: Letters) -> (Role, Option<File>, Option<Rank>, Sign, Square) {
        match MoveText::parse(text, letters) {
            Ok(MoveText::Man {
                role,
                from_file,
                from_rank,
                sign,
                to,
                ..
            }) => (role, from_file, from_rank, sign, to),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn long_and_short_moves_are_read() {
        use Sign::{Capture, Move};
        let (e, d) = (Some(File::E), Some(File::D));
        assert_eq!(
            man("Ke2", Letters::English),
            (Role::King, None, None, Move, Square::E2)
        );
        assert_eq!(
            man("e2-e4", Letters::English),
            (Role::Pawn, e, Some(Rank::Second), Move, Square::E4)
        );
        assert_eq!(
            man("exd6", Letters::German),
            (Role::Pawn, e, None, Capture, Square::D6)
        );
        assert_eq!(
            man("Sd5*c7+", Letters::German),
            (Role::Knight, d, Some(Rank::Fifth), Capture, Square::C7)
        );
        assert_eq!(
            man("R1d3!?", Letters::English),
            (Role::Rook, None, Some(Rank::First), Move, Square::D3)
        );
        assert_eq!(
            man("♞d:c7#", Letters::Figurine),
            (Role::Knight, d, None, Capture, Square::C7)
        );
        assert_eq!(
            man("Be2:f3", Letters::German),
            (Role::Pawn, e, Some(Rank::Second), Capture, Square::F3)
        );
    }

    #[test]
    fn castling_in_zeros_and_letters() {
        for text in ["O-O", "0-0", "o-o", "0-0+", "0–0!"] {
            assert_eq!(
                MoveText::parse(text, Letters::French),
                Ok(MoveText::Castling(CastlingSide::KingSide)),
                "{text}"
            );
        }
        assert_eq!(
            MoveText::parse("O-O-O#", Letters::English),
            Ok(MoveText::Castling(CastlingSide::QueenSide))
        );
    }

    #[test]
    fn promotions_and_en_passant() {
        for text in ["e8=D", "e7-e8D+", "e8(D)#"] {
            let Ok(MoveText::Man { promotion, .. }) = MoveText::parse(text, Letters::German) else {
                panic!("{text}");
            };
            assert_eq!(promotion, Some(Role::Queen), "{text}");
        }
        for text in ["h5xg6 e.p.", "hxg6ep", "hxg6 ep.+", "hxg6 e.p.!"] {
            let Ok(MoveText::Man { en_passant, to, .. }) = MoveText::parse(text, Letters::English)
            else {
                panic!("{text}");
            };
            assert_eq!(
                (en_passant, to),
                (EnPassantMark::Written, Square::G6),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_move_is_an_error() {
        for text in [
            "", "K", "Ke9", "Kxx", "e8=K", "Ke8=Q", "Dd4", "e", "0-0-0-0", "ep", "=Q", "Qe2e4e5",
            "é4",
        ] {
            assert!(MoveText::parse(text, Letters::English).is_err(), "{text}");
        }
    }
}
