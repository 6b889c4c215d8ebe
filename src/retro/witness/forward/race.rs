//! A kernel played out from the initial array: pawns race, officers are carried to where they are wanted as victims,
//! until the men of the diagram are on the board and can walk to where they stand there.
//!
//! Forward play with the rules of shakmaty; of each layer the positions nearest to the end are kept. Invariant: what
//! is played are legal moves, and where it ends depends on the kernel and the seed alone.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square};

use super::super::layers::{Found, Layers, Path, Settings, Space};
use super::super::node::{initial_piece, last_rank, rank, side_of};
use super::super::tuning::CONSTRUCTION;
use super::ahead::Ahead;
use super::kernel::{Fate, KINDS, Kernel, Promoted};
use super::near::Near;
use super::race_position::RacePosition;
use super::ways::{Walls, Ways};
use crate::budget::{Budget, Limit};
use crate::retro::ledger::many::same;
use crate::retro::model::PawnId;

/// What is raced for.
pub struct Race<'a> {
    /// The diagram.
    pub goal: &'a Board,
    /// Men that never move and are never taken.
    pub frozen: Bitboard,
    /// Where men promote and stay.
    pub promoted_and_stay: Bitboard,
    /// Where officers can walk to past what stands in their way from the beginning, and what that is.
    pub lasting: (&'a Ways, &'a Walls),
    /// The captures of pawns.
    pub kernel: &'a Kernel,
    /// A man who promotes though none of his kind is wanting.
    pub stand_in: Option<Promoted>,
}

/// A position of the race with what is ahead of it; with nothing known of it at the start.
type Reached = (RacePosition, Ahead);

/// The race under way.
pub struct Racing {
    layers: Layers<Reached, Move, Reached>,
    seed: u64,
    near: Near,
}

impl Racing {
    /// At the start. `surplus`: how many men of each side officers take besides the kernel.
    pub fn new(kernel: &Kernel, missing: [usize; 2], width: usize, seed: u64) -> Racing {
        let mut surplus = missing.map(|men| men as u32);
        for event in &kernel.events {
            let side = match (event.by, event.victim) {
                (Some(pawn), _) => 1 - pawn.side(),
                (None, Some(pawn)) => pawn.side(),
                (None, None) => continue,
            };
            surplus[side] = surplus[side].saturating_sub(1);
        }
        let state = RacePosition::new(surplus);
        let ahead = Ahead {
            cost: i32::MAX,
            rest_is_walk: false,
        };
        let settings = Settings {
            patience: CONSTRUCTION.patience.0,
            ..Settings::of(width)
        };
        Racing {
            layers: Layers::new(settings, (state, ahead), &[], None),
            seed,
            near: Near::default(),
        }
    }

    /// Goes on to the end: the moves and the position they lead to. `Ok(None)`: it got stuck.
    pub fn advance(
        &mut self,
        race: &Race<'_>,
        budget: &mut Budget,
    ) -> Result<Option<(Vec<Move>, Chess)>, Limit> {
        let mut space = RaceSpace {
            race,
            seed: self.seed,
            near: &mut self.near,
        };
        let found = self.layers.advance(&mut space, budget)?;
        Ok(found.map(|(moves, (state, _))| (moves, state.position)))
    }
}

/// What a race leads through.
struct RaceSpace<'a> {
    race: &'a Race<'a>,
    seed: u64,
    near: &'a mut Near,
}

impl Space for RaceSpace<'_> {
    type State = Reached;
    type Step = Move;
    type Draft = Reached;

    fn expand(&mut self, (state, _): &Reached, _: u32, found: &mut Found<Move, Reached>) {
        for played in state.position.legal_moves() {
            let Some(next) = self.race.after(self.near, state, played) else {
                continue;
            };
            found.count();
            let key = next.key(self.seed);
            if !found.mark_seen(key) {
                continue;
            }
            if let Some(ahead) = self.race.estimate(self.near, &next) {
                let noise = (key >> 40) as i32 % CONSTRUCTION.race_noise;
                found.add(ahead.cost + noise, key, played, (next, ahead));
            }
        }
    }

    fn arrive(&mut self, _: &Reached, _: Move, next: Reached) -> Option<Reached> {
        Some(next)
    }

    fn cost(&self, (_, ahead): &Reached) -> i32 {
        ahead.cost
    }

    fn is_goal(&mut self, (_, ahead): &Reached, _: Path<'_, Move>) -> bool {
        ahead.rest_is_walk
    }
}

