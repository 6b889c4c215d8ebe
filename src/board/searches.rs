//! The searches that run, at most as many as there are cores, and what the last ones have found.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use beruehrt::budget::Stop;
use beruehrt::problem::{Diagram, Fact, Twin};
use beruehrt::report::html::Entry;
use beruehrt::study::Candidate;

/// So many results are remembered, to go on from and to be saved.
const MOST_KEPT: usize = 4;

/// What a search has found of one twin.
#[derive(Debug, Clone)]
pub struct Found {
    diagram: Diagram,
    facts: Vec<Fact>,
    /// Its worlds.
    pub worlds: Vec<Candidate>,
    /// What its page shows.
    pub entry: Entry,
}

impl Found {
    /// What was found of a twin.
    pub fn new(twin: &Twin, worlds: Vec<Candidate>, entry: Entry) -> Found {
        Found {
            diagram: twin.diagram.clone(),
            facts: twin.facts.clone(),
            worlds,
            entry,
        }
    }

    /// Whether its worlds are those of `twin`.
    pub fn is_of(&self, twin: &Twin) -> bool {
        self.diagram == twin.diagram && self.facts == twin.facts
    }
}

/// The searches of a board.
#[derive(Debug, Clone)]
pub struct Searches(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    cores: usize,
    next: u64,
    running: BTreeMap<u64, Stop>,
    kept: VecDeque<(u64, Arc<Vec<Found>>)>,
}

/// A search that may run, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    searches: Searches,
    /// Its number.
    pub id: u64,
    /// Ends it.
    pub stop: Stop,
    /// How many threads it may use.
    pub threads: usize,
    /// How many share the memory for tables.
    pub shares: usize,
}

impl Searches {
    /// None yet, for a machine with so many cores.
    pub fn new(cores: usize) -> Searches {
        Searches(Arc::new(Mutex::new(State {
            cores: cores.max(1),
            next: 0,
            running: BTreeMap::new(),
            kept: VecDeque::new(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more search; `None`: as many run as there are cores.
    pub fn begin(&self) -> Option<Permit> {
        let mut state = self.state();
        if state.running.len() >= state.cores {
            return None;
        }
        state.next += 1;
        let (id, stop) = (state.next, Stop::default());
        state.running.insert(id, stop.clone());
        Some(Permit {
            searches: self.clone(),
            id,
            stop,
            threads: (state.cores / state.running.len()).max(1),
            shares: state.cores,
        })
    }

    /// Ends a search; what it has found is kept.
    pub fn stop(&self, id: u64) {
        if let Some(stop) = self.state().running.get(&id) {
            stop.request();
        }
    }

    /// Keeps what a search has found.
    pub fn keep(&self, id: u64, found: Vec<Found>) {
        let mut state = self.state();
        state.kept.push_back((id, Arc::new(found)));
        while state.kept.len() > MOST_KEPT {
            state.kept.pop_front();
        }
    }

    /// What a search has found, if it is still remembered.
    pub fn found(&self, id: u64) -> Option<Arc<Vec<Found>>> {
        let state = self.state();
        let kept = state.kept.iter().find(|(other, _)| *other == id);
        kept.map(|(_, found)| Arc::clone(found))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.searches.state().running.remove(&self.id);
    }
}
