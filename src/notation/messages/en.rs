//! English, the reference.

/// The names of all messages and their wordings in English.
macro_rules! reference {
    ($($name:ident: $wording:literal,)*) => {
        /// A message by its name; what it says in each language is in the catalogue.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each says what its wording says")]
        pub enum Message {
            $($name,)*
        }

        impl Message {
            /// Every message.
            pub const ALL: &[Message] = &[$(Message::$name,)*];
        }

        super::language! { $($name: $wording,)* }
    };
}

reference! {
    // Notation: piece letters and moves.
    LettersEnglish: "English",
    LettersEnglishProblem: "English problem",
    LettersGerman: "German",
    LettersFrench: "French",
    LettersFigurine: "figurine",
    NoMoveBecause: "{typed} is no move: {why}",

    // Sides.
    SideWhite: "White",
    SideBlack: "Black",

    // Problem files.
    GivenButIllegal: "no history leads to this diagram: {why}",
    PositionImpossible: "the position is impossible by the rules of play",
    SideHasNoKing: "{side} has no king",
    SideHasKings: "{side} has {kings} kings",
    ByteWouldBe: " (the byte would be `{read}`)",
    MaybeLatin: "it may be Latin-1 or Windows-1252{byte}; convert it with `iconv -f WINDOWS-1252 -t UTF-8`",
    FieldBlack: "black",
    FieldWhite: "white",
    NoField: "no field `{field}`",
    WriteFieldEmpty: "write `{field}: -` if that side has no men",
    ThisOrThat: "{one} or {other}",
    Expected: "expected {wanted}",
    ExpectedFoundEnd: "expected {wanted}, found the end",
    ExpectedFound: "expected {wanted}, found {found}",
    UnknownTyped: "{unknown} {typed}",
    FenLettersAreEnglish: "a FEN always has the letters K Q R B N P; this looks {letters}",
    AllFitsLetters: "all of it fits the {name} letters {listed}: write the field `letters: {keyword}`",
    ExpectedLetterOf: "expected one of {listed} ({name})",
    ExpectedMoveOrLetterOf: "expected a move or one of {listed} ({name})",
    ReadInLetters: "read in {name} letters, {listed}",
    SideOnMoveRank: "{side} is on move: the square is on rank {rank}",
    StipulationUnsupported: "the stipulation {typed} is not supported: {name}",
    TwoMenOnSquare: "two men on {square}",

    // Solving.
    Senseless: "the convention `{convention}` makes no sense here: {reason}",
    UnplayableBecause: "no play is possible from the diagram: {reason}",
    NotSupported: "{what} is not supported",

    // The touch law.
    NotAFen: "`{fen}` is not a FEN: {reason}",
    NoPositionOfPlay: "the FEN is no position of play: {reason}",
    FenBoardFault: "the board is faulty",
    FenTurnFault: "the side to move is faulty",
    FenCastlingFault: "the castling rights are faulty",
    FenTargetFault: "the en-passant square is faulty",
    FenCountersFault: "the counters are faulty",
    FenUnreadable: "it cannot be read",
    BoardEmpty: "the board is empty",
    KingMissing: "a king is missing",
    TooManyKings: "a side has several kings",
    PawnOnBackRank: "a pawn stands on a back rank",
    CastlingNotAtHome: "for a castling right king or rook is not at home",
    NoDoubleStepFits: "no double step fits the en-passant square",
    OppositeCheck: "the side not on move is in check",
    RulesForbidPosition: "the rules of play forbid it",

    // Other formats.
    Nightrider: " (nightrider)",
    Grasshopper: " (grasshopper)",
    FairyPieceUnsupported: "the fairy piece {found}{name} is not supported",
    LossOfTwins: "{part} of {labels})",

    // Command line.
    FoundByDraw: "draw {draw}: {worth}\n  {fen}",
    DualsCounted: "{duals|1 dual|{duals} duals}",
    NoDual: "no dual",
    WorthTouchLaw: "({white}+{black}), {duals}, needs the touch law",
    Worth: "({white}+{black}), {duals}",
    BestFind: "best: {worth}",
    NearestDraw: "nearest: {end}",
    CountOfEnd: "  {count}: {reason}",
    WarningLost: "warning: {which}: {name} does not say {lost}",
    CannotBeRead: "cannot be read: {error}",
    ErrorNotFound: "not found",
    ErrorPermission: "permission denied",
    ErrorExists: "exists already",
    ErrorIsFolder: "is a folder",
    ErrorNoFolder: "is no folder",
    ErrorFull: "no space left",
    ErrorReadOnly: "the file system is read-only",
    ResultsOfAnotherRun: "the results in {path} are not of this run: {objection}; give another --out, or go on all the same with --force",
    CannotStartFrom: "{file} cannot be started from: {why}",
    JsonInvalid: "no valid JSON",
    JsonUnexpected: "the content does not have the form expected",
    JsonEndsEarly: "the end comes too early",
    JsonPlace: "line {line}, column {column}: {what}",
    RecordUnreadable: "the record cannot be read ({error})",
    GameEndsOtherwise: "the game does not end as claimed",
    NoWorld: "{typed} is no world: {why}",
    WorldIsRightsAndTarget: "it consists of castling rights and en-passant square, such as `Kq -` or `- d6`",
    NotCheckedToTheEnd: "not checked to the end (limit: {limit})",
    ZebraOrLeaper: " (zebra or leaper)",
    DuplexHalfWhite: "so it is in the half of the duplex in which white begins",
    DuplexHalfBlack: "so it is in the half of the duplex in which black begins",

    // Reports.
    CountOf: "{count} of {of}",
    WhiteToMove: "White to move",
}
