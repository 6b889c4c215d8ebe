//! What a format can carry comes back as it was; what it cannot is named.

use beruehrt::formats::{Format, export, lost, read};
use beruehrt::problem::{Histories, Problem, Stipulation};
use proptest::prelude::*;
use shakmaty::{Board, Color, Piece, Role, Square};

use super::own;

/// A board with two kings and some men, by numbers.
fn board(men: &[(usize, usize)]) -> Board {
    let mut board = Board::empty();
    let roles = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    for (number, &(square, kind)) in men.iter().enumerate() {
        let square = Square::ALL[square % 64];
        let (color, role) = match number {
            0 => (Color::White, Role::King),
            1 => (Color::Black, Role::King),
            _ => (Color::from_white(kind % 2 == 0), roles[kind / 2 % 5]),
        };
        let last = matches!(square.rank().char(), '1' | '8');
        if board.piece_at(square).is_none() && !(role == Role::Pawn && last) {
            board.set_piece_at(square, Piece { color, role });
        }
    }
    board
}

prop_compose! {
    fn men()(men in prop::collection::vec((0..64usize, 0..10usize), 4..20)) -> Vec<(usize, usize)> {
        men
    }
}

fn word() -> impl Strategy<Value = String> {
    "[A-Za-zäöüß][a-zäöüß]{1,8}"
}

/// The problem of a text in our own format, if it is one.
fn problem(text: &str) -> Option<Problem> {
    let parsed = read(text, Format::Bg);
    let mut problems: Vec<Problem> = parsed.problems().cloned().collect();
    (problems.len() == 1).then(|| problems.remove(0))
}

/// Reads back what is written: one problem, the same.
fn survives(problem: &Problem, format: Format) -> Result<(), TestCaseError> {
    let text = export([problem], format).text;
    let parsed = read(&text, format);
    let back: Vec<&Problem> = parsed.problems().collect();
    prop_assert_eq!(back.len(), 1, "{}\n{:?}", text, parsed.diagnostics);
    let mut back = back[0].clone();
    // A count of men is printed where none was given.
    if problem.men.is_none() {
        back.men = None;
    }
    // Letters matter where there are moves.
    if problem.twins.iter().all(|twin| twin.solution.is_none()) {
        back.letters = problem.letters;
    }
    prop_assert_eq!(&back, problem, "{}", text);
    prop_assert_eq!(lost(problem, format), vec![]);
    Ok(())
}

