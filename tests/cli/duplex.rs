//! A duplex through every command: two problems with one diagram.

use crate::support::Folder;

/// Either side mates on the other's back rank.
const DUPLEX: &str = "\
id: D1
fen: 6k1/R4ppp/8/8/8/1P6/1r3PPP/6K1 w
stipulation: #1 duplex
histories: given
  - -
solution:
  a) 1. Ra8!
  a-duplex) 1. Rb1!
";

/// Both sides can be helped to be mated, Black with White's rook, White with Black's.
const HELP: &str = "\
fen: 7k/5K2/8/6R1/8/8/8/r7 b
stipulation: h#1 duplex
histories: given
  - -
";

#[test]
fn both_halves_are_solved_and_named() {
    let folder = Folder::new();
    folder.write(
        "d.bg",
        "fen: k7/7R/1K6/8/8/8/8/8 w\nstipulation: #1 duplex\nhistories: given\n  - -\n",
    );
    let run = folder.run(&["solve", "d.bg", "--format", "jsonl"]);
    let objects = run.expect(1).objects();
    let told: Vec<(&str, &str, &str, &str)> = objects
        .iter()
        .map(|object| {
            let field = |name: &str| object[name].as_str().unwrap();
            (
                field("twin"),
                field("fen"),
                field("stipulation"),
                field("verdict"),
            )
        })
        .collect();
    let board = "k7/7R/1K6/8/8/8/8/8";
    assert_eq!(
        told,
        [
            ("a", format!("{board} w").as_str(), "#1", "solved"),
            (
                "a-duplex",
                format!("{board} b").as_str(),
                "#1",
                "no-solution"
            ),
        ]
    );
    assert_eq!(objects[0]["keys"][0]["move"], "h7h8");
    let text = folder
        .run(&["solve", "d.bg", "--lang", "de"])
        .expect(1)
        .stdout();
    for phrase in [
        "a) ",
        "a-duplex) ",
        "#1 duplex",
        "Weiß am Zug",
        "Schwarz am Zug",
    ] {
        assert!(text.contains(phrase), "`{phrase}` is missing:\n{text}");
    }
}

/// In help play the side that begins is mated: first Black, then White.
#[test]
fn in_help_play_the_sides_change_their_parts() {
    let folder = Folder::new();
    folder.write("h.bg", HELP);
    let objects = folder
        .run(&["solve", "h.bg", "--format", "jsonl"])
        .objects();
    let fens: Vec<&str> = objects.iter().map(|o| o["fen"].as_str().unwrap()).collect();
    assert_eq!(fens, ["7k/5K2/8/6R1/8/8/8/r7 b", "7k/5K2/8/6R1/8/8/8/r7 w"]);
    // Black plays, say, Rh1 and is mated by nothing but R-h5; White cannot be mated in one.
    let verdicts: Vec<&str> = objects
        .iter()
        .map(|o| o["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["solved", "no-solution"]);
}

#[test]
fn the_author_solves_both_halves() {
    let told = |file: &str| -> Vec<(String, String)> {
        let folder = Folder::new();
        folder.write("s.bg", file);
        let objects = folder
            .run(&["verify", "s.bg", "--no-economy", "--format", "jsonl"])
            .objects();
        let field =
            |object: &serde_json::Value, name: &str| object[name].as_str().unwrap().to_owned();
        objects
            .iter()
            .map(|object| (field(object, "twin"), field(object, "verdict")))
            .collect()
    };
    let verdicts = |first: &str, second: &str| {
        [("a", first), ("a-duplex", second)].map(|(a, b)| (a.to_owned(), b.to_owned()))
    };
    assert_eq!(told(DUPLEX), verdicts("sound", "sound"));
    let wrong = DUPLEX.replace("1. Rb1!", "1. Rxb3!");
    assert_eq!(told(&wrong), verdicts("sound", "unsound"));
}

/// Lines come as problems finish, so either half may be the first.
#[test]
fn a_batch_has_a_line_for_each_half() {
    let folder = Folder::new();
    folder.write("p/d.bg", DUPLEX);
    folder.run(&["batch", "p", "--out", "out.jsonl"]);
    let lines = folder.read("out.jsonl");
    let mut twins: Vec<String> = lines
        .lines()
        .map(|line| {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            object["twin"].as_str().unwrap_or("-").to_owned()
        })
        .filter(|twin| twin != "-")
        .collect();
    twins.sort_unstable();
    assert_eq!(twins, ["a", "a-duplex"], "{lines}");
}

/// The second half begins without a target; rights stay.
#[test]
fn the_given_worlds_hold_for_both_halves() {
    let folder = Folder::new();
    folder.write(
        "w.bg",
        "fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #2 duplex\nconvention: bg\n\
         histories: given\n  k g6\n  - g6\n  - -\n",
    );
    let objects = folder
        .run(&["solve", "w.bg", "--format", "jsonl"])
        .objects();
    let worlds = |at: usize| -> Vec<String> {
        let worlds = objects[at]["worlds"].as_array().unwrap();
        let text = |w: &serde_json::Value| {
            format!(
                "{} {}",
                w["rights"].as_str().unwrap(),
                w["ep"].as_str().unwrap()
            )
        };
        worlds.iter().map(text).collect()
    };
    let mut first = worlds(0);
    first.sort();
    assert_eq!(first, ["- -", "- g6", "k g6"]);
    let mut second = worlds(1);
    second.sort();
    assert_eq!(second, ["- -", "k -"]);
}
