//! Files in the formats of others, and problems typed on the command line.

use crate::support::Folder;

/// Popeye's own example BEISPIEL/castling.inp, its first problem and one that is not orthodox.
const POPEYE: &str = "anfa\nauto G. Sch\"opfer\nquel Neue Leipziger Ztg., 1927\nford #2\nopti vari\nstei\n\
    weis ke1 da7 th1\nschw kc1\nweiter\nauto X\nford #2\nstei weis ke1 gh1 schw kc1\nende\n";

#[test]
fn a_foreign_file_is_solved_as_it_is() {
    let folder = Folder::new();
    folder.write("castling.inp", POPEYE);
    let run = folder
        .run(&[
            "solve",
            "castling.inp",
            "--detail",
            "variations",
            "--nodes",
            "100000",
            "--retro-nodes",
            "500",
        ])
        .expect(2);
    assert!(run.stdout().contains("Schöpfer"), "{}", run.stdout());
    let told = run.stderr();
    assert!(told.contains("error[fairy-piece]"), "{told}");
    assert!(told.contains("castling.inp:12:"), "{told}");
    let same = folder.run_with_input(
        &["convert", "-", "--to", "fen"],
        POPEYE.split("weiter").next().unwrap().to_owned() + "ende\n",
    );
    assert_eq!(same.expect(0).stdout(), "8/Q7/8/8/8/8/8/2k1K2R w - -\n");
}

#[test]
fn the_format_can_be_said() {
    let folder = Folder::new();
    folder.write("list", "; nothing tells\n8/8/8/8/8/1K6/7R/k7\n");
    folder
        .run(&["convert", "list", "--from", "fen", "--to", "bg"])
        .expect(0);
    let wrong = folder.run(&["convert", "list", "--from", "pgn2", "--to", "bg"]);
    let told = wrong.expect(2).stderr();
    assert!(told.contains("`pgn2` is no format"), "{told}");
    let not = folder.run(&["convert", "list", "--from", "popeye", "--to", "bg"]);
    assert!(not.expect(2).stderr().contains("error[popeye-begin]"));
}

#[test]
fn what_is_lost_is_told_and_the_ending_chooses() {
    let folder = Folder::new();
    folder.write(
        "b.bg",
        "id: L\nfen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #2\nconvention: bg\n",
    );
    let run = folder.run(&["convert", "b.bg", "--to", "fen"]).expect(0);
    assert_eq!(
        run.stderr().trim(),
        "warning: L: fen does not say the id, the stipulation #2, the convention bg"
    );
    let german = folder.run(&["convert", "b.bg", "--to", "epd", "--lang", "de"]);
    assert_eq!(
        german.expect(0).stderr().trim(),
        "Warnung: L: epd sagt nicht die Konvention bg"
    );
    let quiet = folder.run(&["convert", "b.bg", "--out", "b.olv"]).expect(0);
    assert_eq!(
        (quiet.stdout(), quiet.stderr()),
        (String::new(), String::new())
    );
    // From any to any: what olv holds is the problem.
    let back = folder.run(&["convert", "b.olv", "--to", "bg"]).expect(0);
    let own = folder.run(&["convert", "b.bg", "--to", "bg"]).expect(0);
    assert_eq!(back.stdout(), own.stdout());
    folder.run(&["convert", "b.bg"]).expect(2);
}

#[test]
fn a_problem_may_be_typed() {
    let folder = Folder::new();
    let typed = [
        "convert",
        "--fen",
        "4k2r/8/5B1P/5KpP/8/8/8/3R4 w",
        "--stipulation",
        "Matt in 2",
        "--convention",
        "Berührt-Geführt",
        "--options",
        "history=deferred",
        "--to",
        "bg",
    ];
    let text = folder.run(&typed).expect(0).stdout();
    for line in [
        "stipulation: #2",
        "convention:  bg",
        "options:     history=deferred",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let run = folder.run(&[
        "solve",
        "--fen",
        "8/8/8/8/8/1K6/7R/k7 w",
        "--stipulation",
        "mate in 1",
    ]);
    assert!(run.expect(0).stdout().contains("Rh1#"));
    let wrong = folder.run(&[
        "solve",
        "--fen",
        "8/8/8/8/8/1K6/7R/k7 w",
        "--stipulation",
        "ser-h#3",
    ]);
    let told = wrong.expect(2).stderr();
    assert!(
        told.contains("--fen:2:14") && told.contains("series play"),
        "{told}"
    );
}

#[test]
fn a_file_in_latin_1_is_read_and_that_is_said() {
    let folder = Folder::new();
    let text: Vec<u8> = "anfa auto Sch\u{F6}pfer\nford #1 stei weis kb3 th2 schw ka1 ende\n"
        .chars()
        .map(|c| c as u8)
        .collect();
    folder.write("latin.inp", text);
    let run = folder
        .run(&["convert", "latin.inp", "--to", "bg"])
        .expect(0);
    assert!(run.stdout().contains("Schöpfer"), "{}", run.stdout());
    assert!(
        run.stderr().contains("warning[encoding]"),
        "{}",
        run.stderr()
    );
}

#[test]
fn a_converted_file_is_what_standard_output_would_have_been() {
    let folder = Folder::new();
    folder.write(
        "h.bg",
        "author: A\u{202e}B\u{1b}[31m\nfen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n",
    );
    for format in ["bg", "popeye", "olv", "pdb", "latex", "svg", "html"] {
        let told = folder.run(&["convert", "h.bg", "--to", format]).expect(0);
        let written = ["convert", "h.bg", "--to", format, "--out", "written"];
        folder.run(&written).expect(0);
        assert_eq!(folder.read("written"), told.stdout(), "{format}");
        let hostile = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202e}';
        assert!(!folder.read("written").contains(hostile), "{format}");
    }
}
