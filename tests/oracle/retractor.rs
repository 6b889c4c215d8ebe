//! Retractors against a defender, plainly: a solver to test the real one against.
//!
//! Written from SEMANTICS.md, section 9. Moves are taken back by playing forward: whatever stands a move away is set up with every
//! castling right and en passant that it can have, and what shakmaty plays from there to the position is a move that can be taken back. Nothing is
//! remembered and nothing is shared with the library but whether a position has a game, which the caller says.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, Move, Piece, Position, Role, Setup,
    Square, attacks,
};

/// Rook squares of rights, and where en passant can be captured.
pub type World = (Bitboard, Option<Square>);

/// Who says what was captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    Mover,
    Opponent,
    White,
}

#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub moves: u32,
    pub says: Says,
    /// Whether Black refutes by mating himself.
    pub forward_defence: bool,
    /// Whether no position comes up for the third time.
    pub counts_repetition: bool,
    /// Stalemate is asked for, not mate.
    pub stalemate: bool,
}

/// A position with what it can have been in each history that is left.
#[derive(Debug, Clone)]
pub struct Node {
    pub board: Board,
    pub turn: Color,
    pub worlds: Vec<World>,
    /// So many half-moves back from here nothing was captured.
    pub quiet: u32,
}

impl Node {
    pub fn of_diagram(board: &Board, turn: Color, quiet: u32) -> Node {
        Node {
            board: board.clone(),
            turn,
            worlds: worlds(board, turn),
            quiet,
        }
    }

    /// Whether so many moves can be taken back.
    pub fn has_past(&self, plies: u32) -> bool {
        let before = |plies| {
            self.before()
                .iter()
                .any(|(_, before)| before.has_past(plies))
        };
        plies.checked_sub(1).is_none_or(before)
    }

    /// Every move that can have led here, with what stood before it.
    pub fn before(&self) -> Vec<(Move, Node)> {
        let mut found = Vec::new();
        for (played, board) in candidates(&self.board, self.turn.other()) {
            if played.is_capture() && self.quiet > 0 {
                continue;
            }
            let leads_here = |&world: &World| {
                let Some(mut position) = placed(&board, self.turn.other(), world) else {
                    return false;
                };
                if !position.is_legal(played) {
                    return false;
                }
                position.play_unchecked(played);
                *position.board() == self.board && self.worlds.contains(&world_of(&position))
            };
            let mut worlds = worlds(&board, self.turn.other());
            worlds.retain(leads_here);
            if !worlds.is_empty() {
                let before = Node {
                    board,
                    turn: self.turn.other(),
                    worlds,
                    quiet: self.quiet.saturating_sub(1),
                };
                found.push((played, before));
            }
        }
        found
    }
}

fn world_of(position: &Chess) -> World {
    let rights = position.castles().castling_rights();
    (rights, position.legal_ep_square())
}

pub fn placed(board: &Board, turn: Color, world: World) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.board = board.clone();
    setup.turn = turn;
    (setup.castling_rights, setup.ep_square) = world;
    let position: Chess = setup.position(CastlingMode::Standard).ok()?;
    (world_of(&position) == world).then_some(position)
}

/// Every world that can be set up.
fn worlds(board: &Board, turn: Color) -> Vec<World> {
    let mut rights = vec![Bitboard::EMPTY];
    for color in Color::ALL {
        let king = color.fold_wb(Square::E1, Square::E8);
        for rook in color.fold_wb([Square::A1, Square::H1], [Square::A8, Square::H8]) {
            if board.piece_at(king) == Some(color.king())
                && board.piece_at(rook) == Some(color.rook())
            {
                let with: Vec<Bitboard> = rights.iter().map(|&one| one.with(rook)).collect();
                rights.extend(with);
            }
        }
    }
    let stepped = turn.fold_wb(
        Bitboard::from(shakmaty::Rank::Sixth),
        shakmaty::Rank::Third.into(),
    );
    let targets = std::iter::once(None).chain(stepped.into_iter().map(Some));
    targets
        .flat_map(|target| rights.iter().map(move |&rights| (rights, target)))
        .filter(|&world| placed(board, turn, world).is_some())
        .collect()
}

