//! Sound problems of every genre.

use super::Sound;
use super::positions::{henke, langstaff, langstaff_worlds, rook};

/// Sound problems of every genre, their histories given where these are not the point.
pub const SOUND: &[Sound] = &[
    Sound {
        name: "proof-game",
        text: ORBAN,
        remarks: &[],
        why: "T. Orbán, Die Schwalbe 1976: known to be unique",
    },
    Sound {
        name: "rook",
        text: ROOK,
        remarks: &["unprovided-flight"],
        why: "1...Kg8 has no answer in the set play",
    },
    Sound {
        name: "four-moves",
        text: FOUR_MOVES,
        remarks: &["threat-dual", "flight-taken", "unprovided-flight"],
        why: "the king is shut in, and the pawn has three moves while the knight comes to g3 by two ways; 1...Kg1 is taken \
              and had no mate",
    },
    Sound {
        name: "parts",
        text: PARTS,
        remarks: &["capturing-key", "flight-taken", "unprovided-flight"],
        why: "both keys guard f7, one of them by a capture; 1...Kf7 and 1...Kf8 have no set mate",
    },
    Sound {
        name: "trial",
        text: TRIAL,
        remarks: &[
            "touch-law-not-needed",
            "capturing-key",
            "flight-taken",
            "unprovided-flight",
            "key-is-trial",
        ],
        why: "as in parts; after a denial White is free, as he would be without the touch law",
    },
    Sound {
        name: "henke",
        text: HENKE,
        remarks: &["by-convention"],
        why: "O-O is neither proved nor disproved",
    },
    Sound {
        name: "two-captures",
        text: TWO_CAPTURES,
        remarks: &["capturing-key", "key-is-trial"],
        why: "1.hxg6 e.p.",
    },
    Sound {
        name: "three-steps",
        text: THREE_STEPS,
        remarks: &["capturing-key", "unprovided-flight", "key-is-trial"],
        why: "1.cxd6 e.p.; 1...Kh1 has no set mate",
    },
    Sound {
        name: "keym",
        text: KEYM,
        remarks: &["trial-not-needed"],
        why: "the codex permits the castling as well",
    },
    Sound {
        name: "castler",
        text: CASTLER,
        remarks: &[
            "threat-dual",
            "touch-law-not-needed",
            "capturing-key",
            "flight-taken",
            "flight-given",
            "unprovided-flight",
        ],
        why: "1.Qxg7 with two threats takes f8 and gives d8; after O-O-O denied every move of Black's is met by mate",
    },
    Sound {
        name: "joke",
        text: JOKE,
        remarks: &[],
        why: "one illegal last move",
    },
    Sound {
        name: "back-rank",
        text: BACK_RANK,
        remarks: &[],
        why: "a mate in one has neither set play nor a quiet key",
    },
    Sound {
        name: "claim",
        text: CLAIM,
        remarks: &[],
        why: "the claim is what is found",
    },
    Sound {
        name: "last-move",
        text: LAST_MOVE,
        remarks: &[],
        why: "g7-g5",
    },
    Sound {
        name: "half",
        text: HALF,
        remarks: &[],
        why: "castling is completed",
    },
];

/// Kg6 leaves the black king only g8. 1.Kf7 Kh7, and the own king shuts the rook's rank.
const ROOK: &str = concat!(
    rook!(),
    "\
solution:
  1. Kg6! threat 2. Ra8#
    1... Kg8 2. Ra8#
  1. Kf7? Kh7!
"
);

/// Without 1.Kf2 the king gets out: the knight does not mate in four moves then.
const FOUR_MOVES: &str = "\
fen: 8/7N/8/2p5/8/6K1/7p/7k w
stipulation: #4
histories: given
  - -
solution:
  1. Kf2! threat 2. Ng5
";

/// Langstaff 1922 in two parts.
const PARTS: &str = concat!(
    langstaff!(),
    langstaff_worlds!(),
    "\
solution:
  [k g6] 1. hxg6 e.p.! threat 2. Rd8#
    1... O-O 2. h7#
  [- -] 1. Ke6! threat 2. Rd8#
  [k g6] 1. Ke6? O-O!
"
);

/// The same with trials; only the own pawn counts as touched.
const TRIAL: &str = concat!(
    langstaff!(),
    "convention: bg\noptions: ep-touch=own-only\n",
    langstaff_worlds!(),
    "\
solution:
  1. hxg6 e.p.!
    [stands: k g6] threat 2. Rd8#
      1... O-O 2. h7#
    [stands: - g6] threat 2. Rd8#
    [taken back: - -] 1. Ke6 threat 2. Rd8#
  1. Ke6? O-O!
"
);

/// Henke 1948: the castling that is played first is permitted. In the set play nothing is doubtful either.
const HENKE: &str = concat!(
    henke!(),
    "\
solution:
  1... O-O-O+ 2. Ke2 Rd2#
  1. Kc2 Ra2+ 2. Kc1 O-O#
"
);

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

/// The back rank.
const BACK_RANK: &str = "\
fen: 7k/6pp/8/8/8/8/8/R5K1 w
stipulation: #1
histories: given
  - -
solution:
  1. Ra8#!
";

/// The rook may have gone to g1 and back while knights were out.
const CLAIM: &str = "\
fen: 1nbqkb2/pppppppp/5n2/8/8/5N2/PPPPPPPP/1NBQKB1R w
stipulation: histories
histories: claim
  K -
  - -
";

/// Amelung 1897: nothing else can have moved last.
const LAST_MOVE: &str = "\
fen: 7R/7p/5P1k/4PKpP/8/8/8/8 w
stipulation: last-move
solution:
  g7-g5
";

/// The king has been released on g1: castling is owed, and it mates.
const HALF: &str = "\
fen: 5k2/8/8/8/8/8/4R1Q1/6KR b
stipulation: #0.5
convention: illegal-move
solution:
  R: Ke1-g1, O-O#
";

const ORBAN: &str = "fen: rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w
stipulation: pg 4.0
solution: 1.e4 e6 2.Bb5 Ke7 3.Bxd7 c6 4.Be8 Kxe8
";
