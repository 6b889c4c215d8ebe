//! The cheapest way to give every man of a side a place of its own, and what any other way costs more.

use arrayvec::ArrayVec;

/// A side has no more men.
pub(super) const MOST: usize = 16;

/// What a man costs on each place.
pub(super) type Row = [i16; MOST];

/// Nobody.
const NONE: u8 = u8::MAX;

/// The price of a place that nobody can have: no man would take it.
const CLOSED: i32 = -1_000_000;

/// An assignment of men to as many open places of least cost, with potentials that prove it: what a man costs on a place is never below the sum
/// of their prices, and equal to it where he is assigned to it. Of the closed places nothing is said.
#[derive(Debug, Clone)]
pub(super) struct Assignment {
    /// So many men there are.
    men: usize,
    total: i32,
    man_price: [i32; MOST],
    place_price: [i32; MOST],
    /// By man: his place.
    place: [u8; MOST],
    /// By place: its man.
    man: [u8; MOST],
}

impl Assignment {
    /// Of as many men as there are rows to the first places; a row holds what the man costs on each place.
    pub(super) fn least(rows: &[Row]) -> Assignment {
        Assignment::of(rows, 0..rows.len())
    }

    /// Of men to these places, of which there are as many.
    pub(super) fn of(rows: &[Row], open: impl IntoIterator<Item = usize>) -> Assignment {
        let mut least = Assignment {
            men: rows.len(),
            total: 0,
            man_price: [0; MOST],
            place_price: [CLOSED; MOST],
            place: [NONE; MOST],
            man: [NONE; MOST],
        };
        for place in open {
            least.place_price[place] = 0;
        }
        for man in 0..rows.len() {
            least.place_man(|man| rows[man], man);
        }
        least
    }

    /// What it costs.
    pub(super) fn total(&self) -> i32 {
        self.total
    }

    /// What the least one costs at least after the rows of these men have become others.
    pub(super) fn bound(&self, changed: impl IntoIterator<Item = (usize, Row)>) -> i32 {
        let dearer = |(man, row): (usize, Row)| {
            let over = row.iter().zip(&self.place_price);
            let over = over.map(|(&cost, price)| i32::from(cost) - price);
            over.fold(i32::MAX, i32::min) - self.man_price[man]
        };
        self.total + changed.into_iter().map(dearer).sum::<i32>()
    }

    /// The least one after the row of this man has become another.
    pub(super) fn change(&mut self, row: impl Fn(usize) -> Row, man: usize) {
        self.displace(man);
        self.place_man(row, man);
    }

    /// The least one after the rows of those who `moved` have become others, and the rest cost more on places or as much as before.
    pub(super) fn raise(&mut self, row: impl Fn(usize) -> Row, moved: impl Fn(usize) -> bool) {
        let is_loose = |man: usize| {
            let place = usize::from(self.place[man]);
            let price = self.man_price[man] + self.place_price[place];
            moved(man) || i32::from(row(man)[place]) != price
        };
        let loose: ArrayVec<usize, MOST> = (0..self.men).filter(|&man| is_loose(man)).collect();
        for &man in &loose {
            self.displace(man);
        }
        for &man in &loose {
            self.place_man(&row, man);
        }
    }

    /// The least one after this man and this place have gone and the last man has taken his number; `row` is of the men left.
    pub(super) fn remove(&mut self, row: impl Fn(usize) -> Row, man: usize, place: usize) {
        let last = self.men - 1;
        self.displace(man);
        self.place[man] = self.place[last];
        self.man_price[man] = self.man_price[last];
        if man != last {
            self.man[usize::from(self.place[man])] = man as u8;
        }
        self.men = last;
        let without = usize::from(self.man[place]);
        self.total -= self.place_price[place];
        self.place_price[place] = CLOSED;
        if without != usize::from(NONE) {
            self.displace(without);
            self.place_man(row, without);
        }
    }

    /// Takes his place from a man.
    fn displace(&mut self, man: usize) {
        let place = std::mem::replace(&mut self.place[man], NONE);
        self.man[usize::from(place)] = NONE;
        self.total -= self.man_price[man];
    }

