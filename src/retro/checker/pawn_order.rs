//! Whether captures lead from the array to the pawns of a position and to promotions for its officers, gone through
//! anew.
//!
//! A file is a row of pawns. A capture takes the pawn that makes it out of its row and puts it into a neighbouring one,
//! in place of its victim if that is a pawn, else anywhere; or, if none but its own side's pawns stood before it,
//! it promotes there and they did so straight on. A pawn that is captured leaves its row. In the end, Black's pawns at
//! White's end of a row and White's at Black's end may promote. Written anew, from these rules alone: shares no code with
//! the search that found the reason.

use std::collections::HashSet;
use std::ops::Range;

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square};

use super::account;
use super::unmoved::Unmoved;
use crate::budget::{Budget, Limit};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::{Account, PawnOrder};

/// So many rows are remembered at most.
const MOST_REMEMBERED: usize = 1 << 20;

/// A pawn in a row: 2 for each capture it made, 1 more if it is Black's.
type Pawn = u8;

const BLACK: Pawn = 1;

/// The pawns of a file in order, from White's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Row {
    /// Behind the last: 0.
    pawns: [Pawn; 16],
    count: u8,
}

impl Row {
    fn of(pawns: &[Pawn]) -> Row {
        let mut row = Row {
            pawns: [0; 16],
            count: pawns.len() as u8,
        };
        row.pawns[..pawns.len()].copy_from_slice(pawns);
        row
    }

    fn all(&self) -> &[Pawn] {
        &self.pawns[..usize::from(self.count)]
    }

    /// With `new` in place of the pawns in `gone`.
    fn spliced(&self, gone: Range<usize>, new: &[Pawn]) -> Row {
        let all = self.all();
        Row::of(&[&all[..gone.start], new, &all[gone.end..]].concat())
    }
}

/// The rows of the board, and what is left to happen and what happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Rows {
    files: [Row; 8],
    /// Whether each row is not yet what promotions straight on make the position's.
    is_wrong: [bool; 8],
    /// White's men and Black's that may still fall.
    men: [u32; 2],
    /// Those that may do so as pawns.
    pawns: [u32; 2],
    /// Pawns of White's and of Black's that promoted, by file.
    promoted: [[u8; 8]; 2],
}

/// What the position says of the rows.
struct Position<'a> {
    board: &'a Board,
    unmoved: Unmoved<'a>,
    /// Each row's pawns with the captures they may have made.
    rows: [Vec<Pawn>; 8],
    /// Promoted men on the board of each side: for each, the files on which it may have promoted.
    promoted: [Vec<Vec<usize>>; 2],
}

/// Whether no captures lead to the position.
///
/// # Errors
///
/// Time or a request to stop.
pub(super) fn is_never_reached(
    claim: &PawnOrder,
    position: &RetroPosition,
    clock: &Budget,
) -> Result<bool, Limit> {
    let mut men = [0; 2];
    for (taker, prey) in [(Color::White, 1), (Color::Black, 0)] {
        let account = Account {
            color: taker,
            captures: 16u32.saturating_sub(position.board.by_color(taker.other()).count() as u32),
            out_of_reach: claim.out_of_reach[prey],
            needed: None,
            promoted: 0,
        };
        let Some(most) = account::most_captures(&account, position) else {
            return Ok(false);
        };
        men[prey] = most as u32;
    }
    let goal = Position::of(position);
    let claimed = [0, 1].map(|side| goal.promoted[side].len() as u32);
    if claim.captures != [men[1], men[0]] || claim.promoted != claimed {
        return Ok(false);
    }
    let mut pawns = [0; 2];
    for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
        let on_board = (goal.board.pawns() & goal.board.by_color(color)).count() as u32;
        match 8u32.checked_sub(on_board + claimed[side]) {
            Some(fallen) => pawns[side] = fallen,
            // There are not even pawns enough.
            None => return Ok(true),
        }
    }
    let row = Row::of(&[0, BLACK]);
    let array = Rows {
        files: [row; 8],
        is_wrong: std::array::from_fn(|file| goal.rest(file, &row).is_none()),
        men,
        pawns,
        promoted: [[0; 8]; 2],
    };
    let mut seen = HashSet::new();
    Ok(!goal.is_reached(&array, &mut seen, clock)?)
}

