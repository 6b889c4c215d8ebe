//! The look from the end: which moments the end is come to from, and from where everybody still gets to his square.

use std::collections::BTreeMap;

use shakmaty::{Bitboard, Color, Rank, Role, attacks};

use super::{FromTheEnd, Known, MOMENTS_A_NODE, Moment, Part, Rehearsal, Survivor};
use crate::budget::{Budget, Limit};
use crate::retro::model::Class;
use crate::retro::model::claim::End;
use crate::retro::scenario::matching::is_matchable;

impl Rehearsal<'_, '_> {
    /// Of these moments those from which the end is come to, with what it tells of them; none if the first is not among
    /// them.
    pub(super) fn backwards(
        &self,
        known: &[Known],
        budget: &mut Budget,
    ) -> Result<BTreeMap<Moment, FromTheEnd>, Limit> {
        let mut left: BTreeMap<Moment, FromTheEnd> = BTreeMap::new();
        for (count, this) in known.iter().rev().enumerate() {
            if count.is_multiple_of(MOMENTS_A_NODE) {
                budget.spend()?;
                // Scenes are too large for the clock to wait for many nodes.
                budget.check_clock()?;
            }
            if let Some(from_the_end) = self.seen_from_the_end(this, &left) {
                left.insert(this.moment, from_the_end);
            }
        }
        let is_first = |known: &Known| left.contains_key(&known.moment);
        if !known.first().is_some_and(is_first) {
            left.clear();
        }
        Ok(left)
    }

    /// What the later moments tell of this one; `None`: nobody comes from there to the end.
    fn seen_from_the_end(
        &self,
        known: &Known,
        later: &BTreeMap<Moment, FromTheEnd>,
    ) -> Option<FromTheEnd> {
        let moment = &known.moment;
        let is_last = self
            .tracks
            .iter()
            .zip(moment.places)
            .all(|(track, place)| usize::from(place) == track.last());
        let pawns = self.pawns(moment, Color::White) | self.pawns(moment, Color::Black);
        let mut from = vec![Bitboard::EMPTY; self.men.len()];
        let mut unborn = 0u32;
        if is_last {
            for (from, man) in from.iter_mut().zip(&self.men) {
                from.add(man.square);
            }
        }
        let mut leads_on = is_last;
        for next in &known.next {
            let Some(from_the_end) = later.get(next) else {
                continue;
            };
            leads_on = true;
            unborn |= from_the_end.unborn;
            for (i, &man) in self.men.iter().enumerate() {
                let mut squares = from_the_end.from[i] & !pawns;
                if man.role == Role::King {
                    squares &= !self.guarded(moment, next, man.color.other());
                }
                from[i] |= squares;
                if self.is_born_between(moment, next, man, from_the_end.from[i]) {
                    unborn |= 1 << i;
                }
            }
        }
        if !leads_on {
            return None;
        }
        let at_home = self.at_home(known);
        let shut = pawns | at_home;
        for (i, &man) in self.men.iter().enumerate() {
            // He may be the one who is still at home.
            let own: Bitboard = (from[i] & at_home)
                .into_iter()
                .filter(|&home| {
                    shakmaty::Board::new().piece_at(home)
                        == Some(shakmaty::Piece {
                            color: man.color,
                            role: man.role,
                        })
                })
                .collect();
            from[i] = self.walk_back(moment, man, from[i] & !shut, shut) | own;
            if self.can_be_born_unnamed(man, from[i]) {
                unborn |= 1 << i;
            }
        }
        if !self.agree(known, &from, unborn) {
            return None;
        }
        let settled = self
            .men
            .iter()
            .enumerate()
            .filter(|&(i, man)| from[i] == Bitboard::from(man.square) && unborn & 1 << i == 0)
            .map(|(_, man)| man.square)
            .collect();
        Some(FromTheEnd {
            from,
            unborn,
            settled,
        })
    }

    /// Whether the step from one moment to the next can be the promotion to that man.
    fn is_born_between(
        &self,
        moment: &Moment,
        next: &Moment,
        man: Survivor,
        from: Bitboard,
    ) -> bool {
        self.tracks.iter().enumerate().any(|(i, track)| {
            matches!(track.end, End::Remains(door, class)
                if track.color == man.color && man.class == Some(class) && from.contains(door))
                && !self.is_born(moment, i)
                && self.is_born(next, i)
        })
    }

