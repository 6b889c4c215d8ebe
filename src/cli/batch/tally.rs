//! What a batch has done so far, and the table at its end.

use std::fmt::Write as _;
use std::time::Duration;

use beruehrt::notation::{Language, Text};
use beruehrt::text;

use crate::cli::exit::Exit;

/// How a problem came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Result {
    /// Solved, and final.
    Solved,
    /// No solution, and final.
    NoSolution,
    /// No history leads to the diagram.
    Illegal,
    /// A limit was hit.
    Undecided,
    /// Solved or not, but it hangs on undecided histories.
    Conditional,
    /// It could not be read, or not be solved as it stands.
    Broken,
}

impl Result {
    const ALL: [Result; 6] = [
        Result::Solved,
        Result::NoSolution,
        Result::Illegal,
        Result::Undecided,
        Result::Conditional,
        Result::Broken,
    ];

    /// The exit this result deserves.
    pub const fn exit(self) -> Exit {
        match self {
            Result::Solved => Exit::Positive,
            Result::NoSolution | Result::Illegal => Exit::Negative,
            Result::Undecided | Result::Conditional => Exit::Undecided,
            Result::Broken => Exit::BadInput,
        }
    }

    /// Its name in the table.
    pub const fn name(self) -> Text {
        match self {
            Result::Solved => text!(Solved),
            Result::NoSolution => text!(TallyNoSolution),
            Result::Illegal => text!(VerdictIllegal),
            Result::Undecided => text!(Undecided),
            Result::Conditional => text!(TallyConditional),
            Result::Broken => text!(TallyBroken),
        }
    }
}

/// Counts of results.
#[derive(Debug, Clone)]
pub struct Tally {
    counts: [u64; Result::ALL.len()],
    passed_over: u64,
    nodes: u64,
    exit: Exit,
}

impl Tally {
    /// Nothing done yet.
    pub fn new() -> Tally {
        Tally {
            counts: [0; Result::ALL.len()],
            passed_over: 0,
            nodes: 0,
            exit: Exit::Positive,
        }
    }

    /// A problem is finished.
    pub fn add(&mut self, result: Result, nodes: u64) {
        self.counts[result as usize] += 1;
        self.nodes += nodes;
        self.exit = self.exit.and(result.exit());
    }

    /// A problem was done in an earlier run: it counts for the exit as it did then.
    pub fn pass_over(&mut self, result: Result) {
        self.passed_over += 1;
        self.exit = self.exit.and(result.exit());
    }

    /// How many problems this run has finished.
    pub fn done(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The exit of all of them together.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// The table at the end.
    pub fn table(&self, time: Duration, language: Language) -> String {
        let mut table = String::new();
        let mut row = |name: Text, value: String| {
            let name = name.in_language(language);
            let _ = writeln!(table, "  {name:<16}{value:>14}");
        };
        for result in Result::ALL {
            row(result.name(), self.counts[result as usize].to_string());
        }
        row(text!(TallyAll), self.done().to_string());
        if self.passed_over > 0 {
            let name = text!(TallyEarlier);
            row(name, self.passed_over.to_string());
        }
        row(text!(Nodes), self.nodes.to_string());
        let seconds = format!("{:.1}", time.as_secs_f64());
        row(text!(Seconds), seconds);
        let rate = Rate::of(self.done(), time).to_string();
        row(text!(ProblemsPerSecond), rate);
        table
    }
}

/// Problems per second.
#[derive(Debug, Clone, Copy)]
pub struct Rate(f64);

impl Rate {
    /// `done` problems in `time`.
    pub fn of(done: u64, time: Duration) -> Rate {
        #[expect(clippy::cast_precision_loss, reason = "a rate is for reading")]
        let done = done as f64;
        Rate(done / time.as_secs_f64().max(0.001))
    }

    /// How long `left` problems take at this rate.
    pub fn time_for(self, left: u64) -> Option<Duration> {
        #[expect(clippy::cast_precision_loss, reason = "an estimate is for reading")]
        let left = left as f64;
        Duration::try_from_secs_f64(left / self.0).ok()
    }
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1}", self.0)
    }
}
