//! Retractors with a defender against the plain solver. Both take the same word for which positions have a game, a simple one that is always
//! known: those that have a past of a few moves. What follows from such a position has such a past, as with games.

#[path = "../oracle/retractor.rs"]
mod plain;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use beruehrt::budget::Limits;
use beruehrt::problem::Stipulation;
use beruehrt::random::Random;
use beruehrt::retro::RetroPosition;
use beruehrt::solution::Verdict;
use beruehrt::solve::retractor::{Retractions, retract_judged_by};
use beruehrt::solve::{Feasibility, SolveOptions, WorldStatus};
use plain::{Asked, Node, Says, Solver, with_capture, without_capture};
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

/// Half-moves that a position must have behind it.
const PAST: u32 = 2;

/// Where kings are mated.
const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);

const SAYS: [(&str, Says); 3] = [
    ("Proca", Says::Mover),
    ("Høeg", Says::Opponent),
    ("Klan", Says::White),
];

/// One question.
#[derive(Debug)]
struct Question {
    board: Board,
    asked: Asked,
    /// So many last half-moves captured nothing.
    quiet: u32,
    /// In a hundred worlds so many are not decided for the library.
    undecided: u64,
}

impl Question {
    fn text(&self) -> String {
        let asked = self.asked;
        let (name, _) = SAYS
            .into_iter()
            .find(|(_, says)| *says == asked.says)
            .expect("one of three");
        let goal = if asked.stalemate { "=1" } else { "#1" };
        let without = if asked.forward_defence {
            ""
        } else {
            " without forward defence"
        };
        let facts = match self.quiet {
            0 => String::new(),
            quiet => format!("facts: no capture in the last {quiet} plies\n"),
        };
        let moves = asked.moves;
        format!(
            "fen: {} b\nstipulation: -{moves} & {goal} {name}{without}\n{facts}",
            self.board
        )
    }

    fn plain(&self, past: &Past) -> BTreeSet<String> {
        let diagram = Node::of_diagram(&self.board, Color::Black, self.quiet);
        let mut judge = |at: &Node| past.worlds(at);
        let mut solver = Solver {
            asked: self.asked,
            judge: &mut judge,
            path: Vec::new(),
        };
        solver.first_moves(&diagram)
    }

    fn found(&self, past: &Past) -> Retractions {
        let text = self.text();
        let parsed = beruehrt::syntax::parse(&text);
        let problem = parsed.problems().next().expect("the file is right");
        let twin = problem.twins.first().expect("a problem has a twin");
        let Stipulation::Retractor(asked) = twin.stipulation else {
            panic!("{text}");
        };
        let judge = |position: &RetroPosition, _: &Limits| self.judged(past, position);
        let mut budget = Limits {
            nodes: Some(100_000_000),
            ..Limits::unlimited()
        }
        .start();
        retract_judged_by(&judge, twin, asked, &SolveOptions::default(), &mut budget).unwrap()
    }

    /// What the library is told of a position.
    fn judged(&self, past: &Past, position: &RetroPosition) -> Vec<WorldStatus> {
        let at = Node::of_diagram(&position.board, position.turn, position.quiet_plies);
        let with_past = past.worlds(&at);
        (position.diagram().candidates().iter())
            .map(|world| {
                let plain = (world.rights.rook_squares(), world.target);
                let is_told = percent(&format!("{} {plain:?}", position.board)) >= self.undecided;
                let feasibility = match with_past.contains(&plain) {
                    _ if !is_told => Feasibility::Undecided,
                    true => Feasibility::Possible,
                    false => Feasibility::Impossible,
                };
                WorldStatus { world, feasibility }
            })
            .collect()
    }

    /// Asks both, and says what disagrees.
    fn compare(&self, past: &Past, seen: &mut Seen) -> Result<(), String> {
        let plain = self.plain(past);
        let found = self.found(past);
        let ours: BTreeSet<String> = (found.solutions.iter())
            .map(|one| {
                let played = one.line.back[0].forward();
                match self.asked.says {
                    Says::Opponent => without_capture(played),
                    Says::Mover | Says::White => with_capture(played),
                }
            })
            .collect();
        let agree = match found.verdict() {
            Verdict::Solved if found.is_final() => {
                seen.solved += 1;
                seen.deep += usize::from(found.solutions.iter().any(|one| one.line.back.len() > 1));
                ours == plain
            }
            Verdict::NoSolution => {
                seen.unsolved += 1;
                plain.is_empty()
            }
            _ => {
                seen.open += 1;
                let proved = |one: &beruehrt::solve::retractor::Retracted| {
                    one.standing == beruehrt::solve::retractor::Standing::Proved
                };
                self.undecided > 0
                    && found.searched.is_ok()
                    && plain.is_subset(&ours)
                    && found.solutions.iter().filter(|one| proved(one)).count() <= plain.len()
            }
        };
        if agree {
            return Ok(());
        }
        Err(format!(
            "{self:?}: {:?} {ours:?} instead of {plain:?}",
            found.verdict()
        ))
    }
}

/// How many questions came out how.
#[derive(Debug, Default)]
struct Seen {
    solved: usize,
    /// Those solved by more than one move.
    deep: usize,
    unsolved: usize,
    open: usize,
}

/// Between 0 and 99, the same for the same text.
fn percent(text: &str) -> u64 {
    let mixed = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (mixed >> 20) % 100
}

/// Which worlds have a past, remembered.
#[derive(Default)]
struct Past {
    known: RefCell<HashMap<(Board, Color, u32), Vec<plain::World>>>,
}

