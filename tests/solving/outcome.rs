//! Solving from the twin to the outcome: published problems in given histories, set play, tries,
//! threats, smallest lengths, finality, limits, and the same result whatever the machine.

use std::fmt::Write;
use std::time::Duration;

use beruehrt::budget::{Limit, Limits};
use beruehrt::problem::{
    Convention, Diagram, Duplex, Forced, Goal, Histories, Length, Options, Play, SetPlay,
    Stipulation, Twin,
};
use beruehrt::solution::{
    Audit, Branch, Course, Extent, Key, Mark, Node, Pressure, Solution, Tries, Verdict,
};
use beruehrt::solve::{
    Condition, Detail, Feasibility, Finality, Outcome, SolveError, SolveOptions, Threads,
    WorldStatus, solve,
};
use beruehrt::world::WorldSet;
use shakmaty::{Board, Chess, Color, Position};

const MATE_IN: fn(u32) -> Forced = |moves| Forced {
    play: Play::Direct,
    goal: Goal::Mate,
    length: Length::HalfMoves(2 * moves - 1),
    set_play: SetPlay::No,
};

fn set(turn: Color, worlds: &str) -> WorldSet {
    WorldSet::new(turn, worlds.split(';').map(|text| text.parse().unwrap()))
}

fn twin(fen: &str, worlds: &str, forced: Forced, convention: Convention) -> Twin {
    let (board, turn) = fen.split_once(' ').unwrap();
    let turn = if turn == "w" {
        Color::White
    } else {
        Color::Black
    };
    Twin {
        label: "a".to_owned(),
        diagram: Diagram {
            board: Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
            turn,
        },
        duplex: Duplex::No,
        announced: None,
        stipulation: Stipulation::Goal(forced),
        convention,
        options: Options::default(),
        histories: Histories::Given(set(turn, worlds)),
        facts: Vec::new(),
        start: None,
        solution: None,
    }
}

fn options() -> SolveOptions {
    SolveOptions {
        table_mib: 16,
        ..SolveOptions::default()
    }
}

fn given(twin: &Twin) -> Vec<WorldStatus> {
    let Histories::Given(worlds) = &twin.histories else {
        unreachable!()
    };
    WorldStatus::given(worlds)
}

fn solved(twin: &Twin) -> Outcome {
    solve(twin, &given(twin), &options()).unwrap()
}

fn uci(keys: &[Key]) -> Vec<String> {
    let mut moves: Vec<String> = keys.iter().map(Key::uci).collect();
    moves.sort();
    moves
}

fn sans(branches: &[&Branch]) -> String {
    let sans: Vec<String> = branches.iter().map(|b| b.san.to_string()).collect();
    sans.join(" ")
}

fn node(branch: &Branch) -> &Node {
    match &branch.course {
        Course::Played(node) => node,
        Course::Trial(_) => panic!("a trial"),
    }
}

const PLAKSIN_LOBUSOV: &str = "B7/p5PP/p6R/Q1Pp4/8/PP1P2P1/p3P1k1/4K2R w";

#[test]
fn a_posteriori_castling_proves_the_double_step() {
    // Plaksin & Lobusov 1975: 1.cxd6 e.p.+! Kxg3 2.O-O! and not 2.g8=Q+?, which leaves the
    // capture unproved.
    let twin = twin(
        PLAKSIN_LOBUSOV,
        "K d6; - -; - d6",
        MATE_IN(3),
        Convention::APosteriori,
    );
    // The worlds as published: with the right, d7-d5 was last.
    let outcome = solved(&twin);
    assert_eq!(uci(outcome.keys()), ["c5d6"]);
    let solution = outcome.solution.unwrap();
    assert_eq!(solution.audit, Audit::Passed);
    let tree = solution.tree.unwrap();
    let defence = &node(&tree.branches[0]).branches;
    let king_takes = defence
        .iter()
        .find(|b| b.san.to_string() == "Kxg3")
        .unwrap();
    assert_eq!(node(king_takes).branches[0].san.to_string(), "O-O");
}

