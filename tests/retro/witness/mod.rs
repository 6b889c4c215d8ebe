//! Witness games: what is found passes the checker, the checker accepts nothing else, and enough is found.

// The long measurements print what they find.
#![allow(clippy::print_stdout)]

mod ablation;
mod problems;
mod shortest;

use std::time::{Duration, Instant};

use beruehrt::budget::{Budget, Limits};
use beruehrt::problem::{Diagram, Fact, LastMove};
use beruehrt::random::Random;
use beruehrt::retro::Witness;
use beruehrt::retro::checker::{WitnessError, check};
use beruehrt::retro::witness::{Construction, find, shorten};
use beruehrt::world::{Rights, World};
use shakmaty::{Board, Chess, Color, Move, Position, Role, Square};

/// The position after `plies` random moves (fewer if the game ends). Styles: any move; captures
/// preferred; pawn moves preferred; captures avoided.
fn random_position(seed: u64) -> Chess {
    let mut random = Random::new(seed);
    let plies = random.below(200);
    let style = random.below(4);
    let mut position = Chess::default();
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let preferred: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| match style {
                0 => true,
                1 => m.is_capture(),
                2 => m.role() == Role::Pawn,
                _ => !m.is_capture(),
            })
            .collect();
        let chosen = if !preferred.is_empty() && random.below(3) > 0 {
            preferred[random.below(preferred.len())]
        } else {
            legal[random.below(legal.len())]
        };
        position.play_unchecked(chosen);
    }
    position
}

fn diagram_of(position: &Chess) -> Diagram {
    Diagram {
        board: position.board().clone(),
        turn: position.turn(),
    }
}

fn parse(fen: &str) -> (Diagram, World) {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let diagram = Diagram {
        board: Board::from_ascii_board_fen(fields[0].as_bytes()).unwrap(),
        turn: if fields[1] == "w" {
            Color::White
        } else {
            Color::Black
        },
    };
    (
        diagram,
        format!("{} {}", fields[2], fields[3]).parse().unwrap(),
    )
}

/// An account of so many nodes and no limit of time.
fn nodes(nodes: u64) -> Budget {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    limits.start()
}

/// Prints what becomes of a row; the time to its game, if it gets one.
fn attempt(name: &str, diagram: &Diagram, world: World, seconds: u64) -> Option<Duration> {
    let start = Instant::now();
    let mut budget = Limits {
        time: Some(Duration::from_secs(seconds)),
        nodes: std::env::var("NODES").ok().map(|n| n.parse().unwrap()),
        ..Limits::default()
    }
    .start();
    let found = find(diagram, world, &[], &mut budget);
    let elapsed = start.elapsed();
    let millis = elapsed.as_millis();
    let text = match &found {
        Ok(Some(witness)) => {
            assert_eq!(check(diagram, world, &[], witness), Ok(()));
            format!("game of {} plies", witness.moves.len())
        }
        Ok(None) => "gave up".to_owned(),
        Err(limit) => format!("limit {limit}"),
    };
    println!(
        "{name:8} {:70} {text:22} {millis:6} ms {:8} nodes",
        format!("{} {world}", diagram.fen()),
        budget.nodes_used()
    );
    matches!(found, Ok(Some(_))).then_some(elapsed)
}

/// How many of so many got a game, and how long those took.
fn summary(all: usize, mut solved: Vec<Duration>) -> String {
    solved.sort_unstable();
    let Some(&median) = solved.get(solved.len() / 2) else {
        return format!("0 of {all}");
    };
    let mean = solved.iter().sum::<Duration>() / solved.len() as u32;
    format!(
        "{} of {all}, median {median:.3?}, mean {mean:.3?}",
        solved.len()
    )
}

