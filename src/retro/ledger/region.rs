//! Regions that steady men close off: the officers at home in them can only shift about among themselves.
//!
//! No man but a knight enters or leaves such a region, so what is left in it must come from its own first
//! men by moves within it, some of them captured on the way (by knights). Small enough to be searched
//! completely. Invariant: every arrangement of a real game is found.

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::Mobility;
use crate::world::Right;

/// The largest region looked at.
const LARGEST: usize = 10;
/// The most arrangements looked at before the region is let be.
const MOST_ARRANGEMENTS: usize = 60_000;

/// A region closed off by steady men, with what its officers can have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// Its squares.
    pub squares: Bitboard,
    /// Whose officers started in it.
    pub color: Color,
    /// Whether its officers (knights apart) can have come to stand as they do after an even number of their
    /// moves (bit 0) and after an odd number (bit 1); zero: not at all.
    pub parities: u8,
}

/// Up to six officers: square index of each, or `GONE`.
type Arrangement = ([u8; 6], u8);

const GONE: u8 = 64;

/// All regions that can be searched; regions with nothing but steady squares around no man are left out.
pub fn closed_regions(board: &Board, mobility: &Mobility) -> Vec<Region> {
    let mut found = Vec::new();
    let mut open = !mobility.blocked;
    while let Some(seed) = open.first() {
        let region = component(seed, !mobility.blocked);
        open &= !region;
        if region.count() <= LARGEST
            && let Some(found_region) = search(board, region)
        {
            found.push(found_region);
        }
    }
    found
}

fn component(seed: Square, open: Bitboard) -> Bitboard {
    let mut region = Bitboard::from(seed);
    loop {
        let grown = region
            .into_iter()
            .fold(region, |all, square| all | attacks::king_attacks(square))
            & open;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

fn search(board: &Board, region: Bitboard) -> Option<Region> {
    let array = Board::new();
    let residents: Vec<Square> = (array.occupied() & region & !array.pawns() & !array.knights())
        .into_iter()
        .collect();
    let color = array.color_at(*residents.first()?)?;
    if residents.len() > 6
        || residents
            .iter()
            .any(|&square| array.color_at(square) != Some(color))
    {
        return None;
    }
    let roles: Vec<Role> = residents
        .iter()
        .filter_map(|&square| array.role_at(square))
        .collect();
    let mut start = [GONE; 6];
    for (i, &square) in residents.iter().enumerate() {
        start[i] = u32::from(square) as u8;
    }
    let mut seen: FxHashSet<Arrangement> = FxHashSet::default();
    let mut frontier = vec![(start, 0u8)];
    seen.insert((start, 0));
    let mut parities = 0;
    while let Some((men, parity)) = frontier.pop() {
        if stands(board, region, color, &roles, men) {
            parities |= 1 << parity;
            if parities == 3 {
                break;
            }
        }
        if seen.len() > MOST_ARRANGEMENTS {
            return None;
        }
        let mut reach = |next: Arrangement| {
            if seen.insert(next) {
                frontier.push(next);
            }
        };
        let occupied: Bitboard = men
            .iter()
            .filter(|&&square| square != GONE)
            .map(|&square| Square::new(u32::from(square)))
            .collect();
        for (i, &role) in roles.iter().enumerate() {
            if men[i] == GONE {
                continue;
            }
            let from = Square::new(u32::from(men[i]));
            if role != Role::King {
                let mut next = men;
                next[i] = GONE;
                reach((next, parity));
            }
            let free = region & !occupied;
            for to in attacks::attacks(from, role.of(color), !free) & free {
                let mut next = men;
                next[i] = u32::from(to) as u8;
                reach((next, parity ^ 1));
            }
            if role == Role::King {
                for next in castled(color, &roles, men, i, free) {
                    reach((next, parity ^ 1));
                }
            }
        }
    }
    Some(Region {
        squares: region,
        color,
        parities,
    })
}

/// The men after castling of the king, who is in this place, over `free` squares.
fn castled(
    color: Color,
    roles: &[Role],
    men: [u8; 6],
    king: usize,
    free: Bitboard,
) -> Vec<[u8; 6]> {
    let number = |square: Square| u32::from(square) as u8;
    let mut all = Vec::new();
    for right in Right::ALL {
        let (home, rook_home) = (right.king_home(), right.rook_home());
        let is_rook = |&i: &usize| roles[i] == Role::Rook && men[i] == number(rook_home);
        if right.color() == color
            && men[king] == number(home)
            && attacks::between(home, rook_home).is_subset(free)
            && let Some(rook) = (0..roles.len()).find(is_rook)
        {
            let mut next = men;
            next[king] = number(right.side().king_to(color));
            next[rook] = number(right.side().rook_to(color));
            all.push(next);
        }
    }
    all
}

/// Whether these men stand as the board has them in the region, knights and foreign men apart.
fn stands(board: &Board, region: Bitboard, color: Color, roles: &[Role], men: [u8; 6]) -> bool {
    let mut placed = Bitboard::EMPTY;
    for (i, &role) in roles.iter().enumerate() {
        if men[i] == GONE {
            continue;
        }
        let square = Square::new(u32::from(men[i]));
        if board.piece_at(square) != Some(shakmaty::Piece { color, role }) {
            return false;
        }
        placed.add(square);
    }
    let there = board.by_color(color) & region & !board.knights() & !board.pawns();
    placed == there
}
