//! The older joke: the diagram follows an illegal move, which is taken back.

use beruehrt::budget::Limits;
use beruehrt::problem::{
    Convention, Diagram, Duplex, EpTouch, Fact, Forced, Goal, Histories, LastMove, Laws, Length,
    Options, Play, SetPlay, Stipulation, Strictness, Twin,
};
use beruehrt::retro::usual_limits;
use beruehrt::solution::Verdict;
use beruehrt::solve::illegal_move::{Offence, Sequel};
use beruehrt::solve::{Condition, Finality, Outcome, SolveOptions, Threads, WorldStatus, solve};
use beruehrt::world::WorldSet;
use shakmaty::{Board, Color, Role, Square};

/// `worlds`: of the diagram, as the file gives them; `None`: analysed.
fn twin(fen: &str, play: Play, length: Length, worlds: Option<&[&str]>) -> Twin {
    let (board, turn) = fen.split_once(' ').unwrap();
    let turn = if turn == "w" {
        Color::White
    } else {
        Color::Black
    };
    let given = |worlds: &[&str]| {
        Histories::Given(WorldSet::new(
            turn,
            worlds.iter().map(|w| w.parse().unwrap()),
        ))
    };
    Twin {
        label: "a".to_owned(),
        diagram: Diagram {
            board: Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
            turn,
        },
        duplex: Duplex::No,
        announced: None,
        stipulation: Stipulation::Goal(Forced {
            play,
            goal: Goal::Mate,
            length,
            set_play: SetPlay::No,
        }),
        convention: Convention::IllegalMove,
        options: Options::default(),
        histories: worlds.map_or(Histories::Analyse, given),
        facts: Vec::new(),
        start: None,
        solution: None,
    }
}

fn solved(twin: &Twin) -> Outcome {
    let statuses = match &twin.histories {
        Histories::Given(worlds) => WorldStatus::given(worlds),
        _ => beruehrt::retro::analyse(&twin.diagram, &[], &usual_limits())
            .worlds
            .iter()
            .map(WorldStatus::from)
            .collect(),
    };
    let options = SolveOptions {
        threads: Threads::Own(1),
        table_mib: 1,
        ..SolveOptions::default()
    };
    solve(twin, &statuses, &options).unwrap()
}

/// `O-O-O: Rxg6# Qf7#` for each retraction; `...` behind a replacement that the stipulation follows.
fn lines(outcome: &Outcome) -> Vec<String> {
    outcome
        .retractions
        .iter()
        .zip(outcome.keys())
        .map(|(retraction, key)| {
            let mut line = format!("{}:", key.san);
            for replacement in &retraction.replacements {
                let mv = replacement
                    .mv
                    .map_or("-".to_owned(), |key| key.san.to_string());
                let more = match &replacement.sequel {
                    Sequel::Goal => String::new(),
                    Sequel::Play(then) => {
                        let keys: Vec<String> =
                            then.keys().iter().map(|key| key.san.to_string()).collect();
                        format!(" ({})", keys.join(" "))
                    }
                };
                line.extend([" ", &mv, &more]);
            }
            line
        })
        .collect()
}

const WHEELER: &str = "2kr1b2/p3p3/4K1Br/B3R3/8/5q2/8/8 w";

/// Wheeler 1874: castling out of check and across d8. The king has no legal move, so Black is free
/// (4.4.3), and both his legal moves mate White: the selfmate needs no move of his.
#[test]
fn wheeler_1874() {
    let outcome = solved(&twin(WHEELER, Play::SelfPlay, Length::Smallest, None));
    assert_eq!(outcome.verdict, Verdict::Solved);
    assert_eq!(lines(&outcome), ["O-O-O: Rxg6# Qf7#"]);
    assert_eq!(outcome.retractions[0].offence, Offence::Castling);
}

/// The lines of one kind of offence.
fn lines_of(outcome: &Outcome, offence: Offence) -> Vec<String> {
    lines(outcome)
        .into_iter()
        .zip(&outcome.retractions)
        .filter(|(_, retraction)| retraction.offence == offence)
        .map(|(line, _)| line)
        .collect()
}

