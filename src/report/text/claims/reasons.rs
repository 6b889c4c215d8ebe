//! Why a position cannot have arisen: a sentence for each reason.

use shakmaty::{Color, Role};

use super::Told;
use super::no_scenario::{captured, never_by_pawn};
use super::side;
use super::words::{adjective, times};
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::report::text::argument::man_at;
use crate::report::text::words::joined;
use crate::retro::model::claim::{
    ClosedRegion, Deadlock, EdgePawn, IdleCheck, ImpossibleCheck, Kings, Material, NeverMoved,
    NoWayIn, PawnCaptures, PawnOrder, Reason, Tempo,
};
use crate::say;

impl Told for Reason {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let side = |color: &Color| side(*color, language);
        match self {
            Reason::Kings(Kings { color, count: 0 }) => {
                say!(language, SideHasNoKing, side = side(color))
            }
            Reason::Kings(Kings { color, count }) => {
                let who = side(color);
                say!(language, KingsInsteadOfOne, who, count)
            }
            Reason::EdgePawn(EdgePawn { square }) => say!(language, NoPawnCanStand, square),
            Reason::Material(claim) => too_much(*claim, language),
            Reason::IdleCheck(IdleCheck {
                color,
                king,
                checker,
            }) => {
                let who = side(color);
                say!(language, JustMovedLeftCheck, who, king, checker)
            }
            Reason::ImpossibleCheck(ImpossibleCheck { king, checkers }) => {
                let men = joined(*checkers, ", ");
                say!(language, NoMoveChecks, king, men)
            }
            Reason::NeverMoved(NeverMoved::LostRight(right)) => {
                let (king, rook) = (right.king_home(), right.rook_home());
                let letter = right.letter();
                say!(language, ShutInRight, king, rook, letter)
            }
            Reason::NeverMoved(NeverMoved::SaidToHaveMoved(square)) => {
                say!(language, ShutInMan, square)
            }
            Reason::NoWayIn(NoWayIn {
                color,
                role,
                square,
                ways,
            }) => {
                let man = man_at((*color, *role), *square, language);
                // A king may also be kept out by what they guard.
                let left = if *role == Role::King {
                    say!(language, CloseOrGuard)
                } else {
                    say!(language, LeaveNoWay)
                };
                if ways.is_empty() {
                    return say!(language, NoWayByUnmoved, man, left);
                }
                let ways = joined(*ways, ", ");
                say!(language, NoWayByPawns, man, ways, left)
            }
            Reason::Deadlock(Deadlock { men }) => {
                let men = joined(*men, ", ");
                say!(language, DeadlockOf, men)
            }
            Reason::ClosedRegion(ClosedRegion { squares, color }) => {
                let (squares, who) = (joined(*squares, ", "), side(color));
                say!(language, RegionClosed, squares, who)
            }
            Reason::Tempo(Tempo {
                short,
                at_most,
                needed,
            }) => {
                let (short, other) = (side(short), side(&short.other()));
                say!(language, TempoLack, short, at_most, other, needed)
            }
            Reason::PawnCaptures(claim) => pawn_captures(claim, language),
            Reason::PawnOrder(claim) => pawn_order(claim, language),
            Reason::NoScenario(claim) => claim.told(style),
        }
    }
}

/// The number of men that is too high.
fn too_much(claim: Material, language: Language) -> String {
    let Material {
        color,
        men,
        pawns,
        promoted,
    } = claim;
    let who = side(color, language);
    if men > 16 {
        return say!(language, TooManyMen, who, men);
    }
    if pawns > 8 {
        return say!(language, TooManyPawns, who, pawns);
    }
    let pawns = match pawns {
        0 => String::new(),
        _ => say!(language, PawnsAnd, pawns),
    };
    say!(language, TooManyPromoted, who, pawns, promoted)
}

/// Captures the pawns need.
fn pawn_captures(claim: &PawnCaptures, language: Language) -> String {
    let who = side(claim.color, language);
    let Some(needed) = claim.needed else {
        return say!(language, EightFiles, who);
    };
    let needed = times(needed, language);
    let victims = adjective(claim.color.other(), language);
    let men = match claim.missing {
        0 => say!(language, NoManMissing, victims),
        1 => say!(language, OneManMissing, victims),
        missing => say!(language, MenMissing, missing, victims),
    };
    say!(language, PawnsCapturedAtLeast, who, needed, men)
}

/// The order of the pawns.
fn pawn_order(claim: &PawnOrder, language: Language) -> String {
    let about = |color: Color| {
        let (own, enemy) = color.fold_wb((0, 1), (1, 0));
        // Who was captured where no pawn takes part is counted apart.
        let spared = claim.out_of_reach[enemy];
        let captures = claim.captures[own] + spared.count() as u32;
        let captured = captured(color, captures, language) + &never_by_pawn(spared, language);
        match claim.promoted[own] {
            0 => captured,
            men => {
                let men = times(men, language);
                say!(language, CapturedAndPromoted, captured, men)
            }
        }
    };
    let (white, black) = (about(Color::White), about(Color::Black));
    let orders = claim.orders;
    say!(language, PawnsInOrder, white, black, orders)
}
