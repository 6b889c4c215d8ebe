//! The answer to the touch question in words.

use shakmaty::Position;
use shakmaty::san::SanPlus;

use crate::law::Answer;
use crate::say;

use super::layout::wrap;
use super::style::TextStyle;
use super::words::joined;

/// The duty with its article, then the moves that fulfil it, in lines of so many columns.
pub fn touch_text(answer: &Answer, style: TextStyle, columns: usize) -> String {
    let language = style.language;
    let san = |mv| SanPlus::from_move(answer.position.clone(), mv);
    let listed = match answer.moves.as_slice() {
        [] if answer.position.is_check() => say!(language, NoMoveCheckmate).to_owned(),
        [] => say!(language, NoMoveStalemate).to_owned(),
        moves => joined(moves.iter().map(|&mv| style.write(san(mv), mv)), " "),
    };
    let label = say!(language, MovesLabel);
    let mut lines = wrap("", "", &answer.explanation(language), columns);
    lines.extend(wrap(label, "       ", &listed, columns));
    lines.join("\n") + "\n"
}
