//! Which pawns take what, file by file: the kernel of a game.
//!
//! What is left of the board is the order of the pawns on each file. Only captures change it: a pawn takes a pawn
//! or an officer on the next file, an officer takes a pawn. A kernel is done when on every file, from White's side
//! of the board, first come black pawns on their way to promote, then the pawns of the diagram, then white pawns on
//! their way to promote. Invariant: a suggestion that costs no more captures than the diagram has room for; nothing
//! is proved if there is none.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use arrayvec::ArrayVec;
use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square};

use super::super::known::mix;
use super::super::node::{complement, last_rank};
use super::order::ordered;
use super::targets::Targets;
use super::ways::Promoted;

/// A pawn of the initial array: White's by file, then Black's.
pub type Pawn = u8;

/// The side of a pawn.
pub const fn color_of(pawn: Pawn) -> Color {
    if pawn < 8 { Color::White } else { Color::Black }
}

/// A capture that changes the order of the pawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The pawn that takes; `None`: any officer.
    pub by: Option<Pawn>,
    /// The pawn that is taken; `None`: any officer that can be spared.
    pub victim: Option<Pawn>,
    /// The file it happens on.
    pub file: u8,
    /// An officer is taken: the pawn next to it on the file, on White's side of the board.
    pub above: Option<Pawn>,
    /// The same on Black's side.
    pub below: Option<Pawn>,
    /// Whether the pawn promotes by it.
    pub promotes: bool,
    /// The colour of the only square on which it can happen, if there is but one: whether it is light.
    pub light: Option<bool>,
}

/// What becomes of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It stands here in the diagram.
    Stays(Square),
    /// It promotes.
    Promotes,
    /// It is taken as a pawn.
    Dies,
}

/// Captures in their order, and what becomes of each pawn.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// The captures.
    pub events: Vec<Event>,
    /// For each capture which others must come before it, a bit for each; empty: only what they say themselves.
    pub earlier: Vec<u64>,
    /// By pawn.
    pub fates: [Fate; 16],
}

/// How many officers of `color` these captures by pawns take on squares that must be light, that must be dark, and on any.
pub fn wanted(events: &[Event], color: Color) -> [usize; 3] {
    let mut wanted = [0; 3];
    for event in events {
        let takes = event.by.is_some_and(|pawn| color_of(pawn) != color);
        if takes && event.victim.is_none() {
            wanted[event.light.map_or(2, |light| usize::from(!light))] += 1;
        }
    }
    wanted
}

/// Officers of a side that are missing and got out from where they began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prey {
    /// Bishops on light squares and on dark ones.
    pub bishops: [usize; 2],
    /// Others.
    pub others: usize,
    /// How many pawns promote to men of the diagram.
    pub promoted: usize,
}

impl Prey {
    /// Whether so many of them can be taken on squares that must be light, that must be dark, and on any; so many pawns
    /// promote.
    pub fn suffices(self, wanted: [usize; 3], promotions: usize) -> bool {
        let others = self.others + promotions.saturating_sub(self.promoted);
        let [light, dark, any] = wanted;
        let beyond = light.saturating_sub(self.bishops[0]) + dark.saturating_sub(self.bishops[1]);
        beyond <= others && light + dark + any <= others + self.bishops[0] + self.bishops[1]
    }
}

/// What the diagram leaves room for.
#[derive(Debug, Clone)]
pub struct Demand {
    /// The pawns of the diagram on each file, from White's side.
    pub(super) files: [Vec<(Color, Square)>; 8],
    /// Captures by each side.
    pub(super) captures: [usize; 2],
    /// How many pawns of each side may be taken as pawns.
    allowance: [usize; 2],
    /// How many bishops of each side must promote, on light squares and on dark ones.
    bishops: [[usize; 2]; 2],
    /// Men that must have promoted.
    pub(super) promoted: Vec<Promoted>,
    /// Whom the pawns of the other side can have taken of each side.
    prey: [Prey; 2],
    /// Files on which nobody of a side promotes, by a bit for each: somebody who never moved stands there.
    pub(super) shut: [u8; 2],
    /// The same, or nobody who comes straight on, since a king who never moved would have been in check.
    pub(super) closed: [u8; 2],
}

