//! The board: a page on this machine where a position is set up and the program is asked about it.
//!
//! A small server answers that page and nobody else. Chess and words come from the library; this room knows HTTP, and
//! what a page needs around the components of the report.
//!
//! Invariant: the server listens on the loopback interface alone, answers only who knows its random token and comes from
//! its own page ([`gate`]), reads no file whatever it is asked for, and holds and waits for little of anybody
//! ([`http`], [`connections`]); at most as many searches run as there are cores, each with a limit of time, and one ends
//! when its page is closed ([`ask`]).

mod ask;
mod connections;
mod exchange;
mod gate;
mod http;
pub mod library;
mod look;
mod page;
mod reader;
mod searches;
mod service;

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread;

use beruehrt::notation::{Language, Letters};
use beruehrt::problem::Problem;

use connections::Connections;
use gate::Gate;
use reader::Reader;
use searches::Searches;
use service::Service;

/// Where a board is tried first, so that addresses last longer than a run.
pub const PORT: u16 = 4183;

/// Stack of a connection's thread: readers of problem files are not deep.
const STACK_BYTES: usize = 2 << 20;

/// What a board begins with.
#[derive(Debug)]
pub struct Settings {
    /// The port; `None`: [`PORT`], or any that is free.
    pub port: Option<u16>,
    /// The problems of the file that was named.
    pub problems: Vec<Problem>,
    /// The language of the page.
    pub language: Language,
    /// The letters of the page.
    pub letters: Letters,
    /// Memory for the tables of all searches together, in MiB.
    pub table_mib: usize,
}

/// A board that listens.
#[derive(Debug)]
pub struct Board {
    listener: TcpListener,
    service: Arc<Service>,
    /// The page's address.
    pub address: String,
    /// An address that leads to it once. The command line of a program that opens it may be seen by others.
    pub opening: String,
}

impl Board {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// The port is taken, or the operating system gives no random bytes.
    pub fn new(settings: Settings) -> io::Result<Board> {
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match settings.port {
            Some(port) => bind(port)?,
            None => bind(PORT).or_else(|_| bind(0))?,
        };
        let port = listener.local_addr()?.port();
        let gate = Gate::new(port)?;
        let once = format!("/{}", gate::token()?);
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Board {
            address: format!("http://127.0.0.1:{port}{}", gate.path()),
            opening: format!("http://127.0.0.1:{port}{once}"),
            listener,
            service: Arc::new(Service {
                gate,
                opening: Mutex::new(Some(once)),
                problems: settings.problems,
                looking: Mutex::new(()),
                searches: Searches::new(cores),
                usual: Reader {
                    language: settings.language,
                    letters: settings.letters,
                },
                table_mib: settings.table_mib,
            }),
        })
    }

    /// Answers until the program ends.
    pub fn serve(self) {
        let connections = Connections::default();
        for stream in self.listener.incoming() {
            // One that could not be accepted has gone.
            let Ok(stream) = stream else { continue };
            let stream = Arc::new(stream);
            let Some(place) = connections.enter(&stream) else {
                continue;
            };
            let service = Arc::clone(&self.service);
            // Where there is no thread, the connection closes.
            let _ = thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn(move || answer(&service, &stream, &place));
        }
    }
}

fn answer(service: &Service, stream: &TcpStream, place: &connections::Place) {
    let request = http::read(stream);
    place.has_asked();
    match request {
        Ok(request) => service.answer(&request, stream),
        Err(fault) => {
            if let Some(answer) = fault.answer() {
                answer.send(stream);
            }
        }
    }
}
