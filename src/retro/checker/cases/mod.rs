//! Whether every way to share out captures and promotions meets one of the nogoods a refutation lists.
//!
//! No search: the nogoods are given, each with a hint how to check it, nothing is learned, no order is better than another.
//! A *case* of one side says which officers are originals, by which way every pawn and every promoted man on the board came,
//! and how every other pawn was lost, all that with no more captures than there were; which cases there are is drawn up in
//! [`domain`]. They are gone through one by one. Each nogood is checked by itself: the pawns its hint names are moved among
//! each other ([`joint_pawns`]), or, where all cases of one side are said to fail against some parts of the other (the
//! [`first_side`](NoScenario::first_side)), they are gone through with the nogoods its hint names, all of them listed before.
//!
//! No work has a limit of its own: hints say how much there is, and more than that is not done. Nothing of this is shared
//! with the search that found the nogoods; only the words are (what a part says, what a course is).

mod demand;
mod domain;
mod joint_pawns;
mod move_numbers;
mod nogood;
mod not_all_out;
mod walk;
mod way;

use std::collections::HashMap;
use std::rc::Rc;

use shakmaty::{Bitboard, Color};

use super::account;
use super::closure::Allowance;
use super::unmoved::Unmoved;
use crate::budget::{Budget, Limit};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::{Account, Course, Hint, NoScenario, Nogood, Shown};
use demand::Demand;
use domain::Domain;
pub(in crate::retro) use joint_pawns::{JointPawns, MOST_PAWNS, Moved};
use move_numbers::Regions;
pub(in crate::retro) use nogood::SideStory;
pub(in crate::retro) use not_all_out::not_all_out;
pub(in crate::retro) use way::Way;

/// So many positions of pawns the hints of one claim may speak of together: they lie in memory.
pub(in crate::retro) const MOST_POSITIONS: usize = 100_000;

/// So many ways of pawns the hints of one claim may have looked at together.
pub(in crate::retro) const MOST_WAYS: u32 = 320_000;

/// Whether these hints ask for no more than one claim may, and all claims of the refutation together.
fn are_allowed<'h>(hints: impl Iterator<Item = &'h Hint>, allowance: &mut Allowance) -> bool {
    let (mut all_positions, mut all_ways) = (0u64, 0u64);
    for hint in hints {
        match hint {
            Hint::None => {}
            Hint::Moved { positions, .. } => all_positions += u64::from(*positions),
            Hint::Cases { ways, .. } => all_ways += u64::from(*ways),
        }
    }
    all_positions <= MOST_POSITIONS as u64
        && all_ways <= u64::from(MOST_WAYS)
        && allowance.take(all_positions + all_ways)
}

/// What shows a claim: captures that do not suffice, counted anew, or that the nogoods it lists, each checked by its
/// hint, leave no case. `None`: neither does.
///
/// # Errors
///
/// Time or a request to stop.
pub(super) fn show(
    claim: &NoScenario,
    position: &RetroPosition,
    allowance: &mut Allowance,
    clock: &Budget,
) -> Result<Option<Shown>, Limit> {
    if let Some(shown) = capture_deficit(claim, position) {
        return Ok(Some(shown));
    }
    let Some(nogoods) = &claim.nogoods else {
        return Ok(None);
    };
    let hints = nogoods.iter().map(|nogood| &nogood.hint);
    if !are_allowed(hints.chain([&claim.hint]), allowance) {
        return Ok(None);
    }
    let unmoved = Unmoved::of(position);
    let budget = clock.share(u64::MAX);
    let Some(mut table) = Table::of(claim, position, &unmoved, budget) else {
        return Ok(None);
    };
    match table.is_closed(nogoods, &claim.hint) {
        // More than the hints say.
        Err(Limit::Nodes | Limit::Depth) => Ok(None),
        said => Ok(said?.then_some(Shown::Cases)),
    }
}

