//! Records of what happens between the phases of a problem.

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::Square;

use crate::notation::{Language, Message};
use crate::phases::{
    Correspondence, Economy, HelpSolution, Keyword, Phases, Reply, Row, Solutions, Step, Table,
    Tension,
};

/// What happens between the phases of a problem. Only what is proved is in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PhasesRecord {
    /// The table of a two-mover in which something changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<PhaseTableRecord>,
    /// The solutions of help play side by side, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<SolutionsRecord>,
    /// The themes shown.
    pub keywords: Vec<KeywordRecord>,
}

/// A theme.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeywordRecord {
    /// Its word: `zagoruiko`, `le-grand`, ...
    pub keyword: &'static str,
    /// Its name in English, German and French.
    pub names: [&'static str; 3],
    /// What it is, in English, German and French.
    pub definitions: [&'static str; 3],
    /// Where the definition is found.
    pub source: &'static str,
    /// How often, or in how many phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// Of how many, or with how many defences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// Its letters in the table, defences first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<char>,
    /// The moves that show it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<StepRecord>,
}

/// A move of a phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepRecord {
    /// UCI, castling from king's square to king's square.
    pub uci: String,
    /// In short notation.
    pub san: String,
    /// Its letter in the table: A, B, ... for the side that has the first move, a, b, ... for defences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
}

/// Phases down, defences across: set play first, the actual play last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PhaseTableRecord {
    /// The defences, one list for each column: men that are answered alike everywhere share one.
    pub columns: Vec<Vec<StepRecord>>,
    /// The phases.
    pub rows: Vec<PhaseRecord>,
    /// Tries with one refutation that are not shown.
    pub further_tries: usize,
    /// Defences of the actual play with one answer that are not shown.
    pub further_defences: usize,
}

/// A phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PhaseRecord {
    /// `set`, `try` or `actual`.
    pub phase: &'static str,
    /// The try or the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<StepRecord>,
    /// `check`, `zugzwang` or `threat`; none in the set play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<&'static str>,
    /// What is threatened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<StepRecord>,
    /// The defence that refutes the try.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<StepRecord>,
    /// One for each column.
    pub cells: Vec<CellRecord>,
}

/// What a phase has against a defence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CellRecord {
    /// `answered`, `threat` (which works all the same), `refutes`, or `none`: no such move, or no answer in the set play.
    pub reply: &'static str,
    /// The answers; several are duals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<StepRecord>,
    /// Whether the actual play has another answer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// Whether another phase has this answer after another defence.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub transferred: bool,
}

/// The solutions of help play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SolutionsRecord {
    /// Each of them.
    pub list: Vec<HelpSolutionRecord>,
    /// What corresponds in all of them.
    pub correspondences: Vec<CorrespondenceRecord>,
}

/// A solution of help play. Men are named by their squares in the diagram.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HelpSolutionRecord {
    /// Its moves.
    pub moves: Vec<StepRecord>,
    /// The man that mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mates: Option<String>,
    /// Where the king of the side that is mated stands at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub king: Option<String>,
    /// The men captured.
    pub captured: Vec<String>,
    /// `model` or `ideal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<&'static str>,
}

/// What corresponds in all solutions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CorrespondenceRecord {
    /// `same-roles`, `same-mating-man`, `different-mating-men`, `same-mating-square`, `same-king-square`,
    /// `different-king-squares`, `exchanged-men` or `repeated-move`.
    pub kind: &'static str,
    /// The kinds of men, squares or moves it speaks of.
    pub of: Vec<String>,
}

impl PhasesRecord {
    /// The record of `phases`.
    pub fn new(phases: &Phases) -> PhasesRecord {
        let table = phases.table.as_ref();
        PhasesRecord {
            table: table.map(PhaseTableRecord::new),
            solutions: phases.solutions.as_ref().map(SolutionsRecord::new),
            keywords: (phases.keywords.iter())
                .map(|keyword| KeywordRecord::new(keyword, table))
                .collect(),
        }
    }
}

impl KeywordRecord {
    fn new(keyword: &Keyword, table: Option<&Table>) -> KeywordRecord {
        let Keyword { theme, instance } = keyword;
        let letters = table.map_or_else(Vec::new, |table| {
            let defences = (instance.defences.iter()).filter_map(|&deed| table.letter_of(deed));
            let answers = instance
                .answers
                .iter()
                .filter_map(|deed| table.letters.get(deed));
            let mut letters: Vec<char> = defences.chain(answers.copied()).collect();
            letters.sort_by_key(|letter| (letter.is_ascii_uppercase(), *letter));
            letters.dedup();
            letters
        });
        KeywordRecord {
            keyword: theme.keyword,
            names: in_each(theme.name),
            definitions: in_each(theme.definition),
            source: theme.source,
            count: instance.count,
            of: instance.of,
            letters,
            moves: instance
                .steps
                .iter()
                .map(|step| StepRecord::new(step, None))
                .collect(),
        }
    }
}

