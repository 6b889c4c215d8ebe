//! Whether there is a victim for every capture, whatever came first: seen before any scene is played through.

use shakmaty::{Bitboard, Color, Role, Square};

use super::{Direction, Interplay, Place, Question, index};
use crate::retro::model::claim::End;

impl Interplay<'_> {
    /// Whether the captures of a side's pawns compete for too few men of the other side, each of whom fell once, on a
    /// square he can have come to past the men that never moved.
    pub(super) fn lacks_victims(&mut self) -> bool {
        Color::ALL.into_iter().any(|color| {
            if self.always_fed[index(color)] {
                return false;
            }
            let victims = self.places_of_death(color.other());
            let captures: Vec<Vec<usize>> = self
                .capture_squares(color)
                .into_iter()
                .map(|squares| {
                    let falls = |&victim: &usize| victims[victim].intersects(squares);
                    (0..victims.len()).filter(falls).collect()
                })
                .collect();
            !have_one_each(&captures, victims.len())
        })
    }

    /// Where each capture of a side's pawns can have been.
    pub(super) fn capture_squares(&self, color: Color) -> Vec<Bitboard> {
        let own = self.pawns.iter().filter(|way| way.color == color);
        own.flat_map(|way| {
            (1..=usize::from(way.course.captures)).map(|capture| {
                let places = way.places.iter();
                let after = places.filter(|place| place.captures == capture);
                after.map(|place| place.square).collect()
            })
        })
        .collect()
    }

    /// Where each man of a side who is gone, or may be, can have fallen.
    fn places_of_death(&mut self, color: Color) -> Vec<Bitboard> {
        let nowhere = Bitboard::EMPTY;
        let mut found = Vec::new();
        for place in 0..self.walkers.len() {
            let walker = self.walkers[place];
            if let (Place::Gone(home), true) = (walker.part, walker.color == color) {
                found.push(self.reach(alone(color, walker.role, home)));
            }
        }
        for pawn in 0..self.pawns.len() {
            let way = self.pawns[pawn];
            if way.color != color {
                continue;
            }
            match way.course.end {
                End::Falls => {
                    let falls = (0..way.places.len()).filter(|&place| way.falls_at(place));
                    found.push(falls.map(|place| way.places[place].square).collect());
                }
                End::Spent(door) => {
                    let became = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
                    found.push(became.into_iter().fold(nowhere, |all, role| {
                        all | self.reach(alone(color, role, door))
                    }));
                }
                End::Stands(_) | End::Remains(..) | End::Unsettled => {}
            }
        }
        let graves = self.sides[index(color)].graves;
        found.extend(graves.into_iter().filter(|grave| grave.any()));
        found
    }
}

/// How far a man gets from a square past the men that never moved.
fn alone(color: Color, role: Role, from: Square) -> Question {
    Question {
        color,
        role,
        squares: from.into(),
        shut: Bitboard::EMPTY,
        avoided: Bitboard::EMPTY,
        direction: Direction::Forwards,
    }
}

/// Whether each row can have one of its columns for itself.
pub(in crate::retro::checker::cases) fn have_one_each(rows: &[Vec<usize>], columns: usize) -> bool {
    // The depth is bounded by the number of columns: each is asked once.
    fn finds(
        row: usize,
        rows: &[Vec<usize>],
        of: &mut [Option<usize>],
        asked: &mut [bool],
    ) -> bool {
        rows[row].iter().any(|&column| {
            if std::mem::replace(&mut asked[column], true) {
                return false;
            }
            let is_free = match of[column] {
                None => true,
                Some(other) => finds(other, rows, of, asked),
            };
            if is_free {
                of[column] = Some(row);
            }
            is_free
        })
    }
    let mut of = vec![None; columns];
    (0..rows.len()).all(|row| finds(row, rows, &mut of, &mut vec![false; columns]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_competes_for_too_few_goes_without() {
        assert!(have_one_each(&[vec![0, 1], vec![0], vec![1, 2]], 3));
        assert!(!have_one_each(&[vec![0, 1], vec![0], vec![1], vec![2]], 3));
        assert!(!have_one_each(&[vec![]], 1));
        assert!(have_one_each(&[], 0));
    }
}
