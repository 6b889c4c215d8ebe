//! The scenarios of one side: a life for each of its pawns, an end for each of its officers.
//!
//! Enumerated cheapest first (few promotions, few captures by pawns), so that a position with plenty of
//! freedom shows a surviving scenario at once. Invariant: every history follows one of them.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::Account;
use super::cast::{Cast, Costs};
use super::life::{End, MOST_CAPTURES, PawnLife, Terrain};
use crate::budget::{Budget, Limit};
use crate::retro::ledger::{Class, Ledger};

/// What is done with the scenarios of a side.
pub trait Visitor {
    /// Whether a scenario that settles these parts, `part` last, need be looked at; `life` is the pawn's, if the part
    /// is one.
    fn admits(&mut self, marks: &Marks, part: usize, life: Option<&PawnLife>) -> bool;

    /// Whether what was learned since `learned` forbids these parts; updates `learned`.
    fn forbids(&mut self, _marks: &Marks, _learned: &mut usize) -> bool {
        false
    }

    /// How much was learned so far.
    fn learned(&self) -> usize {
        0
    }

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

/// The parts of a side's scenario: the lives of the pawns of the eight files, then for each class of officers
/// which originals are still on the board.
pub const PARTS: usize = 13;

/// How each part is settled; 0: it is not. Equal marks of a part mean the same.
pub type Marks = [u64; PARTS];

/// The part that says which originals of a class are on the board.
const fn part_of(class: Class) -> usize {
    8 + class as usize
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
    /// By class: whether it is known which pawns became the promoted men on the board, and how.
    pub cast_is_settled: [bool; 5],
    /// What is settled.
    pub marks: Marks,
}

/// One side's possibilities, computed once per position.
pub struct Side<'a> {
    pub(super) ledger: &'a Ledger,
    /// Whose.
    pub color: Color,
    terrain: Terrain,
    /// The most captures its pawns can have made together.
    pub cap: usize,
    pub(super) standing: Vec<Square>,
    /// Reach of each officer from home: home, class, squares.
    pub officers: Vec<(Square, Class, Bitboard)>,
    /// Least captures from each file of origin to each standing pawn; `None`: it did not come from there.
    pub(super) stand_cost: Vec<Costs>,
    /// Least captures from each file of origin to any promotion.
    pub(super) promotion_cost: Costs,
    /// The only life the pawn of each file of origin can have led, where there is but one.
    certain: [Option<PawnLife>; 8],
    graves: [Bitboard; 8],
    known_lives: RefCell<KnownLives>,
    /// Squares a man promoted on each file can have gone to, where that was asked.
    promoted_reaches: RefCell<[Option<Bitboard>; 8]>,
    /// Homes of missing enemy officers that never came within reach of a pawn.
    out_of_reach: Bitboard,
    /// Which officers may still be on the board, few promotions first, those only that the captures allow.
    casts: Vec<Cast>,
}

/// What became of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Fate {
    /// It stands here.
    Stands(Square),
    /// It promoted to this class, and the new man is on the board.
    Remains(Class),
    /// It is missing, as a pawn or promoted.
    Gone,
}

