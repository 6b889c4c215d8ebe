//! A plain solver to test the real one against.
//!
//! Written from the definitions alone: worlds are sets of plain values, every question is answered by
//! recursion over everything, nothing is shared with the library (which is why it has its own words
//! for conventions and options) and nothing is remembered between two nodes. It is far too slow for
//! problems and fast enough for small random positions.

// Each test binary uses what it needs.
#![allow(dead_code)]

pub mod illegal;
pub mod random;

use std::cell::Cell;
use std::collections::BTreeSet;

use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, Piece,
    Position, PositionError, Role, Setup, Square,
};

/// `rights` holds letters of `KQkq`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct World {
    pub rights: BTreeSet<char>,
    pub target: Option<Square>,
}

pub type Worlds = BTreeSet<World>;

impl World {
    pub fn parse(text: &str) -> World {
        let (rights, target) = text.split_once(' ').expect("rights and target");
        World {
            rights: rights.chars().filter(|&c| c != '-').collect(),
            target: target.parse().ok(),
        }
    }

    pub fn text(&self) -> String {
        let rights: String = "KQkq".chars().filter(|c| self.rights.contains(c)).collect();
        let rights = if rights.is_empty() {
            "-".to_owned()
        } else {
            rights
        };
        match self.target {
            Some(target) => format!("{rights} {target}"),
            None => format!("{rights} -"),
        }
    }

    fn of_player(&self, player: Color) -> BTreeSet<char> {
        let white = player == Color::White;
        let mine = |c: &&char| c.is_ascii_uppercase() == white;
        self.rights.iter().filter(mine).copied().collect()
    }
}

pub fn worlds(texts: &[&str]) -> Worlds {
    texts.iter().map(|text| World::parse(text)).collect()
}

fn proper_subset(a: &BTreeSet<char>, b: &BTreeSet<char>) -> bool {
    a.is_subset(b) && a != b
}

/// The worlds whose rights are not a proper subset of another world's.
fn castling_maximal(worlds: &Worlds) -> Worlds {
    let beaten = |w: &World| worlds.iter().any(|v| proper_subset(&w.rights, &v.rights));
    worlds.iter().filter(|w| !beaten(w)).cloned().collect()
}

