//! What a format does not say of a problem: found by reading back what was written.
//!
//! Nothing is promised by a table that could be wrong: the text written is read by the importer, and every part
//! of the problem that does not come back as it was is named.

use super::{Format, export_one, read};
use crate::notation::{Letters, Text};
use crate::problem::{Duplex, Histories, Problem, Stipulation, Twin};
use crate::syntax::read_solution;
use crate::text;

/// What is lost or changed if `problem` is written in `format`; empty if it comes back as it is.
///
/// Pictures and pages are for people: nothing is read back from them, and nothing is said here.
pub fn lost(problem: &Problem, format: Format) -> Vec<Text> {
    if !format.is_read() {
        return Vec::new();
    }
    lost_in(problem, &export_one(problem, format), format)
}

/// Whether the text written does not ask what the problem asks, or answers another question: the problem is left out, its stipulation
/// or that both sides begin is, or a solution comes back as that of another twin.
pub(super) fn is_unasked(problem: &Problem, written: &str, format: Format) -> bool {
    if written.trim().is_empty() {
        return true;
    }
    let parsed = read(written, format);
    let back: Vec<(&Twin, Letters)> = parsed
        .problems()
        .flat_map(|problem| problem.twins.iter().map(|twin| (twin, problem.letters)))
        .collect();
    let is_asked = |twin: &Twin| {
        back.iter().any(|(other, _)| {
            let same_sides = twin.duplex == Duplex::Second || other.duplex == twin.duplex;
            other.stipulation == twin.stipulation && same_sides
        })
    };
    let moves = |twin: &Twin, letters| {
        let text = twin.solution.as_deref().unwrap_or("");
        read_solution(text, letters).moves().count()
    };
    let is_answered = |(at, (other, letters)): (usize, &(&Twin, Letters))| {
        let Some(twin) = problem.twins.get(at) else {
            return true;
        };
        // The halves of a duplex may share what is written of both.
        let first = problem.twins.get(at.wrapping_sub(1));
        let shared = first.filter(|_| twin.duplex == Duplex::Second);
        let own = moves(twin, problem.letters);
        let shared = shared.map_or(0, |first| moves(first, problem.letters));
        moves(other, *letters) <= own + shared
    };
    !problem.twins.iter().all(is_asked) || !back.iter().enumerate().all(is_answered)
}

/// Fields of a data base that are no loss of their own: the parts of texts that are there, and the words of twins.
#[rustfmt::skip]
const TOLD: [&str; 11] = [
    "authors", "source", "source-id", "date", "award", "distinction",
    "keywords", "comments", "solution", "twins", "stipulation",
];

/// The same for the text written.
pub(super) fn lost_in(problem: &Problem, written: &str, format: Format) -> Vec<Text> {
    if written.trim().is_empty() {
        return vec![text!(LossWholeProblem)];
    }
    let parsed = read(written, format);
    let back: Vec<&Problem> = parsed.problems().collect();
    let mut lost = Vec::new();
    let Some(&first) = back.first() else {
        return vec![text!(LossReadable)];
    };
    if back.len() > 1 {
        let number = back.len();
        lost.push(text!(LossOneProblem, number));
    }
    for (name, before, after) in [
        (text!(LossId), &problem.id, &first.id),
        (text!(LossAuthor), &problem.author, &first.author),
        (text!(LossSource), &problem.source, &first.source),
        (text!(LossAward), &problem.award, &first.award),
        (text!(LossComment), &problem.comment, &first.comment),
        (text!(LossKeywords), &problem.keywords, &first.keywords),
    ] {
        if before != after {
            lost.push(name);
        }
    }
    if problem.men.is_some() && problem.men != first.men {
        lost.push(text!(LossMen));
    }
    let data: Vec<&str> = problem
        .data
        .iter()
        .filter(|field| !first.data.contains(field))
        .map(|(name, _)| name.as_str())
        .filter(|name| !TOLD.contains(name))
        .collect();
    if !data.is_empty() {
        let data = data.join(", ");
        lost.push(text!(LossData, data));
    }
    let written: Vec<&Twin> = back.iter().flat_map(|problem| &problem.twins).collect();
    let several = problem.twins.len() > 1;
    let mut per_part: Vec<(Text, Vec<&str>)> = Vec::new();
    for (at, twin) in problem.twins.iter().enumerate() {
        for part in parts(twin, at, &written, problem.letters, first.letters) {
            match per_part.iter_mut().find(|(known, _)| *known == part) {
                Some((_, labels)) => labels.push(&twin.label),
                None => per_part.push((part, vec![&twin.label])),
            }
        }
    }
    for (part, labels) in per_part {
        lost.push(if several && labels.len() < problem.twins.len() {
            let labels = labels.join(", ");
            text!(LossOfTwins, part, labels)
        } else {
            part
        });
    }
    lost
}

/// The parts of a twin that no twin read back has.
fn parts(
    twin: &Twin,
    at: usize,
    written: &[&Twin],
    letters: Letters,
    letters_back: Letters,
) -> Vec<Text> {
    // The twin at the same place, else those with the same diagram.
    let same_place = written
        .get(at)
        .filter(|other| other.diagram == twin.diagram);
    let fitting: Vec<&Twin> = match same_place {
        Some(other) => vec![other],
        None => written
            .iter()
            .copied()
            .filter(|other| other.diagram == twin.diagram)
            .collect(),
    };
    if fitting.is_empty() {
        let is_there = written
            .iter()
            .any(|other| other.diagram.board == twin.diagram.board);
        return vec![if is_there {
            text!(LossTurn)
        } else {
            text!(LossPosition)
        }];
    }
    let any = |holds: &dyn Fn(&Twin) -> bool| fitting.iter().any(|other| holds(other));
    let mut lost = Vec::new();
    let asked = twin.stipulation;
    if !any(&|other| other.stipulation == asked) {
        lost.push(text!(LossStipulation, asked));
    }
    if twin.duplex != Duplex::Second && !any(&|other| other.duplex == twin.duplex) {
        lost.push(text!(LossDuplex));
    }
    let convention = twin.convention;
    if !any(&|other| other.convention == convention) {
        lost.push(text!(LossConvention, convention));
    }
    if !any(&|other| other.options == twin.options) {
        let options = twin.options;
        lost.push(text!(LossOptions, options));
    }
    if !any(&|other| other.histories == twin.histories) {
        lost.push(match twin.histories {
            Histories::Given(_) if any(&|o| matches!(o.histories, Histories::Claim(_))) => {
                text!(LossHistoriesGiven)
            }
            Histories::Analyse => text!(LossHistoriesUnsaid),
            _ => text!(LossHistories),
        });
    }
    if !any(&|other| other.facts == twin.facts) {
        lost.push(text!(LossFacts));
    }
    if !any(&|other| same_solution(twin, letters, other, letters_back)) {
        lost.push(text!(LossSolution));
    }
    let playable = matches!(twin.stipulation, Stipulation::Goal(_));
    if playable && !any(&|other| other.label == twin.label) {
        lost.push(text!(LossLabel));
    }
    lost
}

/// Whether the solutions are the same, but for their layout and letters.
fn same_solution(twin: &Twin, letters: Letters, other: &Twin, letters_back: Letters) -> bool {
    match (&twin.solution, &other.solution) {
        (None, None) => true,
        (Some(before), Some(after)) if before == after && letters == letters_back => true,
        (Some(before), Some(after)) => {
            let before = read_solution(before, letters);
            let after = read_solution(after, letters_back);
            before.is_read() && after.is_read() && before.is_like(&after)
        }
        _ => false,
    }
}
