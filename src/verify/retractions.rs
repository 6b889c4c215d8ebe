//! The older joke: the author's illegal last move against those that solve when taken back.
//!
//! The author writes `R: 1.O-O-O` and behind a comma or a new line what is played instead and what
//! follows. Sound is exactly one.

use crate::notation::{Letters, MoveStyle, MoveText};
use crate::problem::{Convention, Diagram, Forced, Stipulation, Twin};
use crate::retro::UnmoveKind;
use crate::solution::Verdict;
use crate::solve::Outcome;
use crate::solve::illegal_move::{Retraction, Sequel, is_each_a_solution};
use crate::syntax::{parse_last_move, told_retraction};

use super::finding::{Finding, RetractedMove};
use super::growth::Growth;
use super::last_move::{bare, without_comments};
use super::lines;

/// Cooks listed at the most.
const MOST: usize = 10;

/// The findings on the moves that are taken back.
pub(super) fn judge(twin: &Twin, letters: Letters, outcome: &Outcome, findings: &mut Vec<Finding>) {
    let Stipulation::Goal(forced) = twin.stipulation else {
        return;
    };
    let found = &outcome.retractions;
    if outcome.verdict == Verdict::NoSolution {
        findings.push(Finding::NoSolution {
            part: None,
            best_try: None,
        });
    }
    let Some(text) = twin.solution.as_deref() else {
        let all: Vec<RetractedMove> = found.iter().map(|one| retracted(one, forced)).collect();
        match all.as_slice() {
            [] => {}
            [one] => findings.push(Finding::Retraction(*one)),
            _ => findings.push(Finding::SeveralRetractions(all)),
        }
        if !found.is_empty() {
            findings.push(Finding::NoPublishedKey {
                part: None,
                solutions: None,
                lines: Vec::new(),
            });
        }
        return;
    };
    let (head, rest) = divided(text);
    // He may write in other letters than the file says.
    let letters = std::iter::once(letters)
        .chain(Letters::IN_FILES)
        .find(|&letters| found.iter().any(|one| is_meant(one, &head, twin, letters)))
        .unwrap_or(letters);
    let (his, others): (Vec<&Retraction>, Vec<&Retraction>) =
        (found.iter()).partition(|retraction| is_meant(retraction, &head, twin, letters));
    if his.is_empty() {
        findings.push(Finding::WrongRetraction { text: head });
    }
    let (his, more) = instead(&his, forced, &rest, letters, findings);
    for (at, retraction) in his.iter().enumerate() {
        let one = retracted(retraction, forced);
        findings.push(if at == 0 {
            Finding::Retraction(one)
        } else {
            Finding::RetractionCook(one)
        });
    }
    let cooks: Vec<&Retraction> = others.into_iter().chain(more).collect();
    for retraction in cooks.iter().take(MOST) {
        findings.push(Finding::RetractionCook(retracted(retraction, forced)));
    }
    if let [one] = his.as_slice() {
        sequel(one, twin, letters, &rest, findings);
    }
}

fn retracted(retraction: &Retraction, forced: Forced) -> RetractedMove {
    RetractedMove {
        unmove: retraction.unmove(),
        offence: retraction.offence,
        replacement: (retraction.replacements.first())
            .filter(|_| is_each_a_solution(forced))
            .and_then(|replacement| replacement.mv),
    }
}

/// The retraction as written, bare, and what stands behind it; also as `solve` says them.
fn divided(text: &str) -> (String, String) {
    if let Some((mv, rest)) = told_retraction(text) {
        return (bare(&mv), rest);
    }
    let plain = without_comments(text);
    let plain = plain.trim();
    let end = plain.find([',', ';', '\n']).unwrap_or(plain.len());
    let (head, rest) = plain.split_at(end);
    let rest = rest.trim_start_matches([',', ';', '\n', ' ']);
    (bare(head), rest.to_owned())
}

