//! Problems as text that [`super::parse`] reads back to the same value.
//!
//! The round trip holds for every problem that came from a file. Texts made elsewhere are brought to
//! the form a file can hold: blanks at line ends go, and a line that would read as a comment
//! (`# ...`) goes on with the line before it.

use std::fmt::Write as _;

use shakmaty::{Board, CastlingSide, Color, Piece, Square};

use super::data;
use super::grammar::is_comment;
use super::proof_game::print_start;
use crate::notation::{Letters, MoveStyle};
use crate::problem::{Duplex, Fact, Histories, LastMove, Options, Problem, Twin};

/// Column of the values.
const COLUMN: usize = 13;

/// The problem as an entry of a file, without the separator `---`.
pub fn print(problem: &Problem) -> String {
    let mut out = String::new();
    let Some(base) = problem.twins.first() else {
        return out;
    };
    line(&mut out, "id", problem.id.as_deref());
    line(&mut out, "author", problem.author.as_deref());
    line(&mut out, "source", problem.source.as_deref());
    line(&mut out, "award", problem.award.as_deref());
    if let Some((white, black)) = problem.men {
        field(&mut out, "men", &format!("{white}+{black}"));
    }
    field(&mut out, "fen", &base.diagram.fen());
    let turn = base.diagram.turn;
    let is_unusual = |twin: &Twin| {
        twin.diagram.turn == turn
            && twin.duplex == Duplex::No
            && twin.stipulation.is_unusual_turn(turn)
    };
    if problem.twins.iter().any(is_unusual) {
        // Said again, so that nobody doubts the FEN.
        field(&mut out, "turn", &turn.to_string());
    }
    if problem.letters != Letters::default() {
        field(&mut out, "letters", problem.letters.keyword());
    }
    field(&mut out, "stipulation", &stipulation_in_line(base));
    if base.convention != crate::problem::Convention::default() {
        field(&mut out, "convention", base.convention.keyword());
    }
    if base.options != Options::default() {
        field(&mut out, "options", &base.options.to_string());
    }
    if let Some(start) = &base.start {
        field(&mut out, "start", &print_start(Some(start)));
    }
    histories(&mut out, &base.histories);
    if !base.facts.is_empty() {
        block(
            &mut out,
            "facts",
            base.facts
                .iter()
                .map(|fact| print_fact(fact, problem.letters)),
        );
    }
    line(&mut out, "keywords", problem.keywords.as_deref());
    if let Some(comment) = &problem.comment {
        text(&mut out, "comment", comment);
    }
    let zero = base.label != "a";
    // The second half of a duplex is made by the word in the stipulation of the first.
    let others = || {
        let written = |twin: &&Twin| twin.duplex != Duplex::Second;
        problem.twins.iter().filter(written)
    };
    let twinned = zero || others().count() > 1;
    if twinned {
        let first = zero.then(|| "a) zero".to_owned());
        let others = others().skip(usize::from(!zero)).map(|twin| {
            let commands = commands(base, twin, problem.letters).join("; ");
            format!("{}) {commands}", twin.label).trim_end().to_owned()
        });
        block(&mut out, "twins", first.into_iter().chain(others));
    }
    if twinned || problem.twins.len() > 1 {
        solutions(&mut out, &problem.twins);
    } else if let Some(solution) = &base.solution {
        text(&mut out, "solution", solution);
    }
    if !problem.data.is_empty() {
        block(&mut out, "data", data::print(&problem.data).into_iter());
    }
    out
}

fn field(out: &mut String, name: &str, value: &str) {
    let name = format!("{name}:");
    let _ = writeln!(out, "{name:COLUMN$}{value}");
}

/// A text of one line.
fn line(out: &mut String, name: &str, value: Option<&str>) {
    let Some(value) = value else {
        return;
    };
    let words: Vec<&str> = value
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    if !words.is_empty() {
        field(out, name, &words.join(" "));
    }
}

