//! What a data base says of a problem beyond its texts.

/// A value of a data base's record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing stands there.
    Nothing,
    /// A text, or a number as it is written.
    Text(String),
    /// Values in order.
    List(Vec<Value>),
    /// Named values in order.
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
            Value::Map(pairs) => named(pairs, name),
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

    /// Whether it says nothing: no text, no item.
    pub fn is_empty(&self) -> bool {
        match self {
            Value::Nothing => true,
            Value::Text(text) => text.is_empty(),
            Value::List(items) => items.iter().all(Value::is_empty),
            Value::Map(pairs) => pairs.iter().all(|(_, value)| value.is_empty()),
        }
    }
}

/// The value of this name.
pub fn named<'v>(pairs: &'v [(String, Value)], name: &str) -> Option<&'v Value> {
    pairs
        .iter()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value)
}
