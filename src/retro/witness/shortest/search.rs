//! The search through all games of one length.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, EnPassantMode, Move, Position, zobrist::Zobrist128,
};

use super::bound::{Fate, Goal};
use super::failed::Failed;
use super::paths::Paths;
use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact, LastMove};
use crate::retro::checker::describes;
use crate::retro::ledger::Ledger;
use crate::retro::model::{RetroPosition, Witness};
use crate::world::{Right, Rights, World};

/// No more games are looked for.
const ENOUGH: usize = 2;

/// The games to one end.
pub(super) struct Search {
    board: Board,
    /// The world at the end; `None`: any.
    world: Option<World>,
    /// Men that never moved nor fell.
    still: Bitboard,
    /// Squares whose men must have moved (facts only).
    moved: Bitboard,
    /// In so many last plies nothing was captured.
    quiet: u32,
    /// What the move is with so many plies left before it.
    told: Vec<(u32, LastMove)>,
    /// White's and Black's men at the end.
    goals: [Goal; 2],
    failed: Failed,
    line: Vec<Move>,
    /// The games found, at most [`ENOUGH`].
    games: Vec<Witness>,
}

fn place(color: Color) -> usize {
    usize::from(color.is_black())
}

/// What must become of a right to castle if the game ends in this world, or in any.
fn fate(diagram: &Diagram, world: Option<World>, color: Color, side: CastlingSide) -> Fate {
    let own = |right: &Right| right.color() == color && right.side() == side;
    let has = |rights: Rights| rights.iter().any(|right| own(&right));
    match world {
        Some(world) if has(world.rights) => Fate::Kept,
        Some(_) if has(Rights::at_home(&diagram.board)) => Fate::Lost,
        _ => Fate::Any,
    }
}

impl Search {
    /// `None` if the diagram cannot have arisen at all.
    pub(super) fn new(diagram: &Diagram, world: Option<World>, facts: &[Fact]) -> Option<Search> {
        let position = match world {
            Some(world) => RetroPosition::of_facts(diagram, world, facts),
            None => RetroPosition::of_any_world(diagram, facts),
        };
        let ledger = Ledger::new(&position)?;
        let array = Board::new();
        let still = ledger.steady;
        let goals = [Color::White, Color::Black].map(|color| {
            let paths = Paths::new(color, still, &array);
            let fates = CastlingSide::ALL.map(|side| fate(diagram, world, color, side));
            Goal::new(color, &diagram.board, paths, fates)
        });
        Some(Search {
            board: diagram.board.clone(),
            world,
            still,
            moved: position.moved,
            quiet: position.quiet_plies,
            // The last move is made with one ply left.
            told: position
                .known_moves
                .iter()
                .map(|&(back, what)| (back + 1, what))
                .collect(),
            goals,
            failed: Failed::new(),
            line: Vec::new(),
            games: Vec::new(),
        })
    }

    /// The games of exactly so many plies, the first two of them, and the limit that ended the search before it was complete.
    pub(super) fn games(
        &mut self,
        plies: u32,
        budget: &mut Budget,
    ) -> (Vec<Witness>, Result<(), Limit>) {
        let array = Chess::default();
        self.line.clear();
        let searched = if self.is_in_reach(&array, plies, [true; 2]) {
            self.below(&array, Bitboard::FULL, plies, budget)
        } else {
            Ok(())
        };
        (std::mem::take(&mut self.games), searched)
    }

    /// Whether the sides looked at can come to the end with the moves they have left.
    fn is_in_reach(&mut self, position: &Chess, left: u32, looked_at: [bool; 2]) -> bool {
        for color in [Color::White, Color::Black] {
            if !looked_at[place(color)] {
                continue;
            }
            let moves = if position.turn() == color {
                left.div_ceil(2)
            } else {
                left / 2
            };
            let men = position.board().by_color(color.other()).count();
            let Some(captures) = men.checked_sub(self.goals[place(color.other())].len()) else {
                return false;
            };
            if captures as u32 > moves || self.goals[place(color)].moves(position, captures) > moves
            {
                return false;
            }
        }
        true
    }

    /// The games from `position` with so many plies left, of which the untouched men stand on `unmoved`.
    fn below(
        &mut self,
        position: &Chess,
        unmoved: Bitboard,
        left: u32,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        if left == 0 {
            let ends = *position.board() == self.board
                && self.world.is_none_or(|world| World::of(position) == world)
                && (unmoved & self.moved).is_empty();
            if ends {
                self.games.push(Witness {
                    moves: self.line.clone(),
                });
            }
            return Ok(());
        }
        budget.spend()?;
        let hash: Zobrist128 = position.zobrist_hash(EnPassantMode::Legal);
        let key = Failed::key(hash, left, u64::from(unmoved & self.moved));
        if self.failed.has(key) {
            return Ok(());
        }
        let before = self.games.len();
        for played in position.legal_moves() {
            if !self.is_allowed(played, left) {
                continue;
            }
            let mut next = position.clone();
            next.play_unchecked(played);
            let mut looked_at = [played.is_capture(); 2];
            looked_at[place(position.turn())] = true;
            if !self.keeps_rights(&next) || !self.is_in_reach(&next, left - 1, looked_at) {
                continue;
            }
            let mut untouched = unmoved.without(played.to());
            if let Some(from) = played.from() {
                untouched = untouched.without(from);
            }
            self.line.push(played);
            let below = self.below(&next, untouched, left - 1, budget);
            self.line.pop();
            below?;
            if self.games.len() == ENOUGH {
                return Ok(());
            }
        }
        if self.games.len() == before {
            self.failed.keep(key);
        }
        Ok(())
    }

    fn keeps_rights(&self, position: &Chess) -> bool {
        let castles = position.castles();
        let rights = self.world.map_or(Rights::NONE, |world| world.rights);
        rights
            .iter()
            .all(|right| castles.has(right.color(), right.side()))
    }

    /// Whether no fact and no man that never moved speaks against the move.
    fn is_allowed(&self, played: Move, left: u32) -> bool {
        let touches = self.still.contains(played.to())
            || played.from().is_some_and(|from| self.still.contains(from));
        let told = self
            .told
            .iter()
            .all(|&(before, what)| before != left || describes(what, played));
        !touches && told && !(left <= self.quiet && played.is_capture())
    }
}