/// `cargo test --release --test retro random_games -- --ignored --nocapture`; `SEEDS=0..200 SECONDS=10`,
/// `NODES=5000000` on a machine that does other work too.
#[test]
#[ignore = "long: prints the share of random-game positions that get a game"]
fn random_games() {
    let seconds = std::env::var("SECONDS").map_or(10, |s| s.parse().unwrap());
    let seeds = std::env::var("SEEDS").unwrap_or_else(|_| "0..10000".to_owned());
    let (from, to) = seeds.split_once("..").unwrap();
    let (from, to): (u64, u64) = (from.parse().unwrap(), to.parse().unwrap());
    let mut solved = Vec::new();
    for seed in from..to {
        let position = random_position(seed);
        let diagram = diagram_of(&position);
        let name = format!("{seed}/{}", position.board().occupied().count());
        solved.extend(attempt(&name, &diagram, World::of(&position), seconds));
    }
    println!("{}", summary((to - from) as usize, solved));
}

/// `ROWS=file cargo test --release --test retro witness::rows -- --ignored --nocapture`: lines `FEN rights target`.
#[test]
#[ignore = "long: prints what becomes of the rows of a file"]
fn rows() {
    let seconds = std::env::var("SECONDS").map_or(20, |s| s.parse().unwrap());
    let text = std::fs::read_to_string(std::env::var("ROWS").unwrap()).unwrap();
    let mut solved = Vec::new();
    for line in text.lines() {
        let (diagram, world) = parse(line);
        solved.extend(attempt("row", &diagram, world, seconds));
    }
    println!("{}", summary(text.lines().count(), solved));
}

fn games(diagram: &Diagram, world: World) -> Witness {
    let mut budget = nodes(3_000_000);
    let found = find(diagram, world, &[], &mut budget);
    let witness = found.ok().flatten();
    witness.unwrap_or_else(|| panic!("no game for {} {world}", diagram.fen()))
}

/// Each of these rows gets a game that the checker accepts.
fn all_get_games(rows: &[&str]) {
    for row in rows {
        let (diagram, world) = parse(row);
        let witness = games(&diagram, world);
        assert_eq!(check(&diagram, world, &[], &witness), Ok(()), "{row}");
    }
}

#[test]
fn positions_of_short_random_games_get_a_game() {
    let (mut solved, mut all) = (0, 0);
    for seed in 1000..1060 {
        let position = random_position(seed);
        if position.board().occupied().count() < 20 {
            continue;
        }
        all += 1;
        let (diagram, world) = (diagram_of(&position), World::of(&position));
        let mut budget = nodes(100_000);
        if let Ok(Some(witness)) = find(&diagram, world, &[], &mut budget) {
            assert_eq!(check(&diagram, world, &[], &witness), Ok(()), "seed {seed}");
            solved += 1;
        }
    }
    assert!(solved * 10 >= all * 8, "{solved} of {all}");
}

#[test]
fn loyds_rook_cannot_castle_on_both_sides_but_on_either() {
    for world in ["KQk -", "KQq -"] {
        let row = format!("r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R w {world}");
        let (diagram, world) = parse(&row);
        let witness = games(&diagram, world);
        assert_eq!(check(&diagram, world, &[], &witness), Ok(()));
        let mut budget = nodes(20_000);
        let shorter = shorten(&diagram, world, &[], &witness, 5, &mut budget);
        assert_eq!(check(&diagram, world, &[], &shorter), Ok(()));
        assert!(shorter.moves.len() <= witness.moves.len());
    }
}

/// Published as possible; hardly a capture to spare, so the pawns' victims have to be planned.
#[test]
fn scarce_captures_are_planned() {
    all_get_games(&[
        "r3k3/ppp1p2p/Nb2p3/P1PP2Pp/4N3/7B/3PPRP1/4K2R w Kq -",
        "q1b1k2r/PppppN1p/1P4pP/8/B1P1RpQ1/8/1PP5/R3K3 w k -",
    ]);
}

/// Random boards of tromp's `ChessPositionRanking`, published as possible: from five to nine men of a side have promoted.
#[test]
fn boards_full_of_promoted_men_get_a_game() {
    all_get_games(&[
        "1b3Kn1/bQ1p1q2/N6R/3B2BP/N6n/r1n1pN2/b1PN1rp1/kNR3nQ w - -",
        "4N1q1/1BQp2R1/R2P1q1k/2qq1q1N/2b1BPB1/1p2n3/r1pb4/r1rN1n1K w - -",
        // One man more than the pawns take has to go, Black's and not White's.
        "b4R2/Pb1Q1n2/1pN2R2/3K3P/2r1P2r/B1k3nb/Q2pr1Nq/Q2B2rb b - -",
        // White is in check from a pawn: no officer moved last.
        "Nb3QRn/r3NN1B/3n1n1r/8/B2kbr2/1q2p1n1/p4p2/1RnbQNK1 w - -",
    ]);
}

