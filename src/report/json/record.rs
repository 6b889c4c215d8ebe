//! Records of `solve` and `batch`.

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::{CastlingMode, Move};

use crate::phases::Phases;
use crate::problem::{Convention, Diagram, Laws, Problem, Retractor, Twin};
use crate::report::row::WorldRow;
use crate::retro::proof_game::{Feature, ProofGames, Shorter, features};
use crate::retro::{Game, Unmove};
use crate::solution::{Count, Key, Solution, Verdict};
use crate::solve::illegal_move::{Replacement, Retraction, Sequel};
use crate::solve::retractor::{Line, Listed, Retracted, Retractions, Standing};
use crate::solve::{Condition, Finality, Outcome, Part};
use crate::syntax::print_start;
use crate::world::World;

use super::phases::PhasesRecord;
use super::tree::TreeRecord;

/// What was found about one problem and twin.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct SolveRecord<'a> {
    /// Number in a data base.
    pub id: Option<&'a str>,
    /// Composers as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<&'a str>,
    /// Where it was published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'a str>,
    /// The twin's letter; `a` where there are none.
    pub twin: &'a str,
    /// Placement and side to move.
    pub fen: String,
    /// As in a problem file, such as `#2`.
    pub stipulation: String,
    /// The convention asked for.
    pub convention: &'static str,
    /// The convention that decided.
    pub applied: &'static str,
    /// The candidate worlds with their verdicts; the given ones where the file gives them.
    pub worlds: Vec<WorldRecord>,
    /// `solved`, `no-solution`, `undecided` or `illegal`.
    pub verdict: &'static str,
    /// Whether undecided worlds cannot change verdict and keys.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// The keys; empty where there are parts. In help play the first moves.
    pub keys: Vec<KeyRecord>,
    /// The solution tree; null where there are parts, or nothing to show.
    pub tree: Option<TreeRecord>,
    /// The parts, where the convention splits the problem.
    pub parts: Vec<PartRecord>,
    /// Under `illegal-move`: the moves taken back, one for each key.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub retractions: Vec<RetractionRecord>,
    /// What it cost.
    pub stats: StatsRecord,
    /// The set play, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_play: Option<TreeRecord>,
    /// Half-moves of the solution, found for `n = ?`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// In help play: the number of solutions, listed or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// Whether there are no others; false: at least so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions_exact: Option<bool>,
    /// The limit that was hit, where the verdict is `undecided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Why the result is not final: `changes`, `too-many-undecided`, `not-searched` or `not-exhaustive`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<&'static str>,
    /// What happens between the phases, as far as it is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phases: Option<PhasesRecord>,
    /// Of a proof game: where it begins, if not in the initial array (placement, side to move, castling rights, e.p. square).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Of a proof game: the games that were found, two at most; `solutions_exact` says whether there are no others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<GameRecord>>,
    /// The half-move, from 0, by which the second game differs first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<usize>,
    /// Where the shortest game is asked for: one that is shorter than those in `games`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shorter: Option<GameRecord>,
    /// Where the shortest game is asked for: no game has fewer half-moves than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub none_below: Option<u32>,
    /// Of a retractor: its solutions; `final` says whether these are all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retracted: Option<Vec<RetractedRecord>>,
    /// Of a retractor: positions (placement and side to move) on whose undecided legality it hangs, some of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
}

/// Writes a solution of a retractor: its line, then its variations, and whether these are all.
pub type RetractionText<'a> = dyn Fn(&Retracted, Retractor) -> (Vec<String>, Listed) + 'a;

/// A solution of a retractor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetractedRecord {
    /// As columns write it: `-1.Kg6xRh5 Rh8xQh5 & 1.O-O Qh7#`.
    pub text: String,
    /// Whether it is one whatever the undecided positions are.
    pub proved: bool,
    /// Placement and side to move before the moves that are taken back.
    pub before: String,
    /// The moves that are taken back in UCI, castling king from-to, in the order in which they are taken back.
    pub back_uci: Vec<String>,
    /// Against a defender: the variations as columns write them, indented by their depth; those with the same answer together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<String>,
    /// Against a defender: whether these are all variations. Where they are not, a line of `variations` says what is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variations_exact: Option<bool>,
}

