//! A game forward from the initial array, by plan.
//!
//! Where many men have promoted, no estimate leads home: too many men stand anywhere. There the captures of the pawns
//! are all that is tight. So they are settled first, file by file (`kernel`, `order`) or by a scenario (`from_scenario`), then
//! played out from the array (`race`), and at last the men walk to where they stand in the diagram, which is found from the diagram backwards
//! (`walk`); last moves that are no walk are taken back before (`end`). Invariant: attempts follow each other by
//! number, each a function of the diagram, its demands and the number alone.

mod ahead;
mod closing;
mod end;
mod from_scenario;
mod kernel;
mod near;
mod passages;
mod race;
mod runner;
mod supply;
mod walk;
mod way;
mod ways;

use shakmaty::{Chess, Move, Position};

use super::demand::Demands;
use super::node::Node;
use super::tuning::{CONSTRUCTION, turn as turn_of};
use crate::budget::{Budget, Limit, Limits};
use crate::retro::model::{RetroPosition, Unmove, Witness};
use crate::retro::scenario::survivor::SurvivingScenario;
use end::{End, Settled, ends};
use kernel::{Demand, Failures, Kernel, Promoted};
use race::{Pawns, Race, Racing, Taking};
use walk::Walk;
use way::Begins;
use ways::{Walls, Ways, promoted, stand_ins};

/// The construction, an attempt at a time.
pub struct Forward {
    root: Node,
    /// The same for the search over scenarios.
    position: RetroPosition,
    demands: Demands,
    /// Positions before the last moves, once they have been looked for, with the men that stay there.
    ends: Option<Vec<Finish>>,
    /// The number of the attempt that is under way or comes next, counted from one.
    index: u32,
    stage: Stage,
}

/// A position before the last moves, made ready for looking things up.
struct Finish {
    end: End,
    settled: Settled,
    /// What it leaves room for.
    demand: Demand,
    /// The same if a man has promoted who need not have.
    stand_ins: Vec<(Promoted, Demand)>,
    /// Scenarios of it, once they have been looked for.
    scenarios: Option<Vec<SurvivingScenario>>,
    /// Attempts for which no captures were found, without a scenario to follow and with one.
    barren: [u32; 2],
    /// Whether captures were found without a scenario to follow.
    has_borne: bool,
    /// Captures that could not be carried out.
    failures: Failures,
}

/// How far an attempt has come.
enum Stage {
    /// It has not begun.
    Ready,
    /// The captures are being played out.
    Race(Box<Course>, Box<Racing>),
    /// The men of the diagram are on the board; so many walks have failed.
    Middle(Middle, u32),
    /// They walk.
    Walk(Middle, u32, Box<Walk>),
}

/// What an attempt races for.
struct Course {
    kernel: Kernel,
    /// What stands in the way of officers from the beginning.
    walls: Walls,
    /// The ways past that.
    lasting: Ways,
    /// Those when all pawns have arrived, if the race goes on till then.
    at_last: Option<Ways>,
    stand_in: Option<Promoted>,
}

/// What has been played, and the position it led to.
struct Middle {
    moves: Vec<Move>,
    position: Chess,
}

impl Forward {
    /// Nothing is done yet.
    pub fn new(root: Node, position: RetroPosition, demands: Demands) -> Forward {
        Forward {
            root,
            position,
            demands,
            ends: None,
            index: 1,
            stage: Stage::Ready,
        }
    }

    /// Whether there is anything to try: officers must be able to have made the last moves but a few.
    pub fn is_open(&self) -> bool {
        let ends = self.ends.as_ref();
        ends.is_none_or(|ends| ends.iter().any(Finish::is_fertile))
    }

    /// Attempts that were begun.
    pub fn begun(&self) -> u32 {
        self.index - u32::from(!self.is_under_way())
    }

    /// Whether an attempt was left unfinished.
    pub fn is_under_way(&self) -> bool {
        !matches!(self.stage, Stage::Ready)
    }

