//! The variations of a retractor against a defender: `-1...Kd5xRe4 -2.Be7-f6 & 1.Qa8#`. Black's moves that have the same answer stand
//! together, the most frequent answer last.

use crate::notation::MoveStyle;
use crate::problem::Retractor;
use crate::report::text::words::joined;
use crate::retro::Unmove;
use crate::say;
use crate::solve::retractor::{Attack, Completed, Listed, Reply, Then};

use super::{TextStyle, forward_text};

/// Most moves of Black's that are named for one answer.
const MOST_NAMED: usize = 6;

/// Most lines that are written.
const MOST_LINES: usize = 100;

/// How lines are written.
struct Writer {
    asked: Retractor,
    style: TextStyle,
}

/// The lines behind the first move, indented by their depth, and whether these are all.
pub(super) fn variations(
    attack: &Attack,
    asked: Retractor,
    style: TextStyle,
) -> (Vec<String>, Listed) {
    let mut lines = all_lines(attack, asked, style);
    let more = lines.len().saturating_sub(MOST_LINES);
    if more == 0 {
        return (lines, attack.listed());
    }
    lines.truncate(MOST_LINES);
    lines.push(say!(style.language, LinesNotPrinted, more));
    (lines, Listed::Part)
}

fn all_lines(attack: &Attack, asked: Retractor, style: TextStyle) -> Vec<String> {
    let writer = Writer { asked, style };
    match attack.ways.as_slice() {
        [
            Completed {
                then: Then::Replies(replies, listed),
                ..
            },
        ] => writer.replies(replies, *listed, 1),
        [_] => Vec::new(),
        _ => writer.attack(attack, 1),
    }
}

impl Writer {
    fn moves(&self) -> MoveStyle {
        self.style.moves()
    }

    /// White's move number `at`; where Black says what was captured, what goes on alike stands together.
    fn attack(&self, attack: &Attack, at: usize) -> Vec<String> {
        let written = |way: &Completed| (way.back, self.then(&way.then, at));
        let mut groups: Vec<(Vec<Unmove>, Vec<String>)> = Vec::new();
        for (back, then) in attack.ways.iter().map(written) {
            match groups.iter_mut().find(|(_, other)| *other == then) {
                Some((group, _)) => group.push(back),
                None => groups.push((vec![back], then)),
            }
        }
        let is_one = groups.len() == 1;
        let mut lines = Vec::new();
        for (group, then) in groups {
            let name = match group.as_slice() {
                [back, _, ..] if is_one => self.moves().retraction(&Unmove {
                    captured: None,
                    ..*back
                }),
                group => self.names(group),
            };
            lines.extend(behind(&format!("-{at}.{name}"), then));
        }
        lines
    }

    /// What stands behind a move of White's, and the lines under it.
    fn then(&self, then: &Then, at: usize) -> Vec<String> {
        match then {
            Then::Goal(ways) => vec![forward_text(ways, self.asked, self.style)],
            Then::Replies(replies, listed) => {
                let mut lines = vec![String::new()];
                lines.extend(self.replies(replies, *listed, at));
                lines
            }
        }
    }

    fn replies(&self, replies: &[Reply], listed: Listed, at: usize) -> Vec<String> {
        let mut groups: Vec<(Vec<Unmove>, Vec<String>)> = Vec::new();
        for reply in replies {
            let answer = self.attack(&reply.answer, at + 1);
            match groups.iter_mut().find(|(_, other)| *other == answer) {
                Some((group, _)) => group.push(reply.back),
                None => groups.push((vec![reply.back], answer)),
            }
        }
        groups.sort_by_key(|(group, _)| group.len());
        let last = groups.len().saturating_sub(1);
        let mut lines = Vec::new();
        for (place, (group, mut answer)) in groups.into_iter().enumerate() {
            // Where moves are left out nobody knows that their answer is the same.
            let is_rest = place == last && group.len() > MOST_NAMED && listed == Listed::All;
            let name = if is_rest {
                say!(self.style.language, WhateverElse).to_owned()
            } else {
                self.names(&group)
            };
            if let Some(first) = answer.first_mut() {
                first.insert(0, ' ');
            }
            lines.extend(behind(&format!("-{at}...{name}"), answer));
        }
        if listed == Listed::Part {
            let others = say!(self.style.language, OthersNotListed);
            lines.push(format!("-{at}...{others}"));
        }
        lines
    }

    fn names(&self, group: &[Unmove]) -> String {
        let named = group.iter().take(MOST_NAMED);
        let names = joined(named.map(|one| self.moves().retraction(one)), ", ");
        let more = if group.len() > MOST_NAMED {
            ", ..."
        } else {
            ""
        };
        names + more
    }
}

/// `head` before the first line, the others indented.
fn behind(head: &str, lines: Vec<String>) -> impl Iterator<Item = String> {
    let head = head.to_owned();
    (lines.into_iter().enumerate()).map(move |(place, line)| match place {
        0 => format!("{head}{line}"),
        _ => format!("   {line}"),
    })
}
