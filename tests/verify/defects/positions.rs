//! Positions that several tests make submissions of.

/// Kg6 leaves the black king only g8, and the rook mates on a8. Nothing else: 1.Kf7 Kh7 (the own king shuts the
/// rook's rank), 1.Rg7 is stalemate, after any other move no mate follows Kg8.
macro_rules! rook {
    () => {
        "\
fen: 7k/R7/5K2/8/8/8/8/8 w
stipulation: #2
men: 2+1
histories: given
  - -
"
    };
}

/// Langstaff 1922: after g7-g5 Black may castle, else he may not.
macro_rules! langstaff {
    () => {
        "\
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: #2
"
    };
}

/// Its histories, by the classical argument.
macro_rules! langstaff_worlds {
    () => {
        "\
histories: given
  k g6
  - g6
  - -
"
    };
}

/// Henke 1948: one of the castlings is still possible at the most; the one that is played first is permitted.
macro_rules! henke {
    () => {
        "\
fen: 8/8/8/8/4p3/3k1p2/5P2/R3K2R b
stipulation: h#2*
histories: given
  K -
  Q -
  - -
"
    };
}

pub(crate) use {henke, langstaff, langstaff_worlds, rook};
