//! What a file says of the worlds: `given` or `claim`, then worlds such as `Kq -` and `- d6`.

use std::ops::Range;

use nom::bytes::complete::take_while1;
use nom::character::complete::char;
use nom::character::complete::multispace0;
use nom::combinator::opt;
use nom::multi::many0;
use nom::sequence::{preceded, terminated};
use nom::{Input, Parser};
use shakmaty::{Color, Square};

use super::complete::side_name;
use super::diagnostic::{Diagnostic, quoted};
use super::keyword::folded;
use super::span::{Parse, Span, expecting, parse_all, range_of, refuse, trimmed_start};
use crate::notation::Text;
use crate::problem::{Diagram, Histories};
use crate::text;
use crate::world::{Rights, World, WorldSet, capturable_targets, geometric_targets};

/// Whether the worlds are the premise or a statement to compare with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Given,
    Claim,
}

/// Worlds as written, not yet held against a diagram.
#[derive(Debug, Clone)]
pub(crate) struct Worlds<'a> {
    standing: Standing,
    worlds: Vec<(World, Span<'a>)>,
}

fn token(input: Span<'_>) -> Parse<'_, Span<'_>> {
    take_while1(|c: char| !c.is_whitespace() && !matches!(c, ',' | ';')).parse(input)
}

fn rights(input: Span<'_>) -> Parse<'_, Rights> {
    let (rest, word) = token(input)?;
    if let Ok(rights) = word.fragment().parse() {
        return Ok((rest, rights));
    }
    let diagnostic = Diagnostic::error(
        "world-rights",
        text!(
            "{found} is no set of castling rights",
            "{found} ist keine Angabe von Rochaderechten",
            found = quoted(word.fragment()),
        ),
        range_of(word),
        Text::new("expected letters of `KQkq`, or `-`", "erwartet werden Buchstaben aus `KQkq` oder `-`"),
    )
    .with_help(Text::new("a world is written as castling rights and target square: `Kq -`, `- d6`; before the first may stand `given` or `claim`", "eine Vorgeschichte besteht aus Rochaderechten und En-passant-Feld: `Kq -`, `- d6`; vor der ersten darf `gegeben` oder `behauptet` stehen"));
    refuse(diagnostic)
}

fn target(input: Span<'_>) -> Parse<'_, Option<Square>> {
    let (rest, word) = token(input)?;
    if *word.fragment() == "-" {
        return Ok((rest, None));
    }
    if let Ok(square) = word.fragment().parse() {
        return Ok((rest, Some(square)));
    }
    let diagnostic = Diagnostic::error(
        "world-target",
        text!(
            "{found} is no en-passant square",
            "{found} ist kein En-passant-Feld",
            found = quoted(word.fragment()),
        ),
        range_of(word),
        Text::new(
            "expected the square passed over, such as `d6`, or `-`",
            "erwartet wird das übersprungene Feld, etwa `d6`, oder `-`",
        ),
    );
    refuse(diagnostic)
}

fn world(input: Span<'_>) -> Parse<'_, (World, Span<'_>)> {
    let (rest, rights) = expecting(
        Text::new(
            "the castling rights of a world",
            "eine Angabe der Rochaderechte",
        ),
        rights,
    )
    .parse(input)?;
    let target = expecting(
        Text::new(
            "an en-passant square or `-`",
            "ein En-passant-Feld oder `-`",
        ),
        target,
    );
    let (rest, target) = preceded(multispace0, target).parse(rest)?;
    let length = rest.location_offset() - input.location_offset();
    Ok((rest, (World { target, rights }, input.take(length))))
}

fn worlds(input: Span<'_>) -> Parse<'_, Vec<(World, Span<'_>)>> {
    let separator = (multispace0, opt(char(',')), multispace0);
    let (rest, worlds) = many0(terminated(world, separator)).parse(input)?;
    if rest.fragment().is_empty() {
        return Ok((rest, worlds));
    }
    world(rest).map(|(rest, _)| (rest, worlds))
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
            let length = line
                .fragment()
                .find(|c: char| c.is_whitespace())
                .unwrap_or(line.fragment().len());
            let rest = line.take_from(length);
            match folded(line.take(length).fragment()).as_str() {
                "given" | "gegeben" => line = rest,
                "claim" | "behauptet" => {
                    standing = Standing::Claim;
                    line = rest;
                }
                "analyse" | "untersuchen" if rest.fragment().trim().is_empty() => return Ok(None),
                _ => {}
            }
        }
        match parse_all(trimmed_start(line), worlds) {
            Ok(mut worlds) => list.append(&mut worlds),
            Err(diagnostic) => errors.push(diagnostic),
        }
    }
    if errors.is_empty() && list.is_empty() {
        errors.push(
            Diagnostic::error(
                "no-worlds",
                Text::new(
                    "histories without a world",
                    "keine einzige Vorgeschichte angegeben",
                ),
                whole,
                Text::new(
                    "expected worlds, one per line",
                    "erwartet werden Vorgeschichten, eine je Zeile",
                ),
            )
            .with_help(Text::new(
                "leave the field out to have the histories analysed",
                "den Eintrag weglassen, damit die Vorgeschichten untersucht werden",
            )),
        );
    }
    if errors.is_empty() {
        Ok(Some(Worlds {
            standing,
            worlds: list,
        }))
    } else {
        Err(errors)
    }
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
                text!(
                    "{found} is no set of castling rights",
                    "{found} ist keine Angabe von Rochaderechten",
                    found = quoted(rights.fragment()),
                ),
                range_of(rights),
                Text::new(
                    "to be believed: expected letters of `KQkq`, or `-`",
                    "zu glauben: erwartet werden Buchstaben aus `KQkq` oder `-`",
                ),
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
                    text!(
                        "king or rook is not at home for the right {missing}",
                        "König oder Turm steht für das Recht {missing} nicht auf dem Ausgangsfeld",
                    ),
                    range_of(at),
                    if home.is_empty() {
                        Text::new("at home are none", "möglich ist hier kein Recht")
                    } else {
                        text!("at home are {home}", "möglich ist hier nur {home}")
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
                        text!(
                            "nobody can capture on {target} legally: the world is read as `{rights} -`",
                            "auf {target} kann niemand legal schlagen: die Vorgeschichte wird als `{rights} -` gelesen",
                            rights = world.rights,
                        ),
                        range_of(at),
                        Text::new(
                            "a double step that nobody can take leaves no target",
                            "ein Doppelschritt, den niemand schlagen kann, hinterlässt kein En-passant-Feld",
                        ),
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

    /// Whether F is exactly this.
    pub fn is_given(&self) -> bool {
        self.standing == Standing::Given
    }
}

fn impossible_target(diagram: &Diagram, target: Square, at: Span<'_>) -> Diagnostic {
    let rank = WorldSet::target_rank(diagram.turn);
    let reason = if target.rank() == rank {
        let (from, to) = if diagram.turn == Color::White {
            (7, 5)
        } else {
            (2, 4)
        };
        let file = target.file().char();
        text!(
            "needs a pawn on {file}{to}, and {file}{from} and {target} empty",
            "nötig ist ein Bauer auf {file}{to}, leer müssen {file}{from} und {target} sein",
        )
    } else {
        text!(
            SideOnMoveRank,
            side = side_name(diagram.turn),
            rank = rank.char()
        )
    };
    Diagnostic::error(
        "world-target-impossible",
        text!(
            "no double step can have passed over {target}",
            "über {target} kann kein Doppelschritt gegangen sein",
        ),
        range_of(at),
        reason,
    )
}
