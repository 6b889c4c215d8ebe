//! The construction of one game, in as many instalments as its budget comes in.
//!
//! Invariant: what is returned has passed [`check`]; where the budget was cut into instalments does not
//! matter, only how much it was in all.

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::model::RetroPosition;
use crate::retro::model::{Reach, Witness};
use crate::world::World;
use shakmaty::Color;

use super::beam::{Beam, Nearest};
use super::march::March;
use super::node::promoted;
use super::search::{Search, attempt, careful, released, untying};
use super::shuffle::shuffled;
use super::turns::{AHEAD, Turns};
use crate::retro::checker::check;

/// What the attempts of a strand look for.
enum Kind {
    /// Nothing but a way home.
    Quick,
    /// Men that are shut in, too.
    Untying,
    /// Dead ends of pawns and promotions, too.
    Careful,
    /// A way home from where the knots of the diagram are untied.
    Released,
}

/// Attempts without a plan, one after the other.
struct Strand {
    kind: Kind,
    /// The number of the attempt that is under way or comes next.
    index: u32,
    beam: Option<Beam>,
    /// Nodes spent.
    spent: u64,
    nearest: Option<Nearest>,
}

impl Strand {
    fn new(kind: Kind) -> Strand {
        Strand {
            kind,
            index: 1,
            beam: None,
            spent: 0,
            nearest: None,
        }
    }

    fn begun(&self) -> u32 {
        self.index - u32::from(self.beam.is_none())
    }

    fn nearest(&self) -> Option<Nearest> {
        let beam = self.beam.as_ref().and_then(Beam::nearest);
        let nearest = [self.nearest, beam].into_iter().flatten();
        nearest.min_by_key(|nearest| nearest.estimate)
    }

    /// How many nodes it may spend while quick attempts have spent so many.
    fn most(&self, quick: u64) -> u64 {
        match self.kind {
            Kind::Quick | Kind::Released => u64::MAX,
            Kind::Untying | Kind::Careful => quick.saturating_add(AHEAD),
        }
    }

    /// Whether an attempt is to be gone on with while quick attempts have spent so many nodes.
    fn is_under_way(&self, quick: u64) -> bool {
        self.beam.is_some() && self.spent < self.most(quick)
    }

    /// One more attempt, or the rest of one, until it is over or has to wait for quick attempts, which have spent so many nodes.
    fn advance(
        &mut self,
        search: &mut Search,
        quick: u64,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        let mut share = budget.share(self.most(quick).saturating_sub(self.spent));
        let beam = self.beam.get_or_insert_with(|| {
            let number = self.index;
            match self.kind {
                Kind::Quick => search.begin(search.quick(number)),
                Kind::Careful => search.begin(careful(attempt(number))),
                Kind::Untying => search.begin(untying(attempt(number), number)),
                Kind::Released => search.begin_released(released(number)),
            }
        });
        let found = search.go_on(beam, None, &mut share);
        let looked_at = beam.nodes();
        if found.is_ok() {
            // Nothing is for nothing, or attempts that are over at once would follow each other for ever.
            share.charge_nodes(LEAST.saturating_sub(looked_at));
        }
        budget.charge(&share);
        self.spent += share.nodes_used();
        let found = match found {
            Err(Limit::Nodes) if budget.nodes_left() > 0 => return Ok(None),
            found => found?,
        };
        if matches!(self.kind, Kind::Released) && looked_at < DEAD_END {
            search.give_release_up();
        }
        self.nearest = self.nearest();
        self.beam = None;
        self.index += 1;
        Ok(found)
    }
}

/// The search for a game in one world.
pub struct Construction<'a> {
    diagram: &'a Diagram,
    world: World,
    facts: &'a [Fact],
    search: Option<Search>,
    quick: Strand,
    untying: Strand,
    careful: Strand,
    released: Strand,
    /// The number of the attempt that was the first from the last release.
    released_at: Option<u32>,
    turns: Turns,
    march: Option<March>,
    /// Whether so many men have promoted that no estimate leads home.
    is_promoted: bool,
}

/// More attempts than anybody waits for: so that the widths stay within reason.
const ATTEMPTS: u32 = 4000;

/// Nodes of quick attempts before others that look for men shut in take turns with them, and those that untie knots first get half as
/// many.
const STUCK: u64 = 150_000;

