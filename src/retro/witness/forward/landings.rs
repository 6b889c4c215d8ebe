//! Between which ranks the captures that are still to come can happen.
//!
//! Pawns never go back, keep their order on a file, and come one rank on by each capture. So where all of them stand now and where they stand in the
//! end bounds where each stands when each capture happens; the bounds are narrowed down until they fit one another. Invariant: only
//! what no steps of these pawns bring about is left out; what officers do is not looked at.

use std::sync::Arc;

use arrayvec::ArrayVec;
use shakmaty::{Color, File, Rank, Square};

use super::super::node::rank;
use super::kernel::{Event, Fate, Kernel};
use super::race_position::RacePosition;
use crate::retro::model::PawnId;

/// For each capture that is still to come, if a pawn takes, between which ranks it can happen.
pub type Landings = [Option<Span>];

/// The first and the last of some ranks, counted from 0 at White's first.
pub type Span = (i32, i32);

/// The squares of a file on these ranks.
pub fn squares(file: File, (low, high): Span) -> impl Iterator<Item = Square> {
    (low..=high).map(move |rank| Square::from_coords(file, Rank::new(rank.cast_unsigned())))
}

/// The pawns on the files, each file from White's side.
type Files = [ArrayVec<PawnId, 16>; 8];

/// A capture and the order of the pawns when it happens.
struct Step {
    event: Event,
    /// Pawns of a file next to one another before it, the one on White's side first.
    pairs: ArrayVec<(PawnId, PawnId), 16>,
    /// The pawns next to the capturing pawn after the capture, on White's side and on Black's.
    neighbours: [Option<PawnId>; 2],
}

/// What is known so far of where pawns stand.
struct Bounds {
    steps: Vec<Step>,
    /// Before each capture and in the end, by pawn.
    pawns: Vec<[Span; 16]>,
    /// By capture: where the pawn that takes comes to stand.
    landings: Vec<Span>,
    has_changed: bool,
}

impl RacePosition {
    /// Between which ranks each capture of the kernel that is still to come can happen; `None`: one of them cannot.
    pub fn landings(&self, kernel: &Kernel) -> Option<Arc<Landings>> {
        let is_there = |pawn: PawnId| self.pawns[usize::from(pawn)].is_some();
        let events = kernel.events[self.done..].iter();
        let mut pawns = events.flat_map(|event| [event.by, event.victim]);
        if !pawns.all(|pawn| pawn.is_none_or(is_there)) {
            return None;
        }
        let steps = self.steps(kernel);
        let mut bounds = Bounds {
            pawns: vec![self.reach(kernel); steps.len() + 1],
            landings: steps.iter().map(Step::anywhere).collect(),
            steps,
            has_changed: true,
        };
        while std::mem::take(&mut bounds.has_changed) {
            for place in 0..bounds.steps.len() {
                bounds.at(place)?;
                bounds.between(place)?;
            }
            for place in (0..bounds.steps.len()).rev() {
                bounds.between(place)?;
                bounds.at(place)?;
            }
        }
        let steps = bounds.steps.iter().zip(bounds.landings);
        let landings = steps.map(|(step, span)| step.event.by.map(|_| span));
        Some(landings.collect())
    }

    /// From where each pawn is to where it can come at last.
    fn reach(&self, kernel: &Kernel) -> [Span; 16] {
        let mut reach = [(0, 7); 16];
        for pawn in PawnId::ALL {
            let at = usize::from(pawn);
            let Some(square) = self.pawns[at] else {
                continue;
            };
            let goal = match kernel.fates[at] {
                Fate::Stays(goal) => rank(goal),
                Fate::Promotes | Fate::Dies => match pawn.color() {
                    Color::White => 6,
                    Color::Black => 1,
                },
            };
            reach[at] = match pawn.color() {
                Color::White => (rank(square), goal),
                Color::Black => (goal, rank(square)),
            };
        }
        reach
    }

