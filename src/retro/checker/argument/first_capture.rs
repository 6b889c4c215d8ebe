//! Which capture by a pawn can have been the first, all pawns standing on their files till then.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use super::captures::{Least, NEVER, home_of, least_captures, men_of};
use super::{seen_by, side};
use crate::retro::checker::account::by_files;
use crate::retro::checker::closure;
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Class, RetroPosition};

/// The board as long as no pawn had captured.
pub(in crate::retro) struct FirstCapture<'a> {
    position: &'a RetroPosition,
    /// What never moved; of pawns said to have stood on their files, the squares of each.
    unmoved: Unmoved<'a>,
    /// Where such a pawn stood that had no choice.
    shut: Bitboard,
    sides: [Side; 2],
}

/// A side's pawns.
struct Side {
    color: Color,
    there: Vec<Comer>,
    /// By file, what is known of its pawn if it may be gone.
    gone: [Option<Gone>; 8],
}

/// A pawn on the board.
struct Comer {
    square: Square,
    /// The files it can have come from, and how often it captured at most if it came from there.
    files: Vec<(File, u32)>,
    /// The fewest captures that brought it here.
    least: u32,
}

/// A pawn that is gone.
#[derive(Clone, Copy)]
struct Gone {
    /// How often it captured at most.
    captures: u32,
    /// Whether it can have been promoted.
    promoted: bool,
}

impl<'a> FirstCapture<'a> {
    /// The board on which these men never moved, a side's pawns captured so often at most, and of these pawns it is said that they
    /// stood on their files.
    pub(in crate::retro) fn of(
        position: &'a RetroPosition,
        mut unmoved: Unmoved<'a>,
        most: [u32; 2],
        said: Bitboard,
    ) -> FirstCapture<'a> {
        let of = |color| Side::of(color, most[side(color)], position, &unmoved);
        let sides = [of(Color::Black), of(Color::White)];
        let mut shut = Bitboard::EMPTY;
        for one in &sides {
            for pawn in &one.there {
                if !said.contains(pawn.square) || unmoved.still.contains(pawn.square) {
                    continue;
                }
                let stood = pawn.stood(one.color);
                if stood.count() == 1 {
                    shut |= stood;
                } else {
                    unmoved.ways.push(stood);
                }
            }
        }
        FirstCapture {
            position,
            unmoved,
            shut,
            sides,
        }
    }

    /// The pawns of which it is known which file they come from, but for those that never moved.
    pub(in crate::retro) fn on_one_file(&self) -> Bitboard {
        let all = self.sides.iter().flat_map(|side| &side.there);
        all.filter(|pawn| pawn.files.len() == 1)
            .map(|pawn| pawn.square)
            .filter(|&square| !self.unmoved.still.contains(square))
            .collect()
    }

    /// Where these pawns stood as long as no pawn had captured.
    pub(in crate::retro) fn stood(&self, pawns: Bitboard) -> Bitboard {
        let mut stood = Bitboard::EMPTY;
        for side in &self.sides {
            let asked = side.there.iter();
            for pawn in asked.filter(|pawn| pawns.contains(pawn.square)) {
                stood |= pawn.stood(side.color);
            }
        }
        stood
    }

    /// The pawns that captured, whichever way they came.
    pub(in crate::retro) fn captured(&self) -> Bitboard {
        let all = self.sides.iter().flat_map(|side| &side.there);
        all.filter(|pawn| pawn.least > 0)
            .map(|pawn| pawn.square)
            .collect()
    }

    /// The homes of a side's officers that may be missing and did not come where a pawn of the other side can capture first.
    pub(in crate::retro) fn shut_in(&self, color: Color) -> Bitboard {
        let targets = self.targets(color.other());
        let array = Board::new();
        self.officers(color)
            .into_iter()
            .filter(|&home| {
                let role = array.role_at(home).unwrap_or(Role::Queen);
                self.reach(color, role, home.into()).is_disjoint(targets)
            })
            .collect()
    }

    /// Whether one of these pawns captured, and no capture by a pawn found a victim before all others, officers from these
    /// homes not coming there.
    pub(in crate::retro) fn none_is_first(&self, pawns: Bitboard, shut_in: [Bitboard; 2]) -> bool {
        pawns.any()
            && pawns.is_subset(self.captured())
            && Color::ALL.into_iter().all(|color| {
                let enemy = color.other();
                let targets = self.targets(color);
                let others = self.officers(enemy) & !shut_in[side(enemy)];
                targets.is_empty() || (others.is_empty() && self.fallen(enemy).is_disjoint(targets))
            })
    }

    fn reach(&self, color: Color, role: Role, sources: Bitboard) -> Bitboard {
        closure::reach(sources, |square| {
            self.unmoved.steps(color, role, square, self.shut)
        })
    }

    /// Where the first capture by a pawn of a side can have been.
    fn targets(&self, color: Color) -> Bitboard {
        let own = &self.sides[side(color)];
        let mut on = Bitboard::EMPTY;
        for pawn in &own.there {
            for &(file, most) in &pawn.files {
                for from in pawn.leaves(color, file, most) {
                    let captures = attacks::pawn_attacks(color, from).into_iter();
                    on |= captures
                        .filter(|&to| pawn.comes_from(color, to, most))
                        .collect::<Bitboard>();
                }
            }
        }
        for (file, gone) in File::ALL.into_iter().zip(own.gone) {
            if gone.is_some_and(|gone| gone.captures > 0) {
                for from in self.straight_on(color, file) & !Bitboard::BACKRANKS {
                    if !self.unmoved.never_leaves(color, Role::Pawn, from) {
                        on |= attacks::pawn_attacks(color, from);
                    }
                }
            }
        }
        on & !self.unmoved.still & !self.shut
    }

    /// Where the pawn of this file came without capturing.
    fn straight_on(&self, color: Color, file: File) -> Bitboard {
        let home = home_of(color, file);
        let blocked = self.unmoved.still | self.shut;
        let mut stood = Bitboard::EMPTY;
        let mut next = Some(home);
        while let Some(square) = next.filter(|&square| !blocked.contains(square)) {
            let so_far = stood.with(square);
            let is_past = |way: &Bitboard| way.is_subset(so_far) && !way.contains(home);
            if self.unmoved.ways.iter().any(is_past) {
                break;
            }
            stood = so_far;
            if self.unmoved.never_leaves(color, Role::Pawn, square) {
                break;
            }
            next = square.offset(color.fold_wb(8, -8));
        }
        stood
    }

    /// The homes of officers that may be missing, of any kind if a pawn can have been promoted for them.
    fn officers(&self, color: Color) -> Bitboard {
        let mut gone = self.sides[side(color)].gone.iter().flatten();
        let replaced = gone.any(|gone| gone.promoted);
        let missing = |&class: &Class| {
            let there = men_of(class, color, self.position).count();
            replaced || there < class.originals() as usize
        };
        let classes = Class::ALL.into_iter().filter(missing);
        let homes = classes.fold(Bitboard::EMPTY, |all, class| all | class.homes(color));
        homes & !self.unmoved.still
    }

    /// Where missing pawns of a side, or what they were promoted to, stood before any capture by a pawn.
    fn fallen(&self, color: Color) -> Bitboard {
        let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
        let gone = File::ALL.into_iter().zip(self.sides[side(color)].gone);
        let files = gone.filter(|(_, gone)| gone.is_some());
        let stood = files.fold(Bitboard::EMPTY, |all, (file, _)| {
            all | self.straight_on(color, file)
        });
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let reach = |role| self.reach(color, role, stood & last);
        let became = roles.into_iter().map(reach);
        became.fold(stood & !last, |all, reach| all | reach)
    }
}