/// Nodes of quick attempts before others from where knots are untied get as many as all the rest, where many men lock one
/// another in, or few are left: then hardly anything else keeps a game from being found.
const KNOTTED: u64 = 20_000;

/// Nodes of quick attempts before careful ones take turns with them, and plans are carried out carefully: most
/// games are found sooner.
const SOON: u64 = 300_000;

/// The same where many men lock one another in, whom a careful attempt does not untie either.
const LATER: u64 = 1_000_000;

/// Nodes of quick attempts before the construction forward takes turns with them.
const FORWARD: u64 = 60_000;

/// Of what goes into quick attempts beyond so many nodes plans get so many times as much: they find more then.
const LATE: u64 = 350_000;
const PLANNED: u64 = 6;

/// What an attempt costs at least.
const LEAST: u64 = 20;

/// An attempt from where knots are untied that is over within so many nodes shows that nothing leads home from there.
const DEAD_END: u64 = 200;

/// After so many attempts from where knots are untied another way to untie them is looked for.
const AGAIN: u32 = 2;

/// With so many promoted men a game is built forward by plan first.
const MANY: usize = 3;

/// So many nodes then go into that, and of what comes later so many times what goes into quick attempts.
const FIRST: u64 = 200_000;
const MOSTLY: u64 = 3;

/// Where few have, the construction forward gets as many nodes as quick attempts up to this, and then so much less: one of its
/// nodes takes the time of several of theirs.
const ALIKE: u64 = 300_000;
const SELDOM: u64 = 4;

