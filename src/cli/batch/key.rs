//! The name of a problem in a result file.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// SHA-256 of a problem in normal form, the options of the run, the program's version and, for a
/// problem that occurs several times in a collection, how often it has occurred before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub [u8; 32]);

/// Gives out keys in the order of the collection.
///
/// The order is the same in every run over the same files, so that a problem that stands in a
/// collection twice has the same two keys each time, in every shard and after every resumption.
#[derive(Debug)]
pub struct Keys {
    run: [u8; 32],
    occurrences: HashMap<[u8; 16], u32>,
}

impl Keys {
    /// Keys for a run with these options (anything that can change a result, written out).
    pub fn new(options: &str) -> Keys {
        let mut hash = Sha256::new();
        hash.update(env!("CARGO_PKG_VERSION"));
        hash.update([0]);
        hash.update(options);
        Keys {
            run: hash.finalize().into(),
            occurrences: HashMap::new(),
        }
    }

    /// The key of the next problem, whose normal form is `content`.
    pub fn next(&mut self, content: &str) -> Key {
        let content: [u8; 32] = Sha256::digest(content).into();
        let mut short = [0; 16];
        short.copy_from_slice(&content[..16]);
        let before = self.occurrences.entry(short).or_insert(0);
        let mut hash = Sha256::new();
        hash.update(self.run);
        hash.update(content);
        hash.update(before.to_be_bytes());
        *before += 1;
        Key(hash.finalize().into())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key has 64 hexadecimal digits")]
pub struct ParseKeyError;

impl FromStr for Key {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Key, ParseKeyError> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(ParseKeyError);
        }
        let digit = |c: u8| char::from(c).to_digit(16).ok_or(ParseKeyError);
        let mut key = [0; 32];
        for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
        }
        Ok(Key(key))
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_that_occurs_twice_has_two_keys_and_always_the_same() {
        let keys = |options| {
            let mut keys = Keys::new(options);
            [keys.next("x"), keys.next("y"), keys.next("x")]
        };
        let first = keys("nodes=1");
        assert_eq!(first, keys("nodes=1"));
        assert_ne!(first[0], first[2]);
        assert_ne!(first, keys("nodes=2"));
        assert_eq!(first[0].to_string().parse(), Ok(first[0]));
        assert_eq!("zz".parse::<Key>(), Err(ParseKeyError));
    }
}
