//! Finds the final positions. Of stalemates first all men of the stalemated side are given an end, then the mater's that it takes;
//! of mates the man who gives check, then who holds or covers each square beside the king (`mates`).
//!
//! Every branching is a complete distinction of cases about one goal that is reached: where the king ends; who holds a
//! square that must be held; what becomes of the next man, and if it stays, whether it is walled in, blocked or pinned; who of
//! the mater's holds a square, pins, gives check, or covers a square beside the king, and from where.

mod mates;

use std::ops::Range;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Square, attacks};

use super::distances::{
    ANYTHING, BISHOP, CAPTURED, Distances, Fate, GONE, KING, KNIGHT, NEVER, PAWNS, QUEEN, ROOK,
    aligned, attacking, fate, place,
};
use super::{MOST_MEN, Men, Start};
use crate::budget::Budget;
use crate::problem::Goal;

/// Most final positions that are kept.
const MOST: usize = 1 << 18;

/// Most tasks that are remembered, and most ends of the mater's men for them; those beyond are found again.
// In tests few, so that they meet tasks that are not remembered.
const MOST_TASKS: usize = if cfg!(test) { 64 } else { 1 << 18 };
const MOST_ENDS: usize = 1 << 22;

/// So many steps are made between two looks at the clock.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 18;

/// Most moves of a side.
const MOST_MOVES: usize = 12;

/// What a man may be at the end, and the squares it can be on, by the moves that takes exactly and at most.
struct Choice {
    kind: usize,
    after: [Bitboard; MOST_MOVES + 1],
    within: [Bitboard; MOST_MOVES + 1],
}

pub(super) struct Finder<'a> {
    goal: Goal,
    men: &'a Men,
    /// The side that reaches the goal.
    mater: Color,
    moves: u8,
    choices: ArrayVec<ArrayVec<Choice, 5>, MOST_MEN>,
    /// Men of either side, by bit.
    victims: u32,
    maters: u32,
    /// The victim's men but the king, those with the fewest ends first.
    order: ArrayVec<usize, MOST_MEN>,
    /// How many of the mater's men can pin on ranks and files, on diagonals, and at all.
    pinners: [u32; 3],
    /// How many squares around the king the mater's moves can cover at most.
    cover: u32,
    /// Men of the mater's for what the victim's leave to do, as a part of `ways`.
    known: FxHashMap<Task, Range<usize>>,
    ways: Vec<Fate>,
    steps: &'a mut u64,
    budget: &'a Budget,
    found: Vec<Fate>,
    /// Of each mate found the squares on which there is nobody.
    empty: Vec<Bitboard>,
    too_many: bool,
}

/// The final positions: what becomes of each man, position by position, and if they are mates the squares of each on which there
/// is nobody.
pub(super) struct Found {
    pub(super) fates: Vec<Fate>,
    pub(super) empty: Vec<Bitboard>,
}

/// A part of a final position.
#[derive(Clone, Copy)]
struct Sketch {
    fates: [Fate; MOST_MEN],
    undecided: u32,
    king: Square,
    /// Squares of the victim's men, the king among them, and of the mater's by what they are.
    own: Bitboard,
    others: Bitboard,
    by_kind: [Bitboard; 7],
    /// Squares that men of the victim's must hold, and the mater's.
    walls: Bitboard,
    posts: Bitboard,
    /// Men of the victim's that must be pinned.
    pinned: Bitboard,
    /// Of these on ranks and files, on diagonals, and all.
    pins: [u8; 3],
    /// Squares without a man, and without one of the mater's.
    empty: Bitboard,
    barred: Bitboard,
    /// Moves left.
    moves: u8,
    replies: u8,
    captures: u8,
    /// Men of the mater's that pawns of the victim's captured at least.
    taken: u8,
}

/// From where men of each kind cover a square.
type Zones = [Bitboard; 7];

/// The squares beside the king.
enum Flights {
    /// Each is held or covered.
    Closed,
    /// One cannot be.
    Hopeless,
    /// This one can be in the fewest ways.
    Open(Square, Zones),
}

