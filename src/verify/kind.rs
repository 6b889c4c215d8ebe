//! The kinds of findings, under the words that JSON and the tests know them by.

use super::finding::{DualKind, Finding, LineFault};

/// Declares the kinds once, so that none is missing from the list of all.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $keyword:literal,)*) => {
        /// What a finding is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])* $name,)*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),*];

            /// Its word in JSON, in kebab case: `cook`, `short-solution`.
            pub const fn keyword(self) -> &'static str {
                match self {
                    $(Kind::$name => $keyword,)*
                }
            }
        }
    };
}

kinds! {
    /// The men of both sides.
    Men = "men",
    /// Another count than announced.
    Count = "count",
    /// No history leads to the diagram.
    Illegal = "illegal",
    /// What is known of a castling right.
    Castling = "castling",
    /// What is known of an en-passant target.
    EnPassant = "en-passant",
    /// The author's histories against what was found.
    Claim = "claim",
    /// A key that solves.
    Key = "key",
    /// The author's key does not solve.
    WrongKey = "wrong-key",
    /// A solution that is not the author's.
    Cook = "cook",
    /// Several solutions, and none the author's.
    SeveralKeys = "several-keys",
    /// Nothing solves.
    NoSolution = "no-solution",
    /// Solved in fewer moves.
    ShortSolution = "short-solution",
    /// The author gives no key.
    NoPublishedKey = "no-published-key",
    /// The author leaves out the solution of a twin.
    TwinWithoutSolution = "twin-without-solution",
    /// A place of the published solution cannot be read.
    Unreadable = "unreadable",
    /// A solution that may stand where the text cannot be read.
    PerhapsPublished = "perhaps-published",
    /// A try has more refutations than published.
    MissingRefutation = "missing-refutation",
    /// A published move that the touch law forbids.
    TouchLaw = "touch-law",
    /// A published move that does not hold.
    Line = "line",
    /// Another number of solutions than is announced.
    SolutionCount = "solution-count",
    /// The solution is read in letters that are not those of the file.
    OtherLetters = "other-letters",
    /// What the solution says of the twin differs from it.
    TwinDescription = "twin-description",
    /// How much was replayed.
    Replayed = "replayed",
    /// How much could not be replayed.
    Unchecked = "unchecked",
    /// How many published tries were not looked at.
    TriesUnexamined = "tries-unexamined",
    /// Not every first move was looked at as a try.
    TriesCut = "tries-cut",
    /// Several promotions do.
    PromotionDual = "promotion-dual",
    /// Several threats.
    ThreatDual = "threat-dual",
    /// Several continuations.
    Dual = "dual",
    /// A first move with one refutation.
    Try = "try",
    /// What the set play answers.
    SetPlay = "set-play",
    /// Set play is asked for, and there is none.
    NoSetPlay = "no-set-play",
    /// The keys need no trial.
    TrialNotNeeded = "trial-not-needed",
    /// The keys need no touch law.
    TouchLawNotNeeded = "touch-law-not-needed",
    /// A man that is not needed.
    SuperfluousMan = "superfluous-man",
    /// A man that could be weaker.
    WeakerMan = "weaker-man",
    /// A man that could stand elsewhere.
    ShiftedMan = "shifted-man",
    /// Economy not looked at to the end.
    EconomyCut = "economy-cut",
    /// The published solution omits something.
    SolutionIncomplete = "solution-incomplete",
    /// The key gives check.
    CheckingKey = "checking-key",
    /// The key captures.
    CapturingKey = "capturing-key",
    /// The key takes flights.
    FlightTaken = "flight-taken",
    /// The key gives flights.
    FlightGiven = "flight-given",
    /// A check in the set play without an answer.
    UnprovidedCheck = "unprovided-check",
    /// A flight in the set play without an answer.
    UnprovidedFlight = "unprovided-flight",
    /// A man only promotion explains.
    PromotedMan = "promoted-man",
    /// The key is a trial.
    KeyIsTrial = "key-is-trial",
    /// A doubtful castling that only the convention permits.
    ByConvention = "by-convention",
    /// The illegal last move that solves when taken back.
    Retraction = "retraction",
    /// The author's illegal last move does not solve.
    WrongRetraction = "wrong-retraction",
    /// A replacement of the author's does not hold.
    WrongReplacement = "wrong-replacement",
    /// The result hangs on undecided histories.
    Conditional = "conditional",
    /// The search was cut.
    Incomplete = "incomplete",
    /// Too large for the independent check.
    Unaudited = "unaudited",
    /// Nothing can be played.
    NotPlayable = "not-playable",
    /// The author's last move is the only one.
    LastMove = "last-move",
    /// The author's last move is none.
    WrongLastMove = "wrong-last-move",
    /// Several last moves are not excluded.
    SeveralLastMoves = "several-last-moves",
    /// Several last moves are possible.
    CookedLastMove = "cooked-last-move",
    /// No last move given to compare with.
    NotCompared = "not-compared",
    /// The game asked for is the only one.
    OnlyGame = "only-game",
    /// A second game.
    CookedGame = "cooked-game",
    /// No game has the length asked for.
    NoGame = "no-game",
    /// A shorter game.
    ShorterGame = "shorter-game",
    /// The author's game is none.
    WrongGame = "wrong-game",
    /// What a game shows.
    Shows = "shows",
}

