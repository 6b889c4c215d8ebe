//! The scenarios of one side: a life for each of its pawns, an end for each of its officers.
//!
//! Enumerated cheapest first (few promotions, few captures by pawns), so that a position with plenty of
//! freedom shows a surviving scenario at once. Invariant: every history follows one of them.

use std::ops::ControlFlow;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::Account;
use super::life::{End, MOST_CAPTURES, PawnLife, Terrain};
use super::matching::is_matchable;
use crate::budget::{Budget, Limit};
use crate::retro::ledger::{Class, Ledger};

/// What is done with the scenarios of a side.
pub trait Visitor {
    /// Whether a scenario with only the men on the board settled is worth completing.
    ///
    /// # Errors
    ///
    /// The limit that is hit.
    fn sift(&mut self, draft: &SideScenario, budget: &mut Budget) -> Result<bool, Limit>;

    /// Looks at a complete scenario; breaks to end the enumeration.
    ///
    /// # Errors
    ///
    /// The limit that is hit.
    fn visit(
        &mut self,
        scenario: &SideScenario,
        budget: &mut Budget,
    ) -> Result<ControlFlow<()>, Limit>;
}

/// A missing man and how it was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Victim {
    /// Which man.
    pub man: Man,
    /// Squares on which it can have been captured.
    pub squares: Bitboard,
}

/// An initial man.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Man {
    /// The officer that started here.
    Officer(Square, Class),
    /// The pawn of this file, captured as a pawn.
    Pawn(u8),
    /// The pawn of this file, captured after it promoted.
    Promoted(u8),
}

/// One side's scenario.
#[derive(Debug, Clone)]
pub struct SideScenario {
    /// The lives of its pawns by file of origin.
    pub lives: Vec<PawnLife>,
    /// The home squares of the officers that are still on the board.
    pub alive: Bitboard,
    /// Its missing men; a superset while the scenario is a draft.
    pub victims: Vec<Victim>,
    /// Whether it is known which men on the board are promoted.
    pub cast_is_settled: bool,
}

/// One side's possibilities, computed once per position.
pub struct Side<'a> {
    ledger: &'a Ledger,
    /// Whose.
    pub color: Color,
    terrain: Terrain,
    /// The most captures its pawns can have made together.
    pub cap: usize,
    standing: Vec<Square>,
    /// Reach of each officer from home: home, class, squares.
    pub officers: Vec<(Square, Class, Bitboard)>,
    /// Least captures from each file of origin to each standing pawn.
    stand_cost: Vec<Costs>,
    /// Least captures from each file of origin to any promotion.
    promotion_cost: Costs,
    graves: [Bitboard; 8],
    /// Homes of missing enemy officers that never came within reach of a pawn.
    out_of_reach: Bitboard,
    /// Which officers may still be on the board, few promotions first, those only that the captures allow.
    casts: Vec<Cast>,
}

/// Squares on which a pawn of `color` can capture at all, whatever happens.
pub fn capture_squares(ledger: &Ledger, color: Color) -> Bitboard {
    // A steady pawn never captured; any other pawn may start from its second rank.
    let sources = !ledger.steady & !Bitboard::BACKRANKS;
    let left = sources & !Bitboard::from_file(shakmaty::File::A);
    let right = sources & !Bitboard::from_file(shakmaty::File::H);
    let to = match color {
        Color::White => left.shift(7) | right.shift(9),
        Color::Black => left.shift(-9) | right.shift(-7),
    };
    to & !ledger.steady
}

/// The rank a side promotes on.
pub const fn promotion_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Eighth,
        Color::Black => Rank::First,
    }
}

