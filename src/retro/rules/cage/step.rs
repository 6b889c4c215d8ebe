//! Taking back moves on a [`Pattern`]: at least everything that can be taken back in its positions.
//!
//! Men that are *tracked* are taken back one by one; whatever else may have moved is gathered into a
//! single successor that covers all of it, and passing the move as well. Invariant: every legal last
//! move of every position of the pattern leads back into one of the successors.

use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square, attacks};

use crate::world::Right;

use super::flow::{Flow, flow};
use super::pattern::capturable;
use crate::retro::model::claim::{EMPTY, Pattern, index};

const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A pattern with the squares whose men are followed one by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Watched {
    pub(crate) pattern: Pattern,
    pub(crate) tracked: Bitboard,
    /// The squares outside the zone that a tracked man entered by the retraction that led here.
    pub(crate) exits: Bitboard,
    /// The squares that had to be empty for the tracked man's step that led here.
    pub(crate) path: Bitboard,
    /// If that man is a king: whose, and where it came from.
    pub(crate) king: Option<(Color, Square)>,
}

/// All retractions from `from`. Tracked men are followed inside `zone`; a man that retracts out of it is no longer
/// tracked.
pub(crate) fn steps(from: &Watched, zone: Bitboard) -> Vec<Watched> {
    let mut step = Step {
        now: &from.pattern,
        tracked: from.tracked,
        zone,
        us: from.pattern.turn.other(),
        found: Vec::new(),
    };
    step.run();
    step.found
}

struct Step<'a> {
    now: &'a Pattern,
    tracked: Bitboard,
    zone: Bitboard,
    us: Color,
    found: Vec<Watched>,
}