const STIPULATIONS: [&str; 9] = ["#2", "#3", "=2", "s#3", "h#2", "h#2.5", "h=3", "r#2", "#12"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn popeye_carries_position_stipulation_twins_and_texts(
        men in men(), asked in 0..9usize, star in any::<bool>(), name in word(), id in word(),
        comment in prop::option::of(word()), duplex in any::<bool>(), to in 0..64usize,
    ) {
        let board = board(&men);
        let star = if star { "*" } else { "" };
        let duplex = if duplex { " duplex" } else { "" };
        let mut text = format!(
            "id: {id}\nauthor: {name}, X.\nfen: {board}\nstipulation: {}{star}{duplex}\n",
            STIPULATIONS[asked],
        );
        if let Some(comment) = comment {
            text.push_str(&std::fmt::format(format_args!("comment: {comment}\n")));
        }
        let from = board.white().first().unwrap();
        let to = Square::ALL[to];
        if board.piece_at(to).is_none() {
            text.push_str(&std::fmt::format(format_args!("twins:\n  b) move {from} {to}\n  c) stipulation #5\n")));
            if !duplex.is_empty() || !star.is_empty() {
                // Popeye's options hold for all twins.
                text = text.replace("  c) stipulation #5\n", "");
            }
        }
        if let Some(problem) = problem(&text) {
            survives(&problem, Format::Popeye)?;
        }
    }

    #[test]
    fn olv_carries_everything(
        men in men(), asked in 0..9usize, name in word(), source in word(), award in prop::option::of(word()),
        comment in prop::option::of(word()), keyword in prop::option::of("[a-z]{3,9}"), convention in 0..6usize,
        options in any::<bool>(), to in 0..64usize, solution in any::<bool>(),
    ) {
        let board = board(&men);
        let convention = ["codex", "bg", "pra", "rs", "ap", "illegal-move"][convention];
        let mut text = format!(
            "id: P0000001\nauthor: {name}, X.; Y, Z.\nsource: {source}: 12, \"1990\" # 4\nfen: {board} b\n\
             stipulation: {}\nconvention: {convention}\n",
            STIPULATIONS[asked],
        );
        for (field, value) in [("award", award), ("comment", comment), ("keywords", keyword)] {
            if let Some(value) = value {
                text.push_str(&std::fmt::format(format_args!("{field}: {value}\n")));
            }
        }
        if options {
            text.push_str("options: history=deferred ep-touch=own-only\n");
        }
        let from = board.white().first().unwrap();
        let to = Square::ALL[to];
        let twins = board.piece_at(to).is_none();
        if twins {
            text.push_str(&std::fmt::format(format_args!("twins:\n  b) move {from} {to}; convention codex\n  c) turn white; facts not moved {to}\n")));
        }
        if solution {
            let label = if twins { "b) " } else { "" };
            text.push_str(&std::fmt::format(format_args!("solution:\n  {label}1. Ke1!\n       1... Kd2 2. Ke3#\n")));
        }
        if let Some(problem) = problem(&text) {
            survives(&problem, Format::Olv)?;
        }
    }

    #[test]
    fn latex_carries_what_is_printed(
        men in men(), asked in 0..9usize, name in word(), source in word(), award in prop::option::of(word()),
        convention in 0..6usize, to in 0..64usize,
    ) {
        let board = board(&men);
        let convention = ["codex", "bg", "pra", "rs", "ap", "illegal-move"][convention];
        let mut text = format!(
            "id: P0000001\nauthor: {name}, X.; Y, Z.\nsource: {source} & 50% #1\nfen: {board}\n\
             stipulation: {}\nconvention: {convention}\nkeywords: a, b\ncomment:\n  one_two\n  {{three}}\n",
            STIPULATIONS[asked],
        );
        if let Some(award) = award {
            text.push_str(&std::fmt::format(format_args!("award: {award}\n")));
        }
        let from = board.white().first().unwrap();
        let to = Square::ALL[to];
        if board.piece_at(to).is_none() {
            text.push_str(&std::fmt::format(format_args!("twins:\n  b) move {from} {to}\n  c) stipulation #5\n")));
        }
        if let Some(problem) = problem(&text) {
            survives(&problem, Format::Latex)?;
        }
    }

    #[test]
    fn a_page_carries_what_it_shows(
        men in men(), asked in 0..9usize, name in word(), source in word(), convention in 0..6usize, to in 0..64usize,
    ) {
        let board = board(&men);
        let convention = ["codex", "bg", "pra", "rs", "ap", "illegal-move"][convention];
        let mut text = format!(
            "id: P0000001\nauthor: {name}, X.; Y, Z.\nsource: {source} 12/1990\naward: 1. Preis\nfen: {board}\n\
             stipulation: {}\nconvention: {convention}\nkeywords: Albino\n",
            STIPULATIONS[asked],
        );
        let from = board.white().first().unwrap();
        let to = Square::ALL[to];
        if board.piece_at(to).is_none() {
            text.push_str(&std::fmt::format(format_args!("twins:\n  b) move {from} {to}\n")));
        }
        if let Some(problem) = problem(&text) {
            survives(&problem, Format::Pdb)?;
        }
    }

    #[test]
    fn epd_carries_a_position_and_what_is_asked(men in men(), asked in 0..9usize, id in word(), black in any::<bool>()) {
        let board = board(&men);
        let side = if black { "b" } else { "w" };
        let text = format!("id: {id}\nfen: {board} {side}\nstipulation: {}\ncomment: one\n", STIPULATIONS[asked]);
        if let Some(problem) = problem(&text) {
            survives(&problem, Format::Epd)?;
            let bare = format!("fen: {board} {side}\nstipulation: histories\n");
            survives(&own(&bare), Format::Fen)?;
        }
    }

    #[test]
    fn pgn_carries_a_problem_without_twins(
        men in men(), asked in 0..9usize, name in word(), source in word(), convention in 0..6usize, star in any::<bool>(),
    ) {
        let board = board(&men);
        let convention = ["codex", "bg", "pra", "rs", "ap", "illegal-move"][convention];
        let star = if star { "*" } else { "" };
        let text = format!(
            "id: X1\nauthor: {name}, \"X\" \\ Y\nsource: {source} 12/1990\naward: 1. Preis\nfen: {board} b\n\
             stipulation: {}{star}\nconvention: {convention}\noptions: laws=club\nkeywords: Albino\ncomment:\n  one\n  two\n",
            STIPULATIONS[asked],
        );
        if let Some(problem) = problem(&text) {
            survives(&problem, Format::Pgn)?;
        }
    }

    /// A claimed world is what every format's own fields or comments can say, but for LaTeX and the page.
    #[test]
    fn claims_survive_where_there_are_fields_for_them(rights in 0..16u8, target in any::<bool>()) {
        let all = ["K", "Q", "k", "q"];
        let mut world: String = (0..4).filter(|i| rights & (1 << i) != 0).map(|i| all[i]).collect();
        if world.is_empty() {
            world.push('-');
        }
        let target = if target { "d6" } else { "-" };
        let source = |word: &str| format!(
            "fen: r3k2r/8/8/3pP3/8/8/8/R3K2R w\nstipulation: #2\nhistories: {word} {world} {target}\n"
        );
        let claim = own(&source("claim"));
        for format in [Format::Bg, Format::Popeye, Format::Olv, Format::Pgn] {
            if format == Format::Popeye && world == "KQkq" && target == "-" {
                // Nothing is denied: Popeye's input says nothing.
                prop_assert!(!lost(&claim, format).is_empty());
                continue;
            }
            survives(&claim, format)?;
        }
        if (world.as_str(), target) == ("-", "-") {
            prop_assert!(!lost(&claim, Format::Epd).is_empty());
        } else {
            survives(&claim, Format::Epd)?;
        }
        prop_assert!(!lost(&claim, Format::Latex).is_empty());
        // Given is more than claimed: only our own words say it.
        let given = own(&source("given"));
        for format in [Format::Bg, Format::Olv, Format::Pgn] {
            survives(&given, format)?;
        }
        prop_assert!(!lost(&given, Format::Popeye).is_empty());
        prop_assert!(!lost(&given, Format::Epd).is_empty());
    }
}