/// Black's d3 has captured en passant without the right, from c4 or from e4. The own pawn was touched
/// first and can move; then the back rank.
const EN_PASSANT: &str = "7k/6pp/8/8/8/3p4/8/R5K1 w";

#[test]
fn an_illegal_en_passant_capture_owes_a_move_of_the_pawn() {
    let mut twin = twin(
        EN_PASSANT,
        Play::Direct,
        Length::HalfMoves(1),
        Some(&["- -"]),
    );
    let expected = ["c4xd3: c3 (Ra8#)", "e4xd3: e3 (Ra8#)"];
    assert_eq!(lines_of(&solved(&twin), Offence::EnPassant), expected);
    // The enemy pawn was touched first but cannot be captured.
    twin.options.ep_touch = EpTouch::EnemyFirst;
    assert_eq!(lines_of(&solved(&twin), Offence::EnPassant), expected);
}

/// In help play both sides want the goal, and each replacement that leads there is a solution.
#[test]
fn in_help_play_one_replacement_suffices() {
    let twin = twin(EN_PASSANT, Play::Help, Length::HalfMoves(1), Some(&["- -"]));
    let outcome = solved(&twin);
    assert_eq!(
        lines_of(&outcome, Offence::EnPassant),
        ["c4xd3: c3 (Ra8#)", "e4xd3: e3 (Ra8#)"]
    );
}

/// Moving the pawn e4-e3 opens the diagonal h1-a8 and defends the back rank; a king move does not.
/// Only the old code lets White demand it.
#[test]
fn the_old_king_penalty_solves_what_the_laws_of_today_do_not() {
    let fen = "7k/5ppp/8/8/8/3p4/8/R1K4b w";
    let mut twin = twin(fen, Play::Direct, Length::HalfMoves(1), Some(&["- -"]));
    for laws in [Laws::Fide2018, Laws::Fide1997, Laws::Club, Laws::SamePiece] {
        twin.options.laws = laws;
        assert_eq!(
            lines_of(&solved(&twin), Offence::EnPassant),
            [""; 0],
            "{laws:?}"
        );
    }
    twin.options.laws = Laws::Staunton1860;
    assert_eq!(
        lines_of(&solved(&twin), Offence::EnPassant),
        ["e4xd3: Kg8 (Ra8#)"]
    );
}

/// Ke1-g1 with the rook still on h1. The king must move; f1 is attacked, so it is Kd1.
#[test]
fn half_a_castling_owes_a_king_move() {
    let fen = "6k1/8/b7/8/8/r7/1r6/6KR b";
    let twin = twin(fen, Play::Direct, Length::HalfMoves(1), Some(&["- -"]));
    assert_eq!(
        lines_of(&solved(&twin), Offence::HalfCastling),
        ["Ke1g1: Kd1 (Ra1#)"]
    );
}

/// Without the bishop the king may go to f1 too, and in the world with the right White completes the
/// castling, which parries everything: castling is permitted unless disproved.
#[test]
fn half_a_castling_may_be_completed() {
    let fen = "6k1/8/8/8/8/r7/1r6/6KR b";
    let twin = twin(fen, Play::Direct, Length::HalfMoves(1), Some(&["- -"]));
    assert_eq!(lines_of(&solved(&twin), Offence::HalfCastling), [""; 0]);
}

/// Black left his king in check from a8. The knight must parry, by either of two interpositions.
#[test]
fn a_check_ignored_must_be_parried_by_the_man_touched() {
    let fen = "R6k/6pp/8/2n5/8/8/8/6K1 w";
    let twin = twin(fen, Play::Direct, Length::HalfMoves(1), Some(&["- -"]));
    let outcome = solved(&twin);
    let found = lines_of(&outcome, Offence::CheckIgnored);
    assert!(
        found.contains(&"Nd7c5: Nb8 (Rxb8#) Nf8 (Rxf8#)".to_owned()),
        "{found:?}"
    );
    // From a4 it could not have parried: mate stood on the board, nobody moved after it.
    assert!(
        !found.iter().any(|line| line.starts_with("Na4c5:")),
        "{found:?}"
    );
    // Where Black stands in check nothing is said to be out of turn.
    assert_eq!(lines_of(&outcome, Offence::OutOfTurn), [""; 0]);
}

