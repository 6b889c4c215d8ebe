//! Why a file, or an entry of it, cannot be read.

use std::io;
use std::sync::Arc;

use beruehrt::notation::{Language, Text};
use beruehrt::report::sanitize;
use beruehrt::text;

use super::entries::LONGEST_ENTRY;
use super::foreign::LONGEST_FOREIGN;
use super::{Broken, Chunk};
use crate::cli::trouble::{label, system_words};

/// Why nothing can be read.
pub(super) enum Unreadable {
    /// The system says so.
    System(io::Error),
    /// It is a folder.
    Folder,
    /// It is the source of a page of the web.
    WebPage,
    /// There is nothing up to this line, the last one.
    Empty(usize),
    /// The entry that begins in this line is too long.
    TooLong(usize),
    /// The file is too long to be held whole.
    TooLongFile,
}

impl Unreadable {
    fn text(&self) -> Text {
        match self {
            Unreadable::System(error) => text!(CannotBeRead, error = system_words(error)),
            Unreadable::Folder => text!(ReadFolder),
            Unreadable::WebPage => text!(ReadWebPage),
            Unreadable::Empty(0) => text!(FileEmpty),
            Unreadable::Empty(line) => text!(NoProblemUpTo, line),
            Unreadable::TooLongFile => text!(FileTooLong, longest_foreign = LONGEST_FOREIGN),
            Unreadable::TooLong(line) => text!(EntryTooLong, line, longest_entry = LONGEST_ENTRY),
        }
    }
}

/// The message is for a reader of `language`; records have it in English.
pub(super) fn failure(file: Arc<str>, why: &Unreadable, language: Language) -> Chunk {
    let shown = sanitize::one_line(&file).into_owned();
    let message = why.text();
    let line = match why {
        Unreadable::TooLong(line) => Some(*line),
        Unreadable::Empty(last) => Some((*last).max(1)),
        Unreadable::System(_)
        | Unreadable::Folder
        | Unreadable::WebPage
        | Unreadable::TooLongFile => None,
    };
    let colon = language.colon();
    Chunk {
        diagnostics: vec![format!(
            "{}{colon}{shown}{colon}{}",
            label(language),
            message.in_language(language)
        )],
        entries: vec![Err(Broken {
            line,
            column: None,
            message,
        })],
        line: line.unwrap_or(1),
        unread: false,
        raw: file.as_bytes().to_vec(),
        document: None,
        file,
    }
}
