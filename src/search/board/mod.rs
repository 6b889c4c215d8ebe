//! A small fast position of ordinary chess, and its moves: what all play is searched on once nothing is in doubt.
//!
//! Ninety-odd bytes, copied rather than taken back. Invariant: the rules are those of shakmaty, from
//! which every [`Board`] comes (differential tests compare the move trees); the key is a function
//! of placement, side on move, rights and target, and is kept up to date by [`Board::play`].

mod moves;
mod one_move;
mod stuck;

pub(in crate::search) use moves::slide;
pub(in crate::search) use one_move::Checks;

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, EnPassantMode, File, Move, Position, Rank, Role, Square,
    attacks,
};

/// A move in sixteen bits: origin, destination (of castling: the rook), kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::search) struct Step(u16);

/// What is special about a [`Step`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum Kind {
    Normal,
    EnPassant,
    Castle,
    Promotion(Role),
}

impl Step {
    /// No move: origin and destination are the same.
    pub(in crate::search) const NONE: Step = Step(0);

    const EN_PASSANT: u16 = 6 << 12;
    const CASTLE: u16 = 7 << 12;

    pub(in crate::search) fn normal(from: Square, to: Square) -> Step {
        Step((from.to_u32() | to.to_u32() << 6) as u16)
    }

    pub(in crate::search) fn promotion(from: Square, to: Square, role: Role) -> Step {
        Step(Step::normal(from, to).0 | (role as u16) << 12)
    }

    pub(in crate::search) fn en_passant(from: Square, to: Square) -> Step {
        Step(Step::normal(from, to).0 | Step::EN_PASSANT)
    }

    pub(in crate::search) fn castle(king: Square, rook: Square) -> Step {
        Step(Step::normal(king, rook).0 | Step::CASTLE)
    }

    /// What shakmaty says in its words.
    pub(in crate::search) fn of(mv: Move) -> Step {
        match mv {
            Move::Castle { king, rook } => Step::castle(king, rook),
            Move::EnPassant { from, to } => Step::en_passant(from, to),
            _ => {
                let (from, to) = (mv.from().unwrap_or(mv.to()), mv.to());
                match mv.promotion() {
                    Some(role) => Step::promotion(from, to, role),
                    None => Step::normal(from, to),
                }
            }
        }
    }

    pub(in crate::search) fn from(self) -> Square {
        square(u32::from(self.0))
    }

    pub(in crate::search) fn to(self) -> Square {
        square(u32::from(self.0 >> 6))
    }

    pub(in crate::search) fn kind(self) -> Kind {
        match self.0 >> 12 {
            2 => Kind::Promotion(Role::Knight),
            3 => Kind::Promotion(Role::Bishop),
            4 => Kind::Promotion(Role::Rook),
            5 => Kind::Promotion(Role::Queen),
            6 => Kind::EnPassant,
            7 => Kind::Castle,
            _ => Kind::Normal,
        }
    }

    /// All sixteen bits; zero is no move.
    pub(in crate::search) fn bits(self) -> u16 {
        self.0
    }

    pub(in crate::search) fn from_bits(bits: u16) -> Step {
        Step(bits)
    }
}

#[inline]
fn square(index: u32) -> Square {
    Square::new(index & 63)
}

/// Placement, side on move, castling rights and en-passant target.
#[derive(Debug, Clone, Copy)]
pub(in crate::search) struct Board {
    /// By role, pawns first.
    roles: [Bitboard; 6],
    /// By colour, Black first as in shakmaty.
    colors: [Bitboard; 2],
    key: u128,
    /// The rooks that may still castle.
    castlers: Bitboard,
    turn: Color,
    target: Option<Square>,
}

impl Board {
    pub(in crate::search) fn new(position: &Chess) -> Board {
        let board = position.board();
        let mut this = Board {
            roles: Role::ALL.map(|role| board.by_role(role)),
            colors: [board.by_color(Color::Black), board.by_color(Color::White)],
            key: 0,
            castlers: position.castles().castling_rights(),
            turn: position.turn(),
            target: position.ep_square(EnPassantMode::Legal),
        };
        for color in Color::ALL {
            for role in Role::ALL {
                for square in this.pieces(color, role) {
                    this.key ^= keys::piece(color, role, square);
                }
            }
        }
        for rook in this.castlers {
            this.key ^= keys::castler(rook);
        }
        if let Some(target) = this.target {
            this.key ^= keys::target(target);
        }
        if this.turn.is_black() {
            this.key ^= keys::BLACK;
        }
        this
    }

    #[inline]
    pub(in crate::search) fn key(&self) -> u128 {
        self.key
    }

    #[inline]
    pub(in crate::search) fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    pub(in crate::search) fn target(&self) -> Option<Square> {
        self.target
    }

    #[inline]
    pub(in crate::search) fn castlers(&self) -> Bitboard {
        self.castlers
    }

