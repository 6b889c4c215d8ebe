//! Whether a mate or stalemate can still come about in help play: a bound that costs less than the moves it saves.
//!
//! At the end every square around the king is covered, or blocked by a man of his own (and his own square is covered, if
//! it is to be mate). [`Prospect::kings`] looks, for every square where the king could end, for an assignment of men to these duties that the moves left on either side
//! could pay for: who covers or blocks without moving costs nothing, every other man the moves his way takes at least.
//! Nobody stands where another is to stand or on a line that has to be open; pawns go aside only over men who can be there;
//! and where the duties take all moves of the king's side, none of his men may be left who could parry the check.
//! Before a stalemate all his men must be captured, blocked or pinned as well (`stuck`).
//!
//! If in every such picture the side on move has none to spare, only moves that one of the pictures takes are worth making
//! ([`Useful`]).
//!
//! Invariant: a square, or a move, is left out only if no way to the goal ends with the king there, or begins with the move.
//! Every rule here may let too much pass and never too little: lines are open if the moves left could open them, men are
//! where they could be, castling is free.

mod arrivals;
mod blocking;
mod coverable;
mod duties;
mod ends;
mod lasting;
mod picture;
mod ring;
mod sticking;
mod stuck;
#[cfg(test)]
mod tests;
mod useful;
mod ways;

pub(super) use useful::Useful;

use std::cell::{Cell, RefCell};

use shakmaty::{Bitboard, CastlingSide, Color, Role, Square, attacks};

use self::arrivals::Known;
use self::duties::{Duties, Placed};
use self::picture::Picture;
use self::ring::{CENTRE, Needs, Rings, kind};
use super::board::Board;
use crate::problem::Goal;

/// Looks whether a goal is within reach.
#[derive(Debug)]
pub(super) struct Prospect {
    goal: Goal,
    /// How many assignments of men to duties, whole ones and parts, the last answer took.
    tries: Cell<u64>,
}

/// With more moves left than this for the side that makes the last, nearly everything is possible.
const MOST_MOVES: u32 = 12;

/// After so many assignments of men to duties the question is given up: everything is possible. With many moves left the answer is nearly
/// always that, and would take tens of thousands.
// In tests few, so that it is given up there too.
const MOST_TRIES: u64 = if cfg!(test) { 100 } else { 1000 };

/// Most men a side can have.
const MEN: usize = 16;

impl Prospect {
    pub(super) fn new(goal: Goal) -> Prospect {
        Prospect {
            goal,
            tries: Cell::new(0),
        }
    }

    /// How many assignments of men to duties the last answer took.
    pub(super) fn tries(&self) -> u64 {
        self.tries.get()
    }

    /// Where, among the squares `kings`, the side that makes the last of `plies` half-moves could mate or stalemate the
    /// other king with it.
    ///
    /// Together with the moves one of which has to be made for that, if not every move will do.
    ///
    /// Captures en passant that can be made at once are left out of this. What is no such square here is none after any
    /// other move either: the answer is what to ask for there.
    pub(super) fn kings(
        &self,
        board: &Board,
        plies: u32,
        kings: Bitboard,
    ) -> (Bitboard, Option<Useful>) {
        self.kings_with(board, plies, kings, false)
    }

    /// The same where at least one side castles with one of the moves left.
    pub(super) fn kings_if_castling(
        &self,
        board: &Board,
        plies: u32,
        kings: Bitboard,
    ) -> (Bitboard, Option<Useful>) {
        self.kings_with(board, plies, kings, true)
    }

    fn kings_with(
        &self,
        board: &Board,
        plies: u32,
        kings: Bitboard,
        somebody_castles: bool,
    ) -> (Bitboard, Option<Useful>) {
        self.tries.set(0);
        let moves = plies.div_ceil(2);
        if moves == 0 || moves > MOST_MOVES {
            return (kings, None);
        }
        let board = &board.without_target();
        if board.castlers().is_empty() && !somebody_castles {
            let look = Look::new(self, board, plies, Castled::default());
            return look.map_or((kings, None), |look| look.kings(kings));
        }
        self.kings_after_castling(board, plies, kings, somebody_castles)
    }

