//! The mechanisms of the genre, each recognised in a solution.

use shakmaty::{Move, Role, Square};

use crate::problem::{EpTouch, HistoryChoice, Options};
use crate::search::Act;
use crate::solution::{Branch, Judgment, Manner, Mark, Node, Ruling, Solution};

/// What makes a Berührt-Geführt problem one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mechanism {
    /// En passant denied: the defender has lost castling, and what the touched pawn owes wins.
    PawnOwes,
    /// The same, and what is owed is a move of the own pawn.
    PawnMoves,
    /// Two en-passant captures are possible; the touch decides which must be tried first.
    TwoCaptures,
    /// En passant denied: the pawn cannot move, so the player is free (article 4.5).
    FreeMove,
    /// Castling denied: another king move wins, castling on the other side included.
    KingOwes,
    /// The defender's castling denied: castling on the other side is among the king moves owed
    /// (article 4.4.3). It is looked for in his play only. If the attacker won so and no history left
    /// him both castlings, there would be two keys where the opponent names a history: a denial of
    /// either castling must leave the other, so that both trials leave the same histories. (Only
    /// histories with both rights, or an opponent who merely rules, could let the order matter.)
    OtherCastling,
    /// En passant denied, then castling in the same turn.
    CaptureThenCastling,
    /// The defender tries out a doubtful move; the attacker refutes it by naming a history.
    DefenderTrial,
    /// The solution is another when the opponent only rules instead of naming a history, or the
    /// other way round.
    DeferredDiffers,
}

impl Mechanism {
    /// Every mechanism.
    pub const ALL: [Mechanism; 9] = [
        Mechanism::PawnOwes,
        Mechanism::PawnMoves,
        Mechanism::TwoCaptures,
        Mechanism::FreeMove,
        Mechanism::KingOwes,
        Mechanism::OtherCastling,
        Mechanism::CaptureThenCastling,
        Mechanism::DefenderTrial,
        Mechanism::DeferredDiffers,
    ];

