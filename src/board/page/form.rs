//! The question: what is asked, under which convention, what is known of the past.

use beruehrt::notation::{Language, Text};
use beruehrt::problem::{Castling, Convention, EpTouch, HistoryChoice, Laws, Strictness, Trials};
use maud::{Markup, html};

/// What a stipulation is written with, and what it means.
const GOALS: [(&str, Text); 7] = [
    (
        "#",
        Text::new(
            "Mate: White mates in n moves against every defence",
            "Matt: Weiß setzt in n Zügen gegen jede Verteidigung matt",
        ),
    ),
    (
        "=",
        Text::new(
            "Stalemate: the same, but stalemate is the goal",
            "Patt: dasselbe, doch das Ziel ist Patt",
        ),
    ),
    (
        "s#",
        Text::new(
            "Selfmate: White forces Black to mate him",
            "Selbstmatt: Weiß zwingt Schwarz, ihn mattzusetzen",
        ),
    ),
    (
        "s=",
        Text::new(
            "Selfstalemate: White forces Black to stalemate him",
            "Selbstpatt: Weiß zwingt Schwarz, ihn pattzusetzen",
        ),
    ),
    (
        "r#",
        Text::new(
            "Reflexmate: selfmate, and who can mate must",
            "Reflexmatt: Selbstmatt, und wer mattsetzen kann, muss es tun",
        ),
    ),
    (
        "h#",
        Text::new(
            "Helpmate: Black begins and helps White to mate him",
            "Hilfsmatt: Schwarz beginnt und hilft Weiß, ihn mattzusetzen",
        ),
    ),
    (
        "h=",
        Text::new(
            "Helpstalemate: Black begins and helps White to stalemate him",
            "Hilfspatt: Schwarz beginnt und hilft Weiß, ihn pattzusetzen",
        ),
    ),
];

/// What the script says.
pub(super) const SAID: [(&str, Text); 31] = [
    ("white", Text::new("white", "weiß")),
    ("black", Text::new("black", "schwarz")),
    ("K", Text::new("king", "König")),
    ("Q", Text::new("queen", "Dame")),
    ("R", Text::new("rook", "Turm")),
    ("B", Text::new("bishop", "Läufer")),
    ("N", Text::new("knight", "Springer")),
    ("P", Text::new("pawn", "Bauer")),
    ("empty", Text::new("empty", "leer")),
    ("erase", Text::new("erase", "radieren")),
    (
        "illegal",
        Text::new(
            "Illegal: no game leads to this position.",
            "Illegal: Keine Partie führt zu dieser Stellung.",
        ),
    ),
    (
        "legal",
        Text::new(
            "Legal: there is a game that leads to this position.",
            "Legal: Es gibt eine Partie, die zu dieser Stellung führt.",
        ),
    ),
    (
        "open",
        Text::new(
            "Nothing speaks against this position at a glance.",
            "Auf den ersten Blick spricht nichts gegen diese Stellung.",
        ),
    ),
    (
        "unreadable",
        Text::new("This is no problem yet:", "Das ist noch keine Aufgabe:"),
    ),
    (
        "histories",
        Text::new(
            "Looking at the histories",
            "Die Vorgeschichten werden untersucht",
        ),
    ),
    (
        "last-moves",
        Text::new(
            "Looking at the last moves",
            "Die letzten Züge werden untersucht",
        ),
    ),
    ("play", Text::new("Solving", "Es wird gelöst")),
    ("verification", Text::new("Verifying", "Es wird geprüft")),
    ("nodes", Text::new("nodes", "Knoten")),
    (
        "stopped",
        Text::new(
            "Stopped; what was found is below.",
            "Angehalten; was gefunden wurde, steht unten.",
        ),
    ),
    (
        "limit",
        Text::new(
            "Something is still undecided; more time may decide it.",
            "Etwas ist noch unentschieden; mehr Zeit kann es entscheiden.",
        ),
    ),
    ("done", Text::new("Done.", "Fertig.")),
    (
        "gone",
        Text::new(
            "The program does not answer. Is it still running?",
            "Das Programm antwortet nicht. Läuft es noch?",
        ),
    ),
    ("copied", Text::new("Copied.", "Kopiert.")),
    (
        "not-copied",
        Text::new(
            "The browser does not allow copying; the file was saved instead.",
            "Der Browser erlaubt das Kopieren nicht; stattdessen wurde die Datei gespeichert.",
        ),
    ),
    ("saved", Text::new("Saved.", "Gespeichert.")),
    ("recognised", Text::new("Read as", "Gelesen als")),
    (
        "nothing",
        Text::new("no problem found", "keine Aufgabe gefunden"),
    ),
    ("picked", Text::new("picked up", "aufgehoben")),
    ("open-problem", Text::new("Open", "Öffnen")),
    (
        "untouched",
        Text::new(
            "Click the men in the order in which they were touched.",
            "Die Steine in der Reihenfolge anklicken, in der sie berührt wurden.",
        ),
    ),
];

