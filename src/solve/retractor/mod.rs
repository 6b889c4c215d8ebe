//! Retractors: moves are taken back, then a goal is reached (SEMANTICS.md, section 9).
//!
//! Moves are taken back by [`RetroPosition::unmoves`], positions are judged by [`retro::analyse`](crate::retro::analyse), and the play that
//! follows is solved by the codex in the worlds that are left ([`solve`](crate::solve::solve)). Nothing of these is done here again.
//!
//! Invariant: what counts as a solution ends in a position that has a game; what is dropped is proved to have none. What hangs on a
//! position that could not be decided is conditional, and the position is named. Each line is played forward again by shakmaty
//! ([`replay()`]) before it is shown.

mod attack;
mod connection;
mod defensive;
mod forward;
mod help;
mod legality;
mod replay;

use shakmaty::Move;
use shakmaty::san::SanPlus;

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Histories, Retractor, Twin};
use crate::retro::{RetroPosition, Unmove};
use crate::solution::Verdict;
use crate::text;

use super::{SolveError, SolveOptions};
use defensive::Defended;
use forward::Forward;
use legality::Legality;

pub use attack::{Attack, Completed, Listed, Reply, Then};
pub use defensive::Followed;
pub use forward::continuation;
pub use legality::Judge;
pub use replay::{Broken, replay, starts};

/// Most solutions that are kept.
pub const MOST_LINES: usize = 500;

/// Most undecided positions that are named.
const MOST_OPEN: usize = 10;

/// What taking back moves gave.
#[derive(Debug, Clone)]
pub struct Retractions {
    /// Each line that reaches the goal.
    pub solutions: Vec<Retracted>,
    /// Whether all of them were found, or the limit that ended the search.
    pub searched: Result<(), Limit>,
    /// Positions on whose undecided legality the result hangs, some of them if there are many.
    pub open: Vec<Diagram>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A solution; against a defender a first move of White's that solves.
#[derive(Debug, Clone)]
pub struct Retracted {
    /// How it goes; against a defender one of the longest lines.
    pub line: Line,
    /// Whether it is one whatever the undecided positions are.
    pub standing: Standing,
    /// Against a defender: its variations.
    pub attack: Option<Attack>,
}

/// Whether something is one whatever the undecided positions are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standing {
    /// It is.
    Proved,
    /// It hangs on them.
    Conditional,
}

/// A way to the goal: its moves, in short notation too.
pub type Way = Vec<(Move, SanPlus)>;

/// Moves taken back, and how the goal is reached then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The first one taken back first.
    pub back: Vec<Unmove>,
    /// The position they lead to.
    pub before: RetroPosition,
    /// The ways to the goal: in help play every one, otherwise the keys.
    pub forward: Vec<Way>,
}

impl Retractions {
    /// Solved, unsolved, or undecided; illegal is not asked, for a position that a solution leads to is legal.
    pub fn verdict(&self) -> Verdict {
        let proved = |one: &Retracted| one.standing == Standing::Proved;
        match self.searched {
            _ if self.solutions.iter().any(proved) => Verdict::Solved,
            Err(limit) => Verdict::Undecided(limit),
            Ok(()) if !self.is_final() => Verdict::Undecided(Limit::NotExhaustive),
            Ok(()) => Verdict::NoSolution,
        }
    }

    /// Whether these are all solutions, whatever the undecided positions are.
    pub fn is_final(&self) -> bool {
        let proved = |one: &Retracted| one.standing == Standing::Proved;
        self.searched.is_ok() && self.solutions.iter().all(proved)
    }
}

/// Solves a retractor. The nodes of `options.retro` are for each position that has to be judged; where they do not suffice, a few
/// positions on which everything hangs get more.
///
/// # Errors
///
/// The play that follows is of a kind that is not solved, or the file gives the histories: no line is looked for in them alone.
pub fn retract(
    twin: &Twin,
    asked: Retractor,
    options: &SolveOptions,
    budget: &mut Budget,
) -> Result<Retractions, SolveError> {
    search(twin, asked, options, None, budget)
}

/// The same, with positions judged by `judge` instead of the retro-analysis.
///
/// # Errors
///
/// Those of [`retract`].
pub fn retract_judged_by(
    judge: Judge<'_>,
    twin: &Twin,
    asked: Retractor,
    options: &SolveOptions,
    budget: &mut Budget,
) -> Result<Retractions, SolveError> {
    search(twin, asked, options, Some(judge), budget)
}

