//! The question "what do these touches oblige to?" of one position, and its answer.

use std::fmt;

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, FromSetup, Move, Position, PositionError,
    PositionErrorKinds, Role, Square,
};

use crate::notation::{Message, Text};
use crate::problem::Laws;
use crate::text;

use super::owed::{Owed, arrival};
use super::rule_set::{DeniedMove, Ground, RuleSet};
use super::sequence::{Contact, Sequence};
use super::touch::Touch;

/// A position whose rights and target are believed, and what its player has touched.
#[derive(Debug, Clone)]
pub struct Question {
    position: Chess,
    laws: Laws,
    /// Touches that count, in order.
    touches: Vec<Touch>,
    /// Rooks touched before the king.
    barred: Bitboard,
    /// Men that were put on a square to stay there, in order.
    settled: Vec<Settled>,
    /// Whether the opponent has touched a man and so lost the right to claim what went before.
    claim_lost: bool,
    /// A rook at home that was touched after the king, but not at once.
    interrupted: Option<Square>,
}

/// What settles a part of the move, if that part is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Settling {
    /// The man on the first square was released on the second.
    Released(Square, Square),
    /// A new piece has touched the promotion square.
    NewPiece(Square, Role),
}

/// A man put on a square.
#[derive(Debug, Clone)]
struct Settled {
    by: Settling,
    /// What had been touched by then, the man itself and the man it would capture included.
    touches: Vec<Touch>,
    /// Rooks touched by then before the king.
    barred: Bitboard,
}

/// Why a question cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuestionError {
    /// The text is not a FEN.
    Fen {
        /// The text.
        fen: String,
        /// What is wrong with it.
        reason: Text,
    },
    /// The FEN is no position of play.
    Position {
        /// What is wrong with it.
        reason: Text,
    },
    /// A touched square is empty.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// A man was released that is not the player's own.
    NotOwn {
        /// Its square.
        square: Square,
    },
    /// The order of two men of one side is unknown, and they are not king and rook.
    SameColour {
        /// One man.
        first: Square,
        /// The other.
        second: Square,
    },
    /// The new piece is put where the player on move has no last rank.
    PromotionRank {
        /// The square.
        square: Square,
    },
}

impl QuestionError {
    /// The error in words.
    pub fn text(&self) -> Text {
        match self {
            QuestionError::Fen { fen, reason } => text!(NotAFen, fen, reason),
            QuestionError::Position { reason } => text!(NoPositionOfPlay, reason),
            QuestionError::EmptySquare { square } => text!(NoManToTouch, square),
            QuestionError::NotOwn { square } => text!(ManIsOpponents, square),
            QuestionError::SameColour { first, second } => text!(OrderUnsettled, first, second),
            QuestionError::PromotionRank { square } => text!(NotPromotionRank, square),
        }
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for QuestionError {}

/// What is wrong with a FEN.
fn fen_fault(error: &ParseFenError) -> Text {
    match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => text!(FenBoardFault),
        ParseFenError::InvalidTurn => text!(FenTurnFault),
        ParseFenError::InvalidCastling => text!(FenCastlingFault),
        ParseFenError::InvalidEpSquare => text!(FenTargetFault),
        ParseFenError::InvalidHalfmoveClock | ParseFenError::InvalidFullmoves => {
            text!(FenCountersFault)
        }
        ParseFenError::InvalidFen | ParseFenError::InvalidRemainingChecks => text!(FenUnreadable),
    }
}

/// Why no play goes on from a position.
fn position_fault(error: &PositionError<Chess>) -> Text {
    let kinds = error.kinds();
    let known = [
        (PositionErrorKinds::EMPTY_BOARD, Message::BoardEmpty),
        (PositionErrorKinds::MISSING_KING, Message::KingMissing),
        (PositionErrorKinds::TOO_MANY_KINGS, Message::TooManyKings),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            Message::PawnOnBackRank,
        ),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            Message::CastlingNotAtHome,
        ),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            Message::NoDoubleStepFits,
        ),
        (PositionErrorKinds::OPPOSITE_CHECK, Message::OppositeCheck),
    ];
    let words = (known.into_iter())
        .find(|&(kind, _)| kinds.contains(kind))
        .map_or(Message::RulesForbidPosition, |(_, words)| words);
    Text::of(words)
}

/// What the touches oblige to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The code of law.
    pub laws: Laws,
    /// The position, its rights and target believed.
    pub position: Chess,
    /// The duty and its legal reason.
    pub owed: Owed,
    /// The permitted moves, ordered by their UCI text.
    pub moves: Vec<Move>,
    /// Where the opponent chooses the penalty: the false move that he may also let stand.
    pub may_stand: Option<Move>,
    /// A rook at home touched after the king, but another man before it: no castling was begun.
    pub interrupted: Option<Square>,
}

