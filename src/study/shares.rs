//! How the time and the nodes for a twin are divided between its histories and what follows.

use std::time::{Duration, Instant};

use crate::budget::{Limit, Limits};
use crate::problem::{Convention, Histories, Stipulation, Strictness, Twin};

use super::options::{HistoryLimits, Options};

/// Nodes for the histories of a diagram that can be in one world only, or that is said to follow an
/// illegal move: nothing in its play hangs on them, so that a quick analysis, which finds plainly illegal
/// diagrams, is enough to solve it.
const FIRST_LOOK: u64 = 300;

/// The limits of one twin, its clock started.
#[derive(Debug)]
pub(super) struct Shares {
    began: Instant,
    /// For all. Its request to stop makes itself when the time is up.
    whole: Limits,
    /// For the histories of the diagram.
    histories: Limits,
    /// For the histories of other positions.
    others: Limits,
    /// Whether that is only a quick look, though more was allowed.
    looks: bool,
    /// Whether they may have more time where something hangs on them.
    grows: bool,
    /// Nodes for what follows.
    play: Option<u64>,
}

impl Shares {
    /// Everything for the histories.
    pub(super) fn of_histories(options: &Options) -> Shares {
        Shares::new(options, 1)
    }

    /// A part for the histories of `twin`, the rest for what follows.
    pub(super) fn of_play(options: &Options, twin: &Twin) -> Shares {
        if twin.stipulation == Stipulation::Histories {
            return Shares::of_histories(options);
        }
        let mut shares = Shares::new(options, 2);
        let given = matches!(twin.histories, Histories::Given(_));
        let looks = twin.diagram.candidates().len() == 1 || is_retracted(twin);
        let used = match options.histories.nodes {
            _ if given => Some(0),
            None if looks && matches!(twin.stipulation, Stipulation::Goal(_)) => {
                let allowed = shares.histories.nodes;
                let look = allowed.map_or(FIRST_LOOK, |n| n.min(FIRST_LOOK));
                shares.looks = allowed != Some(look);
                shares.grows = false;
                shares.histories.nodes = Some(look);
                Some(look)
            }
            _ => shares.histories.nodes,
        };
        shares.play = options
            .limits
            .nodes
            .map(|all| all.saturating_sub(used.unwrap_or(0)));
        shares
    }

    /// Where nobody has said what the histories get of the whole, it is one of so many equal `parts`.
    fn new(options: &Options, parts: u32) -> Shares {
        let began = Instant::now();
        let (own, all) = (options.histories, &options.limits);
        let stop = match all.time.and_then(|time| began.checked_add(time)) {
            Some(end) => all.stop.part_until(end),
            None => all.stop.part(),
        };
        let histories = Limits {
            nodes: match (own.nodes, all.nodes) {
                (Some(own), Some(all)) => Some(own.min(all)),
                // A share of time was asked for and nothing else.
                (own, all) => own.or(all.map(|all| all / u64::from(parts))),
            },
            time: match (own.time, all.time) {
                (Some(own), Some(all)) => Some(own.min(all)),
                (Some(own), None) => Some(own),
                (None, Some(all)) => Some(all / parts),
                (None, None) if own.nodes.or(all.nodes).is_some() => None,
                (None, None) => Some(HistoryLimits::UNASKED),
            },
            stop: stop.clone(),
        };
        Shares {
            began,
            whole: Limits {
                nodes: all.nodes,
                time: all.time,
                stop,
            },
            others: histories.clone(),
            histories,
            looks: false,
            grows: own.nodes.is_none() && own.time.is_none() && all.nodes.is_none(),
            play: all.nodes,
        }
    }

    /// What the histories of the diagram may cost.
    pub(super) fn histories(&self) -> &Limits {
        &self.histories
    }

    /// The time the histories of the diagram may have besides, when what followed took `follows` and hangs on them: all that is left
    /// but for asking that again. None where they were limited by themselves, or by nodes.
    pub(super) fn more_for_histories(&self, follows: Duration) -> Option<Duration> {
        if !self.grows {
            return None;
        }
        let left = match self.whole.time {
            Some(_) => self.time_left()?,
            None => HistoryLimits::UNASKED * 2,
        };
        left.checked_sub(follows * 2).filter(|time| !time.is_zero())
    }

    /// What it means that the histories of the diagram hit `limit`.
    pub(super) fn meaning(&self, limit: Limit) -> Limit {
        if limit == Limit::Nodes && self.looks {
            Limit::NotExhaustive
        } else {
            limit
        }
    }

