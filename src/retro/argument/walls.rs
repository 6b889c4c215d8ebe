//! Men that have not moved, as few as will do.

use shakmaty::{Bitboard, Color, Rank, Square};

use crate::retro::checker::argument::{seen_by, straight_way};
use crate::retro::checker::unmoved::{Unmoved, at_home};
use crate::retro::model::{Deduction, RetroPosition};

/// What stands still, taken apart: which of it was said before, and what each rest of it rests on.
#[derive(Clone)]
pub(super) struct Walls<'a> {
    position: &'a RetroPosition,
    /// Known before.
    said: Bitboard,
    still: Bitboard,
    ways: Vec<Bitboard>,
    /// The way of a pawn that is taken to have come straight.
    taken: Option<Bitboard>,
    /// Pawns that are taken not to have.
    astray: Bitboard,
}

impl<'a> Walls<'a> {
    /// All that stands still.
    pub(super) fn of(position: &'a RetroPosition, said: Bitboard) -> Walls<'a> {
        let unmoved = Unmoved::of(position);
        Walls {
            position,
            said,
            still: (unmoved.still() & at_home(&position.board)) | said,
            ways: unmoved.ways().to_vec(),
            taken: None,
            astray: Bitboard::EMPTY,
        }
    }

    /// The same, had this pawn come straight from home.
    pub(super) fn if_straight(&self, pawn: Square) -> Walls<'a> {
        let color = self.position.board.color_at(pawn);
        Walls {
            taken: color.map(|color| straight_way(color, pawn)),
            ..self.clone()
        }
    }

    /// The same, had it not.
    pub(super) fn if_astray(&self, pawn: Square) -> Walls<'a> {
        Walls {
            astray: pawn.into(),
            ..self.clone()
        }
    }

    pub(super) fn unmoved(&self) -> Unmoved<'a> {
        let ways = self.ways.iter().copied().chain(self.taken).collect();
        Unmoved::given(&self.position.board, self.still, ways).with_astray(self.astray)
    }

    /// Takes away what `holds` does not need: officers first, of which most is to be said, pawns last.
    pub(super) fn shrink(&mut self, holds: impl Fn(&Unmoved<'a>) -> bool) -> bool {
        if !holds(&self.unmoved()) {
            return false;
        }
        let ways = std::mem::take(&mut self.ways);
        if !holds(&self.unmoved()) {
            self.ways = ways;
            let mut at = 0;
            while at < self.ways.len() {
                let way = self.ways.remove(at);
                if !holds(&self.unmoved()) {
                    self.ways.insert(at, way);
                    at += 1;
                }
            }
        }
        let board = &self.position.board;
        let frozen = self.position.frozen;
        let all = self.still & !self.said;
        for men in [
            all & !frozen & !board.pawns(),
            all & frozen,
            all & !frozen & board.pawns(),
        ] {
            // All at once, then one by one.
            let with = self.still;
            self.still = with & !men;
            if holds(&self.unmoved()) {
                continue;
            }
            self.still = with;
            for man in seen_by(self.position.turn, men) {
                self.still.discard(man);
                if !holds(&self.unmoved()) {
                    self.still.add(man);
                }
            }
        }
        true
    }

    /// The deductions that say so; `None` if the officers shut in rest on more than can be said at once.
    pub(super) fn premises(&self) -> Option<Vec<Deduction>> {
        let board = &self.position.board;
        let home = at_home(board);
        let frozen = self.position.frozen & home;
        let pawns = board.pawns() & home & !frozen;
        let needed = self.still & !self.said;
        let shut_in = needed & !frozen & !pawns;
        let (given, men) =
            self.support(shut_in, frozen | pawns, home & !board.pawns() & !frozen)?;
        let given = (given | needed) & !self.said & !men;
        let mut steps = have_not_moved(given & frozen, given & pawns);
        if men.any() {
            steps.push(Deduction::ShutIn(men));
        }
        // A way reaches from home, on one end, to where the pawn stands.
        let stands = |way: Bitboard| {
            let (bottom, top) = (way.first()?, way.last()?);
            let is_white =
                bottom.rank() == Rank::Second && board.piece_at(top) == Some(Color::White.pawn());
            Some(if is_white { top } else { bottom })
        };
        let straight: Bitboard = self.ways.iter().filter_map(|&way| stands(way)).collect();
        if straight.any() {
            steps.push(Deduction::CameStraight(straight));
        }
        Some(steps)
    }

    /// The fewest men among which `shut_in` cannot be taken back: those that are given, and officers that hold one another.
    fn support(
        &self,
        shut_in: Bitboard,
        given: Bitboard,
        officers: Bitboard,
    ) -> Option<(Bitboard, Bitboard)> {
        if shut_in.is_empty() {
            return Some((Bitboard::EMPTY, Bitboard::EMPTY));
        }
        let hold = |given: Bitboard, without: Bitboard| {
            let men = largest_locked(officers & !without, given | self.said, self.position);
            shut_in.is_subset(men).then_some(men)
        };
        let mut given = given;
        let mut without = Bitboard::EMPTY;
        let mut men = hold(given, without)?;
        for man in men & !shut_in {
            if let Some(fewer) = hold(given, without.with(man)) {
                without.add(man);
                men = fewer;
            }
        }
        for man in given {
            if let Some(fewer) = hold(given & !Bitboard::from(man), without) {
                given.discard(man);
                men = fewer;
            }
        }
        Some((given, men))
    }
}

