//! What it costs the victim's men to block, and whether that can be paid for.

use super::MEN;
use super::duties::Duties;
use super::picture::Picture;
use super::ring::{CENTRE, Needs};
use super::ways::NEVER;

/// The moves each man of the victim's needs to block one square.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockingCosts {
    pub(super) costs: [u8; MEN],
    pub(super) least: u8,
    /// Who needs the least.
    pub(super) nearest: u8,
}

impl Picture<'_> {
    /// What it costs to block the square `bit` beside the king.
    pub(super) fn blocking_costs(&self, bit: u32) -> BlockingCosts {
        let cell = &self.blocking_costs[bit as usize];
        if let Some(known) = cell.get() {
            return known;
        }
        let look = self.look;
        let square = look.rings.square(self.king, bit);
        let mut costs = [NEVER as u8; MEN];
        for (cost, man) in costs
            .iter_mut()
            .zip(&look.victims.list[..look.victims.count])
        {
            *cost = self.cost_of_blocking(man, square).min(NEVER) as u8;
        }
        let nearest = (0..MEN).min_by_key(|&man| costs[man]).unwrap_or(0);
        let found = BlockingCosts {
            costs,
            least: costs[nearest],
            nearest: nearest as u8,
        };
        cell.set(Some(found));
        found
    }

    fn least_cost(&self, bit: u32) -> u32 {
        if 1 << bit == CENTRE {
            NEVER
        } else {
            u32::from(self.blocking_costs(bit).least)
        }
    }

    /// The same by a man that has no other duty; who left a line has made one move.
    fn least_cost_left(&self, duties: &Duties, bit: u32) -> u32 {
        if 1 << bit == CENTRE {
            return NEVER;
        }
        let BlockingCosts {
            costs,
            least,
            nearest,
        } = self.blocking_costs(bit);
        let nearest = self.look.victims.list[usize::from(nearest)].square;
        if duties.paid.is_empty() && !duties.used.contains(nearest) {
            return u32::from(least);
        }
        let men = &self.look.victims.list[..self.look.victims.count];
        let left = men.iter().zip(costs).filter_map(|(man, cost)| {
            let paid = u8::from(duties.paid.contains(man.square));
            (!duties.used.contains(man.square)).then(|| cost.saturating_sub(paid))
        });
        left.min().map_or(NEVER, u32::from)
    }

    /// Which of `open`, which is not empty, is dearest to block.
    pub(super) fn dearest(&self, open: Needs) -> u32 {
        if open & CENTRE != 0 {
            return CENTRE.trailing_zeros();
        }
        let mut left = open;
        let mut dearest = (0, open.trailing_zeros());
        while left != 0 && self.replies > 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let cost = self.least_cost(bit);
            if cost > dearest.0 {
                dearest = (cost, bit);
            }
        }
        dearest.1
    }

    /// Whether what the mater's moves cannot cover of `open` could be blocked.
    pub(super) fn are_blockable(&self, duties: &Duties, open: Needs) -> bool {
        let covered = self.still_covered(duties);
        let hard = self.hard(duties, open, None);
        let never_covered = hard & !self.still_coverable(duties);
        let surplus = hard.count_ones().saturating_sub(covered);
        let blocked = surplus.max(never_covered.count_ones()) as usize;
        if blocked == 0 {
            return true;
        }
        let purse = Self::still_blocked(duties);
        if blocked as u32 > purse || never_covered & CENTRE != 0 {
            return false;
        }
        // Those that must be blocked, and the cheapest of the others.
        let mut costs = [0; 9];
        let mut count = 0;
        let mut work_out = |mut needs: Needs| {
            let before = count;
            while needs != 0 {
                costs[count] = self.least_cost_left(duties, needs.trailing_zeros());
                count += 1;
                needs &= needs - 1;
            }
            before
        };
        work_out(never_covered);
        let optional = work_out(hard & !never_covered);
        let costs = &mut costs[..count];
        if blocked < count {
            costs[optional..].sort_unstable();
        }
        costs[..blocked].iter().sum::<u32>() <= purse
    }
}
