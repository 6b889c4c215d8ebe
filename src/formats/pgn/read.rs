//! Games with a position, one problem each.

use std::collections::BTreeMap;
use std::ops::Range;

use nom::Input;
use shakmaty::{Board, Square};

use super::game::Game;
use super::moves::solution;
use crate::formats::collect::{
    Texts, add, assemble, believe, claim, empty_draft, labelled, letters_of, only,
};
use crate::formats::premises;
use crate::notation::Letters;
use crate::problem::{Duplex, Problem};
use crate::syntax::board::fen;
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::span::{Span, from_offset, range_of};
use crate::syntax::stipulation::{self, Asked};
use crate::syntax::{Collection, FenFields, Parsed};
use crate::text;
use crate::world::Rights;

/// Reads the games of a file.
pub(in crate::formats) fn read(source: &str, fields: FenFields) -> Parsed {
    let mut collection = Collection::default();
    let mut is_first = true;
    let mut rest = Span::new(source);
    for range in games(source) {
        rest = from_offset(rest, range.start);
        let text = &source[range.clone()];
        let Some(game) = Game::read(text) else {
            continue;
        };
        let whole = rest.take(range.len());
        let problem = entry(&game, whole, fields, &mut is_first, &mut collection.report);
        collection.entry(range, problem);
    }
    collection.finish()
}

/// The games of a file: each begins with the first tag behind moves.
fn games(source: &str) -> Vec<Range<usize>> {
    let mut games = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut played = false;
    let mut comment = false;
    for line in source.split_inclusive('\n') {
        let text = line.trim();
        let tag = !comment && text.starts_with('[') && text.ends_with(']');
        if tag && played {
            games.push(start..at);
            start = at;
            played = false;
        }
        if !tag {
            played |= !text.is_empty();
            for byte in line.bytes() {
                match byte {
                    b'{' => comment = true,
                    b'}' => comment = false,
                    _ => {}
                }
            }
        }
        at += line.len();
    }
    if !source[start..].trim().is_empty() {
        games.push(start..source.len());
    }
    games
}

/// Where the value of a tag stands, or the beginning of the game.
fn place<'a>(whole: Span<'a>, name: &str) -> Span<'a> {
    let text = whole.fragment();
    let found = text
        .find(&format!("[{name} \""))
        .map(|at| at + name.len() + 3);
    let Some(start) = found else {
        return whole.take(0);
    };
    let end = text[start..]
        .find("\"]")
        .map_or(text.len(), |end| start + end);
    whole.take_from(start).take(end - start)
}

fn entry(
    game: &Game,
    whole: Span<'_>,
    fen_fields: FenFields,
    is_first: &mut bool,
    report: &mut Report,
) -> Option<Problem> {
    let Some(position) = game.tag("FEN") else {
        report.push(Diagnostic::error(
            "no-position",
            text!(GameFromArray),
            range_of(whole.take(0)),
            text!(ThisGame),
        ));
        return None;
    };
    let at = place(whole, "FEN");
    let written = if at.fragment().trim() == position {
        at
    } else {
        Span::new(position)
    };
    let placement = fen(written).map_err(|mut diagnostic| {
        for label in &mut diagnostic.labels {
            if written.location_offset() == 0 {
                label.range = range_of(at);
            }
        }
        diagnostic
    });
    let placement = report.note(placement)?;
    let mut draft = empty_draft();
    draft.board = placement.board;
    draft.turn = placement.side.map(|(color, _)| color);
    let mut texts = texts(game);
    let own = premises::taken(&mut texts.comment);
    match asked(game) {
        Some(found) => draft.ask(found, at),
        None if own.is_empty() => report.push(Diagnostic::no_stipulation(
            range_of(at),
            text!(ExpectedInTag),
        )),
        None => {}
    }
    let duplex = draft.duplex == Duplex::First;
    let mut drafts = only(draft);
    if own.is_empty() && fen_fields == FenFields::Believed {
        believe(&mut drafts[0], placement.fields, at, report);
    } else if own.is_empty()
        && drafts[0].draft.board != Board::new()
        && let Some((rights, target)) = rights_and_target(position)
    {
        let first = (is_first, text!(HereFirst));
        claim(&mut drafts[0], rights, target, at, first, report);
    }
    premises::apply(&own, &mut drafts, range_of(at).start, report);
    understood(game, whole, report);
    let mut solutions = BTreeMap::new();
    let told = game.head.trim_matches(['\n', '\r']);
    if !game.roots.is_empty() {
        let first = drafts[0].draft.stipulation.first_half_move();
        solutions.insert("a".to_owned(), solution(game, first));
        add(&mut texts.comment, &told.replace('\n', " "), "\n");
        texts.letters = Letters::English;
    } else if !told.trim().is_empty() {
        solutions = labelled(told, duplex);
        texts.letters = letters_of(&solutions, Letters::English);
    }
    if report.has_errors() {
        return None;
    }
    assemble(texts, drafts, solutions, range_of(at), report)
}

