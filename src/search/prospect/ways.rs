//! What it costs a man at least to get where it covers or blocks a square beside the king.

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square, attacks};

use super::ring::{CENTRE, Needs, kind};
use super::{Duties, MOST_MOVES, Man, Picture, Placed, could_promote};
use crate::search::board::pawn_attack_sets;

/// Costs more than there are moves.
pub(super) const NEVER: u32 = 99;

impl Picture<'_> {
    /// Whether `man` could cover the need `bit` from somewhere, and the rest be seen to.
    pub(super) fn any_way_to_cover(&self, man: &Man, bit: u32, duties: &Duties) -> bool {
        let discount = u32::from(duties.leaving.contains(man.square));
        let most = duties.moves + discount;
        let castles = man.role == Role::Rook && self.look.board.castlers().contains(man.square);
        if most == 0 && !castles {
            return false;
        }
        let rest = if self.look.free == 0 {
            self.hard(duties, self.unblocked(duties), Some(man.square))
        } else {
            0
        };
        let mut way = Way {
            man,
            bit,
            duties,
            discount,
            toll: Toll::default(),
            rest,
            others: self.others(man, duties),
            tried: Tried::new(),
        };
        if man.role == Role::Pawn {
            return self.any_way_of_pawn(&mut way, most);
        }
        let zone = self.look.rings.from(man.kind, self.king, bit);
        if zone.is_empty() {
            return false;
        }
        if castles && self.any_way_of_castled_rook(&mut way, most, zone) {
            return true;
        }
        let mut done = Bitboard::EMPTY;
        for cost in 1..=most {
            let reach = self.reach(man, man.square, cost) & !done;
            done |= reach;
            let places = reach & zone;
            if cost == 1 && man.is_slider() {
                // With an obstacle in the way it may be cheaper to take two moves.
                done = places & self.unobstructed(duties, man.square, places);
            }
            if self.any_place(&mut way, man.kind, places, cost, cost == 1) {
                return true;
            }
        }
        false
    }

    /// Castling puts the rook elsewhere, and the king's move pays for it.
    fn any_way_of_castled_rook(&self, way: &mut Way<'_>, most: u32, zone: Bitboard) -> bool {
        let look = self.look;
        let side = CastlingSide::from_queen_side(way.man.square < look.board.king(look.mater));
        let start = side.rook_to(look.mater);
        let mut done = Bitboard::from_square(start);
        if self.any_place(way, way.man.kind, done & zone, 0, false) {
            return true;
        }
        for cost in 1..=most {
            let reach = self.reach(way.man, start, cost) & !done;
            done |= reach;
            if self.any_place(way, way.man.kind, reach & zone, cost, false) {
                return true;
            }
        }
        false
    }

    /// What all others could still see to, by the moves this man takes.
    fn others(&self, man: &Man, duties: &Duties) -> Others {
        let leaving = duties.leaving.without(man.square).count();
        let mut others = Others {
            blocked: Self::still_blocked(duties),
            covered: [0; MOST_MOVES as usize + 1],
            coverable: [0; MOST_MOVES as usize + 1],
        };
        let men = &self.look.maters.list[..self.look.maters.count];
        for price in 0..=duties.moves as usize {
            let moves = duties.moves as usize - price;
            others.covered[price] = self.most[moves + leaving];
            for (other, coverable) in men.iter().zip(&self.coverable) {
                if other.square != man.square && !duties.moved.contains(other.square) {
                    let again = usize::from(duties.leaving.contains(other.square));
                    others.coverable[price] |= coverable[moves + again];
                }
            }
        }
        others
    }

    fn unobstructed(&self, duties: &Duties, from: Square, places: Bitboard) -> Bitboard {
        let free = |place: &Square| {
            !self.look.mater_men.contains(*place) && self.obstacles(duties, from, *place).is_empty()
        };
        places.into_iter().filter(free).collect()
    }

    /// Whether the man could stand on one of `places` and the rest be seen to. If it comes there `directly`, it needs
    /// its way free.
    fn any_place(
        &self,
        way: &mut Way<'_>,
        kind: usize,
        places: Bitboard,
        cost: u32,
        directly: bool,
    ) -> bool {
        let look = self.look;
        let slides = (3..=5).contains(&kind);
        let here = Bitboard::from_square(way.man.square);
        if places.is_empty() {
            return false;
        }
        for place in places {
            let potential = look.rings.covered(kind, self.king, place) & self.exist;
            if potential == 0 || way.tried.holds(cost, potential) {
                continue;
            }
            if (way.duties.stood | way.duties.blocks | way.duties.lines).contains(place) {
                self.conflict();
                continue;
            }
            let Some(mut duties) = self.duties_on(way, kind, place, cost, potential) else {
                continue;
            };
            let conflicts = self.conflicts.get();
            let mut obstacles = Bitboard::EMPTY;
            if directly {
                obstacles = self.obstacles(&duties, way.man.square, place);
                // An own man on the square itself can also be captured there first.
                let arrived = look.mater_men & !(duties.moved | duties.leaving);
                if arrived.contains(place) && look.replies == 0 {
                    obstacles |= Bitboard::from_square(place);
                }
            }
            obstacles |= way.toll.free
                & (look.victim_men | look.mater_men)
                & !(way.duties.moved | way.duties.leaving | way.duties.gone | here);
            if slides {
                let to = look.rings.square(self.king, way.bit);
                let Some(clear) = self.with_line(&duties, place, to) else {
                    continue;
                };
                duties = clear;
                obstacles |= self.obstacles(&duties, place, to);
            }
            let mut least = potential;
            let possible = self.pay(obstacles, &duties, &mut |duties| {
                let covered = if slides {
                    self.seen(duties, place, potential)
                } else {
                    potential
                };
                least &= covered;
                self.is_possible(&Duties {
                    covered: duties.covered | covered,
                    ..*duties
                })
            });
            if possible {
                return true;
            }
            let alone = self.conflicts.get() == conflicts && !look.victim_men.contains(place);
            if obstacles.is_empty() && alone && way.toll.fetched == 0 {
                way.tried.add(cost, least);
            }
        }
        false
    }

    /// The duties once the man stands on `place`; `None` if that is too dear.
    #[inline]
    fn duties_on(
        &self,
        way: &Way<'_>,
        kind: usize,
        place: Square,
        cost: u32,
        potential: Needs,
    ) -> Option<Duties> {
        let price = cost.saturating_sub(way.discount);
        if price > way.duties.moves || !way.others.could_see_to(way.rest & !potential, price) {
            return None;
        }
        let duties = match cost {
            0 => *way.duties,
            _ => way.duties.with_mover(way.man.square)?,
        };
        let here = Bitboard::from_square(way.man.square);
        let mut duties = Duties {
            moved: duties.moved | here,
            leaving: duties.leaving & !here,
            moves: duties.moves - price,
            fetched: duties.fetched + way.toll.fetched,
            covered: self.credit_without(&duties, way.man),
            stood: duties.stood | Bitboard::from_square(place),
            // Whoever of the victim's stands there has left or been captured.
            gone: duties.gone | self.look.victim_men & Bitboard::from_square(place),
            ..duties
        };
        if let Some(slot) = duties.places.get_mut(duties.placed) {
            *slot = Placed {
                from: way.man.square,
                to: place,
                kind: kind as u8,
                cost: cost as u8,
            };
            duties.placed += 1;
        }
        Some(duties)
    }

    /// Squares an officer could reach with its `cost`th move.
    pub(super) fn reach(&self, man: &Man, from: Square, cost: u32) -> Bitboard {
        match man.role {
            // There and back: it may have left a line for a while.
            Role::Knight if cost == 2 => {
                self.look.rings.hops(from, 2) | Bitboard::from_square(from)
            }
            Role::Knight => self.look.rings.hops(from, cost),
            Role::King if self.look.free == 0 => {
                if cost == 1 {
                    attacks::king_attacks(from)
                } else {
                    self.look.rings.ball(from, cost)
                }
            }
            Role::King => {
                let mut reach = attacks::king_attacks(from);
                if cost == 1 {
                    reach |= self.look.castled_kings(self.look.mater);
                } else {
                    for _ in 1..cost {
                        let front = reach;
                        for square in front {
                            reach |= attacks::king_attacks(square);
                        }
                    }
                    for castled in self.look.castled_kings(self.look.mater) {
                        for _ in 1..cost {
                            reach |= attacks::king_attacks(castled);
                        }
                    }
                    if cost > 2 && self.look.castled_kings(self.look.mater).any() {
                        reach = Bitboard::FULL;
                    }
                }
                reach
            }
            role => match (cost, role) {
                (1, Role::Bishop) => attacks::bishop_attacks(from, Bitboard::EMPTY),
                (1, Role::Rook) => attacks::rook_attacks(from, Bitboard::EMPTY),
                (1, _) => attacks::queen_attacks(from, Bitboard::EMPTY),
                (_, Role::Bishop) => same_shade(from),
                _ => Bitboard::FULL,
            },
        }
    }

    fn any_way_of_pawn(&self, way: &mut Way<'_>, most: u32) -> bool {
        let look = self.look;
        let from = way.man.square;
        let last = Bitboard::from_rank(look.mater.fold_wb(Rank::Eighth, Rank::First));
        let promoted = [Role::Queen, Role::Knight].map(|role| kind(look.mater, role));
        let zone = |kind: usize| look.rings.from(kind, self.king, way.bit);
        let zones = [zone(way.man.kind), zone(promoted[0]), zone(promoted[1])];
        // Where it can have become an officer, by the moves that took.
        let mut became: [Bitboard; MOST_MOVES as usize + 1] = Default::default();
        let mut before = Bitboard::EMPTY;
        for cost in 1..=most {
            let front = self.pawn_reach(way.man, cost);
            for place in front & !last & zones[0] {
                let here = Bitboard::from_square(place);
                for toll in self.tolls(from, place) {
                    way.toll = toll;
                    if self.any_place(way, way.man.kind, here, cost, cost == 1) {
                        return true;
                    }
                }
            }
            became[cost as usize] = front & last & !before;
            before |= front & last;
            for (officer, zone) in promoted.into_iter().zip(&zones[1..]) {
                if self.any_promoted(way, officer, *zone, &became, cost) {
                    return true;
                }
            }
        }
        way.toll = Toll::default();
        false
    }

    /// Whether the pawn could become `officer` and stand in `zone` with its `cost`th move; `became` says where it can have promoted
    /// with each move until then.
    fn any_promoted(
        &self,
        way: &mut Way<'_>,
        officer: usize,
        zone: Bitboard,
        became: &[Bitboard; MOST_MOVES as usize + 1],
        cost: u32,
    ) -> bool {
        for since in 1..=cost {
            for square in became[since as usize] {
                let places = self.promoted_reach(officer, square, cost - since) & zone;
                if places.is_empty() {
                    continue;
                }
                for toll in self.tolls(way.man.square, square) {
                    way.toll = toll;
                    if self.any_place(way, officer, places, cost, cost == 1) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Squares an officer that was a pawn until it came to `from` reaches with its last of `moves` more moves.
    fn promoted_reach(&self, kind: usize, from: Square, moves: u32) -> Bitboard {
        match (moves, kind) {
            (_, 2) => self.look.rings.hops(from, moves),
            (0, _) => Bitboard::from_square(from),
            (1, _) => attacks::queen_attacks(from, Bitboard::EMPTY),
            (2, _) => Bitboard::FULL,
            // It need not have moved so often.
            _ => Bitboard::EMPTY,
        }
    }

    /// What a pawn of the mater's needs on its way: straight ahead free squares, otherwise men to capture.
    fn tolls(&self, from: Square, to: Square) -> impl Iterator<Item = Toll> {
        let look = self.look;
        let aside = from.file().to_u32().abs_diff(to.file().to_u32());
        let ahead = from.rank().to_u32().abs_diff(to.rank().to_u32());
        let straight = (aside == 0).then(|| Toll {
            free: attacks::between(from, to) | Bitboard::from_square(to),
            fetched: 0,
        });
        let needed = if aside == 0 { 2 } else { aside };
        let capturing = (needed <= ahead).then(|| {
            let there = (corridor(look.mater, from, to) & look.victim_men).count() as u32;
            Toll {
                free: Bitboard::EMPTY,
                fetched: if look.free > 0 {
                    0
                } else {
                    needed.saturating_sub(there)
                },
            }
        });
        straight.into_iter().chain(capturing)
    }

    /// Squares a pawn could reach with its `cost`th move, captures wherever there may be something to capture.
    fn pawn_reach(&self, man: &Man, cost: u32) -> Bitboard {
        let look = self.look;
        let reach = cone(look.mater, man.square, cost);
        if cost > 1 {
            return reach;
        }
        let aside = attacks::pawn_attacks(look.mater, man.square);
        let sideways = if look.replies > 0 {
            aside
        } else {
            aside & look.victim_men
        };
        // Straight ahead nothing may stand; with no move before this one it must be so now.
        // (A rook may be gone by castling, which is the king's move.)
        let barred = if look.moves == 1 && self.replies == 0 {
            look.victim_men & !look.board.castlers()
        } else {
            Bitboard::EMPTY
        };
        sideways | reach & !aside & !barred
    }

    /// The moves `man` of the victim's needs at least to stand on `square`.
    pub(super) fn cost_of_blocking(&self, man: &Man, square: Square) -> u32 {
        let look = self.look;
        let color = !look.mater;
        let mut cost = self.cost_of_way(man, man.square, square);
        if man.role == Role::Rook && look.board.castlers().contains(man.square) {
            let side = CastlingSide::from_queen_side(man.square < look.king);
            let castled = side.rook_to(color);
            cost = cost.min(if castled == square {
                0
            } else {
                self.cost_of_way(man, castled, square)
            });
        }
        cost
    }

    fn cost_of_way(&self, man: &Man, from: Square, square: Square) -> u32 {
        let look = self.look;
        let color = !look.mater;
        if from == square {
            // There and back again.
            return if man.role == Role::Pawn { NEVER } else { 2 };
        }
        match man.role {
            Role::Pawn if !self.is_ahead(from, square) => NEVER,
            Role::Pawn => {
                let last = Bitboard::from_rank(color.fold_wb(Rank::Eighth, Rank::First));
                let mut payable = Bitboard::from_file(from.file());
                for _ in 0..look.expendable(0).min(7) {
                    let (left, right) = (payable.without(File::A).0, payable.without(File::H).0);
                    payable |= Bitboard(left >> 1 | right << 1);
                }
                let mut promoted = Bitboard::EMPTY;
                let mut since = NEVER;
                for cost in 1..=self.replies {
                    // As an officer it needs one move more at least, and reaches everything with two.
                    if promoted.any() {
                        let seen = |&from: &Square| {
                            (attacks::queen_attacks(from, Bitboard::EMPTY)
                                | attacks::knight_attacks(from))
                            .contains(square)
                        };
                        if cost > since + 1 || promoted.into_iter().any(|from| seen(&from)) {
                            return cost;
                        }
                    }
                    let reach = cone(color, from, cost) & payable;
                    if reach.contains(square)
                        && (look.plies > 2 || self.is_pawn_move_now(from, square))
                    {
                        return cost;
                    }
                    if (reach & last).any() && since == NEVER {
                        since = cost;
                    }
                    promoted |= reach & last;
                }
                NEVER
            }
            Role::Knight => look.rings.hops_between(from, square),
            role => {
                let aligned = match role {
                    Role::Bishop => attacks::bishop_attacks(from, Bitboard::EMPTY),
                    Role::Rook => attacks::rook_attacks(from, Bitboard::EMPTY),
                    _ => attacks::queen_attacks(from, Bitboard::EMPTY),
                };
                let between = attacks::between(from, square);
                let before = look.plies.div_ceil(2) - 1 + look.free;
                let own = (between & look.victim_men).count() as u32;
                let others = (between & look.mater_men).count() as u32;
                let leave = self.replies.saturating_sub(1) + before;
                if aligned.contains(square) && own <= leave && others <= leave {
                    1
                } else if role == Role::Bishop && !same_shade(from).contains(square) {
                    NEVER
                } else {
                    2
                }
            }
        }
    }

    /// Whether a pawn of the victim could stand on `to` at the end as far as ranks go, or promotes before.
    fn is_ahead(&self, from: Square, to: Square) -> bool {
        let color = !self.look.mater;
        let rank =
            |square: Square| color.fold_wb(square.rank().to_u32(), 7 - square.rank().to_u32());
        let (start, end) = (rank(from), rank(to));
        let steps = self.replies + u32::from(start == 1);
        start < end && end <= start + steps || could_promote(color, from, self.replies)
    }

    /// Whether a pawn of the victim, which is on move with this move and one of the mater's to go, can go there.
    fn is_pawn_move_now(&self, from: Square, to: Square) -> bool {
        let look = self.look;
        if attacks::pawn_attacks(!look.mater, from).contains(to) {
            look.mater_men.contains(to)
        } else {
            !look.board.occupied().contains(to)
        }
    }
}

/// All squares of the same shade.
pub(super) fn same_shade(square: Square) -> Bitboard {
    if Bitboard::LIGHT_SQUARES.contains(square) {
        Bitboard::LIGHT_SQUARES
    } else {
        Bitboard::DARK_SQUARES
    }
}

/// Squares a pawn could stand on after exactly `cost` moves, whatever it captures.
pub(super) fn cone(color: Color, from: Square, cost: u32) -> Bitboard {
    let start = Bitboard::from_square(from);
    let mut reach = pawn_steps(color, start);
    if from.rank() == color.fold_wb(Rank::Second, Rank::Seventh) {
        reach |= start.shift(color.fold_wb(16, -16));
    }
    for _ in 1..cost {
        reach = pawn_steps(color, reach);
    }
    reach
}

/// Where pawns can be one move later.
fn pawn_steps(color: Color, pawns: Bitboard) -> Bitboard {
    let (left, right) = pawn_attack_sets(pawns, color);
    pawns.shift(color.fold_wb(8, -8)) | left | right
}

/// Squares a pawn may pass between two others, the last included and the first not.
pub(super) fn corridor(color: Color, from: Square, to: Square) -> Bitboard {
    let (mut up, mut down) = (Bitboard::from_square(from), Bitboard::from_square(to));
    let (mut ahead, mut back) = (Bitboard::EMPTY, down);
    for _ in 0..from.rank().to_u32().abs_diff(to.rank().to_u32()) {
        up = pawn_steps(color, up);
        down = pawn_steps(!color, down);
        ahead |= up;
        back |= down;
    }
    ahead & back
}

/// What a pawn needs on its way.
#[derive(Debug, Clone, Copy, Default)]
struct Toll {
    /// Squares without a man.
    free: Bitboard,
    /// Men of the victim that must come to be captured.
    fetched: u32,
}

/// One man's ways to cover one square.
struct Way<'a> {
    man: &'a Man,
    bit: u32,
    duties: &'a Duties,
    /// A move of it that is paid for already.
    discount: u32,
    /// What it needs to come to the places asked about.
    toll: Toll,
    /// What it or others must still see to, wherever it goes.
    rest: Needs,
    others: Others,
    tried: Tried,
}

/// What those could see to that have no duty yet.
struct Others {
    /// The squares that can be blocked, and covered, at most; the second by the moves one man of the mater's takes.
    blocked: u32,
    covered: [u32; MOST_MOVES as usize + 1],
    /// Which can be covered at all.
    coverable: [Needs; MOST_MOVES as usize + 1],
}

impl Others {
    fn could_see_to(&self, needs: Needs, price: u32) -> bool {
        let price = price as usize;
        let never_covered = needs & !self.coverable[price];
        needs.count_ones() <= self.covered[price] + self.blocked
            && never_covered & CENTRE == 0
            && never_covered.count_ones() <= self.blocked
    }
}

/// What was tried for one man already: a more expensive place that covers no more need not be looked at.
struct Tried {
    list: [(u32, Needs); Tried::MOST],
    count: usize,
}

impl Tried {
    const MOST: usize = 24;

    fn new() -> Tried {
        Tried {
            list: [(0, 0); Tried::MOST],
            count: 0,
        }
    }

    fn holds(&self, cost: u32, covered: Needs) -> bool {
        self.list[..self.count]
            .iter()
            .any(|&(other, more)| other <= cost && covered & !more == 0)
    }

    fn add(&mut self, cost: u32, covered: Needs) {
        if let Some(slot) = self.list.get_mut(self.count) {
            *slot = (cost, covered);
            self.count += 1;
        }
    }
}
