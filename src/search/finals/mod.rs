//! Final positions of help play: found once, from a position with so many half-moves left, and followed through the play.
//!
//! A final position says what becomes of each man: captured, a kind and a square, or anything. Before a stalemate the victim's
//! men are all decided, and each is captured, walled in by its own side, blocked, or pinned; before a mate those are that hold a square
//! beside the king. Of the mater's those are decided that give check, block, pin or cover a square beside the king. What a man needs to
//! get to its end, on an empty board, is added up for either side. A move changes that for one man, and a capture says of another
//! that it must be one that is captured: what is out of reach then is out of reach for ever, and a position from which all
//! are needs no search. Of a mate it is asked besides whether the men without an end can be out of the way (`parries`).
//!
//! Invariant: of every stalemate or mate that can be reached by the moves left (castling apart) one of the final positions found
//! holds, and it is dropped from a list only if no play from there ends in it. Too many may be found and kept, never too few. If
//! finding them takes too many steps nothing is claimed.

mod crossings;
mod distances;
mod finder;
mod parries;

use std::ops::Range;
use std::sync::Arc;

use arrayvec::ArrayVec;
use shakmaty::{Color, Square};

use self::crossings::moves_to_be_captured;
use self::distances::{ANYTHING, CAPTURED, Distances, Fate, GONE, PAWNS, Row, fate, kind, place};
use self::finder::Finder;
use self::parries::{Net, Spare};
use super::board::{Board, Kind, Step};
use crate::budget::Budget;
use crate::problem::Goal;

/// With more half-moves left nothing is looked for.
pub(super) const MOST_PLIES: u32 = 24;

const MOST_MEN: usize = 32;
const NOBODY: u8 = 255;

/// The men of a position, the victim's first and among them the king.
#[derive(Clone)]
struct Men {
    mater: Color,
    victims: usize,
    rows: ArrayVec<Row, MOST_MEN>,
}

/// What finding the final positions begins with: the men, and the moves left to the mater and to the victim.
struct Start<'a> {
    goal: Goal,
    men: &'a Men,
    moves: u8,
    replies: u8,
}

/// One final position in a list, with what it takes.
#[derive(Debug, Clone, Copy)]
struct Entry {
    index: u32,
    moves: u8,
    replies: u8,
    captures: u8,
}

/// Final positions, and which of them can still be reached.
#[derive(Clone)]
pub(super) struct Finals {
    men: Men,
    fates: Arc<[Fate]>,
    /// Of mates who must be out of the way.
    nets: Arc<[Net]>,
    lists: Vec<Entry>,
    at: [u8; 64],
}

/// What a move changed.
pub(super) struct Played {
    man: usize,
    row: Row,
    from: Square,
    to: Square,
    captured: Option<(usize, Row, Square)>,
}

