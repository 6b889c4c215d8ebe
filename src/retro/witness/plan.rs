//! Carrying out a scenario backwards: which uncaptures and unpromotions it allows, and what is left of it.
//!
//! The pawns are followed by their files of origin, so that every capture is the one the scenario speaks
//! of. Invariant: a plan only forbids; a game found under it is checked like any other.

use shakmaty::{Bitboard, Board, Color, Role, Square};

use crate::retro::model::claim::End;
use crate::retro::model::{ByPawn, PawnId};
use crate::retro::model::{Class, Unmove, UnmoveKind};
use crate::retro::scenario::side::{Man, Victim};
use crate::retro::scenario::survivor::SurvivingScenario;
use crate::retro::scenario::timeline::Kind;

use super::distance::{Distances, FAR};
use super::node::{Surplus, side_of};

/// What is left of a plan in a position of the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Where each pawn stands, if it is a pawn on the board.
    pawns: ByPawn<Option<Square>>,
    /// Events that are not yet taken back.
    ahead: u64,
    /// Missing men not yet uncaptured.
    missing: [u32; 2],
}

impl Progress {
    /// What distinguishes it for a table of visited positions.
    pub fn key(&self) -> u64 {
        self.ahead ^ u64::from(self.missing[0]) << 40 ^ u64::from(self.missing[1]).rotate_right(8)
    }
}

/// A scenario made ready for looking things up.
#[derive(Debug, Clone)]
pub struct Plan {
    scenario: SurvivingScenario,
    /// The event of each pawn's captures in order.
    captures: ByPawn<Vec<usize>>,
    promotion: ByPawn<Option<usize>>,
    death: ByPawn<Option<usize>>,
    /// For each missing man the pawn's capture that took it.
    taker: [Vec<Option<usize>>; 2],
}

/// Price of an event that is not yet taken back.
const EVENT: i32 = 20;
const MOVE: i32 = 5;

impl Plan {
    /// The scenario as a plan.
    pub fn new(scenario: SurvivingScenario) -> Plan {
        let mut captures: ByPawn<Vec<usize>> = ByPawn::default();
        let mut promotion = ByPawn::default();
        let mut death = ByPawn::default();
        let mut taker = [0, 1].map(|side: usize| vec![None; scenario.victims[side].len()]);
        for (index, planned) in scenario.events.iter().enumerate() {
            let pawn = planned.event.pawn;
            match planned.event.kind {
                Kind::Capture(_) => {
                    captures[pawn].push(index);
                    if planned.prey.is_power_of_two() {
                        let victim = planned.prey.trailing_zeros() as usize;
                        if let Some(slot) = taker[1 - pawn.side()].get_mut(victim) {
                            *slot = Some(index);
                        }
                    }
                }
                Kind::Promotion => promotion[pawn] = Some(index),
                Kind::Death => death[pawn] = Some(index),
            }
        }
        Plan {
            scenario,
            captures,
            promotion,
            death,
            taker,
        }
    }

    /// In how many respects the two plans differ: the ways of pawns and their ends, where they capture, and who takes whom.
    pub fn difference(&self, other: &Plan) -> u32 {
        let careers = self.scenario.careers.iter().zip(&other.scenario.careers);
        let pawns: u32 = careers
            .map(|(a, b)| {
                let ways = (a.files, a.end) != (b.files, b.end);
                u32::from(ways) + u32::from(ways || a.leave != b.leave)
            })
            .sum();
        let takers: u32 = [0, 1]
            .map(|side: usize| {
                let takers = |plan: &Plan| -> Vec<(Man, Option<PawnId>)> {
                    let victims = plan.scenario.victims[side].iter().zip(&plan.taker[side]);
                    let taken = victims.map(|(victim, taker)| {
                        let by = taker.map(|event| plan.scenario.events[event].event.pawn);
                        (victim.man, by)
                    });
                    taken.collect()
                };
                let others = takers(other);
                let own = takers(self).into_iter();
                own.filter(|taken| !others.contains(taken)).count() as u32
            })
            .iter()
            .sum();
        pawns + takers
    }

