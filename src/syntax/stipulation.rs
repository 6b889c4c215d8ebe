//! Stipulations: `#3`, `s#4*`, `h#2.5`, `=?`, `histories`, `last-move`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, digit1};
use nom::combinator::{opt, value};
use nom::error::context;

use super::diagnostic::Diagnostic;
use super::keyword::{folded, quoted};
use super::span::{Parse, Span, parse_all, range_of, refuse, trimmed};
use crate::problem::{Forced, Goal, Length, Play, SetPlay, Stipulation};

/// The longest play a file may ask for, in moves.
const LONGEST: u32 = 999;

/// Reads a stipulation.
pub(crate) fn stipulation(text: Span<'_>) -> Result<Stipulation, Diagnostic> {
    let text = trimmed(text);
    match folded(text.fragment()).as_str() {
        "histories" | "vorgeschichten" => return Ok(Stipulation::Histories),
        "last-move" | "letzter-zug" => return Ok(Stipulation::LastMove),
        _ => {}
    }
    if let Some(name) = foreign(&text.fragment().to_lowercase()) {
        return Err(Diagnostic::error(
            "stipulation",
            format!(
                "the stipulation {} is not supported: {name}",
                quoted(text.fragment())
            ),
            range_of(text),
            name,
        )
        .with_help(HELP));
    }
    parse_all(text, forced)
        .map(Stipulation::Goal)
        .map_err(|diagnostic| match diagnostic.help {
            Some(_) => diagnostic,
            None => diagnostic.with_help(HELP),
        })
}

const HELP: &str = "known are #n, s#n, r#n, =n, s=n, h#n, h#n.5, h=n, each also with `*`, n may be `?`; \
     `histories`; `last-move`";

