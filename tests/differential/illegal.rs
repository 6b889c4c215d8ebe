//! The older joke, an illegal last move.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use beruehrt::problem::{self, Forced, SetPlay, Twin};
use beruehrt::solution::Verdict;
use beruehrt::solve::illegal_move::Offence;
use shakmaty::{Bitboard, Board, CastlingMode, Color, File, Piece, Rank, Role, Square, attacks};

use super::compare::{any_options, solved, stalemate, stipulation, twin};
use super::doubt::{harvested, line, named};
use super::oracle::illegal::Found;
use super::oracle::random::{self, Dice, Sample, Strong};
use super::oracle::{self, Law, Options, Play, Stipulation, World};

/// What the library finds, in the plain solver's words.
fn retractions(twin: &Twin) -> Result<Found, String> {
    // No world: the diagram has no history, as it should be.
    let outcome = solved(twin, &[])?;
    if matches!(outcome.verdict, Verdict::Undecided(_)) {
        return Err("undecided".to_owned());
    }
    let word = |offence: Offence| offence.keyword();
    Ok(outcome
        .retractions
        .iter()
        .map(|retraction| {
            let uci = retraction.mv.to_uci(CastlingMode::Standard).to_string();
            let removed = retraction
                .mv
                .capture()
                .map_or("-".to_owned(), |role| role.char().to_string());
            let mut list: Vec<String> = retraction
                .replacements
                .iter()
                .map(|replacement| match &replacement.mv {
                    None => "-".to_owned(),
                    Some(key) if key.mv == retraction.mv => "stands".to_owned(),
                    Some(key) => key.uci(),
                })
                .collect();
            list.sort();
            (word(retraction.offence), format!("{uci} {removed}"), list)
        })
        .collect())
}

/// A diagram after a move that the side on move in `sample` makes by geometry, or half of one: most are
/// illegal, or look as if they were. The worlds are random ones.
fn false_step(dice: &mut Dice, sample: &Sample) -> Option<Sample> {
    let mut board = sample.board.clone();
    let (us, them) = (sample.turn, sample.turn.other());
    let rank = |rank| us.relative_rank(rank);
    let king = board.king_of(us)?;
    let castle = king == Square::from_coords(File::E, rank(Rank::First)) && dice.chance(50);
    let passing = board.pawns() & board.by_color(us) & Bitboard::from(rank(Rank::Fifth));
    if castle {
        let (corner, over, to) =
            dice.pick(&[(File::H, File::F, File::G), (File::A, File::D, File::C)]);
        let on = |file| Square::from_coords(file, king.rank());
        if board.role_at(on(corner)) != Some(Role::Rook) || board.piece_at(on(to)).is_some() {
            return None;
        }
        let piece = board.remove_piece_at(king)?;
        board.set_piece_at(on(to), piece);
        if dice.chance(70) {
            let rook = board.remove_piece_at(on(corner))?;
            board.set_piece_at(on(over), rook);
        }
    } else {
        let men: Vec<Square> = if passing.any() && dice.chance(50) {
            passing.into_iter().collect()
        } else {
            board.by_color(us).into_iter().collect()
        };
        let from = dice.pick(&men);
        let piece = board.remove_piece_at(from)?;
        let ways: Vec<Square> = match piece.role {
            Role::Pawn => attacks::pawn_attacks(us, from).into_iter().collect(),
            _ => attacks::attacks(from, piece, board.occupied())
                .into_iter()
                .collect(),
        };
        let to = dice.pick(&ways);
        if board.by_color(us).contains(to) || board.king_of(them) == Some(to) {
            return None;
        }
        board.set_piece_at(to, piece);
        if passing.contains(from) && piece.role == Role::Pawn && dice.chance(70) {
            board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
        }
    }
    if dice.chance(10) {
        // A pawn that did not become anything.
        let to = Square::from_coords(dice.pick(&[File::B, File::D, File::G]), rank(Rank::Eighth));
        if board.piece_at(to).is_none() {
            let role = Role::Pawn;
            board.set_piece_at(to, Piece { color: us, role });
        }
    }
    let home = random::rights_at_home(&board);
    let worlds = (0..=dice.below(3)).map(|_| World {
        rights: home.iter().copied().filter(|_| dice.chance(50)).collect(),
        target: None,
    });
    let worlds = worlds.collect();
    Some(Sample {
        board,
        turn: them,
        worlds,
    })
}

