//! Direct mates: against a solver that only recurses, against another program's keys, and that the
//! answer depends neither on the table nor on the threads nor on what was asked before.

// One test is asked for its table of seconds and nodes, which are no large numbers.
#![allow(clippy::print_stdout, clippy::cast_precision_loss)]

use std::time::{Duration, Instant};

use beruehrt::budget::{Budget, Limit, Limits};
use beruehrt::random::Random;
use beruehrt::search::mate::MateSolver;
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position, PositionError,
    Role, Setup, Square,
};

use crate::processor;

/// What pieces are drawn from, strong ones first.
const STRONG: [Role; 8] = [
    Role::Queen,
    Role::Rook,
    Role::Rook,
    Role::Bishop,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
    Role::Pawn,
];

/// Random positions, the same in every run.
struct Draw(Random);

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// A legal position with kings and so many other pieces, strong ones for White; often with castling
    /// rights, sometimes with an en-passant target.
    fn position(&mut self, white: usize, black: usize) -> Chess {
        loop {
            let mut setup = Setup::empty();
            setup.turn = if self.below(8) == 0 {
                Color::Black
            } else {
                Color::White
            };
            let homes = [
                Square::E1,
                Square::E8,
                Square::H1,
                Square::A1,
                Square::H8,
                Square::A8,
            ];
            let castling = self.below(4) == 0;
            let mut put = |random: &mut Draw, piece: Piece, home: Option<Square>| {
                for _ in 0..64 {
                    let square = home.unwrap_or_else(|| Square::new(random.below(64) as u32));
                    let backrank = Bitboard::BACKRANKS.contains(square);
                    if setup.board.piece_at(square).is_none()
                        && !(piece.role == Role::Pawn && backrank)
                    {
                        setup.board.set_piece_at(square, piece);
                        return;
                    }
                    if home.is_some() {
                        return;
                    }
                }
            };
            for (index, color) in [Color::White, Color::Black].into_iter().enumerate() {
                let home = castling && self.below(2) == 0;
                put(self, color.king(), home.then(|| homes[index]));
                if home {
                    let corner = homes[2 + 2 * index + self.below(2)];
                    put(self, color.rook(), Some(corner));
                }
            }
            for _ in 0..white {
                let role = STRONG[self.below(8)];
                put(self, role.of(Color::White), None);
            }
            for _ in 0..black {
                let role = STRONG[1 + self.below(7)];
                put(self, role.of(Color::Black), None);
            }
            if castling {
                for rook in setup.board.rooks() {
                    if Bitboard::BACKRANKS.contains(rook) {
                        setup.castling_rights.add(rook);
                    }
                }
            }
            if self.below(3) == 0 {
                let rank = setup.turn.fold_wb(5, 2);
                setup.ep_square = Some(Square::new((8 * rank + self.below(8)) as u32));
            }
            let position = setup
                .position::<Chess>(CastlingMode::Standard)
                .or_else(PositionError::ignore_invalid_castling_rights)
                .or_else(PositionError::ignore_invalid_ep_square)
                .or_else(PositionError::ignore_impossible_check)
                .or_else(PositionError::ignore_too_much_material);
            if let Ok(position) = position
                && position.board().kings().count() == 2
            {
                return position;
            }
        }
    }
}

mod plain {
    //! The definition of `#n`, and nothing else.
    use super::*;

    pub fn keys(position: &Chess, n: u32) -> Vec<Move> {
        let mut keys: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| is_mated_in(&after(position, mv), n - 1))
            .collect();
        keys.sort_by_key(|&mv| order(mv));
        keys
    }

    pub fn is_mated_in(position: &Chess, n: u32) -> bool {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.is_check();
        }
        n > 0
            && replies
                .into_iter()
                .all(|reply| mates_in(&after(position, reply), n))
    }

    pub fn mates_in(position: &Chess, n: u32) -> bool {
        position
            .legal_moves()
            .into_iter()
            .any(|mv| is_mated_in(&after(position, mv), n - 1))
    }

    pub fn after(position: &Chess, mv: Move) -> Chess {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after
    }
}

fn order(mv: Move) -> (Option<Square>, Square, Option<Role>) {
    (mv.from(), mv.to(), mv.promotion())
}

fn unlimited() -> Budget {
    Limits::unlimited().start()
}

fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work)
}

