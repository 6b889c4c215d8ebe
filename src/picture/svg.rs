//! Boards as SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::pieces::{drawing, symbol};
use super::sheet::{ARROW, HEAD, SIDE, Shape, Sheet};
use super::{Picture, Style};

/// The pictures as one SVG document, in rows.
pub fn svg(pictures: &[Picture], style: Style) -> String {
    let sheet = Sheet::of(pictures, style);
    let Sheet { width, height, .. } = sheet;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"DejaVu Sans, sans-serif\">\n"
    );
    definitions(&mut out, &sheet);
    for group in &sheet.groups {
        let is_moved = group.at != (0, 0);
        if is_moved {
            let (x, y) = group.at;
            let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
        }
        for shape in &group.shapes {
            draw(&mut out, shape);
        }
        if is_moved {
            out.push_str("</g>\n");
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The drawings of the men that stand on some board, and the arrow head.
fn definitions(out: &mut String, sheet: &Sheet) {
    let men = sheet.shapes().filter_map(|shape| match shape {
        Shape::Man(_, man) => Some(symbol(*man)),
        _ => None,
    });
    out.push_str("<defs>\n");
    for name in men.collect::<BTreeSet<String>>() {
        out.push_str(drawing(&name));
        out.push('\n');
    }
    let ((color, ..), (head, (x, y))) = (ARROW, HEAD);
    let _ = writeln!(
        out,
        "<marker id=\"head\" orient=\"auto\" markerWidth=\"4\" markerHeight=\"4\" refX=\"{x}\" refY=\"{y}\">\
         <path d=\"{head}\" fill=\"{color}\"/></marker>\n</defs>"
    );
}

fn draw(out: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Area {
            at: (x, y),
            size: (width, height),
            fill,
        } => writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        ),
        Shape::Frame {
            at: (x, y),
            size: (width, height),
            stroke,
            width: line,
        } => writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{stroke}\" \
             stroke-width=\"{line}\"/>"
        ),
        Shape::Man((x, y), man) => writeln!(
            out,
            "<use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>",
            symbol(*man)
        ),
        Shape::Arrow((x1, y1), (x2, y2)) => {
            let (color, width, opacity) = ARROW;
            writeln!(
                out,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{color}\" stroke-width=\"{width}\" \
                 stroke-opacity=\"{opacity}\" marker-end=\"url(#head)\"/>"
            )
        }
        Shape::Text {
            at: (x, y),
            size,
            is_centred,
            text,
        } => {
            let anchor = if *is_centred {
                " text-anchor=\"middle\""
            } else {
                ""
            };
            let text = escaped(text);
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}>{text}</text>"
            )
        }
    };
}

/// A text as it may stand in an element: markup is replaced.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Square};

    use crate::picture::{Coordinates, Mark};

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
