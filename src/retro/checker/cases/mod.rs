//! Whether every way to share out captures and promotions meets one of the exclusions a refutation lists.
//!
//! No search: the exclusions are given, nothing is learned, no order is better than another. A *case* of one side says
//! which officers are originals, by which way every pawn and every promoted man on the board came, and how every other
//! pawn was lost, all that with no more captures than there were; which cases there are is drawn up in [`domain`]. They
//! are gone through one by one. Each exclusion that some case needs is checked by itself: what it tells is played
//! through ([`interplay`]), or, where all of Black's cases are said to fail against some of White's parts, Black's are
//! gone through with the exclusions listed before.
//!
//! Nothing of this is shared with the search that found the exclusions; only the words are (what a part says, what a course is).

mod demand;
mod domain;
mod exclusion;
mod interplay;
mod move_numbers;
mod walk;
mod way;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use shakmaty::{Bitboard, Color, File};

use super::account;
use super::unmoved::Unmoved;
use crate::budget::{Budget, Limit};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::{Because, Course, Exclusion, NoScenario, Part};
use demand::Demand;
use domain::Domain;
use exclusion::is_well_formed;
use move_numbers::Regions;
use way::Way;

/// What going through the cases has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cases {
    /// There is none left; these exclusions were needed.
    Closed(Arc<[Exclusion]>),
    /// No exclusions were listed, a case meets none of them, or one could not be shown.
    Unshown,
}

/// Scenes played through for one exclusion: first with the pawns it names, then with others whose way is certain.
const MOST_SCENES: [usize; 3] = [5_000, 30_000, 100_000];

/// Goes through the cases of a position, with so many nodes.
///
/// # Errors
///
/// Time or a request to stop.
pub(super) fn go_through(
    claim: &NoScenario,
    position: &RetroPosition,
    nodes: u64,
    clock: &Budget,
) -> Result<Cases, Limit> {
    let Some(exclusions) = &claim.exclusions else {
        return Ok(Cases::Unshown);
    };
    let unmoved = Unmoved::of(position);
    let mut most = [0; 2];
    for (most, account) in most.iter_mut().zip([&claim.white, &claim.black]) {
        let Some(captures) = account::most_captures(account, position) else {
            return Ok(Cases::Unshown);
        };
        *most = captures;
    }
    let domains = domains(position, &unmoved, most);
    for (domain, account) in domains.iter().zip([&claim.white, &claim.black]) {
        if domain.least() != (account.needed, account.promoted) {
            return Ok(Cases::Unshown);
        }
    }
    let mut table = Table::new(position, &unmoved, domains, exclusions, clock.share(nodes));
    match table.is_closed() {
        Ok(false) | Err(Limit::Nodes | Limit::Depth) => Ok(Cases::Unshown),
        Ok(true) => {
            let needed = exclusions.iter().zip(&table.needed);
            let needed = needed.filter(|&(_, &is_needed)| is_needed);
            let needed = needed.map(|(exclusion, _)| exclusion.clone());
            Ok(Cases::Closed(needed.collect()))
        }
        Err(limit) => Err(limit),
    }
}

/// Which of these exclusions are shown one by one, by playing through what they name; those that stand on others are not.
///
/// # Errors
///
/// The limit of `budget`.
pub(super) fn shown(
    exclusions: &[Exclusion],
    position: &RetroPosition,
    budget: &Budget,
) -> Result<Vec<bool>, Limit> {
    let board = &position.board;
    let most =
        Color::ALL.map(|color| 16usize.saturating_sub(board.by_color(color.other()).count()));
    let unmoved = Unmoved::of(position);
    let mut shown = Vec::new();
    let domains = domains(position, &unmoved, most);
    let mut table = Table::new(position, &unmoved, domains, exclusions, budget.share(0));
    for (place, exclusion) in exclusions.iter().enumerate() {
        table.budget = budget.share(ALONE);
        let is_alone = !matches!(exclusion.because, Because::EveryCase { .. });
        shown.push(
            is_alone
                && is_well_formed(exclusion)
                && match table.is_exclusion(place) {
                    Err(Limit::Nodes | Limit::Depth) => false,
                    said => said?,
                },
        );
    }
    Ok(shown)
}

/// The cases of a position in which White's pawns and Black's captured so often at most.
fn domains<'a>(
    position: &'a RetroPosition,
    unmoved: &'a Unmoved<'a>,
    most: [usize; 2],
) -> [Domain<'a>; 2] {
    [(Color::White, most[0]), (Color::Black, most[1])]
        .map(|(color, most)| Domain::new(position, unmoved, color, most))
}

/// Nodes one exclusion by itself may take.
const ALONE: u64 = 5_000;

/// What lies on the table.
struct Table<'a> {
    position: &'a RetroPosition,
    unmoved: &'a Unmoved<'a>,
    /// White's cases and Black's.
    domains: [Domain<'a>; 2],
    /// What each side's pawns captured in any case.
    demands: [Demand; 2],
    /// Ways that every case of a side has.
    certain: [Vec<Rc<Way>>; 2],
    /// Where the pawns of a side may have been captured in any case.
    graves: [[Bitboard; 8]; 2],
    exclusions: &'a [Exclusion],
    /// By exclusion: whether a case met it.
    needed: Vec<bool>,
    /// By side: where officers are shut up, with the numbers of their moves.
    regions: [Option<Regions>; 2],
    /// Whether two pawns got past each other.
    pairs: HashMap<(Course, Course), bool>,
    /// Pawns whose ways are certain that were to blame together, by colour and file.
    blamed: Vec<Vec<(Color, File)>>,
    /// Whether the last pass met more scenes than it was given.
    is_cut_short: bool,
    budget: Budget,
}

impl<'a> Table<'a> {
    /// White's cases and Black's of a position, with what all of them have in common.
    fn new(
        position: &'a RetroPosition,
        unmoved: &'a Unmoved<'a>,
        domains: [Domain<'a>; 2],
        exclusions: &'a [Exclusion],
        budget: Budget,
    ) -> Table<'a> {
        let [white, black] = domains;
        Table {
            position,
            unmoved,
            demands: [white.demand(), black.demand()],
            certain: [white.certain(), black.certain()],
            graves: [white.graves(), black.graves()],
            domains: [white, black],
            exclusions,
            needed: vec![false; exclusions.len()],
            regions: [None, None],
            pairs: HashMap::new(),
            blamed: vec![Vec::new()],
            is_cut_short: false,
            budget,
        }
    }

    /// Whether every case of White's meets an exclusion that names nothing of Black's, and all exclusions met hold.
    fn is_closed(&mut self) -> Result<bool, Limit> {
        let exclusions = self.exclusions;
        if !exclusions.iter().all(is_well_formed) {
            return Ok(false);
        }
        let alone: Vec<(usize, &[Part])> = (0..exclusions.len())
            .filter(|&place| exclusions[place].parts[1].is_empty())
            .map(|place| (place, &*exclusions[place].parts[0]))
            .collect();
        let blacks = self.certain[1].clone();
        if !self.is_covered(0, &blacks, &alone, None)? {
            return Ok(false);
        }
        // Those that stand behind are needed first.
        for place in (0..exclusions.len()).rev() {
            if self.needed[place] && !self.is_exclusion(place)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
