//! The author's solution as read, and which moves of the tree it means.

use shakmaty::uci::UciMove;
use shakmaty::{Board, CastlingMode, Chess, Color, Move, Position, Role, Square};

use super::finding::{Finding, LineFault, MoveInPart, TextPlace};
use super::letters::letters_of;
use crate::notation::{Letters, MoveText, ResolveError, Sign};
use crate::problem::{
    Convention, Diagram, Duplex, Forced, Goal, Length, Play, Problem, Stipulation, Twin,
};
use crate::solution::{Branch, Node, Solution};
use crate::solve::Outcome;
use crate::syntax::{
    NamedMove, NodeId, PartHead, Reading, Written, WrittenMark, WrittenMove, WrittenNode,
    WrittenPart, WrittenRole, WrittenSolution, line_and_column, read_solution_up_to,
};
use crate::world::{Rights, World};

/// The author's solution, read.
pub(super) struct Published<'a> {
    pub(super) text: &'a str,
    pub(super) written: WrittenSolution,
    /// The half-move solutions of the stipulation begin with.
    pub(super) first: u32,
    /// The label of the twin.
    pub(super) label: &'a str,
}

/// A first move the author calls a key.
#[derive(Clone, Copy)]
pub(super) struct PublishedKey {
    pub(super) key: MoveInPart,
    pub(super) reading: Reading,
}

/// What of the author's solution could not be read, each place once.
pub(super) fn unread(twin: &Twin, letters: Letters) -> Vec<Finding> {
    let Some(text) = twin.solution.as_deref() else {
        return Vec::new();
    };
    let unread = read(text, twin, letters).unread.into_iter();
    unread
        .map(|diagnostic| {
            let (line, column) = line_and_column(text, diagnostic.range().start);
            Finding::Unreadable {
                place: Some(TextPlace { line, column }),
                text: diagnostic.message,
            }
        })
        .collect()
}

/// Reads what is written of `twin`; nothing is played behind the last move of what is asked.
fn read(text: &str, twin: &Twin, letters: Letters) -> WrittenSolution {
    let last = match twin.stipulation {
        Stipulation::Goal(Forced {
            length: Length::HalfMoves(plies),
            ..
        }) => (plies + twin.stipulation.first_half_move()).checked_sub(1),
        _ => None,
    };
    read_solution_up_to(text, letters, last)
}