/// What is left to the mater's men once the victim's have their ends.
#[derive(PartialEq, Eq, Hash)]
struct Task {
    king: Square,
    own: Bitboard,
    posts: Bitboard,
    pinned: Bitboard,
    barred: Bitboard,
}

impl<'a> Finder<'a> {
    pub(super) fn find(start: &Start<'a>, steps: &'a mut u64, budget: &'a Budget) -> Option<Found> {
        let mut finder = Finder::new(start, steps, budget);
        let nobody = Sketch {
            fates: [ANYTHING; MOST_MEN],
            undecided: finder.victims | finder.maters,
            king: Square::A1,
            own: Bitboard::EMPTY,
            others: Bitboard::EMPTY,
            by_kind: [Bitboard::EMPTY; 7],
            walls: Bitboard::EMPTY,
            posts: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            pins: [0; 3],
            empty: Bitboard::EMPTY,
            barred: Bitboard::EMPTY,
            moves: start.moves,
            replies: start.replies,
            captures: 0,
            taken: 0,
        };
        for cost in 0..=start.replies {
            for king in finder.choices[0][0].after[usize::from(cost)] {
                let mut sketch = nobody.with(0, fate(KING, king));
                sketch.king = king;
                sketch.own = Bitboard::from_square(king);
                sketch.replies -= cost;
                if start.goal == Goal::Mate {
                    finder.give_check(&sketch);
                    continue;
                }
                let flights = attacks::king_attacks(king);
                let coverable;
                (coverable, finder.cover) = finder.covered(flights);
                sketch.walls = flights & !coverable;
                finder.place_victims(&sketch);
            }
        }
        (!finder.too_many).then_some(Found {
            fates: finder.found,
            empty: finder.empty,
        })
    }

