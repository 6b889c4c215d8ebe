//! Worlds and last moves with their evidence in words, as every form of output needs them.

use serde_json::Value;

use crate::notation::Language;
use crate::retro::argument::{argument, says_something};
use crate::retro::model::Argument;
use crate::retro::{
    Brevity, JudgedMove, Refutation, Shortest, Unconfirmed, Undecided, Unmove, Verdict, Why,
    Witness, checker,
};
use crate::solve::Feasibility;
use crate::study::{Candidate, Histories};
use crate::world::{Rights, Statement, World};

pub use super::text::ArgumentStep;
use super::text::{
    ProofExtent, TextStyle, argument_sentences, behind, brevity_text, last_move_game,
    last_move_text, last_moves_line, not_refuted_text, proof_tree, reason_text, refutation_text,
    statement_text, story_text, undecided_briefly, undecided_text,
};

/// What was found of the past of a diagram, as it stands in the tables.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HistoriesRows {
    /// The table of worlds.
    pub worlds: Vec<WorldRow>,
    /// What the impossible worlds say about castling and en passant.
    pub statements: Vec<StatementRow>,
    /// The table of last moves, where they were asked for.
    pub last_moves: Option<Vec<LastMoveRow>>,
    /// The same in a line of retro notation, what dies in brackets; not where more than a few may have been played.
    pub line: Option<String>,
    /// The shortest game to the diagram in whatever world, if it was asked for and found.
    pub shortest: Option<Shortest>,
}

/// A statement about castling and en passant.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct StatementRow {
    /// The sentence, without its reason; it begins with a small letter where it is no name.
    pub text: String,
    /// What it says.
    pub statement: Statement,
}

impl StatementRow {
    /// Why the worlds that it excludes are impossible, each reason with its worlds.
    pub fn reasons<'r>(&self, rows: &'r [WorldRow]) -> Vec<(&'r str, Vec<World>)> {
        let mut reasons: Vec<(&str, Vec<World>)> = Vec::new();
        let excluded = &self.statement.excluded;
        for row in rows.iter().filter(|row| excluded.contains(&row.world)) {
            match reasons.iter_mut().find(|(reason, _)| *reason == row.reason) {
                Some((_, worlds)) => worlds.push(row.world),
                None => reasons.push((&row.reason, vec![row.world])),
            }
        }
        reasons
    }
}

/// `statements` about these candidate worlds in words.
pub fn statement_rows(
    statements: Vec<Statement>,
    candidates: &[World],
    language: Language,
) -> Vec<StatementRow> {
    let known = (candidates.iter()).fold(Rights::NONE, |all, one| all.union(one.rights));
    let row = |statement: Statement| {
        let (premises, conclusions) = (&statement.premises, &statement.conclusions);
        StatementRow {
            text: statement_text(premises, conclusions, known, language),
            statement,
        }
    };
    statements.into_iter().map(row).collect()
}

/// A candidate world as it stands in the table.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct WorldRow {
    /// The world.
    pub world: World,
    /// What is known of it.
    pub feasibility: Feasibility,
    /// Why: the proof of impossibility, the limits hit, or how the last move went; may be empty.
    pub reason: String,
    /// Whether the reason goes through several last moves one by one.
    pub lists_moves: bool,
    /// A game that ends in this world, if one was found.
    pub game: Option<Witness>,
    /// What is known of shorter games, if it was asked.
    pub brevity: Option<Brevity>,
    /// How far the attempts came, if neither proof nor game was found.
    pub undecided: Option<Undecided>,
    /// The proof of impossibility as lines, if it goes on further back and is wanted.
    pub proof: Option<String>,
    /// The proof of impossibility for a checker, if it is wanted.
    pub certificate: Option<Value>,
    /// Why it is impossible, sentence by sentence; empty where no more is known than the reason, or it is not wanted.
    pub argument: Vec<ArgumentStep>,
    /// The decisive moments of its game in a paragraph, if there is one and it is wanted.
    pub story: Option<String>,
}

impl WorldRow {
    /// A world of which no more is known.
    pub(super) fn new(world: World, feasibility: Feasibility) -> WorldRow {
        WorldRow {
            world,
            feasibility,
            reason: String::new(),
            lists_moves: false,
            game: None,
            brevity: None,
            undecided: None,
            proof: None,
            certificate: None,
            argument: Vec::new(),
            story: None,
        }
    }
}

