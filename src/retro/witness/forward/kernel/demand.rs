//! What the diagram leaves room for: captures, men to be captured, and pawns that promote.
//!
//! Invariant: no kernel that fits the demand costs more captures than men are missing.

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use super::super::super::node::{complement, last_rank, side_of};
use super::{Event, Fate};
use crate::retro::model::PawnId;

/// How many officers of `color` these captures by pawns take on squares that must be light, that must be dark, and on any.
pub fn wanted(events: &[Event], color: Color) -> [usize; 3] {
    let mut wanted = [0; 3];
    for event in events {
        let takes = event.by.is_some_and(|pawn| pawn.color() != color);
        if takes && event.victim.is_none() {
            wanted[event.light.map_or(2, |light| usize::from(!light))] += 1;
        }
    }
    wanted
}

/// Officers of a side that are missing and got out from where they began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Victims {
    /// Bishops on light squares and on dark ones.
    pub bishops: [usize; 2],
    /// Others.
    pub others: usize,
    /// How many pawns promote to men of the diagram.
    pub promoted: usize,
}

impl Victims {
    /// Whether so many of them can be taken on squares that must be light, that must be dark, and on any; so many pawns
    /// promote.
    pub fn suffices(self, wanted: [usize; 3], promotions: usize) -> bool {
        let others = self.others + promotions.saturating_sub(self.promoted);
        let [light, dark, any] = wanted;
        let beyond = light.saturating_sub(self.bishops[0]) + dark.saturating_sub(self.bishops[1]);
        beyond <= others && light + dark + any <= others + self.bishops[0] + self.bishops[1]
    }
}

/// A man that must have promoted, and on which files it can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Promoted {
    /// Its side.
    pub color: Color,
    /// Its place among [`KINDS`].
    pub kind: usize,
    /// A bit for each file.
    pub files: u8,
}

/// What the diagram leaves room for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelDemand {
    /// The pawns of the diagram on each file, from White's side.
    pub files: [Vec<(Color, Square)>; 8],
    /// Captures by each side.
    pub captures: [usize; 2],
    /// How many pawns of each side may be taken as pawns.
    pub allowance: [usize; 2],
    /// How many bishops of each side must promote, on light squares and on dark ones.
    pub bishops: [[usize; 2]; 2],
    /// Men that must have promoted.
    pub promoted: Vec<Promoted>,
    /// Whom the pawns of the other side can have taken of each side.
    victims: [Victims; 2],
    /// Files on which nobody of a side promotes, by a bit for each: somebody who never moved stands there.
    pub shut: [u8; 2],
    /// Files on which nobody of a side promotes straight on: `shut`, and those where it would check an unmoved king.
    pub closed: [u8; 2],
}

impl KernelDemand {
    /// `None`: there are more men than can be. Besides those beyond the initial complement these men have promoted, and
    /// those `at_home` never moved, and the missing ones whose homes are `shut_in` never got out.
    pub fn new(
        board: &Board,
        promoted: Vec<Promoted>,
        at_home: Bitboard,
        shut_in: Bitboard,
    ) -> Option<KernelDemand> {
        let mut files: [Vec<(Color, Square)>; 8] = Default::default();
        for square in board.pawns() {
            files[usize::from(square.file())].push((board.color_at(square)?, square));
        }
        let wanting = |color: Color| {
            let mut wanting = wanting(board, color);
            for (kind, men) in wanting.iter_mut().enumerate() {
                let these = |man: &&Promoted| man.color == color && man.kind == kind;
                *men = promoted.iter().filter(these).count().max(*men);
            }
            wanting
        };
        let side = |color: Color| {
            let own = board.by_color(color);
            let pawns = (own & board.pawns()).count();
            let allowance = 8usize.checked_sub(pawns + wanting(color).iter().sum::<usize>())?;
            Some((16usize.checked_sub(own.count())?, allowance))
        };
        let (white, black) = (side(Color::White)?, side(Color::Black)?);
        let victims = Color::ALL.map(|color| {
            let promoted = wanting(color);
            let mut missing = [0; 5];
            for (kind, &(role, squares)) in KINDS.iter().enumerate() {
                let men = (board.by_piece(role.of(color)) & squares).count();
                let shut_in = (shut_in & squares & Board::new().by_piece(role.of(color))).count();
                let gone = (complement(role) + promoted[kind]).saturating_sub(men);
                missing[kind] = gone.saturating_sub(shut_in);
            }
            Victims {
                bishops: [missing[1], missing[2]],
                others: missing[0] + missing[3] + missing[4],
                promoted: promoted.iter().sum(),
            }
        });
        Some(KernelDemand {
            victims,
            files,
            captures: [black.0, white.0],
            allowance: [white.1, black.1],
            bishops: Color::ALL.map(|color| {
                let wanting = wanting(color);
                [wanting[1], wanting[2]]
            }),
            promoted,
            shut: Color::ALL.map(|color| shut(at_home, color)),
            closed: Color::ALL.map(|color| {
                let king = Square::from_coords(File::E, last_rank(color));
                let guarded = if at_home.contains(king) { 0b11_1000 } else { 0 };
                shut(at_home, color) | guarded
            }),
        })
    }
}

impl KernelDemand {
    /// Whether there are officers for the pawns to take on squares of the right colours.
    pub fn has_victims(&self, events: &[Event], fates: &[Fate; 16]) -> bool {
        Color::ALL.into_iter().all(|color| {
            let wanted = wanted(events, color);
            let own =
                |&(pawn, fate): &(PawnId, &Fate)| pawn.color() == color && *fate == Fate::Promotes;
            let promotions = PawnId::ALL.into_iter().zip(fates).filter(own).count();
            self.victims[side_of(color)].suffices(wanted, promotions)
        })
    }

    /// How many men of each side are missing.
    pub const fn missing(&self) -> [usize; 2] {
        [self.captures[1], self.captures[0]]
    }
}

/// The files on which somebody stands on the rank where `color` promotes.
fn shut(at_home: Bitboard, color: Color) -> u8 {
    let men = at_home & Bitboard::from_rank(last_rank(color));
    men.into_iter()
        .fold(0, |files, square| files | 1 << u32::from(square.file()))
}

/// Types of officers, with the squares on which they are counted.
pub const KINDS: [(Role, Bitboard); 5] = [
    (Role::Knight, Bitboard::FULL),
    (Role::Bishop, Bitboard::LIGHT_SQUARES),
    (Role::Bishop, Bitboard::DARK_SQUARES),
    (Role::Rook, Bitboard::FULL),
    (Role::Queen, Bitboard::FULL),
];

/// How many officers of each kind must promote, if none of the initial array is lost.
fn wanting(diagram: &Board, color: Color) -> [usize; 5] {
    KINDS.map(|(role, squares)| {
        let men = diagram.by_color(color) & diagram.by_role(role) & squares;
        men.count().saturating_sub(complement(role))
    })
}
