//! Arguments: every step follows, none can be left out or changed, and the same is said of the board seen from the other side.

// The long test prints what arguments cost.
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::time::Duration;

use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::report::argument_steps;
use beruehrt::report::text::{TextStyle, argument_sentences, paragraph, refutation_text};
use beruehrt::retro::argument::{argument, says_something};
use beruehrt::retro::checker::check_argument;
use beruehrt::retro::model::{Argument, Bar, Blocked, Branch, Deduction};
use beruehrt::retro::{Refutation, RetroPosition, confirm, refute_world};
use beruehrt::world::World;
use shakmaty::{Bitboard, Board, ByColor, Color, File, Square};

use crate::colours::{exchanged, world_there};
use crate::rows::Row;
use crate::{processor, published};

/// Diagrams, worlds that are impossible, and a kind of deduction that the argument must have, for the reason that the author or
/// the rules of chess give.
const ARGUED: &[(&str, &str, &str)] = &[
    // Loyd 1859: king, rooks and pawns have not moved.
    (
        "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R w",
        "KQkq -",
        "NoLastMove",
    ),
    // Langstaff 1922: g6-g5 would have come out of giving check.
    ("4k2r/8/5B1P/5KpP/8/8/8/3R4 w", "k -", "DidNotMove"),
    // Amelung 1897: with the king on g7, the pawn on f6 gives a check that nobody gave.
    ("7R/7p/5P1k/4PKpP/8/8/8/8 w", "- -", "GivesCheck"),
    // Behind the pawns c2 and e2, and beside a king that may castle, no bishop came to d1.
    ("4k2r/8/8/2p5/8/5q2/2P1PPP1/3bK2R w", "K -", "Locked"),
    // The bishop went past no pawn.
    (
        "rnbqkbnr/pppppppp/8/2B5/8/2P1P3/PP1PBPPP/RN1QK1NR w",
        "- -",
        "NoWayIn",
    ),
    // Doubled pawns, and nobody is missing (chess.stackexchange 15216): not that the pawn g2 stood in the way.
    (
        "2k1rr2/pbpq2b1/1p1p1np1/nB1Pp2p/2P1Pp2/2N2NP1/PPQB1PP1/2KR3R w",
        "- -",
        "TooManyCaptures",
    ),
    // The pawn a6 came straight: the rook a8 never got out, and White's pawns captured as often as men are missing
    // (S. Vokal, Die Schwalbe 9381, further back).
    (
        "2bn2R1/np1p1p1p/pPP1N2k/1p2pKpP/P6R/4P3/1P1P2P1/3B4 b",
        "- -",
        "NoVictim",
    ),
    // Three men check at once.
    ("2k5/8/1b2q3/8/8/3pK3/3P4/8 w", "- -", "ChecksAtOnce"),
    // The pawn captured on a light square; a dark-squared bishop is missing.
    (
        "rnbqkbnr/ppp1pppp/4p3/8/8/3P4/PPP1PPPP/RN1QKBNR w",
        "- -",
        "NoVictim",
    ),
    // The bishop never left f8, where it was captured; the pawn on c3 captured somebody else.
    (
        "rnbqk1nr/pppppppp/8/8/8/2P5/P1PPPPPP/RNBQKBNR w",
        "- -",
        "OutOfReach",
    ),
    // Two queens, and no pawn that could have been promoted for want of captures.
    (
        "2bqkbnr/1ppppppp/1pr5/2n5/1QQ5/8/2PPPPPP/RNBQKB1R w",
        "- -",
        "Promoted",
    ),
    // Smullyan, Sherlock Holmes, p. 66: the rooks came out after h7xg only, the rook a1 after a2xb3 only.
    (
        "1n2k3/p1pqppp1/1p1p1n2/3N2p1/1PB3bP/2P1PN2/1P1P1PP1/2BQK2R w",
        "K -",
        "NoFirstCapture",
    ),
    // Vokal, Nedelna Pravda 1996, 2944 (janko.at 9603): the queen from d8 was captured at home, so that on a8 is promoted; with the
    // pawns b6 and c4 White has no capture left, and what Black's pawn captured cannot have been promoted for the king on e8.
    (
        "q1b1k2r/PppppN1p/1P4pP/8/B1P1RpQ1/8/1PP5/R3K3 w",
        "Qk -",
        "FewLeft",
    ),
    // Vokal, Nedelna Pravda 1995, 2883 (janko.at 9501): the queen from d1 was captured at home, so that on h4 is promoted, and not
    // on d8 to g8 beside a king that has not moved.
    (
        "4k2r/3p1rpp/3Pp1p1/4N3/5P1Q/P7/1PPPP3/2B1K2R w",
        "Kk -",
        "FewLeft",
    ),
    // Vokal, Die Schwalbe 1997, 9728 b (janko.at): h7xg was to come before b7xc, b7xc before d2xc, and that before both.
    (
        "3qk2r/p1ppppbp/2pn1n1p/8/6P1/PQN1BN2/1PP1PPP1/R3KB2 w",
        "Q -",
        "NoFirstCapture",
    ),
    // The a-pawns have passed each other, the white one straight; the black one captured for that, but no white man is missing.
    (
        "rnbqkbnr/2pppppp/8/P7/p7/8/1PPPPPPP/RNBQKBNR w",
        "- -",
        "TooManyCaptures",
    ),
    // Hoelle, Die Schwalbe 1998, 5406 (janko.at): had the pawn g6 come straight, the rook h8 would not have been captured on g3;
    // otherwise the pawns captured crosswise, and three captures on the dark squares b6, h6 and on g6 found two men.
    (
        "r3k3/1pqp1pb1/1pn2npp/2pp4/8/5NP1/1PP2PP1/R2QKB1R b",
        "q -",
        "StraightOrNot",
    ),
    // Smullyan, Sherlock Holmes, p. 57 (janko.at): White had no move before, and the man that Black captured then had none either.
    (
        "r1b1k2r/p1p1p1p1/1p3p1p/8/8/P7/1PPPPPPP/2BQKB2 b",
        "k -",
        "NorTheCaptured",
    ),
    // Vokal, StrateGems 1998, R0007 a (janko.at): d7xc was to take the rook that a2xb let out, a2xb the bishop that d7xc let out.
    (
        "r3k3/1ppq1p1p/p1p2np1/3n4/3Np3/NPP3P1/1P1PPPP1/2BQK2R b",
        "Kq -",
        "NoFirstCapture",
    ),
    // P. Oesterlund, possible last moves, 1 (documentation of Texel): the bishop on a5 had no way there; the eight pawns that are gone
    // were promoted, and four captures let too few of them pass.
    (
        "1r4R1/4rp2/Pk2B1Qp/B2n3r/qb1r2Q1/2Q1NKbn/2BR1R1N/2R2Q1n b",
        "- -",
        "FilesBlocked",
    ),
    // Smullyan, Sherlock Holmes, p. 78 (janko.at): e2xf3 took the bishop that d7xc6 let out, and that the bishop that e2xf3 let out.
    (
        "r2qk1nr/pp2pppp/1pp5/8/5P2/6P1/PPPP2PP/R2QK1NR w",
        "- -",
        "Captured",
    ),
    // White's men of a question in the forum of chess.com ("is this possible?"): the rook h1 got out before g2-g3, the bishop f1 after
    // it, and the rook a1 neither before nor after.
    (
        "rnbqkbnr/pppppppp/8/8/7P/RRNPBNP1/PPPQPPB1/4K3 w",
        "kq -",
        "NotAllOut",
    ),
];

