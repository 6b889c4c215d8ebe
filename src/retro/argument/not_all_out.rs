//! That pawns did not let everybody out of their homes to where they stand.

use shakmaty::{Bitboard, Color, Square};

use super::leave_out;
use super::walls::Walls;
use crate::retro::checker::argument::{not_all_out, seen_by, straight_way};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Class, Deduction, RetroPosition};

/// What is said.
#[derive(Clone, Copy)]
struct Said {
    pawns: Bitboard,
    homes: Bitboard,
}

impl Said {
    /// All pawns that came straight and moved, and all men who can be spoken of.
    fn all(position: &RetroPosition, unmoved: &Unmoved<'_>) -> Said {
        let board = &position.board;
        let is_straight = |&square: &Square| {
            let color = board.color_at(square);
            color.is_some_and(|color| unmoved.ways().contains(&straight_way(color, square)))
        };
        let away = board.pawns() & !unmoved.still();
        let groups = Color::ALL.map(|color| groups(color, position));
        Said {
            pawns: away.into_iter().filter(is_straight).collect(),
            homes: groups
                .into_iter()
                .flatten()
                .fold(Bitboard::EMPTY, |all, men| all | men),
        }
    }

    fn holds(self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
        not_all_out(self.pawns, self.homes, unmoved, position)
    }

    /// Without what is not needed.
    fn shrink(&mut self, unmoved: &Unmoved<'_>, position: &RetroPosition) {
        let holds = |said: &Said| said.holds(unmoved, position);
        for color in [position.turn, position.turn.other()] {
            for men in groups(color, position) {
                leave_out(self, holds, |said| said.homes &= !men);
            }
        }
        for pawn in seen_by(position.turn, self.pawns) {
            leave_out(self, holds, |said| said.pawns.discard(pawn));
        }
    }
}

/// The homes of a side's men who are certainly on the board: its king, and officers kind by kind.
fn groups(color: Color, position: &RetroPosition) -> Vec<Bitboard> {
    let board = &position.board;
    let has_all_pawns = (board.pawns() & board.by_color(color)).count() == 8;
    let king = color.fold_wb(Square::E1, Square::E8);
    let is_complete = |class: &Class| {
        let men = class.men(board, color);
        has_all_pawns && men.count() == class.originals() as usize
    };
    let officers = Class::ALL.into_iter().filter(is_complete);
    officers
        .map(|class| class.homes(color))
        .chain([king.into()])
        .collect()
}

/// That pawns did not let everybody out, in whatever order they moved.
pub(super) fn shut_in_together(
    position: &RetroPosition,
    walls: &Walls<'_>,
) -> Option<Vec<Deduction>> {
    let mut walls = walls.clone();
    let mut said = Said::all(position, &walls.unmoved());
    if !said.holds(&walls.unmoved(), position) {
        return None;
    }
    said.shrink(&walls.unmoved(), position);
    if !walls.shrink(|unmoved| said.holds(unmoved, position)) {
        return None;
    }
    let mut steps = walls.premises()?;
    let Said { pawns, homes } = said;
    steps.push(Deduction::NotAllOut { pawns, homes });
    Some(steps)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Bitboard, Chess, Move, Position, Role};

    use super::*;
    use crate::random::Random;
    use crate::retro::model::test_position;

    /// Games in which nobody is captured as long as that can be, so that nearly all men are spoken of.
    #[test]
    fn whoever_got_out_in_a_game_is_not_said_to_have_been_shut_in() {
        let mut spoken_of = 0;
        for seed in 0..60 {
            let mut dice = Random::new(seed);
            let mut game = Chess::default();
            for ply in 0..100 {
                let mut moves: Vec<Move> = game.legal_moves().into_iter().collect();
                let is_quiet = |one: &Move| !one.is_capture();
                if moves.iter().any(is_quiet) {
                    moves.retain(is_quiet);
                }
                let by_officer = |one: &Move| one.role() != Role::Pawn;
                if moves.iter().any(by_officer) && dice.chance(80) {
                    moves.retain(by_officer);
                }
                let Some(played) = dice.pick(&moves) else {
                    break;
                };
                game.play_unchecked(played);
                if ply % 6 > 0 {
                    continue;
                }
                let fen = format!("{} {}", game.board().board_fen(), game.turn().char());
                let position = test_position(&fen, "- -");
                let walls = Walls::of(&position, Bitboard::EMPTY);
                let said = Said::all(&position, &walls.unmoved());
                spoken_of += usize::from(said.pawns.count() > 1 && said.homes.count() > 4);
                assert_eq!(shut_in_together(&position, &walls), None, "{fen}");
            }
        }
        assert!(spoken_of > 500, "{spoken_of}");
    }
}
