//! What impossible worlds say about castling and en passant, as a few statements.
//!
//! The worlds that are not excluded are described by a formula in conjunctive form: each [`Statement`] is a prime implicate
//! (it could not say less without excluding a world that is left), and as few of them as suffice are taken. Statements that
//! differ in one castling of the same side are then said as one.

use shakmaty::Square;

use super::{Right, Rights, World};

/// One of several things of a kind: some castling of one side, or en passant on one of some squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// One of these rights is kept; all are of one side.
    Castling(Rights),
    /// One of these is the target.
    EnPassant(Vec<Square>),
}

impl Term {
    /// Whether it is so in `world`.
    pub fn holds(&self, world: World) -> bool {
        match self {
            Term::Castling(rights) => !rights.intersection(world.rights).is_empty(),
            Term::EnPassant(squares) => {
                (world.target).is_some_and(|target| squares.contains(&target))
            }
        }
    }
}

/// All premises together hold only where one of the conclusions does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What must hold at the same time; may be empty.
    pub premises: Vec<Term>,
    /// What then holds, at least one of them; empty: the premises exclude each other.
    pub conclusions: Vec<Term>,
    /// The worlds that it excludes, in order: what is known of them is its reason.
    pub excluded: Vec<World>,
}

impl Statement {
    /// Whether `world` agrees with it.
    pub fn holds(&self, world: World) -> bool {
        !self.premises.iter().all(|term| term.holds(world))
            || self.conclusions.iter().any(|term| term.holds(world))
    }

    /// Both in one, if they differ in one castling of the same side.
    fn joined(&self, other: &Statement) -> Option<Statement> {
        if self.conclusions != other.conclusions || self.premises.len() != other.premises.len() {
            return None;
        }
        let mut differing =
            (0..self.premises.len()).filter(|&at| self.premises[at] != other.premises[at]);
        let (at, None) = (differing.next()?, differing.next()) else {
            return None;
        };
        let (Term::Castling(mine), Term::Castling(theirs)) =
            (&self.premises[at], &other.premises[at])
        else {
            return None;
        };
        let both = mine.union(*theirs);
        one_side(both)?;
        let mut joined = self.clone();
        joined.premises[at] = Term::Castling(both);
        joined.excluded.extend(&other.excluded);
        joined.excluded.sort_unstable();
        joined.excluded.dedup();
        Some(joined)
    }
}

fn one_side(rights: Rights) -> Option<shakmaty::Color> {
    let mut colors = rights.iter().map(Right::color);
    let first = colors.next()?;
    colors.all(|color| color == first).then_some(first)
}

/// For each target the sets of rights that occur with it, a bit for each.
type Grid = Vec<u16>;

/// Worlds that agree in some rights and have one of some targets, none of them left.
#[derive(Debug, Clone)]
struct Cube {
    kept: Rights,
    lost: Rights,
    /// By the index of the target.
    targets: Vec<bool>,
    /// The impossible worlds in it.
    covers: Grid,
}

impl Cube {
    /// How much it says: of two formulas with as many statements the one that says less is taken.
    fn length(&self) -> usize {
        let all = self.targets.iter().all(|&target| target);
        self.kept.iter().count() + self.lost.iter().count() + usize::from(!all)
    }
}

/// The fewest statements that hold in every world of `left` and exclude every one of `impossible`; none where all or no
/// worlds are impossible. Worlds of which nothing is known belong to `left`: no statement hangs on them.
pub fn statements(impossible: &[World], left: &[World]) -> Vec<Statement> {
    if left.is_empty() {
        return Vec::new();
    }
    let mut targets: Vec<Option<Square>> = impossible
        .iter()
        .chain(left)
        .map(|world| world.target)
        .collect();
    targets.sort_unstable();
    targets.dedup();
    let grid = |worlds: &[World]| -> Grid {
        let mut grid = vec![0; targets.len()];
        for world in worlds {
            if let Ok(at) = targets.binary_search(&world.target) {
                grid[at] |= 1 << world.rights.bits();
            }
        }
        grid
    };
    let all = impossible.iter().chain(left);
    let rights = all.fold(Rights::NONE, |all, world| all.union(world.rights));
    let cubes = prime_cubes(rights, &grid(impossible), &grid(left));
    let mut said: Vec<Statement> = cover(&cubes, &grid(impossible))
        .into_iter()
        .map(|at| statement(&cubes[at], &targets))
        .collect();
    while let Some((first, second, joined)) = next_joined(&said) {
        said.remove(second);
        said[first] = joined;
    }
    said.sort_by_key(|one| {
        let terms = one.premises.len() + one.conclusions.len();
        (terms, one.excluded.clone())
    });
    said
}