impl Demand {
    /// `None`: there are more men than can be. Besides those beyond the initial complement these men have promoted, and
    /// those `at_home` never moved, and the missing ones whose homes are `shut_in` never got out.
    pub fn new(
        board: &Board,
        promoted: Vec<Promoted>,
        at_home: Bitboard,
        shut_in: Bitboard,
    ) -> Option<Demand> {
        let mut files: [Vec<(Color, Square)>; 8] = Default::default();
        for square in board.pawns() {
            files[usize::from(square.file())].push((board.color_at(square)?, square));
        }
        let wanting = |color: Color| {
            let mut wanting = wanting(board, color);
            for (kind, men) in wanting.iter_mut().enumerate() {
                let these = |man: &&Promoted| man.color == color && man.kind == kind;
                *men = promoted.iter().filter(these).count().max(*men);
            }
            wanting
        };
        let side = |color: Color| {
            let own = board.by_color(color);
            let pawns = (own & board.pawns()).count();
            let allowance = 8usize.checked_sub(pawns + wanting(color).iter().sum::<usize>())?;
            Some((16usize.checked_sub(own.count())?, allowance))
        };
        let (white, black) = (side(Color::White)?, side(Color::Black)?);
        let prey = Color::ALL.map(|color| {
            let promoted = wanting(color);
            let mut missing = [0; 5];
            for (kind, &(role, squares)) in KINDS.iter().enumerate() {
                let men = (board.by_piece(role.of(color)) & squares).count();
                let shut_in = (shut_in & squares & Board::new().by_piece(role.of(color))).count();
                let gone = (complement(role) + promoted[kind]).saturating_sub(men);
                missing[kind] = gone.saturating_sub(shut_in);
            }
            Prey {
                bishops: [missing[1], missing[2]],
                others: missing[0] + missing[3] + missing[4],
                promoted: promoted.iter().sum(),
            }
        });
        Some(Demand {
            prey,
            files,
            captures: [black.0, white.0],
            allowance: [white.1, black.1],
            bishops: Color::ALL.map(|color| {
                let wanting = wanting(color);
                [wanting[1], wanting[2]]
            }),
            promoted,
            shut: Color::ALL.map(|color| shut(at_home, color)),
            closed: Color::ALL.map(|color| {
                let king = Square::from_coords(File::E, last_rank(color));
                let guarded = if at_home.contains(king) { 0b11_1000 } else { 0 };
                shut(at_home, color) | guarded
            }),
        })
    }
}

impl Demand {
    /// Whether there are officers for the pawns to take on squares of the right colours.
    pub fn has_prey(&self, events: &[Event], fates: &[Fate; 16]) -> bool {
        Color::ALL.into_iter().all(|color| {
            let wanted = wanted(events, color);
            let own =
                |&(pawn, fate): &(Pawn, &Fate)| color_of(pawn) == color && *fate == Fate::Promotes;
            let promotions = (0..).zip(fates).filter(own).count();
            self.prey[usize::from(color == Color::Black)].suffices(wanted, promotions)
        })
    }

    /// How many men of each side are missing.
    pub const fn missing(&self) -> [usize; 2] {
        [self.captures[1], self.captures[0]]
    }
}

/// The files on which somebody stands on the rank where `color` promotes.
fn shut(at_home: Bitboard, color: Color) -> u8 {
    let men = at_home & Bitboard::from_rank(last_rank(color));
    men.into_iter()
        .fold(0, |files, square| files | 1 << u32::from(square.file()))
}

/// Types of officers, with the squares on which they are counted.
pub const KINDS: [(Role, Bitboard); 5] = [
    (Role::Knight, Bitboard::FULL),
    (Role::Bishop, Bitboard::LIGHT_SQUARES),
    (Role::Bishop, Bitboard::DARK_SQUARES),
    (Role::Rook, Bitboard::FULL),
    (Role::Queen, Bitboard::FULL),
];

/// How many officers of each kind must promote, if none of the initial array is lost.
fn wanting(diagram: &Board, color: Color) -> [usize; 5] {
    KINDS.map(|(role, squares)| {
        let men = diagram.by_color(color) & diagram.by_role(role) & squares;
        men.count().saturating_sub(complement(role))
    })
}

/// The pawns of a file, from White's side.
type Line = ArrayVec<Pawn, 8>;

/// The captures that led to a state, the last one first.
type Past = Option<u32>;

