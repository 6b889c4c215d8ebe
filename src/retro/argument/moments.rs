//! The decisive moments of a game: what its pawns captured, where they were promoted, how rights to castle went.
//!
//! Read off the game as it is played again; moves that decide nothing of this are not mentioned.

use shakmaty::{Board, CastlingSide, Chess, Color, Move, Position, Role, Square};

use crate::retro::model::Witness;
use crate::world::{Right, Rights, World};

/// What became of a pawn that captured or was promoted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PawnCareer {
    /// Its side.
    pub color: Color,
    /// Where it began.
    pub home: Square,
    /// What it captured as a pawn, and where it went by that, in order.
    pub captured: Vec<(Role, Square)>,
    /// What it was promoted to, and where.
    pub promoted: Option<(Role, Square)>,
    /// Whether it, or what it became, was captured.
    pub is_gone: bool,
}

/// How a right to castle went though king and rook stand at home in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RightLost {
    /// The right.
    pub right: Right,
    /// The half-move it went with, 0 being the first of the game.
    pub ply: usize,
    /// That move.
    pub played: Move,
}

/// The decisive moments of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moments {
    /// Pawns that captured or were promoted, White's first, from a to h.
    pub pawns: Vec<PawnCareer>,
    /// Rights that are not what they seem.
    pub rights: Vec<RightLost>,
    /// Who castled, to which side, with which half-move.
    pub castled: Vec<(Color, CastlingSide, usize)>,
}

/// The moments of a legal game; of an illegal one those before its first illegal move.
pub fn moments(game: &Witness) -> Moments {
    let mut position = Chess::default();
    let mut home: Vec<Option<Square>> = (Square::ALL.into_iter())
        .map(|square| position.board().piece_at(square).map(|_| square))
        .collect();
    let mut found = Moments::default();
    let mut pawns: Vec<PawnCareer> = pawns_of(position.board());
    let mut rights = Rights::ALL;
    for (ply, &played) in game.moves.iter().enumerate() {
        if !position.is_legal(played) {
            break;
        }
        let color = position.turn();
        note_pawn(&mut pawns, &home, played, position.board());
        if let Some(side) = played.castling_side() {
            found.castled.push((color, side, ply));
        }
        follow(&mut home, played, color);
        position.play_unchecked(played);
        let left = World::of(&position).rights;
        let lost = rights.without(left).iter();
        found
            .rights
            .extend(lost.map(|right| RightLost { right, ply, played }));
        rights = left;
    }
    let at_home = Rights::at_home(position.board());
    found.rights.retain(|lost| at_home.has(lost.right));
    pawns.retain(|pawn| pawn.promoted.is_some() || !pawn.captured.is_empty());
    found.pawns = pawns;
    found
}

fn pawns_of(array: &Board) -> Vec<PawnCareer> {
    let of = |color: Color| array.pawns() & array.by_color(color);
    let all = Color::ALL.into_iter().flat_map(|color| {
        of(color).into_iter().map(move |home| PawnCareer {
            color,
            home,
            captured: Vec::new(),
            promoted: None,
            is_gone: false,
        })
    });
    all.collect()
}

/// Where a man is captured by `played`, if one is.
fn victim(played: Move) -> Option<Square> {
    match played {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        Move::Normal {
            capture: Some(_),
            to,
            ..
        } => Some(to),
        _ => None,
    }
}

fn note_pawn(pawns: &mut [PawnCareer], home: &[Option<Square>], played: Move, board: &Board) {
    let of = |square: Square| {
        let began = home[usize::from(square)]?;
        pawns.iter().position(|pawn| pawn.home == began)
    };
    let taken = victim(played);
    let (gone, mover) = (taken.and_then(of), played.from().and_then(of));
    if let Some(pawn) = gone {
        pawns[pawn].is_gone = true;
    }
    if let Some(pawn) = mover.filter(|_| played.role() == Role::Pawn) {
        let pawn = &mut pawns[pawn];
        let role = taken.and_then(|square| board.role_at(square));
        pawn.captured.extend(role.map(|role| (role, played.to())));
        pawn.promoted = played.promotion().map(|role| (role, played.to()));
    }
}

/// Where each man began, after `played`.
fn follow(home: &mut [Option<Square>], played: Move, color: Color) {
    if let Some(square) = victim(played) {
        home[usize::from(square)] = None;
    }
    let Some(from) = played.from() else {
        return;
    };
    let man = home[usize::from(from)].take();
    if let Some(side) = played.castling_side() {
        // The square it goes to is the rook's.
        let rook = home[usize::from(played.to())].take();
        home[usize::from(side.king_to(color))] = man;
        home[usize::from(side.rook_to(color))] = rook;
    } else {
        home[usize::from(played.to())] = man;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(sans: &str) -> Witness {
        let mut position = Chess::default();
        let play = |san: &str| {
            let san: shakmaty::san::San = san.parse().unwrap();
            let played = san.to_move(&position).unwrap();
            position.play_unchecked(played);
            played
        };
        Witness {
            moves: sans.split(' ').map(play).collect(),
        }
    }

    #[test]
    fn pawns_rights_and_castling_are_told() {
        let found = moments(&game(
            "e4 d5 exd5 e6 dxe6 Ke7 exf7 Kd6 fxg8=Q Ke7 Nf3 Ke8 Be2 a6 O-O",
        ));
        let [pawn] = &found.pawns[..] else {
            panic!("one pawn captured");
        };
        assert_eq!(pawn.home, Square::E2);
        assert_eq!(pawn.captured.len(), 4);
        assert_eq!(pawn.captured[3], (Role::Knight, Square::G8));
        assert_eq!(pawn.promoted, Some((Role::Queen, Square::G8)));
        assert!(!pawn.is_gone);
        let lost: Vec<(Right, usize)> = (found.rights.iter())
            .map(|one| (one.right, one.ply))
            .collect();
        // King and rooks stand at home in the end; both rights went when the king moved.
        assert_eq!(lost, [(Right::BlackShort, 5), (Right::BlackLong, 5)]);
        assert_eq!(found.castled, [(Color::White, CastlingSide::KingSide, 14)]);
    }

    #[test]
    fn who_was_captured_en_passant_is_gone() {
        let found = moments(&game("e4 a6 e5 d5 exd6 Qxd6"));
        assert_eq!(found.pawns.len(), 1);
        assert_eq!(found.pawns[0].captured, [(Role::Pawn, Square::D6)]);
        assert!(found.pawns[0].is_gone);
    }
}
