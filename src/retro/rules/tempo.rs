//! Tempo moves: how often a side can still take back with the men it has.
//!
//! A side whose officers all stand where they never moved, or where no chain of retractions frees them, takes back
//! nothing but pawn moves, and each of those brings a pawn a rank nearer home. When they are used up the other side must
//! have given it a man back, or it stands in the retro reader's stalemate: it has no last move.

use shakmaty::{Color, Rank};

use crate::retro::ledger::Ledger;
use crate::retro::model::RetroPosition;

/// The most moves that the men of `color` on the board can have made in all; `None`: no bound is known.
///
/// What the other side uncaptures may move besides.
pub(crate) fn tempo_moves(position: &RetroPosition, color: Color) -> Option<u32> {
    let ledger = Ledger::new(position)?;
    let kept = position.frozen | ledger.steady | ledger.unreleased;
    let free = position.board.by_color(color) & !kept;
    let pawns = free & position.board.pawns();
    let home = u32::from(color.relative_rank(Rank::Second));
    (pawns == free).then(|| {
        pawns
            .into_iter()
            .map(|pawn| u32::from(pawn.rank()).abs_diff(home))
            .sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    #[test]
    fn pawns_go_back_to_their_rank_and_no_further() {
        let moves = |fen, world| tempo_moves(&test_position(fen, world), Color::Black);
        // The a-pawn moved once or twice; the bishop is shut in.
        let fen = "r1b1k2r/1pppppp1/7B/p7/1N6/1PP5/NPP1PPPP/2KR1B1R w";
        assert_eq!(moves(fen, "kq -"), Some(2));
        // King and rook go to and fro.
        assert_eq!(moves(fen, "k -"), None);
        // So does a knight.
        let knight = "r1b1k2r/1pppppp1/7B/p7/1N5n/1PP5/NPP1PPPP/2KR1B1R w";
        assert_eq!(moves(knight, "kq -"), None);
    }
}
