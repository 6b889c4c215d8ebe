//! What several who work side by side learn from one another.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::mem;
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// What is known of things: branches begin with the same and add their own, unseen by each other until they are joined.
#[derive(Debug, Clone)]
pub(crate) struct BranchedMap<K, V> {
    /// Known before: read only while branches share it.
    before: Arc<FxHashMap<K, V>>,
    /// Learnt since; it holds instead of what was known of the same thing before.
    since: FxHashMap<K, V>,
}

impl<K, V> Default for BranchedMap<K, V> {
    fn default() -> BranchedMap<K, V> {
        BranchedMap {
            before: Arc::default(),
            since: FxHashMap::default(),
        }
    }
}

impl<K: Clone + Eq + Hash, V: Clone + Default> BranchedMap<K, V> {
    /// What is known of a thing, to be added to.
    pub(crate) fn of(&mut self, key: K) -> &mut V {
        let BranchedMap { before, since } = self;
        since
            .entry(key)
            .or_insert_with_key(|key| before.get(key).cloned().unwrap_or_default())
    }

    /// A branch that knows the same.
    pub(crate) fn branch(&mut self) -> BranchedMap<K, V> {
        let since = mem::take(&mut self.since);
        if self.before.is_empty() {
            self.before = Arc::new(since);
        } else if !since.is_empty() {
            // No branch is left that would need the old state.
            Arc::make_mut(&mut self.before).extend(since);
        }
        BranchedMap {
            before: Arc::clone(&self.before),
            since: FxHashMap::default(),
        }
    }

    /// Takes over what a branch has learnt; `both` adds what it knows of a thing to what others found out about it meanwhile.
    // Each thing by itself: the order in which they come does not matter.
    #[allow(clippy::iter_over_hash_type)]
    pub(crate) fn join(&mut self, branch: BranchedMap<K, V>, both: impl Fn(&mut V, V)) {
        for (key, value) in branch.since {
            match self.since.entry(key) {
                Entry::Occupied(mut known) => both(known.get_mut(), value),
                Entry::Vacant(unknown) => {
                    unknown.insert(value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_learn_from_one_another_when_they_are_joined() {
        let mut all: BranchedMap<char, u32> = BranchedMap::default();
        *all.of('a') = 1;
        let (mut one, mut other) = (all.branch(), all.branch());
        *one.of('a') += 1;
        *one.of('b') += 5;
        assert_eq!((*other.of('a'), *other.of('b')), (1, 0));
        *other.of('b') += 3;
        for branch in [one, other] {
            all.join(branch, |here, there| *here = (*here).max(there));
        }
        assert_eq!((*all.of('a'), *all.of('b')), (2, 5));
        let mut later = all.branch();
        assert_eq!((*later.of('a'), *later.of('b')), (2, 5));
    }
}
