//! The pass from the end: from which states the end can be reached, and from which squares every man still gets to where
//! it stands.

use std::collections::BTreeMap;

use shakmaty::{Bitboard, Color, Rank, Role, attacks};

use super::{FromTheEnd, JointPawns, KnownState, Origin, STATES_A_NODE, State, Survivor};
use crate::budget::{Budget, Limit};
use crate::retro::model::Class;
use crate::retro::model::claim::End;
use crate::retro::scenario::matching::{is_matchable, row};

impl JointPawns<'_, '_> {
    /// Those of these states from which the end can be reached, with what this pass knows of them; none if the first is
    /// not among them.
    pub(super) fn backwards(
        &self,
        known: &[KnownState],
        budget: &mut Budget,
    ) -> Result<BTreeMap<State, FromTheEnd>, Limit> {
        let mut left: BTreeMap<State, FromTheEnd> = BTreeMap::new();
        for (count, this) in known.iter().rev().enumerate() {
            if count.is_multiple_of(STATES_A_NODE) {
                budget.spend()?;
                // States are too large for the clock to wait for many nodes.
                budget.check_clock()?;
            }
            if let Some(from_the_end) = self.seen_from_the_end(this, &left) {
                left.insert(this.state, from_the_end);
            }
        }
        let is_first = |known: &KnownState| left.contains_key(&known.state);
        if !known.first().is_some_and(is_first) {
            left.clear();
        }
        Ok(left)
    }

    /// What the later states tell of this one; `None`: nobody comes from there to the end.
    fn seen_from_the_end(
        &self,
        known: &KnownState,
        later: &BTreeMap<State, FromTheEnd>,
    ) -> Option<FromTheEnd> {
        let state = &known.state;
        let is_last = self
            .tracks
            .iter()
            .zip(state.places)
            .all(|(track, place)| usize::from(place) == track.last());
        let pawns = self.pawns(state, Color::White) | self.pawns(state, Color::Black);
        let mut from = vec![Bitboard::EMPTY; self.men.len()];
        let mut may_promote_later = 0u32;
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
            may_promote_later |= from_the_end.may_promote_later;
            for (i, &man) in self.men.iter().enumerate() {
                let mut squares = from_the_end.from[i] & !pawns;
                if man.role == Role::King {
                    squares &= !self.guarded(state, next, man.color.other());
                }
                from[i] |= squares;
                if self.promotes_between(state, next, man, from_the_end.from[i]) {
                    may_promote_later |= 1 << i;
                }
            }
        }
        if !leads_on {
            return None;
        }
        let at_home = self.at_home(known);
        let shut = pawns | at_home;
        for (i, &man) in self.men.iter().enumerate() {
            // The man may be the original that is still at home: that square stays possible.
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
            from[i] = self.walk_back(state, man, from[i] & !shut, shut) | own;
            if self.can_be_promoted_by_other(man, from[i]) {
                may_promote_later |= 1 << i;
            }
        }
        if !self.agree(known, &from, may_promote_later) {
            return None;
        }
        let settled = self
            .men
            .iter()
            .enumerate()
            .filter(|&(i, man)| {
                from[i] == Bitboard::from(man.square) && may_promote_later & 1 << i == 0
            })
            .map(|(_, man)| man.square)
            .collect();
        Some(FromTheEnd {
            from,
            may_promote_later,
            settled,
        })
    }

    /// Whether the step from one state to the next can be the promotion to that man.
    fn promotes_between(&self, state: &State, next: &State, man: Survivor, from: Bitboard) -> bool {
        self.tracks.iter().enumerate().any(|(i, track)| {
            matches!(track.end, End::Remains(square, class)
                if track.color == man.color && man.class == Some(class) && from.contains(square))
                && !self.has_promoted(state, i)
                && self.has_promoted(next, i)
        })
    }

    /// Whether a man who can be on these squares can be promoted on one of them by a pawn that is not followed.
    fn can_be_promoted_by_other(&self, man: Survivor, from: Bitboard) -> bool {
        let Some(class) = man.class else { return false };
        let side = self.timeline.side(man.color);
        let squares = if side.officers_are_settled[class as usize] {
            self.other_promotion_squares(man.color, class)
                .into_iter()
                .collect()
        } else {
            Bitboard::from_rank(man.color.relative_rank(Rank::Eighth))
        };
        from.intersects(squares)
    }

    /// The homes of those who stay on the board and have not got out.
    fn at_home(&self, known: &KnownState) -> Bitboard {
        self.officers
            .iter()
            .zip(&known.may)
            .filter_map(|(officer, may)| match officer.origin {
                Origin::Stays(home) if *may == Bitboard::from(home) => Some(home),
                _ => None,
            })
            .collect()
    }

    /// All squares from which a man can walk to a square of `to` in this state.
    fn walk_back(&self, state: &State, man: Survivor, to: Bitboard, shut: Bitboard) -> Bitboard {
        let reaches = self.timeline.reaches();
        let avoided = match man.role {
            Role::King => self.guarded(state, state, man.color.other()),
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
        // A king may step out of a check that a pawn has just given.
        let fled = seen.into_iter().fold(Bitboard::EMPTY, |all, square| {
            all | attacks::king_attacks(square)
        });
        seen | (to & avoided) | (fled & avoided & !shut)
    }

    /// Whether the passes from both ends agree: for every king, and for every class whose officers are settled.
    fn agree(&self, known: &KnownState, from: &[Bitboard], may_promote_later: u32) -> bool {
        Color::ALL.into_iter().all(|color| {
            let king = |role| role == Role::King;
            let man = self
                .men
                .iter()
                .position(|man| king(man.role) && man.color == color);
            let officer = self
                .officers
                .iter()
                .position(|officer| officer.role.is_some_and(king) && officer.color == color);
            if let (Some(man), Some(officer)) = (man, officer)
                && from[man].is_disjoint(known.may[officer])
            {
                return false;
            }
            Class::ALL
                .into_iter()
                .all(|class| self.class_agrees(known, from, may_promote_later, color, class))
        })
    }

    /// Whether each man of a class on the board can be a different one of its officers, if these are settled.
    fn class_agrees(
        &self,
        known: &KnownState,
        from: &[Bitboard],
        may_promote_later: u32,
        color: Color,
        class: Class,
    ) -> bool {
        let side = self.timeline.side(color);
        if !side.officers_are_settled[class as usize] {
            return true;
        }
        let sources: Vec<usize> = (0..self.officers.len())
            .filter(|&i| {
                let officer = self.officers[i];
                officer.color == color
                    && officer.class == Some(class)
                    && !matches!(officer.origin, Origin::Goes(..))
            })
            .collect();
        if sources.len() > 32 {
            return true;
        }
        let rows: Vec<u32> = (0..self.men.len())
            .filter(|&man| self.men[man].color == color && self.men[man].class == Some(class))
            .map(|man| {
                let fits = |&i: &usize| {
                    let can_come = match self.officers[i].origin {
                        Origin::Promoted(track) => !self.has_promoted(&known.state, track),
                        Origin::PromotedByOther(_) => true,
                        Origin::Stays(_) | Origin::Goes(..) => false,
                    };
                    from[man].intersects(known.may[i])
                        || can_come && may_promote_later & 1 << man != 0
                };
                row(&sources, fits)
            })
            .collect();
        is_matchable(&rows)
    }
}
