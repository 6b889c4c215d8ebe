//! An illegal last move as `solve` says it: "The last move O-O-O was illegal castling and is taken back.", what replaces it
//! in the lines below.

use crate::notation::{Language, Message};
use crate::say;

/// The move and the play below it, `O-O-O` and `Rxg6#`, where `text` says so in one of the languages; of several moves the
/// first. Words that say nothing of the play are left out.
pub fn told_retraction(text: &str) -> Option<(String, String)> {
    let (language, from) = Language::ALL
        .into_iter()
        .filter_map(|language| Some((language, text.find(before(language))?)))
        .min_by_key(|&(_, at)| at)?;
    let said = &text[from + before(language).len()..];
    let (mv, behind) = said.split_once(' ')?;
    let lines = behind.split_once('\n').map_or("", |(_, lines)| lines);
    let play = lines
        .lines()
        .take_while(|line| !line.starts_with(before(language)));
    let play: Vec<&str> = play
        .map(|line| replacement(line, language))
        .filter(|line| !line.is_empty())
        .collect();
    Some((mv.to_owned(), play.join("\n")))
}

/// What stands before the move that is taken back.
fn before(language: Language) -> &'static str {
    up_to_value(Message::LastMoveTakenBack, language)
}

/// What a message begins with, up to its first value.
fn up_to_value(message: Message, language: Language) -> &'static str {
    message.wording(language).split('{').next().unwrap_or("")
}

/// The line without "instead" and what it comes to.
fn replacement(line: &str, language: Language) -> &str {
    let line = line.trim();
    let says_nothing = [Message::OtherSideOnMove, Message::TouchLawIs]
        .into_iter()
        .any(|message| line.starts_with(up_to_value(message, language)));
    if says_nothing {
        return "";
    }
    let instead = up_to_value(Message::InsteadMove, language).trim_end();
    let Some((_, played)) = line.split_once(instead) else {
        return line;
    };
    let reached = say!(language, GoalReached, text = "");
    played
        .trim_start()
        .trim_end_matches(reached.as_str())
        .trim_end_matches(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `solve` prints of a move taken back, as `report::text` puts it together.
    fn printed(language: Language, mv: &str, second: &str) -> String {
        let title = |mv: &str| {
            let offence = say!(language, OffenceOutOfTurn);
            say!(language, LastMoveTakenBack, mv, offence)
        };
        let instead = say!(language, InsteadMove, mv = "Rxg6#");
        let reached = say!(language, GoalReached, text = instead.clone());
        let turn = say!(language, OtherSideOnMove);
        let laws = say!(language, TouchLawIs, laws = "fide-2018");
        format!(
            "{}\n   {reached}\n   {instead}:\n      1. Kd8 Rh8#\n   {turn}:\n{}\n   1. Kf8\n{laws}\n",
            title(mv),
            title(second),
        )
    }

    #[test]
    fn a_move_taken_back_is_read_in_every_language() {
        for language in Language::ALL {
            let (mv, play) = told_retraction(&printed(language, "O-O-O", "Ra7xNa1")).unwrap();
            assert_eq!(
                (mv.as_str(), play.as_str()),
                ("O-O-O", "Rxg6#\nRxg6#\n1. Kd8 Rh8#"),
                "{language:?}"
            );
        }
        assert!(told_retraction("R: O-O-O, Rxg6# or Qf7#").is_none());
    }
}
