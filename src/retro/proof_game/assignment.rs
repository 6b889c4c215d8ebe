//! The cheapest way to give every man of a side a place of its own, and what any other way costs more.

/// A side has no more men.
pub(super) const MOST: usize = 16;

/// What a man costs on each place.
pub(super) type Row = [i32; MOST];

/// Nobody.
const NONE: u8 = u8::MAX;

/// The price of a place that is not there: no man would take it.
const NOT_THERE: i32 = -1_000_000;

/// An assignment of `n` men to `n` places of least cost, with potentials that prove it: what a man costs on a place is never below the sum
/// of their prices, and equal to it where he is assigned to it. Of the men and places beyond `n` nothing is said.
#[derive(Debug, Clone)]
pub(super) struct Assignment {
    n: usize,
    total: i32,
    man_price: Row,
    place_price: Row,
    /// By man: his place.
    place: [u8; MOST],
    /// By place: its man.
    man: [u8; MOST],
}

impl Assignment {
    /// Of as many men as there are rows; a row holds what the man costs on each place.
    pub(super) fn least(rows: &[&Row]) -> Assignment {
        let mut least = Assignment {
            n: rows.len(),
            total: 0,
            man_price: [0; MOST],
            place_price: [0; MOST],
            place: [NONE; MOST],
            man: [NONE; MOST],
        };
        least.place_price[rows.len()..].fill(NOT_THERE);
        for man in 0..rows.len() {
            least.place_man(rows, man);
        }
        least
    }

    /// What it costs.
    pub(super) fn total(&self) -> i32 {
        self.total
    }