/// More sentences than this explain less than the tree of the proof.
const MOST_SENTENCES: usize = 20;

/// Why a refuted position that lies so many plies back has no history, sentence by sentence; none where the reason, or the tree of
/// the proof, says it better.
pub fn argument_steps(
    refutation: &Refutation,
    plies: usize,
    style: TextStyle,
) -> Vec<ArgumentStep> {
    sentences(&argument(refutation), refutation, plies, style)
}

fn sentences(
    found: &Argument,
    refutation: &Refutation,
    plies: usize,
    style: TextStyle,
) -> Vec<ArgumentStep> {
    if !says_something(found) {
        return Vec::new();
    }
    let steps = argument_sentences(found, refutation, plies, style);
    if steps.len() > MOST_SENTENCES {
        return Vec::new();
    }
    steps
}

/// What a line of retractions says behind a last move that was refuted: how it goes on, or why it cannot.
pub fn behind_last_move(refutation: &Refutation, style: TextStyle) -> String {
    behind(&argument(refutation), refutation, 1, style)
}

/// A last move as it stands in the table.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LastMoveRow {
    /// The move.
    pub unmove: Unmove,
    /// In long notation.
    pub text: String,
    /// Whether a game ends with it, a proof excludes it, or neither.
    pub feasibility: Feasibility,
    /// Why it is impossible, the limit that was hit, or how long its game is.
    pub reason: String,
    /// The proof of impossibility as lines, if it goes on further back.
    pub proof: Option<String>,
    /// The proof of impossibility for a checker, if it is wanted.
    pub certificate: Option<Value>,
    /// A proof that was found and does not count, if nothing else was.
    pub unconfirmed: Option<Unconfirmed>,
    /// A game that ends with it.
    pub game: Option<Witness>,
    /// Why it is impossible, sentence by sentence; empty where no more is known than the reason.
    pub argument: Vec<ArgumentStep>,
    /// What a line of retractions says behind it; empty where it was not refuted.
    pub behind: String,
}

impl LastMoveRow {
    /// A last move of which no more is known.
    pub(super) fn new(unmove: Unmove, style: TextStyle) -> LastMoveRow {
        LastMoveRow {
            unmove,
            text: style.moves().retraction(&unmove),
            feasibility: Feasibility::Undecided,
            reason: String::new(),
            proof: None,
            certificate: None,
            unconfirmed: None,
            game: None,
            argument: Vec::new(),
            behind: String::new(),
        }
    }
}

/// For whom evidence is put into words, and how much of it.
#[derive(Debug, Clone, Copy)]
pub struct Evidence {
    /// Letters and language.
    pub style: TextStyle,
    /// How much of the proofs.
    pub proofs: Proofs,
}

/// How much of the proofs of impossibility is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proofs {
    /// The reasons alone.
    Reasons,
    /// How every retraction of a last move fails, in outline.
    Outlines,
    /// Outlines, and how far the attempts on undecided worlds came.
    Workings,
    /// All steps.
    Whole,
    /// All steps, and the certificate that a checker reads.
    Certified,
}

impl Evidence {
    /// All there is to tell of the histories.
    pub fn histories(self, histories: &Histories) -> HistoriesRows {
        let last_moves = self.last_moves(histories);
        HistoriesRows {
            worlds: self.argued(histories),
            statements: self.statements(histories),
            line: last_moves
                .as_ref()
                .and_then(|rows| self.line(histories, rows)),
            last_moves,
            shortest: histories.shortest.clone(),
        }
    }

    /// The table of worlds.
    pub fn worlds(self, histories: &Histories) -> Vec<WorldRow> {
        let row = |candidate: &Candidate| self.world(candidate);
        histories.worlds.iter().map(row).collect()
    }

    /// The table of worlds, with the argument against each impossible one.
    fn argued(self, histories: &Histories) -> Vec<WorldRow> {
        let style = self.style;
        let mut rows = self.worlds(histories);
        for (row, candidate) in rows.iter_mut().zip(&histories.worlds) {
            match &candidate.verdict {
                Some(Verdict::Impossible(refutation)) => {
                    row.argument = argument_steps(refutation, 0, style);
                }
                Some(Verdict::Possible(game)) => row.story = Some(story_text(game, style)),
                _ => {}
            }
        }
        rows
    }

