//! What a solution is written with: numbers, moves, marks, words, brackets.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, digit1, one_of, satisfy, space0, space1};
use nom::combinator::{map, opt, peek, recognize, value, verify};
use nom::error::{ErrorKind, ParseError as _};
use nom::multi::{many0_count, many1_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{Input, Parser};

use super::heading::{change, stipulation};
use super::shape::{Read, Shape, bare_files, far, is_dash, letter, long_apart, near, shape};
use super::told::told;
use super::words::{Said, outcome, said};
use super::written::WrittenOutcome;
use crate::syntax::span::{Mismatch, Parse, Span};
use crate::syntax::twins::label;

/// What a solution is written with.
#[derive(Debug, Clone)]
pub(super) enum Token<'a> {
    /// Nothing that is played: a comment, a theme letter, a dash.
    Remark,
    /// `1.` or `1...`
    Number {
        digits: Span<'a>,
        side: Side,
    },
    /// `(`, or `[` before play.
    Open,
    Close,
    /// `[k g6]`, `[stands: k g6]`.
    Head(Span<'a>),
    /// `stands, g7-g5 was played (k g6):`.
    Ruling {
        outcome: WrittenOutcome,
        worlds: Span<'a>,
    },
    /// `a)`
    Label(Span<'a>),
    /// `!`, `?`, `+`, `#`, ...
    Marks(Span<'a>),
    /// `/` between two moves.
    Slash,
    Comma,
    Word(Said),
    Move(Shape),
    /// What is not understood.
    Unknown,
}

/// Which half of a move a number announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Second,
}

/// What may stand between tokens.
pub(super) fn separator(c: char) -> bool {
    c.is_whitespace() || c == ';'
}

/// A token where it stands.
#[derive(Debug, Clone)]
pub(super) struct Piece<'a> {
    pub(super) token: Token<'a>,
    pub(super) at: Span<'a>,
    /// Indentation of its line.
    pub(super) indent: usize,
    pub(super) first_in_line: bool,
}

/// All tokens of a solution.
pub(super) fn tokens(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = Span::new(text);
    let numbering = numbering(text);
    let blanks_within = Blanks::of(text);
    let (mut indent, mut first_in_line) = (0, true);
    let mut brackets = 0_usize;
    while let Some(blanks) = rest.fragment().find(|c| !separator(c)) {
        let passed = &rest.fragment()[..blanks];
        if let Some(at) = passed.rfind('\n') {
            (indent, first_in_line) = (passed.len() - at - 1, true);
        } else if first_in_line {
            indent += passed.len();
        }
        rest = rest.take_from(blanks);
        let labelled = (brackets == 0).then(|| named(rest, first_in_line, numbering).ok());
        let found = (labelled.flatten())
            .or_else(|| told(rest, first_in_line))
            .or_else(|| taken_back(rest))
            .or_else(|| other_pawn(rest, &pieces))
            .or_else(|| files(rest, &pieces))
            .or_else(|| history(rest))
            .or_else(|| around_threat(rest, &pieces))
            .or_else(|| bare_ruling(rest, &pieces))
            .or_else(|| asked(rest).filter(|_| before_moves(&pieces)))
            .or_else(|| blanks_within.played(rest))
            .or_else(|| token(rest).ok());
        let (after, mut token) = found.unwrap_or_else(|| {
            let first = rest.fragment().chars().next().map_or(0, char::len_utf8);
            (rest.take_from(first), Token::Unknown)
        });
        // A letter of a theme stands behind a move. In the place of one it is a move that is not understood.
        let before = pieces.last().map(|piece: &Piece| &piece.token);
        if matches!(before, Some(Token::Number { .. }))
            && matches!(token, Token::Remark)
            && rest
                .fragment()
                .starts_with(|c: char| c.is_ascii_uppercase())
        {
            token = Token::Unknown;
        }
        match token {
            Token::Open => brackets += 1,
            Token::Close => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        let length = after.location_offset() - rest.location_offset();
        pieces.push(Piece {
            token,
            at: rest.take(length),
            indent,
            first_in_line,
        });
        rest = after;
        // Headings and bullets before a number leave it the first of its line.
        let last = pieces.last().map(|piece| &piece.token);
        let passed_over = matches!(
            last,
            Some(Token::Remark | Token::Word(Said::Nothing | Said::Set | Said::Actual))
        );
        first_in_line &= passed_over;
    }
    pieces
}

/// What numbers the moves of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbering {
    /// `1.`
    Points,
    /// `1)`, where no move is numbered with a point.
    Brackets,
}

/// How the moves of a text are numbered: `1) Ba2 Bb5 2) Rb4`, unless `1)` numbers the solutions, `1) 1.Ba2 Bb5 2.Rb4`.
fn numbering(text: &str) -> Numbering {
    let begins_move = |behind: &str| {
        let next = behind.trim_start();
        shape(next).is_ok()
            || next.starts_with('…')
            || next.starts_with(is_dash)
            || next.starts_with("..")
    };
    let mut found = Numbering::Points;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let begins = c.is_ascii_digit() && !before.is_alphanumeric();
        before = c;
        if !begins {
            continue;
        }
        let behind = text[at..].trim_start_matches(|c: char| c.is_ascii_digit());
        if behind.starts_with('…') || behind.starts_with('.') && begins_move(&behind[1..]) {
            return Numbering::Points;
        }
        if behind.strip_prefix(')').is_some_and(begins_move) {
            found = Numbering::Brackets;
        }
    }
    found
}

