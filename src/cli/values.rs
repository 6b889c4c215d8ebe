//! Words of the command line that stand for values of the library.

use beruehrt::compose::Mechanism;
use beruehrt::problem::{Laws, Options};
use beruehrt::syntax;
use clap::builder::{PossibleValuesParser, TypedValueParser};

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
        Some(Err(error)) => Err(error.message.english.into_owned()),
        None => Err("no options".to_owned()),
    }
}

/// The mechanisms of `compose` by name.
pub fn mechanisms() -> impl TypedValueParser<Value = Mechanism> {
    named(Mechanism::ALL, Mechanism::keyword)
}

/// The rule sets of touch law by name.
pub fn laws() -> impl TypedValueParser<Value = Laws> {
    named(Laws::ALL, Laws::keyword)
}

/// A parser for values that have names: help, completion scripts and suggestions come from the list.
fn named<T, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(name)).try_map(move |text| {
        all.into_iter()
            .find(|&one| name(one) == text)
            .ok_or("no such name")
    })
}
