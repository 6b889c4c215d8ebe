//! Which format a text has, recognised by its beginning.

use super::{Format, lines, pdb, popeye};
use crate::syntax::field::Field;
use crate::syntax::keyword::folded;

/// How many bytes of a text are enough: if they do not decide, it is taken for a problem file.
pub const ENOUGH: usize = 1 << 16;

/// The format of a text that begins like this; `None` if more of it may decide. The last line counts if it is whole.
///
/// Invariant: what is recognised from a beginning is the same with more of the text.
pub fn recognise(beginning: &str) -> Option<Format> {
    let text = beginning.trim_start_matches('\u{FEFF}');
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    // Whether a line came that no problem file begins with: a name, a title.
    let mut prose = false;
    // Whether the first line that says something is a field: then what looks like another format stands in a text.
    let mut fields = false;
    for line in whole.lines() {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with("---") || line.starts_with("%YAML") {
            continue;
        }
        if !prose && !fields && is_markup(line) {
            return Some(Format::Html);
        }
        let found = if fields {
            by_field(line, prose)
        } else {
            by_line(line, prose)
        };
        if found.is_some() {
            return found;
        }
        let comment = line.trim_start().starts_with(['#', '%', ';']);
        prose |= !comment && !line.contains(':') && !line.starts_with([' ', '\t', '-']);
        fields |= !prose && name_of(line).is_some_and(|name| Field::named(&name).is_some());
    }
    None
}

/// The format a line gives away, after lines of prose or not.
fn by_line(line: &str, prose: bool) -> Option<Format> {
    let content = line.trim_start();
    let first = content.split([' ', '\t', ',', ';']).next().unwrap_or("");
    if first.len() > 3 && popeye::tongue_of(first).is_some() {
        return Some(Format::Popeye);
    }
    if lines::looks_like(content) {
        let operations = content.contains(';');
        return Some(if operations { Format::Epd } else { Format::Fen });
    }
    if content.starts_with('\\') {
        return Some(Format::Latex);
    }
    if content.starts_with('[') && content.contains(" \"") && content.ends_with(']') {
        return Some(Format::Pgn);
    }
    if pdb::is_head(content) {
        return Some(Format::Pdb);
    }
    by_field(line, prose)
}

/// Whether a page of the web begins so. What looks like a FEN in it is none of a list.
fn is_markup(line: &str) -> bool {
    let mut chars = line.trim_start().chars();
    chars.next() == Some('<')
        && chars
            .next()
            .is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '!' | '?'))
}

/// The name of the field that a line begins.
fn name_of(line: &str) -> Option<String> {
    let (name, _) = line.split_once(':')?;
    name.starts_with(char::is_alphabetic).then(|| folded(name))
}

/// The format a field gives away, after lines of prose or not.
fn by_field(line: &str, prose: bool) -> Option<Format> {
    match name_of(line)?.as_str() {
        "algebraic" => Some(Format::Olv),
        "fen" | "genre" | "keywords" if prose => Some(Format::Pdb),
        "fen" | "white" | "weiss" | "black" | "schwarz" | "convention" | "konvention" => {
            Some(Format::Bg)
        }
        _ => None,
    }
}
