//! What `solve` prints, put into the field `solution` as it stands, verifies: every line is read, nothing is called a cook,
//! and nothing unsound that has a solution.

use std::path::{Path, PathBuf};

use crate::support::Folder;

/// Limits that end early and the same on every machine.
const LIMITS: [&str; 4] = ["--nodes", "30000", "--retro-nodes", "300"];

/// What `solve` prints of each twin below its diagram and histories, up to what it cost.
fn solutions(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if !line.starts_with("       a b c d e f g h") {
            continue;
        }
        // The heading stands above the eight ranks, on one or two lines.
        let heading = lines[..at - 8]
            .iter()
            .rev()
            .take_while(|line| !line.is_empty());
        let label = heading
            .filter_map(|line| line.split_once(") ").map(|(label, _)| label))
            .find(|label| label.len() <= 8 && !label.contains(' '))
            .unwrap_or("a");
        let mut body = Vec::new();
        let mut in_histories = false;
        for line in &lines[at + 1..] {
            // A proof game is followed by the next problem.
            let over = line.is_empty() && is_game(&body);
            if over
                || line.starts_with('(')
                    && ([" nodes, ", " Knoten, ", " nœuds, "]
                        .iter()
                        .any(|word| line.contains(word)))
            {
                break;
            }
            in_histories = line.starts_with("Histories")
                || line.starts_with("Vorgeschichten")
                || line.starts_with("Histoires")
                || in_histories && line.starts_with(' ');
            if !in_histories {
                body.push(format!("     {line}\n"));
            }
        }
        found.push((label.to_owned(), body.concat()));
    }
    found
}

/// Whether a proof game was printed.
fn is_game(body: &[String]) -> bool {
    body.first().is_some_and(|line| {
        ["leads to the diagram", "zum Diagramm", "mène au diagramme"]
            .iter()
            .any(|words| line.contains(words))
    })
}

/// The file without the author's solution.
fn unsolved(source: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in source.lines() {
        let goes_on = line.is_empty() || line.starts_with([' ', '\t']);
        inside = line.starts_with("solution:") || inside && goes_on;
        if !inside {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Complaints of `verify` about the text that `solve` prints of this file.
fn complaints(folder: &Folder, source: &str, language: &str) -> Vec<String> {
    let plain = unsolved(source);
    folder.write("plain.bg", &plain);
    let run = |arguments: &[&str]| folder.run(&[arguments, &LIMITS].concat());
    let printed = run(&["solve", "plain.bg", "--lang", language]).stdout();
    let twins = solutions(&printed);
    assert!(!twins.is_empty(), "{printed}");
    let mut pasted = format!("{plain}solution:\n");
    for (label, body) in &twins {
        if twins.len() > 1 {
            pasted.push_str("  ");
            pasted.push_str(label);
            pasted.push_str(")\n");
        }
        pasted += body;
    }
    folder.write("pasted.bg", &pasted);
    let verified = run(&["verify", "pasted.bg", "--no-economy", "--format", "jsonl"]);
    let mut told = Vec::new();
    for object in verified.objects() {
        if object["error"].is_string() {
            told.push(object["error"].to_string());
        }
        for finding in object["findings"].as_array().into_iter().flatten() {
            let kind = finding["kind"].as_str().unwrap();
            let text_fault = ["unreadable", "line", "cook", "perhaps-published"].contains(&kind);
            // That there is no solution is the problem's fault and no fault of the text.
            let of_text = finding["severity"] == "error" && kind != "no-solution";
            if text_fault || of_text {
                told.push(format!("{kind}: {}", finding["text"]));
            }
        }
    }
    if told.is_empty() {
        return told;
    }
    told.push(pasted);
    told
}

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("problems")
        .join(folder);
    let entries = std::fs::read_dir(root).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_shipped_solution_verifies_as_it_is_printed() {
    let folder = Folder::new();
    for kind in ["originals", "published", "tour"] {
        for path in files(kind) {
            let source = std::fs::read_to_string(&path).unwrap();
            let played = !source.contains("stipulation: histories")
                && !source.contains("stipulation: last-move");
            if !played {
                continue;
            }
            let languages = match kind {
                "published" => &["en"][..],
                _ => &["en", "de", "fr"],
            };
            for (language, problem) in languages.iter().flat_map(|language| {
                source
                    .split("\n---\n")
                    .map(move |problem| (language, problem))
            }) {
                let told = complaints(&folder, &format!("{problem}\n"), language);
                assert!(
                    told.is_empty(),
                    "{} ({language}): {told:#?}",
                    path.display()
                );
            }
        }
    }
}

/// Positions of every kind of play: twins, duplex, set play, half a move at the beginning.
#[test]
fn every_kind_of_solution_verifies_as_it_is_printed() {
    let folder = Folder::new();
    let given = "histories: given\n  - -\n";
    for (fen, stipulation, twins) in [
        // The case of a h#2.5 with four solutions (../shared/cases/reading).
        ("3b1q2/1r5p/K3k2r/n3B2p/4BP2/3P4/4R3/8 w", "h#2.5", ""),
        (
            "8/8/8/2p5/8/1k6/7R/1K6 w",
            "h#1.5",
            "twins:\n  b) move c5 c4\n",
        ),
        (
            "7k/5K2/8/6R1/8/8/8/r7 w",
            "h#1.5 duplex",
            "twins:\n  b) move a1 b1\n",
        ),
        ("7k/5K2/8/6R1/8/8/8/r7 b", "h#1 duplex", ""),
        // T. R. Dawson, Pittsburgh Sun 1921.
        ("8/1N6/8/8/1nk1K3/2b5/P7/1N6 b", "h#2*", ""),
        (
            "k2K4/P5pP/8/8/8/8/8/6B1 w",
            "#2",
            "twins:\n  b) move g7 f7\n",
        ),
        ("k2K4/P5pP/8/8/8/8/8/6B1 w", "#2*", ""),
        ("6k1/R4ppp/8/8/8/1P6/1r3PPP/6K1 w", "#1 duplex", ""),
        // T. R. Dawson, Pittsburgh Sun 1914.
        ("8/8/8/7p/2N3nK/1pR1p3/1R4N1/3k4 w", "#2*", ""),
        // E. Baird, The British Chess Magazine 1902.
        ("4N3/3B1P2/p6p/R2bk1pq/6P1/3pK3/1n1P1P2/B3N3 w", "s#2", ""),
        // T. R. Dawson, Fata Morgana 1922.
        (
            "1R5b/qPP4P/4Qp1K/p4p1P/P1N2k2/1Np1R1rP/2P1P2B/8 w",
            "s#2*",
            "",
        ),
        // T. R. Dawson, British Chess Federation 15th Tourney.
        ("8/p3k3/7p/4pK2/8/1p6/q3N1p1/7b w", "r#2", ""),
    ] {
        let source = format!("fen: {fen}\nstipulation: {stipulation}\n{given}{twins}");
        for language in ["en", "de", "fr"] {
            let told = complaints(&folder, &source, language);
            assert!(
                told.is_empty(),
                "{stipulation} {fen} ({language}): {told:#?}"
            );
        }
    }
}
