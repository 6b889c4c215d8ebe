//! Options: `history=fixed castling=codex trials=both ep-touch=own-first laws=fide-2018 strict=no`.

use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::sequence::delimited;

use super::diagnostic::Diagnostic;
use super::fields::unless;
use super::keyword::{choose, folded};
use super::span::{Parse, Span, all, expecting, parse_all, range_of, refuse};
use crate::notation::Text;
use crate::problem::{Castling, Duplex, EpTouch, HistoryChoice, Laws, Options, Strictness, Trials};
use crate::text;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    History,
    Castling,
    Trials,
    EpTouch,
    Laws,
    Strict,
}

const KEYS: [(&str, Key); 6] = [
    ("history", Key::History),
    ("castling", Key::Castling),
    ("trials", Key::Trials),
    ("ep-touch", Key::EpTouch),
    ("laws", Key::Laws),
    ("strict", Key::Strict),
];

fn token(input: Span<'_>) -> Parse<'_, Span<'_>> {
    take_while1(|c: char| !c.is_whitespace() && !matches!(c, '=' | ',' | ';')).parse(input)
}

fn pair(input: Span<'_>) -> Parse<'_, (Span<'_>, Span<'_>)> {
    if let Ok((_, word)) = token(input)
        && folded(word.fragment()) == Duplex::KEYWORD
    {
        return refuse(
            Diagnostic::error(
                "duplex-option",
                text!(DuplexNoOption),
                range_of(word),
                text!(NotHere),
            )
            .with_help(text!(WriteDuplexBehind)),
        );
    }
    let equals = delimited(
        multispace0,
        expecting(text!(EqualsSign), char('=')),
        multispace0,
    );
    (
        expecting(text!(AnOption), token),
        equals,
        expecting(text!(AValue), token),
    )
        .map(|(key, _, value)| (key, value))
        .parse(input)
}

/// The options of `base` with those of the lines set; everything wrong is said at once.
pub(crate) fn options<'a>(
    lines: impl Iterator<Item = Span<'a>>,
    base: Options,
) -> Result<Options, Vec<Diagnostic>> {
    let mut options = base;
    let mut errors = Vec::new();
    let mut seen: Vec<(Key, Span<'a>)> = Vec::new();
    for line in lines {
        match parse_all(line, all(pair)) {
            Err(diagnostic) => errors.push(diagnostic),
            Ok(pairs) => {
                for (key, value) in pairs {
                    if let Err(diagnostic) = set(&mut options, key, value, &mut seen) {
                        errors.push(diagnostic);
                    }
                }
            }
        }
    }
    unless(errors, options)
}

fn set<'a>(
    options: &mut Options,
    key: Span<'a>,
    value: Span<'a>,
    seen: &mut Vec<(Key, Span<'a>)>,
) -> Result<(), Diagnostic> {
    let which = choose(key, "unknown-option", &text!(UnknownOption), &KEYS)?;
    if let Some((_, before)) = seen.iter().find(|(known, _)| *known == which) {
        return Err(Diagnostic::error(
            "duplicate-option",
            text!(OptionTwice, key = key.fragment()),
            range_of(key),
            text!(AgainHere),
        )
        .with_label(range_of(*before), text!(FirstHere)));
    }
    seen.push((which, key));
    match which {
        Key::History => {
            let words = HistoryChoice::ALL.map(|v| (v.keyword(), v));
            options.history = choose(value, CODE, &unknown("history"), &words)?;
        }
        Key::Castling => {
            let words = Castling::ALL.map(|v| (v.keyword(), v));
            options.castling = choose(value, CODE, &unknown("castling"), &words)?;
        }
        Key::Trials => {
            let words = Trials::ALL.map(|v| (v.keyword(), v));
            options.trials = choose(value, CODE, &unknown("trials"), &words)?;
        }
        Key::EpTouch => {
            let words = EpTouch::ALL.map(|v| (v.keyword(), v));
            options.ep_touch = choose(value, CODE, &unknown("ep-touch"), &words)?;
        }
        Key::Laws => {
            let words = Laws::ALL.map(|v| (v.keyword(), v));
            options.laws = choose(value, CODE, &text!(UnknownRuleSet), &words)?;
        }
        Key::Strict => {
            let words = Strictness::ALL.map(|v| (v.keyword(), v));
            options.strict = choose(value, CODE, &unknown("strict"), &words)?;
        }
    }
    Ok(())
}

const CODE: &str = "unknown-option-value";

fn unknown(option: &str) -> Text {
    text!(UnknownValueOf, option)
}
