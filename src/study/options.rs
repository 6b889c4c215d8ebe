//! What a study may cost, and how much of it is wanted.

use std::time::Duration;

use crate::budget::Limits;
use crate::solve::{Detail, Restrictions, Threads, Tries, Wanted};
use crate::verify::Economy;

/// What a study may cost, and how much of it is wanted.
///
/// ```
/// use std::time::Duration;
/// let mut options = beruehrt::study::Options::default();
/// options.limits.time = Some(Duration::from_secs(60));
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// Most nodes and time for one twin, its histories included, and the request to stop.
    pub limits: Limits,
    /// The part of the histories; see [`HistoryLimits`].
    pub histories: HistoryLimits,
    /// How short the games of the possible worlds shall be.
    pub games: GameLength,
    /// Where to work. Results never depend on it.
    pub threads: Threads,
    /// Memory for the transposition tables of all threads together, in MiB.
    pub table_mib: usize,
    /// Help play: after so many solutions the search may end; the solution then says "at least".
    pub most_solutions: Option<u64>,
    /// Solving direct, self and reflex play: which moves of the attacker are not followed.
    pub restrictions: Restrictions,
    /// Solving: how many keys are wanted, or solutions of help play.
    pub wanted: Wanted,
    /// How much of the solution tree is wanted.
    pub detail: Detail,
    /// Which tries are wanted in it.
    pub tries: Tries,
    /// Whether a verification looks at the economy.
    pub economy: Economy,
}

/// How short the games of the possible worlds shall be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameLength {
    /// As they were found.
    #[default]
    AsFound,
    /// So many more attempts are made for a shorter one. No game is proved to be the shortest.
    Shortened(u32),
    /// The shortest there are, as far as the limits of the histories allow, which this search gets once more; see
    /// [`Brevity`](crate::retro::Brevity).
    Shortest,
}

/// The part of the limits that is for the histories.
///
/// What is not given here is taken from the limits of the whole: half of them where something is left to solve, else
/// all. Where there is no limit at all, neither here nor there, the histories get
/// [`HistoryLimits::UNASKED`]. What the histories do not use of their time is left for what follows; and where what follows hangs on
/// worlds that are undecided, these get its time as well, but for asking it again (without a limit: twice `UNASKED`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HistoryLimits {
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Most time.
    pub time: Option<Duration>,
}

impl HistoryLimits {
    /// The time for histories where nobody has set a limit.
    pub const UNASKED: Duration = Duration::from_secs(20);
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::unlimited(),
            histories: HistoryLimits::default(),
            games: GameLength::AsFound,
            threads: Threads::Own(0),
            table_mib: 64,
            most_solutions: None,
            restrictions: Restrictions::default(),
            wanted: Wanted::All,
            detail: Detail::Variations,
            tries: Tries::None,
            economy: Economy::default(),
        }
    }
}
