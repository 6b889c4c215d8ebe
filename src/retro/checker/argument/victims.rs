//! Whom pawns can have captured on their ways: each capture a man of his own, where he can have stood.

use std::cell::OnceCell;

use shakmaty::{Bitboard, Color, File, Role, Square};

use super::captures::{Committed, came, doors};
use super::shares::{Shares, Victim};
use super::{Known, seen_by, side};
use crate::retro::checker::account::{barred_straight, home_of, missing, pawn_steps};
use crate::retro::checker::matching::{have_one_each, row};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Barred, Class, RetroPosition};

/// Ways of all pawns together that are looked at; more are not gone through.
const MOST_WAYS: usize = 4_000;
/// Sets of squares that are looked at in all.
const MOST_WORK: usize = 1 << 20;

/// Pawns and promoted men of a side that are asked whom they captured.
#[derive(Clone, Copy)]
pub(in crate::retro) struct Capturers<'a> {
    /// Whose.
    pub(in crate::retro) color: Color,
    /// The pawns.
    pub(in crate::retro) pawns: Bitboard,
    /// How many promoted men of each class.
    pub(in crate::retro) promoted: &'a [(Class, u32)],
}

impl Known<'_> {
    /// Whether these men captured somewhere where nobody missing can have stood, whichever way they came, and everywhere on `on`.
    pub(super) fn have_no_victim(
        &self,
        men: Capturers<'_>,
        on: Bitboard,
        barred: &[Barred],
    ) -> bool {
        let board = &self.position.board;
        let enemy = men.color.other();
        let all_pawns_there = (board.pawns() & board.by_color(enemy)).count() == 8;
        (men.pawns.any() || !men.promoted.is_empty())
            && men
                .pawns
                .is_subset(board.pawns() & board.by_color(men.color))
            && self.are_said_promoted(men.color, men.promoted)
            && self.missing[side(enemy)].is_some()
            && (all_pawns_there || self.missing[side(men.color)].is_some())
            && where_no_victim(
                men,
                self.committed[side(enemy)].as_ref(),
                &self.unmoved(),
                self.position,
            )
            .is_some_and(|(squares, kinds)| squares == on && kinds == barred)
    }
}

