//! What a file says of the worlds: `given` or `claim`, then worlds such as `Kq -` and `- d6`.

use std::ops::Range;

use nom::character::complete::multispace0;
use nom::sequence::preceded;
use nom::{Input, Parser};
use shakmaty::Square;

use super::board::list_word;
use super::complete::side_name;
use super::diagnostic::{Diagnostic, quoted};
use super::fields::unless;
use super::keyword::folded;
use super::span::{
    Parse, Span, all, expecting, parse_all, range_of, refuse, split_at_first, trimmed_start,
};
use crate::problem::{Diagram, Histories};
use crate::text;
use crate::world::{Rights, World, WorldSet, capturable_targets, geometric_targets};

/// Whether the worlds are the premise or a statement to compare with.
#[derive(Debug, Clone, Copy)]
enum Standing {
    Given,
    Claim,
}

/// Worlds as written, not yet held against a diagram.
#[derive(Debug, Clone)]
pub(crate) struct Worlds<'a> {
    standing: Standing,
    worlds: Vec<(World, Span<'a>)>,
}

fn rights(input: Span<'_>) -> Parse<'_, Rights> {
    let (rest, word) = list_word(input)?;
    if let Ok(rights) = word.fragment().parse() {
        return Ok((rest, rights));
    }
    let diagnostic = Diagnostic::error(
        "world-rights",
        text!(NoCastlingRights, found = quoted(word.fragment())),
        range_of(word),
        text!(ExpectedRights),
    )
    .with_help(text!(WorldIsWritten));
    refuse(diagnostic)
}

fn target(input: Span<'_>) -> Parse<'_, Option<Square>> {
    let (rest, word) = list_word(input)?;
    if *word.fragment() == "-" {
        return Ok((rest, None));
    }
    if let Ok(square) = word.fragment().parse() {
        return Ok((rest, Some(square)));
    }
    let diagnostic = Diagnostic::error(
        "world-target",
        text!(NoEpSquare, found = quoted(word.fragment())),
        range_of(word),
        text!(ExpectedPassedSquare),
    )
    .with_help(text!(WorldIsWritten));
    refuse(diagnostic)
}

fn world(input: Span<'_>) -> Parse<'_, (World, Span<'_>)> {
    let (rest, rights) = expecting(text!(RightsOfWorld), rights).parse(input)?;
    let target = expecting(text!(EpSquareOrDash), target);
    let (rest, target) = preceded(multispace0, target).parse(rest)?;
    let length = rest.location_offset() - input.location_offset();
    Ok((rest, (World { target, rights }, input.take(length))))
}

/// Reads the value of the field or of a twin's command; `None`: "analyse".
pub(crate) fn histories<'a>(
    lines: impl Iterator<Item = Span<'a>>,
    whole: Range<usize>,
) -> Result<Option<Worlds<'a>>, Vec<Diagnostic>> {
    let mut standing = Standing::Given;
    let mut list = Vec::new();
    let mut errors = Vec::new();
    for (at, mut line) in lines.enumerate() {
        if at == 0 {
            let (word, rest) = split_at_first(line, char::is_whitespace);
            match folded(word.fragment()).as_str() {
                "given" | "gegeben" => line = rest,
                "claim" | "behauptet" => {
                    standing = Standing::Claim;
                    line = rest;
                }
                "analyse" | "untersuchen" if rest.fragment().trim().is_empty() => return Ok(None),
                _ => {}
            }
        }
        match parse_all(trimmed_start(line), all(world)) {
            Ok(mut worlds) => list.append(&mut worlds),
            Err(diagnostic) => errors.push(diagnostic),
        }
    }
    if errors.is_empty() && list.is_empty() {
        errors.push(
            Diagnostic::error(
                "no-worlds",
                text!(HistoriesWithoutWorld),
                whole,
                text!(ExpectedWorlds),
            )
            .with_help(text!(LeaveHistoriesOut)),
        );
    }
    let worlds = list;
    unless(errors, Some(Worlds { standing, worlds }))
}

impl<'a> Worlds<'a> {
    /// Worlds an author claims, each with its place.
    pub fn claimed(worlds: Vec<(World, Span<'a>)>) -> Worlds<'a> {
        Worlds {
            standing: Standing::Claim,
            worlds,
        }
    }

    /// The one world that the castling and e.p. fields of a FEN tell, believed.
    ///
    /// # Errors
    ///
    /// Letters that are no castling rights.
    pub fn believed(
        (rights, target): (Span<'a>, Option<Span<'a>>),
    ) -> Result<Worlds<'a>, Diagnostic> {
        let Ok(held) = rights.fragment().parse::<Rights>() else {
            return Err(Diagnostic::error(
                "world-rights",
                text!(NoCastlingRights, found = quoted(rights.fragment())),
                range_of(rights),
                text!(ExpectedRightsBelieved),
            ));
        };
        let target = target.and_then(|target| target.fragment().parse().ok());
        let world = World {
            target,
            rights: held,
        };
        Ok(Worlds {
            standing: Standing::Given,
            worlds: vec![(world, rights)],
        })
    }

    /// The same with every target cleared: what the other side finds when it begins.
    pub fn without_targets(&self) -> Self {
        let mut cleared = self.clone();
        for (world, _) in &mut cleared.worlds {
            world.target = None;
        }
        cleared
    }

    /// Holds the worlds against a diagram. Errors and warnings go to `say`; after an error the
    /// value must not be used.
    pub fn in_diagram(&self, diagram: &Diagram, mut say: impl FnMut(Diagnostic)) -> Histories {
        let home = Rights::at_home(&diagram.board);
        let mut set = WorldSet::empty(diagram.turn);
        for &(world, at) in &self.worlds {
            let missing = world.rights.without(home);
            if !missing.is_empty() {
                say(Diagnostic::error(
                    "world-not-at-home",
                    text!(NotAtHomeForRight, missing),
                    range_of(at),
                    if home.is_empty() {
                        text!(AtHomeNone)
                    } else {
                        text!(AtHomeOnly, home)
                    },
                ));
                continue;
            }
            let mut kept = world;
            if let Some(target) = world.target {
                if !geometric_targets(&diagram.board, diagram.turn).any(|t| t == target) {
                    say(impossible_target(diagram, target, at));
                    continue;
                }
                if !capturable_targets(&diagram.board, diagram.turn).any(|t| t == target) {
                    say(Diagnostic::warning(
                        "world-target-dead",
                        text!(NobodyCapturesLegally, target, rights = world.rights),
                        range_of(at),
                        text!(NoTargetLeft),
                    ));
                    kept.target = None;
                }
            }
            set.insert(kept);
        }
        match self.standing {
            Standing::Given => Histories::Given(set),
            Standing::Claim => Histories::Claim(set),
        }
    }

    /// The place of the first world.
    pub fn place(&self) -> Range<usize> {
        self.worlds.first().map_or(0..0, |&(_, at)| range_of(at))
    }
}

fn impossible_target(diagram: &Diagram, target: Square, at: Span<'_>) -> Diagnostic {
    let rank = WorldSet::target_rank(diagram.turn);
    let reason = if target.rank() == rank {
        let (from, to) = diagram.turn.fold_wb((7, 5), (2, 4));
        let file = target.file().char();
        text!(NeedsPawnOn, file, to, from, target)
    } else {
        text!(
            SideOnMoveRank,
            side = side_name(diagram.turn),
            rank = rank.char()
        )
    };
    Diagnostic::error(
        "world-target-impossible",
        text!(NoDoubleStepOver, target),
        range_of(at),
        reason,
    )
}
