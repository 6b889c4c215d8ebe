//! The course of a verification.

use std::time::{Duration, Instant};

use crate::budget::Limits;
use crate::problem::{Convention, Diagram, Duplex, Problem, SetPlay, Stipulation, Twin};
use crate::retro::proof_game::ProofGames;
use crate::solution::{Audit, Verdict};
use crate::solve::retractor::Retractions;
use crate::solve::{
    Condition, Detail, Feasibility, Finality, Outcome, SolveOptions, Stats, Tries, WorldStatus,
    solve,
};

use super::economy::{self, Economy};
use super::finding::{Finding, LineFault, Severity};
use super::growth::Growth;
use super::letters::letters_of;
use super::published::with_shared_solution;
use super::{
    announced, duals, genre, histories, keys, last_move, letters, lines, proof_game, quality,
    retractions, retractor, unsearched,
};

/// Time for all of a verification where no limit is given, so that the economy ends some time.
const ECONOMY_TIME: Duration = Duration::from_secs(20);

/// What a verification may cost and how much of it is wanted.
#[derive(Debug, Clone, Default)]
pub struct VerifyOptions {
    /// Limits, threads and memory of each search.
    pub solve: SolveOptions,
    /// Limits of each analysis of a changed diagram.
    pub retro: Limits,
    /// Whether the economy is looked at.
    pub economy: Economy,
}

/// What is to be thought of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub enum Soundness {
    /// `C+`: the search was complete, the author's keys and no others solve, every published line
    /// holds, and no undecided world matters.
    Sound,
    /// At least one finding is an error, whatever becomes of undecided histories.
    Unsound,
    /// `C?`: no error, but not everything could be decided.
    Undecided,
}

impl Soundness {
    /// The word used in JSON: `sound`, `unsound`, `undecided`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::Unsound => "unsound",
            Soundness::Undecided => "undecided",
        }
    }
}

/// What a verification gave.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Verification {
    /// The verdict.
    pub soundness: Soundness,
    /// The findings, in the order an editor reads them.
    pub findings: Vec<Finding>,
    /// The solution they were read from, to the end of every line; of problems that are played.
    pub outcome: Option<Outcome>,
    /// What they speak of.
    pub diagram: Diagram,
    /// The games that were found where a proof game is asked for.
    pub games: Option<ProofGames>,
    /// What was found where a retractor is asked for.
    pub retracted: Option<Retractions>,
    /// What was asked.
    pub stipulation: Stipulation,
}

impl Verification {
    /// Whether it is undecided and may be decided if fewer worlds were undecided.
    pub fn hangs_on_worlds(&self) -> bool {
        let of_worlds = |finding: &Finding| {
            matches!(
                finding,
                Finding::Conditional(_) | Finding::ClaimOpen(_) | Finding::ClaimLacksOpen(_)
            )
        };
        self.soundness == Soundness::Undecided && self.findings.iter().any(of_worlds)
    }

    /// What the main search cost; nothing where nothing was played.
    pub fn stats(&self) -> Stats {
        let of_games = || Stats {
            nodes: (self.games.as_ref().map(|found| found.nodes))
                .or(self.retracted.as_ref().map(|found| found.nodes))
                .unwrap_or(0),
            ..Stats::default()
        };
        self.outcome
            .as_ref()
            .map_or_else(of_games, |outcome| outcome.stats)
    }
}

