//! Who is locked in on a board, and how far from getting out.
//!
//! Of men that lock one another in nobody gets out before others make way. Who has to wait for whom is shown by the delete
//! relaxation of planners: in each round every man stands on all squares it can have come from so far, and in nobody's way
//! once there is one. The round in which a man comes free is the length of the chain of men that have to move before it.
//! Invariant: a pure function of the position.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use super::node::{ARRAY, Node, home_rank, initial_piece, last_rank};
use super::surroundings::{relative, walls};
use super::tuning::{Kings, LOCKED};
use crate::retro::ledger::many::same;

/// The last rank outside the other side's three ranks, counted from 0.
const FIFTH: u32 = 4;

/// Who is locked in on a board, in the delete relaxation.
pub struct Relaxation {
    /// The men that are locked in: officers and kings away from home.
    pub locked: Bitboard,
    /// How long they have to wait for one another, in tenths of a move.
    pub cost: i32,
}

impl Relaxation {
    /// That of this position. Who is free makes way for the others.
    pub fn of(node: &Node, kings_are: Kings) -> Relaxation {
        let board = &node.board;
        let walls = walls(node);
        let officers = board.occupied() & !board.pawns() & !walls;
        let mut locked = officers & !same(board, &ARRAY);
        let mut standing = board.occupied();
        loop {
            let is_free = |square: Square, standing| is_free(board, square, standing);
            let is_held = |&square: &Square| match kings_are {
                Kings::InTheOpen if board.kings().contains(square) => {
                    !is_free(square, board.occupied())
                }
                Kings::Outside if board.kings().contains(square) => {
                    depth(board, square) > 0 || !is_free(square, board.occupied())
                }
                _ => !is_free(square, standing),
            };
            let held: Bitboard = locked.into_iter().filter(is_held).collect();
            if held == locked {
                break;
            }
            standing &= !(locked & !held);
            locked = held;
        }
        let cost = if locked.is_empty() {
            0
        } else {
            let officers = locked & !board.kings();
            let cost = |standing, of| Waiting::new(board, walls, standing, of).cost(of);
            match kings_are {
                Kings::LikeOthers => cost(standing, locked),
                Kings::InTheOpen | Kings::Outside => {
                    let kings = locked & board.kings();
                    let inside = match kings_are {
                        Kings::Outside => kings.into_iter().map(|king| depth(board, king)).sum(),
                        _ => 0,
                    };
                    cost(standing, officers)
                        + cost(board.occupied(), kings)
                        + LOCKED.inside * inside
                }
            }
        };
        Relaxation { locked, cost }
    }

    /// Whether the men are locked in so much that they hardly come free by chance.
    pub fn is_tight(&self) -> bool {
        self.cost >= LOCKED.tight
    }
}

/// How many ranks a king has to go back to leave the other side's three ranks.
fn depth(board: &Board, king: Square) -> i32 {
    let Some(color) = board.color_at(king) else {
        return 0;
    };
    let rank = u32::from(relative(king, color).rank());
    rank.saturating_sub(FIFTH).cast_signed()
}

/// Whether the man on `square` can go to many squares, or home, while those that are `standing` stay.
fn is_free(board: &Board, square: Square, standing: Bitboard) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return true;
    };
    let standing = standing.without(square);
    let mut reached = Bitboard::from(square);
    let mut fresh = reached;
    while reached.count() < LOCKED.free
        && let Some(from) = fresh.pop_front()
    {
        let steps = new_steps(board, piece, from, standing, reached);
        reached |= steps;
        fresh |= steps;
    }
    frees(piece, reached)
}

/// Whether a man is free who can have come from these squares, his own among them: they are many, or one is his home.
fn frees(piece: Piece, reached: Bitboard) -> bool {
    let is_home = |at: Square| initial_piece(at) == Some(piece);
    reached.count() >= LOCKED.free || reached.into_iter().any(is_home)
}

