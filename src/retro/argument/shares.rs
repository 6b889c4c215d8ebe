//! That some men of a side captured where too few missing men can have come, with all that is known of the captures of both sides.

use shakmaty::{Bitboard, Color};

use super::captures::{Officers, missing};
use super::leave_out;
use super::walls::Walls;
use crate::retro::checker::argument::{Committed, seen_by, straight_way, where_no_victim};
use crate::retro::checker::unmoved::{Unmoved, at_home};
use crate::retro::model::{Barred, Deduction, RetroPosition};

/// Where more men are missing, their captures are not shared out.
const MOST_CAPTURES: usize = 9;

/// What is said.
#[derive(Clone)]
struct Said {
    /// Whose captures are asked about.
    color: Color,
    pawns: Bitboard,
    officers: Officers,
    /// Pawns that came straight, as it takes the captures of promoted men to see.
    straight: Bitboard,
    /// Pawns of the other side whose captures are counted; `None`: nothing is said of its captures.
    committed: Option<Bitboard>,
}

impl Said {
    /// Everything there is, but for the pawns.
    fn all(position: &RetroPosition, unmoved: &Unmoved<'_>) -> Said {
        let mut said = Said {
            color: position.turn,
            pawns: Bitboard::EMPTY,
            officers: Officers::all(position, unmoved),
            straight: Bitboard::EMPTY,
            committed: None,
        };
        said.straight = said.straight_pawns(unmoved, position) & !unmoved.known();
        said
    }

    /// The same, these pawns of a side being asked about.
    fn of(&self, color: Color, pawns: Bitboard, position: &RetroPosition) -> Said {
        let board = &position.board;
        Said {
            color,
            pawns,
            committed: Some(board.pawns() & board.by_color(color.other())),
            ..self.clone()
        }
    }

