//! The question: what is asked, under which convention, what is known of the past.

use beruehrt::notation::{Language, Text};
use beruehrt::problem::{Castling, Convention, EpTouch, HistoryChoice, Laws, Strictness, Trials};
use beruehrt::say;
use beruehrt::text;
use maud::{Markup, html};

/// What a stipulation is written with, and what it means.
const GOALS: [(&str, Text); 7] = [
    ("#", text!(GoalMate)),
    ("=", text!(GoalStalemate)),
    ("s#", text!(GoalSelfmate)),
    ("s=", text!(GoalSelfstalemate)),
    ("r#", text!(GoalReflexmate)),
    ("h#", text!(GoalHelpmate)),
    ("h=", text!(GoalHelpstalemate)),
];

/// What the script says.
pub(super) const SAID: [(&str, Text); 31] = [
    ("white", text!(ColorWhite)),
    ("black", text!(ColorBlack)),
    ("K", text!(King)),
    ("Q", text!(Queen)),
    ("R", text!(Rook)),
    ("B", text!(Bishop)),
    ("N", text!(Knight)),
    ("P", text!(Pawn)),
    ("empty", text!(SquareEmpty)),
    ("erase", text!(EraseSquare)),
    ("illegal", text!(IllegalNoGame)),
    ("legal", text!(LegalGame)),
    ("open", text!(NothingAtAGlance)),
    ("unreadable", text!(NoProblemYet)),
    ("histories", text!(LookingAtHistories)),
    ("last-moves", text!(LookingAtLastMoves)),
    ("play", text!(Solving)),
    ("verification", text!(Verifying)),
    ("nodes", text!(Nodes)),
    ("stopped", text!(StoppedBelow)),
    ("limit", text!(StillUndecided)),
    ("done", text!(DoneSentence)),
    ("gone", text!(ProgramSilent)),
    ("copied", text!(Copied)),
    ("not-copied", text!(CopyingForbidden)),
    ("saved", text!(Saved)),
    ("recognised", text!(ReadAs)),
    ("nothing", text!(NoProblemFound)),
    ("picked", text!(PickedUp)),
    ("open-problem", text!(OpenFile)),
    ("untouched", text!(ClickTouched)),
];