const fn convention_says(convention: Convention) -> (Text, Text) {
    match convention {
        Convention::Codex => (
            Text::new("Codex (the usual rules)", "Codex (die üblichen Regeln)"),
            Text::new(
                "Castling is allowed unless it can be proved that it is not; en passant only if it can be proved that it is.",
                "Die Rochade ist erlaubt, wenn nicht bewiesen werden kann, dass sie es nicht ist; en passant nur, wenn bewiesen werden kann, dass es erlaubt ist.",
            ),
        ),
        Convention::BeruehrtGefuehrt => (
            Text::new("Berührt-Geführt (touch move)", "Berührt-Geführt"),
            Text::new(
                "A doubtful castling or en-passant capture may be tried out. The opponent says what happened before; if the move was illegal it is taken back, and what was touched must move.",
                "Eine zweifelhafte Rochade oder ein zweifelhaftes En passant darf versucht werden. Der Gegner sagt, was vorher geschah; war der Zug illegal, wird er zurückgenommen, und was berührt ist, muss ziehen.",
            ),
        ),
        Convention::Pra => (
            Text::new(
                "Partial retro-analysis (PRA)",
                "Partielle Retroanalyse (PRA)",
            ),
            Text::new(
                "Each combination of rights that may exist is a part with a solution of its own.",
                "Jede mögliche Kombination von Rechten ist ein Teil mit eigener Lösung.",
            ),
        ),
        Convention::RetroStrategy => (
            Text::new("Retro-strategy (RS)", "Retrostrategie (RS)"),
            Text::new(
                "Of castlings that exclude each other, who castles first is right.",
                "Von Rochaden, die sich ausschließen, ist die zuerst ausgeführte erlaubt.",
            ),
        ),
        Convention::APosteriori => (
            Text::new("A posteriori (AP)", "A posteriori (AP)"),
            Text::new(
                "An en-passant capture on credit, proved legal afterwards by a castling.",
                "Ein En passant auf Kredit, das eine spätere Rochade als legal erweist.",
            ),
        ),
        Convention::IllegalMove => (
            Text::new("Illegal last move", "Illegaler letzter Zug"),
            Text::new(
                "The last move was illegal; it is taken back and replaced by a move of the same man.",
                "Der letzte Zug war illegal; er wird zurückgenommen und durch einen Zug desselben Steins ersetzt.",
            ),
        ),
    }
}

/// A fact ready to be added, and how it reads.
const FACTS: [(&str, Text); 8] = [
    (
        "not moved e1",
        Text::new(
            "White has not moved his king",
            "Weiß hat seinen König nicht gezogen",
        ),
    ),
    (
        "not moved e8",
        Text::new(
            "Black has not moved his king",
            "Schwarz hat seinen König nicht gezogen",
        ),
    ),
    (
        "not moved e1 a1 h1",
        Text::new(
            "White may still castle on both sides",
            "Weiß darf noch nach beiden Seiten rochieren",
        ),
    ),
    (
        "not moved e8 a8 h8",
        Text::new(
            "Black may still castle on both sides",
            "Schwarz darf noch nach beiden Seiten rochieren",
        ),
    ),
    (
        "moved e1",
        Text::new("White has moved his king", "Weiß hat seinen König gezogen"),
    ),
    (
        "moved e8",
        Text::new(
            "Black has moved his king",
            "Schwarz hat seinen König gezogen",
        ),
    ),
    (
        "last move P",
        Text::new(
            "The last move was made by a pawn",
            "Der letzte Zug war ein Bauernzug",
        ),
    ),
    (
        "no capture in the last 2 plies",
        Text::new(
            "The last two half-moves captured nothing",
            "Die letzten zwei Halbzüge schlugen nichts",
        ),
    ),
];