fn next_joined(said: &[Statement]) -> Option<(usize, usize, Statement)> {
    (0..said.len()).find_map(|first| {
        (first + 1..said.len())
            .find_map(|second| Some((first, second, said[first].joined(&said[second])?)))
    })
}

/// The largest cubes in which no world is left and some world is impossible.
fn prime_cubes(rights: Rights, impossible: &Grid, left: &Grid) -> Vec<Cube> {
    let cube = |kept: Rights, lost: Rights| {
        let sets = (0..16u8)
            .map(Rights::from_bits)
            .filter(|&set| kept.is_subset(set) && set.intersection(lost).is_empty())
            .fold(0u16, |sets, set| sets | 1 << set.bits());
        let targets: Vec<bool> = left.iter().map(|&open| open & sets == 0).collect();
        let covers = (impossible.iter().zip(&targets))
            .map(|(&dead, &target)| if target { dead & sets } else { 0 })
            .collect();
        Cube {
            kept,
            lost,
            targets,
            covers,
        }
    };
    let mut primes = Vec::new();
    for kept in rights.subsets() {
        for lost in rights.without(kept).subsets() {
            let this = cube(kept, lost);
            if this.covers.iter().all(|&dead| dead == 0) {
                continue;
            }
            // One that speaks of a right less and allows as many targets says more.
            let wider = kept.union(lost).iter().any(|right| {
                let less = cube(kept.without(right.into()), lost.without(right.into()));
                less.targets == this.targets
            });
            if !wider {
                primes.push(this);
            }
        }
    }
    primes
}

/// Most steps of the search for the smallest formula; behind them the best one found so far is taken.
const STEPS: usize = 2_000;

/// The cubes of a smallest formula.
fn cover(cubes: &[Cube], impossible: &Grid) -> Vec<usize> {
    let mut search = Cover {
        cubes,
        best: None,
        steps: 0,
    };
    search.go(impossible, &mut Vec::new());
    search.best.map(|(_, chosen)| chosen).unwrap_or_default()
}

struct Cover<'a> {
    cubes: &'a [Cube],
    /// The smallest formula so far, with its size.
    best: Option<((usize, usize), Vec<usize>)>,
    steps: usize,
}

impl Cover<'_> {
    /// Covers what is still `open` in every way that may be smaller than the best; depth: a cube for each level.
    fn go(&mut self, open: &Grid, chosen: &mut Vec<usize>) {
        let length = chosen.iter().map(|&at| self.cubes[at].length()).sum();
        let size = (chosen.len(), length);
        let is_open = open.iter().any(|&sets| sets != 0);
        let least = (size.0 + usize::from(is_open), size.1);
        self.steps += 1;
        let given_up = self.steps > STEPS && self.best.is_some();
        if given_up || self.best.as_ref().is_some_and(|(best, _)| *best <= least) {
            return;
        }
        if !is_open {
            self.best = Some((size, chosen.clone()));
            return;
        }
        for at in self.ways(open) {
            let rest: Grid = (open.iter().zip(&self.cubes[at].covers))
                .map(|(&open, &covered)| open & !covered)
                .collect();
            chosen.push(at);
            self.go(&rest, chosen);
            chosen.pop();
        }
    }

    /// The cubes with the open world that has the fewest; those that cover most first.
    fn ways(&self, open: &Grid) -> Vec<usize> {
        let worlds = open.iter().enumerate().flat_map(|(target, &sets)| {
            (0..16).filter_map(move |bit| (sets & 1 << bit != 0).then_some((target, 1u16 << bit)))
        });
        let with = |(target, bit): (usize, u16)| -> Vec<usize> {
            let cubes = self.cubes.iter().enumerate();
            cubes
                .filter(|(_, cube)| cube.covers[target] & bit != 0)
                .map(|(at, _)| at)
                .collect()
        };
        let mut ways = worlds.map(with).min_by_key(Vec::len).unwrap_or_default();
        ways.sort_by_key(|&at| {
            let cube = &self.cubes[at];
            let covered = open.iter().zip(&cube.covers);
            let covered: u32 = covered.map(|(&a, &b)| (a & b).count_ones()).sum();
            (std::cmp::Reverse(covered), cube.length())
        });
        ways
    }
}

