//! Proof-number search for one key of a long mate: it follows what is easiest to prove, wherever that is.
//!
//! A statement "mate in at most `n`" has a proof number, roughly how many positions must still be shown to be won, and a
//! disproof number, how many to be lost. Where the attacker moves, one won move is enough: his proof number is the least
//! of his moves', and the move that has it is searched until another one looks easier. Where the defender moves it is
//! the other way round. (L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence*, 1994; depth first with
//! thresholds and a table, so that memory is bounded: A. Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its
//! Applications*, 2002.) The worker's depth-first search decides what is short.
//!
//! Invariant: what is answered is proved. Numbers decide the order of the work only; those that are lost from the
//! table cost time.

use super::worker::{Side, Worker};
use crate::budget::Limit;
use crate::search::board::{Board, Checks, Step};

/// Up to so many moves the worker decides at once.
pub(super) const SHORT: u8 = 3;

/// A quiet move that threatens nothing counts as so many more replies that must be met.
const QUIET: u32 = 20;

/// Of so many replies to a threat of mate one parries it, or so it is counted.
const PARRIES: u32 = 4;

/// How easy a statement is to prove and to disprove; who has proved it has nothing left to prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    /// More than any number of an open statement.
    const NEVER: u32 = u32::MAX / 4;

    fn of(answer: bool) -> Numbers {
        let (proof, disproof) = if answer {
            (0, Numbers::NEVER)
        } else {
            (Numbers::NEVER, 0)
        };
        Numbers { proof, disproof }
    }

    /// Numbers from the point of view of who is on move: how hard it is for him to reach what he wants, and for
    /// the other one to prevent it.
    fn seen_by(self, side: Side) -> (u32, u32) {
        match side {
            Side::Attacker => (self.proof, self.disproof),
            Side::Defender => (self.disproof, self.proof),
        }
    }

    fn from_view(side: Side, own: u32, other: u32) -> Numbers {
        let (proof, disproof) = match side {
            Side::Attacker => (own, other),
            Side::Defender => (other, own),
        };
        Numbers { proof, disproof }
    }
}

/// A move of an open statement and the numbers of what it leads to.
#[derive(Debug, Clone, Copy)]
struct Choice {
    step: Step,
    numbers: Numbers,
}

/// Numbers of open statements, in bounded memory. All zeroes is an empty entry.
struct Table {
    /// Lines of four entries, each a key and both numbers.
    words: Vec<u64>,
}

impl Table {
    const WORDS: usize = 8;

    fn new(mib: usize) -> Table {
        let lines = (mib << 20) / (Table::WORDS * size_of::<u64>());
        Table {
            words: vec![0; lines.max(1) * Table::WORDS],
        }
    }

    /// The line of a statement, and the key it has there.
    fn place(&self, board: &Board, n: u8, side: Side) -> (usize, u64) {
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let which = u64::from(n) << 1 | u64::from(side == Side::Attacker);
        let key = board.key() as u64 ^ (which + 1).wrapping_mul(MIX);
        let lines = self.words.len() / Table::WORDS;
        let spread = (key ^ key >> 31).wrapping_mul(MIX);
        let line = (u128::from(spread) * lines as u128) >> 64;
        // The line takes bits of the low word, the check those of the high one and of what is asked.
        let check = (board.key() >> 64) as u64 ^ key.rotate_left(17);
        (line as usize * Table::WORDS, check.max(1))
    }

    fn get(&self, board: &Board, n: u8, side: Side) -> Option<Numbers> {
        let (line, key) = self.place(board, n, side);
        let entries = self.words[line..line + Table::WORDS].chunks_exact(2);
        let mut of_key = entries.filter(|entry| entry[0] == key);
        of_key.next().map(|entry| Table::unpack(entry[1]))
    }

    fn put(&mut self, board: &Board, n: u8, side: Side, numbers: Numbers) {
        let (line, key) = self.place(board, n, side);
        let entries = self.words[line..line + Table::WORDS].chunks_exact_mut(2);
        // What has the least numbers is lost first: they stand for the least work.
        let work = |entry: &[u64]| {
            let numbers = Table::unpack(entry[1]);
            if entry[0] == key {
                0
            } else {
                1 + u64::from(numbers.proof) + u64::from(numbers.disproof)
            }
        };
        if let Some(entry) = entries.min_by_key(|entry| work(entry)) {
            entry[0] = key;
            entry[1] = u64::from(numbers.proof) << 32 | u64::from(numbers.disproof);
        }
    }

