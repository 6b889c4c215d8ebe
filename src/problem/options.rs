//! Open readings of the conventions, each with its default.

use std::fmt;

/// When the opponent of a trial settles the history (SEMANTICS.md, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HistoryChoice {
    /// He names one world.
    #[default]
    Fixed,
    /// He only rules "legal" or "illegal".
    Deferred,
}

impl HistoryChoice {
    /// Every reading, the default first.
    pub const ALL: [HistoryChoice; 2] = [HistoryChoice::Fixed, HistoryChoice::Deferred];

    /// The word used in problem files: `fixed`, `deferred`.
    pub const fn keyword(self) -> &'static str {
        match self {
            HistoryChoice::Fixed => "fixed",
            HistoryChoice::Deferred => "deferred",
        }
    }
}

/// When a castling can be disputed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Castling {
    /// Permitted unless disproved: judged in the castling-maximal worlds.
    #[default]
    Codex,
    /// Judged in every feasible world.
    Open,
}

impl Castling {
    /// Every reading, the default first.
    pub const ALL: [Castling; 2] = [Castling::Codex, Castling::Open];

    /// The word used in problem files: `codex`, `open`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Castling::Codex => "codex",
            Castling::Open => "open",
        }
    }
}

/// Which side may try out doubtful moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Trials {
    /// Both sides.
    #[default]
    Both,
    /// Only the side that must reach the goal.
    Attacker,
    /// Neither.
    None,
}

impl Trials {
    /// Every reading, the default first.
    pub const ALL: [Trials; 3] = [Trials::Both, Trials::Attacker, Trials::None];

    /// The word used in problem files: `both`, `attacker`, `none`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Trials::Both => "both",
            Trials::Attacker => "attacker",
            Trials::None => "none",
        }
    }
}

/// What a denied en-passant capture has touched, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EpTouch {
    /// Own pawn, then the enemy pawn.
    #[default]
    OwnFirst,
    /// Enemy pawn, then the own pawn.
    EnemyFirst,
    /// The own pawn alone.
    OwnOnly,
}

impl EpTouch {
    /// Every reading, the default first.
    pub const ALL: [EpTouch; 3] = [EpTouch::OwnFirst, EpTouch::EnemyFirst, EpTouch::OwnOnly];

    /// The word used in problem files: `own-first`, `enemy-first`, `own-only`.
    pub const fn keyword(self) -> &'static str {
        match self {
            EpTouch::OwnFirst => "own-first",
            EpTouch::EnemyFirst => "enemy-first",
            EpTouch::OwnOnly => "own-only",
        }
    }
}

/// A code of the touch law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Laws {
    /// FIDE Laws in force from 1 January 2018 (2023 is the same in substance).
    #[default]
    Fide2018,
    /// FIDE Laws of 1997.
    Fide1997,
    /// The plain rule as clubs teach it.
    Club,
    /// Older FIDE-type code: the illegal move is replaced by a move of the same piece.
    SamePiece,
    /// Staunton's code: the opponent chooses the penalty.
    Staunton1860,
    /// No code at all: what is taken back obliges to nothing. No problem file can ask for it; it
    /// shows what a problem would be without the touch law.
    NoTouchLaw,
}

impl Laws {
    /// Every rule set a problem can ask for.
    pub const ALL: [Laws; 5] = [
        Laws::Fide2018,
        Laws::Fide1997,
        Laws::Club,
        Laws::SamePiece,
        Laws::Staunton1860,
    ];

    /// The word used in problem files, on the command line and in JSON.
    pub const fn keyword(self) -> &'static str {
        match self {
            Laws::Fide2018 => "fide-2018",
            Laws::Fide1997 => "fide-1997",
            Laws::Club => "club",
            Laws::SamePiece => "same-piece",
            Laws::Staunton1860 => "staunton-1860",
            Laws::NoTouchLaw => "no-touch-law",
        }
    }
}

/// Whether the convention `illegal-move` deviates from the rules only where it must (Osorio and Lois).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Strictness {
    /// The diagram is said to follow an illegal move.
    #[default]
    Plain,
    /// Nothing is retracted if the diagram is feasible; moves out of turn do not count.
    Strict,
}

impl Strictness {
    /// Every reading, the default first.
    pub const ALL: [Strictness; 2] = [Strictness::Plain, Strictness::Strict];

    /// The word used in problem files: `no`, `yes`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Strictness::Plain => "no",
            Strictness::Strict => "yes",
        }
    }
}

/// All open readings of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// `history = fixed | deferred`
    pub history: HistoryChoice,
    /// `castling = codex | open`
    pub castling: Castling,
    /// `trials = both | attacker | none`
    pub trials: Trials,
    /// `ep-touch = own-first | enemy-first | own-only`
    pub ep_touch: EpTouch,
    /// `laws = fide-2018 | ...`
    pub laws: Laws,
    /// `strict = no | yes`
    pub strict: Strictness,
}

impl Options {
    /// Every option as key and word, in the order of the documentation.
    pub const fn pairs(self) -> [(&'static str, &'static str); 6] {
        [
            ("history", self.history.keyword()),
            ("castling", self.castling.keyword()),
            ("trials", self.trials.keyword()),
            ("ep-touch", self.ep_touch.keyword()),
            ("laws", self.laws.keyword()),
            ("strict", self.strict.keyword()),
        ]
    }

    /// The options that differ from `other`, as in a problem file: `history=deferred strict=yes`.
    pub fn changes_from(self, other: Options) -> String {
        let changed: Vec<String> = self
            .pairs()
            .into_iter()
            .zip(other.pairs())
            .filter(|(mine, theirs)| mine != theirs)
            .map(|((key, word), _)| format!("{key}={word}"))
            .collect();
        changed.join(" ")
    }
}

/// As in a problem file, with the defaults left out: `history=deferred ep-touch=own-only`, or nothing.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.changes_from(Options::default()))
    }
}
