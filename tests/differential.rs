//! The solver against a plain one that shares no code with it.

#![allow(
    clippy::print_stdout,
    reason = "what the comparisons were worth, shown with --nocapture"
)]

mod oracle;

use beruehrt::problem::{self, Diagram, Forced, Goal, Histories, Length, SetPlay, Twin};
use beruehrt::solution::{Manner, Verdict};
use beruehrt::solve::illegal_move::Offence;
use beruehrt::solve::{Outcome, SolveOptions, WorldStatus};
use beruehrt::world::WorldSet;
use oracle::random::{self, Dice, Sample, Strong};
use oracle::{
    Castling, Convention, EpTouch, History, Keys, Law, Options, Play, Stipulation, Trials, World,
};
use shakmaty::{Bitboard, Board, CastlingMode, Color, File, Piece, Rank, Role, Square, attacks};
use std::collections::BTreeMap;

const LANGSTAFF: (&str, &[&str]) = ("4k2r/8/5B1P/5KpP/8/8/8/3R4", &["k g6", "- g6", "- -"]);
const KEYM: (&str, &[&str]) = (
    "qrbR4/rP1P1pp1/pQ1pp3/pPp5/6P1/1P3BB1/3PP2P/R3K1k1",
    &["Q -", "- c6"],
);
const LOYD: (&str, &[&str]) = (
    "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R",
    &["KQk -", "KQq -", "KQ -"],
);
const CAPTURE_OWED: (&str, &[&str]) = ("Q2Bk2r/5N1p/3P1P2/3PpK2/8/8/8/8", &["k e6", "- e6", "- -"]);
const FREE: (&str, &[&str]) = ("8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8", &["- e6", "- g6"]);
const DEFENDERS_TRIAL: (&str, &[&str]) = ("r3k2r/5N2/3PKP2/8/3P4/8/1Q6/8", &["k -", "q -", "- -"]);
const THREE_TARGETS: (&str, &[&str]) = (
    "8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1",
    &["- b6", "- d6", "- g6"],
);
const CHRISTIAANS: (&str, &[&str]) = (
    "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R",
    &["K -", "q -", "- -"],
);

fn solve(
    (fen, worlds): (&str, &[&str]),
    n: u32,
    convention: Convention,
    options: Options,
) -> oracle::Solution {
    let board = Board::from_ascii_board_fen(fen.as_bytes()).unwrap();
    let worlds = oracle::worlds(worlds);
    oracle::solve(
        &board,
        Color::White,
        &worlds,
        Stipulation::mate(n),
        convention,
        options,
    )
}

fn moves(keys: &Keys) -> String {
    let moves: Vec<&str> = keys.iter().map(|(m, _)| m.as_str()).collect();
    moves.join(" ")
}

fn bg(problem: (&str, &[&str]), n: u32, options: Options) -> String {
    moves(&solve(problem, n, Convention::Bg, options).keys)
}

/// The checked examples of the definition; their keys were found by another brute-force solver.
#[test]
fn the_plain_solver_finds_the_checked_examples() {
    let default = Options::DEFAULT;
    let open = Options {
        castling: Castling::Open,
        ..default
    };
    let own_only = Options {
        ep_touch: EpTouch::OwnOnly,
        ..default
    };
    let open_own_only = Options {
        ep_touch: EpTouch::OwnOnly,
        ..open
    };
    let deferred = Options {
        history: History::Deferred,
        ..default
    };

    let pra = solve(LANGSTAFF, 2, Convention::Pra, default);
    let parts: Vec<(String, String)> = pra
        .parts
        .iter()
        .map(|(w, keys)| (w.text(), moves(keys)))
        .collect();
    assert_eq!(
        parts,
        [
            ("- -".into(), "f5e6".into()),
            ("k g6".into(), "h5g6".into())
        ]
    );
    assert_eq!(bg(LANGSTAFF, 2, default), "");
    assert_eq!(bg(LANGSTAFF, 2, open), "f5e6");
    assert_eq!(bg(LANGSTAFF, 2, own_only), "h5g6");
    assert_eq!(bg(LANGSTAFF, 2, open_own_only), "f5e6 h5g6");

    assert_eq!(bg(KEYM, 1, default), "e1c1");
    assert_eq!(bg(KEYM, 1, open), "");
    let pra = solve(KEYM, 1, Convention::Pra, default);
    assert_eq!(pra.parts.len(), 1);
    assert_eq!(pra.parts[0].0, World::parse("Q -"));
    assert_eq!(moves(&pra.parts[0].1), "e1c1");

    let pra = solve(LOYD, 2, Convention::Pra, default);
    let parts: Vec<(String, String)> = pra
        .parts
        .iter()
        .map(|(w, keys)| (w.text(), moves(keys)))
        .collect();
    assert_eq!(
        parts,
        [
            ("KQk -".into(), "b2g7".into()),
            ("KQq -".into(), "b2b7".into())
        ]
    );
    assert_eq!(bg(LOYD, 2, default), "b2b7 b2g7");

    for options in [default, deferred] {
        assert_eq!(bg(CAPTURE_OWED, 2, options), "d5e6");
        assert_eq!(bg(FREE, 2, options), "h5g6");
    }
    assert_eq!(bg(FREE, 2, own_only), "d5e6 h5g6");
    assert_eq!(bg(THREE_TARGETS, 2, default), "c5d6");
    assert_eq!(bg(THREE_TARGETS, 2, deferred), "");

    // 1...0-0 on trial: White names `q -`, and the king must move.
    assert_eq!(bg(DEFENDERS_TRIAL, 2, default), "b2b7");

    let rs = solve(CHRISTIAANS, 3, Convention::Codex, default);
    assert_eq!((rs.applied, moves(&rs.keys).as_str()), ("rs", "e1g1"));
    assert_eq!(bg(CHRISTIAANS, 3, default), "");
}

