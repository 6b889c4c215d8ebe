//! Retractors: published ones, and one move taken back before a mate in one against a plain enumeration.

use std::collections::{BTreeMap, BTreeSet};

use beruehrt::budget::Limits;
use beruehrt::random::Random;
use beruehrt::solve::retractor::{Retractions, replay};
use beruehrt::solve::{Feasibility, SolveError};
use beruehrt::study::{self, Study};
use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, Piece, Position, Role, Setup, Square};

fn found(fen: &str, asked: &str) -> Retractions {
    let file = format!("fen: {fen}\nstipulation: {asked}\n");
    let parsed = beruehrt::syntax::parse(&file);
    let problem = parsed.problems().next().expect("the file is right");
    let twin = problem.twins.first().expect("a problem has a twin");
    let mut options = study::Options::default();
    options.limits = Limits {
        nodes: Some(20_000_000),
        ..Limits::unlimited()
    };
    let found = Study::new(&options).retract(twin).unwrap().found;
    for one in &found.solutions {
        assert_eq!(replay(&twin.diagram, &one.line), Ok(()), "{fen} {asked}");
    }
    found
}

/// The moves taken back, joined, and those of the first way that follows.
fn lines(found: &Retractions) -> Vec<String> {
    let line = |one: &beruehrt::solve::retractor::Retracted| {
        let back: Vec<String> = one.line.back.iter().map(ToString::to_string).collect();
        let way = one.line.forward.first().into_iter().flatten();
        let way: Vec<String> = way.map(|(_, san)| san.to_string()).collect();
        format!("{} & {}", back.join(" "), way.join(" "))
    };
    found.solutions.iter().map(line).collect()
}

