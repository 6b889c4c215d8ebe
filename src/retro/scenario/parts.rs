//! The parts of a scenario: what it settles, marked so that equal parts are recognised, and what is left if parts are forgotten.
//!
//! Invariant: whatever history follows a scenario also follows what is left of it when parts are forgotten.

use shakmaty::{Bitboard, File, Role, Square};

use super::career::PawnCareer;
use super::side::{Man, Side, SideScenario, Victim};
use crate::retro::model::Class;
use crate::retro::model::claim::{Course, End, Part};

/// The parts of a side's scenario: the careers of the pawns of the eight files; for each class of officers, which
/// originals are still on the board; and two things a course says among others, for each of the eight files: where the
/// pawn was promoted to a man on the board, and that the pawn is not missing.
pub const PARTS: usize = 29;

/// The parts (a bit set) that say all a scenario settles: the others repeat what a course says.
pub(super) const COURSES_AND_ORIGINALS: u32 = (1 << promotion_part(0)) - 1;

/// How each part is settled; 0: it is not. Equal marks of a part mean the same.
pub type Marks = [u64; PARTS];

/// The part that says which originals of a class are on the board.
pub(super) const fn part_of(class: Class) -> usize {
    8 + class as usize
}

/// The part that says where the pawn of a file was promoted to a man on the board.
const fn promotion_part(file: usize) -> usize {
    13 + file
}

/// The part that says that the pawn of a file is not missing.
const fn presence_of(file: usize) -> usize {
    21 + file
}

/// The parts that are settled with `part`, itself included.
pub(super) fn settled_with(part: usize) -> impl Iterator<Item = usize> {
    let more = (part < 8).then(|| [promotion_part(part), presence_of(part)]);
    std::iter::once(part).chain(more.into_iter().flatten())
}

/// Marks a course and what it says.
pub(super) fn mark_career(marks: &mut Marks, career: &PawnCareer) {
    let file = usize::from(career.origin);
    marks[file] = career.course().mark();
    marks[promotion_part(file)] = match career.end {
        End::Remains(square, class) => promotion_mark(square, class),
        _ => 0,
    };
    marks[presence_of(file)] = u64::from(matches!(career.end, End::Stands(_) | End::Remains(..)));
}

fn promotion_mark(square: Square, class: Class) -> u64 {
    1 << 16 | (class as u64) << 8 | u64::from(u32::from(square))
}

/// The mark of a class with these originals on the board.
pub(super) fn originals_mark(originals: Bitboard) -> u64 {
    // No original starts on e4.
    u64::from(originals | Bitboard::from(Square::E4))
}

/// What a part is settled as by a mark other than 0.
pub(super) fn part_of_mark(part: usize, mark: u64) -> Part {
    match part {
        0..8 => Part::Career(Course::of_mark(mark)),
        8..13 => {
            let originals = Bitboard(mark).without(Square::E4);
            Part::Originals(Class::ALL[part - 8], originals)
        }
        13..21 => Part::Promotion {
            file: File::ALL[part - 13],
            square: Square::new(mark as u32 & 63),
            class: Class::ALL[(mark >> 8) as usize & 7],
        },
        _ => Part::Present(File::ALL[part - 21]),
    }
}

/// Marks of men promoted to `from`, changed into those of men promoted to `to`.
pub(super) fn change_class(marks: &mut Marks, from: Class, to: Class) {
    for file in 0..8 {
        if marks[file] != 0
            && let Course {
                end: End::Remains(square, class),
                ..
            } = Course::of_mark(marks[file])
            && class == from
        {
            let end = End::Remains(square, to);
            marks[file] = Course {
                end,
                ..Course::of_mark(marks[file])
            }
            .mark();
        }
        let part = promotion_part(file);
        if let Part::Promotion { square, class, .. } = part_of_mark(part, marks[part])
            && marks[part] != 0
            && class == from
        {
            marks[part] = promotion_mark(square, to);
        }
    }
}

