//! What can be chosen in the form, each choice with a sentence about what it means.

use beruehrt::formats::Format;
use beruehrt::notation::Text;
use beruehrt::problem::{Castling, Convention, EpTouch, HistoryChoice, Laws, Strictness, Trials};
use beruehrt::text;

/// What can be stipulated.
pub struct Stipulated {
    /// What it is written with.
    pub sign: &'static str,
    /// What it means.
    pub text: Text,
    /// What else belongs to it.
    pub with: With,
}

/// What belongs to a stipulation besides its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum With {
    /// A length; set play and duplex where they are wanted.
    Play,
    /// A length.
    Length,
    /// How many moves are taken back, at the `n` of the sign.
    Back,
    /// All of it, in words as a problem file has them.
    Words,
    /// Nothing.
    Nothing,
}

impl With {
    /// As the script knows it.
    pub const fn keyword(self) -> &'static str {
        match self {
            With::Play => "play",
            With::Length => "length",
            With::Back => "back",
            With::Words => "words",
            With::Nothing => "nothing",
        }
    }
}

/// Every stipulation.
pub const STIPULATIONS: [Stipulated; 16] = [
    stipulated("#", text!(GoalMate), With::Play),
    stipulated("=", text!(GoalStalemate), With::Play),
    stipulated("s#", text!(GoalSelfmate), With::Play),
    stipulated("s=", text!(GoalSelfstalemate), With::Play),
    stipulated("r#", text!(GoalReflexmate), With::Play),
    stipulated("h#", text!(GoalHelpmate), With::Play),
    stipulated("h=", text!(GoalHelpstalemate), With::Play),
    stipulated("pg", text!(GoalProofGame), With::Length),
    stipulated("spg", text!(GoalShortestGame), With::Nothing),
    stipulated("-1w & #1", text!(GoalRetractorAlone), With::Nothing),
    stipulated("-n(w,b) & h#1", text!(GoalHelpRetractor), With::Back),
    stipulated("-n & #1 Proca", text!(GoalProca), With::Back),
    stipulated("-n & #1 Høeg", text!(GoalHoeg), With::Back),
    stipulated("histories", text!(GoalHistories), With::Nothing),
    stipulated("last-move", text!(GoalLastMove), With::Nothing),
    stipulated("…", text!(GoalInWords), With::Words),
];

const fn stipulated(sign: &'static str, text: Text, with: With) -> Stipulated {
    Stipulated { sign, text, with }
}

/// A convention by name, and what it means.
pub const fn convention_says(convention: Convention) -> (Text, Text) {
    match convention {
        Convention::Codex => (text!(ConventionCodex), text!(ConventionCodexText)),
        Convention::BeruehrtGefuehrt => (text!(ConventionTouch), text!(ConventionTouchText)),
        Convention::Pra => (text!(ConventionPra), text!(ConventionPraText)),
        Convention::RetroStrategy => (text!(ConventionRs), text!(ConventionRsText)),
        Convention::APosteriori => (text!(ConventionAp), text!(ConventionApText)),
        Convention::IllegalMove => (text!(ConventionIllegal), text!(ConventionIllegalText)),
    }
}

/// A fact ready to be added, and how it reads.
pub const FACTS: [(&str, Text); 11] = [
    ("not moved e1", text!(WhiteKingUnmoved)),
    ("not moved e8", text!(BlackKingUnmoved)),
    ("not moved e1 a1 h1", text!(WhiteBothCastlings)),
    ("not moved e8 a8 h8", text!(BlackBothCastlings)),
    ("moved e1", text!(WhiteKingMoved)),
    ("moved e8", text!(BlackKingMoved)),
    ("last move P", text!(LastMoveByPawn)),
    ("no capture in the last 2 plies", text!(NoCaptureInTwo)),
    ("no capture", text!(NothingCaptured)),
    ("white has castled", text!(WhiteHasCastled)),
    ("black has castled", text!(BlackHasCastled)),
];

