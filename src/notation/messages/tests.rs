use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::*;

/// How many forms words have for numbers, in each language alike.
const FORMS: usize = 2;

/// The names of the values in a wording, and whether each choice has a form for every number.
fn values_of(wording: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest = wording;
    while let Some(open) = rest.find('{') {
        let inside = &rest[open + 1..];
        let close = closing(inside);
        assert!(close < inside.len(), "{wording}: a brace is left open");
        let parts = forms(&inside[..close]);
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(parts[0].chars().all(is_name), "{wording}: {}", parts[0]);
        assert!(
            parts.len() == 1 || parts.len() == 1 + FORMS,
            "{wording}: {} forms",
            parts.len() - 1
        );
        names.insert(parts[0].to_owned());
        for form in &parts[1..] {
            names.extend(values_of(form));
        }
        rest = &inside[close + 1..];
    }
    assert!(!rest.contains('}'), "{wording}: a brace too many");
    names
}

#[test]
fn every_message_has_the_same_values_in_every_language() {
    for &message in Message::ALL {
        let english = values_of(message.wording(Language::English));
        for language in Language::ALL {
            let wording = message.wording(language);
            let values = values_of(wording);
            assert_eq!(values, english, "{message:?} in {language:?}: {wording}");
        }
    }
}

/// The text of every source file but the catalogue.
fn sources(folder: &Path, into: &mut Vec<String>) {
    let mut entries: Vec<PathBuf> = (fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path()))
    .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if !path.ends_with("notation/messages") {
                sources(&path, into);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_message_is_said_somewhere() {
    let mut texts = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut texts,
    );
    let said: BTreeSet<&str> = (texts.iter())
        .flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect();
    let unused: Vec<String> = (Message::ALL.iter())
        .map(|message| format!("{message:?}"))
        .filter(|name| !said.contains(name.as_str()))
        .collect();
    assert!(unused.is_empty(), "never said: {unused:?}");
}

#[test]
fn values_are_filled_in_and_numbers_choose_a_form() {
    let wording = "{count|one move|{count} moves} of {man}";
    let values = |count: &str| [("man", Text::same("Ke1")), ("count", Text::same(count))];
    let said = |count, language| fill(wording, &values(count), language);
    assert_eq!(said("1", Language::English), "one move of Ke1");
    assert_eq!(said("0", Language::English), "0 moves of Ke1");
    assert_eq!(said("2", Language::French), "2 moves of Ke1");
    assert_eq!(said("0", Language::French), "one move of Ke1");
}

#[test]
fn a_value_that_looks_like_a_message_is_left_as_it_is() {
    let values = [("name", Text::same("{name}{x|y|z}"))];
    assert_eq!(
        fill("<{name}>", &values, Language::English),
        "<{name}{x|y|z}>"
    );
}

#[test]
fn french_stands_off_its_high_signs() {
    for &message in Message::ALL {
        let wording = message.wording(Language::French);
        for sign in [" :", " ;", " ?", " !", "« ", " »"] {
            assert!(
                !wording.contains(sign),
                "{message:?}: a no-break space belongs to `{sign}` in {wording}"
            );
        }
    }
}

/// The words of French problemists, as the Codex and the journals have them.
#[test]
fn french_speaks_as_its_problemists_do() {
    for (message, word) in [
        (Message::KeyHead, "Clef"),
        (Message::SetPlayHead, "Jeu apparent"),
        (Message::GoalSelfmate, "Mat inverse"),
        (Message::GoalHelpmate, "Mat aidé"),
        (Message::CookSolves, "démolition"),
        (Message::TryRefuted, "essai"),
        (Message::TriesRefutedBy, "réfutés"),
        (Message::ModelMate, "mat modèle"),
    ] {
        let said = message.wording(Language::French);
        assert!(said.contains(word), "{message:?}: {said}");
    }
}
