//! The scenario search: who was captured where by whom, which pawn promoted where and as what.
//!
//! A *scenario* gives every missing man its end and every pawn its path. If no scenario survives the
//! constraints, the position cannot have arisen. Invariant: a scenario is dropped only if no history
//! follows it; running out of budget is reported, never taken for a refutation.

pub mod cases;
mod cast;
mod conflict;
pub mod ground;
pub mod life;
pub mod matching;
pub mod order;
mod origins;
pub mod outline;
pub mod parity;
pub mod parts;
mod search;
pub mod side;
pub mod timeline;

use std::sync::Arc;

use shakmaty::{Bitboard, Color};

use cases::Exclusion;

use crate::budget::{Budget, Limit};
use crate::notation::Language;

use super::ledger::Ledger;
use super::position::RetroPosition;
use super::reason::{ClosedRegion, Reason, quick, side, times};

/// What one side's men on the board ask of its captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    /// Whose.
    pub color: Color,
    /// How many men of the other side are missing: so many captures this side made.
    pub captures: u32,
    /// Home squares of missing enemy officers that never came within reach of a pawn.
    pub out_of_reach: Bitboard,
    /// Captures the pawns, and the promoted men on the board, needed at least; `None`: more than there were,
    /// whichever of the officers on the board are promoted.
    pub needed: Option<u32>,
    /// Officers on the board that are promoted at least.
    pub promoted: u32,
}

/// Every scenario of captures and promotions fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoScenario {
    /// How many scenarios, drafts included, were looked at.
    pub scenarios: u64,
    /// White's account.
    pub white: Account,
    /// Black's account.
    pub black: Account,
    /// What every pair of scenarios fails by, in an order in which each can be checked by those before it; `None`: the
    /// search met more than it remembers.
    pub exclusions: Option<Arc<[Exclusion]>>,
}

impl Account {
    /// In a retro reader's words.
    fn describe(&self, language: Language) -> String {
        let who = side(self.color, language);
        let captures = self.captures;
        let mut parts = vec![match language {
            Language::English => format!("{who} captured {captures}"),
            Language::German => format!("{who} schlug {}", times(captures, language)),
        }];
        if self.out_of_reach.any() {
            let homes: Vec<String> = self
                .out_of_reach
                .into_iter()
                .map(|square| square.to_string())
                .collect();
            let homes = homes.join(", ");
            parts.push(match language {
                Language::English => format!(" (never by a pawn: the men from {homes}, shut in)"),
                Language::German => {
                    format!(" (nie mit einem Bauern: die eingesperrten Steine von {homes})")
                }
            });
        }
        if self.promoted > 0 {
            let promoted = self.promoted;
            parts.push(match (promoted, language) {
                (1, Language::English) => ", has at least one promoted man on the board".to_owned(),
                (_, Language::English) => {
                    format!(", has at least {promoted} promoted men on the board")
                }
                (1, Language::German) => {
                    ", hat mindestens eine Umwandlungsfigur auf dem Brett".to_owned()
                }
                (_, Language::German) => {
                    format!(", hat mindestens {promoted} Umwandlungsfiguren auf dem Brett")
                }
            });
        }
        parts.push(match (self.needed, language) {
            (Some(0), _) => String::new(),
            (Some(needed), Language::English) => {
                format!(", its pawns at least {}", times(needed, language))
            }
            (Some(needed), Language::German) => {
                format!(", die Bauern mindestens {}", times(needed, language))
            }
            (None, Language::English) => {
                ", too few for any promotion that accounts for its officers".to_owned()
            }
            (None, Language::German) => {
                ", zu wenig für jede Umwandlung, die seine Offiziere erklärt".to_owned()
            }
        });
        parts.concat()
    }
}

impl NoScenario {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let white = self.white.describe(language);
        let black = self.black.describe(language);
        // Where an account does not come out, there is no scenario to begin with.
        let tried = match (self.scenarios, language) {
            (0, _) => String::new(),
            (1, Language::English) => " (1 scenario)".to_owned(),
            (tried, Language::English) => format!(" ({tried} scenarios)"),
            (1, Language::German) => " (1 Fall)".to_owned(),
            (tried, Language::German) => format!(" ({tried} Fälle)"),
        };
        match language {
            Language::English => format!(
                "{white}; {black}. No way to share out captures, promotions and their order fits{tried}"
            ),
            Language::German => format!(
                "{white}; {black}. Keine Verteilung von Schlagfällen und Umwandlungen und keine \
                 Reihenfolge passt{tried}"
            ),
        }
    }
}

