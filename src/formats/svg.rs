//! The diagram as a picture: squares and figurines, no outside files.

use std::fmt::Write as _;

use crate::problem::{Diagram, Duplex, Problem};

/// Side of a square.
const SIDE: u32 = 40;

/// One picture per twin; the halves of a duplex share theirs.
pub(super) fn export(problem: &Problem) -> String {
    problem
        .twins
        .iter()
        .filter(|twin| twin.duplex != Duplex::Second)
        .map(|twin| picture(&twin.diagram))
        .collect()
}

fn picture(diagram: &Diagram) -> String {
    let size = 8 * SIDE + 2;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {size} {size}\" width=\"{size}\" height=\"{size}\">\n"
    );
    let board = 8 * SIDE;
    let _ = writeln!(
        out,
        "<rect width=\"{board}\" height=\"{board}\" fill=\"#fff\" stroke=\"#000\"/>"
    );
    for square in shakmaty::Square::ALL {
        let x = SIDE * u32::from(square.file());
        let y = SIDE * (7 - u32::from(square.rank()));
        if square.is_dark() {
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#c8c8c8\"/>"
            );
        }
        if let Some(piece) = diagram.board.piece_at(square) {
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"34\" text-anchor=\"middle\">{}</text>",
                x + SIDE / 2,
                y + 32,
                piece.unicode_char()
            );
        }
    }
    out.push_str("</svg>\n");
    out
}
