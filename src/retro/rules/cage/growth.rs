//! Cages around one man. Which of the others must be followed is learnt from the paths on which the array was
//! reached; if that fails, all men near it are followed.

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square};

use super::pattern_search::{Found, search_patterns};
use super::seeds::{guards, shut_in, stuck, unmoved_pawns};
use super::step::Watched;
use crate::budget::{Budget, Limit};
use crate::retro::ledger::steady_men;
use crate::retro::model::claim::{Cage, Pattern};
use crate::retro::model::{BranchedMap, RetroPosition};

/// Men are followed over at most so many squares besides those they stand on.
const ROOM: usize = 16;

/// Most patterns in one pass.
const MOST_PATTERNS: u32 = 1_500;

/// Most patterns in the one pass over a neighbourhood; no men or squares are added after it.
const MOST_NEAR: u32 = 20_000;

/// The key of a failed attempt: what its result mostly depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    start: Start,
    turn: Color,
    pawns: [Bitboard; 2],
    kings: [Option<Square>; 2],
    /// The men looked at first, by colour and by role.
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
}

impl Attempt {
    fn new(position: &RetroPosition, start: Start) -> Attempt {
        let board = &position.board;
        let looked_at = match start {
            Start::Man(seed, _) => seed.into(),
            Start::Near(zone) => zone.men,
        };
        Attempt {
            start,
            turn: position.turn,
            pawns: Color::ALL.map(|color| board.pawns() & board.by_color(color)),
            kings: Color::ALL.map(|color| board.king_of(color)),
            colors: Color::ALL.map(|color| board.by_color(color) & looked_at),
            roles: Role::ALL.map(|role| board.by_role(role) & looked_at),
        }
    }
}

/// What a cage is built around.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Start {
    /// One man, and whatever the paths to the array show to be needed.
    Man(Square, RefineFirst),
    /// All men of a neighbourhood.
    Near(Neighbourhood),
}

/// Which men are followed, and on which squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Neighbourhood {
    men: Bitboard,
    squares: Bitboard,
}

/// Attempts made before, with the nodes they had: what failed once is not tried again with as few nodes.
/// [`u64::MAX`]: it did not fail for want of nodes.
pub(super) type FailedAttempts = BranchedMap<Attempt, u64>;

/// What is tried first when a path to the array was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RefineFirst {
    /// To look further where a man went; only pawns in its way are followed at once.
    Zone,
    /// To follow whoever stood or guarded in its way.
    Men,
}

/// Tries every man that looks shut in. The root pattern knows the men followed and nothing else.
///
/// # Errors
///
/// The limit that ended the attempt; [`Limit::Nodes`] if one of the men might be held with more nodes.
pub(super) fn prove(
    position: &RetroPosition,
    failed: &mut FailedAttempts,
    budget: &mut Budget,
) -> Result<Option<Cage>, Limit> {
    let board = &position.board;
    let walls = unmoved_pawns(board);
    let shut_in = shut_in(board, walls);
    let stuck = stuck(board, walls);
    let kings = Color::ALL
        .into_iter()
        .filter_map(|color| board.king_of(color));
    let followable: Bitboard = board.pawns()
        | shut_in
            .iter()
            .chain(&stuck)
            .copied()
            .chain(kings)
            .collect::<Bitboard>();
    let zone_first = shut_in.into_iter().map(|seed| (seed, RefineFirst::Zone));
    let men_first = stuck.into_iter().map(|seed| (seed, RefineFirst::Men));
    let attempts = zone_first.chain(men_first).map(|(seed, refine_first)| {
        let growth = Growth {
            position,
            walls,
            followable,
            refine_first,
        };
        let grow = move |share: &mut Budget| growth.from(seed, share);
        (Start::Man(seed, refine_first), grow)
    });
    first_closed(position, attempts, failed, budget)
}

/// Tries the neighbourhoods of all men that look shut in.
///
/// # Errors
///
/// The limit that ended the attempt; [`Limit::Nodes`] if a neighbourhood might be closed with more nodes.
pub(super) fn prove_near(
    position: &RetroPosition,
    failed: &mut FailedAttempts,
    budget: &mut Budget,
) -> Result<Option<Cage>, Limit> {
    let board = &position.board;
    let walls = unmoved_pawns(board);
    let men = shut_in(board, walls)
        .into_iter()
        .chain(stuck(board, walls))
        .collect();
    let zones = neighbourhoods(board, steady_men(position), men);
    let attempts = zones.into_iter().map(|zone| {
        let look_there = move |share: &mut Budget| near(position, zone, share);
        (Start::Near(zone), look_there)
    });
    first_closed(position, attempts, failed, budget)
}