/// A bishop that never got out behind its own pawns, taken at home while pawns need other victims.
#[test]
fn a_bishop_shut_in_at_home_is_taken_there() {
    let (diagram, world) = parse("r3k3/1pqp1pb1/1pn2npp/2pp4/8/5NP1/1PP2PP1/R2QKB1R w - -");
    let witness = games(&diagram, world);
    assert_eq!(check(&diagram, world, &[], &witness), Ok(()));
}

/// Built forward by a scenario: rooks and bishops get out only in the right order of the pawns' captures.
#[test]
fn scenarios_are_played_forward() {
    for row in [
        "4k2r/3p1rpp/3Pp1p1/4N3/5P1Q/P7/1PPPP3/2B1K2R w K -",
        "3qk2r/p1ppppbp/2pn1n2/8/6Pp/PQN1BN2/1PP1PPP1/R3KB2 w Q -",
        "4k2r/pppnp1bp/2p2n2/7p/Q7/2NPPN1P/PrPBP2P/R3K3 w Q -",
    ] {
        let (diagram, world) = parse(row);
        let mut budget = nodes(6_000_000);
        let game = find(&diagram, world, &[], &mut budget).unwrap().unwrap();
        assert_eq!(check(&diagram, world, &[], &game), Ok(()));
    }
}

/// A king that never moved is not exposed to a check he cannot answer, officers get out before pawns shut them in, and what is
/// left over may be taken while the others walk.
#[test]
fn kings_that_never_moved_and_pawns_that_wait() {
    all_get_games(&[
        // janko.at, Gräfrath 006 a.
        "r3k1r1/pbqnnp1p/1pp1p3/3pP3/3P4/2PB1NP1/R1PBQP1P/R3K3 b Qq -",
        // janko.at, Vokál 9903: White alone may castle.
        "r3k3/2p1p1pN/2PpP2p/3R4/2b5/P1PQ4/1P1P4/4K2R w K -",
    ]);
}

/// Each pawn takes whom the others can do without, on a square where he can come: the bishop of c1 on f6 and a man who has
/// promoted on c6; a knight on f7, where no rook comes. Whom a pawn would shut out is home before it arrives.
#[test]
fn victims_are_shared_out_among_the_pawns() {
    for row in [
        // janko.at, Probleemblad N2008-01 (a proof game in 23 moves).
        "4k1nr/pppnppQ1/2pq1p2/8/2B3K1/1P3P2/b1PPPP2/RN4NR w - -",
        // White's bishop of f1 never gets out: the one on h3 has promoted, and somebody has to take him in time.
        "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R w K -",
    ] {
        let (diagram, world) = parse(row);
        let game = find(&diagram, world, &[], &mut nodes(4_000_000))
            .unwrap()
            .unwrap();
        assert_eq!(check(&diagram, world, &[], &game), Ok(()));
    }
}

/// The knight came to c8 before b7-b6 and took the bishop there: the one on b7 has promoted, on f1, where it took White's.
#[test]
fn a_man_may_stand_in_for_one_that_was_taken() {
    let row = "rnNqkb2/pbppppp1/1p6/8/5P2/1P4P1/P1PPP2P/RN1QK2R w KQq -";
    let (diagram, world) = parse(row);
    let game = find(&diagram, world, &[], &mut nodes(1_500_000))
        .unwrap()
        .unwrap();
    assert_eq!(check(&diagram, world, &[], &game), Ok(()));
}

/// What is left once all else is at home: the queen promoted on the king's square, who has to walk away first.
#[test]
fn a_king_makes_way_for_an_unpromotion() {
    let (diagram, world) = parse("r1bqk2r/pppp1ppp/4p3/4Q3/8/8/PPPPPPP1/RNB1KBNR b KQ -");
    let mut budget = nodes(100_000);
    assert!(matches!(
        find(&diagram, world, &[], &mut budget),
        Ok(Some(_))
    ));
}

