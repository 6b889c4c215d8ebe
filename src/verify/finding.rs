//! What a verification has to say, one finding each, as data.

use shakmaty::{CastlingMode, Move, Piece, Role, Square};

use crate::budget::Limit;
use crate::law::Duty;
use crate::notation::{Letters, Text};
use crate::problem::{Convention, Diagram};
use crate::retro::proof_game::Feature;
use crate::retro::{Game, Unmove};
use crate::solution::{Count, Judgment, Key};
use crate::solve::illegal_move::Offence;
use crate::syntax::Reading;
use crate::world::{Right, World, WorldSet};

use super::proof_game::GameFault;
use super::retractor::RetractorLine;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Said for completeness.
    Note,
    /// A weakness, or a question that stays open.
    Warning,
    /// The problem or its published solution is unsound.
    Error,
}

impl Severity {
    /// The word used in JSON: `note`, `warning`, `error`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// What the histories say of a right or a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It holds in every feasible world.
    Proved,
    /// It holds in none.
    Disproved,
    /// It holds in some worlds and not in others.
    Doubtful,
    /// It hangs on worlds that could not be decided.
    Open,
}

/// Which play a published line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Set play that nothing asks for.
    Set,
    /// A try, a continuation that the author says fails, one beside another that holds.
    Try,
    /// The solution, with the set play that the stipulation asks for.
    Actual,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// How many men the sides have.
    Men {
        /// White's men.
        white: usize,
        /// Black's men.
        black: usize,
    },
    /// The count under the published diagram is another.
    MenDiffer {
        /// As published, White and Black.
        published: (usize, usize),
        /// As they stand.
        found: (usize, usize),
    },
    /// No history leads to the diagram.
    IllegalPosition,
    /// What is known of a castling right whose king and rook stand at home.
    Castling {
        /// The right.
        right: Right,
        /// What the histories say.
        standing: Standing,
    },
    /// What is known of an en-passant target.
    Target {
        /// The square.
        square: Square,
        /// What the histories say.
        standing: Standing,
    },
    /// The author claims a world that has no history.
    ClaimRefuted(World),
    /// The author claims a world that could not be decided.
    ClaimOpen(World),
    /// A world has a history, and the author's claim leaves it out.
    ClaimLacks(World),
    /// A world that the author's claim leaves out could not be decided.
    ClaimLacksOpen(World),
    /// The author's key solves.
    Key(MoveInPart),
    /// The author's key does not solve.
    NotAKey {
        /// The move.
        key: MoveInPart,
        /// What refutes it, if known.
        refutations: Vec<Move>,
        /// How sure it is that the author calls it one.
        reading: Reading,
    },
    /// A key that is not the author's.
    Cook(MoveInPart),
    /// A solution of help play that is not the author's.
    HelpCook {
        /// Its moves.
        line: Vec<Move>,
    },
    /// Help play has another number of solutions than is announced.
    SolutionCount {
        /// As announced.
        announced: u32,
        /// As many were found.
        found: u64,
    },
    /// A solution of help play, or a key, that the author may give where his text could not be read.
    PerhapsPublished {
        /// Its moves.
        line: Vec<Move>,
    },
    /// There is more than one key, and no solution that says which is the author's.
    SeveralKeys(Vec<MoveInPart>),
    /// Nothing solves.
    NoSolution {
        /// The part, if there are parts.
        part: Option<World>,
        /// The first move with the fewest refutations, if one has at most three.
        best_try: Option<(Move, Vec<Move>)>,
    },
    /// It is solved in fewer moves.
    ShortSolution {
        /// In how many.
        moves: u32,
        /// By these first moves.
        keys: Vec<MoveInPart>,
    },
    /// The author gives no key.
    NoPublishedKey {
        /// For this part, if there are parts.
        part: Option<World>,
        /// How many solutions of help play there are.
        solutions: Option<Count>,
        /// The first of them.
        lines: Vec<Vec<Move>>,
    },
    /// The author gives no solution of this twin, by its label, and gives those of others.
    TwinWithoutSolution(String),
    /// A place of the published solution cannot be read. That says nothing against the problem.
    Unreadable {
        /// Where; `None` for all of it.
        place: Option<TextPlace>,
        /// What was not understood.
        text: Text,
    },
    /// A published line does not hold.
    Line {
        /// The move as written, with its number.
        text: String,
        /// What is wrong with it.
        fault: LineFault,
        /// How sure it is that the author means it.
        reading: Reading,
        /// The play it belongs to.
        stage: Stage,
    },
    /// In the letters of the file the published solution cannot be played; in these it can.
    OtherLetters(Letters),
    /// A letter in the published solution is no man's in any set, and what is read of it does not all hold.
    LettersUnclear(char),
    /// No first move of the published solution could be read: nothing of it was compared.
    NothingRead,
    /// What the solution says of how the twin is made, or of what it asks for, differs from the twin.
    TwinDescribed(String),
    /// How many published moves were replayed.
    Replayed(usize),
    /// How many published moves after keys could not be replayed: the tree does not reach so far.
    Unchecked(usize),
    /// The author's solution has a part of a twin, by its label, that the problem does not have; it does not hold for the diagram.
    NoSuchTwin(String),
    /// How many published tries were not looked at: in play of that length tries are not looked for, or the search for them
    /// was cut. `C+` speaks of the solution alone.
    TriesUnexamined(usize),
    /// Not every first move was looked at as a try: the search for them was cut. `C+` speaks of the solution alone.
    TriesCut,
    /// After a defence, more than one continuation reaches the goal.
    Dual {
        /// The moves that lead there.
        line: Vec<LineMove>,
        /// The continuations.
        continuations: Vec<Move>,
        /// What kind of dual it is.
        kind: DualKind,
        /// The half-move of the continuations, from 1.
        ply: usize,
    },
    /// A first move that only one defence or ruling refutes.
    Try {
        /// The move.
        first: MoveInPart,
        /// The defence; `None` if it is the opponent's ruling.
        refutation: Option<Move>,
    },
    /// What the set play answers.
    SetPlay {
        /// Defences that have an answer.
        answered: usize,
        /// Defences that have none.
        unanswered: usize,
    },
    /// The stipulation asks for set play, and there is none.
    NoSetPlay {
        /// In this part, if there are parts.
        part: Option<World>,
    },
    /// The problem has the same keys without any trial, under these conventions.
    TrialNotNeeded(Vec<Convention>),
    /// The problem has the same keys, and no other, without the touch law.
    TouchLawNotNeeded,
    /// The problem stays sound without this man.
    SuperfluousMan {
        /// Where it stands.
        square: Square,
        /// What it is.
        piece: Piece,
    },
    /// The problem stays sound with a weaker man.
    WeakerMan {
        /// Where it stands.
        square: Square,
        /// What it is.
        piece: Piece,
        /// What suffices.
        instead: Piece,
    },
    /// The problem stays sound with the man on another square of its neighbourhood.
    ShiftedMan {
        /// Where it stands.
        square: Square,
        /// What it is.
        piece: Piece,
        /// Where it could stand.
        to: Square,
    },
    /// The economy could not be looked at to the end.
    EconomyCut {
        /// What stopped it.
        limit: Limit,
        /// The men that were not looked at to the end.
        men: Vec<Square>,
    },
    /// The published solution omits something an author must say.
    SolutionIncomplete(Omission),
    /// The key gives check.
    CheckingKey(MoveInPart),
    /// The key captures a man.
    CapturingKey {
        /// The key.
        key: MoveInPart,
        /// What it captures.
        captured: Role,
    },
    /// The key takes flights from the king.
    FlightTaken {
        /// The key.
        key: MoveInPart,
        /// The squares the king could go to before and cannot now.
        flights: Vec<Square>,
    },
    /// The key gives flights to the king.
    FlightGiven {
        /// The key.
        key: MoveInPart,
        /// The squares the king can go to now and could not before.
        flights: Vec<Square>,
    },
    /// A check in the set play that nothing answers.
    UnprovidedCheck(Vec<Move>),
    /// A flight in the set play that nothing answers.
    UnprovidedFlight(Vec<Move>),
    /// A man on the board that can only be promoted.
    PromotedMan(Piece),
    /// The key is a trial.
    KeyIsTrial(MoveInPart),
    /// A doubtful castling is played because the convention permits it, not because it is proved.
    ByConvention {
        /// The right.
        right: Right,
        /// The convention that was applied.
        convention: Convention,
    },
    /// An illegal last move that, taken back, solves.
    Retraction(RetractedMove),
    /// More than one illegal last move, taken back, solves; the author's first if he gives one.
    SeveralRetractions(Vec<RetractedMove>),
    /// A retraction that solves and is not the author's.
    RetractionCook(RetractedMove),
    /// The author's illegal last move is none, or does not solve.
    WrongRetraction {
        /// As written.
        text: String,
    },
    /// A replacement that the author gives is not permitted or does not solve.
    WrongReplacement {
        /// As written.
        text: String,
    },
    /// The result hangs on worlds that could not be decided.
    Conditional(Vec<World>),
    /// The search was not complete.
    Incomplete(Limit),
    /// The solution was too large for the independent checker.
    Unaudited,
    /// The stipulation asks for nothing that can be played.
    NotPlayable(Text),
    /// The stipulation asks for the last move, and the author's is the only one no proof excludes.
    LastMove(Unmove),
    /// The author's last move is impossible, or no move.
    WrongLastMove {
        /// The move as written.
        text: String,
    },
    /// The last moves no proof excludes, if they are several: the author's first.
    LastMovesLeft(Vec<Unmove>),
    /// Each of several last moves ends a game that leads to the diagram.
    LastMovesPossible(Vec<Unmove>),
    /// The stipulation asks for the last move, and the author gives none.
    NoLastMoveToCompare,
    /// There is one game of the length asked for, and where the shortest is asked for none is shorter.
    OnlyGame {
        /// Its half-moves.
        plies: u32,
    },
    /// Two games of the length asked for, the author's first if he gives one.
    GameCook {
        /// The one.
        game: Game,
        /// The other.
        other: Game,
    },
    /// No game has the length asked for.
    NoGame {
        /// In half-moves.
        plies: u32,
    },
    /// The shortest game is asked for, and there is a shorter one.
    ShorterGame(Game),
    /// The author's game is none, or another than asked for.
    WrongGame(GameFault),
    /// The stipulation asks for a game, and the author gives none.
    NoGameToCompare,
    /// What the game shows.
    Shows(Feature),
    /// The author's solution of a retractor solves; where he gives none, what solves.
    Retracts(RetractorLine),
    /// A solution of a retractor that is not the author's.
    RetractsToo(RetractorLine),
    /// The author's solution of a retractor does not solve.
    RetractsNot {
        /// As written.
        text: String,
    },
    /// Whether the author's solution of a retractor solves hangs on positions that could not be decided.
    RetractsOpen {
        /// As written.
        text: String,
    },
    /// A move of the author's cannot be taken back, or be played then.
    NotRetracted {
        /// As written.
        text: String,
    },
    /// Whether this position has a game is undecided, and something hangs on it.
    PositionOpen(Diagram),
    /// So many variations of a retractor were not looked at.
    VariationsUnread(usize),
}

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TextPlace {
    /// Its line, from 1.
    pub line: usize,
    /// Its character in the line, from 1.
    pub column: usize,
}

