//! The scenarios of one side: a course for each of its pawns, an end for each of its officers.
//!
//! Enumerated cheapest first (few promotions, few captures by pawns), so that a position with plenty of
//! freedom shows a surviving scenario at once. Invariant: every history follows one of them.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, File, Rank, Square};

use super::career::PawnCareer;
use super::career::Terrain;
use super::demand::Demand;
use super::officer_choice::{Costs, OfficerChoice};
use super::parts::{Marks, PARTS, mark_career, originals_mark, part_of, settled_with};
use crate::budget::{Budget, Limit};
use crate::retro::ledger::Ledger;
use crate::retro::model::Class;
use crate::retro::model::claim::{Account, End, MOST_CAPTURES};

/// What is done with the scenarios of a side.
pub trait Visitor {
    /// Whether a scenario that settles these parts, `part` last, need be looked at; `career` is the pawn's, if the part
    /// is one.
    fn admits(&mut self, marks: &Marks, part: usize, career: Option<&PawnCareer>) -> bool;

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
    fn admits_draft(&mut self, draft: &SideScenario, budget: &mut Budget) -> Result<bool, Limit>;

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
    /// Whether it is missing in every history of the scenario.
    pub is_missing: bool,
}

/// An initial man.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Man {
    /// The officer that started here.
    Officer(Square, Class),
    /// The pawn of this file, captured as a pawn.
    Pawn(File),
    /// The pawn of this file, captured after it promoted.
    Promoted(File),
}

/// One side's scenario.
#[derive(Debug, Clone)]
pub struct SideScenario {
    /// The careers of its pawns by file of origin.
    pub careers: Vec<PawnCareer>,
    /// The home squares of the officers that are still on the board.
    pub alive: Bitboard,
    /// Its missing men; a superset while the scenario is a draft.
    pub victims: Vec<Victim>,
    /// By class: whether it is known which pawns became the promoted men on the board, and how.
    pub officers_are_settled: [bool; 5],
    /// Promotions to men on the board of which no more is known than where they were.
    pub promotions: Vec<(Square, Class)>,
    /// What is settled.
    pub marks: Marks,
    /// What the pawns captured of which nothing is settled.
    pub demand: Demand,
}

/// One side's possibilities, computed once per position.
pub struct Side<'a> {
    pub(super) ledger: &'a Ledger,
    /// Whose.
    pub color: Color,
    pub(super) terrain: Terrain,
    /// The most captures its pawns can have made together.
    pub cap: usize,
    pub(super) pawns_on_board: Vec<Square>,
    /// Reach of each officer from home: home, class, squares.
    pub officers: Vec<(Square, Class, Bitboard)>,
    /// Least captures from each file of origin to each standing pawn; `None`: it did not come from there.
    pub(super) stand_cost: Vec<Costs>,
    /// Least captures from each file of origin to any promotion.
    pub(super) promotion_cost: Costs,
    /// The only course the pawn of each file of origin can have run, where there is but one.
    pub(super) certain: [Option<PawnCareer>; 8],
    /// Squares on which each pawn can have been captured at all, before or after it promoted; empty: it is not missing.
    pub(super) capture_squares_of_pawn: [Bitboard; 8],
    pub(super) known_careers: RefCell<KnownCareers>,
    /// Squares a man promoted on each file can have gone to, where that was asked.
    pub(super) promoted_reaches: RefCell<[Option<Bitboard>; 8]>,
    /// Homes of missing enemy officers that never came within reach of a pawn.
    out_of_reach: Bitboard,
    /// Which officers may still be on the board, few promotions first, those only that the captures allow.
    choices: Vec<OfficerChoice>,
    /// What the men on the board that were pawns captured together.
    pub(super) demand: Demand,
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

/// Careers by file of origin, captures and fate.
type KnownCareers = FxHashMap<(File, usize, Fate), Rc<[PawnCareer]>>;

