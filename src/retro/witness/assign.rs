//! The cheapest way to give every man a goal of its own.

/// At most this many men, and this many goals.
pub const MOST: usize = 32;

/// For each of `count` men its goal (the Hungarian method: shortest augmenting paths with potentials).
pub fn assign(count: usize, cost: impl Fn(usize, usize) -> i32) -> Vec<usize> {
    let mut goals = vec![0; count];
    for (goal, man) in taken(count, count, cost).into_iter().enumerate() {
        if man < count {
            goals[man] = goal;
        }
    }
    goals
}

/// What it costs to give each of so many `men` one of at least as many `goals`.
pub fn least(men: usize, goals: usize, cost: impl Fn(usize, usize) -> i32) -> i32 {
    let taken = taken(men, goals, &cost);
    let given = taken.into_iter().enumerate().filter(|&(_, man)| man < men);
    given.map(|(goal, man)| cost(man, goal)).sum()
}

/// By goal: the man who has it.
fn taken(men: usize, goals: usize, cost: impl Fn(usize, usize) -> i32) -> [usize; MOST] {
    const NONE: usize = usize::MAX;
    let mut of_man = [0; MOST];
    let mut of_goal = [0; MOST + 1];
    // The last place is for the man that looks for a goal.
    let mut taken = [NONE; MOST + 1];
    for man in 0..men {
        taken[goals] = man;
        let mut at = goals;
        let mut least = [i32::MAX; MOST];
        let mut before = [goals; MOST];
        let mut seen = [false; MOST + 1];
        while taken[at] != NONE {
            seen[at] = true;
            let asker = taken[at];
            let mut step = i32::MAX;
            let mut next = at;
            for goal in 0..goals {
                if seen[goal] {
                    continue;
                }
                let reduced = cost(asker, goal) - of_man[asker] - of_goal[goal];
                if reduced < least[goal] {
                    least[goal] = reduced;
                    before[goal] = at;
                }
                if least[goal] < step {
                    step = least[goal];
                    next = goal;
                }
            }
            for goal in 0..=goals {
                if seen[goal] {
                    of_man[taken[goal]] += step;
                    of_goal[goal] -= step;
                } else if goal < goals {
                    least[goal] -= step;
                }
            }
            at = next;
        }
        while at != goals {
            let last = before[at];
            taken[at] = taken[last];
            at = last;
        }
    }
    let mut of_goals = [NONE; MOST];
    of_goals[..goals].copy_from_slice(&taken[..goals]);
    of_goals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_cheaper_than_the_assignment() {
        let mut seed = 1u64;
        for _ in 0..300 {
            let mut costs = [[0; 4]; 4];
            for cost in costs.as_flattened_mut() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *cost = (seed >> 40) as i32 % 30;
            }
            let goals = assign(4, |man, goal| costs[man][goal]);
            let total = |goals: &[usize]| -> i32 {
                goals
                    .iter()
                    .enumerate()
                    .map(|(man, &goal)| costs[man][goal])
                    .sum()
            };
            let mut sorted = goals.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3]);
            let mut least = i32::MAX;
            for code in 0..256usize {
                let other: Vec<usize> = (0..4).map(|man| code >> (2 * man) & 3).collect();
                let mut all = other.clone();
                all.sort_unstable();
                if all == [0, 1, 2, 3] {
                    least = least.min(total(&other));
                }
            }
            assert_eq!(total(&goals), least);
            // With two men the others take what is left.
            let two = |man: usize, goal: usize| if man < 2 { costs[man][goal] } else { 0 };
            let goals = assign(4, two);
            let sum: i32 = (0..2).map(|man| two(man, goals[man])).sum();
            assert_eq!(super::least(2, 4, two), sum);
        }
    }
}
