//! How retractors are asked for: `-1w & #2`, `-1(w,b) & h#1`, `Weiß nimmt 1 Zug zurück, dann #2`; against a defender `-2 & #1 Proca`,
//! `#1 vor 3 Zügen, VRZ Høeg`. Of type Pacific, and where no type is named, nothing is read.

use nom::Input;
use shakmaty::Color;

use super::keyword::nearest;
use super::span::{Span, parse_all};
use super::stipulation::{forced, in_words};
use crate::problem::{
    Defence, Forced, ForwardDefence, Length, Play, Retractor, SetPlay, Uncapture,
};

/// The most moves a side may be asked to take back.
const LONGEST: u32 = 99;

/// The longest text that is looked at, in bytes.
const LONGEST_TEXT: usize = 120;

/// Words that may stand in a retractor and change nothing.
const FILLING: &str = "\
    a and avant back before coup coups dann dem den each einen en et for forward have hilfsrueckzueger help \
    his il in its je jeweils last le les letzten letzter mat mit move moves nehmen nimmt one play \
    puis reprend reprennent retract retractor retracteur retraktor retracts seinen setzt take takes the \
    their then typ type un und vor with zug zuege zuegen zurueck";

/// The names of the types.
const TYPES: [(&str, Uncapture); 4] = [
    ("proca", Uncapture::Mover),
    ("hoeg", Uncapture::Opponent),
    ("hoeeg", Uncapture::Opponent),
    ("klan", Uncapture::White),
];

/// The retractor a text asks for; `None` if it asks for something else.
pub(crate) fn retractor(text: Span<'_>) -> Option<Retractor> {
    if text.fragment().len() > LONGEST_TEXT {
        return None;
    }
    let words = in_signs(simple(text.fragment()));
    let (before, goal, after) = around_goal(&words)?;
    let forward = goal_of(goal)?;
    let found = Words::of(&format!("{before} {after}"))?;
    if found.defends || found.uncapture.is_some() {
        return against_a_defender(&found, forward);
    }
    let moves = found.moves.or(found.says_once.then_some(1))?;
    if moves == 0 || moves > LONGEST {
        return None;
    }
    let (first, plies) = match *found.sides.as_slice() {
        // Both sides take back so many, and the one that begins forward takes back the last.
        [] if found.is_help => (Some(begins(forward).other()), 2 * moves),
        // Who answers how between several moves of one side is not said.
        [] if moves == 1 => (None, 1),
        [side] if moves == 1 => (Some(side), 1),
        [side, other] if side != other => (Some(side), 2 * moves),
        _ => return None,
    };
    Some(Retractor {
        first,
        plies,
        forward,
        defence: None,
    })
}

/// White takes back the first move and the last one, and Black defends, unless the play that follows has both sides help or is a
/// reflex play: there nobody says what a defence is.
fn against_a_defender(found: &Words, forward: Forced) -> Option<Retractor> {
    let moves = found.moves.filter(|moves| (1..=LONGEST).contains(moves))?;
    let is_forced = matches!(forward.play, Play::Direct | Play::SelfPlay);
    let white_begins = matches!(found.sides.as_slice(), [] | [Color::White]);
    let says_what_is_excluded = found.without != Without::Unsaid;
    (is_forced && white_begins && !found.is_help && says_what_is_excluded).then_some(Retractor {
        first: Some(Color::White),
        plies: 2 * moves - 1,
        forward,
        defence: Some(Defence {
            uncapture: found.uncapture?,
            forward: if found.without == Without::ForwardDefence {
                ForwardDefence::Excluded
            } else {
                ForwardDefence::Allowed
            },
        }),
    })
}

/// The word that is nearly the name of a type, and that name, if with it the text asks for a retractor.
pub(super) fn misspelt_type(text: Span<'_>) -> Option<(Span<'_>, String)> {
    let written = *text.fragment();
    if written.len() > LONGEST_TEXT {
        return None;
    }
    let ends = |c: char| !c.is_alphabetic();
    let mut at = 0;
    for piece in written.split_inclusive(ends) {
        let word = piece.trim_end_matches(ends);
        let near = |(name, _): &&(&str, Uncapture)| nearest(&simple(word), [*name]).is_some();
        if let Some((_, meant)) = TYPES.iter().find(near) {
            let behind = &written[at + word.len()..];
            let mended = format!("{}{meant}{behind}", &written[..at]);
            if retractor(Span::new(&mended)).is_some() {
                return Some((text.take_from(at).take(word.len()), meant.to_string()));
            }
        }
        at += piece.len();
    }
    None
}