/// White moved out of turn: it is taken back, Black moves, and nothing was touched.
#[test]
fn a_move_out_of_turn_is_taken_back_without_replacement() {
    let mut twin = twin(
        "7k/8/8/8/8/r7/1r6/7K b",
        Play::Direct,
        Length::HalfMoves(1),
        Some(&["- -"]),
    );
    let found = lines_of(&solved(&twin), Offence::OutOfTurn);
    // With the king on g1 before: Ra1 is mate all the same.
    assert!(found.contains(&"Kg1h1: - (Ra1#)".to_owned()), "{found:?}");
    // Minimal deviation: the diagram is feasible, so nothing is retracted at all.
    twin.options.strict = Strictness::Strict;
    let outcome = solved(&twin);
    assert_eq!(outcome.applied, Convention::Codex);
    assert!(outcome.retractions.is_empty());
    assert_eq!(outcome.keys()[0].san.to_string(), "Ra1#");
}

/// What the text under the diagram tells holds of the illegal move and of the position before it.
#[test]
fn facts_tell_the_illegal_moves_apart() {
    let fen = "R6k/6pp/8/2n5/8/8/8/6K1 w";
    let mut twin = twin(fen, Play::Direct, Length::HalfMoves(1), Some(&["- -"]));
    let squares = |twin: &Twin| -> Vec<String> {
        let lines = lines_of(&solved(twin), Offence::CheckIgnored);
        let mut from: Vec<String> = lines
            .iter()
            .map(|line| line.split(':').next().unwrap().to_owned())
            .collect();
        from.dedup();
        from
    };
    twin.facts = vec![Fact::NoCaptureInLast(1)];
    assert_eq!(squares(&twin), ["Na6c5", "Ne6c5", "Nb7c5", "Nd7c5"]);
    let from_d7 = LastMove::Move {
        role: Role::Knight,
        from: Some(Square::D7),
        to: Square::C5,
        capture: false,
        promotion: None,
    };
    let by_black = Fact::LastMove {
        by: Some(Color::Black),
        what: from_d7,
    };
    twin.facts.push(by_black);
    assert_eq!(squares(&twin), ["Nd7c5"]);
    // Who has just moved has moved.
    twin.facts = vec![Fact::NotMoved(Square::C5)];
    assert_eq!(squares(&twin), [""; 0]);
    twin.facts = vec![Fact::Moved(Square::C5), Fact::NoCaptureInLast(1)];
    assert_eq!(squares(&twin).len(), 4);
}

/// The limits of the retro-analysis hold for the positions before.
#[test]
fn the_positions_before_take_their_limits() {
    let twin = twin(WHEELER, Play::SelfPlay, Length::Smallest, None);
    let options = SolveOptions {
        threads: Threads::Own(1),
        table_mib: 1,
        retro: Limits {
            nodes: Some(1),
            ..usual_limits()
        },
        ..SolveOptions::default()
    };
    let outcome = solve(&twin, &[], &options).unwrap();
    assert_eq!(lines(&outcome), ["O-O-O: Rxg6# Qf7#"]);
    assert_eq!(
        outcome.finality,
        Finality::Conditional(Condition::NotSearched)
    );
}

/// White castled when it was Black's turn: in order, but for that.
#[test]
fn castling_out_of_turn_is_taken_back() {
    let fen = "6k1/8/8/8/8/8/r7/5RK1 b";
    let lines = |fen: &str| {
        let twin = twin(fen, Play::Direct, Length::HalfMoves(1), Some(&["- -"]));
        let outcome = solved(&twin);
        lines_of(&outcome, Offence::OutOfTurn)
            .into_iter()
            .filter(|line| line.starts_with("O-O"))
            .collect::<Vec<_>>()
    };
    // The king stood on e1: no mate.
    assert_eq!(lines(fen), [""; 0]);
    // With a second rook there is: 1...Rg1 or 1...Ra1.
    let two = "6k1/8/8/8/8/r7/1r6/5RK1 b";
    assert_eq!(lines(two), ["O-O: - (Ra1#)"]);
    // Across an attacked square it was illegal castling, not a move out of turn.
    assert_eq!(lines("5rk1/8/8/8/8/r7/1r6/5RK1 b"), [""; 0]);
}

