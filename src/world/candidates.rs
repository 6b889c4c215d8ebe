//! The worlds a diagram could be in, before any retro-analysis.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::{Rights, World, WorldSet};

/// Every candidate world: all subsets of the rights whose king and rook stand at home, times no
/// target and every target that is geometrically possible and legally capturable.
pub fn candidates(board: &Board, turn: Color) -> WorldSet {
    let targets: Vec<Option<Square>> = std::iter::once(None)
        .chain(capturable_targets(board, turn).map(Some))
        .collect();
    WorldSet::new(
        turn,
        Rights::at_home(board)
            .subsets()
            .flat_map(|rights| targets.iter().map(move |&target| World { target, rights })),
    )
}

/// The targets a double step of the side not on move could have left: its pawn stands beyond the
/// square, the square and the pawn's home square are empty.
pub fn geometric_targets(board: &Board, turn: Color) -> impl Iterator<Item = Square> + '_ {
    let pusher = turn.other();
    Bitboard::from(WorldSet::target_rank(turn))
        .into_iter()
        .filter(move |&target| {
            let pawn = pushed_pawn(target);
            let home = passed_home(target);
            board.piece_at(pawn)
                == Some(Piece {
                    color: pusher,
                    role: Role::Pawn,
                })
                && board.piece_at(target).is_none()
                && board.piece_at(home).is_none()
        })
}

/// The geometric targets that a pawn of the side on move can capture on without leaving its own
/// king in check.
pub fn capturable_targets(board: &Board, turn: Color) -> impl Iterator<Item = Square> + '_ {
    geometric_targets(board, turn).filter(move |&target| {
        let takers =
            attacks::pawn_attacks(turn.other(), target) & board.by_color(turn) & board.pawns();
        takers
            .into_iter()
            .any(|from| leaves_no_check(board, turn, from, target))
    })
}

fn leaves_no_check(board: &Board, turn: Color, from: Square, target: Square) -> bool {
    let Some(king) = board.king_of(turn) else {
        return false;
    };
    let captured = pushed_pawn(target);
    let occupied = board
        .occupied()
        .without(from)
        .without(captured)
        .with(target);
    let attackers = board
        .attacks_to(king, turn.other(), occupied)
        .without(captured);
    attackers.is_empty()
}

/// Where the pawn stands after the double step over `target`.
fn pushed_pawn(target: Square) -> Square {
    let rank = if target.rank() == Rank::Sixth {
        Rank::Fifth
    } else {
        Rank::Fourth
    };
    Square::from_coords(target.file(), rank)
}

/// Where the pawn stood before the double step over `target`.
fn passed_home(target: Square) -> Square {
    let rank = if target.rank() == Rank::Sixth {
        Rank::Seventh
    } else {
        Rank::Second
    };
    Square::from_coords(target.file(), rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_ascii_board_fen(fen.as_bytes()).unwrap()
    }

    #[test]
    fn langstaff_has_four_candidates() {
        let board = board("4k2r/8/5B1P/5KpP/8/8/8/3R4");
        let worlds = candidates(&board, Color::White);
        let text: Vec<String> = worlds.iter().map(|w| w.to_string()).collect();
        assert_eq!(text, ["- -", "k -", "- g6", "k g6"]);
    }

    #[test]
    fn a_pinned_taker_leaves_no_target() {
        // The pawns e5 and d5 both leave the fifth rank: the rook h5 would check a5.
        let board = board("4k3/8/8/K2pP2r/8/8/8/8");
        assert_eq!(capturable_targets(&board, Color::White).count(), 0);
        assert_eq!(geometric_targets(&board, Color::White).count(), 1);
    }
}
