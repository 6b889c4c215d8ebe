//! Twin by twin through the problem files of a command, in the order of the files.

use beruehrt::problem::{Problem, Twin};

use super::context::Context;
use super::exit::Exit;
use super::input::Chunks;
use super::stream::{Stream, broken_record, show_diagnostics};

/// Hands every twin of `chunks` to `one`, with its file and the stream of results, and ends the
/// stream. Broken problems are reported and passed over; a request to stop ends the walk.
pub fn each_twin(
    chunks: Chunks,
    context: &Context,
    mut stream: Stream,
    mut one: impl FnMut(&str, &Problem, &Twin, &mut Stream) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Positive;
    'files: for chunk in chunks {
        show_diagnostics(&chunk, context)?;
        stream.at(&chunk.file, chunk.line);
        for entry in &chunk.entries {
            match entry {
                Err(broken) => {
                    exit = exit.and(Exit::BadInput);
                    stream.put_error(&broken_record(&chunk.file, broken))?;
                }
                Ok(problem) => {
                    for twin in &problem.twins {
                        if context.stop.is_requested() {
                            break 'files;
                        }
                        exit = exit.and(one(&chunk.file, problem, twin, &mut stream)?);
                    }
                }
            }
        }
    }
    stream.finish()?;
    Ok(if context.stop.is_requested() {
        Exit::Interrupted
    } else {
        exit
    })
}
