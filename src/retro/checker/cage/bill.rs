//! What the known men of one side cost in pawns: eight at most.

use shakmaty::{Color, Role, Square};

use super::squares::{Squares, bit};

/// The homes of the bishops of `color`, each with the squares of the two pawns before it.
pub(super) fn bishops_behind(color: Color) -> [(Square, [Square; 2]); 2] {
    match color {
        Color::White => [
            (Square::F1, [Square::E2, Square::G2]),
            (Square::C1, [Square::B2, Square::D2]),
        ],
        Color::Black => [
            (Square::C8, [Square::B7, Square::D7]),
            (Square::F8, [Square::E7, Square::G7]),
        ],
    }
}

/// What the known men of one side cost in pawns.
pub(super) struct Bill {
    /// Pawns, knights, light bishops, dark bishops, rooks, queens.
    have: [usize; 6],
    /// So many of each cost nothing.
    free: [usize; 6],
    /// A bishop of this group on any other square than this one was never at home.
    kept_home: [Option<(usize, Square)>; 2],
}

impl Bill {
    pub(super) fn of(squares: &Squares, color: Color) -> Bill {
        let mut have = [0; 6];
        for square in Square::ALL {
            let man = Role::ALL
                .into_iter()
                .find(|&role| squares.at(square) == bit(color, role));
            if let Some(group) = man.and_then(|role| Bill::group(role, square)) {
                have[group] += 1;
            }
        }
        let mut free = [0, 2, 1, 1, 2, 1];
        // A bishop between two pawns at home stands where it stood first, or fell there.
        let kept_home = bishops_behind(color).map(|(home, pawns)| {
            let kept = pawns
                .into_iter()
                .all(|pawn| squares.at(pawn) == bit(color, Role::Pawn));
            let group = if home.is_light() { 2 } else { 3 };
            if kept && squares.at(home) != bit(color, Role::Bishop) {
                free[group] = 0;
            }
            kept.then_some((group, home))
        });
        Bill {
            have,
            free,
            kept_home,
        }
    }

    fn group(role: Role, square: Square) -> Option<usize> {
        match role {
            Role::Pawn => Some(0),
            Role::Knight => Some(1),
            Role::Bishop if square.is_light() => Some(2),
            Role::Bishop => Some(3),
            Role::Rook => Some(4),
            Role::Queen => Some(5),
            Role::King => None,
        }
    }

    pub(super) fn cost(&self) -> usize {
        let beyond = |(have, free): (&usize, &usize)| have.saturating_sub(*free);
        self.have.iter().zip(&self.free).map(beyond).sum()
    }

    /// Whether one more man of this kind on this square would cost a pawn.
    pub(super) fn charges(&self, role: Role, square: Square) -> bool {
        let Some(group) = Bill::group(role, square) else {
            return false;
        };
        match self
            .kept_home
            .into_iter()
            .flatten()
            .find(|&(g, _)| g == group)
        {
            Some((_, home)) => square != home,
            None => self.have[group] >= self.free[group],
        }
    }

    /// Whether a known man of this kind can have been a pawn.
    pub(super) fn allows_promoted(&self, role: Role, square: Square) -> bool {
        self.cost() < 8
            || Bill::group(role, square).is_some_and(|group| self.have[group] > self.free[group])
    }
}