const STYLE: TextStyle = TextStyle::ENGLISH;

pub fn diagram(fen: &str) -> Diagram {
    let (board, turn) = fen.split_once(' ').unwrap();
    Diagram {
        board: Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
        turn: Color::from_char(turn.chars().next().unwrap()).unwrap(),
    }
}

fn refuted(diagram: &Diagram, world: World) -> Refutation {
    let limits = Limits {
        nodes: Some(100_000),
        ..Limits::unlimited()
    };
    let found = refute_world(diagram, world, &[], &mut limits.start());
    let found = found.unwrap_or_else(|limit| panic!("{}: {limit}", diagram.fen()));
    let claimed = RetroPosition::of_world(diagram, world);
    confirm(&found, &claimed).unwrap().refutation
}

/// The kinds of its sentences with their squares.
fn said(argument: &Argument, refutation: &Refutation) -> Vec<(&'static str, Bitboard)> {
    let sentences = argument_sentences(argument, refutation, 0, STYLE);
    sentences
        .iter()
        .map(|one| (one.kind, one.squares))
        .collect()
}

/// The names of all deductions, those of branches among them.
fn names(argument: &Argument) -> Vec<String> {
    let mut all = Vec::new();
    for step in &argument.steps {
        match step {
            Deduction::LastMoves(branches) => {
                all.extend(branches.iter().flat_map(|branch| names(&branch.then)));
            }
            Deduction::StraightOrNot {
                straight, astray, ..
            } => all.extend([straight, astray].into_iter().flat_map(names)),
            _ => {}
        }
        let written = format!("{step:?}");
        let name = written
            .split(|letter: char| !letter.is_alphanumeric())
            .next();
        all.extend(name.map(str::to_owned));
    }
    all
}