/// Verifies `twin` of `problem`, whose candidate worlds have been judged as `worlds`. The economy is
/// looked at in the caller's rayon pool.
pub fn verify(
    problem: &Problem,
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &VerifyOptions,
) -> Verification {
    let began = Instant::now();
    let shared = with_shared_solution(problem, twin);
    let twin = shared.as_ref().unwrap_or(twin);
    let mut findings = Vec::new();
    let (white, black) = twin.diagram.men();
    findings.push(Finding::Men { white, black });
    // The count stands under the diagram; twins change it.
    if let Some(published) = problem.men.filter(|_| twin.label == problem.twins[0].label)
        && published != (white, black)
    {
        findings.push(Finding::MenDiffer {
            published,
            found: (white, black),
        });
    }
    let has_solution = |twin: &Twin| twin.solution.is_some();
    if !has_solution(twin)
        && twin.duplex != Duplex::Second
        && problem.twins.iter().any(has_solution)
    {
        findings.push(Finding::TwinWithoutSolution(twin.label.clone()));
    }
    histories::judge(twin, worlds, &mut findings);
    let mut games = None;
    let mut retracted = None;
    let (outcome, complete) = match twin.stipulation {
        Stipulation::Goal(_) => play(problem, twin, worlds, options, began, &mut findings),
        Stipulation::ProofGame(asked) => {
            let mut budget = options.solve.limits.start();
            let (found, complete) =
                proof_game::judge(problem, twin, asked, &mut budget, &mut findings);
            games = Some(found);
            (None, complete)
        }
        Stipulation::Retractor(asked) => {
            let judged = retractor::judge(problem, twin, asked, &options.solve, &mut findings);
            let mut complete = judged.is_complete;
            for play in judged.plays {
                complete &= follows(problem, play, options, began, &mut findings);
            }
            retracted = judged.found;
            (None, complete)
        }
        Stipulation::Histories | Stipulation::LastMove => {
            let known = |feasibility| worlds.iter().any(|s| s.feasibility == feasibility);
            if !known(Feasibility::Possible) && !known(Feasibility::Undecided) {
                findings.push(Finding::IllegalPosition);
            }
            let asks_for_histories = twin.stipulation == Stipulation::Histories;
            if asks_for_histories && twin.solution.is_some() {
                // What the author says of them in words nobody compares.
                findings.push(Finding::NothingRead);
            }
            let complete = match twin.stipulation {
                Stipulation::LastMove => {
                    last_move::judge(twin, problem.letters, &options.retro, &mut findings)
                }
                _ => !known(Feasibility::Undecided),
            };
            (None, complete)
        }
    };
    let soundness = match soundness(&findings, worlds, complete) {
        // The text may be that of several twins, which nothing that was read divides.
        Soundness::Unsound if is_undivided(problem) && findings.iter().all(may_be_of_another) => {
            Soundness::Undecided
        }
        soundness => soundness,
    };
    Verification {
        soundness,
        findings,
        diagram: twin.diagram.clone(),
        games,
        retracted,
        stipulation: twin.stipulation,
        outcome,
    }
}

/// Whether one of several twins has all of the published solution.
fn is_undivided(problem: &Problem) -> bool {
    let with_solution = problem.twins.iter().filter(|twin| twin.solution.is_some());
    let is_duplex = problem.twins.iter().any(|twin| twin.duplex != Duplex::No);
    problem.twins.len() > 1 && with_solution.count() == 1 && !is_duplex
}

/// Whether a finding is no error, or one that comes of reading what is said of another twin.
fn may_be_of_another(finding: &Finding) -> bool {
    finding.severity() != Severity::Error
        || matches!(
            finding,
            Finding::NotAKey { .. }
                | Finding::Line { .. }
                | Finding::WrongGame(_)
                | Finding::RetractsNot { .. }
                | Finding::NotRetracted { .. }
        )
}

/// The verdict on these findings of a search that was `complete` or not.
fn soundness(findings: &[Finding], worlds: &[WorldStatus], complete: bool) -> Soundness {
    let doubt = Doubt::of(findings, worlds);
    if (findings.iter()).any(|finding| doubt.leaves_error(finding)) {
        Soundness::Unsound
    } else if complete && !findings.iter().any(Finding::leaves_open) {
        Soundness::Sound
    } else {
        Soundness::Undecided
    }
}

/// What undecided histories may change.
#[derive(Clone, Copy)]
enum Doubt {
    /// Nothing.
    None,
    /// What a move that some history permits comes to: the search was cut short, which does not say whether anything hangs on them.
    Moves,
    /// The result.
    Result,
}

