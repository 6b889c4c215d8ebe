//! A block of men that no chain of retractions can ever free, though they do not all stand at home.

use shakmaty::Bitboard;

use crate::notation::Language;

/// Men that can never be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlock {
    /// All men that no chain of retractions frees and that are not known to have stood there from the start.
    pub men: Bitboard,
}

impl Deadlock {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let men: Vec<String> = self.men.into_iter().map(|s| s.to_string()).collect();
        let men = men.join(", ");
        match language {
            Language::English => {
                format!("no chain of retractions ever frees the men on {men}")
            }
            Language::German => {
                format!("keine Folge von Rücknahmen befreit je die Steine auf {men}")
            }
        }
    }
}
