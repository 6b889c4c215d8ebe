//! Path data as SVG has them, read into outlines.

use std::str::Chars;

use tiny_skia::{Path, PathBuilder, Point};

/// The outline that `data` describes, in the syntax of the attribute `d`; `None` where it describes none.
pub(super) fn outline(data: &str) -> Option<Path> {
    let mut reader = Reader {
        rest: data.chars(),
        pen: PathBuilder::new(),
        at: Point::zero(),
        start: Point::zero(),
        control: None,
    };
    let mut command = None;
    loop {
        reader.skip();
        match reader.rest.clone().next() {
            None => return reader.pen.finish(),
            Some(letter) if letter.is_ascii_alphabetic() => {
                reader.rest.next();
                command = Some(letter);
            }
            // Numbers alone repeat the command before them; a move goes on with lines.
            Some(_) => {
                command = match command? {
                    'M' => Some('L'),
                    'm' => Some('l'),
                    'Z' | 'z' => return None,
                    other => Some(other),
                }
            }
        }
        reader.draw(command?)?;
    }
}

/// Path data read so far.
struct Reader<'t> {
    rest: Chars<'t>,
    pen: PathBuilder,
    at: Point,
    /// Where the present outline began.
    start: Point,
    /// The last control point of a cubic curve, if one was drawn last.
    control: Option<Point>,
}

