//! What is closed for a time: squares of pawns that keep still, and of officers that could not move meanwhile.
//!
//! Invariant: whatever is said to be closed from one moment to another was so all the time, in every history that follows
//! the scenario.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square};

use super::ranks::{captures_from, first_rank, last_rank, towards, up_to};
use super::{Event, Kind, Moment, Timeline, side_index};
use crate::retro::ledger::approaches;
use crate::retro::ledger::entrances;
use crate::retro::model::Class;
use crate::retro::model::PawnId;
use crate::retro::model::claim::End;

/// Who keeps still for a time.
#[derive(Default)]
pub(super) struct Still {
    /// Squares of White's and of Black's pawns that keep to them.
    pub(super) pawns: [Bitboard; 2],
    /// Squares among which White's and Black's pawns pace.
    pub(super) bars: [Bitboard; 2],
    /// Squares of officers and kings that could not move.
    pub(super) officers: Bitboard,
}

impl Still {
    /// Squares closed all that time.
    pub(super) fn closed(&self) -> Bitboard {
        self.pawns[0] | self.pawns[1] | self.officers
    }

    /// Squares the king of `color` avoids all that time: enemy pawns that keep still guard them.
    pub(super) fn guarded(&self, color: Color) -> Bitboard {
        let enemy = color.other();
        captures_from(enemy, self.pawns[side_index(enemy)])
    }
}

