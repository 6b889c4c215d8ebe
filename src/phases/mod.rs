//! What happens between the phases of a problem: set play, tries and actual play of a two-mover as a table, the
//! solutions of help play side by side, and the themes that follow from them.
//!
//! Invariant: [`Phases`] says only what was searched to the end. A phase that was cut, that hangs on undecided histories
//! or that holds doubtful moves is not there; in orthodox moves the table is compared with the rules of chess alone before
//! it is believed. So a keyword is proved, but that there is none proves nothing.
//!
//! ```
//! use beruehrt::phases;
//! use beruehrt::study::Study;
//!
//! let file = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n";
//! let parsed = beruehrt::syntax::parse(file);
//! let twin = &parsed.problems().next().expect("the file is right").twins[0];
//! let solved = Study::default().solve(twin)?;
//! let found = phases::read(twin, &solved.outcome).expect("it was solved to the end");
//! assert!(found.table.is_none(), "a mate in one has no phases");
//! # Ok::<(), beruehrt::solve::SolveError>(())
//! ```

mod line;
mod mating;
mod phase;
mod solutions;
mod step;
mod table;
pub mod themes;

use crate::problem::{Convention, Forced, Goal, Play, Stipulation, Twin};
use crate::solution::{Audit, Count, Mark, Node, Solution, Verdict};
use crate::solve::{Finality, Outcome};

pub use line::{Line, Ply};
pub use mating::Economy;
pub use phase::{Defence, Phase, PhaseKind, Reply, Tension};
pub use solutions::{Correspondence, HelpSolution, Solutions};
pub use step::{Deed, Step};
pub use table::{Cell, Column, Row, Table};

use step::Men;
use themes::{Instance, Subject, Theme};

/// What happens between the phases of a problem.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Phases {
    /// The table of a two-mover in which something changes.
    pub table: Option<Table>,
    /// The solutions of help play, if there are several.
    pub solutions: Option<Solutions>,
    /// The themes that are proved.
    pub keywords: Vec<Keyword>,
}

/// A theme that a problem shows.
#[derive(Debug, Clone)]
pub struct Keyword {
    /// The theme.
    pub theme: &'static Theme,
    /// How it is shown.
    pub instance: Instance,
}

/// What happens between the phases of `twin`, solved with `outcome` in full
/// ([`Detail::Full`](crate::solution::Detail::Full), for without duals nothing is known to be the only move). `None` where
/// the outcome is not final, was not replayed, has parts, or has several keys.
pub fn read(twin: &Twin, outcome: &Outcome) -> Option<Phases> {
    let Stipulation::Goal(forced) = twin.stipulation else {
        return None;
    };
    let solution = outcome.solution.as_ref()?;
    let is_proved = outcome.verdict == Verdict::Solved
        && outcome.finality == Finality::Final
        && solution.audit == Audit::Passed
        && outcome.applied != Convention::IllegalMove;
    let tree = solution.tree.as_ref().filter(|_| is_proved)?;
    if forced.play == Play::Help {
        help(twin, solution, tree)
    } else {
        search(twin, forced, solution, tree)
    }
}

fn search(twin: &Twin, forced: Forced, solution: &Solution, tree: &Node) -> Option<Phases> {
    let board = &twin.diagram.board;
    let men = Men::new(board);
    // With several keys it is not known which one is meant.
    let mut keys = tree.marked(Mark::Key);
    let (Some(key), None) = (keys.next(), keys.next()) else {
        return None;
    };
    let attacker = twin.diagram.turn;
    let lines = line::lines(tree, key, &men, Some((attacker, solution.plies)));
    let phases = two_mover_phases(forced, solution, tree, &men).unwrap_or_default();
    let has_set = phases
        .first()
        .is_some_and(|phase| phase.kind == PhaseKind::Set);
    let subject = Subject {
        board,
        play: forced.play,
        attacker,
        unanswered: (solution.set_play.as_ref())
            .filter(|_| has_set)
            .map(|set| set.unanswered),
        lines: &lines.unwrap_or_default(),
        phases: &phases,
    };
    let keywords = keywords(&subject);
    Some(Phases {
        table: Table::of(&phases, &keywords),
        solutions: None,
        keywords,
    })
}

/// Set play, tries and actual play, in this order; `None` if it is no two-mover or the actual play cannot be read.
fn two_mover_phases(
    forced: Forced,
    solution: &Solution,
    tree: &Node,
    men: &Men,
) -> Option<Vec<Phase>> {
    let ((Play::Direct, 3) | (Play::SelfPlay, 4)) = (forced.play, solution.plies) else {
        return None;
    };
    let ends: Option<Goal> = (forced.play == Play::Direct).then_some(forced.goal);
    let mut phases = Vec::new();
    if let Some(set) = &solution.set_play {
        phases.extend(Phase::set(set, men, ends).filter(|set| !set.defences.is_empty()));
    }
    let key = tree.marked(Mark::Key).next()?;
    let actual = Phase::after(PhaseKind::Actual, key, men, ends)?;
    if let Some(tries) = &solution.virtual_play {
        let followed = (tries.iter())
            .map(|branch| Phase::after(PhaseKind::Try, branch, men, ends))
            .collect::<Option<Vec<Phase>>>();
        // Nobody calls a check a try, unless the key is one too.
        let counts =
            |phase: &Phase| phase.tension != Tension::Check || actual.tension == Tension::Check;
        phases.extend(followed.unwrap_or_default().into_iter().filter(counts));
    }
    phases.push(actual);
    Some(phases)
}

fn help(twin: &Twin, solution: &Solution, tree: &Node) -> Option<Phases> {
    let board = &twin.diagram.board;
    let men = Men::new(board);
    let mut lines = Vec::new();
    for branch in &tree.branches {
        lines.extend(line::lines(tree, branch, &men, None)?);
    }
    // Every way is listed, and each is a solution.
    if solution.count != Some(Count::Exactly(lines.len() as u64)) {
        return None;
    }
    let subject = Subject {
        board,
        play: Play::Help,
        attacker: twin.diagram.turn,
        phases: &[],
        unanswered: None,
        lines: &lines,
    };
    let keywords = if lines.len() > Solutions::MOST {
        Vec::new()
    } else {
        keywords(&subject)
    };
    Some(Phases {
        table: None,
        solutions: Solutions::of(&lines),
        keywords,
    })
}

fn keywords(subject: &Subject) -> Vec<Keyword> {
    let named = themes::all(subject).into_iter();
    named
        .map(|(theme, instance)| Keyword { theme, instance })
        .collect()
}
