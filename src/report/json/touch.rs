//! Records of `touch`.

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use crate::law::Answer;

/// What touches oblige to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TouchRecord {
    /// The position with its rights and its target.
    pub fen: String,
    /// The rule set.
    pub laws: &'static str,
    /// What is owed, and by which article; also why nothing is.
    pub owed: OwedRecord,
    /// The moves that fulfil it, in UCI; all legal moves if the player is free.
    pub moves: Vec<String>,
    /// Whether any legal move will do.
    pub free: bool,
}

/// What is owed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OwedRecord {
    /// The article of the laws.
    pub article: &'static str,
    /// The man that must move or be captured; null if the player is free.
    pub square: Option<String>,
}

impl From<&Answer> for TouchRecord {
    fn from(answer: &Answer) -> TouchRecord {
        let fen = Fen::from_position(&answer.position, EnPassantMode::Legal).to_string();
        TouchRecord {
            fen,
            laws: answer.laws.keyword(),
            owed: OwedRecord {
                article: answer.article(),
                square: answer.owed.square().map(|square| square.to_string()),
            },
            moves: answer.uci(),
            free: answer.is_free(),
        }
    }
}
