//! From an entry's fields to a [`Problem`].

use std::ops::Range;

use shakmaty::{Board, Color};

use super::FenFields;
use super::board::Placement;
use super::complete::{complete, side_name};
use super::convention::{convention, settled};
use super::data::data;
use super::diagnostic::{Diagnostic, Report};
use super::draft::{Draft, DraftTwin, with_second_halves};
use super::facts::facts;
use super::field::Field;
use super::fields::{Fields, joined, note_all, single, text};
use super::grammar::{RawEntry, RawField};
use super::histories::{Worlds, histories};
use super::keyword::choose;
use super::labelled::solutions;
use super::options::options;
use super::position::{placement, turn};
use super::proof_game::start;
use super::span::{Span, range_of};
use super::stipulation::{Asked, asked, is_sentence, no_stipulation};
use super::twins::twins;
use crate::notation::Letters;
use crate::problem::{Duplex, Options, Problem, Stipulation, Twin};
use crate::text;

/// The problem of an entry, or nothing and its errors in `report`.
pub(crate) fn problem(
    entry: &RawEntry<'_>,
    fen_fields: FenFields,
    report: &mut Report,
) -> Option<Problem> {
    let fields = Fields::new(entry, report);
    let letters = letters(&fields, report);
    let placement = placement(&fields, letters, entry.range.clone(), report);
    let turn = turn(&fields, placement.as_ref(), report);
    let base = draft(
        &fields,
        entry,
        fen_fields,
        placement.as_ref(),
        (letters, turn),
        report,
    );
    let asked_at = base.asked_at;
    let placement = placement?;
    if placement.board.occupied().is_empty() {
        let field = fields.get(Field::Fen).or(fields.get(Field::White));
        report.push(no_men(
            field.map_or(entry.range.clone(), RawField::value_range),
        ));
    }
    let drafts = with_second_halves(drafts(&fields, base, letters, report));
    if let (Some(side), None) = (placement.side, fields.get(Field::Turn)) {
        check_side(&drafts, side, report);
    }
    let mut solutions = solutions(&fields, &drafts, report);
    let twins: Vec<Twin> = drafts
        .iter()
        .map(|draft| complete(draft, solutions.remove(&draft.label), report))
        .collect();
    let men = fields
        .get(Field::Men)
        .and_then(|field| single(field, report).and_then(|text| report.note(men(text))));
    let data = fields
        .get(Field::Data)
        .and_then(|field| note_all(data(field.lines()), report))
        .unwrap_or_default();
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
        comment: comment(&fields, asked_at),
        keywords: line(Field::Keywords),
        men,
        letters,
        data,
        twins,
    })
}

/// The comment, with a sentence that stands where something is asked for.
fn comment(fields: &Fields<'_, '_>, asked_at: Option<Span<'_>>) -> Option<String> {
    let sentence = asked_at.map(Span::into_fragment);
    let sentence = sentence.filter(|written| is_sentence(written));
    let comment = fields.get(Field::Comment).and_then(text);
    let lines: Vec<&str> = sentence.into_iter().chain(comment.as_deref()).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Many a FEN says `w` because every FEN has to say something, so it is asked whether help play is meant to begin so;
/// once for all twins. A duplex begins with both sides.
fn check_side(twins: &[DraftTwin<'_>], (turn, at): (Color, Span<'_>), report: &mut Report) {
    let is_unusual = |draft: &&Draft<'_>| {
        draft.turn == Some(turn)
            && draft.duplex == Duplex::No
            && draft.stipulation.is_unusual_turn(turn)
    };
    if let Some(draft) = twins.iter().map(|twin| &twin.draft).find(is_unusual) {
        let (side, other) = (side_name(turn), side_name(turn.other()));
        report.push(
            Diagnostic::warning(
                "unusual-turn",
                text!(UnusualTurn, side, other, asked = draft.stipulation),
                range_of(at),
                text!(SideOfFen),
            )
            .with_help(text!(SayUnusualTurn, name = turn)),
        );
    }
}

fn letters(fields: &Fields<'_, '_>, report: &mut Report) -> Letters {
    let words = Letters::IN_FILES.map(|letters| (letters.keyword(), letters));
    let chosen = fields.get(Field::Letters).and_then(|field| {
        let value = single(field, report)?;
        report.note(choose(
            value,
            "unknown-letters",
            &text!(UnknownLetters),
            &words,
        ))
    });
    chosen.unwrap_or_default()
}

