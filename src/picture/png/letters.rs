//! Letters as outlines, so that a picture is the same on every machine. Their author and licence: `NOTICE.md` beside this folder.

use tiny_skia::{Path, Transform};
use unicode_normalization::UnicodeNormalization as _;

use super::path;

/// A line for each letter, in their order: its code, how wide it is, its outline. The font's units, upwards from the base line.
const LETTERS: &str = include_str!("../letters.txt");
/// The font's units in its size.
const SIZE: f32 = 2048.0;
/// What stands for letters that are not there: an empty box.
const BOX: (f32, &str) = (
    1229.0,
    "m150-300l0 1700 929 0 0-1700zm100 100l729 0 0 1500-729 0z",
);

/// How wide a letter is, and its outline as path data.
fn letter(wanted: char) -> (f32, &'static str) {
    let code = format!("{:04X} ", u32::from(wanted));
    let line = LETTERS.lines().find_map(|line| line.strip_prefix(&code));
    let Some(line) = line else { return BOX };
    let (width, outline) = line.split_once(' ').unwrap_or((line, ""));
    (width.parse().unwrap_or(BOX.0), outline)
}

/// The outlines of a line of text that begins at the origin, and how wide it is.
pub(super) fn outlines(text: &str, size: f32) -> (Vec<Path>, f32) {
    let scale = size / SIZE;
    let mut at = 0.0;
    let mut found = Vec::new();
    // An accent that was written behind its letter becomes one with it.
    for wanted in text.nfc() {
        let (width, data) = letter(wanted);
        let place = Transform::from_row(scale, 0.0, 0.0, -scale, at, 0.0);
        found.extend(path::outline(data).and_then(|path| path.transform(place)));
        at += width * scale;
    }
    (found, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_list_can_be_read() {
        let mut before = 0;
        for line in LETTERS.lines() {
            let mut parts = line.splitn(3, ' ');
            let code = u32::from_str_radix(parts.next().unwrap(), 16).unwrap();
            let width: f32 = parts.next().unwrap().parse().unwrap();
            assert!(code > before && (0.0..4096.0).contains(&width), "{line}");
            let is_drawn = parts
                .next()
                .is_none_or(|data| path::outline(data).is_some());
            assert!(is_drawn, "{line}");
            before = code;
        }
    }

    #[test]
    fn letters_stand_beside_one_another() {
        let is_wide = |text: &str, wanted: f32| (outlines(text, SIZE).1 - wanted).abs() < 0.01;
        let (drawn, _) = outlines("Éx", SIZE);
        assert_eq!(drawn.len(), 2);
        assert!(is_wide("Éx", 1294.0 + 1212.0));
        assert!(drawn[1].bounds().left() > 1294.0 && drawn[1].bounds().top() < -1000.0);
        // Written as letter and accent it is the same; what is not known is a box.
        assert!(is_wide("E\u{301}x", 1294.0 + 1212.0));
        assert_eq!(outlines("\u{4E00}", SIZE).0.len(), 1);
    }
}