impl<'a> Published<'a> {
    /// The solution of `twin`; `None` if there is none, or if no move of it can be read.
    pub(super) fn read(twin: &'a Twin, letters: Letters) -> Option<Published<'a>> {
        let text = twin.solution.as_deref()?;
        let mut written = read(text, twin, letters);
        let first = twin.stipulation.first_half_move();
        match twin.stipulation {
            _ if first == 1 => set_play_apart(&mut written, text),
            Stipulation::Goal(forced) if forced.play == Play::Help => {
                set_play_behind(&mut written, text, &twin.diagram, forced.goal);
            }
            _ => {}
        }
        if let Stipulation::Goal(forced) = twin.stipulation
            && twin.duplex != Duplex::No
        {
            leave_other_half(&mut written, twin, forced, first);
        }
        if twin.convention == Convention::Pra {
            // The labels of a text that is not divided among twins are those of parts.
            for part in &mut written.parts {
                if matches!(part.head, PartHead::Label(_)) {
                    part.head = PartHead::None;
                }
            }
        }
        doubt_other_twins(&mut written, &twin.label);
        let published = Published {
            text,
            written,
            first,
            label: &twin.label,
        };
        let has_moves = published.written.moves().next().is_some();
        has_moves.then_some(published)
    }

    /// The half-move the lines of a part begin with: `1...` in `h#n.5`; also there `1.` where nothing begins with `1...`.
    pub(super) fn begins(&self, part: &WrittenPart) -> u32 {
        let numbered = |&root: &NodeId| self.written.nodes[root].ply == self.first;
        if part.roots.iter().any(numbered) {
            self.first
        } else {
            0
        }
    }

    /// The first moves the author calls keys: those marked `!`, or without a mark if none is, or `!?` if there is
    /// nothing else. A key outside all parts is one of those parts in which it solves, or of all if it solves in none.
    pub(super) fn keys(&self, outcome: &Outcome) -> Vec<PublishedKey> {
        let mut keys: Vec<PublishedKey> = Vec::new();
        for part in &self.written.parts {
            let is_other = is_of_another_twin(&part.head, self.label);
            for (text, reading) in self.key_texts(part) {
                let mut meant = first_moves(text, &part.head, outcome);
                let somewhere = meant.iter().any(|&(_, solves)| solves);
                // Written in two ways it means the one that solves.
                let one =
                    part.head == PartHead::None || meant.len() > parts(outcome, &part.head).len();
                // Of a twin that is not there nothing is known.
                meant.retain(|&(_, solves)| solves || !is_other);
                for (key, solves) in meant {
                    let known = keys.iter().any(|known| known.key == key);
                    if (solves || !(somewhere && one)) && !known {
                        keys.push(PublishedKey { key, reading });
                    }
                }
            }
        }
        keys
    }

    /// Whether all first moves that a part calls keys solve.
    pub(super) fn solves(&self, part: &WrittenPart, outcome: &Outcome) -> bool {
        let mut keys = self.key_texts(part).into_iter();
        keys.all(|(text, _)| {
            let mut meant = first_moves(text, &part.head, outcome).into_iter();
            meant.any(|(_, solves)| solves)
        })
    }

    pub(super) fn key_texts(&self, part: &WrittenPart) -> Vec<(NamedMove, Reading)> {
        let begins = self.begins(part);
        let marked = |wanted: WrittenMark| -> Vec<(NamedMove, Reading)> {
            (part.roots.iter())
                .filter_map(|&id| {
                    let node = &self.written.nodes[id];
                    match &node.what {
                        Written::Move {
                            text: WrittenMove::Named(text),
                            mark,
                            role: WrittenRole::Line,
                            ..
                        } if node.ply == begins && *mark == wanted => Some((*text, node.reading)),
                        _ => None,
                    }
                })
                .collect()
        };
        [WrittenMark::Good, WrittenMark::None, WrittenMark::Mixed]
            .into_iter()
            .map(marked)
            .find(|texts| !texts.is_empty())
            .unwrap_or_default()
    }

    /// First moves and moves of the set play, in order.
    pub(super) fn roots(&self) -> impl Iterator<Item = &WrittenNode> {
        let roots = self.written.parts.iter().flat_map(|part| &part.roots);
        roots.map(|&id| &self.written.nodes[id])
    }

    /// How many lines of set play are written, each to its end.
    pub(super) fn set_lines(&self) -> usize {
        let nodes = &self.written.nodes;
        let mut open: Vec<&WrittenNode> = self.roots().filter(|root| root.ply == 1).collect();
        let mut ends = 0;
        while let Some(node) = open.pop() {
            ends += usize::from(node.children.is_empty());
            open.extend(node.children.iter().map(|&child| &nodes[child]));
        }
        ends
    }

    /// The first moves of all parts, without set play.
    fn beginnings(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.written.parts.iter().flat_map(move |part| {
            let begins = self.begins(part);
            let roots = part.roots.iter().copied();
            roots.filter(move |&id| self.written.nodes[id].ply == begins)
        })
    }

    /// Whether something could not be read, and no first move was.
    pub(super) fn reads_no_beginning(&self) -> bool {
        self.written.unread_among_moves() > 0 && !self.reads_beginning()
    }

    /// Whether a first move was read.
    pub(super) fn reads_beginning(&self) -> bool {
        let is_read = |id: NodeId| {
            let node = &self.written.nodes[id];
            matches!(&node.what, Written::Move { text, .. } if *text != WrittenMove::Unread)
        };
        self.beginnings().any(is_read)
    }

    /// Whether a solution of help play is published.
    pub(super) fn has_solution(&self, line: &[&Branch]) -> bool {
        self.continues(self.beginnings().collect(), line, Ending::Any)
    }

    /// Whether it is published to its end.
    pub(super) fn has_whole(&self, line: &[&Branch]) -> bool {
        self.continues(self.beginnings().collect(), line, Ending::Whole)
    }

    /// Where a solution of help play is published to its end, but for one half-move behind the first that is there another man's to the
    /// same square.
    pub(super) fn differing_once(&self, line: &[&Branch]) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open: Vec<(NodeId, usize, Option<NodeId>)> =
            self.beginnings().map(|id| (id, 0, None)).collect();
        while let Some((id, depth, mut other)) = open.pop() {
            let node = &self.written.nodes[id];
            let Written::Move {
                text: WrittenMove::Named(text),
                ..
            } = node.what
            else {
                continue;
            };
            let Some(branch) = line.get(depth) else {
                continue;
            };
            if !means(text, branch.mv)
                && (depth == 0 || !arrives(text, branch.mv.to()) || other.replace(id).is_some())
            {
                continue;
            }
            if node.children.is_empty() && depth + 1 == line.len() {
                found.extend(other);
            }
            open.extend(node.children.iter().map(|&child| (child, depth + 1, other)));
        }
        found
    }