    /// The captures that are still to come. Pawns that have nothing more to do than promote may be gone at any time, so they bound nobody.
    fn steps(&self, kernel: &Kernel) -> Vec<Step> {
        let events = &kernel.events[self.done..];
        let mut files = Files::default();
        let mut pawns: Vec<(Square, PawnId)> = PawnId::ALL
            .into_iter()
            .filter_map(|pawn| Some((self.pawns[usize::from(pawn)]?, pawn)))
            .collect();
        pawns.sort_unstable_by_key(|&(square, _)| square.rank());
        for (square, pawn) in pawns {
            files[usize::from(square.file())].push(pawn);
        }
        let mut steps = Vec::with_capacity(events.len());
        for (place, &event) in events.iter().enumerate() {
            for file in &mut files {
                file.retain(|pawn| {
                    let takes_part =
                        |event: &Event| event.by == Some(*pawn) || event.victim == Some(*pawn);
                    kernel.fates[usize::from(*pawn)] != Fate::Promotes
                        || events[place..].iter().any(takes_part)
                });
            }
            let pairs = files.iter().flat_map(|file| file.windows(2));
            let pairs = pairs.map(|pair| (pair[0], pair[1])).collect();
            let neighbours = happen(&event, &mut files);
            steps.push(Step {
                event,
                pairs,
                neighbours,
            });
        }
        steps
    }
}

/// Makes the capture on the files; the neighbours of the capturing pawn.
fn happen(event: &Event, files: &mut Files) -> [Option<PawnId>; 2] {
    for file in files.iter_mut() {
        file.retain(|pawn| Some(*pawn) != event.by);
    }
    let file = &mut files[usize::from(event.file)];
    let place_of = |pawn: Option<PawnId>| file.iter().position(|&other| Some(other) == pawn);
    let victim = place_of(event.victim);
    let place = match (
        victim,
        place_of(event.on_whites_side),
        place_of(event.on_blacks_side),
    ) {
        (Some(place), ..) => {
            file.remove(place);
            place
        }
        (None, Some(lower), _) => lower + 1,
        (None, None, Some(higher)) => higher,
        (None, None, None) if event.on_whites_side.is_none() => 0,
        (None, None, None) => file.len(),
    };
    let Some(pawn) = event.by.filter(|_| !event.promotes) else {
        return [None; 2];
    };
    file.insert(place, pawn);
    [place.checked_sub(1), Some(place + 1)].map(|place| file.get(place?).copied())
}

impl Step {
    /// Where the pawn can come to stand as far as this capture alone says.
    fn anywhere(&self) -> Span {
        match self.event.by.map(PawnId::color) {
            Some(Color::White) if self.event.promotes => (7, 7),
            Some(Color::Black) if self.event.promotes => (0, 0),
            _ => (1, 6),
        }
    }
}

/// Narrows down a span, and takes note if it was wider; `None`: nothing is left of it.
fn narrow(span: &mut Span, (low, high): Span, has_changed: &mut bool) -> Option<()> {
    *has_changed |= low > span.0 || high < span.1;
    *span = (span.0.max(low), span.1.min(high));
    (span.0 <= span.1).then_some(())
}

impl Bounds {
    /// A pawn stands there before the capture in this place; `None`: it cannot.
    fn stands(&mut self, place: usize, pawn: PawnId, within: Span) -> Option<()> {
        let span = &mut self.pawns[place][usize::from(pawn)];
        narrow(span, within, &mut self.has_changed)
    }

    /// The pawn that takes comes to stand there.
    fn lands(&mut self, place: usize, within: Span) -> Option<()> {
        narrow(&mut self.landings[place], within, &mut self.has_changed)
    }

    fn of(&self, place: usize, pawn: PawnId) -> Span {
        self.pawns[place][usize::from(pawn)]
    }