impl Finals {
    /// The final positions from `board` with `plies` half-moves left, at most so many `steps` of looking for them, which are taken
    /// off; `None` if that was not enough, or the time of `budget` is up. Nobody may castle any more.
    pub(super) fn find(
        goal: Goal,
        board: &Board,
        plies: u32,
        steps: &mut u64,
        budget: &Budget,
    ) -> Option<Finals> {
        let mater = if plies % 2 == 1 {
            board.turn()
        } else {
            !board.turn()
        };
        if plies > MOST_PLIES {
            return None;
        }
        let mut at = [NOBODY; 64];
        let mut rows = ArrayVec::new();
        let king = board.king(!mater);
        let victims = board.by_color(!mater).without(king);
        for square in std::iter::once(king)
            .chain(victims)
            .chain(board.by_color(mater))
        {
            let color = Color::from_white(board.by_color(Color::White).contains(square));
            at[square.to_usize()] = rows.len() as u8;
            rows.try_push(fate(kind(color, board.role_at(square)), square))
                .ok()?;
        }
        let men = Men {
            mater,
            victims: board.by_color(!mater).count(),
            rows,
        };
        let (moves, replies) = (plies.div_ceil(2) as u8, (plies / 2) as u8);
        let start = Start {
            goal,
            men: &men,
            moves,
            replies,
        };
        let found = Finder::find(&start, steps, budget)?;
        let fates = found.fates;
        let distances = Distances::get();
        let stride = men.rows.len();
        let mut lists = Vec::with_capacity(fates.len() / stride * 2);
        for (index, fates) in fates.chunks_exact(stride).enumerate() {
            let cost = |men_of: Range<usize>| -> u8 {
                men_of
                    .map(|man| distances.row(men.rows[man])[usize::from(fates[man])])
                    .sum()
            };
            let entry = Entry {
                index: index as u32,
                moves: cost(men.victims..stride),
                replies: cost(0..men.victims),
                captures: fates.iter().filter(|&&fate| fate == CAPTURED).count() as u8,
            };
            lists.push(entry);
        }
        let mates = fates.chunks_exact(stride).zip(found.empty);
        let nets: Vec<Net> = mates
            .map(|(fates, empty)| {
                let (victims, maters) = fates.split_at(men.victims);
                Net::new(!mater, victims, maters, empty)
            })
            .collect();
        let mut finals = Finals {
            men,
            fates: fates.into(),
            nets: nets.into(),
            lists: Vec::new(),
            at,
        };
        let settled = board.target().is_none();
        lists.retain(|&entry| {
            finals.can_cross(entry, moves, replies)
                && (!settled || finals.can_close(entry, moves, replies))
        });
        finals.lists = lists;
        Some(finals)
    }

    /// The list of all of them.
    pub(super) fn all(&self) -> Range<usize> {
        0..self.lists.len()
    }

    /// The list of those of `list` that can still be reached after the move just made, with `plies` half-moves left.
    pub(super) fn left(&mut self, played: &Played, list: Range<usize>, plies: u32) -> Range<usize> {
        let distances = Distances::get();
        let man = played.man;
        let stride = self.men.rows.len();
        let before = distances.row(played.row);
        let after = distances.row(self.men.rows[man]);
        let is_mater = man >= self.men.victims;
        let (moves, replies) = (plies.div_ceil(2) as u8, (plies / 2) as u8);
        let start = self.lists.len();
        // A pawn that was passed is captured where it does not stand.
        let (kind, _) = place(self.men.rows[man]);
        let ahead = played.from.rank().distance(played.to.rank());
        let settled = kind >= PAWNS || ahead != 2;
        for index in list {
            let mut entry = self.lists[index];
            let fates = &self.fates[entry.index as usize * stride..][..stride];
            let fate = usize::from(fates[man]);
            let change = |cost: u8| cost - before[fate] + after[fate];
            if is_mater {
                entry.moves = change(entry.moves);
            } else {
                entry.replies = change(entry.replies);
            }
            if let Some((other, ..)) = played.captured {
                if is_mater {
                    match fates[other] {
                        CAPTURED => entry.captures -= 1,
                        ANYTHING => {}
                        _ => continue,
                    }
                } else if fates[other] != ANYTHING {
                    continue;
                }
            }
            if entry.moves > moves || entry.replies > replies || entry.captures > moves {
                continue;
            }
            if !self.can_cross(entry, moves, replies) {
                continue;
            }
            if settled && !self.can_close(entry, moves, replies) {
                continue;
            }
            let stands = settled && replies == entry.replies;
            if !stands || entry.captures == 0 || self.can_capture_all(entry, moves - entry.moves) {
                self.lists.push(entry);
            }
        }
        start..self.lists.len()
    }

    /// Whether there can be somebody to capture wherever a pawn enters another file, with so many moves left.
    fn can_cross(&self, entry: Entry, moves: u8, replies: u8) -> bool {
        let stride = self.men.rows.len();
        let fates = &self.fates[entry.index as usize * stride..][..stride];
        let (victims, maters) = fates.split_at(self.men.victims);
        let (victim_rows, mater_rows) = self.men.rows.split_at(self.men.victims);
        let (victims, maters) = ((victim_rows, victims), (mater_rows, maters));
        entry.replies + moves_to_be_captured(maters, victims) <= replies
            && entry.moves + moves_to_be_captured(victims, maters) <= moves
    }

