//! Each side has exactly one king.

use shakmaty::Color;

use super::side;
use crate::notation::Language;
use crate::retro::position::RetroPosition;

/// A side with no king or with several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kings {
    /// The side.
    pub color: Color,
    /// How many kings it has.
    pub count: u32,
}

impl Kings {
    /// The first side without exactly one king.
    pub fn find(position: &RetroPosition) -> Option<Kings> {
        Color::ALL.into_iter().find_map(|color| {
            let count = (position.board.kings() & position.board.by_color(color)).count() as u32;
            (count != 1).then_some(Kings { color, count })
        })
    }

    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let who = side(self.color, language);
        match language {
            Language::English => format!("{who} has {} kings instead of one", self.count),
            Language::German => format!("{who} hat {} Könige statt einem", self.count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_position;
    use super::*;

    #[test]
    fn two_kings_and_none_but_not_one() {
        let find = |fen| Kings::find(&test_position(fen, "- -")).map(|found| found.count);
        assert_eq!(find("4k3/8/8/8/8/8/8/3KK3 w"), Some(2));
        assert_eq!(find("4k3/8/8/8/8/8/8/8 w"), Some(0));
        assert_eq!(find("4k3/8/8/8/8/8/8/4K3 w"), None);
    }
}
