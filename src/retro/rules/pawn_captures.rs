//! The pawns' files cost captures, and there are only so many missing men.
//!
//! The bound: pawns keep or change their files, one file a capture. Standing pawns are matched with
//! different files of origin at least total cost; a cheapest matching keeps their order.

use shakmaty::{Bitboard, Color, Square};

use super::{Cost, Rule, Scene};
use crate::retro::ledger::Ledger;
use crate::retro::model::claim::PawnCaptures;

impl Rule for PawnCaptures {
    const NAME: &'static str = "pawn-captures";
    const COST: Cost = Cost::Ledger;

    fn seek(scene: &Scene<'_>) -> Option<PawnCaptures> {
        scene.ledger().and_then(PawnCaptures::find)
    }
}

impl PawnCaptures {
    /// The first side whose pawns need too many captures.
    pub fn find(ledger: &Ledger) -> Option<PawnCaptures> {
        Color::ALL.into_iter().find_map(|color| {
            let pawns = ledger.census(color).pawns;
            let missing = ledger.captures(color);
            let needed = least_captures(color, pawns);
            needed
                .is_none_or(|needed| needed > missing)
                .then_some(PawnCaptures {
                    color,
                    pawns,
                    needed,
                    missing,
                })
        })
    }
}

/// The least number of captures that brings pawns of `color` from different files to these squares; `None` if there is no
/// way. Exact if only the pawns count: no other man is in their way, and there is a victim on every square.
pub fn least_captures(color: Color, pawns: Bitboard) -> Option<u32> {
    const NEVER: u32 = 99;
    let mut best = [NEVER; 256];
    best[0] = 0;
    for square in pawns {
        let mut next = [NEVER; 256];
        for (taken, &cost) in best.iter().enumerate() {
            if cost == NEVER {
                continue;
            }
            for origin in 0..8u32 {
                if taken & (1 << origin) != 0 {
                    continue;
                }
                let Some(step) = captures_from(color, origin, square) else {
                    continue;
                };
                let slot = &mut next[taken | 1 << origin];
                *slot = (*slot).min(cost + step);
            }
        }
        best = next;
    }
    best.into_iter().min().filter(|&cost| cost < NEVER)
}

/// Captures a pawn of this file of origin makes on its way to `square`, if it can get there.
fn captures_from(color: Color, origin: u32, square: Square) -> Option<u32> {
    let rank = u32::from(square.rank());
    let steps = match color {
        Color::White => rank.checked_sub(1)?,
        Color::Black => 6u32.checked_sub(rank)?,
    };
    let captures = origin.abs_diff(u32::from(square.file()));
    (captures <= steps).then_some(captures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    fn find(fen: &str) -> bool {
        let position = test_position(fen, "- -");
        PawnCaptures::find(&Ledger::new(&position).unwrap()).is_some()
    }

    #[test]
    fn three_pawns_that_cannot_be_from_three_files() {
        assert!(find("8/2K5/8/8/8/5P2/4PPP1/2k5 w"));
        assert!(!find("8/2K5/8/8/5P2/8/4PPP1/2k5 w"));
    }

    #[test]
    fn doubled_pawns_need_a_missing_man() {
        assert!(find("rnbqkbnr/pppppppp/8/8/8/7P/PPPPPP1P/RNBQKBNR w"));
        assert!(!find("rnbqkb1r/pppppppp/8/8/8/7P/PPPPPP1P/RNBQKBNR w"));
    }
}