/// `sample` as a problem of an illegal last move.
fn problem_of(
    sample: &Sample,
    stipulation: Stipulation,
    options: Options,
    laws: problem::Laws,
    strict: problem::Strictness,
) -> Twin {
    let convention = problem::Convention::IllegalMove;
    let mut twin = twin(sample, stipulation, convention, options, laws);
    if let problem::Stipulation::Goal(forced) = &mut twin.stipulation {
        // Set play begins with the diagram, which is taken back.
        *forced = Forced {
            set_play: SetPlay::No,
            ..*forced
        };
    }
    twin.options.strict = strict;
    twin
}

/// Compares the solutions of one diagram; those of the plain solver.
fn compare_one(
    sample: &Sample,
    stipulation: Stipulation,
    options: Options,
    dice: &mut Dice,
    strict: bool,
) -> Found {
    let laws = match options.law {
        Law::Order => dice.pick(&[problem::Laws::Fide2018, problem::Laws::Fide1997]),
        Law::SamePiece => problem::Laws::SamePiece,
        Law::Staunton => problem::Laws::Staunton1860,
    };
    let strictness = if strict {
        problem::Strictness::Strict
    } else {
        problem::Strictness::Plain
    };
    let twin = problem_of(sample, stipulation, options, laws, strictness);
    // Where the opponent chooses one penalty that works is enough, whichever it is.
    let chosen = options.law == Law::Staunton && stipulation.play != Play::Help;
    let comparable = |found: Found| -> Found {
        let any = |(offence, m, list): (&'static str, String, Vec<String>)| {
            (offence, m, if chosen { Vec::new() } else { list })
        };
        found.into_iter().map(any).collect()
    };
    let found = retractions(&twin).map(comparable);
    let expected = comparable(oracle::illegal::retractions(
        &sample.board,
        sample.turn,
        &sample.worlds,
        stipulation,
        options,
        strict,
    ));
    assert_eq!(
        found.as_ref(),
        Ok(&expected),
        "{} | {stipulation:?} {options:?} {laws:?}",
        line("", sample)
    );
    expected
}

/// A random diagram behind a false step.
fn candidate(dice: &mut Dice) -> Sample {
    loop {
        let men = dice.pick(&[5, 6, 7]);
        // The side that goes on is mostly the strong one.
        let strong = dice.pick(&[
            Strong::Mover,
            Strong::Waiter,
            Strong::Waiter,
            Strong::Waiter,
        ]);
        let sample = random::sample(dice, men, strong);
        if let Some(sample) = false_step(dice, &sample) {
            return sample;
        }
    }
}

const ASKED: [Stipulation; 7] = [
    stipulation(Play::Direct, 1),
    stalemate(Play::Direct, 1),
    stipulation(Play::Help, 1),
    stipulation(Play::Help, 2),
    stipulation(Play::Forcing, 1),
    stipulation(Play::Reflex, 1),
    stipulation(Play::Direct, 2),
];

/// Compares the solutions of `diagrams` random diagrams.
fn compare_illegal(seed: u64, diagrams: usize) {
    let mut dice = Dice::new(seed);
    let mut offences: BTreeMap<&'static str, usize> = BTreeMap::new();
    for _ in 0..diagrams {
        // Moves out of turn are legion: mostly the diagram is taken to be without a history, so that they
        // do not count.
        let strict = !dice.chance(10);
        let sample = candidate(&mut dice);
        let stipulation = dice.pick(&ASKED[..6]);
        let options = any_options(&mut dice);
        for (offence, ..) in compare_one(&sample, stipulation, options, &mut dice, strict) {
            *offences.entry(offence).or_default() += 1;
        }
    }
    println!("{diagrams} diagrams compared, solutions by offence: {offences:?}");
    assert!(!offences.is_empty());
}

#[test]
fn illegal_last_moves() {
    compare_illegal(41, 60);
}

/// `ROUNDS=20 cargo test --release --test differential illegal_long_run -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn illegal_long_run() {
    let rounds: u64 = std::env::var("ROUNDS").map_or(10, |rounds| rounds.parse().unwrap());
    for round in 1..=rounds {
        compare_illegal(41 + 1000 * round, 300);
    }
}

