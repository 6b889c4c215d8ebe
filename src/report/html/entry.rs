//! What a page holds of one problem or twin: its records, and the row it has in the table of a collection.

use serde::Serialize;
use serde_json::Value;

use crate::notation::Language;
use crate::problem::{Problem, Stipulation, Twin};
use crate::report::json::{ErrorRecord, HistoriesRecord, SolveRecord, VerifyRecord};
use crate::report::row::ArgumentStep;
use crate::report::text::{
    TextStyle, closing_sentences, feature_in_english, finding_text, reason_text,
    solution_in_english,
};
use crate::report::{Evidence, Proofs};
use crate::retro::Verdict;
use crate::study::{Histories, Proved, Retracted, Solved, Verified};

/// One problem or twin: the records that commands print of it, as far as there are any.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Entry {
    /// The file it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The texts below the diagram.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemRecord>,
    /// The record of `solve`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solve: Option<Value>,
    /// The record of `histories`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub histories: Option<Value>,
    /// The record of `verify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify: Option<Value>,
    /// What closes the report of `verify`, in English.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closing: Vec<String>,
    /// The record of a problem that could not be read or solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Value>,
    /// The sentences of the records in German; in the records they are English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub german: Option<TranslatedTexts>,
    /// The same in French.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub french: Option<TranslatedTexts>,
}

/// The sentences of an entry's records in another language, in their order there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TranslatedTexts {
    /// The reasons of the worlds of `histories`.
    pub worlds: Vec<String>,
    /// The sentences of its statements.
    pub statements: Vec<String>,
    /// The reasons of its last moves.
    pub last_moves: Vec<String>,
    /// Its line of last moves.
    pub line: Option<String>,
    /// For each world the texts of its certificate's positions; none where it has no certificate.
    pub world_proofs: Vec<Vec<Option<String>>>,
    /// The same for each last move.
    pub last_move_proofs: Vec<Vec<Option<String>>>,
    /// For each world the sentences of its argument.
    pub world_arguments: Vec<Vec<String>>,
    /// The same for each last move.
    pub last_move_arguments: Vec<Vec<String>>,
    /// For each world the decisive moments of its game.
    pub stories: Vec<Option<String>>,
    /// The texts of the findings of `verify`.
    pub findings: Vec<String>,
    /// What closes it.
    pub closing: Vec<String>,
}

impl TranslatedTexts {
    /// The texts of a twin's histories.
    fn of(histories: &Histories, language: Language) -> TranslatedTexts {
        let style = TextStyle::of(language);
        let evidence = Evidence {
            style,
            proofs: Proofs::Reasons,
        };
        let proof = |verdict: Option<&Verdict>| match verdict {
            Some(Verdict::Impossible(refutation)) => (refutation.positions.iter())
                .map(|refuted| reason_text(refuted, style))
                .collect(),
            _ => Vec::new(),
        };
        let moves = histories.last_moves.iter().flat_map(|last| &last.moves);
        let rows = evidence.histories(histories);
        let sentences = |argument: &[ArgumentStep]| {
            let steps = argument.iter();
            steps.map(|step| step.text.clone()).collect::<Vec<String>>()
        };
        let last_moves = || rows.last_moves.iter().flatten();
        TranslatedTexts {
            worlds: rows.worlds.iter().map(|row| row.reason.clone()).collect(),
            statements: rows.statements.iter().map(|row| row.text.clone()).collect(),
            last_moves: last_moves().map(|row| row.reason.clone()).collect(),
            line: rows.line.clone(),
            world_arguments: (rows.worlds.iter())
                .map(|row| sentences(&row.argument))
                .collect(),
            last_move_arguments: last_moves().map(|row| sentences(&row.argument)).collect(),
            stories: rows.worlds.iter().map(|row| row.story.clone()).collect(),
            world_proofs: (histories.worlds.iter())
                .map(|candidate| proof(candidate.verdict.as_ref()))
                .collect(),
            last_move_proofs: moves.map(|judged| proof(Some(&judged.verdict))).collect(),
            findings: Vec::new(),
            closing: Vec::new(),
        }
    }
}

