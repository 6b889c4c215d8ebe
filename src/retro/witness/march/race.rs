//! A kernel played out from the initial array: pawns race, officers are carried to where they are wanted as victims,
//! until the men of the diagram are on the board and its pawns stand where they stand there.
//!
//! Forward play with the rules of shakmaty; of each layer the positions nearest to the end are kept. Invariant: what
//! is played are legal moves, and where it ends depends on the kernel and the seed alone.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position, Role, Square, attacks};

use super::super::known::mix;
use super::super::node::{home_rank, initial_piece, placement};
use super::RACE_MOVES;
use super::kernel::{Event, Fate, KINDS, Kernel, Pawn, color_of, home_of, promotion_square};
use super::walk::Ways;
use crate::budget::{Budget, Limit};

const MOVE: i32 = 10;
/// A capture of the kernel that is still to come.
const EVENT: i32 = 90;
/// A man that is still to be taken by any officer.
const SURPLUS: i32 = 40;
/// A pawn that cannot start for its promotion yet.
const WAITING: i32 = 75;
/// A man who can no longer walk to where one of his kind stands in the diagram.
const LOST: i32 = 100;
/// A man in a pawn's way.
const OBSTACLE: i32 = 12;

/// What is raced for.
pub struct Race<'a> {
    /// The diagram.
    pub goal: &'a Board,
    /// Men that never move and are never taken.
    pub frozen: Bitboard,
    /// Where men promote and stay.
    pub planted: Bitboard,
    /// Where officers can walk to once the pawns stand as in the diagram.
    pub ways: &'a Ways,
    /// The captures of pawns.
    pub kernel: &'a Kernel,
}

/// A position of the race.
#[derive(Clone)]
struct Runner {
    position: Chess,
    /// Where each pawn stands, if it has neither promoted nor been taken.
    pawns: [Option<Square>; 16],
    /// How many captures of the kernel have been made.
    done: usize,
    /// How many men of each side, White's first, are still to be taken by officers.
    surplus: [u32; 2],
}

/// The race under way.
pub struct Racing {
    links: Vec<(u32, Move)>,
    layer: Vec<(u32, Runner)>,
    visited: FxHashSet<u64>,
    width: usize,
    seed: u64,
    best: i32,
    /// Layers since it came nearer.
    stale: u32,
}

const ROOT: u32 = u32::MAX;
const PATIENCE: u32 = 36;

impl Racing {
    /// At the start. `surplus`: how many men of each side officers take besides the kernel.
    pub fn new(kernel: &Kernel, missing: [usize; 2], width: usize, seed: u64) -> Racing {
        let mut surplus = missing.map(|men| men as u32);
        for event in &kernel.events {
            let side = match (event.by, event.victim) {
                (Some(pawn), _) => 1 - usize::from(pawn / 8),
                (None, Some(pawn)) => usize::from(pawn / 8),
                (None, None) => continue,
            };
            surplus[side] = surplus[side].saturating_sub(1);
        }
        let runner = Runner {
            position: Chess::default(),
            pawns: std::array::from_fn(|pawn| Some(home_of(pawn as Pawn))),
            done: 0,
            surplus,
        };
        Racing {
            links: Vec::new(),
            layer: vec![(ROOT, runner)],
            visited: FxHashSet::default(),
            width,
            seed,
            best: i32::MAX,
            stale: 0,
        }
    }

