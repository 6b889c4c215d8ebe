//! Problem files (`.bg`): text to [`Problem`]s and back.
//!
//! Nothing is ever guessed silently: what is not understood is an error that points at the place,
//! what is read otherwise than written is a warning. A bad problem does not hide the others of its
//! file. Invariant: no input panics, and the time is linear in the input.
//! Every message is made in all languages at once, see [`Text`](crate::notation::Text); who renders it
//! chooses one.
//!
//! # Grammar
//!
//! ```text
//! file        = entry { "---" entry }                 each on lines of its own
//! entry       = { field | comment | blank line }
//! comment     = blanks "#" (blank | end of line) ...  a whole line, also inside a field
//! field       = name ":" value { indented line }      the lines go on with the value
//! name        = English or German, any case, umlauts or ae/oe/ue
//!
//! id author source award keywords                     text, its lines joined by blanks
//! comment solution                                    text, its lines kept
//! solution    = also { label [ "-duplex" ] ")" text }  with twins or a duplex
//! men         = number "+" number                     as published: White's, Black's
//! fen         = board [ side [ castling [ target [ counter [ counter ] ] ] ] ]
//! white black = "-" | { letter square { square } }    apart by blanks or commas: Ke1 Pe5d4
//! letters     = "en" | "de" | "fr" | "it" | "cs" | "pl" | "nl" | "hu"
//! turn        = "white" | "black"                     also "weiß", "schwarz"
//! stipulation = goal [ numbers ] [ "duplex" ] | "histories" | "last-move"
//!             | ("pg" | "dia" | "spg") [ number [ ".5" ] ]   also in words; without number "spg" alone
//! start       = like fen: where a proof game begins; without castling field every right at home is there
//! goal        = [ "s" | "r" | "h" ] ("#" | "=") (number [ ".5" ] | "?") [ "*" ]
//! numbers     = [ "," ] ([ set ";" ] number { "." number } [ "..." ] | number "solutions")   of help play, half-move by half-move
//! convention  = "codex" | "bg" | "pra" | "rs" | "ap" | "illegal-move"
//! options     = { key "=" word }                      apart by blanks or commas
//! histories   = [ "given" | "claim" ] world { world } one per line; also "gegeben", "behauptet"
//! world       = (letters of KQkq | "-") (square | "-")
//! facts       = fact { fact }                         apart by lines, commas or semicolons
//! fact        = "last move" [ side ] (move | letter | castling)
//!             | [ "not" ] "moved" square { square }
//!             | "no capture" [ "in the last" number "plies" ]
//!             | side "has" [ "not" ] "castled" [ "short" | "long" ]
//!             | "first moves" move { move }            of proof games, numbered or not
//! twins       = { label ")" [ command { ";" command } ] }
//! data        = { name ":" json }                     one per line: what a data base tells beyond all that
//! command     = "move" square square | "exchange" square square | "remove" square { square }
//!             | "add" side { letter square { square } }
//!             | "turn" side | "stipulation" ... | "convention" ... | "options" ...
//!             | "histories" ("analyse" | ...) | "facts" ("none" | ...)
//!             | "from" label ")"                      first: go on from that twin
//!             | "zero"                                first in a): the diagram is a zero position
//! ```
//!
//! `h#2 2.1.1.1` announces two solutions, `verify` compares; `h#3 0.1.1.1.1.1` and `h#3 0.1...` are what French columns print
//! for `h#2.5`. `h#2 1;2.1.1.1` and `h#2, with set play` ask for set play as `h#2*` does.
//!
//! Changes of men in twins may stand as columns print them: `wRh4>g1`, `Th4 nach g1`, `-wPa2`, `+sBb7`, `wPa2=wN`, `sans Pa2`,
//! several apart by commas. The man named has to stand there.
//!
//! A goal may stand in words (`mate in two`, `Matt in 2 Zügen`, `mat en deux coups`). A FEN whose side begins help play of a known length
//! against the rule is doubted, unless `turn` says the same. The convention may stand behind what is asked: `#3 (AP)`, `#2 RS`.
//!
//! A `duplex` asks for the same with the other side to begin, in a twin of its own: `a-duplex`, and so in the
//! solution. Its worlds are the given or claimed ones without their targets, as in set play.
//!
//! `options` in a twin changes the named ones; `histories` and `facts` replace. A bare `a) zero` means that
//! the diagram is not to be solved; with further commands a) is a twin of the diagram like the others.
//! In a twin's `histories` worlds stand side by side, `histories given K -, q -`.
//!
//! # Example
//!
//! ```
//! let parsed = beruehrt::syntax::parse("fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #2\nconvention: bg\n");
//! assert!(parsed.diagnostics.is_empty());
//! assert_eq!(parsed.problems().count(), 1);
//! ```

pub(crate) mod board;
pub(crate) mod columns;
pub(crate) mod complete;
pub(crate) mod convention;
mod data;
mod decode;
pub(crate) mod diagnostic;
pub(crate) mod draft;
pub(crate) mod entry;
mod facts;
pub(crate) mod field;
mod fields;
mod grammar;
pub(crate) mod histories;
pub(crate) mod keyword;
mod labelled;
mod options;
mod position;
mod print;
pub(crate) mod proof_game;
mod render;
pub(crate) mod retractor;
mod solution;
pub(crate) mod span;
pub(crate) mod stipulation;
mod study;
mod taken_back;
pub(crate) mod twins;
mod written_change;