impl<'a> Construction<'a> {
    /// Nothing is done yet.
    pub fn new(diagram: &'a Diagram, world: World, facts: &'a [Fact]) -> Construction<'a> {
        Construction {
            diagram,
            world,
            facts,
            search: Search::new(diagram, world, facts),
            quick: Strand::new(Kind::Quick),
            untying: Strand::new(Kind::Untying),
            careful: Strand::new(Kind::Careful),
            released: Strand::new(Kind::Released),
            released_at: None,
            turns: Turns::default(),
            march: None,
            is_promoted: MANY
                <= Color::ALL
                    .map(|color| promoted(&diagram.board, color))
                    .iter()
                    .sum(),
        }
    }

    /// How far it has come; `None` if there was nothing to begin with.
    pub fn reach(&self) -> Option<Reach> {
        let strands = [&self.quick, &self.untying, &self.careful, &self.released];
        let nearest = strands.into_iter().filter_map(Strand::nearest);
        let nearest = nearest.min_by_key(|nearest| nearest.estimate)?;
        Some(Reach {
            attempts: strands.map(Strand::begun).iter().sum::<u32>()
                + self.turns.begun()
                + self.march.as_ref().map_or(0, March::begun),
            plans: self.turns.plans(),
            plies: nearest.plies,
            missing: u32::try_from(nearest.estimate / 10).unwrap_or(0),
        })
    }

    /// Goes on within the budget. `Ok(None)`: every attempt ended without a game; this is no refutation.
    ///
    /// # Errors
    ///
    /// The limit that was hit; the construction can go on with another budget.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<Option<Witness>, Limit> {
        let Some(search) = &mut self.search else {
            return Ok(None);
        };
        let holds =
            |witness: &Witness| check(self.diagram, self.world, self.facts, witness).is_ok();
        if !search.sees_home {
            return self.march_alone(budget);
        }
        while self.quick.index <= ATTEMPTS {
            let spent = self.quick.spent;
            let due = match (self.is_promoted, &self.march) {
                (true, None) => true,
                (false, None) => spent >= FORWARD,
                (true, Some(march)) => march.spent() < FIRST.max(MOSTLY * spent),
                (false, Some(march)) => {
                    spent >= FORWARD && march.spent() < spent.min(ALIKE + spent / SELDOM)
                }
            };
            let march = if due {
                let position = || RetroPosition::of_facts(self.diagram, self.world, self.facts);
                let begun = || search.march(position());
                Some(self.march.get_or_insert_with(begun))
            } else {
                self.march.as_mut().filter(|march| march.is_under_way())
            };
            let strands = [&self.quick, &self.untying, &self.careful, &self.released];
            let for_plans = spent + (PLANNED - 1) * spent.saturating_sub(LATE);
            let waits = !strands.iter().any(|strand| strand.is_under_way(spent))
                && !self.turns.is_under_way(for_plans);
            if let Some(march) = march.filter(|march| march.is_open() && waits) {
                if let Some(game) = march.advance(budget)? {
                    // It knows what must never have moved, but not what must have.
                    let game = shuffled(self.diagram, self.world, self.facts, &game);
                    if game.is_some() {
                        return Ok(game);
                    }
                }
                continue;
            }
            let again = self
                .released_at
                .is_none_or(|at| !search.is_released() || self.released.index >= at + AGAIN);
            let march_spent = self.march.as_ref().map_or(0, March::spent);
            let besides = spent + self.untying.spent + self.careful.spent + march_spent;
            let is_knotted = search.is_knotted || search.is_sparse() || search.is_shielded;
            let for_knots = |planned: u64| match is_knotted {
                true if spent >= KNOTTED => besides + planned,
                false if spent >= STUCK => spent / 2,
                _ => 0,
            };
            let so_far = for_knots(self.turns.spent());
            if self.released.spent < so_far && again && waits && search.is_tied() {
                let mut share = budget.share(so_far - self.released.spent);
                let untied = search.untie(&mut share);
                budget.charge(&share);
                self.released.spent += share.nodes_used();
                match untied {
                    // It goes on when it is its turn again.
                    Err(Limit::Nodes) if budget.nodes_left() > 0 => {}
                    Err(limit) => return Err(limit),
                    Ok(true) => self.released_at = Some(self.released.index),
                    Ok(false) => {}
                }
            }
            // What an instalment left unfinished is finished first, whoever's turn it would be by now.
            let strands = [
                &mut self.quick,
                &mut self.untying,
                &mut self.careful,
                &mut self.released,
            ];
            let under_way = strands
                .into_iter()
                .find(|strand| strand.is_under_way(spent));
            let found = if let Some(strand) = under_way {
                strand.advance(search, spent, budget)?
            } else {
                let position = || RetroPosition::of_facts(self.diagram, self.world, self.facts);
                let careful = spent >= if search.is_knotted { LATER } else { SOON };
                let planned = self
                    .turns
                    .planned(position, search, for_plans, careful, budget)?;
                // An instalment may have ended in the middle of plans: what is next depends on all that went into them.
                let for_knots = for_knots(self.turns.spent());
                let turn = if spent >= STUCK && self.untying.spent < spent {
                    &mut self.untying
                } else if search.is_released() && self.released.spent < for_knots {
                    &mut self.released
                } else if careful && self.careful.spent < spent {
                    &mut self.careful
                } else {
                    &mut self.quick
                };
                match planned {
                    Some(witness) => Some(witness),
                    None => turn.advance(search, spent, budget)?,
                }
            };
            if let Some(witness) = found.filter(holds) {
                return Ok(Some(witness));
            }
        }
        Ok(None)
    }

    /// Goes on where the estimate sees no way home: forward alone.
    fn march_alone(&mut self, budget: &mut Budget) -> Result<Option<Witness>, Limit> {
        let Some(search) = &self.search else {
            return Ok(None);
        };
        let position = || RetroPosition::of_facts(self.diagram, self.world, self.facts);
        let march = self.march.get_or_insert_with(|| search.march(position()));
        while march.is_open() && march.begun() <= ATTEMPTS {
            if let Some(game) = march.advance(budget)? {
                let game = shuffled(self.diagram, self.world, self.facts, &game);
                if game.is_some() {
                    return Ok(game);
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use shakmaty::Board;

    #[test]
    fn where_nothing_leads_home_from_a_release_others_go_on() {
        // White took en passant on d6. Where the kings first come apart he has no move to take back: attempts from there are over
        // before they cost anything (R. Smullyan, The Chess Mysteries of Sherlock Holmes, p. 13).
        let placement = "k1K5/4Q3/3P4/2B5/3P4/7P/8/7B";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(placement.as_bytes()).unwrap(),
            turn: Color::Black,
        };
        let world = "- -".parse().unwrap();
        let limits = Limits {
            nodes: Some(400_000),
            ..Limits::default()
        };
        let mut construction = Construction::new(&diagram, world, &[]);
        let found = construction.advance(&mut limits.start());
        assert!(found.unwrap().is_some());
    }
}
