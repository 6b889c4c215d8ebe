//! Where officers can have gone, given the squares closed for the whole game.
//!
//! A move never crosses or enters the square of a steady man. A man that checks a steady king without
//! anything to interpose never leaves its square: the king cannot move away, so the man was captured
//! at once. A king never stands where a steady enemy man has attacked it all along.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::many;
use crate::world::Right;

/// The moves of officers around steady men.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mobility {
    /// Closed for everybody.
    pub blocked: Bitboard,
    /// The steady king of each side (White, Black), if it is steady.
    pub steady_kings: [Option<Square>; 2],
    /// Squares where the king of each side (White, Black) never stood.
    pub king_taboo: [Bitboard; 2],
    /// Runs of squares of a file that always held a pawn of White's, and of Black's: no move takes in a whole run.
    pub walls: [Bitboard; 2],
}

const fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

impl Mobility {
    /// The mobility around `steady` men of `board`.
    pub fn new(board: &Board, steady: Bitboard) -> Mobility {
        let mut mobility = Mobility {
            blocked: steady,
            steady_kings: [None; 2],
            king_taboo: [Bitboard::EMPTY; 2],
            walls: [Bitboard::EMPTY; 2],
        };
        for color in Color::ALL {
            mobility.steady_kings[index(color)] = board
                .king_of(color)
                .filter(|&square| steady.contains(square));
            // A steady man attacks its neighbours whatever else stands on the board.
            mobility.king_taboo[index(color)] = (steady & board.by_color(color.other()))
                .into_iter()
                .filter_map(|square| Some((square, board.piece_at(square)?)))
                .fold(Bitboard::EMPTY, |taboo, (square, piece)| {
                    taboo | attacks::attacks(square, piece, Bitboard::FULL)
                });
        }
        mobility
    }

    /// The steady king of `color`, if its king is steady.
    pub fn steady_king(&self, color: Color) -> Option<Square> {
        self.steady_kings[index(color)]
    }

    /// Whether the king of `color` never stood on `square`.
    pub fn is_taboo(&self, color: Color, square: Square) -> bool {
        self.king_taboo[index(color)].contains(square)
    }

    /// Whether a man of `color` and `role` on `square` gives a check to a steady king that nothing can interpose.
    pub fn pins_down(&self, color: Color, role: Role, square: Square) -> bool {
        self.held(color, role).contains(square)
    }

    /// The squares one move of an officer of `color` and `role` leads to from `square`, with further
    /// squares `blocked` besides the steady ones. Castling is a move of king and of rook.
    pub fn step(&self, color: Color, role: Role, square: Square, blocked: Bitboard) -> Bitboard {
        if self.pins_down(color, role, square) {
            return Bitboard::EMPTY;
        }
        self.plain_step(color, role, square, blocked) | self.castled(color, role, square, blocked)
    }

    /// From where to where castlings that nobody stands in the way of all the time take such a man.
    fn castlings(
        &self,
        color: Color,
        role: Role,
        blocked: Bitboard,
    ) -> impl Iterator<Item = (Square, Square)> {
        let rights = Right::ALL
            .into_iter()
            .filter(move |right| right.color() == color);
        rights.filter_map(move |right| {
            let [king, rook] = [
                (right.king_home(), right.side().king_to(color)),
                (right.rook_home(), right.side().rook_to(color)),
            ];
            let man = match role {
                Role::King => king,
                Role::Rook => rook,
                _ => return None,
            };
            let way = attacks::between(king.0, rook.0);
            // The king crosses the square where the rook arrives.
            let crossed = Bitboard::from(king.1) | rook.1;
            let is_free = !way.intersects(self.blocked | blocked)
                && !crossed.intersects(self.king_taboo[index(color)])
                && !self.blocked.contains(king.0)
                && !self.blocked.contains(rook.0);
            is_free.then_some(man)
        })
    }

    /// Where castling takes such a man from a square.
    fn castled(&self, color: Color, role: Role, square: Square, blocked: Bitboard) -> Bitboard {
        let castlings = self.castlings(color, role, blocked);
        castlings
            .filter_map(|(home, goal)| (home == square).then_some(goal))
            .collect()
    }

