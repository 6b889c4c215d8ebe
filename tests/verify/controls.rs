//! The drawn problems are sound for the plain solver of the tests as well.

use std::collections::BTreeSet;

use beruehrt::problem::{Histories, Length, Play, Stipulation, Twin};
use beruehrt::solution::Node;
use beruehrt::study::Study;
use beruehrt::syntax;
use beruehrt::verify::Finding;
use shakmaty::CastlingMode;

use crate::defects::DRAWN;
use crate::oracle;

/// What the plain solver is asked, and in which histories.
fn question(twin: &Twin) -> (oracle::Stipulation, oracle::Worlds) {
    let Stipulation::Goal(forced) = twin.stipulation else {
        panic!("no goal");
    };
    let Length::HalfMoves(plies) = forced.length else {
        panic!("no length");
    };
    let (play, n) = match forced.play {
        Play::Direct => (oracle::Play::Direct, plies.div_ceil(2)),
        Play::SelfPlay => (oracle::Play::Forcing, plies.div_ceil(2)),
        Play::Reflex => (oracle::Play::Reflex, plies.div_ceil(2)),
        Play::Help => (oracle::Play::Help, plies),
    };
    let Histories::Given(worlds) = &twin.histories else {
        panic!("no histories");
    };
    let stalemate = false;
    let texts: Vec<String> = worlds.iter().map(|world| world.to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let stipulation = oracle::Stipulation { play, stalemate, n };
    (stipulation, oracle::worlds(&texts))
}

/// The solutions of help play in a tree.
fn lines(tree: &Node) -> BTreeSet<Vec<String>> {
    let uci = |line: Vec<&beruehrt::solution::Branch>| line.iter().map(|b| b.uci()).collect();
    let lines = tree.lines().into_iter();
    lines.filter(|line| !line.is_empty()).map(uci).collect()
}

fn check(name: &str, twin: &Twin, findings: &[Finding], tree: &Node, set_play: Option<&Node>) {
    let (stipulation, worlds) = question(twin);
    let (board, turn) = (&twin.diagram.board, twin.diagram.turn);
    let (convention, options) = (oracle::Convention::Codex, oracle::Options::DEFAULT);
    if stipulation.play != oracle::Play::Help {
        let found = oracle::solve(board, turn, &worlds, stipulation, convention, options);
        let published = findings.iter().filter_map(|finding| match finding {
            Finding::Key(key) => Some(key.mv.to_uci(CastlingMode::Standard).to_string()),
            _ => None,
        });
        let found: Vec<String> = found.keys.into_iter().map(|(key, _)| key).collect();
        assert_eq!(found, published.collect::<Vec<_>>(), "{name}");
        return;
    }
    let of = |turn, n| {
        let stipulation = oracle::Stipulation { n, ..stipulation };
        oracle::help_lines(board, turn, &worlds, stipulation, convention, options)
    };
    assert_eq!(of(turn, stipulation.n), lines(tree), "{name}");
    if let Some(set_play) = set_play {
        let found = of(turn.other(), stipulation.n - 1);
        assert_eq!(found, lines(set_play), "{name}: set play");
    }
}

#[test]
fn the_plain_solver_finds_what_is_published_and_nothing_else() {
    for sound in DRAWN {
        let parsed = syntax::parse(sound.text);
        let problem = parsed.problems().next().expect(sound.name);
        for twin in &problem.twins {
            let verified = Study::default().verify(problem, twin).unwrap();
            let verification = verified.verification;
            let outcome = verification.outcome.expect(sound.name);
            let solution = outcome.solution.expect(sound.name);
            let set_play = solution.set_play.as_ref().map(|set_play| &set_play.node);
            let tree = solution.tree.expect(sound.name);
            check(sound.name, twin, &verification.findings, &tree, set_play);
        }
    }
}
