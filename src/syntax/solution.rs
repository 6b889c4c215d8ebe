//! The author's solution as written: a tree of moves, threats and rulings, before any position is asked.
//!
//! ```text
//! solution = { part }
//! part     = [ "[" world "]" | label ")" ] { item }     a PRA part is headed by its world
//! item     = number move { move } | "threat" | "zugzwang" | "but" | "(" { item } ")" | "{" comment "}"
//!          | "[stands: k g6]" | "[taken back: - -]"     what the opponent made of the trial before it
//! number   = "1." | "1..."
//! move     = any letter set, long or short, with ! ? !? + # and e.p., or "~"
//! ```
//!
//! A move belongs to the nearest open move of the half-move before it, so variations follow from the
//! numbers. A ruling belongs to the move before it, or is a sibling of the ruling it stands under
//! (same indentation). A line that goes back to the trial's number or before it leaves the ruling unless
//! it is indented more than the ruling's line.
//!
//! The tree is an arena: however long the line, nothing recurses. Ranges are bytes of the text given.

use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{map, peek, value};
use nom::sequence::{delimited, terminated};
use nom::{Input, Parser};

use super::diagnostic::Diagnostic;
use super::keyword::{folded, nearest, quoted};
use super::span::{Parse, Span, range_of, trimmed};
use super::twins::label;
use crate::notation::{EnPassantMark, Letters, MoveText};
use crate::world::World;

/// Errors reported for one solution at most.
const MAX_ERRORS: usize = 10;

/// Index into [`WrittenSolution::nodes`].
pub type NodeId = usize;

/// A solution as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenSolution {
    /// Every move and ruling, in the order written; parents before children.
    pub nodes: Vec<WrittenNode>,
    /// The parts; one without a head if there are none. Empty if nothing is written.
    pub parts: Vec<WrittenPart>,
}

/// A part of a solution: all of it, a PRA part, or a twin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenPart {
    /// What it is headed by.
    pub head: PartHead,
    /// First moves and set play, in order.
    pub roots: Vec<NodeId>,
}

/// What a part is headed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartHead {
    /// Nothing.
    None,
    /// The worlds it is for, `[KQk -]`.
    Worlds(Vec<World>),
    /// A label, `a)`.
    Label(String),
}

/// A move or a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenNode {
    /// What it is.
    pub what: Written,
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Half-moves before it: 0 for `1.`, 1 for `1...`. For a ruling: that of the trial.
    pub ply: u32,
    /// What it answers; `None` for the roots of a part.
    pub parent: Option<NodeId>,
    /// What answers it, in order.
    pub children: Vec<NodeId>,
}

/// A move or a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// A move.
    Move {
        /// The move; `None` for `~`: any move.
        text: Option<MoveText>,
        /// Its mark.
        mark: WrittenMark,
        /// As what it is written.
        role: WrittenRole,
        /// Whether "zugzwang" stands after it.
        zugzwang: Zugzwang,
    },
    /// What the opponent made of the trial before it.
    Ruling {
        /// Whether the move stands.
        outcome: WrittenOutcome,
        /// The worlds left; empty if none are written.
        worlds: Vec<World>,
    },
}

/// A mark after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WrittenMark {
    /// Nothing.
    #[default]
    None,
    /// `!` or `!!`: a key or a refutation.
    Good,
    /// `?` or `??`: a try or a mistake.
    Bad,
    /// `!?` or `?!`.
    Mixed,
}

/// As what a move is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WrittenRole {
    /// An ordinary move of a line.
    #[default]
    Line,
    /// A threat: what would follow if the other side did nothing; its parent is two half-moves before it.
    Threat,
    /// A refutation announced by "but".
    Refutation,
}

/// Whether "zugzwang" is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Zugzwang {
    /// It is not.
    #[default]
    Silent,
    /// It is.
    Written,
}

/// What became of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WrittenOutcome {
    /// `[stands: ...]`, `[steht: ...]`
    Stands,
    /// `[taken back: ...]`, `[zurück: ...]`
    TakenBack,
}

