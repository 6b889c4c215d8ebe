//! Small random positions with random worlds, biased towards doubt: castling men at home, pawns
//! that have just passed an enemy pawn.

use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};

use super::{World, Worlds, capturable};

/// A small generator of our own, so that the positions never change (splitmix64).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

pub struct Sample {
    pub board: Board,
    pub turn: Color,
    pub worlds: Worlds,
}

/// A position of at most `men` men in which some move is doubtful, and its worlds.
pub fn sample(dice: &mut Dice, men: usize) -> Sample {
    loop {
        if let Some(sample) = attempt(dice, men) {
            return sample;
        }
    }
}

fn attempt(dice: &mut Dice, men: usize) -> Option<Sample> {
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
    for color in [turn, other] {
        let home = Square::from_coords(File::E, color.relative_rank(Rank::First));
        if dice.chance(60) {
            put(&mut board, home, color, Role::King);
            for file in [File::A, File::H] {
                if dice.chance(60) {
                    let corner = Square::from_coords(file, color.relative_rank(Rank::First));
                    put(&mut board, corner, color, Role::Rook);
                }
            }
        } else {
            let square = any(dice);
            let square = if dice.chance(60) {
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
    // The attacker is strong, the defender is not.
    while board.occupied().count() < men {
        let square = any(dice);
        let (color, role) = if dice.chance(65) {
            (
                turn,
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
                other,
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
    // The side not on move is not in check, the kings do not touch.
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

/// Every subset of the rights at home times no target and every capturable one.
pub fn candidates(board: &Board, turn: Color) -> Vec<World> {
    let has = |square, color, role| board.piece_at(square) == Some(Piece { color, role });
    let at_home: Vec<char> = [
        ('K', Color::White, Square::E1, Square::H1),
        ('Q', Color::White, Square::E1, Square::A1),
        ('k', Color::Black, Square::E8, Square::H8),
        ('q', Color::Black, Square::E8, Square::A8),
    ]
    .into_iter()
    .filter(|&(_, color, king, rook)| has(king, color, Role::King) && has(rook, color, Role::Rook))
    .map(|(letter, ..)| letter)
    .collect();
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
