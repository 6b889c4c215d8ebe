//! Whether captures lead from the array to the pawns of a position and to promotions for its officers, gone through
//! anew.
//!
//! A file is a row of pawns. A capture takes the pawn that makes it out of its row and puts it into a neighbouring one,
//! in place of its victim if that is a pawn, else anywhere; or, if none but its own side's pawns stood before it,
//! it promotes there and they did so straight on. A pawn that is captured leaves its row. In the end, Black's pawns at
//! White's end of a row and White's at Black's end may promote. A capture happens on a square: the pawns of both rows stand in
//! their order then, none of them less far than it was known to be, and of the bishops that are missing for certain only one
//! that can have been there is captured. Written anew, from these rules alone: shares no code with the search that found
//! the reason.

use std::ops::Range;

use shakmaty::{Bitboard, Board, ByColor, Color, File, Rank, Role, Square};

use super::account::{self, reach_from_home};
use super::closure::{Allowance, closure};
use super::matching::{have_one_each, row};
use super::unmoved::Unmoved;
use crate::retro::model::claim::{Account, PawnOrder};
use crate::retro::model::{Blocked, Class, RetroPosition};

/// So many orders of pawns are looked at for one claim at most: they lie in memory.
const MOST_ORDERS: usize = 300_000;

/// A pawn in a row: 2 for each rank it has advanced at least, 1 more if it is Black's. After six it has promoted.
type Pawn = u8;

const BLACK: Pawn = 1;

/// Ranks a pawn advances at most before it promotes.
const MOST_STEPS: u8 = 5;

/// The rank, counted from 0, of a pawn of such a colour after so many.
fn rank_after(color: Color, steps: u8) -> u8 {
    match color {
        Color::White => 1 + steps,
        Color::Black => 6 - steps,
    }
}

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
        let mut row = Row {
            pawns: [0; 16],
            count: 0,
        };
        for &pawn in all[..gone.start].iter().chain(new).chain(&all[gone.end..]) {
            row.pawns[usize::from(row.count)] = pawn;
            row.count += 1;
        }
        row
    }

    /// What is known of the pawns while the one at `place` stands on `rank`; `None`: it never does.
    fn with_one_on(&self, place: usize, rank: u8) -> Option<Row> {
        let all = self.all();
        let is_black = |at: usize| all[at] % 2 == BLACK;
        // Those beyond all enemies may have promoted, and stand in nobody's way.
        let may_be_gone = |at: usize| {
            at < place && (0..=at).all(is_black)
                || at > place && (at..all.len()).all(|other| !is_black(other))
        };
        let mut ranks = [(0, 0); 16];
        for (at, pawn) in all.iter().enumerate() {
            ranks[at] = match pawn % 2 {
                BLACK => (1, 6u8.saturating_sub(pawn / 2)),
                _ => (1 + pawn / 2, 6),
            };
        }
        let (least, most) = ranks[place];
        if rank < least || rank > most {
            return None;
        }
        ranks[place] = (rank, rank);
        for at in 1..all.len() {
            // If a white pawn stands, so does the one behind it; if a black one does, so does that ahead of it.
            if !(is_black(at - 1) && may_be_gone(at - 1)) {
                ranks[at].0 = ranks[at].0.max(ranks[at - 1].0 + 1);
            }
        }
        for at in (1..all.len()).rev() {
            if is_black(at) || !may_be_gone(at) {
                ranks[at - 1].1 = ranks[at - 1].1.min(ranks[at].1.saturating_sub(1));
            }
        }
        let stands = |at: usize| ranks[at].0 <= ranks[at].1;
        if !(0..all.len()).all(|at| may_be_gone(at) || stands(at)) {
            return None;
        }
        let mut row = *self;
        for (at, (least, most)) in ranks.into_iter().enumerate().take(all.len()) {
            let steps = match all[at] % 2 {
                BLACK => 6 - most,
                _ => least - 1,
            };
            row.pawns[at] = 2 * steps.min(MOST_STEPS + 1) + all[at] % 2;
        }
        Some(row)
    }
}

/// What a row wants at least until it is the position's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Wants {
    /// Pawns that come, go or give way to one of the other side's.
    changes: u32,
    /// Those of them that do not come.
    losses: u32,
}

/// The rows of the board, and what is left to happen and what happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Rows {
    files: [Row; 8],
    /// What each row wants.
    wants: [Wants; 8],
    /// White's men and Black's that may still fall.
    men: [u32; 2],
    /// Those that may do so as pawns.
    pawns: [u32; 2],
    /// The bishops among them, as bits by [`Position::bishops`].
    bishops: [u8; 2],
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
    /// Bishops of each side that are missing and were not lost out of reach: where each can have been.
    bishops: [Vec<Bitboard>; 2],
    /// By side and file: whether a pawn can have promoted straight on.
    straight_on: [[bool; 8]; 2],
}

