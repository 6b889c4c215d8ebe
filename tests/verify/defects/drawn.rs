//! Small sound problems in which something can be left out: zugzwang, threats, selfmates, helpmates, set play, twins.
//!
//! All but the one in three moves were drawn, with a seed, by placing men about a king, and kept because the key or the
//! solution is the only one; the plain solver of the tests says so too.

use super::Sound;

/// Histories are given, so that nothing hangs on them.
pub const SOUND: &[Sound] = &[
    Sound {
        name: "zz-queen",
        text: "\
fen: Q7/8/8/8/6P1/5K1p/6p1/7k w
stipulation: #2
histories: given
  - -
solution:
  1. Kg3! zugzwang
    1... h2 2. Qxg2#
    1... Kg1 2. Qa1#
",
        remarks: &["flight-taken", "unprovided-check", "unprovided-flight"],
        why: "two moves, two mates",
    },
    Sound {
        name: "zz-rooks",
        text: "\
fen: 7k/4p2p/4K3/8/8/8/4R2R/8 w
stipulation: #2
histories: given
  - -
solution:
  1. Reg2! zugzwang
    1... h6 2. Rxh6#
    1... h5 2. Rxh5#
",
        remarks: &["flight-taken", "unprovided-flight"],
        why: "two moves, two mates",
    },
    Sound {
        name: "zz-knight",
        text: "\
fen: 8/8/8/p7/kN6/2p1Q3/2K5/8 w
stipulation: #2
histories: given
  - -
solution:
  1. Qb6! zugzwang
    1... axb4 2. Qa6#
    1... Ka3 2. Qxa5#
",
        remarks: &["flight-taken", "unprovided-flight"],
        why: "two moves, two mates",
    },
    Sound {
        name: "zz-promotion",
        text: "\
fen: 8/8/8/4Q3/1K6/p2N4/4p3/1k6 w
stipulation: #2
histories: given
  - -
solution:
  1. Kb3! zugzwang
    1... a2 2. Qb2#
    1... e1=Q 2. Qxe1#
",
        remarks: &["flight-taken", "unprovided-check", "unprovided-flight"],
        why: "what the pawn becomes changes nothing",
    },
    Sound {
        name: "zz-any",
        text: "\
fen: 8/8/8/4Q3/1K6/p2N4/4p3/1k6 w
stipulation: #2
histories: given
  - -
solution:
  1. Kb3! zugzwang
    1... a2 2. Qb2#
    1... ~ 2. Qxe1#
",
        remarks: &["flight-taken", "unprovided-check", "unprovided-flight"],
        why: "the other moves are written as any",
    },
    Sound {
        name: "zz-silent",
        text: "\
fen: 8/8/8/p7/kN6/2p1Q3/2K5/8 w
stipulation: #2
histories: given
  - -
solution:
  1. Qb6!
    1... axb4 2. Qa6#
    1... Ka3 2. Qxa5#
",
        remarks: &["flight-taken", "unprovided-flight"],
        why: "zugzwang need not be written",
    },
    Sound {
        name: "zz-one",
        text: "\
fen: kN6/1p6/8/2K5/8/4R3/8/8 w
stipulation: #2
histories: given
  - -
solution:
  1. Kb6! zugzwang
    1... Kxb8 2. Re8#
",
        remarks: &["flight-taken", "unprovided-check", "unprovided-flight"],
        why: "Black has one move",
    },
    Sound {
        name: "zz-three",
        text: "\
fen: 8/8/R1P1PB2/PpKpP3/k7/P7/2P4R/8 w
stipulation: #3
histories: given
  - d6
solution:
  1. exd6 e.p.!
    1... b4 2. Bb2 zugzwang
      2... bxa3 3. Rh4#
    1... Kxa3 2. Rh1 threat 3. Ra1#
",
        remarks: &["capturing-key", "unprovided-flight"],
        why: "2...b3 is met by the same mate as 2...bxa3",
    },
    Sound {
        name: "key-alone",
        text: "\
fen: Q7/8/8/8/6P1/5K1p/6p1/7k w
stipulation: #2
histories: given
  - -
solution:
  1. Kg3!
",
        remarks: &["flight-taken", "unprovided-check", "unprovided-flight"],
        why: "an author who gives his key alone begins no variation",
    },
    Sound {
        name: "threat",
        text: "\
fen: 8/4R3/1K6/3k4/1B5p/P1b2p2/7Q/8 w
stipulation: #2
histories: given
  - -
solution:
  1. Kb5! threat 2. Qd6#
    1... Bxb4 2. Qe5#
    1... Be5 2. Qxe5#
",
        remarks: &["flight-taken", "unprovided-check", "unprovided-flight"],
        why: "two moves of the bishop parry",
    },
    Sound {
        name: "threat-alone",
        text: "\
fen: 6R1/8/1Q6/2p4P/2p5/2k5/4K3/4b2B w
stipulation: #2
histories: given
  - -
solution:
  1. Rb8! threat 2. Qb2#
",
        remarks: &["unprovided-flight"],
        why: "a threat without variations, as in short columns",
    },
    Sound {
        name: "threat-shown",
        text: "\
fen: 6R1/8/1Q6/2p4P/2p5/2k5/4K3/4b2B w
stipulation: #2
histories: given
  - -
solution:
  1. Rb8!
    1... Kd4 2. Qf6#
    1... Bf2 2. Qb2#
",
        remarks: &["unprovided-flight"],
        why: "the variation after 1...Bf2 shows what is threatened",
    },
    Sound {
        name: "self-zugzwang",
        text: "\
fen: 8/3R4/8/8/p7/1k6/8/KNQ5 w
stipulation: s#2
histories: given
  - -
solution:
  1. Rd4! zugzwang
    1... a3 2. Qb2+ axb2#
",
        remarks: &[],
        why: "Black has one move",
    },
    Sound {
        name: "self-at-once",
        text: "\
fen: Q7/8/8/8/8/p7/BN6/K1k5 w
stipulation: s#2
histories: given
  - -
solution:
  1. Qa5! zugzwang
    1... Kc2 2. Qe1 axb2#
",
        remarks: &[],
        why: "1...axb2# mates at once: there is nothing to say of it",
    },
    Sound {
        name: "self-threat",
        text: "\
fen: 8/1Q2R3/8/8/8/2p5/B1k5/K7 w
stipulation: s#2
histories: given
  - -
solution:
  1. Rd7! threat 2. Qb2+
    1... Kc1 2. Qb2+ cxb2#
",
        remarks: &[],
        why: "the king goes to and fro",
    },
    Sound {
        name: "self-check",
        text: "\
fen: 4Q3/R7/8/8/7p/8/5k1N/7K w
stipulation: s#2
histories: given
  - -
solution:
  1. Rg7! zugzwang
    1... h3 2. Rg2+ hxg2#
",
        remarks: &[],
        why: "Black has one move",
    },
    Sound {
        name: "help",
        text: "\
fen: 8/4p1N1/8/4p2R/8/3K4/6k1/8 b
stipulation: h#2
histories: given
  - -
solution:
  1. Kf1 Ke3 2. Ke1 Rh1#
",
        remarks: &[],
        why: "one solution",
    },
    Sound {
        name: "help-set",
        text: "\
fen: 8/8/7R/N7/8/p5K1/pk6/8 b
stipulation: h#2*
histories: given
  - -
solution:
  1... Nc4+ 2. Ka1 Rh1#
  1. Kb1 Nc4 2. Ka1 Rh1#
",
        remarks: &[],
        why: "one solution, one line of set play",
    },
    Sound {
        name: "help-two",
        text: "\
fen: 6N1/p1pK4/8/k7/8/8/8/5R2 b
stipulation: h#2*
histories: given
  - -
solution:
  1... Kc6 2. Ka6 Ra1#
  1. c6 Kxc6 2. Ka6 Ra1#
  1. c5 Kc6 2. Ka6 Ra1#
",
        remarks: &[],
        why: "two solutions, one line of set play",
    },
    Sound {
        name: "help-twins",
        text: "\
fen: 7n/6k1/8/3Kp3/2p5/6R1/8/5B2 b
stipulation: h#2
twins:
  b) move g3 b4
histories: given
  - -
solution:
  a) 1. Kf8 Ke6 2. Ke8 Rg8#
  b) 1. Kf8 Ke6 2. Ke8 Rb8#
