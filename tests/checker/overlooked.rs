//! Certificates that overlook one thing: a last move, a way a man came, a case. All are refused.
//!
//! Most are drawn out of games; where a game shows the thing too seldom a position stands here, with how it came about.

use beruehrt::problem::LastMove;
use beruehrt::retro::checker::{from_json, to_json, verify};
use beruehrt::retro::model::claim::{
    Because, Course, Depth, End, Hint, ImpossibleCheck, NoWayIn, Nogood, Part, Tempo, first_side,
};
use beruehrt::retro::rules::quick;
use beruehrt::retro::{EpState, Refutation, Refuted, RetroPosition, RightState, Why};
use beruehrt::world::World;
use serde_json::json;
use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Piece, Position, Role, Square};

use crate::attacks::{accounts, by_reason, cage, is_refused_at_once, no_scenario};
use crate::forged::diagram;
use crate::games::{Dice, Style};
use crate::story::{Story, arisen};

/// What is known of a position of which nothing is known but who never moved.
fn frozen(fen: &str, frozen: impl Fn(&Board) -> Bitboard) -> RetroPosition {
    let diagram = diagram(fen);
    let mut position = RetroPosition::of_world(&diagram, World::default());
    position.rights = [RightState::Open; 4];
    position.ep = EpState::Open;
    position.frozen = frozen(&position.board);
    position
}

/// The men where the array has them.
fn at_home(board: &Board) -> Bitboard {
    let array = Board::new();
    let is_at_home = |square: &Square| board.piece_at(*square) == array.piece_at(*square);
    board.occupied().into_iter().filter(is_at_home).collect()
}

/// Moves of games with the position each leads to, those of a rare kind all, of the others some.
fn moves_of_games(games: u64) -> Vec<(Move, Chess)> {
    let mut found = Vec::new();
    for game in 0..games {
        let mut dice = Dice::new(9_000_011 + game);
        let style = Style::ALL[dice.below(Style::ALL.len())];
        for (ply, (played, position)) in style.game(&mut dice, 120).enumerate() {
            if kind(played) < 3 || ply % 20 == 19 {
                found.push((played, position));
            }
        }
    }
    found
}

fn kind(played: Move) -> usize {
    match played {
        Move::Castle { .. } => 0,
        Move::EnPassant { .. } => 1,
        _ if played.is_promotion() => 2,
        _ => 3,
    }
}

/// It is known which move was the last one, and that move is said not to be there.
#[test]
fn the_move_that_was_played_is_not_overlooked() {
    let mut kinds = [0; 4];
    for (played, position) in moves_of_games(60) {
        let mut retro = arisen(&position);
        retro.known_moves = vec![(0, LastMove::of(played))];
        let forgery = Refutation::at_once(retro.clone(), Why::Retractions(Vec::new()));
        assert!(is_refused_at_once(&forgery, &retro), "{played} {retro:?}");
        kinds[kind(played)] += 1;
    }
    // e5xd6 en passant opened the bishop's line twice: with anything else captured on d6 the king was in check before.
    let mut retro = frozen("6k1/8/3P4/8/8/8/B7/4K3 b", |_| Bitboard::EMPTY);
    retro.known_moves = vec![(
        0,
        LastMove::Move {
            role: Role::Pawn,
            from: Some(Square::E5),
            to: Square::D6,
            capture: true,
            promotion: None,
        },
    )];
    let forgery = Refutation::at_once(retro.clone(), Why::Retractions(Vec::new()));
    assert!(is_refused_at_once(&forgery, &retro));
    assert!(kinds.iter().all(|&count| count > 2), "{kinds:?}");
}

/// The content that the last move alone has taken off its square, as (square, place in a pattern).
fn taken_away(played: Move, mover: Color) -> (Square, usize) {
    let place = |color: Color, role: Role| role as usize + color.fold_wb(0, 6);
    match played {
        Move::Castle { king, .. } => (king, place(mover, Role::King)),
        Move::EnPassant { from, to } => (
            Square::from_coords(to.file(), from.rank()),
            place(mover.other(), Role::Pawn),
        ),
        _ => (played.from().unwrap(), place(mover, played.role())),
    }
}

