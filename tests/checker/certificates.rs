//! Refutations written as JSON, read back and checked; whatever is changed in them is refused.

use std::path::Path;
use std::sync::LazyLock;

use crate::files;
use crate::games::{Dice, Style};
use beruehrt::budget::Limits;
use beruehrt::problem::{Diagram, Fact, LastMove};
use beruehrt::retro::checker::{CertificateError, Checked, Checker, from_json, to_json, verify};
use beruehrt::retro::ledger::Ledger;
use beruehrt::retro::model::claim::{Account, Hint, NoScenario};
use beruehrt::retro::model::claim::{ClosedRegion, Reason};
use beruehrt::retro::rules::quick;
use beruehrt::retro::{Refutation, RetroPosition, Verdict, Why, confirm, last_moves, refute_world};
use beruehrt::world::{Right, World};
use serde_json::{Value, json};
use shakmaty::{Bitboard, Color, Position, Role, Square};

fn diagram(board: &str, turn: &str) -> Diagram {
    Diagram {
        board: shakmaty::Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
        turn: if turn == "w" {
            Color::White
        } else {
            Color::Black
        },
    }
}

fn nodes(nodes: u64) -> beruehrt::budget::Budget {
    Limits {
        nodes: Some(nodes),
        ..Limits::unlimited()
    }
    .start()
}

/// Every world of the shipped problems and of the published nogoods that little effort refutes: its diagram, the
/// world, the proof. They are looked for once for all tests.
static REFUTED_WORLDS: LazyLock<Vec<(Diagram, World, Refutation)>> = LazyLock::new(|| {
    let table = include_str!("../data/rights.tsv").lines();
    let rows = table.filter(|line| !line.starts_with('#'));
    let fens = rows.filter_map(|line| line.split('\t').nth(1));
    let mut diagrams: Vec<Diagram> = Vec::new();
    // Captures that do not suffice, castlings that exclude each other, officers in an order they never had, pawns that no
    // captures let through.
    let each_kind = [
        "8/1p5P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w",
        "4k2r/3p1rpp/3Pp1p1/4N3/5P1Q/P7/1PPPP3/2B1K2R w",
        "7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/8/PPPPPPPP/3QRRK1 w",
        "1r1N1rq1/1R2NBp1/3bQ1P1/3Pn1Nq/4n1P1/P1pkb2q/K4n2/bb4n1 w",
        // A rook that pawns on their own files shut in.
        "rnbqkbnr/pppppppp/8/3R4/8/P7/1PPPPPPP/1NBQKBNR w",
    ];
    for fen in each_kind.into_iter().chain(fens) {
        let fields: Vec<&str> = fen.split(' ').collect();
        diagrams.push(diagram(fields[0], fields[1]));
    }
    for folder in ["problems/published", "problems/originals"] {
        for file in files::below(Path::new(folder), "bg") {
            let parsed = beruehrt::syntax::parse(&std::fs::read_to_string(file).unwrap());
            let twins = parsed.problems().flat_map(|problem| &problem.twins);
            diagrams.extend(twins.map(|twin| twin.diagram.clone()));
        }
    }
    let mut asked = std::collections::HashSet::new();
    diagrams.retain(|diagram| asked.insert(diagram.fen()));
    let mut found = Vec::new();
    for diagram in diagrams {
        for world in diagram.candidates().iter() {
            if let Ok(proof) = refute_world(&diagram, world, &[], &mut nodes(600)) {
                found.push((diagram.clone(), world, proof));
            }
        }
    }
    found
});

/// The text form and back: what a file goes through.
fn stored(proof: &Refutation) -> Refutation {
    let text = to_json(proof).to_string();
    from_json(&serde_json::from_str(&text).unwrap()).unwrap()
}

