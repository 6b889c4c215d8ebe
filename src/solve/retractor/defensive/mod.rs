//! White takes back moves against Black, who defends (SEMANTICS.md, section 9).
//!
//! An AND/OR search over retractions. It asks as little as it can of the retro-analysis: where White reaches the goal, the position the
//! play begins in was judged, and so all between it and the diagram have a game; so only positions that would refute something have to
//! be judged besides.

mod defended;
mod variations;

use shakmaty::Color;

use crate::budget::Limit;
use crate::problem::ForwardDefence;
use crate::retro::{RetroPosition, Unmove, rules};
use crate::solve::Feasibility;

use super::forward::Reached;
use super::{MOST_LINES, Retracted, Search, Standing};
use variations::main_line;

pub(super) use defended::Defended;

/// Most positions in the variations of one solution.
const MOST_VARIATIONS: usize = 5_000;

/// Whether White reaches the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Yes,
    /// It hangs on positions that could not be decided.
    Open,
    No,
}

/// What a given line comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// All moves of White's in it reach the goal.
    Holds,
    /// It hangs on positions that could not be decided.
    Open,
    /// The one at this place, from 0, does not, or nobody can take it back.
    Fails(usize),
}

/// What a move of Black's that is taken back comes to.
enum Answered {
    /// White reaches the goal or not, in a position that has a game or may have one.
    With(Value),
    /// Nothing: no position before it has a game.
    Illegal,
}

/// What replies of Black's came to that do not refute.
#[derive(Default)]
struct Replies {
    /// Some hang on positions that could not be decided.
    open: bool,
    /// White reaches the goal after some.
    answered: bool,
}

/// When a move of Black's is looked at.
enum Turn {
    Now,
    /// After those looked at now.
    Soon,
    /// After all others.
    Late,
}