#[test]
fn retro_strategy_in_help_play_with_set_play() {
    // Henke 1948: one castling at most is left; without O-O there is no solution, so RS.
    let forced = Forced {
        play: Play::Help,
        goal: Goal::Mate,
        length: Length::HalfMoves(4),
        set_play: SetPlay::Yes,
    };
    let twin = twin(
        "8/8/8/8/4p3/3k1p2/5P2/R3K2R b",
        "K -; Q -; - -",
        forced,
        Convention::Codex,
    );
    let outcome = solved(&twin);
    assert_eq!(outcome.applied, Convention::RetroStrategy);
    let solution = outcome.solution.unwrap();
    let lines = |node: &Node| -> Vec<String> { node.lines().iter().map(|l| sans(l)).collect() };
    assert_eq!(lines(&solution.tree.unwrap()), ["Kc2 Ra2+ Kc1 O-O#"]);
    assert_eq!(lines(&solution.set_play.unwrap().node), ["O-O-O+ Ke2 Rd2#"]);
}

#[test]
fn codex_in_one_world_and_by_retro_strategy() {
    // Behal 1897: the double step is the only last move.
    let behal = twin(
        "8/8/2P1P3/2KpP1NP/6Bk/PP2P1N1/p7/Q7 w",
        "- d6",
        MATE_IN(3),
        Convention::Codex,
    );
    let outcome = solved(&behal);
    assert_eq!(outcome.applied, Convention::Codex);
    assert_eq!(uci(outcome.keys()), ["e5d6"]);
    assert!(!outcome.keys()[0].is_trial());
    // Vokal 1995: only castling itself removes the defence.
    let vokal = twin(
        "4k2r/3p1rpp/3Pp1p1/4N3/5P1Q/P7/1PPPP3/2B1K2R w",
        "K -; k -; - -",
        MATE_IN(3),
        Convention::Codex,
    );
    let outcome = solved(&vokal);
    assert_eq!(outcome.applied, Convention::RetroStrategy);
    assert_eq!(uci(outcome.keys()), ["e1g1"]);
}

#[test]
fn the_smallest_length_is_found() {
    // Loyd 1859 asks "mate in how many?": 2 in each part.
    let forced = Forced {
        length: Length::Smallest,
        ..MATE_IN(1)
    };
    let loyd = twin(
        "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R w",
        "KQk -; KQq -; KQ -",
        forced,
        Convention::Pra,
    );
    let outcome = solved(&loyd);
    assert_eq!(outcome.verdict, Verdict::Solved);
    let plies: Vec<u32> = outcome.parts.iter().map(|p| p.solution.plies).collect();
    assert_eq!(plies, [3, 3]);
    // Two lone kings never mate: the search must end at a limit, not run for ever.
    let bare = twin("k7/8/K7/8/8/8/8/8 w", "- -", forced, Convention::Codex);
    let limited = SolveOptions {
        limits: Limits {
            nodes: Some(20_000),
            ..Limits::unlimited()
        },
        ..options()
    };
    let outcome = solve(&bare, &given(&bare), &limited).unwrap();
    assert_eq!(outcome.verdict, Verdict::Undecided(Limit::Nodes));
}

#[test]
fn tries_have_their_refutations() {
    // Christiaans 1990, b): 1.Rhf1? Bxc5!, 1.O-O!
    let twin = twin(
        "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R w",
        "K -; q -; - -",
        MATE_IN(3),
        Convention::Codex,
    );
    let options = SolveOptions {
        tries: Tries::UpTo(1),
        ..options()
    };
    let outcome = solve(&twin, &given(&twin), &options).unwrap();
    let tree = outcome.solution.unwrap().tree.unwrap();
    let try_move = tree
        .branches
        .iter()
        .find(|b| b.san.to_string() == "Rhf1")
        .unwrap();
    assert_eq!(try_move.mark, Mark::Try);
    let refutations: Vec<String> = node(try_move)
        .branches
        .iter()
        .filter(|b| b.mark == Mark::Refutation)
        .map(|b| b.san.to_string())
        .collect();
    assert_eq!(refutations, ["Bxc5"]);
}