",
        remarks: &[],
        why: "a solution for each twin",
    },
    Sound {
        name: "set-direct",
        text: "\
fen: 8/3N4/8/7B/4p1p1/1R4K1/8/5k2 w
stipulation: #2*
histories: given
  - -
solution:
  1... Kg1 2. Rb1#
  1. Re3! zugzwang
    1... Kg1 2. Re1#
",
        remarks: &["flight-taken", "unprovided-flight"],
        why: "the mate after 1...Kg1 changes",
    },
    Sound {
        name: "set-block",
        text: "\
fen: 8/Q7/6N1/8/8/3K4/pp6/k7 w
stipulation: #2*
histories: given
  - -
solution:
  1... Kb1 2. Qg1#
  1. Qd4! zugzwang
    1... Kb1 2. Qg1#
",
        remarks: &["unprovided-check"],
        why: "the key waits",
    },
    Sound {
        name: "half-bishop",
        text: "\
fen: 6BN/6K1/8/5k1p/8/8/8/2r5 w
stipulation: h#2.5
histories: given
  - -
solution:
  1... Bh7+ 2. Kg5 Kg8 3. Kh6 Nf7#
",
        remarks: &[],
        why: "White begins with half a move; one solution",
    },
    Sound {
        name: "half-king",
        text: "\
fen: 8/5K2/2k1p2R/8/8/7n/B3p3/8 w
stipulation: h#2.5
histories: given
  - -
solution:
  1... Kf6 2. Kd7 Bxe6+ 3. Ke8 Rh8#
",
        remarks: &[],
        why: "one solution",
    },
    Sound {
        name: "half-two",
        text: "\
fen: 8/7R/4p3/8/1p6/1k3K2/8/1N6 w
stipulation: h#2.5
histories: given
  - -
solution:
  1... Nc3 2. Kb2 Rh2+ 3. Ka1 Ra2#
  1... Ke3 2. Kc2 Na3+ 3. Kd1 Rh1#
",
        remarks: &[],
        why: "two solutions",
    },
];
