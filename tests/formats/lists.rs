//! FEN, EPD and PGN as others wrote them.

use beruehrt::formats::{Format, read as read_format, read_with};
use beruehrt::problem::Histories;
use beruehrt::syntax::FenFields;

use super::{fens, read, read_one, refusal};

fn claim(problem: &beruehrt::problem::Problem) -> Option<String> {
    match &problem.twins[0].histories {
        Histories::Claim(worlds) => worlds.sole().map(|world| world.to_string()),
        _ => None,
    }
}

/// Lines as engines' lists have them; the second is of matetrack.epd.
#[test]
fn lines_of_a_list() {
    let source = "# a list\n\n\
        r3k3/ppp1p2p/Nb2p3/P1PP2Pp/4N3/7B/3PPRP1/4K2R w Kq - dm 3; id \"P0001946 a)\";\n\
        4r1k1/5bpp/2p5/3pr3/8/1B3pPq/PPR2P2/2R2QK1 b - - bm #4;\n\
        4k3/8/8/8/8/8/8/R3K3 w - - hmvc 0; bm Ra8+; c0 \"h#2\"; c1 \"a word; or two\"; acd 3;\n\
        8/8/8/8/8/1K6/7R/k7 w - - 0 1\n\
        8/8/8/8/8/1K6/7R/k7\n";
    let problems = read(source, Format::Epd);
    assert_eq!(problems.len(), 5);
    assert_eq!(problems[0].twins[0].stipulation.to_string(), "#3");
    assert_eq!(problems[0].id.as_deref(), Some("P0001946 a)"));
    assert_eq!(claim(&problems[0]).as_deref(), Some("Kq -"));
    assert_eq!(problems[1].twins[0].stipulation.to_string(), "#4");
    assert_eq!(problems[1].twins[0].diagram.turn.char(), 'b');
    assert_eq!(claim(&problems[1]), None);
    assert_eq!(problems[2].twins[0].stipulation.to_string(), "h#2");
    assert_eq!(problems[2].twins[0].solution.as_deref(), Some("1. Ra8+!"));
    assert_eq!(problems[2].comment.as_deref(), Some("a word; or two"));
    assert_eq!(problems[4].twins[0].stipulation.to_string(), "histories");
    let codes: Vec<&str> = read_format(source, Format::Epd)
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect();
    assert_eq!(
        codes,
        [
            "fen-claim",
            "epd-operation",
            "no-stipulation",
            "no-stipulation"
        ]
    );
}

#[test]
fn rights_that_cannot_be_are_told_and_left_out() {
    let parsed = read_format("4k3/8/8/3pP3/8/8/8/R3K3 w KQ d6 dm 2;\n", Format::Epd);
    let problem = parsed.problems().next().unwrap();
    assert_eq!(claim(problem).as_deref(), Some("Q d6"));
    assert_eq!(parsed.diagnostics[0].code, "fen-castling");
    // A square on which nobody can take is none.
    let problem = read_one("4k3/8/8/3p4/8/8/8/R3K3 w Q d6 dm 2;\n", Format::Epd);
    assert_eq!(claim(&problem).as_deref(), Some("Q -"));
}

#[test]
fn a_bad_line_hides_no_other() {
    let source = "8/8/8/8/8/1K6/7R/k7 w - - dm 1;\n8/8/8/8/8/1K6/7T/k7 w - - dm 1;\n8/8/8/8/8/1K6/7R/k7 w - - dm 0;\n8/8/8/8/8/1K6/7R/k7 w - - dm 1;\n";
    let parsed = read_format(source, Format::Epd);
    assert_eq!(parsed.problems().count(), 2);
    assert_eq!(&source[parsed.diagnostics[0].range()], "T");
    assert_eq!(
        parsed.diagnostics[0]
            .suggestion
            .as_ref()
            .unwrap()
            .replacement,
        "R"
    );
    assert_eq!(parsed.diagnostics[1].code, "epd-operation");
}