impl Question {
    /// A question about a FEN; missing fields mean White on move, no rights, no target.
    ///
    /// # Errors
    ///
    /// See [`QuestionError`].
    pub fn from_fen(fen: &str, sequence: &Sequence, laws: Laws) -> Result<Question, QuestionError> {
        let setup = fen
            .parse::<Fen>()
            .map_err(|error| QuestionError::Fen {
                fen: fen.to_owned(),
                reason: fen_fault(&error),
            })?
            .into_setup();
        let position = Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .map_err(|error| QuestionError::Position {
                reason: position_fault(&error),
            })?;
        Question::new(position, sequence, laws)
    }

    /// A question about a position of play.
    ///
    /// # Errors
    ///
    /// A touch of an empty square, an unknown order that the laws do not settle, a new piece on a
    /// rank where the player does not promote.
    pub fn new(
        position: Chess,
        sequence: &Sequence,
        laws: Laws,
    ) -> Result<Question, QuestionError> {
        let turn = position.turn();
        let mut men = Vec::new();
        let mut settled = Vec::new();
        let mut claim_lost = false;
        let by_then = |by, men: &[Touch]| Settled {
            by,
            touches: with_castlings(&position, men),
            barred: rooks_before_king(&position, men),
        };
        for &contact in sequence.contacts() {
            match contact {
                Contact::Man(square) => {
                    let touch = man(&position, square)?;
                    // Who is touched twice in a row was touched once.
                    if men.last() != Some(&touch) {
                        men.push(touch);
                    }
                }
                Contact::Adjusted(square) | Contact::Accident(square) => {
                    man(&position, square)?;
                }
                Contact::Released(from, to) => {
                    let own = man(&position, from)?;
                    if let Touch::Enemy(square) = own {
                        return Err(QuestionError::NotOwn { square });
                    }
                    if men.last() != Some(&own) {
                        men.push(own);
                    }
                    if position.board().color_at(to) == Some(turn.other()) {
                        men.push(Touch::Enemy(to));
                    }
                    settled.push(by_then(Settling::Released(from, to), &men));
                }
                Contact::ByOpponent(square) => {
                    man(&position, square)?;
                    men.clear();
                    settled.clear();
                    claim_lost = true;
                }
                Contact::OrderUnknown(first, second) => {
                    men.extend(in_order(&position, first, second)?);
                }
                Contact::NewPiece(square, role) => {
                    if square.rank() != turn.relative_rank(shakmaty::Rank::Eighth) {
                        return Err(QuestionError::PromotionRank { square });
                    }
                    settled.push(by_then(Settling::NewPiece(square, role), &men));
                }
            }
        }
        let barred = rooks_before_king(&position, &men);
        let is_released = |one: &Settled| matches!(one.by, Settling::Released(..));
        let interrupted =
            interrupted_castling(&position, &men).filter(|_| !settled.iter().any(is_released));
        Ok(Question {
            touches: with_castlings(&position, &men),
            position,
            laws,
            barred,
            settled,
            claim_lost,
            interrupted,
        })
    }

    /// The answer.
    pub fn answer(&self) -> Answer {
        let rules = RuleSet::of(self.laws);
        let mut moves: Vec<Move> = self.position.legal_moves().into_iter().collect();
        moves.sort_by_cached_key(|m| m.to_uci(CastlingMode::Standard).to_string());
        let owed = self.owed(rules, &moves);
        moves.retain(|&m| owed.permits(m));
        Answer {
            laws: self.laws,
            position: self.position.clone(),
            may_stand: self.may_stand(rules, owed),
            interrupted: self.interrupted,
            owed,
            moves,
        }
    }

    /// What the touches oblige to. What was put on a square as part of a legal move stays there (4.4.4, 4.7), whatever was put there in
    /// vain before and is touched afterwards; else it was only touched, and so was the man it would have captured.
    fn owed(&self, rules: &RuleSet, moves: &[Move]) -> Owed {
        let mut stays: Option<Owed> = None;
        for one in &self.settled {
            let before = stays.unwrap_or_else(|| {
                rules.owed_without(one.barred, one.touches.iter().copied(), moves)
            });
            let with = one.by.added_to(before, moves);
            if moves.iter().any(|&m| with.permits(m)) {
                stays = Some(with);
            }
        }
        if let Some(stays) = stays {
            return stays;
        }
        let owed = rules.owed_without(self.barred, self.touches.iter().copied(), moves);
        let ground = if self.settled.iter().any(|one| self.begins_castling(one)) {
            Ground::CastlingBegun
        } else {
            match owed.ground {
                Ground::Adjusted if !self.settled.is_empty() => Ground::NothingPossible,
                Ground::Adjusted if self.claim_lost => Ground::ClaimLost,
                ground => ground,
            }
        };
        Owed { ground, ..owed }
    }

    /// Whether the king was released as in castling, no other man having been touched.
    fn begins_castling(&self, one: &Settled) -> bool {
        let Settling::Released(from, to) = one.by else {
            return false;
        };
        self.position.board().role_at(from) == Some(Role::King)
            && from.rank() == to.rank()
            && from.file().distance(to.file()) == 2
            && one.touches.as_slice() == [Touch::Own(from)]
    }

