//! A solution tree as JSON.
//!
//! A node: `{"turn","worlds","touched","owed","outlook","pressure","threats","branches","cut"}`; a branch:
//! `{"move","san","manner","mark","node"}`, or `"rulings"` instead of `"node"` for a trial; a ruling:
//! `{"judgment","worlds","mark","node"}`; what is owed: `{"duty","square","by","article"}`. Worlds are texts as in
//! problem files. Members that say nothing (no touches, no mark, ...) are left out.

use schemars::JsonSchema;
use serde::Serialize;

use crate::law::{Duty, Owed, RuleSet};
use crate::problem::Laws;
use crate::solution::{
    Branch, Course, Extent, Judgment, Manner, Mark, Node, Outlook, Pressure, Ruling,
};
use crate::world::WorldSet;

/// A node of a solution tree with all that is below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TreeRecord {
    /// `w` or `b`.
    pub turn: char,
    /// The histories still open, such as `Kq -` or `- d6`.
    pub worlds: Vec<String>,
    /// Squares of the men touched in denied trials of this turn, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<String>,
    /// What they oblige to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owed: Option<OwedInPlay>,
    /// `goal`, `mate`, `stalemate`, `unredeemed` or `out-of-moves`; absent while play goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlook: Option<&'static str>,
    /// `check`, `zugzwang` or `threat`, where the defender is on move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<&'static str>,
    /// What is threatened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<BranchRecord>,
    /// What may be, or is, played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<BranchRecord>,
    /// Present and true where the tree was cut.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// A move of a tree, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BranchRecord {
    /// UCI, castling from king's square to king's square.
    #[serde(rename = "move")]
    pub uci: String,
    /// Standard notation in English letters.
    pub san: String,
    /// `trial` or `on-credit`; absent for an ordinary move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manner: Option<&'static str>,
    /// `key`, `try`, `refutation` or `dual`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// What follows; absent in a trial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<TreeRecord>,
    /// How the opponent may rule; absent unless it is a trial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rulings: Option<Vec<RulingRecord>>,
}

/// What the opponent makes of a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RulingRecord {
    /// `stands`, `taken-back`, `king-move-demanded` or `false-move-stands`.
    pub judgment: &'static str,
    /// The histories he leaves.
    pub worlds: Vec<String>,
    /// `refutation`, if it refutes a try.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// What follows.
    pub node: TreeRecord,
}

/// What the touches of a turn oblige to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OwedInPlay {
    /// `free`, `move`, `capture`, `capture-with` or `castle`.
    pub duty: &'static str,
    /// The man that must move or be captured; of castling the king.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// The man that must capture it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The article of the code that says so.
    pub article: &'static str,
}

impl TreeRecord {
    /// The record of a tree played under the code `laws`.
    pub fn new(node: &Node, laws: Laws) -> TreeRecord {
        let (pressure, threats) = match &node.pressure {
            Pressure::Unknown => (None, Vec::new()),
            Pressure::Check => (Some("check"), Vec::new()),
            Pressure::Zugzwang => (Some("zugzwang"), Vec::new()),
            Pressure::Threat(threats) => (Some("threat"), branches(threats, laws)),
        };
        TreeRecord {
            turn: node.turn().char(),
            worlds: worlds(&node.worlds),
            touched: node.touched.iter().map(ToString::to_string).collect(),
            owed: node.owed(laws).map(|owed| OwedInPlay::new(owed, laws)),
            outlook: match node.outlook {
                Outlook::Open => None,
                Outlook::Goal => Some("goal"),
                Outlook::Mate => Some("mate"),
                Outlook::Stalemate => Some("stalemate"),
                Outlook::Unredeemed => Some("unredeemed"),
                Outlook::OutOfMoves => Some("out-of-moves"),
            },
            pressure,
            threats,
            branches: branches(&node.branches, laws),
            cut: node.extent == Extent::Cut,
        }
    }
}

impl BranchRecord {
    fn new(branch: &Branch, laws: Laws) -> BranchRecord {
        let (node, rulings) = match &branch.course {
            Course::Played(node) => (Some(TreeRecord::new(node, laws)), None),
            Course::Trial(rulings) => {
                let record = |ruling: &Ruling| RulingRecord::new(ruling, laws);
                (None, Some(rulings.iter().map(record).collect()))
            }
        };
        BranchRecord {
            uci: branch.uci(),
            san: branch.san.to_string(),
            manner: match branch.manner {
                Manner::Plain => None,
                Manner::Trial => Some("trial"),
                Manner::OnCredit => Some("on-credit"),
            },
            mark: mark_word(branch.mark),
            node,
            rulings,
        }
    }
}

impl RulingRecord {
    fn new(ruling: &Ruling, laws: Laws) -> RulingRecord {
        RulingRecord {
            judgment: match ruling.judgment {
                Judgment::Stands => "stands",
                Judgment::TakenBack => "taken-back",
                Judgment::KingMoveDemanded => "king-move-demanded",
                Judgment::FalseMoveStands => "false-move-stands",
            },
            worlds: worlds(&ruling.worlds),
            mark: mark_word(ruling.mark),
            node: TreeRecord::new(&ruling.node, laws),
        }
    }
}

impl OwedInPlay {
    fn new(owed: Owed, laws: Laws) -> OwedInPlay {
        let (duty, square, by) = match owed.duty {
            Duty::Free => ("free", None, None),
            Duty::Move(square) => ("move", Some(square), None),
            Duty::Capture(square) => ("capture", Some(square), None),
            Duty::CaptureWith { by, of } => ("capture-with", Some(of), Some(by)),
            Duty::Castle { king, .. } => ("castle", Some(king), None),
        };
        OwedInPlay {
            duty,
            square: square.map(|square| square.to_string()),
            by: by.map(|square| square.to_string()),
            article: RuleSet::of(laws).cite(owed.ground),
        }
    }
}

fn worlds(set: &WorldSet) -> Vec<String> {
    set.iter().map(|world| world.to_string()).collect()
}

fn branches(list: &[Branch], laws: Laws) -> Vec<BranchRecord> {
    list.iter()
        .map(|branch| BranchRecord::new(branch, laws))
        .collect()
}

const fn mark_word(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::None => None,
        Mark::Key => Some("key"),
        Mark::Try => Some("try"),
        Mark::Refutation => Some("refutation"),
        Mark::Dual => Some("dual"),
    }
}
