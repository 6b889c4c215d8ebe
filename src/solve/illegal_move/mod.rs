//! An old kind of joke problem: the diagram follows an illegal move, which is taken back (SEMANTICS.md, section 5).
//!
//! Every illegal last move of the side not on move is found ([`false_moves`]), the position before it
//! is analysed for its own worlds, the move is replaced under the touch law, and the stipulation runs
//! from there, by the codex. A solution is a retraction after which it is met; sound is exactly one.
//!
//! Invariant: a position before counts only if it has a history as far as known; whatever hangs on a
//! position or world that could not be decided makes the result conditional, never final.
//!
//! ```
//! use beruehrt::problem::{Diagram, Strictness};
//! use beruehrt::solve::illegal_move::{Offence, false_moves};
//! use shakmaty::{Board, Color};
//!
//! // Wheeler 1874: Black has castled out of check.
//! let board = Board::from_ascii_board_fen(b"2kr1b2/p3p3/4K1Br/B3R3/8/5q2/8/8")?;
//! let diagram = Diagram { board, turn: Color::White };
//! let moves = false_moves(&diagram, Strictness::Plain);
//! assert!(moves.iter().any(|mv| mv.offence == Offence::Castling));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod facts;
mod false_move;
mod retraction;

use std::time::{Duration, Instant};

use shakmaty::{Move, Square};

use crate::budget::{Budget, Limit, Limits};
use crate::game::{Rules, State};
use crate::law::{DeniedMove, Penalty, RuleSet, Touch, Touches};
use crate::problem::{
    Convention, Diagram, Fact, Forced, Goal, Histories, Length, Options, Play, SetPlay, Strictness,
    Twin,
};
use crate::solution::{Key, Manner, Solution, Verdict};
use crate::world::{Rights, World, WorldSet};

use super::{
    Condition, Feasibility, Finality, Outcome, SolveError, SolveOptions, Stats, Tries, WorldStatus,
    solve,
};

pub use false_move::{FalseMove, Offence, begun_moves, false_moves};
pub use retraction::{Replacement, Retraction, Sequel};

use facts::facts_before;
use retraction::key;

/// Longest play looked for with `n = ?`, in moves.
const LONGEST: u32 = 8;

/// Most undecided worlds of one position whose subsets are all tried.
const SUBSETS: usize = 6;

/// Most candidate worlds of a position whose subsets are tried before it is analysed at all.
const FEW: usize = 2;

/// Solves `twin` under the convention `illegal-move`. `statuses` are the diagram's own worlds, `own` those of them that are feasible.
pub(super) fn solve_retracting(
    twin: &Twin,
    forced: Forced,
    statuses: &[WorldStatus],
    own: WorldSet,
    options: &SolveOptions,
) -> Result<Outcome, SolveError> {
    // "If the position could be legal, it is legal": then it is an ordinary problem.
    if twin.options.strict == Strictness::Strict && !own.is_empty() && !forced.is_half_a_move() {
        let ordinary = Twin {
            convention: Convention::Codex,
            ..twin.clone()
        };
        let mut outcome = solve(&ordinary, statuses, options)?;
        let sure = |status: &WorldStatus| status.feasibility == Feasibility::Possible;
        if !statuses.iter().any(sure) {
            outcome.finality = Finality::Conditional(Condition::NotSearched);
        }
        return Ok(outcome);
    }

    let began = Instant::now();
    let mut judge = Judge {
        twin,
        forced,
        options,
        budget: options.limits.start(),
        given: match &twin.histories {
            Histories::Given(worlds) => Some(*worlds),
            Histories::Analyse | Histories::Claim(_) => None,
        },
        retro: Limits {
            stop: options.limits.stop.clone(),
            ..options.retro.clone()
        },
        nodes: 0,
        limit: None,
        conditional: false,
    };
    let mut cases = cases(twin, forced);
    if twin.options.strict == Strictness::Strict && forced.is_half_a_move() {
        judge.only_half_castlings(&mut cases);
    }
    let (plies, retractions) = judge.shortest(&mut cases)?;
    let exhausted = forced.length == Length::Smallest && !cases.is_empty();
    let limit = judge.limit.or(exhausted.then_some(Limit::Depth));
    let verdict = match limit {
        _ if !retractions.is_empty() => Verdict::Solved,
        Some(limit) => Verdict::Undecided(limit),
        None => Verdict::NoSolution,
    };
    let searched_all = judge.limit.is_none() && !judge.conditional;
    Ok(Outcome {
        applied: Convention::IllegalMove,
        worlds: own,
        verdict,
        finality: if searched_all {
            Finality::Final
        } else {
            Finality::Conditional(Condition::NotSearched)
        },
        solution: Some(Solution {
            keys: retractions.iter().map(|one| key(one.mv)).collect(),
            ..Solution::new(verdict, plies)
        }),
        parts: Vec::new(),
        retractions,
        stats: Stats {
            nodes: judge.nodes,
            millis: began.elapsed().as_millis(),
        },
    })
}

