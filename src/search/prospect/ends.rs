//! The ends a man can come to that is to be stuck, what each of them takes, and whether one end of each man can be paid for.

use arrayvec::ArrayVec;

use super::MEN;
use super::ways::NEVER;

/// One way in which a man can be stuck at the end, and what it takes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct End {
    /// Moves of the mater's to a square where a man of his has to arrive.
    pub(super) arrivals: u32,
    /// Whether the man is captured.
    pub(super) captures: u32,
    /// Moves of its own side.
    pub(super) replies: u32,
    /// How many of its own side have to arrive ahead of it, and around it.
    pub(super) ahead: u32,
    pub(super) around: u32,
    /// Whether it moves itself, and may be the one to arrive.
    pub(super) moved: u32,
    /// Pins on ranks and files, and on diagonals.
    pub(super) straight: u32,
    pub(super) diagonal: u32,
}

/// What an end takes, or what there is to pay with: one byte for each thing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Purse {
    bytes: u64,
    ahead: u8,
    around: u8,
    moved: u8,
}

impl Purse {
    const REPLIES: u32 = 16;
    const HIGH: u64 = 0x8080_8080_8080_8080;

    /// `pins` is how many pins there can be in all.
    pub(super) fn new(end: &End, pins: u32) -> Purse {
        let bytes = [
            end.arrivals,
            end.captures,
            end.replies,
            end.straight,
            end.diagonal,
            pins,
        ];
        Purse {
            bytes: bytes
                .iter()
                .rev()
                .fold(0, |all, &byte| all << 8 | u64::from(byte.min(NEVER))),
            ahead: end.ahead as u8,
            around: end.around as u8,
            moved: end.moved as u8,
        }
    }

    fn of(end: &End) -> Purse {
        Purse::new(end, end.straight + end.diagonal)
    }

    /// What is left after `end`.
    #[inline]
    fn without(self, end: &Purse) -> Option<Purse> {
        let bytes = (self.bytes | Purse::HIGH).wrapping_sub(end.bytes);
        (bytes & Purse::HIGH == Purse::HIGH).then(|| Purse {
            bytes: bytes & !Purse::HIGH,
            ahead: self.ahead + end.ahead,
            around: self.around.max(end.around),
            moved: self.moved + end.moved,
        })
    }

    fn replies(self) -> u8 {
        (self.bytes >> Purse::REPLIES) as u8
    }

    /// Whether so many of the victim's can arrive where they are needed.
    fn is_enough(self) -> bool {
        self.ahead.max(self.around) <= self.moved + self.replies()
    }
}

/// The ends of one man, as a part of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    first: usize,
    last: usize,
}

/// The ends of all men, one after the other.
#[derive(Debug)]
pub(super) struct AllEnds {
    purse: Purse,
    /// Those that can be paid for, were there no other man.
    list: ArrayVec<Purse, { 16 * MEN }>,
    men: ArrayVec<Ends, MEN>,
}

impl AllEnds {
    /// After so many choices that did not fit the answer is taken to be yes.
    const MOST_STEPS: u32 = 5000;

    pub(super) fn new(purse: Purse) -> AllEnds {
        AllEnds {
            purse,
            list: ArrayVec::new(),
            men: ArrayVec::new(),
        }
    }

    pub(super) fn begin(&mut self) {
        let first = self.list.len();
        self.men.push(Ends { first, last: first });
    }

    pub(super) fn add(&mut self, end: &End) {
        let end = Purse::of(end);
        if self.purse.without(&end).is_none() {
            return;
        }
        self.list.push(end);
        if let Some(men) = self.men.last_mut() {
            men.last += 1;
        }
    }

    /// Whether one end of each man can be paid for. Who has the least choice is asked first.
    pub(super) fn are_payable(&mut self) -> bool {
        self.men.sort_unstable_by_key(|man| man.last - man.first);
        let mut steps = AllEnds::MOST_STEPS;
        self.are_payable_from(0, self.purse, &mut steps)
    }

    /// Whether the man asked about last has an end.
    pub(super) fn is_hopeful(&self) -> bool {
        self.men.last().is_none_or(|man| man.first < man.last)
    }

    fn are_payable_from(&self, index: usize, purse: Purse, steps: &mut u32) -> bool {
        let Some(man) = self.men.get(index) else {
            return purse.is_enough();
        };
        *steps = steps.saturating_sub(1);
        *steps == 0
            || self.list[man.first..man.last].iter().any(|end| {
                purse
                    .without(end)
                    .is_some_and(|purse| self.are_payable_from(index + 1, purse, steps))
            })
    }
}