    /// Whether promoted men have to be uncaptured.
    pub fn surplus(&self) -> Surplus {
        let promoted = |victim: &Victim| matches!(victim.man, Man::Promoted(_));
        if self.scenario.victims.iter().flatten().any(promoted) {
            Surplus::Promoted
        } else {
            Surplus::Original
        }
    }

    /// The whole plan is ahead.
    pub fn start(&self) -> Progress {
        let mut pawns = ByPawn::default();
        for (pawn, career) in PawnId::ALL.into_iter().zip(&self.scenario.careers) {
            if let End::Stands(square) = career.end {
                pawns[pawn] = Some(square);
            }
        }
        let events = self.scenario.events.len();
        Progress {
            pawns,
            ahead: if events >= 64 {
                u64::MAX
            } else {
                (1 << events) - 1
            },
            missing: [0, 1].map(|side: usize| {
                (0..self.scenario.victims[side].len()).fold(0, |bits, i| bits | 1 << i)
            }),
        }
    }

    /// The homes of officers that are still to be uncaptured: no man on the board belongs there.
    pub fn reserved(&self, progress: &Progress) -> Bitboard {
        let mut reserved = Bitboard::EMPTY;
        for side in 0..2 {
            for (i, victim) in self.scenario.victims[side].iter().enumerate() {
                if let Man::Officer(home, _) = victim.man
                    && progress.missing[side] & (1 << i) != 0
                {
                    reserved.add(home);
                }
            }
        }
        reserved
    }

    /// What is left after `color` took back `unmove`; `None`: not as planned.
    pub fn after(&self, progress: &Progress, color: Color, unmove: Unmove) -> Option<Progress> {
        let mut next = *progress;
        let mut taken_back = 0u64;
        let side = side_of(color);
        let mut capture = None;
        if unmove.role == Role::Pawn {
            let pawn = match unmove.kind {
                UnmoveKind::Promotion(role) => {
                    let pawn = self.promoted_pawn(progress, color, unmove, role)?;
                    taken_back |= bit(self.promotion[pawn]);
                    pawn
                }
                _ => PawnId::of(color).find(|&p| progress.pawns[p] == Some(unmove.to))?,
            };
            let career = &self.scenario.careers[usize::from(pawn)];
            let segment = self.segment(progress, pawn);
            if unmove.captured.is_some() {
                let event = *self.captures[pawn].get(segment.checked_sub(1)?)?;
                let fits = self.scenario.events[event].squares.contains(unmove.to)
                    && career.leave[segment - 1].contains(unmove.from);
                if !fits {
                    return None;
                }
                taken_back |= 1 << event;
                capture = Some(event);
            } else if !career.stay[segment].contains(unmove.from) {
                return None;
            }
            next.pawns[pawn] = Some(unmove.from);
        }
        if let Some(role) = unmove.captured {
            let square = if unmove.kind == UnmoveKind::EnPassant {
                Square::from_coords(unmove.to.file(), unmove.from.rank())
            } else {
                unmove.to
            };
            let victim = self.victim(progress, 1 - side, role, square, capture)?;
            next.missing[1 - side] &= !(1 << victim);
            match self.scenario.victims[1 - side][victim].man {
                Man::Officer(..) => {}
                Man::Pawn(file) => {
                    let pawn = PawnId::new(color.other(), file);
                    next.pawns[pawn] = Some(square);
                    taken_back |= bit(self.death[pawn]);
                }
                Man::Promoted(file) => {
                    taken_back |= bit(self.death[PawnId::new(color.other(), file)]);
                }
            }
        }
        let left = progress.ahead & !taken_back;
        let mut rest = taken_back;
        while rest != 0 {
            let event = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.scenario.events[event].later & left != 0 {
                return None;
            }
        }
        next.ahead = left;
        Some(next)
    }

    /// How many captures of a pawn are ahead.
    fn segment(&self, progress: &Progress, pawn: PawnId) -> usize {
        self.captures[pawn]
            .iter()
            .filter(|&&event| progress.ahead & (1 << event) != 0)
            .count()
    }