#[test]
fn each_argument_holds_and_has_the_decisive_step() {
    for (fen, world, kind) in ARGUED {
        let refutation = refuted(&diagram(fen), world.parse().unwrap());
        let found = argument(&refutation);
        assert!(says_something(&found), "{fen}");
        assert_eq!(check_argument(&found, &refutation), Ok(()), "{fen}");
        let names = names(&found);
        assert!(names.iter().any(|name| name == kind), "{fen}: {names:?}");
    }
}

/// Every argument with one step left out, here or in a branch.
fn shortened(argument: &Argument) -> Vec<Argument> {
    let mut all = Vec::new();
    for (at, step) in argument.steps.iter().enumerate() {
        let mut steps = argument.steps.clone();
        steps.remove(at);
        all.push(Argument { steps });
        all.extend(changed_branches(argument, at, step, &shortened));
    }
    all
}

/// The argument with each branch of a step replaced by what `change` makes of it.
fn changed_branches(
    argument: &Argument,
    at: usize,
    step: &Deduction,
    change: &dyn Fn(&Argument) -> Vec<Argument>,
) -> Vec<Argument> {
    if let Deduction::StraightOrNot {
        pawn,
        straight,
        astray,
    } = step
    {
        let with = |straight: &Argument, astray: &Argument| {
            let mut steps = argument.steps.clone();
            steps[at] = Deduction::StraightOrNot {
                pawn: *pawn,
                straight: straight.clone(),
                astray: astray.clone(),
            };
            Argument { steps }
        };
        let first = change(straight).into_iter().map(|one| with(&one, astray));
        let second = change(astray).into_iter().map(|one| with(straight, &one));
        return first.chain(second).collect();
    }
    let Deduction::LastMoves(branches) = step else {
        return Vec::new();
    };
    let with = |place: usize, then: Argument| {
        let mut branches: Vec<Branch> = branches.clone();
        branches[place].then = then;
        let mut steps = argument.steps.clone();
        steps[at] = Deduction::LastMoves(branches);
        Argument { steps }
    };
    let branches = branches.iter().enumerate();
    branches
        .flat_map(|(place, branch)| {
            let changed = change(&branch.then).into_iter();
            changed.map(move |then| (place, then))
        })
        .map(|(place, then)| with(place, then))
        .collect()
}

#[test]
fn no_step_can_be_left_out() {
    for (fen, world, _) in ARGUED {
        let refutation = refuted(&diagram(fen), world.parse().unwrap());
        let found = argument(&refutation);
        for fewer in shortened(&found) {
            assert!(
                check_argument(&fewer, &refutation).is_err(),
                "{fen}: {fewer:?}"
            );
        }
    }
}

