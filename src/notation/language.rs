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

impl Language {
    /// What the reader of this language gets of two things that mean the same; [`say!`](crate::say) is for sentences
    /// with values in them.
    pub const fn choose<T: Copy>(self, english: T, german: T) -> T {
        match self {
            Language::English => english,
            Language::German => german,
        }
    }
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
        language.choose(&self.english, &self.german)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.english.serialize(serializer)
    }
}

/// A sentence in the [`Language`] of its reader, from its wording in English and in German, with values as in [`format!`].
///
/// ```
/// use beruehrt::notation::Language;
///
/// let square = "e4";
/// let said = beruehrt::say!(Language::German, "two men on {square}", "zwei Steine auf {square}");
/// assert_eq!(said, "zwei Steine auf e4");
/// ```
#[macro_export]
macro_rules! say {
    ($language:expr, $english:literal, $german:literal $(,)?) => {
        match $language {
            $crate::notation::Language::English => ::std::format!($english),
            $crate::notation::Language::German => ::std::format!($german),
        }
    };
    ($language:expr, $english:literal, $german:literal, $($values:tt)*) => {
        match $language {
            $crate::notation::Language::English => ::std::format!($english, $($values)*),
            $crate::notation::Language::German => ::std::format!($german, $($values)*),
        }
    };
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