    /// Whether a line is published, its first move with so many half-moves before it.
    pub(super) fn has_line(&self, line: &[&Branch], first: u32) -> bool {
        let roots = self.written.parts.iter().flat_map(|part| &part.roots);
        let begins = roots.filter(|&&id| self.written.nodes[id].ply == first);
        self.continues(begins.copied().collect(), line, Ending::Any)
    }

    /// Whether a line is written from one of these moves on. It may stop early: what follows is then not said to be
    /// unique; and so it is where it cannot be read.
    fn continues(&self, from: Vec<NodeId>, line: &[&Branch], ending: Ending) -> bool {
        let mut open: Vec<(NodeId, usize)> = from.into_iter().map(|id| (id, 0)).collect();
        while let Some((id, depth)) = open.pop() {
            let node = &self.written.nodes[id];
            let Written::Move { text, .. } = &node.what else {
                open.extend(node.children.iter().map(|&child| (child, depth)));
                continue;
            };
            let fits = |mv: Move| match text {
                WrittenMove::Named(text) => means(*text, mv),
                WrittenMove::Any(any) => any.fits(mv),
                // Of a whole line that was not read nothing is known.
                WrittenMove::Unread => depth > 0,
            };
            if !line.get(depth).is_none_or(|branch| fits(branch.mv)) {
                continue;
            }
            let stops = node.children.is_empty() || *text == WrittenMove::Unread;
            if depth + 1 >= line.len() && *text != WrittenMove::Unread
                || stops && ending == Ending::Any
            {
                return true;
            }
            open.extend(node.children.iter().map(|&child| (child, depth + 1)));
        }
        false
    }
}

/// How far a line must be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// It may stop early.
    Any,
    /// It may not.
    Whole,
}

/// The first moves a text can mean in the solutions a part's head speaks of, and whether they solve.
fn first_moves(text: NamedMove, head: &PartHead, outcome: &Outcome) -> Vec<(MoveInPart, bool)> {
    let mut found = Vec::new();
    for (part, solution) in parts(outcome, head) {
        let Some(root) = &solution.tree else { continue };
        let moves = meant(text, root).map(|meant| meant.moves);
        for mv in moves.unwrap_or_default() {
            let solves = solution.keys.iter().any(|key| key.mv == mv);
            found.push((MoveInPart { mv, part }, solves));
        }
    }
    found
}

/// Whether a part is headed by the label of another twin. A solution is divided among the twins there are: this one is not.
pub(super) fn is_of_another_twin(head: &PartHead, label: &str) -> bool {
    matches!(head, PartHead::Label(other) if other != label)
}

/// The second half of a duplex with the solution of the first, where both are written in one.
pub(super) fn with_shared_solution(problem: &Problem, twin: &Twin) -> Option<Twin> {
    let is_this = |other: &Twin| other.label == twin.label;
    let before = problem.twins.iter().position(is_this)?.checked_sub(1)?;
    let first = &problem.twins[before];
    if twin.duplex != Duplex::Second || twin.solution.is_some() {
        return None;
    }
    let shared = Twin {
        solution: first.solution.clone(),
        ..twin.clone()
    };
    // All of it may be the first half's: of this one nothing is published then.
    let published = Published::read(&shared, letters_of(problem))?;
    let is_there = published.roots().next().is_some();
    is_there.then_some(shared)
}