/// Where these men captured on every way they can have come, if on none of them they find a man of his own for each capture;
/// `None` if they do on one, if there is no way, or if there are too many. With it come the kinds of missing men none of which can
/// have stood there, or, where no square is common to all ways, on any square where they can have captured. `committed` is what is
/// said of the captures of the other side's pawns.
pub(in crate::retro) fn where_no_victim(
    men: Capturers<'_>,
    committed: Option<&Committed>,
    unmoved: &Unmoved<'_>,
    position: &RetroPosition,
) -> Option<(Bitboard, Vec<Barred>)> {
    let color = men.color;
    let captures = missing(&position.board, color.other())?;
    let nothing_said = Committed {
        most: missing(&position.board, color)?,
        pawns: Bitboard::EMPTY,
        promoted: Vec::new(),
    };
    let committed = committed.unwrap_or(&nothing_said);
    let shares = Shares::of(color.other(), committed, unmoved, position)?;
    let victims: Vec<Victim> = shares.victims().collect();
    let of = |to, pawn| Capturer {
        color,
        to,
        pawn,
        captures,
        unmoved,
        fewest: Default::default(),
    };
    let pawns = seen_by(color, men.pawns).map(|pawn| (of(pawn.into(), Some(pawn)), 1));
    let promoted = men.promoted.iter().map(|&(class, count)| {
        let doors = doors(class.men(&position.board, color), unmoved, position);
        (of(doors, None), count.min(9) as usize)
    });
    let each: Vec<(Capturer<'_>, usize)> = pawns.chain(promoted).collect();
    let all: Vec<&Capturer<'_>> = (each.iter())
        .flat_map(|(man, count)| std::iter::repeat_n(man, *count))
        .collect();
    let mut search = Search::of(&all, &victims, &shares, captures as usize);
    if !search.fail(0, &mut Vec::new()) || search.left == MOST_WAYS {
        return None;
    }
    let on = search.common;
    let anywhere = || {
        let ways = each
            .iter()
            .flat_map(|(man, _)| File::ALL.map(|file| man.ways(file)));
        ways.flatten().fold(Bitboard::EMPTY, |all, way| all | way)
    };
    let asked = if on.any() { on } else { anywhere() };
    let is_barred = |victim: &Victim| victim.squares.is_disjoint(asked);
    let all_are_barred = |class: Class| {
        let mut alike = victims.iter().filter(|victim| victim.class == Some(class));
        alike.all(is_barred)
    };
    let mut barred: Vec<Barred> = (victims.iter())
        .filter(|&victim| is_barred(victim))
        .map(|victim| match victim.class {
            None => Barred::Pawn,
            Some(class) if runs_elsewhere(class, asked) => Barred::Colour(class),
            Some(class) if all_are_barred(class) => Barred::ShutIn(class),
            Some(class) => Barred::OneShutIn(class),
        })
        .collect();
    barred.extend(search.together.then_some(Barred::Together));
    // Without the king that they would have checked, would there have been pawns?
    let king = position.board.kings() & position.board.by_color(color);
    if !unmoved.still().is_disjoint(king) {
        let still = unmoved.still() & !king;
        let free = Unmoved::given(&position.board, still, unmoved.ways().to_vec())
            .with_astray(unmoved.astray);
        let shares = Shares::of(color.other(), committed, &free, position)?;
        let victims: Vec<Victim> = shares.victims().collect();
        if !Search::of(&all, &victims, &shares, captures as usize).fail(0, &mut Vec::new()) {
            barred.retain(|&one| one != Barred::Pawn);
            barred.push(Barred::PawnChecks);
        }
    }
    barred.sort_unstable();
    barred.dedup();
    Some((on, barred))
}

/// Whether it is a bishop for none of these squares.
fn runs_elsewhere(class: Class, on: Bitboard) -> bool {
    let mut squares = on.into_iter();
    class.role() == Role::Bishop
        && squares.all(|square| Class::of(Role::Bishop, square) != Some(class))
}

/// The ways of the pawn of a file to a square with so many captures at most.
fn ways(
    color: Color,
    file: File,
    to: Square,
    captures: u32,
    unmoved: &Unmoved<'_>,
) -> Vec<Bitboard> {
    let home = home_of(color, file);
    if unmoved.still.contains(home) || home == to {
        return if home == to {
            vec![Bitboard::EMPTY]
        } else {
            Vec::new()
        };
    }
    let barred = barred_straight(color, file, unmoved);
    let ahead_of = |square: Square| color.relative_rank(square.rank()) as u32;
    // Whether there are ranks and captures enough from there.
    let goes_on = |from: Square, taken: Bitboard| {
        let aside = from.file().distance(to.file());
        let ranks = ahead_of(to).checked_sub(ahead_of(from));
        ranks.is_some_and(|ranks| aside <= ranks) && aside + taken.count() as u32 <= captures
    };
    let mut found = Vec::new();
    let mut open = vec![(home, Bitboard::EMPTY)];
    while let Some((from, taken)) = open.pop() {
        if from == to {
            found.push(taken);
        }
        if Bitboard::BACKRANKS.contains(from) || !goes_on(from, taken) || found.len() > MOST_WAYS {
            continue;
        }
        let [mut ahead, aside] = pawn_steps(color, from, unmoved);
        if taken.is_empty() {
            ahead &= !barred;
        }
        open.extend(ahead.into_iter().map(|next| (next, taken)));
        if taken.count() < captures as usize {
            open.extend(aside.into_iter().map(|next| (next, taken.with(next))));
        }
    }
    found.sort_unstable_by_key(|&taken| u64::from(taken));
    found.dedup();
    found
}

/// A man that is asked whom he captured.
struct Capturer<'a> {
    color: Color,
    /// Where he came as a pawn.
    to: Bitboard,
    /// Where he stands as a pawn.
    pawn: Option<Square>,
    /// So often at most.
    captures: u32,
    unmoved: &'a Unmoved<'a>,
    /// See [`Capturer::fewest`].
    fewest: [OnceCell<Vec<Bitboard>>; 8],
}