    /// The moves of [`Mobility::step`] without castling.
    fn plain_step(&self, color: Color, role: Role, square: Square, blocked: Bitboard) -> Bitboard {
        let blocked = self.blocked | blocked;
        if self.pins_down(color, role, square) {
            return Bitboard::EMPTY;
        }
        let to = match role {
            Role::Pawn => Bitboard::EMPTY,
            _ => attacks::attacks(square, role.of(color), blocked) & !self.never_stood(color, role),
        };
        past(self.walls, square, to & !blocked)
    }

    /// Where an officer can have come from `from`, after an even number of its moves and after an odd one,
    /// while a pawn advances over the squares `pawn` (standing on one of them all the time).
    ///
    /// Castling is a move of the king and none of the rook.
    pub fn tour(
        &self,
        color: Color,
        role: Role,
        from: Square,
        blocked: Bitboard,
        pawn: &[Square],
    ) -> [Bitboard; 2] {
        let mut all = [Bitboard::from(from), Bitboard::EMPTY];
        for layer in 0..pawn.len().max(1) {
            let shut = pawn
                .get(layer)
                .map_or(blocked, |&square| blocked.with(square));
            let mut seen = all;
            if layer > 0 {
                seen = seen.map(|set| set & !shut);
            }
            let mut frontier = seen;
            while (frontier[0] | frontier[1]).any() {
                let parity = usize::from(frontier[0].is_empty());
                let Some(square) = frontier[parity].pop_front() else {
                    break;
                };
                let mut reached = [Bitboard::EMPTY; 2];
                reached[1 - parity] = self.plain_step(color, role, square, shut);
                match role {
                    Role::Rook => reached[parity] |= self.castled(color, role, square, shut),
                    Role::King => reached[1 - parity] |= self.castled(color, role, square, shut),
                    _ => {}
                }
                for side in 0..2 {
                    let fresh = reached[side] & !seen[side];
                    seen[side] |= fresh;
                    frontier[side] |= fresh;
                }
            }
            all[0] |= seen[0];
            all[1] |= seen[1];
        }
        all
    }

    /// Every square from which an officer can have gone to `to`, itself included; the reverse of
    /// [`Mobility::reach`].
    pub fn origins(&self, color: Color, role: Role, to: Square, blocked: Bitboard) -> Bitboard {
        let shut = self.blocked | blocked;
        let held = self.held(color, role);
        let stride = Stride::new(role, shut, held, [self.walls, [Bitboard::EMPTY; 2]]);
        let closed = shut | held | self.never_stood(color, role);
        let mut seen = Bitboard::from(to);
        let mut frontier = seen;
        while frontier.any() {
            frontier = stride.next(frontier) & !closed & !seen;
            seen |= frontier;
        }
        seen
    }

    /// Every square an officer can have stood on while pawns paced: a run of squares of a file in `bars` (of
    /// White's pawns, and of Black's) always holds a pawn, so no move takes in the whole run.
    pub fn barred_reach(
        &self,
        color: Color,
        role: Role,
        from: Square,
        blocked: Bitboard,
        bars: [Bitboard; 2],
    ) -> Bitboard {
        self.flooded(color, role, from.into(), blocked, bars)
    }

    /// Every square an officer can have stood on that started from `from`, itself included.
    pub fn reach(&self, color: Color, role: Role, from: Bitboard, blocked: Bitboard) -> Bitboard {
        self.flooded(color, role, from, blocked, [Bitboard::EMPTY; 2])
    }

    /// Whether [`Mobility::reach`] from there leads nowhere else.
    pub fn is_stuck(&self, color: Color, role: Role, square: Square, blocked: Bitboard) -> bool {
        if self.pins_down(color, role, square) {
            return true;
        }
        let shut = self.blocked | blocked;
        let bars = [self.walls, [Bitboard::EMPTY; 2]];
        let stride = Stride::new(role, shut, Bitboard::EMPTY, bars);
        let from = Bitboard::from(square);
        let closed = shut | self.never_stood(color, role) | from;
        (stride.next(from) & !closed).is_empty()
    }

    /// As [`Mobility::barred_reach`], from any of these squares. Castling leads nowhere that king and rook do not come to
    /// by themselves: nobody stands between them, and the king is not in check on his way.
    fn flooded(
        &self,
        color: Color,
        role: Role,
        from: Bitboard,
        blocked: Bitboard,
        bars: [Bitboard; 2],
    ) -> Bitboard {
        let shut = self.blocked | blocked;
        let held = self.held(color, role);
        let stride = Stride::new(role, shut, held, [self.walls, bars]);
        let closed = shut | self.never_stood(color, role);
        let mut seen = from;
        let mut frontier = from & !held;
        while frontier.any() {
            let fresh = stride.next(frontier) & !closed & !seen;
            seen |= fresh;
            frontier = fresh & !held;
        }
        seen
    }

