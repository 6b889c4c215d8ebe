//! Unblocking: men away from home that lock one another in are set free before anything else goes home.
//!
//! Locked men get out only with the help of one another, in an order that may take dozens of moves, while other men can lose a
//! move. An estimate that brings men home sees none of that. So these men have a search of their own: best first, over
//! positions in which only they and men beside them have moved, and others only to pass. Those with the least to wait come
//! first, until nobody is locked any more. From there an attempt goes on as from the diagram. The quickest way to set somebody
//! free is mostly to uncapture a man who cannot have fallen there; so positions that the order of the pawns refutes are
//! dropped (`pawn_orders`). Invariant: every release is a sequence of retractions from the root; which ones are found depends
//! on the root and the number of nodes alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Color, Role, attacks};

use crate::budget::{Budget, Limit};
use crate::retro::model::Unmove;

use super::estimate::Estimator;
use super::hash_table::mix;
use super::last_move_conditions::LastMoveConditions;
use super::node::{Node, Surplus, placement, promoted};
use super::pawn_orders::PawnOrders;
use super::relaxation::Relaxation;
use super::trail::{Link, ROOT, Trail};
use super::tuning::{KINDS, Kings, RELEASES};

/// How the men of a diagram came to lock one another in: the position before.
#[derive(Debug, Clone)]
pub struct Release {
    /// The position in which nobody is locked.
    pub node: Node,
    /// The moves from there to the diagram, in the order of taking back.
    pub unmoves: Vec<Unmove>,
}

/// Releases, one after the other, of all kinds in turns.
pub struct Releases {
    root: Node,
    search: Option<ReleaseSearch>,
    /// Its number, and how many it has found.
    number: u32,
    found: u32,
    /// How far the next search of each kind looks; `None`: nothing is left to look at.
    extent: [Option<Extent>; KINDS],
    /// Unless there are few men: then there are captures enough for almost any order.
    orders: Option<PawnOrders>,
    all: Vec<Release>,
}

impl Releases {
    /// None is found yet.
    pub fn new(root: &Node) -> Releases {
        let mut releases = Releases {
            root: root.clone(),
            search: ReleaseSearch::new(root, 0, Extent::Beside),
            number: 0,
            found: 0,
            extent: [Some(Extent::Beside); KINDS],
            orders: (!root.is_sparse()).then(PawnOrders::default),
            all: Vec::new(),
        };
        if releases.search.is_none() {
            releases.next();
        }
        releases
    }

    /// Those that were found.
    pub fn all(&self) -> &[Release] {
        &self.all
    }

    /// Whether there may be more.
    pub fn is_open(&self) -> bool {
        self.search.is_some()
    }

    /// Looks for one more. When none was found, another search is next.
    ///
    /// # Errors
    ///
    /// The limit of the budget.
    pub fn advance(
        &mut self,
        conditions: &LastMoveConditions,
        estimator: &mut Estimator,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        let found = search.advance(conditions, estimator, self.orders.as_mut(), budget)?;
        self.found += u32::from(found.is_some());
        let is_exhausted = search.is_exhausted();
        if is_exhausted {
            let extent = &mut self.extent[self.number as usize % KINDS];
            *extent = match extent {
                Some(Extent::Beside) if !self.root.is_sparse() => Some(Extent::Everywhere),
                _ => None,
            };
        }
        if found.is_none() || is_exhausted || self.found == RELEASES.alike {
            self.found = 0;
            self.next();
        }
        self.all.extend(found);
        Ok(())
    }

    /// The search of the next kind that is not exhausted.
    fn next(&mut self) {
        self.search = None;
        for _ in 0..KINDS {
            self.number += 1;
            if let Some(extent) = self.extent[self.number as usize % KINDS]
                && let Some(search) = ReleaseSearch::new(&self.root, self.number, extent)
            {
                self.search = Some(search);
                return;
            }
        }
    }
}

/// How far around the locked men a search looks for what may set them free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// On the squares beside them.
    Beside,
    /// On all squares: who stands in their way may be held by others far off.
    Everywhere,
}

impl Extent {
    /// The squares it looks at.
    fn around(self, locked: Bitboard) -> Bitboard {
        match self {
            Extent::Beside => {
                let beside = |all, square| all | attacks::king_attacks(square);
                locked.into_iter().fold(locked, beside)
            }
            Extent::Everywhere => Bitboard::FULL,
        }
    }
}

