//! Whether a side's pawns and promoted men cost more captures than there were, counted anew.
//!
//! Every man missing was captured once. An officer that can neither stand on the board nor have stood where an enemy
//! pawn captures was no pawn's victim. The rest bounds the captures of the pawns, those that promoted included; and
//! every pawn on the board, and every officer there that no original accounts for, was a pawn of a file of its
//! own, which came to its square, or to one it promoted on, around all that stood still, one capture a change of file.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::unmoved::Unmoved;
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::{Account, NoScenario, Overdraft, Shown};

/// The side whose captures do not suffice, and by how much, if an account says so and its numbers are those of the position.
pub(in crate::retro) fn overdrawn(claim: &NoScenario, position: &RetroPosition) -> Option<Shown> {
    [&claim.white, &claim.black]
        .into_iter()
        .find_map(|account| {
            let overdraft = overdraft(account, position)?;
            let is_right = match overdraft {
                Overdraft::Unaccountable(_) => true,
                Overdraft::Captures { promoted, .. } => promoted >= account.promoted as usize,
            };
            is_right.then_some(Shown::Account(account.color, overdraft))
        })
}

/// What the side's men on the board take, if the account is one of captures that do not suffice, counted anew; `None` also where
/// this count sees nothing wrong.
fn overdraft(claim: &Account, position: &RetroPosition) -> Option<Overdraft> {
    if claim.needed.is_some() {
        return None;
    }
    let side = Side::of(claim.color, position);
    let pawns = side.pawns();
    let most = side.most_captures(claim, &pawns)?;
    match side.least(&pawns) {
        Err(role) => Some(Overdraft::Unaccountable(role)),
        Ok((needed, promoted)) => {
            (needed > most).then_some(Overdraft::Captures { needed, promoted })
        }
    }
}

/// How many men the side's pawns captured at most; `None` if the account does not say so rightly.
pub(super) fn most_captures(claim: &Account, position: &RetroPosition) -> Option<usize> {
    let side = Side::of(claim.color, position);
    side.most_captures(claim, &side.pawns())
}

/// More than any pawn captures.
pub(super) const NEVER: usize = 99;

/// A pawn of the array.
struct Pawn {
    /// Captures it needs at least to come to each square; on the last rank it promotes.
    least: [usize; 64],
    /// Where it can have captured.
    captured_on: Bitboard,
}

struct Side<'a> {
    color: Color,
    position: &'a RetroPosition,
    unmoved: Unmoved<'a>,
}

/// The sorts of officers: a bishop never changes the colour of its squares.
pub(super) fn sorts() -> [(Role, Bitboard); 5] {
    [
        (Role::Queen, Bitboard::FULL),
        (Role::Rook, Bitboard::FULL),
        (Role::Knight, Bitboard::FULL),
        (Role::Bishop, Bitboard::LIGHT_SQUARES),
        (Role::Bishop, Bitboard::DARK_SQUARES),
    ]
}

