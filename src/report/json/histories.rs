//! Records of `histories`.

use serde::Serialize;

use crate::problem::Diagram;
use crate::report::text::{LastMoveRow, WorldRow};

use super::record::ep_text;

/// The candidate worlds of one diagram.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HistoriesRecord<'a> {
    /// Number in a data base.
    pub id: Option<&'a str>,
    /// The twin's letter; `a` where there are none.
    pub twin: &'a str,
    /// Placement and side to move.
    pub fen: String,
    /// Every candidate world.
    pub worlds: Vec<JudgedWorldRecord<'a>>,
    /// Every last move the board allows, where the problem asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_moves: Option<Vec<LastMoveRecord<'a>>>,
}

/// A last move with what was found of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastMoveRecord<'a> {
    /// In long notation and English letters, such as `Kg8xNh8`.
    #[serde(rename = "move")]
    pub text: &'a str,
    /// `impossible`, or `undecided` if no proof against it was found.
    pub verdict: &'static str,
    /// Why it is impossible, or the limit that was hit.
    pub reason: &'a str,
}

/// A candidate world with its verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JudgedWorldRecord<'a> {
    /// In the order `KQkq`, or `-`.
    pub rights: String,
    /// A square, or `-`.
    pub ep: String,
    /// `possible`, `impossible` or `undecided`.
    pub verdict: &'static str,
    /// Why it is impossible, or which limits were hit.
    pub reason: Option<&'a str>,
    /// Standard movetext of a game that ends in this world.
    pub witness: Option<&'a str>,
    /// The whole proof of impossibility, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'a str>,
}

impl<'a> HistoriesRecord<'a> {
    /// The record of a diagram whose candidate worlds are `rows`.
    pub fn new(
        id: Option<&'a str>,
        twin: &'a str,
        diagram: &Diagram,
        rows: &'a [WorldRow],
        last_moves: Option<&'a [LastMoveRow]>,
    ) -> HistoriesRecord<'a> {
        HistoriesRecord {
            id,
            twin,
            fen: diagram.fen(),
            worlds: rows.iter().map(JudgedWorldRecord::from).collect(),
            last_moves: last_moves.map(|moves| moves.iter().map(LastMoveRecord::from).collect()),
        }
    }
}

impl<'a> From<&'a WorldRow> for JudgedWorldRecord<'a> {
    fn from(row: &'a WorldRow) -> JudgedWorldRecord<'a> {
        JudgedWorldRecord {
            rights: row.world.rights.to_string(),
            ep: ep_text(row.world),
            verdict: row.standing.keyword(),
            reason: (!row.reason.is_empty()).then_some(row.reason.as_str()),
            witness: row.game.as_deref(),
            proof: row.proof.as_deref(),
        }
    }
}

impl<'a> From<&'a LastMoveRow> for LastMoveRecord<'a> {
    fn from(row: &'a LastMoveRow) -> LastMoveRecord<'a> {
        LastMoveRecord {
            text: &row.text,
            verdict: row.standing.keyword(),
            reason: &row.reason,
        }
    }
}
