//! The independent checker: it accepts the trees the solver builds, and rejects every one that
//! was tampered with.

use beruehrt::problem::{
    Convention, Diagram, Duplex, Forced, Goal, Histories, Length, Options, Play, SetPlay,
    Stipulation, Twin,
};
use beruehrt::solution::{Branch, Claim, Course, Judgment, Mark, Node, check};
use beruehrt::solve::{Detail, SolveOptions, WorldStatus, solve};
use beruehrt::world::WorldSet;
use shakmaty::{Board, Color, Position};

struct Case {
    board: &'static str,
    worlds: &'static str,
    convention: Convention,
    play: Play,
    plies: u32,
}

const fn bg(board: &'static str, worlds: &'static str, plies: u32) -> Case {
    Case {
        board,
        worlds,
        convention: Convention::BeruehrtGefuehrt,
        play: Play::Direct,
        plies,
    }
}

/// Trials of the attacker and of the defender, taken back and standing, retro-strategy, help play.
const CASES: [Case; 6] = [
    bg("Q2Bk2r/5N1p/3P1P2/3PpK2/8/8/8/8", "k e6; - e6; - -", 3),
    bg("8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8", "- e6; - g6", 3),
    bg("r3k2r/5N2/3PKP2/8/3P4/8/1Q6/8", "k -; q -; - -", 3),
    bg("8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1", "- b6; - d6; - g6", 3),
    Case {
        convention: Convention::RetroStrategy,
        ..bg(
            "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R",
            "K -; q -; - -",
            5,
        )
    },
    // White begins: 1.Kf7 Kh7 2.Qh1#, and others.
    Case {
        play: Play::Help,
        ..bg("7k/8/5K2/8/8/8/6Q1/8", "- -", 3)
    },
];

fn twin(case: &Case) -> (Twin, WorldSet) {
    let turn = Color::White;
    let worlds = WorldSet::new(
        turn,
        case.worlds.split(';').map(|text| text.parse().unwrap()),
    );
    let twin = Twin {
        label: "a".to_owned(),
        diagram: Diagram {
            board: Board::from_ascii_board_fen(case.board.as_bytes()).unwrap(),
            turn,
        },
        duplex: Duplex::No,
        announced: None,
        stipulation: Stipulation::Goal(Forced {
            play: case.play,
            goal: Goal::Mate,
            length: Length::HalfMoves(case.plies),
            set_play: SetPlay::No,
        }),
        convention: case.convention,
        options: Options::default(),
        histories: Histories::Given(worlds),
        facts: Vec::new(),
        start: None,
        solution: None,
    };
    (twin, worlds)
}

fn tree(twin: &Twin, worlds: &WorldSet, detail: Detail) -> Node {
    let options = SolveOptions {
        table_mib: 8,
        detail,
        ..SolveOptions::default()
    };
    let outcome = solve(twin, &WorldStatus::given(worlds), &options).unwrap();
    outcome.solution.unwrap().tree.unwrap()
}

fn claim<'a>(case: &Case, twin: &'a Twin, worlds: &'a WorldSet) -> Claim<'a> {
    Claim {
        diagram: &twin.diagram,
        worlds,
        convention: case.convention,
        options: twin.options,
        play: case.play,
        goal: Goal::Mate,
        plies: case.plies,
    }
}

/// Calls `visit` for every node, the root first, with whether it is below a key.
fn each_node(node: &mut Node, index: &mut usize, visit: &mut dyn FnMut(usize, &mut Node)) {
    visit(*index, node);
    *index += 1;
    for branch in &mut node.branches {
        match &mut branch.course {
            Course::Played(node) => each_node(node, index, visit),
            Course::Trial(rulings) => {
                for ruling in rulings {
                    each_node(&mut ruling.node, index, visit);
                }
            }
        }
    }
}