    /// Whether nobody need be in the way of a mate, with so many moves left; of stalemates nothing is said.
    fn can_close(&self, entry: Entry, moves: u8, replies: u8) -> bool {
        let Some(net) = self.nets.get(entry.index as usize) else {
            return true;
        };
        let stride = self.men.rows.len();
        let fates = &self.fates[entry.index as usize * stride..][..stride];
        let (victims, maters) = fates.split_at(self.men.victims);
        let (victim_rows, mater_rows) = self.men.rows.split_at(self.men.victims);
        let spare = Spare {
            moves: moves - entry.moves,
            replies: replies - entry.replies,
        };
        net.can_close((victim_rows, victims), (mater_rows, maters), &spare, moves)
    }

    /// Whether the men that are to be captured, none of which moves any more, can be where they stand, with so many moves
    /// to spare.
    fn can_capture_all(&self, entry: Entry, spare: u8) -> bool {
        let distances = Distances::get();
        let stride = self.men.rows.len();
        let fates = &self.fates[entry.index as usize * stride..][..stride];
        let (victims, maters) = fates.split_at(self.men.victims);
        let (victim_rows, mater_rows) = self.men.rows.split_at(self.men.victims);
        let mut on_the_way = 0;
        for (&row, &fate) in mater_rows.iter().zip(maters) {
            on_the_way += distances.row(row)[usize::from(fate)].saturating_sub(1);
        }
        let mut more = 0;
        for (&row, &fate) in victim_rows.iter().zip(victims) {
            if fate != CAPTURED || row == GONE {
                continue;
            }
            let (_, square) = place(row);
            let least = mater_rows
                .iter()
                .zip(maters)
                .map(|(&row, &end)| distances.detour(row, end, square))
                .min();
            if least.is_none_or(|least| least > spare) {
                return false;
            }
            let held = maters
                .iter()
                .any(|&end| end < CAPTURED && place(end).1 == square);
            more += u8::from(!held);
        }
        more <= on_the_way + spare
    }

    /// Forgets the lists that begin there or later.
    pub(super) fn forget(&mut self, start: usize) {
        self.lists.truncate(start);
    }

    /// Makes a move: the lists asked for from now on begin after it.
    pub(super) fn play(&mut self, board: &Board, step: Step) -> Played {
        let (from, to) = (step.from(), step.to());
        let square = if step.kind() == Kind::EnPassant {
            Square::from_coords(to.file(), from.rank())
        } else {
            to
        };
        let captured = board.occupied().contains(square).then(|| {
            let man = usize::from(std::mem::replace(&mut self.at[square.to_usize()], NOBODY));
            let row = std::mem::replace(&mut self.men.rows[man], GONE);
            (man, row, square)
        });
        let man = usize::from(self.at[from.to_usize()]);
        let row = std::mem::replace(&mut self.men.rows[man], row_after(board, step));
        self.at[from.to_usize()] = NOBODY;
        self.at[to.to_usize()] = man as u8;
        Played {
            man,
            row,
            from,
            to,
            captured,
        }
    }

    /// Takes the last move back.
    pub(super) fn take_back(&mut self, played: &Played) {
        self.at[played.to.to_usize()] = NOBODY;
        self.at[played.from.to_usize()] = played.man as u8;
        self.men.rows[played.man] = played.row;
        if let Some((man, row, square)) = played.captured {
            self.men.rows[man] = row;
            self.at[square.to_usize()] = man as u8;
        }
    }
}

/// The row of the man that makes the step, which is no castling.
fn row_after(board: &Board, step: Step) -> Row {
    let role = match step.kind() {
        Kind::Promotion(role) => role,
        _ => board.role_at(step.from()),
    };
    fate(kind(board.turn(), role), step.to())
}
