//! Writing down what was found: the same search once more, along the moves that reach the goal.

use crate::budget::Limit;
use crate::retro::{RetroPosition, Unmove};
use crate::solve::Feasibility;
use crate::solve::retractor::forward::Reached;
use crate::solve::retractor::{Attack, Completed, Line, Listed, Reply, Search, Then, Way};

use super::{Class, Value};

impl Search<'_> {
    pub(super) fn attack(
        &mut self,
        class: &Class,
        left: u32,
        room: &mut usize,
    ) -> Result<Attack, Limit> {
        let mut ways = Vec::new();
        for (back, before) in class {
            *room = room.saturating_sub(1);
            let has_no_game = class.len() > 1 && self.judged(before) == Feasibility::Impossible;
            let then = match self.goal(before)? {
                _ if has_no_game => continue,
                Reached::Yes(ways) => Then::Goal(ways),
                // What may be the goal is not given up for play that leads nowhere.
                Reached::Open(ways) if self.later(before, left)? == Value::No => Then::Goal(ways),
                Reached::No if left == 1 => continue,
                _ => {
                    let (replies, listed) = self.replies(before, left - 1, room)?;
                    Then::Replies(replies, listed)
                }
            };
            ways.push(Completed {
                back: *back,
                before: before.clone(),
                then,
            });
        }
        Ok(Attack { ways })
    }

    fn replies(
        &mut self,
        at: &RetroPosition,
        left: u32,
        room: &mut usize,
    ) -> Result<(Vec<Reply>, Listed), Limit> {
        let mut replies = Vec::new();
        let mut listed = Listed::All;
        self.defended.path.push(at.clone());
        for class in self.defended.classes(at, left) {
            if *room == 0 {
                listed = Listed::Part;
                break;
            }
            *room = room.saturating_sub(class.len());
            let Some((back, before)) = self.said(&class, left)? else {
                continue;
            };
            self.defended.path.push(before.clone());
            let answer = self.best_answer(&before, left, room)?;
            self.defended.path.pop();
            replies.extend(answer.map(|answer| Reply {
                back,
                before,
                answer,
            }));
        }
        self.defended.path.pop();
        Ok((replies, listed))
    }

    /// What White says was captured by a move of Black's; where nothing surely reaches the goal, what may.
    fn said(&mut self, class: &Class, left: u32) -> Result<Option<(Unmove, RetroPosition)>, Limit> {
        for wanted in [Value::Yes, Value::Open] {
            for one in class {
                if self.answer(&one.1, left)? == wanted {
                    return Ok(Some(one.clone()));
                }
            }
        }
        Ok(None)
    }

    /// The first move of White's that reaches the goal; if none surely does, one that may.
    fn best_answer(
        &mut self,
        at: &RetroPosition,
        left: u32,
        room: &mut usize,
    ) -> Result<Option<Attack>, Limit> {
        match self.best(at, left)? {
            Some((_, class, moves)) => self.attack(&class, moves, room).map(Some),
            None => Ok(None),
        }
    }
}

/// The longest line of a solution; of equally long ones that with the rarest answer.
pub(super) fn main_line(attack: &Attack) -> Option<Line> {
    let mut back = Vec::new();
    let (before, forward) = longest(attack, &mut back)?;
    Some(Line {
        back,
        before,
        forward,
    })
}

fn longest(attack: &Attack, back: &mut Vec<Unmove>) -> Option<(RetroPosition, Vec<Way>)> {
    let completed = attack.ways.iter().max_by_key(|one| one.depth())?;
    back.push(completed.back);
    match &completed.then {
        Then::Goal(ways) => Some((completed.before.clone(), ways.clone())),
        Then::Replies(replies, _) => {
            let same = |reply: &Reply| {
                let first = |reply: &Reply| reply.answer.ways.first().map(|one| one.back);
                let alike = replies.iter().filter(|other| first(other) == first(reply));
                alike.count()
            };
            let reply = (replies.iter().enumerate())
                .max_by_key(|(place, reply)| {
                    let rare = std::cmp::Reverse(same(reply));
                    (reply.answer.depth(), rare, std::cmp::Reverse(*place))
                })
                .map(|(_, reply)| reply);
            let Some(reply) = reply else {
                // There was no room for the variations.
                return Some((completed.before.clone(), Vec::new()));
            };
            back.push(reply.back);
            longest(&reply.answer, back)
        }
    }
}
