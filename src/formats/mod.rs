//! Problems in the formats of others, read and written: Popeye, olv/YACPDB, the data base of Die Schwalbe, LaTeX,
//! FEN, EPD and PGN.
//!
//! Every reader gives what [`crate::syntax::parse`] gives: problems, each with its place, and diagnostics that point
//! at the text. A fairy piece, a condition, a stipulation that is not supported is refused by name and hides no
//! other problem. Invariant: no input panics, and the time is linear in the input.
//!
//! What a format cannot say of a problem is never turned into something else; [`lost`] names it.
//!
//! ```
//! use beruehrt::formats::{Format, export, read};
//!
//! let parsed = read("begin pieces white kb3 rh2 black ka1 stipulation #1 end", Format::Popeye);
//! assert_eq!(export(parsed.problems(), Format::Fen).text, "8/8/8/8/8/1K6/7R/k7 w - -\n");
//! ```

mod collect;
mod date;
mod latex;
mod lines;
mod loss;
mod olv;
mod pdb;
mod pgn;
mod popeye;
mod premises;
mod prose;
mod publication;
mod recognise;

pub use loss::lost;
pub use recognise::{ENOUGH, recognise};

use shakmaty::{Board, Color, Role};

use crate::notation::{Letters, Text};
use crate::picture::{self, Picture};
use crate::problem::{Problem, SetPlay, Stipulation, Twin};
use crate::syntax::proof_game::in_german;
use crate::syntax::{FenFields, Parsed};

/// A format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Our own problem file.
    Bg,
    /// Input for Popeye, in three languages; written: one problem per given world.
    Popeye,
    /// olv/YACPDB YAML.
    Olv,
    /// The text of a page of the data base of Die Schwalbe.
    Pdb,
    /// EPD lines, with `dm` and `id`.
    Epd,
    /// FEN lines.
    Fen,
    /// PGN, the solution as moves and variations.
    Pgn,
    /// LaTeX for the package `diagram`.
    Latex,
    /// A sheet of pictures, one for each twin; only written.
    Svg,
    /// The same as PNG; [`crate::picture`] writes it, for it is no text.
    Png,
    /// A page of diagrams; [`crate::report::html`] writes it.
    Html,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 11] = [
        Format::Bg,
        Format::Popeye,
        Format::Olv,
        Format::Pdb,
        Format::Epd,
        Format::Fen,
        Format::Pgn,
        Format::Latex,
        Format::Svg,
        Format::Png,
        Format::Html,
    ];

    /// Its name on the command line.
    pub const fn keyword(self) -> &'static str {
        match self {
            Format::Bg => "bg",
            Format::Popeye => "popeye",
            Format::Olv => "olv",
            Format::Pdb => "pdb",
            Format::Epd => "epd",
            Format::Fen => "fen",
            Format::Pgn => "pgn",
            Format::Latex => "latex",
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Html => "html",
        }
    }

    /// The endings of its files, the usual one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Bg => &["bg"],
            Format::Popeye => &["inp"],
            Format::Olv => &["olv", "yaml", "yml"],
            Format::Pdb => &["pdb"],
            Format::Epd => &["epd"],
            Format::Fen => &["fen"],
            Format::Pgn => &["pgn"],
            Format::Latex => &["tex"],
            Format::Svg => &["svg"],
            Format::Png => &["png"],
            Format::Html => &["html", "htm"],
        }
    }

    /// The format of that name.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL
            .into_iter()
            .find(|format| format.keyword() == name)
    }

    /// The format of files with that ending.
    pub fn of_extension(extension: &str) -> Option<Format> {
        let extension = extension.to_lowercase();
        Format::ALL
            .into_iter()
            .find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// Whether problems can be read from it.
    pub const fn is_read(self) -> bool {
        !matches!(self, Format::Svg | Format::Png | Format::Html)
    }
}

/// Reads a text in a format. From one that is only written nothing is read.
pub fn read(source: &str, format: Format) -> Parsed {
    read_with(source, format, FenFields::Doubted)
}

/// The same with the castling and e.p. fields of FENs believed, or not.
pub fn read_with(source: &str, format: Format, fields: FenFields) -> Parsed {
    match format {
        Format::Bg => crate::syntax::parse_with(source, fields),
        Format::Popeye => popeye::read(source),
        Format::Epd | Format::Fen => lines::read(source, fields),
        Format::Olv => olv::read(source),
        Format::Pdb => pdb::read(source),
        Format::Pgn => pgn::read(source, fields),
        Format::Latex => latex::read(source),
        Format::Svg | Format::Png | Format::Html => Parsed::default(),
    }
}

