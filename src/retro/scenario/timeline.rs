//! The order of events in a scenario: which capture, promotion or death came before which.
//!
//! Events are the captures, promotions and ends of pawns. A pawn that keeps to one square between two
//! of its events closes that square in between; officers that could not move in such a time close
//! theirs. An event is feasible if, with what is known of the order, its pawn had a way, its victim
//! could be there and its promoted man could get where it is needed. Orders are learned by assuming the
//! contrary. Invariant: the order holds in every history that follows the scenario; a contradiction means
//! there is none.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::ground::Ground;
use super::life::{End, PawnLife};
use super::matching::is_matchable;
use super::side::{Man, SideScenario, Victim};
use crate::retro::ledger::{Class, Ledger, approaches, entrances};

/// What happens at an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The pawn's `j`-th capture, counted from 1.
    Capture(usize),
    /// The pawn promotes.
    Promotion,
    /// The pawn, or the man it became, is captured.
    Death,
}

/// An event in the life of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The pawn: its file of origin, plus 8 for Black's.
    pub pawn: usize,
    /// What happens.
    pub kind: Kind,
}

/// The most events a timeline holds; scenarios with more are not examined.
const MOST_EVENTS: usize = 64;

/// The order of events of one scenario.
#[derive(Clone)]
pub struct Timeline<'a> {
    ground: &'a Ground<'a>,
    ledger: &'a Ledger,
    sides: [&'a SideScenario; 2],
    /// All events, the pawns' own in their order.
    pub events: Vec<Event>,
    /// The events of each pawn, in order.
    of_pawn: [Vec<usize>; 16],
    /// Bit `a` of `before[b]`: `a` came before `b`.
    before: Vec<u64>,
    /// Victims each capture can have, as bits; empty for other events.
    prey: Vec<u32>,
    /// Squares each capture can have happened on.
    squares: Vec<Bitboard>,
}

/// A contradiction: no order of events fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction;

type Moment = Option<usize>;

