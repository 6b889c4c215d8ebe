//! The pass from the end: from where everybody still gets to his square, and in which states that agrees with the pass
//! from the beginning.

use std::collections::BTreeMap;

use shakmaty::{Bitboard, Board, Color, Rank, Square};

use super::{
    ANY, Direction, FromTheBeginning, FromTheEnd, JointPawns, Man, Origin, STATES_A_NODE, State,
    Survivor, Walk, index,
};
use crate::budget::{Budget, Limit};
use crate::retro::checker::matching::{have_one_each, row};
use crate::retro::model::Class;

impl JointPawns<'_> {
    /// The states from which the end is reached, with what it says of them; none if the first is not among them.
    pub(super) fn backwards(
        &mut self,
        states: &BTreeMap<State, FromTheBeginning>,
        budget: &mut Budget,
    ) -> Result<BTreeMap<State, FromTheEnd>, Limit> {
        let mut left: BTreeMap<State, FromTheEnd> = BTreeMap::new();
        for (count, (state, known)) in states.iter().rev().enumerate() {
            if count.is_multiple_of(STATES_A_NODE) {
                budget.spend()?;
                // States are too large for the clock to wait for many nodes.
                budget.check_clock()?;
            }
            let is_last = self.is_last(state);
            if !is_last && !known.next.iter().any(|next| left.contains_key(next)) {
                continue;
            }
            let from_the_end = self.seen_from_the_end(state, known, is_last, &left);
            if self.all_can_meet(known, &from_the_end) {
                left.insert(*state, from_the_end);
            }
        }
        if !left.contains_key(&State::FIRST) {
            left.clear();
        }
        Ok(left)
    }

    /// What the states that can come next say of this one.
    fn seen_from_the_end(
        &mut self,
        state: &State,
        known: &FromTheBeginning,
        is_last: bool,
        later: &BTreeMap<State, FromTheEnd>,
    ) -> FromTheEnd {
        let pawns = self.standing(state);
        let at_the_end = |man: &Survivor| {
            if is_last {
                Bitboard::from(man.square)
            } else {
                Bitboard::EMPTY
            }
        };
        let mut seen = FromTheEnd {
            from: self.survivors.iter().map(at_the_end).collect(),
            unborn: vec![0; self.survivors.len()],
            settled: Bitboard::EMPTY,
        };
        for next in &known.next {
            let Some(later) = later.get(next) else {
                continue;
            };
            let birth = self.promotion(state, next);
            for (i, man) in self.survivors.iter().enumerate() {
                seen.from[i] |= later.from[i] & !pawns;
                seen.unborn[i] |= later.unborn[i];
                if let Some((place, door)) = birth
                    && self.men[place].may_be(*man)
                    && later.from[i].contains(door)
                {
                    seen.unborn[i] |= 1 << place;
                }
            }
        }
        let at_home = self.homes(self.at_home(&known.may));
        for i in 0..self.survivors.len() {
            let man = self.survivors[i];
            // Where somebody is at home there is nobody else, but he may be this one.
            let is_his = |&home: &Square| Board::new().piece_at(home) == Some(man.piece);
            let own: Bitboard = (seen.from[i] & at_home)
                .into_iter()
                .filter(is_his)
                .collect();
            let shut = pawns | at_home;
            seen.from[i] = own
                | self.reach(Walk {
                    piece: man.piece,
                    squares: seen.from[i] & !shut,
                    shut,
                    direction: Direction::Backwards,
                });
            seen.unborn[i] |= self.births_at(man, seen.from[i]);
            if seen.from[i] == Bitboard::from(man.square) && seen.unborn[i] == 0 {
                seen.settled.add(man.square);
            }
        }
        seen
    }

    /// The man on the board in the end whom the step from one state to the next promotes, and where.
    fn promotion(&self, state: &State, next: &State) -> Option<(usize, Square)> {
        self.men.iter().enumerate().find_map(|(place, man)| {
            let Origin::Pawn(pawn) = man.origin else {
                return None;
            };
            let (way, to) = (self.pawns[pawn], usize::from(next.places[pawn]));
            let promotes = man.remains
                && next.places[pawn] != state.places[pawn]
                && to < way.places.len()
                && way.has_promoted(to);
            promotes.then(|| (place, way.places[to].square))
        })
    }

    /// Who this man may be if he is promoted in a state in which he may be on these squares.
    fn births_at(&self, man: Survivor, from: Bitboard) -> u64 {
        let Some(class) = man.class else { return 0 };
        let color = man.piece.color;
        let last_rank = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
        let is_vague = from.intersects(last_rank) && !self.is_settled(color, class);
        let born = |other: &Man| {
            other.may_be(man) && matches!(other.origin, Origin::Door(door) if from.contains(door))
        };
        row(&self.men, born) | if is_vague { ANY } else { 0 }
    }

    /// Whether it is stated of every officer of a class on the board whether he is an original or who he was.
    fn is_settled(&self, color: Color, class: Class) -> bool {
        let promoted = self.men.iter().filter(|man| {
            let is_original = matches!(man.origin, Origin::Home(_));
            man.piece.color == color && man.class == Some(class) && man.remains && !is_original
        });
        self.sides[index(color)].originals[class as usize].is_some_and(|homes| {
            homes.count() + promoted.count() == class.men(self.board, color).count()
        })
    }

    /// Whether both passes agree: every king, and every officer stated to be on the board, with a man of his own there.
    fn all_can_meet(&self, known: &FromTheBeginning, from_the_end: &FromTheEnd) -> bool {
        let FromTheEnd { from, unborn, .. } = from_the_end;
        let remaining = self.men.iter().enumerate().filter(|(_, man)| man.remains);
        let rows: Vec<u64> = remaining
            .map(|(place, man)| {
                row(0..self.survivors.len(), |other| {
                    man.may_be(self.survivors[other])
                        && (from[other].intersects(known.may[place])
                            || unborn[other] & 1 << place != 0)
                })
            })
            .collect();
        have_one_each(&rows)
    }
}

impl Man {
    /// Whether he is on the board in the end and of the kind of that one.
    fn may_be(&self, survivor: Survivor) -> bool {
        self.remains && self.piece == survivor.piece && self.class == survivor.class
    }
}
