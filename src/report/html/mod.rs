//! A page to look at and play through: one self-contained file that works offline.
//!
//! The page is a reader of the records of [`report::json`](crate::report::json): they are embedded as they are, one per
//! line, and the page's script draws boards, trees and tables from them. Nothing is said here that is not in a record; what
//! the script adds are words and the position after each move.
//!
//! Invariant: whatever a record says reaches the page as text. The file asks for nothing outside itself; its
//! Content-Security-Policy allows the one script and the one style sheet in it, by their hashes, and nothing else.
//!
//! ```
//! use beruehrt::notation::{Language, Letters};
//! use beruehrt::report::html::{Entry, Page};
//! use beruehrt::study::Study;
//!
//! let parsed = beruehrt::syntax::parse("fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n");
//! let problem = parsed.problems().next().expect("the file is right");
//! let twin = &problem.twins[0];
//! let mut page = Page::new("A first page", Language::English, Letters::English);
//! page.push(&Entry::solved(problem, twin, &Study::default().solve(twin)?));
//! let mut file = Vec::new();
//! page.write(&mut file)?;
//! assert!(file.starts_with(b"<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod shell;

use std::io::{self, Write};

use serde::Serialize;

use crate::notation::{Language, Letters};
use crate::report::json::to_line;

pub use entry::{Entry, ProblemRecord, TranslatedTexts};
pub use shell::Components;

/// A page in the making.
#[derive(Debug)]
pub struct Page {
    head: Head,
    /// A line of JSON for each entry.
    lines: Vec<String>,
}

/// What the page knows before any record is opened.
#[derive(Debug, Serialize)]
struct Head {
    title: String,
    language: &'static str,
    letters: &'static str,
    problems: Vec<entry::OutlineRow>,
}

impl Page {
    /// An empty page. The reader can change language and letters on it.
    pub fn new(title: &str, language: Language, letters: Letters) -> Page {
        Page {
            head: Head {
                title: title.to_owned(),
                language: language.code(),
                letters: letters.keyword(),
                problems: Vec::new(),
            },
            lines: Vec::new(),
        }
    }

    /// Adds a problem or twin behind those there are.
    pub fn push(&mut self, entry: &Entry) {
        self.head.problems.push(entry::OutlineRow::of(entry));
        self.lines.push(embedded(entry));
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let shell = shell::shell(self.head.language, &self.head.title);
        out.write_all(shell.before_outline.as_bytes())?;
        out.write_all(embedded(&self.head).as_bytes())?;
        out.write_all(shell.before_records.as_bytes())?;
        for line in &self.lines {
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
        }
        out.write_all(shell.after_records.as_bytes())
    }
}

/// A record as one line of JSON that no HTML parser takes for the end of its element.
fn embedded(record: &impl Serialize) -> String {
    let line = to_line(record);
    // In JSON these characters stand in strings only.
    line.trim_end_matches('\n')
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn page(author: &str) -> String {
        let mut page = Page::new(author, Language::German, Letters::German);
        page.push(&Entry {
            problem: Some(ProblemRecord {
                author: Some(author.to_owned()),
                ..ProblemRecord::default()
            }),
            solve: Some(json!({"fen": "7k/8/5KQ1/8/8/8/8/8 w", "verdict": "solved", "keys": [{"san": "Qg7"}]})),
            ..Entry::default()
        });
        let mut bytes = Vec::new();
        page.write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn block<'a>(page: &'a str, id: &str) -> &'a str {
        let opening = format!("id=\"{id}\">");
        let from = page.find(&opening).unwrap() + opening.len();
        &page[from..from + page[from..].find("</script>").unwrap()]
    }

    #[test]
    fn what_attacks_stays_text() {
        let author =
            "</script><script>alert(1)</script></style><img src=x onerror=alert(2)>\u{202e}";
        let text = page(author);
        assert_eq!(
            text.matches("<script").count(),
            3,
            "outline, records, script"
        );
        assert_eq!(text.matches("<img").count(), 0);
        assert!(!text.contains('\u{202e}'));
        let record: Value = serde_json::from_str(block(&text, "records").trim()).unwrap();
        assert_eq!(record["problem"]["author"], author, "nothing is lost");
        let outline: Value = serde_json::from_str(block(&text, "outline")).unwrap();
        assert_eq!(outline["problems"][0]["author"], author);
        assert_eq!(outline["problems"][0]["keys"][0], "Qg7");
        assert_eq!(outline["language"], "de");
    }

    #[test]
    fn the_page_asks_for_nothing_outside() {
        let text = page("Loyd");
        for asking in [
            "src=\"http",
            "href=\"http",
            "url(",
            "@import",
            "fetch(",
            "XMLHttp",
            "eval(",
        ] {
            assert!(!text.contains(asking), "{asking}");
        }
        assert!(text.contains("default-src 'none'"), "{}", &text[..2000]);
    }
}
