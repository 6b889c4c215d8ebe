//! Which of some captures by pawns can have been the first of them, these pawns standing on their files till then.

use shakmaty::{Bitboard, Board, ByColor, Color, File, Rank, Role, Square, attacks};

use super::captures::{captures_from, doors};
use super::seen_by;
use crate::retro::checker::account::{
    LeastCaptures, NEVER, home_of, least_captures, within, without_file,
};
use crate::retro::checker::closure;
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Class, RetroPosition};

/// Pawns whose captures are spoken of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::retro) struct Among {
    /// On the board.
    pub(in crate::retro) pawns: Bitboard,
    /// By side, whether its missing pawns are among them.
    pub(in crate::retro) missing: ByColor<bool>,
}

/// An officer that a pawn is known to have captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::retro) struct Prey {
    /// Where the pawn stands.
    pub(in crate::retro) pawn: Square,
    /// Where the officer comes from.
    pub(in crate::retro) home: Square,
}

/// The board as long as none of some pawns had captured.
pub(in crate::retro) struct FirstCapture<'a> {
    position: &'a RetroPosition,
    among: Among,
    /// What never moved in the whole game.
    basis: Unmoved<'a>,
    /// What never moved till then; of those pawns of which it is known which file they come from, the squares of each.
    unmoved: Unmoved<'a>,
    /// Where such a pawn stood that had no choice.
    shut: Bitboard,
    sides: ByColor<Side>,
    /// Officers of which it is known which pawn captured them.
    prey: Vec<Prey>,
}

/// A side's pawns.
struct Side {
    there: Vec<Comer>,
    /// By file, what its pawn takes to come to each square.
    least: [LeastCaptures; 8],
    /// By file, how often its pawn captured at most if it may be gone.
    gone: [Option<u32>; 8],
    /// Where such a pawn can have been promoted.
    promoted_on: Bitboard,
}

/// A pawn on the board.
struct Comer {
    color: Color,
    square: Square,
    /// The files it can have come from, and how often it captured at most if it came from there.
    files: Vec<(File, u32)>,
    /// The fewest captures that brought it here.
    least: u32,
    /// Where it can have captured at all.
    captures: Bitboard,
    /// If it captured once only, the officer that it is known to have captured then.
    victim: Option<Square>,
}