impl Past {
    fn worlds(&self, at: &Node) -> Vec<plain::World> {
        let all = Node::of_diagram(&at.board, at.turn, at.quiet);
        let key = (all.board.clone(), all.turn, all.quiet);
        let known = self.known.borrow().get(&key).cloned();
        let mut with_past = known.unwrap_or_else(|| {
            let alone = |world: &plain::World| Node {
                worlds: vec![*world],
                ..all.clone()
            };
            let has_past = |world: &&plain::World| alone(world).has_past(PAST);
            let found: Vec<_> = all.worlds.iter().filter(has_past).copied().collect();
            self.known.borrow_mut().insert(key, found.clone());
            found
        });
        with_past.retain(|world| at.worlds.contains(world));
        with_past
    }
}

fn put(board: &mut Board, random: &mut Random, color: Color, role: Role) -> bool {
    let square = Square::new(random.below(64) as u32);
    let is_right = board.piece_at(square).is_none()
        && (role != Role::Pawn || !Bitboard::BACKRANKS.contains(square));
    if is_right {
        board.set_piece_at(square, Piece { color, role });
    }
    is_right
}

/// A black king at the edge, White's near him, and up to four more men.
fn drawn(random: &mut Random) -> Option<Board> {
    let mut board = Board::empty();
    let mut right = put(&mut board, random, Color::White, Role::King)
        & put(&mut board, random, Color::Black, Role::King);
    let [white, black] = [Color::White, Color::Black].map(|color| board.king_of(color));
    right &= black?.distance(white?) <= 3 && EDGE.contains(black?);
    let roles = [
        Role::Queen,
        Role::Rook,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
        Role::Pawn,
    ];
    for _ in 0..=random.below(4) {
        let is_white = random.chance(60);
        let color = if is_white { Color::White } else { Color::Black };
        let role = random.pick(&roles)?;
        right &= put(&mut board, random, color, role);
    }
    let is_free = plain::placed(&board, Color::Black, (Bitboard::EMPTY, None)).is_some();
    (right && is_free).then_some(board)
}

fn compare_many(seed: u64, boards: usize, moves: u32, quiet: &[u32]) -> Seen {
    let mut random = Random::new(seed);
    let mut seen = Seen::default();
    let mut wrong = Vec::new();
    for _ in 0..boards {
        let board = loop {
            if let Some(board) = drawn(&mut random) {
                break board;
            }
        };
        let question = Question {
            board,
            asked: Asked {
                moves,
                says: random.pick(&SAYS).expect("there are three").1,
                forward_defence: random.chance(60),
                counts_repetition: true,
                stalemate: random.chance(20),
            },
            quiet: random.pick(quiet).expect("there is one"),
            undecided: random.pick(&[0, 0, 0, 5, 30]).expect("there are some"),
        };
        wrong.extend(question.compare(&Past::default(), &mut seen).err());
    }
    assert!(wrong.is_empty(), "{seen:?} {wrong:#?}");
    seen
}

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

#[test]
fn two_moves_back_agree_with_a_plain_enumeration() {
    let boards = number("BOARDS", 30) as usize;
    let seen = compare_many(number("SEED", 1), boards, 2, &[0, 1, 2, 3]);
    assert!(
        seen.solved > 0 && seen.unsolved > 0 && seen.open > 0,
        "{seen:?}"
    );
}

#[test]
#[ignore = "minutes"]
fn more_moves_back_agree_with_a_plain_enumeration() {
    let moves = number("MOVES", 3) as u32;
    let boards = number("BOARDS", 100) as usize;
    compare_many(number("SEED", 1), boards, moves, &[2 * moves]);
}

/// Where no position has a game in which the black king, Black's only man, stands elsewhere, Black took nothing back: whatever is expected of
/// play behind such moves, it shows no game. That the library never notes a game against its judge is asserted there.
#[test]
fn expected_play_shows_no_game() {
    for (name, _) in SAYS {
        let text = format!(
            "fen: k7/8/1K6/8/8/8/8/7R b\nstipulation: -2 & #1 {name}\n\
             facts: no capture in the last 4 plies\n"
        );
        let parsed = beruehrt::syntax::parse(&text);
        let problem = parsed.problems().next().expect("the file is right");
        let twin = problem.twins.first().expect("a problem has a twin");
        let Stipulation::Retractor(asked) = twin.stipulation else {
            panic!("{text}");
        };
        let judge = |position: &RetroPosition, _: &Limits| {
            let has_game = position.board.king_of(Color::Black) == Some(Square::A8);
            let feasibility = if has_game {
                Feasibility::Possible
            } else {
                Feasibility::Impossible
            };
            let worlds = position.diagram().candidates();
            let judged = worlds
                .iter()
                .map(|world| WorldStatus { world, feasibility });
            judged.collect()
        };
        let mut budget = Limits::unlimited().start();
        let found =
            retract_judged_by(&judge, twin, asked, &SolveOptions::default(), &mut budget).unwrap();
        assert!(found.is_final(), "{name}");
        // One move back is enough or nothing is: behind a move of Black's there is no game.
        assert!(found.solutions.iter().all(|one| one.line.back.len() == 1));
    }
}

/// With the queen back on a8 White may stalemate at once, and going on leads nowhere: the move solves if that position has a game, and is not
/// to be left out.
#[test]
fn what_may_be_the_goal_is_not_given_up_for_play_that_leads_nowhere() {
    let question = Question {
        board: Board::from_ascii_board_fen(b"8/8/8/8/6B1/1K3Q2/8/4k3").unwrap(),
        asked: Asked {
            moves: 2,
            says: Says::Opponent,
            forward_defence: true,
            counts_repetition: true,
            stalemate: true,
        },
        quiet: 1,
        undecided: 30,
    };
    let mut seen = Seen::default();
    question.compare(&Past::default(), &mut seen).unwrap();
    assert_eq!(seen.open, 1);
}
