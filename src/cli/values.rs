//! Words of the command line that stand for values of the library.

use std::ffi::OsStr;

use beruehrt::compose::Mechanism;
use beruehrt::formats::Format;
use beruehrt::picture::{Mark, MarkError};
use beruehrt::problem::{Laws, Options};
use beruehrt::solve::NonTrivial;
use beruehrt::syntax;
use beruehrt::text;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};

use super::trouble::Trouble;

/// Words a shell completes. Any other is taken too, to be refused in the reader's language.
#[derive(Debug, Clone)]
pub struct Suggested(Vec<&'static str>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// The formats problems are read from.
pub fn source_formats() -> Suggested {
    let read = Format::ALL.into_iter().filter(|format| format.is_read());
    Suggested(read.map(Format::keyword).collect())
}

/// The formats problems are written in.
pub fn target_formats() -> Suggested {
    Suggested(Format::ALL.map(Format::keyword).to_vec())
}

/// The format of that name.
///
/// # Errors
///
/// The names there are.
pub fn format(name: &str) -> Result<Format, Trouble> {
    Format::named(name).ok_or_else(|| {
        let known = Format::ALL.map(Format::keyword).join(", ");
        Trouble::new(text!(NoFormat, name, known))
    })
}

/// Options as a problem file has them.
///
/// # Errors
///
/// What the problem file's parser says.
pub fn parse_options(text: &str) -> Result<Options, String> {
    if text.trim().is_empty() {
        return Ok(Options::default());
    }
    let source = format!(
        "fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: #2\noptions: {}\n",
        text.trim()
    );
    let parsed = syntax::parse(&source);
    let first = parsed.entries.into_iter().next();
    match first.map(|entry| entry.problem) {
        Some(Ok(problem)) => Ok(problem.twins[0].options),
        Some(Err(error)) => Err(error.message.english().into_owned()),
        None => Err("no options".to_owned()),
    }
}

/// The mechanisms of `compose` by name: help, completion scripts and suggestions come from the list.
pub fn mechanisms() -> impl TypedValueParser<Value = Mechanism> {
    PossibleValuesParser::new(Mechanism::ALL.map(Mechanism::keyword)).try_map(|text| {
        Mechanism::ALL
            .into_iter()
            .find(|mechanism| mechanism.keyword() == text)
            .ok_or("no such name")
    })
}

/// The rule sets of touch law.
pub fn laws() -> Suggested {
    Suggested(Laws::ALL.map(Laws::keyword).to_vec())
}

/// The rule set of that name.
///
/// # Errors
///
/// The names there are.
pub fn rule_set(name: &str) -> Result<Laws, Trouble> {
    let found = Laws::ALL.into_iter().find(|laws| laws.keyword() == name);
    found.ok_or_else(|| {
        let known = Laws::ALL.map(Laws::keyword);
        let near = syntax::nearest(name, known);
        let known = known.join(", ");
        Trouble::new(match near {
            None => text!(NoRuleSet, name, known),
            Some(near) => text!(NoRuleSetNear, name, known, near),
        })
    })
}

/// `2` or `2,1`: how many more defences may be granted along a line, and which length is trivial.
pub fn parse_non_trivial(text: &str) -> Result<NonTrivial, String> {
    let (more, moves) = text.split_once(',').unwrap_or((text, "1"));
    match (more.trim().parse(), moves.trim().parse()) {
        (Ok(more), Ok(moves)) => Ok(NonTrivial { more, moves }),
        _ => Err("expected one number or two, such as `1` or `0,2`".to_owned()),
    }
}

/// A marked square or an arrow; blanks around it come from lists such as `e4, g8`.
pub fn parse_mark(text: &str) -> Result<Mark, MarkError> {
    text.trim().parse()
}

/// A size of pictures, from a tenth to twenty.
pub fn parse_scale(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(scale) if (0.1..=20.0).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0.1 to 20, such as `1.5`".to_owned()),
    }
}
