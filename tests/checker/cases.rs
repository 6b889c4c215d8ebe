//! Positions no scenario of captures and promotions fits: going through the listed cases confirms it, and nothing else.

use crate::games::{Dice, Style};
use crate::recheck::disturbed;
use crate::{number, usual_or_thorough};
use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::retro::checker::{CertificateError, Checked, from_json, to_json, verify};
use beruehrt::retro::ledger::Ledger;
use beruehrt::retro::model::claim::NoScenario;
use beruehrt::retro::model::claim::Reason;
use beruehrt::retro::rules::refute;
use beruehrt::retro::scenario::side::Side;
use beruehrt::retro::{Refutation, RetroPosition, Why, confirm};
use beruehrt::world::World;
use serde_json::{Value, json};
use shakmaty::{Board, Chess, Color, Position, Square};

/// Placement, side to move, rights and en passant square.
fn position(fen: &str) -> RetroPosition {
    let fields: Vec<&str> = fen.split(' ').collect();
    let diagram = Diagram {
        board: Board::from_ascii_board_fen(fields[0].as_bytes()).unwrap(),
        turn: Color::from_char(fields[1].chars().next().unwrap()).unwrap(),
    };
    let world: World = format!("{} {}", fields[2], fields[3]).parse().unwrap();
    RetroPosition::of_world(&diagram, world)
}

/// What the search for scenarios says with so many nodes, if it finds that there is none.
fn no_scenario(position: &RetroPosition, nodes: u64) -> Option<NoScenario> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::unlimited()
    };
    match refute(position, &mut limits.start()) {
        Ok(Some(Reason::NoScenario(claim))) => Some(claim),
        _ => None,
    }
}

fn proof(claim: NoScenario, position: &RetroPosition) -> Refutation {
    Refutation::at_once(position.clone(), Why::Reason(Reason::NoScenario(claim)))
}

/// A claim that holds, as the checker leaves it and it is stored.
fn sound(claim: NoScenario, position: &RetroPosition) -> Value {
    to_json(
        &confirm(&proof(claim, position), position)
            .unwrap()
            .refutation,
    )
}

/// What the checker says of the one position of a refutation that it cannot show.
fn not_shown() -> Result<Checked, CertificateError> {
    Err(CertificateError::NotShown(vec![0]))
}

/// Where a search finds no scenario, the cases are closed without it; in the position that did arise in a game the same
/// nogoods close nothing.
#[test]
fn what_has_no_scenario_is_confirmed_by_its_cases() {
    confirmed_by_cases(1, usual_or_thorough(25, 30), usual_or_thorough(100, 300));
}

/// `cargo test --release --test checker long -- --ignored`; GAMES and SEED.
#[test]
#[ignore = "minutes"]
fn what_has_no_scenario_is_confirmed_by_its_cases_in_a_long_look() {
    confirmed_by_cases(number("SEED", 1), number("GAMES", 300), 300);
}

fn confirmed_by_cases(seed: u64, games: u64, nodes: u64) {
    let (mut found, mut listed, mut unshown) = (0, 0, 0);
    for game in 0..games {
        let mut dice = Dice::new(seed * 1_000_003 + game);
        let style = Style::ALL[dice.below(Style::ALL.len())];
        let arisen: Vec<(_, Chess)> = style.game(&mut dice, 240).skip(8).step_by(11).collect();
        for (_, arisen) in arisen.iter().flat_map(|played| [played; 4]) {
            let disturbed =
                RetroPosition::of_world(&disturbed(arisen, &mut dice), World::default());
            let Some(claim) = no_scenario(&disturbed, nodes) else {
                continue;
            };
            let nogoods = claim.nogoods.as_ref().map_or(0, |list| list.len());
            found += 1;
            listed += nogoods;
            let refuted = proof(claim.clone(), &disturbed);
            match confirm(&refuted, &disturbed) {
                // What nobody needs has been left out, and the rest is shown as before.
                Ok(checked) => {
                    let read = from_json(&to_json(&checked.refutation)).unwrap();
                    assert_eq!(verify(&read, &disturbed), Ok(checked), "{disturbed:?}");
                }
                // By cases that the checker's own rules do not exclude: it is no proof.
                flaw => {
                    assert_eq!(flaw, not_shown(), "{disturbed:?}");
                    unshown += 1;
                }
            }

            let world = World::of(arisen);
            let diagram = Diagram {
                board: arisen.board().clone(),
                turn: arisen.turn(),
            };
            let legal = RetroPosition::of_world(&diagram, world);
            let Some(ledger) = Ledger::new(&legal) else {
                continue;
            };
            let wrong = NoScenario {
                white: Side::new(&ledger, Color::White).account(),
                black: Side::new(&ledger, Color::Black).account(),
                ..claim
            };
            let said = confirm(&proof(wrong, &legal), &legal);
            assert_eq!(said, not_shown(), "{legal:?}");
        }
    }
    assert!(found > 20 && listed > found, "{found} {listed}");
    // How many the checker shows by itself is a matter of its strength, not of right and wrong.
    assert!(unshown * 8 < found, "{unshown} of {found}");
}

