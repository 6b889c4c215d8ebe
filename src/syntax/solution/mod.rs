//! The author's solution as written: a tree of moves, threats and rulings, before any position is asked.
//!
//! ```text
//! solution = { part }
//! part     = [ "[" world "]" | label ")" ] { item }     a PRA part is headed by its world
//! item     = number moves { moves } | "threat" | "zugzwang" | "but" | "(" { item } ")" | "{" comment "}"
//!          | "[stands: k g6]" | "[taken back: - -]"     what the opponent made of the trial before it
//! number   = "1." | "1..." | "1…" | "1.-" | "1 -"; "1)" where no point numbers a move
//! moves    = move { "/" move }                          each of them; what follows follows each
//! move     = any letter set, long or short, with ! ? !? + # and e.p., or "~", "R~", "any", "else"
//! ```
//!
//! Words are those of the journals in English, German and French, a few in Russian. "Set play" behind the key closes what answers it. Letters of themes, `[a]` and `(A)`, and
//! brackets without numbers, `(Qh8?)`, are passed over; so are the sentences of `solve` (`told`), whose rulings are read. `[2.Nc5#]` is a
//! threat like `(2.Nc5#)`; brackets directly behind a defence and its answer, `Ra4(Ra5) 2.Qb1(Qb2)#`, hold others, pair by pair. A move without
//! number behind a mate or stalemate is another defence: `2.Qf4# Bc6 2.Qg4#`. What a dash leads to, one half-move too high, is threatened:
//! `1.Qd4! - 2.Qh4#`. A comma between two refutations joins them: `but 1...Bxe4!, bxc4!`.
//!
//! A move belongs to the nearest open move of the half-move before it, so variations follow from the
//! numbers. A ruling belongs to the move before it, or is a sibling of the ruling it stands under
//! (same indentation). A line that goes back to the trial's number or before it leaves the ruling unless
//! it is indented more than the ruling's line. Moves of a side twice in a row leave out what any move of
//! the other side stands for.
//!
//! **What cannot be read** is told with its place and costs its own line: the move is there as one that
//! was not read, and what stands below it hangs on it. What something was filled in for, or what stands
//! among words that are not understood, is *supposed*. Nothing is an error.
//!
//! The tree is an arena: however long the line, nothing recurses. Ranges are bytes of the text given.

mod heading;
mod letters;
mod markup;
mod promotion;
mod reader;
mod shape;
mod token;
mod told;
mod unread;
mod words;
mod written;

pub use written::{
    AnyMove, NamedMove, NodeId, PartHead, Reading, Told, ToldWhat, Written, WrittenMark,
    WrittenMove, WrittenNode, WrittenOutcome, WrittenPart, WrittenRole, WrittenSolution,
    WrittenStyle, Zugzwang,
};

use crate::notation::Letters;
use markup::Legible;
use reader::Reader;
use token::{Piece, Token, tokens};

/// Reads a solution in the given letters, or in others if all of it is written in them.
pub fn read_solution(text: &str, given: Letters) -> WrittenSolution {
    read_solution_up_to(text, given, None)
}

/// The same, where nothing is played behind the half-move `last`: a move without number there begins another line, mate marked or not.
pub fn read_solution_up_to(text: &str, given: Letters, last: Option<u32>) -> WrittenSolution {
    let legible = Legible::of(text);
    let pieces = tokens(&legible.text);
    let letters = spoken(&pieces, given);
    let mut solution = Reader::new(&pieces, letters, last).read();
    legible.give_back(&mut solution);
    solution
}

/// The letters in which solutions that belong together are written: those given, or others if all of them are written in these. One of
/// them alone may leave the king and the rook in doubt.
pub fn spoken_letters<'a>(solutions: impl IntoIterator<Item = &'a str>, given: Letters) -> Letters {
    let all: Vec<&str> = solutions.into_iter().collect();
    spoken(&tokens(&Legible::of(&all.join("\n")).text), given)
}

/// Whether solutions have this word: a heading, "threat", "but", in any language.
pub(crate) fn is_word(word: &str) -> bool {
    words::said(word).is_some()
}

