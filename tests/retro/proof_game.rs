//! The games of a given length: their number against a plain enumeration, and published proof games.

use beruehrt::budget::Limits;
use beruehrt::problem::{Diagram, Fact, LastMove, ProofGame};
use beruehrt::random::Random;
use beruehrt::retro::checker::check_from;
use beruehrt::retro::proof_game::{Question, Shorter, games, prove};
use shakmaty::{Board, Chess, Color, Move, Position, Role};

/// How many games of so many plies lead from here to the end: every legal move is tried where the boards do not differ too much: a ply
/// changes two squares, castling four, and castling and captures en passant change no more than `extra` squares on top in all.
fn enumerated(
    position: &Chess,
    left: usize,
    end: &Diagram,
    extra: usize,
    line: &mut Vec<Move>,
    holds: &dyn Fn(&[Move]) -> bool,
) -> usize {
    let differ = |a: &Board, b: &Board| {
        let mut same = !(a.occupied() | b.occupied());
        for color in Color::ALL {
            for role in Role::ALL {
                let men = |board: &Board| board.by_color(color) & board.by_role(role);
                same |= men(a) & men(b);
            }
        }
        64 - same.count()
    };
    let away = differ(position.board(), &end.board);
    if left == 0 {
        return usize::from(away == 0 && position.turn() == end.turn && holds(line));
    }
    if away > (2 * left + extra).min(4 * left) {
        return 0;
    }
    let moves = position.legal_moves();
    moves
        .into_iter()
        .map(|played| {
            let mut next = position.clone();
            next.play_unchecked(played);
            line.push(played);
            let found = enumerated(&next, left - 1, end, extra, line, holds);
            line.pop();
            found
        })
        .sum()
}

fn question<'a>(start: &'a Chess, diagram: &'a Diagram) -> Question<'a> {
    told(start, diagram, &[])
}

fn told<'a>(start: &'a Chess, diagram: &'a Diagram, facts: &'a [Fact]) -> Question<'a> {
    Question {
        start,
        diagram,
        world: None,
        facts,
    }
}

/// Two facts, or three, that are true of the game, drawn at random.
fn true_facts(start: &Chess, moves: &[Move], random: &mut Random) -> Vec<Fact> {
    let mut all = Vec::new();
    let end = moves.iter().fold(start.clone(), |mut position, &played| {
        position.play_unchecked(played);
        position
    });
    if moves.iter().all(|played| !played.is_capture()) {
        all.push(Fact::NoCapture);
    }
    for by in Color::ALL {
        let own = moves.iter().skip(usize::from(by != start.turn()));
        let castled = own.step_by(2).find_map(|played| played.castling_side());
        all.push(match castled {
            None => Fact::NotCastled(by),
            Some(side) => Fact::Castled {
                by,
                side: (random.below(2) == 0).then_some(side),
            },
        });
    }
    let quiet = moves.iter().rev().take_while(|played| !played.is_capture());
    all.push(Fact::NoCaptureInLast(quiet.count() as u32));
    all.push(Fact::FirstMoves(
        moves[..random.below(moves.len() + 1)].to_vec(),
    ));
    if let Some(&last) = moves.last() {
        let what = LastMove::of(last);
        all.push(Fact::LastMove { by: None, what });
    }
    let mut touched = shakmaty::Bitboard::EMPTY;
    for played in moves {
        touched.extend(played.from());
        touched.add(played.to());
        if let Move::EnPassant { from, to } = *played {
            touched.add(shakmaty::Square::from_coords(to.file(), from.rank()));
        }
    }
    let stayed = start.board().occupied() & !touched;
    let men: Vec<_> = end.board().occupied().into_iter().collect();
    for _ in 0..2 {
        let square = men[random.below(men.len())];
        all.push(if stayed.contains(square) {
            Fact::NotMoved(square)
        } else {
            Fact::Moved(square)
        });
    }
    let most = 2 + random.below(2);
    while all.len() > most {
        all.swap_remove(random.below(all.len()));
    }
    all
}

/// Whether something is told of the games.
#[derive(Clone, Copy, PartialEq)]
enum Facts {
    None,
    True,
}

/// Random games from `start`: the number of games of their length to their end that agree with the facts, found and enumerated.
fn agrees(start: &Chess, facts: Facts, plies: usize, asked: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut unique = 0;
    for _ in 0..asked {
        let length = 1 + random.below(plies);
        let mut position = start.clone();
        let mut line = Vec::new();
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
            line.push(played);
        }
        let end = Diagram::of(&position);
        let length = line.len();
        let facts = match facts {
            Facts::None => Vec::new(),
            Facts::True => true_facts(start, &line, &mut random),
        };
        let holds = |moves: &[Move]| check_from(start, &end, None, &facts, moves).is_ok();
        assert!(holds(&line), "{facts:?} of {line:?}");
        let found = games(
            told(start, &end, &facts),
            length as u32,
            usize::MAX,
            &mut Limits::unlimited().start(),
        );
        assert_eq!(found.searched, Ok(()));
        // From the array nobody castles within six plies, and a capture en passant is the fifth at the earliest.
        let extra = if *start == Chess::default() { 1 } else { 8 };
        let all = enumerated(start, length, &end, extra, &mut Vec::new(), &holds);
        assert_eq!(
            found.games.len(),
            all,
            "{} in {length} plies, {facts:?}, seed {seed}",
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
    agrees(&Chess::default(), Facts::None, 4, 60, 49);
    agrees(&Chess::default(), Facts::None, 5, 12, 50);
}

#[test]
fn as_many_games_as_agree_with_the_facts() {
    agrees(&Chess::default(), Facts::True, 4, 60, 51);
}

/// `ENDS=` ends of games of up to six plies, drawn by `SEED=`.
#[test]
#[ignore = "minutes"]
fn as_many_games_as_there_are_in_six_plies() {
    let seed = number("SEED", 1) as u64;
    let ends = number("ENDS", 2_000);
    agrees(&Chess::default(), Facts::None, 6, ends, seed);
    agrees(&Chess::default(), Facts::True, 6, ends / 4, seed);
}

/// Positions with castling, promotions and captures en passant near at hand, and with many captures by pawns.
const STARTS: [&str; 7] = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1",
    "r3k3/1P3p2/8/4P3/3p4/8/2P3p1/4K2R b Kq - 0 1",
    "4k3/8/8/2pP4/4pP2/8/8/4K3 b - f3 0 1",
    "4k3/1p1p4/2p5/1P1P4/2P5/8/8/4K3 w - - 0 1",
    "r3k3/p7/1p6/P1P5/1p6/2P5/8/4K2R w Kq - 0 1",
    "4k3/2P1P3/1n1n4/8/8/1N1N4/2p1p3/4K3 w - - 0 1",
];

