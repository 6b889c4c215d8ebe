//! Whom pawns can have captured on their ways: each capture a man of his own, where he can have stood.

use std::cell::OnceCell;

use shakmaty::{Bitboard, Color, File, Role, Square};

use super::captures::{Capturers, Committed, came, doors};
use super::shares::{Shares, Victim};
use super::{Known, Prey, seen_by};
use crate::retro::checker::account::{barred_straight, home_of, missing, pawn_steps};
use crate::retro::checker::matching::{have_one_each, one_each, row};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Barred, Class, RetroPosition};

/// Ways of all pawns together that are looked at; more are not gone through.
const MOST_WAYS: usize = 4_000;
/// Sets of squares that are looked at in all.
const MOST_WORK: usize = 1 << 20;

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
            && self.are_said(men)
            && self.missing[enemy].is_some()
            && (all_pawns_there || self.missing[men.color].is_some())
            && where_no_victim(
                men,
                self.committed[enemy].as_ref(),
                &self.unmoved(),
                self.position,
            )
            .is_some_and(|(squares, kinds)| squares == on && kinds == barred)
    }

    /// Whether this pawn captured the officer from that home, by what was said of missing men.
    pub(super) fn is_captured(&self, pawn: Square, home: Square, pawns: Bitboard) -> bool {
        let board = &self.position.board;
        let color = board.color_at(pawn);
        let are_of = |color| pawns.is_subset(board.pawns() & board.by_color(color));
        let unmoved = self.unmoved();
        color.is_some_and(are_of)
            && self.missing.iter().all(Option::is_some)
            && color
                .map(|color| Capturers::of(color, pawns, &[]))
                .and_then(|men| Captors::of(men, None, &unmoved, self.position))
                .is_some_and(|captors| captors.took(Prey { pawn, home }))
    }
}

/// Men of a side and whom they can have captured.
pub(in crate::retro) struct Captors<'a> {
    captures: u32,
    shares: Shares,
    victims: Vec<Victim>,
    /// Each kind of promoted men once, and how many they are.
    men: Vec<(Capturer<'a>, usize)>,
}

impl<'a> Captors<'a> {
    /// These men. `committed` is what is said of the captures of the other side's pawns; `None`: nothing but how many there were.
    pub(in crate::retro) fn of(
        men: Capturers<'_>,
        committed: Option<&Committed>,
        unmoved: &'a Unmoved<'a>,
        position: &RetroPosition,
    ) -> Option<Captors<'a>> {
        let enemy = men.color.other();
        let captures = missing(&position.board, enemy)?;
        let nothing_said = Committed {
            most: missing(&position.board, men.color)?,
            pawns: Bitboard::EMPTY,
            promoted: Vec::new(),
        };
        let committed = committed.unwrap_or(&nothing_said);
        let shares = Shares::of(enemy, committed, unmoved, position)?;
        Some(Captors {
            captures,
            victims: shares.victims().collect(),
            shares,
            men: each_capturer(men, captures, unmoved, position),
        })
    }

    /// The men one by one.
    fn all(&self) -> Vec<&Capturer<'a>> {
        let men = self.men.iter();
        men.flat_map(|(man, count)| std::iter::repeat_n(man, *count))
            .collect()
    }

    /// Whether these men find their victims here.
    fn search<'s>(&'s self, men: &'s [&'s Capturer<'s>]) -> Search<'s> {
        let fallen_on = |on| row(&self.victims, |victim| victim.squares.contains(on));
        Search {
            men,
            victims: Square::ALL.map(fallen_on),
            shares: &self.shares,
            captures: self.captures,
            spared: None,
            common: Bitboard::FULL,
            left: MOST_WAYS,
            work: MOST_WORK,
            together: false,
        }
    }

    /// Whether this pawn captured the missing officer from that home: were he none of its captures, the pawns would find no way to come
    /// on which each capture has a man of his own.
    pub(in crate::retro) fn took(&self, prey: Prey) -> bool {
        let spared = row(&self.victims, |victim| victim.home == Some(prey.home));
        let all = self.all();
        let mut search = self.search(&all);
        search.spared = Some((prey.pawn, spared));
        let is_there = all.iter().any(|man| man.pawn == Some(prey.pawn));
        spared != 0 && is_there && search.never_succeeds()
    }

    /// All officers of which that can be said, each with its pawn.
    pub(in crate::retro) fn all_taken(&self) -> Vec<Prey> {
        // What holds however they captured holds for the first way that is found.
        let all = self.all();
        let mut search = self.search(&all);
        let mut taken = Taken::default();
        if search.fail(0, &mut taken) {
            return Vec::new();
        }
        let rows: Vec<u64> = taken
            .on
            .iter()
            .map(|&on| search.victims[usize::from(on)])
            .collect();
        let victims = one_each(&rows).unwrap_or_default();
        let prey = taken.by.iter().zip(victims).filter_map(|(&by, victim)| {
            let pawn = all[by].pawn?;
            let home = self.victims.get(victim)?.home?;
            Some(Prey { pawn, home })
        });
        prey.filter(|&prey| self.took(prey)).collect()
    }
}

