//! Records of `histories`.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::notation::Letters;
use crate::problem::Twin;
use crate::report::row::{ArgumentStep, HistoriesRows, LastMoveRow, StatementRow, WorldRow};
use crate::retro::{Brevity, Shortest, Unconfirmed, Undecided, Witness};
use crate::syntax::print_fact;
use crate::world::Term;

use super::record::{ep_text, uci};

/// What a record of `histories` has to have at least, by number: from 1 on every argument, every story of a game in a world, and the
/// statements, each where its evidence has one; from 2 on the line of the last moves. Records without a number are older and may lack
/// all of these.
pub const HISTORIES_VERSION: u32 = 2;

/// The candidate worlds of one diagram.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HistoriesRecord<'a> {
    /// Which texts it has to have: see [`HISTORIES_VERSION`].
    pub version: u32,
    /// Number in a data base.
    pub id: Option<&'a str>,
    /// The twin's letter; `a` where there are none.
    pub twin: &'a str,
    /// Placement and side to move.
    pub fen: String,
    /// What was asked: `histories` (the worlds) or `last-move` (the last moves too).
    pub asked: &'static str,
    /// What the author states of the past, as in a problem file with English letters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// Every candidate world.
    pub worlds: Vec<JudgedWorldRecord<'a>>,
    /// What the impossible worlds say about castling and en passant: the fewest statements that exclude them all and hold in
    /// every other world, undecided ones included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<StatementRecord<'a>>,
    /// The shortest game to the diagram in whatever world, if it was asked for and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<ShortestGameRecord>,
    /// Every last move the board allows, where the problem asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_moves: Option<Vec<LastMoveRecord<'a>>>,
    /// The same in a line of retro notation, what dies in brackets with its reason: `R: 1. g7-g5 (Kg7-h6: ...)`. Not there where more
    /// than four last moves may have been played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<&'a str>,
}

/// A statement: where something of each premise holds, a conclusion does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StatementRecord<'a> {
    /// The sentence, without its reason.
    pub text: &'a str,
    /// Rights of one side (`k`, `q`), or squares of en passant; of each list one is meant.
    pub premises: Vec<Vec<String>>,
    /// Of these at least one holds then; empty: the premises exclude each other.
    pub conclusions: Vec<String>,
    /// The impossible worlds that it rests on, as in a problem file; their reasons stand in `worlds`.
    pub excluded: Vec<String>,
}

