//! Proof games from the file to the answer: solve, verify, twins, other beginnings, foreign formats.

use serde_json::Value;

use crate::support::Folder;

/// T. Orbán, Die Schwalbe 1976.
const ORBAN: &str = "fen: rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w\nstipulation: Beweispartie in 4,0 Zügen\n";
const ORBANS_GAME: &str = "solution: 1.e4 e6 2.Lb5 Ke7 3.Lxd7 c6 4.Le8 Kxe8\n";

fn run(command: &str, file: &str) -> Vec<Value> {
    let folder = Folder::new();
    folder.write("g.bg", file);
    folder
        .run(&[command, "g.bg", "--format", "jsonl"])
        .objects()
}

fn kinds(file: &str) -> (String, Vec<String>) {
    let object = run("verify", file).remove(0);
    let findings = object["findings"].as_array().unwrap().iter();
    let kinds = findings.map(|one| one["kind"].as_str().unwrap().to_owned());
    (
        object["verdict"].as_str().unwrap().to_owned(),
        kinds.collect(),
    )
}

#[test]
fn the_game_is_found_and_is_the_only_one() {
    let record = run("solve", ORBAN).remove(0);
    assert_eq!(record["verdict"], "solved");
    assert_eq!(record["solutions"], 1);
    assert_eq!(record["solutions_exact"], true);
    assert_eq!(record["plies"], 8);
    assert_eq!(
        record["games"][0]["witness"],
        "1. e4 e6 2. Bb5 Ke7 3. Bxd7 c6 4. Be8 Kxe8"
    );
    let (verdict, found) = kinds(&format!("{ORBAN}{ORBANS_GAME}"));
    assert_eq!(verdict, "sound", "{found:?}");
    assert!(found.contains(&"only-game".to_owned()));
}

#[test]
fn what_is_wrong_with_a_game_is_said() {
    let two = "fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w\n";
    for (file, kind) in [
        (
            format!("{ORBAN}solution: 1.e4 e6 2.Lb5 Ke7 3.Lxd7 c6 4.Lb5 Kxe8\n"),
            "wrong-game",
        ),
        (format!("{ORBAN}solution: 1.e4 e6 2.Lb5\n"), "wrong-game"),
        (
            format!("{two}stipulation: pg 3.0\nsolution: 1.e4 e5 2.Sf3 Sf6 3.Sg1 Sg8\n"),
            "cooked-game",
        ),
        (format!("{two}stipulation: pg 3.0\n"), "cooked-game"),
        (
            format!("{two}stipulation: spg\nsolution: 1.e3 e6 2.e4 e5\n"),
            "shorter-game",
        ),
        (format!("{two}stipulation: pg 0.5\n"), "no-game"),
    ] {
        let (verdict, found) = kinds(&file);
        assert_eq!(verdict, "unsound", "{file}: {found:?}");
        assert!(found.iter().any(|one| one == kind), "{file}: {found:?}");
    }
    let (verdict, found) = kinds(&format!("{two}stipulation: spg\nsolution: 1.e4 e5\n"));
    assert_eq!(verdict, "sound", "{found:?}");
}

#[test]
fn a_limit_proves_nothing() {
    let folder = Folder::new();
    folder.write("g.bg", format!("{ORBAN}{ORBANS_GAME}"));
    let args = ["verify", "g.bg", "--format", "jsonl", "--nodes", "2"];
    assert_eq!(folder.run(&args).objects()[0]["verdict"], "undecided");
}

#[test]
fn games_begin_elsewhere() {
    let file =
        "start: r3k3/8/8/8/8/8/8/4K3 b q -\nfen: 2kr4/8/8/8/8/8/4K3/8 b\nstipulation: pg 1.0\n";
    let record = run("solve", file).remove(0);
    assert_eq!(record["games"][0]["witness"], "1... O-O-O 2. Ke2");
    assert_eq!(record["start"], "r3k3/8/8/8/8/8/8/4K3 b q -");
    let without = file.replace("b q -", "b - -");
    assert_eq!(run("solve", &without)[0]["verdict"], "no-solution");
}

