//! Positions that were kept because doubt decides in them, for every stipulation.
//!
//! Brute force is slow and positions that have a solution are rare, so they are found once, by
//! [`harvest_positions`], and compared ever after.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use beruehrt::problem::{self, Laws, Length};
use shakmaty::{Board, Color};

use super::compare::{
    self, EVERY_CONVENTION, Tally, answer, any_laws, any_options, compare_with, given, library,
    plain, settle, solved, twin,
};
use super::oracle::random::{self, Dice, Sample, Strong};
use super::oracle::{self, Convention, Options, Play, Solution, Stipulation, World};
use super::positions::{BASES, SELF_BASES, SELF_STALEMATE_BASES};

/// The stipulations, with `hN` and `h=N` in half-moves, and how many positions, with those beside them, must at
/// least be solved and unsolved under every convention.
const WANTED: [(&str, usize, usize); 16] = [
    ("#1", 40, 30),
    ("#2", 40, 4),
    ("#3", 4, 0),
    ("=1", 30, 12),
    ("=2", 8, 0),
    ("s#1", 24, 6),
    ("s#2", 12, 4),
    ("s=1", 12, 8),
    ("r#1", 24, 0),
    ("r#2", 12, 0),
    ("h2", 24, 12),
    ("h3", 6, 0),
    ("h4", 6, 1),
    ("h5", 4, 0),
    ("h=2", 24, 12),
    ("h=4", 4, 0),
];

/// `#2`, `s=1`, `h5`, `h=4`.
pub fn named(name: &str) -> Stipulation {
    let (play, goal) = match name.as_bytes() {
        [b's', ..] => (Play::Forcing, &name[1..]),
        [b'r', ..] => (Play::Reflex, &name[1..]),
        [b'h', ..] => (Play::Help, &name[1..]),
        _ => (Play::Direct, name),
    };
    Stipulation {
        play,
        stalemate: goal.starts_with('='),
        n: goal
            .trim_start_matches(['#', '='])
            .parse()
            .expect("a number"),
    }
}

/// A line of `tests/oracle/positions.txt` or `illegal.txt`.
pub fn harvested(line: &str) -> (&str, Sample) {
    let mut fields = line.split(" | ");
    let mut field = || fields.next().expect("three fields");
    let (name, position, worlds) = (field(), field(), field());
    let (board, turn) = position.split_once(' ').expect("board and side");
    let sample = Sample {
        board: Board::from_ascii_board_fen(board.as_bytes()).expect("a board"),
        turn: if turn == "w" {
            Color::White
        } else {
            Color::Black
        },
        worlds: oracle::worlds(&worlds.split("; ").collect::<Vec<_>>()),
    };
    (name, sample)
}

/// The positions and their stipulations' names.
pub fn every_position() -> impl Iterator<Item = (&'static str, Sample)> {
    let lines = include_str!("../oracle/positions.txt").lines();
    lines.filter(|line| !line.starts_with("# ")).map(harvested)
}

pub fn line(name: &str, sample: &Sample) -> String {
    let worlds: Vec<String> = sample.worlds.iter().map(World::text).collect();
    format!(
        "{name} | {} {} | {}",
        sample.board,
        sample.turn.char(),
        worlds.join("; ")
    )
}

/// How often a stipulation was answered under a convention with the default options.
#[derive(Default, Debug, Clone, Copy)]
struct Count {
    solved: usize,
    unsolved: usize,
    /// Solved with a key on trial, with one that only some worlds allow, or in parts.
    doubtful: usize,
}

/// A position beside `sample` in which hardly more can move: mostly without a solution.
fn near_miss(dice: &mut Dice, sample: &Sample, stipulation: Stipulation) -> Option<Sample> {
    let most = if stipulation.play == Play::Direct {
        5000
    } else {
        1500
    };
    let lines = mobility(sample, stipulation).min(most);
    (0..8)
        .map(|_| random::mutant_of(dice, &sample.board, sample.turn))
        .find(|near| mobility(near, stipulation) <= lines)
}

