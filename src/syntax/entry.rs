//! From an entry's fields to a [`Problem`].

use shakmaty::Board;

use super::complete::complete;
use super::convention::convention;
use super::diagnostic::{Diagnostic, Report};
use super::draft::{Draft, DraftTwin, with_second_halves};
use super::facts::facts;
use super::field::Field;
use super::fields::{Fields, joined, note_all, single, text};
use super::grammar::RawEntry;
use super::histories::histories;
use super::keyword::choose;
use super::labelled::solutions;
use super::options::options;
use super::position::{placement, turn};
use super::span::{Span, range_of};
use super::stipulation::stipulation;
use super::twins::twins;
use crate::notation::{Letters, Text};
use crate::problem::{Duplex, Options, Problem, Stipulation, Twin};

/// The problem of an entry, or nothing and its errors in `report`.
pub(crate) fn problem(entry: &RawEntry<'_>, report: &mut Report) -> Option<Problem> {
    let fields = Fields::new(entry, report);
    let letters = fields
        .get(Field::Letters)
        .and_then(|field| {
            let words = Letters::IN_FILES.map(|letters| (letters.keyword(), letters));
            let value = single(field, report)?;
            report.note(choose(
                value,
                "unknown-letters",
                Text::new("unknown set of piece letters", "unbekannter Buchstabensatz"),
                &words,
            ))
        })
        .unwrap_or_default();
    let placement = placement(&fields, letters, entry.range.clone(), report);
    let turn = turn(&fields, placement.as_ref(), report);
    let (asked, duplex) = stipulation_field(&fields, entry, report);
    let base = Draft {
        board: placement
            .as_ref()
            .map_or_else(Board::empty, |p| p.board.clone()),
        turn,
        stipulation: asked,
        duplex,
        convention: fields
            .get(Field::Convention)
            .and_then(|field| single(field, report).and_then(|text| report.note(convention(text))))
            .unwrap_or_default(),
        options: fields
            .get(Field::Options)
            .and_then(|field| note_all(options(field.lines(), Options::default()), report))
            .unwrap_or_default(),
        histories: fields.get(Field::Histories).and_then(|field| {
            note_all(histories(field.lines(), field.value_range()), report).flatten()
        }),
        facts: fields
            .get(Field::Facts)
            .and_then(|field| note_all(facts(field.lines(), letters), report))
            .unwrap_or_default(),
    };
    placement?;
    let drafts = match fields.get(Field::Twins) {
        Some(field) => {
            let before = report.has_errors();
            let drafts = twins(field.lines(), &base, letters, report);
            if drafts.len() == 1 && drafts[0].at.is_none() && !before && !report.has_errors() {
                report.push(Diagnostic::error(
                    "no-twins",
                    Text::new(
                        "the field has no twins",
                        "der Eintrag enthält keine Zwillinge",
                    ),
                    field.value_range(),
                    Text::new(
                        "expected `b) ` and commands",
                        "erwartet wird `b) ` mit Anweisungen",
                    ),
                ));
            }
            drafts
        }
        None => vec![DraftTwin {
            label: "a".to_owned(),
            at: None,
            draft: base,
        }],
    };
    let drafts = with_second_halves(drafts);
    let mut solutions = solutions(&fields, &drafts, report);
    let twins: Vec<Twin> = drafts
        .iter()
        .map(|draft| complete(draft, solutions.remove(&draft.label), report))
        .collect();
    let men = fields
        .get(Field::Men)
        .and_then(|field| single(field, report).and_then(|text| report.note(men(text))));
    if report.has_errors() || twins.is_empty() {
        return None;
    }
    let line = |field| {
        fields
            .get(field)
            .map(joined)
            .filter(|text| !text.is_empty())
    };
    Some(Problem {
        id: line(Field::Id),
        author: line(Field::Author),
        source: line(Field::Source),
        award: line(Field::Award),
        comment: fields.get(Field::Comment).and_then(text),
        keywords: line(Field::Keywords),
        men,
        letters,
        twins,
    })
}

/// A count of men, `5+3` or `(5+3)`.
fn men(text: Span<'_>) -> Result<(usize, usize), Diagnostic> {
    let plain = text.fragment().trim();
    let plain = plain
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
        .unwrap_or(plain);
    plain
        .split_once('+')
        .and_then(|(white, black)| Some((white.trim().parse().ok()?, black.trim().parse().ok()?)))
        .ok_or_else(|| {
            Diagnostic::error(
                "men",
                Text::new(
                    "the number of men is not understood",
                    "die Steinzahl ist unverständlich",
                ),
                range_of(text),
                Text::new(
                    "expected White's and Black's men, such as `5+3`",
                    "erwartet wird die Zahl der weißen und der schwarzen Steine, etwa `5+3`",
                ),
            )
        })
}

fn stipulation_field(
    fields: &Fields<'_, '_>,
    entry: &RawEntry<'_>,
    report: &mut Report,
) -> (Stipulation, Duplex) {
    let histories = (Stipulation::Histories, Duplex::No);
    if let Some(field) = fields.get(Field::Stipulation) {
        return single(field, report)
            .and_then(|text| report.note(stipulation(text)))
            .unwrap_or(histories);
    }
    let start = entry.range.start;
    report.push(
        Diagnostic::warning(
            "no-stipulation",
            Text::new(
                "no stipulation: `histories` is taken",
                "keine Forderung: angenommen wird `Vorgeschichten`",
            ),
            start..start,
            Text::new("this problem", "diese Aufgabe"),
        )
        .with_help(Text::new(
            "say what is asked, for instance `stipulation: #2`",
            "sagen, was gefordert ist, etwa `Forderung: #2`",
        )),
    );
    histories
}