impl Race<'_> {
    /// The position after the move; `None`: the move is against the plan.
    fn after(&self, near: &mut Near, state: &RacePosition, played: Move) -> Option<RacePosition> {
        let (from, to) = (played.from()?, played.to());
        let mut stays = self.frozen;
        if self.promoted_and_stay.any() {
            stays |= self.promoted_and_stay & same(state.position.board(), self.goal);
        }
        if stays.contains(from) || stays.contains(to) {
            return None;
        }
        let (role, promotion) = match played {
            Move::Normal {
                role, promotion, ..
            } => (role, promotion),
            Move::Castle { .. } => (Role::King, None),
            Move::EnPassant { .. } | Move::Put { .. } => return None,
        };
        let mut next = state.clone();
        let color = state.position.turn();
        let pawn = if role == Role::Pawn {
            Some(state.pawn_on(from)?)
        } else {
            None
        };
        if let Some(victim) = played.capture() {
            let taken = if victim == Role::Pawn {
                Some(state.pawn_on(to)?)
            } else {
                None
            };
            self.takes(&mut next, pawn, (taken, victim), to, color)?;
        }
        next.position.play_unchecked(played);
        if let Some(pawn) = pawn {
            next.pawns[usize::from(pawn)] = promotion.is_none().then_some(to);
            if let Some(role) = promotion
                && !self.may_promote(&next, pawn, (role, to))
            {
                return None;
            }
        }
        let officer = played.capture().is_some_and(|role| role != Role::Pawn);
        if officer && !self.has_victims(near, &next, color.other()) {
            return None;
        }
        // A king that never moves cannot answer a check himself.
        let king = next.position.our(Role::King);
        if king.is_subset(self.frozen) && !self.can_answer(&next.position, |_| true) {
            return None;
        }
        Some(next)
    }

    /// Whether there is no check, or a man who may move answers it so.
    fn can_answer(&self, position: &Chess, so: impl Fn(Move) -> bool) -> bool {
        let may = |&played: &Move| {
            let free = played
                .from()
                .is_some_and(|from| !self.frozen.contains(from));
            free && so(played)
        };
        !position.is_check() || position.legal_moves().iter().any(may)
    }

    /// Whether there is no check that has to be answered by a capture: a walk can follow.
    pub fn can_walk_on(&self, position: &Chess) -> bool {
        self.can_answer(position, |played| !played.is_capture())
    }

    /// Accounts for a capture; `None`: it is not wanted.
    fn takes(
        &self,
        next: &mut RacePosition,
        pawn: Option<PawnId>,
        (taken, victim): (Option<PawnId>, Role),
        to: Square,
        color: Color,
    ) -> Option<()> {
        let event = self.kernel.events.get(next.done);
        if let Some(event) = event
            .filter(|event| event.by == pawn && event.victim == taken && event.file == to.file())
        {
            let is_last = to.rank() == last_rank(color);
            if event.promotes != is_last && event.by.is_some() {
                return None;
            }
            if taken.is_none() {
                let (low, high) = next.gap(event);
                let has_room = is_last || (low < rank(to) && rank(to) < high);
                if event.by.is_none()
                    || !has_room
                    || !self.is_spare(next, color.other(), victim, to)
                {
                    return None;
                }
            }
            next.done += 1;
        } else {
            let left = &mut next.surplus[side_of(color.other())];
            *left = left.checked_sub(1)?;
            if pawn.is_some() {
                return None;
            }
            if let Some(taken) = taken {
                if self.kernel.fates[usize::from(taken)] != Fate::Promotes
                    || next.is_busy(self.kernel, taken)
                {
                    return None;
                }
            } else {
                let at_home = initial_piece(to) == Some(victim.of(color.other()));
                // Who never gets out can be taken by officers alone.
                let board = next.position.board();
                let shut_in = self.lasting.0.shut_in(board, color.other());
                if !shut_in.contains(to)
                    && next.surplus[side_of(color.other())] < shut_in.count() as u32
                {
                    return None;
                }
                if self.is_kept_for(next, color.other(), victim) {
                    return None;
                }
                if !self.is_spare(next, color.other(), victim, to)
                    || (!at_home && self.are_wanted(next, color.other()))
                {
                    return None;
                }
            }
        }
        if let Some(taken) = taken {
            next.pawns[usize::from(taken)] = None;
            if self.kernel.fates[usize::from(taken)] == Fate::Promotes
                && !self.can_supply(next, color.other(), None)
            {
                return None;
            }
        }
        Some(())
    }

    /// Whether the last capture of an officer of `color` by an officer is kept for one of the kind of `stand_in`, whose
    /// place a promoted man takes or will take.
    fn is_kept_for(&self, next: &RacePosition, color: Color, victim: Role) -> bool {
        let Some(man) = self.stand_in.filter(|man| man.color == color) else {
            return false;
        };
        let Some(&(role, squares)) = KINDS.get(man.kind) else {
            return false;
        };
        let count = |board: &Board| (board.by_piece(role.of(color)) & squares).count();
        let comes = PawnId::ALL
            .into_iter()
            .zip(&self.kernel.fates)
            .any(|(pawn, fate)| {
                pawn.color() == color
                    && *fate == Fate::Promotes
                    && next.pawns[usize::from(pawn)].is_some()
            });
        let is_there = count(next.position.board()) + usize::from(comes) > count(self.goal);
        is_there && victim != role && next.surplus[side_of(color)] == 0
    }

    fn may_promote(
        &self,
        next: &RacePosition,
        pawn: PawnId,
        (role, square): (Role, Square),
    ) -> bool {
        let color = pawn.color();
        let stands_in = self.stand_in.is_none_or(|man| {
            man.color != color || KINDS.get(man.kind).is_some_and(|kind| kind.0 == role)
        });
        self.kernel.fates[usize::from(pawn)] == Fate::Promotes
            && !next.is_busy(self.kernel, pawn)
            && (stands_in || self.is_needed(next, role, square, color))
            && self.can_supply(next, color, None)
    }
}
