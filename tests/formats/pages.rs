//! Pages of the PDB and diagrams in LaTeX as others wrote them, shortened to what is asked of them.

use beruehrt::formats::{Format, read as read_format};
use beruehrt::problem::{Convention, Stipulation};

use super::{fens, read, read_one, refusal};

/// pdb.dieschwalbe.de, searches for new comments (2020, 2022) and for `K='Model mate'`: five problems of 1897 to 1993
/// by different authors, as the page has them.
#[test]
fn five_problems_of_the_data_base() {
    let page = "Die Schwalbe\n\n77 problem(s) found in 1747 milliseconds\n\n\
1 - P0000793
Nikita M. Plaksin
Andrey Lobusov

1558 Die Schwalbe 33 06/1975
4. Preis
(13+5) C+
#3 (AP)
1. cxd6ep+! Kxg3 2. 0-0! (proving ep ok)
2. ... Kg4 3. g8=D,T#

R: 1. d7-d5 Tc6xh6 (unless R: Kg1-g2 Th~*h1)
VL: A posteriori (AP)!
more ...
Keywords: Castling (wk), a posteriori (AP), En passant as key, Valladao Task (w w w/s)
Genre: Retro, 3#
Computer test: Popeye v4.85 + minor retro/AP thought
FEN: B7/p5PP/p6R/Q1Pp4/8/PP1P2P1/p3P1k1/4K2R
Reprints: (B) Die Schwalbe 48 12/1976
feenschach 40 11-12/1977
Input: Gerd Wilts, 1995-06-03
Last update: A.Buchanan, 2020-10-03 more...
2 - P0541530
Robert Ketzscher
(2) feenschach 108, p. 86, 10/1993
(3+5) C+
h#2
1) 1. Tb6 Ta4 2. Te6 Sf7#
2) 1. Le6 0-0-0 2. Te4 Sg6#
Keywords: Castling, Model mate
Genre: h#, Retro
FEN: 7N/8/5p2/3bkp2/1r6/8/8/R3K3
Input: Michal Dragoun, 1998-04-09
3 - P0000840
Luis Alberto Garaza
130 Die Schwalbe 3 02/1970
P0000840
(16+9)
Schwarz und Weiß nehmen 1 Zug zurück, dann #1
R: 1. Kf3-g3 Se2-g1, dann 1. Tf1#!
play all play one stop play next play all
Genre: Retro
FEN: 8/8/8/8/8/5k2/8/4K2R
Input: Gerd Wilts, 1995-06-03
4 - P0002107
Rudolf Behal
Neues Illustrirtes Blatt 1897
(12+3) C+
#3
1. exd6ep Kxg3 2. Dg1+ Kh4 3. Sf3#
1. ... Kxg4 2. De5 Kh4 3. Df4#
1. ... Kxg5 2. Dg7+ Kh4 3. Sf5#
für eine ökonomisierte Version s. P1012712
Keywords: En passant as key, Model mate (3x)
Genre: Retro, 3#
FEN: 8/8/2P1P3/2KpP1NP/6Bk/PP2P1N1/p7/Q7
Reprints: 62 Retrograde Analysis 1915
(X) Problem 37-40 09/1956
Input: Gerd Wilts, 1995-06-03
5 - P0000772
Klaus Wenda
1419 Die Schwalbe 30 12/1974
4. ehrende Erwähnung
P0000772
(4+7)
#2
b) sBh7 nach b6
a) 1. Kd6
b) 1. d6
play all play one stop play next play all
comment
Genre: Retro
FEN: r3k1bR/pr1p3p/2P5/8/2B1K3/8/8/8
";
    let parsed = read_format(page, Format::Pdb);
    assert_eq!(parsed.entries.len(), 5);
    let problems: Vec<_> = parsed.problems().collect();
    assert_eq!(problems.len(), 4, "{:?}", parsed.diagnostics);
    // A retractor is refused by name.
    let refused = parsed.entries[2].problem.as_ref().unwrap_err();
    assert_eq!(refused.code, "stipulation");
    assert!(page[refused.range()].contains("nehmen 1 Zug zurück"));
    let [plaksin, ketzscher, behal, wenda] = problems[..] else {
        panic!();
    };
    assert_eq!(
        plaksin.author.as_deref(),
        Some("Nikita M. Plaksin; Andrey Lobusov")
    );
    assert_eq!(
        plaksin.source.as_deref(),
        Some("1558 Die Schwalbe 33 06/1975")
    );
    assert_eq!(plaksin.award.as_deref(), Some("4. Preis"));
    assert_eq!(plaksin.men, Some((13, 5)));
    assert_eq!(plaksin.twins[0].convention, Convention::APosteriori);
    assert_eq!(fens(plaksin), ["B7/p5PP/p6R/Q1Pp4/8/PP1P2P1/p3P1k1/4K2R w"]);
    assert_eq!(ketzscher.twins[0].diagram.turn.char(), 'b');
    assert_eq!(behal.id.as_deref(), Some("P0002107"));
    assert_eq!(behal.letters.keyword(), "de");
    let solution = behal.twins[0].solution.as_deref().unwrap();
    assert_eq!(solution.lines().count(), 3, "{solution}");
    assert!(behal.comment.as_deref().unwrap().contains("ökonomisierte"));
    assert_eq!(wenda.twins.len(), 2);
    assert_eq!(fens(wenda)[1], "r3k1bR/pr1p4/1pP5/8/2B1K3/8/8/8 w");
    assert_eq!(wenda.twins[1].solution.as_deref(), Some("1. d6"));
}