#[test]
fn whoever_must_mate_at_once_has_no_tries() {
    // Popeye's collection of stipulations: White must mate, so no other first move is a try.
    let reflex = Forced {
        play: Play::Reflex,
        length: Length::HalfMoves(4),
        ..MATE_IN(2)
    };
    let options = SolveOptions {
        tries: Tries::UpTo(3),
        ..options()
    };
    let tries = |fen: &str| {
        let twin = twin(fen, "- -", reflex, Convention::Codex);
        let outcome = solve(&twin, &given(&twin), &options).unwrap();
        assert_eq!(outcome.verdict, Verdict::NoSolution, "{fen}");
        let tree = outcome.solution.unwrap().tree.unwrap();
        let marked = tree.branches.iter().filter(|b| b.mark == Mark::Try);
        marked.count()
    };
    assert_eq!(tries("k7/2P5/K7/p7/8/8/8/8 w"), 0);
    assert!(tries("k7/8/K7/p7/8/1P6/8/8 w") > 0);
}

#[test]
fn threats_are_told_from_zugzwang() {
    let langstaff = twin(
        "4k2r/8/5B1P/5KpP/8/8/8/3R4 w",
        "- -",
        MATE_IN(2),
        Convention::Codex,
    );
    let tree = solved(&langstaff).solution.unwrap().tree.unwrap();
    let Pressure::Threat(threats) = &node(&tree.branches[0]).pressure else {
        panic!("no threat")
    };
    assert_eq!(sans(&threats.iter().collect::<Vec<_>>()), "Rd8#");
    // 1.Rc2 waits: 1...Ka8 2.Rc8#, but with the king on b8 the rook would be lost.
    let waiting = twin(
        "1k6/8/1K6/8/8/8/8/2R5 w",
        "- -",
        MATE_IN(2),
        Convention::Codex,
    );
    let tree = solved(&waiting).solution.unwrap().tree.unwrap();
    let key = tree.branches.iter().find(|b| b.san.to_string() == "Rc2");
    assert!(matches!(node(key.unwrap()).pressure, Pressure::Zugzwang));
}

#[test]
fn direct_set_play_lists_what_is_answered() {
    // Black king a8, White Kb6 and Rh1: Black first, 1...Kb8 2.Rh8#.
    let forced = Forced {
        set_play: SetPlay::Yes,
        ..MATE_IN(2)
    };
    let twin = twin("k7/8/1K6/8/8/8/8/6R1 w", "- -", forced, Convention::Codex);
    let set_play = solved(&twin).solution.unwrap().set_play.unwrap();
    assert_eq!(set_play.unanswered, 0);
    let lines: Vec<String> = set_play.node.lines().iter().map(|l| sans(l)).collect();
    assert_eq!(lines, ["Kb8 Rg8#"]);
}

fn status(turn: Color, worlds: &[(&str, Feasibility)]) -> Vec<WorldStatus> {
    worlds
        .iter()
        .map(|&(text, feasibility)| WorldStatus {
            world: set(turn, text).sole().unwrap(),
            feasibility,
        })
        .collect()
}

#[test]
fn finality_asks_every_subset_of_the_undecided_worlds() {
    use Feasibility::{Impossible, Possible, Undecided};
    // White 1911: 1.O-O with or without Black's right, so that the right may stay undecided.
    let white = twin(
        "4k2r/2p1p3/2N3P1/b6q/1Q1B1pBp/6P1/2P5/R3K2R w",
        "K -",
        MATE_IN(2),
        Convention::Codex,
    );
    let worlds = status(
        Color::White,
        &[
            ("KQk -", Undecided),
            ("KQ -", Possible),
            ("K -", Impossible),
        ],
    );
    let outcome = solve(&white, &worlds, &options()).unwrap();
    assert_eq!(uci(outcome.keys()), ["e1g1"]);
    assert_eq!(outcome.worlds.len(), 2);
    assert_eq!(outcome.finality, Finality::Final);
    // Langstaff: without the world in which castling is lost, the part is another one.
    let langstaff = twin(
        "4k2r/8/5B1P/5KpP/8/8/8/3R4 w",
        "- -",
        MATE_IN(2),
        Convention::Pra,
    );
    let worlds = status(
        Color::White,
        &[("k g6", Possible), ("- g6", Possible), ("- -", Undecided)],
    );
    let outcome = solve(&langstaff, &worlds, &options()).unwrap();
    assert!(matches!(
        outcome.finality,
        Finality::Conditional(Condition::Changes { .. })
    ));
    // A dominated world may stay undecided.
    let worlds = status(
        Color::White,
        &[("k g6", Possible), ("- g6", Undecided), ("- -", Possible)],
    );
    let outcome = solve(&langstaff, &worlds, &options()).unwrap();
    assert_eq!(outcome.finality, Finality::Final);
}

