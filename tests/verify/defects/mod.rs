//! Sound problems, defects seeded into them, and what is to be said of the shipped problems.

mod drawn;
pub mod positions;
mod seeded;
mod seeded_drawn;
mod shipped;
mod sound;

use beruehrt::verify::Economy;

pub use drawn::SOUND as DRAWN;
pub use shipped::{SHIPPED, Shipped};
pub use sound::SOUND;

/// A sound problem.
pub struct Sound {
    pub name: &'static str,
    pub text: &'static str,
    /// What an editor remarks on it: kinds of [`REMARKS`], each true, and no other.
    pub remarks: &'static [&'static str],
    pub why: &'static str,
}

/// A defect: what is changed in a sound problem, and what must be found.
pub struct Defect {
    pub name: &'static str,
    pub base: &'static str,
    pub changes: &'static [(&'static str, &'static str)],
    /// How the verification is asked for.
    pub asked: Asked,
    /// The kinds of errors and warnings in order, and nothing else.
    pub kinds: &'static [&'static str],
    /// Kinds of notes. Of [`REMARKS`] there may be none besides but those of the sound problem.
    pub notes: &'static [&'static str],
    pub why: &'static str,
}

/// How a verification is asked for.
#[derive(Clone, Copy)]
pub enum Asked {
    /// Without economy and without limits but for the histories.
    Plainly,
    /// With economy.
    Economy(Economy),
    /// With economy, each search within so many nodes.
    EconomyWithin(u64),
    /// Each search within so many nodes.
    Within(u64),
    /// The histories within so many nodes.
    HistoriesWithin(u64),
    /// With solution trees of so many nodes.
    TreesOf(usize),
    /// With economy, and minutes for the histories.
    AtLength,
}

/// No defect, nothing changed.
pub const DEFECT: Defect = Defect {
    name: "",
    base: "",
    changes: &[],
    asked: Asked::Plainly,
    kinds: &[],
    notes: &[],
    why: "",
};

/// Notes and warnings on a problem that is sound: judgements, where others are facts of every problem.
pub const REMARKS: &[&str] = &[
    "promotion-dual",
    "threat-dual",
    "trial-not-needed",
    "touch-law-not-needed",
    "shifted-man",
    "checking-key",
    "capturing-key",
    "flight-taken",
    "flight-given",
    "unprovided-check",
    "unprovided-flight",
    "promoted-man",
    "key-is-trial",
    "by-convention",
];

/// Every seeded defect.
pub fn all() -> impl Iterator<Item = &'static Defect> {
    seeded::DEFECTS.iter().chain(seeded_drawn::DEFECTS)
}

/// The sound problem of that name.
pub fn base(name: &str) -> &'static Sound {
    (SOUND.iter().chain(DRAWN))
        .find(|sound| sound.name == name)
        .unwrap_or_else(|| panic!("no problem {name}"))
}
