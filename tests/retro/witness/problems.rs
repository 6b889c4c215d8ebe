//! The shipped problems: which of their worlds have a game, and how long it is.

use std::path::Path;
use std::time::Duration;

use beruehrt::budget::Limits;
use beruehrt::retro::{Verdict, analyse, usual_limits};
use beruehrt::syntax;

use crate::files;

/// The longest game that is fit to be shown, in plies.
const LONGEST: usize = 240;

/// No game is longer than 120 moves; worlds that have neither a game nor a proof are listed, with `SECONDS` (20) for each diagram.
/// `cargo test --release --test retro problems:: -- --ignored --nocapture`
#[test]
#[ignore = "minutes; prints the worlds that stay open"]
fn worlds_of_the_shipped_problems_get_games_fit_to_be_shown() {
    let seconds = std::env::var("SECONDS").map_or(20, |s| s.parse().unwrap());
    let limits = Limits {
        nodes: None,
        time: Some(Duration::from_secs(seconds)),
        ..usual_limits()
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let files = files::below(&folder, "bg");
    assert!(!files.is_empty());
    let (mut possible, mut impossible, mut open) = (0, 0, 0);
    let mut too_long = Vec::new();
    for file in &files {
        let name = file.strip_prefix(&folder).unwrap().display();
        let parsed = syntax::parse(&std::fs::read_to_string(file).unwrap());
        for twin in parsed.problems().flat_map(|problem| &problem.twins) {
            for judged in analyse(&twin.diagram, &twin.facts, &limits).worlds {
                match judged.verdict {
                    Verdict::Possible(game) => {
                        possible += 1;
                        if game.moves.len() > LONGEST {
                            let plies = game.moves.len();
                            too_long.push(format!("{name} {}: {plies} plies", judged.world));
                        }
                    }
                    Verdict::Impossible(_) => impossible += 1,
                    Verdict::Undecided(_) => {
                        open += 1;
                        println!("{name} {} {}: open", twin.diagram.fen(), judged.world);
                    }
                }
            }
        }
    }
    println!("{possible} possible, {impossible} impossible, {open} open at {seconds} s a diagram");
    assert!(possible > 0 && too_long.is_empty(), "{too_long:?}");
}
