//! The order of events in a scenario: which capture, promotion or death came before which.
//!
//! Events are the captures, promotions and ends of pawns. A pawn that keeps to one square between two
//! of its events closes that square in between; officers that could not move in such a time close
//! theirs. An event is feasible if, with what is known of the order, its pawn had a way, its victim
//! could be there and its promoted man could get where it is needed. Orders are learned by assuming the
//! contrary. Invariant: the order holds in every history that follows the scenario; a contradiction means
//! there is none.

mod closed;
mod ways;

use shakmaty::{Bitboard, Color, File, Rank};

use super::ground::Ground;
use super::life::PawnLife;
use super::matching::is_matchable;
use super::side::{Man, SideScenario, Victim};
use crate::retro::ledger::Ledger;
use crate::retro::model::claim::End;

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

/// An event in the course of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The pawn: its file of origin, plus 8 for Black's.
    pub pawn: usize,
    /// What happens.
    pub kind: Kind,
}

/// The most events a timeline holds; scenarios with more are not examined.
const MOST_EVENTS: usize = 64;

/// With so few events every pair is looked at in which a pawn that paces takes part.
const FEW_EVENTS: usize = 12;

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

    /// The events of a pawn (its file of origin, plus 8 for Black's), in order.
    pub fn own_events(&self, pawn: usize) -> &[usize] {
        &self.of_pawn[pawn]
    }

    /// What reaches are asked of.
    pub fn ground(&self) -> &'a Ground<'a> {
        self.ground
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

    /// The events known to have come before one, as bits.
    pub fn all_before(&self, event: usize) -> u64 {
        self.before[event]
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

    /// Draws every conclusion from the order known so far and from assuming its contrary.
    ///
    /// # Errors
    ///
    /// No order fits.
    pub fn settle(&mut self) -> Result<(), Contradiction> {
        self.glance()?;
        while self.probe()? {
            self.glance()?;
        }
        Ok(())
    }

    /// Draws every conclusion from the order known so far, assuming nothing.
    ///
    /// # Errors
    ///
    /// No order fits.
    pub fn glance(&mut self) -> Result<(), Contradiction> {
        self.narrow()?;
        let everybody_passes = (0..self.events.len()).all(|event| {
            let around = self.around(event);
            self.kings_pass(&around) && self.officers_pass(event, &around)
        });
        if everybody_passes {
            Ok(())
        } else {
            Err(Contradiction)
        }
    }

    /// Examines every event as the order stands.
    fn narrow(&mut self) -> Result<(), Contradiction> {
        loop {
            let mut changed = false;
            for event in 0..self.events.len() {
                let (squares, prey) = self
                    .examine(event, &self.around(event))
                    .ok_or(Contradiction)?;
                if self.squares[event] != squares || self.prey[event] != prey {
                    self.squares[event] = squares;
                    self.prey[event] = prey;
                    changed = true;
                }
            }
            self.feed(None)?;
            self.link(&mut changed)?;
            self.advance(&mut changed)?;
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

    /// A pawn only advances: each of its captures leads on to the next, the last to where it ended, and each
    /// follows from the one before.
    fn advance(&mut self, changed: &mut bool) -> Result<(), Contradiction> {
        for pawn in 0..16 {
            let life = self.life(pawn);
            if life.captures == 0 || life.end == End::Unsettled {
                continue;
            }
            let mut leave = life.leave;
            leave[life.captures] = self.ends(pawn);
            for j in (1..=life.captures).rev() {
                let event = self.of_pawn[pawn][j - 1];
                let top = last_rank(towards(life.color, leave[j]));
                let squares = self.squares[event] & up_to(life.color, top);
                *changed |= squares != self.squares[event];
                self.squares[event] = squares;
                leave[j - 1] &= captures_from(life.color.other(), squares);
            }
            for j in 1..=life.captures {
                let event = self.of_pawn[pawn][j - 1];
                let squares = self.squares[event] & captures_from(life.color, leave[j - 1]);
                *changed |= squares != self.squares[event];
                self.squares[event] = squares;
                if squares.is_empty() {
                    return Err(Contradiction);
                }
                let bottom = first_rank(towards(life.color, squares));
                if let Some(below) = bottom.checked_sub(1) {
                    leave[j] &= !up_to(life.color, below);
                }
            }
        }
        Ok(())
    }

    /// Squares on which `pawn` can have ended its course as a pawn.
    pub fn ends(&self, pawn: usize) -> Bitboard {
        let life = self.life(pawn);
        let fallen = Man::Pawn(life.origin);
        let victims = &self.side(life.color).victims;
        match victims.iter().position(|victim| victim.man == fallen) {
            Some(victim) if life.end == End::Falls => {
                life.leave[life.captures] & self.death_squares(life.color, victim)
            }
            _ => life.leave[life.captures],
        }
    }

    /// Squares from which `pawn` can have left its file of origin, or on which it ended there.
    pub fn first_leave(&self, pawn: usize) -> Bitboard {
        match self.life(pawn).captures {
            0 => self.ends(pawn),
            _ => self.departures(self.of_pawn[pawn][0]),
        }
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

    /// Whether the order of two events can decide anything: one of them closes a square or a file for a time or settles where
    /// another pawn stood, or they are of opposing pawns that share a file.
    fn matters(&self, a: usize, b: usize) -> bool {
        // A pawn that paces bars its file. With many events there are too many pairs to look at all of them.
        let widest = if self.events.len() <= FEW_EVENTS {
            4
        } else {
            1
        };
        let closes = |event: usize| {
            let pawn = self.events[event].pawn;
            let life = self.life(pawn);
            let position = self.of_pawn[pawn]
                .iter()
                .position(|&e| e == event)
                .unwrap_or(0);
            [position, position + 1].into_iter().any(|k| {
                k <= life.captures && (1..=widest).contains(&self.stretch(pawn, k).count())
            })
        };
        // Where it happens another pawn paces, which is then known to have gone on or not yet to have come.
        let halts = |event: usize| {
            let arrival = match self.events[event].kind {
                Kind::Capture(_) => self.squares[event].single_square(),
                Kind::Promotion | Kind::Death => None,
            };
            let places = [arrival, self.departures(event).single_square()];
            places.into_iter().flatten().any(|place| {
                (0..16).any(|pawn| {
                    let life = self.life(pawn);
                    pawn != self.events[event].pawn
                        && life.end != End::Unsettled
                        && life.stay[..=life.captures]
                            .iter()
                            .any(|stay| (2..=4).contains(&stay.count()) && stay.contains(place))
                })
            })
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
        closes(a) || closes(b) || halts(a) || halts(b) || (opposed && files(a) & files(b) != 0)
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
            let around = trial.around(event);
            let (_, prey) = trial.examine(event, &around).ok_or(Contradiction)?;
            if matches!(trial.events[event].kind, Kind::Capture(_)) {
                trial.feed(Some((event, prey)))?;
            }
            if !trial.officers_pass(event, &around) {
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

/// Where pawns of `color` on `from` capture; for the other side's colour, where captures on `from` come from.
fn captures_from(color: Color, from: Bitboard) -> Bitboard {
    let left = from & !Bitboard::from_file(File::A);
    let right = from & !Bitboard::from_file(File::H);
    match color {
        Color::White => left.shift(7) | right.shift(9),
        Color::Black => left.shift(-9) | right.shift(-7),
    }
}

/// The squares up to a rank, 0 for the first, as `color` counts them.
fn up_to(color: Color, rank: u32) -> Bitboard {
    let squares = (0..=rank.min(7)).fold(Bitboard::EMPTY, |all, rank| {
        all | Bitboard::from_rank(Rank::new(rank))
    });
    towards(color, squares)
}

/// The lowest rank of a set, 0 for the first; 8 if it is empty.
fn first_rank(set: Bitboard) -> u32 {
    set.first().map_or(8, |square| u32::from(square.rank()))
}

/// The highest rank of a set; 0 if it is empty.
fn last_rank(set: Bitboard) -> u32 {
    set.last().map_or(0, |square| u32::from(square.rank()))
}
