//! The rules that take nodes: each with what it is given, when it is asked, and what it learns for other positions.
//!
//! The caller goes through [`EXPENSIVE`] and knows no single rule: the place of a rule in this list is its index in
//! [`Shares`] and in what is remembered of a position.

use super::cage::Cages;
use super::{PastNogoods, no_scenario, pawn_order};
use crate::budget::{Budget, Limit};
use crate::retro::model::{RetroPosition, Why};

/// Every such rule, in the order in which they are asked.
pub(crate) const EXPENSIVE: [Expensive; 4] = [PAWN_ORDER, CAGE_AROUND, CAGE_NEAR, NO_SCENARIO];

/// The order of the pawns on their files.
const PAWN_ORDER: Expensive = Expensive {
    asked: Asked::Always,
    at_once: None,
    share_factor: pawn_order::share_factor,
    shares: |purpose| match purpose {
        Purpose::Proof => [20, 800, 40, 80, 40, 20_000, 400],
        Purpose::Cases => [0, 0, 0, 40, 40, 0, 40],
        Purpose::Released | Purpose::Tempo => [0; LEVELS],
    },
    seek: |position, _, budget| {
        let found = pawn_order::refute(position, &mut pawn_order::Captures::default(), budget)?;
        Ok(found.map(|order| Why::Reason(order.into())))
    },
};

/// A cage around one man after the other, then around all.
const CAGE_AROUND: Expensive = Expensive {
    asked: Asked::WithLastMoves,
    at_once: None,
    share_factor: |_| 1,
    shares: |purpose| match purpose {
        // Only this purpose gets nodes: a cage around the diagram takes one sentence, one around each of twenty positions
        // twenty.
        Purpose::Proof => [120, 200, 200, 600, 100, 200, 3_000],
        Purpose::Cases | Purpose::Released | Purpose::Tempo => [0; LEVELS],
    },
    seek: |position, lessons, budget| {
        let found = lessons.cages.prove(position, budget)?;
        Ok(found.map(|cage| Why::Cage(lessons.cages.learn(cage))))
    },
};

/// A cage around all men of a neighbourhood.
const CAGE_NEAR: Expensive = Expensive {
    shares: |purpose| match purpose {
        Purpose::Proof => [0, 100, 0, 0, 0, 6_000, 1_500],
        Purpose::Cases | Purpose::Released | Purpose::Tempo => [0; LEVELS],
    },
    seek: |position, lessons, budget| {
        let found = lessons.cages.prove_near(position, budget)?;
        Ok(found.map(|cage| Why::Cage(lessons.cages.learn(cage))))
    },
    ..CAGE_AROUND
};

/// Computing the accounts of both sides takes as long as this many nodes: with fewer left it is not done.
const ACCOUNT_NODES: u64 = 8;

/// Captures and promotions shared out in every way.
const NO_SCENARIO: Expensive = Expensive {
    asked: Asked::WithManyLastMoves,
    at_once: Some(ACCOUNT_NODES),
    share_factor: |_| 1,
    shares: |purpose| match purpose {
        Purpose::Proof => [64, 2_000, 50, 100, 1_500, 40_000, 1_000],
        Purpose::Cases => [0, 400, 0, 100, 300, 0, 1_000],
        Purpose::Released => [0, 0, 0, 2_000, 8_000, 0, 20_000],
        Purpose::Tempo => [500; LEVELS],
    },
    seek: |position, lessons, budget| {
        let found = no_scenario::seek(position, &mut lessons.past_nogoods, budget)?;
        Ok(found.map(Why::Reason))
    },
};

/// How many there are.
pub(crate) const COUNT: usize = EXPENSIVE.len();

/// The levels of effort for which shares are given.
pub(crate) const LEVELS: usize = 7;

/// A rule that takes nodes.
pub(crate) struct Expensive {
    /// When it is asked.
    pub(crate) asked: Asked,
    /// With at least this many nodes left it is asked with one node first, for what it finds without a search; `None`: it
    /// finds nothing without one.
    pub(crate) at_once: Option<u64>,
    /// The factor by which its share is multiplied at a position.
    pub(crate) share_factor: fn(&RetroPosition) -> u64,
    /// The most nodes at one position, for each level of effort. The numbers were chosen by hand, as those of the levels themselves.
    pub(crate) shares: fn(Purpose) -> [u64; LEVELS],
    /// Why no game leads to the position; then *no* history does, whatever the rights left open. `Ok(None)`: more nodes would not help.
    pub(crate) seek: fn(&RetroPosition, &mut Lessons, &mut Budget) -> Result<Option<Why>, Limit>,
}

/// When a rule is asked about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Always.
    Always,
    /// If there are last moves: to have none is the shorter reason.
    WithLastMoves,
    /// Unless there are few last moves, which are taken back first.
    WithManyLastMoves,
}

/// What nodes are given for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A proof about the position itself and a few before it.
    Proof,
    /// A proof that goes through all last moves.
    Cases,
    /// A position that would be released in such a proof: everything depends on it.
    Released,
    /// A side that runs out of moves.
    Tempo,
}

/// The nodes each rule is given at one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shares([u64; COUNT]);

impl Shares {
    /// Nothing.
    pub(crate) const NONE: Shares = Shares([0; COUNT]);

    /// What the rules are given at a level.
    pub(crate) fn of(purpose: Purpose, level: usize) -> Shares {
        Shares(
            EXPENSIVE
                .each_ref()
                .map(|rule| (rule.shares)(purpose)[level]),
        )
    }

    /// So many times as much for each.
    pub(crate) fn times(self, factor: u64) -> Shares {
        Shares(self.0.map(|share| share * factor))
    }

    /// What all of them are given together.
    pub(crate) fn total(self) -> u64 {
        self.0.iter().sum()
    }

    /// What the rule at this place is given.
    pub(crate) fn share(self, rule: usize) -> u64 {
        self.0[rule]
    }
}

/// What rules learn at one position that holds for others.
#[derive(Debug, Default)]
pub(crate) struct Lessons {
    /// The cages met.
    pub(crate) cages: Cages,
    /// What scenarios failed for.
    pub(crate) past_nogoods: PastNogoods,
}

impl Lessons {
    /// The same for work side by side with others.
    pub(crate) fn branch(&mut self) -> Lessons {
        Lessons {
            cages: self.cages.branch(),
            past_nogoods: self.past_nogoods.clone(),
        }
    }

    /// Adds what was learned with a branch.
    pub(crate) fn join(&mut self, branch: Lessons) {
        self.cages.join(branch.cages);
        self.past_nogoods.join(branch.past_nogoods);
    }
}