    /// What the histories of each other position may cost, those before an illegal move or with a man less.
    pub(super) fn retro(&self) -> Limits {
        self.others.within(self.time_left())
    }

    /// What is left for what follows the histories.
    pub(super) fn play(&self) -> Limits {
        Limits {
            nodes: self.play,
            time: self.time_left(),
            stop: self.whole.stop.clone(),
        }
    }

    /// The time left; `None`: no limit.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.whole
            .time
            .map(|time| time.saturating_sub(self.began.elapsed()))
    }

    /// The time left of the share of the histories; `None`: no limit.
    pub(super) fn history_time_left(&self) -> Option<Duration> {
        self.histories
            .time
            .map(|time| time.saturating_sub(self.began.elapsed()))
    }
}

/// Whether play begins with the position before the diagram, whatever the diagram's own histories.
fn is_retracted(twin: &Twin) -> bool {
    twin.convention == Convention::IllegalMove && twin.options.strict == Strictness::Plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    fn shares(
        stipulation: &str,
        change: impl Fn(&mut Options),
    ) -> (Option<u64>, Option<Duration>, Option<u64>) {
        let file = format!("fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: {stipulation}\n");
        let parsed = parse(&file);
        let twin = &parsed.problems().next().unwrap().twins[0];
        let mut options = Options::default();
        change(&mut options);
        let shares = Shares::of_play(&options, twin);
        (shares.histories.nodes, shares.histories.time, shares.play)
    }

    #[test]
    fn the_histories_get_what_was_asked_for_or_half_or_all_or_twenty_seconds() {
        let second = Duration::from_secs(1);
        assert_eq!(shares("#2", |_| ()), (None, Some(20 * second), None));
        let time = |options: &mut Options| options.limits.time = Some(60 * second);
        assert_eq!(shares("#2", time), (None, Some(30 * second), None));
        assert_eq!(shares("histories", time), (None, Some(60 * second), None));
        let nodes = |options: &mut Options| options.limits.nodes = Some(1000);
        assert_eq!(shares("#2", nodes), (Some(500), None, Some(500)));
        assert_eq!(shares("histories", nodes).0, Some(1000));
        let own = |options: &mut Options| {
            options.limits.time = Some(60 * second);
            options.histories.time = Some(90 * second);
            options.histories.nodes = Some(7);
        };
        assert_eq!(shares("#2", own), (Some(7), Some(60 * second), None));
        let own = |options: &mut Options| options.histories.nodes = Some(7);
        assert_eq!(shares("#2", own), (Some(7), None, None));
    }

    #[test]
    fn histories_that_matter_get_what_is_left_unless_they_were_limited() {
        let more = |change: fn(&mut Options), follows: u64| {
            let parsed = parse("fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #1\n");
            let mut options = Options::default();
            change(&mut options);
            let shares = Shares::of_play(&options, &parsed.problems().next().unwrap().twins[0]);
            shares.more_for_histories(Duration::from_secs(follows))
        };
        let second = Duration::from_secs(1);
        assert_eq!(more(|_| (), 3), Some(34 * second));
        assert_eq!(more(|_| (), 20), None);
        let hour = |options: &mut Options| options.limits.time = Some(Duration::from_hours(1));
        let left = more(hour, 60).unwrap();
        assert!(left <= 3480 * second && left > 3000 * second, "{left:?}");
        assert_eq!(more(hour, 1800), None);
        assert_eq!(more(|o| o.limits.nodes = Some(1000), 0), None);
        assert_eq!(more(|o| o.histories.nodes = Some(1000), 0), None);
        assert_eq!(
            more(|o| o.histories.time = Some(Duration::from_secs(1)), 0),
            None
        );
    }

    #[test]
    fn where_there_is_one_world_a_look_is_enough_unless_more_is_asked_for() {
        let one = |change: fn(&mut Options)| {
            let parsed = parse("fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n");
            let mut options = Options::default();
            change(&mut options);
            let shares = Shares::of_play(&options, &parsed.problems().next().unwrap().twins[0]);
            (shares.histories.nodes, shares.play)
        };
        assert_eq!(one(|_| ()), (Some(FIRST_LOOK), None));
        assert_eq!(
            one(|o| o.limits.nodes = Some(1000)),
            (Some(FIRST_LOOK), Some(1000 - FIRST_LOOK))
        );
        assert_eq!(one(|o| o.histories.nodes = Some(5000)), (Some(5000), None));
    }
}