#[test]
fn games_from_other_positions() {
    for (seed, start) in STARTS.into_iter().enumerate() {
        let fen: shakmaty::fen::Fen = start.parse().unwrap();
        let start: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        agrees(&start, Facts::None, 4, number("ENDS", 60) / 4, seed as u64);
        agrees(&start, Facts::True, 4, number("ENDS", 60), seed as u64);
    }
}

/// Longer random games, `GAMES=` of them drawn by `SEED=`, with many captures and moves of pawns: too long to be enumerated, but one game to their
/// end is known, so that a complete search finds one.
#[test]
fn a_game_that_was_played_is_never_said_not_to_be() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let crowded = "1n2k1n1/2p1p1p1/1P1P1P2/8/8/1p1p1p2/2P1P1P1/1N2K1N1 w - - 0 1";
    let starts: Vec<Chess> = (STARTS.into_iter().chain([array, crowded]))
        .map(|start| {
            let fen: shakmaty::fen::Fen = start.parse().unwrap();
            fen.into_position(shakmaty::CastlingMode::Standard).unwrap()
        })
        .collect();
    let mut random = Random::new(number("SEED", 52) as u64);
    let asked = number("GAMES", 150);
    let mut found = 0;
    for _ in 0..asked {
        let start = &starts[random.below(starts.len())];
        let mut position = start.clone();
        let mut line = Vec::new();
        let percent = random.below(100);
        for _ in 0..2 + random.below(14) {
            let moves = position.legal_moves();
            let loud = |played: &Move| played.is_capture() || played.is_promotion();
            let pawn = |played: &Move| played.role() == shakmaty::Role::Pawn;
            let drawn: Vec<Move> = if random.chance(percent) {
                moves.iter().copied().filter(loud).collect()
            } else {
                moves.iter().copied().filter(pawn).collect()
            };
            let drawn = if drawn.is_empty() { &moves[..] } else { &drawn };
            let Some(played) = random.pick(drawn) else {
                break;
            };
            position.play_unchecked(played);
            line.push(played);
        }
        let end = Diagram::of(&position);
        let mut limits = Limits::unlimited();
        limits.nodes = Some(60_000);
        let plies = line.len() as u32;
        let all = games(question(start, &end), plies, 1, &mut limits.start());
        assert!(
            !all.games.is_empty() || all.searched.is_err(),
            "{} from {start:?} by {line:?}",
            end.fen()
        );
        found += all.games.len();
    }
    assert!(found * 10 > asked * 9, "{found} of {asked}");
}

#[test]
fn a_pawn_captures_six_times_and_once_more_as_a_knight() {
    // The pawn on a3 never moves, so the other one reaches the last rank with his sixth move, and g8, whence h6, by captures only.
    let fen: shakmaty::fen::Fen = "6n1/5p2/4p2n/3p4/2p5/Pp6/P7/K6k w - - 0 1".parse().unwrap();
    let start: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
    let mut position = start.clone();
    for text in [
        "a2b3", "h1h2", "b3c4", "h2h1", "c4d5", "h1h2", "d5e6", "h2h1", "e6f7", "h1h2", "f7g8n",
        "h2h1", "g8h6",
    ] {
        let uci: shakmaty::uci::UciMove = text.parse().unwrap();
        position.play_unchecked(uci.to_move(&position).unwrap());
    }
    let end = Diagram::of(&position);
    let found = games(
        question(&start, &end),
        13,
        1,
        &mut Limits::unlimited().start(),
    );
    assert_eq!((found.games.len(), found.searched), (1, Ok(())));
}

#[test]
fn published_games_are_the_only_ones() {
    // The rows of Euclide's collections of natch, of captures and of none, and T. Orban's, Die Schwalbe 1976. Where pawns bar their files the
    // long ones are no harder than the short ones.
    for (board, plies) in [
        ("rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR", 8),
        ("rnR1kbnr/p2ppppp/8/8/2p5/8/1PPPPPPP/qNBQKBNR", 9),
        ("rnbqk1nR/pppppp1r/8/6p1/6P1/3PP3/PPP2PP1/RNBQK1N1", 14),
        (
            "1k6/p2p1p1p/np3npq/1bpBprr1/1BPbPRR1/NP3NPQ/P2P1P1P/1K6",
            46,
        ),
        (
            "kb6/p2pp2p/np1R1ppq/1bp3r1/1BP3R1/NP1PrPPQ/P3P2P/KB3N1n",
            54,
        ),
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
