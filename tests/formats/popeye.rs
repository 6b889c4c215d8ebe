//! Popeye's input in three languages.

use beruehrt::formats::{Format, export, lost};
use beruehrt::problem::{Convention, Duplex, Histories};

use super::{fens, own, read, read_one, refusal};

/// Popeye's own examples: BEISPIEL/castling.inp, BEISPIEL/ep.inp.
#[test]
fn the_same_problem_in_three_languages() {
    let german = "anfa\nprot x.out\nauto G. Sch\"opfer\nquel Neue Leipziger Ztg., 1927\nford #2\n\
        opti vari\nstei\nweis ke1 da7 th1\nschw kc1\nende\n";
    let english = "begin author G. Schöpfer\norigin Neue Leipziger Ztg., 1927\nstip #2 option vari try \
        pieces white ke1 qa7 rh1 black kc1 end\n";
    let french = "DebutProbleme\nauteur G. Schöpfer\nsource Neue Leipziger Ztg., 1927\nenonce #2\n\
        option variantes pieces blanc re1 da7 th1 noir rc1\nFinProbleme\n";
    let problem = read_one(german, Format::Popeye);
    assert_eq!(problem.author.as_deref(), Some("G. Schöpfer"));
    assert_eq!(fens(&problem), ["8/Q7/8/8/8/8/8/2k1K2R w"]);
    assert_eq!(problem.twins[0].stipulation.to_string(), "#2");
    assert_eq!(problem.twins[0].histories, Histories::Analyse);
    assert_eq!(read_one(english, Format::Popeye), problem);
    assert_eq!(read_one(french, Format::Popeye), problem);
}

fn with(options: &str) -> String {
    format!(
        "BeginProblem\nPieces White Kf5 Rd1 Bf6 Ph5h6 Black Ke8 Rh8 Pg5\nStipulation #2\nOption {options}\nEndProblem\n"
    )
}

#[test]
fn what_options_say_of_the_past_is_a_claim() {
    let claim = |options: &str| {
        let problem = read_one(&with(options), Format::Popeye);
        match &problem.twins[0].histories {
            Histories::Claim(worlds) => {
                let worlds: Vec<String> = worlds.iter().map(|world| world.to_string()).collect();
                worlds.join(", ")
            }
            other => format!("{other:?}"),
        }
    };
    assert_eq!(claim("NoCastling h8"), "- -");
    assert_eq!(claim("NoCastling e8h8 Variation"), "- -");
    assert_eq!(claim("EnPassant g7g6g5"), "k g6");
    assert_eq!(claim("NoCastling h8 EnPassant g7g6g5 Try"), "- g6");
    assert_eq!(claim("Variation"), "Analyse");
}

#[test]
fn castlings_that_exclude_each_other_are_retro_strategy() {
    let source = "begin pieces white ke1 ra1 rh1 black ke8 rh8 stip #3 \
        option CastlingMutuallyExclusive a1h8 end";
    let problem = read_one(source, Format::Popeye);
    let twin = &problem.twins[0];
    assert_eq!(twin.convention, Convention::RetroStrategy);
    let Histories::Claim(worlds) = &twin.histories else {
        panic!("{twin:?}");
    };
    let worlds: Vec<String> = worlds.iter().map(|world| world.to_string()).collect();
    assert_eq!(worlds, ["KQ -", "Kk -"]);
    // And back.
    let text = export([&problem], Format::Popeye).text;
    assert!(text.contains("CastlingMutuallyExclusive a1h8"), "{text}");
    assert_eq!(read_one(&text, Format::Popeye), problem);
}

#[test]
fn squares_in_two_words_are_an_error_that_mends_itself() {
    let source = with("NoCastling h8 a8");
    assert_eq!(
        refusal(&source, Format::Popeye),
        ("popeye-option", "a8".to_owned())
    );
}

#[test]
fn who_begins() {
    let turn = |stipulation: &str, option: &str| {
        let source = format!(
            "begin pieces white kf6 qg6 black kh8 stip {stipulation} option vari {option} end"
        );
        let problem = read_one(&source, Format::Popeye);
        let twin = &problem.twins[0];
        (twin.stipulation.to_string(), twin.diagram.turn.char())
    };
    assert_eq!(turn("#1", ""), ("#1".to_owned(), 'w'));
    assert_eq!(turn("#1", "HalfDuplex"), ("#1".to_owned(), 'b'));
    assert_eq!(turn("h#2", ""), ("h#2".to_owned(), 'b'));
    assert_eq!(turn("h#2", "HalfDuplex"), ("h#2".to_owned(), 'w'));
    assert_eq!(turn("h#2.5", "SetPlay"), ("h#2.5*".to_owned(), 'w'));
    // Popeye takes the first half-move off.
    assert_eq!(turn("h#2", "WhiteToPlay"), ("h#1.5".to_owned(), 'w'));
    let duplex = "begin pieces white kf6 qg6 black kh8 stip h#1 option duplex end";
    let problem = read_one(duplex, Format::Popeye);
    let halves: Vec<Duplex> = problem.twins.iter().map(|twin| twin.duplex).collect();
    assert_eq!(halves, [Duplex::First, Duplex::Second]);
}

