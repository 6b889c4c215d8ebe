//! Every class of error as a reader sees it.

use std::fmt::Write as _;

use beruehrt::notation::{Language, Letters};
use beruehrt::syntax::{self, Diagnostic, Paint};

const OK: &str = "fen: 4k2r/8/8/8/8/8/4P3/4K2R w\nstipulation: #2\n";

/// What each file is about, and the file.
fn cases() -> Vec<(&'static str, String)> {
    let with = |more: &str| format!("{OK}{more}\n");
    let fen = |value: &str| format!("fen: {value}\nstipulation: #2\n");
    let stipulation = |value: &str| format!("fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: {value}\n");
    let pieces =
        |white: &str, more: &str| format!("white: {white}\nblack: Ke8\nstipulation: #2\n{more}");
    vec![
        ("unknown field", with("atuhor: Loyd")),
        ("unknown field, nothing near", with("gardez: la reine")),
        ("no colon", with("author Loyd")),
        ("not indented", with("solution:\n1. Kd2!")),
        ("comment without blank", with("#2 is asked")),
        ("indented before any field", format!("  lost\n{OK}")),
        ("long separator", format!("{OK}-----\n{OK}")),
        ("field twice", with("stipulation: #3")),
        ("empty field", with("convention:")),
        ("field of one line", with("convention: bg\n  pra")),
        (
            "unknown field, another word for one",
            with("Diagramm: 4k3/8/8/8/8/8/8/4K3"),
        ),
        ("stipulation in words", stipulation("Matt in 0 Zügen")),
        ("duplex among the options", with("options: duplex")),
        ("duplex without play", stipulation("histories duplex")),
        (
            "duplex, the last move of all",
            format!("{}facts: last move K\n", stipulation("#2 duplex")),
        ),
        (
            "duplex, in check with the other side to begin",
            "fen: 4k3/8/8/8/8/8/8/4K2q w\nstipulation: #2 duplex\nhistories: - -\n".to_owned(),
        ),
        (
            "solution of a half that is none",
            with("solution:\n  a-duplex) 1. Kd2!\ntwins: b) turn black"),
        ),
        (
            "twin: German command, misspelt",
            with("twins: b) verstze e2 e3"),
        ),
        (
            "no position",
            "author: Nobody\nstipulation: #2\n".to_owned(),
        ),
        ("two positions", with("white: Ke1\nblack: Ke8")),
        ("one side only", "white: Ke1\nstipulation: #2\n".to_owned()),
        ("no stipulation", "fen: 4k3/8/8/8/8/8/8/4K3 w\n".to_owned()),
        ("a question", stipulation("Which side has just moved?")),
        ("stipulation: study", stipulation("White to play and win")),
        (
            "stipulation: several proof games",
            stipulation("pg 7.0, 3 solutions"),
        ),
        ("two conventions", stipulation("#2 (AP)\nconvention: pra")),
        (
            "a convention of a retractor",
            stipulation("-1b & #1\nconvention: rs"),
        ),
        ("the side to move of a retractor", stipulation("-1w & #1")),
        ("twin: another man", with("twins: b) wRe2>e3")),
        ("twin: two squares", with("twins: b) Bauer e2 e3")),
        ("twin: one square", with("twins: b) weg e2")),
        ("fen: German letter", fen("4k2t/8/8/8/8/8/8/4K3 w")),
        ("fen: long rank", fen("4k2r/8/8/8/9/8/8/4K3 w")),
        ("fen: nine squares", fen("4k2r/8/8/8/ppppppppp/8/8/4K3 w")),
        ("fen: short rank", fen("4k2r/8/7/8/8/8/8/4K3 w")),
        ("fen: seven ranks", fen("4k2r/8/8/8/8/8/4K3 w")),
        ("fen: nine ranks", fen("4k2r/8/8/8/8/8/8/4K3/8 w")),
        ("fen: two numbers", fen("4k2r/8/8/44/8/8/8/4K3 w")),
        ("fen: side", fen("4k2r/8/8/8/8/8/8/4K3 s")),
        ("fen: castling", fen("4k2r/8/8/8/8/8/8/4K3 w K+q - 0 1")),
        ("fen: target", fen("4k2r/8/8/8/8/8/8/4K3 w - e9 0 1")),
        ("fen: counter", fen("4k2r/8/8/8/8/8/8/4K3 w - - x 1")),
        ("fen: more", fen("4k2r/8/8/8/8/8/8/4K3 w - - 0 1 2")),
        ("list: German letters undeclared", pieces("Ke1 Dd1 Bh2", "")),
        ("list: no letter", pieces("Ke1 e4", "")),
        ("list: lower case", pieces("ke1", "")),
        ("list: square", pieces("Ke9", "")),
        ("list: square missing", pieces("Ke1 Q", "")),
        ("list: square taken", pieces("Ke1 Qe8", "")),
        ("men", with("men: five+three")),
        ("letters", pieces("Ke1", "letters: russian\n")),
        ("turn", pieces("Ke1", "turn: wihte\n")),
        ("turn against FEN", with("turn: black")),
        ("stipulation: no number", stipulation("#")),
        ("stipulation: zero", stipulation("#0")),
        ("stipulation: half", stipulation("#2.5")),
        (
            "stipulation: numbers of solutions",
            stipulation("h#2 2.1.1"),
        ),
        ("stipulation: series", stipulation("ser-h#5")),
        ("stipulation: retractor", stipulation("-3 (VRZ Proca)")),
        ("stipulation: double stalemate", stipulation("==3")),
        ("stipulation: too long", stipulation("#5000")),
        ("stipulation: rest", stipulation("#2 vv")),
        ("convention, misspelt", with("convention: Berührt-Gefürt")),
        ("convention misspelt", with("convention: rsa")),
        ("option key", with("options: histroy=fixed")),
        (
            "option value",
            with("options: laws=fide-2017 castling=opne"),
        ),
        ("option twice", with("options: laws=club laws=club")),
        ("option without value", with("options: castling")),
        ("world: rights", with("histories:\n  KX -")),
        ("world: target", with("histories:\n  K z9")),
        ("world: half", with("histories:\n  K")),
        ("world: not at home", with("histories:\n  Kq -")),
        (
            "world: impossible target",
            with("histories:\n  K d6\n  K e3"),
        ),
        (
            "world: dead target",
            "fen: 4k3/8/8/K1Pp3r/8/8/8/8 w\nstipulation: #2\nhistories:\n  - d6\n".to_owned(),
        ),
        ("no worlds", with("histories: claim")),
        (
            "given for an illegal diagram",
            "fen: 4k3/8/8/8/8/8/8/4R3 w\nstipulation: #2\nhistories:\n  - -\n".to_owned(),
        ),
        (
            "given with a side in check",
            "fen: 4k3/8/8/8/8/8/8/K3R3 w\nstipulation: #2\nhistories:\n  - -\n".to_owned(),
        ),
        ("fact", with("facts:\n  the king moved")),
        ("fact: move", with("facts:\n  last move white Xe4")),
        (
            "fact: half a square",
            with("facts:\n  last move white Nbd2"),
        ),
        ("fact: e.p.", with("facts: last move white exd6 e.p.")),
        ("fact: pawn", with("facts: last move white xd6")),
        ("fact: promotion", with("facts: last move white e8")),
        ("fact: empty square", with("facts: moved e1, d4")),
        ("twin: label", with("twins: move e2 e3")),
        ("twin: command", with("twins:\n  b) mvoe e2 e3")),
        (
            "twin: foreign command",
            with("twins:\n  b) rotate 90\n  c) continued move e2 e3"),
        ),
        ("twin: empty square", with("twins:\n  b) move e3 e4")),
        ("twin: taken square", with("twins:\n  b) move e2 h1")),
        ("twin: square missing", with("twins:\n  b) move e2")),
        ("twin: add without side", with("twins:\n  b) add Pe4")),
        ("twin: add nothing", with("twins:\n  b) add white")),
        (
            "twin: twice",
            with("twins:\n  b) move e2 e3\n  b) move e2 e4"),
        ),
        ("twin: a without zero", with("twins:\n  a) move e2 e3")),
        (
            "twin: from",
            with("twins:\n  b) from c)\n  c) move e2 e4; from b)"),
        ),
        ("twin: zero elsewhere", with("twins:\n  b) zero")),
        ("twin: zero alone", with("twins:\n  a) zero")),
        ("twins: none", with("twins:")),
        (
            "twin: inherited world",
            with("histories:\n  k -\ntwins:\n  b) move e8 d8"),
        ),
        (
            "solution of no twin",
            with("twins:\n  b) move e2 e3\nsolution:\n  a) 1.e3\n  c) 1.e4"),
        ),
        (
            "solution twice",
            with("twins:\n  b) move e2 e3\nsolution:\n  a) 1.e3\n  a) 1.e4"),
        ),
        (
            "solution without label",
            with("twins:\n  b) move e2 e3\nsolution:\n  1.e3"),
        ),
        ("fen: a list of men", fen("Kg6 Ra1 - Kg8")),
        ("men without field", with("Kg6 Ta1 - Kg8")),
        ("stipulation without field", with("#1")),
        ("stipulation without field, help play", with("h#2.5")),
        ("stipulation: length first", stipulation("2#")),
        (
            "fen: help play that White begins",
            "fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: h#2\n".to_owned(),
        ),
        (
            "twins that change nothing",
            with("twins:\n  b)\n  c) exchange e1 e1\n  d) move e2 e2"),
        ),
        ("control characters", with("\u{1b}[31mred\u{202E}: \u{7}")),
    ]
}

