//! JSON text that does no harm on a terminal.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use crate::report::sanitize::is_hostile;

/// Writes `value` in one line, without a line break at its end. Characters that command a terminal or
/// turn the reading direction are written as `\uXXXX`, which every JSON reader turns back.
///
/// # Errors
///
/// Those of `out`.
pub fn write_value(out: impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(out, Harmless(CompactFormatter));
    value.serialize(&mut serializer).map_err(io::Error::from)
}

/// `value` as one line of JSON Lines, with its line break.
pub fn to_line(value: &impl Serialize) -> String {
    let mut bytes = Vec::with_capacity(512);
    write_value(&mut bytes, value).expect("a vector takes every byte, and records hold no maps");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("JSON text is UTF-8")
}

struct Harmless(CompactFormatter);

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_hostile(c)) {
            self.0.write_string_fragment(writer, &rest[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        self.0.write_string_fragment(writer, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_characters_are_escaped_and_come_back() {
        let text = "a\u{1b}[31m\u{202e}\u{e0041}\u{7f}\"\\\nö";
        let line = to_line(&text);
        assert!(line.trim_end_matches('\n').chars().all(|c| !is_hostile(c)));
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
    }
}