#[derive(Clone)]
pub(super) struct State {
    pub(super) files: [Line; 8],
    /// Captures each pawn has made.
    pub(super) made: [u8; 16],
    /// Captures made by each side.
    pub(super) captures: [usize; 2],
    /// Pawns taken of each side.
    dead: [usize; 2],
    /// On which file each pawn has promoted by a capture.
    pub(super) crossed: [Option<u8>; 16],
    /// The captures before, by their place in the list of all.
    past: Past,
    last: Option<Event>,
    score: u32,
}

/// More captures of pawns, or by them, are hardly ever needed.
const DEEPEST: usize = 16;
/// States kept after each capture; two and four times as many for some seeds.
const WIDTH: usize = 160;

impl Kernel {
    /// A kernel. The work is bounded, and the same seed gives the same kernel.
    /// `spend` is called for every state.
    pub fn find(demand: &Demand, seed: u64, mut spend: impl FnMut()) -> Option<Kernel> {
        let start = State {
            files: std::array::from_fn(|file| {
                [file as Pawn, file as Pawn + 8].into_iter().collect()
            }),
            made: [0; 16],
            captures: [0; 2],
            dead: [0; 2],
            crossed: [None; 16],
            past: None,
            last: None,
            score: 0,
        };
        let width = WIDTH << (seed % 3);
        let mut made: Vec<(Past, Event)> = Vec::new();
        let mut targets = Targets::new(demand);
        let mut layer = vec![start];
        let most = demand.captures[0] + demand.captures[1];
        for _ in 0..=most.min(DEEPEST) {
            for state in &layer {
                if let Some(fates) = state.fates(demand) {
                    let kernel = Kernel {
                        events: chain(&made, state.past),
                        earlier: Vec::new(),
                        fates,
                    };
                    if let Some(kernel) = ordered(&kernel, Some(demand), seed) {
                        return Some(kernel);
                    }
                }
            }
            let mut next: Vec<State> = Vec::new();
            let mut seen = FxHashSet::default();
            for state in &layer {
                state.successors(demand, |mut successor| {
                    spend();
                    let key = successor.key();
                    if !seen.insert(key) {
                        return;
                    }
                    let Some(needed) = targets.captures_needed(&successor, demand) else {
                        return;
                    };
                    successor.score =
                        (successor.cost(demand) + needed) * 10 + (mix(key, seed) >> 32) as u32 % 14;
                    next.push(successor);
                });
            }
            next.sort_by_key(|state| state.score);
            next.truncate(width);
            for state in &mut next {
                if let Some(event) = state.last.take() {
                    made.push((state.past, event));
                    state.past = Some(made.len() as u32 - 1);
                }
            }
            layer = next;
        }
        None
    }
}

impl State {
    fn key(&self) -> u64 {
        let mut key = mix(
            (self.dead[0] * 16 + self.dead[1]) as u64,
            (self.captures[0] * 16 + self.captures[1]) as u64,
        );
        for file in &self.files {
            let mut word = 1u64;
            for &pawn in file {
                let made = self.made[usize::from(pawn)];
                word = word * 16 + u64::from(pawn / 8 * 7 + made.min(6)) + 1;
            }
            key = mix(key, word);
        }
        for (pawn, file) in self.crossed.iter().enumerate() {
            if let Some(file) = file {
                key = key.wrapping_add(mix(pawn as u64 / 8 + 1, u64::from(*file)));
            }
        }
        key
    }

    /// Whether the pawns of the file find room on it in their order.
    fn fits(&self, file: usize) -> bool {
        let mut rank = 1;
        self.files[file].iter().all(|&pawn| {
            let made = self.made[usize::from(pawn)];
            let (low, high) = match color_of(pawn) {
                Color::White => (2 + made, 7),
                Color::Black => (2, 7u8.saturating_sub(made)),
            };
            rank = low.max(rank + 1);
            rank <= high
        })
    }

    fn successors(&self, demand: &Demand, mut found: impl FnMut(State)) {
        for file in 0..8 {
            for (place, &pawn) in self.files[file].iter().enumerate() {
                let side = usize::from(pawn / 8);
                // An officer of the other side takes it.
                if self.captures[1 - side] < demand.captures[1 - side]
                    && self.dead[side] < demand.allowance[side]
                {
                    let mut next = self.clone();
                    next.files[file].remove(place);
                    next.captures[1 - side] += 1;
                    next.dead[side] += 1;
                    next.last = Some(Event {
                        by: None,
                        victim: Some(pawn),
                        file: file as u8,
                        above: None,
                        below: None,
                        promotes: false,
                        light: None,
                    });
                    found(next);
                }
                if self.captures[side] >= demand.captures[side] {
                    continue;
                }
                for to in [file.wrapping_sub(1), file + 1] {
                    if to < 8 {
                        self.takes(demand, (file, place), to, &mut found);
                        self.crosses(demand, (file, place), to, &mut found);
                    }
                }
            }
        }
    }

