//! In whose letters the solutions of a problem are written: those of the file, unless another set alone reads more of them, or they can be played
//! in another set alone. `S` is a knight in English and in German, and a bishop in Czech.

use std::collections::BTreeSet;

use shakmaty::{Chess, Color, Move, Position as _, Role};

use super::finding::{Finding, Severity};
use super::published::{Published, is_of_another_twin, means};
use crate::notation::{Letters, MoveText};
use crate::problem::{Diagram, Problem, Stipulation, Twin};
use crate::syntax::{
    NamedMove, NodeId, Reading, Written, WrittenMove, WrittenOutcome, WrittenRole, read_solution,
    spoken_letters,
};
use crate::world::World;

/// Moves played to find out in which letters a solution is written.
const MOST_MOVES: usize = 20_000;

/// In whose letters the solutions of all twins are written.
pub(super) fn letters_of(problem: &Problem) -> Letters {
    let spoken = spoken(problem);
    let unread = unread(problem, spoken);
    let most = if is_played(problem, spoken, usize::MAX) == Some(false) {
        unread
    } else if let Some(fewer) = unread.checked_sub(1) {
        fewer
    } else {
        return spoken;
    };
    let mut others = Letters::IN_FILES
        .into_iter()
        .filter(|&letters| letters != spoken && is_played(problem, letters, most) == Some(true));
    others.next().unwrap_or(spoken)
}

/// The letters that read most.
fn spoken(problem: &Problem) -> Letters {
    let twins = problem.twins.iter();
    let solutions = twins.filter_map(|twin| twin.solution.as_deref());
    spoken_letters(solutions, problem.letters)
}

/// The remark that the solutions are read in `letters`, if those that seem to be theirs are others.
pub(super) fn other(problem: &Problem, letters: Letters) -> Option<Finding> {
    (letters != spoken(problem)).then_some(Finding::OtherLetters(letters))
}

/// Errors in what stands beside a letter that is no man's: whether the rest is read as it is meant is not certain.
pub(super) fn doubt(letter: char, findings: &mut Vec<Finding>) {
    let mut doubted = false;
    for finding in findings.iter_mut() {
        if finding.severity() < Severity::Error {
            continue;
        }
        match finding {
            Finding::Line { reading, .. } | Finding::NotAKey { reading, .. } => {
                *reading = Reading::Supposed;
            }
            Finding::Cook(key) => {
                *finding = Finding::PerhapsPublished { line: vec![key.mv] };
            }
            Finding::HelpCook { line } => {
                *finding = Finding::PerhapsPublished {
                    line: std::mem::take(line),
                };
            }
            _ => continue,
        }
        doubted = true;
    }
    if doubted {
        findings.push(Finding::LettersUnclear(letter));
    }
}

/// The solutions of problems that are played.
fn published(problem: &Problem, letters: Letters) -> impl Iterator<Item = (&Twin, Published<'_>)> {
    let twins = problem.twins.iter();
    let played = twins.filter(|twin| matches!(twin.stipulation, Stipulation::Goal(_)));
    played.filter_map(move |twin| Some((twin, Published::read(twin, letters)?)))
}

fn unread(problem: &Problem, letters: Letters) -> usize {
    let twins = problem.twins.iter();
    let solutions = twins.filter_map(|twin| twin.solution.as_deref());
    let unread = solutions.map(|solution| read_solution(solution, letters).unread.len());
    unread.sum()
}

/// Whether all moves that are read in these letters can be played, with no more than so many places unread; nothing if that takes too long or there are
/// none.
fn is_played(problem: &Problem, letters: Letters, most_unread: usize) -> Option<bool> {
    let mut left = MOST_MOVES;
    let mut any = false;
    for (twin, published) in published(problem, letters) {
        any = true;
        let mut walk = Walk {
            published: &published,
            left: &mut left,
            played: BTreeSet::new(),
            failed: BTreeSet::new(),
        };
        walk.twin(twin);
        // Behind joined moves one need be possible behind one of them.
        let is_possible = walk.failed.is_subset(&walk.played);
        if left == 0 {
            return None;
        }
        if !is_possible {
            return Some(false);
        }
    }
    any.then(|| unread(problem, letters) <= most_unread)
}

