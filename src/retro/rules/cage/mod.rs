//! Cages: men that no retraction ever sets free, whatever the rest of the board does.
//!
//! Instead of positions the search retracts [`Pattern`]s: what is known of every square, everything
//! else being left open. Men far from the cage are not followed; they may move, appear and pass as
//! they like. If even so no pattern that can be reached admits the initial array, no game leads to the
//! position. The patterns reached are the proof: a finite set that no retraction leaves.
//!
//! Which men must be followed is found out by trial: one man alone, then, as long as that lets the array
//! come into reach, the man that stood in its way, or the square where it was lost sight of. What was
//! not followed does not matter, so the same proof holds for every position with these men. Where this fails, all men of
//! a neighbourhood are followed on a few squares around.
//!
//! The idea of proving a cage by retracting only inside it is Theodore Hwa's (Retractor); following sets
//! of possibilities per square instead of positions is abstract interpretation, and learning from the
//! path what to follow is counterexample-guided refinement.

mod flow;
mod growth;
mod known;
mod pattern;
mod pattern_search;
mod seeds;
mod step;

use shakmaty::attacks;

use crate::budget::{Budget, Limit};
use crate::retro::model::claim::{Cage, Pattern};

use crate::retro::model::{EpState, RetroPosition};

pub(crate) use known::Cages;
use pattern_search::{Found, search_patterns};

/// Most patterns in one pass over all men. More, or more enlargements, take half of all nodes on hard boards and close no other cage
/// of the tables.
const MOST_PATTERNS: u32 = 400;

/// How often the zone is enlarged when all men are followed.
const REFINEMENTS: usize = 4;

/// Tries to close a set of patterns around `position`.
///
/// First around one man after the other, then following all men on their squares; whenever the array comes
/// into reach, the place where the path lost sight of a man is looked at too. `None`: the position looks
/// open however far it is looked at.
///
/// # Errors
///
/// The limit that ended the attempt. Eight patterns retracted are a node.
pub fn prove(position: &RetroPosition, budget: &mut Budget) -> Result<Option<Cage>, Limit> {
    Cages::default().prove(position, budget)
}

/// Tries to close a set of patterns around all men of a neighbourhood. [`prove`] fails if a man that is not followed
/// gets away; with all men followed on few squares the set may still close. It costs more.
///
/// # Errors
///
/// The limit that ended the attempt. Eight patterns retracted are a node.
pub fn prove_near(position: &RetroPosition, budget: &mut Budget) -> Result<Option<Cage>, Limit> {
    Cages::default().prove_near(position, budget)
}

/// Follows all men. First also on the squares beside them: men that stay in the zone run out of moves sooner. Then each
/// on its own square, and the zone grows by the squares on which a man leaves it.
fn prove_with_all(position: &RetroPosition, budget: &mut Budget) -> Result<Option<Cage>, Limit> {
    let tracked = position.board.occupied();
    let mut root = Pattern::of_board(&position.board, position.turn, position.frozen);
    if let EpState::Target(target) = position.ep {
        root.target = Some(target);
    }
    let room = tracked
        .into_iter()
        .fold(tracked, |room, man| room | attacks::king_attacks(man));
    let mut pass = |zone| match search_patterns(root.clone(), tracked, zone, MOST_PATTERNS, budget)
    {
        Err(Limit::Depth) => Ok(Found::Open(Vec::new())),
        found => found,
    };
    if let Found::Closed(cage) = pass(room)? {
        return Ok(Some(cage));
    }
    let mut zone = tracked;
    for _ in 0..REFINEMENTS {
        match pass(zone)? {
            Found::Closed(cage) => return Ok(Some(cage)),
            Found::Open(path) => {
                let Some(exit) = path.iter().find(|watched| watched.exits.any()) else {
                    return Ok(None);
                };
                zone |= exit.exits;
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use crate::retro::model::test_position;

    fn is_caged(fen: &str) -> bool {
        let limits = Limits {
            nodes: Some(4_000),
            ..Limits::default()
        };
        let position = test_position(fen, "- -");
        matches!(prove(&position, &mut limits.start()), Ok(Some(_)))
    }

    #[test]
    fn men_who_have_no_room_to_wait_are_caged() {
        // Rook and queen only bar the way of each other and of the king, who did not castle over f1. Without the queen
        // the rook lets the bishop back to f1.
        assert!(is_caged("8/8/8/8/6P1/2PPkPPB/1PrRbRPr/2BQ1RK1 b"));
        assert!(!is_caged("8/8/8/8/6P1/2PPkPPB/1PrRbRPr/2B2RK1 b"));
    }
}
