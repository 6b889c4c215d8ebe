//! What a side's pawns captured at least, and where, whichever way each of them came.
//!
//! Pawns that stand far from home may have come in a thousand ways, all of which cost about the same and lead over the same
//! files. That much is known before any way is settled, and it leaves only so many men of the other side for everything else.
//! Invariant: in every history the pawns on the board, and those that became officers on it, captured at least so often, each time on
//! one of these squares.

use shakmaty::{Bitboard, File};

use super::career::PawnCareer;
use super::officer_choice::OfficerChoice;
use super::side::{Fate, Side};
use crate::retro::model::Class;
use crate::retro::model::claim::{End, MOST_CAPTURES};

/// Captures of pawns whose ways are not settled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Demand {
    /// How many there were at least.
    pub captures: usize,
    /// Where each of them was.
    pub squares: Bitboard,
}

impl Demand {
    /// What is left of it when these ways are settled.
    pub(super) fn beyond(self, careers: &[PawnCareer]) -> Demand {
        let settled = careers
            .iter()
            .filter(|career| matches!(career.end, End::Stands(_) | End::Remains(..)));
        let settled: usize = settled.map(|career| career.captures).sum();
        Demand {
            captures: self.captures.saturating_sub(settled),
            ..self
        }
    }
}

impl Side<'_> {
    /// What the men on the board that were pawns captured together, in whichever of these choices.
    pub(super) fn total_demand(&self, choices: &[OfficerChoice]) -> Demand {
        let needed = choices.iter().map(OfficerChoice::needed).min();
        let captures = needed.unwrap_or(0) as usize;
        if captures == 0 {
            return Demand::default();
        }
        let mut squares = Bitboard::EMPTY;
        for (man, &square) in self.pawns_on_board.iter().enumerate() {
            let others = self.least_without(Some(man));
            squares |= self.captures_of(Fate::Stands(square), others);
        }
        let others = self.least_without(None);
        for class in Class::ALL {
            if choices
                .iter()
                .any(|choice| choice.promoted.contains(&class))
            {
                squares |= self.captures_of(Fate::Remains(class), others);
            }
        }
        Demand { captures, squares }
    }

    /// The squares on which a pawn with this fate can have captured. `others`: by its file of origin, the least captures of
    /// the other pawns, none of which comes from that file.
    fn captures_of(&self, fate: Fate, others: [usize; 8]) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for (origin, others) in File::ALL.into_iter().zip(others) {
            let Some(most) = self.cap.checked_sub(others) else {
                continue;
            };
            for captures in 1..=most.min(MOST_CAPTURES) {
                for career in self.careers(origin, captures, fate).iter() {
                    for capture in 1..=captures {
                        squares |= career.capture(capture);
                    }
                }
            }
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use crate::budget::Limits;
    use crate::retro::confirm;
    use crate::retro::model::{Refutation, test_position};
    use crate::retro::rules::refute;

    /// Whether few nodes suffice to refute the position, and the checker needs no search to see it.
    fn is_refuted_at_once(fen: &str) -> bool {
        let position = test_position(fen, "- -");
        let limits = Limits {
            nodes: Some(400),
            ..Limits::default()
        };
        let Ok(Some(reason)) = refute(&position, &mut limits.start()) else {
            return false;
        };
        let proof = Refutation::by_reason(position.clone(), reason);
        confirm(&proof, &position).is_ok()
    }

    #[test]
    fn what_pawns_captured_is_known_though_not_which_of_them() {
        // Six pawns came one file nearer to h, in one way or another, and six men are missing. White lost nobody, so Black's
        // h-pawn fell on its file, behind a pawn that never moved; where no pawn of White's captured.
        let missing = |rank: &str| format!("r1bqkb1r/{rank}/8/8/1PPPPPP1/8/6PP/RNBQKBNR b");
        assert!(is_refuted_at_once(&missing("1pppp3")));
        // The a-pawn was promoted.
        assert!(!is_refuted_at_once(&missing("1ppp3p")));
        // The same for Black.
        let turned = |rank: &str| format!("rnbqkbnr/6pp/8/1pppppp1/8/8/{rank}/R1BQKB1R w");
        assert!(is_refuted_at_once(&turned("1PPPP3")));
        assert!(!is_refuted_at_once(&turned("1PPP3P")));
        // The h-pawn took a knight, on g3 or higher up: White's pawns captured there.
        assert!(!is_refuted_at_once(
            "r1bqkb1r/1pppp3/8/8/1PPPPPP1/8/6PP/RNBQKB1R b"
        ));
    }

    #[test]
    fn who_is_missing_was_captured_somewhere() {
        // Black's pawns captured on a6, c6 and b5, and three white men are missing: of these, the dark-squared bishop fell elsewhere
        // (R. Smullyan, Arabian Knights 3a, a place of the king that H. Juel excludes so). White's pawns came in many ways.
        let with = |fifth: &str, fourth: &str, third: &str| {
            format!("qn2b1Qk/pPpNpP1p/p1P3P1/{fifth}/{fourth}/{third}/8/8 b")
        };
        assert!(is_refuted_at_once(&with("Kp1R3P", "P1N1P1B1", "8")));
        // The other bishop can have fallen there; and so can three others, if a fourth man is missing.
        assert!(!is_refuted_at_once(&with("Kp1R3P", "P1N1P3", "6B1")));
        assert!(!is_refuted_at_once(&with("Kp5P", "P1N1P1B1", "8")));
    }
}
