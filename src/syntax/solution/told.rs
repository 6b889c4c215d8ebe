//! What `solve` and Popeye print around the moves: rulings in words, parts, and what says nothing of the play. So a printed
//! solution can be put into a problem file as it stands.

use std::sync::LazyLock;

use nom::Input;

use super::shape::shape;
use super::token::Token;
use super::words::Said;
use super::written::WrittenOutcome;
use crate::notation::Language;
use crate::say;
use crate::syntax::span::Span;

/// The words `solve` says things in, in all languages.
struct Words {
    /// How a ruling begins.
    rulings: Vec<(String, WrittenOutcome)>,
    /// How a part of partial retro-analysis is headed.
    parts: Vec<String>,
    /// What sentences begin with that say nothing of the play: passed over up to the full stop that ends their paragraph.
    sentences: Vec<String>,
    /// What is passed over wherever it stands.
    phrases: Vec<String>,
    /// What follows a number in a count, `2 solutions (1 listed).`, `(+ 6 tries)`.
    counted: Vec<String>,
    /// What stands before such a number.
    least: Vec<String>,
    /// What stands between touched men and what they oblige to.
    touched: Vec<String>,
}

/// The words, the longer before those they begin with.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words {
        rulings: Vec::new(),
        parts: Vec::new(),
        sentences: Vec::new(),
        phrases: Vec::new(),
        counted: Vec::new(),
        least: vec!["(+ ".to_owned()],
        touched: Vec::new(),
    };
    for language in Language::ALL {
        let (stands, back) = (WrittenOutcome::Stands, WrittenOutcome::TakenBack);
        words.rulings.extend([
            (say!(language, Stands).to_owned(), stands),
            (say!(language, FalseMoveStands).to_owned(), stands),
            (say!(language, TakenBack).to_owned(), back),
            (say!(language, KingMoveDemanded).to_owned(), back),
        ]);
        words.parts.push(format!("{} ", say!(language, PartHead)));
        let undecided = say!(language, LimitHit).split(':').next().unwrap_or("");
        let headed = [
            capital(say!(language, Applied)),
            say!(language, NotFinal).to_owned(),
            undecided.trim_end().to_owned(),
        ];
        // French stands off its colons, with a blank of either kind; not everybody does.
        for head in headed {
            words
                .sentences
                .extend(["", " ", "\u{a0}"].map(|blank| format!("{head}{blank}:")));
        }
        words.sentences.extend([
            say!(language, NoSolutionSentence)
                .trim_end_matches('.')
                .to_owned(),
            say!(language, NoSetLine).to_owned(),
        ]);
        let phrases = [
            say!(language, TrialThatCannotFail),
            say!(language, OnTrial),
            say!(language, OnCredit),
            say!(language, NothingPermittedSolves),
            say!(language, BestTries),
        ];
        words.phrases.extend(phrases.map(str::to_owned));
        let counted = [
            say!(language, SolutionsWord),
            say!(language, SolutionWord),
            say!(language, TriesWord),
        ];
        words.counted.extend(counted.map(str::to_owned));
        words.least.push(format!("{} ", say!(language, AtLeast)));
        let touched = |number: usize| say!(language, TouchedWord, number);
        words.touched.extend([touched(2), touched(1)]);
    }
    words.counted.extend(POINTS.map(str::to_owned));
    for list in [&mut words.phrases, &mut words.counted] {
        list.sort_by_key(|words| std::cmp::Reverse(words.len()));
    }
    words
});

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(rest).collect()
}

/// Lines of Popeye that say nothing of the play.
const LINES: [&str; 9] = [
    "Popeye ",
    "solution finished",
    "Loesung beendet",
    "Lösung beendet",
    "solution terminee",
    "Partial solution",
    "both sides need a king",
    "Partielle Loesung",
    "solution partielle",
];

/// What follows a number in the lines of Popeye's intelligent mode, `58 potential positions in 2+1`.
const POSITIONS: [&str; 3] = [
    " potential positions in ",
    " moegliche Stellungen in ",
    " positions potentielles dans ",
];

/// What a solver gets for it: `5 pts.`
const POINTS: [&str; 4] = ["pts", "points", "Punkte", "Pkt"];

/// What stands before the number of a problem.
const NUMBERED: [&str; 5] = ["No.", "Nr.", "N°", "Nº", "№"];

