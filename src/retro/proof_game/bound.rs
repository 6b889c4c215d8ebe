//! How many moves a side needs at least until its men stand as in the diagram.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, CastlingSide, Color, File, Rank, Role, Square};

use super::assignment::{Assignment, MOST, Row};
use super::paths::{Ground, Loss, MOST_CAPTURES, NEVER, Ways};
use super::side::{Man, Side, Wall, men};

/// More moves than any game has: the men cannot come to stand as in the diagram.
pub(super) const OUT_OF_REACH: i16 = 10_000;

/// Men of a side that cost something else than before, and what.
pub(super) type Changed = ArrayVec<(usize, Row), MOST>;

/// One side's men at the end, and what its men need to come there.
pub(super) struct Goal {
    men: Vec<(Role, Square)>,
    ground: Ground,
    /// By side of castling: what must become of the right.
    rights: [Fate; 2],
    castling: Castling,
    /// By capture that this side makes: the pawn that makes it ([`Loss::by`]).
    makers: Vec<Option<u8>>,
    /// What men cost where no wall stands.
    free: Rc<Costs>,
    /// By the squares of the men that stay where they are, and what those of the other side guard.
    costs: RefCell<HashMap<(Bitboard, Bitboard), Rc<Costs>>>,
}

/// What men cost past a wall, as far as it was asked for.
pub(super) struct Costs {
    wall: Wall,
    rows: RefCell<KnownRows>,
}

struct KnownRows {
    /// By captures, type and square: which row it is.
    index: Vec<u16>,
    rows: Vec<Row>,
}

impl Costs {
    fn new(wall: Wall) -> Rc<Costs> {
        let index = vec![u16::MAX; (MOST_CAPTURES + 1) * 6 * 64];
        let rows = Vec::new();
        Rc::new(Costs {
            wall,
            rows: RefCell::new(KnownRows { index, rows }),
        })
    }

    /// Past the men of both sides that stay where they are.
    fn wall_of(own: Wall, other: Wall) -> Wall {
        Wall {
            squares: own.squares | other.squares,
            guarded: other.guarded,
        }
    }
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

/// An officer that has moved and stands where it was needs two moves at least.
const OUT_AND_BACK: i16 = 2;

impl Goal {
    /// Walls whose costs are kept at a time: 16 MiB.
    const WALLS: usize = 1 << 11;

    /// `quarry` are the captures that the side makes.
    pub(super) fn new(
        board: &Board,
        ground: Ground,
        quarry: &[Loss],
        rights: [Fate; 2],
        castling: Castling,
    ) -> Goal {
        Goal {
            men: men(board, ground.color).collect(),
            ground,
            rights,
            castling,
            makers: quarry.iter().map(|loss| loss.by).collect(),
            free: Costs::new(Wall::default()),
            costs: RefCell::default(),
        }
    }

    /// The place of such a man at the end.
    pub(super) fn place(&self, man: (Role, Square)) -> Option<usize> {
        self.men.iter().position(|&other| other == man)
    }

    /// The row of a man that stays here to the end.
    pub(super) fn staying(&self, man: (Role, Square)) -> Row {
        let mut row = [OUT_OF_REACH; MOST];
        if let Some(place) = self.place(man) {
            row[place] = 0;
        }
        row
    }

    /// The row of a man that does not stay here, though its place may be here.
    pub(super) fn leaving(&self, mut row: Row, (role, from): (Role, Square)) -> Row {
        if let Some(place) = self.place((role, from)) {
            row[place] = match role {
                Role::Pawn => OUT_OF_REACH,
                _ => row[place].max(OUT_AND_BACK),
            };
        }
        row
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
        self.ground.color
    }

    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// What men cost where no wall stands.
    pub(super) fn free(&self) -> &Costs {
        &self.free
    }

    /// What men cost past these walls.
    pub(super) fn costs(&self, own: Wall, other: Wall) -> Rc<Costs> {
        let wall = Costs::wall_of(own, other);
        if wall == Wall::default() {
            return Rc::clone(&self.free);
        }
        let mut known = self.costs.borrow_mut();
        if known.len() >= Goal::WALLS {
            known.clear();
        }
        let key = (wall.squares, wall.guarded);
        let costs = known.entry(key).or_insert_with(|| Costs::new(wall));
        Rc::clone(costs)
    }

    /// The same, if these are not the walls already.
    pub(super) fn costs_after(&self, before: &Rc<Costs>, own: Wall, other: Wall) -> Rc<Costs> {
        if before.wall == Costs::wall_of(own, other) {
            return Rc::clone(before);
        }
        self.costs(own, other)
    }

    /// What such a man costs on each place while it may make so many captures as a pawn. The places after those of the end are the captures
    /// by which men fall.
    pub(super) fn row(&self, costs: &Costs, role: Role, from: Square, captures: usize) -> Row {
        let captures = captures.min(MOST_CAPTURES);
        let at = (captures * 6 + role as usize - 1) * 64 + usize::from(from);
        let mut known = costs.rows.borrow_mut();
        if let Some(row) = known.rows.get(usize::from(known.index[at])) {
            return *row;
        }
        let row = self.row_of(&self.ground.ways(role, from, captures, costs.wall));
        known.index[at] = known.rows.len() as u16;
        known.rows.push(row);
        row
    }

    /// What a man with these ways costs on each place.
    pub(super) fn row_of(&self, ways: &Ways) -> Row {
        let near = |loss: &Loss| {
            let as_type = |role: Role| {
                let moves = |at| ways[role as usize - 1][usize::from(at)];
                loss.of(role).into_iter().map(moves).min()
            };
            Role::ALL.into_iter().filter_map(as_type).min()
        };
        std::array::from_fn(|place| {
            let moves = match self.men.get(place) {
                Some(&(role, at)) => Some(ways[role as usize - 1][usize::from(at)]),
                None => (self.ground.losses.get(place - self.men.len())).and_then(near),
            };
            let moves = moves.filter(|&moves| moves < NEVER);
            moves.map_or(OUT_OF_REACH, i16::from)
        })
    }

