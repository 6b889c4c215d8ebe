//! Popeye's options, as far as they belong to the problem: what is lost, what was played, who begins.

use nom::Input;
use shakmaty::Square;

use super::past::{is_passed, passed_over};
use super::pieces::{self, Squares};
use super::token::Tokens;
use super::words::{CHOICES, COMMANDS, Choice, Tongue, meant, suggesting};
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::span::{Span, end_of, range_of};
use crate::text;
use crate::world::{Right, Rights};

/// The options of a problem that make it another problem.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chosen<'a> {
    pub set_play: bool,
    pub white_to_play: Option<Span<'a>>,
    pub duplex: Option<Span<'a>>,
    pub half_duplex: bool,
    /// Squares of men that cannot castle any more.
    pub no_castling: Vec<Square>,
    /// The square the double step just played passed over.
    pub en_passant: Option<Square>,
    /// Rook squares of castlings that exclude each other: White's, Black's.
    pub exclusive: Vec<(Square, Square)>,
    /// Where the first of the last three is said.
    pub claimed: Option<Span<'a>>,
}

impl<'a> Chosen<'a> {
    /// Reads the options that follow, up to the next statement.
    pub fn read(&mut self, tokens: &mut Tokens<'a>, tongue: Tongue, report: &mut Report) {
        while let Some(word) = tokens.peek() {
            let Some(choice) = meant(&CHOICES, tongue, word.fragment()) else {
                if meant(&COMMANDS, tongue, word.fragment()).is_some() {
                    return;
                }
                tokens.pass(word);
                report.push(unknown(word, tongue));
                super::twins::pass_to_statement(tokens, tongue);
                return;
            };
            tokens.pass(word);
            if let Err(diagnostic) = self.choose(choice, word, tokens, report) {
                report.push(diagnostic);
            }
        }
    }

    fn choose(
        &mut self,
        choice: Choice,
        word: Span<'a>,
        tokens: &mut Tokens<'a>,
        report: &mut Report,
    ) -> Result<(), Diagnostic> {
        match choice {
            Choice::Output { numbers } => self::numbers(tokens, word, numbers)?,
            Choice::OutputNumber => {
                if let Some(next) = tokens.peek().filter(is_number) {
                    tokens.pass(next);
                }
            }
            Choice::Pruning { numbers } => {
                self::numbers(tokens, word, numbers)?;
                report.push(Diagnostic::warning(
                    "popeye-option",
                    text!(OptionPassesOver, typed = quoted(word.fragment())),
                    range_of(word),
                    text!(EveryMoveLookedAt),
                ));
            }
            Choice::SetPlay => self.set_play = true,
            Choice::WhiteToPlay => self.white_to_play = Some(word),
            Choice::Duplex => self.duplex = Some(word),
            Choice::HalfDuplex => self.half_duplex = true,
            Choice::NoCastling => {
                let squares = squares(tokens, word)?;
                self.no_castling.extend(squares);
                self.claimed.get_or_insert(word);
            }
            Choice::EnPassant => {
                let at = tokens.peek().unwrap_or(word);
                let squares = squares(tokens, word)?;
                let passed = match squares[..] {
                    // In YACPDB the square passed over stands alone.
                    [alone] => is_passed(alone).map(|_| alone),
                    [from, .., to] => passed_over(from, to),
                    [] => None,
                };
                let Some(passed) = passed else {
                    return Err(Diagnostic::error(
                        "popeye-option",
                        text!(NoDoubleStepSquares),
                        range_of(at),
                        text!(ExpectedDoubleStep),
                    ));
                };
                self.en_passant = Some(passed);
                self.claimed.get_or_insert(word);
            }
            Choice::Exclusive => {
                let at = tokens.peek().unwrap_or(word);
                let squares = squares(tokens, word)?;
                let [white, black] = squares[..] else {
                    return Err(bad_pair(at));
                };
                if right(white).is_none_or(|right| right.color().is_black())
                    || right(black).is_none_or(|right| right.color().is_white())
                {
                    return Err(bad_pair(at));
                }
                self.exclusive.push((white, black));
                self.claimed.get_or_insert(word);
            }
            Choice::Foreign => {
                return Err(Diagnostic::error(
                    "popeye-option",
                    text!(OptionUnsupported, typed = quoted(word.fragment())),
                    range_of(word),
                    text!(AsksForSomethingElse),
                ));
            }
        }
        Ok(())
    }
}

/// The right whose rook stands on `square` at home.
pub(super) fn right(square: Square) -> Option<Right> {
    Rights::ALL.iter().find(|right| right.rook_home() == square)
}

fn bad_pair(at: Span<'_>) -> Diagnostic {
    Diagnostic::error(
        "popeye-option",
        text!(NoRookHomes),
        range_of(at),
        text!(ExpectedTwoSquares),
    )
}

fn is_number(word: &Span<'_>) -> bool {
    word.fragment().bytes().all(|b| b.is_ascii_digit())
}

fn numbers<'a>(tokens: &mut Tokens<'a>, word: Span<'a>, count: usize) -> Result<(), Diagnostic> {
    for _ in 0..count {
        match tokens.peek().filter(is_number) {
            Some(next) => tokens.pass(next),
            None => {
                return Err(Diagnostic::error(
                    "popeye-option",
                    text!(OptionNeedsNumber, typed = quoted(word.fragment())),
                    end_of(word),
                    text!(ExpectedNumber),
                ));
            }
        }
    }
    Ok(())
}

/// The squares of one word; further words of squares are refused: Popeye would drop them and what follows.
fn squares<'a>(tokens: &mut Tokens<'a>, word: Span<'a>) -> Result<Vec<Square>, Diagnostic> {
    let next = tokens
        .peek()
        .unwrap_or(word.take_from(word.fragment().len()));
    let Some(squares) = listed(next).filter(|_| next.location_offset() != word.location_offset())
    else {
        return Err(Diagnostic::error(
            "popeye-option",
            text!(OptionNeedsSquares, typed = quoted(word.fragment())),
            range_of(next),
            text!(ExpectedSquaresInOneWord),
        ));
    };
    tokens.pass(next);
    if let Some(more) = tokens.peek().filter(|more| listed(*more).is_some()) {
        tokens.pass(more);
        let start = range_of(next).end;
        let end = range_of(more).start;
        return Err(Diagnostic::error(
            "popeye-option",
            text!(OptionSquaresOneWord),
            range_of(more),
            text!(PopeyeDropsOptions),
        )
        .with_suggestion_at(start..end, ""));
    }
    Ok(squares.into_iter().map(|(square, _)| square).collect())
}

/// The squares of a word, 64 at most.
pub(super) fn listed(word: Span<'_>) -> Option<Squares<'_>> {
    pieces::squares(word).filter(|squares| squares.len() <= 64)
}

fn unknown(word: Span<'_>, tongue: Tongue) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "unknown-option",
        text!(UnknownPopeyeOption, typed = quoted(word.fragment())),
        range_of(word),
        text!(ExpectedPopeyeOption),
    );
    suggesting(diagnostic, &CHOICES, tongue, word.fragment())
}

/// Whether a text begins with one of Popeye's English options; else it may be a condition.
pub(crate) fn is_option(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or("");
    word.len() > 2 && meant(&CHOICES, Tongue::English, word).is_some()
}
