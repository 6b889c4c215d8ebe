//! Composers' limits: what they leave out, worked out by hand, and the same with Popeye.

#![allow(
    clippy::print_stdout,
    reason = "what the comparison was worth, shown with --nocapture"
)]

use std::process::Command;

use beruehrt::problem::{Histories, Twin};
use beruehrt::random::Random;
use beruehrt::solution::{Audit, Verdict};
use beruehrt::solve::{
    Condition, Finality, NonTrivial, Outcome, Restrictions, SolveOptions, Threads, Wanted,
    WorldStatus, solve,
};

fn twin(board: &str, stipulation: &str) -> Twin {
    let file =
        format!("fen: {board}\nturn: white\nstipulation: {stipulation}\nhistories: given\n  - -\n");
    let parsed = beruehrt::syntax::parse(&file);
    let problem = parsed.problems().next().expect("the file is right");
    problem.twins[0].clone()
}

fn solved(twin: &Twin, restrictions: Restrictions, wanted: Wanted) -> Outcome {
    solved_by(1, twin, restrictions, wanted)
}

fn solved_by(threads: usize, twin: &Twin, restrictions: Restrictions, wanted: Wanted) -> Outcome {
    let Histories::Given(worlds) = &twin.histories else {
        unreachable!()
    };
    let options = SolveOptions {
        restrictions,
        wanted,
        threads: Threads::Own(threads),
        table_mib: 4,
        ..SolveOptions::default()
    };
    solve(twin, &WorldStatus::given(worlds), &options).expect("it can be played")
}

fn keys(board: &str, stipulation: &str, restrictions: Restrictions) -> Vec<String> {
    let outcome = solved(&twin(board, stipulation), restrictions, Wanted::All);
    let mut keys: Vec<String> = outcome
        .keys()
        .iter()
        .map(beruehrt::solution::Key::uci)
        .collect();
    keys.sort();
    keys
}

fn flights(most: u32) -> Restrictions {
    Restrictions {
        flights: Some(most),
        ..Restrictions::default()
    }
}

fn threat(moves: u32) -> Restrictions {
    Restrictions {
        threat: Some(moves),
        ..Restrictions::default()
    }
}

fn non_trivial(more: u32, moves: u32) -> Restrictions {
    Restrictions {
        non_trivial: Some(NonTrivial { more, moves }),
        ..Restrictions::default()
    }
}

/// Black's king in the corner has one move, b1, after every waiting move of the rook.
const CORNER: &str = "8/8/8/8/8/1K6/3R4/k7";

/// After every first move but the mate 1. Rd1 the king has one move.
#[test]
fn flights_are_moves_of_the_king() {
    let all = keys(CORNER, "#3", Restrictions::default());
    assert!(all.len() > 10);
    assert_eq!(keys(CORNER, "#3", flights(0)), ["d2d1"]);
    assert_eq!(keys(CORNER, "#3", flights(1)), all);
}

/// A waiting rook threatens mate on the first rank, and 1... Kb1 does not help. After 1. Rc2 Kb1, 1. Ra2+ Kb1 and 1. Kc2 Ka2
/// White's second move can only wait.
#[test]
fn a_threat_is_what_happens_if_black_passes() {
    let waiting = ["d2c2", "d2a2", "b3c2"];
    let mut expected = keys(CORNER, "#3", Restrictions::default());
    assert!(
        waiting
            .iter()
            .all(|&key| expected.contains(&key.to_owned()))
    );
    expected.retain(|key| !waiting.contains(&&key[..]));
    assert_eq!(keys(CORNER, "#3", threat(1)), expected);
    // Without any move for a threat only checks are left, and the mate itself.
    assert_eq!(keys(CORNER, "#3", threat(0)), ["d2d1"]);
}

/// After the key Ra6+ there are three moves, Kf7, Kg7 and Kh7, and none of them is met by mate at once: one is granted,
/// two more have to be.
#[test]
fn defences_that_are_not_trivial_are_counted() {
    let ladder = "8/8/6k1/1R6/R7/8/8/K7";
    let key = "a4a6".to_owned();
    assert!(keys(ladder, "#3", Restrictions::default()).contains(&key));
    assert!(!keys(ladder, "#3", non_trivial(1, 0)).contains(&key));
    assert!(keys(ladder, "#3", non_trivial(2, 0)).contains(&key));
    // All of them allow mate in two, and with that as the limit they are trivial.
    assert!(keys(ladder, "#3", non_trivial(0, 1)).contains(&key));
    // Here Black never has a choice.
    let all = keys(CORNER, "#3", Restrictions::default());
    assert_eq!(keys(CORNER, "#3", non_trivial(0, 0)), all);
}

#[test]
fn what_is_left_out_is_never_final() {
    for (board, stipulation) in [(CORNER, "#3"), ("8/8/8/8/8/2K5/3R4/k7", "#3")] {
        let twin = twin(board, stipulation);
        for restrictions in [flights(0), threat(0), non_trivial(0, 0)] {
            let outcome = solved(&twin, restrictions, Wanted::All);
            assert_ne!(outcome.verdict, Verdict::NoSolution);
            assert_eq!(
                outcome.finality,
                Finality::Conditional(Condition::NotExhaustive)
            );
            // What is found is replayed like any other solution.
            if outcome.verdict == Verdict::Solved {
                assert_eq!(outcome.solution.unwrap().audit, Audit::Passed);
            }
        }
        let first = solved(&twin, Restrictions::default(), Wanted::One);
        assert_eq!(first.keys().len(), 1);
        assert_eq!(
            first.finality,
            Finality::Conditional(Condition::NotExhaustive)
        );
    }
}

