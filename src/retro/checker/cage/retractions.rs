//! All retractions of one pattern, and whether each stays inside the patterns named.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use super::super::unmoved::castlings;
use super::squares::{Contents, NOTHING, Squares, bit};

/// Men of `color` that may have been captured on `square`.
fn victims(color: Color, square: Square) -> Contents {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .fold(0, |all, role| all | bit(color, role))
        | if Bitboard::BACKRANKS.contains(square) {
            0
        } else {
            bit(color, Role::Pawn)
        }
}

/// What one retraction makes of a pattern.
struct Retraction {
    /// What may stand there before the move: a queen's move changes most squares, eight.
    changes: ArrayVec<(Square, Contents), 8>,
    /// The move before was the double step over this square.
    target: Option<Square>,
    frozen: Bitboard,
    /// Squares that no man of the other side attacked.
    unattacked: Vec<Square>,
}

/// All retractions of one pattern.
pub(super) struct Retractions<'a> {
    now: &'a Squares,
    us: Color,
    /// The patterns that may hold what comes out.
    named: Vec<&'a Squares>,
    /// Those of one man, with no more demands than the pattern has.
    plain: Vec<Retraction>,
    /// En passant and castling.
    others: Vec<Retraction>,
}

impl<'a> Retractions<'a> {
    pub(super) fn new(now: &'a Squares, before: &[usize], all: &'a [Squares]) -> Retractions<'a> {
        let mut retractions = Retractions {
            now,
            us: now.turn.other(),
            named: before.iter().map(|&id| &all[id]).collect(),
            plain: Vec::new(),
            others: Vec::new(),
        };
        retractions.list();
        retractions
    }

    /// Whether each stays inside.
    pub(super) fn all_stay_inside(&self) -> bool {
        self.stay_inside(&self.plain)
            && self
                .others
                .iter()
                .all(|one| self.stay_inside(std::slice::from_ref(one)))
    }

    /// Whether each of these stays inside: all at once, or, as that may be too much, one half and the other.
    fn stay_inside(&self, some: &[Retraction]) -> bool {
        let (one, other) = some.split_at(some.len() / 2);
        some.is_empty()
            || self.stay_together(some)
            || some.len() > 1 && self.stay_inside(one) && self.stay_inside(other)
    }

    /// Whether all that comes out of these, taken together, lies in one of the patterns named, or breaks a rule. All have
    /// the demands of the first.
    fn stay_together(&self, some: &[Retraction]) -> bool {
        let Some(first) = some.first() else {
            return true;
        };
        let mut before = Squares {
            may: [0; 64],
            turn: self.us,
            target: first.target,
            frozen: first.frozen,
        };
        let mut changing = [0; 64];
        for &(square, contents) in some.iter().flat_map(|one| &one.changes) {
            before.may[usize::from(square)] |= contents;
            changing[usize::from(square)] += 1;
        }
        for square in Square::ALL {
            if changing[usize::from(square)] < some.len() {
                before.may[usize::from(square)] |= self.now.at(square);
            }
        }
        for &square in &first.unattacked {
            before.not_attacked(square, self.us.other());
        }
        let is_inside = |before: &Squares| self.named.iter().any(|named| before.is_within(named));
        is_inside(&before) || !before.obey_the_rules() || is_inside(&before)
    }

    /// Lists them all. Those of men of whom nothing is known go first: together they mostly stay where they are.
    fn list(&mut self) {
        if let Some(target) = self.now.target {
            self.double_step(target);
            return;
        }
        for to in Square::ALL {
            for role in Role::ALL {
                if self.now.at(to) & bit(self.us, role) != 0 && !self.now.frozen.contains(to) {
                    self.man(role, to);
                }
            }
        }
        self.castlings();
        let now = self.now;
        let is_known = |&(square, _): &(Square, Contents)| now.at(square).is_power_of_two();
        self.plain
            .sort_by_key(|one| one.changes.iter().any(is_known));
    }

    fn up(&self, square: Square, ranks: i32) -> Option<Square> {
        square.offset(self.us.fold_wb(8, -8) * ranks)
    }

    fn rank(&self, square: Square) -> u32 {
        let rank = u32::from(square.rank());
        self.us.fold_wb(rank + 1, 8 - rank)
    }

    fn man(&mut self, role: Role, to: Square) {
        if role == Role::Pawn {
            return self.pawn(to);
        }
        let theirs = victims(self.us.other(), to);
        let color = self.us;
        let reach = attacks::attacks(to, Piece { color, role }, Bitboard::EMPTY);
        for from in reach {
            self.goes(role, from, to, NOTHING | theirs);
        }
        if role != Role::King && self.rank(to) == 8 {
            self.pawn_came(to);
        }
    }

    /// A pawn's single steps and captures to `to`.
    fn pawn_came(&mut self, to: Square) {
        let theirs = victims(self.us.other(), to);
        if let Some(from) = self.up(to, -1) {
            self.goes(Role::Pawn, from, to, NOTHING);
        }
        for from in attacks::pawn_attacks(self.us.other(), to) {
            self.goes(Role::Pawn, from, to, theirs);
        }
    }

    fn pawn(&mut self, to: Square) {
        match self.rank(to) {
            2 => return,
            4 => {
                if let Some(target) = self.up(to, -1) {
                    self.double_step(target);
                }
            }
            6 => self.en_passants(to),
            _ => {}
        }
        self.pawn_came(to);
    }

    fn double_step(&mut self, target: Square) {
        if let (Some(from), Some(to)) = (self.up(target, -1), self.up(target, 1))
            && self.now.at(to) & bit(self.us, Role::Pawn) != 0
            && !self.now.frozen.contains(to)
        {
            self.goes(Role::Pawn, from, to, NOTHING);
        }
    }

    fn en_passants(&mut self, to: Square) {
        let (Some(taken), Some(home)) = (self.up(to, -1), self.up(to, 1)) else {
            return;
        };
        if !self.now.may_be_empty(taken) || !self.now.may_be_empty(home) {
            return;
        }
        for from in attacks::pawn_attacks(self.us.other(), to) {
            if self.now.may_be_empty(from) {
                self.others.push(Retraction {
                    changes: ArrayVec::from_iter([
                        (from, bit(self.us, Role::Pawn)),
                        (to, NOTHING),
                        (home, NOTHING),
                        (taken, bit(self.us.other(), Role::Pawn)),
                    ]),
                    target: Some(to),
                    frozen: self.now.frozen,
                    unattacked: Vec::new(),
                });
            }
        }
    }

    fn castlings(&mut self) {
        for [king_home, king, rook_home, rook] in castlings(self.us) {
            let may_stand = self.now.at(king) & bit(self.us, Role::King) != 0
                && self.now.at(rook) & bit(self.us, Role::Rook) != 0
                && !self.now.frozen.contains(king)
                && !self.now.frozen.contains(rook);
            // All squares from king to rook are empty but for these two, before and after.
            let row = attacks::between(king_home, rook_home)
                .with(king_home)
                .with(rook_home);
            let may_go = row
                .without(king)
                .without(rook)
                .into_iter()
                .all(|square| self.now.may_be_empty(square));
            if !may_stand || !may_go {
                continue;
            }
            let stood = |square| match square {
                _ if square == king_home => bit(self.us, Role::King),
                _ if square == rook_home => bit(self.us, Role::Rook),
                _ => NOTHING,
            };
            self.others.push(Retraction {
                changes: row
                    .into_iter()
                    .map(|square| (square, stood(square)))
                    .collect(),
                target: None,
                frozen: self.now.frozen.with(king_home).with(rook_home),
                // Where the king was and what it passed was not attacked.
                unattacked: vec![king_home, rook],
            });
        }
    }

    /// A man's move, if it may have been possible.
    fn goes(&mut self, role: Role, from: Square, to: Square, left_behind: Contents) {
        let path = attacks::between(from, to);
        if !path
            .with(from)
            .into_iter()
            .all(|s| self.now.may_be_empty(s))
        {
            return;
        }
        let mut changes = ArrayVec::from_iter([(from, bit(self.us, role)), (to, left_behind)]);
        changes.extend(path.into_iter().map(|s| (s, NOTHING)));
        self.plain.push(Retraction {
            changes,
            target: None,
            frozen: self.now.frozen,
            unattacked: Vec::new(),
        });
    }
}
