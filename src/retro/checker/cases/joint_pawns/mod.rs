//! Whether some pawns can have gone their ways side by side, with everybody else where he is needed.
//!
//! A *state* is a place for each of these pawns, with who was captured by them. State follows state when one of the pawns moves,
//! captures, promotes or is captured. Nobody else is followed from square to square, but of every other man that matters it is
//! known in each state on which squares he may be: he starts at home, goes wherever the pawns and the men that never moved
//! let him, and must be on his square in the end. A capture needs a man who may be there. Every history passes through some row
//! of states from the first to the last; so if no row is left, no history has what is told.
//!
//! The states are gone through in both directions: squares from which a man still gets where he stands in the end are found
//! backwards, and a state in which some man has no square in common with the forward pass is dropped; then all is looked at again.

mod backwards;
mod forwards;

use std::collections::{BTreeMap, HashMap};

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::way::Way;
use crate::budget::{Budget, Limit};
use crate::retro::checker::closure;
use crate::retro::checker::matching::row;
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
    /// Whether it is left aside where its king was.
    pub(super) without_king: bool,
}

/// A man who is not followed from square to square.
#[derive(Debug, Clone, Copy)]
struct Man {
    piece: Piece,
    class: Option<Class>,
    origin: Origin,
    /// Whether he is on the board in the end.
    remains: bool,
}

/// Where a man begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Home(Square),
    /// Where the pawn promotes.
    Pawn(usize),
    /// On this square, promoted by a pawn that is not followed.
    Door(Square),
}

/// A man on the board in the end who can have moved.
#[derive(Debug, Clone, Copy)]
struct Survivor {
    piece: Piece,
    class: Option<Class>,
    square: Square,
}

/// The pawns' places, and who was captured: which men, which pawns besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct State {
    /// Grows with every step.
    progress: u32,
    places: [u8; 16],
    taken: u64,
}

impl State {
    /// Every pawn at home.
    const FIRST: State = State {
        progress: 0,
        places: [0; 16],
        taken: 0,
    };
}

/// What the beginning says of a state.
#[derive(Debug, Clone)]
struct FromTheBeginning {
    /// Where each man may be.
    may: Vec<Bitboard>,
    /// The states that can come next.
    next: Vec<State>,
}

/// What the end says of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FromTheEnd {
    /// From where each survivor gets to his square.
    from: Vec<Bitboard>,
    /// Which men, as bits, each survivor may be who are not promoted yet; [`ANY`]: somebody of whom nothing is told.
    unborn: Vec<u64>,
    /// Squares whose survivors stand on them already.
    settled: Bitboard,
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

/// Any promoted man at all.
const ANY: u64 = 1 << 63;

/// So many states cost one node.
const STATES_A_NODE: usize = 8;

/// So often the states are gone through in both directions.
const ROUNDS: usize = 6;

/// No more pawns than this are moved among each other, and no more men are looked at.
pub(in crate::retro) const MOST_PAWNS: usize = 16;
const MOST_MEN: usize = 32;

/// So many answers are remembered at a time.
const MOST_REMEMBERED: usize = 1 << 16;

/// Pawns on their ways, with the men around them.
pub(in crate::retro) struct JointPawns<'a> {
    board: &'a Board,
    unmoved: &'a Unmoved<'a>,
    pawns: Vec<&'a Way>,
    sides: [&'a Officers; 2],
    men: Vec<Man>,
    survivors: Vec<Survivor>,
    /// By side: where its pawns can have captured.
    targets: [Bitboard; 2],
    /// By side: whether its pawns' captures are always found among pawns of which nothing is told.
    always_fed: [bool; 2],
    reaches: HashMap<Walk, Bitboard>,
}

/// How far a man gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Walk {
    piece: Piece,
    /// From these squares, or to them.
    squares: Bitboard,
    /// Nobody enters or crosses these.
    shut: Bitboard,
    direction: Direction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Direction {
    Forwards,
    Backwards,
}

impl<'a> JointPawns<'a> {
    /// These pawns among these men.
    pub(super) fn new(
        board: &'a Board,
        unmoved: &'a Unmoved<'a>,
        pawns: Vec<&'a Way>,
        sides: [&'a Officers; 2],
    ) -> JointPawns<'a> {
        let mut play = JointPawns {
            board,
            unmoved,
            pawns,
            sides,
            men: Vec::new(),
            survivors: Vec::new(),
            targets: [Bitboard::EMPTY; 2],
            always_fed: [false; 2],
            reaches: HashMap::new(),
        };
        play.targets = Color::ALL.map(|color| play.all_targets(color));
        play.always_fed = Color::ALL.map(|color| play.always_has_victims(color));
        for color in Color::ALL {
            play.list_men(color);
        }
        play
    }

