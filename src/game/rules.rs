//! How doubt is settled: the conventions as values.

use shakmaty::{ByColor, Color};

use crate::law::RuleSet;
use crate::problem::{Castling, EpTouch, HistoryChoice, Options, Trials};

/// Everything play needs to know of a convention and its options.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// What becomes of a doubtful move.
    pub settlement: Settlement,
    /// When a castling is doubtful.
    pub castling: Castling,
    /// What the opponent of a trial fixes.
    pub history: HistoryChoice,
    /// What a denied en-passant capture has touched.
    pub ep_touch: EpTouch,
    /// The touch law.
    pub laws: &'static RuleSet,
}

/// What becomes of a doubtful move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settlement {
    /// The sides marked may try it out; for the others retro-strategy holds (Berührt-Geführt).
    Trial(ByColor<bool>),
    /// It is agreed to be legal, and the worlds are narrowed accordingly (Berührt-Geführt in help play).
    Agreed,
    /// Castling shows that it is legal, a doubtful en-passant capture does not exist (retro-strategy).
    Strategy,
    /// Castling shows that it is legal, en passant is played on credit (a posteriori).
    Credit,
}

impl Rules {
    const fn settled(settlement: Settlement) -> Rules {
        Rules {
            settlement,
            castling: Castling::Codex,
            history: HistoryChoice::Fixed,
            ep_touch: EpTouch::OwnFirst,
            laws: RuleSet::of(crate::problem::Laws::Fide2018),
        }
    }

    /// Retro-strategy; also the rules for a single world, where nothing is doubtful.
    pub const fn retro_strategy() -> Rules {
        Rules::settled(Settlement::Strategy)
    }

    /// A posteriori.
    pub const fn a_posteriori() -> Rules {
        Rules::settled(Settlement::Credit)
    }

    /// Berührt-Geführt in direct, self and reflex play with `attacker` as the one who must reach the goal.
    pub fn beruehrt_gefuehrt(options: Options, attacker: Color) -> Rules {
        let both = |value| ByColor {
            black: value,
            white: value,
        };
        let tries = match options.trials {
            Trials::Both => both(true),
            Trials::Attacker => ByColor::new_with(|color| color == attacker),
            Trials::None => both(false),
        };
        Rules::with_options(Settlement::Trial(tries), options)
    }

    /// Berührt-Geführt in help play: both sides must reach the goal, so that `trials = attacker`
    /// permits trials to either.
    pub fn beruehrt_gefuehrt_help(options: Options) -> Rules {
        let settlement = match options.trials {
            Trials::Both | Trials::Attacker => Settlement::Agreed,
            Trials::None => Settlement::Strategy,
        };
        Rules::with_options(settlement, options)
    }

    fn with_options(settlement: Settlement, options: Options) -> Rules {
        Rules {
            settlement,
            castling: options.castling,
            history: options.history,
            ep_touch: options.ep_touch,
            laws: RuleSet::of(options.laws),
        }
    }
}
