//! A solution tree as JSON.
//!
//! A node: `{"turn","worlds","touched","outlook","pressure","branches","cut"}`; a branch:
//! `{"move","san","manner","mark","node"}`, or `"rulings"` instead of `"node"` for a trial; a ruling:
//! `{"judgment","worlds","mark","node"}`. Worlds are texts as in problem files. Members that say
//! nothing (no touches, no mark, ...) are left out.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::solution::{
    Branch, Course, Extent, Judgment, Manner, Mark, Node, Outlook, Pressure, Ruling,
};
use crate::world::WorldSet;

/// A node that serializes as described in the module's text.
#[derive(Debug, Clone, Copy)]
pub struct TreeRecord<'a>(pub &'a Node);

struct BranchRecord<'a>(&'a Branch);
struct RulingRecord<'a>(&'a Ruling);
struct Worlds<'a>(&'a WorldSet);

impl Serialize for TreeRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let node = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("turn", &node.turn().char())?;
        map.serialize_entry("worlds", &Worlds(&node.worlds))?;
        if !node.touched.is_empty() {
            let squares: Vec<String> = node.touched.iter().map(ToString::to_string).collect();
            map.serialize_entry("touched", &squares)?;
        }
        let outlook = match node.outlook {
            Outlook::Open => None,
            Outlook::Goal => Some("goal"),
            Outlook::Mate => Some("mate"),
            Outlook::Stalemate => Some("stalemate"),
            Outlook::Unredeemed => Some("unredeemed"),
            Outlook::OutOfMoves => Some("out-of-moves"),
        };
        if let Some(outlook) = outlook {
            map.serialize_entry("outlook", outlook)?;
        }
        match &node.pressure {
            Pressure::Unknown => {}
            Pressure::Check => map.serialize_entry("pressure", "check")?,
            Pressure::Zugzwang => map.serialize_entry("pressure", "zugzwang")?,
            Pressure::Threat(threats) => {
                map.serialize_entry("pressure", "threat")?;
                map.serialize_entry("threats", &branches(threats))?;
            }
        }
        if !node.branches.is_empty() {
            map.serialize_entry("branches", &branches(&node.branches))?;
        }
        if node.extent == Extent::Cut {
            map.serialize_entry("cut", &true)?;
        }
        map.end()
    }
}

impl Serialize for BranchRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let branch = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &branch.uci())?;
        map.serialize_entry("san", &branch.san.to_string())?;
        match branch.manner {
            Manner::Plain => {}
            Manner::Trial => map.serialize_entry("manner", "trial")?,
            Manner::OnCredit => map.serialize_entry("manner", "on-credit")?,
        }
        if let Some(mark) = mark_word(branch.mark) {
            map.serialize_entry("mark", mark)?;
        }
        match &branch.course {
            Course::Played(node) => map.serialize_entry("node", &TreeRecord(node))?,
            Course::Trial(rulings) => {
                let rulings: Vec<RulingRecord<'_>> = rulings.iter().map(RulingRecord).collect();
                map.serialize_entry("rulings", &rulings)?;
            }
        }
        map.end()
    }
}

impl Serialize for RulingRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ruling = self.0;
        let judgment = match ruling.judgment {
            Judgment::Stands => "stands",
            Judgment::TakenBack => "taken-back",
            Judgment::KingMoveDemanded => "king-move-demanded",
            Judgment::FalseMoveStands => "false-move-stands",
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("judgment", judgment)?;
        map.serialize_entry("worlds", &Worlds(&ruling.worlds))?;
        if let Some(mark) = mark_word(ruling.mark) {
            map.serialize_entry("mark", mark)?;
        }
        map.serialize_entry("node", &TreeRecord(&ruling.node))?;
        map.end()
    }
}

impl Serialize for Worlds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|world| world.to_string()))
    }
}

fn branches(list: &[Branch]) -> Vec<BranchRecord<'_>> {
    list.iter().map(BranchRecord).collect()
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
