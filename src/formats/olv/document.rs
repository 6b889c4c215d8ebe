//! A YAML document as data, every text with its place. Texts that look like numbers stay texts.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_saphyr::Spanned;

use crate::problem::Value;

/// `0012` and `1_2` are texts with their spelling, and so is `yes`.
fn as_written() -> serde_saphyr::Options {
    serde_saphyr::options! {
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        strict_booleans: true,
    }
}

/// Reads a document as it stands, field by field.
pub(super) fn fields(text: &str) -> Vec<(String, Value)> {
    match serde_saphyr::from_str_with_options(text, as_written()) {
        Ok(Value::Map(fields)) => fields,
        _ => Vec::new(),
    }
}

/// Reads what is used of a document.
pub(super) fn document(text: &str) -> Result<Document, serde_saphyr::Error> {
    serde_saphyr::from_str_with_options(text, as_written())
}

/// A document: what is used of it.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct Document {
    pub authors: Option<Value>,
    pub source: Option<Value>,
    #[serde(rename = "source-id")]
    pub source_id: Option<Value>,
    pub date: Option<Value>,
    pub distinction: Option<Value>,
    pub award: Option<Value>,
    pub algebraic: Option<Algebraic>,
    pub stipulation: Option<Spanned<String>>,
    #[serde(alias = "conditions")]
    pub options: Option<Vec<Spanned<String>>>,
    pub twins: Option<Twins>,
    #[serde(rename = "intended-solutions")]
    pub intended_solutions: Option<Value>,
    pub solution: Option<Spanned<String>>,
    pub keywords: Option<Value>,
    pub comments: Option<Value>,
    pub foreignids: Option<Value>,
    pub id: Option<Value>,
}

/// The men of the diagram.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct Algebraic {
    pub white: Option<Vec<Spanned<String>>>,
    pub black: Option<Vec<Spanned<String>>>,
    pub neutral: Option<Vec<Spanned<String>>>,
}

/// The twins in the order written: label and changes.
#[derive(Debug, Default)]
pub(super) struct Twins(pub Vec<(String, Spanned<String>)>);

impl<'de> Deserialize<'de> for Twins {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Twins, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Twins;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("twins by label")
            }
            fn visit_unit<E: de::Error>(self) -> Result<Twins, E> {
                Ok(Twins::default())
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Twins, A::Error> {
                let mut twins = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    twins.push(pair);
                }
                Ok(Twins(twins))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}