impl<'a> FirstCapture<'a> {
    /// The board on which these men never moved, and a side's pawns captured so often at most, before the first capture of these pawns.
    pub(in crate::retro) fn of(
        position: &'a RetroPosition,
        mut unmoved: Unmoved<'a>,
        most: ByColor<u32>,
        among: Among,
        prey: Vec<Prey>,
    ) -> FirstCapture<'a> {
        let mut sides = ByColor::new_with(|color| Side::of(color, most[color], position, &unmoved));
        for pawn in sides.iter_mut().flat_map(|side| &mut side.there) {
            pawn.meet(&prey, &unmoved);
        }
        let basis = unmoved.clone();
        let mut shut = Bitboard::EMPTY;
        for pawn in sides.iter().flat_map(|side| &side.there) {
            let is_known = among.pawns.contains(pawn.square)
                && pawn.files.len() == 1
                && !unmoved.still.contains(pawn.square);
            if is_known {
                let stood = pawn.stood();
                if stood.count() == 1 {
                    shut |= stood;
                } else {
                    unmoved.ways.push(stood);
                }
            }
        }
        FirstCapture {
            position,
            among,
            basis,
            unmoved,
            shut,
            sides,
            prey,
        }
    }

    /// Those pawns that are on the board.
    fn spoken_of(&self) -> impl Iterator<Item = &Comer> {
        let pawns = self.sides.iter().flat_map(|side| &side.there);
        pawns.filter(|pawn| self.among.pawns.contains(pawn.square))
    }

    /// Where those pawns stood that are on the board.
    pub(in crate::retro) fn stood(&self) -> Bitboard {
        self.spoken_of()
            .fold(Bitboard::EMPTY, |all, pawn| all | pawn.stood())
    }

    /// Those pawns that captured, whichever way they came.
    pub(in crate::retro) fn captured(&self) -> Bitboard {
        let captured = self.spoken_of().filter(|pawn| pawn.least > 0);
        captured.map(|pawn| pawn.square).collect()
    }

    /// Without those that can have captured first.
    pub(in crate::retro) fn without_first(&self) -> Among {
        let mut left = self.among;
        for color in Color::ALL {
            let victims = self.victims(color.other());
            for pawn in &self.sides[color].there {
                let own = self.prey.iter().filter(|prey| prey.pawn == pawn.square);
                let own = own.fold(Bitboard::EMPTY, |all, prey| all | self.reach_of(prey.home));
                let victims = own | pawn.victim.map_or(victims, |_| Bitboard::EMPTY);
                if !self.first_by(pawn).is_disjoint(victims) {
                    left.pawns.discard(pawn.square);
                }
            }
            left.missing[color] &= self.first_by_missing(color).is_disjoint(victims);
        }
        left
    }

    /// The homes of both sides' officers that may be missing and did not come where a pawn of the other side can capture first.
    pub(in crate::retro) fn all_shut_in(&self) -> Bitboard {
        self.shut_in(Color::White) | self.shut_in(Color::Black)
    }

    fn shut_in(&self, color: Color) -> Bitboard {
        let all = self.targets(color.other());
        let is_shut_in = |&home: &Square| {
            let targets = self.targets_with(home, color.other()).unwrap_or(all);
            targets.any() && self.reach_of(home).is_disjoint(targets)
        };
        let officers = self.officers(color).into_iter();
        officers.filter(is_shut_in).collect()
    }

    /// Where the pawn that is known to have captured the officer from this home can have captured first, if one is known.
    fn targets_with(&self, home: Square, color: Color) -> Option<Bitboard> {
        let prey = self.prey.iter().find(|prey| prey.home == home)?;
        let mut there = self.sides[color].there.iter();
        let pawn = there.find(|pawn| pawn.square == prey.pawn)?;
        Some(self.first_by(pawn))
    }

    /// The squares to which the officer from this home could come.
    fn reach_of(&self, home: Square) -> Bitboard {
        let man = Board::new().piece_at(home);
        man.map_or(Bitboard::EMPTY, |man| {
            self.reach(man.color, man.role, home.into())
        })
    }

    /// Whether one of those pawns captured, and no capture of theirs found a victim before all others, officers from these homes not
    /// coming there.
    pub(in crate::retro) fn none_is_first(&self, shut_in: Bitboard) -> bool {
        let nobody = |color: Color| {
            let (enemy, targets) = (color.other(), self.targets(color));
            let is_spared = |home: Square| {
                shut_in.contains(home)
                    || self.targets_with(home, color).unwrap_or(targets).is_empty()
            };
            self.officers(enemy).into_iter().all(is_spared)
                && self.fallen(enemy).is_disjoint(targets)
        };
        self.captured().any() && Color::ALL.into_iter().all(nobody)
    }

    /// Where men of a side that are missing can have been till then, but for those of which it is known who captured them.
    fn victims(&self, color: Color) -> Bitboard {
        let is_prey = |home: &Square| self.prey.iter().any(|prey| prey.home == *home);
        let others = self.officers(color).into_iter();
        let others = others.filter(|home| !is_prey(home));
        others.fold(self.fallen(color), |all, home| all | self.reach_of(home))
    }

    fn reach(&self, color: Color, role: Role, sources: Bitboard) -> Bitboard {
        closure::reach(sources, |square| {
            self.unmoved.steps(color, role, square, self.shut)
        })
    }

    /// Where the first of the captures can have been, if a side made it, but for captures of which it is known who was captured.
    fn targets(&self, color: Color) -> Bitboard {
        let by_each = self.sides[color].there.iter();
        let by_each = by_each.filter(|pawn| pawn.victim.is_none());
        by_each.fold(self.first_by_missing(color), |all, pawn| {
            all | self.first_by(pawn)
        })
    }

    /// Where this pawn can have captured first, if it is one of those.
    fn first_by(&self, pawn: &Comer) -> Bitboard {
        let mut on = Bitboard::EMPTY;
        if !self.among.pawns.contains(pawn.square) {
            return on;
        }
        for &(file, most) in &pawn.files {
            for from in pawn.leaves(file, most) {
                let captures = attacks::pawn_attacks(pawn.color, from).into_iter();
                let captures = captures.filter(|&to| pawn.comes_from(to, most));
                on |= captures.collect::<Bitboard>() & pawn.captures;
            }
        }
        on & !self.unmoved.still & !self.shut
    }

    /// Where a missing pawn can have captured first, if they are among those.
    fn first_by_missing(&self, color: Color) -> Bitboard {
        let mut on = Bitboard::EMPTY;
        if !self.among.missing[color] {
            return on;
        }
        for (file, gone) in File::ALL.into_iter().zip(self.sides[color].gone) {
            if gone.is_some_and(|captures| captures > 0) {
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

    /// The homes of officers that may be missing, those among them that a promoted man on the board can stand for.
    fn officers(&self, color: Color) -> Bitboard {
        let side = &self.sides[color];
        let missing = |&class: &Class| {
            let men = class.men(&self.position.board, color);
            men.count() < class.originals() as usize
                || !side
                    .promoted_on
                    .is_disjoint(doors(men, &self.basis, self.position))
        };
        let classes = Class::ALL.into_iter().filter(missing);
        let homes = classes.fold(Bitboard::EMPTY, |all, class| all | class.homes(color));
        homes & !self.unmoved.still
    }

    /// Where missing pawns of a side, or what they were promoted to, can have stood till then.
    fn fallen(&self, color: Color) -> Bitboard {
        let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
        let side = &self.sides[color];
        let mut stood = Bitboard::EMPTY;
        for file in File::ALL {
            let Some(captures) = side.gone[usize::from(file)] else {
                continue;
            };
            stood |= if self.among.missing[color] {
                self.straight_on(color, file)
            } else {
                within(&side.least[usize::from(file)], captures)
            };
        }
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let reach = |role| self.reach(color, role, stood & last);
        let became = roles.into_iter().map(reach);
        became.fold(stood & !last, |all, reach| all | reach)
    }
}

impl Comer {
    /// Takes in which officers it captured.
    fn meet(&mut self, prey: &[Prey], unmoved: &Unmoved<'_>) {
        let own = prey.iter().find(|prey| prey.pawn == self.square);
        let once = self.files.iter().all(|&(_, most)| most <= 1);
        if let Some(prey) = own.filter(|_| once) {
            let role = Board::new().role_at(prey.home).unwrap_or(Role::Queen);
            self.victim = Some(prey.home);
            self.captures = unmoved.reach(self.color.other(), role, prey.home.into());
        }
    }

    /// Where it stood before it captured.
    fn stood(&self) -> Bitboard {
        let mut stood = Bitboard::EMPTY;
        for &(file, most) in &self.files {
            let home = home_of(self.color, file);
            for last in self.leaves(file, most) {
                stood |= attacks::between(home, last).with(home).with(last);
            }
        }
        stood
    }

    /// The squares of this file it can have left by a capture, and its own.
    fn leaves(&self, file: File, most: u32) -> Bitboard {
        let color = self.color;
        let mut from = Bitboard::EMPTY;
        let mut next = Some(home_of(color, file));
        while let Some(square) = next.filter(|&square| !Bitboard::BACKRANKS.contains(square)) {
            let mut captures = attacks::pawn_attacks(color, square).into_iter();
            let is_there = square == self.square && self.victim.is_none();
            let is_left = |to| self.captures.contains(to) && self.comes_from(to, most);
            if is_there || captures.any(is_left) {
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
    fn comes_from(&self, from: Square, most: u32) -> bool {
        let ahead = |square: Square| self.color.relative_rank(square.rank()) as u32;
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
        let row = |&square: &Square| captures_from(&least, square, color, unmoved);
        let rows: Vec<[u32; 8]> = pawns.iter().map(row).collect();
        // By file, what is left for its pawn if these others came from other files.
        let left = |others: &[[u32; 8]]| -> [Option<u32>; 8] {
            without_file(others).map(|least| most.checked_sub(least))
        };
        let there = (0..pawns.len()).map(|place| {
            let mut others = rows.clone();
            let own = others.remove(place);
            let mut pawn = Comer {
                color,
                square: pawns[place],
                files: Vec::new(),
                least: NEVER,
                captures: Bitboard::FULL,
                victim: None,
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
        let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
        let gone = left(&rows).map(|left| left.filter(|_| pawns.len() < 8));
        let promoted = least
            .iter()
            .zip(gone)
            .map(|(least, gone)| gone.map_or(Bitboard::EMPTY, |captures| within(least, captures)));
        let promoted_on = promoted.fold(Bitboard::EMPTY, |all, on| all | (on & last));
        Side {
            there,
            least,
            gone,
            promoted_on,
        }
    }
}
