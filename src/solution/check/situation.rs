//! A position for the checker: one `shakmaty` position for every world, side by side.
//!
//! On purpose nothing here is shared with the modules that search: a world is not a set of bits but a
//! position in which moves are legal or not.

use shakmaty::{Board, Chess, Color, Move, Position};

use crate::law::{Penalty, RuleSet, Touch};
use crate::problem::{Castling, HistoryChoice};
use crate::solution::{Judgment, Manner};
use crate::world::{Rights, World, WorldSet};

use super::claim::{Claim, Doubt};

/// The open worlds as positions, and what has happened this turn and before.
#[derive(Debug, Clone)]
pub(super) struct Situation {
    /// One position for each open world, all different, with the same men and side to move.
    pub worlds: Vec<Chess>,
    /// What the side on move has touched.
    pub touches: Vec<Touch>,
    /// A posteriori: the target captured on credit, and the rights exercised since the diagram.
    pub credit: Option<shakmaty::Square>,
    pub exercised: Rights,
}

/// What the opponent may make of a trial.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub judgment: Judgment,
    pub left: WorldSet,
    pub situation: Situation,
}

impl Situation {
    pub(super) fn start(claim: &Claim<'_>) -> Result<Situation, String> {
        let worlds = claim
            .worlds
            .iter()
            .map(|world| {
                world
                    .position(&claim.diagram.board, claim.diagram.turn)
                    .map_err(|error| error.to_string())
            })
            .collect::<Result<Vec<Chess>, String>>()?;
        if worlds.is_empty() {
            return Err("no world".to_owned());
        }
        Ok(Situation {
            worlds,
            touches: Vec::new(),
            credit: None,
            exercised: Rights::NONE,
        })
    }

    pub(super) fn board(&self) -> &Board {
        self.worlds[0].board()
    }

    pub(super) fn turn(&self) -> Color {
        self.worlds[0].turn()
    }

    pub(super) fn is_check(&self) -> bool {
        self.worlds[0].is_check()
    }

    pub(super) fn set(&self) -> WorldSet {
        WorldSet::new(self.turn(), self.worlds.iter().map(World::of))
    }

