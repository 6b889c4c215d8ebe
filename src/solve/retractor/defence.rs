//! One side wants the goal, the other takes back whatever hinders it.

use rustc_hash::FxHashMap;

use crate::budget::Limit;
use crate::problem::{ForwardDefence, Uncaptures};
use crate::retro::{RetroPosition, Unmove};
use crate::solve::Feasibility;

use super::forward::Reached;
use super::{Line, MOST_LINES, Retracted, Search, Standing};

/// Most positions whose value is remembered.
const REMEMBERED: usize = 300_000;

/// So many moves that decided last are tried first.
const DECISIVE: usize = 12;

/// Whether the attacker reaches the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    /// He does; the position has a game.
    Yes,
    /// He does not, or the position has no game.
    No,
    /// It hangs on undecided positions.
    Open,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
}

/// One move with all that it can have captured, if that is said by the other side.
type Group = Vec<(Unmove, RetroPosition)>;

/// The search of a defensive retractor.
struct Defence<'s, 'a, 'b> {
    search: &'s mut Search<'a, 'b>,
    uncaptures: Uncaptures,
    forward: ForwardDefence,
    /// What the attacker reaches with so many moves to take back, and what that hangs on.
    known: FxHashMap<(RetroPosition, u32), (Value, Option<RetroPosition>)>,
    /// The moves that decided last, for the attacker and the defender: tried first.
    decisive: [Vec<Unmove>; 2],
}

/// The keys with their lines, and whether the search was complete.
pub(super) fn keys(
    search: &mut Search<'_, '_>,
    start: &RetroPosition,
    uncaptures: Uncaptures,
    forward: ForwardDefence,
) -> (Vec<Retracted>, Result<(), Limit>) {
    let moves = search.asked.moves();
    let mut defence = Defence {
        search,
        uncaptures,
        forward,
        known: FxHashMap::default(),
        decisive: [Vec::new(), Vec::new()],
    };
    let mut keys = Vec::new();
    let mut searched = Ok(());
    // A goal that is reached sooner is found sooner, whatever the limit.
    for depth in 1..=moves {
        searched = defence.first_moves(start, depth, &mut keys);
        if searched.is_err() {
            break;
        }
    }
    (keys, searched)
}

