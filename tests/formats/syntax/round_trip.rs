//! `parse(print(p)) == p` for random problems.

use beruehrt::notation::{Language, Letters};
use beruehrt::problem::{
    Castling, Convention, Diagram, Duplex, EpTouch, Fact, Forced, Goal, Histories, HistoryChoice,
    LastMove, Laws, Length, Options, Play, Problem, SetPlay, Stipulation, Strictness, Trials, Twin,
};
use beruehrt::syntax::{self, Paint};
use beruehrt::world::{World, WorldSet};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use shakmaty::{Board, CastlingSide, Color, Piece, Role, Square};

/// Panics unless the problem is the same after printing and parsing.
pub fn survives(problem: &Problem) {
    let text = syntax::print(problem);
    let parsed = syntax::parse(&text);
    let said: Vec<String> = parsed
        .diagnostics
        .iter()
        .filter(|d| d.is_error())
        .map(|d| syntax::render(d, &text, "printed", Language::English, Paint::Plain))
        .collect();
    assert!(said.is_empty(), "{}\n{text}", said.join("\n"));
    let again: Vec<&Problem> = parsed.problems().collect();
    assert_eq!(again, [problem], "\n{text}");
}

fn color() -> impl Strategy<Value = Color> {
    select(&Color::ALL[..])
}

fn square() -> impl Strategy<Value = Square> {
    select(&Square::ALL[..])
}

fn board() -> impl Strategy<Value = Board> {
    let man = (square(), color(), select(&Role::ALL[..]));
    (prop::collection::vec(man, 1..12), any::<[bool; 4]>()).prop_map(|(men, home)| {
        let mut board = Board::empty();
        for (square, color, role) in men {
            board.set_piece_at(square, Piece { color, role });
        }
        // Kings and rooks at home often enough, so that worlds have rights.
        for (at, squares) in [
            (0, [(Square::E1, Role::King), (Square::H1, Role::Rook)]),
            (1, [(Square::E1, Role::King), (Square::A1, Role::Rook)]),
            (2, [(Square::E8, Role::King), (Square::H8, Role::Rook)]),
            (3, [(Square::E8, Role::King), (Square::A8, Role::Rook)]),
        ] {
            if home[at] {
                let color = Color::from_white(at < 2);
                for (square, role) in squares {
                    board.set_piece_at(square, Piece { color, role });
                }
            }
        }
        board
    })
}

fn stipulation() -> impl Strategy<Value = Stipulation> {
    let forced = (
        select(vec![
            (Play::Direct, Goal::Mate),
            (Play::Direct, Goal::Stalemate),
            (Play::SelfPlay, Goal::Mate),
            (Play::SelfPlay, Goal::Stalemate),
            (Play::Reflex, Goal::Mate),
            (Play::Help, Goal::Mate),
            (Play::Help, Goal::Stalemate),
        ]),
        prop::option::of(1..200u32),
        any::<bool>(),
        any::<bool>(),
    );
    let forced = forced.prop_map(|((play, goal), moves, half, star)| {
        let length = match (moves, play, goal) {
            (None, ..) => Length::Smallest,
            (Some(moves), Play::Direct, _) => Length::HalfMoves(2 * moves - 1),
            (Some(moves), Play::Help, Goal::Mate) if half => Length::HalfMoves(2 * moves + 1),
            (Some(moves), ..) => Length::HalfMoves(2 * moves),
        };
        Stipulation::Goal(Forced {
            play,
            goal,
            length,
            set_play: if star { SetPlay::Yes } else { SetPlay::No },
        })
    });
    prop_oneof![
        6 => forced,
        1 => Just(Stipulation::Histories),
        1 => Just(Stipulation::LastMove),
        1 => Just(Stipulation::ProofGame(beruehrt::problem::ProofGame::Shortest(None))),
    ]
}

fn options() -> impl Strategy<Value = Options> {
    (
        select(&HistoryChoice::ALL[..]),
        select(&Castling::ALL[..]),
        select(&Trials::ALL[..]),
        select(&EpTouch::ALL[..]),
        select(&Laws::ALL[..]),
        select(&Strictness::ALL[..]),
    )
        .prop_map(
            |(history, castling, trials, ep_touch, laws, strict)| Options {
                history,
                castling,
                trials,
                ep_touch,
                laws,
                strict,
            },
        )
}