/// An option with its words; the first is the default.
fn options() -> [(&'static str, Text, Vec<&'static str>); 6] {
    [
        (
            "history",
            Text::new("What the opponent names", "Was der Gegner nennt"),
            HistoryChoice::ALL.map(HistoryChoice::keyword).to_vec(),
        ),
        (
            "castling",
            Text::new("Castling can be disputed", "Rochade ist bestreitbar"),
            Castling::ALL.map(Castling::keyword).to_vec(),
        ),
        (
            "trials",
            Text::new("Who may try out", "Wer versuchen darf"),
            Trials::ALL.map(Trials::keyword).to_vec(),
        ),
        (
            "ep-touch",
            Text::new("Touched by en passant", "Vom En passant berührt"),
            EpTouch::ALL.map(EpTouch::keyword).to_vec(),
        ),
        (
            "laws",
            Text::new("Touch law", "Berührregel"),
            Laws::ALL.map(Laws::keyword).to_vec(),
        ),
        (
            "strict",
            Text::new(
                "Strict (illegal last move)",
                "Streng (illegaler letzter Zug)",
            ),
            Strictness::ALL.map(Strictness::keyword).to_vec(),
        ),
    ]
}

/// The form.
pub(super) fn form(language: Language) -> Markup {
    let w = |english, german| language.choose(english, german);
    html! {
        section class="question" aria-label=(w("Question", "Frage")) {
            h2 { (w("Ask", "Fragen")) }
            div class="row" {
                label { (w("Stipulation", "Forderung")) " " select id="goal" {
                    @for (sign, text) in &GOALS {
                        option value=(sign) { (sign) "n – " (text.in_language(language)) }
                    }
                } }
                label { (w("in", "in")) " " input id="moves" type="text" inputmode="decimal" size="4" value="2" pattern="[0-9]+(\\.5)?|\\?"; " " (w("moves", "Zügen")) }
                label { input type="checkbox" id="set-play"; " " (w("set play (*)", "Satzspiel (*)")) }
                label { input type="checkbox" id="duplex"; " duplex" }
            }
            div class="row" {
                label { (w("Convention", "Konvention")) " " select id="convention" {
                    @for convention in Convention::ALL {
                        option value=(convention.keyword()) { (convention_says(convention).0.in_language(language)) }
                    }
                } }
            }
            @for convention in Convention::ALL {
                p class="says" data-convention=(convention.keyword()) hidden { (convention_says(convention).1.in_language(language)) }
            }
            div class="row" {
                label { (w("Give it up to", "Höchstens")) " " input id="seconds" type="number" min="1" max="3600" value="20"; " " (w("seconds", "Sekunden")) }
            }
            div class="row asks" role="group" aria-label=(w("Questions", "Fragen")) {
                button type="button" class="chief" data-ask="solve" { (w("Solve", "Lösen")) }
                button type="button" data-ask="histories" { (w("Who may castle? Histories", "Wer darf rochieren? Vorgeschichten")) }
                button type="button" data-ask="last-move" { (w("Last move?", "Letzter Zug?")) }
                button type="button" data-ask="verify" { (w("Verify", "Prüfen")) }
                button type="button" data-ask="shortest" { (w("Shortest game", "Kürzeste Partie")) }
            }
            p id="trouble" class="wrong" role="alert" {}
            (details(language))
            (touch(language))
        }
    }
}