/// Both halves of a duplex may be written in one: what only the other side can begin is no part of this half's, nor in help play what is a
/// solution for the other side only.
fn leave_other_half(written: &mut WrittenSolution, twin: &Twin, forced: Forced, first: u32) {
    let Some(others) = begun_by(&twin.diagram, twin.diagram.turn.other()) else {
        return;
    };
    let own = begun_by(&twin.diagram, twin.diagram.turn);
    let nodes = &written.nodes;
    // How much speaks for it that a line belongs to who has begun so.
    let fits = |root: NodeId, begun: &Chess| {
        let is_possible = played(&nodes[root], begun).next().is_some();
        let reaches =
            forced.play == Play::Help && Attempt::new(nodes, forced.goal).reaches(root, begun, 0);
        u8::from(is_possible) + u8::from(reaches)
    };
    for part in &mut written.parts {
        part.roots.retain(|&root| {
            let own = own.as_ref().map_or(0, |own| fits(root, own));
            nodes[root].ply != first || own >= fits(root, &others)
        });
    }
}

/// What is written of a twin that the problem does not have may hold for the diagram, or not.
fn doubt_other_twins(written: &mut WrittenSolution, label: &str) {
    for part in &written.parts {
        if is_of_another_twin(&part.head, label) {
            for_each_below(&mut written.nodes, &part.roots, |node| {
                node.reading = Reading::Supposed;
            });
        }
    }
}

/// In `h#n.5` set play can be numbered as if the other side began: `1.Kd4 Rb2 2.Kd5 Rb5#` beside `1...Rb3 2.Kd4 ...`. What begins with
/// `1...` is then no answer to `1.Kd4` but a solution, and the other moves come a move later.
fn set_play_apart(written: &mut WrittenSolution, text: &str) {
    let nodes = &mut written.nodes;
    for part in &mut written.parts {
        let from_the_beginning: Vec<NodeId> = (part.roots.iter().copied())
            .filter(|&root| nodes[root].ply == 0)
            .collect();
        for &root in &from_the_beginning {
            let (begun, answers): (Vec<NodeId>, Vec<NodeId>) =
                (nodes[root].children.iter()).partition(|&&child| is_dotted(&nodes[child], text));
            if answers.is_empty() {
                continue;
            }
            nodes[root].children = answers;
            for &child in &begun {
                nodes[child].parent = None;
            }
            part.roots.extend(begun);
        }
        if part.roots.iter().any(|&root| nodes[root].ply == 1) {
            for_each_below(nodes, &from_the_beginning, |node| node.ply += 2);
        }
    }
}

/// Whether a move of the second half-move is written `1...Ke4`.
fn is_dotted(node: &WrittenNode, text: &str) -> bool {
    let before = text.get(..node.range.start).unwrap_or("").trim_end();
    node.ply == 1 && before.ends_with(['…', '.']) && !before.ends_with("1.")
}

/// In help play set play can stand behind the solution: `1.Ka1 Qb2# (set play 1...Qa3#)`. What begins with `1...` is set play if it reaches the
/// goal in the diagram and does not do so after the first move of the line that it stands behind.
fn set_play_behind(written: &mut WrittenSolution, text: &str, diagram: &Diagram, goal: Goal) {
    let begun_by = |turn| begun_by(diagram, turn);
    let (Some(position), Some(set_play)) = (begun_by(diagram.turn), begun_by(diagram.turn.other()))
    else {
        return;
    };
    let nodes = &mut written.nodes;
    for part in &mut written.parts {
        let mut apart = Vec::new();
        for &root in &part.roots {
            let after: Vec<Chess> = played(&nodes[root], &position).collect();
            let is_set_play = |&child: &NodeId| {
                let reaches = |from: &Chess| Attempt::new(nodes, goal).reaches(child, from, 0);
                is_dotted(&nodes[child], text) && !after.iter().any(reaches) && reaches(&set_play)
            };
            let (behind, answers): (Vec<NodeId>, Vec<NodeId>) =
                (nodes[root].children.iter()).partition(|child| is_set_play(child));
            for &child in &behind {
                nodes[child].parent = None;
            }
            nodes[root].children = answers;
            apart.extend(behind);
        }
        part.roots.extend(apart);
    }
}