    /// By man and place: what the least assignment costs that gives the man this place.
    pub(super) fn with_each(&self, rows: &[Row]) -> [[i32; MOST]; MOST] {
        let dearer = |man: usize, place: usize| {
            i32::from(rows[man][place]) - self.man_price[man] - self.place_price[place]
        };
        // What it costs on top if one man takes the place of another, at once and then in any number of steps.
        let mut over = [[0; MOST]; MOST];
        for (man, over) in over.iter_mut().enumerate().take(self.men) {
            for other in (0..self.men).filter(|&other| other != man) {
                over[other] = dearer(man, self.place[other].into());
            }
        }
        for by in 0..self.men {
            for man in 0..self.men {
                for other in 0..self.men {
                    over[man][other] = over[man][other].min(over[man][by] + over[by][other]);
                }
            }
        }
        // Whoever had the place takes another one, and so on, until somebody takes the one that the man had.
        let mut with = [[i32::MAX; MOST]; MOST];
        for (man, with) in with.iter_mut().enumerate().take(self.men) {
            for (place, &owner) in self.man.iter().enumerate() {
                if owner != NONE {
                    with[place] = self.total + dearer(man, place) + over[usize::from(owner)][man];
                }
            }
        }
        with
    }

    /// Finds a place for a man who has none: a shortest augmenting path of the Hungarian method.
    fn place_man(&mut self, row: impl Fn(usize) -> Row, man: usize) {
        // How much more than the prices the cheapest way to each place costs, and from whom it comes there.
        let mut over = [i32::MAX; MOST];
        let mut from = [man as u8; MOST];
        let mut seen = [false; MOST];
        let mut asker = man;
        self.man_price[man] = 0;
        let mut way = 0;
        let end = loop {
            let costs = row(asker);
            let offset = way - self.man_price[asker];
            let mut next = MOST;
            let mut least = i32::MAX;
            for place in 0..MOST {
                if seen[place] {
                    continue;
                }
                let reduced = i32::from(costs[place]) - self.place_price[place] + offset;
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
        for place in (0..MOST).filter(|&place| seen[place]) {
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
        (0..MOST)
            .filter(|&place| free & (1 << place) != 0)
            .filter(|&place| told.is_none_or(|(who, place_told)| who != man || place == place_told))
            .map(|place| {
                i32::from(rows[man][place]) + brute(rows, man + 1, free & !(1 << place), told)
            })
            .min()
            .unwrap_or(10_000)
    }

    /// All men but those after the last row, on the first places.
    fn first(rows: &[Row]) -> u32 {
        (1 << rows.len()) - 1
    }

    fn drawn(random: &mut Random) -> Row {
        std::array::from_fn(|_| i16::try_from(random.below(9)).unwrap())
    }

    #[test]
    fn the_cost_is_least_and_the_others_cost_what_is_said() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let n = 1 + random.below(6);
            let rows: Vec<Row> = (0..n).map(|_| drawn(&mut random)).collect();
            let found = Assignment::least(&rows);
            assert_eq!(found.total(), brute(&rows, 0, first(&rows), None));
            let with = found.with_each(&rows);
            for (man, with) in with.iter().enumerate().take(n) {
                for (place, &with) in with.iter().enumerate().take(n) {
                    assert_eq!(with, brute(&rows, 0, first(&rows), Some((man, place))));
                }
            }
        }
    }

    #[test]
    fn it_stays_least_when_men_change_and_go() {
        let mut random = Random::new(2);
        for _ in 0..200 {
            let n = 2 + random.below(5);
            let mut rows: Vec<Row> = (0..n).map(|_| drawn(&mut random)).collect();
            let mut open = first(&rows);
            let mut found = Assignment::least(&rows);
            for _ in 0..20 {
                let man = random.below(rows.len());
                match random.below(4) {
                    0 if rows.len() > 1 => {
                        let left: Vec<usize> = (0..n).filter(|&at| open & 1 << at != 0).collect();
                        let place = left[random.below(left.len())];
                        rows.swap_remove(man);
                        open &= !(1 << place);
                        found.remove(|man| rows[man], man, place);
                    }
                    1 => {
                        // One man may come nearer, all others only farther.
                        rows[man] = drawn(&mut random);
                        for row in &mut rows {
                            row[random.below(n)] += 1;
                        }
                        found.raise(|man| rows[man], |who| who == man);
                    }
                    _ => {
                        rows[man] = drawn(&mut random);
                        found.change(|man| rows[man], man);
                    }
                }
                assert_eq!(found.total(), brute(&rows, 0, open, None));
                let again = Assignment::of(&rows, (0..n).filter(|&at| open & 1 << at != 0));
                assert_eq!(found.total(), again.total());
                let mut then: Vec<Row> = rows.iter().map(|_| drawn(&mut random)).collect();
                then[0] = rows[0];
                let bound = found.bound(then.iter().copied().enumerate().skip(1));
                assert!(bound <= brute(&then, 0, open, None));
                let with = found.with_each(&rows);
                for (man, with) in with.iter().enumerate().take(rows.len()) {
                    for place in (0..n).filter(|&at| open & 1 << at != 0) {
                        assert_eq!(with[place], brute(&rows, 0, open, Some((man, place))));
                    }
                }
            }
        }
    }
}
