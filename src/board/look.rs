//! What is to be said of a set-up at once: whether it can be read, how it looks, whether anything speaks against it.

use std::time::Duration;

use beruehrt::law::{Question, Sequence};
use beruehrt::problem::{Laws, Problem, Twin};
use beruehrt::report::text::touch_text;
use beruehrt::report::{Evidence, Proofs};
use beruehrt::say;
use beruehrt::solve::{Feasibility, Threads};
use beruehrt::study::{Options, Study};
use beruehrt::syntax::{self, Diagnostic, Entry};
use serde_json::{Value, json};

use super::reader::Reader;

/// Nodes and time of a look: enough for what is plainly illegal.
const NODES: u64 = 300;
const TIME: Duration = Duration::from_millis(400);

/// Longest line of an answer to the touch question; the page breaks it.
const COLUMNS: usize = 2000;

/// The problem of a text, or what is wrong with it in a sentence.
///
/// # Errors
///
/// There is none in it.
pub fn problem(text: &str, reader: Reader) -> Result<Problem, String> {
    let entry = first(text, reader)?;
    entry.problem.map_err(|error| sentence(&error, reader))
}

/// The same for a submission, whose stipulation has to be understood: no other may take its place.
///
/// # Errors
///
/// There is none in it.
pub fn submission(text: &str, reader: Reader) -> Result<Problem, String> {
    let entry = first(text, reader)?;
    match entry.unread {
        Some(unread) => Err(sentence(&unread.refused(), reader)),
        None => entry.problem.map_err(|error| sentence(&error, reader)),
    }
}

/// The first entry of a text.
fn first(text: &str, reader: Reader) -> Result<Entry, String> {
    let entry = syntax::parse(text).entries.into_iter().next();
    entry.ok_or_else(|| say!(reader.language, ThereIsNoProblem).to_owned())
}

/// A diagnostic in a sentence: what is wrong and what is said of the place.
pub fn sentence(diagnostic: &Diagnostic, reader: Reader) -> String {
    let mut said = diagnostic.message.in_language(reader.language).into_owned();
    if let Some(label) = diagnostic.labels.first() {
        let label = label.text.in_language(reader.language);
        if !said.contains(&*label) {
            said += ": ";
            said += &label;
        }
    }
    said
}

/// What is said of a set-up: `verdict` and sentences.
pub fn look(text: &str, reader: Reader) -> Value {
    let warnings: Vec<String> = syntax::parse(text)
        .diagnostics
        .iter()
        .filter(|diagnostic| !diagnostic.is_error())
        .map(|diagnostic| sentence(diagnostic, reader))
        .collect();
    match problem(text, reader) {
        Err(error) => json!({"verdict": "unreadable", "said": [error], "warnings": warnings}),
        Ok(problem) => {
            let (verdict, said) = legality(&problem.twins[0], reader);
            json!({"verdict": verdict, "said": said, "warnings": warnings})
        }
    }
}

/// Whether anything speaks against the diagram at a glance, in words.
fn legality(twin: &Twin, reader: Reader) -> (&'static str, Vec<String>) {
    let mut options = Options::default();
    options.limits.nodes = Some(NODES);
    options.limits.time = Some(TIME);
    options.threads = Threads::Own(1);
    let Ok(histories) = Study::new(&options).histories(twin) else {
        return ("open", Vec::new());
    };
    let evidence = Evidence {
        style: reader.style(),
        proofs: Proofs::Reasons,
    };
    let rows = evidence.worlds(&histories);
    if histories.is_illegal() {
        let mut reasons: Vec<String> = Vec::new();
        for row in rows {
            if !row.reason.is_empty() && !reasons.contains(&row.reason) {
                reasons.push(row.reason);
            }
        }
        return ("illegal", reasons);
    }
    let possible = |row: &beruehrt::report::WorldRow| row.feasibility == Feasibility::Possible;
    let verdict = if rows.iter().any(possible) {
        "legal"
    } else {
        "open"
    };
    (verdict, Vec::new())
}

/// What touching men obliges to. The text has the position in its first line, the men touched in its second, the
/// name of the laws in its third.
///
/// # Errors
///
/// What is wrong with the question.
pub fn touch(text: &str, reader: Reader) -> Result<Value, String> {
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or_default().trim();
    let (fen, touched, laws) = (line(), line(), line());
    let laws = Laws::ALL
        .into_iter()
        .find(|known| known.keyword() == laws)
        .unwrap_or_default();
    let in_words = |text: beruehrt::notation::Text| text.in_language(reader.language).into_owned();
    let sequence: Sequence = touched
        .parse()
        .map_err(|error: beruehrt::law::ParseSequenceError| in_words(error.text()))?;
    let answer = Question::from_fen(fen, &sequence, laws)
        .map_err(|error| in_words(error.text()))?
        .answer();
    Ok(json!({
        "said": touch_text(&answer, reader.style(), COLUMNS),
        "article": answer.article(), "free": answer.is_free(), "moves": answer.uci(),
    }))
}
