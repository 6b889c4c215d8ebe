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
//! use beruehrt::notation::{Language, Letters};
//! use beruehrt::report::Evidence;
//! use beruehrt::report::Proofs;
//! use beruehrt::report::text::{Games, SolutionText, TextStyle};
//! use beruehrt::study::Study;
//!
//! // Black's last move was e7-e5 or g7-g5; White may try to capture either pawn.
//! let file = "fen: 8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w\nstipulation: #2\nconvention: bg\n";
//! let parsed = beruehrt::syntax::parse(file);
//! let (letters, language) = (Letters::English, Language::English);
//! for problem in parsed.problems() {
//!     for twin in &problem.twins {
//!         let solved = Study::default().solve(twin)?;
//!         let mut text = SolutionText::new(problem, twin, TextStyle { letters, language });
//!         let evidence = Evidence { letters, language, proofs: Proofs::Reasons };
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
//! [`study`] is where to begin: it holds the limits, the request to stop and the policy. Everything it uses can be used by itself.
//! What a problem means is defined in `SEMANTICS.md`, which the documentation cites by section; `ARCHITECTURE.md` describes how
//! the crate is built.
//!
//! # Modules
//!
//! The data of a problem take this path (`tests/layering.rs` says which module may use which):
//!
//! file ([`syntax`], [`formats`]) → [`problem`] → worlds ([`world`], [`retro`]) → play ([`game`], [`law`], [`search`],
//! [`solve`]) → solution tree ([`solution`]) → [`verify`], [`phases`] → [`report`]. [`study`] leads it from the worlds to [`phases`].
//!
//! [`notation`] holds words and moves for readers, [`budget`] limits, [`random`] a seeded generator. [`picture`] draws diagrams.
//! [`compose`] searches for new problems: it draws positions at random, improves them with the solver, and verifies and ranks what it finds.
//!
//! # Glossary
//!
//! The terms of chess problems, as this program uses them, with the German ones that occur in files and output in brackets.
//!
//! **Problem**
//! * *Diagram*: placement and side on move; [`problem::Diagram`]. *Stipulation* (Forderung): what is to be reached;
//!   [`problem::Stipulation`]. *Twin* (Zwilling): a variant that the author asks for, too; [`problem::Twin`].
//! * *Key* (Schlüssel): a first move that fulfils the stipulation. *Cook* (Nebenlösung): a key the author did not
//!   intend. *Try* (Verführung): a first move that fails to few replies, its *refutations* (Widerlegungen).
//! * *Dual*: a second continuation where one was intended. *Threat* (Drohung): what the attacker would play if the
//!   defender passed; without one, he is in *zugzwang*. *Set play* (Satzspiel): the play with the other side to begin.
//! * *Attacker*: who must reach the goal against every choice, the side on move in the diagram; the other is the *defender*.
//! * *Sound* (korrekt, C+): one solution, as intended, found by a complete search on decided histories.
//!
//! **Histories**
//! * *History* (Vorgeschichte): a sequence of legal moves from the initial array to the diagram.
//! * *World*: what histories can differ in for the play to come, castling rights kept and en-passant target;
//!   [`world::World`]. *Candidate*: a world the placement allows. *Feasible*: not impossible; `F`, [`world::WorldSet`].
//! * *Verdict*: possible (with a game), impossible (with a proof), or undecided (with the limit); [`retro::Verdict`].
//! * *Final*: the result does not hang on an undecided world. Else it is *conditional*.
//! * *Fact*: what the author states about the past; [`problem::Fact`].
//!
//! **Touch**
//! * *Doubtful move*: legal in some worlds only. *Trial*: the act of playing it to have its legality decided; not a try.
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
//! * *Scenario*: who was captured where by whom, and which pawn promoted where and as what. A world without one is
//!   impossible; one that is left is the *plan* of a game.
//! * *Course* of a pawn: the files it went through and its end; with the squares it can have stood on it is the pawn's *career*.
//!   *Originals*: officers on the board that are no promoted men. Courses, promotions and originals are the *parts* of a
//!   scenario; a *nogood* names parts that no history has together; [`retro::model::claim::Nogood`].
//! * *Case*: a whole scenario of one side, as the checker goes through them. *Unmoved*: never moved since the game began.
//! * *Refutation of a world*: its proof of impossibility; its leaves are *reasons*; [`retro::Refutation`].
//! * *Reason*: why a position cannot have arisen, with the squares it speaks of; [`retro::model::claim`]:
//!   *kings* (not one each); *edge pawn* (on the first or eighth rank); *material* (more men or promoted men than there can be);
//!   *idle check* (the side that just moved is in check); *impossible check* (no move gives these checks together); *never moved* (shut in
//!   at home or sworn in by a right, against a claim that it moved); *no way in* (a man's square cannot be reached);
//!   *deadlock* (men that no retraction frees, not all at home); *closed region* (officers shut up together in an order that
//!   cannot be); *tempo* (one side has made fewer moves than the other one needs); *pawn
//!   captures* (more of them than men are missing); *pawn order* (no captures lead to the order of the pawns on
//!   their files); *no scenario* (each of them fails).
//! * *Cage* (Käfig): men that can never get away from each other by taking back moves, though some of them can move.
//!   *Released*: a retraction after which nothing is known against the position.
//! * *Tempo move*: a pawn move taken back by a side that has no other move left; when these are used up, one of its
//!   captured men must have returned.
//! * *Witness*: the game that proves a world possible; [`retro::Witness`]. *Certificate*: a refutation in the form that an independent
//!   checker reads; [`retro::checker`].

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
