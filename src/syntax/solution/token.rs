//! What a solution is written with: numbers, moves, marks, words, brackets.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, digit1, one_of, satisfy, space0};
use nom::combinator::{map, not, opt, peek, recognize, value, verify};
use nom::error::{ErrorKind, ParseError as _};
use nom::multi::{many0_count, many1_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{Input, Parser};

use super::shape::{Shape, bare_files, shape};
use super::told::told;
use super::words::{Said, said};
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
        let labelled = (brackets == 0).then(|| named(rest, first_in_line).ok());
        let found = (labelled.flatten())
            .or_else(|| told(rest, first_in_line))
            .or_else(|| taken_back(rest, first_in_line))
            .or_else(|| other_pawn(rest, &pieces))
            .or_else(|| files(rest, &pieces))
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
        let passed_over = matches!(last, Some(Token::Remark | Token::Word(Said::Nothing)));
        first_in_line &= passed_over;
    }
    pieces
}

/// What ends with `)` without having begun with `(`: `II)` and `1)` number the solutions, `a)` is a part.
fn named(input: Span<'_>, first_in_line: bool) -> Parse<'_, Token<'_>> {
    let number = alt((take_while1(|c| matches!(c, 'I' | 'V' | 'X')), digit1));
    let number = value(Token::Remark, terminated(number, char(')')));
    // Within a line `a4)` is a move.
    let short = verify(label, move |name: &Span<'_>| {
        first_in_line || name.fragment().len() == 1
    });
    let part = preceded(take_while(|c| c == '+'), map(short, Token::Label));
    alt((number, part)).parse(input)
}

/// `R: 1. b2-b1=B O-O`: a line of moves taken back, which shows how the diagram came about.
fn taken_back(input: Span<'_>, first_in_line: bool) -> Option<(Span<'_>, Token<'_>)> {
    let behind = input.fragment().strip_prefix("R:")?;
    let length = input.fragment().find('\n');
    let length = length.unwrap_or(input.fragment().len());
    (first_in_line && behind.starts_with(char::is_whitespace))
        .then(|| (input.take_from(length), Token::Remark))
}

fn token(input: Span<'_>) -> Parse<'_, Token<'_>> {
    alt((
        comment,
        theme,
        square_bracket,
        value(Token::Open, char('(')),
        value(Token::Close, one_of(")]")),
        value(Token::Remark, changed),
        numbered,
        played,
        signs,
        word,
    ))
    .parse(input)
}

/// How a twin is made, as Popeye and the columns print it: `-bPd3`, `wKb1-->c1`, `sTa1<-->wLb2`.
fn changed(input: Span<'_>) -> Parse<'_, ()> {
    let square = || (one_of("abcdefgh"), one_of("12345678"));
    let man = || {
        (
            one_of("wbsn"),
            satisfy(|c| c.is_ascii_uppercase()),
            square(),
        )
    };
    let arrow = (
        opt(char('<')),
        take_while1(|c| matches!(c, '-' | '=' | '>' | '→')),
    );
    let to = alt((value((), man()), value((), square())));
    let whole = (opt(one_of("+-")), man(), opt((space0, arrow, space0, to)));
    value(
        (),
        terminated(whole, peek(not(satisfy(char::is_alphanumeric)))),
    )
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
        || said(first.split([' ', ':', '.']).next().unwrap_or("")) == Some(Said::Threat);
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
    let dash = || one_of("-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}");
    let points = |count| {
        move |input| -> Parse<'_, ()> {
            value((), verify(many1_count(char('.')), move |&n| n >= count)).parse(input)
        }
    };
    let more = alt((points(2), value((), char('…'))));
    let second = alt((
        value((), (char('.'), space0, more, space0, opt(dash()))),
        value((), (points(2), space0, opt(dash()))),
        value((), (char('…'), take_while(|c| c == '.'))),
        // Not a long dash between two moves: a blank or a move follows.
        value((), (char('.'), space0, many1_count(dash()))),
        value((), (space0, tag("..."), take_while(|c| c == '.'))),
    ));
    let (rest, side) = alt((
        value(Side::Second, second),
        value(Side::First, char('.')),
        value(Side::First, before_move),
    ))
    .parse(rest)?;
    Ok((rest, Token::Number { digits, side }))
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
    let is_mark = |c: char| "!?+#=†‡≠±∓‼⁇⁈⁉".contains(c);
    let idle =
        |c: char| "-*.:…|•·◦▪\"„“”\\}_".contains(c) || ('\u{2010}'..='\u{2015}').contains(&c);
    alt((
        map(take_while1(is_mark), Token::Marks),
        value(Token::Word(Said::Any), one_of("~∼∽")),
        value(Token::Word(Said::Threat), take_while1(|c| c == '>')),
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
