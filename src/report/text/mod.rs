//! The output for people: diagram, histories, solution, in every letter set and language.
//!
//! Invariant: no line is wider than asked for but for words longer than that; nothing printed depends on anything
//! but the value reported, the style and the width.
//!
//! ```
//! use beruehrt::notation::{Language, Letters};
//! use beruehrt::report::text::{SolutionText, TextStyle};
//! use beruehrt::study::Study;
//!
//! let parsed = beruehrt::syntax::parse("fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n");
//! let problem = parsed.problems().next().expect("the file is right");
//! let twin = &problem.twins[0];
//! let style = TextStyle { letters: Letters::Figurine, language: Language::English };
//! let mut text = SolutionText::within(60, problem, twin, style);
//! text.outcome(&Study::default().solve(twin)?.outcome);
//! assert!(text.finish().contains("Key: 1. ♖h1#"));
//! # Ok::<(), beruehrt::solve::SolveError>(())
//! ```

mod argument;
mod brevity;
mod checking;
mod claims;
mod diagram;
mod duty;
mod evidence;
mod finding;
mod histories;
mod last_moves;
mod layout;
mod moves;
mod phases;
mod proof_game;
mod published;
mod retraction;
mod retractor;
mod score_sheet;
mod sentence;
mod solution;
mod statements;
mod story;
mod style;
mod touch;
mod tree;
mod verification;
mod words;

pub use argument::{ArgumentStep, argument_sentences, behind, last_moves_line, paragraph};
pub use brevity::brevity_text;
pub use checking::{checking_lines, unchecked_lines};
pub use diagram::{counts, diagram};
pub use evidence::{
    ProofExtent, flaw_text, last_move_game, last_move_text, limit_name, not_refuted_text,
    proof_tree, reason_text, refutation_text, undecided_briefly, undecided_text,
};
pub use finding::finding_text;
pub use histories::{Games, histories_table, last_moves_table};
pub use layout::COLUMNS;
pub use phases::keyword_text;
pub use proof_game::{feature_in_english, found_text};
pub use retractor::{retracted_text, solution_in_english};
pub use solution::SolutionText;
pub use statements::statement_text;
pub use story::story_text;
pub use style::TextStyle;
pub use touch::touch_text;
pub use verification::{Lists, closing_sentences, verification_lines};