/// An option of conventions.
pub struct Choice {
    /// As in a problem file.
    pub key: &'static str,
    /// What it is about.
    pub asks: Text,
    /// The conventions that know it.
    pub of: &'static [Convention],
    /// The words of a problem file, the default first, and what they mean.
    pub answers: Vec<(&'static str, Text)>,
}

const TRIALS: &[Convention] = &[Convention::BeruehrtGefuehrt];
const DENIALS: &[Convention] = &[Convention::BeruehrtGefuehrt, Convention::IllegalMove];

/// Every option.
pub fn options() -> [Choice; 6] {
    [
        Choice {
            key: "history",
            asks: text!(OptionHistory),
            of: TRIALS,
            answers: HistoryChoice::ALL
                .map(|choice| (choice.keyword(), history_says(choice)))
                .to_vec(),
        },
        Choice {
            key: "castling",
            asks: text!(OptionCastling),
            of: TRIALS,
            answers: Castling::ALL
                .map(|choice| (choice.keyword(), castling_says(choice)))
                .to_vec(),
        },
        Choice {
            key: "trials",
            asks: text!(OptionTrials),
            of: TRIALS,
            answers: Trials::ALL
                .map(|choice| (choice.keyword(), trials_say(choice)))
                .to_vec(),
        },
        Choice {
            key: "ep-touch",
            asks: text!(OptionEpTouch),
            of: DENIALS,
            answers: EpTouch::ALL
                .map(|choice| (choice.keyword(), ep_touch_says(choice)))
                .to_vec(),
        },
        Choice {
            key: "laws",
            asks: text!(OptionLaws),
            of: DENIALS,
            answers: laws(),
        },
        Choice {
            key: "strict",
            asks: text!(OptionStrict),
            of: &[Convention::IllegalMove],
            answers: Strictness::ALL
                .map(|choice| (choice.keyword(), strict_says(choice)))
                .to_vec(),
        },
    ]
}

/// Every touch law, and what it means.
pub fn laws() -> Vec<(&'static str, Text)> {
    Laws::ALL
        .map(|laws| (laws.keyword(), laws_say(laws)))
        .to_vec()
}

const fn history_says(choice: HistoryChoice) -> Text {
    match choice {
        HistoryChoice::Fixed => text!(AnswerFixed),
        HistoryChoice::Deferred => text!(AnswerDeferred),
    }
}

const fn castling_says(choice: Castling) -> Text {
    match choice {
        Castling::Codex => text!(DisputeCodex),
        Castling::Open => text!(DisputeOpen),
    }
}

const fn trials_say(choice: Trials) -> Text {
    match choice {
        Trials::Both => text!(TrialsByBoth),
        Trials::Attacker => text!(TrialsByAttacker),
        Trials::None => text!(TrialsByNobody),
    }
}

const fn ep_touch_says(choice: EpTouch) -> Text {
    match choice {
        EpTouch::OwnFirst => text!(TouchedOwnFirst),
        EpTouch::EnemyFirst => text!(TouchedEnemyFirst),
        EpTouch::OwnOnly => text!(TouchedOwnOnly),
    }
}

const fn laws_say(laws: Laws) -> Text {
    match laws {
        Laws::Fide2018 => text!(LawFide2018),
        Laws::Fide1997 => text!(LawFide1997),
        Laws::Club => text!(LawClub),
        Laws::SamePiece => text!(LawSamePiece),
        Laws::Staunton1860 => text!(LawStaunton),
        _ => text!(LawNone),
    }
}

const fn strict_says(choice: Strictness) -> Text {
    match choice {
        Strictness::Plain => text!(StrictNo),
        Strictness::Strict => text!(StrictYes),
    }
}

/// A format for files, in words.
pub fn format_says(format: Format) -> Text {
    match format {
        Format::Bg => text!(FormatBg),
        Format::Popeye => text!(FormatPopeye),
        Format::Olv => Text::same("olive / YACPDB (.olv)"),
        Format::Pdb => text!(FormatPdb),
        Format::Pgn => text!(FormatPgn),
        Format::Latex => text!(FormatLatex),
        Format::Svg => text!(FormatPicture, name = "SVG"),
        Format::Png => text!(FormatPicture, name = "PNG"),
        Format::Html => text!(FormatPage),
        other => Text::same(&other.keyword().to_uppercase()),
    }
}
