//! Sound problems, defects seeded into them, and what is to be said of the shipped problems.

/// A defect: what is changed in a sound problem, and what must be found: the kinds of errors and warnings in
/// order, nothing else, and notes among others.
pub struct Defect {
    pub name: &'static str,
    pub base: &'static str,
    pub changes: &'static [(&'static str, &'static str)],
    pub kinds: &'static [&'static str],
    pub notes: &'static [&'static str],
    pub why: &'static str,
}

/// The sound problem of that name.
pub fn base(name: &str) -> &'static str {
    SOUND
        .iter()
        .find(|(known, _)| *known == name)
        .map_or_else(|| panic!("no problem {name}"), |(_, text)| text)
}

/// Nine sound problems of every genre, their histories given where these are not the point.
pub const SOUND: &[(&str, &str)] = &[
    ("rook", ROOK),
    ("parts", PARTS),
    ("trial", TRIAL),
    ("henke", HENKE),
    ("two-captures", TWO_CAPTURES),
    ("three-steps", THREE_STEPS),
    ("keym", KEYM),
    ("castler", CASTLER),
    ("joke", JOKE),
];

/// Kg6 leaves the black king only g8. 1.Kf7 Kh7, and the own king shuts the rook's rank.
const ROOK: &str = "\
fen: 7k/R7/5K2/8/8/8/8/8 w
stipulation: #2
men: 2+1
histories: given
  - -
solution:
  1. Kg6! threat 2. Ra8#
    1... Kg8 2. Ra8#
  1. Kf7? Kh7!
";

/// Langstaff 1922 in two parts.
const PARTS: &str = "\
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: #2
histories: given
  k g6
  - g6
  - -
solution:
  [k g6] 1. hxg6 e.p.! threat 2. Rd8#
    1... O-O 2. h7#
  [- -] 1. Ke6! threat 2. Rd8#
  [k g6] 1. Ke6? O-O!
";

/// The same with trials; only the own pawn counts as touched.
const TRIAL: &str = "\
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: #2
convention: bg
options: ep-touch=own-only
histories: given
  k g6
  - g6
  - -
solution:
  1. hxg6 e.p.!
    [stands: k g6] threat 2. Rd8#
      1... O-O 2. h7#
    [stands: - g6] threat 2. Rd8#
    [taken back: - -] 1. Ke6 threat 2. Rd8#
  1. Ke6? O-O!
";

/// Henke 1948: the castling that is played first is permitted. In the set play nothing is doubtful either.
const HENKE: &str = "\
fen: 8/8/8/8/4p3/3k1p2/5P2/R3K2R b
stipulation: h#2*
histories: given
  K -
  Q -
  - -
solution:
  1... O-O-O+ 2. Ke2 Rd2#
  1. Kc2 Ra2+ 2. Kc1 O-O#
";

/// h5 cannot move and g5 is guarded by h4: after a denial White is free for the other capture. Denied e6
/// first, e5 must be captured, and nothing comes of it.
const TWO_CAPTURES: &str = "\
fen: 8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w
stipulation: #2
convention: bg
histories: given
  - e6
  - g6
solution:
  1. hxg6 e.p.#!
    [stands: - g6]
    [taken back: - e6] 1. dxe6 e.p. zugzwang
      1... g4 2. hxg4#
  1. dxe6 e.p.?
";

/// Black has played one of three double steps.
const THREE_STEPS: &str = "\
fen: 8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1 w
stipulation: #2
convention: bg
histories: given
  - b6
  - d6
  - g6
solution:
  1. cxd6 e.p.!
    [stands: - d6] threat 2. Rc1#
    [taken back: - b6] 1. cxb6 e.p. threat 2. Rc1#
    [taken back: - g6] 1. fxg6 e.p. threat 2. Rf1#
  1. cxb6 e.p.?
";

/// Keym 1969: castling is permitted unless disproved; the capture would have to be proved.
const KEYM: &str = "\
fen: qrbR4/rP1P1pp1/pQ1pp3/pPp5/6P1/1P3BB1/3PP2P/R3K1k1 w
stipulation: #1
convention: bg
histories: given
  Q -
  - -
  - c6
solution:
  1. O-O-O#!
";

/// Black can castle on one side at the most. O-O is guarded; he tries O-O-O, White names the history in which
/// Ra8 has moved, and the touched king must go to d8.
const CASTLER: &str = "\
fen: r3k2r/4p1p1/1P2K1P1/8/3Q4/8/8/8 w
stipulation: #2
convention: bg
histories: given
  - -
  k -
  q -
