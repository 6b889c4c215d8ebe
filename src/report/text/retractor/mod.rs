//! Retractors in columns' notation: `-1.Kg6xRh5 Rh8xQh5 & 1.O-O Qh7#`.

mod variations;

use std::fmt::Write as _;

use crate::problem::{Length, Play, Retractor};
use crate::retro::Unmove;
use crate::say;
use crate::solve::retractor::{Line, Listed, Retracted, Retractions, Standing, Way};

use super::evidence::limit_name;
use super::layout::wrap;
use super::moves::number;
use super::style::TextStyle;
use super::words::joined;
use variations::variations;

/// How many solutions there are, and whether these are all.
pub fn retracted_text(found: &Retractions, style: TextStyle) -> String {
    let language = style.language;
    let count = found.solutions.len();
    match found.searched {
        Ok(()) if count == 0 => say!(language, NoRetraction).to_owned(),
        Ok(()) if found.is_final() => say!(language, AllRetractions, count),
        Ok(()) => say!(language, RetractionsOpen, count),
        Err(limit) => {
            let limit = limit_name(limit, language);
            say!(language, RetractionsCut, count, limit)
        }
    }
}

/// All that was found.
pub(super) fn lines(
    found: &Retractions,
    asked: Retractor,
    style: TextStyle,
    columns: usize,
) -> Vec<String> {
    let mut lines = wrap("", "   ", &retracted_text(found, style), columns);
    let mut is_cut = false;
    for one in &found.solutions {
        let line = solution(one, asked, style);
        lines.extend(wrap("   ", "      ", &line, columns));
        let Some(attack) = &one.attack else {
            continue;
        };
        let (behind, listed) = variations(attack, asked, style);
        is_cut |= listed == Listed::Part;
        for line in behind {
            let text = line.trim_start();
            let margin = " ".repeat(6 + line.len() - text.len());
            lines.extend(wrap(&margin, &format!("{margin}   "), text, columns));
        }
    }
    if is_cut {
        lines.extend(wrap(
            "",
            "   ",
            say!(style.language, VariationsCut),
            columns,
        ));
    }
    for position in &found.open {
        let position = position.fen();
        let text = say!(style.language, RetractionHangs, position);
        lines.extend(wrap("", "   ", &text, columns));
    }
    lines
}

/// A solution; one that hangs on undecided positions is marked.
fn solution(one: &Retracted, asked: Retractor, style: TextStyle) -> String {
    let mark = match one.standing {
        Standing::Proved => "",
        Standing::Conditional => " (?)",
    };
    line_text(&one.line, asked, style) + mark
}

/// A solution in English letters, as records have it: its line, then its variations, and whether these are all.
pub fn solution_in_english(one: &Retracted, asked: Retractor) -> (Vec<String>, Listed) {
    let mut lines = vec![line_text(&one.line, asked, TextStyle::ENGLISH)];
    let Some(attack) = &one.attack else {
        return (lines, Listed::All);
    };
    let (behind, listed) = variations(attack, asked, TextStyle::ENGLISH);
    lines.extend(behind);
    (lines, listed)
}

/// Moves taken back, and the play that follows.
pub(super) fn line_text(line: &Line, asked: Retractor, style: TextStyle) -> String {
    let back = back_text(&line.back, style);
    format!("{back}{}", forward_text(&line.forward, asked, style))
}

/// Moves taken back.
fn back_text(back: &[Unmove], style: TextStyle) -> String {
    let mut text = String::new();
    for (at, unmove) in back.iter().enumerate() {
        let gap = if text.is_empty() { "" } else { " " };
        let unmove = style.moves().retraction(unmove);
        let _ = if at % 2 == 0 {
            write!(text, "{gap}-{}.{unmove}", at / 2 + 1)
        } else {
            write!(text, "{gap}{unmove}")
        };
    }
    text
}

/// ` & 1.Qh7#`; several ways stand behind one another.
fn forward_text(ways: &[Way], asked: Retractor, style: TextStyle) -> String {
    if ways.is_empty() {
        // A line that is not listed to its end.
        return " ...".to_owned();
    }
    let begins = match (asked.forward.play, asked.forward.length) {
        (Play::Help, Length::HalfMoves(plies)) => plies as usize % 2,
        _ => 0,
    };
    let ways = ways.iter().map(|way| way_text(way, begins, style));
    format!(" & {}", joined(ways, "; "))
}

fn way_text(way: &Way, begins: usize, style: TextStyle) -> String {
    let mut text = String::new();
    for (at, &(played, san)) in (begins..).zip(way) {
        let gap = if text.is_empty() { "" } else { " " };
        let is_numbered = text.is_empty() || at.is_multiple_of(2);
        let number = if is_numbered {
            number(at)
        } else {
            String::new()
        };
        let _ = write!(text, "{gap}{number}{}", style.write(san, played));
    }
    text
}
