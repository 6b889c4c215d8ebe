//! Ordinary chess under a direct, self or reflex stipulation: which of the fast solvers answers.

use shakmaty::{Chess, Move};

use super::mate::MateSolver;
use super::restrictions::{Restrictions, Wanted};
use super::single_world::{Aim, SingleWorld};
use crate::budget::{Budget, Limit};
use crate::problem::{Goal, Play};

/// A solver of positions in which nothing is doubtful any more.
#[derive(Debug)]
pub enum Plain {
    /// Direct mates without restrictions.
    Mate(MateSolver),
    /// Everything else.
    SingleWorld(SingleWorld),
}

impl Plain {
    /// The solver of a stipulation with a table of `table_mib` MiB; `None` for help play, which has its own, and
    /// for what is not supported.
    pub fn new(
        play: Play,
        goal: Goal,
        restrictions: Restrictions,
        wanted: Wanted,
        table_mib: usize,
    ) -> Option<Plain> {
        if play == Play::Direct && goal == Goal::Mate && !restrictions.any() {
            let spare_mib = match wanted {
                Wanted::All => 0,
                Wanted::One => table_mib / 2,
            };
            let solver = MateSolver::new(table_mib - spare_mib).with_spare_room(spare_mib);
            return Some(Plain::Mate(solver));
        }
        Aim::new(play, goal)
            .map(|aim| Plain::SingleWorld(SingleWorld::new(aim, restrictions, table_mib)))
    }

    /// Whether every answer holds for all play: restrictions leave some out.
    pub fn is_exhaustive(&self) -> bool {
        match self {
            Plain::Mate(_) => true,
            Plain::SingleWorld(single_world) => single_world.is_exhaustive(),
        }
    }

    /// Whether the goal is reached in at most `plies` half-moves, with the attacker on move or the defender.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn reaches(
        &self,
        position: &Chess,
        attacks: bool,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        match self {
            Plain::Mate(mate) if attacks => mate.mates_in(position, plies.div_ceil(2), budget),
            Plain::Mate(mate) => mate.is_mated_in(position, plies / 2, budget),
            Plain::SingleWorld(solver) => solver.reaches(position, attacks, plies, budget),
        }
    }

    /// Every legal move of the attacker, who is on move, with whether it reaches the goal in at most `plies`
    /// half-moves, itself counted. If one is `wanted`, all others are said to be left open once it is found.
    pub fn first_moves(
        &self,
        position: &Chess,
        plies: u32,
        wanted: Wanted,
        budget: &mut Budget,
    ) -> Vec<(Move, Result<bool, Limit>)> {
        match self {
            Plain::Mate(mate) => {
                mate.first_moves_wanted(position, plies.div_ceil(2), wanted, budget)
            }
            Plain::SingleWorld(single_world) => {
                single_world.first_moves(position, plies, wanted, budget)
            }
        }
    }
}
