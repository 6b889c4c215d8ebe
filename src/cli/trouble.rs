//! Trouble with files and options, in the reader's language where people see it and in English in records.

use std::error::Error;
use std::io;
use std::path::Path;

use beruehrt::notation::{Language, Text};
use beruehrt::report::sanitize;
use beruehrt::say;
use beruehrt::text;
use serde_json::error::Category;

/// What could not be done with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Reading it.
    Read,
    /// Reading a folder.
    ReadFolder,
    /// Writing it.
    Write,
    /// Keeping other processes away from it.
    Lock,
    /// Writing: another process does.
    Share,
    /// Beginning anew: it holds results.
    Overwrite,
    /// Writing: there is a file.
    Replace,
    /// Writing: it is read at the same time.
    Merge,
}

/// Something that cannot be done as asked, and what it comes from.
#[derive(Debug, thiserror::Error)]
#[error("{}", .text.english())]
pub struct Trouble {
    text: Text,
    #[source]
    cause: Option<anyhow::Error>,
}

impl Trouble {
    /// Trouble that comes from nothing else.
    pub const fn new(text: Text) -> Trouble {
        Trouble { text, cause: None }
    }

    /// The same, coming from `cause`.
    #[must_use]
    pub fn caused_by(self, cause: impl Into<anyhow::Error>) -> Trouble {
        Trouble {
            cause: Some(cause.into()),
            ..self
        }
    }
}

/// What makes trouble of an error of the system.
pub fn cannot(deed: Deed, path: &Path) -> impl Fn(io::Error) -> Trouble + Copy {
    move |cause| Trouble::new(deed.with(path)).caused_by(cause)
}

impl Deed {
    /// That it cannot be done with the file at `path`.
    pub fn with(self, path: &Path) -> Text {
        let path = path.display();
        match self {
            Deed::Read => text!(CannotRead, path),
            Deed::ReadFolder => text!(CannotReadFolder, path),
            Deed::Write => text!(CannotWrite, path),
            Deed::Lock => text!(CannotLock, path),
            Deed::Share => text!(WrittenByAnother, path),
            Deed::Replace => text!(FileThereAlready, path),
            Deed::Merge => text!(IsOneToMerge, path),
            Deed::Overwrite => text!(HoldsResults, path),
        }
    }
}

/// What the system says.
pub fn system_words(error: &io::Error) -> Text {
    let words = match error.kind() {
        io::ErrorKind::NotFound => text!(ErrorNotFound),
        io::ErrorKind::PermissionDenied => text!(ErrorPermission),
        io::ErrorKind::AlreadyExists => text!(ErrorExists),
        io::ErrorKind::IsADirectory => text!(ErrorIsFolder),
        io::ErrorKind::NotADirectory => text!(ErrorNoFolder),
        io::ErrorKind::StorageFull => text!(ErrorFull),
        io::ErrorKind::ReadOnlyFilesystem => text!(ErrorReadOnly),
        _ => return Text::same(&error.to_string()),
    };
    Text::foreign(error, words)
}

/// What an error message begins with.
pub const fn label(language: Language) -> &'static str {
    say!(language, ErrorLabel)
}

/// An error with its causes in the reader's language, as far as it is known there.
pub fn error_words(error: &anyhow::Error, language: Language) -> String {
    let told: Vec<String> = error.chain().map(|cause| words(cause, language)).collect();
    sanitize::lines(&told.join(language.colon())).into_owned()
}

fn words(error: &(dyn Error + 'static), language: Language) -> String {
    if let Some(trouble) = error.downcast_ref::<Trouble>() {
        trouble.text.in_language(language).into_owned()
    } else if let Some(error) = error.downcast_ref::<io::Error>() {
        system_words(error).in_language(language).into_owned()
    } else if let Some(error) = error.downcast_ref() {
        json_words(error).in_language(language).into_owned()
    } else {
        error.to_string()
    }
}

/// What the reader of JSON says.
fn json_words(error: &serde_json::Error) -> Text {
    let what = match error.classify() {
        Category::Io | Category::Syntax => text!(JsonInvalid),
        Category::Data => text!(JsonUnexpected),
        Category::Eof => text!(JsonEndsEarly),
    };
    Text::foreign(
        error,
        match (error.line(), error.column()) {
            (0, _) => what,
            (line, column) => text!(JsonPlace, line, column, what),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_it_in_their_language_and_records_in_english() {
        let path = Path::new("a.bg");
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let error = anyhow::Error::from(cannot(Deed::Read, path)(missing()));
        assert_eq!(
            error_words(&error, Language::German),
            "a.bg lässt sich nicht lesen: nicht gefunden"
        );
        let english = format!("cannot read a.bg: {}", missing());
        assert_eq!(error_words(&error, Language::English), english);
        assert_eq!(format!("{error:#}"), english);
        let number = "x".parse::<u8>().unwrap_err();
        let option = Trouble::new(text!(NoNumber, number));
        let both = anyhow::Error::from(option.caused_by(missing()));
        assert!(error_words(&both, Language::German).ends_with(": nicht gefunden"));
        let json = serde_json::from_str::<u8>("x").unwrap_err();
        assert_eq!(
            error_words(&json.into(), Language::German),
            "Zeile 1, Spalte 1: kein gültiges JSON"
        );
        let other = anyhow::anyhow!("something else");
        assert_eq!(error_words(&other, Language::German), "something else");
    }
}