/// An illegal last move that was taken back, and what replaces it where that is a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetractedMove {
    /// The move as it is taken back.
    pub unmove: Unmove,
    /// In which way it was illegal.
    pub offence: Offence,
    /// The move that replaces it, if only one does.
    pub replacement: Option<Key>,
}

/// What a published solution omits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Omission {
    /// A branch after a trial.
    Ruling {
        /// The moves that lead to it, the trial last.
        line: Vec<LineMove>,
        /// Whether the trial stands or is taken back.
        judgment: Judgment,
        /// The histories the opponent leaves.
        worlds: WorldSet,
    },
    /// A castling, a capture en passant or a trial of the defender's that must be answered.
    Defence {
        /// The moves that lead to it, the defence last.
        line: Vec<LineMove>,
    },
    /// Variations where others are given.
    Variations(Vec<Gap>),
    /// A part.
    Part(World),
    /// The set play that the stipulation asks for; of help play the lines.
    SetPlay(Vec<Vec<Move>>),
    /// Solutions of help play, where as many are announced as there are.
    Solutions(Vec<Vec<Move>>),
    /// The last moves of these solutions of help play.
    Endings(Vec<Vec<Move>>),
}

/// A place where variations are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// The moves that lead to it.
    pub line: Vec<LineMove>,
    /// The defences that nothing is said of.
    pub defences: Vec<Move>,
    /// What is threatened, if that is neither said nor shown by a variation.
    pub threats: Vec<Move>,
}