// ---------------------------------------------------------------------------------------------
// Random positions.

/// Positions in which doubt matters; their mutants often are such positions too.
const BASES: [&str; 7] = [
    LANGSTAFF.0,
    CAPTURE_OWED.0,
    FREE.0,
    DEFENDERS_TRIAL.0,
    THREE_TARGETS.0,
    CASTLING_NET,
    KLING,
];
/// Kling 1849: an en-passant capture redeemed by castling.
const KLING: &str = "R7/7q/7r/Pp6/5p1r/7P/4Q3/k3K2R";
const CASTLING_NET: &str = "r3k2r/8/4K3/3pP3/8/8/8/1Q1R4";

/// After Wheeler 1874: 1.Bg6+ leaves Black nothing but mates.
const SELF_BASES: [&str; 3] = [
    "r3kb2/p3p3/4K2r/B3R2B/8/5q2/8/8",
    "r3kb2/p3p3/4K2r/BpP1R2B/8/5q2/8/8",
    "r3kb1r/4p3/4K2r/BpP1R2B/8/5q2/8/8",
];

/// Where the positions of a suite come from.
#[derive(Clone, Copy)]
enum Source {
    Random {
        men: usize,
        strong: Strong,
    },
    Mutants,
    /// Mutants of positions whose defender can be made to mate.
    SelfMutants,
}

#[derive(Clone, Copy)]
struct Suite<'a> {
    name: &'static str,
    seed: u64,
    positions: usize,
    source: Source,
    /// Solved with so many random combinations of options each.
    combinations: usize,
    stipulations: &'a [Stipulation],
    conventions: &'a [Convention],
}

const fn stipulation(play: Play, n: u32) -> Stipulation {
    Stipulation {
        play,
        stalemate: false,
        n,
    }
}

const fn stalemate(play: Play, n: u32) -> Stipulation {
    Stipulation {
        play,
        stalemate: true,
        n,
    }
}

const EVERY_CONVENTION: &[Convention] = &[
    Convention::Bg,
    Convention::Pra,
    Convention::Rs,
    Convention::Codex,
    Convention::Ap,
];

fn any_options(dice: &mut Dice) -> Options {
    Options {
        history: dice.pick(&[History::Fixed, History::Deferred]),
        castling: dice.pick(&[Castling::Codex, Castling::Open]),
        trials: dice.pick(&[
            Trials::Both,
            Trials::Both,
            Trials::Attacker,
            Trials::Neither,
        ]),
        ep_touch: dice.pick(&[EpTouch::OwnFirst, EpTouch::EnemyFirst, EpTouch::OwnOnly]),
        law: dice.pick(&[Law::Order, Law::SamePiece, Law::Staunton]),
    }
}

/// The sample as a problem of the library.
fn twin(
    sample: &Sample,
    stipulation: Stipulation,
    convention: problem::Convention,
    options: Options,
    laws: problem::Laws,
) -> Twin {
    let (play, plies) = match stipulation.play {
        Play::Direct => (problem::Play::Direct, 2 * stipulation.n - 1),
        Play::Forcing => (problem::Play::SelfPlay, 2 * stipulation.n),
        Play::Reflex => (problem::Play::Reflex, 2 * stipulation.n),
        Play::Help => (problem::Play::Help, stipulation.n),
    };
    let worlds = WorldSet::new(
        sample.turn,
        sample.worlds.iter().map(|w| w.text().parse().unwrap()),
    );
    Twin {
        label: "a".to_owned(),
        diagram: Diagram {
            board: sample.board.clone(),
            turn: sample.turn,
        },
        duplex: problem::Duplex::No,
        stipulation: problem::Stipulation::Goal(Forced {
            play,
            goal: if stipulation.stalemate {
                Goal::Stalemate
            } else {
                Goal::Mate
            },
            length: Length::HalfMoves(plies),
            set_play: SetPlay::Yes,
        }),
        convention,
        options: problem::Options {
            history: match options.history {
                History::Fixed => problem::HistoryChoice::Fixed,
                History::Deferred => problem::HistoryChoice::Deferred,
            },
            castling: match options.castling {
                Castling::Codex => problem::Castling::Codex,
                Castling::Open => problem::Castling::Open,
            },
            trials: match options.trials {
                Trials::Both => problem::Trials::Both,
                Trials::Attacker => problem::Trials::Attacker,
                Trials::Neither => problem::Trials::None,
            },
            ep_touch: match options.ep_touch {
                EpTouch::OwnFirst => problem::EpTouch::OwnFirst,
                EpTouch::EnemyFirst => problem::EpTouch::EnemyFirst,
                EpTouch::OwnOnly => problem::EpTouch::OwnOnly,
            },
            laws,
            strict: problem::Strictness::Plain,
        },
        histories: Histories::Given(worlds),
        facts: Vec::new(),
        solution: None,
    }
}

