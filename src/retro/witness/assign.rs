//! The cheapest way to give every man a goal of its own.

/// For each of `count` men its goal (the Hungarian method: shortest augmenting paths with potentials).
pub fn assign(count: usize, cost: impl Fn(usize, usize) -> i32) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut of_man = vec![0; count + 1];
    let mut of_goal = vec![0; count + 1];
    // The man of each goal; the last place is for the man that looks for one.
    let mut taken = vec![NONE; count + 1];
    for man in 0..count {
        taken[count] = man;
        let mut at = count;
        let mut least = vec![i32::MAX; count];
        let mut before = vec![count; count];
        let mut seen = vec![false; count + 1];
        while taken[at] != NONE {
            seen[at] = true;
            let asker = taken[at];
            let mut step = i32::MAX;
            let mut next = at;
            for goal in 0..count {
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
            for goal in 0..=count {
                if seen[goal] {
                    of_man[taken[goal]] += step;
                    of_goal[goal] -= step;
                } else if goal < count {
                    least[goal] -= step;
                }
            }
            at = next;
        }
        while at != count {
            let last = before[at];
            taken[at] = taken[last];
            at = last;
        }
    }
    let mut goals = vec![0; count];
    for (goal, &man) in taken[..count].iter().enumerate() {
        if man != NONE {
            goals[man] = goal;
        }
    }
    goals
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
        }
    }
}
