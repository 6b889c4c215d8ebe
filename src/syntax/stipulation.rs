//! Stipulations: `#3`, `s#4*`, `h#2.5 duplex`, `h#2 2.1.1.1`, `h#3, 2 solutions`, `=?`, `histories`, `last-move`.

use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{not, opt, value};
use nom::sequence::terminated;
use nom::{Input, Parser};

use super::convention::additions;
use super::diagnostic::{Diagnostic, quoted};
use super::keyword::folded;
use super::proof_game::proof_game;
use super::retractor::{misspelt_type, retractor};
use super::span::{Parse, Span, expecting, parse_all, range_of, trimmed};
use super::study::study;
use crate::notation::Text;
use crate::problem::{Convention, Duplex, Forced, Goal, Length, Play, SetPlay, Stipulation};
use crate::text;

/// The longest play a file may ask for, in moves.
const LONGEST: u32 = 999;

/// What stands below a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked {
    pub stipulation: Stipulation,
    pub duplex: Duplex,
    /// How many solutions are announced: of help play whole ones, else keys.
    pub announced: Option<u32>,
    /// The convention that stands behind it.
    pub convention: Option<Convention>,
}

/// Reads a stipulation and whether it is a duplex; with a convention behind it, it is none.
pub(crate) fn stipulation(text: Span<'_>) -> Result<(Stipulation, Duplex), Diagnostic> {
    unconventional(trimmed(text)).map(|asked| (asked.stipulation, asked.duplex))
}

/// Reads all that stands below a diagram.
pub(crate) fn asked(text: Span<'_>) -> Result<Asked, Diagnostic> {
    let (before, convention) = before_conventions(trimmed(text));
    unconventional(before).map(|asked| Asked {
        convention,
        ..asked
    })
}

/// The words of the longest name of a convention, `Berührt - Geführt`.
const WORDS_OF_A_NAME: usize = 3;

/// What stands before the conventions behind a stipulation, `#3` of `#3 (AP, RV)`, `#3, RS`, and the first of them.
fn before_conventions(text: Span<'_>) -> (Span<'_>, Option<Convention>) {
    let mut rest = text;
    let mut first = None;
    while let Some((before, convention)) = before_convention(rest) {
        rest = before;
        first = convention.or(first);
    }
    (rest, first)
}

/// The same for those in one pair of parentheses, or a single one without.
fn before_convention(text: Span<'_>) -> Option<(Span<'_>, Option<Convention>)> {
    let written = text.fragment().trim_end_matches('.');
    let read = |at: usize, names: &str| {
        let before =
            written[..at].trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        let (convention, others) = additions(names);
        let is_read = others.is_empty() && !names.trim().is_empty() && !before.is_empty();
        is_read.then(|| (text.take(before.len()), convention))
    };
    if let Some(inside) = written.strip_suffix(')') {
        let at = inside.rfind('(')?;
        return read(at, &inside[at + 1..]);
    }
    let begins = written.rmatch_indices(char::is_whitespace);
    let mut names = begins.take(WORDS_OF_A_NAME).map(|(at, _)| at);
    names.find_map(|at| read(at, &written[at..]).filter(|(_, convention)| convention.is_some()))
}

/// The same without a convention.
fn unconventional(text: Span<'_>) -> Result<Asked, Diagnostic> {
    let Some((before, word)) = before_duplex(text) else {
        let (stipulation, announced) = single(text)?;
        return Ok(Asked {
            stipulation,
            duplex: Duplex::No,
            announced,
            convention: None,
        });
    };
    match single(before)? {
        (stipulation @ Stipulation::Goal(_), announced) => Ok(Asked {
            stipulation,
            duplex: Duplex::First,
            announced,
            convention: None,
        }),
        _ => Err(Diagnostic::error(
            "stipulation",
            text!(DuplexWithoutPlay),
            range_of(word),
            text!(OnlyGoalOfBoth),
        )),
    }
}

/// Whether the text is a sentence, such as "White to move and win": it asks for something, but is no stipulation. Whoever
/// says "mate" there means one that could not be read.
pub(crate) fn is_sentence(text: &str) -> bool {
    let text = before_conventions(Span::new(text.trim())).0.into_fragment();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let lower = text.to_lowercase();
    words.len() > 2
        && proof_game(Span::new(text)).is_none()
        && retractor(Span::new(text)).is_none()
        && !is_last_move(&folded(text))
        && study(text).is_none()
        && words.iter().filter(|word| is_word(word)).count() * 2 > words.len()
        && words.first().is_some_and(is_word)
        && !text.contains(['#', '=', '+'])
        && !["mat", "patt", Duplex::KEYWORD]
            .iter()
            .any(|goal| lower.contains(goal))
}