    fn takes(
        &self,
        demand: &Demand,
        (file, place): (usize, usize),
        to: usize,
        found: &mut impl FnMut(State),
    ) {
        let pawn = self.files[file][place];
        let side = usize::from(pawn / 8);
        let mut gone = self.clone();
        gone.files[file].remove(place);
        gone.made[usize::from(pawn)] += 1;
        gone.captures[side] += 1;
        let target = &self.files[to];
        let mut add = |next: State| {
            if next.fits(to) {
                found(next);
            }
        };
        for at in 0..=target.len().min(7) {
            let event = Event {
                by: Some(pawn),
                victim: None,
                file: to as u8,
                above: at.checked_sub(1).map(|below| target[below]),
                below: target.get(at).copied(),
                promotes: false,
                light: None,
            };
            if !target.is_full() {
                let mut next = gone.clone();
                next.files[to].insert(at, pawn);
                next.last = Some(event);
                add(next);
            }
            let Some(&victim) = target.get(at) else {
                continue;
            };
            let meets = match color_of(pawn) {
                Color::White => {
                    2 + self.made[usize::from(pawn)] < 7 - self.made[usize::from(victim)]
                }
                Color::Black => {
                    2 + self.made[usize::from(victim)] < 7 - self.made[usize::from(pawn)]
                }
            };
            if color_of(victim) == color_of(pawn)
                || !meets
                || self.dead[1 - side] >= demand.allowance[1 - side]
            {
                continue;
            }
            let mut next = gone.clone();
            next.files[to][at] = pawn;
            next.dead[1 - side] += 1;
            next.last = Some(Event {
                victim: Some(victim),
                above: None,
                below: None,
                ..event
            });
            add(next);
        }
    }

    /// A pawn with nothing before it takes an officer where it promotes.
    fn crosses(
        &self,
        demand: &Demand,
        (file, place): (usize, usize),
        to: usize,
        found: &mut impl FnMut(State),
    ) {
        let list = &self.files[file];
        let pawn = list[place];
        let side = usize::from(pawn / 8);
        let first = match color_of(pawn) {
            Color::White => list.len() - 1,
            Color::Black => 0,
        };
        if place != first || demand.shut[side] & 1 << to != 0 {
            return;
        }
        let mut next = self.clone();
        next.files[file].remove(place);
        next.made[usize::from(pawn)] += 1;
        next.captures[side] += 1;
        next.crossed[usize::from(pawn)] = Some(to as u8);
        next.last = Some(Event {
            by: Some(pawn),
            victim: None,
            file: to as u8,
            above: None,
            below: None,
            promotes: true,
            light: Some(promotion_square(color_of(pawn), to as u8).is_light()),
        });
        found(next);
    }

    /// About how many pawns are where they must not be, or are wanted.
    fn cost(&self, demand: &Demand) -> u32 {
        (0..8)
            .map(|file| {
                let wanted = &demand.files[file];
                // By how many of the wanted were met; the last: white pawns that promote.
                let last = wanted.len() + 1;
                let mut costs = [0u32; 10];
                for (at, cost) in costs[..=last].iter_mut().enumerate() {
                    *cost = at.min(wanted.len()) as u32;
                }
                for &pawn in &self.files[file] {
                    let color = color_of(pawn);
                    let before = costs;
                    for at in 0..=last {
                        let passes = match color {
                            Color::White => at == last,
                            Color::Black => at == 0,
                        } && demand.closed[usize::from(pawn / 8)] & 1 << file == 0;
                        let mut best = before[at] + u32::from(!passes);
                        if at == last {
                            best = best.min(costs[at - 1]);
                        } else if at > 0 {
                            let (side, square) = wanted[at - 1];
                            if side == color && self.may_stand(pawn, square) {
                                best = best.min(before[at - 1]);
                            }
                            best = best.min(costs[at - 1] + 1);
                        }
                        costs[at] = best;
                    }
                }
                costs[last]
            })
            .sum()
    }

