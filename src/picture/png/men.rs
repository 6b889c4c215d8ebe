//! The drawings of the men, read from the SVG in which they stand.

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Path, Stroke, Transform};

use super::path;

/// An outline with what it is filled with and drawn in.
#[derive(Debug, Clone)]
pub(super) struct Outline {
    pub path: Path,
    pub pen: Pen,
}

/// How an outline is drawn: the presentation attributes of SVG, which elements hand on to those within.
#[derive(Debug, Clone)]
pub(super) struct Pen {
    pub fill: Option<Color>,
    pub rule: FillRule,
    pub stroke: Option<Color>,
    pub line: Stroke,
    pub transform: Transform,
}

impl Default for Pen {
    fn default() -> Pen {
        Pen {
            fill: Some(Color::BLACK),
            rule: FillRule::Winding,
            stroke: None,
            line: Stroke::default(),
            transform: Transform::identity(),
        }
    }
}

impl Pen {
    /// As the element with these attributes draws.
    fn within(&self, tag: &str) -> Pen {
        let mut pen = self.clone();
        for (name, value) in attributes(tag) {
            match name {
                "fill" => pen.fill = color(value),
                "stroke" => pen.stroke = color(value),
                "fill-rule" if value == "evenodd" => pen.rule = FillRule::EvenOdd,
                "stroke-width" => pen.line.width = value.parse().unwrap_or(1.0),
                "stroke-linecap" => {
                    pen.line.line_cap = match value {
                        "round" => LineCap::Round,
                        "square" => LineCap::Square,
                        _ => LineCap::Butt,
                    }
                }
                "stroke-linejoin" => {
                    pen.line.line_join = match value {
                        "round" => LineJoin::Round,
                        "bevel" => LineJoin::Bevel,
                        _ => LineJoin::Miter,
                    }
                }
                "transform" => pen.transform = pen.transform.pre_concat(matrix(value)),
                _ => {}
            }
        }
        pen
    }
}

/// The outlines of a symbol, those below first: groups, paths and circles are all there is.
pub(super) fn outlines(symbol: &str) -> Vec<Outline> {
    let mut pens = vec![Pen::default()];
    let mut found = Vec::new();
    for tag in symbol.split('<').filter_map(|text| text.split('>').next()) {
        if tag.starts_with('/') {
            pens.pop();
            continue;
        }
        let pen = pens.last().cloned().unwrap_or_default().within(tag);
        let path = match tag.split(' ').next() {
            Some("path") => value_of(tag, "d").and_then(path::outline),
            Some("circle") => circle(tag),
            _ => None,
        };
        if let Some(path) = path {
            let pen = pen.clone();
            found.push(Outline { path, pen });
        }
        if !tag.ends_with('/') {
            pens.push(pen);
        }
    }
    found
}

/// The attributes of a tag, in order.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = tag.split('"');
    std::iter::from_fn(move || {
        let name = parts.next()?.trim_end_matches('=');
        let name = name.rsplit(' ').next().unwrap_or(name);
        Some((name, parts.next()?))
    })
}

fn value_of<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    attributes(tag).find_map(|(found, value)| (found == name).then_some(value))
}

fn circle(tag: &str) -> Option<Path> {
    let [x, y, radius] = ["cx", "cy", "r"].map(|name| value_of(tag, name)?.parse().ok());
    tiny_skia::PathBuilder::from_circle(x?, y?, radius?)
}

/// `#rgb` or `#rrggbb`; `None` for `none`.
pub(super) fn color(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#')?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [red, green, blue] = if digits.len() == 3 {
        [8, 4, 0].map(|shift| 17 * (number >> shift & 15))
    } else {
        [16, 8, 0].map(|shift| number >> shift & 255)
    };
    Some(Color::from_rgba8(red as u8, green as u8, blue as u8, 255))
}

/// `matrix(a,b,c,d,e,f)`.
fn matrix(text: &str) -> Transform {
    let numbers = text.trim_start_matches("matrix(").trim_end_matches(')');
    let numbers: Vec<f32> = (numbers.split(','))
        .filter_map(|n| n.parse().ok())
        .collect();
    match numbers[..] {
        [a, b, c, d, e, f] => Transform::from_row(a, b, c, d, e, f),
        _ => Transform::identity(),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color as Side, Role};

    use crate::picture::pieces::{drawing, symbol};

    use super::*;

    #[test]
    fn every_element_of_every_man_is_an_outline_within_his_square() {
        for side in Side::ALL {
            for role in Role::ALL {
                let text = drawing(&symbol(role.of(side)));
                let elements = text.matches("<path").count() + text.matches("<circle").count();
                let found = outlines(text);
                assert_eq!(found.len(), elements, "{text}");
                for outline in found {
                    let path = outline.path.transform(outline.pen.transform).unwrap();
                    let bounds = path.bounds();
                    assert!(bounds.left() > 0.0 && bounds.right() < 45.0, "{text}");
                    assert!(bounds.top() > 0.0 && bounds.bottom() < 45.0, "{text}");
                    assert!(outline.pen.fill.is_some() || outline.pen.stroke.is_some());
                }
            }
        }
    }

    #[test]
    fn what_a_group_says_holds_for_what_stands_in_it() {
        let text = "<symbol id=\"x\"><g fill=\"#fff\" stroke=\"#ececec\" stroke-linecap=\"round\"><path d=\"M0 0h1v1z\"/>\
                    <path d=\"M0 0h1v1z\" fill=\"none\" stroke-width=\"3\"/></g><circle cx=\"2\" cy=\"2\" r=\"1\"/></symbol>";
        let found = outlines(text);
        let [first, second, third] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(first.pen.fill, Some(Color::WHITE));
        assert_eq!(second.pen.fill, None);
        assert_eq!(
            second.pen.stroke,
            Some(Color::from_rgba8(236, 236, 236, 255))
        );
        assert!(second.pen.line.width > 2.0 && second.pen.line.line_cap == LineCap::Round);
        assert_eq!(
            (third.pen.fill, third.pen.stroke),
            (Some(Color::BLACK), None)
        );
    }
}
