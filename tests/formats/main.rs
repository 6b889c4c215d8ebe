//! Problems in the formats of others: what is read, what is written, what is said of the difference.

#![allow(clippy::too_many_lines, reason = "cases listed one after the other")]

#[path = "../files/mod.rs"]
mod files;
mod lists;
mod noise;
mod olv;
mod pages;
mod peer;
mod popeye;
mod recognition;
mod round_trip;
mod syntax;

use beruehrt::formats::{self, Format};
use beruehrt::problem::Problem;

/// The problems of a text in which nothing is wrong.
pub fn read(source: &str, format: Format) -> Vec<Problem> {
    let parsed = formats::read(source, format);
    let wrong: Vec<_> = parsed
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{source}");
    parsed.problems().cloned().collect()
}

/// The only problem of a text.
pub fn read_one(source: &str, format: Format) -> Problem {
    let mut problems = read(source, format);
    assert_eq!(problems.len(), 1, "{source}");
    problems.remove(0)
}

/// The problem of an entry of our own format.
pub fn own(source: &str) -> Problem {
    read_one(source, Format::Bg)
}

/// The code and the place of the first error in a text.
pub fn refusal(source: &str, format: Format) -> (&'static str, String) {
    let parsed = formats::read(source, format);
    let error = parsed.diagnostics.iter().find(|d| d.is_error());
    let error = error.unwrap_or_else(|| panic!("nothing wrong in {source}"));
    (error.code, source[error.range()].to_owned())
}

/// Board and side of a twin.
pub fn fens(problem: &Problem) -> Vec<String> {
    problem
        .twins
        .iter()
        .map(|twin| twin.diagram.fen())
        .collect()
}
