//! The shortest games: against all games there are of a few plies, and against proof games that are published as unique.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use beruehrt::budget::{Limit, Limits};
use beruehrt::problem::{Diagram, Fact};
use beruehrt::random::Random;
use beruehrt::retro::checker::check;
use beruehrt::retro::proof_game::shortest;
use beruehrt::retro::{Brevity, Witness};
use beruehrt::world::World;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Square};

use super::parse;

/// Every end of a game of at most so many plies, with its least number of plies and how many games of that length lead there.
fn ends(plies: usize) -> Vec<(Chess, usize, u64)> {
    let mut seen: BTreeMap<(String, World), (usize, u64, Chess)> = BTreeMap::new();
    let mut layer: BTreeMap<(String, World), (Chess, u64)> = BTreeMap::new();
    let key = |position: &Chess| {
        let turn = position.turn().char();
        (format!("{} {turn}", position.board()), World::of(position))
    };
    layer.insert(key(&Chess::default()), (Chess::default(), 1));
    for ply in 0..=plies {
        for (end, (position, games)) in &layer {
            seen.entry(end.clone())
                .or_insert_with(|| (ply, *games, position.clone()));
        }
        let mut next: BTreeMap<(String, World), (Chess, u64)> = BTreeMap::new();
        for (position, games) in layer.values() {
            for played in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(played);
                next.entry(key(&after)).or_insert_with(|| (after, 0)).1 += games;
            }
        }
        layer = next;
    }
    seen.into_values()
        .map(|(ply, games, position)| (position, ply, games))
        .collect()
}

fn agrees(ends: &[(Chess, usize, u64)], asked: usize, seed: u64) {
    let mut random = Random::new(seed);
    let (mut only, mut several) = (0, 0);
    for _ in 0..asked {
        let (position, plies, games) = &ends[random.below(ends.len())];
        let diagram = Diagram {
            board: position.board().clone(),
            turn: position.turn(),
        };
        let world = World::of(position);
        let found = shortest(
            &diagram,
            Some(world),
            &[],
            None,
            &mut Limits::unlimited().start(),
        )
        .unwrap();
        assert_eq!(found.game.moves.len(), *plies, "{}", position.board());
        let is_only = if *games == 1 {
            only += 1;
            true
        } else {
            several += 1;
            false
        };
        match &found.brevity {
            Brevity::Only => assert!(is_only, "{}", position.board()),
            Brevity::OneOfSeveral(other) => {
                assert!(!is_only, "{}", position.board());
                assert_ne!(other, &found.game);
                assert_eq!(other.moves.len(), *plies);
                check(&diagram, world, &[], other).unwrap();
            }
            limited => panic!("{limited:?}"),
        }
    }
    assert!(
        only * 10 > asked && several * 10 > asked,
        "{only} {several}"
    );
}

#[test]
fn lengths_and_uniqueness_are_those_of_all_games_of_four_plies() {
    agrees(&ends(4), 400, 1);
}

/// Proof games of the collection that comes with Euclide (natch-test-problems and no-capture), each published as unique.
const PUBLISHED: &[(&str, usize)] = &[
    (
        "rnbqk1nr/p1pp1ppp/7R/8/8/P3p3/P1PPPPPP/Q1bNKBNR w Kkq -",
        18,
    ),
    (
        "r3kbnr/p2npppp/1p6/q1p5/8/7b/PPPPPPPP/RNBQKB1R w KQkq -",
        10,
    ),
    ("rnbq1rk1/pppppp2/8/5N2/3n4/7p/PPPPPPP1/RNBQKBNR b KQ -", 15),
    (
        "rn1qkbnr/p1ppppp1/8/p5Pp/4P3/5N1b/PPPP1P1P/RNBQ2K1 w kq -",
        12,
    ),
    (
        "r2qkbnr/p1pppppp/2n5/1p5B/4P3/5N2/PPPP1PPP/RNBQ1b1K w kq -",
        12,
    ),
    ("rnbqrbn1/ppppppkp/7p/8/8/3P1N2/PPP1PPPP/2KQRBNR w - -", 16),
];

#[test]
fn published_proof_games_are_found_and_unique() {
    for &(fen, plies) in PUBLISHED {
        let (diagram, world) = parse(fen);
        for asked in [Some(world), None] {
            let mut budget = Limits::unlimited().start();
            let found = shortest(&diagram, asked, &[], None, &mut budget).unwrap();
            assert_eq!(
                (found.game.moves.len(), &found.brevity),
                (plies, &Brevity::Only),
                "{fen}"
            );
            assert_eq!(found.game.world(), world, "{fen}");
        }
    }
}

