//! The nogoods of one claim, shown one by one, and cases that none of them meets, excluded by themselves.

use super::groups::{self, Group, LIMITS};
use crate::budget::{Budget, Limit};
use crate::retro::checker::cases::{MOST_WAYS, Moved, SideStory, Table, Way};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::{Because, Depth, Hint, NoScenario, Nogood, Part};

/// So many groups that were to blame are tried first.
const MOST_BLAMED: usize = 32;

/// A nogood as it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    NotTried,
    /// It holds, and stands here among those that are shown.
    Shown(u32),
    NotShown,
}

/// Whose cases are gone through.
#[derive(Clone, Copy)]
enum Cases<'s> {
    /// The first side's.
    First,
    /// The second's, given these parts of the first.
    Second(&'s [Part], &'s SideStory),
}

/// The work on one claim.
pub(super) struct Elaboration<'a> {
    table: Table<'a>,
    found: &'a [Nogood],
    states: Vec<State>,
    /// With hints, each after those it stands on.
    shown: Vec<Nogood>,
    /// Pawns that were to blame beside those that were told of, the last ones first.
    blamed: Vec<Group>,
}

impl<'a> Elaboration<'a> {
    /// The work on the nogoods of a claim; `None`: its accounts are not those of the position.
    pub(super) fn of(
        claim: &NoScenario,
        found: &'a [Nogood],
        position: &'a RetroPosition,
        unmoved: &'a Unmoved<'a>,
        budget: Budget,
    ) -> Option<Elaboration<'a>> {
        let table = Table::of(claim, position, unmoved, budget)?;
        Some(Elaboration::at(table, found))
    }

    /// The work on nogoods of a position, whatever its pawns captured.
    pub(super) fn at_large(
        found: &'a [Nogood],
        position: &'a RetroPosition,
        unmoved: &'a Unmoved<'a>,
        budget: Budget,
    ) -> Elaboration<'a> {
        Elaboration::at(Table::at_large(position, unmoved, budget), found)
    }

    fn at(table: Table<'a>, found: &'a [Nogood]) -> Elaboration<'a> {
        Elaboration {
            table,
            found,
            states: vec![State::NotTried; found.len()],
            shown: Vec::new(),
            blamed: vec![Vec::new()],
        }
    }

    /// Goes on with another limit.
    pub(super) fn take(&mut self, budget: Budget) {
        self.table.budget = budget;
    }

    /// The nogoods with hints that close all cases of the first side, and which of them those meet; `None`: some case is left.
    pub(super) fn close(mut self) -> Result<Option<(Vec<Nogood>, Hint)>, Limit> {
        let hint = self.cover(Cases::First)?;
        Ok(hint.map(|hint| trimmed(&self.shown, &hint)))
    }

    /// Whether a nogood holds by itself.
    pub(super) fn shows_alone(&mut self, place: usize) -> Result<bool, Limit> {
        let stands_on_others = matches!(self.found[place].because, Because::EveryCase { .. });
        if stands_on_others {
            return Ok(false);
        }
        let Some(place) = self.show(place)? else {
            return Ok(false);
        };
        let (before, from) = self.shown.split_at(place as usize);
        self.table.holds(&from[0], before)
    }

    /// Shows a nogood that was found. Returns its place among those that are shown.
    fn show(&mut self, place: usize) -> Result<Option<u32>, Limit> {
        match self.states[place] {
            State::Shown(place) => return Ok(Some(place)),
            State::NotShown => return Ok(None),
            State::NotTried => self.states[place] = State::NotShown,
        }
        let found: &'a [Nogood] = self.found;
        let Nogood { parts, because, .. } = &found[place];
        let told = [0, 1].map(|side| self.table.story(side, &parts[side]));
        let hint = match (because, &told) {
            (Because::NoOrder(_), [Some(white), Some(black)]) => self.no_order([white, black])?,
            (Because::EveryCase { .. }, _) => match &told[self.table.first] {
                Some(story) => self.cover(Cases::Second(&parts[self.table.first], story))?,
                None => Some(Hint::None),
            },
            // Nothing is to be told, or no pawn went so.
            _ => Some(Hint::None),
        };
        let Some(hint) = hint else { return Ok(None) };
        let because = match because {
            Because::EveryCase { .. } => Because::EveryCase { choices: false },
            because => *because,
        };
        let shown = self.keep(Nogood {
            parts: parts.clone(),
            because,
            hint,
        })?;
        self.states[place] = shown.map_or(State::NotShown, State::Shown);
        Ok(shown)
    }

    /// Keeps a nogood if it holds; that of numbers of moves is not looked at before.
    fn keep(&mut self, nogood: Nogood) -> Result<Option<u32>, Limit> {
        let is_counted = matches!(nogood.because, Because::MoveNumbers { .. });
        if is_counted && !self.table.holds(&nogood, &self.shown)? {
            return Ok(None);
        }
        self.shown.push(nogood);
        Ok(Some(self.shown.len() as u32 - 1))
    }

    /// What shows that what is told cannot be.
    fn no_order(&mut self, stories: [&SideStory; 2]) -> Result<Option<Hint>, Limit> {
        if self.table.is_starved(stories) {
            return Ok(Some(Hint::None));
        }
        let certain = self.table.certain.clone();
        let told: Vec<&Way> = stories
            .into_iter()
            .flat_map(|story| &story.ways)
            .map(|way| &**way)
            .collect();
        let is_told = |way: &Way| told.iter().any(|other| other.pawn() == way.pawn());
        let mut others: Vec<&Way> = certain
            .iter()
            .flatten()
            .map(|way| &**way)
            .filter(|way| !is_told(way))
            .collect();
        others.sort_by_key(|way| way.length());
        let mut tried: Vec<Group> = Vec::new();
        // Who was to blame last mostly is again; at first nobody but those who are told of.
        for place in 0..self.blamed.len() {
            let to_blame = others
                .iter()
                .copied()
                .filter(|way| self.blamed[place].contains(&way.pawn()));
            let group = groups::group(told.iter().copied().chain(to_blame));
            if let Some(hint) = self.attempt(stories, group, LIMITS[0], &mut tried)? {
                self.blamed[..=place].rotate_right(1);
                return Ok(Some(hint));
            }
        }
        if let Some(group) = groups::beside(&told, &others)
            && let Some(hint) = self.attempt(stories, group, LIMITS[0], &mut tried)?
        {
            return self.shrunk(stories, hint, &told).map(Some);
        }
        let all: Vec<&Way> = told.iter().chain(&others).copied().collect();
        for most in LIMITS {
            let few = groups::with_few(&told, &others, most);
            let groups = groups::rivals(&told, &others, most).into_iter();
            let groups = groups.chain([few]).chain(groups::side_by_side(&all, most));
            for group in groups {
                if let Some(hint) = self.attempt(stories, group, most, &mut tried)? {
                    return self.shrunk(stories, hint, &told).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// The hint that these pawns are, unless they were `tried` already or what they show is not enough.
    fn attempt(
        &mut self,
        stories: [&SideStory; 2],
        group: Group,
        most: usize,
        tried: &mut Vec<Group>,
    ) -> Result<Option<Hint>, Limit> {
        if tried.contains(&group) {
            return Ok(None);
        }
        match self.table.moved(stories, &group, most)? {
            Moved::InVain { positions } => {
                return Ok(Some(Hint::Moved {
                    pawns: group.into(),
                    positions: positions as u32,
                }));
            }
            Moved::ToTheEnd => tried.push(group),
            // With another limit more may be seen.
            Moved::Unknown => {}
        }
        Ok(None)
    }

    /// The hint without those who are not to blame.
    fn shrunk(
        &mut self,
        stories: [&SideStory; 2],
        found: Hint,
        told: &[&Way],
    ) -> Result<Hint, Limit> {
        let Hint::Moved {
            mut pawns,
            positions,
        } = found
        else {
            return Ok(found);
        };
        let mut most = positions;
        for pawn in pawns.clone() {
            let rest: Group = pawns.iter().copied().filter(|&p| p != pawn).collect();
            if let Moved::InVain { positions } =
                self.table
                    .moved(stories, &rest, LIMITS[0].max(most as usize))?
            {
                pawns = rest.into();
                most = positions as u32;
            }
        }
        let is_told = |pawn: &_| told.iter().any(|way| way.pawn() == *pawn);
        let beside: Group = pawns
            .iter()
            .copied()
            .filter(|pawn| !is_told(pawn))
            .collect();
        self.blamed.retain(|known| *known != beside);
        self.blamed.insert(0, beside);
        self.blamed.truncate(MOST_BLAMED);
        Ok(Hint::Moved {
            pawns,
            positions: most,
        })
    }

    /// Shows that every case meets a nogood; one that meets none is excluded by itself if that can be.
    fn cover(&mut self, cases: Cases<'_>) -> Result<Option<Hint>, Limit> {
        loop {
            let named = self.named(cases);
            let places: Vec<Named> = named.iter().map(|&(named, _)| named).collect();
            let parts: Vec<&[Part]> = named.iter().map(|(_, parts)| &**parts).collect();
            let story = match cases {
                Cases::First => None,
                Cases::Second(_, story) => Some(story),
            };
            let covered = self.table.first_left(story, &parts, MOST_WAYS)?;
            if let Some(left) = covered.left {
                if !self.exclude(cases, &left)? {
                    return Ok(None);
                }
                continue;
            }
            let mut met = Vec::new();
            let mut all_hold = true;
            // Those that stand behind mostly need those before them.
            for (&place, _) in places.iter().zip(&covered.met).filter(|(_, met)| **met) {
                let place = match place {
                    Named::Shown(place) => Some(place),
                    Named::Found(place) => self.show(place)?,
                };
                met.extend(place);
                all_hold &= place.is_some();
            }
            if all_hold {
                met.sort_unstable();
                met.dedup();
                return Ok(Some(Hint::Cases {
                    met: met.into(),
                    ways: covered.ways,
                }));
            }
        }
    }

    /// The nogoods that say something of these cases: where each stands, and what it says.
    fn named(&self, cases: Cases<'_>) -> Vec<(Named, Box<[Part]>)> {
        let says = |nogood: &Nogood| {
            let firsts = &nogood.parts[self.table.first];
            let seconds = &nogood.parts[1 - self.table.first];
            match cases {
                Cases::First => seconds.is_empty().then(|| firsts.clone()),
                Cases::Second(told, _) => {
                    let is_told = firsts.iter().all(|part| told.contains(part));
                    is_told.then(|| seconds.clone())
                }
            }
        };
        // Whether all of the second side's cases fail is asked for the first's only: no nogood waits for itself.
        let may_be_asked = |place: usize, nogood: &Nogood| {
            self.states[place] == State::NotTried
                && (matches!(cases, Cases::First)
                    || !matches!(nogood.because, Because::EveryCase { .. }))
        };
        let shown = self.shown.iter().enumerate();
        let shown =
            shown.filter_map(|(place, nogood)| Some((Named::Shown(place as u32), says(nogood)?)));
        let found = self.found.iter().enumerate();
        let found = found.filter(|&(place, nogood)| may_be_asked(place, nogood));
        let found = found.filter_map(|(place, nogood)| Some((Named::Found(place), says(nogood)?)));
        shown.chain(found).collect()
    }

    /// Excludes a case that meets nothing, if that can be shown.
    fn exclude(&mut self, cases: Cases<'_>, left: &[Part]) -> Result<bool, Limit> {
        let first = self.table.first;
        let side = match cases {
            Cases::First => first,
            Cases::Second(..) => 1 - first,
        };
        let told = (
            self.table.story(side, left),
            self.table.story(1 - first, &[]),
        );
        let (Some(whole), Some(nothing)) = told else {
            return Ok(false);
        };
        // The first side's, then the second's.
        let (mut parts, mut stories): ([&[Part]; 2], [&SideStory; 2]) = match cases {
            Cases::First => ([left, &[]], [&whole, &nothing]),
            Cases::Second(told, story) => ([told, left], [story, &whole]),
        };
        parts.rotate_left(first);
        stories.rotate_left(first);
        let all = parts.map(Box::from);
        let (parts, because, hint) = if let Some(hint) = self.no_order(stories)? {
            let parts = self.needed(parts, &hint)?;
            (parts, Because::NoOrder(Depth::JointPawns), hint)
        } else if let Some(odd) = self.table.misfit(stories[0], stories[1]) {
            (all, Because::MoveNumbers { odd }, Hint::None)
        } else if let Cases::First = cases
            && let Some(hint) = self.cover(Cases::Second(left, &whole))?
        {
            (all, Because::EveryCase { choices: false }, hint)
        } else {
            return Ok(false);
        };
        let nogood = Nogood {
            parts,
            because,
            hint,
        };
        Ok(self.keep(nogood)?.is_some())
    }

    /// Those of the parts that the pawns of a hint need: more cases have them.
    fn needed(&mut self, parts: [&[Part]; 2], hint: &Hint) -> Result<[Box<[Part]>; 2], Limit> {
        let all = parts.map(Box::from);
        let Hint::Moved { pawns, positions } = hint else {
            return Ok(all);
        };
        let is_moved = |side: usize, part: &Part| match part {
            Part::Career(course) => pawns
                .iter()
                .any(|pawn| pawn.side() == side && pawn.origin() == course.origin()),
            Part::Promotion { .. } | Part::Present(_) | Part::Originals(..) => false,
        };
        let is_officer = |part: &Part| matches!(part, Part::Originals(..));
        let kept = |keeps: &dyn Fn(usize, &Part) -> bool| {
            [0, 1].map(|side| -> Box<[Part]> {
                let own = parts[side].iter().copied();
                own.filter(|part| keeps(side, part)).collect()
            })
        };
        let moved = kept(&is_moved);
        let with_officers = kept(&|side, part| is_moved(side, part) || is_officer(part));
        for fewer in [moved, with_officers] {
            let told = [0, 1].map(|side| self.table.story(side, &fewer[side]));
            if let [Some(white), Some(black)] = &told
                && let Moved::InVain { .. } =
                    self.table
                        .moved([white, black], pawns, *positions as usize)?
            {
                return Ok(fewer);
            }
        }
        Ok(all)
    }
}

/// A nogood, by its place.
#[derive(Debug, Clone, Copy)]
enum Named {
    /// Among those that are shown.
    Shown(u32),
    /// Among those that were found.
    Found(usize),
}

/// Those that the first side's cases need, with the places of the others in hints.
fn trimmed(shown: &[Nogood], hint: &Hint) -> (Vec<Nogood>, Hint) {
    fn met(hint: &Hint) -> &[u32] {
        match hint {
            Hint::Cases { met, .. } => met,
            Hint::None | Hint::Moved { .. } => &[],
        }
    }
    let mut needed = vec![false; shown.len()];
    for &place in met(hint) {
        needed[place as usize] = true;
    }
    for place in (0..shown.len()).rev() {
        if needed[place] {
            for &other in met(&shown[place].hint) {
                needed[other as usize] = true;
            }
        }
    }
    let mut places = vec![0; shown.len()];
    let moved = |hint: &Hint, places: &[u32]| match hint {
        Hint::Cases { met, ways } => Hint::Cases {
            met: met.iter().map(|&place| places[place as usize]).collect(),
            ways: *ways,
        },
        hint => hint.clone(),
    };
    let mut kept: Vec<Nogood> = Vec::new();
    for (place, nogood) in shown.iter().enumerate() {
        if needed[place] {
            places[place] = kept.len() as u32;
            kept.push(Nogood {
                hint: moved(&nogood.hint, &places),
                ..nogood.clone()
            });
        }
    }
    let hint = moved(hint, &places);
    (kept, hint)
}
