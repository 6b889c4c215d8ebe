//! Trusted core: a set of positions that no game left towards the initial array, and how one position asks no more than another.
//!
//! Every position of the set has a reason of its own, or all its last moves lead back into the set.

use shakmaty::{Bitboard, Board, Color};

use super::closure::Allowance;
use super::predecessor::Concrete;
use super::reasons::{self, Proof};
use super::{CertificateError, Checked, Checker, cage, possible_predecessors};
use crate::retro::model::claim::Reason;
use crate::retro::model::{
    EpState, Refutation, Refuted, RetroPosition, RightState, Unmove, UnmoveKind, Why,
};
use crate::world::Right;

impl Checker {
    /// Whether no game passes through any of the positions.
    pub(super) fn closed_set(
        &mut self,
        positions: &[Refuted],
    ) -> Result<Checked, CertificateError> {
        let mut unshown = Vec::new();
        let mut allowance = Allowance::whole();
        let mut checked = positions.to_vec();
        for (id, Refuted { position, why }) in positions.iter().enumerate() {
            self.clock.check_clock()?;
            if is_array(position) {
                return Err(CertificateError::InitialArray(id));
            }
            match why {
                Why::Reason(reason) => {
                    match reasons::proof(reason, position, &mut allowance, &self.clock)? {
                        Proof::Holds => {}
                        Proof::Shown(claim) => {
                            checked[id].why = Why::Reason(Reason::NoScenario(claim));
                        }
                        Proof::Fails => return Err(CertificateError::Reason(id)),
                        Proof::Unshown => unshown.push(id),
                    }
                }
                Why::Cage(proof) => {
                    if !cage::holds_in(proof, position) || !self.is_closed(proof)? {
                        return Err(CertificateError::Cage(id));
                    }
                }
                Why::Retractions(moves) => {
                    retractions(id, position, moves, positions)?;
                }
            }
        }
        if !unshown.is_empty() {
            return Err(CertificateError::NotShown(unshown));
        }
        Ok(Checked {
            refutation: Refutation { positions: checked },
        })
    }
}

/// Whether every history of `special` is one of `general`: the same men, fewer demands.
pub(super) fn covers(general: &RetroPosition, special: &RetroPosition) -> bool {
    general.board == special.board
        && general.turn == special.turn
        && (general.ep == EpState::Open || general.ep == special.ep)
        && general
            .rights
            .iter()
            .zip(special.rights)
            .all(|(&general, special)| general == RightState::Open || general == special)
        && general.frozen.is_subset(special.frozen)
        && general.moved.is_subset(special.moved)
        && general.quiet_plies <= special.quiet_plies
        && general
            .known_moves
            .iter()
            .all(|known| special.known_moves.contains(known))
}

fn is_array(position: &RetroPosition) -> bool {
    position.board == Board::new()
        && position.turn == Color::White
        && position.moved.is_empty()
        && position.known_moves.is_empty()
        && position
            .rights
            .iter()
            .all(|&state| state != RightState::Lost)
        && !matches!(position.ep, EpState::Target(_))
}

/// Every legal last move is listed and leads to a listed position, or no game has the men before it.
fn retractions(
    id: usize,
    position: &RetroPosition,
    moves: &[(Unmove, usize)],
    positions: &[Refuted],
) -> Result<(), CertificateError> {
    if moves.iter().any(|&(_, next)| next >= positions.len()) {
        return Err(CertificateError::Dangling(id));
    }
    for concrete in possible_predecessors(position) {
        let listed = moves.iter().any(|(unmove, next)| {
            unmove.forward() == concrete.played
                && demands_follow(position, &concrete, &positions[*next].position)
        });
        if !listed {
            return Err(CertificateError::Retraction {
                position: id,
                played: concrete.played.to_string(),
            });
        }
    }
    Ok(())
}

/// Whether `before` asks nothing of the concrete predecessor that `after` does not entail.
pub(super) fn demands_follow(
    after: &RetroPosition,
    concrete: &Concrete,
    before: &RetroPosition,
) -> bool {
    let unmove = concrete.unmove();
    let mut left = Bitboard::from(unmove.to);
    if let UnmoveKind::Castling(side) = unmove.kind {
        left.add(side.rook_to(after.turn.other()));
    }
    // A right that is held freezes its king and rook.
    let held: Bitboard = Right::ALL
        .into_iter()
        .filter(|&right| before.rights[right as usize] == RightState::Kept)
        .flat_map(|right| [right.king_home(), right.rook_home()])
        .collect();
    concrete.is_covered_by(before)
        && before.frozen.is_subset(after.frozen | held)
        && before.moved.is_subset(after.moved & !left)
        && before.quiet_plies <= after.quiet_plies.saturating_sub(1)
        && before
            .known_moves
            .iter()
            .all(|&(back, what)| after.known_moves.contains(&(back + 1, what)))
}
