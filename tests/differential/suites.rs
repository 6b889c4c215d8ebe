//! Random positions of all kinds.

use super::compare::{EVERY_CONVENTION, Tally, compare_one, settle, stalemate, stipulation};
use super::oracle::random::{self, Dice, Sample, Strong};
use super::oracle::{Convention, Play, Stipulation};
use super::positions::{BASES, SELF_BASES};

/// Where the positions of a suite come from.
#[derive(Clone, Copy)]
enum Source {
    Random {
        men: usize,
        strong: Strong,
    },
    Mutants,
    /// Mutants of positions whose defender can be made to mate.
    SelfMutants,
}

impl Source {
    fn sample(self, dice: &mut Dice, index: usize) -> Sample {
        match self {
            Source::Random { men, strong } => random::sample(dice, men, strong),
            Source::Mutants => random::mutant(dice, BASES[index % BASES.len()]),
            Source::SelfMutants => random::mutant(dice, SELF_BASES[index % SELF_BASES.len()]),
        }
    }
}

#[derive(Clone, Copy)]
struct Suite<'a> {
    name: &'static str,
    seed: u64,
    positions: usize,
    source: Source,
    /// Solved with so many random combinations of options each.
    combinations: usize,
    stipulations: &'a [Stipulation],
    conventions: &'a [Convention],
}

fn compare(suite: &Suite) -> Tally {
    let mut dice = Dice::new(suite.seed);
    let mut tally = Tally::default();
    for index in 0..suite.positions {
        let sample = suite.source.sample(&mut dice, index);
        for _ in 0..suite.combinations {
            let stipulation = dice.pick(suite.stipulations);
            let convention = dice.pick(suite.conventions);
            compare_one(
                suite.name,
                &sample,
                stipulation,
                convention,
                &mut dice,
                &mut tally,
            );
        }
    }
    println!(
        "{}: {} compared, {} solved, {} of them with trials or parts, {} with set play",
        suite.name, tally.compared, tally.solved, tally.retro, tally.set_plays
    );
    for line in &tally.disagreements {
        println!("{line}");
    }
    tally
}

const MOVER: Source = Source::Random {
    men: 8,
    strong: Strong::Mover,
};
const WAITER: Source = Source::Random {
    men: 7,
    strong: Strong::Waiter,
};
const TINY: Source = Source::Random {
    men: 5,
    strong: Strong::Mover,
};
const TINY_WAITER: Source = Source::Random {
    men: 5,
    strong: Strong::Waiter,
};

const FEW: Source = Source::Random {
    men: 4,
    strong: Strong::Mover,
};
const FEW_WAITER: Source = Source::Random {
    men: 4,
    strong: Strong::Waiter,
};

