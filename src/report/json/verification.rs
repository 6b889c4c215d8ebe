//! Records of `verify`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::phases::Phases;
use crate::verify::{Finding, Verification};

use super::phases::PhasesRecord;

/// What the verification of one twin gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerifyRecord<'a> {
    /// Number in a data base.
    pub id: Option<&'a str>,
    /// The twin's letter; `a` where there are none.
    pub twin: &'a str,
    /// `sound`, `unsound` or `undecided`.
    pub verdict: &'static str,
    /// In the order an editor reads them.
    pub findings: Vec<FindingRecord>,
    /// Positions looked at by the main search.
    pub nodes: u64,
    /// The program that says so.
    pub program: &'static str,
    /// What happens between the phases, as far as it is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phases: Option<PhasesRecord>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FindingRecord {
    /// Its kind: `cook`, `dual`, `no-solution`, ...
    pub kind: &'static str,
    /// `note`, `warning` or `error`.
    pub severity: &'static str,
    /// For people.
    pub text: String,
    /// The moves it speaks of, in UCI notation.
    pub moves: Vec<String>,
}

impl<'a> VerifyRecord<'a> {
    /// The record of a verification, each finding in the words that `text` has for it.
    pub fn new(
        id: Option<&'a str>,
        twin: &'a str,
        verification: &Verification,
        text: impl Fn(&Finding) -> String,
    ) -> VerifyRecord<'a> {
        let record = |finding: &Finding| FindingRecord {
            kind: finding.kind().keyword(),
            severity: finding.severity().keyword(),
            text: text(finding),
            moves: finding.moves(),
        };
        VerifyRecord {
            id,
            twin,
            verdict: verification.soundness.keyword(),
            findings: verification.findings.iter().map(record).collect(),
            nodes: verification.stats().nodes,
            program: concat!("beruehrt ", env!("CARGO_PKG_VERSION")),
            phases: None,
        }
    }

    /// The same with what happens between the phases.
    #[must_use]
    pub fn with_phases(self, phases: Option<&Phases>) -> VerifyRecord<'a> {
        VerifyRecord {
            phases: phases.map(PhasesRecord::new),
            ..self
        }
    }
}
