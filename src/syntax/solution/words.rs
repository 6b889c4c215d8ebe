//! The words of published solutions, in the languages of the journals.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::written::WrittenOutcome;
use crate::notation::Language;
use crate::say;
use crate::syntax::keyword::folded;

/// What a word says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// What follows is threatened.
    Threat,
    /// Nothing is: the move before leads to zugzwang.
    Zugzwang,
    /// What follows refutes.
    But,
    /// Any other move.
    Any,
    /// Another of the same kind follows, if a move does.
    Or,
    /// Set play follows, if a move of it does.
    Set,
    /// The play behind the key follows again.
    Actual,
    /// A heading, or a word that changes nothing.
    Nothing,
}

/// Every word with what it says; folded, so without umlauts and accents, and without the full stop of an abbreviation.
const WORDS: [(Said, &str); 8] = [
    (
        Said::Threat,
        "threat threats threatens threatening thr drohung drohungen droht drohend dr menace menaces menacant \
         men minaccia minacciando amenaza amenazas amenazando hrozi grozi угроза угрозои > =>",
    ),
    (
        Said::Zugzwang,
        "zugzwang zugzw zz zw zug blocus block waiting waiter attente bloqueo цугцванг ⊙ ☉ ◎",
    ),
    (
        Said::But,
        "but aber mais doch jedoch scheitert scheitert-an refuted refute widerlegt widerlegung \
         ma pero ale но",
    ),
    (
        Said::Any,
        "any else elsewhere otherwise sonst beliebig bel ad-lib lib libitum random other others autre autres \
         sinon andere anders altro otra любои",
    ),
    (Said::Or, "or oder bzw ou and und u et o oppure или и &"),
    (
        Said::Set,
        "set sets set-play setplay satz satzspiel apparent aparente apparente zdanliva j.a ja",
    ),
    (Said::Actual, "actual reel reelle post-key"),
    (
        Said::Nothing,
        "play jeu juego giuoco gioco hra try tries virtual verfuehrung \
         verfuehrungen probespiel essai essais solution solutions loesung loesungen key keys schluessel cle \
         cles clef clefs move moves zuege coup main plan hauptplan vorplan mate mates matt mat matto мат \
         chiave clave soluzione solucion riesenie reseni rozwiazanie defensas nullstellung \
         pat patt stalemate ch dis then dann puis by an etc usw duplex diagram diagramm diagramme dual short \
         ad last dernier sound cooked if wenn falls si follows folgt e.p ep i.p \
         an auf durch par nach after because wegen worauf alors selfblock selfblocks unpin unpins allows forces \
         intention author's author’s autorloesung autor spiel решение »",
    ),
];

/// What `word` says; nothing if it is none of them.
pub(super) fn said(word: &str) -> Option<Said> {
    let folded = folded(word.trim_matches(['.', ':', '"', '\'', '„', '“', '”', '…']));
    let folded: String = folded.nfd().filter(|&c| !is_combining_mark(c)).collect();
    if folded.is_empty() {
        return Some(Said::Nothing);
    }
    WORDS
        .iter()
        .find(|(_, words)| words.split(' ').any(|word| word == folded))
        .map(|&(said, _)| said)
}

/// The words that are long enough to be recognised where they are nearly written.
pub(super) fn long() -> impl Iterator<Item = &'static str> {
    let all = WORDS.iter().flat_map(|(_, words)| words.split(' '));
    all.filter(|word| word.len() > 5)
}
/// What a ruling is called, in any language.
pub(super) fn outcome(text: &str) -> Option<WrittenOutcome> {
    let said = folded(text.trim());
    for language in Language::ALL {
        // What `solve` prints.
        if said == folded(say!(language, Stands)) {
            return Some(WrittenOutcome::Stands);
        }
        if said == folded(say!(language, TakenBack)) {
            return Some(WrittenOutcome::TakenBack);
        }
    }
    match said.as_str() {
        "steht" => Some(WrittenOutcome::Stands),
        "zurueck" | "zurueckgezogen" | "zurueckgenommen" => Some(WrittenOutcome::TakenBack),
        _ => None,
    }
}