    /// The same, asked for every way in which the two sides castle or do not; if `somebody` must, for those in which one does.
    fn kings_after_castling(
        &self,
        board: &Board,
        plies: u32,
        kings: Bitboard,
        somebody: bool,
    ) -> (Bitboard, Option<Useful>) {
        let mater = mater(board, plies);
        let between = |rook: Square| {
            let king = board.king(color_at(board, rook));
            attacks::between(rook, king) & board.occupied()
        };
        // Who stands in the way must leave first: nobody asks how, only whether there is time.
        let barred: Bitboard = board
            .castlers()
            .into_iter()
            .filter(|&rook| between(rook).any())
            .collect();
        let late = |rook: &Square| {
            let color = color_at(board, *rook);
            let moves = if color == mater {
                plies.div_ceil(2)
            } else {
                plies / 2
            };
            let standing = between(*rook);
            // Only one man of the side on move can leave before the other side castles with its first move.
            let leaves = color != board.turn()
                && standing.count() == 1
                && (standing & board.by_color(color)).is_empty();
            moves < if leaves { 1 } else { 2 }
        };
        let late: Bitboard = barred.into_iter().filter(late).collect();
        let board = &board.as_if_castled(None, board.castlers() & !late);
        let barred = barred & !late;
        let (mut found, mut useful) = (Bitboard::EMPTY, Some(Useful::default()));
        let of = |color: Color, rooks: Bitboard| {
            let rooks = rooks & board.by_color(color);
            std::iter::once(None).chain(rooks.into_iter().map(Some))
        };
        for first in of(mater, board.castlers() & !barred) {
            for second in of(!mater, board.castlers() & !barred) {
                let castled = Castled {
                    mater: first.is_some(),
                    victim: second.is_some(),
                };
                let (some, moves) = (plies.div_ceil(2), plies / 2);
                if u32::from(castled.mater) > some || u32::from(castled.victim) > moves {
                    continue;
                }
                if somebody && first.is_none() && second.is_none() && barred.is_empty() {
                    continue;
                }
                let after = board
                    .as_if_castled(first, barred)
                    .as_if_castled(second, barred);
                let Some(look) = Look::new(self, &after, plies, castled) else {
                    return (kings, None);
                };
                let (more, others) = look.kings(kings);
                found |= more;
                if more.is_empty() {
                    continue;
                }
                let now = if board.turn() == mater { first } else { second };
                useful = useful.zip(others).map(|(mut useful, others)| {
                    useful.join(&others);
                    if let Some(rook) = now {
                        useful.add(board.king(board.turn()), Bitboard::from_square(rook));
                    }
                    useful
                });
            }
        }
        (found, useful)
    }
}

/// The side that makes the last of so many half-moves.
fn mater(board: &Board, plies: u32) -> Color {
    if plies % 2 == 1 {
        board.turn()
    } else {
        !board.turn()
    }
}

fn color_at(board: &Board, square: Square) -> Color {
    Color::from_white(board.by_color(Color::White).contains(square))
}

/// Who is asked about as if he had castled already; the move he needs for that is paid.
#[derive(Debug, Clone, Copy, Default)]
struct Castled {
    mater: bool,
    victim: bool,
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
    tries: &'a Cell<u64>,
    plies: u32,
    castled: Castled,
    /// The side that makes the last move, and the moves it has left.
    mater: Color,
    moves: u32,
    /// The moves the other side has left.
    replies: u32,
    /// Lines that open beyond what the moves pay for: castling moves two men.
    free: u32,
    maters: Men,
    /// All but the king.
    victims: Men,
    /// As what each man of the mater's could cover most.
    best: [Option<usize>; MEN],
    mater_men: Bitboard,
    victim_men: Bitboard,
    king: Square,
    known: Known,
    /// What the side on move can do for some picture, until a picture is found that leaves it a move to spare.
    useful: RefCell<Option<Useful>>,
}