/// Positions without a scenario.
pub const TAMPERED: [&str; 6] = [
    // White's b3 came from a2: the bishop a2 is a promoted man, and Black's pawns cannot all have got by.
    "8/8/8/8/5PPq/1PPPkrNB/bPPR1rPN/2KR1QB1 b - -",
    "8/p7/8/8/8/1P1PkPP1/NPPR1RPN/1bKR1QB1 b - -",
    // White's pawn captured twice before e7-e6, and till then the bishop f8 was shut in.
    "r1bq2nr/pppP1ppp/3pp1k1/8/8/8/PPPPP1PP/RNBQKBNR b - -",
    // The bishop c1 left after b2-b3 and fell to h7xg, which let the rook out; then a2-a4 and b3 kept it out.
    "rnbqkbn1/ppppppp1/8/6p1/P7/1P6/r1PPPPPP/RN1QKBNR w - -",
    // Made by putting a man elsewhere in a game: all of one side's cases fail against some parts of the other.
    "rnbqkb1r/p4p1n/5p2/1p1pP2p/3P4/2P1PNP1/1P4P1/RNBQKB1R b - -",
    "r3k2r/bpp1p2p/2P1p1p1/p1Pp1b2/P1q1PNP1/3P2PB/3Q3P/RN2K2R w - -",
];

/// Everything that can be changed in these nogoods.
#[test]
fn exclusions_that_were_tampered_with_are_refused() {
    let (mut changes, mut kept, mut cut, mut by_cases) = (0, 0, 0, 0);
    for fen in TAMPERED {
        let position = position(fen);
        let Some(claim) = no_scenario(&position, 20_000) else {
            panic!("{fen} is not refuted");
        };
        let sound = sound(claim, &position);
        assert_eq!(sound["positions"][0]["checked"], "cases", "{fen}");
        let read = from_json(&sound).unwrap();
        let again = verify(&read, &position).unwrap().refutation;
        assert_eq!(to_json(&again), sound, "{fen}");
        let list = |json: &Value| {
            let list = &json["positions"][0]["why"]["reason"]["exclusions"];
            list.as_array().unwrap().clone()
        };
        let nogoods = list(&sound);
        assert!(!nogoods.is_empty());
        let mut refused = |changed: Vec<Value>, what: &str| {
            let mut json = sound.clone();
            json["positions"][0]["why"]["reason"]["exclusions"] = json!(changed);
            let said = verify(&from_json(&json).unwrap(), &position);
            assert_eq!(said, not_shown(), "{fen}: {what}");
            changes += 1;
        };
        refused(Vec::new(), "none at all");
        // What is said last is met by a case of the first side, and by nothing else.
        refused(nogoods[..nogoods.len() - 1].to_vec(), "without the last");
        let nothing = json!({"white": [], "black": [], "because": "cases"});
        refused(vec![nothing], "the second side is said to have no case");
        for (place, nogood) in nogoods.iter().enumerate() {
            for side in ["white", "black"] {
                for part in 0..nogood[side].as_array().unwrap().len() {
                    let mut changed = nogoods.clone();
                    changed[place][side].as_array_mut().unwrap().remove(part);
                    // What is left may still be shown; if not, it is refused.
                    let mut json = sound.clone();
                    json["positions"][0]["why"]["reason"]["exclusions"] = json!(changed);
                    match verify(&from_json(&json).unwrap(), &position) {
                        Ok(_) => kept += 1,
                        Err(flaw) => {
                            assert_eq!(Err(flaw), not_shown(), "{fen} {place}");
                            cut += 1;
                        }
                    }
                }
            }
            if nogood["because"] == "cases" {
                by_cases += 1;
                let mut changed = nogoods.clone();
                changed[place]["because"] = json!("victims");
                refused(changed, &format!("{place}: victims in place of cases"));
            }
        }
        // A case that names itself, or one behind it, as its ground.
        let mut reversed = nogoods.clone();
        reversed.reverse();
        if nogoods.iter().any(|nogood| nogood["because"] == "cases") {
            refused(reversed, "in the opposite order");
        }
        // The account the cases go by.
        for (field, other) in [
            ("captures", json!(1)),
            ("out_of_reach", json!(["e1", "e8"])),
            ("needed", json!(15)),
            ("promoted", json!(8)),
        ] {
            let mut json = sound.clone();
            json["positions"][0]["why"]["reason"]["white"][field] = other;
            let said = verify(&from_json(&json).unwrap(), &position);
            assert_eq!(said, not_shown(), "{fen}: {field}");
        }
    }
    assert!(
        by_cases > 1 && changes >= 20 && cut > 2 * kept,
        "{changes} {kept} {cut}"
    );
}

