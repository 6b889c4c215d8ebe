//! The page: everything on it in the reader's language; its script moves men and sends questions.

mod choices;
mod form;
mod said;

use beruehrt::notation::Language;
use beruehrt::report::html::Components;
use beruehrt::say;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::reader::Reader;

/// The script, its files in the order of their use.
const SCRIPT: &str = concat!(
    include_str!("problem.js"),
    "\n",
    include_str!("setup.js"),
    "\n",
    include_str!("ask.js"),
    "\n",
    include_str!("tour.js"),
    "\n",
    include_str!("board.js"),
);

/// The men of the palette as the page's script names them.
const MEN: [char; 12] = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];

/// The style sheet: the report's, and what the board adds.
pub fn style() -> String {
    Components::current().style.to_owned() + include_str!("board.css")
}

/// The script: the report's components and the board's own.
pub fn script() -> String {
    let components = Components::current().script;
    format!("\"use strict\";\n(() => {{\n{components}\n{SCRIPT}\n}})();\n")
}

/// The page.
pub fn page(reader: Reader) -> String {
    let language = reader.language;
    let other = language.next();
    let title = say!(language, BoardTitle);
    html! {
        (DOCTYPE)
        html lang=(reader.language_keyword()) data-letters=(reader.letters.keyword()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(concat!("beruehrt ", env!("CARGO_PKG_VERSION")));
                title { (title) }
                link rel="stylesheet" href="board.css";
                link rel="icon" href="data:,";
                script src="board.js" defer {}
            }
            body class="board-page" {
                (PreEscaped(Components::current().symbols))
                header class="page-head" {
                    h1 { (title) }
                    button type="button" id="language" lang=(other.code()) { (say!(other, OwnLanguageName)) }
                    label { (say!(language, PieceLetters)) " " select id="letters" {} }
                    button type="button" id="theme" { (say!(language, LightOrDark)) }
                    button type="button" id="print" { (say!(language, PrintPage)) }
                }
                main {
                    (newcomer(language))
                    section id="tour-stop" aria-labelledby="tour-title" hidden {
                        h2 id="tour-title" tabindex="-1" {}
                        p id="tour-says" {}
                        p class="tools" {
                            button type="button" id="tour-ask" class="chief" {}
                            button type="button" id="tour-back" { (say!(language, TourBack)) }
                            button type="button" id="tour-next" { (say!(language, TourNext)) }
                            button type="button" id="tour-end" { (say!(language, TourEnd)) }
                        }
                    }
                    div class="desk" {
                        (board(language))
                        (form::form(language))
                    }
                    section aria-label=(say!(language, Answers)) {
                        div id="results" {}
                    }
                    (exchange(language))
                }
                footer class="page-foot" {
                    p { (say!(language, KeysHelp)) }
                    p { (concat!("beruehrt ", env!("CARGO_PKG_VERSION"))) }
                }
                noscript { p { (say!(language, PageNeedsScript)) } }
                (words(language))
            }
        }
    }
    .into_string()
}

/// The tour, for who comes for the first time, and the library.
fn newcomer(language: Language) -> Markup {
    html! {
        details id="tour" {
            summary { (say!(language, NewHere)) }
            p class="says" { (say!(language, TourIntroduction)) }
            ol id="stops" {}
            p class="tools library" {
                label { (say!(language, PublishedProblems)) " " select id="published" { option value="" { "–" } } }
                label { (say!(language, Originals)) " " select id="originals" { option value="" { "–" } } }
                label id="of-file" hidden { (say!(language, YourFile)) " " select id="file" { option value="" { "–" } } }
            }
        }
    }
}