impl Step<'_> {
    fn run(&mut self) {
        if let Some(target) = self.now.target {
            self.double_step_over(target);
            return;
        }
        for role in Role::ALL {
            let men = self.may(role) & self.tracked & !self.now.frozen;
            for to in men {
                self.tracked_man(role, to);
            }
        }
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            self.castling(side);
        }
        self.all_the_others();
    }

    fn may(&self, role: Role) -> Bitboard {
        self.now.may[index(self.us, role)]
    }

    fn may_be_empty(&self) -> Bitboard {
        self.now.may[EMPTY]
    }

    /// Where a man of `role` on `to` may have come from without being a pawn before.
    fn origins(&self, role: Role, to: Square) -> Bitboard {
        let blockers = !self.may_be_empty();
        attacks::attacks(
            to,
            shakmaty::Piece {
                color: self.us,
                role,
            },
            blockers,
        ) & self.may_be_empty()
    }

    fn behind(&self, to: Square) -> Option<Square> {
        to.offset(-self.us.fold_wb(8, -8))
    }

    fn tracked_man(&mut self, role: Role, to: Square) {
        if role == Role::Pawn {
            self.tracked_pawn(to);
            return;
        }
        for from in self.origins(role, to) {
            self.step(role, from, to, Arrival::Either);
        }
        if role != Role::King && to.rank() == self.us.relative_rank(Rank::Eighth) {
            self.pawn_steps(to);
        }
    }

    fn tracked_pawn(&mut self, to: Square) {
        if to.rank() == self.us.relative_rank(Rank::Second) {
            return;
        }
        self.pawn_steps(to);
        let Some(behind) = self.behind(to) else {
            return;
        };
        if to.rank() == self.us.relative_rank(Rank::Fourth) {
            self.double_step_over(behind);
        }
        if to.rank() == self.us.relative_rank(Rank::Sixth) {
            for from in attacks::pawn_attacks(self.us.other(), to) & self.may_be_empty() {
                self.en_passant(from, to);
            }
        }
    }

    /// One step or capture of a pawn to `to`, promoting or not.
    fn pawn_steps(&mut self, to: Square) {
        if let Some(behind) = self
            .behind(to)
            .filter(|&behind| self.may_be_empty().contains(behind))
        {
            self.step(Role::Pawn, behind, to, Arrival::Quiet);
        }
        for from in attacks::pawn_attacks(self.us.other(), to) & self.may_be_empty() {
            self.step(Role::Pawn, from, to, Arrival::Capture);
        }
    }

    /// Whoever stands on `to` was a man of `role` on `from`.
    fn step(&mut self, role: Role, from: Square, to: Square, arrival: Arrival) {
        let mut before = self.now.clone();
        before.turn = self.us;
        before.put(from, index(self.us, role));
        for square in attacks::between(from, to) {
            before.put(square, EMPTY);
        }
        self.vacate(&mut before, to, arrival);
        self.keep(
            before,
            Moved {
                left: to.into(),
                entered: from.into(),
                path: attacks::between(from, to).with(from),
                king: (role == Role::King).then_some((self.us, from)),
            },
        );
    }

    /// `to` holds what was there before a man of ours arrived.
    fn vacate(&self, before: &mut Pattern, to: Square, arrival: Arrival) {
        before.put(to, EMPTY);
        if arrival == Arrival::Quiet {
            return;
        }
        if arrival == Arrival::Capture {
            before.may[EMPTY].discard(to);
        }
        for role in Role::ALL {
            if capturable(role).contains(to) {
                before.may[index(self.us.other(), role)].add(to);
            }
        }
    }

    fn double_step_over(&mut self, target: Square) {
        let (Some(from), Some(to)) = (self.behind(target), target.offset(self.us.fold_wb(8, -8)))
        else {
            return;
        };
        if !self.may(Role::Pawn).contains(to)
            || self.now.frozen.contains(to)
            || !self.may_be_empty().contains(target)
            || !self.may_be_empty().contains(from)
        {
            return;
        }
        let mut before = self.now.clone();
        before.turn = self.us;
        before.target = None;
        before.put(from, index(self.us, Role::Pawn));
        before.put(target, EMPTY);
        before.put(to, EMPTY);
        // A pawn taken en passant was not tracked before it came back: track it at home.
        self.keep(
            before,
            Moved {
                left: to.into(),
                entered: from.into(),
                path: Bitboard::from(from) | target,
                king: None,
            },
        );
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        let (Some(taken), Some(home)) = (self.behind(to), to.offset(self.us.fold_wb(8, -8))) else {
            return;
        };
        if !self.may_be_empty().contains(taken) || !self.may_be_empty().contains(home) {
            return;
        }
        let mut before = self.now.clone();
        before.turn = self.us;
        before.target = Some(to);
        before.put(from, index(self.us, Role::Pawn));
        before.put(to, EMPTY);
        before.put(home, EMPTY);
        before.put(taken, index(self.us.other(), Role::Pawn));
        self.keep(
            before,
            Moved {
                left: to.into(),
                entered: Bitboard::from(from) | taken,
                path: Bitboard::from(from) | taken | home,
                king: None,
            },
        );
    }

    fn castling(&mut self, side: CastlingSide) {
        let right = Right::new(self.us, side);
        let (king_home, rook_home) = (right.king_home(), right.rook_home());
        let (king, rook) = (side.king_to(self.us), side.rook_to(self.us));
        let passage = attacks::between(king_home, rook_home)
            .with(king_home)
            .with(rook_home);
        let stand = Bitboard::from(king) | rook;
        if !self.may(Role::King).contains(king)
            || !self.may(Role::Rook).contains(rook)
            || self.now.frozen.intersects(stand)
            || !(passage & !stand).is_subset(self.may_be_empty())
        {
            return;
        }
        let mut before = self.now.clone();
        before.turn = self.us;
        for square in passage {
            before.put(square, EMPTY);
        }
        before.put(king_home, index(self.us, Role::King));
        before.put(rook_home, index(self.us, Role::Rook));
        // The king was not in check and did not pass through one.
        let doubtful = before.doubtful();
        for square in [king_home, rook] {
            before.forbid_attack(square, self.us.other(), doubtful);
        }
        before.frozen |= Bitboard::from(king_home) | rook_home;
        self.keep(
            before,
            Moved {
                left: stand,
                entered: Bitboard::from(king_home) | rook_home,
                path: passage & !stand,
                king: Some((self.us, king_home)),
            },
        );
    }

    /// Everything that men who are not tracked may have done, in one pattern.
    fn all_the_others(&mut self) {
        let free = !self.tracked & !self.now.frozen;
        let empty = self.may_be_empty();
        let mut before = self.now.clone();
        before.turn = self.us;
        let mut left = Bitboard::EMPTY;
        for role in Role::ALL {
            let ours = index(self.us, role);
            let men = self.may(role) & free;
            if role == Role::Pawn {
                left |= self.other_pawns(men, &mut before);
                continue;
            }
            let Flow { origins, arrived } = flow(role, men, empty);
            before.may[ours] |= origins;
            left |= arrived;
            if role != Role::King {
                let last = men & Bitboard::from(self.us.relative_rank(Rank::Eighth));
                for to in last {
                    let origins = self.pawn_origins(to) & empty;
                    if origins.any() {
                        before.may[index(self.us, Role::Pawn)] |= origins;
                        left.add(to);
                    }
                }
            }
        }
        if left.is_empty() {
            return;
        }
        before.may[EMPTY] |= left;
        for role in OFFICERS.into_iter().chain([Role::Pawn]) {
            before.may[index(self.us.other(), role)] |= left & capturable(role);
        }
        self.keep(before, Moved::default());
    }

    fn pawn_origins(&self, to: Square) -> Bitboard {
        attacks::pawn_attacks(self.us.other(), to)
            | self.behind(to).map_or(Bitboard::EMPTY, Bitboard::from)
    }

    /// Adds what pawns on `men` may have done; returns the squares they may have come to.
    fn other_pawns(&self, men: Bitboard, before: &mut Pattern) -> Bitboard {
        let empty = self.may_be_empty();
        let mut left = Bitboard::EMPTY;
        for to in men & !Bitboard::from(self.us.relative_rank(Rank::Second)) {
            let mut origins = self.pawn_origins(to) & empty;
            if to.rank() == self.us.relative_rank(Rank::Fourth) {
                let home = self
                    .behind(to)
                    .filter(|&target| empty.contains(target))
                    .and_then(|target| self.behind(target))
                    .filter(|&home| empty.contains(home));
                origins |= home.map_or(Bitboard::EMPTY, Bitboard::from);
            }
            let taken = self.behind(to).filter(|&taken| {
                to.rank() == self.us.relative_rank(Rank::Sixth) && empty.contains(taken)
            });
            if let Some(taken) = taken {
                before.may[index(self.us.other(), Role::Pawn)].add(taken);
            }
            if origins.any() {
                before.may[index(self.us, Role::Pawn)] |= origins;
                left.add(to);
            }
        }
        left
    }

    fn keep(&mut self, mut before: Pattern, moved: Moved) {
        if !before.narrow() {
            return;
        }
        let mut tracked = self.tracked & !moved.left;
        let mut exits = Bitboard::EMPTY;
        let follows = moved.left.intersects(self.tracked);
        if follows || self.now.target.is_some() {
            tracked |= moved.entered & self.zone;
            exits = moved.entered & !self.zone;
        }
        let (path, king) = if follows {
            (moved.path, moved.king)
        } else {
            (Bitboard::EMPTY, None)
        };
        self.found.push(Watched {
            pattern: before,
            tracked,
            exits,
            path,
            king,
        });
    }
}