#[test]
fn a_stored_proof_is_the_same_and_holds() {
    let worlds = &*REFUTED_WORLDS;
    let mut methods = std::collections::BTreeMap::<String, usize>::new();
    for (diagram, world, proof) in worlds {
        let position = RetroPosition::of_world(diagram, *world);
        let proof = match confirm(proof, &position) {
            Ok(checked) => checked.refutation,
            Err(CertificateError::NotShown(_)) => continue,
            Err(flaw) => panic!("{} {world}: {flaw}", diagram.fen()),
        };
        // Exclusions that nobody needs are not written; what was shown by what is not believed when it is read.
        let mut checker = Checker::within(&nodes(1));
        let read = checker.verify_world(&stored(&proof), diagram, *world, &[]);
        assert_eq!(read.unwrap().refutation, proof, "{} {world}", diagram.fen());
        let json = to_json(&proof);
        let said = json["positions"].as_array().unwrap();
        for position in said {
            let kind = &position["why"]["reason"]["kind"];
            let method = position["checked"].as_str().unwrap();
            let kind = kind.as_str().unwrap_or("-");
            *methods.entry(format!("{kind} {method}")).or_default() += 1;
        }
    }
    assert!(worlds.len() > 20, "{}", worlds.len());
    for method in [
        "- rules",
        "closed-region rules",
        "pawn-order rules",
        "no-scenario account",
        "no-scenario cases",
    ] {
        assert!(methods.contains_key(method), "{methods:?}");
    }
}

#[test]
fn the_proofs_of_last_moves_and_of_facts_are_stored_too() {
    let amelung = diagram("7R/7p/5P1k/4PKpP/8/8/8/8", "w");
    let answer = last_moves(&amelung, &[], &mut nodes(2_000));
    let mut checker = Checker::within(&nodes(1));
    let mut others = 0;
    for judged in &answer.moves {
        let Verdict::Impossible(proof) = &judged.verdict else {
            continue;
        };
        let read = stored(proof);
        for claimed in &answer.moves {
            let checked = checker.verify_last_move(&read, &amelung, claimed.unmove, &[]);
            if claimed.unmove == judged.unmove {
                let checked = checked.map(|checked| checked.refutation);
                assert_eq!(checked.as_ref(), Ok(proof), "{}", judged.unmove);
            } else {
                assert_eq!(checked, Err(CertificateError::OtherPosition));
                others += 1;
            }
        }
    }
    assert!(others > 20);
    let kings = diagram("4k3/8/8/8/8/8/8/4K2R", "w");
    let knight = |from, promotion| Fact::LastMove {
        by: None,
        what: LastMove::Move {
            role: if promotion { Role::Pawn } else { Role::Knight },
            from,
            to: Square::C6,
            capture: true,
            promotion: promotion.then_some(Role::Queen),
        },
    };
    let castled = Fact::LastMove {
        by: Some(Color::White),
        what: LastMove::Castling(shakmaty::CastlingSide::QueenSide),
    };
    let piece = Fact::LastMove {
        by: None,
        what: LastMove::Piece(Role::Rook),
    };
    for facts in [
        vec![knight(Some(Square::B8), false)],
        vec![knight(None, true), Fact::NoCaptureInLast(3)],
        vec![castled],
        vec![piece, Fact::Moved(Square::E1)],
        vec![Fact::NotMoved(Square::E1), Fact::NotMoved(Square::H1)],
    ] {
        let world = World::default();
        let proof = refute_world(&kings, world, &facts, &mut nodes(2_000)).unwrap();
        let read = stored(&proof);
        assert_eq!(read, proof);
        assert!(checker.verify_world(&read, &kings, world, &facts).is_ok());
        // Without the facts, or of another world, it proves nothing.
        let world_alone = checker.verify_world(&read, &kings, world, &[]);
        let kept: World = "K -".parse().unwrap();
        let elsewhere = checker.verify_world(&read, &kings, kept, &facts);
        assert!(world_alone.is_err() && elsewhere.is_err(), "{facts:?}");
    }
}

/// What the checker says of a changed proof, read back from its text; `None`: it cannot even be read.
fn checked(changed: &Value, claimed: &RetroPosition) -> Option<Result<Checked, CertificateError>> {
    let read = from_json(changed).ok()?;
    Some(verify(&read, claimed))
}

