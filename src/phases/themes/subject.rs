//! What themes are looked for in, and what of one is found.

use shakmaty::{Board, Color};

use crate::problem::Play;

use super::super::line::Line;
use super::super::phase::{Phase, PhaseKind};
use super::super::step::{Deed, Step};

/// A solved problem as themes see it. What was not examined to the end is not in it.
pub struct Subject<'a> {
    /// The diagram.
    pub board: &'a Board,
    /// How the sides relate to the goal.
    pub play: Play,
    /// The side to move in the diagram; in help play it is the side that helps.
    pub attacker: Color,
    /// The phases of a two-mover: set play, tries, actual play. Empty in all other play.
    pub phases: &'a [Phase],
    /// How many defences of the set play have no answer; `None` where it was not examined.
    pub unanswered: Option<usize>,
    /// The ways through the actual play; in help play the solutions, the set play left out.
    pub lines: &'a [Line],
}

impl<'a> Subject<'a> {
    /// The actual play with its number.
    pub fn actual(&self) -> impl Iterator<Item = (usize, &'a Phase)> + use<'a> {
        let phases = self.phases;
        (phases.iter().enumerate()).filter(|(_, phase)| phase.kind == PhaseKind::Actual)
    }

    /// The tries with their numbers.
    pub fn tries(&self) -> impl Iterator<Item = (usize, &'a Phase)> + use<'a> {
        let phases = self.phases;
        (phases.iter().enumerate()).filter(|(_, phase)| phase.kind == PhaseKind::Try)
    }

    /// Every phase of virtual play (or set play) with every phase of actual play.
    pub fn pairs(
        &self,
    ) -> impl Iterator<Item = ((usize, &'a Phase), (usize, &'a Phase))> + use<'a> {
        let phases = self.phases;
        let actual = self.actual();
        actual.flat_map(move |actual| {
            let other = |(_, phase): &(usize, &Phase)| phase.kind != PhaseKind::Actual;
            let virtual_play = phases.iter().enumerate().filter(other);
            virtual_play.map(move |virtual_play| (virtual_play, actual))
        })
    }

    /// The lines that count in the actual play: of direct play those in which no threat is left working.
    pub fn variations(&self) -> impl Iterator<Item = &'a Line> + use<'a> {
        self.lines.iter().filter(|line| !line.idle)
    }

    /// The side whose moves are forced to be the only ones: both in help play.
    pub fn is_forced(&self, color: Color) -> bool {
        self.play == Play::Help || color == self.attacker
    }
}

/// What of a theme a problem shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Instance {
    /// The phases it speaks of, by number.
    pub phases: Vec<usize>,
    /// Its defences.
    pub defences: Vec<Deed>,
    /// Its moves of the attacker.
    pub answers: Vec<Deed>,
    /// Moves that show it; no defences and answers then.
    pub steps: Vec<Step>,
    /// How often, or how many.
    pub count: Option<usize>,
    /// Of how many.
    pub of: Option<usize>,
}
