//! The engine: which of the legal moves the touches permit.

use shakmaty::{Bitboard, Move, Role, Square};

use super::rule_set::{BothColours, DeniedMove, Ground, RookNotOwed, RuleSet, UncapturableEnemy};
use super::touch::Touch;

/// What must be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Duty {
    /// Anything.
    Free,
    /// The man on this square moves (a king: castling included).
    Move(Square),
    /// The man on this square is captured (en passant included).
    Capture(Square),
    /// The man on `by` captures the man on `of`.
    CaptureWith {
        /// The man that captures.
        by: Square,
        /// The man that is captured.
        of: Square,
    },
    /// Castling with this rook.
    Castle {
        /// Where the king stands.
        king: Square,
        /// Where the rook stands.
        rook: Square,
    },
}

impl Duty {
    /// Whether `m` does it.
    pub fn permits(self, m: Move) -> bool {
        match self {
            Duty::Free => true,
            Duty::Move(square) => m.from() == Some(square),
            Duty::Capture(square) => captured_square(m) == Some(square),
            Duty::CaptureWith { by, of } => m.from() == Some(by) && captured_square(m) == Some(of),
            Duty::Castle { king, rook } => m == Move::Castle { king, rook },
        }
    }
}

/// Where the man stands that `m` captures: not on the square of arrival if it captures en passant.
pub fn captured_square(m: Move) -> Option<Square> {
    match m {
        Move::Normal {
            capture: Some(_),
            to,
            ..
        } => Some(to),
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => None,
    }
}

/// Where the man that makes `m` arrives; in castling the king.
pub(super) fn arrival(m: Move) -> Square {
    match (m, m.castling_side()) {
        (Move::Castle { king, .. }, Some(side)) => {
            Square::from_coords(side.king_to_file(), king.rank())
        }
        _ => m.to(),
    }
}

/// What is owed, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub struct Owed {
    /// What must be done.
    pub duty: Duty,
    /// Why; [`RuleSet::cite`] names the article.
    pub ground: Ground,
    /// Rooks that may not castle this time, having been touched before the king.
    pub barred: Bitboard,
    /// A new piece that has touched its promotion square: the choice is final.
    pub promotion: Option<(Square, Role)>,
    /// A man released on a square as part of a legal move: from where, and the square it stays on.
    pub released: Option<(Square, Square)>,
}

impl Owed {
    const fn new(duty: Duty, ground: Ground, barred: Bitboard) -> Owed {
        Owed {
            duty,
            ground,
            barred,
            promotion: None,
            released: None,
        }
    }

    /// Nothing is owed, because nothing was touched.
    pub const NOTHING: Owed = Owed::new(Duty::Free, Ground::Adjusted, Bitboard::EMPTY);

    /// Whether any legal move is permitted (but for a castling that is barred).
    pub const fn is_free(&self) -> bool {
        matches!(self.duty, Duty::Free) && self.promotion.is_none() && self.released.is_none()
    }

    /// Whether `m`, a legal move, is permitted.
    pub fn permits(&self, m: Move) -> bool {
        let barred = matches!(m, Move::Castle { rook, .. } if self.barred.contains(rook));
        let other_piece = self
            .promotion
            .is_some_and(|(square, role)| m.to() != square || m.promotion() != Some(role));
        let elsewhere =
            (self.released).is_some_and(|(from, to)| m.from() != Some(from) || arrival(m) != to);
        !barred && !other_piece && !elsewhere && self.duty.permits(m)
    }

    /// The square of the man owed: to be moved, or, if that is left open, to be captured; of a
    /// promotion, and of a man released, the square of arrival.
    pub fn square(&self) -> Option<Square> {
        if let Some((square, _)) = self.promotion {
            return Some(square);
        }
        if let Some((_, square)) = self.released {
            return Some(square);
        }
        match self.duty {
            Duty::Free => None,
            Duty::Move(square)
            | Duty::Capture(square)
            | Duty::CaptureWith { by: square, .. }
            | Duty::Castle { king: square, .. } => Some(square),
        }
    }
}

impl RuleSet {
    /// What `touches`, in order, oblige to, given the `moves` that are legal by article 3: in play
    /// from the diagram on those that are legal in at least one feasible world.
    ///
    /// At least one of `moves` is permitted, if there are any.
    pub fn owed<T>(&self, touches: T, moves: &[Move]) -> Owed
    where
        T: IntoIterator<Item = Touch>,
        T::IntoIter: Clone,
    {
        self.owed_without(Bitboard::EMPTY, touches, moves)
    }