#[derive(Debug, Clone)]
enum Token<'a> {
    Comment,
    Number { digits: Span<'a>, second: bool },
    Open,
    Close,
    Head(Span<'a>),
    Label(Span<'a>),
    Word(Span<'a>),
}

fn separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';')
}

fn number(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let (rest, digits) = digit1(input)?;
    let (rest, second) = alt((
        value(true, tag("...")),
        value(true, tag("…")),
        value(false, char('.')),
    ))
    .parse(rest)?;
    Ok((rest, Token::Number { digits, second }))
}

/// A word; `(D)` right after it belongs to it.
fn word(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let inside = |c: char| !separator(c) && !matches!(c, '{' | '}' | '[' | ']' | '(' | ')');
    let (rest, text) = take_while1(inside).parse(input)?;
    let promotion = delimited(char('('), take_while1(char::is_uppercase), char(')'));
    let promoted: Parse<'_, Span<'_>> = { promotion }.parse(rest);
    if let Ok((after, letter)) = promoted
        && letter.fragment().chars().count() == 1
    {
        let (after, _) = take_till(|c| !inside(c)).parse(after)?;
        let length = after.location_offset() - input.location_offset();
        return Ok((after, Token::Word(input.take(length))));
    }
    Ok((rest, Token::Word(text)))
}

fn token(input: Span<'_>) -> Parse<'_, Token<'_>> {
    alt((
        value(
            Token::Comment,
            delimited(char('{'), take_till(|c| c == '}'), char('}')),
        ),
        map(
            delimited(char('['), take_till(|c| c == ']' || c == '\n'), char(']')),
            Token::Head,
        ),
        value(Token::Open, char('(')),
        value(Token::Close, char(')')),
        terminated(
            map(label, Token::Label),
            peek(take_while1(char::is_whitespace)),
        ),
        number,
        word,
    ))
    .parse(input)
}

/// Reads a solution in the given letters.
///
/// # Errors
///
/// What is not understood, with ranges in `text`; at most ten.
pub fn parse_solution(text: &str, letters: Letters) -> Result<WrittenSolution, Vec<Diagnostic>> {
    let mut reader = Reader::new(letters);
    let mut rest = Span::new(text);
    loop {
        let blanks = rest.fragment().find(|c| !separator(c));
        let Some(blanks) = blanks else {
            break;
        };
        reader.pass(&rest.fragment()[..blanks]);
        rest = rest.take_from(blanks);
        if let Ok((after, found)) = token(rest) {
            let length = after.location_offset() - rest.location_offset();
            reader.take(&found, rest.take(length));
            rest = after;
        } else {
            let first = rest.fragment().chars().next().map_or(0, char::len_utf8);
            let message = match rest.fragment().chars().next() {
                Some('{') => "a comment without `}`",
                Some('[') => "a bracket without `]` on its line",
                _ => "this has no place in a solution",
            };
            let here = range_of(rest.take(first));
            reader.error(Diagnostic::error("solution", message, here, "from here"));
            match rest.fragment().chars().next() {
                Some('{') => break,
                _ => rest = rest.take_from(first),
            }
        }
        if reader.errors.len() >= MAX_ERRORS {
            break;
        }
    }
    reader.finish()
}

/// An open ruling or move on the way to what is written next.
#[derive(Debug, Clone, Copy)]
struct Open {
    node: NodeId,
    /// The half-move its child has.
    next: u32,
    /// For a ruling: indentation of its line, and whether it begins the line.
    ruling: Option<Place>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    indent: usize,
    first_in_line: bool,
}

struct Reader {
    letters: Letters,
    solution: WrittenSolution,
    errors: Vec<Diagnostic>,
    /// The path to the last move, outermost first.
    path: Vec<Open>,
    /// The paths' lengths at open parentheses.
    parentheses: Vec<usize>,
    /// The half-move the next move has, once a number or a move says it.
    next: Option<u32>,
    role: WrittenRole,
    /// Indentation of the line.
    indent: usize,
    first_in_line: bool,
}

impl Reader {
    fn new(letters: Letters) -> Reader {
        Reader {
            letters,
            solution: WrittenSolution::default(),
            errors: Vec::new(),
            path: Vec::new(),
            parentheses: Vec::new(),
            next: None,
            role: WrittenRole::Line,
            indent: 0,
            first_in_line: true,
        }
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(diagnostic);
        }
    }

    /// Blanks before a token.
    fn pass(&mut self, blanks: &str) {
        if let Some(at) = blanks.rfind('\n') {
            self.indent = blanks.len() - at - 1;
            self.first_in_line = true;
        } else if self.first_in_line {
            self.indent += blanks.len();
        }
    }

    fn take(&mut self, token: &Token<'_>, whole: Span<'_>) {
        match *token {
            Token::Comment => return,
            Token::Number { digits, second } => self.number(digits, second),
            Token::Open => self.parentheses.push(self.path.len()),
            Token::Close => match self.parentheses.pop() {
                Some(length) => {
                    self.path.truncate(length);
                    self.next = self.path.last().map(|open| open.next);
                    self.role = WrittenRole::Line;
                }
                None => self.error(Diagnostic::error(
                    "solution",
                    "a parenthesis that was not opened",
                    range_of(whole),
                    "no `(` before it",
                )),
            },
            Token::Head(inner) => self.head(inner, whole),
            Token::Label(name) => {
                self.part(PartHead::Label(name.fragment().to_lowercase()));
            }
            Token::Word(word) => self.word(word),
        }
        self.first_in_line = false;
    }

    fn part(&mut self, head: PartHead) {
        self.solution.parts.push(WrittenPart {
            head,
            roots: Vec::new(),
        });
        self.path.clear();
        self.parentheses.clear();
        self.next = None;
        self.role = WrittenRole::Line;
    }

    fn number(&mut self, digits: Span<'_>, second: bool) {
        let number = digits.fragment().parse::<u32>().ok();
        let Some(number) = number.filter(|&n| (1..=100_000).contains(&n)) else {
            self.error(Diagnostic::error(
                "solution-number",
                "no such move number",
                range_of(digits),
                "moves are numbered from 1",
            ));
            return;
        };
        let ply = 2 * (number - 1) + u32::from(second);
        let floor = self.parentheses.last().copied().unwrap_or(0);
        while self.path.len() > floor {
            let Some(open) = self.path.last().copied() else {
                break;
            };
            let leaves = match open.ruling {
                None => open.next > ply,
                Some(place) => {
                    let trial = self.solution.nodes[open.node].ply;
                    ply < trial
                        || ply == trial && self.first_in_line && self.indent <= place.indent
                        || ply == trial && open.next > ply
                }
            };
            if !leaves {
                break;
            }
            self.path.pop();
        }
        let due = self.path.last().map(|open| open.next);
        match due {
            Some(due) if due + 1 == ply && self.may_threaten() => self.role = WrittenRole::Threat,
            Some(due) if due != ply => {
                self.error(Diagnostic::error(
                    "solution-number",
                    format!("move number {} out of order", quoted(digits.fragment())),
                    range_of(digits),
                    format!("expected `{}`", shown(due)),
                ));
            }
            Some(_) if self.role == WrittenRole::Threat => self.role = WrittenRole::Line,
            None if ply > 1 => self.error(Diagnostic::error(
                "solution-number",
                format!("move number {} out of order", quoted(digits.fragment())),
                range_of(digits),
                "expected `1.` or `1...`",
            )),
            _ => {}
        }
        self.next = Some(ply);
    }

    /// Whether a number one half-move too high begins a threat: the word was written, a parenthesis
    /// opened, or another threat stands before it.
    fn may_threaten(&self) -> bool {
        let Some(open) = self.path.last() else {
            return false;
        };
        self.role == WrittenRole::Threat
            || self.parentheses.last() == Some(&self.path.len())
            || self.solution.nodes[open.node]
                .children
                .iter()
                .any(|&child| {
                    matches!(
                        self.solution.nodes[child].what,
                        Written::Move {
                            role: WrittenRole::Threat,
                            ..
                        }
                    )
                })
    }

    fn word(&mut self, word: Span<'_>) {
        let bare = word.fragment().trim_end_matches([':', '.']);
        match folded(bare).as_str() {
            "threat" | "threats" | "threatens" | "thr" | "drohung" | "droht" | "dr" => {
                self.role = WrittenRole::Threat;
                self.next = self.path.last().map(|open| open.next + 1);
                return;
            }
            "zugzwang" | "zugzw" | "zz" => {
                if let Some(Written::Move { zugzwang, .. }) = self.last_move() {
                    *zugzwang = Zugzwang::Written;
                }
                return;
            }
            "but" | "aber" => {
                self.role = WrittenRole::Refutation;
                return;
            }
            "" => return,
            _ => {}
        }
        if word
            .fragment()
            .chars()
            .all(|c| matches!(c, '!' | '?' | '+' | '#'))
        {
            let mark = mark_of(word.fragment());
            match self.last_move() {
                Some(Written::Move { mark: known, .. }) if mark != WrittenMark::None => {
                    *known = mark;
                }
                _ => {}
            }
            return;
        }
        let lower = word.fragment().to_ascii_lowercase();
        if matches!(
            lower.trim_end_matches(['!', '?', '+', '#']),
            "e.p." | "ep" | "ep." | "e.p"
        ) {
            let mark = mark_of(word.fragment());
            if let Some(Written::Move {
                text: Some(MoveText::Man { en_passant, .. }),
                mark: known,
                ..
            }) = self.last_move()
            {
                *en_passant = EnPassantMark::Written;
                if mark != WrittenMark::None {
                    *known = mark;
                }
            }
            return;
        }
        self.play(word);
    }

    fn last_move(&mut self) -> Option<&mut Written> {
        let open = self.path.last()?;
        Some(&mut self.solution.nodes[open.node].what)
    }

    fn play(&mut self, word: Span<'_>) {
        let text = match *word.fragment() {
            any if any.trim_end_matches(['!', '?', '.']).ends_with('~') => None,
            written => match MoveText::parse(written.trim_end_matches('.'), self.letters) {
                Ok(text) => Some(text),
                Err(error) => {
                    let diagnostic = Diagnostic::error(
                        "solution-move",
                        format!("{} is no move: {error}", quoted(written)),
                        range_of(word),
                        format!(
                            "read in {} letters, {}",
                            self.letters.name(),
                            self.letters.listed()
                        ),
                    );
                    let other = Letters::ALL
                        .into_iter()
                        .find(|&letters| MoveText::parse(written, letters).is_ok());
                    let words = ["threat", "zugzwang", "but", "drohung", "aber"];
                    self.error(match (other, nearest(&folded(written), words)) {
                        (Some(other), _) => {
                            diagnostic.with_help(format!("it is one in {} letters", other.name()))
                        }
                        (None, Some(near)) => diagnostic.with_suggestion(near),
                        (None, None) => diagnostic.with_help("words go into braces: `{...}`"),
                    });
                    return;
                }
            },
        };
        let Some(ply) = self.next else {
            self.error(Diagnostic::error(
                "solution-number",
                "a move without a number",
                range_of(word),
                "expected `1.` before it",
            ));
            return;
        };
        let role = std::mem::take(&mut self.role);
        let role = match (role, self.path.last()) {
            (WrittenRole::Threat, Some(open)) if open.next + 1 != ply => WrittenRole::Line,
            (role, _) => role,
        };
        let what = Written::Move {
            text,
            mark: mark_of(word.fragment()),
            role,
            zugzwang: Zugzwang::Silent,
        };
        let node = self.add(what, range_of(word), ply);
        self.path.push(Open {
            node,
            next: ply + 1,
            ruling: None,
        });
        self.next = Some(ply + 1);
    }

    fn add(&mut self, what: Written, range: Range<usize>, ply: u32) -> NodeId {
        let node = self.solution.nodes.len();
        let parent = self.path.last().map(|open| open.node);
        self.solution.nodes.push(WrittenNode {
            what,
            range,
            ply,
            parent,
            children: Vec::new(),
        });
        if let Some(parent) = parent {
            self.solution.nodes[parent].children.push(node);
        } else if let Some(part) = self.solution.parts.last_mut() {
            part.roots.push(node);
        } else {
            self.solution.parts.push(WrittenPart {
                head: PartHead::None,
                roots: vec![node],
            });
        }
        node
    }

    fn head(&mut self, inner: Span<'_>, whole: Span<'_>) {
        let colon = inner.fragment().find(':');
        let (name, rest) = match colon {
            Some(at) => (inner.take(at), inner.take_from(at + 1)),
            None => (inner.take(0), inner),
        };
        let outcome = |text: &str| match folded(text.trim()).as_str() {
            "stands" | "steht" => Some(WrittenOutcome::Stands),
            "taken-back" | "zurueck" | "zurueckgenommen" | "zurueckgezogen" => {
                Some(WrittenOutcome::TakenBack)
            }
            _ => None,
        };
        if colon.is_none()
            && let Some(outcome) = outcome(inner.fragment())
        {
            self.ruling(outcome, Vec::new(), whole);
            return;
        }
        let mut worlds = Vec::new();
        for text in rest.fragment().split([',', ';']) {
            match text.trim().parse::<World>() {
                Ok(world) => worlds.push(world),
                Err(error) => {
                    let place = trimmed(rest);
                    self.error(Diagnostic::error(
                        "solution-world",
                        format!("{} is no world: {error}", quoted(text.trim())),
                        range_of(place),
                        "expected a world such as `k g6`",
                    ));
                    return;
                }
            }
        }
        if colon.is_none() {
            self.part(PartHead::Worlds(worlds));
            return;
        }
        match outcome(name.fragment()) {
            Some(outcome) => self.ruling(outcome, worlds, whole),
            None => self.error(Diagnostic::error(
                "solution-ruling",
                format!("unknown ruling {}", quoted(name.fragment())),
                range_of(trimmed(name)),
                "expected `stands` or `taken back` (`steht`, `zurück`)",
            )),
        }
    }

    fn ruling(&mut self, outcome: WrittenOutcome, worlds: Vec<World>, whole: Span<'_>) {
        let floor = self.parentheses.last().copied().unwrap_or(0);
        let place = Place {
            indent: self.indent,
            first_in_line: self.first_in_line,
        };
        let sibling = if place.first_in_line {
            // Under a ruling at the same indentation: its sibling.
            self.path
                .iter()
                .enumerate()
                .skip(floor)
                .rev()
                .find_map(|(at, open)| {
                    let ruling = open.ruling?;
                    let same = if ruling.first_in_line {
                        place.indent == ruling.indent
                    } else {
                        place.indent <= ruling.indent
                    };
                    same.then_some(at)
                })
        } else {
            self.ruling_before_threat(floor)
        };
        if let Some(at) = sibling {
            self.path.truncate(at);
        }
        let trial = self
            .path
            .last()
            .map(|open| self.solution.nodes[open.node].clone());
        match trial {
            Some(WrittenNode {
                what: Written::Move { .. },
                ply,
                ..
            }) => {
                let node = self.add(Written::Ruling { outcome, worlds }, range_of(whole), ply);
                let next = match outcome {
                    WrittenOutcome::Stands => ply + 1,
                    WrittenOutcome::TakenBack => ply,
                };
                self.path.push(Open {
                    node,
                    next,
                    ruling: Some(place),
                });
                self.next = Some(next);
                self.role = WrittenRole::Line;
            }
            _ => self.error(Diagnostic::error(
                "solution-ruling",
                "a ruling without a trial",
                range_of(whole),
                "no move stands before it",
            )),
        }
    }

    /// On one line a ruling belongs to the move before it; but behind a threat, which nobody tries out,
    /// it is a sibling of the ruling the threat stands under.
    fn ruling_before_threat(&self, floor: usize) -> Option<usize> {
        let mut after_threat = false;
        for (at, open) in self.path.iter().enumerate().skip(floor).rev() {
            if open.ruling.is_some() {
                return after_threat.then_some(at);
            }
            if let Written::Move { role, .. } = self.solution.nodes[open.node].what {
                after_threat |= role == WrittenRole::Threat;
            }
        }
        None
    }

    fn finish(self) -> Result<WrittenSolution, Vec<Diagnostic>> {
        if self.errors.is_empty() {
            Ok(self.solution)
        } else {
            Err(self.errors)
        }
    }
}