#[test]
fn proof_games_go_through_other_formats() {
    let folder = Folder::new();
    folder.write("g.bg", ORBAN);
    for (format, said) in [
        ("popeye", "Stipulation dia4\n"),
        ("olv", "pg 4.0"),
        ("pdb", "Beweispartie in 4,0 Zügen"),
        ("latex", "Beweispartie in 4,0 Zügen"),
    ] {
        let text = folder.run(&["convert", "g.bg", "--to", format]).stdout();
        assert!(text.contains(said), "{format}: {text}");
        folder.write("g.other", text);
        let back = folder.run(&["convert", "g.other", "--to", "bg"]).stdout();
        assert!(back.contains("pg 4.0"), "{format}: {back}");
    }
}

#[test]
fn readers_are_told_in_their_language() {
    let folder = Folder::new();
    folder.write("g.bg", ORBAN);
    for (language, said) in [
        ("en", "and no other"),
        ("de", "und keine andere"),
        ("fr", "et aucune autre"),
    ] {
        let text = folder.run(&["solve", "g.bg", "--lang", language]).stdout();
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn facts_say_which_games_count() {
    // Four orders of e4 and Nf3, e5 and Nc6, of which two are looked for.
    let two = "fen: r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w\nstipulation: pg 2.0\n";
    for (facts, solutions) in [
        ("", 2),
        ("facts: no capture\n", 2),
        ("facts: first moves 1.Nf3 Nc6\n", 1),
        ("facts: first moves 1.e4 e5 2.Nf3 Nc6\n", 1),
        ("facts: first moves 1.d4\n", 0),
        ("facts: White has castled\n", 0),
        (
            "facts: black has not castled, last move Nc6, last move white Nf3\n",
            1,
        ),
    ] {
        let record = run("solve", &format!("{two}{facts}")).remove(0);
        assert_eq!(record["solutions"], solutions, "{facts}");
    }
}

#[test]
fn a_castling_that_is_told_is_looked_for() {
    let file =
        "start: 4k3/8/8/8/8/8/8/4K2R w K -\nfen: 4k3/8/8/8/8/8/8/5RK1 b\nstipulation: pg 0.5\n";
    assert_eq!(run("solve", file)[0]["solutions"], 1);
    let not = format!("{file}facts: White has not castled\n");
    assert_eq!(run("solve", &not)[0]["solutions"], 0);
    let long = format!("{file}facts: Weiß hat lang rochiert\n");
    assert_eq!(run("solve", &long)[0]["solutions"], 0);
    let short = format!("{file}facts: White has castled short\n");
    assert_eq!(run("solve", &short)[0]["solutions"], 1);
}

#[test]
fn facts_stay_what_they_are_in_other_formats() {
    let folder = Folder::new();
    let facts =
        "facts: no capture, white has castled long, black has not castled, first moves d2-d4 d7-d5";
    folder.write("g.bg", format!("{ORBAN}{facts}\n"));
    for format in ["bg", "olv"] {
        let text = folder.run(&["convert", "g.bg", "--to", format]).stdout();
        folder.write("g.other", text);
        let back = folder.run(&["convert", "g.other", "--to", "bg"]).stdout();
        for fact in facts.trim_start_matches("facts: ").split(", ") {
            assert!(back.contains(fact), "{format}: {back}");
        }
    }
    for format in ["pdb", "latex"] {
        let said = folder.run(&["convert", "g.bg", "--to", format]).stderr();
        assert!(said.contains("cannot express: the facts"), "{said}");
    }
    let refused = folder.run(&["convert", "g.bg", "--to", "popeye"]);
    assert_eq!(refused.code(), 3, "{}", refused.stdout());
    folder.write(
        "m.bg",
        "fen: 4k3/8/8/8/8/8/8/4K2R w\nstipulation: #2\nfacts: first moves e4\n",
    );
    let text = folder.run(&["solve", "m.bg"]).stderr();
    assert!(
        text.contains("does not take this fact into account"),
        "{text}"
    );
}

#[test]
fn german_games_castle_with_zeros() {
    let folder = Folder::new();
    folder.write(
        "g.bg",
        "start: 4k3/8/8/8/8/8/8/4K2R w K -\nfen: 4k3/8/8/8/8/8/8/5RK1 b\nstipulation: pg 0.5\n",
    );
    for (language, castling) in [("en", "O-O"), ("de", "0-0"), ("fr", "0-0")] {
        let text = folder.run(&["solve", "g.bg", "--lang", language]).stdout();
        assert_eq!(text.matches(castling).count(), 2, "{text}");
    }
}
