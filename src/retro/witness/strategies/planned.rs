//! Planned attempts: the diagram is taken back as a surviving scenario says.
//!
//! A plan steers well where captures are scarce and badly where it asks for too much, so several take turns, and those that come
//! nearer than others get more nodes. Plans that contradict themselves make room for others, which differ from them.
//! Invariant: which plan is next depends on nodes alone, never on time.

use crate::budget::{Budget, Limit};
use crate::retro::scenario::survivor::{Extent, SurvivingScenario};

use super::super::beam::{Beam, BeamSettings};
use super::super::plan::Plan;
use super::super::search::{ForcedEnd, Search};
use super::super::tuning::Order;
use super::super::tuning::{Series as Seeds, TUNING, turn};
use super::series::{Series, Source};
use super::{Spent, Strategy};

/// How many scenarios are looked for, and what that may cost.
const EXTENT: Extent = Extent {
    scenarios: TUNING.plans,
    alike: 2,
    nodes: 10_000,
};

/// The same for the first attempt.
const FIRST: Extent = Extent {
    scenarios: 1,
    ..EXTENT
};

/// The same where plans were given up, or none was found.
const FURTHER: Extent = Extent {
    scenarios: 60,
    alike: 10,
    nodes: 20_000,
};

/// A plan, and what came of it so far.
struct Pursued {
    plan: Plan,
    /// How many attempts were made with it, and the nodes spent on them.
    attempts: u32,
    spent: u64,
    /// The smallest estimate one of them came to.
    nearest: i32,
}

impl Pursued {
    fn new(plan: Plan) -> Pursued {
        Pursued {
            plan,
            attempts: 0,
            spent: 0,
            nearest: i32::MAX,
        }
    }

    /// Who has the least is next: a plan that came twice as near gets four times the nodes, and one that was not tried comes first.
    fn turn(&self) -> u128 {
        if self.attempts == 0 {
            return 0;
        }
        let nearest = u128::from(self.nearest.max(1).unsigned_abs());
        u128::from(self.spent.max(1)) * nearest * nearest
    }
}

/// Plans for the position before the forced end of the game.
struct Plans {
    end: ForcedEnd,
    found: Vec<Pursued>,
    /// Others that were found and have not been pursued yet.
    reserve: Vec<Plan>,
    /// Those that were given up.
    given_up: Vec<Plan>,
    /// How many are pursued side by side; `None`: more than the first have not been looked for.
    most: Option<usize>,
    /// Whether others have been looked for.
    is_further: bool,
}

impl Plans {
    fn new(end: ForcedEnd) -> Plans {
        Plans {
            end,
            found: Vec::new(),
            reserve: Vec::new(),
            given_up: Vec::new(),
            most: None,
            is_further: false,
        }
    }

    /// Some plans.
    fn find(&self, extent: Extent, budget: &mut Budget) -> Vec<Plan> {
        let scenarios = SurvivingScenario::find(&self.end.position, extent, budget);
        scenarios
            .unwrap_or_default()
            .into_iter()
            .map(Plan::new)
            .collect()
    }

    /// The next attempt, the first one of all being `is_first`, with the place of its plan; `None`: there is no plan, or none is
    /// left.
    fn begin(&mut self, is_first: bool, budget: &mut Budget) -> Option<(usize, Beam)> {
        if self.most.is_none() {
            let extent = if is_first { FIRST } else { EXTENT };
            let plans = self.find(extent, budget);
            self.found = plans.into_iter().map(Pursued::new).collect();
            if !is_first || self.found.is_empty() {
                self.most = Some(match self.found.len() {
                    0 => TUNING.plans,
                    count => count,
                });
            }
        }
        self.supply(budget);
        let places = 0..self.found.len();
        let place = places.min_by_key(|&place| self.found[place].turn())?;
        let pursued = &self.found[place];
        let attempt = if is_first {
            probe(&pursued.plan)
        } else {
            attempt(&pursued.plan, place, pursued.attempts)
        };
        Some((place, self.end.begin(&pursued.plan, attempt)))
    }

    /// Has others take the place of plans that were given up, first the one that differs most from all that were pursued so far.
    fn supply(&mut self, budget: &mut Budget) {
        while self.most.is_some_and(|most| self.found.len() < most) {
            if !self.is_further {
                self.is_further = true;
                self.reserve = self.find(FURTHER, budget);
            }
            let pursued = self.found.iter().map(|pursued| &pursued.plan);
            let known: Vec<&Plan> = pursued.chain(&self.given_up).collect();
            let difference = |plan: &Plan| {
                let differences = known.iter().map(|other| plan.difference(other));
                differences.min().unwrap_or(1)
            };
            self.reserve.retain(|plan| difference(plan) > 0);
            let places = 0..self.reserve.len();
            let furthest = places
                .rev()
                .max_by_key(|&place| difference(&self.reserve[place]));
            let Some(furthest) = furthest else {
                break;
            };
            let plan = self.reserve.remove(furthest);
            self.found.push(Pursued::new(plan));
        }
    }

    /// What came of an attempt with the plan at this place. One that was over at once has met a contradiction, unless it brought
    /// officers home first: then it may have looked at a detour only.
    fn learn(&mut self, place: usize, beam: &Beam) {
        let pursued = &mut self.found[place];
        pursued.attempts += 1;
        pursued.spent += beam.nodes();
        if let Some(nearest) = beam.nearest() {
            pursued.nearest = pursued.nearest.min(nearest.cost);
        }
        if self.most.is_some() && beam.order() == Order::Any && beam.nodes() < TUNING.hopeless {
            let pursued = self.found.remove(place);
            self.given_up.push(pursued.plan);
        }
    }
}

