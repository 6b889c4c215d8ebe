//! Defects seeded into the sound problems, each to be reported as what it is.

use beruehrt::verify::Economy;

use super::{Asked, DEFECT, Defect};

/// What the author says of the problem "rook".
const ROOK_SOLUTION: &str = "1. Kg6! threat 2. Ra8#\n    1... Kg8 2. Ra8#\n  1. Kf7? Kh7!";

/// Defects; some entries are none, and must raise no alarm.
pub const DEFECTS: &[Defect] = &[
    Defect {
        name: "another count",
        base: "rook",
        changes: &[("men: 2+1", "men: 3+1")],
        kinds: &["count"],
        why: "two white men stand on the board",
        ..DEFECT
    },
    Defect {
        name: "a wrong key",
        base: "rook",
        changes: &[(ROOK_SOLUTION, "1. Kf7!")],
        kinds: &["wrong-key", "cook"],
        why: "1.Kf7 Kh7; the true key is then a cook",
        ..DEFECT
    },
    Defect {
        name: "a second refutation of a try",
        base: "rook",
        changes: &[("1. Kf7? Kh7!", "1. Ra1? Kg8!")],
        kinds: &["missing-refutation"],
        why: "1...Kh7 saves Black too: a weakness of the try, the problem is sound",
        ..DEFECT
    },
    Defect {
        name: "a continuation that does not mate",
        base: "rook",
        changes: &[("1... Kg8 2. Ra8#", "1... Kg8 2. Rb7")],
        kinds: &["line"],
        why: "2.Rb7 threatens to mate next",
        ..DEFECT
    },
    Defect {
        name: "an unreadable square",
        base: "rook",
        changes: &[("1... Kg8 2. Ra8#", "1... Kg8 2. Ra9#")],
        kinds: &["unreadable"],
        why: "there is no ninth rank",
        ..DEFECT
    },
    Defect {
        name: "a defence that does not exist",
        base: "rook",
        changes: &[("1... Kg8 2. Ra8#", "1... Kh7")],
        kinds: &["line"],
        why: "Kg6 guards h7",
        ..DEFECT
    },
    Defect {
        name: "a false threat",
        base: "rook",
        changes: &[("threat 2. Ra8#", "threat 2. Rg7")],
        kinds: &["line"],
        why: "Rg7 is stalemate",
        ..DEFECT
    },
    Defect {
        name: "a try that is the key",
        base: "rook",
        changes: &[("1. Kf7? Kh7!", "1. Kg6? Kg8!")],
        kinds: &["line"],
        why: "it solves",
        ..DEFECT
    },
    Defect {
        name: "a refutation that does not exist",
        base: "rook",
        changes: &[("1. Kf7? Kh7!", "1. Kf7? Kg8!")],
        kinds: &["line"],
        why: "Kf7 guards g8",
        ..DEFECT
    },
    Defect {
        name: "too short a stipulation",
        base: "rook",
        changes: &[("#2", "#1")],
        kinds: &["no-solution", "wrong-key"],
        why: "there is no mate in one",
        ..DEFECT
    },
    Defect {
        name: "no solution given",
        base: "rook",
        changes: &[(
            "solution:\n  1. Kg6! threat 2. Ra8#\n    1... Kg8 2. Ra8#\n  1. Kf7? Kh7!\n",
            "",
        )],
        kinds: &["no-published-key"],
        why: "nothing to compare with",
        ..DEFECT
    },
    Defect {
        name: "a part omitted",
        base: "parts",
        changes: &[("  [- -] 1. Ke6! threat 2. Rd8#\n", "")],
        kinds: &["solution-incomplete"],
        why: "half of the solution",
        ..DEFECT
    },
    Defect {
        name: "castling not answered",
        base: "parts",
        changes: &[("    1... O-O 2. h7#\n", "")],
        kinds: &["solution-incomplete"],
        why: "it parries the threat",
        ..DEFECT
    },
    Defect {
        name: "a wrong key in one part",
        base: "parts",
        changes: &[("[- -] 1. Ke6! threat 2. Rd8#", "[- -] 1. Rd7!")],
        kinds: &["wrong-key", "cook"],
        why: "1.Rd7 Kxd7",
        ..DEFECT
    },
    Defect {
        name: "a part that does not exist",
        base: "parts",
        changes: &[("[- -] 1. Ke6! threat 2. Rd8#", "[k -] 1. Ke6!")],
        kinds: &["solution-incomplete", "line"],
        why: "k - is no history of the diagram; the part - - is left without a key",
        ..DEFECT
    },
    Defect {
        name: "a wrong answer to castling",
        base: "parts",
        changes: &[("1... O-O 2. h7#", "1... O-O 2. Rd8")],
        kinds: &["line"],
        why: "2.Rd8 does not mate",
        ..DEFECT
    },
    Defect {
        name: "a false threat in a part",
        base: "parts",
        changes: &[(
            "threat 2. Rd8#\n    1... O-O",
            "threat 2. Rd7\n    1... O-O",
        )],
        kinds: &["line"],
        why: "Kxd7",
        ..DEFECT
    },
    Defect {
        name: "a false refutation",
        base: "parts",
        changes: &[("1. Ke6? O-O!", "1. Ke6? Kf8!")],
        kinds: &["line"],
        why: "1...Kf8 2.Rd8#",
        ..DEFECT
    },
    Defect {
        name: "the denial omitted",
        base: "trial",
        changes: &[("    [taken back: - -] 1. Ke6 threat 2. Rd8#\n", "")],
        kinds: &["solution-incomplete"],
        why: "what happens when the trial is taken back is the point",
        ..DEFECT
    },
    Defect {
        name: "the history with castling omitted",
        base: "trial",
        changes: &[(
            "    [stands: k g6] threat 2. Rd8#\n      1... O-O 2. h7#\n",
            "",
        )],
        kinds: &["solution-incomplete"],
        why: "in - g6 Black cannot castle, so that branch does not cover it",
        ..DEFECT
    },
    Defect {
        name: "no defect: a branch that shows nothing new",
        base: "trial",
        changes: &[("    [stands: - g6] threat 2. Rd8#\n", "")],
        why: "all of it is in the branch k g6",
        ..DEFECT
    },
    Defect {
        name: "castling not answered in a branch",
        base: "trial",
        changes: &[("      1... O-O 2. h7#\n", "")],
        kinds: &["solution-incomplete"],
        why: "it parries the threat",
        ..DEFECT
    },
    Defect {
        name: "a ruling that cannot be",
        base: "trial",
        changes: &[(
            "[taken back: - -] 1. Ke6 threat 2. Rd8#",
            "[taken back: k -] 1. Ke6 threat 2. Rd8#",
        )],
        kinds: &["line", "solution-incomplete"],
        why: "k - is no history of the diagram; the true denial is missing",
        ..DEFECT
    },
    Defect {
        name: "a wrong move after the denial",
        base: "trial",
        changes: &[("[taken back: - -] 1. Ke6", "[taken back: - -] 1. Kg6")],
        kinds: &["line"],
        why: "1.Kg6 leaves Black time",
        ..DEFECT
    },
    Defect {
        name: "against the touch law",
        base: "trial",
        changes: &[("options: ep-touch=own-only\n", "")],
        kinds: &["no-solution", "wrong-key", "touch-law"],
        why: "both pawns touched: g5 must be captured (4.3.3), Ke6 is not permitted",
        ..DEFECT
    },
    Defect {
        name: "a false refutation in a trial problem",
        base: "trial",
        changes: &[("1. Ke6? O-O!", "1. Ke6? Kf8!")],
        kinds: &["line"],
        why: "1...Kf8 2.Rd8#",
        ..DEFECT
    },
    Defect {
        name: "a help solution not published",
        base: "henke",
        changes: &[("  1. Kc2 Ra2+ 2. Kc1 O-O#\n", "")],
        kinds: &["no-published-key", "cook"],
        why: "the set play alone is given",
        ..DEFECT
    },
    Defect {
        name: "another number of help solutions than is announced",
        base: "henke",
        changes: &[("stipulation: h#2*", "stipulation: h#2* 2.1.1.1")],
        kinds: &["solution-count"],
        why: "there is one solution",
        ..DEFECT
    },
    Defect {
        name: "a help solution that cannot be read",
        base: "henke",
        changes: &[("1. Kc2 Ra2+", "1. Kz2 Ra2+")],
        kinds: &["no-published-key", "unreadable", "perhaps-published"],
        why: "the one solution may be the line that cannot be read",
        ..DEFECT
    },
    Defect {
        name: "a help line that misses",
        base: "henke",
        changes: &[("2. Kc1 O-O#", "2. Kc1 Rh2")],
        kinds: &["line", "cook"],
        why: "no mate at the end; the true line is then not the author's",
        ..DEFECT
    },
    Defect {
        name: "a set line that misses",
        base: "henke",
        changes: &[("2. Ke2 Rd2#", "2. Ke2 Rd3")],
        kinds: &["line"],
        why: "no mate",
        ..DEFECT
    },
    Defect {
        name: "the wanted castling disproved",
        base: "henke",
        changes: &[("  K -\n", "")],
        kinds: &["no-solution", "wrong-key"],
        why: "without O-O there is no solution",
        ..DEFECT
    },
    Defect {
        name: "the wrong capture first",
        base: "two-captures",
        changes: &[(
            "1. hxg6 e.p.#!\n    [stands: - g6]\n    [taken back: - e6] 1. dxe6 e.p. zugzwang\n      1... g4 2. hxg4#\n  1. dxe6 e.p.?",
            "1. dxe6 e.p.!",
        )],
        kinds: &["wrong-key", "cook"],
        why: "after the denial e5 must be captured",
        ..DEFECT
    },
    Defect {
        name: "the denial of the key omitted",
        base: "two-captures",
        changes: &[(
            "    [taken back: - e6] 1. dxe6 e.p. zugzwang\n      1... g4 2. hxg4#\n",
            "",
        )],
        kinds: &["solution-incomplete"],
        why: "that the trial mates if it stands is not all",
        ..DEFECT
    },
    Defect {
        name: "a continuation that is no move",
        base: "two-captures",
        changes: &[("2. hxg4#", "2. Kxg4")],
        kinds: &["line"],
        why: "the black king guards g4",
        ..DEFECT
    },
    Defect {
        name: "one denial of two omitted",
        base: "three-steps",
        changes: &[("    [taken back: - b6] 1. cxb6 e.p. threat 2. Rc1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "each history has its own answer",
        ..DEFECT
    },
    Defect {
        name: "the other denial omitted",
        base: "three-steps",
        changes: &[("    [taken back: - g6] 1. fxg6 e.p. threat 2. Rf1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "each history has its own answer",
        ..DEFECT
    },
    Defect {
        name: "the history in which the trial stands omitted",
        base: "three-steps",
        changes: &[("    [stands: - d6] threat 2. Rc1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "nobody says what is threatened then",
        ..DEFECT
    },
    Defect {
        name: "a free move where one is owed",
        base: "three-steps",
        changes: &[(
            "[taken back: - b6] 1. cxb6 e.p. threat 2. Rc1#",
            "[taken back: - b6] 1. Qe1+",
        )],
        kinds: &["touch-law"],
        why: "c5 is touched and can take b6",
        ..DEFECT
    },
    Defect {
        name: "a capture of another history",
        base: "three-steps",
        changes: &[(
            "[taken back: - b6] 1. cxb6 e.p. threat 2. Rc1#",
            "[taken back: - b6] 1. fxg6 e.p.",
        )],
        kinds: &["line"],
        why: "b7-b5 was played: there is nothing to take on g6",
        ..DEFECT
    },
    Defect {
        name: "a doubtful capture as key",
        base: "keym",
        changes: &[("1. O-O-O#!", "1. bxc6 e.p.!")],
        kinds: &["wrong-key", "cook"],
        why: "Black denies the double step",
        ..DEFECT
    },
    Defect {
        name: "a rook move instead of castling",
        base: "keym",
        changes: &[("1. O-O-O#!", "1. Rd1!")],
        kinds: &["wrong-key", "cook"],
        why: "the king shuts the rank",
        ..DEFECT
    },
    Defect {
        name: "castling open to dispute",
        base: "keym",
        changes: &[("convention: bg", "convention: bg\noptions: castling=open")],
        kinds: &["no-solution", "wrong-key"],
        why: "Black denies the right",
        ..DEFECT
    },
    Defect {
        name: "the trial of the defender omitted",
        base: "castler",
        changes: &[(
            "    1... O-O-O\n      [taken back: k -] 1... Kd8 2. Qxh8#\n",
            "",
        )],
        kinds: &["solution-incomplete"],
        why: "it would save him",
        ..DEFECT
    },
    Defect {
        name: "a variation omitted",
        base: "castler",
        changes: &[("    1... Rh7 2. Qg8#\n", "")],
        kinds: &["solution-incomplete"],
        why: "it parries both threats named",
        ..DEFECT
    },
    Defect {
        name: "a false mate after the trial",
        base: "castler",
        changes: &[("1... Kd8 2. Qxh8#", "1... Kd8 2. Qd4+")],
        kinds: &["line"],
        why: "Black interposes or goes away",
        ..DEFECT
    },
    Defect {
        name: "a ruling that does not win",
        base: "castler",
        changes: &[("[taken back: k -] 1... Kd8 2. Qxh8#", "[stands: q -]")],
        kinds: &["line"],
        why: "White must not let it stand",
        ..DEFECT
    },
    Defect {
        name: "a false refutation by the king",
        base: "castler",
        changes: &[("1. Qh4? Rxh4!", "1. Qh4? Kf8!")],
        kinds: &["line"],
        why: "2.Qxh8#",
        ..DEFECT
    },
    Defect {
        name: "another last move taken back",
        base: "joke",
        changes: &[("R: O-O-O, Rxg6# or Qf7#", "R: Kb8-c8")],
        kinds: &["wrong-retraction", "cook"],
        why: "out of turn or legal: it does not solve",
        ..DEFECT
    },
    Defect {
        name: "a replacement that is not permitted",
        base: "joke",
        changes: &[("Rxg6# or Qf7#", "Rxg6# or Qe3#")],
        kinds: &["wrong-replacement"],
        why: "Qe3 does not parry the check",
        ..DEFECT
    },
    Defect {
        name: "no last move given",
        base: "joke",
        changes: &[("solution:\n  R: O-O-O, Rxg6# or Qf7#\n", "")],
        kinds: &["no-published-key"],
        notes: &["retraction"],
        why: "nothing to compare with",
        ..DEFECT
    },
    Defect {
        name: "noted: a key that is a trial and captures",
        base: "trial",
        notes: &["key-is-trial", "capturing-key"],
        why: "1.hxg6 e.p.",
        ..DEFECT
    },
    Defect {
        name: "noted: a capturing key",
        base: "castler",
        notes: &["capturing-key", "threat-dual", "flight-taken"],
        why: "1.Qxg7 with two threats; f8 was free for the king",
        ..DEFECT
    },
    Defect {
        name: "noted: a flight without a set mate",
        base: "rook",
        notes: &["unprovided-flight"],
        why: "Kg8 has no answer in the set play; h7 is guarded by the rook before the key and after",
        ..DEFECT
    },
    Defect {
        name: "noted: castling by convention only",
        base: "henke",
        notes: &["by-convention"],
        why: "O-O is neither proved nor disproved",
        ..DEFECT
    },
    Defect {
        name: "noted: the retraction",
        base: "joke",
        notes: &["retraction"],
        why: "O-O-O",
        ..DEFECT
    },
    // One for each kind of finding that has none above.
    Defect {
        name: "a second mate",
        base: "back-rank",
        changes: &[("R5K1", "RR4K1")],
        kinds: &["cook"],
        why: "1.Rb8#",
        ..DEFECT
    },
    Defect {
        name: "two mates and no solution",
        base: "back-rank",
        changes: &[("R5K1", "RR4K1"), ("solution:\n  1. Ra8#!\n", "")],
        kinds: &["no-published-key", "several-keys"],
        why: "1.Ra8# and 1.Rb8#, and nobody says which is meant",
        ..DEFECT
    },
    Defect {
        name: "too long a stipulation",
        base: "back-rank",
        changes: &[("#1", "#2")],
        kinds: &["short-solution"],
        notes: &["unprovided-flight"],
        why: "it is mate at once; after any other move the black king gets out",
        ..DEFECT
    },
    Defect {
        name: "a bishop behind its pawn",
        base: "back-rank",
        changes: &[("8/R5K1", "1P6/B5K1"), ("histories: given\n  - -\n", "")],
        kinds: &["illegal"],
        why: "b2 has not moved, so nothing ever came to a1 but the rook that stood there",
        ..DEFECT
    },
    Defect {
        name: "a history not claimed",
        base: "claim",
        changes: &[("  - -\n", "")],
        kinds: &["claim"],
        why: "the rook may have moved",
        ..DEFECT
    },
    Defect {
        name: "a history claimed that there is not",
        base: "claim",
        changes: &[(
            "1nbqkb2/pppppppp/5n2/8/8/5N2/PPPPPPPP/1NBQKB1R w",
            "1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/4K2R b",
        )],
        kinds: &["claim"],
        why: "White has nothing but king and rook to have moved with",
        ..DEFECT
    },
    Defect {
        name: "a man too many",
        base: "back-rank",
        changes: &[("8/R5K1", "1P6/R5K1")],
        asked: Asked::Economy(Economy::Look),
        kinds: &["superfluous-man"],
        why: "b2 does nothing",
        ..DEFECT
    },
    Defect {
        name: "a rook where a pawn does",
        base: "back-rank",
        changes: &[("6pp", "6pr")],
        asked: Asked::Economy(Economy::Look),
        kinds: &["weaker-man"],
        why: "h7 is only to be occupied",
        ..DEFECT
    },
    Defect {
        name: "noted: a man could stand elsewhere",
        base: "back-rank",
        changes: &[("7k/6pp/8/8/8/8/8/R5K1", "6k1/5pp1/8/8/8/8/2B5/R5K1")],
        asked: Asked::Economy(Economy::Shifts),
        notes: &["shifted-man"],
        why: "b1 and d3 guard h7 as well",
        ..DEFECT
    },
    Defect {
        name: "a dual",
        base: "rook",
        changes: &[
            ("7k/R7/5K2/8/8/8/8/8", "2R5/8/8/2R5/1K2k3/7Q/4q3/8"),
            ("2+1", "4+2"),
            (ROOK_SOLUTION, "1. Re8+! Kd4 2. Qc3#\n    1... Kf4 2. Rf5#"),
        ],
        kinds: &["dual"],
        notes: &["checking-key", "unprovided-check"],
        why: "2.Qd7# as well; in the set play the black queen checks four times over",
        ..DEFECT
    },
    Defect {
        name: "noted: a check without a set mate",
        base: "rook",
        changes: &[
            ("7k/R7/5K2/8/8/8/8/8", "3Q4/2P5/8/k7/8/r1Rp4/8/5K2"),
            ("2+1", "4+3"),
            (ROOK_SOLUTION, "1. c8=Q+!"),
        ],
        notes: &["checking-key", "unprovided-check"],
        why: "1...Ra1+",
        ..DEFECT
    },
    Defect {
        name: "noted: a key that gives and takes",
        base: "rook",
        changes: &[
            ("7k/R7/5K2/8/8/8/8/8", "8/3R4/8/8/5Q2/8/2k5/4K3"),
            ("2+1", "3+1"),
            (ROOK_SOLUTION, "1. Qb4!"),
        ],
        notes: &["flight-given", "flight-taken"],
        why: "the queen leaves c1 and guards the b-file and c3",
        ..DEFECT
    },
    Defect {
        name: "noted: two bishops of one colour",
        base: "back-rank",
        changes: &[("8/R5K1", "3B4/R1B3K1")],
        notes: &["promoted-man"],
        why: "c1 and d2 are both dark",
        ..DEFECT
    },
    Defect {
        name: "noted: two promotions mate",
        base: "rook",
        changes: &[("7k/R7", "7k/P7"), ("Ra8#", "a8=Q#"), ("Ra8#", "a8=Q#")],
        notes: &["promotion-dual", "flight-taken"],
        why: "2.a8=Q# or 2.a8=R#; the king takes h7, which the rook guarded before",
        ..DEFECT
    },
    Defect {
        name: "set play claimed",
        base: "rook",
        changes: &[("#2", "#2*")],
        kinds: &["no-set-play"],
        notes: &["set-play"],
        why: "neither king move has an answer",
        ..DEFECT
    },
    Defect {
        name: "noted: what every problem has",
        base: "rook",
        notes: &["men", "key", "replayed", "try"],
        why: "1.Kf7? Kh7! is a try",
        ..DEFECT
    },
    Defect {
        name: "noted: rights and targets",
        base: "trial",
        notes: &["castling", "en-passant"],
        why: "Black's O-O and g6",
        ..DEFECT
    },
    Defect {
        name: "no doubtful move in a Berührt-Geführt problem",
        base: "rook",
        changes: &[("#2", "#2\nconvention: bg")],
        kinds: &["trial-not-needed", "touch-law-not-needed"],
        why: "nobody can try anything out",
        ..DEFECT
    },
    Defect {
        name: "not enough nodes",
        base: "castler",
        asked: Asked::Within(40),
        kinds: &["incomplete"],
        why: "the search breaks off",
        ..DEFECT
    },
    Defect {
        name: "not enough nodes for the tries",
        base: "two-captures",
        asked: Asked::Within(160),
        kinds: &["tries-unexamined", "tries-cut"],
        why: "they suffice for the key and for the proof that there is no other, not for the published try",
        ..DEFECT
    },
    Defect {
        name: "a try of a problem in four moves",
        base: "four-moves",
        changes: &[("Ng5\n", "Ng5\n  1. Kf3? Kg1!\n")],
        kinds: &["tries-unexamined"],
        why: "tries are looked for in up to three moves",
        ..DEFECT
    },
    Defect {
        name: "not enough nodes for the economy",
        base: "two-captures",
        asked: Asked::EconomyWithin(600),
        kinds: &["economy-cut"],
        why: "whether a man matters for the histories is not found out",
        ..DEFECT
    },
    Defect {
        name: "not enough nodes for the histories",
        base: "henke",
        changes: &[("histories: given\n  K -\n  Q -\n  - -\n", "")],
        asked: Asked::HistoriesWithin(1),
        kinds: &["conditional"],
        why: "nobody knows whether White may castle",
        ..DEFECT
    },
    Defect {
        name: "another language",
        base: "key-alone",
        changes: &[("1. Kg3!", "1. Rg3!")],
        notes: &["other-letters"],
        why: "White has no rook; the French king is R",
        ..DEFECT
    },
    Defect {
        name: "another twin than is described",
        base: "help-twins",
        changes: &[("b) 1. Kf8", "b) wRg3>c5 1. Kf8")],
        kinds: &["twin-description"],
        why: "the rook goes to b4",
        ..DEFECT
    },
    Defect {
        name: "too large to be replayed",
        base: "castler",
        asked: Asked::TreesOf(3),
        kinds: &["unchecked", "unaudited"],
        why: "the tree is cut before the published moves end",
        ..DEFECT
    },
    Defect {
        name: "half a move where none was begun",
        base: "half",
        changes: &[("convention: illegal-move\n", "")],
        kinds: &["not-playable"],
        why: "#0.5 asks for an illegal last move",
        ..DEFECT
    },
    Defect {
        name: "another move finished",
        base: "half",
        changes: &[("R: Ke1-g1, O-O#", "R: Ke1-g1, Kf1#")],
        kinds: &["wrong-replacement", "cook"],
        why: "castling is owed",
        ..DEFECT
    },
    Defect {
        name: "noted: the last move",
        base: "last-move",
        notes: &["last-move"],
        why: "g7-g5",
        ..DEFECT
    },
    Defect {
        name: "a wrong last move",
        base: "last-move",
        changes: &[("g7-g5", "g6-g5")],
        kinds: &["wrong-last-move"],
        why: "from g6 it gave check to Kf5, with Black to move",
        ..DEFECT
    },
    Defect {
        name: "no last move to compare with",
        base: "last-move",
        changes: &[("solution:\n  g7-g5\n", "")],
        kinds: &["not-compared"],
        why: "the author gives none",
        ..DEFECT
    },
    Defect {
        name: "several last moves",
        base: "last-move",
        changes: &[
            (
                "7R/7p/5P1k/4PKpP/8/8/8/8",
                "1nbqkb2/pppppppp/5n2/8/8/5N2/PPPPPPPP/1NBQKB1R",
            ),
            ("g7-g5", "Ng8-f6"),
        ],
        kinds: &["cooked-last-move"],
        why: "it may have been the other knight's Nc6-b8 as well",
        ..DEFECT
    },
    Defect {
        name: "several last moves that nobody excludes",
        base: "last-move",
        changes: &[
            (
                "7R/7p/5P1k/4PKpP/8/8/8/8",
                "1nbqkb2/pppppppp/5n2/8/8/5N2/PPPPPPPP/1NBQKB1R",
            ),
            ("g7-g5", "Ng8-f6"),
        ],
        asked: Asked::HistoriesWithin(1),
        kinds: &["several-last-moves"],
        why: "no game is found in so short a time",
        ..DEFECT
    },
];