/// Everything that can be done to one node so that the tree is no proof any more. `None` when
/// `which` is beyond the last.
fn tamper(node: &mut Node, which: usize, attacker: Color, help: bool) -> Option<&'static str> {
    let defends = node.turn() != attacker && !help;
    let position = node.position.clone();
    let mut count = 0;
    let mut here = || {
        count += 1;
        count - 1 == which
    };
    for i in 0..node.branches.len() {
        if defends && here() {
            node.branches.remove(i);
            return Some("a defence is dropped");
        }
        if here() {
            let mv = node.branches[i].mv;
            let other = position.legal_moves().into_iter().find(|&m| m != mv)?;
            node.branches[i].mv = other;
            return Some("a move is swapped");
        }
        let turn = node.turn();
        if let Course::Trial(rulings) = &mut node.branches[i].course {
            for j in 0..rulings.len() {
                if (!defends || rulings.len() == 1) && here() {
                    rulings.remove(j);
                    return Some("a ruling is dropped");
                }
                if here() {
                    let mut wrong = WorldSet::empty(turn);
                    wrong.insert("KQkq -".parse().unwrap());
                    rulings[j].worlds = wrong;
                    return Some("another history is fixed");
                }
                if here() {
                    rulings[j].judgment = match rulings[j].judgment {
                        Judgment::Stands => Judgment::TakenBack,
                        _ => Judgment::Stands,
                    };
                    return Some("the judgment is turned round");
                }
                if j > 0 && here() {
                    let first = rulings[0].worlds;
                    rulings[j].worlds = first;
                    rulings[j].node.worlds = rulings[0].node.worlds;
                    return Some("one history is fixed twice");
                }
            }
        }
    }
    if here() {
        let worlds = node.worlds;
        let mut other = WorldSet::empty(worlds.turn());
        for world in worlds.iter().skip(1) {
            other.insert(world);
        }
        if worlds.len() == 1 {
            other.insert("KQkq -".parse().unwrap());
        }
        node.worlds = other;
        return Some("the histories are changed");
    }
    if here() {
        node.touched.push(shakmaty::Square::A1);
        return Some("a man is touched");
    }
    if !node.branches.is_empty() && here() {
        node.branches.clear();
        return Some("the tree is cut");
    }
    None
}

#[test]
fn what_the_solver_builds_is_accepted() {
    for case in &CASES {
        let (twin, worlds) = twin(case);
        for detail in [Detail::Variations, Detail::Full] {
            let tree = tree(&twin, &worlds, detail);
            assert!(tree.size() > 3);
            check(&claim(case, &twin, &worlds), &tree).unwrap();
        }
    }
}

#[test]
fn every_mutant_is_rejected() {
    let mut killed = 0;
    for case in &CASES {
        let (twin, worlds) = twin(case);
        let claim = claim(case, &twin, &worlds);
        let original = tree(&twin, &worlds, Detail::Variations);
        let size = original.size();
        // Large trees are sampled.
        let step = 1 + size / 150;
        for target in (0..size).step_by(step) {
            for which in 0.. {
                let mut mutant = original.clone();
                let mut done = None;
                each_node(&mut mutant, &mut 0, &mut |index, node| {
                    if index == target {
                        done = tamper(node, which, Color::White, case.play == Play::Help);
                    }
                });
                let Some(what) = done else { break };
                assert!(
                    check(&claim, &mutant).is_err(),
                    "{}: {what} at node {target}",
                    case.board
                );
                killed += 1;
            }
        }
    }
    assert!(killed > 700, "{killed}");
}

#[test]
fn another_claim_is_not_proved() {
    let case = &CASES[0];
    let (twin, worlds) = twin(case);
    let tree = tree(&twin, &worlds, Detail::Variations);
    let claim = claim(case, &twin, &worlds);
    let shorter = Claim { plies: 1, ..claim };
    assert!(check(&shorter, &tree).is_err());
    let stalemate = Claim {
        goal: Goal::Stalemate,
        ..claim
    };
    assert!(check(&stalemate, &tree).is_err());
    let codex = Claim {
        convention: Convention::RetroStrategy,
        ..claim
    };
    assert!(check(&codex, &tree).is_err());
    let fewer = WorldSet::new(Color::White, worlds.iter().skip(1));
    let other = Claim {
        worlds: &fewer,
        ..claim
    };
    assert!(check(&other, &tree).is_err());
}

#[test]
fn a_try_is_no_key() {
    let case = &CASES[0];
    let (twin, worlds) = twin(case);
    let mut tree = tree(&twin, &worlds, Detail::Variations);
    let marks = |branches: &mut Vec<Branch>| branches.iter_mut().for_each(|b| b.mark = Mark::Try);
    marks(&mut tree.branches);
    assert!(check(&claim(case, &twin, &worlds), &tree).is_err());
}
