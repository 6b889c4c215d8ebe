//! Whether a mate or stalemate can still come about in help play: a bound that costs less than the moves it saves.
//!
//! At the end every square around the king is covered, or blocked by a man of his own (and his own square is covered, if
//! it is to be mate). [`Prospect::kings`] looks, for every square where the king could end, for an assignment of men to these duties that the moves left on either side
//! could pay for: who covers or blocks without moving costs nothing, every other man the moves his way takes at least.
//! Whether the assignments get into each other's way is not asked.
//!
//! Invariant: a square is left out only if no way to the goal ends with the king there. Every rule here may let too much pass and never too
//! little: lines are open if the moves left could open them, men are where they could be, castling is free.

mod ring;
mod ways;

use shakmaty::{Bitboard, CastlingSide, Color, Role, Square, attacks};

use self::ring::{CENTRE, Needs, Rings, kind};
use super::board::Board;
use crate::problem::Goal;

/// Looks whether a goal is within reach.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prospect {
    goal: Goal,
}

/// With more moves left than this for the side that makes the last, nearly everything is possible.
const MOST_MOVES: u32 = 4;

/// Most men a side can have.
const MEN: usize = 16;

impl Prospect {
    pub(super) fn new(goal: Goal) -> Prospect {
        Prospect { goal }
    }

    /// Where, among the squares `kings`, the side that makes the last of `plies` half-moves could mate or stalemate the
    /// other king with it.
    ///
    /// What is no such square here is none after any move either: the answer is what to ask for there.
    pub(super) fn kings(self, board: &Board, plies: u32, kings: Bitboard) -> Bitboard {
        let moves = plies.div_ceil(2);
        if moves == 0 || moves > MOST_MOVES {
            return kings;
        }
        Look::new(board, self.goal, plies).map_or(kings, |look| look.kings(kings))
    }
}

/// A man and where it stands.
#[derive(Debug, Clone, Copy)]
struct Man {
    square: Square,
    role: Role,
    kind: usize,
}

impl Man {
    fn is_slider(&self) -> bool {
        matches!(self.role, Role::Bishop | Role::Rook | Role::Queen)
    }

    const NONE: Man = Man {
        square: Square::A1,
        role: Role::King,
        kind: 0,
    };
}

/// The men of one side.
#[derive(Debug, Clone, Copy)]
struct Men {
    list: [Man; MEN],
    count: usize,
}

impl Men {
    fn of(board: &Board, color: Color, which: Bitboard) -> Option<Men> {
        let mut men = Men {
            list: [Man::NONE; MEN],
            count: 0,
        };
        for square in which {
            let role = board.role_at(square);
            *men.list.get_mut(men.count)? = Man {
                square,
                role,
                kind: kind(color, role),
            };
            men.count += 1;
        }
        Some(men)
    }
}

/// What does not depend on where the king ends.
struct Look<'a> {
    board: &'a Board,
    rings: &'static Rings,
    goal: Goal,
    plies: u32,
    /// The side that makes the last move, and the moves it has left.
    mater: Color,
    moves: u32,
    /// The moves the other side has left.
    replies: u32,
    /// Lines that open beyond what the moves pay for: an en-passant capture takes a man from elsewhere, castling moves two.
    free: u32,
    maters: Men,
    /// All but the king.
    victims: Men,
    /// As what each man of the mater's could cover most.
    best: [Option<usize>; MEN],
    mater_men: Bitboard,
    victim_men: Bitboard,
    king: Square,
}

/// What depends on where the king ends.
struct Picture<'a> {
    look: &'a Look<'a>,
    king: Square,
    /// What each man covers, or blocks, where it stands.
    covering: [Needs; MEN],
    /// What each man covers where it stands if all lines were open.
    potential: [Needs; MEN],
    blocking: [Needs; MEN],
    blocked: Needs,
    /// With so many moves no men could cover more than that.
    most: [u32; MOST_MOVES as usize + 1],
    exist: Needs,
    /// Moves of the victim's other men.
    replies: u32,
}

/// Who has been given a duty, and what is left to pay with. Men are told apart by the squares they stand on now.
#[derive(Clone, Copy)]
struct Duties {
    /// Men of the mater that were given a place.
    moved: Bitboard,
    /// Men of the mater that must leave a line: one move is paid.
    leaving: Bitboard,
    /// Men of the victim that do not stay.
    gone: Bitboard,
    /// Those of them that leave by a move, which is paid.
    paid: Bitboard,
    /// Those that can block nothing any more.
    used: Bitboard,
    covered: Needs,
    moves: u32,
    replies: u32,
    /// How many men of the victim may be captured out of a line; every man that captures must move again.
    captures: u32,
    /// Where men that move along lines were placed.
    places: [(Square, usize); MOST_MOVES as usize],
    placed: usize,
}

