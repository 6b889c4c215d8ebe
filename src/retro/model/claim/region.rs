//! Officers in a closed region that cannot have come to stand as they do (order of king, queen and rooks
//! on the first rank).

use shakmaty::Bitboard;

use super::words::side;
use crate::notation::Language;

/// A closed region whose officers cannot have come to stand as they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosedRegion {
    /// The squares of the region.
    pub squares: Bitboard,
    /// Whose officers started in it.
    pub color: shakmaty::Color,
}

impl ClosedRegion {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let squares: Vec<String> = self.squares.into_iter().map(|s| s.to_string()).collect();
        let squares = squares.join(", ");
        let who = side(self.color, language);
        match language {
            Language::English => format!(
                "no officer leaves or enters {squares}, and {who}'s cannot have come to stand there as they do"
            ),
            Language::German => format!(
                "kein Offizier verlässt oder betritt {squares}, und die von {who} können dort nicht so zu \
                 stehen gekommen sein"
            ),
        }
    }
}
