//! What `solve` and Popeye print around the moves: rulings in words, parts, and what says nothing of the play. So a printed
//! solution can be put into a problem file as it stands.

use nom::Input;

use super::token::Token;
use super::written::WrittenOutcome;
use crate::syntax::span::Span;

/// How a ruling begins; the longer before those they begin with.
const RULINGS: [(&str, WrittenOutcome); 8] = [
    ("stands", WrittenOutcome::Stands),
    ("gilt", WrittenOutcome::Stands),
    ("false, but left standing", WrittenOutcome::Stands),
    ("falsch, bleibt aber stehen", WrittenOutcome::Stands),
    (
        "taken back, a king move demanded",
        WrittenOutcome::TakenBack,
    ),
    (
        "zurückgenommen, ein Königszug verlangt",
        WrittenOutcome::TakenBack,
    ),
    ("taken back", WrittenOutcome::TakenBack),
    ("zurückgenommen", WrittenOutcome::TakenBack),
];

/// How a part of partial retro-analysis is headed.
const PARTS: [&str; 2] = ["Part ", "Teil "];

/// What sentences begin with that say nothing of the play: passed over up to the full stop that ends their paragraph.
const SENTENCES: [&str; 10] = [
    "Applied:",
    "Angewandt:",
    "NOT FINAL:",
    "NICHT ENDGÜLTIG:",
    "No solution",
    "Keine Lösung",
    "No set play",
    "Kein Satzspiel",
    "Undecided:",
    "Offen:",
];

/// Lines of Popeye that say nothing of the play.
const LINES: [&str; 6] = [
    "Popeye ",
    "solution finished",
    "Loesung beendet",
    "Lösung beendet",
    "solution terminee",
    "Partial solution",
];

/// The upper and the lower edge of Popeye's board.
const EDGE: &str = "+---a---b---c---d---e---f---g---h---+";

/// What is passed over wherever it stands.
const PHRASES: [&str; 10] = [
    "on trial",
    "auf Probe, kann nicht fehlschlagen",
    "auf Probe",
    "on credit",
    "auf Kredit",
    "a trial that cannot fail",
    "and nothing that is permitted solves",
    "und nichts Erlaubtes löst",
    "Best tries:",
    "Beste Verführungen:",
];

/// What follows a number in a count, `2 solutions (1 listed).`, `(+ 6 tries)`.
const COUNTED: [&str; 6] = [
    "solutions",
    "solution",
    "Lösungen",
    "Lösung",
    "tries",
    "Verführungen",
];

/// What stands at the beginning of `input`, if it is one of these sentences, and what is left behind it.
pub(super) fn told(input: Span<'_>, first_in_line: bool) -> Option<(Span<'_>, Token<'_>)> {
    let text = *input.fragment();
    let remark = |length: usize| Some((input.take_from(length), Token::Remark));
    if let Some(phrase) = begins(text, &PHRASES) {
        return remark(phrase.len());
    }
    if let Some(length) = count(text) {
        return remark(length);
    }
    if !first_in_line {
        return None;
    }
    if begins(text, &SENTENCES).is_some() {
        return remark(sentence(text));
    }
    if begins(text, &LINES).is_some() {
        return remark(line(text));
    }
    if let Some(length) = board(text) {
        return remark(length);
    }
    if let Some(part) = begins(text, &PARTS) {
        let line = &text[..line(text)];
        let worlds = &line[part.len()..line.find(':').unwrap_or(line.len())];
        // `Kq -` and nothing else.
        let is_world = worlds.trim().parse::<crate::world::World>().is_ok();
        let inner = input.take_from(part.len()).take(worlds.len());
        return is_world.then(|| (input.take_from(line.len()), Token::Head(inner)));
    }
    ruling(input)
}

/// `stands, g7-g5 was played (- g6): `, with what the touches oblige to.
fn ruling(input: Span<'_>) -> Option<(Span<'_>, Token<'_>)> {
    let text = *input.fragment();
    let found = RULINGS.iter().filter(|(word, _)| text.starts_with(word));
    let &(word, outcome) = found.max_by_key(|(word, _)| word.len())?;
    let colon = text.find(':')?;
    let said = text.get(word.len()..colon)?;
    let goes_on = said.starts_with(['!', ',', ' ']);
    let inner = said.strip_suffix(')').filter(|_| goes_on)?;
    let open = word.len() + inner.rfind('(')? + 1;
    let worlds = input.take_from(open).take(colon - 1 - open);
    let after = colon + 1;
    let length = after + duty(&text[after..]);
    let token = Token::Ruling { outcome, worlds };
    Some((input.take_from(length), token))
}

