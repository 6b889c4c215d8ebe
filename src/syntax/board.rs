//! Diagrams as text: the board of a FEN and piece lists.

use nom::bytes::complete::{take, take_while1};
use nom::character::complete::{multispace0, satisfy};
use nom::combinator::{map_opt, opt, recognize};
use nom::multi::many1;
use nom::sequence::preceded;
use nom::{Input, Parser};
use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};

use super::diagnostic::{Diagnostic, quoted};
use super::span::{
    Parse, Span, end_of, expecting, parse_all, range_of, refuse, split_at_first, trimmed,
};
use crate::notation::Letters;
use crate::text;

/// A FEN as far as it is believed, with the place where the side is named.
#[derive(Debug, Clone)]
pub(crate) struct Placement<'a> {
    pub board: Board,
    pub side: Option<(Color, Span<'a>)>,
    /// Its castling and e.p. fields, where they stand there. They are looked at only if they are to be believed.
    pub fields: Option<(Span<'a>, Option<Span<'a>>)>,
}

/// A word up to the next blank.
pub(crate) fn word(input: Span<'_>) -> Parse<'_, Span<'_>> {
    take_while1(|c: char| !c.is_whitespace()).parse(input)
}

/// A word up to the next blank, comma or semicolon.
pub(super) fn list_word(input: Span<'_>) -> Parse<'_, Span<'_>> {
    take_while1(|c: char| !c.is_whitespace() && !matches!(c, ',' | ';')).parse(input)
}

/// A square such as `e4`.
pub(crate) fn square(input: Span<'_>) -> Parse<'_, Square> {
    let two = take::<_, Span<'_>, _>(2usize);
    expecting(
        text!(ASquare),
        map_opt(two, |text| text.fragment().parse().ok()),
    )
    .parse(input)
}

/// A square and where it is written.
pub(crate) type PlacedSquare<'a> = (Square, Span<'a>);

/// A square such as `e4`, with its place.
pub(super) fn placed_square(input: Span<'_>) -> Parse<'_, PlacedSquare<'_>> {
    let (rest, square) = square(input)?;
    Ok((rest, (square, input.take(2))))
}

/// A FEN of one to six fields. Castling rights, e.p. square and counters are read and not believed.
pub(crate) fn fen(value: Span<'_>) -> Result<Placement<'_>, Diagnostic> {
    let value = trimmed(value);
    if is_list_of_men(value) {
        return Err(Diagnostic::error(
            "fen-men",
            text!(FenIsList),
            range_of(value),
            text!(ExpectedBoardOfFen),
        )
        .with_help(text!(WriteListOfMen)));
    }
    parse_all(value, |input| {
        let (rest, text) = expecting(text!(ABoardOfFen), word).parse(input)?;
        let board = board(text)?;
        let (rest, side) = opt(preceded(multispace0, word)).parse(rest)?;
        let Some(side) = side else {
            let bare = Placement {
                board,
                side: None,
                fields: None,
            };
            return Ok((rest, bare));
        };
        let color = match *side.fragment() {
            "w" => Color::White,
            "b" => Color::Black,
            other => return refuse(not_a_side(side, other)),
        };
        let (rest, rights) = opt(preceded(multispace0, castling_field)).parse(rest)?;
        let (rest, target) = opt(preceded(multispace0, target_field)).parse(rest)?;
        let (rest, _) = opt(preceded(multispace0, counter)).parse(rest)?;
        let (rest, _) = opt(preceded(multispace0, counter)).parse(rest)?;
        let placement = Placement {
            board,
            side: Some((color, side)),
            fields: rights.map(|rights| (rights, target)),
        };
        Ok((rest, placement))
    })
}

fn not_a_side(side: Span<'_>, text: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "fen-side",
        text!(FenTurn, found = quoted(text)),
        range_of(side),
        text!(ExpectedWOrB),
    );
    match text {
        "W" | "white" | "White" => diagnostic.with_suggestion("w"),
        "B" | "black" | "Black" | "s" | "S" => diagnostic.with_suggestion("b"),
        _ => diagnostic,
    }
}

fn castling_field(input: Span<'_>) -> Parse<'_, Span<'_>> {
    let (rest, field) = word(input)?;
    let text = *field.fragment();
    // Letters of Chess960 too: as a rule nothing of this is believed.
    if text == "-" || text.len() <= 4 && text.chars().all(|c| c.is_ascii_alphabetic()) {
        return Ok((rest, field));
    }
    refuse(Diagnostic::error(
        "fen-castling",
        text!(FenRights, found = quoted(text)),
        range_of(field),
        text!(ExpectedRights),
    ))
}

