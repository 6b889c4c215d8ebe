//! What `compose` finds, checked by the plain solver of the tests: each mechanism from recorded seeds, and the originals
//! that come with the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use beruehrt::budget::Stop;
use beruehrt::compose::{Composed, Draw, End, Matrix, Mechanism, Wish, compose};
use beruehrt::problem::{
    Castling, EpTouch, Histories, HistoryChoice, Laws, Length, Options, Stipulation, Trials, Twin,
};
use beruehrt::syntax;
use beruehrt::world::WorldSet;
use shakmaty::{Bitboard, CastlingMode, Square};

use crate::{files, oracle};

/// Draws that give a find each, quick enough for every run of the tests.
const RECORDED: &[(Mechanism, u64, u64)] = &[
    (Mechanism::TwoCaptures, 1, 26),
    (Mechanism::PawnOwes, 1, 14),
    (Mechanism::FreeMove, 1, 1),
    (Mechanism::PawnMoves, 1, 16),
    (Mechanism::PawnMoves, 5, 56),
    (Mechanism::PawnMoves, 12, 37),
];

fn nobody(_: &Draw) {}

fn wish(mechanism: Mechanism, seed: u64, first: u64, draws: u64) -> Wish {
    let mut wish = Wish::new(mechanism);
    (wish.seed, wish.first, wish.draws) = (seed, first, draws);
    wish
}

/// The options in the plain solver's words; only those that the originals use.
fn plain_options(options: Options) -> oracle::Options {
    assert_eq!(options.castling, Castling::Codex);
    assert_eq!(options.trials, Trials::Both);
    assert_eq!(options.ep_touch, EpTouch::OwnFirst);
    assert_eq!(options.laws, Laws::Fide2018);
    oracle::Options {
        history: match options.history {
            HistoryChoice::Fixed => oracle::History::Fixed,
            HistoryChoice::Deferred => oracle::History::Deferred,
        },
        ..oracle::Options::DEFAULT
    }
}

/// The keys of a problem that claims its worlds, found by the plain solver.
fn plain_keys(twin: &Twin) -> BTreeSet<String> {
    let (Histories::Claim(worlds) | Histories::Given(worlds)) = &twin.histories else {
        panic!("no worlds");
    };
    let Stipulation::Goal(forced) = twin.stipulation else {
        panic!("no goal");
    };
    let Length::HalfMoves(plies) = forced.length else {
        panic!("no length");
    };
    let texts: Vec<String> = worlds.iter().map(|world| world.to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let solution = oracle::solve(
        &twin.diagram.board,
        twin.diagram.turn,
        &oracle::worlds(&texts),
        oracle::Stipulation::mate(plies.div_ceil(2)),
        oracle::Convention::Bg,
        plain_options(twin.options),
    );
    solution.keys.into_iter().map(|(key, _)| key).collect()
}

/// The author's key in UCI notation.
fn published_key(twin: &Twin, composed: &Composed) -> String {
    let find = &composed.finds[0];
    let mv = (find.verification.findings.iter())
        .find_map(|finding| match finding {
            beruehrt::verify::Finding::Key(key) => Some(key.mv),
            _ => None,
        })
        .unwrap_or_else(|| panic!("{}: no key", twin.diagram.fen()));
    mv.to_uci(CastlingMode::Standard).to_string()
}

/// The find of one draw, sound to the plain solver too.
fn find_of(mechanism: Mechanism, seed: u64, draw: u64) {
    let composed = compose(&wish(mechanism, seed, draw, 1), &nobody);
    assert_eq!(composed.finds.len(), 1, "{mechanism:?} {seed} {draw}");
    let find = &composed.finds[0];
    let twin = &find.problem.twins[0];
    assert!(twin.solution.is_some(), "{mechanism:?}: no lines");
    let keys: Vec<String> = plain_keys(twin).into_iter().collect();
    assert_eq!(keys, [published_key(twin, &composed)], "{mechanism:?}");
}

#[test]
fn the_plain_solver_agrees_with_the_finds() {
    for &(mechanism, seed, draw) in RECORDED {
        find_of(mechanism, seed, draw);
    }
}

#[test]
fn the_plain_solver_agrees_with_the_originals() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/originals");
    for path in files::below(&folder, "bg") {
        let text = fs::read_to_string(&path).unwrap();
        let parsed = syntax::parse(&text);
        let problem = parsed.problems().next().unwrap();
        let twin = &problem.twins[0];
        let Stipulation::Goal(forced) = twin.stipulation else {
            panic!("{}", path.display());
        };
        if forced.length != Length::HalfMoves(3) {
            // It is far too slow for more than two moves.
            continue;
        }
        assert_eq!(plain_keys(twin).len(), 1, "{}", path.display());
    }
}

