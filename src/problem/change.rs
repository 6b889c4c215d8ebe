//! What a twin changes on the board.

use shakmaty::{Board, File, Piece, Rank, Role, Square};

/// A change of the men on the board, as twins make them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A man goes to an empty square.
    Move(Square, Square),
    /// Two men change places.
    Exchange(Square, Square),
    /// A man leaves the board.
    Remove(Square),
    /// A man comes onto an empty square.
    Add(Piece, Square),
    /// All men of one kind, of both colours, become men of the other.
    Substitute(Role, Role),
    /// The board is turned or mirrored.
    Turn(Symmetry),
    /// All men go so many files to the right and so many ranks up.
    Shift {
        /// To the right, seen from White.
        files: i32,
        /// Towards the eighth rank.
        ranks: i32,
    },
    /// Each man gets the other colour where it stands.
    ExchangeColors,
}

/// Turnings and mirrorings of the board; turned anticlockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// a1 comes to h1.
    QuarterTurn,
    /// a1 comes to h8.
    HalfTurn,
    /// a1 comes to a8.
    ThreeQuarterTurn,
    /// a1 and h1 change places.
    LeftRight,
    /// a1 and a8 change places.
    UpDown,
    /// a1 and h8 change places.
    AcrossDiagonal,
    /// a8 and h1 change places.
    AcrossAntiDiagonal,
}

/// Why a change cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unmade {
    /// Nobody stands there.
    Empty(Square),
    /// Somebody stands there already.
    Taken(Square),
    /// The man there would leave the board.
    LeavesBoard(Square),
}

impl Change {
    /// Makes the change.
    ///
    /// # Errors
    ///
    /// [`Unmade`], with the square; the board may then be changed in part.
    pub fn make(self, board: &mut Board) -> Result<(), Unmade> {
        match self {
            Change::Move(from, to) => {
                let man = take(board, from)?;
                put(board, man, to)?;
            }
            Change::Exchange(a, b) if a == b => {
                board.piece_at(a).ok_or(Unmade::Empty(a))?;
            }
            Change::Exchange(a, b) => {
                let (first, second) = (take(board, a)?, take(board, b)?);
                board.set_piece_at(a, second);
                board.set_piece_at(b, first);
            }
            Change::Remove(square) => {
                take(board, square)?;
            }
            Change::Add(piece, square) => put(board, piece, square)?,
            Change::Substitute(old, role) => {
                for square in board.by_role(old) {
                    if let Some(piece) = board.piece_at(square) {
                        board.set_piece_at(square, Piece { role, ..piece });
                    }
                }
            }
            Change::Turn(symmetry) => symmetry.turn(board),
            Change::Shift { files, ranks } => *board = shifted(board, files, ranks)?,
            Change::ExchangeColors => board.swap_colors(),
        }
        Ok(())
    }
}

impl Symmetry {
    fn turn(self, board: &mut Board) {
        match self {
            Symmetry::QuarterTurn => board.rotate_270(),
            Symmetry::HalfTurn => board.rotate_180(),
            Symmetry::ThreeQuarterTurn => board.rotate_90(),
            Symmetry::LeftRight => board.flip_horizontal(),
            Symmetry::UpDown => board.flip_vertical(),
            Symmetry::AcrossDiagonal => board.flip_anti_diagonal(),
            Symmetry::AcrossAntiDiagonal => board.flip_diagonal(),
        }
    }
}

fn take(board: &mut Board, square: Square) -> Result<Piece, Unmade> {
    board.remove_piece_at(square).ok_or(Unmade::Empty(square))
}

fn put(board: &mut Board, piece: Piece, square: Square) -> Result<(), Unmade> {
    if board.piece_at(square).is_some() {
        return Err(Unmade::Taken(square));
    }
    board.set_piece_at(square, piece);
    Ok(())
}

fn shifted(board: &Board, files: i32, ranks: i32) -> Result<Board, Unmade> {
    let mut shifted = Board::empty();
    for (square, piece) in board.clone() {
        let (file, rank) = (
            i32::from(square.file()) + files,
            i32::from(square.rank()) + ranks,
        );
        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
            return Err(Unmade::LeavesBoard(square));
        }
        let to = Square::from_coords(
            File::new(file.cast_unsigned()),
            Rank::new(rank.cast_unsigned()),
        );
        shifted.set_piece_at(to, piece);
    }
    Ok(shifted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a knight on b1 comes to.
    fn knight_after(change: Change) -> Option<Square> {
        let mut board = Board::empty();
        board.set_piece_at(Square::B1, shakmaty::Color::White.knight());
        change.make(&mut board).ok()?;
        board.occupied().single_square()
    }

    #[test]
    fn a_board_is_turned_and_mirrored_as_it_is_named() {
        for (symmetry, to) in [
            (Symmetry::QuarterTurn, Square::H2),
            (Symmetry::HalfTurn, Square::G8),
            (Symmetry::ThreeQuarterTurn, Square::A7),
            (Symmetry::LeftRight, Square::G1),
            (Symmetry::UpDown, Square::B8),
            (Symmetry::AcrossDiagonal, Square::H7),
            (Symmetry::AcrossAntiDiagonal, Square::A2),
        ] {
            assert_eq!(
                knight_after(Change::Turn(symmetry)),
                Some(to),
                "{symmetry:?}"
            );
        }
    }

    #[test]
    fn what_cannot_be_made_names_the_square() {
        let mut board = Board::empty();
        board.set_piece_at(Square::B1, shakmaty::Color::White.knight());
        for (change, why) in [
            (
                Change::Move(Square::A1, Square::A2),
                Unmade::Empty(Square::A1),
            ),
            (
                Change::Add(shakmaty::Color::Black.king(), Square::B1),
                Unmade::Taken(Square::B1),
            ),
            (
                Change::Shift {
                    files: 0,
                    ranks: -1,
                },
                Unmade::LeavesBoard(Square::B1),
            ),
        ] {
            assert_eq!(change.make(&mut board.clone()), Err(why));
        }
        let up = Change::Shift { files: 6, ranks: 7 };
        assert_eq!(knight_after(up), Some(Square::H8));
    }
}
