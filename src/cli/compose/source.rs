//! A composer's own position, read from a file.

use std::path::Path;

use beruehrt::compose::{Matrix, NoMatrix};
use beruehrt::notation::Text;
use beruehrt::problem::Histories;
use beruehrt::solve::{Feasibility, WorldStatus};
use beruehrt::study::Study;
use beruehrt::text;
use shakmaty::{Bitboard, Square};

use super::no_matrix;
use crate::cli::args::ComposeArgs;
use crate::cli::context::Context;
use crate::cli::input::Chunks;
use crate::cli::stream::show_diagnostics;
use crate::cli::trouble::Trouble;

/// The first problem of `file` with what the arguments say of it. Its worlds are those it gives or claims, else those that the
/// analysis leaves.
pub fn matrix(file: &Path, args: &ComposeArgs, context: &Context) -> Result<Matrix, Trouble> {
    let problem = Chunks::new(vec![file.to_owned()], context)
        .find_map(|chunk| {
            // What is wrong with the file; if that cannot be shown, nor can anything else.
            let _ = show_diagnostics(&chunk, context);
            chunk.entries.into_iter().find_map(Result::ok)
        })
        .ok_or_else(|| no_matrix(file, &text!(NoProblemInIt)))?;
    let twin = &problem.twins[0];
    let worlds = match &twin.histories {
        Histories::Given(worlds) | Histories::Claim(worlds) => *worlds,
        Histories::Analyse => {
            let options = context.study_options();
            let found = Study::new(&options)
                .histories(twin)
                .map_err(|error| no_matrix(file, &Text::same(&error.to_string())))?;
            if (found.worlds.iter()).any(|world| world.feasibility() == Feasibility::Undecided) {
                return Err(no_matrix(file, &text!(HistoriesNotDecided)));
            }
            WorldStatus::select(twin.diagram.turn, &found.statuses(), |known| {
                known == Feasibility::Possible
            })
        }
    };
    let kept = kept(args, twin.diagram.board.occupied())?;
    Matrix::new(twin, worlds, kept, args.changes).map_err(|error| match error {
        NoMatrix::NotAMate => no_matrix(file, &text!(NoDirectMate)),
        NoMatrix::BlackOnMove => no_matrix(file, &text!(BlackIsOnMove)),
        _ => no_matrix(file, &text!(NoHistoryLeadsToIt)),
    })
}

/// The men that must stay: those named, else all.
fn kept(args: &ComposeArgs, all: Bitboard) -> Result<Bitboard, Trouble> {
    let Some(named) = &args.keep else {
        return Ok(all);
    };
    named
        .split([',', ' '])
        .filter(|word| !word.is_empty())
        .map(|word| {
            word.parse::<Square>()
                .map_err(|_| Trouble::new(text!(KeepNoSquare, word)))
        })
        .collect()
}