/// Problems as one text in a format.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exported {
    /// The text.
    pub text: String,
    /// For each problem, in order, what the text does not say of it.
    pub lost: Vec<Vec<Text>>,
    /// The places of the problems of which the text does not ask what they ask: left out, with a stipulation that the
    /// format has no words for, or with a solution that comes back as that of another twin.
    pub unasked: Vec<usize>,
}

/// The problems as one text in a format, with what it does not say of each. PNG and pages are not written here: the
/// text is empty.
pub fn export<'p>(problems: impl IntoIterator<Item = &'p Problem>, format: Format) -> Exported {
    let mut texts: Vec<String> = Vec::new();
    let mut lost = Vec::new();
    let mut unasked = Vec::new();
    if format == Format::Svg {
        // One sheet has one root, however many problems there are.
        let drawn: Vec<Vec<Picture>> = problems.into_iter().map(Picture::of_problem).collect();
        return Exported {
            lost: vec![Vec::new(); drawn.len()],
            unasked: Vec::new(),
            text: picture::svg(&drawn.concat(), picture::Style::default()),
        };
    }
    for (place, problem) in problems.into_iter().enumerate() {
        let text = body(problem, format);
        if format.is_read() {
            let written = framed(std::slice::from_ref(&text), format);
            lost.push(loss::lost_in(problem, &written, format));
            if loss::is_unasked(problem, &written, format) {
                unasked.push(place);
            }
        } else {
            lost.push(Vec::new());
        }
        if !text.is_empty() {
            texts.push(text);
        }
    }
    Exported {
        text: framed(&texts, format),
        lost,
        unasked,
    }
}

/// One problem as a text of its own.
fn export_one(problem: &Problem, format: Format) -> String {
    framed(&[body(problem, format)], format)
}

/// A problem without what goes around problems.
fn body(problem: &Problem, format: Format) -> String {
    match format {
        Format::Bg => crate::syntax::print(problem),
        Format::Popeye => popeye::export(problem),
        Format::Epd => lines::epd(problem),
        Format::Fen => lines::fen(problem),
        Format::Svg | Format::Png | Format::Html => String::new(),
        Format::Olv => olv::export(problem),
        Format::Latex => latex::export(problem),
        Format::Pdb => pdb::export(problem),
        Format::Pgn => pgn::export(problem),
    }
}

/// Problems put together as a text.
fn framed(texts: &[String], format: Format) -> String {
    match format {
        _ if texts.iter().all(String::is_empty) => String::new(),
        Format::Bg | Format::Olv => texts.join("---\n"),
        Format::Popeye => format!("BeginProblem\n{}EndProblem\n", texts.join("NextProblem\n")),
        Format::Pgn | Format::Pdb => texts.join("\n"),
        Format::Epd | Format::Fen | Format::Latex | Format::Svg | Format::Png | Format::Html => {
            texts.concat()
        }
    }
}

/// The men of one side by kinds, kings first: `Ke1`, `Pa2b2`.
fn men_by_kind(board: &Board, color: Color, letters: Letters) -> Vec<String> {
    let kinds = Role::ALL.into_iter().rev().filter_map(|role| {
        let men = board.by_piece(role.of(color));
        let squares: String = men.into_iter().map(|square| square.to_string()).collect();
        men.any()
            .then(|| format!("{}{squares}", letters.letter(role)))
    });
    kinds.collect()
}

/// How many men the sides have as published, else on the board.
fn count_of_men(problem: &Problem, board: &Board) -> (usize, usize) {
    (problem.men).unwrap_or((board.white().count(), board.black().count()))
}

/// Whether the side on move is the one that begins where nothing is said of it.
fn begins_as_usual(twin: &Twin) -> bool {
    twin.diagram.turn == twin.stipulation.default_turn()
}

/// Whether set play is asked for.
fn has_set_play(twin: &Twin) -> bool {
    matches!(twin.stipulation, Stipulation::Goal(forced) if forced.set_play == SetPlay::Yes)
}

/// What is asked as German columns have it, in words where there is no sign for it; `histories` is the word for those.
fn asked_in_german(twin: &Twin, histories: &str) -> String {
    let (one, several) = ("Lösung", "Lösungen");
    match twin.stipulation {
        Stipulation::Goal(_) => twin.asked_announcing(one, several),
        Stipulation::Histories => histories.to_owned(),
        Stipulation::LastMove => "Letzter Zug?".to_owned(),
        Stipulation::ProofGame(asked) => in_german(asked),
        Stipulation::Retractor(_) => {
            format!(
                "{}{}",
                popeye::in_columns(twin),
                twin.announcement(one, several)
            )
        }
    }
}

/// The lines of the comment that say something.
fn comment_lines(problem: &Problem) -> impl Iterator<Item = String> {
    let lines = problem.comment.iter().flat_map(|comment| comment.lines());
    lines.map(one_line).filter(|line| !line.is_empty())
}