fn search<'a>(
    twin: &Twin,
    asked: Retractor,
    options: &SolveOptions,
    judge: Option<Judge<'a>>,
    budget: &'a mut Budget,
) -> Result<Retractions, SolveError> {
    let mut search = Search::new(twin, asked, options, judge, budget)?;
    let start = RetroPosition::of_any_world(&twin.diagram, &twin.facts);
    let mut found = search.whole(&start);
    while found.searched.is_ok() && !found.is_final() && search.look_harder() {
        let again = search.whole(&start);
        if again.searched.is_err() {
            // What was complete says more.
            break;
        }
        found = again;
    }
    let is_right = |one: &Retracted| {
        let lines = one.attack.iter().flat_map(Attack::lines);
        std::iter::once(one.line.clone())
            .chain(lines)
            .all(|line| replay(&twin.diagram, &line).is_ok())
    };
    let before = found.solutions.len();
    found.solutions.retain(is_right);
    if found.solutions.len() < before {
        found.searched = Err(Limit::NotExhaustive);
    }
    found.nodes = search.budget.nodes_used();
    Ok(found)
}

/// Whether each of White's moves along `back` solves, against a defender; where both sides help there is nothing to ask.
///
/// # Errors
///
/// Those of [`retract`].
pub fn follow(
    twin: &Twin,
    asked: Retractor,
    back: &[Unmove],
    options: &SolveOptions,
    budget: &mut Budget,
) -> Result<Result<Followed, Limit>, SolveError> {
    if asked.defence.is_none() {
        return Ok(Ok(Followed::Holds));
    }
    let mut search = Search::new(twin, asked, options, None, budget)?;
    let start = RetroPosition::of_any_world(&twin.diagram, &twin.facts);
    loop {
        let followed = search.follow(&start, back);
        if followed != Ok(Followed::Open) || !search.look_harder() {
            return Ok(followed);
        }
        search.open.clear();
    }
}

/// A search under way.
struct Search<'a> {
    asked: Retractor,
    forward: Forward,
    legality: Legality<'a>,
    budget: &'a mut Budget,
    /// What is remembered where one side defends.
    defended: Defended,
    /// Undecided positions met where it matters.
    open: Vec<RetroPosition>,
    /// Whether nothing is judged: see [`defensive`].
    expecting: bool,
}

impl<'a> Search<'a> {
    fn new(
        twin: &Twin,
        asked: Retractor,
        options: &SolveOptions,
        judge: Option<Judge<'a>>,
        budget: &'a mut Budget,
    ) -> Result<Search<'a>, SolveError> {
        if let Histories::Given(_) = twin.histories {
            return Err(SolveError::NotSupported(text!(RetractorInGivenHistories)));
        }
        Ok(Search {
            asked,
            forward: Forward::new(twin, asked.forward, options)?,
            legality: Legality::new(asked, options, judge),
            budget,
            defended: Defended::new(asked.defence),
            open: Vec::new(),
            expecting: false,
        })
    }
}

impl Search<'_> {
    fn whole(&mut self, start: &RetroPosition) -> Retractions {
        self.open.clear();
        let (solutions, searched) = match self.asked.defence {
            Some(_) => self.against(start),
            None => self.help(start),
        };
        let mut found = Retractions {
            solutions,
            searched,
            open: Vec::new(),
            nodes: 0,
        };
        if !found.is_final() {
            let open = self.open.iter().take(MOST_OPEN);
            found.open = open.map(RetroPosition::diagram).collect();
        }
        found
    }

    /// Judges the positions the result hangs on with more effort; whether any was decided.
    fn look_harder(&mut self) -> bool {
        let open = std::mem::take(&mut self.open);
        while self.legality.goes_deeper() {
            let mut decided = false;
            for position in &open {
                if self.budget.check_clock().is_err() {
                    return false;
                }
                decided |= self.legality.look_harder(position, self.budget);
            }
            if decided {
                return true;
            }
        }
        self.open = open;
        false
    }

    /// Notes that something hangs on `position`.
    fn hangs_on(&mut self, position: &RetroPosition) {
        if !self.open.contains(position) && self.open.len() < 4 * MOST_OPEN {
            self.open.push(position.clone());
        }
    }
}