#[test]
fn a_proof_that_was_tampered_with_is_refused() {
    let (mut squares, mut dropped, mut rights) = (0, 0, 0);
    let (mut shown, mut unshown) = (0, 0);
    for (diagram, world, proof) in &*REFUTED_WORLDS {
        let claimed = RetroPosition::of_world(diagram, *world);
        let json = to_json(proof);
        match checked(&json, &claimed) {
            Some(Ok(_)) => shown += 1,
            // By cases that the checker's own rules do not exclude: no proof.
            Some(Err(CertificateError::NotShown(_))) => {
                unshown += 1;
                continue;
            }
            other => panic!("{} {world}: {other:?}", diagram.fen()),
        }
        let refused = |changed: &Value, what: &str| {
            let said = checked(changed, &claimed);
            assert!(
                !matches!(said, Some(Ok(_))),
                "{} {world}: {what}",
                diagram.fen()
            );
        };
        // Of the position itself: a man off its square, the other side to move, a right that is not claimed.
        for square in diagram.board.occupied() {
            let mut board = diagram.board.clone();
            board.discard_piece_at(square);
            let mut changed = json.clone();
            changed["positions"][0]["placement"] = json!(board.to_string());
            refused(&changed, &format!("without {square}"));
            squares += 1;
        }
        let mut changed = json.clone();
        changed["positions"][0]["turn"] = json!(claimed.turn.other().char().to_string());
        refused(&changed, "the other side to move");
        let said = json["positions"][0]["rights"].as_str().unwrap();
        for right in Right::ALL {
            let letter = right.letter();
            let (kept, lost) = (letter.to_string(), format!("-{letter}"));
            let other = if said.contains(&lost) {
                said.replace(&lost, &kept)
            } else if said.contains(letter) {
                said.replace(letter, &lost)
            } else {
                continue;
            };
            let mut changed = json.clone();
            changed["positions"][0]["rights"] = json!(other);
            refused(&changed, &format!("{said} changed to {other}"));
            rights += 1;
        }
        // Anywhere in the tree: a last move left out.
        for place in 0..proof.positions.len().min(20) {
            let Some(moves) = json["positions"][place]["why"]["retractions"].as_array() else {
                continue;
            };
            for i in 0..moves.len() {
                let mut changed = json.clone();
                let list = &mut changed["positions"][place]["why"]["retractions"];
                let gone = list.as_array_mut().unwrap().remove(i);
                refused(&changed, &format!("without {gone} at {place}"));
                dropped += 1;
            }
        }
        let mut changed = json.clone();
        changed["positions"][0]["why"] = json!({"retractions": []});
        if json["positions"][0]["why"] != changed["positions"][0]["why"] {
            refused(&changed, "no last move");
        }
    }
    assert!(
        squares > 300 && dropped > 80 && rights > 20,
        "{squares} {dropped} {rights}"
    );
    assert!(shown > 4 * unshown, "{shown} {unshown}");
}

#[test]
fn what_cannot_be_read_is_named() {
    let proof = refute_world(
        &diagram("7R/7p/5P1k/4PKpP/8/8/8/8", "w"),
        World::default(),
        &[],
        &mut nodes(600),
    );
    let json = to_json(&proof.unwrap());
    let said = |change: &dyn Fn(&mut Value)| {
        let mut changed = json.clone();
        change(&mut changed);
        from_json(&changed).unwrap_err().to_string()
    };
    let message = said(&|json| json["positions"][1]["ep"] = json!("z9"));
    assert_eq!(message, "position 1: `z9` is not a square, `-` or `?`");
    let message = said(&|json| json["positions"][0]["rights"] = json!("KK"));
    assert_eq!(
        message,
        "position 0: `KK` is not a list of rights such as `K-Q`"
    );
    let message = said(&|json| json["positions"][0]["placement"] = json!("8/8"));
    assert_eq!(message, "position 0: `8/8` is not a placement as in a FEN");
    let message = said(&|json| json["positions"][0]["why"]["retractions"][0]["move"] = json!("Kx"));
    assert_eq!(
        message,
        "position 0: `Kx` is not a last move such as `Ke8xRd8`"
    );
    let message = said(&|json| json["positions"][2]["why"] = json!({"cage": 7}));
    assert_eq!(message, "position 2: there is no cage 7");
    let message = said(&|json| json["positions"][2]["why"] = json!({"reason": {"kind": "luck"}}));
    assert!(
        message.starts_with("position 2: unknown variant `luck`"),
        "{message}"
    );
    let message = said(&|json| *json = json!([]));
    assert_eq!(message, "a refutation is an object with a list `cages`");
    let message = said(&|json| {
        let zone: [&str; 0] = [];
        let pattern = json!({"turn": "w", "ep": null, "frozen": "0x0", "may": ["0x1"]});
        json["cages"] = json!([{"zone": zone, "men": ["a1"], "patterns": [pattern], "before": []}]);
    });
    assert_eq!(message, "cage 0: a pattern of 1 boards, not 13");
}

