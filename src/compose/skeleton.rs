//! What a composition search starts from: the few men that carry the doubt.

use shakmaty::{Color, Piece, Role};

use super::Mechanism;
use crate::problem::{HistoryChoice, Options};
use crate::world::{World, WorldSet};

/// A skeleton for a mechanism: men that make a history doubtful, and the worlds they leave.
#[derive(Debug, Clone, Copy)]
pub(super) struct Skeleton {
    /// Placement of the men that are there in every position.
    pub fen: &'static str,
    /// The worlds, separated by semicolons: what the analysis is expected to find.
    worlds: &'static str,
    /// Squares on which some white man must stand, whichever it is.
    pub blocked: &'static str,
    /// So many last plies of which the text under the diagram says that nothing was captured.
    pub quiet: u32,
    /// The piece that made the last move of a side, if the text under the diagram says so.
    pub told: Option<Piece>,
    /// Whether men may be thrown in only where they leave the other worlds no past.
    pub locked: bool,
}

const fn skeleton(fen: &'static str, worlds: &'static str, blocked: &'static str) -> Skeleton {
    Skeleton {
        fen,
        worlds,
        blocked,
        quiet: 0,
        told: None,
        locked: false,
    }
}

const fn quiet(fen: &'static str, worlds: &'static str) -> Skeleton {
    Skeleton {
        quiet: 1,
        ..skeleton(fen, worlds, "")
    }
}

const fn rook_told(fen: &'static str, worlds: &'static str, blocked: &'static str) -> Skeleton {
    Skeleton {
        told: Some(Piece {
            color: Color::White,
            role: Role::Rook,
        }),
        blocked,
        ..quiet(fen, worlds)
    }
}

const fn locked(fen: &'static str, worlds: &'static str) -> Skeleton {
    Skeleton {
        quiet: 2,
        locked: true,
        ..skeleton(fen, worlds, "")
    }
}

/// A double step, or king or rook moved last: a single step would have left a check to the white
/// king, and white men stand where the pawn would have come from to capture.
const STEP_OR_CASTLE: &[Skeleton] = &[
    skeleton("4k2r/8/8/3PpK2/8/8/8/8", "k e6; - e6; - -", "d6 f6"),
    skeleton("r3k3/8/8/2KpP3/8/8/8/8", "q d6; - d6; - -", "c6 e6"),
    skeleton("4k2r/8/8/5KpP/8/8/8/8", "k g6; - g6; - -", "f6 h6"),
    skeleton("r3k3/8/8/PpK5/8/8/8/8", "q b6; - b6; - -", "a6 c6"),
    skeleton("4k2r/8/8/PpK5/8/8/8/8", "k b6; - b6; - -", "a6 c6"),
];

/// The same, but that the text excludes a capture: so the capturing pawn need not be blocked.
const PAWN_HAS_A_MOVE: &[Skeleton] = &[
    quiet("4k2r/8/8/5KpP/8/8/8/8", "k g6; - g6; - -"),
    quiet("r3k3/8/8/5KpP/8/8/8/8", "q g6; - g6; - -"),
    quiet("4k2r/8/8/3PpK2/8/8/8/8", "k e6; - e6; - -"),
    quiet("r3k3/8/8/2KpP3/8/8/8/8", "q d6; - d6; - -"),
    quiet("4k2r/8/8/PpK5/8/8/8/8", "k b6; - b6; - -"),
    quiet("r3k3/8/8/PpK5/8/8/8/8", "q b6; - b6; - -"),
];

/// The same, and the pawn that made the step is guarded against the king by a man that cannot have
/// moved last: nothing touched can be moved or captured.
const NOTHING_OWED: &[Skeleton] = &[
    skeleton("4k2r/8/8/5KpP/7b/6P1/8/8", "k g6; - g6; - -", "f6 h6"),
    skeleton("r3k3/8/8/5KpP/7b/6P1/8/8", "q g6; - g6; - -", "f6 h6"),
    skeleton("r3k3/7n/8/5KpP/8/8/8/8", "q g6; - g6; - -", "f6 f8 h6"),
    skeleton("4k2r/8/8/PpK5/b7/1P6/8/8", "k b6; - b6; - -", "a6 c6"),
    skeleton("r3k3/8/8/PpK5/b7/1P6/8/8", "q b6; - b6; - -", "a6 c6"),
    skeleton("4k2r/n7/8/PpK5/8/8/8/8", "k b6; - b6; - -", "a6 c6 c8"),
    skeleton("4k2r/8/8/5PpK/7b/6P1/8/8", "k g6; - g6; - -", "f6 h6"),
    skeleton("r3k3/8/8/5PpK/7b/6P1/8/8", "q g6; - g6; - -", "f6 h6"),
    skeleton("4k2r/8/8/KpP5/b7/1P6/8/8", "k b6; - b6; - -", "a6 c6"),
    skeleton("r3k3/8/8/KpP5/b7/1P6/8/8", "q b6; - b6; - -", "a6 c6"),
];

