//! Set play that the stipulation asks for: whether there is any, and whether it is published.

use shakmaty::Move;

use crate::problem::{Forced, Length, Play, SetPlay};
use crate::solution::{Extent, Solution, Verdict};
use crate::solve::Outcome;

use super::finding::{Finding, Omission};
use super::published::Published;

/// Half-moves of set play looked at for an end that comes sooner than the stipulation says.
const MOST_SHORT_PLIES: u32 = 3;

/// Whether set play of help play ends sooner than the stipulation says: a set mate in fewer moves is set play, too.
fn is_short(forced: Forced, solution: &Solution) -> bool {
    let Some(set_play) = &solution.set_play else {
        return false;
    };
    let longest = solution.plies.saturating_sub(3).min(MOST_SHORT_PLIES);
    let position = &set_play.node.position;
    forced.play == Play::Help
        && (1..=longest)
            .step_by(2)
            .any(|plies| forced.goal.can_be_reached(position, plies))
}

/// Whether there is no set play for certain.
pub(super) fn is_lacking(forced: Forced, solution: &Solution) -> bool {
    let decided = matches!(solution.verdict, Verdict::Solved | Verdict::NoSolution);
    let lacks = match &solution.set_play {
        Some(set_play) => {
            let node = &set_play.node;
            !set_play.is_open && node.extent == Extent::Complete && node.branches.is_empty()
        }
        // The side to begin stands in check, or no history leads there.
        None => true,
    };
    decided && lacks && !is_short(forced, solution)
}

/// Tells of set play that there is and that the author leaves out.
pub(super) fn omitted(
    published: &Published<'_>,
    forced: Forced,
    outcome: &Outcome,
    findings: &mut Vec<Finding>,
) {
    if forced.set_play == SetPlay::No {
        return;
    }
    let omission = if forced.play == Play::Help {
        lines(published, forced, outcome)
    } else {
        whole(published, outcome)
    };
    findings.extend(omission.map(Finding::SolutionIncomplete));
}

/// Lines of help play that are not published.
fn lines(published: &Published<'_>, forced: Forced, outcome: &Outcome) -> Option<Omission> {
    // Of a line that begins with half a move the numbers do not show whether it is set play.
    if !matches!(forced.length, Length::HalfMoves(plies) if plies.is_multiple_of(2)) {
        return None;
    }
    let mut omitted: Vec<Vec<Move>> = Vec::new();
    let mut found = 0;
    let set_plays = outcome
        .solutions()
        .filter_map(|(_, solution)| solution.set_play.as_ref());
    // What hangs on a history that could not be decided is not demanded.
    for set_play in set_plays.filter(|set_play| !set_play.is_open) {
        for line in set_play.node.lines() {
            found += usize::from(!line.is_empty());
            let moves: Vec<Move> = line.iter().map(|branch| branch.mv).collect();
            if !line.is_empty() && !published.has_line(&line, 1) && !omitted.contains(&moves) {
                omitted.push(moves);
            }
        }
    }
    // A line that is published and does not hold is told of by itself.
    (!omitted.is_empty() && published.set_lines() < found).then_some(Omission::SetPlay(omitted))
}

/// All of the set play, if an author who gives more than his key says nothing of it.
fn whole(published: &Published<'_>, outcome: &Outcome) -> Option<Omission> {
    let says_more = published.roots().any(|root| !root.children.is_empty());
    let says_it = published.roots().any(|root| root.ply == 1);
    let is_there = outcome.solutions().any(|(_, solution)| {
        let set_play = solution.set_play.as_ref();
        set_play.is_some_and(|set_play| !set_play.node.branches.is_empty())
    });
    (says_more && !says_it && is_there).then(|| Omission::SetPlay(Vec::new()))
}