/// Refutes a position by its [`quick`] reasons or by an exhaustive search over scenarios.
///
/// `Ok(None)`: a scenario survives, nothing is proved. The same node limit gives the same answer.
///
/// # Errors
///
/// The limit that ended the search before every scenario was refuted or one survived.
pub fn refute(position: &RetroPosition, budget: &mut Budget) -> Result<Option<Reason>, Limit> {
    match quick(position) {
        Some(reason) => Ok(Some(reason)),
        None => refute_further(position, budget),
    }
}

/// As [`refute`], of a position that no [`quick`] reason refutes.
pub(super) fn refute_further(
    position: &RetroPosition,
    budget: &mut Budget,
) -> Result<Option<Reason>, Limit> {
    let Some(ledger) = Ledger::new(position) else {
        return Ok(None);
    };
    if let Some(reason) = ClosedRegion::find(&ledger) {
        return Ok(Some(Reason::ClosedRegion(reason)));
    }
    search::search(&ledger, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use crate::retro::reason::test_position;

    /// Whether the scenarios alone refute the position in that world.
    fn is_refuted(fen: &str, world: &str) -> bool {
        is_refuted_within(fen, world, 20_000)
    }

    /// Whether they do so with so many nodes, which must suffice to tell.
    fn is_refuted_within(fen: &str, world: &str, nodes: u64) -> bool {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let found = refute(&test_position(fen, world), &mut limits.start()).unwrap();
        matches!(found, Some(Reason::NoScenario(_)))
    }

    #[test]
    fn what_fails_for_the_same_reason_is_not_looked_at_again() {
        let refuted = |fen, nodes| is_refuted_within(fen, "- -", nodes);
        // The bishop a2 is a promoted man; which way White's pawns came and where his rook was promoted is all the same.
        assert!(refuted("8/8/8/8/5PPq/1PPPkrNB/bPPR1rPN/2KR1QB1 b", 300));
        assert!(!refuted("8/8/8/8/5PPq/1PPPkr1B/bPPR1rPN/2KR1QB1 b", 300));
        assert!(refuted("8/p7/8/8/8/1P1PknP1/bPPRPRPN/2KR1QB1 w", 300));
        assert!(!refuted("8/p7/8/8/8/1P1PkPP1/bPPR1RPN/R3KQB1 w", 300));
    }

    #[test]
    fn pawns_with_one_way_are_settled_first() {
        let refuted = |fen, nodes| is_refuted_within(fen, "- -", nodes);
        // White's b3 came from a2, Black's c6 from b7 and so b6 from a7.
        assert!(refuted("k7/P1pp4/Ppp5/1N6/8/1P6/bPPP4/2K5 b", 100));
        assert!(!refuted("k7/P1pp4/Pp6/1p6/8/1P6/1PPP4/1bK5 b", 2_000));
    }

    #[test]
    fn an_officer_had_a_way_at_every_moment() {
        let refuted = |fen| is_refuted(fen, "- -");
        // Before a2xb3 the pawn stood in the bishop's way, and ever since.
        assert!(refuted("r2qkbnr/p1pppppp/1p6/8/8/1P6/bPPPPPPP/RNBQKBNR w"));
        // It came over b3, or over b1.
        assert!(!refuted("r2qkbnr/p1pppppp/1p6/8/1P6/8/bPPPPPPP/RNBQKBNR w"));
        assert!(!refuted(
            "r2qkbnr/p1pppppp/1p6/8/8/1PP5/bP1PPPPP/R1BQKBNR w"
        ));
    }

    #[test]
    fn a_pawn_that_captures_tells_where_others_stood_when_it_set_out() {
        let refuted = |fen| is_refuted(fen, "- -");
        // f2xe and e6xd7 came before e7-e6: till then the bishop f8 was shut in.
        assert!(refuted("r1bq2nr/pppP1ppp/3pp1k1/8/8/8/PPPPP1PP/RNBQKBNR b"));
        // Both knights can have been taken.
        assert!(!refuted(
            "r1bq1b1r/pppP1ppp/3pp1k1/8/8/8/PPPPP1PP/RNBQKBNR b"
        ));
    }

    #[test]
    fn a_pawn_that_fell_on_a_known_square_made_a_known_number_of_moves() {
        let refuted = |turn| {
            let fen = format!("r1bqkb1r/ppppp1pp/8/8/2p5/8/1PPPPPPP/R1BQKB1R {turn}");
            is_refuted(&fen, "KQkq -")
        };
        // f7xe6xd5xc4 took both knights and a2xb3xc4: White moved 2 + 1 times, Black 3 + 1 times, both up to
        // even numbers.
        assert!(refuted("w"));
        assert!(!refuted("b"));
    }
}
