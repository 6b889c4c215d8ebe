//! The career of one pawn: the files it went through, where it captured, how it ended.
//!
//! A [`Course`] fixes the order of files; the ranks of its captures stay *sets* of squares here, narrowed to those
//! from which the rest of the course can still be run. Invariant: if a pawn ran such a course in some
//! history, its captures happened on squares of the sets.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use crate::retro::ledger::Ledger;
use crate::retro::model::claim::{Course, End, MOST_CAPTURES};

/// A course with the squares on which one pawn can have run it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PawnCareer {
    /// Whose pawn.
    pub color: Color,
    /// Its file of origin.
    pub origin: File,
    /// How many captures it made.
    pub captures: usize,
    /// The file of each segment of its course; segment 0 is the file of origin. Entries after the last one mean nothing.
    pub files: [File; MOST_CAPTURES + 1],
    /// Squares on which each segment can have begun (the home square, then the captures).
    pub enter: [Bitboard; MOST_CAPTURES + 1],
    /// Squares on which each segment can have ended, before the next capture or the end.
    pub leave: [Bitboard; MOST_CAPTURES + 1],
    /// Squares on which it can have stood during each segment.
    pub stay: [Bitboard; MOST_CAPTURES + 1],
    /// How it ended.
    pub end: End,
}

impl PawnCareer {
    /// The career of a pawn of which nothing is said.
    pub fn unsettled(color: Color, origin: File) -> PawnCareer {
        PawnCareer {
            color,
            origin,
            captures: 0,
            files: [origin; MOST_CAPTURES + 1],
            enter: [Bitboard::FULL; MOST_CAPTURES + 1],
            leave: [Bitboard::FULL; MOST_CAPTURES + 1],
            stay: [Bitboard::FULL; MOST_CAPTURES + 1],
            end: End::Unsettled,
        }
    }

    /// Whether this pawn and an opposing one can both have gone their ways, as far as passing one
    /// another on a file is concerned.
    pub fn can_pass(&self, other: &PawnCareer) -> bool {
        let (white, black) = match self.color {
            Color::White => (self, other),
            Color::Black => (other, self),
        };
        if white.end == End::Unsettled || black.end == End::Unsettled {
            return true;
        }
        let rank = |square: Option<Square>| square.map(|s| u32::from(s.rank()));
        if white.origin == black.origin {
            let stays =
                |career: &PawnCareer| career.captures == 0 && matches!(career.end, End::Stands(_));
            let promotes =
                |career: &PawnCareer| career.captures == 0 && career.end.promotion().is_some();
            let lowest = rank(white.leave[0].first()).unwrap_or(8);
            let highest = rank(black.leave[0].last()).unwrap_or(0);
            if stays(white) && stays(black) {
                return lowest < highest;
            }
            let white_first = !stays(white) && !promotes(white) && lowest < 6;
            let black_first = !stays(black) && !promotes(black) && highest > 1;
            return white_first || black_first;
        }
        let (End::Stands(white_end), End::Stands(black_end)) = (white.end, black.end) else {
            return true;
        };
        if white_end.file() != black_end.file() || white_end.rank() < black_end.rank() {
            return true;
        }
        // The two have passed one another: one of them entered the file beyond the other.
        let white_behind =
            white.captures > 0 && rank(white.enter[white.captures].last()) > rank(Some(black_end));
        let black_behind =
            black.captures > 0 && rank(black.enter[black.captures].first()) < rank(Some(white_end));
        white_behind || black_behind
    }

    /// What distinguishes this course from every other of the same pawn.
    pub fn course(&self) -> Course {
        Course {
            captures: self.captures as u8,
            files: self.files,
            end: self.end,
        }
    }

    /// The squares of its `j`-th capture, counted from 1.
    pub fn capture(&self, j: usize) -> Bitboard {
        self.enter[j]
    }
}

/// The terrain a side's pawns move on, seen from White's side for both.
#[derive(Debug, Clone, Copy)]
pub struct Terrain {
    color: Color,
    /// Closed for the whole game.
    blocked: Bitboard,
    /// Squares a pawn never leaves: it checks a steady king there.
    checks_steady_king: Bitboard,
}