    fn promoted_pawn(
        &self,
        progress: &Progress,
        color: Color,
        unmove: Unmove,
        role: Role,
    ) -> Option<PawnId> {
        PawnId::of(color).find(|&pawn| {
            let career = &self.scenario.careers[usize::from(pawn)];
            let ahead = progress.ahead & bit(self.promotion[pawn]) != 0;
            let fits = match career.end {
                End::Remains(square, class) => {
                    square == unmove.to && Class::of(role, square) == Some(class)
                }
                End::Spent(square) => {
                    square == unmove.to && progress.ahead & bit(self.death[pawn]) == 0
                }
                _ => false,
            };
            let segment = career.captures;
            let way = if unmove.captured.is_some() {
                segment > 0 && career.leave[segment - 1].contains(unmove.from)
            } else {
                career.stay[segment].contains(unmove.from)
            };
            ahead && fits && way
        })
    }

    /// The missing man of `side` that is uncaptured: by the pawn capture it is planned for, or, by an
    /// officer, one that no pawn needs.
    fn victim(
        &self,
        progress: &Progress,
        side: usize,
        role: Role,
        square: Square,
        capture: Option<usize>,
    ) -> Option<usize> {
        (0..self.scenario.victims[side].len()).find(|&i| {
            let victim = &self.scenario.victims[side][i];
            let planned = match capture {
                Some(event) => self.scenario.events[event].prey & (1 << i) != 0,
                None => self.taker[side][i].is_none(),
            };
            let fits = match victim.man {
                Man::Officer(_, class) => Class::of(role, square) == Some(class),
                Man::Pawn(file) => {
                    let career = &self.scenario.careers[side * 8 + usize::from(file)];
                    role == Role::Pawn && career.stay[career.captures].contains(square)
                }
                Man::Promoted(_) => role != Role::Pawn,
            };
            planned
                && fits
                && progress.missing[side] & (1 << i) != 0
                && (role == Role::Pawn || victim.squares.contains(square))
        })
    }

    /// What the rest of the plan costs, in tenths of a move; `None`: it can no longer be carried out.
    pub fn price(
        &self,
        progress: &Progress,
        board: &Board,
        walls: Bitboard,
        distances: &mut Distances,
    ) -> Option<i32> {
        let mut total = EVENT * progress.ahead.count_ones().cast_signed();
        for side in 0..2 {
            for (i, victim) in self.scenario.victims[side].iter().enumerate() {
                if progress.missing[side] & (1 << i) == 0 {
                    continue;
                }
                let Man::Officer(home, class) = victim.man else {
                    continue;
                };
                if board.piece_at(home).is_some() && walls.contains(home) {
                    continue;
                }
                let mut squares = victim.squares;
                if let Some(event) = self.taker[side][i] {
                    squares &= self.scenario.events[event].squares;
                }
                let field = distances.field(class.role(), home, walls);
                let steps = squares.into_iter().map(|s| field.from(s)).min()?;
                if steps == FAR {
                    return None;
                }
                total += i32::from(steps) * MOVE;
            }
        }
        // A pawn that stands beyond the square of its next capture never gets there on the way back.
        for pawn in PawnId::ALL {
            let Some(square) = progress.pawns[pawn] else {
                continue;
            };
            let segment = self.segment(progress, pawn);
            if !self.scenario.careers[usize::from(pawn)].stay[segment].contains(square) {
                return None;
            }
            if let Some(&event) = segment
                .checked_sub(1)
                .and_then(|last| self.captures[pawn].get(last))
            {
                let squares = self.scenario.events[event].squares;
                let to_go = squares
                    .into_iter()
                    .filter(|s| match pawn.color() {
                        Color::White => s.rank() <= square.rank(),
                        Color::Black => s.rank() >= square.rank(),
                    })
                    .map(|s| (u32::from(s.rank()).abs_diff(u32::from(square.rank()))).cast_signed())
                    .min()?;
                total += to_go * MOVE;
            }
        }
        Some(total)
    }
}

fn bit(event: Option<usize>) -> u64 {
    event.map_or(0, |event| 1 << event)
}
