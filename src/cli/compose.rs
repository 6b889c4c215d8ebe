//! `compose`: a seeded search for sound originals that show a mechanism of the genre.

use std::io::Write;

use beruehrt::compose::{Find, Mechanism, Wish, compose};
use beruehrt::notation::Letters;
use beruehrt::problem::{Options, Problem};
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
        draws: args.draws,
        stop: context.stop.clone(),
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

/// Options as a problem file has them.
///
/// # Errors
///
/// What the problem file's parser says.
pub fn parse_options(text: &str) -> Result<Options, String> {
    if text.trim().is_empty() {
        return Ok(Options::default());
    }
    let source = format!(
        "fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: #2\noptions: {}\n",
        text.trim()
    );
    let parsed = syntax::parse(&source);
    let first = parsed.entries.into_iter().next();
    match first.map(|entry| entry.problem) {
        Some(Ok(problem)) => Ok(problem.twins[0].options),
        Some(Err(error)) => Err(error.message.clone()),
        None => Err("no options".to_owned()),
    }
}

/// The mechanism of that name.
///
/// # Errors
///
/// The names there are.
pub fn parse_mechanism(text: &str) -> Result<Mechanism, String> {
    Mechanism::ALL
        .into_iter()
        .find(|mechanism| mechanism.keyword() == text)
        .ok_or_else(|| {
            let words: Vec<&str> = Mechanism::ALL.map(Mechanism::keyword).into();
            format!("one of {}", words.join(", "))
        })
}