/// One key is the same one whatever the number of threads, and a key among all; that there is none is final.
#[test]
fn the_first_key_is_a_key() {
    for (board, stipulation) in [
        ("7B/5R2/3p3N/3P4/1K2k2r/4N3/4Q3/8", "#2"),
        (CORNER, "#3"),
        ("8/8/8/8/8/2K5/3R4/k7", "=2"),
        ("8/8/8/8/8/5k1p/7P/7K", "s#2"),
        (CORNER, "h#1.5"),
    ] {
        let twin = twin(board, stipulation);
        let all = solved(&twin, Restrictions::default(), Wanted::All);
        let one = solved(&twin, Restrictions::default(), Wanted::One);
        assert_eq!(one.verdict, all.verdict, "{stipulation}");
        if all.verdict == Verdict::NoSolution {
            assert_eq!(one.finality, Finality::Final, "{stipulation}");
        } else {
            assert_eq!(one.keys().len(), 1, "{stipulation}");
            let known = |key| all.keys().iter().any(|other| other.mv == key);
            assert!(known(one.keys()[0].mv), "{stipulation}");
        }
    }
}

/// Long mates have a search of their own: what it finds is a key among all, and the same one on any number of threads
/// and with nodes to spare; where there is none, that is final.
#[test]
fn the_first_key_of_a_long_mate_is_a_key() {
    for (board, stipulation) in [
        ("8/8/R2N2p1/2k3P1/6K1/2PP4/8/8", "#5"),
        ("1n6/8/8/R3Np1K/1N3k2/1R6/1P5P/3n4", "#5"),
        ("8/8/8/3k4/8/3K4/7p/8", "#6"),
    ] {
        let twin = twin(board, stipulation);
        let all = solved(&twin, Restrictions::default(), Wanted::All);
        let one = |threads| solved_by(threads, &twin, Restrictions::default(), Wanted::One);
        let ones = [1, 2].map(one);
        let keys = ones.map(|one| {
            assert_eq!(one.verdict, all.verdict, "{board}");
            let last = match all.verdict {
                Verdict::NoSolution => Finality::Final,
                _ => Finality::Conditional(Condition::NotExhaustive),
            };
            assert_eq!(one.finality, last, "{board}");
            one.keys().iter().map(|key| key.mv).collect::<Vec<_>>()
        });
        assert_eq!(keys[0], keys[1], "{board}");
        for key in &keys[0] {
            assert!(all.keys().iter().any(|other| other.mv == *key), "{board}");
        }
    }
}

/// Random boards of a few men without castling.
struct Draw(Random);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    fn board(&mut self, men: usize) -> String {
        let mut squares = [b'.'; 64];
        for man in 0..men {
            let men = b"QRBNPqrbnp";
            let man = match man {
                0 => b'K',
                1 => b'k',
                _ => men[self.below(10)],
            };
            loop {
                let square = self.below(64);
                let astray = man.eq_ignore_ascii_case(&b'p') && !(8..56).contains(&square);
                let home = man == b'K' && square == 60 || man == b'k' && square == 4;
                if squares[square] == b'.' && !astray && !home {
                    squares[square] = man;
                    break;
                }
            }
        }
        let rank = |rank: &[u8]| {
            let mut text = String::from_utf8(rank.to_vec()).unwrap();
            for free in (1..=8).rev() {
                text = text.replace(&".".repeat(free), &free.to_string());
            }
            text
        };
        squares.chunks(8).map(rank).collect::<Vec<_>>().join("/")
    }
}

/// `POPEYE=/path/to/py cargo test --test solving restrictions:: -- --ignored --nocapture`
#[test]
#[ignore = "needs Popeye"]
fn popeye_leaves_out_the_same() {
    let program = std::env::var_os("POPEYE").expect("POPEYE is the path of Popeye's program");
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("problems.inp");
    let options = [
        ("MaxFlightsquares 0", flights(0)),
        ("MaxFlightsquares 1", flights(1)),
        ("Threat 0", threat(0)),
        ("Threat 1", threat(1)),
        ("Threat 2", threat(2)),
        ("NonTrivial 0 0", non_trivial(0, 0)),
        ("NonTrivial 1 0", non_trivial(1, 0)),
        ("NonTrivial 0 1", non_trivial(0, 1)),
    ];
    let mut draw = Draw(Random::new(0x5eed));
    for (stipulation, men, boards) in [("#2", 8, 60), ("#3", 6, 60), ("#4", 5, 15)] {
        for (option, restrictions) in options {
            let boards: Vec<String> = (0..boards).map(|_| draw.board(men)).collect();
            let problems: Vec<String> = boards
                .iter()
                .map(|board| {
                    let board = board.replace('N', "S").replace('n', "s");
                    format!("Stipulation {stipulation}\nOption NoBoard {option}\nForsyth {board}\n")
                })
                .collect();
            let text = format!(
                "BeginProblem\n{}EndProblem\n",
                problems.join("NextProblem\n")
            );
            std::fs::write(&input, text).unwrap();
            let output = Command::new(&program).arg(&input).output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            let theirs = text.split("solution finished").map(|text| {
                let keys = text.lines().filter(|line| line.contains(" !"));
                keys.count()
            });
            let mut found = 0;
            for (board, theirs) in boards.iter().zip(theirs) {
                let own = keys(board, stipulation, restrictions).len();
                assert_eq!(own, theirs, "{stipulation} {option} {board}");
                found += own;
            }
            println!(
                "{stipulation} {option}: {} boards, {found} keys",
                boards.len()
            );
        }
    }
}