/// Keym's procedure: what is left are the parts.
pub fn undominated(worlds: &Worlds) -> Worlds {
    let dominated = |w: &World| {
        worlds.iter().any(|v| {
            v != w && w.rights.is_subset(&v.rights) && (v.target.is_none() || v.target == w.target)
        })
    };
    worlds.iter().filter(|w| !dominated(w)).cloned().collect()
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Convention {
    Bg,
    Pra,
    Rs,
    Codex,
    Ap,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum History {
    Fixed,
    Deferred,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    Codex,
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trials {
    Both,
    Attacker,
    Neither,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpTouch {
    OwnFirst,
    EnemyFirst,
    OwnOnly,
}

/// The codes that differ in what a denied trial costs. `Order`: fide-2018, fide-1997 and club agree
/// within a solution, the first entry of the touch list with a move is owed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    Order,
    SamePiece,
    Staunton,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub history: History,
    pub castling: Castling,
    pub trials: Trials,
    pub ep_touch: EpTouch,
    pub law: Law,
}

impl Options {
    pub const DEFAULT: Options = Options {
        history: History::Fixed,
        castling: Castling::Codex,
        trials: Trials::Both,
        ep_touch: EpTouch::OwnFirst,
        law: Law::Order,
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    Direct,
    /// `s#n`, `s=n`.
    Forcing,
    Reflex,
    Help,
}

/// `n` counts moves for direct, self and reflex play, half-moves for help play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stipulation {
    pub play: Play,
    pub stalemate: bool,
    pub n: u32,
}

impl Stipulation {
    pub const fn mate(n: u32) -> Stipulation {
        Stipulation {
            play: Play::Direct,
            stalemate: false,
            n,
        }
    }
}

/// A first move in UCI and whether it is a trial.
pub type Keys = BTreeSet<(String, bool)>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// `bg`, `pra`, `rs`, `ap`, or `single` for one world under codex.
    pub applied: &'static str,
    pub solved: bool,
    /// Empty if there are parts.
    pub keys: Keys,
    pub parts: Vec<(World, Keys)>,
}

/// Solves the diagram in the feasible worlds `worlds`, which are not empty.
pub fn solve(
    board: &Board,
    turn: Color,
    worlds: &Worlds,
    stipulation: Stipulation,
    convention: Convention,
    options: Options,
) -> Solution {
    let by = |doubt: Doubt, worlds: &Worlds| {
        let rules = Rules {
            doubt,
            options,
            stipulation,
            attacker: turn,
            diagram_worlds: worlds.clone(),
        };
        rules.keys(&Node::start(board, turn, worlds.clone()))
    };
    let whole = |applied, keys: Keys| Solution {
        applied,
        solved: !keys.is_empty(),
        keys,
        parts: Vec::new(),
    };
    // In a single world nothing is doubtful, so any way of settling doubt is plain chess.
    let parts = || -> Vec<(World, Keys)> {
        undominated(worlds)
            .into_iter()
            .map(|w| {
                (
                    w.clone(),
                    by(Doubt::FirstCastler, &[w].into_iter().collect()),
                )
            })
            .collect()
    };
    let pra = |parts: Vec<(World, Keys)>| Solution {
        applied: "pra",
        solved: parts.iter().all(|(_, keys)| !keys.is_empty()),
        keys: Keys::new(),
        parts,
    };
    match convention {
        Convention::Bg => whole("bg", by(Doubt::Trial, worlds)),
        Convention::Rs => whole("rs", by(Doubt::FirstCastler, worlds)),
        Convention::Ap => whole("ap", by(Doubt::Credit, worlds)),
        Convention::Pra => pra(parts()),
        Convention::Codex => {
            let mut parts = parts();
            if parts.len() == 1 {
                return whole("single", parts.remove(0).1);
            }
            let targets: BTreeSet<Option<Square>> = parts.iter().map(|(w, _)| w.target).collect();
            let solution = pra(parts);
            if !solution.solved && targets.len() == 1 {
                return whole("rs", by(Doubt::FirstCastler, worlds));
            }
            solution
        }
    }
}

/// All solutions of help play in one set of worlds, as the moves from the diagram on; `Codex` and `Pra` only where there is
/// one world.
pub fn help_lines(
    board: &Board,
    turn: Color,
    worlds: &Worlds,
    stipulation: Stipulation,
    convention: Convention,
    options: Options,
) -> BTreeSet<Vec<String>> {
    let rules = Rules {
        doubt: match convention {
            Convention::Bg => Doubt::Trial,
            Convention::Ap => Doubt::Credit,
            Convention::Rs | Convention::Pra | Convention::Codex => Doubt::FirstCastler,
        },
        options,
        stipulation,
        attacker: turn,
        diagram_worlds: worlds.clone(),
    };
    let node = Node::start(board, turn, worlds.clone());
    let mut lines = BTreeSet::new();
    rules.collect(&node, stipulation.n, &mut Vec::new(), &mut lines);
    lines
}

/// The set play of one single set of worlds: what the other side can begin with so that the goal is
/// reached all the same, and how many of its choices are not among it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetPlay {
    pub answered: Keys,
    pub unanswered: usize,
}

/// The same placement, the other side first, every target cleared; `None` if the side on move in the
/// diagram is in check. `applied` is what [`solve`] says decided.
pub fn set_play(
    board: &Board,
    turn: Color,
    worlds: &Worlds,
    stipulation: Stipulation,
    applied: &str,
    options: Options,
) -> Option<SetPlay> {
    let doubt = match applied {
        "bg" => Doubt::Trial,
        "ap" => Doubt::Credit,
        _ => Doubt::FirstCastler,
    };
    let king = board.king_of(turn).expect("a king");
    if board.attacks_to(king, turn.other(), board.occupied()).any() {
        return None;
    }
    let cleared = |w: &World| World {
        target: None,
        ..w.clone()
    };
    let rules = Rules {
        doubt,
        options,
        stipulation,
        attacker: turn,
        diagram_worlds: worlds.clone(),
    };
    let node = Node::start(board, turn.other(), worlds.iter().map(cleared).collect());
    let n = stipulation.n;
    let mut set_play = SetPlay {
        answered: Keys::new(),
        unanswered: 0,
    };
    for choice in rules.choices_in_reflex(&node) {
        let mut outcomes = rules.outcomes(&node, &choice).into_iter();
        let answered = match stipulation.play {
            // A half-move less, and the other side makes the first.
            Play::Help => n >= 2 && outcomes.any(|o| rules.help(&o, n - 2)),
            _ => outcomes.any(|o| {
                // A denied trial leaves the defender on move.
                rules.forced(&o, n - 1)
            }),
        };
        if answered {
            let uci = choice.m.to_uci(CastlingMode::Standard).to_string();
            set_play.answered.insert((uci, choice.trial));
        } else if stipulation.play != Play::Help {
            set_play.unanswered += 1;
        }
    }
    Some(set_play)
}

thread_local! {
    static NODES: Cell<u64> = const { Cell::new(0) };
}

/// How many nodes this thread has looked at so far.
pub fn nodes() -> u64 {
    NODES.get()
}

/// How a doubtful move is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doubt {
    /// Berührt-Geführt.
    Trial,
    /// Retro-strategy.
    FirstCastler,
    /// A posteriori.
    Credit,
}

