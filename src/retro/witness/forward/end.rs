//! The last moves of a game, taken back until quiet moves can be taken back alone.
//!
//! Where nothing but a capture or a promotion can have come last, nobody can begin to walk. So some last
//! moves are taken back first, the fewest that leave room. Invariant: each is allowed by what is asked of the end of
//! the game, as far as the caller knows it.

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Color, Role, attacks};

use super::super::hash_table::mix;
use super::super::node::{Node, Surplus, behind, home_rank, initial_piece, last_rank, placement};
use super::super::surroundings::unmoved;
use super::super::tuning::ENDS;
use crate::retro::model::{Unmove, UnmoveKind};

/// A position before some last moves.
pub struct ConstructionEnd {
    /// The position.
    pub node: Node,
    /// What was taken back, the last move first.
    pub unmoves: Vec<Unmove>,
}

impl ConstructionEnd {
    fn takes_nothing(&self) -> bool {
        self.unmoves.iter().all(|unmove| unmove.captured.is_none())
    }
}

/// Men that cannot have moved even if all pawns but those on their home squares are taken away.
#[derive(Debug, Clone, Copy, Default)]
pub struct Settled {
    /// Those on their home squares, which are taken never to have moved, and the `frozen` men.
    pub at_home: Bitboard,
    /// Where they promoted.
    pub promoted_and_stay: Bitboard,
}

impl Settled {
    /// `None`: one stands where it cannot have come by a promotion either.
    pub fn new(node: &Node) -> Option<Settled> {
        let board = &node.board;
        let mut walls = unmoved(board) | node.frozen;
        let mut settled = Settled {
            at_home: node.frozen,
            promoted_and_stay: Bitboard::EMPTY,
        };
        loop {
            let before = walls;
            for square in board.occupied() & !walls & !board.pawns() {
                let piece = board.piece_at(square)?;
                if (attacks::attacks(square, piece, walls) & !walls).any() {
                    continue;
                }
                walls.add(square);
                if initial_piece(square) == Some(piece) {
                    settled.at_home.add(square);
                } else if piece.role != Role::King && square.rank() == last_rank(piece.color) {
                    settled.promoted_and_stay.add(square);
                } else {
                    return None;
                }
            }
            if walls == before {
                return Some(settled);
            }
        }
    }
}

/// Who takes back the quiet moves before the last ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Walkers {
    /// Officers alone: whatever the pawns do before the last moves, somebody can walk.
    Officers,
    /// Pawns too.
    All,
}

/// What becomes of a position before some last moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// It is a result if it leaves room; otherwise moves before it are taken back too.
    Keep,
    /// It is no result, but moves before it are taken back.
    Pass,
    /// It is dropped: no result, and nothing before it is looked at.
    Leave,
}

/// Positions from which so many quiet plies can be taken back, with the fewest last moves: by officers alone, or with pawns if there are no
/// such. If one of the last moves takes a man, whom the game before may need, others are looked for that take none; they come first.
/// What they took is given back as the surplus allows. The second value: how many positions were looked at.
pub fn ends(
    root: &Node,
    (plies, surplus): (usize, Surplus),
    allow: impl Fn(u32, Unmove) -> bool,
    mut look: impl FnMut(&ConstructionEnd) -> Look,
) -> (Vec<ConstructionEnd>, u64) {
    let mut looks = 0;
    for walkers in [Walkers::Officers, Walkers::All] {
        let has_room = |node: &Node| has_room(node, plies, walkers);
        let ends = nearest(root, surplus, &allow, &mut look, has_room, &mut looks);
        if !ends.is_empty() {
            return (ends, looks);
        }
    }
    (Vec::new(), looks)
}

