//! Checking a cage: no retraction of any man leaves the set of patterns.
//!
//! Plain on purpose: squares hold sets of contents as bits, every man that may stand anywhere is
//! taken back to every square it may have come from, one at a time, and the result must lie in one of
//! the patterns named, or break a rule (a second king, the side not on move in check, more pawns and
//! promoted men than eight). Nothing is tracked or joined here.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use crate::budget::{Budget, Limit};
use crate::retro::cage::{Cage, Pattern};
use crate::retro::position::{EpState, RetroPosition};

/// What may stand on a square: bit 0 nothing, then white pawn to king, then black pawn to king.
type Contents = u16;

const NOTHING: Contents = 1;

fn bit(color: Color, role: Role) -> Contents {
    let place = role as u32 + if color == Color::White { 0 } else { 6 };
    1 << place
}

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

#[derive(Clone)]
struct Squares {
    may: [Contents; 64],
    turn: Color,
    target: Option<Square>,
    frozen: Bitboard,
}

impl Squares {
    fn of(pattern: &Pattern) -> Squares {
        let mut may = [0; 64];
        for (content, squares) in pattern.may.iter().enumerate() {
            for square in *squares {
                may[usize::from(square)] |= 1 << content;
            }
        }
        Squares {
            may,
            turn: pattern.turn,
            target: pattern.target,
            frozen: pattern.frozen,
        }
    }

    fn at(&self, square: Square) -> Contents {
        self.may[usize::from(square)]
    }

    fn may_be_empty(&self, square: Square) -> bool {
        self.at(square) & NOTHING != 0
    }

    fn admits(&self, board: &Board) -> bool {
        Square::ALL.into_iter().all(|square| {
            let content = board
                .piece_at(square)
                .map_or(NOTHING, |man| bit(man.color, man.role));
            self.at(square) & content != 0
        })
    }

    fn is_within(&self, other: &Squares) -> bool {
        self.same_demands(other) && self.may.iter().zip(other.may).all(|(a, b)| a & !b == 0)
    }

    fn same_demands(&self, other: &Squares) -> bool {
        self.turn == other.turn
            && self.target == other.target
            && other.frozen.is_subset(self.frozen)
    }

    /// Removes what breaks a rule; `false` if nothing is left.
    fn obey_the_rules(&mut self) -> bool {
        loop {
            let before = self.may;
            for color in Color::ALL {
                if !self.one_king(color) || !self.count(color) {
                    return false;
                }
            }
            self.no_idle_check();
            self.shields();
            if self.may.contains(&0) {
                return false;
            }
            if self.may == before {
                return true;
            }
        }
    }

    /// Where `color`'s king stands, if it is known.
    fn king(&self, color: Color) -> Option<Square> {
        let king = bit(color, Role::King);
        Square::ALL.into_iter().find(|&s| self.at(s) == king)
    }

    /// A king that is known stands nowhere else; `false` if there is none at all.
    fn one_king(&mut self, color: Color) -> bool {
        let king = bit(color, Role::King);
        if let Some(home) = self.king(color) {
            for contents in &mut self.may {
                *contents &= !king;
            }
            self.may[usize::from(home)] = king;
        }
        self.may.iter().any(|contents| contents & king != 0)
    }

    /// The king of the side not on move is not attacked along squares known to be empty.
    fn no_idle_check(&mut self) {
        let Some(home) = self.king(self.turn.other()) else {
            return;
        };
        let closed: Bitboard = Square::ALL
            .into_iter()
            .filter(|&s| self.at(s) != NOTHING)
            .collect();
        for role in Role::ALL {
            // Seen from the king: a pawn attacks it from where a pawn of its own side would attack.
            let color = self.turn.other();
            for from in attacks::attacks(home, Piece { color, role }, closed) {
                self.may[usize::from(from)] &= !bit(self.turn, role);
            }
        }
    }

    /// A line on which a man that gives check for certain looks at the king of the side not on move is not open: if
    /// all squares of it are known to be empty but one, a man stands there.
    fn shields(&mut self) {
        let Some(home) = self.king(self.turn.other()) else {
            return;
        };
        let on_lines = |role| bit(self.turn, role) | bit(self.turn, Role::Queen);
        for (reach, checking) in [
            (
                attacks::rook_attacks(home, Bitboard::EMPTY),
                on_lines(Role::Rook),
            ),
            (
                attacks::bishop_attacks(home, Bitboard::EMPTY),
                on_lines(Role::Bishop),
            ),
        ] {
            for from in reach {
                if self.at(from) == 0 || self.at(from) & !checking != 0 {
                    continue;
                }
                let mut line = attacks::between(home, from)
                    .into_iter()
                    .filter(|&s| self.at(s) != NOTHING);
                if let (Some(shield), None) = (line.next(), line.next()) {
                    self.may[usize::from(shield)] &= !NOTHING;
                }
            }
        }
    }