/// The side whose captures do not suffice, and by how much, if an account says so and its numbers are those of the position.
pub(in crate::retro) fn capture_deficit(
    claim: &NoScenario,
    position: &RetroPosition,
) -> Option<Shown> {
    let unmoved = Unmoved::of(position);
    [&claim.white, &claim.black]
        .into_iter()
        .find_map(|account| {
            let most = account::most_captures(account, position, &unmoved)?;
            let domain = Domain::new(position, &unmoved, account.color, most);
            let deficit = domain.deficit(account)?;
            Some(Shown::Account(account.color, deficit))
        })
}

/// The cases of a position in which White's pawns and Black's captured so often at most.
fn domains<'a>(
    position: &'a RetroPosition,
    unmoved: &'a Unmoved<'a>,
    most: [u32; 2],
) -> [Domain<'a>; 2] {
    [(Color::White, most[0]), (Color::Black, most[1])]
        .map(|(color, most)| Domain::new(position, unmoved, color, most))
}

/// What lies on the table.
pub(in crate::retro) struct Table<'a> {
    position: &'a RetroPosition,
    unmoved: &'a Unmoved<'a>,
    /// The side whose cases are gone through first, as their place.
    pub(in crate::retro) first: usize,
    /// White's cases and Black's.
    domains: [Domain<'a>; 2],
    /// What each side's pawns captured in any case.
    demands: [Demand; 2],
    /// Ways that every case of a side has.
    pub(in crate::retro) certain: [Vec<Rc<Way>>; 2],
    /// Where the pawns of a side may have been captured in any case.
    graves: [[Bitboard; 8]; 2],
    /// By side: where officers are shut up, with the numbers of their moves.
    regions: [Option<Regions>; 2],
    /// Whether two pawns got past each other.
    pairs: HashMap<(Course, Course), bool>,
    pub(in crate::retro) budget: Budget,
}

impl<'a> Table<'a> {
    /// The cases a claim speaks of, as far as `budget` allows to look at them; `None`: its accounts are not those of the position.
    pub(in crate::retro) fn of(
        claim: &NoScenario,
        position: &'a RetroPosition,
        unmoved: &'a Unmoved<'a>,
        budget: Budget,
    ) -> Option<Table<'a>> {
        let accounts = [&claim.white, &claim.black];
        let mut most = [0; 2];
        for (most, account) in most.iter_mut().zip(accounts) {
            *most = account::most_captures(account, position, unmoved)?;
        }
        let domains = domains(position, unmoved, most);
        let is_right = |(domain, account): (&Domain, &Account)| {
            let least = domain.least().ok();
            !domain.choices.is_empty()
                && least == account.needed.map(|needed| (needed, account.promoted))
        };
        let are_right = domains.iter().zip(accounts).all(is_right);
        are_right.then(|| {
            let first = claim.first_side(position.turn);
            Table::new(position, unmoved, domains, first, budget)
        })
    }

    /// The cases of a position, whatever its pawns captured: to show nogoods that stand on no others.
    pub(in crate::retro) fn at_large(
        position: &'a RetroPosition,
        unmoved: &'a Unmoved<'a>,
        budget: Budget,
    ) -> Table<'a> {
        let board = &position.board;
        let most = Color::ALL.map(|color| account::missing(board, color.other()).unwrap_or(0));
        let domains = domains(position, unmoved, most);
        Table::new(position, unmoved, domains, 0, budget)
    }

    /// White's cases and Black's of a position, with what all of them have in common.
    fn new(
        position: &'a RetroPosition,
        unmoved: &'a Unmoved<'a>,
        domains: [Domain<'a>; 2],
        first: usize,
        budget: Budget,
    ) -> Table<'a> {
        let [white, black] = domains;
        Table {
            position,
            unmoved,
            first,
            demands: [white.demand(), black.demand()],
            certain: [white.certain(), black.certain()],
            graves: [white.graves(), black.graves()],
            domains: [white, black],
            regions: [None, None],
            pairs: HashMap::new(),
            budget,
        }
    }

    /// Whether each nogood holds, given those before it, and the first side's cases meet those of the hint.
    fn is_closed(&mut self, nogoods: &[Nogood], hint: &Hint) -> Result<bool, Limit> {
        for (place, nogood) in nogoods.iter().enumerate() {
            if !self.holds(nogood, &nogoods[..place])? {
                return Ok(false);
            }
        }
        self.is_every_case(None, nogoods, hint)
    }
}
