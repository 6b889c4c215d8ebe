//! A text's format is told by how it begins.

use beruehrt::formats::{Format, recognise};

#[test]
fn every_format_is_recognised_by_its_beginning() {
    for (text, format) in [
        ("fen: 4k3/8/8/8/8/8/8/4K3 w\n", Format::Bg),
        ("# a comment\n\nid: x\nauthor: y\nwhite: Ke1\n", Format::Bg),
        (
            "author: X\ncomment: from\n  BeginProblem\n  4k3/8/8/8/8/8/8/4K3 w\n  \\x\nwhite: Ke1\n",
            Format::Bg,
        ),
        ("begin\n\nauthor X\n", Format::Popeye),
        (
            "<!DOCTYPE html>\n<pre>\n4k3/8/8/8/8/8/8/4K3 w\n",
            Format::Html,
        ),
        ("AnfangProblem\n", Format::Popeye),
        ("\u{FEFF}DebutProbleme\n", Format::Popeye),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", Format::Fen),
        ("4k3/8/8/8/8/8/8/4K3 w - - dm 2;\n", Format::Epd),
        (
            "---\nauthors:\n  - X\nalgebraic:\n  white: [Ke1]\n",
            Format::Olv,
        ),
        ("% a book\n\\documentclass{article}\n", Format::Latex),
        ("\\begin{diagram}\n", Format::Latex),
        ("[Event \"x\"]\n[FEN \"x\"]\n", Format::Pgn),
        (
            "Die Schwalbe\n\n1 - P0000545\nAndrej N. Kornilow\n",
            Format::Pdb,
        ),
        (
            "Ferad Kakabadze\n1422 Die Schwalbe 30\nGenre: Retro\n",
            Format::Pdb,
        ),
    ] {
        assert_eq!(recognise(text), Some(format), "{text}");
        // What is recognised from a beginning stays.
        let first = text.len() - 1;
        for end in (0..first).filter(|&end| text.is_char_boundary(end)) {
            assert!(
                recognise(&text[..end]).is_none_or(|found| found == format),
                "{}",
                &text[..end]
            );
        }
    }
    // Text of a field gives nothing away, even if it stands in the first column by mistake.
    for open in [
        "id: x\nBeginProblem\n",
        "comment:\n  [Event \"x\"]\n",
        "",
        "id: x\nauthor: y\n",
        "source: z\n",
        "fen: 4k3/8",
    ] {
        assert_eq!(recognise(open), None, "{open}");
    }
}