impl Side<'_> {
    /// The scenario that settles these parts and leaves everything else open; `None` if some pawn cannot have gone so.
    pub fn with_parts(&self, parts: &[Part]) -> Option<SideScenario> {
        let mut careers = [const { None }; 8];
        let mut originals = [None; 5];
        let mut promotions = Vec::new();
        let mut present = 0;
        for &part in parts {
            match part {
                Part::Career(course) => {
                    let file = usize::from(course.origin());
                    careers[file] = Some(self.terrain.career(course.path(), course.end)?);
                }
                Part::Promotion {
                    file,
                    square,
                    class,
                } => {
                    promotions.push((file, (square, class)));
                    present |= 1 << u32::from(file);
                }
                Part::Present(file) => present |= 1 << u32::from(file),
                Part::Originals(class, homes) => originals[class as usize] = Some(homes),
            }
        }
        let promotions = promotions
            .into_iter()
            .filter(|&(file, _)| careers[usize::from(file)].is_none())
            .map(|(_, part)| part)
            .collect();
        Some(self.scenario(&careers, originals, promotions, present))
    }

    /// The scenario of which nothing is settled but the men that never moved and the pawns that had but one way.
    pub fn unsettled(&self) -> SideScenario {
        self.scenario(&[const { None }; 8], [None; 5], Vec::new(), 0)
    }

    /// The scenario that settles what all scenarios have in common.
    pub fn common(&self) -> SideScenario {
        let originals = self.common_originals();
        self.scenario(&[const { None }; 8], originals, Vec::new(), 0)
    }

    /// The scenario that settles these careers and, by class, these originals on the board, and besides that there were
    /// these promotions and that these pawns (a bit set of files) are not missing. Whatever is not settled is left as
    /// open as every history has it.
    pub(super) fn scenario(
        &self,
        careers: &[Option<PawnCareer>; 8],
        originals: [Option<Bitboard>; 5],
        promotions: Vec<(Square, Class)>,
        present: u32,
    ) -> SideScenario {
        let census = self.ledger.census(self.color);
        let mut marks = [0; PARTS];
        let mut alive = Bitboard::EMPTY;
        let mut victims = Vec::new();
        for &(home, class, squares) in &self.officers {
            let on_board = match originals[class as usize] {
                Some(originals) => originals.contains(home),
                None => {
                    self.ledger.steady.contains(home)
                        && census.officers[class as usize].contains(home)
                }
            };
            if on_board {
                alive.add(home);
            } else {
                victims.push(Victim {
                    man: Man::Officer(home, class),
                    squares,
                    is_missing: originals[class as usize].is_some(),
                });
            }
        }
        let careers: Vec<PawnCareer> = File::ALL
            .into_iter()
            .map(|origin| {
                let file = usize::from(origin);
                if let Some(career) = &careers[file] {
                    mark_career(&mut marks, career);
                    return career.clone();
                }
                let certain = self.certain[file].clone();
                certain.unwrap_or_else(|| PawnCareer::unsettled(self.color, origin))
            })
            .collect();
        for career in &careers {
            let capture_squares_of_pawn = self.capture_squares_of_pawn[usize::from(career.origin)];
            victims.extend(
                match career.end {
                    End::Falls => Some((Man::Pawn(career.origin), career.stay[career.captures])),
                    End::Spent(square) => {
                        Some((Man::Promoted(career.origin), self.promoted_reach(square)))
                    }
                    End::Unsettled
                        if capture_squares_of_pawn.any()
                            && present & 1 << u32::from(career.origin) == 0 =>
                    {
                        Some((Man::Pawn(career.origin), capture_squares_of_pawn))
                    }
                    End::Unsettled | End::Stands(_) | End::Remains(..) => None,
                }
                .map(|(man, squares)| Victim {
                    man,
                    squares,
                    is_missing: career.end != End::Unsettled,
                }),
            );
        }
        let officers_are_settled = Class::ALL.map(|class| {
            let is_promoted =
                |career: &&PawnCareer| matches!(career.end, End::Remains(_, c) if c == class);
            originals[class as usize].is_some_and(|originals| {
                let of_others = promotions.iter().filter(|(_, c)| *c == class).count();
                originals.count() + careers.iter().filter(is_promoted).count() + of_others
                    == census.officers[class as usize].count()
            })
        });
        for class in Class::ALL {
            if let Some(originals) = originals[class as usize] {
                marks[part_of(class)] = originals_mark(originals);
            }
        }
        SideScenario {
            demand: self.demand.beyond(&careers),
            careers,
            alive,
            victims,
            officers_are_settled,
            promotions,
            marks,
        }
    }

    /// Parts less those that the position settles by itself; `None`: it settles them otherwise.
    pub(super) fn beyond_certain(&self, marks: &Marks) -> Option<Marks> {
        let mut left = *marks;
        for certain in self.certain.iter().flatten() {
            let mut own = [0; PARTS];
            mark_career(&mut own, certain);
            for part in settled_with(usize::from(certain.origin)) {
                if left[part] != 0 && left[part] != own[part] {
                    return None;
                }
                left[part] = 0;
            }
        }
        Some(left)
    }

    /// The parts of a scenario that are worth telling: settled, and not by the position alone.
    pub fn settled_parts(&self, scenario: &SideScenario) -> u32 {
        let certain = (0..8)
            .filter(|&file| self.certain[file].is_some())
            .flat_map(settled_with)
            .fold(0, |parts, part| parts | 1 << part);
        (0..PARTS)
            .filter(|&part| scenario.marks[part] != 0)
            .fold(0u32, |parts, part| parts | 1 << part)
            & !certain
    }

    /// A scenario with all but these of its parts forgotten.
    pub fn keep(&self, scenario: &SideScenario, parts: u32) -> SideScenario {
        let kept = |part: usize| parts & 1 << part != 0 && scenario.marks[part] != 0;
        let careers =
            std::array::from_fn(|file| kept(file).then(|| scenario.careers[file].clone()));
        let originals = Class::ALL
            .map(|class| kept(part_of(class)).then_some(scenario.alive & class.homes(self.color)));
        let promotions: Vec<(usize, (Square, Class))> = (0..8)
            .filter(|&file| kept(promotion_part(file)) && !kept(file))
            .filter_map(|file| match scenario.careers[file].end {
                End::Remains(square, class) => Some((file, (square, class))),
                _ => None,
            })
            .collect();
        let present = (0..8)
            .filter(|&file| kept(presence_of(file)) || promotions.iter().any(|&(f, _)| f == file))
            .fold(0, |present, file| present | 1 << file);
        let promotions = promotions.into_iter().map(|(_, part)| part).collect();
        self.scenario(&careers, originals, promotions, present)
    }

    fn promoted_reach(&self, square: Square) -> Bitboard {
        let file = square.file() as usize;
        if let Some(known) = self.promoted_reaches.borrow()[file] {
            return known;
        }
        let mobility = &self.ledger.mobility;
        let reach = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .into_iter()
            .fold(Bitboard::EMPTY, |all, role| {
                all | mobility.reach(self.color, role, square.into(), Bitboard::EMPTY)
            });
        self.promoted_reaches.borrow_mut()[file] = Some(reach);
        reach
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use shakmaty::Color;

    use super::*;
    use crate::budget::{Budget, Limit, Limits};
    use crate::retro::ledger::Ledger;
    use crate::retro::model::test_position;
    use crate::retro::scenario::side::Visitor;

    /// Keeps the first so many scenarios.
    struct First(Vec<SideScenario>, usize);

    impl Visitor for First {
        fn admits(&mut self, _: &Marks, _: usize, _: Option<&PawnCareer>) -> bool {
            true
        }

        fn admits_draft(&mut self, _: &SideScenario, _: &mut Budget) -> Result<bool, Limit> {
            Ok(true)
        }

        fn visit(
            &mut self,
            scenario: &SideScenario,
            _: &mut Budget,
        ) -> Result<ControlFlow<()>, Limit> {
            self.0.push(scenario.clone());
            Ok(if self.0.len() < self.1 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            })
        }
    }

    #[test]
    fn whatever_is_forgotten_is_left_open() {
        let position = test_position("BK6/Bpp5/1p6/8/8/1P6/bPP5/bk6 w", "- -");
        let ledger = Ledger::new(&position).unwrap();
        let side = Side::new(&ledger, Color::White);
        let mut first = First(Vec::new(), 200);
        let _ = side.scenarios(&mut Limits::unlimited().start(), &mut first);
        assert_eq!(first.0.len(), 200);
        for scenario in &first.0 {
            let settled = side.settled_parts(scenario);
            let kept = side.keep(scenario, settled);
            assert_eq!(kept.careers, scenario.careers);
            assert_eq!(kept.victims, scenario.victims);
            assert_eq!(kept.officers_are_settled, [true; 5]);
            for parts in (0..PARTS).map(|part| settled & !(1 << part)).chain([0]) {
                let left = side.keep(scenario, parts);
                assert!(left.alive.is_subset(scenario.alive));
                for victim in &scenario.victims {
                    let file = |man| match man {
                        Man::Pawn(file) | Man::Promoted(file) => Some(file),
                        Man::Officer(..) => None,
                    };
                    let same = |other: &&Victim| {
                        other.man == victim.man
                            || file(other.man).is_some() && file(other.man) == file(victim.man)
                    };
                    let found = left.victims.iter().find(same).unwrap();
                    assert!(victim.squares.is_subset(found.squares), "{victim:?}");
                    assert!(victim.is_missing, "{victim:?}");
                }
            }
        }
        // The pawn that became the bishop a8 is not missing, wherever it came from.
        let scenario = &first.0[0];
        let file = (0..8).find(|&file| scenario.marks[promotion_part(file)] != 0);
        let file = file.unwrap();
        let left = side.keep(scenario, 1 << promotion_part(file));
        assert_eq!(left.promotions.len(), 1);
        let missing = |scenario: &SideScenario| {
            let pawn = Man::Pawn(File::ALL[file]);
            scenario.victims.iter().any(|victim| victim.man == pawn)
        };
        assert!(!missing(&left));
        assert!(!missing(&side.keep(scenario, 1 << presence_of(file))));
        assert!(missing(&side.unsettled()));
    }
}
