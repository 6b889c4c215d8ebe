//! What is drawn where: one list for SVG and for PNG.

use shakmaty::{File, Piece, Rank, Square};

use crate::notation::is_hostile;

use super::{Coordinates, Mark, Picture, Style};

/// Side of a square, the size the pieces are drawn in.
pub(super) const SIDE: u32 = 45;
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

/// Pictures laid out in rows: its groups are drawn in order.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub width: u32,
    pub height: u32,
    pub groups: Vec<Group>,
}

/// Shapes, drawn in order.
#[derive(Debug)]
pub(super) struct Group {
    /// The origin of its shapes.
    pub at: (u32, u32),
    pub shapes: Vec<Shape>,
}

/// A colour as SVG writes it, `#rgb` or `#rrggbb`.
pub(super) type Color = &'static str;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// A filled rectangle: its upper left corner, its size.
    Area {
        at: (u32, u32),
        size: (u32, u32),
        fill: Color,
    },
    /// The outline of a rectangle.
    Frame {
        at: (u32, u32),
        size: (u32, u32),
        stroke: Color,
        width: u32,
    },
    /// A man and the upper left corner of his square.
    Man((u32, u32), Piece),
    /// An arrow from one centre of a square to another.
    Arrow((u32, u32), (u32, u32)),
    /// A line of text, where its base line begins or, if it is centred, has its middle.
    Text {
        at: (i64, u32),
        size: u32,
        is_centred: bool,
        text: String,
    },
}

/// The arrows' colour, the width of their line, and how much of what lies below it shows through the line.
pub(super) const ARROW: (Color, u32, f32) = ("#15781b", 6, 0.8);
/// The head of an arrow in widths of its line: a triangle, and which point of it comes to lie on the line's end.
pub(super) const HEAD: (&str, (f32, f32)) = ("M0 0L4 2L0 4Z", (2.2, 2.0));

impl Sheet {
    pub(super) fn of(pictures: &[Picture], style: Style) -> Sheet {
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
        let mut groups = vec![Group {
            at: (0, 0),
            shapes: vec![Shape::Area {
                at: (0, 0),
                size: (width, height),
                fill: "#fff",
            }],
        }];
        for (number, picture) in pictures.iter().enumerate() {
            let x = (number % columns) as u32 * cell_width + MARGIN + gutter;
            let y = (number / columns) as u32 * cell_height + MARGIN;
            let top = y + title;
            let mut shapes = board(picture);
            if style.coordinates == Coordinates::Beside {
                shapes.extend(coordinates());
            }
            let text = |lines: &[String], top| Group {
                at: (0, 0),
                shapes: text(&wrapped(lines), x, top).collect(),
            };
            groups.extend([
                text(&picture.title, y),
                Group {
                    at: (x, top),
                    shapes,
                },
                text(&picture.caption, top + BOARD + gutter),
            ]);
        }
        Sheet {
            width,
            height,
            groups,
        }
    }

    pub(super) fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.groups.iter().flat_map(|group| &group.shapes)
    }
}

/// A board with its upper left corner at the origin.
fn board(picture: &Picture) -> Vec<Shape> {
    let whole = (BOARD, BOARD);
    let mut shapes = vec![Shape::Area {
        at: (0, 0),
        size: whole,
        fill: "#fff",
    }];
    let dark = Square::ALL.into_iter().filter(|square| square.is_dark());
    shapes.extend(dark.map(|square| Shape::Area {
        at: corner(square),
        size: (SIDE, SIDE),
        fill: "#c4c4c4",
    }));
    for mark in &picture.marks {
        if let Mark::Square(square) = *mark {
            let (x, y) = corner(square);
            shapes.push(Shape::Frame {
                at: (x + 2, y + 2),
                size: (SIDE - 4, SIDE - 4),
                stroke: "#c33",
                width: 4,
            });
        }
    }
    let men = picture.board.clone().into_iter();
    shapes.extend(men.map(|(square, man)| Shape::Man(corner(square), man)));
    for mark in &picture.marks {
        if let Mark::Arrow(from, to) = *mark {
            let centre = |square| {
                let (x, y) = corner(square);
                (x + SIDE / 2, y + SIDE / 2)
            };
            shapes.push(Shape::Arrow(centre(from), centre(to)));
        }
    }
    shapes.push(Shape::Frame {
        at: (0, 0),
        size: whole,
        stroke: "#000",
        width: 2,
    });
    shapes
}

/// The upper left corner of a square, seen from White.
fn corner(square: Square) -> (u32, u32) {
    (
        SIDE * u32::from(square.file()),
        SIDE * (7 - u32::from(square.rank())),
    )
}

fn coordinates() -> impl Iterator<Item = Shape> {
    let name = |x: i64, y: u32, letter: char| Shape::Text {
        at: (x, y),
        size: 13,
        is_centred: true,
        text: letter.to_string(),
    };
    let files = File::ALL.into_iter().map(move |file| {
        let x = SIDE * u32::from(file) + SIDE / 2;
        name(i64::from(x), BOARD + 14, file.char())
    });
    let ranks = Rank::ALL.into_iter().map(move |rank| {
        let y = SIDE * (7 - u32::from(rank)) + SIDE / 2 + 5;
        name(-9, y, rank.char())
    });
    files.chain(ranks)
}

/// Lines of text, the first below `top`.
fn text(lines: &[String], x: u32, top: u32) -> impl Iterator<Item = Shape> {
    let lines = lines.iter().enumerate();
    lines.map(move |(number, line)| Shape::Text {
        at: (i64::from(x), top + LINE * (number as u32 + 1) - 6),
        size: 14,
        is_centred: false,
        text: readable(line),
    })
}

/// A line with the replacement character for what is hostile in it.
fn readable(line: &str) -> String {
    let is_wrong = |c| is_hostile(c) || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    line.replace(is_wrong, "\u{FFFD}")
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
