//! What a request gets.

use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use beruehrt::problem::Problem;
use beruehrt::say;
use serde_json::json;

use super::ask::{self, Asked, Question};
use super::exchange;
use super::gate::{Gate, is_same};
use super::http::{Answer, Request};
use super::library;
use super::look;
use super::page;
use super::reader::Reader;
use super::searches::Searches;

/// Everything the server knows.
#[derive(Debug)]
pub struct Service {
    /// Who may ask.
    pub gate: Gate,
    /// The path that opens the page once, for the browser that the program starts.
    pub opening: Mutex<Option<String>>,
    /// The problems of the file named on the command line.
    pub problems: Vec<Problem>,
    /// Held by the one that looks at a set-up.
    pub looking: Mutex<()>,
    /// The searches.
    pub searches: Searches,
    /// Language and letters of the command line.
    pub usual: Reader,
    /// Memory for tables, in MiB.
    pub table_mib: usize,
}

impl Service {
    /// Answers a request.
    pub fn answer(&self, request: &Request, stream: &TcpStream) {
        let reader = Reader::of(request, self.usual);
        if let Some(answer) = self.opened(request) {
            return answer.send(stream);
        }
        let place = match self.gate.admit(request) {
            Ok(place) => place,
            Err(refusal) => return refusal.send(stream),
        };
        let answer = match (request.method.as_str(), place) {
            ("GET", "") => Answer::new(200, "text/html; charset=utf-8", page::page(reader)),
            ("GET", "board.css") => Answer::new(200, "text/css; charset=utf-8", page::style()),
            ("GET", "board.js") => {
                Answer::new(200, "text/javascript; charset=utf-8", page::script())
            }
            ("GET", "library") => Answer::json(200, &library::listed(reader)),
            ("GET", "file") => {
                let listed = json!({"problems": exchange::list(&self.problems)});
                Answer::json(200, &listed)
            }
            ("POST", "ask") => match self.asked(request, reader) {
                Ok(asked) => return self.work(asked, stream),
                Err(said) => wrong(400, &said),
            },
            ("POST", place) => self.posted(place, request, reader),
            _ => Answer::said(404, "nothing there"),
        };
        answer.send(stream);
    }

    /// The way to the page for who comes by the path for opening, once.
    fn opened(&self, request: &Request) -> Option<Answer> {
        let mut opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let path = opening.as_ref()?;
        let is_it = request.method == "GET" && is_same(request.path.as_bytes(), path.as_bytes());
        if !is_it || self.gate.check_sender(request).is_err() {
            return None;
        }
        *opening = None;
        Some(Answer::new(303, "text/plain", "").with("location", self.gate.path()))
    }

    fn posted(&self, place: &str, request: &Request, reader: Reader) -> Answer {
        let text = || String::from_utf8_lossy(&request.body);
        match place {
            "look" => {
                let one = self.looking.lock();
                let _one = one.unwrap_or_else(PoisonError::into_inner);
                Answer::json(200, &look::look(&text(), reader))
            }
            "read" => Answer::json(200, &exchange::read(&request.body, reader)),
            "touch" => match look::touch(&text(), reader) {
                Ok(answer) => Answer::json(200, &answer),
                Err(said) => wrong(400, &said),
            },
            "stop" => {
                if let Some(id) = number(request, "id") {
                    self.searches.stop(id);
                }
                Answer::json(200, &json!({}))
            }
            "save" => {
                let format = request.parameter("to").unwrap_or_default();
                let found = number(request, "found").and_then(|id| self.searches.found(id));
                let entries = found.map(|found| {
                    let entries = found.iter().map(|found| found.entry.clone());
                    entries.collect()
                });
                let saved = look::problem(&text(), reader)
                    .and_then(|problem| exchange::file(&problem, format, entries, reader));
                saved.unwrap_or_else(|said| wrong(400, &said))
            }
            _ => Answer::said(404, "nothing there"),
        }
    }

    fn asked(&self, request: &Request, reader: Reader) -> Result<Asked, String> {
        let question = request.parameter("do").and_then(Question::named);
        let text = String::from_utf8_lossy(&request.body);
        let read = match question {
            Some(Question::Verify) => look::submission,
            _ => look::problem,
        };
        let seconds = number(request, "seconds").unwrap_or(20);
        Ok(Asked {
            question: question.ok_or("no such question")?,
            problem: read(&text, reader)?,
            time: Duration::from_secs(seconds.max(1)).min(ask::LONGEST),
            after: number(request, "after"),
            reader,
            table_mib: self.table_mib,
        })
    }

    fn work(&self, asked: Asked, stream: &TcpStream) {
        let Some(permit) = self.searches.begin() else {
            let said = say!(asked.reader.language, AllCoresBusy);
            return wrong(503, said).send(stream);
        };
        ask::answer(asked, permit, &self.searches, stream);
    }
}

fn number(request: &Request, name: &str) -> Option<u64> {
    request.parameter(name)?.parse().ok()
}

fn wrong(status: u16, said: &str) -> Answer {
    Answer::json(status, &json!({"error": said}))
}
