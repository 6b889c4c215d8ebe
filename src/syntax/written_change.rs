//! Changes of twins as columns print them: `wRh4>g1`, `Th4 nach g1`, `-wPa2`, `+sBb7`, `wPa2=wN`, `sans Pa2`.
//!
//! A man that is named has to stand on its square. Its letter is read in the file's letters, and in those of the language
//! that the words beside it, or `s` for *schwarz*, belong to; where the file's letters do not have it, in all.

use nom::Input;
use shakmaty::{Board, Color, Piece, Role, Square};

use super::board::PlacedSquare;
use super::diagnostic::{Diagnostic, quoted};
use super::span::{Span, range_of, trimmed, trimmed_start};
use crate::notation::Letters;
use crate::problem::Change;
use crate::text;

/// A change and where its squares are written.
pub(super) type PlacedChange<'a> = (Change, Vec<PlacedSquare<'a>>);

/// What is done to the men.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deed {
    Move,
    Exchange,
    Replace,
}

/// Signs and words before a man that goes or comes; whether it comes, and whose word it is.
const BEFORE: [(&str, bool, Option<Letters>); 13] = [
    ("remove", false, None),
    ("without", false, None),
    ("entferne", false, Some(Letters::German)),
    ("ohne", false, Some(Letters::German)),
    ("sans", false, Some(Letters::French)),
    ("-", false, None),
    ("\u{2212}", false, None),
    ("\u{2013}", false, None),
    ("with", true, None),
    ("mit", true, Some(Letters::German)),
    ("avec", true, Some(Letters::French)),
    ("plus", true, None),
    ("+", true, None),
];

/// Signs and words between a man and where it goes. A sign that begins like another stands behind it.
const BETWEEN: [(&str, Deed, Option<Letters>); 21] = [
    ("<-->", Deed::Exchange, None),
    ("<->", Deed::Exchange, None),
    ("<>", Deed::Exchange, None),
    ("\u{2194}", Deed::Exchange, None),
    ("-->", Deed::Move, None),
    ("->", Deed::Move, None),
    (">", Deed::Move, None),
    ("\u{2192}", Deed::Move, None),
    ("\u{2013}", Deed::Move, None),
    ("\u{2014}", Deed::Move, None),
    ("--", Deed::Move, None),
    ("-", Deed::Move, None),
    ("=", Deed::Replace, None),
    ("nach", Deed::Move, Some(Letters::German)),
    ("auf", Deed::Move, Some(Letters::German)),
    ("to", Deed::Move, None),
    ("at", Deed::Move, None),
    ("on", Deed::Move, None),
    ("en", Deed::Move, Some(Letters::French)),
    ("vers", Deed::Move, Some(Letters::French)),
    ("\u{e0}", Deed::Move, Some(Letters::French)),
];

/// Words between two changes.
const AND: [&str; 6] = [",", "&", "und", "and", "et", "y"];

/// Names of the men, in lower case.
const NAMES: [(Role, &[&str]); 6] = [
    (Role::King, &["king", "k\u{f6}nig", "koenig", "roi", "rey"]),
    (Role::Queen, &["queen", "dame", "dama"]),
    (Role::Rook, &["rook", "turm", "tour", "torre"]),
    (
        Role::Bishop,
        &["bishop", "l\u{e4}ufer", "laeufer", "fou", "alfil"],
    ),
    (Role::Knight, &["knight", "springer", "cavalier", "caballo"]),
    (
        Role::Pawn,
        &["pawn", "bauer", "bauern", "pion", "pe\u{f3}n"],
    ),
];

/// The beginnings of the words for the sides.
const SIDES: [(&str, Color); 7] = [
    ("white", Color::White),
    ("wei\u{df}", Color::White),
    ("weiss", Color::White),
    ("blanc", Color::White),
    ("black", Color::Black),
    ("schwarz", Color::Black),
    ("noir", Color::Black),
];

/// A man as it is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    Role(Role),
    Letter(char),
}

/// A man, and where; without a square it stands in the place of another.
#[derive(Debug, Clone, Copy)]
struct Man<'a> {
    side: Option<Color>,
    named: Option<Named>,
    /// Whether the side is written as Germans do.
    german: bool,
    at: Option<PlacedSquare<'a>>,
    whole: Span<'a>,
}

/// The changes, each with its squares; nothing if `text` is written in another way.
pub(super) fn written_changes<'a>(
    text: Span<'a>,
    board: &Board,
    letters: Letters,
) -> Option<Result<Vec<PlacedChange<'a>>, Diagnostic>> {
    let mut reader = Reader {
        rest: trimmed(text),
        board: board.clone(),
        letters,
        found: Vec::new(),
    };
    while !reader.rest.fragment().is_empty() {
        match reader.change()? {
            Ok(()) => {}
            Err(diagnostic) => return Some(Err(diagnostic)),
        }
        reader.skip_and();
    }
    (!reader.found.is_empty()).then_some(Ok(reader.found))
}

/// Whether a word names a man.
pub(super) fn is_name(word: &str) -> bool {
    let word = word.to_lowercase();
    NAMES
        .iter()
        .any(|(_, names)| names.contains(&word.as_str()))
}

