//! The connections that are open: at most so many, and who asks nothing makes room for who asks.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most connections that wait for their request; one more, and the oldest of them is closed.
const MOST_WAITING: usize = 64;

/// Most connections altogether.
const MOST: usize = 160;

/// The open connections.
#[derive(Debug, Clone, Default)]
pub struct Connections(Arc<Mutex<Open>>);

#[derive(Debug, Default)]
struct Open {
    number: usize,
    next: u64,
    waiting: VecDeque<(u64, Arc<TcpStream>)>,
}

/// The place of a connection, until it is dropped.
#[derive(Debug)]
pub struct Place {
    connections: Connections,
    own: u64,
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a new connection a place; `None`: there is none.
    pub fn enter(&self, stream: &Arc<TcpStream>) -> Option<Place> {
        let mut open = self.open();
        while open.waiting.len() >= MOST_WAITING {
            if let Some((_, oldest)) = open.waiting.pop_front() {
                // Its thread reads the end and goes.
                let _ = oldest.shutdown(Shutdown::Both);
            }
        }
        if open.number >= MOST {
            return None;
        }
        open.number += 1;
        open.next += 1;
        let own = open.next;
        open.waiting.push_back((own, Arc::clone(stream)));
        Some(Place {
            connections: self.clone(),
            own,
        })
    }
}

impl Place {
    /// The request has come: this connection waits no longer.
    pub fn has_asked(&self) {
        let own = self.own;
        self.connections
            .open()
            .waiting
            .retain(|(other, _)| *other != own);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.has_asked();
        self.connections.open().number -= 1;
    }
}