/// A position on the way back.
struct State {
    link: Link,
    node: Node,
    locked: Bitboard,
    ply: u32,
    price_of_uncaptures: i32,
    /// Whether it has other pawns, or other men, than the position after it.
    is_new_structure: bool,
}

/// The search for releases.
pub struct ReleaseSearch {
    states: Vec<State>,
    trail: Trail<Unmove>,
    /// By price, then by age: the states that have not been retracted.
    open: BinaryHeap<Reverse<(i32, u32)>>,
    seen: FxHashSet<u64>,
    kings: Kings,
    extent: Extent,
    /// Varies the order of equally good positions.
    number: u32,
    /// More positions are not kept.
    most: usize,
}

impl ReleaseSearch {
    /// The search of this number for this position; `None`: nobody is locked in in the sense of its kind. The kinds differ in
    /// when a king is free: if others can make way for it, if nobody needs to, or if it has also left the other side's ranks.
    /// Most searches are short; after the first of each kind, equally good positions come in another order.
    pub fn new(root: &Node, number: u32, extent: Extent) -> Option<ReleaseSearch> {
        let kings = RELEASES.kings[number as usize % KINDS];
        let relaxed = Relaxation::of(root, kings);
        if relaxed.locked.is_empty() {
            return None;
        }
        let mut search = ReleaseSearch {
            states: Vec::new(),
            trail: Trail::default(),
            open: BinaryHeap::new(),
            seen: FxHashSet::default(),
            kings,
            extent,
            number,
            most: RELEASES
                .most
                .min(RELEASES.few << (number / KINDS as u32 + 1).trailing_zeros()),
        };
        search.seen.insert(key(root, &relaxed, kings, extent));
        search.states.push(State {
            link: ROOT,
            node: root.clone(),
            locked: relaxed.locked,
            ply: 0,
            price_of_uncaptures: 0,
            is_new_structure: false,
        });
        search.open.push(Reverse((relaxed.cost, 0)));
        Some(search)
    }

    /// Whether nothing is left to look at; in no other order either.
    pub fn is_exhausted(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether there is anything left to look at.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty() && self.states.len() < self.most
    }

    /// Goes on to the next release. `None`: there is none that it could find.
    ///
    /// # Errors
    ///
    /// The limit of the budget; it can be taken up again.
    pub fn advance(
        &mut self,
        conditions: &LastMoveConditions,
        estimator: &mut Estimator,
        mut orders: Option<&mut PawnOrders>,
        budget: &mut Budget,
    ) -> Result<Option<Release>, Limit> {
        while self.is_open() {
            if budget.nodes_left() == 0 {
                return Err(Limit::Nodes);
            }
            budget.check_clock()?;
            let Some(Reverse((_, place))) = self.open.pop() else {
                break;
            };
            let state = &self.states[place as usize];
            if state.is_new_structure
                && let Some(orders) = &mut orders
                && orders.refute(&state.node, budget)
            {
                continue;
            }
            if state.locked.is_empty() && conditions.met_after(state.ply) {
                return Ok(Some(self.release(place)));
            }
            let before = self.seen.len();
            self.retract(place, conditions, estimator);
            budget.charge_nodes((self.seen.len() - before + 1) as u64 * RELEASES.cost);
        }
        Ok(None)
    }

    fn release(&self, place: u32) -> Release {
        let state = &self.states[place as usize];
        Release {
            node: state.node.clone(),
            unmoves: self.trail.steps(state.link),
        }
    }

