//! What every importer ends in: texts and drafts made problems, entry by entry, with their diagnostics.

use std::collections::BTreeMap;
use std::ops::Range;

use nom::bytes::complete::{tag_no_case, take_while, take_while_m_n};
use nom::character::complete::{char, multispace0, satisfy};
use nom::combinator::{opt, recognize};
use nom::sequence::delimited;
use nom::{IResult, Parser};
use shakmaty::{Board, Color, Piece, Square};

use super::popeye::twins::Position;
use super::prose;
use crate::notation::{Letters, MoveText, Text};
use crate::problem::{Convention, Duplex, Options, Problem, Stipulation, Twin};
use crate::syntax::columns::one_below_another;
use crate::syntax::complete::complete;
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::draft::{Draft, DraftTwin, with_second_halves};
use crate::syntax::entry::{no_men, nothing_to_believe};
use crate::syntax::histories::Worlds;
use crate::syntax::span::{Span, range_of};
use crate::syntax::{Written, read_solution, spoken_letters};
use crate::text;
use crate::world::{Rights, World, capturable_targets};

/// The texts of a problem.
#[derive(Debug, Clone, Default)]
pub(super) struct Texts {
    pub id: Option<String>,
    pub author: Option<String>,
    pub source: Option<String>,
    pub award: Option<String>,
    pub comment: Option<String>,
    pub keywords: Option<String>,
    pub men: Option<(usize, usize)>,
    pub letters: Letters,
}

/// The text with another line, or piece after `separator`.
pub(super) fn add(text: &mut Option<String>, more: &str, separator: &str) {
    let more = more.trim();
    if more.is_empty() {
        return;
    }
    match text {
        Some(text) => {
            text.push_str(separator);
            text.push_str(more);
        }
        None => *text = Some(more.to_owned()),
    }
}

/// A draft of which nothing is known yet.
pub(super) fn empty_draft<'a>() -> Draft<'a> {
    Draft {
        board: Board::empty(),
        turn: None,
        turn_at: None,
        stipulation: Stipulation::Histories,
        duplex: Duplex::No,
        announced: None,
        asked_at: None,
        convention: Convention::default(),
        options: Options::default(),
        histories: None,
        facts: Vec::new(),
        start: None,
    }
}

/// The diagram as the only twin.
pub(super) fn only(draft: Draft<'_>) -> Vec<DraftTwin<'_>> {
    vec![DraftTwin {
        label: "a".to_owned(),
        at: None,
        draft,
    }]
}

/// The label of the twin with this number, from 0: `a` to `z`, then `z1`, `z2`, ...
pub(super) fn label(number: usize) -> String {
    match u8::try_from(number) {
        Ok(number @ 0..26) => char::from(b'a' + number).to_string(),
        _ => format!("z{}", number - 25),
    }
}

/// Puts a man on a square; that another stands there is said.
pub(super) fn put(
    piece: Piece,
    (square, at): (Square, Span<'_>),
    board: &mut Board,
    report: &mut Report,
) {
    if board.piece_at(square).is_some() {
        report.push(Diagnostic::error(
            "square-taken",
            text!(TwoMenOnSquare, square),
            range_of(at),
            text!(AgainHere),
        ));
    }
    board.set_piece_at(square, piece);
}

/// A world a foreign file states, as far as it fits the draft's diagram. That it is a claim is said `here`, where it is the first
/// of the file.
pub(super) fn claim<'a>(
    twin: &mut DraftTwin<'a>,
    rights: Rights,
    target: Option<Square>,
    at: Span<'a>,
    (is_first, here): (&mut bool, Text),
    report: &mut Report,
) {
    if std::mem::take(is_first) {
        report.push(Diagnostic::warning(
            "fen-claim",
            text!(RightsReadAsClaim),
            range_of(at),
            here,
        ));
    }
    let turn = twin.turn();
    let board = &twin.draft.board;
    let rights = rights.intersection(Rights::at_home(board));
    let target = target.filter(|&t| capturable_targets(board, turn).any(|other| other == t));
    twin.draft.histories = Some(Worlds::claimed(vec![(World { target, rights }, at)]));
}

/// The castling and e.p. fields of a FEN as the one world given.
pub(super) fn believe<'a>(
    twin: &mut DraftTwin<'a>,
    fields: Option<(Span<'a>, Option<Span<'a>>)>,
    at: Span<'a>,
    report: &mut Report,
) {
    match fields {
        Some(told) => twin.draft.histories = report.note(Worlds::believed(told)),
        None => report.push(nothing_to_believe(range_of(at))),
    }
}