/// That a sentence stands where a stipulation is expected.
pub(crate) fn no_stipulation(sentence: &str, at: Range<usize>) -> Diagnostic {
    Diagnostic::unread_stipulation(at, text!(IsASentence, found = quoted(sentence))).with_help(HELP)
}

/// What stands before the last word, and that word, if it is `duplex`.
fn before_duplex(text: Span<'_>) -> Option<(Span<'_>, Span<'_>)> {
    let at = text.fragment().rfind(char::is_whitespace)?;
    let word = trimmed(text.take_from(at));
    (folded(word.fragment()) == Duplex::KEYWORD).then(|| (trimmed(text.take(at)), word))
}

/// Reads a stipulation for one side to begin, and how many solutions are announced; set play may be asked for in words.
fn single(text: Span<'_>) -> Result<(Stipulation, Option<u32>), Diagnostic> {
    if let Some(before) = without_set_play(text)
        && let Ok((Stipulation::Goal(goal), number)) = without_words(before)
    {
        let set_play = SetPlay::Yes;
        return Ok((Stipulation::Goal(Forced { set_play, ..goal }), number));
    }
    without_words(text)
}

/// Words for set play behind a stipulation.
const SET_PLAY: [&str; 8] = [
    "set play",
    "set-play",
    "setplay",
    "satzspiel",
    "satzspielen",
    "satz",
    "jeu apparent",
    "jeux apparents",
];

/// What stands before the words for set play: `h#2` of `h#2, with set play`.
fn without_set_play(text: Span<'_>) -> Option<Span<'_>> {
    let written = text.fragment().trim_end_matches([')', '.', ' ']);
    let mut before = SET_PLAY.iter().find_map(|phrase| {
        let at = written.len().checked_sub(phrase.len())?;
        let tail = written.get(at..)?;
        let is_word = written.get(..at)?.ends_with([' ', ',', ';', '(', '+', '&']);
        (is_word && tail.eq_ignore_ascii_case(phrase)).then(|| &written[..at])
    })?;
    let around = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | '+' | '&');
    before = before.trim_end_matches(around);
    for word in ["with", "mit", "avec", "and", "und", "et"] {
        if let Some(shorter) = before.strip_suffix(word).filter(|b| b.ends_with(around)) {
            before = shorter.trim_end_matches(around);
        }
    }
    (!before.is_empty()).then(|| text.take(before.len()))
}

/// Reads a stipulation and how many solutions are announced.
fn without_words(text: Span<'_>) -> Result<(Stipulation, Option<u32>), Diagnostic> {
    if let Ok((rest, goal)) = forced(text)
        && let Some(rest) = announcement(rest)
        && (goal.play == Play::Help || rest.fragment().contains(char::is_alphabetic))
    {
        return counted(goal, rest).map(|(goal, number)| (Stipulation::Goal(goal), Some(number)));
    }
    if let Some((before, number)) = before_number(text)
        && let Some(asked) = retractor(before)
        && let Ok(number @ 1..) = number.fragment().parse()
    {
        return Ok((Stipulation::Retractor(asked), Some(number)));
    }
    uncounted(text).map(|stipulation| (stipulation, None))
}

/// What stands behind the goal, without a comma and parentheses, if it begins with a number.
fn announcement(rest: Span<'_>) -> Option<Span<'_>> {
    let around = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')');
    let text = rest.fragment();
    let inner = text.trim_matches(around);
    let at = text.len() - text.trim_start_matches(around).len();
    (at > 0 && inner.starts_with(|c: char| c.is_ascii_digit()))
        .then(|| rest.take_from(at).take(inner.len()))
}

/// Reads how many solutions there are: `2 solutions`, or as columns print it of help play half-move by half-move, `2.1.1.1`, `2.1...`, a
/// semicolon between moves or not. What stands before a semicolon otherwise is the set play: `1;2.1.1.1`.
fn counted(goal: Forced, text: Span<'_>) -> Result<(Forced, u32), Diagnostic> {
    let said = text.fragment();
    if let Some((number, word)) = said.split_once(char::is_whitespace)
        && SOLUTIONS.contains(&folded(word.trim().trim_end_matches('.')).as_str())
        && let Ok(number @ 1..) = number.parse()
    {
        return Ok((goal, number));
    }
    let wrong = || {
        Diagnostic::error(
            "solution-numbers",
            text!(SolutionNumbers),
            range_of(text),
            text!(SolutionNumbersExpected),
        )
    };
    let Some((set, actual)) = said.split_once(';') else {
        return by_half_moves(goal, said).ok_or_else(wrong);
    };
    let is_move = |group: &str| group.split('.').count() == 2;
    if said.rsplit(';').skip(1).all(is_move)
        && let Some(found) = by_half_moves(goal, &said.replace(';', "."))
    {
        return Ok(found);
    }
    let is_set_play = set.split('.').all(|n| n.trim().parse::<u32>().is_ok());
    let with_set_play = Forced {
        set_play: SetPlay::Yes,
        ..goal
    };
    let found = by_half_moves(with_set_play, actual).filter(|_| is_set_play);
    found.ok_or_else(wrong)
}

