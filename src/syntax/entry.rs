//! From an entry's fields to a [`Problem`].

use std::ops::Range;

use nom::Input;
use shakmaty::{Board, Color, Piece, Role};

use super::board::{Placement, fen, piece_list};
use super::diagnostic::{Diagnostic, Report};
use super::facts::facts;
use super::field::Field;
use super::grammar::{RawEntry, RawField};
use super::histories::histories;
use super::keyword::{choose, quoted};
use super::options::options;
use super::span::{Span, end_of, range_of, trimmed};
use super::stipulation::stipulation;
use super::twins::{Draft, DraftTwin, SIDES, convention, label, twins};
use crate::notation::Letters;
use crate::problem::{Convention, Diagram, Histories, Options, Problem, Stipulation, Twin};

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
                "set of piece letters",
                &words,
            ))
        })
        .unwrap_or_default();
    let placement = placement(&fields, letters, entry.range.clone(), report);
    let turn = turn(&fields, placement.as_ref(), report);
    let base = Draft {
        board: placement
            .as_ref()
            .map_or_else(Board::empty, |p| p.board.clone()),
        turn,
        stipulation: stipulation_field(&fields, entry, report),
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
                    "the field has no twins",
                    field.value_range(),
                    "expected `b) ` and commands",
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
    let mut solutions = solutions(&fields, &drafts, report);
    let twins: Vec<Twin> = drafts
        .iter()
        .map(|draft| finish(draft, solutions.remove(&draft.label), report))
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
                "the number of men is not understood",
                range_of(text),
                "expected White's and Black's men, such as `5+3`",
            )
        })
}

/// The fields of an entry, each at most once.
struct Fields<'e, 'a> {
    fields: Vec<&'e RawField<'a>>,
}

impl<'e, 'a> Fields<'e, 'a> {
    fn new(entry: &'e RawEntry<'a>, report: &mut Report) -> Fields<'e, 'a> {
        let mut fields: Vec<&RawField<'a>> = Vec::new();
        for field in &entry.fields {
            match fields.iter().find(|known| known.field == field.field) {
                None => fields.push(field),
                Some(first) => {
                    if !report.is_deaf() {
                        report.push(
                            Diagnostic::error(
                                "duplicate-field",
                                format!("the field {} occurs twice", quoted(field.name.fragment())),
                                range_of(field.name),
                                "again here",
                            )
                            .with_label(range_of(first.name), "first here")
                            .with_help("a line `---` separates two problems"),
                        );
                    }
                }
            }
        }
        Fields { fields }
    }

    fn get(&self, field: Field) -> Option<&'e RawField<'a>> {
        self.fields
            .iter()
            .copied()
            .find(|known| known.field == field)
    }
}

fn note_all<T>(result: Result<T, Vec<Diagnostic>>, report: &mut Report) -> Option<T> {
    result
        .map_err(|diagnostics| diagnostics.into_iter().for_each(|d| report.push(d)))
        .ok()
}

/// The one line of a field that has just one.
fn single<'a>(field: &RawField<'a>, report: &mut Report) -> Option<Span<'a>> {
    let mut lines = field.lines();
    let Some(line) = lines.next() else {
        let place = field.value_range();
        report.push(Diagnostic::error(
            "empty-field",
            format!("the field {} is empty", quoted(field.name.fragment())),
            place,
            "expected a value",
        ));
        return None;
    };
    if let Some(more) = lines.next() {
        report.push(Diagnostic::error(
            "long-field",
            format!("the field {} has one line", quoted(field.name.fragment())),
            range_of(more.take(more.fragment().chars().next().map_or(0, char::len_utf8))),
            "this is a second one",
        ));
        return None;
    }
    Some(line)
}

/// A text of one line, however it was broken.
fn joined(field: &RawField<'_>) -> String {
    let lines: Vec<&str> = field.lines().map(|line| *line.fragment()).collect();
    lines.join(" ")
}

/// A text of several lines without the indentation they share.
fn text(field: &RawField<'_>) -> Option<String> {
    let indent = |line: &Span<'_>| {
        let text = line.fragment();
        text.len() - text.trim_start().len()
    };
    let shared = field
        .continuation
        .iter()
        .filter(|line| !line.fragment().trim().is_empty())
        .map(indent)
        .min()
        .unwrap_or(0);
    let mut lines: Vec<&str> = Vec::new();
    if !field.head.fragment().is_empty() {
        lines.push(field.head.fragment());
    }
    for line in &field.continuation {
        let text = *line.fragment();
        lines.push(text.get(shared..).unwrap_or_else(|| text.trim()).trim_end());
    }
    let text = lines.join("\n");
    let text = text.trim_matches('\n');
    (!text.is_empty()).then(|| text.to_owned())
}