/// Composed so that officers and kings of both sides lock one another in (PDB P1271266, P1408993): what they do before is a game of its own.
#[test]
fn locked_men_are_set_free() {
    all_get_games(&[
        "8/1p2p3/8/8/7P/P1PP1PPR/P1PkpKpp/B1brnRnr b - -",
        "8/8/1Pp5/p7/P1p5/PpPp4/brpP4/kbK5 b - -",
    ]);
}

/// So many nodes are enough for each of these rows.
fn games_within(most: u64, rows: &[&str]) {
    for row in rows {
        let (diagram, world) = parse(row);
        let found = find(&diagram, world, &[], &mut nodes(most));
        assert!(matches!(found, Ok(Some(_))), "{row}");
    }
}

/// All is at home but a rook on the wrong side of queen, king and bishop (Smullyan), of king and rook (from a game): who has come home has to make way.
#[test]
fn men_who_have_come_home_make_way() {
    games_within(
        250_000,
        &[
            "rqr5/2Rp1bpp/kPp5/4p1Pp/K7/1P3N1P/PQ1P1PP1/5B2 b - -",
            "r1bqk2r/ppppp1p1/5ppn/1N6/8/1P3P1P/1PPPP1P1/2KR1BR1 b q -",
        ],
    );
}

/// Records of last moves with promoted men: a position in which nobody is locked is found backwards, and the game to it forwards.
#[test]
fn a_game_is_built_to_where_nobody_is_locked() {
    games_within(
        150_000,
        &[
            "bRr1B3/k1pKpp2/ppp5/8/8/8/6P1/7b w - -",
            "Nrk5/1ppRp3/3p4/8/8/4P3/3PrPP1/5KRn w - -",
            "8/8/8/8/1P6/kPPP4/rRbrP3/1RKB4 b - -",
        ],
    );
}

/// On the way back somebody is uncaptured who can have fallen there (P1271269 in the PDB needs 417,457 nodes, and more than 1,500,000 where others are).
#[test]
fn men_are_set_free_by_captures_that_can_have_been_made() {
    games_within(
        500_000,
        &["3brqRB/1pp1rQNk/3ppKRP/1p1N1ppp/8/5P2/P1PP1PP1/5B2 w - -"],
    );
}

/// T. Le Gleuher after Breyer and Wilts: men locked in a corner, who come free after a hundred single moves and more.
#[test]
#[ignore = "a minute"]
fn long_releases_are_found() {
    games_within(
        12_000_000,
        &[
            "NB6/Kp2p3/QRpkP3/rbp1p2p/RqP5/brP5/bPP5/NB6 b - -",
            "1B6/KpN1p3/rRpkP2p/1bp1p3/RqP5/brP5/bPP5/NB6 w - -",
            "1B6/KpN1p3/QRpkP2p/rbp1p3/RqP5/brP5/bPP5/NB6 b - -",
        ],
    );
}

/// Few men are left, and some of them lock one another in: the board must not fill before those away from home have left the corner where they are.
#[test]
fn men_away_from_home_leave_before_the_board_fills() {
    all_get_games(&[
        "8/8/8/8/8/4PPPk/2P1PprP/3b1K1Q b - -",
        "8/p7/8/P2p4/Pp1p4/kP1Pp3/p1KpP3/NQ1B4 w - -",
    ]);
}

/// Published as possible; no man is in a cage, and still the same ones stay behind in every position of the beam.
#[test]
fn men_stuck_without_a_cage_are_watched() {
    let (diagram, world) = parse("4k2r/3p1rpp/3Pp1p1/4N3/5P1Q/P7/1PPPP3/2B1K2R w k -");
    let witness = games(&diagram, world);
    assert_eq!(check(&diagram, world, &[], &witness), Ok(()));
}

