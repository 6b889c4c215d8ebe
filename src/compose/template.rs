//! What a composition search starts from: men that carry the doubt, and men to throw in.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square};

use super::Mechanism;
use super::random::Random;

/// A skeleton for a mechanism: the men that make a history doubtful stand in `fen`, the rest is thrown in.
#[derive(Debug, Clone, Copy)]
struct Skeleton {
    /// Placement of the men that are there in every position.
    fen: &'static str,
    /// Zones for single men: letter and squares, one of which is drawn.
    placed: &'static [(char, &'static str)],
}

const fn skeleton(fen: &'static str, placed: &'static [(char, &'static str)]) -> Skeleton {
    Skeleton { fen, placed }
}

/// A black king and rook at home; a pawn that a single step would have checked the white king from,
/// and that white men keep from having captured: its double step, or king or rook moved last.
const STEP_OR_CASTLE: &[Skeleton] = &[
    skeleton("4k2r/7p/3P1P2/3PpK2/8/8/8/8", &[]),
    skeleton("4k2r/8/3P1P2/3PpK2/8/8/8/8", &[]),
    skeleton("r3k3/8/3P1P2/2KpP3/8/8/8/8", &[('P', "c6 e6")]),
    skeleton("4k2r/8/5B1P/5KpP/8/8/8/8", &[]),
    skeleton("4k2r/8/5P1P/5KpP/8/8/8/8", &[]),
    skeleton("r3k3/8/P1P5/PpK5/8/8/8/8", &[]),
    skeleton("r3k3/p7/2P1P3/2KpP3/8/8/8/8", &[]),
];

/// Two pawns that may have made a double step, with or without a castling to lose.
const TWO_STEPS: &[Skeleton] = &[
    skeleton("8/8/3P1P1P/3PpKpP/8/8/8/8", &[('k', "h4 g3 h3 e3 g2")]),
    skeleton("4k2r/8/3P1P1P/3PpKpP/8/8/8/8", &[]),
    skeleton("4k2r/7p/3P1P1P/3PpKpP/8/8/8/8", &[]),
    skeleton("r3k3/8/P1P1P3/PpKpP3/8/8/8/8", &[]),
];

/// Both black castlings possible, and nothing but king and rooks that can have moved last.
const BLACK_CASTLES: &[Skeleton] = &[
    skeleton("r3k2r/8/3PKP2/8/8/8/8/8", &[]),
    skeleton("r3k2r/5N2/3PKP2/8/8/8/8/8", &[]),
    skeleton("r3k2r/3p1p2/8/8/8/8/8/8", &[('K', "e6 d6 f6 e5")]),
    skeleton("r3k2r/4p3/3P1P2/8/8/8/8/8", &[]),
    skeleton("r3k2r/4P3/4K3/8/8/8/8/8", &[]),
];

const WHITE_CASTLES: &[Skeleton] = &[
    skeleton(
        "8/8/8/8/8/8/8/R3K2R",
        &[('k', "c2 b2 g2 d3 e3 f3 c3 g3 b3 h2 h3")],
    ),
    skeleton("8/8/8/8/8/5k2/8/4K2R", &[]),
    skeleton("8/8/8/8/8/3k4/8/R3K3", &[]),
];

const CAPTURE_OR_CASTLE: &[Skeleton] = &[
    skeleton("8/8/2P5/2Pp4/8/8/8/4K2R", &[('k', "f3 g2 g3 h3 h2 e3 d3")]),
    skeleton("8/8/2P5/1pP5/8/8/8/R3K3", &[('k', "c2 b2 b3 c3 d3 a3 e3")]),
    skeleton("8/8/6P1/5pP1/8/8/8/4K2R", &[('k', "f3 g2 g3 h3 h2 e3 d3")]),
    skeleton("8/8/2n5/2Pp4/8/8/8/4K2R", &[('k', "f3 g2 g3 h3 h2")]),
];

/// Men thrown in, the frequent ones several times.
const POOL: &[char] = &[
    'Q', 'Q', 'R', 'R', 'R', 'B', 'B', 'B', 'N', 'N', 'N', 'P', 'P', 'P', 'P', 'p', 'p', 'p',
];

fn skeletons(mechanism: Mechanism) -> &'static [Skeleton] {
    match mechanism {
        Mechanism::PawnOwes | Mechanism::FreeMove => STEP_OR_CASTLE,
        Mechanism::TwoCaptures | Mechanism::DeferredDiffers => TWO_STEPS,
        Mechanism::KingOwes => WHITE_CASTLES,
        Mechanism::CaptureThenCastling => CAPTURE_OR_CASTLE,
        Mechanism::DefenderTrial | Mechanism::OtherCastling => BLACK_CASTLES,
    }
}

fn piece(letter: char) -> Option<Piece> {
    Piece::from_char(letter)
}

/// Draws a placement for `mechanism`; `None` if the draw does not fit the board.
pub(super) fn draw(mechanism: Mechanism, random: &mut Random) -> Option<Board> {
    let skeletons = skeletons(mechanism);
    let skeleton = skeletons[random.below(skeletons.len())];
    let mut board = Board::from_ascii_board_fen(skeleton.fen.as_bytes()).ok()?;
    for &(letter, zone) in skeleton.placed {
        let squares: Vec<Square> = zone.split(' ').filter_map(|s| s.parse().ok()).collect();
        let free: Vec<Square> = squares
            .into_iter()
            .filter(|&square| board.piece_at(square).is_none())
            .collect();
        board.set_piece_at(random.pick(&free)?, piece(letter)?);
    }
    for color in [Color::White, Color::Black] {
        if board.king_of(color).is_none() {
            let square = free_square(&board, Role::King, random)?;
            board.set_piece_at(
                square,
                Piece {
                    color,
                    role: Role::King,
                },
            );
        }
    }
    for _ in 0..2 + random.below(4) {
        let piece = piece(random.pick(POOL)?)?;
        let square = free_square(&board, piece.role, random)?;
        board.set_piece_at(square, piece);
    }
    Some(board)
}

fn free_square(board: &Board, role: Role, random: &mut Random) -> Option<Square> {
    let forbidden = if role == Role::Pawn {
        Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth)
    } else {
        Bitboard::EMPTY
    };
    let free: Vec<Square> = (!(board.occupied() | forbidden)).into_iter().collect();
    random.pick(&free)
}

/// The placements one small change away: a man left out.
pub(super) fn without_one(board: &Board) -> Vec<Board> {
    (board.occupied() & !board.kings())
        .into_iter()
        .map(|square| {
            let mut fewer = board.clone();
            fewer.discard_piece_at(square);
            fewer
        })
        .collect()
}
