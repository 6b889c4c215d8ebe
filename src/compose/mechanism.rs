//! The mechanisms of the genre, each recognised in a solution.

use shakmaty::{Move, Role, Square};

use crate::problem::{EpTouch, HistoryChoice, Options};
use crate::solution::{Branch, Course, Judgment, Manner, Mark, Node, Ruling, Solution};

/// What makes a Berührt-Geführt problem one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mechanism {
    /// En passant denied: the defender has lost castling, and what the touched pawn owes wins.
    PawnOwes,
    /// Two en-passant captures are possible; the touch decides which must be tried first.
    TwoCaptures,
    /// En passant denied: the pawn cannot move, so the player is free (article 4.5).
    FreeMove,
    /// Castling denied: another king move wins, castling on the other side included.
    KingOwes,
    /// Castling denied: castling on the other side is among the king moves owed (article 4.4.3).
    OtherCastling,
    /// En passant denied, then castling in the same turn.
    CaptureThenCastling,
    /// The defender tries out a doubtful move; the attacker refutes it by naming a history.
    DefenderTrial,
    /// The solution is another when the opponent only rules instead of naming a history.
    DeferredDiffers,
}

impl Mechanism {
    /// Every mechanism.
    pub const ALL: [Mechanism; 8] = [
        Mechanism::PawnOwes,
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
            Mechanism::TwoCaptures => "two-captures",
            Mechanism::FreeMove => "free-move",
            Mechanism::KingOwes => "king-owes",
            Mechanism::OtherCastling => "other-castling",
            Mechanism::CaptureThenCastling => "capture-then-castling",
            Mechanism::DefenderTrial => "defender-trial",
            Mechanism::DeferredDiffers => "deferred-differs",
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
                history: HistoryChoice::Deferred,
                ..options
            }),
            _ => None,
        }
    }

    /// Whether the solution, a full tree with one key, shows the mechanism.
    pub fn shows(self, solution: &Solution) -> bool {
        let Some(root) = &solution.tree else {
            return false;
        };
        let Some(key) = root.branches.iter().find(|b| b.mark == Mark::Key) else {
            return false;
        };
        let denials = || denials(key).filter(|ruling| has_branches(&ruling.node));
        match self {
            Mechanism::PawnOwes => {
                key.mv.is_en_passant()
                    && stands_with_rights(key)
                    && denials().any(|ruling| {
                        ruling.worlds.rights_union().is_empty()
                            && continuations(&ruling.node)
                                .all(|b| moves_or_takes_touched_pawn(key.mv, b.mv))
                    })
            }
            Mechanism::TwoCaptures => {
                key.mv.is_en_passant()
                    && denials()
                        .any(|ruling| continuations(&ruling.node).all(|b| b.mv.is_en_passant()))
            }
            Mechanism::FreeMove => {
                key.mv.is_en_passant()
                    && denials().all(|ruling| {
                        continuations(&ruling.node).all(|b| {
                            !b.mv.is_en_passant()
                                && !b.mv.is_castle()
                                && b.mv.from() != key.mv.from()
                                && b.mv.capture().is_none()
                        })
                    })
                    && denials().next().is_some()
            }
            Mechanism::KingOwes => {
                key.mv.is_castle()
                    && denials().any(|ruling| {
                        continuations(&ruling.node).all(|b| b.mv.role() == Role::King)
                    })
            }
            Mechanism::OtherCastling => {
                let castles = |ruling: &Ruling| {
                    ruling.judgment == Judgment::TakenBack
                        && continuations(&ruling.node).any(|b| b.mv.is_castle())
                };
                let defences = played(key).map_or(&[][..], |node| &node.branches);
                std::iter::once(key)
                    .chain(defences)
                    .any(|branch| branch.mv.is_castle() && rulings(branch).iter().any(castles))
            }
            Mechanism::CaptureThenCastling => {
                key.mv.is_en_passant()
                    && denials().any(|ruling| continuations(&ruling.node).all(|b| b.mv.is_castle()))
            }
            Mechanism::DefenderTrial => played(key).is_some_and(|node| {
                node.branches.iter().any(|defence| {
                    defence.manner == Manner::Trial
                        && matches!(&defence.course, Course::Trial(rulings)
                            if rulings.iter().all(|r| r.judgment == Judgment::TakenBack))
                })
            }),
            Mechanism::DeferredDiffers => key.manner == Manner::Trial,
        }
    }
}

fn rulings(branch: &Branch) -> &[Ruling] {
    match &branch.course {
        Course::Trial(rulings) => rulings,
        Course::Played(_) => &[],
    }
}

fn denials(branch: &Branch) -> impl Iterator<Item = &Ruling> {
    rulings(branch)
        .iter()
        .filter(|ruling| ruling.judgment == Judgment::TakenBack)
}

/// The defender keeps a castling right when the key stands.
fn stands_with_rights(key: &Branch) -> bool {
    rulings(key)
        .iter()
        .any(|r| r.judgment == Judgment::Stands && !r.worlds.rights_union().is_empty())
}

/// After the en-passant capture `tried` is denied: whether `mv` is a move of its pawn, or captures
/// the pawn that was to be captured.
fn moves_or_takes_touched_pawn(tried: Move, mv: Move) -> bool {
    let Some(from) = tried.from() else {
        return false;
    };
    let enemy = Square::from_coords(tried.to().file(), from.rank());
    mv.from() == Some(from) || (mv.is_capture() && mv.to() == enemy && !mv.is_en_passant())
}

fn played(branch: &Branch) -> Option<&Node> {
    match &branch.course {
        Course::Played(node) => Some(node),
        Course::Trial(_) => None,
    }
}

fn has_branches(node: &Node) -> bool {
    !node.branches.is_empty()
}

fn continuations(node: &Node) -> impl Iterator<Item = &Branch> {
    node.branches.iter()
}

/// Whether every denial leaves one continuation only: no dual at the thematic point.
pub fn denials_are_dual_free(solution: &Solution) -> bool {
    let Some(root) = &solution.tree else {
        return false;
    };
    root.branches
        .iter()
        .filter(|b| b.mark == Mark::Key)
        .flat_map(denials)
        .all(|ruling| ruling.node.branches.len() == 1)
}
