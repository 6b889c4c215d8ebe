//! A position in the making: the men of a skeleton, and others that come, move and go.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::Wish;
use super::random::Random;
use super::skeleton::Skeleton;
use crate::problem::Fact;
use crate::solve::WorldStatus;
use crate::world::{WorldSet, candidates};

/// Men thrown in, the frequent ones several times.
const POOL: &[char] = &[
    'Q', 'Q', 'R', 'R', 'R', 'B', 'B', 'B', 'N', 'N', 'N', 'P', 'P', 'P', 'P', 'p', 'p', 'p',
];

/// Most men that are thrown in.
const MOST_THROWN_IN: usize = 6;

/// A position in the making.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    /// The placement; White is on move.
    pub board: Board,
    /// The worlds that the skeleton leaves.
    pub worlds: WorldSet,
    /// What the text under the diagram tells.
    pub facts: Vec<Fact>,
    pub(super) skeleton: Skeleton,
    /// Men of the skeleton, which stay where they are.
    fixed: Bitboard,
    /// Men of the skeleton that have a zone: where they stand now, and the zone.
    zoned: Vec<(Square, &'static str)>,
    /// Squares on which some white man must stand.
    blocked: Bitboard,
}

/// White men that block a square.
const BLOCKERS: &[Role] = &[
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

impl Draft {
    /// Draws a placement for what is wished; `None` if it does not fit the board.
    pub(super) fn draw(wish: &Wish, random: &mut Random) -> Option<Draft> {
        let skeleton = random.pick(Skeleton::of(wish.mechanism, wish.options))?;
        let board = Board::from_ascii_board_fen(skeleton.fen.as_bytes()).ok()?;
        let mut draft = Draft {
            fixed: board.occupied(),
            board,
            worlds: skeleton.worlds()?,
            facts: Vec::from_iter(
                (skeleton.quiet > 0).then_some(Fact::NoCaptureInLast(skeleton.quiet)),
            ),
            skeleton,
            zoned: Vec::new(),
            blocked: squares(skeleton.blocked).collect(),
        };
        for square in draft.blocked {
            draft.block(square, random)?;
        }
        for &(letter, zone) in skeleton.placed {
            let square = draft.free_in(zone, random)?;
            draft.board.set_piece_at(square, Piece::from_char(letter)?);
            draft.zoned.push((square, zone));
        }
        for color in [Color::White, Color::Black] {
            if draft.board.king_of(color).is_none() {
                draft.throw_in(Role::King.of(color), random)?;
            }
        }
        if skeleton.locked {
            return draft.filled_in_lock(random);
        }
        // White has little to mate with in the skeletons whose histories take many men to settle.
        let fewest = if wish.mechanism.is_the_defenders() {
            1
        } else {
            2
        };
        for _ in 0..fewest + random.below(4) {
            draft.throw_in(Piece::from_char(random.pick(POOL)?)?, random)?;
        }
        draft.fits().then_some(draft)
    }

    /// The worlds as if the analysis had found them.
    pub(super) fn statuses(&self) -> Vec<WorldStatus> {
        WorldStatus::given(&self.worlds)
    }

    /// This position with one man moved, exchanged, thrown in or taken off; `None` if that does not
    /// fit the board or the worlds.
    pub(super) fn changed(&self, random: &mut Random) -> Option<Draft> {
        if self.skeleton.locked {
            return self.changed_in_lock(random);
        }
        let mut draft = self.clone();
        match random.below(9) {
            8 => {
                let blocked: Vec<Square> = draft.blocked.into_iter().collect();
                draft.block(random.pick(&blocked)?, random)?;
            }
            0 if !draft.zoned.is_empty() => {
                let index = random.below(draft.zoned.len());
                let (square, zone) = draft.zoned[index];
                let to = draft.free_in(zone, random)?;
                draft.shift(square, to)?;
                draft.zoned[index].0 = to;
            }
            0..=3 => {
                let square = random.pick(&draft.free_men())?;
                let role = draft.board.role_at(square)?;
                let to = draft.free_square(role, random)?;
                draft.shift(square, to)?;
            }
            4 => {
                // A step aside.
                let square = random.pick(&draft.free_men())?;
                let role = draft.board.role_at(square)?;
                let near = shakmaty::attacks::king_attacks(square) & draft.free_squares(role);
                let near: Vec<Square> = near.into_iter().collect();
                draft.shift(square, random.pick(&near)?)?;
            }
            5 => {
                let square = random.pick(&draft.free_men())?;
                let piece = Piece::from_char(random.pick(POOL)?)?;
                let old = draft.board.piece_at(square)?;
                let fits = old.role != Role::King
                    && piece != old
                    && (piece.role != Role::Pawn || !Bitboard::BACKRANKS.contains(square));
                if !fits {
                    return None;
                }
                draft.board.set_piece_at(square, piece);
            }
            6 if draft.free_men().len() < MOST_THROWN_IN => {
                draft.throw_in(Piece::from_char(random.pick(POOL)?)?, random)?;
            }
            _ => {
                let square = random.pick(&draft.free_men())?;
                if draft.board.role_at(square)? == Role::King {
                    return None;
                }
                draft.board.discard_piece_at(square);
            }
        }
        draft.fits().then_some(draft)
    }

    /// The positions with a man less. What holds the worlds together stays.
    pub(super) fn with_one_man_less(&self) -> impl Iterator<Item = Draft> {
        self.free_men()
            .into_iter()
            .filter(|&square| self.board.role_at(square) != Some(Role::King))
            .map(|square| {
                let mut fewer = self.clone();
                fewer.board.discard_piece_at(square);
                fewer
            })
            .filter(Draft::fits)
    }

    /// Whether play can start in every world, every world is one of the diagram's candidates, and
    /// a lock, if there is one, holds.
    pub(super) fn fits(&self) -> bool {
        let candidates = candidates(&self.board, Color::White);
        self.worlds.iter().all(|world| {
            candidates.contains(world) && world.position(&self.board, Color::White).is_ok()
        }) && (!self.skeleton.locked || self.lock_holds(&candidates))
    }

    /// Where men stand that do not belong to the skeleton.
    pub(super) fn free_men(&self) -> Vec<Square> {
        let zoned: Bitboard = self.zoned.iter().map(|&(square, _)| square).collect();
        (self.board.occupied() & !self.fixed & !zoned & !self.blocked)
            .into_iter()
            .collect()
    }

    fn free_in(&self, zone: &str, random: &mut Random) -> Option<Square> {
        let free: Vec<Square> = squares(zone)
            .filter(|&square| self.board.piece_at(square).is_none())
            .collect();
        random.pick(&free)
    }

    pub(super) fn free_squares(&self, role: Role) -> Bitboard {
        let forbidden = if role == Role::Pawn {
            Bitboard::BACKRANKS
        } else {
            Bitboard::EMPTY
        };
        !(self.board.occupied() | forbidden)
    }

    pub(super) fn free_square(&self, role: Role, random: &mut Random) -> Option<Square> {
        let free: Vec<Square> = self.free_squares(role).into_iter().collect();
        random.pick(&free)
    }

    fn block(&mut self, square: Square, random: &mut Random) -> Option<()> {
        let role = random.pick(BLOCKERS)?;
        let fits = role != Role::Pawn || !Bitboard::BACKRANKS.contains(square);
        fits.then(|| self.board.set_piece_at(square, role.of(Color::White)))
    }

    pub(super) fn throw_in(&mut self, piece: Piece, random: &mut Random) -> Option<()> {
        let square = self.free_square(piece.role, random)?;
        self.board.set_piece_at(square, piece);
        Some(())
    }

    pub(super) fn shift(&mut self, from: Square, to: Square) -> Option<()> {
        let piece = self.board.remove_piece_at(from)?;
        self.board.set_piece_at(to, piece);
        Some(())
    }
}

/// Squares written with blanks between them.
fn squares(text: &str) -> impl Iterator<Item = Square> {
    text.split_whitespace()
        .filter_map(|square| square.parse().ok())
}