    /// The squares that [`Mobility::pins_down`] speaks of.
    fn held(&self, color: Color, role: Role) -> Bitboard {
        match self.steady_king(color.other()) {
            Some(king) if role != Role::King => {
                attacks::attacks(king, role.of(color.other()), Bitboard::FULL)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The squares that [`Mobility::is_taboo`] speaks of, for a king.
    fn never_stood(&self, color: Color, role: Role) -> Bitboard {
        match role {
            Role::King => self.king_taboo[index(color)],
            _ => Bitboard::EMPTY,
        }
    }
}

/// The moves of an officer from many squares at once, as far as it matters for all squares he can get to: who goes along a line goes
/// step by step, unless there are squares on it that he crosses and never leaves.
struct Stride {
    role: Role,
    shut: Bitboard,
    bars: [Bitboard; 4],
    /// The lower squares of runs of two: the runs that a step takes in.
    runs: u64,
    /// Whether he may cross squares that he never leaves.
    crosses: bool,
}

impl Stride {
    fn new(role: Role, shut: Bitboard, held: Bitboard, bars: [[Bitboard; 2]; 2]) -> Stride {
        let bars = [bars[0][0], bars[0][1], bars[1][0], bars[1][1]];
        let pairs = |bars: Bitboard| {
            let bars = u64::from(bars);
            bars & (bars >> 8) & !(bars << 8) & !(bars >> 16)
        };
        let slides = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
        Stride {
            role,
            shut,
            runs: bars.into_iter().fold(0, |all, bars| all | pairs(bars)),
            bars,
            crosses: slides && (held & !shut).any(),
        }
    }

    /// Where the next steps lead: to nowhere that no move leads to, and again and again to everywhere. What is shut counts only as
    /// what nobody crosses.
    fn next(&self, squares: Bitboard) -> Bitboard {
        if !self.crosses {
            return Bitboard(self.steps(squares.into()));
        }
        let [a, b, c, d] = self.bars;
        if (a | b | c | d).is_empty() || self.role == Role::Bishop {
            return many::moves(self.role, squares, self.shut);
        }
        let slides = |square| {
            let to = match self.role {
                Role::Rook => attacks::rook_attacks(square, self.shut),
                _ => attacks::queen_attacks(square, self.shut),
            };
            past([c, d], square, past([a, b], square, to))
        };
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |all, square| all | slides(square))
    }

    /// One step to each side.
    fn steps(&self, from: u64) -> u64 {
        let straight = || {
            let up = (from & !self.runs) << 8;
            let down = (from & !(self.runs << 8)) >> 8;
            up | down | many::along(from)
        };
        match self.role {
            Role::Pawn => 0,
            Role::Knight => many::jumps(from),
            Role::Bishop => many::aslant(from),
            Role::Rook => straight(),
            Role::Queen | Role::King => straight() | many::aslant(from),
        }
    }
}

/// The squares a move between which and `square` takes in no whole run of `bars` on one file.
fn past(bars: [Bitboard; 2], square: Square, to: Bitboard) -> Bitboard {
    let file = Bitboard::from_file(square.file());
    let mut left = to;
    for runs in bars.map(|bars| bars & file) {
        if runs.is_empty() || !left.intersects(file) {
            continue;
        }
        left = left
            .into_iter()
            .filter(|&target| {
                target.file() != square.file()
                    || !takes_in_a_run(
                        attacks::between(square, target).with(square).with(target),
                        runs,
                    )
            })
            .collect();
    }
    left
}

/// Whether the squares of a move along a file take in a whole run of `bars` on it.
fn takes_in_a_run(path: Bitboard, mut bars: Bitboard) -> bool {
    while let Some(first) = bars.first() {
        let mut run = Bitboard::from(first);
        loop {
            let grown = run | (run.shift(8) & bars);
            if grown == run {
                break;
            }
            run = grown;
        }
        if run.count() > 1 && run.is_subset(path) {
            return true;
        }
        bars &= !run;
    }
    false
}

#[cfg(test)]
mod tests {
    use shakmaty::File;

    use super::*;
    use crate::random::Random;

    const ARRAY: Bitboard = Bitboard::BACKRANKS
        .with_const(Bitboard::from_rank(shakmaty::Rank::Second))
        .with_const(Bitboard::from_rank(shakmaty::Rank::Seventh));

    #[test]
    fn nobody_castles_past_a_man_who_never_moved() {
        // The bishop c8 is shut in, and the rook a8 with it.
        let board = Board::from_ascii_board_fen(b"2b1k3/1p1p4/8/8/8/8/8/4K3").unwrap();
        let steady = [Square::B7, Square::C8, Square::D7];
        let mobility = Mobility::new(&board, steady.into_iter().collect());
        let step = |from| mobility.step(Color::Black, Role::Rook, from, Bitboard::EMPTY);
        assert_eq!(
            step(Square::A8),
            Bitboard::from_file(File::A)
                .without(Square::A8)
                .with(Square::B8)
        );
        let castled = |blocked| mobility.castled(Color::Black, Role::King, Square::E8, blocked);
        assert_eq!(castled(Bitboard::EMPTY), Square::G8.into());
        assert_eq!(castled(Square::F8.into()), Bitboard::EMPTY);
    }

    #[test]
    fn all_squares_at_once_are_those_of_move_after_move() {
        let mut random = Random::new(7);
        let mut squares = |thick: u32| {
            let mut word = u64::MAX;
            for _ in 0..thick {
                word &= (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
            }
            Bitboard(word)
        };
        for round in 0..1500 {
            let steady = squares(2 + round % 3);
            let mut mobility = Mobility::new(&Board::new(), steady & ARRAY);
            mobility.blocked |= squares(3);
            let runs = [squares(1), squares(1)].map(|runs| {
                if round % 2 == 0 {
                    runs & squares(1)
                } else {
                    Bitboard::EMPTY
                }
            });
            mobility.walls = if round % 3 == 0 { runs } else { mobility.walls };
            let (blocked, bars) = (squares(3), [squares(2), runs[1]]);
            let bars = if round % 4 < 2 {
                bars
            } else {
                [Bitboard::EMPTY; 2]
            };
            let from = Square::new(squares(1).first().map_or(0, u32::from));
            let kinds = Color::ALL
                .into_iter()
                .flat_map(|color| Role::ALL.map(|role| (color, role)));
            for (color, role) in kinds {
                let mut seen = Bitboard::from(from);
                let mut frontier = seen;
                while let Some(square) = frontier.pop_front() {
                    let to = mobility.step(color, role, square, blocked);
                    let fresh = past(bars, square, to) & !seen;
                    seen |= fresh;
                    frontier |= fresh;
                }
                let found = mobility.barred_reach(color, role, from, blocked, bars);
                assert_eq!(found, seen, "{color} {role:?} from {from}");
                // The other way round.
                let shut = mobility.blocked | blocked;
                let is_taboo = role == Role::King && mobility.is_taboo(color, from);
                if shut.contains(from) || is_taboo || role == Role::Pawn {
                    continue;
                }
                let leads = |&square: &Square| {
                    let reach = mobility.reach(color, role, square.into(), blocked);
                    let stands = role != Role::King || !mobility.is_taboo(color, square);
                    let stays = mobility.pins_down(color, role, square);
                    square == from || reach.contains(from) && stands && !stays
                };
                let seen: Bitboard = (!shut).into_iter().filter(leads).collect();
                let found = mobility.origins(color, role, from, blocked);
                assert_eq!(found, seen, "{color} {role:?} to {from}");
            }
        }
    }

    #[test]
    fn a_rook_on_the_back_rank_never_leaves_the_side_of_a_steady_king() {
        let board = Board::new();
        let steady = Bitboard::from(Square::E8) | Bitboard::from(Square::H8);
        let mobility = Mobility::new(&board, steady);
        let from = Bitboard::from(Square::D8);
        assert_eq!(
            mobility.reach(Color::White, Role::Rook, from, Bitboard::EMPTY),
            from
        );
        let from = Bitboard::from(Square::C8);
        let reach = mobility.reach(Color::White, Role::Rook, from, Bitboard::EMPTY);
        // From c8 it does not check: d8 lies between and can be filled.
        assert!(reach.contains(Square::A1) && reach.contains(Square::D8));
    }
}
