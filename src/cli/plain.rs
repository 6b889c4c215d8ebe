//! Output without characters that command a terminal, wherever it goes.
//!
//! Texts of problem files are made harmless where they are put into words. This is the second lock: whatever a
//! command writes to standard output passes here, and what is written to a file is what a terminal would have been shown.

use std::io::{self, Write};

use beruehrt::report::sanitize::is_hostile;

/// Writes text to `W`; hostile characters become their codes, such as `\u{1b}`. Line breaks and tabs stay. A picture, which is
/// no text from its first byte on, passes as it is.
#[derive(Debug)]
pub struct Plain<W: Write> {
    inner: W,
    what: What,
    /// The beginning of a character whose end has not come yet.
    begun: Vec<u8>,
}

/// What is written, as its first byte shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Nothing,
    Text,
    Picture,
}

/// What a PNG begins with; no text does.
const PNG: u8 = 0x89;

impl<W: Write> Plain<W> {
    /// A writer to `inner`.
    pub const fn new(inner: W) -> Plain<W> {
        Plain {
            inner,
            what: What::Nothing,
            begun: Vec::new(),
        }
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        let hostile = |c: char| is_hostile(c) && !matches!(c, '\n' | '\t');
        let mut rest = text;
        while let Some(at) = rest.find(hostile) {
            self.inner.write_all(&rest.as_bytes()[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            write!(self.inner, "{}", c.escape_unicode())?;
            rest = &rest[at + c.len_utf8()..];
        }
        self.inner.write_all(rest.as_bytes())
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if let (What::Nothing, Some(&first)) = (self.what, buffer.first()) {
            self.what = match first {
                PNG => What::Picture,
                _ => What::Text,
            };
        }
        if self.what == What::Picture {
            return self.inner.write(buffer);
        }
        let mut bytes = std::mem::take(&mut self.begun);
        bytes.extend_from_slice(buffer);
        let mut rest = bytes.as_slice();
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.put(text)?;
                    return Ok(buffer.len());
                }
                Err(error) => {
                    let (text, after) = rest.split_at(error.valid_up_to());
                    self.put(std::str::from_utf8(text).unwrap_or_default())?;
                    let Some(bad) = error.error_len() else {
                        self.begun = after.to_vec();
                        return Ok(buffer.len());
                    };
                    self.put("\u{FFFD}")?;
                    rest = &after[bad..];
                }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_passes_however_the_text_is_cut() {
        let text = "Ströbeck\u{1b}[31m\u{9b}2J\u{202e}\u{7f} 白\n\t.".as_bytes();
        let expected = "Ströbeck\\u{1b}[31m\\u{9b}2J\\u{202e}\\u{7f} 白\n\t.";
        for size in 1..text.len() {
            let mut plain = Plain::new(Vec::new());
            for part in text.chunks(size) {
                plain.write_all(part).unwrap();
            }
            assert_eq!(String::from_utf8(plain.inner).unwrap(), expected);
        }
        let picture = b"\x89PNG\r\n\x1a\n\0";
        let mut plain = Plain::new(Vec::new());
        plain.write_all(picture).unwrap();
        assert_eq!(plain.inner, picture);
        let mut plain = Plain::new(Vec::new());
        plain.write_all(b"a\xff\xfeb").unwrap();
        assert_eq!(plain.inner, "a\u{FFFD}\u{FFFD}b".as_bytes());
    }
}
