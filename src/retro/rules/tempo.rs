//! Tempo moves: how often a side can still take back with the men it has.
//!
//! A side whose officers all stand where they never moved, or where no chain of retractions frees them, takes back
//! nothing but pawn moves, and each of those brings a pawn a rank nearer home. When they are used up the other side must
//! have given it a man back, or it stands in the retro reader's stalemate: it has no last move.

use shakmaty::{Color, Rank, Square};

use super::{Cost, Rule, Scene};
use crate::retro::ledger::{Census, Ledger};
use crate::retro::model::claim::Tempo;
use crate::retro::model::{Class, RetroPosition};

impl Rule for Tempo {
    const NAME: &'static str = "tempo";
    const COST: Cost = Cost::Ledger;

    fn seek(scene: &Scene<'_>) -> Option<Tempo> {
        let turn = scene.position.turn;
        scene.ledger().and_then(|ledger| {
            Color::ALL
                .into_iter()
                // A man that is missing may be given back, and move.
                .filter(|&short| ledger.census(short).missing == 0)
                .filter_map(|short| {
                    Some(Tempo {
                        short,
                        at_most: moves_of(ledger, scene.position, short)?,
                        needed: least_moves(ledger.census(short.other()), short.other()),
                    })
                })
                .find(|tempo| tempo.is_contradictory(turn))
        })
    }
}

/// The most moves that the men of `color` on the board can have made in all; `None`: no bound is known.
///
/// Men that the other side uncaptures are not counted; they may move too.
pub(crate) fn tempo_moves(position: &RetroPosition, color: Color) -> Option<u32> {
    moves_of(&Ledger::new(position)?, position, color)
}

fn moves_of(ledger: &Ledger, position: &RetroPosition, color: Color) -> Option<u32> {
    // On a `frozen` square another man than its first one may stand: only steady and unreleased men count as unmoved.
    let kept = ledger.steady | ledger.unreleased;
    let free = position.board.by_color(color) & !kept;
    let pawns = free & position.board.pawns();
    (pawns == free).then(|| pawns.into_iter().map(|pawn| steps(pawn, color)).sum())
}

/// How many ranks a pawn has come.
fn steps(pawn: Square, color: Color) -> u32 {
    u32::from(pawn.rank()).abs_diff(u32::from(color.relative_rank(Rank::Second)))
}

/// The least number of moves that bring a side's men from home to where they stand: one for an officer on no home square
/// of its class, one for king and rook together if they can have castled.
fn least_moves(census: &Census, color: Color) -> u32 {
    let pawns = census
        .pawns
        .into_iter()
        .map(|pawn| match steps(pawn, color) {
            // A double step first.
            come @ 2.. => come - 1,
            come => come,
        });
    let away = |class: Class| {
        let men = census.officers[class as usize] & !class.homes(color);
        men.count() as u32
    };
    let king = u32::from(census.king != color.fold_wb(Square::E1, Square::E8));
    let castled = king.min(away(Class::Rook)).min(1);
    pawns.sum::<u32>() + king + Class::ALL.into_iter().map(away).sum::<u32>() - castled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::checker::verify;
    use crate::retro::model::{Refutation, test_position};

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

    #[test]
    fn a_side_that_cannot_have_moved_gives_no_time() {
        let sought = |fen: &str, frozen: &[Square]| {
            let mut position = test_position(fen, "KQkq -");
            position.frozen.extend(frozen.iter().copied());
            let claim = Tempo::seek(&Scene::new(&position));
            (claim, position)
        };
        let knights = [Square::B1, Square::G1];
        // White's knights are said never to have moved, and one pawn of his came one rank: Black moved once, not twice.
        for (fen, needed) in [
            (
                "rnbqkbnr/1p1ppppp/p1p5/8/8/4P3/PPPP1PPP/RNBQKBNR w",
                Some(2),
            ),
            ("rnbqkbnr/1ppppppp/p7/8/8/4P3/PPPP1PPP/RNBQKBNR w", None),
            ("rnbqkbnr/1ppppppp/p7/8/8/4P3/PPPP1PPP/RNBQKBNR b", Some(1)),
        ] {
            let (claim, position) = sought(fen, &knights);
            // The bishop f1 and the queen can have gone out behind the pawn that moved, but not without it.
            let shut = claim.map(|tempo| tempo.needed);
            assert!(shut.is_none() || shut == needed, "{fen} {claim:?}");
            if let Some(tempo) = claim {
                let proof = Refutation::by_reason(position.clone(), tempo.into());
                assert!(verify(&proof, &position).is_ok(), "{fen}");
            }
        }
        // Nothing of White's but the knights could have moved at all.
        let array = "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w";
        let (claim, position) = sought(array, &knights);
        let claim = claim.unwrap();
        assert_eq!((claim.at_most, claim.needed), (0, 1));
        let proof = Refutation::by_reason(position.clone(), claim.into());
        assert!(verify(&proof, &position).is_ok());
        // They could, if nothing is said of them; and a claim that says more than is so is refused.
        assert_eq!(sought(array, &[]).0, None);
        for forged in [
            Tempo {
                at_most: 1,
                ..claim
            },
            Tempo { needed: 2, ..claim },
            Tempo {
                short: Color::Black,
                ..claim
            },
        ] {
            let proof = Refutation::by_reason(position.clone(), forged.into());
            assert!(verify(&proof, &position).is_err(), "{forged:?}");
        }
    }

    #[test]
    fn white_began() {
        for (short, turn, contradictory) in [
            (Color::White, Color::White, false),
            (Color::White, Color::Black, true),
            (Color::Black, Color::White, false),
            (Color::Black, Color::Black, false),
        ] {
            let tempo = Tempo {
                short,
                at_most: 1,
                needed: 1,
            };
            assert_eq!(tempo.is_contradictory(turn), contradictory);
        }
    }
}
