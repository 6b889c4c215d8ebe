//! The worlds of a twin for the commands: given by the file, or judged by the retro-analysis.

use std::time::Instant;

use beruehrt::budget::Limits;
use beruehrt::notation::MoveStyle;
use beruehrt::problem::{Convention, Histories, Stipulation, Strictness, Twin};
use beruehrt::report::text::{
    HistoriesOrigin, LastMoveRow, ProofExtent, Standing, WorldRow, last_move_game, last_move_text,
    limit_name, proof_tree, refutation_text, undecided_text,
};
use beruehrt::retro::{
    JudgedWorld, LastMoveVerdict, Refutation, RetroLimits, Verdict, analyse, checker, last_moves,
};
use beruehrt::solve::WorldStatus;
use beruehrt::world::World;

use serde_json::Value;

use super::args::Format;
use super::context::Context;
use super::exit::Exit;

/// The candidate worlds of a twin with what is known of them.
#[derive(Debug)]
pub struct Worlds {
    /// For the reader.
    pub rows: Vec<WorldRow>,
    /// For the solver.
    pub statuses: Vec<WorldStatus>,
    /// Where they come from.
    pub origin: HistoriesOrigin,
}

/// Nodes for the histories of a diagram that can be in one world only, or that is said to follow an
/// illegal move: nothing in its play hangs on them, so that a first look, which tells plainly illegal
/// diagrams, is enough to solve it.
const FIRST_LOOK: u64 = 300;

/// Whether play begins with the position before the diagram, whatever the diagram's own histories.
fn is_retracted(twin: &Twin) -> bool {
    twin.convention == Convention::IllegalMove && twin.options.strict == Strictness::Plain
}

impl Worlds {
    /// The worlds `twin` is to be solved in: those the file gives, or the analysed ones.
    pub fn of(twin: &Twin, context: &Context) -> Worlds {
        match &twin.histories {
            Histories::Given(given) => Worlds {
                rows: given.iter().map(given_row).collect(),
                statuses: WorldStatus::given(given),
                origin: HistoriesOrigin::Given,
            },
            Histories::Analyse | Histories::Claim(_) => {
                let mut limits = context.retro_limits();
                let single = twin.diagram.candidates().len() == 1;
                if (single || is_retracted(twin)) && context.retro_nodes.is_none() {
                    limits.nodes = Some(FIRST_LOOK);
                }
                Worlds::judged(twin, &limits, context)
            }
        }
    }

    /// The candidate worlds, judged by the retro-analysis whatever the file says, and the last moves where they are
    /// asked for. Both share the time there is. Runs in the current pool.
    pub fn analysed(twin: &Twin, context: &Context) -> (Worlds, Option<Vec<LastMoveRow>>) {
        let limits = context.retro_limits();
        if !matches!(twin.stipulation, Stipulation::LastMove) {
            return (Worlds::judged(twin, &limits, context), None);
        }
        let start = Instant::now();
        let half = RetroLimits {
            time: limits.time.map(|time| time / 2),
            ..limits.clone()
        };
        let worlds = Worlds::judged(twin, &half, context);
        let rest = RetroLimits {
            time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
            ..limits
        };
        (worlds, Some(last_moves_of(twin, &rest, context)))
    }

    fn judged(twin: &Twin, limits: &RetroLimits, context: &Context) -> Worlds {
        let mut analysis = analyse(&twin.diagram, &twin.facts, limits);
        if let Some(attempts) = context.shortest {
            analysis.shorten(&twin.diagram, &twin.facts, attempts, limits);
        }
        Worlds {
            rows: analysis
                .worlds
                .iter()
                .map(|judged| judged_row(judged, context))
                .collect(),
            statuses: analysis.worlds.iter().map(WorldStatus::from).collect(),
            origin: HistoriesOrigin::Analysed,
        }
    }