fn forced(input: Span<'_>) -> Parse<'_, Forced> {
    let play = alt((
        value(Play::SelfPlay, tag_no_case("s")),
        value(Play::Reflex, tag_no_case("r")),
        value(Play::Help, tag_no_case("h")),
    ));
    let goal = alt((
        value(Goal::Mate, char('#')),
        value(Goal::Stalemate, char('=')),
    ));
    let (rest, play) = opt(play).parse(input)?;
    let play = play.unwrap_or(Play::Direct);
    let (rest, goal) = context("a goal (`#` or `=`)", goal).parse(rest)?;
    let (rest, number) =
        context("a number of moves", alt((digit1::<Span<'_>, _>, tag("?")))).parse(rest)?;
    let (rest, half) = opt(tag(".5")).parse(rest)?;
    let length = match length(play, number, half) {
        Ok(length) => length,
        Err(diagnostic) => return refuse(diagnostic),
    };
    let (rest, star) = opt(char('*')).parse(rest)?;
    let set_play = star.map_or(SetPlay::No, |_| SetPlay::Yes);
    Ok((
        rest,
        Forced {
            play,
            goal,
            length,
            set_play,
        },
    ))
}

fn length(play: Play, number: Span<'_>, half: Option<Span<'_>>) -> Result<Length, Diagnostic> {
    if let Some(half) = half
        && (play != Play::Help || *number.fragment() == "?")
    {
        return Err(Diagnostic::error(
            "stipulation",
            "half moves only occur in help play of given length, `h#n.5`",
            range_of(half),
            "not here",
        ));
    }
    if *number.fragment() == "?" {
        return Ok(Length::Smallest);
    }
    let moves = number
        .fragment()
        .parse::<u32>()
        .ok()
        .filter(|&moves| moves <= LONGEST)
        .ok_or_else(|| {
            Diagnostic::error(
                "stipulation",
                format!("more than {LONGEST} moves"),
                range_of(number),
                "too long",
            )
        })?;
    let plies = match (play, half) {
        (Play::Direct, _) => (2 * moves).saturating_sub(1),
        (_, None) => 2 * moves,
        (_, Some(_)) => 2 * moves + 1,
    };
    if plies == 0 {
        return Err(Diagnostic::error(
            "stipulation",
            "a stipulation of no moves",
            range_of(number),
            "expected at least one",
        ));
    }
    Ok(Length::HalfMoves(plies))
}

/// The name of a stipulation this program does not solve, recognised by how it is written.
fn foreign(text: &str) -> Option<&'static str> {
    let starts = |prefix: &str| text.starts_with(prefix);
    let name = if starts("ser-") || starts("pser-") || starts("phser-") || starts("ser#") {
        "series play"
    } else if starts("semi-") {
        "semi-reflex play"
    } else if starts("reci-") {
        "reciprocal help play"
    } else if starts("hs#") || starts("hs=") {
        "help-self play"
    } else if starts("hr#") || starts("hr=") {
        "help-reflex play"
    } else if starts("exact-") {
        "an exact length"
    } else if starts("dia") || starts("bp") || starts("pg") || text.contains("proof game") {
        "a proof game"
    } else if text.contains("=>") {
        "play from A to B"
    } else if text.contains("==") {
        "double stalemate"
    } else if text.contains("##") {
        "double mate or counter-mate"
    } else if text.contains("!=") || text.contains("!#") {
        "a goal against oneself"
    } else if text.contains("#=") {
        "mate or stalemate at choice"
    } else if starts("r=") {
        "reflex stalemate"
    } else if starts("h=") && text.contains(".5") {
        "help stalemate with a half move"
    } else if starts("-")
        || [
            "vrz",
            "proca",
            "høeg",
            "hoeg",
            "retractor",
            "verteidigungsr",
        ]
        .iter()
        .any(|w| text.contains(w))
    {
        "a retractor"
    } else if starts("+") || text == "win" {
        "a study or a check goal"
    } else if text == "=" || text == "draw" {
        "a draw study"
    } else if ["x", "z", "ct", "<>", "%", "~", "00", "ep"]
        .iter()
        .any(|goal| {
            let rest = text.trim_start_matches(['h', 's', 'r']);
            rest.strip_prefix(goal)
                .is_some_and(|n| n.is_empty() || n.starts_with(|c: char| c.is_ascii_alphanumeric()))
                && text.ends_with(|c: char| c.is_ascii_digit())
        })
    {
        "a goal other than mate and stalemate"
    } else {
        return None;
    };
    Some(name)
}

/// For tests: the stipulation written in `text`.
#[cfg(test)]
fn read(text: &str) -> Result<Stipulation, Diagnostic> {
    stipulation(Span::new(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_half_moves() {
        for (text, plies) in [
            ("#3", 5),
            ("=2", 3),
            ("s#3", 6),
            ("r#2", 4),
            ("h#2", 4),
            ("h#2.5", 5),
            ("h=1", 2),
            ("h#0.5", 1),
        ] {
            let Ok(Stipulation::Goal(forced)) = read(text) else {
                panic!("{text}");
            };
            assert_eq!(forced.length, Length::HalfMoves(plies), "{text}");
            assert_eq!(forced.to_string(), text);
        }
    }

    #[test]
    fn set_play_and_unknown_length_survive_printing() {
        for text in ["#?", "s#?*", "h#2.5*", "=4*", "histories", "last-move"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_stipulations_are_refused_by_name() {
        for (text, name) in [
            ("==2", "double stalemate"),
            ("ser-h#3", "series"),
            ("hs#4", "help-self"),
            ("semi-r#2", "semi-reflex"),
            ("-3(VRZ Proca)", "retractor"),
            ("dia4.5", "proof game"),
            ("r=2", "reflex stalemate"),
            ("h=2.5", "half move"),
            ("+", "study"),
            ("hx2", "goal other"),
        ] {
            let message = read(text).unwrap_err().message;
            assert!(message.contains(name), "{text}: {message}");
        }
    }

    #[test]
    fn nonsense_lengths_are_errors() {
        for text in [
            "#0",
            "#",
            "h#",
            "#1000",
            "#99999999999",
            "#2.5",
            "h#?.5",
            "#2**",
            "x",
            "",
            "2#",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
