//! Which pawns take what, file by file: the kernel of a game.
//!
//! What is left of the board is the order of the pawns on each file. Only captures change it: a pawn takes a pawn
//! or an officer on the next file, an officer takes a pawn. A kernel is done when on every file, from White's side
//! of the board, first come black pawns on their way to promote, then the pawns of the diagram, then white pawns on
//! their way to promote. Invariant: a suggestion that costs no more captures than the diagram has room for; nothing
//! is proved if there is none.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod demand;
mod goal;
mod order;
mod state;
mod targets;

use shakmaty::{Color, File, Square};

use super::super::hash_table::mix;
use super::super::layers::{Found, Layers, Path, Settings, Space};
use super::super::node::{advanced, last_rank};
use super::super::tuning::{CONSTRUCTION, turn};
use crate::budget::Limits;
use crate::retro::model::PawnId;
pub use demand::{KINDS, KernelDemand, Promoted};
pub use order::ordered;
use state::State;
use targets::Targets;

/// A capture that changes the order of the pawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The pawn that takes; `None`: any officer.
    pub by: Option<PawnId>,
    /// The pawn that is taken; `None`: any officer that can be spared.
    pub victim: Option<PawnId>,
    /// The file it happens on.
    pub file: File,
    /// An officer is taken: the pawn next to it on the file, on White's side of the board.
    pub on_whites_side: Option<PawnId>,
    /// The same on Black's side.
    pub on_blacks_side: Option<PawnId>,
    /// Whether the pawn promotes by it.
    pub promotes: bool,
    /// The colour of the only square on which it can happen, if there is but one: whether it is light.
    pub light: Option<bool>,
}

impl Event {
    /// A capture of which nothing else is known.
    pub const fn new(by: Option<PawnId>, victim: Option<PawnId>, file: File) -> Event {
        Event {
            by,
            victim,
            file,
            on_whites_side: None,
            on_blacks_side: None,
            promotes: false,
            light: None,
        }
    }
}

/// What becomes of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It stands here in the diagram.
    Stays(Square),
    /// It promotes.
    Promotes,
    /// It is taken as a pawn.
    Dies,
}

impl Fate {
    /// The most ranks a pawn of this side can have advanced by its last capture. If it `crosses`, that is, promotes by a
    /// capture, that one counts: so what it takes before can be on the rank before the last.
    pub fn farthest(self, color: Color, crosses: bool) -> i32 {
        match self {
            Fate::Stays(square) => advanced(color, square),
            Fate::Promotes | Fate::Dies => 5 + i32::from(crosses),
        }
    }
}

/// Captures in their order, and what becomes of each pawn.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// The captures.
    pub events: Vec<Event>,
    /// For each capture the others that must come before it, as bits. Empty: only a pawn's own captures keep their order,
    /// and come before it is taken.
    pub earlier: Vec<u64>,
    /// By pawn.
    pub fates: [Fate; 16],
}

impl Kernel {
    /// A kernel, and how many states were looked at. The work is bounded, and the same seed gives the same kernel.
    pub fn find(demand: &KernelDemand, seed: u64) -> (Option<Kernel>, u64) {
        let mut captures = Captures {
            demand,
            seed,
            targets: Targets::new(demand),
            found: None,
        };
        let most = demand.captures[0] + demand.captures[1];
        let settings = Settings {
            longest: (most as u32).min(CONSTRUCTION.deepest) + 1,
            ..Settings::of(turn(&CONSTRUCTION.kernel_widths, seed as u32))
        };
        let mut layers = Layers::new(settings, State::array(), &[], None);
        let ended = layers.advance(&mut captures, &mut Limits::unlimited().start());
        debug_assert!(ended.is_ok(), "nothing limits it");
        (captures.found, layers.nodes())
    }
}

/// The captures that may lead to the diagram.
struct Captures<'a> {
    demand: &'a KernelDemand,
    seed: u64,
    targets: Targets,
    found: Option<Kernel>,
}

impl Space for Captures<'_> {
    type State = State;
    type Step = Event;
    type Draft = State;

    fn expand(&mut self, state: &State, _: u32, found: &mut Found<Event, State>) {
        state.successors(self.demand, |event, next| {
            found.count();
            let key = next.key();
            if !found.mark_seen(key) {
                return;
            }
            if let Some(needed) = self.targets.captures_needed(&next, self.demand) {
                let noise = (mix(key, self.seed) >> 32) as u32 % CONSTRUCTION.kernel_noise;
                let score = (next.cost(self.demand) + needed) * 10 + noise;
                // Of equals the one found first comes first.
                found.add(score.cast_signed(), 0, event, next);
            }
        });
    }

    fn arrive(&mut self, _: &State, _: Event, next: State) -> Option<State> {
        Some(next)
    }

    /// Not used: this search does not depend on whether a state comes nearer.
    fn cost(&self, _: &State) -> i32 {
        0
    }

    fn is_goal(&mut self, state: &State, path: Path<'_, Event>) -> bool {
        let fates = state
            .fates(self.demand)
            .filter(|_| path.plies <= CONSTRUCTION.deepest);
        self.found = fates.and_then(|fates| {
            let kernel = Kernel {
                events: path.steps(),
                earlier: Vec::new(),
                fates,
            };
            ordered(&kernel, Some(self.demand), self.seed)
        });
        self.found.is_some()
    }
}

