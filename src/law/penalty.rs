//! What a denied trial costs.

use shakmaty::{Move, Role, Square};

use crate::problem::EpTouch;

use super::owed::{Duty, captured_square};
use super::rule_set::{DeniedMove, RuleSet};
use super::touch::{Touch, Touches};

/// One thing that may follow a denied trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Penalty {
    /// The false move stands: it is executed in the worlds in which it is illegal.
    Stands,
    /// It is taken back; from now on these are the touches of the turn.
    TakenBack(Touches),
}

/// The penalties among which the opponent chooses; one only, under most rule sets. "One suffices"
/// if he is the attacker, "all" if he is the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Penalties {
    choices: [Option<Penalty>; 3],
}

impl Penalties {
    /// The penalties in a fixed order; never empty.
    pub fn iter(&self) -> impl Iterator<Item = Penalty> + '_ {
        self.choices.iter().flatten().copied()
    }
}

impl IntoIterator for Penalties {
    type Item = Penalty;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Penalty>, 3>>;

    fn into_iter(self) -> Self::IntoIter {
        self.choices.into_iter().flatten()
    }
}

impl RuleSet {
    /// What `denied` costs the player whose king stands on `king`: a denied trial (a castling or an
    /// en-passant capture), or any false move that is taken back.
    ///
    /// A castling has touched the king, an en-passant capture the pawns that `ep_touch` names, any
    /// other move its man, then the man captured. `touches` is the touch list before the trial, `moves` are the moves legal in at least one of
    /// the worlds that are left after the denial.
    pub fn penalties(
        &self,
        denied: Move,
        king: Square,
        touches: Touches,
        ep_touch: EpTouch,
        moves: &[Move],
    ) -> Penalties {
        let man = match denied {
            Move::Castle { king, rook } => Touch::Castling { king, rook },
            _ => Touch::Own(denied.from().unwrap_or(king)),
        };
        let choices = match self.denied_move {
            DeniedMove::Touches => {
                let touches = touched_by(denied, man, ep_touch).fold(touches, Touches::with);
                [Some(Penalty::TakenBack(touches)), None, None]
            }
            DeniedMove::SamePiece => [Some(Penalty::TakenBack(touches.with(man))), None, None],
            DeniedMove::Nothing => [Some(Penalty::TakenBack(touches)), None, None],
            DeniedMove::OpponentChooses => {
                // He cannot demand a move of a man that has none; of the king he can, and where the
                // king has none there is no penalty.
                let movable = moves.iter().any(|&m| Duty::Move(man.square()).permits(m));
                let only = |touch| Penalty::TakenBack(Touches::NONE.with(touch));
                let of_king = denied.role() == Role::King;
                [
                    Some(Penalty::Stands),
                    (of_king || movable).then_some(only(man)),
                    (!of_king).then_some(only(Touch::Own(king))),
                ]
            }
        };
        Penalties { choices }
    }
}

/// The touches of `m`, whose man is `man`, in order. `ep_touch` says which pawns an en-passant
/// capture touches first, or at all.
fn touched_by(m: Move, man: Touch, ep_touch: EpTouch) -> impl Iterator<Item = Touch> {
    let enemy = captured_square(m).map(Touch::Enemy);
    let order = match ep_touch {
        EpTouch::EnemyFirst if m.is_en_passant() => [enemy, Some(man)],
        EpTouch::OwnOnly if m.is_en_passant() => [Some(man), None],
        _ => [Some(man), enemy],
    };
    order.into_iter().flatten()
}
