//! How many moves a side needs at least until its men stand as in the diagram.

use arrayvec::ArrayVec;
use shakmaty::{Board, CastlingSide, Color, File, Rank, Role, Square};

use super::assignment::{Assignment, MOST, Row};
use super::paths::{MOST_CAPTURES, NEVER, Paths};
use super::side::{Side, men};

/// More moves than any game has: the men cannot come to stand as in the diagram.
const OUT_OF_REACH: i32 = 10_000;

/// What each man of a side costs on each place.
pub(super) type Rows<'a> = ArrayVec<&'a Row, MOST>;

/// Men of a side that cost something else than before, and what.
pub(super) type Changed<'a> = ArrayVec<(usize, &'a Row), MOST>;

/// One side's men at the end, and what its men need to come there.
pub(super) struct Goal {
    color: Color,
    men: Vec<(Role, Square)>,
    paths: Paths,
    /// By side of castling: what must become of the right.
    rights: [Fate; 2],
    castling: Castling,
    /// By captures, the type of a man and its square: what it costs on each place of the end, and behind these, on each place for men that fall.
    costs: Vec<[[Row; 64]; 6]>,
}

/// What must become of a right to castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It must last.
    Kept,
    /// It must be lost, though king and rook stand at home in the end.
    Lost,
    /// It may be kept or lost.
    Any,
}

/// What is known of the castling of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Castling {
    /// By side of castling: whether it may be done.
    pub may: [bool; 2],
    /// Whether one of these must be done.
    pub must: bool,
}

impl Castling {
    /// Nothing is known.
    pub(super) const FREE: Castling = Castling {
        may: [true; 2],
        must: false,
    };

    /// It is known that the side never castles.
    pub(super) const NONE: Castling = Castling {
        may: [false; 2],
        must: false,
    };

    /// Whether the side that has these rights, by side of castling, has yet to castle. A side that must castle and has lost all rights for it
    /// has castled: games in which it loses them in another way are left out by whoever asks.
    pub(super) fn is_pending(self, held: [bool; 2]) -> bool {
        self.must && (0..2).any(|wing| self.may[wing] && held[wing])
    }
}

/// A king or a rook that stands at home in the end and has moved needs two moves at least.
const OUT_AND_BACK: i32 = 2;

impl Goal {
    pub(super) fn new(
        color: Color,
        board: &Board,
        paths: Paths,
        rights: [Fate; 2],
        castling: Castling,
    ) -> Goal {
        let men: Vec<(Role, Square)> = men(board, color).collect();
        let costs = (0..=MOST_CAPTURES)
            .map(|captures| {
                Role::ALL.map(|role| {
                    std::array::from_fn(|from| {
                        let from = Square::new(from as u32);
                        std::array::from_fn(|place| {
                            let moves = match men.get(place) {
                                None => paths.to_fall(role, from, captures),
                                Some(&(then, to)) => paths.moves(role, from, then, to, captures),
                            };
                            if moves < NEVER {
                                i32::from(moves)
                            } else {
                                OUT_OF_REACH
                            }
                        })
                    })
                })
            })
            .collect();
        Goal {
            color,
            men,
            paths,
            rights,
            castling,
            costs,
        }
    }

    /// How many men the side has at the end.
    pub(super) fn len(&self) -> usize {
        self.men.len()
    }

    /// What must become of the rights, by side of castling.
    pub(super) fn fates(&self) -> [Fate; 2] {
        self.rights
    }

    pub(super) fn castling(&self) -> Castling {
        self.castling
    }

    pub(super) fn color(&self) -> Color {
        self.color
    }

    /// The men at the end.
    pub(super) fn men(&self) -> &[(Role, Square)] {
        &self.men
    }

    pub(super) fn paths(&self) -> &Paths {
        &self.paths
    }

    /// What this man costs on each place while so many captures may be made; the places after those of the end are for men that fall.
    pub(super) fn row(&self, (role, from): (Role, Square), captures: usize) -> &Row {
        &self.costs[captures.min(MOST_CAPTURES)][role as usize - 1][usize::from(from)]
    }