/// A last move as `facts` can tell it.
fn last_move() -> impl Strategy<Value = LastMove> {
    let moved = (
        select(&Role::ALL[..5]),
        prop::option::of(square()),
        square(),
        any::<bool>(),
    )
        .prop_map(|(role, from, to, capture)| LastMove::Move {
            role: if role == Role::Pawn { Role::King } else { role },
            from,
            to,
            capture,
            promotion: None,
        });
    prop_oneof![
        select(&Role::ALL[..]).prop_map(LastMove::Piece),
        Just(LastMove::Castling(CastlingSide::KingSide)),
        Just(LastMove::Castling(CastlingSide::QueenSide)),
        Just(LastMove::Move {
            role: Role::Pawn,
            from: Some(Square::E7),
            to: Square::D8,
            capture: true,
            promotion: Some(Role::Knight),
        }),
        moved,
    ]
}

fn facts(board: &Board) -> impl Strategy<Value = Vec<Fact>> + use<> {
    let men: Vec<Square> = board.occupied().into_iter().collect();
    let white = last_move().prop_map(|what| Fact::LastMove {
        by: Some(Color::White),
        what,
    });
    let quiet = prop_oneof![
        (0..=10_000u32).prop_map(Fact::NoCaptureInLast),
        Just(Fact::NoCapture),
    ];
    let top = men.len().min(2);
    let still = subsequence(men.clone(), 0..=top);
    let moved = subsequence(men, 0..=top);
    (
        prop::option::of(white),
        prop::option::of(quiet),
        still,
        moved,
    )
        .prop_map(|(last, quiet, still, moved)| {
            let still = still.into_iter().map(Fact::NotMoved);
            let moved = moved.into_iter().map(Fact::Moved);
            last.into_iter()
                .chain(still)
                .chain(quiet)
                .chain(moved)
                .collect()
        })
}

fn histories(
    diagram: &Diagram,
    stipulation: Stipulation,
    convention: Convention,
) -> impl Strategy<Value = Histories> + use<> {
    let candidates: Vec<_> = diagram.candidates().iter().collect();
    let top = candidates.len();
    let turn = diagram.turn;
    let board = diagram.board.clone();
    let may_be_given = candidates.iter().all(|world| {
        !matches!(stipulation, Stipulation::Goal(_))
            || convention == Convention::IllegalMove
            || world.position(&board, turn).is_ok()
    });
    (subsequence(candidates, 1..=top), 0..3u8).prop_map(move |(worlds, kind)| {
        let worlds = WorldSet::new(turn, worlds);
        match kind {
            0 => Histories::Analyse,
            1 if may_be_given => Histories::Given(worlds),
            _ => Histories::Claim(worlds),
        }
    })
}

fn text() -> impl Strategy<Value = Option<String>> {
    prop::option::of("[A-Za-zäöüß#:,;.!?é0-9-]{1,12}( [a-z#)(:-]{1,8}){0,3}")
}

fn solution() -> impl Strategy<Value = Option<String>> {
    prop::option::of(
        "[1-9]\\. [A-Za-z0-9!?#+-]{1,6}(\n1\\.\\.\\.[A-Za-z0-9]{1,5}( [a-z0-9]{1,3})?){0,3}",
    )
}

prop_compose! {
    fn twin_of(board: Board)(
        turn in color(),
        stipulation in stipulation(),
        convention in select(&Convention::ALL[..]),
        options in options(),
        solution in solution(),
        facts in facts(&board),
        board in Just(board),
    )(
        histories in histories(&Diagram { board: board.clone(), turn }, stipulation, convention),
        board in Just(board),
        turn in Just(turn),
        stipulation in Just(stipulation),
        convention in Just(convention),
        options in Just(options),
        solution in Just(solution),
        facts in Just(facts),
    ) -> Twin {
        Twin {
            label: "a".to_owned(),
            diagram: Diagram { board, turn },
            stipulation,
            duplex: Duplex::No,
            announced: None,
            convention,
            options,
            histories,
            facts,
            start: None,
            solution,
        }
    }
}

