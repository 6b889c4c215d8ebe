//! A position on the way back: what is known of its past, and nothing of its future.

use shakmaty::{Bitboard, Board, Color, Square};

use crate::problem::{Diagram, Fact, LastMove};
use crate::world::{Right, World};

/// What is known of one castling right in a position of the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RightState {
    /// Held: king and rook stand at home and have never moved.
    Kept,
    /// King and rook stand at home, but the right was lost before: one of them has moved.
    Lost,
    /// Not asked: either may be true, or king or rook is not at home.
    Open,
}

/// What is known of the move that led to a position of the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EpState {
    /// Anything may have been played.
    Open,
    /// No double step that can be captured en passant legally; any other move, an uncapturable double step included.
    None,
    /// The double step over this square.
    Target(Square),
}

/// A position of the past with what its future demands of its history.
///
/// `turn` is the side to move; the *other* side made the last move and is the one that retracts.
/// The diagram in a given world is [`RetroPosition::of_world`]; going back, what was played loosens
/// the demands: a lost right is explained as soon as king or rook leaves home, a target by its double step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RetroPosition {
    /// The men.
    pub board: Board,
    /// The side to move; the other side retracts.
    pub turn: Color,
    /// In the order of [`Right::ALL`].
    pub rights: [RightState; 4],
    /// What the last move may have been.
    pub ep: EpState,
    /// Squares whose men have never moved: kings and rooks of kept rights, and what facts say.
    pub frozen: Bitboard,
    /// Squares whose men are known to have moved at least once (facts only).
    pub moved: Bitboard,
    /// So many plies back from here nothing was captured (facts only).
    pub quiet_plies: u32,
    /// What is known of the move so many plies back from here, 0 being the last one (facts only).
    pub known_moves: Vec<(u32, LastMove)>,
}

impl RetroPosition {
    /// The diagram in exactly `world`: rights whose king and rook stand at home are kept or lost as
    /// the world says, the last move is the target's double step or leaves no target.
    pub fn of_world(diagram: &Diagram, world: World) -> RetroPosition {
        let home = crate::world::Rights::at_home(&diagram.board);
        let rights = Right::ALL.map(|right| {
            if world.rights.has(right) {
                RightState::Kept
            } else if home.has(right) {
                RightState::Lost
            } else {
                RightState::Open
            }
        });
        let frozen = world
            .rights
            .iter()
            .flat_map(|right| [right.king_home(), right.rook_home()])
            .collect();
        RetroPosition {
            board: diagram.board.clone(),
            turn: diagram.turn,
            rights,
            ep: world.target.map_or(EpState::None, EpState::Target),
            frozen,
            moved: Bitboard::EMPTY,
            quiet_plies: 0,
            known_moves: Vec::new(),
        }
    }

    /// The side that made the last move.
    pub fn retractor(&self) -> Color {
        self.turn.other()
    }

    /// Whether this is the initial array with White to move and nothing asked of it that the
    /// array does not grant.
    pub fn is_initial_array(&self) -> bool {
        self.turn == Color::White
            && self.board == Board::new()
            && !self.rights.contains(&RightState::Lost)
            && self.moved.is_empty()
            && self.known_moves.is_empty()
            && !matches!(self.ep, EpState::Target(_))
    }

    /// The diagram in a world, with what the facts demand.
    pub fn of_facts(diagram: &Diagram, world: World, facts: &[Fact]) -> RetroPosition {
        let mut position = RetroPosition::of_world(diagram, world);
        for fact in facts {
            match fact {
                &Fact::Moved(square) => position.moved.add(square),
                &Fact::NotMoved(square) => position.frozen.add(square),
                &Fact::NoCaptureInLast(plies) => {
                    position.quiet_plies = position.quiet_plies.max(plies);
                }
                &Fact::LastMove { by, what } => {
                    let back = u32::from(by == Some(diagram.turn));
                    position.known_moves.push((back, what));
                }
                // No game has so many plies.
                Fact::NoCapture => position.quiet_plies = u32::MAX,
                // Who has castled has moved with his king.
                &Fact::Castled { by, .. } => {
                    position.moved |= diagram.board.kings() & diagram.board.by_color(by);
                }
                Fact::NotCastled(_) | Fact::FirstMoves(_) => {}
            }
        }
        position
    }

    /// The diagram with what the facts say, and nothing else known of rights and target.
    pub fn of_any_world(diagram: &Diagram, facts: &[Fact]) -> RetroPosition {
        let mut position = RetroPosition::of_facts(diagram, World::default(), facts);
        position.rights = [RightState::Open; 4];
        position.ep = EpState::Open;
        position
    }

    /// Placement and side to move.
    pub fn diagram(&self) -> Diagram {
        Diagram {
            board: self.board.clone(),
            turn: self.turn,
        }
    }

    /// Whether it may stand in `world`, as far as rights and the last move are known.
    pub fn agrees_with(&self, world: World) -> bool {
        let rights = Right::ALL.into_iter().zip(self.rights);
        self.agrees_with_target(world.target)
            && rights.into_iter().all(|(right, state)| match state {
                RightState::Kept => world.rights.has(right),
                RightState::Lost => !world.rights.has(right),
                RightState::Open => true,
            })
    }

    /// Whether the last move may have left this target, or none.
    pub fn agrees_with_target(&self, target: Option<Square>) -> bool {
        match self.ep {
            EpState::Open => true,
            EpState::None => target.is_none(),
            EpState::Target(square) => target == Some(square),
        }
    }

    /// What is still told of its past, as the text under a diagram says it.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts: Vec<Fact> = self.frozen.into_iter().map(Fact::NotMoved).collect();
        facts.extend(self.moved.into_iter().map(Fact::Moved));
        if self.quiet_plies > 0 {
            facts.push(Fact::NoCaptureInLast(self.quiet_plies));
        }
        facts.extend(self.known_moves.iter().map(|&(back, what)| Fact::LastMove {
            by: (back > 0).then_some(self.turn),
            what,
        }));
        facts
    }
}

#[cfg(test)]
pub(crate) fn test_position(fen: &str, world: &str) -> RetroPosition {
    let (board, turn) = fen.split_once(' ').unwrap();
    let diagram = Diagram {
        board: Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
        turn: if turn == "w" {
            Color::White
        } else {
            Color::Black
        },
    };
    RetroPosition::of_world(&diagram, world.parse().unwrap())
}
