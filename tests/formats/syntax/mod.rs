//! The problem file: what is read, how errors look, round trips and robustness.

mod errors;
mod robustness;
mod round_trip;

use beruehrt::notation::{Language, Letters};
use beruehrt::problem::{Convention, Fact, Histories, LastMove, Problem, Stipulation};
use beruehrt::syntax::{self, Paint};
use shakmaty::{Color, Role, Square};

use crate::files;

fn problem(source: &str) -> Problem {
    let parsed = syntax::parse(source);
    assert!(
        parsed.diagnostics.is_empty(),
        "{}",
        parsed
            .diagnostics
            .iter()
            .map(|d| syntax::render(d, source, "test.bg", Language::English, Paint::Plain))
            .collect::<Vec<_>>()
            .join("\n")
    );
    let mut problems = parsed.problems();
    let problem = problems.next().expect("a problem").clone();
    assert!(problems.next().is_none());
    problem
}

#[test]
fn the_documented_example_is_read() {
    let source = "\
id:          P0000195
author:      Christiaans, Frank
source:      Die Schwalbe 126, 12/1990, 7167
fen:         r3k3/ppp1p2p/Nb2p3/P1PP2Pp/4N3/7B/3PPRP1/4K2R w
stipulation: #3
convention:  codex
twins:
  b) move e4 g8
solution:
  a) 1. Rhf1!
  b) 1. O-O!
";
    let problem = problem(source);
    assert_eq!(problem.author.as_deref(), Some("Christiaans, Frank"));
    assert_eq!(
        problem.source.as_deref(),
        Some("Die Schwalbe 126, 12/1990, 7167")
    );
    let [a, b] = &problem.twins[..] else {
        panic!("two twins");
    };
    assert_eq!(
        a.diagram.fen(),
        "r3k3/ppp1p2p/Nb2p3/P1PP2Pp/4N3/7B/3PPRP1/4K2R w"
    );
    assert_eq!(
        b.diagram.fen(),
        "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R w"
    );
    assert_eq!(a.solution.as_deref(), Some("1. Rhf1!"));
    assert_eq!(b.solution.as_deref(), Some("1. O-O!"));
    assert_eq!(a.stipulation.to_string(), "#3");
}

/// The diagram of the twins below.
const TWINNED: &str = "fen: 8/8/8/8/7R/4p3/3kp3/2R4K b\nstipulation: h#2\n";

#[test]
fn twins_are_made_as_columns_print_it() {
    for (written, command) in [
        ("wRh4>g1", "move h4 g1"),
        ("wRh4-g1", "move h4 g1"),
        ("Rh4->g1", "move h4 g1"),
        ("Rh4 \u{2192} g1", "move h4 g1"),
        ("wTh4 nach g1", "move h4 g1"),
        ("Th4 nach g1", "move h4 g1"),
        ("Rh4 at g1", "move h4 g1"),
        ("Tour h4 en g1", "move h4 g1"),
        ("white rook h4 to g1", "move h4 g1"),
        ("weißer Turm h4 nach g1", "move h4 g1"),
        ("move Rh4 to g1", "move h4 g1"),
        ("h4-g1", "move h4 g1"),
        ("Kh1>a1", "move h1 a1"),
        ("Rh4<->Kh1", "exchange h4 h1"),
        ("-wRh4", "remove h4"),
        ("-bPe3", "remove e3"),
        ("remove e3", "remove e3"),
        ("remove Pe3, Pe2", "remove e3 e2"),
        ("without Pe3", "remove e3"),
        ("ohne Be3", "remove e3"),
        ("sans Pe3", "remove e3"),
        ("+sBb7", "add black Pb7"),
        ("+bPb7", "add black Pb7"),
        ("+bBb7", "add black Bb7"),
        ("+wPa2, -bPe3", "add white Pa2; remove e3"),
        ("bPe3=bN", "remove e3; add black Ne3"),
        ("wRh4=Q", "remove h4; add white Qh4"),
        ("wRh4>g1 & -bPe3", "move h4 g1; remove e3"),
    ] {
        let twin = |command: &str| {
            let twins = problem(&format!("{TWINNED}twins: b) {command}\n")).twins;
            twins[1].diagram.clone()
        };
        assert_eq!(twin(written), twin(command), "{written}");
    }
}