#[test]
fn a_right_that_is_lost_and_a_man_that_has_moved_take_their_moves() {
    let (diagram, all) = parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    let length = |world: Option<World>, facts: &[Fact]| {
        let found = shortest(
            &diagram,
            world,
            facts,
            None,
            &mut Limits::unlimited().start(),
        );
        let game = found.unwrap().game;
        check(&diagram, game.world(), facts, &game).unwrap();
        game.moves.len()
    };
    assert_eq!(length(Some(all), &[]), 0);
    assert_eq!(length(None, &[Fact::Moved(Square::G1)]), 4);
    // The rook goes to g1 and back, the knight away before and home after.
    assert_eq!(length(Some("Qkq -".parse().unwrap()), &[]), 8);
    assert_eq!(
        length(None, &[Fact::Moved(Square::H1), Fact::NotMoved(Square::B8)]),
        8
    );
}

#[test]
fn what_was_left_open_is_said() {
    let (diagram, world) = parse(PUBLISHED[0].0);
    let limits = Limits {
        nodes: Some(500),
        ..Limits::unlimited()
    };
    let found = shortest(&diagram, Some(world), &[], None, &mut limits.start());
    assert_eq!(found, Err(Limit::Nodes));
    let (diagram, _) = parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    let knights: Vec<Move> = {
        let mut position = Chess::default();
        ["g1f3", "g8f6", "f3g1", "f6g8"]
            .iter()
            .map(|uci| {
                let uci: UciMove = uci.parse().unwrap();
                let played = uci.to_move(&position).unwrap();
                position.play_unchecked(played);
                played
            })
            .collect()
    };
    let known = Witness { moves: knights };
    let facts = [Fact::Moved(Square::G1)];
    let within = |nodes| {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::unlimited()
        };
        shortest(&diagram, None, &facts, Some(&known), &mut limits.start()).unwrap()
    };
    // Nothing is shown without a node.
    let nothing = within(0);
    let unproved = Brevity::Unproved {
        none_below: 0,
        limit: Limit::Nodes,
    };
    assert_eq!((nothing.game, nothing.brevity), (known.clone(), unproved));
    // With enough of them: no game of two plies gets the knight home again, and the black one can go by a6.
    let all = within(1_000);
    assert_eq!(all.game.moves.len(), 4);
    assert!(
        matches!(all.brevity, Brevity::OneOfSeveral(_)),
        "{:?}",
        all.brevity
    );
}

/// `TABLE=rows.tsv SECONDS=10 cargo test --release --test retro shortest:: -- --ignored --nocapture`: rows of five columns (set, name,
/// position, truth, source) whose source tells of a `unique proof game N plies`; `MOST=20` leaves out longer ones.
#[test]
#[ignore = "minutes, and needs a table"]
fn a_table_of_unique_proof_games() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
    };
    let table = std::fs::read_to_string(std::env::var("TABLE").unwrap()).unwrap();
    let (mut asked, mut proved, mut found_only, mut shorter) = (0, 0, 0, 0);
    for row in table.lines() {
        let columns: Vec<&str> = row.split('\t').collect();
        let Some(plies) = columns.get(4).and_then(|source| {
            let (_, rest) = source.split_once("unique proof game ")?;
            rest.split(' ').next()?.parse::<u64>().ok()
        }) else {
            continue;
        };
        if plies > number("MOST", 20) {
            continue;
        }
        asked += 1;
        let (diagram, world) = parse(columns[2]);
        let limits = Limits {
            time: Some(Duration::from_secs(number("SECONDS", 10))),
            ..Limits::unlimited()
        };
        let mut budget = limits.start();
        let began = Instant::now();
        let found = shortest(&diagram, Some(world), &[], None, &mut budget);
        let text = match &found {
            Ok(found) => {
                // The table has problems that ask for exactly so many plies, and some that are cooked.
                let length = found.game.moves.len() as u64;
                assert!(length <= plies, "{row}");
                shorter += u64::from(length < plies);
                proved += 1;
                found_only += u64::from(found.brevity == Brevity::Only);
                format!("{} plies, {:?}", found.game.moves.len(), found.brevity)
            }
            Err(limit) => format!("{limit}"),
        };
        println!(
            "{:<20} {plies:>3} plies {:>9} nodes {:>8.2} s  {text}",
            columns[1],
            budget.nodes_used(),
            began.elapsed().as_secs_f64()
        );
    }
    println!(
        "{asked} asked, {proved} proved shortest, {shorter} of them shorter than published, {found_only} proved unique"
    );
}