/// The changes as Popeye's manual tells them; where the kings and the rook come was compared
/// with the moves Popeye 4.104 finds for `~1`.
#[test]
fn every_change_of_a_twin() {
    let after = |changes: &str| {
        let source = format!("begin pieces white kc1 rb2 black ke4 ph7 stip #3 twin {changes} end");
        let problem = read_one(&source, Format::Popeye);
        fens(&problem).last().unwrap().clone()
    };
    for (changes, board) in [
        ("move b2 c3", "8/7p/8/8/4k3/2R5/8/2K5 w"),
        ("move b2 h7", "8/7R/8/8/4k3/8/8/2K5 w"),
        ("exchange c1 e4", "8/7p/8/8/4K3/8/1R6/2k5 w"),
        ("remove h7", "8/8/8/8/4k3/8/1R6/2K5 w"),
        ("add black sa8 ba7", "n7/b6p/8/8/4k3/8/1R6/2K5 w"),
        ("substitute r q", "8/7p/8/8/4k3/8/1Q6/2K5 w"),
        ("PolishType", "8/7P/8/8/4K3/8/1r6/2k5 w"),
        ("mirror a1<-->h1", "8/p7/8/8/3k4/8/6R1/5K2 w"),
        ("mirror a1<-->a8", "2K5/1R6/8/4k3/8/8/7p/8 w"),
        ("mirror a1<-->h8", "8/6R1/7K/8/4k3/8/8/1p6 w"),
        ("mirror a8<-->h1", "6p1/8/8/3k4/8/K7/1R6/8 w"),
        ("rotate 90", "1p6/8/8/4k3/8/7K/6R1/8 w"),
        ("rotate 270", "8/1R6/K7/8/3k4/8/8/6p1 w"),
        ("rotate 180", "5K2/6R1/8/3k4/8/8/p7/8 w"),
        ("shift a1 a2", "7p/8/8/4k3/8/1R6/2K5/8 w"),
        ("move b2 c3 remove h7", "8/8/8/8/4k3/2R5/8/2K5 w"),
    ] {
        assert_eq!(after(changes), board, "{changes}");
    }
    let stipulation = "begin pieces white kc1 rb2 black ke4 stip #3 twin stip h#2 end";
    let problem = read_one(stipulation, Format::Popeye);
    assert_eq!(problem.twins[1].stipulation.to_string(), "h#2");
    assert_eq!(problem.twins[1].diagram.turn.char(), 'b');
}

#[test]
fn twins_go_on_from_the_diagram_or_from_the_last() {
    let source = "begin pieces white kc1 rb2 black ke4 stip #3\n\
        twin move b2 b3 twin cont move c1 d1 twin move b2 b4\nend";
    let problem = read_one(source, Format::Popeye);
    assert_eq!(
        fens(&problem)[1..],
        [
            "8/8/8/8/4k3/1R6/8/2K5 w",
            "8/8/8/8/4k3/1R6/8/3K4 w",
            "8/8/8/8/1R2k3/8/8/2K5 w"
        ]
    );
    let zero = "begin pieces white kc1 rb2 black ke4 stip #3 zero move b2 b3 twin move b2 b4 end";
    let problem = read_one(zero, Format::Popeye);
    let labels: Vec<&str> = problem
        .twins
        .iter()
        .map(|twin| twin.label.as_str())
        .collect();
    assert_eq!(labels, ["a", "b"]);
    assert_eq!(fens(&problem)[0], "8/8/8/8/4k3/1R6/8/2K5 w");
}

#[test]
fn forsyth_lines_have_the_letters_of_the_language() {
    for (source, board) in [
        (
            "begin forsyth rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR stip #1 end",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
        ),
        (
            "begin forsyth rsbqkbsrpppppppp32PPPPPPPPRSBQKBSR stip #1 end",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
        ),
        (
            "anfa forsyth 8/8/k7/8/3D/K ford #1 ende",
            "8/8/k7/8/3Q4/K7/8/8 w",
        ),
    ] {
        assert_eq!(fens(&read_one(source, Format::Popeye)), [board], "{source}");
    }
    assert_eq!(
        refusal("begin forsyth 48/5gPp/5K1k stip #6 end", Format::Popeye),
        ("fairy-piece", "g".to_owned())
    );
}

