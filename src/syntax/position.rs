//! Where the men stand and who is on move: from a FEN, or from piece lists and the field `turn`.

use std::ops::Range;

use shakmaty::{Board, Color, Piece};

use super::board::{Placement, fen, piece_list};
use super::diagnostic::{Diagnostic, Report};
use super::field::Field;
use super::fields::{Fields, empty, note_all, single};
use super::grammar::RawField;
use super::keyword::choose;
use super::span::{Span, range_of};
use super::twins::{SIDES, UNKNOWN_SIDE};
use crate::notation::Letters;
use crate::text;

/// The diagram's men from the FEN or from the two piece lists.
pub(super) fn placement<'a>(
    fields: &Fields<'_, 'a>,
    letters: Letters,
    entry: Range<usize>,
    report: &mut Report,
) -> Option<Placement<'a>> {
    let (white, black) = (fields.get(Field::White), fields.get(Field::Black));
    match (fields.get(Field::Fen), white, black) {
        (None, None, None) => {
            let start = entry.start;
            report.push(
                Diagnostic::error(
                    "no-position",
                    text!(ProblemWithoutPosition),
                    start..start,
                    text!(ThisProblem),
                )
                .with_help(text!(GivePosition)),
            );
            None
        }
        (Some(given), None, None) => {
            let line = single(given, report)?;
            report.note(fen(line))
        }
        (Some(given), Some(list), _) | (Some(given), None, Some(list)) => {
            report.push(
                Diagnostic::error(
                    "two-positions",
                    text!(BothFenAndList),
                    range_of(list.name),
                    text!(PositionGivenAlready),
                )
                .with_label(range_of(given.name), text!(Here)),
            );
            None
        }
        (None, Some(white), Some(black)) => lists(
            [(white, Color::White), (black, Color::Black)],
            letters,
            report,
        ),
        (None, Some(there), None) | (None, None, Some(there)) => {
            let field = if white.is_some() {
                text!(FieldBlack)
            } else {
                text!(FieldWhite)
            };
            report.push(
                Diagnostic::error(
                    "no-position",
                    text!(NoField, field),
                    range_of(there.name),
                    text!(OnlyOneSide),
                )
                .with_help(text!(WriteFieldEmpty, field)),
            );
            None
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
            report.push(empty(field, text!(ExpectedMenOrDash)));
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
                        text!(TwoMenOnSquare, square),
                        range_of(at),
                        text!(AgainHere),
                    )
                    .with_label(range_of(*before), text!(FirstHere)),
                );
                complete = false;
                continue;
            }
            placed.push((square, at));
            board.set_piece_at(square, Piece { color, role });
        }
    }
    complete.then_some(Placement {
        board,
        side: None,
        fields: None,
    })
}

/// Who is on move and where that is said, in the field or the FEN.
pub(super) fn turn<'a>(
    fields: &Fields<'_, 'a>,
    placement: Option<&Placement<'a>>,
    report: &mut Report,
) -> Option<(Color, Span<'a>)> {
    let from_fen = placement.and_then(|placement| placement.side);
    let said = fields.get(Field::Turn).and_then(|field| {
        let value = single(field, report)?;
        let color = report.note(choose(value, "unknown-side", &UNKNOWN_SIDE, &SIDES))?;
        Some((color, value))
    });
    if let (Some((color, side)), Some((turn, value))) = (from_fen, said)
        && color != turn
    {
        report.push(
            Diagnostic::error(
                "turn-conflict",
                text!(TurnDisagrees),
                range_of(value),
                text!(OneSideHere),
            )
            .with_label(range_of(side), text!(OtherSideHere)),
        );
    }
    said.or(from_fen)
}