/// Offences and how many of the kept diagrams each must at least solve.
const WANTED: [(&str, usize); 6] = [
    ("castling", 24),
    ("half-castling", 24),
    ("en-passant", 24),
    ("half-en-passant", 12),
    ("half-promotion", 24),
    ("check-ignored", 24),
];

/// Kept diagrams, each under the default options and random ones.
#[test]
fn illegal_last_moves_that_solve() {
    let mut dice = Dice::new(42);
    let mut offences: BTreeMap<&'static str, usize> = BTreeMap::new();
    let (mut unsolved, mut compared) = (0, 0);
    let lines = include_str!("../oracle/illegal.txt").lines();
    for text in lines.filter(|text| !text.starts_with("# ")) {
        let (name, sample) = harvested(text);
        for options in [
            Options::DEFAULT,
            any_options(&mut dice),
            any_options(&mut dice),
        ] {
            let found = compare_one(&sample, named(name), options, &mut dice, true);
            compared += 1;
            unsolved += usize::from(found.is_empty());
            for (offence, ..) in found {
                *offences.entry(offence).or_default() += 1;
            }
        }
    }
    println!("{compared} compared, {unsolved} unsolved, solutions by offence: {offences:?}");
    for (offence, wanted) in WANTED {
        assert!(
            offences.get(offence).is_some_and(|&have| have >= wanted),
            "{offence}: {offences:?}"
        );
    }
}

/// Looks for diagrams that a retraction solves, until every offence has enough. Prints lines for
/// `tests/oracle/illegal.txt`:
/// `HARVEST_SECONDS=60 cargo test --release --test differential harvest_illegal -- --ignored --nocapture`
#[test]
#[ignore = "finds diagrams for the other tests"]
fn harvest_illegal() {
    let seconds: u64 = std::env::var("HARVEST_SECONDS").map_or(10, |s| s.parse().unwrap());
    let seed: u64 = std::env::var("HARVEST_SEED").map_or(78, |s| s.parse().unwrap());
    let names = ["#1", "=1", "h1", "h2", "s#1", "r#1", "#2"];
    let mut dice = Dice::new(seed);
    let mut have: BTreeMap<&'static str, usize> = BTreeMap::new();
    let start = Instant::now();
    let enough = |have: &BTreeMap<&'static str, usize>, offence, wanted| {
        have.get(offence).is_some_and(|&have| have >= wanted)
    };
    while !WANTED
        .iter()
        .all(|&(offence, wanted)| enough(&have, offence, wanted / 2))
        && start.elapsed() < Duration::from_secs(seconds)
    {
        let sample = candidate(&mut dice);
        let at = dice.below(names.len());
        let strict = problem::Strictness::Strict;
        let (options, laws) = (Options::DEFAULT, problem::Laws::Fide2018);
        let Ok(found) = retractions(&problem_of(&sample, ASKED[at], options, laws, strict)) else {
            continue;
        };
        let needed = |offence| {
            let wanted = WANTED.iter().find(|(known, _)| *known == offence);
            wanted.is_some_and(|&(_, wanted)| !enough(&have, offence, wanted / 2))
        };
        if !found.iter().any(|(offence, ..)| needed(offence)) {
            continue;
        }
        for (offence, ..) in &found {
            *have.entry(offence).or_default() += 1;
        }
        println!("{}", line(names[at], &sample));
    }
    println!("# {have:?} in {:?}", start.elapsed());
}

/// Wheeler 1874 and the positions of the hand-made tests, by the plain solver.
#[test]
fn the_plain_solver_takes_back_wheelers_castling() {
    let board = Board::from_ascii_board_fen(b"2kr1b2/p3p3/4K1Br/B3R3/8/5q2/8/8").unwrap();
    let found = oracle::illegal::retractions(
        &board,
        Color::White,
        &oracle::worlds(&["- -"]),
        stipulation(Play::Forcing, 1),
        Options::DEFAULT,
        true,
    );
    let replacements = ["f3f7", "h6g6"].map(str::to_owned).to_vec();
    assert_eq!(
        found,
        [("castling", "e8c8 -".to_owned(), replacements)].into()
    );
}
