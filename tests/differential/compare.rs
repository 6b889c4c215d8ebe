//! One position put to both solvers.

use beruehrt::problem::{self, Diagram, Forced, Goal, Histories, Length, SetPlay, Twin};
use beruehrt::solution::{Manner, Verdict};
use beruehrt::solve::{Outcome, SolveOptions, Threads, WorldStatus};
use beruehrt::world::WorldSet;

use super::oracle::random::{Dice, Sample};
use super::oracle::{
    self, Castling, Convention, EpTouch, History, Keys, Law, Options, Play, Stipulation, Trials,
    World,
};

pub const fn stipulation(play: Play, n: u32) -> Stipulation {
    Stipulation {
        play,
        stalemate: false,
        n,
    }
}

pub const fn stalemate(play: Play, n: u32) -> Stipulation {
    Stipulation {
        play,
        stalemate: true,
        n,
    }
}

pub const EVERY_CONVENTION: &[Convention] = &[
    Convention::Bg,
    Convention::Pra,
    Convention::Rs,
    Convention::Codex,
    Convention::Ap,
];

pub fn any_options(dice: &mut Dice) -> Options {
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
pub fn twin(
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
        announced: None,
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
        start: None,
        solution: None,
    }
}

pub fn solved(twin: &Twin, worlds: &[WorldStatus]) -> Result<Outcome, String> {
    let solve_options = SolveOptions {
        threads: Threads::Current,
        table_mib: 1,
        ..SolveOptions::default()
    };
    beruehrt::solve::solve(twin, worlds, &solve_options).map_err(|error| error.to_string())
}

pub fn given(twin: &Twin) -> Vec<WorldStatus> {
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
pub fn library(
    sample: &Sample,
    stipulation: Stipulation,
    convention: Convention,
    options: Options,
    laws: problem::Laws,
) -> Result<(oracle::Solution, Vec<Option<oracle::SetPlay>>), String> {
    let twin = twin(sample, stipulation, named(convention), options, laws);
    answer(&solved(&twin, &given(&twin))?)
}

/// The library's name of a convention.
pub fn named(convention: Convention) -> problem::Convention {
    match convention {
        Convention::Bg => problem::Convention::BeruehrtGefuehrt,
        Convention::Pra => problem::Convention::Pra,
        Convention::Rs => problem::Convention::RetroStrategy,
        Convention::Codex => problem::Convention::Codex,
        Convention::Ap => problem::Convention::APosteriori,
    }
}

/// What the library answered.
pub fn answer(
    outcome: &Outcome,
) -> Result<(oracle::Solution, Vec<Option<oracle::SetPlay>>), String> {
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
pub fn plain(
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
pub struct Tally {
    pub compared: usize,
    pub solved: usize,
    /// Solved with a key that is a trial, or in parts.
    pub retro: usize,
    /// With something answered in the set play.
    pub set_plays: usize,
    pub disagreements: Vec<String>,
}

/// A rule set of the library for which the plain solver's code stands.
pub fn any_laws(dice: &mut Dice, law: Law) -> problem::Laws {
    match law {
        Law::Order => dice.pick(&[
            problem::Laws::Fide2018,
            problem::Laws::Fide1997,
            problem::Laws::Club,
        ]),
        Law::SamePiece => problem::Laws::SamePiece,
        Law::Staunton => problem::Laws::Staunton1860,
    }
}

/// Compares the two solvers under random options.
pub fn compare_one(
    name: &str,
    sample: &Sample,
    stipulation: Stipulation,
    convention: Convention,
    dice: &mut Dice,
    tally: &mut Tally,
) {
    let options = any_options(dice);
    let laws = any_laws(dice, options.law);
    compare_with(
        name,
        sample,
        stipulation,
        convention,
        (options, laws),
        tally,
    );
}

/// Compares the two solvers; the plain one's solution.
pub fn compare_with(
    name: &str,
    sample: &Sample,
    stipulation: Stipulation,
    convention: Convention,
    (options, laws): (Options, problem::Laws),
    tally: &mut Tally,
) -> oracle::Solution {
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
    expected
}

pub fn settle(tally: &Tally) {
    assert!(
        tally.disagreements.is_empty(),
        "{} disagreements, the first: {}",
        tally.disagreements.len(),
        tally.disagreements[0]
    );
}