/// The step with something said otherwise: other squares, another number.
fn altered(step: &Deduction) -> Vec<Deduction> {
    let other = |squares: Bitboard| squares ^ Bitboard::from(Square::E5);
    match step.clone() {
        Deduction::MayCastle(men) => vec![Deduction::MayCastle(other(men))],
        Deduction::AtHome(men) => vec![Deduction::AtHome(other(men))],
        Deduction::ShutIn(men) => vec![Deduction::ShutIn(other(men))],
        Deduction::CameStraight(men) => vec![Deduction::CameStraight(other(men))],
        Deduction::Missing { color, men } => vec![
            Deduction::Missing {
                color,
                men: men + 1,
            },
            Deduction::Missing {
                color: color.other(),
                men: men + 1,
            },
        ],
        Deduction::OutOfReach { color, homes } => vec![Deduction::OutOfReach {
            color,
            homes: other(homes),
        }],
        Deduction::Promoted { men, count } => vec![
            Deduction::Promoted {
                men,
                count: count + 1,
            },
            Deduction::Promoted { men, count: 0 },
        ],
        Deduction::DidNotMove { men, bars } => vec![
            Deduction::DidNotMove {
                men: other(men),
                bars: bars.clone(),
            },
            Deduction::DidNotMove {
                men,
                bars: Vec::new(),
            },
        ],
        Deduction::NorTheCaptured(_) => vec![
            Deduction::NorTheCaptured(vec![Bar::Kings]),
            Deduction::NorTheCaptured(Vec::new()),
        ],
        Deduction::StraightOrNot {
            pawn,
            straight,
            astray,
        } => [
            (Square::E5, straight.clone(), astray.clone()),
            (pawn, astray.clone(), straight.clone()),
            (pawn, straight.clone(), straight),
            (pawn, astray.clone(), astray),
        ]
        .map(|(pawn, straight, astray)| Deduction::StraightOrNot {
            pawn,
            straight,
            astray,
        })
        .into(),
        Deduction::GivesCheck(_) => vec![Deduction::GivesCheck(Square::A4)],
        Deduction::NoWayIn(_) => vec![Deduction::NoWayIn(Square::A4)],
        Deduction::Locked(men) => vec![Deduction::Locked(other(men))],
        Deduction::TooManyCaptures {
            color,
            pawns,
            promoted,
            needed,
        } => vec![Deduction::TooManyCaptures {
            color,
            pawns,
            promoted,
            needed: needed.map(|needed| needed + 1),
        }],
        Deduction::NoVictim {
            color,
            pawns,
            promoted,
            on,
            barred,
        } => vec![
            Deduction::NoVictim {
                color,
                pawns,
                promoted: promoted.clone(),
                on: other(on),
                barred,
            },
            Deduction::NoVictim {
                color,
                pawns,
                promoted,
                on,
                barred: Vec::new(),
            },
        ],
        Deduction::FewLeft {
            color,
            pawns,
            promoted,
            left,
        } => vec![
            Deduction::FewLeft {
                color,
                pawns: other(pawns),
                promoted: promoted.clone(),
                left,
            },
            Deduction::FewLeft {
                color,
                pawns,
                promoted: promoted.clone(),
                left: left + 1,
            },
            Deduction::FewLeft {
                color: color.other(),
                pawns,
                promoted,
                left,
            },
        ],
        Deduction::BeforeCaptures {
            pawns,
            missing,
            stood,
        } => [
            (other(pawns), missing, stood),
            (pawns, missing, other(stood)),
            (pawns, ByColor::default(), stood),
        ]
        .map(|(pawns, missing, stood)| Deduction::BeforeCaptures {
            pawns,
            missing,
            stood,
        })
        .into(),
        Deduction::ShutInBefore(homes) => vec![Deduction::ShutInBefore(other(homes))],
        Deduction::NotAllOut { pawns, homes } => [
            (other(pawns), homes),
            (pawns.without(pawns.first().unwrap()), homes),
            (pawns, other(homes)),
            (pawns, homes & Bitboard::from_file(File::A)),
            (pawns, Bitboard::EMPTY),
        ]
        .map(|(pawns, homes)| Deduction::NotAllOut { pawns, homes })
        .into(),
        Deduction::FilesBlocked(blocked) => [
            (
                blocked.pawns + 1,
                blocked.at_most,
                blocked.captures,
                blocked.give_way,
            ),
            (
                blocked.pawns,
                blocked.at_most - 1,
                blocked.captures,
                blocked.give_way,
            ),
            (
                blocked.pawns,
                blocked.at_most,
                blocked.captures + 1,
                blocked.give_way,
            ),
            (
                blocked.pawns,
                blocked.at_most,
                blocked.captures,
                !blocked.give_way,
            ),
        ]
        .map(|(pawns, at_most, captures, give_way)| {
            Deduction::FilesBlocked(Blocked {
                pawns,
                at_most,
                captures,
                give_way,
            })
        })
        .into(),
        Deduction::Captured { pawn, home, pawns } => [
            (pawn, home.flip_horizontal(), pawns),
            (pawn, home, pawn.into()),
            (pawn, home, pawns.without(pawn)),
            (pawn, home, other(pawns)),
        ]
        .map(|(pawn, home, pawns)| Deduction::Captured { pawn, home, pawns })
        .into(),
        Deduction::NoFirstCapture(pawns) => vec![
            Deduction::NoFirstCapture(other(pawns)),
            Deduction::NoFirstCapture(Bitboard::EMPTY),
        ],
        _ => Vec::new(),
    }
}

