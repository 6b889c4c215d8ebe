//! Twins: `b) move e4 g8; stipulation #2`.

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, digit0, multispace0, multispace1, satisfy};
use nom::combinator::{cut, recognize, rest};
use nom::sequence::{preceded, terminated};
use nom::{Input, Parser};
use shakmaty::{Board, Color, Piece, Square};

use super::board::{PlacedSquare, men, placed_square, square, word, words};
use super::convention::convention;
use super::diagnostic::{Diagnostic, Report, quoted};
use super::draft::{Draft, DraftTwin};
use super::facts::{color, facts};
use super::fields::note_all;
use super::histories::histories;
use super::keyword::{choose, folded};
use super::options::options;
use super::proof_game::position as position_of_start;
use super::span::{
    Parse, Span, expecting, parse_all, range_of, split_at_first, trimmed, trimmed_start,
};
use super::stipulation::asked;
use super::written_change::{PlacedChange, is_name, squares_in, written_changes};
use crate::notation::{Letters, Text};
use crate::problem::{Change, Unmade};
use crate::text;

/// The words for the sides. `weiß` is here to be shown: it is compared as `weiss`.
pub(crate) const SIDES: [(&str, Color); 5] = [
    ("white", Color::White),
    ("black", Color::Black),
    ("weiss", Color::White),
    ("weiß", Color::White),
    ("schwarz", Color::Black),
];

/// What is said of a word that is none of [`SIDES`].
pub(crate) const UNKNOWN_SIDE: Text = text!(UnknownSide);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Move,
    Exchange,
    Remove,
    Add,
    Turn,
    Stipulation,
    Convention,
    Options,
    Histories,
    Facts,
    Start,
    From,
    Zero,
}

/// The commands in English, then in German.
const COMMANDS: [(&str, Command); 37] = [
    ("move", Command::Move),
    ("exchange", Command::Exchange),
    ("remove", Command::Remove),
    ("add", Command::Add),
    ("turn", Command::Turn),
    ("stipulation", Command::Stipulation),
    ("start", Command::Start),
    ("anfang", Command::Start),
    ("convention", Command::Convention),
    ("options", Command::Options),
    ("histories", Command::Histories),
    ("facts", Command::Facts),
    ("from", Command::From),
    ("zero", Command::Zero),
    ("versetzen", Command::Move),
    ("verschiebe", Command::Move),
    ("ziehe", Command::Move),
    ("versetze", Command::Move),
    ("tauschen", Command::Exchange),
    ("vertausche", Command::Exchange),
    ("tausche", Command::Exchange),
    ("entfernen", Command::Remove),
    ("ohne", Command::Remove),
    ("entferne", Command::Remove),
    ("setze", Command::Add),
    ("hinzu", Command::Add),
    ("ergaenze", Command::Add),
    ("anzug", Command::Turn),
    ("forderung", Command::Stipulation),
    ("konvention", Command::Convention),
    ("optionen", Command::Options),
    ("vorgeschichten", Command::Histories),
    ("tatsachen", Command::Facts),
    ("von", Command::From),
    ("aus", Command::From),
    ("null", Command::Zero),
    ("nullstellung", Command::Zero),
];

/// A twin's label with its parenthesis, `b)`: the label without it.
pub(crate) fn label(input: Span<'_>) -> Parse<'_, Span<'_>> {
    terminated(label_name, char(')')).parse(input)
}

/// A twin's label alone.
pub(crate) fn label_name(input: Span<'_>) -> Parse<'_, Span<'_>> {
    recognize((satisfy(|c| c.is_ascii_alphabetic()), digit0)).parse(input)
}

struct RawTwin<'a> {
    label: String,
    at: Span<'a>,
    commands: Vec<Span<'a>>,
}

