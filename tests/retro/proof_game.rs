//! The games of a given length: their number against a plain enumeration, and published proof games.

use beruehrt::budget::Limits;
use beruehrt::problem::{Diagram, ProofGame};
use beruehrt::random::Random;
use beruehrt::retro::proof_game::{Question, Shorter, games, prove};
use shakmaty::{Board, Chess, Color, Position};

/// How many games of so many plies lead from here to the end: every legal move is tried where the boards do not differ too much: a ply
/// changes two squares, and castling and captures en passant change no more than `extra` squares on top in all.
fn enumerated(position: &Chess, left: usize, end: &Diagram, extra: usize) -> usize {
    let differ = |a: &Board, b: &Board| {
        let squares = shakmaty::Square::ALL.into_iter();
        squares
            .filter(|&at| a.piece_at(at) != b.piece_at(at))
            .count()
    };
    let away = differ(position.board(), &end.board);
    if left == 0 {
        return usize::from(away == 0 && position.turn() == end.turn);
    }
    if away > 2 * left + extra {
        return 0;
    }
    let moves = position.legal_moves();
    moves
        .into_iter()
        .map(|played| {
            let mut next = position.clone();
            next.play_unchecked(played);
            enumerated(&next, left - 1, end, extra)
        })
        .sum()
}

fn question<'a>(start: &'a Chess, diagram: &'a Diagram) -> Question<'a> {
    Question {
        start,
        diagram,
        world: None,
        facts: &[],
    }
}

fn diagram(position: &Chess) -> Diagram {
    Diagram {
        board: position.board().clone(),
        turn: position.turn(),
    }
}

/// Random games from `start`: the number of games of their length to their end, found and enumerated.
fn agrees(start: &Chess, plies: usize, asked: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut unique = 0;
    for _ in 0..asked {
        let length = 1 + random.below(plies);
        let mut position = start.clone();
        for _ in 0..length {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Captures are rare among random moves.
            let captures: Vec<_> = moves.iter().copied().filter(|m| m.is_capture()).collect();
            let played = if !captures.is_empty() && random.below(2) == 0 {
                captures[random.below(captures.len())]
            } else {
                moves[random.below(moves.len())]
            };
            position.play_unchecked(played);
        }
        let end = diagram(&position);
        let length = if length % 2 == usize::from(start.turn() != end.turn) {
            length
        } else {
            length - 1
        };
        let found = games(
            question(start, &end),
            length as u32,
            usize::MAX,
            &mut Limits::unlimited().start(),
        );
        assert_eq!(found.searched, Ok(()));
        // From the array nobody castles within six plies, and a capture en passant is the fifth at the earliest.
        let extra = if *start == Chess::default() { 1 } else { 8 };
        let all = enumerated(start, length, &end, extra);
        assert_eq!(
            found.games.len(),
            all,
            "{} in {length} plies, seed {seed}",
            end.fen()
        );
        unique += usize::from(all == 1);
    }
    assert!(unique > 0);
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

#[test]
fn as_many_games_as_there_are() {
    agrees(&Chess::default(), 4, 60, 49);
    agrees(&Chess::default(), 5, 12, 50);
}

/// `ENDS=` ends of games of up to six plies, drawn by `SEED=`.
#[test]
#[ignore = "minutes"]
fn as_many_games_as_there_are_in_six_plies() {
    agrees(
        &Chess::default(),
        6,
        number("ENDS", 2_000),
        number("SEED", 1) as u64,
    );
}

/// Positions with castling, promotions and captures en passant near at hand.
const STARTS: [&str; 4] = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1",
    "r3k3/1P3p2/8/4P3/3p4/8/2P3p1/4K2R b Kq - 0 1",
    "4k3/8/8/2pP4/4pP2/8/8/4K3 b - f3 0 1",
];

#[test]
fn games_from_other_positions() {
    for (seed, start) in STARTS.into_iter().enumerate() {
        let fen: shakmaty::fen::Fen = start.parse().unwrap();
        let start: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        agrees(&start, 4, number("ENDS", 60) / 4, seed as u64);
    }
}

#[test]
fn published_games_are_the_only_ones() {
    // The rows of Euclide's collections of natch and of captures, and T. Orban's, Die Schwalbe 1976.
    for (board, plies) in [
        ("rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR", 8),
        ("rnR1kbnr/p2ppppp/8/8/2p5/8/1PPPPPPP/qNBQKBNR", 9),
        ("rnbqk1nR/pppppp1r/8/6p1/6P1/3PP3/PPP2PP1/RNBQK1N1", 14),
    ] {
        let turn = if plies % 2 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let end = Diagram {
            board: board.parse().unwrap(),
            turn,
        };
        let start = Chess::default();
        let mut budget = Limits::unlimited().start();
        let found = prove(
            question(&start, &end),
            ProofGame::Exactly(plies),
            &mut budget,
        );
        assert_eq!((found.games.len(), found.searched), (1, Ok(())), "{board}");
        assert!(found.unique().is_some());
    }
}

#[test]
fn a_shorter_game_is_found() {
    let start = Chess::default();
    let end = Diagram {
        board: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
            .parse()
            .unwrap(),
        turn: Color::White,
    };
    let mut budget = Limits::unlimited().start();
    let asked = ProofGame::Shortest(Some(4));
    let found = prove(question(&start, &end), asked, &mut budget);
    let Some(Shorter::Game(shorter)) = &found.shorter else {
        panic!("{:?}", found.shorter);
    };
    assert_eq!(shorter.moves.len(), 2);
    assert_eq!(found.games.len(), 1);
    let shortest = prove(
        question(&start, &end),
        ProofGame::Shortest(None),
        &mut budget,
    );
    assert_eq!(shortest.plies, 2);
    assert!(shortest.unique().is_some());
}
