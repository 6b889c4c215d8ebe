//! A set of worlds, small enough to be copied at every node of a search.

use std::fmt;

use shakmaty::{Color, File, Rank, Square};

use super::{Right, Rights, World};

/// A set of worlds seen by the side on move: the histories that are still open.
///
/// For every en-passant target (none, or one of eight files; the rank follows from the side on
/// move) sixteen bits say which sets of castling rights occur with it. Iteration is in the order
/// of [`World`]'s `Ord`, so nothing depends on how the set was built.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct WorldSet {
    turn: Color,
    /// `by_target[0]`: no target; `by_target[1 + file]`: target on that file.
    by_target: [u16; 9],
}

impl WorldSet {
    /// The empty set for the side on move `turn`.
    pub const fn empty(turn: Color) -> WorldSet {
        WorldSet {
            turn,
            by_target: [0; 9],
        }
    }

    /// The set of `worlds`. A target must lie on the sixth rank for White on move, on the third for Black.
    pub fn new(turn: Color, worlds: impl IntoIterator<Item = World>) -> WorldSet {
        let mut set = WorldSet::empty(turn);
        for world in worlds {
            set.insert(world);
        }
        set
    }

    /// The set that holds just `world`.
    pub fn single(turn: Color, world: World) -> WorldSet {
        WorldSet::new(turn, [world])
    }

    /// Whose move it is.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The rank a target lies on when `turn` is on move: the sixth or the third.
    pub const fn target_rank(turn: Color) -> Rank {
        match turn {
            Color::White => Rank::Sixth,
            Color::Black => Rank::Third,
        }
    }

    fn slot(target: Option<Square>) -> usize {
        target.map_or(0, |square| 1 + usize::from(square.file()))
    }

    fn target(&self, slot: usize) -> Option<Square> {
        (slot > 0).then(|| {
            let file = File::new(slot as u32 - 1);
            Square::from_coords(file, WorldSet::target_rank(self.turn))
        })
    }

    /// Adds `world`.
    pub fn insert(&mut self, world: World) {
        debug_assert!(
            world
                .target
                .is_none_or(|t| t.rank() == WorldSet::target_rank(self.turn))
        );
        self.by_target[WorldSet::slot(world.target)] |= 1 << world.rights.bits();
    }

    /// Removes `world`, if it is there.
    pub fn remove(&mut self, world: World) {
        self.by_target[WorldSet::slot(world.target)] &= !(1 << world.rights.bits());
    }

    /// Whether `world` is in the set.
    pub fn contains(&self, world: World) -> bool {
        world
            .target
            .is_none_or(|t| t.rank() == WorldSet::target_rank(self.turn))
            && self.by_target[WorldSet::slot(world.target)] & (1 << world.rights.bits()) != 0
    }

    /// How many worlds the set holds.
    pub fn len(&self) -> usize {
        self.by_target
            .iter()
            .map(|rights| rights.count_ones() as usize)
            .sum()
    }

    /// Whether no world is left.
    pub fn is_empty(&self) -> bool {
        self.by_target == [0; 9]
    }

    /// The world, if there is exactly one.
    pub fn sole(&self) -> Option<World> {
        let mut iter = self.iter();
        let first = iter.next()?;
        iter.next().is_none().then_some(first)
    }