/// The diagram with `turn` on move, before histories are looked at: every right of men at home is there. Nothing if that is no position.
pub(super) fn begun_by(diagram: &Diagram, turn: Color) -> Option<Chess> {
    let world = World {
        rights: Rights::at_home(&diagram.board),
        target: None,
    };
    world.position(&diagram.board, turn).ok()
}

/// What comes out of each move that the text of `node` can mean.
fn played(node: &WrittenNode, position: &Chess) -> impl Iterator<Item = Chess> {
    let named = match &node.what {
        Written::Move {
            text: WrittenMove::Named(named),
            ..
        } => Some(*named),
        _ => None,
    };
    let moves = named.map(|named| {
        let fitting = |&mv: &Move| means(named, mv);
        position
            .legal_moves()
            .into_iter()
            .filter(fitting)
            .collect::<Vec<_>>()
    });
    moves.into_iter().flatten().map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after
    })
}

/// Playing written lines to their ends.
struct Attempt<'a> {
    nodes: &'a [WrittenNode],
    goal: Goal,
    /// Moves that may still be made.
    left: u32,
}

impl Attempt<'_> {
    /// Most moves, and the longest line, that are looked at.
    const MOST: u32 = 10_000;
    const LONGEST: u32 = 100;

    fn new(nodes: &[WrittenNode], goal: Goal) -> Attempt<'_> {
        Attempt {
            nodes,
            goal,
            left: Attempt::MOST,
        }
    }

    /// Whether all lines from `node` on can be played and reach the goal.
    fn reaches(&mut self, node: NodeId, from: &Chess, depth: u32) -> bool {
        let node = &self.nodes[node];
        played(node, from).any(|after| {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 || depth > Attempt::LONGEST {
                return false;
            }
            if node.children.is_empty() {
                return match self.goal {
                    Goal::Mate => after.is_checkmate(),
                    Goal::Stalemate => after.is_stalemate(),
                };
            }
            (node.children.iter()).all(|&child| self.reaches(child, &after, depth + 1))
        })
    }
}

/// Does something to these nodes and to all below them.
fn for_each_below(nodes: &mut [WrittenNode], roots: &[NodeId], change: impl Fn(&mut WrittenNode)) {
    let mut open = roots.to_vec();
    while let Some(id) = open.pop() {
        change(&mut nodes[id]);
        open.extend(&nodes[id].children);
    }
}

/// The solutions a part's head speaks of; all of them if it has none.
pub(super) fn parts<'o>(
    outcome: &'o Outcome,
    head: &PartHead,
) -> Vec<(Option<World>, &'o Solution)> {
    outcome
        .solutions()
        .filter(|(world, _)| match (head, world) {
            (PartHead::Worlds(worlds), Some(world)) => worlds.contains(world),
            (PartHead::Worlds(worlds), None) => {
                worlds.iter().any(|&world| outcome.worlds.contains(world))
            }
            _ => true,
        })
        .collect()
}

/// The moves a text in `node` could mean: those of the tree, and every other that is legal in some
/// history.
pub(super) fn candidates(node: &Node) -> impl Iterator<Item = Move> + '_ {
    let in_worlds = legal_in(node.worlds.iter(), node.position.board(), node.turn());
    node.branches
        .iter()
        .map(|branch| branch.mv)
        .chain(node.position.legal_moves())
        .chain(in_worlds)
}

/// The moves that are legal in some of the worlds.
pub(super) fn legal_in(
    worlds: impl Iterator<Item = World>,
    board: &Board,
    turn: Color,
) -> impl Iterator<Item = Move> {
    worlds
        .filter_map(move |world| world.position(board, turn).ok())
        .flat_map(|position| position.legal_moves())
}

