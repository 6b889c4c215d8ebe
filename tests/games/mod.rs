//! Seeded random games in mixed styles: positions whose history is known to exist.

pub use beruehrt::random::Random as Dice;
use shakmaty::{Chess, Move, Position, Role};

/// What a game prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Any legal move.
    Random,
    /// Captures first, most of the time.
    CaptureHappy,
    /// Promotions, captures by pawns and pawn moves first.
    PromotionHappy,
    /// Kings wander about.
    KingWalking,
    /// Kings and rooks stay at home while they can.
    CastlingKept,
}

impl Style {
    pub const ALL: [Style; 5] = [
        Style::Random,
        Style::CaptureHappy,
        Style::PromotionHappy,
        Style::KingWalking,
        Style::CastlingKept,
    ];

    fn likes(self, played: Move) -> bool {
        match self {
            Style::Random => true,
            Style::CaptureHappy => played.is_capture(),
            Style::PromotionHappy => {
                played.is_promotion() || (played.role() == Role::Pawn && played.is_capture())
            }
            Style::KingWalking => played.role() == Role::King,
            Style::CastlingKept => {
                !played.is_castle() && !matches!(played.role(), Role::King | Role::Rook)
            }
        }
    }

    /// The next move of a game in this style; `None` if the game is over.
    pub fn choose(self, position: &Chess, dice: &mut Dice) -> Option<Move> {
        let all = position.legal_moves();
        if all.is_empty() || position.is_insufficient_material() {
            return None;
        }
        let liked: Vec<Move> = all.iter().copied().filter(|&m| self.likes(m)).collect();
        if self == Style::PromotionHappy && liked.is_empty() && dice.below(2) == 0 {
            let pawns: Vec<Move> = all
                .iter()
                .copied()
                .filter(|m| m.role() == Role::Pawn)
                .collect();
            if !pawns.is_empty() {
                return Some(pawns[dice.below(pawns.len())]);
            }
        }
        let keen = match self {
            Style::CastlingKept => dice.below(40) > 0,
            _ => dice.below(4) > 0,
        };
        if keen && !liked.is_empty() {
            Some(liked[dice.below(liked.len())])
        } else {
            Some(all[dice.below(all.len())])
        }
    }

    /// A game in this style of at most `plies` plies: each move with the position after it.
    pub fn game(self, dice: &mut Dice, plies: u64) -> impl Iterator<Item = (Move, Chess)> {
        let mut position = Chess::default();
        (0..plies).map_while(move |_| {
            let played = self.choose(&position, dice)?;
            position.play_unchecked(played);
            Some((played, position.clone()))
        })
    }
}
