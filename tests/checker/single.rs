//! Single reasons, as the checker sees them: captures counted, officers shut up, pawns in their order.

use beruehrt::problem::Diagram;
use beruehrt::retro::checker::verify;
use beruehrt::retro::model::claim::{Account, ClosedRegion, Hint, NoScenario, PawnOrder, Reason};
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

/// Whether the checker takes the claim for a proof.
fn is_refuted(position: &RetroPosition, claim: impl Into<Reason>) -> bool {
    let proof = Refutation::by_reason(position.clone(), claim.into());
    verify(&proof, position).is_ok()
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
        nogoods: None,
        hint: Hint::None,
        shown: None,
    };
    is_refuted(&position, claim)
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

#[test]
fn king_queen_and_rooks_keep_their_order_but_for_castling() {
    let refuted = |squares: &[Square], fen: &str| {
        let claim = ClosedRegion {
            squares: squares.iter().copied().collect(),
            color: Color::White,
        };
        is_refuted(&arisen(fen), claim)
    };
    let (whole, east) = (&Square::ALL[..8], &Square::ALL[3..8]);
    // Bishops that never got out were captured at home; the queen stays left of the king, a rook on either side
    // of both but for castling.
    let men = "7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/8/PPPPPPPP";
    for (officers, whether) in [
        ("3QRRK1", true),
        ("2RQ1RK1", false),
        ("2RK1RQ1", true),
        ("2R1QK1R", false),
    ] {
        let fen = format!("{men}/{officers} w");
        assert_eq!(refuted(whole, &fen), whether, "{fen}");
        // A square left out is no wall.
        assert!(!refuted(east, &fen), "{fen}");
    }
    // The wall has a gap.
    let open = "7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/4P3/PPPP1PPP/3QRRK1 w";
    assert!(!refuted(whole, open));
}

/// Whether no captures lead to this board, with so many promotions as are said.
fn holds(fen: &str, promoted: [u32; 2]) -> bool {
    let position = arisen(fen);
    let missing = |color| 16 - position.board.by_color(color).count() as u32;
    let claim = PawnOrder {
        captures: [missing(Color::Black), missing(Color::White)],
        out_of_reach: [Bitboard::EMPTY; 2],
        promoted,
        orders: 1,
    };
    is_refuted(&position, claim)
}

#[test]
fn a_pawn_stands_on_the_square_of_its_victim() {
    let board = "q2R3N/k2nK2p/bPR2Q1q/2r4N/rr2B2P/3BbN1p/r3q1q1/2Q2n1b b";
    assert!(holds(board, [3, 6]));
    assert!(!holds(board, [2, 6]));
    assert!(!holds(&board.replace("3BbN1p", "2B1bN1p"), [2, 6]));
    let passed = board.replace("rr2B2P/3BbN1p", "rr2B2p/3BbN1P");
    assert!(!holds(&passed, [3, 6]));
}
