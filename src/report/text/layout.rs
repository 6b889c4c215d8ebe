//! Lines of bounded width.

/// How wide lines may be where nobody says otherwise, in characters.
pub const COLUMNS: usize = 98;

/// A blank at which no line breaks; it is shown as any other.
pub(super) const NO_BREAK: &str = "\u{a0}";

/// How wide a text is shown: every character counts as one column (the texts are Latin or figurines).
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// `left` and `right` at the two margins of one line, or of two if they do not fit.
pub(super) fn justify(left: &str, right: &str, columns: usize) -> String {
    if right.is_empty() {
        return left.to_owned();
    }
    let gap = columns.saturating_sub(width(left) + width(right));
    if gap >= 2 {
        format!("{left}{}{right}", " ".repeat(gap))
    } else {
        format!("{left}\n{right:>columns$}")
    }
}

/// The text with its first letter as a capital.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

/// Breaks `text` at blanks into lines of at most `columns` characters. The first line begins with `first`, the
/// others with `rest`; where the margin would leave less than a third, it is narrower.
pub(super) fn wrap(first: &str, rest: &str, text: &str, columns: usize) -> Vec<String> {
    let margin = rest.len() - rest.trim_start_matches(' ').len();
    let rest = &rest[margin - margin.min(columns * 2 / 3)..];
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut empty = true;
    let mut words = (text.split(' ')).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let mut word = word.to_owned();
        // Nothing comes between the number of a move and the move.
        while is_number(&word)
            && let Some(next) = words.next()
        {
            word = format!("{word} {next}");
        }
        while let Some(next) = words.next_if(|next| next.starts_with("e.p.")) {
            word = format!("{word} {next}");
        }
        if !empty && width(&line) + 1 + width(&word) > columns {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(&word.replace(NO_BREAK, " "));
        empty = false;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Whether what stands here is the number of a move: `1.`, `2...`.
fn is_number(word: &str) -> bool {
    let last = word.rsplit(' ').next().unwrap_or(word);
    let bare = last.trim_start_matches('(');
    let digits = bare.trim_end_matches('.');
    digits.len() < bare.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_break_at_blanks_and_long_words_stay_whole() {
        for columns in [60, 98, 200] {
            let lines = wrap("* ", "  ", &"abcdefghi ".repeat(30), columns);
            assert!(lines.iter().all(|line| width(line) <= columns));
            assert!(lines[0].len() > columns - 12);
            assert!(lines[1].starts_with("  abc"));
        }
        let world = format!("{} (-{NO_BREAK}g6)", "x".repeat(57));
        assert_eq!(wrap("", "", &world, 60)[1], "(- g6)");
        let word = "x".repeat(200);
        assert_eq!(wrap("", "", &word, 98), [word]);
        let deep = wrap("", &" ".repeat(70), &"abcdefghi ".repeat(9), 60);
        assert!(deep.iter().all(|line| width(line) <= 60), "{deep:#?}");
    }

    #[test]
    fn a_number_stays_with_its_move() {
        for columns in 10..30 {
            let text = "then 1. Ke1 Kf7 (2. Kf2 Kg6) 2... Kh7 10. Qa1 11. hxg6 e.p.! 12. Kf3";
            for line in wrap("", "", text, columns) {
                assert!(!line.ends_with('.') || line.ends_with("e.p."), "{line}");
                assert!(!line.trim_start().starts_with("e.p."), "{line}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_in_one_line_takes_two() {
        assert_eq!(justify("ab", "cd", 8), "ab    cd");
        assert_eq!(justify("abcd", "efgh", 8), "abcd\n    efgh");
    }
}