impl Finding {
    /// What it is about.
    #[expect(clippy::too_many_lines, reason = "a table")]
    pub const fn kind(&self) -> Kind {
        match self {
            Finding::Men { .. } => Kind::Men,
            Finding::MenDiffer { .. } => Kind::Count,
            Finding::SolutionCount { .. } => Kind::SolutionCount,
            Finding::IllegalPosition => Kind::Illegal,
            Finding::Castling { .. } => Kind::Castling,
            Finding::Target { .. } => Kind::EnPassant,
            Finding::ClaimRefuted(_)
            | Finding::ClaimOpen(_)
            | Finding::ClaimLacks(_)
            | Finding::ClaimLacksOpen(_) => Kind::Claim,
            Finding::Key(_) | Finding::Retracts(_) => Kind::Key,
            Finding::NotAKey { .. } | Finding::RetractsNot { .. } => Kind::WrongKey,
            Finding::Cook(_)
            | Finding::HelpCook { .. }
            | Finding::RetractionCook(_)
            | Finding::RetractsToo(_) => Kind::Cook,
            Finding::SeveralKeys(_) | Finding::SeveralRetractions(_) => Kind::SeveralKeys,
            Finding::NoSolution { .. } => Kind::NoSolution,
            Finding::ShortSolution { .. } => Kind::ShortSolution,
            Finding::NoPublishedKey { .. } => Kind::NoPublishedKey,
            Finding::TwinWithoutSolution(_) => Kind::TwinWithoutSolution,
            Finding::Unreadable { .. } => Kind::Unreadable,
            Finding::PerhapsPublished { .. } => Kind::PerhapsPublished,
            Finding::NotRetracted { .. } => Kind::Line,
            Finding::Line { fault, .. } => match fault {
                LineFault::RefutationMissing(_) => Kind::MissingRefutation,
                LineFault::TouchLaw { .. } => Kind::TouchLaw,
                _ => Kind::Line,
            },
            Finding::OtherLetters(_) => Kind::OtherLetters,
            Finding::TwinDescribed(_) => Kind::TwinDescription,
            Finding::Replayed(_) => Kind::Replayed,
            Finding::Unchecked(_)
            | Finding::NothingRead
            | Finding::LettersUnclear(_)
            | Finding::NoSuchTwin(_)
            | Finding::VariationsUnread(_) => Kind::Unchecked,
            Finding::TriesUnexamined(_) => Kind::TriesUnexamined,
            Finding::TriesCut => Kind::TriesCut,
            Finding::Dual { kind, .. } => match kind {
                DualKind::Promotion => Kind::PromotionDual,
                DualKind::Threat => Kind::ThreatDual,
                DualKind::Move => Kind::Dual,
            },
            Finding::Try { .. } => Kind::Try,
            Finding::SetPlay { .. } => Kind::SetPlay,
            Finding::NoSetPlay { .. } => Kind::NoSetPlay,
            Finding::TrialNotNeeded(_) => Kind::TrialNotNeeded,
            Finding::TouchLawNotNeeded => Kind::TouchLawNotNeeded,
            Finding::SuperfluousMan { .. } => Kind::SuperfluousMan,
            Finding::WeakerMan { .. } => Kind::WeakerMan,
            Finding::ShiftedMan { .. } => Kind::ShiftedMan,
            Finding::EconomyCut { .. } => Kind::EconomyCut,
            Finding::SolutionIncomplete(_) => Kind::SolutionIncomplete,
            Finding::CheckingKey(_) => Kind::CheckingKey,
            Finding::CapturingKey { .. } => Kind::CapturingKey,
            Finding::FlightTaken { .. } => Kind::FlightTaken,
            Finding::FlightGiven { .. } => Kind::FlightGiven,
            Finding::UnprovidedCheck(_) => Kind::UnprovidedCheck,
            Finding::UnprovidedFlight(_) => Kind::UnprovidedFlight,
            Finding::PromotedMan(_) => Kind::PromotedMan,
            Finding::KeyIsTrial(_) => Kind::KeyIsTrial,
            Finding::ByConvention { .. } => Kind::ByConvention,
            Finding::Retraction(_) => Kind::Retraction,
            Finding::WrongRetraction { .. } => Kind::WrongRetraction,
            Finding::WrongReplacement { .. } => Kind::WrongReplacement,
            Finding::Conditional(_) | Finding::RetractsOpen { .. } | Finding::PositionOpen(_) => {
                Kind::Conditional
            }
            Finding::Incomplete(_) => Kind::Incomplete,
            Finding::Unaudited => Kind::Unaudited,
            Finding::NotPlayable(_) => Kind::NotPlayable,
            Finding::LastMove(_) => Kind::LastMove,
            Finding::WrongLastMove { .. } => Kind::WrongLastMove,
            Finding::LastMovesLeft(_) => Kind::SeveralLastMoves,
            Finding::LastMovesPossible(_) => Kind::CookedLastMove,
            Finding::NoLastMoveToCompare | Finding::NoGameToCompare => Kind::NotCompared,
            Finding::OnlyGame { .. } => Kind::OnlyGame,
            Finding::GameCook { .. } => Kind::CookedGame,
            Finding::NoGame { .. } => Kind::NoGame,
            Finding::ShorterGame(_) => Kind::ShorterGame,
            Finding::WrongGame(_) => Kind::WrongGame,
            Finding::Shows(_) => Kind::Shows,
        }
    }
}
