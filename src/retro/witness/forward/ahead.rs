//! An estimate of what is left to do from a position of a race. It guides the search; it is `None` if the captures that are
//! left can no longer be made.
//!
//! Invariant: a pure function of the position and of what is raced for.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use std::sync::Arc;

use shakmaty::{Bitboard, Color, Position, Rank, Square};

use super::super::node::{advanced, home_rank, rank, side_of};
use super::super::tuning::AHEAD;
use super::kernel::{Event, Fate, KINDS, promotion_square};
use super::landings::{Landings, Span};
use super::near::{Ground, MOVE, Near};
use super::race::Race;
use super::race_position::{Pending, RacePosition, ahead};
use super::supply::{Supply, is_victim};
use super::ways::Ways;
use crate::retro::ledger::many::same;
use crate::retro::model::PawnId;

/// What is ahead of a position of the race.
#[derive(Debug, Clone, Copy)]
pub struct Ahead {
    /// About how much, in tenths of a move.
    pub cost: i32,
    /// Whether the rest can be walked.
    pub rest_is_walk: bool,
}

/// What is looked up again and again while a position is estimated.
pub struct EstimateContext<'a> {
    /// What was found out before of the ways of men.
    pub near: &'a mut Near,
    /// Where nobody passes as they stand.
    pub ground: Ground,
    /// The pawns who have come to where they stay.
    pub arrived: Bitboard,
    /// The ways of officers past them.
    pub ways: Arc<Ways>,
    /// Between which ranks the captures that are still to come can happen.
    pub landings: Arc<Landings>,
    supplies: [Option<Supply>; 2],
}

impl EstimateContext<'_> {
    /// Between which ranks the pawn of the capture in this place of the kernel can come to stand by it.
    pub fn landing(&self, state: &RacePosition, place: usize) -> Option<Span> {
        self.landings[place - state.done]
    }

    /// The officers of `color`, and who promotes yet.
    pub fn supply(&mut self, race: &Race<'_>, state: &RacePosition, color: Color) -> &Supply {
        self.supplies[side_of(color)].get_or_insert_with(|| race.supply(&self.ways, state, color))
    }
}

