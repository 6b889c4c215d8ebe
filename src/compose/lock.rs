//! Drafts whose worlds hang on men that have no retraction: what is thrown in must not have one
//! either.

use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks};

use super::draft::Draft;
use crate::problem::Diagram;
use crate::random::Random;
use crate::retro::RetroPosition;
use crate::world::{World, WorldSet};

/// Men thrown in, the frequent ones several times.
const POOL: &[char] = &[
    'Q', 'R', 'B', 'B', 'N', 'N', 'N', 'P', 'P', 'P', 'p', 'p', 'p', 'p', 'n', 'b', 'q', 'r',
];

/// White officers that are locked in.
const OFFICERS: &[Role] = &[
    Role::Knight,
    Role::Knight,
    Role::Bishop,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// Men thrown in before the first appraisal.
const FIRST_MEN: usize = 4;
/// Most men that are thrown in.
const MOST_MEN: usize = 14;
/// Tries to throw men in.
const TRIES: usize = 400;
/// Men that shut one officer in, at most.
const MOST_WARDERS: usize = 3;

/// Plies back within which a world that is not wanted must have come to an end.
const PLIES_OF_LOCK: u32 = 2;
/// Plies back for which a world that is wanted must have a past.
const PLIES_OF_PAST: u32 = 3;

impl Draft {
    /// Whether the lock holds: no candidate world but those of the skeleton has a past of two plies.
    pub(super) fn lock_holds(&self, candidates: &WorldSet) -> bool {
        let sound = |world: World| {
            let plies = world.target.map_or(1, |_| PLIES_OF_PAST);
            self.has_past(world, plies)
        };
        self.worlds.castling_maximal().iter().all(sound) && self.others_have_no_past(candidates)
    }

    /// Whether no candidate world but those wanted has a past of two plies.
    pub(super) fn others_have_no_past(&self, candidates: &WorldSet) -> bool {
        candidates
            .iter()
            .filter(|&world| !self.worlds.contains(world))
            .all(|world| !self.has_past(world, PLIES_OF_LOCK))
    }

    /// Whether the worlds of the skeleton have a past of some plies, as far as they compete: what is
    /// locked must come loose as soon as the black king or rook stands elsewhere.
    pub(super) fn is_open(&self) -> bool {
        let maximal = self.worlds.castling_maximal();
        maximal
            .iter()
            .all(|world| self.has_past(world, PLIES_OF_PAST))
    }

    fn has_past(&self, world: World, plies: u32) -> bool {
        let diagram = Diagram {
            board: self.board.clone(),
            turn: Color::White,
        };
        let now = RetroPosition {
            quiet_plies: self.quiet,
            ..RetroPosition::of_world(&diagram, world)
        };
        has_past(&now, plies, Color::Black, self.told)
    }

    /// The skeleton with men around it, one of which the black king or rook sets free.
    pub(super) fn filled_in_lock(self, random: &mut Random) -> Option<Draft> {
        let mut draft = self;
        for _ in 0..TRIES {
            let few = draft.free_men().len() < FIRST_MEN;
            if !few && draft.is_open() {
                return Some(draft);
            }
            let mut more = draft.clone();
            let thrown_in = if few {
                more.throw_in_any(random)
            } else {
                more.throw_in_locked(random)
            };
            if thrown_in.is_some() && more.fits() && (few || more.is_open()) {
                draft = more;
            }
        }
        None
    }

    /// This position with one man, or one man with those that lock it, changed.
    pub(super) fn changed_in_lock(&self, random: &mut Random) -> Option<Draft> {
        let mut draft = self.clone();
        let men = draft.free_men();
        match random.below(7) {
            0 if men.len() < MOST_MEN => draft.throw_in_any(random)?,
            1 if men.len() < MOST_MEN => draft.throw_in_locked(random)?,
            2 => {
                draft.board.discard_piece_at(random.pick(&men)?);
                draft.throw_in_any(random)?;
            }
            3 => {
                let square = random.pick(&men)?;
                let piece = Piece::from_char(random.pick(POOL)?)?;
                if piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(square) {
                    return None;
                }
                draft.board.set_piece_at(square, piece);
            }
            4 => draft.step_aside(random)?,
            5 => draft.shift_any(random)?,
            _ => draft.board.discard_piece_at(random.pick(&men)?),
        }
        draft.fits().then_some(draft)
    }

    /// Some man, or a white pawn with a man behind it.
    fn throw_in_any(&mut self, random: &mut Random) -> Option<()> {
        if random.below(2) == 0 {
            return self.throw_in(Piece::from_char(random.pick(POOL)?)?, random);
        }
        let rank = random.pick(&[Rank::Fifth, Rank::Sixth, Rank::Seventh])?;
        let pawn = Square::from_coords(File::new(random.below(8) as u32), rank);
        let behind = pawn.offset(-8)?;
        if self.board.piece_at(pawn).is_some() {
            return None;
        }
        self.board.set_piece_at(pawn, Color::White.pawn());
        self.fill(behind, random);
        Some(())
    }

    /// A white officer that would check the black king wherever it can have come from, other
    /// squares being filled.
    fn throw_in_locked(&mut self, random: &mut Random) -> Option<()> {
        let officer = random.pick(OFFICERS)?.of(Color::White);
        let square = self.free_square(officer.role, random)?;
        let king = self.board.king_of(Color::Black)?;
        for _ in 0..MOST_WARDERS {
            let occupied = self.board.occupied();
            let origins = attacks::attacks(square, officer, occupied) & !occupied;
            let loose = origins
                .into_iter()
                .find(|&from| !attacks::attacks(from, officer, occupied).contains(king));
            let Some(loose) = loose else {
                break;
            };
            self.fill(loose, random);
        }
        self.board.set_piece_at(square, officer);
        Some(())
    }

    /// Some man on `square`, if nothing stands there.
    fn fill(&mut self, square: Square, random: &mut Random) {
        if self.board.piece_at(square).is_some() {
            return;
        }
        let man = if Bitboard::BACKRANKS.contains(square) {
            Color::Black.bishop()
        } else if random.below(2) == 0 {
            Color::Black.pawn()
        } else {
            Color::White.pawn()
        };
        self.board.set_piece_at(square, man);
    }
}

/// Whether `plies` moves can be taken back one after the other, the last of them made by `mover`, and the last of its side
/// by the piece `told`.
fn has_past(position: &RetroPosition, plies: u32, mover: Color, told: Option<Piece>) -> bool {
    let now = told.filter(|piece| piece.color == mover);
    let later = told.filter(|piece| piece.color != mover);
    plies == 0
        || position.unmoves().iter().any(|(unmove, before)| {
            now.is_none_or(|piece| piece.role == unmove.role)
                && has_past(before, plies - 1, !mover, later)
        })
}