    /// What a man of this side costs on each place.
    pub(super) fn price(&self, costs: &Costs, side: &Side, man: Man) -> Row {
        if side.wall.squares.contains(man.at) {
            return self.staying((man.role, man.at));
        }
        let captures = match man.role {
            Role::Pawn => self.captures(man.id, side.prey),
            _ => 0,
        };
        let row = self.row(costs, man.role, man.at, captures);
        if side.waits.contains(man.at) {
            return self.leaving(row, (man.role, man.at));
        }
        row
    }

    /// How many of these captures this man may make.
    fn captures(&self, id: u8, prey: u16) -> usize {
        let own = |&(capture, by): &(usize, &Option<u8>)| {
            prey & 1 << capture != 0 && by.is_none_or(|by| by == id)
        };
        self.makers.iter().enumerate().filter(own).count()
    }

    /// Which of these captures it is that this man makes next: one that he must make, if there is one.
    pub(super) fn capture(&self, id: u8, prey: u16) -> Option<usize> {
        let first = |by: Option<u8>| {
            let open = |&capture: &usize| prey & 1 << capture != 0 && self.makers[capture] == by;
            (0..self.makers.len()).find(open)
        };
        first(Some(id)).or_else(|| first(None))
    }

    /// The cheapest way to the end for all men of this side, castling apart; `None` if there are too few.
    pub(super) fn assign(&self, costs: &Costs, side: &Side) -> Option<Assignment> {
        let fall = (0..self.ground.losses.len()).filter(|loss| side.losses & 1 << loss != 0);
        let fall = fall.map(|loss| self.len() + loss);
        let rows = side.men.iter().map(|&man| self.price(costs, side, man));
        let rows: ArrayVec<Row, MOST> = rows.collect();
        (rows.len() >= self.len()).then(|| Assignment::of(&rows, (0..self.len()).chain(fall)))
    }

    /// The least number of moves of this side from here to the end, given its cheapest way without castling; very high if it cannot be.
    pub(super) fn moves(&self, (costs, side): (&Costs, &Side), assigned: &Assignment) -> u32 {
        let stays = !self.castling.is_pending(side.held);
        let mut least = if stays {
            assigned.total()
        } else {
            i32::from(OUT_OF_REACH)
        };
        if stays && self.rights.contains(&Fate::Lost) {
            let wings = CastlingSide::ALL.into_iter();
            let detours: Changed = wings
                .filter(|&wing| {
                    side.held[wing as usize] && self.rights[wing as usize] == Fate::Lost
                })
                .filter_map(|wing| self.detour(costs, side, rook_home(self.color(), wing)))
                .collect();
            if !detours.is_empty() {
                let by_king = least + i32::from(OUT_AND_BACK);
                let by_rooks = self.reassign((costs, side, assigned), &detours);
                least = by_king.min(by_rooks.total());
            }
        }
        for wing in CastlingSide::ALL {
            if side.held[wing as usize] && self.castling.may[wing as usize] {
                let changed: Changed = self.castled(costs, side, wing).collect();
                if 1 + assigned.bound(changed.iter().copied()) < least {
                    let castled = self.reassign((costs, side, assigned), &changed);
                    least = least.min(1 + castled.total());
                }
            }
        }
        least.unsigned_abs()
    }

    /// Whether [`Goal::moves`] may be no more than `left` after a move; `before` is the cheapest way before it, and `changed` what men cost now
    /// that cost something else then.
    pub(super) fn is_in_reach(
        &self,
        (costs, side): (&Costs, &Side),
        before: &Assignment,
        changed: &[(usize, Row)],
        left: u32,
    ) -> bool {
        let left = left.cast_signed();
        let changed = || changed.iter().copied();
        let castles = |wing: CastlingSide| {
            side.held[wing as usize]
                && self.castling.may[wing as usize]
                && before.bound(changed().chain(self.castled(costs, side, wing))) < left
        };
        !self.castling.is_pending(side.held) && before.bound(changed()) <= left
            || CastlingSide::ALL.into_iter().any(castles)
    }

    /// King and rook of a side that may castle, and what they cost afterwards.
    fn castled(
        &self,
        costs: &Costs,
        side: &Side,
        wing: CastlingSide,
    ) -> impl Iterator<Item = (usize, Row)> {
        let changes = castling_men(self.color(), wing);
        let changed = changes
            .map(|((_, from), (role, to))| Some((side.man(from)?, self.row(costs, role, to, 0))));
        changed.into_iter().flatten()
    }

    /// The rook on its home square, and what it costs if it leaves it.
    fn detour(&self, costs: &Costs, side: &Side, home: Square) -> Option<(usize, Row)> {
        let man = side.man(home)?;
        let row = self.row(costs, Role::Rook, home, 0);
        Some((man, self.leaving(row, (Role::Rook, home))))
    }

    /// The cheapest way of a side if these men cost something else.
    pub(super) fn reassign(
        &self,
        (costs, side, assigned): (&Costs, &Side, &Assignment),
        changed: &[(usize, Row)],
    ) -> Assignment {
        let mut assigned = assigned.clone();
        for (at, &(man, _)) in changed.iter().enumerate() {
            // The rows that come later are not in force yet.
            let row = |man: usize| match changed[..=at].iter().find(|&&(other, _)| other == man) {
                Some(&(_, row)) => row,
                None => self.price(costs, side, side.men[man]),
            };
            assigned.change(row, man);
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