/// The men asked about, each kind of promoted men once, and how many they are.
fn each_capturer<'a>(
    men: Capturers<'_>,
    captures: u32,
    unmoved: &'a Unmoved<'a>,
    position: &RetroPosition,
) -> Vec<(Capturer<'a>, usize)> {
    let color = men.color;
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
    pawns.chain(promoted).collect()
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
    let captors = Captors::of(men, committed, unmoved, position)?;
    let (all, victims) = (captors.all(), &captors.victims);
    let mut search = captors.search(&all);
    if !search.never_succeeds() {
        return None;
    }
    let on = search.common;
    let anywhere = || {
        let men = captors.men.iter();
        let ways = men.flat_map(|(man, _)| File::ALL.map(|file| man.ways(file)));
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
        let without_king = Captors::of(men, committed, &free, position)?;
        if !without_king.search(&all).fail(0, &mut Taken::default()) {
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

/// Where the men asked so far captured.
#[derive(Default)]
struct Taken {
    on: Vec<Square>,
    /// Which of the men captured there.
    by: Vec<usize>,
}

struct Search<'a> {
    men: &'a [&'a Capturer<'a>],
    /// For each square the missing men that can have fallen there, as bits.
    victims: [u64; 64],
    shares: &'a Shares,
    captures: u32,
    /// A pawn, and missing men that none of its captures took.
    spared: Option<(Square, u64)>,
    /// Captured on in every case so far.
    common: Bitboard,
    left: usize,
    work: usize,
    /// Whether on some way each capture finds its man, but not all pawns among them can have come there.
    together: bool,
}

impl Search<'_> {
    /// Whether there are ways to come, and on none of them each capture finds a man of its own.
    fn never_succeeds(&mut self) -> bool {
        self.fail(0, &mut Taken::default()) && self.left < MOST_WAYS
    }

    /// Whether each capture finds a man of its own.
    fn find_all(&mut self, taken: &Taken) -> bool {
        let victim = |(&on, &by): (&Square, &usize)| {
            let is_spared = |&(pawn, _): &(Square, u64)| self.men[by].pawn == Some(pawn);
            let spared = self.spared.filter(is_spared);
            self.victims[usize::from(on)] & !spared.map_or(0, |(_, men)| men)
        };
        let victims: Vec<u64> = taken.on.iter().zip(&taken.by).map(victim).collect();
        let each = have_one_each(&victims);
        let all = each && self.shares.can_have_fallen(&taken.on, &mut self.work);
        self.together |= each && !all;
        all
    }

    /// Whether no choice of ways from different files finds its victims; if one does, its captures are left in `taken`.
    fn fail(&mut self, files: u8, taken: &mut Taken) -> bool {
        let at = files.count_ones() as usize;
        let is_last = at == self.men.len();
        let fails = !self.find_all(taken);
        if is_last || fails {
            let Some(left) = self.left.checked_sub(1) else {
                return false;
            };
            self.left = left;
            self.common &= taken.on.iter().copied().collect::<Bitboard>();
            return fails;
        }
        let man = self.men[at];
        let mut open = File::ALL
            .into_iter()
            .filter(|&file| files & 1 << u8::from(file) == 0);
        open.all(|file| {
            man.fewest(file).iter().all(|way| {
                let known = taken.on.len();
                taken.on.extend(*way);
                taken.by.resize(taken.on.len(), at);
                let files = files | 1 << u8::from(file);
                let fails = taken.on.len() as u32 > self.captures || self.fail(files, taken);
                if fails {
                    taken.on.truncate(known);
                    taken.by.truncate(known);
                }
                fails
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Chess, Move, Position, Rank};

    use super::*;
    use crate::random::Random;
    use crate::retro::model::test_position;

    /// A game, and where each man on the board began.
    struct Game {
        position: Chess,
        began: [Option<Square>; 64],
        /// Captures by men that began as pawns: their homes, and the homes of whom they captured.
        captured: Vec<[Square; 2]>,
    }

    impl Game {
        fn new() -> Game {
            let array = Board::new();
            Game {
                position: Chess::default(),
                began: std::array::from_fn(|at| {
                    let square = Square::new(at as u32);
                    array.piece_at(square).map(|_| square)
                }),
                captured: Vec::new(),
            }
        }

        fn play(&mut self, played: Move) {
            let (Some(from), to) = (played.from(), played.to()) else {
                return;
            };
            let victim = if played.is_en_passant() {
                Some(Square::from_coords(to.file(), from.rank()))
            } else {
                Some(to).filter(|_| played.is_capture())
            };
            let fallen = victim.and_then(|square| self.began[usize::from(square)].take());
            let man = self.began[usize::from(from)].take();
            if played.role() == Role::Pawn {
                self.captured
                    .extend(man.zip(fallen).map(<[Square; 2]>::from));
            }
            self.began[usize::from(to)] = man;
            self.position.play_unchecked(played);
        }
    }

    /// Who is said to have captured an officer did, in games in which much is captured by pawns and officers hardly get out.
    #[test]
    fn who_is_said_to_have_captured_did() {
        let mut said = 0;
        for seed in 0..600 {
            let mut dice = Random::new(seed);
            let mut game = Game::new();
            for _ in 0..50 {
                let moves = game.position.legal_moves();
                let mut moves: Vec<Move> =
                    moves.into_iter().filter(|one| !one.is_castle()).collect();
                let by_pawn = |one: &Move| one.role() == Role::Pawn && one.is_capture();
                if moves.iter().any(by_pawn) && dice.chance(60) {
                    moves.retain(by_pawn);
                } else if dice.chance(50) && moves.iter().any(|one| one.role() != Role::Pawn) {
                    moves.retain(|one| one.role() != Role::Pawn);
                }
                let Some(played) = dice.pick(&moves) else {
                    break;
                };
                game.play(played);
                if by_pawn(&played) && game.captured.len() > 1 {
                    said += check(&game);
                }
            }
        }
        assert!(said > 100, "{said}");
    }

    /// How many captures are said, each of which was made.
    fn check(game: &Game) -> usize {
        let board = game.position.board();
        let fen = format!("{} {}", board.board_fen(), game.position.turn().char());
        let position = test_position(&fen, "- -");
        let unmoved = Unmoved::of(&position);
        let mut said = 0;
        for color in Color::ALL {
            let away = board.pawns() & board.by_color(color) & !unmoved.still();
            let men = Capturers::of(color, away, &[]);
            let Some(captors) = Captors::of(men, None, &unmoved, &position) else {
                continue;
            };
            let all = captors.all_taken();
            let mut found = 0;
            for (pawn, home) in away.into_iter().flat_map(|pawn| {
                let homes = Bitboard::from_rank(color.other().relative_rank(Rank::First));
                homes.into_iter().map(move |home| (pawn, home))
            }) {
                if captors.took(Prey { pawn, home }) {
                    let made = game.began[usize::from(pawn)].map(|began| [began, home]);
                    assert!(
                        made.is_some_and(|made| game.captured.contains(&made)),
                        "{fen}: {pawn} did not capture the man from {home}"
                    );
                    assert!(
                        all.contains(&Prey { pawn, home }),
                        "{fen}: {pawn} took {home}"
                    );
                    found += 1;
                }
            }
            assert_eq!(all.len(), found, "{fen}");
            said += found;
        }
        said
    }
}
