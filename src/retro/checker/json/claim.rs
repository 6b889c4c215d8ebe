//! Named reasons as they are written: their kind, and the squares and numbers they speak of.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::exclusion::{WrittenExclusion, WrittenHint};
use super::square::{At, Castling, Man, Side, Squares};
use crate::retro::model::claim::{
    Account, ClosedRegion, Deadlock, EdgePawn, IdleCheck, ImpossibleCheck, Kings, Material,
    NeverMoved, NoScenario, NoWayIn, PawnCaptures, PawnOrder, Reason, Tempo,
};

/// A [`Reason`]. What may be `null` is written all the same, and a field that was left out is seen.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Claim {
    Kings {
        color: Side,
        count: u32,
    },
    EdgePawn {
        square: At,
    },
    Material {
        color: Side,
        men: u32,
        pawns: u32,
        promoted: u32,
    },
    IdleCheck {
        color: Side,
        king: At,
        checker: At,
    },
    ImpossibleCheck {
        king: At,
        checkers: Squares,
    },
    LostRight {
        right: Castling,
    },
    SaidToHaveMoved {
        square: At,
    },
    NoWayIn {
        color: Side,
        role: Man,
        square: At,
        #[serde(default)]
        ways: Squares,
    },
    Deadlock {
        men: Squares,
    },
    ClosedRegion {
        color: Side,
        squares: Squares,
    },
    PawnCaptures {
        color: Side,
        pawns: Squares,
        #[serde(deserialize_with = "Option::deserialize")]
        needed: Option<u32>,
        missing: u32,
    },
    Tempo {
        short: Side,
        at_most: u32,
        needed: u32,
    },
    PawnOrder {
        captures: [u32; 2],
        out_of_reach: [Squares; 2],
        promoted: [u32; 2],
        orders: u64,
    },
    NoScenario {
        scenarios: u64,
        white: WrittenAccount,
        black: WrittenAccount,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exclusions: Option<Vec<WrittenExclusion>>,
        #[serde(default, skip_serializing_if = "WrittenHint::is_none")]
        hint: WrittenHint,
    },
}

/// One side's [`Account`]; `needed` is `null` if more captures were needed than made.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenAccount {
    captures: u32,
    out_of_reach: Squares,
    #[serde(deserialize_with = "Option::deserialize")]
    needed: Option<u32>,
    promoted: u32,
}

impl From<&Account> for WrittenAccount {
    fn from(account: &Account) -> WrittenAccount {
        WrittenAccount {
            captures: account.captures,
            out_of_reach: Squares(account.out_of_reach),
            needed: account.needed,
            promoted: account.promoted,
        }
    }
}

impl WrittenAccount {
    fn read(self, color: Color) -> Account {
        Account {
            color,
            captures: self.captures,
            out_of_reach: self.out_of_reach.0,
            needed: self.needed,
            promoted: self.promoted,
        }
    }
}

