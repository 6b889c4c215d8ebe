//! Whom a race can spare: officers that pawns still have to take, men the diagram has, pawns that promote to make up for them.
//!
//! Invariant: where this says no, the plan cannot be carried out as it stands; nothing is proved.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color, Piece, Position, Role, Square};

use super::super::assign::{MOST, least};
use super::super::node::side_of;
use super::super::tuning::AHEAD;
use super::ahead::EstimateContext;
use super::kernel::{Event, Fate, KINDS, promotion_square};
use super::landings::{Landings, squares};
use super::near::Near;
use super::race::Race;
use super::race_position::RacePosition;
use super::ways::Ways;
use crate::retro::model::PawnId;

/// The officers of a side, by kind.
#[derive(Debug, Clone, Copy, Default)]
struct Stock {
    /// Those that may be lost and get about.
    spare: [usize; KINDS.len()],
    /// Those of the diagram who nobody comes for.
    wanting: [usize; KINDS.len()],
}

/// The officers of a side, and who promotes yet.
#[derive(Debug, Clone, Copy)]
pub struct Supply {
    stock: Stock,
    /// How many pawns promote that the diagram has no need of.
    substitutes: usize,
    promotions: Promotions,
}

/// By pawn of a side, if it still promotes: as bits, the kinds of which the new man can walk to a square in the diagram.
type Promotions = [Option<u8>; 8];

/// Officers that pawns have still to take: which kinds each can be, a bit for each.
type Victims = ArrayVec<u8, MOST>;

impl Supply {
    /// Whether the men of the diagram who are wanting can still promote.
    pub fn is_enough(&self) -> bool {
        is_supplied(self.stock.wanting, &self.promotions)
    }
}