    fn may_stand(&self, pawn: Pawn, square: Square) -> bool {
        let made = u32::from(self.made[usize::from(pawn)]);
        match color_of(pawn) {
            Color::White => made < u32::from(square.rank()),
            Color::Black => made <= 6 - u32::from(square.rank()),
        }
    }

    /// What becomes of each pawn if the kernel is done.
    fn fates(&self, demand: &Demand) -> Option<[Fate; 16]> {
        let mut fates = self.crossed.map(|file| match file {
            Some(_) => Fate::Promotes,
            None => Fate::Dies,
        });
        for (file, wanted) in demand.files.iter().enumerate() {
            let list = &self.files[file];
            let spare = list.len().checked_sub(wanted.len())?;
            let first = (0..=spare).find(|&first| {
                let (low, rest) = list.split_at(first);
                let (middle, high) = rest.split_at(wanted.len());
                let promotes = |pawn: Pawn, color: Color| {
                    color_of(pawn) == color && demand.closed[usize::from(pawn / 8)] & 1 << file == 0
                };
                low.iter().all(|&pawn| promotes(pawn, Color::Black))
                    && high.iter().all(|&pawn| promotes(pawn, Color::White))
                    && middle.iter().zip(wanted).all(|(&pawn, &(color, square))| {
                        color_of(pawn) == color && self.may_stand(pawn, square)
                    })
            })?;
            for (place, &pawn) in list.iter().enumerate() {
                let stays = place
                    .checked_sub(first)
                    .and_then(|place| wanted.get(place))
                    .map(|&(_, square)| Fate::Stays(square));
                fates[usize::from(pawn)] = stays.unwrap_or(Fate::Promotes);
            }
        }
        self.has_promoted(demand, &fates).then_some(fates)
    }

    /// How many pawns of each side promote on each file.
    fn promotions(&self, fates: &[Fate; 16]) -> [[u8; 8]; 2] {
        let mut promotions = [[0u8; 8]; 2];
        for (file, list) in self.files.iter().enumerate() {
            for &pawn in list {
                let promotes = fates[usize::from(pawn)] == Fate::Promotes;
                promotions[usize::from(pawn / 8)][file] += u8::from(promotes);
            }
        }
        for (pawn, file) in self.crossed.iter().enumerate() {
            if let Some(file) = file {
                promotions[pawn / 8][usize::from(*file)] += 1;
            }
        }
        promotions
    }

    /// Whether enough pawns promote on squares of either colour, and each man that must have promoted has a pawn of its
    /// own that does so on one of its files.
    fn has_promoted(&self, demand: &Demand, fates: &[Fate; 16]) -> bool {
        let mut promotions = self.promotions(fates);
        let mut shades = demand.bishops;
        for color in Color::ALL {
            let side = usize::from(color == Color::Black);
            for (file, &count) in (0..).zip(&promotions[side]) {
                let goal = promotion_square(color, file);
                let shade = &mut shades[side][usize::from(!goal.is_light())];
                *shade = shade.saturating_sub(usize::from(count));
            }
        }
        shades == [[0; 2]; 2] && settles(&demand.promoted, &mut promotions)
    }
}

/// Whether each of the men finds a promotion of its own.
fn settles(men: &[Promoted], promotions: &mut [[u8; 8]; 2]) -> bool {
    let Some((man, rest)) = men.split_first() else {
        return true;
    };
    let side = usize::from(man.color == Color::Black);
    (0..8).any(|file| {
        if man.files & 1 << file == 0 || promotions[side][file] == 0 {
            return false;
        }
        promotions[side][file] -= 1;
        let done = settles(rest, promotions);
        promotions[side][file] += 1;
        done
    })
}

/// The captures that led to a state, in their order.
fn chain(made: &[(Past, Event)], mut past: Past) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(place) = past {
        let (before, event) = made[place as usize];
        events.push(event);
        past = before;
    }
    events.reverse();
    events
}

/// Where a pawn promotes that goes straight ahead.
pub fn promotion_square(color: Color, file: u8) -> Square {
    Square::from_coords(File::new(u32::from(file)), last_rank(color))
}