/// Where else than on the squares `reached` an officer on `from` can have come from while those that are `standing` stay.
fn new_steps(
    board: &Board,
    piece: Piece,
    from: Square,
    standing: Bitboard,
    reached: Bitboard,
) -> Bitboard {
    let steps = attacks::attacks(from, piece, standing) & !standing & !reached;
    if piece.role != Role::King {
        return steps;
    }
    let enemies = board.by_color(piece.color.other()) & standing;
    let is_safe = |&step: &Square| {
        let attackers = board.attacks_to(step, piece.color.other(), standing);
        (attackers & enemies).is_empty()
    };
    steps.into_iter().filter(is_safe).collect()
}

/// A man and the squares he can have come from so far.
struct Man {
    piece: Piece,
    square: Square,
    reached: Bitboard,
    /// Whether some of them are new, so that he may come from farther on.
    has_come_on: bool,
    /// The men that may be in his way: as long as they stay and he has not come on, nothing changes for him.
    in_the_way: Bitboard,
}

impl Man {
    /// Adds the squares he can have come from while those that are `standing` stay. Whether he comes free by an unpromotion.
    fn go_on(
        &mut self,
        board: &Board,
        standing: Bitboard,
        may_take: bool,
        may_promote: bool,
    ) -> bool {
        let Piece { color, role } = self.piece;
        let others = standing.without(self.square);
        let before = self.reached;
        let mut unpromotes = false;
        let mut looked_at = Bitboard::EMPTY;
        for from in before {
            if role == Role::Pawn {
                self.reached |= pawn_steps(color, from, others, may_take);
                looked_at |= pawn_steps(color, from, Bitboard::EMPTY, may_take);
                continue;
            }
            self.reached |= new_steps(board, self.piece, from, others, self.reached);
            looked_at |= attacks::attacks(from, self.piece, others);
            if from.rank() == last_rank(color) && role != Role::King && may_promote {
                unpromotes |= pawn_steps(color, from, others, may_take).any();
                looked_at |= pawn_steps(color, from, Bitboard::EMPTY, may_take);
            }
        }
        self.has_come_on = self.reached != before;
        // Whoever goes may have checked a king.
        self.in_the_way = match role {
            Role::King => others,
            _ => looked_at & others,
        };
        unpromotes
    }
}

/// In which round each man comes free.
struct Waiting {
    rounds: [u8; 64],
}

impl Waiting {
    /// Until all `locked` men are free. Those that are not `standing` are in nobody's way from the beginning.
    fn new(board: &Board, walls: Bitboard, mut standing: Bitboard, locked: Bitboard) -> Waiting {
        let mut rounds = [u8::MAX; 64];
        let movable = standing & !walls;
        let mut men: Vec<Man> = Vec::with_capacity(32);
        men.extend(movable.into_iter().filter_map(|square| {
            let piece = board.piece_at(square)?;
            Some(Man {
                piece,
                square,
                reached: Bitboard::from(square),
                has_come_on: true,
                in_the_way: Bitboard::EMPTY,
            })
        }));
        let may_take = |color: Color| board.by_color(color.other()).count() < 16;
        let may_take = [may_take(Color::Black), may_take(Color::White)];
        let may_promote = |color: Color| (board.by_color(color) & board.pawns()).count() < 8;
        let may_promote = [may_promote(Color::Black), may_promote(Color::White)];
        let mut waiting = locked & movable;
        let mut gone = Bitboard::EMPTY;
        for round in 0..LOCKED.never.cast_unsigned() as u8 {
            let mut next = standing;
            let mut has_changed = false;
            men.retain_mut(|man| {
                if !man.has_come_on && man.in_the_way.is_disjoint(gone) {
                    return true;
                }
                let side = man.piece.color as usize;
                let unpromotes = man.go_on(board, standing, may_take[side], may_promote[side]);
                let is_free = unpromotes || frees(man.piece, man.reached);
                if man.has_come_on || is_free {
                    has_changed = true;
                    next.discard(man.square);
                }
                if is_free {
                    rounds[usize::from(man.square)] = round;
                    waiting.discard(man.square);
                }
                !is_free
            });
            if !has_changed || waiting.is_empty() {
                break;
            }
            gone = standing & !next;
            standing = next;
        }
        Waiting { rounds }
    }

