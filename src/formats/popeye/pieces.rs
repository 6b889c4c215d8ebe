//! Men in Popeye's input: `white kh1 bg1g2 black ka8`, and the Forsyth line.

use nom::branch::alt;
use nom::bytes::complete::take_while_m_n;
use nom::character::complete::{anychar, char, digit1, one_of};
use nom::combinator::{map, recognize};
use nom::multi::{many0, many1};
use nom::{Input, Parser};
use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};

use super::token::Tokens;
use super::words::{ATTRIBUTES, COMMANDS, SIDES, Side, Tongue, meant};
use crate::notation::{Letters, Text};
use crate::syntax::board::square;
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::span::{Parse, Span, end_of, range_of};
use crate::text;

/// The role of a letter in any case; English `N` is Popeye's nightrider.
pub(crate) fn role(letters: Letters, letter: &str) -> Option<Role> {
    let mut chars = letter.chars();
    let upper = chars.next()?.to_ascii_uppercase();
    if chars.next().is_some() || letters == Letters::EnglishProblem && upper == 'N' {
        return None;
    }
    letters.role(upper)
}

/// A fairy man is refused by name.
pub(crate) fn fairy(at: Span<'_>, letters: Letters) -> Diagnostic {
    let typed = at.fragment().to_uppercase();
    let name = match (letters, typed.as_str()) {
        (Letters::EnglishProblem | Letters::German, "N") => {
            text!(Nightrider)
        }
        (Letters::EnglishProblem | Letters::German, "G") => {
            text!(Grasshopper)
        }
        (Letters::EnglishProblem, "Z") => text!(ZebraOrLeaper),
        _ => Text::same(""),
    };
    let diagnostic = Diagnostic::error(
        "fairy-piece",
        text!(FairyPieceUnsupported, found = quoted(at.fragment()), name),
        range_of(at),
        text!(
            ExpectedLetterOf,
            listed = letters.listed(),
            name = letters.name()
        ),
    );
    let knight = letters == Letters::EnglishProblem && typed == "N";
    if knight {
        diagnostic.with_help(text!(KnightIsS))
    } else {
        diagnostic
    }
}

pub(crate) type Squares<'a> = Vec<(Square, Span<'a>)>;

/// Squares without anything between them, up to the end of the text.
pub(super) fn squares(input: Span<'_>) -> Option<Squares<'_>> {
    fn one(input: Span<'_>) -> Parse<'_, (Square, Span<'_>)> {
        let lower = input.fragment().get(..2).map(str::to_ascii_lowercase);
        if let Some(found) = lower.and_then(|two| two.parse().ok()) {
            return Ok((input.take_from(2), (found, Input::take(&input, 2))));
        }
        square(input).map(|(rest, found)| (rest, (found, Input::take(&input, 2))))
    }
    let (rest, found) = many1(one).parse(input).ok()?;
    rest.fragment().is_empty().then_some(found)
}

/// The name of a man and its squares, `Sd1h7`; a name has one or two signs.
pub(crate) fn man(word: Span<'_>) -> Option<(Span<'_>, Squares<'_>)> {
    let text = word.fragment();
    [1, 2].into_iter().find_map(|length| {
        let at = text.char_indices().nth(length).map(|(at, _)| at)?;
        Some((word.take(at), squares(word.take_from(at))?))
    })
}

/// Puts men on a board; those that stand there go, as in Popeye.
#[derive(Debug)]
pub(super) struct Placer<'b, 'r> {
    pub board: &'b mut Board,
    pub tongue: Tongue,
    pub report: &'r mut Report,
}

impl Placer<'_, '_> {
    /// Reads sides, attributes and men as long as they follow. A man that cannot be placed is said.
    pub fn groups<'a>(&mut self, tokens: &mut Tokens<'a>, statement: Span<'a>) {
        let mut side: Option<Side> = None;
        let mut found = false;
        while let Some(word) = tokens.peek() {
            let text = word.fragment();
            if let Some((name, squares)) = man(word) {
                tokens.pass(word);
                found = true;
                match side {
                    Some(side) => self.put(side, name, &squares),
                    None => self.report.push(no_side(word)),
                }
                continue;
            }
            if let Some(next) = meant(&SIDES, self.tongue, text) {
                tokens.pass(word);
                side = Some(next);
                found = true;
                if next == Side::Invisible {
                    self.report.push(fairy_side(word));
                    if tokens
                        .peek()
                        .is_some_and(|n| n.fragment().parse::<u32>().is_ok())
                    {
                        tokens.next();
                    }
                }
                continue;
            }
            if meant(&COMMANDS, self.tongue, text).is_some() {
                break;
            }
            if text.chars().count() <= 2
                && let Some(list) = after(*tokens, word)
                    .peek()
                    .filter(|next| squares(*next).is_some())
            {
                // `B a1b2`: the squares are a token of their own.
                tokens.pass(word);
                tokens.pass(list);
                match (side, squares(list)) {
                    (Some(side), Some(squares)) => self.put(side, word, &squares),
                    _ => self.report.push(no_side(word)),
                }
                continue;
            }
            if let Some(attribute) = meant(&ATTRIBUTES, self.tongue, text) {
                tokens.pass(word);
                self.report.push(Diagnostic::error(
                    "fairy-piece",
                    text!(FairyAttributeUnsupported, attribute),
                    range_of(word),
                    text!(MenOfThisKind),
                ));
                continue;
            }
            if side.is_some() && text.ends_with(|c: char| c.is_ascii_digit()) {
                tokens.pass(word);
                self.report.push(bad_man(word));
                continue;
            }
            break;
        }
        if !found {
            self.report.push(Diagnostic::error(
                "no-position",
                text!(ExpectedSideAndMen),
                end_of(statement),
                text!(NothingReadableFollows),
            ));
        }
    }

    fn put(&mut self, side: Side, name: Span<'_>, squares: &Squares<'_>) {
        let color = match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
            Side::Neutral | Side::Invisible => {
                self.report.push(fairy_side(name));
                return;
            }
        };
        let letters = self.tongue.letters();
        let Some(role) = role(letters, name.fragment()) else {
            self.report.push(fairy(name, letters));
            return;
        };
        for &(square, at) in squares {
            if self.board.piece_at(square).is_some() {
                self.report.push(Diagnostic::warning(
                    "square-taken",
                    text!(TwoMenSecondRead, square),
                    range_of(at),
                    text!(SoDoesPopeye),
                ));
            }
            self.board.set_piece_at(square, Piece { color, role });
        }
    }

    /// A Forsyth line: ranks from a8 on, numbers of any size, `/` at will.
    pub fn forsyth(&mut self, line: Span<'_>) {
        let signs: Parse<'_, Vec<Sign<'_>>> = many0(sign).parse(line);
        let mut square = 0usize;
        for sign in signs.map_or_else(|_| Vec::new(), |(_, signs)| signs) {
            let name = match sign {
                Sign::Empty(squares) => {
                    square = square.saturating_add(squares);
                    continue;
                }
                Sign::Rank => {
                    // In Popeye's reading it fills up the rank it stands in.
                    square = square.checked_next_multiple_of(8).unwrap_or(usize::MAX);
                    continue;
                }
                Sign::Fairy(name) => {
                    self.report.push(fairy(name, self.tongue.letters()));
                    return;
                }
                Sign::Man(name) => name,
            };
            let Some(role) = role(self.tongue.letters(), name.fragment()) else {
                self.report.push(fairy(name, self.tongue.letters()));
                return;
            };
            if square >= 64 {
                self.report.push(Diagnostic::error(
                    "fen-squares",
                    text!(ForsythTooLong),
                    range_of(name),
                    text!(BeyondH1),
                ));
                return;
            }
            let (file, rank) = (
                File::new(square as u32 % 8),
                Rank::new(7 - square as u32 / 8),
            );
            let upper = name
                .fragment()
                .starts_with(|c: char| c.is_ascii_uppercase());
            let color = Color::from_white(upper);
            self.board
                .set_piece_at(Square::from_coords(file, rank), Piece { color, role });
            square += 1;
        }
    }
}