/// Every illegal last move that the facts under the diagram allow.
fn cases(twin: &Twin, forced: Forced) -> Vec<Case> {
    let begun = if forced.is_half_a_move() {
        begun_moves(&twin.diagram)
    } else {
        false_moves(&twin.diagram, twin.options.strict)
    };
    begun
        .into_iter()
        .filter_map(|false_move| {
            let facts = facts_before(&false_move, &twin.facts)?;
            Some(Case {
                false_move,
                facts,
                worlds: None,
            })
        })
        .collect()
}

/// Lengths to be tried, in half-moves. With `n = ?` the goal may even be reached by the replacement.
fn lengths(forced: Forced) -> impl Iterator<Item = u32> {
    let (first, last) = match (forced.length, forced.play) {
        (Length::HalfMoves(plies), _) => (plies, plies),
        (Length::Smallest, Play::Direct) => (1, 2 * LONGEST - 1),
        (Length::Smallest, _) => (0, 2 * LONGEST),
    };
    (first..=last).step_by(2)
}

/// An illegal last move with the worlds it was illegal in, once they are known.
struct Case {
    false_move: FalseMove,
    /// What the text under the diagram says of the position before.
    facts: Vec<Fact>,
    worlds: Option<Known>,
}

/// The worlds of the position before in which the move was illegal.
#[derive(Clone, Copy)]
struct Known {
    possible: WorldSet,
    undecided: WorldSet,
}

/// Judges retractions.
struct Judge<'a> {
    twin: &'a Twin,
    forced: Forced,
    options: &'a SolveOptions,
    budget: Budget,
    given: Option<WorldSet>,
    /// What the histories of the positions before may cost: the time that is left for all of them, the nodes for each.
    retro: Limits,
    nodes: u64,
    limit: Option<Limit>,
    conditional: bool,
}

