//! The author's last move against those that no proof excludes.

use crate::budget::Limits;
use crate::notation::{Letters, MoveStyle, Text};
use crate::problem::Twin;
use crate::retro::{Unmove, Verdict, last_moves};
use crate::syntax::parse_last_move;

use super::finding::Finding;

/// The findings on the last move; whether it is known beyond doubt.
pub(super) fn judge(
    twin: &Twin,
    letters: Letters,
    limits: &Limits,
    findings: &mut Vec<Finding>,
) -> bool {
    let Some(written) = twin.solution.as_deref() else {
        findings.push(Finding::NoLastMoveToCompare);
        return false;
    };
    let mut budget = limits.start();
    let judged = last_moves(&twin.diagram, &twin.facts, &mut budget).moves;
    let by = twin.diagram.turn.other();
    let text = bare(written);
    let described = parse_last_move(text.trim_end_matches("e.p.").trim(), letters, by).ok();
    let style = MoveStyle {
        letters,
        ..MoveStyle::default()
    };
    let meant = |unmove: &Unmove| {
        style.retraction(unmove) == text
            || described.is_some_and(|what| unmove.is_described_by(what))
    };
    let left = |author: bool| -> Vec<Unmove> {
        judged
            .iter()
            .filter(|judged| !matches!(judged.verdict, Verdict::Impossible(_)))
            .map(|judged| judged.unmove)
            .filter(|unmove| meant(unmove) == author)
            .collect()
    };
    let (right, others) = (left(true), left(false));
    if right.is_empty() {
        let known = judged.iter().any(|judged| meant(&judged.unmove));
        findings.push(if known || described.is_some() {
            Finding::WrongLastMove { text }
        } else {
            Finding::Unreadable {
                place: None,
                text: Text::same(&text),
            }
        });
    }
    let possible: Vec<Unmove> = judged
        .iter()
        .filter(|judged| matches!(judged.verdict, Verdict::Possible(_)))
        .map(|judged| judged.unmove)
        .collect();
    let several = right.len() + others.len() > 1;
    let complete = right.len() == 1 && !several;
    if complete {
        findings.push(Finding::LastMove(right[0]));
    } else if possible.len() > 1 {
        findings.push(Finding::LastMovesPossible(possible));
    } else if several {
        findings.push(Finding::LastMovesLeft([right, others].concat()));
    }
    complete
}

/// A solution as written without its comments, which stand in braces.
pub(super) fn without_comments(written: &str) -> String {
    let mut plain = String::new();
    let mut depth = 0_usize;
    for c in written.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

/// A written last move without comments, `R:`, number and marks.
pub(super) fn bare(written: &str) -> String {
    let text = without_comments(written);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let text = text.strip_prefix("R:").unwrap_or(&text).trim_start();
    let number = text.trim_start_matches('-');
    let after = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = match after.strip_prefix(['.', '…']) {
        Some(rest) if after.len() < number.len() => rest.trim_start_matches(['.', ' ']),
        _ => text,
    };
    text.trim_end_matches(['!', '+', '#', '.'])
        .replace("e.p", "e.p.")
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn what_stands_around_the_move_goes() {
        for written in [
            "g7-g5",
            "1... g7-g5!",
            "R: 1.g7-g5",
            "-1. g7-g5",
            "{the only one} g7-g5",
            "g7-g5.",
        ] {
            assert_eq!(bare(written), "g7-g5", "{written}");
        }
        assert_eq!(bare("1.e5xd6  e.p."), "e5xd6 e.p.");
        assert_eq!(bare("O-O-O"), "O-O-O");
    }
}
