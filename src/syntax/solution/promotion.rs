//! What a pawn becomes, as it stands on paper behind its move.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, one_of, satisfy, space0};
use nom::combinator::{map, not, opt, peek, value, verify};
use nom::multi::many_m_n;
use nom::sequence::{delimited, preceded, terminated};
use shakmaty::Role;

use super::shape::{MOST, Read, ends_here, letter, role};
use crate::notation::Letters;

/// What a pawn becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Promotions {
    /// Nothing, or it is not said.
    None,
    /// One of these.
    Named(Vec<char>),
    /// Whatever there is.
    Every,
}

impl Promotions {
    /// The letters named.
    pub(super) fn named(&self) -> &[char] {
        match self {
            Promotions::Named(named) => named,
            Promotions::None | Promotions::Every => &[],
        }
    }

    /// What the pawn may become; nothing if a letter is no officer's.
    pub(super) fn officers(&self, letters: Letters) -> Option<Vec<Option<Role>>> {
        match self {
            Promotions::None => Some(vec![None]),
            Promotions::Every => Some(OFFICERS.map(Some).to_vec()),
            Promotions::Named(named) => {
                let named = named.iter().map(|&c| role(c, letters));
                let officer = |role: Option<Role>| role.filter(|role| OFFICERS.contains(role));
                named.map(|role| officer(role).map(Some)).collect()
            }
        }
    }
}

/// What a pawn can become.
const OFFICERS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A letter that may be an officer's in some language.
fn officer(input: &str) -> Read<'_, char> {
    verify(letter, |&c| !c.is_ascii() || "QRBNSDTLFCAJVHWG".contains(c)).parse(input)
}

/// One in brackets, where a letter that few languages have is one of a theme.
fn bracketed_officer(input: &str) -> Read<'_, char> {
    verify(letter, |&c| !c.is_ascii() || "QRBNSDTLFC".contains(c)).parse(input)
}

/// An officer that nothing belongs to: no square follows, nor a sign and a square as in `De8/S:a3`.
pub(super) fn alone(input: &str) -> Read<'_, char> {
    let goes_on = satisfy(|c| c.is_alphanumeric() || c == '~');
    let captures = (one_of(":*×"), satisfy(|c| c.is_ascii_lowercase()));
    terminated(officer, (not(goes_on), not(captures))).parse(input)
}

/// A promotion behind a move: `=D`, `=Q,R`, `(Q)`, `D`.
pub(super) fn promotion(input: &str) -> Read<'_, Promotions> {
    let every = alt((
        value((), one_of("~∼")),
        value((), terminated(tag_no_case("any"), ends_here)),
    ));
    let equals = || preceded(space0, char('='));
    let named = preceded(
        opt(alt((equals(), char('/')))),
        map(
            (
                alone,
                many_m_n(
                    0,
                    MOST,
                    alt((
                        preceded(one_of(",/="), alone),
                        delimited(char('('), bracketed_officer, char(')')),
                    )),
                ),
            ),
            |(first, others)| [vec![first], others].concat(),
        ),
    );
    let bracketed = preceded(
        opt(char('=')),
        delimited(char('('), bracketed_officer, char(')')),
    );
    alt((
        map(bracketed, |letter| Promotions::Named(vec![letter])),
        value(Promotions::Every, preceded(equals(), every)),
        map(named, Promotions::Named),
    ))
    .parse(input)
}

/// A promotion with `=`, or a letter alone: letters in brackets may be a theme's.
pub(super) fn by_letter(input: &str) -> Read<'_, Promotions> {
    let shown = alt((value((), (space0, char('='))), value((), officer)));
    let named = preceded(peek(shown), promotion);
    map(opt(named), |named| named.unwrap_or(Promotions::None)).parse(input)
}