    /// Takes back from one position whatever may set somebody free, and a move or two to pass.
    fn retract(&mut self, place: u32, conditions: &LastMoveConditions, estimator: &mut Estimator) {
        let state = &self.states[place as usize];
        let (link, ply, price_of_uncaptures) = (state.link, state.ply, state.price_of_uncaptures);
        let retractor = state.node.retractor;
        let pawns = state.node.board.pawns();
        let zone = self.extent.around(state.locked);
        let mut near = Vec::new();
        let mut passes = Vec::new();
        let mut afar = Vec::new();
        let other = retractor.other();
        let before = promoted(&state.node.board, other);
        state.node.retract(Surplus::Promoted, |unmove, next| {
            if !conditions.allow(ply, unmove) {
                return;
            }
            let is_surplus = unmove.captured.is_some() && promoted(&next.board, other) > before;
            let is_near = zone.contains(unmove.from) || zone.contains(unmove.to);
            match (is_near, unmove.captured) {
                (true, None) => near.push((0, unmove, next)),
                (true, Some(_)) if is_surplus => {
                    near.push((RELEASES.near + RELEASES.surplus, unmove, next));
                }
                (true, Some(_)) => near.push((RELEASES.near, unmove, next)),
                (false, None) => passes.push((0, unmove, next)),
                (false, Some(_)) if is_surplus => {}
                (false, Some(_)) => afar.push((RELEASES.afar, unmove, next)),
            }
        });
        // A move and its reversal have the same key, so whoever passes goes there and back and adds no further positions.
        let there_and_back = |unmove: &Unmove| {
            let (from, to) = (unmove.from, unmove.to);
            (unmove.role == Role::Pawn, from.min(to), from.max(to))
        };
        passes.sort_by_key(|(_, unmove, _)| there_and_back(unmove));
        passes.truncate(RELEASES.passes);
        // A side that cannot pass gets men back away from the locked men; one that can, only before the first uncapture.
        if !can_pass(&state.node.board, zone, other) {
            afar.sort_by_key(|(_, unmove, _)| (there_and_back(unmove), unmove.captured));
            afar.truncate(RELEASES.passes);
        } else if price_of_uncaptures > 0 {
            afar.clear();
        }
        for (price, unmove, node) in near.into_iter().chain(passes).chain(afar) {
            let is_new_structure = unmove.captured.is_some() || node.board.pawns() != pawns;
            let relaxed = Relaxation::of(&node, self.kings);
            let key = key(&node, &relaxed, self.kings, self.extent);
            if !self.seen.insert(key) {
                continue;
            }
            let Some(estimate) = estimator.estimate(&node, Bitboard::EMPTY) else {
                continue;
            };
            let price_of_uncaptures = price_of_uncaptures + price;
            let ply = ply + 1;
            let price = relaxed.cost
                + price_of_uncaptures
                + RELEASES.ply * ply.cast_signed()
                + estimate / RELEASES.nearer
                + self.noise(key);
            let age = self.states.len() as u32;
            self.states.push(State {
                link: self.trail.add(link, unmove),
                node,
                locked: relaxed.locked,
                ply,
                price_of_uncaptures,
                is_new_structure,
            });
            self.open.push(Reverse((price, age)));
        }
    }

    /// What the order of this search adds to a price.
    fn noise(&self, key: u64) -> i32 {
        if self.number < KINDS as u32 {
            return 0;
        }
        let noise = (mix(key, u64::from(self.number)) >> 32) as u32 % RELEASES.noise;
        noise.cast_signed()
    }
}

/// Whether this side has an officer away from the locked men.
fn can_pass(board: &Board, zone: Bitboard, color: Color) -> bool {
    (board.by_color(color) & !board.pawns() & !zone).any()
}