impl<'a> Timeline<'a> {
    /// The timeline of a scenario with what follows from each pawn alone and from opposing pawns on one file.
    ///
    /// # Errors
    ///
    /// A contradiction at once. `Ok(None)`: too many events to examine.
    pub fn new(
        ground: &'a Ground<'a>,
        white: &'a SideScenario,
        black: &'a SideScenario,
    ) -> Result<Option<Timeline<'a>>, Contradiction> {
        let sides = [white, black];
        let mut events = Vec::new();
        let mut of_pawn: [Vec<usize>; 16] = std::array::from_fn(|_| Vec::new());
        for (pawn, life) in white.lives.iter().chain(&black.lives).enumerate() {
            if life.end == End::Unsettled {
                continue;
            }
            let promotion = life.end.promotion().map(|_| Kind::Promotion);
            let death = matches!(life.end, End::Falls | End::Spent(_)).then_some(Kind::Death);
            for kind in (1..=life.captures)
                .map(Kind::Capture)
                .chain(promotion)
                .chain(death)
            {
                of_pawn[pawn].push(events.len());
                events.push(Event { pawn, kind });
            }
        }
        if events.len() > MOST_EVENTS {
            return Ok(None);
        }
        let mut timeline = Timeline {
            ground,
            ledger: ground.ledger,
            sides,
            before: vec![0; events.len()],
            prey: vec![0; events.len()],
            squares: vec![Bitboard::EMPTY; events.len()],
            events,
            of_pawn,
        };
        for pawn in 0..16 {
            for pair in 0..timeline.of_pawn[pawn].len().saturating_sub(1) {
                let (first, second) = (
                    timeline.of_pawn[pawn][pair],
                    timeline.of_pawn[pawn][pair + 1],
                );
                timeline.put_before(first, second)?;
            }
        }
        for event in 0..timeline.events.len() {
            if let Kind::Capture(j) = timeline.events[event].kind {
                let squares = timeline.life_of(event).capture(j);
                timeline.squares[event] = squares;
                timeline.prey[event] = timeline
                    .victims_of(event)
                    .iter()
                    .enumerate()
                    .filter(|(_, victim)| victim.squares.intersects(squares))
                    .fold(0, |bits, (i, _)| bits | 1 << i);
            }
        }
        timeline.pass_on_files()?;
        Ok(Some(timeline))
    }

    /// Squares a capture can have happened on.
    pub fn squares_of(&self, event: usize) -> Bitboard {
        self.squares[event]
    }

    /// Victims a capture can have, as bits.
    pub fn prey_of(&self, event: usize) -> u32 {
        self.prey[event]
    }

    /// The ledger of the position.
    pub fn ledger(&self) -> &'a Ledger {
        self.ledger
    }

    /// White's scenario or Black's.
    pub fn side(&self, color: Color) -> &'a SideScenario {
        self.sides[side_index(color)]
    }

    /// Where a missing man of `color` (by index among its victims) was captured, as far as that is known.
    pub fn death_squares(&self, color: Color, victim: usize) -> Bitboard {
        let taker = side_index(color.other());
        (0..self.events.len())
            .find(|&event| self.events[event].pawn / 8 == taker && self.prey[event] == 1 << victim)
            .map_or(self.side(color).victims[victim].squares, |event| {
                self.squares[event]
            })
    }

    fn life(&self, pawn: usize) -> &'a PawnLife {
        &self.sides[pawn / 8].lives[pawn % 8]
    }

    fn life_of(&self, event: usize) -> &'a PawnLife {
        self.life(self.events[event].pawn)
    }

    fn color_of(&self, event: usize) -> Color {
        self.life_of(event).color
    }

    /// The other side's missing men.
    fn victims_of(&self, event: usize) -> &'a [Victim] {
        let own = self.events[event].pawn / 8;
        &self.sides[1 - own].victims
    }

    /// Whether `a` is known to have come before `b`.
    pub fn is_before(&self, a: usize, b: usize) -> bool {
        self.before[b] & (1 << a) != 0
    }

    /// Records that `a` came before `b`, and what follows.
    fn put_before(&mut self, a: usize, b: usize) -> Result<(), Contradiction> {
        if a == b || self.is_before(b, a) {
            return Err(Contradiction);
        }
        if self.is_before(a, b) {
            return Ok(());
        }
        let earlier = self.before[a] | 1 << a;
        for later in 0..self.events.len() {
            if later == b || self.before[later] & (1 << b) != 0 {
                self.before[later] |= earlier;
                if self.before[later] & (1 << later) != 0 {
                    return Err(Contradiction);
                }
            }
        }
        Ok(())
    }

    /// Opposing pawns that start on one file pass only if one of them leaves it first.
    fn pass_on_files(&mut self) -> Result<(), Contradiction> {
        for file in 0..8 {
            let (white, black) = (self.life(file), self.life(file + 8));
            if white.end == End::Unsettled || black.end == End::Unsettled {
                continue;
            }
            let white_out = self.of_pawn[file].first().copied();
            let black_out = self.of_pawn[file + 8].first().copied();
            // Lowest rank White's pawn can leave from, highest rank Black's can.
            let lowest = first_rank(white.leave[0]);
            let highest = last_rank(black.leave[0]);
            let promotes = |life: &PawnLife| life.captures == 0 && life.end.promotion().is_some();
            // White's leaves first: Black's pawn is then still above it.
            let white_first = white_out.is_some() && !promotes(white) && lowest < 6;
            let black_first = black_out.is_some() && !promotes(black) && highest > 1;
            match (white_out, black_out) {
                // Both stay to the end.
                (None, None) => {
                    if lowest >= highest {
                        return Err(Contradiction);
                    }
                }
                _ => match (white_first, black_first) {
                    (true, true) => {}
                    (true, false) => {
                        if let (Some(white), Some(black)) = (white_out, black_out) {
                            self.put_before(white, black)?;
                        } else if black_out.is_some() {
                            return Err(Contradiction);
                        }
                    }
                    (false, true) => {
                        if let (Some(white), Some(black)) = (white_out, black_out) {
                            self.put_before(black, white)?;
                        } else if white_out.is_some() {
                            return Err(Contradiction);
                        }
                    }
                    (false, false) => return Err(Contradiction),
                },
            }
        }
        Ok(())
    }

    /// The segment `pawn` is known to be in during all of the time from `from` to `to` (`None`: the start,
    /// the end). Segments are counted by the pawn's events gone by.
    fn segment(&self, pawn: usize, from: Moment, to: Moment) -> Option<usize> {
        if self.life(pawn).end == End::Unsettled {
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

    /// Squares that pawns and immobile officers close during all of the time from `from` to `to`.
    fn closed(&self, from: Moment, to: Moment) -> Bitboard {
        let mut closed = self.closed_by_pawns(from, to);
        if to.is_none() && from.is_some() {
            closed |= self.stuck_until_the_end(from, closed);
        }
        if from.is_none() && to.is_some() {
            closed |= self.stuck_from_the_start(closed);
        }
        closed
    }

    fn closed_by_pawns(&self, from: Moment, to: Moment) -> Bitboard {
        (0..16)
            .filter_map(|pawn| self.span(pawn, from, to)?.single_square())
            .collect()
    }

    /// The squares of one file to which `pawn` keeps during all of the time from `from` to `to`, if it has no
    /// event in between and stands on the board all along.
    fn span(&self, pawn: usize, from: Moment, to: Moment) -> Option<Bitboard> {
        let life = self.life(pawn);
        // During its last segment the pawn is gone once it promoted or died.
        let segment = self
            .segment(pawn, from, to)
            .filter(|&segment| segment <= life.captures)?;
        let mut span = life.stay[segment];
        if !(2..=4).contains(&span.count()) {
            return Some(span);
        }
        // Where another man arrives it does not stand. If that is its first square, it has gone on by then; if
        // the last, it has not come there yet.
        let own = &self.of_pawn[pawn];
        for (event, &Event { pawn: other, kind }) in self.events.iter().enumerate() {
            let Some(arrival) = self.squares[event].single_square() else {
                continue;
            };
            if other == pawn || !matches!(kind, Kind::Capture(_)) || !span.contains(arrival) {
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
            let all = towards(life.color, life.stay[segment]);
            let rank = first_rank(towards(life.color, arrival.into()));
            let gone_on = begun && until(from) && first_rank(all) == rank;
            let not_yet = lasting && since(to) && last_rank(all) == rank;
            if gone_on || not_yet {
                span.discard(arrival);
            }
        }
        Some(span)
    }

    /// Pawns that keep to two to four squares of one file during all of the time from `from` to `to`:
    /// these squares, in the order of their advance.
    pub(super) fn pacing(&self, from: Moment, to: Moment) -> Vec<Vec<Square>> {
        (0..16)
            .filter_map(|pawn| self.paces(pawn, from, to))
            .collect()
    }

    fn paces(&self, pawn: usize, from: Moment, to: Moment) -> Option<Vec<Square>> {
        let span = self.span(pawn, from, to)?;
        if !(2..=4).contains(&span.count()) {
            return None;
        }
        let mut squares: Vec<Square> = span.into_iter().collect();
        if self.life(pawn).color == Color::Black {
            squares.reverse();
        }
        Some(squares)
    }

    /// The squares of White's and of Black's pawns that pace during all of the time from `from` to `to`.
    fn bars(&self, from: Moment, to: Moment) -> [Bitboard; 2] {
        [0..8, 8..16].map(|pawns| {
            pawns
                .filter_map(|pawn| self.paces(pawn, from, to))
                .flatten()
                .collect()
        })
    }

    /// Squares the king of `color` avoids all the time from `from` to `to`: enemy pawns that keep still guard them.
    fn guarded(&self, color: Color, from: Moment, to: Moment) -> Bitboard {
        let enemy = color.other();
        (0..8)
            .map(|file| side_index(enemy) * 8 + file)
            .filter_map(|pawn| self.span(pawn, from, to)?.single_square())
            .fold(Bitboard::EMPTY, |all, square| {
                all | attacks::pawn_attacks(enemy, square)
            })
    }

    /// Whether the kings had a way from home over the moment of `event` to where they stand.
    fn kings_pass(&self, event: usize) -> bool {
        let early = self.closed(None, Some(event));
        let late = self.closed(Some(event), None);
        if (early | late).is_empty() {
            return true;
        }
        Color::ALL.into_iter().all(|color| {
            let home = match color {
                Color::White => Square::E1,
                Color::Black => Square::E8,
            };
            let to = self.ledger.census(color).king;
            let before = self.ground.reach(
                color,
                Role::King,
                home,
                early.without(home) | self.guarded(color, None, Some(event)),
                self.bars(None, Some(event)),
            );
            let guarded = self.guarded(color, Some(event), None);
            let mut after = self
                .ground
                .origins(color, Role::King, to, late.without(to) | guarded);
            // The event itself may have given check to a king on a square guarded from then on.
            after |= after.into_iter().fold(Bitboard::EMPTY, |all, square| {
                all | attacks::king_attacks(square)
            }) & guarded;
            before.intersects(after)
        })
    }

    /// Whether the officers on the board, each from a home or a promotion of its own, had ways over the moment of
    /// `event` to where they stand.
    fn officers_pass(&self, event: usize) -> bool {
        let early = self.closed(None, Some(event));
        let late = self.closed(Some(event), None);
        if early.is_empty() || late.is_empty() {
            return true;
        }
        let moving = !self.ledger.steady;
        Color::ALL.into_iter().all(|color| {
            let side = self.sides[side_index(color)];
            !side.cast_is_settled
                || Class::ALL.into_iter().all(|class| {
                    let men = self.ledger.census(color).officers[class as usize] & moving;
                    if men.is_empty() {
                        return true;
                    }
                    let sources = self.sources(color, class, event, early);
                    let rows: Vec<u32> = men
                        .into_iter()
                        .map(|to| {
                            let role = class.role();
                            let after = self.ground.origins(color, role, to, late.without(to));
                            sources
                                .iter()
                                .enumerate()
                                .filter(|(_, before)| before.intersects(after))
                                .fold(0, |row, (i, _)| row | 1 << i)
                        })
                        .collect();
                    is_matchable(&rows)
                })
        })
    }

    /// For each officer of a class that is on the board in the end: where it can have stood at the moment of `event`,
    /// its square of promotion included if that may come later.
    fn sources(&self, color: Color, class: Class, event: usize, early: Bitboard) -> Vec<Bitboard> {
        let side = side_index(color);
        let homes = self.sides[side].alive & class.homes(color) & !self.ledger.steady;
        let bars = self.bars(None, Some(event));
        let role = class.role();
        let originals = homes.into_iter().map(|home| {
            self.ground
                .reach(color, role, home, early.without(home), bars)
        });
        let promoted = (0..8).filter_map(|file| {
            let pawn = side * 8 + file;
            let End::Remains(square, born) = self.life(pawn).end else {
                return None;
            };
            if born != class {
                return None;
            }
            let birth = *self.of_pawn[pawn]
                .iter()
                .find(|&&own| self.events[own].kind == Kind::Promotion)?;
            let shut = if birth == event || self.is_before(event, birth) {
                return Some(square.into());
            } else if self.is_before(birth, event) {
                self.closed_by_pawns(Some(birth), Some(event))
            } else {
                Bitboard::EMPTY
            };
            let shut = shut.without(square);
            let free = [Bitboard::EMPTY; 2];
            Some(self.ground.reach(color, role, square, shut, free))
        });
        originals.chain(promoted).collect()
    }

    /// Men of the position that cannot have moved since `from`.
    fn stuck_until_the_end(&self, from: Moment, closed: Bitboard) -> Bitboard {
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
                    || self.can_be_born(piece.color, square, from)
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
    fn can_be_born(&self, color: Color, square: Square, from: Moment) -> bool {
        let side = side_index(color);
        if !self.sides[side].cast_is_settled {
            return true;
        }
        (0..8).any(|file| {
            let pawn = side * 8 + file;
            matches!(self.life(pawn).end, End::Remains(born, _) if born == square)
                && self.of_pawn[pawn]
                    .iter()
                    .find(|&&event| self.events[event].kind == Kind::Promotion)
                    .is_none_or(|&birth| {
                        from.is_none_or(|from| birth != from && !self.is_before(birth, from))
                    })
        })
    }

    /// Officers still on the board, and kings, that cannot have left home yet.
    fn stuck_from_the_start(&self, closed: Bitboard) -> Bitboard {
        let array = shakmaty::Board::new();
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

    /// Squares known to be occupied at the moment of `event` by a pawn that is not part of it.
    fn occupied_at(&self, event: usize) -> Bitboard {
        let mut occupied = Bitboard::EMPTY;
        for pawn in 0..16 {
            if pawn == self.events[event].pawn || self.life(pawn).end == End::Unsettled {
                continue;
            }
            let own = &self.of_pawn[pawn];
            let gone = own
                .iter()
                .take_while(|&&other| self.is_before(other, event))
                .count();
            let stays = own
                .get(gone)
                .is_none_or(|&next| self.is_before(event, next));
            let life = self.life(pawn);
            if stays
                && gone <= life.captures
                && let Some(square) = life.stay[gone].single_square()
            {
                occupied.add(square);
            }
        }
        occupied
    }

    /// Squares of `squares` on which the capturing pawn of `event` can land and go on, given the opposing
    /// pawns known to be on that file.
    fn passable(&self, event: usize, j: usize, squares: Bitboard) -> Bitboard {
        let life = self.life_of(event);
        let color = life.color;
        let mut left = squares;
        let next = self.of_pawn[self.events[event].pawn]
            .iter()
            .copied()
            .find(|&other| self.is_before(event, other));
        for file in 0..8 {
            let pawn = side_index(color.other()) * 8 + file;
            let own = &self.of_pawn[pawn];
            let gone = own
                .iter()
                .take_while(|&&other| self.is_before(other, event))
                .count();
            let stays = own
                .get(gone)
                .is_none_or(|&next| self.is_before(event, next));
            let other = self.life(pawn);
            if other.end == End::Unsettled
                || !stays
                || gone > other.captures
                || other.files[gone] != life.files[j]
            {
                continue;
            }
            // Ranks as the capturing side counts them.
            let span = towards(color, other.stay[gone]);
            let low = first_rank(span);
            let high = last_rank(span);
            let departure = own.get(gone).copied();
            // While this pawn is below: it must leave below, or the other must leave first.
            let leaves_after = match (departure, next) {
                (None, _) => true,
                (Some(departure), Some(next)) => self.is_before(next, departure),
                (Some(_), None) => false,
            };
            let least_leave = first_rank(towards(color, life.leave[j]));
            // At the end of both, the other stands on the low end of its span.
            let ceiling = if departure.is_none() && next.is_none() {
                low
            } else {
                high
            };
            let promotes_here = j == life.captures && life.end.promotion().is_some();
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
    fn examine(&self, event: usize) -> Option<(Bitboard, u32)> {
        let life = self.life_of(event);
        match self.events[event].kind {
            Kind::Death => Some((Bitboard::EMPTY, 0)),
            Kind::Capture(j) => {
                let settled = self.closed(Some(event), None);
                let mut squares = self.squares[event] & !self.occupied_at(event);
                let settles = j == life.captures && matches!(life.end, End::Stands(_));
                if settles {
                    // The pawn itself may be what closes its square from now on.
                    squares &= !self
                        .stuck_until_the_end(Some(event), self.closed_by_pawns(Some(event), None));
                } else {
                    squares &= !settled;
                }
                squares = self.passable(event, j, squares);
                if squares.is_empty() {
                    return None;
                }
                let early = self.closed(None, Some(event));
                let mut prey = 0;
                let mut open = Bitboard::EMPTY;
                for (i, victim) in self.victims_of(event).iter().enumerate() {
                    if self.prey[event] & (1 << i) == 0 {
                        continue;
                    }
                    let met = squares & self.presence(event, victim, early);
                    if met.any() {
                        prey |= 1 << i;
                        open |= met;
                    }
                }
                (prey != 0).then_some((open, prey))
            }
            Kind::Promotion => self.promotion_works(event).then_some((Bitboard::EMPTY, 0)),
        }
    }

    /// Where `victim` can stand when `event` happens.
    fn presence(&self, event: usize, victim: &Victim, early: Bitboard) -> Bitboard {
        let color = self.color_of(event).other();
        let pawn_of = |file: u8| side_index(color) * 8 + usize::from(file);
        match victim.man {
            Man::Officer(home, class) => {
                if early.contains(home) {
                    return Bitboard::EMPTY;
                }
                // A pawn that paces bars its file though neither of its squares is closed.
                let bars = self.bars(None, Some(event));
                victim.squares & self.ground.reach(color, class.role(), home, early, bars)
            }
            Man::Pawn(file) => {
                let pawn = pawn_of(file);
                let late = self.of_pawn[pawn].iter().any(|&other| {
                    self.events[other].kind != Kind::Death && self.is_before(event, other)
                });
                if late {
                    Bitboard::EMPTY
                } else {
                    victim.squares
                }
            }
            Man::Promoted(file) => {
                let pawn = pawn_of(file);
                let Some(&birth) = self.of_pawn[pawn]
                    .iter()
                    .find(|&&other| self.events[other].kind == Kind::Promotion)
                else {
                    return victim.squares;
                };
                let Some(square) = self.life(pawn).end.promotion() else {
                    return victim.squares;
                };
                if self.is_before(event, birth) {
                    return Bitboard::EMPTY;
                }
                let closed = self.closed_by_pawns(Some(birth), Some(event));
                victim.squares
                    & self.ground.promoted_reach(
                        color,
                        square,
                        closed,
                        self.bars(Some(birth), Some(event)),
                    )
            }
        }
    }

    /// Whether the pawn had a way to its promotion and the new man a way on.
    fn promotion_works(&self, event: usize) -> bool {
        let pawn = self.events[event].pawn;
        let life = self.life(pawn);
        let Some(square) = life.end.promotion() else {
            return true;
        };
        let own = &self.of_pawn[pawn];
        let position = own.iter().position(|&e| e == event).unwrap_or(0);
        let previous = position.checked_sub(1).map(|i| own[i]);
        if self.occupied_at(event).contains(square) {
            return false;
        }
        // The squares between the last capture and the promotion.
        let entered = life.enter[life.captures];
        let walked = if entered.contains(square) {
            Bitboard::EMPTY
        } else {
            life.stay[life.captures] & !entered | Bitboard::from(square)
        };
        let top = last_rank(towards(life.color, entered & !Bitboard::BACKRANKS));
        let must_walk: Bitboard = walked
            .into_iter()
            .filter(|&s| first_rank(towards(life.color, s.into())) > top)
            .collect();
        let shut = self.closed_by_pawns(previous, Some(event));
        if must_walk.intersects(shut) {
            return false;
        }
        match life.end {
            End::Remains(_, class) => {
                let after = self.closed(Some(event), None);
                let men = self.ledger.census(life.color).officers[class as usize];
                if after.contains(square) && !men.contains(square) {
                    return false;
                }
                let own = Bitboard::from(square);
                let reach = self.ground.reach(
                    life.color,
                    class.role(),
                    square,
                    after & !own,
                    self.bars(Some(event), None),
                );
                // A man that stood still since the promotion is not the promoted one, but on its square.
                (reach & men & (!after | own)).any()
            }
            _ => !self
                .stuck_until_the_end(Some(event), self.closed_by_pawns(Some(event), None))
                .contains(square),
        }
    }

    /// Draws every conclusion from the order known so far and from assuming its contrary.
    ///
    /// # Errors
    ///
    /// No order fits.
    pub fn settle(&mut self) -> Result<(), Contradiction> {
        loop {
            self.narrow()?;
            if !(0..self.events.len())
                .all(|event| self.kings_pass(event) && self.officers_pass(event))
            {
                return Err(Contradiction);
            }
            if !self.probe()? {
                return Ok(());
            }
        }
    }

    /// Examines every event as the order stands.
    fn narrow(&mut self) -> Result<(), Contradiction> {
        loop {
            let mut changed = false;
            for event in 0..self.events.len() {
                let (squares, prey) = self.examine(event).ok_or(Contradiction)?;
                if self.squares[event] != squares || self.prey[event] != prey {
                    self.squares[event] = squares;
                    self.prey[event] = prey;
                    changed = true;
                }
            }
            self.feed(None)?;
            self.link(&mut changed)?;
            if !changed {
                return Ok(());
            }
        }
    }

    /// Each capture needs a victim of its own.
    fn feed(&self, replaced: Option<(usize, u32)>) -> Result<(), Contradiction> {
        for side in 0..2 {
            let rows: Vec<u32> = (0..self.events.len())
                .filter(|&event| {
                    self.events[event].pawn / 8 == side
                        && matches!(self.events[event].kind, Kind::Capture(_))
                })
                .map(|event| match replaced {
                    Some((other, prey)) if other == event => prey,
                    _ => self.prey[event],
                })
                .collect();
            if !is_matchable(&rows) {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// Orders that follow from captures with one possible victim; and nobody else takes that victim.
    fn link(&mut self, changed: &mut bool) -> Result<(), Contradiction> {
        for event in 0..self.events.len() {
            if !matches!(self.events[event].kind, Kind::Capture(_))
                || self.prey[event].count_ones() != 1
            {
                continue;
            }
            let i = self.prey[event].trailing_zeros() as usize;
            let side = self.events[event].pawn / 8;
            for other in 0..self.events.len() {
                if other != event
                    && self.events[other].pawn / 8 == side
                    && self.prey[other] & (1 << i) != 0
                {
                    self.prey[other] &= !(1 << i);
                    *changed = true;
                }
            }
            let file = match self.victims_of(event)[i].man {
                Man::Officer(..) => continue,
                Man::Pawn(file) | Man::Promoted(file) => file,
            };
            let pawn = (1 - side) * 8 + usize::from(file);
            for k in 0..self.of_pawn[pawn].len() {
                let own = self.of_pawn[pawn][k];
                if self.events[own].kind == Kind::Death {
                    // The death is the capture: what precedes one precedes the other.
                    *changed |= self.identify(own, event)?;
                } else if !self.is_before(own, event) {
                    self.put_before(own, event)?;
                    *changed = true;
                }
            }
        }
        Ok(())
    }

    /// Records that two events are one: whatever came before or after one did so of the other.
    fn identify(&mut self, a: usize, b: usize) -> Result<bool, Contradiction> {
        if self.is_before(a, b) || self.is_before(b, a) {
            return Err(Contradiction);
        }
        let mut changed = false;
        for other in 0..self.events.len() {
            if other == a || other == b {
                continue;
            }
            for (x, y) in [(a, b), (b, a)] {
                if self.is_before(other, x) && !self.is_before(other, y) {
                    self.put_before(other, y)?;
                    changed = true;
                }
                if self.is_before(x, other) && !self.is_before(y, other) {
                    self.put_before(y, other)?;
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    /// Assumes each open order both ways; returns whether one was learned.
    fn probe(&mut self) -> Result<bool, Contradiction> {
        let mut learned = false;
        for a in 0..self.events.len() {
            for b in a + 1..self.events.len() {
                if self.events[a].pawn == self.events[b].pawn
                    || self.is_before(a, b)
                    || self.is_before(b, a)
                    || !self.matters(a, b)
                {
                    continue;
                }
                if self.assumes(a, b).is_err() {
                    self.put_before(b, a)?;
                    learned = true;
                } else if self.assumes(b, a).is_err() {
                    self.put_before(a, b)?;
                    learned = true;
                }
            }
        }
        Ok(learned)
    }

    /// Whether the order of two events can decide anything: one of them closes a square for a time, or they
    /// are of opposing pawns that share a file.
    fn matters(&self, a: usize, b: usize) -> bool {
        let closes = |event: usize| {
            let pawn = self.events[event].pawn;
            let life = self.life(pawn);
            let position = self.of_pawn[pawn]
                .iter()
                .position(|&e| e == event)
                .unwrap_or(0);
            [position, position + 1]
                .into_iter()
                .any(|k| k <= life.captures && life.stay[k].single_square().is_some())
        };
        let files = |event: usize| {
            let life = self.life_of(event);
            life.files[..=life.captures]
                .iter()
                .fold(0u8, |bits, &file| bits | 1 << file)
        };
        if self.events[a].kind == Kind::Death && self.events[b].kind == Kind::Death {
            return false;
        }
        let opposed = self.events[a].pawn / 8 != self.events[b].pawn / 8;
        closes(a) || closes(b) || (opposed && files(a) & files(b) != 0)
    }

    /// Whether `a` before `b` can stand.
    fn assumes(&self, a: usize, b: usize) -> Result<(), Contradiction> {
        let mut trial = self.clone();
        // A death that is still open may coincide with a capture: "before" then is not strict. Only
        // events that cannot be one are probed strictly.
        if trial.may_coincide(a, b) {
            return Ok(());
        }
        trial.put_before(a, b)?;
        for event in [a, b] {
            let (_, prey) = trial.examine(event).ok_or(Contradiction)?;
            if matches!(trial.events[event].kind, Kind::Capture(_)) {
                trial.feed(Some((event, prey)))?;
            }
            if !trial.officers_pass(event) {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// Whether two events can be the same capture seen from both sides.
    fn may_coincide(&self, a: usize, b: usize) -> bool {
        let one = |death: usize, capture: usize| {
            self.events[death].kind == Kind::Death
                && matches!(self.events[capture].kind, Kind::Capture(_))
                && self.victims_of(capture).iter().enumerate().any(|(i, v)| {
                    self.prey[capture] & (1 << i) != 0
                        && match v.man {
                            Man::Pawn(file) | Man::Promoted(file) => {
                                let side = 1 - self.events[capture].pawn / 8;
                                side * 8 + usize::from(file) == self.events[death].pawn
                            }
                            Man::Officer(..) => false,
                        }
                })
        };
        one(a, b) || one(b, a)
    }

    /// The capture with the fewest, but several, possible victims, with those victims.
    pub fn open_choice(&self) -> Option<(usize, Vec<usize>)> {
        (0..self.events.len())
            .filter(|&event| self.prey[event].count_ones() > 1)
            .min_by_key(|&event| self.prey[event].count_ones())
            .map(|event| {
                let prey = self.prey[event];
                (event, (0..32).filter(|i| prey & (1 << i) != 0).collect())
            })
    }

    /// This timeline with the victim of a capture chosen.
    ///
    /// # Errors
    ///
    /// No order fits that choice.
    pub fn choose(&self, event: usize, victim: usize) -> Result<Timeline<'a>, Contradiction> {
        let mut chosen = self.clone();
        chosen.prey[event] = 1 << victim;
        chosen.settle()?;
        Ok(chosen)
    }
}

const fn side_index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// The set as `color` sees the board: Black's turned over.
fn towards(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set,
        Color::Black => set.flip_vertical(),
    }
}

/// The lowest rank of a set, 0 for the first; 8 if it is empty.
fn first_rank(set: Bitboard) -> u32 {
    set.first().map_or(8, |square| u32::from(square.rank()))
}

/// The highest rank of a set; 0 if it is empty.
fn last_rank(set: Bitboard) -> u32 {
    set.last().map_or(0, |square| u32::from(square.rank()))
}

/// Whether castling can have brought a man of this kind here.
fn can_have_castled_to(color: Color, role: Role, square: Square) -> bool {
    let home = match color {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    };
    let files = match role {
        Role::King => [shakmaty::File::C, shakmaty::File::G],
        Role::Rook => [shakmaty::File::D, shakmaty::File::F],
        _ => return false,
    };
    square.rank() == home && files.contains(&square.file())
}