    /// How many states there are at most, captures apart; saturating.
    pub(in crate::retro) fn size<'w>(pawns: impl Iterator<Item = &'w Way>) -> usize {
        pawns.fold(1usize, |size, way| {
            size.saturating_mul(way.places.len() + 1)
        })
    }

    /// Whether a row of states leads to the end, as far as `most` states show.
    ///
    /// # Errors
    ///
    /// The limit that is hit.
    pub(super) fn outcome(&mut self, most: usize, budget: &mut Budget) -> Result<Moved, Limit> {
        if self.pawns.len() > MOST_PAWNS || self.men.len() > MOST_MEN {
            return Ok(Moved::Unknown);
        }
        let mut positions = 0;
        let mut from_the_end: Option<BTreeMap<State, FromTheEnd>> = None;
        for _ in 0..ROUNDS {
            let Some(states) = self.forwards(from_the_end.as_ref(), most, budget)? else {
                return Ok(Moved::Unknown);
            };
            positions = positions.max(states.len());
            let left = Some(self.backwards(&states, budget)?);
            if left.as_ref().is_some_and(BTreeMap::is_empty) {
                return Ok(Moved::InVain { positions });
            }
            if from_the_end == left {
                break;
            }
            from_the_end = left;
        }
        Ok(Moved::ToTheEnd)
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
        let graves = &self.sides[index(!color)].graves;
        let anywhere = graves.iter().filter(|&&g| g.any() && targets.is_subset(g));
        let own = self.pawns.iter().filter(|way| way.color == color);
        let captures: usize = own.map(|way| usize::from(way.course.captures)).sum();
        anywhere.count() >= captures
    }

    /// Everybody of a side of whom it matters where he may be.
    fn list_men(&mut self, color: Color) {
        let side = self.sides[index(color)];
        let prey = !self.always_fed[index(!color)];
        let array = Board::new();
        let is_still = |home: Square| {
            self.unmoved.still.contains(home) && self.board.piece_at(home) == array.piece_at(home)
        };
        let mut men = Vec::new();
        let mut add = |role, class, origin, remains| {
            // Who never moved only fills his square, and of those who are gone only victims matter.
            let is_still = matches!(origin, Origin::Home(home) if is_still(home));
            if !is_still && (remains || prey) {
                men.push(Man {
                    piece: Piece { color, role },
                    class,
                    origin,
                    remains,
                });
            }
        };
        if !side.without_king {
            let home = color.fold_wb(Square::E1, Square::E8);
            add(Role::King, None, Origin::Home(home), true);
        }
        for class in Class::ALL {
            for home in class.homes(color) {
                let told = side.originals[class as usize];
                let stays = told.is_some_and(|homes| homes.contains(home));
                add(class.role(), Some(class), Origin::Home(home), stays);
            }
        }
        for (pawn, way) in self.pawns.iter().enumerate() {
            match way.course.end {
                _ if way.color != color => {}
                End::Remains(_, class) => {
                    add(class.role(), Some(class), Origin::Pawn(pawn), true);
                }
                End::Spent(_) => {
                    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                        add(role, None, Origin::Pawn(pawn), false);
                    }
                }
                End::Stands(_) | End::Falls | End::Unsettled => {}
            }
        }
        for &(square, class) in &side.births {
            add(class.role(), Some(class), Origin::Door(square), true);
        }
        self.men.extend(men);
        let men = self.board.by_color(color) & !self.board.pawns() & !self.unmoved.still;
        for square in men {
            if let Some(piece) = self.board.piece_at(square) {
                self.survivors.push(Survivor {
                    piece,
                    class: Class::of(piece.role, square),
                    square,
                });
            }
        }
    }

    fn is_last(&self, state: &State) -> bool {
        let mut pawns = self.pawns.iter().zip(state.places);
        pawns.all(|(way, place)| usize::from(place) == way.last())
    }

    /// Where a pawn stands as a pawn.
    fn stands(&self, state: &State, pawn: usize) -> Option<Square> {
        let way = self.pawns[pawn];
        let place = usize::from(state.places[pawn]);
        let there = way.places.get(place).map(|place| place.square);
        there.filter(|_| !way.has_promoted(place))
    }

    /// The squares of all pawns.
    fn standing(&self, state: &State) -> Bitboard {
        let pawns = 0..self.pawns.len();
        pawns.filter_map(|pawn| self.stands(state, pawn)).collect()
    }

    /// Those who stay on the board and are at home, where everybody may be here; as bits.
    fn at_home(&self, may: &[Bitboard]) -> u64 {
        row(
            self.men.iter().zip(may),
            |(man, &squares)| matches!(man.origin, Origin::Home(home) if man.remains && squares == home.into()),
        )
    }

    /// The homes of these men.
    fn homes(&self, men: u64) -> Bitboard {
        let men = self
            .men
            .iter()
            .enumerate()
            .filter(|(place, _)| men & 1 << place != 0);
        let homes = men.filter_map(|(_, man)| match man.origin {
            Origin::Home(home) => Some(home),
            Origin::Pawn(_) | Origin::Door(_) => None,
        });
        homes.collect()
    }

    /// All squares walked to from some, or, backwards, from which one of them is walked to.
    fn reach(&mut self, walk: Walk) -> Bitboard {
        let Walk { piece, shut, .. } = walk;
        let Piece { color, role } = piece;
        if let Some(&known) = self.reaches.get(&walk) {
            return known;
        }
        let seen = closure::reach(walk.squares, |square| match walk.direction {
            Direction::Forwards => self.unmoved.steps(color, role, square, shut),
            Direction::Backwards => self.unmoved.steps_to(color, role, square, shut),
        });
        if self.reaches.len() == MOST_REMEMBERED {
            self.reaches.clear();
        }
        self.reaches.insert(walk, seen);
        seen
    }
}

const fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}
