//! From tokens to the tree: whose answer a move is, and which trial a ruling is of.

use std::ops::Range;

use nom::Input;

use super::token::Token;
use super::written::{
    NodeId, PartHead, Written, WrittenMark, WrittenNode, WrittenOutcome, WrittenPart, WrittenRole,
    WrittenSolution, Zugzwang,
};
use crate::notation::{EnPassantMark, Letters, MoveText, ParseMoveTextError, Text};
use crate::syntax::diagnostic::{Diagnostic, no_move, quoted};
use crate::syntax::keyword::{folded, nearest};
use crate::syntax::span::{Span, range_of, trimmed};
use crate::text;
use crate::world::World;

/// Errors reported for one solution at most.
const MAX_ERRORS: usize = 10;

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

/// Puts token after token where it belongs.
pub(super) struct Reader {
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
    pub(super) fn new(letters: Letters) -> Reader {
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

    pub(super) fn error(&mut self, diagnostic: Diagnostic) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(diagnostic);
        }
    }

    /// Whether no more errors are wanted.
    pub(super) fn is_full(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    /// Blanks before a token.
    pub(super) fn pass(&mut self, blanks: &str) {
        if let Some(at) = blanks.rfind('\n') {
            self.indent = blanks.len() - at - 1;
            self.first_in_line = true;
        } else if self.first_in_line {
            self.indent += blanks.len();
        }
    }

    pub(super) fn take(&mut self, token: &Token<'_>, whole: Span<'_>) {
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
                    Text::new(
                        "a parenthesis that was not opened",
                        "eine Klammer, die nicht geöffnet wurde",
                    ),
                    range_of(whole),
                    Text::new("no `(` before it", "davor steht kein `(`"),
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
                Text::new("no such move number", "keine solche Zugnummer"),
                range_of(digits),
                Text::new("moves are numbered from 1", "Züge werden von 1 an gezählt"),
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
                    text!(
                        "move number {number} out of order",
                        "die Zugnummer {number} ist nicht an der Reihe",
                        number = quoted(digits.fragment()),
                    ),
                    range_of(digits),
                    text!(
                        "expected `{due}`",
                        "erwartet wird `{due}`",
                        due = shown(due)
                    ),
                ));
            }
            Some(_) if self.role == WrittenRole::Threat => self.role = WrittenRole::Line,
            None if ply > 1 => self.error(Diagnostic::error(
                "solution-number",
                text!(
                    "move number {number} out of order",
                    "die Zugnummer {number} ist nicht an der Reihe",
                    number = quoted(digits.fragment()),
                ),
                range_of(digits),
                Text::new("expected `1.` or `1...`", "erwartet wird `1.` oder `1...`"),
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

    fn not_a_move(&self, word: Span<'_>, error: ParseMoveTextError) -> Diagnostic {
        let Text { english, german } = self.letters.name();
        Diagnostic::error(
            "solution-move",
            no_move(word.fragment(), error),
            range_of(word),
            text!(
                "read in {english} letters, {listed}",
                "gelesen mit den Buchstaben {listed} ({german})",
                listed = self.letters.listed(),
            ),
        )
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
                    let diagnostic = self.not_a_move(word, error);
                    let other = Letters::ALL
                        .into_iter()
                        .find(|&letters| MoveText::parse(written, letters).is_ok());
                    let words = ["threat", "zugzwang", "but", "drohung", "aber"];
                    self.error(match (other, nearest(&folded(written), words)) {
                        (Some(other), _) => {
                            let Text { english, german } = other.name();
                            let listed = other.listed();
                            diagnostic.with_help(text!(
                                "it is one in {english} letters",
                                "mit den Buchstaben {listed} ({german}) ist es einer",
                            ))
                        }
                        (None, Some(near)) => diagnostic.with_suggestion(near),
                        (None, None) => diagnostic.with_help(Text::new(
                            "words go into braces: `{...}`",
                            "Wörter stehen in geschweiften Klammern: `{...}`",
                        )),
                    });
                    return;
                }
            },
        };
        let Some(ply) = self.next else {
            self.error(Diagnostic::error(
                "solution-number",
                Text::new("a move without a number", "ein Zug ohne Nummer"),
                range_of(word),
                Text::new("expected `1.` before it", "davor wird `1.` erwartet"),
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
                        text!(
                            "{typed} is no world: {error}",
                            "{typed} ist keine Vorgeschichte: sie besteht aus Rochaderechten und En-passant-Feld, etwa `Kq -` oder `- d6`",
                            typed = quoted(text.trim()),
                        ),
                        range_of(place),
                        Text::new("expected a world such as `k g6`", "erwartet wird eine Vorgeschichte, etwa `k g6`"),
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
                text!(
                    "unknown ruling {typed}",
                    "unbekannter Bescheid {typed}",
                    typed = quoted(name.fragment()),
                ),
                range_of(trimmed(name)),
                Text::new(
                    "expected `stands` or `taken back` (`steht`, `zurück`)",
                    "erwartet wird `steht` oder `zurück` (`stands`, `taken back`)",
                ),
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
                Text::new("a ruling without a trial", "ein Bescheid ohne Versuch"),
                range_of(whole),
                Text::new("no move stands before it", "davor steht kein Zug"),
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

    pub(super) fn finish(self) -> Result<WrittenSolution, Vec<Diagnostic>> {
        if self.errors.is_empty() {
            Ok(self.solution)
        } else {
            Err(self.errors)
        }
    }
}

/// `1.` or `1...` for a half-move.
pub(super) fn shown(ply: u32) -> String {
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
