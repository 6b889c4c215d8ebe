//! Files in the formats of others, and problems typed on the command line.

use crate::support::{Folder, SOLVABLE};

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
    assert_eq!(same.expect(3).stdout(), "8/Q7/8/8/8/8/8/2k1K2R w - -\n");
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
    let run = folder.run(&["convert", "b.bg", "--to", "fen"]).expect(3);
    assert_eq!(
        run.stderr().trim(),
        "warning: L: fen cannot express: the id, the stipulation #2, the convention bg"
    );
    let german = folder.run(&["convert", "b.bg", "--to", "epd", "--lang", "de"]);
    assert_eq!(
        german.expect(0).stderr().trim(),
        "Warnung: L: epd kann nicht wiedergeben: die Konvention bg"
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

/// What a format has no words for is no empty file and no success.
#[test]
fn a_question_that_cannot_be_put_is_told_by_the_exit() {
    let folder = Folder::new();
    folder.write(
        "l.bg",
        "id: L\nfen: 7R/7p/5P1k/4PKpP/8/8/8/8 w\nstipulation: last-move\n",
    );
    folder.write(
        "h.bg",
        "id: H\nfen: 7R/7p/5P1k/4PKpP/8/8/8/8 w\nstipulation: histories\n",
    );
    for (file, format, code) in [
        ("l.bg", "popeye", 3),
        ("l.bg", "fen", 3),
        // In a comment, `c0 "last-move"`.
        ("l.bg", "epd", 0),
        ("l.bg", "olv", 0),
        ("l.bg", "bg", 0),
        ("h.bg", "popeye", 3),
        ("h.bg", "olv", 0),
        ("h.bg", "fen", 0),
    ] {
        let run = folder.run(&["convert", file, "--to", format]);
        assert_eq!(run.code(), code, "{file} {format}: {}", run.stderr());
        assert_eq!(
            run.stderr().contains("cannot express"),
            code == 3 || format == "fen"
        );
        folder.write("out", "what was there");
        let run = folder.run(&["convert", file, "--to", format, "--out", "out"]);
        assert_eq!(run.code(), code, "{file} {format}");
        assert!(!folder.read("out").is_empty(), "{file} {format}");
    }
}

/// YAML has many ways to write a text: those of the author stay.
#[test]
fn a_document_that_is_not_changed_stays_as_it_is() {
    let folder = Folder::new();
    let documents = "---
algebraic:
  black: [Ka5, Sb6, Pb2, Pa6, Pa4]
  white: [Kd2, Pd7]
authors: [!!python/unicode 'Doe, Jane']
comments: [!!python/unicode 'two

    lines']
solution: !!python/unicode \"1.Sc8 dxc8=Q  2.b1=B Qc5#\\n\\n1.b1=R d8=S \\
  \\ 2.Rb5 Sc6#\"
stipulation: h#2
---
# a remark
algebraic:
  white: [Kb3, Rh2]
  black: [Ka1]
stipulation: '#1'
solution: |
  1.Rh1 #
source: {name: A Journal, issue: 01-02, problemid: 7100, date: {year: 1965, month: 2}}
";
    folder.write("a.olv", documents);
    let run = folder.run(&["convert", "a.olv", "--to", "olv"]).expect(0);
    assert_eq!(
        (run.stdout().as_str(), run.stderr()),
        (documents, String::new())
    );
    // Line ends are those of everything that is written; a text that could not stay is written anew.
    folder.write("crlf.olv", documents.replace('\n', "\r\n"));
    let run = folder
        .run(&["convert", "crlf.olv", "--to", "olv"])
        .expect(0);
    assert_eq!(run.stdout(), documents);
    folder.write(
        "bell.olv",
        documents.replace("A Journal", "A\u{202e} Journal"),
    );
    let run = folder
        .run(&["convert", "bell.olv", "--to", "olv"])
        .expect(0);
    assert!(
        run.stdout().contains("A\\U0000202E Journal"),
        "{}",
        run.stdout()
    );
    assert_eq!(
        folder
            .run_with_input(&["convert", "-", "--to", "fen"], run.stdout())
            .code(),
        3
    );
    // A game has the date of its source.
    let pgn = folder.run(&["convert", "a.olv", "--to", "pgn"]);
    assert!(
        pgn.stdout().contains("[Date \"1965.02.??\"]"),
        "{}",
        pgn.stdout()
    );
    // By way of our own files every part of the source comes back.
    folder.run(&["convert", "a.olv", "--out", "a.bg"]).expect(0);
    let back = folder.run(&["convert", "a.bg", "--to", "olv"]).expect(0);
    for part in ["name: \"A Journal\"", "issue: \"01-02\"", "year: \"1965\""] {
        assert!(back.stdout().contains(part), "{}", back.stdout());
    }
}

#[test]
fn who_asks_for_histories_is_not_told_that_nothing_asks_for_play() {
    let folder = Folder::new();
    folder.write("list.fen", "8/8/8/8/8/1K6/7R/k7 w\n8/8/8/8/8/K7/7R/k7 w\n");
    folder.write("own.bg", "fen: 8/8/8/8/8/1K6/7R/k7 w\n");
    for file in ["list.fen", "own.bg"] {
        let run = folder.run(&["histories", file, "--nodes", "1000"]);
        assert_eq!(run.stderr(), "", "{file}");
        let run = folder.run(&["solve", file, "--nodes", "1000"]);
        assert!(run.stderr().contains("warning[no-stipulation]"), "{file}");
    }
}

/// Where a sentence asks for something else than histories, their analysis verifies nothing.
#[test]
fn what_is_not_understood_is_not_verified() {
    let folder = Folder::new();
    for asked in [
        "White to play and win",
        "Weiß zieht und gewinnt",
        "Weiß am Zug hält remis",
        "Les Blancs jouent et font nulle",
        "Remis",
        "+",
        "Who has just moved here?",
    ] {
        folder.write(
            "a.bg",
            format!("fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: {asked}\nsolution: 1.Kd2\n"),
        );
        let run = folder.run(&["verify", "a.bg"]).expect(2);
        assert_eq!(run.stdout(), "", "{asked}");
        assert!(run.stderr().starts_with("error["), "{}", run.stderr());
    }
}

/// A conversion that fails, or has nothing to write, leaves the file as it was.
#[test]
fn nothing_is_written_where_nothing_is_converted() {
    let folder = Folder::new();
    let broken = "fen: 9/9 w\nstipulation: #2\n";
    let mixed = format!("{SOLVABLE}---\n{broken}");
    folder.write("mine.bg", broken);
    folder
        .run(&["convert", "mine.bg", "-o", "mine.bg"])
        .expect(2);
    assert_eq!(folder.read("mine.bg"), broken);
    for out in ["x.svg", "x.html", "x.png", "x.bg"] {
        folder.write(out, "old");
        let run = folder.run(&["convert", "mine.bg", "-o", out]).expect(2);
        assert!(!run.stderr().contains("pixels"), "{}", run.stderr());
        assert_eq!(folder.read(out), "old");
    }
    // Of a file that is read nothing gets lost; another one takes what could be read.
    folder.write("mixed.bg", &mixed);
    let run = folder
        .run(&["convert", "mixed.bg", "-o", "mixed.bg"])
        .expect(2);
    assert!(run.stderr().contains("not written"), "{}", run.stderr());
    assert_eq!(folder.read("mixed.bg"), mixed);
    folder.run(&["convert", "mixed.bg", "-o", "x.bg"]).expect(2);
    assert!(folder.read("x.bg").contains("k7/8/1K6/8/8/8/8/7R"));
    folder.write("good.bg", SOLVABLE);
    folder
        .run(&["convert", "good.bg", "-o", "good.bg"])
        .expect(0);
    assert!(folder.read("good.bg").contains("k7/8/1K6/8/8/8/8/7R"));
}

/// 3 says that what a problem asks is not in the output, whatever it asks.
#[test]
fn a_stipulation_that_gets_lost_has_an_exit_of_its_own() {
    let folder = Folder::new();
    folder.write("a.bg", SOLVABLE);
    folder.write(
        "p.bg",
        "fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\nstipulation: spg\n",
    );
    for file in ["a.bg", "p.bg"] {
        let run = folder.run(&["convert", file, "--to", "fen"]).expect(3);
        assert!(run.stderr().contains("stipulation"), "{}", run.stderr());
        folder.run(&["convert", file, "--to", "bg"]).expect(0);
    }
    // Both sides begin, and one is left.
    folder.write("d.bg", SOLVABLE.replace("#1", "#1 duplex"));
    folder.run(&["convert", "d.bg", "--to", "epd"]).expect(3);
    folder.run(&["convert", "d.bg", "--to", "pdb"]).expect(0);
}

#[test]
fn what_is_asked_and_cannot_be_read_is_kept_as_a_remark() {
    let folder = Folder::new();
    let question = "Which side has just moved?";
    folder.write(
        "q.bg",
        format!("fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: {question}\ncomment: why\n"),
    );
    let run = folder.run(&["convert", "q.bg", "--to", "bg"]).expect(3);
    assert!(run.stderr().contains("unread-stipulation"));
    assert!(run.stdout().contains(question), "{}", run.stdout());
    assert!(run.stdout().contains("why"), "{}", run.stdout());
}

/// A page with moves and a line of letters and strokes is no list of positions.
#[test]
fn a_web_page_is_no_list() {
    let folder = Folder::new();
    folder.write(
        "p.html",
        "<!DOCTYPE html>\n<html><pre>\n8/8/8/8/8/1K6/7R/k7\n</pre></html>\n",
    );
    let run = folder.run(&["verify", "p.html"]).expect(2);
    assert!(run.stderr().contains("web page"), "{}", run.stderr());
    assert!(!run.stdout().contains("C+"), "{}", run.stdout());
}