/// What a retraction did to the squares.
#[derive(Debug, Clone, Copy, Default)]
struct Moved {
    left: Bitboard,
    entered: Bitboard,
    /// Squares that had to be empty, those entered included.
    path: Bitboard,
    king: Option<(Color, Square)>,
}

/// How a man of ours arrived where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrival {
    Quiet,
    Capture,
    Either,
}

#[cfg(test)]
mod tests {
    use shakmaty::Board;

    use super::*;

    #[test]
    fn nobody_castled_out_of_check_or_through_it() {
        let castles = |fen: &str| {
            let board = Board::from_ascii_board_fen(fen.as_bytes()).unwrap();
            let pattern = Pattern::of_board(&board, Color::Black, Bitboard::EMPTY);
            let watched = Watched {
                pattern,
                tracked: board.occupied(),
                exits: Bitboard::EMPTY,
                path: Bitboard::EMPTY,
                king: None,
            };
            steps(&watched, board.occupied())
                .iter()
                .any(|before| !before.pattern.frozen.is_empty())
        };
        assert!(castles("4k3/8/8/8/8/8/PPPP2PP/5RK1"));
        assert!(!castles("4k3/8/8/8/8/8/PPPP1bPP/5RK1"));
        assert!(!castles("4k3/8/8/8/8/3b4/PPPP2PP/5RK1"));
        // The rook may pass over what is attacked.
        assert!(castles("4k3/8/8/8/8/b7/2PPPPPP/2KR4"));
        assert!(!castles("4k3/8/8/8/b7/8/P2PPPPP/2KR4"));
    }
}