/// Moves that may have led to `board`, with the men as they stood before.
fn candidates(board: &Board, us: Color) -> Vec<(Move, Board)> {
    let mut found = Vec::new();
    let men = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let captured: Vec<Option<Role>> = std::iter::once(None).chain(men.map(Some)).collect();
    for to in board.by_color(us) {
        let Some(man) = board.piece_at(to) else {
            continue;
        };
        for from in !board.occupied() {
            let becomes = [(man.role, None), (Role::Pawn, Some(man.role))];
            for (role, promotion) in becomes {
                let is_near = role == Role::Pawn
                    && from.distance(to) <= 2
                    && (promotion.is_some() || man.role == Role::Pawn);
                let arrives = |from| attacks::attacks(from, man, board.occupied()).contains(to);
                if !is_near && (role == Role::Pawn || !arrives(from)) {
                    continue;
                }
                for &capture in &captured {
                    let mut before = board.clone();
                    before.discard_piece_at(to);
                    before.set_piece_at(from, Piece { color: us, role });
                    if let Some(role) = capture {
                        let color = us.other();
                        before.set_piece_at(to, Piece { color, role });
                    }
                    let played = Move::Normal {
                        role,
                        from,
                        capture,
                        to,
                        promotion,
                    };
                    found.push((played, before));
                }
            }
            if man.role == Role::Pawn && from.distance(to) == 1 {
                let taken = Square::from_coords(to.file(), from.rank());
                if board.piece_at(taken).is_none() {
                    let mut before = board.clone();
                    before.discard_piece_at(to);
                    before.set_piece_at(from, us.pawn());
                    before.set_piece_at(taken, us.other().pawn());
                    found.push((Move::EnPassant { from, to }, before));
                }
            }
        }
    }
    for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
        let home = us.fold_wb(Square::E1, Square::E8);
        let rook = us.fold_wb(
            side_of(side, Square::H1, Square::A1),
            side_of(side, Square::H8, Square::A8),
        );
        if board.piece_at(side.king_to(us)) == Some(us.king())
            && board.piece_at(side.rook_to(us)) == Some(us.rook())
        {
            let mut before = board.clone();
            before.discard_piece_at(side.king_to(us));
            before.discard_piece_at(side.rook_to(us));
            if before.piece_at(home).is_none() && before.piece_at(rook).is_none() {
                before.set_piece_at(home, us.king());
                before.set_piece_at(rook, us.rook());
                found.push((Move::Castle { king: home, rook }, before));
            }
        }
    }
    found
}

fn side_of<T>(side: CastlingSide, short: T, long: T) -> T {
    match side {
        CastlingSide::KingSide => short,
        CastlingSide::QueenSide => long,
    }
}

/// A move as who does not say what was captured says it.
pub fn without_capture(played: Move) -> String {
    let promotion = played.promotion().map_or(' ', Role::char);
    let from = played
        .from()
        .map_or_else(String::new, |from| from.to_string());
    format!("{from}{}{promotion}", played.to())
}

/// A move as who says what was captured says it.
pub fn with_capture(played: Move) -> String {
    let captured = played.capture().map_or(' ', Role::char);
    let passing = if played.is_en_passant() { "e.p." } else { "" };
    format!("{}{captured}{passing}", without_capture(played))
}

/// Says in which of its worlds a position has a game.
pub type Judge<'a> = dyn FnMut(&Node) -> Vec<World> + 'a;

pub struct Solver<'a> {
    pub asked: Asked,
    pub judge: &'a mut Judge<'a>,
    pub path: Vec<(Board, Color)>,
}

