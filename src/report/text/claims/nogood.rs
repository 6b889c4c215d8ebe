//! Parts of scenarios that exclude one another, in words.

use shakmaty::{Bitboard, Color, File, Square};

use super::Told;
use super::side;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::report::text::words::{joined, listed};
use crate::retro::model::Class;
use crate::retro::model::claim::{Because, Depth, End, Nogood, Part};
use crate::say;

fn part(this: Part, color: Color, language: Language) -> String {
    let who = side(color, language);
    let pawn = |file: File| {
        let home = color.fold_wb('2', '7');
        match color {
            Color::White => say!(language, WhitePawnFrom, file, home),
            Color::Black => say!(language, BlackPawnFrom, file, home),
        }
    };
    let promoted = |file: File, square: Square, class: Class| {
        let (pawn, names) = (pawn(file), Names::of(class, language));
        let promoted = names.promoted;
        say!(language, PawnPromotedTo, pawn, square, promoted)
    };
    match this {
        Part::Career(course) => {
            let pawn = pawn(course.origin());
            let what = match course.end {
                End::Stands(square) => say!(language, PawnStandsOn, pawn, square),
                End::Remains(square, class) => promoted(course.origin(), square, class),
                End::Spent(square) => say!(language, PawnPromotedCaptured, pawn, square),
                End::Falls | End::Unsettled => say!(language, PawnCapturedAsPawn, pawn),
            };
            if course.captures == 0 {
                return what;
            }
            let files = joined(course.path().iter().map(|file| file.char()), ", ");
            say!(language, ByTheFiles, what, files)
        }
        Part::Promotion {
            file,
            square,
            class,
        } => promoted(file, square, class),
        Part::Present(file) => {
            let pawn = pawn(file);
            say!(language, PawnOnBoard, pawn)
        }
        Part::Originals(class, homes) => {
            let still = originals(class, homes, language);
            let (none, still) = (Names::of(class, language).none, listed(still, language));
            if homes.is_empty() {
                say!(language, NoneFromArray, who, none)
            } else if is_complete(class, homes) {
                say!(language, StillHas, who, still)
            } else {
                say!(language, StillHasNotOther, who, still)
            }
        }
    }
}

/// Whether all originals of the class are still there.
fn is_complete(class: Class, homes: Bitboard) -> bool {
    homes.count() == class.originals() as usize
}

/// The originals of a class, each with its home.
fn originals(class: Class, homes: Bitboard, language: Language) -> Vec<String> {
    let original = Names::of(class, language).original;
    let from = say!(language, FromWord);
    homes
        .into_iter()
        .map(|home| format!("{original} {from} {home}"))
        .collect()
}

/// Parts of White's scenario and of Black's in words; `None` if there are none.
pub(in crate::report) fn parts_told(parts: [&[Part]; 2], language: Language) -> Option<String> {
    let mut said = Vec::new();
    for (color, parts) in [Color::White, Color::Black].into_iter().zip(parts) {
        // Classes of which nothing is missing are named in one breath.
        let mut still = Vec::new();
        let mut complete = 0;
        for &this in parts {
            match this {
                Part::Originals(class, homes) if is_complete(class, homes) => {
                    still.extend(originals(class, homes, language));
                    complete += 1;
                }
                _ => said.push(part(this, color, language)),
            }
        }
        if !still.is_empty() {
            let who = side(color, language);
            let still = if complete == Class::ALL.len() {
                say!(language, AllOfficers).to_owned()
            } else {
                listed(still, language)
            };
            said.push(say!(language, StillHas, who, still));
        }
    }
    (!said.is_empty()).then(|| listed(said, language))
}

/// The parts that all these nogoods share, White's and Black's: where together they exclude every case, these hold in every case.
pub(in crate::report) fn in_every_case(nogoods: &[Nogood]) -> [Vec<Part>; 2] {
    [0, 1].map(|side| {
        // One that sums up others says nothing of what it leaves out.
        let sums_up = |nogood: &&Nogood| {
            matches!(nogood.because, Because::EveryCase { .. }) && nogood.parts[side].is_empty()
        };
        let mut told = nogoods.iter().filter(|nogood| !sums_up(nogood));
        let Some(first) = told.next() else {
            return Vec::new();
        };
        let mut common = first.parts[side].to_vec();
        for nogood in told {
            common.retain(|part| nogood.parts[side].contains(part));
        }
        common
    })
}

