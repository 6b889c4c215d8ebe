//! What a data base says beyond the texts: one named value a line, `source: {"name": "feenschach", "issue": "01-02"}`.

use std::fmt::{self, Write as _};

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::diagnostic::{Diagnostic, quoted};
use super::fields::unless;
use super::span::{Span, range_of};
use crate::notation::is_hostile;
use crate::problem::Value;
use crate::text;

/// Reads the lines of the field.
pub(super) fn data<'a>(
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Vec<(String, Value)>, Vec<Diagnostic>> {
    let mut data: Vec<(String, Value)> = Vec::new();
    let mut wrong = Vec::new();
    for line in lines {
        let read = line.fragment().split_once(':').and_then(|(name, value)| {
            let value = serde_json::from_str(value.trim()).ok()?;
            Some((name.trim().to_owned(), value))
        });
        match read {
            Some((name, value)) if !data.iter().any(|(known, _)| *known == name) => {
                data.push((name, value));
            }
            _ => wrong.push(Diagnostic::error(
                "data",
                text!(NoNamedValue, found = quoted(line.fragment())),
                range_of(line),
                text!(ExpectedNameColonJson),
            )),
        }
    }
    unless(wrong, data)
}

/// The lines of the field.
pub(super) fn print(data: &[(String, Value)]) -> Vec<String> {
    let line = |(name, value): &(String, Value)| {
        // Text, lists and maps are always JSON.
        let value = serde_json::to_string(value).unwrap_or_default();
        let mut line = format!("{name}: ");
        for c in value.chars() {
            // They would be made harmless on their way out, and be no JSON any more.
            if is_hostile(c) {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    let _ = write!(line, "\\u{unit:04x}");
                }
            } else {
                line.push(c);
            }
        }
        line
    };
    data.iter().map(line).collect()
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Nothing => serializer.serialize_unit(),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(items) => serializer.collect_seq(items),
            Value::Map(pairs) => serializer.collect_map(pairs.iter().map(|(k, v)| (k, v))),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_written_as_its_code_and_read_back() {
        let text = "A\u{202e}B\u{1b}[31m\u{e0041}\n\u{85}\"x\"";
        let written = vec![("source".to_owned(), Value::Text(text.to_owned()))];
        let line = print(&written).remove(0);
        assert!(!line.contains(is_hostile), "{line}");
        assert_eq!(data(std::iter::once(Span::new(&line))), Ok(written));
    }
}
