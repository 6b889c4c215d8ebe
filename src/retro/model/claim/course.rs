//! The course of a pawn: the files it went through and its end.

use shakmaty::{File, Square};

use crate::retro::model::Class;

/// The most captures one pawn can make.
pub const MOST_CAPTURES: usize = 6;

/// How a pawn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// It stands here in the position.
    Stands(Square),
    /// It was captured as a pawn.
    Falls,
    /// It promoted here, and the new man is on the board.
    Remains(Square, Class),
    /// It promoted here, and the new man was captured.
    Spent(Square),
    /// Its course is not looked at yet.
    Unsettled,
}

impl End {
    /// Where it promoted, if it did.
    pub const fn promotion(self) -> Option<Square> {
        match self {
            End::Remains(square, _) | End::Spent(square) => Some(square),
            End::Stands(_) | End::Falls | End::Unsettled => None,
        }
    }
}

/// The files a pawn went through and its end: on a given terrain these determine it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Course {
    /// How many captures it made.
    pub captures: u8,
    /// The file of each segment of its course, that of origin first; any behind the last: see [`path`](Course::path).
    pub(in crate::retro) files: [File; MOST_CAPTURES + 1],
    /// How it ended.
    pub end: End,
}

impl Course {
    /// The course through these files; `None` if they are none, or more than a pawn goes through.
    pub fn new(path: &[File], end: End) -> Option<Course> {
        let captures = path.len().checked_sub(1)?;
        let mut files = [File::A; MOST_CAPTURES + 1];
        files.get_mut(..=captures)?.copy_from_slice(path);
        Some(Course {
            captures: captures as u8,
            files,
            end,
        })
    }

    /// The files it went through, that of origin first.
    pub fn path(&self) -> &[File] {
        &self.files[..=usize::from(self.captures)]
    }

    /// The file it comes from.
    pub const fn origin(&self) -> File {
        self.files[0]
    }

    /// A number that distinguishes this course from every other; not 0.
    pub fn mark(&self) -> u64 {
        let square = |square: Square| u64::from(u32::from(square));
        let (kind, place, class) = match self.end {
            End::Stands(stand) => (1, square(stand), 0),
            End::Falls => (2, 0, 0),
            End::Remains(promotion, class) => (3, square(promotion), class as u64),
            End::Spent(promotion) => (4, square(promotion), 0),
            End::Unsettled => (5, 0, 0),
        };
        let end = kind | place << 3 | class << 9 | u64::from(self.captures) << 12;
        let files = self.files.iter().rev();
        files.fold(0, |mark, &file| mark << 3 | u64::from(file)) << 15 | end
    }

    /// The course of that mark.
    pub fn of_mark(mark: u64) -> Course {
        let bits = |from: u32, count: u32| (mark >> from) as u32 & ((1 << count) - 1);
        let square = Square::new(bits(3, 6));
        Course {
            captures: bits(12, 3) as u8,
            files: std::array::from_fn(|j| File::new(bits(15 + 3 * j as u32, 3))),
            end: match bits(0, 3) {
                1 => End::Stands(square),
                2 => End::Falls,
                3 => End::Remains(square, Class::ALL[bits(9, 3) as usize]),
                4 => End::Spent(square),
                _ => End::Unsettled,
            },
        }
    }
}