/// Programs that test problems, as they are named behind `C+`.
const PROGRAMS: [&str; 6] = [
    "Popeye", "Alybadix", "Gustav", "WinChloe", "Jacobi", "Natch",
];

/// The upper and the lower edge of Popeye's board.
const EDGE: &str = "+---a---b---c---d---e---f---g---h---+";

/// What stands at the beginning of `input`, if it is one of these sentences, and what is left behind it.
pub(super) fn told(input: Span<'_>, first_in_line: bool) -> Option<(Span<'_>, Token<'_>)> {
    let text = *input.fragment();
    let remark = |length: usize| Some((input.take_from(length), Token::Remark));
    if let Some(phrase) = begins(text, &WORDS.phrases) {
        return remark(phrase.len());
    }
    if let Some(length) = count(text) {
        return remark(length);
    }
    if !first_in_line {
        return tested(text).and_then(remark);
    }
    // How German journals head set play.
    if text.starts_with("*)") {
        return Some((input.take_from(2), Token::Word(Said::Set)));
    }
    if begins(text, &WORDS.sentences).is_some() {
        return remark(sentence(text));
    }
    if begins(text, &LINES).is_some() || is_progress(text) {
        return remark(line(text));
    }
    if let Some(length) = board(text)
        .or_else(|| problem_number(text))
        .or_else(|| tested(text))
    {
        return remark(length);
    }
    if let Some(part) = begins(text, &WORDS.parts) {
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
    let found = WORDS.rulings.iter();
    let found = found.filter(|(word, _)| text.starts_with(word.as_str()));
    let (word, outcome) = found.max_by_key(|(word, _)| word.len())?;
    let colon = text.find(':')?;
    let said = text.get(word.len()..colon)?.trim_end();
    let goes_on = said.starts_with(['!', ',', ' ']);
    let inner = said.strip_suffix(')').filter(|_| goes_on)?;
    let open = word.len() + inner.rfind('(')? + 1;
    let worlds = input.take_from(open).take(word.len() + inner.len() - open);
    let after = colon + 1;
    let length = after + duty(&text[after..]);
    let token = Token::Ruling {
        outcome: *outcome,
        worlds,
    };
    Some((input.take_from(length), token))
}

/// The length of ` h5, g5 touched: White is free (4.5).`; 0 if nothing of the kind stands here.
fn duty(text: &str) -> usize {
    let Some(colon) = text.find(':') else {
        return 0;
    };
    let before = text[..colon].trim_end();
    let mut words = WORDS.touched.iter();
    let is_duty = words.any(|word| before.ends_with(word.as_str())) && !before.contains('.');
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
    let rest = begins(text, &WORDS.least).unwrap_or("");
    let number = &text[rest.len()..];
    let word = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let noun = word.trim_start();
    if word.len() == number.len() || noun.len() == word.len() {
        return None;
    }
    let noun_found = begins(noun, &WORDS.counted)?;
    let behind = text.len() - noun.len() + noun_found.len();
    let tail = &text[behind..];
    let more = match tail.chars().next() {
        Some(')') if rest == "(+ " => 1,
        Some('.' | ':') => 1,
        // `(1 listed).`
        Some(' ') if tail.starts_with(" (") && rest != "(+ " => {
            tail.find('.').filter(|&at| at < 40).map_or(0, |at| at + 1)
        }
        _ => 0,
    };
    Some(behind + more)
}

/// The length of `C+ Popeye 4.61`, the program and its version left out or not.
fn tested(text: &str) -> Option<usize> {
    let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let checked = text.strip_prefix("C+").filter(|rest| ends(rest));
    let named = checked.unwrap_or(text).trim_start_matches([' ', ',', ':']);
    let program = begins(named, &PROGRAMS).map(|program| &named[program.len()..]);
    let rest = match program.filter(|rest| ends(rest)) {
        Some(behind) => {
            let version = behind.trim_start_matches([' ', 'v', 'V']);
            let digits = version.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            // `Popeye 1.Se3`: a number of the solution.
            let is_version = digits.len() < version.len() && ends(digits);
            if is_version { digits } else { behind }
        }
        None => checked?,
    };
    Some(text.len() - rest.len())
}

/// The length of `No. 123:`.
fn problem_number(text: &str) -> Option<usize> {
    let behind = text[begins(text, &NUMBERED)?.len()..].trim_start_matches([' ', '\u{a0}']);
    let rest = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    let point = rest.strip_prefix('.');
    let begins_move = rest.starts_with('…')
        || point.is_some_and(|behind| !behind.starts_with(char::is_whitespace));
    (rest.len() < behind.len() && !begins_move && !rest.starts_with(char::is_alphanumeric))
        .then(|| text.len() - rest.len())
}

/// The first of `words` that `text` begins with.
fn begins<'w, W: AsRef<str>>(text: &str, words: &'w [W]) -> Option<&'w str> {
    let mut words = words.iter().map(AsRef::as_ref);
    words.find(|word| text.starts_with(word))
}