/// The twins of a field `twins`, applied to the diagram one after the other.
///
/// The diagram itself is the first twin, `a`, unless it is a zero position.
pub(crate) fn twins<'a>(
    lines: impl Iterator<Item = Span<'a>>,
    base: &Draft<'a>,
    letters: Letters,
    report: &mut Report,
) -> Vec<DraftTwin<'a>> {
    let raw = raw_twins(lines, report);
    let mut done: Vec<DraftTwin<'a>> = Vec::new();
    let (zero, raw) = zero_position(raw, report);
    if !zero {
        done.push(DraftTwin {
            label: "a".to_owned(),
            at: None,
            draft: base.clone(),
        });
    }
    for twin in raw {
        if let Some(before) = done.iter().find(|known| known.label == twin.label) {
            let diagnostic = Diagnostic::error(
                "duplicate-twin",
                text!(SecondTwin, label = twin.label),
                range_of(twin.at),
                text!(LabelTaken),
            );
            report.push(match before.at {
                Some(at) => diagnostic.with_label(range_of(at), text!(FirstHere)),
                None => diagnostic.with_help(text!(AIsTheDiagram)),
            });
            continue;
        }
        let mut draft = base.clone();
        let mut is_read = true;
        for (at, command) in twin.commands.iter().enumerate() {
            is_read &= note_all(apply(*command, at, &mut draft, &done, letters), report).is_some();
        }
        // Beside a zero position a bare label stands for the diagram.
        if is_read && !zero && draft.board == base.board && twin.commands.iter().all(is_about_men) {
            report.push(Diagnostic::warning(
                "twin-unchanged",
                text!(TwinUnchanged, label = twin.label),
                range_of(twin.at),
                text!(ExpectedTwinCommands),
            ));
        }
        done.push(DraftTwin {
            label: twin.label,
            at: Some(twin.at),
            draft,
        });
    }
    done
}

/// Whether a command changes nothing but the men on the board.
fn is_about_men(command: &Span<'_>) -> bool {
    let which = word(*command).ok().map(|(_, word)| folded(word.fragment()));
    let is_about_men = |known| {
        matches!(
            known,
            Command::Move | Command::Exchange | Command::Remove | Command::Add
        )
    };
    let known = COMMANDS
        .iter()
        .find(|(name, _)| Some(*name) == which.as_deref());
    known.is_none_or(|&(_, known)| is_about_men(known))
}

fn raw_twins<'a>(lines: impl Iterator<Item = Span<'a>>, report: &mut Report) -> Vec<RawTwin<'a>> {
    let mut raw: Vec<RawTwin<'a>> = Vec::new();
    for line in lines {
        let (commands, name) = match label(line) {
            Ok((rest, name)) => (rest, Some(name)),
            Err(_) => (line, None),
        };
        match (name, raw.last_mut()) {
            (Some(name), _) => raw.push(RawTwin {
                label: name.fragment().to_lowercase(),
                at: name,
                commands: split(commands),
            }),
            (None, Some(twin)) => twin.commands.extend(split(commands)),
            (None, None) => {
                let (word, _) = split_at_first(line, char::is_whitespace);
                report.push(Diagnostic::error(
                    "twin-label",
                    text!(ExpectedTwinLabel, found = quoted(word.fragment())),
                    range_of(word),
                    text!(ExpectedB),
                ));
                return raw;
            }
        }
    }
    raw
}

/// The commands of a line, apart by semicolons; behind `from a)` none is needed.
fn split(line: Span<'_>) -> Vec<Span<'_>> {
    let mut commands = Vec::new();
    let mut rest = line;
    loop {
        let (command, behind) = split_at_first(rest, |c| c == ';');
        let command = trimmed(command);
        if let Some(length) = from_length(command) {
            commands.push(command.take(length));
            commands.push(trimmed(command.take_from(length)));
        } else if !command.fragment().is_empty() {
            commands.push(command);
        }
        if behind.fragment().is_empty() {
            return commands;
        }
        rest = behind.take_from(1);
    }
}

/// How long `from a)` is at the beginning of `command`, if another command follows at once.
fn from_length(command: Span<'_>) -> Option<usize> {
    let parsed: Parse<'_, Span<'_>> = preceded(
        (
            alt((tag_no_case("from"), tag_no_case("aus"), tag_no_case("von"))),
            multispace1,
        ),
        label,
    )
    .parse(command);
    let (rest, _) = parsed.ok()?;
    let follows = rest.fragment().trim_start();
    let word = follows.chars().next().is_some_and(char::is_alphabetic);
    word.then(|| rest.location_offset() - command.location_offset())
}

/// Whether the diagram is a zero position, and the twins with commands: a bare `a) zero` is none.
fn zero_position<'a>(mut raw: Vec<RawTwin<'a>>, report: &mut Report) -> (bool, Vec<RawTwin<'a>>) {
    let is_zero = |command: &Span<'_>| {
        COMMANDS.contains(&(folded(command.fragment()).as_str(), Command::Zero))
    };
    let mut zero = false;
    if let Some(first) = raw.first_mut()
        && first.label == "a"
        && first.commands.first().is_some_and(is_zero)
    {
        zero = true;
        let place = range_of(first.at);
        first.commands.remove(0);
        if first.commands.is_empty() {
            raw.remove(0);
        }
        if raw.is_empty() {
            report.push(Diagnostic::error(
                "zero-position",
                text!(ZeroWithoutTwins),
                place,
                text!(NothingToSolve),
            ));
        }
    }
    (zero, raw)
}