    /// One more attempt, or the rest of one: a game to the diagram, which may keep more rights than the world.
    ///
    /// # Errors
    ///
    /// The limit of the budget; the attempt can be taken up again.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<Option<Witness>, Limit> {
        let ends = self.ends.get_or_insert_with(|| {
            let (ends, looks) = ends(&self.root, |back, unmove| self.demands.allow(back, unmove));
            budget.charge_nodes(looks);
            ends.into_iter().filter_map(Finish::new).collect()
        });
        if !ends.iter().any(Finish::is_fertile) {
            return Ok(None);
        }
        let number = turn(ends, (self.index / CONSTRUCTION.alike) as usize);
        if let Some(finish) = ends.get_mut(number) {
            finish.look_for_scenarios(&self.position, budget);
        }
        loop {
            let moves = match self.step(number, budget)? {
                Step::On => continue,
                Step::Over => None,
                Step::Game(moves) => Some(moves),
            };
            self.index += 1;
            return Ok(moves.map(|moves| Witness { moves }));
        }
    }

    /// From one stage of the attempt to the next, with the end of this number.
    fn step(&mut self, number: usize, budget: &mut Budget) -> Result<Step, Limit> {
        let ends = self.ends.as_mut().map_or(&mut [][..], Vec::as_mut_slice);
        let Some(finish) = ends.get_mut(number) else {
            return Ok(Step::Over);
        };
        match std::mem::replace(&mut self.stage, Stage::Ready) {
            Stage::Ready => {
                let Some(race) = begin(finish, self.index, budget)? else {
                    found_barren(ends, number, self.index);
                    return Ok(Step::Over);
                };
                finish.has_borne |= finish.scenario(self.index).is_none();
                self.stage = race;
            }
            Stage::Race(course, mut racing) => {
                let race = finish.race(&course, (pace(self.index), taking(self.index)));
                let raced = racing.advance(&race, budget);
                let failed = racing.failed(&course.kernel).copied();
                match raced {
                    Ok(Some((moves, position))) => {
                        self.stage = Stage::Middle(Middle { moves, position }, 0);
                    }
                    Ok(None) => {
                        if let Some(event) = &failed {
                            finish.failures.add(event);
                        }
                        return Ok(Step::Over);
                    }
                    Err(limit) => {
                        self.stage = Stage::Race(course, racing);
                        return Err(limit);
                    }
                }
            }
            Stage::Middle(middle, walks) => {
                let seed = u64::from(self.index * CONSTRUCTION.walks + walks);
                let width = CONSTRUCTION.walkers << walks.saturating_sub(1);
                let later = &finish.end.node;
                let begins = if finish.end.unmoves.is_empty() {
                    Begins::AtTheEnd
                } else {
                    Begins::Before
                };
                let walk = Walk::new(
                    (&later.board, later.retractor),
                    (middle.position.board(), middle.position.turn().other()),
                    finish.settled.at_home | finish.settled.planted,
                    begins,
                    width,
                    seed,
                );
                match walk {
                    Some(walk) if walks < CONSTRUCTION.walks => {
                        self.stage = Stage::Walk(middle, walks, Box::new(walk));
                    }
                    _ => return Ok(Step::Over),
                }
            }
            Stage::Walk(mut middle, walks, mut walk) => match walk.advance(budget) {
                Ok(Some(moves)) => {
                    middle.moves.extend(moves);
                    let last = finish.end.unmoves.iter().rev().map(Unmove::forward);
                    middle.moves.extend(last);
                    return Ok(Step::Game(middle.moves));
                }
                Ok(None) => self.stage = Stage::Middle(middle, walks + 1),
                Err(limit) => {
                    self.stage = Stage::Walk(middle, walks, walk);
                    return Err(limit);
                }
            },
        }
        Ok(Step::On)
    }
}

/// What came of a stage of an attempt.
enum Step {
    /// The next stage follows.
    On,
    /// The attempt is over.
    Over,
    /// These moves lead to the diagram.
    Game(Vec<Move>),
}

/// Takes note that no captures were found for the attempt of this number.
fn found_barren(ends: &mut [Finish], number: usize, index: u32) {
    if ends[number].scenario(index).is_some() {
        ends[number].barren[1] += 1;
        return;
    }
    // Those that ask for the same have no captures either.
    let demand = ends[number].demand.clone();
    for end in ends.iter_mut().filter(|end| end.demand == demand) {
        end.barren[0] += 1;
    }
}

impl Finish {
    /// `None`: nothing leads there.
    fn new(end: End) -> Option<Finish> {
        let settled = Settled::new(&end.node)?;
        let board = &end.node.board;
        let walls = Walls::of_diagram(board, settled);
        let promoted = promoted(board, settled, &walls);
        let shut_in = Ways::new(board, &walls).shut_in;
        let demand = Demand::new(board, promoted.clone(), settled.at_home, shut_in)?;
        let stand_ins = stand_ins(board, settled, &walls);
        let stand_ins = stand_ins.into_iter().filter_map(|man| {
            let promoted = [promoted.as_slice(), &[man]].concat();
            Some((man, Demand::new(board, promoted, settled.at_home, shut_in)?))
        });
        let stand_ins = stand_ins.collect();
        Some(Finish {
            end,
            settled,
            demand,
            stand_ins,
            scenarios: None,
            barren: [0; 2],
            has_borne: false,
            failures: Failures::default(),
        })
    }

    /// The race to it.
    fn race<'a>(&'a self, course: &'a Course, (pawns, taking): (Pawns, Taking)) -> Race<'a> {
        Race {
            goal: &self.end.node.board,
            frozen: self.settled.at_home,
            planted: self.settled.planted,
            ways: course.at_last.as_ref().unwrap_or(&course.lasting),
            lasting: (&course.lasting, &course.walls),
            kernel: &course.kernel,
            pawns,
            taking,
            stand_in: course.stand_in,
        }
    }