/// The PDB and the test files of `miguel-ambrona/deadpos`, where some lines are the result of a brute-force search; Sunyer 1923 is
/// quoted by janko.at, where Krystufek's last one (Schach-Kniffeleien, 69) stands, too. K. Wenda, Die Schwalbe 12/1974, and its correction of
/// 12/1975 (PDB, P0000772); G. Weeth and another one, Stuttgarter Zeitung 12/2003 (janko.at, the solutions in the retros list of January 2004);
/// V. Nabokov, 1932. Of N. Predrag's two (problemonline.com, 2004) the retros list says that each has one solution; A. Buchanan's (P1338362)
/// ends in a stalemate whatever White promotes to. Stuttgarter Zeitung 2002, A and B (janko.at). V. Kofman, 1958: White castles again. V. Sizonenko, Phénix 290 (8371, two twins), and A. Storisteanu, Phénix 363 (10120, three twins).
const PUBLISHED: [(&str, &str, &str); 28] = [
    ("7K/8/5BPk/7p/8/8/8/8 b", "-1w & #1", "f5xg6ep & Bg7#"),
    (
        "rnb1N3/kp6/p2K4/8/8/8/8/8 b",
        "-1w & #1",
        "d7xBe8=N & dxc8=N#",
    ),
    (
        "4k2r/1pp2p2/p3pP1p/8/1P6/2pR2pP/2PP1PP1/2KR4 b",
        "-1w & #3",
        "O-O-O & O-O-O",
    ),
    (
        "r3k1bR/pr1p4/1pP5/8/2B1K3/8/8/8 b",
        "-1w & #2",
        "d5xc6ep & d6",
    ),
    (
        "r3k1bR/pr1p3p/2P5/4p3/2B1K3/8/7b/8 b",
        "-1w & #2",
        "Kd5xPe4 & Kd6",
    ),
    ("6Nn/7k/8/5N2/8/8/K7/8 b", "-1w & #1", "f7xNg8=N & f8=N#"),
    (
        "2kr4/3ppp2/8/8/8/8/2P1P1P1/5RK1 w",
        "-1(b,w) & #1",
        "O-O-O Ra1xNf1 & Rxa8#",
    ),
    (
        "1qR1rQ2/2R1r3/3k4/3p1K2/8/8/8/8 b",
        "-1w & #1",
        "d7xNc8=R & dxe8=N#",
    ),
    (
        "Q3r3/7R/1b1P4/4ppR1/8/2p5/2K4P/7k b",
        "-1w & #1",
        "c5xd6ep & Qa1#",
    ),
    (
        "4r3/1Q5R/1b1P4/5pR1/8/2p5/2K4P/7k b",
        "-1w & #1",
        "e5xd6ep & Qxd5#",
    ),
    (
        "8/5p2/5P2/8/1p6/kP2pp2/1pKpP3/3B4 w",
        "-1b & h=1",
        "e4xf3ep & b1=Q+ Kxb1",
    ),
    (
        "1K6/2R1p3/r1P5/1N6/1Nk5/P1nnP3/3P4/2b5 b",
        "-1 & h#1.5",
        "c5-c6 & Nd4 Nxc5 d3#",
    ),
    (
        "3k4/8/8/1N3P2/3B4/8/3K4/8 b",
        "-1 & h#1.5",
        "Nd6xBb5 & f6 Bd7 Bb6#",
    ),
    (
        "8/2K1p3/1n2N3/3kN3/1P3P2/8/8/8 b",
        "-1 & h#1.5",
        "f3-f4 & Nc6 Nc4 Nf4#",
    ),
    (
        "3K4/4pN2/8/2p5/3k4/2p1R3/8/8 b",
        "-1 & h#1.5",
        "Re1xPe3 & Nd6 e5 Rd1#",
    ),
    (
        "4b1Q1/3kp3/B2bN2K/8/1N6/8/8/8 b",
        "-1w & #1",
        "f7xBg8=Q & f8=N#",
    ),
    (
        "4k3/8/8/7K/8/8/8/8 b",
        "-1(w,b) & h#1",
        "Kg6xRh5 Rh8xQh5 & O-O Qh7#",
    ),
    (
        "8/8/8/pN1k4/3p1PB1/1K6/8/8 b",
        "-1 & h#1.5",
        "e3xNf4 & exd4 Ne6 Bf3#",
    ),
    (
        "5n2/b7/8/1RBPkp2/3p4/1R3bP1/K1p3p1/8 b",
        "-1 & h#1.5",
        "Rb1xNb3 & Be7 Bxd5 Re1#",
    ),
    (
        "5n2/b7/8/1RBPkp2/3p4/1R3bP1/K1p1p3/8 b",
        "-1 & h#1.5",
        "g2-g3 & Bd6+ Ke4 gxf3#",
    ),
    (
        "1R6/1bNB2n1/pk2P3/pN2p2p/3pP2K/3P3p/5B1P/6n1 b",
        "-1 & #2",
        "Ne8-c7 & Nxd4",
    ),
    (
        "8/8/8/5K2/8/8/7k/8 b",
        "-1(w,b) & h#1",
        "Kg4xRf5 Rf1xQf5 & Rh1 Qf2#",
    ),
    (
        "8/1p6/1K6/2nNk3/8/8/5n2/8 b",
        "-1(w,b) & h#1",
        "Ne3xRd5 Ne4xQf2 & Ne6 Nc4#",
    ),
    ("8/8/8/8/8/7k/5b2/3q3K w", "-1 & h#1", "Be1xQf2 & Qg4 Qh2#"),
    ("8/8/8/8/8/7k/5b2/3r3K w", "-1 & h#1", "Rd3xQd1 & Rg3 Qh5#"),
    (
        "4K3/3p4/5b2/2k5/8/8/8/8 w",
        "-1 & h#2",
        "Be5xQf6 & d5 Qf2+ Kd6 Qb6#",
    ),
    (
        "4K3/8/5b2/2k5/8/2p5/8/8 w",
        "-1 & h#2",
        "d4xQc3 & Kd5 Kd7 Be5 Qc6#",
    ),
    (
        "4K3/1p6/5b2/2k5/8/8/8/8 w",
        "-1 & h#2",
        "Bd4xQf6 & b5 Kd7 b4 Qc6#",
    ),
];