/// The length of ` h5, g5 touched: White is free (4.5).`; 0 if nothing of the kind stands here.
fn duty(text: &str) -> usize {
    let Some(colon) = text.find(':') else {
        return 0;
    };
    let is_duty = ["touched", "berührt"]
        .iter()
        .any(|word| text[..colon].ends_with(word) && !text[..colon].contains('.'));
    if is_duty {
        colon + 1 + sentence(&text[colon + 1..])
    } else {
        0
    }
}

/// The length of Popeye's board with the line of stipulation and men below it.
fn board(text: &str) -> Option<usize> {
    let inside = text.strip_prefix(EDGE)?;
    let end = 2 * EDGE.len() + inside.find(EDGE)?;
    let below = text[end..].trim_start_matches(['\r', '\n']);
    let counts = &below[..line(below)];
    let is_count = counts.contains(" + ") && !counts.contains('.');
    let skipped = text.len() - below.len();
    Some(if is_count {
        skipped + counts.len()
    } else {
        end
    })
}

/// The length of the first line.
fn line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// The length of a sentence with its full stop: one that no digit follows.
fn sentence(text: &str) -> usize {
    let ends = |&(at, _): &(usize, &str)| {
        let after = text[at + 1..].chars().next();
        after.is_none_or(char::is_whitespace)
    };
    text.match_indices('.')
        .find(ends)
        .map_or(text.len(), |(at, _)| at + 1)
}

/// The length of `2 solutions.`, `at least 5 solutions (3 listed).`, `(+ 6 tries)`.
fn count(text: &str) -> Option<usize> {
    let rest = begins(text, &["(+ ", "at least ", "mindestens "]).unwrap_or("");
    let number = &text[rest.len()..];
    let word = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let noun = word.trim_start();
    if word.len() == number.len() || noun.len() == word.len() {
        return None;
    }
    let noun_found = begins(noun, &COUNTED)?;
    let behind = text.len() - noun.len() + noun_found.len();
    let tail = &text[behind..];
    let more = if rest == "(+ " {
        usize::from(tail.starts_with(')'))
    } else {
        tail.find('.').filter(|&at| at < 40).map_or(0, |at| at + 1)
    };
    Some(behind + more)
}

/// The first of `words` that `text` begins with.
fn begins<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    words.iter().copied().find(|word| text.starts_with(word))
}

#[cfg(test)]
mod tests {
    use crate::notation::Letters;
    use crate::syntax::read_solution;

    fn unread(text: &str) -> Vec<String> {
        let unread = read_solution(text, Letters::English).unread;
        let told = unread
            .into_iter()
            .map(|diagnostic| diagnostic.message.english().into_owned());
        told.collect()
    }

    #[test]
    fn what_popeye_prints_is_read_whole() {
        let text = "\
Popeye Linux-64Bit v4.104 (128 MB)

+---a---b---c---d---e---f---g---h---+
|                                   |
8  -K   .   .   K   .   .   .   .   8
|                                   |
1   .   .   .   .   .   .   B   .   1
|                                   |
+---a---b---c---d---e---f---g---h---+
  #2                          4 + 2

   1.Kd8-c7 ! threat:
          2.h7-h8=Q #

solution finished. Time = 0.008 s
";
        assert_eq!(unread(text), [""; 0]);
        assert_eq!(read_solution(text, Letters::English).moves().count(), 2);
    }

    #[test]
    fn sentences_end_where_their_full_stop_stands() {
        let text = "\
Applied: retro-strategy.
1. hxg6 e.p.! on trial
   taken back, no double step to be captured (- -): h5, g5 touched: White is free (4.5).
      1. Ke6 threat 2. Rd8#
Key: 1. hxg6 e.p., a trial that cannot fail. 1. Ke6? O-O! (+ 2
   tries)
2 solutions (1 listed).
";
        assert_eq!(unread(text), [""; 0]);
        assert_eq!(read_solution(text, Letters::English).moves().count(), 6);
        // Words that only begin alike.
        assert_eq!(unread("1. Ke2 standstill").len(), 1);
        assert_eq!(unread("No 1. Ke2 here").len(), 2);
    }
}
