//! Where men of one type may have come from, all at once: by shifting boards, not man by man.

use shakmaty::{Bitboard, Role};

/// What men of one type may have done, all at once.
pub(super) struct Flow {
    /// Where they may have come from.
    pub(super) origins: Bitboard,
    /// Those of them that may have come from somewhere.
    pub(super) arrived: Bitboard,
}

/// Where officers or kings on `men` may have come from over squares that may be `empty`.
pub(super) fn flow(role: Role, men: Bitboard, empty: Bitboard) -> Flow {
    let (ways, slides) = match role {
        Role::Pawn => (&[][..], false),
        Role::Knight => (&JUMPS[..], false),
        Role::Bishop => (&WAYS[..4], true),
        Role::Rook => (&WAYS[4..], true),
        Role::Queen => (&WAYS[..], true),
        Role::King => (&WAYS[..], false),
    };
    let mut flow = Flow {
        origins: Bitboard::EMPTY,
        arrived: Bitboard::EMPTY,
    };
    for &(offset, within) in ways {
        let mut front = (men & within).shift(offset) & empty;
        flow.arrived |= front.shift(-offset);
        flow.origins |= front;
        while slides && front.any() {
            front = (front & within).shift(offset) & empty;
            flow.origins |= front;
        }
    }
    flow
}

/// All squares but those of the a-file, of the a- and b-files, of the h-file, of the g- and h-files.
const NOT_A: Bitboard = Bitboard(!0x0101_0101_0101_0101);
const NOT_AB: Bitboard = Bitboard(!0x0303_0303_0303_0303);
const NOT_H: Bitboard = Bitboard(!0x8080_8080_8080_8080);
const NOT_GH: Bitboard = Bitboard(!0xc0c0_c0c0_c0c0_c0c0);

/// The directions of bishops, then of rooks, with the squares from which a step that way stays on the board.
const WAYS: [(i32, Bitboard); 8] = [
    (9, NOT_H),
    (7, NOT_A),
    (-7, NOT_H),
    (-9, NOT_A),
    (8, Bitboard::FULL),
    (-8, Bitboard::FULL),
    (1, NOT_H),
    (-1, NOT_A),
];

/// The jumps of knights, likewise.
const JUMPS: [(i32, Bitboard); 8] = [
    (17, NOT_H),
    (15, NOT_A),
    (10, NOT_GH),
    (6, NOT_AB),
    (-6, NOT_GH),
    (-10, NOT_AB),
    (-15, NOT_H),
    (-17, NOT_A),
];

#[cfg(test)]
mod tests {
    use shakmaty::{Color, attacks};

    use super::*;

    #[test]
    fn men_of_one_type_go_back_together_as_each_does() {
        let mut seed = 7u64;
        let mut squares = || {
            // Of a linear congruential generator the upper bits are the good ones.
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            Bitboard(seed.rotate_left(32))
        };
        for _ in 0..200 {
            let (men, empty) = (squares() & squares(), squares() | squares());
            for role in Role::ALL.into_iter().skip(1) {
                let man = role.of(Color::White);
                let of = |to| attacks::attacks(to, man, !empty) & empty;
                let each = men.into_iter().map(of);
                let all = each.fold(Bitboard::EMPTY, |all, origins| all | origins);
                let found = flow(role, men, empty);
                assert_eq!(found.origins, all);
                let arrived = men.into_iter().filter(|&to| of(to).any());
                assert_eq!(found.arrived, arrived.collect());
            }
        }
    }
}