/// Why the parts of a nogood never came together.
pub(in crate::report) fn because(this: &Nogood, language: Language) -> &'static str {
    match this.because {
        Because::NoOrder(Depth::Victims) => {
            say!(language, CapturesLackVictims)
        }
        Because::NoOrder(Depth::JointPawns) => say!(language, PawnsNeverLet),
        Because::NoOrder(_) => {
            say!(language, NoOrderFits)
        }
        Because::MoveNumbers { odd } => match odd {
            [false, false] => say!(language, BothEven),
            [true, true] => say!(language, BothOdd),
            [false, true] => say!(language, WhiteEvenBlackOdd),
            [true, false] => say!(language, WhiteOddBlackEven),
        },
        // Nothing is said of those that were gone through.
        Because::EveryCase { .. } if this.parts[0].is_empty() => say!(language, AllWhiteExcluded),
        Because::EveryCase { .. } => say!(language, AllBlackExcluded),
    }
}

impl Told for Nogood {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let [white, black] = &self.parts;
        let said = parts_told([white, black], language);
        let said = said.unwrap_or_else(|| say!(language, WhateverHappened).to_owned());
        let why = because(self, language);
        format!("{said}{}{why}", language.colon())
    }
}

/// What an officer of a class is called.
struct Names {
    /// What a pawn was promoted to.
    promoted: &'static str,
    /// The original a side still has.
    original: &'static str,
    /// What a side without originals has.
    none: &'static str,
}

impl Names {
    const fn of(class: Class, language: Language) -> Names {
        let (promoted, original, none) = match class {
            Class::Queen => (
                say!(language, ToAQueen),
                say!(language, TheQueen),
                say!(language, NoQueen),
            ),
            Class::Rook => (
                say!(language, ToARook),
                say!(language, TheRook),
                say!(language, NoRook),
            ),
            Class::LightBishop => (
                say!(language, ToALightBishop),
                say!(language, TheLightBishop),
                say!(language, NoLightBishop),
            ),
            Class::DarkBishop => (
                say!(language, ToADarkBishop),
                say!(language, TheDarkBishop),
                say!(language, NoDarkBishop),
            ),
            Class::Knight => (
                say!(language, ToAKnight),
                say!(language, TheKnight),
                say!(language, NoKnight),
            ),
        };
        Names {
            promoted,
            original,
            none,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::claim::{Course, Hint};

    #[test]
    fn nogoods_are_told_in_words() {
        let course = |path: &[File], end| Part::Career(Course::new(path, end).unwrap());
        let nogood = Nogood {
            parts: [
                Box::new([
                    course(&[File::A, File::B], End::Stands(Square::B3)),
                    Part::Originals(Class::Rook, Square::A1.into()),
                ]),
                Box::new([
                    Part::Promotion {
                        file: File::D,
                        square: Square::D1,
                        class: Class::LightBishop,
                    },
                    Part::Originals(Class::LightBishop, Bitboard::EMPTY),
                ]),
            ],
            because: Because::NoOrder(Depth::Probing),
            hint: Hint::None,
        };
        assert_eq!(
            nogood.told(TextStyle::ENGLISH),
            "White's pawn from a2 stands on b3 (by the files a, b), White still has the rook from a1 but not the other, \
             Black's pawn from d7 was promoted on d1 to a light-squared bishop that is on the board and Black has \
             no light-squared bishop from the array: no order of events fits"
        );
        assert_eq!(
            nogood.told(TextStyle::of(Language::German)),
            "der weiße Bauer von a2 steht auf b3 (über die Linien a, b), Weiß hat noch den Turm von a1, den anderen nicht, \
             der schwarze Bauer von d7 wurde auf d1 zum weißfeldrigen Läufer und steht noch auf dem Brett und \
             Schwarz hat keinen weißfeldrigen Läufer aus der Partieanfangsstellung mehr: keine Reihenfolge passt"
        );
    }
}
