//! Popeye's twins: `move a1 b2`, `continued remove a1`, `rotate 90`, `PolishType`, applied to a draft.

use nom::Input;
use shakmaty::{Board, Color, File, Piece, Rank, Square};

use super::pieces::{Placer, fairy, role};
use super::token::Tokens;
use super::words::{CHANGES, COMMANDS, Change, Tongue, meant, suggesting};
use crate::notation::Text;
use crate::problem::{Duplex, Stipulation};
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::span::{Span, end_of, range_of};
use crate::syntax::stipulation::stipulation;
use crate::text;

/// What a twin's changes are applied to.
#[derive(Debug, Clone)]
pub(crate) struct Position {
    pub board: Board,
    pub asked: (Stipulation, Duplex),
}

/// Whether the first change says that the twin goes on from the one before it.
pub(crate) fn is_continued(tokens: &mut Tokens<'_>, tongue: Tongue) -> bool {
    let word = tokens.peek();
    let continued =
        |word: &Span<'_>| meant(&CHANGES, tongue, word.fragment()) == Some(Change::Continued);
    match word.filter(continued) {
        Some(word) => {
            tokens.pass(word);
            true
        }
        None => false,
    }
}

/// Applies the changes that follow, up to the next statement; what is wrong goes to `report`.
pub(crate) fn changes<'a>(
    tokens: &mut Tokens<'a>,
    position: &mut Position,
    tongue: Tongue,
    twin: Span<'a>,
    report: &mut Report,
) {
    let mut found = false;
    while let Some(word) = tokens.peek() {
        let change = meant(&CHANGES, tongue, word.fragment());
        let Some(change) = change else {
            let command = meant(&COMMANDS, tongue, word.fragment());
            if command.is_none() {
                tokens.pass(word);
                report.push(unknown(word, tongue));
                pass_to_statement(tokens, tongue);
            }
            break;
        };
        tokens.pass(word);
        found = true;
        if let Err(diagnostic) = apply(change, word, tokens, position, tongue, report) {
            report.push(diagnostic);
            pass_to_statement(tokens, tongue);
            return;
        }
    }
    if !found && !report.has_errors() {
        report.push(Diagnostic::error(
            "no-twins",
            text!(TwinWithoutChange),
            range_of(twin),
            text!(ExpectedChange),
        ));
    }
}

/// Passes over everything up to the next statement.
pub(super) fn pass_to_statement(tokens: &mut Tokens<'_>, tongue: Tongue) {
    while let Some(word) = tokens.peek() {
        if word.fragment().len() > 2 && meant(&COMMANDS, tongue, word.fragment()).is_some() {
            return;
        }
        tokens.pass(word);
    }
}

fn unknown(word: Span<'_>, tongue: Tongue) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "unknown-command",
        text!(UnknownPopeyeTwin, typed = quoted(word.fragment())),
        range_of(word),
        text!(ExpectedTwinChange),
    );
    suggesting(diagnostic, &CHANGES, tongue, word.fragment())
}

fn apply<'a>(
    change: Change,
    word: Span<'a>,
    tokens: &mut Tokens<'a>,
    position: &mut Position,
    tongue: Tongue,
    report: &mut Report,
) -> Result<(), Diagnostic> {
    let board = &mut position.board;
    match change {
        Change::Move => {
            let (from, to) = (square(tokens, word)?, square(tokens, word)?);
            let piece = take(board, from)?;
            board.set_piece_at(to.0, piece);
        }
        Change::Exchange => {
            let (a, b) = (square(tokens, word)?, square(tokens, word)?);
            let (first, second) = (take(board, a)?, take(board, b)?);
            board.set_piece_at(a.0, second);
            board.set_piece_at(b.0, first);
        }
        Change::Remove => {
            let mut any = false;
            while let Some(next) = tokens.peek() {
                let Some(at) = some_squares(next) else { break };
                tokens.pass(next);
                any = true;
                for at in at {
                    take(board, at)?;
                }
            }
            if !any {
                square(tokens, word)?;
            }
        }
        Change::Add => Placer {
            board,
            tongue,
            report,
        }
        .groups(tokens, word),
        Change::Stipulation => {
            let next = tokens.next().ok_or_else(|| incomplete(word))?;
            position.asked = stipulation(next)?;
        }
        Change::Rotate => {
            let next = tokens.next().ok_or_else(|| incomplete(word))?;
            let turned: fn(Place) -> Place = match *next.fragment() {
                // To the left: a1 comes to h1.
                "90" => |(file, rank)| (7 - rank, file),
                "180" => |(file, rank)| (7 - file, 7 - rank),
                "270" => |(file, rank)| (rank, 7 - file),
                _ => {
                    return Err(bad(next, text!(ExpectedAngle)));
                }
            };
            *board = mapped(board, |place| Some(turned(place)))?;
        }
        Change::Mirror => {
            let next = tokens.next().ok_or_else(|| incomplete(word))?;
            let text = next.fragment().to_lowercase();
            let mirrored: fn(Place) -> Place = match text.as_str() {
                "a1<-->h1" => |(file, rank)| (7 - file, rank),
                "a1<-->a8" => |(file, rank)| (file, 7 - rank),
                "a1<-->h8" => |(file, rank)| (7 - rank, 7 - file),
                "a8<-->h1" => |(file, rank)| (rank, file),
                _ => {
                    return Err(bad(next, text!(ExpectedMirror)));
                }
            };
            *board = mapped(board, |place| Some(mirrored(place)))?;
        }
        Change::Shift => {
            let (from, to) = (square(tokens, word)?, square(tokens, word)?);
            let (a, b) = (place(from.0), place(to.0));
            *board = mapped(board, |(file, rank)| {
                let moved = (file + b.0 - a.0, rank + b.1 - a.1);
                let inside = |n: i32| (0..8).contains(&n);
                (inside(moved.0) && inside(moved.1)).then_some(moved)
            })
            .map_err(|mut diagnostic: Diagnostic| {
                diagnostic.labels[0].range = range_of(to.1);
                diagnostic
            })?;
        }
        Change::Substitute => {
            let mut letter = || {
                let next = tokens.next().ok_or_else(|| incomplete(word))?;
                role(tongue.letters(), next.fragment()).ok_or_else(|| fairy(next, tongue.letters()))
            };
            let (old, new) = (letter()?, letter()?);
            for square in board.by_role(old) {
                if let Some(piece) = board.piece_at(square) {
                    board.set_piece_at(square, Piece { role: new, ..piece });
                }
            }
        }
        Change::Polish => {
            let mut turned = Board::empty();
            for (square, piece) in board.clone() {
                let color: Color = piece.color.other();
                turned.set_piece_at(square, Piece { color, ..piece });
            }
            *board = turned;
        }
        Change::Continued => {
            return Err(Diagnostic::error(
                "twin-from",
                text!(ComesFirstInTwin, typed = quoted(word.fragment())),
                range_of(word),
                text!(TooLate),
            ));
        }
        Change::Condition => return Err(condition(tokens.peek().unwrap_or(word))),
        Change::Structured => return Err(structured(word)),
    }
    Ok(())
}