    /// The illegal castling that the opponent may let stand.
    fn may_stand(&self, rules: &RuleSet, owed: Owed) -> Option<Move> {
        if rules.denied_move != DeniedMove::OpponentChooses
            || owed.ground != Ground::CastlingRefused
        {
            return None;
        }
        self.touches.iter().find_map(|&touch| match touch {
            Touch::Castling { king, rook } => Some(Move::Castle { king, rook }),
            _ => None,
        })
    }
}

impl Settling {
    /// What is owed with this besides. Of two men that were released, and of two new pieces, the first stays.
    fn added_to(self, owed: Owed, moves: &[Move]) -> Owed {
        match self {
            Settling::NewPiece(square, role) => Owed {
                promotion: owed.promotion.or(Some((square, role))),
                ground: Ground::Promotion,
                ..owed
            },
            Settling::Released(from, to) => {
                let castles =
                    |m: &Move| m.is_castle() && m.from() == Some(from) && arrival(*m) == to;
                let ground = if owed.promotion.is_some() {
                    Ground::Promotion
                } else if moves.iter().any(castles) {
                    Ground::CastlingBegun
                } else {
                    Ground::Released
                };
                match owed.released {
                    Some(_) => owed,
                    None => Owed {
                        released: Some((from, to)),
                        ground,
                        ..owed
                    },
                }
            }
        }
    }
}

impl Answer {
    /// The article, as the code of law cites it.
    pub fn article(&self) -> &'static str {
        RuleSet::of(self.laws).cite(self.owed.ground)
    }

    /// Whether any legal move may be played.
    pub fn is_free(&self) -> bool {
        self.owed.is_free()
    }

    /// The permitted moves in UCI, castling as king from-to, sorted.
    pub fn uci(&self) -> Vec<String> {
        self.moves
            .iter()
            .map(|m| m.to_uci(CastlingMode::Standard).to_string())
            .collect()
    }
}

/// The touch of the man on `square`.
fn man(position: &Chess, square: Square) -> Result<Touch, QuestionError> {
    match position.board().color_at(square) {
        Some(color) if color == position.turn() => Ok(Touch::Own(square)),
        Some(_) => Ok(Touch::Enemy(square)),
        None => Err(QuestionError::EmptySquare { square }),
    }
}

/// Two men touched in unknown order: the own man counts as first, the king before the rook.
fn in_order(position: &Chess, first: Square, second: Square) -> Result<[Touch; 2], QuestionError> {
    let pair = [man(position, first)?, man(position, second)?];
    let swapped = [pair[1], pair[0]];
    match pair {
        [Touch::Own(_), Touch::Enemy(_)] => Ok(pair),
        [Touch::Enemy(_), Touch::Own(_)] => Ok(swapped),
        _ if is_castling(position, pair).is_some() => Ok(pair),
        _ if is_castling(position, swapped).is_some() => Ok(swapped),
        _ => Err(QuestionError::SameColour { first, second }),
    }
}

/// King followed by a rook on its home square.
fn is_castling(position: &Chess, pair: [Touch; 2]) -> Option<Touch> {
    let [Touch::Own(king), Touch::Own(rook)] = pair else {
        return None;
    };
    let is = |square, role| position.board().role_at(square) == Some(role);
    (is(king, Role::King) && is(rook, Role::Rook) && is_rook_home(position.turn(), rook))
        .then_some(Touch::Castling { king, rook })
}

fn is_rook_home(turn: Color, square: Square) -> bool {
    crate::world::Right::ALL
        .into_iter()
        .any(|right| right.color() == turn && right.rook_home() == square)
}

/// The rook at home that was touched after the king with another man in between. Article 4.4 speaks of
/// king and rook touched with the intention of castling; whoever touches a third man first has shown
/// another one, and 4.3 decides.
fn interrupted_castling(position: &Chess, men: &[Touch]) -> Option<Square> {
    let king = position.our(Role::King);
    let at = men.iter().position(|touch| king.contains(touch.square()))?;
    let later = men[at + 1..].iter();
    later.skip(1).map(|touch| touch.square()).find(|&square| {
        is_castling(position, [men[at], Touch::Own(square)]).is_some()
            && is_castling(position, [men[at], men[at + 1]]).is_none()
    })
}

/// The list with each king followed at once by a rook at home read as the intent to castle.
fn with_castlings(position: &Chess, men: &[Touch]) -> Vec<Touch> {
    let mut touches = Vec::with_capacity(men.len());
    let mut rest = men;
    while let [first, tail @ ..] = rest {
        let castling = tail
            .first()
            .and_then(|&second| is_castling(position, [*first, second]));
        if let Some(castling) = castling {
            touches.push(castling);
            rest = &tail[1..];
        } else {
            touches.push(*first);
            rest = tail;
        }
    }
    touches
}

/// The rooks at home that were touched before the king was, if it was.
fn rooks_before_king(position: &Chess, men: &[Touch]) -> Bitboard {
    let is_king = |touch: &Touch| position.our(Role::King).contains(touch.square());
    let Some(king) = men.iter().position(is_king) else {
        return Bitboard::EMPTY;
    };
    men[..king]
        .iter()
        .map(|touch| touch.square())
        .filter(|&square| {
            position.our(Role::Rook).contains(square) && is_rook_home(position.turn(), square)
        })
        .collect()
}