    /// Whether a man who can be on these squares can be promoted on one of them by a pawn that is not followed.
    fn can_be_born_unnamed(&self, man: Survivor, from: Bitboard) -> bool {
        let Some(class) = man.class else { return false };
        let side = self.timeline.side(man.color);
        let doors = if side.officers_are_settled[class as usize] {
            self.unnamed_doors(man.color, class).into_iter().collect()
        } else {
            Bitboard::from_rank(man.color.relative_rank(Rank::Eighth))
        };
        from.intersects(doors)
    }

    /// The homes of those who stay on the board and have not got out.
    fn at_home(&self, known: &Known) -> Bitboard {
        self.players
            .iter()
            .zip(&known.may)
            .filter_map(|(player, may)| match player.part {
                Part::Stays(home) if *may == Bitboard::from(home) => Some(home),
                _ => None,
            })
            .collect()
    }

    /// All squares from which a man walks to some in a moment.
    fn walk_back(&self, moment: &Moment, man: Survivor, to: Bitboard, shut: Bitboard) -> Bitboard {
        let reaches = self.timeline.reaches();
        let avoided = match man.role {
            Role::King => self.guarded(moment, moment, man.color.other()),
            _ => Bitboard::EMPTY,
        };
        let mut seen = Bitboard::EMPTY;
        while let Some(square) = (to & !avoided & !seen).first() {
            seen.add(square);
            seen |= reaches.origins(man.color, man.role, square, shut | avoided);
        }
        if avoided.is_empty() {
            return seen;
        }
        // A check a pawn has just given is walked out of.
        let fled = seen.into_iter().fold(Bitboard::EMPTY, |all, square| {
            all | attacks::king_attacks(square)
        });
        seen | (to & avoided) | (fled & avoided & !shut)
    }

    /// Whether both looks agree: every king, and every officer of a class of which all is told.
    fn agree(&self, known: &Known, from: &[Bitboard], unborn: u32) -> bool {
        Color::ALL.into_iter().all(|color| {
            let king = |role| role == Role::King;
            let man = self
                .men
                .iter()
                .position(|man| king(man.role) && man.color == color);
            let player = self
                .players
                .iter()
                .position(|player| player.role.is_some_and(king) && player.color == color);
            if let (Some(man), Some(player)) = (man, player)
                && from[man].is_disjoint(known.may[player])
            {
                return false;
            }
            Class::ALL
                .into_iter()
                .all(|class| self.class_agrees(known, from, unborn, color, class))
        })
    }

    /// Whether the men of a class on the board can each be another of those of whom all is told.
    fn class_agrees(
        &self,
        known: &Known,
        from: &[Bitboard],
        unborn: u32,
        color: Color,
        class: Class,
    ) -> bool {
        let side = self.timeline.side(color);
        if !side.officers_are_settled[class as usize] {
            return true;
        }
        let sources: Vec<usize> = (0..self.players.len())
            .filter(|&i| {
                let player = self.players[i];
                player.color == color
                    && player.class == Some(class)
                    && !matches!(player.part, Part::Goes(..))
            })
            .collect();
        if sources.len() > 32 {
            return true;
        }
        let rows: Vec<u32> = (0..self.men.len())
            .filter(|&man| self.men[man].color == color && self.men[man].class == Some(class))
            .map(|man| {
                let fits = |&i: &usize| {
                    let can_come = match self.players[i].part {
                        Part::Born(track) => !self.is_born(&known.moment, track),
                        Part::Vague(_) => true,
                        Part::Stays(_) | Part::Goes(..) => false,
                    };
                    from[man].intersects(known.may[i]) || can_come && unborn & 1 << man != 0
                };
                sources
                    .iter()
                    .enumerate()
                    .filter(|(_, i)| fits(i))
                    .fold(0u32, |row, (column, _)| row | 1 << column)
            })
            .collect();
        is_matchable(&rows)
    }
}