/// The diagram with what is asked of it, before the twins' commands.
fn draft<'a>(
    fields: &Fields<'_, 'a>,
    entry: &RawEntry<'a>,
    fen_fields: FenFields,
    placement: Option<&Placement<'a>>,
    (letters, turn): (Letters, Option<(Color, Span<'a>)>),
    report: &mut Report,
) -> Draft<'a> {
    let (asked, asked_at) = stipulation_field(fields, entry, report);
    let named = fields.get(Field::Convention).and_then(|field| {
        let text = single(field, report)?;
        Some((report.note(convention(text))?, range_of(text)))
    });
    let behind = asked.convention.zip(asked_at.map(range_of));
    Draft {
        board: placement
            .as_ref()
            .map_or_else(Board::empty, |p| p.board.clone()),
        turn: turn.map(|(color, _)| color),
        turn_at: turn.map(|(_, at)| at),
        stipulation: asked.stipulation,
        duplex: asked.duplex,
        announced: asked.announced,
        asked_at,
        convention: settled(named, behind, report),
        options: fields
            .get(Field::Options)
            .and_then(|field| note_all(options(field.lines(), Options::default()), report))
            .unwrap_or_default(),
        histories: match fields.get(Field::Histories) {
            Some(field) => {
                note_all(histories(field.lines(), field.value_range()), report).flatten()
            }
            None => believed(fields, placement, fen_fields, report),
        },
        facts: fields
            .get(Field::Facts)
            .and_then(|field| note_all(facts(field.lines(), letters), report))
            .unwrap_or_default(),
        start: start(fields, report),
    }
}

/// The diagram and its twins.
fn drafts<'a>(
    fields: &Fields<'_, 'a>,
    base: Draft<'a>,
    letters: Letters,
    report: &mut Report,
) -> Vec<DraftTwin<'a>> {
    match fields.get(Field::Twins) {
        Some(field) => {
            let before = report.has_errors();
            let drafts = twins(field.lines(), &base, letters, report);
            if drafts.len() == 1 && drafts[0].at.is_none() && !before && !report.has_errors() {
                report.push(Diagnostic::error(
                    "no-twins",
                    text!(FieldWithoutTwins),
                    field.value_range(),
                    text!(ExpectedTwinCommands),
                ));
            }
            drafts
        }
        None => vec![DraftTwin {
            label: "a".to_owned(),
            at: None,
            draft: base,
        }],
    }
}

/// What the fields of the FEN tell, if they are believed.
fn believed<'a>(
    fields: &Fields<'_, 'a>,
    placement: Option<&Placement<'a>>,
    fen_fields: FenFields,
    report: &mut Report,
) -> Option<Worlds<'a>> {
    let fen = fields.get(Field::Fen)?;
    match (fen_fields, placement?.fields) {
        (FenFields::Doubted, _) => None,
        (FenFields::Believed, Some(told)) => report.note(Worlds::believed(told)),
        (FenFields::Believed, None) => {
            report.push(nothing_to_believe(fen.value_range()));
            None
        }
    }
}

/// A FEN of the board and the side alone, where its fields are to be believed.
pub(crate) fn nothing_to_believe(at: Range<usize>) -> Diagnostic {
    Diagnostic::warning(
        "nothing-to-believe",
        text!(NothingToBelieve),
        at,
        text!(OnlyBoardAndSide),
    )
}

/// A problem without a man.
pub(crate) fn no_men(at: Range<usize>) -> Diagnostic {
    Diagnostic::error("no-men", text!(NoMen), at, text!(ThisPosition))
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
                text!(MenNotUnderstood),
                range_of(text),
                text!(ExpectedMen),
            )
        })
}

/// What the field asks for, and where it does.
fn stipulation_field<'a>(
    fields: &Fields<'_, 'a>,
    entry: &RawEntry<'a>,
    report: &mut Report,
) -> (Asked, Option<Span<'a>>) {
    let histories = Asked {
        stipulation: Stipulation::Histories,
        duplex: Duplex::No,
        announced: None,
        convention: None,
    };
    let Some(field) = fields.get(Field::Stipulation) else {
        let start = entry.range.start;
        report.push(
            Diagnostic::no_stipulation(start..start, text!(ThisProblem))
                .with_help(text!(SayWhatIsAsked)),
        );
        return (histories, None);
    };
    let Some(written) = single(field, report) else {
        return (histories, None);
    };
    if is_sentence(written.fragment()) {
        report.push(no_stipulation(written.fragment(), range_of(written)));
        return (histories, Some(written));
    }
    let found = report.note(asked(written)).unwrap_or(histories);
    (found, Some(written))
}
