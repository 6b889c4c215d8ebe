//! What was touched, in order.

use std::fmt;

use shakmaty::{Color, Square};

/// One deliberate touch of the player on move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Touch {
    /// A man of his own.
    Own(Square),
    /// A man of the opponent.
    Enemy(Square),
    /// His king, then at once this rook, to castle.
    Castling {
        /// Where the king stands.
        king: Square,
        /// Where the rook stands.
        rook: Square,
    },
}

impl Touch {
    /// The square touched; of a castling the king's.
    pub const fn square(self) -> Square {
        match self {
            Touch::Own(square) | Touch::Enemy(square) | Touch::Castling { king: square, .. } => {
                square
            }
        }
    }

    /// Whose man it was, seen by the player `turn`.
    pub fn color(self, turn: Color) -> Color {
        match self {
            Touch::Own(_) | Touch::Castling { .. } => turn,
            Touch::Enemy(_) => turn.other(),
        }
    }
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Touch::Own(square) | Touch::Enemy(square) => write!(f, "{square}"),
            Touch::Castling { king, rook } => write!(f, "{king},{rook}"),
        }
    }
}

/// The touch list `T` of a turn, small enough to be copied at every node of a search.
///
/// In one turn a castling can be denied on either side, and an en-passant capture once for each of
/// at most seven targets, two touches each: sixteen entries suffice. Unused places are always
/// empty, so lists that read the same compare and hash the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Touches {
    entries: [Option<Touch>; Touches::CAPACITY],
}

impl Touches {
    /// Most entries.
    pub const CAPACITY: usize = 16;

    /// The list at the start of a turn.
    pub const NONE: Touches = Touches {
        entries: [None; Touches::CAPACITY],
    };

    /// Appends `touch`. A list that is full stays as it is; play cannot fill one beyond its places.
    pub fn push(&mut self, touch: Touch) {
        if let Some(free) = self.entries.iter_mut().find(|entry| entry.is_none()) {
            *free = Some(touch);
        }
    }

    /// The list with `touch` appended.
    #[must_use]
    pub fn with(mut self, touch: Touch) -> Touches {
        self.push(touch);
        self
    }

    /// Whether nothing was touched.
    pub const fn is_empty(&self) -> bool {
        self.entries[0].is_none()
    }

    /// How many touches there were.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// The touches in order.
    pub fn iter(&self) -> impl Iterator<Item = Touch> + Clone + '_ {
        self.entries.iter().map_while(|&entry| entry)
    }
}

impl FromIterator<Touch> for Touches {
    fn from_iter<I: IntoIterator<Item = Touch>>(iter: I) -> Touches {
        iter.into_iter().fold(Touches::NONE, Touches::with)
    }
}

impl fmt::Debug for Touches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_stays_as_it_is() {
        let mut list: Touches = Square::ALL.into_iter().take(16).map(Touch::Own).collect();
        assert_eq!(list.len(), Touches::CAPACITY);
        let before = list;
        list.push(Touch::Enemy(Square::H8));
        assert_eq!(list, before);
    }

    #[test]
    fn order_is_kept() {
        let list = Touches::NONE
            .with(Touch::Own(Square::H5))
            .with(Touch::Enemy(Square::G5));
        assert!(!list.is_empty());
        assert_eq!(
            list.iter().collect::<Vec<_>>(),
            [Touch::Own(Square::H5), Touch::Enemy(Square::G5)]
        );
    }
}