impl<'a> From<&'a StatementRow> for StatementRecord<'a> {
    fn from(row: &'a StatementRow) -> StatementRecord<'a> {
        let one = &row.statement;
        let names = |term: &Term| -> Vec<String> {
            match term {
                Term::Castling(rights) => rights
                    .iter()
                    .map(|right| right.letter().to_string())
                    .collect(),
                Term::EnPassant(squares) => squares.iter().map(ToString::to_string).collect(),
            }
        };
        StatementRecord {
            text: &row.text,
            premises: one.premises.iter().map(names).collect(),
            conclusions: one.conclusions.iter().flat_map(names).collect(),
            excluded: one.excluded.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A step of an argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeductionRecord<'a> {
    /// What kind of deduction it is, such as `at-home`, `no-last-move`, `case`.
    pub kind: &'static str,
    /// The sentence, in English.
    pub text: &'a str,
    /// The squares it speaks of.
    pub squares: Vec<String>,
    /// The ways of pawns and the moves it speaks of, each from a square to a square.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<[String; 2]>,
    /// The men on the board it speaks of and the side to move, as in a FEN.
    pub placement: &'a str,
}

impl<'a> From<&'a ArgumentStep> for DeductionRecord<'a> {
    fn from(step: &'a ArgumentStep) -> DeductionRecord<'a> {
        DeductionRecord {
            kind: step.kind,
            text: &step.text,
            squares: step.squares.into_iter().map(|s| s.to_string()).collect(),
            paths: (step.paths.iter())
                .map(|path| path.map(|square| square.to_string()))
                .collect(),
            placement: &step.placement,
        }
    }
}

/// A last move with what was found of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LastMoveRecord<'a> {
    /// In long notation and English letters, such as `Kg8xNh8`.
    #[serde(rename = "move")]
    pub text: &'a str,
    /// `possible`, `impossible` or `undecided`.
    pub verdict: &'static str,
    /// Why it is impossible, the limit that was hit, or how long its game is.
    pub reason: &'a str,
    /// Standard movetext of a game that ends with it.
    pub witness: Option<String>,
    /// The moves of that game in UCI, castling king from-to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness_uci: Option<Vec<String>>,
    /// Of an undecided one, a proof that was found and does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unconfirmed: Option<UnconfirmedRecord>,
    /// The proof of impossibility where it goes on further back, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'a str>,
    /// The same for a checker (see [`to_json`](crate::retro::checker::to_json)).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<&'a Value>,
    /// Why it is impossible, step by step; not there where the reason says all that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub argument: Vec<DeductionRecord<'a>>,
}

/// A candidate world with its verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JudgedWorldRecord<'a> {
    /// In the order `KQkq`, or `-`.
    pub rights: String,
    /// A square, or `-`.
    pub ep: String,
    /// `possible`, `impossible` or `undecided`.
    pub verdict: &'static str,
    /// Why it is impossible, or which limits were hit.
    pub reason: Option<&'a str>,
    /// Standard movetext of a game that ends in this world.
    pub witness: Option<String>,
    /// The moves of that game in UCI, castling king from-to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness_uci: Option<Vec<String>>,
    /// What is known of shorter games, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<ShortestRecord>,
    /// How far the attempts on an undecided world came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<TriedRecord>,
    /// The whole proof of impossibility where it goes on further back, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'a str>,
    /// The same for a checker (see [`to_json`](crate::retro::checker::to_json)).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<&'a Value>,
    /// Why it is impossible, step by step; not there where the reason says all that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub argument: Vec<DeductionRecord<'a>>,
    /// The decisive moments of the witness: what its pawns captured and became, and how rights to castle went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub story: Option<&'a str>,
}

/// The shortest game to a diagram.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShortestGameRecord {
    /// Its standard movetext.
    pub game: String,
    /// What is known of it.
    #[serde(flatten)]
    pub brevity: ShortestRecord,
}

impl From<&Shortest> for ShortestGameRecord {
    fn from(shortest: &Shortest) -> ShortestGameRecord {
        ShortestGameRecord {
            game: shortest.game.movetext(),
            brevity: ShortestRecord::new(&shortest.game, &shortest.brevity),
        }
    }
}

/// What is known of games that are not longer than the witness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShortestRecord {
    /// Half-moves of the game.
    pub plies: usize,
    /// Whether it was proved that no game is shorter.
    pub proved: bool,
    /// Whether it is the only game of its length; `null` if that was left open.
    pub unique: Option<bool>,
    /// No game has fewer half-moves than this.
    pub none_below: usize,
    /// What ended the search before it was complete.
    pub limit: Option<String>,
    /// Standard movetext of another game of that length, if there is one.
    pub other: Option<String>,
}

impl ShortestRecord {
    fn new(game: &Witness, brevity: &Brevity) -> ShortestRecord {
        let plies = game.moves.len();
        let record = ShortestRecord {
            plies,
            proved: true,
            unique: None,
            none_below: plies,
            limit: None,
            other: None,
        };
        match brevity {
            Brevity::Only => ShortestRecord {
                unique: Some(true),
                ..record
            },
            Brevity::OneOfSeveral(other) => ShortestRecord {
                unique: Some(false),
                other: Some(other.movetext()),
                ..record
            },
            Brevity::Proved(limit) => ShortestRecord {
                limit: Some(limit.to_string()),
                ..record
            },
            Brevity::Unproved { none_below, limit } => ShortestRecord {
                proved: false,
                none_below: *none_below as usize,
                limit: Some(limit.to_string()),
                ..record
            },
        }
    }
}

/// How far the attempts to prove and to disprove a world came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TriedRecord {
    /// Levels of effort of the refutation.
    pub levels: u32,
    /// How many plies back every retraction was looked at.
    pub retracted_plies: u32,
    /// What ended the refutation.
    pub refutation_limit: String,
    /// What ended the search for a game.
    pub game_limit: String,
    /// Attempts at a game.
    pub attempts: u32,
    /// Plans for a game that were pursued.
    pub plans: u32,
    /// Half-moves taken back to the position nearest to the initial array; `null` if none was.
    pub plies: Option<u32>,
    /// An estimate of the moves missing there.
    pub moves_missing: Option<u32>,
    /// A proof that was found and does not count, if there was any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unconfirmed: Option<UnconfirmedRecord>,
}