#[test]
fn twins_name_the_men_that_stand_there() {
    for (written, code, wrong) in [
        ("wBh4>g1", "twin-man", "wBh4"),
        ("bRh4>g1", "twin-man", "bRh4"),
        ("Springer h4 nach g1", "twin-man", "Springer h4"),
        ("-wPe3", "twin-man", "wPe3"),
        ("Rh5>g5", "twin-empty-square", "h5"),
        ("Rh4>e3", "twin-taken-square", "e3"),
        ("+wXb7", "piece-letter", "wXb7"),
        ("+Bb7", "unknown-command", "+Bb7"),
        ("Tour h4 g1", "unknown-command", "Tour"),
    ] {
        let source = format!("{TWINNED}twins: b) {written}\n");
        let parsed = syntax::parse(&source);
        let error = &parsed.diagnostics[0];
        let place = &source[error.range()];
        assert_eq!((error.code, place), (code, wrong), "{written}");
    }
    // What is no command is a move where two squares are named, and `Tour` is not `turn`.
    let source = format!("{TWINNED}twins: b) Tour h4 g1\n");
    let parsed = syntax::parse(&source);
    let help = parsed.diagnostics[0].help.as_ref().expect("a help");
    assert_eq!(help.english(), "write `move h4 g1`");
    assert!(parsed.diagnostics[0].suggestion.is_none());
}

#[test]
fn german_names_letters_and_all_that_hangs_on_them() {
    let source = "\
Kennung: x
AUTOR: Jäger,
   Hans
Weiß: Ke1 Th1, Dd1 Ba2b2
Schwarz: Ke8 Sg8
Buchstaben: de
Anzug: Schwarz
Forderung: s#3*
Konvention: bg
Optionen: history=deferred, ep-touch = own-only
  laws=club
Vorgeschichten: behauptet
  K -
  - -
Tatsachen:
  last move white Dd1
  moved e8, g8
  no capture in the last 4 plies
Zwillinge:
  b) add white Lc1; remove g8; facts moved e8
  c) from b); turn white; histories gegeben K -, - -; facts last move S
Loesung:
  a) 1...Sf6
  b) 1...Kd7
     2.Lb2
";
    let problem = problem(source);
    assert_eq!(problem.author.as_deref(), Some("Jäger, Hans"));
    assert_eq!(problem.letters, Letters::German);
    let [a, b, c] = &problem.twins[..] else {
        panic!("three twins");
    };
    assert_eq!(a.diagram.fen(), "4k1n1/8/8/8/8/8/PP6/3QK2R b");
    assert_eq!(b.diagram.fen(), "4k3/8/8/8/8/8/PP6/2BQK2R b");
    assert_eq!(c.diagram.fen(), "4k3/8/8/8/8/8/PP6/2BQK2R w");
    assert_eq!(a.convention, Convention::BeruehrtGefuehrt);
    assert_eq!(
        a.options.to_string(),
        "history=deferred ep-touch=own-only laws=club"
    );
    assert!(matches!(a.histories, Histories::Claim(set) if set.len() == 2));
    assert!(matches!(c.histories, Histories::Given(set) if set.len() == 2));
    assert_eq!(a.facts.len(), 4);
    assert_eq!(
        a.facts[0],
        Fact::LastMove {
            by: Some(Color::White),
            what: LastMove::Move {
                role: Role::Queen,
                from: None,
                to: Square::D1,
                capture: false,
                promotion: None
            }
        }
    );
    assert_eq!(b.solution.as_deref(), Some("1...Kd7\n2.Lb2"));
    assert_eq!(c.solution, None);
}

#[test]
fn every_problem_of_the_collection_is_read_and_survives_printing() {
    let mut count = 0;
    for path in files::below(std::path::Path::new("problems"), "bg") {
        let source = syntax::decode(&std::fs::read(&path).unwrap()).unwrap();
        let parsed = syntax::parse(&source);
        let name = path.to_string_lossy();
        let said: String = parsed
            .diagnostics
            .iter()
            .map(|d| syntax::render(d, &source, &name, Language::English, Paint::Plain))
            .collect();
        assert!(said.is_empty(), "{said}");
        for problem in parsed.problems() {
            round_trip::survives(problem);
            // What is taken back is written in another way; the verification reads it.
            let played = problem.twins.iter();
            let played = played.filter(|twin| {
                twin.convention != Convention::IllegalMove
                    && twin.stipulation != Stipulation::LastMove
            });
            for solution in played.filter_map(|twin| twin.solution.as_ref()) {
                let written = syntax::read_solution(solution, problem.letters);
                assert!(
                    written.is_read(),
                    "{name}\n{solution}\n{:#?}",
                    written.unread
                );
                assert!(!written.nodes.is_empty(), "{name}");
            }
            count += 1;
        }
    }
    assert!(count >= 15, "{count} problems");
}

