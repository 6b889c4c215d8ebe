//! `compose`: a seeded search for sound originals that show a mechanism of the genre.

mod folder;
mod progress;
mod shipped;
mod source;

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use beruehrt::compose::{Draw, Wish, compose};
use beruehrt::notation::Text;
use beruehrt::{syntax, text};

use super::args::{ComposeArgs, Format};
use super::context::Context;
use super::exit::Exit;
use super::trouble::Trouble;
use folder::FindFolder;
use progress::Progress;

/// Searches, and prints the finds as a problem file, the best first.
pub fn run(args: &ComposeArgs, context: &Context) -> anyhow::Result<Exit> {
    if context.format != Format::Text {
        return Err(Trouble::new(text!(ComposeIsText)).into());
    }
    let wish = wish(args, context)?;
    let folder = match &args.save {
        Some(path) => Some(FindFolder::open(path, &wish)?),
        None => None,
    };
    let progress = Progress::new(&wish, context);
    let composed = compose(&wish, &|draw: &Draw| {
        // What is announced is there.
        if let (Some(folder), Some(find)) = (&folder, &draw.find) {
            folder.keep(find);
        }
        progress.finished(draw);
    });
    progress.close(&wish, &composed);
    let mut out = context.stdout();
    for (place, find) in composed.finds.iter().enumerate() {
        let before = if place > 0 { "---\n" } else { "" };
        write!(out, "{before}{}", syntax::print(&find.problem))?;
    }
    out.flush()?;
    if let Some(folder) = folder {
        folder.close(&composed)?;
    }
    Ok(if context.stop.is_requested() {
        Exit::Interrupted
    } else if composed.finds.is_empty() {
        Exit::Negative
    } else {
        Exit::Positive
    })
}

fn wish(args: &ComposeArgs, context: &Context) -> Result<Wish, Trouble> {
    let mut wish = Wish::new(args.mechanism);
    // The time is for the whole search, reading a matrix included.
    let end = (context.limits.time).and_then(|time| Instant::now().checked_add(time));
    wish.stop = match end {
        Some(end) => context.stop.part_until(end),
        None => context.stop.part(),
    };
    wish.options = args.options;
    wish.seed = args.seed;
    wish.first = args.first;
    wish.draws = args.draws;
    if let Some(moves) = args.moves {
        wish.moves = moves;
    }
    if let Some(file) = &args.from {
        let matrix = source::matrix(file, args, context)?;
        (wish.moves, wish.options) = (matrix.moves(), matrix.options());
        wish.matrix = Some(matrix.into());
    }
    if !args.known {
        wish.known = shipped::boards();
    }
    Ok(wish)
}

/// Refuses what is no matrix.
fn no_matrix(file: &Path, why: &Text) -> Trouble {
    Trouble::new(text!(CannotStartFrom, file = file.display(), why))
}