    fn legal_somewhere(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        for world in &self.worlds {
            for mv in world.legal_moves() {
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        moves
    }

    fn is_settled(&self, claim: &Claim<'_>, mv: Move, legal: &[bool]) -> bool {
        if legal.iter().all(|&legal| legal) {
            return true;
        }
        if !mv.is_castle() || claim.options.castling == Castling::Open {
            return false;
        }
        // Castling: legal in every world whose rights are not a proper subset of another's.
        let rights: Vec<Rights> = self.worlds.iter().map(|w| World::of(w).rights).collect();
        rights
            .iter()
            .zip(legal)
            .all(|(mine, &legal)| legal || rights.iter().any(|other| mine.is_proper_subset(*other)))
    }

    /// Every move that may be played or tried out, with its terms.
    pub(super) fn choices(&self, claim: &Claim<'_>) -> Vec<(Move, Manner)> {
        let moves = self.legal_somewhere();
        let laws = RuleSet::of(claim.options.laws);
        let owed = laws.owed(self.touches.iter().copied(), &moves);
        let mut choices = Vec::new();
        for mv in moves {
            if !owed.permits(mv) {
                continue;
            }
            let legal: Vec<bool> = self.worlds.iter().map(|w| w.is_legal(mv)).collect();
            let manner = if self.is_settled(claim, mv, &legal) {
                Manner::Plain
            } else {
                match (claim.doubt(self.turn()), mv.is_en_passant()) {
                    (Doubt::Tried | Doubt::Agreed, _) => Manner::Trial,
                    (Doubt::Shown | Doubt::Credit, false) => Manner::Plain,
                    (Doubt::Credit, true) => Manner::OnCredit,
                    (Doubt::Shown, true) => continue,
                }
            };
            choices.push((mv, manner));
        }
        choices
    }

    /// Plays `mv` in every world in which it is legal; the others are gone.
    pub(super) fn played(&self, mv: Move, manner: Manner) -> Situation {
        let mut next = self.execute(mv, |world| world.is_legal(mv));
        if let (Manner::OnCredit, Move::EnPassant { to, .. }) = (manner, mv) {
            next.credit = Some(to);
        }
        if let Some(side) = mv.castling_side() {
            let right = crate::world::Right::new(self.turn(), side);
            next.exercised = next.exercised.union(right.into());
        }
        next
    }

    fn execute(&self, mv: Move, keep: impl Fn(&Chess) -> bool) -> Situation {
        let mut worlds: Vec<Chess> = Vec::new();
        for world in self.worlds.iter().filter(|world| keep(world)) {
            let mut after = world.clone();
            after.play_unchecked(mv);
            if !worlds.contains(&after) {
                worlds.push(after);
            }
        }
        Situation {
            worlds,
            touches: Vec::new(),
            ..self.clone()
        }
    }

    /// Everything the opponent may answer to the trial `mv`.
    pub(super) fn answers(&self, claim: &Claim<'_>, mv: Move) -> Vec<Answer> {
        let (legal, illegal): (Vec<Chess>, Vec<Chess>) =
            self.worlds.iter().cloned().partition(|w| w.is_legal(mv));
        let mut answers = Vec::new();
        for worlds in self.named(claim, legal) {
            let left = self.with(worlds);
            answers.push(Answer {
                judgment: Judgment::Stands,
                left: left.set(),
                situation: left.played(mv, Manner::Trial),
            });
        }
        if claim.doubt(self.turn()) == Doubt::Agreed {
            return answers;
        }
        for worlds in self.named(claim, illegal) {
            let left = self.with(worlds);
            answers.extend(left.penalties(claim, mv));
        }
        answers
    }

    fn with(&self, worlds: Vec<Chess>) -> Situation {
        Situation {
            worlds,
            ..self.clone()
        }
    }

    fn penalties(&self, claim: &Claim<'_>, mv: Move) -> Vec<Answer> {
        let Some(king) = self.board().king_of(self.turn()) else {
            return Vec::new();
        };
        let touches = self.touches.iter().copied().collect();
        let moves = self.legal_somewhere();
        RuleSet::of(claim.options.laws)
            .penalties(mv, king, touches, claim.options.ep_touch, &moves)
            .into_iter()
            .map(|penalty| match penalty {
                Penalty::Stands => Answer {
                    judgment: Judgment::FalseMoveStands,
                    left: self.set(),
                    situation: self.execute(mv, |_| true),
                },
                Penalty::TakenBack(touches) => {
                    let touches: Vec<Touch> = touches.iter().collect();
                    let demanded = mv.is_en_passant() && touches == [Touch::Own(king)];
                    Answer {
                        judgment: if demanded {
                            Judgment::KingMoveDemanded
                        } else {
                            Judgment::TakenBack
                        },
                        left: self.set(),
                        situation: Situation {
                            touches,
                            ..self.clone()
                        },
                    }
                }
            })
            .collect()
    }

    /// The sets of worlds the opponent may leave out of one class.
    fn named(&self, claim: &Claim<'_>, class: Vec<Chess>) -> Vec<Vec<Chess>> {
        if class.is_empty() {
            return Vec::new();
        }
        if claim.options.history == HistoryChoice::Deferred {
            return vec![class];
        }
        let own = |world: &Chess| {
            World::of(world)
                .rights
                .intersection(Rights::of(self.turn()))
        };
        let free =
            claim.options.castling == Castling::Open || claim.doubt(self.turn()) == Doubt::Agreed;
        class
            .iter()
            .filter(|world| {
                free || !class
                    .iter()
                    .any(|other| own(world).is_proper_subset(own(other)))
            })
            .map(|world| vec![world.clone()])
            .collect()
    }

    /// Whether an en-passant capture on credit, if any, has been redeemed.
    pub(super) fn is_redeemed(&self, claim: &Claim<'_>) -> bool {
        self.credit.is_none_or(|target| {
            claim
                .worlds
                .iter()
                .filter(|world| self.exercised.is_subset(world.rights))
                .all(|world| world.target == Some(target))
        })
    }
}
