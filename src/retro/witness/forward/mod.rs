//! A game forward from the initial array, by plan.
//!
//! Where many men have promoted, the backward estimate does not guide: most men can have come from anywhere. Only the captures
//! of the pawns are narrowly determined. So they are settled first, file by file (`kernel`, `order`) or by a scenario
//! (`from_scenario`), then played out from the array (`race`), and at last the men walk to where they stand in the diagram,
//! which is found from the diagram backwards (`walk`); last moves that are no walk are taken back before (`end`, `finish`).
//! Invariant: attempts follow each other by number, each a function of the diagram, its conditions and the number alone.

mod ahead;
mod closing;
mod end;
mod finish;
mod from_scenario;
mod kernel;
mod landings;
mod near;
mod obstacles;
mod passages;
mod pawn_pairs;
mod race;
mod race_position;
mod supply;
mod walk;
mod ways;

use shakmaty::{Chess, Move, Position};

use super::last_move_conditions::LastMoveConditions;
use super::node::Node;
use super::tuning::CONSTRUCTION;
use crate::budget::{Budget, Limit};
use crate::retro::model::{RetroPosition, Unmove, Witness};
use finish::{Asked, Finish, Finishes};
use kernel::{Kernel, Promoted};
use pawn_pairs::Begins;
use race::Racing;
use walk::Walk;
use ways::{Walls, Ways};

/// The construction, an attempt at a time.
pub struct Forward {
    asked: Asked,
    /// Positions before the last moves, once they have been looked for.
    finishes: Option<Finishes>,
    /// The number of the attempt that is under way or comes next, counted from one.
    index: u32,
    stage: Stage,
}

/// How far an attempt has come.
enum Stage {
    /// It has not begun.
    Ready,
    /// The captures are being played out.
    Race(Box<RacePlan>, Box<Racing>),
    /// The men of the diagram are on the board; so many walks have failed.
    Middle(Middle, u32),
    /// They walk.
    Walk(Middle, u32, Box<Walk>),
}

/// What an attempt races for.
struct RacePlan {
    kernel: Kernel,
    /// What stands in the way of officers from the beginning.
    walls: Walls,
    /// The ways past that.
    lasting: Ways,
    stand_in: Option<Promoted>,
}

/// What has been played, and the position it led to.
struct Middle {
    moves: Vec<Move>,
    position: Chess,
}

impl Forward {
    /// Nothing is done yet.
    pub fn new(root: Node, diagram: RetroPosition, conditions: LastMoveConditions) -> Forward {
        Forward {
            asked: Asked {
                root,
                diagram,
                conditions,
            },
            finishes: None,
            index: 1,
            stage: Stage::Ready,
        }
    }

    /// Whether there is anything left to try: an end for which captures may be found, or ends that have not been looked for.
    pub fn is_open(&self) -> bool {
        self.finishes.as_ref().is_none_or(Finishes::is_open)
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
        let finishes = self
            .finishes
            .get_or_insert_with(|| Finishes::new(&self.asked, budget));
        let turn = (self.index / CONSTRUCTION.alike) as usize;
        let Some(number) = finishes.next(&self.asked, turn, budget)? else {
            return Ok(None);
        };
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
        let Some(finishes) = &mut self.finishes else {
            return Ok(Step::Over);
        };
        let Some(finish) = finishes.get_mut(number) else {
            return Ok(Step::Over);
        };
        match std::mem::replace(&mut self.stage, Stage::Ready) {
            Stage::Ready => {
                let race = begin(finish, self.index, budget)?;
                finishes.note(number, self.index, race.is_some());
                let Some(race) = race else {
                    return Ok(Step::Over);
                };
                self.stage = race;
            }
            Stage::Race(plan, mut racing) => {
                let race = finish.race(&plan);
                let raced = racing.advance(&race, budget);
                match raced {
                    Ok(Some((moves, position))) => {
                        self.stage = Stage::Middle(Middle { moves, position }, 0);
                    }
                    Ok(None) => return Ok(Step::Over),
                    Err(limit) => {
                        self.stage = Stage::Race(plan, racing);
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
                    finish.settled.at_home | finish.settled.promoted_and_stay,
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
        Some(scenario) => (from_scenario::kernel(scenario, seed), 0),
        None => Kernel::find(demand, seed),
    };
    let stand_in = stand_in.map(|&(man, _)| man);
    budget.charge_nodes(states + 1);
    Ok(kernel.map(|kernel| {
        let width = CONSTRUCTION.racers << index.trailing_zeros().min(CONSTRUCTION.wider);
        let racing = Racing::new(&kernel, finish.demand.missing(), width, seed);
        let settled = finish.settled;
        let walls = Walls::of_kernel(board, settled, &kernel);
        let lasting = Ways::new(board, &walls);
        let plan = RacePlan {
            kernel,
            walls,
            lasting,
            stand_in,
        };
        Stage::Race(Box::new(plan), Box::new(racing))
    }))
}