    fn new(start: &Start<'a>, steps: &'a mut u64, budget: &'a Budget) -> Finder<'a> {
        let men = start.men;
        let all = ((1u64 << men.rows.len()) - 1) as u32;
        let victims = (1u32 << men.victims) - 1;
        let left = |man| {
            if man < men.victims {
                start.replies
            } else {
                start.moves
            }
        };
        let rows = men.rows.iter().enumerate();
        let choices: ArrayVec<_, MOST_MEN> =
            rows.map(|(man, &row)| choices_of(row, left(man))).collect();
        let ends = |man: &usize| -> usize {
            let choices: &ArrayVec<Choice, 5> = &choices[*man];
            let squares = choices.iter().flat_map(|choice| choice.after);
            squares.map(Bitboard::count).sum()
        };
        let mut order: ArrayVec<usize, MOST_MEN> = (1..men.victims).collect();
        order.sort_by_key(ends);
        let pinners = [&[ROOK, QUEEN][..], &[BISHOP, QUEEN], &[BISHOP, ROOK, QUEEN]].map(|kinds| {
            let pins =
                |man: &&ArrayVec<Choice, 5>| man.iter().any(|choice| kinds.contains(&choice.kind));
            choices[men.victims..].iter().filter(pins).count() as u32
        });
        Finder {
            goal: start.goal,
            men,
            mater: men.mater,
            moves: start.moves,
            choices,
            victims,
            maters: all & !victims,
            order,
            pinners,
            cover: 0,
            known: FxHashMap::default(),
            ways: Vec::new(),
            steps,
            budget,
            found: Vec::new(),
            empty: Vec::new(),
            too_many: false,
        }
    }

    /// Which of the squares around a king the mater's men could cover, and how many at once.
    fn covered(&self, flights: Bitboard) -> (Bitboard, u32) {
        let mut coverable = Bitboard::EMPTY;
        let moves = usize::from(self.moves);
        let mut most = [0; MOST_MOVES + 1];
        for man in Bits(self.maters) {
            let mut best = [0; MOST_MOVES + 1];
            for choice in &self.choices[man] {
                for (best, squares) in best.iter_mut().zip(choice.after) {
                    for square in squares {
                        let seen = attacking_from(choice.kind, square) & flights;
                        coverable |= seen;
                        *best = (*best).max(seen.count() as u32);
                    }
                }
            }
            for all in (0..=moves).rev() {
                let with = (0..=all).map(|own| most[all - own] + best[own]);
                most[all] = with.max().unwrap_or(0);
            }
        }
        (coverable, most[moves])
    }

    /// Whether there is a step left.
    fn step(&mut self) -> bool {
        if let Some(left) = self.steps.checked_sub(1) {
            *self.steps = left;
            let looks = left.is_multiple_of(STEPS_BETWEEN_LOOKS);
            self.too_many |= looks && self.budget.check_clock().is_err();
        } else {
            self.too_many = true;
        }
        !self.too_many
    }

    fn place_victims(&mut self, sketch: &Sketch) {
        if !self.step() || !self.is_hopeful(sketch) {
            return;
        }
        if let Some(square) = sketch.walls.first() {
            self.hold(sketch, square);
            return;
        }
        let next = self
            .order
            .iter()
            .find(|&&man| sketch.undecided >> man & 1 != 0);
        let Some(&man) = next else {
            self.finish(sketch);
            return;
        };
        if sketch.captures < self.moves {
            let mut next = sketch.with(man, CAPTURED);
            next.captures += 1;
            self.place_victims(&next);
        }
        for choice in 0..self.choices[man].len() {
            for cost in 0..=sketch.replies {
                let squares = self.choices[man][choice].after[usize::from(cost)]
                    & !(sketch.own | sketch.posts | sketch.empty);
                for square in squares {
                    self.place_victim(sketch, man, choice, square, cost);
                }
            }
        }
    }

    /// One of the victim's men without an end goes to the square.
    fn hold(&mut self, sketch: &Sketch, square: Square) {
        let replies = usize::from(sketch.replies);
        for man in Bits(sketch.undecided & self.victims) {
            for choice in 0..self.choices[man].len() {
                if !self.choices[man][choice].within[replies].contains(square) {
                    continue;
                }
                for cost in 0..=sketch.replies {
                    if self.choices[man][choice].after[usize::from(cost)].contains(square) {
                        self.place_victim(sketch, man, choice, square, cost);
                    }
                }
            }
        }
    }

    /// Whether the men without an end could hold all squares that must be held.
    fn is_hopeful(&self, sketch: &Sketch) -> bool {
        let left = sketch.undecided & self.victims;
        let walls = sketch.walls.count() as u32;
        let open = (attacks::king_attacks(sketch.king) & !sketch.own).count() as u32;
        let mut cost = 0;
        for square in sketch.walls {
            let moves = Bits(left).map(|man| self.moves_to(man, square));
            cost += u32::from(moves.min().unwrap_or(NEVER));
        }
        walls <= left.count_ones()
            && open <= self.cover + left.count_ones()
            && cost <= u32::from(sketch.replies)
    }

    /// The moves a man needs to the square, whatever it becomes.
    fn moves_to(&self, man: usize, square: Square) -> u8 {
        Distances::get().nearest(self.men.rows[man])[square.to_usize()]
    }

    /// Gives the mater's men their ends, and keeps what was found.
    fn finish(&mut self, sketch: &Sketch) {
        let task = Task {
            king: sketch.king,
            own: sketch.own,
            posts: sketch.posts,
            pinned: sketch.pinned,
            barred: sketch.barred,
        };
        let all = self.ways.len();
        let mut kept = all;
        let ways = if let Some(ways) = self.known.get(&task) {
            ways.clone()
        } else {
            self.place_maters(sketch);
            let ways = all..self.ways.len();
            if self.known.len() < MOST_TASKS && ways.end <= MOST_ENDS {
                self.known.insert(task, ways.clone());
                kept = ways.end;
            }
            ways
        };
        let maters = self.men.rows.len() - self.men.victims;
        for way in self.ways[ways].chunks_exact(maters) {
            if !sketch.can_be_taken(way) {
                continue;
            }
            self.found.extend(&sketch.fates[..self.men.victims]);
            self.found.extend(way);
        }
        self.ways.truncate(kept);
        self.too_many |= self.found.len() / self.men.rows.len() > MOST;
    }

    fn place_victim(
        &mut self,
        sketch: &Sketch,
        man: usize,
        choice: usize,
        square: Square,
        cost: u8,
    ) {
        let here = Bitboard::from_square(square);
        let kind = self.choices[man][choice].kind;
        let mut next = sketch.with(man, fate(kind, square));
        next.own |= here;
        next.walls &= !here;
        next.replies -= cost;
        if kind < PAWNS {
            let from = place(self.men.rows[man]).1;
            next.taken += from.file().to_u32().abs_diff(square.file().to_u32()) as u8;
            if u32::from(next.taken) >= self.maters.count_ones() {
                return;
            }
        }
        match self.goal {
            Goal::Mate => self.hold_flights(&next),
            Goal::Stalemate if kind < PAWNS => self.stick_pawn(next, square),
            Goal::Stalemate => self.stick_officer(next, kind, square),
        }
    }

    fn stick_officer(&mut self, sketch: Sketch, kind: usize, square: Square) {
        let needed = around(kind, square) & !sketch.own;
        if (needed & (sketch.posts | sketch.empty)).is_empty() {
            let mut walled = sketch;
            walled.walls |= needed;
            self.place_victims(&walled);
        }
        let [straight, diagonal] = aligned(sketch.king, square);
        let pinned = straight && matches!(kind, KNIGHT | BISHOP)
            || diagonal && matches!(kind, KNIGHT | ROOK);
        if pinned && needed.any() {
            self.pin(sketch, square);
        }
    }

    fn stick_pawn(&mut self, sketch: Sketch, square: Square) {
        let forward = (!self.mater).fold_wb(8, -8);
        let ahead = Bitboard::from_square(square).shift(forward);
        let [straight, diagonal] = aligned(sketch.king, square);
        let mut blocked = sketch;
        if !straight && !diagonal {
            blocked.barred |= attacks::pawn_attacks(!self.mater, square);
        }
        let walled = (sketch.own & ahead).any();
        if (blocked.barred & sketch.posts).is_empty() && (sketch.empty & ahead).is_empty() {
            if (sketch.posts & ahead).is_empty() {
                let mut next = blocked;
                next.walls |= ahead & !sketch.own;
                self.place_victims(&next);
            }
            if !walled && ((sketch.walls | blocked.barred) & ahead).is_empty() {
                let mut next = blocked;
                next.posts |= ahead;
                self.place_victims(&next);
            }
        }
        let file = sketch.king.file() == square.file();
        if !walled && (straight && !file || diagonal) {
            self.pin(sketch, square);
        }
    }

    fn pin(&mut self, mut sketch: Sketch, square: Square) {
        let line = usize::from(!aligned(sketch.king, square)[0]);
        for which in [line, 2] {
            sketch.pins[which] += 1;
            if u32::from(sketch.pins[which]) > self.pinners[which] {
                return;
            }
        }
        let between = attacks::between(sketch.king, square);
        let beyond = attacks::ray(sketch.king, square)
            & !between
            & !sketch.own
            & !Bitboard::from_square(square);
        let far = beyond
            .into_iter()
            .any(|far| attacks::between(sketch.king, far).contains(square));
        if far && (between & (sketch.own | sketch.posts | sketch.walls)).is_empty() {
            sketch.empty |= between;
            sketch.pinned |= Bitboard::from_square(square);
            self.place_victims(&sketch);
        }
    }

    fn place_maters(&mut self, sketch: &Sketch) {
        if !self.step() {
            return;
        }
        let maters = sketch.undecided & self.maters;
        let posts = sketch.posts & !sketch.others;
        if posts.count() as u32 > maters.count_ones() {
            return;
        }
        if let Some(post) = posts.first() {
            for kind in 0..7 {
                let here = Bitboard::from_square(post);
                self.place_mater(sketch, maters, kind, here, post, Self::unless_check);
            }
            return;
        }
        for square in sketch.pinned {
            let straight = attacks::rook_attacks(sketch.king, Bitboard::EMPTY).contains(square);
            let slider = if straight { ROOK } else { BISHOP };
            let occupied = sketch.own | sketch.others;
            let line = attacks::ray(sketch.king, square) & attacking(slider, square, occupied);
            let beyond: Bitboard = line
                .into_iter()
                .filter(|&far| attacks::between(sketch.king, far).contains(square))
                .collect();
            let pinning = sketch.by_kind[slider] | sketch.by_kind[QUEEN];
            if (beyond & pinning).any() {
                continue;
            }
            self.place_mater(sketch, maters, slider, beyond, square, Self::unless_check);
            self.place_mater(sketch, maters, QUEEN, beyond, square, Self::unless_check);
            return;
        }
        match self.flights(sketch, Bitboard::FULL, |_| 0) {
            Flights::Closed => {}
            Flights::Hopeless => return,
            Flights::Open(flight, zones) => {
                self.cover(sketch, flight, zones, Self::unless_check);
                return;
            }
        }
        if self.is_check(sketch) {
            return;
        }
        self.ways
            .extend(&sketch.fates[self.men.victims..self.men.rows.len()]);
    }

    /// What is to be done about the squares beside the king: the mater's king covers from `kings` alone, and men of the victim's
    /// can hold a square in so many ways.
    fn flights(&self, sketch: &Sketch, kings: Bitboard, held: impl Fn(Square) -> usize) -> Flights {
        let occupied = (sketch.own | sketch.others).without(sketch.king);
        let free = sketch.free();
        let mut hardest = None;
        let mut fewest = usize::MAX;
        for flight in attacks::king_attacks(sketch.king) & !sketch.own {
            let mut zones: Zones = std::array::from_fn(|kind| attacking(kind, flight, occupied));
            zones[KING] &= kings;
            let covered = zones
                .iter()
                .zip(&sketch.by_kind)
                .any(|(zone, men)| (*zone & *men).any());
            if covered {
                continue;
            }
            let mut ways = held(flight);
            for man in Bits(sketch.undecided & self.maters) {
                for choice in &self.choices[man] {
                    let zone = zones[choice.kind] & free;
                    ways += (choice.within[usize::from(sketch.moves)] & zone).count();
                }
            }
            if ways == 0 {
                return Flights::Hopeless;
            }
            if ways < fewest {
                fewest = ways;
                hardest = Some(Flights::Open(flight, zones));
            }
        }
        hardest.unwrap_or(Flights::Closed)
    }

    /// One of the mater's men covers a square, from one of the zones.
    fn cover(
        &mut self,
        sketch: &Sketch,
        square: Square,
        zones: Zones,
        then: fn(&mut Self, &Sketch),
    ) {
        let maters = sketch.undecided & self.maters;
        for (kind, zone) in zones.into_iter().enumerate() {
            self.place_mater(sketch, maters, kind, zone, square, then);
        }
    }

    fn unless_check(&mut self, sketch: &Sketch) {
        if !self.is_check(sketch) {
            self.place_maters(sketch);
        }
    }

    /// Each of these men that can be a `kind` on one of `squares`, with a clear line from there to `towards`; then on.
    fn place_mater(
        &mut self,
        sketch: &Sketch,
        men: u32,
        kind: usize,
        squares: Bitboard,
        towards: Square,
        then: fn(&mut Self, &Sketch),
    ) {
        let squares = squares & sketch.free();
        if squares.is_empty() {
            return;
        }
        for man in Bits(men) {
            let Some(choice) = self.choices[man]
                .iter()
                .position(|choice| choice.kind == kind)
            else {
                continue;
            };
            let moves = usize::from(sketch.moves);
            if (self.choices[man][choice].within[moves] & squares).is_empty() {
                continue;
            }
            for cost in 0..=sketch.moves {
                for square in self.choices[man][choice].after[usize::from(cost)] & squares {
                    let here = Bitboard::from_square(square);
                    let mut next = sketch.with(man, fate(kind, square));
                    next.others |= here;
                    next.by_kind[kind] |= here;
                    next.moves -= cost;
                    if (BISHOP..=QUEEN).contains(&kind) {
                        next.empty |= attacks::between(square, towards).without(sketch.king);
                        if (next.empty & sketch.posts).any() {
                            continue;
                        }
                    }
                    then(self, &next);
                }
            }
        }
    }

    /// Whether the king is in check, and nobody can come in between who has no place yet.
    fn is_check(&self, sketch: &Sketch) -> bool {
        let occupied = sketch.own | sketch.others;
        for kind in 0..7 {
            let checkers = attacking(kind, sketch.king, occupied) & sketch.by_kind[kind];
            for checker in checkers {
                let between =
                    attacks::between(checker, sketch.king) & !(sketch.empty | sketch.barred);
                let screened = between.any()
                    && Bits(sketch.undecided & self.maters).any(|man| {
                        self.choices[man].iter().any(|choice| {
                            (choice.within[usize::from(sketch.moves)] & between).any()
                        })
                    });
                if !screened {
                    return true;
                }
            }
        }
        false
    }
}

impl Sketch {
    fn with(&self, man: usize, fate: Fate) -> Sketch {
        let mut next = *self;
        next.fates[man] = fate;
        next.undecided &= !(1 << man);
        next
    }

