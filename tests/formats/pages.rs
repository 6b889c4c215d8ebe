//! Pages of the PDB and diagrams in LaTeX as others wrote them, shortened to what is asked of them.

use beruehrt::formats::{Format, export, read as read_format};
use beruehrt::problem::{Convention, Duplex, Stipulation};

use super::{fens, own, read, read_one, refusal};

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
R: 1. Kf3-g3 Se2-g1,
dann 1. Tf1#!
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
    assert_eq!(problems.len(), 5, "{:?}", parsed.diagnostics);
    let [plaksin, ketzscher, garaza, behal, wenda] = problems[..] else {
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
    // Black takes back first: he moved last.
    assert!(matches!(
        garaza.twins[0].stipulation,
        Stipulation::Retractor(_)
    ));
    assert_eq!(garaza.twins[0].diagram.turn.char(), 'w');
    // What is taken back is the solution here, and a remark above.
    assert_eq!(
        garaza.twins[0].solution.as_deref(),
        Some("R: 1. Kf3-g3 Se2-g1,\ndann 1. Tf1#!")
    );
    assert!(plaksin.comment.as_deref().unwrap().contains("R: 1. d7-d5"));
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

#[test]
fn what_is_wrong_in_an_entry_of_the_data_base_has_its_place() {
    let asked = |stipulation: &str| {
        format!("1 - P0000001\nA\n(1+1)\n{stipulation}\nFEN: 8/8/8/8/8/2k5/8/K7\n")
    };
    for (stipulation, place) in [
        ("#2 dupelx (PRA)", "dupelx"),
        ("#x", "x"),
        ("Hilfsmatt in elf", "Hilfsmatt in elf"),
    ] {
        assert_eq!(
            refusal(&asked(stipulation), Format::Pdb),
            ("stipulation", place.to_owned())
        );
    }
    let text = "1 - P0000001\nA\n(1+1)\n#2\nFNE: 8/8/8/8/8/2k5/8/K7\n";
    let parsed = read_format(text, Format::Pdb);
    let error = parsed.entries[0].problem.as_ref().unwrap_err();
    assert_eq!(
        (error.code, &text[error.range()]),
        ("no-position", "1 - P0000001")
    );
    let suggestion = error.suggestion.as_ref().unwrap();
    assert_eq!(&text[suggestion.range.clone()], "FNE");
    assert_eq!(suggestion.replacement, "FEN");
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
    assert_eq!(
        ugren.source.as_deref(),
        Some("feenschach 01-02, 1965, 7100")
    );
    // The fields come back as they went in; olv has the same.
    let again = export([ugren], Format::Latex).text;
    for field in [
        "\\sourcenr{7100}",
        "\\source{feenschach}",
        "\\issue{01-02}",
        "\\year{1965}",
    ] {
        assert!(again.contains(field), "{again}");
    }
    let olv = export([ugren], Format::Olv).text;
    assert!(
        olv.contains("problemid: \"7100\"") || olv.contains("problemid: 7100"),
        "{olv}"
    );
    assert!(
        olv.contains("issue: \"01-02\"") || olv.contains("issue: 01-02"),
        "{olv}"
    );
    let back = read_format(&olv, Format::Olv);
    let back = back.problems().next().unwrap();
    assert_eq!(export([back], Format::Latex).text, again);
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

/// `twin.tex` of Popeye's regression tests: diagrams of 1975 to 1995 by eight authors, as Popeye wrote them, solutions
/// shortened. The twins are those of the sources given there.
#[test]
fn diagrams_with_twins_by_eight_authors() {
    let source = r"\documentclass{article}%
\usepackage{diagram}
\begin{document}
\begin{diagram}%
 \author{Barsukow, W.}%
 \sourcenr{2188}%
 \year{1995}%
 \month{12}%
 \issue{36}%
 \source{Ph\'enix}%
 \pieces{wKa1, sLd2, sBf3, wTd4, sTg4, wLd5, sTe6, sKh7}%
 \stipulation{h\#2}%
 \solution{a)  1.Te6-e3 Ld5-f7   2.Tg4-g7 Td4-h4 \#
b)  1.Te6-b6 Ld5-c6   2.Ld2-f4 Td4-a4 \#
c)  1.f3-f2 Ld5-f3   2.Ld2-e3 Td4-d1 \#
 }%
 \twins{b) \sK h7{\ra}a6{\newline}c) \sK h7{\ra}f1}%
 \Co+%
