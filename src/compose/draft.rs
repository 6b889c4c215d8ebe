//! A position in the making: the men of a skeleton, and others that come, move and go.

use std::sync::Arc;

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::skeleton::Skeleton;
use super::{Matrix, Wish};
use crate::problem::{Fact, LastMove};
use crate::random::Random;
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
    /// What the text under the diagram says.
    pub facts: Vec<Fact>,
    /// So many last plies of which the text says that nothing was captured.
    pub(super) quiet: u32,
    /// The piece that made the last move of its side, if the text says so.
    pub(super) told: Option<Piece>,
    /// How the worlds are guarded against the men thrown in.
    pub(super) guard: Guard,
    /// The composer's own position, if the search starts from one.
    matrix: Option<Arc<Matrix>>,
    /// Men of the skeleton, which stay where they are.
    fixed: Bitboard,
    /// Squares on which some white man must stand.
    blocked: Bitboard,
}

/// What a change must leave as it is, so that the worlds remain those of the skeleton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Guard {
    /// Nothing is looked at before the analysis.
    Analysis,
    /// No other world may have a past of some plies.
    Others,
    /// The same, and the wanted worlds must have one: they hang on men without a retraction.
    Lock,
}

/// Tries to apply the first changes to a matrix.
const FIRST_TRIES: usize = 20;

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
        if let Some(matrix) = &wish.matrix {
            return Draft::of_matrix(matrix, random);
        }
        let skeletons = Skeleton::of(wish.mechanism, wish.options);
        let skeleton = random.pick(skeletons)?;
        let board = Board::from_ascii_board_fen(skeleton.fen.as_bytes()).ok()?;
        let mut draft = Draft {
            fixed: board.occupied(),
            board,
            worlds: skeleton.worlds()?,
            facts: facts(&skeleton),
            quiet: skeleton.quiet,
            told: skeleton.told,
            guard: Guard::Analysis,
            matrix: None,
            blocked: squares(skeleton.blocked).collect(),
        };
        for square in draft.blocked {
            draft.block(square, random)?;
        }
        for color in [Color::White, Color::Black] {
            if draft.board.king_of(color).is_none() {
                draft.throw_in(Role::King.of(color), random)?;
            }
        }
        if skeleton.locked {
            draft.guard = Guard::Lock;
            return draft.filled_in_lock(random);
        }
        // Where no more than the men of the skeleton is needed to leave other worlds without a past, what is
        // thrown in must not give them one.
        draft.guard = Guard::Others;
        if !draft.fits() {
            draft.guard = Guard::Analysis;
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

    /// The composer's own position with some first changes.
    fn of_matrix(matrix: &Arc<Matrix>, random: &mut Random) -> Option<Draft> {
        let mut draft = Draft {
            board: matrix.board.clone(),
            worlds: matrix.worlds,
            facts: matrix.facts.clone(),
            quiet: 0,
            told: None,
            guard: Guard::Analysis,
            matrix: Some(Arc::clone(matrix)),
            fixed: matrix.kept,
            blocked: Bitboard::EMPTY,
        };
        let wanted = random.below(matrix.changes + 1);
        for _ in 0..FIRST_TRIES {
            if matrix.changes_to(&draft.board) >= wanted {
                break;
            }
            if let Some(changed) = draft.changed(random) {
                draft = changed;
            }
        }
        draft.fits().then_some(draft)
    }

    /// The composer's own position that this one is made from.
    pub(super) fn matrix(&self) -> Option<&Matrix> {
        self.matrix.as_deref()
    }

    /// The worlds as if the analysis had found them.
    pub(super) fn statuses(&self) -> Vec<WorldStatus> {
        WorldStatus::given(&self.worlds)
    }

    /// This position with one man moved, exchanged, thrown in or taken off; `None` if that does not
    /// fit the board or the worlds.
    pub(super) fn changed(&self, random: &mut Random) -> Option<Draft> {
        if self.guard == Guard::Lock {
            return self.changed_in_lock(random);
        }
        let mut draft = self.clone();
        match random.below(9) {
            8 if draft.blocked.any() => {
                let blocked: Vec<Square> = draft.blocked.into_iter().collect();
                draft.block(random.pick(&blocked)?, random)?;
            }
            0..=3 => draft.shift_any(random)?,
            4 => draft.step_aside(random)?,
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
            6..=8 if draft.matrix.is_some() || draft.free_men().len() < MOST_THROWN_IN => {
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
        self.without_one_of(self.free_men())
    }

    /// The positions with a man less, be it one that holds the worlds together; of a matrix what must be kept stays.
    pub(super) fn with_any_man_less(&self) -> Vec<Draft> {
        let kept = self.matrix.as_ref().map_or(Bitboard::EMPTY, |m| m.kept);
        let men: Vec<Square> = (self.board.occupied() & !kept).into_iter().collect();
        let bare = Draft {
            guard: Guard::Analysis,
            ..self.clone()
        };
        bare.without_one_of(men).collect()
    }

    fn without_one_of(&self, men: Vec<Square>) -> impl Iterator<Item = Draft> {
        men.into_iter()
            .filter(|&square| self.board.role_at(square) != Some(Role::King))
            .map(|square| {
                let mut fewer = self.clone();
                fewer.board.discard_piece_at(square);
                fewer
            })
            .filter(Draft::fits)
    }

    /// Whether play can start in every world, every world is one of the diagram's candidates, the other candidates
    /// stay without a past where they must, and a matrix is not changed more than it may be.
    pub(super) fn fits(&self) -> bool {
        let candidates = candidates(&self.board, Color::White);
        self.worlds.iter().all(|world| {
            candidates.contains(world) && world.position(&self.board, Color::White).is_ok()
        }) && (self.matrix.as_ref()).is_none_or(|matrix| matrix.allows(&self.board))
            && match self.guard {
                Guard::Analysis => true,
                Guard::Others => self.others_have_no_past(&candidates),
                Guard::Lock => self.lock_holds(&candidates),
            }
    }

    /// Where men stand that do not belong to the skeleton.
    pub(super) fn free_men(&self) -> Vec<Square> {
        (self.board.occupied() & !self.fixed & !self.blocked)
            .into_iter()
            .collect()
    }

    fn free_squares(&self, role: Role) -> Bitboard {
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

    /// Some man that need not stay goes to some free square.
    pub(super) fn shift_any(&mut self, random: &mut Random) -> Option<()> {
        let square = random.pick(&self.free_men())?;
        let role = self.board.role_at(square)?;
        let to = self.free_square(role, random)?;
        self.shift(square, to)
    }

    /// Some man that need not stay goes to a free square next to its own.
    pub(super) fn step_aside(&mut self, random: &mut Random) -> Option<()> {
        let square = random.pick(&self.free_men())?;
        let role = self.board.role_at(square)?;
        let near = shakmaty::attacks::king_attacks(square) & self.free_squares(role);
        let near: Vec<Square> = near.into_iter().collect();
        self.shift(square, random.pick(&near)?)
    }

    fn shift(&mut self, from: Square, to: Square) -> Option<()> {
        let piece = self.board.remove_piece_at(from)?;
        self.board.set_piece_at(to, piece);
        Some(())
    }
}

/// What the text under a diagram made from `skeleton` says.
fn facts(skeleton: &Skeleton) -> Vec<Fact> {
    let quiet = (skeleton.quiet > 0).then_some(Fact::NoCaptureInLast(skeleton.quiet));
    let told = skeleton.told.map(|piece| Fact::LastMove {
        by: Some(piece.color),
        what: LastMove::Piece(piece.role),
    });
    told.into_iter().chain(quiet).collect()
}

/// Squares written with blanks between them.
fn squares(text: &str) -> impl Iterator<Item = Square> {
    text.split_whitespace()
        .filter_map(|square| square.parse().ok())
}
