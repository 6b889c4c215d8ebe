//! What touches oblige to, article by article.

use beruehrt::law::{Question, Sequence};
use beruehrt::problem::Laws;

#[test]
fn castling_denied_by_an_attacked_square_owes_a_king_move() {
    let sequence: Sequence = "e1,h1".parse().unwrap();
    let question = Question::from_fen("4kr2/8/8/8/8/8/8/R3K2R w KQ -", &sequence, Laws::Fide2018);
    let answer = question.unwrap().answer();
    assert_eq!(answer.article(), "4.4.3");
    assert_eq!(answer.uci(), ["e1c1", "e1d1", "e1d2", "e1e2"]);
}
