//! `compose`: a seeded search for sound originals that show a mechanism of the genre.

use std::io::Write;
use std::time::Instant;

use beruehrt::compose::{Find, Wish, compose};
use beruehrt::notation::Letters;
use beruehrt::problem::Problem;
use beruehrt::solve::Feasibility;
use beruehrt::syntax;

use super::args::ComposeArgs;
use super::context::Context;
use super::exit::Exit;

/// Searches and prints every find as a problem file.
pub fn run(args: &ComposeArgs, context: &Context) -> anyhow::Result<Exit> {
    let wish = Wish {
        mechanism: args.mechanism,
        moves: args.moves,
        options: args.options,
        seed: args.seed,
        first: args.first,
        draws: args.draws,
        stop: match context
            .limits
            .time
            .and_then(|time| Instant::now().checked_add(time))
        {
            // The time is for the whole search.
            Some(end) => context.stop.part_until(end),
            None => context.stop.clone(),
        },
    };
    let mut out = context.stdout();
    let mut written = Ok(());
    let mut finds = 0;
    compose(&wish, |find| {
        finds += 1;
        if written.is_ok() {
            let before = if finds > 1 { "---\n" } else { "" };
            written = write!(out, "{before}{}", syntax::print(&problem(&wish, find)))
                .and_then(|()| out.flush());
        }
    });
    written?;
    Ok(if context.stop.is_requested() {
        Exit::Interrupted
    } else if finds == 0 {
        Exit::Negative
    } else {
        Exit::Positive
    })
}

fn problem(wish: &Wish, find: &Find) -> Problem {
    let worlds: Vec<String> = find
        .worlds
        .iter()
        .filter(|status| status.feasibility == Feasibility::Possible)
        .map(|status| status.world.to_string())
        .collect();
    Problem {
        id: None,
        author: None,
        source: Some("original".to_owned()),
        award: None,
        comment: Some(format!(
            "Found by `beruehrt compose {} --seed {}`, draw {}. Possible histories: {}.",
            wish.mechanism.keyword(),
            wish.seed,
            find.draw,
            worlds.join(", ")
        )),
        keywords: Some(format!("Berührt-Geführt, {}", wish.mechanism.keyword())),
        men: None,
        letters: Letters::default(),
        twins: vec![find.twin.clone()],
    }
}
