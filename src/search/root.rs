//! The first moves, judged in parallel, with the same result on any number of threads.
//!
//! The moves are dealt to a fixed number of lanes, each with its own tables; a lane is worked through in
//! order, and nodes are shared out before the work starts. What threads do is only to run lanes at
//! the same time.

use std::sync::Arc;

use rayon::prelude::*;

use crate::budget::{Budget, Limit};
use crate::game::State;
use crate::problem::{Goal, Play};

use super::and_or::{Act, AndOr, Question};
use super::help::{Attempt, Beginning, Dead, Help};
use super::plain::Plain;
use super::restrictions::{Restrictions, Wanted, keep_one};
use crate::solution::{Course, Node};

/// Number of lanes; more threads than this do not help a single position.
const LANES: usize = 8;

/// Whether a first move meets the stipulation, or the limit that was hit.
pub type Judged = (Act, Result<bool, Limit>);

/// Judges first moves in direct, self and reflex play. Keeps its tables from one length to the next.
#[derive(Debug)]
pub struct RootSearch {
    lanes: Vec<AndOr>,
    question: Question,
    wanted: Wanted,
    plain: Option<Arc<Plain>>,
}

impl RootSearch {
    /// A search with tables of `table_mib` MiB in all. The restrictions hold where nothing is in doubt.
    pub fn new(
        question: Question,
        restrictions: Restrictions,
        wanted: Wanted,
        table_mib: usize,
        budget: &Budget,
    ) -> RootSearch {
        let bytes = table_mib.saturating_mul(1 << 20);
        // With limited nodes no lane may see what another has found.
        let alone = budget.is_node_limited();
        let mib = if alone {
            table_mib / 2 / LANES
        } else {
            table_mib / 2
        };
        let Question { play, goal, .. } = question;
        let solver = || Plain::new(play, goal, restrictions, wanted, mib.max(1)).map(Arc::new);
        let shared = solver();
        let half = if shared.is_some() { bytes / 2 } else { bytes };
        let lanes = (0..LANES)
            .map(|_| {
                let plain = if alone { solver() } else { shared.clone() };
                AndOr::new(question, half / LANES, plain)
            })
            .collect();
        RootSearch {
            lanes,
            question,
            wanted,
            plain: shared,
        }
    }

    /// A searcher to look into positions one by one, with the tables of the first lane.
    pub fn searcher(&mut self) -> &mut AndOr {
        &mut self.lanes[0]
    }

    /// The moves of `state`, in order, with whether each reaches the goal in at most `plies`
    /// half-moves, itself included. Runs in the current rayon pool.
    pub fn judge(&mut self, state: &State, plies: u32, budget: &mut Budget) -> Vec<Judged> {
        let acts = self.searcher().acts(state);
        if self.question.play == Play::Reflex {
            match self.searcher().has_mate_at_once(state, budget) {
                // Whoever must mate at once does not get himself mated.
                Ok(true) => return acts.into_iter().map(|act| (act, Ok(false))).collect(),
                Ok(false) => {}
                Err(limit) => return acts.into_iter().map(|act| (act, Err(limit))).collect(),
            }
        }
        if let (Some(plain), true) = (&self.plain, state.is_plain(&self.question.rules)) {
            let mut judged = plain.first_moves(state.chess(), plies, self.wanted, budget);
            return acts
                .into_iter()
                .map(|act| {
                    let place = judged.iter().position(|(mv, _)| *mv == act.mv);
                    let found = place.map(|place| judged.swap_remove(place).1);
                    (act, found.unwrap_or(Err(Limit::Nodes)))
                })
                .collect();
        }
        let mut judged: Vec<Judged> = Vec::with_capacity(acts.len());
        let round = match self.wanted {
            Wanted::All => acts.len(),
            Wanted::One => LANES,
        };
        for round in acts.chunks(round.max(1)) {
            judged.extend(deal(
                &mut self.lanes,
                round,
                budget,
                |search, act, budget| search.reaches_with(state, act, plies, budget),
            ));
            if self.wanted == Wanted::One && keep_one(judged.iter_mut().map(|(_, answer)| answer)) {
                let left = &acts[judged.len()..];
                judged.extend(left.iter().map(|&act| (act, Err(Limit::NotExhaustive))));
                break;
            }
        }
        judged
    }
}

/// The first moves of help play with all solutions that begin with them, judged in parallel.
#[derive(Debug)]
pub struct HelpRootSearch {
    lanes: Vec<Help>,
    /// After so many solutions no further first moves are looked at.
    most: u64,
}

/// A first move of help play, the solutions that begin with it and their number.
pub type Helped = (Act, Result<Option<(Course, u64)>, Limit>);

impl HelpRootSearch {
    /// A search with tables of `table_mib` MiB in all.
    pub fn new(
        rules: crate::game::Rules,
        goal: Goal,
        table_mib: usize,
        most: u64,
        budget: &Budget,
    ) -> HelpRootSearch {
        let half = table_mib / 2;
        let bytes = half.saturating_mul(1 << 20) / LANES;
        // With limited nodes no lane may see what another has found.
        let alone = budget.is_node_limited();
        let mib = if alone { half / LANES } else { half };
        let dead = || Arc::new(Dead::new(mib.max(1)));
        let shared = dead();
        let lanes = (0..LANES)
            .map(|_| if alone { dead() } else { Arc::clone(&shared) })
            .map(|dead| Help::new(rules, goal, bytes, dead).at_most(most))
            .collect();
        HelpRootSearch { lanes, most }
    }

