//! Records of `histories`.

use serde::Serialize;

use crate::problem::Diagram;
use crate::report::text::WorldRow;

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
}

impl<'a> HistoriesRecord<'a> {
    /// The record of a diagram whose candidate worlds are `rows`.
    pub fn new(
        id: Option<&'a str>,
        twin: &'a str,
        diagram: &Diagram,
        rows: &'a [WorldRow],
    ) -> HistoriesRecord<'a> {
        HistoriesRecord {
            id,
            twin,
            fen: diagram.fen(),
            worlds: rows.iter().map(JudgedWorldRecord::from).collect(),
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
        }
    }
}
