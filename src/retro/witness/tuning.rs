//! What the strategies and their attempts are tuned by: every share, width and patience in one place.
//!
//! A change is measured with `tests/retro/witness/ablation.rs`, before and after; half of the rows never choose numbers.

use super::node::Surplus;
use crate::retro::scenario::survivor::Extent;

/// What an attempt brings home first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// What is nearest.
    Any,
    /// Officers who have to be behind pawns, before these.
    OfficersFirst,
    /// Who is on the board, before others join him.
    WalksFirst,
    /// Nobody before those are free that stand in one another's way, then kings before those who would stand in theirs.
    LockedThenKings,
}

/// When a king is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kings {
    /// When others can make way for him.
    LikeOthers,
    /// When nobody needs to.
    InTheOpen,
    /// The same, outside the other side's ranks.
    Outside,
}

/// So many kinds of searches take turns.
pub const KINDS: usize = 3;

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
    /// `(from, times)`: otherwise, once the basic strategy has had `from` nodes, forward gets so many times as many as it has had.
    pub forward: (u64, u64),
    /// `(from, late, times)`: once the basic strategy has had `from` nodes, plans get half as many as it has had, and `times`
    /// as many as those beyond `late`: they find more then.
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
    /// So many releases have games built to them at a time.
    pub releases_built: usize,
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
    /// The construction forward.
    pub construction: Construction,
    /// The last moves before it.
    pub ends: Ends,
    /// What is ahead of a position of a race.
    pub ahead_of_race: Ahead,
    /// Men that lock one another in.
    pub locked: Locked,
    /// The search for releases.
    pub releases: Releases,
    /// What is asked of the order of the pawns there.
    pub pawn_orders: PawnOrders,
}

/// What the construction forward is tuned by.
#[derive(Debug)]
pub struct Construction {
    /// So many attempts with one end of the game before the next.
    pub alike: u32,
    /// After so many vain attempts to find captures without a scenario all follow one.
    pub most_failed_attempts: u32,
    /// One of so many attempts has a man promote who need not have.
    pub stand_in: u32,
    /// How many scenarios are looked for, and what that may cost.
    pub scenarios: Extent,
    /// So many steps of a walk take the time of one node of a beam; a state of a kernel or a move of a race takes as long as that.
    pub walk_steps: u64,
    /// More captures of pawns, or by them, are hardly ever needed.
    pub deepest: u32,
    /// States kept after each capture, in turns, and the largest random addition to their scores, ten of which are a pawn.
    pub kernel_widths: [usize; 3],
    pub kernel_noise: u32,
    /// The most steps of the search for an order of the captures.
    pub orders: u32,
    /// A capture comes later at random by fewer places than this.
    pub order_noise: u64,
    /// The least number of positions kept in each layer of a race, and how often it is doubled at most.
    pub racers: usize,
    pub wider: u32,
    /// What random adds to an estimate is less than this.
    pub race_noise: i32,
    /// Walks for one race.
    pub walks: u32,
    /// Positions kept in each layer of the first two walks; each further one keeps twice as many as the one before.
    pub walkers: usize,
    /// What random adds to the score of a walk is less than this.
    pub walk_noise: i32,
    /// What random adds when men are paired, eight of which are a move.
    pub pairing_noise: u64,
    /// So many times as many candidates as there is room for are looked at.
    pub scope: usize,
    /// Layers of a walk without coming nearer before it looks for something new.
    pub stuck: u32,
    /// What it costs that a man who has come to his goal has to make way for another, in tenths of a move.
    pub obstacle: i32,
    /// Layers without coming nearer after which a race ends, and a walk.
    pub patience: (u32, u32),
}

/// What the last moves are tuned by that are taken back before a game is built forward.
#[derive(Debug)]
pub struct Ends {
    /// So many ends are kept.
    pub most: usize,
    /// So many positions are looked at.
    pub looks: u64,
    /// So many moves deep.
    pub deepest: usize,
    /// After so many turns of each others are looked for.
    pub rounds: usize,
    /// An end leaves room if this many quiet plies can be taken back; the second number is for further ends, if these fail.
    pub plies: (usize, usize),
    /// At most this many positions of each ply are looked at.
    pub width: usize,
    /// What the scenarios of one further end may cost.
    pub scenarios: Extent,
    /// About what they may cost for all further ends, in positions.
    pub positions: u64,
}

/// What is ahead of a position of a race, in tenths of a move.
#[derive(Debug)]
pub struct Ahead {
    /// A capture of the kernel that is still to come.
    pub event: i32,
    /// A man that is still to be taken by any officer.
    pub surplus: i32,
    /// A pawn that cannot start for its promotion yet.
    pub waiting: i32,
    /// A man who can no longer walk to where one of his kind stands in the diagram.
    pub lost: i32,
    /// A step that is left to a pawn for the walk.
    pub step_left: i32,
    /// The most that counts of the distance from a man that never gets out to the officer that takes it.
    pub trapped: i32,
    /// The same of others.
    pub caught: i32,
    /// A step of a pawn before its time, if it is taken, promotes or stays.
    pub too_far: (i32, i32, i32),
    /// A check.
    pub check: i32,
    /// A man in a pawn's way.
    pub obstacle: i32,
    /// What it costs that no officer can come to where a pawn takes one.
    pub nobody: i32,
    /// What it costs that a pawn must promote first to be taken there.
    pub substitute: i32,
    /// The most that counts of the distance from an officer to the square where it is taken.
    pub farthest: i32,
    /// What is needed later counts so many times less.
    pub later: i32,
}

