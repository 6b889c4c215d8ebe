//! Solutions as moves and variations, and back.

use std::fmt::Write as _;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

use super::game::Game;
use crate::notation::Letters;
use crate::problem::{Histories, Twin};
use crate::syntax::{
    NodeId, PartHead, Written, WrittenMark, WrittenNode, WrittenRole, WrittenSolution,
    read_solution,
};
use crate::world::{Rights, World, capturable_targets};

/// The moves of a game as a solution that begins with the half-move `first`: each line as far as it goes, the next from
/// where it leaves it.
pub(super) fn solution(game: &Game, first: u32) -> String {
    let mut out = String::new();
    // Last in, first out: the first move is put on top.
    let roots = game.roots.iter().rev();
    let mut todo: Vec<(usize, u32)> = roots.map(|&id| (id, first)).collect();
    let mut fresh = true;
    while let Some((id, ply)) = todo.pop() {
        let node = &game.nodes[id];
        if fresh {
            if !out.is_empty() {
                out.push('\n');
            }
            // Deep lines need not march off the page.
            let indent = 2 * (ply - first).min(20) as usize;
            let _ = write!(out, "{:indent$}", "");
        } else {
            out.push(' ');
        }
        if ply % 2 == 0 {
            let _ = write!(out, "{}. ", ply / 2 + 1);
        } else if fresh {
            let _ = write!(out, "{}... ", ply / 2 + 1);
        }
        out.push_str(&node.text);
        out.push_str(node.mark);
        if !node.comment.is_empty() {
            let _ = write!(out, " {{{}}}", node.comment.replace(['{', '}'], ""));
        }
        fresh = node.children.len() != 1;
        todo.extend(node.children.iter().rev().map(|&child| (child, ply + 1)));
    }
    out
}

/// The position lines are played from, with everything the twin's histories allow.
fn root(twin: &Twin) -> Vec<Chess> {
    let board = &twin.diagram.board;
    let turn = twin.diagram.turn;
    let worlds: Vec<World> = match &twin.histories {
        Histories::Given(worlds) | Histories::Claim(worlds) => worlds.iter().collect(),
        Histories::Analyse => std::iter::once(None)
            .chain(capturable_targets(board, turn).map(Some))
            .map(|target| World::new(Rights::at_home(board), target))
            .collect(),
    };
    worlds
        .into_iter()
        .filter_map(|world| world.position(board, turn).ok())
        .collect()
}

/// The moves and variations of a twin's solution, if it is a tree of legal moves from one position, with that position.
pub(super) fn movetext(twin: &Twin, letters: Letters) -> Option<(Chess, String)> {
    let solution = read_solution(twin.solution.as_deref()?, letters);
    if !solution.is_read() {
        return None;
    }
    let [part] = &solution.parts[..] else {
        return None;
    };
    if part.head != PartHead::None || part.roots.is_empty() {
        return None;
    }
    let plain = |node: &WrittenNode| match node.what {
        Written::Move { text, role, .. } => text.named().is_some() && role == WrittenRole::Line,
        Written::Ruling { .. } => false,
    };
    let first = twin.stipulation.first_half_move();
    let begins = (part.roots.iter()).all(|&id| solution.nodes[id].ply == first);
    if !begins || !solution.nodes.iter().all(plain) {
        return None;
    }
    root(twin).into_iter().find_map(|position| {
        let text = lines(&solution, &part.roots, &position)?;
        Some((position, text))
    })
}

/// What is still to be written.
enum Todo {
    /// Moves from a position: the first goes on, the others are its variations.
    Choices(Vec<NodeId>, Chess, usize),
    /// A variation.
    Variation(NodeId, Chess, usize),
    /// What follows a move.
    After(NodeId, Chess, usize),
    /// The end of a variation.
    Close,
}

fn lines(solution: &WrittenSolution, roots: &[NodeId], position: &Chess) -> Option<String> {
    let mut out = String::new();
    let mut todo = vec![Todo::Choices(roots.to_vec(), position.clone(), 0)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Choices(ids, position, ply) => {
                let Some((&first, others)) = ids.split_first() else {
                    continue;
                };
                let after = put(solution, first, &position, &mut out)?;
                todo.push(Todo::After(first, after, ply + 1));
                for &other in others.iter().rev() {
                    todo.push(Todo::Close);
                    todo.push(Todo::Variation(other, position.clone(), ply));
                }
            }
            Todo::Variation(id, position, ply) => {
                out.push('(');
                let after = put(solution, id, &position, &mut out)?;
                todo.push(Todo::After(id, after, ply + 1));
            }
            Todo::After(id, position, ply) => {
                let children = solution.nodes[id].children.clone();
                todo.push(Todo::Choices(children, position, ply));
            }
            Todo::Close => {
                let end = out.trim_end().len();
                out.truncate(end);
                out.push_str(") ");
            }
        }
    }
    Some(out)
}

/// Writes a move with its number; the position after it, if it is legal.
fn put(
    solution: &WrittenSolution,
    id: NodeId,
    position: &Chess,
    out: &mut String,
) -> Option<Chess> {
    let node = &solution.nodes[id];
    let Written::Move { text, mark, .. } = node.what else {
        return None;
    };
    let mut texts = text.named()?.texts();
    let mv = texts.find_map(|text| text.resolve(position).ok())?;
    let mut after = position.clone();
    let san = SanPlus::from_move_and_play_unchecked(&mut after, mv);
    let number = position.fullmoves();
    let dots = position.turn().fold_wb(".", "...");
    let mark = match mark {
        WrittenMark::None => "",
        WrittenMark::Good => "!",
        WrittenMark::Bad => "?",
        WrittenMark::Mixed => "!?",
    };
    // Black's number stands at the beginning of a line and where it is taken up again.
    let goes_on = !out.is_empty() && !out.ends_with('(') && !out.ends_with(") ");
    if position.turn().is_white() || !goes_on {
        let _ = write!(out, "{number}{dots} ");
    }
    let _ = write!(out, "{san}{mark} ");
    Some(after)
}