/// Whether `text` means this retraction.
fn is_meant(retraction: &Retraction, text: &str, twin: &Twin, letters: Letters) -> bool {
    let style = MoveStyle {
        letters,
        ..MoveStyle::default()
    };
    let unmove = retraction.unmove();
    let text = text.replace('0', "O");
    let described = parse_last_move(
        text.trim_end_matches("e.p.").trim(),
        letters,
        twin.diagram.turn.other(),
    );
    // Half a castling is a move of the king; a whole one is no `Ke1-g1`.
    style.retraction(&unmove) == text
        || described.is_ok_and(|what| unmove.is_described_by(what))
            && (matches!(unmove.kind, UnmoveKind::Castling(_)) == text.starts_with('O'))
}

/// Those of the author's retractions that go on with the replacement he gives, and those that do not.
fn instead<'r>(
    his: &[&'r Retraction],
    forced: Forced,
    rest: &str,
    letters: Letters,
    findings: &mut Vec<Finding>,
) -> (Vec<&'r Retraction>, Vec<&'r Retraction>) {
    let written: Vec<(String, MoveText)> = moves(rest, letters);
    let replaces = |retraction: &Retraction, text: MoveText| {
        // Where the other side is on move, what is written is the play that follows.
        let mut all = retraction.replacements.iter();
        all.any(|one| one.mv.is_none_or(|key| text.find([key.mv]).is_ok()))
    };
    if is_each_a_solution(forced) {
        let Some((text, first)) = written.first() else {
            return (his.to_vec(), Vec::new());
        };
        let (right, wrong): (Vec<_>, Vec<_>) = his
            .iter()
            .partition(|retraction| replaces(retraction, *first));
        if right.is_empty() && !his.is_empty() {
            let text = text.clone();
            findings.push(Finding::WrongReplacement { text });
        }
        return (right, wrong);
    }
    // Every replacement meets the stipulation; where it does so at once, nothing else can be written.
    let over = |retraction: &Retraction| {
        (retraction.replacements.iter()).all(|one| matches!(one.sequel, Sequel::Goal))
    };
    if let Some(first) = his.first()
        && over(first)
    {
        for (text, mv) in written {
            if !replaces(first, mv) {
                findings.push(Finding::WrongReplacement { text });
            }
        }
    }
    (his.to_vec(), Vec::new())
}

/// The moves in `text`, whatever words stand between them.
fn moves(text: &str, letters: Letters) -> Vec<(String, MoveText)> {
    let around = |c: char| c.is_ascii_digit() || c == '.' || c == '…';
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '/'))
        .filter_map(|word| {
            let bare = match word.split_once('.') {
                Some((number, mv)) if number.chars().all(around) => mv.trim_start_matches('.'),
                _ => word,
            };
            let bare = bare.trim_end_matches(['!', '?', '.', ':']);
            let mv = MoveText::parse(&bare.replace("0-0", "O-O"), letters).ok()?;
            Some((word.to_owned(), mv))
        })
        .collect()
}

/// What the author says of the play that follows, if it is written as a solution of its own.
fn sequel(
    retraction: &Retraction,
    twin: &Twin,
    letters: Letters,
    rest: &str,
    findings: &mut Vec<Finding>,
) {
    let Some(start) = rest.find("1.") else { return };
    let [replacement] = retraction.replacements.as_slice() else {
        return;
    };
    let Sequel::Play(then) = &replacement.sequel else {
        return;
    };
    let Some(tree) = then
        .solution
        .as_ref()
        .and_then(|solution| solution.tree.as_ref())
    else {
        return;
    };
    let played = Twin {
        diagram: Diagram {
            board: shakmaty::Position::board(&tree.position).clone(),
            turn: tree.turn(),
        },
        convention: Convention::Codex,
        solution: Some(rest[start..].to_owned()),
        ..twin.clone()
    };
    let mut growth = Growth::none(&played);
    lines::judge(&played, &[], letters, then, &mut growth, findings);
}