    /// What the least one costs at least after the rows of these men have become others.
    pub(super) fn bound<'a>(&self, changed: impl IntoIterator<Item = (usize, &'a Row)>) -> i32 {
        let dearer = |(man, row): (usize, &Row)| {
            let over = row.iter().zip(&self.place_price);
            let least = over.fold(i32::MAX, |least, (cost, price)| least.min(cost - price));
            least - self.man_price[man]
        };
        self.total + changed.into_iter().map(dearer).sum::<i32>()
    }

    /// The least one after the row of this man has become another.
    pub(super) fn change(&mut self, rows: &[&Row], man: usize) {
        let place = std::mem::replace(&mut self.place[man], NONE);
        self.man[usize::from(place)] = NONE;
        self.total -= self.man_price[man];
        self.place_man(rows, man);
    }

    /// The least one after this man has gone, the last man has taken his number, and one place has gone of those after the first `alike`,
    /// which cost the same for everybody; `rows` are those of the men left.
    pub(super) fn remove(&mut self, rows: &[&Row], man: usize, alike: usize) {
        let last = self.n - 1;
        self.total -= self.man_price[man] + self.place_price[last];
        let free = usize::from(self.place[man]);
        self.man[free] = NONE;
        self.place[man] = self.place[last];
        self.man_price[man] = self.man_price[last];
        if man != last {
            self.man[usize::from(self.place[man])] = man as u8;
        }
        self.n = last;
        self.place_price[last] = NOT_THERE;
        // The last place is the one that goes.
        let without = std::mem::replace(&mut self.man[last], NONE);
        if without == NONE {
            return;
        }
        let without = usize::from(without);
        if free >= alike {
            self.place[without] = free as u8;
            self.man[free] = without as u8;
        } else {
            self.place[without] = NONE;
            self.total -= self.man_price[without];
            self.place_man(rows, without);
        }
    }

    /// An assignment that gives the man this place costs at least so much: the least cost and what the potentials say on top.
    pub(super) fn with(&self, man: usize, place: usize, cost: i32) -> i32 {
        self.total() + cost - self.man_price[man] - self.place_price[place]
    }

    /// Finds a place for a man who has none: a shortest augmenting path of the Hungarian method.
    fn place_man(&mut self, rows: &[&Row], man: usize) {
        let n = self.n;
        // How much more than the prices the cheapest way to each place costs, and from whom it comes there.
        let mut over = [i32::MAX; MOST];
        let mut from = [man as u8; MOST];
        let mut seen = [false; MOST];
        let mut asker = man;
        self.man_price[man] = 0;
        let mut way = 0;
        let end = loop {
            let row = rows[asker];
            let offset = way - self.man_price[asker];
            let mut next = n;
            let mut least = i32::MAX;
            for place in 0..n {
                if seen[place] {
                    continue;
                }
                let reduced = row[place] - self.place_price[place] + offset;
                if reduced < over[place] {
                    over[place] = reduced;
                    from[place] = asker as u8;
                }
                // Of those that cost alike, one that is free ends the search.
                if over[place] < least || over[place] == least && self.man[place] == NONE {
                    least = over[place];
                    next = place;
                }
            }
            way = least;
            if self.man[next] == NONE {
                break next;
            }
            seen[next] = true;
            asker = usize::from(self.man[next]);
        };
        // All that the other men pay more is paid less for their places.
        self.total += way;
        self.man_price[man] += way;
        for place in (0..n).filter(|&place| seen[place]) {
            let less = way - over[place];
            self.place_price[place] -= less;
            self.man_price[usize::from(self.man[place])] += less;
        }
        let mut place = end;
        loop {
            let asker = from[place];
            self.man[place] = asker;
            let before = std::mem::replace(&mut self.place[usize::from(asker)], place as u8);
            if usize::from(asker) == man {
                break;
            }
            place = usize::from(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The least cost by trying every order.
    fn brute(rows: &[Row], man: usize, free: u32, told: Option<(usize, usize)>) -> i32 {
        if man == rows.len() {
            return 0;
        }
        (0..rows.len())
            .filter(|&place| free & (1 << place) != 0)
            .filter(|&place| told.is_none_or(|(who, place_told)| who != man || place == place_told))
            .map(|place| rows[man][place] + brute(rows, man + 1, free & !(1 << place), told))
            .min()
            .unwrap_or(10_000)
    }

    fn least_of(rows: &[Row]) -> i32 {
        brute(rows, 0, u32::MAX, None)
    }

    fn drawn(random: &mut Random) -> Row {
        std::array::from_fn(|_| i32::try_from(random.below(9)).unwrap())
    }

    fn of(rows: &[Row]) -> Vec<&Row> {
        rows.iter().collect()
    }

    #[test]
    fn the_cost_is_least_and_the_others_cost_no_less_than_said() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let n = 1 + random.below(6);
            let rows: Vec<Row> = (0..n).map(|_| drawn(&mut random)).collect();
            let found = Assignment::least(&of(&rows));
            assert_eq!(found.total(), least_of(&rows));
            for man in 0..n {
                for place in 0..n {
                    let told = brute(&rows, 0, u32::MAX, Some((man, place)));
                    assert!(found.with(man, place, rows[man][place]) <= told);
                }
            }
        }
    }

    #[test]
    fn it_stays_least_when_men_change_and_go() {
        let mut random = Random::new(2);
        for _ in 0..200 {
            let n = 2 + random.below(5);
            let alike = 1 + random.below(n - 1);
            let draw = |random: &mut Random| {
                let mut row = drawn(random);
                let fall = row[alike];
                row[alike..].fill(fall);
                row
            };
            let mut rows: Vec<Row> = (0..n).map(|_| draw(&mut random)).collect();
            let mut found = Assignment::least(&of(&rows));
            for _ in 0..20 {
                let man = random.below(rows.len());
                if rows.len() > alike && random.below(4) == 0 {
                    rows.swap_remove(man);
                    found.remove(&of(&rows), man, alike);
                } else {
                    rows[man] = draw(&mut random);
                    found.change(&of(&rows), man);
                }
                assert_eq!(found.total(), least_of(&rows));
                let others: Vec<Row> = rows.iter().map(|_| draw(&mut random)).collect();
                let changed = others.iter().enumerate().skip(1);
                let bound = found.bound(changed.clone());
                let mut then = rows.clone();
                for (man, row) in changed {
                    then[man] = *row;
                }
                assert!(bound <= least_of(&then));
                for (man, row) in rows.iter().enumerate() {
                    for (place, &cost) in row[..rows.len()].iter().enumerate() {
                        assert!(found.with(man, place, cost) >= found.total());
                    }
                }
            }
        }
    }
}
