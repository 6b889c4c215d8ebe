//! The scenario search: who was captured where by whom, which pawn promoted where and as what.
//!
//! A *scenario* gives every missing man its end and every pawn its path. If no scenario survives the
//! constraints, the position cannot have arisen. Constraints are asked cheapest first: victims for the captures, the order of
//! captures, promotions and ends ([`timeline`]), and for a scenario that has passed all that, the `joint_pawns`, which moves its
//! pawns square by square. Invariant: a scenario is dropped only if no history
//! follows it; running out of budget is reported, never taken for a refutation.

pub mod career;
mod demand;
mod joint_pawns;
pub mod matching;
mod nogoods;
mod officer_choice;
pub mod order;
mod origins;
pub mod parity;
pub mod parts;
mod past_nogoods;
pub mod reach_cache;
mod search;
pub mod side;
pub mod survivor;
pub mod timeline;

pub(crate) use past_nogoods::PastNogoods;
pub(crate) use search::search;

#[cfg(test)]
mod tests {
    use super::PastNogoods;
    use crate::budget::Limits;
    use crate::retro::confirm;
    use crate::retro::model::claim::Reason;
    use crate::retro::model::{Refutation, test_position};
    use crate::retro::rules::{no_scenario, refute};

    /// Whether the scenarios alone refute the position in that world.
    fn is_refuted(fen: &str, world: &str) -> bool {
        is_refuted_within(fen, world, 20_000)
    }

    /// Whether they do so with so many nodes.
    fn is_refuted_within(fen: &str, world: &str, nodes: u64) -> bool {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let found = refute(&test_position(fen, world), &mut limits.start());
        matches!(found, Ok(Some(Reason::NoScenario(_))))
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
    fn pawns_that_pace_tell_which_capture_came_first() {
        let fen = "1n2k3/p1pqppp1/1p1p1n2/3N2p1/1PB3bP/2P1PN2/1P1P1PP1/2BQK2R w";
        // The rook a1 got out after a3xRb4, a black rook after h6xRg5, and each took the other (chess.stackexchange
        // 14449). If the king moved, it was the rook h1.
        assert!(is_refuted(fen, "K -"));
        assert!(!is_refuted(fen, "- -"));
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
    fn the_quiet_steps_of_the_pawns_let_everybody_through() {
        let refuted = |placement: &str| is_refuted(&format!("{placement} w"), "- -");
        // The bishop c1 left after b2-b3 and fell to h7xg, which let the rook out; then a2-a4 and b3 kept it out.
        assert!(refuted("rnbqkbn1/ppppppp1/8/6p1/P7/1P6/r1PPPPPP/RN1QKBNR"));
        // After d2-d3 the bishop, and the rook came by a3 before b2-b3.
        assert!(!refuted(
            "rnbqkbn1/ppppppp1/8/6p1/P7/1P1P4/r1P1PPPP/RN1QKBNR"
        ));
        assert!(!refuted("rnbqkbn1/ppppppp1/8/6p1/P7/3P4/rPP1PPPP/RN1QKBNR"));
        // The rook came by b3, which is free.
        assert!(!refuted("rnbqkbn1/ppppppp1/8/6p1/PP6/8/r1PPPPPP/RN1QKBNR"));
    }

    #[test]
    fn pawns_side_by_side_are_moved_among_each_other() {
        // J. Coakley, goof 28, before Bb3xNc4: the knight was promoted. Black's h-pawn passed White's by h3xg2 while that one
        // was still on h2, and behind g3 nobody came to g1 then.
        let goof = "q3nrk1/rpp5/R4pp1/1Np1p2b/2npP1nP/1B1P1QP1/1P3P2/K5BR w";
        let is_checked = |fen, world| {
            let limits = Limits {
                nodes: Some(8_000),
                ..Limits::default()
            };
            let position = test_position(fen, world);
            let reason = refute(&position, &mut limits.start()).unwrap().unwrap();
            let proof = Refutation::by_reason(position.clone(), reason);
            confirm(&proof, &position).is_ok()
        };
        assert!(is_checked(goof, "- -"));
        // Without the bishop that is no matter.
        let without = "q3nrk1/rpp5/R4pp1/1Np1p2b/2npP1nP/1B1P1QP1/1P3P2/K6R w";
        assert!(!is_refuted_within(without, "- -", 8_000));
        // PDB P0000822 (Haas) before a7-a5: the knight c8 came over a7 or b6, after the bishop had left over b7.
        let haas = "2nBk2r/p2pp3/1p1p2P1/1K3NN1/PP4p1/7b/PP2P1Pp/2R2B2 b";
        assert!(is_checked(haas, "k -"));
    }

    #[test]
    fn what_kills_one_last_move_is_looked_at_first_with_the_next() {
        // Goof 28 before captures of different men on different squares.
        let befores = [
            "q3nrk1/rpp5/R4pp1/1Np1p2b/2npP1nP/1B1P1QP1/1P3P2/K5BR w",
            "q3nrk1/rpp5/R4pp1/1Np1p2b/2rpP1nP/1B1P1QP1/1P3P2/K5BR w",
            "q3nrk1/rpp5/n3Rpp1/1Np1p2b/2BpP1nP/3P1QP1/1P3P2/K5BR w",
        ];
        let mut past_nogoods = PastNogoods::default();
        let spent = befores.map(|fen| {
            let position = test_position(fen, "- -");
            let limits = Limits {
                nodes: Some(10_000),
                ..Limits::default()
            };
            let mut budget = limits.start();
            let reason = no_scenario::seek(&position, &mut past_nogoods, &mut budget).unwrap();
            let proof = Refutation::by_reason(position.clone(), reason.unwrap());
            // What was learned elsewhere is shown here.
            let checked = confirm(&proof, &position);
            assert!(checked.is_ok(), "{fen}: {checked:?}");
            budget.nodes_used()
        });
        assert!(
            spent[1..].iter().all(|&nodes| 2 * nodes < spent[0]),
            "{spent:?}"
        );
    }

    #[test]
    fn nobody_castles_past_a_man_shut_in() {
        let refuted = |fen| is_refuted(fen, "- -");
        // The bishop c8 never moved, so the rook a8 never got out, and only one rook came from h8. With the bishop gone
        // Black castled.
        assert!(refuted(
            "2bq3r/pppp1pp1/3kp3/3rnnPp/Nb2P2P/2P2B2/PP1PNP2/R1BQ2KR w"
        ));
        assert!(refuted(
            "1nbqkb1r/pppppp1p/r7/6p1/7P/1P6/P1PPPPP1/RNBQKBNR w"
        ));
        assert!(!refuted(
            "3q3r/pppp1pp1/3kp3/3rnnPp/Nb2P2P/2P2B2/PPbPNP2/R1BQ2KR w"
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