/// Reads numbers for the half-moves of help play: their product is the number of solutions. French columns count the half-move that is
/// missing if White begins: `h#3 0.1.1.1.1.1` is `h#2.5`.
fn by_half_moves(goal: Forced, said: &str) -> Option<(Forced, u32)> {
    let numbers = said.trim().trim_end_matches(['.', '…']);
    let is_short = numbers.len() < said.trim().len();
    let numbers: Option<Vec<u32>> = numbers.split('.').map(|n| n.trim().parse().ok()).collect();
    let numbers = numbers?;
    let Length::HalfMoves(plies) = goal.length else {
        return None;
    };
    let white_begins = numbers.first() == Some(&0);
    let played = &numbers[usize::from(white_begins)..];
    let plies = plies - u32::from(white_begins && plies.is_multiple_of(2));
    let is_right = !played.contains(&0)
        && (played.len() as u64 == u64::from(plies)
            || is_short && !numbers.is_empty() && (played.len() as u64) < u64::from(plies));
    let number = played
        .iter()
        .fold(1, |all: u32, &one| all.saturating_mul(one));
    let length = Length::HalfMoves(plies);
    is_right.then_some((Forced { length, ..goal }, number))
}

/// What stands before a number of solutions, and that number: `pg 7.0, 3 solutions`.
fn before_number(text: Span<'_>) -> Option<(Span<'_>, Span<'_>)> {
    let written = text.fragment().trim_end_matches([')', '.']);
    let (before, word) = written.rsplit_once(char::is_whitespace)?;
    let is_word = SOLUTIONS.contains(&folded(word).as_str());
    let before = before.trim_end();
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let number = text.take_from(before.len() - digits).take(digits);
    let asked = before[..before.len() - digits]
        .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '('));
    (is_word && digits > 0).then_some((text.take(asked.len()), number))
}

/// The words behind a number of solutions.
const SOLUTIONS: [&str; 8] = [
    "solution",
    "solutions",
    "sol",
    "sols",
    "loesung",
    "loesungen",
    "lsg",
    "lsgn",
];

/// Whether folded words ask for the last move: `letzter-zug?`, `what-was-the-last-move?`.
fn is_last_move(words: &str) -> bool {
    let asked = words.trim_end_matches(['?', '.', '!', '-', '\u{a0}']);
    let asked = [
        "what-was-the-",
        "welches-war-der-",
        "was-war-der-",
        "wie-lautete-der-",
        "quel-fut-le-",
        "quel-etait-le-",
        "quel-était-le-",
        "quel-est-le-",
    ]
    .iter()
    .find_map(|question| asked.strip_prefix(question))
    .unwrap_or(asked);
    matches!(
        asked,
        "last-move"
            | "last-single-move"
            | "letzter-zug"
            | "letzte-zug"
            | "letzter-einzelzug"
            | "letzte-einzelzug"
            | "dernier-coup"
    )
}

