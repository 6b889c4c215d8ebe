//! Positions, their reasons and cages as they are written.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use shakmaty::{CastlingSide, Color, Role, Square};

use super::claim::Claim;
use super::square::{At, Boards, Ep, Man, Placement, Side, Squares, States};
use crate::problem::LastMove;
use crate::retro::model::claim::{Cage, Pattern};
use crate::retro::model::{Refuted, RetroPosition, Unmove, UnmoveKind, Why};

/// A [`Refuted`] position.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenPosition {
    placement: Placement,
    turn: Side,
    rights: States,
    ep: Ep,
    frozen: Squares,
    moved: Squares,
    quiet: u32,
    told: Vec<WrittenMove>,
    why: WrittenWhy,
    /// The reason in words; not believed when it is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What checking takes; not believed when it is read.
    #[serde(default)]
    checked: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenWhy {
    Reason(Claim),
    Retractions(Vec<Retraction>),
    Cage(usize),
}

/// A last move with the place of the position before it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Retraction {
    #[serde(rename = "move")]
    text: String,
    to: usize,
}

/// What a fact says of the move so many plies back.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum WrittenMove {
    Piece {
        back: u32,
        piece: Man,
    },
    Short {
        back: u32,
    },
    Long {
        back: u32,
    },
    Move {
        back: u32,
        piece: Man,
        #[serde(deserialize_with = "Option::deserialize")]
        from: Option<At>,
        to: At,
        capture: bool,
        #[serde(deserialize_with = "Option::deserialize")]
        promotion: Option<Man>,
    },
}

impl WrittenPosition {
    /// With the places of cages in their list, and its reason in words.
    pub(super) fn new(
        refuted: &Refuted,
        place: impl Fn(&Arc<Cage>) -> Option<usize>,
        text: Option<String>,
    ) -> WrittenPosition {
        let RetroPosition {
            board,
            turn,
            rights,
            ep,
            frozen,
            moved,
            quiet_plies,
            known_moves,
        } = refuted.position.clone();
        let why = match &refuted.why {
            Why::Reason(reason) => WrittenWhy::Reason(Claim::from(reason)),
            Why::Retractions(moves) => {
                let retraction = |&(unmove, to): &(Unmove, usize)| Retraction {
                    text: unmove.to_string(),
                    to,
                };
                WrittenWhy::Retractions(moves.iter().map(retraction).collect())
            }
            // Every cage of the refutation is in the list.
            Why::Cage(cage) => WrittenWhy::Cage(place(cage).unwrap_or(usize::MAX)),
        };
        WrittenPosition {
            placement: Placement(board),
            turn: Side(turn),
            rights: States(rights),
            ep: Ep(ep),
            frozen: Squares(frozen),
            moved: Squares(moved),
            quiet: quiet_plies,
            told: known_moves.into_iter().map(WrittenMove::from).collect(),
            why,
            text,
            checked: refuted.method().keyword().to_owned(),
        }
    }

    /// The position and its reason.
    pub(super) fn read(self, cages: &[Arc<Cage>]) -> Result<Refuted, String> {
        let by = self.turn.0.other();
        let why = match self.why {
            WrittenWhy::Reason(claim) => Why::Reason(claim.try_into()?),
            WrittenWhy::Retractions(moves) => Why::Retractions(
                moves
                    .into_iter()
                    .map(|Retraction { text, to }| {
                        read_last_move(&text, by)
                            .map(|unmove| (unmove, to))
                            .ok_or_else(|| format!("`{text}` is not a last move such as `Ke8xRd8`"))
                    })
                    .collect::<Result<_, String>>()?,
            ),
            WrittenWhy::Cage(place) => Why::Cage(
                cages
                    .get(place)
                    .cloned()
                    .ok_or_else(|| format!("there is no cage {place}"))?,
            ),
        };
        Ok(Refuted {
            position: RetroPosition {
                board: self.placement.0,
                turn: self.turn.0,
                rights: self.rights.0,
                ep: self.ep.0,
                frozen: self.frozen.0,
                moved: self.moved.0,
                quiet_plies: self.quiet,
                known_moves: self.told.into_iter().map(WrittenMove::read).collect(),
            },
            why,
        })
    }
}

impl From<(u32, LastMove)> for WrittenMove {
    fn from((back, what): (u32, LastMove)) -> WrittenMove {
        match what {
            LastMove::Piece(role) => WrittenMove::Piece {
                back,
                piece: Man(role),
            },
            LastMove::Castling(CastlingSide::KingSide) => WrittenMove::Short { back },
            LastMove::Castling(CastlingSide::QueenSide) => WrittenMove::Long { back },
            LastMove::Move {
                role,
                from,
                to,
                capture,
                promotion,
            } => WrittenMove::Move {
                back,
                piece: Man(role),
                from: from.map(At),
                to: At(to),
                capture,
                promotion: promotion.map(Man),
            },
        }
    }
}

impl WrittenMove {
    fn read(self) -> (u32, LastMove) {
        match self {
            WrittenMove::Piece { back, piece } => (back, LastMove::Piece(piece.0)),
            WrittenMove::Short { back } => (back, LastMove::Castling(CastlingSide::KingSide)),
            WrittenMove::Long { back } => (back, LastMove::Castling(CastlingSide::QueenSide)),
            WrittenMove::Move {
                back,
                piece,
                from,
                to,
                capture,
                promotion,
            } => {
                let what = LastMove::Move {
                    role: piece.0,
                    from: from.map(|from| from.0),
                    to: to.0,
                    capture,
                    promotion: promotion.map(|promotion| promotion.0),
                };
                (back, what)
            }
        }
    }
}

