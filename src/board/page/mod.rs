//! The page: everything on it in the reader's language; its script moves men and sends questions.

mod form;

use beruehrt::notation::Language;
use beruehrt::report::html::Components;
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
    let w = |english, german| language.choose(english, german);
    let title = w("Chess problem board", "Brett für Schachprobleme");
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
                    button type="button" id="language" lang=(w("de", "en")) { (w("Deutsch", "English")) }
                    label { (w("Piece letters", "Figurenbuchstaben")) " " select id="letters" {} }
                    button type="button" id="theme" { (w("Light or dark", "Hell oder dunkel")) }
                    button type="button" id="print" { (w("Print", "Drucken")) }
                }
                main {
                    (newcomer(language))
                    div class="desk" {
                        (board(language))
                        (form::form(language))
                    }
                    section id="answers" aria-label=(w("Answers", "Antworten")) {
                        div id="progress" hidden {
                            p id="doing" role="status" {}
                            p class="tools" {
                                button type="button" id="stop" { (w("Stop, keep what was found", "Anhalten, Gefundenes behalten")) }
                            }
                            div class="found" { table class="worlds" { tbody id="found" {} } }
                        }
                        div id="ended" hidden {
                            p id="how" {}
                            p class="tools" {
                                button type="button" id="longer" { (w("Go on longer", "Länger suchen")) }
                                button type="button" id="copy-answer" { (w("Copy answer as text", "Antwort als Text kopieren")) }
                            }
                        }
                        div id="results" {}
                    }
                    (exchange(language))
                }
                footer class="page-foot" {
                    p { (w(
                        "On the board: arrow keys move, letters set men (capitals White, small letters Black), Delete takes one off, Enter picks up and puts down. In the solution: arrow keys walk through the play, f flips.",
                        "Auf dem Brett: Pfeiltasten gehen, Buchstaben setzen Steine (große weiße, kleine schwarze), Entf nimmt einen weg, Eingabe hebt auf und setzt ab. In der Lösung: Pfeiltasten gehen durch das Spiel, f dreht.",
                    )) }
                    p { (concat!("beruehrt ", env!("CARGO_PKG_VERSION"))) }
                }
                noscript { p { (w("This page needs its script.", "Diese Seite braucht ihr Skript.")) } }
                (words(language))
            }
        }
    }
    .into_string()
}

/// The tour, for who comes for the first time, and the library.
fn newcomer(language: Language) -> Markup {
    let w = |english, german| language.choose(english, german);
    html! {
        details id="tour" {
            summary { (w("New here? A tour through five problems; and the library", "Neu hier? Ein Rundgang durch fünf Aufgaben; und die Sammlung")) }
            ol id="stops" {}
            p {
                label { (w("Published problems", "Veröffentlichte Aufgaben")) " " select id="published" { option value="" { "–" } } }
                " "
                label { (w("Originals", "Urdrucke")) " " select id="originals" { option value="" { "–" } } }
                " "
                label id="of-file" hidden { (w("Your file", "Ihre Datei")) " " select id="file" { option value="" { "–" } } }
            }
        }
    }
}