/// Reads a stipulation without a number of solutions.
fn uncounted(text: Span<'_>) -> Result<Stipulation, Diagnostic> {
    match folded(text.fragment()).as_str() {
        "histories" | "vorgeschichten" => return Ok(Stipulation::Histories),
        words if is_last_move(words) => return Ok(Stipulation::LastMove),
        _ => {}
    }
    if let Some(asked) = proof_game(text) {
        return asked.map(Stipulation::ProofGame);
    }
    if let Some((before, number)) = before_number(text)
        && let Some(asked) = proof_game(before)
    {
        return asked.and_then(|asked| match *number.fragment() {
            "1" => Ok(Stipulation::ProofGame(asked)),
            _ => Err(Diagnostic::error(
                "stipulation",
                text!(SeveralGames),
                range_of(number),
                text!(OneGameOnly),
            )
            .with_help(text!(WriteOneGame, asked))),
        });
    }
    if let Some(asked) = retractor(text) {
        return Ok(Stipulation::Retractor(asked));
    }
    if let Some(meant) = apart(text.fragment()).or_else(|| in_words(text)) {
        // What is meant is checked as signs are; what is wrong with it is said of what is written.
        return parse_all(Span::new(&meant), forced)
            .map(Stipulation::Goal)
            .map_err(|diagnostic| Diagnostic {
                suggestion: None,
                ..diagnostic.moved_to(range_of(text))
            });
    }
    if let Some(meant) = turned_round(text.fragment()) {
        return Err(Diagnostic::error(
            "stipulation",
            text!(LengthBeforeGoal, typed = quoted(text.fragment())),
            range_of(text),
            text!(ANumberOfMoves),
        )
        .with_suggestion(meant)
        .with_help(HELP));
    }
    if let Some(name) = foreign(&text.fragment().to_lowercase()) {
        let diagnostic = Diagnostic::error(
            "stipulation",
            text!(
                StipulationUnsupported,
                typed = quoted(text.fragment()),
                name
            ),
            range_of(text),
            name,
        );
        return Err(match misspelt_type(text) {
            Some((word, meant)) => diagnostic.with_suggestion_at(range_of(word), meant),
            None => diagnostic.with_help(HELP),
        });
    }
    parse_all(text, forced)
        .map(Stipulation::Goal)
        .map_err(|diagnostic| {
            if diagnostic.help.is_some() {
                diagnostic
            } else {
                diagnostic.with_help(HELP)
            }
        })
}

const HELP: Text = text!(StipulationsKnown);

