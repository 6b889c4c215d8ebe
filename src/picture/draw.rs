//! Boards as SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use shakmaty::{File, Rank, Square};

use crate::notation::is_hostile;

use super::pieces::{drawing, symbol};
use super::{Coordinates, Mark, Picture, Style};

/// Side of a square, the size the pieces are drawn in.
const SIDE: u32 = 45;
/// Side of the board.
const BOARD: u32 = 8 * SIDE;
/// Room around a board.
const MARGIN: u32 = 12;
/// Room for coordinates at the left and the lower edge.
const COORDINATES: u32 = 18;
/// Height of a line of text.
const LINE: u32 = 20;
/// Most characters of a line of text that fit beside the next board.
const LINE_LENGTH: usize = 46;

/// The pictures as one SVG document, in rows.
pub fn svg(pictures: &[Picture], style: Style) -> String {
    let columns = style.columns.clamp(1, pictures.len().max(1));
    let gutter = match style.coordinates {
        Coordinates::Omitted => 0,
        Coordinates::Beside => COORDINATES,
    };
    let title = pictures.iter().map(|p| wrapped(&p.title).len()).max();
    let caption = pictures.iter().map(|p| wrapped(&p.caption).len()).max();
    let title = LINE * title.unwrap_or(0) as u32;
    let caption = LINE * caption.unwrap_or(0) as u32;
    let cell_width = gutter + BOARD + 2 * MARGIN;
    let cell_height = title + BOARD + gutter + caption + 2 * MARGIN;
    let width = columns as u32 * cell_width;
    let height = pictures.len().div_ceil(columns) as u32 * cell_height;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"DejaVu Sans, sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" \
         fill=\"#fff\"/>\n"
    );
    definitions(&mut out, pictures);
    for (number, picture) in pictures.iter().enumerate() {
        let x = (number % columns) as u32 * cell_width + MARGIN + gutter;
        let y = (number / columns) as u32 * cell_height + MARGIN;
        lines(&mut out, &wrapped(&picture.title), x, y);
        let top = y + title;
        let _ = writeln!(out, "<g transform=\"translate({x} {top})\">");
        board(&mut out, picture);
        if style.coordinates == Coordinates::Beside {
            coordinates(&mut out);
        }
        out.push_str("</g>\n");
        lines(
            &mut out,
            &wrapped(&picture.caption),
            x,
            top + BOARD + gutter,
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The drawings of the men that stand on some board, and the arrow head.
fn definitions(out: &mut String, pictures: &[Picture]) {
    let used: BTreeSet<String> = pictures
        .iter()
        .flat_map(|picture| {
            picture
                .board
                .clone()
                .into_iter()
                .map(|(_, man)| symbol(man))
        })
        .collect();
    out.push_str("<defs>\n");
    for name in used {
        out.push_str(drawing(&name));
        out.push('\n');
    }
    out.push_str(
        "<marker id=\"head\" orient=\"auto\" markerWidth=\"4\" markerHeight=\"4\" refX=\"2.2\" refY=\"2\">\
         <path d=\"M0 0L4 2L0 4Z\" fill=\"#15781b\"/></marker>\n</defs>\n",
    );
}

fn board(out: &mut String, picture: &Picture) {
    let _ = writeln!(
        out,
        "<rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"#fff\"/>"
    );
    for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
        let (x, y) = corner(square);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#c4c4c4\"/>"
        );
    }
    for mark in &picture.marks {
        if let Mark::Square(square) = *mark {
            let (x, y) = corner(square);
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#c33\" stroke-width=\"4\"/>",
                x + 2,
                y + 2,
                SIDE - 4,
                SIDE - 4
            );
        }
    }
    for (square, man) in picture.board.clone() {
        let (x, y) = corner(square);
        let _ = writeln!(
            out,
            "<use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>",
            symbol(man)
        );
    }
    for mark in &picture.marks {
        if let Mark::Arrow(from, to) = *mark {
            let ((x1, y1), (x2, y2)) = (corner(from), corner(to));
            let half = SIDE / 2;
            let _ = writeln!(
                out,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#15781b\" stroke-width=\"6\" \
                 stroke-opacity=\"0.8\" marker-end=\"url(#head)\"/>",
                x1 + half,
                y1 + half,
                x2 + half,
                y2 + half
            );
        }
    }
    let _ = writeln!(
        out,
        "<rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"none\" stroke=\"#000\" stroke-width=\"2\"/>"
    );
}

