//! Whether some pawns can have gone their ways side by side, with everybody else where the story needs him.
//!
//! What is told of a few pawns is played through. A *scene* is a place for each of these pawns; scene follows scene when
//! one of them moves, captures, promotes or is captured. Nobody else is followed from square to square, but for every
//! other man that matters it is known in each scene on which squares he may be: he starts at home, goes wherever the
//! pawns, the men that never moved, and those who have not got out yet, let him, and must be on his square in the end. A
//! capture needs a man who may be there. Every history passes through some row of scenes from the first to the last;
//! so if no row is left, none follows what is told.
//!
//! Looked at from both ends: squares from which a man still gets where he stands in the end are found backwards, and a
//! scene in which some man has no square in common with the forward pass is dropped; then all is looked at again.

mod backwards;
mod forwards;

use std::collections::{BTreeMap, HashMap};

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::way::Way;
use crate::budget::{Budget, Limit};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::Class;
use crate::retro::model::claim::End;

/// What is told of one side besides its pawns' ways.
#[derive(Debug, Clone, Default)]
pub(super) struct Officers {
    /// By class: the homes of the originals still on the board, where that is stated.
    pub(super) originals: [Option<Bitboard>; 5],
    /// Promotions to men on the board of which only the square is stated.
    pub(super) births: Vec<(Square, Class)>,
    /// Where each pawn whose way is not stated may have been captured, as a pawn or later; empty: nowhere.
    pub(super) graves: [Bitboard; 8],
}

/// A man who is not followed from square to square.
#[derive(Debug, Clone, Copy)]
struct Walker {
    color: Color,
    role: Role,
    part: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A king or an original that is still on the board: its home.
    Stays(Square),
    /// An original that is gone, or may be: its home.
    Gone(Square),
    /// What the pawn became.
    Promoted(usize),
    /// A promoted man on the board of which only the square of promotion is known.
    Born(Square),
}

/// A man on the board in the end who can have moved.
#[derive(Debug, Clone, Copy)]
struct Survivor {
    color: Color,
    role: Role,
    class: Option<Class>,
    square: Square,
}

/// The pawns' places, and who was captured: which walkers, which pawns besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Scene {
    /// Grows with every step.
    progress: u32,
    places: [u8; 16],
    taken: u64,
}

impl Scene {
    /// Every pawn at home.
    const FIRST: Scene = Scene {
        progress: 0,
        places: [0; 16],
        taken: 0,
    };
}

/// What is known of a scene.
#[derive(Debug, Clone)]
struct Known {
    /// Where each walker may be.
    may: Vec<Bitboard>,
    /// The scenes that can come next.
    next: Vec<Scene>,
}

/// What the end says of a scene.
#[derive(Debug, Clone)]
struct FromTheEnd {
    /// From where each survivor gets to his square.
    from: Vec<Bitboard>,
    /// Which survivors may not be promoted yet, by which pawns and births (bits); the last bit: by any.
    unborn: Vec<u32>,
    /// Squares whose survivors stood on them already.
    shut: Bitboard,
}

/// What came of moving pawns among each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::retro) enum Moved {
    /// Nothing leads to the end: as many positions of the pawns were come to.
    InVain {
        /// In the longest pass.
        positions: usize,
    },
    /// The end is reached, as far as is seen.
    ToTheEnd,
    /// There are more positions than were allowed, or more men than are looked at.
    Unknown,
}

/// Any pawn at all.
const ANY: u32 = 1 << 31;

/// The bit of the first birth.
const BIRTHS: u32 = 16;

/// So many scenes cost one node.
const SCENES_A_NODE: usize = 8;

/// Rounds looked at from both ends.
const ROUNDS: usize = 6;

/// The men around the pawns' ways.
pub(in crate::retro) struct Interplay<'a> {
    board: &'a Board,
    unmoved: &'a Unmoved<'a>,
    pawns: Vec<&'a Way>,
    sides: [&'a Officers; 2],
    walkers: Vec<Walker>,
    survivors: Vec<Survivor>,
    /// By side: where its pawns can have captured.
    targets: [Bitboard; 2],
    /// By side: whether its pawns' captures are always found among pawns of which nothing is told.
    always_fed: [bool; 2],
    reaches: HashMap<Question, Bitboard>,
}

/// How far a man gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Question {
    color: Color,
    role: Role,
    /// From these squares, or to them.
    squares: Bitboard,
    /// Nobody enters or crosses these.
    shut: Bitboard,
    /// He does not go to these.
    avoided: Bitboard,
    direction: Direction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Direction {
    Forwards,
    Backwards,
}

impl<'a> Interplay<'a> {
    /// Of these pawns among these men.
    pub(super) fn new(
        board: &'a Board,
        unmoved: &'a Unmoved<'a>,
        pawns: Vec<&'a Way>,
        sides: [&'a Officers; 2],
    ) -> Interplay<'a> {
        let mut play = Interplay {
            board,
            unmoved,
            pawns,
            sides,
            walkers: Vec::new(),
            survivors: Vec::new(),
            targets: [Bitboard::EMPTY; 2],
            always_fed: [false; 2],
            reaches: HashMap::new(),
        };
        play.targets = Color::ALL.map(|color| play.all_targets(color));
        play.always_fed = Color::ALL.map(|color| play.always_has_victims(color));
        play.list_walkers();
        play
    }