\end{diagram}
\begin{diagram}%
 \author{Gool, Johan C. van; Scheuer, D. van der}%
 \year{1982}%
 \source{Probleemblad}%
 \award{2. Preis}%
 \pieces{wLf1, wSh1, wTb2, sBf2, wLh2, wBa3, wSg3, wTh3, sBa4, sKd4, wBe4, wBe5, sSd6, wDd8, wKh8}%
 \stipulation{\#2}%
 \solution{a)
   1.Tb2*f2 !
      1...Kd4-c3
          2.Sg3-f5 \#b)
   1.Sh1*f2 !
      1...Kd4-c3
          2.Dd8-f6 \# }%
 \twins{b) \wB e5{\ra}c5}%
 \Co+%
\end{diagram}
\begin{diagram}%
 \author{Heinonen, Unto}%
 \year{1987}%
 \source{The Problemist}%
 \pieces{wSd1, wKh1, wBg2, wSh3, wTa4, wBd4, sKe4, sBc6, sLg6, sSc7, wLd7, sBf7, sDa8, sTh8}%
 \stipulation{h\#2}%
 \solution{a)  1.Sc7-d5 Ld7-e6   2.Sd5-e3 Sd1-f2 \#
b)  1.Da8-a6 g2-g4   2.Da6-d3 Ld7*c6 \#
f)  1.c6-c5 Ta4-a5   2.c5*d4 Ld7-f5 \#
 }%
 \twins{b)  --\sS c7{\newline}+c)  --\sD a8{\newline}+d)  --\sT h8{\newline}+e)  --\sB f7{\newline}+f)  --\sL g6}%
 \Co+%
\end{diagram}
\begin{diagram}%
 \author{Tomasevi\'c, M.}%
 \year{1982}%
 \source{feenschach}%
 \pieces{sKa6, wBe7, sTf7, wKc8}%
 \stipulation{h\#2}%
 \solution{a)  1.Tf7-f6 e7-e8=D   2.Tf6-b6 De8-a4 \#
  1.Kc8-b8 Tf7*e7   2.Kb8-a8 Te7-e8 \#
b)  1.Ka6-a7 e7-e8=D   2.Ka7-a8 De8*f7 =
  1.Kc8-b8 Tf7*e7   2.Kb8-a8 Te7-b7 =
 }%
 \twins{Duplex{\newline}b) h=2}%
 \Co+%
\end{diagram}
\begin{diagram}%
 \author{Tura, Waldemar}%
 \year{1986}%
 \source{Gazeta Czestochowska}%
 \pieces{wLd2, wKa4, wBb4, sKb6, sSb7}%
 \stipulation{h\#2}%
 \solution{a)  1.Kb6-a7 Ld2-e3 +   2.Ka7-a6 b4-b5 \#
b)  1.Ld2-c1 Kb6-a6   2.Lc1-a3 Sb7-c5 \#
 }%
 \twins{b) Farbwechsel}%
 \Co+%
\end{diagram}
\begin{diagram}%
 \author{Lois, Jorge J.}%
 \award{1. Lob}%
 \tournament{SEPA J.Candela 1975}%
 \pieces{wSe1, wSf1, sKg1, sBa2, sBb2, wBf2, wBf3, wDh3, wLd4, sBh4, wLh5, wBd6, wTe6, sBd7, wKh7}%
 \stipulation{h=2}%
 \twins{b) \sT e6{\newline}c) \nT e6}%
 \Co+%
