//! Whether it pays to ask the bound of help play where the final positions are listed already.
//!
//! The list alone leaves out less than both together, and following it costs a tenth of asking: in some problems the bound spares
//! hundreds of nodes for one, in most it spares none. So the search counts what it spared so far.

/// What asking has brought at the positions with so many half-moves left. Work is in steps' worth.
#[derive(Debug, Clone, Copy, Default)]
struct Payoff {
    searched: u64,
    /// The work below the positions that were searched.
    work: u64,
    /// The work of asking.
    cost: u64,
    /// How many positions asking spared, in parts of one.
    spared: u64,
}

/// The same for each number of half-moves left.
#[derive(Debug, Default)]
pub(super) struct Payoffs {
    by_plies: [Payoff; Payoffs::DEEPEST],
}

impl Payoffs {
    /// Positions with more half-moves left count together.
    const DEEPEST: usize = 16;
    /// The parts a position has.
    const WHOLE: u64 = 256;
    /// The work of one question beside the assignments it looks at, each of which takes longer here than where all are asked.
    const QUESTION: u64 = 800;
    const PER_STEP: u64 = 2;
    /// So much less than the search costs may be spent on finding out, and so much work is a first question.
    // In tests both are asked in searches that are compared with plain ones.
    const TRIAL: u64 = if cfg!(test) { 1 } else { 16 };
    const FIRST: u64 = if cfg!(test) { 0 } else { 2_000 };

    fn at(&mut self, plies: u32) -> &mut Payoff {
        &mut self.by_plies[(plies as usize).min(Payoffs::DEEPEST - 1)]
    }

    /// Whether to ask: what asking spared on the average is worth more than it cost, or it cost little up to now.
    pub(super) fn is_worth_asking(&mut self, plies: u32) -> bool {
        let payoff = *self.at(plies);
        let worth = u128::from(payoff.spared) * u128::from(payoff.work);
        let paid = u128::from(payoff.cost) * u128::from(Payoffs::WHOLE * payoff.searched.max(1));
        worth > paid || (payoff.cost + Payoffs::FIRST) * Payoffs::TRIAL <= payoff.work
    }

    /// The bound was asked, looked at assignments for so many steps' worth, and left `kept` of `all` moves; none at all if none is worth making.
    pub(super) fn asked(&mut self, plies: u32, steps: u64, kept: usize, all: usize) {
        let payoff = self.at(plies);
        payoff.cost += Payoffs::PER_STEP * steps + Payoffs::QUESTION;
        payoff.spared += match all {
            0 => Payoffs::WHOLE,
            _ => Payoffs::WHOLE * (all - kept) as u64 / all as u64,
        };
    }

    /// A position was searched, with so much work.
    pub(super) fn searched(&mut self, plies: u32, work: u64) {
        let payoff = self.at(plies);
        payoff.searched += 1;
        payoff.work += work;
    }
}
