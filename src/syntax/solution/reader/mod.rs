//! From tokens to the tree: whose answer a move is, and which trial a ruling is of.
//!
//! The way to the last move is known by its end alone, since every node knows its parent. Moves joined by
//! a slash are siblings, and what follows them follows each.

mod brackets;
mod heads;
mod numbers;
mod play;

use std::collections::BTreeMap;
use std::ops::Range;

use super::heading;
use super::token::{Piece, Token};
use super::unread::{self, Unread};
use super::words::Said;
use super::written::{
    NodeId, PartHead, Reading, Told, Written, WrittenMark, WrittenMove, WrittenNode, WrittenPart,
    WrittenRole, WrittenSolution, WrittenStyle, Zugzwang,
};
use crate::notation::Letters;
use crate::syntax::span::range_of;
use play::Group;

#[cfg(test)]
pub(super) use numbers::shown;

/// Words of a heading that are looked through for the number behind it.
const MOST_HEADINGS: usize = 8;

/// Puts token after token where it belongs.
pub(super) struct Reader<'t> {
    letters: Letters,
    pieces: &'t [Piece<'t>],
    /// For an opening bracket: the one that closes it.
    closing: BTreeMap<usize, usize>,
    /// The token to be taken next.
    at: usize,
    solution: WrittenSolution,
    unread: Unread,
    here: Here,
    /// Moves that are joined, not yet put into the tree.
    pending: Option<Group>,
    /// For each open bracket where the reader was; nothing if it only surrounds a move of the line.
    brackets: Vec<Option<Here>>,
    /// Where the rulings stand.
    rulings: BTreeMap<NodeId, &'t Piece<'t>>,
    /// What commas up to the next number do.
    commas: Commas,
    /// Which half of a move mates or stalemates, 0 or 1, if that is plain.
    reaching: Option<u32>,
    /// The half-move behind which nothing is played, if the stipulation says so.
    last: Option<u32>,
    /// Where the words begin that close the text.
    closing_words: Option<usize>,
    /// Where the reader was before the set play that stands behind the solution.
    before_set: Option<Here>,
    /// Whether letters stand before defences.
    of_variations: bool,
}

/// Where the reader is.
#[derive(Debug, Clone, Default)]
struct Here {
    /// The last moves or rulings; none at the beginning of a part.
    ends: Vec<NodeId>,
    /// The half-move the next move has, once a number or a move says it.
    next: Option<u32>,
    role: WrittenRole,
    /// Whether a number has just announced a move.
    numbered: bool,
    /// What becomes of moves that no number announces.
    mood: Mood,
    /// Whether words that were not understood stand before this on its line.
    reading: Reading,
}

/// What commas between moves do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Commas {
    /// They join moves that stand for each other.
    Join,
    /// They separate a move from its answer.
    Separate,
    /// One of the two: `5.Kd3,Qb3+`.
    #[default]
    Unclear,
}

/// What the moves are that come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mood {
    /// Moves of a line.
    #[default]
    Play,
    /// Part of a sentence that is not understood, up to a number.
    Prose,
    /// Moves before the diagram, up to a number.
    Before,
}