#[test]
fn what_is_found_does_not_depend_on_the_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(16 << 20)
            .build()
            .unwrap();
        let composed = pool.install(|| compose(&wish(Mechanism::TwoCaptures, 1, 4, 5), &nobody));
        let finds: Vec<String> = (composed.finds.iter())
            .map(|find| syntax::print(&find.problem))
            .collect();
        (finds, composed.tally, composed.repeated)
    };
    let one = run(1);
    assert_eq!(one, run(3));
    assert_eq!(one.1.draws(), 5);
    assert!(one.1.of(End::Found) > 0, "nothing to compare: {:?}", one.1);
}

const WALL: &str = "fen: 8/8/3P1P1R/3PpKpP/7k/7P/5P2/8 w\nstipulation: #2\nconvention: bg\n";

fn wall(changes: usize, kept: Bitboard) -> Wish {
    let parsed = syntax::parse(WALL);
    let twin = &parsed.problems().next().unwrap().twins[0];
    let worlds: Vec<_> = ["- e6", "- g6"].map(|world| world.parse().unwrap()).into();
    let worlds = WorldSet::new(twin.diagram.turn, worlds);
    let mut wish = wish(Mechanism::TwoCaptures, 1, 0, 12);
    let matrix = Matrix::new(twin, worlds, kept, changes).unwrap();
    wish.matrix = Some(matrix.into());
    wish
}

#[test]
fn a_matrix_keeps_its_men_and_gets_no_more_than_asked() {
    let wish = wall(1, Bitboard::FULL);
    let men = syntax::parse(WALL).problems().next().unwrap().twins[0]
        .diagram
        .board
        .clone();
    let composed = compose(&wish, &nobody);
    assert!(!composed.finds.is_empty(), "{:?}", composed.tally);
    for find in &composed.finds {
        let board = &find.problem.twins[0].diagram.board;
        assert_eq!(board.occupied().count(), men.occupied().count() + 1);
        for square in men.occupied() {
            assert_eq!(board.piece_at(square), men.piece_at(square), "{square}");
        }
    }
}

#[test]
fn a_known_problem_is_no_find() {
    let mut wish = wall(1, Bitboard::FULL);
    let first = compose(&wish, &nobody);
    wish.known = (first.finds.iter())
        .map(|find| find.problem.twins[0].diagram.board.clone())
        .collect();
    let second = compose(&wish, &nobody);
    assert!(second.finds.is_empty());
    assert!(second.known >= first.finds.len());
}

#[test]
fn a_search_that_is_stopped_ends() {
    let mut wish = wish(Mechanism::FreeMove, 1, 0, u64::MAX);
    wish.stop = Stop::default();
    wish.stop.request();
    let composed = compose(&wish, &nobody);
    assert!(composed.finds.is_empty());
    assert_eq!(composed.tally.of(End::Found), 0);
}

#[test]
fn black_on_move_is_no_matrix() {
    let text = WALL.replace(" w\n", " b\n");
    let parsed = syntax::parse(&text);
    let twin = &parsed.problems().next().unwrap().twins[0];
    let worlds = WorldSet::new(twin.diagram.turn, ["- -".parse().unwrap()]);
    let kept = Bitboard::from_square(Square::E5);
    assert!(Matrix::new(twin, worlds, kept, 1).is_err());
}

/// A denied castling takes three moves; the plain solver agrees.
#[test]
#[ignore = "half a minute: a mate in three is improved"]
fn a_denied_castling_is_found_in_three_moves() {
    for (seed, draw) in [(2, 33), (2, 62)] {
        find_of(Mechanism::KingOwes, seed, draw);
    }
}

/// Mechanisms of which a hundred draws show something; the others are rarer.
const FREQUENT: [Mechanism; 3] = [
    Mechanism::PawnOwes,
    Mechanism::TwoCaptures,
    Mechanism::FreeMove,
];

/// Every mechanism, from the draws of a bounded run.
#[test]
#[ignore = "half an hour: a hundred draws of every mechanism, each find checked by the plain solver"]
fn the_finds_of_every_mechanism_are_right() {
    for mechanism in Mechanism::ALL {
        let composed = compose(&wish(mechanism, 1, 0, 100), &nobody);
        let tally = composed.tally;
        assert!(
            !composed.finds.is_empty() || !FREQUENT.contains(&mechanism),
            "{mechanism:?}: {tally:?}"
        );
        for find in &composed.finds {
            let keys = plain_keys(&find.problem.twins[0]);
            assert_eq!(keys.len(), 1, "{mechanism:?}, draw {}", find.draw);
        }
    }
}
