//! The answer to the touch question in words.

use shakmaty::Position;
use shakmaty::san::SanPlus;

use crate::law::Answer;
use crate::notation::Language;

use super::layout::wrap;
use super::style::TextStyle;

/// The duty with its article, then the moves that fulfil it, in lines of so many columns.
pub fn touch_text(answer: &Answer, style: TextStyle, columns: usize) -> String {
    let language = style.language;
    let moves: Vec<String> = answer
        .moves
        .iter()
        .map(|&mv| style.write(SanPlus::from_move(answer.position.clone(), mv), mv))
        .collect();
    let listed = match (moves.is_empty(), language) {
        (false, _) => moves.join(" "),
        (true, Language::English) if answer.position.is_check() => "none: checkmate".to_owned(),
        (true, Language::English) => "none: stalemate".to_owned(),
        (true, Language::German) if answer.position.is_check() => "keine: matt".to_owned(),
        (true, Language::German) => "keine: patt".to_owned(),
    };
    let label = match language {
        Language::English => "Moves: ",
        Language::German => "Züge: ",
    };
    let mut lines = wrap("", "", &answer.explanation(language), columns);
    lines.extend(wrap(label, "       ", &listed, columns));
    lines.join("\n") + "\n"
}
