//! The transposition table of play on the fast board: facts, in bounded memory, for all threads.
//!
//! An entry says for which `n` a statement about a position ("mate in at most `n`") is proved and for which
//! it is refuted. Both are facts, whatever path led to the position, so entries may be lost but never
//! grow stale. Invariant: an entry is believed only if at least 98 bits of the position's 128-bit key agree
//! beside those that chose its place; a torn write by another thread fails that comparison.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::board::Step;

/// What is known of one statement "in at most `n`", which is true from some `n` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct Known {
    /// Proved for every `n` from here on.
    pub(in crate::search) proved: u8,
    /// Refuted for every `n` below.
    pub(in crate::search) refuted: u8,
    /// The move that proved or refuted it last, or the zero step.
    pub(in crate::search) best: Step,
}

impl Known {
    /// Largest `n` an entry can speak of.
    pub(in crate::search) const MAX: u8 = 126;

    pub(in crate::search) const NOTHING: Known = Known {
        proved: 127,
        refuted: 0,
        best: Step::NONE,
    };

    /// Whether the statement is decided for `n`.
    #[inline]
    pub(in crate::search) fn decides(self, n: u8) -> Option<bool> {
        if n >= self.proved {
            Some(true)
        } else if n < self.refuted {
            Some(false)
        } else {
            None
        }
    }

    /// How much work the entry stands for, roughly.
    fn worth(self) -> u8 {
        if self.proved == 127 {
            self.refuted
        } else {
            self.refuted.max(self.proved)
        }
    }

    const KEY_BITS: u64 = !0 << 30;

    fn pack(self, key: u128) -> u64 {
        u64::from(self.proved)
            | u64::from(self.refuted) << 7
            | u64::from(self.best.bits()) << 14
            | (key as u64) << 30
    }

    fn unpack(word: u64) -> Known {
        Known {
            proved: (word & 127) as u8,
            refuted: (word >> 7 & 127) as u8,
            best: Step::from_bits((word >> 14) as u16),
        }
    }
}

/// Four entries in one cache line. An empty entry is all zeroes.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Line([AtomicU64; 8]);

impl Line {
    const SLOTS: usize = 4;

    #[inline]
    fn read(&self, slot: usize) -> (u64, u64) {
        (
            self.0[2 * slot].load(Ordering::Relaxed),
            self.0[2 * slot + 1].load(Ordering::Relaxed),
        )
    }

    #[inline]
    fn write(&self, slot: usize, key: u128, known: Known) {
        let word = known.pack(key);
        self.0[2 * slot].store((key >> 64) as u64 ^ word, Ordering::Relaxed);
        self.0[2 * slot + 1].store(word, Ordering::Relaxed);
    }

    #[inline]
    fn find(&self, key: u128) -> Option<(usize, Known)> {
        (0..Line::SLOTS).find_map(|slot| {
            let (check, word) = self.read(slot);
            let agrees = check ^ word == (key >> 64) as u64
                && (word ^ (key as u64) << 30) & Known::KEY_BITS == 0;
            agrees.then(|| (slot, Known::unpack(word)))
        })
    }
}

/// A table that starts small, so that short problems stay in the processor's cache, and moves to
/// larger levels as it fills. All levels together stay below the size asked for.
#[derive(Debug)]
pub(in crate::search) struct Table {
    levels: Vec<(usize, OnceLock<Box<[Line]>>)>,
    active: AtomicUsize,
    /// A sixteenth of the entries written into empty slots of the active level.
    filled: AtomicUsize,
}

impl Table {
    const FIRST_LINES: usize = 1 << 10;
    const GROWTH: usize = 4;

    pub(in crate::search) fn new(mib: usize) -> Table {
        let mut left = mib.saturating_mul(1 << 20) / size_of::<Line>();
        let mut lines = Table::FIRST_LINES;
        let mut levels = Vec::new();
        loop {
            // The last level takes all that is left.
            let last = left < lines + Table::GROWTH * lines;
            let size = if last { left.max(1) } else { lines };
            levels.push((size, OnceLock::new()));
            if last {
                break;
            }
            left -= lines;
            lines *= Table::GROWTH;
        }
        Table {
            levels,
            active: AtomicUsize::new(0),
            filled: AtomicUsize::new(0),
        }
    }

    #[inline]
    fn line(&self, level: usize, key: u128) -> &Line {
        let (size, lines) = &self.levels[level];
        let lines = lines.get_or_init(|| (0..*size).map(|_| Line::default()).collect());
        // The high bits of the low word choose the line; its low bits are in the entry.
        let index = (u128::from(key as u64) * *size as u128) >> 64;
        &lines[index as usize]
    }

    pub(in crate::search) fn get(&self, key: u128) -> Known {
        let active = self.active.load(Ordering::Relaxed);
        if let Some((_, known)) = self.line(active, key).find(key) {
            return known;
        }
        if let Some(before) = active.checked_sub(1)
            && let Some((_, known)) = self.line(before, key).find(key)
        {
            return known;
        }
        Known::NOTHING
    }

    pub(in crate::search) fn put(&self, key: u128, known: Known) {
        let active = self.active.load(Ordering::Relaxed);
        let line = self.line(active, key);
        if let Some((slot, _)) = line.find(key) {
            line.write(slot, key, known);
            return;
        }
        let mut least = (u8::MAX, 0);
        for slot in 0..Line::SLOTS {
            let (check, word) = line.read(slot);
            if check | word == 0 {
                line.write(slot, key, known);
                if key.trailing_zeros() >= 4 {
                    self.count(active);
                }
                return;
            }
            least = least.min((Known::unpack(word).worth(), slot));
        }
        line.write(least.1, key, known);
    }

    #[cold]
    fn count(&self, active: usize) {
        let filled = 16 * (self.filled.fetch_add(1, Ordering::Relaxed) + 1);
        if filled > self.levels[active].0 * Line::SLOTS / 2 && active + 1 < self.levels.len() {
            self.filled.store(0, Ordering::Relaxed);
            self.active.store(active + 1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_found_again_and_others_are_not() {
        let table = Table::new(1);
        let key = |i: u128| i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        for i in 1..5000 {
            let known = Known {
                proved: (i % 100) as u8,
                refuted: (i % 7) as u8,
                best: Step::from_bits(i as u16),
            };
            table.put(key(i), known);
            assert_eq!(table.get(key(i)), known);
            assert_eq!(table.get(key(i) ^ 1 << 90), Known::NOTHING);
            assert_eq!(table.get(key(i) ^ 1), Known::NOTHING);
        }
    }

    #[test]
    fn memory_is_bounded() {
        for mib in [0, 1, 2, 16, 256] {
            let lines: usize = Table::new(mib).levels.iter().map(|level| level.0).sum();
            assert!(lines * size_of::<Line>() <= (mib << 20).max(64), "{mib}");
        }
    }
}