/// Whether captures of so many of White's men and of Black's at most are too few to let the pawns pass, so many of each side being
/// promoted on the board at least, these men not having moved.
pub(in crate::retro) fn blocked(
    position: &RetroPosition,
    unmoved: &Unmoved<'_>,
    captured: ByColor<u32>,
    promoted: ByColor<u32>,
) -> Option<Blocked> {
    let goal = Position::on(position, unmoved.clone());
    let fallen = |color: Color| Some(goal.fallen(color, promoted[color])?.min(captured[color]));
    let exchanges = fallen(Color::White)? + fallen(Color::Black)?;
    let row = Row::of(&[0, BLACK]);
    let wants: [Wants; 8] = std::array::from_fn(|file| goal.wants(file, &row));
    let captures = captured.white + captured.black;
    let blocked = |pawns, at_most, give_way| Blocked {
        pawns,
        at_most,
        captures,
        give_way,
    };
    let losses = wants.iter().map(|wants| wants.losses).sum();
    let changes = wants.iter().map(|wants| wants.changes).sum();
    [
        blocked(losses, captures + exchanges, false),
        blocked(changes, 2 * captures, true),
    ]
    .into_iter()
    .find(|blocked| blocked.pawns > blocked.at_most)
}

/// Whether no captures lead to the position.
pub(super) fn is_never_reached(
    claim: &PawnOrder,
    position: &RetroPosition,
    allowance: &mut Allowance,
) -> bool {
    let goal = Position::of(position, claim.out_of_reach);
    let mut men = [0; 2];
    for (taker, prey) in [(Color::White, 1), (Color::Black, 0)] {
        let account = Account {
            color: taker,
            captures: account::missing(&position.board, taker.other()).unwrap_or(0),
            out_of_reach: claim.out_of_reach[prey],
            needed: None,
            promoted: 0,
        };
        let Some(most) = account::most_captures(&account, position, &goal.unmoved) else {
            return false;
        };
        men[prey] = most;
    }
    let claimed = [0, 1].map(|side| goal.promoted[side].len() as u32);
    if claim.captures != [men[1], men[0]] || claim.promoted != claimed {
        return false;
    }
    let [white, black] = claimed;
    let fallen = (
        goal.fallen(Color::White, white),
        goal.fallen(Color::Black, black),
    );
    let (Some(white), Some(black)) = fallen else {
        // There are not even pawns enough.
        return true;
    };
    let row = Row::of(&[0, BLACK]);
    let array = Rows {
        files: [row; 8],
        wants: std::array::from_fn(|file| goal.wants(file, &row)),
        men,
        pawns: [white, black],
        bishops: [0, 1].map(|side| (1 << goal.bishops[side].len()) - 1),
        promoted: [[0; 8]; 2],
    };
    // Those from which nothing can come any more are looked at once, and not remembered.
    let mut is_reached = goal.is_there(&array);
    let closed = closure(array, allowance.up_to(MOST_ORDERS), |rows| {
        let places =
            (0..8).flat_map(|file| (0..rows.files[file].all().len()).map(move |i| (file, i)));
        let next = places.flat_map(|(file, place)| goal.captures(rows, file, place));
        next.filter(|next| {
            is_reached |= goal.is_there(next);
            !is_reached && !Position::is_hopeless(next)
        })
        .collect()
    });
    closed.is_some_and(|orders| allowance.take(orders as u64)) && !is_reached
}

