//! The codes of law, as data.

use crate::problem::Laws;

/// Why something is owed, or why nothing is. Each rule set cites it in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ground {
    /// Own men were touched: the first that can be moved.
    OwnTouched,
    /// Enemy men were touched: the first that can be captured.
    EnemyTouched,
    /// Men of both colours were touched.
    BothColours,
    /// King, then rook: castling, which is legal.
    Castling,
    /// Rook, then king: no castling on that side.
    RookFirst,
    /// King, then rook: castling, which is illegal.
    CastlingRefused,
    /// Nothing touched can be moved or captured.
    NothingPossible,
    /// Everything touched was adjusted after an announcement, or nothing was touched.
    Adjusted,
    /// The new piece touched the promotion square.
    Promotion,
    /// A man was touched that cannot be captured, or a false move is replaced: the king moves.
    KingPenalty,
    /// A man was released on a square as a legal move, or as part of one.
    Released,
    /// The king was released on its square of castling, the rook not yet moved.
    CastlingBegun,
    /// The opponent has touched a man himself: he cannot claim any more.
    ClaimLost,
}

impl Ground {
    /// Every legal reason, in the order of a rule set's citations.
    pub const ALL: [Ground; 13] = [
        Ground::OwnTouched,
        Ground::EnemyTouched,
        Ground::BothColours,
        Ground::Castling,
        Ground::RookFirst,
        Ground::CastlingRefused,
        Ground::NothingPossible,
        Ground::Adjusted,
        Ground::Promotion,
        Ground::KingPenalty,
        Ground::Released,
        Ground::CastlingBegun,
        Ground::ClaimLost,
    ];
}

/// What men of both colours, touched in one turn, oblige to before the order of touching counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BothColours {
    /// The first own man takes the first enemy man, if it can.
    FirstTakesFirst,
    /// The same, but only if exactly one man of each colour was touched.
    OneTakesOne,
    /// Nothing special: the first man touched that can be moved or captured.
    InOrder,
}

/// What becomes of the rook when an illegal castling leaves the king without a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RookNotOwed {
    /// The rook is not owed.
    Always,
    /// The rook counts as the next piece touched.
    Never,
}

/// What a touched enemy man costs that cannot be captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UncapturableEnemy {
    /// Nothing; the next man touched counts.
    Nothing,
    /// A move of the king, if there is one.
    KingMove,
}

/// What a denied trial obliges to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeniedMove {
    /// It has touched its pieces: castling the king, en passant the pawns that the option `ep-touch` names.
    Touches,
    /// It is replaced by a move of the same piece.
    SamePiece,
    /// The opponent chooses: it stands, or that man moves legally, or the king moves.
    OpponentChooses,
    /// Nothing.
    Nothing,
}

/// A code of the touch law.
#[derive(Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// Its name.
    pub laws: Laws,
    /// Men of both colours.
    pub both_colours: BothColours,
    /// King, then rook; castling illegal; no king move.
    pub rook_not_owed: RookNotOwed,
    /// An enemy man that cannot be captured.
    pub uncapturable_enemy: UncapturableEnemy,
    /// A trial that was denied.
    pub denied_move: DeniedMove,
    /// How each of [`Ground::ALL`] is cited.
    citations: [&'static str; 13],
}

/// How codes are cited whose articles have no numbers.
const UNNUMBERED: [&str; 13] = [
    "own-touched",
    "enemy-touched",
    "both-colours",
    "castling",
    "rook-first",
    "castling-refused",
    "nothing-possible",
    "adjusted",
    "promotion",
    "king-penalty",
    "released",
    "castling-begun",
    "claim-lost",
];

/// FIDE Laws of Chess in force from 1 January 2018, article 4; 2023 is the same in substance.
const FIDE_2018: RuleSet = RuleSet {
    laws: Laws::Fide2018,
    both_colours: BothColours::FirstTakesFirst,
    rook_not_owed: RookNotOwed::Always,
    uncapturable_enemy: UncapturableEnemy::Nothing,
    denied_move: DeniedMove::Touches,
    citations: [
        "4.3.1", "4.3.2", "4.3.3", "4.4.1", "4.4.2", "4.4.3", "4.5", "4.2", "4.4.4", "4.3.1",
        "4.7", "4.7.2", "4.8",
    ],
};

