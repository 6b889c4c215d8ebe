//! Popeye's input: a frame of statements in one of three languages, each up to the next keyword.

use std::ops::Range;

use shakmaty::Board;

use super::options::Chosen;
use super::pieces::Placer;
use super::token::Tokens;
use super::twins::{Position, changes, condition, is_continued, pass_to_statement, structured};
use super::words::{COMMANDS, Command, Tongue, meant, suggesting};
use crate::formats::collect::{Texts, add, assemble, empty_draft, label};
use crate::problem::{Duplex, Stipulation};
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::draft::DraftTwin;
use crate::syntax::span::{Span, range_of};
use crate::syntax::stipulation::stipulation;
use crate::syntax::{Collection, Parsed};
use crate::text;

/// What our own remarks begin with; they are not read back.
pub(super) const OWN_REMARK: &str = "beruehrt:";
/// What a remark with the number begins with.
pub(super) const ID_REMARK: &str = "id:";

/// Reads a file of Popeye problems.
pub(in crate::formats) fn read(source: &str) -> Parsed {
    let mut collection = Collection::default();
    let mut tokens = Tokens::new(Span::new(source));
    while let Some(first) = tokens.peek() {
        let Some(tongue) = tongue_of(first.fragment()) else {
            if collection.is_empty() {
                collection.report.push(not_popeye(first));
                collection.entry(range_of(first), None);
            } else {
                collection.report.push(Diagnostic::warning(
                    "popeye-rest",
                    text!(AfterEndNotRead),
                    range_of(first),
                    text!(FromHere),
                ));
            }
            break;
        };
        tokens.next();
        loop {
            let mut entry = Entry::new(tongue);
            let (range, end) = entry.statements(&mut tokens, &mut collection.report);
            if !entry.is_empty() {
                let problem = entry.problem(range.clone(), &mut collection.report);
                collection.entry(range, problem);
            }
            if end != End::Next {
                break;
            }
        }
    }
    collection.finish()
}

/// The language whose first word this is.
pub(in crate::formats) fn tongue_of(word: &str) -> Option<Tongue> {
    let word = word.to_lowercase();
    let begins =
        |tongue: &Tongue| word.len() >= 3 && tongue.begin().to_lowercase().starts_with(&word);
    Tongue::ALL.into_iter().find(begins)
}

fn not_popeye(at: Span<'_>) -> Diagnostic {
    Diagnostic::error(
        "popeye-begin",
        text!(ExpectedFirstWord, found = quoted(at.fragment())),
        range_of(at),
        text!(ExpectedBeginProblem),
    )
}

/// What ends a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Next,
    Last,
    File,
}

/// A problem while its statements are read.
struct Entry<'a> {
    tongue: Tongue,
    texts: Texts,
    board: Board,
    asked: Option<(Stipulation, Duplex)>,
    chosen: Chosen<'a>,
    /// The positions after the diagram, with the words that announce them.
    twins: Vec<(Span<'a>, Position)>,
    zero: bool,
    placed: bool,
    statements: usize,
}

