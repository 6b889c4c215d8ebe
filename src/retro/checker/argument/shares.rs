//! How the missing men of a side can share in the captures that were made of them: each was captured once, officers where they came
//! from home, pawns where they came by captures of their own or as what they were promoted to.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use super::captures::{Committed, doors};
use crate::retro::checker::account::{LeastCaptures, NEVER, cheapest, least_captures, within};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Class, RetroPosition};

/// More captures at once are not shared out.
const MOST_CAPTURES: usize = 9;

/// What a pawn can have become, those first that go farthest.
const PROMOTED: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// A missing man.
#[derive(Clone, Copy)]
pub(super) struct Victim {
    /// What it was in the array; `None`: a pawn.
    pub(super) class: Option<Class>,
    /// Where it comes from; `None`: a pawn, or one officer of several.
    pub(super) home: Option<Square>,
    /// Where it can have stood.
    pub(super) squares: Bitboard,
}

/// The missing men of a side.
pub(super) struct Shares {
    officers: Vec<Victim>,
    /// How many of them were pawns, at most.
    fallen: usize,
    /// By file: the captures after which its pawn, what that was promoted to, or an officer that such a man replaced can have stood on
    /// each square.
    costs: [LeastCaptures; 8],
    /// The pawns and promoted men on the board that are spoken of.
    there: u32,
    /// Their captures, by the set of files they do not come from.
    taken: [u32; 256],
    /// The captures of all of them.
    most: u32,
}

impl Shares {
    /// The missing men of a side whose pawns captured so often at most; `None` if there cannot be so few men.
    pub(super) fn of(
        color: Color,
        committed: &Committed,
        unmoved: &Unmoved<'_>,
        position: &RetroPosition,
    ) -> Option<Shares> {
        let said = |class: Class| {
            let of_class = committed.promoted.iter();
            let of_class = of_class.filter(|&&(other, _)| other == class);
            of_class.map(|&(_, count)| count as usize).sum::<usize>()
        };
        let mut officers = Vec::new();
        let mut replaced = 0;
        for class in Class::ALL {
            let there = class.men(&position.board, color).count();
            let originals = class.originals() as usize;
            let promoted = said(class).max(there.saturating_sub(originals));
            replaced += promoted;
            let missing = (originals + promoted).saturating_sub(there);
            let victim = |home, squares| Victim {
                class: Some(class),
                home,
                squares,
            };
            if there == 0 && promoted == 0 {
                // All originals are missing, each of them captured where it came from its own home.
                let homes = (class.homes(color) & !unmoved.still).into_iter();
                let reach = |home: Square| unmoved.reach(color, class.role(), home.into());
                officers.extend(homes.map(|home| victim(Some(home), reach(home))));
            } else {
                let squares = originals_reach(class, color, unmoved);
                officers.extend((0..missing).map(|_| victim(None, squares)));
            }
        }
        let pawns = position.board.pawns() & position.board.by_color(color);
        let fallen = 8usize.checked_sub(pawns.count())?.checked_sub(replaced)?;
        let costs = if fallen == 0 {
            [[NEVER; 64]; 8]
        } else {
            costs(color, unmoved, position)
        };
        let rows = committed.men(color).rows(unmoved, position);
        Some(Shares {
            officers,
            fallen,
            costs,
            there: rows.len() as u32,
            taken: cheapest(&rows).1,
            most: committed.most,
        })
    }

