//! Facts: `last move white Nf3`, `moved e1`, `not moved h1 a1`, `no capture in the last 4 plies`, `White has castled short`.

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, digit1, multispace0, multispace1};
use nom::combinator::{cut, map, map_opt, opt, value};
use nom::multi::{many1, separated_list1};
use nom::sequence::{preceded, terminated};
use nom::{Input, Parser};
use shakmaty::{CastlingSide, Chess, Color, Move, Position, Role, Square};

use super::board::{list_word, square};
use super::diagnostic::{Diagnostic, no_move};
use super::fields::unless;
use super::span::{Mismatch, Parse, Span, expecting, parse_all, range_of, refuse};
use crate::notation::{EnPassantMark, Letters, MoveText, Sign, Text};
use crate::problem::{Diagram, Fact, LastMove, Stipulation};
use crate::text;

/// A fact as written; a pawn's file of departure still waits for the colour.
#[derive(Debug, Clone)]
pub(crate) struct WrittenFact<'a> {
    fact: WrittenKind<'a>,
    at: Span<'a>,
}

#[derive(Debug, Clone)]
enum WrittenKind<'a> {
    LastMove(Option<Color>, What),
    /// All that is to be said of it.
    Whole(Fact),
    FirstMoves(Vec<(MoveText, Span<'a>)>),
}

#[derive(Debug, Clone)]
enum What {
    Piece(Role),
    Move(MoveText),
}

fn words<'a>(all: &'static [&'static str]) -> impl FnMut(Span<'a>) -> Parse<'a, ()> {
    move |input| {
        let mut rest = input;
        for (at, word) in all.iter().enumerate() {
            if at > 0 {
                rest = multispace1.parse(rest)?.0;
            }
            rest = tag_no_case(*word).parse(rest)?.0;
        }
        Ok((rest, ()))
    }
}