#[test]
fn a_game_with_variations_is_a_solution() {
    let source = "[Event \"Problem\"]\n[White \"Loyd, S.\"]\n[Black \"#2\"]\n[SetUp \"1\"]\n[FEN \"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\"]\n\n\
        {The key} 1. Kf7 $1 {quiet} (1. Qg2 $2 Kh7) (1. Qd8+? Kh7) 1... Kh7 2. Qg7# *\n\n\
        [Event \"A game\"]\n\n1. e4 e5 *\n\n\
        [Event \"Die Schwalbe\"]\n[Date \"1990.??.??\"]\n[White \"?\"]\n[Black \"?\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n*\n";
    let parsed = read_format(source, Format::Pgn);
    assert_eq!(parsed.entries.len(), 3);
    let loyd = parsed.entries[0].problem.as_ref().unwrap();
    assert_eq!(loyd.author.as_deref(), Some("Loyd, S."));
    assert_eq!(loyd.twins[0].stipulation.to_string(), "#2");
    assert_eq!(loyd.comment.as_deref(), Some("The key"));
    assert_eq!(
        loyd.twins[0].solution.as_deref(),
        Some("1. Kf7! {quiet} Kh7 2. Qg7#\n1. Qg2? Kh7\n1. Qd8+? Kh7")
    );
    let game = parsed.entries[1].problem.as_ref().unwrap_err();
    assert_eq!(game.code, "no-position");
    let schwalbe = parsed.entries[2].problem.as_ref().unwrap();
    assert_eq!(schwalbe.source.as_deref(), Some("Die Schwalbe, 1990"));
    assert_eq!(claim(schwalbe).as_deref(), Some("KQ -"));
    assert_eq!(fens(schwalbe), ["r3k2r/8/8/8/8/8/8/R3K2R w"]);
}

#[test]
fn german_moves_in_a_game_are_told() {
    let source =
        "[White \"X\"]\n[Black \"#2\"]\n[FEN \"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\"]\n\n1. Dg2 Kh7 *\n";
    assert_eq!(refusal(source, Format::Pgn), ("pgn-move", "Dg2".to_owned()));
}

/// The worlds given for the first diagram of a text whose FENs are believed, and the codes of what is said.
fn believed(source: &str, format: Format) -> (Option<String>, Vec<&'static str>) {
    let parsed = read_with(source, format, FenFields::Believed);
    let given = match parsed.problems().next().map(|p| &p.twins[0].histories) {
        Some(Histories::Given(worlds)) => worlds.sole().map(|world| world.to_string()),
        _ => None,
    };
    let codes = parsed.diagnostics.iter().map(|said| said.code).collect();
    (given, codes)
}

#[test]
fn fields_can_be_believed() {
    let both = "4k3/8/8/8/4Pp2/8/8/R3K2R b KQ e3";
    let epd = |fields: &str| format!("4k3/8/8/8/4Pp2/8/8/R3K2R {fields} bm #1;\n");
    for (fields, world) in [("b KQ e3", "KQ e3"), ("b Q -", "Q -"), ("b - -", "- -")] {
        let given = Some(world.to_owned());
        assert_eq!(believed(&epd(fields), Format::Epd), (given.clone(), vec![]));
        let pgn = format!("[FEN \"4k3/8/8/8/4Pp2/8/8/R3K2R {fields} 0 1\"]\n[Black \"#2\"]\n\n*\n");
        assert_eq!(believed(&pgn, Format::Pgn), (given.clone(), vec![]));
        let own = format!("fen: 4k3/8/8/8/4Pp2/8/8/R3K2R {fields}\nstipulation: #2\n");
        assert_eq!(believed(&own, Format::Bg), (given, vec![]));
    }
    // What the file says of the histories itself goes first.
    let own = format!("fen: {both}\nstipulation: #2\nhistories: given - -\n");
    assert_eq!(believed(&own, Format::Bg), (Some("- -".to_owned()), vec![]));
    let bare = "4k3/8/8/8/4Pp2/8/8/R3K2R b";
    let (given, codes) = believed(&format!("fen: {bare}\nstipulation: #2\n"), Format::Bg);
    assert_eq!((given, codes), (None, vec!["nothing-to-believe"]));
    // Nobody can capture on a3; no king at home for `k`; letters of Chess960.
    let dead = "4k3/8/8/8/P3Pp2/8/8/R3K2R b KQ a3 bm #1;\n";
    let (given, codes) = believed(dead, Format::Epd);
    assert_eq!(given.as_deref(), Some("KQ -"));
    assert_eq!(codes, ["world-target-dead"]);
    for (fields, code) in [
        ("b KQkq -", "world-not-at-home"),
        ("b HA -", "world-rights"),
    ] {
        let (given, codes) = believed(&epd(fields), Format::Epd);
        assert_eq!((given, codes), (None, vec![code]), "{fields}");
    }
}

