//! Words of the command line that stand for values of the library.

use beruehrt::compose::Mechanism;
use beruehrt::problem::Options;
use beruehrt::syntax;

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

/// The mechanism of that name.
///
/// # Errors
///
/// The names there are.
pub fn parse_mechanism(text: &str) -> Result<Mechanism, String> {
    Mechanism::ALL
        .into_iter()
        .find(|mechanism| mechanism.keyword() == text)
        .ok_or_else(|| {
            let words: Vec<&str> = Mechanism::ALL.map(Mechanism::keyword).into();
            format!("one of {}", words.join(", "))
        })
}
