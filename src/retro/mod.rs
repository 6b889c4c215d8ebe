//! Retro-analysis: which worlds of a diagram have a history, with evidence both ways.
//!
//! Question per world: is there a game from the initial array that ends in the diagram with exactly
//! these castling rights and this en-passant target? "Possible" carries a game that was replayed,
//! "impossible" a proof that was checked, anything else is undecided and says which limit was hit.
//! No heuristic ever turns into a verdict. This room knows neither conventions nor forward play, and writes no prose.
//!
//! # The path of a world from question to evidence
//!
//! 1. [`analyse`] lists the candidate worlds of the diagram and makes each a [`RetroPosition`]: the men, what is known of the
//!    rights and of the last move, what the facts say.
//! 2. The `judge` works on all of them by one inquiry, with one schedule of effort (`judge/effort`) that grows as long as there are
//!    nodes and time; last moves ([`last_moves`]) go the same way. Each level goes both ways at once:
//!    * towards a proof: `retraction` takes back move after move (`unmoves`) and asks the [`rules`] at every position. It ends
//!      when every line of retractions leads to a position that a rule refutes or that was met before. These positions are a
//!      closed set, the [`Refutation`];
//!    * towards a game: [`witness`] builds one, backwards or forwards, with a plan or without.
//! 3. What one world shows helps the others: games are shuffled into games for worlds that keep fewer rights, and what several
//!    worlds have in common is refuted once for all (`judge/demand`).
//! 4. Whatever was found goes through the [`checker`], which plays the game or checks the proof by rules of its own. Only
//!    then it is a [`Verdict`]; the report puts it into words.
//!
//! # The rules
//!
//! In the order in which they are asked: those that take no nodes ([`rules::RULES`]) are implemented by their claims
//! ([`model::claim`]), the last four have an entry with what they are given and when they are asked (`rules/expensive`).
//!
//! | rule | says |
//! |---|---|
//! | `kings` | a side has not exactly one king |
//! | `edge-pawn` | a pawn stands on the first or eighth rank |
//! | `material` | more men, pawns or promoted men than a side can have |
//! | `idle-check` | the side that has just moved is in check |
//! | `impossible-check` | no single move gives these checks |
//! | `never-moved` | a man that must have moved is shut in at home |
//! | `deadlock` | men that no chain of retractions frees, not all at home |
//! | `pawn-captures` | the pawns needed more captures than men are missing |
//! | `no-way-in` | a man's square cannot be reached |
//! | `tempo` | one side has made fewer moves than the other one needs |
//! | `pawn-order` | no captures lead to the order of the pawns on their files |
//! | cage | men that no retraction sets free, shown by a closed set of patterns (`rules/cage`); a `Why::Cage`, no `Reason` |
//! | `closed-region` | officers shut up together in an order that cannot be: looked for with the next |
//! | `no-scenario` | no way to share out captures, promotions and their order fits (`scenario`) |
//!
//! To add one: see [`rules`].
//!
//! # The rooms
//!
//! Each uses only those before it, the checker only the model (`tests/layering.rs` keeps it so): [`model`] (positions, claims,
//! proofs, verdicts: data), `unmoves` (moves taken back, complete and exact), [`checker`] (evidence checked by itself),
//! `elaboration` (the hints by which it does so), [`argument`] (a checked refutation as the deductions a person would make),
//! `ledger` (who never moved, who is missing), `scenario` (who was captured where by whom, in which order), [`rules`],
//! `retraction`, [`witness`], [`proof_game`] (the games of a given number of moves), `judge`.
//!
//! ```
//! use beruehrt::problem::Diagram;
//! use beruehrt::retro::{Verdict, analyse, usual_limits};
//! use shakmaty::{Board, Color};
//!
//! // White gives check and is on move.
//! let board = Board::from_ascii_board_fen(b"k6R/8/1K6/8/8/8/8/8")?;
//! let diagram = Diagram { board, turn: Color::White };
//! let analysis = analyse(&diagram, &[], &usual_limits());
//! assert!(matches!(analysis.worlds[0].verdict, Verdict::Impossible(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod argument;
pub mod checker;
mod elaboration;
mod judge;
// Open to tests and benchmarks; not meant to be built upon.
#[doc(hidden)]
pub mod ledger;
pub mod model;
pub mod proof_game;
mod retraction;
pub mod rules;
#[doc(hidden)]
pub mod scenario;
mod unmoves;
pub mod witness;

pub use elaboration::{confirm, elaborate, shown};
pub use judge::{
    Analysis, JudgedMove, Judging, LastMoves, analyse, last_moves, refute_world, usual_limits,
};
pub use model::{
    Argument, Brevity, Deduction, EpState, Game, JudgedWorld, Refutation, Refuted, RetroPosition,
    RightState, Shortest, Unconfirmed, Undecided, Unmove, UnmoveKind, Verdict, Why, Witness,
};
pub(crate) use rules::tempo_moves;
