//! A game for a world that keeps fewer rights, made of one that keeps more.
//!
//! Where a king or rook that must have moved is at home and can step out and back, it does, while the other side moves a man
//! out and back too: four plies after which everything is as it was, but for the right. Where it is shut in, a man of its own
//! makes way before and comes back afterwards: eight plies. The rest of the game is unchanged. Invariant: the game that is
//! returned has passed [`check`]; that no place is found for a shuffle says nothing about the world.

use shakmaty::{Bitboard, Chess, Move, Position, Role, Square, attacks};

use crate::problem::{Diagram, Fact};
use crate::retro::model::Witness;
use crate::world::{Right, World};

use crate::retro::checker::check;

/// A game that ends in `world`, by shuffles put into one that ends in the diagram with more rights; `None`: no
/// place was found for them.
pub fn shuffled(
    diagram: &Diagram,
    world: World,
    facts: &[Fact],
    game: &Witness,
) -> Option<Witness> {
    let mut resting: Bitboard = world
        .rights
        .iter()
        .flat_map(|right| [right.king_home(), right.rook_home()])
        .collect();
    resting.extend(facts.iter().filter_map(|fact| match *fact {
        Fact::NotMoved(square) => Some(square),
        _ => None,
    }));
    let mut game = game.clone();
    loop {
        let had = game.world();
        if had.target != world.target || !world.rights.is_subset(had.rights) {
            return None;
        }
        let Some(right) = had.rights.without(world.rights).iter().next() else {
            let holds = check(diagram, world, facts, &game).is_ok();
            return holds.then_some(game);
        };
        game = losing(&game, right, resting)?;
    }
}

/// The game with one shuffle that loses `right`, which it keeps to its end, at the first place there is, a short one if there
/// is any. Nothing leaves the `resting` squares.
fn losing(game: &Witness, right: Right, resting: Bitboard) -> Option<Witness> {
    let short = |position: &Chess, movers| shuffle(position, movers, resting).map(Vec::from);
    let long = |position: &Chess, movers| making_way(position, movers, resting);
    losing_by(game, right, resting, short).or_else(|| losing_by(game, right, resting, long))
}

/// The same with one kind of shuffle: `shuffle` gets the position and the squares of king and rook, one of which has to move.
fn losing_by(
    game: &Witness,
    right: Right,
    resting: Bitboard,
    shuffle: impl Fn(&Chess, Bitboard) -> Option<Vec<Move>>,
) -> Option<Witness> {
    let movers = Bitboard::from(right.king_home()).with(right.rook_home()) & !resting;
    let mut position = Chess::default();
    for ply in 0..=game.moves.len() {
        let next = game.moves.get(ply).copied();
        // A pawn is taken in passing at once or never.
        let pressing = next.is_some_and(Move::is_en_passant);
        if position.turn() == right.color() && !pressing {
            let found = shuffle(&position, movers);
            if let Some(shuffle) = found {
                let (before, after) = game.moves.split_at(ply);
                return Some(Witness {
                    moves: [before, &shuffle, after].concat(),
                });
            }
        }
        if let Some(played) = next {
            if !position.is_legal(played) {
                return None;
            }
            position.play_unchecked(played);
        }
    }
    None
}

/// Four plies that lead back to the position, but for the rights of what stands on `movers`.
fn shuffle(position: &Chess, movers: Bitboard, resting: Bitboard) -> Option<[Move; 4]> {
    for out in position.legal_moves() {
        let Some(back) = undoing(out).filter(|_| out.from().is_some_and(|s| movers.contains(s)))
        else {
            continue;
        };
        let mut away = position.clone();
        away.play_unchecked(out);
        let castles = away.castles().castling_rights();
        for reply in away.legal_moves() {
            let free = reply.from().is_some_and(|s| !resting.contains(s));
            let Some(reply_back) = undoing(reply).filter(|_| free) else {
                continue;
            };
            let mut both = away.clone();
            both.play_unchecked(reply);
            if both.castles().castling_rights() != castles || !both.is_legal(back) {
                continue;
            }
            both.play_unchecked(back);
            if both.is_legal(reply_back) {
                return Some([out, reply, back, reply_back]);
            }
        }
    }
    None
}

/// A shuffle of four plies after another man of the same side has made way, who comes back after it.
fn making_way(position: &Chess, movers: Bitboard, resting: Bitboard) -> Option<Vec<Move>> {
    let castles = position.castles().castling_rights();
    let may_go = |played: Move| {
        let free = played
            .from()
            .is_some_and(|s| !(resting | movers).contains(s));
        undoing(played).filter(|_| free)
    };
    // Who makes way stands next to them.
    let beside = movers.into_iter().fold(Bitboard::EMPTY, |near, mover| {
        near | attacks::king_attacks(mover)
    });
    for out in position.legal_moves() {
        let Some(back) = may_go(out).filter(|back| beside.contains(back.to())) else {
            continue;
        };
        let mut away = position.clone();
        away.play_unchecked(out);
        let replies = away.legal_moves();
        let reply = replies.into_iter().find_map(|reply| {
            let mut both = away.clone();
            both.play_unchecked(reply);
            let keeps = both.castles().castling_rights() == castles;
            let undone = may_go(reply).filter(|_| keeps)?;
            let inner = shuffle(&both, movers, resting)?;
            for played in inner {
                both.play_unchecked(played);
            }
            if !both.is_legal(back) {
                return None;
            }
            both.play_unchecked(back);
            both.is_legal(undone).then_some((reply, inner, undone))
        });
        if let Some((reply, inner, undone)) = reply {
            let mut shuffle = vec![out, reply];
            shuffle.extend(inner);
            shuffle.extend([back, undone]);
            return Some(shuffle);
        }
    }
    None
}