fn block(out: &mut String, name: &str, lines: impl Iterator<Item = String>) {
    let _ = writeln!(out, "{name}:");
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
}

/// The lines of a text as a file can hold them, blank ones only between others and never two in a row.
fn lines_of(value: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in value.split('\n') {
        let line = line.trim_end();
        match lines.last_mut() {
            Some(last) if is_comment(line) => {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(line.trim_start());
            }
            Some(last) if line.is_empty() && last.is_empty() => {}
            None if line.is_empty() => {}
            _ => lines.push(line.to_owned()),
        }
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// A text of several lines. The first stands beside the name if it stands alone.
fn text(out: &mut String, name: &str, value: &str) {
    match &lines_of(value)[..] {
        [] => {}
        [only] => field(out, name, only.trim_start()),
        [first, others @ ..] if first.trim_start().starts_with('#') => {
            field(out, name, first.trim_start());
            indented(out, others, 2);
        }
        lines => {
            let _ = writeln!(out, "{name}:");
            indented(out, lines, 2);
        }
    }
}

fn indented(out: &mut String, lines: &[String], by: usize) {
    for line in lines {
        if line.is_empty() {
            out.push('\n');
        } else {
            let _ = writeln!(out, "{:by$}{line}", "");
        }
    }
}

fn solutions(out: &mut String, twins: &[Twin]) {
    let solved: Vec<(&str, Vec<String>)> = twins
        .iter()
        .filter_map(|twin| Some((twin.label.as_str(), lines_of(twin.solution.as_ref()?))))
        .filter(|(_, lines)| !lines.is_empty())
        .collect();
    if solved.is_empty() {
        return;
    }
    out.push_str("solution:\n");
    for (label, lines) in solved {
        let _ = writeln!(out, "  {label}) {}", lines[0].trim_start());
        indented(out, &lines[1..], 4 + label.len());
    }
}

fn histories(out: &mut String, histories: &Histories) {
    let (word, worlds) = match histories {
        Histories::Analyse => return,
        Histories::Given(worlds) => ("given", worlds),
        Histories::Claim(worlds) => ("claim", worlds),
    };
    field(out, "histories", word);
    for world in worlds.iter() {
        let _ = writeln!(out, "  {world}");
    }
}

/// A fact as in a file, in the given letters.
pub(crate) fn print_fact(fact: &Fact, letters: Letters) -> String {
    match fact {
        Fact::Moved(square) => format!("moved {square}"),
        Fact::NotMoved(square) => format!("not moved {square}"),
        Fact::NoCaptureInLast(plies) => format!("no capture in the last {plies} plies"),
        Fact::NoCapture => "no capture".to_owned(),
        Fact::Castled { by, side } => {
            let side = match side {
                None => "",
                Some(CastlingSide::KingSide) => " short",
                Some(CastlingSide::QueenSide) => " long",
            };
            format!("{by} has castled{side}")
        }
        Fact::NotCastled(by) => format!("{by} has not castled"),
        Fact::FirstMoves(moves) => {
            let moves: Vec<String> = moves
                .iter()
                .map(|&played| print_last_move(LastMove::of(played), letters))
                .collect();
            format!("first moves {}", moves.join(" "))
        }
        Fact::LastMove { by, what } => {
            let by = by.map_or_else(String::new, |by| format!("{by} "));
            format!("last move {by}{}", print_last_move(*what, letters))
        }
    }
}

fn print_last_move(what: LastMove, letters: Letters) -> String {
    let style = MoveStyle {
        letters,
        ..MoveStyle::default()
    };
    match what {
        LastMove::Piece(role) => letters.letter(role).to_string(),
        LastMove::Castling(side) => style.castle(side).to_owned(),
        LastMove::Move {
            role,
            from,
            to,
            capture,
            promotion,
        } => {
            let mut text = String::new();
            style.push_piece(&mut text, role);
            if let Some(from) = from {
                text.push_str(&from.to_string());
            }
            match (capture, from) {
                (true, _) => text.push('x'),
                (false, Some(_)) => text.push('-'),
                (false, None) => {}
            }
            style.push_arrival(&mut text, to, promotion);
            text
        }
    }
}

/// What stands below the diagram, with the number of solutions that is announced: `h#2, 2 solutions`.
pub(crate) fn stipulation_in_line(twin: &Twin) -> String {
    twin.asked_announcing("solution", "solutions")
}

/// The commands that make `twin` of `base`.
fn commands(base: &Twin, twin: &Twin, letters: Letters) -> Vec<String> {
    let mut commands = board_commands(&base.diagram.board, &twin.diagram.board, letters);
    if twin.diagram.turn != base.diagram.turn {
        commands.push(format!("turn {}", twin.diagram.turn));
    }
    if stipulation_in_line(twin) != stipulation_in_line(base) {
        commands.push(format!("stipulation {}", stipulation_in_line(twin)));
    }
    if twin.start != base.start {
        commands.push(format!("start {}", print_start(twin.start.as_ref())));
    }
    if twin.convention != base.convention {
        commands.push(format!("convention {}", twin.convention));
    }
    if twin.options != base.options {
        commands.push(format!(
            "options {}",
            twin.options.changes_from(base.options)
        ));
    }
    if twin.histories != base.histories {
        commands.push(histories_in_line(&twin.histories));
    }
    if twin.facts != base.facts {
        commands.push(facts_in_line(&twin.facts, letters));
    }
    commands
}

/// Histories as a command.
pub(crate) fn histories_in_line(histories: &Histories) -> String {
    let (word, worlds) = match histories {
        Histories::Analyse => return "histories analyse".to_owned(),
        Histories::Given(worlds) => ("given", worlds),
        Histories::Claim(worlds) => ("claim", worlds),
    };
    let worlds: Vec<String> = worlds.iter().map(|world| world.to_string()).collect();
    format!("histories {word} {}", worlds.join(", "))
}

/// Facts as a command.
pub(crate) fn facts_in_line(facts: &[Fact], letters: Letters) -> String {
    let facts: Vec<String> = facts.iter().map(|one| print_fact(one, letters)).collect();
    if facts.is_empty() {
        return "facts none".to_owned();
    }
    format!("facts {}", facts.join(", "))
}

/// `move` and `exchange` where one of them says it all, else what goes and what comes.
fn board_commands(base: &Board, twin: &Board, letters: Letters) -> Vec<String> {
    let changed: Vec<(Square, Option<Piece>, Option<Piece>)> = Square::ALL
        .into_iter()
        .map(|square| (square, base.piece_at(square), twin.piece_at(square)))
        .filter(|(_, before, after)| before != after)
        .collect();
    if let [(a, a_before, a_after), (b, b_before, b_after)] = changed[..]
        && a_before == b_after
        && b_before == a_after
    {
        return vec![match (a_before, b_before) {
            (Some(_), Some(_)) => format!("exchange {a} {b}"),
            (Some(_), None) => format!("move {a} {b}"),
            _ => format!("move {b} {a}"),
        }];
    }
    let mut commands = Vec::new();
    let gone: Vec<String> = changed
        .iter()
        .filter(|(_, before, _)| before.is_some())
        .map(|(square, _, _)| square.to_string())
        .collect();
    if !gone.is_empty() {
        commands.push(format!("remove {}", gone.join(" ")));
    }
    for color in Color::ALL {
        let come: Vec<String> = changed
            .iter()
            .filter_map(|&(square, _, after)| after.map(|piece| (square, piece)))
            .filter(|(_, piece)| piece.color == color)
            .map(|(square, piece)| format!("{}{square}", letters.letter(piece.role)))
            .collect();
        if !come.is_empty() {
            commands.push(format!("add {color} {}", come.join(" ")));
        }
    }
    commands
}