impl Duties {
    /// One more man of the mater's moves. Only moves after its first can follow a capture.
    fn with_mover(mut self, man: Square) -> Option<Duties> {
        let movers = self.moved | self.leaving;
        if movers.contains(man) {
            return Some(self);
        }
        if movers.any() {
            self.captures = self.captures.checked_sub(1)?;
        }
        Some(self)
    }
}

impl<'a> Look<'a> {
    fn new(board: &'a Board, goal: Goal, plies: u32) -> Option<Look<'a>> {
        let mater = if plies % 2 == 1 {
            board.turn()
        } else {
            !board.turn()
        };
        let king = board.king(!mater);
        let mater_men = board.by_color(mater);
        let victim_men = board.by_color(!mater) & !Bitboard::from_square(king);
        let maters = Men::of(board, mater, mater_men)?;
        let moves = plies.div_ceil(2);
        let mut best = [None; MEN];
        for (best, man) in best.iter_mut().zip(&maters.list[..maters.count]) {
            *best = Some(
                if man.role == Role::Pawn && could_promote(mater, man.square, moves) {
                    kind(mater, Role::Queen)
                } else {
                    man.kind
                },
            );
        }
        Some(Look {
            board,
            rings: Rings::get(),
            goal,
            plies,
            mater,
            moves,
            replies: plies / 2,
            free: u32::from(board.target().is_some()) + u32::from(board.castlers().any()),
            maters,
            best,
            victims: Men::of(board, !mater, victim_men)?,
            mater_men,
            victim_men,
            king,
        })
    }

    fn kings(&self, wanted: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        // Where the king can go at once is known exactly.
        let barred = if self.plies == 2 {
            let through = self.board.occupied() ^ Bitboard::from_square(self.king);
            self.victim_men | self.board.attacked(self.mater, through)
        } else {
            Bitboard::EMPTY
        };
        let mut front = Bitboard::from_square(self.king);
        let mut reached = front;
        for cost in 0..=self.replies {
            for king in front & wanted {
                if self.picture(king, cost) {
                    found |= Bitboard::from_square(king);
                }
            }
            let mut next = Bitboard::EMPTY;
            for square in front {
                next |= attacks::king_attacks(square);
            }
            if cost == 0 {
                next &= !barred;
                next |= self.castled_kings(!self.mater);
            }
            front = next & !reached;
            reached |= next;
        }
        found
    }

    /// Whether the mater's men may leave lines otherwise than by moving: captured by a man that moves on.
    fn is_lenient(&self) -> bool {
        self.replies > 1 || self.free > 0
    }

    /// Where the king of `color` may stand after castling.
    fn castled_kings(&self, color: Color) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for rook in self.board.castlers() & self.board.by_color(color) {
            let side = CastlingSide::from_queen_side(rook < self.board.king(color));
            squares |= Bitboard::from_square(side.king_to(color));
        }
        squares
    }

    /// What rooks that castled with the victim's king to this square block beside it.
    fn castled_rooks(&self, king: Square) -> Needs {
        let victim = !self.mater;
        let mut blocked = 0;
        for rook in self.board.castlers() & self.board.by_color(victim) {
            let side = CastlingSide::from_queen_side(rook < self.king);
            if side.king_to(victim) == king {
                blocked |= Rings::bit(king, side.rook_to(victim));
            }
        }
        blocked
    }

    /// Whether the king could end on this square, `cost` moves away.
    fn picture(&self, king: Square, cost: u32) -> bool {
        let replies = self.replies - cost;
        let exist = match self.goal {
            Goal::Mate => self.rings.exist(king),
            Goal::Stalemate => self.rings.exist(king) & !CENTRE,
        };
        if self.victim_men.contains(king) && replies == 0 && self.moves == 1 {
            // The man in the king's way would have to leave.
            return false;
        }
        let mut picture = Picture {
            look: self,
            king,
            covering: [0; MEN],
            potential: [0; MEN],
            blocking: [0; MEN],
            blocked: 0,
            most: [0; MOST_MOVES as usize + 1],
            exist,
            replies,
        };
        let around = attacks::king_attacks(king) & self.victim_men;
        if around.any() {
            for (index, man) in self.victims.list[..self.victims.count].iter().enumerate() {
                if around.contains(man.square) {
                    picture.blocking[index] = Rings::bit(king, man.square);
                    picture.blocked |= picture.blocking[index];
                }
            }
        }
        picture.blocked |= self.castled_rooks(king) & exist;
        if !self.is_coverable(&mut picture) {
            return false;
        }
        let nobody = Duties {
            moved: Bitboard::EMPTY,
            leaving: Bitboard::EMPTY,
            gone: Bitboard::EMPTY,
            paid: Bitboard::EMPTY,
            used: Bitboard::EMPTY,
            covered: self.castled_rooks(king) & exist,
            moves: self.moves,
            replies,
            captures: self.moves - 1 + self.free + cost.saturating_sub(1),
            places: [(Square::A1, 0); MOST_MOVES as usize],
            placed: 0,
        };
        for (index, man) in self.maters.list[..self.maters.count].iter().enumerate() {
            picture.potential[index] = picture.covering[index];
            if man.is_slider() && picture.covering[index] != 0 {
                picture.covering[index] =
                    picture.seen(&nobody, man.square, picture.covering[index]);
            }
        }
        picture.is_possible(&nobody)
    }

