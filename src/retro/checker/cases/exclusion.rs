//! Whether one exclusion holds: what it tells is played through, by itself and with pawns whose ways are certain.

use std::collections::HashSet;
use std::rc::Rc;

use shakmaty::{Bitboard, Color, File};

use super::interplay::{Interplay, Officers};
use super::way::Way;
use super::{MOST_SCENES, Table};
use crate::budget::Limit;
use crate::retro::model::claim::{Because, End, Exclusion, MOST_CAPTURES, Part};

/// What an exclusion, or a whole case, tells of one side.
pub(super) struct SideStory {
    pub(super) ways: Vec<Rc<Way>>,
    pub(super) officers: Officers,
}

impl<'a> Table<'a> {
    /// What parts say of one side; `None`: no pawn went so.
    pub(super) fn story(&self, side: usize, parts: &[Part]) -> Option<SideStory> {
        let color = [Color::White, Color::Black][side];
        let mut story = SideStory {
            ways: Vec::new(),
            officers: Officers {
                graves: self.graves[side],
                ..Officers::default()
            },
        };
        for &part in parts {
            match part {
                Part::Career(course) => {
                    let way = Way::of(color, course, self.unmoved)?;
                    story.officers.graves[usize::from(course.origin())] = Bitboard::EMPTY;
                    story.ways.push(Rc::new(way));
                }
                Part::Birth { file, .. } | Part::Present(file) => {
                    story.officers.graves[usize::from(file)] = Bitboard::EMPTY;
                }
                Part::Originals(class, homes) => {
                    story.officers.originals[class as usize] = Some(homes);
                }
            }
        }
        // Of a pawn whose way is stated no more needs to be stated.
        for &part in parts {
            if let Part::Birth {
                file,
                square,
                class,
            } = part
                && !story.ways.iter().any(|way| way.course.origin() == file)
            {
                story.officers.births.push((square, class));
            }
        }
        Some(story)
    }

    /// Whether no history has all parts of an exclusion, given that those before it hold.
    pub(super) fn is_exclusion(&mut self, place: usize) -> Result<bool, Limit> {
        let exclusions: &'a [Exclusion] = self.exclusions;
        let Exclusion { parts, because } = &exclusions[place];
        let (Some(white), Some(black)) = (self.story(0, &parts[0]), self.story(1, &parts[1]))
        else {
            // No pawn went so.
            return Ok(true);
        };
        match *because {
            Because::Disorder(_) => self.is_disorder(&white, &black),
            Because::MoveNumbers { odd } => Ok(self.misfit(&white, &black)? == Some(odd)),
            Because::EveryCase { choices } => {
                if !parts[1].is_empty() {
                    return Ok(false);
                }
                let story: HashSet<Part> = parts[0].iter().copied().collect();
                let earlier: Vec<(usize, &[Part])> = exclusions[..place]
                    .iter()
                    .enumerate()
                    .filter(|(_, earlier)| earlier.parts[0].iter().all(|part| story.contains(part)))
                    .map(|(place, earlier)| (place, &*earlier.parts[1]))
                    .collect();
                let mut whites = self.certain[0].clone();
                whites.extend(white.ways.iter().cloned());
                self.is_covered(1, &whites, &earlier, choices.then_some(&white))
            }
        }
    }