impl Comer {
    /// Where it stood before it captured.
    fn stood(&self, color: Color) -> Bitboard {
        let mut stood = Bitboard::EMPTY;
        for &(file, most) in &self.files {
            let home = home_of(color, file);
            for last in self.leaves(color, file, most) {
                stood |= attacks::between(home, last).with(home).with(last);
            }
        }
        stood
    }

    /// The squares of this file it can have left by a capture, and its own.
    fn leaves(&self, color: Color, file: File, most: u32) -> Bitboard {
        let mut from = Bitboard::EMPTY;
        let mut next = Some(home_of(color, file));
        while let Some(square) = next.filter(|&square| !Bitboard::BACKRANKS.contains(square)) {
            let mut captures = attacks::pawn_attacks(color, square).into_iter();
            if square == self.square || captures.any(|to| self.comes_from(color, to, most)) {
                from.add(square);
            }
            if square == self.square {
                break;
            }
            next = square.offset(color.fold_wb(8, -8));
        }
        from
    }

    /// Whether it comes from there if it captured on that square and so often at most in all.
    fn comes_from(&self, color: Color, from: Square, most: u32) -> bool {
        let ahead = |square: Square| color.relative_rank(square.rank()) as u32;
        let aside = self.square.file().distance(from.file());
        ahead(self.square)
            .checked_sub(ahead(from))
            .is_some_and(|ranks| aside <= ranks)
            && aside < most
    }
}

impl Side {
    fn of(color: Color, most: u32, position: &RetroPosition, unmoved: &Unmoved<'_>) -> Side {
        let board = &position.board;
        let pawns: Vec<Square> = seen_by(color, board.pawns() & board.by_color(color)).collect();
        let least = File::ALL.map(|file| least_captures(color, file, unmoved));
        let row = |&square: &Square| least.each_ref().map(|of_file| of_file[usize::from(square)]);
        let rows: Vec<[u32; 8]> = pawns.iter().map(row).collect();
        // By file, what is left for its pawn if these others came from other files.
        let left = |others: &[[u32; 8]]| -> [Option<u32>; 8] {
            let sums = by_files(others, NEVER);
            std::array::from_fn(|file| {
                let without = sums.iter().enumerate();
                let without = without.filter(|(files, _)| files & 1 << file == 0);
                let least = without.fold(NEVER, |least, (_, &sum)| least.min(sum));
                most.checked_sub(least)
            })
        };
        let there = (0..pawns.len()).map(|place| {
            let mut others = rows.clone();
            let own = others.remove(place);
            let mut pawn = Comer {
                square: pawns[place],
                files: Vec::new(),
                least: NEVER,
            };
            for (file, left) in File::ALL.into_iter().zip(left(&others)) {
                let cost = own[usize::from(file)];
                if let Some(most) = left.filter(|&most| cost <= most) {
                    pawn.files.push((file, most));
                    pawn.least = pawn.least.min(cost);
                }
            }
            pawn
        });
        let there = there.collect();
        let left = left(&rows);
        let gone = std::array::from_fn(|file| {
            let captures = left[file].filter(|_| pawns.len() < 8)?;
            let promoted = is_promoted(color, &least[file], captures);
            Some(Gone { captures, promoted })
        });
        Side { color, there, gone }
    }
}

fn is_promoted(color: Color, least: &Least, captures: u32) -> bool {
    let mut last = Bitboard::from_rank(color.relative_rank(Rank::Eighth)).into_iter();
    last.any(|door| least[usize::from(door)] <= captures)
}