    /// Whether the moves left could cover enough squares around the king, if no man were in another's way. Notes what
    /// each man covers.
    fn is_coverable(&self, picture: &mut Picture<'_>) -> bool {
        let count = self.maters.count;
        let mut best = [0; MEN];
        let mut all = picture.blocked;
        let mut twice = picture.blocked;
        for (index, man) in self.maters.list[..count].iter().enumerate() {
            let covered = self.rings.covered(man.kind, picture.king, man.square) & picture.exist;
            picture.covering[index] = covered;
            twice |= all & covered;
            all |= covered;
            best[index] = self.best[index].map_or(0, |kind| self.rings.best(kind, picture.king));
        }
        let open = (picture.exist & !all).count_ones();
        let budget = picture.replies + 9 * self.free;
        if self.moves == 1 && open > budget {
            // Whoever moves gives up what he alone covers.
            let coverable = (0..count).any(|index| {
                let lost = (picture.covering[index] & !twice).count_ones();
                open + lost <= budget + best[index]
            });
            if !coverable {
                return false;
            }
        }
        best[..count].sort_unstable_by(|one, other| other.cmp(one));
        for moves in 1..=self.moves as usize {
            picture.most[moves] = picture.most[moves - 1] + best.get(moves - 1).unwrap_or(&0);
        }
        open <= budget + picture.most[self.moves as usize]
    }
}

/// Whether a pawn could become an officer with so many moves.
fn could_promote(color: Color, pawn: Square, moves: u32) -> bool {
    let rank = color.fold_wb(pawn.rank().to_u32(), 7 - pawn.rank().to_u32());
    // The double step saves one move.
    7 - rank <= moves + u32::from(rank == 1)
}