#[test]
fn published_retractors_are_solved_as_published_and_have_no_other_solution() {
    for (fen, asked, line) in PUBLISHED {
        let found = found(fen, asked);
        assert!(found.is_final(), "{fen} {asked}");
        assert_eq!(lines(&found), [line], "{fen} {asked}");
    }
}

/// The first version of Wenda's problem of 1974 has an uncapture dual, as its PDB page says. Mrs. W. J. Baird, British Chess Magazine 1903, nos. 2 and 3, and the correction of no. 3 by Buchanan (PDB, P1405799): as many as
/// the PDB says. A. Storisteanu, Phénix 290 (8372), with the two solutions printed there. Stuttgarter Zeitung 2002, D (janko.at): "no, there are
/// two solutions"; a third capture en passant cannot be proved, but that takes more than the first look at its position.
#[test]
fn retractors_with_several_published_solutions_have_so_many() {
    let helps = "-1(w,b) & h#1";
    for (fen, asked, solutions) in [
        ("r3k1bR/pr1p3p/2P5/8/2B1K3/8/8/8 b", "-1w & #2", 2),
        ("6n1/5pb1/7p/rp1k4/1P1N1p2/4q3/8/3K4 b", helps, 2),
        ("8/3b2p1/2p1p3/6Pp/p2kN2K/3p4/5n2/2r5 b", helps, 3),
        ("8/b2br3/1pp1p3/6Pn/p2kN2K/3p2P1/5n2/2r5 b", helps, 4),
        ("k7/8/8/8/N7/8/8/K1n5 b", helps, 2),
        ("Bn6/k2p4/N7/K1PP4/1p6/8/8/8 w", "-1(b,w) & #1", 2),
    ] {
        let found = found(fen, asked);
        assert!(found.is_final(), "{fen}");
        assert_eq!(found.solutions.len(), solutions, "{fen}");
    }
}

/// Solving tourney of Écully, 2018, as a page on Phénix prints it, without author and solution. Once castling is taken back the rook on a1 protects a7.
#[test]
fn a_printed_diagram_with_a_defender_is_solved() {
    let found = found("k7/PR1p1ppp/8/8/8/8/1PPPP1b1/2K4R b", "-2 & #1 Proca");
    assert!(found.is_final());
    let [one] = found.solutions.as_slice() else {
        panic!("{:?}", lines(&found));
    };
    assert_eq!(one.line.back[0].to_string(), "Rd1xBh1");
}

/// Høeg, Tidskrift för Schack 1924, on a board set up again. The solution is that of janko.at (Retros/Misc/Hoeg1sol), with the man that White says was captured in each
/// variation. The diagram was set up again from these moves; no move of the white king is among them, and c8 is one of the squares where he guards
/// nothing and no uncaptured man checks him.
#[test]
#[ignore = "half a minute"]
fn hoegs_retractor_is_solved_as_published() {
    let found = found("2K5/4P3/5B1P/8/4k3/8/8/Q7 b", "-2 & #1 Høeg");
    assert!(found.is_final());
    let [one] = found.solutions.as_slice() else {
        panic!("{:?}", lines(&found));
    };
    let attack = one.attack.as_ref().expect("there is a defender");
    let replies: BTreeSet<String> = (attack.lines().iter())
        .map(|line| format!("{} {}", line.back[0], line.back[1]))
        .collect();
    let published = [
        "Kd5xRe4", "Kf3xRe4", "Kf5xRe4", "Ke3xBe4", "Kd3xRe4", "Kf4xBe4",
    ];
    let published = published.map(|reply| format!("e6-e7 {reply}"));
    assert_eq!(replies, published.into());
}

/// What stood before a move of White, and the move in UCI.
type Before = (String, String);

fn placed(board: &Board, turn: Color) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.board = board.clone();
    setup.turn = turn;
    setup.castling_rights = Bitboard::EMPTY;
    setup.position(CastlingMode::Standard).ok()
}

