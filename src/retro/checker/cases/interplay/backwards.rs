//! The pass from the end: from where everybody still gets to his square, and in which scenes that agrees with the pass
//! from the beginning.

use std::collections::BTreeMap;

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square};

use super::{
    ANY, BIRTHS, Direction, FromTheEnd, Interplay, Known, Place, Question, SCENES_A_NODE, Scene,
    Survivor, Walker, index,
};
use crate::budget::{Budget, Limit};
use crate::retro::checker::matching::{have_one_each, row};
use crate::retro::model::Class;
use crate::retro::model::claim::End;

impl Interplay<'_> {
    /// The scenes from which the end is reached, with what it says of them.
    pub(super) fn backwards(
        &mut self,
        scenes: &BTreeMap<Scene, Known>,
        budget: &mut Budget,
    ) -> Result<BTreeMap<Scene, FromTheEnd>, Limit> {
        let mut left: BTreeMap<Scene, FromTheEnd> = BTreeMap::new();
        for (count, (scene, known)) in scenes.iter().rev().enumerate() {
            if count.is_multiple_of(SCENES_A_NODE) {
                budget.spend()?;
                // Scenes are too large for the clock to wait for many nodes.
                budget.check_clock()?;
            }
            let is_last = self.is_last(scene);
            if !is_last && !known.next.iter().any(|next| left.contains_key(next)) {
                continue;
            }
            let (mut from, mut unborn) = self.at_the_end_of(scene, known, &left);
            self.walk_back(scene, known, &mut from, &mut unborn);
            if !self.all_can_meet(known, &from, &unborn) {
                continue;
            }
            let late = self
                .survivors
                .iter()
                .enumerate()
                .filter(|&(i, man)| from[i] == Bitboard::from(man.square) && unborn[i] == 0);
            let late = late.map(|(_, man)| man.square).collect();
            left.insert(
                *scene,
                FromTheEnd {
                    from,
                    unborn,
                    shut: late,
                },
            );
        }
        // What does not begin at the beginning is no story.
        if !left.contains_key(&Scene::FIRST) {
            left.clear();
        }
        Ok(left)
    }

    /// Where each survivor may be when the scene gives way to one of the next, and by whom he may be unborn then.
    fn at_the_end_of(
        &self,
        scene: &Scene,
        known: &Known,
        left: &BTreeMap<Scene, FromTheEnd>,
    ) -> (Vec<Bitboard>, Vec<u32>) {
        let is_last = self.is_last(scene);
        let mut from: Vec<Bitboard> = self
            .survivors
            .iter()
            .map(|man| {
                if is_last {
                    man.square.into()
                } else {
                    Bitboard::EMPTY
                }
            })
            .collect();
        let mut unborn = vec![0u32; from.len()];
        let standing = self.standing(scene);
        let pawns = standing[0] | standing[1];
        for next in &known.next {
            let Some(later) = left.get(next) else {
                continue;
            };
            let standing_later = self.standing(next);
            let birth = (0..self.pawns.len()).find(|&pawn| {
                let way = self.pawns[pawn];
                let place = usize::from(next.places[pawn]);
                next.places[pawn] != scene.places[pawn]
                    && place < way.places.len()
                    && way.has_promoted(place)
            });
            for (i, man) in self.survivors.iter().enumerate() {
                let mut squares = later.from[i] & !pawns;
                if man.role == Role::King {
                    let by = man.color.other();
                    let both = standing[index(by)] & standing_later[index(by)];
                    squares &= !Interplay::guards(by, both);
                }
                from[i] |= squares;
                unborn[i] |= later.unborn[i];
                if let Some(pawn) = birth
                    && let End::Remains(door, class) = self.pawns[pawn].course.end
                    && self.pawns[pawn].color == man.color
                    && man.class == Some(class)
                    && later.from[i].contains(door)
                {
                    unborn[i] |= 1 << pawn;
                }
            }
        }
        (from, unborn)
    }

    /// Adds the squares from which the survivors get there while the scene lasts, and the promotions that may be among them.
    fn walk_back(
        &mut self,
        scene: &Scene,
        known: &Known,
        from: &mut [Bitboard],
        unborn: &mut [u32],
    ) {
        let shut_early = self.stuck_early(known);
        let standing = self.standing(scene);
        let shut = standing[0] | standing[1] | shut_early;
        for (i, man) in self.survivors.clone().into_iter().enumerate() {
            let Survivor { color, role, .. } = man;
            let avoided = match role {
                Role::King => Interplay::guards(color.other(), standing[index(color.other())]),
                _ => Bitboard::EMPTY,
            };
            // He may be the man that is still at home.
            let is_his =
                |&home: &Square| Board::new().piece_at(home) == Some(Piece { color, role });
            let own: Bitboard = (from[i] & shut_early).into_iter().filter(is_his).collect();
            let to = (from[i] & !shut) | own;
            from[i] = self.reach(Question {
                color,
                role,
                squares: to,
                shut,
                avoided,
                direction: Direction::Backwards,
            });
            unborn[i] |= self.births_at(man, from[i]);
        }
    }

    /// Homes of those who stay and have not got out yet.
    fn stuck_early(&self, known: &Known) -> Bitboard {
        self.walkers
            .iter()
            .zip(&known.may)
            .filter_map(|(walker, may)| match walker.part {
                Place::Stays(home) if *may == Bitboard::from(home) => Some(home),
                _ => None,
            })
            .collect()
    }

    /// By whom this man can be promoted in a scene in which he may be on these squares.
    fn births_at(&self, man: Survivor, from: Bitboard) -> u32 {
        let Some(class) = man.class else { return 0 };
        let side = self.sides[index(man.color)];
        let last_rank = Bitboard::from_rank(man.color.relative_rank(Rank::Eighth));
        let mut births = 0;
        if !self.is_settled(man.color, class) && from.intersects(last_rank) {
            births |= ANY;
        }
        for (i, &(door, born)) in side.births.iter().enumerate() {
            if born == class && from.contains(door) {
                births |= 1 << (BIRTHS + i as u32).min(30);
            }
        }
        births
    }

    /// Whether it is stated of every officer of a class on the board whether he is an original or who he was.
    fn is_settled(&self, color: Color, class: Class) -> bool {
        let side = self.sides[index(color)];
        let men = class.men(self.board, color).count();
        let born = self.pawns.iter().filter(|way| {
            way.color == color && matches!(way.course.end, End::Remains(_, c) if c == class)
        });
        let vague = side.births.iter().filter(|(_, c)| *c == class);
        side.originals[class as usize]
            .is_some_and(|homes| homes.count() + born.count() + vague.count() == men)
    }

    /// Whether both passes agree: every king, every officer stated to be on the board, and everybody of a class of which
    /// everything is stated, each with a man of his own.
    fn all_can_meet(&self, known: &Known, from: &[Bitboard], unborn: &[u32]) -> bool {
        for color in Color::ALL {
            let king = self
                .survivors
                .iter()
                .position(|man| man.role == Role::King && man.color == color);
            let walker = self
                .walkers
                .iter()
                .position(|walker| walker.role == Role::King && walker.color == color);
            if let (Some(king), Some(walker)) = (king, walker)
                && from[king].is_disjoint(known.may[walker])
            {
                return false;
            }
            for class in Class::ALL {
                let sources: Vec<usize> = (0..self.walkers.len())
                    .filter(|&place| self.is_source(place, color, class))
                    .collect();
                let fits = |&man: &usize, &place: &usize| {
                    from[man].intersects(known.may[place])
                        || unborn[man] & self.birth_bit(place) != 0
                };
                let men: Vec<usize> = (0..self.survivors.len())
                    .filter(|&man| {
                        self.survivors[man].color == color
                            && self.survivors[man].class == Some(class)
                    })
                    .collect();
                // Who is stated to be on the board is one of those who are; of a class of which everything is stated
                // there is nobody else.
                let places = sources.iter();
                let by_place = places.map(|place| row(&men, |man| fits(man, place)));
                let by_man = men
                    .iter()
                    .map(|man| row(&sources, |place| fits(man, place)));
                let is_told = self.is_settled(color, class);
                if !have_one_each(&by_place.collect::<Vec<u64>>())
                    || (is_told && !have_one_each(&by_man.collect::<Vec<u64>>()))
                {
                    return false;
                }
            }
        }
        true
    }

    fn is_source(&self, place: usize, color: Color, class: Class) -> bool {
        let Walker {
            color: own, part, ..
        } = self.walkers[place];
        own == color
            && match part {
                Place::Stays(home) => class.homes(color).contains(home),
                Place::Gone(_) => false,
                Place::Promoted(pawn) => {
                    matches!(self.pawns[pawn].course.end, End::Remains(_, c) if c == class)
                }
                Place::Born(door) => {
                    self.sides[index(color)]
                        .births
                        .iter()
                        .any(|&(square, c)| square == door && c == class)
                        && self.walkers[place].role == class.role()
                }
            }
    }

    fn birth_bit(&self, place: usize) -> u32 {
        match self.walkers[place].part {
            Place::Promoted(pawn) => 1 << pawn,
            Place::Born(door) => {
                let side = self.sides[index(self.walkers[place].color)];
                side.births
                    .iter()
                    .enumerate()
                    .filter(|(_, (square, _))| *square == door)
                    .fold(0, |bits, (i, _)| bits | 1 << (BIRTHS + i as u32).min(30))
            }
            _ => 0,
        }
    }
}