    /// All solutions from `state`, with the tables of the first lane.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn solutions(
        &mut self,
        state: &State,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<Node>, Limit> {
        self.lanes[0].solutions(state, plies, budget)
    }

    /// The moves of `state`, in order, with their solutions in exactly `plies` half-moves. If enough are found,
    /// the moves that follow are left out, and never are more reported than were wanted.
    pub fn judge(&mut self, state: &State, plies: u32, budget: &mut Budget) -> Vec<Helped> {
        let acts = self.lanes[0].acts(state);
        let round = if self.most == u64::MAX {
            acts.len()
        } else {
            LANES
        };
        let mut judged = Vec::with_capacity(acts.len());
        let mut total = 0;
        let mut beginning = self.lanes[0].beginning(state, plies, round.min(acts.len()), budget);
        for acts in acts.chunks(round.max(1)) {
            if total >= self.most {
                break;
            }
            let mut found = match &mut beginning {
                Some(beginning) => self.search_from(beginning, state, acts, plies, budget),
                None => deal(&mut self.lanes, acts, budget, |help, act, budget| {
                    help.solutions_with(state, act, plies, budget)
                }),
            };
            for (act, found) in &mut found {
                let Ok(Some((_, number))) = found else {
                    continue;
                };
                let left = self.most - total;
                if left == 0 {
                    // Enough of them are reported before this one.
                    *found = Ok(None);
                } else if *number > left {
                    let help = &mut self.lanes[0];
                    *found = help.solutions_up_to(left, state, *act, plies, budget);
                    total += left;
                } else {
                    total += *number;
                }
            }
            judged.extend(found);
        }
        judged
    }

    /// The same of these moves, with what is known from the beginning on.
    fn search_from(
        &mut self,
        beginning: &mut Beginning,
        state: &State,
        acts: &[Act],
        plies: u32,
        budget: &mut Budget,
    ) -> Vec<Helped> {
        let mut answers: Vec<_> = acts.iter().map(|_| None).collect();
        let mut open: Vec<usize> = (0..acts.len()).collect();
        loop {
            let these: Vec<Act> = open.iter().map(|&at| acts[at]).collect();
            let known = &*beginning;
            let found = deal(&mut self.lanes, &these, budget, |help, act, budget| {
                help.solutions_from(known, state, act, plies, budget)
            });
            for (&at, (_, answer)) in open.iter().zip(found) {
                answers[at] = match answer {
                    Ok(Attempt::Complete(course)) => Some(Ok(course)),
                    Ok(Attempt::GivenUpForNow) => None,
                    Err(limit) => Some(Err(limit)),
                };
            }
            open.retain(|&at| answers[at].is_none());
            if open.is_empty() {
                break;
            }
            beginning.look(open.len(), budget);
        }
        let answers = answers.into_iter().flatten();
        acts.iter().copied().zip(answers).collect()
    }
}

/// Which act was asked about, the answer, and what it cost.
type Spent<A> = (usize, Result<A, Limit>, Budget);

/// Deals `acts` to `lanes` and asks `question` of each. Every act gets an equal share of the nodes;
/// what the quick ones leave is shared out again among the others, until all are answered or
/// nothing is left.
fn deal<L: Send, A: Send>(
    lanes: &mut [L],
    acts: &[Act],
    budget: &mut Budget,
    question: impl Fn(&mut L, Act, &mut Budget) -> Result<A, Limit> + Sync,
) -> Vec<(Act, Result<A, Limit>)> {
    let mut answers: Vec<Option<Result<A, Limit>>> = acts.iter().map(|_| None).collect();
    let count = lanes.len();
    loop {
        let open: Vec<usize> = (0..acts.len())
            .filter(|&i| matches!(answers[i], None | Some(Err(Limit::Nodes))))
            .collect();
        let share = if budget.is_node_limited() {
            budget.nodes_left() / (open.len() as u64).max(1)
        } else {
            u64::MAX
        };
        if open.is_empty() || share == 0 {
            break;
        }
        let purse = &*budget;
        let round: Vec<Vec<Spent<A>>> = lanes
            .par_iter_mut()
            .enumerate()
            .map(|(lane, searcher)| {
                open.iter()
                    .filter(|&&i| i % count == lane)
                    .map(|&i| {
                        let mut own = purse.share(share);
                        let answer = match own.check_clock() {
                            Ok(()) => question(searcher, acts[i], &mut own),
                            Err(limit) => Err(limit),
                        };
                        (i, answer, own)
                    })
                    .collect()
            })
            .collect();
        for (i, answer, own) in round.into_iter().flatten() {
            budget.charge(&own);
            answers[i] = Some(answer);
        }
        if !budget.is_node_limited() {
            break;
        }
    }
    acts.iter()
        .zip(answers)
        .map(|(&act, answer)| (act, answer.unwrap_or(Err(Limit::Nodes))))
        .collect()
}