impl RetractedRecord {
    fn new(one: &Retracted, asked: Retractor, text: &RetractionText<'_>) -> RetractedRecord {
        let uci = |unmove: &Unmove| unmove.forward().to_uci(CastlingMode::Standard).to_string();
        let Line { back, before, .. } = &one.line;
        let (lines, listed) = text(one, asked);
        let mut lines = lines.into_iter();
        RetractedRecord {
            text: lines.next().unwrap_or_default(),
            proved: one.standing == Standing::Proved,
            before: format!("{} {}", before.board, before.turn.char()),
            back_uci: back.iter().map(uci).collect(),
            variations: lines.collect(),
            variations_exact: (one.attack.as_ref()).map(|_| listed == Listed::All),
        }
    }
}

/// A game from the initial array or from `start`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameRecord {
    /// Standard movetext.
    pub witness: String,
    /// The moves in UCI, castling king from-to.
    pub witness_uci: Vec<String>,
    /// What the game shows, in English.
    pub shows: Vec<String>,
}

impl GameRecord {
    fn new(game: &Game, shows: &dyn Fn(Feature) -> String) -> GameRecord {
        GameRecord {
            witness: game.movetext(),
            witness_uci: uci(&game.moves),
            shows: features(game).into_iter().map(shows).collect(),
        }
    }
}

/// A world of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WorldRecord {
    /// In the order `KQkq`, or `-`.
    pub rights: String,
    /// A square, or `-`.
    pub ep: String,
    /// `possible`, `impossible` or `undecided`; absent in the worlds of parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<&'static str>,
}

impl WorldRecord {
    /// A world, with its verdict if there is one.
    pub fn new(world: World, verdict: Option<&'static str>) -> WorldRecord {
        WorldRecord {
            rights: world.rights.to_string(),
            ep: ep_text(world),
            verdict,
        }
    }
}

/// The moves of a game in UCI, castling king from-to.
pub(super) fn uci(moves: &[Move]) -> Vec<String> {
    let uci = |played: &Move| played.to_uci(CastlingMode::Standard).to_string();
    moves.iter().map(uci).collect()
}

/// The target of a world as a square, or `-`.
pub(super) fn ep_text(world: World) -> String {
    world
        .target
        .map_or_else(|| "-".to_owned(), |square| square.to_string())
}

/// A key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeyRecord {
    /// UCI, castling from king's square to king's square.
    #[serde(rename = "move")]
    pub uci: String,
    /// Standard notation in English letters, without check signs.
    pub san: String,
    /// Whether the key is a trial: a doubtful move, tried out.
    pub trial: bool,
}

impl From<&Key> for KeyRecord {
    fn from(key: &Key) -> KeyRecord {
        KeyRecord {
            uci: key.uci(),
            san: key.san.san.to_string(),
            trial: key.is_trial(),
        }
    }
}

/// One part of a problem that its convention splits.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PartRecord {
    /// The part's world.
    pub world: WorldRecord,
    /// As in [`SolveRecord`].
    pub verdict: &'static str,
    /// The part's keys.
    pub keys: Vec<KeyRecord>,
    /// The part's solution tree.
    pub tree: Option<TreeRecord>,
    /// Its set play, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_play: Option<TreeRecord>,
    /// Half-moves of its solution, found for `n = ?`.
    pub plies: u32,
    /// In help play: the number of its solutions, listed or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// Whether there are no others; false: at least so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions_exact: Option<bool>,
}

impl PartRecord {
    /// The record of a part played under the code `laws`.
    pub fn new(part: &Part, laws: Laws) -> PartRecord {
        let solution = &part.solution;
        let [tree, set_play] = trees(solution, laws);
        PartRecord {
            world: WorldRecord::new(part.world, None),
            verdict: solution.verdict.keyword(),
            keys: solution.keys.iter().map(KeyRecord::from).collect(),
            tree,
            set_play,
            plies: solution.plies,
            solutions: solution.count.map(Count::number),
            solutions_exact: solution.count.map(Count::is_exact),
        }
    }
}

/// The tree of a solution and that of its set play, as far as there are any.
fn trees(solution: &Solution, laws: Laws) -> [Option<TreeRecord>; 2] {
    let set_play = solution.set_play.as_ref().map(|set| &set.node);
    [solution.tree.as_ref(), set_play].map(|node| node.map(|node| TreeRecord::new(node, laws)))
}