fn spoken(pieces: &[Piece<'_>], given: Letters) -> Letters {
    let shapes = pieces.iter().filter_map(|piece| match &piece.token {
        Token::Move(shape) => Some(shape),
        _ => None,
    });
    letters::spoken(shapes, given)
}

#[cfg(test)]
mod tests {
    use super::reader::shown;
    use super::*;
    use proptest::prelude::*;

    /// The tree as indented text: ply, move as written, what is special about it.
    fn drawn(text: &str, letters: Letters) -> String {
        let solution = read_solution(text, letters);
        assert!(solution.is_read(), "{text}\n{:#?}", solution.unread);
        outline(text, &solution)
    }

    fn outline(text: &str, solution: &WrittenSolution) -> String {
        let mut out = Vec::new();
        for part in &solution.parts {
            match &part.head {
                PartHead::None => {}
                PartHead::Worlds(worlds) => out.push(format!("part {}", worlds[0])),
                PartHead::Label(label) => out.push(format!("part {label}")),
            }
            let mut todo: Vec<(NodeId, usize)> = part.roots.iter().rev().map(|&n| (n, 1)).collect();
            while let Some((id, depth)) = todo.pop() {
                let node = &solution.nodes[id];
                let words = &text[node.range.clone()];
                let special = match &node.what {
                    Written::Ruling { .. } => String::new(),
                    Written::Move {
                        mark,
                        role,
                        zugzwang,
                        text,
                    } => {
                        let mut special = shown(node.ply);
                        for (said, what) in [
                            (*text == WrittenMove::Unread, " lost"),
                            (*mark == WrittenMark::Bad, " try"),
                            (*role == WrittenRole::Threat, " threat"),
                            (*role == WrittenRole::Refutation, " refutation"),
                            (*zugzwang == Zugzwang::Written, " zugzwang"),
                        ] {
                            if said {
                                special.push_str(what);
                            }
                        }
                        special.push(' ');
                        special
                    }
                };
                out.push(format!("{}{special}{words}", "  ".repeat(depth - 1)));
                todo.extend(node.children.iter().rev().map(|&child| (child, depth + 1)));
            }
        }
        out.join("\n")
    }

    #[test]
    fn a_line_with_variations() {
        let behal =
            "1. exd6 e.p.!\n  1... Kxg3 2. Qg1+ Kh4 3. Nf3#\n  1... Kxg4 2. Qe5 Kh4 3. Qf4#";
        assert_eq!(
            drawn(behal, Letters::English),
            "1. exd6 e.p.!\n  1... Kxg3\n    2. Qg1+\n      2... Kh4\n        3. Nf3#\n  1... Kxg4\n    2. Qe5\n      2... Kh4\n        3. Qf4#"
        );
    }

    #[test]
    fn the_branches_of_a_trial() {
        let langstaff = "\
1. hxg6 e.p.!
  [stands: k g6] threat 2. Rd8#
    1... O-O 2. h7#
  [taken back: - -] 1. Ke6 threat 2. Rd8#
1. Ke6? O-O!";
        assert_eq!(
            drawn(langstaff, Letters::English),
            "1. hxg6 e.p.!\n  [stands: k g6]\n    2. threat Rd8#\n    1... O-O\n      2. h7#\n  [taken back: - -]\n    1. Ke6\n      2. threat Rd8#\n1. try Ke6?\n  1... O-O!"
        );
    }

    #[test]
    fn the_same_without_indentation_and_in_german() {
        let langstaff = "\
1.h5xg6 e.p.!
[steht: k g6] Drohung: 2.Td8#
1...0-0 2.h7#
[zurück: - -] 1.Ke6 (2.Td8#)
1.Ke6? aber 1...0-0!";
        assert_eq!(
            drawn(langstaff, Letters::German),
            "1. h5xg6 e.p.!\n  [steht: k g6]\n    2. threat Td8#\n    1... 0-0\n      2. h7#\n  [zurück: - -]\n    1. Ke6\n      2. threat Td8#\n1. try Ke6?\n  1... refutation 0-0!"
        );
    }

    #[test]
    fn rulings_on_one_line() {
        let text = "1. hxg6! [stands: k g6] threat 2. Rd8# [taken back: - -] 1. Ke6";
        assert_eq!(
            drawn(text, Letters::English),
            "1. hxg6!\n  [stands: k g6]\n    2. threat Rd8#\n  [taken back: - -]\n    1. Ke6"
        );
    }

    #[test]
    fn a_defenders_trial_inside_a_trial() {
        let text = "\
1. Qb7!
  1... O-O
    [stands: k -] 2. Qg7#
    [taken back: q -] 1... Kd8 2. Qc7#
  1... Kf8 2. Qf7#
1. Qa1? O-O!";
        assert_eq!(
            drawn(text, Letters::English),
            "1. Qb7!\n  1... O-O\n    [stands: k -]\n      2. Qg7#\n    [taken back: q -]\n      1... Kd8\n        2. Qc7#\n  1... Kf8\n    2. Qf7#\n1. try Qa1?\n  1... O-O!"
        );
    }

    #[test]
    fn parts_twins_set_play_and_help_play() {
        let loyd = "[KQk -] 1. Qxg7!\n[KQq -] 1. Qb7!";
        assert_eq!(
            drawn(loyd, Letters::English),
            "part KQk -\n1. Qxg7!\npart KQq -\n1. Qb7!"
        );
        let twins = "a) 1. Rhf1! O-O-O 2. Bxe6+\nb) 1. O-O!";
        assert_eq!(
            drawn(twins, Letters::English),
            "part a\n1. Rhf1!\n  1... O-O-O\n    2. Bxe6+\npart b\n1. O-O!"
        );
        let henke = "1... O-O-O+ 2. Ke2 Rd2#\n1. Kc2 Ra2+ 2. Kc1 O-O#";
        assert_eq!(
            drawn(henke, Letters::English),
            "1... O-O-O+\n  2. Ke2\n    2... Rd2#\n1. Kc2\n  1... Ra2+\n    2. Kc1\n      2... O-O#"
        );
    }

    #[test]
    fn popeyes_long_lines_are_understood() {
        let text = "1.Qa7-f2 ! zugzwang.\n1...Kc1-b2\n2.Qf2-b6 #\n1.Sd1-f2 ? threat:\n2.Qa7-a1 #\nbut\n1...b3-b2 + !";
        assert_eq!(
            drawn(text, Letters::English),
            "1. zugzwang Qa7-f2\n  1... Kc1-b2\n    2. Qf2-b6\n1. try Sd1-f2\n  2. threat Qa7-a1\n  1... refutation b3-b2"
        );
    }

    #[test]
    fn several_threats_comments_and_promotions() {
        let text = "1. Qb2! {a quiet key} (2. Qb8#, 2. Qg7#) 1... ~ 2. e8(Q)#";
        assert_eq!(
            drawn(text, Letters::English),
            "1. Qb2!\n  2. threat Qb8#\n  2. threat Qg7#\n  1... ~\n    2. e8(Q)#"
        );
    }

    #[test]
    fn words_announce_threats_and_refutations() {
        for said in [
            "mit der Drohung",
            "avec la menace",
            "menaçant",
            "with the threat",
        ] {
            let text = format!("1.Sd6! {said} 2.Sb3# 1...Kd4 2.Tb3#");
            let read = "1. Sd6!\n  2. threat Sb3#\n  1... Kd4\n    2. Tb3#";
            assert_eq!(drawn(&text, Letters::German), read);
        }
        for said in [
            "widerlegt durch",
            "réfuté par",
            "scheitert an",
            "refuted by",
        ] {
            for number in ["1...", ""] {
                let text = format!("1.Sd6? {said} {number}Ke5!");
                let read = "1. try Sd6?\n  1... refutation Ke5!";
                assert_eq!(drawn(&text, Letters::German), read, "{text}");
            }
        }
        for said in [
            "wegen",
            "because",
            "worauf",
            "alors",
            "after",
            "selfblock",
            "unpins",
            "allows",
            "forces",
            "auf",
            "ohne Drohung",
            "sans menace",
            "→",
            "»",
        ] {
            let text = format!("1.Sd6! {said} 1...Kd4 {said} 2.Tb3#");
            let read = "1. Sd6!\n  1... Kd4\n    2. Tb3#";
            assert_eq!(drawn(&text, Letters::German), read, "{text}");
        }
        let joined = "1.Sd6! Kd4 bzw. Kd5 2.Tb3#";
        assert_eq!(read_solution(joined, Letters::German).moves().count(), 5);
        assert_eq!(
            drawn("1.dxe6 i.p.! S weg", Letters::German),
            "1. dxe6 i.p.!\n  1... S weg"
        );
        // A move without which something else goes is not played.
        let without = read_solution("1.Sd6! Kd4 ohne 2.Tb3#", Letters::German);
        assert!(!without.is_read());
    }

    #[test]
    fn letters_of_variations_are_no_twins() {
        let text = "1.Sd6! a) 1...Kd4 2.Tb3#; b) 1...Ke5 2.Tb5#";
        let read = "1. Sd6!\n  1... Kd4\n    2. Tb3#\n  1... Ke5\n    2. Tb5#";
        assert_eq!(drawn(text, Letters::German), read);
        let twin = "1.Sd6! Kd4 b) 1...Ke5 2.Tb5#";
        assert!(drawn(twin, Letters::German).contains("part b"));
    }

    #[test]
    fn what_is_not_understood_is_shown() {
        let unread = |text| read_solution(text, Letters::English).unread;
        let code = |text| unread(text)[0].code;
        assert_eq!(code("1. Zz9"), "solution-words");
        assert_eq!(code("1. Xd8"), "solution-move");
        assert_eq!(code("1. Kd2 5. Kd4"), "solution-number");
        assert_eq!(code("3. Kd2"), "solution-number");
        assert_eq!(code("[stands: k g6] 1. Ke2"), "solution-ruling");
        assert_eq!(code("1. Ke2 [falls: k g6]"), "solution-ruling");
        assert_eq!(code("1. Ke2 [stands: xx]"), "solution-world");
        assert_eq!(code("1. Ke2 {open"), "solution");
        assert_eq!(code("1. Ke2 ) 1... Kd7"), "solution");
        let near = unread("1. Ke2 zugzwnag 1... Kd7");
        assert!(
            near[0]
                .suggestion
                .as_ref()
                .is_some_and(|s| s.replacement == "zugzwang")
        );
    }

    #[test]
    fn markup_is_passed_over() {
        let plain = "1. Se3! (2.Sb3#)\n1...Kd4 2.Tb3#";
        let expected = read_solution(plain, Letters::German);
        for text in [
            "<p><b>1. Se3!</b> <i>(2.Sb3#)</i><br/>1&#8230;Kd4 2.Tb3#</p>",
            "1.&nbsp;Se3!&nbsp;(2.Sb3#)<br>1&hellip;Kd4<b>2.Tb3#</b>",
            "<span class=\"key\">1.Se3</span> $1 (2.Sb3#)\n1&#x2026;Kd4 $10 2.Tb3#",
            "\\textbf{1. Se3!} (2.Sb3\\#)\n1\\ldots Kd4 2.\\emph{Tb3}\\#",
        ] {
            let found = read_solution(text, Letters::English);
            assert!(found.is_read(), "{text} {:?}", found.unread);
            assert!(found.is_like(&expected), "{text}");
            let moves = ["Se3", "Sb3", "Kd4", "Tb3"];
            for (node, name) in found.nodes.iter().zip(moves) {
                assert!(text[node.range.clone()].starts_with(name), "{text}");
            }
        }
        let text = "<b>1. Se3!</b> nonsense 1...Kd4";
        let unread = &read_solution(text, Letters::English).unread[0];
        assert_eq!(&text[unread.range()], "nonsense");
        let endless = "<b>&nbsp;\\textbf{$1".repeat(100_000);
        assert!(read_solution(&endless, Letters::English).nodes.is_empty());
    }

    #[test]
    fn the_text_may_be_endless() {
        let long = format!("1. Ke2 {}", "Kd7 ".repeat(300_000));
        let read = |text: &str| read_solution(text, Letters::English);
        assert_eq!(read(&long).nodes.len(), 300_001);
        assert!(read(&"(".repeat(300_000)).is_read());
        let nested = format!("{}{}", "(".repeat(150_000), ")".repeat(150_000));
        assert!(read(&nested).is_read());
        assert!(
            read(&format!(
                "1. Ke2 {}",
                "[taken back: - -] 1. Kd2 ".repeat(3000)
            ))
            .is_read()
        );
        let joined = format!("1. Ke2 {}", "Kd7/Kd8/Ke8 ".repeat(100_000));
        assert!(read(&joined).nodes.len() < 1_000_000);
        assert_eq!(read(&"word ".repeat(300_000)).unread.len(), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(800))]

        #[test]
        fn no_text_panics(parts in prop::collection::vec(prop::sample::select(vec![
            "1.", "1...", "2.", "3...", "Ke2", "exd6", "e.p.", "O-O", "!", "?", "threat", "but", "zugzwang",
            "[stands: k g6]", "[taken back: - -]", "[KQ -]", "(", ")", "{x}", "{", "[", "]", "a)", "\n", "\n  ",
            " ", "~", "ü", "e8(Q)", "\u{0}", "9999999999.", "0.", "…", "/", ",", "[a]", "R~", "any", "else", "oder",
            "1.-", "(Qh8?)", "because", "g8=Q,R", "[2.Nc5#]", "3 ", "<b>", "<br>", "&nbsp;", "&#8230;", "\\textbf{", "}", "$1", "$3 ",
        ]), 0..30)) {
            let text = parts.concat();
            let solution = read_solution(&text, Letters::English);
            for (id, node) in solution.nodes.iter().enumerate() {
                prop_assert!(node.parent.is_none_or(|parent| parent < id));
                prop_assert!(text.get(node.range.clone()).is_some());
            }
            for place in solution.unread {
                prop_assert!(text.get(place.range()).is_some());
            }
        }
    }
}