/// Before the last move anything may have been, but that a man stood where he did: the
/// set of these is left by that move alone. Some officer is said to have stood for ever where nobody began, so that the array
/// is none of them.
#[test]
fn cages_that_the_last_move_leads_out_of_are_refused() {
    let mut kinds = [0; 4];
    for (played, position) in moves_of_games(60) {
        let retro = arisen(&position);
        let board = &retro.board;
        let mover = retro.turn.other();
        let movers: Bitboard = match played {
            Move::Castle { .. } => {
                let side = played.castling_side().unwrap();
                Bitboard::from(side.king_to(mover)) | side.rook_to(mover)
            }
            _ => played.to().into(),
        };
        let astray = board.occupied() & !Board::new().occupied() & !movers;
        let Some(astray) = (astray & !board.pawns() & !board.kings()).first() else {
            continue;
        };
        let mut exact = [0u64; 13];
        exact[0] = (!board.occupied()).0;
        let mut open = [u64::MAX; 13];
        for piece in Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| Piece { color, role }))
        {
            let place = piece.role as usize + piece.color.fold_wb(0, 6);
            exact[place] = board.by_piece(piece).0;
            if piece.role == Role::Pawn {
                open[place] = !Bitboard::BACKRANKS.0;
            }
            if board.piece_at(astray) != Some(piece) {
                open[place] &= !Bitboard::from(astray).0;
            }
        }
        open[0] &= !Bitboard::from(astray).0;
        let mut before = open;
        let (square, content) = taken_away(played, mover);
        before[content] &= !Bitboard::from(square).0;
        let stays = Bitboard::from(astray).0;
        let (turn, other) = (retro.turn.char(), mover.char());
        let of = |before: [u64; 13]| {
            cage(
                &[
                    (exact, turn, stays),
                    (before, other, stays),
                    (open, turn, stays),
                    (open, other, stays),
                ],
                &[&[1], &[2], &[3], &[2]],
            )
        };
        let mut claimed = retro.clone();
        claimed.frozen = astray.into();
        // Around a man who stood there for ever nobody may have come to where he was.
        let unmoves = claimed.unmoves().into_iter();
        let mut before_it = unmoves.filter(|(unmove, _)| unmove.forward() == played);
        if !before_it.any(|(_, earlier)| quick(&earlier).is_none()) {
            continue;
        }
        let template = to_json(&by_reason(
            &claimed,
            ImpossibleCheck {
                king: Square::A1,
                checkers: Bitboard::EMPTY,
            }
            .into(),
        ));
        let holds = |cage| {
            let mut json = template.clone();
            json["positions"][0]["why"] = json!({"cage": 0});
            json["cages"] = json!([cage]);
            verify(&from_json(&json).unwrap(), &claimed).is_ok()
        };
        assert!(holds(of(open)), "{played} {claimed:?}");
        assert!(!holds(of(before)), "{played} {claimed:?}");
        // A set that speaks of one side to move says nothing of what was before.
        let alone = cage(&[(open, turn, stays)], &[&[0]]);
        assert!(!holds(alone), "{played} {claimed:?}");
        kinds[kind(played)] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 2), "{kinds:?}");
}

/// A knight went g1-f3-d4-b3 and was captured there, axb3 recaptured, h7-h6: nobody knows that nothing was captured before.
#[test]
fn quiet_plies_nobody_knows_of_are_not_demanded() {
    let after = frozen("r1bqkbnr/ppppppp1/7p/8/8/1P6/1PPPPPPP/RNBQKB1R w", at_home);
    let unmoves = after.unmoves();
    let [(unmove, before)] = unmoves.as_slice() else {
        panic!("{unmoves:?}");
    };
    for quiet_plies in [0, 1, 5] {
        let mut before = before.clone();
        before.quiet_plies = quiet_plies;
        let positions = vec![
            Refuted {
                position: after.clone(),
                why: Why::Retractions(vec![(*unmove, 1)]),
            },
            Refuted {
                position: before,
                why: Why::Retractions(Vec::new()),
            },
        ];
        let forgery = Refutation { positions };
        assert!(is_refused_at_once(&forgery, &after), "{quiet_plies}");
    }
}

/// An officer that no original can be, but a pawn can have become.
#[test]
fn promoted_men_need_no_way_from_home() {
    for color in Color::ALL {
        for role in [Role::Queen, Role::Rook, Role::Bishop] {
            // Of the other side's officers enough are gone for the pawn of the h-file, and a bishop of g8 or g1 gets out.
            for square in color.fold_wb([Square::E4, Square::D5], [Square::E5, Square::D4]) {
                let board = match color {
                    Color::White => "rnbqkb2/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNR b",
                    Color::Black => "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKB2 w",
                };
                let mut position = frozen(board, at_home);
                position.board.set_piece_at(square, Piece { color, role });
                let claim = NoWayIn {
                    color,
                    role,
                    square,
                    ways: Bitboard::EMPTY,
                };
                let forgery = by_reason(&position, claim.into());
                assert!(is_refused_at_once(&forgery, &position), "{claim:?}");
            }
        }
    }
}

/// Pawns on their files that may have come another way, as men enough are missing: nobody was shut in by them.
#[test]
fn pawns_that_may_have_come_round_are_no_walls() {
    let squares = |list: &[Square]| list.iter().copied().collect::<Bitboard>();
    let rook = |position: &RetroPosition, ways: Bitboard| {
        let claim = NoWayIn {
            color: Color::White,
            role: Role::Rook,
            square: Square::D5,
            ways,
        };
        is_refused_at_once(&by_reason(position, claim.into()), position)
    };
    // a2xb3, Ra1-a5-d5, b2xa3.
    let crossed = frozen("r1bqkb1r/pppppppp/8/3R4/8/PP6/2PPPPPP/1NBQKBNR w", |_| {
        Bitboard::EMPTY
    });
    let both = squares(&[Square::A2, Square::A3, Square::B2, Square::B3]);
    for ways in [both, Bitboard::EMPTY, squares(&[Square::A2, Square::A3])] {
        assert!(rook(&crossed, ways), "{ways:?}");
    }
    // The pawn a3 is a wall; that of d4 may have gone aside and back.
    let aside = frozen(
        "r1bqkb1r/pppppppp/8/3R4/3P4/P7/1PP1PPPP/1NBQKBNR w",
        |board| at_home(board) & Bitboard::from_rank(shakmaty::Rank::First),
    );
    let wall = squares(&[Square::A2, Square::A3]);
    assert!(!rook(&aside, wall));
    let with = squares(&[Square::D2, Square::D3, Square::D4]);
    assert!(rook(&aside, wall | with));
}