/// What a cube says: its rights kept and its targets cannot be together, unless one of its rights lost or another target is.
fn statement(cube: &Cube, targets: &[Option<Square>]) -> Statement {
    let each = |rights: Rights| rights.iter().map(|right| Term::Castling(right.into()));
    let mut premises: Vec<Term> = each(cube.kept).collect();
    let mut conclusions: Vec<Term> = each(cube.lost).collect();
    let squares = |inside: bool| -> Vec<Square> {
        let pairs = targets.iter().zip(&cube.targets);
        pairs
            .filter(|&(_, &within)| within == inside)
            .filter_map(|(&target, _)| target)
            .collect()
    };
    let with_none =
        (targets.iter().zip(&cube.targets)).any(|(target, &within)| within && target.is_none());
    let (inside, outside) = (squares(true), squares(false));
    if !with_none && targets.len() > inside.len() {
        premises.push(Term::EnPassant(inside));
    } else if !outside.is_empty() {
        conclusions.push(Term::EnPassant(outside));
    }
    let excluded = targets
        .iter()
        .zip(&cube.covers)
        .flat_map(|(&target, &sets)| {
            (0..16u8)
                .filter(move |bits| sets & (1 << bits) != 0)
                .map(move |bits| World::new(Rights::from_bits(bits), target))
        })
        .collect();
    Statement {
        premises,
        conclusions,
        excluded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worlds(texts: &[&str]) -> Vec<World> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    /// Every combination of these rights with these targets.
    fn product(rights: &str, targets: &[&str]) -> Vec<World> {
        let rights: Rights = rights.parse().unwrap();
        let mut all: Vec<World> = targets
            .iter()
            .flat_map(|target| {
                rights
                    .subsets()
                    .map(move |set| format!("{set} {target}").parse().unwrap())
            })
            .collect();
        all.sort_unstable();
        all
    }

    /// Compares formula and set for every set of worlds out of `all`; one that is left may be undecided.
    fn compare_all(all: &[World]) {
        for set in 1u64..1 << all.len() {
            let of = |set: u64| -> Vec<World> {
                let worlds = all.iter().enumerate();
                let worlds = worlds.filter(|&(at, _)| set & 1 << at != 0);
                worlds.map(|(_, &world)| world).collect()
            };
            let (left, impossible) = (of(set), of(!set));
            let said = statements(&impossible, &left);
            for &world in all {
                let agrees = said.iter().all(|statement| statement.holds(world));
                assert_eq!(agrees, left.contains(&world), "{world}: {left:?} {said:?}");
            }
            for one in &said {
                let excluded: Vec<World> = all
                    .iter()
                    .copied()
                    .filter(|&world| !one.holds(world))
                    .collect();
                assert_eq!(one.excluded, excluded, "{one:?}");
            }
            // None of them can be left out.
            for without in 0..said.len() {
                let others = said.iter().enumerate().filter(|&(at, _)| at != without);
                let mut others = others.map(|(_, statement)| statement);
                let needed = (impossible.iter())
                    .any(|&world| others.clone().all(|statement| statement.holds(world)));
                assert!(needed, "{:?}", others.next());
            }
        }
    }

    #[test]
    fn formula_and_set_are_the_same_for_every_set() {
        compare_all(&product("Kk", &["-"]));
        compare_all(&product("kq", &["-", "g6"]));
        compare_all(&product("KQk", &["-"]));
        compare_all(&product("K", &["-", "c6", "e6"]));
        compare_all(&product("Kq", &["-", "c6", "e6"]));
        compare_all(&product(
            "-",
            &["-", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6"],
        ));
        compare_all(&product("KQkq", &["-"]));
        compare_all(&product("KQk", &["-", "d6"]));
    }

    #[test]
    fn what_a_problemist_says() {
        let all = product("KQkq", &["-"]);
        let said = |holds: &dyn Fn(Rights) -> bool| {
            let (left, impossible): (Vec<World>, Vec<World>) =
                all.iter().partition(|world| holds(world.rights));
            statements(&impossible, &left)
        };
        let rights = |text: &str| Term::Castling(text.parse().unwrap());
        let has = |set: Rights, text: &str| !set.intersection(text.parse().unwrap()).is_empty();
        // Black castles on one side at most.
        let one = said(&|set| !(has(set, "k") && has(set, "q")));
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].premises, [rights("k"), rights("q")]);
        assert_eq!(
            one[0].excluded,
            worlds(&["kq -", "Kkq -", "Qkq -", "KQkq -"])
        );
        // White's castling and Black's exclude each other.
        let one = said(&|set| !(has(set, "KQ") && has(set, "kq")));
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].premises, [rights("KQ"), rights("kq")]);
        // Langstaff: Black may castle only if the last move was g7-g5.
        let one = statements(&worlds(&["k -"]), &worlds(&["- -", "- g6", "k g6"]));
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].premises, [rights("k")]);
        assert_eq!(one[0].conclusions, [Term::EnPassant(vec![Square::G6])]);
    }
}
