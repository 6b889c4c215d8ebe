//! The cheapest way to give every man of a side a place of its own, and what any other way costs more.

/// A side has no more men.
pub(super) const MOST: usize = 16;

/// An assignment of `n` men to `n` places of least cost, with potentials that prove it.
pub(super) struct Assignment {
    /// Its cost.
    pub total: i32,
    man_price: [i32; MOST],
    place_price: [i32; MOST],
}

impl Assignment {
    /// The Hungarian method: shortest augmenting paths with potentials.
    pub(super) fn least(n: usize, costs: &[[i32; MOST]; MOST]) -> Assignment {
        // The place numbered `n` belongs to the man that looks for one.
        const NONE: usize = usize::MAX;
        let mut man_price = [0; MOST];
        let mut place_price = [0; MOST + 1];
        let mut taken = [NONE; MOST + 1];
        for man in 0..n {
            taken[n] = man;
            let mut at = n;
            let mut least = [i32::MAX; MOST];
            let mut before = [n; MOST];
            let mut seen = [false; MOST + 1];
            while taken[at] != NONE {
                seen[at] = true;
                let asker = taken[at];
                let mut step = i32::MAX;
                let mut next = n;
                for place in (0..n).filter(|&place| !seen[place]) {
                    let over = costs[asker][place] - man_price[asker] - place_price[place];
                    if over < least[place] {
                        least[place] = over;
                        before[place] = at;
                    }
                    if least[place] < step {
                        step = least[place];
                        next = place;
                    }
                }
                for place in 0..=n {
                    if seen[place] {
                        man_price[taken[place]] += step;
                        place_price[place] -= step;
                    } else if place < n {
                        least[place] -= step;
                    }
                }
                at = next;
            }
            while at != n {
                let from = before[at];
                taken[at] = taken[from];
                at = from;
            }
        }
        let total = (0..n).map(|place| costs[taken[place]][place]).sum();
        let mut prices = [0; MOST];
        prices[..n].copy_from_slice(&place_price[..n]);
        Assignment {
            total,
            man_price,
            place_price: prices,
        }
    }

    /// An assignment that gives the man this place costs at least so much: the least cost and what the potentials say on top.
    pub(super) fn with(&self, man: usize, place: usize, cost: i32) -> i32 {
        self.total + cost - self.man_price[man] - self.place_price[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The least cost by trying every order.
    fn brute(
        costs: &[[i32; MOST]; MOST],
        n: usize,
        man: usize,
        free: u32,
        told: Option<(usize, usize)>,
    ) -> i32 {
        if man == n {
            return 0;
        }
        (0..n)
            .filter(|&place| free & (1 << place) != 0)
            .filter(|&place| told.is_none_or(|(who, place_told)| who != man || place == place_told))
            .map(|place| costs[man][place] + brute(costs, n, man + 1, free & !(1 << place), told))
            .min()
            .unwrap_or(1_000_000)
    }

    #[test]
    fn the_cost_is_least_and_the_others_cost_no_less_than_said() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let n = 1 + random.below(6);
            let mut costs = [[0; MOST]; MOST];
            for cost in costs.iter_mut().flatten() {
                *cost = i32::try_from(random.below(9)).unwrap();
            }
            let found = Assignment::least(n, &costs);
            assert_eq!(found.total, brute(&costs, n, 0, u32::MAX, None));
            for man in 0..n {
                for place in 0..n {
                    let told = brute(&costs, n, 0, u32::MAX, Some((man, place)));
                    assert!(found.with(man, place, costs[man][place]) <= told);
                }
            }
        }
    }
}