fn two_squares(input: Span<'_>) -> Parse<'_, (PlacedSquare<'_>, PlacedSquare<'_>)> {
    (placed_square, preceded(multispace0, placed_square)).parse(input)
}

/// Applies the commands of a line to a draft.
pub(crate) fn apply_all<'a>(
    line: Span<'a>,
    draft: &mut Draft<'a>,
    letters: Letters,
) -> Result<(), Vec<Diagnostic>> {
    split(line)
        .into_iter()
        .enumerate()
        .try_for_each(|(at, command)| apply(command, at, draft, &[], letters))
}

fn apply<'a>(
    command: Span<'a>,
    position: usize,
    draft: &mut Draft<'a>,
    done: &[DraftTwin<'a>],
    letters: Letters,
) -> Result<(), Vec<Diagnostic>> {
    let one = |diagnostic: Diagnostic| vec![diagnostic];
    let Ok((rest, word)) = word(command) else {
        return Ok(());
    };
    refuse_foreign(word).map_err(one)?;
    let argument = trimmed_start(rest);
    let moves = matches!(folded(word.fragment()).as_str(), name if COMMANDS.contains(&(name, Command::Move)));
    let as_printed = if moves { argument } else { command };
    if let Some(changes) = written_changes(as_printed, &draft.board, letters) {
        for (change, places) in changes.map_err(one)? {
            make(change, &mut draft.board, &places).map_err(one)?;
        }
        return Ok(());
    }
    let unknown = text!(UnknownTwinCommand);
    let which = choose(word, "unknown-command", &unknown, &COMMANDS)
        .map_err(|error| one(with_command(error, command)))?;
    match which {
        Command::Move | Command::Exchange | Command::Remove | Command::Add => {
            for (change, places) in changes(which, argument, letters).map_err(one)? {
                make(change, &mut draft.board, &places).map_err(one)?;
            }
        }
        Command::Turn => {
            draft.turn =
                Some(choose(argument, "unknown-side", &UNKNOWN_SIDE, &SIDES).map_err(one)?);
        }
        Command::Stipulation => {
            draft.ask(asked(argument).map_err(one)?, argument);
        }
        Command::Convention => draft.convention = convention(argument).map_err(one)?,
        Command::Options => {
            draft.options = options(std::iter::once(argument), draft.options)?;
        }
        Command::Histories => {
            draft.histories = histories(std::iter::once(argument), range_of(command))?;
        }
        Command::Start => draft.start = position_of_start(argument)?,
        Command::Facts if matches!(folded(argument.fragment()).as_str(), "none" | "keine") => {
            draft.facts.clear();
        }
        Command::Facts => draft.facts = facts(std::iter::once(argument), letters)?,
        Command::From => *draft = earlier(command, argument, position, done).map_err(one)?,
        Command::Zero => {
            return Err(one(Diagnostic::error(
                "zero-position",
                text!(ZeroOnlyInA),
                range_of(command),
                text!(NotHere),
            )));
        }
    }
    Ok(())
}

/// What is said of an unknown command that names squares: how it may be written.
fn with_command(error: Diagnostic, command: Span<'_>) -> Diagnostic {
    let name = command
        .fragment()
        .split(|c: char| !c.is_alphabetic())
        .next();
    let suggestion = error
        .suggestion
        .clone()
        .filter(|_| !name.is_some_and(is_name));
    let error = Diagnostic {
        suggestion,
        ..error
    };
    match squares_in(command.fragment())[..] {
        [from, to] => error.with_help(text!(WriteMoveCommand, from, to)),
        [square] => error.with_help(text!(WriteRemoveOrAdd, square)),
        _ => error,
    }
}

/// The changes of a command that moves, exchanges, removes or adds men.
fn changes(
    command: Command,
    argument: Span<'_>,
    letters: Letters,
) -> Result<Vec<PlacedChange<'_>>, Diagnostic> {
    Ok(match command {
        Command::Remove => squares(argument)?
            .into_iter()
            .map(|at| (Change::Remove(at.0), vec![at]))
            .collect(),
        Command::Add => added(argument, letters)?
            .into_iter()
            .map(|(piece, at)| (Change::Add(piece, at.0), vec![at]))
            .collect(),
        _ => {
            let (a, b) = parse_all(argument, two_squares)?;
            let change = match command {
                Command::Exchange => Change::Exchange(a.0, b.0),
                _ => Change::Move(a.0, b.0),
            };
            vec![(change, vec![a, b])]
        }
    })
}

