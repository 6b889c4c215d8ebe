//! PGN: a game from a position for each twin, the solution as its moves and variations.
//!
//! What PGN has no tag for stands in tags of our own, `Stipulation` and `Comment` among them; a solution that is no
//! tree of legal moves stands in a comment. Castling rights and target in the tag `FEN` are a claim, unless our own
//! comment says otherwise.

mod game;
mod moves;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::export;
