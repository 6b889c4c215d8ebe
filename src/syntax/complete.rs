//! From a draft to a twin that is complete in itself: everything is held against its diagram.

use std::ops::Range;

use shakmaty::{Color, Role};

use super::diagnostic::{Diagnostic, Report};
use super::draft::DraftTwin;
use super::histories::Worlds;
use super::span::range_of;
use crate::problem::{Convention, Diagram, Duplex, Histories, Stipulation, Twin};

/// A twin with everything held against its diagram.
pub(super) fn complete(
    twin: &DraftTwin<'_>,
    solution: Option<String>,
    report: &mut Report,
) -> Twin {
    let draft = &twin.draft;
    let diagram = Diagram {
        board: draft.board.clone(),
        turn: twin.turn(),
    };
    let second = draft.duplex == Duplex::Second;
    let in_twin = |diagnostic: Diagnostic| {
        let diagnostic = match twin.at {
            Some(at) => diagnostic.with_label(range_of(at), "in this twin"),
            None => diagnostic,
        };
        match (second, &diagnostic.help) {
            (true, None) => diagnostic.with_help(format!(
                "so it is in the half of the duplex in which {} begins",
                diagram.turn
            )),
            _ => diagnostic,
        }
    };
    // With the other side to begin no double step was the last move.
    let cleared = draft.histories.as_ref().filter(|_| second);
    let cleared = cleared.map(Worlds::without_targets);
    let histories = match cleared.as_ref().or(draft.histories.as_ref()) {
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
        .filter_map(|fact| {
            let fits = if second {
                fact.in_second_half()
            } else {
                Ok(())
            };
            let fact = fits.and_then(|()| fact.in_diagram(&diagram));
            report.note(fact.map_err(in_twin))
        })
        .collect();
    Twin {
        label: twin.label.clone(),
        diagram,
        stipulation: draft.stipulation,
        duplex: draft.duplex,
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