impl<'a> Position<'a> {
    /// The rows, with nothing known of the officers.
    fn on(position: &'a RetroPosition, unmoved: Unmoved<'a>) -> Position<'a> {
        let board = &position.board;
        let mut rows: [Vec<Pawn>; 8] = std::array::from_fn(|_| Vec::new());
        for square in board.pawns() {
            let rank = u32::from(square.rank()) as u8;
            let pawn = match board.color_at(square) {
                Some(Color::White) => 2 * rank.saturating_sub(1),
                _ => 2 * 6u8.saturating_sub(rank) + BLACK,
            };
            rows[usize::from(square.file())].push(pawn);
        }
        let mut goal = Position {
            board,
            unmoved,
            rows,
            promoted: [const { Vec::new() }; 2],
            bishops: [const { Vec::new() }; 2],
            straight_on: [[false; 8]; 2],
        };
        goal.straight_on = Color::ALL.map(|color| {
            std::array::from_fn(|file| {
                goal.can_leave_seventh(file, color) && goal.is_open(file, color)
            })
        });
        goal
    }

    fn of(position: &'a RetroPosition, out_of_reach: [Bitboard; 2]) -> Position<'a> {
        let board = &position.board;
        let unmoved = Unmoved::of(position);
        let stayed = unmoved.still | position.frozen;
        let promoted = Color::ALL.map(|color| {
            let mut promoted = Vec::new();
            for class in Class::ALL {
                let men = class.men(board, color);
                let homes = class.homes(color).into_iter();
                let there = homes.filter(|&home| {
                    reach_from_home(color, class, home, stayed, &unmoved).intersects(men)
                });
                let count = men.count().saturating_sub(there.count());
                let doors = account::doors(color, class, men, &unmoved).into_iter();
                let doors: Vec<usize> = doors.map(|door| usize::from(door.file())).collect();
                promoted.extend(std::iter::repeat_n(doors, count));
            }
            promoted
        });
        let bishops = std::array::from_fn(|side| {
            let color = Color::ALL[side];
            let mut missing = Vec::new();
            for class in [Class::LightBishop, Class::DarkBishop] {
                for home in class.homes(color) & !out_of_reach[side] {
                    let reach = reach_from_home(color, class, home, stayed, &unmoved);
                    if reach.is_disjoint(class.men(board, color)) {
                        missing.push(reach);
                    }
                }
            }
            missing
        });
        Position {
            promoted,
            bishops,
            ..Position::on(position, unmoved)
        }
    }

    /// How many of a side's pawns are gone, so many being promoted on the board; `None`: it has too many.
    fn fallen(&self, color: Color, promoted: u32) -> Option<u32> {
        let on_board = (self.board.pawns() & self.board.by_color(color)).count() as u32;
        8u32.checked_sub(on_board + promoted)
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
        self.straight_on[color.fold_wb(0, 1)][file]
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
        // Each promoted man has a promotion of his own on one of his files.
        (0..2).all(|side| {
            let promotions: Vec<usize> = (0..8)
                .flat_map(|file| std::iter::repeat_n(file, promoted[side][file].into()))
                .collect();
            let men = self.promoted[side].iter();
            let rows: Vec<u64> = men
                .map(|files| row(&promotions, |file| files.contains(file)))
                .collect();
            have_one_each(&rows)
        })
    }

    /// Whether the captures left are too few for what the rows want: each changes two rows at most, and takes pawns from both
    /// only if a pawn is taken by a pawn.
    fn is_hopeless(rows: &Rows) -> bool {
        let left = rows.men[0] + rows.men[1];
        let exchanges = rows.pawns[0] + rows.pawns[1];
        let changes: u32 = rows.wants.iter().map(|wants| wants.changes).sum();
        let losses: u32 = rows.wants.iter().map(|wants| wants.losses).sum();
        left == 0 || changes > 2 * left || losses > left + exchanges
    }

    /// What this row wants: the cheapest way to make it some black pawns that promote, the pawns of the position, and some
    /// white ones that promote.
    fn wants(&self, file: usize, row: &Row) -> Wants {
        Wants {
            changes: self.least_cost(file, row, 1),
            losses: self.least_cost(file, row, 0),
        }
    }

    /// Pawns that go or give way cost 1, those that come so much.
    fn least_cost(&self, file: usize, row: &Row, coming: u32) -> u32 {
        let (row, goal) = (row.all(), &self.rows[file]);
        let promoting = |color: Color, pawn: Pawn| {
            let is_own = pawn % 2 == color.fold_wb(0, BLACK);
            u32::from(!is_own || !self.promotes_straight_on(file, color))
        };
        // By how many of the row are dealt with: the cost till the black ones have promoted.
        let mut costs = [0; 17];
        for (at, &pawn) in row.iter().enumerate() {
            costs[at + 1] = costs[at] + promoting(Color::Black, pawn);
        }
        for wanted in goal {
            let before = costs;
            for at in 0..=row.len() {
                let mut least = before[at] + coming;
                if let Some(last) = at.checked_sub(1) {
                    let exchanged = u32::from(row[last] % 2 != wanted % 2);
                    least = least.min(before[last] + exchanged).min(costs[last] + 1);
                }
                costs[at] = least;
            }
        }
        let mut ahead = 0;
        let mut least = costs[row.len()];
        for (at, &pawn) in row.iter().enumerate().rev() {
            ahead += promoting(Color::White, pawn);
            least = least.min(costs[at] + ahead);
        }
        least
    }

    /// Who may fall on a square, a pawn aside: a bishop of those missing if one can have been there, else anybody.
    fn victim(&self, rows: &Rows, prey: usize, square: Square) -> Victim {
        let bishops = self.bishops[prey].iter().enumerate();
        bishops
            .filter(|(bishop, _)| rows.bishops[prey] & 1 << bishop != 0)
            .find(|(_, reach)| reach.contains(square))
            .map_or(Victim::Other, |(bishop, _)| Victim::Bishop(bishop))
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
        if self.is_at_home(rows, file, place) {
            return Vec::new();
        }
        let row = rows.files[file];
        let side = usize::from(row.pawns[place] % 2);
        let mut found = Vec::new();
        // It is taken by an officer.
        if let Some(mut next) = fell(rows, side, Victim::Pawn) {
            self.arrange(&mut next, file, row.spliced(place..place + 1, &[]));
            found.push(next);
        }
        let neighbours = [file.wrapping_sub(1), file + 1];
        let neighbours = neighbours.into_iter().filter(|&to| to < 8);
        // It captures and goes on.
        for to in neighbours.clone() {
            for there in 0..=rows.files[to].all().len() {
                found.extend(self.captures_into(rows, [file, place], [to, there]));
            }
        }
        found.extend(self.promoting_captures(rows, file, place, neighbours));
        found
    }

    /// Puts another row on a file.
    fn arrange(&self, rows: &mut Rows, file: usize, row: Row) {
        rows.files[file] = row;
        rows.wants[file] = self.wants(file, &row);
    }

    /// What captures lead to by which a pawn comes to that place of the row of that file: of another man, or of the pawn that is there.
    fn captures_into(
        &self,
        rows: &Rows,
        [file, place]: [usize; 2],
        [to, there]: [usize; 2],
    ) -> Vec<Rows> {
        let row = rows.files[file];
        let pawn = row.pawns[place];
        let side = usize::from(pawn % 2);
        let color = [Color::White, Color::Black][side];
        let target = rows.files[to];
        let end = target.all().len();
        let behind_home = there == 0 && self.keeps_home(to, Color::White)
            || there == end && self.keeps_home(to, Color::Black);
        let is_prey =
            there < end && target.pawns[there] % 2 != pawn % 2 && !self.is_at_home(rows, to, there);
        // Ways to do so, with the victim and what is left of the men.
        let mut ways: Vec<(Rows, (Victim, Row, Row))> = Vec::new();
        for steps in pawn / 2 + 1..=MOST_STEPS {
            let Some(from) = row.with_one_on(place, rank_after(color, steps - 1)) else {
                continue;
            };
            let from = from.spliced(place..place + 1, &[]);
            let rank = rank_after(color, steps);
            let square = Square::from_coords(File::new(to as u32), Rank::new(rank.into()));
            let arrived = 2 * steps + pawn % 2;
            let other = target
                .spliced(there..there, &[arrived])
                .with_one_on(there, rank)
                .filter(|_| !behind_home)
                .map(|entered| (self.victim(rows, 1 - side, square), from, entered));
            let taken = is_prey
                .then(|| target.with_one_on(there, rank))
                .flatten()
                .map(|entered| entered.spliced(there..there + 1, &[arrived]))
                .map(|entered| (Victim::Pawn, from, entered));
            for way in other.into_iter().chain(taken) {
                let is_needless = ways.iter().any(|(_, other)| covers(other, &way));
                if !is_needless && let Some(next) = fell(rows, 1 - side, way.0) {
                    ways.push((next, way));
                }
            }
        }
        let leads = |(mut next, (_, from, entered))| {
            self.arrange(&mut next, file, from);
            self.arrange(&mut next, to, entered);
            next
        };
        ways.into_iter().map(leads).collect()
    }

    /// What promotions by a capture on one of those files lead to, those before the pawn having promoted straight on.
    fn promoting_captures(
        &self,
        rows: &Rows,
        file: usize,
        place: usize,
        neighbours: impl Iterator<Item = usize>,
    ) -> Vec<Rows> {
        let row = rows.files[file];
        let pawn = row.pawns[place];
        let side = usize::from(pawn % 2);
        let color = [Color::White, Color::Black][side];
        let (ahead, gone) = match color {
            Color::White => (place + 1..row.all().len(), place..row.all().len()),
            Color::Black => (0..place, 0..place + 1),
        };
        let before = ahead.len();
        let is_free = row.all()[ahead].iter().all(|other| other % 2 == pawn % 2)
            && (before == 0 || self.promotes_straight_on(file, color))
            && self.can_leave_seventh(file, color);
        if !is_free {
            return Vec::new();
        }
        let leads = |to| {
            let door = Position::square(to, color, Rank::Eighth);
            let mut next = fell(rows, 1 - side, self.victim(rows, 1 - side, door))?;
            self.arrange(&mut next, file, row.spliced(gone.clone(), &[]));
            next.promoted[side][file] += before as u8;
            next.promoted[side][to] += 1;
            Some(next)
        };
        neighbours
            .filter(|&to| self.is_open(to, color))
            .filter_map(leads)
            .collect()
    }
}