impl Judge<'_> {
    /// The shortest length in half-moves that has solutions, with these; the last length tried if there are none.
    fn shortest(&mut self, cases: &mut [Case]) -> Result<(u32, Vec<Retraction>), SolveError> {
        let mut plies = 0;
        let mut found: Vec<Retraction> = Vec::new();
        for length in lengths(self.forced) {
            plies = length;
            for case in &mut *cases {
                for retraction in self.case(case, length)? {
                    // Whatever was taken off the board: the move that is finished is the solution.
                    let is_known = |known: &Retraction| known.ends_like(&retraction);
                    if !(self.forced.is_half_a_move() && found.iter().any(is_known)) {
                        found.push(retraction);
                    }
                }
                if self.limit.is_some() {
                    break;
                }
            }
            if !found.is_empty() || self.limit.is_some() || cases.is_empty() {
                break;
            }
        }
        Ok((plies, found))
    }

    /// The solutions that taking back one illegal move gives.
    fn case(&mut self, case: &mut Case, plies: u32) -> Result<Vec<Retraction>, SolveError> {
        if let Err(limit) = self.budget.spend().and_then(|()| self.budget.check_clock()) {
            self.limit = Some(limit);
            return Ok(Vec::new());
        }
        let before = &case.false_move.before;
        if case.worlds.is_none() {
            // Playing on is cheap, the analysis is not: where no set of worlds helps, it is left out.
            let candidates = case.false_move.illegal_in(before.candidates());
            if candidates.is_empty() {
                return Ok(Vec::new());
            }
            if candidates.len() <= FEW {
                let mut helps = false;
                for worlds in subsets(&WorldSet::empty(before.turn), &candidates) {
                    helps |= !self.solutions(&case.false_move, worlds, plies)?.is_empty();
                }
                if !helps {
                    return Ok(Vec::new());
                }
            }
        }
        let known = if let Some(known) = case.worlds {
            known
        } else {
            let known = self.worlds(&case.false_move, &case.facts);
            *case.worlds.insert(known)
        };
        let all = known.possible.union(&known.undecided);
        if all.is_empty() {
            return Ok(Vec::new());
        }
        let found = self.solutions(&case.false_move, all, plies)?;
        self.conditional |= self.hangs_on_undecided(case, known, &found, plies)?;
        Ok(found)
    }

    /// Half a castling is a legal act and so the smallest deviation: where it explains the diagram,
    /// nothing else counts.
    fn only_half_castlings(&mut self, cases: &mut Vec<Case>) {
        let mut explained = false;
        for case in &mut *cases {
            if case.false_move.offence != Offence::HalfCastling {
                continue;
            }
            let known = self.worlds(&case.false_move, &case.facts);
            explained |= !known.possible.is_empty();
            self.conditional |= known.possible.is_empty() && !known.undecided.is_empty();
            case.worlds = Some(known);
        }
        if explained {
            cases.retain(|case| case.false_move.offence == Offence::HalfCastling);
        }
    }

    /// Whether what was found hangs on worlds that could not be decided.
    fn hangs_on_undecided(
        &mut self,
        case: &Case,
        known: Known,
        found: &[Retraction],
        plies: u32,
    ) -> Result<bool, SolveError> {
        if known.undecided.is_empty() {
            return Ok(false);
        }
        if known.undecided.len() > SUBSETS || (known.possible.is_empty() && !found.is_empty()) {
            return Ok(true);
        }
        for worlds in subsets(&known.possible, &known.undecided) {
            let other = self.solutions(&case.false_move, worlds, plies)?;
            if other.len() != found.len() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The worlds of the position before in which the move was illegal, judged.
    fn worlds(&mut self, false_move: &FalseMove, facts: &[Fact]) -> Known {
        let before = &false_move.before;
        let mut known = Known {
            possible: WorldSet::empty(before.turn),
            undecided: WorldSet::empty(before.turn),
        };
        if let Some(given) = self.given {
            // What the file gives of the diagram holds; what only the position before has may be either.
            let here = Rights::at_home(&self.twin.diagram.board);
            known.possible = before.candidates().filter(|world| {
                let kept = world.rights.intersection(here);
                given.iter().any(|given| given.rights == kept)
            });
        } else {
            let began = Instant::now();
            let limits = self.retro.within(self.budget.time_left());
            let judged = WorldStatus::analysed(before, facts, &limits);
            let left = |time: Duration| time.saturating_sub(began.elapsed());
            self.retro.time = self.retro.time.map(left);
            let of = |wanted| WorldStatus::select(before.turn, &judged, |known| known == wanted);
            known.possible = of(Feasibility::Possible);
            known.undecided = of(Feasibility::Undecided);
        }
        known.possible = false_move.illegal_in(known.possible);
        known.undecided = false_move.illegal_in(known.undecided);
        known
    }

    /// The solutions that taking back `false_move` gives if the feasible worlds are `worlds`.
    fn solutions(
        &mut self,
        false_move: &FalseMove,
        worlds: WorldSet,
        plies: u32,
    ) -> Result<Vec<Retraction>, SolveError> {
        let before = &false_move.before;
        let Ok(state) = State::start(before, worlds) else {
            return Ok(Vec::new());
        };
        let rules = rules(self.twin.options);
        let moves = state.moves(&rules);
        // Nobody moves, in turn or out of it, after mate or stalemate.
        if moves.is_empty() {
            return Ok(Vec::new());
        }
        let solution = |replacements| Retraction {
            offence: false_move.offence,
            mv: false_move.mv,
            before: before.clone(),
            worlds,
            replacements,
        };
        if false_move.offence == Offence::OutOfTurn {
            if plies == 0 || self.forced.is_half_a_move() {
                return Ok(Vec::new());
            }
            let met = self.met(before, &worlds, plies)?;
            return Ok(met
                .map(|sequel| solution(vec![Replacement { mv: None, sequel }]))
                .into_iter()
                .collect());
        }
        let Some(king) = before.board.king_of(before.turn) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        // The opponent of the replacing side is the attacker: any of the penalties will do.
        for penalty in self.penalties(false_move, king, &rules, &moves) {
            match penalty {
                Penalty::Stands => {
                    let after = self.standing(false_move, &worlds);
                    if let Some(sequel) = self.met(&self.twin.diagram, &after, plies)? {
                        let mv = Some(key(false_move.mv));
                        found.push(vec![Replacement { mv, sequel }]);
                    }
                }
                Penalty::TakenBack(touches) => {
                    let bound = state.clone().touching(touches);
                    self.replacements(&bound, &rules, plies, &mut found)?;
                }
            }
            // What the attacker can demand besides makes no other solution.
            if !is_each_a_solution(self.forced) && !found.is_empty() {
                break;
            }
        }
        Ok(found.into_iter().map(solution).collect())
    }

    /// What the false move costs the side that made it with the king on that square.
    fn penalties(
        &self,
        false_move: &FalseMove,
        king: Square,
        rules: &Rules,
        moves: &[Move],
    ) -> Vec<Penalty> {
        match false_move.half_castling() {
            // The king has been released: that castling is owed, else another king move (4.7.2).
            Some((castling, touched)) if rules.laws.denied_move == DeniedMove::Touches => {
                let legal = moves.contains(&castling);
                let owed = if legal { touched } else { Touch::Own(king) };
                vec![Penalty::TakenBack(Touches::NONE.with(owed))]
            }
            _ => rules
                .laws
                .penalties(
                    false_move.mv,
                    king,
                    Touches::NONE,
                    self.twin.options.ep_touch,
                    moves,
                )
                .into_iter()
                .filter(|penalty| !(self.forced.is_half_a_move() && *penalty == Penalty::Stands))
                .collect(),
        }
    }

    /// Adds the solutions that replacing the move in `bound` gives, each a list of replacements.
    fn replacements(
        &mut self,
        bound: &State,
        rules: &Rules,
        plies: u32,
        found: &mut Vec<Vec<Replacement>>,
    ) -> Result<(), SolveError> {
        let each = is_each_a_solution(self.forced);
        let choices = bound.moves(rules);
        let mut replacements = Vec::new();
        for &mv in &choices {
            let after = bound.play(mv);
            let diagram = Diagram::of(after.chess());
            let Some(sequel) = self.met(&diagram, after.worlds(), plies)? else {
                if each {
                    continue;
                }
                // The defender has a way out.
                return Ok(());
            };
            let key = Key {
                mv,
                san: bound.san(rules, mv),
                manner: Manner::Plain,
            };
            let is_known =
                |known: &Vec<Replacement>| known[0].mv.as_ref().is_some_and(|known| known.mv == mv);
            let replacement = Replacement {
                mv: Some(key),
                sequel,
            };
            if !each {
                replacements.push(replacement);
            } else if !found.iter().any(is_known) {
                found.push(vec![replacement]);
            }
        }
        if !replacements.is_empty() {
            found.push(replacements);
        }
        Ok(())
    }

    /// The diagram's worlds if the false move stands.
    fn standing(&self, false_move: &FalseMove, worlds: &WorldSet) -> WorldSet {
        let from = false_move.mv.from().unwrap_or(false_move.mv.to());
        let lost = Rights::on_square(from).union(Rights::on_square(false_move.mv.to()));
        let here = Rights::at_home(&self.twin.diagram.board);
        worlds
            .after(lost, None)
            .filter(|world| world.rights.is_subset(here))
    }

    /// Whether the stipulation is met from here in `plies`, and how.
    fn met(
        &mut self,
        diagram: &Diagram,
        worlds: &WorldSet,
        plies: u32,
    ) -> Result<Option<Sequel>, SolveError> {
        let Ok(state) = State::start(diagram, *worlds) else {
            return Ok(None);
        };
        if state.moves(&rules(self.twin.options)).is_empty() {
            let goal = state.is_check() == (self.forced.goal == Goal::Mate);
            let wanted = match self.forced.play {
                Play::SelfPlay | Play::Reflex => true,
                Play::Direct => self.forced.is_half_a_move(),
                Play::Help => plies == 0,
            };
            return Ok((goal && wanted).then_some(Sequel::Goal));
        }
        if plies == 0 {
            return Ok(None);
        }
        let twin = Twin {
            diagram: diagram.clone(),
            convention: Convention::Codex,
            stipulation: crate::problem::Stipulation::Goal(Forced {
                length: Length::HalfMoves(plies),
                set_play: SetPlay::No,
                ..self.forced
            }),
            histories: Histories::Given(*worlds),
            facts: Vec::new(),
            ..self.twin.clone()
        };
        let options = SolveOptions {
            limits: self.budget.limits_left(),
            tries: Tries::None,
            ..self.options.clone()
        };
        let outcome = solve(&twin, &WorldStatus::given(worlds), &options)?;
        self.nodes += outcome.stats.nodes;
        self.budget.charge_nodes(outcome.stats.nodes);
        Ok(match outcome.verdict {
            Verdict::Solved => Some(Sequel::Play(Box::new(outcome))),
            Verdict::Undecided(limit) => {
                self.limit = Some(limit);
                None
            }
            Verdict::NoSolution | Verdict::Illegal => None,
        })
    }
}

/// Whether the side that replaces is the attacker: one replacement will do, and each is a solution. Who finishes his own
/// move is the attacker.
pub(crate) fn is_each_a_solution(forced: Forced) -> bool {
    forced.play == Play::Help || forced.is_half_a_move()
}

/// Castling is permitted unless disproved, en passant only if proved, under the file's touch law.
fn rules(options: Options) -> Rules {
    Rules {
        laws: RuleSet::of(options.laws),
        ep_touch: options.ep_touch,
        ..Rules::retro_strategy()
    }
}

/// `always` with every subset of `some`, the empty result left out.
fn subsets(always: &WorldSet, some: &WorldSet) -> Vec<WorldSet> {
    let some: Vec<World> = some.iter().collect();
    (0..1usize << some.len())
        .map(|bits| {
            let chosen = some
                .iter()
                .enumerate()
                .filter(|(i, _)| bits & (1 << i) != 0);
            always.union(&WorldSet::new(
                always.turn(),
                chosen.map(|(_, &world)| world),
            ))
        })
        .filter(|worlds| !worlds.is_empty())
        .collect()
}
