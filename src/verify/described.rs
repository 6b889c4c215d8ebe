//! What the author's solution says of a twin before its moves, against what the twin is.

use super::finding::Finding;
use super::published::Published;
use crate::problem::Twin;
use crate::syntax::ToldWhat;

/// Tells of what clearly differs: a man said to stand where none does, or the other way round, or another stipulation.
pub(super) fn judge(twin: &Twin, published: &Published<'_>, findings: &mut Vec<Finding>) {
    let board = &twin.diagram.board;
    let stands = |square| board.piece_at(square).is_some();
    // Another man may come where one left.
    let is_reached = |square| {
        let mut all = published.written.told.iter();
        all.any(|told| match told.what {
            ToldWhat::Added(to) | ToldWhat::Moved(_, to) => to == square,
            _ => false,
        })
    };
    for told in &published.written.told {
        if told
            .label
            .as_ref()
            .is_some_and(|label| *label != twin.label)
        {
            continue;
        }
        let text = published.text.get(told.range.clone()).unwrap_or("").trim();
        let agrees = match told.what {
            ToldWhat::Removed(square) => !stands(square) || is_reached(square),
            ToldWhat::Added(square) | ToldWhat::Moved(_, square) => stands(square),
            ToldWhat::Exchanged(one, other) => stands(one) && stands(other),
            ToldWhat::Asked => plain(text) == plain(&twin.stipulation.to_string()),
        };
        let finding = Finding::TwinDescribed(text.to_owned());
        if !agrees && !findings.contains(&finding) {
            findings.push(finding);
        }
    }
}

/// A stipulation without what columns write in several ways.
fn plain(stipulation: &str) -> String {
    let text = stipulation.replace(['‡', '≠'], "#").replace(',', ".");
    text.replace('½', ".5").replace(['*', ' '], "")
}