fn keys(solver: &MateSolver, position: &Chess, n: u32) -> Vec<Move> {
    let mut keys = solver.keys(position, n, &mut unlimited()).unwrap();
    keys.sort_by_key(|&mv| order(mv));
    keys
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

/// Compares with the definition, for tables of 1 and 256 MiB and for 1 and 2 threads.
fn compare(seed: u64, count: usize, white: usize, black: usize, n: u32) {
    let mut random = Draw(Random::new(seed));
    let (small, large) = (MateSolver::new(1), MateSolver::new(256));
    let positions: Vec<(Chess, Vec<Move>)> = (0..count)
        .map(|_| {
            let position = random.position(white, black);
            let expected = plain::keys(&position, n);
            (position, expected)
        })
        .collect();
    // The positions would be worth little if all were without a mate.
    let mates = positions
        .iter()
        .filter(|(_, keys)| !keys.is_empty())
        .count();
    assert!(mates * 50 > count, "{mates} of {count}");
    for threads in [1, 2] {
        in_pool(threads, || {
            for (position, expected) in &positions {
                assert_eq!(
                    keys(&small, position, n),
                    *expected,
                    "#{n} {}",
                    fen(position)
                );
                assert_eq!(
                    keys(&large, position, n),
                    *expected,
                    "#{n} {}",
                    fen(position)
                );
                let fresh = MateSolver::new(0);
                assert_eq!(
                    keys(&fresh, position, n),
                    *expected,
                    "#{n} {}",
                    fen(position)
                );
                let mut budget = unlimited();
                assert_eq!(
                    small.mates_in(position, n, &mut budget),
                    Ok(!expected.is_empty()),
                    "{}",
                    fen(position)
                );
            }
        });
    }
}

#[test]
fn mates_in_one_are_those_of_the_definition() {
    compare(1, 1500, 4, 4, 1);
    compare(2, 500, 9, 6, 1);
}

#[test]
fn mates_in_two_are_those_of_the_definition() {
    compare(3, 300, 4, 1, 2);
    compare(4, 60, 7, 4, 2);
}

#[test]
fn mates_in_three_are_those_of_the_definition() {
    compare(5, 40, 3, 1, 3);
}

/// `cargo test --release --test solving mates:: -- --ignored thousand`
#[test]
#[ignore = "minutes"]
fn a_thousand_positions_are_those_of_the_definition() {
    compare(6, 5000, 8, 8, 1);
    compare(7, 1000, 5, 5, 2);
    compare(8, 150, 3, 2, 3);
}

#[test]
fn defences_are_those_of_the_definition() {
    let mut random = Draw(Random::new(9));
    let solver = MateSolver::new(1);
    for _ in 0..150 {
        let position = random.position(5, 3);
        let mut budget = unlimited();
        for n in 0..2 {
            assert_eq!(
                solver.is_mated_in(&position, n, &mut budget),
                Ok(plain::is_mated_in(&position, n)),
                "{}",
                fen(&position)
            );
        }
        let mut refutations = solver.refutations(&position, 1, &mut budget).unwrap();
        refutations.sort_by_key(|&mv| order(mv));
        let mut expected: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| !plain::mates_in(&plain::after(&position, mv), 1))
            .collect();
        expected.sort_by_key(|&mv| order(mv));
        assert_eq!(refutations, expected, "{}", fen(&position));
    }
}

#[test]
fn a_node_limit_gives_the_same_answer_on_any_number_of_threads() {
    let position: Chess = "6Rn/Kp2k1P1/1N6/1p2P1N1/3P2p1/b4r1r/6q1/3Q4 w - -"
        .parse::<Fen>()
        .unwrap()
        .into_position(CastlingMode::Standard)
        .unwrap();
    let answer = |threads, nodes| {
        in_pool(threads, || {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let mut budget = limits.start();
            let judged = MateSolver::new(16).first_moves(&position, 4, &mut budget);
            assert!(budget.nodes_used() <= nodes);
            judged
        })
    };
    for nodes in [0, 10, 1000, 10_000] {
        let alone = answer(1, nodes);
        assert_eq!(alone, answer(2, nodes));
        let undecided = |judged: &(Move, Result<bool, Limit>)| judged.1 == Err(Limit::Nodes);
        assert!(alone.iter().any(undecided), "{nodes}");
    }
}

