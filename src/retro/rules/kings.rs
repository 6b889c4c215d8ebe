//! Each side has exactly one king.

use shakmaty::Color;

use super::{Cost, Rule, Scene};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::Kings;

impl Rule for Kings {
    const NAME: &'static str = "kings";
    const COST: Cost = Cost::Board;

    fn seek(scene: &Scene<'_>) -> Option<Kings> {
        Kings::find(scene.position)
    }
}

impl Kings {
    /// The first side without exactly one king.
    pub fn find(position: &RetroPosition) -> Option<Kings> {
        Color::ALL.into_iter().find_map(|color| {
            let count = (position.board.kings() & position.board.by_color(color)).count() as u32;
            (count != 1).then_some(Kings { color, count })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    #[test]
    fn two_kings_and_none_but_not_one() {
        let find = |fen| Kings::find(&test_position(fen, "- -")).map(|found| found.count);
        assert_eq!(find("4k3/8/8/8/8/8/8/3KK3 w"), Some(2));
        assert_eq!(find("4k3/8/8/8/8/8/8/8 w"), Some(0));
        assert_eq!(find("4k3/8/8/8/8/8/8/4K3 w"), None);
    }
}
