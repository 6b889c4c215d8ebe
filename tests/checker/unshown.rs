//! A proof counts only as far as the checker shows it, whoever found it.

use beruehrt::budget::{Limit, Limits};
use beruehrt::notation::Language;
use beruehrt::problem::Diagram;
use beruehrt::report::text::{not_refuted_text, undecided_briefly, undecided_text};
use beruehrt::retro::checker::{CertificateError, verify};
use beruehrt::retro::model::claim::Reason;
use beruehrt::retro::rules::refute;
use beruehrt::retro::{
    Refutation, RetroPosition, Unconfirmed, Undecided, Verdict, Why, analyse, confirm,
    refute_world, usual_limits,
};
use beruehrt::world::World;
use shakmaty::{Board, Color};

use crate::nodes;

fn diagram(fen: &str) -> Diagram {
    let (placement, turn) = fen.split_once(' ').unwrap();
    Diagram {
        board: Board::from_ascii_board_fen(placement.as_bytes()).unwrap(),
        turn: Color::from_char(turn.chars().next().unwrap()).unwrap(),
    }
}

/// King and queen were shut up together (L. Mano's `MANO10`, a position with the same point), a promoted man is stated to
/// be on the board who came to no square of his kind, or Black's pawns captured on light squares alone, though a dark bishop is
/// among those missing (R. Smullyan's `SMU30-N` and `SMU30-Q`): once only the search that found the proofs could confirm them.
const SHOWN: [&str; 5] = [
    "r1b1kbNr/1pppppp1/p2N3p/n7/n7/P6P/1PPPPPP1/R1B1KB1R b",
    "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b",
    "rnbqkbn1/ppppppp1/6p1/2PB4/P2P4/5P2/1P2P1P1/R1BQKBNR w",
    "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4N/2PP2P1/4P2P/n7 b",
    "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4Q/2PP2P1/4P2P/n7 b",
];

#[test]
fn what_is_called_impossible_is_shown() {
    let limits = Limits {
        nodes: Some(6_000),
        time: None,
        ..usual_limits()
    };
    for fen in SHOWN {
        let diagram = diagram(fen);
        for judged in analyse(&diagram, &[], &limits).worlds {
            let position = RetroPosition::of_world(&diagram, judged.world);
            let Verdict::Impossible(proof) = &judged.verdict else {
                panic!("{fen} {}: {:?}", judged.world, judged.verdict);
            };
            assert!(verify(proof, &position).is_ok(), "{fen} {}", judged.world);
        }
    }
}

#[test]
fn what_only_its_finder_confirmed_is_shown() {
    for fen in SHOWN {
        let diagram = diagram(fen);
        for world in diagram.candidates().iter() {
            let position = RetroPosition::of_world(&diagram, world);
            let found = refute_world(&diagram, world, &[], &mut nodes(4_000).start());
            let checked = confirm(&found.unwrap(), &position);
            assert!(checked.is_ok(), "{fen} {world}: {:?}", checked.err());
        }
    }
}

#[test]
fn a_reason_without_its_cases_is_no_proof() {
    let diagram = diagram(SHOWN[1]);
    let position = RetroPosition::of_world(&diagram, World::default());
    let found = refute(&position, &mut nodes(4_000).start()).unwrap();
    let Some(Reason::NoScenario(mut claim)) = found else {
        panic!("{found:?}");
    };
    claim.nogoods = None;
    let bare = Refutation::at_once(position.clone(), Why::Reason(Reason::NoScenario(claim)));
    assert_eq!(
        verify(&bare, &position),
        Err(CertificateError::NotShown(vec![0]))
    );
}

#[test]
fn it_is_told_why_a_proof_does_not_count() {
    let undecided = |unconfirmed| Undecided {
        refutation: Limit::Nodes,
        witness: Limit::Time,
        levels: 4,
        retracted_plies: 2,
        reach: None,
        unconfirmed,
    };
    let found = undecided(Some(Unconfirmed {
        positions: 5,
        shared: 2,
    }));
    let english =
        "a proof was found, but in 2 of its 5 positions only the search that found it confirms it";
    let german = "ein Beweis wurde gefunden, aber in 2 seiner 5 Stellungen bestätigt ihn nur die Suche, die ihn fand";
    for (language, why) in [(Language::English, english), (Language::German, german)] {
        assert_eq!(not_refuted_text(&found, language), why);
        assert!(undecided_briefly(&found, language).starts_with(why));
        assert!(undecided_text(&found, language).starts_with(why));
        let without = undecided(None);
        assert!(!not_refuted_text(&without, language).contains('5'));
        assert!(!undecided_text(&without, language).contains('5'));
    }
}