/// That men with the right to castle have not moved, nor pawns at home, if there are any.
pub(super) fn have_not_moved(castling: Bitboard, pawns: Bitboard) -> Vec<Deduction> {
    let castling = castling.any().then_some(Deduction::MayCastle(castling));
    let pawns = pawns.any().then_some(Deduction::AtHome(pawns));
    castling.into_iter().chain(pawns).collect()
}

/// The most of these men that cannot be taken back one before another while `given` stand still.
fn largest_locked(men: Bitboard, given: Bitboard, position: &RetroPosition) -> Bitboard {
    let unmoved = Unmoved::given(&position.board, given, Vec::new());
    let mut men = men & !given;
    loop {
        // One alone can always be tried with all others held.
        let free: Bitboard = men
            .into_iter()
            .filter(|&man| !unmoved.is_held(man, men))
            .collect();
        if free.is_empty() {
            return men;
        }
        men &= !free;
    }
}

/// That the man here had no way in.
pub(super) fn no_way_in(
    square: Square,
    position: &RetroPosition,
    said: Bitboard,
) -> Option<Vec<Deduction>> {
    let mut walls = Walls::of(position, said);
    if !walls.shrink(|unmoved| unmoved.had_no_way(square)) {
        return None;
    }
    let mut steps = walls.premises()?;
    steps.push(Deduction::NoWayIn(square));
    Some(steps)
}

/// That none of some men, `wrong` among them, can ever have moved.
pub(super) fn locked(
    wrong: Bitboard,
    position: &RetroPosition,
    said: Bitboard,
) -> Option<Vec<Deduction>> {
    let board = &position.board;
    let home = at_home(board);
    let frozen = position.frozen & home;
    let pawns = board.pawns() & home;
    let all = Unmoved::of(position).still();
    let hold = |given: Bitboard, men: Bitboard| {
        let men = largest_locked(men, given, position);
        (!men.is_subset(home)).then_some(men)
    };
    let mut given = (frozen | pawns | said) & all;
    let mut men = hold(given, all)?;
    if (wrong & men).is_empty() {
        return None;
    }
    let order = |men: Bitboard| {
        let officers = men & !board.pawns();
        officers.into_iter().chain(men & board.pawns())
    };
    for man in order(men) {
        if let Some(fewer) = hold(given, men & !Bitboard::from(man)) {
            men = fewer;
        }
    }
    for man in order(given & !said) {
        if let Some(fewer) = hold(given & !Bitboard::from(man), men) {
            given.discard(man);
            men = fewer;
        }
    }
    let given = given & !said;
    let mut steps = have_not_moved(given & frozen, given & pawns & !frozen);
    steps.push(Deduction::Locked(men));
    Some(steps)
}
