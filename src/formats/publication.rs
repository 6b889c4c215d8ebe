//! Where and when a problem was published, in parts: the fields of olv, which LaTeX has, too.

use super::collect::add;
use crate::problem::{Problem, Value, named};

/// Name, volume, issue, date and number as one text: `Broodings 50, 2/2009, 1`.
pub(super) fn text(source: &Value) -> Option<String> {
    let mut out = None;
    if let Some(name) = source.text() {
        add(&mut out, name, "");
    }
    for (name, separator) in [
        ("name", ""),
        ("volume", " "),
        ("issue", " "),
        ("round", ", "),
    ] {
        if let Some(part) = source.text_of(name) {
            add(&mut out, part, separator);
        }
    }
    if let Some(date) = source.get("date").and_then(date) {
        add(&mut out, &date, ", ");
    }
    if let Some(number) = source.text_of("problemid") {
        add(&mut out, number, ", ");
    }
    if let Some(page) = source.text_of("pagenumber") {
        add(&mut out, &format!("p. {page}"), ", ");
    }
    out
}

/// `2/2009` or `21/2/1965`; a date as a text stays as it is.
pub(super) fn date(value: &Value) -> Option<String> {
    if let Some(text) = value.text() {
        return Some(text.to_owned());
    }
    let parts: Vec<&str> = ["day", "month", "year"]
        .into_iter()
        .filter_map(|part| value.text_of(part))
        .collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// The parts of the source, if they are known and still say what the problem says.
pub(super) fn parts(problem: &Problem) -> Option<&Value> {
    let parts = named(&problem.data, "source").filter(|parts| parts.text().is_none())?;
    let alone = ["source-id", "date"]
        .into_iter()
        .all(|name| named(&problem.data, name).is_none());
    (alone && text(parts) == problem.source).then_some(parts)
}