solution:
  1. Qxg7! threat 2. Qxe7#, 2. Qxh8#
    1... Rh7 2. Qg8#
    1... O-O-O
      [taken back: k -] 1... Kd8 2. Qxh8#
  1. Qh4? Rxh4!
";

/// Wheeler 1874: the castling crossed a guarded square; the king has no move, and both moves of Black mate.
const JOKE: &str = "\
fen: 2kr1b2/p3p3/4K1Br/B3R3/8/5q2/8/8 w
stipulation: s#?
convention: illegal-move
solution:
  R: O-O-O, Rxg6# or Qf7#
";

/// Defects; some entries are none, and must raise no alarm.
pub const DEFECTS: &[Defect] = &[
    Defect {
        name: "another count",
        base: "rook",
        changes: &[("men: 2+1", "men: 3+1")],
        kinds: &["count"],
        notes: &[],
        why: "two white men stand on the board",
    },
    Defect {
        name: "a wrong key",
        base: "rook",
        changes: &[(
            "1. Kg6! threat 2. Ra8#\n    1... Kg8 2. Ra8#\n  1. Kf7? Kh7!",
            "1. Kf7!",
        )],
        kinds: &["wrong-key", "cook"],
        notes: &[],
        why: "1.Kf7 Kh7; the true key is then a cook",
    },
    Defect {
        name: "a second refutation of a try",
        base: "rook",
        changes: &[("1. Kf7? Kh7!", "1. Ra1? Kg8!")],
        kinds: &["missing-refutation"],
        notes: &[],
        why: "1...Kh7 saves Black too: a weakness of the try, the problem is sound",
    },
    Defect {
        name: "a continuation that does not mate",
        base: "rook",
        changes: &[("1... Kg8 2. Ra8#", "1... Kg8 2. Rb7")],
        kinds: &["line"],
        notes: &[],
        why: "2.Rb7 threatens to mate next",
    },
    Defect {
        name: "an unreadable square",
        base: "rook",
        changes: &[("1... Kg8 2. Ra8#", "1... Kg8 2. Ra9#")],
        kinds: &["unreadable"],
        notes: &[],
        why: "there is no ninth rank",
    },
    Defect {
        name: "a defence that does not exist",
        base: "rook",
        changes: &[("1... Kg8 2. Ra8#", "1... Kh7")],
        kinds: &["line"],
        notes: &[],
        why: "Kg6 guards h7",
    },
    Defect {
        name: "a false threat",
        base: "rook",
        changes: &[("threat 2. Ra8#", "threat 2. Rg7")],
        kinds: &["line"],
        notes: &[],
        why: "Rg7 is stalemate",
    },
    Defect {
        name: "a try that is the key",
        base: "rook",
        changes: &[("1. Kf7? Kh7!", "1. Kg6? Kg8!")],
        kinds: &["line"],
        notes: &[],
        why: "it solves",
    },
    Defect {
        name: "a refutation that does not exist",
        base: "rook",
        changes: &[("1. Kf7? Kh7!", "1. Kf7? Kg8!")],
        kinds: &["line"],
        notes: &[],
        why: "Kf7 guards g8",
    },
    Defect {
        name: "too short a stipulation",
        base: "rook",
        changes: &[("#2", "#1")],
        kinds: &["no-solution", "wrong-key"],
        notes: &[],
        why: "there is no mate in one",
    },
    Defect {
        name: "no solution given",
        base: "rook",
        changes: &[(
            "solution:\n  1. Kg6! threat 2. Ra8#\n    1... Kg8 2. Ra8#\n  1. Kf7? Kh7!\n",
            "",
        )],
        kinds: &["no-published-key"],
        notes: &[],
        why: "nothing to compare with",
    },
    Defect {
        name: "a part omitted",
        base: "parts",
        changes: &[("  [- -] 1. Ke6! threat 2. Rd8#\n", "")],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "half of the solution",
    },
    Defect {
        name: "castling not answered",
        base: "parts",
        changes: &[("    1... O-O 2. h7#\n", "")],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "it parries the threat",
    },
    Defect {
        name: "a wrong key in one part",
        base: "parts",
        changes: &[("[- -] 1. Ke6! threat 2. Rd8#", "[- -] 1. Rd7!")],
        kinds: &["wrong-key", "cook"],
        notes: &[],
        why: "1.Rd7 Kxd7",
    },
    Defect {
        name: "a part that does not exist",
        base: "parts",
        changes: &[("[- -] 1. Ke6! threat 2. Rd8#", "[k -] 1. Ke6!")],
        kinds: &["solution-incomplete", "line"],
        notes: &[],
        why: "k - is no history of the diagram; the part - - is left without a key",
    },
    Defect {
        name: "a wrong answer to castling",
        base: "parts",
        changes: &[("1... O-O 2. h7#", "1... O-O 2. Rd8")],
        kinds: &["line"],
        notes: &[],
        why: "2.Rd8 does not mate",
    },
    Defect {
        name: "a false threat in a part",
        base: "parts",
        changes: &[(
            "threat 2. Rd8#\n    1... O-O",
            "threat 2. Rd7\n    1... O-O",
        )],
        kinds: &["line"],
        notes: &[],
        why: "Kxd7",
    },
    Defect {
        name: "a false refutation",
        base: "parts",
        changes: &[("1. Ke6? O-O!", "1. Ke6? Kf8!")],
        kinds: &["line"],
        notes: &[],
        why: "1...Kf8 2.Rd8#",
    },
    Defect {
        name: "the denial omitted",
        base: "trial",
        changes: &[("    [taken back: - -] 1. Ke6 threat 2. Rd8#\n", "")],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "what happens when the trial is taken back is the point",
    },
    Defect {
        name: "the history with castling omitted",
        base: "trial",
        changes: &[(
            "    [stands: k g6] threat 2. Rd8#\n      1... O-O 2. h7#\n",
            "",
        )],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "in - g6 Black cannot castle, so that branch does not cover it",
    },
    Defect {
        name: "no defect: a branch that shows nothing new",
        base: "trial",
        changes: &[("    [stands: - g6] threat 2. Rd8#\n", "")],
        kinds: &[],
        notes: &[],
        why: "all of it is in the branch k g6",
    },
    Defect {
        name: "castling not answered in a branch",
        base: "trial",
        changes: &[("      1... O-O 2. h7#\n", "")],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "it parries the threat",
    },
    Defect {
        name: "a ruling that cannot be",
        base: "trial",
        changes: &[(
            "[taken back: - -] 1. Ke6 threat 2. Rd8#",
            "[taken back: k -] 1. Ke6 threat 2. Rd8#",
        )],
        kinds: &["line", "solution-incomplete"],
        notes: &[],
        why: "k - is no history of the diagram; the true denial is missing",
    },
    Defect {
        name: "a wrong move after the denial",
        base: "trial",
        changes: &[("[taken back: - -] 1. Ke6", "[taken back: - -] 1. Kg6")],
        kinds: &["line"],
        notes: &[],
        why: "1.Kg6 leaves Black time",
    },
    Defect {
        name: "against the touch law",
        base: "trial",
        changes: &[("options: ep-touch=own-only\n", "")],
        kinds: &["no-solution", "wrong-key", "touch-law"],
        notes: &[],
        why: "both pawns touched: g5 must be captured (4.3.3), Ke6 is not permitted",
    },
    Defect {
        name: "a false refutation in a trial problem",
        base: "trial",
        changes: &[("1. Ke6? O-O!", "1. Ke6? Kf8!")],
        kinds: &["line"],
        notes: &[],
        why: "1...Kf8 2.Rd8#",
    },
    Defect {
        name: "a help solution not published",
        base: "henke",
        changes: &[("  1. Kc2 Ra2+ 2. Kc1 O-O#\n", "")],
        kinds: &["no-published-key", "cook"],
        notes: &[],
        why: "the set play alone is given",
    },
    Defect {
        name: "a help line that misses",
        base: "henke",
        changes: &[("2. Kc1 O-O#", "2. Kc1 Rh2")],
        kinds: &["line", "cook"],
        notes: &[],
        why: "no mate at the end; the true line is then not the author's",
    },
    Defect {
        name: "a set line that misses",
        base: "henke",
        changes: &[("2. Ke2 Rd2#", "2. Ke2 Rd3")],
        kinds: &["line"],
        notes: &[],
        why: "no mate",
    },
    Defect {
        name: "the wanted castling disproved",
        base: "henke",
        changes: &[("  K -\n", "")],
        kinds: &["no-solution", "wrong-key"],
        notes: &[],
        why: "without O-O there is no solution",
    },
    Defect {
        name: "the wrong capture first",
        base: "two-captures",
        changes: &[(
            "1. hxg6 e.p.#!\n    [stands: - g6]\n    [taken back: - e6] 1. dxe6 e.p. zugzwang\n      1... g4 2. hxg4#\n  1. dxe6 e.p.?",
            "1. dxe6 e.p.!",
        )],
        kinds: &["wrong-key", "cook"],
        notes: &[],
        why: "after the denial e5 must be captured",
    },
    Defect {
        name: "the denial of the key omitted",
        base: "two-captures",
        changes: &[(
            "    [taken back: - e6] 1. dxe6 e.p. zugzwang\n      1... g4 2. hxg4#\n",
            "",
        )],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "that the trial mates if it stands is not all",
    },
    Defect {
        name: "a continuation that is no move",
        base: "two-captures",
        changes: &[("2. hxg4#", "2. Kxg4")],
        kinds: &["line"],
        notes: &[],
        why: "the black king guards g4",
    },
    Defect {
        name: "one denial of two omitted",
        base: "three-steps",
        changes: &[("    [taken back: - b6] 1. cxb6 e.p. threat 2. Rc1#\n", "")],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "each history has its own answer",
    },
    Defect {
        name: "the other denial omitted",
        base: "three-steps",
        changes: &[("    [taken back: - g6] 1. fxg6 e.p. threat 2. Rf1#\n", "")],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "each history has its own answer",
    },
    Defect {
        name: "the history in which the trial stands omitted",
        base: "three-steps",
        changes: &[("    [stands: - d6] threat 2. Rc1#\n", "")],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "nobody says what is threatened then",
    },
    Defect {
        name: "a free move where one is owed",
        base: "three-steps",
        changes: &[(
            "[taken back: - b6] 1. cxb6 e.p. threat 2. Rc1#",
            "[taken back: - b6] 1. Qe1+",
        )],
        kinds: &["touch-law"],
        notes: &[],
        why: "c5 is touched and can take b6",
    },
    Defect {
        name: "a capture of another history",
        base: "three-steps",
        changes: &[(
            "[taken back: - b6] 1. cxb6 e.p. threat 2. Rc1#",
            "[taken back: - b6] 1. fxg6 e.p.",
        )],
        kinds: &["line"],
        notes: &[],
        why: "b7-b5 was played: there is nothing to take on g6",
    },
    Defect {
        name: "a doubtful capture as key",
        base: "keym",
        changes: &[("1. O-O-O#!", "1. bxc6 e.p.!")],
        kinds: &["wrong-key", "cook"],
        notes: &[],
        why: "Black denies the double step",
    },
    Defect {
        name: "a rook move instead of castling",
        base: "keym",
        changes: &[("1. O-O-O#!", "1. Rd1!")],
        kinds: &["wrong-key", "cook"],
        notes: &[],
        why: "the king shuts the rank",
    },
    Defect {
        name: "castling open to dispute",
        base: "keym",
        changes: &[("convention: bg", "convention: bg\noptions: castling=open")],
        kinds: &["no-solution", "wrong-key"],
        notes: &[],
        why: "Black denies the right",
    },
    Defect {
        name: "the trial of the defender omitted",
        base: "castler",
        changes: &[(
            "    1... O-O-O\n      [taken back: k -] 1... Kd8 2. Qxh8#\n",
            "",
        )],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "it would save him",
    },
    Defect {
        name: "a variation omitted",
        base: "castler",
        changes: &[("    1... Rh7 2. Qg8#\n", "")],
        kinds: &["solution-incomplete"],
        notes: &[],
        why: "it parries both threats named",
    },
    Defect {
        name: "a false mate after the trial",
        base: "castler",
        changes: &[("1... Kd8 2. Qxh8#", "1... Kd8 2. Qd4+")],
        kinds: &["line"],
        notes: &[],
        why: "Black interposes or goes away",
    },
    Defect {
        name: "a ruling that does not win",
        base: "castler",
        changes: &[("[taken back: k -] 1... Kd8 2. Qxh8#", "[stands: q -]")],
        kinds: &["line"],
        notes: &[],
        why: "White must not let it stand",
    },
    Defect {
        name: "a false refutation by the king",
        base: "castler",
        changes: &[("1. Qh4? Rxh4!", "1. Qh4? Kf8!")],
        kinds: &["line"],
        notes: &[],
        why: "2.Qxh8#",
    },
    Defect {
        name: "another last move taken back",
        base: "joke",
        changes: &[("R: O-O-O, Rxg6# or Qf7#", "R: Kb8-c8")],
        kinds: &["wrong-retraction", "cook"],
        notes: &[],
        why: "out of turn or legal: it does not solve",
    },
    Defect {
        name: "a replacement that is not permitted",
        base: "joke",
        changes: &[("Rxg6# or Qf7#", "Rxg6# or Qe3#")],
        kinds: &["wrong-replacement"],
        notes: &[],
        why: "Qe3 does not parry the check",
    },
    Defect {
        name: "no last move given",
        base: "joke",
        changes: &[("solution:\n  R: O-O-O, Rxg6# or Qf7#\n", "")],
        kinds: &["no-published-key"],
        notes: &["retraction"],
        why: "nothing to compare with",
    },
    Defect {
        name: "noted: a key that is a trial and captures",
        base: "trial",
        changes: &[],
        kinds: &[],
        notes: &["key-is-trial", "capturing-key"],
        why: "1.hxg6 e.p.",
    },
    Defect {
        name: "noted: a capturing key",
        base: "castler",
        changes: &[],
        kinds: &[],
        notes: &["capturing-key", "threat-dual", "flight-taken"],
        why: "1.Qxg7 with two threats; f8 was free for the king",
    },
    Defect {
        name: "noted: a flight without a set mate",
        base: "rook",
        changes: &[],
        kinds: &[],
        notes: &["unprovided-flight"],
        why: "Kg8 has no answer in the set play; h7 is guarded by the rook before the key and after",
    },
    Defect {
        name: "noted: castling by convention only",
        base: "henke",
        changes: &[],
        kinds: &[],
        notes: &["by-convention"],
        why: "O-O is neither proved nor disproved",
    },
    Defect {
        name: "noted: the retraction",
        base: "joke",
        changes: &[],
        kinds: &[],
        notes: &["retraction"],
        why: "O-O-O",
    },
];

