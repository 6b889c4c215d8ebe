//! SVG drawings as PNG, by `resvg`, with the font of this folder and no other.

use resvg::{tiny_skia, usvg};

/// The only font texts are drawn with, so that a picture is the same on every machine.
const FONT: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");

/// Most pixels of a picture: 256 MiB of memory.
const MOST_PIXELS: u64 = 1 << 26;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The drawing is no SVG that can be drawn.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] usvg::Error),
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

/// The drawing as PNG, `scale` pixels to a unit of the drawing.
///
/// # Errors
///
/// `svg` is no SVG, or the picture would be empty or of more than 64 million pixels.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut options = usvg::Options {
        font_family: "DejaVu Sans".to_owned(),
        ..usvg::Options::default()
    };
    options.fontdb_mut().load_font_data(FONT.to_vec());
    let tree = usvg::Tree::from_str(svg, &options)?;
    let size = tree.size();
    // Sizes are small and positive; what does not fit is refused below.
    #[allow(clippy::cast_sign_loss)]
    let pixels = |units: f32| (units * scale).ceil() as u32;
    let (width, height) = (pixels(size.width()), pixels(size.height()));
    let refused = PngError::Size { width, height };
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(refused);
    }
    let mut pixmap = tiny_skia::Pixmap::new(width, height).ok_or(refused)?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap
        .encode_png()
        .map_err(|error| PngError::Encode(error.to_string()))
}

#[cfg(test)]
mod tests {
    use crate::picture::{Coordinates, Picture, Style, svg};

    use super::*;

    fn drawn(fen: &[u8]) -> tiny_skia::Pixmap {
        let board = shakmaty::Board::from_ascii_board_fen(fen).unwrap();
        let style = Style {
            coordinates: Coordinates::Omitted,
            columns: 1,
        };
        let bytes = png(&svg(&[Picture::new(board)], style), 1.0).unwrap();
        tiny_skia::Pixmap::decode_png(&bytes).unwrap()
    }

    /// How many of the pixels of a square, all but its rim, are black.
    fn ink(picture: &tiny_skia::Pixmap, file: u32, rank: u32) -> usize {
        let (left, top) = (12 + 45 * file, 12 + 45 * (7 - rank));
        (3..42)
            .flat_map(|x| (3..42).map(move |y| (left + x, top + y)))
            .filter(|&(x, y)| picture.pixel(x, y).is_some_and(|pixel| pixel.red() < 64))
            .count()
    }

    #[test]
    fn a_black_man_is_black_where_he_stands_and_nowhere_else() {
        let picture = drawn(b"8/8/8/8/4q3/8/8/8");
        assert!(ink(&picture, 4, 3) > 300);
        for (file, rank) in [(3, 3), (5, 3), (4, 2), (4, 4), (0, 0), (7, 7)] {
            assert_eq!(ink(&picture, file, rank), 0, "{file} {rank}");
        }
        let white = drawn(b"8/8/8/8/4Q3/8/8/8");
        let (black, white) = (ink(&picture, 4, 3), ink(&white, 4, 3));
        assert!(
            white > 20 && 4 * white < 3 * black,
            "an outline: {white}, {black}"
        );
    }

    #[test]
    fn rubbish_and_giants_are_refused() {
        assert!(matches!(png("<svg", 1.0), Err(PngError::Svg(_))));
        let board = shakmaty::Board::new();
        let text = svg(&[Picture::new(board)], Style::default());
        assert!(matches!(png(&text, 1e6), Err(PngError::Size { .. })));
    }
}