impl From<&Reason> for Claim {
    fn from(reason: &Reason) -> Claim {
        match reason {
            Reason::Kings(Kings { color, count }) => Claim::Kings {
                color: Side(*color),
                count: *count,
            },
            Reason::EdgePawn(EdgePawn { square }) => Claim::EdgePawn {
                square: At(*square),
            },
            Reason::Material(material) => Claim::Material {
                color: Side(material.color),
                men: material.men,
                pawns: material.pawns,
                promoted: material.promoted,
            },
            Reason::IdleCheck(check) => Claim::IdleCheck {
                color: Side(check.color),
                king: At(check.king),
                checker: At(check.checker),
            },
            Reason::ImpossibleCheck(check) => Claim::ImpossibleCheck {
                king: At(check.king),
                checkers: Squares(check.checkers),
            },
            Reason::NeverMoved(NeverMoved::LostRight(right)) => Claim::LostRight {
                right: Castling(*right),
            },
            Reason::NeverMoved(NeverMoved::SaidToHaveMoved(square)) => Claim::SaidToHaveMoved {
                square: At(*square),
            },
            Reason::NoWayIn(no_way) => Claim::NoWayIn {
                color: Side(no_way.color),
                role: Man(no_way.role),
                square: At(no_way.square),
                ways: Squares(no_way.ways),
            },
            Reason::Deadlock(Deadlock { men }) => Claim::Deadlock { men: Squares(*men) },
            Reason::ClosedRegion(region) => Claim::ClosedRegion {
                color: Side(region.color),
                squares: Squares(region.squares),
            },
            Reason::PawnCaptures(captures) => Claim::PawnCaptures {
                color: Side(captures.color),
                pawns: Squares(captures.pawns),
                needed: captures.needed,
                missing: captures.missing,
            },
            Reason::Tempo(tempo) => Claim::Tempo {
                short: Side(tempo.short),
                at_most: tempo.at_most,
                needed: tempo.needed,
            },
            Reason::PawnOrder(order) => Claim::PawnOrder {
                captures: order.captures,
                out_of_reach: order.out_of_reach.map(Squares),
                promoted: order.promoted,
                orders: order.orders,
            },
            Reason::NoScenario(none) => Claim::NoScenario {
                scenarios: none.scenarios,
                white: WrittenAccount::from(&none.white),
                black: WrittenAccount::from(&none.black),
                exclusions: none
                    .nogoods
                    .as_ref()
                    .map(|list| list.iter().map(WrittenExclusion::from).collect()),
                hint: WrittenHint::from(&none.hint),
            },
        }
    }
}

impl TryFrom<Claim> for Reason {
    type Error = String;

    #[expect(clippy::too_many_lines, reason = "a table")]
    fn try_from(claim: Claim) -> Result<Reason, String> {
        Ok(match claim {
            Claim::Kings { color, count } => Reason::Kings(Kings {
                color: color.0,
                count,
            }),
            Claim::EdgePawn { square } => Reason::EdgePawn(EdgePawn { square: square.0 }),
            Claim::Material {
                color,
                men,
                pawns,
                promoted,
            } => Reason::Material(Material {
                color: color.0,
                men,
                pawns,
                promoted,
            }),
            Claim::IdleCheck {
                color,
                king,
                checker,
            } => Reason::IdleCheck(IdleCheck {
                color: color.0,
                king: king.0,
                checker: checker.0,
            }),
            Claim::ImpossibleCheck { king, checkers } => Reason::ImpossibleCheck(ImpossibleCheck {
                king: king.0,
                checkers: checkers.0,
            }),
            Claim::LostRight { right } => Reason::NeverMoved(NeverMoved::LostRight(right.0)),
            Claim::SaidToHaveMoved { square } => {
                Reason::NeverMoved(NeverMoved::SaidToHaveMoved(square.0))
            }
            Claim::NoWayIn {
                color,
                role,
                square,
                ways,
            } => Reason::NoWayIn(NoWayIn {
                color: color.0,
                role: role.0,
                square: square.0,
                ways: ways.0,
            }),
            Claim::Deadlock { men } => Reason::Deadlock(Deadlock { men: men.0 }),
            Claim::ClosedRegion { color, squares } => Reason::ClosedRegion(ClosedRegion {
                squares: squares.0,
                color: color.0,
            }),
            Claim::PawnCaptures {
                color,
                pawns,
                needed,
                missing,
            } => Reason::PawnCaptures(PawnCaptures {
                color: color.0,
                pawns: pawns.0,
                needed,
                missing,
            }),
            Claim::Tempo {
                short,
                at_most,
                needed,
            } => Reason::Tempo(Tempo {
                short: short.0,
                at_most,
                needed,
            }),
            Claim::PawnOrder {
                captures,
                out_of_reach,
                promoted,
                orders,
            } => Reason::PawnOrder(PawnOrder {
                captures,
                out_of_reach: out_of_reach.map(|homes| homes.0),
                promoted,
                orders,
            }),
            Claim::NoScenario {
                scenarios,
                white,
                black,
                exclusions,
                hint,
            } => Reason::NoScenario(NoScenario {
                scenarios,
                white: white.read(Color::White),
                black: black.read(Color::Black),
                nogoods: exclusions
                    .map(|list| list.into_iter().map(WrittenExclusion::read).collect())
                    .transpose()?,
                hint: hint.read()?,
                shown: None,
            }),
        })
    }
}
