//! What stands in the way of men going home, and what that forbids at once.
//!
//! Invariant: a pure function of the board and of what its past demands; it guides, it proves nothing.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, ByColor, Color, File, Piece, Rank, Role, Square, attacks};

use super::distance::{Distances, Field, Walled};
use super::hash_table::mix;
use super::node::{ARRAY, Node, home_rank, initial_piece, third_rank};
use crate::retro::ledger::many;

/// What stands in the way, from what never moves again to what may have to make way.
pub struct Surroundings {
    hash: u64,
    /// Squares whose men will never leave them on the way back.
    pub walls: Bitboard,
    /// The walls, and pawns that need not leave their files.
    pub barrier: Bitboard,
    /// The barrier, and men at home.
    pub crowd: Bitboard,
    /// Homes that no man on the board belongs to.
    pub reserved: Bitboard,
    /// Pawns who have certainly made a single step and nothing else.
    pub single_step_pawns: Bitboard,
    /// For each side the squares on which its king never stood: those that walls of the other side attack, and those of the
    /// other side's pawns in `third_rank_by_capture`.
    pub guarded: ByColor<Bitboard>,
    /// Each king's way home past the walls and the guarded squares.
    pub king_ways: ByColor<Arc<Field>>,
    /// Officers who do not get far from home, by type, with the squares they can have stood on.
    pub confined: Vec<(Piece, Bitboard)>,
    /// Distances past the walls and the single-step pawns.
    pub past_walls: Arc<Walled>,
    /// Distances past the barrier.
    pub past_barrier: Arc<Walled>,
    /// Distances past the crowd.
    pub past_crowd: Arc<Walled>,
}

/// What [`Surroundings`] depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct SurroundingsKey {
    walls: Bitboard,
    barrier: Bitboard,
    crowd: Bitboard,
    reserved: Bitboard,
    third_rank_by_capture: Bitboard,
    single_step_pawns: Bitboard,
}

/// All surroundings met, with the distances in them.
#[derive(Default)]
pub struct SurroundingsTable {
    /// Distances in any surroundings.
    pub distances: Distances,
    known: FxHashMap<SurroundingsKey, Arc<Surroundings>>,
    /// Those that were asked for last.
    last: Option<(SurroundingsKey, Arc<Surroundings>)>,
}

impl SurroundingsTable {
    /// Most surroundings kept at a time.
    const CAPACITY: usize = 20_000;

    /// Those of a board with these walls; `barrier` holds them and the pawns that need not leave their files.
    pub fn surroundings(
        &mut self,
        board: &Board,
        walls: Bitboard,
        barrier: Bitboard,
        reserved: Bitboard,
    ) -> Arc<Surroundings> {
        let key = SurroundingsKey {
            walls,
            barrier,
            crowd: barrier | (at_home(board) & !board.knights()),
            reserved,
            third_rank_by_capture: third_rank_by_capture(board, walls),
            single_step_pawns: single_step_pawns(board),
        };
        if let Some((last, met)) = &self.last
            && *last == key
        {
            return Arc::clone(met);
        }
        if self.known.len() > SurroundingsTable::CAPACITY {
            self.known.clear();
        }
        let SurroundingsTable {
            distances, known, ..
        } = self;
        let met = known
            .entry(key)
            .or_insert_with(|| Arc::new(Surroundings::new(key, distances)));
        self.last = Some((key, Arc::clone(met)));
        Arc::clone(met)
    }
}

impl Surroundings {
    fn new(key: SurroundingsKey, distances: &mut Distances) -> Surroundings {
        let SurroundingsKey {
            walls,
            barrier,
            crowd,
            reserved,
            third_rank_by_capture,
            single_step_pawns,
        } = key;
        let guarded = ByColor::new_with(|color: Color| {
            guarded(walls, color)
                | (third_rank_by_capture & Bitboard::from(third_rank(color.other())))
        });
        let words = [
            walls,
            barrier,
            crowd,
            reserved,
            third_rank_by_capture,
            single_step_pawns,
        ]
        .map(u64::from);
        let past_walls = distances.walled(walls, single_step_pawns);
        Surroundings {
            hash: words.into_iter().fold(0, mix),
            walls,
            barrier,
            crowd,
            reserved,
            single_step_pawns,
            king_ways: ByColor::new_with(|color| {
                let walls = walls | *guarded.get(color);
                Arc::clone(distances.field(Role::King, relative(Square::E1, color), walls))
            }),
            guarded,
            confined: confined(&past_walls),
            past_walls,
            past_barrier: distances.walled(barrier, Bitboard::EMPTY),
            past_crowd: distances.walled(crowd, Bitboard::EMPTY),
        }
    }