/// What ends with `)` without having begun with `(`: `II)` and `1)` number the solutions, `a)` is a part. `1)` numbers moves where nothing else
/// does.
fn named(input: Span<'_>, first_in_line: bool, numbering: Numbering) -> Parse<'_, Token<'_>> {
    if numbering == Numbering::Brackets
        && let Ok((rest, digits)) = terminated(digit1::<_, Mismatch>, char(')')).parse(input)
    {
        let dash = || satisfy(is_dash);
        let idle = |c: char| matches!(c, '.' | '…' | ',' | ' ');
        let dots = (space0, alt((tag(".."), tag("…"))), take_while(idle));
        let second = alt((value((), dots), value((), (space0, dash(), space0))));
        let (rest, second) = opt(second).parse(rest)?;
        let side = second.map_or(Side::First, |()| Side::Second);
        return Ok((rest, Token::Number { digits, side }));
    }
    let number = alt((take_while1(|c| matches!(c, 'I' | 'V' | 'X')), digit1));
    let number = value(Token::Remark, terminated(number, char(')')));
    // Within a line `a4)` is a move.
    let short = verify(label, move |name: &Span<'_>| {
        first_in_line || name.fragment().len() == 1
    });
    let part = preceded(take_while(|c| c == '+'), map(short, Token::Label));
    alt((number, part)).parse(input)
}

/// `R: 1. b2-b1=B O-O`: a line of moves taken back, which shows how the diagram came about. `R: 1.g7-g5, v: 1.hxg6`: what is numbered
/// anew is played.
fn taken_back(input: Span<'_>) -> Option<(Span<'_>, Token<'_>)> {
    let behind = input.fragment().strip_prefix("R:")?;
    let length = input.fragment().find(['\n', ')']);
    let length = length.unwrap_or(input.fragment().len());
    let line = &input.fragment()[..length];
    let is_first = |&(at, _): &(usize, &str)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '.')
    };
    let own = usize::from(behind.trim_start().starts_with("1."));
    let mut numbers = line.match_indices("1.").filter(is_first);
    let length = numbers.nth(own).map_or(length, |(at, _)| at);
    (behind.starts_with(char::is_whitespace)).then(|| (input.take_from(length), Token::Remark))
}

fn token(input: Span<'_>) -> Parse<'_, Token<'_>> {
    alt((
        comment,
        theme,
        square_bracket,
        value(Token::Open, char('(')),
        value(Token::Close, one_of(")]")),
        value(Token::Remark, change),
        numbered,
        played,
        signs,
        word,
    ))
    .parse(input)
}