impl Doubt {
    fn of(findings: &[Finding], worlds: &[WorldStatus]) -> Doubt {
        let has = |kind: fn(&Finding) -> bool| findings.iter().any(kind);
        let is_open = |world: &WorldStatus| world.feasibility == Feasibility::Undecided;
        if has(|finding| matches!(finding, Finding::Conditional(_))) {
            Doubt::Result
        } else if has(|finding| matches!(finding, Finding::Incomplete(_)))
            && worlds.iter().any(is_open)
        {
            Doubt::Moves
        } else {
            Doubt::None
        }
    }

    /// Whether a finding is an error all the same.
    const fn leaves_error(self, finding: &Finding) -> bool {
        let hangs_on_moves = matches!(
            finding,
            Finding::NotAKey { .. }
                | Finding::Line {
                    fault: LineFault::NotPermitted,
                    ..
                }
        );
        let holds = match self {
            Doubt::None => true,
            Doubt::Moves => !hangs_on_moves,
            Doubt::Result => finding.holds_anyway(),
        };
        holds && matches!(finding.severity(), Severity::Error)
    }
}

/// The findings on the play that follows moves taken back; whether nothing of it is left open. That there are other ways is said of the
/// retractor.
fn follows(
    problem: &Problem,
    play: retractor::Play,
    options: &VerifyOptions,
    began: Instant,
    findings: &mut Vec<Finding>,
) -> bool {
    let problem = Problem {
        men: None,
        twins: vec![play.twin],
        ..problem.clone()
    };
    let mut options = VerifyOptions {
        economy: Economy::Skip,
        ..options.clone()
    };
    // One limit of time holds for the moves taken back and for all that follows.
    let time = &mut options.solve.limits.time;
    *time = time.map(|time| time.saturating_sub(began.elapsed()));
    let found = verify(&problem, &problem.twins[0], &play.worlds, &options);
    let is_open = |finding: &Finding| {
        finding.leaves_open()
            || matches!(
                finding,
                Finding::Conditional(_) | Finding::Incomplete(_) | Finding::Unaudited
            )
    };
    let mut is_complete = found.outcome.is_some() && !found.findings.iter().any(is_open);
    let doubt = Doubt::of(&found.findings, &play.worlds);
    let speaks_of_what_is_written = |finding: &Finding| {
        finding.leaves_open()
            || matches!(
                finding,
                Finding::Line { .. }
                    | Finding::NotAKey { .. }
                    | Finding::Unreadable { .. }
                    | Finding::Incomplete(_)
                    | Finding::Unaudited
                    | Finding::OtherLetters(_)
                    | Finding::Replayed(_)
            )
    };
    for finding in found.findings.into_iter().filter(speaks_of_what_is_written) {
        if finding.severity() == Severity::Error && !doubt.leaves_error(&finding) {
            is_complete = false;
            continue;
        }
        let told = findings.iter_mut().find_map(|told| match told {
            Finding::Replayed(told) => Some(told),
            _ => None,
        });
        match (&finding, told) {
            (Finding::Replayed(moves), Some(told)) => *told += moves,
            _ => findings.push(finding),
        }
    }
    is_complete
}

