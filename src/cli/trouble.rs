//! Trouble with files, in the reader's language where people see it and in English in records.

use std::io;
use std::path::Path;

use beruehrt::notation::Language;
use beruehrt::report::sanitize;

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
}

/// A file with which something could not be done.
#[derive(Debug, thiserror::Error)]
#[error("{}", .deed.words(.path, Language::English))]
pub struct FileTrouble {
    deed: Deed,
    path: String,
    /// What the system says, if it was the system.
    #[source]
    cause: Option<io::Error>,
}

impl FileTrouble {
    /// Trouble that is not the system's.
    pub fn new(deed: Deed, path: &Path) -> FileTrouble {
        FileTrouble {
            deed,
            path: path.display().to_string(),
            cause: None,
        }
    }

    /// With what the system says of it.
    fn words(&self, language: Language) -> String {
        let words = self.deed.words(&self.path, language);
        match &self.cause {
            Some(cause) => format!("{words}: {}", system_words(cause, language)),
            None => words,
        }
    }
}

/// What makes trouble of an error of the system.
pub fn cannot(deed: Deed, path: &Path) -> impl FnOnce(io::Error) -> FileTrouble {
    move |cause| FileTrouble {
        cause: Some(cause),
        ..FileTrouble::new(deed, path)
    }
}

impl Deed {
    fn words(self, path: &str, language: Language) -> String {
        match (self, language) {
            (Deed::Read, Language::English) => format!("cannot read {path}"),
            (Deed::Read, Language::German) => format!("{path} lässt sich nicht lesen"),
            (Deed::ReadFolder, Language::English) => format!("cannot read the folder {path}"),
            (Deed::ReadFolder, Language::German) => {
                format!("der Ordner {path} lässt sich nicht lesen")
            }
            (Deed::Write, Language::English) => format!("cannot write {path}"),
            (Deed::Write, Language::German) => format!("{path} lässt sich nicht schreiben"),
            (Deed::Lock, Language::English) => format!("cannot lock {path}"),
            (Deed::Lock, Language::German) => format!("{path} lässt sich nicht sperren"),
            (Deed::Share, Language::English) => format!(
                "{path} is being written by another process; two writers would mix their lines"
            ),
            (Deed::Share, Language::German) => format!(
                "{path} wird von einem anderen Prozess geschrieben; zwei würden ihre Zeilen mischen"
            ),
            (Deed::Overwrite, Language::English) => format!(
                "{path} already holds results; give --resume to go on with them, or another --out"
            ),
            (Deed::Overwrite, Language::German) => format!(
                "{path} enthält schon Ergebnisse; mit --resume geht es dort weiter, sonst ein anderes --out angeben"
            ),
        }
    }
}

/// What the system says.
pub fn system_words(error: &io::Error, language: Language) -> String {
    let german = match error.kind() {
        io::ErrorKind::NotFound => "nicht gefunden",
        io::ErrorKind::PermissionDenied => "Zugriff verweigert",
        io::ErrorKind::AlreadyExists => "besteht schon",
        io::ErrorKind::IsADirectory => "ist ein Ordner",
        io::ErrorKind::NotADirectory => "ist kein Ordner",
        io::ErrorKind::StorageFull => "kein Platz mehr",
        io::ErrorKind::ReadOnlyFilesystem => "das Dateisystem ist schreibgeschützt",
        _ => return error.to_string(),
    };
    match language {
        Language::English => error.to_string(),
        Language::German => german.to_owned(),
    }
}

/// What an error message begins with.
pub const fn label(language: Language) -> &'static str {
    match language {
        Language::English => "error",
        Language::German => "Fehler",
    }
}

/// An error with its causes, as far as they are about files in the reader's language.
pub fn error_words(error: &anyhow::Error, language: Language) -> String {
    let text = match error.downcast_ref::<FileTrouble>() {
        Some(trouble) => trouble.words(language),
        None => format!("{error:#}"),
    };
    sanitize::lines(&text).into_owned()
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
        let other = anyhow::anyhow!("something else");
        assert_eq!(error_words(&other, Language::German), "something else");
    }
}