    fn unpack(word: u64) -> Numbers {
        Numbers {
            proof: (word >> 32) as u32,
            disproof: word as u32,
        }
    }
}

/// What is remembered from one round to the next.
pub(super) struct ProofNumbers {
    table: Table,
    /// All choices of the line that is searched, one position's after the other's.
    choices: Vec<Choice>,
    moves: Vec<Step>,
    /// The step that decided the last statement that one step has decided.
    deciding: Step,
    short: u8,
}

impl ProofNumbers {
    /// A search with a table of at most `mib` MiB.
    pub(super) fn new(mib: usize) -> ProofNumbers {
        ProofNumbers::from_beyond(SHORT, mib)
    }

    /// One in which statements of up to `short` moves are the worker's.
    fn from_beyond(short: u8, mib: usize) -> ProofNumbers {
        ProofNumbers {
            table: Table::new(mib),
            choices: Vec::with_capacity(1024),
            moves: Vec::with_capacity(256),
            deciding: Step::NONE,
            short,
        }
    }

    /// A move with which the side on move mates in at most `n` moves, more than the worker decides, if there is one. What
    /// the limit has cut off is taken up again when it is asked the next time.
    pub(super) fn key(
        &mut self,
        worker: &mut Worker,
        board: &Board,
        n: u8,
    ) -> Result<Option<Step>, Limit> {
        self.choices.clear();
        let most = (Numbers::NEVER, Numbers::NEVER);
        let numbers = self.search(worker, board, n, Side::Attacker, most)?;
        Ok((numbers.proof == 0).then_some(self.deciding))
    }

    /// The numbers of a statement that is looked at for the first time here.
    fn first_numbers(&mut self, worker: &Worker, board: &Board, n: u8, side: Side) -> Numbers {
        if let Some(answer) = worker.known(board, side).decides(n) {
            return Numbers::of(answer);
        }
        if let Some(numbers) = self.table.get(board, n, side) {
            return numbers;
        }
        let proof = match side {
            Side::Attacker => 1,
            Side::Defender => {
                self.moves.clear();
                board.legal_moves(&mut self.moves);
                let check = board.checkers().any();
                match self.moves.len() as u32 {
                    0 => return Numbers::of(check),
                    replies if check => replies,
                    replies => {
                        let threat = board.passed().mate_in_one(&mut self.moves);
                        threat.map_or(replies + QUIET, |_| 1 + replies / PARRIES)
                    }
                }
            }
        };
        Numbers { proof, disproof: 1 }
    }

    /// Whether the worker decides the statement, and how.
    fn decide(
        &self,
        worker: &mut Worker,
        board: &Board,
        n: u8,
        side: Side,
    ) -> Result<Option<bool>, Limit> {
        Ok(match side {
            Side::Attacker if n <= self.short => Some(worker.mates(board, n)?),
            Side::Defender if n < self.short => Some(worker.is_mated(board, n)?),
            _ => None,
        })
    }

    /// Searches a statement until it is decided or one of its numbers reaches its threshold; thresholds as seen by
    /// the side on move.
    fn search(
        &mut self,
        worker: &mut Worker,
        board: &Board,
        n: u8,
        side: Side,
        (own_most, other_most): (u32, u32),
    ) -> Result<Numbers, Limit> {
        if let Some(answer) = self.decide(worker, board, n, side)? {
            return Ok(Numbers::of(answer));
        }
        worker.spend_outside()?;
        let base = self.choices.len();
        let (rest, then) = match side {
            Side::Attacker => (n - 1, Side::Defender),
            Side::Defender => (n, Side::Attacker),
        };
        if let Some(numbers) = self.list(worker, board, (n, side), (rest, then)) {
            self.choices.truncate(base);
            return Ok(numbers);
        }
        loop {
            let summary = Summary::new(&self.choices[base..], side);
            let Some(best) = summary.best else {
                self.choices.truncate(base);
                worker.note(board, side, n, None);
                return Ok(Numbers::of(side == Side::Defender));
            };
            if summary.own >= own_most || summary.other >= other_most {
                self.choices.truncate(base);
                let numbers = Numbers::from_view(side, summary.own, summary.other);
                self.table.put(board, n, side, numbers);
                return Ok(numbers);
            }
            let choice = self.choices[base + best];
            // A little beyond the second best, lest two equals be left for each other all the time (Pawlewicz and
            // Lew, 2007).
            let own = own_most.min(summary.second + summary.second / 4 + 1);
            let others = other_most.saturating_sub(summary.others);
            let (_, so_far) = choice.numbers.seen_by(side);
            let thresholds = (others.max(so_far + 1), own.min(Numbers::NEVER));
            let after = board.play(choice.step);
            let numbers = self.search(worker, &after, rest, then, thresholds)?;
            self.choices[base + best].numbers = numbers;
            if numbers.seen_by(side).0 == 0 {
                self.choices.truncate(base);
                return Ok(self.decided(worker, board, (n, side), choice.step));
            }
        }
    }