    /// What the impossible worlds say about castling and en passant.
    pub fn statements(self, histories: &Histories) -> Vec<StatementRow> {
        let worlds: Vec<World> = histories.worlds.iter().map(|one| one.world).collect();
        statement_rows(histories.statements(), &worlds, self.style.language)
    }

    /// The table of last moves, where they were asked for.
    pub fn last_moves(self, histories: &Histories) -> Option<Vec<LastMoveRow>> {
        let moves = &histories.last_moves.as_ref()?.moves;
        Some(moves.iter().map(|judged| self.last_move(judged)).collect())
    }

    /// The last moves in a line.
    fn line(self, histories: &Histories, rows: &[LastMoveRow]) -> Option<String> {
        let moves = histories.last_moves.as_ref()?.moves.iter().zip(rows);
        let moves: Vec<_> = moves
            .map(|(judged, row)| (judged.unmove, row.feasibility, row.behind.clone()))
            .collect();
        last_moves_line(&moves, self.style)
    }

    fn world(self, candidate: &Candidate) -> WorldRow {
        let style = self.style;
        let language = style.language;
        let row = WorldRow::new(candidate.world, candidate.feasibility());
        match &candidate.verdict {
            None => row,
            Some(Verdict::Possible(game)) => WorldRow {
                reason: match &candidate.brevity {
                    Some(brevity) => brevity_text(game, brevity, style),
                    None => last_move_text(game, style),
                },
                game: Some(game.clone()),
                brevity: candidate.brevity.clone(),
                ..row
            },
            Some(Verdict::Impossible(refutation)) => WorldRow {
                reason: refutation_text(refutation, 0, style),
                lists_moves: refutation.positions.first().is_some_and(
                    |root| matches!(&root.why, Why::Retractions(list) if list.len() > 1),
                ),
                proof: match self.proofs {
                    Proofs::Reasons | Proofs::Outlines | Proofs::Workings => None,
                    Proofs::Whole | Proofs::Certified => {
                        proof_tree(refutation, 0, ProofExtent::Whole, style)
                    }
                },
                certificate: self.certificate(refutation),
                ..row
            },
            Some(Verdict::Undecided(undecided)) => WorldRow {
                reason: match self.proofs {
                    Proofs::Outlines => undecided_briefly(undecided, language),
                    Proofs::Reasons | Proofs::Workings | Proofs::Whole | Proofs::Certified => {
                        undecided_text(undecided, language)
                    }
                },
                undecided: Some(undecided.clone()),
                ..row
            },
        }
    }

    fn last_move(self, judged: &JudgedMove) -> LastMoveRow {
        let style = self.style;
        let language = style.language;
        let row = LastMoveRow::new(judged.unmove, style);
        let extent = match self.proofs {
            Proofs::Reasons => None,
            Proofs::Outlines | Proofs::Workings => Some(ProofExtent::Outline),
            Proofs::Whole | Proofs::Certified => Some(ProofExtent::Whole),
        };
        match &judged.verdict {
            Verdict::Possible(game) => LastMoveRow {
                feasibility: Feasibility::Possible,
                reason: last_move_game(game, language),
                game: Some(game.clone()),
                ..row
            },
            // The last move itself has been taken back.
            Verdict::Impossible(refutation) => {
                let found = argument(refutation);
                LastMoveRow {
                    feasibility: Feasibility::Impossible,
                    reason: refutation_text(refutation, 1, style),
                    proof: extent.and_then(|extent| proof_tree(refutation, 1, extent, style)),
                    certificate: self.certificate(refutation),
                    argument: sentences(&found, refutation, 1, style),
                    behind: behind(&found, refutation, 1, style),
                    ..row
                }
            }
            Verdict::Undecided(undecided) => LastMoveRow {
                reason: not_refuted_text(undecided, language),
                unconfirmed: undecided.unconfirmed,
                ..row
            },
        }
    }

    fn certificate(self, refutation: &Refutation) -> Option<Value> {
        // Like all that machines read, in English.
        let told = |refuted: &_| reason_text(refuted, TextStyle::ENGLISH);
        (self.proofs == Proofs::Certified).then(|| checker::to_json_told(refutation, told))
    }
}
