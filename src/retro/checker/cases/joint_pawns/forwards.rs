//! The pass from the beginning: which states can be come to, and where everybody may be in them.

use std::collections::BTreeMap;

use shakmaty::{Bitboard, Color, Square};

use super::{
    Direction, FromTheBeginning, FromTheEnd, JointPawns, Man, Origin, STATES_A_NODE, State, Walk,
    index,
};
use crate::budget::{Budget, Limit};

/// What comes after a state, and where a pawn promotes then.
type Step = (State, Option<(usize, Square)>);

impl JointPawns<'_> {
    /// All states that can be come to, in the order of their progress; `None`: there are more than `most`.
    pub(super) fn forwards(
        &mut self,
        from_the_end: Option<&BTreeMap<State, FromTheEnd>>,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<BTreeMap<State, FromTheBeginning>>, Limit> {
        let start = self.men.iter().map(|man| match man.origin {
            Origin::Home(home) => Bitboard::from(home),
            Origin::Pawn(_) | Origin::Door(_) => Bitboard::EMPTY,
        });
        let mut open = BTreeMap::from([(State::FIRST, start.collect::<Vec<_>>())]);
        let mut done: BTreeMap<State, FromTheBeginning> = BTreeMap::new();
        while let Some((state, mut may)) = open.pop_first() {
            if done.len().is_multiple_of(STATES_A_NODE) {
                budget.spend()?;
                // States are too large for the clock to wait for many nodes.
                budget.check_clock()?;
            }
            let settled = match from_the_end.map(|states| states.get(&state)) {
                None => Bitboard::EMPTY,
                Some(Some(from_the_end)) => from_the_end.settled,
                // The end is not reached from there.
                Some(None) => continue,
            };
            let pawns = self.standing(&state);
            if pawns.intersects(settled) {
                continue;
            }
            let stuck = self.stuck(&may, pawns | settled);
            let shut = pawns | settled | self.homes(stuck);
            if !self.walk(&state, &mut may, stuck, settled, shut) {
                continue;
            }
            if done.len() == most {
                return Ok(None);
            }
            let mut next = Vec::new();
            for (after, birth) in self.steps(&state, &may, shut) {
                let arrived = self.standing(&after) & !pawns;
                let entry = open
                    .entry(after)
                    .or_insert_with(|| vec![Bitboard::EMPTY; may.len()]);
                for (place, (man, squares)) in self.men.iter().zip(&may).enumerate() {
                    if after.taken & 1 << place != 0 {
                        continue;
                    }
                    entry[place] |= *squares & !arrived;
                    if let (Origin::Pawn(pawn), Some((born, door))) = (man.origin, birth)
                        && pawn == born
                    {
                        entry[place].add(door);
                    }
                }
                next.push(after);
            }
            done.insert(state, FromTheBeginning { may, next });
        }
        Ok(Some(done))
    }

    /// Those who stay on the board, are at home, and do not get out as long as none of them does and these squares are shut; as bits.
    fn stuck(&mut self, may: &[Bitboard], shut: Bitboard) -> u64 {
        let mut stuck = self.at_home(may);
        loop {
            let shut = shut | self.homes(stuck);
            let mut left = stuck;
            for (place, &squares) in may.iter().enumerate() {
                let walk = Walk {
                    piece: self.men[place].piece,
                    squares,
                    shut,
                    direction: Direction::Forwards,
                };
                if stuck & 1 << place != 0 && self.reach(walk) != squares {
                    left &= !(1 << place);
                }
            }
            if left == stuck {
                return stuck;
            }
            stuck = left;
        }
    }

    /// Lets everybody but those who are stuck walk about in a state, past these squares; `false`: the state cannot be.
    fn walk(
        &mut self,
        state: &State,
        may: &mut [Bitboard],
        stuck: u64,
        settled: Bitboard,
        shut: Bitboard,
    ) -> bool {
        let at_home = self.homes(stuck);
        for (place, squares) in may.iter_mut().enumerate() {
            let Man {
                piece,
                origin,
                remains,
                ..
            } = self.men[place];
            if (state.taken | stuck) & 1 << place != 0 {
                continue;
            }
            // Where a man stands who is settled there is nobody but such a man.
            let is_his = |&square: &Square| {
                !settled.contains(square) || self.board.piece_at(square) == Some(piece)
            };
            let mut from: Bitboard = (*squares & !at_home).into_iter().filter(is_his).collect();
            if let Origin::Door(door) = origin
                && !shut.contains(door)
            {
                from.add(door);
            }
            *squares = self.reach(Walk {
                piece,
                squares: from,
                shut,
                direction: Direction::Forwards,
            });
            if squares.is_empty() && remains && matches!(origin, Origin::Home(_)) {
                return false;
            }
        }
        true
    }

    /// What can come next.
    fn steps(&self, state: &State, may: &[Bitboard], shut: Bitboard) -> Vec<Step> {
        let mut found = Vec::new();
        for (pawn, way) in self.pawns.iter().enumerate() {
            let place = usize::from(state.places[pawn]);
            if place >= way.places.len() {
                continue;
            }
            let moved = |to: usize| State {
                progress: state.progress + (to - place) as u32,
                places: {
                    let mut places = state.places;
                    places[pawn] = to as u8;
                    places
                },
                ..*state
            };
            if way.falls_at(place) {
                found.push((moved(way.places.len()), None));
            }
            for to in way.next(place) {
                let square = way.places[to].square;
                let after = moved(to);
                let birth = way.has_promoted(to).then_some((pawn, square));
                if way.places[to].captures > way.places[place].captures {
                    let captures = self.captures_on(after, may, shut, way.color, square);
                    found.extend(captures.into_iter().map(|after| (after, birth)));
                } else if !shut.contains(square) {
                    found.push((after, birth));
                }
            }
        }
        found
    }

    /// The states after a pawn of `color` has captured on a square and all else is as in this one.
    fn captures_on(
        &self,
        state: State,
        may: &[Bitboard],
        shut: Bitboard,
        color: Color,
        square: Square,
    ) -> Vec<State> {
        let enemy = !color;
        let victim = (0..self.pawns.len()).find(|&pawn| {
            self.pawns[pawn].color == enemy && self.stands(&state, pawn) == Some(square)
        });
        if let Some(pawn) = victim {
            let (way, place) = (self.pawns[pawn], state.places[pawn]);
            let mut after = state;
            after.progress += way.places.len() as u32 - u32::from(place);
            after.places[pawn] = way.places.len() as u8;
            return if way.falls_at(usize::from(place)) {
                vec![after]
            } else {
                Vec::new()
            };
        }
        if shut.contains(square) {
            return Vec::new();
        }
        if self.always_fed[index(color)] {
            return vec![state];
        }
        let mut marks = Vec::new();
        for (place, man) in self.men.iter().enumerate() {
            let is_prey = man.piece.color == enemy && !man.remains && state.taken & 1 << place == 0;
            if is_prey && may[place].contains(square) {
                let like = |other: &Man| other.piece.color == enemy && other.origin == man.origin;
                // A promoted man is one, whatever he became.
                let all = (0..self.men.len()).filter(|&other| like(&self.men[other]));
                marks.push(all.fold(0, |all, other| all | 1u64 << other));
            }
        }
        // Pawns of which nothing is told; of those that fell on the same squares the first one.
        let targets = self.targets[index(color)];
        let mut graves_met = Vec::new();
        for (file, grave) in self.sides[index(enemy)].graves.iter().enumerate() {
            let mark = 1u64 << (32 + 8 * index(enemy) + file);
            if grave.contains(square)
                && state.taken & mark == 0
                && !graves_met.contains(&(*grave & targets))
            {
                graves_met.push(*grave & targets);
                marks.push(mark);
            }
        }
        marks.dedup();
        let taken = |mark| State {
            taken: state.taken | mark,
            ..state
        };
        marks.into_iter().map(taken).collect()
    }
}
