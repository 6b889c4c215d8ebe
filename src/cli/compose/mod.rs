//! `compose`: a seeded search for sound originals that show a mechanism of the genre.

mod progress;
mod shipped;
mod source;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use beruehrt::compose::{Composed, Draw, Find, Mechanism, Wish, compose};
use beruehrt::notation::Text;
use beruehrt::{syntax, text};

use super::args::{ComposeArgs, Format};
use super::context::Context;
use super::exit::Exit;
use super::trouble::{Deed, Trouble, cannot};
use progress::Progress;

/// Searches, and prints the finds as a problem file, the best first.
pub fn run(args: &ComposeArgs, context: &Context) -> anyhow::Result<Exit> {
    if context.format != Format::Text {
        return Err(Trouble::new(text!(ComposeIsText)).into());
    }
    let wish = wish(args, context)?;
    let progress = Progress::new(&wish, context);
    let composed = compose(&wish, &|draw: &Draw| progress.finished(draw));
    progress.close(&wish, &composed);
    let mut out = context.stdout();
    for (place, find) in composed.finds.iter().enumerate() {
        let before = if place > 0 { "---\n" } else { "" };
        write!(out, "{before}{}", syntax::print(&find.problem))?;
    }
    out.flush()?;
    if let Some(folder) = &args.save {
        save(&composed, &wish, folder)?;
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
        None => context.stop.clone(),
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

/// Writes every find into a file of its own, named after mechanism, seed and draw.
fn save(composed: &Composed, wish: &Wish, folder: &Path) -> Result<(), Trouble> {
    fs::create_dir_all(folder).map_err(cannot(Deed::Write, folder))?;
    for find in &composed.finds {
        let path = folder.join(file_name(wish.mechanism, wish.seed, find));
        fs::write(&path, syntax::print(&find.problem)).map_err(cannot(Deed::Write, &path))?;
    }
    Ok(())
}

fn file_name(mechanism: Mechanism, seed: u64, find: &Find) -> String {
    format!("{}-{seed}-{}.bg", mechanism.keyword(), find.draw)
}

/// Refuses what is no matrix.
fn no_matrix(file: &Path, why: &Text) -> Trouble {
    Trouble::new(text!(CannotStartFrom, file = file.display(), why))
}