/// Every `step`-th position and two beside it under every convention with the default options, and Berührt-Geführt with random ones.
fn doubt_decides(step: usize) {
    let mut dice = Dice::new(12);
    let mut tally = Tally::default();
    let mut counts: BTreeMap<(&str, usize), Count> = BTreeMap::new();
    for (name, sample) in every_position().step_by(step) {
        let stipulation = named(name);
        let near = [(); 2].map(|()| near_miss(&mut dice, &sample, stipulation));
        let near = near.iter().flatten();
        for sample in std::iter::once(&sample).chain(near) {
            for (at, &convention) in EVERY_CONVENTION.iter().enumerate() {
                let default = (Options::DEFAULT, Laws::Fide2018);
                let retro = tally.retro;
                let found =
                    compare_with(name, sample, stipulation, convention, default, &mut tally);
                let count = counts.entry((name, at)).or_default();
                count.solved += usize::from(found.solved);
                count.unsolved += usize::from(!found.solved);
                count.doubtful += tally.retro - retro;
            }
        }
        let options = any_options(&mut dice);
        let options = (options, any_laws(&mut dice, options.law));
        compare_with(
            name,
            &sample,
            stipulation,
            Convention::Bg,
            options,
            &mut tally,
        );
    }
    for ((name, at), count) in &counts {
        println!("{name} {:?} {count:?}", EVERY_CONVENTION[*at]);
    }
    println!(
        "{} compared, {} solved, {} with trials or parts, {} with set play",
        tally.compared, tally.solved, tally.retro, tally.set_plays
    );
    settle(&tally);
    // The comparison is worth something only while doubt decides in many of them.
    let wanted = if step == 1 { &WANTED[..] } else { &[] };
    for &(name, solved, unsolved) in wanted {
        for (at, convention) in EVERY_CONVENTION.iter().enumerate() {
            let count = counts.get(&(name, at)).copied().unwrap_or_default();
            assert!(
                count.solved >= solved && count.unsolved >= unsolved,
                "{name} {convention:?}: {count:?}"
            );
        }
    }
    assert!(tally.retro > tally.compared / 12 && tally.set_plays > tally.compared / 12);
}

#[test]
fn positions_in_which_doubt_decides() {
    doubt_decides(3);
}

#[test]
#[ignore = "minutes"]
fn all_positions_in_which_doubt_decides() {
    doubt_decides(1);
}

/// `n = ?`: the smallest number of moves, found by trying each.
#[test]
fn the_smallest_length() {
    let mut compared: BTreeMap<Convention, [usize; 2]> = BTreeMap::new();
    for (name, sample) in every_position() {
        let longest = named(name);
        // Half-moves in help play, whole moves of which are asked for.
        let step = if longest.play == Play::Help { 2 } else { 1 };
        if !longest.n.is_multiple_of(step) {
            continue;
        }
        for &convention in EVERY_CONVENTION {
            let solve = |n| {
                let stipulation = Stipulation { n, ..longest };
                let (board, turn, worlds) = (&sample.board, sample.turn, &sample.worlds);
                oracle::solve(
                    board,
                    turn,
                    worlds,
                    stipulation,
                    convention,
                    Options::DEFAULT,
                )
            };
            let lengths = (step..=longest.n).step_by(step as usize);
            // Parts may have different lengths: they are compared where one is enough for all.
            let Some((n, expected)) = lengths.map(|n| (n, solve(n))).find(|(_, found)| {
                found.solved || found.parts.iter().any(|(_, keys)| !keys.is_empty())
            }) else {
                continue;
            };
            if !expected.solved {
                continue;
            }
            let default = (Options::DEFAULT, Laws::Fide2018);
            let mut twin = twin(
                &sample,
                longest,
                compare::named(convention),
                default.0,
                default.1,
            );
            if let problem::Stipulation::Goal(forced) = &mut twin.stipulation {
                forced.length = Length::Smallest;
            }
            let outcome = solved(&twin, &given(&twin)).expect("a verdict");
            let (found, _) = answer(&outcome).expect("a verdict");
            assert_eq!(
                found,
                expected,
                "{} {convention:?} {n}",
                line(name, &sample)
            );
            compared.entry(convention).or_default()[usize::from(n < longest.n)] += 1;
        }
    }
    println!("[as long as asked, shorter]: {compared:?}");
    assert_eq!(compared.len(), EVERY_CONVENTION.len());
    assert!(compared.values().all(|[long, _]| *long >= 100));
}