/// The first cage that one of these attempts closes.
///
/// # Errors
///
/// The limit that ended an attempt; [`Limit::Nodes`] if none of them closes, but one might with more nodes.
fn first_closed<A>(
    position: &RetroPosition,
    attempts: impl Iterator<Item = (Start, A)>,
    failed: &mut FailedAttempts,
    budget: &mut Budget,
) -> Result<Option<Cage>, Limit>
where
    A: FnOnce(&mut Budget) -> Result<Option<Cage>, Limit>,
{
    let mut cut_short = false;
    for (start, attempt) in attempts {
        match tried(position, start, failed, budget, attempt)? {
            Tried::Closed(cage) => return Ok(Some(cage)),
            Tried::Open => {}
            Tried::CutShort => cut_short = true,
        }
    }
    if cut_short {
        return Err(Limit::Nodes);
    }
    Ok(None)
}

/// What one attempt showed.
enum Tried {
    Closed(Cage),
    /// No nodes will close it.
    Open,
    /// More nodes might.
    CutShort,
}

/// One attempt with half of what is left, unless it was made in vain before with as much.
fn tried(
    position: &RetroPosition,
    start: Start,
    failed: &mut FailedAttempts,
    budget: &mut Budget,
    attempt: impl FnOnce(&mut Budget) -> Result<Option<Cage>, Limit>,
) -> Result<Tried, Limit> {
    let mut share = budget.share(budget.nodes_left() / 2);
    let nodes = share.nodes_left();
    if nodes == 0 {
        return Err(Limit::Nodes);
    }
    let spent = failed.of(Attempt::new(position, start));
    if *spent == u64::MAX {
        return Ok(Tried::Open);
    }
    if *spent >= nodes {
        return Ok(Tried::CutShort);
    }
    let found = attempt(&mut share);
    budget.charge(&share);
    match found {
        Ok(Some(cage)) => Ok(Tried::Closed(cage)),
        Ok(None) | Err(Limit::Depth) => {
            *spent = u64::MAX;
            budget.spend()?;
            Ok(Tried::Open)
        }
        Err(Limit::Nodes) => {
            *spent = nodes;
            budget.spend()?;
            Ok(Tried::CutShort)
        }
        Err(other) => Err(other),
    }
}

/// Neighbourhoods of these men: the men close by with the squares around, or only with those of the edge of the
/// board. Those with few free squares come first. Men that never moved belong to each.
fn neighbourhoods(board: &Board, steady: Bitboard, men: Bitboard) -> Vec<Neighbourhood> {
    let within = |man: Square, radius: u32| -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|&square| man.distance(square) <= radius)
            .collect()
    };
    let last = Bitboard::from_rank(Rank::Eighth);
    let last_two = last | Bitboard::from_rank(Rank::Seventh);
    let last_three = last_two | Bitboard::from_rank(Rank::Sixth);
    let edge = last_two | last_two.flip_vertical();
    let areas = men.into_iter().flat_map(|man| {
        let (close, wide) = (within(man, 2), within(man, 3));
        [(close, close), (wide, wide & edge), (wide, wide)]
    });
    let strips = [
        (last_three, last_two),
        (last_three.flip_vertical(), last_two.flip_vertical()),
    ]
    .into_iter()
    .filter(|(area, _)| men.intersects(*area & Bitboard::BACKRANKS));
    let mut found: Vec<Neighbourhood> = Vec::new();
    for (area, squares) in areas.chain(strips) {
        let men = (board.occupied() & area) | steady;
        let new = Neighbourhood {
            men,
            squares: squares | men,
        };
        if !found.contains(&new) {
            found.push(new);
        }
    }
    found.sort_by_key(|near| (near.squares & !near.men).count());
    found
}

/// Follows the men of a neighbourhood as long as they are in it.
fn near(
    position: &RetroPosition,
    zone: Neighbourhood,
    budget: &mut Budget,
) -> Result<Option<Cage>, Limit> {
    let Neighbourhood { men, squares } = zone;
    let root = Pattern::of_squares(&position.board, men, position.turn, position.frozen);
    Ok(
        match search_patterns(root, men, squares, MOST_NEAR, budget)? {
            Found::Closed(cage) => Some(cage),
            Found::Open(_) => None,
        },
    )
}

/// How a set of men to follow grows.
struct Growth<'a> {
    position: &'a RetroPosition,
    walls: Bitboard,
    /// Men worth following: an officer that can go where it likes never shuts anything.
    followable: Bitboard,
    refine_first: RefineFirst,
}