#[test]
fn what_is_not_orthodox_is_refused_by_name_and_hides_nothing() {
    let source = "begin pieces white ka1 nb2 black kc3 stip #2\n\
        next pieces white ka1 rb2 black kc3 stip #2 condition circe rexinclusive\n\
        next pieces white ka1 rb2 black kc3 stip ser-h#5\n\
        next pieces white royal ka1 rb2 neutral pc3 stip #2\n\
        next pieces white ka1 rb2 black kc3 stip #2 option quodlibet vari\n\
        next pieces white ka1 lib2 black kc3 stip #2\n\
        next pieces white ka1 rb2 black kc3 sstip white help [d]h#2 \n\
        next pieces white ka1 rb9 black kc3 stip #2\n\
        next pieces white kf6 qg6 black kh8 stip #1 end";
    let parsed = beruehrt::formats::read(source, Format::Popeye);
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
    assert_eq!(
        codes,
        [
            "fairy-piece",
            "fairy-condition",
            "stipulation",
            "fairy-piece",
            "popeye-option",
            "fairy-piece",
            "stipulation",
            "piece-square",
            "good"
        ]
    );
    let places: Vec<&str> = parsed
        .entries
        .iter()
        .filter_map(|entry| entry.problem.as_ref().err())
        .map(|error| &source[error.range()])
        .collect();
    assert_eq!(
        places,
        [
            "n",
            "circe",
            "ser-h#5",
            "royal",
            "quodlibet",
            "li",
            "sstip",
            "rb9"
        ]
    );
}

#[test]
fn a_file_without_a_frame_or_an_end_says_so() {
    assert_eq!(
        refusal("pieces white ka1", Format::Popeye).0,
        "popeye-begin"
    );
    let parsed = beruehrt::formats::read(
        "begin pieces white kf6 qg6 black kh8 stip #1",
        Format::Popeye,
    );
    assert_eq!(parsed.problems().count(), 1);
    assert_eq!(parsed.diagnostics[0].code, "popeye-end");
    assert_eq!(read("begin end", Format::Popeye).len(), 0);
}

#[test]
fn a_lost_right_is_one_word_and_each_world_a_problem() {
    let problem = own(
        "id: L\nfen: r3k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #2\nconvention: bg\nhistories:\n  kq g6\n  - -\n",
    );
    let text = export([&problem], Format::Popeye).text;
    assert_eq!(text.matches("Stipulation #2").count(), 2, "{text}");
    assert!(text.contains("EnPassant g7g6g5"), "{text}");
    assert!(text.contains("NoCastling h8a8"), "{text}");
    let said: Vec<String> = lost(&problem, Format::Popeye)
        .into_iter()
        .map(|part| part.english().into_owned())
        .collect();
    assert_eq!(
        said,
        [
            "that it is one problem (2 are written, one for each twin or history)",
            "the convention bg",
            "that the histories are given: they are claimed"
        ]
    );
}

#[test]
fn what_popeye_cannot_be_asked_is_left_out_and_said() {
    let problem = own("fen: 4k3/8/8/8/8/8/8/4K2R w\nstipulation: histories\n");
    let exported = export([&problem], Format::Popeye);
    assert_eq!(exported.text, "");
    assert!(exported.lost[0][0].english().contains("left out"));
}

/// Popeye reads a line into 256 bytes and ends at a longer one (`LINESIZE` in its input/plaintext/token.h).
#[test]
fn no_line_is_too_long_for_popeye() {
    let problem = own(&format!(
        "author: {}\ncomment:\n  {}\n  {}\nfen: 8/8/8/8/8/2k5/8/K7 w\nstipulation: #2\n",
        "Schöpfer; ".repeat(40),
        "long words ".repeat(60),
        "ü".repeat(300)
    ));
    let text = export([&problem], Format::Popeye).text;
    assert!(text.lines().all(|line| line.len() < 260), "{text}");
    let words = |text: &str, word: &str| text.split_whitespace().filter(|w| *w == word).count();
    assert_eq!(words(&text, "words"), 60);
    assert_eq!(text.matches('ü').count(), 300);
    let back = read_one(&text, Format::Popeye);
    assert_eq!(words(back.comment.as_deref().unwrap(), "Schöpfer;"), 40);
}