\end{diagram}
\begin{diagram}%
 \author{Caillaud, Michel}%
 \year{1982}%
 \months{3-4}%
 \source{MAT}%
 \award{1. Preis}%
 \pieces{wLh1, wTg2, sBe3, sKf3, sBg3, sTe4, sBf4, sTg4, wBa5, wLc5, sSe5, wDf5, sSg5, wKa6, wSf7, wSg8}%
 \stipulation{\#2}%
 \twins{b) Circe}%
 \Co+%
\end{diagram}
\putsol
\end{document}
";
    let parsed = read_format(source, Format::Latex);
    assert_eq!(parsed.entries.len(), 7);
    let problems: Vec<_> = parsed.problems().collect();
    let [barsukow, gool, heinonen, tomasevic, tura, lois, caillaud] = problems[..] else {
        panic!("{:#?}", parsed.diagnostics);
    };
    assert_eq!(
        fens(barsukow),
        [
            "8/7k/4r3/3B4/3R2r1/5p2/3b4/K7 b",
            "8/8/k3r3/3B4/3R2r1/5p2/3b4/K7 b",
            "8/8/4r3/3B4/3R2r1/5p2/3b4/K4k2 b"
        ]
    );
    assert!(
        barsukow
            .source
            .as_deref()
            .unwrap()
            .contains("Phénix 36, 12/1995, 2188")
    );
    assert!(barsukow.source.as_deref().unwrap().contains("1995"));
    let solutions: Vec<_> = barsukow
        .twins
        .iter()
        .map(|t| t.solution.as_deref())
        .collect();
    assert!(solutions[1].unwrap().contains("Te6-b6"), "{solutions:?}");
    assert!(!solutions[0].unwrap().contains("Te6-b6"), "{solutions:?}");
    assert_eq!(
        gool.twins[1].solution.as_deref(),
        Some("1.Sh1*f2 !\n1...Kd4-c3 2.Dd8-f6 #")
    );
    assert_eq!(
        gool.author.as_deref(),
        Some("Gool, Johan C. van; Scheuer, D. van der")
    );
    assert_eq!(gool.award.as_deref(), Some("2. Preis"));
    assert_eq!(
        fens(gool),
        [
            "3Q3K/8/3n4/4P3/p2kP3/P5NR/1R3p1B/5B1N w",
            "3Q3K/8/3n4/2P5/p2kP3/P5NR/1R3p1B/5B1N w"
        ]
    );
    // Each twin goes on from the one before it.
    assert_eq!(
        fens(heinonen),
        [
            "q6r/2nB1p2/2p3b1/8/R2Pk3/7N/6P1/3N3K b",
            "q6r/3B1p2/2p3b1/8/R2Pk3/7N/6P1/3N3K b",
            "7r/3B1p2/2p3b1/8/R2Pk3/7N/6P1/3N3K b",
            "8/3B1p2/2p3b1/8/R2Pk3/7N/6P1/3N3K b",
            "8/3B4/2p3b1/8/R2Pk3/7N/6P1/3N3K b",
            "8/3B4/2p5/8/R2Pk3/7N/6P1/3N3K b"
        ]
    );
    // Duplex is said of the diagram, the other stipulation of b); both halves of both are asked for.
    let asked: Vec<_> = tomasevic
        .twins
        .iter()
        .map(|twin| (twin.duplex, twin.stipulation.to_string()))
        .collect();
    assert_eq!(
        asked,
        [
            (Duplex::First, "h#2".to_owned()),
            (Duplex::Second, "h#2".to_owned()),
            (Duplex::First, "h=2".to_owned()),
            (Duplex::Second, "h=2".to_owned())
        ]
    );
    // The men change their colours and stay where they are.
    assert_eq!(
        fens(tura),
        ["8/1n6/1k6/8/KP6/8/3B4/8 b", "8/1N6/1K6/8/kp6/8/3b4/8 b"]
    );
    // b) has a black rook on e6 for the white one. A neutral man and a fairy condition are named and left out.
    assert_eq!(
        fens(lois),
        [
            "8/3p3K/3PR3/7B/3B3p/5P1Q/pp3P2/4NNk1 b",
            "8/3p3K/3Pr3/7B/3B3p/5P1Q/pp3P2/4NNk1 b"
        ]
    );
    assert_eq!(caillaud.twins.len(), 1);
    let said: Vec<String> = parsed
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.message.english().into_owned())
        .collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[0].contains("nTe6") && said[1].contains("Circe"),
        "{said:?}"
    );
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