/// A move of a line that leads to a dual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineMove {
    /// The move.
    pub mv: Move,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It was played, or a trial that stands.
    Played,
    /// A trial that was taken back: the same player goes on.
    TakenBack,
}

/// A first move, and the part it belongs to if there are parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveInPart {
    /// The move.
    pub mv: Move,
    /// The part.
    pub part: Option<World>,
}

/// What is wrong with a published move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineFault {
    /// No legal move of the position is written like this.
    NotAMove,
    /// Legal in some history, but not as things stand here (or not by the touch law).
    NotPermitted,
    /// More than one legal move is written like this.
    Ambiguous,
    /// It is written as a capture and is none.
    CaptureSign,
    /// No man that can play it stands where it is said to come from; one man can.
    Departure,
    /// The man that is named does not do it; this one does, on the same square.
    OtherMan(Role),
    /// No such move is possible; another man goes there in this solution of help play, and all else of the line is that of no other.
    Misprint {
        /// The solution.
        line: Vec<Move>,
    },
    /// The move is legal, but does not reach the goal in time (in set play: is not answered).
    DoesNotWin,
    /// The move is legal by article 3, but the touch law owes another one.
    TouchLaw {
        /// What is owed.
        duty: Duty,
        /// The article, where the code numbers them.
        article: &'static str,
    },
    /// The move does not refute.
    DoesNotRefute,
    /// The move is said to refute the key, and does not.
    DoesNotRefuteKey,
    /// The move answers what a man does, but not these moves of his, and nothing else is said of them.
    LeavesOut(Vec<Move>),
    /// A refutation of the try is not given.
    RefutationMissing(Vec<Move>),
    /// The try is a key.
    TryIsKey,
    /// The move is no threat.
    NoThreat,
    /// The opponent cannot rule like this.
    NoSuchRuling,
    /// There is no such part.
    NoSuchPart,
}

