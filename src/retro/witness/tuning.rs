//! What the strategies and their attempts are tuned by: every share, width and patience in one place.
//!
//! Changed with `tests/retro/witness/ablation.rs` before and after, on rows of which half were never looked at.

use super::beam::Order;
use super::node::Surplus;

/// Shares of nodes and settings of attempts.
#[derive(Debug)]
pub struct Tuning {
    /// An attempt may take so many nodes more than its strategy is entitled to before it waits for the others.
    pub ahead: u64,
    /// What a turn costs besides its nodes, so that attempts that are over at once do not follow each other for ever.
    pub turn: u64,
    /// More attempts of one series than anybody waits for: so that the widths stay within reason.
    pub most_attempts: u32,
    /// With so many promoted men a game is built forward first, with so many nodes, and later with so many for one basic node.
    pub forward_first: (usize, u64, u64),
    /// Otherwise forward gets as many nodes as the basic strategy when that has had the first number, beyond the second number one in so
    /// many: one of its nodes takes the time of four.
    pub forward: (u64, u64, u64),
    /// Basic nodes before plans get half as many; beyond the second number so many times as many besides: they find more then.
    pub planned: (u64, u64, u64),
    /// Basic nodes before unblocking gets as many nodes as all others together, where many men lock one another in or few are left: then
    /// hardly anything else keeps a game from being found.
    pub unblocking_locked: u64,
    /// The same for half as many as the basic strategy, elsewhere.
    pub unblocking: u64,
    /// An attempt from a release that is over within so many nodes shows that nothing leads home from there.
    pub dead_end: u64,
    /// After so many attempts from one release another is looked for.
    pub attempts_of_release: u32,
    /// With so few men left the pawns' captures leave much freedom, and a very narrow beam mostly comes home.
    pub few_men: usize,
    /// So many very narrow attempts come first there, and the positions they keep.
    pub narrow: (u32, usize),
    /// Positions the narrowest of the other attempts keep; every second one keeps more, ever more the rarer. A plan is followed by a narrow
    /// attempt or seldom at all: several of them cost less than one wide one.
    pub width: usize,
    /// Positions the first attempt with a plan keeps. It tries the first plan alone, which often leads home and is found much sooner than the
    /// others.
    pub width_of_first_plan: usize,
    /// Widths of attempts from releases, in turns.
    pub widths_of_releases: [usize; 4],
    /// Plies without a better position than any before, after which an attempt ends, and one with a plan.
    pub patience: (u32, u32),
    /// Largest random additions to an estimate, in tenths of a move, in turns; the middle one where there are no turns.
    pub noise: [u32; 3],
    /// Positions kept besides for being new, in a hundred of the width.
    pub novelty: u32,
    /// What attempts bring home first, in turns.
    pub orders: [Order; 5],
    /// The same from releases.
    pub orders_of_releases: [Order; 4],
    /// Whether promoted men are uncaptured, in turns.
    pub surplus: [Surplus; 4],
    /// The same from releases.
    pub surplus_of_releases: [Surplus; 8],
    /// Longest game that is looked for, in plies, unless an attempt asks for a shorter one.
    pub longest: u32,
    /// So many plans are pursued side by side at most.
    pub plans: usize,
    /// An attempt over within so many nodes has met a contradiction: its plan is given up.
    pub hopeless: u64,
    /// Most last moves without a choice that are taken back before plans are made.
    pub forced_plies: usize,
}

/// As they were found to do well.
pub const TUNING: Tuning = Tuning {
    ahead: 1_000_000,
    turn: 20,
    most_attempts: 4_000,
    forward_first: (3, 200_000, 3),
    forward: (60_000, 300_000, 4),
    planned: (100_000, 350_000, 5),
    unblocking_locked: 20_000,
    unblocking: 150_000,
    dead_end: 200,
    attempts_of_release: 2,
    few_men: 18,
    narrow: (10, 6),
    width: 12,
    width_of_first_plan: 16,
    widths_of_releases: [12, 12, 24, 48],
    patience: (30, 40),
    noise: [8, 16, 24],
    novelty: 100,
    orders: [
        Order::Any,
        Order::Any,
        Order::Any,
        Order::Any,
        Order::OfficersFirst,
    ],
    orders_of_releases: [
        Order::LockedThenKings,
        Order::WalksFirst,
        Order::WalksFirst,
        Order::WalksFirst,
    ],
    surplus: [
        Surplus::Original,
        Surplus::Original,
        Surplus::Original,
        Surplus::Promoted,
    ],
    surplus_of_releases: [
        Surplus::Original,
        Surplus::Original,
        Surplus::Original,
        Surplus::Original,
        Surplus::Original,
        Surplus::Original,
        Surplus::Original,
        Surplus::Promoted,
    ],
    longest: 700,
    plans: 12,
    hopeless: 2_000,
    forced_plies: 8,
};

/// Attempts whose random additions have nothing to do with those of others.
#[derive(Debug, Clone, Copy)]
pub enum Series {
    /// Without a plan.
    Plain,
    /// With the plan at a place.
    Planned,
    /// Very narrow ones.
    Narrow,
    /// The first with a plan.
    FirstPlan,
    /// From a release.
    Released,
}

impl Series {
    /// The seed of the attempt of this number.
    pub fn seed(self, number: u32) -> u64 {
        self as u64 * 1_000_000 + u64::from(number)
    }
}

/// Whose turn it is of these.
pub fn turn<T: Copy>(of: &[T], number: u32) -> T {
    of[number as usize % of.len()]
}