/// What the conventions make of a position: each with the default options, then Berührt-Geführt with others.
struct Verdicts(Vec<Solution>);

impl Verdicts {
    /// Nothing where no single world has a solution and retro-strategy has none.
    fn of(sample: &Sample, stipulation: Stipulation) -> Option<Verdicts> {
        let by = |convention, options| {
            let laws = Laws::Fide2018;
            let (found, _) = library(sample, stipulation, convention, options, laws).ok()?;
            Some(found)
        };
        let default = Options::DEFAULT;
        let parts = by(Convention::Pra, default)?;
        if parts.parts.iter().all(|(_, keys)| keys.is_empty())
            && !by(Convention::Rs, default)?.solved
        {
            return None;
        }
        let open = Options {
            castling: oracle::Castling::Open,
            ..default
        };
        let own_only = Options {
            ep_touch: oracle::EpTouch::OwnOnly,
            ..default
        };
        let conventions = EVERY_CONVENTION.iter().map(|&c| by(c, default));
        let others = [open, own_only].map(|options| by(Convention::Bg, options));
        let all: Option<Vec<Solution>> = conventions.chain(others).collect();
        all.map(Verdicts)
    }

    /// Whether the keys are not the same under every convention, or some are trials.
    fn doubt_decides(&self) -> bool {
        let keys = |found: &Solution| -> Vec<oracle::Keys> {
            if found.parts.is_empty() {
                vec![found.keys.clone()]
            } else {
                found.parts.iter().map(|(_, keys)| keys.clone()).collect()
            }
        };
        let first = keys(&self.0[0]);
        let all_alike = |found: &Solution| keys(found).iter().all(|keys| *keys == first[0]);
        let trials = self.0[0].keys.iter().any(|(_, trial)| *trial);
        trials || !self.0.iter().all(all_alike)
    }
}