/// `1.` or `1...` for a half-move.
fn shown(ply: u32) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}

/// The mark at the end of a word, checks passed over.
fn mark_of(word: &str) -> WrittenMark {
    let marks: String = word
        .chars()
        .rev()
        .take_while(|c| matches!(c, '!' | '?' | '+' | '#' | '.'))
        .filter(|c| matches!(c, '!' | '?'))
        .take(3)
        .collect();
    match (marks.contains('!'), marks.contains('?')) {
        (false, false) => WrittenMark::None,
        (true, false) => WrittenMark::Good,
        (false, true) => WrittenMark::Bad,
        (true, true) => WrittenMark::Mixed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The tree as indented text: ply, move as written, what is special about it.
    fn drawn(text: &str, letters: Letters) -> String {
        let solution = match parse_solution(text, letters) {
            Ok(solution) => solution,
            Err(errors) => panic!("{text}\n{errors:#?}"),
        };
        let mut out = Vec::new();
        for part in &solution.parts {
            match &part.head {
                PartHead::None => {}
                PartHead::Worlds(worlds) => out.push(format!("part {}", worlds[0])),
                PartHead::Label(label) => out.push(format!("part {label}")),
            }
            let mut todo: Vec<(NodeId, usize)> = part.roots.iter().rev().map(|&n| (n, 1)).collect();
            while let Some((id, depth)) = todo.pop() {
                let node = &solution.nodes[id];
                let words = &text[node.range.clone()];
                let special = match &node.what {
                    Written::Ruling { .. } => String::new(),
                    Written::Move {
                        mark,
                        role,
                        zugzwang,
                        ..
                    } => {
                        let mut special = shown(node.ply);
                        for (said, what) in [
                            (*mark == WrittenMark::Bad, " try"),
                            (*role == WrittenRole::Threat, " threat"),
                            (*role == WrittenRole::Refutation, " refutation"),
                            (*zugzwang == Zugzwang::Written, " zugzwang"),
                        ] {
                            if said {
                                special.push_str(what);
                            }
                        }
                        special.push(' ');
                        special
                    }
                };
                out.push(format!("{}{special}{words}", "  ".repeat(depth - 1)));
                todo.extend(node.children.iter().rev().map(|&child| (child, depth + 1)));
            }
        }
        out.join("\n")
    }

    #[test]
    fn a_line_with_variations() {
        let behal =
            "1. exd6 e.p.!\n  1... Kxg3 2. Qg1+ Kh4 3. Nf3#\n  1... Kxg4 2. Qe5 Kh4 3. Qf4#";
        assert_eq!(
            drawn(behal, Letters::English),
            "1. exd6\n  1... Kxg3\n    2. Qg1+\n      2... Kh4\n        3. Nf3#\n  1... Kxg4\n    2. Qe5\n      2... Kh4\n        3. Qf4#"
        );
    }

    #[test]
    fn the_branches_of_a_trial() {
        let langstaff = "\
1. hxg6 e.p.!
  [stands: k g6] threat 2. Rd8#
    1... O-O 2. h7#
  [taken back: - -] 1. Ke6 threat 2. Rd8#
1. Ke6? O-O!";
        assert_eq!(
            drawn(langstaff, Letters::English),
            "1. hxg6\n  [stands: k g6]\n    2. threat Rd8#\n    1... O-O\n      2. h7#\n  [taken back: - -]\n    1. Ke6\n      2. threat Rd8#\n1. try Ke6?\n  1... O-O!"
        );
    }

    #[test]
    fn the_same_without_indentation_and_in_german() {
        let langstaff = "\
1.h5xg6 e.p.!
[steht: k g6] Drohung: 2.Td8#
1...0-0 2.h7#
[zurück: - -] 1.Ke6 (2.Td8#)
1.Ke6? aber 1...0-0!";
        assert_eq!(
            drawn(langstaff, Letters::German),
            "1. h5xg6\n  [steht: k g6]\n    2. threat Td8#\n    1... 0-0\n      2. h7#\n  [zurück: - -]\n    1. Ke6\n      2. threat Td8#\n1. try Ke6?\n  1... refutation 0-0!"
        );
    }

    #[test]
    fn rulings_on_one_line() {
        let text = "1. hxg6! [stands: k g6] threat 2. Rd8# [taken back: - -] 1. Ke6";
        assert_eq!(
            drawn(text, Letters::English),
            "1. hxg6!\n  [stands: k g6]\n    2. threat Rd8#\n  [taken back: - -]\n    1. Ke6"
        );
    }

    #[test]
    fn a_defenders_trial_inside_a_trial() {
        let text = "\
1. Qb7!
  1... O-O
    [stands: k -] 2. Qg7#
    [taken back: q -] 1... Kd8 2. Qc7#
  1... Kf8 2. Qf7#
1. Qa1? O-O!";
        assert_eq!(
            drawn(text, Letters::English),
            "1. Qb7!\n  1... O-O\n    [stands: k -]\n      2. Qg7#\n    [taken back: q -]\n      1... Kd8\n        2. Qc7#\n  1... Kf8\n    2. Qf7#\n1. try Qa1?\n  1... O-O!"
        );
    }

    #[test]
    fn parts_twins_set_play_and_help_play() {
        let loyd = "[KQk -] 1. Qxg7!\n[KQq -] 1. Qb7!";
        assert_eq!(
            drawn(loyd, Letters::English),
            "part KQk -\n1. Qxg7!\npart KQq -\n1. Qb7!"
        );
        let twins = "a) 1. Rhf1! O-O-O 2. Bxe6+\nb) 1. O-O!";
        assert_eq!(
            drawn(twins, Letters::English),
            "part a\n1. Rhf1!\n  1... O-O-O\n    2. Bxe6+\npart b\n1. O-O!"
        );
        let henke = "1... O-O-O+ 2. Ke2 Rd2#\n1. Kc2 Ra2+ 2. Kc1 O-O#";
        assert_eq!(
            drawn(henke, Letters::English),
            "1... O-O-O+\n  2. Ke2\n    2... Rd2#\n1. Kc2\n  1... Ra2+\n    2. Kc1\n      2... O-O#"
        );
    }

    #[test]
    fn popeyes_long_lines_are_understood() {
        let text = "1.Qa7-f2 ! zugzwang.\n1...Kc1-b2\n2.Qf2-b6 #\n1.Sd1-f2 ? threat:\n2.Qa7-a1 #\nbut\n1...b3-b2 + !";
        assert_eq!(
            drawn(text, Letters::English),
            "1. zugzwang Qa7-f2\n  1... Kc1-b2\n    2. Qf2-b6\n1. try Sd1-f2\n  2. threat Qa7-a1\n  1... refutation b3-b2"
        );
    }

    #[test]
    fn several_threats_comments_and_promotions() {
        let text = "1. Qb2! {a quiet key} (2. Qb8#, 2. Qg7#) 1... ~ 2. e8(Q)#";
        assert_eq!(
            drawn(text, Letters::English),
            "1. Qb2!\n  2. threat Qb8#\n  2. threat Qg7#\n  1... ~\n    2. e8(Q)#"
        );
    }

    #[test]
    fn what_is_not_understood_is_shown() {
        let code = |text| parse_solution(text, Letters::English).unwrap_err()[0].code;
        assert_eq!(code("1. Td8"), "solution-move");
        assert_eq!(code("Kd2"), "solution-number");
        assert_eq!(code("1. Kd2 3. Kd4"), "solution-number");
        assert_eq!(code("2. Kd2"), "solution-number");
        assert_eq!(code("[stands: k g6] 1. Ke2"), "solution-ruling");
        assert_eq!(code("1. Ke2 [falls: k g6]"), "solution-ruling");
        assert_eq!(code("1. Ke2 [stands: x]"), "solution-world");
        assert_eq!(code("1. Ke2 {open"), "solution");
        assert_eq!(code("1. Ke2 ) 1... Kd7"), "solution");
        let german = parse_solution("1. Td8", Letters::English).unwrap_err();
        assert!(
            german[0]
                .help
                .as_deref()
                .is_some_and(|help| help.contains("German"))
        );
    }

    #[test]
    fn the_text_may_be_endless() {
        let long = format!("1. Ke2 {}", "Kd7 ".repeat(300_000));
        assert_eq!(
            parse_solution(&long, Letters::English).unwrap().nodes.len(),
            300_001
        );
        let deep = "(".repeat(300_000);
        assert!(parse_solution(&deep, Letters::English).is_ok());
        let rulings = format!("1. Ke2 {}", "[taken back: - -] 1. Kd2 ".repeat(3000));
        assert!(parse_solution(&rulings, Letters::English).is_ok());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(800))]

        #[test]
        fn no_text_panics(parts in prop::collection::vec(prop::sample::select(vec![
            "1.", "1...", "2.", "3...", "Ke2", "exd6", "e.p.", "O-O", "!", "?", "threat", "but", "zugzwang",
            "[stands: k g6]", "[taken back: - -]", "[KQ -]", "(", ")", "{x}", "{", "[", "]", "a)", "\n", "\n  ",
            " ", "~", "ü", "e8(Q)", "\u{0}", "9999999999.", "0.", "…",
        ]), 0..30)) {
            let text = parts.concat();
            match parse_solution(&text, Letters::English) {
                Ok(solution) => {
                    for (id, node) in solution.nodes.iter().enumerate() {
                        prop_assert!(node.parent.is_none_or(|parent| parent < id));
                        prop_assert!(text.get(node.range.clone()).is_some());
                    }
                }
                Err(errors) => {
                    for error in errors {
                        prop_assert!(text.get(error.range()).is_some());
                    }
                }
            }
        }
    }
}