/// Where a pawn of the initial array stands.
pub fn home_of(pawn: Pawn) -> Square {
    let rank = if pawn < 8 {
        Rank::Second
    } else {
        Rank::Seventh
    };
    Square::from_coords(File::new(u32::from(pawn % 8)), rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(placement: &str, seed: u64) -> Option<(Demand, Kernel)> {
        let board = Board::from_ascii_board_fen(placement.as_bytes()).unwrap();
        let demand = Demand::new(&board, Vec::new(), Bitboard::EMPTY, Bitboard::EMPTY).unwrap();
        let found = Kernel::find(&demand, seed, || {});
        found.map(|kernel| (demand, kernel))
    }

    #[test]
    fn a_kernel_leaves_the_pawns_of_the_diagram() {
        for placement in [
            // Two kernels with the same colours on the g-file: g2 and h2xg3, or h2xg3 below g2, which cannot be.
            "r3k3/1pqp1pb1/1pn2npp/2pp4/8/5NP1/1PP2PP1/R2QKB1R",
            "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R",
            "8/1rb2PP1/2n1P1p1/1P2pBq1/P1Bq1prQ/Nn1KQRr1/k2n2Q1/8",
        ] {
            let board = Board::from_ascii_board_fen(placement.as_bytes()).unwrap();
            let mut found = 0;
            for seed in 1..=3 {
                let Some((demand, kernel)) = kernel(placement, seed) else {
                    continue;
                };
                found += 1;
                let mut left = Bitboard::EMPTY;
                for (pawn, fate) in (0..).zip(kernel.fates) {
                    if let Fate::Stays(square) = fate {
                        left.add(square);
                        assert_eq!(board.color_at(square), Some(color_of(pawn)));
                    }
                }
                assert_eq!(left, board.pawns());
                for color in Color::ALL {
                    let by = |event: &&Event| match (event.by, event.victim) {
                        (Some(pawn), _) => color_of(pawn) == color,
                        (None, Some(victim)) => color_of(victim) != color,
                        (None, None) => false,
                    };
                    let side = usize::from(color == Color::Black);
                    assert!(kernel.events.iter().filter(by).count() <= demand.captures[side]);
                }
            }
            assert!(found >= 1, "{placement}: {found}");
        }
    }

    #[test]
    fn there_is_no_kernel_without_captures() {
        // Pawns of one file have passed each other, and nobody was taken.
        let met = "rnbqkbnr/1ppppppp/p7/P7/8/8/1PPPPPPP/RNBQKBNR";
        assert!(kernel(met, 1).is_some());
        let passed = "rnbqkbnr/1ppppppp/P7/8/p7/8/1PPPPPPP/RNBQKBNR";
        assert!(kernel(passed, 1).is_none());
    }

    #[test]
    fn a_man_that_promoted_far_from_home_draws_its_pawn_there() {
        // The rook on h1 was the pawn b7, which came to g2 by five captures, each on a light square.
        let board = "5b1n/pPpppppp/2n5/P7/8/6P1/1P1PPP1P/R3K1kr";
        let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
        let at_home = Bitboard::from(Square::E1) | Square::A1 | Square::F8;
        let promoted = Promoted {
            color: Color::Black,
            kind: 3,
            files: 0b1110_0000,
        };
        let shut_in = Bitboard::from(Square::C1) | Square::H8;
        let demand = Demand::new(&board, vec![promoted], at_home, shut_in).unwrap();
        let kernel = Kernel::find(&demand, 1, || {}).unwrap();
        let captures = kernel.events.iter().filter(|event| event.by == Some(9));
        assert_eq!(captures.count(), 5, "{:?}", kernel.events);
    }

    #[test]
    fn past_a_king_that_never_moved_pawns_promote_by_captures_alone() {
        // The bishop on b7 promoted on f1, where White's bishop stood; the king on e1 never moved.
        let board = "rnNqkb2/pbppppp1/1p6/8/5P2/1P4P1/P1PPP2P/RN1QK2R";
        let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
        let at_home = Bitboard::from(Square::E1) | Bitboard::from(Square::H1);
        let promoted = Promoted {
            color: Color::Black,
            kind: 1,
            files: 1 << 5,
        };
        let demand = Demand::new(&board, vec![promoted], at_home, Bitboard::EMPTY).unwrap();
        let kernel = Kernel::find(&demand, 1, || {}).unwrap();
        let crosses = |event: &Event| event.promotes && event.file == 5;
        assert!(kernel.events.iter().any(crosses), "{:?}", kernel.events);
    }
}
