//! Small random positions with random worlds, biased towards doubt: castling men at home, pawns
//! that have just passed an enemy pawn.

use beruehrt::random::Random;
use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};

use super::{World, Worlds, capturable};

/// The generator, with choices out of lists that are never empty.
pub struct Dice(Random);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Random::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next()
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.0.chance(percent)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        self.0.pick(from).expect("something to pick")
    }
}

pub struct Sample {
    pub board: Board,
    pub turn: Color,
    pub worlds: Worlds,
}

/// Which side has the heavy pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strong {
    /// The side on move: it can mate.
    Mover,
    /// The other side: it can be made to mate.
    Waiter,
}

/// A position of at most `men` men with two or more worlds.
pub fn sample(dice: &mut Dice, men: usize, strong: Strong) -> Sample {
    loop {
        if let Some(sample) = attempt(dice, men, strong) {
            return sample;
        }
    }
}

/// One or two small changes to `fen` (White to move), new worlds: near a position in which doubt
/// matters there are others.
pub fn mutant(dice: &mut Dice, fen: &str) -> Sample {
    let base = Board::from_ascii_board_fen(fen.as_bytes()).expect("a board");
    mutant_of(dice, &base, Color::White)
}

/// The same for any board and side to move.
pub fn mutant_of(dice: &mut Dice, base: &Board, turn: Color) -> Sample {
    loop {
        let mut board = base.clone();
        for _ in 0..=dice.below(3) {
            let from = Square::ALL[dice.below(64)];
            let to = Square::ALL[dice.below(64)];
            let pawn_astray = matches!(to.rank(), Rank::First | Rank::Eighth);
            match board.piece_at(from) {
                Some(piece) if piece.role != Role::King && dice.chance(30) => {
                    board.discard_piece_at(from);
                }
                Some(piece)
                    if board.piece_at(to).is_none()
                        && !(piece.role == Role::Pawn && pawn_astray) =>
                {
                    board.discard_piece_at(from);
                    board.set_piece_at(to, piece);
                }
                None if !pawn_astray => {
                    let color = dice.pick(&[Color::White, Color::Black]);
                    let role = dice.pick(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]);
                    board.set_piece_at(from, Piece { color, role });
                    if role == Role::Pawn && matches!(from.rank(), Rank::First | Rank::Eighth) {
                        board.discard_piece_at(from);
                    }
                }
                _ => {}
            }
        }
        if let Some(sample) = with_worlds(dice, board, turn) {
            return sample;
        }
    }
}

/// Like [`sample`], with up to three pairs of pawns that block each other: little can move, and stalemate is
/// near.
pub fn tight(dice: &mut Dice, men: usize, strong: Strong) -> Sample {
    loop {
        let mut board = sample(dice, men, strong).board;
        let turn = dice.pick(&[Color::White, Color::Black]);
        for _ in 0..dice.below(4) {
            let file = File::new(dice.below(8) as u32);
            let lower = dice.pick(&[Rank::Second, Rank::Third, Rank::Fourth, Rank::Fifth]);
            let upper = lower.offset(1).expect("a rank above");
            let squares = [
                (Square::from_coords(file, lower), Color::White),
                (Square::from_coords(file, upper), Color::Black),
            ];
            if squares.iter().all(|&(at, _)| board.piece_at(at).is_none()) {
                for (at, color) in squares {
                    let role = Role::Pawn;
                    board.set_piece_at(at, Piece { color, role });
                }
            }
        }
        if let Some(sample) = with_worlds(dice, board, turn) {
            return sample;
        }
    }
}

