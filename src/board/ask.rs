//! A question to the program, answered line by line while it is worked on.
//!
//! The work is done by a thread of its own; the connection's thread sends what it tells, and a sign of life where it tells
//! nothing. When that cannot be sent any more the page was closed, and the work is asked to end.

use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use beruehrt::problem::{Problem, Stipulation, Twin};
use beruehrt::report::html::Entry;
use beruehrt::report::text::{Games, Lists, SolutionText};
use beruehrt::retro::Verdict;
use beruehrt::solution::Verdict as Solved;
use beruehrt::solve::{Detail, Feasibility, Finality, Threads, Tries};
use beruehrt::study::{Candidate, GameLength, Observer, Options, Stage, Study};
use beruehrt::verify::Soundness;
use beruehrt::world::World;
use serde_json::{Value, json};

use super::http::Lines;
use super::reader::Reader;
use super::searches::{Found, Permit, Searches};

/// Between two signs of life.
const ALIVE: Duration = Duration::from_millis(250);

/// The longest time a question may be worked on.
pub const LONGEST: Duration = Duration::from_hours(1);

/// The width of the texts to copy.
pub const COLUMNS: usize = 88;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Which histories are possible?
    Histories,
    /// What was the last move?
    LastMove,
    /// What is the shortest game?
    Shortest,
    /// Which games lead to it, as its stipulation asks?
    ProofGame,
    /// What is taken back, as its stipulation asks?
    Retractor,
    /// What is the solution?
    Solve,
    /// Is the submission sound?
    Verify,
}

impl Question {
    const ALL: [Question; 5] = [
        Question::Histories,
        Question::LastMove,
        Question::Shortest,
        Question::Solve,
        Question::Verify,
    ];

    /// As the page calls it.
    pub fn name(self) -> &'static str {
        match self {
            Question::Histories => "histories",
            Question::LastMove => "last-move",
            Question::Shortest => "shortest",
            Question::ProofGame => "proof-game",
            Question::Retractor => "retractor",
            Question::Solve => "solve",
            Question::Verify => "verify",
        }
    }

    /// The question of that name.
    pub fn named(name: &str) -> Option<Question> {
        Question::ALL.into_iter().find(|known| known.name() == name)
    }

    /// What is worked on for a twin: a solution where there is none to look for is a question about the past.
    fn of(self, twin: &Twin) -> Question {
        match (self, twin.stipulation) {
            (Question::Solve, Stipulation::Histories) => Question::Histories,
            (Question::Solve, Stipulation::LastMove) => Question::LastMove,
            (Question::Solve, Stipulation::ProofGame(_)) => Question::ProofGame,
            (Question::Solve, Stipulation::Retractor(_)) => Question::Retractor,
            _ => self,
        }
    }
}

/// A question with what it is about.
#[derive(Debug)]
pub struct Asked {
    /// What is asked.
    pub question: Question,
    /// Of which problem.
    pub problem: Problem,
    /// How long it may take.
    pub time: Duration,
    /// The search whose verdicts are known.
    pub after: Option<u64>,
    /// Who reads the answer.
    pub reader: Reader,
    /// Memory for tables of all searches together, in MiB.
    pub table_mib: usize,
}

/// Works on a question and sends what is found; the end of the connection ends it.
pub fn answer(asked: Asked, permit: Permit, searches: &Searches, stream: &TcpStream) {
    let Ok(mut lines) = Lines::begin(stream) else {
        return;
    };
    let begun = json!({"event": "begun", "id": permit.id, "seconds": asked.time.as_secs()});
    if lines.send(&begun).is_err() {
        return;
    }
    let (sender, receiver) = channel();
    let stop = permit.stop.clone();
    let work = {
        let searches = searches.clone();
        std::thread::Builder::new().spawn(move || {
            Worker {
                asked,
                permit,
                sender,
            }
            .work(&searches);
        })
    };
    let Ok(work) = work else {
        let _ = lines.send(&json!({"event": "failed", "said": "no thread"}));
        return;
    };
    pass_on(&receiver, &mut lines, &stop);
    if work.join().is_err() {
        // The fault is told on standard error; the page must not wait.
        let _ = lines.send(&json!({"event": "failed", "said": "internal error"}));
    }
}