impl Picture<'_> {
    /// The men that stand between, as far as they are still there; the king's squares are free.
    fn obstacles(&self, duties: &Duties, from: Square, to: Square) -> Bitboard {
        let look = self.look;
        attacks::between(from, to)
            & (look.victim_men | look.mater_men)
            & !Bitboard::from_square(self.king)
            & !(duties.moved | duties.leaving | duties.gone)
    }

    /// Which of `needs` lie open before a man that moves along lines.
    fn seen(&self, duties: &Duties, from: Square, needs: Needs) -> Needs {
        let mut seen = 0;
        let mut left = needs;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let to = self.look.rings.square(self.king, bit);
            if self.obstacles(duties, from, to).is_empty() {
                seen |= 1 << bit;
            }
        }
        seen
    }

    /// What nobody sees to.
    fn open(&self, duties: &Duties) -> Needs {
        let look = self.look;
        let away = duties.moved | duties.leaving;
        let mut done = 0;
        for (man, covered) in look.maters.list[..look.maters.count]
            .iter()
            .zip(&self.covering)
        {
            if !away.contains(man.square) {
                done |= covered;
            }
        }
        self.unblocked(duties) & !done
    }

    /// What is neither blocked nor covered by a man that was given the duty.
    fn unblocked(&self, duties: &Duties) -> Needs {
        let mut done = duties.covered;
        if duties.gone.is_empty() {
            done |= self.blocked;
        } else {
            let look = self.look;
            for (man, blocked) in look.victims.list[..look.victims.count]
                .iter()
                .zip(&self.blocking)
            {
                if !duties.gone.contains(man.square) {
                    done |= blocked;
                }
            }
        }
        self.exist & !done
    }

    /// Whether the moves left could see to everything.
    fn is_possible(&self, duties: &Duties) -> bool {
        let open = self.open(duties);
        if open == 0 {
            return true;
        }
        if self.look.free == 0 {
            let most = Self::still_blocked(duties) + self.still_covered(duties);
            if open.count_ones() > most && self.hard(duties, open, None).count_ones() > most {
                return false;
            }
        }
        let bit = if open & CENTRE != 0 {
            CENTRE.trailing_zeros()
        } else {
            open.trailing_zeros()
        };
        self.is_possible_by_opening(bit, duties)
            || (1 << bit != CENTRE && self.is_possible_by_blocking(bit, duties))
            || self.is_possible_by_covering(bit, duties)
    }

    /// Which of `open` no man in place could cover even with all lines open, `but` one that is about to move.
    fn hard(&self, duties: &Duties, mut open: Needs, but: Option<Square>) -> Needs {
        let look = self.look;
        let away =
            duties.moved | duties.leaving | but.map_or(Bitboard::EMPTY, Bitboard::from_square);
        for (man, potential) in look.maters.list[..look.maters.count]
            .iter()
            .zip(&self.potential)
        {
            if !away.contains(man.square) {
                open &= !potential;
            }
        }
        for &(place, kind) in &duties.places[..duties.placed] {
            open &= !look.rings.covered(kind, self.king, place);
        }
        open
    }

    /// The squares the victim's replies could still see to, one each.
    fn still_blocked(duties: &Duties) -> u32 {
        duties.replies + duties.paid.count() as u32
    }

    /// The squares the mater's moves could still cover at most.
    fn still_covered(&self, duties: &Duties) -> u32 {
        self.most[duties.moves as usize + duties.leaving.count()]
    }

    /// A man in place covers the square once the line is open.
    fn is_possible_by_opening(&self, bit: u32, duties: &Duties) -> bool {
        let look = self.look;
        let away = duties.moved | duties.leaving;
        let staying = look.maters.list[..look.maters.count]
            .iter()
            .filter(|man| man.is_slider() && !away.contains(man.square))
            .map(|man| (man.square, man.kind));
        let placed = duties.places[..duties.placed].iter().copied();
        let to = look.rings.square(self.king, bit);
        staying.chain(placed).any(|(from, kind)| {
            look.rings.covered(kind, self.king, from) >> bit & 1 == 1
                && self.pay(self.obstacles(duties, from, to), duties, &mut |duties| {
                    self.is_possible(&Duties {
                        covered: duties.covered | 1 << bit,
                        ..*duties
                    })
                })
        })
    }

    fn is_possible_by_blocking(&self, bit: u32, duties: &Duties) -> bool {
        let look = self.look;
        let square = look.rings.square(self.king, bit);
        for man in &look.victims.list[..look.victims.count] {
            if duties.used.contains(man.square) {
                continue;
            }
            let discount = u32::from(duties.paid.contains(man.square));
            if duties.replies + discount == 0 {
                continue;
            }
            let cost = self.cost_of_blocking(man, square).saturating_sub(discount);
            if cost <= duties.replies {
                let here = Bitboard::from_square(man.square);
                let next = Duties {
                    gone: duties.gone | here,
                    used: duties.used | here,
                    covered: duties.covered | 1 << bit,
                    replies: duties.replies - cost,
                    ..*duties
                };
                if self.is_possible(&next) {
                    return true;
                }
            }
        }
        false
    }

    fn is_possible_by_covering(&self, bit: u32, duties: &Duties) -> bool {
        let look = self.look;
        look.maters.list[..look.maters.count].iter().any(|man| {
            !duties.moved.contains(man.square) && self.any_way_to_cover(man, bit, duties)
        })
    }

    /// Whether all men on `obstacles` could leave, and `then` holds afterwards.
    fn pay(
        &self,
        mut obstacles: Bitboard,
        duties: &Duties,
        then: &mut dyn FnMut(&Duties) -> bool,
    ) -> bool {
        let Some(square) = obstacles.pop_front() else {
            return then(duties);
        };
        let look = self.look;
        let here = Bitboard::from_square(square);
        if look.mater_men.contains(square) {
            if look.is_lenient() {
                return self.pay(obstacles, duties, then);
            }
            if duties.moves == 0 {
                return false;
            }
            let Some(next) = duties.with_mover(square) else {
                return false;
            };
            let next = Duties {
                leaving: next.leaving | here,
                moves: next.moves - 1,
                ..next
            };
            return self.pay(obstacles, &next, then);
        }
        if duties.replies > 0 {
            let next = Duties {
                gone: duties.gone | here,
                paid: duties.paid | here,
                replies: duties.replies - 1,
                ..*duties
            };
            if self.pay(obstacles, &next, then) {
                return true;
            }
        }
        duties.captures > 0 && {
            let next = Duties {
                gone: duties.gone | here,
                used: duties.used | here,
                captures: duties.captures - 1,
                ..*duties
            };
            self.pay(obstacles, &next, then)
        }
    }
}
