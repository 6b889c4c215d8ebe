//! A position of play over a set of worlds.

use std::fmt;

use shakmaty::zobrist::Zobrist128;
use shakmaty::{Chess, Color, EnPassantMode, Move, MoveList, Position, PositionError, Rank, Role};

use crate::law::{Touch, Touches};
use crate::notation::Text;
use crate::problem::{Castling, Diagram};
use crate::text;
use crate::world::{Rights, World, WorldSet};

use super::Rules;
use super::doubt::{exercised, legal_in};

/// A placement, the side to move, the worlds still open, what was touched this turn.
#[derive(Debug, Clone)]
pub struct State {
    /// Holds the rights that occur in `worlds`, and the target if all worlds agree on it.
    chess: Chess,
    worlds: WorldSet,
    touches: Touches,
    /// A posteriori: the worlds of the diagram, as sets of rights, that have not the target captured
    /// on credit but all rights exercised since. The credit is redeemed when there is none.
    debt: u16,
    /// Whether the worlds differ in their target, so that `chess` lacks some. Only before the first move.
    targets_differ: bool,
}

/// Why play cannot start from a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unplayable {
    /// No world is feasible.
    NoWorld,
    /// The position is none that the laws of chess could continue.
    Position(String),
}

impl Unplayable {
    /// The reason in words.
    pub fn text(&self) -> Text {
        match self {
            Unplayable::NoWorld => text!(NoHistoryLeads),
            Unplayable::Position(reason) => Text::foreign(reason, text!(PositionImpossible)),
        }
    }
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for Unplayable {}

impl From<PositionError<Chess>> for Unplayable {
    fn from(error: PositionError<Chess>) -> Unplayable {
        Unplayable::Position(error.to_string())
    }
}

impl State {
    /// The start of play from `diagram` with the feasible worlds `worlds`.
    ///
    /// # Errors
    ///
    /// [`Unplayable`].
    pub fn start(diagram: &Diagram, worlds: WorldSet) -> Result<State, Unplayable> {
        if worlds.is_empty() {
            return Err(Unplayable::NoWorld);
        }
        for world in worlds.iter() {
            world.position(&diagram.board, diagram.turn)?;
        }
        let (world, targets_differ) = hull(&worlds);
        Ok(State {
            chess: world.position(&diagram.board, diagram.turn)?,
            worlds,
            touches: Touches::NONE,
            debt: 0,
            targets_differ,
        })
    }

    /// This state with the other side on move and every target cleared, to see what is threatened.
    /// `None` if that is impossible because the side on move is in check, or has touched something.
    pub fn passed(&self) -> Option<State> {
        if self.chess.is_check() || !self.touches.is_empty() {
            return None;
        }
        let worlds = self.worlds.after(Rights::NONE, None);
        let (world, targets_differ) = hull(&worlds);
        Some(State {
            chess: world
                .position(self.chess.board(), self.turn().other())
                .ok()?,
            worlds,
            touches: Touches::NONE,
            debt: self.debt,
            targets_differ,
        })
    }

    /// Placement and side to move, with the rights that occur in some world and the target all
    /// worlds agree on.
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The worlds still open.
    pub fn worlds(&self) -> &WorldSet {
        &self.worlds
    }

    /// What the side on move has touched this turn.
    pub fn touches(&self) -> &Touches {
        &self.touches
    }

    /// Who is on move.
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// Whether the side on move is in check.
    pub fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    /// Whether an en-passant capture on credit is still to be redeemed.
    pub fn is_indebted(&self) -> bool {
        self.debt != 0
    }

    /// Whether this is ordinary chess from here on, as [`State::chess`] shows it: nothing touched,
    /// nothing owed, and nothing that will ever be doubtful.
    ///
    /// That is so in a single world, and also where castling is judged by the codex, all worlds
    /// agree on the target and one world has every right of the others: what it allows is
    /// settled legal, the rest settled illegal, and it stays the fullest whatever is played.
    pub fn is_plain(&self, rules: &Rules) -> bool {
        self.debt == 0
            && self.touches.is_empty()
            && !self.targets_differ
            && (self.worlds.len() == 1
                || rules.castling == Castling::Codex && self.worlds.contains(hull(&self.worlds).0))
    }

    /// Two positions of ordinary chess between which this state lies for the player `favoured`, whoever is on move: in the
    /// first he has the castling rights only that are his in every world and his opponent those of any, in the second
    /// it is the other way round.
    ///
    /// What he can force in the first he can force here, where he need not try anything out and lets stand what the
    /// opponent tries. What he can force here he can force in the second, where everything he tries stands. This holds
    /// wherever more moves never hurt a player. `None` while something is touched, owed, or doubtful en passant.
    pub(crate) fn bounds_for(&self, favoured: Color) -> Option<[Chess; 2]> {
        if !self.touches.is_empty() || self.debt != 0 || self.targets_differ {
            return None;
        }
        let any = self.worlds.rights_union();
        let every = self
            .worlds
            .iter()
            .fold(any, |every, world| every.intersection(world.rights));
        let own = Rights::of(favoured);
        let target = hull(&self.worlds).0.target;
        let position = |his: Rights, others: Rights| {
            let rights = his.intersection(own).union(others.without(own));
            let world = World::new(rights, target);
            world.position(self.chess.board(), self.turn()).ok()
        };
        Some([position(every, any)?, position(any, every)?])
    }

