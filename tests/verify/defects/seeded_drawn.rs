//! Defects seeded into the drawn problems: what is left out, and what is claimed and not there.

use super::{DEFECT, Defect};

/// Defects; some entries are none, and must raise no alarm.
pub const DEFECTS: &[Defect] = &[
    Defect {
        name: "proof game: the bishop does not go to its death",
        base: "proof-game",
        changes: &[("4.Be8 Kxe8", "4.Bb5 Ke8")],
        kinds: &["wrong-game"],
        notes: &["only-game", "shows"],
        why: "after 4.Bb5 Ke8 a bishop stands on b5; the one game there is brings the king back to e8",
        ..DEFECT
    },
    Defect {
        name: "proof game: a shorter one is asked for",
        base: "proof-game",
        changes: &[
            ("pg 4.0", "pg 2.0"),
            ("solution: 1.e4 e6 2.Bb5 Ke7 3.Bxd7 c6 4.Be8 Kxe8\n", ""),
        ],
        kinds: &["not-compared", "no-game"],
        why: "White's bishop needs three moves to be captured by the king or on d7, and two are left",
        ..DEFECT
    },
    Defect {
        name: "proof game: men that go home in two ways",
        base: "proof-game",
        changes: &[
            (
                "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w",
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w",
            ),
            ("pg 4.0", "pg 3.0"),
            (
                "1.e4 e6 2.Bb5 Ke7 3.Bxd7 c6 4.Be8 Kxe8",
                "1.e4 e5 2.Nf3 Nf6 3.Ng1 Ng8",
            ),
        ],
        kinds: &["cooked-game"],
        why: "2.Nc3 Nc6 3.Nb1 Nb8 does as well",
        ..DEFECT
    },
    Defect {
        name: "proof game: not the shortest",
        base: "proof-game",
        changes: &[
            (
                "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w",
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w",
            ),
            ("pg 4.0", "spg"),
            ("1.e4 e6 2.Bb5 Ke7 3.Bxd7 c6 4.Be8 Kxe8", "1.e3 e6 2.e4 e5"),
        ],
        kinds: &["shorter-game"],
        why: "1.e4 e5 is one move shorter",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: the first variation left out",
        base: "zz-queen",
        changes: &[("    1... h2 2. Qxg2#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...h2 2.Qxg2#",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: the second variation left out",
        base: "zz-queen",
        changes: &[("    1... Kg1 2. Qa1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...Kg1 2.Qa1#",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: a step of a pawn left out",
        base: "zz-rooks",
        changes: &[("    1... h6 2. Rxh6#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...h6 2.Rxh6#",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: a double step left out",
        base: "zz-rooks",
        changes: &[("    1... h5 2. Rxh5#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...h5 2.Rxh5#",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: a flight left out",
        base: "zz-knight",
        changes: &[("    1... Ka3 2. Qxa5#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...Ka3 2.Qxa5#",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: a capture left out",
        base: "zz-knight",
        changes: &[("    1... axb4 2. Qa6#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...axb4 2.Qa6#",
        ..DEFECT
    },
    Defect {
        name: "zugzwang nobody speaks of: a variation left out",
        base: "zz-silent",
        changes: &[("    1... axb4 2. Qa6#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...axb4 2.Qa6#",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: all promotions left out",
        base: "zz-promotion",
        changes: &[("    1... e1=Q 2. Qxe1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "four moves, one remark",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: what is no promotion left out",
        base: "zz-promotion",
        changes: &[("    1... a2 2. Qb2#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...a2 2.Qb2#",
        ..DEFECT
    },
    Defect {
        name: "no defect: another promotion named",
        base: "zz-promotion",
        changes: &[("e1=Q", "e1=N")],
        why: "2.Qxe1# answers each",
        ..DEFECT
    },
    Defect {
        name: "any move says only what holds",
        base: "zz-any",
        changes: &[("    1... a2 2. Qb2#\n", "")],
        kinds: &["solution-incomplete"],
        why: "after 1...a2 there is nothing to take on e1",
        ..DEFECT
    },
    Defect {
        name: "no defect: a man's moves named together",
        base: "zz-rooks",
        changes: &[(
            "    1... h6 2. Rxh6#\n    1... h5 2. Rxh5#\n",
            "    1... h~ 2. Rxh6#\n",
        )],
        why: "the pawn's moves are spoken of; that one is taken elsewhere is left to the reader",
        ..DEFECT
    },
    Defect {
        name: "no defect: else names the rest",
        base: "zz-rooks",
        changes: &[("1... h5 2. Rxh5#", "1... else 2. Rxh6#")],
        why: "1...h5 is spoken of",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: any other move left out",
        base: "zz-any",
        changes: &[("    1... ~ 2. Qxe1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "the promotions",
        ..DEFECT
    },
    Defect {
        name: "zugzwang and nothing more",
        base: "zz-one",
        changes: &[("    1... Kxb8 2. Re8#\n", "")],
        kinds: &["solution-incomplete"],
        why: "an author who says zugzwang has to say what follows",
        ..DEFECT
    },
    Defect {
        name: "no defect: the key without its zugzwang",
        base: "zz-one",
        changes: &[(" zugzwang\n    1... Kxb8 2. Re8#\n", "\n")],
        why: "a key alone",
        ..DEFECT
    },
    Defect {
        name: "zugzwang in three: a quiet second move left out",
        base: "zz-three",
        changes: &[("    1... b4 2. Bb2 zugzwang\n      2... bxa3 3. Rh4#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...b4 2.Bb2",
        ..DEFECT
    },
    Defect {
        name: "zugzwang in three: another second move left out",
        base: "zz-three",
        changes: &[("    1... Kxa3 2. Rh1 threat 3. Ra1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...Kxa3 2.Rh1",
        ..DEFECT
    },
    Defect {
        name: "zugzwang in three: the end left out",
        base: "zz-three",
        changes: &[("      2... bxa3 3. Rh4#\n", "")],
        kinds: &["solution-incomplete"],
        why: "after 2.Bb2 zugzwang nobody says what follows",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: a wrong mate",
        base: "zz-rooks",
        changes: &[("1... h5 2. Rxh5#", "1... h5 2. Rg5")],
        kinds: &["line"],
        why: "2.Rg5 is no mate; that the variation is given wrongly is all there is to say",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: a move that is none",
        base: "zz-knight",
        changes: &[("1... Ka3 2. Qxa5#", "1... Kb5 2. Qxa5#")],
        kinds: &["line", "solution-incomplete"],
        why: "the queen guards b5; 1...Ka3 is left out besides",
        ..DEFECT
    },
    Defect {
        name: "zugzwang: a threat that is none",
        base: "zz-queen",
        changes: &[("zugzwang", "threat 2. Qa1#")],
        kinds: &["line"],
        why: "2.Qa1+ g1=Q is no mate",
        ..DEFECT
    },
    Defect {
        name: "the threat not named",
        base: "threat",
        changes: &[(" threat 2. Qd6#", "")],
        kinds: &["solution-incomplete"],
        why: "neither variation shows 2.Qd6#",
        ..DEFECT
    },
    Defect {
        name: "no defect: one of two parries with one answer",
        base: "threat",
        changes: &[("    1... Be5 2. Qxe5#\n", "")],
        why: "2.Qe5# is shown",
        ..DEFECT
    },
    Defect {
        name: "the threat neither named nor shown",
        base: "threat-shown",
        changes: &[("    1... Bf2 2. Qb2#\n", "")],
        kinds: &["solution-incomplete"],
        why: "nothing shows 2.Qb2#",
        ..DEFECT
    },
    Defect {
        name: "the parry of a threat that is shown",
        base: "threat-shown",
        changes: &[("    1... Kd4 2. Qf6#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...Kd4 2.Qf6#",
        ..DEFECT
    },
    Defect {
        name: "a false threat",
        base: "threat-alone",
        changes: &[("threat 2. Qb2#", "threat 2. Qb4#")],
        kinds: &["line"],
        why: "2.Qb4+ cxb4",
        ..DEFECT
    },
    Defect {
        name: "selfmate: the only variation left out",
        base: "self-zugzwang",
        changes: &[("    1... a3 2. Qb2+ axb2#\n", "")],
        kinds: &["solution-incomplete"],
        why: "zugzwang is written, and nothing follows",
        ..DEFECT
    },
    Defect {
        name: "selfmate: a second move that does not force",
        base: "self-zugzwang",
        changes: &[("2. Qb2+ axb2#", "2. Qc3+")],
        kinds: &["line"],
        why: "2.Qc3+ Kxc3",
        ..DEFECT
    },
    Defect {
        name: "selfmate: a wrong key",
        base: "self-zugzwang",
        changes: &[("1. Rd4! zugzwang\n    1... a3 2. Qb2+ axb2#", "1. Rd5!")],
        kinds: &["wrong-key", "cook"],
        why: "1.Rd5 leaves the king a way",
        ..DEFECT
    },
    Defect {
        name: "selfmate: the last variation left out",
        base: "self-check",
        changes: &[("    1... h3 2. Rg2+ hxg2#\n", "")],
        kinds: &["solution-incomplete"],
        why: "zugzwang is written, and nothing follows",
        ..DEFECT
    },
    Defect {
        name: "selfmate: a false threat",
        base: "self-threat",
        changes: &[("threat 2. Qb2+", "threat 2. Qb1+")],
        kinds: &["line"],
        why: "2.Qb1+ Kxb1 is no mate",
        ..DEFECT
    },
    Defect {
        name: "no defect: the move that mates at once, given",
        base: "self-at-once",
        changes: &[("    1... Kc2", "    1... axb2#\n    1... Kc2")],
        why: "it may be said",
        ..DEFECT
    },
    Defect {
        name: "selfmate: all but the move that mates at once left out",
        base: "self-at-once",
        changes: &[("    1... Kc2 2. Qe1 axb2#", "    1... axb2#")],
        kinds: &["solution-incomplete"],
        why: "1...Kc2 2.Qe1",
        ..DEFECT
    },
    Defect {
        name: "selfmate: too short",
        base: "self-zugzwang",
        changes: &[("s#2", "s#1")],
        kinds: &["no-solution", "wrong-key"],
        why: "no capture on b2 yet",
        ..DEFECT
    },
    Defect {
        name: "set play announced",
        base: "help",
        changes: &[("h#2", "h#2*")],
        kinds: &["no-set-play"],
        why: "nothing but 1.Kf1 Ke3 2.Ke1 Rh1#",
        ..DEFECT
    },
    Defect {
        name: "a help solution that misses",
        base: "help",
        changes: &[("Rh1#", "Rh3")],
        kinds: &["line", "cook"],
        why: "no mate; the true line is not given",
        ..DEFECT
    },
    Defect {
        name: "the set line left out",
        base: "help-set",
        changes: &[("  1... Nc4+ 2. Ka1 Rh1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "there is set play, and it is announced",
        ..DEFECT
    },
    Defect {
        name: "a set line that misses",
        base: "help-set",
        changes: &[("1... Nc4+ 2. Ka1 Rh1#", "1... Nc4+ 2. Ka1 Rh2")],
        kinds: &["line"],
        why: "no mate",
        ..DEFECT
    },
    Defect {
        name: "set play alone",
        base: "help-set",
        changes: &[("  1. Kb1 Nc4 2. Ka1 Rh1#\n", "")],
        kinds: &["no-published-key", "cook"],
        why: "the solution is left out",
        ..DEFECT
    },
    Defect {
        name: "one solution of two left out",
        base: "help-two",
        changes: &[("  1. c5 Kc6 2. Ka6 Ra1#\n", "")],
        kinds: &["cook"],
        why: "1.c5",
        ..DEFECT
    },
    Defect {
        name: "the set line of two solutions left out",
        base: "help-two",
        changes: &[("  1... Kc6 2. Ka6 Ra1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "1...Kc6",
        ..DEFECT
    },
    Defect {
        name: "no defect: set play that is given and not announced",
        base: "help-two",
        changes: &[("h#2*", "h#2")],
        why: "it is there",
        ..DEFECT
    },
    Defect {
        name: "a twin's solution of the other",
        base: "help-twins",
        changes: &[("Rb8#", "Rg8#")],
        kinds: &["line", "cook"],
        why: "the rook stands on b4 in b)",
        ..DEFECT
    },
    Defect {
        name: "a twin without a solution",
        base: "help-twins",
        changes: &[("  b) 1. Kf8 Ke6 2. Ke8 Rb8#\n", "")],
        kinds: &["twin-without-solution", "no-published-key"],
        why: "nothing to compare with in b)",
        ..DEFECT
    },
    Defect {
        name: "a twin too many",
        base: "help-twins",
        changes: &[("  b) move g3 b4\n", "  b) move g3 b4\n  c) remove g3\n")],
        kinds: &["twin-without-solution", "no-solution"],
        why: "the bishop alone does not mate in two, and nothing is given",
        ..DEFECT
    },
    Defect {
        name: "the set mate left out",
        base: "set-direct",
        changes: &[("  1... Kg1 2. Rb1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "the set play is announced",
        ..DEFECT
    },
    Defect {
        name: "a set mate that is none",
        base: "set-direct",
        changes: &[("1... Kg1 2. Rb1#", "1... Kg1 2. Rb2")],
        kinds: &["line"],
        why: "no mate",
        ..DEFECT
    },
    Defect {
        name: "set play, and the actual play left out",
        base: "set-direct",
        changes: &[("    1... Kg1 2. Re1#\n", "")],
        kinds: &["solution-incomplete"],
        why: "zugzwang is written, and nothing follows",
        ..DEFECT
    },
    Defect {
        name: "set play announced in a direct mate",
        base: "zz-rooks",
        changes: &[("#2", "#2*")],
        kinds: &["no-set-play"],
        why: "nothing answers 1...h6 or 1...h5 yet",
        ..DEFECT
    },
    Defect {
        name: "no defect: set play not announced",
        base: "set-block",
        changes: &[("#2*", "#2")],
        why: "it may be given",
        ..DEFECT
    },
    Defect {
        name: "half a move: a mate that is none",
        base: "half-king",
        changes: &[("3. Ke8 Rh8#", "3. Ke8 Rh7")],
        kinds: &["line", "cook"],
        why: "2...Bxe6+ 3.Ke8 Rh7 is no mate",
        ..DEFECT
    },
    Defect {
        name: "half a move: another first move",
        base: "half-bishop",
        changes: &[("1... Bh7+", "1... Bf7")],
        kinds: &["wrong-key", "cook"],
        why: "1...Bf7 leads nowhere",
        ..DEFECT
    },
    Defect {
        name: "half a move: one solution of two left out",
        base: "half-two",
        changes: &[("  1... Ke3 2. Kc2 Na3+ 3. Kd1 Rh1#\n", "")],
        kinds: &["cook"],
        why: "1...Ke3",
        ..DEFECT
    },
    Defect {
        name: "half a move: too short",
        base: "half-two",
        changes: &[("h#2.5", "h#1.5")],
        kinds: &["no-solution", "wrong-key", "wrong-key"],
        why: "nothing mates in two moves of White's",
        ..DEFECT
    },
    Defect {
        name: "no defect: half a move numbered as a whole one",
        base: "half-king",
        changes: &[(
            "1... Kf6 2. Kd7 Bxe6+ 3. Ke8 Rh8#",
            "1. Kf6 Kd7 2. Bxe6+ Ke8 3. Rh8#",
        )],
        why: "so `solve` wrote it once",
        ..DEFECT
    },
];