/// A made-up account of every sort says nothing against a position that arose in a game.
#[test]
fn no_account_is_believed_against_a_game() {
    let mut asked = 0;
    for seed in 0..40 {
        let mut dice = Dice::new(91_000 + seed);
        let style = Style::ALL[dice.below(Style::ALL.len())];
        for (_, position) in style.game(&mut dice, 200).step_by(9) {
            let board = position.board();
            let retro = RetroPosition::of_world(
                &Diagram {
                    board: board.clone(),
                    turn: position.turn(),
                },
                World::of(&position),
            );
            let account = |color: Color| Account {
                color,
                captures: 16 - board.by_color(color.other()).count() as u32,
                out_of_reach: Bitboard::EMPTY,
                needed: None,
                promoted: 0,
            };
            // What is out of reach by the finder's own account is claimed as well.
            for homes in [Bitboard::EMPTY, Bitboard::BACKRANKS] {
                for home in homes
                    .into_iter()
                    .map(Bitboard::from)
                    .chain([Bitboard::EMPTY])
                {
                    let with = |color| Account {
                        out_of_reach: home,
                        ..account(color)
                    };
                    let reason = Reason::NoScenario(NoScenario {
                        scenarios: 0,
                        white: with(Color::White),
                        black: with(Color::Black),
                        nogoods: None,
                        hint: Hint::None,
                        shown: None,
                    });
                    let proof = Refutation::at_once(retro.clone(), Why::Reason(reason));
                    let said = verify(&proof, &retro);
                    assert_eq!(said, Err(CertificateError::NotShown(vec![0])), "{retro:?}");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 5_000, "{asked}");
}

/// Officers behind the unmoved pawns in any order: what the finder says of them the checker confirms.
#[test]
fn every_closed_region_found_is_confirmed() {
    let (mut found, mut free) = (0, 0);
    for seed in 0..400 {
        let mut dice = Dice::new(5_000 + seed);
        let mut board = shakmaty::Board::from_ascii_board_fen(b"4k3/8/8/8/8/8/PPPPPPPP/8").unwrap();
        if seed % 4 == 3 {
            board.discard_piece_at(Square::A2);
            board.set_piece_at(Square::A3, Color::White.pawn());
        }
        for role in [
            Role::King,
            Role::Queen,
            Role::Rook,
            Role::Rook,
            Role::Knight,
        ] {
            let square = Square::ALL[dice.below(8)];
            if role == Role::King || dice.below(3) > 0 && board.role_at(square).is_none() {
                board.set_piece_at(square, role.of(Color::White));
            }
        }
        for square in [Square::C1, Square::F1] {
            if board.role_at(square).is_none() && dice.below(2) > 0 {
                board.set_piece_at(square, Color::White.bishop());
            }
        }
        let diagram = Diagram {
            board,
            turn: Color::White,
        };
        for world in diagram.candidates().iter() {
            let position = RetroPosition::of_world(&diagram, world);
            // The simpler reasons are asked first.
            if quick(&position).is_some() {
                continue;
            }
            let ledger = Ledger::new(&position).unwrap();
            let Some(region) = ClosedRegion::find(&ledger) else {
                free += 1;
                continue;
            };
            found += 1;
            let reason = Reason::ClosedRegion(region);
            let proof = Refutation::at_once(position.clone(), Why::Reason(reason));
            let checked = confirm(&proof, &position);
            assert!(checked.is_ok(), "{} {world}", diagram.fen());
        }
    }
    assert!(found > 50 && free > 50, "{found} {free}");
}