/// An illegal last move that is taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetractionRecord {
    /// UCI, castling from king's square to king's square.
    #[serde(rename = "move")]
    pub uci: String,
    /// In which way it was illegal: `check-ignored`, `castling`, `en-passant`, `half-castling`,
    /// `half-en-passant`, `half-promotion` or `out-of-turn`.
    pub offence: &'static str,
    /// Placement and side to move before it.
    pub before: String,
    /// What replaces it.
    pub replacements: Vec<ReplacementRecord>,
}

/// A move that replaces the one taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReplacementRecord {
    /// UCI; null if nothing is replaced, the other side being on move.
    #[serde(rename = "move")]
    pub uci: Option<String>,
    /// Standard notation in English letters, without check signs.
    pub san: Option<String>,
    /// The keys of what follows; empty if the goal is reached at once (or in parts).
    pub keys: Vec<KeyRecord>,
}

impl From<&Retraction> for RetractionRecord {
    fn from(retraction: &Retraction) -> RetractionRecord {
        let replacement = |replacement: &Replacement| ReplacementRecord {
            uci: replacement.mv.map(|key| key.uci()),
            san: replacement.mv.map(|key| key.san.san.to_string()),
            keys: match &replacement.sequel {
                Sequel::Goal => Vec::new(),
                Sequel::Play(then) => then.keys().iter().map(KeyRecord::from).collect(),
            },
        };
        RetractionRecord {
            uci: retraction.mv.to_uci(CastlingMode::Standard).to_string(),
            offence: retraction.offence.keyword(),
            before: retraction.before.fen(),
            replacements: retraction.replacements.iter().map(replacement).collect(),
        }
    }
}

/// What an answer cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StatsRecord {
    /// Nodes of the search, the retro-analysis not counted.
    pub nodes: u64,
    /// Time for everything, the retro-analysis included.
    pub millis: u64,
}