    #[inline]
    pub(in crate::search) fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    #[inline]
    pub(in crate::search) fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    #[inline]
    pub(in crate::search) fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.by_color(color) & self.by_role(role)
    }

    #[inline]
    pub(in crate::search) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    pub(in crate::search) fn king(&self, color: Color) -> Square {
        square(self.pieces(color, Role::King).0.trailing_zeros())
    }

    /// Bishops and queens.
    #[inline]
    pub(in crate::search) fn diagonals(&self, color: Color) -> Bitboard {
        (self.by_role(Role::Bishop) | self.by_role(Role::Queen)) & self.by_color(color)
    }

    /// Rooks and queens.
    #[inline]
    pub(in crate::search) fn straights(&self, color: Color) -> Bitboard {
        (self.by_role(Role::Rook) | self.by_role(Role::Queen)) & self.by_color(color)
    }

    /// The piece on an occupied square.
    #[inline]
    pub(in crate::search) fn role_at(&self, square: Square) -> Role {
        let bit = |index: usize| (self.roles[index].0 >> square.to_u32()) & 1;
        let index = bit(1) + 2 * bit(2) + 3 * bit(3) + 4 * bit(4) + 5 * bit(5);
        match index {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            _ => Role::King,
        }
    }

    /// The pieces of `by` that attack `square` through `occupied`.
    #[inline]
    pub(in crate::search) fn attackers(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        (attacks::pawn_attacks(!by, square) & self.by_role(Role::Pawn)
            | attacks::knight_attacks(square) & self.by_role(Role::Knight)
            | attacks::king_attacks(square) & self.by_role(Role::King)
            | attacks::bishop_attacks(square, occupied)
                & (self.by_role(Role::Bishop) | self.by_role(Role::Queen))
            | attacks::rook_attacks(square, occupied)
                & (self.by_role(Role::Rook) | self.by_role(Role::Queen)))
            & self.by_color(by)
    }

    /// The squares `by` attacks through `occupied`.
    #[inline]
    pub(in crate::search) fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let (left, right) = pawn_attack_sets(self.pieces(by, Role::Pawn), by);
        let mut attacked = left | right | attacks::king_attacks(self.king(by));
        for knight in self.pieces(by, Role::Knight) {
            attacked |= attacks::knight_attacks(knight);
        }
        for slider in self.diagonals(by) {
            attacked |= attacks::bishop_attacks(slider, occupied);
        }
        for slider in self.straights(by) {
            attacked |= attacks::rook_attacks(slider, occupied);
        }
        attacked
    }

    /// The pieces that give check to the side on move.
    #[inline]
    pub(in crate::search) fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn, self.occupied())
    }

    /// The pieces, of either side, that alone stand between `color`'s king and a slider of `by`.
    #[inline]
    pub(in crate::search) fn screens(&self, king: Square, by: Color) -> Bitboard {
        let snipers = attacks::rook_attacks(king, Bitboard::EMPTY) & self.straights(by)
            | attacks::bishop_attacks(king, Bitboard::EMPTY) & self.diagonals(by);
        let mut screens = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & self.occupied();
            if !between.more_than_one() {
                screens |= between;
            }
        }
        screens
    }

    /// The position after a legal move.
    #[inline]
    pub(in crate::search) fn play(&self, step: Step) -> Board {
        let mut after = *self;
        after.apply::<true>(step);
        after
    }

    /// The same without a key, for leaves that are never looked up.
    #[inline]
    pub(in crate::search) fn play_keyless(&self, step: Step) -> Board {
        let mut after = *self;
        after.apply::<false>(step);
        after
    }

    /// The position with the other side on move and no target, to see what is threatened. The side on move must not be
    /// in check.
    pub(in crate::search) fn passed(&self) -> Board {
        let mut after = *self;
        if let Some(target) = after.target.take() {
            after.key ^= keys::target(target);
        }
        after.turn = !after.turn;
        after.key ^= keys::BLACK;
        after
    }

    #[inline]
    fn apply<const KEYED: bool>(&mut self, step: Step) {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (step.from(), step.to());
        if let Some(target) = self.target.take() {
            self.key ^= keys::target(target);
        }
        match step.kind() {
            Kind::Castle => self.castle(us, from, to),
            kind => {
                let role = self.role_at(from);
                if self.by_color(them).contains(to) {
                    let captured = self.role_at(to);
                    self.toggle::<KEYED>(them, captured, to);
                }
                self.toggle::<KEYED>(us, role, from);
                let arriving = if let Kind::Promotion(promoted) = kind {
                    promoted
                } else {
                    role
                };
                self.toggle::<KEYED>(us, arriving, to);
                if role == Role::Pawn {
                    if kind == Kind::EnPassant {
                        let captured = Square::from_coords(to.file(), from.rank());
                        self.toggle::<KEYED>(them, Role::Pawn, captured);
                    } else if from.to_u32().abs_diff(to.to_u32()) == 16 {
                        let over = square(u32::midpoint(from.to_u32(), to.to_u32()));
                        if (attacks::pawn_attacks(us, over) & self.pieces(them, Role::Pawn)).any() {
                            self.target = Some(over);
                            self.key ^= keys::target(over);
                        }
                    }
                }
                if self.castlers.any() {
                    let mut lost = Bitboard::from_square(from) | Bitboard::from_square(to);
                    if role == Role::King {
                        lost |= home_rank(us);
                    }
                    self.lose(lost);
                }
            }
        }
        self.turn = them;
        self.key ^= keys::BLACK;
    }

    #[cold]
    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let side = CastlingSide::from_queen_side(rook < king);
        self.toggle::<true>(us, Role::King, king);
        self.toggle::<true>(us, Role::Rook, rook);
        self.toggle::<true>(us, Role::King, side.king_to(us));
        self.toggle::<true>(us, Role::Rook, side.rook_to(us));
        self.lose(home_rank(us));
    }

    /// The position with the king and this rook of his where castling puts them, whosever turn it is, and the right of no
    /// rook but `others`. The key is none of a position.
    pub(in crate::search) fn as_if_castled(&self, rook: Option<Square>, others: Bitboard) -> Board {
        let mut after = *self;
        after.castlers &= others;
        if let Some(rook) = rook {
            let us = Color::from_white(self.by_color(Color::White).contains(rook));
            after.castle(us, self.king(us), rook);
        }
        after
    }

    /// The same without a target. The key stays that of the position with it.
    pub(in crate::search) fn without_target(&self) -> Board {
        Board {
            target: None,
            ..*self
        }
    }

    /// The position in which nobody has a right to castle any more.
    pub(in crate::search) fn without_castlers(&self) -> Board {
        let mut after = *self;
        after.lose(self.castlers);
        after
    }

    fn lose(&mut self, squares: Bitboard) {
        for rook in self.castlers & squares {
            self.key ^= keys::castler(rook);
        }
        self.castlers &= !squares;
    }

    #[inline]
    fn toggle<const KEYED: bool>(&mut self, color: Color, role: Role, square: Square) {
        let bit = Bitboard::from_square(square);
        self.roles[role as usize - 1] ^= bit;
        self.colors[color as usize] ^= bit;
        if KEYED {
            self.key ^= keys::piece(color, role, square);
        }
    }

    /// The move in shakmaty's words.
    pub(in crate::search) fn describe(&self, step: Step) -> Move {
        let (from, to) = (step.from(), step.to());
        match step.kind() {
            Kind::Castle => Move::Castle {
                king: from,
                rook: to,
            },
            Kind::EnPassant => Move::EnPassant { from, to },
            kind => Move::Normal {
                role: self.role_at(from),
                from,
                capture: self.occupied().contains(to).then(|| self.role_at(to)),
                to,
                promotion: if let Kind::Promotion(role) = kind {
                    Some(role)
                } else {
                    None
                },
            },
        }
    }
}