    /// The word for it on the command line.
    pub const fn keyword(self) -> &'static str {
        match self {
            Mechanism::PawnOwes => "pawn-owes",
            Mechanism::PawnMoves => "pawn-moves",
            Mechanism::TwoCaptures => "two-captures",
            Mechanism::FreeMove => "free-move",
            Mechanism::KingOwes => "king-owes",
            Mechanism::OtherCastling => "other-castling",
            Mechanism::CaptureThenCastling => "capture-then-castling",
            Mechanism::DefenderTrial => "defender-trial",
            Mechanism::DeferredDiffers => "deferred-differs",
        }
    }

    /// What it is, in a sentence without its stop.
    pub const fn sentence(self) -> &'static str {
        match self {
            Mechanism::PawnOwes => {
                "En passant is denied, which costs Black castling, and the touched men owe the winning move"
            }
            Mechanism::PawnMoves => {
                "En passant is denied, which costs Black castling, and the touched pawn must move"
            }
            Mechanism::TwoCaptures => {
                "Two en-passant captures are possible; the touch law decides which must be tried first"
            }
            Mechanism::FreeMove => {
                "En passant is denied, and nothing touched can be moved or captured: any move"
            }
            Mechanism::KingOwes => "Castling is denied, and the touched king must move",
            Mechanism::OtherCastling => {
                "Black's castling is denied, and castling on the other side is among the king moves owed"
            }
            Mechanism::CaptureThenCastling => {
                "En passant is denied, and castling is then legal in the same turn"
            }
            Mechanism::DefenderTrial => {
                "Black tries to castle, and White names the history in which he may not"
            }
            Mechanism::DeferredDiffers => {
                "The solution is another if the opponent only rules instead of naming a history"
            }
        }
    }

    /// In how many moves mate is looked for unless another number is asked for: what takes too many men in two needs
    /// fewer in three.
    pub const fn usual_moves(self) -> u32 {
        match self {
            Mechanism::KingOwes => 3,
            _ => 2,
        }
    }

    /// Other options under which the keys must differ for the mechanism to be there at all.
    pub fn contrast(self, options: Options) -> Option<Options> {
        match self {
            Mechanism::TwoCaptures => Some(Options {
                ep_touch: EpTouch::OwnOnly,
                ..options
            }),
            Mechanism::DeferredDiffers => Some(Options {
                history: match options.history {
                    HistoryChoice::Fixed => HistoryChoice::Deferred,
                    HistoryChoice::Deferred => HistoryChoice::Fixed,
                },
                ..options
            }),
            _ => None,
        }
    }

    /// Whether so few placements win after the denial that a draft which does not is measured by how much it lacks.
    pub(super) fn is_rare(self) -> bool {
        matches!(self, Mechanism::PawnMoves | Mechanism::KingOwes)
    }

    /// Whether the trial that matters is the defender's.
    pub(super) fn is_the_defenders(self) -> bool {
        matches!(self, Mechanism::DefenderTrial | Mechanism::OtherCastling)
    }

    /// Whether the key of a solution that shows the mechanism may be `act`.
    pub(super) fn may_have_key(self, act: Act, options: Options) -> bool {
        let trial = act.manner == Manner::Trial;
        match self {
            Mechanism::PawnOwes
            | Mechanism::PawnMoves
            | Mechanism::TwoCaptures
            | Mechanism::FreeMove
            | Mechanism::CaptureThenCastling => trial && act.mv.is_en_passant(),
            Mechanism::KingOwes => trial && act.mv.is_castle(),
            Mechanism::OtherCastling | Mechanism::DefenderTrial => !trial,
            // An opponent who names a history can be made to name a bad one.
            Mechanism::DeferredDiffers => trial || options.history == HistoryChoice::Deferred,
        }
    }

    /// Whether the solution, a full tree with one key, shows the mechanism.
    pub fn shows(self, solution: &Solution) -> bool {
        let Some(root) = &solution.tree else {
            return false;
        };
        let Some(key) = root.marked(Mark::Key).next() else {
            return false;
        };
        let denials = || denials(key).filter(|ruling| !ruling.node.branches.is_empty());
        // Whether every way to go on after a ruling is such a move.
        let always = |ruling: &Ruling, is_such: &dyn Fn(Move) -> bool| {
            ruling.node.branches.iter().all(|branch| is_such(branch.mv))
        };
        match self {
            Mechanism::PawnOwes | Mechanism::PawnMoves => {
                let pays = |mv: Move| {
                    mv.from() == key.mv.from()
                        || self == Mechanism::PawnOwes && takes_touched_pawn(key.mv, mv)
                };
                key.mv.is_en_passant()
                    && stands_with_rights(key)
                    && denials().any(|ruling| {
                        ruling.worlds.rights_union().is_empty() && always(ruling, &pays)
                    })
            }
            Mechanism::TwoCaptures => {
                key.mv.is_en_passant()
                    && denials().any(|ruling| always(ruling, &|mv| mv.is_en_passant()))
            }
            Mechanism::FreeMove => {
                let is_free = |mv: Move| {
                    !mv.is_en_passant()
                        && !mv.is_castle()
                        && mv.from() != key.mv.from()
                        && mv.capture().is_none()
                };
                key.mv.is_en_passant()
                    && denials().all(|ruling| always(ruling, &is_free))
                    && denials().next().is_some()
            }
            Mechanism::KingOwes => {
                key.mv.is_castle()
                    && denials().any(|ruling| always(ruling, &|mv| mv.role() == Role::King))
            }
            Mechanism::OtherCastling => {
                let castles = |ruling: &Ruling| {
                    ruling.judgment == Judgment::TakenBack
                        && ruling.node.branches.iter().any(|b| b.mv.is_castle())
                };
                defences(key)
                    .iter()
                    .any(|b| is_refuted_by_denial(b) && b.rulings().iter().any(castles))
            }
            Mechanism::CaptureThenCastling => {
                key.mv.is_en_passant()
                    && denials().any(|ruling| always(ruling, &|mv| mv.is_castle()))
            }
            Mechanism::DefenderTrial => defences(key).iter().any(is_refuted_by_denial),
            Mechanism::DeferredDiffers => {
                key.manner == Manner::Trial || defences(key).iter().any(is_refuted_by_denial)
            }
        }
    }
}

fn denials(branch: &Branch) -> impl Iterator<Item = &Ruling> {
    (branch.rulings().iter()).filter(|ruling| ruling.judgment == Judgment::TakenBack)
}

/// The defender keeps a castling right when the key stands.
fn stands_with_rights(key: &Branch) -> bool {
    (key.rulings().iter())
        .any(|r| r.judgment == Judgment::Stands && !r.worlds.rights_union().is_empty())
}

/// After the en-passant capture `tried` is denied: whether `mv` captures the pawn that was to be
/// captured.
fn takes_touched_pawn(tried: Move, mv: Move) -> bool {
    let Some(from) = tried.from() else {
        return false;
    };
    let enemy = Square::from_coords(tried.to().file(), from.rank());
    mv.is_capture() && mv.to() == enemy && !mv.is_en_passant()
}

/// The defender's branches after a key that was no trial.
fn defences(key: &Branch) -> &[Branch] {
    key.played().map_or(&[], |node| &node.branches)
}

/// A trial of the defender of which the tree knows no other answer than to have it taken back.
fn is_refuted_by_denial(defence: &Branch) -> bool {
    let rulings = defence.rulings();
    !rulings.is_empty() && rulings.iter().all(|r| r.judgment == Judgment::TakenBack)
}

/// The nodes after a denial of `key`, or of a trial of the defender that answers it.
pub(super) fn denials_of_trials(key: &Branch) -> impl Iterator<Item = &Node> {
    let of_defences = defences(key).iter().flat_map(denials);
    denials(key).chain(of_defences).map(|ruling| &ruling.node)
}

/// Whether every denial leaves one continuation only: no dual at the thematic point.
pub fn denials_are_dual_free(solution: &Solution) -> bool {
    let Some(root) = &solution.tree else {
        return false;
    };
    root.marked(Mark::Key)
        .flat_map(denials)
        .all(|ruling| ruling.node.branches.len() == 1)
}