#[test]
fn no_step_can_be_said_otherwise() {
    fn variants(argument: &Argument) -> Vec<Argument> {
        let mut all = Vec::new();
        for (at, step) in argument.steps.iter().enumerate() {
            for other in altered(step) {
                let mut steps = argument.steps.clone();
                steps[at] = other;
                all.push(Argument { steps });
            }
            all.extend(changed_branches(argument, at, step, &variants));
        }
        all
    }
    let mut tried = 0;
    for (fen, world, _) in ARGUED {
        let refutation = refuted(&diagram(fen), world.parse().unwrap());
        let found = argument(&refutation);
        for other in variants(&found).into_iter().filter(|other| *other != found) {
            tried += 1;
            assert!(
                check_argument(&other, &refutation).is_err(),
                "{fen}: {other:?}"
            );
        }
    }
    assert!(tried > 20);
}

#[test]
fn the_other_side_of_the_board_has_the_same_reason() {
    for (fen, world, _) in ARGUED {
        let (here, world) = (diagram(fen), world.parse().unwrap());
        let there = exchanged(&here);
        let [one, other] = [(here, world), (there, world_there(world))].map(|(diagram, world)| {
            let refutation = refuted(&diagram, world);
            said(&argument(&refutation), &refutation)
        });
        let kinds = |said: &[(&'static str, Bitboard)]| -> Vec<&'static str> {
            said.iter().map(|one| one.0).collect()
        };
        assert_eq!(kinds(&one), kinds(&other), "{fen}");
        for ((kind, here), (_, there)) in one.iter().zip(&other) {
            assert_eq!(here.flip_vertical(), *there, "{fen}: {kind}");
        }
    }
}

/// Processor time for the proof of a row's first world that is refuted, found and checked, and for its argument; with the row.
fn cost(row: &Row, nodes: u64) -> Option<(Duration, Duration, String)> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::unlimited()
    };
    row.worlds().into_iter().find_map(|world| {
        let claimed = RetroPosition::of_world(&row.diagram, world);
        let begin = processor::of_thread();
        let found = refute_world(&row.diagram, world, &[], &mut limits.start()).ok()?;
        let checked = confirm(&found, &claimed).ok()?.refutation;
        let proved = processor::of_thread();
        let steps = argument_steps(&checked, 0, STYLE);
        let argued = processor::of_thread();
        let told = format!("{} {}: {row}, {} sentences", row.set, row.name, steps.len());
        Some((
            proved.saturating_sub(begin),
            argued.saturating_sub(proved),
            told,
        ))
    })
}