fn attempt(dice: &mut Dice, men: usize, strong: Strong) -> Option<Sample> {
    let mut board = Board::empty();
    let turn = dice.pick(&[Color::White, Color::Black]);
    let other = turn.other();
    let put = |board: &mut Board, square: Square, color: Color, role: Role| -> bool {
        let pawn_astray = role == Role::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth);
        if board.piece_at(square).is_some() || pawn_astray {
            return false;
        }
        board.set_piece_at(square, Piece { color, role });
        true
    };
    let any = |dice: &mut Dice| Square::ALL[dice.below(64)];

    // Kings, often at home with one or two rooks; the defender's king often on the edge.
    for color in [other, turn] {
        let home = Square::from_coords(File::E, color.relative_rank(Rank::First));
        if dice.chance(60) {
            if !put(&mut board, home, color, Role::King) {
                return None;
            }
            for file in [File::A, File::H] {
                if dice.chance(60) {
                    let corner = Square::from_coords(file, color.relative_rank(Rank::First));
                    put(&mut board, corner, color, Role::Rook);
                }
            }
        } else {
            let square = any(dice);
            let square = if color == turn && dice.chance(50) {
                // Near the other king's home, where mating nets are.
                let file = dice.pick(&[File::D, File::E, File::F]);
                let rank = turn.relative_rank(dice.pick(&[Rank::Fifth, Rank::Sixth]));
                Square::from_coords(file, rank)
            } else if dice.chance(60) {
                Square::from_coords(square.file(), dice.pick(&[Rank::First, Rank::Eighth]))
            } else {
                square
            };
            if !put(&mut board, square, color, Role::King) {
                return None;
            }
        }
    }
    // Pawns that have just passed: the side on move has a pawn beside each.
    let fifth = turn.relative_rank(Rank::Fifth);
    if dice.chance(60) {
        for _ in 0..=dice.below(2) {
            let file = File::new(dice.below(7) as u32);
            let beside = File::new(u32::from(file) + 1);
            let (mine, his) = if dice.chance(50) {
                (file, beside)
            } else {
                (beside, file)
            };
            put(
                &mut board,
                Square::from_coords(mine, fifth),
                turn,
                Role::Pawn,
            );
            put(
                &mut board,
                Square::from_coords(his, fifth),
                other,
                Role::Pawn,
            );
            // Often it cannot simply go on.
            if dice.chance(40) {
                let block = Square::from_coords(mine, turn.relative_rank(Rank::Sixth));
                let role = dice.pick(&[Role::Pawn, Role::Knight, Role::Rook]);
                let color = dice.pick(&[turn, other]);
                put(&mut board, block, color, role);
            }
        }
    }
    let (strong, weak) = match strong {
        Strong::Mover => (turn, other),
        Strong::Waiter => (other, turn),
    };
    while board.occupied().count() < men {
        let square = any(dice);
        let (color, role) = if dice.chance(65) {
            (
                strong,
                dice.pick(&[
                    Role::Queen,
                    Role::Rook,
                    Role::Rook,
                    Role::Bishop,
                    Role::Knight,
                    Role::Pawn,
                ]),
            )
        } else {
            (
                weak,
                dice.pick(&[
                    Role::Pawn,
                    Role::Pawn,
                    Role::Knight,
                    Role::Bishop,
                    Role::Rook,
                ]),
            )
        };
        put(&mut board, square, color, role);
        if dice.chance(20) {
            break;
        }
    }
    if board.occupied().count() > men {
        return None;
    }
    with_worlds(dice, board, turn)
}

/// Random worlds for a position that can be played from: the side not on move is not in check.
fn with_worlds(dice: &mut Dice, board: Board, turn: Color) -> Option<Sample> {
    let other = turn.other();
    let king = board.king_of(other)?;
    if board.attacks_to(king, turn, board.occupied()).any() {
        return None;
    }
    let candidates = candidates(&board, turn);
    if candidates.len() < 2 {
        return None;
    }
    let mut worlds = Worlds::new();
    let wanted = 1 + dice.below(5);
    for _ in 0..wanted {
        worlds.insert(candidates[dice.below(candidates.len())].clone());
    }
    (worlds.len() > 1).then_some(Sample {
        board,
        turn,
        worlds,
    })
}

/// The rights whose king and rook stand at home.
pub fn rights_at_home(board: &Board) -> Vec<char> {
    let has = |square, color, role| board.piece_at(square) == Some(Piece { color, role });
    [
        ('K', Color::White, Square::E1, Square::H1),
        ('Q', Color::White, Square::E1, Square::A1),
        ('k', Color::Black, Square::E8, Square::H8),
        ('q', Color::Black, Square::E8, Square::A8),
    ]
    .into_iter()
    .filter(|&(_, color, king, rook)| has(king, color, Role::King) && has(rook, color, Role::Rook))
    .map(|(letter, ..)| letter)
    .collect()
}

/// Every subset of the rights at home times no target and every capturable one.
pub fn candidates(board: &Board, turn: Color) -> Vec<World> {
    let at_home = rights_at_home(board);
    let has = |square, color, role| board.piece_at(square) == Some(Piece { color, role });
    let mut targets = vec![None];
    for file in File::ALL {
        let square = |rank| Square::from_coords(file, turn.relative_rank(rank));
        let stepped = has(square(Rank::Fifth), turn.other(), Role::Pawn)
            && board.piece_at(square(Rank::Sixth)).is_none()
            && board.piece_at(square(Rank::Seventh)).is_none();
        let target = Some(square(Rank::Sixth));
        let world = World {
            rights: std::collections::BTreeSet::new(),
            target,
        };
        if stepped && capturable(board, turn, &world) {
            targets.push(target);
        }
    }
    let mut all = Vec::new();
    for bits in 0..1usize << at_home.len() {
        for &target in &targets {
            all.push(World {
                rights: at_home
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| bits & (1 << i) != 0)
                    .map(|(_, &c)| c)
                    .collect(),
                target,
            });
        }
    }
    all
}
