//! No reason refutes a position that arose in a game.

use crate::games::{Dice, Style};
use beruehrt::budget::Limits;
use beruehrt::problem::{Diagram, Fact, LastMove};
use beruehrt::retro::model::claim::{
    ClosedRegion, Deadlock, EdgePawn, IdleCheck, ImpossibleCheck, Kings, Material, NeverMoved,
    NoWayIn, PawnCaptures, PawnOrder, Reason,
};
use beruehrt::retro::{Refutation, RetroPosition, Why, checker, confirm, refute_world, rules};
use beruehrt::world::{Right, World};
use shakmaty::{Bitboard, CastlingSide, Color, Position, Rank, Role, Square};

/// Plays seeded games and asks for a refutation every few plies; returns how many positions were asked.
fn play(games: u64, first_seed: u64, nodes: u64) -> usize {
    let mut asked = 0;
    for seed in first_seed..first_seed + games {
        let mut dice = Dice::new(seed);
        let style = Style::ALL[dice.below(Style::ALL.len())];
        let stride = 1 + dice.below(12);
        for (_, position) in style.game(&mut dice, 300).step_by(stride) {
            let diagram = Diagram {
                board: position.board().clone(),
                turn: position.turn(),
            };
            let world = World::of(&position);
            let mut budget = Limits {
                nodes: Some(nodes),
                ..Limits::unlimited()
            }
            .start();
            let retro = RetroPosition::of_world(&diagram, world);
            if let Ok(Some(reason)) = rules::refute(&retro, &mut budget) {
                panic!(
                    "{} {world} (seed {seed}, {style:?}): {reason:?}",
                    diagram.fen()
                );
            }
            asked += 1;
        }
    }
    asked
}

#[test]
fn no_position_of_a_random_game_is_refuted() {
    assert!(play(10, 1, 200) > 200);
}