/// Two double steps, of which one was the last move; the black king, shut in, has not moved.
const TWO_STEPS: &[Skeleton] = &[
    skeleton("8/8/8/3PpKpP/7k/7P/5P2/8", "- e6; - g6", "d6 f6 h6"),
    skeleton("8/8/8/PpKpP3/k7/P7/2P5/8", "- b6; - d6", "a6 c6 e6"),
];

/// Both black castlings possible, and nothing but king and rooks that can have moved last.
const BLACK_CASTLES: &[Skeleton] = &[
    skeleton("r3k2r/8/4K3/8/8/8/8/8", "k -; q -; - -", ""),
    skeleton("r3k2r/8/4K3/8/8/8/8/8", "k -; q -; - -", "d6"),
    skeleton("r3k2r/8/4K3/8/8/8/8/8", "k -; q -; - -", "f6"),
    skeleton("r3k2r/4p3/4K3/8/8/8/8/8", "k -; q -; - -", ""),
    skeleton("r3k2r/p7/8/8/8/8/8/8", "k -; q -; - -", ""),
    skeleton("r3k2r/7p/8/8/8/8/8/8", "k -; q -; - -", ""),
    skeleton("r3k2r/8/8/8/8/8/8/8", "k -; q -; - -", ""),
];

/// The text says that White's last move was made by a rook. If Black's was made by the knight, it came from b1, where it
/// shut in Ra1: so Rh1 has moved. If Black moved king or rook, either rook may have moved. So Black keeps castling only
/// where White keeps O-O-O and not O-O; a denial of O-O-O costs Black his own. A man on f1 or g1 keeps White from
/// castling there, which would always be a second key: a denial of either castling leaves the other.
const KNIGHT_FROM_B1: &[Skeleton] = &[
    rook_told("4k2r/8/8/8/8/n7/P7/R3K2R", KNIGHT_KINGSIDE, "b5 c4 g1"),
    rook_told("4k2r/8/8/8/8/n7/P7/R3K2R", KNIGHT_KINGSIDE, "b5 c4 f1"),
    rook_told("r3k3/8/8/8/8/n7/P7/R3K2R", KNIGHT_QUEENSIDE, "b5 c4 g1"),
    rook_told("r3k3/8/8/8/8/n7/P7/R3K2R", KNIGHT_QUEENSIDE, "b5 c4 f1"),
];

const KNIGHT_KINGSIDE: &str = "Qk -; K -; Q -; k -; - -";
const KNIGHT_QUEENSIDE: &str = "Qq -; K -; Q -; q -; - -";

/// Nothing was captured in the last two plies, and no white man but king and rook has a
/// retraction: before any move of Black's but one of king or rook White has lost castling. Pawn b5
/// cannot move, pawn a5 cannot be taken; the capture gives check, so that Black's checks, which
/// make castling necessary, come too late.
const WHITE_IS_LOCKED: &[Skeleton] = &[
    locked(
        "4k2r/8/1P6/pP6/Bp6/1P6/1P6/R3K3",
        "Q -; k a6; - a6; k -; - -",
    ),
    locked(
        "r3k3/8/1P6/pP6/Bp6/1P6/1P6/R3K3",
        "Q -; q a6; - a6; q -; - -",
    ),
    locked(
        "4k2r/8/1P6/pP6/Bp6/1P6/1P6/4K2R",
        "K -; k a6; - a6; k -; - -",
    ),
    locked(
        "r3k3/8/1P6/pP6/Bp6/1P6/1P6/4K2R",
        "K -; q a6; - a6; q -; - -",
    ),
];

impl Skeleton {
    /// The skeletons that may show `mechanism` under `options`.
    pub(super) fn of(mechanism: Mechanism, options: Options) -> &'static [Skeleton] {
        match mechanism {
            Mechanism::DeferredDiffers if options.history == HistoryChoice::Deferred => {
                BLACK_CASTLES
            }
            Mechanism::PawnOwes => STEP_OR_CASTLE,
            Mechanism::PawnMoves => PAWN_HAS_A_MOVE,
            Mechanism::FreeMove => NOTHING_OWED,
            Mechanism::TwoCaptures => TWO_STEPS,
            Mechanism::KingOwes => KNIGHT_FROM_B1,
            Mechanism::CaptureThenCastling | Mechanism::DeferredDiffers => WHITE_IS_LOCKED,
            Mechanism::DefenderTrial | Mechanism::OtherCastling => BLACK_CASTLES,
        }
    }

    /// The worlds, seen by White on move; `None` if they are misspelt.
    pub(super) fn worlds(&self) -> Option<WorldSet> {
        let worlds: Option<Vec<World>> = (self.worlds.split(';'))
            .map(|world| world.parse().ok())
            .collect();
        Some(WorldSet::new(Color::White, worlds?))
    }
}