/// Who lost a man, or has moved, made more moves than none.
#[test]
fn moves_of_pawns_and_of_men_lost_are_counted() {
    for (board, at_most) in [
        ("rnbqkbnr/3ppppp/ppp5/8/8/8/PPPPPPPP/RNBQKB1R w", 0),
        ("rnbqkbnr/3ppppp/ppp5/8/8/P7/1PPPPPPP/RNBQKBNR w", 0),
        ("rnbqkbnr/3ppppp/ppp5/8/8/PP6/2PPPPPP/RNBQKBNR w", 1),
    ] {
        let position = frozen(board, at_home);
        let claim = Tempo {
            short: Color::White,
            at_most,
            needed: 3,
        };
        let forgery = by_reason(&position, claim.into());
        assert!(is_refused_at_once(&forgery, &position), "{board}");
    }
}

/// Nogoods of a position with accounts that are right, each with its hint.
fn cases(position: &RetroPosition, nogoods: Vec<Nogood>) -> bool {
    let accounts = accounts(position).expect("an account");
    is_refused_at_once(&no_scenario(position, accounts, nogoods), position)
}

fn nogood(parts: [Vec<Part>; 2], because: Because, hint: Hint) -> Nogood {
    Nogood {
        parts: parts.map(Vec::into_boxed_slice),
        because,
        hint,
    }
}

/// The knight b8 was captured on b3, once.
#[test]
fn what_is_said_twice_counts_once() {
    let position = frozen("r1bqkbnr/pppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR b", |_| {
        Bitboard::EMPTY
    });
    let course = Course::new(&[File::A, File::B], End::Stands(Square::B3)).unwrap();
    for times in 1..4 {
        let twice = vec![Part::Career(course); times];
        let glance = Because::NoOrder(Depth::Direct);
        let forged = nogood([twice, Vec::new()], glance, Hint::None);
        assert!(cases(&position, vec![forged]), "{times}");
    }
}

/// The pawn a2 captured on b5 and c6 and was captured there by the pawn b7: that it fell on its file is refuted, and that is one
/// of its cases.
#[test]
fn a_pawn_that_is_missing_may_have_captured() {
    let position = frozen("r1bqkb1r/p1pppppp/2p5/8/8/8/1PPPPPPP/RNBQKBNR b", at_home);
    let fell = Course::new(&[File::A], End::Falls).unwrap();
    let mut parts: Vec<Part> = File::ALL[1..]
        .iter()
        .map(|&file| Part::Present(file))
        .collect();
    parts.push(Part::Career(fell));
    let glance = Because::NoOrder(Depth::Direct);
    let only = nogood([parts, Vec::new()], glance, Hint::None);
    assert!(cases(&position, vec![only]));
}

/// Games of pawns that capture nothing: each side's moves are counted, with what really happened told of both.
#[test]
fn moves_that_were_made_fit_the_side_to_move() {
    let mut forged = 0;
    for game in 0..60 {
        let mut dice = Dice::new(7_000_003 + game);
        let (mut position, mut story) = (Chess::default(), Story::new());
        for _ in 0..=dice.below(6) {
            let all = position.legal_moves();
            let pawns: Vec<Move> = all
                .into_iter()
                .filter(|played| played.role() == Role::Pawn && !played.is_capture())
                .collect();
            let played = pawns[dice.below(pawns.len())];
            story.play(played);
            position.play_unchecked(played);
        }
        let mut retro = arisen(&position);
        retro.frozen = at_home(&retro.board);
        retro.rights = [RightState::Open; 4];
        retro.ep = EpState::Open;
        let truths = [Color::White, Color::Black].map(|color| story.parts(color));
        for odd in [[false, false], [false, true], [true, false], [true, true]] {
            let numbers = Because::MoveNumbers { odd };
            let both = nogood(truths.clone(), numbers, Hint::None);
            let first = first_side(&accounts(&retro).expect("an account"), retro.turn);
            let mut summed = truths.clone();
            summed[1 - first].clear();
            let every = Because::EveryCase { choices: false };
            let met = Hint::Cases {
                met: [0].into(),
                ways: 20_000,
            };
            let summed = nogood(summed, every, met);
            assert!(cases(&retro, vec![both, summed]), "{odd:?} {retro:?}");
            forged += 1;
        }
    }
    assert!(forged >= 200, "{forged}");
}
