//! Popeye's twins: `move a1 b2`, `continued remove a1`, `rotate 90`, `PolishType`, applied to a draft.

use shakmaty::{Board, Square};

use super::options::listed;
use super::pieces::{Placer, fairy, role};
use super::token::Tokens;
use super::words::{CHANGES, COMMANDS, Tongue, TwinWord, meant, suggesting};
use crate::notation::Text;
use crate::problem::{Change, Duplex, Stipulation, Symmetry};
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::draft::{Draft, DraftTwin};
use crate::syntax::span::{Span, end_of, range_of};
use crate::syntax::stipulation::stipulation;
use crate::syntax::twins::make;
use crate::text;

/// What a twin's changes are applied to.
#[derive(Debug, Clone)]
pub(crate) struct Position {
    pub board: Board,
    pub asked: (Stipulation, Duplex),
}

impl Position {
    /// That of a draft.
    pub fn of(draft: &Draft<'_>) -> Position {
        Position {
            board: draft.board.clone(),
            asked: (draft.stipulation, draft.duplex),
        }
    }

    /// The twin that differs from a draft by this position.
    pub fn twin<'a>(&self, label: &str, at: Option<Span<'a>>, draft: &Draft<'a>) -> DraftTwin<'a> {
        let (stipulation, duplex) = self.asked;
        DraftTwin {
            label: label.to_owned(),
            at,
            draft: Draft {
                board: self.board.clone(),
                stipulation,
                duplex,
                ..draft.clone()
            },
        }
    }
}

/// Whether the first change says that the twin goes on from the one before it.
pub(crate) fn is_continued(tokens: &mut Tokens<'_>, tongue: Tongue) -> bool {
    let word = tokens.peek();
    let continued =
        |word: &Span<'_>| meant(&CHANGES, tongue, word.fragment()) == Some(TwinWord::Continued);
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
    keyword: TwinWord,
    word: Span<'a>,
    tokens: &mut Tokens<'a>,
    position: &mut Position,
    tongue: Tongue,
    report: &mut Report,
) -> Result<(), Diagnostic> {
    let board = &mut position.board;
    match keyword {
        TwinWord::Move => {
            let (from, to) = (square(tokens, word)?, square(tokens, word)?);
            // Popeye lets a man take the place of another.
            if from.0 != to.0 && board.piece_at(from.0).is_some() {
                board.discard_piece_at(to.0);
            }
            make(Change::Move(from.0, to.0), board, &[from, to])
        }
        TwinWord::Exchange => {
            let (a, b) = (square(tokens, word)?, square(tokens, word)?);
            make(Change::Exchange(a.0, b.0), board, &[a, b])
        }
        TwinWord::Remove => remove(tokens, word, board),
        TwinWord::Add => {
            let mut placer = Placer {
                board,
                tongue,
                report,
            };
            placer.groups(tokens, word);
            Ok(())
        }
        TwinWord::Stipulation => {
            let next = tokens.next().ok_or_else(|| incomplete(word))?;
            position.asked = stipulation(next)?;
            Ok(())
        }
        TwinWord::Rotate | TwinWord::Mirror => {
            let next = tokens.next().ok_or_else(|| incomplete(word))?;
            let symmetry = match keyword {
                TwinWord::Rotate => turned(next.fragment()).ok_or(text!(ExpectedAngle)),
                _ => mirrored(next.fragment()).ok_or(text!(ExpectedMirror)),
            };
            let symmetry = symmetry.map_err(|expected| bad(next, expected))?;
            make(Change::Turn(symmetry), board, &[])
        }
        TwinWord::Shift => {
            let (from, to) = (square(tokens, word)?, square(tokens, word)?);
            let by = |coordinate: fn(Square) -> i32| coordinate(to.0) - coordinate(from.0);
            let change = Change::Shift {
                files: by(|square| square.file().into()),
                ranks: by(|square| square.rank().into()),
            };
            // What leaves the board does so because of the second square.
            make(change, board, &[to])
        }
        TwinWord::Substitute => {
            let mut letter = || {
                let next = tokens.next().ok_or_else(|| incomplete(word))?;
                role(tongue.letters(), next.fragment()).ok_or_else(|| fairy(next, tongue.letters()))
            };
            let (old, new) = (letter()?, letter()?);
            make(Change::Substitute(old, new), board, &[])
        }
        TwinWord::Polish => make(Change::ExchangeColors, board, &[]),
        TwinWord::Continued => Err(Diagnostic::error(
            "twin-from",
            text!(ComesFirstInTwin, typed = quoted(word.fragment())),
            range_of(word),
            text!(TooLate),
        )),
        TwinWord::Condition => Err(condition(tokens.peek().unwrap_or(word))),
        TwinWord::Structured => Err(structured(word)),
    }
}

fn remove<'a>(
    tokens: &mut Tokens<'a>,
    word: Span<'a>,
    board: &mut Board,
) -> Result<(), Diagnostic> {
    let mut any = false;
    while let Some(next) = tokens.peek() {
        let Some(squares) = listed(next) else {
            break;
        };
        tokens.pass(next);
        any = true;
        for at in squares {
            make(Change::Remove(at.0), board, &[at])?;
        }
    }
    if !any {
        square(tokens, word)?;
    }
    Ok(())
}

/// Popeye turns to the left.
fn turned(angle: &str) -> Option<Symmetry> {
    match angle {
        "90" => Some(Symmetry::QuarterTurn),
        "180" => Some(Symmetry::HalfTurn),
        "270" => Some(Symmetry::ThreeQuarterTurn),
        _ => None,
    }
}

fn mirrored(corners: &str) -> Option<Symmetry> {
    match corners.to_lowercase().as_str() {
        "a1<-->h1" => Some(Symmetry::LeftRight),
        "a1<-->a8" => Some(Symmetry::UpDown),
        "a1<-->h8" => Some(Symmetry::AcrossDiagonal),
        "a8<-->h1" => Some(Symmetry::AcrossAntiDiagonal),
        _ => None,
    }
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

fn square<'a>(tokens: &mut Tokens<'a>, before: Span<'a>) -> Result<(Square, Span<'a>), Diagnostic> {
    // `a1b2` is as good as `a1 b2`.
    let next = tokens.peek().ok_or_else(|| incomplete(before))?;
    match listed(next).as_deref() {
        Some(&[first, ..]) => {
            tokens.pass(first.1);
            Ok(first)
        }
        _ => Err(bad(next, text!(ExpectedSquare))),
    }
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