/// The squares in a text, in their order.
pub(super) fn squares_in(text: &str) -> Vec<Square> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter_map(square_at_end)
        .collect()
}

/// The square that a word ends with.
fn square_at_end(word: &str) -> Option<Square> {
    word.get(word.len().checked_sub(2)?..)?.parse().ok()
}

/// Reads one change after another.
struct Reader<'a> {
    rest: Span<'a>,
    board: Board,
    letters: Letters,
    found: Vec<PlacedChange<'a>>,
}

impl<'a> Reader<'a> {
    /// The next change, or all men that come or go behind one word; nothing if there is none.
    fn change(&mut self) -> Option<Result<(), Diagnostic>> {
        if let Some((comes, language)) =
            self.sign(&BEFORE.map(|(sign, comes, of)| (sign, (comes, of))))
        {
            let mut man = self.man()?;
            loop {
                if let Err(diagnostic) = self.come_or_go(comes, man, language)? {
                    return Some(Err(diagnostic));
                }
                self.skip_and();
                let before = self.rest;
                match self.man() {
                    Some(next) if next.at.is_some() && self.ends_man() => man = next,
                    _ => {
                        self.rest = before;
                        return Some(Ok(()));
                    }
                }
            }
        }
        let man = self.man()?;
        let from = man.at?;
        let (deed, language) = self.sign(&BETWEEN.map(|(sign, deed, of)| (sign, (deed, of))))?;
        let other = self.man()?;
        let piece = match self.standing(man, from, language) {
            Ok(piece) => piece,
            Err(diagnostic) => return Some(Err(diagnostic)),
        };
        match (deed, other.at) {
            (Deed::Replace, None) => {
                let named = other.named?;
                let color = other.side.unwrap_or(piece.color);
                self.note(Change::Remove(from.0), vec![from]);
                let new = self
                    .role(named, other, language)
                    .map(|role| Piece { color, role });
                return Some(new.map(|new| self.note(Change::Add(new, from.0), vec![from])));
            }
            (Deed::Move, Some(to)) if other.named.is_none() && other.side.is_none() => {
                self.note(Change::Move(from.0, to.0), vec![from, to]);
            }
            (Deed::Exchange, Some(to)) => {
                if let Err(diagnostic) = self.standing(other, to, language) {
                    return Some(Err(diagnostic));
                }
                self.note(Change::Exchange(from.0, to.0), vec![from, to]);
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    /// A man comes onto the board or leaves it.
    fn come_or_go(
        &mut self,
        comes: bool,
        man: Man<'a>,
        language: Option<Letters>,
    ) -> Option<Result<(), Diagnostic>> {
        let at = man.at?;
        if comes {
            let (color, named) = (man.side?, man.named?);
            let role = self.role(named, man, language);
            return Some(
                role.map(|role| self.note(Change::Add(Piece { color, role }, at.0), vec![at])),
            );
        }
        let standing = self.standing(man, at, language);
        Some(standing.map(|_| self.note(Change::Remove(at.0), vec![at])))
    }

    /// Notes a change. Whether it can be made is found out later.
    fn note(&mut self, change: Change, places: Vec<PlacedSquare<'a>>) {
        let _ = change.make(&mut self.board);
        self.found.push((change, places));
    }

    /// The man on a square, if it is the one that is named.
    fn standing(
        &self,
        man: Man<'a>,
        at: PlacedSquare<'a>,
        language: Option<Letters>,
    ) -> Result<Piece, Diagnostic> {
        let square = at.0;
        let Some(piece) = self.board.piece_at(square) else {
            return Err(Diagnostic::error(
                "twin-empty-square",
                text!(NothingStandsOn, square),
                range_of(at.1),
                text!(AnEmptySquare),
            ));
        };
        let fits = man.side.is_none_or(|side| side == piece.color)
            && match man.named {
                None => true,
                Some(Named::Role(role)) => role == piece.role,
                Some(Named::Letter(letter)) => self
                    .sets(letter, man, language)
                    .any(|set| set.role(letter) == Some(piece.role)),
            };
        if fits {
            return Ok(piece);
        }
        Err(Diagnostic::error(
            "twin-man",
            text!(
                AnotherManStandsOn,
                square,
                typed = quoted(man.whole.fragment().trim())
            ),
            range_of(man.whole),
            text!(NotThisMan),
        ))
    }

    /// The man that is meant by a name alone.
    fn role(
        &self,
        named: Named,
        man: Man<'a>,
        language: Option<Letters>,
    ) -> Result<Role, Diagnostic> {
        let letter = match named {
            Named::Role(role) => return Ok(role),
            Named::Letter(letter) => letter,
        };
        // The language of the words beside it goes first.
        let of_words = if man.german {
            Some(Letters::German)
        } else {
            language
        };
        if let Some(role) = of_words.unwrap_or(self.letters).role(letter) {
            return Ok(role);
        }
        let roles: Vec<Role> = self
            .sets(letter, man, language)
            .filter_map(|set| set.role(letter))
            .collect();
        match roles.split_first() {
            Some((&role, others)) if others.iter().all(|&other| other == role) => Ok(role),
            _ => Err(Diagnostic::error(
                "piece-letter",
                text!(NoPieceLetter, found = quoted(&letter.to_string())),
                range_of(man.whole),
                text!(
                    ExpectedLetterOf,
                    listed = self.letters.listed(),
                    name = self.letters.name()
                ),
            )),
        }
    }

    /// The sets in which a letter is read.
    fn sets(
        &self,
        letter: char,
        man: Man<'a>,
        language: Option<Letters>,
    ) -> impl Iterator<Item = Letters> + use<> {
        let german = man.german.then_some(Letters::German);
        let is_own = self.letters.role(letter).is_some();
        let others = Letters::IN_FILES.into_iter().filter(move |_| !is_own);
        std::iter::once(self.letters)
            .chain(german)
            .chain(language)
            .chain(others)
    }

    /// What the sign or word at the beginning of the rest means; it is passed over.
    fn sign<T: Copy>(&mut self, signs: &[(&str, T)]) -> Option<T> {
        let rest = trimmed_start(self.rest);
        let text = rest.fragment();
        let begins = |sign: &str| {
            let head = text
                .get(..sign.len())
                .is_some_and(|head| head.to_lowercase() == sign);
            let is_word = sign.chars().all(char::is_alphabetic);
            head && !(is_word && text[sign.len()..].starts_with(char::is_alphanumeric))
        };
        let &(sign, meaning) = signs.iter().find(|(sign, _)| begins(sign))?;
        self.rest = rest.take_from(sign.len());
        Some(meaning)
    }

    /// Passes over what stands between two changes.
    fn skip_and(&mut self) {
        self.rest = trimmed_start(self.rest);
        let words = AND.map(|word| (word, ()));
        if self.sign(&words).is_some() {
            self.rest = trimmed_start(self.rest);
        }
    }

    /// Whether no sign stands behind a man that belongs to it.
    fn ends_man(&self) -> bool {
        let rest = self.rest.fragment().trim_start();
        rest.is_empty() || !BETWEEN.iter().any(|(sign, ..)| rest.starts_with(sign))
    }

    /// The man at the beginning of the rest, with colour and name as far as they are written.
    fn man(&mut self) -> Option<Man<'a>> {
        let begin = trimmed_start(self.rest);
        let mut rest = begin;
        let mut man = Man {
            side: None,
            named: None,
            german: false,
            at: None,
            whole: begin,
        };
        loop {
            rest = trimmed_start(rest);
            let text = rest.fragment();
            let end = text
                .find(|c: char| !c.is_alphanumeric())
                .unwrap_or(text.len());
            let word = &text[..end];
            if word.is_empty() {
                return None;
            }
            let glued = square_at_end(word).map(|square| (square, rest.take_from(end - 2).take(2)));
            let named = &word[..end - if glued.is_some() { 2 } else { 0 }];
            if !named.is_empty() {
                man = self.with(man, named)?;
            }
            rest = rest.take_from(end);
            let is_word = named.chars().count() > 2;
            if glued.is_some() || !is_word && man.named.is_some() && !is_square_next(rest) {
                man.at = glued;
                man.whole = begin.take(range_of(rest).start - range_of(begin).start);
                self.rest = rest;
                return Some(man);
            }
        }
    }

    /// The same with colour or name, as a word or letters say it; nothing if they do not.
    fn with(&self, man: Man<'a>, word: &str) -> Option<Man<'a>> {
        let lower = word.to_lowercase();
        if lower.chars().count() > 2 {
            let known = NAMES
                .iter()
                .find(|(_, names)| names.contains(&lower.as_str()));
            if let Some(&(role, _)) = known {
                return man.named.is_none().then_some(Man {
                    named: Some(Named::Role(role)),
                    ..man
                });
            }
            let side = SIDES
                .iter()
                .find(|(side, _)| lower.starts_with(side) && lower.len() <= side.len() + 2);
            return side.map(|&(_, side)| Man {
                side: Some(side),
                ..man
            });
        }
        let mut chars = word.chars().peekable();
        let french = self.letters == Letters::French;
        let side = match chars.peek()? {
            'w' => Some(Color::White),
            'b' if french => Some(Color::White),
            'b' | 's' => Some(Color::Black),
            'n' if french => Some(Color::Black),
            _ => None,
        };
        let german = side.is_some() && word.starts_with('s');
        if side.is_some() {
            chars.next();
        }
        let letter = chars.next();
        let fits = chars.next().is_none()
            && man.named.is_none()
            && letter.is_none_or(char::is_uppercase)
            && (side.is_none() || man.side.is_none());
        fits.then_some(Man {
            side: side.or(man.side),
            named: letter.map(Named::Letter),
            german: german || man.german,
            ..man
        })
    }
}

/// Whether a square alone comes next.
fn is_square_next(rest: Span<'_>) -> bool {
    let word = rest.fragment().split_whitespace().next();
    word.and_then(|word| word.get(..2))
        .is_some_and(|word| word.parse::<Square>().is_ok())
}
