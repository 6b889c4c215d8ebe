//! Every kind of play on many small positions: half of them in one world, where the fast solvers answer alone, half with
//! worlds open. In help play every solution is compared, move for move.

use std::collections::BTreeSet;

use super::compare::{
    EVERY_CONVENTION, Tally, any_laws, any_options, compare_with, given, named, settle, solved,
    stalemate, stipulation, twin,
};
use super::oracle::random::{self, Dice, Sample, Strong};
use super::oracle::{self, Convention, Play, Stipulation};
use super::positions::{BASES, SELF_BASES, SELF_STALEMATE_BASES, STALEMATE_BASES};

/// A kind of play and where its positions come from.
struct Kind {
    name: &'static str,
    seed: u64,
    stipulations: &'static [Stipulation],
    /// So many men at most where a position is drawn from nothing.
    men: usize,
    strong: Strong,
    /// What every second position is a mutant of, with a stipulation of one move less.
    bases: &'static [&'static str],
    short: &'static [Stipulation],
}

const KINDS: [Kind; 7] = [
    Kind {
        name: "#",
        seed: 101,
        stipulations: &[stipulation(Play::Direct, 1), stipulation(Play::Direct, 2)],
        men: 6,
        strong: Strong::Mover,
        bases: &BASES,
        short: &[stipulation(Play::Direct, 1), stipulation(Play::Direct, 2)],
    },
    Kind {
        name: "=",
        seed: 102,
        stipulations: &[stalemate(Play::Direct, 1), stalemate(Play::Direct, 2)],
        men: 5,
        strong: Strong::Mover,
        bases: &STALEMATE_BASES,
        short: &[stalemate(Play::Direct, 1)],
    },
    Kind {
        name: "s#",
        seed: 103,
        stipulations: &[stipulation(Play::Forcing, 1), stipulation(Play::Forcing, 2)],
        men: 4,
        strong: Strong::Waiter,
        bases: &SELF_BASES,
        short: &[stipulation(Play::Forcing, 1)],
    },
    Kind {
        name: "s=",
        seed: 104,
        stipulations: &[stalemate(Play::Forcing, 1), stalemate(Play::Forcing, 2)],
        men: 4,
        strong: Strong::Waiter,
        bases: &SELF_STALEMATE_BASES,
        short: &[stalemate(Play::Forcing, 1)],
    },
    Kind {
        name: "r#",
        seed: 105,
        stipulations: &[stipulation(Play::Reflex, 1), stipulation(Play::Reflex, 2)],
        men: 4,
        strong: Strong::Waiter,
        bases: &SELF_BASES,
        short: &[stipulation(Play::Reflex, 1)],
    },
    Kind {
        name: "h#",
        seed: 106,
        stipulations: &[stipulation(Play::Help, 2), stipulation(Play::Help, 3)],
        men: 6,
        strong: Strong::Waiter,
        bases: &BASES,
        short: &[stipulation(Play::Help, 1), stipulation(Play::Help, 2)],
    },
    Kind {
        name: "h=",
        seed: 107,
        stipulations: &[stalemate(Play::Help, 2), stalemate(Play::Help, 3)],
        men: 5,
        strong: Strong::Waiter,
        bases: &STALEMATE_BASES,
        short: &[stalemate(Play::Help, 1), stalemate(Play::Help, 2)],
    },
];

/// Compares `positions` positions of a kind.
fn compare(kind: &Kind, seed: u64, positions: usize) {
    let mut dice = Dice::new(seed);
    let (mut tally, mut lines) = (Tally::default(), 0);
    for index in 0..positions {
        let (mut sample, stipulations) = if index % 2 == 0 {
            // Where little can move stalemate is near.
            let draw = if kind.stipulations[0].stalemate {
                random::tight
            } else {
                random::sample
            };
            (draw(&mut dice, kind.men, kind.strong), kind.stipulations)
        } else {
            let base = kind.bases[index / 2 % kind.bases.len()];
            (random::mutant(&mut dice, base), kind.short)
        };
        let convention = if index % 4 < 2 {
            let count = sample.worlds.len();
            let one = dice.below(count);
            let world = sample.worlds.iter().nth(one).cloned();
            sample.worlds = world.into_iter().collect();
            Convention::Codex
        } else {
            dice.pick(EVERY_CONVENTION)
        };
        let stipulation = dice.pick(stipulations);
        let options = any_options(&mut dice);
        let laws = any_laws(&mut dice, options.law);
        let how = (options, laws);
        compare_with(kind.name, &sample, stipulation, convention, how, &mut tally);
        if stipulation.play == Play::Help {
            lines += compare_lines(&sample, stipulation, convention, how);
        }
    }
    println!(
        "{}: {} compared, {} solved, {} of them with trials or parts, {lines} lines",
        kind.name, tally.compared, tally.solved, tally.retro
    );
    settle(&tally);
    assert!(tally.solved > 0, "{}: nothing was solved", kind.name);
}

/// Compares all solutions of help play where there is one set of worlds; how many there are.
fn compare_lines(
    sample: &Sample,
    stipulation: Stipulation,
    convention: Convention,
    (options, laws): (oracle::Options, beruehrt::problem::Laws),
) -> usize {
    let plain = sample.worlds.len() == 1;
    if matches!(convention, Convention::Pra | Convention::Codex) && !plain {
        return 0;
    }
    let twin = twin(sample, stipulation, named(convention), options, laws);
    let outcome = solved(&twin, &given(&twin)).unwrap();
    let solution = outcome.solution.expect("no parts");
    let tree = solution.tree.expect("a tree");
    if tree.is_cut() {
        return 0;
    }
    let found: BTreeSet<Vec<String>> = tree
        .lines()
        .into_iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.iter().map(|branch| branch.uci()).collect())
        .collect();
    let (board, turn) = (&sample.board, sample.turn);
    let expected = oracle::help_lines(
        board,
        turn,
        &sample.worlds,
        stipulation,
        convention,
        options,
    );
    assert_eq!(
        found, expected,
        "{board} {turn} {:?} {stipulation:?} {convention:?} {options:?}",
        sample.worlds
    );
    if plain {
        // Where nothing is open every line is one solution.
        let count = solution.count.expect("help play counts");
        assert!(count.is_exact());
        assert_eq!(count.number(), expected.len() as u64, "{board} {turn}");
    }
    expected.len()
}

#[test]
fn every_kind_of_play() {
    for kind in &KINDS {
        compare(kind, kind.seed, 40);
    }
}

/// `SEED=7 cargo test --release --test differential five_hundred -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn five_hundred_of_every_kind() {
    let seed: u64 = std::env::var("SEED").map_or(1, |seed| seed.parse().unwrap());
    for kind in &KINDS {
        compare(kind, kind.seed + 1000 * seed, 500);
    }
}