/// FIDE Laws of Chess of 1997, article 4: 4.3(c) speaks of one piece of each colour only.
const FIDE_1997: RuleSet = RuleSet {
    laws: Laws::Fide1997,
    both_colours: BothColours::OneTakesOne,
    rook_not_owed: RookNotOwed::Always,
    uncapturable_enemy: UncapturableEnemy::Nothing,
    denied_move: DeniedMove::Touches,
    citations: [
        "4.3(a)",
        "4.3(b)",
        "4.3(c)",
        "4.4(a)",
        "4.4(b)",
        "4.4(c)",
        "4.5",
        "4.2",
        "4.7",
        "4.3(a)",
        // No source at hand says how the articles of 1997 on these were numbered.
        "released",
        "castling-begun",
        "claim-lost",
    ],
};

/// The rule as German clubs teach it. "The order of touching counts; only if no piece touched has a
/// move, another move may be made" is stated there for all cases, so a rook touched in vain counts.
const CLUB: RuleSet = RuleSet {
    laws: Laws::Club,
    both_colours: BothColours::FirstTakesFirst,
    rook_not_owed: RookNotOwed::Never,
    uncapturable_enemy: UncapturableEnemy::Nothing,
    denied_move: DeniedMove::Touches,
    citations: UNNUMBERED,
};

/// The older FIDE-type code: the illegal move is retracted and replaced by one of the same piece.
const SAME_PIECE: RuleSet = RuleSet {
    laws: Laws::SamePiece,
    both_colours: BothColours::InOrder,
    rook_not_owed: RookNotOwed::Always,
    uncapturable_enemy: UncapturableEnemy::Nothing,
    denied_move: DeniedMove::SamePiece,
    citations: UNNUMBERED,
};

/// The Staunton-type code of about 1860: the opponent chooses the penalty.
const STAUNTON_1860: RuleSet = RuleSet {
    laws: Laws::Staunton1860,
    both_colours: BothColours::InOrder,
    rook_not_owed: RookNotOwed::Always,
    uncapturable_enemy: UncapturableEnemy::KingMove,
    denied_move: DeniedMove::OpponentChooses,
    citations: UNNUMBERED,
};

/// No touch law, to compare with.
const NO_TOUCH_LAW: RuleSet = RuleSet {
    laws: Laws::NoTouchLaw,
    both_colours: BothColours::InOrder,
    rook_not_owed: RookNotOwed::Always,
    uncapturable_enemy: UncapturableEnemy::Nothing,
    denied_move: DeniedMove::Nothing,
    citations: UNNUMBERED,
};

impl RuleSet {
    /// The rule set of that name.
    pub const fn of(laws: Laws) -> &'static RuleSet {
        match laws {
            Laws::Fide2018 => &FIDE_2018,
            Laws::Fide1997 => &FIDE_1997,
            Laws::Club => &CLUB,
            Laws::SamePiece => &SAME_PIECE,
            Laws::Staunton1860 => &STAUNTON_1860,
            Laws::NoTouchLaw => &NO_TOUCH_LAW,
        }
    }

    /// The article for `ground`: `4.3.1`, `4.3(a)`, or a keyword for codes without numbers.
    pub const fn cite(&self, ground: Ground) -> &'static str {
        self.citations[ground as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_follow_the_order_of_the_grounds() {
        for (index, ground) in Ground::ALL.into_iter().enumerate() {
            assert_eq!(ground as usize, index);
        }
        assert_eq!(
            RuleSet::of(Laws::Fide2018).cite(Ground::CastlingRefused),
            "4.4.3"
        );
        for laws in Laws::ALL {
            assert_eq!(RuleSet::of(laws).laws, laws);
        }
    }
}
