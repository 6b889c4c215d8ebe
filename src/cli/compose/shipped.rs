//! The originals that come with the program: nobody composes them a second time.

use beruehrt::syntax;
use shakmaty::Board;

use crate::board::library::ORIGINALS;

/// Their placements.
pub fn boards() -> Vec<Board> {
    let parsed = ORIGINALS.iter().map(|(_, text)| syntax::parse(text));
    parsed
        .flat_map(|parsed| {
            let boards = parsed
                .problems()
                .map(|problem| problem.twins[0].diagram.board.clone());
            boards.collect::<Vec<_>>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_original_has_a_board() {
        assert_eq!(boards().len(), ORIGINALS.len());
    }
}
