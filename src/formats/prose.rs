//! Twins as they are printed: `b) sBh7 nach b6`, `c) wKa1 <-> sKe5`, `d) ohne sBa2`, `e) h#3`; also in Popeye's words.

use shakmaty::{Color, Piece, Square};

use super::popeye::token::Tokens;
use super::popeye::twins::{Position, changes, is_continued};
use super::popeye::words::Tongue;
use crate::notation::Letters;
use crate::problem::{Change, Duplex};
use crate::syntax::diagnostic::Report;
use crate::syntax::span::Span;
use crate::syntax::stipulation::stipulation;

/// The position after the changes of a twin; `None` if they are not understood.
pub(super) fn changed(text: &str, base: &Position, last: &Position) -> Option<Position> {
    let text = text.trim().trim_end_matches('.');
    if text.is_empty() {
        return None;
    }
    if let Ok(asked) = stipulation(Span::new(text)) {
        let mut position = base.clone();
        position.asked.0 = asked.0;
        // What the diagram says of duplex stays said.
        if asked.1 != Duplex::No {
            position.asked.1 = asked.1;
        }
        return Some(position);
    }
    // Our own files are written in English: its words are tried first.
    for tongue in [Tongue::English, Tongue::German] {
        let mut report = Report::default();
        let mut tokens = Tokens::new(Span::new(text));
        let continued = is_continued(&mut tokens, tongue);
        let mut position = if continued { last } else { base }.clone();
        changes(
            &mut tokens,
            &mut position,
            tongue,
            Span::new(text),
            &mut report,
        );
        if !report.has_errors() && tokens.peek().is_none() {
            // As above: another goal is asked of both sides too.
            if position.asked.1 == Duplex::No {
                position.asked.1 = base.asked.1;
            }
            return Some(position);
        }
    }
    printed(text, base)
}

/// The changes as journals print them.
fn printed(text: &str, base: &Position) -> Option<Position> {
    let mut position = base.clone();
    let spaced = text
        .replace("<-->", " ~ ")
        .replace("<->", " ~ ")
        .replace('\u{2194}', " ~ ")
        .replace("-->", " > ")
        .replace("->", " > ")
        .replace("=>", " => ")
        .replace(['\u{2192}', '\u{2013}', '\u{2014}'], " > ")
        .replace([',', ';'], " ");
    // `--sDa8` takes a man off; other dashes stand between two squares.
    let mut apart = String::with_capacity(spaced.len());
    for word in spaced.split_whitespace() {
        let word = match word.strip_prefix("--") {
            Some(man) if !man.is_empty() => format!("ohne {man}"),
            _ => word.replace("--", " > "),
        };
        apart.push_str(&word);
        apart.push(' ');
    }
    let words: Vec<&str> = apart.split_whitespace().collect();
    let mut rest = &words[..];
    while let Some((&first, after)) = rest.split_first() {
        match (first, after) {
            ("ohne" | "without" | "-", [man, after @ ..]) => {
                remove(&mut position, man)?;
                rest = after;
            }
            ("mit" | "with" | "+", [man, after @ ..]) => {
                add(&mut position, man)?;
                rest = after;
            }
            ("und" | "and" | "&", after) => rest = after,
            (men, ["=>", others, after @ ..]) if square(men).is_none() => {
                replace(&mut position, men, others)?;
                rest = after;
            }
            (man, [">" | "=>" | "nach" | "to" | "auf" | "on", to, after @ ..]) => {
                let piece = remove(&mut position, man)?;
                position.board.set_piece_at(square(to)?, piece);
                rest = after;
            }
            (man, ["~", other, after @ ..]) => {
                let (a, b) = (square(man)?, square(other)?);
                names(&position, man)?;
                names(&position, other)?;
                Change::Exchange(a, b).make(&mut position.board).ok()?;
                rest = after;
            }
            (man, after) if man.starts_with('-') => {
                remove(&mut position, &man[1..])?;
                rest = after;
            }
            (man, after) if man.starts_with('+') => {
                add(&mut position, &man[1..])?;
                rest = after;
            }
            // A man alone stands in the place of the one on its square.
            (man, []) if words.len() == 1 => {
                let at = square(man)?;
                position.board.remove_piece_at(at)?;
                add(&mut position, man)?;
                rest = &[];
            }
            _ => return None,
        }
    }
    Some(position)
}

/// The square at the end of a word such as `sBh7`.
fn square(word: &str) -> Option<Square> {
    word.get(word.len().checked_sub(2)?..)?.parse().ok()
}

/// Colour and letter before the square, as far as they are written.
fn named(word: &str) -> Option<(Option<Color>, Option<char>)> {
    let mut chars = word.get(..word.len().checked_sub(2)?)?.chars().peekable();
    let color = match chars.peek() {
        Some('w') => Some(Color::White),
        Some('s' | 'b') => Some(Color::Black),
        _ => None,
    };
    if color.is_some() {
        chars.next();
    }
    let letter = chars.next();
    chars.next().is_none().then_some((color, letter))
}

/// All men of one kind become others, those of the other colour too: Popeye, whose `substitute` knows no colours, prints
/// it `wT => wL`. A letter that means two things is refused.
fn replace(position: &mut Position, men: &str, others: &str) -> Option<()> {
    let kind = |word: &str| {
        let mut chars = word.chars();
        let (color, letter) = match (chars.next()?, chars.next()?) {
            ('w', letter) => (Color::White, letter),
            ('s' | 'b', letter) => (Color::Black, letter),
            _ => return None,
        };
        let roles = [Letters::German, Letters::English].map(|letters| letters.role(letter));
        let mut roles = roles.into_iter().flatten();
        let role = roles.next()?;
        let alone = chars.next().is_none() && roles.all(|other| other == role);
        alone.then_some(Piece { color, role })
    };
    let (old, new) = (kind(men)?, kind(others)?);
    if position.board.by_role(old.role).is_empty() || old.color != new.color {
        return None;
    }
    let change = Change::Substitute(old.role, new.role);
    change.make(&mut position.board).ok()
}

/// The man a word names; nothing if another stands there.
fn names(position: &Position, word: &str) -> Option<Piece> {
    let (color, letter) = named(word)?;
    let piece = position.board.piece_at(square(word)?)?;
    let fits_letter = |letters: Letters| letter.is_none_or(|l| letters.role(l) == Some(piece.role));
    let fits = color.is_none_or(|color| color == piece.color)
        && (fits_letter(Letters::German) || fits_letter(Letters::English));
    fits.then_some(piece)
}

/// Takes the man a word names off.
fn remove(position: &mut Position, word: &str) -> Option<Piece> {
    let piece = names(position, word)?;
    position.board.discard_piece_at(square(word)?);
    Some(piece)
}

/// Puts the man a word names on an empty square. A letter that means two things in German and English is refused.
fn add(position: &mut Position, word: &str) -> Option<()> {
    let at = square(word)?;
    let (color, letter) = named(word)?;
    let (color, letter) = (color?, letter?);
    // `s` is German; `b` is English; after `w` the letter must mean the same in both, or occur in one only.
    let sets: &[Letters] = if word.starts_with('s') {
        &[Letters::German]
    } else if word.starts_with('b') {
        &[Letters::English]
    } else {
        &[Letters::German, Letters::English]
    };
    let roles: Vec<_> = sets.iter().filter_map(|set| set.role(letter)).collect();
    let &role = roles.first()?;
    if roles.iter().any(|&other| other != role) {
        return None;
    }
    Change::Add(Piece { color, role }, at)
        .make(&mut position.board)
        .ok()
}