/// Attempts with plans.
#[derive(Default)]
struct Planned {
    plans: Option<Plans>,
    /// The place of the plan of the attempt under way.
    place: Option<usize>,
    /// Whether there is no plan, or none is left.
    is_over: bool,
}

pub(super) const STRATEGY: Strategy = Strategy {
    name: "planned",
    begin: |search| {
        let series = || Box::new(Series::new(Planned::default())) as _;
        search.sees_home.then(series)
    },
    share: |_, Spent { basic, .. }, _| {
        let (after, late, more) = TUNING.planned;
        if basic < after {
            0
        } else {
            basic / 2 + more * basic.saturating_sub(late)
        }
    },
};

impl Source for Planned {
    fn begin(
        &mut self,
        search: &mut Search,
        index: u32,
        _due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Beam>, Limit> {
        let plans = self.plans.get_or_insert_with(|| Plans::new(search.end()));
        let begun = plans.begin(index == 1, budget);
        self.is_over = begun.is_none();
        self.place = begun.as_ref().map(|(place, _)| *place);
        Ok(begun.map(|(_, beam)| beam))
    }

    fn plan(&self) -> Option<&Plan> {
        let pursued = self.plans.as_ref()?.found.get(self.place?)?;
        Some(&pursued.plan)
    }

    fn learn(&mut self, beam: &Beam) {
        if let (Some(plans), Some(place)) = (&mut self.plans, self.place) {
            plans.learn(place, beam);
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn plans(&self) -> u32 {
        let plans = self.plans.as_ref();
        plans.map_or(0, |plans| plans.found.len() as u32)
    }
}

/// The first attempt.
fn probe(plan: &Plan) -> BeamSettings {
    BeamSettings {
        width: TUNING.width_of_first_plan,
        seed: Seeds::FirstPlan.seed(0),
        noise: TUNING.noise[0],
        patience: TUNING.patience.1,
        surplus: plan.surplus(),
        longest: TUNING.longest,
        novelty: 0,
        order: Order::Any,
    }
}

/// The attempt with the plan at this place after so many with it.
fn attempt(plan: &Plan, place: usize, attempts: u32) -> BeamSettings {
    BeamSettings {
        width: TUNING.width << (attempts + 1).trailing_zeros(),
        seed: Seeds::Planned.seed(attempts + 1000 * place as u32),
        noise: turn(&TUNING.noise, attempts + place as u32),
        novelty: if attempts.is_multiple_of(2) {
            0
        } else {
            TUNING.novelty
        },
        order: turn(&TUNING.orders, attempts),
        ..probe(plan)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Color};

    use super::*;
    use crate::budget::Limits;
    use crate::problem::Diagram;
    use crate::retro::model::test_position;

    /// White's pawns took a bishop, two knights and a man that had promoted.
    const A8: &str = "qrbR4/rP1P1pp1/pQ1pp3/pPp5/6P1/1P3BB1/3PP2P/R3K1k1 w";

    fn plans(most: usize) -> Vec<Plan> {
        let extent = Extent {
            scenarios: most,
            ..EXTENT
        };
        let mut budget = Limits::unlimited().start();
        let found = SurvivingScenario::find(&test_position(A8, "Q -"), extent, &mut budget);
        let found = found.unwrap();
        found.into_iter().map(Plan::new).collect()
    }

    #[test]
    fn who_came_nearer_is_next_until_he_has_had_his_share() {
        let plan = plans(1).remove(0);
        let turn = |attempts, spent, nearest| {
            let plan = Pursued::new(plan.clone());
            let tried = Pursued {
                attempts,
                spent,
                nearest,
                ..plan
            };
            tried.turn()
        };
        let far = turn(1, 100_000, 1000);
        assert!(turn(0, 0, i32::MAX) < far);
        assert!(turn(2, 399_000, 500) < far);
        assert!(turn(2, 401_000, 500) > far);
        assert!(turn(1, 0, i32::MAX) > far, "nothing was seen of it");
    }

    #[test]
    fn those_that_make_room_are_followed_by_others_that_differ() {
        let mut found = plans(3);
        assert_eq!(found[0].difference(&found[0]), 0);
        assert!(found[0].difference(&found[1]) > 0);
        let placement = A8.split(' ').next().unwrap();
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(placement.as_bytes()).unwrap(),
            turn: Color::White,
        };
        let search = Search::new(&diagram, "Q -".parse().unwrap(), &[]).unwrap();
        let mut plans = Plans::new(search.end());
        plans.most = Some(3);
        plans.given_up.push(found.remove(0));
        plans.found = found.into_iter().map(Pursued::new).collect();
        plans.supply(&mut Limits::unlimited().start());
        let (supplied, others) = plans.found.split_last().unwrap();
        assert_eq!(others.len(), 2);
        let known = others.iter().map(|other| &other.plan);
        let known: Vec<&Plan> = known.chain(&plans.given_up).collect();
        let difference = |plan: &Plan| {
            let differences = known.iter().map(|other| plan.difference(other));
            differences.min().unwrap()
        };
        let least = difference(&supplied.plan);
        assert!(least > 0 && plans.reserve.iter().all(|plan| difference(plan) <= least));
    }
}
