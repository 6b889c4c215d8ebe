//! All positions one move before a retro position, found by trial and played forward.
//!
//! Invariant: every position of play from which one legal move leads into the retro position is listed,
//! with that move. Slow and plain on purpose.

use shakmaty::{
    Board, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Square, attacks,
};

use super::game::describes;
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
        match self.played {
            Move::Castle { king, rook } => {
                let side = if rook > king {
                    CastlingSide::KingSide
                } else {
                    CastlingSide::QueenSide
                };
                Unmove {
                    kind: UnmoveKind::Castling(side),
                    role: Role::King,
                    from: king,
                    to: side.king_to(self.turn),
                    captured: None,
                }
            }
            Move::EnPassant { from, to } => Unmove {
                kind: UnmoveKind::EnPassant,
                role: Role::Pawn,
                from,
                to,
                captured: Some(Role::Pawn),
            },
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                let double = role == Role::Pawn && from.distance(to) == 2;
                Unmove {
                    kind: match promotion {
                        Some(role) => UnmoveKind::Promotion(role),
                        None if double => UnmoveKind::DoubleStep,
                        None => UnmoveKind::Ordinary,
                    },
                    role,
                    from,
                    to,
                    captured: capture,
                }
            }
            // Standard chess drops nothing; such a move is never listed.
            Move::Put { role, to } => Unmove {
                kind: UnmoveKind::Ordinary,
                role,
                from: to,
                to,
                captured: None,
            },
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
        for from in Square::ALL {
            if after.board.piece_at(from).is_some() {
                continue;
            }
            arrivals(after, us, role, from, to, &mut found);
        }
    }
    for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
        castled(after, us, side, &mut found);
    }
    found
}

/// Whether a man of this type moves from `from` to `to` on an otherwise empty board, the pawn with
/// its double step and its captures.
fn has_the_gait(role: Role, us: Color, from: Square, to: Square) -> bool {
    let files = (i32::from(u8::from(from.file())) - i32::from(u8::from(to.file()))).abs();
    let ranks = i32::from(u8::from(to.rank())) - i32::from(u8::from(from.rank()));
    let forward = if us == Color::White { ranks } else { -ranks };
    let ranks = ranks.abs();
    match role {
        Role::Pawn => (files <= 1 && forward == 1) || (files == 0 && forward == 2),
        Role::Knight => files * ranks == 2,
        Role::Bishop => files == ranks && files > 0,
        Role::Rook => (files == 0) != (ranks == 0),
        Role::Queen => (files == ranks && files > 0) || (files == 0) != (ranks == 0),
        Role::King => files <= 1 && ranks <= 1 && files + ranks > 0,
    }
}

fn arrivals(
    after: &RetroPosition,
    us: Color,
    role: Role,
    from: Square,
    to: Square,
    found: &mut Vec<Concrete>,
) {
    let promoted = to.rank() == us.relative_rank(Rank::Eighth) && role != Role::King;
    for (before, promotion) in [(role, None), (Role::Pawn, Some(role))] {
        if (promotion.is_some() && !promoted)
            || !has_the_gait(before, us, from, to)
            || (before == Role::Pawn && (from.rank() == Rank::First || from.rank() == Rank::Eighth))
            || (attacks::between(from, to) & after.board.occupied()).any()
        {
            continue;
        }
        let mut quiet = after.board.clone();
        quiet.discard_piece_at(to);
        quiet.set_piece_at(
            from,
            Piece {
                color: us,
                role: before,
            },
        );
        let normal = |capture| Move::Normal {
            role: before,
            from,
            capture,
            to,
            promotion,
        };
        try_all_worlds(after, us, &quiet, normal(None), found);
        if after.quiet_plies > 0 {
            continue;
        }
        for captured in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ] {
            let mut board = quiet.clone();
            let color = us.other();
            board.set_piece_at(
                to,
                Piece {
                    color,
                    role: captured,
                },
            );
            try_all_worlds(after, us, &board, normal(Some(captured)), found);
        }
        if role == Role::Pawn && from.file() != to.file() {
            let taken = Square::from_coords(to.file(), from.rank());
            if quiet.piece_at(taken).is_none() {
                let mut board = quiet.clone();
                let color = us.other();
                board.set_piece_at(
                    taken,
                    Piece {
                        color,
                        role: Role::Pawn,
                    },
                );
                try_all_worlds(after, us, &board, Move::EnPassant { from, to }, found);
            }
        }
    }
}

fn castled(after: &RetroPosition, us: Color, side: CastlingSide, found: &mut Vec<Concrete>) {
    let rank = us.relative_rank(Rank::First);
    let at = |file| Square::from_coords(file, rank);
    let (king, rook, rook_home) = match side {
        CastlingSide::KingSide => (at(File::G), at(File::F), at(File::H)),
        CastlingSide::QueenSide => (at(File::C), at(File::D), at(File::A)),
    };
    let king_home = at(File::E);
    let man = |role| Piece { color: us, role };
    if after.board.piece_at(king) != Some(man(Role::King))
        || after.board.piece_at(rook) != Some(man(Role::Rook))
        || after.board.piece_at(king_home).is_some()
        || after.board.piece_at(rook_home).is_some()
        || after.frozen.contains(king)
        || after.frozen.contains(rook)
    {
        return;
    }
    let mut board = after.board.clone();
    board.discard_piece_at(king);
    board.discard_piece_at(rook);
    board.set_piece_at(king_home, man(Role::King));
    board.set_piece_at(rook_home, man(Role::Rook));
    let played = Move::Castle {
        king: king_home,
        rook: rook_home,
    };
    try_all_worlds(after, us, &board, played, found);
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