impl<'a> Side<'a> {
    fn of(color: Color, position: &'a RetroPosition) -> Side<'a> {
        Side {
            color,
            position,
            unmoved: Unmoved::of(position),
        }
    }

    fn pawns(&self) -> Vec<Pawn> {
        (0..8).map(|file| self.pawn(file)).collect()
    }

    /// The captures made, but for the men no pawn came near; `None` if either is not as claimed.
    fn most_captures(&self, claim: &Account, pawns: &[Pawn]) -> Option<usize> {
        let enemies = self.position.board.by_color(self.color.other()).count();
        let missing = 16usize.checked_sub(enemies);
        let targets = pawns
            .iter()
            .fold(Bitboard::EMPTY, |all, pawn| all | pawn.captured_on);
        let is_right = missing == Some(claim.captures as usize)
            && claim.out_of_reach.is_subset(self.enemies_out_of(targets));
        is_right.then(|| (claim.captures as usize).saturating_sub(claim.out_of_reach.count()))
    }

    /// How the pawn of a file can have gone.
    fn pawn(&self, file: u32) -> Pawn {
        let mut pawn = Pawn {
            least: [NEVER; 64],
            captured_on: Bitboard::EMPTY,
        };
        let rank = |rank| self.color.relative_rank(rank);
        let home = Square::from_coords(shakmaty::File::new(file), rank(Rank::Second));
        pawn.least[usize::from(home)] = 0;
        if self.unmoved.still.contains(home) {
            return pawn;
        }
        for below in &Rank::ALL[1..7] {
            for from in Bitboard::from_rank(rank(*below)) {
                let captures = pawn.least[usize::from(from)];
                if captures == NEVER || self.unmoved.never_leaves(self.color, Role::Pawn, from) {
                    continue;
                }
                let ahead = Bitboard::from(from).shift(self.color.fold_wb(8, -8));
                let aside = attacks::pawn_attacks(self.color, from);
                for (ways, cost) in [(ahead, captures), (aside, captures + 1)] {
                    for to in ways & !self.unmoved.still {
                        let least = &mut pawn.least[usize::from(to)];
                        *least = (*least).min(cost);
                    }
                }
                pawn.captured_on |= aside & !self.unmoved.still;
            }
        }
        pawn
    }

    fn originals(&self, color: Color, role: Role, squares: Bitboard) -> Vec<(Square, Bitboard)> {
        originals(&self.unmoved, self.position, color, role, squares)
    }

    /// Homes of enemy officers that are not on the board and were never on these squares.
    fn enemies_out_of(&self, targets: Bitboard) -> Bitboard {
        let color = self.color.other();
        let mut spared = Bitboard::EMPTY;
        for (role, squares) in sorts() {
            let men = self.position.board.by_piece(Piece { color, role });
            for (home, reach) in self.originals(color, role, squares) {
                if reach.is_disjoint(men) && reach.is_disjoint(targets) {
                    spared.add(home);
                }
            }
        }
        spared
    }

    /// The least captures by pawns, and the least promoted men, that account for the men on the board; else whom nothing accounts
    /// for, see [`Overdraft::Unaccountable`].
    fn least(&self, pawns: &[Pawn]) -> Result<(usize, usize), Role> {
        let color = self.color;
        let board = &self.position.board;
        // For each man that was a pawn, what that costs from each file.
        let mut men: Vec<Vec<usize>> = board
            .by_piece(color.pawn())
            .into_iter()
            .map(|square| {
                pawns
                    .iter()
                    .map(|pawn| pawn.least[usize::from(square)])
                    .collect()
            })
            .collect();
        let unmoved = men.len();
        let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth)) & !self.unmoved.still;
        for (role, squares) in sorts() {
            let there = board.by_piece(Piece { color, role }) & squares;
            let promoted = there & !self.unmoved.still;
            let doors: Vec<(Square, Bitboard)> = (last & squares)
                .into_iter()
                .map(|door| {
                    (
                        door,
                        self.unmoved.reach(color, role, door.into()) & promoted,
                    )
                })
                .filter(|(_, reach)| reach.any())
                .collect();
            let from_a_door = doors
                .iter()
                .fold(Bitboard::EMPTY, |all, (_, reach)| all | *reach);
            let there: Vec<Square> = there.into_iter().collect();
            let originals: Vec<Bitboard> = self
                .originals(color, role, squares)
                .into_iter()
                .map(|(_, reach)| reach)
                .collect();
            let promotions = fewest_promotions(&there, &originals, from_a_door).ok_or(role)?;
            let cost = |pawn: &Pawn| {
                let least = doors.iter().map(|&(door, _)| pawn.least[usize::from(door)]);
                least.min().unwrap_or(NEVER)
            };
            men.extend(std::iter::repeat_n(
                pawns.iter().map(cost).collect(),
                promotions,
            ));
        }
        let promoted = men.len() - unmoved;
        let least = cheapest(&men);
        if least < NEVER {
            Ok((least, promoted))
        } else {
            Err(Role::Pawn)
        }
    }
}

/// The officers of the array with the squares they can have stood on.
pub(super) fn originals(
    unmoved: &Unmoved<'_>,
    position: &RetroPosition,
    color: Color,
    role: Role,
    squares: Bitboard,
) -> Vec<(Square, Bitboard)> {
    let array = Board::new();
    let men = array.by_piece(Piece { color, role }) & squares;
    men.into_iter()
        .map(|home| {
            let stayed = (unmoved.still | position.frozen).contains(home);
            let reach = if stayed {
                home.into()
            } else {
                unmoved.reach(color, role, home.into())
            };
            (home, reach)
        })
        .collect()
}