fn placement<'a>(
    fields: &Fields<'_, 'a>,
    letters: Letters,
    entry: Range<usize>,
    report: &mut Report,
) -> Option<Placement<'a>> {
    let (white, black) = (fields.get(Field::White), fields.get(Field::Black));
    match (fields.get(Field::Fen), white.or(black)) {
        (None, None) => {
            let start = entry.start;
            report.push(
                Diagnostic::error(
                    "no-position",
                    "a problem without a position",
                    start..start,
                    "this problem",
                )
                .with_help("give the field `fen`, or `white` and `black`"),
            );
            None
        }
        (Some(given), Some(list)) => {
            report.push(
                Diagnostic::error(
                    "two-positions",
                    "both a FEN and a piece list",
                    range_of(list.name),
                    "the position is given already",
                )
                .with_label(range_of(given.name), "here"),
            );
            None
        }
        (Some(given), None) => {
            let line = single(given, report)?;
            report.note(fen(line))
        }
        (None, Some(_)) => {
            let (Some(white), Some(black)) = (white, black) else {
                let (there, missing) = match (white, black) {
                    (Some(white), _) => (white, "black"),
                    (_, black) => (black?, "white"),
                };
                report.push(
                    Diagnostic::error(
                        "no-position",
                        format!("no field `{missing}`"),
                        range_of(there.name),
                        "only one side is given",
                    )
                    .with_help(format!("write `{missing}: -` if that side has no men")),
                );
                return None;
            };
            lists(
                [(white, Color::White), (black, Color::Black)],
                letters,
                report,
            )
        }
    }
}

