//! No sequence of captures leads from the array to the order in which the pawns stand on their files, and to the
//! promotions that account for the officers.

use shakmaty::{Bitboard, Color};

use super::words::{side, times};
use crate::notation::Language;

/// Captures that do not lead to the pawns and promoted men of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnOrder {
    /// Captures of White's and of Black's in which a pawn can have taken part, at most.
    pub captures: [u32; 2],
    /// Homes of White's and of Black's missing officers that never came within reach of an enemy pawn.
    pub out_of_reach: [Bitboard; 2],
    /// Officers of White's and of Black's on the board that are promoted at least.
    pub promoted: [u32; 2],
    /// How many orders of pawns were looked at.
    pub orders: u64,
}

impl PawnOrder {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let about = |color: Color| {
            let (index, who) = (color.fold_wb(0, 1), side(color, language));
            let captures = times(self.captures[index], language);
            match (self.promoted[index], language) {
                (0, Language::English) => format!("{who} captured {captures}"),
                (1, Language::English) => {
                    format!("{who} captured {captures} and promoted at least once")
                }
                (men, Language::English) => {
                    let men = times(men, language);
                    format!("{who} captured {captures} and promoted at least {men}")
                }
                (0, Language::German) => format!("{who} schlug {captures}"),
                (men, Language::German) => {
                    let men = times(men, language);
                    format!("{who} schlug {captures} und wandelte mindestens {men} um")
                }
            }
        };
        let (white, black) = (about(Color::White), about(Color::Black));
        let orders = self.orders;
        match language {
            Language::English => format!(
                "{white}; {black}. Opposing pawns on a file pass only after one of them captures or is captured, and no \
                 such captures let the pawns through and leave them in this order on the files ({orders} orders)"
            ),
            Language::German => format!(
                "{white}; {black}. Gegnerische Bauern einer Linie kommen nur aneinander vorbei, wenn einer schlägt oder \
                 geschlagen wird, und keine solchen Schlagfälle lassen die Bauern durch und stellen sie in diese \
                 Reihenfolge auf den Linien ({orders} Reihenfolgen)"
            ),
        }
    }
}
