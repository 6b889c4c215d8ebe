//! Parts of scenarios that exclude one another, in words.

use shakmaty::{Bitboard, Color, File, Square};

use super::Told;
use super::words::{adjective, side};
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::Class;
use crate::retro::model::claim::{Because, Depth, End, Exclusion, Part};
use crate::say;

fn part(this: Part, color: Color, language: Language) -> String {
    let who = side(color, language);
    let white = adjective(color, language);
    let pawn = |file: File| {
        let home = color.fold_wb('2', '7');
        say!(
            language,
            "{who}'s pawn from {file}{home}",
            "der {white} Bauer von {file}{home}"
        )
    };
    let promoted = |file: File, square: Square, class: Class| {
        let (pawn, names) = (pawn(file), Names::of(class, language));
        let promoted = names.promoted;
        say!(
            language,
            "{pawn} was promoted on {square} to {promoted} that is on the board",
            "{pawn} wurde auf {square} {promoted} auf dem Brett",
        )
    };
    match this {
        Part::Career(course) => {
            let pawn = pawn(course.origin());
            let what = match course.end {
                End::Stands(square) => say!(
                    language,
                    "{pawn} stands on {square}",
                    "{pawn} steht auf {square}",
                ),
                End::Remains(square, class) => promoted(course.origin(), square, class),
                End::Spent(square) => say!(
                    language,
                    "{pawn} was promoted on {square} and captured",
                    "{pawn} wurde auf {square} umgewandelt und geschlagen",
                ),
                End::Falls | End::Unsettled => say!(
                    language,
                    "{pawn} was captured as a pawn",
                    "{pawn} fiel als Bauer",
                ),
            };
            if course.captures == 0 {
                return what;
            }
            let path = course.path().iter();
            let files: Vec<String> = path.map(|file| file.char().to_string()).collect();
            format!("{what} ({})", files.join("-"))
        }
        Part::Birth {
            file,
            square,
            class,
        } => promoted(file, square, class),
        Part::Present(file) => {
            let pawn = pawn(file);
            say!(
                language,
                "{pawn} or what it became is on the board",
                "{pawn} oder seine Figur ist auf dem Brett",
            )
        }
        Part::Originals(class, homes) => {
            let still = originals(class, homes, language);
            let (none, still) = (Names::of(class, language).none, listed(&still, language));
            if homes.is_empty() {
                say!(
                    language,
                    "{who} has {none} from the array",
                    "{who} hat {none} aus der Anfangsstellung mehr",
                )
            } else if is_complete(class, homes) {
                say!(
                    language,
                    "{who} still has {still}",
                    "{who} hat noch {still}"
                )
            } else {
                say!(
                    language,
                    "{who} still has {still} but not the other",
                    "{who} hat noch {still}, den anderen nicht",
                )
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
    let from = language.choose("from", "von");
    homes
        .into_iter()
        .map(|home| format!("{original} {from} {home}"))
        .collect()
}

/// `a, b and c`.
fn listed(all: &[String], language: Language) -> String {
    match all.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, first)) => {
            let first = first.join(", ");
            say!(language, "{first} and {last}", "{first} und {last}")
        }
    }
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
                language
                    .choose("all its officers", "alle Offiziere")
                    .to_owned()
            } else {
                listed(&still, language)
            };
            said.push(say!(
                language,
                "{who} still has {still}",
                "{who} hat noch {still}"
            ));
        }
    }
    (!said.is_empty()).then(|| listed(&said, language))
}

/// The parts that all these exclusions share, White's and Black's: where together they exclude every case, these hold in every case.
pub(in crate::report) fn in_every_case(exclusions: &[Exclusion]) -> [Vec<Part>; 2] {
    [0, 1].map(|side| {
        // One that sums up others says nothing of what it leaves out.
        let sums_up = |exclusion: &&Exclusion| {
            matches!(exclusion.because, Because::EveryCase { .. })
                && exclusion.parts[side].is_empty()
        };
        let mut told = exclusions.iter().filter(|exclusion| !sums_up(exclusion));
        let Some(first) = told.next() else {
            return Vec::new();
        };
        let mut common = first.parts[side].to_vec();
        for exclusion in told {
            common.retain(|part| exclusion.parts[side].contains(part));
        }
        common
    })
}

