//! Positions before the last moves, made ready for the race to them, and whose turn it is.
//!
//! Invariant: a position is left out only if no scenario of it survives or no captures that lead to it are found; nothing is proved by that.

use super::super::last_move_conditions::LastMoveConditions;
use super::super::node::{Node, Surplus};
use super::super::tuning::{CONSTRUCTION, ENDS};
use super::RacePlan;
use super::end::{ConstructionEnd, Look, Settled, ends};
use super::kernel::{KernelDemand, Promoted};
use super::race::Race;
use super::ways::{Walls, Ways, promoted, stand_ins};
use crate::budget::{Budget, Limit};
use crate::retro::model::RetroPosition;
use crate::retro::scenario::survivor::{Extent, SurvivingScenario};

/// A position before the last moves, made ready for looking things up.
pub struct Finish {
    pub end: ConstructionEnd,
    pub settled: Settled,
    /// What it leaves room for.
    pub demand: KernelDemand,
    /// The same if a man has promoted who need not have.
    pub stand_ins: Vec<(Promoted, KernelDemand)>,
    /// Scenarios of it, once they have been looked for.
    scenarios: Scenarios,
    /// Attempts for which no captures were found, without a scenario to follow and with one.
    failed_attempts: [u32; 2],
    /// Whether captures were found without a scenario to follow.
    has_found_captures: bool,
}

/// What is known of the scenarios of a position.
enum Scenarios {
    /// They have not been looked for.
    Unknown,
    /// All were looked at, and none was found to fit: hardly any game leads there.
    NoneFits,
    /// These survive, and others may.
    Surviving(Vec<SurvivingScenario>),
}

impl Scenarios {
    fn find(position: &RetroPosition, extent: Extent, budget: &mut Budget) -> Scenarios {
        let found = SurvivingScenario::find(position, extent, budget);
        found.map_or(Scenarios::NoneFits, Scenarios::Surviving)
    }
}

/// What is asked: the diagram as a node for the walk and as a position for scenarios, and conditions on its last moves.
pub struct Asked {
    pub root: Node,
    pub diagram: RetroPosition,
    pub conditions: LastMoveConditions,
}

/// The positions that the attempts end with, in turns.
pub struct Finishes {
    list: Vec<Finish>,
    /// Whether others, before other last moves, were looked for in vain.
    is_all: bool,
    /// The turn at which others are looked for although captures may still be found for these.
    next_look: usize,
}

impl Finishes {
    /// Those in which all men are of the initial array, but those of the diagram who must have promoted.
    pub fn new(asked: &Asked, budget: &mut Budget) -> Finishes {
        let allow = |back, unmove| asked.conditions.allow(back, unmove);
        let room = (ENDS.plies.0, Surplus::Original);
        let (ends, looks) = ends(&asked.root, room, allow, |_| Look::Keep);
        budget.charge_nodes(looks);
        let list: Vec<Finish> = ends.into_iter().filter_map(Finish::new).collect();
        Finishes {
            next_look: ENDS.rounds * list.len(),
            list,
            is_all: false,
        }
    }

    /// Whether an attempt may still succeed.
    pub fn is_open(&self) -> bool {
        !self.is_all || self.list.iter().any(Finish::may_succeed)
    }

    /// The position of this number.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut Finish> {
        self.list.get_mut(number)
    }

    /// Whose turn it is, one after the other without those in vain; `None`: there is none. If all are in vain, others are looked for.
    ///
    /// # Errors
    ///
    /// The limit of the budget.
    pub fn next(
        &mut self,
        asked: &Asked,
        turn: usize,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Limit> {
        loop {
            if budget.nodes_left() == 0 {
                return Err(Limit::Nodes);
            }
            budget.check_clock()?;
            let is_due = turn >= self.next_look
                || !self.list.iter().any(Finish::may_succeed_without_stand_in);
            if is_due && !self.is_all {
                let others = self.others(asked, budget);
                self.is_all = others.is_empty();
                self.list.extend(others);
                self.next_look = turn + ENDS.rounds * self.open().len();
            }
            let open = self.open();
            let Some(place) = turn.checked_rem(open.len()) else {
                return Ok(None);
            };
            let number = open[place];
            self.list[number].look_for_scenarios(&asked.diagram, budget);
            if !matches!(self.list[number].scenarios, Scenarios::NoneFits) {
                return Ok(Some(number));
            }
        }
    }

    fn open(&self) -> Vec<usize> {
        let numbers = 0..self.list.len();
        numbers.filter(|&n| self.list[n].may_succeed()).collect()
    }

    /// Positions before other last moves, which can have taken promoted men too and leave less room. Those that are known to have no scenario are not gone
    /// back from.
    fn others(&self, asked: &Asked, budget: &mut Budget) -> Vec<Finish> {
        let before_all = budget.nodes_used();
        let look = |end: &ConstructionEnd| {
            if let Some(known) = self.list.iter().find(|known| known.end.node == end.node) {
                return match known.scenarios {
                    Scenarios::NoneFits => Look::Leave,
                    _ => Look::Pass,
                };
            }
            if end.unmoves.is_empty() || budget.nodes_used() - before_all >= ENDS.positions {
                return Look::Keep;
            }
            let position = asked.diagram.before(&end.unmoves);
            let found = position.map(|position| Scenarios::find(&position, ENDS.scenarios, budget));
            match found {
                Some(Scenarios::NoneFits) => Look::Leave,
                _ => Look::Keep,
            }
        };
        let allow = |back, unmove| asked.conditions.allow(back, unmove);
        let room = (ENDS.plies.1, Surplus::Promoted);
        let (ends, looks) = ends(&asked.root, room, allow, look);
        budget.charge_nodes(looks);
        ends.into_iter().filter_map(Finish::new).collect()
    }

    /// Takes note whether captures were found for the attempt of this number.
    pub fn note(&mut self, number: usize, index: u32, is_found: bool) {
        let Some(finish) = self.list.get_mut(number) else {
            return;
        };
        let is_free = finish.scenario(index).is_none();
        if is_found {
            finish.has_found_captures |= is_free;
        } else if is_free {
            // Those that ask for the same have no captures either.
            let demand = finish.demand.clone();
            for finish in self.list.iter_mut().filter(|other| other.demand == demand) {
                finish.failed_attempts[0] += 1;
            }
        } else {
            finish.failed_attempts[1] += 1;
        }
    }
}

