//! Solver and retro-analysis for chess problems of the genre *Berührt-Geführt* (touch move).
//!
//! A chess diagram shows where the men stand, not how they came there. Whether castling is still allowed, or a pawn may be
//! captured en passant, depends on the moves played before, and a diagram can often be reached by several games that differ
//! in just that. *Retro-analysis* reasons backwards from the diagram about these games. In a Berührt-Geführt problem a player
//! may play such a *doubtful* move; his opponent then says what happened before. If the move was illegal after all, it is
//! taken back, and the rule of touch move obliges the player to move (or capture) what he has touched.
//!
//! The library finds out which histories are possible, with a game or a proof for each, solves the problem in them, and
//! verifies what an author claims:
//!
//! ```
//! use beruehrt::report::Evidence;
//! use beruehrt::report::Proofs;
//! use beruehrt::report::text::{Games, SolutionText, TextStyle};
//! use beruehrt::study::Study;
//!
//! // Black's last move was e7-e5 or g7-g5; White may try to capture either pawn.
//! let file = "fen: 8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w\nstipulation: #2\nconvention: bg\n";
//! let parsed = beruehrt::syntax::parse(file);
//! let style = TextStyle::ENGLISH;
//! for problem in parsed.problems() {
//!     for twin in &problem.twins {
//!         let solved = Study::default().solve(twin)?;
//!         let mut text = SolutionText::new(problem, twin, style);
//!         let evidence = Evidence { style, proofs: Proofs::Reasons };
//!         let worlds = evidence.worlds(&solved.histories);
//!         text.histories(&worlds, solved.histories.origin, Games::Omit);
//!         text.outcome(&solved.outcome);
//!         let text = text.finish();
//!         assert!(text.contains("1. hxg6 e.p.#! on trial"));
//!         println!("{text}");
//!     }
//! }
//! # Ok::<(), beruehrt::solve::SolveError>(())
//! ```
//!
//! Begin with [`study`]: it applies limits and cancellation and decides what is analysed. The modules it uses can also be called
//! directly. `SEMANTICS.md` defines what a problem means, and the documentation cites it by section; `ARCHITECTURE.md` describes
//! how the crate is built.
//!
//! # Modules
//!
//! The data of a problem take this path (`tests/layering.rs` says which module may use which):
//!
//! file ([`syntax`], [`formats`]) → [`problem`] → worlds ([`world`], [`retro`]) → play ([`game`], [`law`], [`search`],
//! [`solve`]) → solution tree ([`solution`]) → [`verify`], [`phases`] → [`report`]. [`study`] runs the steps from the worlds to [`phases`].
//!
//! [`notation`] writes words and moves for users, [`budget`] holds limits, [`random`] a seeded generator. [`picture`] draws diagrams.
//! [`compose`] searches for new problems: it draws positions at random, improves them with the solver, and verifies and ranks the finds.
//!
//! # Glossary
//!
//! The terms of chess problems, as this program uses them, with the German ones that occur in files and output in brackets.
//!
//! **Problem**
//! * *Diagram*: placement and side on move; [`problem::Diagram`]. *Man*: any piece, king and pawns included; *officer*: queen, rook,
//!   bishop or knight. *Initial array*: the position before the first move of a game.
//! * *Stipulation* (Forderung): what is to be reached; [`problem::Stipulation`]. *Twin* (Zwilling): a variant that the author
//!   asks for, too; [`problem::Twin`].
//! * *Key* (Schlüssel): a first move that fulfils the stipulation. *Cook* (Nebenlösung): a key the author did not
//!   intend. *Try* (Verführung): a first move that fails to few replies, its *refutations* (Widerlegungen).
//! * *Dual*: a second continuation where one was intended. *Threat* (Drohung): what the attacker would play if the
//!   defender passed; if there is none, the defender is in *zugzwang*. *Set play* (Satzspiel): the play with the other side to begin.
//! * *Attacker*: in direct, self and reflex play the side on move in the diagram, which must reach the goal against every
//!   choice of the *defender*.
//! * *Sound* (korrekt, C+): one solution, as intended, found by a complete search on decided histories.
//!
//! **Histories**
//! * *History* (Vorgeschichte): a sequence of legal moves from the initial array to the diagram.
//! * *World*: the castling rights still held, together with the en-passant square or none. Two histories with the same world allow
//!   the same play; [`world::World`]. *Candidate*: a world the placement allows. *Feasible*: not impossible; `F`,
//!   [`world::WorldSet`].
//! * *Verdict*: possible (with a game), impossible (with a proof), or undecided (with the limit); [`retro::Verdict`].
//! * *Final*: the result is the same whichever undecided worlds are possible. Otherwise it is *conditional* (printed as `NOT FINAL`).
//! * *Node*: a unit of work, about one position that a search visits; the searches charge differently; [`budget`].
//! * *Fact*: what the author states about the past; [`problem::Fact`].
//!
//! **Touch**
//! * *Doubtful move*: legal in some worlds only. *Trial*: a doubtful move that is played so that the opponent must decide whether it
//!   was legal; not to be confused with *try*.
//! * *Ruling*: the opponent's answer to a trial, which *fixes the history*: the move *stands*, or it is *denied* and taken back;
//!   [`solution::Ruling`].
//! * *Touch list*: what was touched this turn, in order. *Owed*: what must now be moved or captured, the *obligation* that
//!   article 4 derives from it; [`law::Owed`]. *Free*: nothing of it can be moved or captured (4.5).
//! * *Rule set*: a code of touch law as data; [`law::RuleSet`].
//!
//! **Conventions** ([`problem::Convention`])
//! * *Codex* (article 16): castling is permitted unless disproved, en passant only if proved.
//! * *PRA*, partial retro-analysis: a *part* for every world that is not *dominated*, each solved by itself.
//! * *RS*, retro-strategy: who castles first is right. *AP*, a posteriori: en passant on *credit* that a later castling
//!   *redeems*.
//!
//! **Retro-analysis** ([`retro`])
//! * *Unmove*, *retraction* (Rücknahme): a move taken back; [`retro::Unmove`]. *Uncapture* (Entschlag): with it a man returns.
//!   *Unpromotion* (Entwandlung): with it a piece becomes a pawn again.
//! * *Proof game* (Beweispartie): a game of a given length that leads to a diagram, or the shortest; [`retro::proof_game`].
//! * *Ledger*: the account of the 32 initial men: on the board, captured, promoted.
//! * *Scenario*: who was captured where by whom, and which pawn promoted where and as what. A world without a consistent scenario
//!   is impossible; a consistent scenario can serve as *plan* in the search for a game.
//! * *Course* of a pawn: the files it went through and its end; with the squares it can have stood on it is the pawn's *career*.
//!   *Originals*: officers on the board that are no promoted men. Courses, promotions, originals, and that a pawn is not missing are the
//!   *parts* of a scenario; a *nogood* is a set of parts that no history can have together; [`retro::model::claim::Nogood`].
//! * *Case*: a complete scenario of one side; the checker enumerates them. *Unmoved*: never moved since the game began.
//! * *Refutation of a world*: its proof of impossibility; its leaves are *reasons*; [`retro::Refutation`].
//! * *Reason*: why a position cannot have arisen, with the squares it speaks of; [`retro::model::claim`]:
//!   *kings* (not one each); *edge pawn* (on the first or eighth rank); *material* (more men or promoted men than there can be);
//!   *idle check* (the side that just moved is in check); *impossible check* (no move gives these checks together); *never moved* (a man
//!   that is shut in at home or whose castling right is held cannot have moved, but the position requires that it did); *no way in* (a
//!   man's square cannot be reached); *deadlock* (men that no retraction frees, not all at home); *closed region* (officers in a region
//!   that they cannot have left, in an impossible order); *tempo* (one side has made fewer moves than the other one needs); *pawn
//!   captures* (more of them than men are missing); *pawn order* (no captures lead to the order of the pawns on
//!   their files); *no scenario* (every scenario contains a contradiction).
//! * *Cage* (Käfig): men that can never get away from each other by taking back moves, though some of them can move.
//! * *Released*: in the search for a proof, a position that no rule refutes. In the search for a game, a position in which men that
//!   blocked each other are free again (a *release*).
//! * *Tempo move*: a pawn move that a side takes back because it has no other retraction. When these are used up, the other side
//!   must uncapture one of its men.
//! * *Witness*: the game that proves a world possible; [`retro::Witness`]. *Certificate*: a refutation in the form that the independent
//!   checker reads, with *hints* that say what it would have to search for; [`retro::checker`].
//! * *Argument*: a checked refutation as a chain of *deductions*, as a problem column would print it; [`retro::argument`].
//!
//! **Composing** ([`compose`])
//! * *Mechanism*: what makes a problem one of the genre, for instance two en-passant captures of which the touch law decides which
//!   must be tried first; each variant of [`compose::Mechanism`] describes one. *Draw*: a random position that is improved step by step. *Find*: a
//!   sound problem that results.

pub mod budget;
pub mod compose;
pub mod formats;
pub mod game;
pub mod law;
pub mod notation;
pub mod phases;
pub mod picture;
pub mod problem;
pub mod random;
pub mod report;
pub mod retro;
pub mod search;
pub mod solution;
pub mod solve;
pub mod study;
pub mod syntax;
pub mod verify;
pub mod world;
