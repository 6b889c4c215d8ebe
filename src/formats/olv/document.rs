//! A YAML document as data, every text with its place. Texts that look like numbers stay texts.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

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

/// A text, a list or a map.
#[derive(Debug)]
pub(super) enum Value {
    Nothing,
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Value {
    /// The text, if it is one and not blank.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text.trim()).filter(|text| !text.is_empty()),
            _ => None,
        }
    }

    /// What a map has under this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Map(pairs) => pairs
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text a map has under this name.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::text)
    }

    /// The texts of a list, or the only one.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Value::List(items) => items.iter().filter_map(Value::text).collect(),
            _ => self.text().into_iter().collect(),
        }
    }

    /// The items of a list, or the only one.
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a list or a map")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.to_owned()))
            }
            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
                Ok(Value::Text(value.to_string()))
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
                Ok(Value::Text(value.to_string()))
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
                Ok(Value::Text(value.to_string()))
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
                Ok(Value::Text(value.to_string()))
            }
            fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
                Ok(Value::Nothing)
            }
            fn visit_none<E: de::Error>(self) -> Result<Value, E> {
                Ok(Value::Nothing)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Value::List(items))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Value::Map(pairs))
            }
        }
        deserializer.deserialize_any(Any)
    }
}