#[test]
fn the_halves_of_a_duplex_line_by_line() {
    let diagram = |stipulation: &str, twins: &str, solution: &str| {
        let source = format!(
            r"\documentclass{{article}}\usepackage{{diagram}}
\begin{{document}}
\begin{{diagram}}%
 \author{{Doe, Jane}}%
 \pieces{{wKc2, wTb7, sKa1, sTh3}}%
 \stipulation{{{stipulation}}}%
 \solution{{{solution}}}%
{twins}\end{{diagram}}
\end{{document}}
"
        );
        let problem = read_one(&source, Format::Latex);
        let halves = problem.twins.into_iter();
        let halves: Vec<(Duplex, String)> = halves
            .map(|twin| (twin.duplex, twin.solution.unwrap_or_default()))
            .collect();
        halves
    };
    // Black begins in the first half, White in the second, whatever the number of lines.
    let (black, white) = (
        "1.Th3-a3 Kc2-c1   2.Ka1-a2 Tb7-b2 \\#",
        "1.Tb7-b1 Ka1-a2   2.Tb1-c1 Th3-b3 \\#",
    );
    let plain = |line: &str| line.replace("   ", " ").replace('\\', "");
    let (first, second) = (plain(black), plain(white));
    let twins = " \\twins{Duplex{\\newline}b) h=2}%\n";
    let solution = format!("a)  {black}\n  {white}\nb)  {black}\n  {black}\n  {white}\n");
    let told = diagram("h\\#2", twins, &solution);
    let lines = |text: &str| -> Vec<String> {
        text.lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    let read: Vec<(Duplex, Vec<String>)> = told
        .iter()
        .map(|(half, text)| (*half, lines(text)))
        .collect();
    assert_eq!(
        read,
        [
            (Duplex::First, vec![first.clone()]),
            (Duplex::Second, vec![second.clone()]),
            (Duplex::First, vec![first.clone(), first]),
            (Duplex::Second, vec![second]),
        ]
    );
}

/// P0000036 and others name a convention and the retro variants; every addition in parentheses is read, or said to be a remark.
#[test]
fn what_stands_in_parentheses_behind_a_stipulation_is_not_lost() {
    let page = |stipulation: &str| {
        format!(
            "P0000793\nNikita M. Plaksin\n1558 Die Schwalbe 33 06/1975\n(13+5)\n{stipulation}\n1. cxd6ep+! Kxg3\nFEN: B7/p5PP/p6R/Q1Pp4/8/PP1P2P1/p3P1k1/4K2R\n"
        )
    };
    for (stipulation, convention) in [
        ("#3 (AP)", Convention::APosteriori),
        ("#3 (AP, RV)", Convention::APosteriori),
        ("#3 (RV)", Convention::Pra),
        ("#3 (Retro)", Convention::Codex),
    ] {
        let problem = read_one(&page(stipulation), Format::Pdb);
        assert_eq!(problem.twins[0].convention, convention, "{stipulation}");
    }
    let parsed = read_format(&page("#3 (AP, White begins)"), Format::Pdb);
    let problem = parsed.problems().next().unwrap();
    assert_eq!(problem.twins[0].convention, Convention::APosteriori);
    assert_eq!(problem.comment.as_deref(), Some("White begins"));
    assert_eq!(parsed.diagnostics.len(), 1);
}

/// What the data base has in parentheses, LaTeX and others have too.
#[test]
fn a_convention_behind_the_stipulation_of_a_diagram_is_read() {
    let diagram = |fields: &str| {
        format!("\\begin{{diagram}}\\pieces{{wKa1, wTb2, sKh8}}{fields}\\end{{diagram}}\n")
    };
    for (fields, convention) in [
        ("\\stipulation{\\#3 (AP)}", Convention::APosteriori),
        ("\\stipulation{\\#3 RS}", Convention::RetroStrategy),
        (
            "\\cond{a posteriori}\\stip{\\#3 (AP)}",
            Convention::APosteriori,
        ),
        ("\\stip{\\#3}\\cond{PRA}", Convention::Pra),
    ] {
        let problem = read_one(&diagram(fields), Format::Latex);
        assert_eq!(problem.twins[0].convention, convention, "{fields}");
        assert_eq!(problem.comment, None, "{fields}");
    }
    let two = diagram("\\stip{\\#3 (AP)}\\cond{PRA}");
    assert_eq!(
        refusal(&two, Format::Latex),
        ("two-conventions", "PRA".to_owned())
    );
    let line = "8/8/8/8/8/2k5/8/K7 w - - c0 \"#3 (AP)\";";
    let problem = read_one(line, Format::Epd);
    assert_eq!(problem.twins[0].convention, Convention::APosteriori);
}

/// A solution of a retractor as `solve` writes it, and those of its twins, come back from a page.
#[test]
fn what_is_taken_back_comes_back_from_a_page() {
    for (twins, solution) in [
        ("", "-1.Kg6xRh5 Rh8xQh5 & 1.O-O Qh7#"),
        (
            "twins: b) move h5 h4\n",
            "a) -1.Kg6xRh5 Rh8xQh5 & 1.O-O Qh7#\n  b) R: 1. Kg4-h4 Kd8-e8, dann 1. Kd7",
        ),
    ] {
        let problem = own(&format!(
            "fen: 4k3/8/8/7K/8/8/8/8 b\nstipulation: -1(w,b) & h#1, 2 solutions\n{twins}solution:\n  {solution}\n"
        ));
        let written = export([&problem], Format::Pdb);
        let back = read_one(&written.text, Format::Pdb);
        for (before, after) in problem.twins.iter().zip(&back.twins) {
            let moves = |text: &Option<String>| {
                let text = text.as_deref().unwrap_or_default();
                text.trim_start_matches("R: ").to_owned()
            };
            assert_eq!(
                moves(&after.solution),
                moves(&before.solution),
                "{}",
                written.text
            );
            assert_eq!(after.announced, Some(2));
        }
        assert_eq!(back.comment, None);
    }
}

/// The form of comments is that of P0000793 above; moves that somebody doubts are none of the author's.
#[test]
fn what_a_comment_goes_on_with_is_no_solution() {
    let page = |text: &str| {
        format!(
            "P0002107\nRudolf Behal\nNeues Illustrirtes Blatt 1897\n(12+3)\n#3\n{text}FEN: 8/8/2P1P3/2KpP1NP/6Bk/PP2P1N1/p7/Q7\n"
        )
    };
    let text = "1. exd6ep Kxg3 2. Dg1+ Kh4 3. Sf3#\nVL: Geht nicht auch\n1. Kd4 mit Dual?\nKeywords: En passant as key\n";
    let problem = read_one(&page(text), Format::Pdb);
    assert_eq!(
        problem.twins[0].solution.as_deref(),
        Some("1. exd6ep Kxg3 2. Dg1+ Kh4 3. Sf3#")
    );
    assert_eq!(
        problem.comment.as_deref(),
        Some("VL: Geht nicht auch\n1. Kd4 mit Dual?")
    );
    // Headings of the solution sign nothing.
    let text = "1. Kd4? Kxg3!\nThematische L\u{f6}sung:\n1. exd6ep Kxg3 2. Dg1+ Kh4 3. Sf3#\n";
    let problem = read_one(&page(text), Format::Pdb);
    let solution = problem.twins[0].solution.as_deref().unwrap();
    assert!(solution.ends_with("3. Sf3#"), "{solution}");
}

#[test]
fn labels_in_parentheses_are_labels() {
    let source = r"\begin{diagram}\pieces{wKe1, wTh1, sKh8, sTa4}\stip{h\#2}\twins{b) wTh1 nach g1}
\sol{(a) 1.Ta3 Kd2 2.Tg3 Th1\# \\ (b) 1.Ta3 Ke2 2.Th3 Ta1\#}\end{diagram}
";
    let problem = read_one(source, Format::Latex);
    let solution = |at: usize| problem.twins[at].solution.as_deref();
    assert_eq!(solution(0), Some("1.Ta3 Kd2 2.Tg3 Th1#"));
    assert_eq!(solution(1), Some("1.Ta3 Ke2 2.Th3 Ta1#"));
}

#[test]
fn a_diagram_on_one_line_comes_back_as_it_is() {
    let source = r"\begin{diagram}\author{A}\dedic{B gew.}\pieces[2+3]{wKe1, wTh1, sKh8, sBe4, sTa4}\stip{h\#2 duplex}
\sol{a) 1.Ta3 \OO 2.Tg3 Th1\# a-duplex) 1.\OOO e3 2.Th2 Ta1\#}\end{diagram}
";
    let problem = read_one(source, Format::Latex);
    let solutions: Vec<&str> = (problem.twins.iter())
        .filter_map(|twin| twin.solution.as_deref())
        .collect();
    assert_eq!(solutions, ["1.Ta3 0-0 2.Tg3 Th1#", "1.0-0-0 e3 2.Th2 Ta1#"]);
    assert_eq!(problem.comment.as_deref(), Some("B gew."));
    for format in [Format::Bg, Format::Latex, Format::Pdb] {
        let written = export([&problem], format);
        assert!(written.lost[0].is_empty(), "{written:?}");
    }
}

#[test]
fn the_signs_of_latex_in_a_solution() {
    let read = |solution: &str| {
        let source = format!(
            "\\begin{{diagram}} \\pieces[5+2]{{wKf4, wTb6, wLa7, wSd2, wSf5, sKc5, sBf6}} \\stipulation{{\\#2}} \\solution{{{solution}}} \\end{{diagram}}"
        );
        let problem = read_one(&source, Format::Latex);
        problem.twins[0].solution.clone().unwrap()
    };
    for dots in [
        r"1\ldots ",
        r"1\dots ",
        r"1\textellipsis ",
        r"$1\ldots$",
        r"1\ldots{}",
    ] {
        let read = read(&format!(r"1.Se3! (2.Sb3\#) {dots}Kd4 2.Tb3\#"));
        assert_eq!(read, "1.Se3! (2.Sb3#) 1...Kd4 2.Tb3#", "{dots}");
    }
    assert_eq!(read(r"1\ldots Kd4 1.\dots\ Kd5"), "1...Kd4\n1.... Kd5");
    let men = r"1.\S e3! (2.\S{}b3\#) 1...\K d4 2.\T b3\# 1...\K\x d4 2.{\T}b6--b3\#";
    let same = "1.Se3! (2.Sb3#) 1...Kd4 2.Tb3#\n1...Kxd4 2.Tb6--b3#";
    assert_eq!(read(men), same);
    // Elsewhere they are other signs.
    assert_eq!(read(r"1.Se3! \S 3, \L ukasz"), "1.Se3! 3, ukasz");
}