/// Every position from which a move of `mover` leads to `board`; without castling and en passant.
fn predecessors(board: &Board, mover: Color) -> Vec<(Chess, shakmaty::Move)> {
    let mut found = Vec::new();
    let captured = [
        None,
        Some(Role::Queen),
        Some(Role::Rook),
        Some(Role::Bishop),
        Some(Role::Knight),
        Some(Role::Pawn),
    ];
    for to in board.by_color(mover) {
        let Some(man) = board.piece_at(to) else {
            continue;
        };
        for from in !board.occupied() {
            for role in [man.role, Role::Pawn] {
                for captured in captured {
                    let mut before = board.clone();
                    before.discard_piece_at(to);
                    before.set_piece_at(from, Piece { color: mover, role });
                    if let Some(role) = captured {
                        before.set_piece_at(
                            to,
                            Piece {
                                color: mover.other(),
                                role,
                            },
                        );
                    }
                    let Some(position) = placed(&before, mover) else {
                        continue;
                    };
                    for played in position.legal_moves() {
                        let mut after = position.clone();
                        after.play_unchecked(played);
                        let known = found.contains(&(position.clone(), played));
                        if *after.board() == *board && !known {
                            found.push((position.clone(), played));
                        }
                    }
                }
            }
        }
    }
    found
}

/// Whether `plies` moves can be taken back.
fn has_past(board: &Board, mover: Color, plies: u32) -> bool {
    plies == 0
        || predecessors(board, mover)
            .iter()
            .any(|(before, _)| has_past(before.board(), mover.other(), plies - 1))
}

fn mates_in_one(position: &Chess) -> bool {
    position.legal_moves().into_iter().any(|played| {
        let mut after = position.clone();
        after.play_unchecked(played);
        after.is_checkmate()
    })
}

fn can_castle_one_day(board: &Board) -> bool {
    let king = |color| board.king_of(color);
    king(Color::White) == Some(Square::E1)
        || king(Color::Black) == Some(Square::E8)
        || [Square::C1, Square::G1]
            .map(Some)
            .contains(&king(Color::White))
}

/// A king each and two or three white men against one black, pawns where no en passant can come up.
fn drawn(random: &mut Random) -> Option<Board> {
    let mut board = Board::empty();
    let mut put = |random: &mut Random, color, role| {
        let square = Square::new(random.below(64) as u32);
        let is_free = board.piece_at(square).is_none();
        let pawn = role == Role::Pawn && !(1..=3).contains(&usize::from(square.rank()));
        if is_free && !pawn {
            board.set_piece_at(square, Piece { color, role });
        }
        is_free && !pawn
    };
    let mut right = put(random, Color::White, Role::King) & put(random, Color::Black, Role::King);
    for _ in 0..2 {
        let role = random.pick(&[
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
        ])?;
        right &= put(random, Color::White, role);
    }
    let role = random.pick(&[Role::Rook, Role::Bishop, Role::Knight])?;
    right &= put(random, Color::Black, role);
    right.then_some(board)
}

#[test]
fn one_move_back_and_mate_in_one_agrees_with_a_plain_enumeration() {
    let mut random = Random::new(49);
    let (mut boards, mut solutions, mut dropped) = (0, 0, 0);
    while boards < 25 {
        let Some(board) = drawn(&mut random) else {
            continue;
        };
        if placed(&board, Color::Black).is_none() || can_castle_one_day(&board) {
            continue;
        }
        boards += 1;
        let fen = format!("{board} b");
        let found = found(&fen, "-1w & #1");
        assert!(found.searched.is_ok(), "{fen}");
        let ours: BTreeSet<Before> = (found.solutions.iter())
            .filter(|one| !can_castle_one_day(&one.line.before.board))
            .map(|one| {
                let played = one.line.back[0].forward();
                let uci = played.to_uci(CastlingMode::Standard).to_string();
                (one.line.before.board.to_string(), uci)
            })
            .collect();
        let mut plain = BTreeSet::new();
        for (before, played) in predecessors(&board, Color::White) {
            if can_castle_one_day(before.board()) || !mates_in_one(&before) {
                continue;
            }
            let uci = played.to_uci(CastlingMode::Standard).to_string();
            let one = (before.board().to_string(), uci);
            // What is left out has no game: nothing can have been played before it.
            if !ours.contains(&one) {
                assert!(!has_past(before.board(), Color::Black, 2), "{fen} {one:?}");
                dropped += 1;
            }
            plain.insert(one);
        }
        assert!(ours.is_subset(&plain), "{fen} {ours:?} {plain:?}");
        solutions += ours.len();
    }
    assert!(
        solutions > 50,
        "{solutions} solutions in {boards} boards, {dropped} without a past"
    );
}

