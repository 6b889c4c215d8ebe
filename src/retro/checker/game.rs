//! The independent checker of a witness game: shakmaty and the claim, nothing of the search.
//!
//! Invariant: a game that passes is a sequence of legal moves from the initial array, and its last
//! position has the placement, the side to move, the castling rights of *that* game, the
//! legally capturable en-passant target and the facts that were claimed.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Square};

use crate::problem::{Diagram, Fact, LastMove};
use crate::retro::model::Witness;
use crate::world::World;

/// Why a game is no witness.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WitnessError {
    /// A move of the game is not legal.
    #[error("ply {ply} is not a legal move")]
    IllegalMove {
        /// Number of plies played before it.
        ply: usize,
    },
    /// The game ends in another placement.
    #[error("the game ends in the placement {found}")]
    Placement {
        /// The placement it ends in.
        found: String,
    },
    /// The other side is to move at the end.
    #[error("the wrong side is to move at the end of the game")]
    Turn,
    /// The game ends in another world.
    #[error("the game ends in the world `{found}`, claimed was `{claimed}`")]
    World {
        /// The world it ends in.
        found: World,
        /// The world that was claimed.
        claimed: World,
    },
    /// A fact stated under the diagram does not hold of the game.
    #[error("fact {index} does not hold of the game")]
    Fact {
        /// Its place in the list of facts.
        index: usize,
    },
}

/// Replays the game from the initial array and compares its end with the claim.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn check(
    diagram: &Diagram,
    world: World,
    facts: &[Fact],
    witness: &Witness,
) -> Result<(), WitnessError> {
    check_from(
        &Chess::default(),
        diagram,
        Some(world),
        facts,
        &witness.moves,
    )
}

/// The same of a game that begins in the position `start`, and in any world if none is claimed.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn check_from(
    start: &Chess,
    diagram: &Diagram,
    world: Option<World>,
    facts: &[Fact],
    moves: &[Move],
) -> Result<(), WitnessError> {
    let mut position = start.clone();
    let mut unmoved = position.board().occupied();
    for (ply, &played) in moves.iter().enumerate() {
        if !position.legal_moves().contains(&played) {
            return Err(WitnessError::IllegalMove { ply });
        }
        unmoved = unmoved.without(touched_squares(played));
        position.play_unchecked(played);
    }
    if *position.board() != diagram.board {
        return Err(WitnessError::Placement {
            found: position.board().to_string(),
        });
    }
    if position.turn() != diagram.turn {
        return Err(WitnessError::Turn);
    }
    let found = World::of(&position);
    if let Some(claimed) = world.filter(|&claimed| found != claimed) {
        return Err(WitnessError::World { found, claimed });
    }
    let first = start.turn();
    for (index, fact) in facts.iter().enumerate() {
        if !holds(fact, diagram, first, unmoved, moves) {
            return Err(WitnessError::Fact { index });
        }
    }
    Ok(())
}

/// The squares a man left or arrived on, that of a pawn captured en passant included.
pub(crate) fn touched_squares(played: Move) -> Bitboard {
    let mut touched = Bitboard::from(played.to());
    if let Some(from) = played.from() {
        touched.add(from);
        if let Move::EnPassant { to, .. } = played {
            touched.add(Square::from_coords(to.file(), from.rank()));
        }
    }
    touched
}

/// Whether the fact holds of a game in which `first` began and of which the untouched men stand on `unmoved`.
fn holds(fact: &Fact, diagram: &Diagram, first: Color, unmoved: Bitboard, moves: &[Move]) -> bool {
    let castlings = |by: Color| {
        let own = moves.iter().skip(usize::from(by != first)).step_by(2);
        own.filter_map(|played| played.castling_side())
    };
    match *fact {
        Fact::LastMove { by, what } => {
            last_move(diagram.turn.other(), by, moves).is_some_and(|played| describes(what, played))
        }
        Fact::Moved(square) => {
            diagram.board.occupied().contains(square) && !unmoved.contains(square)
        }
        Fact::NotMoved(square) => unmoved.contains(square),
        Fact::NoCaptureInLast(plies) => {
            let plies = usize::try_from(plies).unwrap_or(usize::MAX);
            moves.iter().rev().take(plies).all(|m| !m.is_capture())
        }
        Fact::NoCapture => moves.iter().all(|m| !m.is_capture()),
        Fact::Castled { by, side } => {
            castlings(by).any(|castled| side.is_none_or(|side| side == castled))
        }
        Fact::NotCastled(by) => castlings(by).next().is_none(),
        Fact::FirstMoves(ref first) => moves.starts_with(first),
    }
}

fn last_move(last: Color, by: Option<Color>, moves: &[Move]) -> Option<Move> {
    let back = match by {
        Some(color) if color != last => 1,
        _ => 0,
    };
    moves.iter().rev().nth(back).copied()
}

/// Whether `what` describes the move. A description without capture is of a move that captured nothing.
pub(crate) fn describes(what: LastMove, played: Move) -> bool {
    match what {
        LastMove::Piece(role) => played.role() == role,
        LastMove::Castling(side) => played.castling_side() == Some(side),
        LastMove::Move {
            role,
            from,
            to,
            capture,
            promotion,
        } => {
            !played.is_castle()
                && played.role() == role
                && from.is_none_or(|from| played.from() == Some(from))
                && played.to() == to
                && played.is_capture() == capture
                && played.promotion() == promotion
        }
    }
}
