//! Both sides take back whatever helps.

use crate::budget::Limit;
use crate::retro::{RetroPosition, Unmove};

use super::forward::Reached;
use super::{Line, MOST_LINES, Retracted, Search, Standing};

impl Search<'_> {
    /// Every line, and whether the search was complete.
    pub(super) fn help(&mut self, start: &RetroPosition) -> (Vec<Retracted>, Result<(), Limit>) {
        let mut found = Vec::new();
        let searched = self.further(start, &mut Vec::new(), &mut found);
        (found, searched)
    }

    fn further(
        &mut self,
        position: &RetroPosition,
        back: &mut Vec<Unmove>,
        found: &mut Vec<Retracted>,
    ) -> Result<(), Limit> {
        if back.len() as u32 == self.asked.plies {
            return self.at_end(position, back, found);
        }
        for (unmove, before) in position.unmoves() {
            back.push(unmove);
            let searched = self.further(&before, back, found);
            back.pop();
            searched?;
        }
        Ok(())
    }

    /// A position that has a game proves that all between it and the diagram have.
    fn at_end(
        &mut self,
        position: &RetroPosition,
        back: &[Unmove],
        found: &mut Vec<Retracted>,
    ) -> Result<(), Limit> {
        let reached = self
            .forward
            .reached(position, &mut self.legality, self.budget)?;
        let (forward, standing) = match reached {
            Reached::No => return Ok(()),
            Reached::Yes(forward) => (forward, Standing::Proved),
            Reached::Open(forward) => {
                self.hangs_on(position);
                (forward, Standing::Conditional)
            }
        };
        if found.len() >= MOST_LINES {
            return Err(Limit::NotExhaustive);
        }
        found.push(Retracted {
            line: Line {
                back: back.to_vec(),
                before: position.clone(),
                forward,
            },
            standing,
            attack: None,
        });
        Ok(())
    }
}