/// What a defender says was captured is tried out by enumeration: a move of White's solves if each capture that leaves a position
/// with a game lets White mate. Of type Proca one move back is what a help retractor is.
#[test]
fn one_move_back_against_a_defender_agrees_with_a_plain_enumeration() {
    let (mut proca, mut hoeg) = (0, 0);
    for placement in ["k7/8/1K6/8/8/8/8/7R", "k7/8/NK6/8/8/8/1B6/8"] {
        let board = Board::from_ascii_board_fen(placement.as_bytes()).unwrap();
        let fen = format!("{board} b");
        let helped = lines(&found(&fen, "-1w & #1"));
        let defended = found(&fen, "-1 & #1 Proca");
        assert_eq!(lines(&defended), helped, "{fen}");
        proca += helped.len();
        let ours: BTreeSet<Half> = (found(&fen, "-1 & #1 Høeg").solutions.iter())
            .filter(|one| !can_castle_one_day(&one.line.before.board))
            .map(|one| half(one.line.back[0].forward()))
            .collect();
        let mut halves: BTreeMap<Half, Vec<Chess>> = BTreeMap::new();
        for (before, played) in predecessors(&board, Color::White) {
            if can_castle_one_day(before.board()) {
                continue;
            }
            halves.entry(half(played)).or_default().push(before);
        }
        let plain: BTreeSet<Half> = (halves.into_iter())
            .filter(|(_, ways)| {
                let with_game: Vec<_> = ways.iter().filter(|before| has_game(before)).collect();
                !with_game.is_empty() && with_game.into_iter().all(mates_in_one)
            })
            .map(|(half, _)| half)
            .collect();
        assert_eq!(ours, plain, "{fen}");
        hoeg += plain.len();
    }
    assert!(proca > 0 && hoeg > 0, "{proca} {hoeg}");
}

/// A move without what it captured.
type Half = (Square, Square, Option<u32>);

fn half(played: shakmaty::Move) -> Half {
    let promotion = played.promotion().map(|role| u32::from(role as u8));
    (played.from().expect("no drop"), played.to(), promotion)
}

fn has_game(before: &Chess) -> bool {
    let diagram = beruehrt::problem::Diagram {
        board: before.board().clone(),
        turn: before.turn(),
    };
    let limits = beruehrt::budget::Limits {
        nodes: Some(100_000),
        time: None,
        stop: beruehrt::budget::Stop::default(),
    };
    let analysis = beruehrt::retro::analyse(&diagram, &[], &limits);
    (analysis.worlds.iter()).any(|judged| {
        let status = beruehrt::solve::WorldStatus::from(judged);
        assert_ne!(status.feasibility, Feasibility::Undecided, "{before:?}");
        status.feasibility == Feasibility::Possible
    })
}

/// It was called unsolvable after a complete search, since nothing can be solved that is refused; and given histories were
/// not looked at.
#[test]
fn what_is_not_solved_is_refused_by_name() {
    for asked in [
        "-1(w,b) & r=1",
        "-1(w,b) & r=2",
        "-1(w,b) & h#1\nhistories: given\n  - -",
    ] {
        let file = format!("fen: 4k3/8/8/7K/8/8/8/8 b\nstipulation: {asked}\n");
        let parsed = beruehrt::syntax::parse(&file);
        let problem = parsed.problems().next().expect("the file is right");
        let twin = problem.twins.first().expect("a problem has a twin");
        let refused = Study::new(&study::Options::default()).retract(twin);
        assert!(
            matches!(refused, Err(SolveError::NotSupported(_))),
            "{asked}"
        );
    }
}