/// The problem of one entry, or nothing and its errors in `report`.
pub(super) fn assemble(
    texts: Texts,
    twins: Vec<DraftTwin<'_>>,
    mut solutions: BTreeMap<String, String>,
    at: Range<usize>,
    report: &mut Report,
) -> Option<Problem> {
    if twins
        .iter()
        .any(|twin| twin.draft.board.occupied().is_empty())
    {
        report.push(no_men(at.clone()));
    }
    let drafts = with_second_halves(twins);
    let letters = texts.letters;
    for pair in drafts.windows(2) {
        let [first, second] = pair else { continue };
        if second.draft.duplex != Duplex::Second || solutions.contains_key(&second.label) {
            continue;
        }
        let whole = solutions.get(&first.label);
        let parted = whole.and_then(|text| halves(text).or_else(|| by_side(text, first, letters)));
        if let Some((before, after)) = parted {
            solutions.insert(first.label.clone(), before);
            solutions.insert(second.label.clone(), after);
            solutions.retain(|_, text| !text.is_empty());
        }
    }
    let twins: Vec<Twin> = drafts
        .iter()
        .map(|draft| complete(draft, solutions.remove(&draft.label), report))
        .collect();
    if let Some(label) = solutions.keys().next() {
        report.push(Diagnostic::warning(
            "solution-label",
            text!(NoTwinSolution, label),
            at,
            text!(InThisProblem),
        ));
    }
    if report.has_errors() || twins.is_empty() {
        return None;
    }
    Some(Problem {
        id: texts.id,
        author: texts.author,
        source: texts.source,
        award: texts.award,
        comment: texts.comment,
        keywords: texts.keywords,
        men: texts.men,
        letters: texts.letters,
        data: Vec::new(),
        twins,
    })
}

/// A solution divided by labels at line beginnings, `a)`, `+b)`, `a-duplex)`. What stands behind a label and
/// is no move tells how the twin is made, and is passed over.
pub(super) fn labelled(solution: &str, twinned: bool) -> BTreeMap<String, String> {
    let mut parts: BTreeMap<String, String> = BTreeMap::new();
    let whole = trimmed_lines(solution);
    if whole.is_empty() {
        return parts;
    }
    if !twinned {
        parts.insert("a".to_owned(), whole);
        return parts;
    }
    let whole = one_below_another(&whole).unwrap_or(whole);
    let mut open = "a".to_owned();
    for line in whole.lines() {
        let mut rest = line;
        if let Some((name, after)) = label_of(line) {
            open = name;
            rest = play_in(after.trim_start());
        }
        let part = parts.entry(open.clone()).or_default();
        if !part.is_empty() || !rest.trim().is_empty() {
            if !part.is_empty() {
                part.push('\n');
            }
            part.push_str(rest);
        }
    }
    for part in parts.values_mut() {
        *part = trimmed_lines(part);
    }
    parts.retain(|_, part| !part.is_empty());
    parts
}

/// The two halves of a duplex whose solutions stand without labels, parted by blank lines.
fn halves(solution: &str) -> Option<(String, String)> {
    let mut blocks: Vec<String> = Vec::new();
    let mut apart = true;
    for line in solution.lines() {
        if line.trim().is_empty() {
            apart = true;
        } else if apart {
            blocks.push(line.to_owned());
            apart = false;
        } else if let Some(block) = blocks.last_mut() {
            block.push('\n');
            block.push_str(line);
        }
    }
    let [before, after]: [String; 2] = blocks.try_into().ok()?;
    Some((before, after))
}

/// The two halves of a duplex, line by line without labels, as Popeye prints them in LaTeX: the first move shows which side
/// begins, where it is written with the square it comes from.
fn by_side(solution: &str, first: &DraftTwin<'_>, letters: Letters) -> Option<(String, String)> {
    let mut blocks: Vec<String> = Vec::new();
    for line in solution.lines() {
        match blocks.last_mut() {
            Some(block) if !line.trim_start().starts_with("1.") => {
                block.push('\n');
                block.push_str(line);
            }
            _ => blocks.push(line.to_owned()),
        }
    }
    let begins = |block: &String| {
        let written = read_solution(block, letters);
        let root = *written.parts.first()?.roots.first()?;
        let Written::Move { text, .. } = written.nodes[root].what else {
            return None;
        };
        let MoveText::Man {
            from_file: Some(file),
            from_rank: Some(rank),
            ..
        } = text.named()?.text
        else {
            return None;
        };
        let man = first
            .draft
            .board
            .piece_at(Square::from_coords(file, rank))?;
        Some(man.color)
    };
    let sides: Option<Vec<Color>> = blocks.iter().map(begins).collect();
    let mut halves = (Vec::new(), Vec::new());
    for (block, side) in blocks.into_iter().zip(sides?) {
        if side == first.turn() {
            halves.0.push(block);
        } else {
            halves.1.push(block);
        }
    }
    (!halves.1.is_empty()).then(|| (halves.0.join("\n"), halves.1.join("\n")))
}

