//! Texts as readers get them, English and German, at 60 and 100 columns. Each was read line by line before it
//! became golden: what changes here is to be read again, not waved through.

use std::fmt::Write as _;

use crate::support::Folder;

/// What is printed: a name, the arguments (`FILE` is the problem), the exit code, and the problem.
struct Text {
    name: &'static str,
    args: &'static [&'static str],
    code: i32,
    problem: &'static str,
}

/// White may try to capture, is denied, and must take the pawn he touched (4.3.3): no solution.
const FAILING_TRIAL: &str = "\
author: Langstaff, W.
source: Chess Amateur, 1922
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: #2
convention: bg
histories: given
  k g6
  - g6
  - -
";

/// Three histories, two of which share their heading; the defender tries to castle.
const SHARED_BRANCH: &str = "\
author: Langstaff, W.
source: Chess Amateur, 1922 (as a Berührt-Geführt problem)
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: #2
convention: bg
options: ep-touch=own-only
histories: given
  k g6
  - g6
  - -
";

/// Black may castle on one side; he tries the other.
const DEFENDERS_TRIAL: &str = "\
id: 17
author: original
fen: r3k2r/4p1p1/1P2K1P1/8/3Q4/8/8/8 w
stipulation: #2
convention: bg
histories: given
  - -
  k -
  q -
";

/// Only 1.Re2 keeps the pawn back in time.
const FOUR_MOVES: &str = "\
fen: 8/8/8/8/8/2K1p3/1R6/2k5 w
stipulation: #4
histories: given
  - -
";

const JOKE: &str = "\
id: P1260207
author: Wheeler, Charles Henry
source: Dubuque Chess Journal, 05/1874, 892
fen: 2kr1b2/p3p3/4K1Br/B3R3/8/5q2/8/8 w
stipulation: s#?
convention: illegal-move
";

const HELPMATE: &str = "\
id: P0534194
author: Henke, Karl
source: Schachmatt, 06/1948, 1128
fen: 8/8/8/8/4p3/3k1p2/5P2/R3K2R b
stipulation: h#2*
";

const SUBMISSION: &str = "\
author: Langstaff, W.
source: Chess Amateur, 1922 (as a Berührt-Geführt problem)
men: 5+4
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: #2
convention: bg
options: ep-touch=own-only
histories: given
  k g6
  - g6
  - -
solution:
  1. hxg6 e.p.!
    [stands: k g6] threat 2. Rd8#
      1... O-O 2. h7#
  1. Ke6? Kf8!
";

/// No white man but king and rook can have moved last.
const HISTORIES: &str = "\
author: original
fen: 4kB1r/1P2p1P1/1P4P1/pP4p1/B7/1P6/1P6/R3K3 w
stipulation: histories
facts:
  no capture in the last 2 plies
";

const PARTS: &str = "\
author: Langstaff, W.
source: Chess Amateur, 1922
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: #2
";

const GIVEN_PARTS: &str = "\
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: #2
histories: given
  k g6
  - g6
  - -
";

const TEXTS: &[Text] = &[
    Text {
        name: "failing_trial",
        args: &["solve", "FILE"],
        code: 1,
        problem: FAILING_TRIAL,
    },
    Text {
        name: "shared_branch",
        args: &["solve", "FILE"],
        code: 0,
        problem: SHARED_BRANCH,
    },
    Text {
        name: "defenders_trial",
        args: &["solve", "FILE", "--detail", "full"],
        code: 0,
        problem: DEFENDERS_TRIAL,
    },
    Text {
        name: "mate_in_four",
        args: &["solve", "FILE"],
        code: 0,
        problem: FOUR_MOVES,
    },
    Text {
        name: "illegal_move",
        args: &["solve", "FILE", "--retro-nodes", "3000"],
        code: 0,
        problem: JOKE,
    },
    Text {
        name: "helpmate_with_set_play",
        args: &["solve", "FILE", "--retro-nodes", "3000"],
        code: 0,
        problem: HELPMATE,
    },
    Text {
        name: "verify",
        args: &["verify", "FILE"],
        code: 1,
        problem: SUBMISSION,
    },
    Text {
        name: "histories",
        args: &["histories", "FILE", "--retro-nodes", "3000"],
        code: 0,
        problem: HISTORIES,
    },
    Text {
        name: "keys",
        args: &["solve", "FILE", "--detail", "keys"],
        code: 0,
        problem: GIVEN_PARTS,
    },
    Text {
        name: "french_letters",
        args: &["solve", "FILE", "--letters", "fr", "--retro-nodes", "3000"],
        code: 0,
        problem: PARTS,
    },
];

