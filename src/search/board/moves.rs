//! Legal moves of a [`Board`], generated legal at once: no move is made to be tested, except en passant.

use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square, attacks};

use super::{Board, Kind, Step, behind, pawn_attack_sets};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

impl Board {
    /// Appends all legal moves: king moves first, then pieces, pawns, castling.
    pub(in crate::search) fn legal_moves(&self, moves: &mut Vec<Step>) {
        let us = self.turn();
        let them = !us;
        let king = self.king(us);
        let own = self.by_color(us);
        let occupied = self.occupied();
        let checkers = self.attackers(king, them, occupied);

        let flights = attacks::king_attacks(king) & !own;
        if flights.any() {
            let danger = self.attacked(them, occupied ^ Bitboard::from_square(king));
            for to in flights & !danger {
                moves.push(Step::normal(king, to));
            }
        }
        let mut goal = !own;
        if let Some(checker) = checkers.first() {
            if checkers.more_than_one() {
                return;
            }
            goal &= attacks::between(king, checker) | checkers;
        }

        let pinned = self.screens(king, them) & own;
        for from in self.pieces(us, Role::Knight) & !pinned {
            for to in attacks::knight_attacks(from) & goal {
                moves.push(Step::normal(from, to));
            }
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.pieces(us, role) {
                let mut reach = slide(role, from, occupied) & goal;
                if pinned.contains(from) {
                    reach &= attacks::ray(king, from);
                }
                for to in reach {
                    moves.push(Step::normal(from, to));
                }
            }
        }
        self.pawn_moves(goal, pinned, king, moves);
        if checkers.is_empty() {
            self.castlings(moves);
        }
    }

    /// The position after a step remembered from elsewhere, if it is legal here.
    pub(in crate::search) fn play_if_legal<const KEYED: bool>(&self, step: Step) -> Option<Board> {
        let us = self.turn();
        let (from, to) = (step.from(), step.to());
        let own = self.by_color(us);
        if !own.contains(from) {
            return None;
        }
        let kind = step.kind();
        if kind == Kind::Castle {
            let legal = self.castlers().contains(to)
                && own.contains(to)
                && self.king(us) == from
                && self.checkers().is_empty()
                && self.may_castle(us, from, to);
            return legal.then(|| self.play(step));
        }
        if own.contains(to) {
            return None;
        }
        let role = self.role_at(from);
        let reaches = match role {
            Role::Pawn => self.pawn_reaches(from, to, kind),
            _ if kind != Kind::Normal => false,
            Role::Knight => attacks::knight_attacks(from).contains(to),
            Role::King => attacks::king_attacks(from).contains(to),
            _ => slide(role, from, self.occupied()).contains(to),
        };
        if !reaches {
            return None;
        }
        let after = if KEYED {
            self.play(step)
        } else {
            self.play_keyless(step)
        };
        after.is_legal_past().then_some(after)
    }

    fn pawn_reaches(&self, from: Square, to: Square, kind: Kind) -> bool {
        let us = self.turn();
        let takes = attacks::pawn_attacks(us, from).contains(to);
        if kind == Kind::EnPassant {
            return takes && self.target() == Some(to);
        }
        if matches!(kind, Kind::Promotion(_)) != Bitboard::BACKRANKS.contains(to) {
            return false;
        }
        if takes {
            return self.by_color(!us).contains(to);
        }
        let (forward, second) = us.fold_wb((8, Rank::Second), (-8, Rank::Seventh));
        let empty = !self.occupied();
        let single = Bitboard::from_square(from).shift(forward) & empty;
        let double = if from.rank() == second {
            single.shift(forward) & empty
        } else {
            Bitboard::EMPTY
        };
        (single | double).contains(to)
    }

    fn pawn_moves(&self, goal: Bitboard, pinned: Bitboard, king: Square, moves: &mut Vec<Step>) {
        let us = self.turn();
        let pawns = self.pieces(us, Role::Pawn);
        let empty = !self.occupied();
        let enemies = self.by_color(!us);
        let (forward, third) = if us.is_white() {
            (8_i32, Rank::Third)
        } else {
            (-8, Rank::Sixth)
        };
        let mut add = |targets: Bitboard, delta: i32| {
            for to in targets {
                let from = behind(to, delta);
                if pinned.contains(from) && !attacks::ray(king, from).contains(to) {
                    continue;
                }
                if Bitboard::BACKRANKS.contains(to) {
                    for role in PROMOTIONS {
                        moves.push(Step::promotion(from, to, role));
                    }
                } else {
                    moves.push(Step::normal(from, to));
                }
            }
        };
        let (left, right) = pawn_attack_sets(pawns, us);
        add(left & enemies & goal, forward - 1);
        add(right & enemies & goal, forward + 1);
        let single = pawns.shift(forward) & empty;
        let double = (single & Bitboard::from_rank(third)).shift(forward) & empty;
        add(single & goal, forward);
        add(double & goal, 2 * forward);
        if let Some(target) = self.target() {
            for from in attacks::pawn_attacks(!us, target) & pawns {
                let step = Step::en_passant(from, target);
                if self.play_keyless(step).is_legal_past() {
                    moves.push(step);
                }
            }
        }
    }