    /// The step decides the statement for the side on move.
    fn decided(
        &mut self,
        worker: &mut Worker,
        board: &Board,
        (n, side): (u8, Side),
        step: Step,
    ) -> Numbers {
        worker.note(board, side, n, Some(step));
        self.deciding = step;
        Numbers::of(side == Side::Attacker)
    }

    /// Puts the open choices on the stack; the answer, if one of them gives it or there is none.
    fn list(
        &mut self,
        worker: &mut Worker,
        board: &Board,
        (n, side): (u8, Side),
        (rest, then): (u8, Side),
    ) -> Option<Numbers> {
        let base = self.choices.len();
        self.moves.clear();
        board.legal_moves(&mut self.moves);
        if self.moves.is_empty() {
            let mated = side == Side::Defender && board.checkers().any();
            return Some(Numbers::of(mated));
        }
        let open = Numbers {
            proof: 1,
            disproof: 1,
        };
        // Checks first: of equals the first is taken.
        let checks = Checks::new(board);
        for checking in [true, false] {
            for &step in &self.moves {
                if checks.gives(board, step) == checking {
                    self.choices.push(Choice {
                        step,
                        numbers: open,
                    });
                }
            }
        }
        for place in base..self.choices.len() {
            let step = self.choices[place].step;
            let numbers = self.first_numbers(worker, &board.play(step), rest, then);
            if numbers.seen_by(side).0 == 0 {
                return Some(self.decided(worker, board, (n, side), step));
            }
            self.choices[place].numbers = numbers;
        }
        None
    }
}

/// What the choices of a position come to, as seen by who chooses.
struct Summary {
    /// The easiest open choice.
    best: Option<usize>,
    /// Its number, and the next one's.
    own: u32,
    second: u32,
    /// How hard it is to meet all of them.
    other: u32,
    /// The share of the others in it.
    others: u32,
}