    /// Goes on to the end: the moves and the position they lead to. `Ok(None)`: it got stuck.
    pub fn advance(
        &mut self,
        race: &Race<'_>,
        budget: &mut Budget,
    ) -> Result<Option<(Vec<Move>, Chess)>, Limit> {
        while self.stale < PATIENCE && !self.layer.is_empty() {
            if budget.nodes_left() == 0 {
                return Err(Limit::Nodes);
            }
            budget.check_clock()?;
            let mut nodes = 0;
            let mut candidates = Vec::new();
            for (link, runner) in &self.layer {
                for played in runner.position.legal_moves() {
                    let Some(next) = race.after(runner, played) else {
                        continue;
                    };
                    nodes += 1;
                    let key = next.key(self.seed);
                    if !self.visited.insert(key) {
                        continue;
                    }
                    let Some(estimate) = race.estimate(&next) else {
                        continue;
                    };
                    let noise = (key >> 40) as i32 % 12;
                    candidates.push((estimate + noise, key, estimate, *link, played, next));
                }
            }
            budget.charge_nodes(nodes / RACE_MOVES + 1);
            candidates.sort_unstable_by_key(|candidate| (candidate.0, candidate.1));
            candidates.truncate(self.width);
            self.layer.clear();
            self.stale += 1;
            for (_, _, estimate, parent, played, next) in candidates {
                let link = self.links.len() as u32;
                self.links.push((parent, played));
                if estimate < self.best {
                    self.best = estimate;
                    self.stale = 0;
                }
                if estimate == 0 {
                    let position = next.position.clone();
                    return Ok(Some((self.chain(link), position)));
                }
                self.layer.push((link, next));
            }
        }
        Ok(None)
    }

    fn chain(&self, mut link: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while link != ROOT {
            let (parent, played) = self.links[link as usize];
            moves.push(played);
            link = parent;
        }
        moves.reverse();
        moves
    }
}

impl Runner {
    fn key(&self, seed: u64) -> u64 {
        let turn = self.position.turn() as u64 | (self.done as u64) << 1;
        placement(self.position.board())
            .into_iter()
            .fold(mix(seed, turn), |key, men| mix(key, men.into()))
    }

    fn pawn_on(&self, square: Square) -> Option<Pawn> {
        let place = self.pawns.iter().position(|&at| at == Some(square))?;
        Some(place as Pawn)
    }
}