#[test]
fn the_solution_of_a_line_is_moves_in_pgn() {
    let problem = own(
        "fen: 8/8/8/8/8/5K2/6Q1/7k w\nstipulation: #1\nsolution:\n  1. Qg1#? Kxg1!\n  1. Qh2# {and so}\n",
    );
    assert_eq!(problem.twins.len(), 1);
    let text = export([&problem], Format::Pgn).text;
    assert!(!text.contains("[FEN \"?"), "{text}");
    let sound = own("fen: 7k/8/5KQ1/8/8/8/8/8 w\nstipulation: #2\nsolution:\n  1. Kf7! Kxg7\n");
    // What is no legal line stands in a comment, word for word.
    let text = export([&sound], Format::Pgn).text;
    assert!(text.contains("{1. Kf7! Kxg7}"), "{text}");
    assert_eq!(lost(&sound, Format::Pgn), vec![]);
    let line = own(
        "fen: 7k/8/5K2/6Q1/8/8/8/8 w\nstipulation: #2\nsolution:\n  1. Qg2? Kh7!\n  1. Kf7! Kh7\n    2. Qg7#\n",
    );
    let text = export([&line], Format::Pgn).text;
    assert!(
        text.contains("1. Qg2? (1. Kf7! Kh7 2. Qg7#) 1... Kh7!"),
        "{text}"
    );
    assert_eq!(lost(&line, Format::Pgn), vec![]);
}

