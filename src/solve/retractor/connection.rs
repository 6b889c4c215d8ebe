//! A position that has a game because one that has a game leads to it in a few moves of officers and kings.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, Move, Position, Role, Setup};

use crate::retro::{EpState, RetroPosition};
use crate::world::{Rights, capturable_targets};

/// Most half-moves from one position to another.
const LONGEST: usize = 7;

/// Most positions that are looked at on the way to one.
const NODES: u32 = 1_500;

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
        let mut search = Search {
            end: position,
            nodes: NODES,
        };
        nearest.into_iter().take(TRIED).any(|(board, turn)| {
            let mut setup = Setup::empty();
            setup.board = board.clone();
            setup.turn = *turn;
            let begins = usize::from(*turn != position.turn);
            let start = setup.position::<Chess>(CastlingMode::Standard);
            start.is_ok_and(|start| {
                (begins..=LONGEST)
                    .step_by(2)
                    .filter(|&plies| plies > 0)
                    .any(|plies| search.reaches(&start, plies))
            })
        })
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

struct Search<'a> {
    end: &'a RetroPosition,
    nodes: u32,
}

impl Search<'_> {
    fn reaches(&mut self, position: &Chess, plies: usize) -> bool {
        let Some(left) = self.nodes.checked_sub(1) else {
            return false;
        };
        self.nodes = left;
        if plies == 0 {
            return *position.board() == self.end.board;
        }
        let turn = position.turn();
        let missing = displaced(position.board(), &self.end.board, turn);
        let moves = plies.div_ceil(2);
        if missing > moves || displaced(position.board(), &self.end.board, turn.other()) > plies / 2
        {
            return false;
        }
        let mut legal: Vec<Move> = (position.legal_moves().into_iter())
            .filter(|played| {
                played.role() != Role::Pawn && !played.is_capture() && !played.is_castle()
            })
            .collect();
        let arrives = |played: &Move| {
            let end = self.end.board.by_role(played.role()) & self.end.board.by_color(turn);
            let leaves = played.from().is_some_and(|from| !end.contains(from));
            end.contains(played.to()) && leaves
        };
        legal.sort_by_key(|played| !arrives(played));
        let has_time = missing < moves;
        let legal: Vec<Move> = legal
            .into_iter()
            .filter(|played| has_time || arrives(played))
            .collect();
        legal.into_iter().any(|played| {
            let mut after = position.clone();
            after.play_unchecked(played);
            self.reaches(&after, plies - 1)
        })
    }
}