impl Entry {
    /// A twin of which nothing is known but its diagram.
    pub fn diagram(problem: &Problem, twin: &Twin) -> Entry {
        Entry {
            problem: Some(ProblemRecord::new(problem, twin)),
            ..Entry::default()
        }
    }

    /// A twin with its histories and its solution.
    pub fn solved(problem: &Problem, twin: &Twin, solved: &Solved) -> Entry {
        let rows = SHORT.worlds(&solved.histories);
        let millis = solved.spent.as_millis() as u64;
        let record = SolveRecord::new(problem, twin, &rows, &solved.outcome, millis)
            .with_phases(solved.phases.as_ref());
        Entry {
            solve: Some(value(&record)),
            ..Entry::judged(problem, twin, &solved.histories)
        }
    }

    /// A twin that asks for a proof game, with the games.
    pub fn proved(problem: &Problem, twin: &Twin, proved: &Proved) -> Entry {
        let millis = proved.spent.as_millis() as u64;
        let record =
            SolveRecord::of_games(problem, twin, &proved.games, millis, &feature_in_english);
        Entry {
            solve: Some(value(&record)),
            ..Entry::diagram(problem, twin)
        }
    }

    /// A retractor with its solutions.
    pub fn retracted(problem: &Problem, twin: &Twin, found: &Retracted) -> Entry {
        let millis = found.spent.as_millis() as u64;
        let record = SolveRecord::of_retractions(
            problem,
            twin,
            found.asked,
            &found.found,
            millis,
            &solution_in_english,
        );
        Entry {
            solve: Some(value(&record)),
            ..Entry::diagram(problem, twin)
        }
    }

    /// A twin with its histories.
    pub fn judged(problem: &Problem, twin: &Twin, histories: &Histories) -> Entry {
        let rows = ENGLISH.histories(histories);
        let id = problem.id.as_deref();
        let record = HistoriesRecord::new(id, twin, &rows);
        Entry {
            histories: Some(value(&record)),
            german: Some(TranslatedTexts::of(histories, Language::German)),
            french: Some(TranslatedTexts::of(histories, Language::French)),
            ..Entry::diagram(problem, twin)
        }
    }

    /// A twin with its histories, its solution and the report of its verification.
    pub fn verified(problem: &Problem, twin: &Twin, verified: &Verified) -> Entry {
        let verification = &verified.verification;
        let id = problem.id.as_deref();
        let words = |finding: &_| finding_text(finding, verification, TextStyle::ENGLISH);
        let record = VerifyRecord::new(id, &twin.label, verification, words)
            .with_phases(verified.phases.as_ref());
        let translated = |texts: Option<TranslatedTexts>, language| {
            let style = TextStyle::of(language);
            let findings = verification.findings.iter();
            let findings = findings.map(|finding| finding_text(finding, verification, style));
            texts.map(|texts| TranslatedTexts {
                findings: findings.collect(),
                closing: closing_sentences(verification, style),
                ..texts
            })
        };
        let judged = Entry::judged(problem, twin, &verified.histories);
        let millis = verified.spent.as_millis() as u64;
        let solve = verification.outcome.as_ref().map(|outcome| {
            let rows = SHORT.worlds(&verified.histories);
            value(&SolveRecord::new(problem, twin, &rows, outcome, millis))
        });
        let games = (verification.games.as_ref()).map(|found| {
            value(&SolveRecord::of_games(
                problem,
                twin,
                found,
                millis,
                &feature_in_english,
            ))
        });
        let retracted = match (&verification.retracted, &twin.stipulation) {
            (Some(found), &Stipulation::Retractor(asked)) => {
                let record = SolveRecord::of_retractions(
                    problem,
                    twin,
                    asked,
                    found,
                    millis,
                    &solution_in_english,
                );
                Some(value(&record))
            }
            _ => None,
        };
        let asks_for_play = games.is_none() && retracted.is_none();
        Entry {
            solve: solve.or(games).or(retracted),
            histories: judged.histories.filter(|_| asks_for_play),
            verify: Some(value(&record)),
            closing: closing_sentences(verification, TextStyle::ENGLISH),
            german: translated(judged.german, Language::German),
            french: translated(judged.french, Language::French),
            ..judged
        }
    }