/// The move that undoes this one, if a man can move so.
fn undoing(out: Move) -> Option<Move> {
    match out {
        Move::Normal {
            role,
            from,
            capture: None,
            to,
            promotion: None,
        } if role != Role::Pawn => Some(step(role, to, from)),
        _ => None,
    }
}

/// A move that captures nothing.
const fn step(role: Role, from: Square, to: Square) -> Move {
    Move::Normal {
        role,
        from,
        capture: None,
        to,
        promotion: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Rights;

    fn after(moves: Vec<Move>) -> (Diagram, Witness) {
        let mut position = Chess::default();
        for &played in &moves {
            position = position.play(played).unwrap();
        }
        let diagram = Diagram::of(&position);
        (diagram, Witness { moves })
    }

    /// Knights developed on the king's side, and neither king can move.
    fn knights() -> (Diagram, Witness) {
        after(vec![
            step(Role::Knight, Square::G1, Square::F3),
            step(Role::Knight, Square::G8, Square::F6),
            step(Role::Pawn, Square::C2, Square::C3),
            step(Role::Pawn, Square::C7, Square::C6),
        ])
    }

    fn world(text: &str) -> World {
        text.parse().unwrap()
    }

    #[test]
    fn a_rook_that_must_have_moved_steps_out_and_back() {
        let (diagram, game) = knights();
        for (fewer, shuffles) in [("KQkq -", 0), ("Qkq -", 1), ("KQq -", 1), ("Qq -", 2)] {
            let fewer = world(fewer);
            let found = shuffled(&diagram, fewer, &[], &game).unwrap();
            assert_eq!(check(&diagram, fewer, &[], &found), Ok(()), "{fewer}");
            assert_eq!(found.moves.len(), game.moves.len() + 4 * shuffles);
        }
    }

    #[test]
    fn where_a_rook_is_shut_in_another_man_makes_way() {
        // The kings and the rooks of the queen's side are shut in behind knights.
        let (diagram, game) = knights();
        for rights in Rights::ALL.subsets() {
            let lost = World::new(rights, None);
            let found = shuffled(&diagram, lost, &[], &game).unwrap();
            assert_eq!(check(&diagram, lost, &[], &found), Ok(()), "{lost}");
        }
        let rook = world("Kkq -");
        let found = shuffled(&diagram, rook, &[], &game).unwrap();
        assert_eq!(found.moves.len(), game.moves.len() + 8);
        // Nobody wins a right by moving.
        let lost = shuffled(&diagram, world("Qkq -"), &[], &game).unwrap();
        assert_eq!(shuffled(&diagram, world("KQkq -"), &[], &lost), None);
    }

    #[test]
    fn what_cannot_step_out_is_not_made_to() {
        // The knights that would have to make way have not moved.
        let (diagram, game) = knights();
        let resting = [Square::B1, Square::B8].map(Fact::NotMoved);
        for fewer in ["Kkq -", "KQk -"] {
            assert_eq!(
                shuffled(&diagram, world(fewer), &resting, &game),
                None,
                "{fewer}"
            );
        }
    }

    #[test]
    fn men_told_not_to_have_moved_stay() {
        let (diagram, game) = knights();
        let moved = [Fact::NotMoved(Square::H1)];
        assert_eq!(shuffled(&diagram, world("Qkq -"), &moved, &game), None);
        let (diagram, game) = after(vec![
            step(Role::Pawn, Square::E2, Square::E3),
            step(Role::Pawn, Square::E7, Square::E6),
        ]);
        let knights = [Square::B8, Square::G8].map(Fact::NotMoved);
        let found = shuffled(&diagram, world("kq -"), &knights, &game).unwrap();
        assert_eq!(check(&diagram, world("kq -"), &knights, &found), Ok(()));
    }

    #[test]
    fn a_capture_in_passing_is_not_put_off() {
        let (diagram, game) = after(vec![
            step(Role::Knight, Square::G1, Square::F3),
            step(Role::Pawn, Square::A7, Square::A6),
            step(Role::Pawn, Square::E2, Square::E4),
            step(Role::Knight, Square::G8, Square::F6),
            step(Role::Pawn, Square::E4, Square::E5),
            step(Role::Pawn, Square::D7, Square::D5),
            Move::EnPassant {
                from: Square::E5,
                to: Square::D6,
            },
        ]);
        let found = shuffled(&diagram, world("Qkq -"), &[], &game).unwrap();
        assert_eq!(
            check(&diagram, world("Qkq -"), &[], &found),
            Ok(()),
            "{found:?}"
        );
        assert!(found.moves.last().is_some_and(|m| m.is_en_passant()));
    }
}
