//! A side never has more than sixteen men, eight pawns, or more promoted men than pawns gone.

use shakmaty::Color;

use super::{Cost, Rule, Scene};
use crate::retro::model::claim::Material;
use crate::retro::model::{Class, RetroPosition};

impl Rule for Material {
    const NAME: &'static str = "material";
    const COST: Cost = Cost::Board;

    fn seek(scene: &Scene<'_>) -> Option<Material> {
        Material::find(scene.position)
    }
}

impl Material {
    /// What `color` has on the board.
    pub fn count(position: &RetroPosition, color: Color) -> Material {
        let board = &position.board;
        let own = board.by_color(color);
        let mut officers = [0u32; 5];
        for square in own {
            if let Some(class) = board
                .role_at(square)
                .and_then(|role| Class::of(role, square))
            {
                officers[class as usize] += 1;
            }
        }
        let promoted = Class::ALL
            .into_iter()
            .map(|class| officers[class as usize].saturating_sub(class.originals()))
            .sum();
        Material {
            color,
            men: own.count() as u32,
            pawns: (own & board.pawns()).count() as u32,
            promoted,
        }
    }

    /// Whether these numbers break the budget: every promoted man was one of eight pawns.
    pub const fn is_too_much(&self) -> bool {
        self.men > 16 || self.pawns + self.promoted > 8
    }

    /// The first side with too much.
    pub fn find(position: &RetroPosition) -> Option<Material> {
        Color::ALL
            .into_iter()
            .map(|color| Material::count(position, color))
            .find(Material::is_too_much)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    #[test]
    fn a_promoted_man_needs_a_missing_pawn() {
        let find = |fen| Material::find(&test_position(fen, "- -"));
        assert!(find("4k3/8/8/8/3Q4/8/PPPPPPPP/3QK3 w").is_some());
        assert!(find("4k3/8/8/8/3Q4/8/PPPPPPP1/3QK3 w").is_none());
        // Two bishops of one square colour.
        assert!(find("4k3/8/8/8/3B4/2B5/PPPPPPPP/4K3 w").is_some());
        assert!(find("4k3/8/8/8/3B4/3B4/PPPPPPPP/4K3 w").is_none());
    }
}