/// `cargo test --release --test retro reasons::a_long_run -- --ignored`
#[test]
#[ignore = "minutes"]
fn a_long_run_of_random_games_is_never_refuted() {
    let games = std::env::var("GAMES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(5_000);
    assert!(play(games, 1_000_000, 300) > 1000);
}

/// What the scenario search says of a diagram in a world.
fn refuted(fen: &str, world: &str) -> bool {
    let (board, turn) = fen.split_once(' ').unwrap();
    let diagram = Diagram {
        board: shakmaty::Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
        turn: if turn == "w" {
            shakmaty::Color::White
        } else {
            shakmaty::Color::Black
        },
    };
    let position = RetroPosition::of_world(&diagram, world.parse().unwrap());
    let mut budget = Limits {
        nodes: Some(50_000),
        ..Limits::unlimited()
    }
    .start();
    rules::refute(&position, &mut budget).is_ok_and(|reason| reason.is_some())
}

/// Castlings that exclude each other, by Vokal, Hazebrouck and others: refuted together, not alone.
#[test]
fn published_exclusions_of_castling_rights() {
    let vokal_9501 = "4k2r/3p1rpp/3Pp1p1/4N3/5P1Q/P7/1PPPP3/2B1K2R w";
    assert!(refuted(vokal_9501, "Kk -"));
    assert!(!refuted(vokal_9501, "K -") && !refuted(vokal_9501, "k -"));
    let vokal_9603 = "q1b1k2r/PppppN1p/1P4pP/8/B1P1RpQ1/8/1PP5/R3K3 w";
    assert!(refuted(vokal_9603, "Qk -"));
    assert!(!refuted(vokal_9603, "Q -") && !refuted(vokal_9603, "k -"));
    // The order of captures: b7xc6 took the d-pawn, which needed a victim that only b7xc6 let out.
    let vokal_9708a = "3qk2r/p1ppppbp/2pn1n2/8/6Pp/PQN1BN2/1PP1PPP1/R3KB2 w";
    assert!(refuted(vokal_9708a, "k -"));
    assert!(!refuted(vokal_9708a, "Q -"));
    let vokal_9708b = "3qk2r/p1ppppbp/2pn1n1p/8/6P1/PQN1BN2/1PP1PPP1/R3KB2 w";
    assert!(refuted(vokal_9708b, "Q -") && refuted(vokal_9708b, "k -"));
    // The knight promoted on g8 cannot leave past e7, f6 (check) and h6.
    let vokal_9715 = "r3k3/1pqppp1p/p1pn1n1p/8/8/2N2N1P/PPPPP2P/4K2R w";
    assert!(refuted(vokal_9715, "Kq -"));
    let hazebrouck = "r3k2r/q1p1p1p1/Np2p2b/4N1P1/1PB1Q1P1/1P2B1P1/b1P5/R3K2R w";
    for world in ["Qq -", "Qk -", "Kq -", "Kk -"] {
        assert!(refuted(hazebrouck, world), "{world}");
    }
    // By hand, whatever Black's rights: with e1, a1 and h1 unmoved a black pawn promotes on b1, c1 or g1 only
    // (on d2 or f2 it checks). Bf8 died at home between e7 and g7, so Bh6 was promoted on c1 or g1, and its pawn
    // captured for that; the other of Black's two captures was on e6. So the missing black pawns never left
    // their files, two of a, d, f and h. White's pawns captured on the b-file and twice on the g-file; for
    // that there are the knights alone. A pawn that came over c or f captured once more, and found there the
    // pawn of the f-file at most.
    assert!(refuted(hazebrouck, "KQ -"));
    assert!(!refuted(hazebrouck, "kq -"));
}

/// Positions only the number of moves, even or odd, refutes; one man less and they stand.
#[test]
fn parity_refutes_when_little_freedom_is_left() {
    let pinned = "rnb1kb2/pppppppr/7p/8/8/P5PP/1PPPP1PR/RNB1KBN1 w";
    assert!(refuted(pinned, "Qq -"));
    let freer = "rnb1kb2/pppppppr/7p/8/8/P5PP/1PPPP1PR/RNB1KB2 w";
    assert!(!refuted(freer, "Qq -"));
    assert!(refuted(
        "r1b1kb1r/pppppppp/2N5/5n2/6N1/2n5/PPPPPPPP/1RBK1B1R w",
        "- -"
    ));
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    assert!(!refuted(array, "KQkq -"));
}

/// A king cannot have entered behind pawns next to a king that never moved.
#[test]
fn a_king_needs_a_way_in_time() {
    assert!(refuted("8/8/8/8/8/6P1/6P1/R3K2k w", "Q -"));
    assert!(!refuted("8/8/8/8/8/6P1/6P1/R3K2k w", "- -"));
}

/// Diagrams other programs called illegal although they are legal.
#[test]
fn false_refutations_of_other_programs_are_not_ours() {
    for fen in [
        "5QN1/8/5k2/8/8/8/8/7K b",
        "5R1B/8/5k2/8/8/8/8/7K b",
        "8/8/8/8/5P1k/8/3K4/4B3 b",
    ] {
        assert!(!refuted(fen, "- -"), "{fen}");
    }
}

fn diagram(fen: &str) -> Diagram {
    let (board, turn) = fen.split_once(' ').unwrap();
    Diagram {
        board: shakmaty::Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
        turn: if turn == "w" {
            Color::White
        } else {
            Color::Black
        },
    }
}

/// Whether a short look refutes the diagram in a world that the facts are told of.
fn refuted_with(fen: &str, world: &str, facts: &[Fact]) -> bool {
    let mut budget = Limits {
        nodes: Some(2_000),
        ..Limits::unlimited()
    }
    .start();
    refute_world(&diagram(fen), world.parse().unwrap(), facts, &mut budget).is_ok()
}

/// Each kind of fact excludes something that would be possible without it.
#[test]
fn every_kind_of_fact_constrains() {
    let piece = |by, role| Fact::LastMove {
        by,
        what: LastMove::Piece(role),
    };
    let bare = "4k3/8/8/8/8/8/8/4K3 w";
    assert!(!refuted_with(bare, "- -", &[]));
    assert!(refuted_with(bare, "- -", &[piece(None, Role::Queen)]));
    assert!(!refuted_with(
        bare,
        "- -",
        &[piece(Some(Color::Black), Role::King)]
    ));
    // The side on move: two plies back. Its knight can have been captured since, unless nothing was.
    let knight = piece(Some(Color::White), Role::Knight);
    let quiet = Fact::NoCaptureInLast(1);
    assert!(!refuted_with(bare, "- -", std::slice::from_ref(&knight)));
    assert!(!refuted_with(bare, "- -", std::slice::from_ref(&quiet)));
    assert!(refuted_with(bare, "- -", &[knight, quiet]));
    let castled = Fact::LastMove {
        by: Some(Color::White),
        what: LastMove::Castling(CastlingSide::KingSide),
    };
    assert!(refuted_with(bare, "- -", std::slice::from_ref(&castled)));
    assert!(!refuted_with("4k3/8/8/8/8/8/8/5RK1 w", "- -", &[castled]));
    // A move told without capture captured nothing: the pawn did not come from another file.
    let arrived = |capture| Fact::LastMove {
        by: None,
        what: LastMove::Move {
            role: Role::Pawn,
            from: None,
            to: Square::E6,
            capture,
            promotion: None,
        },
    };
    let pawns = "4k3/4p3/4p3/8/8/8/8/4K3 w";
    assert!(refuted_with(pawns, "- -", &[arrived(false)]));
    assert!(!refuted_with(pawns, "- -", &[arrived(true)]));
    let home = "4k3/8/8/8/8/8/8/4K2R w";
    assert!(!refuted_with(home, "K -", &[]) && !refuted_with(home, "- -", &[]));
    assert!(refuted_with(home, "K -", &[Fact::Moved(Square::H1)]));
    let unmoved = [Fact::NotMoved(Square::E1), Fact::NotMoved(Square::H1)];
    assert!(refuted_with(home, "- -", &unmoved));
}

/// The refutation of a position by a reason of its own.
fn by_reason(position: &RetroPosition, reason: Reason) -> Refutation {
    Refutation::at_once(position.clone(), Why::Reason(reason))
}

/// Every claim of the static reasons about this position, true or not.
fn claims(position: &RetroPosition) -> Vec<Reason> {
    let board = &position.board;
    let mut claims = Vec::new();
    for color in Color::ALL {
        let own = board.by_color(color);
        let pawns = own & board.pawns();
        let missing = 16 - board.by_color(color.other()).count() as u32;
        claims.push(Reason::Kings(Kings { color, count: 1 }));
        claims.push(Reason::Material(Material {
            color,
            men: own.count() as u32,
            pawns: pawns.count() as u32,
            promoted: 9,
        }));
        for needed in [None, Some(missing + 1), Some(missing)] {
            claims.push(Reason::PawnCaptures(PawnCaptures {
                color,
                pawns,
                needed,
                missing,
            }));
        }
        if let Some(king) = board.king_of(color) {
            let checkers = board.attacks_to(king, color.other(), board.occupied());
            claims.push(Reason::ImpossibleCheck(ImpossibleCheck { king, checkers }));
            for checker in own {
                claims.push(Reason::IdleCheck(IdleCheck {
                    color,
                    king,
                    checker,
                }));
            }
        }
    }
    for color in Color::ALL {
        let rank = Bitboard::from_rank(color.relative_rank(Rank::First));
        for first in 0..8 {
            for last in first..8 {
                let files = |square: &Square| (first..=last).contains(&u32::from(square.file()));
                claims.push(Reason::ClosedRegion(ClosedRegion {
                    squares: rank.into_iter().filter(files).collect(),
                    color,
                }));
            }
        }
    }
    for right in Right::ALL {
        claims.push(Reason::NeverMoved(NeverMoved::LostRight(right)));
    }
    for square in board.occupied() {
        let piece = board.piece_at(square).unwrap();
        claims.push(Reason::EdgePawn(EdgePawn { square }));
        claims.push(Reason::NeverMoved(NeverMoved::SaidToHaveMoved(square)));
        claims.push(Reason::NoWayIn(NoWayIn {
            color: piece.color,
            role: piece.role,
            square,
            ways: Bitboard::EMPTY,
        }));
        claims.push(Reason::Deadlock(Deadlock {
            men: Bitboard::from(square),
        }));
    }
    // With many captures the checker takes its time.
    let missing = [Color::Black, Color::White].map(|c| 16 - board.by_color(c).count() as u32);
    if missing[0] + missing[1] <= 3 {
        for promoted in [[0, 0], [1, 0], [0, 1], [1, 1], [2, 1]] {
            claims.push(Reason::PawnOrder(PawnOrder {
                captures: missing,
                out_of_reach: [Bitboard::EMPTY; 2],
                promoted,
                orders: 1,
            }));
        }
    }
    claims
}

/// The checker accepts no claim about a position that arose in a game, whoever makes it.
fn no_reason_against_a_game(games: u64) {
    let mut asked = 0;
    for seed in 0..games {
        let mut dice = Dice::new(7_000 + seed);
        let style = Style::ALL[dice.below(Style::ALL.len())];
        for (_, position) in style.game(&mut dice, 200).step_by(7) {
            let diagram = Diagram {
                board: position.board().clone(),
                turn: position.turn(),
            };
            let retro = RetroPosition::of_world(&diagram, World::of(&position));
            for reason in claims(&retro) {
                let wrong = by_reason(&retro, reason);
                assert!(
                    checker::verify(&wrong, &retro).is_err(),
                    "{}: {wrong:?}",
                    diagram.fen()
                );
                asked += 1;
            }
        }
    }
    assert!(asked > 700 * games, "{asked}");
}

#[test]
fn the_checker_accepts_no_reason_against_a_game() {
    no_reason_against_a_game(7);
}

#[test]
#[ignore = "minutes"]
fn the_checker_accepts_no_reason_against_many_games() {
    no_reason_against_a_game(400);
}

/// What the finder says of these positions the checker confirms; anything changed in it is rejected.
#[test]
fn tampered_refutations_are_rejected() {
    let cases = [
        ("4k3/8/8/8/8/8/8/8 w", "- -"),
        ("4k3/8/8/8/8/8/8/P3K3 w", "- -"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w", "- -"),
        ("4k3/8/8/8/8/8/8/4R2K w", "- -"),
        ("4k3/8/3N1N2/8/8/8/8/7K b", "- -"),
        ("4k3/8/8/8/8/8/1PPPPPP1/2BQKB2 w", "- -"),
        ("4k3/8/8/8/8/8/3P1P2/4K2b w", "- -"),
        ("4k3/8/8/8/P7/P7/P7/4K3 w", "- -"),
        ("4k3/8/8/8/8/1P6/PBP5/1B2K3 w", "- -"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBNKBNR w", "- -"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "Kkq -"),
        ("7k/8/8/8/8/6P1/5PRP/5NKB w", "- -"),
    ];
    let mut kinds = std::collections::BTreeSet::new();
    for (fen, world) in cases {
        let position = RetroPosition::of_world(&diagram(fen), world.parse().unwrap());
        let mut budget = Limits {
            nodes: Some(5_000),
            ..Limits::unlimited()
        }
        .start();
        let Ok(proof) = refute_world(&diagram(fen), world.parse().unwrap(), &[], &mut budget)
        else {
            continue;
        };
        let checked = confirm(&proof, &position);
        assert!(checked.is_ok(), "{fen}: {checked:?}");
        let mut elsewhere = proof.clone();
        elsewhere.positions[0].position.turn = position.turn.other();
        assert!(checker::verify(&elsewhere, &position).is_err(), "{fen}");
        match &proof.positions[0].why {
            Why::Reason(reason) => {
                kinds.insert(format!("{reason:?}").split('(').next().unwrap().to_owned());
                // Another position, a game's, does not fall for the same reason.
                let array = RetroPosition::of_world(
                    &diagram("r1bqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKB1R w"),
                    "KQkq -".parse().unwrap(),
                );
                let transplanted = by_reason(&array, reason.clone());
                assert!(checker::verify(&transplanted, &array).is_err(), "{fen}");
            }
            Why::Retractions(moves) => {
                kinds.insert("Retractions".to_owned());
                for i in 0..moves.len() {
                    let mut short = proof.clone();
                    let mut fewer = moves.clone();
                    fewer.remove(i);
                    short.positions[0].why = Why::Retractions(fewer);
                    assert!(checker::verify(&short, &position).is_err(), "{fen} {i}");
                }
            }
            Why::Cage(_) => {
                kinds.insert("Cage".to_owned());
            }
        }
    }
    assert!(kinds.len() >= 5, "{kinds:?}");
}
