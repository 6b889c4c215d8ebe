//! Retraction ply by ply, keeping the positions nearest to the initial array.
//!
//! Both sides take back in turn, so every layer of the beam holds positions after equally many
//! plies. A position is visited once per attempt. Invariant: an attempt depends on the node and
//! its [`Attempt`] alone, never on hash order or time, unless the budget ends it.

use rustc_hash::FxHashSet;
use shakmaty::Color;

use crate::budget::{Budget, Limit};
use crate::retro::Unmove;

use super::demand::Demands;
use super::estimate::Estimator;
use super::node::{Node, Surplus};
use super::plan::{Plan, Progress};

/// The settings of one attempt.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    /// Positions kept in each layer.
    pub width: usize,
    /// Varies the order of equally good positions.
    pub seed: u64,
    /// Largest random addition to an estimate, in tenths of a move.
    pub noise: u32,
    /// Plies without a better position than any before, after which the attempt ends.
    pub patience: u32,
    /// Whether promoted men are uncaptured.
    pub surplus: Surplus,
}

/// Longest game that is looked for, in plies.
const LONGEST: u32 = 700;

const ROOT: u32 = u32::MAX;

struct Candidate {
    score: i32,
    key: u64,
    estimate: i32,
    parent: u32,
    unmove: Unmove,
    node: Node,
    progress: Option<Progress>,
}

/// Takes back from `root` to the initial array, as planned if there is a plan; the retractions in order of
/// taking back.
///
/// # Errors
///
/// The limit of the budget that ended the attempt.
pub fn retract_home(
    root: &Node,
    demands: &Demands,
    attempt: Attempt,
    plan: Option<&Plan>,
    estimator: &mut Estimator,
    budget: &mut Budget,
) -> Result<Option<Vec<Unmove>>, Limit> {
    let home = shakmaty::Board::new();
    let is_goal = |node: &Node| {
        node.retractor == Color::Black
            && node.lost.is_empty()
            && node.moved.is_empty()
            && node.forced.is_none()
            && node.board == home
    };
    if is_goal(root) && demands.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let mut links: Vec<(u32, Unmove)> = Vec::new();
    let mut layer: Vec<(u32, Node, Option<Progress>)> =
        vec![(ROOT, root.clone(), plan.map(Plan::start))];
    let mut visited: FxHashSet<u64> = FxHashSet::default();
    visited.insert(key_of(root, None, attempt.seed));
    let mut best = i32::MAX;
    let mut best_at = 0;
    for ply in 0..LONGEST {
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut limit = None;
        for (link, node, progress) in &layer {
            node.retract(attempt.surplus, |unmove, next| {
                if limit.is_some() || !demands.allow(ply, unmove) {
                    return;
                }
                if let Err(hit) = budget.spend() {
                    limit = Some(hit);
                    return;
                }
                let progress = match (plan, progress) {
                    (Some(plan), Some(progress)) => {
                        match plan.after(progress, node.retractor, unmove) {
                            None => return,
                            after => after,
                        }
                    }
                    _ => None,
                };
                let key = key_of(&next, progress.as_ref(), attempt.seed);
                if !visited.insert(key) {
                    return;
                }
                let Some(mut estimate) = estimator.estimate(&next) else {
                    return;
                };
                if let (Some(plan), Some(progress)) = (plan, &progress) {
                    match estimator.price(&next, plan, progress) {
                        Some(price) => estimate += price,
                        None => return,
                    }
                }
                let noise = if attempt.noise == 0 {
                    0
                } else {
                    (key >> 32) as u32 % attempt.noise
                };
                candidates.push(Candidate {
                    score: estimate + noise.cast_signed(),
                    key,
                    estimate,
                    parent: *link,
                    unmove,
                    node: next,
                    progress,
                });
            });
            if let Some(hit) = limit {
                return Err(hit);
            }
        }
        if candidates.is_empty() {
            return Ok(None);
        }
        if candidates.len() > attempt.width {
            candidates.select_nth_unstable_by_key(attempt.width - 1, |c| (c.score, c.key));
            candidates.truncate(attempt.width);
        }
        candidates.sort_unstable_by_key(|c| (c.score, c.key));
        layer.clear();
        for candidate in candidates {
            let link = links.len() as u32;
            links.push((candidate.parent, candidate.unmove));
            if is_goal(&candidate.node) && demands.met_after(ply + 1) {
                return Ok(Some(chain(&links, link)));
            }
            if candidate.estimate < best {
                best = candidate.estimate;
                best_at = ply;
            }
            layer.push((link, candidate.node, candidate.progress));
        }
        if ply - best_at > attempt.patience {
            return Ok(None);
        }
    }
    Ok(None)
}

fn chain(links: &[(u32, Unmove)], last: u32) -> Vec<Unmove> {
    let mut unmoves = Vec::new();
    let mut link = last;
    while link != ROOT {
        let (parent, unmove) = links[link as usize];
        unmoves.push(unmove);
        link = parent;
    }
    unmoves.reverse();
    unmoves
}

/// A hash in which every bit of the placement counts: squares of the last rank are the top bits of
/// their words, which multiplication alone would not spread.
fn key_of(node: &Node, progress: Option<&Progress>, seed: u64) -> u64 {
    let board = &node.board;
    let flags = (node.retractor as u64)
        | u64::from(node.lost.bits()) << 1
        | node.forced.map_or(0, |square| u64::from(square) + 1) << 8;
    [
        flags,
        u64::from(board.white()),
        u64::from(board.pawns()),
        u64::from(board.knights()),
        u64::from(board.bishops() | board.queens()),
        u64::from(board.rooks() | board.queens()),
        u64::from(board.kings()),
        u64::from(node.moved),
        u64::from(node.frozen),
        progress.map_or(0, Progress::key),
    ]
    .into_iter()
    .fold(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), mix)
}

/// One round of a multiply-and-shift mixer (the finaliser of `SplitMix64`).
fn mix(key: u64, word: u64) -> u64 {
    let mut z = (key.rotate_left(23) ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
