//! The programs that are compared, each with the same question and the same time.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use beruehrt::budget::Limits;
use beruehrt::retro::{JudgedWorld, Verdict, analyse, usual_limits};
use beruehrt::world::World;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::facts::{fen, leads_to, may_hide_a_double_step};
use crate::rows::{Question, Row};

/// What a program says of a row, and how long it took.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    /// `None`: it does not know, or gives no answer in time.
    pub possible: Option<bool>,
    pub time: Duration,
}

/// Our analysis on one thread.
pub struct Ours(ThreadPool);

impl Ours {
    pub fn new() -> Ours {
        Ours(ThreadPoolBuilder::new().num_threads(1).build().unwrap())
    }

    /// A row is possible if one of its worlds is, impossible if all of them are. The second time is the processor's, as far as it
    /// tells.
    pub fn answer(&self, row: &Row, time: Duration) -> (Answer, Duration) {
        let limits = Limits {
            time: Some(time),
            ..usual_limits()
        };
        let facts = row.facts();
        let start = Instant::now();
        let (analysis, work) = self.0.install(|| {
            let before = processor_time();
            let analysis = analyse(&row.diagram, &facts, &limits);
            let worked = processor_time().zip(before);
            (
                analysis,
                worked.map(|(after, before)| after.saturating_sub(before)),
            )
        });
        let time = start.elapsed();
        let asked = row.worlds();
        let found: Vec<&JudgedWorld> = analysis
            .worlds
            .iter()
            .filter(|judged| asked.contains(&judged.world))
            .collect();
        let is_impossible =
            |judged: &&JudgedWorld| matches!(judged.verdict, Verdict::Impossible(_));
        // Worlds that are no candidates contradict the diagram itself.
        let possible = if found.iter().any(|judged| judged.verdict.game().is_some()) {
            Some(true)
        } else {
            found.iter().all(is_impossible).then_some(false)
        };
        (Answer { possible, time }, work.unwrap_or(time))
    }
}

/// What this thread has used of a processor so far, where Linux tells it.
fn processor_time() -> Option<Duration> {
    // The account of a thread that goes on running is some milliseconds old.
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = told.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// Another program at work on its input, which is ended when it is no longer needed. It gets four gigabytes: on boards with few men
/// Texel would take all there is.
struct Peer {
    child: Child,
}

impl Peer {
    fn start(program: &Path, arguments: &[&str], folder: &Path, input: &str) -> Peer {
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v 4194304; exec \"$0\" \"$@\""])
            .arg(program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut pipe = child.stdin.take().unwrap();
        writeln!(pipe, "{input}").unwrap();
        Peer { child }
    }

    /// Waits for its end, at most so long. It writes less than a pipe holds.
    fn ends_within(&mut self, time: Duration) -> bool {
        let start = Instant::now();
        while start.elapsed() < time {
            if self.child.try_wait().unwrap().is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        false
    }

    fn output(&mut self) -> String {
        let mut text = String::new();
        let pipe = self.child.stdout.as_mut().unwrap();
        pipe.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // One that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sherlock, which can only refute. A right that is not listed it takes as not known, so whatever it refutes is impossible
/// with fewer rights too. A last move that was a double step of which no target tells it excludes unless it is asked otherwise.
pub fn sherlock(program: &Path, row: &Row, time: Duration) -> Answer {
    let (rights, target) = match row.question {
        Question::Exactly(world) => (world.rights, world.target),
        Question::Some(kept, target) => (kept, target),
    };
    let no_target_asked = matches!(row.question, Question::Some(_, None));
    let reading = match target {
        None if no_target_asked || may_hide_a_double_step(row) => "any",
        _ => "exact",
    };
    let fen = fen(row, World::new(rights, target));
    let start = Instant::now();
    let mut peer = Peer::start(program, &[], Path::new("."), &format!("{reading} {fen}"));
    let refuted = peer.ends_within(time) && peer.output().trim() == "illegal";
    Answer {
        possible: refuted.then_some(false),
        time: start.elapsed(),
    }
}

/// Texel's filter of positions that are given exactly: world by world, each with its share of what is left of the time. A game counts
/// if it can be replayed.
pub fn texel(program: &Path, row: &Row, time: Duration) -> Answer {
    let start = Instant::now();
    let worlds = row.worlds();
    let mut dead = 0;
    let mut possible = None;
    for (place, &world) in worlds.iter().enumerate() {
        let left = time.saturating_sub(start.elapsed()) / (worlds.len() - place) as u32;
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["-j", "1", "proofgame", "-f", "-o", "found"];
        let mut peer = Peer::start(program, &arguments, folder.path(), &fen(row, world));
        peer.ends_within(left);
        drop(peer);
        // What it knows so far stands in numbered files, one after each step.
        let found: String = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap_or_default())
            .collect();
        if let Some((_, game)) = found.split_once(" legal: proof: ") {
            if leads_to(row, world, game.lines().next().unwrap_or_default()) {
                possible = Some(true);
                break;
            }
        } else if found.contains(" illegal: ") {
            dead += 1;
        }
    }
    if possible.is_none() && !worlds.is_empty() && dead == worlds.len() {
        possible = Some(false);
    }
    Answer {
        possible,
        time: start.elapsed(),
    }
}