    /// 1 if no world is possible, 3 if one is undecided, else 0.
    pub fn exit(&self) -> Exit {
        let any = |standing| self.rows.iter().any(|row| row.standing == standing);
        if any(Standing::Undecided) {
            Exit::Undecided
        } else if any(Standing::Possible) {
            Exit::Positive
        } else {
            Exit::Negative
        }
    }
}

fn given_row(world: World) -> WorldRow {
    row(world, Standing::Possible, String::new())
}

/// A world without evidence.
fn row(world: World, standing: Standing, reason: String) -> WorldRow {
    WorldRow {
        world,
        standing,
        reason,
        game: None,
        undecided: None,
        proof: None,
        certificate: None,
    }
}

/// The proof for a checker, where it is wanted and can be put.
fn certificate(refutation: &Refutation, context: &Context) -> Option<Value> {
    let wanted = context.proofs && context.format != Format::Text;
    wanted.then(|| checker::to_json(refutation))
}

fn judged_row(judged: &JudgedWorld, context: &Context) -> WorldRow {
    let (letters, language) = (context.evidence_letters(), context.evidence_language());
    let row = |standing, reason| row(judged.world, standing, reason);
    match &judged.verdict {
        Verdict::Possible(witness) => WorldRow {
            game: Some(witness.clone()),
            ..row(
                Standing::Possible,
                last_move_text(witness, letters, language),
            )
        },
        Verdict::Impossible(refutation) => WorldRow {
            proof: context
                .proofs
                .then(|| proof_tree(refutation, 0, ProofExtent::Whole, letters, language))
                .flatten(),
            certificate: certificate(refutation, context),
            ..row(
                Standing::Impossible,
                refutation_text(refutation, letters, language),
            )
        },
        Verdict::Undecided(undecided) => WorldRow {
            undecided: Some(undecided.clone()),
            ..row(Standing::Undecided, undecided_text(undecided, language))
        },
    }
}

/// Every last move of the diagram with what is known of it.
fn last_moves_of(twin: &Twin, limits: &RetroLimits, context: &Context) -> Vec<LastMoveRow> {
    let mut budget = Limits {
        nodes: limits.nodes,
        time: limits.time,
        stop: limits.stop.clone(),
    }
    .start();
    let (letters, language) = (context.evidence_letters(), context.evidence_language());
    let style = MoveStyle {
        letters,
        ..MoveStyle::default()
    };
    let extent = match context.format {
        _ if context.proofs => Some(ProofExtent::Whole),
        Format::Text => Some(ProofExtent::Outline),
        Format::Json | Format::Jsonl => None,
    };
    last_moves(&twin.diagram, &twin.facts, &mut budget)
        .moves
        .iter()
        .map(|judged| {
            let row = LastMoveRow {
                text: style.retraction(&judged.unmove),
                standing: Standing::Undecided,
                reason: String::new(),
                proof: None,
                certificate: None,
                game: None,
            };
            match &judged.verdict {
                LastMoveVerdict::Possible(game) => LastMoveRow {
                    standing: Standing::Possible,
                    reason: last_move_game(game, language),
                    game: Some(game.clone()),
                    ..row
                },
                LastMoveVerdict::Impossible(refutation) => LastMoveRow {
                    standing: Standing::Impossible,
                    reason: refutation_text(refutation, letters, language),
                    // The last move itself has been taken back.
                    proof: extent
                        .and_then(|extent| proof_tree(refutation, 1, extent, letters, language)),
                    certificate: certificate(refutation, context),
                    ..row
                },
                LastMoveVerdict::NotRefuted(limit) => LastMoveRow {
                    reason: limit_name(*limit, language),
                    ..row
                },
            }
        })
        .collect()
}

/// 0 if one last move is left or all are decided, 1 if none is left, else 3.
pub fn last_moves_exit(rows: &[LastMoveRow]) -> Exit {
    let count = |standing| rows.iter().filter(|row| row.standing == standing).count();
    match (count(Standing::Possible), count(Standing::Undecided)) {
        (0, 0) => Exit::Negative,
        (_, 0) | (0, 1) => Exit::Positive,
        _ => Exit::Undecided,
    }
}