    /// What the capture and the order on the files say.
    fn at(&mut self, place: usize) -> Option<()> {
        for number in 0..self.steps[place].pairs.len() {
            let (lower, higher) = self.steps[place].pairs[number];
            self.stands(place, higher, (self.of(place, lower).0 + 1, 7))?;
        }
        for number in (0..self.steps[place].pairs.len()).rev() {
            let (lower, higher) = self.steps[place].pairs[number];
            self.stands(place, lower, (0, self.of(place, higher).1 - 1))?;
        }
        let Step {
            event, neighbours, ..
        } = &self.steps[place];
        let (event, neighbours) = (*event, *neighbours);
        let Some(pawn) = event.by else {
            return Some(());
        };
        let on = if pawn.color() == Color::White { 1 } else { -1 };
        let (low, high) = self.of(place, pawn);
        self.lands(place, (low + on, high + on))?;
        let [lower, higher] = neighbours;
        if let Some(lower) = lower {
            self.lands(place, (self.of(place, lower).0 + 1, 7))?;
            self.stands(place, lower, (0, self.landings[place].1 - 1))?;
        }
        if let Some(higher) = higher {
            self.lands(place, (0, self.of(place, higher).1 - 1))?;
            self.stands(place, higher, (self.landings[place].0 + 1, 7))?;
        }
        if let Some(victim) = event.victim {
            self.lands(place, self.of(place, victim))?;
            self.stands(place, victim, self.landings[place])?;
        }
        let (low, high) = self.landings[place];
        self.stands(place, pawn, (low - on, high - on))
    }

