//! The search through all games of one length.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, EnPassantMode, Move, Position, zobrist::Zobrist128,
};

use super::Question;
use super::bound::{Castling, Fate};
use super::envelope::Envelope;
use super::failed::{Failed, Pairs};
use super::side::Side;
use super::solo::{Solo, Stand};
use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact, LastMove};
use crate::retro::checker::{check_from, describes, touched_squares};
use crate::retro::ledger::Ledger;
use crate::retro::model::{Game, RetroPosition};
use crate::world::{Right, Rights, World};

/// The games to one end.
pub(super) struct Search<'a> {
    question: Question<'a>,
    /// Where the search begins: behind the first moves that the facts give.
    from: Chess,
    /// These moves.
    given: Vec<Move>,
    /// The squares of the men of the start that are untouched then.
    unmoved: Bitboard,
    board: Board,
    /// The world at the end; `None`: any.
    world: Option<World>,
    /// Men that never moved nor fell, whatever the length.
    steady: Bitboard,
    /// Squares whose men must have moved (facts only).
    moved: Bitboard,
    /// In so many last plies nothing was captured.
    quiet: u32,
    /// What the move is with so many plies left before it.
    told: Vec<(u32, LastMove)>,
    /// What must become of White's and Black's rights.
    fates: [[Fate; 2]; 2],
    /// What is known of White's and Black's castling.
    castling: [Castling; 2],
    pairs: Pairs,
    failed: Failed,
    line: Vec<Move>,
    /// The games found.
    games: Vec<Game>,
    /// No more are looked for.
    most: usize,
}

/// The games of one length.
struct Length {
    /// White's and Black's part.
    solos: [Solo; 2],
    /// The squares of men that do not stay there.
    restless: Bitboard,
}

fn place(color: Color) -> usize {
    usize::from(color.is_black())
}

