//! Taking back moves: complete and exact.
//!
//! Invariant: a [`RetroPosition`] other than the initial array has a history if and only if one of
//! the positions [`RetroPosition::unmoves`] yields has one. Every yielded move is legal in the
//! position it is yielded with, and leads to the position it was taken back from.

mod material;

use shakmaty::{Bitboard, Board, CastlingSide, Color, Piece, Rank, Role, Square, attacks};

use crate::problem::LastMove;
use crate::world::{Right, capturable_targets};

use crate::retro::model::{EpState, RetroPosition, RightState, Unmove, UnmoveKind};
use material::Material;

/// The types a capture may have removed, cheapest to refute last.
const CAPTURABLE: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// What a pawn can become.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl RetroPosition {
    /// The position before these last moves, the last one first; `None`: they cannot be taken back.
    pub fn before(&self, unmoves: &[Unmove]) -> Option<RetroPosition> {
        unmoves.iter().try_fold(self.clone(), |position, unmove| {
            let mut earlier = position.unmoves().into_iter();
            earlier.find_map(|(last, before)| (last == *unmove).then_some(before))
        })
    }

    /// Every last move with the position it was made in, in a fixed order.
    ///
    /// Predecessors that no material budget allows (more pawns and promoted men than eight, no or two
    /// kings) are left out: they have no history. Positions in which the side that has just moved
    /// stands in check have no last move.
    pub fn unmoves(&self) -> Vec<(Unmove, RetroPosition)> {
        Retraction::new(self).map_or_else(Vec::new, Retraction::run)
    }
}

/// Whether `color`'s king is attacked.
fn in_check(board: &Board, color: Color) -> bool {
    board.king_of(color).is_some_and(|king| {
        !board
            .attacks_to(king, color.other(), board.occupied())
            .is_empty()
    })
}

/// One enumeration of last moves.
struct Retraction<'a> {
    now: &'a RetroPosition,
    /// The side whose move is taken back.
    us: Color,
    ours: Material,
    theirs: Material,
    found: Vec<(Unmove, RetroPosition)>,
}

impl<'a> Retraction<'a> {
    /// `None` if no legal move can have led here.
    fn new(now: &'a RetroPosition) -> Option<Retraction<'a>> {
        let us = now.retractor();
        let ours = Material::of(&now.board, us);
        let theirs = Material::of(&now.board, us.other());
        let possible = ours.is_possible()
            && theirs.is_possible()
            && (now.board.pawns() & Bitboard::BACKRANKS).is_empty()
            && !in_check(&now.board, us);
        possible.then(|| Retraction {
            now,
            us,
            ours,
            theirs,
            found: Vec::new(),
        })
    }

    fn run(mut self) -> Vec<(Unmove, RetroPosition)> {
        if let EpState::Target(target) = self.now.ep {
            if capturable_targets(&self.now.board, self.now.turn).any(|t| t == target) {
                self.double_step_over(target);
            }
            return self.found;
        }
        let free = self.now.board.by_color(self.us) & !self.now.frozen;
        for to in free {
            match self.now.board.role_at(to) {
                Some(Role::Pawn) => self.pawn(to),
                Some(role) => {
                    self.piece(role, to);
                    self.unpromotion(role, to);
                }
                None => {}
            }
        }
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            self.castling(side);
        }
        self.found
    }

    fn our(&self, role: Role) -> Piece {
        Piece {
            color: self.us,
            role,
        }
    }

    /// An officer or king that arrived on `to`.
    fn piece(&mut self, role: Role, to: Square) {
        let origins = attacks::attacks(to, self.our(role), self.now.board.occupied())
            & !self.now.board.occupied();
        for from in origins {
            self.with_and_without_capture(UnmoveKind::Ordinary, role, from, to);
        }
    }

