//! Cages proved before: they hold for every position with the same men in them.

use std::sync::Arc;

use super::growth::{self, FailedAttempts};
use super::prove_with_all;
use crate::budget::{Budget, Limit};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::Cage;

/// The cages met in one investigation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cages {
    known: Vec<Arc<Cage>>,
    /// So many of them were known before this branch began.
    before: usize,
    failed: FailedAttempts,
}

impl Cages {
    /// A cage that holds men of this position.
    pub(crate) fn holding(&self, position: &RetroPosition) -> Option<Arc<Cage>> {
        self.known
            .iter()
            .find(|cage| cage.holds_in(position))
            .cloned()
    }

    /// Looks for a cage; see [`super::prove`].
    ///
    /// # Errors
    ///
    /// The limit that ended the attempt.
    pub(crate) fn prove(
        &mut self,
        position: &RetroPosition,
        budget: &mut Budget,
    ) -> Result<Option<Cage>, Limit> {
        let found = growth::prove(position, &mut self.failed, budget);
        match found {
            Ok(None) => prove_with_all(position, budget),
            Err(Limit::Nodes) => match prove_with_all(position, budget)? {
                None => found,
                found => Ok(found),
            },
            _ => found,
        }
    }

    /// Looks for a cage in the neighbourhood of men that look shut in; see [`super::prove_near`].
    ///
    /// # Errors
    ///
    /// The limit that ended the attempt.
    pub(crate) fn prove_near(
        &mut self,
        position: &RetroPosition,
        budget: &mut Budget,
    ) -> Result<Option<Cage>, Limit> {
        growth::prove_near(position, &mut self.failed, budget)
    }

    /// Keeps a cage for later, for both sides to move if it holds for both.
    pub(crate) fn learn(&mut self, cage: Cage) -> Arc<Cage> {
        let cage = Arc::new(cage);
        if let Some(turned) = cage.turned() {
            self.known.push(Arc::new(turned));
        }
        self.known.push(Arc::clone(&cage));
        cage
    }

    /// The same cages and failed attempts, for an investigation side by side with others.
    pub(crate) fn branch(&mut self) -> Cages {
        Cages {
            known: self.known.clone(),
            before: self.known.len(),
            failed: self.failed.branch(),
        }
    }

    /// Adds what a branch has met.
    pub(crate) fn join(&mut self, branch: Cages) {
        for cage in branch.known.into_iter().skip(branch.before) {
            // Branches may have met the same one.
            if !self.known[branch.before..].contains(&cage) {
                self.known.push(cage);
            }
        }
        self.failed
            .join(branch.failed, |here, there| *here = (*here).max(there));
    }
}

impl Cage {
    /// Whether the position is one of the first pattern's.
    fn holds_in(&self, position: &RetroPosition) -> bool {
        let first = &self.patterns[0];
        first.turn == position.turn
            && first.target.is_none()
            && first.frozen.is_subset(position.frozen)
            && first.admits(&position.board)
    }

    /// The same closed set, starting with the other side to move and the same known men.
    fn turned(&self) -> Option<Cage> {
        let first = &self.patterns[0];
        let known = !first.doubtful();
        let place = self.before[0].iter().copied().find(|&id| {
            let pattern = &self.patterns[id];
            pattern.turn != first.turn
                && pattern.target.is_none()
                && pattern
                    .may
                    .iter()
                    .zip(&first.may)
                    .all(|(there, here)| *here & known == *there & known)
        })?;
        let renamed = |id: usize| match id {
            0 => place,
            id if id == place => 0,
            id => id,
        };
        let mut turned = self.clone();
        turned.patterns.swap(0, place);
        turned.before.swap(0, place);
        for id in turned.before.iter_mut().flatten() {
            *id = renamed(*id);
        }
        Some(turned)
    }
}