    /// The moves that may be played or tried out, in shakmaty's order (further en-passant captures
    /// last). None: the side on move is mated or stalemated.
    pub fn moves(&self, rules: &Rules) -> MoveList {
        let mut moves = self.legal_somewhere();
        if !self.touches.is_empty() {
            let touches: Vec<Touch> = self.touches.iter().collect();
            let owed = rules.laws.owed(touches, &moves);
            moves.retain(|mv| owed.permits(*mv));
        }
        if self.worlds.len() > 1 {
            moves.retain(|mv| self.manner(rules, *mv).is_some());
        }
        moves
    }

    /// The moves legal by article 3 in at least one world, whatever was touched.
    pub(super) fn legal_somewhere(&self) -> MoveList {
        let mut moves = self.chess.legal_moves();
        if self.targets_differ {
            for target in self.worlds.targets() {
                let world = World::new(Rights::NONE, Some(target));
                // Such a world was played from when play started; it cannot fail here.
                if let Ok(position) = world.position(self.chess.board(), self.turn()) {
                    moves.extend(position.en_passant_moves());
                }
            }
        }
        moves
    }

    /// The state after `mv`, one of [`State::moves`], is played and stands: only worlds in which it
    /// is legal are left (on credit: in which its target exists).
    #[must_use]
    pub fn play(&self, mv: Move) -> State {
        let mut next = self.clone();
        next.touches = Touches::NONE;
        next.targets_differ = false;
        if matches!(mv, Move::Castle { .. } | Move::EnPassant { .. }) {
            next.settle(mv);
        }
        next.advance(mv);
        next
    }

    /// The state after `mv` is played although it is illegal in every world left (a false move that
    /// stands).
    #[must_use]
    pub(super) fn play_falsely(&self, mv: Move) -> State {
        let mut next = self.clone();
        next.touches = Touches::NONE;
        next.targets_differ = false;
        next.advance(mv);
        next
    }

    /// Leaves only the worlds in which `mv`, castling or en passant, is legal.
    fn settle(&mut self, mv: Move) {
        let left = legal_in(&self.worlds, mv);
        if left != self.worlds {
            if mv.is_en_passant() {
                // On credit: a trial comes here with one target only.
                self.debt = self
                    .worlds
                    .iter()
                    .filter(|world| !left.contains(*world))
                    .fold(0, |debt, world| debt | 1 << world.rights.bits());
            }
            self.narrow(left);
        }
        if let Some(right) = exercised(mv, self.turn()) {
            self.debt = (0..16u8)
                .filter(|&bits| Rights::from_bits(bits).has(right))
                .fold(0, |debt, bits| debt | (self.debt & (1 << bits)));
        }
    }

    fn advance(&mut self, mv: Move) {
        let from = mv.from().unwrap_or(mv.to());
        let lost = Rights::on_square(from).union(Rights::on_square(mv.to()));
        self.chess.play_unchecked(mv);
        let target = if is_double_step(mv) {
            self.chess.ep_square(EnPassantMode::Legal)
        } else {
            None
        };
        self.worlds = self.worlds.after(lost, target);
    }

    /// This state with only `worlds` left.
    pub(super) fn narrowed(&self, worlds: WorldSet) -> State {
        let mut next = self.clone();
        next.narrow(worlds);
        next
    }

    fn narrow(&mut self, worlds: WorldSet) {
        let (world, targets_differ) = hull(&worlds);
        self.worlds = worlds;
        self.targets_differ = targets_differ;
        // Rights and targets of a subset fit the board as those of the whole set did.
        if let Ok(chess) = world.position(self.chess.board(), self.chess.turn()) {
            self.chess = chess;
        }
    }

    /// This state with `touches` on the list.
    #[must_use]
    pub fn touching(mut self, touches: Touches) -> State {
        self.touches = touches;
        self
    }

    /// 128 bits that distinguish this state from every other that is played differently under `rules`:
    /// placement, side, worlds, touches, debt.
    pub fn key(&self, rules: &Rules) -> u128 {
        let Zobrist128(mut key) = self.chess.zobrist_hash(EnPassantMode::Legal);
        if !self.is_plain(rules) {
            let mut mix = |value: u128| {
                key = (key ^ value).wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645);
                key ^= key >> 67;
            };
            for chunk in self.worlds.bits().chunks(4) {
                mix(chunk
                    .iter()
                    .fold(0, |all, &bits| (all << 16) | u128::from(bits)));
            }
            for touch in self.touches.iter() {
                let kind = match touch {
                    Touch::Own(_) => 1,
                    Touch::Enemy(_) => 2,
                    Touch::Castling { rook, .. } => 3 + u128::from(u32::from(rook)),
                };
                mix((kind << 8) | u128::from(u32::from(touch.square())) | 1 << 40);
            }
            mix(u128::from(self.debt) | 1 << 41);
        }
        key
    }
}

/// The world that holds every right of `worlds` and their target, if they agree on it; and whether
/// they do not.
fn hull(worlds: &WorldSet) -> (World, bool) {
    let rights = worlds.rights_union();
    let mut targets = worlds.targets();
    let target = targets
        .next()
        .filter(|&target| worlds.with_target(Some(target)) == *worlds);
    let differ = target.is_none() && worlds.targets().next().is_some();
    (World::new(rights, target), differ)
}

fn is_double_step(mv: Move) -> bool {
    matches!(mv, Move::Normal { role: Role::Pawn, from, to, .. }
        if matches!((from.rank(), to.rank()),
            (Rank::Second, Rank::Fourth) | (Rank::Seventh, Rank::Fifth)))
}
