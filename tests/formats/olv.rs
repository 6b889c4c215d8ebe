//! olv documents as others wrote them, shortened to what is asked of them.

use beruehrt::formats::{Format, export, read as read_format};
use beruehrt::problem::{Convention, Histories};

use super::{fens, read, read_one, refusal};

/// `collections/chest_test.olv` of olive (entries of the old form, tags of Python) and `collections/Broodings-50.olv`.
#[test]
fn documents_of_both_forms_by_five_authors() {
    let source = "---
algebraic:
  black: [Ka5, Sb6, Pb2, Pa6, Pa4]
  white: [Kd2, Pd7]
authors: [!!python/unicode 'Lind, Carl Erik Israel']
comments: [!!python/unicode 'helpmate

    pass']
date: '1938'
distinction: !!python/unicode 'Prize'
intended-solutions: '2'
keywords: [Allumwandlung]
solution: !!python/unicode '1.Sc8 dxc8=Q  2.b1=B Qc5#

  1.b1=R d8=S  2.Rb5 Sc6#'
source: !!python/unicode 'Svenska Problemschackklubben 2nd TT'
stipulation: h#2
---
algebraic:
  black: [Ke4, Qe1, Rf5, Bd2, Sg8, Sf3, Ph4, Pf6, Pe2, Pd3]
  white: [Kb7, Qb8, Rd1, Bh7, Bb6, Sf4, Sb5, Pg2, Pf2, Pe6, Pe3, Pc4, Pb3]
authors: [!!python/unicode 'Shire, David J.']
date: '2007'
source: !!python/unicode 'The British Chess Magazine'
stipulation: '#2'
---
algebraic:
  black:
  - Kc3
  - Pf4
  - Pb6
  - Pa5
  - Rb4
  - Rb3
  - Pb2
  - Pd2
  - Pe5
  - Pf6
  - Pf3
  - Qg4
  white:
  - Ka6
  - Bb1
  - Sd4
  - Bc5
  - Pe4
  - Pf5
authors:
- Müller, Dieter
- Wiehagen, Rolf
solution: \"a) \\n  1.Rb4-c4 Bc5-b4 +   2.a5*b4 Sd4-b5 # \\n\\nb) bRb4-->f3\\n  1.b6*c5\\
  \\ Ka6*a5   2.c5-c4 Sd4-e2 # \"
source:
  date:
    month: 2
    year: 2009
  issue: '50'
  name: Broodings
  problemid: '3'
stipulation: h#2
twins:
  b: Move b4 f3
---
algebraic:
  black: [Sg8, Ke3, Sd1, Rb1, Pb2, Pd2, Pd3, Bf6, Pg7, Ph6]
  white: [Kf1, Bg2, Sb5, Rd7, Se6, Qf7]
authors:
- Chlubna, Friedrich
source:
  date:
    year: 1995
  name: Sinfonie Scacchistiche
stipulation: s#6
---
authors:
  - Ugren, Ljubomir
  - Abdurahmanović, Fadil
source:
  name: feenschach
  issue: 01-02
  problemid: 7100
  date:
    year: 1965
award:
  tourney:
    name: feenschach
  distinction: 1st Prize
algebraic:
  white: [Kh1, Re4, Pg2, Pf5, Pf4, Pf3, Pe6, Pc4]
  black: [Kd1, Bc3, Ph2, Pg3, Pf6, Pe7, Pd3, Pd2, Pc5]
stipulation: h#4
options:
  - SetPlay
foreignids:
  -
    domain: PDB
    problemid: P0503887
";
    // b) takes the place of a pawn that stands on f3.
    let problems = read(source, Format::Olv);
    assert_eq!(problems.len(), 5);
    let [lind, shire, mueller, chlubna, ugren] = &problems[..] else {
        panic!();
    };
    assert_eq!(lind.author.as_deref(), Some("Lind, Carl Erik Israel"));
    assert_eq!(fens(lind), ["8/3P4/pn6/k7/p7/8/1p1K4/8 b"]);
    assert_eq!(
        lind.source.as_deref(),
        Some("Svenska Problemschackklubben 2nd TT, 1938")
    );
    assert_eq!(lind.award.as_deref(), Some("Prize"));
    assert_eq!(
        lind.comment.as_deref(),
        Some("helpmate\npass\nintended solutions: 2")
    );
    let solution = lind.twins[0].solution.as_deref().unwrap();
    assert_eq!(solution.lines().count(), 2, "{solution}");
    assert_eq!(
        fens(shire),
        ["1Q4n1/1K5B/1B2Pp2/1N3r2/2P1kN1p/1P1pPn2/3bpPP1/3Rq3 w"]
    );
    assert_eq!(
        mueller.author.as_deref(),
        Some("Müller, Dieter; Wiehagen, Rolf")
    );
    assert_eq!(mueller.source.as_deref(), Some("Broodings 50, 2/2009, 3"));
    assert_eq!(mueller.twins.len(), 2);
    assert_eq!(
        mueller.twins[1].solution.as_deref(),
        Some("1.b6*c5 Ka6*a5   2.c5-c4 Sd4-e2 #")
    );
    assert_eq!(chlubna.twins[0].stipulation.to_string(), "s#6");
    assert_eq!(ugren.id.as_deref(), Some("P0503887"));
    assert_eq!(
        ugren.source.as_deref(),
        Some("feenschach 01-02, 1965, 7100")
    );
    assert_eq!(ugren.twins[0].stipulation.to_string(), "h#4*");
}

#[test]
fn options_keywords_and_the_past() {
    let entry = |more: &str| {
        format!(
            "algebraic:\n  white: [Kf5, Rd1, Bf6, Ph6, Ph5]\n  black: [Ke8, Rh8, Pg5]\nstipulation: \"#2\"\n{more}"
        )
    };
    let claim = |options: &str| {
        let problem = read_one(&entry(&format!("options:\n  - {options}\n")), Format::Olv);
        match &problem.twins[0].histories {
            Histories::Claim(worlds) => worlds.sole().map(|world| world.to_string()),
            _ => None,
        }
    };
    assert_eq!(claim("NoCastling h8"), Some("- -".to_owned()));
    assert_eq!(claim("EnPassant g7g6g5"), Some("k g6".to_owned()));
    assert_eq!(
        claim("EnPassant g6"),
        Some("k g6".to_owned()),
        "as olive has it"
    );
    assert_eq!(claim("Variation"), None);
    let convention = |keyword: &str| {
        let problem = read_one(&entry(&format!("keywords:\n  - {keyword}\n")), Format::Olv);
        problem.twins[0].convention
    };
    assert_eq!(convention("Berührt-Geführt"), Convention::BeruehrtGefuehrt);
    assert_eq!(convention("Partial retrograde analysis"), Convention::Pra);
    assert_eq!(convention("Cant Castler"), Convention::Codex);
    assert_eq!(
        refusal(&entry("options: [Madrasi RexInclusiv]\n"), Format::Olv),
        ("fairy-condition", "Madrasi RexInclusiv".to_owned())
    );
}

#[test]
fn a_broken_document_is_told_with_its_place_and_hides_no_other() {
    let source = "---\nalgebraic:\n  white: [Ke1, Lh8]\n  black: [Ke8]\nstipulation: '#2'\n---\nalgebraic: [\n---\nalgebraic:\n  white: [Ke1]\n  black: [Ke8]\nstipulation: #2\n---\nalgebraic:\n  white: [Ke1, Qa1]\n  black: [Ke8]\nstipulation: '#2'\n";
    let parsed = read_format(source, Format::Olv);
    let codes: Vec<&str> = parsed
        .entries
        .iter()
        .map(|entry| {
            entry
                .problem
                .as_ref()
                .map_or_else(|error| error.code, |_| "good")
        })
        .collect();
    assert_eq!(codes, ["fairy-piece", "yaml", "olv-field", "good"]);
    let first = parsed.entries[0].problem.as_ref().unwrap_err();
    assert_eq!(&source[first.range()], "Lh8");
    // `#` begins a comment in YAML.
    let third = parsed.entries[2].problem.as_ref().unwrap_err();
    assert!(third.help.as_ref().unwrap().english().contains("quotes"));
}

/// One hundred thousand references to a text that refers to another.
#[test]
fn a_text_that_grows_by_references_is_refused() {
    let mut bomb = String::from("a: &a [x, x, x, x, x, x, x, x, x]\n");
    for (new, old) in ["b", "c", "d", "e", "f", "g", "h", "i"]
        .iter()
        .zip(["a", "b", "c", "d", "e", "f", "g", "h"])
    {
        let items = vec![format!("*{old}"); 9].join(", ");
        bomb.push_str(&std::fmt::format(format_args!("{new}: &{new} [{items}]\n")));
    }
    bomb.push_str("comments: *i\nalgebraic:\n  white: [Ke1]\nstipulation: '#1'\n");
    assert_eq!(refusal(&bomb, Format::Olv).0, "yaml");
}

#[test]
fn data_keep_their_spelling_by_way_of_our_own_files() {
    let source = "\
algebraic:
  white: [Kb3, Rh2]
  black: [Ka1]
source:
  name: A Journal
  issue: 0012
  volume: yes
  problemid: 1_234
stipulation: \"#1\"
solution: 1.Rh1#
";
    let own = beruehrt::syntax::print(&read_one(source, Format::Olv));
    let back = export([&read_one(&own, Format::Bg)], Format::Olv).text;
    for field in ["issue: \"0012\"", "volume: \"yes\"", "problemid: \"1_234\""] {
        assert!(back.contains(field), "{own}\n{back}");
    }
}

/// Popeye knows no conventions; who writes one among the conditions means it.
#[test]
fn a_convention_among_the_conditions_is_read() {
    for list in ["conditions: [AP]", "options: [A posteriori]"] {
        let source = format!(
            "---\nalgebraic:\n  white: [Ke1, Qa5, Rh1]\n  black: [Kg2]\nstipulation: '#3'\n{list}\n"
        );
        let problem = read_one(&source, Format::Olv);
        assert_eq!(
            problem.twins[0].convention,
            Convention::APosteriori,
            "{list}"
        );
    }
    let source = "---\nalgebraic:\n  white: [Ke1, Qa5]\n  black: [Kg2]\nstipulation: '#3'\nconditions: [Circe]\n";
    assert_eq!(refusal(source, Format::Olv).0, "fairy-condition");
    let source = "---\nalgebraic:\n  white: [Ke1, Qa5]\n  black: [Kg2]\nstipulation: '#3 (AP, RV)'\nkeywords: [Retro Strategy]\n";
    let problem = read_one(source, Format::Olv);
    assert_eq!(problem.twins[0].convention, Convention::APosteriori);
}

/// Who quotes a block of YAML means the text inside; the document keeps it as it is.
#[test]
fn quotation_marks_around_a_solution_are_none_of_its_own() {
    let source = "---\nalgebraic:\n  white: [Ke1, Qa5, Rh1]\n  black: [Kg2]\nstipulation: '#3'\nsolution: |\n  \"1.Qa5-a1 !\n      1...Kg2*h1\"\n";
    let problem = read_one(source, Format::Olv);
    let solution = problem.twins[0].solution.as_deref().unwrap();
    assert_eq!(solution, "1.Qa5-a1 !\n    1...Kg2*h1");
    assert!(!export([&problem], Format::Pdb).text.contains('"'));
    assert!(export([&problem], Format::Olv).text.contains('"'));
}
