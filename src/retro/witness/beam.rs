//! Retraction ply by ply, keeping the positions nearest to the initial array.
//!
//! Both sides take back in turn, with or without a plan. A position is visited once per attempt. Invariant: an attempt depends on the
//! node and its [`BeamSettings`] alone.

use std::iter;

use shakmaty::{Bitboard, Color, Piece, Square};

use crate::budget::{Budget, Limit};
use crate::retro::model::Unmove;

use super::estimate::Estimator;
use super::hash_table::mix;
use super::last_move_conditions::LastMoveConditions;
use super::layers::{Found, Layers, Nearest, Path, Settings, Space};
use super::node::{ARRAY, Node, Surplus, placement};
use super::plan::{Plan, Progress};
use super::relaxation::Relaxation;
use super::tuning::{Kings, Order};

/// The settings of one attempt.
#[derive(Debug, Clone, Copy)]
pub struct BeamSettings {
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

/// A position on the way back.
struct Place {
    node: Node,
    /// What is left of the plan, if there is one.
    progress: Option<Progress>,
    estimate: i32,
}

/// An attempt under way: it can be left when the budget ends and taken up again.
pub struct Beam {
    attempt: BeamSettings,
    layers: Layers<Place, Unmove, Place>,
}

/// What an attempt asks, and what it needs to answer.
pub struct BeamContext<'a> {
    /// Conditions on the last moves.
    pub conditions: &'a LastMoveConditions,
    /// What the game has to keep to, if anything.
    pub plan: Option<&'a Plan>,
    /// The guide, with its tables.
    pub estimator: &'a mut Estimator,
}

impl Beam {
    /// An attempt to take back from `node`, which `end` led to, to the initial array.
    pub fn new(node: &Node, end: &[Unmove], attempt: BeamSettings, plan: Option<&Plan>) -> Beam {
        let settings = Settings {
            novelty: attempt.width * attempt.novelty as usize / 100,
            patience: attempt.patience,
            longest: attempt.longest,
            ..Settings::of(attempt.width)
        };
        let first = Place {
            node: node.clone(),
            progress: plan.map(Plan::start),
            estimate: i32::MAX,
        };
        let key = key_of(node, None, attempt.seed);
        Beam {
            attempt,
            layers: Layers::new(settings, first, end, Some(key)),
        }
    }

    /// How near it has come so far.
    pub fn nearest(&self) -> Option<Nearest> {
        self.layers.nearest()
    }

    /// What it brings home first.
    pub fn order(&self) -> Order {
        self.attempt.order
    }

    /// Nodes spent on it so far.
    pub fn nodes(&self) -> u64 {
        self.layers.nodes()
    }

    /// Goes on to the end of the attempt: the retractions in order of taking back, or `None`.
    ///
    /// # Errors
    ///
    /// The limit of the budget that was hit; the attempt can be taken up again.
    pub fn advance(
        &mut self,
        context: BeamContext<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Unmove>>, Limit> {
        let mut space = BeamSpace {
            context,
            attempt: self.attempt,
        };
        let found = self.layers.advance(&mut space, budget)?;
        Ok(found.map(|(unmoves, _)| unmoves))
    }
}

/// The positions that may have come before.
struct BeamSpace<'a> {
    context: BeamContext<'a>,
    attempt: BeamSettings,
}

impl Space for BeamSpace<'_> {
    type State = Place;
    type Step = Unmove;
    type Draft = Place;

    fn expand(&mut self, place: &Place, plies: u32, found: &mut Found<Unmove, Place>) {
        let BeamSettings {
            surplus,
            seed,
            noise,
            order,
            ..
        } = self.attempt;
        let BeamContext {
            conditions,
            plan,
            estimator,
        } = &mut self.context;
        let plan = plan.zip(place.progress.as_ref());
        place.node.retract(surplus, |unmove, node| {
            if !conditions.allow(plies, unmove) {
                return;
            }
            found.count();
            let progress = match plan {
                Some((plan, progress)) => {
                    match plan.after(progress, place.node.retractor, unmove) {
                        None => return,
                        after => after,
                    }
                }
                None => None,
            };
            let key = key_of(&node, progress.as_ref(), seed);
            if !found.mark_seen(key) {
                return;
            }
            let estimate = match (plan, &progress) {
                (Some((plan, _)), Some(progress)) => estimator.planned(&node, plan, progress),
                _ => estimator.estimate(&node, Bitboard::EMPTY),
            };
            let Some(mut estimate) = estimate else {
                return;
            };
            if order == Order::LockedThenKings {
                estimate += Relaxation::of(&node, Kings::LikeOthers).cost;
            }
            let noise = ((key >> 32) as u32).checked_rem(noise).unwrap_or(0);
            let place = Place {
                node,
                progress,
                estimate,
            };
            found.add(estimate + noise.cast_signed(), key, unmove, place);
        });
    }

    fn arrive(&mut self, _from: &Place, _unmove: Unmove, place: Place) -> Option<Place> {
        Some(place)
    }

    fn cost(&self, place: &Place) -> i32 {
        place.estimate
    }

    fn is_goal(&mut self, place: &Place, path: Path<'_, Unmove>) -> bool {
        is_home(&place.node) && self.context.conditions.met_after(path.plies)
    }

    fn arrivals(&self, from: &Place, unmove: Unmove) -> [Option<(usize, Square)>; 2] {
        let color = from.node.retractor;
        let man = |piece: Piece| 6 * piece.color as usize + piece.role as usize - 1;
        let captured = unmove.captured.map(|role| role.of(color.other()));
        [
            Some((man(unmove.role.of(color)), unmove.from)),
            captured.map(|piece| (man(piece), unmove.to)),
        ]
    }
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