    /// What could not be read or solved.
    pub fn broken(record: &ErrorRecord) -> Entry {
        Entry {
            file: Some(record.file.clone()),
            error: Some(value(record)),
            ..Entry::default()
        }
    }

    /// A line of a result file of `batch`, as JSON.
    pub fn of_result(line: Value) -> Entry {
        let text = |field: &str| line.get(field).and_then(Value::as_str).map(str::to_owned);
        let mut entry = Entry {
            file: text("file"),
            ..Entry::default()
        };
        let kind = if line.get("error").is_some() {
            &mut entry.error
        } else if line.get("stipulation").is_some() {
            &mut entry.solve
        } else {
            &mut entry.histories
        };
        *kind = Some(line);
        entry
    }
}

/// Evidence as the records have it.
const ENGLISH: Evidence = Evidence {
    style: TextStyle::ENGLISH,
    proofs: Proofs::Certified,
};

/// The same without the proofs, which the record of `histories` has.
const SHORT: Evidence = Evidence {
    proofs: Proofs::Reasons,
    ..ENGLISH
};

/// A record as JSON.
fn value(record: &impl Serialize) -> Value {
    serde_json::to_value(record).expect("records have texts as keys")
}

/// The texts that stand below a diagram.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ProblemRecord {
    /// Number in a data base.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Composers as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Where it was published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Its distinction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub award: Option<String>,
    /// Free text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Keywords as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keywords: Option<String>,
    /// How many twins the problem has.
    pub twins: usize,
    /// What is asked of this twin.
    pub stipulation: String,
    /// The convention asked for.
    pub convention: &'static str,
    /// Placement and side to move.
    pub fen: String,
}

impl ProblemRecord {
    /// The texts of a problem and one of its twins.
    pub fn new(problem: &Problem, twin: &Twin) -> ProblemRecord {
        ProblemRecord {
            id: problem.id.clone(),
            author: problem.author.clone(),
            source: problem.source.clone(),
            award: problem.award.clone(),
            comment: problem.comment.clone(),
            keywords: problem.keywords.clone(),
            twins: problem.twins.len(),
            stipulation: twin.asked(),
            convention: twin.convention.keyword(),
            fen: twin.diagram.fen(),
        }
    }
}

/// An entry in the table of a collection.
#[derive(Debug, Serialize)]
pub(super) struct OutlineRow {
    id: Option<String>,
    file: Option<String>,
    author: Option<String>,
    source: Option<String>,
    twin: Option<String>,
    fen: Option<String>,
    stipulation: Option<String>,
    convention: Option<String>,
    verdict: Option<String>,
    keys: Vec<String>,
    millis: Option<u64>,
}

impl OutlineRow {
    pub(super) fn of(entry: &Entry) -> OutlineRow {
        let records = [&entry.solve, &entry.verify, &entry.histories, &entry.error];
        let found = |field: &str| {
            records
                .iter()
                .find_map(|record| record.as_ref()?.get(field)?.as_str())
                .map(str::to_owned)
        };
        let problem = entry.problem.as_ref();
        let solve = entry.solve.as_ref();
        let keys = solve
            .and_then(|record| record.get("keys")?.as_array())
            .map(|keys| {
                let san = |key: &Value| key.get("san")?.as_str().map(str::to_owned);
                keys.iter().filter_map(san).collect()
            });
        let verdict = entry
            .verify
            .as_ref()
            .and_then(|record| record.get("verdict"));
        OutlineRow {
            id: found("id"),
            file: entry.file.clone(),
            author: problem
                .and_then(|problem| problem.author.clone())
                .or_else(|| found("author")),
            source: problem
                .and_then(|problem| problem.source.clone())
                .or_else(|| found("source")),
            twin: found("twin"),
            fen: found("fen"),
            stipulation: found("stipulation")
                .or(problem.map(|problem| problem.stipulation.clone()))
                .or_else(|| Some(past_asked(entry.histories.as_ref()?).to_owned())),
            convention: found("applied")
                .or_else(|| found("convention"))
                .or(problem.map(|problem| problem.convention.to_owned())),
            verdict: verdict
                .and_then(Value::as_str)
                .map(str::to_owned)
                .or_else(|| found("verdict"))
                .or_else(|| past_verdict(entry.histories.as_ref()?).map(str::to_owned))
                .or(entry.error.is_some().then(|| "error".to_owned())),
            keys: keys
                .or_else(|| entry.histories.as_ref().map(last_moves_left))
                .unwrap_or_default(),
            millis: solve.and_then(|record| record.pointer("/stats/millis")?.as_u64()),
        }
    }
}