impl<'t> Reader<'t> {
    pub(super) fn new(pieces: &'t [Piece<'t>], letters: Letters, last: Option<u32>) -> Reader<'t> {
        Reader {
            letters,
            last,
            pieces,
            closing: brackets::closing(pieces),
            at: 0,
            solution: WrittenSolution {
                letters,
                ..WrittenSolution::default()
            },
            unread: Unread::closed_by(unread::closing_words(pieces)),
            closing_words: unread::closing_words(pieces),
            here: Here::default(),
            pending: None,
            brackets: Vec::new(),
            rulings: BTreeMap::new(),
            commas: Commas::default(),
            reaching: numbers::reaching(pieces),
            before_set: None,
            of_variations: false,
        }
    }

    pub(super) fn read(mut self) -> WrittenSolution {
        let pieces = self.pieces;
        while let Some(piece) = pieces.get(self.at) {
            self.at += 1;
            self.take(piece);
        }
        self.finish()
    }

    fn take(&mut self, piece: &'t Piece<'t>) {
        match &piece.token {
            Token::Remark => self.remark(piece),
            Token::Number { digits, side } => self.number(piece, *digits, *side),
            Token::Open => self.open(),
            Token::Close => self.close(piece),
            Token::Head(inner) => {
                self.flush();
                self.head(*inner, piece);
            }
            Token::Ruling { outcome, worlds } => {
                self.flush();
                if let Some(worlds) = self.worlds(*worlds) {
                    self.ruling(*outcome, &worlds, piece);
                }
            }
            Token::Label(name) if self.is_of_variation(name.fragment()) => self.flush(),
            Token::Label(name) => {
                self.part(PartHead::Label(name.fragment().to_lowercase()));
            }
            Token::Marks(marks) => self.marks(*marks),
            Token::Slash => self.join(Reading::Certain),
            Token::Comma => self.comma(),
            Token::Word(said) => self.word(*said),
            Token::Move(shape) => self.play(shape, piece),
            Token::Unknown => self.unknown(piece),
        }
    }

    /// Whether a letter behind the key stands before a defence and before no twin: `1.Kd3! a) 1...Bb4 2.Qf4#; b) 1...Bxe3 2.Sd6#`. The first of
    /// them is `a)`.
    fn is_of_variation(&mut self, name: &str) -> bool {
        let defends = match self.ahead().next() {
            Some(Token::Number { digits, side }) => numbers::ply(*digits, *side) == Some(1),
            _ => false,
        };
        let unlabelled =
            (self.solution.parts.last()).is_none_or(|part| part.head == PartHead::None);
        let behind_key = !self.is_beginning() || self.pending.is_some();
        let found = defends && unlabelled && behind_key && (self.of_variations || name == "a");
        self.of_variations |= found;
        found
    }

    /// What stands before the moves of a part tells of its twin.
    fn remark(&mut self, piece: &Piece<'t>) {
        if !self.is_beginning() || self.pending.is_some() {
            return;
        }
        let Some(what) = heading::told(piece.at) else {
            return;
        };
        let label = match self.solution.parts.last().map(|part| &part.head) {
            Some(PartHead::Label(label)) => Some(label.clone()),
            _ => None,
        };
        self.solution.told.push(Told {
            range: range_of(piece.at),
            label,
            what,
        });
    }

    /// The tokens from here on, remarks left out.
    fn ahead(&self) -> impl Iterator<Item = &'t Token<'t>> {
        let pieces = self.pieces;
        (pieces[self.at..].iter())
            .map(|piece| &piece.token)
            .filter(|token| !matches!(token, Token::Remark))
    }

    fn word(&mut self, said: Said) {
        match said {
            Said::Nothing => {}
            Said::Set => self.set_play(),
            Said::Actual => self.actual_play(),
            Said::Threat => {
                self.flush();
                self.here.role = WrittenRole::Threat;
                self.here.next = self.due().map(|due| due + 1);
                self.here.mood = Mood::Play;
            }
            Said::Zugzwang => {
                if let Some(group) = &mut self.pending {
                    group.zugzwang = Zugzwang::Written;
                } else {
                    for &end in &self.here.ends {
                        if let Written::Move { zugzwang, .. } = &mut self.solution.nodes[end].what {
                            *zugzwang = Zugzwang::Written;
                        }
                    }
                }
            }
            Said::But => self.but(),
            Said::Any => self.any(),
            Said::Or => {
                let joined = match self.ahead().next() {
                    Some(Token::Move(_)) => true,
                    Some(Token::Number { digits, side }) => {
                        let ply = numbers::ply(*digits, *side);
                        ply.is_some() && ply == self.pending.as_ref().map(|group| group.ply)
                    }
                    _ => false,
                };
                if joined {
                    self.join(Reading::Supposed);
                }
            }
        }
    }

    /// "Set play": what begins with `1...` behind it answers no key.
    fn set_play(&mut self) {
        let said = |token: &&Token<'_>| matches!(token, Token::Word(Said::Nothing | Said::Set));
        let next = self.ahead().take(MOST_HEADINGS).find(|token| !said(token));
        let Some(Token::Number { digits, side }) = next else {
            return;
        };
        if numbers::ply(*digits, *side) != Some(1) {
            return;
        }
        self.flush();
        if !self.here.ends.is_empty() {
            self.before_set = Some(self.here.clone());
        }
        self.here = Here {
            reading: self.here.reading,
            ..Here::default()
        };
    }

    /// "Actual play": what begins with `1...` behind it answers the key that stands before the set play.
    fn actual_play(&mut self) {
        if let Some(before) = self.before_set.take() {
            self.flush();
            self.here = before;
        }
    }

    fn part(&mut self, head: PartHead) {
        self.flush();
        self.before_set = None;
        self.solution.parts.push(WrittenPart {
            head,
            roots: Vec::new(),
        });
        self.here = Here::default();
        self.brackets.clear();
    }

    /// The half-move that answers the last move.
    fn due(&self) -> Option<u32> {
        let &end = self.here.ends.first()?;
        Some(self.after(end))
    }

    /// The half-move that follows a node.
    fn after(&self, id: NodeId) -> u32 {
        let node = &self.solution.nodes[id];
        match &node.what {
            Written::Move { .. } => node.ply + 1,
            Written::Ruling { outcome, .. } => heads::after(*outcome, node.ply),
        }
    }

    /// Goes from the last moves to those before them.
    fn back(&mut self) {
        let nodes = &self.solution.nodes;
        let mut before: Vec<NodeId> = (self.here.ends.iter())
            .filter_map(|&end| nodes[end].parent)
            .collect();
        before.dedup();
        self.here.ends = before;
    }

    fn add(
        &mut self,
        parent: Option<NodeId>,
        what: Written,
        at: Range<usize>,
        ply: u32,
        reading: Reading,
    ) -> NodeId {
        let node = self.solution.nodes.len();
        let inherited = parent.map_or(Reading::Certain, |id| self.solution.nodes[id].reading);
        self.solution.nodes.push(WrittenNode {
            what,
            range: at,
            ply,
            parent,
            children: Vec::new(),
            reading: reading.max(inherited).max(self.here.reading),
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

    /// A word that is no move: where a number announced one, that move is lost with what follows it.
    fn unknown(&mut self, piece: &Piece<'t>) {
        let range = range_of(piece.at);
        let word = *piece.at.fragment();
        if self.here.mood == Mood::Prose {
            self.unread.more(&range);
            return;
        }
        if let Some(diagnostic) = brackets::not_closed(piece) {
            self.unread.place(diagnostic);
            return;
        }
        let square = (word.as_bytes())
            .windows(2)
            .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
        let expected = self.here.next.is_some() && self.here.mood == Mood::Play;
        if expected && (self.here.numbered || square) {
            self.unread.word(word, range.clone());
            self.lose(range);
            return;
        }
        self.unread.word(word, range);
        self.flush();
        self.here.mood = Mood::Prose;
        self.here.reading = Reading::Supposed;
    }

    /// First moves that are tries, marked or not: "but" refutes them, or an answer marked `!` behind which nothing stands, where another
    /// first move has none such.
    fn refuted(&self) -> Vec<NodeId> {
        let nodes = &self.solution.nodes;
        let answers = |root: NodeId| nodes[root].children.iter().map(|&answer| &nodes[answer]);
        let is_said_so =
            |root: NodeId| answers(root).any(|one| one.role() == Some(WrittenRole::Refutation));
        let is_marked_so = |root: NodeId| {
            answers(root).any(|one| {
                let is_good = matches!(
                    one.what,
                    Written::Move {
                        mark: WrittenMark::Good,
                        ..
                    }
                );
                is_good && one.role() == Some(WrittenRole::Line) && one.children.is_empty()
            })
        };
        let may_be_key = |root: NodeId| {
            matches!(nodes[root].what, Written::Move { mark, .. } if mark != WrittenMark::Bad)
                && !is_said_so(root)
                && !is_marked_so(root)
        };
        let of_part = |part: &WrittenPart| -> Vec<NodeId> {
            let has_another = |root: NodeId| {
                let mut others = part.roots.iter().filter(|&&other| other != root);
                others.any(|&other| nodes[other].ply == nodes[root].ply && may_be_key(other))
            };
            let roots = part.roots.iter().copied();
            roots
                .filter(|&root| is_said_so(root) || is_marked_so(root) && has_another(root))
                .collect()
        };
        self.solution.parts.iter().flat_map(of_part).collect()
    }

    fn finish(mut self) -> WrittenSolution {
        self.flush();
        let refuted = self.refuted();
        let moves = self.solution.moves().count();
        let (unread, style) = self.unread.finish(moves);
        self.solution.closing = self.closing_words;
        self.solution.unread = unread;
        self.solution.style = style;
        if style == WrittenStyle::Prose {
            for node in &mut self.solution.nodes {
                node.reading = Reading::Supposed;
            }
        }
        for root in refuted {
            if let Written::Move { mark, text, .. } = &mut self.solution.nodes[root].what
                && *mark == WrittenMark::None
                && *text != WrittenMove::Unread
            {
                *mark = WrittenMark::Bad;
            }
        }
        self.solution
    }
}
