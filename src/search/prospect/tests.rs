//! Ways that are known to end in a goal, made backwards from it: the bound must let each of their moves pass.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position, Role, Setup, Square,
};

use super::{MOST_TRIES, Prospect};
use crate::budget::Limits;
use crate::problem::Goal;
use crate::random::Random;
use crate::search::board::{Board, Step};
use crate::search::finals::Finals;

/// Few men, most of them near a king.
fn crowd(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    let victim = [Color::White, Color::Black][random.below(2)];
    let king = Square::new(random.below(64) as u32);
    setup.board.set_piece_at(king, victim.king());
    for (color, men) in [(victim, random.below(7)), (!victim, 1 + random.below(4))] {
        for _ in 0..men {
            let role = Role::ALL[random.below(5)];
            let near = |random: &mut Random, at: u32| (at + random.below(5) as u32).clamp(2, 9) - 2;
            let square = if random.below(3) == 0 {
                Square::new(random.below(64) as u32)
            } else {
                let rank = near(random, king.rank().to_u32());
                Square::new(near(random, king.file().to_u32()) + 8 * rank)
            };
            if setup.board.piece_at(square).is_none() && !is_astray(role, square) {
                setup.board.set_piece_at(square, Piece { color, role });
            }
        }
    }
    let other = Square::new(random.below(64) as u32);
    if setup.board.piece_at(other).is_none() {
        setup.board.set_piece_at(other, (!victim).king());
    }
    setup.turn = victim;
    setup
}

fn is_astray(role: Role, square: Square) -> bool {
    role == Role::Pawn && Bitboard::BACKRANKS.contains(square)
}

/// A position before `after` and the move that leads there, if the draw is lucky.
fn before(random: &mut Random, after: &Chess) -> Option<(Chess, Move)> {
    let color = !after.turn();
    let men: Vec<Square> = after.board().by_color(color).into_iter().collect();
    let to = men[random.below(men.len())];
    let piece = after.board().piece_at(to)?;
    let from = Square::new(random.below(64) as u32);
    if after.board().piece_at(from).is_some() {
        return None;
    }
    let mut setup = after.to_setup(EnPassantMode::Legal);
    setup.ep_square = None;
    setup.turn = color;
    setup.board.discard_piece_at(to);
    let promoted = piece.role != Role::King && random.below(3) == 0;
    let role = if promoted { Role::Pawn } else { piece.role };
    if random.below(3) == 0 {
        let taken = Role::ALL[random.below(5)];
        if is_astray(taken, to) {
            return None;
        }
        setup.board.set_piece_at(to, (!color).pawn());
        let piece = Piece {
            color: !color,
            role: taken,
        };
        setup.board.set_piece_at(to, piece);
    }
    if is_astray(role, from) {
        return None;
    }
    setup.board.set_piece_at(from, Piece { color, role });
    let position: Chess = setup.position(CastlingMode::Standard).ok()?;
    let mv = position.legal_moves().into_iter().find(|mv| {
        let mut played = position.clone();
        mv.from() == Some(from) && mv.to() == to && {
            played.play_unchecked(*mv);
            played.board() == after.board()
        }
    })?;
    Some((position, mv))
}

/// What was followed: positions that were asked about, and ways whose end was found among the final positions.
#[derive(Debug, Default)]
struct Followed {
    positions: u64,
    /// Those where the question was given up.
    given_up: u64,
    mates: u32,
    stalemates: u32,
}