    /// From this capture to the next nobody goes back.
    fn between(&mut self, place: usize) -> Option<()> {
        let event = self.steps[place].event;
        for pawn in PawnId::ALL {
            let takes = event.by == Some(pawn);
            if takes && event.promotes {
                continue;
            }
            let before = if takes {
                self.landings[place]
            } else {
                self.of(place, pawn)
            };
            let after = self.of(place + 1, pawn);
            let (before, after) = match pawn.color() {
                Color::White => ((0, after.1), (before.0, 7)),
                Color::Black => ((after.0, 7), (0, before.1)),
            };
            if takes {
                self.lands(place, before)?;
            } else {
                self.stands(place, pawn, before)?;
            }
            self.stands(place + 1, pawn, after)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn landing(state: &RacePosition, kernel: &Kernel, place: usize) -> Option<Span> {
        state.landings(kernel)?[place]
    }

    fn kernel(events: &[Event], fates: [Fate; 16]) -> Kernel {
        Kernel {
            events: events.to_vec(),
            earlier: Vec::new(),
            fates,
        }
    }

    #[test]
    fn a_pawn_that_has_come_too_far_takes_nothing_there() {
        let (f7, g2) = (
            PawnId::new(Color::Black, File::F),
            PawnId::new(Color::White, File::G),
        );
        // It takes on the g-file, on White's side of the pawn there, and stands on g3 in the diagram.
        let event = Event {
            on_blacks_side: Some(g2),
            ..Event::new(Some(f7), None, File::G)
        };
        let mut fates = [Fate::Dies; 16];
        fates[usize::from(f7)] = Fate::Stays(Square::G3);
        let kernel = kernel(&[event], fates);
        let mut state = RacePosition::new([0; 2]);
        // Not on g6: the pawn g2 would have to come to where g7 stands.
        assert_eq!(landing(&state, &kernel, 0), Some((2, 4)));
        state.pawns[usize::from(f7)] = Some(Square::F4);
        assert_eq!(landing(&state, &kernel, 0), Some((2, 2)));
        state.pawns[usize::from(f7)] = Some(Square::F3);
        assert_eq!(landing(&state, &kernel, 0), None);
    }

    #[test]
    fn who_promotes_by_a_capture_takes_another_before_on_the_rank_before_the_last() {
        // g7 takes on f2, on White's side of the pawn that stands on f3 in the diagram, then on e1, where it promotes.
        let (g7, f2) = (
            PawnId::new(Color::Black, File::G),
            PawnId::new(Color::White, File::F),
        );
        let on_f2 = Event {
            on_blacks_side: Some(f2),
            ..Event::new(Some(g7), None, File::F)
        };
        let on_e1 = Event {
            promotes: true,
            ..Event::new(Some(g7), None, File::E)
        };
        let mut fates = [Fate::Dies; 16];
        fates[usize::from(g7)] = Fate::Promotes;
        fates[usize::from(f2)] = Fate::Stays(Square::F3);
        let mut state = RacePosition::new([0; 2]);
        let crossing = kernel(&[on_f2, on_e1], fates);
        assert_eq!(landing(&state, &crossing, 0), Some((1, 1)));
        assert_eq!(landing(&state, &crossing, 1), Some((0, 0)));
        state.pawns[usize::from(g7)] = Some(Square::G3);
        assert_eq!(landing(&state, &crossing, 0), Some((1, 1)));
        // From g2 it can only promote.
        state.pawns[usize::from(g7)] = Some(Square::G2);
        assert_eq!(landing(&state, &crossing, 0), None);
        // Who goes straight on to promote after his only capture takes on the rank before the last, too.
        state.pawns[usize::from(g7)] = Some(Square::G3);
        assert_eq!(landing(&state, &kernel(&[on_f2], fates), 0), Some((1, 1)));
    }

    #[test]
    fn a_pawn_that_stands_before_another_when_it_takes_bounds_the_captures_before() {
        // White's h-pawn takes on g5, then on h6, and only then g6-g5: h5 and g5 are where Black's pawns stand in the diagram.
        let white = |file| PawnId::new(Color::White, file);
        let black = |file| PawnId::new(Color::Black, file);
        let on_g = Event {
            on_whites_side: Some(white(File::G)),
            on_blacks_side: Some(black(File::G)),
            ..Event::new(Some(white(File::H)), None, File::G)
        };
        let on_h = Event {
            on_whites_side: Some(black(File::H)),
            ..Event::new(Some(white(File::H)), None, File::H)
        };
        let mut fates = [Fate::Dies; 16];
        fates[usize::from(white(File::G))] = Fate::Stays(Square::G2);
        fates[usize::from(white(File::H))] = Fate::Stays(Square::H6);
        fates[usize::from(black(File::G))] = Fate::Stays(Square::G5);
        fates[usize::from(black(File::H))] = Fate::Stays(Square::H5);
        let kernel = kernel(&[on_g, on_h], fates);
        let mut state = RacePosition::new([0; 2]);
        assert_eq!(landing(&state, &kernel, 0), Some((2, 4)));
        assert_eq!(landing(&state, &kernel, 1), Some((5, 5)));
        state.pawns[usize::from(black(File::G))] = Some(Square::G6);
        assert_eq!(landing(&state, &kernel, 0), Some((2, 4)));
        state.pawns[usize::from(black(File::G))] = Some(Square::G5);
        assert_eq!(landing(&state, &kernel, 0), None);
    }

    #[test]
    fn who_stays_behind_a_pawn_on_its_file_takes_no_farther_on_than_it_stands() {
        // Black's c-pawn takes on b5 or before, from behind White's pawn that stands on b6 in the diagram: so White's d-pawn, though it stands on c6
        // in the diagram, takes on c5 at most.
        let (b2, d2, c7) = (
            PawnId::new(Color::White, File::B),
            PawnId::new(Color::White, File::D),
            PawnId::new(Color::Black, File::C),
        );
        let on_c = Event {
            on_blacks_side: Some(c7),
            ..Event::new(Some(d2), None, File::C)
        };
        let on_b = Event {
            on_blacks_side: Some(b2),
            ..Event::new(Some(c7), None, File::B)
        };
        let mut fates = [Fate::Promotes; 16];
        fates[usize::from(b2)] = Fate::Stays(Square::B6);
        fates[usize::from(d2)] = Fate::Stays(Square::C6);
        fates[usize::from(c7)] = Fate::Stays(Square::B5);
        let kernel = kernel(&[on_c, on_b], fates);
        let state = RacePosition::new([0; 2]);
        assert_eq!(landing(&state, &kernel, 0), Some((2, 4)));
        assert_eq!(landing(&state, &kernel, 1), Some((4, 4)));
        let only_that = Kernel {
            events: vec![on_c],
            ..kernel
        };
        assert_eq!(landing(&state, &only_that, 0), Some((2, 5)));
    }
}
