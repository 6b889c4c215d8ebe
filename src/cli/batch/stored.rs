//! What a resumed run needs to know of the results of an earlier one.

use std::collections::{BTreeSet, HashMap};

use beruehrt::notation::Text;
use beruehrt::text;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::key::Key;
use super::program::program_of;
use super::tally;

/// The results of earlier runs in a file.
#[derive(Debug, Default)]
pub struct Earlier {
    results: HashMap<Key, Stored>,
    /// The programs and options they were found with.
    runs: BTreeSet<String>,
}

/// A result of an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Its number in the collection.
    pub index: u64,
    /// How the problem came out.
    pub result: tally::Result,
}

/// What is read of a line.
#[derive(Debug, Deserialize)]
pub struct Line {
    key: Key,
    index: u64,
    /// The version of the program that wrote it.
    #[serde(default)]
    program: String,
    #[serde(default)]
    options: String,
    error: Option<IgnoredAny>,
    verdict: Option<String>,
    #[serde(rename = "final")]
    is_final: Option<bool>,
    #[serde(default)]
    worlds: Vec<Judged>,
    #[serde(default)]
    last_moves: Vec<Judged>,
}

#[derive(Debug, Deserialize)]
struct Judged {
    verdict: Option<String>,
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// It is no result of a batch.
    pub fn read(text: &[u8]) -> serde_json::Result<Line> {
        let mut line: Line = serde_json::from_slice(text)?;
        if line.program.is_empty() {
            line.program = program_of(text)?.unwrap_or_default();
        }
        Ok(line)
    }

    fn result(&self) -> tally::Result {
        if self.error.is_some() {
            return tally::Result::Broken;
        }
        match (self.verdict.as_deref(), self.is_final) {
            (Some("undecided"), _) => tally::Result::Undecided,
            (Some(_), Some(false)) => tally::Result::Conditional,
            (Some("solved"), _) => tally::Result::Solved,
            (Some("no-solution"), _) => tally::Result::NoSolution,
            (Some(_), _) => tally::Result::Illegal,
            (None, _) => self.histories(),
        }
    }

    /// As [`exit_of`](crate::cli::histories::exit_of) has it.
    fn histories(&self) -> tally::Result {
        let is = |judged: &Judged, word| judged.verdict.as_deref() == Some(word);
        let mut all = self.worlds.iter().chain(&self.last_moves);
        let none_left =
            |list: &[Judged]| !list.is_empty() && list.iter().all(|one| is(one, "impossible"));
        if all.any(|judged| is(judged, "undecided")) {
            tally::Result::Undecided
        } else if none_left(&self.worlds) || none_left(&self.last_moves) {
            tally::Result::Illegal
        } else {
            tally::Result::Solved
        }
    }
}

/// What a run is: results of one go with results of another only if this is the same.
pub fn run_name(program: &str, options: &str) -> String {
    if options.is_empty() {
        program.to_owned()
    } else {
        format!("{program}, {options}")
    }
}

impl Earlier {
    /// Adds a line.
    pub fn add(&mut self, line: &Line) {
        self.runs.insert(run_name(&line.program, &line.options));
        let stored = Stored {
            index: line.index,
            result: line.result(),
        };
        self.results.insert(line.key, stored);
    }

    /// The result of the problem with this key.
    pub fn of(&self, key: &Key) -> Option<Stored> {
        self.results.get(key).copied()
    }

    /// How many there are.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Why this run, called `run`, whose problems have the numbers of `plan` where they are known, must not go on with
    /// them unasked.
    pub fn objection(&self, run: &str, plan: Option<&HashMap<Key, u64>>) -> Option<Text> {
        if let Some(other) = self.runs.iter().find(|other| *other != run) {
            return Some(text!(OtherRun, other, run));
        }
        let plan = plan?;
        let strange = |(key, stored): &(&Key, &Stored)| plan.get(key) != Some(&stored.index);
        let count = self.results.iter().filter(strange).count();
        (count > 0).then(|| text!(OtherCollection, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(fields: &str) -> tally::Result {
        let key = Key([1; 32]);
        let line = format!("{{\"key\":\"{key}\",\"index\":1{fields}}}");
        Line::read(line.as_bytes()).unwrap().result()
    }

    #[test]
    fn a_line_says_how_its_problem_came_out() {
        use tally::Result;
        let cases = [
            (",\"error\":\"x\"", Result::Broken),
            (",\"verdict\":\"solved\",\"final\":true", Result::Solved),
            (
                ",\"verdict\":\"solved\",\"final\":false",
                Result::Conditional,
            ),
            (
                ",\"verdict\":\"no-solution\",\"final\":true",
                Result::NoSolution,
            ),
            (
                ",\"verdict\":\"undecided\",\"final\":false",
                Result::Undecided,
            ),
            (",\"verdict\":\"illegal\",\"final\":true", Result::Illegal),
            (",\"worlds\":[{\"verdict\":\"possible\"}]", Result::Solved),
            (
                ",\"worlds\":[{\"verdict\":\"impossible\"}]",
                Result::Illegal,
            ),
            (
                ",\"worlds\":[{\"verdict\":\"possible\"},{\"verdict\":\"undecided\"}]",
                Result::Undecided,
            ),
            (
                ",\"worlds\":[{\"verdict\":\"possible\"}],\"last_moves\":[{\"verdict\":\"undecided\"}]",
                Result::Undecided,
            ),
        ];
        for (fields, expected) in cases {
            assert_eq!(result(fields), expected, "{fields}");
        }
    }
}