/// What the delete relaxation is tuned by.
#[derive(Debug)]
pub struct Locked {
    /// A man who can go to so many squares, his own among them, is free.
    pub free: usize,
    /// What each round costs that a man has to wait, in tenths of a move.
    pub round: i32,
    /// The rounds that count for men that do not come free at all.
    pub never: i32,
    /// Men who wait so long altogether do not get out by chance.
    pub tight: i32,
    /// What each rank costs that a king is inside the other side's ranks.
    pub inside: i32,
}

/// What the search for releases is tuned by.
#[derive(Debug)]
pub struct Releases {
    /// So many releases of one search: the next would be much like them.
    pub alike: u32,
    /// When they end, the nearest end first: a king for whom others could make way is often shut in again by those who come home, one
    /// outside hardly ever.
    pub kings: [Kings; KINDS],
    /// More positions than these are not kept, and so many in a short search.
    pub most: usize,
    pub few: usize,
    /// What the order of a search that is not the first adds to a price at most.
    pub noise: u32,
    /// What a ply costs, in tenths of a move of the estimate: a detour that unlocks nobody may take thirty.
    pub ply: i32,
    /// What an uncapture costs near the locked men, and away from them, where it gives the other side a man to pass with.
    pub near: i32,
    pub afar: i32,
    /// What it costs more that a promoted man was captured.
    pub surplus: i32,
    /// The distance from the initial array, divided by this, is added to the price: a release with no way home is of no use.
    pub nearer: i32,
    /// So many ways to pass are enough.
    pub passes: usize,
    /// A retraction takes the time of so many of a beam's.
    pub cost: u64,
}

/// What the question is tuned by whether the order of the pawns refutes a position on the way back.
#[derive(Debug)]
pub struct PawnOrders {
    /// The most nodes of the rule for one question.
    pub nodes: u64,
    /// One of them takes the time of so many of a beam's.
    pub cost: u64,
}

/// As they were found to do well.
pub const TUNING: Tuning = Tuning {
    ahead: 1_000_000,
    turn: 20,
    most_attempts: 4_000,
    forward_first: (3, 10_000_000, 10),
    forward: (60_000, 2),
    planned: (100_000, 350_000, 5),
    unblocking_locked: 20_000,
    unblocking: 150_000,
    dead_end: 200,
    attempts_of_release: 2,
    releases_built: 12,
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
    construction: Construction {
        alike: 3,
        most_failed_attempts: 2,
        stand_in: 4,
        scenarios: Extent {
            scenarios: 12,
            alike: 2,
            nodes: 2_000,
        },
        walk_steps: 10,
        deepest: 16,
        kernel_widths: [160, 320, 640],
        kernel_noise: 14,
        orders: 1500,
        order_noise: 5,
        racers: 24,
        wider: 4,
        race_noise: 12,
        walks: 4,
        walkers: 40,
        walk_noise: 12,
        pairing_noise: 6,
        scope: 8,
        stuck: 4,
        obstacle: 20,
        patience: (35, 23),
    },
    ends: Ends {
        most: 12,
        looks: 300,
        deepest: 24,
        rounds: 2,
        plies: (20, 10),
        width: 24,
        scenarios: Extent {
            scenarios: 1,
            alike: 1,
            nodes: 2_000,
        },
        positions: 3_000_000,
    },
    ahead_of_race: Ahead {
        event: 90,
        surplus: 40,
        waiting: 75,
        lost: 100,
        step_left: 2,
        trapped: 90,
        caught: 40,
        too_far: (2, 3, 4),
        check: 4,
        obstacle: 12,
        nobody: 200,
        substitute: 80,
        farthest: 120,
        later: 2,
    },
    locked: Locked {
        free: 6,
        round: 15,
        never: 12,
        tight: 150,
        inside: 30,
    },
    releases: Releases {
        alike: 2,
        kings: [Kings::LikeOthers, Kings::InTheOpen, Kings::Outside],
        most: 400_000,
        few: 50_000,
        noise: 40,
        ply: 3,
        near: 100,
        afar: 15,
        surplus: 60,
        nearer: 2,
        passes: 2,
        cost: 4,
    },
    pawn_orders: PawnOrders {
        nodes: 200,
        cost: 40,
    },
};

/// The construction forward.
pub const CONSTRUCTION: Construction = TUNING.construction;
/// The last moves before it.
pub const ENDS: Ends = TUNING.ends;
/// What is ahead of a position of a race.
pub const AHEAD: Ahead = TUNING.ahead_of_race;
/// Men that lock one another in.
pub const LOCKED: Locked = TUNING.locked;
/// The search for releases.
pub const RELEASES: Releases = TUNING.releases;
pub const PAWN_ORDERS: PawnOrders = TUNING.pawn_orders;

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

/// The element for this number; the list is repeated.
pub fn turn<T: Copy>(of: &[T], number: u32) -> T {
    of[number as usize % of.len()]
}