/// Squares on which a pawn of `color` can capture at all, whatever happens.
pub fn capture_squares(ledger: &Ledger, color: Color) -> Bitboard {
    // A steady pawn never captured; any other pawn may start from its second rank.
    let sources = !ledger.steady & !Bitboard::BACKRANKS;
    let left = sources & !Bitboard::from_file(File::A);
    let right = sources & !Bitboard::from_file(File::H);
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
        let pawns_on_board: Vec<Square> = ledger.census(color).pawns.into_iter().collect();
        let mut side = Side {
            ledger,
            color,
            terrain,
            cap,
            pawns_on_board,
            officers,
            stand_cost: Vec::new(),
            promotion_cost: [None; 8],
            certain: [const { None }; 8],
            capture_squares_of_pawn: [Bitboard::EMPTY; 8],
            known_careers: RefCell::default(),
            promoted_reaches: RefCell::default(),
            out_of_reach,
            choices: Vec::new(),
            demand: Demand::default(),
        };
        side.settle_origins();
        side.choices = side.affordable_choices();
        side.demand = side.total_demand(&side.choices);
        side
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
        'choices: for choice in &self.choices {
            let mut draft = Draft {
                careers: std::array::from_fn(|_| None),
                marks: [0; PARTS],
                left: self.cap,
                tried: 0,
            };
            for class in Class::ALL {
                let part = part_of(class);
                draft.marks[part] = originals_mark(choice.alive & class.homes(self.color));
                if !visitor.admits(&draft.marks, part, None) {
                    continue 'choices;
                }
            }
            let flow = self.assign(0, 0, choice, &mut draft, budget, visitor)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What the side's men on the board ask of its captures.
    pub fn account(&self) -> Account {
        let needed = self.choices.iter().map(OfficerChoice::needed).min();
        let promoted = self
            .choices
            .iter()
            .map(|choice| choice.promoted.len())
            .min();
        Account {
            color: self.color,
            captures: self.ledger.captures(self.color),
            out_of_reach: self.out_of_reach,
            needed,
            promoted: promoted.unwrap_or(0) as u32,
        }
    }

    /// Whether men of a class on the board can have been promoted.
    pub(super) fn promotes(&self, class: Class) -> bool {
        let mut choices = self.choices.iter();
        choices.any(|choice| choice.promoted.contains(&class))
    }

    /// By class: the originals on the board, if all choices have the same.
    pub(super) fn common_originals(&self) -> [Option<Bitboard>; 5] {
        Class::ALL.map(|class| {
            let homes = class.homes(self.color);
            let mut found = self.choices.iter().map(|choice| choice.alive & homes);
            let first = found.next()?;
            found.all(|other| other == first).then_some(first)
        })
    }

    /// Whether some choice of promoted men accounts for what stands on the board at all.
    pub fn has_officer_choice(&self) -> bool {
        !self.choices.is_empty()
    }

    /// Gives the men on the board from the `item`-th on a course each, from files of origin not in `used`.
    fn assign(
        &self,
        item: usize,
        used: usize,
        choice: &OfficerChoice,
        draft: &mut Draft,
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<ControlFlow<()>, Limit> {
        let Some(stage) = choice.stages.get(item) else {
            if 8 - used.count_ones() >= FEW_MISSING {
                budget.spend()?;
                if !visitor.admits_draft(&self.drafted(choice, draft), budget)? {
                    return Ok(ControlFlow::Continue(()));
                }
            }
            return self.assign_missing_pawns(0, choice, draft, budget, visitor);
        };
        let mut learned = visitor.learned();
        for extra in 0..=draft.left {
            for origin in File::ALL {
                let bit = 1usize << u32::from(origin);
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
                    && choice.stages[item - 1].fate == stage.fate
                    && draft.last_promoted(class) > Some(origin)
                {
                    continue;
                }
                for career in self.careers(origin, captures, stage.fate).iter() {
                    if !draft.settle(career, budget, visitor)? {
                        continue;
                    }
                    let flow = self.assign(item + 1, used | bit, choice, draft, budget, visitor)?;
                    draft.unsettle(origin);
                    if flow.is_break() || visitor.forbids(&draft.marks, &mut learned) {
                        return Ok(flow);
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Gives every remaining pawn from the `first`-th file on an end off the board.
    fn assign_missing_pawns(
        &self,
        first: usize,
        choice: &OfficerChoice,
        draft: &mut Draft,
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<ControlFlow<()>, Limit> {
        let Some(file) = (first..8).find(|&file| draft.careers[file].is_none()) else {
            return visitor.visit(&self.drafted(choice, draft), budget);
        };
        let origin = File::ALL[file];
        let mut learned = visitor.learned();
        for captures in 0..=draft.left.min(MOST_CAPTURES) {
            for career in self.careers(origin, captures, Fate::Gone).iter() {
                if !draft.settle(career, budget, visitor)? {
                    continue;
                }
                let flow = self.assign_missing_pawns(file + 1, choice, draft, budget, visitor)?;
                draft.unsettle(origin);
                if flow.is_break() || visitor.forbids(&draft.marks, &mut learned) {
                    return Ok(flow);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The scenario so far.
    fn drafted(&self, choice: &OfficerChoice, draft: &Draft) -> SideScenario {
        let originals = Class::ALL.map(|class| Some(choice.alive & class.homes(self.color)));
        self.scenario(&draft.careers, originals, Vec::new(), 0)
    }
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
    careers: [Option<PawnCareer>; 8],
    marks: Marks,
    left: usize,
    /// Careers tried since the budget was charged.
    tried: u32,
}

/// With so many missing pawns a draft is looked at before their ends are enumerated.
const FEW_MISSING: u32 = 2;

/// So many careers tried cost one node.
const CAREERS_A_NODE: u32 = 32;

impl Draft {
    /// Settles the course of a pawn if the visitor lets it be; charges the budget now and then.
    fn settle(
        &mut self,
        career: &PawnCareer,
        budget: &mut Budget,
        visitor: &mut dyn Visitor,
    ) -> Result<bool, Limit> {
        self.tried += 1;
        if self.tried == CAREERS_A_NODE {
            self.tried = 0;
            budget.spend()?;
        }
        let file = usize::from(career.origin);
        mark_career(&mut self.marks, career);
        if !visitor.admits(&self.marks, file, Some(career)) {
            self.forget(file);
            return Ok(false);
        }
        self.left -= career.captures;
        self.careers[file] = Some(career.clone());
        Ok(true)
    }

    /// Takes the course of a pawn back.
    fn unsettle(&mut self, origin: File) {
        let file = usize::from(origin);
        if let Some(career) = self.careers[file].take() {
            self.left += career.captures;
        }
        self.forget(file);
    }

    fn forget(&mut self, file: usize) {
        for part in settled_with(file) {
            self.marks[part] = 0;
        }
    }

    fn last_promoted(&self, class: Class) -> Option<File> {
        self.careers
            .iter()
            .flatten()
            .filter(|career| matches!(career.end, End::Remains(_, c) if c == class))
            .map(|career| career.origin)
            .max()
    }
}