    /// The worlds in order.
    pub fn iter(&self) -> impl Iterator<Item = World> + '_ {
        self.by_target
            .iter()
            .enumerate()
            .flat_map(move |(slot, &sets)| {
                let target = self.target(slot);
                (0..16u8)
                    .filter(move |bits| sets & (1 << bits) != 0)
                    .map(move |bits| World {
                        target,
                        rights: Rights::from_bits(bits),
                    })
            })
    }

    /// The worlds for which `keep` holds.
    #[must_use]
    pub fn filter(&self, mut keep: impl FnMut(World) -> bool) -> WorldSet {
        WorldSet::new(self.turn, self.iter().filter(|&world| keep(world)))
    }

    /// The worlds of either set.
    #[must_use]
    pub fn union(&self, other: &WorldSet) -> WorldSet {
        debug_assert_eq!(self.turn, other.turn);
        let mut union = *self;
        for (mine, theirs) in union.by_target.iter_mut().zip(other.by_target) {
            *mine |= theirs;
        }
        union
    }

    /// The worlds that have `right`.
    #[must_use]
    pub fn with_right(&self, right: Right) -> WorldSet {
        let mut with = *self;
        for sets in &mut with.by_target {
            *sets &= WITH_RIGHT[right as usize];
        }
        with
    }

    /// The worlds that have exactly this target, or none.
    #[must_use]
    pub fn with_target(&self, target: Option<Square>) -> WorldSet {
        let mut with = WorldSet::empty(self.turn);
        if target.is_none_or(|t| t.rank() == WorldSet::target_rank(self.turn)) {
            let slot = WorldSet::slot(target);
            with.by_target[slot] = self.by_target[slot];
        }
        with
    }

    /// The set as bits, for hashing: entry 0 for no target, entry `1 + file` for a target on that
    /// file; bit `b` of an entry: the world with the rights of [`Rights::from_bits`]`(b)`.
    pub const fn bits(&self) -> [u16; 9] {
        self.by_target
    }

    /// All rights held in some world.
    pub fn rights_union(&self) -> Rights {
        self.iter()
            .fold(Rights::NONE, |all, world| all.union(world.rights))
    }

    /// The targets that occur, by file; `None` (no target) is left out.
    pub fn targets(&self) -> impl Iterator<Item = Square> + '_ {
        (1..9)
            .filter(|&slot| self.by_target[slot] != 0)
            .filter_map(|slot| self.target(slot))
    }

    /// `M(F)`: the worlds whose rights are not a proper subset of another world's rights.
    #[must_use]
    pub fn castling_maximal(&self) -> WorldSet {
        self.filter(|world| {
            !self
                .iter()
                .any(|other| world.rights.is_proper_subset(other.rights))
        })
    }

    /// The worlds after a move that loses the rights `lost` and sets `target`; equal worlds merge.
    /// The other side is on move.
    #[must_use]
    pub fn after(&self, lost: Rights, target: Option<Square>) -> WorldSet {
        let mut sets = self.by_target.iter().fold(0, |all, sets| all | sets);
        for right in lost.iter() {
            let bit = 1 << right as u32;
            let with = WITH_RIGHT[right as usize];
            sets = (sets & !with) | ((sets & with) >> bit);
        }
        let mut after = WorldSet::empty(self.turn.other());
        after.by_target[WorldSet::slot(target)] = sets;
        after
    }
}

/// `WITH_RIGHT[i]`: the sets of rights, as bits of a `u16`, that hold `Right::ALL[i]`.
const WITH_RIGHT: [u16; 4] = [0xAAAA, 0xCCCC, 0xF0F0, 0xFF00];

impl fmt::Debug for WorldSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|world| world.to_string()))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(turn: Color, worlds: &[&str]) -> WorldSet {
        WorldSet::new(turn, worlds.iter().map(|text| text.parse().unwrap()))
    }

    #[test]
    fn losing_a_right_merges_worlds() {
        let before = set(Color::White, &["KQk d6", "Qk -", "q -"]);
        let after = before.after("K".parse().unwrap(), None);
        assert_eq!(after, set(Color::Black, &["Qk -", "q -"]));
    }

    #[test]
    fn losing_rights_agrees_with_the_definition_for_every_pair() {
        for rights in Rights::ALL.subsets() {
            for lost in Rights::ALL.subsets() {
                let world = World {
                    rights,
                    target: None,
                };
                let after = WorldSet::single(Color::White, world).after(lost, Some(Square::E3));
                let expected = World {
                    rights: rights.without(lost),
                    target: Some(Square::E3),
                };
                assert_eq!(after.sole(), Some(expected));
            }
        }
    }

    #[test]
    fn castling_maximal_compares_rights_only() {
        // Q - and - c6: the second denies Q without need, whatever its target (Keym 1969).
        let worlds = set(Color::White, &["Q -", "- c6"]);
        assert_eq!(worlds.castling_maximal(), set(Color::White, &["Q -"]));
        let loyd = set(Color::White, &["KQk -", "KQq -", "KQ -"]);
        assert_eq!(
            loyd.castling_maximal(),
            set(Color::White, &["KQk -", "KQq -"])
        );
    }
}