fn lists<'a>(
    sides: [(&RawField<'a>, Color); 2],
    letters: Letters,
    report: &mut Report,
) -> Option<Placement<'a>> {
    let mut board = Board::empty();
    let mut placed: Vec<(shakmaty::Square, Span<'a>)> = Vec::new();
    let mut complete = true;
    for (field, color) in sides {
        if field.lines().next().is_none() {
            let place = field.value_range();
            report.push(Diagnostic::error(
                "empty-field",
                format!("the field {} is empty", quoted(field.name.fragment())),
                place,
                "expected pieces such as `Ke1 Pa2b2`, or `-`",
            ));
            complete = false;
            continue;
        }
        let Some(men) = note_all(piece_list(field.lines(), letters), report) else {
            complete = false;
            continue;
        };
        for (role, square, at) in men {
            if let Some((_, before)) = placed.iter().find(|(taken, _)| *taken == square) {
                report.push(
                    Diagnostic::error(
                        "square-taken",
                        format!("two men on {square}"),
                        range_of(at),
                        "again here",
                    )
                    .with_label(range_of(*before), "first here"),
                );
                complete = false;
                continue;
            }
            placed.push((square, at));
            board.set_piece_at(square, Piece { color, role });
        }
    }
    complete.then_some(Placement { board, side: None })
}

fn turn(
    fields: &Fields<'_, '_>,
    placement: Option<&Placement<'_>>,
    report: &mut Report,
) -> Option<Color> {
    let from_fen = placement.and_then(|placement| placement.side);
    let said = fields.get(Field::Turn).and_then(|field| {
        let value = single(field, report)?;
        let color = report.note(choose(value, "unknown-side", "side", &SIDES))?;
        Some((color, value))
    });
    if let (Some((color, side)), Some((turn, value))) = (from_fen, said)
        && color != turn
    {
        report.push(
            Diagnostic::error(
                "turn-conflict",
                "field and FEN disagree about who is on move",
                range_of(value),
                "one side here",
            )
            .with_label(range_of(side), "the other here"),
        );
    }
    said.map(|(color, _)| color)
        .or(from_fen.map(|(color, _)| color))
}

fn stipulation_field(
    fields: &Fields<'_, '_>,
    entry: &RawEntry<'_>,
    report: &mut Report,
) -> Stipulation {
    if let Some(field) = fields.get(Field::Stipulation) {
        return single(field, report)
            .and_then(|text| report.note(stipulation(text)))
            .unwrap_or(Stipulation::Histories);
    }
    let start = entry.range.start;
    report.push(
        Diagnostic::warning(
            "no-stipulation",
            "no stipulation: `histories` is taken",
            start..start,
            "this problem",
        )
        .with_help("say what is asked, for instance `stipulation: #2`"),
    );
    Stipulation::Histories
}

/// The author's solution of each twin.
fn solutions(
    fields: &Fields<'_, '_>,
    drafts: &[DraftTwin<'_>],
    report: &mut Report,
) -> std::collections::BTreeMap<String, String> {
    let mut parts = std::collections::BTreeMap::new();
    let Some(field) = fields.get(Field::Solution) else {
        return parts;
    };
    let Some(whole) = text(field) else {
        return parts;
    };
    if fields.get(Field::Twins).is_none() {
        parts.insert("a".to_owned(), whole);
        return parts;
    }
    // Labels are looked for in the source, so that errors can point there.
    let first = drafts.first().map_or("a", |twin| twin.label.as_str());
    let mut open: Option<String> = None;
    let mut lines: Vec<String> = Vec::new();
    let mut close = |open: &Option<String>, lines: &mut Vec<String>| {
        let name = open.clone().unwrap_or_else(|| first.to_owned());
        let text = dedented(lines);
        lines.clear();
        if !text.is_empty() {
            parts.insert(name, text);
        }
    };
    let mut seen: Vec<String> = Vec::new();
    let all = std::iter::once(field.head).chain(field.continuation.iter().copied());
    for line in all {
        let inner = trimmed(line);
        let Ok((rest, name)) = label(inner) else {
            if open.is_none() && !inner.fragment().is_empty() && lines.iter().all(String::is_empty)
            {
                report.push(Diagnostic::warning(
                    "solution-label",
                    format!("no label: read as the solution of {first})"),
                    end_of(inner.take(0)),
                    format!("expected `{first})`"),
                ));
            }
            lines.push(line.fragment().to_string());
            continue;
        };
        close(&open, &mut lines);
        let name_text = name.fragment().to_lowercase();
        if !drafts.iter().any(|twin| twin.label == name_text) {
            report.push(Diagnostic::error(
                "solution-label",
                format!("there is no twin {name_text})"),
                range_of(name),
                "the solution of a twin that does not exist",
            ));
        } else if seen.contains(&name_text) {
            report.push(Diagnostic::error(
                "solution-label",
                format!("a second solution of {name_text})"),
                range_of(name),
                "this twin is solved above",
            ));
        }
        seen.push(name_text.clone());
        open = Some(name_text);
        // Keep the column of what follows the label.
        let indent = range_of(rest).start - range_of(line).start;
        lines.push(format!("{}{}", " ".repeat(indent), rest.fragment()));
    }
    close(&open, &mut lines);
    parts
}

/// Lines without blank ones at both ends and without the indentation they share.
fn dedented(lines: &[String]) -> String {
    let text: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    let from = text.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let to = text
        .iter()
        .rposition(|line| !line.is_empty())
        .map_or(from, |at| at + 1);
    let text = &text[from..to];
    let Some((first, others)) = text.split_first() else {
        return String::new();
    };
    let shared = others
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let mut out = first.trim_start().to_owned();
    for line in others {
        out.push('\n');
        out.push_str(line.get(shared..).unwrap_or_else(|| line.trim()));
    }
    out
}

/// A twin with everything held against its diagram.
fn finish(twin: &DraftTwin<'_>, solution: Option<String>, report: &mut Report) -> Twin {
    let draft = &twin.draft;
    let diagram = Diagram {
        board: draft.board.clone(),
        turn: draft
            .turn
            .unwrap_or_else(|| draft.stipulation.default_turn()),
    };
    let in_twin = |diagnostic: Diagnostic| match twin.at {
        Some(at) => diagnostic.with_label(range_of(at), "in this twin"),
        None => diagnostic,
    };
    let histories = match &draft.histories {
        None => Histories::Analyse,
        Some(worlds) => {
            let before = report.has_errors();
            let histories = worlds.in_diagram(&diagram, |d| report.push(in_twin(d)));
            let playable = matches!(draft.stipulation, Stipulation::Goal(_))
                && draft.convention != Convention::IllegalMove;
            if worlds.is_given() && playable && !before && !report.has_errors() {
                check_playable(&diagram, &histories, worlds.place(), |d| {
                    report.push(in_twin(d));
                });
            }
            histories
        }
    };
    let facts = draft
        .facts
        .iter()
        .filter_map(|fact| report.note(fact.in_diagram(&diagram).map_err(in_twin)))
        .collect();
    Twin {
        label: twin.label.clone(),
        diagram,
        stipulation: draft.stipulation,
        convention: draft.convention,
        options: draft.options,
        histories,
        facts,
        solution,
    }
}

/// Given worlds are not analysed, so nothing but this says that there is no play from them.
fn check_playable(
    diagram: &Diagram,
    histories: &Histories,
    place: Range<usize>,
    mut say: impl FnMut(Diagnostic),
) {
    let Histories::Given(worlds) = histories else {
        return;
    };
    for world in worlds.iter() {
        if let Err(error) = world.position(&diagram.board, diagram.turn) {
            say(Diagnostic::error(
                "given-but-illegal",
                format!(
                    "no history leads to this diagram: {}",
                    fault(diagram, &error.to_string())
                ),
                place,
                "worlds are given for it",
            ));
            return;
        }
    }
}

fn fault(diagram: &Diagram, otherwise: &str) -> String {
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let kings = (diagram.board.by_color(color) & diagram.board.by_role(Role::King)).count();
        match kings {
            0 => return format!("{name} has no king"),
            1 => {}
            _ => return format!("{name} has {kings} kings"),
        }
    }
    let last = diagram.board.pawns()
        & (shakmaty::Bitboard::from(shakmaty::Rank::First)
            | shakmaty::Bitboard::from(shakmaty::Rank::Eighth));
    if let Some(square) = last.first() {
        return format!("a pawn stands on {square}");
    }
    let waiting = diagram.turn.other();
    if let Some(king) = diagram.board.king_of(waiting)
        && !diagram
            .board
            .attacks_to(king, diagram.turn, diagram.board.occupied())
            .is_empty()
    {
        return "the side not on move is in check".to_owned();
    }
    otherwise.to_owned()
}