impl Defence<'_, '_, '_> {
    /// Adds the first moves that reach the goal within `depth` and are no keys yet. What hangs on undecided positions is added at
    /// the last depth.
    fn first_moves(
        &mut self,
        start: &RetroPosition,
        depth: u32,
        keys: &mut Vec<Retracted>,
    ) -> Result<(), Limit> {
        let is_last = depth == self.search.asked.moves();
        for group in self.groups(start, Side::Attacker) {
            let is_known = |key: &Retracted| group.iter().any(|(unmove, _)| *unmove == key.first);
            if keys.iter().any(is_known) {
                continue;
            }
            let mark = self.search.open.len();
            let value = self.attackers_group(&group, depth)?;
            if value != Value::Open || !is_last {
                self.search.open.truncate(mark);
            }
            let standing = match value {
                Value::Yes => Standing::Proved,
                Value::Open if is_last => Standing::Conditional,
                Value::Open | Value::No => continue,
            };
            let mut lines = Vec::new();
            for (unmove, before) in &group {
                self.lines(before, depth, &mut vec![*unmove], &mut lines)?;
            }
            let first = lines.first().map_or(group[0].0, |line: &Line| line.back[0]);
            keys.push(Retracted {
                first,
                lines,
                standing,
            });
        }
        Ok(())
    }

    /// The attacker is to take back a move.
    fn attack(&mut self, position: &RetroPosition, depth: u32) -> Result<Value, Limit> {
        let key = (position.clone(), depth);
        if let Some((value, hangs)) = self.known.get(&key).cloned() {
            if let Some(hangs) = hangs {
                self.search.hangs_on(&hangs);
            }
            return Ok(value);
        }
        let mark = self.search.open.len();
        let mut value = Value::No;
        for group in self.groups(position, Side::Attacker) {
            match self.attackers_group(&group, depth)? {
                Value::No => {}
                Value::Open => value = Value::Open,
                Value::Yes => {
                    self.decides(Side::Attacker, group[0].0);
                    value = Value::Yes;
                    break;
                }
            }
        }
        if value != Value::Open {
            self.search.open.truncate(mark);
        }
        if self.known.len() < REMEMBERED {
            let hangs = (value == Value::Open).then(|| self.search.open.last().cloned());
            self.known.insert(key, (value, hangs.flatten()));
        }
        Ok(value)
    }

    /// The attacker took back this move; where the defender says what it captured, every answer must do.
    fn attackers_group(&mut self, group: &Group, depth: u32) -> Result<Value, Limit> {
        if let [(_, before)] = group.as_slice() {
            return self.after_attacker(before, depth);
        }
        let mark = self.search.open.len();
        let mut all = None;
        for (_, before) in group {
            let value = self.after_attacker(before, depth)?;
            match self.counting(before, value) {
                None => {}
                Some(Value::No) => {
                    self.search.open.truncate(mark);
                    return Ok(Value::No);
                }
                Some(value) => all = Some(weaker(all, value)),
            }
        }
        Ok(all.unwrap_or(Value::No))
    }

    fn after_attacker(&mut self, before: &RetroPosition, depth: u32) -> Result<Value, Limit> {
        let mut own = Value::No;
        match self.reached(before)? {
            Reached::Yes(_) => return Ok(Value::Yes),
            Reached::Open(_) => {
                self.search.hangs_on(before);
                own = Value::Open;
            }
            Reached::No => {}
        }
        if depth > 1 {
            let further = self.defend(before, depth - 1)?;
            if further != Value::No {
                return Ok(further);
            }
        }
        Ok(own)
    }

    /// The defender is to take back a move. If he has no legal one, the position has no game.
    fn defend(&mut self, position: &RetroPosition, depth: u32) -> Result<Value, Limit> {
        let mark = self.search.open.len();
        let mut all = None;
        for group in self.groups(position, Side::Defender) {
            match self.defenders_group(&group, depth)? {
                None => {}
                Some(Value::No) => {
                    self.decides(Side::Defender, group[0].0);
                    self.search.open.truncate(mark);
                    return Ok(Value::No);
                }
                Some(value) => all = Some(weaker(all, value)),
            }
        }
        Ok(all.unwrap_or(Value::No))
    }

    /// The defender took back this move; where the attacker says what it captured, one answer is enough. `None` if the move
    /// is impossible.
    fn defenders_group(&mut self, group: &Group, depth: u32) -> Result<Option<Value>, Limit> {
        let mark = self.search.open.len();
        let mut any = None;
        for (_, before) in group {
            if self.is_refuted(before) {
                continue;
            }
            let value = self.after_defender(before, depth)?;
            match self.counting(before, value) {
                None => {}
                Some(Value::Yes) => {
                    self.search.open.truncate(mark);
                    return Ok(Some(Value::Yes));
                }
                Some(Value::Open) => any = Some(Value::Open),
                Some(Value::No) => any = any.or(Some(Value::No)),
            }
        }
        Ok(any)
    }

    fn after_defender(&mut self, before: &RetroPosition, depth: u32) -> Result<Value, Limit> {
        let mut most = Value::Yes;
        if self.forward == ForwardDefence::Allowed {
            match self.reached(before)? {
                Reached::Yes(_) => return Ok(Value::No),
                Reached::Open(_) => most = Value::Open,
                Reached::No => {}
            }
        }
        let value = self.attack(before, depth)?;
        if value == Value::Yes && most == Value::Open {
            self.search.hangs_on(before);
            return Ok(Value::Open);
        }
        Ok(value)
    }

    /// What `value` is worth in a choice of the other side: nothing if the position has no game.
    fn counting(&mut self, before: &RetroPosition, value: Value) -> Option<Value> {
        if value == Value::Yes {
            return Some(Value::Yes);
        }
        match self.legality(before) {
            Feasibility::Impossible => None,
            Feasibility::Possible => Some(value),
            Feasibility::Undecided => {
                self.search.hangs_on(before);
                Some(Value::Open)
            }
        }
    }

    fn legality(&mut self, before: &RetroPosition) -> Feasibility {
        let Search {
            legality, budget, ..
        } = &mut *self.search;
        legality.of(before, budget)
    }

    /// Whether the position is known to have no game; asked before all its continuations are searched.
    fn is_refuted(&mut self, before: &RetroPosition) -> bool {
        self.legality(before) == Feasibility::Impossible
    }

    fn reached(&mut self, before: &RetroPosition) -> Result<Reached, Limit> {
        let Search {
            forward,
            legality,
            budget,
            ..
        } = &mut *self.search;
        forward.reached(before, legality, budget)
    }

    /// The moves `side` can take back, those that decided before first.
    fn groups(&self, position: &RetroPosition, side: Side) -> Vec<Group> {
        let splits = match side {
            Side::Attacker => self.uncaptures != Uncaptures::Opponent,
            Side::Defender => {
                matches!(self.uncaptures, Uncaptures::Retracting | Uncaptures::Nobody)
            }
        };
        let mut groups: Vec<Group> = Vec::new();
        for (unmove, before) in position.unmoves() {
            if self.uncaptures == Uncaptures::Nobody && unmove.captured.is_some() {
                continue;
            }
            let like = |group: &&mut Group| {
                let other = group[0].0;
                (other.role, other.from, other.to) == (unmove.role, unmove.from, unmove.to)
            };
            match groups.iter_mut().find(like).filter(|_| !splits) {
                Some(group) => group.push((unmove, before)),
                None => groups.push(vec![(unmove, before)]),
            }
        }
        let decisive = &self.decisive[side as usize];
        let place = |group: &Group| {
            let recent = decisive.iter().rev().position(|known| *known == group[0].0);
            recent.unwrap_or(usize::MAX)
        };
        groups.sort_by_key(place);
        groups
    }

    fn decides(&mut self, side: Side, unmove: Unmove) {
        let decisive = &mut self.decisive[side as usize];
        decisive.retain(|known| *known != unmove);
        decisive.push(unmove);
        if decisive.len() > DECISIVE {
            decisive.remove(0);
        }
    }

    /// The lines after a move of the attacker that reaches the goal: against each defence the shortest way.
    fn lines(
        &mut self,
        before: &RetroPosition,
        depth: u32,
        back: &mut Vec<Unmove>,
        lines: &mut Vec<Line>,
    ) -> Result<(), Limit> {
        if lines.len() >= MOST_LINES {
            return Ok(());
        }
        if let Reached::Yes(forward) | Reached::Open(forward) = self.reached(before)? {
            lines.push(Line {
                back: back.clone(),
                before: before.clone(),
                forward,
            });
            return Ok(());
        }
        if depth <= 1 {
            return Ok(());
        }
        for group in self.groups(before, Side::Defender) {
            for (unmove, defended) in &group {
                if self.is_refuted(defended) {
                    continue;
                }
                back.push(*unmove);
                let answered = self.answer(defended, depth - 1, back, lines)?;
                back.pop();
                if answered && group.len() > 1 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The lines of the attacker's shortest answer; whether there is one.
    fn answer(
        &mut self,
        position: &RetroPosition,
        most: u32,
        back: &mut Vec<Unmove>,
        lines: &mut Vec<Line>,
    ) -> Result<bool, Limit> {
        for wanted in [Value::Yes, Value::Open] {
            for depth in 1..=most {
                for group in self.groups(position, Side::Attacker) {
                    if self.attackers_group(&group, depth)? != wanted {
                        continue;
                    }
                    for (unmove, before) in &group {
                        back.push(*unmove);
                        self.lines(before, depth, back, lines)?;
                        back.pop();
                    }
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// What two that must both hold come to.
fn weaker(all: Option<Value>, value: Value) -> Value {
    match (all, value) {
        (None | Some(Value::Yes), value) => value,
        (Some(Value::Open), Value::Yes) => Value::Open,
        (Some(worse), _) => worse,
    }
}
