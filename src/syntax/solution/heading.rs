//! What stands before the moves of a twin: how it is made, and what it asks for.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, one_of, satisfy, space0};
use nom::combinator::{map, map_opt, not, opt, peek};
use nom::sequence::{preceded, terminated};
use shakmaty::{File, Rank, Square};

use super::written::ToldWhat;
use crate::syntax::span::{Parse, Span};

/// How a twin is made, as Popeye and the columns print it: `-bPd3`, `wKb1-->c1`, `sTa1<-->wLb2`. Nothing if it is not clear what is meant.
pub(super) fn change(input: Span<'_>) -> Parse<'_, Option<ToldWhat>> {
    let square = || {
        map_opt((one_of("abcdefgh"), one_of("12345678")), |(file, rank)| {
            Some(Square::from_coords(
                File::from_char(file)?,
                Rank::from_char(rank)?,
            ))
        })
    };
    let man = || {
        preceded(
            (one_of("wbsn"), satisfy(|c| c.is_ascii_uppercase())),
            square(),
        )
    };
    let arrow = (
        map(opt(char('<')), |both| both.is_some()),
        take_while1(|c| matches!(c, '-' | '=' | '>' | '→')),
    );
    let to = alt((man(), square()));
    let behind = (space0, arrow, space0, to);
    let whole = (opt(one_of("+-")), man(), opt(behind));
    map(
        terminated(whole, peek(not(satisfy(char::is_alphanumeric)))),
        |(sign, from, behind)| match (sign, behind) {
            (None, Some((_, (true, _), _, to))) => Some(ToldWhat::Exchanged(from, to)),
            (None, Some((_, (false, _), _, to))) => Some(ToldWhat::Moved(from, to)),
            (Some('-'), None) => Some(ToldWhat::Removed(from)),
            (Some('+'), None) => Some(ToldWhat::Added(from)),
            _ => None,
        },
    )
    .parse(input)
}

/// The length of what is asked, `h=2`, `s#3`, `h#2.5`; nothing if something else stands there.
pub(super) fn stipulation(text: &str) -> Option<usize> {
    let kinds = ["ser-h", "ser-s", "ser-", "hs", "hr", "h", "s", "r", ""];
    let goal = kinds.iter().find_map(|kind| text.strip_prefix(kind))?;
    let number = goal.strip_prefix(['#', '=', '‡', '≠'])?;
    let whole = number.trim_start_matches(|c: char| c.is_ascii_digit());
    if whole.len() == number.len() {
        return None;
    }
    let half = [".5", ",5", "½"]
        .iter()
        .find_map(|half| whole.strip_prefix(half));
    let rest = half.unwrap_or(whole);
    let rest = rest.strip_prefix('*').unwrap_or(rest);
    (!rest.starts_with(|c: char| c.is_alphanumeric())).then(|| text.len() - rest.len())
}

/// What a remark before the moves says.
pub(super) fn told(remark: Span<'_>) -> Option<ToldWhat> {
    if stipulation(remark.fragment()).is_some() {
        return Some(ToldWhat::Asked);
    }
    let (_, what) = change(remark).ok()?;
    what
}