#[test]
fn without_a_world_the_diagram_is_illegal() {
    let langstaff = twin(
        "4k2r/8/5B1P/5KpP/8/8/8/3R4 w",
        "- -",
        MATE_IN(2),
        Convention::Codex,
    );
    let worlds = status(Color::White, &[("- -", Feasibility::Impossible)]);
    let outcome = solve(&langstaff, &worlds, &options()).unwrap();
    assert_eq!(outcome.verdict, Verdict::Illegal);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut twin = twin(
        "k7/8/1K6/8/8/8/8/6R1 w",
        "- -",
        MATE_IN(2),
        Convention::Codex,
    );
    twin.stipulation = Stipulation::Histories;
    assert_eq!(
        solve(&twin, &given(&twin), &options()).unwrap_err(),
        SolveError::NoPlay
    );
    twin.stipulation = Stipulation::Goal(MATE_IN(2));
    // White is on move and Black in check: no game led here, and there is no solution.
    twin.diagram.board = Board::from_ascii_board_fen(b"k5R1/8/1K6/8/8/8/8/8").unwrap();
    let outcome = solve(&twin, &given(&twin), &options()).unwrap();
    assert_eq!(outcome.verdict, Verdict::Illegal);
    assert!(outcome.solution.is_none());
    // No king at all: no play either, and no panic.
    twin.diagram.board = Board::from_ascii_board_fen(b"8/8/1K6/8/8/8/8/8").unwrap();
    assert!(solve(&twin, &given(&twin), &options()).is_err());
}

/// What must be the same on every machine.
fn digest(solution: &Solution) -> (Verdict, Vec<String>, Option<String>) {
    fn text(node: &Node, out: &mut String) {
        for branch in &node.branches {
            out.push_str(&branch.uci());
            match &branch.course {
                Course::Played(node) => text(node, out),
                Course::Trial(rulings) => {
                    for ruling in rulings {
                        let _ = write!(out, "[{:?} {:?}", ruling.judgment, ruling.worlds);
                        text(&ruling.node, out);
                    }
                }
            }
            out.push(';');
        }
    }
    let tree = solution.tree.as_ref().map(|tree| {
        let mut out = String::new();
        text(tree, &mut out);
        out
    });
    (solution.verdict, uci(&solution.keys), tree)
}

#[test]
fn threads_and_tables_change_nothing() {
    let cases = [
        (
            "Q2Bk2r/5N1p/3P1P2/3PpK2/8/8/8/8 w",
            "k e6; - e6; - -",
            Convention::BeruehrtGefuehrt,
            2,
        ),
        (
            "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R w",
            "K -; q -; - -",
            Convention::BeruehrtGefuehrt,
            3,
        ),
        (
            "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R w",
            "K -; q -; - -",
            Convention::RetroStrategy,
            3,
        ),
    ];
    for (fen, worlds, convention, moves) in cases {
        let twin = twin(fen, worlds, MATE_IN(moves), convention);
        let mut digests = Vec::new();
        for threads in [1, 2] {
            for table_mib in [1, 64] {
                for nodes in [None, Some(50_000_000)] {
                    let options = SolveOptions {
                        threads: Threads::Own(threads),
                        table_mib,
                        detail: Detail::Full,
                        limits: Limits {
                            nodes,
                            ..Limits::unlimited()
                        },
                        ..SolveOptions::default()
                    };
                    let outcome = solve(&twin, &given(&twin), &options).unwrap();
                    digests.push(digest(&outcome.solution.unwrap()));
                }
            }
        }
        assert!(digests.windows(2).all(|pair| pair[0] == pair[1]), "{fen}");
    }
}