impl Race<'_> {
    /// How far the end is; `None`: out of reach.
    pub fn estimate(&self, near: &mut Near, state: &RacePosition) -> Option<Ahead> {
        let board = state.position.board();
        let events = &self.kernel.events[state.done..];
        if !self.promoted_can_come(state) {
            return None;
        }
        let mut total = AHEAD.event * events.len() as i32;
        let mut rest_is_walk = events.is_empty();
        let landings = near.landings(state, self.kernel)?;
        let pending = Pending::of(events);
        let arrived = self.arrived(state, &pending);
        let mut context = EstimateContext {
            ground: Ground::new(board, self.frozen),
            arrived,
            ways: self.ways_past(near, arrived),
            near,
            landings,
            supplies: [None; 2],
        };
        for color in Color::ALL {
            if !context.supply(self, state, color).is_enough() {
                return None;
            }
        }
        if let Some(event) = events.first() {
            total += self.event(&mut context, state, event)?;
            total += self.before_it_closes(&mut context, state, event);
            for color in Color::ALL {
                total += self.cost_of_bringing_victims(&mut context, state, color);
            }
        }
        for (place, fate) in self.kernel.fates.iter().enumerate() {
            let pawn = self.pawn_ahead(state, &pending, PawnId::ALL[place], *fate)?;
            total += pawn.cost;
            rest_is_walk &= pawn.rest_is_walk;
        }
        for color in Color::ALL {
            let left = state.surplus[side_of(color)] as i32;
            if left > 0 {
                rest_is_walk = false;
                total += left * AHEAD.surplus;
                total += self.victims(&mut context, state, color);
            }
        }
        let (lost, nobody) = self.lost(&context, state)?;
        total += lost;
        rest_is_walk &= nobody;
        if state.position.is_check() {
            total += AHEAD.check;
            rest_is_walk &= self.can_walk_on(&state.position);
        }
        Some(Ahead {
            cost: total,
            rest_is_walk,
        })
    }

    /// What it costs that men can no longer walk to where they stand in the diagram, and whether there are none; `None`: too many are
    /// shut out for good.
    fn lost(&self, context: &EstimateContext<'_>, state: &RacePosition) -> Option<(i32, bool)> {
        let board = state.position.board();
        let events = &self.kernel.events[state.done..];
        let (mut total, mut rest_is_walk) = (0, true);
        let lost = context.ways.lost(self.goal, board);
        for color in Color::ALL {
            // Who is still to promote counts as somebody who comes.
            let promoting = PawnId::ALL.iter().zip(&self.kernel.fates).zip(&state.pawns);
            let to_come = promoting.filter(|((by, fate), pawn)| {
                by.color() == color && **fate == Fate::Promotes && pawn.is_some()
            });
            let to_come = to_come.count() as i32;
            let (shut_out, unmet) = (lost.shut_out[color as usize], lost.unmet[color as usize]);
            let left = state.surplus[side_of(color)];
            let victims = events
                .iter()
                .filter(|event| is_victim(event, color))
                .count() as i32;
            // The pawns that stand there will not go away.
            if unmet > to_come || shut_out > left as i32 + victims {
                return None;
            }
            total += (shut_out + unmet - to_come).max(0) * AHEAD.lost;
            rest_is_walk &= shut_out + unmet == 0;
        }
        Some((total, rest_is_walk))
    }

    /// Whether each square of `promoted_and_stay` holds its promoted man, or a pawn comes that promotes there.
    fn promoted_can_come(&self, state: &RacePosition) -> bool {
        if self.promoted_and_stay.is_empty() {
            return true;
        }
        let missing = self.promoted_and_stay & !same(state.position.board(), self.goal);
        missing.into_iter().all(|square| {
            let comes = |place: usize| {
                let pawn = PawnId::ALL[place];
                self.goal.color_at(square) == Some(pawn.color())
                    && self.kernel.fates[place] == Fate::Promotes
                    && state.last_file(self.kernel, pawn) == Some(square.file())
            };
            (0..16).any(comes)
        })
    }

    /// What is ahead of one pawn; `None`: it does not come to its end.
    fn pawn_ahead(
        &self,
        state: &RacePosition,
        pending: &Pending,
        pawn: PawnId,
        fate: Fate,
    ) -> Option<Ahead> {
        let nothing = |cost| {
            Some(Ahead {
                cost,
                rest_is_walk: true,
            })
        };
        let something = |cost| {
            Some(Ahead {
                cost,
                rest_is_walk: false,
            })
        };
        let Some(square) = state.pawns[usize::from(pawn)] else {
            return nothing(0);
        };
        let board = state.position.board();
        let color = pawn.color();
        let busy = pending.busy & 1 << usize::from(pawn) != 0;
        let gone = advanced(color, square);
        let to_make = i32::from(pending.makes[usize::from(pawn)]);
        let to_go = match fate {
            Fate::Promotes => 6 - gone,
            Fate::Stays(goal) => {
                let left = advanced(color, goal) - gone;
                if left < 0 || (!busy && goal.file() != square.file()) {
                    return None;
                }
                left
            }
            Fate::Dies => 0,
        };
        if fate != Fate::Dies && to_go < to_make {
            return None;
        }
        match fate {
            Fate::Stays(_) if !busy => return nothing(to_go * AHEAD.step_left),
            Fate::Dies if !busy => return nothing(0),
            _ => {}
        }
        let way = ahead(color, square, to_go);
        if busy || (way & board.pawns()).any() {
            // It must not run too far before its time.
            return something(match fate {
                Fate::Dies => AHEAD.too_far.0 * gone,
                Fate::Promotes => AHEAD.waiting + AHEAD.too_far.1 * gone,
                Fate::Stays(_) => to_go * MOVE / 2 + AHEAD.too_far.2 * gone,
            });
        }
        if (way & self.frozen).any() {
            return None;
        }
        let double = i32::from(square.rank() == home_rank(color) && to_go >= 2);
        let men = (way & board.occupied()).count() as i32;
        something((to_go - double) * MOVE + men * AHEAD.obstacle)
    }

    /// How far the nearest man of `color` that is to be taken is from an officer of the other side. Men that never get out
    /// count from the beginning, the others when all captures of the kernel are made.
    fn victims(
        &self,
        context: &mut EstimateContext<'_>,
        state: &RacePosition,
        color: Color,
    ) -> i32 {
        let board = state.position.board();
        let takers = board.by_color(color.other()) & !board.pawns() & !self.frozen;
        let shut_in = self.lasting.0.shut_in(board, color);
        if shut_in.is_empty() && state.done < self.kernel.events.len() {
            return 0;
        }
        let officers = board.by_color(color) & !board.pawns() & !board.kings() & !self.frozen;
        let supply = *context.supply(self, state, color);
        let is_victim = |&square: &Square| {
            let man = board.piece_at(square);
            man.is_some_and(|man| self.spares(&context.ways, &supply, board, man, square))
        };
        let is_lost = |&square: &Square| {
            let piece = board.piece_at(square);
            piece.is_some_and(|piece| self.lasting.0.is_lost(piece, square))
        };
        let nearest = if shut_in.any() {
            shut_in
        } else {
            let victims: Bitboard = officers.into_iter().filter(is_victim).collect();
            let lost: Bitboard = victims.into_iter().filter(is_lost).collect();
            if lost.any() { lost } else { victims }
        };
        let most = if shut_in.any() {
            AHEAD.trapped
        } else {
            AHEAD.caught
        };
        let nearest = nearest
            .into_iter()
            .map(|square| context.near.approach(board, context.ground, takers, square));
        nearest.min().unwrap_or(most).min(most)
    }

    /// How many moves the next capture is away, in tenths.
    fn event(
        &self,
        context: &mut EstimateContext<'_>,
        state: &RacePosition,
        event: &Event,
    ) -> Option<i32> {
        let board = state.position.board();
        match (event.by, event.victim) {
            (None, Some(victim)) => {
                let square = state.pawns[usize::from(victim)]?;
                let takers = board.by_color(victim.color().other()) & !board.pawns() & !self.frozen;
                Some(context.near.approach(board, context.ground, takers, square))
            }
            (Some(pawn), Some(victim)) => {
                let (from, to) = (
                    state.pawns[usize::from(pawn)]?,
                    state.pawns[usize::from(victim)]?,
                );
                let color = pawn.color();
                let gap = advanced(color, to) - advanced(color, from) - 1;
                let own_way = ahead(color, from, gap);
                let its_way = ahead(color.other(), to, gap);
                // Either may come nearer, as far as no pawn stands in its way.
                let free = |way: Bitboard, color: Color| {
                    let mut steps = 0;
                    for square in in_order(way, color) {
                        if board.pawns().contains(square) || self.frozen.contains(square) {
                            break;
                        }
                        steps += 1;
                    }
                    steps
                };
                let apart = free(own_way, color) + free(its_way, color.other()) < gap;
                let men = ((own_way | its_way) & board.occupied()).count() as i32;
                Some(
                    gap * MOVE * 4 / 5
                        + men * AHEAD.obstacle / 2
                        + if apart { AHEAD.waiting } else { 0 },
                )
            }
            (Some(pawn), None) => self.officer_taken(context, state, event, pawn),
            (None, None) => None,
        }
    }

    /// The same for an officer that is taken by a pawn.
    fn officer_taken(
        &self,
        context: &mut EstimateContext<'_>,
        state: &RacePosition,
        event: &Event,
        pawn: PawnId,
    ) -> Option<i32> {
        let board = state.position.board();
        let color = pawn.color();
        let from = state.pawns[usize::from(pawn)]?;
        if event.promotes {
            return self.taken_at_last(context, state, event, color, from);
        }
        let victims = self.victims_of_next(context, state, color.other());
        let (lowest, highest) = context.landing(state, state.done)?;
        let supply = *context.supply(self, state, color.other());
        let mut best: Option<i32> = None;
        let mut steps = 0;
        let mut men = 0;
        let mut square = from;
        let file = event.file;
        loop {
            let rank = rank(square) + if color == Color::White { 1 } else { -1 };
            if !(1..=6).contains(&rank) {
                break;
            }
            if let Some(room) = state.room(event, rank) {
                let men = men + (room & board.occupied()).count() as i32;
                let room = room.count() as i32;
                let at = Square::from_coords(file, Rank::new(rank as u32));
                let fits = (lowest..=highest).contains(&rank);
                for victim in victims.into_iter().filter(|_| fits) {
                    let Some(role) = board.role_at(victim) else {
                        continue;
                    };
                    let man = role.of(color.other());
                    let walk = context.near.walk(board, context.ground, man, (victim, at));
                    let cost = steps * MOVE + men * AHEAD.obstacle + room * MOVE + walk;
                    if best.is_none_or(|best| cost < best)
                        && self.spares(&context.ways, &supply, board, man, victim)
                    {
                        best = Some(cost);
                    }
                }
            }
            let Some(next) = square.offset(if color == Color::White { 8 } else { -8 }) else {
                break;
            };
            square = next;
            if board.pawns().contains(square) || self.frozen.contains(square) {
                break;
            }
            steps += 1;
            men += i32::from(board.occupied().contains(square));
        }
        best
    }

    /// Officers of `color` that the next capture may take.
    fn victims_of_next(
        &self,
        context: &mut EstimateContext<'_>,
        state: &RacePosition,
        color: Color,
    ) -> Bitboard {
        let board = state.position.board();
        let kinds = self.kinds_for_next(context, state, color);
        let men = KINDS
            .iter()
            .enumerate()
            .filter(|(kind, _)| kinds & 1 << kind != 0);
        let men = men.fold(Bitboard::EMPTY, |men, (_, &(role, squares))| {
            men | board.by_piece(role.of(color)) & squares
        });
        men & !self.frozen
    }

    /// The same where the pawn promotes.
    fn taken_at_last(
        &self,
        context: &mut EstimateContext<'_>,
        state: &RacePosition,
        event: &Event,
        color: Color,
        from: Square,
    ) -> Option<i32> {
        let board = state.position.board();
        let steps = 5 - advanced(color, from);
        let way = ahead(color, from, steps);
        let goal = promotion_square(color, event.file);
        let blocked = (way & board.pawns()).count() as i32;
        let men = (way & board.occupied()).count() as i32;
        let victims = self.victims_of_next(context, state, color.other());
        let supply = *context.supply(self, state, color.other());
        let cost = |victim: Square| {
            let man = board.piece_at(victim)?;
            self.spares(&context.ways, &supply, board, man, victim)
                .then(|| {
                    context
                        .near
                        .walk(board, context.ground, man, (victim, goal))
                })
        };
        let nearest = victims.into_iter().filter_map(cost).min()?;
        Some(steps * MOVE + men * AHEAD.obstacle + blocked * AHEAD.waiting + nearest)
    }
}

/// The squares of a file in the order a pawn comes to them.
fn in_order(way: Bitboard, color: Color) -> Vec<Square> {
    let mut squares: Vec<Square> = way.into_iter().collect();
    if color == Color::Black {
        squares.reverse();
    }
    squares
}
