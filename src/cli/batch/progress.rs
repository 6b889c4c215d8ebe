//! How far a batch is: a bar on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use beruehrt::notation::{Language, Text};
use beruehrt::text;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::context::Context;
use crate::cli::output;
use crate::cli::output::ColorArg;

use super::tally::Rate;

static PROBLEMS: Text = text!(ProblemsWord);
static AHEAD: Text = text!(TimeLeft);

/// Tells people on standard error how far the work is.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    color: ColorArg,
    language: Language,
    start: Instant,
    said: Instant,
    every: Duration,
    total: Option<u64>,
    /// Everything passed, finished now or earlier or of another share.
    seen: u64,
    /// Finished in this run.
    done: u64,
}

impl Progress {
    /// Progress towards `total` problems, if it is known how many there are. Without a `heartbeat` nothing is printed.
    pub fn new(total: Option<u64>, heartbeat: Option<Duration>, context: &Context) -> Progress {
        let (color, language) = (context.color, context.language);
        let bar = (heartbeat.is_some() && io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
            let ahead = AHEAD.in_language(language);
            let template = match total {
                Some(_) => {
                    format!("{{bar:30}} {{pos}}/{{len}} {{msg}} {{per_sec}}, {ahead} {{eta}}")
                }
                None => "{spinner} {pos} {msg} {per_sec}".to_owned(),
            };
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            bar
        });
        let now = Instant::now();
        Progress {
            bar,
            color,
            language,
            start: now,
            said: now,
            every: heartbeat.unwrap_or_default(),
            total,
            seen: 0,
            done: 0,
        }
    }

    /// A problem needs no work in this run.
    pub fn pass(&mut self) {
        self.seen += 1;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }

    /// A problem is finished.
    pub fn finish_one(&mut self) {
        self.seen += 1;
        self.done += 1;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        } else if !self.every.is_zero() && self.said.elapsed() >= self.every {
            self.said = Instant::now();
            self.beat();
        }
    }

    /// The line of progress where there is no terminal.
    fn beat(&self) {
        let elapsed = self.start.elapsed().as_secs_f64();
        let rate = Rate::of(self.done, self.start.elapsed());
        let (problems, ahead) = (
            PROBLEMS.in_language(self.language),
            AHEAD.in_language(self.language),
        );
        let line = match self.total {
            None => format!("{elapsed:.0} s: {} {problems}, {rate}/s", self.seen),
            Some(total) => {
                let left = total.saturating_sub(self.seen);
                let eta = rate
                    .time_for(left)
                    .map_or_else(String::new, |eta| format!(", {ahead} {} s", eta.as_secs()));
                format!(
                    "{elapsed:.0} s: {}/{total} {problems}, {rate}/s{eta}",
                    self.seen
                )
            }
        };
        self.say(&line);
    }

    /// Prints a line above the bar.
    pub fn say(&self, line: &str) {
        let print = || {
            // There is nowhere to report it if this fails.
            let _ = writeln!(output::stderr(self.color), "{line}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the bar.
    pub fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