impl Terrain {
    /// The terrain of `color` in a position.
    pub fn new(ledger: &Ledger, color: Color) -> Terrain {
        let checks_steady_king = Bitboard::FULL
            .into_iter()
            .filter(|&square| ledger.mobility.pins_down(color, Role::Pawn, square))
            .collect();
        let terrain = Terrain {
            color,
            blocked: ledger.steady,
            checks_steady_king,
        };
        match color {
            Color::White => terrain,
            Color::Black => Terrain {
                color,
                blocked: terrain.blocked.flip_vertical(),
                checks_steady_king: terrain.checks_steady_king.flip_vertical(),
            },
        }
    }

    fn turned(&self, set: Bitboard) -> Bitboard {
        match self.color {
            Color::White => set,
            Color::Black => set.flip_vertical(),
        }
    }

    /// The squares below the last rank that pawns on `from` can advance to, `from` included.
    fn advance(&self, from: Bitboard) -> Bitboard {
        let free = !self.blocked & !Bitboard::from_rank(Rank::Eighth);
        let mut seen = from;
        loop {
            let next = seen | ((seen & !self.checks_steady_king).shift(8) & free);
            if next == seen {
                return seen;
            }
            seen = next;
        }
    }

    /// The squares of `within` from which a pawn can advance to a square of `to`, `to` included.
    fn withdraw(&self, to: Bitboard, within: Bitboard) -> Bitboard {
        let mut seen = to;
        loop {
            let next = seen | (seen.shift(-8) & within & !self.checks_steady_king);
            if next == seen {
                return seen;
            }
            seen = next;
        }
    }

    /// The course through `files` to `end`, if it can be run at all.
    pub fn career(&self, files: &[File], end: End) -> Option<PawnCareer> {
        let captures = files.len() - 1;
        if captures > MOST_CAPTURES {
            return None;
        }
        let last_rank = Bitboard::from_rank(Rank::Eighth);
        let file = |j: usize| Bitboard::from_file(files[j]);
        let home = file(0) & Bitboard::from_rank(Rank::Second);
        let target = |square: Square| self.turned(square.into());
        // A pawn that stands at home makes its square steady; only that pawn comes from there.
        if self.blocked.intersects(home) && end != End::Stands(self.turned(home).first()?) {
            return None;
        }
        let mut enter = [Bitboard::EMPTY; MOST_CAPTURES + 1];
        let mut stay = [Bitboard::EMPTY; MOST_CAPTURES + 1];
        let mut leave = [Bitboard::EMPTY; MOST_CAPTURES + 1];
        enter[0] = home;
        for j in 0..=captures {
            if j > 0 {
                let from = stay[j - 1] & !self.checks_steady_king;
                let up = (from & !Bitboard::from_file(File::A)).shift(7)
                    | (from & !Bitboard::from_file(File::H)).shift(9);
                enter[j] = up & file(j) & !self.blocked;
                if j < captures || end.promotion().is_none() {
                    enter[j] &= !last_rank;
                }
            }
            if enter[j].is_empty() {
                return None;
            }
            stay[j] = (enter[j] & last_rank) | self.advance(enter[j] & !last_rank);
        }
        // Backwards: keep only what leads to the end.
        let mut goal = match end {
            End::Falls | End::Unsettled => stay[captures] & !last_rank,
            End::Stands(square) => target(square) & stay[captures],
            End::Remains(square, _) | End::Spent(square) => {
                let to = target(square);
                let advanced = (stay[captures] & !last_rank & !self.checks_steady_king).shift(8);
                to & (enter[captures] | (advanced & !self.blocked))
            }
        };
        for j in (0..=captures).rev() {
            if goal.is_empty() {
                return None;
            }
            leave[j] = goal;
            let kept = if end == End::Falls && j == captures {
                goal
            } else {
                self.withdraw(goal, stay[j])
            };
            enter[j] &= kept;
            let fresh = enter[j];
            stay[j] = ((fresh & last_rank) | self.advance(fresh & !last_rank) | goal) & kept;
            if j > 0 {
                let down = (fresh & !Bitboard::from_file(File::A)).shift(-9)
                    | (fresh & !Bitboard::from_file(File::H)).shift(-7);
                goal = down & stay[j - 1] & !self.checks_steady_king;
            }
        }
        let mut all_files = [File::A; MOST_CAPTURES + 1];
        all_files[..files.len()].copy_from_slice(files);
        if self.color == Color::Black {
            for set in enter.iter_mut().chain(&mut stay).chain(&mut leave) {
                *set = set.flip_vertical();
            }
        }
        Some(PawnCareer {
            color: self.color,
            origin: files[0],
            captures,
            files: all_files,
            enter,
            leave,
            stay,
            end,
        })
    }