/// As German columns print it: `-1(w,s) & h#1`, `-2 & #1, VRZ Proca`.
pub(crate) fn in_german(asked: Retractor) -> String {
    let letter = |side: Color| side.fold_wb('w', 's');
    let moves = asked.moves();
    let goal = asked.forward;
    let Some(defence) = asked.defence else {
        let sides = match asked.first {
            None => String::new(),
            Some(side) if asked.plies.is_multiple_of(2) => {
                format!("({},{})", letter(side), letter(side.other()))
            }
            Some(side) => letter(side).to_string(),
        };
        return format!("-{moves}{sides} & {goal}");
    };
    let without = match defence.forward {
        ForwardDefence::Allowed => "",
        ForwardDefence::Excluded => ", ohne Vorwärtsverteidigung",
    };
    format!("-{moves} & {goal}, VRZ {}{without}", defence.uncapture)
}

/// Who begins such a play where nothing else is said.
fn begins(forward: Forced) -> Color {
    match (forward.play, forward.length) {
        (Play::Help, Length::HalfMoves(plies)) if plies.is_multiple_of(2) => Color::Black,
        _ => Color::White,
    }
}

/// In lower case, umlauts and accents spelt out, every dash a `-`.
fn simple(text: &str) -> String {
    let mut simple = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' => simple.push_str("ae"),
            'ö' => simple.push_str("oe"),
            'ü' => simple.push_str("ue"),
            'ß' => simple.push_str("ss"),
            'é' | 'è' => simple.push('e'),
            'ø' => simple.push('o'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => simple.push('-'),
            c if c.is_whitespace() => simple.push(' '),
            c => simple.push(c),
        }
    }
    simple
}

/// The same with `#2` for `Matt in zwei Zügen` at its end or before `vor`: the last words that ask for a goal, and of those no part of a word, for a
/// helpmate is no mate.
fn in_signs(words: String) -> String {
    let plain = words
        .replace("mates in ", "mate in ")
        .replace("help-mate", "helpmate")
        .replace("self-mate", "selfmate");
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    let begins = |&(at, c): &(usize, char)| is_part(c) && !plain[..at].ends_with(is_part);
    // `Matt in 1 Zug vor 2 Zügen`.
    let ends = [Some(plain.len()), plain.rfind(" vor ")];
    let meant = ends.into_iter().flatten().find_map(|end| {
        let (before, behind) = plain.split_at(end);
        let mut places = before.char_indices().rev().filter(begins);
        places.find_map(|(at, _)| {
            let goal = in_words(Span::new(&before[at..]))?;
            Some(format!("{}{goal}{behind}", &before[..at]))
        })
    });
    meant.unwrap_or(words)
}

/// What stands before the goal, the goal with its length, and what stands behind it.
fn around_goal(text: &str) -> Option<(&str, &str, &str)> {
    let mut begins = text.find(['#', '='])?;
    let before = text[..begins].trim_end_matches(['h', 's', 'r']);
    if begins - before.len() == 1 && !before.ends_with(|c: char| c.is_alphanumeric()) {
        begins -= 1;
    }
    let rest = &text[begins..];
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '#' | '=' | '.' | 'h' | 's' | 'r');
    let ends = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    Some((&text[..begins], &rest[..ends], &rest[ends..]))
}

fn goal_of(goal: &str) -> Option<Forced> {
    let goal = goal.trim_end_matches('.');
    let forward = parse_all(Span::new(goal), forced).ok()?;
    let is_played = matches!(forward.length, Length::HalfMoves(1..));
    (is_played && forward.set_play == SetPlay::No).then_some(forward)
}