impl Growth<'_> {
    /// Follows the walls and `seed`, then whatever the paths to the array show to be needed.
    fn from(&self, seed: Square, budget: &mut Budget) -> Result<Option<Cage>, Limit> {
        let position = self.position;
        let mut tracked = self.walls.with(seed);
        let mut zone = tracked;
        while (zone & !tracked).count() <= ROOM {
            let root =
                Pattern::of_squares(&position.board, tracked, position.turn, position.frozen);
            match search_patterns(root, tracked, zone, MOST_PATTERNS, budget)? {
                Found::Closed(cage) => return Ok(Some(cage)),
                Found::Open(path) => match self.refine(tracked, &path) {
                    Some(Refinement::Follow(men)) => {
                        tracked |= men;
                        zone |= men;
                    }
                    Some(Refinement::LookAt(squares)) => zone |= squares,
                    None => return Ok(None),
                },
            }
        }
        Ok(None)
    }

    /// What to change when the array was reached on `path`. At its first step where this is possible: follow the
    /// pawns (by [`RefineFirst::Men`] any men) that stand in the way or guard the square of the king, or look at the
    /// squares on which a tracked man left the zone. Else follow the first men that stand in the way.
    fn refine(&self, tracked: Bitboard, path: &[Watched]) -> Option<Refinement> {
        let board = &self.position.board;
        let others = self.followable & !tracked;
        let against = |watched: &Watched| {
            let guards = watched
                .king
                .map_or(Bitboard::EMPTY, |(color, way)| guards(board, color, way));
            others & (watched.path | guards)
        };
        for watched in path {
            let men = against(watched);
            let pawns = men & board.pawns();
            if pawns.any() {
                return Some(Refinement::Follow(pawns));
            }
            if self.refine_first == RefineFirst::Men && men.any() {
                return Some(Refinement::Follow(men));
            }
            if watched.exits.any() {
                return Some(Refinement::LookAt(watched.exits));
            }
        }
        path.iter()
            .map(against)
            .find(|men| men.any())
            .map(Refinement::Follow)
    }
}

/// What to change after a path to the array was found.
enum Refinement {
    /// Follow these men too.
    Follow(Bitboard),
    /// Follow men onto these squares too.
    LookAt(Bitboard),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use crate::retro::model::test_position;

    fn followed(fen: &str) -> Option<String> {
        let limits = Limits {
            nodes: Some(4_000),
            ..Limits::default()
        };
        let position = test_position(fen, "- -");
        let (mut failed, mut budget) = (FailedAttempts::default(), limits.start());
        let cage = match prove(&position, &mut failed, &mut budget).ok()? {
            Some(cage) => cage,
            None => prove_near(&position, &mut failed, &mut budget).ok()??,
        };
        assert!(cage.patterns[0].admits(&position.board));
        let squares: Vec<String> = cage.men.into_iter().map(|s| s.to_string()).collect();
        Some(squares.join(" "))
    }

    #[test]
    fn the_men_of_a_cage_are_found() {
        for (cage, men, open) in [
            // A bishop behind a pawn that must come home first; with the pawn on h6 it came over g6.
            (
                "5k2/2pRRppb/3pp1pR/6K1/8/8/8/8 b",
                "g6 c7 f7 g7 h7",
                "5k2/2pRRppb/3pp2p/6K1/8/8/8/8 b",
            ),
            // Without a man on b8 the rook would give check: the bishop never gets there. A pawn on a7 need not.
            (
                "Knrk4/BpppRp2/1p2p3/8/8/8/8/8 w",
                "b6 e6 a7 b7 c7 d7 e7 f7 a8 c8 d8",
                "Knrk4/PpppRp2/1p2p3/8/8/8/8/8 w",
            ),
            // The rook was never elsewhere than on the last rank, to the left or to the right of both kings; a queen
            // came over c7.
            (
                "2bk2rR/1p1ppppK/5N1p/8/8/8/8/8 w",
                "f6 h6 b7 d7 e7 f7 g7 h7 c8 d8 g8 h8",
                "2bk2qR/1p1ppppK/5N1p/8/8/8/8/8 w",
            ),
        ] {
            assert_eq!(followed(cage).as_deref(), Some(men), "{cage}");
            assert_eq!(followed(open), None, "{open}");
        }
    }

    #[test]
    fn a_king_whose_only_door_one_pawn_always_shut() {
        assert!(followed("2K1kb2/RpRpppp1/Qpp5/8/8/8/8/5b2 b").is_some());
        assert!(followed("2K1kb2/RpRpppp1/Q1p5/8/8/8/8/5b2 b").is_none());
    }

    #[test]
    fn an_attempt_cut_short_does_not_count_as_vain() {
        let position = test_position("2bk2rR/1p1ppppK/5N1p/8/8/8/8/8 w", "- -");
        let mut failed = FailedAttempts::default();
        for nodes in [4, 16, 64, 256, 1_000, 4_000] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            match prove_near(&position, &mut failed, &mut limits.start()) {
                Ok(Some(_)) => return,
                other => assert_eq!(other.err(), Some(Limit::Nodes), "with {nodes} nodes"),
            }
        }
        panic!("no neighbourhood closed");
    }

    #[test]
    fn two_kings_and_a_rook_that_hold_each_other() {
        assert!(followed("5kbK/3pRppn/4pQPP/6p1/8/8/8/8 b").is_some());
        assert!(followed("5kbK/3pR1pn/4pQPP/6p1/8/8/8/8 b").is_none());
    }
}
