//! The originals that come with the program: nobody composes them a second time.

use beruehrt::syntax;
use shakmaty::Board;

macro_rules! originals {
    ($($name:literal),* $(,)?) => {
        /// Name and text of every file in `problems/originals`.
        const ORIGINALS: &[(&str, &str)] = &[$((
            $name,
            include_str!(concat!("../../../problems/originals/", $name, ".bg")),
        )),*];
    };
}

originals![
    "castling-too-early",
    "castling-waits-for-the-denial",
    "double-step-of-three",
    "first-touch-decides",
    "nine-men-in-three",
    "nothing-touched-can-move",
    "other-castling-is-owed",
    "queen-behind-the-pawns",
    "queen-waits",
    "the-pawn-must-step",
    "two-zugzwangs",
    "which-pawn-touches",
];

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
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_original_is_known() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/originals");
        let mut files: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        files.sort();
        let known: Vec<&str> = ORIGINALS.iter().map(|&(name, _)| name).collect();
        assert_eq!(known, files);
        assert_eq!(boards().len(), files.len());
    }
}