    /// What each of these men costs on each place.
    pub(super) fn rows(&self, men: &[(Role, Square)], captures: usize) -> Rows<'_> {
        men.iter().map(|&man| self.row(man, captures)).collect()
    }

    /// The cheapest way to the end for all men of this side, castling apart; `None` if there are too few.
    pub(super) fn assign(&self, side: &Side) -> Option<Assignment> {
        (side.men.len() >= self.men.len())
            .then(|| Assignment::least(&self.rows(&side.men, side.captures.into())))
    }

    /// The least number of moves of this side from here to the end, given its cheapest way without castling; very high if it cannot be.
    pub(super) fn moves(&self, side: &Side, assigned: &Assignment) -> u32 {
        let stays = !self.castling.is_pending(side.held);
        let mut least = if stays {
            assigned.total()
        } else {
            OUT_OF_REACH
        };
        if stays && self.rights.contains(&Fate::Lost) {
            let wings = CastlingSide::ALL.into_iter();
            let detours: ArrayVec<(usize, Row), 2> = wings
                .filter(|&wing| {
                    side.held[wing as usize] && self.rights[wing as usize] == Fate::Lost
                })
                .filter_map(|wing| self.detour(side, rook_home(self.color, wing)))
                .collect();
            if !detours.is_empty() {
                let changed: Changed<'_> = detours.iter().map(|(man, row)| (*man, row)).collect();
                let by_king = least + OUT_AND_BACK;
                least = by_king.min(self.reassign((side, assigned), &changed).total());
            }
        }
        for wing in CastlingSide::ALL {
            if side.held[wing as usize] && self.castling.may[wing as usize] {
                let changed: Changed<'_> = self.castled(side, wing).collect();
                if 1 + assigned.bound(changed.iter().copied()) < least {
                    least = least.min(1 + self.reassign((side, assigned), &changed).total());
                }
            }
        }
        least.unsigned_abs()
    }

    /// Whether [`Goal::moves`] may be no more than `left` after a move; `before` is the cheapest way before it, and `changed` what men cost now
    /// that cost something else then.
    pub(super) fn is_in_reach(
        &self,
        side: &Side,
        before: &Assignment,
        changed: &[(usize, &Row)],
        left: u32,
    ) -> bool {
        let left = left.cast_signed();
        let changed = || changed.iter().copied();
        let castles = |wing: CastlingSide| {
            side.held[wing as usize]
                && self.castling.may[wing as usize]
                && before.bound(changed().chain(self.castled(side, wing))) < left
        };
        !self.castling.is_pending(side.held) && before.bound(changed()) <= left
            || CastlingSide::ALL.into_iter().any(castles)
    }

    /// King and rook of a side that may castle, and what they cost afterwards.
    fn castled(&self, side: &Side, wing: CastlingSide) -> impl Iterator<Item = (usize, &Row)> {
        let man = |man: (Role, Square)| side.men.iter().position(|&other| other == man);
        let changes = castling_men(self.color, wing);
        let changed =
            changes.map(|(from, to)| Some((man(from)?, self.row(to, side.captures.into()))));
        changed.into_iter().flatten()
    }

    /// The rook on its home square, and what it costs if it leaves it.
    fn detour(&self, side: &Side, home: Square) -> Option<(usize, Row)> {
        let rook = (Role::Rook, home);
        let man = side.men.iter().position(|&man| man == rook)?;
        let row = self.row(rook, side.captures.into());
        let leaving = |cost| if cost == 0 { OUT_AND_BACK } else { cost };
        Some((man, row.map(leaving)))
    }

    /// The cheapest way of a side if these men cost something else.
    pub(super) fn reassign(
        &self,
        (side, assigned): (&Side, &Assignment),
        changed: &[(usize, &Row)],
    ) -> Assignment {
        let mut rows = self.rows(&side.men, side.captures.into());
        let mut assigned = assigned.clone();
        for &(man, row) in changed {
            rows[man] = row;
            assigned.change(&rows, man);
        }
        assigned
    }
}

/// King and rook before and after castling.
pub(super) fn castling_men(
    color: Color,
    wing: CastlingSide,
) -> [((Role, Square), (Role, Square)); 2] {
    let home = |file| Square::from_coords(file, color.relative_rank(Rank::First));
    let king = (home(File::E), home(wing.king_to_file()));
    let rook = (rook_home(color, wing), home(wing.rook_to_file()));
    [(Role::King, king), (Role::Rook, rook)].map(|(role, (from, to))| ((role, from), (role, to)))
}

/// Where the rook stands that may castle.
pub(super) fn rook_home(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    };
    Square::from_coords(file, color.relative_rank(Rank::First))
}