/// What arguments cost beside the proofs they are made from, in processor time:
/// `cargo test --release --test retro arguments::cost -- --ignored --nocapture`; `EVERY=1` takes each row of the tables, not one in
/// eight, `ROW_NODES=100000` so many nodes for each world.
#[test]
#[ignore = "seconds; it asserts nothing about time"]
fn cost_beside_the_proof() {
    let number = |name: &str, default: u64| {
        let told = std::env::var(name).ok();
        told.map_or(default, |told| told.parse().expect("a number"))
    };
    let every = usize::try_from(number("EVERY", 8)).unwrap();
    let nodes = number("ROW_NODES", 2_000);
    let rows = published::rows();
    let rows = rows.iter().filter(|row| row.truth == Some(false));
    let mut costs: Vec<_> = (rows.step_by(every))
        .filter_map(|row| cost(row, nodes))
        .collect();
    assert!(!costs.is_empty());
    let sum = |part: fn(&(Duration, Duration, String)) -> Duration| -> Duration {
        costs.iter().map(part).sum()
    };
    let (proofs, arguments) = (sum(|cost| cost.0), sum(|cost| cost.1));
    let percent = |one: Duration, of: Duration| 100.0 * one.as_secs_f64() / of.as_secs_f64();
    let mut shares: Vec<f64> = costs.iter().map(|cost| percent(cost.1, cost.0)).collect();
    shares.sort_by(f64::total_cmp);
    println!(
        "{} refuted worlds, proofs {proofs:.1?}, arguments {arguments:.1?}: {:.1} %; median of the shares {:.1} %, 90 of 100 within {:.1} %",
        costs.len(),
        percent(arguments, proofs),
        shares[shares.len() / 2],
        shares[shares.len() * 9 / 10],
    );
    costs.sort_by_key(|cost| std::cmp::Reverse(cost.1));
    for (proof, argument, row) in costs.iter().take(12) {
        println!("argument {argument:.1?}, proof {proof:.1?}: {row}");
    }
}

/// The reasons we tell beside those of the authors: `cargo test --test retro told_beside -- --ignored --nocapture`; `ROWS=` names the
/// rows by the beginning of their id.
#[test]
#[ignore = "minutes; read by people"]
fn told_beside_the_author() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/explained_retros.tsv");
    let chosen = std::env::var("ROWS").unwrap_or_default();
    let mut lengths = Vec::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, fen, theirs, source] = fields[..] else {
            panic!("{line}");
        };
        if name.starts_with('#') || !chosen.split(',').any(|one| name.starts_with(one)) {
            continue;
        }
        let words: Vec<&str> = fen.split(' ').collect();
        let position = diagram(&words[..2].join(" "));
        let world = words[2..].join(" ").parse().unwrap();
        println!("\n{name} ({source})\n{fen}\nThey: {theirs}.");
        let limits = Limits {
            nodes: Some(400_000),
            ..Limits::unlimited()
        };
        let Ok(found) = refute_world(&position, world, &[], &mut limits.start()) else {
            println!("We: undecided");
            continue;
        };
        let claimed = RetroPosition::of_world(&position, world);
        let Ok(confirmed) = confirm(&found, &claimed) else {
            println!("We: undecided, the proof is not shown");
            continue;
        };
        let refutation = confirmed.refutation;
        let said = argument(&refutation);
        if !says_something(&said) {
            let positions = refutation.positions.len();
            let named = refutation_text(&refutation, 0, STYLE);
            println!("We: a trace, {positions} positions: {named}");
            continue;
        }
        let sentences = argument_sentences(&said, &refutation, 0, STYLE);
        lengths.push(sentences.len());
        println!("We ({}): {}", sentences.len(), paragraph(&sentences));
        println!("{:?}", names(&said));
    }
    lengths.sort_unstable();
    println!(
        "\n{} told, median {:?} sentences",
        lengths.len(),
        lengths.get(lengths.len() / 2)
    );
}