/// Lives by file of origin, captures and fate.
type KnownLives = FxHashMap<(u8, usize, Fate), Rc<[PawnLife]>>;

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
        let mut side = Side {
            ledger,
            color,
            terrain,
            cap,
            standing,
            officers,
            stand_cost: Vec::new(),
            promotion_cost: [None; 8],
            certain: [const { None }; 8],
            graves: [Bitboard::EMPTY; 8],
            known_lives: RefCell::default(),
            promoted_reaches: RefCell::default(),
            out_of_reach,
            casts: Vec::new(),
        };
        side.settle_origins();
        side.casts = side.affordable_casts();
        side
    }

    /// From which files the pawns on the board can have come at all, given that the captures pay for all of them
    /// together, and what follows: lives that are certain, pawns that cannot be missing.
    fn settle_origins(&mut self) {
        let most = self.cap.min(MOST_CAPTURES);
        self.stand_cost = self
            .standing
            .iter()
            .map(|&square| {
                std::array::from_fn(|o| {
                    (0..=most).find(|&k| !self.lives(o as u8, k, Fate::Stands(square)).is_empty())
                })
            })
            .collect();
        loop {
            let mut changed = false;
            for man in 0..self.standing.len() {
                let others = self.least_without(Some(man));
                for (cost, others) in self.stand_cost[man].iter_mut().zip(others) {
                    if cost.is_some_and(|cost| cost + others > self.cap) {
                        *cost = None;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for man in 0..self.standing.len() {
            let others = self.least_without(Some(man));
            let fate = Fate::Stands(self.standing[man]);
            let mut lives = Vec::new();
            for (origin, &others) in others.iter().enumerate() {
                if let Some(least) = self.stand_cost[man][origin] {
                    for captures in least..=most.min(self.cap - others) {
                        lives.extend_from_slice(&self.lives(origin as u8, captures, fate));
                    }
                }
            }
            if let [only] = lives.as_slice() {
                self.certain[usize::from(only.origin)] = Some(only.clone());
            }
        }
        // Where the pawns on the board cannot do without the pawn of a file, it is not missing.
        let without = self.least_without(None);
        for origin in 0..8u8 {
            let file = usize::from(origin);
            if self.standing.len() == 8 || without[file] > self.cap {
                continue;
            }
            self.promotion_cost[file] = (0..=most).find(|&k| {
                let gone = self.lives(origin, k, Fate::Gone);
                gone.iter().any(|life| life.end.promotion().is_some())
            });
            self.graves[file] = if self.promotion_cost[file].is_some() {
                !self.ledger.steady
            } else {
                (0..=most)
                    .flat_map(|k| self.lives(origin, k, Fate::Gone).to_vec())
                    .fold(Bitboard::EMPTY, |all, life| all | life.stay[life.captures])
            };
        }
    }

    /// The least captures of the pawns on the board, but for the `man`-th, if none of them is from a file of origin:
    /// for each of these files.
    fn least_without(&self, man: Option<usize>) -> [usize; 8] {
        const NEVER: usize = 100;
        let mut best = [NEVER; 256];
        best[0] = 0;
        for (other, costs) in self.stand_cost.iter().enumerate() {
            if Some(other) == man {
                continue;
            }
            let mut next = [NEVER; 256];
            for (used, &spent) in best.iter().enumerate().filter(|(_, spent)| **spent < NEVER) {
                for (origin, cost) in costs.iter().enumerate() {
                    if let Some(cost) = cost
                        && used & (1 << origin) == 0
                    {
                        let slot = &mut next[used | 1 << origin];
                        *slot = (*slot).min(spent + cost);
                    }
                }
            }
            best = next;
        }
        std::array::from_fn(|origin| {
            let free = (0..256).filter(|used| used & (1 << origin) == 0);
            free.map(|used| best[used]).min().unwrap_or(NEVER)
        })
    }

    /// Every life of the pawn of file `origin` with so many captures that ends so.
    pub(super) fn lives(&self, origin: u8, captures: usize, fate: Fate) -> Rc<[PawnLife]> {
        let question = (origin, captures, fate);
        if let Some(known) = self.known_lives.borrow().get(&question) {
            return Rc::clone(known);
        }
        let ends: Vec<End> = match fate {
            Fate::Stands(square) => vec![End::Stands(square)],
            Fate::Remains(class) => {
                let men = self.ledger.census(self.color).officers[class as usize];
                let mobility = &self.ledger.mobility;
                promotion_squares(self.color, origin, captures)
                    .filter(|&square| Class::of(class.role(), square) == Some(class))
                    .filter(|&square| {
                        mobility
                            .reach(self.color, class.role(), square.into(), Bitboard::EMPTY)
                            .intersects(men & !self.ledger.steady)
                    })
                    .map(|square| End::Remains(square, class))
                    .collect()
            }
            Fate::Gone => std::iter::once(End::Falls)
                .chain(promotion_squares(self.color, origin, captures).map(End::Spent))
                .collect(),
        };
        let lives: Rc<[PawnLife]> = ends
            .into_iter()
            .flat_map(|end| self.terrain.lives(origin, captures, end))
            .collect();
        self.known_lives
            .borrow_mut()
            .insert(question, Rc::clone(&lives));
        lives
    }

    /// The scenario of which nothing is settled but the men that never moved and the pawns that had but one way.
    pub fn unsettled(&self) -> SideScenario {
        self.scenario(&[const { None }; 8], [None; 5])
    }

    /// The scenario that settles these lives and, by class, these originals on the board. Whatever is not settled is
    /// left as open as every history has it.
    fn scenario(
        &self,
        lives: &[Option<PawnLife>; 8],
        originals: [Option<Bitboard>; 5],
    ) -> SideScenario {
        let census = self.ledger.census(self.color);
        let mut marks = [0; PARTS];
        let mut alive = Bitboard::EMPTY;
        let mut victims = Vec::new();
        for &(home, class, squares) in &self.officers {
            let on_board = match originals[class as usize] {
                Some(originals) => originals.contains(home),
                None => {
                    self.ledger.steady.contains(home)
                        && census.officers[class as usize].contains(home)
                }
            };
            if on_board {
                alive.add(home);
            } else {
                let man = Man::Officer(home, class);
                victims.push(Victim { man, squares });
            }
        }
        let lives: Vec<PawnLife> = (0..8u8)
            .map(|origin| {
                let file = usize::from(origin);
                if let Some(life) = &lives[file] {
                    marks[file] = life.mark();
                    return life.clone();
                }
                let certain = self.certain[file].clone();
                certain.unwrap_or_else(|| PawnLife::unsettled(self.color, origin))
            })
            .collect();
        for life in &lives {
            let graves = self.graves[usize::from(life.origin)];
            victims.extend(
                match life.end {
                    End::Falls => Some((Man::Pawn(life.origin), life.stay[life.captures])),
                    End::Spent(square) => {
                        Some((Man::Promoted(life.origin), self.promoted_reach(square)))
                    }
                    End::Unsettled if graves.any() => Some((Man::Pawn(life.origin), graves)),
                    End::Unsettled | End::Stands(_) | End::Remains(..) => None,
                }
                .map(|(man, squares)| Victim { man, squares }),
            );
        }
        let cast_is_settled = Class::ALL.map(|class| {
            let born = |life: &&PawnLife| matches!(life.end, End::Remains(_, c) if c == class);
            originals[class as usize].is_some_and(|originals| {
                originals.count() + lives.iter().filter(born).count()
                    == census.officers[class as usize].count()
            })
        });
        for class in Class::ALL {
            if let Some(originals) = originals[class as usize] {
                marks[part_of(class)] = cast_mark(originals);
            }
        }
        SideScenario {
            lives,
            alive,
            victims,
            cast_is_settled,
            marks,
        }
    }

    /// The parts of a scenario that are worth telling: settled, and not by the position alone.
    pub fn told(&self, scenario: &SideScenario) -> u16 {
        (0..PARTS)
            .filter(|&part| scenario.marks[part] != 0)
            .filter(|&part| self.certain.get(part).is_none_or(Option::is_none))
            .fold(0, |parts, part| parts | 1 << part)
    }

    /// A scenario with all but these of its parts forgotten.
    pub fn keep(&self, scenario: &SideScenario, parts: u16) -> SideScenario {
        let kept = |part: usize| parts & 1 << part != 0 && scenario.marks[part] != 0;
        let lives = std::array::from_fn(|file| kept(file).then(|| scenario.lives[file].clone()));
        let originals = Class::ALL
            .map(|class| kept(part_of(class)).then_some(scenario.alive & class.homes(self.color)));
        self.scenario(&lives, originals)
    }

    /// Shows every scenario of this side that `visitor` admits to it, cheapest first, until it breaks.
    ///
    /// # Errors
    ///
    /// The limit that is hit, or that `visitor` returns.
    pub fn scenarios(
        &self,
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<ControlFlow<()>, Limit> {
        'casts: for cast in &self.casts {
            let mut draft = Draft {
                lives: std::array::from_fn(|_| None),
                marks: [0; PARTS],
                left: self.cap,
                tried: 0,
            };
            for class in Class::ALL {
                let part = part_of(class);
                draft.marks[part] = cast_mark(cast.alive & class.homes(self.color));
                if !visitor.admits(&draft.marks, part, None) {
                    continue 'casts;
                }
            }
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

    /// Gives the men on the board from the `item`-th on a life each, from files of origin not in `used`.
    fn assign(
        &self,
        item: usize,
        used: usize,
        cast: &Cast,
        draft: &mut Draft,
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<ControlFlow<()>, Limit> {
        let Some(stage) = cast.stages.get(item) else {
            if 8 - used.count_ones() >= FEW_MISSING {
                budget.spend()?;
                if !visitor.sift(&self.drafted(cast, draft), budget)? {
                    return Ok(ControlFlow::Continue(()));
                }
            }
            return self.bury(0, cast, draft, budget, visitor);
        };
        let mut learned = visitor.learned();
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
                // Equal promoted men in the order of their files.
                if let Fate::Remains(class) = stage.fate
                    && item > 0
                    && cast.stages[item - 1].fate == stage.fate
                    && draft.last_promoted(class) > Some(origin)
                {
                    continue;
                }
                for life in self.lives(origin, captures, stage.fate).iter() {
                    if !draft.settle(life, budget, visitor)? {
                        continue;
                    }
                    let flow = self.assign(item + 1, used | bit, cast, draft, budget, visitor)?;
                    draft.unsettle(origin);
                    if flow.is_break() || visitor.forbids(&draft.marks, &mut learned) {
                        return Ok(flow);
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Gives every remaining pawn an end off the board.
    fn bury(
        &self,
        origin: u8,
        cast: &Cast,
        draft: &mut Draft,
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<ControlFlow<()>, Limit> {
        let Some(origin) = (origin..8).find(|&o| draft.lives[usize::from(o)].is_none()) else {
            return visitor.visit(&self.drafted(cast, draft), budget);
        };
        let mut learned = visitor.learned();
        for captures in 0..=draft.left.min(MOST_CAPTURES) {
            for life in self.lives(origin, captures, Fate::Gone).iter() {
                if !draft.settle(life, budget, visitor)? {
                    continue;
                }
                let flow = self.bury(origin + 1, cast, draft, budget, visitor)?;
                draft.unsettle(origin);
                if flow.is_break() || visitor.forbids(&draft.marks, &mut learned) {
                    return Ok(flow);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The scenario so far.
    fn drafted(&self, cast: &Cast, draft: &Draft) -> SideScenario {
        let originals = Class::ALL.map(|class| Some(cast.alive & class.homes(self.color)));
        self.scenario(&draft.lives, originals)
    }

    fn promoted_reach(&self, square: Square) -> Bitboard {
        let file = square.file() as usize;
        if let Some(known) = self.promoted_reaches.borrow()[file] {
            return known;
        }
        let mobility = &self.ledger.mobility;
        let reach = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .into_iter()
            .fold(Bitboard::EMPTY, |all, role| {
                all | mobility.reach(self.color, role, square.into(), Bitboard::EMPTY)
            });
        self.promoted_reaches.borrow_mut()[file] = Some(reach);
        reach
    }
}

/// The mark of a class with these originals on the board.
fn cast_mark(originals: Bitboard) -> u64 {
    // No original starts on e4.
    u64::from(originals | Bitboard::from(Square::E4))
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

struct Draft {
    lives: [Option<PawnLife>; 8],
    marks: Marks,
    left: usize,
    /// Lives tried since the budget was charged.
    tried: u32,
}

/// With so many missing pawns a draft is sifted before their ends are enumerated.
const FEW_MISSING: u32 = 2;

/// So many lives tried cost one node.
const LIVES_A_NODE: u32 = 32;

impl Draft {
    /// Settles the life of a pawn if the visitor lets it be; charges the budget now and then.
    fn settle(
        &mut self,
        life: &PawnLife,
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<bool, Limit> {
        self.tried += 1;
        if self.tried == LIVES_A_NODE {
            self.tried = 0;
            budget.spend()?;
        }
        let file = usize::from(life.origin);
        self.marks[file] = life.mark();
        if !visitor.admits(&self.marks, file, Some(life)) {
            self.marks[file] = 0;
            return Ok(false);
        }
        self.left -= life.captures;
        self.lives[file] = Some(life.clone());
        Ok(true)
    }

    /// Takes the life of a pawn back.
    fn unsettle(&mut self, origin: u8) {
        let file = usize::from(origin);
        if let Some(life) = self.lives[file].take() {
            self.left += life.captures;
        }
        self.marks[file] = 0;
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
