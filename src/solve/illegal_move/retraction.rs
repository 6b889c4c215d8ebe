//! A solution of the older joke: what was taken back, and what follows.

use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingSide, Move, Position, Square};

use crate::law::Touch;
use crate::problem::Diagram;
use crate::retro::{Unmove, UnmoveKind};
use crate::solution::{Key, Manner};
use crate::solve::Outcome;
use crate::world::{Right, WorldSet};

use super::false_move::{FalseMove, Offence};

/// An illegal last move that is taken back, with what the touch law makes of it.
#[derive(Debug, Clone)]
pub struct Retraction {
    /// In which way the move was illegal.
    pub offence: Offence,
    /// The move as it was made; half a castling as a king's step over two squares.
    pub mv: Move,
    /// The position it was made in.
    pub before: Diagram,
    /// The worlds of that position in which the move was illegal, as far as they are feasible.
    pub worlds: WorldSet,
    /// What replaces the move: one entry where the replacement is the attacker's choice (or where the
    /// move was made out of turn and nothing is replaced), else every permitted replacement.
    pub replacements: Vec<Replacement>,
}

impl Retraction {
    /// The move as it is taken back: with what it captured.
    pub fn unmove(&self) -> Unmove {
        unmove(self.mv)
    }

    /// Whether the same move is played in the end, whatever it captures.
    pub(super) fn ends_like(&self, other: &Retraction) -> bool {
        let played = |retraction: &Retraction| {
            let played = |replacement: &Replacement| {
                let mv = replacement.mv?.mv;
                Some((mv.from(), mv.to(), mv.promotion(), mv.is_castle()))
            };
            retraction
                .replacements
                .iter()
                .map(played)
                .collect::<Vec<_>>()
        };
        played(self) == played(other)
    }
}

/// `mv` as the retro-analysis takes back a legal move.
pub(super) fn unmove(mv: Move) -> Unmove {
    let from = mv.from().unwrap_or(mv.to());
    let castling = mv.castling_side();
    let kind = match (castling, mv.promotion()) {
        (Some(side), _) => UnmoveKind::Castling(side),
        (None, Some(role)) => UnmoveKind::Promotion(role),
        (None, None) if mv.is_en_passant() => UnmoveKind::EnPassant,
        (None, None) => UnmoveKind::Ordinary,
    };
    Unmove {
        kind,
        role: mv.role(),
        from,
        to: castling.map_or(mv.to(), |side| {
            Square::from_coords(side.king_to_file(), from.rank())
        }),
        captured: mv.capture(),
    }
}

/// A move that replaces the illegal one, or the illegal one itself if it is let stand.
#[derive(Debug, Clone)]
pub struct Replacement {
    /// The move; `None` if nothing is replaced, the other side being on turn.
    pub mv: Option<Key>,
    /// What follows.
    pub sequel: Sequel,
}

/// What follows a replacement.
#[derive(Debug, Clone)]
pub enum Sequel {
    /// Nothing: the goal is reached at once.
    Goal,
    /// The stipulation is met from there.
    Play(Box<Outcome>),
}

impl FalseMove {
    /// Those of `worlds` in which the move was illegal.
    pub(super) fn illegal_in(&self, worlds: WorldSet) -> WorldSet {
        let before = &self.before;
        worlds.filter(|world| match world.position(&before.board, before.turn) {
            Err(_) => false,
            Ok(position) => match self.offence {
                Offence::Castling | Offence::EnPassant => !position.is_legal(self.mv),
                // But for the turn it was in order.
                Offence::OutOfTurn => (self.mv.castling_side())
                    .is_none_or(|side| world.rights.has(Right::new(before.turn.other(), side))),
                _ => true,
            },
        })
    }

    /// The castling of which this is the first half, as a move and as a touch.
    pub(super) fn half_castling(&self) -> Option<(Move, Touch)> {
        let king = self.mv.from()?;
        let side = CastlingSide::from_king_side(king < self.mv.to());
        let rook = Right::new(self.before.turn, side).rook_home();
        (self.offence == Offence::HalfCastling)
            .then_some((Move::Castle { king, rook }, Touch::Castling { king, rook }))
    }
}

/// An illegal move as a key, with its square of departure so that nothing is left to guess.
pub(super) fn key(mv: Move) -> Key {
    let san = match mv {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => San::Normal {
            role,
            file: Some(from.file()),
            rank: Some(from.rank()),
            capture: capture.is_some(),
            to,
            promotion,
        },
        Move::EnPassant { from, to } => San::Normal {
            role: shakmaty::Role::Pawn,
            file: Some(from.file()),
            rank: Some(from.rank()),
            capture: true,
            to,
            promotion: None,
        },
        Move::Castle { king, rook } => San::Castle(CastlingSide::from_king_side(king < rook)),
        Move::Put { role, to } => San::Put { role, to },
    };
    Key {
        mv,
        san: SanPlus { san, suffix: None },
        manner: Manner::Plain,
    }
}
