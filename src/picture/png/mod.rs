//! Sheets as PNG, drawn by `tiny-skia`.

mod letters;
mod men;
mod path;

use std::collections::BTreeMap;

use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use self::men::Outline;
use super::pieces::{drawing, symbol};
use super::sheet::{ARROW, HEAD, Shape, Sheet};
use super::{Picture, Style};

/// Most pixels of a picture: 256 MiB of memory.
const MOST_PIXELS: u64 = 1 << 26;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The picture would be empty, or larger than memory should be asked for.
    #[error("a picture of {width} by {height} pixels is not drawn")]
    Size {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// The picture could not be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encode(String),
}

/// The pictures as one PNG, in rows, as [`svg`](fn@super::svg) draws them: `scale` pixels to a unit of the drawing, 45 units to a
/// square.
///
/// # Errors
///
/// The picture would be empty or of more than 64 million pixels.
pub fn png(pictures: &[Picture], style: Style, scale: f32) -> Result<Vec<u8>, PngError> {
    let sheet = Sheet::of(pictures, style);
    // Sizes are small and positive; what does not fit is refused below.
    #[allow(clippy::cast_sign_loss, clippy::cast_precision_loss)]
    let pixels = |units: u32| (units as f32 * scale).ceil() as u32;
    let (width, height) = (pixels(sheet.width), pixels(sheet.height));
    let refused = PngError::Size { width, height };
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(refused);
    }
    let mut canvas = Canvas {
        pixels: Pixmap::new(width, height).ok_or(refused)?,
        men: BTreeMap::new(),
    };
    for group in &sheet.groups {
        let place = Transform::from_scale(scale, scale).pre_concat(moved(group.at));
        for shape in &group.shapes {
            canvas.draw(shape, place);
        }
    }
    let encoded = canvas.pixels.encode_png();
    encoded.map_err(|error| PngError::Encode(error.to_string()))
}

/// Units of a sheet as `tiny-skia` takes them. No sheet is so large that they are not exact.
#[allow(clippy::cast_precision_loss)]
fn units((x, y): (u32, u32)) -> (f32, f32) {
    (x as f32, y as f32)
}

fn moved(to: (u32, u32)) -> Transform {
    let (x, y) = units(to);
    Transform::from_translate(x, y)
}

/// The picture drawn so far.
struct Canvas {
    pixels: Pixmap,
    /// The drawings read so far, by the names of their symbols.
    men: BTreeMap<String, Vec<Outline>>,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape, place: Transform) {
        match shape {
            Shape::Area { at, size, fill } => {
                if let Some(path) = rectangle(*at, *size) {
                    self.fill(&path, men::color(fill), FillRule::Winding, place);
                }
            }
            Shape::Frame {
                at,
                size,
                stroke,
                width,
            } => {
                if let Some(path) = rectangle(*at, *size) {
                    self.stroke(&path, men::color(stroke), &line(*width), place);
                }
            }
            Shape::Man(at, man) => {
                let name = symbol(*man);
                let outlines = match self.men.get(&name) {
                    Some(known) => known.clone(),
                    None => men::outlines(drawing(&name)),
                };
                for Outline { path, pen } in &outlines {
                    let place = place.pre_concat(moved(*at)).pre_concat(pen.transform);
                    self.fill(path, pen.fill, pen.rule, place);
                    self.stroke(path, pen.stroke, &pen.line, place);
                }
                self.men.insert(name, outlines);
            }
            Shape::Arrow(from, to) => self.arrow(units(*from), units(*to), place),
            Shape::Text {
                at,
                size,
                is_centred,
                text,
            } => {
                #[allow(clippy::cast_precision_loss)]
                let (x, y, size) = (at.0 as f32, at.1 as f32, *size as f32);
                let (outlines, width) = letters::outlines(text, size);
                let x = if *is_centred { x - width / 2.0 } else { x };
                let place = place.pre_concat(Transform::from_translate(x, y));
                for path in outlines {
                    self.fill(&path, Some(Color::BLACK), FillRule::Winding, place);
                }
            }
        }
    }

    /// A line and, over its end, a head that points where it goes.
    fn arrow(&mut self, from: (f32, f32), to: (f32, f32), place: Transform) {
        let ((color, width, opacity), (head, (x, y))) = (ARROW, HEAD);
        let color = men::color(color);
        let mut path = PathBuilder::new();
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
        if let Some(path) = path.finish() {
            let color = color.map(|mut color| {
                color.apply_opacity(opacity);
                color
            });
            self.stroke(&path, color, &line(width), place);
        }
        if let Some(path) = path::outline(head) {
            let angle = (to.1 - from.1).atan2(to.0 - from.0).to_degrees();
            let (width, _) = units((width, 0));
            let place = place
                .pre_concat(Transform::from_translate(to.0, to.1))
                .pre_concat(Transform::from_rotate(angle))
                .pre_concat(Transform::from_scale(width, width))
                .pre_concat(Transform::from_translate(-x, -y));
            self.fill(&path, color, FillRule::Winding, place);
        }
    }

    fn fill(&mut self, path: &Path, color: Option<Color>, rule: FillRule, place: Transform) {
        if let Some(color) = color {
            self.pixels
                .fill_path(path, &paint(color), rule, place, None);
        }
    }

    fn stroke(&mut self, path: &Path, color: Option<Color>, line: &Stroke, place: Transform) {
        if let Some(color) = color {
            self.pixels
                .stroke_path(path, &paint(color), line, place, None);
        }
    }
}