impl LineFault {
    /// Whether the move holds, and no more is at fault than the way it is written or that it says too much.
    const fn is_of_writing(&self) -> bool {
        matches!(
            self,
            LineFault::Ambiguous
                | LineFault::CaptureSign
                | LineFault::Departure
                | LineFault::OtherMan(_)
                | LineFault::Misprint { .. }
                | LineFault::DoesNotRefuteKey
                | LineFault::LeavesOut(_)
        )
    }
}

/// How the continuations of a dual differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DualKind {
    /// In the move.
    Move,
    /// Only in the piece promoted to.
    Promotion,
    /// Several threats: what follows defences that parry none of them is not counted.
    Threat,
}

impl Finding {
    /// Whether something of the published solution was not compared, or may not hold, so that nothing is sound.
    pub(super) const fn leaves_open(&self) -> bool {
        match self {
            Finding::Unchecked(_)
            | Finding::NothingRead
            | Finding::LettersUnclear(_)
            | Finding::NoSuchTwin(_)
            | Finding::TwinWithoutSolution(_)
            | Finding::PerhapsPublished { .. }
            | Finding::SolutionIncomplete(Omission::Part(_) | Omission::Endings(_))
            | Finding::NotAKey {
                reading: Reading::Supposed,
                ..
            } => true,
            Finding::Line {
                fault,
                reading: Reading::Supposed,
                stage: Stage::Actual,
                ..
            } => !fault.is_of_writing(),
            _ => false,
        }
    }

