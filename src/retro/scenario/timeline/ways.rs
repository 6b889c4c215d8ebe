//! Whether everybody had a way in time: pawns to their captures and promotions, their victims, the kings and the officers.

use shakmaty::{Bitboard, Color, File, Role, Square, attacks};

use super::closed::Still;
use super::ranks::{captures_from, first_rank, last_rank, towards};
use super::{Kind, Timeline, side_index};
use crate::retro::model::Class;
use crate::retro::model::PawnId;
use crate::retro::model::claim::End;
use crate::retro::scenario::matching::{is_matchable, row};
use crate::retro::scenario::side::{Man, Victim};

impl Timeline<'_> {
    /// Whether the kings had a way from home over the moment of `event` to where they stand.
    pub(super) fn kings_pass(&self, still: &[Still; 2]) -> bool {
        let [before, after] = still;
        let (early, late) = (before.closed(), after.closed());
        if (early | late).is_empty() {
            return true;
        }
        Color::ALL.into_iter().all(|color| {
            let home = match color {
                Color::White => Square::E1,
                Color::Black => Square::E8,
            };
            let to = self.ledger.census(color).king;
            let reached = self.reaches.reach(
                color,
                Role::King,
                home,
                early.without(home) | before.guarded(color),
                before.bars,
            );
            let guarded = after.guarded(color);
            let mut origins =
                self.reaches
                    .origins(color, Role::King, to, late.without(to) | guarded);
            // The event itself may have given check to a king on a square guarded from then on.
            origins |= origins.into_iter().fold(Bitboard::EMPTY, |all, square| {
                all | attacks::king_attacks(square)
            }) & guarded;
            reached.intersects(origins)
        })
    }

    /// Whether the officers on the board, each from a home or a promotion of its own, had ways over the moment of
    /// `event` to where they stand.
    pub(super) fn officers_pass(&self, event: usize, still: &[Still; 2]) -> bool {
        let [before, after] = still;
        let (early, late) = (before.closed(), after.closed());
        if early.is_empty() || late.is_empty() {
            return true;
        }
        let moving = !self.ledger.steady;
        Color::ALL.into_iter().all(|color| {
            let side = self.sides[side_index(color)];
            Class::ALL.into_iter().all(|class| {
                let men = self.ledger.census(color).officers[class as usize] & moving;
                if men.is_empty() || !side.officers_are_settled[class as usize] {
                    return true;
                }
                let sources = self.sources(color, class, event, before);
                let rows: Vec<u32> = men
                    .into_iter()
                    .map(|to| {
                        let role = class.role();
                        let after = self.reaches.origins(color, role, to, late.without(to));
                        row(&sources, |before| before.intersects(after))
                    })
                    .collect();
                is_matchable(&rows)
            })
        })
    }

    /// For each officer of a class that is on the board in the end: where it can have stood at the moment of `event`,
    /// its square of promotion included if that may come later.
    fn sources(&self, color: Color, class: Class, event: usize, before: &Still) -> Vec<Bitboard> {
        let side = side_index(color);
        let homes = self.sides[side].alive & class.homes(color) & !self.ledger.steady;
        let early = before.closed();
        let role = class.role();
        let originals = homes.into_iter().map(|home| {
            self.reaches
                .reach(color, role, home, early.without(home), before.bars)
        });
        let promoted = PawnId::of(color).filter_map(|pawn| {
            let End::Remains(square, promoted_to) = self.career(pawn).end else {
                return None;
            };
            if promoted_to != class {
                return None;
            }
            let promotion = *self.of_pawn[pawn]
                .iter()
                .find(|&&own| self.events[own].kind == Kind::Promotion)?;
            let shut = if promotion == event || self.is_before(event, promotion) {
                return Some(square.into());
            } else if self.is_before(promotion, event) {
                self.still_pawns(Some(promotion), Some(event)).closed()
            } else {
                Bitboard::EMPTY
            };
            let shut = shut.without(square);
            let free = [Bitboard::EMPTY; 2];
            Some(self.reaches.reach(color, role, square, shut, free))
        });
        // Of these only the square is known: they were promoted at any time.
        let shut = before.pawns[0] | before.pawns[1];
        let of_others = self.sides[side]
            .promotions
            .iter()
            .filter(|(_, other)| *other == class);
        let of_others = of_others.map(|&(square, _)| {
            let free = [Bitboard::EMPTY; 2];
            self.reaches
                .reach(color, role, square, shut.without(square), free)
        });
        originals.chain(promoted).chain(of_others).collect()
    }

    /// Squares of `squares` on which the capturing pawn of `event` can land and go on, given the opposing
    /// pawns known to be on that file.
    fn passable(&self, event: usize, j: usize, squares: Bitboard) -> Bitboard {
        let career = self.career_of(event);
        let color = career.color;
        let mut left = squares;
        let next = self.of_pawn[self.events[event].pawn]
            .iter()
            .copied()
            .find(|&other| self.is_before(event, other));
        for pawn in PawnId::of(color.other()) {
            let Some(gone) = self.captures_before(pawn, event) else {
                continue;
            };
            let own = &self.of_pawn[pawn];
            let other = self.career(pawn);
            if other.files[gone] != career.files[j] {
                continue;
            }
            // Ranks as the capturing side counts them.
            let span = towards(color, other.stay[gone]);
            let low = first_rank(span);
            let high = last_rank(span);
            let departure = own.get(gone).copied();
            // If this pawn lands below the other, it must leave the file below it, or the other must leave first.
            let leaves_after = match (departure, next) {
                (None, _) => true,
                (Some(departure), Some(next)) => self.is_before(next, departure),
                (Some(_), None) => false,
            };
            let least_leave = first_rank(towards(color, career.leave[j]));
            // At the end of both, the other stands on the low end of its span.
            let ceiling = if departure.is_none() && next.is_none() {
                low
            } else {
                high
            };
            let promotes_here = j == career.captures && career.end.promotion().is_some();
            let below_works = !leaves_after || (!promotes_here && least_leave < ceiling);
            left = left
                .into_iter()
                .filter(|&square| {
                    let rank = first_rank(towards(color, square.into()));
                    let above = rank > low;
                    let below = rank < high && below_works;
                    above || below
                })
                .collect();
        }
        left
    }

    /// Checks one event against the known order; narrows its squares and victims.
    pub(super) fn examine(&self, event: usize, still: &[Still; 2]) -> Option<(Bitboard, u32)> {
        let [before, after] = still;
        let career = self.career_of(event);
        match self.events[event].kind {
            Kind::Death => Some((Bitboard::EMPTY, 0)),
            Kind::Capture(j) => {
                let occupied = self.occupied_at(event);
                let mut squares = self.squares[event]
                    & !occupied
                    & captures_from(career.color, career.leave[j - 1] & !occupied);
                let settles = j == career.captures && matches!(career.end, End::Stands(_));
                if settles {
                    // The pawn itself may be what closes its square from now on.
                    squares &= !after.officers;
                } else {
                    squares &= !after.closed();
                }
                squares = self.passable(event, j, squares);
                if squares.is_empty() {
                    return None;
                }
                let mut prey = 0;
                let mut open = Bitboard::EMPTY;
                for (i, victim) in self.victims_of(event).iter().enumerate() {
                    if self.prey[event] & (1 << i) == 0 {
                        continue;
                    }
                    let met = squares & self.presence(event, victim, before);
                    if met.any() {
                        prey |= 1 << i;
                        open |= met;
                    }
                }
                (prey != 0).then_some((open, prey))
            }
            Kind::Promotion => self
                .promotion_works(event, after)
                .then_some((Bitboard::EMPTY, 0)),
        }
    }

    /// Where `victim` can stand when `event` happens.
    fn presence(&self, event: usize, victim: &Victim, before: &Still) -> Bitboard {
        let color = self.color_of(event).other();
        let pawn_of = |file: File| PawnId::new(color, file);
        match victim.man {
            Man::Officer(home, class) => {
                let early = before.closed();
                if early.contains(home) {
                    return Bitboard::EMPTY;
                }
                // A pawn that paces bars its file though neither of its squares is closed.
                victim.squares
                    & self
                        .reaches
                        .reach(color, class.role(), home, early, before.bars)
            }
            Man::Pawn(file) => {
                let pawn = pawn_of(file);
                let late = self.of_pawn[pawn].iter().any(|&other| {
                    self.events[other].kind != Kind::Death && self.is_before(event, other)
                });
                let last = self.career(pawn).captures.checked_sub(1);
                match last.map(|last| self.squares[self.of_pawn[pawn][last]]) {
                    _ if late => Bitboard::EMPTY,
                    // It came to its last file on one of these, and went on from there.
                    Some(entered) => victim
                        .squares
                        .into_iter()
                        .filter(|&square| {
                            let rank = |set| first_rank(towards(color, set));
                            rank(entered) <= rank(square.into())
                        })
                        .collect(),
                    None => victim.squares,
                }
            }
            Man::Promoted(file) => {
                let pawn = pawn_of(file);
                let Some(&promotion) = self.of_pawn[pawn]
                    .iter()
                    .find(|&&other| self.events[other].kind == Kind::Promotion)
                else {
                    return victim.squares;
                };
                let Some(square) = self.career(pawn).end.promotion() else {
                    return victim.squares;
                };
                if self.is_before(event, promotion) {
                    return Bitboard::EMPTY;
                }
                let since = self.still_pawns(Some(promotion), Some(event));
                victim.squares
                    & self
                        .reaches
                        .promoted_reach(color, square, since.closed(), since.bars)
            }
        }
    }

    /// Whether the pawn had a way to its promotion and the new man a way on.
    fn promotion_works(&self, event: usize, after: &Still) -> bool {
        let pawn = self.events[event].pawn;
        let career = self.career(pawn);
        let Some(square) = career.end.promotion() else {
            return true;
        };
        let own = &self.of_pawn[pawn];
        let position = own.iter().position(|&e| e == event).unwrap_or(0);
        let previous = position.checked_sub(1).map(|i| own[i]);
        if self.occupied_at(event).contains(square) {
            return false;
        }
        // The squares between the last capture and the promotion.
        let entered = career.enter[career.captures];
        let walked = if entered.contains(square) {
            Bitboard::EMPTY
        } else {
            career.stay[career.captures] & !entered | Bitboard::from(square)
        };
        let top = last_rank(towards(career.color, entered & !Bitboard::BACKRANKS));
        let must_walk: Bitboard = walked
            .into_iter()
            .filter(|&s| first_rank(towards(career.color, s.into())) > top)
            .collect();
        let shut = self.still_pawns(previous, Some(event)).closed();
        if must_walk.intersects(shut) {
            return false;
        }
        match career.end {
            End::Remains(_, class) => {
                let late = after.closed();
                let men = self.ledger.census(career.color).officers[class as usize];
                if late.contains(square) && !men.contains(square) {
                    return false;
                }
                let own = Bitboard::from(square);
                let reach =
                    self.reaches
                        .reach(career.color, class.role(), square, late & !own, after.bars);
                // No man on a square closed since the promotion is the promoted one, except on the promotion square.
                (reach & men & (!late | own)).any()
            }
            _ => !after.officers.contains(square),
        }
    }
}