/// A hint with something changed by a draw: the JSON of it, and whether that must be refused; `None`: nothing can be changed so.
fn tampered(hint: &Value, others: usize, dice: &mut Dice) -> Option<(Value, bool)> {
    let mut changed = hint.clone();
    let list = if hint["met"].is_array() {
        "met"
    } else {
        "pawns"
    };
    let number = if list == "met" { "ways" } else { "positions" };
    let count = hint[list].as_array()?.len();
    let must_fail = match dice.below(4) {
        // A smaller number.
        0 => {
            let most = hint[number].as_u64().filter(|&most| most > 0)?;
            changed[number] = json!(dice.below(most as usize));
            true
        }
        // One left out, which others may stand in for.
        1 if count > 0 => {
            let place = dice.below(count);
            changed[list].as_array_mut()?.remove(place);
            false
        }
        // Another in its place: one that is not there, or a pawn twice.
        2 if count > 0 => {
            let place = dice.below(count);
            changed[list][place] = match list {
                "met" => json!(others + dice.below(9)),
                _ => hint[list][(place + 1) % count].clone(),
            };
            list == "met" || count > 1
        }
        3 => {
            changed = Value::Null;
            true
        }
        _ => return None,
    };
    Some((changed, must_fail))
}

/// So many draws; a smaller number, a place that is not there and a hint that is wanting are never accepted.
fn tamper_with_hints(draws: usize) {
    let mut dice = Dice::new(46);
    let (mut refused, mut kept) = (0, 0);
    let sounds: Vec<(RetroPosition, Value)> = TAMPERED
        .iter()
        .map(|fen| {
            let position = position(fen);
            let claim = no_scenario(&position, 20_000).unwrap();
            let sound = sound(claim, &position);
            (position, sound)
        })
        .collect();
    while refused + kept < draws {
        let (position, sound) = &sounds[dice.below(sounds.len())];
        let mut json = sound.clone();
        let reason = &mut json["positions"][0]["why"]["reason"];
        let count = reason["exclusions"].as_array().unwrap().len();
        // The last place is that of the first side's cases.
        let place = dice.below(count + 1);
        let owner = if place == count {
            reason
        } else {
            &mut reason["exclusions"][place]
        };
        let Some((changed, must_fail)) = tampered(&owner["hint"], place, &mut dice) else {
            continue;
        };
        if changed.is_null() {
            owner.as_object_mut().unwrap().remove("hint");
        } else {
            owner["hint"] = changed;
        }
        let said = verify(&from_json(&json).unwrap(), position);
        if let Err(flaw) = said {
            assert_eq!(Err(flaw), not_shown());
            refused += 1;
        } else {
            assert!(!must_fail, "{json}");
            kept += 1;
        }
    }
    assert!(refused > 4 * kept, "{refused} {kept}");
}

#[test]
fn hints_that_were_tampered_with_are_refused() {
    tamper_with_hints(300);
}

#[test]
#[ignore = "minutes"]
fn hints_that_were_tampered_with_are_refused_in_a_long_look() {
    tamper_with_hints(10_000);
}

/// A claim may ask for 100,000 positions of pawns, whichever nogood asks for them.
#[test]
fn more_positions_than_a_claim_may_ask_for_are_refused() {
    let mut asked = 0;
    for fen in TAMPERED {
        let position = position(fen);
        let sound = sound(no_scenario(&position, 20_000).unwrap(), &position);
        let list = &sound["positions"][0]["why"]["reason"]["exclusions"];
        let nogoods = list.as_array().unwrap();
        let moved = nogoods
            .iter()
            .find(|nogood| nogood["hint"]["pawns"].is_array());
        let Some(moved) = moved else { continue };
        let asking = |positions: u32| {
            let mut more = moved.clone();
            more["hint"]["positions"] = json!(positions);
            let mut json = sound.clone();
            let list = &mut json["positions"][0]["why"]["reason"]["exclusions"];
            list.as_array_mut().unwrap().extend([more.clone(), more]);
            verify(&from_json(&json).unwrap(), &position).is_ok()
        };
        assert!(asking(30_000), "{fen}");
        assert!(!asking(60_000), "{fen}");
        asked += 1;
    }
    assert!(asked > 0);
}