/// A text without line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The solutions of the twins, each under its label.
fn solution(problem: &Problem) -> Option<String> {
    if let [only] = &problem.twins[..]
        && only.label == "a"
    {
        return only.solution.clone();
    }
    let parts: Vec<String> = problem
        .twins
        .iter()
        .filter_map(|twin| Some(format!("{}) {}", twin.label, twin.solution.as_ref()?)))
        .collect();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str, format: Format) -> String {
        let parsed = crate::syntax::parse(source);
        assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
        export(parsed.problems(), format).text
    }

    const LANGSTAFF: &str = "id: L\nauthor: Langstaff, W.\nsource: Chess \"Amateur\" & more\n\
        fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #2\nconvention: bg\nhistories:\n  k g6\n  - -\n";

    #[test]
    fn fen_and_epd_claim_no_rights() {
        assert_eq!(
            shown(LANGSTAFF, Format::Fen),
            "4k2r/8/5B1P/5KpP/8/8/8/3R4 w - -\n"
        );
        assert_eq!(
            shown(LANGSTAFF, Format::Epd),
            "4k2r/8/5B1P/5KpP/8/8/8/3R4 w - - dm 2; id \"L\";\n"
        );
    }

    #[test]
    fn popeye_gets_one_problem_for_each_world() {
        let text = shown(LANGSTAFF, Format::Popeye);
        assert_eq!(text.matches("Stipulation #2").count(), 2, "{text}");
        assert!(text.contains("EnPassant g7g6g5"), "{text}");
        assert!(text.contains("NoCastling h8"), "{text}");
        assert!(text.contains("White Kf5 Rd1 Bf6 Ph5h6"), "{text}");
        assert!(text.starts_with("BeginProblem\n") && text.ends_with("EndProblem\n"));
    }

    #[test]
    fn a_duplex_is_asked_for_once_where_the_format_has_it() {
        let source = "fen: 7k/8/5KQ1/8/8/8/8/8 w\nstipulation: #1 duplex\nsolution:\n  a) 1.Qg7#\n  a-duplex) -\n";
        let popeye = shown(source, Format::Popeye);
        assert_eq!(popeye.matches("Stipulation #1").count(), 1, "{popeye}");
        assert!(popeye.contains("Option Duplex Variations"), "{popeye}");
        assert!(shown(source, Format::Olv).contains("options:\n  - \"Duplex\""));
        let latex = shown(source, Format::Latex);
        assert!(latex.contains("\\stipulation{\\#1 duplex}"), "{latex}");
        assert!(
            latex.contains("\\solution{a) 1.Qg7\\#\\\\\na-duplex) -}"),
            "{latex}"
        );
        assert_eq!(latex.matches("begin{diagram}").count(), 1, "{latex}");
        assert_eq!(shown(source, Format::Svg).matches("<svg").count(), 1);
        assert_eq!(shown(source, Format::Fen).lines().count(), 2);
        let worlds = format!("{source}histories: - -\n");
        let popeye = shown(&worlds, Format::Popeye);
        assert_eq!(popeye.matches("HalfDuplex").count(), 1, "{popeye}");
        assert_eq!(popeye.matches("Stipulation #1").count(), 2, "{popeye}");
    }

    /// In Popeye `WhiteToPlay` takes a half-move off; our help play keeps its length.
    #[test]
    fn white_to_begin_in_help_play_is_a_half_duplex() {
        let text = shown(
            "fen: 7k/8/5KQ1/8/8/8/8/8 w\nstipulation: h#2\n",
            Format::Popeye,
        );
        assert!(text.contains("Option HalfDuplex Variations"), "{text}");
    }

    #[test]
    fn yaml_is_quoted() {
        let text = shown(LANGSTAFF, Format::Olv);
        assert!(text.contains("stipulation: \"#2\""), "{text}");
        assert!(
            text.contains("name: \"Chess \\\"Amateur\\\" & more\""),
            "{text}"
        );
    }

    #[test]
    fn latex_has_german_letters_and_escapes() {
        let text = shown(LANGSTAFF, Format::Latex);
        assert!(
            text.contains("\\pieces[5+3]{wKf5, wTd1, wLf6, wBh5h6, sKe8, sTh8, sBg5}"),
            "{text}"
        );
        assert!(
            text.contains("\\stipulation{\\#2}") && text.contains("\\&"),
            "{text}"
        );
    }

    #[test]
    fn the_picture_has_every_man() {
        let text = shown(LANGSTAFF, Format::Svg);
        assert_eq!(text.matches("<use").count(), 8, "{text}");
        let two = format!("{LANGSTAFF}---\n{LANGSTAFF}");
        let sheet = shown(&two, Format::Svg);
        assert_eq!(sheet.matches("<svg").count(), 1, "one root: {sheet}");
        assert_eq!(sheet.matches("<use").count(), 16);
    }
}
