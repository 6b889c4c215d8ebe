//! Problems in and out: pasted text in any format, and files to keep.

use beruehrt::formats::{self, Format};
use beruehrt::picture::{self, Picture, Style};
use beruehrt::problem::Problem;
use beruehrt::report::html::{Entry, Page};
use beruehrt::report::sanitize;
use beruehrt::report::text::SolutionText;
use beruehrt::syntax;
use serde_json::{Value, json};

use super::ask::COLUMNS;
use super::http::Answer;
use super::look::sentence;
use super::reader::Reader;

/// Most problems of a list.
const MOST: usize = 1000;

/// Most remarks on a text.
const MOST_REMARKS: usize = 20;

/// Size of PNG pictures: 90 pixels a square.
#[cfg(feature = "png")]
const SCALE: f32 = 2.0;

/// The problems of a text in any format, each as a problem file has it.
pub fn read(bytes: &[u8], reader: Reader) -> Value {
    let mut text = syntax::decode(bytes)
        .unwrap_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect());
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let format = formats::recognise(&text).unwrap_or(Format::Bg);
    let parsed = formats::read(&text, format);
    let remarks: Vec<String> = parsed
        .diagnostics
        .iter()
        .take(MOST_REMARKS)
        .map(|diagnostic| {
            let (line, _) = syntax::line_and_column(&text, diagnostic.range().start);
            format!("{line}: {}", sentence(diagnostic, reader))
        })
        .collect();
    json!({
        "format": format.keyword(),
        "problems": list(parsed.problems()),
        "left": parsed.problems().count().saturating_sub(MOST),
        "remarks": remarks,
    })
}

/// Problems to choose from.
pub fn list<'p>(problems: impl IntoIterator<Item = &'p Problem>) -> Vec<Value> {
    let problems = problems.into_iter().take(MOST);
    problems
        .map(|problem| json!({"name": name(problem), "bg": syntax::print(problem)}))
        .collect()
}

/// A problem in a line: who, where, what.
pub fn name(problem: &Problem) -> String {
    let texts = [&problem.author, &problem.source, &problem.id];
    let mut parts: Vec<String> = texts
        .into_iter()
        .flatten()
        .map(|text| sanitize::one_line(text).into_owned())
        .collect();
    if parts.is_empty() {
        parts.push(problem.twins[0].diagram.fen());
    }
    parts.push(problem.twins[0].asked());
    parts.join(", ")
}

/// The problem as a file, or as `text`, its diagram in letters; `entries` is what was found of it, for a page.
///
/// # Errors
///
/// The format is not known, or the picture cannot be drawn.
pub fn file(
    problem: &Problem,
    format: &str,
    entries: Option<Vec<Entry>>,
    reader: Reader,
) -> Result<Answer, String> {
    if format == "text" {
        let text = SolutionText::within(COLUMNS, problem, &problem.twins[0], reader.style());
        return Ok(Answer::new(200, "text/plain; charset=utf-8", text.finish()));
    }
    let format = Format::named(format).ok_or("no such format")?;
    let kind = match format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
        Format::Html => "text/html; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    let bytes = match format {
        Format::Png => drawn(problem)?,
        Format::Html => page(problem, entries, reader),
        Format::Svg => svg(problem).into_bytes(),
        _ => formats::export([problem], format).text.into_bytes(),
    };
    let ending = format.extensions()[0];
    let attached = format!("attachment; filename=\"problem.{ending}\"");
    Ok(Answer::new(200, kind, bytes).with("content-disposition", attached))
}

fn svg(problem: &Problem) -> String {
    picture::svg(&Picture::of_problem(problem), Style::default())
}

#[cfg(feature = "png")]
fn drawn(problem: &Problem) -> Result<Vec<u8>, String> {
    let pictures = Picture::of_problem(problem);
    picture::png(&pictures, Style::default(), SCALE).map_err(|error| error.to_string())
}

#[cfg(not(feature = "png"))]
fn drawn(_: &Problem) -> Result<Vec<u8>, String> {
    Err("this program was built without PNG".to_owned())
}

fn page(problem: &Problem, entries: Option<Vec<Entry>>, reader: Reader) -> Vec<u8> {
    let mut page = Page::new(&name(problem), reader.language, reader.letters);
    let entries = entries.unwrap_or_else(|| {
        let twins = problem.twins.iter();
        twins.map(|twin| Entry::diagram(problem, twin)).collect()
    });
    for entry in &entries {
        page.push(entry);
    }
    let mut bytes = Vec::new();
    // Memory takes everything.
    let _ = page.write(&mut bytes);
    bytes
}
