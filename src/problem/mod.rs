//! What a problem is: diagram, stipulation, convention, options, facts, twins.
//!
//! A [`Problem`] is an entry of a collection; each of its [`Twin`]s is complete in itself (diagram,
//! stipulation, ... after the twin's commands have been applied), so that every later module works
//! on one twin and never looks back. A problem without twins has one, named `a`. The second half
//! of a duplex is a twin like any other, named `a-duplex`.
//!
//! This module knows neither files nor their syntax.
//!
//! ```
//! use beruehrt::problem::Diagram;
//! use shakmaty::{Board, Color};
//!
//! let board = Board::from_ascii_board_fen(b"4k2r/8/5B1P/5KpP/8/8/8/3R4")?;
//! let diagram = Diagram { board, turn: Color::White };
//! let candidates: Vec<String> = diagram.candidates().iter().map(|world| world.to_string()).collect();
//! assert_eq!(candidates, ["- -", "k -", "- g6", "k g6"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod change;
mod convention;
mod data;
mod diagram;
mod duplex;
mod fact;
mod options;
mod retractor;
mod stipulation;

pub use change::{Change, Symmetry, Unmade};
pub use convention::Convention;
pub use data::{Value, named};
pub use diagram::Diagram;
pub use duplex::Duplex;
pub use fact::{Fact, LastMove};
pub use options::{Castling, EpTouch, HistoryChoice, Laws, Options, Strictness, Trials};
pub use retractor::{Defence, ForwardDefence, Retractor, Uncapture};
pub use stipulation::{Forced, Goal, Length, Play, ProofGame, SetPlay, Stipulation};

use shakmaty::Chess;

use crate::notation::Letters;
use crate::world::WorldSet;

/// An entry of a collection: texts for the reader and one or more twins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Number in a data base, such as `P0000195`.
    pub id: Option<String>,
    /// Composers as written, such as `Christiaans, Frank`.
    pub author: Option<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// Its distinction.
    pub award: Option<String>,
    /// Free text.
    pub comment: Option<String>,
    /// Keywords as written.
    pub keywords: Option<String>,
    /// How many men the sides have as published with the diagram, `(5+3)`: White's, Black's.
    pub men: Option<(usize, usize)>,
    /// The piece letters of its solution.
    pub letters: Letters,
    /// Fields of a data base (those of olv) that the rest does not tell as they are written, by name: the parts of the
    /// source, reprints, the words of twins.
    pub data: Vec<(String, Value)>,
    /// The twins in order; never empty.
    pub twins: Vec<Twin>,
}

/// One position with everything needed to solve it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twin {
    /// Its letter without the parenthesis: `a`, `b`, ...; `a` where there are no twins.
    pub label: String,
    /// Placement and side to move.
    pub diagram: Diagram,
    /// What is asked.
    pub stipulation: Stipulation,
    /// Whether it is one half of a duplex.
    pub duplex: Duplex,
    /// How many solutions the file announces: of help play and retractors whole ones (`h#2 2.1.1.1`), else keys
    /// (`s#5, 3 solutions`).
    pub announced: Option<u32>,
    /// How doubt about the history is settled.
    pub convention: Convention,
    /// Open readings of the convention.
    pub options: Options,
    /// What the file says of the histories.
    pub histories: Histories,
    /// What the text under the diagram says of the past.
    pub facts: Vec<Fact>,
    /// Where the game of a proof game begins; `None`: in the initial array.
    pub start: Option<Chess>,
    /// The author's solution as written, without the twin's label.
    pub solution: Option<String>,
}

impl Twin {
    /// What is asked as it stands below the diagram: `h#2`, or `h#2 duplex` for either half of a duplex.
    pub fn asked(&self) -> String {
        self.asked_announcing("", "")
    }

    /// The same with the number of solutions that is announced, in the words for one and for several: `h#2, 2 solutions`.
    pub(crate) fn asked_announcing(&self, one: &str, several: &str) -> String {
        let announced = self.announcement(one, several);
        let duplex = match self.duplex {
            Duplex::No => String::new(),
            Duplex::First | Duplex::Second => format!(" {}", Duplex::KEYWORD),
        };
        format!("{}{announced}{duplex}", self.stipulation)
    }

    /// How many solutions are announced, in the words for one and for several: `, 2 solutions`; nothing without words.
    pub(crate) fn announcement(&self, one: &str, several: &str) -> String {
        let word = if self.announced == Some(1) {
            one
        } else {
            several
        };
        (self.announced.filter(|_| !word.is_empty()))
            .map_or_else(String::new, |number| format!(", {number} {word}"))
    }
}

/// What a file says of the worlds of its diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Histories {
    /// Nothing: the retro-analysis decides.
    Analyse,
    /// The feasible worlds are exactly these; nothing is analysed.
    Given(WorldSet),
    /// The author says so; analysed all the same, compared by `verify`.
    Claim(WorldSet),
}
