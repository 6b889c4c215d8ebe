//! Attempts to take the diagram back, one after the other.

use crate::budget::{Budget, Limit};
use crate::retro::model::Witness;

use super::super::beam::Beam;
use super::super::layers::Nearest;
use super::super::plan::Plan;
use super::super::search::Search;
use super::super::tuning::TUNING;
use super::Attempts;

/// Where attempts come from.
pub trait Source: Send {
    /// The attempt of this number, counted from one. `Ok(None)`: there is none now. What prepares it may take as many nodes as are `due`.
    ///
    /// # Errors
    ///
    /// The limit of the budget.
    fn begin(
        &mut self,
        search: &mut Search,
        index: u32,
        due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Beam>, Limit>;

    /// What the attempt under way has to keep to, if anything.
    fn plan(&self) -> Option<&Plan> {
        None
    }

    /// What came of an attempt.
    fn learn(&mut self, _beam: &Beam) {}

    /// Whether there is no other.
    fn is_over(&self) -> bool {
        false
    }

    /// How many plans are pursued.
    fn plans(&self) -> u32 {
        0
    }
}

/// The attempts from a source.
pub struct Series<S> {
    source: S,
    /// The number of the attempt that is under way or comes next, counted from one.
    index: u32,
    beam: Option<Beam>,
    nearest: Option<Nearest>,
}

impl<S> Series<S> {
    /// None has begun.
    pub fn new(source: S) -> Series<S> {
        Series {
            source,
            index: 1,
            beam: None,
            nearest: None,
        }
    }
}

impl<S: Source> Attempts for Series<S> {
    fn advance(
        &mut self,
        search: &mut Search,
        due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        if self.beam.is_none() {
            self.beam = self.source.begin(search, self.index, due, budget)?;
        }
        let Some(beam) = &mut self.beam else {
            return Ok(None);
        };
        let found = search.go_on(beam, self.source.plan(), budget)?;
        self.nearest = self.nearest();
        if let Some(beam) = self.beam.take() {
            self.source.learn(&beam);
        }
        self.index += 1;
        Ok(found)
    }

    fn is_under_way(&self) -> bool {
        self.beam.is_some()
    }

    fn is_over(&self) -> bool {
        self.index > TUNING.most_attempts || self.source.is_over()
    }

    fn begun(&self) -> u32 {
        self.index - u32::from(self.beam.is_none())
    }

    /// Attempts with a plan do not count: their cost includes the rest of the plan, which is no distance.
    fn nearest(&self) -> Option<Nearest> {
        let free = self.beam.as_ref().filter(|_| self.source.plan().is_none());
        let now = free.and_then(Beam::nearest);
        let both = [self.nearest, now].into_iter().flatten();
        both.min_by_key(|nearest| nearest.cost)
    }

    fn plans(&self) -> u32 {
        self.source.plans()
    }
}
