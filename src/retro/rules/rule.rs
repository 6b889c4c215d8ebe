//! Rules that take no nodes. Each implements one trait, whatever it looks at.
//!
//! A rule is implemented by the type of its claim, which the model defines. This module says how the claim is found
//! ([`Rule`]); the checker checks it with rules of its own, and the report puts it into words.

use std::cell::OnceCell;

use crate::retro::ledger::Ledger;
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::Reason;

/// A position with what rules have found out about it so far.
pub struct Scene<'a> {
    /// The position.
    pub position: &'a RetroPosition,
    ledger: OnceCell<Option<Ledger>>,
}

impl<'a> Scene<'a> {
    /// Nothing is found out yet.
    pub fn new(position: &'a RetroPosition) -> Scene<'a> {
        Scene {
            position,
            ledger: OnceCell::new(),
        }
    }

    /// The ledger of its men, drawn up when it is asked for first; `None`: see [`Ledger::new`].
    pub fn ledger(&self) -> Option<&Ledger> {
        self.ledger
            .get_or_init(|| Ledger::new(self.position))
            .as_ref()
    }
}

/// How long a rule looks. Cheaper rules are asked first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// At the board: less than a microsecond.
    Board,
    /// At the ledger, which takes some microseconds to draw up, once for all rules.
    Ledger,
}

/// A rule by which a position can be shown to have no history. Implemented by its claim.
pub trait Rule: Into<Reason> {
    /// Its name, as certificates write it.
    const NAME: &'static str;
    /// How long it looks.
    const COST: Cost;

    /// The claim, if it refutes the position; then *no* history leads there, whatever the rights left open.
    fn seek(scene: &Scene<'_>) -> Option<Self>;
}

/// A rule in the list of rules.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// As of [`Rule::NAME`].
    pub name: &'static str,
    /// As of [`Rule::COST`].
    pub cost: Cost,
    seek: fn(&Scene<'_>) -> Option<Reason>,
}

impl Entry {
    /// The entry of a rule.
    pub(super) const fn of<R: Rule>() -> Entry {
        Entry {
            name: R::NAME,
            cost: R::COST,
            seek: |scene| R::seek(scene).map(R::into),
        }
    }

    /// As of [`Rule::seek`].
    pub fn seek(&self, scene: &Scene<'_>) -> Option<Reason> {
        (self.seek)(scene)
    }
}
