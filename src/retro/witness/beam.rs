//! Retraction ply by ply, keeping the positions nearest to the initial array.
//!
//! Both sides take back in turn, so every layer of the beam holds positions after equally many
//! plies. A position is visited once per attempt. Invariant: an attempt depends on the node and
//! its [`Attempt`] alone, never on hash order or time, unless the budget ends it.

use std::iter;

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, ByColor, ByRole, Color, Piece, Square};

use crate::budget::{Budget, Limit};
use crate::retro::model::Unmove;

use super::demand::Demands;
use super::estimate::Estimator;
use super::known::mix;
use super::node::{ARRAY, Node, Surplus, placement};
use super::plan::{Plan, Progress};
use super::relaxation::{Kings, Relaxation};
use super::trail::{ROOT, Trail};

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
    /// Longest game that is looked for, in plies.
    pub longest: u32,
    /// So many positions in a hundred of the width are kept besides for having a man on a new square.
    pub novelty: u32,
    /// What comes home first.
    pub order: Order,
}

/// What an attempt brings home first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// What is nearest.
    Any,
    /// Officers who have to be behind pawns, before these.
    OfficersFirst,
    /// Who is on the board, before others join him.
    WalksFirst,
    /// Nobody before those are free that stand in one another's way, then kings before those who would stand in theirs.
    LockedThenKings,
}

struct Candidate {
    score: i32,
    key: u64,
    estimate: i32,
    parent: u32,
    unmove: Unmove,
    node: Node,
    progress: Option<Progress>,
}

/// How near to the initial array an attempt has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nearest {
    /// The smallest estimate, in tenths of a move.
    pub estimate: i32,
    /// After how many plies it was met.
    pub plies: u32,
}

/// An attempt under way: it can be left when the budget ends and taken up again.
pub struct Beam {
    attempt: Attempt,
    trail: Trail<Unmove>,
    layer: Vec<(u32, Node, Option<Progress>)>,
    /// How many positions of the layer have been retracted.
    done: usize,
    /// What they led to.
    candidates: Vec<Candidate>,
    visited: FxHashSet<u64>,
    ply: u32,
    nearest: Option<Nearest>,
    /// Nodes spent on it.
    nodes: u64,
    seen: Seen,
}

/// What an attempt asks, and what it needs to answer.
pub struct Question<'a> {
    /// Conditions on the last moves.
    pub demands: &'a Demands,
    /// What the game has to keep to, if anything.
    pub plan: Option<&'a Plan>,
    /// The guide, with its tables.
    pub estimator: &'a mut Estimator,
}

impl Beam {
    /// An attempt to take back from `node`, which `end` led to, to the initial array.
    pub fn new(node: &Node, end: &[Unmove], attempt: Attempt, plan: Option<&Plan>) -> Beam {
        let mut visited = FxHashSet::default();
        visited.insert(key_of(node, None, attempt.seed));
        let mut trail = Trail::default();
        let link = end
            .iter()
            .fold(ROOT, |link, &unmove| trail.add(link, unmove));
        Beam {
            attempt,
            trail,
            layer: vec![(link, node.clone(), plan.map(Plan::start))],
            done: 0,
            candidates: Vec::new(),
            visited,
            ply: end.len() as u32,
            nearest: None,
            nodes: 0,
            seen: Seen::default(),
        }
    }

    /// How near it has come so far.
    pub fn nearest(&self) -> Option<Nearest> {
        self.nearest
    }

    /// What it brings home first.
    pub fn order(&self) -> Order {
        self.attempt.order
    }