fn solved(twin: &Twin, worlds: &[WorldStatus]) -> Result<Outcome, String> {
    let solve_options = SolveOptions {
        threads: beruehrt::solve::Threads::Own(1),
        table_mib: 1,
        ..SolveOptions::default()
    };
    beruehrt::solve::solve(twin, worlds, &solve_options).map_err(|error| error.to_string())
}

fn given(twin: &Twin) -> Vec<WorldStatus> {
    match &twin.histories {
        Histories::Given(worlds) => WorldStatus::given(worlds),
        _ => unreachable!("samples come with their worlds"),
    }
}

/// The set play of the library, in the plain solver's words.
fn set_play(solution: &beruehrt::solution::Solution) -> Option<oracle::SetPlay> {
    let set_play = solution.set_play.as_ref()?;
    Some(oracle::SetPlay {
        answered: set_play
            .node
            .branches
            .iter()
            .map(|branch| (branch.uci(), branch.manner == Manner::Trial))
            .collect(),
        unanswered: set_play.unanswered,
    })
}

/// What the library answers, in the plain solver's words: the solution, and the set play of the whole
/// or of each part.
fn library(
    sample: &Sample,
    stipulation: Stipulation,
    convention: Convention,
    options: Options,
    laws: problem::Laws,
) -> Result<(oracle::Solution, Vec<Option<oracle::SetPlay>>), String> {
    let convention = match convention {
        Convention::Bg => problem::Convention::BeruehrtGefuehrt,
        Convention::Pra => problem::Convention::Pra,
        Convention::Rs => problem::Convention::RetroStrategy,
        Convention::Codex => problem::Convention::Codex,
        Convention::Ap => problem::Convention::APosteriori,
    };
    let twin = twin(sample, stipulation, convention, options, laws);
    let outcome = solved(&twin, &given(&twin))?;
    let solved = match outcome.verdict {
        Verdict::Solved => true,
        Verdict::NoSolution => false,
        other => return Err(format!("{other:?}")),
    };
    let keys = |keys: &[beruehrt::solution::Key]| -> Keys {
        keys.iter().map(|key| (key.uci(), key.is_trial())).collect()
    };
    let mut parts: Vec<(World, Keys, Option<oracle::SetPlay>)> = outcome
        .parts
        .iter()
        .map(|part| {
            let world = World::parse(&part.world.to_string());
            (world, keys(&part.solution.keys), set_play(&part.solution))
        })
        .collect();
    parts.sort_by(|a, b| a.0.cmp(&b.0));
    let set_plays = match &outcome.solution {
        Some(solution) => vec![set_play(solution)],
        None => parts
            .iter()
            .map(|(.., set_play)| set_play.clone())
            .collect(),
    };
    let solution = oracle::Solution {
        applied: match outcome.applied {
            problem::Convention::BeruehrtGefuehrt => "bg",
            problem::Convention::Pra => "pra",
            problem::Convention::RetroStrategy => "rs",
            problem::Convention::APosteriori => "ap",
            problem::Convention::Codex => "single",
            problem::Convention::IllegalMove => "illegal-move",
        },
        solved,
        keys: keys(outcome.keys()),
        parts: parts
            .into_iter()
            .map(|(world, keys, _)| (world, keys))
            .collect(),
    };
    Ok((solution, set_plays))
}

/// The plain solver's answer.
fn plain(
    sample: &Sample,
    stipulation: Stipulation,
    convention: Convention,
    options: Options,
) -> (oracle::Solution, Vec<Option<oracle::SetPlay>>) {
    let (board, turn) = (&sample.board, sample.turn);
    let solution = oracle::solve(
        board,
        turn,
        &sample.worlds,
        stipulation,
        convention,
        options,
    );
    let set_play = |worlds: &oracle::Worlds| {
        oracle::set_play(board, turn, worlds, stipulation, solution.applied, options)
    };
    let single = |world: World| [world].into_iter().collect();
    let set_plays = if solution.applied == "single" {
        oracle::undominated(&sample.worlds)
            .into_iter()
            .map(|world| set_play(&single(world)))
            .collect()
    } else if solution.parts.is_empty() {
        vec![set_play(&sample.worlds)]
    } else {
        let parts = solution.parts.iter();
        parts
            .map(|(world, _)| set_play(&single(world.clone())))
            .collect()
    };
    (solution, set_plays)
}