impl<'a> Entry<'a> {
    fn new(tongue: Tongue) -> Entry<'a> {
        Entry {
            tongue,
            texts: Texts {
                letters: crate::notation::Letters::English,
                ..Texts::default()
            },
            board: Board::empty(),
            asked: None,
            chosen: Chosen::default(),
            twins: Vec::new(),
            zero: false,
            placed: false,
            statements: 0,
        }
    }

    fn is_empty(&self) -> bool {
        self.statements == 0
    }

    /// Reads up to the end of the problem: the bytes of its statements, and what ends it.
    fn statements(&mut self, tokens: &mut Tokens<'a>, report: &mut Report) -> (Range<usize>, End) {
        let start = tokens
            .peek()
            .map_or(tokens.offset(), |word| word.location_offset());
        loop {
            let Some(word) = tokens.peek() else {
                let end = tokens.offset();
                if !self.is_empty() {
                    report.push(Diagnostic::warning(
                        "popeye-end",
                        text!(ProblemWithoutEnd),
                        end..end,
                        text!(ExpectedWord, word = self.word(Command::End)),
                    ));
                }
                return (start..end, End::File);
            };
            let before = word.location_offset();
            tokens.pass(word);
            let command = meant(&COMMANDS, self.tongue, word.fragment());
            match command {
                Some(Command::End) => return (start..before, End::Last),
                Some(Command::Next) => return (start..before, End::Next),
                _ => self.statements += 1,
            }
            if let Some(command) = command {
                self.statement(command, word, tokens, report);
            } else {
                // One remark on what cannot be read is enough.
                if !report.has_errors() {
                    report.push(self.unknown(word));
                }
                pass_to_statement(tokens, self.tongue);
            }
        }
    }

    fn word(&self, command: Command) -> &'static str {
        let words = COMMANDS.iter().find(|(other, _)| *other == command);
        words.map_or("", |(_, words)| words[self.tongue as usize])
    }

    fn unknown(&self, word: Span<'_>) -> Diagnostic {
        let diagnostic = Diagnostic::error(
            "unknown-command",
            text!(UnknownStatement, typed = quoted(word.fragment())),
            range_of(word),
            text!(ExpectedWordSuchAs, word = self.word(Command::Stipulation)),
        );
        suggesting(diagnostic, &COMMANDS, self.tongue, word.fragment())
    }

    fn statement(
        &mut self,
        command: Command,
        word: Span<'a>,
        tokens: &mut Tokens<'a>,
        report: &mut Report,
    ) {
        match command {
            Command::Author => {
                let author = self.line(tokens);
                add(&mut self.texts.author, &author, "; ");
            }
            Command::Origin => {
                let origin = self.line(tokens);
                add(&mut self.texts.source, &origin, ", ");
            }
            Command::Award => {
                let award = self.line(tokens);
                add(&mut self.texts.award, &award, ", ");
            }
            Command::Title => {
                let title = self.line(tokens);
                add(&mut self.texts.comment, &title, "\n");
            }
            Command::Remark => {
                let remark = self.line(tokens);
                if let Some(id) = remark.strip_prefix(ID_REMARK) {
                    self.texts.id = Some(id.trim().to_owned()).filter(|id| !id.is_empty());
                } else if !remark.starts_with(OWN_REMARK) {
                    add(&mut self.texts.comment, &remark, "\n");
                }
            }
            Command::Protocol | Command::Latex => {
                tokens.line();
            }
            Command::LatexPieces => pass_to_statement(tokens, self.tongue),
            Command::Pieces => {
                self.placed = true;
                self.placer(report).groups(tokens, word);
            }
            Command::Forsyth => {
                self.placed = true;
                if let Some(line) = tokens.next() {
                    self.placer(report).forsyth(line);
                }
            }
            Command::GameArray => {
                self.placed = true;
                self.board = Board::new();
            }
            Command::Stipulation => {
                let Some(next) = tokens.next() else { return };
                self.asked = report.note(stipulation(next)).or(self.asked);
            }
            Command::Structured => {
                report.push(structured(word));
                pass_to_statement(tokens, self.tongue);
            }
            Command::Condition => {
                let name = tokens.peek().unwrap_or(word);
                report.push(condition(name));
                pass_to_statement(tokens, self.tongue);
            }
            Command::Option => self.chosen.read(tokens, self.tongue, report),
            Command::Zero | Command::Twin => self.twin(command, word, tokens, report),
            Command::End | Command::Next => {}
        }
    }

    fn placer<'s, 'r>(&'s mut self, report: &'r mut Report) -> Placer<'s, 'r> {
        Placer {
            board: &mut self.board,
            tongue: self.tongue,
            report,
        }
    }

    /// The rest of the line, TeX umlauts `"o` as letters.
    fn line(&self, tokens: &mut Tokens<'a>) -> String {
        let text = *tokens.line().fragment();
        let mut out = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let umlaut = match (c, chars.peek()) {
                ('"', Some('a')) => Some('ä'),
                ('"', Some('o')) => Some('ö'),
                ('"', Some('u')) => Some('ü'),
                ('"', Some('s')) => Some('ß'),
                ('"', Some('A')) => Some('Ä'),
                ('"', Some('O')) => Some('Ö'),
                ('"', Some('U')) => Some('Ü'),
                _ => None,
            };
            // In English and at the beginning of a word the sign is a quotation mark.
            let inside = out.ends_with(char::is_alphabetic) || self.tongue == Tongue::German;
            match umlaut.filter(|_| inside) {
                Some(letter) => {
                    chars.next();
                    out.push(letter);
                }
                None => out.push(c),
            }
        }
        out
    }

    fn twin(
        &mut self,
        command: Command,
        word: Span<'a>,
        tokens: &mut Tokens<'a>,
        report: &mut Report,
    ) {
        if command == Command::Zero {
            if self.twins.is_empty() {
                self.zero = true;
            } else {
                report.push(Diagnostic::error(
                    "zero-position",
                    text!(ZeroBeforeTwins),
                    range_of(word),
                    text!(TooLate),
                ));
            }
        }
        let base = Position {
            board: self.board.clone(),
            asked: self.asked(),
        };
        let mut position = if is_continued(tokens, self.tongue) {
            self.twins.last().map_or(base, |(_, last)| last.clone())
        } else {
            base
        };
        changes(tokens, &mut position, self.tongue, word, report);
        self.twins.push((word, position));
    }

    fn asked(&self) -> (Stipulation, Duplex) {
        self.asked.unwrap_or((Stipulation::Histories, Duplex::No))
    }

    fn problem(self, range: Range<usize>, report: &mut Report) -> Option<crate::problem::Problem> {
        let first_line = range.start..range.start;
        let whole = text!(ThisProblem);
        if !self.placed && !report.has_errors() {
            report.push(Diagnostic::error(
                "no-position",
                text!(ProblemWithoutPosition),
                first_line.clone(),
                whole.clone(),
            ));
        }
        let asked_somewhere = self.asked.is_some() || self.zero;
        if !asked_somewhere && !report.has_errors() {
            report.push(Diagnostic::error(
                "no-stipulation",
                text!(ProblemWithoutStipulation),
                first_line,
                whole,
            ));
        }
        if report.has_errors() {
            return None;
        }
        let base = Position {
            board: self.board.clone(),
            asked: self.asked(),
        };
        let diagram = (!self.zero).then_some((None, &base));
        let twins = self.twins.iter().map(|(at, twin)| (Some(*at), twin));
        let drafts = diagram
            .into_iter()
            .chain(twins)
            .enumerate()
            .map(|(number, (at, position))| self.draft(number, at, position, report))
            .collect();
        assemble(
            self.texts,
            drafts,
            std::collections::BTreeMap::new(),
            range,
            report,
        )
    }

    fn draft(
        &self,
        number: usize,
        at: Option<Span<'a>>,
        position: &Position,
        report: &mut Report,
    ) -> DraftTwin<'a> {
        let mut twin = position.twin(&label(number), at, &empty_draft());
        self.chosen.apply(&mut twin, report);
        twin
    }
}