    /// A pawn that stands on `to`.
    fn pawn(&mut self, to: Square) {
        let occupied = self.now.board.occupied();
        let home = self.us.relative_rank(Rank::Second);
        let Some(behind) = self.behind(to) else {
            return;
        };
        if to.rank() == home {
            return;
        }
        if !occupied.contains(behind) {
            self.try_unmove(UnmoveKind::Ordinary, Role::Pawn, behind, to, None);
        }
        if to.rank() == self.us.relative_rank(Rank::Fourth) {
            self.double_step_to(to);
        }
        let origins = attacks::pawn_attacks(self.us.other(), to) & !occupied;
        for from in origins {
            for captured in CAPTURABLE {
                self.try_unmove(UnmoveKind::Ordinary, Role::Pawn, from, to, Some(captured));
            }
            if to.rank() == self.us.relative_rank(Rank::Sixth) {
                self.en_passant(from, to);
            }
        }
    }

    /// An officer on the last rank that was a pawn.
    fn unpromotion(&mut self, role: Role, to: Square) {
        if role == Role::King || to.rank() != self.us.relative_rank(Rank::Eighth) {
            return;
        }
        let occupied = self.now.board.occupied();
        let kind = UnmoveKind::Promotion(role);
        if let Some(behind) = self.behind(to).filter(|&from| !occupied.contains(from)) {
            self.try_unmove(kind, Role::Pawn, behind, to, None);
        }
        for from in attacks::pawn_attacks(self.us.other(), to) & !occupied {
            for captured in PROMOTIONS {
                self.try_unmove(kind, Role::Pawn, from, to, Some(captured));
            }
        }
    }

    /// The square a pawn of ours steps from to reach `to`.
    fn behind(&self, to: Square) -> Option<Square> {
        to.offset(-self.us.fold_wb(8, -8))
    }

    fn double_step_to(&mut self, to: Square) {
        if let Some(target) = self.behind(to) {
            if self.now.ep == EpState::None
                && capturable_targets(&self.now.board, self.now.turn).any(|t| t == target)
            {
                return;
            }
            self.double_step_over(target);
        }
    }

    fn double_step_over(&mut self, target: Square) {
        let occupied = self.now.board.occupied();
        let (Some(from), Some(to)) = (self.behind(target), target.offset(self.us.fold_wb(8, -8)))
        else {
            return;
        };
        if self.now.board.piece_at(to) != Some(self.our(Role::Pawn))
            || self.now.frozen.contains(to)
            || occupied.contains(target)
            || occupied.contains(from)
        {
            return;
        }
        self.try_unmove(UnmoveKind::DoubleStep, Role::Pawn, from, to, None);
    }

    /// Our pawn came from `from` and took a pawn that had stepped over `to`.
    fn en_passant(&mut self, from: Square, to: Square) {
        let occupied = self.now.board.occupied();
        let (Some(taken), Some(home)) = (self.behind(to), to.offset(self.us.fold_wb(8, -8))) else {
            return;
        };
        if self.now.quiet_plies > 0 || occupied.contains(taken) || occupied.contains(home) {
            return;
        }
        if !self.theirs.with(Role::Pawn, taken).is_possible() {
            return;
        }
        let mut board = self.now.board.clone();
        board.discard_piece_at(to);
        board.set_piece_at(from, self.our(Role::Pawn));
        board.set_piece_at(taken, self.us.other().pawn());
        let unmove = Unmove {
            kind: UnmoveKind::EnPassant,
            role: Role::Pawn,
            from,
            to,
            captured: Some(Role::Pawn),
        };
        self.keep(unmove, board, EpState::Target(to), None);
    }