/// How often the answers of a suite said something.
#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    solved: usize,
    /// Solved with a key that is a trial, or in parts.
    retro: usize,
    /// With something answered in the set play.
    set_plays: usize,
    disagreements: Vec<String>,
}

/// Compares the two solvers under random options.
fn compare_one(
    name: &str,
    sample: &Sample,
    stipulation: Stipulation,
    convention: Convention,
    dice: &mut Dice,
    tally: &mut Tally,
) {
    let options = any_options(dice);
    let laws = match options.law {
        Law::Order => dice.pick(&[
            problem::Laws::Fide2018,
            problem::Laws::Fide1997,
            problem::Laws::Club,
        ]),
        Law::SamePiece => problem::Laws::SamePiece,
        Law::Staunton => problem::Laws::Staunton1860,
    };
    let expected = plain(sample, stipulation, convention, options);
    let found = library(sample, stipulation, convention, options, laws);
    let worlds: Vec<String> = sample.worlds.iter().map(World::text).collect();
    if found.as_ref() != Ok(&expected) {
        tally.disagreements.push(format!(
            "{name}: {} {} | {} | {stipulation:?} {convention:?} {options:?} {laws:?}\n  library {found:?}\n  plain   {expected:?}",
            sample.board,
            sample.turn.char(),
            worlds.join("; "),
        ));
    }
    let (expected, set_plays) = expected;
    tally.compared += 1;
    tally.solved += usize::from(expected.solved);
    let answered = |set_play: &Option<oracle::SetPlay>| {
        set_play.as_ref().is_some_and(|s| !s.answered.is_empty())
    };
    tally.set_plays += usize::from(set_plays.iter().any(answered));
    let trial_or_parts = expected.keys.iter().any(|(_, trial)| *trial) || expected.parts.len() > 1;
    tally.retro += usize::from(expected.solved && trial_or_parts);
}

fn compare(suite: &Suite) -> Tally {
    let mut dice = Dice::new(suite.seed);
    let mut tally = Tally::default();
    for index in 0..suite.positions {
        let sample = match suite.source {
            Source::Random { men, strong } => random::sample(&mut dice, men, strong),
            Source::Mutants => random::mutant(&mut dice, BASES[index % BASES.len()]),
            Source::SelfMutants => random::mutant(&mut dice, SELF_BASES[index % SELF_BASES.len()]),
        };
        for _ in 0..suite.combinations {
            let stipulation = dice.pick(suite.stipulations);
            let convention = dice.pick(suite.conventions);
            compare_one(
                suite.name,
                &sample,
                stipulation,
                convention,
                &mut dice,
                &mut tally,
            );
        }
    }
    println!(
        "{}: {} compared, {} solved, {} of them with trials or parts, {} with set play",
        suite.name, tally.compared, tally.solved, tally.retro, tally.set_plays
    );
    for line in &tally.disagreements {
        println!("{line}");
    }
    tally
}

const MOVER: Source = Source::Random {
    men: 8,
    strong: Strong::Mover,
};
const WAITER: Source = Source::Random {
    men: 7,
    strong: Strong::Waiter,
};
const TINY: Source = Source::Random {
    men: 5,
    strong: Strong::Mover,
};
const TINY_WAITER: Source = Source::Random {
    men: 5,
    strong: Strong::Waiter,
};

const FEW: Source = Source::Random {
    men: 4,
    strong: Strong::Mover,
};
const FEW_WAITER: Source = Source::Random {
    men: 4,
    strong: Strong::Waiter,
};