/// The side, in words.
pub(super) fn color(input: Span<'_>) -> Parse<'_, Color> {
    let white = alt((words(&["white"]), words(&["weiss"]), words(&["weiß"])));
    let black = alt((words(&["black"]), words(&["schwarz"])));
    alt((value(Color::White, white), value(Color::Black, black))).parse(input)
}

/// `White has castled short`, `Weiß hat nicht rochiert`.
fn castled(input: Span<'_>) -> Parse<'_, Vec<WrittenKind<'_>>> {
    let short = || alt((words(&["short"]), words(&["kurz"])));
    let long = || alt((words(&["long"]), words(&["lang"])));
    let side = || {
        alt((
            value(CastlingSide::KingSide, short()),
            value(CastlingSide::QueenSide, long()),
        ))
    };
    let (rest, by) = terminated(color, multispace1).parse(input)?;
    let not = alt((
        words(&["has", "not", "castled"]),
        words(&["hat", "nicht", "rochiert"]),
    ));
    let in_english = preceded(
        words(&["has", "castled"]),
        opt(preceded(multispace1, side())),
    );
    let in_german = terminated(
        preceded(words(&["hat"]), opt(preceded(multispace1, side()))),
        preceded(multispace1, words(&["rochiert"])),
    );
    let done = alt((in_english, in_german)).map(|side| Fact::Castled { by, side });
    let (rest, fact) = alt((value(Fact::NotCastled(by), not), done)).parse(rest)?;
    Ok((rest, vec![WrittenKind::Whole(fact)]))
}

/// `first moves 1.e4 e5 2.Nf3`, up to a comma, a semicolon or the end of the line.
fn first_moves(input: Span<'_>, letters: Letters) -> Parse<'_, Vec<WrittenKind<'_>>> {
    let named = alt((
        words(&["first", "moves"]),
        words(&["erste", "züge"]),
        words(&["erste", "zuege"]),
    ));
    let number = || opt((digit1, many1(char('.')), multispace0));
    let words = many1(preceded((multispace1, number()), list_word));
    let mut moves = preceded(named, cut(expecting(text!(AMove), words)));
    let (rest, written) = moves.parse(input)?;
    let mut moves = Vec::new();
    for at in written {
        if matches!(*at.fragment(), "e.p." | "ep") {
            continue;
        }
        match MoveText::parse(at.fragment(), letters) {
            Ok(moved) => moves.push((moved, at)),
            Err(error) => {
                return refuse(Diagnostic::error(
                    "fact-move",
                    no_move(at.fragment(), error),
                    range_of(at),
                    text!(AMove),
                ));
            }
        }
    }
    Ok((rest, vec![WrittenKind::FirstMoves(moves)]))
}

fn last_move(input: Span<'_>, letters: Letters) -> Parse<'_, Vec<WrittenKind<'_>>> {
    let (rest, ()) = alt((words(&["last", "move"]), words(&["letzter", "zug"]))).parse(input)?;
    let (rest, color) = opt(preceded(multispace1, color)).parse(rest)?;
    let (rest, text) = preceded(
        multispace0,
        cut(expecting(text!(AMoveLetterOrCastling), list_word)),
    )
    .parse(rest)?;
    let (rest, en_passant) = opt(preceded(
        multispace1,
        alt((tag_no_case("e.p."), tag_no_case("ep"))),
    ))
    .parse(rest)?;
    let what = what(text, letters)?;
    let written = match what {
        What::Move(MoveText::Man {
            en_passant: EnPassantMark::Written,
            ..
        }) => Some(text),
        _ => None,
    };
    if let Some(mark) = en_passant.or(written) {
        return refuse(Diagnostic::error(
            "fact",
            text!(LastMoveNoMark),
            range_of(mark),
            text!(WriteWithoutMark),
        ));
    }
    Ok((rest, vec![WrittenKind::LastMove(color, what)]))
}

fn what(text: Span<'_>, letters: Letters) -> Result<What, Diagnostic> {
    let mut chars = text.fragment().chars();
    if let (Some(only), None) = (chars.next(), chars.next())
        && let Some(role) = letters.role(only)
    {
        return Ok(What::Piece(role));
    }
    let moved = MoveText::parse(text.fragment(), letters).map_err(|error| {
        Diagnostic::error(
            "fact-move",
            no_move(text.fragment(), error),
            range_of(text),
            text!(
                ExpectedMoveOrLetterOf,
                listed = letters.listed(),
                name = letters.name()
            ),
        )
    })?;
    if let MoveText::Man {
        role,
        from_file,
        from_rank,
        ..
    } = moved
        && role != Role::Pawn
        && from_file.is_some() != from_rank.is_some()
    {
        return Err(Diagnostic::error(
            "fact-move",
            text!(DepartureByHalf),
            range_of(text),
            text!(ExpectedWholeSquare),
        ));
    }
    Ok(What::Move(moved))
}

fn squares(input: Span<'_>) -> Parse<'_, Vec<Square>> {
    let comma = (multispace0, char(','), multispace0);
    let blank = map(multispace1, |_| ());
    separated_list1(alt((map(comma, |_| ()), blank)), square).parse(input)
}

/// One fact of each square behind `words`.
fn of_squares<'a>(
    words: impl Parser<Span<'a>, Output = (), Error = Mismatch>,
    fact: fn(Square) -> Fact,
) -> impl Parser<Span<'a>, Output = Vec<WrittenKind<'a>>, Error = Mismatch> {
    let each = move |square| WrittenKind::Whole(fact(square));
    preceded((words, multispace1), cut(squares))
        .map(move |squares| squares.into_iter().map(each).collect())
}

/// More plies without a capture than this are a typing error.
const MOST_PLIES: u32 = 10_000;

fn fact(input: Span<'_>, letters: Letters) -> Parse<'_, Vec<WrittenKind<'_>>> {
    let not_moved = alt((words(&["not", "moved"]), words(&["nicht", "gezogen"])));
    let not_moved = of_squares(not_moved, Fact::NotMoved);
    let moved = of_squares(alt((words(&["moved"]), words(&["gezogen"]))), Fact::Moved);
    let quiet = (
        alt((
            words(&["no", "capture", "in", "the", "last"]),
            words(&["kein", "schlag", "in", "den", "letzten"]),
        )),
        preceded(
            multispace1,
            cut(expecting(
                text!(ANumberOfPlies, most_plies = MOST_PLIES),
                map_opt(digit1, |number: Span<'_>| {
                    let plies = number.fragment().parse::<u32>().ok();
                    plies.filter(|&plies| plies <= MOST_PLIES)
                }),
            )),
        ),
        preceded(
            multispace1,
            cut(expecting(
                text!(PliesWord),
                alt((
                    words(&["plies"]),
                    words(&["ply"]),
                    words(&["Halbzügen"]),
                    words(&["halbzuegen"]),
                )),
            )),
        ),
    )
        .map(|((), plies, ())| vec![WrittenKind::Whole(Fact::NoCaptureInLast(plies))]);
    let never = alt((words(&["no", "capture"]), words(&["kein", "schlag"])))
        .map(|()| vec![WrittenKind::Whole(Fact::NoCapture)]);
    expecting(
        text!(AFact),
        alt((
            |input| last_move(input, letters),
            |input| first_moves(input, letters),
            castled,
            not_moved,
            moved,
            quiet,
            never,
        )),
    )
    .parse(input)
}

/// Reads the value of the field or of a twin's command: facts apart by lines, commas or semicolons.
pub(crate) fn facts<'a>(
    lines: impl Iterator<Item = Span<'a>>,
    letters: Letters,
) -> Result<Vec<WrittenFact<'a>>, Vec<Diagnostic>> {
    let mut all = Vec::new();
    let mut errors = Vec::new();
    for line in lines {
        let placed = |input: Span<'a>| {
            let (rest, kinds) = fact(input, letters)?;
            let at = input.take(rest.location_offset() - input.location_offset());
            let placed: Vec<_> = kinds
                .into_iter()
                .map(|fact| WrittenFact { fact, at })
                .collect();
            Ok((rest, placed))
        };
        let separator = || (multispace0, opt(alt((char(','), char(';')))), multispace0);
        let result = parse_all(line, |input| {
            many1(terminated(placed, separator())).parse(input)
        });
        match result {
            Ok(facts) => all.extend(facts.into_iter().flatten()),
            Err(diagnostic) => errors.push(diagnostic),
        }
    }
    unless(errors, all)
}

