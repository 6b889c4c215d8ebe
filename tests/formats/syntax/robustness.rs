//! No input panics, and time and memory stay within bounds.

use beruehrt::notation::Language;
use beruehrt::syntax::{self, MAX_DIAGNOSTICS, Paint};
use proptest::prelude::*;

/// Parses and renders everything that is said; panics only if the library does.
fn swallow(source: &str) {
    let parsed = syntax::parse(source);
    assert!(parsed.diagnostics.len() <= MAX_DIAGNOSTICS);
    for diagnostic in &parsed.diagnostics {
        for paint in [Paint::Plain, Paint::Styled] {
            for language in [Language::English, Language::German] {
                let shown = syntax::render(diagnostic, source, "noise.bg", language, paint);
                assert!(!shown.is_empty());
            }
        }
        for label in &diagnostic.labels {
            assert!(source.get(label.range.clone()).is_some(), "{diagnostic:?}");
        }
    }
    for problem in parsed.problems() {
        let _ = syntax::print(problem);
    }
    let _ = syntax::parse_diagram(source);
}

/// Pieces of real files, so that noise gets deep into the grammar.
fn fragment() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "fen: ",
        "4k3/8/8/8/8/8/8/4K2R w",
        "white: ",
        "Ke1 Rh1",
        "schwarz: ",
        "Ke8",
        "letters: de",
        "stipulation: ",
        "#2",
        "h#2.5*",
        "s#?",
        "=",
        "turn: ",
        "black",
        "convention: bg",
        "options: ",
        "history=fixed",
        "castling = open",
        "histories: given\n",
        "  K -\n",
        "  - d6\n",
        "facts:\n",
        "  last move white ",
        "O-O",
        "exd6",
        "  moved e1, h1\n",
        "  no capture in the last 4 plies\n",
        "twins:\n",
        "  b) ",
        "move e1 e2",
        "; ",
        "exchange e1 e8",
        "remove h1",
        "add white ",
        "Pa2b2",
        "from a)",
        "zero",
        "  a) zero\n",
        "solution: 1.Ke2!\n",
        "\n",
        "---\n",
        "# comment\n",
        "  ",
        "\r\n",
        "e4",
        "K",
        ")",
        "(",
        "{",
        "-",
        "\u{FEFF}",
        "\u{0}",
        "\u{1b}[31m",
        "\u{202E}",
        "ü",
        "\t",
    ])
    .prop_map(str::to_owned);
    prop_oneof![4 => known, 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = syntax::decode(&bytes);
        swallow(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn torn_files_do_not_panic(parts in prop::collection::vec(fragment(), 0..25)) {
        swallow(&parts.concat());
    }
}

#[test]
fn invalid_utf8_is_shown_where_it_is() {
    let bytes = b"author: J\xE4ger\nfen: x\n";
    let diagnostic = syntax::decode(bytes).unwrap_err();
    let lossy = String::from_utf8_lossy(bytes);
    let shown = syntax::render(
        &diagnostic,
        &lossy,
        "old.bg",
        Language::English,
        Paint::Plain,
    );
    assert!(shown.contains("old.bg:1:10"), "{shown}");
    assert!(shown.contains("Latin-1"), "{shown}");
}

#[test]
fn very_long_lines_deep_nesting_and_many_errors_stay_small() {
    let long = "x".repeat(3 << 20);
    let nested = "(".repeat(1 << 20);
    for source in [
        long.clone(),
        format!("fen: {long}"),
        format!("fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: {long}"),
        format!("fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: #2\nsolution: {nested}"),
        format!(
            "fen: 4k3/8/8/8/8/8/8/4K3 w\ntwins:\n  b) {}",
            "move e1 e2; ".repeat(100_000)
        ),
        format!("white: {}\nblack: Ke8", "Ke1 ".repeat(200_000)),
        "junk\n".repeat(300_000),
        "---\n".repeat(300_000),
        "fen: 8/8\n---\n".repeat(100_000),
        format!("options: {}", "a=b ".repeat(100_000)),
        format!("histories: {}", "K - ".repeat(100_000)),
        format!("{}: x", "n".repeat(1 << 20)),
    ] {
        let parsed = syntax::parse(&source);
        assert!(parsed.diagnostics.len() <= MAX_DIAGNOSTICS);
        for diagnostic in &parsed.diagnostics {
            let shown = syntax::render(
                diagnostic,
                &source,
                "big.bg",
                Language::English,
                Paint::Plain,
            );
            assert!(shown.len() < 100_000, "{}", shown.len());
        }
    }
}

/// `cargo test --release --test formats -- --ignored --nocapture hundred`
#[test]
#[ignore = "needs some hundred megabytes of memory"]
fn a_hundred_megabytes_take_linear_time() {
    let one = "author: A\nfen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: #2\nsolution: 1. Kd2\n---\n";
    for source in [
        one.repeat(100_000_000 / one.len()),
        "noise ".repeat(100_000_000 / 6),
        "ä\n".repeat(33_000_000),
    ] {
        let time = |source: &str| {
            let start = std::time::Instant::now();
            let entries = syntax::parse(source).entries.len();
            (start.elapsed(), entries)
        };
        let (tenth, _) = time(&source[..source.floor_char_boundary(source.len() / 10)]);
        let (whole, entries) = time(&source);
        assert!(
            whole < tenth * 30,
            "{tenth:?}, then {whole:?} for {entries} entries"
        );
    }
}
