//! Positions that mostly cannot be: those of random games, with a few men moved, taken off or exchanged.

use beruehrt::problem::Diagram;
use beruehrt::world::{Right, Rights, World};
use shakmaty::{Board, Color, Position, Rank, Role, Square};

use super::games::{Dice, Style};
use crate::rows::{Question, Row};

/// So many mutants, each in a world drawn from those its kings and rooks allow.
pub fn draw(seed: u64, count: usize) -> Vec<Row> {
    let mut dice = Dice::new(seed);
    let mut rows = Vec::new();
    while rows.len() < count {
        // Most gaps show soon after the beginning, where much is still shut in.
        let plies = [4, 8, 12, 20, 30, 60, 120][dice.below(7)];
        let style = Style::ALL[dice.below(Style::ALL.len())];
        let Some((_, position)) = style.game(&mut dice, plies).last() else {
            continue;
        };
        let mut board = position.board().clone();
        for _ in 0..=dice.below(3) {
            mutate(&mut board, &mut dice);
        }
        let turn = if dice.chance(50) {
            Color::White
        } else {
            Color::Black
        };
        let diagram = Diagram { board, turn };
        let kept = |right: &Right| Rights::at_home(&diagram.board).has(*right);
        let rights: Rights = Right::ALL.into_iter().filter(kept).collect();
        let rights = rights.iter().filter(|_| dice.chance(60)).collect();
        // What is plain to see is no question.
        if diagram.leaves_check() {
            continue;
        }
        rows.push(Row {
            set: "mutants".to_owned(),
            name: format!("{seed}-{}", rows.len()),
            diagram,
            question: Question::Exactly(World::new(rights, None)),
            truth: None,
            is_claim: false,
        });
    }
    rows
}

/// Moves a man to any square, takes one off, or exchanges two; kings stay on the board, pawns off the outer ranks.
fn mutate(board: &mut Board, dice: &mut Dice) {
    let men: Vec<Square> = board.occupied().into_iter().collect();
    let free: Vec<Square> = (!board.occupied()).into_iter().collect();
    let from = men[dice.below(men.len())];
    let man = board.piece_at(from).expect("a man stands there");
    let is_outer = |square: Square| matches!(square.rank(), Rank::First | Rank::Eighth);
    match dice.below(4) {
        0 if man.role != Role::King => {
            board.discard_piece_at(from);
        }
        1 => {
            let to = men[dice.below(men.len())];
            let other = board.piece_at(to).expect("a man stands there");
            let fits = |role: Role, square| role != Role::Pawn || !is_outer(square);
            if fits(man.role, to) && fits(other.role, from) {
                board.set_piece_at(to, man);
                board.set_piece_at(from, other);
            }
        }
        _ => {
            let to = free[dice.below(free.len())];
            if man.role != Role::Pawn || !is_outer(to) {
                board.discard_piece_at(from);
                board.set_piece_at(to, man);
            }
        }
    }
}

#[test]
fn mutants_keep_their_kings_and_no_pawn_on_outer_ranks() {
    let rows = draw(3, 200);
    assert_eq!(rows.len(), 200);
    for row in rows {
        let board = &row.diagram.board;
        assert!(
            Color::ALL
                .iter()
                .all(|&color| board.king_of(color).is_some())
        );
        assert!((board.pawns() & shakmaty::Bitboard::BACKRANKS).is_empty());
        assert!(
            row.worlds()
                .iter()
                .all(|&world| row.diagram.candidates().contains(world))
        );
    }
}
