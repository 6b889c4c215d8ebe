//! The answer in one sentence.

use shakmaty::{CastlingMode, Move, Position, Role, Square};

use crate::notation::Language;
use crate::say;

use super::owed::Duty;
use super::question::Answer;
use super::rule_set::Ground;

impl Answer {
    /// One sentence that says what is owed and by which article.
    pub fn explanation(&self, language: Language) -> String {
        let what = self.owed_in(language);
        let stands = self.may_stand.map_or_else(String::new, |mv| {
            let mv = castling(mv, language);
            say!(language, MayLetStand, mv)
        });
        let interrupted = self
            .interrupted
            .map_or_else(String::new, |rook| say!(language, RookNotAtOnce, rook));
        let laws = self.laws.keyword();
        // Codes without numbers are cited by their name alone.
        let cited = match self.article() {
            article if article.starts_with(|c: char| c.is_ascii_digit()) => {
                format!("{article}, {laws}")
            }
            _ => laws.to_owned(),
        };
        format!("{what}{stands}{interrupted} ({cited}).")
    }

    fn role(&self, square: Square) -> Role {
        // Duties speak of occupied squares only.
        self.position.board().role_at(square).unwrap_or(Role::Pawn)
    }

    /// What is owed, and why.
    fn owed_in(&self, language: Language) -> String {
        let the = |square| subject(self.role(square), square, language);
        if let Some((square, role)) = self.owed.promotion {
            let role = name(role, language);
            return say!(language, BecomesNewPiece, square, role);
        }
        if let Some((from, to)) = self.owed.released {
            return match self.owed.ground {
                Ground::CastlingBegun => say!(language, KingReleasedCastling, to),
                _ => capital(&say!(language, ManReleased, man = the(from), to)),
            };
        }
        let barred = match self.owed.barred.into_iter().next() {
            Some(rook) => say!(language, NotCastleWith, rook),
            None => String::new(),
        };
        match (self.owed.duty, self.owed.ground) {
            (Duty::Free, Ground::Adjusted) => say!(language, NothingTouchedToMove).to_owned(),
            (Duty::Free, Ground::ClaimLost) => say!(language, OpponentTouched).to_owned(),
            (Duty::Free, Ground::CastlingRefused | Ground::CastlingBegun) => {
                say!(language, CastlingIllegalFree).to_owned()
            }
            (Duty::Free, _) => say!(language, NothingTouchedCan).to_owned(),
            (Duty::Castle { rook, .. }, _) => say!(language, MustCastleWith, rook),
            (Duty::Move(square), Ground::CastlingRefused | Ground::CastlingBegun) => {
                say!(language, CastlingIllegalMove, man = the(square))
            }
            (Duty::Move(square), Ground::KingPenalty) => {
                say!(language, UncapturableMove, man = the(square))
            }
            (Duty::Move(square), _) => {
                capital(&say!(language, ManMustMove, man = the(square), barred))
            }
            (Duty::Capture(square), _) => {
                capital(&say!(language, ManMustBeCaptured, man = the(square)))
            }
            (Duty::CaptureWith { by, of }, _) => {
                let other = object(self.role(of), of, language);
                capital(&say!(language, ManMustCapture, man = the(by), other))
            }
        }
    }
}

/// The man on a square as the subject of a sentence: "the rook on h1".
fn subject(role: Role, square: Square, language: Language) -> String {
    match role {
        Role::Pawn => say!(language, ThePawnOn, square),
        Role::Knight => say!(language, TheKnightOn, square),
        Role::Bishop => say!(language, TheBishopOn, square),
        Role::Rook => say!(language, TheRookOn, square),
        Role::Queen => say!(language, TheQueenOn, square),
        Role::King => say!(language, TheKingOn, square),
    }
}

/// The same as an object, which German declines.
fn object(role: Role, square: Square, language: Language) -> String {
    match role {
        Role::Pawn => say!(language, ObjectPawn, square),
        Role::Knight => say!(language, ObjectKnight, square),
        Role::Bishop => say!(language, ObjectBishop, square),
        Role::Rook => say!(language, ObjectRook, square),
        Role::Queen => say!(language, TheQueenOn, square),
        Role::King => say!(language, ObjectKing, square),
    }
}

fn name(role: Role, language: Language) -> &'static str {
    match role {
        Role::Pawn => say!(language, Pawn),
        Role::Knight => say!(language, Knight),
        Role::Bishop => say!(language, Bishop),
        Role::Rook => say!(language, Rook),
        Role::Queen => say!(language, Queen),
        Role::King => say!(language, King),
    }
}

fn castling(m: Move, language: Language) -> String {
    match m.castling_side() {
        Some(shakmaty::CastlingSide::QueenSide) => say!(language, CastlingLong).to_owned(),
        Some(shakmaty::CastlingSide::KingSide) => say!(language, CastlingShort).to_owned(),
        None => m.to_uci(CastlingMode::Standard).to_string(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