/// `#0.5`: White, not on move, has not finished his move.
fn unfinished(fen: &str) -> Twin {
    twin(fen, Play::Direct, Length::HalfMoves(0), None)
}

/// The king has been released on g1: that castling is owed (4.7.2), and it mates along the f-file.
#[test]
fn half_a_castling_is_completed_with_mate() {
    let outcome = solved(&unfinished("5k2/8/8/8/8/8/4R1Q1/6KR b"));
    assert_eq!(outcome.verdict, Verdict::Solved);
    assert_eq!(lines(&outcome), ["Ke1g1: O-O#"]);
    assert_eq!(outcome.retractions[0].offence, Offence::HalfCastling);
}

/// g3 guards f1: that castling is illegal, and another king move is owed, castling with the other rook included
/// (4.7.2). A man taken off d1 explains the diagram as well, but half a castling is a legal act: under
/// `strict` it is the smallest deviation.
#[test]
fn half_a_castling_that_is_illegal_owes_another_king_move() {
    let mut twin = unfinished("2rkr3/2p1p3/8/8/8/6n1/8/R5KR b");
    let outcome = solved(&twin);
    assert_eq!(lines_of(&outcome, Offence::HalfCastling), ["Ke1g1: O-O-O#"]);
    assert_eq!(lines_of(&outcome, Offence::HalfCapture), ["Ra1xd1: Rxd1#"]);
    twin.options.strict = Strictness::Strict;
    assert_eq!(lines(&solved(&twin)), ["Ke1g1: O-O-O#"]);
}

/// Amelung 1897 with a rook on h1: g7-g5 was the only last move, so the capture en passant is legal, and with g5
/// off the board it mates along the h-file.
#[test]
fn a_capture_en_passant_is_completed_when_the_pawn_goes() {
    let options = SolveOptions {
        threads: Threads::Own(1),
        table_mib: 1,
        retro: Limits {
            nodes: Some(300),
            ..usual_limits()
        },
        ..SolveOptions::default()
    };
    let outcome = solve(&unfinished("7R/7p/5PPk/4PKp1/8/8/8/7R b"), &[], &options).unwrap();
    assert_eq!(lines_of(&outcome, Offence::HalfEnPassant), ["h5g6: hxg6#"]);
}

/// The man on a8 has gone, the rook has not arrived: whatever it was, it is one solution.
#[test]
fn a_capture_is_completed_when_the_capturer_arrives() {
    let outcome = solved(&unfinished("6k1/5ppp/8/8/8/8/8/R5K1 b"));
    assert_eq!(lines(&outcome), ["Ra1xa8: Rxa8#"]);
    assert_eq!(outcome.retractions[0].offence, Offence::HalfCapture);
}

/// A pawn on a8 waits for its new man: queen and rook mate, and each is a solution. From b7 it did not come: that square is
/// taken.
#[test]
fn a_promotion_is_completed_by_the_new_man() {
    let outcome = solved(&unfinished("P5k1/1p3ppp/8/8/8/8/8/6K1 b"));
    let mut found = lines_of(&outcome, Offence::HalfPromotion);
    found.sort();
    assert_eq!(found, ["a7a8: a8=Q#", "a7a8: a8=R#"]);
}

/// Nothing is unfinished: whole illegal moves do not count, and what could be finished does not mate.
#[test]
fn a_finished_move_is_no_half_move() {
    // Castling out of check would solve `#1` jokes; here it is no half of anything.
    let outcome = solved(&unfinished("4r1k1/5ppp/8/8/8/8/8/5RK1 b"));
    assert_eq!(outcome.verdict, Verdict::NoSolution);
}