/// Sends what the worker tells until it has ended.
fn pass_on(receiver: &Receiver<Value>, lines: &mut Lines<'_>, stop: &beruehrt::budget::Stop) {
    let began = Instant::now();
    loop {
        let told = match receiver.recv_timeout(ALIVE) {
            Ok(told) => told,
            Err(RecvTimeoutError::Timeout) => {
                let millis = began.elapsed().as_millis() as u64;
                json!({"event": "alive", "millis": millis, "nodes": stop.nodes()})
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if lines.send(&told).is_err() {
            stop.request();
            // What is still told is for nobody.
            while receiver.recv().is_ok() {}
            return;
        }
    }
}

/// Who works.
struct Worker {
    asked: Asked,
    permit: Permit,
    sender: Sender<Value>,
}

/// What became of a twin.
struct Result {
    found: Found,
    text: String,
    /// Whether more time could tell more.
    is_open: bool,
}

impl Worker {
    fn tell(&self, event: Value) {
        // The connection's thread may have gone.
        let _ = self.sender.send(event);
    }

    fn work(self, searches: &Searches) {
        let began = Instant::now();
        let known = self.asked.after.and_then(|id| searches.found(id));
        let mut kept = Vec::new();
        let mut is_open = false;
        let twins = &self.asked.problem.twins;
        for (number, twin) in twins.iter().enumerate() {
            let left = self.asked.time.saturating_sub(began.elapsed());
            let turns = (twins.len() - number) as u32;
            let known = known.iter().flat_map(|found| found.iter());
            let mut known = known
                .filter(|found| found.is_of(twin))
                .map(|found| &found.worlds[..]);
            let known = known.next().unwrap_or_default();
            match self.one(twin, left / turns, known) {
                Ok(result) => {
                    is_open |= result.is_open;
                    self.tell(json!({
                        "event": "result", "twin": twin.label,
                        "entry": result.found.entry, "text": result.text,
                    }));
                    kept.push(result.found);
                }
                Err(why) => {
                    let said = why.text();
                    let said = said.in_language(self.asked.reader.language);
                    self.tell(json!({"event": "failed", "twin": twin.label, "said": said}));
                }
            }
        }
        searches.keep(self.permit.id, kept);
        self.tell(json!({
            "event": "end", "id": self.permit.id, "open": is_open,
            "stopped": self.permit.stop.is_requested(),
            "millis": began.elapsed().as_millis() as u64, "nodes": self.permit.stop.nodes(),
        }));
    }

    fn options(&self, twin: &Twin, time: Duration) -> Options {
        let mut options = Options::default();
        options.limits.time = Some(time);
        options.limits.stop = self.permit.stop.clone();
        options.threads = Threads::Own(self.permit.threads);
        options.table_mib = (self.asked.table_mib / self.permit.shares).max(1);
        options.detail = Detail::usual(twin);
        options.tries = Tries::UpTo(1);
        if self.asked.question == Question::Shortest {
            options.games = GameLength::Shortest;
        }
        options
    }

    fn one(
        &self,
        twin: &Twin,
        time: Duration,
        known: &[Candidate],
    ) -> std::result::Result<Result, beruehrt::solve::SolveError> {
        let Asked {
            problem, reader, ..
        } = &self.asked;
        let mut options = self.options(twin, time);
        let told = Told { worker: self, twin };
        let mut text = SolutionText::within(COLUMNS, problem, twin, reader.style());
        let evidence = reader.evidence();
        let question = self.asked.question.of(twin);
        if question == Question::Verify {
            options.detail = Detail::Full;
        }
        let study = Study::new(&options).observed(&told).knowing(known);
        match question {
            Question::Solve => {
                let solved = study.solve(twin)?;
                let rows = evidence.worlds(&solved.histories);
                text.histories_of_play(&rows, solved.histories.origin, Games::Omit);
                text.outcome(&solved.outcome);
                let entry = Entry::solved(problem, twin, &solved);
                Ok(Result {
                    is_open: matches!(solved.outcome.verdict, Solved::Undecided(_))
                        || solved.outcome.finality != Finality::Final,
                    found: Found::new(twin, solved.histories.worlds, entry),
                    text: text.finish(),
                })
            }
            Question::Verify => {
                let verified = study.verify(problem, twin)?;
                text.verification(&verified.verification, Lists::Folded);
                let entry = Entry::verified(problem, twin, &verified);
                Ok(Result {
                    is_open: verified.verification.soundness == Soundness::Undecided,
                    found: Found::new(twin, verified.histories.worlds, entry),
                    text: text.finish(),
                })
            }
            Question::ProofGame => {
                let proved = study.proof_games(twin)?;
                text.proof_games(&proved.games);
                let entry = Entry::proved(problem, twin, &proved);
                Ok(Result {
                    is_open: !proved.games.is_decided(),
                    found: Found::new(twin, Vec::new(), entry),
                    text: text.finish(),
                })
            }
            Question::Retractor => {
                let retracted = study.retract(twin)?;
                text.retractor(&retracted.found);
                let entry = Entry::retracted(problem, twin, &retracted);
                Ok(Result {
                    is_open: !retracted.found.is_final(),
                    found: Found::new(twin, Vec::new(), entry),
                    text: text.finish(),
                })
            }
            Question::Histories | Question::LastMove | Question::Shortest => {
                self.judged(question, study, twin, text)
            }
        }
    }

    /// The answer to a question about the past alone.
    fn judged(
        &self,
        question: Question,
        study: Study<'_>,
        twin: &Twin,
        mut text: SolutionText,
    ) -> std::result::Result<Result, beruehrt::solve::SolveError> {
        let Asked {
            problem, reader, ..
        } = &self.asked;
        let evidence = reader.evidence();
        let mut twin = twin.clone();
        twin.stipulation = match question {
            Question::LastMove => Stipulation::LastMove,
            _ => Stipulation::Histories,
        };
        let histories = study.histories(&twin)?;
        let rows = evidence.histories(&histories);
        text.statements(&rows);
        text.histories(&rows.worlds, histories.origin, Games::Omit);
        if let Some(shortest) = &rows.shortest {
            text.shortest(shortest);
        }
        if let Some(moves) = &rows.last_moves {
            text.last_moves(moves, rows.line.as_deref(), Games::Omit);
        }
        let entry = Entry::judged(problem, &twin, &histories);
        Ok(Result {
            is_open: !histories.is_decided()
                || (question == Question::Shortest && rows.shortest.is_none()),
            text: text.finish(),
            found: Found::new(&twin, histories.worlds, entry),
        })
    }
}

/// Tells the page how far the study of a twin is.
struct Told<'a> {
    worker: &'a Worker,
    twin: &'a Twin,
}

// The sender is used from the thread that studies alone, but an observer has to be shareable.
impl Observer for Told<'_> {
    fn enters(&self, stage: Stage<'_>) {
        let (stage, worlds) = match stage {
            Stage::Histories(worlds) => ("histories", worlds),
            Stage::LastMoves => ("last-moves", 0),
            Stage::ProofGames => ("proof-games", 0),
            Stage::Retractions => ("retractions", 0),
            Stage::Play(_) => ("play", 0),
            Stage::Verification(_) => ("verification", 0),
            _ => return,
        };
        self.worker.tell(json!({
            "event": "stage", "twin": self.twin.label, "stage": stage, "worlds": worlds,
        }));
    }

    fn judged(&self, world: World, verdict: &Verdict) {
        self.worker.tell(json!({
            "event": "world", "twin": self.twin.label, "rights": world.rights.to_string(),
            "ep": world.target.map_or("-".to_owned(), |square| square.to_string()),
            "verdict": Feasibility::from(verdict).keyword(),
        }));
    }
}