impl Summary {
    /// The hardest choice counts in full and every other one as one: a sum would count what several moves lead to
    /// several times (Ueda and others, *Weak Proof-Number Search*, 2008).
    fn new(choices: &[Choice], side: Side) -> Summary {
        let (mut best, mut own, mut second) = (None, Numbers::NEVER, Numbers::NEVER);
        let (mut hardest, mut open) = (0, 0);
        for (place, choice) in choices.iter().enumerate() {
            let (reach, prevent) = choice.numbers.seen_by(side);
            if prevent == 0 {
                continue;
            }
            open += 1;
            hardest = hardest.max(prevent);
            if best.is_none() || reach < own {
                (best, second, own) = (Some(place), own, reach);
            } else {
                second = second.min(reach);
            }
        }
        let others: u32 = if open == 0 { 0 } else { open - 1 };
        Summary {
            best,
            own: own.min(Numbers::NEVER - 1),
            second,
            other: (hardest + others).min(Numbers::NEVER - 1),
            others,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

    use super::*;
    use crate::budget::Limits;
    use crate::random::Random;
    use crate::search::facts;
    use crate::search::mate::MateSolver;

    fn chess(fen: &str) -> Chess {
        let fen: Fen = fen.parse().unwrap();
        fen.into_position(CastlingMode::Standard).unwrap()
    }

    /// A few men anywhere, the attacker on move; `None` if it is no legal position.
    fn drawn(random: &mut Random) -> Option<Chess> {
        let men = ["K", "k", "Q", "R", "N", "B", "P", "p", "p", "n", "r"];
        let mut board = [" "; 64];
        let count = 5 + random.below(6);
        for man in men.into_iter().take(count) {
            board[random.below(64)] = man;
        }
        let ranks = board.chunks(8).map(|rank| rank.concat().replace(' ', "1"));
        let ranks: Vec<String> = ranks.collect();
        let fen: Fen = format!("{} w - -", ranks.join("/")).parse().ok()?;
        fen.into_position(CastlingMode::Standard).ok()
    }

    // Two searches that share the leaves only: with `short` 1 these are mates in one.
    #[test]
    fn they_find_a_key_exactly_where_deepening_finds_one() {
        let mut random = Random::new(20_261_127);
        let (mut asked, mut mating) = (0, 0);
        while asked < 400 {
            let Some(position) = drawn(&mut random) else {
                continue;
            };
            let board = Board::new(&position);
            let n = 2 + random.below(3) as u8;
            let short = 1 + random.below(usize::from(n) - 1) as u8;
            // A table of one line forgets nearly everything.
            let mib = random.below(2);
            let mut budget = Limits::unlimited().start();
            let limits = Limits {
                nodes: Some(100_000),
                ..Limits::default()
            };
            let solver = MateSolver::new(1);
            let Ok(expected) = solver.mates_in(&position, u32::from(n), &mut limits.start()) else {
                continue;
            };
            let facts = facts::Table::new(mib);
            let mut worker = Worker::new(&facts, &mut budget);
            let key = ProofNumbers::from_beyond(short, mib)
                .key(&mut worker, &board, n)
                .unwrap();
            let told = format!("{board:?} #{n}, the worker from #{short}");
            assert_eq!(key.is_some(), expected, "{told}");
            if let Some(key) = key {
                let mut after = position.clone();
                after.play_unchecked(board.describe(key));
                let mated = solver.is_mated_in(&after, u32::from(n - 1), &mut budget);
                assert_eq!(mated, Ok(true), "{told}");
                mating += 1;
            }
            asked += 1;
        }
        assert!((50..350).contains(&mating), "{mating} of {asked}");
    }

    #[test]
    fn what_was_cut_off_is_taken_up_again() {
        // A mate in five of the collection matetrack.
        let position = chess("8/8/R2N2p1/2k3P1/6K1/2PP4/8/8 w - -");
        let facts = facts::Table::new(1);
        let mut search = ProofNumbers::new(1);
        let limits = Limits {
            nodes: Some(2_000),
            ..Limits::default()
        };
        let mut turns = 0;
        let key = loop {
            turns += 1;
            let mut budget = limits.start();
            let mut worker = Worker::new(&facts, &mut budget);
            match search.key(&mut worker, &Board::new(&position), 5) {
                Err(Limit::Nodes) => assert!(turns < 100),
                found => break found.unwrap(),
            }
        };
        assert!(key.is_some());
        assert!(turns > 2, "one turn was enough: nothing is tested");
    }

    #[test]
    fn a_table_gives_back_what_was_put_last() {
        let board = Board::new(&chess("8/8/R2N2p1/2k3P1/6K1/2PP4/8/8 w - -"));
        let numbers = |proof, disproof| Numbers { proof, disproof };
        for mib in [0, 1] {
            let mut table = Table::new(mib);
            assert_eq!(table.get(&board, 5, Side::Attacker), None);
            table.put(&board, 5, Side::Attacker, numbers(7, 9));
            table.put(&board, 5, Side::Defender, numbers(2, 1));
            table.put(&board, 6, Side::Attacker, numbers(8, 8));
            table.put(&board, 5, Side::Attacker, numbers(3, 4));
            let kept = table.get(&board, 5, Side::Attacker);
            assert_eq!(kept, Some(numbers(3, 4)));
            let kept = table.get(&board, 5, Side::Defender);
            assert_eq!(kept, Some(numbers(2, 1)));
            let kept = table.get(&board, 6, Side::Attacker);
            assert_eq!(kept, Some(numbers(8, 8)));
        }
    }
}