/// A goal with its length, `h#2.5`.
pub(super) fn forced(input: Span<'_>) -> Parse<'_, Forced> {
    let play = alt((
        value(Play::SelfPlay, tag_no_case("s")),
        value(Play::Reflex, tag_no_case("r")),
        value(Play::Help, tag_no_case("h")),
    ));
    let goal = alt((
        value(Goal::Mate, char('#')),
        value(Goal::Stalemate, char('=')),
    ));
    // The first letter of a word says nothing.
    let play = terminated(play, not(satisfy(char::is_alphabetic)));
    let (rest, play) = opt(play).parse(input)?;
    let play = play.unwrap_or(Play::Direct);
    let (rest, goal) = expecting(text!(AGoal), goal).parse(rest)?;
    let (rest, number) = expecting(
        text!(ANumberOfMoves),
        alt((digit1::<Span<'_>, _>, tag("?"))),
    )
    .parse(rest)?;
    let (rest, half) = opt(alt((tag(".5"), tag(",5")))).parse(rest)?;
    let length = length(play, goal, number, half)?;
    let (rest, star) = opt(char('*')).parse(rest)?;
    let set_play = star.map_or(SetPlay::No, |_| SetPlay::Yes);
    Ok((
        rest,
        Forced {
            play,
            goal,
            length,
            set_play,
        },
    ))
}

fn length(
    play: Play,
    goal: Goal,
    number: Span<'_>,
    half: Option<Span<'_>>,
) -> Result<Length, Diagnostic> {
    // The rest of a move that was begun.
    if (play, goal) == (Play::Direct, Goal::Mate) && half.is_some() && *number.fragment() == "0" {
        return Ok(Length::HalfMoves(0));
    }
    if let Some(half) = half
        && (play != Play::Help || *number.fragment() == "?")
    {
        return Err(Diagnostic::error(
            "stipulation",
            text!(HalfMovesOnly),
            range_of(half),
            text!(NotHere),
        ));
    }
    if *number.fragment() == "?" {
        return Ok(Length::Smallest);
    }
    let moves = number
        .fragment()
        .parse::<u32>()
        .ok()
        .filter(|&moves| moves <= LONGEST)
        .ok_or_else(|| {
            Diagnostic::error(
                "stipulation",
                text!(MoreThanMoves, longest = LONGEST),
                range_of(number),
                text!(TooLong),
            )
        })?;
    let plies = match (play, half) {
        (Play::Direct, _) => (2 * moves).saturating_sub(1),
        (_, None) => 2 * moves,
        (_, Some(_)) => 2 * moves + 1,
    };
    if plies == 0 {
        return Err(Diagnostic::error(
            "stipulation",
            text!(StipulationOfNoMoves),
            range_of(number),
            text!(ExpectedAtLeastOne),
        ));
    }
    Ok(Length::HalfMoves(plies))
}

/// A stipulation in signs with blanks around the goal or a full stop behind it, such as `# 1`, `h #2.`, as it is usually
/// written; `None` if it is written so or is something else.
fn apart(text: &str) -> Option<String> {
    let (play, length) = text.split_once(['#', '='])?;
    let goal = &text[play.len()..text.len() - length.len()];
    let written = format!("{}{goal}{}", play.trim_end(), length.trim_start());
    let written = written.trim_end_matches('.').trim_end();
    let is_meant = written != text
        && foreign(&written.to_lowercase()).is_none()
        && parse_all(Span::new(written), forced).is_ok();
    is_meant.then(|| written.to_owned())
}

/// What `2#` or `3h=` may mean.
fn turned_round(text: &str) -> Option<String> {
    let goal = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let length = &text[..text.len() - goal.len()];
    let meant = format!("{}{length}", goal.trim());
    let is_goal = goal.ends_with(['#', '=']) && !length.is_empty();
    (is_goal && parse_all(Span::new(&meant), forced).is_ok()).then_some(meant)
}

/// Numbers in words, in English, German and French; the place in a line is the number.
const NUMBERS: [&[&str]; 11] = [
    &[],
    &["one", "einem", "un"],
    &["two", "zwei", "deux"],
    &["three", "drei", "trois"],
    &["four", "vier", "quatre"],
    &["five", "fuenf", "cinq"],
    &["six", "sechs"],
    &["seven", "sieben", "sept"],
    &["eight", "acht", "huit"],
    &["nine", "neun", "neuf"],
    &["ten", "zehn", "dix"],
];

/// What stands behind a length in words.
const UNITS: [&str; 10] = [
    "zuegen-matt",
    "zug-matt",
    "zuegen",
    "zug",
    "zuege",
    "moves",
    "move",
    "coups",
    "coup",
    "matt",
];

/// What words such as `mate in 2`, `Hilfsmatt in drei Zügen`, `mat en 2 coups`, `White to play and mate in two` ask for.
pub(super) fn in_words(text: Span<'_>) -> Option<String> {
    let words = folded(text.fragment());
    let words = words.trim_end_matches(['.', '!']);
    let unit = UNITS
        .iter()
        .find(|unit| words.ends_with(&format!("-{unit}")));
    let is_last = unit.is_some_and(|unit| unit.ends_with("matt"));
    let words = unit.map_or(words, |unit| &words[..words.len() - unit.len() - 1]);
    let (before, number) = words.rsplit_once('-')?;
    let spelt = NUMBERS.iter().position(|names| names.contains(&number));
    let spelt = spelt.map(|number| number.to_string());
    let number = spelt.as_deref().unwrap_or(number);
    let (whole, half) = match number.split_once(['.', ',']) {
        Some((whole, "5")) => (whole, ".5"),
        Some(_) => return None,
        None => (number, ""),
    };
    let digits = !whole.is_empty() && whole.bytes().all(|b| b.is_ascii_digit());
    let goal = match before {
        "setzt-in"
        | "weiss-setzt-in"
        | "weiss-zieht-und-setzt-in"
        | "weiss-zieht-an-und-setzt-in"
        | "weiss-am-zug-setzt-in"
            if is_last =>
        {
            "#"
        }
        _ if is_last => return None,
        "mate-in"
        | "matt-in"
        | "mat-in"
        | "mat-en"
        | "checkmate-in"
        | "white-mates-in"
        | "white-to-play-and-mate-in"
        | "white-to-move-and-mate-in"
        | "white-mate-in"
        | "weiss-setzt-matt-in"
        | "weiss-zieht-und-setzt-matt-in"
        | "weiss-am-zug-setzt-matt-in"
        | "les-blancs-font-mat-en"
        | "les-blancs-jouent-et-font-mat-en"
        | "les-blancs-jouent-et-matent-en" => "#",
        "stalemate-in" | "patt-in" | "pat-en" => "=",
        "selfmate-in" | "selbstmatt-in" | "mat-inverse-en" => "s#",
        "self-stalemate-in" | "selbstpatt-in" | "pat-inverse-en" => "s=",
        "reflexmate-in" | "reflexmatt-in" | "mat-reflexe-en" => "r#",
        "helpmate-in" | "hilfsmatt-in" | "mat-aide-en" | "mat-aidé-en" => "h#",
        "help-stalemate-in" | "helpstalemate-in" | "hilfspatt-in" | "pat-aide-en"
        | "pat-aidé-en" => "h=",
        _ => return None,
    };
    digits.then(|| format!("{goal}{whole}{half}"))
}

/// Stipulations this program does not solve, the first that fits: what they begin with, what stands anywhere in them.
static FOREIGN: [(&[&str], &[&str], Text); 16] = [
    (&["ser-", "pser-", "phser-", "ser#"], &[], text!(SeriesPlay)),
    (&["semi-"], &[], text!(SemiReflex)),
    (&["reci-"], &[], text!(ReciprocalHelp)),
    (&["hs#", "hs="], &[], text!(HelpSelf)),
    (&["hr#", "hr="], &[], text!(HelpReflex)),
    (&["exact-"], &[], text!(ExactLength)),
    (&["dia", "bp", "pg"], &["proof game"], text!(AProofGame)),
    (&[], &["=>"], text!(PlayFromAToB)),
    (&[], &["=="], text!(DoubleStalemate)),
    (&[], &["##"], text!(DoubleMate)),
    (&[], &["!=", "!#"], text!(GoalAgainstOneself)),
    (&[], &["#="], text!(MateOrStalemate)),
    (&["r="], &[], text!(ReflexStalemate)),
    (&["-"], &["vrz", "proca", "høeg", "hoeg"], text!(ARetractor)),
    (&[], &["retractor", "verteidigungsr"], text!(ARetractor)),
    (&["+"], &[], text!(StudyOrCheck)),
];

/// Goals but mate and stalemate.
const OTHER_GOALS: [&str; 8] = ["x", "z", "ct", "<>", "%", "~", "00", "ep"];

/// The name of a stipulation this program does not solve, recognised by how it is written.
fn foreign(text: &str) -> Option<Text> {
    let fits = |(begins, holds, _): &&(&[&str], &[&str], Text)| {
        begins.iter().any(|sign| text.starts_with(sign))
            || holds.iter().any(|sign| text.contains(sign))
    };
    if let Some((_, _, name)) = FOREIGN.iter().find(fits) {
        return Some(name.clone());
    }
    if text == "=" {
        return Some(text!(DrawStudy));
    }
    if let Some(name) = study(text) {
        return Some(name);
    }
    let is_other_goal = OTHER_GOALS.iter().any(|goal| {
        let rest = text.trim_start_matches(['h', 's', 'r']);
        rest.strip_prefix(goal)
            .is_some_and(|n| n.is_empty() || n.starts_with(|c: char| c.is_ascii_alphanumeric()))
            && text.ends_with(|c: char| c.is_ascii_digit())
    });
    is_other_goal.then_some(text!(OtherGoal))
}

/// For tests: the stipulation written in `text`.
#[cfg(test)]
fn read(text: &str) -> Result<Stipulation, Diagnostic> {
    stipulation(Span::new(text)).map(|(stipulation, _)| stipulation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_half_moves() {
        for (text, plies) in [
            ("#3", 5),
            ("=2", 3),
            ("s#3", 6),
            ("r#2", 4),
            ("h#2", 4),
            ("h#2.5", 5),
            ("h=1", 2),
            ("h#0.5", 1),
            ("h=0.5", 1),
            ("h=2.5", 5),
        ] {
            let Ok(Stipulation::Goal(forced)) = read(text) else {
                panic!("{text}");
            };
            assert_eq!(forced.length, Length::HalfMoves(plies), "{text}");
            assert_eq!(forced.to_string(), text);
        }
    }

    #[test]
    fn numbers_of_solutions_are_read_and_have_to_fit() {
        for (text, goal, number) in [
            ("h#2 2.1.1.1", "h#2", 2),
            ("h#2, 1.2.1.1", "h#2", 2),
            ("h#2 (4.1...)", "h#2", 4),
            ("h#3* 2.1…", "h#3*", 2),
            ("h#2.5 3.1.1.1.1", "h#2.5", 3),
            ("h#3 0.2.1.1.1.1", "h#2.5", 2),
            ("h#2,5 0.2.1...", "h#2.5", 2),
            ("h=2; 3 sols.", "h=2", 3),
            ("-1w & #2, 2 Lösungen", "-1w & #2", 2),
            ("-2 & #1 Proca (2 solutions)", "-2 & #1 Proca", 2),
            ("h#2, 2 Lösungen", "h#2", 2),
            ("s#5, 3 solutions", "s#5", 3),
            ("#2* (2 sols.)", "#2*", 2),
            ("h#2 2.1.1.1 duplex", "h#2", 2),
            ("h#2 1;1.1.1.1", "h#2*", 1),
            ("h#2 1.1.1;2.1.1.1", "h#2*", 2),
            ("h#2 1;2.1...", "h#2*", 2),
            ("h#2 2.1;1.1", "h#2", 2),
            ("h#2 0.2;1.1…", "h#1.5", 2),
            ("h#3 2.1.1.1.1.1", "h#3", 2),
            ("h#3 2.1;1.1;1.1", "h#3", 2),
            ("h#2 2.1.1.1, set play", "h#2*", 2),
            ("h#2, 2 solutions, with set play", "h#2*", 2),
        ] {
            let read = asked(Span::new(text)).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(read.stipulation.to_string(), goal, "{text}");
            assert_eq!(read.announced, Some(number), "{text}");
        }
        for text in [
            "h#2 2.1.1",
            "h#2 2.1.1.1.1",
            "h#2 2.0.1.1",
            "h#2 0.0...",
            "h#? 2.1.1.1",
            "h#2 0 solutions",
            "h#2 2.1.x",
            "h#2 99999999999.1...",
            "#2 2.1.1",
            "h#2 x;1.1.1.1",
            "h#2 1;1.1.1",
            "h#2 1;1;1.1.1.1",
        ] {
            assert!(asked(Span::new(text)).is_err(), "{text}");
        }
        assert_eq!(asked(Span::new("h#2 duplex")).unwrap().announced, None);
    }

    #[test]
    fn a_convention_stands_behind_what_is_asked() {
        for (text, asked_for, convention) in [
            ("#3 (AP)", "#3", Convention::APosteriori),
            ("#3 RS", "#3", Convention::RetroStrategy),
            ("#2 AP.", "#2", Convention::APosteriori),
            ("#2 (PRA)", "#2", Convention::Pra),
            ("h#2, a posteriori", "h#2", Convention::APosteriori),
            ("#3 (AP, RV)", "#3", Convention::APosteriori),
            ("#3 (AP) (RV)", "#3", Convention::APosteriori),
            ("#2 Berührt - Geführt", "#2", Convention::BeruehrtGefuehrt),
            ("h#2 duplex (RS)", "h#2", Convention::RetroStrategy),
            ("h#2 2.1.1.1 (AP)", "h#2", Convention::APosteriori),
            ("Matt in 2 (PRA)", "#2", Convention::Pra),
            ("Letzter Zug? (RV)", "last-move", Convention::Pra),
        ] {
            let read = asked(Span::new(text)).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(read.stipulation.to_string(), asked_for, "{text}");
            assert_eq!(read.convention, Some(convention), "{text}");
            assert!(!is_sentence(text), "{text}");
        }
        assert_eq!(asked(Span::new("#3 (Retro)")).unwrap().convention, None);
        for text in ["(AP)", "AP", "#2 (AP, Circe)", "#2 (AP", "#2AP", "#2 ()"] {
            assert!(asked(Span::new(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn the_last_move_is_asked_for_in_words() {
        for text in [
            "last-move",
            "Letzter Zug?",
            "Welches war der letzte Zug?",
            "Letzter Einzelzug?",
            "What was the last move?",
            "Dernier coup ?",
            "Quel fut le dernier coup ?",
        ] {
            assert_eq!(read(text).unwrap().to_string(), "last-move", "{text}");
            assert!(!is_sentence(text), "{text}");
        }
        assert!(read("White's last move?").is_err());
    }

    #[test]
    fn set_play_and_unknown_length_survive_printing() {
        for text in ["#?", "s#?*", "h#2.5*", "=4*", "histories", "last-move"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn set_play_is_asked_for_in_words() {
        for (text, goal) in [
            ("h#2 set play", "h#2*"),
            ("h#2, with set play", "h#2*"),
            ("h#2.5 (set play)", "h#2.5*"),
            ("#2 + set play", "#2*"),
            ("h#2 mit Satzspiel", "h#2*"),
            ("h#2 avec jeu apparent", "h#2*"),
            ("Hilfsmatt in 2 Zügen, mit Satzspiel", "h#2*"),
            ("h#2* set play", "h#2*"),
        ] {
            assert_eq!(read(text).unwrap().to_string(), goal, "{text}");
        }
        for text in [
            "set play",
            "histories set play",
            "h#2set play",
            "h#2 set play set play",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn proof_games_have_one_solution() {
        assert_eq!(read("pg 7.0, 1 solution").unwrap().to_string(), "pg 7.0");
        for text in [
            "SPG 7.0, 3 solutions",
            "pg 7.0 3 solutions",
            "BP in 7,0 Zügen (2 Lösungen)",
        ] {
            let message = read(text).unwrap_err().message;
            assert!(message.english().contains("several solutions"), "{text}");
        }
    }

    #[test]
    fn a_misspelt_type_of_retractor_is_a_suggestion() {
        for (text, word, meant) in [
            ("-3 & #1 Procca", "Procca", "Proca"),
            ("#1 vor 3 Zügen, VRZ Hoegg", "Hoegg", "Høeg"),
        ] {
            let suggestion = read(text).unwrap_err().suggestion.unwrap();
            assert_eq!(&text[suggestion.range], word);
            assert_eq!(suggestion.replacement, meant);
        }
        for text in ["Retract what was played", "Reflex"] {
            let error = read(text).unwrap_err();
            assert_eq!(error.range().start, 0, "{text}");
        }
    }

    #[test]
    fn studies_are_refused_and_no_sentences() {
        for text in ["White to play and win", "Weiß am Zug hält remis", "Remis"] {
            let message = read(text).unwrap_err().message;
            assert!(message.english().contains("study"), "{text}");
            assert!(!is_sentence(text), "{text}");
        }
        assert!(is_sentence("Which side wins after all?"));
    }

    #[test]
    fn duplex_stands_behind_a_goal() {
        let read = |text| stipulation(Span::new(text));
        for text in ["h#2 duplex", "#2* Duplex", "s=?   DUPLEX "] {
            assert_eq!(read(text).unwrap().1, Duplex::First, "{text}");
        }
        assert_eq!(read("h#2").unwrap().1, Duplex::No);
        for text in [
            "duplex",
            "histories duplex",
            "h#2 duplex duplex",
            "h#2 half duplex",
            "==2 duplex",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn other_stipulations_are_refused_by_name() {
        for (text, name) in [
            ("==2", "double stalemate"),
            ("ser-h#3", "series"),
            ("hs#4", "help-self"),
            ("semi-r#2", "semi-reflex"),
            ("-3(VRZ Proca)", "retractor"),
            ("-3 & #1 Pacific", "retractor"),
            ("-3 & #1 Proca Anticirce", "retractor"),
            ("pg of some moves", "proof game"),
            ("r=2", "reflex stalemate"),
            ("+", "study"),
            ("hx2", "goal other"),
        ] {
            let message = read(text).unwrap_err().message;
            let message = message.english();
            assert!(message.contains(name), "{text}: {message}");
        }
    }

    #[test]
    fn words_mean_their_signs() {
        for (text, goal) in [
            ("Matt in 2", "#2"),
            ("mate in 2", "#2"),
            ("Hilfsmatt in 3 Zügen", "h#3"),
            ("Helpmate in 2.5", "h#2.5"),
            ("Hilfsmatt in 2,5 Zügen", "h#2.5"),
            ("mate in 4 moves", "#4"),
            ("Selbstpatt in 3", "s=3"),
            ("# 1", "#1"),
            ("h # 2.5", "h#2.5"),
            ("#2.", "#2"),
            ("s#3 .", "s#3"),
            ("mate in two", "#2"),
            ("Mate in ten moves.", "#10"),
            ("Matt in zwei Zügen", "#2"),
            ("Matt in einem Zug", "#1"),
            ("Mat in 1", "#1"),
            ("mat en 2 coups", "#2"),
            ("Mat en un coup", "#1"),
            ("mat aidé en trois coups", "h#3"),
            ("White to play and mate in 1", "#1"),
            ("White to move and mate in two moves", "#2"),
            ("Weiß setzt in fünf Zügen matt", "#5"),
            ("Les blancs jouent et font mat en quatre coups", "#4"),
        ] {
            assert_eq!(read(text).unwrap().to_string(), goal, "{text}");
        }
        let asked = stipulation(Span::new("Matt in 2 duplex")).unwrap();
        assert_eq!(asked.1, Duplex::First);
        for text in [
            "Matt",
            "Matt in",
            "mate in 0",
            "Matt in 2.5",
            "Matt in 2 oder 3",
            "mate 2",
            "Matt in zwei Zügen matt",
            "White to play and win in 2",
            "Black to play and mate in 2",
            "mate in eleven",
            "# 1 0",
            "r = 2",
            "#2 #3",
            "h#2 . 5",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_length_before_its_goal_is_a_suggestion() {
        for (text, meant) in [("2#", "#2"), ("3h#", "h#3"), ("2.5h#", "h#2.5")] {
            let suggestion = read(text).unwrap_err().suggestion.unwrap();
            assert_eq!(suggestion.replacement, meant, "{text}");
        }
        assert_eq!(read("0#").unwrap_err().suggestion, None);
    }

    #[test]
    fn nonsense_lengths_are_errors() {
        for text in [
            "#0",
            "#",
            "h#",
            "#1000",
            "#99999999999",
            "#2.5",
            "h#?.5",
            "#2**",
            "x",
            "",
            "2#",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
