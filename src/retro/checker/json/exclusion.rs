//! Exclusions as they are written: what a scenario settles, and why it cannot.

use serde::{Deserialize, Serialize};

use shakmaty::File;

use super::square::{At, Files, Sort, Squares};
use crate::retro::model::PawnId;
use crate::retro::model::claim::{Because, Course, Depth, End, Hint, Nogood, Part};

/// An [`Nogood`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenExclusion {
    white: Vec<WrittenPart>,
    black: Vec<WrittenPart>,
    because: WrittenBecause,
    #[serde(default, skip_serializing_if = "WrittenHint::is_none")]
    hint: WrittenHint,
}

/// A [`Hint`].
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub(super) enum WrittenHint {
    Moved {
        pawns: Vec<At>,
        positions: u32,
    },
    Cases {
        met: Vec<u32>,
        ways: u32,
    },
    #[default]
    #[serde(skip)]
    None,
}

impl From<&Hint> for WrittenHint {
    fn from(hint: &Hint) -> WrittenHint {
        match hint {
            Hint::None => WrittenHint::None,
            Hint::Moved { pawns, positions } => WrittenHint::Moved {
                pawns: pawns.iter().map(|pawn| At(pawn.home())).collect(),
                positions: *positions,
            },
            Hint::Cases { met, ways } => WrittenHint::Cases {
                met: met.to_vec(),
                ways: *ways,
            },
        }
    }
}

impl WrittenHint {
    pub(super) const fn is_none(&self) -> bool {
        matches!(self, WrittenHint::None)
    }

    pub(super) fn read(self) -> Result<Hint, String> {
        Ok(match self {
            WrittenHint::None => Hint::None,
            WrittenHint::Moved { pawns, positions } => {
                let by_home = |At(home)| PawnId::ALL.into_iter().find(|pawn| pawn.home() == home);
                let pawns: Option<Box<[PawnId]>> = pawns.into_iter().map(by_home).collect();
                Hint::Moved {
                    pawns: pawns.ok_or("a pawn is named by its home square")?,
                    positions,
                }
            }
            WrittenHint::Cases { met, ways } => Hint::Cases {
                met: met.into(),
                ways,
            },
        })
    }
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenBecause {
    Victims,
    Glance,
    Probing,
    Rehearsal,
    #[serde(rename = "even-even")]
    EvenEven,
    #[serde(rename = "even-odd")]
    EvenOdd,
    #[serde(rename = "odd-even")]
    OddEven,
    #[serde(rename = "odd-odd")]
    OddOdd,
    Cases,
    Choices,
}

/// A [`Part`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum WrittenPart {
    Stands { files: Files, at: At },
    Falls { files: Files },
    Remains { files: Files, at: At, class: Sort },
    Spent { files: Files, at: At },
    Birth { file: Files, at: At, class: Sort },
    Present { file: Files },
    Originals { class: Sort, homes: Squares },
}

impl From<&Nogood> for WrittenExclusion {
    fn from(exclusion: &Nogood) -> WrittenExclusion {
        let [white, black] = exclusion
            .parts
            .each_ref()
            .map(|parts| parts.iter().copied().map(WrittenPart::from).collect());
        WrittenExclusion {
            white,
            black,
            because: match exclusion.because {
                Because::NoOrder(Depth::Victims) => WrittenBecause::Victims,
                Because::NoOrder(Depth::Direct) => WrittenBecause::Glance,
                Because::NoOrder(Depth::Probing) => WrittenBecause::Probing,
                Because::NoOrder(Depth::JointPawns) => WrittenBecause::Rehearsal,
                Because::MoveNumbers { odd } => match odd {
                    [false, false] => WrittenBecause::EvenEven,
                    [false, true] => WrittenBecause::EvenOdd,
                    [true, false] => WrittenBecause::OddEven,
                    [true, true] => WrittenBecause::OddOdd,
                },
                Because::EveryCase { choices: false } => WrittenBecause::Cases,
                Because::EveryCase { choices: true } => WrittenBecause::Choices,
            },
            hint: WrittenHint::from(&exclusion.hint),
        }
    }
}

impl WrittenExclusion {
    pub(super) fn read(self) -> Result<Nogood, String> {
        let numbers = |odd: [bool; 2]| Because::MoveNumbers { odd };
        let parts = |parts: Vec<WrittenPart>| {
            let parts: Option<Box<[Part]>> = parts.into_iter().map(WrittenPart::read).collect();
            parts.ok_or("what is said of one pawn does not name one file of origin")
        };
        Ok(Nogood {
            parts: [parts(self.white)?, parts(self.black)?],
            because: match self.because {
                WrittenBecause::Victims => Because::NoOrder(Depth::Victims),
                WrittenBecause::Glance => Because::NoOrder(Depth::Direct),
                WrittenBecause::Probing => Because::NoOrder(Depth::Probing),
                WrittenBecause::Rehearsal => Because::NoOrder(Depth::JointPawns),
                WrittenBecause::EvenEven => numbers([false, false]),
                WrittenBecause::EvenOdd => numbers([false, true]),
                WrittenBecause::OddEven => numbers([true, false]),
                WrittenBecause::OddOdd => numbers([true, true]),
                WrittenBecause::Cases => Because::EveryCase { choices: false },
                WrittenBecause::Choices => Because::EveryCase { choices: true },
            },
            hint: self.hint.read()?,
        })
    }
}

impl From<Part> for WrittenPart {
    fn from(part: Part) -> WrittenPart {
        let one = |file: File| Files(vec![file]);
        match part {
            Part::Career(course) => {
                let files = Files(course.path().to_vec());
                match course.end {
                    End::Stands(square) => WrittenPart::Stands {
                        files,
                        at: At(square),
                    },
                    End::Falls | End::Unsettled => WrittenPart::Falls { files },
                    End::Remains(square, class) => WrittenPart::Remains {
                        files,
                        at: At(square),
                        class: Sort(class),
                    },
                    End::Spent(square) => WrittenPart::Spent {
                        files,
                        at: At(square),
                    },
                }
            }
            Part::Promotion {
                file,
                square,
                class,
            } => WrittenPart::Birth {
                file: one(file),
                at: At(square),
                class: Sort(class),
            },
            Part::Present(file) => WrittenPart::Present { file: one(file) },
            Part::Originals(class, homes) => WrittenPart::Originals {
                class: Sort(class),
                homes: Squares(homes),
            },
        }
    }
}

impl WrittenPart {
    /// The part; `None` if a file of origin is not one.
    fn read(self) -> Option<Part> {
        let one = |files: Files| match files.0.as_slice() {
            &[file] => Some(file),
            _ => None,
        };
        let career = |files: Files, end| Course::new(&files.0, end).map(Part::Career);
        match self {
            WrittenPart::Stands { files, at } => career(files, End::Stands(at.0)),
            WrittenPart::Falls { files } => career(files, End::Falls),
            WrittenPart::Remains { files, at, class } => career(files, End::Remains(at.0, class.0)),
            WrittenPart::Spent { files, at } => career(files, End::Spent(at.0)),
            WrittenPart::Birth { file, at, class } => Some(Part::Promotion {
                file: one(file)?,
                square: at.0,
                class: class.0,
            }),
            WrittenPart::Present { file } => Some(Part::Present(one(file)?)),
            WrittenPart::Originals { class, homes } => Some(Part::Originals(class.0, homes.0)),
        }
    }
}