/// One square or more, apart by spaces.
fn squares(argument: Span<'_>) -> Result<Vec<PlacedSquare<'_>>, Diagnostic> {
    let mut squares = Vec::new();
    let mut rest = argument;
    loop {
        let Ok((after, at)) = placed_square(rest) else {
            return parse_all(rest, placed_square).map(|_| Vec::new());
        };
        squares.push(at);
        rest = trimmed_start(after);
        if rest.fragment().is_empty() {
            return Ok(squares);
        }
    }
}

/// The twin that `from` goes back to.
fn earlier<'a>(
    command: Span<'_>,
    argument: Span<'_>,
    position: usize,
    done: &[DraftTwin<'a>],
) -> Result<Draft<'a>, Diagnostic> {
    let name = parse_all(argument, label)?;
    if position > 0 {
        return Err(Diagnostic::error(
            "twin-from",
            text!(FromComesFirst),
            range_of(command),
            text!(TooLateLost),
        ));
    }
    let wanted = name.fragment().to_lowercase();
    match done.iter().find(|twin| twin.label == wanted) {
        Some(base) => Ok(base.draft.clone()),
        None => Err(Diagnostic::error(
            "twin-from",
            text!(NoEarlierTwin, wanted),
            range_of(name),
            text!(ExpectedEarlierLabel),
        )),
    }
}

/// Makes a change; an error points at the square that is in the way, as it is written in `places`.
pub(crate) fn make(
    change: Change,
    board: &mut Board,
    places: &[PlacedSquare<'_>],
) -> Result<(), Diagnostic> {
    change.make(board).map_err(|unmade| {
        // A change that names no square, like a shift, is blamed where its last one stands.
        let at = |square: Square| {
            let written = places.iter().find(|(named, _)| *named == square);
            written
                .or(places.last())
                .map_or(0..0, |(_, at)| range_of(*at))
        };
        match unmade {
            Unmade::Empty(square) => Diagnostic::error(
                "twin-empty-square",
                text!(NothingStandsOn, square),
                at(square),
                text!(AnEmptySquare),
            ),
            Unmade::Taken(square) => Diagnostic::error(
                "twin-taken-square",
                text!(SquareNotEmpty, square),
                at(square),
                text!(SomebodyStandsHere),
            )
            .with_help(text!(WriteRemove, square)),
            Unmade::LeavesBoard(square) => Diagnostic::error(
                "twin-shift",
                text!(ManLeavesBoard, square),
                at(square),
                text!(TooFar),
            ),
        }
    })
}

const PIECE_AND_SQUARE: Text = text!(PieceAndSquare);

/// The men of `white Xsq`.
fn added(
    argument: Span<'_>,
    letters: Letters,
) -> Result<Vec<(Piece, PlacedSquare<'_>)>, Diagnostic> {
    let (color, list) = parse_all(argument, |input| {
        let side = terminated(
            expecting(text!(WhiteOrBlackWord), color),
            cut(expecting(PIECE_AND_SQUARE, multispace1)),
        );
        (side, rest).parse(input)
    })?;
    let mut found = Vec::new();
    for word in words(list) {
        let men = men(word, letters)?.into_iter();
        found.extend(men.map(|(role, square, at)| (Piece { color, role }, (square, at))));
    }
    if found.is_empty() {
        return parse_all(trimmed_start(list), |input| {
            expecting(PIECE_AND_SQUARE, square).parse(input)
        })
        .map(|_| Vec::new());
    }
    Ok(found)
}

/// Twin commands of Popeye that this program does not know.
fn refuse_foreign(word: Span<'_>) -> Result<(), Diagnostic> {
    let known = [
        "rotate",
        "mirror",
        "shift",
        "polishtype",
        "substitute",
        "condition",
        "continued",
    ];
    let text = folded(word.fragment());
    if !known.contains(&text.as_str()) {
        return Ok(());
    }
    let diagnostic = Diagnostic::error(
        "foreign-command",
        text!(TwinCommandUnsupported, typed = quoted(word.fragment())),
        range_of(word),
        text!(PopeyeCommand),
    );
    Err(if text == "continued" {
        diagnostic.with_help(text!(ContinuedTwin))
    } else {
        diagnostic.with_help(text!(GiveSquaresWith))
    })
}
