//! Checking a cage: no retraction of any man leaves the set of patterns.
//!
//! Plain on purpose: squares hold sets of contents as bits, every man that may stand anywhere is
//! taken back to every square it may have come from, one at a time, and the result must lie in one of
//! the patterns named, or break a rule (a second king, the side not on move in check, castling out of check or
//! through it, more pawns and promoted men than eight, a man that the men who never moved let in nowhere). Nothing is tracked or joined here.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use crate::budget::{Budget, Limit};
use crate::retro::model::claim::{Cage, Pattern};
use crate::retro::model::{EpState, RetroPosition};

use super::standing::castlings;

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
                return self.everyone_came();
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
        if let Some(home) = self.king(self.turn.other()) {
            self.not_attacked(home, self.turn);
        }
    }

    /// No man of `by` attacks `square` along squares known to be empty.
    fn not_attacked(&mut self, square: Square, by: Color) {
        let closed: Bitboard = Square::ALL
            .into_iter()
            .filter(|&s| self.at(s) != NOTHING)
            .collect();
        for role in Role::ALL {
            // Seen from the square: a pawn attacks it from where a pawn of the other side would attack.
            let color = by.other();
            for from in attacks::attacks(square, Piece { color, role }, closed) {
                self.may[usize::from(from)] &= !bit(by, role);
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
        let bill = Bill::of(self, color);
        if bill.cost() == 8 {
            for square in Square::ALL {
                let contents = self.at(square);
                for role in Role::ALL {
                    let man = bit(color, role);
                    if contents != man && bill.charges(role, square) {
                        self.may[usize::from(square)] &= !man;
                    }
                }
            }
        }
        bill.cost() <= 8
    }

    /// Men known to stand where they stood when the game began.
    fn unmoved(&self) -> Bitboard {
        let known =
            |square: Square| self.at(square).is_power_of_two() && self.at(square) != NOTHING;
        let pawns = |color: Color| {
            Bitboard::from_rank(color.relative_rank(Rank::Second))
                .into_iter()
                .filter(|&s| self.at(s) == bit(color, Role::Pawn))
                .collect::<Bitboard>()
        };
        let mut unmoved: Bitboard = self.frozen.into_iter().filter(|&s| known(s)).collect();
        for color in Color::ALL {
            unmoved |= pawns(color);
            for (home, beside) in bishops_behind(color) {
                let kept = beside.into_iter().all(|s| pawns(color).contains(s));
                if kept && self.at(home) == bit(color, Role::Bishop) {
                    unmoved.add(home);
                }
            }
        }
        unmoved
    }

    /// Whether every king and officer that is known had a way to its square around the men that never moved.
    fn everyone_came(&self) -> bool {
        let unmoved = self.unmoved();
        if unmoved.is_empty() {
            return true;
        }
        let array = Board::new();
        Color::ALL.into_iter().all(|color| {
            let bill = Bill::of(self, color);
            let guarded: Bitboard = unmoved
                .into_iter()
                .filter(|&s| self.at(s) == bit(color.other(), Role::Pawn))
                .fold(Bitboard::EMPTY, |all, s| {
                    all | attacks::pawn_attacks(color.other(), s)
                });
            Role::ALL.into_iter().skip(1).all(|role| {
                let man = Piece { color, role };
                let shut = if role == Role::King {
                    unmoved | guarded
                } else {
                    unmoved
                };
                let reach = |mut open: Bitboard| {
                    let mut seen = open;
                    while let Some(square) = open.pop_back() {
                        let next = attacks::attacks(square, man, unmoved) & !shut & !seen;
                        seen |= next;
                        open |= next;
                    }
                    seen
                };
                let mut homes = array.by_piece(man) & !unmoved;
                for [king_home, king, rook_home, rook] in castlings(color) {
                    if !unmoved.contains(king_home) && !unmoved.contains(rook_home) {
                        match role {
                            Role::King => homes.add(king),
                            Role::Rook => homes.add(rook),
                            _ => {}
                        }
                    }
                }
                let from_home = reach(homes);
                // Past walls on all three squares before it no pawn gets to a square of the last rank.
                let seventh = Bitboard::from_rank(color.relative_rank(Rank::Seventh)) & !unmoved;
                let gates: Bitboard = seventh
                    .into_iter()
                    .map(|s| {
                        attacks::pawn_attacks(color, s)
                            | Bitboard::from(s).shift(color.fold_wb(8, -8))
                    })
                    .fold(Bitboard::EMPTY, |all, gates| all | gates);
                let promoted = reach(gates & !unmoved);
                Square::ALL
                    .into_iter()
                    .filter(|&s| self.at(s) == bit(color, role) && !unmoved.contains(s))
                    .all(|s| {
                        from_home.contains(s)
                            || role != Role::King
                                && bill.allows_promoted(role, s)
                                && promoted.contains(s)
                    })
            })
        })
    }
}

/// The homes of the bishops of `color`, each with the squares of the two pawns before it.
fn bishops_behind(color: Color) -> [(Square, [Square; 2]); 2] {
    match color {
        Color::White => [
            (Square::F1, [Square::E2, Square::G2]),
            (Square::C1, [Square::B2, Square::D2]),
        ],
        Color::Black => [
            (Square::C8, [Square::B7, Square::D7]),
            (Square::F8, [Square::E7, Square::G7]),
        ],
    }
}

/// What the known men of one side cost in pawns.
struct Bill {
    /// Pawns, knights, light bishops, dark bishops, rooks, queens.
    have: [usize; 6],
    /// So many of each cost nothing.
    free: [usize; 6],
    /// A bishop of this group on any other square than this one was never at home.
    kept_home: [Option<(usize, Square)>; 2],
}

impl Bill {
    fn of(squares: &Squares, color: Color) -> Bill {
        let mut have = [0; 6];
        for square in Square::ALL {
            let man = Role::ALL
                .into_iter()
                .find(|&role| squares.at(square) == bit(color, role));
            if let Some(group) = man.and_then(|role| Bill::group(role, square)) {
                have[group] += 1;
            }
        }
        let mut free = [0, 2, 1, 1, 2, 1];
        // A bishop between two pawns at home stands where it stood first, or fell there.
        let kept_home = bishops_behind(color).map(|(home, pawns)| {
            let kept = pawns
                .into_iter()
                .all(|pawn| squares.at(pawn) == bit(color, Role::Pawn));
            let group = if home.is_light() { 2 } else { 3 };
            if kept && squares.at(home) != bit(color, Role::Bishop) {
                free[group] = 0;
            }
            kept.then_some((group, home))
        });
        Bill {
            have,
            free,
            kept_home,
        }
    }

    fn group(role: Role, square: Square) -> Option<usize> {
        match role {
            Role::Pawn => Some(0),
            Role::Knight => Some(1),
            Role::Bishop if square.is_light() => Some(2),
            Role::Bishop => Some(3),
            Role::Rook => Some(4),
            Role::Queen => Some(5),
            Role::King => None,
        }
    }

    fn cost(&self) -> usize {
        let beyond = |(have, free): (&usize, &usize)| have.saturating_sub(*free);
        self.have.iter().zip(&self.free).map(beyond).sum()
    }

    /// Whether one more man of this kind on this square would cost a pawn.
    fn charges(&self, role: Role, square: Square) -> bool {
        let Some(group) = Bill::group(role, square) else {
            return false;
        };
        match self
            .kept_home
            .into_iter()
            .flatten()
            .find(|&(g, _)| g == group)
        {
            Some((_, home)) => square != home,
            None => self.have[group] >= self.free[group],
        }
    }

    /// Whether a known man of this kind can have been a pawn.
    fn allows_promoted(&self, role: Role, square: Square) -> bool {
        self.cost() < 8
            || Bill::group(role, square).is_some_and(|group| self.have[group] > self.free[group])
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