/// The findings on what is played; whether the search was complete and final.
fn play(
    problem: &Problem,
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &VerifyOptions,
    began: Instant,
    findings: &mut Vec<Finding>,
) -> (Option<Outcome>, bool) {
    let letters = letters_of(problem);
    findings.extend(letters::other(problem, letters));
    // The economy comes last and has a part of the time for itself.
    let all = options.solve.limits.time;
    let ends = began.checked_add(all.unwrap_or(ECONOMY_TIME));
    let options = &with_time_for_economy(options);
    let solve_options = SolveOptions {
        detail: Detail::Full,
        tries: Tries::Followed(lines::MOST_REFUTATIONS),
        ..options.solve.clone()
    };
    let mut asked = twin.clone();
    let retracts = twin.convention == Convention::IllegalMove;
    if let Stipulation::Goal(forced) = &mut asked.stipulation
        && !retracts
    {
        forced.set_play = SetPlay::Yes;
    }
    let outcome = match solve(&asked, worlds, &solve_options) {
        Ok(outcome) => outcome,
        Err(error) => {
            findings.push(Finding::NotPlayable(error.text()));
            return (None, false);
        }
    };
    if outcome.verdict == Verdict::Illegal {
        findings.push(Finding::IllegalPosition);
        return (Some(outcome), true);
    }
    // Where the codex asks for parts, letters in the solution are theirs.
    let in_parts = Twin {
        convention: Convention::Pra,
        ..twin.clone()
    };
    let twin = match outcome.applied {
        Convention::Pra => &in_parts,
        _ => twin,
    };
    // Under `strict` a diagram that could be legal is an ordinary problem.
    if outcome.applied == Convention::IllegalMove {
        retractions::judge(twin, letters, &outcome, findings);
    } else {
        keys::judge(twin, letters, &outcome, findings);
        unsearched::authors_keys(
            twin,
            worlds,
            letters,
            &outcome,
            &options.solve,
            ends,
            findings,
        );
        announced::judge(twin, &outcome, findings);
        let spent = outcome.stats.nodes;
        let mut growth = Growth::new(twin, &options.solve, spent, began);
        lines::judge(twin, worlds, letters, &outcome, &mut growth, findings);
        duals::judge(twin, &outcome, findings);
        keys::tries_and_set_play(twin, &outcome, findings);
    }
    quality::judge(twin, &outcome, findings);
    let mut complete = is_complete(&outcome, findings);
    if complete && outcome.applied != Convention::IllegalMove {
        complete = keys::short_solutions(twin, worlds, options, &outcome, findings);
    }
    // Of an unsound problem it means little what else it does not need.
    let sound = complete && findings.iter().all(|f| f.severity() != Severity::Error);
    if sound && outcome.applied != Convention::IllegalMove {
        genre::judge(twin, worlds, options, &outcome, findings);
        if options.economy != Economy::Skip {
            economy::judge(problem, twin, worlds, options, &outcome, ends, findings);
        }
    }
    (Some(outcome), complete)
}

/// The options with a third of the time left for the economy, if that is looked at.
fn with_time_for_economy(options: &VerifyOptions) -> VerifyOptions {
    let mut options = options.clone();
    if options.economy != Economy::Skip {
        let time = &mut options.solve.limits.time;
        *time = time.map(|time| time * 2 / 3);
    }
    options
}

/// Whether nothing was left undecided or unlooked at in `outcome`; what was becomes a finding.
fn is_complete(outcome: &Outcome, findings: &mut Vec<Finding>) -> bool {
    let mut complete = true;
    for (_, solution) in outcome.solutions() {
        if let Verdict::Undecided(limit) = solution.verdict {
            let incomplete = Finding::Incomplete(limit);
            if !findings.contains(&incomplete) {
                findings.push(incomplete);
            }
            complete = false;
        }
        if solution.audit == Audit::TooLarge && outcome.applied != Convention::IllegalMove {
            // What lies beyond the cut was not looked at: duals, lines, what refutes a try.
            if !findings.contains(&Finding::Unaudited) {
                findings.push(Finding::Unaudited);
            }
            complete = false;
        }
    }
    complete &= !findings.iter().any(Finding::leaves_open);
    match &outcome.finality {
        Finality::Final => {}
        // That the search was not complete has been said.
        Finality::Conditional(Condition::NotSearched)
            if matches!(outcome.verdict, Verdict::Undecided(_)) =>
        {
            complete = false;
        }
        Finality::Conditional(condition) => {
            complete = false;
            findings.push(Finding::Conditional(match condition {
                Condition::Changes { without } => without.clone(),
                Condition::TooManyUndecided(_)
                | Condition::NotSearched
                | Condition::NotExhaustive => Vec::new(),
            }));
        }
    }
    complete
}