    /// Whether of the mater's men, which have these ends, as many have none as pawns of the victim's captured.
    fn can_be_taken(&self, maters: &[Fate]) -> bool {
        let free = maters.iter().filter(|&&fate| fate == ANYTHING).count();
        usize::from(self.taken) <= free
    }

    /// Where men of the mater's may still end.
    fn free(&self) -> Bitboard {
        !(self.own | self.others | self.empty | self.barred)
    }
}

/// What a man of this kind attacks on an empty board.
fn attacking_from(kind: usize, square: Square) -> Bitboard {
    // Of pawns the other side's attack back.
    let kind = if kind < PAWNS { 1 - kind } else { kind };
    attacking(kind, square, Bitboard::EMPTY)
}

/// The squares next on an officer's ways.
fn around(kind: usize, square: Square) -> Bitboard {
    let king = attacks::king_attacks(square);
    match kind {
        KNIGHT => attacks::knight_attacks(square),
        BISHOP => attacks::bishop_attacks(square, Bitboard::EMPTY) & king,
        ROOK => attacks::rook_attacks(square, Bitboard::EMPTY) & king,
        _ => king,
    }
}

fn choices_of(row: Fate, moves: u8) -> ArrayVec<Choice, 5> {
    let row_of = Distances::get().row(row);
    debug_assert!(row < GONE);
    let (now, _) = place(row);
    let pawn = now < PAWNS;
    let kinds = if pawn {
        KNIGHT..QUEEN + 1
    } else {
        now..now + 1
    };
    let mut choices = ArrayVec::new();
    for kind in pawn.then_some(now).into_iter().chain(kinds) {
        let mut after = [Bitboard::EMPTY; MOST_MOVES + 1];
        for square in Square::ALL {
            let back = kind < PAWNS && Bitboard::BACKRANKS.contains(square);
            let cost = row_of[usize::from(fate(kind, square))];
            if cost <= moves && cost < NEVER && !back {
                after[usize::from(cost)].add(square);
            }
        }
        let mut so_far = Bitboard::EMPTY;
        let within = after.map(|squares| {
            so_far |= squares;
            so_far
        });
        if so_far.any() {
            choices.push(Choice {
                kind,
                after,
                within,
            });
        }
    }
    choices
}

/// The set bits of a number.
struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        bit
    }
}