/// The suites of plain `cargo test`; the long run multiplies `positions`.
const SUITES: &[Suite] = &[
    Suite {
        name: "direct mates in 1 and 2, bg",
        seed: 1,
        positions: 60,
        source: MOVER,
        combinations: 4,
        stipulations: &[stipulation(Play::Direct, 1), stipulation(Play::Direct, 2)],
        conventions: &[Convention::Bg],
    },
    Suite {
        name: "direct mates in 1 and 2 near doubt, bg",
        seed: 2,
        positions: 80,
        source: Source::Mutants,
        combinations: 4,
        stipulations: &[
            stipulation(Play::Direct, 1),
            stipulation(Play::Direct, 2),
            stipulation(Play::Direct, 2),
        ],
        conventions: &[Convention::Bg],
    },
    Suite {
        name: "direct mates in 3",
        seed: 3,
        positions: 6,
        source: TINY,
        combinations: 2,
        stipulations: &[stipulation(Play::Direct, 3)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "direct mates near doubt, other conventions",
        seed: 4,
        positions: 80,
        source: Source::Mutants,
        combinations: 3,
        stipulations: &[
            stipulation(Play::Direct, 1),
            stipulation(Play::Direct, 2),
            stipulation(Play::Direct, 2),
        ],
        conventions: &[
            Convention::Pra,
            Convention::Rs,
            Convention::Codex,
            Convention::Ap,
        ],
    },
    Suite {
        name: "direct stalemates",
        seed: 5,
        positions: 60,
        source: TINY,
        combinations: 3,
        stipulations: &[stalemate(Play::Direct, 1), stalemate(Play::Direct, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "self play in 1",
        seed: 6,
        positions: 60,
        source: Source::SelfMutants,
        combinations: 2,
        stipulations: &[stipulation(Play::Forcing, 1), stalemate(Play::Forcing, 1)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "self play in 2",
        seed: 7,
        positions: 4,
        source: TINY_WAITER,
        combinations: 2,
        stipulations: &[stipulation(Play::Forcing, 2), stalemate(Play::Forcing, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "reflex mates in 1",
        seed: 8,
        positions: 60,
        source: WAITER,
        combinations: 3,
        stipulations: &[stipulation(Play::Reflex, 1)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "reflex mates in 2",
        seed: 9,
        positions: 3,
        source: TINY_WAITER,
        combinations: 2,
        stipulations: &[stipulation(Play::Reflex, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "help play in 1 and 1.5",
        seed: 10,
        positions: 25,
        source: MOVER,
        combinations: 3,
        stipulations: &[
            stipulation(Play::Help, 2),
            stipulation(Play::Help, 3),
            stalemate(Play::Help, 2),
            stalemate(Play::Help, 3),
        ],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "help play against strong men",
        seed: 11,
        positions: 25,
        source: WAITER,
        combinations: 3,
        stipulations: &[
            stipulation(Play::Help, 2),
            stipulation(Play::Help, 3),
            stalemate(Play::Help, 2),
        ],
        conventions: EVERY_CONVENTION,
    },
];

/// Longer play, brute force being slow: one round of it with `cargo test`, more in the long run.
const LONG_SUITES: &[Suite] = &[
    Suite {
        name: "helpmates and help stalemates in 2",
        seed: 21,
        positions: 4,
        source: FEW,
        combinations: 1,
        stipulations: &[
            stipulation(Play::Help, 4),
            stipulation(Play::Help, 4),
            stalemate(Play::Help, 4),
        ],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "self play in 2, few men",
        seed: 22,
        positions: 12,
        source: FEW_WAITER,
        combinations: 1,
        stipulations: &[stipulation(Play::Forcing, 2), stalemate(Play::Forcing, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "reflex mates in 2, few men",
        seed: 23,
        positions: 12,
        source: FEW_WAITER,
        combinations: 1,
        stipulations: &[stipulation(Play::Reflex, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "direct stalemates near doubt",
        seed: 24,
        positions: 20,
        source: Source::Mutants,
        combinations: 2,
        stipulations: &[stalemate(Play::Direct, 1), stalemate(Play::Direct, 2)],
        conventions: EVERY_CONVENTION,
    },
];

/// The longest play, in the long run alone.
const LONGEST_SUITES: &[Suite] = &[
    Suite {
        name: "helpmates and help stalemates in 2.5",
        seed: 31,
        positions: 2,
        source: FEW,
        combinations: 1,
        stipulations: &[stipulation(Play::Help, 5), stalemate(Play::Help, 5)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "direct play in 3",
        seed: 32,
        positions: 6,
        source: FEW,
        combinations: 1,
        stipulations: &[stipulation(Play::Direct, 3), stalemate(Play::Direct, 3)],
        conventions: EVERY_CONVENTION,
    },
];

#[test]
fn random_positions() {
    for suite in SUITES.iter().chain(LONG_SUITES) {
        settle(&compare(&Suite {
            positions: suite.positions.div_ceil(3),
            ..*suite
        }));
    }
}

/// The suites with other seeds and many more positions:
/// `ROUNDS=20 cargo test --release --test differential long_run -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn long_run() {
    let rounds: u64 = std::env::var("ROUNDS").map_or(10, |rounds| rounds.parse().unwrap());
    for round in 0..=rounds {
        for suite in SUITES.iter().chain(LONG_SUITES).chain(LONGEST_SUITES) {
            settle(&compare(&Suite {
                seed: suite.seed + 1000 * round,
                ..*suite
            }));
        }
    }
}