/// What the words around the goal say.
#[derive(Default)]
struct Words {
    moves: Option<u32>,
    /// "takes back one move", "the last move".
    says_once: bool,
    /// How many sides may be named, once it is said that they take back: another one is a side that plays on.
    most_sides: Option<usize>,
    sides: Vec<Color>,
    /// `h-1 & h#1`.
    is_help: bool,
    uncapture: Option<Uncapture>,
    /// "VRZ", "defensive retractor".
    defends: bool,
    without: Without,
}

/// What is said to be excluded.
#[derive(Default, PartialEq)]
enum Without {
    #[default]
    Nothing,
    /// "without", "keine", and not yet what.
    Unsaid,
    ForwardDefence,
}

impl Words {
    /// `None` if there is a word that no retractor has, or nothing says that moves are taken back.
    fn of(text: &str) -> Option<Words> {
        let mut found = Words::default();
        let mut takes_back = false;
        let mut last = ' ';
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let class = |d: char| {
                if c.is_ascii_digit() {
                    d.is_ascii_digit()
                } else {
                    d.is_alphabetic()
                }
            };
            if !c.is_alphanumeric() {
                if !" -(),;&+:.".contains(c) {
                    return None;
                }
                last = c;
                rest = &rest[c.len_utf8()..];
                continue;
            }
            let end = rest.find(|d| !class(d)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            if end == 0 {
                return None;
            }
            if c.is_ascii_digit() {
                let moves = word.parse().ok()?;
                if found.moves.is_some_and(|other| other != moves) {
                    return None;
                }
                takes_back |= last == '-';
                found.moves = Some(moves);
            } else {
                takes_back |= last == '-' && matches!(word, "w" | "b" | "s");
                takes_back |= found.word(word, behind)?;
            }
            last = c;
            rest = behind;
        }
        takes_back |= text.contains("-(");
        found.says_once |= takes_back && found.moves.is_none();
        takes_back.then_some(found)
    }

    fn says_type(&mut self, uncapture: Uncapture) -> Option<()> {
        self.uncapture.replace(uncapture).is_none().then_some(())
    }

    /// Notes a word; whether it says that moves are taken back.
    fn word(&mut self, word: &str, behind: &str) -> Option<bool> {
        let uncapture = TYPES.iter().find(|(name, _)| *name == word);
        match word {
            _ if let Some((_, uncapture)) = uncapture => self.says_type(*uncapture)?,
            "w" | "weiss" | "white" | "blancs" => self.side(Color::White)?,
            "b" | "s" | "n" | "schwarz" | "black" | "noirs" => self.side(Color::Black)?,
            "h" if behind.starts_with('-') => self.is_help = true,
            "vrz" | "verteidigungsrueckzueger" | "defensive" | "defensif" => self.defends = true,
            "without" | "no" | "ohne" | "keine" | "sans" => self.without = Without::Unsaid,
            "defence" | "defense" | "fd" | "vv" | "vorwaertsverteidigung" => {
                if self.without == Without::Unsaid {
                    self.without = Without::ForwardDefence;
                }
            }
            _ if FILLING.split(' ').any(|filling| filling == word) => {}
            _ => return None,
        }
        self.says_once |= matches!(word, "a" | "einen" | "one" | "un" | "last" | "letzten");
        let is_verb = matches!(
            word,
            "zurueck" | "retract" | "retracts" | "reprend" | "reprennent" | "back"
        );
        if is_verb {
            self.most_sides.get_or_insert(self.sides.len().max(1));
        }
        Some(is_verb || word == "vor")
    }

    /// Notes a side that takes back.
    fn side(&mut self, side: Color) -> Option<()> {
        self.sides.push(side);
        let fits = self.most_sides.is_none_or(|most| self.sides.len() <= most);
        fits.then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        retractor(Span::new(text)).map(|asked| asked.to_string())
    }

