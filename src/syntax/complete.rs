//! From a draft to a twin that is complete in itself: everything is held against its diagram.

use std::ops::Range;

use shakmaty::{Bitboard, Color, Role};

use super::diagnostic::{Diagnostic, Report};
use super::draft::DraftTwin;
use super::histories::Worlds;
use super::proof_game::turn_at_end;
use super::span::range_of;
use crate::notation::Text;
use crate::problem::{Convention, Diagram, Duplex, Histories, Stipulation, Twin};
use crate::text;

/// A twin with everything held against its diagram.
pub(crate) fn complete(
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
    check_past(twin, report);
    let in_twin = |diagnostic: Diagnostic| {
        let diagnostic = match twin.at {
            Some(at) => diagnostic.with_label(range_of(at), text!(InThisTwin)),
            None => diagnostic,
        };
        match (second, &diagnostic.help) {
            (true, None) => diagnostic.with_help(match diagram.turn {
                Color::White => text!(DuplexHalfWhite),
                Color::Black => text!(DuplexHalfBlack),
            }),
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
            if playable && !before && !report.has_errors() {
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
            let held = || {
                if second {
                    fact.in_second_half()?;
                }
                fact.answers(draft.stipulation)?;
                fact.in_diagram(&diagram, draft.start.as_ref())
            };
            report.note(held().map_err(in_twin))
        })
        .collect();
    Twin {
        label: twin.label.clone(),
        diagram,
        stipulation: draft.stipulation,
        duplex: draft.duplex,
        announced: draft.announced,
        convention: draft.convention,
        options: draft.options,
        histories,
        facts,
        start: draft.start.clone(),
        solution,
    }
}

/// The length of a proof game says who is on move at its end, and nothing else begins anywhere; a retractor says who moved last, and
/// needs no convention.
fn check_past(twin: &DraftTwin<'_>, report: &mut Report) {
    let draft = &twin.draft;
    let asked_at = twin.at.or(draft.asked_at).map_or(0..0, range_of);
    let convention = draft.convention;
    if matches!(draft.stipulation, Stipulation::Retractor(_)) && convention != Convention::Codex {
        report.push(Diagnostic::warning(
            "convention-unused",
            text!(ConventionOfRetractor, convention),
            asked_at.clone(),
            text!(ThisStipulation),
        ));
    }
    if let (Stipulation::Retractor(asked), Some(told)) = (draft.stipulation, draft.turn)
        && let Some(first) = asked.first
        && first == told
    {
        let side = side_name(first.other());
        report.push(Diagnostic::error(
            "retractor-turn",
            text!(RetractorTurn, asked, side),
            twin.at.or(draft.turn_at).map_or(0..0, range_of),
            text!(SideOfDiagram),
        ));
    } else if let (Some(turn), Some(told)) = (turn_at_end(draft), draft.turn)
        && turn != told
    {
        let side = side_name(turn);
        report.push(Diagnostic::warning(
            "proof-game-turn",
            text!(ProofGameTurn, side, asked = draft.stipulation),
            asked_at.clone(),
            text!(ThisProblem),
        ));
    } else if draft.start.is_some() && !matches!(draft.stipulation, Stipulation::ProofGame(_)) {
        report.push(Diagnostic::warning(
            "start-without-proof-game",
            text!(StartWithoutProofGame),
            asked_at,
            text!(ThisProblem),
        ));
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
    let label = text!(WorldsGivenForIt);
    if fault(diagram).is_none() && diagram.leaves_check() {
        // There is an answer to what is asked: nothing can be played.
        say(Diagnostic::warning(
            "given-but-illegal",
            text!(IllegalInCheck),
            place,
            label,
        ));
        return;
    }
    for world in worlds.iter() {
        if let Err(error) = world.position(&diagram.board, diagram.turn) {
            let why =
                fault(diagram).unwrap_or_else(|| Text::foreign(&error, text!(PositionImpossible)));
            say(Diagnostic::error(
                "given-but-illegal",
                text!(GivenButIllegal, why),
                place,
                label,
            ));
            return;
        }
    }
}

/// "White", "Weiß".
pub(super) const fn side_name(color: Color) -> Text {
    match color {
        Color::White => text!(SideWhite),
        Color::Black => text!(SideBlack),
    }
}

/// Why no game can have led to the diagram, as far as can be seen at a glance.
fn fault(diagram: &Diagram) -> Option<Text> {
    for color in Color::ALL {
        let side = side_name(color);
        let kings = (diagram.board.by_color(color) & diagram.board.by_role(Role::King)).count();
        match kings {
            0 => return Some(text!(SideHasNoKing, side)),
            1 => {}
            _ => return Some(text!(SideHasKings, side, kings)),
        }
    }
    let last = diagram.board.pawns() & Bitboard::BACKRANKS;
    last.first()
        .map(|square| text!(PawnStandsOnBackRank, square))
}