    fn straight_pawns(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> Bitboard {
        let board = &position.board;
        let of = |color: Color| {
            let most = self.officers.most_captures(color, position);
            let men = (self.officers).with_pawns(color, board.pawns() & board.by_color(color));
            men.straight(most, unmoved, position)
        };
        of(Color::White) | of(Color::Black)
    }

    /// Where there is nobody to be captured, if that holds.
    fn nobody(
        &self,
        unmoved: &Unmoved<'_>,
        position: &RetroPosition,
    ) -> Option<(Bitboard, Vec<Barred>)> {
        let straight = self.straight;
        if straight.any() && !straight.is_subset(self.straight_pawns(unmoved, position)) {
            return None;
        }
        let unmoved = self.with_straight(unmoved, position);
        let committed = self.committed(position);
        // A share that cannot be is another contradiction.
        if let Some(committed) = &committed {
            self.left(committed, &unmoved, position)?;
        }
        let men = self.officers.with_pawns(self.color, self.pawns);
        if men.pawns.is_empty() && men.promoted.is_empty() {
            return None;
        }
        where_no_victim(men, committed.as_ref(), &unmoved, position)
    }

    fn with_straight<'a>(&self, unmoved: &Unmoved<'a>, position: &RetroPosition) -> Unmoved<'a> {
        let way = |square| {
            let color = position.board.color_at(square)?;
            Some(straight_way(color, square))
        };
        unmoved.with_ways(self.straight.into_iter().filter_map(way))
    }

    fn committed(&self, position: &RetroPosition) -> Option<Committed> {
        let enemy = self.color.other();
        self.committed.map(|pawns| Committed {
            most: self.officers.most_captures(enemy, position),
            pawns,
            promoted: self.officers.promoted[enemy].clone(),
        })
    }

    /// The captures that are left to the others of the other side.
    fn left(
        &self,
        committed: &Committed,
        unmoved: &Unmoved<'_>,
        position: &RetroPosition,
    ) -> Option<u32> {
        let men = committed.men(self.color.other());
        let least = men.least(unmoved, position)?;
        committed.most.checked_sub(least)
    }

    /// Without what is not needed, in the order in which a reader misses it least. What holds goes on holding.
    fn shrink(&mut self, unmoved: &Unmoved<'_>, position: &RetroPosition) {
        let holds = |said: &Said| said.nobody(unmoved, position).is_some();
        if !leave_out(self, holds, |said| said.straight = Bitboard::EMPTY) {
            for pawn in seen_by(self.color, self.straight) {
                leave_out(self, holds, |said| said.straight.discard(pawn));
            }
        }
        if !leave_out(self, holds, |said| said.committed = None)
            && !leave_out(self, holds, |said| said.committed = Some(Bitboard::EMPTY))
        {
            for pawn in seen_by(self.color, self.committed.unwrap_or_default()) {
                leave_out(self, holds, |said| {
                    said.committed = said.committed.map(|pawns| pawns.without(pawn));
                });
            }
        }
        for color in [self.color, self.color.other()] {
            let needs_none = leave_out(self, holds, |said| {
                said.officers.spared[color] = Bitboard::EMPTY;
            });
            if !needs_none {
                for home in seen_by(color, self.officers.spared[color]) {
                    leave_out(self, holds, |said| {
                        said.officers.spared[color].discard(home);
                    });
                }
            }
            for (class, _) in self.officers.promoted[color].clone() {
                leave_out(self, holds, |said| {
                    said.officers.promoted[color].retain(|&(other, _)| other != class);
                });
            }
        }
        if !leave_out(self, holds, |said| said.pawns = Bitboard::EMPTY) {
            for pawn in seen_by(self.color, self.pawns) {
                leave_out(self, holds, |said| said.pawns.discard(pawn));
            }
        }
    }

    fn steps(&self, walls: &Walls<'_>, position: &RetroPosition) -> Option<Vec<Deduction>> {
        let unmoved = walls.unmoved();
        let (on, barred) = self.nobody(&unmoved, position)?;
        let enemy = self.color.other();
        let mut steps = walls.premises()?;
        steps.push(missing(enemy, position));
        let board = &position.board;
        let fallen = board.by_color(enemy) & board.pawns();
        if self.committed.is_some()
            || fallen.count() < 8
            || !self.straight.is_disjoint(board.by_color(enemy))
        {
            steps.push(missing(self.color, position));
        }
        steps.extend(self.officers.say_spared([enemy, self.color]));
        steps.extend(self.officers.say_promoted([self.color, enemy], position));
        if self.straight.any() {
            steps.push(Deduction::CameStraight(self.straight));
        }
        if let Some(committed) = self.committed(position) {
            let unmoved = self.with_straight(&unmoved, position);
            let left = self.left(&committed, &unmoved, position)?;
            let Committed {
                pawns, promoted, ..
            } = committed;
            steps.push(Deduction::FewLeft {
                color: enemy,
                pawns,
                promoted,
                left,
            });
        }
        steps.push(Deduction::NoVictim {
            color: self.color,
            pawns: self.pawns,
            promoted: self.officers.promoted[self.color].clone(),
            on,
            barred,
        });
        Some(steps)
    }
}

/// That men of a side captured nobody.
pub(super) fn too_few(position: &RetroPosition, walls: &Walls<'_>) -> Option<Vec<Deduction>> {
    let board = &position.board;
    let away = |color: Color| board.pawns() & board.by_color(color) & !at_home(board);
    let unmoved = walls.unmoved();
    let everything = Said::all(position, &unmoved);
    for color in [position.turn.other(), position.turn] {
        let missing = 16usize.saturating_sub(board.by_color(color.other()).count());
        if missing == 0 || missing > MOST_CAPTURES {
            continue;
        }
        for pawns in [Bitboard::EMPTY, away(color)] {
            let mut all = everything.of(color, pawns, position);
            if all.nobody(&unmoved, position).is_none() {
                continue;
            }
            all.shrink(&unmoved, position);
            let mut walls = walls.clone();
            let holds = |unmoved: &Unmoved<'_>| {
                all.officers.holds(unmoved, position) && all.nobody(unmoved, position).is_some()
            };
            if walls.shrink(holds) {
                return all.steps(&walls, position);
            }
        }
    }
    None
}
