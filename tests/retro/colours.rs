//! Colours exchanged: what is refuted of a diagram is refuted of the one seen from the other side of the board.

// The long test says what it found.
#![allow(clippy::print_stdout)]

use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::retro::model::claim::{Because, Nogood, Reason};
use beruehrt::retro::{Refutation, Why, refute_world};
use beruehrt::world::{Right, Rights, World};
use rayon::prelude::*;
use shakmaty::{Board, Piece, Square};

use crate::arguments::diagram;
use crate::published::rows;

/// The diagram seen from the other side, with the colours exchanged.
pub fn exchanged(diagram: &Diagram) -> Diagram {
    let mut board = Board::empty();
    for square in diagram.board.occupied() {
        if let Some(Piece { color, role }) = diagram.board.piece_at(square) {
            let color = color.other();
            board.set_piece_at(square.flip_vertical(), Piece { color, role });
        }
    }
    Diagram {
        board,
        turn: diagram.turn.other(),
    }
}

/// The same world there.
pub fn world_there(world: World) -> World {
    let rights = Right::ALL
        .into_iter()
        .filter(|&right| world.rights.has(right));
    let rights = rights.fold(Rights::NONE, |rights, right| {
        let there = Right::new(right.color().other(), right.side());
        rights.union(Rights::on_square(there.rook_home()))
    });
    World::new(rights, world.target.map(Square::flip_vertical))
}

/// What came of looking at a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Refuted,
    /// By the numbers of moves: they are others with the colours exchanged, because White began.
    RefutedByCounting,
    Open,
}

/// Of a world and the same one there: what came of it, and with how many nodes.
type Both = [(Outcome, u64); 2];

fn counts_moves(refutation: &Refutation) -> bool {
    let by_numbers = |nogood: &Nogood| matches!(nogood.because, Because::MoveNumbers { .. });
    refutation
        .positions
        .iter()
        .any(|refuted| match &refuted.why {
            Why::Reason(Reason::Tempo(_)) => true,
            Why::Reason(Reason::NoScenario(claim)) => claim
                .nogoods
                .iter()
                .flat_map(|all| all.iter())
                .any(by_numbers),
            _ => false,
        })
}

fn refuted(diagram: &Diagram, world: World, nodes: u64) -> (Outcome, u64) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::unlimited()
    };
    let mut budget = limits.start();
    let outcome = match refute_world(diagram, world, &[], &mut budget) {
        Err(_) => Outcome::Open,
        Ok(refutation) if counts_moves(&refutation) => Outcome::RefutedByCounting,
        Ok(_) => Outcome::Refuted,
    };
    (outcome, budget.nodes_used())
}

/// Every world of every so many-th row, here and there.
fn compared(step: usize, nodes: u64) -> Vec<(String, Both)> {
    let rows = rows();
    let some: Vec<_> = rows.iter().step_by(step).collect();
    some.par_iter()
        .flat_map_iter(|row| {
            let there = exchanged(&row.diagram);
            row.diagram
                .candidates()
                .iter()
                .map(|world| {
                    let both = [
                        refuted(&row.diagram, world, nodes),
                        refuted(&there, world_there(world), nodes),
                    ];
                    (format!("{} {} {world}", row.set, row.name), both)
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

/// What the comparison of many worlds says.
struct Comparison {
    /// Worlds refuted here.
    refuted: usize,
    /// Those refuted on one side alone.
    unequal: usize,
    /// Of those refuted on both sides: how many hundredths of the lesser number of nodes the greater was, in order.
    ratios: Vec<u64>,
}

/// Compares verdicts and nodes; what is shown by counting moves is left out.
fn compare(step: usize, nodes: u64) -> Comparison {
    let mut all = compared(step, nodes);
    all.retain(|(_, both)| {
        both.iter()
            .all(|&(outcome, _)| outcome != Outcome::RefutedByCounting)
    });
    let here = |both: &Both| both[0].0 == Outcome::Refuted;
    let mut comparison = Comparison {
        refuted: all.iter().filter(|(_, both)| here(both)).count(),
        unequal: 0,
        ratios: Vec::new(),
    };
    for (name, both) in &all {
        let [(here, used), (there, used_there)] = *both;
        if here != there {
            comparison.unequal += 1;
            println!("{name}: {both:?}");
        } else if here == Outcome::Refuted {
            let (least, most) = (used.min(used_there), used.max(used_there));
            let ratio = 100 * most / least.max(1);
            if ratio > 150 {
                println!("{name}: {both:?}");
            }
            comparison.ratios.push(ratio);
        }
    }
    comparison.ratios.sort_unstable();
    let Comparison {
        refuted,
        unequal,
        ratios,
    } = &comparison;
    println!(
        "{} worlds, {refuted} refuted here, {unequal} on one side alone; more nodes in per cent of less: median {}, of 95 in 100 up to {}, most {}",
        all.len(),
        ratios[ratios.len() / 2],
        ratios[ratios.len() * 95 / 100],
        ratios[ratios.len() - 1],
    );
    comparison
}

#[test]
fn either_colour_is_refuted_alike() {
    let Comparison {
        refuted,
        unequal,
        ratios,
    } = compare(9, 60);
    assert!(
        refuted > 40 && unequal * 50 <= refuted,
        "{unequal} of {refuted}"
    );
    // Squares are gone through in their order, which the exchange reverses: that alone makes a difference.
    assert!(ratios[ratios.len() * 95 / 100] <= 105, "{ratios:?}");
}

/// Where the scenarios of one colour were gone through first, one side of each took twice as many nodes.
#[test]
fn no_colour_goes_first() {
    for (fen, world) in [
        ("q1b1k2r/PppppN1p/1P2Q1pP/8/B1P1Rp2/8/1PP5/R3K3 b", "Qk -"),
        ("q1b1k2r/PppppN1p/1P4pP/8/B1P1RpQ1/8/1PP5/R3K3 w", "Qk -"),
        ("r3kbnr/2n1ppp1/p3q2P/8/6PP/8/1p2PP2/RNB1K1NR w", "K -"),
    ] {
        let diagram = diagram(fen);
        let world: World = world.parse().unwrap();
        let here = refuted(&diagram, world, 600);
        let there = refuted(&exchanged(&diagram), world_there(world), 600);
        assert_eq!(here.0, Outcome::Refuted, "{fen}");
        assert_eq!(here.0, there.0, "{fen}: {here:?} {there:?}");
        let (least, most) = (here.1.min(there.1), here.1.max(there.1));
        assert!(2 * most <= 3 * least, "{fen}: {least}, {most}");
    }
}

/// `STEP=1 NODES=1500 cargo test --test retro colours:: -- --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn either_colour_is_refuted_alike_in_a_long_look() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let Comparison {
        refuted,
        unequal,
        ratios,
    } = compare(number("STEP", 3) as usize, number("NODES", 1_500));
    assert!(unequal * 50 <= refuted, "{unequal} of {refuted}");
    assert!(ratios[ratios.len() * 95 / 100] <= 105, "{ratios:?}");
}