/// How many of these men promoted at least; `None` if one of them is neither an original nor promoted.
fn fewest_promotions(
    men: &[Square],
    originals: &[Bitboard],
    from_a_door: Bitboard,
) -> Option<usize> {
    let Some((&man, others)) = men.split_first() else {
        return Some(0);
    };
    let promoted = from_a_door
        .contains(man)
        .then(|| fewest_promotions(others, originals, from_a_door))
        .flatten()
        .map(|fewest| fewest + 1);
    let as_original = (0..originals.len())
        .filter(|&place| originals[place].contains(man))
        .filter_map(|place| {
            let mut left = originals.to_vec();
            left.remove(place);
            fewest_promotions(others, &left, from_a_door)
        });
    as_original.chain(promoted).min()
}

/// The least sum of costs if every man comes from a file of its own.
pub(super) fn cheapest(men: &[Vec<usize>]) -> usize {
    // By the set of files used by the men so far.
    let mut sums = [NEVER; 256];
    sums[0] = 0;
    for man in men {
        let mut next = [NEVER; 256];
        for (used, &sum) in sums.iter().enumerate() {
            for (file, &cost) in man.iter().enumerate() {
                if used & (1 << file) == 0 {
                    let slot = &mut next[used | 1 << file];
                    *slot = (*slot).min(sum + cost);
                }
            }
        }
        sums = next;
    }
    sums.into_iter()
        .min()
        .map_or(NEVER, |least| least.min(NEVER))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::claim::Hint;
    use crate::retro::model::test_position;

    /// White's account as the board has it, said not to balance.
    fn claim(fen: &str) -> Account {
        let position = test_position(fen, "- -");
        Account {
            color: Color::White,
            captures: 16 - position.board.by_color(Color::Black).count() as u32,
            out_of_reach: Bitboard::EMPTY,
            needed: None,
            promoted: 0,
        }
    }

    fn is_overdrawn(fen: &str, change: impl Fn(&mut Account)) -> bool {
        let mut claim = claim(fen);
        change(&mut claim);
        let position = test_position(fen, "- -");
        // Of Black's nothing is said that could be wrong.
        let black = Account {
            color: Color::Black,
            needed: Some(0),
            ..claim
        };
        let claim = NoScenario {
            scenarios: 0,
            white: claim,
            black,
            exclusions: None,
            hint: Hint::None,
            shown: None,
        };
        overdrawn(&claim, &position).is_some()
    }

    #[test]
    fn captures_pay_for_a_promotion_from_where_the_man_got_out() {
        let as_it_is = |_: &mut Account| {};
        // A second light bishop: a pawn that promotes on a8 costs thirteen captures in all, but no bishop ever left a8
        // past the pawn b7; any other square costs one more.
        assert!(is_overdrawn(
            "8/1p5P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w",
            as_it_is
        ));
        assert!(!is_overdrawn(
            "8/1p5P/6P1/5B1P/6PP/5BNk/7P/R5K1 w",
            as_it_is
        ));
        assert!(!is_overdrawn(
            "8/2p4P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w",
            as_it_is
        ));
    }

    #[test]
    fn a_bishop_shut_in_is_no_pawns_victim() {
        // One black man is missing, and White's pawns captured once: not the bishop, which never left f8.
        let shut_in = "rnbqk1nr/pppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR w";
        let bishop = |account: &mut Account| account.out_of_reach = Square::F8.into();
        assert!(is_overdrawn(shut_in, bishop));
        let knight = |account: &mut Account| account.out_of_reach = Square::G8.into();
        assert!(!is_overdrawn(shut_in, knight));
        assert!(!is_overdrawn(shut_in, |_| {}));
        assert!(!is_overdrawn(
            "rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w",
            bishop
        ));
        // Numbers that are not those of the board.
        assert!(!is_overdrawn(shut_in, |account| {
            bishop(account);
            account.captures = 2;
        }));
        assert!(!is_overdrawn(shut_in, |account| {
            bishop(account);
            account.promoted = 1;
        }));
        assert!(!is_overdrawn(shut_in, |account| {
            bishop(account);
            account.needed = Some(1);
        }));
    }
}