impl StepRecord {
    fn new(step: &Step, letter: Option<char>) -> StepRecord {
        StepRecord {
            uci: step.uci(),
            san: step.san.to_string(),
            letter,
        }
    }

    /// A move of the attacker.
    fn lettered(step: &Step, table: &Table) -> StepRecord {
        StepRecord::new(step, table.letters.get(&step.deed).copied())
    }
}

impl PhaseTableRecord {
    fn new(table: &Table) -> PhaseTableRecord {
        let columns = table.columns.iter().map(|column| {
            let defences = column.defences.iter();
            defences
                .map(|step| StepRecord::new(step, Some(column.letter)))
                .collect()
        });
        PhaseTableRecord {
            columns: columns.collect(),
            rows: table
                .rows
                .iter()
                .map(|row| PhaseRecord::new(row, table))
                .collect(),
            further_tries: table.further_tries,
            further_defences: table.further_defences,
        }
    }
}

impl PhaseRecord {
    fn new(row: &Row, table: &Table) -> PhaseRecord {
        let phase = &row.phase;
        PhaseRecord {
            phase: phase.kind.keyword(),
            first: phase.first.map(|step| StepRecord::lettered(&step, table)),
            pressure: match phase.tension {
                Tension::None => None,
                Tension::Check => Some("check"),
                Tension::Zugzwang => Some("zugzwang"),
                Tension::Threat(_) => Some("threat"),
            },
            threats: (phase.threats().iter())
                .map(|step| StepRecord::lettered(step, table))
                .collect(),
            refutation: phase
                .refutation()
                .map(|defence| StepRecord::new(&defence.step, table.letter_of(defence.step.deed))),
            cells: (row.cells.iter())
                .map(|cell| CellRecord {
                    reply: match cell.reply {
                        None => "none",
                        Some(Reply::Refuted) => "refutes",
                        Some(Reply::Threat) => "threat",
                        Some(Reply::Answers(_)) => "answered",
                    },
                    answers: match &cell.reply {
                        Some(Reply::Answers(answers)) => answers
                            .iter()
                            .map(|step| StepRecord::lettered(step, table))
                            .collect(),
                        _ => Vec::new(),
                    },
                    changed: cell.changed,
                    transferred: cell.transferred,
                })
                .collect(),
        }
    }
}

impl SolutionsRecord {
    fn new(solutions: &Solutions) -> SolutionsRecord {
        SolutionsRecord {
            list: solutions.list.iter().map(HelpSolutionRecord::new).collect(),
            correspondences: (solutions.correspondences.iter())
                .map(CorrespondenceRecord::new)
                .collect(),
        }
    }
}

impl HelpSolutionRecord {
    fn new(solution: &HelpSolution) -> HelpSolutionRecord {
        HelpSolutionRecord {
            moves: solution
                .steps
                .iter()
                .map(|step| StepRecord::new(step, None))
                .collect(),
            mates: solution.mating_man.map(|man| man.to_string()),
            king: solution.king.map(|square| square.to_string()),
            captured: solution.captured.iter().map(Square::to_string).collect(),
            mate: match solution.economy {
                Economy::Plain => None,
                Economy::Model => Some("model"),
                Economy::Ideal => Some("ideal"),
            },
        }
    }
}

impl CorrespondenceRecord {
    fn new(correspondence: &Correspondence) -> CorrespondenceRecord {
        let squares = |squares: &[Square]| squares.iter().map(Square::to_string).collect();
        let (kind, of): (&'static str, Vec<String>) = match correspondence {
            Correspondence::SameRoles(roles) => (
                "same-roles",
                roles
                    .iter()
                    .map(|role| role.upper_char().to_string())
                    .collect(),
            ),
            Correspondence::OneMates(man) => ("same-mating-man", squares(&[*man])),
            Correspondence::OthersMate(men) => ("different-mating-men", squares(men)),
            Correspondence::OneMatingSquare(to) => ("same-mating-square", squares(&[*to])),
            Correspondence::OneKingSquare(on) => ("same-king-square", squares(&[*on])),
            Correspondence::OtherKingSquares(on) => ("different-king-squares", squares(on)),
            Correspondence::Exchange(_, men) => ("exchanged-men", squares(men)),
            Correspondence::Repeated(step) => ("repeated-move", vec![step.san.to_string()]),
        };
        CorrespondenceRecord { kind, of }
    }
}

/// In English, German and French.
fn in_each(message: Message) -> [&'static str; 3] {
    Language::ALL.map(|language| message.wording(language))
}
