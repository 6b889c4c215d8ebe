//! The languages of the output, and texts that exist in each of them.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use super::Letters;
use super::messages::{Message, fill};

/// A language the program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::French];

    /// Its two letters, as on the command line and in pages.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::French => "fr",
        }
    }

    /// The piece letters its readers are used to.
    pub const fn letters(self) -> Letters {
        match self {
            Language::English => Letters::English,
            Language::German => Letters::German,
            Language::French => Letters::French,
        }
    }

    /// The colon between two texts, with the blanks around it.
    pub const fn colon(self) -> &'static str {
        match self {
            Language::English | Language::German => ": ",
            Language::French => "\u{a0}: ",
        }
    }

    /// The semicolon between two texts, with the blanks around it.
    pub const fn semicolon(self) -> &'static str {
        match self {
            Language::English | Language::German => "; ",
            Language::French => "\u{a0}; ",
        }
    }

    /// Which of its forms stands beside `number`: one thing or several.
    pub fn form(self, number: &str) -> usize {
        let one = match self {
            Language::English | Language::German => number == "1",
            Language::French => matches!(number, "0" | "1"),
        };
        usize::from(!one)
    }

    /// The language behind it, English behind the last: for whoever goes through them.
    #[must_use]
    pub const fn next(self) -> Language {
        match self {
            Language::English => Language::German,
            Language::German => Language::French,
            Language::French => Language::English,
        }
    }
}

/// A text in every language: a message with its values, or what is the same in all of them.
///
/// Machines read it in English: that is what it is serialised as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text(Wording);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Wording {
    Same(String),
    Message(Message, Vec<(&'static str, Text)>),
    /// In English the words of another library.
    Foreign(String, Box<Text>),
    /// In the order of [`Language::ALL`].
    Each([String; Language::ALL.len()]),
}

impl Text {
    /// A message without values; [`text!`](crate::text) sees to it that it has none.
    pub const fn of(message: Message) -> Text {
        Text(Wording::Message(message, Vec::new()))
    }

    /// A message with its values; [`text!`](crate::text) sees to it that they are those of its wording.
    pub const fn filled(message: Message, values: Vec<(&'static str, Text)>) -> Text {
        Text(Wording::Message(message, values))
    }

    /// What is the same in every language, such as something quoted.
    pub fn same(text: &str) -> Text {
        Text(Wording::Same(text.to_owned()))
    }

    /// As a reader of `language` reads it.
    pub fn in_language(&self, language: Language) -> Cow<'_, str> {
        match &self.0 {
            Wording::Same(text) => Cow::Borrowed(text),
            Wording::Message(message, values) if values.is_empty() => {
                Cow::Borrowed(message.wording(language))
            }
            Wording::Message(message, values) => {
                fill(message.wording(language), values, language).into()
            }
            Wording::Foreign(english, words) => match language {
                Language::English => Cow::Borrowed(english),
                Language::German | Language::French => words.in_language(language),
            },
            Wording::Each(texts) => Cow::Borrowed(&texts[language as usize]),
        }
    }

    /// What another library says of an error, in its own English; `words` in every other language.
    pub fn foreign(error: &(impl fmt::Display + ?Sized), words: Text) -> Text {
        Text(Wording::Foreign(error.to_string(), Box::new(words)))
    }

    /// What depends on the language in a way of its own, such as the keywords of files.
    pub fn each(words: impl Fn(Language) -> String) -> Text {
        Text(Wording::Each(Language::ALL.map(words)))
    }

    /// As records and logs have it.
    pub fn english(&self) -> Cow<'_, str> {
        self.in_language(Language::English)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.english().serialize(serializer)
    }
}

/// What can be filled into a message: whatever can be shown, and texts, which are read in the message's language.
pub trait Value {
    /// The value in every language.
    fn text(&self) -> Text;
}

impl<T: fmt::Display + ?Sized> Value for T {
    fn text(&self) -> Text {
        Text(Wording::Same(self.to_string()))
    }
}

impl Value for Text {
    fn text(&self) -> Text {
        self.clone()
    }
}

impl Value for &Text {
    fn text(&self) -> Text {
        (*self).clone()
    }
}

/// A message in the [`Language`] of its reader, by its name in the catalogue, with its values.
///
/// ```
/// use beruehrt::notation::Language;
///
/// let square = "e4";
/// assert_eq!(beruehrt::say!(Language::German, WhiteToMove), "Weiß am Zug");
/// let said = beruehrt::say!(Language::German, TwoMenOnSquare, square);
/// assert_eq!(said, "zwei Steine auf e4");
/// let said = beruehrt::say!(Language::French, TwoMenOnSquare, square = square.to_uppercase());
/// assert_eq!(said, "deux pièces en E4");
/// ```
///
/// A name that is not in the catalogue does not compile, nor does a value that the message does not have:
///
/// ```compile_fail
/// beruehrt::say!(beruehrt::notation::Language::English, TwoMenOnSquare, sqare = "e4");
/// ```
#[macro_export]
macro_rules! say {
    ($language:expr, $name:ident $(,)?) => {{
        const _: () = assert!($crate::notation::Message::$name.takes(&[]), "a value is missing");
        $crate::notation::Message::$name.wording($language)
    }};
    ($language:expr, $name:ident, $($value:ident $(= $given:expr)?),+ $(,)?) => {
        $crate::text!($name, $($value $(= $given)?),+)
            .in_language($language)
            .into_owned()
    };
}

/// A [`Text`]: a message by its name in the catalogue, with its values.
///
/// ```
/// use beruehrt::notation::Language;
///
/// let text = beruehrt::text!(TwoMenOnSquare, square = "e4");
/// assert_eq!(text.in_language(Language::German), "zwei Steine auf e4");
/// ```
#[macro_export]
macro_rules! text {
    ($name:ident $(,)?) => {{
        const _: () = assert!($crate::notation::Message::$name.takes(&[]), "a value is missing");
        $crate::notation::Text::of($crate::notation::Message::$name)
    }};
    ($name:ident, $($value:ident $(= $given:expr)?),+ $(,)?) => {{
        const _: () = assert!(
            $crate::notation::Message::$name.takes(&[$(stringify!($value)),+]),
            "these are not the values of this message"
        );
        $crate::notation::Text::filled(
            $crate::notation::Message::$name,
            ::std::vec![$((
                stringify!($value),
                $crate::notation::Value::text(&$crate::text!(@given $value $(= $given)?)),
            )),+],
        )
    }};
    (@given $value:ident) => { $value };
    (@given $value:ident = $given:expr) => { $given };
}