/// What is to be said of shipped problems, twin by twin: errors and warnings, and why that is so. What hangs on
/// histories that a test has no time for (`claim`, `conditional`) is left out; the long problems are not here.
pub const SHIPPED: &[(&str, &[&[&str]], &str)] = &[
    (
        "originals/castling-waits-for-the-denial",
        &[&["dual"]],
        "the checking key leaves Kd8 alone, and three moves mate then",
    ),
    (
        "originals/defender-tries-to-castle",
        &[&["dual"]],
        "after 1...Ra7 the pawn promotes twice over and the queen mates on c8",
    ),
    (
        "originals/double-step-of-three",
        &[&[]],
        "each history has one answer",
    ),
    (
        "originals/first-touch-decides",
        &[&[]],
        "one defence, one mate",
    ),
    (
        "originals/knight-takes-what-was-touched",
        &[&[]],
        "four threats are no dual; nothing parries all but O-O",
    ),
    (
        "originals/nothing-touched-can-move",
        &[&[]],
        "two threats; only O-O parries both",
    ),
    (
        "originals/other-castling-is-owed",
        &[&["dual", "dual"]],
        "after O-O-O, free or forced, five moves mate",
    ),
    (
        "originals/queen-takes-on-the-edge",
        &[&[]],
        "Rh7 and O-O-O parry both threats, each has one answer",
    ),
    (
        "originals/touched-pawn-is-captured",
        &[&[]],
        "one threat, no defence in time",
    ),
    ("tour/langstaff", &[&[]], "the solution names every branch"),
    (
        "published/behal-1897",
        &[&[]],
        "three captures, three answers",
    ),
    ("published/henke-1948", &[&[]], "one solution, one set line"),
    (
        "published/hume-1923",
        &[&["solution-incomplete"]],
        "only the key is given, and castling parries",
    ),
    (
        "published/kling-1849",
        &[&["dual", "dual"]],
        "the king may step to f2 as well as castle",
    ),
    (
        "published/langstaff-1922",
        &[&[]],
        "two parts, both complete",
    ),
    (
        "published/langstaff-1922-bg",
        &[&[]],
        "the branch - g6 shows nothing that k g6 does not",
    ),
    (
        "published/liskovets-2007",
        &[&[]],
        "the capture en passant is forced",
    ),
    (
        "published/loyd-1859",
        &[&["dual"]],
        "1.Qb7 Ra7 2.Qb8 or Qc8; all else leaves a threat",
    ),
    (
        "published/wheeler-1874",
        &[&[]],
        "one illegal last move, both replacements named",
    ),
    (
        "published/amelung-1897",
        &[&[]],
        "g7-g5 is the only last move",
    ),
    (
        "published/smullyan-1979-10",
        &[&[]],
        "the claim is what is found",
    ),
    (
        "published/smullyan-1979-11",
        &[&[]],
        "the claim is what is found",
    ),
];