struct Rules {
    doubt: Doubt,
    options: Options,
    stipulation: Stipulation,
    attacker: Color,
    diagram_worlds: Worlds,
}

#[derive(Clone, Debug)]
struct Node {
    board: Board,
    turn: Color,
    worlds: Worlds,
    /// In order of touching.
    touched: Vec<(Square, Color)>,
    /// The target of an en-passant capture played on credit.
    credit: Option<Square>,
    /// Castling rights exercised so far in the line.
    castled: BTreeSet<char>,
}

impl Node {
    /// A diagram before anything is touched.
    fn start(board: &Board, turn: Color, worlds: Worlds) -> Node {
        Node {
            board: board.clone(),
            turn,
            worlds,
            touched: Vec::new(),
            credit: None,
            castled: BTreeSet::new(),
        }
    }
}

/// Something the player on move can do.
struct Choice {
    m: Move,
    trial: bool,
    /// The worlds in which it is legal; if it is no trial, those that are left after it.
    legal: Worlds,
}

impl Rules {
    fn keys(&self, node: &Node) -> Keys {
        let n = self.stipulation.n;
        self.choices_in_reflex(node)
            .into_iter()
            .filter(|choice| n > 0 && self.is_key(node, choice, n))
            .map(|choice| {
                let uci = choice.m.to_uci(CastlingMode::Standard).to_string();
                (uci, choice.trial)
            })
            .collect()
    }

    fn is_key(&self, node: &Node, choice: &Choice, n: u32) -> bool {
        let mut outcomes = self.outcomes(node, choice).into_iter();
        match self.stipulation.play {
            Play::Help => outcomes.any(|o| self.help(&o, n - 1)),
            _ => outcomes.all(|o| self.forced_after(&o, n)),
        }
    }

    /// `outcome` of something the attacker did with `n` moves left.
    fn forced_after(&self, outcome: &Node, n: u32) -> bool {
        if outcome.turn == self.attacker {
            self.forced(outcome, n)
        } else {
            self.forced(outcome, n - 1)
        }
    }

    /// Does the attacker reach his goal with `n` moves of his own left?
    fn forced(&self, node: &Node, n: u32) -> bool {
        let attackers_turn = node.turn == self.attacker;
        let direct = self.stipulation.play == Play::Direct;
        if direct && attackers_turn && n == 0 {
            return false;
        }
        // In direct play the defender is to be mated, in self and reflex play the attacker.
        let to_be_mated = attackers_turn != direct;
        // Nobody moves again: a trial that is denied leaves the same check.
        if n == 0 && to_be_mated && !self.goal(node) {
            return false;
        }
        let choices = self.choices_in_reflex(node);
        if choices.is_empty() {
            return to_be_mated && self.goal(node);
        }
        if attackers_turn {
            n > 0
                && choices.iter().any(|c| {
                    let mut outcomes = self.outcomes(node, c).into_iter();
                    outcomes.all(|o| self.forced_after(&o, n))
                })
        } else {
            choices.iter().all(|c| {
                let mut outcomes = self.outcomes(node, c).into_iter();
                outcomes.any(|o| self.forced(&o, n))
            })
        }
    }

    /// Can both sides together reach the goal in exactly `half_moves`?
    fn help(&self, node: &Node, half_moves: u32) -> bool {
        if half_moves == 0 {
            return self.is_reached(node);
        }
        self.choices(node).iter().any(|c| {
            let mut outcomes = self.outcomes(node, c).into_iter();
            outcomes.any(|o| self.help(&o, half_moves - 1))
        })
    }