use std::ops::Range;

use shakmaty::Color;

pub use decode::decode;
pub(crate) use diagnostic::quoted;
pub use diagnostic::{Diagnostic, Label, MAX_DIAGNOSTICS, Severity, Suggestion};
pub use facts::parse_last_move;
pub use keyword::nearest;
pub use print::print;
pub(crate) use print::{facts_in_line, histories_in_line, print_fact, stipulation_in_line};
pub(crate) use proof_game::print_start;
pub use render::{Paint, line_and_column, render};
pub(crate) use solution::is_word;
pub use taken_back::told_retraction;

pub use solution::{
    AnyMove, NamedMove, NodeId, PartHead, Reading, Told, ToldWhat, Written, WrittenMark,
    WrittenMove, WrittenNode, WrittenOutcome, WrittenPart, WrittenRole, WrittenSolution,
    WrittenStyle, Zugzwang, read_solution, read_solution_up_to, spoken_letters,
};

use crate::problem::{Diagram, Problem};
use diagnostic::Report;
use grammar::Entries;
use span::Span;

/// An entry of a file: a problem, or why it is none.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its number in the file, from 0; empty entries do not count.
    pub index: usize,
    /// Its bytes in the file, without separators and comments around it.
    pub range: Range<usize>,
    /// The problem, or the first of its errors.
    pub problem: Result<Problem, Box<Diagnostic>>,
    /// That a stipulation stands there which cannot be read, so that histories were taken to be asked for.
    pub unread: Option<Box<Diagnostic>>,
}

/// What was read from a file.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    /// The entries in order.
    pub entries: Vec<Entry>,
    /// Errors and warnings in order, at most [`MAX_DIAGNOSTICS`].
    pub diagnostics: Vec<Diagnostic>,
    /// How many more there were.
    pub suppressed: usize,
}

impl Parsed {
    /// The good problems in order.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.entries
            .iter()
            .filter_map(|entry| entry.problem.as_ref().ok())
    }

    /// Whether an entry could not be used.
    pub fn has_errors(&self) -> bool {
        self.entries.iter().any(|entry| entry.problem.is_err())
    }
}

/// How the castling and e.p. fields of a FEN are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FenFields {
    /// As a statement at most: the histories are analysed.
    #[default]
    Doubted,
    /// As the history of the position: F is the one world they tell. What the file itself says of the histories
    /// goes first.
    Believed,
}

/// Reads a file. A byte-order mark at its start is passed over.
pub fn parse(source: &str) -> Parsed {
    parse_with(source, FenFields::Doubted)
}

/// Reads a file whose FENs are believed, or not.
pub fn parse_with(source: &str, fields: FenFields) -> Parsed {
    let mut collection = Collection::default();
    let mut entries = Entries::new(source);
    while let Some(raw) = entries.next(&mut collection.report) {
        let problem = (!raw.fields.is_empty())
            .then(|| entry::problem(&raw, fields, &mut collection.report))
            .flatten();
        collection.entry(raw.range, problem);
    }
    collection.finish()
}

/// The entries of a file as they are found.
#[derive(Debug, Default)]
pub(crate) struct Collection {
    parsed: Parsed,
    pub report: Report,
}

impl Collection {
    /// Ends an entry: a problem, or what was wrong with it.
    pub fn entry(&mut self, range: Range<usize>, problem: Option<Problem>) {
        let problem = match (problem, self.report.take_first_error()) {
            (Some(problem), None) => Ok(problem),
            (_, Some(error)) => Err(Box::new(error)),
            (None, None) => return,
        };
        self.parsed.entries.push(Entry {
            index: self.parsed.entries.len(),
            range,
            problem,
            unread: self.report.take_unread().map(Box::new),
        });
        self.report.begin();
    }

    /// Whether there is no entry yet.
    pub fn is_empty(&self) -> bool {
        self.parsed.entries.is_empty()
    }

    /// What was read.
    pub fn finish(mut self) -> Parsed {
        self.parsed.diagnostics = self.report.kept;
        self.parsed.suppressed = self.report.suppressed;
        self.parsed
    }
}

/// A diagram from a FEN: the board and, if given, the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenDiagram {
    /// Placement and side; White if the FEN does not say.
    pub diagram: Diagram,
    /// The side, if the FEN says it.
    pub side: Option<Color>,
}

/// Reads a diagram from a FEN of one to six fields; castling rights and target are not believed.
///
/// # Errors
///
/// What is wrong, with ranges in `text`.
pub fn parse_diagram(text: &str) -> Result<FenDiagram, Diagnostic> {
    let placement = board::fen(Span::new(text))?;
    let side = placement.side.map(|(color, _)| color);
    Ok(FenDiagram {
        diagram: Diagram {
            board: placement.board,
            turn: side.unwrap_or(Color::White),
        },
        side,
    })
}