impl Race<'_> {
    /// The position after the move; `None`: the move is against the plan.
    fn after(&self, runner: &Runner, played: Move) -> Option<Runner> {
        let (from, to) = (played.from()?, played.to());
        let stays = self.frozen | (self.planted & self.standing(runner.position.board()));
        if stays.contains(from) || stays.contains(to) {
            return None;
        }
        let Move::Normal {
            role, promotion, ..
        } = played
        else {
            return None;
        };
        let mut next = runner.clone();
        let color = runner.position.turn();
        let pawn = if role == Role::Pawn {
            Some(runner.pawn_on(from)?)
        } else {
            None
        };
        if let Some(victim) = played.capture() {
            let taken = if victim == Role::Pawn {
                Some(runner.pawn_on(to)?)
            } else {
                None
            };
            self.takes(&mut next, pawn, (taken, victim), to, color)?;
        }
        next.position.play_unchecked(played);
        if let Some(pawn) = pawn {
            next.pawns[usize::from(pawn)] = promotion.is_none().then_some(to);
            if promotion.is_some() && !self.may_promote(&next, pawn, color) {
                return None;
            }
        }
        Some(next)
    }

    /// Where men stand as in the diagram.
    fn standing(&self, board: &Board) -> Bitboard {
        let same = Color::ALL.into_iter().flat_map(|color| {
            Role::ALL.map(|role| {
                board.by_color(color)
                    & self.goal.by_color(color)
                    & board.by_role(role)
                    & self.goal.by_role(role)
            })
        });
        same.fold(Bitboard::EMPTY, |all, men| all | men)
    }

    /// Accounts for a capture; `None`: it is not wanted.
    fn takes(
        &self,
        next: &mut Runner,
        pawn: Option<Pawn>,
        (taken, victim): (Option<Pawn>, Role),
        to: Square,
        color: Color,
    ) -> Option<()> {
        let event = self.kernel.events.get(next.done);
        if let Some(event) = event.filter(|event| {
            event.by == pawn && event.victim == taken && event.file == u32::from(to.file()) as u8
        }) {
            if taken.is_none() {
                let (low, high) = next.gap(event);
                let rank = u32::from(to.rank()) as i32;
                if event.by.is_none() || rank <= low || rank >= high {
                    return None;
                }
                if !self.is_spare(next, color.other(), victim, to) {
                    return None;
                }
            }
            next.done += 1;
        } else {
            let left = &mut next.surplus[side_of(color.other())];
            *left = left.checked_sub(1)?;
            if pawn.is_some() {
                return None;
            }
            if let Some(taken) = taken {
                if self.kernel.fates[usize::from(taken)] != Fate::Promotes
                    || next.is_busy(self.kernel, taken)
                {
                    return None;
                }
            } else {
                let at_home = initial_piece(to) == Some(victim.of(color.other()));
                if !self.is_spare(next, color.other(), victim, to)
                    || (!at_home && self.are_wanted(next, color.other()))
                {
                    return None;
                }
            }
        }
        if let Some(taken) = taken {
            next.pawns[usize::from(taken)] = None;
            if self.kernel.fates[usize::from(taken)] == Fate::Promotes
                && !self.can_supply(next, color.other(), None)
            {
                return None;
            }
        }
        Some(())
    }

    /// Whether pawns have still to take officers of `color`: those that can be reached are kept for them.
    fn are_wanted(&self, runner: &Runner, color: Color) -> bool {
        self.kernel.events[runner.done..].iter().any(|event| {
            event.victim.is_none() && event.by.is_some_and(|pawn| color_of(pawn) != color)
        })
    }

    /// Whether an officer may be lost: those of the diagram that are wanting can still promote.
    fn is_spare(&self, runner: &Runner, color: Color, role: Role, square: Square) -> bool {
        role != Role::King && self.can_supply(runner, color, Some((role, square)))
    }

    /// Whether pawns on their way can replace what the diagram has and the board has not, without this man.
    fn can_supply(&self, runner: &Runner, color: Color, without: Option<(Role, Square)>) -> bool {
        let board = runner.position.board();
        let mut shades = [0; 2];
        for (at, (square, fate)) in runner.pawns.iter().zip(&self.kernel.fates).enumerate() {
            let pawn = at as Pawn;
            if let (Some(square), Fate::Promotes, true) = (square, fate, color_of(pawn) == color) {
                let mut file = u32::from(square.file()) as u8;
                for event in &self.kernel.events[runner.done..] {
                    if event.by == Some(pawn) {
                        file = event.file;
                    }
                }
                shades[usize::from(!promotion_square(color, file).is_light())] += 1;
            }
        }
        let mut wanting = 0;
        let mut bishops = [0; 2];
        for (kind, &(role, squares)) in KINDS.iter().enumerate() {
            let count = |board: &Board| {
                (board.by_color(color) & board.by_role(role) & squares).count() as i32
            };
            let lost = without.is_some_and(|(lost, at)| lost == role && squares.contains(at));
            let missing = (count(self.goal) - count(board) + i32::from(lost)).max(0);
            wanting += missing;
            if kind == 1 || kind == 2 {
                bishops[kind - 1] = missing;
            }
        }
        wanting <= shades[0] + shades[1] && bishops[0] <= shades[0] && bishops[1] <= shades[1]
    }

    fn may_promote(&self, next: &Runner, pawn: Pawn, color: Color) -> bool {
        self.kernel.fates[usize::from(pawn)] == Fate::Promotes
            && !next.is_busy(self.kernel, pawn)
            && self.can_supply(next, color, None)
    }

    /// How far the end is; `None`: out of reach.
    fn estimate(&self, runner: &Runner) -> Option<i32> {
        let board = runner.position.board();
        let events = &self.kernel.events[runner.done..];
        if self.planted.any() {
            for square in self.planted & !self.standing(board) {
                let color = self.goal.color_at(square)?;
                let comes = |place: usize| {
                    let pawn = place as Pawn;
                    color_of(pawn) == color
                        && self.kernel.fates[place] == Fate::Promotes
                        && runner.last_file(self.kernel, pawn) == Some(square.file())
                };
                if !(0..16).any(comes) {
                    return None;
                }
            }
        }
        let mut total = EVENT * events.len() as i32;
        for event in events {
            runner.is_possible(event)?;
        }
        if let Some(event) = events.first() {
            total += self.event(runner, event)?;
        }
        for (place, fate) in self.kernel.fates.iter().enumerate() {
            let Some(square) = runner.pawns[place] else {
                continue;
            };
            let pawn = place as Pawn;
            let color = color_of(pawn);
            let busy = runner.is_busy(self.kernel, pawn);
            let gone = advanced(color, square);
            let to_make = events.iter().filter(|event| event.by == Some(pawn)).count() as i32;
            let to_go = match *fate {
                Fate::Promotes => 6 - gone,
                Fate::Stays(goal) => {
                    let left = advanced(color, goal) - gone;
                    if left < 0 || (!busy && goal.file() != square.file()) {
                        return None;
                    }
                    left
                }
                Fate::Dies => 0,
            };
            if *fate != Fate::Dies && to_go < to_make {
                return None;
            }
            if to_go == 0 && !busy {
                continue;
            }
            let way = ahead(color, square, to_go);
            let bounds = matches!(fate, Fate::Stays(_))
                && events
                    .iter()
                    .any(|event| [event.above, event.below].contains(&Some(pawn)));
            if busy || bounds || *fate == Fate::Dies || (way & board.pawns()).any() {
                // It must not run too far before its time.
                total += match fate {
                    Fate::Dies => 2 * gone,
                    Fate::Promotes => WAITING + 3 * gone,
                    Fate::Stays(_) => to_go * MOVE / 2 + 4 * gone,
                };
                continue;
            }
            let double = i32::from(square.rank() == home_rank(color) && to_go >= 2);
            let men = (way & board.occupied()).count() as i32;
            total += (to_go - double) * MOVE + men * OBSTACLE;
            let stopper = way.into_iter().find(|s| self.frozen.contains(*s));
            if stopper.is_some() {
                return None;
            }
        }
        for color in Color::ALL {
            let left = runner.surplus[side_of(color)] as i32;
            if left > 0 {
                total += left * SURPLUS;
                if events.is_empty() {
                    total += self.prey(runner, color);
                }
            }
        }
        // Who is still to promote counts as somebody who comes.
        let promoting = self.kernel.fates.iter().zip(&runner.pawns);
        let to_come = promoting.filter(|(fate, pawn)| **fate == Fate::Promotes && pawn.is_some());
        total += (self.ways.lost(self.goal, board) - to_come.count() as i32).max(0) * LOST;
        if runner.position.is_check() {
            total += 4;
        }
        Some(total)
    }

    /// How far the nearest man of `color` that is to be taken is from an officer of the other side.
    fn prey(&self, runner: &Runner, color: Color) -> i32 {
        let board = runner.position.board();
        let officers = board.by_color(color) & !board.pawns() & !board.kings() & !self.frozen;
        let is_prey = |&square: &Square| {
            let role = board.role_at(square);
            role.is_some_and(|role| self.is_spare(runner, color, role, square))
        };
        let is_lost = |&square: &Square| {
            let piece = board.piece_at(square);
            piece.is_some_and(|piece| self.ways.is_lost(piece, square))
        };
        let prey: Bitboard = officers.into_iter().filter(is_prey).collect();
        let lost: Bitboard = prey.into_iter().filter(is_lost).collect();
        let hunters = board.by_color(color.other()) & !board.pawns() & !self.frozen;
        let nearest = if lost.any() { lost } else { prey };
        let nearest = nearest
            .into_iter()
            .map(|square| approach(board, hunters, square));
        nearest.min().unwrap_or(40).min(40)
    }

    /// How many moves the next capture is away, in tenths.
    fn event(&self, runner: &Runner, event: &Event) -> Option<i32> {
        let board = runner.position.board();
        match (event.by, event.victim) {
            (None, Some(victim)) => {
                let square = runner.pawns[usize::from(victim)]?;
                let hunters =
                    board.by_color(color_of(victim).other()) & !board.pawns() & !self.frozen;
                Some(approach(board, hunters, square))
            }
            (Some(pawn), Some(victim)) => {
                let (from, to) = (
                    runner.pawns[usize::from(pawn)]?,
                    runner.pawns[usize::from(victim)]?,
                );
                let color = color_of(pawn);
                let gap = advanced(color, to) - advanced(color, from) - 1;
                let own_way = ahead(color, from, gap);
                let its_way = ahead(color.other(), to, gap);
                // Either may come nearer, as far as no pawn stands in its way.
                let free = |way: Bitboard, color: Color| {
                    let mut steps = 0;
                    for square in in_order(way, color) {
                        if board.pawns().contains(square) || self.frozen.contains(square) {
                            break;
                        }
                        steps += 1;
                    }
                    steps
                };
                let apart = free(own_way, color) + free(its_way, color.other()) < gap;
                let men = ((own_way | its_way) & board.occupied()).count() as i32;
                Some(gap * MOVE * 4 / 5 + men * OBSTACLE / 2 + if apart { WAITING } else { 0 })
            }
            (Some(pawn), None) => self.officer_taken(runner, event, pawn),
            (None, None) => None,
        }
    }

    /// The same for an officer that is taken by a pawn.
    fn officer_taken(&self, runner: &Runner, event: &Event, pawn: Pawn) -> Option<i32> {
        let board = runner.position.board();
        let color = color_of(pawn);
        let from = runner.pawns[usize::from(pawn)]?;
        let prey = board.by_color(color.other()) & !board.pawns() & !board.kings() & !self.frozen;
        let mut best: Option<i32> = None;
        let mut steps = 0;
        let mut men = 0;
        let mut square = from;
        let file = File::new(u32::from(event.file));
        loop {
            let rank = u32::from(square.rank()) as i32 + if color == Color::White { 1 } else { -1 };
            if !(1..=6).contains(&rank) {
                break;
            }
            if let Some(room) = runner.room(event, rank) {
                let at = Square::from_coords(file, shakmaty::Rank::new(rank as u32));
                for victim in prey {
                    let Some(role) = board.role_at(victim) else {
                        continue;
                    };
                    let cost =
                        steps * MOVE + men * OBSTACLE + room * MOVE + walk(board, role, victim, at);
                    if best.is_none_or(|best| cost < best)
                        && self.is_spare(runner, color.other(), role, victim)
                    {
                        best = Some(cost);
                    }
                }
            }
            let Some(next) = square.offset(if color == Color::White { 8 } else { -8 }) else {
                break;
            };
            square = next;
            if board.pawns().contains(square) || self.frozen.contains(square) {
                break;
            }
            steps += 1;
            men += i32::from(board.occupied().contains(square));
        }
        best
    }
}