#[test]
fn a_checker_accepts_only_what_was_claimed() {
    let mut claims = 0;
    for seed in 2000..2400 {
        let mut position = Chess::default();
        let mut random = Random::new(seed);
        let mut moves = Vec::new();
        for _ in 0..random.below(60) + 2 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let played = legal[random.below(legal.len())];
            moves.push(played);
            position.play_unchecked(played);
        }
        let (diagram, world) = (diagram_of(&position), World::of(&position));
        let witness = Witness { moves };
        assert_eq!(check(&diagram, world, &[], &witness), Ok(()));
        for rights in Rights::ALL.subsets() {
            let other = World { rights, ..world };
            if other != world {
                let wrong = check(&diagram, other, &[], &witness);
                assert!(matches!(wrong, Err(WitnessError::World { .. })));
            }
        }
        for target in Square::ALL.into_iter().map(Some).chain([None]) {
            let other = World { target, ..world };
            if other != world {
                assert!(check(&diagram, other, &[], &witness).is_err());
                claims += 1;
            }
        }
        let turned = Diagram {
            turn: diagram.turn.other(),
            ..diagram.clone()
        };
        assert_eq!(
            check(&turned, world, &[], &witness),
            Err(WitnessError::Turn)
        );
        let mut shorter = witness.clone();
        shorter.moves.pop();
        assert!(check(&diagram, world, &[], &shorter).is_err());
        let mut illegal = witness.clone();
        let ply = random.below(illegal.moves.len());
        illegal.moves[ply] = Move::Normal {
            role: Role::Pawn,
            from: Square::A2,
            capture: None,
            to: Square::A5,
            promotion: None,
        };
        assert_eq!(
            check(&diagram, world, &[], &illegal),
            Err(WitnessError::IllegalMove { ply })
        );
    }
    assert!(claims > 0);
}

#[test]
fn facts_are_checked_against_the_game() {
    let (diagram, world) = parse("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -");
    let double = |from, to| Move::Normal {
        role: Role::Pawn,
        from,
        capture: None,
        to,
        promotion: None,
    };
    let witness = Witness {
        moves: vec![
            double(Square::E2, Square::E4),
            double(Square::E7, Square::E5),
        ],
    };
    let told = |by, from, to| Fact::LastMove {
        by,
        what: LastMove::Move {
            role: Role::Pawn,
            from,
            to,
            capture: false,
            promotion: None,
        },
    };
    for (fact, holds) in [
        (told(None, Some(Square::E7), Square::E5), true),
        (told(None, None, Square::E4), false),
        (told(Some(Color::White), None, Square::E4), true),
        (
            told(Some(Color::Black), Some(Square::E6), Square::E5),
            false,
        ),
        (Fact::Moved(Square::E4), true),
        (Fact::Moved(Square::E1), false),
        (Fact::Moved(Square::E2), false),
        (Fact::NotMoved(Square::E1), true),
        (Fact::NotMoved(Square::E5), false),
        (Fact::NoCaptureInLast(10), true),
    ] {
        let facts = [fact];
        let verdict = check(&diagram, world, &facts, &witness);
        assert_eq!(verdict.is_ok(), holds, "{facts:?}");
        let mut budget = nodes(20_000);
        if let Ok(Some(found)) = find(&diagram, world, &facts, &mut budget) {
            assert_eq!(check(&diagram, world, &facts, &found), Ok(()));
        } else {
            assert!(!holds, "no game for {facts:?}");
        }
    }
}

/// Budgets come in instalments; what was begun is finished first, so the game is the same.
#[test]
fn instalments_make_no_difference() {
    for row in [
        "8/8/8/8/4p3/3k1p2/5P2/R3K2R b K -",
        "r3k3/ppp3pp/6p1/P2Kp2P/1NB5/p5P1/PP3PP1/R7 b q -",
        "1b3Kn1/bQ1p1q2/N6R/3B2BP/N6n/r1n1pN2/b1PN1rp1/kNR3nQ w - -",
    ] {
        let (diagram, world) = parse(row);
        let at_once = games(&diagram, world);
        let mut construction = Construction::new(&diagram, world, &[]);
        let instalments = (0..1000).find_map(|_| construction.advance(&mut nodes(3_000)).ok());
        assert_eq!(instalments.flatten(), Some(at_once), "{row}");
    }
}
