//! Problems in the formats of others: FEN, EPD, Popeye, olv/YACPDB, LaTeX, SVG.
//!
//! Exports only so far. Invariant: what a format cannot say is left out or said in its remark, never
//! turned into something else.
//!
//! ```
//! use beruehrt::formats::{Format, export};
//!
//! let file = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n";
//! let parsed = beruehrt::syntax::parse(file);
//! assert_eq!(export(parsed.problems(), Format::Fen), "8/8/8/8/8/1K6/7R/k7 w - - 0 1\n");
//! ```

mod latex;
mod lines;
mod olv;
mod popeye;
mod svg;

use crate::problem::Problem;

/// A format to export to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our own problem file.
    Bg,
    /// One FEN per twin, without rights: `BOARD w - -`.
    Fen,
    /// One EPD line per twin, with `dm` and `id`.
    Epd,
    /// Input for Popeye: one problem per twin and given world.
    Popeye,
    /// olv/YACPDB YAML.
    Olv,
    /// LaTeX for the package `diagram`.
    Latex,
    /// One SVG picture per twin, one after the other.
    Svg,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 7] = [
        Format::Bg,
        Format::Fen,
        Format::Epd,
        Format::Popeye,
        Format::Olv,
        Format::Latex,
        Format::Svg,
    ];

    /// Its name on the command line.
    pub const fn keyword(self) -> &'static str {
        match self {
            Format::Bg => "bg",
            Format::Fen => "fen",
            Format::Epd => "epd",
            Format::Popeye => "popeye",
            Format::Olv => "olv",
            Format::Latex => "latex",
            Format::Svg => "svg",
        }
    }
}

/// The problems as one text in a format.
pub fn export<'p>(problems: impl IntoIterator<Item = &'p Problem>, format: Format) -> String {
    let texts: Vec<String> = problems
        .into_iter()
        .map(|problem| match format {
            Format::Bg => crate::syntax::print(problem),
            Format::Fen => lines::fen(problem),
            Format::Epd => lines::epd(problem),
            Format::Popeye => popeye::export(problem),
            Format::Olv => olv::export(problem),
            Format::Latex => latex::export(problem),
            Format::Svg => svg::export(problem),
        })
        .collect();
    match format {
        Format::Bg | Format::Olv => texts.join("---\n"),
        Format::Popeye if texts.is_empty() => String::new(),
        Format::Popeye => format!("BeginProblem\n{}EndProblem\n", texts.join("NextProblem\n")),
        _ => texts.concat(),
    }
}

/// The men of one side as `Ke1`, `Pa2`, kings first.
fn men(
    board: &shakmaty::Board,
    color: shakmaty::Color,
    letters: crate::notation::Letters,
) -> Vec<(char, shakmaty::Square)> {
    let mut men: Vec<(shakmaty::Role, shakmaty::Square)> = board
        .clone()
        .into_iter()
        .filter(|(_, piece)| piece.color == color)
        .map(|(square, piece)| (piece.role, square))
        .collect();
    men.sort_by_key(|&(role, square)| (std::cmp::Reverse(role), square));
    men.into_iter()
        .map(|(role, square)| (letters.letter(role), square))
        .collect()
}

/// A text without line breaks.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text
        .split(char::is_whitespace)
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str, format: Format) -> String {
        let parsed = crate::syntax::parse(source);
        assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
        export(parsed.problems(), format)
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
        assert!(text.contains("EnPassant g7 g6 g5"), "{text}");
        assert!(text.contains("NoCastling h8"), "{text}");
        assert!(text.contains("White Kf5 Rd1 Bf6 Ph5h6"), "{text}");
        assert!(text.starts_with("BeginProblem\n") && text.ends_with("EndProblem\n"));
    }

    #[test]
    fn a_duplex_is_asked_for_once_where_the_format_has_it() {
        let source = "fen: 7k/8/5KQ1/8/8/8/8/8 w\nstipulation: #1 duplex\nsolution:\n  a) 1.Qg7#\n  a-duplex) -\n";
        let popeye = shown(source, Format::Popeye);
        assert_eq!(popeye.matches("Stipulation #1").count(), 1, "{popeye}");
        assert!(popeye.contains("Option Duplex Variation"), "{popeye}");
        assert!(shown(source, Format::Olv).contains("options:\n  - \"Duplex\""));
        let latex = shown(source, Format::Latex);
        assert!(latex.contains("\\stipulation{\\#1 duplex}"), "{latex}");
        assert!(latex.contains("\\solution{1.Qg7\\# duplex) -}"), "{latex}");
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
        assert!(text.contains("Option HalfDuplex Variation"), "{text}");
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
        assert_eq!(text.matches("<text").count(), 8, "{text}");
    }
}
