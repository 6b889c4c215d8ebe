//! Many last moves in few words, as columns write them.

use shakmaty::{Role, Square};

use super::TextStyle;
use super::words::joined;
use crate::retro::{Unmove, UnmoveKind};

/// From how many squares a man has to have come that they are not told one by one.
const MANY: usize = 3;

/// Moves that differ in the man captured alone.
struct Captures {
    from: Square,
    captured: Vec<Role>,
}

/// Moves in short: those that differ in the man captured in one (`Kg7xN/B/Rh6`), and with `~` those of a kind of man to one
/// square from many.
pub(super) fn short_moves<'a>(
    moves: impl IntoIterator<Item = &'a Unmove>,
    style: TextStyle,
) -> Vec<String> {
    in_groups(moves, style, Origins::FewOrMany)
}

/// As [`short_moves`], but every origin is named: where other moves of the same man stand beside them.
pub(super) fn moves_by_origin<'a>(
    moves: impl IntoIterator<Item = &'a Unmove>,
    style: TextStyle,
) -> Vec<String> {
    in_groups(moves, style, Origins::Each)
}

/// How the squares are named from where men came to one square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origins {
    Each,
    /// Many of them by `~`.
    FewOrMany,
}

fn in_groups<'a>(
    moves: impl IntoIterator<Item = &'a Unmove>,
    style: TextStyle,
    named: Origins,
) -> Vec<String> {
    let mut all: Vec<&Unmove> = moves.into_iter().collect();
    let mut told = Vec::new();
    while let Some(&first) = all.first() {
        let alike = |one: &Unmove| {
            one.kind == UnmoveKind::Ordinary
                && first.kind == UnmoveKind::Ordinary
                && (one.role, one.to) == (first.role, first.to)
                && one.captured.is_some() == first.captured.is_some()
        };
        let (group, rest): (Vec<&Unmove>, Vec<&Unmove>) = all.iter().partition(|one| alike(one));
        if group.is_empty() {
            told.push(style.moves().retraction(first));
            all.remove(0);
            continue;
        }
        all = rest;
        told.extend(group_text(&group, style, named));
    }
    told
}

fn group_text(group: &[&Unmove], style: TextStyle, named: Origins) -> Vec<String> {
    let mut origins: Vec<Captures> = Vec::new();
    for one in group {
        match origins.iter_mut().find(|known| known.from == one.from) {
            Some(known) => known.captured.extend(one.captured),
            None => origins.push(Captures {
                from: one.from,
                captured: one.captured.into_iter().collect(),
            }),
        }
    }
    // Always in the same order, pawns first.
    for one in &mut origins {
        one.captured.sort_unstable();
    }
    let (role, to) = (group[0].role, group[0].to);
    let letter = |role: Role| style.letters.letter(role).to_string();
    let man = match role {
        Role::Pawn => String::new(),
        _ => letter(role),
    };
    let same = origins
        .iter()
        .all(|one| one.captured == origins[0].captured);
    let said = |from: &str, captured: &[Role]| {
        if captured.is_empty() {
            return format!("{man}{from}-{to}");
        }
        let captured = joined(captured.iter().map(|&role| letter(role)), "/");
        format!("{man}{from}x{captured}{to}")
    };
    if named == Origins::FewOrMany && origins.len() >= MANY && same && role != Role::Pawn {
        return vec![said("~", &origins[0].captured)];
    }
    origins
        .iter()
        .map(|one| said(&one.from.to_string(), &one.captured))
        .collect()
}