/// What is not always wanted.
fn details(language: Language) -> Markup {
    let w = |english, german| language.choose(english, german);
    html! {
        details id="more" {
            summary { (w("Options, facts, histories, twins, author's solution", "Optionen, Fakten, Vorgeschichten, Zwillinge, Autorlösung")) }
            fieldset {
                legend { (w("Options of the convention", "Optionen der Konvention")) }
                @for (key, text, choices) in options() {
                    label class="line" { (text.in_language(language)) " " select data-option=(key) {
                        @for choice in choices { option value=(choice) { (choice) } }
                    } }
                }
            }
            label class="line" for="facts" { (w("Facts about the past, a line each", "Fakten über die Vergangenheit, je eine Zeile")) }
            textarea id="facts" rows="2" spellcheck="false" {}
            label class="line" { (w("Add:", "Hinzufügen:")) " " select id="add-fact" {
                option value="" { "–" }
                @for (fact, text) in &FACTS { option value=(fact) { (text.in_language(language)) } }
            } }
            label class="line" { (w("Histories", "Vorgeschichten")) " " select id="worlds-kind" {
                option value="" { (w("are worked out", "werden erschlossen")) }
                option value="given" { (w("are given: these and no others", "sind gegeben: diese und keine anderen")) }
                option value="claim" { (w("are claimed by the author, to be checked", "behauptet der Autor, zu prüfen")) }
            } }
            label class="line" for="worlds" { (w("A line each, rights and e.p. square: Kq d6, k -, - -", "Je eine Zeile, Rechte und e.p.-Feld: Kq d6, k -, - -")) }
            textarea id="worlds" rows="2" spellcheck="false" {}
            label class="line" for="twins" { (w("Twins, a line each: b) move e4 g8", "Zwillinge, je eine Zeile: b) move e4 g8")) }
            textarea id="twins" rows="2" spellcheck="false" {}
            label class="line" for="solution" { (w("The author's solution, to verify", "Die Autorlösung, zum Prüfen")) }
            textarea id="solution" rows="4" spellcheck="false" {}
            label class="line" { (w("Author", "Autor")) " " input id="author" type="text" autocomplete="off"; }
            label class="line" { (w("Source", "Quelle")) " " input id="source" type="text" autocomplete="off"; }
        }
    }
}

/// The touch question.
fn touch(language: Language) -> Markup {
    let w = |english, german| language.choose(english, german);
    html! {
        details id="touch" {
            summary { (w("Touched: what must be moved?", "Berührt: Was muss ziehen?")) }
            p class="says" { (w(
                "While this is open, a click on the board touches a man. Here the castling rights and the e.p. square are believed.",
                "Solange dies offen ist, berührt ein Klick auf dem Brett einen Stein. Rochaderechte und e.p.-Feld werden hier geglaubt.",
            )) }
            p class="tools" {
                @for right in ["K", "Q", "k", "q"] {
                    label { input type="checkbox" data-right=(right); " " (right_name(right, language)) }
                }
                label { "e.p. " input id="touch-ep" type="text" size="3" maxlength="2" autocomplete="off"; }
            }
            label class="line" { (w("Touched, in this order", "Berührt, in dieser Reihenfolge")) " " input id="touched" type="text" spellcheck="false" autocomplete="off"; }
            p class="tools" {
                label { (w("Touch law", "Berührregel")) " " select id="touch-laws" {
                    @for laws in Laws::ALL { option value=(laws.keyword()) { (laws.keyword()) } }
                } }
                button type="button" id="untouch" { (w("Begin anew", "Von vorn")) }
            }
            p id="duty" role="status" {}
        }
    }
}

fn right_name(right: &str, language: Language) -> &'static str {
    match right {
        "K" => language.choose("White O-O", "Weiß 0-0"),
        "Q" => language.choose("White O-O-O", "Weiß 0-0-0"),
        "k" => language.choose("Black O-O", "Schwarz 0-0"),
        _ => language.choose("Black O-O-O", "Schwarz 0-0-0"),
    }
}