    /// How much it weighs.
    #[expect(clippy::too_many_lines, reason = "a table")]
    pub const fn severity(&self) -> Severity {
        match self {
            // A second refutation is a weakness of the try, not of the problem.
            Finding::Line {
                fault: LineFault::RefutationMissing(_),
                ..
            }
            // Set play is part of the solution only where it is asked for; tries are none.
            | Finding::Line {
                stage: Stage::Set | Stage::Try,
                ..
            }
            // Whether the author means what was read is not certain.
            | Finding::Line {
                reading: Reading::Supposed,
                ..
            }
            | Finding::NotAKey {
                reading: Reading::Supposed,
                ..
            }
            | Finding::PerhapsPublished { .. }
            | Finding::Unreadable { .. }
            | Finding::NothingRead
            | Finding::TwinDescribed(_)
            | Finding::LettersUnclear(_)
            | Finding::ClaimOpen(_)
            | Finding::ClaimLacksOpen(_)
            | Finding::NoPublishedKey { .. }
            | Finding::TwinWithoutSolution(_)
            | Finding::Dual {
                kind: DualKind::Move,
                ..
            }
            | Finding::NoSetPlay { .. }
            | Finding::TrialNotNeeded(_)
            | Finding::TouchLawNotNeeded
            | Finding::SuperfluousMan { .. }
            | Finding::WeakerMan { .. }
            | Finding::EconomyCut { .. }
            | Finding::SolutionIncomplete(_)
            | Finding::Conditional(_)
            | Finding::Incomplete(_)
            | Finding::Unaudited
            | Finding::Unchecked(_)
            | Finding::NoSuchTwin(_)
            | Finding::TriesUnexamined(_)
            | Finding::TriesCut
            | Finding::NotPlayable(_)
            | Finding::LastMovesLeft(_)
            | Finding::NoLastMoveToCompare
            | Finding::RetractsOpen { .. }
            | Finding::PositionOpen(_)
            | Finding::VariationsUnread(_)
            | Finding::NoGameToCompare => Severity::Warning,
            Finding::MenDiffer { .. }
            | Finding::SeveralRetractions(_)
            | Finding::RetractionCook(_)
            | Finding::WrongRetraction { .. }
            | Finding::WrongReplacement { .. }
            | Finding::IllegalPosition
            | Finding::ClaimRefuted(_)
            | Finding::LastMovesPossible(_)
            | Finding::ClaimLacks(_)
            | Finding::NotAKey { .. }
            | Finding::Cook(_)
            | Finding::HelpCook { .. }
            | Finding::SolutionCount { .. }
            | Finding::SeveralKeys(_)
            | Finding::NoSolution { .. }
            | Finding::ShortSolution { .. }
            | Finding::WrongLastMove { .. }
            | Finding::GameCook { .. }
            | Finding::NoGame { .. }
            | Finding::ShorterGame(_)
            | Finding::WrongGame(_)
            | Finding::RetractsToo(_)
            | Finding::RetractsNot { .. }
            | Finding::NotRetracted { .. }
            | Finding::Line { .. } => Severity::Error,
            Finding::Men { .. }
            | Finding::CheckingKey(_)
            | Finding::CapturingKey { .. }
            | Finding::FlightTaken { .. }
            | Finding::FlightGiven { .. }
            | Finding::UnprovidedCheck(_)
            | Finding::UnprovidedFlight(_)
            | Finding::PromotedMan(_)
            | Finding::KeyIsTrial(_)
            | Finding::ByConvention { .. }
            | Finding::Retraction(_)
            | Finding::Castling { .. }
            | Finding::Target { .. }
            | Finding::Key(_)
            | Finding::LastMove(_)
            | Finding::OnlyGame { .. }
            | Finding::Shows(_)
            | Finding::Retracts(_)
            | Finding::Replayed(_)
            | Finding::OtherLetters(_)
            | Finding::Dual { .. }
            | Finding::Try { .. }
            | Finding::SetPlay { .. }
            | Finding::ShiftedMan { .. } => Severity::Note,
        }
    }