    /// Nodes spent on it so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on to the end of the attempt: the retractions in order of taking back, or `None`.
    ///
    /// # Errors
    ///
    /// The limit of the budget that was hit; the attempt can be taken up again.
    pub fn advance(
        &mut self,
        question: &mut Question<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Unmove>>, Limit> {
        if self.ply == 0 && is_home(&self.layer[0].1) && question.demands.is_empty() {
            return Ok(Some(Vec::new()));
        }
        while self.ply < self.attempt.longest && !self.layer.is_empty() {
            while self.done < self.layer.len() {
                self.retract(question, budget)?;
                self.done += 1;
            }
            if let Some(link) = self.select(question) {
                return Ok(Some(self.trail.steps(link)));
            }
            let since = self.nearest.map_or(0, |nearest| nearest.plies);
            if self.ply > since + self.attempt.patience {
                break;
            }
        }
        Ok(None)
    }

    /// Takes back one ply from one position of the layer, wholly or not at all: the budget may be overdrawn by it.
    fn retract(&mut self, question: &mut Question<'_>, budget: &mut Budget) -> Result<(), Limit> {
        if budget.nodes_left() == 0 {
            return Err(Limit::Nodes);
        }
        budget.check_clock()?;
        let Question {
            demands,
            plan,
            estimator,
        } = question;
        let (link, node, progress) = &self.layer[self.done];
        let before = self.nodes;
        node.retract(self.attempt.surplus, |unmove, next| {
            if !demands.allow(self.ply, unmove) {
                return;
            }
            self.nodes += 1;
            let progress = match (*plan, progress) {
                (Some(plan), Some(progress)) => {
                    match plan.after(progress, node.retractor, unmove) {
                        None => return,
                        after => after,
                    }
                }
                _ => None,
            };
            let key = key_of(&next, progress.as_ref(), self.attempt.seed);
            if !self.visited.insert(key) {
                return;
            }
            let estimate = match (*plan, &progress) {
                (Some(plan), Some(progress)) => estimator.planned(&next, plan, progress),
                _ => estimator.estimate(&next, Bitboard::EMPTY),
            };
            let Some(estimate) = estimate else {
                return;
            };
            let estimate = match self.attempt.order {
                Order::LockedThenKings => estimate + Relaxation::of(&next, Kings::LikeOthers).cost,
                Order::Any | Order::OfficersFirst | Order::WalksFirst => estimate,
            };
            let noise = if self.attempt.noise == 0 {
                0
            } else {
                (key >> 32) as u32 % self.attempt.noise
            };
            self.candidates.push(Candidate {
                score: estimate + noise.cast_signed(),
                key,
                estimate,
                parent: *link,
                unmove,
                node: next,
                progress,
            });
        });
        budget.charge_nodes(self.nodes - before);
        Ok(())
    }

    /// Keeps the best of the candidates as the next layer, and some for being new; the link of one that is home.
    fn select(&mut self, question: &mut Question<'_>) -> Option<u32> {
        let width = self.attempt.width;
        let most = width + width * self.attempt.novelty as usize / 100;
        let mut candidates = std::mem::take(&mut self.candidates);
        // Most of them are not looked at, and they are large.
        let places = candidates.iter().zip(0u32..);
        let mut order: Vec<(i32, u64, u32)> = places
            .map(|(candidate, place)| (candidate.score, candidate.key, place))
            .collect();
        order.sort_unstable();
        self.layer.clear();
        self.done = 0;
        self.ply += 1;
        let before = self.nearest;
        for (_, _, place) in order {
            let candidate = &candidates[place as usize];
            if self.layer.len() >= most {
                break;
            }
            let mut arrived = arrivals(candidate);
            let is_new = arrived.any(|arrival| !self.seen.contains(arrival));
            if self.layer.len() >= width && !is_new {
                continue;
            }
            for arrival in arrivals(candidate) {
                self.seen.add(arrival);
            }
            let link = self.trail.add(candidate.parent, candidate.unmove);
            if is_home(&candidate.node) && question.demands.met_after(self.ply) {
                return Some(link);
            }
            if self
                .nearest
                .is_none_or(|best| candidate.estimate < best.estimate)
            {
                self.nearest = Some(Nearest {
                    estimate: candidate.estimate,
                    plies: self.ply,
                });
            }
            let node = candidate.node.clone();
            self.layer.push((link, node, candidate.progress));
        }
        if self.nearest != before {
            self.seen = Seen::default();
        }
        candidates.clear();
        self.candidates = candidates;
        None
    }
}

/// A man on a square it was taken back to.
type Arrival = (Piece, Square);

/// The arrivals met since an attempt last came nearer to the initial array.
#[derive(Default)]
struct Seen(ByColor<ByRole<Bitboard>>);

impl Seen {
    fn contains(&self, (piece, square): Arrival) -> bool {
        self.0[piece].contains(square)
    }

    fn add(&mut self, (piece, square): Arrival) {
        self.0[piece].add(square);
    }
}

/// Where men came to stand by the last retraction.
fn arrivals(candidate: &Candidate) -> impl Iterator<Item = Arrival> {
    let unmove = candidate.unmove;
    let other = candidate.node.retractor;
    let mover = (unmove.role.of(other.other()), unmove.from);
    let captured = unmove.captured.map(|role| (role.of(other), unmove.to));
    iter::once(mover).chain(captured)
}

/// Whether it is the initial array with nothing asked of its past.
fn is_home(node: &Node) -> bool {
    node.retractor == Color::Black
        && node.lost.is_empty()
        && node.moved.is_empty()
        && node.forced.is_none()
        && node.board == ARRAY
}

/// A hash in which every bit of the placement counts.
fn key_of(node: &Node, progress: Option<&Progress>, seed: u64) -> u64 {
    let flags = (node.retractor as u64)
        | u64::from(node.lost.bits()) << 1
        | node.forced.map_or(0, |square| u64::from(square) + 1) << 8;
    let men = placement(&node.board).map(u64::from);
    let demands = [node.moved, node.frozen].map(u64::from);
    iter::once(flags)
        .chain(men)
        .chain(demands)
        .chain(iter::once(progress.map_or(0, Progress::key)))
        .fold(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), mix)
}
