//! Solving one diagram in one set of worlds under one value of the rules.

use crate::budget::{Budget, Limit};
use crate::game::{Rules, State};
use crate::problem::{Convention, Forced, Length, Play, SetPlay, Twin};
use crate::search::{Act, Grower, HelpRootSearch, Judged, MAX_PLIES, Question, RootSearch};
use crate::solution::{
    Audit, Branch, Claim, Count, Detail, Extent, Key, Mark, Node, Outlook, Pressure, SetPlayTree,
    Solution, Tries, Verdict, check,
};
use crate::world::{World, WorldSet};

use super::set_worlds::SetWorlds;
use super::{SolveError, SolveOptions};

/// What one set of worlds is to be solved for.
pub(super) struct Session<'a> {
    pub twin: &'a Twin,
    pub forced: Forced,
    pub options: &'a SolveOptions,
    /// The worlds of the set play, if it is wanted and possible.
    pub set_play: Option<SetWorlds>,
}

/// How much is to be done beyond the verdict and the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// Verdict and keys.
    Keys,
    /// Tree, set play and audit too.
    Everything,
}

impl Session<'_> {
    /// Solves the diagram in `worlds` under `rules`.
    pub(super) fn solve(
        &self,
        worlds: WorldSet,
        convention: Convention,
        effort: Effort,
        budget: &mut Budget,
    ) -> Result<Solution, SolveError> {
        let state = State::start(&self.twin.diagram, worlds)
            .map_err(|error| SolveError::Unplayable(error.text()))?;
        if self.forced.play == Play::Help {
            Ok(self.help(&state, convention, effort, budget))
        } else {
            Ok(self.search(&state, convention, effort, budget))
        }
    }

    /// `convention` as a value; PRA and codex come here for their single worlds, where nothing is
    /// doubtful.
    fn rules(&self, convention: Convention) -> Rules {
        let options = self.twin.options;
        match (convention, self.forced.play) {
            (Convention::BeruehrtGefuehrt, Play::Help) => Rules::beruehrt_gefuehrt_help(options),
            (Convention::BeruehrtGefuehrt, _) => {
                Rules::beruehrt_gefuehrt(options, self.twin.diagram.turn)
            }
            (Convention::APosteriori, _) => Rules::a_posteriori(),
            (
                Convention::Codex
                | Convention::Pra
                | Convention::RetroStrategy
                | Convention::IllegalMove,
                _,
            ) => Rules::retro_strategy(),
        }
    }

    fn question(&self, rules: Rules) -> Question {
        Question {
            rules,
            play: self.forced.play,
            goal: self.forced.goal,
            attacker: self.twin.diagram.turn,
        }
    }

    /// The lengths to be tried, in half-moves: the one that is asked for, or every one from the
    /// shortest.
    fn lengths(&self) -> impl Iterator<Item = u32> {
        let (first, last) = match (self.forced.length, self.forced.play) {
            (Length::HalfMoves(plies), _) => (plies, plies),
            (Length::Smallest, Play::Direct) => (1, MAX_PLIES + 1),
            (Length::Smallest, _) => (2, MAX_PLIES + 2),
        };
        (first..=last).step_by(2)
    }

    fn search(
        &self,
        state: &State,
        convention: Convention,
        effort: Effort,
        budget: &mut Budget,
    ) -> Solution {
        let rules = self.rules(convention);
        let (restrictions, wanted) = (self.options.restrictions, self.options.wanted);
        let table = self.options.table_mib;
        let mut search = RootSearch::new(self.question(rules), restrictions, wanted, table, budget);
        let mut plies = 0;
        let mut judged: Vec<Judged> = Vec::new();
        let mut verdict = Verdict::NoSolution;
        for length in self.lengths() {
            plies = length;
            judged = if length > MAX_PLIES {
                all_err(search.searcher().acts(state), Limit::Depth)
            } else {
                search.judge(state, length, budget)
            };
            verdict = verdict_of(&judged);
            if verdict != Verdict::NoSolution || judged.is_empty() {
                break;
            }
        }
        if verdict == Verdict::NoSolution && restrictions.any() && !judged.is_empty() {
            verdict = Verdict::Undecided(Limit::NotExhaustive);
        }
        let mut solution = Solution::new(verdict, plies);
        solution.keys = judged
            .iter()
            .filter(|(_, found)| *found == Ok(true))
            .map(|(act, _)| key(state, &rules, *act))
            .collect();
        if effort == Effort::Everything {
            self.grow(
                &mut solution,
                &mut search,
                state,
                convention,
                &judged,
                budget,
            );
            if self.has_set_play(verdict) {
                let find = |state: &State, plies| {
                    let options = self.options;
                    let searcher = search.searcher();
                    let mut grower =
                        Grower::new(searcher, budget, options.detail, options.tree_nodes);
                    grower.set_play(state, plies)
                };
                solution.set_play = self.set_play(state, convention, plies, find);
            }
        }
        solution
    }

    fn grow(
        &self,
        solution: &mut Solution,
        search: &mut RootSearch,
        state: &State,
        convention: Convention,
        judged: &[Judged],
        budget: &mut Budget,
    ) {
        let plies = solution.plies;
        let mut root = root_node(state);
        // What else the attacker threatens, or fails to, is not known if moves are left out.
        let partial = self.options.is_partial();
        let detail = if partial {
            Detail::Keys
        } else {
            self.options.detail
        };
        let mut grower = Grower::new(search.searcher(), budget, detail, self.options.tree_nodes);
        for &(act, ref found) in judged {
            if *found == Ok(true) {
                root.branches.push(grower.key(state, act, plies));
            }
        }
        self.audit(solution, &root, state.worlds(), convention);
        let longest = if solution.keys.is_empty() {
            Tries::MOST_PLIES_UNSOLVED
        } else {
            Tries::MOST_PLIES
        };
        if let (Some(most), true) = (self.options.tries.most(), plies <= longest && !partial) {
            let followed = matches!(self.options.tries, Tries::Followed(_))
                && plies <= Tries::MOST_PLIES_FOLLOWED
                && self.forced.play != Play::Reflex;
            // Whoever must mate at once in reflex play has no tries.
            let must_mate = match self.forced.play {
                Play::Reflex => search.searcher().has_mate_at_once(state, budget),
                Play::Direct | Play::SelfPlay | Play::Help => Ok(false),
            };
            if must_mate.is_err() {
                root.extent = Extent::Cut;
            }
            let first_moves = if must_mate == Ok(false) { judged } else { &[] };
            let mut virtual_play = Vec::new();
            let mut grower =
                Grower::new(search.searcher(), budget, detail, self.options.tree_nodes);
            for &(act, ref found) in first_moves {
                if *found != Ok(false) {
                    continue;
                }
                match grower.try_move(state, act, plies, most) {
                    Ok(Some(branch)) => {
                        if followed && branch.has_one_refutation() {
                            virtual_play.push(grower.followed(state, act, plies));
                        }
                        root.branches.push(branch);
                    }
                    Ok(None) => {}
                    Err(_) => {
                        root.extent = Extent::Cut;
                        break;
                    }
                }
            }
            let is_whole =
                root.extent == Extent::Complete && judged.iter().all(|(_, found)| found.is_ok());
            if followed && is_whole {
                solution.virtual_play = virtual_play.into_iter().collect();
            }
        }
        solution.tree = Some(root);
    }

    /// Whether set play is asked for and what it belongs to was searched to the end.
    fn has_set_play(&self, verdict: Verdict) -> bool {
        self.forced.set_play == SetPlay::Yes
            && !self.options.is_partial()
            && matches!(verdict, Verdict::Solved | Verdict::NoSolution)
    }

    /// The other side first, with one half-move less to go: in the worlds of the set play, in a part in those with the
    /// rights of the part. `find` gives its tree and how many choices of the defender have no answer.
    fn set_play(
        &self,
        state: &State,
        convention: Convention,
        plies: u32,
        find: impl FnOnce(&State, u32) -> Result<(Node, usize), Limit>,
    ) -> Option<SetPlayTree> {
        let plies = plies.checked_sub(1)?;
        let set = self.set_play.as_ref()?;
        let rights = state.worlds().sole().map(|world| world.rights);
        let fits = |world: World| convention != Convention::Pra || Some(world.rights) == rights;
        let state = State::start(&self.twin.diagram.turned(), set.worlds.filter(fits)).ok()?;
        let (node, unanswered) = find(&state, plies).unwrap_or_else(|_| (cut_node(&state), 0));
        Some(SetPlayTree {
            node,
            unanswered,
            is_open: !set.undecided.filter(fits).is_empty(),
        })
    }

    fn help(
        &self,
        state: &State,
        convention: Convention,
        effort: Effort,
        budget: &mut Budget,
    ) -> Solution {
        let rules = self.rules(convention);
        let most = self.options.most_solutions.unwrap_or(u64::MAX);
        let table = self.options.table_mib;
        let mut search = HelpRootSearch::new(rules, self.forced.goal, table, most, budget);
        let mut solution = Solution::new(Verdict::NoSolution, 0);
        let mut root = root_node(state);
        for plies in self.lengths() {
            solution.plies = plies;
            let mut limit = (plies > MAX_PLIES).then_some(Limit::Depth);
            let mut total = 0_u64;
            if limit.is_none() {
                for (act, found) in search.judge(state, plies, budget) {
                    match found {
                        Ok(Some((course, number))) => {
                            total = total.saturating_add(number);
                            let key = key(state, &rules, act);
                            solution.keys.push(key);
                            root.branches.push(Branch {
                                mv: key.mv,
                                san: key.san,
                                manner: key.manner,
                                mark: Mark::Key,
                                course,
                            });
                        }
                        Ok(None) => {}
                        Err(hit) => limit = limit.or(Some(hit)),
                    }
                }
            }
            solution.verdict = match limit {
                Some(limit) => Verdict::Undecided(limit),
                None if solution.keys.is_empty() => Verdict::NoSolution,
                None => Verdict::Solved,
            };
            let counted = limit.is_none() && total < most;
            solution.count = Some(if counted {
                Count::Exactly(total)
            } else {
                Count::AtLeast(total)
            });
            if total >= most {
                // First moves may be missing.
                root.extent = Extent::Cut;
            }
            if solution.verdict != Verdict::NoSolution || state.moves(&rules).is_empty() {
                break;
            }
        }
        if effort == Effort::Everything {
            self.audit(&mut solution, &root, state.worlds(), convention);
            solution.tree = Some(root);
            if self.has_set_play(solution.verdict) {
                let find = |state: &State, plies| {
                    let node = search.solutions(state, plies, budget)?;
                    Ok((node.unwrap_or_else(|| root_node(state)), 0))
                };
                solution.set_play = self.set_play(state, convention, solution.plies, find);
            }
        }
        solution
    }

    /// Has the independent checker replay the keys in `root`. A solution that it refuses is undecided.
    fn audit(
        &self,
        solution: &mut Solution,
        root: &Node,
        worlds: &WorldSet,
        convention: Convention,
    ) {
        if solution.verdict != Verdict::Solved {
            return;
        }
        if root.is_cut() {
            solution.audit = Audit::TooLarge;
            return;
        }
        let claim = Claim {
            diagram: &self.twin.diagram,
            worlds,
            convention,
            options: self.twin.options,
            play: self.forced.play,
            goal: self.forced.goal,
            plies: solution.plies,
        };
        solution.audit = match check(&claim, root) {
            Ok(()) => Audit::Passed,
            Err(fault) => {
                solution.verdict = Verdict::Undecided(Limit::Depth);
                Audit::Failed(fault.to_string())
            }
        };
    }
}