    /// All ways of help play on from `line`.
    fn collect(
        &self,
        node: &Node,
        half_moves: u32,
        line: &mut Vec<String>,
        lines: &mut BTreeSet<Vec<String>>,
    ) {
        if half_moves == 0 {
            if self.is_reached(node) {
                lines.insert(line.clone());
            }
            return;
        }
        for choice in &self.choices(node) {
            line.push(choice.m.to_uci(CastlingMode::Standard).to_string());
            for outcome in self.outcomes(node, choice) {
                self.collect(&outcome, half_moves - 1, line, lines);
            }
            line.pop();
        }
    }

    /// Whether this is the goal: there is no move. Whether there is check is seen sooner than that there is none.
    fn is_reached(&self, node: &Node) -> bool {
        self.goal(node) && self.choices(node).is_empty()
    }

    /// The goal, of a node without a move.
    fn goal(&self, node: &Node) -> bool {
        let redeemed = match node.credit {
            None => true,
            Some(target) => self
                .diagram_worlds
                .iter()
                .filter(|w| node.castled.is_subset(&w.rights))
                .all(|w| w.target == Some(target)),
        };
        redeemed && in_check(node) != self.stipulation.stalemate
    }

    /// In reflex play a side that can mate in this turn, whatever the history, must do so.
    fn choices_in_reflex(&self, node: &Node) -> Vec<Choice> {
        let mut choices = self.choices(node);
        if self.stipulation.play == Play::Reflex {
            let mates: Vec<bool> = choices.iter().map(|c| self.mates(node, c)).collect();
            if mates.contains(&true) {
                let mut mates = mates.into_iter();
                choices.retain(|_| mates.next() == Some(true));
            }
        }
        choices
    }

    /// Whether `choice` mates in this turn, whatever history the opponent fixes.
    fn mates(&self, node: &Node, choice: &Choice) -> bool {
        self.outcomes(node, choice).iter().all(|outcome| {
            if outcome.turn == node.turn {
                let replies = self.choices(outcome);
                replies.iter().any(|reply| self.mates(outcome, reply))
            } else {
                self.is_reached(outcome)
            }
        })
    }

    fn may_try(&self, player: Color) -> bool {
        match self.options.trials {
            Trials::Both => true,
            Trials::Attacker => self.stipulation.play == Play::Help || player == self.attacker,
            Trials::Neither => false,
        }
    }

    /// Everything the player on move can do. Empty: mate or stalemate.
    fn choices(&self, node: &Node) -> Vec<Choice> {
        NODES.set(NODES.get() + 1);
        let all = moves(node);
        let permitted = permitted(node, &all);
        let mut choices = Vec::new();
        for (m, legal) in permitted {
            let everywhere = legal.len() == node.worlds.len();
            let mut add = |trial: bool, legal: &Worlds| {
                choices.push(Choice {
                    m,
                    trial,
                    legal: legal.clone(),
                });
            };
            match (self.doubt, kind(m)) {
                (_, Kind::Other) => {
                    assert!(everywhere, "only castling and e.p. depend on the world");
                    add(false, &node.worlds);
                }
                (_, Kind::EnPassant) if everywhere => add(false, &node.worlds),
                (Doubt::FirstCastler, Kind::EnPassant) => {}
                (Doubt::FirstCastler, Kind::Castling) | (Doubt::Credit, _) => add(false, &legal),
                (Doubt::Trial, kind) => {
                    let maximal = match self.options.castling {
                        Castling::Codex => castling_maximal(&node.worlds),
                        Castling::Open => node.worlds.clone(),
                    };
                    let settled = kind == Kind::Castling && maximal.is_subset(&legal);
                    if settled {
                        add(false, &legal);
                    } else if self.may_try(node.turn) {
                        add(true, &legal);
                    } else if kind == Kind::Castling && !maximal.is_disjoint(&legal) {
                        add(false, &legal);
                    }
                }
            }
        }
        choices
    }