/// The rights and the en-passant square of a FEN, if it names any.
fn rights_and_target(position: &str) -> Option<(Rights, Option<Square>)> {
    let mut fields = position.split_whitespace().skip(2);
    let (rights, target) = (fields.next().unwrap_or("-"), fields.next().unwrap_or("-"));
    let claims = (rights, target) != ("-", "-");
    claims.then(|| (rights.parse().unwrap_or_default(), target.parse().ok()))
}

fn texts(game: &Game) -> Texts {
    let mut texts = Texts::default();
    let text = |name| game.tag(name).map(str::to_owned);
    texts.id = text("Id");
    texts.author = text("White").filter(|_| game.tag("Id").is_some() || asked(game).is_some());
    texts.source = text("Source").or_else(|| text("Event"));
    texts.award = text("Award");
    texts.keywords = text("Keywords");
    for (name, value) in &game.tags {
        if name == "Comment" {
            add(&mut texts.comment, value, "\n");
        }
    }
    if texts.author.is_none() {
        texts.author = text("White");
    }
    if texts.source.as_deref() == game.tag("Event")
        && game.tag("Source").is_none()
        && let Some(date) = game.tag("Date")
    {
        add(&mut texts.source, date.trim_end_matches(['.', '?']), ", ");
    }
    texts
}

/// What is asked: a tag of its own, or where people write it.
fn asked(game: &Game) -> Option<Asked> {
    [
        "Stipulation",
        "Black",
        "White",
        "Event",
        "Termination",
        "Annotator",
        "Round",
    ]
    .into_iter()
    .filter_map(|name| game.tag(name))
    .find_map(|value| stipulation::asked(Span::new(value)).ok())
}

/// Says which word of the moves was not understood; its reader passes over such words.
fn understood(game: &Game, whole: Span<'_>, report: &mut Report) {
    let text = whole.fragment();
    let mut written = 0;
    let mut at = 0;
    let mut comment = false;
    for line in text.split_inclusive('\n') {
        let tag = !comment && line.trim_start().starts_with('[');
        let mut start = None;
        for (offset, c) in line
            .char_indices()
            .chain(std::iter::once((line.len(), ' ')))
        {
            let ends = c.is_whitespace()
                || matches!(c, '{' | '}' | '(' | ')' | ';' | '.' | '$' | '!' | '?');
            if ends
                && let Some(from) = start.take()
                && !tag
                && !comment
            {
                let word = &line[from..offset];
                let is_move = word
                    .chars()
                    .any(|c| c.is_ascii_lowercase() || matches!(c, 'O' | 'o'))
                    && word.len() > 1
                    && !matches!(word, "ep" | "e" | "p");
                if is_move {
                    if word.parse::<pgn_reader::SanPlus>().is_err() {
                        let place = whole.take_from(at + from).take(word.len());
                        report.push(Diagnostic::error(
                            "pgn-move",
                            text!(NoPgnMove, word = quoted(word)),
                            range_of(place),
                            text!(ExpectedEnglishLetters),
                        ));
                        return;
                    }
                    written += 1;
                }
            } else if !ends && start.is_none() {
                start = Some(offset);
            }
            match c {
                '{' if !tag => comment = true,
                '}' if !tag => comment = false,
                ';' if !comment && !tag => break,
                _ => {}
            }
        }
        at += line.len();
    }
    if written != game.moves && game.moves == 0 {
        report.push(Diagnostic::error(
            "pgn-move",
            text!(MovesNotUnderstood),
            range_of(whole.take(0)),
            text!(ThisGame),
        ));
    }
}
