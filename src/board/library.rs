//! The problems that come with the program, and a tour of the genre through five of them.

use beruehrt::notation::Text;
use beruehrt::problem::Problem;
use beruehrt::syntax;
use serde_json::{Value, json};

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

/// The same of `problems/tour`.
const TOUR: &[(&str, &str)] = problems!["tour": "langstaff"];

/// A stop of the tour: the name of a problem, and what it shows.
struct Stop {
    name: &'static str,
    title: Text,
    says: Text,
}

/// Five problems, for who has never met the genre.
const STOPS: [Stop; 5] = [
    Stop {
        name: "amelung-1897",
        title: Text::new("What was the last move?", "Was war der letzte Zug?"),
        says: Text::new(
            "A diagram does not tell how it arose, but often it can be worked out. Here Black has moved last, and \
             only one move can have been the last one. Press \u{201c}Last move?\u{201d}: each move that the board \
             allows gets a game that ends with it or a proof that there is none. What is left makes an en-passant capture legal.",
            "Ein Diagramm sagt nicht, wie es entstand, aber oft lässt es sich erschließen. Hier hat Schwarz zuletzt gezogen, und nur \
             ein einziger Zug kann es gewesen sein. \u{201e}Letzter Zug?\u{201c} gibt jedem Zug, den das Brett erlaubt, eine Partie, die \
             mit ihm endet, oder einen Beweis, dass es keine gibt. Was übrig bleibt, macht ein En-passant-Schlagen legal.",
        ),
    },
    Stop {
        name: "langstaff-1922",
        title: Text::new(
            "Two histories, two solutions",
            "Zwei Vorgeschichten, zwei Lösungen",
        ),
        says: Text::new(
            "Langstaff's paradox: Black's last move was g7-g5, and White may capture en passant; or it was a move of king or rook, \
             and Black may not castle. Nobody can tell which. In partial retro-analysis each case is solved by itself. Press \
             \u{201c}Solve\u{201d}: there are two parts with a key each.",
            "Langstaffs Paradox: Entweder war g7-g5 der letzte Zug, und Weiß darf en passant schlagen; oder Schwarz zog König oder Turm \
             und darf nicht mehr rochieren. Niemand weiß, was geschah. In der partiellen Retroanalyse wird jeder Fall für sich \
             gelöst. \u{201e}Lösen\u{201c} zeigt zwei Teile mit je einem Schlüssel.",
        ),
    },
    Stop {
        name: "langstaff",
        title: Text::new("Touched is moved", "Berührt, geführt"),
        says: Text::new(
            "The same position as a Berührt-Geführt problem. White simply tries the capture. Black must now say what happened: if it \
             was g7-g5, the capture stands. If not, it is taken back, Black has admitted that he may not castle, and White must move \
             what he touched, if it can move. Play both branches through by clicking the moves.",
            "Dieselbe Stellung als Berührt-Geführt-Aufgabe. Weiß versucht einfach zu schlagen. Nun muss Schwarz sagen, was geschah: War \
             es g7-g5, so gilt der Zug. War es das nicht, so wird er zurückgenommen; Schwarz hat damit zugegeben, dass er nicht rochieren \
             darf, und Weiß muss mit dem Berührten ziehen, wenn es ziehen kann. Beide Äste lassen sich Zug für Zug anklicken.",
        ),
    },
    Stop {
        name: "first-touch-decides",
        title: Text::new("The order matters", "Auf die Reihenfolge kommt es an"),
        says: Text::new(
            "Black's last move was e7-e5 or g7-g5, and White may take one of the two pawns. Whichever capture is denied, the other is \
             then legal. But what was touched must be moved or captured if it can be: after the wrong capture first White owes a \
             capture that ruins everything. Only the right order leaves him free.",
            "Schwarz zog zuletzt e7-e5 oder g7-g5, und Weiß darf einen der beiden Bauern schlagen. Wird das eine bestritten, so ist das \
             andere erlaubt. Doch was berührt ist, muss ziehen oder geschlagen werden, wenn es kann: Wer falsch beginnt, schuldet einen \
             Schlagzug, der alles verdirbt. Nur die richtige Reihenfolge lässt Weiß frei.",
        ),
    },
    Stop {
        name: "other-castling-is-owed",
        title: Text::new(
            "The defender tries, too",
            "Auch der Verteidiger versucht es",
        ),
        says: Text::new(
            "Trials are not for White alone. After the key Black tries to castle, which would save him. White names a history in which \
             that was illegal; the king was touched and must move. But nothing forbids castling on the other side, and White must \
             have an answer to that, too.",
            "Nicht nur Weiß darf versuchen. Nach dem Schlüssel probiert Schwarz die rettende Rochade. Weiß nennt eine Vorgeschichte, in der \
             sie nicht erlaubt war; der König ist berührt und muss ziehen. Aber nichts verbietet ihm die Rochade nach der anderen \
             Seite, und auch darauf braucht Weiß eine Antwort.",
        ),
    },
];

/// The problems of a text that comes with the program.
fn problems(text: &str) -> Vec<Problem> {
    syntax::parse(text).problems().cloned().collect()
}

/// Everything to open, the tour first.
pub fn listed(reader: Reader) -> Value {
    let language = reader.language;
    let all = || TOUR.iter().chain(PUBLISHED).chain(ORIGINALS);
    let tour: Vec<Value> = STOPS
        .iter()
        .filter_map(|stop| {
            let (_, text) = all().find(|(name, _)| *name == stop.name)?;
            let problem = exchange::list(&problems(text)).into_iter().next()?;
            Some(json!({
                "title": stop.title.in_language(language), "says": stop.says.in_language(language),
                "name": problem["name"], "bg": problem["bg"],
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
        for (folder, known) in [
            ("originals", ORIGINALS),
            ("published", PUBLISHED),
            ("tour", TOUR),
        ] {
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