/// A sign of a Forsyth line.
enum Sign<'a> {
    /// So many empty squares.
    Empty(usize),
    /// The end of a rank.
    Rank,
    /// A letter.
    Man(Span<'a>),
    /// The name of a fairy man, which begins with a sign of its own: `.NE`, `=q`.
    Fairy(Span<'a>),
}

fn sign(input: Span<'_>) -> Parse<'_, Sign<'_>> {
    let empty = map(digit1, |digits: Span<'_>| {
        Sign::Empty(digits.fragment().parse().unwrap_or(65))
    });
    let fairy = recognize((one_of("=.+-"), take_while_m_n(0, 2, |_| true)));
    alt((
        empty,
        map(char('/'), |_| Sign::Rank),
        map(fairy, Sign::Fairy),
        map(recognize(anychar), Sign::Man),
    ))
    .parse(input)
}

/// The tokens behind `word`.
fn after<'a>(mut tokens: Tokens<'a>, word: Span<'a>) -> Tokens<'a> {
    tokens.pass(word);
    tokens
}

fn no_side(at: Span<'_>) -> Diagnostic {
    Diagnostic::error(
        "unknown-side",
        text!(MenWithoutSide),
        range_of(at),
        text!(ExpectedSideBefore),
    )
}

fn fairy_side(at: Span<'_>) -> Diagnostic {
    Diagnostic::error(
        "fairy-piece",
        text!(NeutralInvisibleUnsupported),
        range_of(at),
        text!(ExpectedWhiteOrBlack),
    )
}

fn bad_man(word: Span<'_>) -> Diagnostic {
    let text = word.fragment();
    let diagnostic = Diagnostic::error(
        "piece-square",
        text!(NoManWithSquares, found = quoted(text)),
        range_of(word),
        text!(ExpectedLetterAndSquares),
    );
    // `Ka9`: the nearest square that exists.
    match text.strip_suffix(['9', '0']) {
        Some(start) if start.ends_with(|c: char| ('a'..='h').contains(&c.to_ascii_lowercase())) => {
            let rank = if text.ends_with('9') { '8' } else { '1' };
            diagnostic.with_suggestion(format!("{start}{rank}"))
        }
        _ => diagnostic,
    }
}