/// The board with its tools.
fn board(language: Language) -> Markup {
    let w = |english, german| language.choose(english, german);
    let tool = |act: &str, sign: &str, label: &str| {
        html! { button type="button" data-act=(act) aria-label=(label) title=(label) { (sign) } }
    };
    html! {
        section class="side setup" aria-label=(w("Board", "Brett")) {
            p id="title" class="what" {}
            div id="squares" role="grid" aria-label=(w("Position", "Stellung")) {}
            p id="moved" class="hidden-text" role="status" {}
            div id="palette" role="group" aria-label=(w("Men to set", "Steine zum Setzen")) {
                @for man in MEN {
                    button type="button" data-man=(man) aria-pressed="false" {
                        svg viewBox="0 0 45 45" aria-hidden="true" { use href={ "#" (symbol(man)) } {} }
                    }
                }
                button type="button" data-man=" " aria-pressed="false" { (w("Erase", "Radieren")) }
            }
            div class="tools" role="group" aria-label=(w("Change the position", "Stellung ändern")) {
                (tool("undo", "↶", w("Undo", "Rückgängig")))
                (tool("redo", "↷", w("Redo", "Wiederherstellen")))
                (tool("clear", w("Clear", "Leeren"), w("Clear the board", "Brett leeren")))
                (tool("array", w("Array", "Grundstellung"), w("Initial array", "Grundstellung der Partie")))
                (tool("flip", "⇅", w("Flip the board: Black below", "Brett drehen: Schwarz unten")))
                (tool("left", "←", w("Shift left", "Nach links schieben")))
                (tool("right", "→", w("Shift right", "Nach rechts schieben")))
                (tool("up", "↑", w("Shift up", "Nach oben schieben")))
                (tool("down", "↓", w("Shift down", "Nach unten schieben")))
                (tool("rotate", "⟳", w("Rotate the position by 90°", "Stellung um 90° drehen")))
                (tool("mirror", "⇋", w("Mirror the position left and right", "Stellung spiegeln, links und rechts")))
            }
            p class="tools" role="radiogroup" aria-label=(w("Side to move", "Am Zug")) {
                label { input type="radio" name="turn" value="w" checked; " " (w("White to move", "Weiß am Zug")) }
                label { input type="radio" name="turn" value="b"; " " (w("Black to move", "Schwarz am Zug")) }
                span id="counts" {}
            }
            div id="legality" role="status" {}
            label class="line" { "FEN " input id="fen" type="text" spellcheck="false" autocomplete="off"; }
        }
    }
}

/// What comes in from elsewhere and what goes out.
fn exchange(language: Language) -> Markup {
    let w = |english, german| language.choose(english, german);
    html! {
        section aria-label=(w("Paste, open, save", "Einfügen, öffnen, speichern")) class="exchange" {
            div {
                h2 { (w("Paste or open", "Einfügen oder öffnen")) }
                label for="pasted" { (w(
                    "FEN, problem file, Popeye, olv/YACPDB, PDB text, LaTeX, PGN or EPD; or drop a file anywhere on the page",
                    "FEN, Problemdatei, Popeye, olv/YACPDB, PDB-Text, LaTeX, PGN oder EPD; oder eine Datei irgendwo auf die Seite ziehen",
                )) }
                textarea id="pasted" rows="4" spellcheck="false" {}
                p class="tools" {
                    button type="button" id="read" { (w("Read", "Lesen")) }
                    label { (w("or a file:", "oder eine Datei:")) " " input type="file" id="upload"; }
                }
                p id="read-said" role="status" {}
                label id="choice" hidden { (w("Which problem?", "Welche Aufgabe?")) " " select id="problems" {} }
            }
            div {
                h2 { (w("Save", "Speichern")) }
                p class="tools" {
                    label { (w("Format", "Format")) " " select id="format" {
                        @for format in beruehrt::formats::Format::ALL {
                            option value=(format.keyword()) { (format.keyword()) }
                        }
                    } }
                    button type="button" id="save" { (w("Save file", "Datei speichern")) }
                    button type="button" id="copy-image" { (w("Copy diagram as image", "Diagramm als Bild kopieren")) }
                    button type="button" id="copy-problem" { (w("Copy problem as text", "Aufgabe als Text kopieren")) }
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
    let said: serde_json::Map<String, serde_json::Value> = form::SAID
        .iter()
        .map(|(key, text)| ((*key).to_owned(), text.in_language(language).into()))
        .collect();
    let json = serde_json::Value::Object(said).to_string();
    // No text of ours ends the element; the sign is kept out all the same.
    html! { script type="application/json" id="said" { (PreEscaped(json.replace('<', "\\u003c"))) } }
}
