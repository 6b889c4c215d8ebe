//! The catalogue: every sentence and word for readers, by name, one file a language.
//!
//! A message is a line `Name: "wording",`. `{value}` in it is filled in by whoever says it ([`say!`](crate::say),
//! [`text!`](crate::text)), in any order; `{count|move|moves}` chooses between the forms of a number, as many as
//! [`Language::form`] tells apart, and a form may hold values itself. English is the reference: its names are those of
//! [`Message`].
//!
//! What is checked when: that each language has each message, by the compiler; that whoever says one gives its values,
//! by the compiler; that the languages agree on the values and none is left unused, by the tests here.

mod de;
mod en;
mod fr;

pub use en::Message;

use super::{Language, Text};

/// The wordings of a language: a line for each message, as in English.
macro_rules! language {
    ($($name:ident: $wording:literal,)*) => {
        pub(super) const fn wording(message: super::Message) -> &'static str {
            match message {
                $(super::Message::$name => $wording,)*
            }
        }
    };
}
use language;

impl Message {
    /// The wording in `language`, with the names of values where they belong.
    pub const fn wording(self, language: Language) -> &'static str {
        match language {
            Language::English => en::wording(self),
            Language::German => de::wording(self),
            Language::French => fr::wording(self),
        }
    }

    /// Whether `values` are those that the wording has, each of them once.
    pub const fn takes(self, values: &[&str]) -> bool {
        takes(en::wording(self), values)
    }
}

/// Whether the names in `wording` are just those of `values`.
const fn takes(wording: &str, values: &[&str]) -> bool {
    let bytes = wording.as_bytes();
    let mut used = [false; 16];
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'{' {
            let mut known = false;
            let mut value = 0;
            while value < values.len() {
                if is_named(bytes, at + 1, values[value].as_bytes()) {
                    known = true;
                    used[value] = true;
                }
                value += 1;
            }
            if !known {
                return false;
            }
        }
        at += 1;
    }
    let mut value = 0;
    while value < values.len() {
        if !used[value] {
            return false;
        }
        value += 1;
    }
    true
}

/// Whether the name that begins at `at` is `name`.
const fn is_named(bytes: &[u8], at: usize, name: &[u8]) -> bool {
    let end = at + name.len();
    if end >= bytes.len() || !matches!(bytes[end], b'}' | b'|') {
        return false;
    }
    let mut i = 0;
    while i < name.len() {
        if bytes[at + i] != name[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// `wording` with the values filled in.
pub(super) fn fill(wording: &str, values: &[(&'static str, Text)], language: Language) -> String {
    let mut filled = String::with_capacity(wording.len() + 16 * values.len());
    let mut rest = wording;
    while let Some(open) = rest.find('{') {
        filled.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        let close = closing(inside);
        let mut parts = forms(&inside[..close]).into_iter();
        let name = parts.next().unwrap_or_default();
        let value = (values.iter().find(|(known, _)| *known == name))
            .map(|(_, value)| value.in_language(language))
            .unwrap_or_default();
        match parts.nth(language.form(&value)) {
            Some(form) => filled.push_str(&fill(form, values, language)),
            None => filled.push_str(&value),
        }
        rest = inside.get(close + 1..).unwrap_or_default();
    }
    filled.push_str(rest);
    filled
}

/// Where the brace closes that was opened before `text`.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The name in braces and the forms behind it, those of values inside left whole.
fn forms(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            '|' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests;
