//! What a page or a typesetter puts around a solution and into it: tags and commands are white space, entities their characters, and numbers of
//! annotations their marks.

use std::borrow::Cow;
use std::ops::Range;

use super::written::WrittenSolution;

/// A text without its markup, and where it stood in the text given.
pub(super) struct Legible<'a> {
    pub(super) text: Cow<'a, str>,
    /// From these bytes of the text on, these of the text given.
    moved: Vec<(usize, usize)>,
}

/// Tags that may stand in a solution; those that begin a line before those that do not.
const TAGS: [(&str, &[&str]); 2] = [
    (
        "\n",
        &["br", "p", "div", "li", "ul", "ol", "tr", "table", "pre"],
    ),
    (
        " ",
        &[
            "b", "i", "u", "em", "strong", "span", "font", "sup", "sub", "small", "big", "tt",
            "code", "center", "td", "a",
        ],
    ),
];

/// Entities by name.
const ENTITIES: [(&str, &str); 27] = [
    ("nbsp", " "),
    ("ensp", " "),
    ("emsp", " "),
    ("thinsp", " "),
    ("hellip", "…"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("minus", "−"),
    ("shy", "-"),
    ("times", "×"),
    ("ne", "≠"),
    ("dagger", "†"),
    ("Dagger", "‡"),
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("rarr", "→"),
    ("raquo", "»"),
    ("laquo", "«"),
    ("auml", "ä"),
    ("ouml", "ö"),
    ("uuml", "ü"),
    ("szlig", "ß"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("ccedil", "ç"),
];

/// Commands of TeX that print their argument.
const WRAPPERS: [&str; 8] = [
    "textbf",
    "textit",
    "textsl",
    "textsc",
    "textrm",
    "emph",
    "underline",
    "mbox",
];

/// What the numbers of annotations stand for, from `$1` on.
const ANNOTATIONS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Markup is no longer than so many bytes.
const LONGEST: usize = 120;

impl<'a> Legible<'a> {
    pub(super) fn of(given: &'a str) -> Legible<'a> {
        let mut text = String::new();
        let mut moved = Vec::new();
        let mut copied = 0;
        let mut closing = None;
        for (at, _) in given.match_indices(['<', '&', '\\', '$', '}']) {
            if at < copied {
                continue;
            }
            let Some((length, printed)) = markup(given, at, &mut closing) else {
                continue;
            };
            text.push_str(&given[copied..at]);
            text.push_str(&printed);
            copied = at + length;
            moved.push((text.len(), copied));
        }
        if moved.is_empty() {
            return Legible {
                text: Cow::Borrowed(given),
                moved,
            };
        }
        text.push_str(&given[copied..]);
        Legible {
            text: Cow::Owned(text),
            moved,
        }
    }

    /// Where a byte stands in the text given.
    fn origin(&self, at: usize) -> usize {
        let before = self.moved.partition_point(|&(here, _)| here <= at);
        let last = before.checked_sub(1).map(|last| self.moved[last]);
        last.map_or(at, |(here, there)| there + (at - here))
    }

    /// Lets a solution read from the text point at the text given.
    pub(super) fn give_back(&self, solution: &mut WrittenSolution) {
        if self.moved.is_empty() {
            return;
        }
        let place = |range: &mut Range<usize>| {
            *range = self.origin(range.start)..self.origin(range.end);
        };
        (solution.nodes.iter_mut()).for_each(|node| place(&mut node.range));
        (solution.told.iter_mut()).for_each(|told| place(&mut told.range));
        for diagnostic in &mut solution.unread {
            (diagnostic.labels.iter_mut()).for_each(|label| place(&mut label.range));
            if let Some(suggestion) = &mut diagnostic.suggestion {
                place(&mut suggestion.range);
            }
        }
        solution.closing = solution.closing.map(|at| self.origin(at));
    }
}

type Printed = Cow<'static, str>;

/// The length of the markup that begins at `at`, and what it prints. A command notes the brace that closes it.
fn markup(given: &str, at: usize, closing: &mut Option<usize>) -> Option<(usize, Printed)> {
    let behind = given.get(at + 1..)?;
    let fixed = |(length, printed): (usize, &'static str)| (length + 1, Cow::Borrowed(printed));
    match given.as_bytes().get(at)? {
        b'<' => tag(behind).map(fixed),
        b'&' => entity(behind).map(|(length, printed)| (length + 1, printed)),
        b'$' => {
            let before = given[..at].chars().next_back();
            let apart = before.is_none_or(char::is_whitespace);
            apart.then(|| annotation(behind)).flatten().map(fixed)
        }
        b'}' => (closing.take_if(|closes| *closes == at)).map(|_| (1, Cow::Borrowed(" "))),
        _ => {
            let (length, printed) = command(behind)?;
            if printed == " " {
                let inside = behind.get(length..)?;
                let brace = inside.find(['{', '}'])?;
                if !inside[brace..].starts_with('}') {
                    return None;
                }
                *closing = Some(at + 1 + length + brace);
            }
            Some(fixed((length, printed)))
        }
    }
}

/// `b>`, `/b>`, `br/>`, `span class="key">`.
fn tag(behind: &str) -> Option<(usize, &'static str)> {
    let end = behind.bytes().take(LONGEST).position(|byte| byte == b'>')?;
    let inside = behind.get(..end)?.trim_start_matches('/');
    let name = inside.split([' ', '/', '\n']).next()?.to_ascii_lowercase();
    let printed = TAGS.iter().find(|(_, names)| names.contains(&&*name));
    printed.map(|&(printed, _)| (end + 1, printed))
}

/// `nbsp;`, `#8230;`, `#x2026;`.
fn entity(behind: &str) -> Option<(usize, Printed)> {
    let end = behind.bytes().take(10).position(|byte| byte == b';')?;
    let name = behind.get(..end)?;
    let printed = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            let printed = char::from_u32(code.ok()?).filter(|c| !c.is_control())?;
            Cow::Owned(printed.to_string())
        }
        None => Cow::Borrowed(ENTITIES.iter().find(|(known, _)| *known == name)?.1),
    };
    Some((end + 1, printed))
}

/// `textbf{`, up to its brace, and `ldots`.
fn command(behind: &str) -> Option<(usize, &'static str)> {
    let length = behind
        .bytes()
        .take(LONGEST)
        .position(|byte| !byte.is_ascii_alphabetic())
        .unwrap_or(behind.len().min(LONGEST));
    let name = behind.get(..length)?;
    let wraps = WRAPPERS.contains(&name) && behind[length..].starts_with('{');
    let dots = matches!(name, "ldots" | "dots" | "textellipsis");
    if wraps {
        Some((length + 1, " "))
    } else {
        dots.then_some((length, "..."))
    }
}

/// `1`, `14` behind a dollar.
fn annotation(behind: &str) -> Option<(usize, &'static str)> {
    let length = behind
        .bytes()
        .take(4)
        .take_while(u8::is_ascii_digit)
        .count();
    let number: usize = behind.get(..length)?.parse().ok()?;
    let next = behind[length..].chars().next();
    let apart = next.is_none_or(|c| c.is_whitespace() || c == ')');
    let printed = match number.checked_sub(1) {
        Some(at) => ANNOTATIONS.get(at).copied().unwrap_or(" "),
        None => " ",
    };
    (apart && length <= 3).then_some((length, printed))
}