/// A row of `tests/data/mates.tsv`: mate in, position, keys as Popeye 4.104 finds them, its seconds.
fn rows() -> impl Iterator<Item = (u32, Chess, Vec<String>, f64)> {
    include_str!("../data/mates.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let position = fields[1]
                .parse::<Fen>()
                .unwrap()
                .into_position::<Chess>(CastlingMode::Standard)
                .or_else(PositionError::ignore_impossible_check)
                .unwrap();
            let keys = fields[2].split(' ').map(str::to_owned).collect();
            let n = fields[0].parse().unwrap();
            (n, position, keys, fields[3].parse().unwrap())
        })
}

fn compare_with_popeye(wanted: impl Fn(f64) -> bool) {
    for (n, position, expected, seconds) in rows() {
        if !wanted(seconds) {
            continue;
        }
        // More threads than cores: they meet on the same statements all the time.
        let mut found: Vec<String> = in_pool(8, || keys(&MateSolver::new(64), &position, n))
            .into_iter()
            .map(|mv| mv.to_uci(CastlingMode::Standard).to_string())
            .collect();
        found.sort_unstable();
        assert_eq!(found, expected, "#{n} {}", fen(&position));
    }
}

#[test]
fn keys_are_popeyes() {
    compare_with_popeye(|seconds| seconds < 0.4);
}

/// `cargo test --release --test solving mates:: -- --ignored popeye`
#[test]
#[ignore = "long unless optimised"]
fn keys_of_long_problems_are_popeyes() {
    compare_with_popeye(|seconds| seconds >= 0.4);
}

/// Twelve problems that take one thread five seconds or more, and not more than half a minute, by one and by two threads: seconds
/// on the clock and of processor time. They are rows of the table asked for keys so many moves longer than they are that it
/// takes them long enough. `SECONDS=1` is satisfied with less.
///
/// `cargo test --release --test solving -- --ignored two_threads --nocapture`
#[test]
#[ignore = "many minutes; prints a table; the machine must have nothing else to do"]
fn two_threads_against_one() {
    let least: f64 = std::env::var("SECONDS").map_or(5.0, |text| text.parse().unwrap());
    let timed = |position: &Chess, moves: u32, threads: usize| {
        in_pool(threads, || {
            let limits = Limits {
                // What one thread has answered two are asked to the end.
                time: (threads == 1).then(|| Duration::from_secs(30)),
                ..Limits::unlimited()
            };
            let (solver, mut budget) = (MateSolver::new(256), limits.start());
            let (start, spent) = (Instant::now(), processor::seconds()[0]);
            let judged = solver.first_moves(position, moves, &mut budget);
            let seconds = start.elapsed().as_secs_f64();
            (
                judged,
                seconds,
                processor::seconds()[0] - spent,
                budget.nodes_used(),
            )
        })
    };
    println!("      one thread      two threads");
    println!("      clock    CPU    clock    CPU  times as fast  CPU in all  nodes in all");
    let (mut gains, mut costs) = (Vec::new(), Vec::new());
    for (n, position, ..) in rows() {
        if gains.len() == 12 {
            break;
        }
        let long = (n + 1..n + 5)
            .map(|moves| (moves, timed(&position, moves, 1)))
            .find(|(_, (_, clock, ..))| *clock >= least);
        let Some((moves, (alone, clock, processor, nodes))) = long else {
            continue;
        };
        if alone.iter().any(|(_, answer)| answer.is_err()) {
            continue;
        }
        let (together, clock_of_two, processor_of_two, nodes_of_two) = timed(&position, moves, 2);
        assert_eq!(alone, together, "{}", fen(&position));
        let (gain, cost) = (clock / clock_of_two, processor_of_two / processor);
        println!(
            "#{moves}  {clock:7.2}  {processor:6.2}  {clock_of_two:6.2}  {processor_of_two:6.2}  {gain:12.2}  {cost:10.2}  {:12.2}  {}",
            nodes_of_two as f64 / nodes as f64,
            fen(&position)
        );
        gains.push(gain);
        costs.push(cost);
    }
    let mean = |all: &[f64]| (all.iter().map(|one| one.ln()).sum::<f64>() / all.len() as f64).exp();
    println!(
        "geometric means: {:.2} times as fast, {:.2} of the processor time",
        mean(&gains),
        mean(&costs)
    );
    assert_eq!(gains.len(), 12, "too few problems take so long");
}