impl<'a> Position<'a> {
    fn of(position: &'a RetroPosition) -> Position<'a> {
        let board = &position.board;
        let unmoved = Unmoved::of(position);
        let mut rows: [Vec<Pawn>; 8] = std::array::from_fn(|_| Vec::new());
        for square in board.pawns() {
            let rank = u32::from(square.rank()) as u8;
            let pawn = match board.color_at(square) {
                Some(Color::White) => 2 * rank.saturating_sub(1),
                _ => 2 * 6u8.saturating_sub(rank) + BLACK,
            };
            rows[usize::from(square.file())].push(pawn);
        }
        let promoted = Color::ALL.map(|color| {
            let doors = Bitboard::from_rank(color.relative_rank(Rank::Eighth)) & !unmoved.still;
            let mut promoted = Vec::new();
            for (role, squares) in account::sorts() {
                let men = board.by_color(color) & board.by_role(role) & squares;
                let originals = account::originals(&unmoved, position, color, role, squares);
                let there = originals.iter().filter(|(_, reach)| reach.intersects(men));
                let reaches = |&door: &Square| {
                    let reach = unmoved.reach(color, role, door.into());
                    reach.intersects(men & !unmoved.still)
                };
                let doors: Vec<usize> = (doors & squares)
                    .into_iter()
                    .filter(reaches)
                    .map(|door| usize::from(door.file()))
                    .collect();
                let count = men.count().saturating_sub(there.count());
                promoted.extend(std::iter::repeat_n(doors, count));
            }
            promoted
        });
        Position {
            board,
            unmoved,
            rows,
            promoted,
        }
    }

    /// A square as the side sees it.
    fn square(file: usize, color: Color, rank: Rank) -> Square {
        Square::from_coords(File::new(file as u32), color.relative_rank(rank))
    }

    /// Whether the pawn at home on this file never moved.
    fn keeps_home(&self, file: usize, color: Color) -> bool {
        let home = Position::square(file, color, Rank::Second);
        self.unmoved.still.contains(home)
            && self.board.piece_at(home) == Board::new().piece_at(home)
    }

    /// Whether a pawn of this file can have come to its seventh rank and left it again.
    fn can_leave_seventh(&self, file: usize, color: Color) -> bool {
        let seventh = Position::square(file, color, Rank::Seventh);
        !self.unmoved.still.contains(seventh)
            && !self.unmoved.never_leaves(color, Role::Pawn, seventh)
    }

    fn is_open(&self, file: usize, color: Color) -> bool {
        !(self.unmoved.still).contains(Position::square(file, color, Rank::Eighth))
    }

    fn promotes_straight_on(&self, file: usize, color: Color) -> bool {
        self.can_leave_seventh(file, color) && self.is_open(file, color)
    }

    /// How many pawns of White's and of Black's promote from this row to leave the position's.
    fn rest(&self, file: usize, row: &Row) -> Option<(u8, u8)> {
        let surplus = row.all().len().checked_sub(self.rows[file].len())?;
        (0..=surplus).find_map(|blacks| {
            let whites = surplus - blacks;
            let (gone, others) = row.all().split_at(blacks);
            let (left, ahead) = others.split_at(self.rows[file].len());
            let is_right = gone.iter().all(|pawn| pawn % 2 == BLACK)
                && ahead.iter().all(|pawn| pawn % 2 != BLACK)
                && left
                    .iter()
                    .zip(&self.rows[file])
                    .all(|(pawn, may)| pawn % 2 == may % 2 && pawn <= may)
                && (blacks == 0 || self.promotes_straight_on(file, Color::Black))
                && (whites == 0 || self.promotes_straight_on(file, Color::White));
            is_right.then_some((whites as u8, blacks as u8))
        })
    }

    /// Whether the rows are the position's, and promotions account for its officers.
    fn is_there(&self, rows: &Rows) -> bool {
        let mut promoted = rows.promoted;
        for (file, row) in rows.files.iter().enumerate() {
            let Some((whites, blacks)) = self.rest(file, row) else {
                return false;
            };
            promoted[0][file] += whites;
            promoted[1][file] += blacks;
        }
        (0..2).all(|side| assign(&self.promoted[side], &mut promoted[side]))
    }

    /// Whether captures lead on from these rows. The depth is at most the number of captures.
    fn is_reached(
        &self,
        rows: &Rows,
        seen: &mut HashSet<Rows>,
        clock: &Budget,
    ) -> Result<bool, Limit> {
        clock.check_clock()?;
        if self.is_there(rows) {
            return Ok(true);
        }
        // A capture changes two rows at most.
        let left = rows.men[0] + rows.men[1];
        let wrong = rows.is_wrong.iter().filter(|wrong| **wrong).count() as u32;
        if left == 0 || wrong > 2 * left || seen.contains(rows) {
            return Ok(false);
        }
        for file in 0..8 {
            for place in 0..rows.files[file].all().len() {
                for next in self.captures(rows, file, place) {
                    if self.is_reached(&next, seen, clock)? {
                        return Ok(true);
                    }
                }
            }
        }
        if seen.len() < MOST_REMEMBERED {
            seen.insert(*rows);
        }
        Ok(false)
    }

    /// Whether the pawn of a row never moved.
    fn is_at_home(&self, rows: &Rows, file: usize, place: usize) -> bool {
        let row = rows.files[file].all();
        match row[place] % 2 {
            BLACK => place + 1 == row.len() && self.keeps_home(file, Color::Black),
            _ => place == 0 && self.keeps_home(file, Color::White),
        }
    }

    /// What captures that a pawn makes, or an officer that takes it, lead to.
    fn captures(&self, rows: &Rows, file: usize, place: usize) -> Vec<Rows> {
        let mut found = Vec::new();
        if self.is_at_home(rows, file, place) {
            return found;
        }
        let row = rows.files[file];
        let pawn = row.pawns[place];
        let side = usize::from(pawn % 2);
        let color = [Color::White, Color::Black][side];
        let without = row.spliced(place..place + 1, &[]);
        let mut keep = |prey: usize, as_pawn: bool, changes: &[(usize, Row)]| {
            if let Some(mut next) = fell(rows, prey, as_pawn) {
                for &(file, row) in changes {
                    next.files[file] = row;
                    next.is_wrong[file] = self.rest(file, &row).is_none();
                }
                found.push(next);
            }
        };
        // It is taken by an officer.
        keep(side, true, &[(file, without)]);
        let neighbours = [file.wrapping_sub(1), file + 1];
        let neighbours = neighbours.into_iter().filter(|&to| to < 8);
        // It captures and goes on.
        for to in neighbours.clone().filter(|_| pawn / 2 < 5) {
            let target = rows.files[to];
            let end = target.all().len();
            for there in 0..=end {
                let behind_home = there == 0 && self.keeps_home(to, Color::White)
                    || there == end && self.keeps_home(to, Color::Black);
                if !behind_home {
                    let with = target.spliced(there..there, &[pawn + 2]);
                    keep(1 - side, false, &[(file, without), (to, with)]);
                }
                let is_prey = there < end
                    && target.pawns[there] % 2 != pawn % 2
                    && !self.is_at_home(rows, to, there);
                if is_prey {
                    let with = target.spliced(there..there + 1, &[pawn + 2]);
                    keep(1 - side, true, &[(file, without), (to, with)]);
                }
            }
        }
        // It promotes by a capture, and those before it did so straight on.
        let (ahead, gone) = match color {
            Color::White => (place + 1..row.all().len(), place..row.all().len()),
            Color::Black => (0..place, 0..place + 1),
        };
        let before = ahead.len();
        let is_free = row.all()[ahead].iter().all(|other| other % 2 == pawn % 2)
            && (before == 0 || self.promotes_straight_on(file, color))
            && self.can_leave_seventh(file, color);
        if is_free {
            for to in neighbours.filter(|&to| self.is_open(to, color)) {
                if let Some(mut next) = fell(rows, 1 - side, false) {
                    next.files[file] = row.spliced(gone.clone(), &[]);
                    next.is_wrong[file] = self.rest(file, &next.files[file]).is_none();
                    next.promoted[side][file] += before as u8;
                    next.promoted[side][to] += 1;
                    found.push(next);
                }
            }
        }
        found
    }
}

/// The rows after a man of this side fell, if one still may.
fn fell(rows: &Rows, side: usize, as_pawn: bool) -> Option<Rows> {
    let mut next = *rows;
    next.men[side] = next.men[side].checked_sub(1)?;
    if as_pawn {
        next.pawns[side] = next.pawns[side].checked_sub(1)?;
    }
    Some(next)
}

/// Whether each promoted man can have a promotion of its own on one of its files.
fn assign(men: &[Vec<usize>], promotions: &mut [u8; 8]) -> bool {
    let Some((man, others)) = men.split_first() else {
        return true;
    };
    man.iter().any(|&file| {
        if promotions[file] == 0 {
            return false;
        }
        promotions[file] -= 1;
        let is_assigned = assign(others, promotions);
        promotions[file] += 1;
        is_assigned
    })
}