/// The rows of a record of `histories`: worlds or last moves.
fn judged<'r>(record: &'r Value, field: &str) -> &'r [Value] {
    let rows = record.get(field).and_then(Value::as_array);
    rows.map_or(&[], Vec::as_slice)
}

fn verdict_of(row: &Value) -> Option<&str> {
    row.get("verdict")?.as_str()
}

/// What is known of the past as a whole, as the exit status of `histories` says it: `undecided` if something is, `illegal` if no world is
/// left, `no-solution` if the last move was asked for and there is none, else `decided`.
fn past_verdict(record: &Value) -> Option<&'static str> {
    let worlds = judged(record, "worlds");
    let moves = judged(record, "last_moves");
    let is_undecided = |row: &Value| verdict_of(row) == Some("undecided");
    let are_impossible =
        |rows: &[Value]| rows.iter().all(|row| verdict_of(row) == Some("impossible"));
    if worlds.is_empty() {
        return None;
    }
    Some(if worlds.iter().chain(moves).any(is_undecided) {
        "undecided"
    } else if are_impossible(worlds) {
        "illegal"
    } else if past_asked(record) == "last-move" && are_impossible(moves) {
        "no-solution"
    } else {
        "decided"
    })
}

/// What was asked of the past, as in a problem file. Records of the first versions do not say it.
fn past_asked(record: &Value) -> &str {
    let asked = record.get("asked").and_then(Value::as_str);
    asked.unwrap_or(match judged(record, "last_moves") {
        [] => "histories",
        _ => "last-move",
    })
}

/// The last moves that are not excluded.
fn last_moves_left(record: &Value) -> Vec<String> {
    let moves = judged(record, "last_moves").iter();
    let left = moves.filter(|row| verdict_of(row) != Some("impossible"));
    left.filter_map(|row| row.get("move")?.as_str().map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_says_of_the_past_what_the_exit_status_says() {
        let of = |asked: &str, worlds: &[&str], moves: &[&str]| {
            let rows = |verdicts: &[&str]| -> Vec<Value> {
                verdicts
                    .iter()
                    .map(|one| json!({ "verdict": one }))
                    .collect()
            };
            let (worlds, last_moves) = (rows(worlds), rows(moves));
            let record = json!({ "asked": asked, "worlds": worlds, "last_moves": last_moves });
            past_verdict(&record)
        };
        let (possible, impossible, undecided) = ("possible", "impossible", "undecided");
        for (asked, worlds, moves, said) in [
            ("histories", &[possible, impossible][..], &[][..], "decided"),
            ("histories", &[possible, undecided], &[], "undecided"),
            ("histories", &[impossible], &[], "illegal"),
            ("last-move", &[possible], &[possible, impossible], "decided"),
            (
                "last-move",
                &[possible],
                &[possible, undecided],
                "undecided",
            ),
            ("last-move", &[undecided], &[possible], "undecided"),
            // Before the first move of a game.
            ("last-move", &[possible], &[], "no-solution"),
            ("last-move", &[possible], &[impossible], "no-solution"),
            ("last-move", &[impossible], &[impossible], "illegal"),
        ] {
            assert_eq!(
                of(asked, worlds, moves),
                Some(said),
                "{asked} {worlds:?} {moves:?}"
            );
        }
        assert_eq!(of("histories", &[], &[]), None);
    }
}