#[test]
fn what_a_format_cannot_say_is_named() {
    let problem = own(
        "id: L\nauthor: Langstaff\nfen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #2\nconvention: bg\n\
         facts: not moved e8\nkeywords: x\nsolution:\n  1. hxg6!\n",
    );
    let said = |format| -> Vec<String> {
        let lost = lost(&problem, format).into_iter();
        lost.map(|part| part.english().into_owned()).collect()
    };
    assert_eq!(
        said(Format::Fen),
        [
            "the id",
            "the author",
            "the keywords",
            "the stipulation #2",
            "the convention bg",
            "the facts",
            "the solution"
        ]
    );
    assert_eq!(
        said(Format::Epd),
        [
            "the author",
            "the keywords",
            "the convention bg",
            "the facts",
            "the solution"
        ]
    );
    assert_eq!(
        said(Format::Popeye),
        [
            "the keywords",
            "the convention bg",
            "the facts",
            "the solution"
        ]
    );
    assert_eq!(said(Format::Latex), ["the facts"]);
    assert_eq!(said(Format::Olv), [""; 0]);
    // The words hold for one twin only where it is one of several.
    let twins = own(
        "fen: 4k3/8/8/8/8/8/8/R3K3 w\nstipulation: #2\ntwins:\n  b) move a1 h1; convention bg\n  c) move a1 b1; options laws=club\n",
    );
    let lost: Vec<String> = lost(&twins, Format::Latex)
        .into_iter()
        .map(|part| part.english().into_owned())
        .collect();
    assert_eq!(
        lost,
        ["the convention bg of b)", "the options laws=club of c)"]
    );
}

/// The solutions of the twins that come back from `format`, and what is lost.
fn solutions_from(source: &str, format: Format) -> (Vec<(String, String)>, Vec<String>) {
    let problem = own(source);
    let exported = export([&problem], format);
    assert!(exported.unasked.is_empty(), "{}", exported.text);
    let parsed = read(&exported.text, format);
    let twins = parsed.problems().flat_map(|problem| &problem.twins);
    let solutions = twins
        .filter_map(|twin| Some((twin.label.clone(), twin.solution.clone()?)))
        .collect();
    let lost = exported.lost.concat();
    (
        solutions,
        lost.iter()
            .map(|text| text.english().into_owned())
            .collect(),
    )
}

/// What is asked of a twin may stand above its solution: neither does the page take that for the solution, nor what follows for that of a).
#[test]
fn each_twin_keeps_its_solution() {
    let source = "fen: 7k/R7/5K2/8/8/8/8/8 w\nstipulation: #2\ntwins:\n  b) stipulation s#2\nsolution:\n  \
        a) 1. Kg6! Kg8 2. Ra8#\n  b) s#2\n    1. Ra8+ Kh7 2. Ra1 Kg8#\n";
    for format in [Format::Pdb, Format::Latex] {
        let (solutions, lost) = solutions_from(source, format);
        assert_eq!(solutions.len(), 2, "{solutions:?} {lost:?}");
        assert!(!solutions[0].1.contains("Ra1"), "{solutions:?}");
        assert!(solutions[1].1.contains("Ra1"), "{solutions:?}");
    }
}

