//! `compose` on the command line.

use crate::support::Folder;

/// Two double steps, and a rook missing.
const WALL: &str = "\
fen: 8/8/3P1P1R/3PpKpP/7k/7P/5P2/8 w
stipulation: #2
convention: bg
histories: claim
  - e6
  - g6
";

#[test]
fn the_time_is_for_the_whole_search() {
    let folder = Folder::new();
    let arguments = [
        "compose",
        "two-captures",
        "--draws",
        "1000000",
        "--time",
        "1",
    ];
    let run = folder.run(&arguments);
    // A million draws take days.
    let said = run.stderr();
    let draws = (said.split(" draws, ").next()).and_then(|text| text.rsplit(' ').next());
    let draws: u32 = draws
        .unwrap_or_default()
        .replace(',', "")
        .parse()
        .expect(&said);
    assert!(draws < 1_000_000, "{said}");
}

#[test]
fn a_search_that_finds_nothing_says_why() {
    let folder = Folder::new();
    let run = folder
        .run(&["compose", "king-owes", "--moves", "1", "--draws", "2"])
        .expect(1);
    assert!(run.stdout().is_empty());
    assert!(
        run.stderr().contains("2 draws, 0 problems"),
        "{}",
        run.stderr()
    );
    assert!(
        run.stderr().contains("look for mates in three"),
        "{}",
        run.stderr()
    );
    let german = folder
        .run(&[
            "compose",
            "king-owes",
            "--moves",
            "1",
            "--draws",
            "2",
            "--lang",
            "de",
        ])
        .expect(1);
    assert!(
        german.stderr().contains("2 Versuche, 0 Aufgaben"),
        "{}",
        german.stderr()
    );
}

/// A search that starts from `wall.bg`.
const FROM_THE_WALL: [&str; 6] = [
    "compose",
    "two-captures",
    "--from",
    "wall.bg",
    "--changes",
    "1",
];

#[test]
fn a_composers_position_is_completed_and_saved() {
    let folder = Folder::new();
    folder.write("wall.bg", WALL);
    let mut arguments = FROM_THE_WALL.to_vec();
    arguments.extend(["--draws", "12", "--known", "--save", "finds"]);
    let run = folder.run(&arguments).expect(0);
    let found = run.stdout();
    assert!(
        found.contains("3PpKpP") && found.contains("[taken back: - e6]"),
        "{found}"
    );
    let files = std::fs::read_dir(folder.path().join("finds"))
        .unwrap()
        .count();
    assert_eq!(files, found.matches("stipulation:").count());
    // What it prints is a problem file that it calls sound itself.
    folder.write("found.bg", &found);
    folder
        .run(&["verify", "found.bg", "--no-economy"])
        .expect(0);
    let refused = folder.run(&["compose", "two-captures", "--from", "nowhere.bg"]);
    refused.expect(2);
    // Where nothing can be written nothing is drawn.
    arguments.pop();
    arguments.extend(["found.bg", "--draws", "1000000"]);
    let draws = arguments.iter().position(|word| *word == "12").unwrap();
    arguments.drain(draws - 1..=draws);
    folder.run(&arguments).expect(2);
}

/// Whatever ends the search, finds are in the folder already; what is like a better one goes at the end.
#[test]
fn finds_are_saved_as_soon_as_they_are_announced() {
    use std::io::{BufRead, BufReader};
    let folder = Folder::new();
    folder.write("wall.bg", WALL);
    let mut arguments = FROM_THE_WALL.to_vec();
    arguments.extend(["--draws", "1000000", "--known", "--save", "finds"]);
    let mut search = std::process::Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .args(&arguments)
        .current_dir(folder.path())
        .stderr(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(search.stderr.take().unwrap()).lines();
    let announced = said.by_ref().take(2).count();
    search.kill().unwrap();
    search.wait().unwrap();
    assert_eq!(announced, 2);
    let files = std::fs::read_dir(folder.path().join("finds")).unwrap();
    let whole =
        files.filter(|file| file.as_ref().unwrap().path().extension() == Some("bg".as_ref()));
    assert!(whole.count() >= 1);
}