    fn cost(&self, locked: Bitboard) -> i32 {
        let rounds = |square: Square| {
            let round = i32::from(self.rounds[usize::from(square)]);
            (round + 1).min(LOCKED.never) * LOCKED.round
        };
        locked.into_iter().map(rounds).sum()
    }
}

/// Where a pawn of `color` on `from` can have come from.
fn pawn_steps(color: Color, from: Square, standing: Bitboard, may_take: bool) -> Bitboard {
    if from.rank() == home_rank(color) {
        return Bitboard::EMPTY;
    }
    let behind = from.offset(if color.is_white() { -8 } else { 8 });
    let mut steps: Bitboard = behind.into_iter().collect();
    if may_take {
        steps |= attacks::pawn_attacks(color.other(), from);
    }
    steps & !standing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_locked_in_by_others_counts_and_who_is_at_home_does_not() {
        let relaxed =
            |placement| Relaxation::of(&Node::of(placement, Color::Black), Kings::LikeOthers);
        let array = relaxed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
        assert!(array.locked.is_empty() && array.cost == 0);
        // King and bishop have no move and the rook but two; the knight is free, and the rook on its file when it has gone.
        let corner = relaxed("4k3/8/8/8/8/2P5/PPr5/Kbn1K3");
        assert_eq!(
            corner.locked,
            Bitboard::EMPTY,
            "one after the other gets out"
        );
        let shut = relaxed("4k3/8/8/8/8/2PP4/PPrP4/KbBQ4");
        let expected = [Square::A1, Square::B1, Square::C2];
        assert!(
            expected
                .into_iter()
                .all(|square| shut.locked.contains(square))
        );
    }

    #[test]
    fn who_waits_for_others_waits_as_many_rounds_as_they_need() {
        let cost =
            |placement| Relaxation::of(&Node::of(placement, Color::Black), Kings::LikeOthers).cost;
        // First a pawn steps back, then the knight comes where it stood, then he is in the open.
        assert_eq!(
            cost("4k3/pppppppp/8/8/8/2P1P3/1P1P1P2/3nK3"),
            LOCKED.round * 3,
            "three rounds"
        );
        // Nobody can make way for king, bishop and rook.
        let shut = Node::of("4k3/8/8/8/8/2PP4/PPrP4/KbBQ4", Color::Black);
        let shut = Relaxation::of(&shut, Kings::LikeOthers);
        assert_eq!(shut.cost, 3 * LOCKED.never * LOCKED.round);
        assert!(shut.is_tight());
        assert_eq!(cost("4k3/8/8/8/8/2PP4/PPr5/KbBQ4"), 0);
    }

    #[test]
    fn a_king_in_the_open_needs_nobody_to_make_way() {
        // When the rook goes, the king on h2 has the first rank.
        let node = Node::of("4k3/8/8/8/8/8/5PP1/K5R1", Color::Black);
        let mut board = node.board.clone();
        board.discard_piece_at(Square::E8);
        board.set_piece_at(Square::H2, Role::King.of(Color::Black));
        let node = Node { board, ..node };
        let locked = |kings| Relaxation::of(&node, kings).locked;
        assert!(locked(Kings::LikeOthers).is_empty());
        assert_eq!(locked(Kings::InTheOpen), Bitboard::from(Square::H2));
        assert_eq!(locked(Kings::Outside), Bitboard::from(Square::H2));
    }

    #[test]
    fn a_king_is_outside_when_he_has_left_the_house_of_the_other_side() {
        let relaxed =
            |placement| Relaxation::of(&Node::of(placement, Color::Black), Kings::Outside);
        let inside = relaxed("8/8/8/8/8/1k6/8/4K3");
        assert_eq!(inside.locked, Bitboard::from(Square::B3));
        // He has one rank to go, and then none.
        let behind = relaxed("8/8/8/8/8/8/1k6/4K3");
        assert_eq!(behind.cost - inside.cost, LOCKED.inside);
        let outside = relaxed("8/8/8/8/1k6/8/8/4K3");
        assert!(outside.locked.is_empty() && outside.cost == 0);
        assert!(
            relaxed("4k3/8/8/8/8/8/8/4K3").locked.is_empty(),
            "kings at home"
        );
    }
}