fn comment(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let closed = value(
        Token::Remark,
        delimited(char('{'), take_till(|c| c == '}'), char('}')),
    );
    // One that is never closed hides no more than its line.
    let open = value(Token::Unknown, (char('{'), take_till(|c| c == '\n')));
    alt((closed, open)).parse(input)
}

/// `[a]`, `(A)`, `[B/C]`: letters of a theme.
fn theme(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let one = || {
        (
            satisfy(char::is_alphabetic),
            take_while_m_n(0, 3, |c: char| {
                c.is_ascii_digit() || matches!(c, '\'' | '’' | '*' | '!' | '?')
            }),
        )
    };
    let letters = || (one(), many0_count((opt(one_of("/,-")), one())));
    let short = |letters: &Span<'_>| letters.fragment().chars().count() <= 7;
    let bare = || verify(recognize(letters()), short);
    let number = || take_while_m_n(1, 2, |c: char| c.is_ascii_digit());
    let in_square = delimited(char('['), alt((bare(), number())), char(']'));
    let in_round = delimited(char('('), recognize(one()), char(')'));
    value(Token::Remark, alt((in_square, in_round))).parse(input)
}

/// So many bytes are looked through for the end of a bracket that goes on in the next line.
const LONGEST_BRACKET: usize = 4_000;

/// `[...]`: play if it begins like play, else a heading; alone if it is not closed.
fn square_bracket(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let (rest, _) = char('[').parse(input)?;
    let (after, inner) = take_till(|c| c == ']' || c == '\n').parse(rest)?;
    let first = inner.fragment().trim_start();
    let is_play = first.starts_with(|c: char| c.is_ascii_digit() || c == '>')
        || said(first.split([' ', ':', '.']).next().unwrap_or(""))
            .is_some_and(|said| matches!(said, Said::Threat | Said::Set));
    // Play may go on over several lines.
    let mut ahead = after.fragment().bytes().take(LONGEST_BRACKET);
    if is_play && ahead.any(|byte| byte == b']') {
        return Ok((rest, Token::Open));
    }
    if !after.fragment().starts_with(']') {
        return Ok((rest, Token::Unknown));
    }
    Ok((after.take_from(1), Token::Head(inner)))
}

/// `1.`, `1...`, `1. ...`, `1.…`, `1.-`; a bare `1` before a move.
fn numbered(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let (rest, _) = opt(char('*')).parse(input)?;
    let (rest, digits) = digit1(rest)?;
    let dash = || satisfy(is_dash);
    let points = |count| {
        move |input| -> Parse<'_, ()> {
            value((), verify(many1_count(char('.')), move |&n| n >= count)).parse(input)
        }
    };
    let more = alt((points(2), value((), char('…'))));
    let second = alt((
        value((), (char('.'), space0, more, space0, opt(dash()))),
        value((), (points(2), space0, opt(dash()))),
        value((), (space0, char('…'), take_while(|c| c == '.'))),
        // Not a long dash between two moves: a blank or a move follows.
        value((), (char('.'), space0, many1_count(dash()))),
        value((), (space0, tag("..."), take_while(|c| c == '.'))),
        // `1 - Sc3`
        value((), (space1, dash(), space1, peek(move_ahead))),
    ));
    let (rest, side) = alt((
        value(Side::Second, second),
        value(Side::First, char('.')),
        value(Side::First, before_move),
    ))
    .parse(rest)?;
    Ok((rest, Token::Number { digits, side }))
}

