//! Words of the format: compared without regard to case, umlauts and dashes; suggested when misspelt.

use strsim::osa_distance;
use unicode_normalization::UnicodeNormalization;

use super::diagnostic::{Diagnostic, quoted};
use super::span::{Span, range_of};
use crate::notation::{Language, Text};
use crate::say;
use crate::text;

/// The longest word that is compared; longer ones are no keywords.
const LONGEST: usize = 60;

/// A word in the form in which keywords are compared: NFKC, lower case, `ä` as `ae`, every dash,
/// blank and underscore as `-`. Empty if the word is far too long.
pub(crate) fn folded(word: &str) -> String {
    if word.len() > LONGEST {
        return String::new();
    }
    let mut folded = String::with_capacity(word.len() + 2);
    for c in word.nfkc().flat_map(char::to_lowercase) {
        match c {
            'ä' => folded.push_str("ae"),
            'ö' => folded.push_str("oe"),
            'ü' => folded.push_str("ue"),
            'ß' => folded.push_str("ss"),
            '_' | '\u{2010}'..='\u{2015}' | '\u{2212}' => folded.push('-'),
            c if c.is_whitespace() => folded.push('-'),
            c => folded.push(c),
        }
    }
    folded
}

/// The keyword nearest to `word`, both in lower case, if it is near enough to be meant.
///
/// ```
/// use beruehrt::syntax::nearest;
///
/// assert_eq!(nearest("stipulaiton", ["fen", "stipulation"]), Some("stipulation"));
/// assert_eq!(nearest("gardez", ["fen", "stipulation"]), None);
/// ```
pub fn nearest<'k>(word: &str, keywords: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let allowed = match word.chars().count() {
        0 => return None,
        1..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    keywords
        .into_iter()
        .map(|keyword| (osa_distance(word, keyword), keyword))
        // A one-letter word is not a misspelling of another one-letter word.
        .filter(|&(distance, keyword)| distance <= allowed && distance < keyword.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, keyword)| keyword)
}

/// The value of a keyword.
///
/// # Errors
///
/// `unknown` and the word, with the nearest keyword and one keyword for each value: the last of them
/// for German readers, the first for all others.
pub(crate) fn choose<T: Copy + PartialEq>(
    word: Span<'_>,
    code: &'static str,
    unknown: &Text,
    keywords: &[(&str, T)],
) -> Result<T, Diagnostic> {
    let text = folded(word.fragment());
    if let Some(&(_, value)) = keywords.iter().find(|(keyword, _)| *keyword == text) {
        return Ok(value);
    }
    let mut listed: Vec<(T, [&str; 2])> = Vec::new();
    for &(keyword, value) in keywords {
        match listed.iter_mut().find(|(known, _)| *known == value) {
            Some((_, [_, last])) => *last = keyword,
            None => listed.push((value, [keyword, keyword])),
        }
    }
    let wanted = Text::each(|language| {
        let at = usize::from(language == Language::German);
        let words: Vec<&str> = listed.iter().map(|(_, words)| words[at]).collect();
        one_of(&words, language)
    });
    let mut diagnostic = Diagnostic::error(
        code,
        text!(UnknownTyped, unknown, typed = quoted(word.fragment())),
        range_of(word),
        text!(Expected, wanted),
    );
    if let Some(near) = nearest(&text, keywords.iter().map(|&(keyword, _)| keyword)) {
        diagnostic = diagnostic.with_suggestion(near);
    }
    Err(diagnostic)
}

/// "`a`, `b` or `c`", "`a`, `b` oder `c`".
fn one_of(words: &[&str], language: Language) -> String {
    let or = say!(language, OrWord);
    match words {
        [] => String::new(),
        [only] => format!("`{only}`"),
        [start @ .., last] => {
            let start: Vec<String> = start.iter().map(|word| format!("`{word}`")).collect();
            format!("{} {or} `{last}`", start.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn umlauts_dashes_and_case_do_not_matter() {
        for word in [
            "Berührt-Geführt",
            "BERUEHRT\u{2010}GEFUEHRT",
            "beru\u{308}hrt gefu\u{308}hrt",
        ] {
            assert_eq!(folded(word), "beruehrt-gefuehrt", "{word}");
        }
        assert_eq!(folded("Weiß"), folded("weiss"));
    }

    #[test]
    fn distances_count_a_swap_as_one() {
        assert_eq!(nearest("ne", ["en"]), Some("en"));
        assert_eq!(nearest("stipulaitno", ["stipulation"]), Some("stipulation"));
    }

    #[test]
    fn only_near_words_are_suggested() {
        assert_eq!(nearest("fne", ["fen", "id"]), Some("fen"));
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("gardez", ["fen", "id"]), None);
    }
}