/// As in matetrack.epd: the side on move is mated.
#[test]
fn a_mate_against_the_side_on_move_is_read() {
    let source = "8/8/8/8/8/1K6/7R/k7 b - - bm #-1; id \"m\";\n";
    let problem = read_one(source, Format::Epd);
    assert_eq!(problem.twins[0].stipulation.to_string(), "histories");
    assert_eq!(problem.comment.as_deref(), Some("bm #-1"));
    let codes: Vec<&str> = read_format(source, Format::Epd)
        .diagnostics
        .iter()
        .map(|said| said.code)
        .collect();
    assert_eq!(codes, ["epd-mated", "no-stipulation"]);
}

#[test]
fn an_empty_board_is_no_problem() {
    for (source, format) in [
        ("8/8/8/8/8/8/8/8 w - - dm 2;", Format::Epd),
        ("fen: 8/8/8/8/8/8/8/8 w\nstipulation: #2\n", Format::Bg),
        ("white: -\nblack: -\nstipulation: #2\n", Format::Bg),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[Black \"#2\"]\n\n*\n",
            Format::Pgn,
        ),
    ] {
        let parsed = read_format(source, format);
        assert_eq!(parsed.diagnostics.len(), 1, "{source}");
        assert_eq!(parsed.diagnostics[0].code, "no-men", "{source}");
        assert!(parsed.has_errors());
    }
}

#[test]
fn a_sentence_is_no_stipulation() {
    let bg = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: Which rook has moved before?\n";
    let olv = "algebraic:\n  white: [Kb3, Rh2]\n  black: [Ka1]\nstipulation: What was the last game?\nsolution: x\n";
    for (source, format) in [(bg, Format::Bg), (olv, Format::Olv)] {
        let parsed = read_format(source, format);
        let codes: Vec<&str> = parsed.diagnostics.iter().map(|said| said.code).collect();
        assert_eq!(codes, ["unread-stipulation"], "{source}");
        assert!(!parsed.has_errors());
        assert!(parsed.entries[0].unread.is_some());
    }
    // Whoever says mate means one, and a study is none of the histories.
    for asked in [
        "ser-h#3",
        "Mate in the corner",
        "h#2 with sets",
        "dia",
        "White to move and win",
        "Weiß am Zug hält remis",
        "Les Blancs jouent et gagnent",
        "Remis",
    ] {
        let source = format!("fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: {asked}\n");
        assert!(read_format(&source, Format::Bg).has_errors(), "{asked}");
    }
}

/// Lists for engines have the same operations in every line.
#[test]
fn an_operation_that_says_nothing_is_told_once() {
    let line = "4k3/8/8/8/8/8/8/R3K3 w - - dm 2; PV: Ra8;\n";
    let source = format!("{line}{line}{line}");
    let parsed = read_format(&source, Format::Epd);
    let [warning] = &parsed.diagnostics[..] else {
        panic!("{:?}", parsed.diagnostics);
    };
    assert_eq!(warning.code, "epd-operation");
    assert_eq!(&source[warning.range()], "PV");
    let message = warning.message.english();
    assert!(message.contains("3 lines"), "{message}");
}
