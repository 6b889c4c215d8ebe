//! Who reads the page: language and letters, as its requests say them.

use beruehrt::notation::{Language, Letters};
use beruehrt::report::text::TextStyle;
use beruehrt::report::{Evidence, Proofs};

use super::http::Request;

/// Language and letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// The language of words.
    pub language: Language,
    /// The letters of the men.
    pub letters: Letters,
}

impl Reader {
    /// The reader of a page that sent this request; what it does not say is as the program was started.
    pub fn of(request: &Request, usual: Reader) -> Reader {
        let letters = request.parameter("letters").and_then(|name| {
            let mut known = Letters::ALL.into_iter();
            known.find(|letters| letters.keyword() == name)
        });
        let language = request.parameter("lang").and_then(|code| {
            let mut known = Language::ALL.into_iter();
            known.find(|language| language.code() == code)
        });
        match language {
            Some(language) => Reader {
                language,
                letters: letters.unwrap_or(language.letters()),
            },
            None => Reader {
                letters: letters.unwrap_or(usual.letters),
                ..usual
            },
        }
    }

    /// For texts.
    pub fn style(self) -> TextStyle {
        TextStyle {
            letters: self.letters,
            language: self.language,
        }
    }

    /// For evidence, with proofs in outline.
    pub fn evidence(self) -> Evidence {
        Evidence {
            style: self.style(),
            proofs: Proofs::Outlines,
        }
    }

    /// The language as pages and addresses name it.
    pub fn language_keyword(self) -> &'static str {
        self.language.code()
    }
}
