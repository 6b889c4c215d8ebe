//! The problem file: what is read, and how errors look.

use beruehrt::notation::Letters;
use beruehrt::problem::{Convention, Fact, Histories, LastMove, Problem};
use beruehrt::syntax::{self, Paint};
use shakmaty::{Color, Role, Square};

fn problem(source: &str) -> Problem {
    let parsed = syntax::parse(source);
    assert!(
        parsed.diagnostics.is_empty(),
        "{}",
        parsed
            .diagnostics
            .iter()
            .map(|d| syntax::render(d, source, "test.bg", Paint::Plain))
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

#[test]
fn german_names_letters_and_all_that_hangs_on_them() {
    let source = "\
Kennung: x
AUTOR: Jäger,
   Hans
Weiß: Ke1 Th1, Dd1 Ba2b2
Schwarz: Ke8 Sg8
Buchstaben: de
Anzug: black
Forderung: s#3*
Konvention: bg
Optionen: history=deferred, ep-touch = own-only
  laws=club
Vorgeschichten: claim
  K -
  - -
Tatsachen:
  last move white Dd1
  moved e8, g8
  no capture in the last 4 plies
Zwillinge:
  b) add white Lc1; remove g8; facts moved e8
  c) from b); turn white; histories given K -, - -; facts last move S
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