#[test]
fn nonsense_in_exclusions_is_refused_or_does_no_harm() {
    let position = position("r1bq2nr/pppP1ppp/3pp1k1/8/8/8/PPPPP1PP/RNBQKBNR b - -");
    let claim = no_scenario(&position, 20_000).unwrap();
    let sound = sound(claim, &position);
    let with = |part: Value| {
        let mut json = sound.clone();
        let more = json!({"white": [part], "black": [], "because": "glance"});
        let list = &mut json["positions"][0]["why"]["reason"]["exclusions"];
        list.as_array_mut().unwrap().push(more);
        from_json(&json).map(|read| verify(&read, &position).is_ok())
    };
    // No pawn goes so: no case has it.
    assert_eq!(with(json!({"kind": "falls", "files": "ah"})), Ok(true));
    assert_eq!(
        with(json!({"kind": "stands", "files": "a", "at": "a8"})),
        Ok(true)
    );
    // Every case has it, and it contradicts nothing: it cannot stand for the nogood that every case meets.
    let mut queen = sound.clone();
    let list = &mut queen["positions"][0]["why"]["reason"]["exclusions"];
    let last = list.as_array_mut().unwrap().last_mut().unwrap();
    // Black's cases are gone through first.
    assert_eq!(last["white"], json!([]));
    *last = json!({
        "white": [],
        "black": [{"kind": "originals", "class": "queen", "homes": ["d8"]}],
        "because": "glance",
    });
    assert!(verify(&from_json(&queen).unwrap(), &position).is_err());
    for unreadable in [
        json!({"kind": "falls", "files": ""}),
        json!({"kind": "falls", "files": "abcdefgh"}),
        json!({"kind": "falls", "files": "ai"}),
        json!({"kind": "present", "file": "ab"}),
        json!({"kind": "originals", "class": "king", "homes": []}),
    ] {
        assert!(with(unreadable.clone()).is_err(), "{unreadable}");
    }
    let mut twice = sound.clone();
    let homes =
        |home: Square| json!({"kind": "originals", "class": "queen", "homes": [home.to_string()]});
    let more = json!({
        "white": [homes(Square::D1), homes(Square::D2)],
        "black": [],
        "because": "glance",
    });
    let list = &mut twice["positions"][0]["why"]["reason"]["exclusions"];
    list.as_array_mut().unwrap().push(more);
    assert!(verify(&from_json(&twice).unwrap(), &position).is_err());
}

/// The bishop c1 left by b2-b3 only and fell to h7xg, which let the rook out; the pawns a4 and b3 never let it in.
const REHEARSED: &str = "rnbqkbn1/ppppppp1/8/6p1/P7/1P6/r1PPPPPP/RN1QKBNR w - -";

/// As before, but the bishop can have left by d2-d3: nothing is wrong.
const PLAYABLE: &str = "rnbqkbn1/ppppppp1/8/6p1/P7/1P1P4/r1P1PPPP/RN1QKBNR w - -";

#[test]
fn what_a_rehearsal_says_is_shown_or_refused() {
    let refuted = position(REHEARSED);
    let claim = no_scenario(&refuted, 20_000).unwrap();
    let sound = sound(claim.clone(), &refuted);
    assert_eq!(sound["positions"][0]["checked"], "cases");
    assert!(sound.to_string().contains("\"rehearsal\""));
    assert!(verify(&from_json(&sound).unwrap(), &refuted).is_ok());

    // What was found of the one position says nothing of the other, though a finder has the same words for it.
    let playable = position(PLAYABLE);
    let ledger = Ledger::new(&playable).unwrap();
    let lie = NoScenario {
        white: Side::new(&ledger, Color::White).account(),
        black: Side::new(&ledger, Color::Black).account(),
        ..claim
    };
    let lie = Refutation::at_once(playable.clone(), Why::Reason(Reason::NoScenario(lie)));
    assert_eq!(confirm(&lie, &playable), not_shown());
}