/// Who falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Victim {
    Pawn,
    /// This one of [`Position::bishops`].
    Bishop(usize),
    Other,
}

/// The rows after a man of this side fell, if one still may: nobody else instead of a bishop that is missing.
fn fell(rows: &Rows, side: usize, victim: Victim) -> Option<Rows> {
    let mut next = *rows;
    next.men[side] = next.men[side].checked_sub(1)?;
    match victim {
        Victim::Pawn => next.pawns[side] = next.pawns[side].checked_sub(1)?,
        Victim::Bishop(bishop) => next.bishops[side] &= !(1 << bishop),
        Victim::Other => {}
    }
    let others = next.men[side].checked_sub(next.bishops[side].count_ones())?;
    next.pawns[side] = next.pawns[side].min(others);
    Some(next)
}

/// Whether all that can follow the second way of capturing can follow the first: nobody need have come further, and a bishop
/// fell, who could else fall on few squares, or the same man.
fn covers(first: &(Victim, Row, Row), second: &(Victim, Row, Row)) -> bool {
    let is_freer = |a: &Row, b: &Row| a.all().iter().zip(b.all()).all(|(a, b)| a <= b);
    let spares = match (first.0, second.0) {
        (Victim::Bishop(_), Victim::Other) => true,
        (first, second) => first == second,
    };
    spares && is_freer(&first.1, &second.1) && is_freer(&first.2, &second.2)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Move, Position as _};

    use super::*;
    use crate::random::Random;
    use crate::retro::model::test_position;

    /// No files are blocked where a game was played, in games in which pawns pass each other by captures and are promoted; they were
    /// nearly so many times.
    #[test]
    fn files_are_not_blocked_where_a_game_was_played() {
        let mut close = 0;
        for seed in 0..300 {
            let mut dice = Random::new(seed);
            let mut game = Chess::default();
            let mut promoted = ByColor::<u32>::default();
            for _ in 0..160 {
                let mut moves: Vec<Move> = game.legal_moves().into_iter().collect();
                let by_pawn = |one: &Move| one.role() == Role::Pawn;
                if moves.iter().any(by_pawn) && dice.chance(80) {
                    moves.retain(by_pawn);
                }
                let keeps_officers = |one: &Move| matches!(one.capture(), None | Some(Role::Pawn));
                if moves.iter().any(keeps_officers) {
                    moves.retain(keeps_officers);
                }
                let Some(played) = dice.pick(&moves) else {
                    break;
                };
                promoted[game.turn()] += u32::from(played.is_promotion());
                game.play_unchecked(played);
                let board = game.board();
                let fen = format!("{} {}", board.board_fen(), game.turn().char());
                let position = test_position(&fen, "- -");
                let unmoved = Unmoved::of(&position);
                let captured = ByColor::new_with(|color| 16 - board.by_color(color).count() as u32);
                // A promoted man may have been captured again.
                let officers = |color| (board.by_color(color) & !board.pawns()).count() as u32;
                let there = ByColor::new_with(|color| {
                    promoted[color].min(officers(color).saturating_sub(8))
                });
                let found = blocked(&position, &unmoved, captured, there);
                assert_eq!(found, None, "{fen}");
                let fewer = captured.map(|captured| captured.saturating_sub(1));
                close += u32::from(blocked(&position, &unmoved, fewer, there).is_some());
            }
        }
        assert!(close > 100, "{close}");
    }

    #[test]
    fn pawns_stand_in_their_order() {
        let row = |pawns: &[Pawn]| Row::of(pawns);
        let on = |pawns: &[Pawn], place, rank| row(pawns).with_one_on(place, rank);
        // Twice the ranks advanced, 1 more for Black's.
        assert_eq!(on(&[1, 0], 0, 2), Some(row(&[9, 4])));
        assert_eq!(on(&[0, 1], 1, 1), None);
        assert_eq!(on(&[2, 1], 1, 3), Some(row(&[2, 7])));
        assert_eq!(on(&[4, 1], 1, 3), None);
        assert_eq!(on(&[0, 9], 1, 3), None);
        assert_eq!(on(&[4, 0, 0], 0, 5), Some(row(&[8, 10, 12])));
        assert_eq!(on(&[4, 0, 1], 0, 5), None);
    }
}