    /// Whether the side that has just moved is not in check.
    pub(in crate::search) fn is_legal_past(&self) -> bool {
        let mover = !self.turn();
        self.attackers(self.king(mover), self.turn(), self.occupied())
            .is_empty()
    }

    fn castlings(&self, moves: &mut Vec<Step>) {
        let us = self.turn();
        let king = self.king(us);
        for rook in self.castlers() & self.by_color(us) {
            if self.may_castle(us, king, rook) {
                moves.push(Step::castle(king, rook));
            }
        }
    }

    #[cold]
    fn may_castle(&self, us: Color, king: Square, rook: Square) -> bool {
        let side = CastlingSide::from_queen_side(rook < king);
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let pair = Bitboard::from_square(king) | Bitboard::from_square(rook);
        let king_path = attacks::between(king, king_to) | Bitboard::from_square(king_to);
        let rook_path = attacks::between(rook, rook_to) | Bitboard::from_square(rook_to);
        let others = self.occupied() & !pair;
        if ((king_path | rook_path) & others).any() {
            return false;
        }
        let occupied = self.occupied() ^ Bitboard::from_square(king);
        let safe =
            |square: Square, occupied: Bitboard| self.attackers(square, !us, occupied).is_empty();
        (attacks::between(king, king_to) | Bitboard::from_square(king))
            .into_iter()
            .all(|square| safe(square, occupied))
            && safe(king_to, others | Bitboard::from_square(rook_to))
    }
}

/// Where a slider reaches.
#[inline]
pub(in crate::search) fn slide(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        _ => attacks::queen_attacks(from, occupied),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen, perft};

    fn count(board: &Board, depth: u32, moves: &mut Vec<Step>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let base = moves.len();
        board.legal_moves(moves);
        let end = moves.len();
        let total = (base..end)
            .map(|index| {
                let step = moves[index];
                count(&board.play(step), depth - 1, moves)
            })
            .sum();
        moves.truncate(base);
        total
    }

    // The positions of the chess programming wiki's perft page, and problems with castling, e.p.,
    // promotions and pins; the counts are shakmaty's.
    #[test]
    fn move_trees_have_the_size_of_shakmatys() {
        for (fen, depth) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 4),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
                3,
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5),
            (
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
                4,
            ),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 3),
            (
                "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
                3,
            ),
            ("4k2r/8/5B1P/5KpP/8/8/8/3R4 w k g6", 4),
            ("8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w - g6", 4),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", 4),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", 4),
            ("8/8/8/K2pP2r/8/8/8/4k3 w - d6", 4),
        ] {
            let position: Chess = fen
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Standard)
                .unwrap();
            let board = Board::new(&position);
            assert_eq!(
                count(&board, depth, &mut Vec::new()),
                perft(&position, depth),
                "{fen}"
            );
        }
    }

    /// Walks a tree and compares moves, check and key at every node.
    fn compare(position: &Chess, board: &Board, depth: u32) {
        let mut steps = Vec::new();
        board.legal_moves(&mut steps);
        let mut ours: Vec<_> = steps.iter().map(|&step| board.describe(step)).collect();
        let mut theirs = position.legal_moves().to_vec();
        let order = |mv: &shakmaty::Move| (mv.from(), mv.to(), mv.promotion());
        ours.sort_by_key(order);
        theirs.sort_by_key(order);
        assert_eq!(
            ours,
            theirs,
            "{}",
            Fen::from_position(position, shakmaty::EnPassantMode::Always)
        );
        assert_eq!(board.checkers(), position.checkers());
        // The key kept up to date is the key made from scratch, but for targets out of reach.
        if board.target() == position.ep_square(shakmaty::EnPassantMode::Legal) {
            assert_eq!(board.key(), Board::new(position).key());
        }
        if depth == 0 {
            return;
        }
        // Every step there can be is legal exactly if it was generated.
        let legal: std::collections::HashSet<u16> = steps.iter().map(|step| step.bits()).collect();
        for bits in (0..0x8000).filter(|bits| bits >> 12 != 1) {
            let step = Step::from_bits(bits);
            let after = board.play_if_legal::<true>(step);
            assert_eq!(after.is_some(), legal.contains(&bits), "{step:?}");
        }
        for step in steps {
            let mut after = position.clone();
            after.play_unchecked(board.describe(step));
            compare(&after, &board.play(step), depth - 1);
        }
    }

    #[test]
    fn moves_are_shakmatys_at_every_node() {
        for fen in [
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq -",
            "4k2r/8/5B1P/5KpP/8/8/8/3R4 w k g6",
            "8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1 w - d6",
        ] {
            let position: Chess = fen
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Standard)
                .unwrap();
            compare(&position, &Board::new(&position), 2);
        }
    }
}