const fn convention_says(convention: Convention) -> (Text, Text) {
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
const FACTS: [(&str, Text); 8] = [
    ("not moved e1", text!(WhiteKingUnmoved)),
    ("not moved e8", text!(BlackKingUnmoved)),
    ("not moved e1 a1 h1", text!(WhiteBothCastlings)),
    ("not moved e8 a8 h8", text!(BlackBothCastlings)),
    ("moved e1", text!(WhiteKingMoved)),
    ("moved e8", text!(BlackKingMoved)),
    ("last move P", text!(LastMoveByPawn)),
    ("no capture in the last 2 plies", text!(NoCaptureInTwo)),
];

/// An option with its words; the first is the default.
fn options() -> [(&'static str, Text, Vec<&'static str>); 6] {
    [
        (
            "history",
            text!(OptionHistory),
            HistoryChoice::ALL.map(HistoryChoice::keyword).to_vec(),
        ),
        (
            "castling",
            text!(OptionCastling),
            Castling::ALL.map(Castling::keyword).to_vec(),
        ),
        (
            "trials",
            text!(OptionTrials),
            Trials::ALL.map(Trials::keyword).to_vec(),
        ),
        (
            "ep-touch",
            text!(OptionEpTouch),
            EpTouch::ALL.map(EpTouch::keyword).to_vec(),
        ),
        (
            "laws",
            text!(OptionLaws),
            Laws::ALL.map(Laws::keyword).to_vec(),
        ),
        (
            "strict",
            text!(OptionStrict),
            Strictness::ALL.map(Strictness::keyword).to_vec(),
        ),
    ]
}

/// The form.
pub(super) fn form(language: Language) -> Markup {
    html! {
        section class="question" aria-label=(say!(language, Question)) {
            h2 { (say!(language, Ask)) }
            div class="row" {
                label { (say!(language, StipulationHead)) " " select id="goal" {
                    @for (sign, text) in &GOALS {
                        option value=(sign) { (sign) "n – " (text.in_language(language)) }
                    }
                } }
                label { (say!(language, StipulationIn)) " " input id="moves" type="text" inputmode="decimal" size="4" value="2" pattern="[0-9]+(\\.5)?|\\?"; " " (say!(language, StipulationMoves)) }
                label { input type="checkbox" id="set-play"; " " (say!(language, StipulationSetPlay)) }
                label { input type="checkbox" id="duplex"; " duplex" }
            }
            div class="row" {
                label { (say!(language, ConventionHead)) " " select id="convention" {
                    @for convention in Convention::ALL {
                        option value=(convention.keyword()) { (convention_says(convention).0.in_language(language)) }
                    }
                } }
            }
            @for convention in Convention::ALL {
                p class="says" data-convention=(convention.keyword()) hidden { (convention_says(convention).1.in_language(language)) }
            }
            div class="row" {
                label { (say!(language, GiveItUpTo)) " " input id="seconds" type="number" min="1" max="3600" value="20"; " " (say!(language, Seconds)) }
            }
            div class="row asks" role="group" aria-label=(say!(language, Questions)) {
                button type="button" class="chief" data-ask="solve" { (say!(language, Solve)) }
                button type="button" data-ask="histories" { (say!(language, WhoMayCastle)) }
                button type="button" data-ask="last-move" { (say!(language, LastMoveQuestion)) }
                button type="button" data-ask="verify" { (say!(language, Verify)) }
                button type="button" data-ask="shortest" { (say!(language, ShortestGame)) }
            }
            p id="trouble" class="wrong" role="alert" {}
            (details(language))
            (touch(language))
        }
    }
}

/// What is not always wanted.
fn details(language: Language) -> Markup {
    html! {
        details id="more" {
            summary { (say!(language, MoreFields)) }
            fieldset {
                legend { (say!(language, ConventionOptions)) }
                @for (key, text, choices) in options() {
                    label class="line" { (text.in_language(language)) " " select data-option=(key) {
                        @for choice in choices { option value=(choice) { (choice) } }
                    } }
                }
            }
            label class="line" for="facts" { (say!(language, FactsALineEach)) }
            textarea id="facts" rows="2" spellcheck="false" {}
            label class="line" { (say!(language, AddFact)) " " select id="add-fact" {
                option value="" { "–" }
                @for (fact, text) in &FACTS { option value=(fact) { (text.in_language(language)) } }
            } }
            label class="line" { (say!(language, HistoriesHead)) " " select id="worlds-kind" {
                option value="" { (say!(language, HistoriesWorkedOut)) }
                option value="given" { (say!(language, HistoriesGivenThese)) }
                option value="claim" { (say!(language, HistoriesClaimed)) }
            } }
            label class="line" for="worlds" { (say!(language, HistoriesALineEach)) }
            textarea id="worlds" rows="2" spellcheck="false" {}
            label class="line" for="twins" { (say!(language, TwinsALineEach)) }
            textarea id="twins" rows="2" spellcheck="false" {}
            label class="line" for="solution" { (say!(language, SolutionToVerify)) }
            textarea id="solution" rows="4" spellcheck="false" {}
            label class="line" { (say!(language, Author)) " " input id="author" type="text" autocomplete="off"; }
            label class="line" { (say!(language, Source)) " " input id="source" type="text" autocomplete="off"; }
        }
    }
}

/// The touch question.
fn touch(language: Language) -> Markup {
    html! {
        details id="touch" {
            summary { (say!(language, TouchedQuestion)) }
            p class="says" { (say!(language, TouchedHint)) }
            p class="tools" {
                @for right in ["K", "Q", "k", "q"] {
                    label { input type="checkbox" data-right=(right); " " (right_name(right, language)) }
                }
                label { "e.p. " input id="touch-ep" type="text" size="3" maxlength="2" autocomplete="off"; }
            }
            label class="line" { (say!(language, TouchedInOrder)) " " input id="touched" type="text" spellcheck="false" autocomplete="off"; }
            p class="tools" {
                label { (say!(language, OptionLaws)) " " select id="touch-laws" {
                    @for laws in Laws::ALL { option value=(laws.keyword()) { (laws.keyword()) } }
                } }
                button type="button" id="untouch" { (say!(language, BeginAnew)) }
            }
            p id="duty" role="status" {}
        }
    }
}

fn right_name(right: &str, language: Language) -> &'static str {
    match right {
        "K" => say!(language, WhiteShort),
        "Q" => say!(language, WhiteLong),
        "k" => say!(language, BlackShort),
        _ => say!(language, BlackLong),
    }
}