/// Why the parts of an exclusion never came together.
pub(in crate::report) fn because(this: Because, language: Language) -> &'static str {
    match this {
        Because::Disorder(Depth::Victims) => {
            language.choose("captures lack victims", "Schlagfällen fehlen Opfer")
        }
        Because::Disorder(Depth::Rehearsal) => language.choose(
            "moved square by square, the pawns never let everybody get where he is needed",
            "Feld für Feld gezogen, lassen die Bauern nie alle dorthin, wo sie gebraucht werden",
        ),
        Because::Disorder(_) => {
            language.choose("no order of events fits", "keine Reihenfolge passt")
        }
        Because::MoveNumbers { odd } => match odd {
            [false, false] => language.choose(
                "White and Black have both made an even number of moves, so Black is not to move",
                "Weiß und Schwarz haben beide eine gerade Zahl von Zügen gemacht, also ist Schwarz nicht am Zug",
            ),
            [true, true] => language.choose(
                "White and Black have both made an odd number of moves, so Black is not to move",
                "Weiß und Schwarz haben beide eine ungerade Zahl von Zügen gemacht, also ist Schwarz nicht am Zug",
            ),
            [false, true] => language.choose(
                "White has made an even number of moves and Black an odd one, so White is not to move",
                "Weiß hat eine gerade Zahl von Zügen gemacht, Schwarz eine ungerade, also ist Weiß nicht am Zug",
            ),
            [true, false] => language.choose(
                "White has made an odd number of moves and Black an even one, so White is not to move",
                "Weiß hat eine ungerade Zahl von Zügen gemacht, Schwarz eine gerade, also ist Weiß nicht am Zug",
            ),
        },
        Because::EveryCase { choices: false } => language.choose(
            "all Black can have done is excluded",
            "alles, was Schwarz getan haben kann, ist ausgeschlossen",
        ),
        Because::EveryCase { choices: true } => language.choose(
            "all Black can have done is excluded, whoever was captured where",
            "alles, was Schwarz getan haben kann, ist ausgeschlossen, wer auch wo geschlagen wurde",
        ),
    }
}

impl Told for Exclusion {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let [white, black] = &self.parts;
        let said = parts_told([white, black], language);
        let said = said.unwrap_or_else(|| {
            language
                .choose("whatever happened", "was auch geschah")
                .to_owned()
        });
        let why = because(self.because, language);
        format!("{said}: {why}")
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
            Class::Queen => language.choose(
                ("a queen", "the queen", "no queen"),
                ("zur Dame", "die Dame", "keine Dame"),
            ),
            Class::Rook => language.choose(
                ("a rook", "the rook", "no rook"),
                ("zum Turm", "den Turm", "keinen Turm"),
            ),
            Class::LightBishop => language.choose(
                (
                    "a light-squared bishop",
                    "the light-squared bishop",
                    "no light-squared bishop",
                ),
                (
                    "zum weißfeldrigen Läufer",
                    "den weißfeldrigen Läufer",
                    "keinen weißfeldrigen Läufer",
                ),
            ),
            Class::DarkBishop => language.choose(
                (
                    "a dark-squared bishop",
                    "the dark-squared bishop",
                    "no dark-squared bishop",
                ),
                (
                    "zum schwarzfeldrigen Läufer",
                    "den schwarzfeldrigen Läufer",
                    "keinen schwarzfeldrigen Läufer",
                ),
            ),
            Class::Knight => language.choose(
                ("a knight", "the knight", "no knight"),
                ("zum Springer", "den Springer", "keinen Springer"),
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
    use crate::notation::Letters;
    use crate::retro::model::claim::Course;

    fn style(language: Language) -> TextStyle {
        TextStyle {
            letters: Letters::English,
            language,
        }
    }

    #[test]
    fn exclusions_are_told_in_words() {
        let course = |path: &[File], end| Part::Career(Course::new(path, end).unwrap());
        let exclusion = Exclusion {
            parts: [
                Box::new([
                    course(&[File::A, File::B], End::Stands(Square::B3)),
                    Part::Originals(Class::Rook, Square::A1.into()),
                ]),
                Box::new([
                    Part::Birth {
                        file: File::D,
                        square: Square::D1,
                        class: Class::LightBishop,
                    },
                    Part::Originals(Class::LightBishop, Bitboard::EMPTY),
                ]),
            ],
            because: Because::Disorder(Depth::Probing),
        };
        assert_eq!(
            exclusion.told(style(Language::English)),
            "White's pawn from a2 stands on b3 (a-b), White still has the rook from a1 but not the other, \
             Black's pawn from d7 was promoted on d1 to a light-squared bishop that is on the board and Black has \
             no light-squared bishop from the array: no order of events fits"
        );
        assert_eq!(
            exclusion.told(style(Language::German)),
            "der weiße Bauer von a2 steht auf b3 (a-b), Weiß hat noch den Turm von a1, den anderen nicht, \
             der schwarze Bauer von d7 wurde auf d1 zum weißfeldrigen Läufer auf dem Brett und Schwarz hat \
             keinen weißfeldrigen Läufer aus der Anfangsstellung mehr: keine Reihenfolge passt"
        );
    }
}