/// A retraction with the position before it, or all those among which the other side chooses.
type Class = Vec<(Unmove, RetroPosition)>;
impl Search<'_> {
    /// Whether each of White's moves among `back` reaches the goal, in the time that is left and whatever Black does; where one does not, its place.
    pub(super) fn follow(
        &mut self,
        start: &RetroPosition,
        back: &[Unmove],
    ) -> Result<Followed, Limit> {
        let mut left = self.asked.moves();
        let mut at = start.clone();
        self.defended.begin(start);
        let mut worst = Followed::Holds;
        for (place, unmove) in back.iter().enumerate() {
            let classes = self.defended.classes(&at, left);
            let same = |class: &&Class| class.iter().any(|(one, _)| one == unmove);
            let Some(class) = classes.iter().find(same).filter(|_| left > 0) else {
                return Ok(Followed::Fails(place));
            };
            if place.is_multiple_of(2) {
                match self.retracted(class, left)? {
                    Value::Yes => {}
                    Value::Open => worst = Followed::Open,
                    Value::No => return Ok(Followed::Fails(place)),
                }
            } else {
                left -= 1;
            }
            let before = class.iter().find(|(one, _)| one == unmove);
            at = before.map_or(at, |(_, before)| before.clone());
            self.defended.path.push(at.clone());
        }
        Ok(worst)
    }

    /// Every first move of White's that solves, and whether the search was complete.
    pub(super) fn against(&mut self, start: &RetroPosition) -> (Vec<Retracted>, Result<(), Limit>) {
        let left = self.asked.moves();
        let mut found = Vec::new();
        self.defended.begin(start);
        let mut searched = Ok(());
        for class in self.defended.classes(start, left) {
            match self.first_move(&class, left) {
                Ok(None) => {}
                Ok(Some(_)) if found.len() >= MOST_LINES => {
                    searched = Err(Limit::NotExhaustive);
                    break;
                }
                Ok(Some(one)) => found.push(one),
                Err(limit) => {
                    searched = Err(limit);
                    break;
                }
            }
        }
        (found, searched)
    }

    fn first_move(&mut self, class: &Class, left: u32) -> Result<Option<Retracted>, Limit> {
        // Where few moves are expected to be enough, more are not looked at.
        let mut moves = left;
        for fewer in 1..left {
            let value = self.expected(|search| search.retracted(class, fewer))?;
            if value == Value::Yes {
                moves = fewer;
                break;
            }
        }
        let mut value = self.retracted(class, moves)?;
        if value != Value::Yes && moves < left {
            moves = left;
            value = self.retracted(class, left)?;
        }
        if value == Value::No {
            return Ok(None);
        }
        let mut room = MOST_VARIATIONS;
        let attack = self.attack(class, moves, &mut room)?;
        Ok(main_line(&attack).map(|line| Retracted {
            line,
            standing: match value {
                Value::Yes => Standing::Proved,
                _ => Standing::Conditional,
            },
            attack: Some(attack),
        }))
    }

    /// Whether White reaches the goal from `at` if he takes back at most `left` moves, the first one now.
    fn white(&mut self, at: &RetroPosition, left: u32) -> Result<Value, Limit> {
        let is_free = self.defended.forgets_path(left);
        let key = (at.clone(), left);
        let remembered = self.defended.remembered(&key, self.expecting);
        if let Some(value) = remembered.filter(|_| is_free) {
            return Ok(value);
        }
        let value = match self.best(at, left)? {
            Some((value, ..)) => value,
            None => Value::No,
        };
        if is_free {
            self.defended.remember(key, value, self.expecting);
        }
        Ok(value)
    }

    /// A move of White's that reaches the goal, with how many moves at most; if none surely does, one that may.
    fn best(
        &mut self,
        at: &RetroPosition,
        left: u32,
    ) -> Result<Option<(Value, Class, u32)>, Limit> {
        let mut may = None;
        let mut classes = self.defended.classes(at, left);
        // Where one move is enough, nothing else is tried.
        let few: &[u32] = if left == 1 { &[1] } else { &[1, left] };
        let is_expected =
            self.expecting || self.expected(|search| search.white(at, left))? == Value::Yes;
        for &moves in few.iter().filter(|_| is_expected) {
            let mut later = Vec::new();
            for class in classes {
                let goes = self.expecting
                    || self.expected(|search| search.retracted(&class, moves))? == Value::Yes;
                if !goes {
                    later.push(class);
                    continue;
                }
                match self.retracted(&class, moves)? {
                    Value::Yes => {
                        self.defended.decides(Color::White, left, class[0].0);
                        return Ok(Some((Value::Yes, class, moves)));
                    }
                    Value::Open if may.is_none() => may = Some((Value::Open, class.clone(), moves)),
                    Value::Open | Value::No => {}
                }
                if moves < left {
                    later.push(class);
                }
            }
            classes = later;
        }
        if self.expecting {
            return Ok(None);
        }
        for class in classes {
            match self.retracted(&class, left)? {
                Value::Yes => {
                    self.defended.decides(Color::White, left, class[0].0);
                    return Ok(Some((Value::Yes, class, left)));
                }
                Value::Open if may.is_none() => may = Some((Value::Open, class, left)),
                Value::Open | Value::No => {}
            }
        }
        Ok(may)
    }

    /// Whether a move of White's reaches the goal, whatever Black says was captured where he says it.
    fn retracted(&mut self, class: &Class, left: u32) -> Result<Value, Limit> {
        if let [(_, before)] = class.as_slice() {
            return self.reaches(before, left);
        }
        let (mut has_game, mut open) = (false, false);
        let order = self.expected_first(class, Value::No, |search, before| {
            search.reaches(before, left)
        })?;
        for before in order {
            if self.has_no_game_at_a_glance(before) {
                continue;
            }
            match self.reaches(before, left)? {
                Value::Yes => has_game = true,
                value => match self.judged(before) {
                    Feasibility::Impossible => {}
                    Feasibility::Possible if value == Value::No => return Ok(Value::No),
                    _ => open = true,
                },
            }
        }
        Ok(match (open, has_game) {
            (true, _) => Value::Open,
            (false, true) => Value::Yes,
            (false, false) => Value::No,
        })
    }

    /// Whether White, who has taken back a move, mates forward or goes on to the goal. What does has a game.
    fn reaches(&mut self, before: &RetroPosition, left: u32) -> Result<Value, Limit> {
        let now = match self.goal(before)? {
            Reached::Yes(_) => {
                // What is only expected shows no game.
                if !self.expecting {
                    self.legality.have_games(&self.defended.path);
                }
                return Ok(Value::Yes);
            }
            Reached::Open(_) => Value::Open,
            Reached::No => Value::No,
        };
        Ok(match self.later(before, left)? {
            Value::No => now,
            value => value,
        })
    }

    /// Whether White, who has taken back a move, reaches the goal by going on.
    fn later(&mut self, before: &RetroPosition, left: u32) -> Result<Value, Limit> {
        if left == 1 {
            return Ok(Value::No);
        }
        self.defended.path.push(before.clone());
        let later = self.whatever_black(before, left - 1);
        self.defended.path.pop();
        later
    }

    /// Whether White reaches the goal whatever Black takes back.
    fn whatever_black(&mut self, at: &RetroPosition, left: u32) -> Result<Value, Limit> {
        let mut replies = Replies::default();
        let (mut soon, mut late) = (Vec::new(), Vec::new());
        for class in self.defended.classes(at, left) {
            match self.turn(&class, left)? {
                Turn::Now if self.refutes(&class, left, &mut replies)? => {
                    return Ok(Value::No);
                }
                Turn::Now => {}
                Turn::Soon => soon.push(class),
                Turn::Late => late.push(class),
            }
        }
        for class in soon.into_iter().chain(late) {
            if self.refutes(&class, left, &mut replies)? {
                return Ok(Value::No);
            }
        }
        Ok(match replies {
            Replies { open: true, .. } => Value::Open,
            Replies { answered: true, .. } => Value::Yes,
            // Black has no move to take back.
            Replies { .. } => Value::No,
        })
    }

    /// When a move of Black's is looked at: what is expected to refute first, and of that what is soon seen to have a game.
    fn turn(&mut self, class: &Class, left: u32) -> Result<Turn, Limit> {
        if self.expecting {
            return Ok(Turn::Now);
        }
        let expected = self.expected(|search| search.answered(class, left))?;
        if !matches!(expected, Answered::With(Value::No)) {
            return Ok(Turn::Late);
        }
        let has_game = |(_, before): &(Unmove, RetroPosition)| {
            self.legality.at_a_glance(before, self.budget) == Feasibility::Possible
        };
        Ok(if class.iter().any(has_game) {
            Turn::Now
        } else {
            Turn::Soon
        })
    }

    /// Whether a move of Black's refutes; what else it comes to is noted.
    fn refutes(&mut self, class: &Class, left: u32, replies: &mut Replies) -> Result<bool, Limit> {
        match self.answered(class, left)? {
            Answered::With(Value::No) => {
                self.defended.decides(Color::Black, left, class[0].0);
                return Ok(true);
            }
            Answered::With(Value::Open) => replies.open = true,
            Answered::With(Value::Yes) => replies.answered = true,
            Answered::Illegal => {}
        }
        Ok(false)
    }

    /// What White makes of a move of Black's, of what he says was captured where he says it.
    fn answered(&mut self, class: &Class, left: u32) -> Result<Answered, Limit> {
        let (mut has_game, mut open) = (false, false);
        let order = self.expected_first(class, Value::Yes, |search, before| {
            search.answer(before, left)
        })?;
        for before in order {
            if self.has_no_game_at_a_glance(before) {
                continue;
            }
            let value = self.answer(before, left)?;
            if value == Value::Yes {
                return Ok(Answered::With(Value::Yes));
            }
            match self.judged(before) {
                Feasibility::Impossible => {}
                Feasibility::Possible if value == Value::No => has_game = true,
                _ => open = true,
            }
        }
        Ok(match (open, has_game) {
            (true, _) => Answered::With(Value::Open),
            (false, true) => Answered::With(Value::No),
            (false, false) => Answered::Illegal,
        })
    }

    /// Whether White reaches the goal from where Black has taken back a move, and Black does not do so first.
    fn answer(&mut self, before: &RetroPosition, left: u32) -> Result<Value, Limit> {
        let mut may_be = Value::Yes;
        let defence = self.asked.defence;
        if defence.is_some_and(|one| one.forward == ForwardDefence::Allowed) {
            match self.goal(before)? {
                Reached::Yes(_) => return Ok(Value::No),
                Reached::Open(_) => may_be = Value::Open,
                Reached::No => {}
            }
        }
        self.defended.path.push(before.clone());
        let value = self.white(before, left);
        self.defended.path.pop();
        Ok(match value? {
            Value::Yes => may_be,
            value => value,
        })
    }

    /// Whether the side on move reaches the goal forward.
    fn goal(&mut self, at: &RetroPosition) -> Result<Reached, Limit> {
        if self.expecting {
            let may = self.forward.may_reach(at, self.budget)? && self.expected_game(at);
            return Ok(if may {
                Reached::Yes(Vec::new())
            } else {
                Reached::No
            });
        }
        let reached = self.forward.reached(at, &mut self.legality, self.budget)?;
        if let Reached::Open(_) = reached {
            self.hangs_on(at);
        }
        Ok(reached)
    }

    /// Whether a position has a game; if so, all between it and the diagram have one.
    fn judged(&mut self, at: &RetroPosition) -> Feasibility {
        if self.expecting {
            return if self.expected_game(at) {
                Feasibility::Possible
            } else {
                Feasibility::Impossible
            };
        }
        let judged = self.legality.has_game(at, self.budget);
        match judged {
            Feasibility::Possible => self.legality.have_games(&self.defended.path),
            Feasibility::Undecided => self.hangs_on(at),
            Feasibility::Impossible => {}
        }
        judged
    }

    /// What is expected before a position is judged: it has a game, unless a quick rule or what was found out says that it has none.
    fn expected_game(&self, at: &RetroPosition) -> bool {
        match self.legality.is_known(at) {
            Some(known) => known != Feasibility::Impossible,
            None => rules::quick(at).is_none(),
        }
    }

    /// Whether little is enough to show that a position has no game.
    fn has_no_game_at_a_glance(&mut self, at: &RetroPosition) -> bool {
        !self.expecting && self.legality.at_a_glance(at, self.budget) == Feasibility::Impossible
    }

    /// What `ask` comes to as far as it is expected: nothing is judged.
    fn expected<T>(&mut self, ask: impl FnOnce(&mut Self) -> Result<T, Limit>) -> Result<T, Limit> {
        let before = std::mem::replace(&mut self.expecting, true);
        let value = ask(self);
        self.expecting = before;
        value
    }

    /// The positions of a class, those first from which `wanted` is expected.
    fn expected_first<'c>(
        &mut self,
        class: &'c Class,
        wanted: Value,
        mut ask: impl FnMut(&mut Self, &RetroPosition) -> Result<Value, Limit>,
    ) -> Result<Vec<&'c RetroPosition>, Limit> {
        let mut first = Vec::new();
        let mut later = Vec::new();
        for (_, before) in class {
            let is_first = self.expecting
                || class.len() == 1
                || self.expected(|search| ask(search, before))? == wanted;
            let part = if is_first { &mut first } else { &mut later };
            part.push(before);
        }
        first.append(&mut later);
        Ok(first)
    }
}