    /// The scenario that the attempt of this number follows: every other, or each if other captures have not been found.
    fn scenario(&self, index: u32) -> Option<&SurvivingScenario> {
        let scenarios = self
            .scenarios
            .as_deref()
            .filter(|found| !found.is_empty())?;
        let [without, with] = self.barren;
        if with as usize >= CONSTRUCTION.fruitless as usize * scenarios.len() {
            return None;
        }
        let number = match (without >= CONSTRUCTION.fruitless, index % 2) {
            (true, _) => index,
            (false, 1) => index / 2,
            (false, _) => return None,
        };
        Some(&scenarios[number as usize % scenarios.len()])
    }

    /// Whether captures that lead here may still be found.
    fn is_fertile(&self) -> bool {
        let tries = CONSTRUCTION.alike + CONSTRUCTION.stand_in * self.stand_ins.len() as u32;
        let may_bear = self.has_borne || self.barren[0] < tries;
        may_bear || self.scenarios.is_none() || self.scenario(1).is_some()
    }

    /// Looks for scenarios unless that was done. Charged afterwards: an instalment that ends here would leave fewer than the
    /// next one pays for.
    fn look_for_scenarios(&mut self, diagram: &RetroPosition, budget: &mut Budget) {
        if self.scenarios.is_some() {
            return;
        }
        let mut position = diagram.clone();
        for unmove in &self.end.unmoves {
            let earlier = position
                .unmoves()
                .into_iter()
                .find(|(last, _)| last == unmove);
            let Some((_, before)) = earlier else {
                self.scenarios = Some(Vec::new());
                return;
            };
            position = before;
        }
        let limits = Limits {
            nodes: Some(CONSTRUCTION.scenarios.nodes),
            ..budget.limits_left()
        };
        let mut own = limits.start();
        self.scenarios = Some(SurvivingScenario::find(
            &position,
            CONSTRUCTION.scenarios,
            &mut own,
        ));
        budget.charge_nodes(own.nodes_used());
    }
}

/// Whose turn it is: one after the other, without those for which no captures are found.
fn turn(ends: &[Finish], number: usize) -> usize {
    let fertile: Vec<usize> = (0..ends.len())
        .filter(|&end| ends[end].is_fertile())
        .collect();
    let fertile_turn = number.checked_rem(fertile.len());
    fertile_turn.map_or(number % ends.len(), |place| fertile[place])
}

/// How far the pawns run in the race of the attempt of this number.
fn pace(index: u32) -> Pawns {
    match turn_of(&CONSTRUCTION.steps_left, index) {
        cost @ 0.. => Pawns::Step(cost),
        _ => Pawns::Arrive,
    }
}

/// When men are taken by officers in the attempt of this number.
fn taking(index: u32) -> Taking {
    if turn_of(&CONSTRUCTION.taking_on_the_walk, index) {
        Taking::OnTheWalk
    } else {
        Taking::InTheRace
    }
}

/// The race of the attempt of this number; `Ok(None)`: no kernel was found.
fn begin(finish: &Finish, index: u32, budget: &mut Budget) -> Result<Option<Stage>, Limit> {
    if budget.nodes_left() == 0 {
        return Err(Limit::Nodes);
    }
    budget.check_clock()?;
    let seed = u64::from(index);
    let board = &finish.end.node.board;
    let by_scenario = finish.scenario(index);
    let stand_in = (by_scenario.is_none() && index.is_multiple_of(CONSTRUCTION.stand_in))
        .then(|| {
            finish
                .stand_ins
                .get((index / CONSTRUCTION.stand_in) as usize % finish.stand_ins.len().max(1))
        })
        .flatten();
    let demand = stand_in.map_or(&finish.demand, |(_, demand)| demand);
    let (kernel, states) = match by_scenario {
        Some(scenario) => (from_scenario::kernel(scenario, seed, &finish.failures), 0),
        None => Kernel::find(demand, seed, &finish.failures),
    };
    let stand_in = stand_in.map(|&(man, _)| man);
    budget.charge_nodes(states / CONSTRUCTION.kernel_states + 1);
    Ok(kernel.map(|kernel| {
        let width = CONSTRUCTION.racers << index.trailing_zeros().min(CONSTRUCTION.wider);
        let racing = Racing::new(&kernel, finish.demand.missing(), width, seed);
        let settled = finish.settled;
        let walls = Walls::of_kernel(board, settled, &kernel);
        let lasting = Ways::new(board, &walls);
        let at_last = (pace(index) == Pawns::Arrive).then(|| {
            let squares = board.pawns() | settled.at_home | settled.planted;
            Ways::new(board, &Walls::new(squares, board))
        });
        let course = Course {
            kernel,
            walls,
            lasting,
            at_last,
            stand_in,
        };
        Stage::Race(Box::new(course), Box::new(racing))
    }))
}