    /// The same when the rooks `barred` were touched before the king and may not castle.
    pub(super) fn owed_without<T>(&self, barred: Bitboard, touches: T, moves: &[Move]) -> Owed
    where
        T: IntoIterator<Item = Touch>,
        T::IntoIter: Clone,
    {
        let touches = touches.into_iter();
        if touches.clone().next().is_none() {
            return Owed::NOTHING;
        }
        let possible = |duty: Duty| {
            let owed = Owed::new(duty, Ground::OwnTouched, barred);
            moves.iter().any(|&m| owed.permits(m))
        };

        let pair = self.first_of_each_colour(touches.clone());
        if let Some((by, of)) = pair {
            let duty = Duty::CaptureWith { by, of };
            if possible(duty) {
                return Owed::new(duty, Ground::BothColours, barred);
            }
        }
        let both = pair.is_some();
        for touch in touches.clone() {
            if let Some((duty, ground)) = self.owed_for(touch, moves, possible) {
                // A king that must move may castle with the other rook, and must once both are touched.
                let castles = |other: Touch| match other {
                    Touch::Castling { king, rook } => Some(Duty::Castle { king, rook }),
                    _ => None,
                };
                if ground == Ground::CastlingRefused
                    && let Some(duty) = touches.filter_map(castles).find(|&duty| possible(duty))
                {
                    return Owed::new(duty, Ground::Castling, barred);
                }
                let king_or_rook = matches!(duty, Duty::Move(square)
                    if barred.contains(square) || king_square(moves) == Some(square));
                let ground = match ground {
                    Ground::OwnTouched | Ground::EnemyTouched if both => Ground::BothColours,
                    Ground::OwnTouched if barred.any() && king_or_rook => Ground::RookFirst,
                    ground => ground,
                };
                return Owed::new(duty, ground, barred);
            }
        }

        // A refused castling leaves the player free although the rook could move; where the opponent may let it stand, if nothing else
        // was touched.
        let is_castling = |touch: Touch| matches!(touch, Touch::Castling { .. });
        let alone = touches.clone().nth(1).is_none();
        let refused = touches.clone().any(is_castling)
            && (alone || self.denied_move != DeniedMove::OpponentChooses);
        let ground = if refused && self.rook_not_owed == RookNotOwed::Always {
            Ground::CastlingRefused
        } else {
            Ground::NothingPossible
        };
        Owed::new(Duty::Free, ground, barred)
    }

    /// The first own and the first enemy man touched, where the rule set lets one take the other
    /// before the order of touching counts. A castling begun before any other touch is judged as a
    /// castling.
    fn first_of_each_colour(
        &self,
        touches: impl Iterator<Item = Touch> + Clone,
    ) -> Option<(Square, Square)> {
        if matches!(touches.clone().next(), Some(Touch::Castling { .. })) {
            return None;
        }
        let mut own = touches.clone().filter(|t| !matches!(t, Touch::Enemy(_)));
        let mut enemy = touches.filter(|t| matches!(t, Touch::Enemy(_)));
        let pair = (own.next()?.square(), enemy.next()?.square());
        let several = own.next().is_some() || enemy.next().is_some();
        match self.both_colours {
            BothColours::FirstTakesFirst => Some(pair),
            BothColours::OneTakesOne => (!several).then_some(pair),
            BothColours::InOrder => None,
        }
    }

    /// What a single touch obliges to, if to anything.
    fn owed_for(
        &self,
        touch: Touch,
        moves: &[Move],
        possible: impl Fn(Duty) -> bool,
    ) -> Option<(Duty, Ground)> {
        match touch {
            Touch::Own(square) => {
                let duty = Duty::Move(square);
                possible(duty).then_some((duty, Ground::OwnTouched))
            }
            Touch::Enemy(square) => {
                let duty = Duty::Capture(square);
                if possible(duty) {
                    return Some((duty, Ground::EnemyTouched));
                }
                match self.uncapturable_enemy {
                    UncapturableEnemy::Nothing => None,
                    UncapturableEnemy::KingMove => king_square(moves)
                        .map(Duty::Move)
                        .filter(|&duty| possible(duty))
                        .map(|duty| (duty, Ground::KingPenalty)),
                }
            }
            Touch::Castling { king, rook } => {
                let castle = Duty::Castle { king, rook };
                let (king, rook) = (Duty::Move(king), Duty::Move(rook));
                if possible(castle) {
                    Some((castle, Ground::Castling))
                } else if possible(king) {
                    Some((king, Ground::CastlingRefused))
                } else {
                    let owed = self.rook_not_owed == RookNotOwed::Never && possible(rook);
                    owed.then_some((rook, Ground::OwnTouched))
                }
            }
        }
    }
}

/// Where the king stands, if it has a move.
fn king_square(moves: &[Move]) -> Option<Square> {
    moves
        .iter()
        .find(|m| m.role() == Role::King)
        .and_then(|m| m.from())
}
