//! A solution against a defender, with its variations.

use crate::retro::{RetroPosition, Unmove};

use super::{Line, Way};

/// A move that White takes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attack {
    /// However it is completed: one way, or one for each man that Black may say was captured.
    pub ways: Vec<Completed>,
}

/// A move that White has taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completed {
    /// The move, with what it captured.
    pub back: Unmove,
    /// The position before it.
    pub before: RetroPosition,
    /// How it goes on.
    pub then: Then,
}

/// What follows a move that White has taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// The goal is reached in these ways.
    Goal(Vec<Way>),
    /// Black takes back one of these.
    Replies(Vec<Reply>, Listed),
}

/// Whether everything is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Listed {
    /// It is.
    All,
    /// What is left out was searched as well, but there is very much of it.
    Part,
}

/// A move that Black takes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The move, with what it captured.
    pub back: Unmove,
    /// The position before it.
    pub before: RetroPosition,
    /// What White takes back next.
    pub answer: Attack,
}

impl Completed {
    /// How many moves White takes back from here on, at most.
    pub fn depth(&self) -> usize {
        match &self.then {
            Then::Goal(_) => 1,
            Then::Replies(replies, _) => {
                let deepest = replies.iter().map(|reply| reply.answer.depth()).max();
                1 + deepest.unwrap_or(0)
            }
        }
    }
}

impl Attack {
    /// How many moves White takes back, at most.
    pub fn depth(&self) -> usize {
        self.ways.iter().map(Completed::depth).max().unwrap_or(0)
    }

    /// Whether every variation is listed.
    pub fn listed(&self) -> Listed {
        let is_whole = |way: &Completed| match &way.then {
            Then::Goal(_) => true,
            Then::Replies(_, Listed::Part) => false,
            Then::Replies(replies, Listed::All) => {
                (replies.iter()).all(|reply| reply.answer.listed() == Listed::All)
            }
        };
        if self.ways.iter().all(is_whole) {
            Listed::All
        } else {
            Listed::Part
        }
    }

    /// Every line.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        self.gather(&mut Vec::new(), &mut lines);
        lines
    }

    fn gather(&self, back: &mut Vec<Unmove>, lines: &mut Vec<Line>) {
        for way in &self.ways {
            back.push(way.back);
            match &way.then {
                Then::Goal(forward) => lines.push(Line {
                    back: back.clone(),
                    before: way.before.clone(),
                    forward: forward.clone(),
                }),
                Then::Replies(replies, _) => {
                    for reply in replies {
                        back.push(reply.back);
                        reply.answer.gather(back, lines);
                        back.pop();
                    }
                }
            }
            back.pop();
        }
    }
}
