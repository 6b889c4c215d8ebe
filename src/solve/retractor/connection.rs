//! A position that has a game because one that has a game leads to it in a few moves of officers and kings.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, Move, Position, Role, Setup};

use crate::retro::{EpState, RetroPosition, Unmove, UnmoveKind};
use crate::world::{Rights, capturable_targets};

/// Most positions from which moves are taken back on the way to one with a game.
const BACK: usize = 400;

/// Most positions from which moves are played on the way from one with a game.
const FORTH: usize = 300;

/// Most positions of the same men that are remembered.
const REMEMBERED: usize = 400;

/// How many of them are tried, those nearest first.
const TRIED: usize = 4;

/// Positions that have a game, by their men and their pawns.
#[derive(Default)]
pub(super) struct Connection {
    known: FxHashMap<Men, Vec<(Board, Color)>>,
}

/// What moves of officers that capture nothing leave as it is.
#[derive(PartialEq, Eq, Hash)]
struct Men {
    pawns: [Bitboard; 2],
    /// By colour and type.
    counts: [[usize; 6]; 2],
}

impl Men {
    fn of(board: &Board) -> Men {
        let side = |color| board.by_color(color);
        let counts = |color| Role::ALL.map(|role| (board.by_role(role) & side(color)).count());
        Men {
            pawns: [Color::White, Color::Black].map(|color| side(color) & board.pawns()),
            counts: [Color::White, Color::Black].map(counts),
        }
    }
}

impl Connection {
    /// Notes that `position` has a game.
    pub(super) fn add(&mut self, position: &RetroPosition) {
        let known = self.known.entry(Men::of(&position.board)).or_default();
        let one = (position.board.clone(), position.turn);
        if known.len() < REMEMBERED && !known.contains(&one) {
            known.push(one);
        }
    }

    /// Whether a position that has a game is known from which `position` is reached. Asked only of positions
    /// that have one world, without right and target, and of whose past nothing is known.
    pub(super) fn leads_to(&self, position: &RetroPosition) -> bool {
        let is_free = Rights::at_home(&position.board).iter().next().is_none()
            && position.frozen.is_empty()
            && position.moved.is_empty()
            && position.quiet_plies == 0
            && position.known_moves.is_empty()
            && !matches!(position.ep, EpState::Target(_))
            && capturable_targets(&position.board, position.turn)
                .next()
                .is_none();
        let Some(known) = self
            .known
            .get(&Men::of(&position.board))
            .filter(|_| is_free)
        else {
            return false;
        };
        let mut nearest: Vec<_> = known.iter().collect();
        nearest.sort_by_cached_key(|(board, _)| {
            displaced(board, &position.board, Color::White)
                + displaced(board, &position.board, Color::Black)
        });
        let past = past(position);
        nearest
            .into_iter()
            .take(TRIED)
            .any(|(board, turn)| meets(board, *turn, &past))
    }
}

/// How many men of `color` do not stand where men of their kind are to stand.
fn displaced(now: &Board, end: &Board, color: Color) -> usize {
    let missing = |role| {
        let men = |board: &Board| board.by_role(role) & board.by_color(color);
        (men(end) & !men(now)).count()
    };
    Role::ALL.into_iter().map(missing).sum()
}

/// Positions of the same men that lead to `position`, and itself.
fn past(position: &RetroPosition) -> FxHashSet<(Board, Color)> {
    let mut quiet = position.clone();
    // That nothing is uncaptured.
    quiet.quiet_plies = u32::MAX;
    let mut found = FxHashSet::from_iter([(quiet.board.clone(), quiet.turn)]);
    let mut waiting = VecDeque::from([quiet]);
    for _ in 0..BACK {
        let Some(next) = waiting.pop_front() else {
            break;
        };
        for (unmove, before) in next.unmoves() {
            let Unmove { kind, role, .. } = unmove;
            if kind == UnmoveKind::Ordinary
                && role != Role::Pawn
                && found.insert((before.board.clone(), before.turn))
            {
                waiting.push_back(before);
            }
        }
    }
    found
}

/// Whether quiet moves of officers and kings lead from a position to one of `ends`.
fn meets(board: &Board, turn: Color, ends: &FxHashSet<(Board, Color)>) -> bool {
    let mut setup = Setup::empty();
    setup.board = board.clone();
    setup.turn = turn;
    let Ok(start) = setup.position::<Chess>(CastlingMode::Standard) else {
        return false;
    };
    let start_at = (board.clone(), turn);
    if ends.contains(&start_at) {
        return true;
    }
    let mut found = FxHashSet::from_iter([start_at]);
    let mut waiting = VecDeque::from([start]);
    for _ in 0..FORTH {
        let Some(next) = waiting.pop_front() else {
            break;
        };
        let is_quiet = |played: &Move| played.role() != Role::Pawn && !played.is_capture();
        for played in next.legal_moves().iter().filter(|&played| is_quiet(played)) {
            let mut after = next.clone();
            after.play_unchecked(*played);
            let place = (after.board().clone(), after.turn());
            if ends.contains(&place) {
                return true;
            }
            if found.insert(place) {
                waiting.push_back(after);
            }
        }
    }
    false
}