/// A move follows, with its letter.
fn move_ahead(input: Span<'_>) -> Parse<'_, ()> {
    let named = input
        .fragment()
        .starts_with(|c: char| c.is_ascii_uppercase());
    if named && shape(input.fragment()).is_ok() {
        return Ok((input, ()));
    }
    Err(nothing(input))
}

/// A move follows, after blanks or with its letter.
fn before_move(input: Span<'_>) -> Parse<'_, ()> {
    let text = input.fragment();
    let next = text.trim_start_matches(' ');
    let apart = (1..=4).contains(&(text.len() - next.len()));
    let named = next.starts_with(|c: char| c.is_ascii_uppercase());
    if (apart || named) && !next.starts_with(|c: char| c.is_ascii_digit()) && shape(next).is_ok() {
        return Ok((input, ()));
    }
    Err(nothing(input))
}

/// Nothing of the kind stands here.
fn nothing(input: Span<'_>) -> nom::Err<Mismatch> {
    nom::Err::Error(Mismatch::from_error_kind(input, ErrorKind::Alt))
}

fn played(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let bare = input.fragment().trim_start_matches('\\');
    match shape(bare) {
        Ok((rest, shape)) => {
            let length = input.fragment().len() - rest.len();
            let rest = input.take_from(length);
            let (rest, _) =
                opt(terminated(tag("\\"), peek(satisfy(|c| !c.is_alphabetic())))).parse(rest)?;
            Ok((rest, Token::Move(shape)))
        }
        Err(_) => Err(nothing(input)),
    }
}

/// Where blanks stand within the moves of a text.
#[derive(Debug, Clone, Copy)]
struct Blanks {
    /// `1. D f3–d1`: behind the men. Behind a number such a letter is not a theme's.
    behind_men: bool,
    /// `1. S e3`: behind all men.
    behind_all: bool,
    /// `1.Sf5 – e3`: around the signs of long notation.
    around_signs: bool,
}

impl Blanks {
    fn of(text: &str) -> Blanks {
        let numbered = |read: fn(Span<'_>) -> Option<(Span<'_>, Token<'_>)>| {
            text.match_indices(|c: char| c.is_ascii_uppercase())
                .any(|(at, _)| {
                    let before = text[..at].trim_end();
                    before.ends_with(['.', ')', '…']) && read(Span::new(&text[at..])).is_some()
                })
        };
        let mut words = text.split(|c: char| !c.is_alphanumeric() && !"-:*~".contains(c));
        let is_whole = |word: &str| {
            word.len() > 1 && letter(word).is_ok() && shape(word).is_ok() && word != "OO"
        };
        Blanks {
            behind_men: numbered(apart),
            behind_all: numbered(apart_near) && !words.any(is_whole),
            around_signs: !dash_parts_moves(text),
        }
    }

    /// A move with blanks in it.
    fn played(self, input: Span<'_>) -> Option<(Span<'_>, Token<'_>)> {
        let far = self.behind_men.then(|| apart(input)).flatten();
        let near = || self.behind_all.then(|| apart_near(input)).flatten();
        let long = || {
            let (rest, found) =
                (long_apart(input.fragment()).ok()).filter(|_| self.around_signs)?;
            let length = input.fragment().len() - rest.len();
            Some((input.take_from(length), Token::Move(found)))
        };
        far.or_else(near).or_else(long)
    }
}

/// Whether a dash stands between a move and one with its letter: `1.Tb1 – Kd4`. It joins no squares then.
fn dash_parts_moves(text: &str) -> bool {
    text.match_indices(is_dash).any(|(at, dash)| {
        let before = text[..at].trim_end_matches([' ', '\u{a0}']);
        let behind = &text[at + dash.len()..];
        let next = behind.trim_start_matches([' ', '\u{a0}']);
        next.len() < behind.len()
            && before.ends_with(|c: char| c.is_ascii_digit())
            && letter(next).is_ok()
            && shape(next).is_ok()
    })
}

/// A man, a blank, and the squares it leaves and goes to, or what says that it may go anywhere.
fn apart(input: Span<'_>) -> Option<(Span<'_>, Token<'_>)> {
    set_off(input, far)
}

/// A man, a blank, and the square it goes to.
fn apart_near(input: Span<'_>) -> Option<(Span<'_>, Token<'_>)> {
    set_off(input, near)
}

fn set_off(
    input: Span<'_>,
    behind: fn(&str, char) -> Read<'_, Shape>,
) -> Option<(Span<'_>, Token<'_>)> {
    let (rest, man) = letter(input.fragment()).ok()?;
    let (rest, found) = behind(rest.strip_prefix([' ', '\u{a0}'])?, man).ok()?;
    let length = input.fragment().len() - rest.len();
    Some((input.take_from(length), Token::Move(found)))
}

/// Headings of a part are looked for among so many tokens.
const MOST_HEADINGS: usize = 20;

/// Whether nothing but headings has been read of the part.
fn before_moves(pieces: &[Piece<'_>]) -> bool {
    (pieces.iter().rev())
        .map(|piece| &piece.token)
        .take_while(|token| !matches!(token, Token::Label(_) | Token::Head(_)))
        .enumerate()
        .all(|(at, token)| {
            at < MOST_HEADINGS && matches!(token, Token::Remark | Token::Word(Said::Nothing))
        })
}

/// Clauses are no longer than so many characters: what is looked for in one is not looked for in all of the text.
const LONGEST_CLAUSE: usize = 60;

/// What a clause may be at the beginning of a text.
fn clause(text: &str) -> &str {
    let end = text.char_indices().nth(LONGEST_CLAUSE);
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// "with the" or "without" before and "of" behind "threat".
fn around_threat<'a>(input: Span<'a>, before: &[Piece<'a>]) -> Option<(Span<'a>, Token<'a>)> {
    let (word, behind) = clause(input.fragment()).split_once(' ')?;
    let begins = |words: &[&str]| words.iter().any(|word| behind.starts_with(word));
    let is_said = match word {
        "with" | "avec" | "mit" => begins(&[
            "the threat",
            "threat",
            "la menace",
            "menace",
            "der Drohung",
            "Drohung",
        ]),
        "the" | "a" | "la" | "der" => begins(&["threat", "menace", "Drohung"]),
        // What is not there is no move.
        "without" | "sans" | "ohne" => {
            behind.starts_with(char::is_alphabetic) && shape(behind).is_err()
        }
        "of" => {
            let last = before.last().map(|piece| &piece.token);
            matches!(last, Some(Token::Word(Said::Threat)))
        }
        _ => false,
    };
    is_said.then(|| (input.take_from(word.len()), Token::Remark))
}

/// How a clause says that a move was played before the diagram.
const PLAYED_BEFORE: [&str; 10] = [
    "geschah",
    "geschehen",
    "gespielt",
    "zuletzt",
    "wurde",
    "played",
    "was",
    "happened",
    "joué",
    "dernier",
];

/// `Falls e7-e5 geschah:`, what was played before the diagram.
fn history(input: Span<'_>) -> Option<(Span<'_>, Token<'_>)> {
    let text = *input.fragment();
    let (first, _) = clause(text).split_once(' ')?;
    if !["falls", "wenn", "sofern", "if", "si"].contains(&first.to_lowercase().as_str()) {
        return None;
    }
    let (behind, _) = shape(&text[first.len() + 1..]).ok()?;
    let (words, _) = clause(behind).split_once(':')?;
    let is_clause = !words.contains(|c: char| c == '\n' || c.is_ascii_digit());
    let is_verb = |word: &str| PLAYED_BEFORE.contains(&word);
    let length = text.len() - behind.len() + words.len() + 1;
    (is_clause && words.split_whitespace().any(is_verb))
        .then(|| (input.take_from(length), Token::Remark))
}

/// `stands:`, `Taken back:` behind a move, without brackets.
fn bare_ruling<'a>(input: Span<'a>, before: &[Piece<'a>]) -> Option<(Span<'a>, Token<'a>)> {
    let (word, _) = clause(input.fragment()).split_once(':')?;
    let is_play = |piece: &Piece<'_>| matches!(piece.token, Token::Move(_));
    let ruled = word.trim_end();
    (outcome(ruled).is_some() && before.iter().rev().any(is_play)).then(|| {
        (
            input.take_from(word.len() + 1),
            Token::Head(input.take(ruled.len())),
        )
    })
}

/// `h=2`, what a twin asks for.
fn asked(input: Span<'_>) -> Option<(Span<'_>, Token<'_>)> {
    let length = stipulation(input.fragment())?;
    Some((input.take_from(length), Token::Remark))
}

/// `ed`, a pawn's capture by its files, where a move is expected: behind a number, behind the move a number announced, or
/// joined to a move. Elsewhere `de` and `ab` are words.
fn files<'a>(input: Span<'a>, before: &[Piece<'a>]) -> Option<(Span<'a>, Token<'a>)> {
    // With a sign or `e.p.` it is a move wherever it stands.
    if shape(input.fragment()).is_ok() {
        return None;
    }
    let (rest, (shape, shown)) = bare_files(input.fragment()).ok()?;
    let mut before = (before.iter().rev())
        .map(|piece| &piece.token)
        .filter(|token| !matches!(token, Token::Remark | Token::Marks(_)));
    let expected = shown
        || match before.next() {
            Some(Token::Number { .. }) => true,
            Some(Token::Slash | Token::Comma) => matches!(before.next(), Some(Token::Move(_))),
            Some(Token::Move(_)) => {
                let number = before.next();
                matches!(number, Some(Token::Number { side, .. }) if *side == Side::First)
            }
            _ => false,
        };
    let length = input.fragment().len() - rest.len();
    expected.then(|| (input.take_from(length), Token::Move(shape)))
}

/// The bracket in `d3(e5)`, two moves of pawns. Apart from a move it is a letter of a theme.
fn other_pawn<'a>(input: Span<'a>, before: &[Piece<'a>]) -> Option<(Span<'a>, Token<'a>)> {
    let joined = before.last().is_some_and(|piece| {
        let end = piece.at.location_offset() + piece.at.fragment().len();
        matches!(piece.token, Token::Move(_)) && end == input.location_offset()
    });
    let inside = input.fragment().strip_prefix('(')?;
    let (rest, _) = shape(inside).ok().filter(|_| joined)?;
    let short = inside.len() - rest.len() <= "é5".len();
    (short && rest.starts_with(')')).then(|| (input.take_from(1), Token::Open))
}

fn signs(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let is_mark = |c: char| "!?+#=†‡≠±∓‼⁇⁈⁉×".contains(c);
    let idle = |c: char| "*.:…|•·◦▪\"„“”\\}_".contains(c) || is_dash(c);
    alt((
        map(take_while1(is_mark), Token::Marks),
        value(Token::Word(Said::Any), one_of("~∼∽")),
        value(Token::Word(Said::Threat), take_while1(|c| c == '>')),
        value(Token::Word(Said::Zugzwang), one_of("⊙☉◎")),
        value(Token::Word(Said::Or), char('&')),
        value(Token::Slash, char('/')),
        value(Token::Comma, char(',')),
        value(Token::Remark, take_while1(idle)),
    ))
    .parse(input)
}

/// A word, and what it says.
fn word(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let inside = |c: char| !separator(c) && !matches!(c, '{' | '}' | '[' | ']' | '(' | ')' | ',');
    let (rest, text) = take_while1(inside).parse(input)?;
    if let Some(said) = said(text.fragment()) {
        return Ok((rest, Token::Word(said)));
    }
    // `A!` behind a mate: a letter of a theme.
    let letter = text.fragment().trim_end_matches(['!', '?', '.', ':']);
    if letter.chars().count() == 1 && letter.chars().all(char::is_alphabetic) {
        return Ok((input.take_from(letter.len()), Token::Remark));
    }
    // `threat:2.Sf4` and `but1...` are two words each.
    let letters = text
        .fragment()
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(0);
    let behind = &text.fragment()[letters..];
    let number = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    let apart = behind.starts_with(|c: char| !c.is_alphanumeric());
    if letters > 1
        && (apart || number.starts_with(['.', '…']))
        && let Some(said) = said(&text.fragment()[..letters])
        && said != Said::Nothing
    {
        return Ok((input.take_from(letters), Token::Word(said)));
    }
    Ok((rest, Token::Unknown))
}