    /// Each missing man by itself, where it can have stood.
    pub(super) fn victims(&self) -> impl Iterator<Item = Victim> + '_ {
        let squares = self.pawn_squares();
        let pawns = (0..self.fallen).map(move |_| Victim {
            class: None,
            home: None,
            squares,
        });
        self.officers.iter().copied().chain(pawns)
    }

    fn pawn_squares(&self) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for (file, costs) in self.costs.iter().enumerate() {
            if let Some(spare) = self.most.checked_sub(self.taken[1 << file]) {
                squares |= within(costs, spare);
            }
        }
        squares
    }

    /// Whether the missing men can have been captured on these squares, each once, the pawns among them capturing no more often than
    /// they can together. `work` bounds what is looked at: if it is used up, they can.
    pub(super) fn can_have_fallen(&self, on: &[Square], work: &mut usize) -> bool {
        if on.len() > MOST_CAPTURES {
            return true;
        }
        let by_officers = self.by_officers(on);
        let all = (1usize << on.len()) - 1;
        let mut free =
            (0..256usize).filter(|files| files.count_zeros() == usize::BITS - 8 + self.there);
        free.any(|files| {
            let Some(spare) = self.most.checked_sub(self.taken[files]) else {
                return false;
            };
            let Some(left) = work.checked_sub((all + 1) << 3) else {
                return true;
            };
            *work = left;
            let least = self.by_pawns(files, on);
            let can = |(mask, &cost): (usize, &u32)| {
                cost <= spare
                    && mask.count_ones() as usize <= self.fallen
                    && by_officers[all & !mask]
            };
            least.iter().enumerate().any(can)
        })
    }

    /// For each set of the squares whether officers can have been captured there.
    fn by_officers(&self, on: &[Square]) -> Vec<bool> {
        let mut can = vec![false; 1 << on.len()];
        can[0] = true;
        for officer in &self.officers {
            for mask in (0..can.len())
                .rev()
                .filter(|&mask| can[mask])
                .collect::<Vec<_>>()
            {
                for (at, &square) in on.iter().enumerate() {
                    if officer.squares.contains(square) {
                        can[mask | 1 << at] = true;
                    }
                }
            }
        }
        can
    }

    /// For each set of the squares the fewest captures after which pawns of these files can have been captured there.
    fn by_pawns(&self, files: usize, on: &[Square]) -> Vec<u32> {
        let mut least = vec![NEVER; 1 << on.len()];
        least[0] = 0;
        for (_, costs) in (self.costs.iter().enumerate()).filter(|(file, _)| files & 1 << file != 0)
        {
            for mask in (0..least.len()).rev() {
                for (at, &square) in on.iter().enumerate().filter(|(at, _)| mask & 1 << at == 0) {
                    let sum = least[mask] + costs[usize::from(square)];
                    let with = &mut least[mask | 1 << at];
                    *with = (*with).min(sum);
                }
            }
        }
        least
    }
}

/// Where the originals of a class came that are not known to have stood still.
fn originals_reach(class: Class, color: Color, unmoved: &Unmoved<'_>) -> Bitboard {
    let homes = class.homes(color) & !unmoved.still;
    unmoved.reach(color, class.role(), homes)
}

fn costs(color: Color, unmoved: &Unmoved<'_>, position: &RetroPosition) -> [LeastCaptures; 8] {
    let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth)) & !unmoved.still;
    // A queen goes wherever rooks and bishops go, if she can leave again.
    let promoted = if unmoved.lets_all_leave(color) {
        &PROMOTED[..2]
    } else {
        &PROMOTED
    };
    let there = |&class: &Class| class.men(&position.board, color).any();
    let replaced: Vec<(Bitboard, Bitboard)> = (Class::ALL.into_iter().filter(there))
        .map(|class| {
            let doors = doors(class.men(&position.board, color), unmoved, position);
            (doors, originals_reach(class, color, unmoved))
        })
        .collect();
    // Where a man promoted on this square, or the original that it replaced on the board, can have stood.
    let spread = |door: Square| {
        let became = promoted.iter();
        let became = became.fold(Bitboard::EMPTY, |all, &role| {
            all | unmoved.reach(color, role, door.into())
        });
        let replaced = replaced.iter().filter(|(doors, _)| doors.contains(door));
        replaced.fold(became, |all, &(_, originals)| all | originals)
    };
    let doors: Vec<(Square, Bitboard)> =
        last.into_iter().map(|door| (door, spread(door))).collect();
    File::ALL.map(|file| {
        let mut least = least_captures(color, file, unmoved);
        for &(door, squares) in &doors {
            let captures = least[usize::from(door)];
            for square in squares.into_iter().filter(|_| captures < NEVER) {
                let known = &mut least[usize::from(square)];
                *known = (*known).min(captures);
            }
        }
        least
    })
}
