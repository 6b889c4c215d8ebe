//! How far a search is: a bar with the best so far on a terminal, a line for every find elsewhere, and at the end
//! what became of the draws.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;

use beruehrt::compose::{Composed, Draw, End, Find, Mechanism, Wish};
use beruehrt::notation::{Language, Text};
use beruehrt::text;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::context::Context;
use crate::cli::output::{self, ColorArg};

/// Tells people on standard error how a search goes.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    color: ColorArg,
    language: Language,
    quiet: bool,
    /// The best so far: a find, else the draw that came nearest.
    best: Mutex<Best>,
}

#[derive(Debug, Default)]
struct Best {
    end: Option<End>,
    find: Option<Find>,
}

impl Progress {
    /// The progress of a search for `wish`.
    pub fn new(wish: &Wish, context: &Context) -> Progress {
        let bar = (!context.quiet && io::stderr().is_terminal()).then(|| {
            let target = ProgressDrawTarget::stderr();
            let bar = ProgressBar::with_draw_target(Some(wish.draws), target);
            // The rest of 60 columns must hold how far the best draw came.
            let template = "{bar:10} {pos}/{len} {elapsed} {wide_msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        });
        Progress {
            bar,
            color: context.color,
            language: context.language,
            quiet: context.quiet,
            best: Mutex::default(),
        }
    }

    /// A draw is finished; called from all threads.
    pub fn finished(&self, draw: &Draw) {
        let Ok(mut best) = self.best.lock() else {
            return;
        };
        if let Some(find) = &draw.find {
            let better =
                (best.find.as_ref()).is_none_or(|known| find.merit.rank() < known.merit.rank());
            self.say(&found(find));
            if better {
                best.find = Some(find.clone());
            }
        }
        if best.end.is_none_or(|known| draw.end > known) {
            best.end = Some(draw.end);
        }
        if let Some(bar) = &self.bar {
            bar.inc(1);
            let message = match (&best.find, best.end) {
                (Some(find), _) => best_find(find),
                (None, Some(end)) => nearest(end),
                (None, None) => Text::same(""),
            };
            bar.set_message(message.in_language(self.language).into_owned());
        }
    }

    /// Removes the bar and says what became of the draws; where nothing was found, why.
    pub fn close(&self, wish: &Wish, composed: &Composed) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let tally = &composed.tally;
        let (draws, finds) = (tally.draws(), composed.finds.len());
        let (repeated, known) = (composed.repeated, composed.known);
        self.say(&text!(DrawsAndFinds, draws, finds, repeated, known));
        if finds > 0 {
            return;
        }
        for end in End::ALL {
            let count = tally.of(end);
            if count > 0 && end != End::Found {
                self.say(&text!(CountOfEnd, count, reason = reason(end)));
            }
        }
        if let Some(advice) = advice(wish) {
            self.say(&advice);
        }
    }

    fn say(&self, text: &Text) {
        if self.quiet {
            return;
        }
        let line = text.in_language(self.language);
        let print = || {
            // There is nowhere to report it if this fails.
            let _ = writeln!(output::stderr(self.color), "{line}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

fn fen(find: &Find) -> String {
    find.problem.twins[0].diagram.fen()
}

fn found(find: &Find) -> Text {
    let (draw, fen, worth) = (find.draw, fen(find), worth(find));
    text!(FoundByDraw, draw, worth, fen)
}

/// What a find is worth, in a few words.
fn worth(find: &Find) -> Text {
    let (white, black) = find.problem.men.unwrap_or_default();
    let duals = match find.merit.duals {
        0 => text!(NoDual),
        duals => text!(DualsCounted, duals),
    };
    if find.merit.needs_touch_law {
        text!(WorthTouchLaw, white, black, duals)
    } else {
        text!(Worth, white, black, duals)
    }
}

/// The best find, beside the bar.
fn best_find(find: &Find) -> Text {
    text!(BestFind, worth = worth(find))
}

/// How near the nearest draw came, in a few words beside the bar.
fn nearest(end: End) -> Text {
    let end = match end {
        End::Misfit => text!(NearPlacement),
        End::NoKey => text!(NearNoKey),
        End::Cooked => text!(NearCooked),
        End::NotShown => text!(NearMechanism),
        End::OtherHistories => text!(NearHistories),
        End::NotVerified => text!(NearNotVerified),
        _ => text!(NearNothing),
    };
    text!(NearestDraw, end)
}

/// What a draw that came to this end lacks.
fn reason(end: End) -> Text {
    match end {
        End::Misfit => text!(EndPlacement),
        End::NoKey => text!(EndNoKey),
        End::Cooked => text!(EndCooked),
        End::NotShown => text!(EndNotShown),
        End::OtherHistories => text!(EndHistories),
        End::NotVerified => text!(EndNotVerified),
        End::Stopped => text!(EndStopped),
        _ => text!(EndFound),
    }
}

/// What may help where nothing was found.
fn advice(wish: &Wish) -> Option<Text> {
    (wish.mechanism == Mechanism::KingOwes && wish.moves < 3 && wish.matrix.is_none())
        .then(|| text!(AdviceMatesInTwo))
}