/// Whether the first line says how far Popeye has come: `58 potential positions in 2+1`, or ` 12  (Dc7-b8 + )`.
fn is_progress(text: &str) -> bool {
    let line = &text[..line(text)];
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let inside = behind.trim_start().strip_prefix('(');
    let is_move =
        inside.is_some_and(|inside| shape(inside).is_ok() && line.trim_end().ends_with(')'));
    let apart = behind.starts_with(' ') && behind.len() < line.len();
    apart && (begins(behind, &POSITIONS).is_some() || is_move)
}

#[cfg(test)]
mod tests {
    use crate::notation::{Language, Letters};
    use crate::say;
    use crate::syntax::read_solution;
    use crate::syntax::solution::written::Written;

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
    fn how_far_popeye_has_come_is_no_solution() {
        let text = "\
  58 moegliche Stellungen in 2+1
    1...a7*b8=D   2.d2-d1=T d7*e8=L   3.Td1-d8 c7*d8=S =
  4080 potential positions in 3+2
    1  (Ke5-d4    Time = 0.02 s)
   10  (Dc7-d6 )
*) 1.- Ke5 2.Dd4#
";
        assert_eq!(unread(text), [""; 0]);
        assert_eq!(read_solution(text, Letters::German).moves().count(), 7);
    }

    #[test]
    fn what_solve_says_in_french() {
        let text = "\
Appliqué : stratégie rétro.
1. hxg6 e.p.! comme tentative
   repris, g7-g5 n'a pas été joué (- -) : h5, g5 touchés : les Blancs sont libres (4.5).
      1. Re6 menace 2. Td8#
Clefs : 1. hxg6 e.p., une tentative qui ne peut échouer ; 1. Re6. 1. Re6? 0-0! (+ 2 essais)
2 solutions (1 énumérées).
";
        for colon in [":", " :", "\u{a0}:"] {
            let text = text.replace(" :", colon);
            assert_eq!(unread(&text), [""; 0]);
            assert_eq!(read_solution(&text, Letters::French).moves().count(), 7);
        }
    }

    /// As `verify` prints them where one is missing.
    #[test]
    fn a_ruling_in_brackets_is_read_in_every_language() {
        for language in Language::ALL {
            let (stands, back) = (say!(language, Stands), say!(language, TakenBack));
            let colon = language.colon();
            let text = format!("1. hxg6 e.p. [{stands}{colon}k g6] Kd8 [{back}{colon}- -] 1. Ke6");
            assert_eq!(unread(&text), [""; 0], "{text}");
            let read = read_solution(&text, Letters::English);
            let rulings = (read.nodes.iter())
                .filter(|node| matches!(node.what, Written::Ruling { .. }))
                .count();
            assert_eq!(rulings, 2, "{text}");
        }
    }

    #[test]
    fn what_columns_say_around_a_solution() {
        for text in [
            "No. 123: 1.Ke2! Kd7",
            "Nr. 12 1.Ke2! Kd7",
            "1 solution: 1.Ke2! Kd7",
            "Solution: 1.Ke2! Kd7",
            "Решение: 1.Ke2! Kd7",
            "Author's solution: 1.Ke2! Kd7",
            "Autorlösung: 1.Ke2! Kd7",
            "Intention: 1.Ke2! Kd7",
            "Spiel: 1.Ke2! Kd7",
            "1.Ke2! Kd7 C+ Popeye 4.61",
            "1.Ke2! Kd7 (C+) 5 pts.",
            "C+ Popeye v4.61\n1.Ke2! » Kd7",
        ] {
            assert_eq!(unread(text), [""; 0], "{text}");
            let read = read_solution(text, Letters::English);
            assert_eq!(read.moves().count(), 2, "{text}");
        }
        // A number that moves follow.
        let read = read_solution("Nr. 1.Ke2! Kd7", Letters::English);
        assert_eq!(read.moves().count(), 2);
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
