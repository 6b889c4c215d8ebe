//! Which version of the program wrote a line of a result file.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

/// The version that the line `text` names: in `program`, in files of earlier days in `version`.
///
/// Of those some lines hold `version` twice, first the program's as a text, then the record's as a number. So the
/// object is read name by name: a type that is told its fields would refuse it.
///
/// # Errors
///
/// The line is no object.
pub fn program_of(text: &[u8]) -> serde_json::Result<Option<String>> {
    let Named(program) = serde_json::from_slice(text)?;
    Ok(program)
}

struct Named(Option<String>);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named, D::Error> {
        deserializer.deserialize_map(Names)
    }
}

struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Named;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a line of results")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
        let mut found = None;
        while let Some(name) = map.next_key::<String>()? {
            if matches!(name.as_str(), "program" | "version") {
                if let Value::String(program) = map.next_value()? {
                    found.get_or_insert(program);
                }
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Named(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_day_say_which_program_wrote_them() {
        let program = |line: &str| program_of(line.as_bytes()).unwrap();
        let named = Some("0.1.0".to_owned());
        assert_eq!(program(r#"{"program":"0.1.0","version":2}"#), named);
        assert_eq!(program(r#"{"version":"0.1.0","file":"a"}"#), named);
        assert_eq!(program(r#"{"version":"0.1.0","version":2}"#), named);
        assert_eq!(program(r#"{"version":2}"#), None);
        assert!(program_of(b"[]").is_err());
    }
}