impl Race<'_> {
    /// The officers of `color` that have these ways, and who promotes yet.
    pub fn supply(&self, ways: &Ways, state: &RacePosition, color: Color) -> Supply {
        let stock = self.stock(ways, state.position.board(), color, None);
        Supply {
            substitutes: self.substitutes(state, color, &stock),
            promotions: self.promotions(ways, state, color),
            stock,
        }
    }

    /// The officers of `color`, without the one on this square, that have these ways.
    fn stock(&self, ways: &Ways, board: &Board, color: Color, without: Option<Square>) -> Stock {
        let shut_in = self.lasting.0.shut_in(board, color);
        let mut stock = Stock::default();
        for (kind, &(role, squares)) in KINDS.iter().enumerate() {
            let piece = role.of(color);
            let mut men = board.by_piece(piece) & squares;
            if let Some(square) = without {
                men.discard(square);
            }
            let met = ways.met(piece, men);
            let stuck = (men & shut_in).count();
            stock.spare[kind] = men.count().saturating_sub(met + stuck);
            stock.wanting[kind] = self.wanting(color, kind, met);
        }
        stock
    }

    /// How many officers of the diagram of this kind nobody comes for when so many are met.
    fn wanting(&self, color: Color, kind: usize, met: usize) -> usize {
        let (role, squares) = KINDS[kind];
        let there = (self.goal.by_piece(role.of(color)) & squares).count();
        there.saturating_sub(met)
    }

    /// Whether there are officers of `color` left for the pawns to take, each on a square where it can stand.
    pub fn has_victims(&self, near: &mut Near, state: &RacePosition, color: Color) -> bool {
        let Some(landings) = near.landings(state, self.kernel) else {
            return false;
        };
        let victims = self.victim_kinds(state, &landings, color);
        if victims.is_empty() {
            return true;
        }
        let stock = self.stock(self.lasting.0, state.position.board(), color, None);
        let substitutes = self.substitutes(state, color, &stock);
        suffices(&victims, stock.spare, substitutes)
    }

    /// Which kinds of officers of `color` the next capture may take, a bit for each, so that enough are left for those
    /// that follow.
    pub fn kinds_for_next(
        &self,
        context: &mut EstimateContext<'_>,
        state: &RacePosition,
        color: Color,
    ) -> u8 {
        let victims = self.victim_kinds(state, &context.landings, color);
        let Some((&first, rest)) = victims.split_first() else {
            return 0;
        };
        let Supply {
            stock, substitutes, ..
        } = *context.supply(self, state, color);
        (0..KINDS.len())
            .filter(|&kind| first & 1 << kind != 0)
            .filter(|&kind| {
                let mut spare = stock.spare;
                // A man the diagram has may be lost where another promotes for him.
                let substitutes = match spare[kind].checked_sub(1) {
                    Some(left) => {
                        spare[kind] = left;
                        Some(substitutes)
                    }
                    None => substitutes.checked_sub(1),
                };
                substitutes.is_some_and(|substitutes| suffices(rest, spare, substitutes))
            })
            .fold(0, |kinds, kind| kinds | 1 << kind)
    }

    /// For each officer of `color` that pawns still have to take the kinds that can come there.
    fn victim_kinds(&self, state: &RacePosition, landings: &Landings, color: Color) -> Victims {
        let events = self.kernel.events[state.done..].iter().zip(landings);
        let victims = events.filter(|(event, _)| is_victim(event, color));
        victims
            .filter_map(|(event, &span)| {
                let (low, high) = span?;
                let mut kinds = ALL_KINDS;
                if low == high {
                    let is_light = (low + i32::from(event.file)) % 2 == 1;
                    kinds &= if is_light {
                        !DARK_BISHOP
                    } else {
                        !LIGHT_BISHOP
                    };
                }
                Some(kinds)
            })
            .collect()
    }

    /// What it takes to bring officers of `color` to where pawns take them, each to the one that suits him, beyond what it
    /// takes for the next capture alone.
    pub fn cost_of_bringing_victims(
        &self,
        context: &mut EstimateContext<'_>,
        state: &RacePosition,
        color: Color,
    ) -> i32 {
        let kinds = self.victim_kinds(state, &context.landings, color);
        let next = self.kernel.events.get(state.done);
        if kinds.is_empty() || kinds.len() < 2 && next.is_some_and(|next| is_victim(next, color)) {
            return 0;
        }
        let board = state.position.board();
        let Supply {
            stock, substitutes, ..
        } = *context.supply(self, state, color);
        let shut_in = self.lasting.0.shut_in(board, color);
        let mut men: ArrayVec<(usize, Piece, Square), 16> = ArrayVec::new();
        for (kind, &(role, squares)) in KINDS.iter().enumerate() {
            let alike = board.by_piece(role.of(color)) & squares & !self.frozen & !shut_in;
            if stock.spare[kind] > 0 {
                men.extend(
                    alike
                        .into_iter()
                        .map(|square| (kind, role.of(color), square)),
                );
            }
        }
        // A row for each man who is taken: what it takes of each officer, then of each substitute.
        let mut rows: ArrayVec<[i32; MOST], MOST> = ArrayVec::new();
        let events = self.kernel.events.iter().enumerate().skip(state.done);
        for ((place, event), &kinds) in events
            .filter(|(_, event)| is_victim(event, color))
            .zip(&kinds)
        {
            let Some(span) = context.landing(state, place) else {
                continue;
            };
            let mut walk = |&(kind, man, square): &(usize, Piece, Square)| {
                if kinds & 1 << kind == 0 {
                    return AHEAD.nobody;
                }
                let walks = squares(event.file, span).map(|goal| {
                    context
                        .near
                        .walk(board, context.ground, man, (square, goal))
                });
                walks.min().unwrap_or(AHEAD.nobody).min(AHEAD.farthest)
            };
            let mut row = [AHEAD.nobody; MOST];
            row[men.len()..men.len() + substitutes].fill(AHEAD.substitute);
            for (cost, man) in row.iter_mut().zip(&men) {
                *cost = walk(man);
            }
            rows.push(if place == state.done {
                row.map(|cost| cost * AHEAD.later)
            } else {
                row
            });
        }
        let count = rows.len().max(men.len() + substitutes);
        let total = least(rows.len(), count, |row, column| rows[row][column]);
        let is_next = next.is_some_and(|next| is_victim(next, color));
        let nearest = rows.first().filter(|_| is_next);
        let nearest = nearest.and_then(|row| row[..count].iter().min().copied());
        let reckoned = nearest.unwrap_or(0);
        (total - reckoned) / AHEAD.later
    }

    /// How many pawns of `color` promote that the diagram has no need of.
    fn substitutes(&self, state: &RacePosition, color: Color, stock: &Stock) -> usize {
        let promotes = |(pawn, fate): (&PawnId, &Fate)| {
            let comes = state.pawns[usize::from(*pawn)].is_some();
            pawn.color() == color && *fate == Fate::Promotes && comes
        };
        let pawns = PawnId::ALL.iter().zip(&self.kernel.fates);
        let promotions = pawns.filter(|&pawn| promotes(pawn)).count();
        promotions.saturating_sub(stock.wanting.iter().sum())
    }

    /// Whether an officer may be lost: those of the diagram that are wanting can still promote.
    pub fn is_spare(&self, state: &RacePosition, color: Color, role: Role, square: Square) -> bool {
        role != Role::King && self.can_supply(state, color, Some(square))
    }

    /// As [`Race::is_spare`], with these ways and a supply that is known already.
    pub fn spares(
        &self,
        ways: &Ways,
        supply: &Supply,
        board: &Board,
        man: Piece,
        square: Square,
    ) -> bool {
        let Piece { color, role } = man;
        let mut wanting = supply.stock.wanting;
        for (kind, &(kind_of, squares)) in KINDS.iter().enumerate() {
            if kind_of == role && squares.contains(square) {
                let men = (board.by_piece(man) & squares).without(square);
                wanting[kind] = self.wanting(color, kind, ways.met(man, men));
            }
        }
        role != Role::King && is_supplied(wanting, &supply.promotions)
    }

    /// Whether pawns on their way can replace what the diagram has and the board has not, without the man on this square.
    pub fn can_supply(&self, state: &RacePosition, color: Color, without: Option<Square>) -> bool {
        let ways = self.lasting.0;
        let wanting = self
            .stock(ways, state.position.board(), color, without)
            .wanting;
        is_supplied(wanting, &self.promotions(ways, state, color))
    }

    /// The pawns of `color` that promote, and the officers they can become with these ways.
    fn promotions(&self, ways: &Ways, state: &RacePosition, color: Color) -> Promotions {
        let mut promotions = [None; 8];
        let pawns = PawnId::ALL.into_iter().filter(|pawn| pawn.color() == color);
        for (kinds, pawn) in promotions.iter_mut().zip(pawns) {
            if self.kernel.fates[usize::from(pawn)] != Fate::Promotes {
                continue;
            }
            let file = state.last_file(self.kernel, pawn);
            *kinds = file.map(|file| {
                let square = promotion_square(color, file);
                let leads = |&(_, &(role, squares)): &(usize, &(Role, Bitboard))| {
                    squares.contains(square) && !ways.is_lost(role.of(color), square)
                };
                let leading = KINDS.iter().enumerate().filter(leads);
                leading.fold(0, |kinds, (kind, _)| kinds | 1 << kind)
            });
        }
        promotions
    }

    /// Whether a man who has promoted on this square stands where one of the diagram's was wanting, or is needed to be taken.
    pub fn is_needed(&self, state: &RacePosition, man: Role, square: Square, color: Color) -> bool {
        let board = state.position.board();
        let piece = man.of(color);
        let alike = board.by_piece(piece);
        if alike.count() <= self.goal.by_piece(piece).count()
            || self.lasting.0.met(piece, alike) > self.lasting.0.met(piece, alike.without(square))
        {
            return true;
        }
        let events = &self.kernel.events[state.done..];
        let victims = events
            .iter()
            .filter(|event| is_victim(event, color))
            .count();
        let spare = self.stock(self.lasting.0, board, color, None).spare;
        spare.iter().sum::<usize>() <= victims + state.surplus[side_of(color)] as usize
    }

    /// Whether pawns have still to take officers of `color`: those that can be reached are kept for them.
    pub fn are_wanted(&self, state: &RacePosition, color: Color) -> bool {
        let events = &self.kernel.events[state.done..];
        events.iter().any(|event| is_victim(event, color))
    }
}