/// Looks for positions in which doubt decides until every stipulation has enough, solved and unsolved, under
/// each convention. Prints lines for `tests/oracle/positions.txt`:
/// `HARVEST_SECONDS=60 cargo test --release --test differential harvest_positions -- --ignored --nocapture`,
/// with `HARVEST_ONLY="s#2 r#2"` for these alone.
#[test]
#[ignore = "finds positions for the other tests"]
fn harvest_positions() {
    let seconds: u64 = std::env::var("HARVEST_SECONDS").map_or(10, |s| s.parse().unwrap());
    let seed: u64 = std::env::var("HARVEST_SEED").map_or(77, |s| s.parse().unwrap());
    let only = std::env::var("HARVEST_ONLY").unwrap_or_default();
    for (name, solved, unsolved) in WANTED {
        if !only.is_empty() && !only.split(' ').any(|wanted| wanted == name) {
            continue;
        }
        let stipulation = named(name);
        // What the plain solver may cost for one convention.
        let forcing = matches!(stipulation.play, Play::Forcing | Play::Reflex);
        let most_nodes = if forcing || solved < 24 { 6000 } else { 800 };
        let mut dice = Dice::new(seed);
        let mut have = [[0; 2]; EVERY_CONVENTION.len()];
        let wanted = [unsolved + 2, solved + 2];
        // What has a solution, whether doubt decides or not: near it there is more.
        let mut pool: Vec<Sample> = every_position()
            .filter(|(known, _)| *known == name)
            .map(|(_, sample)| sample)
            .collect();
        let mut printed: BTreeSet<String> = pool.iter().map(|sample| line(name, sample)).collect();
        let mut looked = 0;
        let start = Instant::now();
        while have
            .iter()
            .any(|have| have[0] < wanted[0] || have[1] < wanted[1])
            && start.elapsed() < Duration::from_secs(seconds)
        {
            looked += 1;
            let sample = candidate(&mut dice, stipulation, &pool);
            if mobility(&sample, stipulation) > most_lines(stipulation) {
                continue;
            }
            let Some(verdicts) = Verdicts::of(&sample, stipulation) else {
                continue;
            };
            // Long and forced play is seldom solved at all: there any position with several worlds will do.
            let any = solved < 24 || stipulation.play == Play::Forcing;
            if !any && !verdicts.doubt_decides() {
                if dice.chance(20) {
                    pool.push(sample);
                }
                continue;
            }
            let needed = have.iter().zip(&verdicts.0).any(|(have, found)| {
                have[usize::from(found.solved)] < wanted[usize::from(found.solved)]
            });
            if !needed {
                continue;
            }
            let before = oracle::nodes();
            let default = Options::DEFAULT;
            let _ = plain(&sample, stipulation, Convention::Bg, default);
            if oracle::nodes() - before > most_nodes {
                continue;
            }
            let text = line(name, &sample);
            if !printed.insert(text.clone()) {
                continue;
            }
            println!("{text}");
            for (have, found) in have.iter_mut().zip(&verdicts.0) {
                have[usize::from(found.solved)] += 1;
            }
            pool.push(sample);
        }
        println!("# {name}: {have:?} of {looked} in {:?}", start.elapsed());
    }
}

/// A position that may have a solution: small, tight, or near one that has.
fn candidate(dice: &mut Dice, stipulation: Stipulation, pool: &[Sample]) -> Sample {
    let forcing = matches!(stipulation.play, Play::Forcing | Play::Reflex);
    if !pool.is_empty() && dice.chance(60) {
        let base = &pool[dice.below(pool.len())];
        return random::mutant_of(dice, &base.board, base.turn);
    }
    if stipulation.n < 3 && dice.chance(30) {
        let base = if forcing && stipulation.stalemate {
            dice.pick(&SELF_STALEMATE_BASES)
        } else if forcing {
            dice.pick(&SELF_BASES)
        } else {
            dice.pick(&BASES)
        };
        return random::mutant(dice, base);
    }
    let men = dice.pick(&[4, 5, 5, 6, 7 - stipulation.n.min(3) as usize]);
    let strong = if dice.chance(if forcing { 75 } else { 25 }) {
        Strong::Waiter
    } else {
        Strong::Mover
    };
    if dice.chance(60) {
        random::tight(dice, men, strong)
    } else {
        random::sample(dice, men, strong)
    }
}

/// Lines of play beyond which a position is not even looked at: forced play and stalemates are where little
/// can move.
fn most_lines(stipulation: Stipulation) -> u64 {
    match (stipulation.play, stipulation.stalemate, stipulation.n) {
        (Play::Forcing | Play::Reflex, _, 1) => 2500,
        (Play::Direct, true, 1) | (Play::Help, true, 2) => 60,
        (Play::Direct, true, _) => 4000,
        _ => 30_000,
    }
}

/// About how many lines of play there are.
fn mobility(sample: &Sample, stipulation: Stipulation) -> u64 {
    let moves = |turn| oracle::mobility(&sample.board, turn) as u64;
    let (own, other) = (moves(sample.turn), moves(sample.turn.other()));
    let n = stipulation.n;
    let (first, second) = match stipulation.play {
        Play::Direct => (n, n - 1),
        Play::Forcing | Play::Reflex => (n, n),
        Play::Help => (n.div_ceil(2), n / 2),
    };
    own.saturating_pow(first)
        .saturating_mul(other.max(1).saturating_pow(second))
}
