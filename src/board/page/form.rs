//! The question: what is asked, under which convention, what is known of the past.

use beruehrt::notation::Language;
use beruehrt::problem::Convention;
use beruehrt::say;
use maud::{Markup, html};

use super::choices::{
    Choice, FACTS, STIPULATIONS, Stipulated, With, convention_says, laws, options,
};

/// The form.
pub(super) fn form(language: Language) -> Markup {
    html! {
        section class="question" aria-label=(say!(language, Question)) {
            h2 { (say!(language, Ask)) }
            div class="row" {
                label { (say!(language, StipulationHead)) " " select id="goal" {
                    @for stipulated in &STIPULATIONS { (stipulation(stipulated, language)) }
                } (in_full()) }
                label data-with="play length back" { (say!(language, StipulationIn)) " " input id="moves" type="text" inputmode="decimal" size="4" value="2" pattern="[0-9]+(\\.5)?|\\?"; " " (say!(language, StipulationMoves)) }
                label data-with="words" { (say!(language, StipulationAsInFiles)) " " input id="words" type="text" size="24" spellcheck="false" autocomplete="off"; }
                label data-with="play" { input type="checkbox" id="set-play"; " " (say!(language, StipulationSetPlay)) }
                label data-with="play" { input type="checkbox" id="duplex"; " duplex" }
            }
            div class="row" {
                label data-with="play" { (say!(language, ConventionHead)) " " select id="convention" {
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
            (progress(language))
            (details(language))
            (touch(language))
        }
    }
}

/// An entry of the list of stipulations, with what belongs to it for the script.
fn stipulation(stipulated: &Stipulated, language: Language) -> Markup {
    let Stipulated { sign, text, with } = stipulated;
    let length = match with {
        With::Play => "n",
        With::Length => " n",
        With::Back | With::Words | With::Nothing => "",
    };
    html! {
        option value=(sign) data-with=(with.keyword()) { (sign) (length) " – " (text.in_language(language)) }
    }
}

/// How far the question has come, beside the button that asked it.
fn progress(language: Language) -> Markup {
    html! {
        div id="progress" hidden {
            p id="doing" role="status" {}
            p class="tools" {
                button type="button" id="stop" { (say!(language, StopAndKeep)) }
            }
            div class="found" { table class="worlds" { tbody id="found" {} } }
        }
        div id="ended" hidden {
            p id="how" role="status" {}
            p id="stale" class="says" hidden { (say!(language, ChangedSince)) }
            p class="tools" {
                button type="button" id="longer" { (say!(language, GoOnLonger)) }
                button type="button" id="copy-answer" { (say!(language, CopyAnswer)) }
            }
        }
    }
}

/// What is not always wanted.
fn details(language: Language) -> Markup {
    html! {
        details id="more" {
            summary {
                (say!(language, MoreFields))
                // What is set, where it could be overlooked.
                span id="chosen" {}
            }
            fieldset id="options" {
                legend { (say!(language, ConventionOptions)) }
                @for choice in options() { (option(&choice, language)) }
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
            div id="worlds-line" {
                label class="line" for="worlds" { (say!(language, HistoriesALineEach)) }
                textarea id="worlds" rows="3" spellcheck="false" {}
            }
            label class="line" for="twins" { (say!(language, TwinsALineEach)) }
            textarea id="twins" rows="2" spellcheck="false" {}
        }
        details id="submission" {
            summary { (say!(language, SubmissionFields)) }
            label class="line" for="solution" { (say!(language, SolutionToVerify)) }
            textarea id="solution" rows="6" spellcheck="false" {}
            label class="line" { (say!(language, Author)) " " input id="author" type="text" autocomplete="off"; }
            label class="line" { (say!(language, Source)) " " input id="source" type="text" autocomplete="off"; }
        }
    }
}

/// An option, with the conventions that know it for the script.
fn option(choice: &Choice, language: Language) -> Markup {
    let known: Vec<&str> = choice.of.iter().map(|known| known.keyword()).collect();
    html! {
        label class="line" data-of=(known.join(" ")) {
            (choice.asks.in_language(language)) " "
            select data-option=(choice.key) id={ "option-" (choice.key) } {
                @for (word, text) in &choice.answers { option value=(word) { (text.in_language(language)) } }
            }
            (in_full())
        }
    }
}

/// The chosen entry of the list before it, on a narrow screen, where the closed list cuts it off.
fn in_full() -> Markup {
    html! { span class="in-full" aria-hidden="true" {} }
}

/// The touch question.
fn touch(language: Language) -> Markup {
    html! {
        details id="touch" {
            summary { (say!(language, TouchedQuestion)) }
            p class="says" { (say!(language, TouchedHint)) }
            p class="tools" {
                @for right in ["K", "Q", "k", "q"] {
                    label { input type="checkbox" checked data-right=(right); " " (right_name(right, language)) }
                }
                label { "e.p. " input id="touch-ep" type="text" size="3" maxlength="2" autocomplete="off"; }
            }
            label class="line" { (say!(language, TouchedInOrder)) " " input id="touched" type="text" spellcheck="false" autocomplete="off"; }
            p class="tools" {
                label { (say!(language, OptionLaws)) " " select id="touch-laws" {
                    @for (word, text) in laws() { option value=(word) { (text.in_language(language)) } }
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