    /// Every node the opponent can make of `choice`.
    fn outcomes(&self, node: &Node, choice: &Choice) -> Vec<Node> {
        if choice.trial {
            return self.trial(node, choice.m, &choice.legal);
        }
        let mut after = play(node, choice.m, &choice.legal);
        if kind(choice.m) == Kind::EnPassant && choice.legal != node.worlds {
            after.credit = Some(choice.m.to());
        }
        vec![after]
    }

    /// What the opponent can make of the trial `m`, legal in `legal`.
    fn trial(&self, node: &Node, m: Move, legal: &Worlds) -> Vec<Node> {
        let illegal: Worlds = node.worlds.difference(legal).cloned().collect();
        if self.stipulation.play == Play::Help {
            return match self.options.history {
                History::Deferred => vec![play(node, m, legal)],
                History::Fixed => legal.iter().map(|w| play(node, m, &only(w))).collect(),
            };
        }
        let rulings = |class: &Worlds| -> Vec<Worlds> {
            match self.options.history {
                History::Deferred => vec![class.clone()],
                History::Fixed => class
                    .iter()
                    .filter(|w| {
                        let needlessly_denied = class.iter().any(|v| {
                            proper_subset(&w.of_player(node.turn), &v.of_player(node.turn))
                        });
                        self.options.castling == Castling::Open || !needlessly_denied
                    })
                    .map(only)
                    .collect(),
            }
        };
        let mut outcomes: Vec<Node> = rulings(legal).iter().map(|w| play(node, m, w)).collect();
        for worlds in rulings(&illegal) {
            let mut back = node.clone();
            back.worlds.clone_from(&worlds);
            let own = (m.from().expect("no drops"), node.turn);
            let king = (node.board.king_of(node.turn).expect("a king"), node.turn);
            let enemy = captured(m).map(|square| (square, node.turn.other()));
            match (self.options.law, kind(m)) {
                (Law::Order, Kind::Castling) | (Law::SamePiece, _) => {
                    back.touched.push(own);
                    outcomes.push(back);
                }
                (Law::Order, _) => {
                    let enemy = enemy.expect("en passant captures");
                    match self.options.ep_touch {
                        EpTouch::OwnFirst => back.touched.extend([own, enemy]),
                        EpTouch::EnemyFirst => back.touched.extend([enemy, own]),
                        EpTouch::OwnOnly => back.touched.push(own),
                    }
                    outcomes.push(back);
                }
                (Law::Staunton, _) => {
                    // It stands; that man moves, if it can; the king moves, else no penalty.
                    outcomes.push(play(node, m, &worlds));
                    back.touched = vec![king];
                    outcomes.push(back.clone());
                    back.touched = vec![own];
                    if moves(&back).iter().any(|(m, _)| m.from() == Some(own.0)) {
                        outcomes.push(back);
                    }
                }
            }
        }
        outcomes
    }
}

fn only(world: &World) -> Worlds {
    [world.clone()].into_iter().collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Castling,
    EnPassant,
    Other,
}

fn kind(m: Move) -> Kind {
    match m {
        Move::Castle { .. } => Kind::Castling,
        Move::EnPassant { .. } => Kind::EnPassant,
        _ => Kind::Other,
    }
}

fn captured(m: Move) -> Option<Square> {
    match m {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        Move::Normal {
            capture: Some(_),
            to,
            ..
        } => Some(to),
        _ => None,
    }
}

/// The position in one world.
fn position(board: &Board, turn: Color, world: &World) -> Chess {
    let mut setup = Setup::empty();
    setup.board = board.clone();
    setup.turn = turn;
    setup.castling_rights = world.rights.iter().map(|&c| rook_home(c)).collect();
    setup.ep_square = world.target;
    setup
        .position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .unwrap_or_else(|error| panic!("{board} {turn:?} {}: {error}", world.text()))
}

fn rook_home(right: char) -> Square {
    match right {
        'K' => Square::H1,
        'Q' => Square::A1,
        'k' => Square::H8,
        _ => Square::A8,
    }
}

fn in_check(node: &Node) -> bool {
    let any = node.worlds.first().expect("worlds are never empty");
    position(&node.board, node.turn, any).is_check()
}

/// Every move legal in some world, with the worlds in which it is.
fn moves(node: &Node) -> Vec<(Move, Worlds)> {
    let mut found: Vec<(Move, Worlds)> = Vec::new();
    for world in &node.worlds {
        for m in position(&node.board, node.turn, world).legal_moves() {
            match found.iter_mut().find(|(other, _)| *other == m) {
                Some((_, worlds)) => {
                    worlds.insert(world.clone());
                }
                None => found.push((m, only(world))),
            }
        }
    }
    found
}