    /// Known men cost at most eight pawns; if they cost eight, doubtful men that would cost one go.
    fn count(&mut self, color: Color) -> bool {
        // Knights, light bishops, dark bishops, rooks, queens at the start; pawns cost one each.
        const HOME: [usize; 6] = [0, 2, 1, 1, 2, 1];
        let group = |contents: Contents, square: Square| {
            [
                (Role::Pawn, 0),
                (Role::Knight, 1),
                (Role::Bishop, if square.is_light() { 2 } else { 3 }),
                (Role::Rook, 4),
                (Role::Queen, 5),
            ]
            .into_iter()
            .find(|&(role, _)| contents == bit(color, role))
            .map(|(_, group)| group)
        };
        let mut have = [0_usize; 6];
        for square in Square::ALL {
            if let Some(group) = group(self.at(square), square) {
                have[group] += 1;
            }
        }
        let cost = |group: usize| have[group].saturating_sub(HOME[group]);
        let cost_of_all: usize = (0..6).map(cost).sum();
        if cost_of_all == 8 {
            for square in Square::ALL {
                let contents = self.at(square);
                for role in Role::ALL {
                    let man = bit(color, role);
                    let full = group(man, square).is_some_and(|g| have[g] >= HOME[g]);
                    if contents != man && full {
                        self.may[usize::from(square)] &= !man;
                    }
                }
            }
        }
        cost_of_all <= 8
    }
}

/// Whether `position` is one of the first pattern's, with at least its demands.
pub(super) fn holds_in(cage: &Cage, position: &RetroPosition) -> bool {
    let target = match position.ep {
        EpState::Target(target) => Some(target),
        EpState::Open | EpState::None => None,
    };
    cage.patterns.first().map(Squares::of).is_some_and(|first| {
        first.admits(&position.board)
            && first.turn == position.turn
            && (first.target.is_none() || first.target == target)
            && first.frozen.is_subset(position.frozen)
    })
}

/// Whether no retraction leaves the patterns, and none of them admits the initial array: then no
/// position of any of them has a history.
///
/// # Errors
///
/// The limit of `clock` that was hit before this was known.
pub(super) fn is_closed(cage: &Cage, clock: &Budget) -> Result<bool, Limit> {
    let all: Vec<Squares> = cage.patterns.iter().map(Squares::of).collect();
    let array = Board::new();
    if all
        .iter()
        .any(|p| p.turn == Color::White && p.target.is_none() && p.admits(&array))
        || cage.before.len() != all.len()
        || cage.before.iter().flatten().any(|&id| id >= all.len())
    {
        return Ok(false);
    }
    for (now, before) in all.iter().zip(&cage.before) {
        clock.check_clock()?;
        if !Retractions::new(now, before, &all).all_stay_inside() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// All retractions of one pattern.
struct Retractions<'a> {
    now: &'a Squares,
    us: Color,
    /// The patterns that may hold what comes out, with the squares on which `now` exceeds them.
    held_by: Vec<(&'a Squares, Bitboard)>,
}

impl<'a> Retractions<'a> {
    fn new(now: &'a Squares, before: &[usize], all: &'a [Squares]) -> Retractions<'a> {
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

    fn all_stay_inside(&self) -> bool {
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
                self.stays(&changes, Some(to), self.now.frozen)
                    || self.stays(&changes, None, self.now.frozen)
            })
    }

    fn castlings(&self) -> bool {
        let row = if self.us == Color::White { 0 } else { 56 };
        let at = |file: u32| Square::new(row + file);
        // King, rook, the rook's home, squares that are empty before and after.
        [(6, 5, 7, None), (2, 3, 0, Some(1))]
            .into_iter()
            .all(|(king, rook, home, beside)| {
                let may_stand = self.now.at(at(king)) & bit(self.us, Role::King) != 0
                    && self.now.at(at(rook)) & bit(self.us, Role::Rook) != 0
                    && !self.now.frozen.contains(at(king))
                    && !self.now.frozen.contains(at(rook));
                let may_go = [Some(4), Some(home), beside]
                    .into_iter()
                    .flatten()
                    .all(|file| self.now.may_be_empty(at(file)));
                if !may_stand || !may_go {
                    return true;
                }
                let mut changes = vec![
                    (at(king), NOTHING),
                    (at(rook), NOTHING),
                    (at(4), bit(self.us, Role::King)),
                    (at(home), bit(self.us, Role::Rook)),
                ];
                changes.extend(beside.map(|file| (at(file), NOTHING)));
                let frozen = self.now.frozen.with(at(4)).with(at(home));
                self.stays(&changes, None, frozen)
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
        self.stays(&changes, None, self.now.frozen)
    }

    /// Whether the pattern with these changes lies in one of the patterns named, or breaks a rule.
    fn stays(
        &self,
        changes: &[(Square, Contents)],
        target: Option<Square>,
        frozen: Bitboard,
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
        !before.obey_the_rules()
            || self
                .held_by
                .iter()
                .any(|(other, _)| before.is_within(other))
    }
}