    /// Whether what is told of both sides cannot be played through.
    pub(super) fn is_disorder(
        &mut self,
        white: &SideStory,
        black: &SideStory,
    ) -> Result<bool, Limit> {
        if self.is_starved([white, black]) {
            return Ok(true);
        }
        let named: Vec<&Way> = white
            .ways
            .iter()
            .chain(&black.ways)
            .map(|way| &**way)
            .collect();
        let is_named = |way: &Way| {
            named.iter().any(|other| {
                other.color == way.color && other.course.origin() == way.course.origin()
            })
        };
        let certain = self.certain.clone();
        let mut others: Vec<&Way> = certain
            .iter()
            .flatten()
            .map(|way| &**way)
            .filter(|way| !is_named(way))
            .collect();
        others.sort_by_key(|way| way.places.len());
        let name = |way: &Way| (way.color, way.course.origin());
        let officers = [&white.officers, &black.officers];
        // Who was to blame last mostly is again; at first nobody but those who are named.
        let mut tried: Vec<Vec<(Color, File)>> = Vec::new();
        for place in 0..self.blamed.len() {
            let core: Vec<&Way> = others
                .iter()
                .copied()
                .filter(|way| self.blamed[place].contains(&name(way)))
                .collect();
            let names = core.iter().copied().map(name).collect();
            if tried.contains(&names) {
                continue;
            }
            tried.push(names);
            let pawns = [named.as_slice(), &core].concat();
            if self.is_shown(&pawns, officers, MOST_SCENES[0])? {
                self.blamed[..=place].rotate_right(1);
                return Ok(true);
            }
        }
        // Then those who go through the same files.
        let files = |way: &Way| -> Bitboard {
            let path = way.course.path().iter();
            path.fold(Bitboard::EMPTY, |all, &file| {
                all | Bitboard::from_file(file)
            })
        };
        let theirs = named
            .iter()
            .fold(Bitboard::EMPTY, |all, way| all | files(way));
        let beside: Vec<&Way> = others
            .iter()
            .copied()
            .filter(|way| files(way).intersects(theirs))
            .collect();
        let names: Vec<_> = beside.iter().copied().map(name).collect();
        let pawns = [named.as_slice(), &beside].concat();
        if !tried.contains(&names)
            && Interplay::size(&pawns) <= MOST_SCENES[0]
            && self.is_shown(&pawns, officers, MOST_SCENES[0])?
        {
            self.blamed.insert(0, names);
            return Ok(true);
        }
        let mut found = None;
        for most in MOST_SCENES {
            let mut added = 0;
            while added < others.len() && named.len() + added < 16 {
                let pawns = [named.as_slice(), &others[..=added]].concat();
                if Interplay::size(&pawns) > most * 20 {
                    break;
                }
                added += 1;
            }
            let pawns = [named.as_slice(), &others[..added]].concat();
            if found == Some(added) || !self.is_shown(&pawns, officers, most)? {
                // What was looked at to the end would be no news.
                found = (!self.is_cut_short).then_some(added);
                continue;
            }
            // Whoever is not to blame goes.
            let mut core = others[..added].to_vec();
            for other in &others[..added] {
                let rest: Vec<&Way> = core.iter().copied().filter(|way| way != other).collect();
                let pawns = [named.as_slice(), &rest].concat();
                if self.is_shown(&pawns, officers, most)? {
                    core = rest;
                }
            }
            self.blamed.insert(0, core.into_iter().map(name).collect());
            return Ok(true);
        }
        Ok(false)
    }

    /// Whether these pawns' ways cannot be played through, as far as so many scenes show.
    pub(super) fn is_shown(
        &mut self,
        pawns: &[&Way],
        officers: [&Officers; 2],
        most: usize,
    ) -> Result<bool, Limit> {
        self.budget.spend()?;
        let board = &self.position.board;
        let mut play = Interplay::new(board, self.unmoved, pawns.to_vec(), officers);
        let found = play.is_impossible(most, &mut self.budget)?;
        self.is_cut_short = found.is_none();
        Ok(found == Some(true))
    }
}

/// Whether no part speaks twice of the same thing, and each can be understood.
pub(super) fn is_well_formed(exclusion: &Exclusion) -> bool {
    exclusion.parts.iter().all(|parts| {
        let mut seen = HashSet::new();
        parts.iter().all(|part| {
            let (subject, is_plain) = match *part {
                Part::Career(course) => {
                    let is_plain = usize::from(course.captures) <= MOST_CAPTURES
                        && course.end != End::Unsettled;
                    (u8::from(course.origin()), is_plain)
                }
                Part::Birth { file, .. } => (8 + u8::from(file), true),
                Part::Present(file) => (16 + u8::from(file), true),
                Part::Originals(class, _) => (24 + class as u8, true),
            };
            is_plain && seen.insert(subject)
        })
    })
}