/// What matters of a position: where officers stand who are free and not near the locked men does not.
fn key(node: &Node, relaxed: &Relaxation, kings: Kings, extent: Extent) -> u64 {
    let matters = extent.around(relaxed.locked) | node.board.pawns();
    let men = placement(&node.board).map(|men| u64::from(men & matters));
    // Whether both sides have somebody to pass with matters, wherever he stands: where one has not, somebody must be
    // uncaptured. The search with [`Kings::LikeOthers`], which ends soonest, leaves this out: that halves its states.
    let passing = kings != Kings::LikeOthers
        && Color::ALL
            .iter()
            .all(|&color| can_pass(&node.board, matters, color));
    let flags = node.retractor as u64
        | u64::from(node.lost.bits()) << 1
        | node.forced.map_or(0, |square| u64::from(square) + 1) << 8;
    men.into_iter()
        .chain([u64::from(node.moved), u64::from(passing)])
        .fold(flags, mix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use crate::retro::witness::estimate::Weights;
    use shakmaty::Square;

    #[test]
    fn a_release_is_a_way_back_to_where_nobody_is_locked() {
        // Both kings are shut in behind rook and bishop that have promoted (after PDB P1271270).
        let root = Node::of("5bRB/4p1pK/6p1/8/8/6P1/4P1Pk/5Brb", Color::Black);
        let found = first(&root, Extent::Beside, None, u64::MAX);
        let release = found.unwrap().expect("it can be untied");
        assert!(
            Relaxation::of(&release.node, Kings::LikeOthers)
                .locked
                .is_empty()
        );
        let mut at = root;
        for unmove in release.unmoves {
            let mut next = None;
            at.retract(Surplus::Original, |taken_back, before| {
                if taken_back == unmove {
                    next = Some(before);
                }
            });
            at = next.expect("each move can be taken back where it is");
        }
        assert_eq!(at, release.node);
        let free = Node::of("4k3/8/8/8/8/8/8/4K3", Color::Black);
        assert!(ReleaseSearch::new(&free, 0, Extent::Beside).is_none());
    }

    /// The first release of the first kind, within so many nodes.
    fn first(
        root: &Node,
        extent: Extent,
        orders: Option<&mut PawnOrders>,
        nodes: u64,
    ) -> Result<Option<Release>, Limit> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::unlimited()
        };
        let mut search = ReleaseSearch::new(root, 0, extent).expect("locked men");
        let mut estimator = Estimator::new(Weights::DEFAULT);
        let conditions = LastMoveConditions::default();
        search.advance(&conditions, &mut estimator, orders, &mut limits.start())
    }

    #[test]
    fn nobody_is_set_free_by_a_man_who_cannot_have_fallen_there() {
        // T. Le Gleuher after Breyer and Wilts.
        let root = Node::of("NB6/Kp2p3/QRpkP3/rbp1p2p/RqP5/brP5/bPP5/NB6", Color::White);
        let quick = first(&root, Extent::Beside, None, 1_000).unwrap().unwrap();
        let is_refuted =
            |node| PawnOrders::default().refute(node, &mut Limits::unlimited().start());
        assert!(is_refuted(&quick.node));
        let mut orders = PawnOrders::default();
        let found = first(&root, Extent::Beside, Some(&mut orders), 20_000);
        assert_eq!(
            found.err(),
            Some(Limit::Nodes),
            "it takes more than eighty moves a side"
        );
    }

    #[test]
    fn who_is_held_from_afar_is_set_free_by_looking_everywhere() {
        // H. August and K. Fabel: nothing that stands beside the locked men gets them out.
        let root = Node::of(
            "2bqkb2/1pppppp1/8/8/N5P1/p3QPR1/PPP1PKPN/R1BQ1B1b",
            Color::White,
        );
        let mut orders = PawnOrders::default();
        let beside = first(&root, Extent::Beside, Some(&mut orders), 100_000);
        assert!(beside.unwrap().is_none());
        let everywhere = first(&root, Extent::Everywhere, Some(&mut orders), 100_000);
        assert!(everywhere.unwrap().is_some());
        let mut releases = Releases::new(&root);
        let mut estimator = Estimator::new(Weights::DEFAULT);
        let conditions = LastMoveConditions::default();
        while releases.all().is_empty() && releases.is_open() {
            let mut budget = Limits::unlimited().start();
            releases
                .advance(&conditions, &mut estimator, &mut budget)
                .unwrap();
        }
        assert!(!releases.all().is_empty());
    }

    #[test]
    fn a_promoted_man_may_have_been_taken_among_locked_men() {
        // White's last move was that of the knight, from d3, and he took: else White is stalemated on the way back. Of Black's men only
        // another knight gets out of the way again (PDB P1271263).
        let root = Node::of("8/8/8/8/8/2P1P3/PPrPRPPk/KbnnNBR1", Color::White);
        let found = first(&root, Extent::Beside, None, 100_000);
        let release = found.unwrap().expect("it can be untied");
        let last = release.unmoves[0];
        assert_eq!((last.to, last.from), (Square::E1, Square::D3));
        assert_eq!(last.captured, Some(Role::Knight));
    }

    #[test]
    fn who_has_nobody_to_pass_with_is_in_another_position() {
        // White cannot move unless somebody of his is away from the locked men; Black can.
        let corner = Node::of("2bk1bRK/1pppp1pR/5p1p/8/8/8/8/8", Color::Black);
        let besides = |placement| Node::of(placement, Color::Black);
        let relaxed = Relaxation::of(&corner, Kings::InTheOpen);
        let there = besides("2bk1bRK/1pppp1pR/5p1p/8/8/8/8/N7");
        let elsewhere = besides("2bk1bRK/1pppp1pR/5p1p/8/8/8/8/7N");
        let of = |node| key(node, &relaxed, Kings::InTheOpen, Extent::Beside);
        assert_ne!(of(&corner), of(&there));
        assert_eq!(of(&there), of(&elsewhere));
    }
}