fn root_node(state: &State) -> Node {
    Node {
        position: state.chess().clone(),
        worlds: *state.worlds(),
        touched: Vec::new(),
        outlook: Outlook::Open,
        pressure: Pressure::Unknown,
        branches: Vec::new(),
        extent: Extent::Complete,
    }
}

/// A place that was not searched to the end.
fn cut_node(state: &State) -> Node {
    Node {
        extent: Extent::Cut,
        ..root_node(state)
    }
}

fn key(state: &State, rules: &Rules, act: Act) -> Key {
    Key {
        mv: act.mv,
        san: state.san(rules, act.mv),
        manner: act.manner,
    }
}

fn all_err(acts: Vec<Act>, limit: Limit) -> Vec<Judged> {
    acts.into_iter().map(|act| (act, Err(limit))).collect()
}

fn verdict_of(judged: &[Judged]) -> Verdict {
    let limit = judged
        .iter()
        .find_map(|(_, found)| found.as_ref().err().copied());
    match limit {
        // Left open because one key was wanted.
        Some(Limit::NotExhaustive) => Verdict::Solved,
        Some(limit) => Verdict::Undecided(limit),
        None if judged.iter().any(|(_, found)| *found == Ok(true)) => Verdict::Solved,
        None => Verdict::NoSolution,
    }
}
