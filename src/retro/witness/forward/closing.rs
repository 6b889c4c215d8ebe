//! Ways that pawns close when they arrive: who has to be behind them first.
//!
//! Invariant: a pawn that has come to where it stays stands there to the end of the race and of the walk.

use std::sync::Arc;

use shakmaty::{Bitboard, Position};

use super::ahead::EstimateContext;
use super::kernel::{Event, Fate};
use super::near::Near;
use super::race::Race;
use super::race_position::{Pending, RacePosition};
use super::ways::Ways;
use crate::retro::model::PawnId;

impl Race<'_> {
    /// Pawns who have come to where they stay.
    pub fn arrived(&self, state: &RacePosition, pending: &Pending) -> Bitboard {
        let pawns = state.pawns.iter().zip(&self.kernel.fates).zip(PawnId::ALL);
        let busy = pending.busy;
        let arrived = pawns.filter_map(|((&square, fate), pawn)| {
            let is_there = square.is_some_and(|square| *fate == Fate::Stays(square));
            square.filter(|_| is_there && busy & 1 << usize::from(pawn) == 0)
        });
        arrived.collect()
    }

    /// The ways past these pawns, too.
    pub fn ways_past(&self, near: &mut Near, pawns: Bitboard) -> Arc<Ways> {
        near.ways(pawns, || {
            Ways::new(self.goal, &self.lasting.1.with(pawns, self.goal))
        })
    }

    /// What it costs to bring officers first to those squares of the diagram that the next capture closes for good, since
    /// a pawn stays where it then stands.
    pub fn before_it_closes(
        &self,
        context: &mut EstimateContext<'_>,
        state: &RacePosition,
        event: &Event,
    ) -> i32 {
        let rest = &self.kernel.events[state.done + 1..];
        let stays = |pawn: PawnId| match self.kernel.fates[usize::from(pawn)] {
            Fate::Stays(goal) if rest.iter().all(|later| later.by != Some(pawn)) => Some(goal),
            _ => None,
        };
        // Its neighbours on the file have to make room.
        let arriving = [event.by, event.on_whites_side, event.on_blacks_side];
        let arriving: Bitboard = arriving.into_iter().flatten().filter_map(stays).collect();
        if arriving.is_empty() {
            return 0;
        }
        let ways = self.ways_past(context.near, context.arrived | arriving);
        let board = state.position.board();
        let walks = ways
            .unmet(self.goal, board)
            .into_iter()
            .map(|(man, square)| {
                let alike = board.by_piece(man);
                context.near.approach(board, context.ground, alike, square)
            });
        walks.sum()
    }
}