/// The last move of `by` that is written so in English letters: by [`Unmove`], or with ` e.p.` behind it.
pub fn read_last_move(text: &str, by: Color) -> Option<Unmove> {
    let text = &text.replace(" e.p.", "ep");
    for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
        let castling = Unmove {
            kind: UnmoveKind::Castling(side),
            role: Role::King,
            from: by.fold_wb(Square::E1, Square::E8),
            to: side.king_to(by),
            captured: None,
        };
        if castling.to_string() == *text {
            return Some(castling);
        }
    }
    let (long, promotion) = match text.split_once('=') {
        Some((long, piece)) => (long, Some(piece.chars().next().and_then(Role::from_char)?)),
        None => (text.as_str(), None),
    };
    let (long, en_passant) = match long.strip_suffix("ep") {
        Some(long) => (long, true),
        None => (long, false),
    };
    let (origin, arrival) = long.split_once(['-', 'x'])?;
    let (role, from) = man_and_square(origin)?;
    let (victim, to) = man_and_square(arrival)?;
    let steps = from.rank().distance(to.rank());
    let unmove = Unmove {
        kind: match promotion {
            Some(promotion) => UnmoveKind::Promotion(promotion),
            None if en_passant => UnmoveKind::EnPassant,
            None if role == Role::Pawn && steps == 2 => UnmoveKind::DoubleStep,
            None => UnmoveKind::Ordinary,
        },
        role,
        from,
        to,
        captured: (long.contains('x')).then_some(victim),
    };
    // Whatever is written otherwise was not understood.
    let is_plain = unmove.to_string() == *text && (!en_passant || unmove.captured.is_some());
    is_plain.then_some(unmove)
}

/// `Ke8`, or `e5` of a pawn, or `Pe5`.
fn man_and_square(text: &str) -> Option<(Role, Square)> {
    match text.strip_prefix(|c: char| c.is_ascii_uppercase()) {
        Some(square) => Some((Role::from_char(text.chars().next()?)?, square.parse().ok()?)),
        None => Some((Role::Pawn, text.parse().ok()?)),
    }
}

/// A [`Cage`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenCage {
    zone: Squares,
    men: Squares,
    patterns: Vec<WrittenPattern>,
    before: Vec<Vec<usize>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPattern {
    turn: Side,
    #[serde(deserialize_with = "Option::deserialize")]
    ep: Option<At>,
    frozen: Boards,
    may: Vec<Boards>,
}

impl From<&Cage> for WrittenCage {
    fn from(cage: &Cage) -> WrittenCage {
        let pattern = |pattern: &Pattern| WrittenPattern {
            turn: Side(pattern.turn),
            ep: pattern.target.map(At),
            frozen: Boards(pattern.frozen),
            may: pattern.may.into_iter().map(Boards).collect(),
        };
        WrittenCage {
            zone: Squares(cage.zone),
            men: Squares(cage.men),
            patterns: cage.patterns.iter().map(pattern).collect(),
            before: cage.before.clone(),
        }
    }
}

impl TryFrom<WrittenCage> for Cage {
    type Error = String;

    fn try_from(written: WrittenCage) -> Result<Cage, String> {
        let pattern = |pattern: WrittenPattern| {
            let may: Vec<_> = pattern.may.into_iter().map(|board| board.0).collect();
            Ok(Pattern {
                may: may
                    .try_into()
                    .map_err(|may: Vec<_>| format!("a pattern of {} boards, not 13", may.len()))?,
                turn: pattern.turn.0,
                target: pattern.ep.map(|target| target.0),
                frozen: pattern.frozen.0,
            })
        };
        Ok(Cage {
            zone: written.zone.0,
            men: written.men.0,
            patterns: written
                .patterns
                .into_iter()
                .map(pattern)
                .collect::<Result<_, String>>()?,
            before: written.before,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_moves_are_read_as_they_are_written() {
        for (text, kind) in [
            ("O-O", UnmoveKind::Castling(CastlingSide::KingSide)),
            ("O-O-O", UnmoveKind::Castling(CastlingSide::QueenSide)),
            ("e7-e5", UnmoveKind::DoubleStep),
            ("e7-e6", UnmoveKind::Ordinary),
            ("e7xPd6", UnmoveKind::Ordinary),
            ("e4xd3ep", UnmoveKind::EnPassant),
            ("e2xRd1=N", UnmoveKind::Promotion(Role::Knight)),
            ("Kf3xNg3", UnmoveKind::Ordinary),
        ] {
            let read = read_last_move(text, Color::Black).unwrap();
            assert_eq!((read.kind, read.to_string()), (kind, text.to_owned()));
        }
        for text in [
            "", "e7", "e7e5", "Kf3xg3", "e2xd1=N", "e7-e5=", "0-0", "Ke9-e8", "Kü-e8", "e4-d3ep",
        ] {
            assert_eq!(read_last_move(text, Color::Black), None, "{text}");
        }
    }
}