/// The text with what differs from run to run left out.
fn printed(text: &Text, language: &str, columns: usize) -> String {
    let folder = Folder::new();
    folder.write("problem.bg", text.problem);
    let mut args: Vec<&str> = (text.args.iter())
        .map(|&arg| if arg == "FILE" { "problem.bg" } else { arg })
        .collect();
    args.extend(["--lang", language, "--threads", "1"]);
    let output = (folder.command(&args))
        .env("COLUMNS", columns.to_string())
        .output()
        .unwrap();
    assert_eq!(
        output.status.code(),
        Some(text.code),
        "{}: {}",
        text.name,
        String::from_utf8_lossy(&output.stderr)
    );
    without_cost(&String::from_utf8(output.stdout).unwrap())
}

/// `817 nodes, 3 ms` as `# nodes, # ms`: what a search costs changes with every improvement of it, and `bench` watches over it.
fn without_cost(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        let is_time = words[at].trim_end_matches([';', ',', ')', '\n']) == "ms";
        let is_count = matches!(words[at].as_str(), "nodes," | "Knoten,");
        if is_time || is_count {
            // A number may follow a line break and a bracket.
            let before = &words[at - 1];
            let kept = before.trim_end_matches(|c: char| c.is_ascii_digit());
            if kept.len() < before.len() {
                words[at - 1] = format!("{kept}#");
            }
        }
    }
    words.join(" ")
}

/// Widths that are golden, and one between them.
const WIDTHS: [usize; 2] = [60, 100];
const BETWEEN: usize = 73;
const LANGUAGES: [&str; 2] = ["en", "de"];

#[test]
fn texts_are_as_they_were_read() {
    for text in TEXTS {
        let mut all = String::new();
        for language in LANGUAGES {
            // The longer words are German.
            let between = (language == "de").then_some(BETWEEN);
            for columns in WIDTHS.into_iter().chain(between) {
                let printed = printed(text, language, columns);
                for line in printed.lines() {
                    assert!(
                        is_well_set(line, columns),
                        "{}, {columns}: {line}",
                        text.name
                    );
                }
                if columns != BETWEEN {
                    let _ = write!(all, "=== {language}, {columns} columns\n{printed}");
                }
            }
        }
        insta::assert_snapshot!(text.name, all);
    }
}

/// Whether a line keeps within its width and does not end with the number of a move.
fn is_well_set(line: &str, columns: usize) -> bool {
    let last = line.rsplit(' ').next().unwrap_or_default();
    let digits = last.trim_start_matches('(').trim_end_matches('.');
    let is_number =
        last.ends_with('.') && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    line.chars().count() <= columns && !is_number
}

/// What README shows first is what is printed.
#[test]
fn the_first_page_shows_what_is_printed() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let command = "$ beruehrt solve problems/originals/first-touch-decides.bg\n";
    let (_, shown) = readme.split_once(command).expect("README shows it");
    let (shown, _) = shown.split_once("```").unwrap();
    let problem = root.join("problems/originals/first-touch-decides.bg");
    let folder = Folder::new();
    let run = folder.run(&["solve", problem.to_str().unwrap()]).expect(0);
    let timeless = |text: &str| {
        let words = text.split(' ').map(|word| match word.parse::<u32>() {
            Ok(_) => "#",
            Err(_) => word,
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let (printed, shown) = (run.stdout(), shown.to_owned());
    assert_eq!(timeless(&printed), timeless(&shown));
}