/// The upper left corner of a square, seen from White.
fn corner(square: Square) -> (u32, u32) {
    (
        SIDE * u32::from(square.file()),
        SIDE * (7 - u32::from(square.rank())),
    )
}

fn coordinates(out: &mut String) {
    let mut name = |x: i64, y: u32, text: char| {
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"13\" text-anchor=\"middle\">{text}</text>"
        );
    };
    for file in File::ALL {
        let x = SIDE * u32::from(file) + SIDE / 2;
        name(i64::from(x), BOARD + 14, file.char());
    }
    for rank in Rank::ALL {
        let y = SIDE * (7 - u32::from(rank)) + SIDE / 2 + 5;
        name(-9, y, rank.char());
    }
}

/// Lines of text, the first below `top`.
fn lines(out: &mut String, lines: &[String], x: u32, top: u32) {
    for (number, line) in lines.iter().enumerate() {
        let y = top + LINE * (number as u32 + 1) - 6;
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"14\">{}</text>",
            escaped(line)
        );
    }
}

/// The lines, broken where they are too long for the board's width.
fn wrapped(lines: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for line in lines {
        let mut row = String::new();
        for word in line.split_whitespace() {
            let length = row.chars().count();
            if length > 0 && length + 1 + word.chars().count() > LINE_LENGTH {
                out.push(std::mem::take(&mut row));
            }
            if !row.is_empty() {
                row.push(' ');
            }
            row.push_str(word);
        }
        if !row.is_empty() {
            out.push(row);
        }
    }
    out
}

/// A text as it may stand in an element: markup and what XML forbids is replaced.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if is_hostile(c) || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {
                safe.push('\u{FFFD}');
            }
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use shakmaty::Board;

    use super::*;

    fn langstaff() -> Picture {
        Picture::new(Board::from_ascii_board_fen(b"4k2r/8/5B1P/5KpP/8/8/8/3R4").unwrap())
    }

    #[test]
    fn every_man_is_drawn_once_and_every_drawing_defined_once() {
        let text = svg(&[langstaff(), langstaff()], Style::default());
        assert_eq!(text.matches("<svg").count(), 1, "one root");
        assert_eq!(text.matches("<use href=\"#wP\"").count(), 4);
        assert_eq!(text.matches("<use ").count(), 16);
        assert_eq!(text.matches("id=\"wP\"").count(), 1);
        // Langstaff's g5 is the only black pawn: sixth file, fourth rank from above.
        assert!(text.contains("<use href=\"#bP\" x=\"270\" y=\"135\""));
    }

    #[test]
    fn captions_are_text_whatever_they_say() {
        let mut picture = langstaff();
        picture.caption = vec!["</text><script>alert(1)</script> & \u{202e}x\u{1}".to_owned()];
        let text = svg(&[picture], Style::default());
        assert!(!text.contains("<script"), "{text}");
        assert!(text.contains("&lt;/text&gt;&lt;script&gt;"), "{text}");
        assert!(!text.contains('\u{202e}') && !text.contains('\u{1}'));
    }

    #[test]
    fn marks_and_coordinates_are_drawn_on_request() {
        let mut picture = langstaff();
        assert!(!svg(&[picture.clone()], Style::default()).contains("<text"));
        picture.marks = vec![
            Mark::Square(Square::H5),
            Mark::Arrow(Square::G7, Square::G5),
        ];
        let style = Style {
            coordinates: Coordinates::Beside,
            ..Style::default()
        };
        let text = svg(&[picture], style);
        assert_eq!(text.matches("<text").count(), 16);
        assert_eq!(text.matches("<line").count(), 1);
        assert!(
            text.contains("x=\"317\" y=\"137\""),
            "the frame of h5: {text}"
        );
    }
}