impl Runner {
    /// Whether the pawn still has to take something.
    fn is_busy(&self, kernel: &Kernel, pawn: Pawn) -> bool {
        kernel.events[self.done..]
            .iter()
            .any(|event| event.by == Some(pawn) || event.victim == Some(pawn))
    }

    /// The file a pawn will be on after what it still has to take.
    fn last_file(&self, kernel: &Kernel, pawn: Pawn) -> Option<File> {
        let square = self.pawns[usize::from(pawn)]?;
        let mut taking = kernel.events[self.done..].iter().rev();
        let last = taking.find(|event| event.by == Some(pawn));
        Some(last.map_or(square.file(), |event| File::new(u32::from(event.file))))
    }

    /// Between which ranks an officer has to be taken.
    fn gap(&self, event: &Event) -> (i32, i32) {
        let rank = |pawn: Option<Pawn>| {
            let square = self.pawns[usize::from(pawn?)]?;
            Some(u32::from(square.rank()) as i32)
        };
        (
            rank(event.above).unwrap_or(0),
            rank(event.below).unwrap_or(7),
        )
    }

    /// How many moves its neighbours need to make room for a capture on this rank.
    fn room(&self, event: &Event, rank: i32) -> Option<i32> {
        let (low, high) = self.gap(event);
        let mut moves = 0;
        if low >= rank {
            // Only a black pawn comes down.
            event.above.filter(|&pawn| color_of(pawn) == Color::Black)?;
            moves += low - rank + 1;
        }
        if high <= rank {
            event.below.filter(|&pawn| color_of(pawn) == Color::White)?;
            moves += rank - high + 1;
        }
        Some(moves)
    }