/// The board itself, with one man moved, with two exchanged, or another one.
fn changed(base: Board) -> impl Strategy<Value = Board> {
    (any::<u8>(), square(), square(), board()).prop_map(move |(kind, a, b, other)| {
        let mut board = base.clone();
        match kind % 4 {
            0 => return other,
            1 => {
                if let (Some(piece), None) = (board.piece_at(a), board.piece_at(b)) {
                    board.discard_piece_at(a);
                    board.set_piece_at(b, piece);
                }
            }
            2 => {
                if let (Some(first), Some(second)) = (board.piece_at(a), board.piece_at(b)) {
                    board.set_piece_at(a, second);
                    board.set_piece_at(b, first);
                }
            }
            _ => {}
        }
        board
    })
}

/// Those with a goal that are chosen become the first half of a duplex, the second beside it: what
/// the words of the first say of it, and a solution of its own.
fn with_duplex(twins: Vec<Twin>, chosen: &[bool]) -> Vec<Twin> {
    let mut halves = Vec::new();
    for (mut twin, &chosen) in twins.into_iter().zip(chosen) {
        let turn = twin.diagram.turn.other();
        let cleared = |worlds: &WorldSet| {
            let clear = |world| World {
                target: None,
                ..world
            };
            WorldSet::new(turn, worlds.iter().map(clear))
        };
        let histories = match &twin.histories {
            Histories::Analyse => Histories::Analyse,
            Histories::Given(worlds) => Histories::Given(cleared(worlds)),
            Histories::Claim(worlds) => Histories::Claim(cleared(worlds)),
        };
        let playable = |worlds: &WorldSet| {
            let board = &twin.diagram.board;
            worlds
                .iter()
                .all(|world| world.position(board, turn).is_ok())
        };
        let allowed = matches!(twin.stipulation, Stipulation::Goal(_))
            && !twin
                .facts
                .iter()
                .any(|fact| matches!(fact, Fact::LastMove { by: None, .. }))
            && match &histories {
                Histories::Given(worlds) => playable(worlds),
                _ => true,
            };
        if !chosen || !allowed {
            halves.push(twin);
            continue;
        }
        twin.duplex = Duplex::First;
        let second = Twin {
            label: format!("{}-duplex", twin.label),
            diagram: Diagram {
                turn,
                ..twin.diagram.clone()
            },
            duplex: Duplex::Second,
            histories,
            ..twin.clone()
        };
        halves.extend([twin, second]);
    }
    halves
}

fn problem() -> impl Strategy<Value = Problem> {
    let twins = board()
        .prop_flat_map(|base| {
            (
                Just(base.clone()),
                prop::collection::vec(changed(base), 0..3),
            )
        })
        .prop_flat_map(|(base, others)| {
            std::iter::once(base)
                .chain(others)
                .map(twin_of)
                .collect::<Vec<_>>()
        });
    let texts = (text(), text(), text(), text(), text(), text());
    let halves = prop::collection::vec(any::<bool>(), 4);
    (
        texts,
        select(&Letters::IN_FILES[..]),
        twins,
        any::<bool>(),
        halves,
    )
        .prop_map(
            |((id, author, source, award, comment, keywords), letters, mut twins, zero, halves)| {
                for (at, twin) in twins.iter_mut().enumerate() {
                    let letter = b'a' + at as u8 + u8::from(zero);
                    twin.label = char::from(letter).to_string();
                }
                Problem {
                    id,
                    author,
                    source,
                    award,
                    comment,
                    keywords,
                    men: (!zero).then_some((5, 16)),
                    letters,
                    data: Vec::new(),
                    twins: with_duplex(twins, &halves),
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn printed_problems_are_read_back(problem in problem()) {
        survives(&problem);
    }
}

#[test]
fn several_problems_in_a_file_are_read_back() {
    let source = "fen: 4k3/8/8/8/8/8/8/4K3 w\nstipulation: #2\n";
    let parsed = syntax::parse(source);
    let one = syntax::print(parsed.problems().next().unwrap());
    let file = [one.as_str(), &one, &one].join("---\n");
    assert_eq!(syntax::parse(&file).problems().count(), 3);
}