/// The board with its tools.
fn board(language: Language) -> Markup {
    let tool = |act: &str, sign: &str, label: &str| {
        // What is seen is the name, unless it is a sign alone.
        let name = (!sign.contains(char::is_alphabetic)).then_some(label);
        html! { button type="button" data-act=(act) aria-label=[name] title=(label) { (sign) } }
    };
    html! {
        section class="side setup" aria-label=(say!(language, Board)) {
            p id="title" class="what" {}
            div id="squares" role="grid" aria-label=(say!(language, Position)) {}
            p id="moved" class="hidden-text" role="status" {}
            div id="palette" role="group" aria-label=(say!(language, MenToSet)) {
                @for man in MEN {
                    button type="button" data-man=(man) aria-pressed="false" {
                        svg viewBox="0 0 45 45" aria-hidden="true" { use href={ "#" (symbol(man)) } {} }
                    }
                }
                button type="button" data-man=" " aria-pressed="false" { (say!(language, Erase)) }
            }
            div class="tools" role="group" aria-label=(say!(language, ChangePosition)) {
                (tool("undo", &format!("↶ {}", say!(language, Undo)), say!(language, Undo)))
                (tool("redo", &format!("↷ {}", say!(language, Redo)), say!(language, Redo)))
                (tool("clear", say!(language, Clear), say!(language, ClearBoard)))
                (tool("array", say!(language, Array), say!(language, InitialArray)))
                (tool("flip", say!(language, FlipShort), say!(language, FlipBoard)))
                (tool("rotate", say!(language, RotateShort), say!(language, Rotate)))
                (tool("mirror", say!(language, MirrorShort), say!(language, Mirror)))
                span class="shifts" {
                    (say!(language, ShiftPosition)) " "
                    (tool("left", "←", say!(language, ShiftLeft)))
                    (tool("right", "→", say!(language, ShiftRight)))
                    (tool("up", "↑", say!(language, ShiftUp)))
                    (tool("down", "↓", say!(language, ShiftDown)))
                }
            }
            p class="tools" role="radiogroup" aria-label=(say!(language, SideToMove)) {
                label { input type="radio" name="turn" value="w" checked; " " (say!(language, WhiteToMove)) }
                label { input type="radio" name="turn" value="b"; " " (say!(language, BlackToMove)) }
                span id="counts" {}
            }
            div id="legality" role="status" {}
            label class="line" { "FEN " input id="fen" type="text" spellcheck="false" autocomplete="off"; }
        }
    }
}

/// What comes in from elsewhere and what goes out.
fn exchange(language: Language) -> Markup {
    html! {
        section aria-label=(say!(language, PasteOpenSave)) class="exchange" {
            div {
                h2 { (say!(language, PasteOrOpen)) }
                label for="pasted" { (say!(language, PasteFormats)) }
                textarea id="pasted" rows="4" spellcheck="false" {}
                p class="tools" {
                    button type="button" id="read" { (say!(language, ReadIt)) }
                    label { (say!(language, OrAFile)) " " input type="file" id="upload"; }
                }
                div id="read-said" role="status" {}
                label id="choice" hidden { (say!(language, WhichProblem)) " " select id="problems" {} }
            }
            div {
                h2 { (say!(language, Save)) }
                p class="tools" {
                    label { (say!(language, Format)) " " select id="format" {
                        @for format in beruehrt::formats::Format::ALL {
                            option value=(format.keyword()) { (choices::format_says(format).in_language(language)) }
                        }
                    } }
                    button type="button" id="save" { (say!(language, SaveFile)) }
                }
                p class="tools" {
                    button type="button" id="copy-image" { (say!(language, CopyDiagram)) }
                    button type="button" id="copy-diagram" { (say!(language, CopyDiagramText)) }
                    button type="button" id="copy-problem" { (say!(language, CopyProblem)) }
                }
                p id="save-said" role="status" {}
            }
        }
    }
}

/// `wK` for `K`.
fn symbol(man: char) -> String {
    let side = if man.is_ascii_uppercase() { 'w' } else { 'b' };
    format!("{side}{}", man.to_ascii_uppercase())
}

/// What the script says, as data.
fn words(language: Language) -> Markup {
    let said: serde_json::Map<String, serde_json::Value> = said::SAID
        .iter()
        .map(|(key, text)| ((*key).to_owned(), text.in_language(language).into()))
        .collect();
    let json = serde_json::Value::Object(said).to_string();
    // No text of ours ends the element; the sign is kept out all the same.
    html! { script type="application/json" id="said" { (PreEscaped(json.replace('<', "\\u003c"))) } }
}