fn target_field(input: Span<'_>) -> Parse<'_, Span<'_>> {
    let (rest, field) = word(input)?;
    let text = *field.fragment();
    if text == "-" || text.parse::<Square>().is_ok() {
        return Ok((rest, field));
    }
    refuse(Diagnostic::error(
        "fen-target",
        text!(FenTarget, found = quoted(text)),
        range_of(field),
        text!(ExpectedSquareOrDash),
    ))
}

fn counter(input: Span<'_>) -> Parse<'_, ()> {
    let (rest, field) = word(input)?;
    let text = *field.fragment();
    if text.len() <= 9 && text.chars().all(|c| c.is_ascii_digit()) {
        return Ok((rest, ()));
    }
    refuse(Diagnostic::error(
        "fen-counter",
        text!(FenCounters, found = quoted(text)),
        range_of(field),
        text!(ExpectedNumber),
    ))
}

/// The first field of a FEN.
fn board(text: Span<'_>) -> Result<Board, Diagnostic> {
    let mut board = Board::empty();
    let mut ranks = text;
    for row in 0..8u32 {
        let rank = Rank::new(7 - row);
        let (rank_text, rest) = split_at_first(ranks, |c| c == '/');
        if ranks.fragment().is_empty() {
            return Err(Diagnostic::error(
                "fen-ranks",
                text!(FenRanksRow, row),
                end_of(text),
                text!(RankMissing, rank = rank.char()),
            ));
        }
        fill_rank(&mut board, rank, rank_text)?;
        let last = row == 7;
        if last && !rest.fragment().is_empty() {
            return Err(Diagnostic::error(
                "fen-ranks",
                text!(FenRanks),
                range_of(rest),
                text!(ThisIsMore),
            ));
        }
        if !last {
            if rest.fragment().is_empty() {
                return Err(Diagnostic::error(
                    "fen-ranks",
                    text!(FenRanksFound, found = row + 1),
                    end_of(text),
                    text!(ExpectedRank, rank = Rank::new(6 - row).char()),
                ));
            }
            ranks = rest.take_from(1);
        }
    }
    Ok(board)
}

fn fill_rank(board: &mut Board, rank: Rank, text: Span<'_>) -> Result<(), Diagnostic> {
    let mut file = 0u32;
    let mut digit_before = false;
    for (at, c) in text.fragment().char_indices() {
        let here = text.take_from(at).take(c.len_utf8());
        let digit = c.to_digit(10);
        if let Some(empty @ 1..=8) = digit {
            if digit_before {
                return Err(Diagnostic::error(
                    "fen-squares",
                    text!(TwoNumbers),
                    range_of(here),
                    text!(ExpectedPieceOrSlash),
                ));
            }
            file += empty;
        } else if let Some(piece) = Piece::from_char(c) {
            if file < 8 {
                board.set_piece_at(Square::from_coords(File::new(file), rank), piece);
            }
            file += 1;
        } else {
            return Err(bad_fen_letter(here, c));
        }
        digit_before = digit.is_some();
        if file > 8 {
            return Err(Diagnostic::error(
                "fen-squares",
                text!(RankTooLong, rank = rank.char()),
                range_of(text),
                text!(TooLong),
            )
            .with_label(range_of(here), text!(BeyondFileH)));
        }
    }
    if file < 8 {
        return Err(Diagnostic::error(
            "fen-squares",
            text!(RankTooShort, rank = rank.char(), file),
            range_of(text),
            text!(TooShort),
        ));
    }
    Ok(())
}

fn bad_fen_letter(here: Span<'_>, c: char) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "fen-letter",
        text!(NoPieceOfFen, found = quoted(here.fragment())),
        range_of(here),
        text!(ExpectedFenPiece),
    );
    let upper = c.to_ascii_uppercase();
    let foreign = std::iter::once(Letters::EnglishProblem)
        .chain(Letters::IN_FILES)
        .find_map(|letters| letters.role(upper).map(|role| (letters, role)));
    match foreign {
        Some((letters, role)) => {
            let letter = if c.is_ascii_uppercase() {
                role.upper_char()
            } else {
                role.char()
            };
            diagnostic
                .with_suggestion(letter)
                .with_help(text!(FenLettersAreEnglish, letters = letters.name()))
        }
        None => diagnostic,
    }
}

/// One item of a piece list, `Pe5d4`: the letter as written and its squares.
struct Item<'a> {
    letter: Span<'a>,
    squares: Vec<PlacedSquare<'a>>,
}