#[test]
fn a_bad_problem_does_not_hide_the_others() {
    let source =
        "fen: 8/8 w\n---\nfen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: #2\n---\n\n---\nfoo: bar\n";
    let parsed = syntax::parse(source);
    let good: Vec<bool> = parsed.entries.iter().map(|e| e.problem.is_ok()).collect();
    assert_eq!(good, [false, true, false]);
    let places: Vec<&str> = parsed
        .entries
        .iter()
        .map(|e| &source[e.range.clone()])
        .collect();
    assert_eq!(places[1], "fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: #2");
    assert_eq!(parsed.entries[2].index, 2);
}

#[test]
fn a_full_fen_is_read_and_its_rights_are_not_believed() {
    let problem = problem("fen: r3k2r/8/8/8/8/8/8/R3K2R b KQkq e3 0 1\nstipulation: #2\n");
    assert_eq!(problem.twins[0].diagram.turn, Color::Black);
    assert_eq!(problem.twins[0].histories, Histories::Analyse);
}

#[test]
fn who_begins_follows_from_the_stipulation_if_nobody_says_it() {
    for (stipulation, turn) in [
        ("#2", Color::White),
        ("h#2", Color::Black),
        ("h#2.5", Color::White),
        ("h=3", Color::Black),
        ("h#?", Color::Black),
        ("s#2", Color::White),
        ("histories", Color::White),
    ] {
        let source = format!("fen: 4k3/8/8/8/8/8/8/4K3\nstipulation: {stipulation}\n");
        assert_eq!(
            problem(&source).twins[0].diagram.turn,
            turn,
            "{stipulation}"
        );
    }
}

#[test]
fn the_default_turn_is_that_of_the_twin() {
    let source = "fen: 4k3/8/8/8/8/8/8/4K3\nstipulation: #2\ntwins:\n  b) stipulation h#2\n";
    let problem = problem(source);
    assert_eq!(problem.twins[1].diagram.turn, Color::Black);
}

#[test]
fn a_zero_position_is_no_twin_unless_it_has_commands() {
    let bare = problem(
        "fen: 4k3/8/8/8/8/8/4P3/4K3 w\nstipulation: #2\ntwins:\n a) zero\n b) remove e2\n c) move e2 e4\n",
    );
    let labels: Vec<&str> = bare.twins.iter().map(|twin| twin.label.as_str()).collect();
    assert_eq!(labels, ["b", "c"]);
    let full = problem(
        "fen: 4k3/8/8/8/8/8/4P3/4K3 w\nstipulation: #2\ntwins:\n a) zero; move e2 e3\n b) move e2 e4\n",
    );
    let fens: Vec<String> = full.twins.iter().map(|twin| twin.diagram.fen()).collect();
    assert_eq!(fens, ["4k3/8/8/8/8/4P3/8/4K3 w", "4k3/8/8/8/4P3/8/8/4K3 w"]);
}

#[test]
fn equal_given_worlds_merge_and_dead_targets_become_none() {
    // The king h5 and the rook a5: the pawns c5 and d5 are pinned together.
    let source =
        "fen: 4k3/8/8/r1PpP2K/8/8/8/8 w\nstipulation: #2\nhistories:\n  - d6\n  - -\n  - d6\n";
    let parsed = syntax::parse(source);
    assert!(parsed.diagnostics.is_empty(), "d6 can be captured on");
    let source = "fen: 4k3/8/8/K1Pp3r/8/8/8/8 w\nstipulation: #2\nhistories:\n  - d6\n  - -\n";
    let parsed = syntax::parse(source);
    let codes: Vec<&str> = parsed.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["world-target-dead"]);
    let problem = parsed.problems().next().unwrap();
    assert!(matches!(problem.twins[0].histories, Histories::Given(set) if set.len() == 1));
}

#[test]
fn continuation_lines_comments_and_line_ends() {
    let source = "\u{FEFF}# a comment\r\nfen:\r\n  # inside\r\n  4k3/8/8/8/8/8/8/4K3 w\r\nstipulation:\r\n\t#2\r\nsolution: 1. Kd2\r\n   1...Kd7\r\n\r\n     2. Kd3\r\n";
    let problem = problem(source);
    assert_eq!(problem.twins[0].stipulation.to_string(), "#2");
    assert_eq!(
        problem.twins[0].solution.as_deref(),
        Some("1. Kd2\n1...Kd7\n\n  2. Kd3")
    );
}

#[test]
fn a_diagram_from_the_command_line() {
    let parsed = syntax::parse_diagram("4k3/8/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    assert_eq!(parsed.side, Some(Color::Black));
    assert_eq!(
        syntax::parse_diagram("4k3/8/8/8/8/8/8/4K3").unwrap().side,
        None
    );
    assert!(syntax::parse_diagram("").is_err());
    assert!(syntax::parse_diagram("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1 extra").is_err());
}