impl<'a> Side<'a> {
    /// The possibilities of `color`.
    pub fn new(ledger: &'a Ledger, color: Color) -> Side<'a> {
        let terrain = Terrain::new(ledger, color);
        let officers = officer_reaches(ledger, color);
        let enemies = officer_reaches(ledger, color.other());
        let enemy_census = ledger.census(color.other());
        let targets = capture_squares(ledger, color);
        // Enemy officers that can neither be on the board nor be taken by a pawn.
        let out_of_reach: Bitboard = enemies
            .iter()
            .filter(|(_, class, reach)| {
                !reach.intersects(enemy_census.officers[*class as usize])
                    && !reach.intersects(targets)
            })
            .map(|&(home, _, _)| home)
            .collect();
        let cap = (ledger.captures(color) as usize).saturating_sub(out_of_reach.count());
        let standing: Vec<Square> = ledger.census(color).pawns.into_iter().collect();
        let cheapest = |origin: u8, end: End| {
            (0..=cap.min(MOST_CAPTURES)).find(|&k| !terrain.lives(origin, k, end).is_empty())
        };
        let stand_cost = standing
            .iter()
            .map(|&square| std::array::from_fn(|o| cheapest(o as u8, End::Stands(square))))
            .collect();
        let promotion_cost = if standing.len() < 8 {
            std::array::from_fn(|o| {
                (0..=cap.min(MOST_CAPTURES)).find(|&k| {
                    promotion_squares(color, o as u8, k)
                        .any(|square| !terrain.lives(o as u8, k, End::Spent(square)).is_empty())
                })
            })
        } else {
            [None; 8]
        };
        let mut side = Side {
            ledger,
            color,
            terrain,
            cap,
            standing,
            officers,
            stand_cost,
            promotion_cost,
            graves: [Bitboard::EMPTY; 8],
            out_of_reach,
            casts: Vec::new(),
        };
        side.graves = side.pawn_graves();
        side.casts = side.affordable_casts();
        side
    }

    /// The home square of the pawn of a file.
    fn pawn_home(&self, origin: u8) -> Square {
        Square::from_coords(
            shakmaty::File::new(u32::from(origin)),
            match self.color {
                Color::White => Rank::Second,
                Color::Black => Rank::Seventh,
            },
        )
    }

    /// Squares on which each pawn can have been captured at all, before or after it promoted.
    fn pawn_graves(&self) -> [Bitboard; 8] {
        std::array::from_fn(|origin| {
            let file = origin as u8;
            if self.standing.len() == 8 || self.ledger.steady.contains(self.pawn_home(file)) {
                Bitboard::EMPTY
            } else if self.promotion_cost[origin].is_some() {
                !self.ledger.steady
            } else {
                (0..=self.cap.min(MOST_CAPTURES))
                    .flat_map(|k| self.terrain.lives(file, k, End::Falls))
                    .fold(Bitboard::EMPTY, |all, life| all | life.stay[life.captures])
            }
        })
    }

    /// The scenario of which nothing is settled but the men that never moved.
    pub fn unsettled(&self) -> SideScenario {
        let census = self.ledger.census(self.color);
        let never_moved = |home: Square, class: Class| {
            self.ledger.steady.contains(home) && census.officers[class as usize].contains(home)
        };
        let mut victims: Vec<Victim> = self
            .officers
            .iter()
            .filter(|&&(home, class, _)| !never_moved(home, class))
            .map(|&(home, class, squares)| Victim {
                man: Man::Officer(home, class),
                squares,
            })
            .collect();
        let lives = (0..8u8)
            .map(|origin| {
                let home = self.pawn_home(origin);
                if self.ledger.steady.contains(home) {
                    self.terrain.life(&[origin], End::Stands(home))
                } else {
                    None
                }
                .unwrap_or_else(|| PawnLife::unsettled(self.color, origin))
            })
            .collect();
        victims.extend(self.fallen_pawns(|_| true));
        SideScenario {
            lives,
            alive: self
                .officers
                .iter()
                .filter(|&&(home, class, _)| never_moved(home, class))
                .map(|&(home, _, _)| home)
                .collect(),
            victims,
            cast_is_settled: false,
        }
    }

    /// Pawns that may be missing, of which nothing else is settled.
    fn fallen_pawns(&self, of: impl Fn(u8) -> bool) -> Vec<Victim> {
        self.graves
            .iter()
            .enumerate()
            .filter(|&(origin, squares)| squares.any() && of(origin as u8))
            .map(|(origin, &squares)| Victim {
                man: Man::Pawn(origin as u8),
                squares,
            })
            .collect()
    }

    /// Shows every scenario of this side to `visit`, cheapest first, until it breaks. Lives that cannot be
    /// led against those of the opposing pawns, where these are settled, are left out.
    ///
    /// # Errors
    ///
    /// The limit that is hit, or that `visit` returns.
    pub fn scenarios(
        &self,
        against: &[PawnLife],
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<ControlFlow<()>, Limit> {
        for cast in &self.casts {
            let mut draft = Draft {
                lives: std::array::from_fn(|_| None),
                left: self.cap,
                against,
                tried: 0,
            };
            let flow = self.assign(0, 0, cast, &mut draft, budget, visitor)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What the side's men on the board ask of its captures.
    pub fn account(&self) -> Account {
        let needed = self.casts.iter().map(Cast::needed).min();
        let promoted = self.casts.iter().map(|cast| cast.promoted.len()).min();
        Account {
            color: self.color,
            captures: self.ledger.captures(self.color),
            out_of_reach: self.out_of_reach,
            needed,
            promoted: promoted.unwrap_or(0) as u32,
        }
    }

    /// Whether some choice of promoted men accounts for what stands on the board at all.
    pub fn has_cast(&self) -> bool {
        !self.casts.is_empty()
    }

    /// The casts whose promotions the captures pay for, few promotions first.
    fn affordable_casts(&self) -> Vec<Cast> {
        let mut choices = self.choices_of_cast();
        choices.sort_by_key(|choice| choice.promoted.len());
        let mut costs = [None; 5];
        let mut known: FxHashMap<Vec<Class>, Option<Stages>> = FxHashMap::default();
        choices
            .into_iter()
            .filter_map(|Choice { alive, promoted }| {
                let stages = known
                    .entry(promoted.clone())
                    .or_insert_with(|| self.stages(&promoted, &mut costs).map(Rc::new))
                    .clone()?;
                Some(Cast {
                    alive,
                    promoted,
                    stages,
                })
            })
            .collect()
    }

    /// Which officers may still be on the board, and what the promoted men on it then are.
    fn choices_of_cast(&self) -> Vec<Choice> {
        let census = self.ledger.census(self.color);
        let gone = 8 - self.standing.len();
        let doors = Bitboard::from_rank(promotion_rank(self.color)) & !self.ledger.steady;
        let mut casts = vec![Choice {
            alive: Bitboard::EMPTY,
            promoted: Vec::new(),
        }];
        for class in Class::ALL {
            let men: Vec<Square> = census.officers[class as usize].into_iter().collect();
            let homes: Vec<(Square, Bitboard)> = self
                .officers
                .iter()
                .filter(|(_, c, _)| *c == class)
                .map(|&(home, _, reach)| (home, reach))
                .collect();
            let promoted_reach = if men.is_empty() || gone == 0 {
                Bitboard::EMPTY
            } else {
                self.ledger
                    .mobility
                    .reach(self.color, class.role(), doors, Bitboard::EMPTY)
            };
            let mut options = Vec::new();
            for bits in 0..1u32 << homes.len() {
                let chosen: Vec<(Square, Bitboard)> = homes
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| bits & (1 << i) != 0)
                    .map(|(_, &home)| home)
                    .collect();
                let alive: Bitboard = chosen.iter().map(|&(home, _)| home).collect();
                let steady_at_home = self.ledger.steady & census.officers[class as usize];
                let keeps = alive.is_disjoint(self.ledger.died_at_home)
                    && homes
                        .iter()
                        .all(|&(home, _)| !steady_at_home.contains(home) || alive.contains(home));
                if !keeps || chosen.len() > men.len() || men.len() - chosen.len() > gone {
                    continue;
                }
                let promoted = men.len() - chosen.len();
                // Every man on the board needs a source: an original, or a promotion.
                let rows: Vec<u32> = men
                    .iter()
                    .map(|&man| {
                        let mut row = 0u32;
                        for (i, (home, reach)) in chosen.iter().enumerate() {
                            let own = !self.ledger.steady.contains(*home) || man == *home;
                            if own && reach.contains(man) {
                                row |= 1 << i;
                            }
                        }
                        if promoted_reach.contains(man) && !self.ledger.steady.contains(man) {
                            for i in 0..promoted {
                                row |= 1 << (chosen.len() + i);
                            }
                        }
                        row
                    })
                    .collect();
                if is_matchable(&rows) {
                    options.push((alive, promoted));
                }
            }
            casts = casts
                .iter()
                .flat_map(|cast| {
                    options.iter().filter_map(move |&(alive, promoted)| {
                        let mut next = cast.clone();
                        next.alive |= alive;
                        next.promoted.extend(std::iter::repeat_n(class, promoted));
                        (next.promoted.len() <= gone).then_some(next)
                    })
                })
                .collect();
        }
        casts
    }

    /// What is to be settled of the men on the board: the pawns, then the promoted men of these classes, with what
    /// each and all after it cost at least. `None` if there is no way within the cap.
    ///
    /// `costs` remembers the least captures from each file of origin to a promoted man of each class.
    fn stages(&self, promoted: &[Class], costs: &mut [Option<Costs>; 5]) -> Option<Vec<Stage>> {
        const NEVER: u8 = 100;
        let mut stages: Vec<Stage> = Vec::new();
        let men = self.standing.iter().map(|&square| End::Stands(square));
        let mut rest = [0u8; 256];
        let of_class = |class: Class, costs: &mut [Option<Costs>; 5]| {
            *costs[class as usize].get_or_insert_with(|| {
                std::array::from_fn(|origin| {
                    let least = self.promotion_cost[origin]?;
                    (least..=self.cap.min(MOST_CAPTURES))
                        .find(|&k| !self.promotions(origin as u8, k, class).is_empty())
                })
            })
        };
        let all: Vec<(Item, Costs)> = men
            .zip(&self.stand_cost)
            .map(|(end, &costs)| (Item::Stands(end), costs))
            .chain(
                promoted
                    .iter()
                    .map(|&class| (Item::Promoted(class), of_class(class, costs))),
            )
            .collect();
        for (item, costs) in all.into_iter().rev() {
            let mut least = [NEVER; 256];
            for (used, least) in least.iter_mut().enumerate() {
                for (origin, cost) in costs.iter().enumerate() {
                    if used & (1 << origin) == 0
                        && let Some(cost) = cost
                    {
                        *least = (*least).min(rest[used | 1 << origin].saturating_add(*cost as u8));
                    }
                }
            }
            stages.push(Stage {
                item,
                costs,
                after: rest,
            });
            rest = least;
        }
        stages.reverse();
        (usize::from(rest[0]) <= self.cap).then_some(stages)
    }

    /// Gives the men on the board from the `item`-th on a life each, from files of origin not in `used`.
    fn assign(
        &self,
        item: usize,
        used: usize,
        cast: &Cast,
        draft: &mut Draft<'_>,
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<ControlFlow<()>, Limit> {
        let Some(stage) = cast.stages.get(item) else {
            if 8 - used.count_ones() >= FEW_MISSING {
                budget.spend()?;
                if !visitor.sift(&self.draft(cast, draft), budget)? {
                    return Ok(ControlFlow::Continue(()));
                }
            }
            return self.bury(0, cast, draft, budget, visitor);
        };
        for extra in 0..=draft.left {
            for origin in 0..8u8 {
                let bit = 1usize << origin;
                if used & bit != 0 {
                    continue;
                }
                let Some(least) = stage.costs[usize::from(origin)] else {
                    continue;
                };
                let captures = least + extra;
                if captures + usize::from(stage.after[used | bit]) > draft.left {
                    continue;
                }
                let lives = match stage.item {
                    Item::Stands(end) => self.terrain.lives(origin, captures, end),
                    Item::Promoted(class) => {
                        // Equal promoted men in the order of their files.
                        let equal = item > 0 && cast.stages[item - 1].item == stage.item;
                        if equal && draft.last_promoted(class) > Some(origin) {
                            continue;
                        }
                        self.promotions(origin, captures, class)
                    }
                };
                for life in lives {
                    if !draft.admits(&life, budget)? {
                        continue;
                    }
                    draft.left -= captures;
                    draft.lives[usize::from(origin)] = Some(life);
                    let flow = self.assign(item + 1, used | bit, cast, draft, budget, visitor)?;
                    draft.lives[usize::from(origin)] = None;
                    draft.left += captures;
                    if flow.is_break() {
                        return Ok(flow);
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Lives that end in a man of `class` on the board.
    fn promotions(&self, origin: u8, captures: usize, class: Class) -> Vec<PawnLife> {
        let men = self.ledger.census(self.color).officers[class as usize];
        promotion_squares(self.color, origin, captures)
            .filter(|&square| Class::of(class.role(), square) == Some(class))
            .filter(|&square| {
                self.ledger
                    .mobility
                    .reach(self.color, class.role(), square.into(), Bitboard::EMPTY)
                    .intersects(men & !self.ledger.steady)
            })
            .flat_map(|square| {
                self.terrain
                    .lives(origin, captures, End::Remains(square, class))
            })
            .collect()
    }

    /// Gives every remaining pawn an end off the board.
    fn bury(
        &self,
        origin: u8,
        cast: &Cast,
        draft: &mut Draft<'_>,
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<ControlFlow<()>, Limit> {
        let Some(origin) = (origin..8).find(|&o| draft.lives[usize::from(o)].is_none()) else {
            let scenario = self.complete(cast, draft);
            return visitor.visit(&scenario, budget);
        };
        for captures in 0..=draft.left.min(MOST_CAPTURES) {
            let promoted = self.promotion_cost[usize::from(origin)]
                .is_some_and(|least| captures >= least)
                .then(|| {
                    promotion_squares(self.color, origin, captures)
                        .flat_map(|square| self.terrain.lives(origin, captures, End::Spent(square)))
                        .collect::<Vec<_>>()
                });
            let fallen = self.terrain.lives(origin, captures, End::Falls);
            for life in fallen.into_iter().chain(promoted.into_iter().flatten()) {
                if !draft.admits(&life, budget)? {
                    continue;
                }
                draft.left -= captures;
                draft.lives[usize::from(origin)] = Some(life);
                let flow = self.bury(origin + 1, cast, draft, budget, visitor)?;
                draft.lives[usize::from(origin)] = None;
                draft.left += captures;
                if flow.is_break() {
                    return Ok(flow);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The scenario so far, its missing pawns unsettled.
    fn draft(&self, cast: &Cast, draft: &Draft<'_>) -> SideScenario {
        let lives: Vec<PawnLife> = draft
            .lives
            .iter()
            .enumerate()
            .map(|(origin, life)| {
                life.clone()
                    .unwrap_or_else(|| PawnLife::unsettled(self.color, origin as u8))
            })
            .collect();
        let mut victims = self.fallen_officers(cast);
        victims.extend(self.fallen_pawns(|origin| draft.lives[usize::from(origin)].is_none()));
        SideScenario {
            lives,
            alive: cast.alive,
            victims,
            cast_is_settled: true,
        }
    }

    fn promoted_reach(&self, square: Square) -> Bitboard {
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .into_iter()
            .fold(Bitboard::EMPTY, |all, role| {
                all | self
                    .ledger
                    .mobility
                    .reach(self.color, role, square.into(), Bitboard::EMPTY)
            })
    }

    fn fallen_officers(&self, cast: &Cast) -> Vec<Victim> {
        self.officers
            .iter()
            .filter(|(home, _, _)| !cast.alive.contains(*home))
            .map(|&(home, class, squares)| Victim {
                man: Man::Officer(home, class),
                squares,
            })
            .collect()
    }

    fn complete(&self, cast: &Cast, draft: &Draft<'_>) -> SideScenario {
        let lives: Vec<PawnLife> = draft.lives.iter().flatten().cloned().collect();
        let mut victims = self.fallen_officers(cast);
        for life in &lives {
            match life.end {
                End::Falls => victims.push(Victim {
                    man: Man::Pawn(life.origin),
                    squares: life.stay[life.captures],
                }),
                End::Spent(square) => victims.push(Victim {
                    man: Man::Promoted(life.origin),
                    squares: self.promoted_reach(square),
                }),
                End::Stands(_) | End::Remains(..) | End::Unsettled => {}
            }
        }
        SideScenario {
            lives,
            alive: cast.alive,
            victims,
            cast_is_settled: true,
        }
    }
}

/// Squares a pawn of this origin can promote on with so many captures, by files alone.
fn promotion_squares(
    color: Color,
    origin: u8,
    captures: usize,
) -> impl Iterator<Item = Square> + use<> {
    Bitboard::from_rank(promotion_rank(color))
        .into_iter()
        .filter(move |square| {
            let distance = usize::from((u32::from(square.file()) as u8).abs_diff(origin));
            distance <= captures && (captures - distance).is_multiple_of(2)
        })
}

/// Every officer of the initial array but the king: its home, its class and its reach.
fn officer_reaches(ledger: &Ledger, color: Color) -> Vec<(Square, Class, Bitboard)> {
    Class::ALL
        .into_iter()
        .flat_map(|class| {
            class
                .homes(color)
                .into_iter()
                .map(move |home| (home, class))
        })
        .map(|(home, class)| {
            let census = ledger.census(color);
            let reach =
                if ledger.steady.contains(home) && census.officers[class as usize].contains(home) {
                    home.into()
                } else {
                    ledger
                        .mobility
                        .reach(color, class.role(), home.into(), Bitboard::EMPTY)
                };
            (home, class, reach)
        })
        .collect()
}

/// Which officers survive and what the pawns on the board became.
#[derive(Debug, Clone)]
struct Choice {
    alive: Bitboard,
    promoted: Vec<Class>,
}

/// A choice whose promotions the captures pay for.
#[derive(Debug)]
struct Cast {
    alive: Bitboard,
    promoted: Vec<Class>,
    /// The pawns on the board, then the promoted men.
    stages: Stages,
}

impl Cast {
    /// Captures the men on the board needed at least.
    fn needed(&self) -> u32 {
        self.stages.first().map_or(0, Stage::needed)
    }
}

/// A man on the board that was a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    /// It still is one.
    Stands(End),
    /// It promoted to this class.
    Promoted(Class),
}

/// Least captures from each file of origin; `None`: there is no way.
type Costs = [Option<usize>; 8];

/// What is settled one after the other.
type Stages = Rc<Vec<Stage>>;

/// One step of settling the men on the board.
#[derive(Debug)]
struct Stage {
    item: Item,
    /// Least captures from each file of origin.
    costs: Costs,
    /// Least captures of all later men, by the set of files of origin that are used up.
    after: [u8; 256],
}

impl Stage {
    /// Captures this man and all later ones need at least.
    fn needed(&self) -> u32 {
        self.costs
            .iter()
            .enumerate()
            .filter_map(|(origin, cost)| Some((*cost)? as u32 + u32::from(self.after[1 << origin])))
            .min()
            .unwrap_or(0)
    }
}

struct Draft<'b> {
    lives: [Option<PawnLife>; 8],
    left: usize,
    /// The lives of the opposing pawns, if they are settled.
    against: &'b [PawnLife],
    /// Lives tried since the budget was charged.
    tried: u32,
}

/// With so many missing pawns a draft is sifted before their ends are enumerated.
const FEW_MISSING: u32 = 2;

/// So many lives tried cost one node.
const LIVES_A_NODE: u32 = 32;

impl Draft<'_> {
    /// Whether the opposing pawns let this life be; charges the budget now and then.
    fn admits(&mut self, life: &PawnLife, budget: &mut Budget) -> Result<bool, Limit> {
        self.tried += 1;
        if self.tried == LIVES_A_NODE {
            self.tried = 0;
            budget.spend()?;
        }
        Ok(self.against.iter().all(|other| life.can_pass(other)))
    }

    fn last_promoted(&self, class: Class) -> Option<u8> {
        self.lives
            .iter()
            .flatten()
            .filter(|life| matches!(life.end, End::Remains(_, c) if c == class))
            .map(|life| life.origin)
            .max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::reason::test_position;

    #[test]
    fn captures_pay_for_a_promotion_from_where_the_man_got_out() {
        let has_cast = |fen| {
            let ledger = Ledger::new(&test_position(fen, "- -")).unwrap();
            Side::new(&ledger, Color::White).has_cast()
        };
        // A second light bishop: a pawn that promotes on a8 costs thirteen captures in all, but no bishop ever left a8
        // past the pawn b7; any other square costs one more.
        assert!(!has_cast("8/1p5P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w"));
        assert!(has_cast("8/1p5P/6P1/5B1P/6PP/5BNk/7P/R5K1 w"));
        assert!(has_cast("8/2p4P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w"));
    }
}
