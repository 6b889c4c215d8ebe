//! All positions one move before a retro position, found by trial and played forward.
//!
//! Invariant: every position of play from which one legal move leads into the retro position is listed,
//! with that move. Slow and plain on purpose.

use shakmaty::{Bitboard, Board, Color, Move, Piece, Position, Role, Square, attacks};

use super::game::describes;
use super::unmoved::castlings;
use crate::retro::model::{EpState, RetroPosition, RightState, Unmove, UnmoveKind};
use crate::world::{Right, World, candidates};

/// A position of play with the move that is made in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concrete {
    /// The men before the move.
    pub board: Board,
    /// Who makes it.
    pub turn: Color,
    /// Rights and target before the move, exactly.
    pub world: World,
    /// The move.
    pub played: Move,
}

impl Concrete {
    /// The move as it is taken back.
    pub fn unmove(&self) -> Unmove {
        let played = self.played;
        // Standard chess drops nothing: a move that is listed comes from somewhere.
        let from = played.from().unwrap_or(played.to());
        let is_double_step = played.role() == Role::Pawn && from.distance(played.to()) == 2;
        let castled = played.castling_side();
        Unmove {
            kind: match (castled, played.promotion()) {
                (Some(side), _) => UnmoveKind::Castling(side),
                (None, Some(role)) => UnmoveKind::Promotion(role),
                (None, None) if played.is_en_passant() => UnmoveKind::EnPassant,
                (None, None) if is_double_step => UnmoveKind::DoubleStep,
                (None, None) => UnmoveKind::Ordinary,
            },
            role: played.role(),
            from,
            to: castled.map_or(played.to(), |side| side.king_to(self.turn)),
            captured: played.capture(),
        }
    }

    /// Whether this position is one of those that `retro` stands for, as far as board, side, rights
    /// and target go.
    pub fn is_covered_by(&self, retro: &RetroPosition) -> bool {
        self.board == retro.board && self.turn == retro.turn && agrees(self.world, retro)
    }
}

/// Whether `world` grants what `retro` asks of rights and target.
fn agrees(world: World, retro: &RetroPosition) -> bool {
    let target = match retro.ep {
        EpState::Open => true,
        EpState::None => world.target.is_none(),
        EpState::Target(target) => world.target == Some(target),
    };
    target
        && Right::ALL
            .into_iter()
            .all(|right| match retro.rights[right as usize] {
                RightState::Open => true,
                RightState::Kept => world.rights.has(right),
                RightState::Lost => !world.rights.has(right),
            })
}

/// Every position of play, with a move that leads from it into `after`.
///
/// Facts are respected: a man that never moved is not moved, and nothing is captured in plies that are
/// known to be quiet.
pub fn concrete_predecessors(after: &RetroPosition) -> Vec<Concrete> {
    let mut found = Vec::new();
    let us = after.turn.other();
    for to in after.board.by_color(us) & !after.frozen {
        let Some(role) = after.board.role_at(to) else {
            continue;
        };
        for from in !after.board.occupied() {
            for (before, promotion) in [(role, None), (Role::Pawn, Some(role))] {
                let may_promote = promotion.is_none() || Bitboard::BACKRANKS.contains(to);
                if may_promote && may_have_gone(after, before.of(us), from, to) {
                    arrivals(after, before.of(us), from, to, promotion, &mut found);
                }
            }
        }
    }
    for [king_home, king, rook_home, rook] in castlings(us) {
        let mut board = after.board.clone();
        let stood = [king, rook].map(|square| board.remove_piece_at(square));
        if stood == [Some(us.king()), Some(us.rook())]
            && after.frozen.is_disjoint(Bitboard::from(king) | rook)
        {
            board.set_piece_at(king_home, us.king());
            board.set_piece_at(rook_home, us.rook());
            let played = Move::Castle {
                king: king_home,
                rook: rook_home,
            };
            try_all_worlds(after, us, &board, played, &mut found);
        }
    }
    found
}

/// Whether such a man goes that way at all. Whether the move is legal is found out by playing it.
fn may_have_gone(after: &RetroPosition, man: Piece, from: Square, to: Square) -> bool {
    match man.role {
        Role::Pawn => {
            from.file().distance(to.file()) <= 1
                && matches!(from.rank().distance(to.rank()), 1 | 2)
                && !Bitboard::BACKRANKS.contains(from)
        }
        _ => attacks::attacks(from, man, after.board.occupied()).contains(to),
    }
}

fn arrivals(
    after: &RetroPosition,
    man: Piece,
    from: Square,
    to: Square,
    promotion: Option<Role>,
    found: &mut Vec<Concrete>,
) {
    let (us, enemy) = (man.color, man.color.other());
    let mut quiet = after.board.clone();
    quiet.discard_piece_at(to);
    quiet.set_piece_at(from, man);
    let normal = |capture| Move::Normal {
        role: man.role,
        from,
        capture,
        to,
        promotion,
    };
    try_all_worlds(after, us, &quiet, normal(None), found);
    if after.quiet_plies > 0 {
        return;
    }
    for captured in Role::ALL.into_iter().filter(|&role| role != Role::King) {
        let mut board = quiet.clone();
        board.set_piece_at(to, captured.of(enemy));
        try_all_worlds(after, us, &board, normal(Some(captured)), found);
    }
    let taken = Square::from_coords(to.file(), from.rank());
    if man.role == Role::Pawn && from.file() != to.file() && quiet.piece_at(taken).is_none() {
        let mut board = quiet.clone();
        board.set_piece_at(taken, enemy.pawn());
        try_all_worlds(after, us, &board, Move::EnPassant { from, to }, found);
    }
}

/// Plays `played` in every world of `board` and keeps those that lead into `after`.
fn try_all_worlds(
    after: &RetroPosition,
    us: Color,
    board: &Board,
    played: Move,
    found: &mut Vec<Concrete>,
) {
    for world in candidates(board, us).iter() {
        let Ok(before) = world.position(board, us) else {
            continue;
        };
        if !before.is_legal(played) {
            continue;
        }
        let mut then = before;
        then.play_unchecked(played);
        if *then.board() == after.board
            && then.turn() == after.turn
            && agrees(World::of(&then), after)
            && after
                .known_moves
                .iter()
                .all(|&(back, what)| back > 0 || describes(what, played))
        {
            found.push(Concrete {
                board: board.clone(),
                turn: us,
                world,
                played,
            });
        }
    }
}