#[test]
fn a_node_limit_gives_the_same_answer_on_any_number_of_threads() {
    let twin = twin(
        "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R w",
        "K -; q -; - -",
        MATE_IN(3),
        Convention::BeruehrtGefuehrt,
    );
    for nodes in [0, 100, 3_000, 30_000] {
        let answers: Vec<_> = [1, 2, 5]
            .into_iter()
            .map(|threads| {
                let options = SolveOptions {
                    threads: Threads::Own(threads),
                    limits: Limits {
                        nodes: Some(nodes),
                        ..Limits::unlimited()
                    },
                    ..options()
                };
                let outcome = solve(&twin, &given(&twin), &options).unwrap();
                assert!(outcome.stats.nodes <= nodes);
                let digest = digest(outcome.solution.as_ref().unwrap());
                (outcome.verdict, outcome.stats.nodes, digest)
            })
            .collect();
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{nodes}");
    }
}

#[test]
fn time_and_interruption_end_the_search() {
    let twin = twin(
        "r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w",
        "KQkq -; KQ -; kq -",
        MATE_IN(6),
        Convention::BeruehrtGefuehrt,
    );
    let timed = SolveOptions {
        limits: Limits {
            time: Some(Duration::from_millis(1)),
            ..Limits::unlimited()
        },
        ..options()
    };
    let outcome = solve(&twin, &given(&twin), &timed).unwrap();
    assert_eq!(outcome.verdict, Verdict::Undecided(Limit::Time));
    let stopped = options();
    stopped.limits.stop.request();
    let outcome = solve(&twin, &given(&twin), &stopped).unwrap();
    assert_eq!(outcome.verdict, Verdict::Undecided(Limit::Interrupted));
}

#[test]
fn absurd_lengths_are_undecided() {
    let long = twin(
        "k7/8/1K6/8/8/8/8/8 w",
        "- -",
        MATE_IN(1_000_000),
        Convention::Codex,
    );
    assert_eq!(solved(&long).verdict, Verdict::Undecided(Limit::Depth));
}

/// Whether help play of exactly `plies` half-moves ends in mate, by brute force.
fn helps(position: &Chess, plies: u32) -> bool {
    if plies == 0 {
        return position.is_checkmate();
    }
    position.legal_moves().into_iter().any(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        helps(&next, plies - 1)
    })
}

/// Four queens mate in more ways than are listed. Where the list is cut it says so: in a node that
/// calls itself complete no move is missing.
#[test]
fn a_list_of_help_solutions_that_was_cut_says_so() {
    fn look(node: &Node, plies: u32, looked: &mut usize) {
        if plies == 0 {
            return;
        }
        if plies <= 2 && node.extent == Extent::Complete {
            for mv in node.position.legal_moves() {
                let mut next = node.position.clone();
                next.play_unchecked(mv);
                if helps(&next, plies - 1) {
                    assert!(node.branches.iter().any(|branch| branch.mv == mv), "{mv}");
                    *looked += 1;
                }
            }
        }
        for branch in &node.branches {
            if let Course::Played(next) = &branch.course {
                look(next, plies - 1, looked);
            }
        }
    }
    let forced = Forced {
        play: Play::Help,
        goal: Goal::Mate,
        length: Length::HalfMoves(5),
        set_play: SetPlay::No,
    };
    let twin = twin("7k/8/8/8/8/8/8/KQQQQ3 w", "- -", forced, Convention::Codex);
    let tree = solved(&twin).solution.unwrap().tree.unwrap();
    let mut looked = 0;
    look(&tree, 5, &mut looked);
    assert!(tree.is_cut());
    assert!(looked > 100, "{looked}");
}