    #[test]
    fn retractors_are_asked_for_in_many_ways() {
        for (text, asked) in [
            ("-1w & #2", "-1w & #2"),
            ("Retract a white move for #3", "-1w & #3"),
            (
                "Weiß nimmt 1 Zug zurück und setzt in 2 Zügen matt",
                "-1w & #2",
            ),
            ("Matt in 1 Zug vor 2 Zügen, Proca", "-2 & #1 Proca"),
            ("-1 & h#1.5", "-1 & h#1.5"),
            ("-1(w+s), dann h#1.5", "-1(w,b) & h#1.5"),
            ("-(w & s), dann h#1", "-1(w,b) & h#1"),
            ("(-1w,-1b)#1", "-1(w,b) & #1"),
            ("h-2 & h#1", "-2(w,b) & h#1"),
            ("h-1 & #1", "-1(b,w) & #1"),
            ("Weiß nimmt 1 Zug zurück, dann #2", "-1w & #2"),
            ("Weiß nimmt seinen letzten Zug zurück, dann #1", "-1w & #1"),
            (
                "Weiß nimmt den letzten Zug zurück; dann Matt in einem Zug!",
                "-1w & #1",
            ),
            (
                "Weiß nimmt einen Zug zurück und setzt matt in 2",
                "-1w & #2",
            ),
            ("White takes back one move, then mates in two.", "-1w & #2"),
            (
                "Schwarz und Weiß nehmen 1 Zug zurück, dann #1",
                "-1(b,w) & #1",
            ),
            ("White and Black retract 1 move, then h#1", "-1(w,b) & h#1"),
            ("White retracts one move, then #1", "-1w & #1"),
            (
                "White and Black retract one move each, then helpmate in one",
                "-1(w,b) & h#1",
            ),
            ("-1(w,b) & help-mate in 1", "-1(w,b) & h#1"),
            (
                "Weiß und Schwarz nehmen 1 Zug zurück, dann Hilfsmatt in 1 Zug",
                "-1(w,b) & h#1",
            ),
            (
                "Les Blancs reprennent un coup, puis mat aidé en 1 coup",
                "-1w & h#1",
            ),
            (
                "Weiß nimmt einen Zug zurück, dann Selbstmatt in 1",
                "-1w & s#1",
            ),
            ("White retracts one move, then stalemate in one", "-1w & =1"),
            ("-3 & #1 Proca", "-3 & #1 Proca"),
            ("-1 & #1 Proca", "-1 & #1 Proca"),
            ("-2 & #2, Høeg Retraktor", "-2 & #2 Høeg"),
            ("#1 vor 3 Zügen, VRZ Proca", "-3 & #1 Proca"),
            ("#1 vor 2 Zügen; VRZ Hoeg", "-2 & #1 Høeg"),
            ("-8 & #1 Proca Retractor", "-8 & #1 Proca"),
            ("-1 & s#1 Klan", "-1 & s#1 Klan"),
            (
                "-6 & #1 Proca, no forward defence",
                "-6 & #1 Proca without forward defence",
            ),
            (
                "-6 & #1, VRZ Typ Proca, ohne Vorwärtsverteidigung",
                "-6 & #1 Proca without forward defence",
            ),
        ] {
            assert_eq!(read(text).as_deref(), Some(asked), "{text}");
            assert_eq!(read(asked).as_deref(), Some(asked), "{asked}");
            let german = retractor(Span::new(asked)).map(in_german).unwrap();
            assert_eq!(read(&german).as_deref(), Some(asked), "{german}");
        }
    }

    #[test]
    fn what_asks_for_something_else_is_no_retractor() {
        for text in [
            "h#2",
            "#1",
            "s#2",
            "-2 & #1",
            "-2w & #1",
            "-3 & #1 Proca Anticirce",
            "-3(VRZ Proca)",
            "-3 & #1 VRZ",
            "-3 & #1 Pacific",
            "-3 & #1 Proca Hoeg",
            "-3 & h#1 Proca",
            "-2b & #1 Proca",
            "-3 & #1 Proca without",
            "-0 & #1 Proca",
            "-1000 & #1",
            "mate in 3 #",
            "-1w & series-helpmate in 3",
            "-1w & somemate in 3",
            "mate in 3",
            "Weiß nimmt einen Zug zurück und setzt matt in 2 oder 3",
            "-1w & #0",
            "1.e4 = 2",
            "-1w & #1*",
            "Weiß nimmt einen Zug zurück und Schwarz setzt matt in 2",
            "Retract a white move, then Black mates in 1",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
