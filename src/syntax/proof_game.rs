//! How proof games are asked for: `pg 17.5`, `dia17.5`, `Beweispartie in 17,5 Zügen`, `spg`, and where they begin.

use shakmaty::{Chess, Color, Position};

use super::board::fen;
use super::diagnostic::{Diagnostic, Report};
use super::draft::Draft;
use super::field::Field;
use super::fields::{Fields, note_all, single};
use super::histories::Worlds;
use super::keyword::folded;
use super::span::{Span, range_of};
use crate::notation::Text;
use crate::problem::{Diagram, Histories, ProofGame, Stipulation};
use crate::text;
use crate::world::{Rights, World};

/// The longest proof game a file may ask for, in moves.
pub(crate) const LONGEST: u32 = 60;

/// The words before the length, folded; whether the shortest game is meant.
const WORDS: [(&str, Meant); 18] = [
    ("kuerzeste-beweispartie", Meant::Shortest),
    ("shortest-proof-game", Meant::Shortest),
    ("shortest-proofgame", Meant::Shortest),
    ("plus-courte-partie-justificative", Meant::Shortest),
    ("partie-justificative-la-plus-courte", Meant::Shortest),
    ("kuerzeste", Meant::Shortest),
    ("shortest", Meant::Shortest),
    ("spg", Meant::Shortest),
    ("kbp", Meant::Shortest),
    ("eindeutige-beweispartie", Meant::Exactly),
    ("unique-proof-game", Meant::Exactly),
    ("partie-justificative", Meant::Exactly),
    ("beweispartie", Meant::Exactly),
    ("proof-game", Meant::Exactly),
    ("proofgame", Meant::Exactly),
    ("dia", Meant::Exactly),
    ("pg", Meant::Exactly),
    ("bp", Meant::Exactly),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meant {
    Exactly,
    Shortest,
}

/// The proof game a text asks for; `None` if it asks for something else.
pub(crate) fn proof_game(text: Span<'_>) -> Option<Result<ProofGame, Diagnostic>> {
    // Folding would make `1⁄2` of it.
    let words = folded(&text.fragment().replace('½', ".5"));
    let words = words.trim_end_matches(['.', '?', '!']);
    let (meant, rest) = WORDS
        .iter()
        .find_map(|&(word, meant)| Some((meant, words.strip_prefix(word)?)))?;
    if rest.starts_with(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    let mut rest = rest.trim_start_matches('-');
    for before in ["in-", "en-"] {
        rest = rest.strip_prefix(before).unwrap_or(rest);
    }
    let units = ["zuegen", "zuege", "zug", "moves", "move", "coups", "coup"];
    let number = units
        .into_iter()
        .find_map(|unit| rest.strip_suffix(unit))
        .unwrap_or(rest)
        .trim_end_matches('-');
    if number.is_empty() {
        return Some(match meant {
            Meant::Shortest => Ok(ProofGame::Shortest(None)),
            Meant::Exactly => Err(wrong(text, text!(ProofGameWithoutLength))),
        });
    }
    let (whole, half) = number.split_once(['.', ',']).unwrap_or((number, "0"));
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let plies = match (whole.parse::<u32>(), half) {
        (Ok(moves), "0" | "5") if moves <= LONGEST => 2 * moves + u32::from(half == "5"),
        (_, "0" | "5") => return Some(Err(wrong(text, text!(MoreThanMoves, longest = LONGEST)))),
        _ => return None,
    };
    Some(match (plies, meant) {
        (0, _) => Err(wrong(text, text!(StipulationOfNoMoves))),
        (_, Meant::Exactly) => Ok(ProofGame::Exactly(plies)),
        (_, Meant::Shortest) => Ok(ProofGame::Shortest(Some(plies))),
    })
}

fn wrong(text: Span<'_>, why: Text) -> Diagnostic {
    Diagnostic::error("stipulation", why, range_of(text), text!(ThisStipulation))
}

/// The position of the field `start`.
pub(super) fn start(fields: &Fields<'_, '_>, report: &mut Report) -> Option<Chess> {
    let line = single(fields.get(Field::Start)?, report)?;
    note_all(position(line), report).flatten()
}

/// Where a game begins, as a FEN; `None` for the initial array. Without castling field every right whose king and rook stand at
/// home is there.
pub(super) fn position(line: Span<'_>) -> Result<Option<Chess>, Vec<Diagnostic>> {
    if ["array", "partieanfang"].contains(&folded(line.fragment()).as_str()) {
        return Ok(None);
    }
    let placement = fen(line).map_err(|diagnostic| vec![diagnostic])?;
    let diagram = Diagram {
        turn: placement.side.map_or(Color::White, |(side, _)| side),
        board: placement.board,
    };
    let mut world = World {
        rights: Rights::at_home(&diagram.board),
        target: None,
    };
    if let Some(told) = placement.fields {
        let worlds = Worlds::believed(told).map_err(|diagnostic| vec![diagnostic])?;
        let mut wrong = Vec::new();
        if let Histories::Given(worlds) = worlds.in_diagram(&diagram, |d| wrong.push(d)) {
            world = worlds.sole().unwrap_or(world);
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
    }
    world
        .position(&diagram.board, diagram.turn)
        .map(Some)
        .map_err(|error| {
            let why = Text::foreign(&error, text!(PositionImpossible));
            vec![Diagnostic::error(
                "start",
                text!(NoGameFromStart, why),
                range_of(line),
                text!(ThisPosition),
            )]
        })
}

/// A start as [`position`] reads it.
pub(crate) fn print_start(start: Option<&Chess>) -> String {
    let Some(start) = start else {
        return "array".to_owned();
    };
    format!("{} {}", Diagram::of(start).fen(), World::of(start))
}

/// What is asked as German columns say it.
pub(crate) fn in_german(asked: ProofGame) -> String {
    let name = match asked {
        ProofGame::Exactly(_) => "Beweispartie",
        ProofGame::Shortest(_) => "Kürzeste Beweispartie",
    };
    match asked.plies() {
        Some(plies) => format!("{name} in {},{} Zügen", plies / 2, plies % 2 * 5),
        None => name.to_owned(),
    }
}

/// Who is on move where the length of a proof game tells it.
pub(super) fn turn_at_end(draft: &Draft<'_>) -> Option<Color> {
    let Stipulation::ProofGame(asked) = draft.stipulation else {
        return None;
    };
    let first = draft.start.as_ref().map_or(Color::White, Position::turn);
    let odd = asked.plies()? % 2 == 1;
    Some(if odd { first.other() } else { first })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let asked = proof_game(Span::new(text))?;
        Some(asked.map_or_else(|_| "wrong".to_owned(), |asked| asked.to_string()))
    }

    #[test]
    fn proof_games_are_asked_for_in_many_ways() {
        for (text, asked) in [
            ("pg 17.5", "pg 17.5"),
            ("PG17,5", "pg 17.5"),
            ("pg 12", "pg 12.0"),
            ("dia4.5", "pg 4.5"),
            ("dia 9", "pg 9.0"),
            ("Beweispartie in 17,5 Zügen", "pg 17.5"),
            ("Beweispartie in 17½ Zügen", "pg 17.5"),
            ("BP in 17.5", "pg 17.5"),
            ("proof game in 17.5", "pg 17.5"),
            ("Proof game in 4.0 moves", "pg 4.0"),
            ("Partie justificative en 17,5 coups", "pg 17.5"),
            ("spg", "spg"),
            ("shortest", "spg"),
            ("SPG in 17.5", "spg 17.5"),
            ("Kürzeste Beweispartie?", "spg"),
            ("pg", "wrong"),
            ("pg 0.0", "wrong"),
            ("pg 61", "wrong"),
        ] {
            assert_eq!(read(text).as_deref(), Some(asked), "{text}");
        }
        for text in ["h#2", "pg 17.3", "pgx", "diagram", "shortest mate"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
