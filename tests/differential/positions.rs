//! Positions in which doubt about the history matters.

pub const LANGSTAFF: (&str, &[&str]) = ("4k2r/8/5B1P/5KpP/8/8/8/3R4", &["k g6", "- g6", "- -"]);
pub const KEYM: (&str, &[&str]) = (
    "qrbR4/rP1P1pp1/pQ1pp3/pPp5/6P1/1P3BB1/3PP2P/R3K1k1",
    &["Q -", "- c6"],
);
pub const LOYD: (&str, &[&str]) = (
    "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R",
    &["KQk -", "KQq -", "KQ -"],
);
pub const CAPTURE_OWED: (&str, &[&str]) =
    ("Q2Bk2r/5N1p/3P1P2/3PpK2/8/8/8/8", &["k e6", "- e6", "- -"]);
pub const FREE: (&str, &[&str]) = ("8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8", &["- e6", "- g6"]);
pub const DEFENDERS_TRIAL: (&str, &[&str]) =
    ("r3k2r/5N2/3PKP2/8/3P4/8/1Q6/8", &["k -", "q -", "- -"]);
pub const THREE_TARGETS: (&str, &[&str]) = (
    "8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1",
    &["- b6", "- d6", "- g6"],
);
pub const CHRISTIAANS: (&str, &[&str]) = (
    "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R",
    &["K -", "q -", "- -"],
);

/// Positions in which doubt matters; their mutants often are such positions too.
pub const BASES: [&str; 7] = [
    LANGSTAFF.0,
    CAPTURE_OWED.0,
    FREE.0,
    DEFENDERS_TRIAL.0,
    THREE_TARGETS.0,
    CASTLING_NET,
    KLING,
];
/// Kling 1849: an en-passant capture redeemed by castling.
pub const KLING: &str = "R7/7q/7r/Pp6/5p1r/7P/4Q3/k3K2R";
pub const CASTLING_NET: &str = "r3k2r/8/4K3/3pP3/8/8/8/1Q1R4";

/// After Wheeler 1874: 1.Bg6+ leaves Black nothing but mates.
pub const SELF_BASES: [&str; 3] = [
    "r3kb2/p3p3/4K2r/B3R2B/8/5q2/8/8",
    "r3kb2/p3p3/4K2r/BpP1R2B/8/5q2/8/8",
    "r3kb1r/4p3/4K2r/BpP1R2B/8/5q2/8/8",
];

/// 1.Qe7+ is taken, and White is stalemated.
pub const SELF_STALEMATE_BASES: [&str; 2] = ["4k2r/8/8/8/7Q/1q6/8/K7", "r3k3/8/8/8/1Q6/6q1/8/7K"];

/// 1. Qc7 or 1. Qf7 takes the last square from the king in the corner.
pub const STALEMATE_BASES: [&str; 2] = ["k7/8/8/8/8/8/2Q5/4K2R", "7k/8/8/8/8/8/P4Q2/R3K3"];
