//! Captures made and captures needed, counted anew, and numbers that are not those of the board.

use beruehrt::problem::Diagram;
use beruehrt::retro::checker::verify;
use beruehrt::retro::model::claim::{Account, Hint, NoScenario};
use beruehrt::retro::{Refutation, RetroPosition};
use beruehrt::world::World;
use shakmaty::{Bitboard, Board, Color, Square};

/// The position of a board and a side to move without rights.
fn arisen(fen: &str) -> RetroPosition {
    let (board, turn) = fen.split_once(' ').unwrap();
    let diagram = Diagram {
        board: Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
        turn: Color::from_char(turn.chars().next().unwrap()).unwrap(),
    };
    RetroPosition::of_world(&diagram, World::default())
}

/// White's account as the board has it, said not to balance.
fn claim(fen: &str) -> Account {
    let position = arisen(fen);
    Account {
        color: Color::White,
        captures: 16 - position.board.by_color(Color::Black).count() as u32,
        out_of_reach: Bitboard::EMPTY,
        needed: None,
        promoted: 0,
    }
}

fn is_overdrawn(fen: &str, change: impl Fn(&mut Account)) -> bool {
    let mut claim = claim(fen);
    change(&mut claim);
    let position = arisen(fen);
    // Of Black's nothing is said that could be wrong.
    let black = Account {
        color: Color::Black,
        needed: Some(0),
        ..claim
    };
    let claim = NoScenario {
        scenarios: 0,
        white: claim,
        black,
        exclusions: None,
        hint: Hint::None,
        shown: None,
    };
    let proof = Refutation::by_reason(position.clone(), claim.into());
    verify(&proof, &position).is_ok()
}

#[test]
fn captures_pay_for_a_promotion_from_where_the_man_got_out() {
    let as_it_is = |_: &mut Account| {};
    // A second light bishop: a pawn that promotes on a8 costs thirteen captures in all, but no bishop ever left a8
    // past the pawn b7; any other square costs one more.
    assert!(is_overdrawn(
        "8/1p5P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w",
        as_it_is
    ));
    assert!(!is_overdrawn(
        "8/1p5P/6P1/5B1P/6PP/5BNk/7P/R5K1 w",
        as_it_is
    ));
    assert!(!is_overdrawn(
        "8/2p4P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w",
        as_it_is
    ));
}

#[test]
fn a_bishop_shut_in_is_no_pawns_victim() {
    // One black man is missing, and White's pawns captured once: not the bishop, which never left f8.
    let shut_in = "rnbqk1nr/pppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR w";
    let bishop = |account: &mut Account| account.out_of_reach = Square::F8.into();
    assert!(is_overdrawn(shut_in, bishop));
    let knight = |account: &mut Account| account.out_of_reach = Square::G8.into();
    assert!(!is_overdrawn(shut_in, knight));
    assert!(!is_overdrawn(shut_in, |_| {}));
    assert!(!is_overdrawn(
        "rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w",
        bishop
    ));
    // Numbers that are not those of the board.
    assert!(!is_overdrawn(shut_in, |account| {
        bishop(account);
        account.captures = 2;
    }));
    assert!(!is_overdrawn(shut_in, |account| {
        bishop(account);
        account.promoted = 1;
    }));
    assert!(!is_overdrawn(shut_in, |account| {
        bishop(account);
        account.needed = Some(1);
    }));
}
