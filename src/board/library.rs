//! The problems that come with the program, and a tour of the genre through five of them.

use beruehrt::notation::Text;
use beruehrt::problem::Problem;
use beruehrt::syntax;
use beruehrt::text;
use serde_json::{Value, json};

use super::ask::Question;
use super::exchange;
use super::reader::Reader;

macro_rules! problems {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!("../../problems/", $folder, "/", $name, ".bg")),
        )),*]
    };
}

/// Name and text of every file in `problems/originals`.
pub const ORIGINALS: &[(&str, &str)] = problems![
    "originals":
    "castling-too-early",
    "castling-waits-for-the-denial",
    "double-step-of-three",
    "first-touch-decides",
    "nine-men-in-three",
    "nothing-touched-can-move",
    "other-castling-is-owed",
    "queen-behind-the-pawns",
    "queen-waits",
    "the-pawn-must-step",
    "two-zugzwangs",
    "which-pawn-touches",
];

/// The same of `problems/published`.
const PUBLISHED: &[(&str, &str)] = problems![
    "published":
    "amelung-1897",
    "behal-1897",
    "christiaans-1990",
    "henke-1948",
    "hume-1923",
    "keym-1969",
    "keym-2009",
    "keym-2010",
    "kling-1849",
    "langstaff-1922",
    "langstaff-1922-bg",
    "liskovets-2007",
    "lobusov-1982",
    "loyd-1859",
    "plaksin-lobusov-1975",
    "smullyan-1979-10",
    "smullyan-1979-11",
    "smullyan-1979-9",
    "vokal-1995",
    "vokal-1996",
    "vokal-1997-castling",
    "vokal-1997-diagrammes",
    "vokal-1997-last-castling",
    "wheeler-1874",
    "white-1911",
];

/// A stop of the tour: the name of a problem, what is asked of it, and what it shows.
struct Stop {
    name: &'static str,
    asks: Question,
    title: Text,
    says: Text,
}

/// Five problems, for who has never met the genre.
const STOPS: [Stop; 5] = [
    Stop {
        name: "amelung-1897",
        asks: Question::LastMove,
        title: text!(LibraryLastMove),
        says: text!(LibraryLastMoveText),
    },
    Stop {
        name: "langstaff-1922",
        asks: Question::Solve,
        title: text!(LibraryTwoHistories),
        says: text!(LibraryTwoHistoriesText),
    },
    Stop {
        name: "langstaff-1922-bg",
        asks: Question::Solve,
        title: text!(LibraryTouched),
        says: text!(LibraryTouchedText),
    },
    Stop {
        name: "first-touch-decides",
        asks: Question::Solve,
        title: text!(LibraryOrder),
        says: text!(LibraryOrderText),
    },
    Stop {
        name: "other-castling-is-owed",
        asks: Question::Solve,
        title: text!(LibraryDefender),
        says: text!(LibraryDefenderText),
    },
];

/// The problems of a text that comes with the program.
fn problems(text: &str) -> Vec<Problem> {
    syntax::parse(text).problems().cloned().collect()
}

/// Everything to open, the tour first.
pub fn listed(reader: Reader) -> Value {
    let language = reader.language;
    let all = || PUBLISHED.iter().chain(ORIGINALS);
    let tour: Vec<Value> = STOPS
        .iter()
        .filter_map(|stop| {
            let (_, text) = all().find(|(name, _)| *name == stop.name)?;
            let problem = exchange::list(&problems(text)).into_iter().next()?;
            Some(json!({
                "title": stop.title.in_language(language), "says": stop.says.in_language(language),
                "name": problem["name"], "bg": problem["bg"], "asks": stop.asks.name(),
            }))
        })
        .collect();
    let group = |files: &[(&str, &str)]| -> Vec<Value> {
        let problems = files.iter().flat_map(|(name, text)| {
            let mut listed = exchange::list(&problems(text));
            for problem in &mut listed {
                // Originals have no author: the name of the file says more.
                if files.as_ptr() == ORIGINALS.as_ptr() {
                    problem["name"] = json!(name.replace('-', " "));
                }
            }
            listed
        });
        problems.collect()
    };
    json!({"tour": tour, "published": group(PUBLISHED), "originals": group(ORIGINALS)})
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use beruehrt::notation::{Language, Letters};

    use super::*;

    #[test]
    fn every_shipped_problem_is_known() {
        for (folder, known) in [("originals", ORIGINALS), ("published", PUBLISHED)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("problems")
                .join(folder);
            let mut files: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
                .collect();
            files.sort();
            let known: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
            assert_eq!(known, files);
        }
    }

    #[test]
    fn the_tour_has_five_stops_and_everything_can_be_opened() {
        let reader = Reader {
            language: Language::German,
            letters: Letters::German,
        };
        let listed = listed(reader);
        assert_eq!(listed["tour"].as_array().unwrap().len(), STOPS.len());
        for group in ["tour", "published", "originals"] {
            for problem in listed[group].as_array().unwrap() {
                let text = problem["bg"].as_str().unwrap();
                assert_eq!(syntax::parse(text).problems().count(), 1, "{text}");
            }
        }
    }
}
