//! The ways of pawns that a deduction speaks of: straight ones as they were, others as they were with the fewest captures.

use shakmaty::{Bitboard, Color, File, Rank, Square};

use crate::retro::RetroPosition;
use crate::retro::model::Deduction;

/// From where each pawn came, and where it stands. Of pawns that captured it is one way of several: that with the fewest captures
/// of all pawns of the side on the board.
pub(super) fn pawn_ways(step: &Deduction, position: &RetroPosition) -> Vec<[Square; 2]> {
    match step {
        Deduction::CameStraight(pawns) => straight(*pawns, position),
        Deduction::FewLeft { color, pawns, .. }
        | Deduction::TooManyCaptures { color, pawns, .. }
        | Deduction::NoVictim { color, pawns, .. } => {
            let ways = fewest_captures(*color, position);
            ways.into_iter()
                .filter(|&[home, square]| pawns.contains(square) && home.file() != square.file())
                .collect()
        }
        _ => Vec::new(),
    }
}

fn straight(pawns: Bitboard, position: &RetroPosition) -> Vec<[Square; 2]> {
    let way = |square: Square| {
        let color = position.board.color_at(square)?;
        let home = color.relative_rank(Rank::Second);
        Some([Square::from_coords(square.file(), home), square])
    };
    pawns.into_iter().filter_map(way).collect()
}

/// The ways of a side's pawns with the fewest captures in all; none if no captures lead there.
fn fewest_captures(color: Color, position: &RetroPosition) -> Vec<[Square; 2]> {
    let board = &position.board;
    let pawns: Vec<Square> = (board.pawns() & board.by_color(color))
        .into_iter()
        .collect();
    let mut found = Assignment {
        color,
        pawns: &pawns,
        best: None,
    };
    found.extend(&mut Vec::new(), 0);
    let (_, files) = found.best.unwrap_or_default();
    let home = |(file, square): (File, Square)| {
        [
            Square::from_coords(file, color.relative_rank(Rank::Second)),
            square,
        ]
    };
    files.into_iter().zip(pawns).map(home).collect()
}

/// Which file each pawn came from: at most eight pawns of eight files.
struct Assignment<'a> {
    color: Color,
    pawns: &'a [Square],
    /// The fewest captures so far, and the files.
    best: Option<(u32, Vec<File>)>,
}

impl Assignment<'_> {
    fn extend(&mut self, files: &mut Vec<File>, captures: u32) {
        if (self.best.as_ref()).is_some_and(|(fewest, _)| captures >= *fewest) {
            return;
        }
        let Some(&square) = self.pawns.get(files.len()) else {
            self.best = Some((captures, files.clone()));
            return;
        };
        let ahead = (self.color.relative_rank(Rank::Second)).distance(square.rank());
        for file in File::ALL {
            let aside = file.distance(square.file());
            if aside <= ahead && !files.contains(&file) {
                files.push(file);
                self.extend(files, captures + aside);
                files.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Diagram;
    use shakmaty::Board;

    #[test]
    fn pawns_come_from_where_all_of_them_need_the_fewest_captures() {
        // Black has doubled pawns.
        let board = Board::from_ascii_board_fen(b"4k3/8/8/1p6/1p6/8/P1P5/4K3").unwrap();
        let turn = Color::White;
        let world = "- -".parse().unwrap();
        let position = RetroPosition::of_world(&Diagram { board, turn }, world);
        let ways = |color| {
            let told = |[home, square]: [Square; 2]| format!("{home}-{square}");
            let all = fewest_captures(color, &position);
            all.into_iter().map(told).collect::<Vec<String>>().join(" ")
        };
        // One of the two came from beside, with one capture.
        assert_eq!(ways(Color::Black), "a7-b4 b7-b5");
        // Whoever stands at home came from there.
        assert_eq!(ways(Color::White), "a2-a2 c2-c2");
    }
}