/// Where a pawn promotes that goes straight ahead.
pub fn promotion_square(color: Color, file: File) -> Square {
    Square::from_coords(file, last_rank(color))
}

#[cfg(test)]
mod tests {
    use shakmaty::{Bitboard, Board};

    use super::*;

    fn kernel(placement: &str, seed: u64) -> Option<(KernelDemand, Kernel)> {
        let board = Board::from_ascii_board_fen(placement.as_bytes()).unwrap();
        let demand =
            KernelDemand::new(&board, Vec::new(), Bitboard::EMPTY, Bitboard::EMPTY).unwrap();
        let (found, _) = Kernel::find(&demand, seed);
        found.map(|kernel| (demand, kernel))
    }

    #[test]
    fn a_kernel_leaves_the_pawns_of_the_diagram() {
        for placement in [
            // Two kernels with the same colours on the g-file: g2 and h2xg3, or h2xg3 on White's side of g2, which cannot be.
            "r3k3/1pqp1pb1/1pn2npp/2pp4/8/5NP1/1PP2PP1/R2QKB1R",
            "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R",
            "8/1rb2PP1/2n1P1p1/1P2pBq1/P1Bq1prQ/Nn1KQRr1/k2n2Q1/8",
        ] {
            let board = Board::from_ascii_board_fen(placement.as_bytes()).unwrap();
            let mut found = 0;
            for seed in 1..=3 {
                let Some((demand, kernel)) = kernel(placement, seed) else {
                    continue;
                };
                found += 1;
                let mut left = Bitboard::EMPTY;
                for (pawn, fate) in PawnId::ALL.into_iter().zip(kernel.fates) {
                    if let Fate::Stays(square) = fate {
                        left.add(square);
                        assert_eq!(board.color_at(square), Some(pawn.color()));
                    }
                }
                assert_eq!(left, board.pawns());
                for color in Color::ALL {
                    let by = |event: &&Event| match (event.by, event.victim) {
                        (Some(pawn), _) => pawn.color() == color,
                        (None, Some(victim)) => victim.color() != color,
                        (None, None) => false,
                    };
                    let side = usize::from(color == Color::Black);
                    assert!(kernel.events.iter().filter(by).count() <= demand.captures[side]);
                }
            }
            assert!(found >= 1, "{placement}: {found}");
        }
    }

    #[test]
    fn there_is_no_kernel_without_captures() {
        // Pawns of one file have passed each other, and nobody was taken.
        let met = "rnbqkbnr/1ppppppp/p7/P7/8/8/1PPPPPPP/RNBQKBNR";
        assert!(kernel(met, 1).is_some());
        let passed = "rnbqkbnr/1ppppppp/P7/8/p7/8/1PPPPPPP/RNBQKBNR";
        assert!(kernel(passed, 1).is_none());
    }

    #[test]
    fn a_man_that_promoted_far_from_home_draws_its_pawn_there() {
        // The rook on h1 was the pawn b7, which came to g2 by five captures, each on a light square.
        let board = "5b1n/pPpppppp/2n5/P7/8/6P1/1P1PPP1P/R3K1kr";
        let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
        let at_home = Bitboard::from(Square::E1) | Square::A1 | Square::F8;
        let promoted = Promoted {
            color: Color::Black,
            kind: 3,
            files: 0b1110_0000,
        };
        let shut_in = Bitboard::from(Square::C1) | Square::H8;
        let demand = KernelDemand::new(&board, vec![promoted], at_home, shut_in).unwrap();
        let kernel = Kernel::find(&demand, 1).0.unwrap();
        let b7 = PawnId::new(Color::Black, File::B);
        let captures = kernel.events.iter().filter(|event| event.by == Some(b7));
        assert_eq!(captures.count(), 5, "{:?}", kernel.events);
    }

    #[test]
    fn past_a_king_that_never_moved_pawns_promote_by_captures_alone() {
        // The bishop on b7 promoted on f1, where White's bishop stood; the king on e1 never moved.
        let board = "rnNqkb2/pbppppp1/1p6/8/5P2/1P4P1/P1PPP2P/RN1QK2R";
        let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
        let at_home = Bitboard::from(Square::E1) | Bitboard::from(Square::H1);
        let promoted = Promoted {
            color: Color::Black,
            kind: 1,
            files: 1 << 5,
        };
        let demand = KernelDemand::new(&board, vec![promoted], at_home, Bitboard::EMPTY).unwrap();
        let kernel = Kernel::find(&demand, 1).0.unwrap();
        let crosses = |event: &Event| event.promotes && event.file == File::F;
        assert!(kernel.events.iter().any(crosses), "{:?}", kernel.events);
    }
}