/// Those that have room in this sense; how many positions were looked at is added to `looks`.
fn nearest(
    root: &Node,
    surplus: Surplus,
    allow: impl Fn(u32, Unmove) -> bool,
    mut look: impl FnMut(&ConstructionEnd) -> Look,
    has_room: impl Fn(&Node) -> bool,
    looks: &mut u64,
) -> Vec<ConstructionEnd> {
    let most = *looks + ENDS.looks;
    let mut layer = vec![ConstructionEnd {
        node: root.clone(),
        unmoves: Vec::new(),
    }];
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for _ in 0..ENDS.deepest {
        let mut next = Vec::new();
        for end in layer {
            if found.len() >= ENDS.most && !end.takes_nothing() {
                continue;
            }
            if *looks == most {
                return sorted(found);
            }
            *looks += 1;
            let look = look(&end);
            if look == Look::Leave {
                continue;
            }
            let back = end.unmoves.len() as u32;
            let mut steps = Vec::new();
            end.node.retract(surplus, |unmove, node| {
                if allow(back, unmove) && seen.insert(key(&node.board, node.retractor)) {
                    steps.push((weight(unmove), unmove, node));
                }
            });
            if look == Look::Keep && end.node.forced.is_none() && has_room(&end.node) {
                found.push(end);
                continue;
            }
            steps.sort_by_key(|step| step.0);
            for (_, unmove, node) in steps {
                // An end is known: from now on only those without an uncapture are looked for.
                if !found.is_empty() && (unmove.captured.is_some() || !end.takes_nothing()) {
                    continue;
                }
                let mut unmoves = end.unmoves.clone();
                unmoves.push(unmove);
                next.push(ConstructionEnd { node, unmoves });
            }
        }
        if found.iter().any(ConstructionEnd::takes_nothing) {
            break;
        }
        layer = next;
    }
    sorted(found)
}

/// Those first that leave every capture to the game before.
fn sorted(mut ends: Vec<ConstructionEnd>) -> Vec<ConstructionEnd> {
    ends.sort_by_key(|end| !end.takes_nothing());
    ends.truncate(ENDS.most);
    ends
}

/// What is tried first: what leaves the men as they are.
fn weight(unmove: Unmove) -> u32 {
    match (unmove.kind, unmove.captured) {
        (UnmoveKind::Ordinary | UnmoveKind::DoubleStep | UnmoveKind::Castling(_), None) => 0,
        (UnmoveKind::Promotion(_), None) => 1,
        _ => 2,
    }
}

/// Whether so many quiet moves can be taken back by these.
fn has_room(node: &Node, plies: usize, walkers: Walkers) -> bool {
    let mut layer = vec![(node.board.clone(), node.retractor)];
    let stay = match walkers {
        Walkers::Officers => node.frozen | node.board.pawns(),
        Walkers::All => node.frozen,
    };
    for _ in 0..plies {
        let mut next = Vec::new();
        let mut seen = FxHashSet::default();
        'all: for (board, color) in &layer {
            for from in board.by_color(*color) & !stay {
                for before in quiet(board, *color, from) {
                    if seen.insert(key(&before, color.other())) {
                        next.push((before, color.other()));
                        if next.len() >= ENDS.width * 4 {
                            break 'all;
                        }
                    }
                }
            }
        }
        next.sort_by_cached_key(|(board, color)| key(board, *color));
        next.truncate(ENDS.width);
        layer = next;
    }
    !layer.is_empty()
}

/// The boards before a move of the man on `at` that took nothing; a pawn steps one square at a time.
fn quiet(board: &Board, color: Color, at: shakmaty::Square) -> Vec<Board> {
    let Some(piece) = board.piece_at(at) else {
        return Vec::new();
    };
    let occupied = board.occupied();
    let from = if piece.role == Role::Pawn {
        let came = behind(at, color).filter(|_| at.rank() != home_rank(color));
        came.into_iter().collect()
    } else {
        attacks::attacks(at, piece, occupied)
    };
    let from: Bitboard = from & !occupied;
    let before = from.into_iter().map(|from| {
        let mut before = board.clone();
        before.discard_piece_at(at);
        before.set_piece_at(from, piece);
        before
    });
    before
        .filter(|before| {
            before
                .king_of(color.other())
                .is_some_and(|king| before.attacks_to(king, color, before.occupied()).is_empty())
        })
        .collect()
}