/// A written move about to be played.
struct Step {
    id: NodeId,
    /// Where it is played, and where the move before was.
    here: Chess,
    before: Chess,
}

/// Plays what is written, from any history of the diagram.
struct Walk<'a> {
    published: &'a Published<'a>,
    left: &'a mut usize,
    /// Places in the text.
    played: BTreeSet<usize>,
    failed: BTreeSet<usize>,
}

impl Walk<'_> {
    fn twin(&mut self, twin: &Twin) {
        let published = self.published;
        for part in &published.written.parts {
            if is_of_another_twin(&part.head, published.label) {
                continue;
            }
            let begins = published.begins(part);
            for &root in &part.roots {
                let turn = if published.written.nodes[root].ply == begins {
                    twin.diagram.turn
                } else {
                    twin.diagram.turn.other()
                };
                for start in starts(&twin.diagram, turn) {
                    self.line(root, start);
                }
            }
        }
    }

    fn line(&mut self, root: NodeId, start: Chess) {
        let mut open = vec![Step {
            id: root,
            before: start.clone(),
            here: start,
        }];
        while let Some(step) = open.pop() {
            if *self.left == 0 {
                return;
            }
            self.take(&step, &mut open);
        }
    }

    fn take(&mut self, step: &Step, open: &mut Vec<Step>) {
        let node = &self.published.written.nodes[step.id];
        let from = |here: &Chess, before: &Chess| {
            let steps = node.children.iter().map(|&id| Step {
                id,
                here: here.clone(),
                before: before.clone(),
            });
            steps.collect::<Vec<Step>>()
        };
        let (text, role) = match node.what {
            Written::Ruling { outcome, .. } => {
                let here = match outcome {
                    WrittenOutcome::Stands => &step.here,
                    WrittenOutcome::TakenBack => &step.before,
                };
                open.extend(from(here, here));
                return;
            }
            Written::Move { text, role, .. } => (text, role),
        };
        let position = if role == WrittenRole::Threat {
            match step.here.clone().swap_turn() {
                Ok(passed) => passed,
                Err(_) => return,
            }
        } else {
            step.here.clone()
        };
        // A man that is named is no other, though the squares may say enough: `Bb8-a7` with a bishop is no German.
        let mut written = self.published.text[node.range.clone()].chars();
        let names_a_man =
            (written.find(|c| c.is_alphabetic())).is_some_and(|c| !('a'..='h').contains(&c));
        let fits = |mv: &Move| match text {
            WrittenMove::Named(text) => {
                let is_another = names_a_man && is_of_pawn(text) && mv.role() != Role::Pawn;
                means(text, *mv) && !is_another
            }
            WrittenMove::Any(any) => any.fits(*mv),
            WrittenMove::Unread => false,
        };
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(fits).collect();
        if matches!(text, WrittenMove::Named(_)) {
            let known = if moves.is_empty() {
                &mut self.failed
            } else {
                &mut self.played
            };
            known.insert(node.range.start);
        }
        for mv in moves {
            *self.left = self.left.saturating_sub(1);
            let mut after = position.clone();
            after.play_unchecked(mv);
            open.extend(from(&after, &position));
        }
    }
}

fn is_of_pawn(named: NamedMove) -> bool {
    matches!(
        named.text,
        MoveText::Man {
            role: Role::Pawn,
            ..
        }
    )
}

/// The diagram in each of its histories that may be.
fn starts(diagram: &Diagram, turn: Color) -> Vec<Chess> {
    let worlds = diagram.candidates();
    let own = worlds.iter().filter(|_| turn == diagram.turn);
    let all = super::published::begun_by(diagram, turn);
    let in_worlds = own.filter_map(|world: World| world.position(&diagram.board, turn).ok());
    all.into_iter().chain(in_worlds).take(64).collect()
}