/// The classes in the order of the source; a new one needs a case above.
const CODES: [&str; 60] = [
    "unknown-field",
    "not-a-field",
    "stray-line",
    "separator",
    "duplicate-field",
    "empty-field",
    "long-field",
    "no-position",
    "two-positions",
    "no-stipulation",
    "unread-stipulation",
    "fen-men",
    "fen-letter",
    "fen-squares",
    "fen-ranks",
    "fen-side",
    "fen-castling",
    "fen-target",
    "fen-counter",
    "unexpected",
    "incomplete",
    "piece-letter",
    "square-taken",
    "unknown-letters",
    "men",
    "unknown-side",
    "turn-conflict",
    "unusual-turn",
    "solution-numbers",
    "stipulation",
    "unknown-convention",
    "unknown-option",
    "unknown-option-value",
    "duplicate-option",
    "world-rights",
    "world-target",
    "world-not-at-home",
    "world-target-impossible",
    "world-target-dead",
    "no-worlds",
    "given-but-illegal",
    "fact",
    "fact-move",
    "fact-square",
    "twin-label",
    "unknown-command",
    "foreign-command",
    "twin-man",
    "twin-empty-square",
    "twin-taken-square",
    "duplicate-twin",
    "twin-from",
    "zero-position",
    "no-twins",
    "twin-unchanged",
    "duplex-option",
    "duplex-fact",
    "two-conventions",
    "convention-unused",
    "retractor-turn",
];

