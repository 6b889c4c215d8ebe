//! The languages of the output, and texts that exist in each of them.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

/// A language the program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

/// A text in every language; it is made where it is said, so that none can lack one.
///
/// Machines read it in English: that is what it is serialised as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// In English.
    pub english: Cow<'static, str>,
    /// In German.
    pub german: Cow<'static, str>,
}

impl Text {
    /// A text without anything to fill in; see [`text!`](crate::text) for the others.
    pub const fn new(english: &'static str, german: &'static str) -> Text {
        Text {
            english: Cow::Borrowed(english),
            german: Cow::Borrowed(german),
        }
    }

    /// What is the same in every language, such as something quoted.
    pub fn same(text: &str) -> Text {
        Text {
            english: text.to_owned().into(),
            german: text.to_owned().into(),
        }
    }

    /// As a reader of `language` reads it.
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::German => &self.german,
        }
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.english.serialize(serializer)
    }
}

/// A [`Text`] from its sentence in English and that in German, with values as in [`format!`].
///
/// ```
/// let square = "e4";
/// let text = beruehrt::text!("two men on {square}", "zwei Steine auf {square}");
/// assert_eq!(text.german, "zwei Steine auf e4");
/// ```
#[macro_export]
macro_rules! text {
    ($english:literal, $german:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::notation::Text {
            english: ::std::format!($english $(, $name = $value)*).into(),
            german: ::std::format!($german $(, $name = $value)*).into(),
        }
    };
}