    fn castling(&mut self, side: CastlingSide) {
        let right = Right::new(self.us, side);
        let (king_home, rook_home) = (right.king_home(), right.rook_home());
        let (king, rook) = (side.king_to(self.us), side.rook_to(self.us));
        let board = &self.now.board;
        if board.piece_at(king) != Some(self.our(Role::King))
            || board.piece_at(rook) != Some(self.our(Role::Rook))
            || self.now.frozen.intersects(Bitboard::from(king) | rook)
        {
            return;
        }
        let passage = attacks::between(king_home, rook_home)
            .with(king_home)
            .with(rook_home);
        if (passage & board.occupied()) != (Bitboard::from(king) | rook) {
            return;
        }
        let mut before = board.clone();
        before.discard_piece_at(king);
        before.discard_piece_at(rook);
        before.set_piece_at(king_home, self.our(Role::King));
        before.set_piece_at(rook_home, self.our(Role::Rook));
        let guarded = |square| {
            !before
                .attacks_to(square, self.us.other(), before.occupied())
                .is_empty()
        };
        if guarded(king_home) || guarded(rook) {
            return;
        }
        let unmove = Unmove {
            kind: UnmoveKind::Castling(side),
            role: Role::King,
            from: king_home,
            to: king,
            captured: None,
        };
        self.keep(unmove, before, EpState::Open, Some(right));
    }

    fn with_and_without_capture(&mut self, kind: UnmoveKind, role: Role, from: Square, to: Square) {
        self.try_unmove(kind, role, from, to, None);
        for captured in CAPTURABLE {
            self.try_unmove(kind, role, from, to, Some(captured));
        }
    }

    fn may_reappear(&self, captured: Role, square: Square) -> bool {
        self.now.quiet_plies == 0
            && !(captured == Role::Pawn && Bitboard::BACKRANKS.contains(square))
            && self.theirs.with(captured, square).is_possible()
    }

    fn try_unmove(
        &mut self,
        kind: UnmoveKind,
        role: Role,
        from: Square,
        to: Square,
        captured: Option<Role>,
    ) {
        let unmove = Unmove {
            kind,
            role,
            from,
            to,
            captured,
        };
        if captured.is_some_and(|captured| !self.may_reappear(captured, to)) {
            return;
        }
        if matches!(kind, UnmoveKind::Promotion(_)) {
            let ours = self
                .ours
                .without(unmove.arrived(), to)
                .with(Role::Pawn, from);
            if !ours.is_possible() {
                return;
            }
        }
        let mut board = self.now.board.clone();
        board.discard_piece_at(to);
        board.set_piece_at(from, self.our(role));
        if let Some(role) = captured {
            let color = self.us.other();
            board.set_piece_at(to, Piece { color, role });
        }
        self.keep(unmove, board, EpState::Open, None);
    }

    /// Keeps the last move unless the other side would have stood in check while we were on move.
    fn keep(&mut self, unmove: Unmove, board: Board, ep: EpState, castled: Option<Right>) {
        let now = self.now;
        let contradicts =
            |&(back, what): &(u32, LastMove)| back == 0 && !unmove.is_described_by(what);
        if now.known_moves.iter().any(contradicts) || in_check(&board, self.us.other()) {
            return;
        }
        let mut left = Bitboard::from(unmove.to);
        let mut frozen = now.frozen;
        if let Some(right) = castled {
            left.add(right.side().rook_to(self.us));
            frozen.add(right.king_home());
            frozen.add(right.rook_home());
        }
        let rights = Right::ALL.map(|right| {
            if castled == Some(right) {
                return RightState::Kept;
            }
            let state = now.rights[right as usize];
            let home = Bitboard::from(right.king_home()) | right.rook_home();
            if state == RightState::Lost && left.intersects(home) {
                // King or rook had just come home: that explains the loss, and before it the right
                // cannot be asked for, one of the two standing elsewhere.
                RightState::Open
            } else {
                state
            }
        });
        self.found.push((
            unmove,
            RetroPosition {
                board,
                turn: self.us,
                rights,
                ep,
                frozen,
                moved: now.moved & !left,
                quiet_plies: now.quiet_plies.saturating_sub(1),
                known_moves: now
                    .known_moves
                    .iter()
                    .filter(|(back, _)| *back > 0)
                    .map(|&(back, what)| (back - 1, what))
                    .collect(),
            },
        ));
    }
}