fn key(board: &Board, color: Color) -> u64 {
    placement(board)
        .into_iter()
        .fold(color as u64, |key, men| mix(key, men.into()))
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    const ROOM: (usize, Surplus) = (10, Surplus::Original);

    fn every_end(root: &Node) -> (Vec<ConstructionEnd>, u64) {
        ends(root, ROOM, |_, _| true, |_| Look::Keep)
    }

    #[test]
    fn a_pawn_that_took_with_check_is_taken_back_first() {
        // The pawn cannot have stepped from f3.
        let checked = "Nb3QRn/r3NN1B/3n1n1r/8/B2k1r2/1qp2bn1/p4p2/1RnbQNK1";
        let (ends, _) = every_end(&Node::of(checked, Color::Black));
        assert!(!ends.is_empty());
        for end in ends {
            assert_eq!(end.unmoves[0].to, Square::F2);
            assert!(end.unmoves[0].captured.is_some());
        }
    }

    #[test]
    fn a_step_of_a_pawn_that_must_have_come_last_is_taken_back_first() {
        // The pawn came from g4 and uncovered the bishop; a walk that leaves the pawns alone could not begin (Høeg, Retrograde Analysis 1915).
        let checked = "bN1R4/pPpppp1p/Pp2k3/6P1/1PKP1P2/B6B/1q1P2PQ/br1R2Nr";
        let root = Node::of(checked, Color::White);
        let (ends, _) = every_end(&root);
        assert!(!ends.is_empty());
        for end in ends {
            let last = end.unmoves[0];
            assert_eq!((last.from, last.to), (Square::G4, Square::G5));
        }
    }

    /// Many captures can have come last; so can a quiet move after the promotion on b8, and the men are all needed before.
    fn after_a_promotion() -> Node {
        let placement = "1B1n1b1n/p1pppppp/8/P7/8/6P1/1P1PPP1P/R3K1kr";
        let mut node = Node::of(placement, Color::Black);
        node.frozen = Bitboard::from(Square::A1) | Square::E1;
        node
    }

    #[test]
    fn last_moves_that_take_nothing_come_first() {
        let (plies, surplus) = ROOM;
        let has_room = |node: &Node| has_room(node, plies, Walkers::All);
        let every = |_: &ConstructionEnd| Look::Keep;
        let node = after_a_promotion();
        let ends = nearest(&node, surplus, |_, _| true, every, has_room, &mut 0);
        assert!(ends[0].takes_nothing() && ends[0].unmoves.len() > 1);
        assert!(ends.iter().any(|end| !end.takes_nothing()));
    }

    #[test]
    fn pawns_walk_where_no_officer_can() {
        // Before the promotion White has only pawns to walk with.
        let node = after_a_promotion();
        let (by_officers, _) = every_end(&node);
        assert!(by_officers.iter().all(|end| !end.takes_nothing()));
        let taking_nothing = |end: &ConstructionEnd| {
            if end.takes_nothing() {
                Look::Keep
            } else {
                Look::Leave
            }
        };
        let (quiet, _) = ends(&node, ROOM, |_, _| true, taking_nothing);
        assert!(!quiet.is_empty());
    }

    #[test]
    fn men_behind_pawns_are_at_home_or_promoted() {
        // The bishop on f8 never moved, the one on b8 promoted there; the king on g1 walks.
        let promoted = "1B1n1b1n/p1pppppp/8/P7/8/6P1/1P1PPP1P/R3K1kr";
        let settled = Settled::new(&Node::of(promoted, Color::Black)).unwrap();
        assert!(settled.at_home.contains(Square::F8));
        assert_eq!(settled.promoted_and_stay, Bitboard::from(Square::B8));
        assert!(!settled.at_home.contains(Square::G1));
        // Pawns that have moved need not have stood there before; a bishop does not promote on b1.
        let stuck = "4k3/8/8/pPp5/BpP5/pPp5/8/4K3";
        let settled = Settled::new(&Node::of(stuck, Color::White)).unwrap();
        assert_eq!(settled.at_home | settled.promoted_and_stay, Bitboard::EMPTY);
        let shut_in = "4k3/8/8/8/8/8/P1P5/1B2K3";
        assert!(Settled::new(&Node::of(shut_in, Color::White)).is_none());
    }
}