const ALL_KINDS: u8 = (1 << KINDS.len()) - 1;
const LIGHT_BISHOP: u8 = 1 << 1;
const DARK_BISHOP: u8 = 1 << 2;

/// Whether a pawn takes an officer of `color`.
pub fn is_victim(event: &Event, color: Color) -> bool {
    event.victim.is_none() && event.by.is_some_and(|pawn| pawn.color() != color)
}

/// Whether these promotions make up for what is wanting of each kind: for no set of kinds more is wanting than can become one of these.
fn is_supplied(wanting: [usize; KINDS.len()], promotions: &Promotions) -> bool {
    let wanted = (0..KINDS.len()).filter(|&kind| wanting[kind] > 0);
    let wanted = wanted.fold(0u8, |kinds, kind| kinds | 1 << kind);
    let mut set = wanted;
    while set != 0 {
        let men = (0..KINDS.len()).filter(|kind| set & 1 << kind != 0);
        let men: usize = men.map(|kind| wanting[kind]).sum();
        let become_one = |kinds: &&u8| **kinds & set != 0;
        if men > promotions.iter().flatten().filter(become_one).count() {
            return false;
        }
        set = (set - 1) & wanted;
    }
    true
}

/// Whether each finds an officer of one of its kinds, some of them substitutes of any kind: for no set of kinds there
/// are more that need one of these than there are.
fn suffices(victims: &[u8], spare: [usize; KINDS.len()], substitutes: usize) -> bool {
    const SETS: usize = ALL_KINDS as usize + 1;
    if victims.len() <= substitutes {
        return true;
    }
    if let [one] = victims {
        return (0..KINDS.len()).any(|kind| one & 1 << kind != 0 && spare[kind] > 0);
    }
    let mut bound = [0; SETS];
    for &kinds in victims {
        bound[usize::from(kinds)] += 1;
    }
    let mut there = [0; SETS];
    for (kind, spare) in spare.into_iter().enumerate() {
        let kind = 1 << kind;
        for kinds in (0..SETS).filter(|kinds| kinds & kind != 0) {
            bound[kinds] += bound[kinds & !kind];
            there[kinds] += spare;
        }
    }
    let mut sets = bound.into_iter().zip(there);
    sets.all(|(bound, there)| bound <= there + substitutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_capture_finds_a_man_of_its_own() {
        let (knight, bishop) = (0b1, LIGHT_BISHOP);
        // Two need the bishop.
        let both = [knight | bishop, bishop];
        assert!(suffices(&both, [1, 1, 0, 0, 0], 0));
        assert!(!suffices(&[bishop, bishop], [1, 1, 0, 0, 0], 0));
        assert!(suffices(&[bishop, bishop], [1, 1, 0, 0, 0], 1));
        assert!(!suffices(&both, [0, 1, 0, 0, 0], 0));
    }

    #[test]
    fn each_man_wanting_finds_a_promotion_that_leads_to_him() {
        let (knight, rook) = (0b1, 1 << 3);
        let one_of_each = [1, 0, 0, 1, 0];
        assert!(is_supplied(one_of_each, &promoting(&[knight | rook, rook])));
        // Both can become rooks alone, as on h8 behind pawns on f7, g7 and g6.
        assert!(!is_supplied(one_of_each, &promoting(&[rook, rook])));
        assert!(!is_supplied(one_of_each, &promoting(&[knight | rook])));
        assert!(is_supplied([0; 5], &promoting(&[])));
    }

    fn promoting(kinds: &[u8]) -> Promotions {
        std::array::from_fn(|pawn| kinds.get(pawn).copied())
    }
}