/// Those moves that the touch list leaves.
fn permitted(node: &Node, moves: &[(Move, Worlds)]) -> Vec<(Move, Worlds)> {
    for &(square, color) in &node.touched {
        let fulfils = |m: Move| {
            if color == node.turn {
                m.from() == Some(square)
            } else {
                captured(m) == Some(square)
            }
        };
        let owed: Vec<_> = moves.iter().filter(|(m, _)| fulfils(*m)).cloned().collect();
        if !owed.is_empty() {
            return owed;
        }
    }
    moves.to_vec()
}

/// `m` executed in `worlds` (in which it may be illegal: a false move that stands).
fn play(node: &Node, m: Move, worlds: &Worlds) -> Node {
    let mut board = node.board.clone();
    let mut gone = Bitboard::EMPTY;
    let mut passed = None;
    let mut castled = node.castled.clone();
    match m {
        Move::Normal {
            role,
            from,
            to,
            promotion,
            ..
        } => {
            board.discard_piece_at(from);
            let role_after = promotion.unwrap_or(role);
            board.set_piece_at(
                to,
                Piece {
                    color: node.turn,
                    role: role_after,
                },
            );
            gone.add(from);
            gone.add(to);
            if role == Role::Pawn && from.rank().distance(to.rank()) == 2 {
                let rank = if node.turn == Color::White {
                    shakmaty::Rank::Third
                } else {
                    shakmaty::Rank::Sixth
                };
                passed = Some(Square::from_coords(from.file(), rank));
            }
        }
        Move::EnPassant { from, to } => {
            let pawn = board.remove_piece_at(from).expect("a pawn");
            board.discard_piece_at(captured(m).expect("a capture"));
            board.set_piece_at(to, pawn);
        }
        Move::Castle { king, rook } => {
            let side = if rook > king {
                CastlingSide::KingSide
            } else {
                CastlingSide::QueenSide
            };
            let white = node.turn == Color::White;
            let (king_to, rook_to, right) = match (side, white) {
                (CastlingSide::KingSide, true) => (Square::G1, Square::F1, 'K'),
                (CastlingSide::QueenSide, true) => (Square::C1, Square::D1, 'Q'),
                (CastlingSide::KingSide, false) => (Square::G8, Square::F8, 'k'),
                (CastlingSide::QueenSide, false) => (Square::C8, Square::D8, 'q'),
            };
            board.discard_piece_at(king);
            board.discard_piece_at(rook);
            board.set_piece_at(
                king_to,
                Piece {
                    color: node.turn,
                    role: Role::King,
                },
            );
            board.set_piece_at(
                rook_to,
                Piece {
                    color: node.turn,
                    role: Role::Rook,
                },
            );
            gone.add(king);
            gone.add(rook);
            castled.insert(right);
        }
        Move::Put { .. } => unreachable!("no drops in chess"),
    }
    let turn = node.turn.other();
    let target = passed.filter(|&target| {
        let world = World {
            rights: BTreeSet::new(),
            target: Some(target),
        };
        capturable(&board, turn, &world)
    });
    let lost = |right: char| {
        let king = if right.is_ascii_uppercase() {
            Square::E1
        } else {
            Square::E8
        };
        gone.contains(king) || gone.contains(rook_home(right))
    };
    Node {
        board,
        turn,
        worlds: worlds
            .iter()
            .map(|w| World {
                rights: w.rights.iter().copied().filter(|&r| !lost(r)).collect(),
                target,
            })
            .collect(),
        touched: Vec::new(),
        credit: node.credit,
        castled,
    }
}

/// How many moves `turn` has without rights; 0 if it could take the king.
pub fn mobility(board: &Board, turn: Color) -> usize {
    let king = board.king_of(turn.other()).expect("a king");
    if board.attacks_to(king, turn, board.occupied()).any() {
        return 0;
    }
    let world = World::parse("- -");
    position(board, turn, &world).legal_moves().len()
}

/// Whether the target of `world` can be captured on legally.
pub fn capturable(board: &Board, turn: Color, world: &World) -> bool {
    position(board, turn, world).ep_square(EnPassantMode::Legal) == world.target
}