#[test]
fn one_problem_of_the_page_needs_no_head() {
    let text = "Paul Vatarescu\n99 Europe Echecs 53 05/1963\n(16+9) C+\nLetzter Zug?\nGenre: Retro\nFEN: 4k3/8/8/8/8/8/8/4K3\n";
    let problem = read_one(text, Format::Pdb);
    assert_eq!(problem.author.as_deref(), Some("Paul Vatarescu"));
    assert_eq!(problem.twins[0].stipulation, Stipulation::LastMove);
}

/// The example of the package's manual (Brand 1992), one as Popeye writes it, one as olive writes it, one with the
/// short names and accents of the package's manual, one of this program.
#[test]
fn five_diagrams() {
    let source = "\\documentclass{article}
\\usepackage{diagram}
\\begin{document}
\\begin{diagram}
\\author{Brand, Thomas}
\\source{Problemkiste} \\year{1992}
\\dedic{Elmar Bartel gew.}
\\pieces[2+3]{wKd1, wBe2, sKh8, sBe4, sTa4}
\\stip{h\\#7}
\\sol{1.Ta3 Kc2!, 2.Tf3 e\\x f3, 3.e3 f4, 4.e2 f5, 5.e1T f6,
     6.Th1! (Te7?) f7, 7.Th7 f8D\\#}
\\end{diagram}
\\begin{diagram}%
 \\author{G. Sch\\\"opfer}%
 \\source{Neue Leipziger Ztg.}%
 \\year{1927}%
 \\pieces[3+1]{wKe1, wDa7, wTh1, sKc1}%
 \\stipulation{\\#2}%
 \\Co+%4.104
\\end{diagram}
\\begin{diagram}%
  \\author{Ugren, Ljubomir; Abdurahmanovi\\'{c}, Fadil}%
  \\sourcenr{7100}\\source{feenschach}\\issue{01-02}\\year{1965}%
  \\award{1st Prize}\\tournament{feenschach}%
  \\pieces[8+9]{wKh1, wTe4, wBc4e6f3f4f5g2, sKd1, sLc3, sBc5d2d3e7f6g3h2}%
  \\stipulation{h\\#4 \\ 1.1.1...}%
  \\themes{Rundlauf}%
\\end{diagram}
\\begin{diagram}
\\author{X}\\pieces{wKa1, wSe4, sKh8, sBa7}\\stip{\\#3}\\twins{b) wSe4{\\ra}g8; c) ohne sBa7}\\cond{Ber\\\"uhrt-Gef\\\"uhrt}
\\end{diagram}
\\begin{diagram}
\\pieces{wKa1, nBc3, sKh8}\\stip{\\#3}
\\end{diagram}
\\begin{diagram}
\\pieces{wKa1, wDLc3, sKh8}\\stip{\\#3}\\cond{Circe}
\\end{diagram}
\\putsol
\\end{document}
";
    let parsed = read_format(source, Format::Latex);
    let problems: Vec<_> = parsed.problems().collect();
    assert_eq!(
        (parsed.entries.len(), problems.len()),
        (6, 4),
        "{:?}",
        parsed.diagnostics
    );
    let [brand, schoepfer, ugren, x] = problems[..] else {
        panic!();
    };
    assert_eq!(fens(brand), ["7k/8/8/8/r3p3/8/4P3/3K4 b"]);
    assert_eq!(brand.source.as_deref(), Some("Problemkiste, 1992"));
    assert_eq!(brand.comment.as_deref(), Some("Elmar Bartel gew."));
    assert_eq!(brand.men, Some((2, 3)));
    assert!(
        brand.twins[0]
            .solution
            .as_deref()
            .unwrap()
            .contains("2.Tf3 exf3")
    );
    assert_eq!(schoepfer.author.as_deref(), Some("G. Schöpfer"));
    assert_eq!(
        ugren.author.as_deref(),
        Some("Ugren, Ljubomir; Abdurahmanović, Fadil")
    );
    assert_eq!(ugren.source.as_deref(), Some("7100 feenschach 01-02, 1965"));
    assert_eq!(ugren.twins[0].stipulation.to_string(), "h#4");
    assert_eq!(ugren.comment.as_deref(), Some("1.1.1..."));
    assert_eq!(x.twins[0].convention, Convention::BeruehrtGefuehrt);
    assert_eq!(
        fens(x),
        [
            "7k/p7/8/8/4N3/8/8/K7 w",
            "6Nk/p7/8/8/8/8/8/K7 w",
            "7k/8/8/8/4N3/8/8/K7 w"
        ]
    );
    let places: Vec<&str> = parsed
        .entries
        .iter()
        .filter_map(|entry| entry.problem.as_ref().err())
        .map(|error| &source[error.range()])
        .collect();
    assert_eq!(places, ["nBc3", "DL"]);
}

#[test]
fn a_diagram_without_its_end_is_told() {
    assert_eq!(
        refusal("\\begin{diagram}\\pieces{wKa1}", Format::Latex).0,
        "latex-end"
    );
    assert_eq!(
        refusal(
            "\\begin{diagram}\\pieces{wKa1\n\\end{diagram}",
            Format::Latex
        )
        .0,
        "latex-argument"
    );
    assert_eq!(read("no diagram", Format::Latex).len(), 0);
}