/// What is said of every case in `language`, and the classes it belongs to.
fn shown(language: Language) -> (String, Vec<&'static str>) {
    let mut shown = String::new();
    let mut seen = Vec::new();
    for (what, source) in cases() {
        let parsed = syntax::parse(&source);
        assert!(!parsed.diagnostics.is_empty(), "{what}: nothing said");
        let _ = writeln!(shown, "=== {what}");
        for diagnostic in &parsed.diagnostics {
            seen.push(diagnostic.code);
            let text = syntax::render(diagnostic, &source, "p.bg", language, Paint::Plain);
            let _ = writeln!(shown, "{text}");
        }
    }
    (shown, seen)
}

#[test]
fn every_class_of_error_is_shown() {
    let (shown, seen) = shown(Language::English);
    for code in CODES {
        assert!(seen.contains(&code), "no case for {code}");
    }
    for code in seen {
        assert!(
            CODES.contains(&code) || code == "solution-label",
            "{code} is not listed"
        );
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn every_class_of_error_is_shown_in_german() {
    insta::assert_snapshot!(shown(Language::German).0);
}

/// Texts of a published solution, none of which is understood.
const SOLUTIONS: [&str; 13] = [
    "1. Xd8",
    "1. Zz9",
    "1. Kd2 a6 why not",
    "1. Kd2 thraet 2. Kd3",
    "1. clearly",
    "1. Kd2 5. Kd4",
    "3. Kd2",
    "[stands: k g6] 1. Ke2",
    "1. Ke2 [falls: k g6]",
    "1. Ke2 [stands: x]",
    "1. Ke2 {open",
    "1. Ke2 [open",
    "1. Ke2 ) 1... Kd7",
];

/// Files in encodings that are not read.
const FILES: [&[u8]; 4] = [
    b"author: J\xE4ger\n",
    b"author: J\x84ger\n",
    b"\xFF\xFEf\0e\0n\0",
    b"author: \xC3\n",
];

fn solutions_and_files(language: Language) -> String {
    let mut shown = String::new();
    let mut show = |diagnostic: &Diagnostic, source: &str| {
        let text = syntax::render(diagnostic, source, "p.bg", language, Paint::Plain);
        let _ = writeln!(shown, "{text}");
    };
    for text in SOLUTIONS {
        for diagnostic in &syntax::read_solution(text, Letters::English).unread {
            show(diagnostic, text);
        }
    }
    for bytes in FILES {
        let source = String::from_utf8_lossy(bytes);
        show(&syntax::decode(bytes).unwrap_err(), &source);
    }
    // A line too long to be shown.
    let long = format!("{OK}options: {}=no\n", "x".repeat(9000));
    let parsed = syntax::parse(&long);
    show(&parsed.diagnostics[0], &long);
    shown
}

#[test]
fn errors_in_solutions_and_encodings_are_shown() {
    insta::assert_snapshot!(solutions_and_files(Language::English));
}

#[test]
fn errors_in_solutions_and_encodings_are_shown_in_german() {
    insta::assert_snapshot!(solutions_and_files(Language::German));
}

/// A text that is the same in both languages has been forgotten.
#[test]
fn no_text_is_the_same_in_both_languages() {
    let told = |diagnostic: &Diagnostic| {
        let labels = diagnostic.labels.iter().map(|label| &label.text);
        let texts = labels.chain(&diagnostic.help).chain([&diagnostic.message]);
        for text in texts {
            assert_ne!(text.english(), text.in_language(Language::German));
            // What was typed is quoted alike.
            assert_eq!(
                text.english().matches('`').count() % 2,
                text.in_language(Language::German).matches('`').count() % 2,
                "{text:?}"
            );
        }
    };
    for (_, source) in cases() {
        syntax::parse(&source).diagnostics.iter().for_each(told);
    }
    for text in SOLUTIONS {
        let errors = syntax::read_solution(text, Letters::English).unread;
        errors.iter().for_each(told);
    }
    for bytes in FILES {
        told(&syntax::decode(bytes).unwrap_err());
    }
}

/// Records are for machines: whatever the reader's language, they are in English.
#[test]
fn a_diagnostic_is_serialised_in_english() {
    let parsed = syntax::parse("fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: #0\n");
    let value = serde_json::to_value(&parsed.diagnostics[0]).unwrap();
    assert_eq!(value["code"], "stipulation");
    assert_eq!(value["message"], "a stipulation of no moves");
    assert_eq!(value["labels"][0]["text"], "expected at least one");
}