/// A fairy condition is refused by name.
pub(crate) fn condition(name: Span<'_>) -> Diagnostic {
    Diagnostic::error(
        "fairy-condition",
        text!(FairyConditionUnsupported, typed = quoted(name.fragment())),
        range_of(name),
        text!(NotOrthodox),
    )
}

/// A structured stipulation is refused by name.
pub(super) fn structured(word: Span<'_>) -> Diagnostic {
    Diagnostic::error(
        "stipulation",
        text!(StructuredUnsupported),
        range_of(word),
        text!(GiveStipulation),
    )
}

type Place = (i32, i32);

fn place(square: Square) -> Place {
    (i32::from(square.file()), i32::from(square.rank()))
}

/// The men of `board` elsewhere; an error if one leaves the board.
fn mapped(board: &Board, to: impl Fn(Place) -> Option<Place>) -> Result<Board, Diagnostic> {
    let mut out = Board::empty();
    for (square, piece) in board.clone() {
        let Some((file, rank)) = to(place(square)) else {
            return Err(Diagnostic::error(
                "twin-shift",
                text!(ManLeavesBoard, square),
                0..0,
                text!(TooFar),
            ));
        };
        let (file, rank) = (
            File::new(file.cast_unsigned()),
            Rank::new(rank.cast_unsigned()),
        );
        out.set_piece_at(Square::from_coords(file, rank), piece);
    }
    Ok(out)
}

fn some_squares(word: Span<'_>) -> Option<Vec<(Square, Span<'_>)>> {
    let text = word.fragment().to_ascii_lowercase();
    let pairs = text.len() / 2;
    if !text.len().is_multiple_of(2) || pairs == 0 || !text.is_ascii() || pairs > 64 {
        return None;
    }
    (0..pairs)
        .map(|at| {
            let square = text[2 * at..2 * at + 2].parse().ok()?;
            Some((square, word.take_from(2 * at).take(2)))
        })
        .collect()
}

fn square<'a>(tokens: &mut Tokens<'a>, before: Span<'a>) -> Result<(Square, Span<'a>), Diagnostic> {
    // `a1b2` is as good as `a1 b2`.
    let next = tokens.peek().ok_or_else(|| incomplete(before))?;
    match some_squares(next).as_deref() {
        Some(&[first, ..]) => {
            tokens.pass(first.1);
            Ok(first)
        }
        _ => Err(bad(next, text!(ExpectedSquare))),
    }
}

fn take(board: &mut Board, (square, at): (Square, Span<'_>)) -> Result<Piece, Diagnostic> {
    board.remove_piece_at(square).ok_or_else(|| {
        Diagnostic::error(
            "twin-empty-square",
            text!(NothingStandsOn, square),
            range_of(at),
            text!(AnEmptySquare),
        )
    })
}

fn bad(at: Span<'_>, expected: Text) -> Diagnostic {
    Diagnostic::error(
        "unexpected",
        text!(NoPlaceHere, found = quoted(at.fragment())),
        range_of(at),
        expected,
    )
}

fn incomplete(after: Span<'_>) -> Diagnostic {
    Diagnostic::error(
        "incomplete",
        text!(SomethingMissingBehind, word = quoted(after.fragment())),
        end_of(after),
        text!(Here),
    )
}