/// The squares pawns attack towards the a-file and towards the h-file.
#[inline]
pub(in crate::search) fn pawn_attack_sets(pawns: Bitboard, color: Color) -> (Bitboard, Bitboard) {
    let left = pawns.without(File::A).0;
    let right = pawns.without(File::H).0;
    if color.is_white() {
        (Bitboard(left << 7), Bitboard(right << 9))
    } else {
        (Bitboard(left >> 9), Bitboard(right >> 7))
    }
}

/// The square `delta` before `to`, from where a pawn came.
#[inline]
pub(in crate::search) fn behind(to: Square, delta: i32) -> Square {
    square(to.to_u32().wrapping_add_signed(-delta))
}

fn home_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.fold_wb(Rank::First, Rank::Eighth))
}

/// Random numbers whose exclusive or is a position's key.
mod keys {
    use shakmaty::{Color, Role, Square};

    use crate::random::Random;

    /// Black is on move.
    pub(in crate::search) const BLACK: u128 = TABLE[PIECES + 128];

    const PIECES: usize = 2 * 6 * 64;
    static TABLE_STATIC: [u128; PIECES + 129] = TABLE;
    const TABLE: [u128; PIECES + 129] = table();

    #[inline]
    pub(super) fn piece(color: Color, role: Role, square: Square) -> u128 {
        TABLE_STATIC[(color as usize * 6 + role as usize - 1) * 64 + square.to_usize()]
    }

    #[inline]
    pub(super) fn castler(rook: Square) -> u128 {
        TABLE_STATIC[PIECES + rook.to_usize()]
    }

    #[inline]
    pub(super) fn target(square: Square) -> u128 {
        TABLE_STATIC[PIECES + 64 + square.to_usize()]
    }

    /// Pairs of words of a fixed seed.
    const fn table() -> [u128; PIECES + 129] {
        let mut table = [0; PIECES + 129];
        let mut random = Random::new(0x4265_7275_6568_7274);
        let mut i = 0;
        while i < table.len() {
            let high = random.next();
            let low = random.next();
            table[i] = (high as u128) << 64 | low as u128;
            i += 1;
        }
        table
    }
}
