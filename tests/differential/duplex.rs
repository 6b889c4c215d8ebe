//! A duplex as a file asks for it: two problems, each by the plain solver.

use std::fmt::Write as _;

use beruehrt::problem::{Duplex, Histories};
use beruehrt::solve::WorldStatus;

use super::compare::{EVERY_CONVENTION, answer, named, solved};
use super::doubt::{every_position, named as named_stipulation};
use super::oracle::random::Sample;
use super::oracle::{self, Options, Play, World};

/// The same men with the other side to begin; no double step was the last move.
fn second_half(sample: &Sample) -> Sample {
    let cleared = |world: &World| World {
        target: None,
        ..world.clone()
    };
    Sample {
        board: sample.board.clone(),
        turn: sample.turn.other(),
        worlds: sample.worlds.iter().map(cleared).collect(),
    }
}

#[test]
fn each_half_is_a_problem_of_its_own() {
    // Direct and help play: solved halves, first and second. Positions where the side on move is the strong
    // one have few helpmates of it.
    let mut halves = [[0; 2]; 2];
    for (at, (name, sample)) in every_position().enumerate() {
        // What a reflex mate is asked of is as good for a mate by the other side.
        let (name, asked) = match name {
            "#1" | "r#1" | "r#2" | "s#1" => ("#1", "#1"),
            "#2" => ("#2", "#2"),
            "=1" => ("=1", "=1"),
            "h2" => ("h2", "h#1"),
            "h3" => ("h3", "h#1.5"),
            "h=2" => ("h=2", "h=1"),
            _ => continue,
        };
        let stipulation = named_stipulation(name);
        let second = second_half(&sample);
        if oracle::mobility(&second.board, second.turn) == 0 {
            // The side that was on move is in check: given worlds are refused with the other to begin.
            continue;
        }
        let convention = EVERY_CONVENTION[at % EVERY_CONVENTION.len()];
        let mut file = format!(
            "fen: {} {}\nstipulation: {asked} duplex\nconvention: {}\nhistories: given\n",
            sample.board,
            sample.turn.char(),
            named(convention)
        );
        for world in &sample.worlds {
            let _ = writeln!(file, "  {}", world.text());
        }
        let parsed = beruehrt::syntax::parse(&file);
        assert!(!parsed.has_errors(), "{file}{:?}", parsed.diagnostics);
        let twins = &parsed.problems().next().expect("a problem").twins;
        let labels: Vec<&str> = twins.iter().map(|twin| twin.label.as_str()).collect();
        assert_eq!(labels, ["a", "a-duplex"], "{file}");
        let duplex = [Duplex::First, Duplex::Second];
        for (half, (twin, sample)) in twins.iter().zip([&sample, &second]).enumerate() {
            assert_eq!(twin.duplex, duplex[half]);
            assert_eq!(twin.diagram.turn, sample.turn);
            let Histories::Given(worlds) = &twin.histories else {
                panic!("{file}");
            };
            let (found, _) = answer(&solved(twin, &WorldStatus::given(worlds)).unwrap()).unwrap();
            let expected = oracle::solve(
                &sample.board,
                sample.turn,
                &sample.worlds,
                stipulation,
                convention,
                Options::DEFAULT,
            );
            assert_eq!(found, expected, "{file}");
            let help = stipulation.play == Play::Help;
            halves[usize::from(help)][half] += usize::from(found.solved);
        }
    }
    println!("solved halves, [direct, help]: {halves:?}");
    assert!(
        halves.iter().flatten().all(|&solved| solved >= 1),
        "{halves:?}"
    );
}