    /// How many officers of `color` are missing who never left the back ranks.
    pub fn shut_in(&self, board: &Board, color: Color) -> usize {
        let shut_in = self.confined.iter().filter(|(piece, around)| {
            let is_missing = (*around & board.by_piece(*piece)).is_empty();
            piece.color == color && is_missing && around.is_subset(Bitboard::BACKRANKS)
        });
        shut_in.count()
    }

    /// A hash of these surroundings together with that of something in them.
    pub fn key(&self, of: u64) -> u64 {
        mix(self.hash, of)
    }
}

/// The men of the back ranks that stand where such men stand in the initial array.
fn at_home(board: &Board) -> Bitboard {
    many::same(board, &ARRAY) & !board.pawns()
}

/// Pawns that stand where they began.
pub fn unmoved(board: &Board) -> Bitboard {
    many::same(board, &ARRAY) & board.pawns()
}

/// Squares whose men will never leave them on the way back.
pub fn walls(node: &Node) -> Bitboard {
    let board = &node.board;
    let walls = node.frozen | unmoved(board);
    // Men at home that cannot move before another of them does: a cage.
    let mut caged = at_home(board) & !walls;
    loop {
        let held = walls | caged;
        let kept = caged & !many::steppers(&ARRAY, !held);
        if kept == caged {
            return held;
        }
        caged = kept;
    }
}

/// Squares on which `color`'s king can never have stood: pawns and kings of the other side that never move
/// again attack them. What never moves again stands as in the initial array.
pub fn guarded(walls: Bitboard, color: Color) -> Bitboard {
    let enemies = ARRAY.by_color(color.other()) & walls;
    let mut guarded = Bitboard::EMPTY;
    for square in enemies & ARRAY.pawns() {
        guarded |= attacks::pawn_attacks(color.other(), square);
    }
    for square in enemies & ARRAY.kings() {
        guarded |= attacks::king_attacks(square);
    }
    guarded
}

/// An officer that can reach at most this many squares is confined.
const CONFINED: u32 = 8;

/// The officers of the array, but knights and kings, who do not get far past the walls.
fn confined(past_walls: &Walled) -> Vec<(Piece, Bitboard)> {
    let mut confined = Vec::new();
    for home in Bitboard::BACKRANKS {
        let Some(piece) = initial_piece(home) else {
            continue;
        };
        if matches!(piece.role, Role::Queen | Role::Rook | Role::Bishop) {
            let field = past_walls.home(piece.role, home);
            if field.region <= CONFINED {
                confined.push((piece, field.squares));
            }
        }
    }
    confined
}

/// Pawns one step from home who have come straight, for the homes beside theirs are taken.
fn single_step_pawns(board: &Board) -> Bitboard {
    let of_white = |own: Bitboard| {
        let taken = (own & Bitboard::from(Rank::Second)).shift(8);
        let left = (taken & !Bitboard::from_file(File::H)).shift(1) | Bitboard::from_file(File::A);
        let right =
            (taken & !Bitboard::from_file(File::A)).shift(-1) | Bitboard::from_file(File::H);
        own & Bitboard::from(Rank::Third) & !taken & left & right
    };
    let pawns = board.pawns();
    of_white(board.white() & pawns)
        | of_white((board.black() & pawns).flip_vertical()).flip_vertical()
}

/// Pawns one step from home that came by a capture, since another pawn stands on the home square behind them. No enemy king
/// ever stood on such a square: the pawn stands there now, and before its capture it attacked it from the next file.
fn third_rank_by_capture(board: &Board, walls: Bitboard) -> Bitboard {
    let own = |color: Color| board.by_color(color) & board.pawns();
    let behind = |color: Color| walls & own(color) & Bitboard::from(home_rank(color));
    let white = behind(Color::White).shift(8) & own(Color::White);
    let black = behind(Color::Black).shift(-8) & own(Color::Black);
    white | black
}

/// Squares of White's side as those of `color`'s.
pub fn relative_all(squares: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => squares,
        Color::Black => squares.flip_vertical(),
    }
}

/// The square as seen from White's side.
pub fn relative(square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}