impl Capturer<'_> {
    /// His ways from a file: the squares of his captures.
    fn ways(&self, file: File) -> Vec<Bitboard> {
        let ways = |to| ways(self.color, file, to, self.captures, self.unmoved);
        let mut all: Vec<Bitboard> = self.to.into_iter().flat_map(ways).collect();
        if let Some(pawn) = self.pawn {
            let is_own = file == pawn.file();
            let [straight, astray] = came(pawn, self.color, self.unmoved);
            all.retain(|way| {
                (!astray || !is_own || way.any()) && (!straight || is_own && way.is_empty())
            });
        }
        all
    }

    /// Those without the ones on which he captures wherever he does on another, and more: who finds no victims on that finds none on
    /// them.
    fn fewest(&self, file: File) -> &[Bitboard] {
        self.fewest[usize::from(file)].get_or_init(|| {
            let mut kept: Vec<Bitboard> = Vec::new();
            let mut order = self.ways(file);
            order.sort_by_key(|way| way.count());
            for way in order {
                if !kept.iter().any(|fewer| fewer.is_subset(way)) {
                    kept.push(way);
                }
            }
            kept
        })
    }
}

struct Search<'a> {
    men: &'a [&'a Capturer<'a>],
    /// For each square the missing men that can have fallen there, as bits.
    victims: [u64; 64],
    shares: &'a Shares,
    captures: usize,
    /// Captured on in every case so far.
    common: Bitboard,
    left: usize,
    work: usize,
    /// Whether on some way each capture finds its man, but not all pawns among them can have come there.
    together: bool,
}

impl<'a> Search<'a> {
    fn of(
        men: &'a [&'a Capturer<'a>],
        victims: &[Victim],
        shares: &'a Shares,
        captures: usize,
    ) -> Search<'a> {
        Search {
            men,
            victims: Square::ALL.map(|on| row(victims, |victim| victim.squares.contains(on))),
            shares,
            captures,
            common: Bitboard::FULL,
            left: MOST_WAYS,
            work: MOST_WORK,
            together: false,
        }
    }

    /// Whether each capture finds a man of its own.
    fn find_all(&mut self, taken: &[Square]) -> bool {
        let victims: Vec<u64> = (taken.iter())
            .map(|&on| self.victims[usize::from(on)])
            .collect();
        let each = have_one_each(&victims);
        let all = each && self.shares.can_have_fallen(taken, &mut self.work);
        self.together |= each && !all;
        all
    }

    /// Whether no choice of ways from different files finds its victims.
    fn fail(&mut self, files: u8, taken: &mut Vec<Square>) -> bool {
        let at = files.count_ones() as usize;
        let is_last = at == self.men.len();
        let fails = !self.find_all(taken);
        if is_last || fails {
            let Some(left) = self.left.checked_sub(1) else {
                return false;
            };
            self.left = left;
            self.common &= taken.iter().copied().collect::<Bitboard>();
            return fails;
        }
        let man = self.men[at];
        let mut open = File::ALL
            .into_iter()
            .filter(|&file| files & 1 << u8::from(file) == 0);
        open.all(|file| {
            man.fewest(file).iter().all(|way| {
                let known = taken.len();
                taken.extend(*way);
                let files = files | 1 << u8::from(file);
                let fails = taken.len() > self.captures || self.fail(files, taken);
                taken.truncate(known);
                fails
            })
        })
    }
}