/// Follows so many ways of up to `longest` half-moves.
fn follow(seed: u64, ways: u32, longest: u32) -> Followed {
    let mut random = Random::new(seed);
    let mut found = 0;
    let mut followed = Followed::default();
    while found < ways {
        let Ok(last) = crowd(&mut random).position::<Chess>(CastlingMode::Standard) else {
            continue;
        };
        let goal = if last.is_checkmate() {
            Goal::Mate
        } else if last.is_stalemate() {
            Goal::Stalemate
        } else {
            continue;
        };
        found += 1;
        let king = last.board().king_of(last.turn()).unwrap();
        let mut position = last;
        let mut plies = 0;
        let mut way = Vec::new();
        // An unlucky end is given up.
        for _ in 0..200 * longest {
            if plies == longest {
                break;
            }
            let Some((earlier, mv)) = before(&mut random, &position) else {
                continue;
            };
            plies += 1;
            position = earlier;
            way.push((position.clone(), mv));
            if plies == 1 {
                continue;
            }
            followed.positions += 1;
            let prospect = Prospect::new(goal);
            let (kings, useful) = prospect.kings(&Board::new(&position), plies, Bitboard::FULL);
            followed.given_up += u64::from(prospect.tries() > MOST_TRIES);
            let step = Step::of(mv);
            assert!(
                kings.contains(king)
                    && useful.is_none_or(|useful| useful.contains(step.from(), step.to())),
                "{goal:?} on {king} in {plies} by {mv:?}: {}",
                shakmaty::fen::Fen::from_position(&position, EnPassantMode::Legal)
            );
        }
        if plies > 0 && keep(goal, &way) {
            match goal {
                Goal::Mate => followed.mates += 1,
                Goal::Stalemate => followed.stalemates += 1,
            }
        }
    }
    followed
}

/// Plays a way to the goal, given backwards: its end must stay among the final positions that can be reached. False if these are too
/// many to be found.
fn keep(goal: Goal, way: &[(Chess, Move)]) -> bool {
    let mut left = way.len() as u32;
    let Some((first, _)) = way.last() else {
        return false;
    };
    let budget = Limits::unlimited().start();
    let Some(mut finals) = Finals::find(goal, &Board::new(first), left, &mut 4000, &budget) else {
        return false;
    };
    let mut list = finals.all();
    for (position, mv) in way.iter().rev() {
        let (board, step) = (Board::new(position), Step::of(*mv));
        left -= 1;
        let played = finals.play(&board, step);
        list = finals.left(&played, list, left);
        assert!(
            !list.is_empty(),
            "{mv:?} with {left} to go: {}, from {}",
            shakmaty::fen::Fen::from_position(position, EnPassantMode::Legal),
            shakmaty::fen::Fen::from_position(first, EnPassantMode::Legal)
        );
    }
    true
}

fn board(fen: &str) -> Board {
    let fen: shakmaty::fen::Fen = fen.parse().unwrap();
    let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    Board::new(&position)
}

#[test]
fn finding_final_positions_ends_with_the_time() {
    let board = board("1K1k4/1p3p2/4pN2/5p2/8/8/p1p1P3/BbN5 b - - 0 1");
    let limits = Limits {
        time: Some(std::time::Duration::ZERO),
        ..Limits::unlimited()
    };
    let mut steps = 50_000_000;
    let found = Finals::find(Goal::Stalemate, &board, 10, &mut steps, &limits.start());
    assert!(found.is_none() && steps > 49_000_000, "{steps}");
}

#[test]
fn ways_made_backwards_are_followed() {
    let (short, long) = (follow(1, 1500, 6), follow(2, 600, 8));
    assert!(short.positions + long.positions > 5000);
    for followed in [short, long] {
        assert!(
            followed.mates > 20 && followed.stalemates > 10,
            "{followed:?}"
        );
    }
    // Ten half-moves cost ten times as much; the long test has more of them.
    let longest = follow(3, 100, 10);
    assert!(longest.positions > 500, "{longest:?}");
    assert!(longest.given_up > 20, "{longest:?}");
}

/// An award problem of 2001, h=5: 77,000 assignments for a position after the first move.
#[test]
fn the_question_is_given_up_in_time() {
    let board = board("n3n3/1pp5/8/3k4/8/4K3/1r2b3/1R3B2 b - - 0 1");
    let prospect = Prospect::new(Goal::Stalemate);
    prospect.kings(&board, 10, Bitboard::FULL);
    assert!((MOST_TRIES..2 * MOST_TRIES).contains(&prospect.tries()));
}

/// `WAYS=1000000 SEED=5`: so many ways, drawn from there.
#[test]
#[ignore = "takes minutes"]
fn many_ways_made_backwards_are_followed() {
    let setting = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
    };
    let ways = setting("WAYS", 200_000) as u32;
    let seed = setting("SEED", 3);
    let followed = follow(seed, ways, 8);
    assert!(followed.positions > u64::from(ways));
    assert!(
        followed.mates > 20 && followed.stalemates > 10,
        "{followed:?}"
    );
    let longest = follow(seed, ways / 50, 10);
    assert!(longest.positions > u64::from(ways) / 50, "{longest:?}");
}
