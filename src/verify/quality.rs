//! What an editor remarks on a sound problem, in the field's words: keys that check, capture, take or give
//! flights; checks and flights of the set play that nothing answers; promoted men; doubtful moves that are
//! played by convention only.

use shakmaty::{Bitboard, Chess, Color, Move, Piece, Position, Role, Square};

use crate::problem::{Convention, Goal, Play, Stipulation, Twin};
use crate::solution::{Branch, Course, Extent, Judgment, Mark, Node, SetPlayTree};
use crate::solve::Outcome;
use crate::world::{Right, Rights, World};

use super::finding::{Finding, MoveInPart, Standing};

/// How many men of each type a side begins with; bishops on each colour.
const INITIAL: [(Role, usize); 3] = [(Role::Queen, 1), (Role::Rook, 2), (Role::Knight, 2)];

pub(super) fn judge(twin: &Twin, outcome: &Outcome, findings: &mut Vec<Finding>) {
    let Stipulation::Goal(forced) = twin.stipulation else {
        return;
    };
    promoted_men(twin, findings);
    by_convention(outcome, findings);
    if forced.play == Play::Help {
        return;
    }
    let keys: Vec<MoveInPart> = (findings.iter())
        .filter_map(|finding| match finding {
            Finding::Key(key) => Some(*key),
            _ => None,
        })
        .collect();
    for (part, solution) in outcome.solutions() {
        let Some(root) = &solution.tree else { continue };
        let has_flights =
            (forced.play, forced.goal) == (Play::Direct, Goal::Mate) && solution.plies > 1;
        for branch in root.marked(Mark::Key) {
            let key = MoveInPart {
                mv: branch.mv,
                part,
            };
            if keys.contains(&key) {
                of_key(key, branch, findings);
                if has_flights {
                    flights(twin, key, branch, findings);
                }
            }
        }
        if let Some(set_play) = &solution.set_play
            && has_flights
            && !set_play.is_open
            && set_play.node.extent == Extent::Complete
        {
            unprovided(set_play, findings);
        }
    }
}

/// Where play goes on after a key: of a trial, if it stands.
fn after(branch: &Branch) -> Option<&Node> {
    branch.played().or_else(|| {
        let mut rulings = branch.rulings().iter();
        let stands = rulings.find(|ruling| ruling.judgment == Judgment::Stands);
        stands.map(|ruling| &ruling.node)
    })
}

fn of_key(key: MoveInPart, branch: &Branch, findings: &mut Vec<Finding>) {
    if matches!(branch.course, Course::Trial(_)) {
        findings.push(Finding::KeyIsTrial(key));
    }
    let checks = after(branch).is_some_and(|node| node.position.is_check());
    // A mate in one cannot but check.
    let mates = after(branch).is_some_and(|node| node.branches.is_empty());
    if checks && !mates {
        findings.push(Finding::CheckingKey(key));
    }
    let captured = if key.mv.is_en_passant() {
        Some(Role::Pawn)
    } else {
        key.mv.capture()
    };
    if let Some(captured) = captured {
        findings.push(Finding::CapturingKey { key, captured });
    }
}

/// The squares `position`'s king can go to; `None` if it stands in check.
fn king_squares(position: &Chess) -> Option<Bitboard> {
    if position.is_check() {
        return None;
    }
    Some(
        (position.legal_moves().into_iter())
            .filter(|mv| mv.role() == Role::King && !mv.is_castle())
            .map(Move::to)
            .collect(),
    )
}

fn flights(twin: &Twin, key: MoveInPart, branch: &Branch, findings: &mut Vec<Finding>) {
    let turned = twin.diagram.turned();
    let bare = World::new(Rights::NONE, None);
    let before = (bare.position(&turned.board, turned.turn).ok())
        .and_then(|position| king_squares(&position));
    let after = after(branch).and_then(|node| king_squares(&node.position));
    let (Some(before), Some(after)) = (before, after) else {
        return;
    };
    let list = |squares: Bitboard| -> Vec<Square> { squares.into_iter().collect() };
    if (before & !after).any() {
        let flights = list(before & !after);
        findings.push(Finding::FlightTaken { key, flights });
    }
    if (after & !before).any() {
        let flights = list(after & !before);
        findings.push(Finding::FlightGiven { key, flights });
    }
}

/// Checks and flights of the set play that have no answer.
fn unprovided(set_play: &SetPlayTree, findings: &mut Vec<Finding>) {
    let node = &set_play.node;
    let open: Vec<Move> = (node.position.legal_moves().into_iter())
        .filter(|mv| !node.branches.iter().any(|branch| branch.mv == *mv))
        .collect();
    let gives_check = |mv: &Move| {
        let mut after = node.position.clone();
        after.play_unchecked(*mv);
        after.is_check()
    };
    let checks: Vec<Move> = open.iter().copied().filter(gives_check).collect();
    let is_flight = |mv: &Move| mv.role() == Role::King && !mv.is_castle();
    let flights: Vec<Move> = open.iter().copied().filter(is_flight).collect();
    let mut push = |finding: Finding| {
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    };
    if !checks.is_empty() {
        push(Finding::UnprovidedCheck(checks));
    }
    if !flights.is_empty() {
        push(Finding::UnprovidedFlight(flights));
    }
}

/// Men that only a promotion can explain, by type.
fn promoted_men(twin: &Twin, findings: &mut Vec<Finding>) {
    let board = &twin.diagram.board;
    for color in Color::ALL {
        let of = |role| board.by_color(color) & board.by_role(role);
        for (role, initial) in INITIAL {
            if of(role).count() > initial {
                findings.push(Finding::PromotedMan(Piece { color, role }));
            }
        }
        let bishops = of(Role::Bishop);
        let squares = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES];
        if squares
            .into_iter()
            .any(|squares| (bishops & squares).count() > 1)
        {
            let role = Role::Bishop;
            findings.push(Finding::PromotedMan(Piece { color, role }));
        }
    }
}

/// Doubtful castlings of the actual play that nothing but the convention permits.
fn by_convention(outcome: &Outcome, findings: &mut Vec<Finding>) {
    let settled_by = matches!(
        outcome.applied,
        Convention::Codex | Convention::RetroStrategy | Convention::APosteriori
    );
    if !settled_by {
        return;
    }
    let mut played: Vec<Right> = Vec::new();
    for (_, solution) in outcome.solutions() {
        let Some(root) = &solution.tree else { continue };
        for key in root.marked(Mark::Key) {
            castlings(root.turn(), key, &mut played);
        }
    }
    let doubtful: Vec<Right> = (findings.iter())
        .filter_map(|finding| match finding {
            Finding::Castling {
                right,
                standing: Standing::Doubtful,
            } if played.contains(right) => Some(*right),
            _ => None,
        })
        .collect();
    findings.extend(doubtful.into_iter().map(|right| Finding::ByConvention {
        right,
        convention: outcome.applied,
    }));
}

/// The castlings in `branch`, which `turn` plays, and below.
fn castlings(turn: Color, branch: &Branch, played: &mut Vec<Right>) {
    if let Some(side) = branch.mv.castling_side()
        && branch.mark != Mark::Dual
    {
        played.push(Right::new(turn, side));
    }
    for node in branch.nodes() {
        for branch in &node.branches {
            castlings(node.turn(), branch, played);
        }
    }
}