/// The suites of plain `cargo test`; the long run multiplies `positions`.
const SUITES: &[Suite] = &[
    Suite {
        name: "direct mates in 1 and 2, bg",
        seed: 1,
        positions: 60,
        source: MOVER,
        combinations: 4,
        stipulations: &[stipulation(Play::Direct, 1), stipulation(Play::Direct, 2)],
        conventions: &[Convention::Bg],
    },
    Suite {
        name: "direct mates in 1 and 2 near doubt, bg",
        seed: 2,
        positions: 80,
        source: Source::Mutants,
        combinations: 4,
        stipulations: &[
            stipulation(Play::Direct, 1),
            stipulation(Play::Direct, 2),
            stipulation(Play::Direct, 2),
        ],
        conventions: &[Convention::Bg],
    },
    Suite {
        name: "direct mates in 3",
        seed: 3,
        positions: 6,
        source: TINY,
        combinations: 2,
        stipulations: &[stipulation(Play::Direct, 3)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "direct mates near doubt, other conventions",
        seed: 4,
        positions: 80,
        source: Source::Mutants,
        combinations: 3,
        stipulations: &[
            stipulation(Play::Direct, 1),
            stipulation(Play::Direct, 2),
            stipulation(Play::Direct, 2),
        ],
        conventions: &[
            Convention::Pra,
            Convention::Rs,
            Convention::Codex,
            Convention::Ap,
        ],
    },
    Suite {
        name: "direct stalemates",
        seed: 5,
        positions: 60,
        source: TINY,
        combinations: 3,
        stipulations: &[stalemate(Play::Direct, 1), stalemate(Play::Direct, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "self play in 1",
        seed: 6,
        positions: 60,
        source: Source::SelfMutants,
        combinations: 2,
        stipulations: &[stipulation(Play::Forcing, 1), stalemate(Play::Forcing, 1)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "self play in 2",
        seed: 7,
        positions: 4,
        source: TINY_WAITER,
        combinations: 2,
        stipulations: &[stipulation(Play::Forcing, 2), stalemate(Play::Forcing, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "reflex mates in 1",
        seed: 8,
        positions: 60,
        source: WAITER,
        combinations: 3,
        stipulations: &[stipulation(Play::Reflex, 1)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "reflex mates in 2",
        seed: 9,
        positions: 3,
        source: TINY_WAITER,
        combinations: 2,
        stipulations: &[stipulation(Play::Reflex, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "help play in 1 and 1.5",
        seed: 10,
        positions: 25,
        source: MOVER,
        combinations: 3,
        stipulations: &[
            stipulation(Play::Help, 2),
            stipulation(Play::Help, 3),
            stalemate(Play::Help, 2),
            stalemate(Play::Help, 3),
        ],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "help play against strong men",
        seed: 11,
        positions: 25,
        source: WAITER,
        combinations: 3,
        stipulations: &[
            stipulation(Play::Help, 2),
            stipulation(Play::Help, 3),
            stalemate(Play::Help, 2),
        ],
        conventions: EVERY_CONVENTION,
    },
];

/// Longer play, brute force being slow: one round of it with `cargo test`, more in the long run.
const LONG_SUITES: &[Suite] = &[
    Suite {
        name: "helpmates and help stalemates in 2",
        seed: 21,
        positions: 4,
        source: FEW,
        combinations: 1,
        stipulations: &[
            stipulation(Play::Help, 4),
            stipulation(Play::Help, 4),
            stalemate(Play::Help, 4),
        ],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "self play in 2, few men",
        seed: 22,
        positions: 12,
        source: FEW_WAITER,
        combinations: 1,
        stipulations: &[stipulation(Play::Forcing, 2), stalemate(Play::Forcing, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "reflex mates in 2, few men",
        seed: 23,
        positions: 12,
        source: FEW_WAITER,
        combinations: 1,
        stipulations: &[stipulation(Play::Reflex, 2)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "direct stalemates near doubt",
        seed: 24,
        positions: 20,
        source: Source::Mutants,
        combinations: 2,
        stipulations: &[stalemate(Play::Direct, 1), stalemate(Play::Direct, 2)],
        conventions: EVERY_CONVENTION,
    },
];

/// The longest play, in the long run alone.
const LONGEST_SUITES: &[Suite] = &[
    Suite {
        name: "helpmates and help stalemates in 2.5",
        seed: 31,
        positions: 2,
        source: FEW,
        combinations: 1,
        stipulations: &[stipulation(Play::Help, 5), stalemate(Play::Help, 5)],
        conventions: EVERY_CONVENTION,
    },
    Suite {
        name: "direct play in 3",
        seed: 32,
        positions: 6,
        source: FEW,
        combinations: 1,
        stipulations: &[stipulation(Play::Direct, 3), stalemate(Play::Direct, 3)],
        conventions: EVERY_CONVENTION,
    },
];

/// A line of `tests/oracle/positions.txt`.
fn harvested(line: &str) -> (Stipulation, Sample) {
    let mut fields = line.split(" | ");
    let mut field = || fields.next().expect("three fields");
    let (name, position, worlds) = (field(), field(), field());
    let (play, goal) = match name.as_bytes() {
        [b's', ..] => (Play::Forcing, &name[1..]),
        [b'r', ..] => (Play::Reflex, &name[1..]),
        [b'h', ..] => (Play::Help, &name[1..]),
        _ => (Play::Direct, name),
    };
    let stipulation = Stipulation {
        play,
        stalemate: goal.starts_with('='),
        n: goal
            .trim_start_matches(['#', '='])
            .parse()
            .expect("a number"),
    };
    let (board, turn) = position.split_once(' ').expect("board and side");
    let sample = Sample {
        board: Board::from_ascii_board_fen(board.as_bytes()).expect("a board"),
        turn: if turn == "w" {
            Color::White
        } else {
            Color::Black
        },
        worlds: oracle::worlds(&worlds.split("; ").collect::<Vec<_>>()),
    };
    (stipulation, sample)
}

fn settle(tally: &Tally) {
    assert!(
        tally.disagreements.is_empty(),
        "{} disagreements, the first: {}",
        tally.disagreements.len(),
        tally.disagreements[0]
    );
}

/// Every harvested position under every convention, Berührt-Geführt with several random options.
#[test]
fn positions_in_which_doubt_decides() {
    let mut dice = Dice::new(12);
    let mut tally = Tally::default();
    let lines = include_str!("oracle/positions.txt").lines();
    for line in lines.filter(|line| !line.starts_with("# ")) {
        let (stipulation, sample) = harvested(line);
        let again = [Convention::Bg; 5];
        for &convention in EVERY_CONVENTION.iter().chain(&again) {
            compare_one(
                line,
                &sample,
                stipulation,
                convention,
                &mut dice,
                &mut tally,
            );
        }
    }
    println!(
        "{} compared, {} solved, {} with trials or parts",
        tally.compared, tally.solved, tally.retro
    );
    settle(&tally);
    // The comparison is worth something only while doubt decides in many of them.
    assert!(tally.solved > tally.compared / 3 && tally.retro > tally.compared / 12);
}

#[test]
fn random_positions() {
    for suite in SUITES.iter().chain(LONG_SUITES) {
        settle(&compare(suite));
    }
}

/// The suites with other seeds and many more positions:
/// `ROUNDS=20 cargo test --release --test differential long_run -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn long_run() {
    let rounds: u64 = std::env::var("ROUNDS").map_or(10, |rounds| rounds.parse().unwrap());
    for round in 1..=rounds {
        for suite in SUITES.iter().chain(LONG_SUITES).chain(LONGEST_SUITES) {
            settle(&compare(&Suite {
                seed: suite.seed + 1000 * round,
                ..*suite
            }));
        }
    }
}

// ---------------------------------------------------------------------------------------------
// The older joke.

/// What the library finds, in the plain solver's words.
fn retractions(twin: &Twin) -> Result<oracle::illegal::Found, String> {
    // No world: the diagram has no history, as it should be.
    let outcome = solved(twin, &[])?;
    if matches!(outcome.verdict, Verdict::Undecided(_)) {
        return Err("undecided".to_owned());
    }
    let word = |offence: Offence| offence.keyword();
    Ok(outcome
        .retractions
        .iter()
        .map(|retraction| {
            let uci = retraction.mv.to_uci(CastlingMode::Standard).to_string();
            let removed = retraction
                .mv
                .capture()
                .map_or("-".to_owned(), |role| role.char().to_string());
            let mut list: Vec<String> = retraction
                .replacements
                .iter()
                .map(|replacement| match &replacement.mv {
                    None => "-".to_owned(),
                    Some(key) if key.mv == retraction.mv => "stands".to_owned(),
                    Some(key) => key.uci(),
                })
                .collect();
            list.sort();
            (word(retraction.offence), format!("{uci} {removed}"), list)
        })
        .collect())
}

/// A diagram after a move that the side on move in `sample` makes by geometry, or half of one: most are
/// illegal, or look as if they were. The worlds are random ones.
fn false_step(dice: &mut Dice, sample: &Sample) -> Option<Sample> {
    let mut board = sample.board.clone();
    let (us, them) = (sample.turn, sample.turn.other());
    let rank = |rank| us.relative_rank(rank);
    let king = board.king_of(us)?;
    let castle = king == Square::from_coords(File::E, rank(Rank::First)) && dice.chance(50);
    let passing = board.pawns() & board.by_color(us) & Bitboard::from(rank(Rank::Fifth));
    if castle {
        let (corner, over, to) =
            dice.pick(&[(File::H, File::F, File::G), (File::A, File::D, File::C)]);
        let on = |file| Square::from_coords(file, king.rank());
        if board.role_at(on(corner)) != Some(Role::Rook) || board.piece_at(on(to)).is_some() {
            return None;
        }
        let piece = board.remove_piece_at(king)?;
        board.set_piece_at(on(to), piece);
        if dice.chance(70) {
            let rook = board.remove_piece_at(on(corner))?;
            board.set_piece_at(on(over), rook);
        }
    } else {
        let men: Vec<Square> = if passing.any() && dice.chance(50) {
            passing.into_iter().collect()
        } else {
            board.by_color(us).into_iter().collect()
        };
        let from = dice.pick(&men);
        let piece = board.remove_piece_at(from)?;
        let ways: Vec<Square> = match piece.role {
            Role::Pawn => attacks::pawn_attacks(us, from).into_iter().collect(),
            _ => attacks::attacks(from, piece, board.occupied())
                .into_iter()
                .collect(),
        };
        let to = dice.pick(&ways);
        if board.by_color(us).contains(to) || board.king_of(them) == Some(to) {
            return None;
        }
        board.set_piece_at(to, piece);
        if passing.contains(from) && piece.role == Role::Pawn && dice.chance(70) {
            board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
        }
    }
    if dice.chance(10) {
        // A pawn that did not become anything.
        let to = Square::from_coords(dice.pick(&[File::B, File::D, File::G]), rank(Rank::Eighth));
        if board.piece_at(to).is_none() {
            let role = Role::Pawn;
            board.set_piece_at(to, Piece { color: us, role });
        }
    }
    let home = random::rights_at_home(&board);
    let worlds = (0..=dice.below(3)).map(|_| World {
        rights: home.iter().copied().filter(|_| dice.chance(50)).collect(),
        target: None,
    });
    let worlds = worlds.collect();
    Some(Sample {
        board,
        turn: them,
        worlds,
    })
}

/// Compares the solutions of `diagrams` random diagrams.
fn compare_illegal(seed: u64, diagrams: usize) {
    let mut dice = Dice::new(seed);
    let mut offences: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut compared = 0;
    while compared < diagrams {
        let men = dice.pick(&[5, 6, 7]);
        // The side that goes on is mostly the strong one.
        let strong = dice.pick(&[
            Strong::Mover,
            Strong::Waiter,
            Strong::Waiter,
            Strong::Waiter,
        ]);
        // Moves out of turn are legion: mostly the diagram is taken to be without a history, so that they
        // do not count.
        let strict = !dice.chance(10);
        let sample = random::sample(&mut dice, men, strong);
        let Some(sample) = false_step(&mut dice, &sample) else {
            continue;
        };
        compared += 1;
        let stipulation = dice.pick(&[
            stipulation(Play::Direct, 1),
            stipulation(Play::Direct, 1),
            stalemate(Play::Direct, 1),
            stipulation(Play::Help, 1),
            stipulation(Play::Help, 1),
            stipulation(Play::Help, 1),
            stipulation(Play::Help, 2),
            stipulation(Play::Forcing, 1),
            stipulation(Play::Reflex, 1),
        ]);
        let options = any_options(&mut dice);
        let laws = match options.law {
            Law::Order => dice.pick(&[problem::Laws::Fide2018, problem::Laws::Fide1997]),
            Law::SamePiece => problem::Laws::SamePiece,
            Law::Staunton => problem::Laws::Staunton1860,
        };
        let options_of = |twin: &Twin| problem::Options {
            strict: if strict {
                problem::Strictness::Strict
            } else {
                problem::Strictness::Plain
            },
            ..twin.options
        };
        let ordinary = twin(
            &sample,
            stipulation,
            problem::Convention::IllegalMove,
            options,
            laws,
        );
        let problem::Stipulation::Goal(forced) = ordinary.stipulation else {
            unreachable!("every sample has a goal")
        };
        let twin = Twin {
            stipulation: problem::Stipulation::Goal(Forced {
                set_play: SetPlay::No,
                ..forced
            }),
            options: options_of(&ordinary),
            ..ordinary
        };
        // Where the opponent chooses one penalty that works is enough, whichever it is.
        let chosen = options.law == Law::Staunton && stipulation.play != Play::Help;
        let comparable = |found: oracle::illegal::Found| -> oracle::illegal::Found {
            let any = |(offence, m, list): (&'static str, String, Vec<String>)| {
                (offence, m, if chosen { Vec::new() } else { list })
            };
            found.into_iter().map(any).collect()
        };
        let found = retractions(&twin).map(comparable);
        let expected = comparable(oracle::illegal::retractions(
            &sample.board,
            sample.turn,
            &sample.worlds,
            stipulation,
            options,
            strict,
        ));
        for (offence, ..) in &expected {
            *offences.entry(offence).or_default() += 1;
        }
        let worlds: Vec<String> = sample.worlds.iter().map(World::text).collect();
        assert_eq!(
            found.as_ref(),
            Ok(&expected),
            "{} {} | {} | {stipulation:?} {options:?} {laws:?}",
            sample.board,
            sample.turn.char(),
            worlds.join("; ")
        );
    }
    println!("{compared} diagrams compared, solutions by offence: {offences:?}");
    assert!(!offences.is_empty());
}

#[test]
fn illegal_last_moves() {
    compare_illegal(41, 60);
}

/// `ROUNDS=20 cargo test --release --test differential illegal_long_run -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn illegal_long_run() {
    let rounds: u64 = std::env::var("ROUNDS").map_or(10, |rounds| rounds.parse().unwrap());
    for round in 1..=rounds {
        compare_illegal(41 + 1000 * round, 300);
    }
}

/// Wheeler 1874 and the positions of the hand-made tests, by the plain solver.
#[test]
fn the_plain_solver_takes_back_wheelers_castling() {
    let board = Board::from_ascii_board_fen(b"2kr1b2/p3p3/4K1Br/B3R3/8/5q2/8/8").unwrap();
    let found = oracle::illegal::retractions(
        &board,
        Color::White,
        &oracle::worlds(&["- -"]),
        stipulation(Play::Forcing, 1),
        Options::DEFAULT,
        true,
    );
    let replacements = ["f3f7", "h6g6"].map(str::to_owned).to_vec();
    assert_eq!(
        found,
        [("castling", "e8c8 -".to_owned(), replacements)].into()
    );
}

/// Looks for positions in which doubt decides: solved, and differently (or not at all) without
/// trials. Prints lines for `tests/oracle/positions.txt`:
/// `HARVEST_SECONDS=60 cargo test --test differential harvest -- --ignored --nocapture`, with
/// `HARVEST_ONLY="s#2 r#2"` for these alone.
#[test]
#[ignore = "finds positions for the other tests"]
fn harvest() {
    let seconds: u64 = std::env::var("HARVEST_SECONDS").map_or(10, |s| s.parse().unwrap());
    let wanted: &[(&str, Stipulation, Source, usize)] = &[
        ("#1", stipulation(Play::Direct, 1), MOVER, 4),
        ("#2", stipulation(Play::Direct, 2), TINY, 10),
        ("#2", stipulation(Play::Direct, 2), Source::Mutants, 10),
        ("#3", stipulation(Play::Direct, 3), TINY, 4),
        ("=1", stalemate(Play::Direct, 1), TINY, 4),
        ("=2", stalemate(Play::Direct, 2), TINY, 4),
        ("s#1", stipulation(Play::Forcing, 1), Source::SelfMutants, 8),
        ("s=1", stalemate(Play::Forcing, 1), Source::SelfMutants, 6),
        ("s#2", stipulation(Play::Forcing, 2), Source::SelfMutants, 3),
        ("r#1", stipulation(Play::Reflex, 1), Source::SelfMutants, 4),
        ("#2", stipulation(Play::Direct, 2), Source::Mutants, 30),
        ("r#1", stipulation(Play::Reflex, 1), WAITER, 6),
        ("r#2", stipulation(Play::Reflex, 2), TINY_WAITER, 3),
        ("h2", stipulation(Play::Help, 2), MOVER, 4),
        ("h3", stipulation(Play::Help, 3), MOVER, 4),
        ("h=3", stalemate(Play::Help, 3), TINY, 4),
        ("h4", stipulation(Play::Help, 4), FEW, 6),
        ("h5", stipulation(Play::Help, 5), FEW, 2),
        ("h=4", stalemate(Play::Help, 4), FEW, 3),
        ("=2", stalemate(Play::Direct, 2), FEW, 4),
        ("s#2", stipulation(Play::Forcing, 2), Source::SelfMutants, 6),
        ("r#2", stipulation(Play::Reflex, 2), FEW_WAITER, 4),
        ("r#2", stipulation(Play::Reflex, 2), Source::SelfMutants, 4),
    ];
    for &(name, stipulation, source, wanted) in wanted {
        let only = std::env::var("HARVEST_ONLY").unwrap_or_default();
        if !only.is_empty() && !only.split(' ').any(|wanted| wanted == name) {
            continue;
        }
        let mut dice = Dice::new(std::env::var("HARVEST_SEED").map_or(77, |s| s.parse().unwrap()));
        let start = std::time::Instant::now();
        let mut found = 0;
        let mut looked = 0;
        while found < wanted && start.elapsed().as_secs() < seconds {
            let sample = match source {
                Source::Random { men, strong } => random::sample(&mut dice, men, strong),
                Source::Mutants => {
                    let base = dice.pick(&BASES);
                    random::mutant(&mut dice, base)
                }
                Source::SelfMutants => {
                    let base = dice.pick(&SELF_BASES);
                    random::mutant(&mut dice, base)
                }
            };
            looked += 1;
            let keys = |convention, options: Options| {
                let laws = match options.law {
                    Law::Order => problem::Laws::Fide2018,
                    Law::SamePiece => problem::Laws::SamePiece,
                    Law::Staunton => problem::Laws::Staunton1860,
                };
                let (solution, _) =
                    library(&sample, stipulation, convention, options, laws).unwrap();
                solution.keys
            };
            let bg = keys(Convention::Bg, Options::DEFAULT);
            let open = Options {
                castling: Castling::Open,
                ..Options::DEFAULT
            };
            let own_only = Options {
                ep_touch: EpTouch::OwnOnly,
                ..Options::DEFAULT
            };
            let others = [
                keys(Convention::Rs, Options::DEFAULT),
                keys(Convention::Bg, open),
                keys(Convention::Bg, own_only),
                keys(Convention::Ap, Options::DEFAULT),
            ];
            // Self play is seldom solved at all, so there any solved position will do.
            let enough = name.starts_with('s') && !bg.is_empty();
            if enough || others.iter().any(|other| *other != bg) {
                found += 1;
                let worlds: Vec<String> = sample.worlds.iter().map(World::text).collect();
                println!(
                    "{name} | {} {} | {}",
                    sample.board,
                    sample.turn.char(),
                    worlds.join("; ")
                );
            }
        }
        println!("# {name}: {found} of {looked} in {:?}", start.elapsed());
    }
}