impl<'a> SolveRecord<'a> {
    /// The record of a twin of which nothing is known; `nodes` and `millis` are what it cost.
    fn unsolved(problem: &'a Problem, twin: &'a Twin, nodes: u64, millis: u64) -> SolveRecord<'a> {
        SolveRecord {
            id: problem.id.as_deref(),
            author: problem.author.as_deref(),
            source: problem.source.as_deref(),
            twin: &twin.label,
            fen: twin.diagram.fen(),
            stipulation: twin.stipulation.to_string(),
            convention: twin.convention.keyword(),
            applied: twin.convention.keyword(),
            stats: StatsRecord { nodes, millis },
            start: twin.start.as_ref().map(|start| print_start(Some(start))),
            ..SolveRecord::default()
        }
    }

    /// The record of a twin whose worlds are `rows`; `millis` is the time for everything.
    pub fn new(
        problem: &'a Problem,
        twin: &'a Twin,
        rows: &[WorldRow],
        outcome: &'a Outcome,
        millis: u64,
    ) -> SolveRecord<'a> {
        let solution: Option<&Solution> = outcome.solution.as_ref();
        let laws = twin.options.laws;
        let [tree, set_play] = solution.map_or([None, None], |solution| trees(solution, laws));
        SolveRecord {
            applied: outcome.applied.keyword(),
            worlds: rows
                .iter()
                .map(|row| WorldRecord::new(row.world, Some(row.feasibility.keyword())))
                .collect(),
            verdict: outcome.verdict.keyword(),
            is_final: outcome.finality == Finality::Final,
            keys: outcome.keys().iter().map(KeyRecord::from).collect(),
            tree,
            parts: outcome
                .parts
                .iter()
                .map(|part| PartRecord::new(part, laws))
                .collect(),
            retractions: outcome
                .retractions
                .iter()
                .map(RetractionRecord::from)
                .collect(),
            set_play,
            plies: solution.map(|s| s.plies),
            solutions: solution.and_then(|s| s.count).map(Count::number),
            solutions_exact: solution.and_then(|s| s.count).map(Count::is_exact),
            limit: match outcome.verdict {
                Verdict::Undecided(limit) => Some(limit.to_string()),
                _ => None,
            },
            condition: match &outcome.finality {
                Finality::Final => None,
                Finality::Conditional(condition) => Some(match condition {
                    Condition::Changes { .. } => "changes",
                    Condition::TooManyUndecided(_) => "too-many-undecided",
                    Condition::NotSearched => "not-searched",
                    Condition::NotExhaustive => "not-exhaustive",
                }),
            },
            // Play begins in the diagram.
            start: None,
            ..SolveRecord::unsolved(problem, twin, outcome.stats.nodes, millis)
        }
    }

    /// The record of a twin that asks for a proof game; `millis` is the time for the search.
    pub fn of_games(
        problem: &'a Problem,
        twin: &'a Twin,
        found: &ProofGames,
        millis: u64,
        shows: &dyn Fn(Feature) -> String,
    ) -> SolveRecord<'a> {
        let record = |game: &Game| GameRecord::new(game, shows);
        let (shorter, none_below) = match &found.shorter {
            None => (None, None),
            Some(Shorter::None) => (None, Some(found.plies)),
            Some(Shorter::Game(game)) => (Some(record(game)), None),
            Some(Shorter::Unknown { none_below, .. }) => (None, Some(*none_below)),
        };
        let open = match (&found.shorter, found.searched) {
            (Some(Shorter::Unknown { limit, .. }), _) => Some(*limit),
            (_, Err(limit)) if found.games.len() < 2 => Some(limit),
            _ => None,
        };
        SolveRecord {
            verdict: match open {
                Some(limit) => Verdict::Undecided(limit).keyword(),
                None if found.games.is_empty() => Verdict::NoSolution.keyword(),
                None => Verdict::Solved.keyword(),
            },
            is_final: open.is_none(),
            plies: Some(found.plies),
            solutions: Some(found.games.len() as u64),
            solutions_exact: Some(found.searched.is_ok() && found.games.len() < 2),
            limit: open.map(|limit| limit.to_string()),
            games: Some(found.games.iter().map(record).collect()),
            difference: found.difference(),
            shorter,
            none_below,
            ..SolveRecord::unsolved(problem, twin, found.nodes, millis)
        }
    }

    /// The record of a retractor; `millis` is the time for the search.
    pub fn of_retractions(
        problem: &'a Problem,
        twin: &'a Twin,
        asked: Retractor,
        found: &Retractions,
        millis: u64,
        text: &RetractionText<'_>,
    ) -> SolveRecord<'a> {
        let one = |one: &Retracted| RetractedRecord::new(one, asked, text);
        SolveRecord {
            verdict: found.verdict().keyword(),
            is_final: found.is_final(),
            applied: Convention::Codex.keyword(),
            plies: Some(asked.plies),
            solutions: Some(found.solutions.len() as u64),
            solutions_exact: Some(found.is_final()),
            limit: found.searched.err().map(|limit| limit.to_string()),
            retracted: Some(found.solutions.iter().map(one).collect()),
            open: found.open.iter().map(Diagram::fen).collect(),
            ..SolveRecord::unsolved(problem, twin, found.nodes, millis)
        }
    }

    /// The same with what happens between the phases.
    #[must_use]
    pub fn with_phases(self, phases: Option<&Phases>) -> SolveRecord<'a> {
        SolveRecord {
            phases: phases.map(PhasesRecord::new),
            ..self
        }
    }
}

/// A record with the place of its problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Placed<'a, R> {
    /// What was found.
    #[serde(flatten)]
    pub record: R,
    /// The file, as named on the command line; `-` is standard input, `--fen` the command line itself.
    pub file: &'a str,
    /// The line of the file in which the problem begins, from 1; `line` is the last moves of a record of `histories`.
    pub file_line: usize,
}

/// A problem that could not be read, or not be solved as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorRecord {
    /// Number in a data base, if it could be read.
    pub id: Option<String>,
    /// The twin's letter, if one twin alone is meant.
    pub twin: Option<String>,
    /// The file, as named on the command line; `-` is standard input.
    pub file: String,
    /// Line in the file, from 1.
    pub line: Option<usize>,
    /// Column in the line, in characters, from 1.
    pub column: Option<usize>,
    /// What is wrong.
    pub error: String,
}
