//! Records of `histories --check`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::ClaimFinding;
use crate::retro::Unconfirmed;

/// What checking the evidence of one stored result found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CheckedRecord<'a> {
    /// Number in a data base.
    pub id: Option<&'a str>,
    /// The twin's letter.
    pub twin: &'a str,
    /// Placement and side to move.
    pub fen: &'a str,
    /// Its worlds, then its last moves.
    pub claims: Vec<CheckedClaimRecord<'a>>,
    /// What is stored besides and was not checked: names of fields, those of worlds and last moves after their list.
    pub not_checked: Vec<String>,
}

/// What was found of one claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CheckedClaimRecord<'a> {
    /// The world (`K -`), the last move, or the field of the record.
    pub about: &'a str,
    /// The verdict stored.
    pub verdict: &'a str,
    /// `proof` or `game` if the evidence shows the verdict; `refused`; `unfinished`; `unshown` if the checker cannot show all of the
    /// proof; `no-evidence`; `no-claim`.
    pub checked: &'static str,
    /// Positions of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
    /// Positions of the proof that only the search that found it could confirm: none of one that holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<usize>,
    /// Why it was refused, or which limit was hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl<'a> From<&'a (String, String, ClaimFinding)> for CheckedClaimRecord<'a> {
    fn from(
        (about, verdict, finding): &'a (String, String, ClaimFinding),
    ) -> CheckedClaimRecord<'a> {
        let claim = |checked| CheckedClaimRecord {
            about,
            verdict,
            checked,
            positions: None,
            shared: None,
            why: None,
        };
        match finding {
            ClaimFinding::Proof(positions) => CheckedClaimRecord {
                positions: Some(*positions),
                shared: Some(0),
                ..claim("proof")
            },
            ClaimFinding::NotShown(Unconfirmed { positions, shared }) => CheckedClaimRecord {
                positions: Some(*positions),
                shared: Some(*shared),
                ..claim("unshown")
            },
            ClaimFinding::Game(_) => claim("game"),
            ClaimFinding::Refused(why) => CheckedClaimRecord {
                why: Some(why.clone()),
                ..claim("refused")
            },
            ClaimFinding::Unfinished(limit) => CheckedClaimRecord {
                why: Some(limit.to_string()),
                ..claim("unfinished")
            },
            ClaimFinding::NoEvidence => claim("no-evidence"),
            ClaimFinding::NoClaim => claim("no-claim"),
        }
    }
}