fn item(input: Span<'_>) -> Parse<'_, Item<'_>> {
    let letter = recognize(satisfy(|c| {
        c.is_alphabetic() || Letters::Figurine.role(c).is_some()
    }));
    (
        expecting(text!(APieceLetter), letter),
        expecting(text!(ASquare), many1(placed_square)),
    )
        .map(|(letter, squares)| Item { letter, squares })
        .parse(input)
}

/// The items of a list as words, blanks and commas apart.
pub(super) fn words(line: Span<'_>) -> impl Iterator<Item = Span<'_>> {
    let apart = |c: char| c.is_whitespace() || c == ',';
    let mut rest = line;
    std::iter::from_fn(move || {
        let (word, behind) = split_at_first(split_at_first(rest, |c| !apart(c)).1, apart);
        rest = behind;
        (!word.fragment().is_empty()).then_some(word)
    })
}

/// Whether a text is a list of men, such as `Kg6 Ra1 - Kg8`: nothing else, and more than one.
pub(super) fn is_list_of_men(text: Span<'_>) -> bool {
    let is_man = |word: &Span<'_>| item(*word).is_ok_and(|(rest, _)| rest.fragment().is_empty());
    let between = |word: &Span<'_>| matches!(*word.fragment(), "-" | "–" | "—" | "/");
    let (mut men, mut others) = (0, 0);
    for word in words(text) {
        men += usize::from(is_man(&word));
        others += usize::from(!is_man(&word) && !between(&word));
    }
    men > 1 && others == 0
}

/// The men of a list, in the order written.
///
/// # Errors
///
/// The first thing wrong in every item; a letter of another set is explained by that set if the
/// whole list fits it.
pub(crate) fn piece_list<'a>(
    lines: impl Iterator<Item = Span<'a>>,
    letters: Letters,
) -> Result<Vec<(Role, Square, Span<'a>)>, Vec<Diagnostic>> {
    let words: Vec<Span<'a>> = lines.flat_map(words).collect();
    if let [only] = words[..]
        && *only.fragment() == "-"
    {
        return Ok(Vec::new());
    }
    let fits_other = || {
        Letters::IN_FILES
            .into_iter()
            .filter(|&other| other != letters)
            .find(|&other| {
                words
                    .iter()
                    .all(|&word| matches!(men(word, other), Ok(found) if !found.is_empty()))
            })
    };
    let mut list = Vec::new();
    let mut errors = Vec::new();
    for &word in &words {
        match men(word, letters) {
            Ok(found) => list.extend(found),
            Err(diagnostic) => errors.push(diagnostic),
        }
    }
    if errors.is_empty() {
        return Ok(list);
    }
    if let Some(other) = fits_other() {
        // One remark on the first letter says it all.
        let first = errors.swap_remove(0);

        return Err(vec![first.with_help(text!(
            AllFitsLetters,
            name = other.name(),
            listed = other.listed(),
            keyword = other.keyword()
        ))]);
    }
    Err(errors)
}

/// The men of one item.
pub(crate) fn men(
    word: Span<'_>,
    letters: Letters,
) -> Result<Vec<(Role, Square, Span<'_>)>, Diagnostic> {
    let first_is_square = word.fragment().len() >= 2
        && word
            .fragment()
            .get(..2)
            .is_some_and(|s| s.parse::<Square>().is_ok());
    let next_is_rank = word
        .fragment()
        .chars()
        .nth(1)
        .is_some_and(|c| c.is_ascii_digit());
    if first_is_square && next_is_rank {
        let start = range_of(word).start;
        return Err(Diagnostic::error(
            "piece-letter",
            text!(PawnNeedsLetter),
            range_of(word),
            text!(ExpectedPieceLetter),
        )
        .with_suggestion_at(start..start, letters.letter(Role::Pawn)));
    }
    let item = parse_all(word, item)?;
    let letter = item.letter.fragment().chars().next().unwrap_or(' ');
    let Some(role) = letters.role(letter) else {
        let diagnostic = Diagnostic::error(
            "piece-letter",
            text!(NoPieceLetter, found = quoted(item.letter.fragment())),
            range_of(item.letter),
            text!(
                ExpectedLetterOf,
                listed = letters.listed(),
                name = letters.name()
            ),
        );
        let upper = letter.to_ascii_uppercase();
        return Err(if letters.role(upper).is_some() {
            diagnostic.with_suggestion(upper)
        } else {
            diagnostic
        });
    };
    Ok(item
        .squares
        .into_iter()
        .map(|(square, at)| (role, square, at))
        .collect())
}