/// How many of so many plies a side moves.
fn share(left: u32, turn: Color, color: Color) -> u32 {
    if turn == color {
        left.div_ceil(2)
    } else {
        left / 2
    }
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

/// By side of castling: the rights a side has.
fn held(position: &Chess, color: Color) -> [bool; 2] {
    CastlingSide::ALL.map(|side| position.castles().has(color, side))
}

/// What facts say of the castling of a side; `None` if they contradict each other.
fn told_castling(facts: &[Fact], color: Color) -> Option<Castling> {
    let mut told = Castling::FREE;
    for fact in facts {
        match *fact {
            Fact::NotCastled(by) if by == color => told.may = [false; 2],
            Fact::Castled { by, side } if by == color => {
                told.must = true;
                if let Some(side) = side {
                    told.may[1 - side as usize] = false;
                }
            }
            _ => {}
        }
    }
    (!told.must || told.may.contains(&true)).then_some(told)
}

/// The first moves that facts give.
struct Beginning {
    moves: Vec<Move>,
    /// What stands on the board behind them.
    position: Chess,
    /// The squares they leave or arrive on.
    touched: Bitboard,
    /// What is known of White's and Black's castling afterwards.
    castling: [Castling; 2],
}

impl Beginning {
    /// `None` if the facts contradict each other or what must become of the rights.
    fn new(start: &Chess, facts: &[Fact], fates: [[Fate; 2]; 2]) -> Option<Beginning> {
        let mut castling = [Castling::FREE; 2];
        for color in Color::ALL {
            let own = place(color);
            castling[own] = told_castling(facts, color)?;
            if fates[own].contains(&Fate::Kept) {
                if castling[own].must {
                    return None;
                }
                castling[own] = Castling::NONE;
            }
        }
        let mut moves: Vec<Move> = Vec::new();
        for fact in facts {
            if let Fact::FirstMoves(told) = fact {
                let known = moves.len().min(told.len());
                if told[..known] != moves[..known] {
                    return None;
                }
                moves.extend(&told[known..]);
            }
        }
        let mut position = start.clone();
        let mut touched = Bitboard::EMPTY;
        for &played in &moves {
            let own = place(position.turn());
            if !position.is_legal(played) {
                return None;
            }
            if let Some(side) = played.castling_side() {
                if !castling[own].may[side as usize] {
                    return None;
                }
                castling[own] = Castling::NONE;
            }
            touched |= touched_squares(played);
            position.play_unchecked(played);
        }
        let agrees = |color| {
            let castling = castling[place(color)];
            !castling.must || castling.is_pending(held(&position, color))
        };
        Color::ALL.into_iter().all(agrees).then(|| Beginning {
            moves,
            touched,
            castling,
            position: position.clone(),
        })
    }
}

impl<'a> Search<'a> {
    /// `None` if the diagram cannot have arisen at all.
    pub(super) fn new(question: Question<'a>) -> Option<Search<'a>> {
        Search::remembering(question, Pairs::USUAL)
    }

    /// As `new`, with tables of so many pairs.
    pub(super) fn remembering(question: Question<'a>, pairs: Pairs) -> Option<Search<'a>> {
        let Question {
            start,
            diagram,
            world,
            facts,
        } = question;
        let men = diagram.board.occupied().count();
        let position = match world {
            Some(world) => RetroPosition::of_facts(diagram, world, facts),
            None => RetroPosition::of_any_world(diagram, facts),
        };
        let steady = if *start == Chess::default() {
            Ledger::new(&position)?.steady
        } else {
            let stays = |&square: &shakmaty::Square| {
                start.board().piece_at(square) == diagram.board.piece_at(square)
            };
            position.frozen.into_iter().filter(stays).collect()
        };
        let fates = [Color::White, Color::Black]
            .map(|color| CastlingSide::ALL.map(|side| fate(diagram, world, color, side)));
        let beginning = Beginning::new(start, facts, fates)?;
        if (beginning.touched & steady).any()
            || facts.contains(&Fact::NoCapture) && start.board().occupied().count() != men
        {
            return None;
        }
        Some(Search {
            question,
            from: beginning.position,
            unmoved: start.board().occupied() & !beginning.touched,
            given: beginning.moves,
            castling: beginning.castling,
            board: diagram.board.clone(),
            world,
            steady,
            moved: position.moved,
            quiet: position.quiet_plies,
            // The last move is made with one ply left.
            told: position
                .known_moves
                .iter()
                .map(|&(back, what)| (back + 1, what))
                .collect(),
            fates,
            pairs,
            failed: Failed::new(pairs.failed),
            line: Vec::new(),
            games: Vec::new(),
            most: 0,
        })
    }

    /// The first `most` games of exactly so many plies, and the limit that ended the search before it was complete.
    pub(super) fn games(
        &mut self,
        plies: u32,
        most: usize,
        budget: &mut Budget,
    ) -> (Vec<Game>, Result<(), Limit>) {
        self.line.clone_from(&self.given);
        self.most = most;
        let start = self.from.clone();
        let given = self.given.len() as u32;
        let Some(plies) = plies.checked_sub(given) else {
            return (Vec::new(), Ok(()));
        };
        let mut searched = Ok(());
        if let Some(mut length) = self.length(plies) {
            searched = match length.begin(&start, plies, budget) {
                Ok(None) => Ok(()),
                Ok(Some(stands)) => {
                    let at = (&start, stands.each_ref());
                    self.below(at, self.unmoved, plies, &mut length, budget)
                }
                Err(limit) => Err(limit),
            };
        }
        (std::mem::take(&mut self.games), searched)
    }

    /// What can happen in so many plies behind the first moves given; `None`: there is no game.
    fn length(&self, plies: u32) -> Option<Length> {
        let start = &self.from;
        let last = if plies.is_multiple_of(2) {
            start.turn()
        } else {
            start.turn().other()
        };
        if last != self.question.diagram.turn {
            return None;
        }
        let moves = [Color::White, Color::Black].map(|color| share(plies, start.turn(), color));
        let envelope = Envelope::new(
            start,
            &self.board,
            moves,
            self.steady,
            self.fates,
            self.castling,
        )?;
        let Envelope {
            parts: [white_parts, black_parts],
            goals: [white, black],
            restless,
        } = envelope;
        let solo = |goal, parts| Solo::new(goal, self.board.clone(), parts, self.pairs);
        Some(Length {
            solos: [solo(white, white_parts), solo(black, black_parts)],
            restless,
        })
    }

    /// The games from `position` with so many plies left, of which the untouched men stand on `unmoved`.
    fn below(
        &mut self,
        (position, stands): (&Chess, [&Stand; 2]),
        unmoved: Bitboard,
        left: u32,
        length: &mut Length,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        if left == 0 {
            let ends = *position.board() == self.board
                && self.world.is_none_or(|world| World::of(position) == world)
                && (unmoved & self.moved).is_empty();
            if ends {
                self.take();
            }
            return Ok(());
        }
        if !self.can_still_move(unmoved, left, position.turn()) {
            return Ok(());
        }
        budget.spend()?;
        let hash: Zobrist128 = position.zobrist_hash(EnPassantMode::Legal);
        let key = Failed::key(hash, left, u64::from(unmoved & self.moved));
        if self.failed.has(key) {
            return Ok(());
        }
        let found = self.games.len();
        for played in position.legal_moves() {
            let turn = position.turn();
            if !self.is_allowed(turn, played, left)
                || !length.happens(stands[place(turn)], played, (left - 1) / 2)
            {
                continue;
            }
            let mut next = position.clone();
            next.play_unchecked(played);
            if !self.keeps_rights(position, &next, played) {
                continue;
            }
            let Some(after) = length.after(stands, position, played, left - 1, budget)? else {
                continue;
            };
            let after = [0, 1].map(|side| after[side].as_ref().unwrap_or(stands[side]));
            self.line.push(played);
            let untouched = unmoved & !touched_squares(played);
            let below = self.below((&next, after), untouched, left - 1, length, budget);
            self.line.pop();
            below?;
            if self.games.len() >= self.most {
                return Ok(());
            }
        }
        if self.games.len() == found {
            self.failed.keep(key);
        }
        Ok(())
    }

    /// Takes the line as a game if the checker agrees.
    fn take(&mut self) {
        let Question {
            start,
            diagram,
            world,
            facts,
        } = self.question;
        if check_from(start, diagram, world, facts, &self.line).is_ok() {
            self.games.push(Game {
                start: start.clone(),
                moves: self.line.clone(),
            });
        }
    }

    /// Whether no right goes with the move that is needed later.
    fn keeps_rights(&self, before: &Chess, after: &Chess, played: Move) -> bool {
        let castles = after.castles();
        let rights = self.world.map_or(Rights::NONE, |world| world.rights);
        let kept = |color: Color| {
            let castling = self.castling[place(color)];
            !castling.is_pending(held(before, color))
                || castling.is_pending(held(after, color))
                || color == before.turn() && played.is_castle()
        };
        Color::ALL.into_iter().all(kept)
            && rights
                .iter()
                .all(|right| castles.has(right.color(), right.side()))
    }

    /// Whether enough moves are left for the men that must have moved and have not.
    fn can_still_move(&self, unmoved: Bitboard, left: u32, turn: Color) -> bool {
        let waiting = unmoved & self.moved;
        waiting.is_empty()
            || Color::ALL.into_iter().all(|color| {
                let own = (waiting & self.board.by_color(color)).count();
                own as u32 <= share(left, turn, color)
            })
    }

    /// Whether no fact speaks against the move.
    fn is_allowed(&self, mover: Color, played: Move, left: u32) -> bool {
        if let Some(side) = played.castling_side()
            && !self.castling[place(mover)].may[side as usize]
        {
            return false;
        }
        let told = self
            .told
            .iter()
            .all(|&(before, what)| before != left || describes(what, played));
        told && !(left <= self.quiet && played.is_capture())
    }
}

impl Length {
    /// Whether it may be that a side makes such a move where so many of its own moves are left behind it.
    fn happens(&self, stand: &Stand, played: Move, left: u32) -> bool {
        let solo = &self.solos[place(stand.side.color)];
        if let Some(wing) = played.castling_side() {
            return solo.ground().lets_castle(wing);
        }
        let Some(at) = played.from().and_then(|from| stand.side.man(from)) else {
            return false;
        };
        let man = stand.side.men[at];
        let part = solo.part(man);
        let to = played.to();
        let role = played.promotion().unwrap_or(played.role());
        part.to(man).contains(to)
            && (!played.is_promotion() || part.arrives(role, to))
            && (played.is_capture() || solo.is_near_after(stand, at, (role, to), left))
    }

    /// White and Black as they stand first; `None` if one of them cannot come from there to the end.
    fn begin(
        &mut self,
        position: &Chess,
        left: u32,
        budget: &mut Budget,
    ) -> Result<Option<[Stand; 2]>, Limit> {
        let mut stand = |color: Color| {
            let losses = |color: Color| self.solos[place(color)].ground().losses.len();
            let captures = (losses(color.other()), losses(color));
            let side = Side::of(position, color, captures, self.restless);
            let moves = share(left, position.turn(), color);
            self.solos[place(color)].begin(side, moves, budget)
        };
        let Some(white) = stand(Color::White)? else {
            return Ok(None);
        };
        Ok(stand(Color::Black)?.map(|black| [white, black]))
    }

    /// White and Black after a move in `position`, if they may come to the end with the moves they have left behind it; nothing of a side for
    /// which it makes no difference.
    fn after(
        &mut self,
        before: [&Stand; 2],
        position: &Chess,
        played: Move,
        left: u32,
        budget: &mut Budget,
    ) -> Result<Option<[Option<Stand>; 2]>, Limit> {
        let turn = position.turn();
        let (own, other) = (place(turn), place(turn.other()));
        let mut mover = before[own].side.clone();
        let mut loser = None;
        if played.is_capture() {
            let man = played.from().and_then(|from| mover.man(from));
            let capture = |man: usize| self.solos[own].capture(&mover, mover.men[man], played.to());
            let Some(capture) = man.and_then(capture) else {
                return Ok(None);
            };
            mover.prey &= !(1 << capture);
            let mut side = before[other].side.clone();
            side.suffer(played, capture);
            loser = Some(side);
        }
        mover.play(played);
        if !played.is_castle() {
            self.solos[own].settle(&mut mover, played.to());
        }
        let concerns = loser.is_some() || mover.wall != before[own].side.wall;
        let waits = loser.as_ref().unwrap_or(&before[other].side);
        let mut next = [None, None];
        let sides = [(&mover, waits, true), (waits, &mover, concerns)];
        for (side, opponent, _) in sides.into_iter().filter(|&(_, _, changes)| changes) {
            let at = place(side.color);
            let moves = share(left, turn.other(), side.color);
            next[at] = self.solos[at].go_on(before[at], side, opponent.wall, moves, budget)?;
            if next[at].is_none() {
                return Ok(None);
            }
        }
        Ok(Some(next))
    }
}
