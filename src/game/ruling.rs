//! What the opponent can make of a trial (SEMANTICS.md, section 3).

use shakmaty::{Move, Position};

use crate::law::{Penalty, Touch};
use crate::problem::{Castling, HistoryChoice};
use crate::solution::Judgment;
use crate::world::{Rights, WorldSet};

use super::doubt::legal_in;
use super::{Rules, Settlement, State};

/// One answer of the opponent to a trial.
#[derive(Debug, Clone)]
pub struct Ruled {
    /// Whether the move stands.
    pub judgment: Judgment,
    /// The worlds he left, seen by the side that tried, before its move.
    pub worlds: WorldSet,
    /// What follows: he is on move if the move stands, else the same player is.
    pub state: State,
}

impl State {
    /// Everything the opponent can make of the trial `mv`: first the ways in which it stands, then
    /// those in which it is taken back, each in the order of the worlds. In help play, where no
    /// denial is ever needed, only the former.
    pub fn rulings(&self, rules: &Rules, mv: Move) -> Vec<Ruled> {
        let legal = legal_in(self.worlds(), mv);
        let illegal = self.worlds().filter(|world| !legal.contains(world));
        let mut rulings = Vec::new();
        for worlds in self.named(rules, &legal) {
            rulings.push(Ruled {
                judgment: Judgment::Stands,
                worlds,
                state: self.narrowed(worlds).play(mv),
            });
        }
        if rules.settlement == Settlement::Agreed {
            return rulings;
        }
        for worlds in self.named(rules, &illegal) {
            let left = self.narrowed(worlds);
            rulings.extend(left.denials(rules, mv));
        }
        rulings
    }

    /// What the opponent can demand when `mv` is illegal in all worlds left here.
    fn denials(&self, rules: &Rules, mv: Move) -> impl Iterator<Item = Ruled> {
        let king = self.chess().board().king_of(self.turn()).unwrap_or(mv.to());
        let moves = self.legal_somewhere();
        let penalties = rules
            .laws
            .penalties(mv, king, *self.touches(), rules.ep_touch, &moves);
        penalties.into_iter().map(move |penalty| {
            let (judgment, state) = match penalty {
                Penalty::Stands => (Judgment::FalseMoveStands, self.play_falsely(mv)),
                Penalty::TakenBack(touches) => {
                    let king_only = touches.iter().eq([Touch::Own(king)]);
                    let judgment = if king_only && mv.is_en_passant() {
                        Judgment::KingMoveDemanded
                    } else {
                        Judgment::TakenBack
                    };
                    (judgment, self.clone().touching(touches))
                }
            };
            Ruled {
                judgment,
                worlds: *self.worlds(),
                state,
            }
        })
    }

    /// The sets of worlds the opponent can leave of the class `class` (those in which the trial is
    /// legal, or those in which it is not): the class itself if he only rules, else each world
    /// in which no right of the player is denied without need.
    fn named(&self, rules: &Rules, class: &WorldSet) -> Vec<WorldSet> {
        if class.is_empty() {
            return Vec::new();
        }
        let single = |world| WorldSet::single(class.turn(), world);
        match (rules.history, rules.settlement, rules.castling) {
            (HistoryChoice::Deferred, ..) => vec![*class],
            (HistoryChoice::Fixed, Settlement::Agreed, _)
            | (HistoryChoice::Fixed, _, Castling::Open) => class.iter().map(single).collect(),
            (HistoryChoice::Fixed, ..) => {
                let own = Rights::of(self.turn());
                class
                    .iter()
                    .filter(|world| {
                        !class.iter().any(|other| {
                            world
                                .rights
                                .intersection(own)
                                .is_proper_subset(other.rights.intersection(own))
                        })
                    })
                    .map(single)
                    .collect()
            }
        }
    }
}
