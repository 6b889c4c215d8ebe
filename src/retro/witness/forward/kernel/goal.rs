//! How far a state is from the diagram, and whether it is there.

use shakmaty::{Color, File, Square};

use super::super::super::node::{advanced, side_of};
use super::demand::{KernelDemand, Promoted};
use super::state::State;
use super::{Fate, promotion_square};
use crate::retro::model::PawnId;

impl State {
    /// About how many pawns are where they must not be, or are wanted.
    pub fn cost(&self, demand: &KernelDemand) -> u32 {
        (0..8).map(|file| self.cost_of_file(file, demand)).sum()
    }

    fn cost_of_file(&self, file: usize, demand: &KernelDemand) -> u32 {
        let wanted = &demand.files[file];
        // `costs[i]`: the least cost when the first `i` wanted pawns are matched. The last: then white pawns promote.
        let last = wanted.len() + 1;
        let mut costs = [0u32; 10];
        for (at, cost) in costs[..=last].iter_mut().enumerate() {
            *cost = at.min(wanted.len()) as u32;
        }
        for &pawn in &self.files[file] {
            let color = pawn.color();
            let before = costs;
            for at in 0..=last {
                let passes = match color {
                    Color::White => at == last,
                    Color::Black => at == 0,
                } && demand.closed[pawn.side()] & 1 << file == 0;
                let mut best = before[at] + u32::from(!passes);
                if at == last {
                    best = best.min(costs[at - 1]);
                } else if at > 0 {
                    let (side, square) = wanted[at - 1];
                    if side == color && self.may_stand(pawn, square) {
                        best = best.min(before[at - 1]);
                    }
                    best = best.min(costs[at - 1] + 1);
                }
                costs[at] = best;
            }
        }
        costs[last]
    }

    fn may_stand(&self, pawn: PawnId, square: Square) -> bool {
        i32::from(self.made[usize::from(pawn)]) <= advanced(pawn.color(), square)
    }

    /// What becomes of each pawn if the kernel is done.
    pub fn fates(&self, demand: &KernelDemand) -> Option<[Fate; 16]> {
        let mut fates = self.crossed.map(|file| match file {
            Some(_) => Fate::Promotes,
            None => Fate::Dies,
        });
        for (file, wanted) in demand.files.iter().enumerate() {
            let list = &self.files[file];
            let spare = list.len().checked_sub(wanted.len())?;
            let first = (0..=spare).find(|&first| {
                let (low, rest) = list.split_at(first);
                let (middle, high) = rest.split_at(wanted.len());
                let promotes = |pawn: PawnId, color: Color| {
                    pawn.color() == color && demand.closed[pawn.side()] & 1 << file == 0
                };
                low.iter().all(|&pawn| promotes(pawn, Color::Black))
                    && high.iter().all(|&pawn| promotes(pawn, Color::White))
                    && middle.iter().zip(wanted).all(|(&pawn, &(color, square))| {
                        pawn.color() == color && self.may_stand(pawn, square)
                    })
            })?;
            for (place, &pawn) in list.iter().enumerate() {
                let stays = place
                    .checked_sub(first)
                    .and_then(|place| wanted.get(place))
                    .map(|&(_, square)| Fate::Stays(square));
                fates[usize::from(pawn)] = stays.unwrap_or(Fate::Promotes);
            }
        }
        self.has_promoted(demand, &fates).then_some(fates)
    }

    /// How many pawns of each side promote on each file.
    fn promotions(&self, fates: &[Fate; 16]) -> [[u8; 8]; 2] {
        let mut promotions = [[0u8; 8]; 2];
        for (file, list) in self.files.iter().enumerate() {
            for &pawn in list {
                let promotes = fates[usize::from(pawn)] == Fate::Promotes;
                promotions[pawn.side()][file] += u8::from(promotes);
            }
        }
        for (pawn, file) in self.crossed.iter().enumerate() {
            if let Some(file) = file {
                promotions[pawn / 8][usize::from(*file)] += 1;
            }
        }
        promotions
    }

    /// Whether enough pawns promote on squares of either colour, and each man that must have promoted has a pawn of its
    /// own that does so on one of its files.
    fn has_promoted(&self, demand: &KernelDemand, fates: &[Fate; 16]) -> bool {
        let mut promotions = self.promotions(fates);
        let mut shades = demand.bishops;
        for color in Color::ALL {
            let side = side_of(color);
            for (file, &count) in (0..).zip(&promotions[side]) {
                let goal = promotion_square(color, File::new(file));
                let shade = &mut shades[side][usize::from(!goal.is_light())];
                *shade = shade.saturating_sub(usize::from(count));
            }
        }
        shades == [[0; 2]; 2] && settles(&demand.promoted, &mut promotions)
    }
}

/// Whether each of the men finds a promotion of its own.
fn settles(men: &[Promoted], promotions: &mut [[u8; 8]; 2]) -> bool {
    let Some((man, rest)) = men.split_first() else {
        return true;
    };
    let side = side_of(man.color);
    (0..8).any(|file| {
        if man.files & 1 << file == 0 || promotions[side][file] == 0 {
            return false;
        }
        promotions[side][file] -= 1;
        let done = settles(rest, promotions);
        promotions[side][file] += 1;
        done
    })
}
