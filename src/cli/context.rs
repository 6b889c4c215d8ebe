//! What every command needs: the checked options, the pool, the request to stop, the two outputs.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use anstream::AutoStream;
use beruehrt::budget::{Limits, Stop};
use beruehrt::notation::{Language, Letters};
use beruehrt::report::text::{Games, TextStyle};
use beruehrt::report::{Evidence, Proofs};
use beruehrt::solve::Threads;
use beruehrt::study::{GameLength, Options};
use beruehrt::text;

use super::args::{Common, Format, LetterArg};
use super::output::{self, ColorArg, Stdout};
use super::trouble::Trouble;

/// The options of a run, checked once.
#[derive(Debug, Clone)]
pub struct Context {
    /// Form of the output.
    pub format: Format,
    /// Piece letters of the text output.
    pub letters: Letters,
    /// Language of the text output.
    pub language: Language,
    /// When to colour.
    pub color: ColorArg,
    /// How wide the lines of texts may be.
    pub columns: usize,
    /// Whether nothing is said but results and errors.
    pub quiet: bool,
    /// Whether the workings are printed too.
    pub verbose: bool,
    /// Per problem.
    pub limits: Limits,
    /// Most time for the histories of a problem; their part of `limits` if not given.
    pub retro_time: Option<Duration>,
    /// Most nodes for the histories of a problem; their part of `limits` if not given.
    pub retro_nodes: Option<u64>,
    /// Whether the proofs of impossibility are wanted in full.
    pub proofs: bool,
    /// How short the games of possible worlds shall be.
    pub games: GameLength,
    /// Help play: after so many solutions the search may end.
    pub max_solutions: Option<u64>,
    /// Size of the transposition table.
    pub table_mib: usize,
    /// Set by Ctrl-C and SIGTERM.
    pub stop: Stop,
    /// Where all work is done.
    pub pool: Arc<rayon::ThreadPool>,
}

/// Stack of a working thread: searches are recursive, problems are deep.
const STACK_BYTES: usize = 16 << 20;
/// More threads than this are a typing error.
const MOST_THREADS: usize = 1024;
/// A larger table than this is a typing error (16 TiB).
const MOST_TABLE_MIB: usize = 1 << 24;

impl Context {
    /// Checks the options and starts the pool.
    ///
    /// # Errors
    ///
    /// An option that makes no sense, or threads that cannot be started.
    pub fn new(common: &Common) -> Result<Context, Trouble> {
        let (threads, table_mib) = (common.threads, common.table_mib);
        if threads > MOST_THREADS {
            return Err(Trouble::new(text!(
                ThreadsTooMany,
                threads,
                most_threads = MOST_THREADS
            )));
        }
        if !(1..=MOST_TABLE_MIB).contains(&table_mib) {
            return Err(Trouble::new(text!(
                TableMibOutside,
                table_mib,
                most_table_mib = MOST_TABLE_MIB
            )));
        }
        let stop = Stop::default();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(common.threads)
            .stack_size(STACK_BYTES)
            .build()
            .map_err(|error| {
                let text = text!(CannotStartThreads);
                Trouble::new(text).caused_by(error)
            })?;
        let language = common.lang.language();
        let letters = match common.letters {
            Some(LetterArg::En) => Letters::English,
            Some(LetterArg::EnS) => Letters::EnglishProblem,
            Some(LetterArg::De) => Letters::German,
            Some(LetterArg::Fr) => Letters::French,
            Some(LetterArg::It) => Letters::Italian,
            Some(LetterArg::Cs) => Letters::Czech,
            Some(LetterArg::Pl) => Letters::Polish,
            Some(LetterArg::Nl) => Letters::Dutch,
            Some(LetterArg::Hu) => Letters::Hungarian,
            Some(LetterArg::Figurine) => Letters::Figurine,
            None => language.letters(),
        };
        Ok(Context {
            format: common.format,
            letters,
            language,
            color: common.color,
            columns: output::columns(),
            quiet: common.quiet,
            verbose: common.verbose,
            limits: Limits {
                nodes: common.nodes,
                time: common.time,
                stop: stop.clone(),
            },
            retro_time: common.retro_time,
            retro_nodes: common.retro_nodes,
            proofs: false,
            games: GameLength::AsFound,
            max_solutions: common.max_solutions,
            table_mib: common.table_mib,
            stop,
            pool: Arc::new(pool),
        })
    }

    /// The same for one of many problems that are solved side by side: the time per problem is
    /// `timeout`, if given, and the memory for the table is shared out.
    #[must_use]
    pub fn side_by_side(&self, timeout: Option<Duration>) -> Context {
        Context {
            limits: Limits {
                time: timeout.or(self.limits.time),
                ..self.limits.clone()
            },
            table_mib: (self.table_mib / self.pool.current_num_threads()).max(1),
            ..self.clone()
        }
    }

    /// What a problem may cost and how much of it is wanted, for the library.
    pub fn study_options(&self) -> Options {
        let mut options = Options::default();
        options.limits = self.limits.clone();
        options.histories.nodes = self.retro_nodes;
        options.histories.time = self.retro_time;
        options.games = self.games;
        options.threads = Threads::Current;
        options.table_mib = self.table_mib;
        options.most_solutions = self.max_solutions;
        options
    }

    /// The evidence as it is wanted: in the machine-readable formats it depends on no reader.
    pub fn evidence(&self) -> Evidence {
        Evidence {
            style: self.evidence_style(),
            proofs: match (self.format, self.proofs) {
                (Format::Text, false) if self.verbose => Proofs::Workings,
                (Format::Text, false) => Proofs::Outlines,
                (Format::Text, true) => Proofs::Whole,
                (Format::Json | Format::Jsonl | Format::Html, false) => Proofs::Reasons,
                (Format::Json | Format::Jsonl | Format::Html, true) => Proofs::Certified,
            },
        }
    }

    /// Letters and language of the text output.
    pub fn style(&self) -> TextStyle {
        TextStyle {
            letters: self.letters,
            language: self.language,
        }
    }

    /// Letters and language of evidence: in the machine-readable formats they do not depend on the reader.
    pub fn evidence_style(&self) -> TextStyle {
        match self.format {
            Format::Text => self.style(),
            Format::Json | Format::Jsonl | Format::Html => TextStyle::ENGLISH,
        }
    }

    /// Everything that can change a result, written out as on the command line. The number of threads and the size of
    /// the table cannot.
    pub fn options_digest(&self) -> String {
        let time =
            |name: &str, time: Option<Duration>| time.map(|time| format!("--{name} {time:?}"));
        let count = |name: &str, count: Option<u64>| count.map(|count| format!("--{name} {count}"));
        let options = [
            time("time", self.limits.time),
            count("nodes", self.limits.nodes),
            time("retro-time", self.retro_time),
            count("retro-nodes", self.retro_nodes),
            count("max-solutions", self.max_solutions),
        ];
        options.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Standard output.
    #[allow(
        clippy::unused_self,
        reason = "an output is asked of the run it belongs to"
    )]
    pub fn stdout(&self) -> Stdout {
        output::stdout()
    }

    /// Standard error.
    pub fn stderr(&self) -> AutoStream<io::Stderr> {
        output::stderr(self.color)
    }
}

/// Whether witness games are printed, from the flag `--pgn`.
pub fn games(pgn: bool) -> Games {
    if pgn { Games::Print } else { Games::Omit }
}
