//! What really happened in a game: what became of every man, as a proof would tell it.

use beruehrt::problem::Diagram;
use beruehrt::retro::RetroPosition;
use beruehrt::retro::model::Class;
use beruehrt::retro::model::claim::{Course, End, Part};
use beruehrt::world::World;
use shakmaty::{Bitboard, Chess, Color, File, Move, Position, Rank, Role, Square};

/// A man of the array and what became of him.
#[derive(Debug, Clone)]
struct Man {
    color: Color,
    home: Square,
    role: Role,
    /// The files a pawn went through, that of origin first.
    files: Vec<File>,
    /// Where a pawn was promoted, and to what.
    promoted: Option<(Square, Class)>,
    /// Where he stands; nowhere if he was captured.
    stands: Option<Square>,
}

/// A game as far as it was followed.
#[derive(Debug, Clone)]
pub struct Story {
    men: Vec<Man>,
}

impl Story {
    pub fn new() -> Story {
        let array = shakmaty::Board::new();
        let men = array
            .clone()
            .into_iter()
            .map(|(home, piece)| Man {
                color: piece.color,
                home,
                role: piece.role,
                files: vec![home.file()],
                promoted: None,
                stands: Some(home),
            })
            .collect();
        Story { men }
    }

    fn at(&mut self, square: Square) -> Option<&mut Man> {
        self.men.iter_mut().find(|man| man.stands == Some(square))
    }

    pub fn play(&mut self, played: Move) {
        match played {
            Move::Castle { king, rook } => {
                let side = if rook > king {
                    shakmaty::CastlingSide::KingSide
                } else {
                    shakmaty::CastlingSide::QueenSide
                };
                let color = if king.rank() == Rank::First {
                    Color::White
                } else {
                    Color::Black
                };
                self.at(king).unwrap().stands = Some(side.king_to(color));
                self.at(rook).unwrap().stands = Some(side.rook_to(color));
            }
            Move::EnPassant { from, to } => {
                let victim = Square::from_coords(to.file(), from.rank());
                self.at(victim).unwrap().stands = None;
                self.go(from, to, None);
            }
            Move::Normal {
                from,
                to,
                promotion,
                ..
            } => {
                if let Some(victim) = self.at(to) {
                    victim.stands = None;
                }
                self.go(from, to, promotion);
            }
            Move::Put { .. } => unreachable!("nothing is dropped"),
        }
    }

    fn go(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        let man = self.at(from).unwrap();
        man.stands = Some(to);
        let file = to.file();
        if man.role == Role::Pawn && man.promoted.is_none() && man.files.last() != Some(&file) {
            man.files.push(file);
        }
        if let Some(role) = promotion {
            man.promoted = Some((to, Class::of(role, to).unwrap()));
        }
    }

    /// All that can be said of one side, every part of it true.
    pub fn parts(&self, color: Color) -> Vec<Part> {
        let mut parts = Vec::new();
        let own = || self.men.iter().filter(move |man| man.color == color);
        for pawn in own().filter(|man| man.role == Role::Pawn) {
            let file = pawn.files[0];
            let end = match (pawn.promoted, pawn.stands) {
                (None, Some(square)) => End::Stands(square),
                (None, None) => End::Falls,
                (Some((door, class)), Some(_)) => End::Remains(door, class),
                (Some((door, _)), None) => End::Spent(door),
            };
            parts.push(Part::Career(Course::new(&pawn.files, end).unwrap()));
            if pawn.stands.is_some() {
                parts.push(Part::Present(file));
            }
            if let End::Remains(square, class) = end {
                parts.push(Part::Promotion {
                    file,
                    square,
                    class,
                });
            }
        }
        for class in Class::ALL {
            let homes: Bitboard = own()
                .filter(|man| man.role != Role::Pawn && man.stands.is_some())
                .filter(|man| class.homes(color).contains(man.home))
                .map(|man| man.home)
                .collect();
            parts.push(Part::Originals(class, homes));
        }
        parts
    }
}

/// The position of a game in the world it really is in.
pub fn arisen(position: &Chess) -> RetroPosition {
    let diagram = Diagram {
        board: position.board().clone(),
        turn: position.turn(),
    };
    RetroPosition::of_world(&diagram, World::of(position))
}
