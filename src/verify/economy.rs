//! Economy: is every man needed, as strong as it is, where it stands?

use std::time::{Duration, Instant};

use rayon::prelude::*;
use shakmaty::{Board, Piece, Rank, Role, Square, attacks};

use crate::budget::Limit;
use crate::problem::{Diagram, Histories, Twin};
use crate::retro::analyse;
use crate::solution::Verdict;
use crate::solve::{
    Detail, Feasibility, Finality, Outcome, SolveOptions, Threads, Tries, WorldStatus, solve,
};
use crate::world::WorldSet;

use super::finding::Finding;
use super::keys::all_keys;
use super::submission::VerifyOptions;

/// Whether the economy is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Economy {
    /// Every man but the kings is left out, weakened and shifted in turn.
    #[default]
    Look,
    /// Not looked at.
    Skip,
}

/// A diagram one man away from the submission.
struct Change {
    board: Board,
    finding: Finding,
}

pub(super) fn judge(
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &VerifyOptions,
    outcome: &Outcome,
    findings: &mut Vec<Finding>,
) {
    let changes = changes(&twin.diagram.board);
    // The time allowed is for all changes together.
    let deadline = (options.solve.limits.time).and_then(|time| Instant::now().checked_add(time));
    let found: Vec<Result<Option<Finding>, Limit>> = changes
        .into_par_iter()
        .map(|change| {
            if options.solve.limits.stop.is_requested() {
                return Err(Limit::Interrupted);
            }
            let mut options = options.clone();
            if let Some(deadline) = deadline {
                let left = deadline.saturating_duration_since(Instant::now());
                if left == Duration::ZERO {
                    return Err(Limit::Time);
                }
                options.solve.limits.time = Some(left);
                options.retro.time = Some(options.retro.time.map_or(left, |time| time.min(left)));
            }
            let sound = stays_sound(twin, worlds, &options, outcome, &change.board)?;
            Ok(sound.then_some(change.finding))
        })
        .collect();
    let mut cut = None;
    for result in found {
        match result {
            Ok(finding) => findings.extend(finding),
            Err(limit) => cut = Some(limit),
        }
    }
    findings.extend(cut.map(Finding::EconomyCut));
}

/// Each man left out; queens, rooks and minor pieces weakened; each man on the squares next to it.
fn changes(board: &Board) -> Vec<Change> {
    let mut changes = Vec::new();
    for square in board.occupied() & !board.kings() {
        let Some(piece) = board.piece_at(square) else {
            continue;
        };
        changes.push(Change {
            board: with(board, square, None),
            finding: Finding::SuperfluousMan { square, piece },
        });
        for role in weaker(piece.role) {
            let instead = Piece {
                role: *role,
                ..piece
            };
            if *role == Role::Pawn && is_edge(square) {
                continue;
            }
            changes.push(Change {
                board: with(board, square, Some(instead)),
                finding: Finding::WeakerMan {
                    square,
                    piece,
                    instead,
                },
            });
        }
        for to in attacks::king_attacks(square) & !board.occupied() {
            if piece.role == Role::Pawn && is_edge(to) {
                continue;
            }
            let mut moved = with(board, square, None);
            moved.set_piece_at(to, piece);
            changes.push(Change {
                board: moved,
                finding: Finding::ShiftedMan { square, piece, to },
            });
        }
    }
    changes
}

const fn weaker(role: Role) -> &'static [Role] {
    match role {
        Role::Queen => &[Role::Rook, Role::Bishop],
        Role::Rook | Role::Bishop | Role::Knight => &[Role::Pawn],
        Role::King | Role::Pawn => &[],
    }
}

fn is_edge(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

fn with(board: &Board, square: Square, piece: Option<Piece>) -> Board {
    let mut changed = board.clone();
    match piece {
        Some(piece) => changed.set_piece_at(square, piece),
        None => changed.discard_piece_at(square),
    }
    changed
}

/// Whether the changed diagram has the same key for certain, and no other.
fn stays_sound(
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &VerifyOptions,
    outcome: &Outcome,
    board: &Board,
) -> Result<bool, Limit> {
    let diagram = Diagram {
        board: board.clone(),
        turn: twin.diagram.turn,
    };
    let statuses = judged(twin, worlds, options, &diagram);
    if statuses
        .iter()
        .any(|s| s.world.position(board, diagram.turn).is_err())
    {
        return Ok(false);
    }
    let changed = Twin {
        diagram,
        ..twin.clone()
    };
    let solve_options = SolveOptions {
        detail: Detail::Keys,
        tries: Tries::None,
        threads: Threads::Current,
        table_mib: options.solve.table_mib.min(16),
        ..options.solve.clone()
    };
    let Ok(found) = solve(&changed, &statuses, &solve_options) else {
        return Ok(false);
    };
    if let Verdict::Undecided(limit) = found.verdict {
        return Err(limit);
    }
    let keys =
        |outcome: &Outcome| -> Vec<_> { all_keys(outcome).map(|key| (key.part, key.mv)).collect() };
    Ok(found.verdict == Verdict::Solved
        && found.finality == Finality::Final
        && keys(&found).len() == keys(outcome).len()
        && keys(&found)
            .iter()
            .zip(keys(outcome))
            .all(|(mine, theirs)| mine.0 == theirs.0 && mine.1.to() == theirs.1.to()))
}

/// The worlds of a changed diagram: given ones as far as they still fit, analysed ones anew.
fn judged(
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &VerifyOptions,
    diagram: &Diagram,
) -> Vec<WorldStatus> {
    if let Histories::Given(_) = twin.histories {
        let candidates = diagram.candidates();
        let fitting = worlds
            .iter()
            .filter(|s| s.feasibility != Feasibility::Impossible)
            .map(|s| s.world)
            .filter(|&world| candidates.contains(world));
        return WorldStatus::given(&WorldSet::new(diagram.turn, fitting));
    }
    analyse(diagram, &twin.facts, &options.retro)
        .worlds
        .iter()
        .map(WorldStatus::from)
        .collect()
}