/// Reads a last move of `by` as facts tell it: a move, a piece letter or a castling.
///
/// # Errors
///
/// What is wrong, with ranges in `text`.
pub fn parse_last_move(text: &str, letters: Letters, by: Color) -> Result<LastMove, Diagnostic> {
    let at = Span::new(text);
    let what = what(at, letters)?;
    let fact = WrittenKind::LastMove(Some(by), what.clone());
    WrittenFact { fact, at }.last_move(&what, by)
}

impl WrittenFact<'_> {
    /// Refuses what cannot be stated for both halves of a duplex: the last move of all, which either side
    /// would have made.
    pub fn in_second_half(&self) -> Result<(), Diagnostic> {
        if !matches!(self.fact, WrittenKind::LastMove(None, _)) {
            return Ok(());
        }
        Err(Diagnostic::error(
            "duplex-fact",
            text!(DuplexLastMoves),
            range_of(self.at),
            text!(WhoseLastMove),
        )
        .with_help(text!(SayWhoseMove)))
    }

    /// Refuses what is not looked at where this is asked.
    pub fn answers(&self, asked: Stipulation) -> Result<(), Diagnostic> {
        let fits = match self.fact {
            WrittenKind::FirstMoves(_) => matches!(asked, Stipulation::ProofGame(_)),
            WrittenKind::Whole(Fact::Castled { .. } | Fact::NotCastled(_)) => {
                !matches!(asked, Stipulation::Retractor(_))
            }
            _ => true,
        };
        if fits {
            return Ok(());
        }
        let why = text!(FactNotAskedFor, asked);
        Err(Diagnostic::error(
            "fact-of-others",
            why,
            range_of(self.at),
            text!(ThisFact),
        ))
    }

    /// The fact, compared with the diagram it speaks of and with where a proof game begins.
    pub fn in_diagram(&self, diagram: &Diagram, start: Option<&Chess>) -> Result<Fact, Diagnostic> {
        if let WrittenKind::Whole(Fact::Moved(square) | Fact::NotMoved(square)) = self.fact
            && diagram.board.piece_at(square).is_none()
        {
            return Err(Diagnostic::error(
                "fact-square",
                text!(NothingStandsOn, square),
                range_of(self.at),
                text!(FactOfEmptySquare),
            ));
        }
        Ok(match &self.fact {
            WrittenKind::Whole(fact) => fact.clone(),
            WrittenKind::FirstMoves(written) => Fact::FirstMoves(played(written, start)?),
            WrittenKind::LastMove(by, what) => Fact::LastMove {
                by: *by,
                what: self.last_move(what, by.unwrap_or(diagram.turn.other()))?,
            },
        })
    }

    fn last_move(&self, what: &What, mover: Color) -> Result<LastMove, Diagnostic> {
        let moved = match what {
            What::Piece(role) => return Ok(LastMove::Piece(*role)),
            What::Move(MoveText::Castling(side)) => return Ok(LastMove::Castling(*side)),
            What::Move(moved) => *moved,
        };
        let MoveText::Man {
            role,
            from_file,
            from_rank,
            sign,
            to,
            promotion,
            ..
        } = moved
        else {
            return Ok(LastMove::Piece(Role::King));
        };
        let capture = sign == Sign::Capture;
        let no_such_move = |why: Text| {
            Err(Diagnostic::error(
                "fact-move",
                text!(NoPieceMovesSo),
                range_of(self.at),
                why,
            ))
        };
        let from = match (from_file, from_rank) {
            (Some(file), Some(rank)) => Some(Square::from_coords(file, rank)),
            (Some(file), None) => {
                let back = mover.fold_wb(-1, 1);
                let Some(rank) = to.rank().offset(back) else {
                    return no_such_move(text!(PawnArrivesNotHere));
                };
                Some(Square::from_coords(file, rank))
            }
            (None, _) => None,
        };
        if role == Role::Pawn {
            if (to.rank() == mover.other().backrank()) != promotion.is_some() {
                return no_such_move(text!(PawnPromotesLastRank));
            }
            if capture && from.is_none() {
                return no_such_move(text!(PawnCaptureNamesFile));
            }
        }
        Ok(LastMove::Move {
            role,
            from,
            to,
            capture,
            promotion,
        })
    }
}

/// The moves as they are played from the start.
fn played(
    written: &[(MoveText, Span<'_>)],
    start: Option<&Chess>,
) -> Result<Vec<Move>, Diagnostic> {
    let mut position = start.cloned().unwrap_or_default();
    let mut moves = Vec::new();
    for &(text, at) in written {
        let played = text.resolve(&position).map_err(|_| {
            let why = text!(NoSuchFirstMove, text = at.fragment());
            Diagnostic::error("fact-move", why, range_of(at), text!(ThisFact))
        })?;
        position.play_unchecked(played);
        moves.push(played);
    }
    Ok(moves)
}