    /// Every course of the pawn of file `origin` with exactly `captures` captures to `end`.
    pub fn careers(&self, origin: File, captures: usize, end: End) -> Vec<PawnCareer> {
        let mut found = Vec::new();
        let goal = match end {
            End::Falls | End::Unsettled => None,
            End::Stands(square) | End::Remains(square, _) | End::Spent(square) => {
                Some(square.file())
            }
        };
        // Every capture is a step to the next file and to the next rank.
        let steps = match end {
            End::Stands(square) => match self.color {
                Color::White => u32::from(square.rank()).saturating_sub(1),
                Color::Black => 6u32.saturating_sub(u32::from(square.rank())),
            },
            End::Falls | End::Unsettled => 5,
            End::Remains(..) | End::Spent(_) => 6,
        };
        let distance = goal.map_or(captures, |g| g.distance(origin) as usize);
        if captures > MOST_CAPTURES.min(steps as usize)
            || distance > captures
            || !(captures - distance).is_multiple_of(2)
        {
            return found;
        }
        for bits in 0..1u32 << captures {
            let mut files = [origin; MOST_CAPTURES + 1];
            let mut inside = true;
            for j in 0..captures {
                match files[j].offset(if bits & (1 << j) == 0 { -1 } else { 1 }) {
                    Some(next) => files[j + 1] = next,
                    None => inside = false,
                }
            }
            if inside
                && goal.is_none_or(|g| g == files[captures])
                && let Some(career) = self.career(&files[..=captures], end)
            {
                found.push(career);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::Class;
    use crate::retro::model::test_position;

    fn terrain(fen: &str, world: &str, color: Color) -> Terrain {
        Terrain::new(&Ledger::new(&test_position(fen, world)).unwrap(), color)
    }

    #[test]
    fn no_pawn_passes_a_steady_king_over_d7() {
        let white = terrain("r3k2r/8/8/8/8/8/8/4K3 w", "kq -", Color::White);
        assert!(white.careers(File::D, 0, End::Spent(Square::D8)).is_empty());
        assert_eq!(white.careers(File::E, 1, End::Spent(Square::D8)).len(), 1);
        let white = terrain("r3k2r/8/8/8/8/8/8/4K3 w", "- -", Color::White);
        assert_eq!(white.careers(File::D, 0, End::Spent(Square::D8)).len(), 1);
    }

    #[test]
    fn a_mark_tells_the_whole_course() {
        let white = terrain("4k3/8/8/8/8/8/8/4K3 w", "- -", Color::White);
        let ends = [
            End::Falls,
            End::Stands(Square::C7),
            End::Spent(Square::C8),
            End::Remains(Square::C8, Class::Knight),
        ];
        let mut marks = std::collections::BTreeSet::new();
        for (end, captures) in ends
            .into_iter()
            .flat_map(|end| (0..=5).map(move |k| (end, k)))
        {
            for career in File::ALL
                .into_iter()
                .flat_map(|origin| white.careers(origin, captures, end))
            {
                let course = career.course();
                assert_eq!(Course::of_mark(course.mark()), course);
                assert_eq!(white.career(course.path(), course.end), Some(career));
                assert!(marks.insert(course.mark()));
            }
        }
        assert!(marks.len() > 300, "{}", marks.len());
    }

    #[test]
    fn the_ranks_of_captures_are_narrowed_from_both_ends() {
        let black = terrain("4k3/8/8/8/5p2/8/8/4K3 w", "- -", Color::Black);
        let careers = black.careers(File::H, 2, End::Stands(Square::F4));
        assert_eq!(careers.len(), 1);
        let expected = [Square::G6, Square::G5].into_iter().collect::<Bitboard>();
        assert_eq!(careers[0].capture(1), expected);
        let expected = [Square::F5, Square::F4].into_iter().collect::<Bitboard>();
        assert_eq!(careers[0].capture(2), expected);
    }
}
