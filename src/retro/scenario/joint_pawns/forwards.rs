//! The look from the beginning: which states can be come to, and where everybody can be in them.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::{Bitboard, Color, File, Role, Square};

use super::track::Step;
use super::{
    FromTheEnd, JointPawns, KnownState, MOST_STATES, Officer, Origin, STATES_A_NODE, State,
};
use crate::budget::{Budget, Limit};
use crate::retro::model::PawnId;
use crate::retro::scenario::side::Man;

impl JointPawns<'_, '_> {
    /// All states that can be come to, in the order of their progress; `None`: there are too many.
    pub(super) fn forwards(
        &self,
        from_the_end: Option<&BTreeMap<State, FromTheEnd>>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<KnownState>>, Limit> {
        let start = self.officers.iter().map(|officer| match officer.origin {
            Origin::Stays(home) | Origin::Goes(home, _) => Bitboard::from(home),
            Origin::Promoted(_) | Origin::PromotedByOther(_) => Bitboard::EMPTY,
        });
        let first = State {
            progress: 0,
            places: [0; 16],
        };
        let mut open = BTreeMap::from([(first, start.collect::<Vec<Bitboard>>())]);
        let mut done: Vec<KnownState> = Vec::new();
        while let Some((state, mut may)) = open.pop_first() {
            let settled = match from_the_end.map(|from_the_end| from_the_end.get(&state)) {
                None => Bitboard::EMPTY,
                Some(Some(from_the_end)) => from_the_end.settled,
                // Nothing leads on from there.
                Some(None) => continue,
            };
            if done.len() >= MOST_STATES {
                return Ok(None);
            }
            if done.len().is_multiple_of(STATES_A_NODE) {
                budget.spend()?;
                // States are too large for the clock to wait for many nodes.
                budget.check_clock()?;
            }
            let Some(shut) = self.spread(&state, &mut may, settled) else {
                continue;
            };
            let mut next = BTreeSet::new();
            let before = self.pawns(&state, Color::White) | self.pawns(&state, Color::Black);
            for (after, promotion) in self.steps(&state, &may, shut) {
                if from_the_end.is_some_and(|from_the_end| !from_the_end.contains_key(&after)) {
                    continue;
                }
                let arrived =
                    (self.pawns(&after, Color::White) | self.pawns(&after, Color::Black)) & !before;
                let gone = self.done(&after);
                let entry = open
                    .entry(after)
                    .or_insert_with(|| vec![Bitboard::EMPTY; may.len()]);
                for (i, officer) in self.officers.iter().enumerate() {
                    if self.end[i] & gone != 0 {
                        continue;
                    }
                    let mut squares = may[i] & !arrived;
                    if officer.role == Some(Role::King) {
                        // In check he moves, or the pawn that gives it goes.
                        squares &= !self.guarded(&state, &after, officer.color.other());
                    }
                    if let (Origin::Promoted(track), Some((promoted, at))) =
                        (officer.origin, promotion)
                        && track == promoted
                    {
                        squares.add(at);
                    }
                    entry[i] |= squares;
                }
                next.insert(after);
            }
            done.push(KnownState {
                state,
                may,
                next: next.into_iter().collect(),
            });
        }
        Ok(Some(done))
    }

    /// Lets everybody go wherever he can in a state. Returns the squares closed all that time; `None`: the state cannot
    /// be.
    fn spread(&self, state: &State, may: &mut [Bitboard], settled: Bitboard) -> Option<Bitboard> {
        let pawns = self.pawns(state, Color::White) | self.pawns(state, Color::Black);
        if pawns.intersects(settled) {
            return None;
        }
        // Those at home whom nobody has let out.
        let mut stuck: Vec<usize> = (0..may.len())
            .filter(|&i| matches!(self.officers[i].origin, Origin::Stays(home) if may[i] == Bitboard::from(home)))
            .collect();
        let homes = |stuck: &[usize]| stuck.iter().fold(Bitboard::EMPTY, |all, &i| all | may[i]);
        loop {
            let shut = pawns | homes(&stuck) | settled;
            let count = stuck.len();
            stuck.retain(|&i| {
                let Officer { color, role, .. } = self.officers[i];
                match (role, may[i].single_square()) {
                    (Some(role), Some(home)) => {
                        let mobility = &self.timeline.ledger().mobility;
                        mobility.is_stuck(color, role, home, shut.without(home))
                    }
                    _ => self.walk(color, role, may[i], shut) == may[i],
                }
            });
            if stuck.len() == count {
                break;
            }
        }
        let at_home = homes(&stuck);
        let shut = pawns | at_home | settled;
        let gone = self.done(state);
        for (i, squares) in may.iter_mut().enumerate() {
            if stuck.contains(&i) || self.end[i] & gone != 0 {
                continue;
            }
            let Officer {
                color,
                role,
                origin,
                ..
            } = self.officers[i];
            let mut from = *squares & !at_home;
            for square in from & settled {
                if !self.ends_on(color, role, square) {
                    from.discard(square);
                }
            }
            if let Origin::PromotedByOther(square) = origin
                && !shut.contains(square)
            {
                from.add(square);
            }
            let avoided = match role {
                Some(Role::King) => self.guarded(state, state, color.other()),
                _ => Bitboard::EMPTY,
            };
            *squares = self.walk(color, role, from, shut | avoided);
            let must_be = match origin {
                Origin::Stays(_) => true,
                Origin::Promoted(track) => role.is_some() && self.has_promoted(state, track),
                Origin::Goes(..) | Origin::PromotedByOther(_) => false,
            };
            if must_be && squares.is_empty() {
                return None;
            }
        }
        Some(shut)
    }

    /// The states one event or one step of a pawn leads to, and who is promoted where.
    fn steps(
        &self,
        state: &State,
        may: &[Bitboard],
        shut: Bitboard,
    ) -> Vec<(State, Option<(usize, Square)>)> {
        let pawns = self.pawns(state, Color::White) | self.pawns(state, Color::Black);
        let done = self.done(state);
        let mut found = Vec::new();
        for (i, track) in self.tracks.iter().enumerate() {
            let place = usize::from(state.places[i]);
            for step in &track.steps[place] {
                let moved = |after: &mut State| {
                    after.places[i] = step.to as u8;
                    after.progress += (step.to - place) as u32;
                };
                let own = bits(step.capture) | bits(step.other);
                let Some(square) = step.square else {
                    // The pawn is captured where it stands. If a known pawn took it, the capture by that pawn includes
                    // this.
                    if self.is_due(own, done) && !self.is_taken_by_a_pawn(i) {
                        let mut after = *state;
                        moved(&mut after);
                        found.push((after, None));
                    }
                    continue;
                };
                if (shut & !pawns).contains(square) {
                    continue;
                }
                let promotion = track.spots[step.to].square.is_none().then_some((i, square));
                let Some(capture) = step.capture else {
                    if !pawns.contains(square) && self.is_due(own, done) {
                        let mut after = *state;
                        moved(&mut after);
                        found.push((after, promotion));
                    }
                    continue;
                };
                if let Some(other) =
                    (0..self.tracks.len()).find(|&other| self.square(state, other) == Some(square))
                {
                    let Some(fall) = self.fallen_to(other, capture, state) else {
                        continue;
                    };
                    if self.is_due(own | bits(fall.other), done) {
                        let mut after = *state;
                        moved(&mut after);
                        after.progress += (fall.to - usize::from(after.places[other])) as u32;
                        after.places[other] = fall.to as u8;
                        found.push((after, promotion));
                    }
                    continue;
                }
                if self.is_due(own, done) && self.has_other_victim(capture, square, may, state) {
                    let mut after = *state;
                    moved(&mut after);
                    found.push((after, promotion));
                }
            }
        }
        found
    }

    /// Whether these events (bits) can come next.
    fn is_due(&self, events: u64, done: u64) -> bool {
        let mut left = events;
        while left != 0 {
            let event = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.timeline.all_before(event) & self.events & !(done | events) != 0 {
                return false;
            }
        }
        true
    }

    /// Whether it is known which of these pawns captured that one.
    fn is_taken_by_a_pawn(&self, track: usize) -> bool {
        let color = self.tracks[track].color;
        self.victim_of(track).is_some_and(|victim| {
            self.captures(color.other()).any(|event| {
                self.events & 1 << event != 0 && self.timeline.prey_of(event) == 1 << victim
            })
        })
    }

    /// The step by which this pawn is captured where it stands, if the capture can have it as its victim.
    fn fallen_to(&self, track: usize, capture: usize, state: &State) -> Option<Step> {
        let victim = self.victim_of(track)?;
        let taker = &self.timeline.events[capture];
        let is_enemy = taker.pawn.color() != self.tracks[track].color;
        if !is_enemy || self.timeline.prey_of(capture) & 1 << victim == 0 {
            return None;
        }
        self.tracks[track].fall(usize::from(state.places[track]))
    }

    /// Whether a capture can have a victim other than a pawn of these tracks there.
    fn has_other_victim(
        &self,
        capture: usize,
        square: Square,
        may: &[Bitboard],
        state: &State,
    ) -> bool {
        let taker = self.timeline.events[capture].pawn;
        let color = taker.color().other();
        let done = self.done(state);
        let prey = self.timeline.prey_of(capture);
        let victims = &self.timeline.side(color).victims;
        victims.iter().enumerate().any(|(i, victim)| {
            if prey & 1 << i == 0 || !victim.squares.contains(square) {
                return false;
            }
            let track_of = |file: File| {
                self.tracks
                    .iter()
                    .position(|track| track.pawn == PawnId::new(color, file))
            };
            let officer = match victim.man {
                Man::Officer(..) => self.officers.iter().position(|p| {
                    p.color == color && matches!(p.origin, Origin::Goes(_, v) if v == i)
                }),
                Man::Pawn(file) => return track_of(file).is_none(),
                Man::Promoted(file) => match track_of(file) {
                    None => return true,
                    Some(track) => self
                        .officers
                        .iter()
                        .position(|p| p.origin == Origin::Promoted(track)),
                },
            };
            officer.is_none_or(|officer| {
                self.end[officer] & done == 0 && may[officer].contains(square)
            })
        })
    }
}

const fn bits(event: Option<usize>) -> u64 {
    match event {
        Some(event) => 1 << event,
        None => 0,
    }
}
