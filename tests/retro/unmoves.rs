//! Moves taken back against moves played forward.

use crate::games::{Dice, Style};
use beruehrt::problem::Diagram;
use beruehrt::retro::checker::{Concrete, concrete_predecessors};
use beruehrt::retro::{EpState, RetroPosition, RightState, Unmove};
use beruehrt::world::{Right, World};
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position};

/// The retro position of a position of play, in exactly its world.
fn retro(position: &Chess) -> RetroPosition {
    let diagram = Diagram {
        board: position.board().clone(),
        turn: position.turn(),
    };
    RetroPosition::of_world(&diagram, World::of(position))
}

fn covering<'a>(
    unmoves: &'a [(Unmove, RetroPosition)],
    before: &Chess,
    played: Move,
) -> Option<&'a (Unmove, RetroPosition)> {
    let concrete = Concrete {
        board: before.board().clone(),
        turn: before.turn(),
        world: World::of(before),
        played,
    };
    unmoves
        .iter()
        .find(|(unmove, then)| unmove.forward() == played && concrete.is_covered_by(then))
}

#[test]
fn the_true_last_move_is_always_found() {
    let mut kinds = [0_usize; 6];
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let style = Style::ALL[seed as usize % Style::ALL.len()];
        let mut before = Chess::default();
        for (played, position) in style.game(&mut dice, 120) {
            let unmoves = retro(&position).unmoves();
            assert!(
                covering(&unmoves, &before, played).is_some(),
                "{} {played} leads to {} {:?}",
                before.board(),
                position.board(),
                World::of(&position),
            );
            kinds[match played {
                Move::EnPassant { .. } => 0,
                Move::Castle { .. } => 1,
                _ if played.is_promotion() && played.is_capture() => 2,
                _ if played.is_promotion() => 3,
                _ if played.is_capture() => 4,
                _ => 5,
            }] += 1;
            before = position;
        }
    }
    assert!(
        kinds.iter().all(|&n| n >= 15),
        "too few of a kind: {kinds:?}"
    );
}

/// Both directions: what is taken back is exactly what trial and forward play find.
fn agrees_with_forward_play(after: &RetroPosition) {
    let unmoves = after.unmoves();
    let concrete = concrete_predecessors(after);
    let mut used = vec![false; unmoves.len()];
    for before in &concrete {
        let covering = unmoves.iter().position(|(unmove, then)| {
            unmove.forward() == before.played && before.is_covered_by(then)
        });
        match covering {
            Some(index) => used[index] = true,
            None => assert!(
                !material_allows(before),
                "missed {:?} before {} {:?}",
                before,
                after.board,
                after
            ),
        }
    }
    for (index, (unmove, then)) in unmoves.iter().enumerate() {
        assert!(
            used[index],
            "{unmove} is no last move of {after:?} from {then:?}"
        );
        for right in Right::ALL {
            if then.rights[right as usize] == RightState::Kept {
                assert!(then.frozen.contains(right.king_home()));
                assert!(then.frozen.contains(right.rook_home()));
            }
        }
    }
    // No predecessor that the retro position stands for may be unreal: every world of rights that a
    // predecessor's open rights allow occurs among the concrete ones.
    for (unmove, then) in &unmoves {
        let worlds = beruehrt::world::candidates(&then.board, then.turn);
        for world in worlds.iter() {
            let candidate = Concrete {
                board: then.board.clone(),
                turn: then.turn,
                world,
                played: unmove.forward(),
            };
            if candidate.is_covered_by(then) {
                assert!(
                    concrete.contains(&candidate),
                    "{unmove} cannot be played in {world} of {then:?}"
                );
            }
        }
    }
}

/// Eight pawns explain pawns and promoted men of both sides: counted naively.
fn material_allows(before: &Concrete) -> bool {
    Color::ALL.into_iter().all(|color| {
        let ours = before.board.by_color(color);
        let over = |men: Bitboard, at_first: usize| (ours & men).count().saturating_sub(at_first);
        let board = &before.board;
        let surplus = over(board.queens(), 1)
            + over(board.rooks(), 2)
            + over(board.knights(), 2)
            + over(board.bishops() & Bitboard::LIGHT_SQUARES, 1)
            + over(board.bishops() & Bitboard::DARK_SQUARES, 1);
        over(board.pawns(), 0) + surplus <= 8
    })
}

#[test]
fn unmoves_equal_forward_play_from_games() {
    for seed in 0..60 {
        let mut dice = Dice::new(1000 + seed);
        let style = Style::ALL[seed as usize % Style::ALL.len()];
        let mut position = Chess::default();
        for ply in 0..160 {
            let Some(played) = style.choose(&position, &mut dice) else {
                break;
            };
            position.play_unchecked(played);
            let special = played.is_castle() || played.is_en_passant() || played.is_promotion();
            if ply % 16 == 15 || special || World::of(&position).target.is_some() {
                let after = retro(&position);
                agrees_with_forward_play(&after);
                // One and two plies further back the demands are looser: open rights, open target.
                let unmoves = after.unmoves();
                if !unmoves.is_empty() {
                    let (_, then) = &unmoves[dice.below(unmoves.len())];
                    agrees_with_forward_play(then);
                }
            }
        }
    }
}

#[test]
fn unmoves_equal_forward_play_on_chosen_boards() {
    // Castling, corner captures, promotions, en passant, checks and double checks.
    for fen in [
        "4k3/8/8/8/8/8/8/R4RK1 b",
        "4k3/8/8/8/8/8/8/2KR3R b",
        "r3k2r/8/8/8/8/8/8/R3K2R w",
        "r3k2r/8/8/8/8/8/8/R3K2R b",
        "2kr3r/8/8/8/8/8/8/R3K2R w",
        "4k2r/8/5B1P/5KpP/8/8/8/3R4 w",
        "5QN1/8/5k2/8/8/8/8/7K b",
        "5R1B/8/5k2/8/8/8/8/7K b",
        "8/8/8/8/5P1k/8/3K4/4B3 b",
        "8/2p5/3P4/8/8/8/8/k1K5 b",
        "4k3/8/3P4/8/8/8/8/4K3 b",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
        "q3k1Qr/8/8/8/8/8/8/R3K1q1 w",
    ] {
        let (board, turn) = fen.split_once(' ').unwrap();
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
            turn: if turn == "w" {
                Color::White
            } else {
                Color::Black
            },
        };
        for world in diagram.candidates().iter() {
            let mut after = RetroPosition::of_world(&diagram, world);
            agrees_with_forward_play(&after);
            if after.ep == EpState::None {
                after.ep = EpState::Open;
                agrees_with_forward_play(&after);
            }
            after.quiet_plies = 1;
            agrees_with_forward_play(&after);
        }
    }
}

#[test]
fn a_double_step_nobody_can_take_is_a_last_move() {
    // Published last-move problems: the double step is the only last move, and cannot be taken.
    for (fen, turn, expected) in [
        ("8/8/8/8/5P1k/8/3K4/4B3", Color::Black, "f2-f4"),
        ("7B/6p1/7P/6PP/5KPk/5B1p/7P/8", Color::Black, "g2-g4"),
    ] {
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
            turn,
        };
        let found: Vec<String> = RetroPosition::of_world(&diagram, World::default())
            .unmoves()
            .iter()
            .map(|(unmove, _)| unmove.to_string())
            .collect();
        assert!(found.contains(&expected.to_owned()), "{found:?}");
    }
}