/// A proof that does not count: the checker cannot show all its parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnconfirmedRecord {
    /// Its positions.
    pub positions: usize,
    /// For so many of them only the search that found the reason could confirm it.
    pub shared: usize,
}

impl From<Unconfirmed> for UnconfirmedRecord {
    fn from(Unconfirmed { positions, shared }: Unconfirmed) -> UnconfirmedRecord {
        UnconfirmedRecord { positions, shared }
    }
}

impl From<&Undecided> for TriedRecord {
    fn from(undecided: &Undecided) -> TriedRecord {
        let reach = undecided.reach;
        TriedRecord {
            levels: undecided.levels,
            retracted_plies: undecided.retracted_plies,
            refutation_limit: undecided.refutation.to_string(),
            game_limit: undecided.witness.to_string(),
            attempts: reach.map_or(0, |reach| reach.attempts),
            plans: reach.map_or(0, |reach| reach.plans),
            plies: reach.map(|reach| reach.plies),
            moves_missing: reach.map(|reach| reach.missing),
            unconfirmed: undecided.unconfirmed.map(UnconfirmedRecord::from),
        }
    }
}

impl<'a> HistoriesRecord<'a> {
    /// The record of a twin with what was found of its histories.
    pub fn new(
        id: Option<&'a str>,
        twin: &'a Twin,
        rows: &'a HistoriesRows,
    ) -> HistoriesRecord<'a> {
        HistoriesRecord {
            version: HISTORIES_VERSION,
            id,
            twin: &twin.label,
            fen: twin.diagram.fen(),
            asked: match rows.last_moves {
                Some(_) => "last-move",
                None => "histories",
            },
            facts: twin
                .facts
                .iter()
                .map(|fact| print_fact(fact, Letters::English))
                .collect(),
            worlds: rows.worlds.iter().map(JudgedWorldRecord::from).collect(),
            statements: rows.statements.iter().map(StatementRecord::from).collect(),
            shortest: rows.shortest.as_ref().map(ShortestGameRecord::from),
            last_moves: rows
                .last_moves
                .as_ref()
                .map(|moves| moves.iter().map(LastMoveRecord::from).collect()),
            line: rows.line.as_deref(),
        }
    }
}

impl<'a> From<&'a WorldRow> for JudgedWorldRecord<'a> {
    fn from(row: &'a WorldRow) -> JudgedWorldRecord<'a> {
        JudgedWorldRecord {
            rights: row.world.rights.to_string(),
            ep: ep_text(row.world),
            verdict: row.feasibility.keyword(),
            reason: (!row.reason.is_empty()).then_some(row.reason.as_str()),
            witness: row.game.as_ref().map(Witness::movetext),
            witness_uci: row.game.as_ref().map(|game| uci(&game.moves)),
            shortest: row
                .game
                .as_ref()
                .zip(row.brevity.as_ref())
                .map(|(game, brevity)| ShortestRecord::new(game, brevity)),
            tried: row.undecided.as_ref().map(TriedRecord::from),
            proof: row.proof.as_deref(),
            certificate: row.certificate.as_ref(),
            argument: row.argument.iter().map(DeductionRecord::from).collect(),
            story: row.story.as_deref(),
        }
    }
}

impl<'a> From<&'a LastMoveRow> for LastMoveRecord<'a> {
    fn from(row: &'a LastMoveRow) -> LastMoveRecord<'a> {
        LastMoveRecord {
            text: &row.text,
            verdict: row.feasibility.keyword(),
            reason: &row.reason,
            witness: row.game.as_ref().map(Witness::movetext),
            witness_uci: row.game.as_ref().map(|game| uci(&game.moves)),
            unconfirmed: row.unconfirmed.map(UnconfirmedRecord::from),
            proof: row.proof.as_deref(),
            certificate: row.certificate.as_ref(),
            argument: row.argument.iter().map(DeductionRecord::from).collect(),
        }
    }
}