    /// Whether a later capture of a pawn can still happen.
    fn is_possible(&self, event: &Event) -> Option<()> {
        if let Some(victim) = event.victim {
            let to = self.pawns[usize::from(victim)]?;
            if let Some(pawn) = event.by {
                let from = self.pawns[usize::from(pawn)]?;
                let color = color_of(pawn);
                if advanced(color, to) <= advanced(color, from) {
                    return None;
                }
            }
        } else if let Some(pawn) = event.by {
            self.pawns[usize::from(pawn)]?;
        }
        Some(())
    }
}

/// White first.
const fn side_of(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// How many ranks a pawn of this side has come.
fn advanced(color: Color, square: Square) -> i32 {
    let rank = u32::from(square.rank()) as i32;
    match color {
        Color::White => rank - 1,
        Color::Black => 6 - rank,
    }
}

/// So many squares before a pawn.
fn ahead(color: Color, square: Square, steps: i32) -> Bitboard {
    let step = if color == Color::White { 8 } else { -8 };
    let mut way = Bitboard::EMPTY;
    let mut at = square;
    for _ in 0..steps {
        match at.offset(step) {
            Some(next) => at = next,
            None => break,
        }
        way.add(at);
    }
    way
}

/// The squares of a file in the order a pawn comes to them.
fn in_order(way: Bitboard, color: Color) -> Vec<Square> {
    let mut squares: Vec<Square> = way.into_iter().collect();
    if color == Color::Black {
        squares.reverse();
    }
    squares
}

/// About how many moves an officer needs to a square, in tenths.
fn walk(board: &Board, role: Role, from: Square, to: Square) -> i32 {
    if from == to {
        return 0;
    }
    match role {
        Role::Knight => {
            let near = attacks::knight_attacks(from);
            if near.contains(to) {
                MOVE
            } else if (near & attacks::knight_attacks(to)).any() {
                2 * MOVE
            } else {
                let next: Bitboard = near.into_iter().fold(Bitboard::EMPTY, |reach, s| {
                    reach | attacks::knight_attacks(s)
                });
                if (next & attacks::knight_attacks(to)).any() {
                    3 * MOVE
                } else {
                    4 * MOVE
                }
            }
        }
        Role::King => from.distance(to) as i32 * MOVE,
        _ => {
            if role == Role::Bishop && from.is_light() != to.is_light() {
                return 1000;
            }
            let occupied = board.occupied();
            let attack = |square| match role {
                Role::Bishop => attacks::bishop_attacks(square, occupied),
                Role::Rook => attacks::rook_attacks(square, occupied),
                _ => attacks::queen_attacks(square, occupied),
            };
            let out = attack(from);
            if out.contains(to) {
                MOVE
            } else if (out & !occupied & attack(to)).any() {
                2 * MOVE
            } else if (out & !occupied).any() {
                3 * MOVE
            } else {
                5 * MOVE
            }
        }
    }
}

/// How far the nearest of these officers is from taking on a square.
fn approach(board: &Board, hunters: Bitboard, square: Square) -> i32 {
    hunters
        .into_iter()
        .filter_map(|hunter| Some(walk(board, board.role_at(hunter)?, hunter, square)))
        .min()
        .unwrap_or(100)
        .min(100)
}
