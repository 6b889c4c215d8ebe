//! What a batch has to do: the problems and twins of a collection one by one, each with its key and number.

use std::sync::Arc;

use beruehrt::problem::{Problem, Twin};

use crate::cli::input::{Broken, Chunk, Chunks};

use super::key::{Key, Keys};

/// One line of the result file to be.
#[derive(Debug)]
pub struct Job {
    /// Number in the collection, from 1.
    pub index: u64,
    /// Whether it is the collection's last.
    pub last: bool,
    /// Its name in the result file.
    pub key: Key,
    /// The file it stands in.
    pub file: Arc<str>,
    /// The line in which it begins there, from 1.
    pub line: usize,
    /// What it is.
    pub matter: Matter,
}

/// A twin to be solved, or an entry that is no problem.
#[derive(Debug)]
pub enum Matter {
    /// Solve the twin of that number.
    Solve(Arc<Problem>, usize),
    /// Report that it cannot be read.
    Report(Broken),
}

/// All jobs of a collection in its order. One chunk and one job ahead are held in memory.
pub struct Jobs<'a> {
    chunks: Chunks,
    keys: Keys,
    index: u64,
    waiting: std::vec::IntoIter<Job>,
    ahead: Option<Job>,
    see: Box<dyn FnMut(&Chunk) + Send + 'a>,
}

impl<'a> Jobs<'a> {
    /// The jobs of `chunks`; every chunk is shown to `see` as it is read.
    pub fn new(chunks: Chunks, keys: Keys, see: impl FnMut(&Chunk) + Send + 'a) -> Jobs<'a> {
        let mut jobs = Jobs {
            chunks,
            keys,
            index: 0,
            waiting: Vec::new().into_iter(),
            ahead: None,
            see: Box::new(see),
        };
        jobs.ahead = jobs.read();
        jobs
    }

    fn read(&mut self) -> Option<Job> {
        loop {
            if let Some(job) = self.waiting.next() {
                return Some(job);
            }
            let chunk = self.chunks.next()?;
            (self.see)(&chunk);
            self.waiting = self.jobs_of(chunk).into_iter();
        }
    }

    fn jobs_of(&mut self, chunk: Chunk) -> Vec<Job> {
        let mut jobs = Vec::new();
        for entry in chunk.entries {
            match entry {
                Ok(problem) => {
                    let problem: Arc<Problem> = Arc::from(problem);
                    for (number, twin) in problem.twins.iter().enumerate() {
                        let key = self.keys.next(&normal_form(&problem, twin));
                        let matter = Matter::Solve(problem.clone(), number);
                        jobs.push(self.job(key, (&chunk.file, chunk.line), matter));
                    }
                }
                Err(broken) => {
                    let text = format!("{broken:?}\n{}", String::from_utf8_lossy(&chunk.raw));
                    let key = self.keys.next(&text);
                    let place = (&chunk.file, chunk.line);
                    jobs.push(self.job(key, place, Matter::Report(broken)));
                }
            }
        }
        jobs
    }

    fn job(&mut self, key: Key, (file, line): (&Arc<str>, usize), matter: Matter) -> Job {
        self.index += 1;
        Job {
            index: self.index,
            last: false,
            key,
            file: file.clone(),
            line,
            matter,
        }
    }
}

impl Iterator for Jobs<'_> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        let mut job = self.ahead.take()?;
        self.ahead = self.read();
        job.last = self.ahead.is_none();
        Some(job)
    }
}

/// Everything that makes a twin what it is, however its file is written.
fn normal_form(problem: &Problem, twin: &Twin) -> String {
    format!(
        "{:?} {:?} {:?} {} {} {} {} {:?} {:?} {:?}",
        problem.id,
        problem.author,
        problem.source,
        twin.label,
        twin.diagram.fen(),
        twin.stipulation,
        twin.convention,
        twin.options,
        twin.histories,
        twin.facts,
    )
}