impl<'a> Look<'a> {
    fn new(
        prospect: &'a Prospect,
        board: &'a Board,
        plies: u32,
        castled: Castled,
    ) -> Option<Look<'a>> {
        let mater = mater(board, plies);
        let king = board.king(!mater);
        let mater_men = board.by_color(mater);
        let victim_men = board.by_color(!mater) & !Bitboard::from_square(king);
        let maters = Men::of(board, mater, mater_men)?;
        let moves = plies.div_ceil(2) - u32::from(castled.mater);
        let free = u32::from(board.castlers().any());
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
            goal: prospect.goal,
            tries: &prospect.tries,
            plies,
            mater,
            moves,
            replies: plies / 2 - u32::from(castled.victim),
            castled,
            free,
            maters,
            best,
            victims: Men::of(board, !mater, victim_men)?,
            mater_men,
            victim_men,
            king,
            known: Known::new(),
            useful: RefCell::new((free == 0).then(Useful::default)),
        })
    }

    fn kings(self, wanted: Bitboard) -> (Bitboard, Option<Useful>) {
        let mut found = Bitboard::EMPTY;
        if self.goal == Goal::Stalemate && !self.can_all_be_stuck(wanted) {
            return (found, self.useful.into_inner());
        }
        // Where the king can go at once is known exactly.
        let barred = if self.plies == 2 && !self.castled.mater {
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
        (found, self.useful.into_inner())
    }

    /// Counts an assignment of men to duties, and says whether there were too many: then every move is worth making.
    fn is_given_up(&self) -> bool {
        self.tries.set(self.tries.get() + 1);
        let given_up = self.tries.get() > MOST_TRIES;
        if given_up {
            *self.useful.borrow_mut() = None;
        }
        given_up
    }

    /// How many men of the mater's may be captured: of those that are left at the end one mates.
    fn expendable(&self, needed: u32) -> u32 {
        let needed = match self.goal {
            Goal::Mate => needed.max(1),
            Goal::Stalemate => needed,
        };
        (self.maters.count as u32 - 1).saturating_sub(needed)
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
        if self.victim_men.contains(king) && replies == 0 && self.plies <= 2 {
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
            coverable: [[0; MOST_MOVES as usize + 1]; MEN],
            exist,
            replies,
            conflicts: Cell::new(0),
            found: Cell::new(false),
            blocking_costs: Default::default(),
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
            stood: Bitboard::EMPTY,
            blocks: Bitboard::EMPTY,
            lines: Bitboard::EMPTY,
            fetched: 0,
            taken: 0,
            moves: self.moves,
            replies,
            captures: self.plies.div_ceil(2) - 1 + self.free + cost.saturating_sub(1),
            places: [Placed::NONE; MOST_MOVES as usize],
            placed: 0,
            blockers: [Placed::NONE; 8],
            blocking: 0,
        };
        for (index, man) in self.maters.list[..self.maters.count].iter().enumerate() {
            picture.potential[index] = picture.covering[index];
            if man.is_slider() && picture.covering[index] != 0 {
                picture.covering[index] =
                    picture.seen(&nobody, man.square, picture.covering[index]);
            }
        }
        if !picture.may_be_lasting(&nobody) {
            return false;
        }
        picture.work_out_coverable();
        picture.is_possible(&nobody) || picture.found.get()
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
        self.most_covered(picture, &best);
        open <= budget + picture.most[self.moves as usize]
    }

    /// How much so many moves could cover at most, if each man covers as much as its kind can.
    fn most_covered(&self, picture: &mut Picture<'_>, best: &[u32; MEN]) {
        let men = self.maters.list[..self.maters.count].iter().zip(best);
        let mut at_once = [0; MEN];
        for ((man, best), quick) in men.clone().zip(&mut at_once) {
            *quick = match man.role {
                Role::King => 0,
                Role::Pawn => self.rings.best(man.kind, picture.king),
                _ => *best,
            };
        }
        at_once[..self.maters.count].sort_unstable_by(|one, other| other.cmp(one));
        let most = &mut picture.most;
        for moves in 1..=self.moves as usize {
            most[moves] = most[moves - 1] + at_once.get(moves - 1).unwrap_or(&0);
        }
        // Who has a longer way. (A pawn may be counted twice.)
        for (man, best) in men {
            let way = match man.role {
                Role::King => man.square.distance(picture.king).saturating_sub(2).max(1),
                Role::Pawn => moves_to_promote(self.mater, man.square),
                _ => continue,
            };
            for moves in (way as usize..=self.moves as usize).rev() {
                most[moves] = most[moves].max(most[moves - way as usize] + best);
            }
        }
    }
}

/// Whether a pawn could become an officer with so many moves.
fn could_promote(color: Color, pawn: Square, moves: u32) -> bool {
    moves_to_promote(color, pawn) <= moves
}

/// The moves a pawn needs at least to become an officer.
fn moves_to_promote(color: Color, pawn: Square) -> u32 {
    let rank = color.fold_wb(pawn.rank().to_u32(), 7 - pawn.rank().to_u32());
    // The double step saves one move.
    7 - rank - u32::from(rank == 1)
}