impl Solver<'_> {
    /// White's first moves that solve.
    pub fn first_moves(&mut self, diagram: &Node) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.path.push((diagram.board.clone(), diagram.turn));
        for (name, class) in self.classes(diagram) {
            if self.is_reached(&class, self.asked.moves) {
                found.insert(name);
            }
        }
        self.path.pop();
        found
    }

    /// Moves that can be taken back by name; of each what the other side may make of it.
    fn classes(&self, at: &Node) -> Vec<(String, Vec<Node>)> {
        let mover = at.turn.other();
        let says = match self.asked.says {
            Says::Mover => true,
            Says::Opponent => false,
            Says::White => mover == Color::White,
        };
        let mut classes: BTreeMap<String, Vec<Node>> = BTreeMap::new();
        for (played, before) in at.before() {
            let now = (before.board.clone(), before.turn);
            let times = self.path.iter().filter(|&one| *one == now).count();
            if self.asked.counts_repetition && times >= 2 {
                continue;
            }
            let name = if says {
                with_capture(played)
            } else {
                without_capture(played)
            };
            classes.entry(name).or_default().push(before);
        }
        classes.into_iter().collect()
    }

    fn has_game(&mut self, at: &Node) -> bool {
        !(self.judge)(at).is_empty()
    }

    /// Whether White's move reaches the goal whichever of `class` Black says, who says one with a game if he says it.
    fn is_reached(&mut self, class: &[Node], left: u32) -> bool {
        let mut missed = Vec::new();
        for before in class {
            if !self.reaches(before, left) {
                missed.push(before);
            }
        }
        let is_reached = missed.len() < class.len();
        for before in missed {
            if is_reached && self.has_game(before) {
                return false;
            }
        }
        is_reached
    }

    fn reaches(&mut self, before: &Node, left: u32) -> bool {
        if self.mates(before) {
            return true;
        }
        if left == 1 {
            return false;
        }
        self.path.push((before.board.clone(), before.turn));
        let reached = self.is_forced(before, left - 1);
        self.path.pop();
        reached
    }

    /// Whether White reaches the goal whatever Black takes back, and he can take back something.
    fn is_forced(&mut self, at: &Node, left: u32) -> bool {
        let mut has_move = false;
        for (_, class) in self.classes(at) {
            let mut has_game = false;
            let mut good = false;
            for before in &class {
                if self.is_answered(before, left) {
                    good = true;
                    break;
                }
                has_game |= self.has_game(before);
            }
            if !good && has_game {
                return false;
            }
            has_move |= good;
        }
        has_move
    }

    fn is_answered(&mut self, before: &Node, left: u32) -> bool {
        if self.asked.forward_defence && self.mates(before) {
            return false;
        }
        self.path.push((before.board.clone(), before.turn));
        let mut reached = false;
        for (_, class) in self.classes(before) {
            reached = self.is_reached(&class, left);
            if reached {
                break;
            }
        }
        self.path.pop();
        reached
    }

    /// Whether the side on move reaches the goal in one move, in a position that has a game. Who castles need not prove that he may, who
    /// takes en passant has to.
    fn mates(&mut self, at: &Node) -> bool {
        if !at
            .worlds
            .iter()
            .any(|&world| !self.keys(at, world).is_empty())
        {
            return false;
        }
        let worlds = (self.judge)(at);
        for &world in &worlds {
            for key in self.keys(at, world) {
                let is_legal = |&other: &World| {
                    placed(&at.board, at.turn, other).is_some_and(|one| one.is_legal(key))
                };
                if !key.is_en_passant() || worlds.iter().all(is_legal) {
                    return true;
                }
            }
        }
        false
    }

    fn keys(&self, at: &Node, world: World) -> Vec<Move> {
        let Some(position) = placed(&at.board, at.turn, world) else {
            return Vec::new();
        };
        let is_key = |&played: &Move| {
            let mut after = position.clone();
            after.play_unchecked(played);
            if self.asked.stalemate {
                after.is_stalemate()
            } else {
                after.is_checkmate()
            }
        };
        position.legal_moves().into_iter().filter(is_key).collect()
    }
}
