//! Text from problem files made safe to print: characters that control a terminal or change the reading direction are
//! made visible.
//!
//! ```
//! use beruehrt::report::sanitize::one_line;
//!
//! assert_eq!(one_line("Kling,\tJosef\u{1b}[2J"), "Kling, Josef\\u{1b}[2J");
//! ```

use std::borrow::Cow;

pub use crate::notation::is_hostile;

/// The text in one line: line breaks and tabs become blanks, every other hostile character is
/// written as its code, such as `\u{202e}`.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\t' => safe.push(' '),
            '\r' => {}
            c if is_hostile(c) => safe.extend(c.escape_unicode()),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// The text with its line breaks; every other hostile character as in [`one_line`].
pub fn lines(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c != '\n' && is_hostile(c)) {
        return Cow::Borrowed(text);
    }
    let safe: Vec<Cow<'_, str>> = text.split('\n').map(one_line).collect();
    Cow::Owned(safe.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_bidi_controls_become_visible() {
        assert_eq!(one_line("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        assert_eq!(one_line("x\u{202e}y\n z"), "x\\u{202e}y  z");
        assert_eq!(lines("x\r\n\u{7f}y"), "x\n\\u{7f}y");
        assert_eq!(one_line("Ströbeck, Ľubomír, 白"), "Ströbeck, Ľubomír, 白");
    }
}