/// What is played in a line behind its label: all of it, or from the first number on.
fn play_in(line: &str) -> &str {
    if is_play(line) {
        return line;
    }
    let begins = |&(at, _): &(usize, char)| {
        let digits = line[at..].trim_start_matches(|c: char| c.is_ascii_digit());
        let apart = line[..at].ends_with([' ', ':', ')']);
        digits.len() < line.len() - at && digits.starts_with('.') && apart
    };
    let first = line.char_indices().find(begins);
    first.map_or("", |(at, _)| &line[at..])
}

/// Whether a line goes on with moves.
fn is_play(text: &str) -> bool {
    let first = text.trim_start_matches(['(', '*', '[', '{', ' ']);
    first.starts_with(|c: char| c.is_ascii_digit())
        || text.starts_with(['[', '{', '-'])
        || text.is_empty()
        || text.starts_with("but")
}

/// A twin's label at the beginning of a line, `b)`, `+b)`, `a-duplex)`, before a number `(b)` too, and what follows it.
fn label_of(line: &str) -> Option<(String, &str)> {
    let Some(inside) = line.trim_start().strip_prefix('(') else {
        return plain_label_of(line);
    };
    let is_played = |rest: &str| rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
    plain_label_of(inside).filter(|(_, rest)| is_played(rest))
}

/// The same without an opening parenthesis.
fn plain_label_of(line: &str) -> Option<(String, &str)> {
    let number = take_while_m_n(0, MOST_DIGITS, |c: char| c.is_ascii_digit());
    let name = recognize((
        satisfy(|c| c.is_ascii_alphabetic()),
        number,
        opt(tag_no_case("-duplex")),
    ));
    let label: IResult<&str, &str> =
        delimited((multispace0, take_while(|c| c == '+')), name, char(')')).parse(line);
    label.ok().map(|(rest, name)| (name.to_lowercase(), rest))
}

/// Digits of a twin's label, at most.
const MOST_DIGITS: usize = 4;

/// Without blank lines at both ends and blanks at line ends.
pub(super) fn trimmed_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let from = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let to = lines
        .iter()
        .rposition(|line| !line.is_empty())
        .map_or(from, |at| at + 1);
    lines[from..to].join("\n").trim_start().to_owned()
}

/// Twins as they are printed.
pub(super) struct ProseTwins<'a> {
    /// Those that are understood.
    pub(super) drafts: Vec<DraftTwin<'a>>,
    /// The labels of all, by which the solution is parted.
    pub(super) labels: Vec<String>,
}

/// The diagram and its twins as printed, `b) sBh7 nach b6`; a zero position has a twin a). What is not understood
/// is said and left out.
pub(super) fn put_prose_twins<'a>(
    draft: &Draft<'a>,
    lines: &[&str],
    at: Span<'a>,
    report: &mut Report,
) -> ProseTwins<'a> {
    let base = &Position::of(draft);
    // `+c)` goes on from the twin before it.
    let labels: Vec<(String, &str, bool)> = lines
        .iter()
        .filter_map(|line| {
            let (label, text) = label_of(line)?;
            Some((label, text, line.trim_start().starts_with('+')))
        })
        .collect();
    let zero = labels.first().is_some_and(|(label, ..)| label == "a")
        && labels[0].1.trim().len() > 1
        && prose::changed(labels[0].1, base, base).is_some();
    let mut twins = Vec::new();
    if !zero {
        twins.push(base.twin("a", None, draft));
    }
    let mut last = base.clone();
    for (label, text, goes_on) in &labels {
        if label == "a" && !zero {
            continue;
        }
        let base = if *goes_on { &last } else { base };
        let Some(position) = prose::changed(text, base, &last) else {
            report.push(Diagnostic::warning(
                "twin-prose",
                text!(TwinNotUnderstood, label, text = quoted(text.trim())),
                range_of(at),
                text!(ExpectedTwinWords),
            ));
            continue;
        };
        twins.push(position.twin(label, Some(at), draft));
        last = position;
    }
    let mut named: Vec<String> = twins.iter().map(|twin| twin.label.clone()).collect();
    let others = labels.into_iter().map(|(label, ..)| label);
    let others: Vec<String> = others.filter(|label| !named.contains(label)).collect();
    named.extend(others);
    named.sort();
    ProseTwins {
        drafts: twins,
        labels: named,
    }
}

/// The piece letters of solutions: `likely`, unless all of them together are written in others.
pub(super) fn letters_of(solutions: &BTreeMap<String, String>, likely: Letters) -> Letters {
    if solutions.is_empty() {
        return Letters::default();
    }
    spoken_letters(solutions.values().map(String::as_str), likely)
}
