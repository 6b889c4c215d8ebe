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

/// A black king and rook at home, a double step on the king's or the queen's wing, blocks for the
/// captures that could replace it, and a white king that a single step would have checked.
const STEP_OR_CASTLE: &[Skeleton] = &[
    skeleton(
        "4k2r/8/5P2/6pP/8/8/8/8",
        &[('K', "f5"), ('N', "h6"), ('R', "a1 b1 c1 d1 a7 b7 d7")],
    ),
    skeleton(
        "4k2r/8/8/6pP/8/8/8/8",
        &[
            ('K', "f5"),
            ('B', "f6"),
            ('N', "h6"),
            ('R', "a1 b1 c1 d1 a7 b7"),
        ],
    ),
    skeleton(
        "4k2r/8/7P/5Pp1/8/8/8/8",
        &[('K', "h5"), ('N', "f6"), ('R', "a1 b1 c1 d1 a7 b7 d7")],
    ),
    skeleton(
        "r3k3/8/P7/1pP5/8/8/8/8",
        &[('K', "a5"), ('N', "c6"), ('R', "h1 g1 f1 h7 g7 f7")],
    ),
    skeleton(
        "4k2r/8/5BP1/4PpK1/8/8/8/8",
        &[('R', "a1 b1 c1 d1 a7 b7"), ('N', "e6")],
    ),
];

const TWO_STEPS: &[Skeleton] = &[
    skeleton("8/8/8/3pPp2/8/8/8/8", &[]),
    skeleton("8/8/8/3PpPp1/8/8/8/8", &[]),
    skeleton("8/8/8/3PpKpP/8/8/8/8", &[]),
    skeleton("8/8/8/1pPp4/8/8/8/8", &[]),
    skeleton("8/8/8/1pPpPp2/8/8/8/8", &[]),
];

const BLACK_CASTLES: &[Skeleton] = &[
    skeleton("r3k2r/8/8/8/8/8/8/8", &[]),
    skeleton("r3k2r/5N2/8/8/8/8/8/8", &[]),
    skeleton("r3k2r/8/3P1P2/8/8/8/8/8", &[]),
];

const WHITE_CASTLES: &[Skeleton] = &[
    skeleton(
        "8/8/8/8/8/8/8/R3K2R",
        &[('k', "c2 b2 g2 d3 e3 f3 c3 g3 b3 h2 h3")],
    ),
    skeleton("8/8/8/8/8/5k2/8/R3K2R", &[]),
    skeleton("8/8/8/8/8/3k4/8/R3K2R", &[]),
];

const CAPTURE_OR_CASTLE: &[Skeleton] = &[
    skeleton("8/8/8/2Pp4/8/8/8/4K2R", &[('k', "f3 g2 g3 h3 h2 e3 d3")]),
    skeleton("8/8/8/1pP5/8/8/8/R3K3", &[('k', "c2 b2 b3 c3 d3 a3 e3")]),
    skeleton("8/8/8/5pP1/8/8/8/4K2R", &[('k', "f3 g2 g3 h3 h2 e3 d3")]),
];

/// Men thrown in, the frequent ones several times.
const POOL: &[char] = &[
    'Q', 'R', 'R', 'B', 'B', 'N', 'N', 'P', 'P', 'P', 'P', 'p', 'p', 'p', 'p', 'p', 'b', 'n', 'r',
];

fn skeletons(mechanism: Mechanism) -> &'static [Skeleton] {
    match mechanism {
        Mechanism::PawnOwes | Mechanism::FreeMove => STEP_OR_CASTLE,
        Mechanism::TwoCaptures | Mechanism::DeferredDiffers => TWO_STEPS,
        Mechanism::KingOwes | Mechanism::OtherCastling => WHITE_CASTLES,
        Mechanism::CaptureThenCastling => CAPTURE_OR_CASTLE,
        Mechanism::DefenderTrial => BLACK_CASTLES,
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
    for _ in 0..=random.below(7) {
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
