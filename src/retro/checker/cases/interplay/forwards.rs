//! The pass from the beginning: which scenes can be come to, and where everybody may be in them.

use std::collections::BTreeMap;

use shakmaty::{Bitboard, Color, Role, Square};

use super::{
    Direction, FromTheEnd, Interplay, Known, Place, Question, SCENES_A_NODE, Scene, Walker, index,
};
use crate::budget::{Budget, Limit};
use crate::retro::model::claim::End;

/// What comes after a scene.
struct Step {
    after: Scene,
    /// The walker that is captured.
    prey: Option<usize>,
    /// The pawn that promotes, and where.
    birth: Option<(usize, Square)>,
}

impl Interplay<'_> {
    /// All scenes that can be come to, in the order of their progress.
    pub(super) fn forwards(
        &mut self,
        from_the_end: Option<&BTreeMap<Scene, FromTheEnd>>,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<BTreeMap<Scene, Known>>, Limit> {
        let start = self.walkers.iter().map(|walker| match walker.part {
            Place::Stays(home) | Place::Gone(home) => Bitboard::from(home),
            Place::Promoted(_) | Place::Born(_) => Bitboard::EMPTY,
        });
        let mut open = BTreeMap::from([(Scene::FIRST, start.collect::<Vec<_>>())]);
        let mut done: BTreeMap<Scene, Known> = BTreeMap::new();
        while let Some((scene, mut may)) = open.pop_first() {
            if done.len().is_multiple_of(SCENES_A_NODE) {
                budget.spend()?;
                // Scenes are too large for the clock to wait for many nodes.
                budget.check_clock()?;
            }
            let shut_late = match from_the_end {
                None => Bitboard::EMPTY,
                Some(from_the_end) => match from_the_end.get(&scene) {
                    None => continue,
                    Some(from_the_end) => from_the_end.shut,
                },
            };
            let Some(shut) = self.walk(&scene, &mut may, shut_late) else {
                continue;
            };
            if done.len() == most {
                return Ok(None);
            }
            let standing = self.standing(&scene);
            let mut next = Vec::new();
            for Step { after, prey, birth } in self.steps(&scene, &may, shut) {
                let standing_after = self.standing(&after);
                let arrives =
                    (standing_after[0] | standing_after[1]) & !(standing[0] | standing[1]);
                // Only who moves, or takes the pawn that gives check, goes on in check.
                let checked = Color::ALL.map(|color| {
                    let by = index(color.other());
                    Interplay::guards(color.other(), standing[by] & standing_after[by])
                });
                let entry = open
                    .entry(after)
                    .or_insert_with(|| vec![Bitboard::EMPTY; may.len()]);
                for (place, (walker, squares)) in self.walkers.iter().zip(&may).enumerate() {
                    if prey == Some(place) || after.taken & 1 << place != 0 {
                        continue;
                    }
                    let mut squares = *squares & !arrives;
                    if walker.role == Role::King {
                        squares &= !checked[index(walker.color)];
                    }
                    if let (Place::Promoted(pawn), Some((born, door))) = (walker.part, birth)
                        && pawn == born
                    {
                        squares.add(door);
                    }
                    entry[place] |= squares;
                }
                next.push(after);
            }
            done.insert(scene, Known { may, next });
        }
        Ok(Some(done))
    }

    /// Lets everybody walk about in a scene. Returns the squares that are shut all the time, or `None` if the scene
    /// cannot be.
    fn walk(&mut self, scene: &Scene, may: &mut [Bitboard], late: Bitboard) -> Option<Bitboard> {
        let standing = self.standing(scene);
        let pawns = standing[0] | standing[1];
        if pawns.intersects(late) {
            return None;
        }
        // Who stays, is at home, and cannot be the first to leave.
        let mut stuck: Vec<usize> = (0..may.len())
            .filter(|&place| match self.walkers[place].part {
                Place::Stays(home) => may[place] == Bitboard::from(home),
                _ => false,
            })
            .collect();
        loop {
            let homes: Bitboard = stuck
                .iter()
                .filter_map(|&place| may[place].first())
                .collect();
            let shut = pawns | homes | late;
            let before = stuck.len();
            stuck.retain(|&place| {
                let Walker { color, role, .. } = self.walkers[place];
                let home = may[place];
                home.first()
                    .is_some_and(|home| self.unmoved.steps(color, role, home, shut).is_empty())
            });
            if stuck.len() == before {
                break;
            }
        }
        let homes: Bitboard = stuck
            .iter()
            .filter_map(|&place| may[place].first())
            .collect();
        let shut = pawns | homes | late;
        for (place, squares) in may.iter_mut().enumerate() {
            let Walker { color, role, part } = self.walkers[place];
            if stuck.contains(&place) || scene.taken & 1 << place != 0 {
                continue;
            }
            let mut from = *squares & !homes;
            // Nobody but such a man stands where a man of the end stands already.
            for square in late & from {
                if self.board.piece_at(square) != Some(shakmaty::Piece { color, role }) {
                    from.discard(square);
                }
            }
            if let Place::Born(door) = part
                && !shut.contains(door)
            {
                from.add(door);
            }
            let avoided = match role {
                Role::King => Interplay::guards(color.other(), standing[index(color.other())]),
                _ => Bitboard::EMPTY,
            };
            let reached = self.reach(Question {
                color,
                role,
                squares: from,
                shut,
                avoided,
                direction: Direction::Forwards,
            });
            if reached.is_empty() && matches!(part, Place::Stays(_)) {
                return None;
            }
            *squares = reached;
        }
        Some(shut)
    }

    /// All squares walked to from some, or, backwards, from which one of them is walked to.
    pub(super) fn reach(&mut self, question: Question) -> Bitboard {
        if let Some(&known) = self.reaches.get(&question) {
            return known;
        }
        let Question {
            color,
            role,
            squares,
            shut,
            avoided,
            direction,
        } = question;
        let mut seen = squares;
        let mut open = match direction {
            Direction::Forwards => squares,
            Direction::Backwards => squares & !avoided,
        };
        while let Some(square) = open.pop_front() {
            match direction {
                Direction::Forwards => {
                    let to = self.unmoved.steps(color, role, square, shut) & !avoided;
                    open |= to & !seen;
                    seen |= to;
                }
                // A man on an avoided square did not walk there in this scene.
                Direction::Backwards => {
                    let from = self.unmoved.steps_to(color, role, square, shut);
                    open |= from & !seen & !avoided;
                    seen |= from;
                }
            }
        }
        self.reaches.insert(question, seen);
        seen
    }

    /// What can come next.
    fn steps(&self, scene: &Scene, may: &[Bitboard], shut: Bitboard) -> Vec<Step> {
        let mut found = Vec::new();
        let occupied = self.all_pawns(scene);
        for (pawn, way) in self.pawns.iter().enumerate() {
            let place = usize::from(scene.places[pawn]);
            if place >= way.places.len() {
                continue;
            }
            let moved = |to: usize| {
                let mut after = *scene;
                after.places[pawn] = to as u8;
                after.progress += (to - place) as u32;
                after
            };
            if way.falls_at(place) {
                found.push(Step {
                    after: moved(way.places.len()),
                    prey: None,
                    birth: None,
                });
            }
            for to in way.next(place) {
                let square = way.places[to].square;
                let after = moved(to);
                let birth = way.has_promoted(to).then_some((pawn, square));
                if way.places[to].captures == way.places[place].captures {
                    if !occupied.contains(square) && !shut.contains(square) {
                        found.push(Step {
                            after,
                            prey: None,
                            birth,
                        });
                    }
                    continue;
                }
                self.captures_on(
                    scene,
                    may,
                    shut,
                    way.color,
                    square,
                    |taken, prey, progress| {
                        let mut after = after;
                        after.taken |= taken;
                        if let Some(victim) = progress {
                            let gone = self.pawns[victim].places.len();
                            after.progress += gone as u32 - u32::from(after.places[victim]);
                            after.places[victim] = gone as u8;
                        }
                        found.push(Step { after, prey, birth });
                    },
                );
            }
        }
        found
    }

    /// Whom a pawn of `color` can capture on a square: calls `take` with what marks him taken, and who he is.
    fn captures_on(
        &self,
        scene: &Scene,
        may: &[Bitboard],
        shut: Bitboard,
        color: Color,
        square: Square,
        mut take: impl FnMut(u64, Option<usize>, Option<usize>),
    ) {
        let enemy = color.other();
        if let Some(pawn) =
            (0..self.pawns.len()).find(|&pawn| self.stands(scene, pawn) == Some(square))
        {
            let way = self.pawns[pawn];
            if way.color == enemy && way.falls_at(usize::from(scene.places[pawn])) {
                take(0, None, Some(pawn));
            }
            return;
        }
        if shut.contains(square) {
            return;
        }
        if self.always_fed[index(color)] {
            take(0, None, None);
            return;
        }
        let mut promoted = 0u64;
        for (place, walker) in self.walkers.iter().enumerate() {
            if walker.color != enemy || !may[place].contains(square) {
                continue;
            }
            match walker.part {
                Place::Gone(_) if scene.taken & 1 << place == 0 => {
                    take(1 << place, Some(place), None);
                }
                Place::Promoted(pawn)
                    if matches!(self.pawns[pawn].course.end, End::Spent(_))
                        && scene.taken & 1 << place == 0
                        && promoted & 1 << pawn == 0 =>
                {
                    promoted |= 1 << pawn;
                    // Whatever it became.
                    let all = (0..self.walkers.len())
                        .filter(|&other| self.walkers[other].part == walker.part)
                        .fold(0, |all, other| all | 1u64 << other);
                    take(all, Some(place), None);
                }
                _ => {}
            }
        }
        // Pawns of which nothing is told; of those that fell on the same squares the first one.
        let graves = &self.sides[index(enemy)].graves;
        let targets = self.targets[index(color)];
        for (file, grave) in graves.iter().enumerate() {
            let mark = |file: usize| 1u64 << (32 + 8 * index(enemy) + file);
            let alike = |other: usize| graves[other] & targets == *grave & targets;
            let is_first = !(0..file).any(|other| alike(other) && scene.taken & mark(other) == 0);
            if grave.contains(square) && scene.taken & mark(file) == 0 && is_first {
                take(mark(file), None, None);
            }
        }
    }
}