impl Timeline<'_> {
    /// The segment `pawn` is known to be in during all of the time from `from` to `to` (`None`: the start,
    /// the end). Segments are counted by the pawn's events gone by.
    fn segment(&self, pawn: PawnId, from: Moment, to: Moment) -> Option<usize> {
        if self.career(pawn).end == End::Unsettled {
            return None;
        }
        let own = &self.of_pawn[pawn];
        let gone = match from {
            None => 0,
            Some(from) => own
                .iter()
                .take_while(|&&event| event == from || self.is_before(event, from))
                .count(),
        };
        match (own.get(gone), to) {
            (None, _) => Some(gone),
            (Some(_), None) => None,
            (Some(&next), Some(to)) => (next == to || self.is_before(to, next)).then_some(gone),
        }
    }

    /// Who keeps still before `event`, and who does after it.
    pub(super) fn still_before_and_after(&self, event: usize) -> [Still; 2] {
        let mut before = self.still_pawns(None, Some(event));
        before.officers = self.stuck_from_the_start(before.closed());
        let mut after = self.still_pawns(Some(event), None);
        after.officers = self.stuck_until_the_end(Some(event), after.closed());
        [before, after]
    }

    /// The pawns that keep still, or pace, during all of the time from `from` to `to`.
    pub(super) fn still_pawns(&self, from: Moment, to: Moment) -> Still {
        let mut still = Still::default();
        for pawn in PawnId::ALL {
            let Some(span) = self.span(pawn, from, to) else {
                continue;
            };
            match span.count() {
                1 => still.pawns[pawn.side()] |= span,
                2..=4 => still.bars[pawn.side()] |= span,
                _ => {}
            }
        }
        still
    }

    /// The squares of a segment of a pawn's course, as far as the captures that bound it are known.
    pub(super) fn stretch(&self, pawn: PawnId, segment: usize) -> Bitboard {
        let career = self.career(pawn);
        let own = &self.of_pawn[pawn];
        let mut stretch = career.stay[segment];
        if let Some(entry) = segment.checked_sub(1) {
            let bottom = first_rank(towards(career.color, self.squares[own[entry]]));
            if let Some(below) = bottom.checked_sub(1) {
                stretch &= !up_to(career.color, below);
            }
        }
        if segment < career.captures {
            let top = last_rank(towards(career.color, self.departures(own[segment])));
            stretch &= up_to(career.color, top);
        } else if career.end == End::Falls {
            // It never went beyond the squares on which it can have been captured.
            let top = last_rank(towards(career.color, self.ends(pawn)));
            stretch &= up_to(career.color, top);
        }
        stretch
    }

    /// The squares of one file to which `pawn` keeps during all of the time from `from` to `to`, if it has no
    /// event in between and stands on the board all along.
    pub(super) fn span(&self, pawn: PawnId, from: Moment, to: Moment) -> Option<Bitboard> {
        let career = self.career(pawn);
        // During its last segment the pawn is gone once it promoted or died.
        let segment = self
            .segment(pawn, from, to)
            .filter(|&segment| segment <= career.captures)?;
        let all = self.stretch(pawn, segment);
        let mut span = all;
        if !(2..=4).contains(&span.count()) {
            return Some(span);
        }
        // Where another man arrives, or sets out from, it does not stand. If that is its first square, it has
        // gone on by then; if the last, it has not come there yet.
        let own = &self.of_pawn[pawn];
        let all = towards(career.color, all);
        for (event, &Event { pawn: other, kind }) in self.events.iter().enumerate() {
            if other == pawn {
                continue;
            }
            let arrival = match kind {
                Kind::Capture(_) => self.squares[event].single_square(),
                Kind::Promotion | Kind::Death => None,
            };
            let departure = self.departures(event).single_square();
            for square in [arrival, departure].into_iter().flatten() {
                if !span.contains(square) {
                    continue;
                }
                let until =
                    |moment: Moment| moment.is_some_and(|m| m == event || self.is_before(event, m));
                let since =
                    |moment: Moment| moment.is_some_and(|m| m == event || self.is_before(m, event));
                let begun = segment == 0 || self.is_before(own[segment - 1], event);
                let lasting = own
                    .get(segment)
                    .is_none_or(|&next| self.is_before(event, next));
                let rank = first_rank(towards(career.color, square.into()));
                let gone_on = begun && until(from) && first_rank(all) == rank;
                let not_yet = lasting && since(to) && last_rank(all) == rank;
                if gone_on || not_yet {
                    span.discard(square);
                }
            }
        }
        Some(span)
    }

    /// Squares from which the pawn of `event` can have set out for it; empty if it had come there already.
    pub(super) fn departures(&self, event: usize) -> Bitboard {
        let career = self.career_of(event);
        match self.events[event].kind {
            Kind::Capture(j) => {
                captures_from(career.color.other(), self.squares[event]) & career.leave[j - 1]
            }
            Kind::Promotion => match career.end.promotion() {
                Some(square) if !career.enter[career.captures].contains(square) => {
                    Bitboard::from(square).shift(match career.color {
                        Color::White => -8,
                        Color::Black => 8,
                    })
                }
                _ => Bitboard::EMPTY,
            },
            Kind::Death => Bitboard::EMPTY,
        }
    }

    /// Pawns that keep to two to four squares of one file during all of the time from `from` to `to`:
    /// these squares, in the order of their advance.
    pub(in crate::retro::scenario) fn pacing(&self, from: Moment, to: Moment) -> Vec<Vec<Square>> {
        PawnId::ALL
            .into_iter()
            .filter_map(|pawn| self.paces(pawn, from, to))
            .collect()
    }

    fn paces(&self, pawn: PawnId, from: Moment, to: Moment) -> Option<Vec<Square>> {
        let span = self.span(pawn, from, to)?;
        if !(2..=4).contains(&span.count()) {
            return None;
        }
        let mut squares: Vec<Square> = span.into_iter().collect();
        if self.career(pawn).color == Color::Black {
            squares.reverse();
        }
        Some(squares)
    }

    /// Men of the position that cannot have moved since `from`.
    pub(super) fn stuck_until_the_end(&self, from: Moment, closed: Bitboard) -> Bitboard {
        let board = &self.ledger.board;
        let mobility = &self.ledger.mobility;
        let mut stuck = Bitboard::EMPTY;
        let men = board.occupied() & !board.pawns() & !self.ledger.steady;
        loop {
            let before = stuck;
            for square in men & !stuck {
                let Some(piece) = board.piece_at(square) else {
                    continue;
                };
                if can_have_castled_to(piece.color, piece.role, square)
                    || self.can_have_promoted(piece.color, square, from)
                {
                    continue;
                }
                let shut = closed | stuck | mobility.blocked;
                let ways = approaches(piece.role, square, shut)
                    .into_iter()
                    .any(|way| !mobility.pins_down(piece.color, piece.role, way));
                if !ways {
                    stuck.add(square);
                }
            }
            if stuck == before {
                return stuck;
            }
        }
    }

    /// Whether the man on `square` can have been promoted there after `from`.
    fn can_have_promoted(&self, color: Color, square: Square, from: Moment) -> bool {
        let side = side_index(color);
        let class = self
            .ledger
            .board
            .role_at(square)
            .and_then(|role| Class::of(role, square));
        if class.is_some_and(|class| !self.sides[side].officers_are_settled[class as usize]) {
            return true;
        }
        if self.sides[side]
            .promotions
            .iter()
            .any(|&(at, _)| at == square)
        {
            return true;
        }
        PawnId::of(color).any(|pawn| {
            matches!(self.career(pawn).end, End::Remains(at, _) if at == square)
                && self.of_pawn[pawn]
                    .iter()
                    .find(|&&event| self.events[event].kind == Kind::Promotion)
                    .is_none_or(|&promotion| {
                        from.is_none_or(|from| {
                            promotion != from && !self.is_before(promotion, from)
                        })
                    })
        })
    }

    /// Officers still on the board, and kings, that cannot have left home yet.
    fn stuck_from_the_start(&self, closed: Bitboard) -> Bitboard {
        let array = Board::new();
        let alive = self.sides[0].alive
            | self.sides[1].alive
            | Bitboard::from(Square::E1)
            | Bitboard::from(Square::E8);
        let mut stuck = Bitboard::EMPTY;
        loop {
            let before = stuck;
            for square in alive & !stuck {
                let role = array.role_at(square).unwrap_or(Role::King);
                if entrances(role, square).is_subset(closed | stuck | self.ledger.steady) {
                    stuck.add(square);
                }
            }
            if stuck == before {
                return stuck;
            }
        }
    }

    /// How many of its captures a pawn had made at the moment of `event`, if that is known and it was still a
    /// pawn.
    pub(super) fn captures_before(&self, pawn: PawnId, event: usize) -> Option<usize> {
        let career = self.career(pawn);
        let own = &self.of_pawn[pawn];
        let gone = own
            .iter()
            .take_while(|&&other| self.is_before(other, event))
            .count();
        let stays = own
            .get(gone)
            .is_none_or(|&next| self.is_before(event, next));
        (stays && gone <= career.captures && career.end != End::Unsettled).then_some(gone)
    }

    /// Squares known to be occupied at the moment of `event` by a pawn that is not part of it.
    pub(super) fn occupied_at(&self, event: usize) -> Bitboard {
        let mut occupied = Bitboard::EMPTY;
        for pawn in PawnId::ALL {
            if pawn != self.events[event].pawn
                && let Some(gone) = self.captures_before(pawn, event)
                && let Some(square) = self.stretch(pawn, gone).single_square()
            {
                occupied.add(square);
            }
        }
        occupied
    }
}

/// Whether castling can have brought a man of this kind here.
fn can_have_castled_to(color: Color, role: Role, square: Square) -> bool {
    let home = match color {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    };
    let files = match role {
        Role::King => [File::C, File::G],
        Role::Rook => [File::D, File::F],
        _ => return false,
    };
    square.rank() == home && files.contains(&square.file())
}