#[test]
fn a_duplex_with_twins_stays_one() {
    let source = "fen: 8/3K2Q1/q7/1k6/8/8/8/8 b\nstipulation: h#2 duplex\ntwins:\n  b) stipulation h=2 duplex\nsolution:\n  \
        a) 1.Qa5 Kc8 2.Ka6 Qb7#\n  a-duplex) 1.Kd8 Kc6 2.Qe7 Qa8#\n  b) 1.Ka4 Qc3 2.Qc6+ Kxc6=\n  b-duplex) 1.Qf6 Qxf6 2.Ke8 Kc6=\n";
    for format in [Format::Pdb, Format::Latex] {
        let (solutions, lost) = solutions_from(source, format);
        assert!(!lost.iter().any(|part| part.contains("duplex")), "{lost:?}");
        let labels: Vec<&str> = solutions.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(labels, ["a", "a-duplex", "b", "b-duplex"], "{solutions:?}");
    }
}

/// A line of set play begins with words.
#[test]
fn set_play_in_words_is_no_comment() {
    for source in [
        "fen: 8/8/2K5/1N6/2kpn3/P4Q2/8/8 w\nstipulation: #2\nsolution:\n  Set play: 1... d3 2. Qf7#; 1... S~ 2. Sd6# Key: 1. Qd1! \
         1... d3 2. Qa4#; 1... S~ 2. Qc2#; 1... Sc3 2. Sd6#\n",
        "fen: 8/8/8/8/7R/4p3/3kp3/2R4K b\nstipulation: h#2*\nsolution:\n  1.e1=S Rhc4 2.Sd3 R4c2#\n  Set play: 1...Rc4 2.Kd3 Rhd4#\n",
    ] {
        let (solutions, lost) = solutions_from(source, Format::Pdb);
        assert!(solutions[0].1.contains("Set play"), "{solutions:?}");
        assert!(!lost.iter().any(|part| part == "the comment"), "{lost:?}");
    }
}

/// Every problem the project ships, through every format: what comes back differs only where it is said.
#[test]
fn the_shipped_problems_go_through_every_format() {
    let mut files = vec![std::path::PathBuf::from("problems")];
    let mut problems = Vec::new();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let mut inside: Vec<_> = std::fs::read_dir(&path)
                .unwrap()
                .map(|e| e.unwrap().path())
                .collect();
            inside.sort();
            files.extend(inside);
        } else if path.extension().is_some_and(|extension| extension == "bg") {
            let text = std::fs::read_to_string(&path).unwrap();
            problems.extend(super::read(&text, Format::Bg));
        }
    }
    assert!(problems.len() > 20, "{}", problems.len());
    for problem in &problems {
        for format in Format::ALL.into_iter().filter(|format| format.is_read()) {
            let text = export([problem], format).text;
            let parsed = read(&text, format);
            for diagnostic in &parsed.diagnostics {
                assert!(
                    !diagnostic.is_error(),
                    "{}: {}\n{text}",
                    format.keyword(),
                    diagnostic.message.english()
                );
            }
            let lost = lost(problem, format);
            let same = parsed.problems().count() == 1
                && parsed.problems().all(|back| {
                    let mut back = back.clone();
                    back.men = problem.men;
                    back.letters = problem.letters;
                    // Compared by the tree elsewhere.
                    for (twin, other) in back.twins.iter_mut().zip(&problem.twins) {
                        twin.solution.clone_from(&other.solution);
                    }
                    back == *problem
                });
            assert!(same || !lost.is_empty(), "{}\n{text}", format.keyword());
        }
        assert_eq!(lost(problem, Format::Bg), vec![]);
        let olv: Vec<String> = lost(problem, Format::Olv)
            .into_iter()
            .map(|t| t.english().into_owned())
            .collect();
        let allowed = |part: &String| {
            part.starts_with("the solution")
                || part == "the number of men"
                || part == "the comment"
                || part == "the keywords"
        };
        assert!(olv.iter().all(allowed), "{:?}: {olv:?}", problem.id);
    }
    let histories = |problem: &Problem| {
        problem.twins.iter().any(|twin| {
            !matches!(twin.histories, Histories::Analyse)
                || !matches!(twin.stipulation, Stipulation::Goal(_))
        })
    };
    assert!(problems.iter().any(histories));
}
