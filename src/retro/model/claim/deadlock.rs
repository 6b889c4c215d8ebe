//! A block of men that no chain of retractions can ever free, though they do not all stand at home.

use shakmaty::Bitboard;

/// Men that can never be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlock {
    /// All men that no chain of retractions frees and that are not known to have stood there from the start.
    pub men: Bitboard,
}