    /// Whether the finding holds whatever becomes of the histories that are still undecided.
    pub(super) const fn holds_anyway(&self) -> bool {
        matches!(
            self,
            Finding::MenDiffer { .. }
                | Finding::ClaimRefuted(_)
                | Finding::ClaimLacks(_)
                | Finding::Line {
                    fault: LineFault::NotAMove | LineFault::Ambiguous,
                    ..
                }
        )
    }

    /// The moves it speaks of, in UCI notation with castling as the king's step.
    pub fn moves(&self) -> Vec<String> {
        let moves: Vec<Move> = match self {
            Finding::Key(key)
            | Finding::Cook(key)
            | Finding::CheckingKey(key)
            | Finding::KeyIsTrial(key)
            | Finding::CapturingKey { key, .. }
            | Finding::FlightTaken { key, .. }
            | Finding::FlightGiven { key, .. } => vec![key.mv],
            Finding::UnprovidedCheck(moves) | Finding::UnprovidedFlight(moves) => moves.clone(),
            Finding::SolutionIncomplete(omission) => omission.moves(),
            Finding::NoPublishedKey { lines, .. } => lines.concat(),
            Finding::Retraction(one) | Finding::RetractionCook(one) => one.moves(),
            Finding::SeveralRetractions(several) => {
                several.iter().flat_map(RetractedMove::moves).collect()
            }
            Finding::HelpCook { line }
            | Finding::PerhapsPublished { line }
            | Finding::Line {
                fault: LineFault::Misprint { line },
                ..
            } => line.clone(),
            Finding::NotAKey {
                key, refutations, ..
            } => std::iter::once(key.mv)
                .chain(refutations.iter().copied())
                .collect(),
            Finding::SeveralKeys(keys) | Finding::ShortSolution { keys, .. } => {
                keys.iter().map(|key| key.mv).collect()
            }
            Finding::NoSolution {
                best_try: Some((mv, refutations)),
                ..
            } => std::iter::once(*mv)
                .chain(refutations.iter().copied())
                .collect(),
            Finding::Line {
                fault: LineFault::RefutationMissing(missing) | LineFault::LeavesOut(missing),
                ..
            } => missing.clone(),
            Finding::Dual {
                line,
                continuations,
                ..
            } => line
                .iter()
                .map(|step| step.mv)
                .chain(continuations.iter().copied())
                .collect(),
            Finding::Try { first, refutation } => {
                std::iter::once(first.mv).chain(*refutation).collect()
            }
            Finding::LastMove(unmove) => vec![unmove.forward()],
            Finding::Retracts(line) | Finding::RetractsToo(line) => line.moves(),
            Finding::GameCook { other: game, .. } | Finding::ShorterGame(game) => {
                game.moves.clone()
            }
            Finding::LastMovesLeft(unmoves) | Finding::LastMovesPossible(unmoves) => {
                unmoves.iter().map(Unmove::forward).collect()
            }
            _ => Vec::new(),
        };
        moves
            .iter()
            .map(|mv| mv.to_uci(CastlingMode::Standard).to_string())
            .collect()
    }
}

impl RetractedMove {
    fn moves(&self) -> Vec<Move> {
        std::iter::once(self.unmove.forward())
            .chain(self.replacement.map(|key| key.mv))
            .collect()
    }
}

impl Omission {
    fn moves(&self) -> Vec<Move> {
        let along = |line: &[LineMove]| -> Vec<Move> { line.iter().map(|step| step.mv).collect() };
        match self {
            Omission::Ruling { line, .. } | Omission::Defence { line } => along(line),
            Omission::Variations(gaps) => (gaps.iter())
                .flat_map(|gap| {
                    let missing = gap.defences.iter().chain(&gap.threats);
                    along(&gap.line).into_iter().chain(missing.copied())
                })
                .collect(),
            Omission::Part(_) => Vec::new(),
            Omission::SetPlay(lines) | Omission::Solutions(lines) | Omission::Endings(lines) => {
                lines.concat()
            }
        }
    }
}
