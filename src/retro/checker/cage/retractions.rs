//! All retractions of one pattern, and whether each stays inside the patterns named.

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

/// All retractions of one pattern.
pub(super) struct Retractions<'a> {
    now: &'a Squares,
    us: Color,
    /// The patterns that may hold what comes out, with the squares on which `now` exceeds them.
    held_by: Vec<(&'a Squares, Bitboard)>,
}

impl<'a> Retractions<'a> {
    pub(super) fn new(now: &'a Squares, before: &[usize], all: &'a [Squares]) -> Retractions<'a> {
        let held_by = before
            .iter()
            .map(|&id| {
                let other = &all[id];
                let exceeds = Square::ALL
                    .into_iter()
                    .filter(|&s| now.at(s) & !other.at(s) != 0)
                    .collect();
                (other, exceeds)
            })
            .collect();
        Retractions {
            now,
            us: now.turn.other(),
            held_by,
        }
    }

    pub(super) fn all_stay_inside(&self) -> bool {
        if let Some(target) = self.now.target {
            return self.double_step(target);
        }
        Square::ALL.into_iter().all(|to| {
            Role::ALL.into_iter().all(|role| {
                self.now.at(to) & bit(self.us, role) == 0
                    || self.now.frozen.contains(to)
                    || self.man(role, to)
            })
        }) && self.castlings()
    }

    fn up(&self, square: Square, ranks: i32) -> Option<Square> {
        square.offset(
            8 * if self.us == Color::White {
                ranks
            } else {
                -ranks
            },
        )
    }

    fn rank(&self, square: Square) -> u32 {
        let rank = u32::from(square.rank());
        if self.us == Color::White {
            rank + 1
        } else {
            8 - rank
        }
    }

    fn man(&self, role: Role, to: Square) -> bool {
        if role == Role::Pawn {
            return self.pawn(to);
        }
        let theirs = victims(self.us.other(), to);
        let color = self.us;
        let reach = attacks::attacks(to, Piece { color, role }, Bitboard::EMPTY);
        let pieces = reach.into_iter().all(|from| {
            let path = attacks::between(from, to);
            !self.now.may_be_empty(from)
                || !path.into_iter().all(|s| self.now.may_be_empty(s))
                || self.goes(role, from, to, path, NOTHING | theirs)
        });
        pieces && (role == Role::King || self.rank(to) != 8 || self.pawn_came(to))
    }

    /// A pawn's single steps and captures to `to`.
    fn pawn_came(&self, to: Square) -> bool {
        let theirs = victims(self.us.other(), to);
        let straight = self.up(to, -1).is_none_or(|from| {
            !self.now.may_be_empty(from)
                || self.goes(Role::Pawn, from, to, Bitboard::EMPTY, NOTHING)
        });
        straight
            && attacks::pawn_attacks(self.us.other(), to)
                .into_iter()
                .all(|from| {
                    !self.now.may_be_empty(from)
                        || self.goes(Role::Pawn, from, to, Bitboard::EMPTY, theirs)
                })
    }

    fn pawn(&self, to: Square) -> bool {
        match self.rank(to) {
            2 => true,
            4 => {
                self.pawn_came(to)
                    && self
                        .up(to, -1)
                        .is_none_or(|target| self.double_step(target))
            }
            6 => self.pawn_came(to) && self.en_passants(to),
            _ => self.pawn_came(to),
        }
    }

    fn double_step(&self, target: Square) -> bool {
        let (Some(from), Some(to)) = (self.up(target, -1), self.up(target, 1)) else {
            return true;
        };
        if self.now.at(to) & bit(self.us, Role::Pawn) == 0
            || self.now.frozen.contains(to)
            || !self.now.may_be_empty(target)
            || !self.now.may_be_empty(from)
        {
            return true;
        }
        self.goes(Role::Pawn, from, to, target.into(), NOTHING)
    }

    fn en_passants(&self, to: Square) -> bool {
        let (Some(taken), Some(home)) = (self.up(to, -1), self.up(to, 1)) else {
            return true;
        };
        if !self.now.may_be_empty(taken) || !self.now.may_be_empty(home) {
            return true;
        }
        attacks::pawn_attacks(self.us.other(), to)
            .into_iter()
            .filter(|&from| self.now.may_be_empty(from))
            .all(|from| {
                let changes = [
                    (from, bit(self.us, Role::Pawn)),
                    (to, NOTHING),
                    (home, NOTHING),
                    (taken, bit(self.us.other(), Role::Pawn)),
                ];
                // The double step comes next; a pattern that does not ask for it allows more.
                self.stays(&changes, Some(to), self.now.frozen, &[])
                    || self.stays(&changes, None, self.now.frozen, &[])
            })
    }

    fn castlings(&self) -> bool {
        castlings(self.us)
            .into_iter()
            .all(|[king_home, king, rook_home, rook]| {
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
                    return true;
                }
                let changes: Vec<(Square, Contents)> = row
                    .into_iter()
                    .map(|square| {
                        let contents = match square {
                            _ if square == king_home => bit(self.us, Role::King),
                            _ if square == rook_home => bit(self.us, Role::Rook),
                            _ => NOTHING,
                        };
                        (square, contents)
                    })
                    .collect();
                let frozen = self.now.frozen.with(king_home).with(rook_home);
                // Where the king was and what it passed was not attacked.
                self.stays(&changes, None, frozen, &[king_home, rook])
            })
    }

    fn goes(
        &self,
        role: Role,
        from: Square,
        to: Square,
        path: Bitboard,
        left_behind: Contents,
    ) -> bool {
        let mut changes = vec![(from, bit(self.us, role)), (to, left_behind)];
        changes.extend(path.into_iter().map(|s| (s, NOTHING)));
        self.stays(&changes, None, self.now.frozen, &[])
    }

    /// Whether the pattern with these changes, no man of theirs attacking the squares `unattacked`, lies in one of the
    /// patterns named, or breaks a rule.
    fn stays(
        &self,
        changes: &[(Square, Contents)],
        target: Option<Square>,
        frozen: Bitboard,
        unattacked: &[Square],
    ) -> bool {
        let changed: Bitboard = changes.iter().map(|&(square, _)| square).collect();
        let fits = |other: &Squares| {
            other.turn == self.us && other.target == target && other.frozen.is_subset(frozen)
        };
        if self.held_by.iter().any(|(other, exceeds)| {
            fits(other)
                && exceeds.is_subset(changed)
                && changes
                    .iter()
                    .all(|&(s, contents)| contents & !other.at(s) == 0)
        }) {
            return true;
        }
        let mut before = self.now.clone();
        before.turn = self.us;
        before.target = target;
        before.frozen = frozen;
        for &(square, contents) in changes {
            before.may[usize::from(square)] = contents;
        }
        for &square in unattacked {
            before.not_attacked(square, self.us.other());
        }
        !before.obey_the_rules()
            || self
                .held_by
                .iter()
                .any(|(other, _)| before.is_within(other))
    }
}