fn rectangle(at: (u32, u32), size: (u32, u32)) -> Option<Path> {
    let ((x, y), (width, height)) = (units(at), units(size));
    Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect)
}

fn line(width: u32) -> Stroke {
    let (width, _) = units((width, 0));
    Stroke {
        width,
        ..Stroke::default()
    }
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(color);
    paint
}

#[cfg(test)]
mod tests {
    use crate::picture::{Coordinates, Mark};

    use super::*;

    fn picture(fen: &[u8]) -> Picture {
        Picture::new(shakmaty::Board::from_ascii_board_fen(fen).unwrap())
    }

    fn drawn(picture: &Picture, coordinates: Coordinates) -> Pixmap {
        let style = Style {
            coordinates,
            columns: 1,
        };
        let bytes = png(std::slice::from_ref(picture), style, 1.0).unwrap();
        Pixmap::decode_png(&bytes).unwrap()
    }

    /// How many of the pixels of a square, all but its rim, are black.
    fn ink(picture: &Pixmap, file: u32, rank: u32) -> usize {
        let (left, top) = (12 + 45 * file, 12 + 45 * (7 - rank));
        (3..42)
            .flat_map(|x| (3..42).map(move |y| (left + x, top + y)))
            .filter(|&(x, y)| picture.pixel(x, y).is_some_and(|pixel| pixel.red() < 64))
            .count()
    }

    #[test]
    fn a_black_man_is_black_where_he_stands_and_nowhere_else() {
        let black = drawn(&picture(b"8/8/8/8/4q3/8/8/8"), Coordinates::Omitted);
        assert!(ink(&black, 4, 3) > 300);
        for (file, rank) in [(3, 3), (5, 3), (4, 2), (4, 4), (0, 0), (7, 7)] {
            assert_eq!(ink(&black, file, rank), 0, "{file} {rank}");
        }
        let white = drawn(&picture(b"8/8/8/8/4Q3/8/8/8"), Coordinates::Omitted);
        let (black, white) = (ink(&black, 4, 3), ink(&white, 4, 3));
        assert!(
            white > 20 && 4 * white < 3 * black,
            "an outline: {white}, {black}"
        );
    }

    #[test]
    fn marks_and_texts_are_drawn() {
        let mut board = picture(b"8/8/8/8/8/8/8/8");
        let none = drawn(&board, Coordinates::Beside);
        board.marks = vec![
            Mark::Square(shakmaty::Square::A1),
            Mark::Arrow(shakmaty::Square::E2, shakmaty::Square::E4),
        ];
        let marked = drawn(&board, Coordinates::Beside);
        // 18 units for the coordinates at the left; the frame of a1, the arrow's shaft on e3.
        let at = |picture: &Pixmap, x, y| {
            let pixel = picture.pixel(x, y).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()]
        };
        let (left, top) = (12 + 18, 12);
        assert_eq!(at(&marked, left + 3, top + 340), [0xcc, 0x33, 0x33]);
        let shaft = at(&marked, left + 4 * 45 + 22, top + 5 * 45 + 22);
        assert!(
            shaft[1] > shaft[0] + 60 && shaft[1] > shaft[2] + 60,
            "{shaft:?}"
        );
        // Left of the board there is ink where the numbers of the ranks stand.
        let is_ink = |&(x, y): &(u32, u32)| at(&none, x, y)[0] < 128;
        let ink = (12..28).flat_map(|x| (12..372).map(move |y| (x, y)));
        assert!(ink.filter(is_ink).count() > 100);
    }

    #[test]
    fn giants_are_refused() {
        let empty = [Picture::new(shakmaty::Board::new())];
        assert!(matches!(
            png(&empty, Style::default(), 1e6),
            Err(PngError::Size { .. })
        ));
    }
}