impl Reader<'_> {
    /// Draws one command with its numbers.
    fn draw(&mut self, command: char) -> Option<()> {
        let from = if command.is_ascii_lowercase() {
            self.at
        } else {
            Point::zero()
        };
        let before = self.control.take();
        match command.to_ascii_uppercase() {
            'M' => {
                self.at = self.point(from)?;
                self.start = self.at;
                self.pen.move_to(self.at.x, self.at.y);
            }
            'L' => {
                let to = self.point(from)?;
                self.line_to(to);
            }
            'H' => {
                let to = Point::from_xy(from.x + self.number()?, self.at.y);
                self.line_to(to);
            }
            'V' => {
                let to = Point::from_xy(self.at.x, from.y + self.number()?);
                self.line_to(to);
            }
            'Q' => {
                let (control, to) = (self.point(from)?, self.point(from)?);
                self.pen.quad_to(control.x, control.y, to.x, to.y);
                self.at = to;
            }
            'C' => {
                let first = self.point(from)?;
                self.curve(first, from)?;
            }
            'S' => {
                // The first control point mirrors the last one.
                let first = before.map_or(self.at, |last| self.at + self.at - last);
                self.curve(first, from)?;
            }
            'A' => {
                let radii = (self.number()?, self.number()?);
                // No ellipse of our drawings is turned.
                let _turned = self.number()?;
                let is_long = self.number()? > 0.5;
                let is_clockwise = self.number()? > 0.5;
                let to = self.point(from)?;
                self.arc(radii, is_long, is_clockwise, to);
            }
            'Z' => {
                self.pen.close();
                self.at = self.start;
            }
            _ => return None,
        }
        Some(())
    }

    fn line_to(&mut self, to: Point) {
        self.pen.line_to(to.x, to.y);
        self.at = to;
    }

    /// A cubic curve, whose second control point and end come next.
    fn curve(&mut self, first: Point, from: Point) -> Option<()> {
        let (second, to) = (self.point(from)?, self.point(from)?);
        self.pen
            .cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
        self.control = Some(second);
        self.at = to;
        Some(())
    }

    /// An arc of an ellipse, as curves of at most a quarter each (SVG 1.1, appendix F.6).
    fn arc(&mut self, (rx, ry): (f32, f32), is_long: bool, is_clockwise: bool, to: Point) {
        // On the circle of radius 1 that the ellipse becomes.
        let (x1, y1) = (self.at.x / rx, self.at.y / ry);
        let (x2, y2) = (to.x / rx, to.y / ry);
        let (dx, dy) = ((x2 - x1) / 2.0, (y2 - y1) / 2.0);
        let half = dx.hypot(dy);
        // Radii that do not reach grow until they do.
        let grown = half.max(1.0);
        let away = (grown * grown - half * half).max(0.0).sqrt() / half;
        let away = if is_long == is_clockwise { -away } else { away };
        let (cx, cy) = (x1 + dx - away * dy, y1 + dy + away * dx);
        let begin = (y1 - cy).atan2(x1 - cx);
        let end = (y2 - cy).atan2(x2 - cx);
        let whole = std::f32::consts::TAU;
        let sweep = match (end - begin).rem_euclid(whole) {
            sweep if is_clockwise => sweep,
            sweep => sweep - whole,
        };
        let parts = (sweep.abs() / std::f32::consts::FRAC_PI_2).ceil().max(1.0);
        let step = sweep / parts;
        let reach = 4.0 / 3.0 * (step / 4.0).tan();
        let place = |x: f32, y: f32| ((cx + grown * x) * rx, (cy + grown * y) * ry);
        let mut angle = begin;
        #[allow(clippy::cast_sign_loss, reason = "a few parts")]
        for _ in 0..parts as u32 {
            let next = angle + step;
            let ((sin, cos), (sin2, cos2)) = (angle.sin_cos(), next.sin_cos());
            let (x1, y1) = place(cos - reach * sin, sin + reach * cos);
            let (x2, y2) = place(cos2 + reach * sin2, sin2 - reach * cos2);
            let (x, y) = place(cos2, sin2);
            self.pen.cubic_to(x1, y1, x2, y2, x, y);
            angle = next;
        }
        self.at = to;
    }

    fn point(&mut self, from: Point) -> Option<Point> {
        Some(from + Point::from_xy(self.number()?, self.number()?))
    }

    fn skip(&mut self) {
        let text = self.rest.as_str();
        self.rest = text
            .trim_start_matches([' ', ',', '\n', '\t', '\r'])
            .chars();
    }

    /// The next number. `1.5-.5.25` are three of them.
    fn number(&mut self) -> Option<f32> {
        self.skip();
        let text = self.rest.as_str();
        let mut has_point = false;
        let end = text.char_indices().find(|&(place, letter)| match letter {
            '-' => place > 0,
            '.' => std::mem::replace(&mut has_point, true),
            _ => !letter.is_ascii_digit(),
        });
        let (number, rest) = text.split_at(end.map_or(text.len(), |(place, _)| place));
        self.rest = rest.chars();
        number.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(data: &str) -> [f32; 4] {
        let bounds = outline(data).unwrap().compute_tight_bounds().unwrap();
        [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
    }

    fn near(found: [f32; 4], told: [f32; 4]) {
        let is_near = found.iter().zip(told).all(|(a, b)| (a - b).abs() < 0.01);
        assert!(is_near, "{found:?}, not {told:?}");
    }

    #[test]
    fn lines_and_curves_end_where_they_should() {
        near(bounds("M1 2h3v4H0z"), [0.0, 2.0, 4.0, 6.0]);
        near(bounds("m1 2 3 4l-4-1.5.5.5"), [0.0, 2.0, 4.0, 6.0]);
        near(bounds("M0 0q2 4 4 0"), [0.0, 0.0, 4.0, 2.0]);
        // The mirrored curve goes as far below as the first above.
        near(bounds("M0 0c0 4 4 4 4 0s4-4 4 0"), [0.0, -3.0, 8.0, 3.0]);
    }

    #[test]
    fn arcs_are_circles() {
        near(
            bounds("M2 0a2 2 0 1 1-4 0 2 2 0 1 1 4 0"),
            [-2.0, -2.0, 2.0, 2.0],
        );
        // A quarter of a circle; the long way round; a half whose radii were too short.
        near(bounds("M1 0A1 1 0 0 1 0 1"), [0.0, 0.0, 1.0, 1.0]);
        near(bounds("M1 0A1 1 0 1 0 0 1"), [-1.0, -1.0, 1.0, 1.0]);
        near(bounds("M0 0a1 1 0 0 1 4 0"), [0.0, -2.0, 4.0, 0.0]);
    }

    #[test]
    fn rubbish_draws_nothing() {
        for data in ["", "M", "Mx", "1 2", "M1 2zz3", "M1 2 L", "M1 2X3 4"] {
            assert!(outline(data).is_none(), "{data}");
        }
    }
}