/// What a text means in a position.
pub(super) struct Meant {
    /// One move, or several if it is written so that they cannot be told apart.
    pub(super) moves: Vec<Move>,
    /// What is wrong with the writing, if one of them is meant.
    pub(super) slip: Option<LineFault>,
}

/// The moves in `node` that a published move means.
pub(super) fn meant(named: NamedMove, node: &Node) -> Result<Meant, LineFault> {
    meant_among(named, &candidates(node).collect::<Vec<Move>>())
}

/// Which of these moves a published move means.
pub(super) fn meant_among(named: NamedMove, all: &[Move]) -> Result<Meant, LineFault> {
    let mut texts = named.texts().map(|text| meant_alone(text, all));
    let first = texts.next().unwrap_or(Err(LineFault::NotAMove));
    first.or_else(|fault| texts.find_map(Result::ok).ok_or(fault))
}

fn meant_alone(text: MoveText, all: &[Move]) -> Result<Meant, LineFault> {
    let moves = |moves, slip| Ok(Meant { moves, slip });
    match text.find(all.iter().copied()) {
        Ok(mv) => moves(vec![mv], None),
        Err(ResolveError::WrongSign(mv)) if may_be_unsigned(text) => moves(vec![mv], None),
        Err(ResolveError::WrongSign(mv)) if mv.role() != Role::Pawn => {
            moves(vec![mv], Some(LineFault::CaptureSign))
        }
        Err(ResolveError::Ambiguous(several)) => moves(several, Some(LineFault::Ambiguous)),
        Err(ResolveError::NoMove) if by_coordinates(text, all).is_some() => {
            moves(by_coordinates(text, all).into_iter().collect(), None)
        }
        Err(_) => match without_departure(text).map(|text| text.find(all.iter().copied())) {
            // One man only can go there.
            Some(Ok(mv)) => moves(vec![mv], Some(LineFault::Departure)),
            _ => Err(LineFault::NotAMove),
        },
    }
}

/// An officer's move in long notation without the square it comes from.
fn without_departure(text: MoveText) -> Option<MoveText> {
    match text {
        MoveText::Man {
            role,
            from_file: Some(_),
            from_rank: Some(_),
            sign,
            to,
            promotion,
            en_passant,
        } if role != Role::Pawn => Some(MoveText::Man {
            role,
            from_file: None,
            from_rank: None,
            sign,
            to,
            promotion,
            en_passant,
        }),
        _ => None,
    }
}

/// Whether a published move is written with this square of arrival.
pub(super) fn arrives(named: NamedMove, square: Square) -> bool {
    matches!(named.text, MoveText::Man { to, .. } if to == square)
}

/// Whether a published move can mean this one.
pub(super) fn means(named: NamedMove, mv: Move) -> bool {
    named.texts().any(|text| match text.find([mv]) {
        Ok(_) => true,
        Err(ResolveError::WrongSign(_)) => may_be_unsigned(text) || mv.role() != Role::Pawn,
        Err(_) => by_coordinates(text, &[mv]).is_some(),
    })
}

/// The officer's move from square to square where no man is named: `f3-d1`. The square of departure names the man.
fn by_coordinates(text: MoveText, all: &[Move]) -> Option<Move> {
    let MoveText::Man {
        role: Role::Pawn,
        from_file: Some(file),
        from_rank: Some(rank),
        to,
        promotion: None,
        ..
    } = text
    else {
        return None;
    };
    let from = Square::from_coords(file, rank);
    let steps = |mv: &&Move| {
        let step = mv.to_uci(CastlingMode::Standard);
        mv.role() != Role::Pawn
            && matches!(step, UciMove::Normal { from: here, to: there, .. } if here == from && there == to)
    };
    all.iter().find(steps).copied()
}

/// Whether a capture may be meant that is written without its sign: the man that moves is named.
fn may_be_unsigned(text: MoveText) -> bool {
    match text {
        MoveText::Man {
            role,
            from_file,
            sign: Sign::Move,
            ..
        } => role != Role::Pawn || from_file.is_some(),
        _ => false,
    }
}
