//! No reason refutes a position that arose in a game.

mod games;

use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::retro::{RetroPosition, scenario};
use beruehrt::world::World;
use games::{Dice, Style};
use shakmaty::{Chess, Position};

/// Plays seeded games and asks for a refutation every few plies; returns how many positions were asked.
fn play(games: u64, first_seed: u64, nodes: u64) -> usize {
    let mut asked = 0;
    for seed in first_seed..first_seed + games {
        let mut dice = Dice::new(seed);
        let style = Style::ALL[dice.below(Style::ALL.len())];
        let stride = 1 + dice.below(12);
        let mut position = Chess::default();
        for ply in 0..300 {
            let Some(played) = style.choose(&position, &mut dice) else {
                break;
            };
            position.play_unchecked(played);
            if ply % stride != 0 {
                continue;
            }
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
            if let Ok(Some(reason)) = scenario::refute(&retro, &mut budget) {
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
    assert!(play(60, 1, 300) > 1000);
}

/// `cargo test --release --test reasons -- --ignored a_long_run`
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
    scenario::refute(&position, &mut budget).is_ok_and(|reason| reason.is_some())
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
