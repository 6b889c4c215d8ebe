//! What is against each last move of a man.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::Known;
use crate::retro::checker::material_is_possible;
use crate::retro::model::{Bar, EpState, RetroPosition, UnmoveKind};

/// A way a man can have moved last as far as the squares go.
struct Arrival {
    from: Square,
    role: Role,
    /// Two squares straight on.
    double: bool,
    board: Board,
}

/// What is against each way in which the man on `to` can have moved last, of each the first bar there is; `None` if nothing is
/// against one of them.
pub(in crate::retro) fn bars(position: &RetroPosition, to: Square) -> Option<Vec<Bar>> {
    let options = arrivals(position, to);
    if options.is_empty() {
        return Some(vec![Bar::NoSquare]);
    }
    let mut found: Vec<Bar> = Vec::new();
    for option in &options {
        found.push(first_bar(position, option)?);
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

impl Known<'_> {
    /// Whether none of these men moved last, each for all of these bars and no others.
    pub(super) fn are_barred(&mut self, men: Bitboard, said: &[Bar]) -> bool {
        self.are_barred_as(men, |bars| bars == said)
    }

    /// The same for some of these bars.
    pub(super) fn is_barred_by_some(&mut self, men: Bitboard, said: &[Bar]) -> bool {
        self.are_barred_as(men, |bars| bars.iter().all(|bar| said.contains(bar)))
    }

    fn are_barred_as(&mut self, men: Bitboard, as_said: impl Fn(&[Bar]) -> bool) -> bool {
        let position = self.position;
        let us = position.board.by_color(position.retractor());
        let moved = self.predecessors().iter().any(|concrete| {
            let unmove = concrete.unmove();
            let rook = match unmove.kind {
                UnmoveKind::Castling(side) => Some(side.rook_to(concrete.turn)),
                _ => None,
            };
            men.contains(unmove.to) || rook.is_some_and(|rook| men.contains(rook))
        });
        !moved
            && men.is_subset(us)
            && men
                .into_iter()
                .all(|man| bars(position, man).is_some_and(|bars| as_said(&bars)))
    }

    /// Whether there is a check, and no move leads to the position.
    pub(super) fn nobody_gave_check(&mut self) -> bool {
        let checkers = checkers(&self.position.board, self.position.retractor());
        checkers.any() && self.predecessors().is_empty()
    }

    /// Whether only the man on this square can have moved last, for the check it gives.
    pub(super) fn gave_check(&mut self, checker: Square) -> bool {
        let position = self.position;
        let concrete = self.predecessors();
        concrete.iter().all(|one| one.unmove().to == checker)
            && gives_check_alone(position, checker)
    }
}

/// The men of a side that give check.
pub(in crate::retro) fn checkers(board: &Board, by: Color) -> Bitboard {
    let king = board.king_of(by.other());
    king.map_or(Bitboard::EMPTY, |king| {
        board.attacks_to(king, by, board.occupied())
    })
}

/// Whether the man on `checker` gives check, and did so before whatever other man moved last.
pub(in crate::retro) fn gives_check_alone(position: &RetroPosition, checker: Square) -> bool {
    let board = &position.board;
    let us = position.retractor();
    let gives_check = |board: &Board| checkers(board, us).contains(checker);
    let others = (board.by_color(us) & !position.frozen).without(checker);
    gives_check(board)
        && others.into_iter().all(|man| {
            let arrivals = arrivals(position, man);
            arrivals.iter().all(|arrival| gives_check(&arrival.board))
        })
}

/// Every way, legal or not, with the men as they stood before.
fn arrivals(position: &RetroPosition, to: Square) -> Vec<Arrival> {
    let board = &position.board;
    let us = position.retractor();
    let Some(Piece { role, color }) = board.piece_at(to) else {
        return Vec::new();
    };
    if color != us {
        return Vec::new();
    }
    let something_missing = board.by_color(us.other()).count() < 16;
    let promoted =
        role != Role::King && role != Role::Pawn && to.rank() == us.relative_rank(Rank::Eighth);
    let mut found = Vec::new();
    for from in !board.occupied() {
        for before in [Some(role), promoted.then_some(Role::Pawn)]
            .into_iter()
            .flatten()
        {
            let man = before.of(us);
            let aside = from.file() != to.file();
            let double = before == Role::Pawn && from.distance(to) == 2;
            let goes = match before {
                Role::Pawn => pawn_goes(us, from, to, board),
                _ => attacks::attacks(from, man, board.occupied()).contains(to),
            };
            if !goes {
                continue;
            }
            let mut quiet = board.clone();
            quiet.discard_piece_at(to);
            quiet.set_piece_at(from, man);
            let option = |board| Arrival {
                from,
                role: before,
                double,
                board,
            };
            let captures = something_missing && (before != Role::Pawn || aside);
            if captures {
                let mut taken = quiet.clone();
                taken.set_piece_at(to, Role::Knight.of(us.other()));
                found.push(option(taken));
                let beside = Square::from_coords(to.file(), from.rank());
                if before == Role::Pawn
                    && to.rank() == us.relative_rank(Rank::Sixth)
                    && board.piece_at(beside).is_none()
                {
                    let mut passed = quiet.clone();
                    passed.set_piece_at(beside, us.other().pawn());
                    found.push(option(passed));
                }
            }
            if before != Role::Pawn || !aside {
                found.push(option(quiet));
            }
        }
    }
    found
}

/// Whether a pawn goes from here to there, capturing or not.
fn pawn_goes(us: Color, from: Square, to: Square, board: &Board) -> bool {
    if Bitboard::BACKRANKS.contains(from) {
        return false;
    }
    let ahead = |square: Square| Bitboard::from(square).shift(us.fold_wb(8, -8));
    let double = from.rank() == us.relative_rank(Rank::Second)
        && ahead(from)
            .first()
            .is_some_and(|next| board.piece_at(next).is_none() && ahead(next).contains(to));
    double || ahead(from).contains(to) || attacks::pawn_attacks(us, from).contains(to)
}

fn first_bar(position: &RetroPosition, option: &Arrival) -> Option<Bar> {
    let us = position.retractor();
    match position.ep {
        EpState::Target(target) if !option.double || option.from.file() != target.file() => {
            return Some(Bar::OtherDoubleStep(target));
        }
        _ => {}
    }
    let king = option.board.king_of(us.other())?;
    let checkers = option.board.attacks_to(king, us, option.board.occupied());
    if option.role == Role::King && checkers.contains(option.from) {
        return Some(Bar::Kings);
    }
    if checkers.contains(option.from) {
        return Some(Bar::OwnCheck);
    }
    if let Some(from) = checkers.first() {
        return Some(Bar::CheckFrom(from));
    }
    match position.ep {
        EpState::None if option.double => Some(Bar::DoubleStep),
        _ if !material_is_possible(&option.board) => Some(Bar::Material),
        _ => None,
    }
}