impl Finish {
    /// `None`: nothing leads there.
    fn new(end: ConstructionEnd) -> Option<Finish> {
        let settled = Settled::new(&end.node)?;
        let board = &end.node.board;
        let walls = Walls::of_diagram(board, settled);
        let promoted = promoted(board, settled, &walls);
        let shut_in = Ways::new(board, &walls).shut_in;
        let demand = KernelDemand::new(board, promoted.clone(), settled.at_home, shut_in)?;
        let stand_ins = stand_ins(board, settled, &walls);
        let stand_ins = stand_ins.into_iter().filter_map(|man| {
            let promoted = [promoted.as_slice(), &[man]].concat();
            Some((
                man,
                KernelDemand::new(board, promoted, settled.at_home, shut_in)?,
            ))
        });
        let stand_ins = stand_ins.collect();
        Some(Finish {
            end,
            settled,
            demand,
            stand_ins,
            scenarios: Scenarios::Unknown,
            failed_attempts: [0; 2],
            has_found_captures: false,
        })
    }

    /// The race to it.
    pub fn race<'a>(&'a self, plan: &'a RacePlan) -> Race<'a> {
        Race {
            goal: &self.end.node.board,
            frozen: self.settled.at_home,
            promoted_and_stay: self.settled.promoted_and_stay,
            lasting: (&plan.lasting, &plan.walls),
            kernel: &plan.kernel,
            stand_in: plan.stand_in,
        }
    }

    /// The scenario that the attempt of this number follows, if any: every second attempt follows one, and every one does
    /// if attempts without a scenario have found no captures.
    pub fn scenario(&self, index: u32) -> Option<&SurvivingScenario> {
        let Scenarios::Surviving(scenarios) = &self.scenarios else {
            return None;
        };
        let [without, with] = self.failed_attempts;
        if with as usize >= CONSTRUCTION.most_failed_attempts as usize * scenarios.len() {
            return None;
        }
        let number = match (without >= CONSTRUCTION.most_failed_attempts, index % 2) {
            (true, _) => index,
            (false, 1) => index / 2,
            (false, _) => return None,
        };
        scenarios.get((number as usize).checked_rem(scenarios.len())?)
    }

    /// Whether captures that lead here may still be found.
    fn may_succeed(&self) -> bool {
        self.may_succeed_within(
            CONSTRUCTION.alike + CONSTRUCTION.stand_in * self.stand_ins.len() as u32,
        )
    }

    /// The same without a man who promotes and need not have.
    fn may_succeed_without_stand_in(&self) -> bool {
        self.may_succeed_within(CONSTRUCTION.alike)
    }

    /// Whether they may be found if so many attempts without a scenario are enough.
    fn may_succeed_within(&self, tries: u32) -> bool {
        match self.scenarios {
            Scenarios::Unknown => true,
            Scenarios::NoneFits => false,
            Scenarios::Surviving(_) => {
                self.has_found_captures
                    || self.failed_attempts[0] < tries
                    || self.scenario(1).is_some()
            }
        }
    }

    fn look_for_scenarios(&mut self, diagram: &RetroPosition, budget: &mut Budget) {
        if !matches!(self.scenarios, Scenarios::Unknown) {
            return;
        }
        let position = diagram.before(&self.end.unmoves);
        self.scenarios = position.map_or(Scenarios::Surviving(Vec::new()), |position| {
            Scenarios::find(&position, CONSTRUCTION.scenarios, budget)
        });
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Role, Square};

    use super::*;
    use crate::budget::Limits;
    use crate::retro::model::test_position;

    #[test]
    fn the_last_move_took_a_promoted_man_if_no_other_can_have_been_taken() {
        // Molnár, Probleemblad (www.janko.at, R183c). The check came by a3xb2. With a pawn taken there White's bishop, shut in on c1, would have promoted twice.
        let placement = "2b5/pp1pppp1/1N4p1/QP6/P2R4/1kBP4/1p1PP3/RNK5";
        let diagram = test_position(&format!("{placement} w"), "- -");
        let asked = Asked {
            root: Node::of(placement, Color::Black),
            conditions: LastMoveConditions::new(&diagram),
            diagram,
        };
        let mut budget = Limits::unlimited().start();
        let mut finishes = Finishes::new(&asked, &mut budget);
        let takes = |finish: &Finish| (finish.end.unmoves[0].to, finish.end.unmoves[0].captured);
        assert!(!finishes.list.is_empty());
        for finish in &finishes.list {
            assert_eq!(takes(finish), (Square::B2, Some(Role::Pawn)));
        }
        let first = finishes.next(&asked, 0, &mut budget).unwrap().unwrap();
        let finish = finishes.get_mut(first).unwrap();
        assert_eq!(finish.end.unmoves[0].to, Square::B2);
        assert_ne!(finish.end.unmoves[0].captured, Some(Role::Pawn));
        assert!(finishes.is_open());
    }
}
