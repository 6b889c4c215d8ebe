//! The output for people: diagram, histories, solution, in every letter set and language.
//!
//! Invariant: no line is wider than asked for but for words longer than that; nothing printed depends on anything
//! but the value reported, the style and the width.

mod brevity;
mod checking;
mod claims;
mod diagram;
mod duty;
mod evidence;
mod finding;
mod histories;
mod layout;
mod moves;
mod published;
mod retraction;
mod score_sheet;
mod sentence;
mod solution;
mod style;
mod touch;
mod tree;
mod verification;
mod words;

pub use brevity::brevity_text;
pub use checking::{checking_lines, unchecked_lines};
pub use diagram::{counts, diagram};
pub use evidence::{
    ProofExtent, flaw_text, last_move_game, last_move_text, limit_name, proof_tree, reason_text,
    refutation_text, undecided_briefly, undecided_text,
};
pub use finding::finding_text;
pub use histories::{Games, histories_table, last_moves_table};
pub use layout::COLUMNS;
pub use solution::SolutionText;
pub use style::TextStyle;
pub use touch::touch_text;
pub use verification::verification_lines;