    /// How many scenes there are at most, captures apart; saturating.
    pub(in crate::retro) fn size<'w>(pawns: impl Iterator<Item = &'w Way>) -> usize {
        pawns.fold(1usize, |size, way| {
            size.saturating_mul(way.places.len() + 1)
        })
    }

    /// Whether a row of scenes leads to the end, as far as `most` scenes show.
    ///
    /// # Errors
    ///
    /// The limit that is hit.
    pub(super) fn outcome(&mut self, most: usize, budget: &mut Budget) -> Result<Moved, Limit> {
        if self.pawns.len() > 16 || self.walkers.len() > 32 {
            return Ok(Moved::Unknown);
        }
        let mut positions = 0;
        let mut from_the_end: Option<BTreeMap<Scene, FromTheEnd>> = None;
        for _ in 0..ROUNDS {
            let Some(scenes) = self.forwards(from_the_end.as_ref(), most, budget)? else {
                return Ok(Moved::Unknown);
            };
            positions = positions.max(scenes.len());
            let left = self.backwards(&scenes, budget)?;
            if left.is_empty() {
                return Ok(Moved::InVain { positions });
            }
            let is_news = from_the_end.is_none_or(|before| {
                before.len() != left.len()
                    || before
                        .iter()
                        .zip(&left)
                        .any(|((_, old), (_, new))| old.shut != new.shut || old.from != new.from)
            });
            if !is_news {
                break;
            }
            from_the_end = Some(left);
        }
        Ok(Moved::ToTheEnd)
    }

    /// The captures of a side's pawns, all together.
    fn captures(&self, color: Color) -> usize {
        let own = self.pawns.iter().filter(|way| way.color == color);
        own.map(|way| usize::from(way.course.captures)).sum()
    }

    /// Where a side's pawns can have captured.
    fn all_targets(&self, color: Color) -> Bitboard {
        let own = self.pawns.iter().filter(|way| way.color == color);
        let places = own.flat_map(|way| &way.places);
        let after = places.filter(|place| place.captures > 0);
        after.map(|place| place.square).collect()
    }

    fn always_has_victims(&self, color: Color) -> bool {
        let targets = self.targets[index(color)];
        let graves = &self.sides[index(color.other())].graves;
        let anywhere = graves.iter().filter(|&&g| g.any() && targets.is_subset(g));
        anywhere.count() >= self.captures(color)
    }

    /// Everybody of whom it matters where he may be.
    fn list_walkers(&mut self) {
        let array = Board::new();
        for color in Color::ALL {
            let side = self.sides[index(color)];
            let prey = !self.always_fed[index(color.other())];
            let king_home = color.fold_wb(Square::E1, Square::E8);
            self.walkers.push(Walker {
                color,
                role: Role::King,
                part: Place::Stays(king_home),
            });
            for class in Class::ALL {
                let role = class.role();
                for home in class.homes(color) {
                    let still = self.unmoved.still.contains(home)
                        && self.board.piece_at(home) == array.piece_at(home);
                    let stays = match side.originals[class as usize] {
                        Some(homes) => homes.contains(home),
                        None => still,
                    };
                    let part = if stays {
                        Place::Stays(home)
                    } else {
                        Place::Gone(home)
                    };
                    // Who never moved only fills his square.
                    if !still && (stays || prey) {
                        self.walkers.push(Walker { color, role, part });
                    }
                }
            }
            for (pawn, way) in self.pawns.iter().enumerate() {
                if way.color != color {
                    continue;
                }
                let roles: &[Role] = match way.course.end {
                    End::Remains(_, class) => &[class.role()],
                    End::Spent(_) if prey => &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight],
                    _ => &[],
                };
                let part = Place::Promoted(pawn);
                let became = roles.iter().map(|&role| Walker { color, role, part });
                self.walkers.extend(became);
            }
            let born = side.births.iter().map(|&(square, class)| Walker {
                color,
                role: class.role(),
                part: Place::Born(square),
            });
            self.walkers.extend(born);
            let men = self.board.by_color(color) & !self.board.pawns() & !self.unmoved.still;
            for square in men {
                if let Some(role) = self.board.role_at(square) {
                    self.survivors.push(Survivor {
                        color,
                        role,
                        class: Class::of(role, square),
                        square,
                    });
                }
            }
        }
    }

    fn is_last(&self, scene: &Scene) -> bool {
        let mut pawns = self.pawns.iter().zip(scene.places);
        pawns.all(|(way, place)| usize::from(place) == way.last())
    }

    /// Where a pawn stands as a pawn.
    fn stands(&self, scene: &Scene, pawn: usize) -> Option<Square> {
        let way = self.pawns[pawn];
        let place = usize::from(scene.places[pawn]);
        let there = way.places.get(place).map(|place| place.square);
        there.filter(|_| !way.has_promoted(place))
    }

    /// The squares of White's pawns and of Black's.
    fn standing(&self, scene: &Scene) -> [Bitboard; 2] {
        let mut standing = [Bitboard::EMPTY; 2];
        for (pawn, way) in self.pawns.iter().enumerate() {
            if let Some(square) = self.stands(scene, pawn) {
                standing[index(way.color)].add(square);
            }
        }
        standing
    }

    fn all_pawns(&self, scene: &Scene) -> Bitboard {
        let [white, black] = self.standing(scene);
        white | black
    }

    /// Squares attacked by pawns of `by` on these squares.
    fn guards(by: Color, pawns: Bitboard) -> Bitboard {
        pawns.into_iter().fold(Bitboard::EMPTY, |all, pawn| {
            all | attacks::pawn_attacks(by, pawn)
        })
    }
}

const fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}
