//! Attempts without a plan, one after the other, that differ in their settings alone.

use crate::budget::{Budget, Limit};
use crate::retro::model::Witness;

use super::super::beam::{Attempt, Beam};
use super::super::layers::Nearest;
use super::super::search::Search;
use super::super::tuning::TUNING;
use super::Attempts;

/// The series.
pub struct Series {
    settings: fn(&Search, u32) -> Attempt,
    /// The number of the attempt that is under way or comes next, counted from one.
    index: u32,
    beam: Option<Beam>,
    nearest: Option<Nearest>,
}

impl Series {
    /// With these settings for the attempt of each number.
    pub fn new(settings: fn(&Search, u32) -> Attempt) -> Series {
        Series {
            settings,
            index: 1,
            beam: None,
            nearest: None,
        }
    }
}

impl Attempts for Series {
    fn advance(
        &mut self,
        search: &mut Search,
        _due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        let (settings, index) = (self.settings, self.index);
        let beam = self
            .beam
            .get_or_insert_with(|| search.begin(settings(search, index)));
        let found = search.go_on(beam, None, budget)?;
        self.nearest = nearer(self.nearest, beam);
        self.beam = None;
        self.index += 1;
        Ok(found)
    }

    fn is_under_way(&self) -> bool {
        self.beam.is_some()
    }

    fn is_over(&self) -> bool {
        self.index > TUNING.most_attempts
    }

    fn begun(&self) -> u32 {
        self.index - u32::from(self.beam.is_none())
    }

    fn nearest(&self) -> Option<Nearest> {
        match &self.beam {
            Some(beam) => nearer(self.nearest, beam),
            None => self.nearest,
        }
    }
}

/// The nearer of what was reached before and by this attempt.
pub fn nearer(before: Option<Nearest>, beam: &Beam) -> Option<Nearest> {
    let both = [before, beam.nearest()].into_iter().flatten();
    both.min_by_key(|nearest| nearest.cost)
}
