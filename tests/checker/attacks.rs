//! Forged certificates: each says of a position whose game is known that it cannot be. All are refused.

use beruehrt::retro::checker::{self, Checker, from_json, to_json};
use beruehrt::retro::ledger::Ledger;
use beruehrt::retro::model::PawnId;
use beruehrt::retro::model::claim::{
    Account, Because, ClosedRegion, Deadlock, Depth, EdgePawn, Hint, IdleCheck, ImpossibleCheck,
    Kings, Material, NeverMoved, NoScenario, NoWayIn, Nogood, Part, PawnCaptures, Reason, Tempo,
    first_side,
};
use beruehrt::retro::rules::refute;
use beruehrt::retro::scenario::side::Side;
use beruehrt::retro::{
    Refutation, Refuted, RetroPosition, RightState, Unmove, Why, confirm, elaborate, refute_world,
};
use beruehrt::world::Right;
use serde_json::{Value, json};
use shakmaty::{Bitboard, Color, Role, Square};

use crate::games::{Dice, Style};
use crate::recheck::disturbed;
use crate::story::{Story, arisen};
use crate::{nodes, usual_or_thorough};

/// A position of a game, and what happened in it.
struct Arisen {
    retro: RetroPosition,
    position: shakmaty::Chess,
    story: Story,
}

/// Positions of seeded games, dealt out so that every style and stage comes up.
fn games(seed: u64, count: usize) -> Vec<Arisen> {
    let mut found = Vec::new();
    for game in 0.. {
        let mut dice = Dice::new(seed * 5_000_011 + game);
        let style = Style::ALL[dice.below(Style::ALL.len())];
        let stride = 7 + dice.below(25);
        let mut story = Story::new();
        for (ply, (played, position)) in style.game(&mut dice, 240).enumerate() {
            story.play(played);
            if ply >= 8 && ply % stride == 0 {
                found.push(Arisen {
                    retro: arisen(&position),
                    position,
                    story: story.clone(),
                });
            }
            if found.len() == count {
                return found;
            }
        }
    }
    found
}

/// Whether the certificate is refused: as it is, and as it is read back from its text, if it can be read.
fn is_refused(proof: &Refutation, claimed: &RetroPosition) -> bool {
    let read = from_json(&to_json(proof));
    let budget = nodes(1).start();
    let says = |proof: &Refutation| Checker::within(&budget).verify(proof, claimed).is_err();
    says(proof) && read.error_or(says)
}

/// The same without its text, which takes as long as checking once more.
pub fn is_refused_at_once(proof: &Refutation, claimed: &RetroPosition) -> bool {
    let budget = nodes(1).start();
    Checker::within(&budget).verify(proof, claimed).is_err()
}

/// As [`Result::is_err`], or so said of what is there.
trait IsErrOr<T> {
    fn error_or(self, says: impl Fn(&T) -> bool) -> bool;
}

impl<T, E> IsErrOr<T> for Result<T, E> {
    fn error_or(self, says: impl Fn(&T) -> bool) -> bool {
        self.as_ref().map_or(true, says)
    }
}

pub fn by_reason(retro: &RetroPosition, reason: Reason) -> Refutation {
    Refutation::at_once(retro.clone(), Why::Reason(reason))
}

/// A named reason, made up of what stands on the board.
fn made_up(retro: &RetroPosition, dice: &mut Dice) -> Reason {
    let board = &retro.board;
    let any = |dice: &mut Dice, squares: Bitboard| {
        let squares: Vec<Square> = squares.into_iter().collect();
        squares[dice.below(squares.len())]
    };
    let color = if dice.below(2) == 0 {
        Color::White
    } else {
        Color::Black
    };
    let own = board.by_color(color);
    let king = board.king_of(color).unwrap();
    let missing = 16 - board.by_color(color.other()).count() as u32;
    match dice.below(11) {
        0 => Reason::Kings(Kings {
            color,
            count: dice.below(3) as u32,
        }),
        1 => Reason::EdgePawn(EdgePawn {
            square: any(dice, own),
        }),
        2 => Reason::Material(Material {
            color,
            men: own.count() as u32,
            pawns: (own & board.pawns()).count() as u32,
            promoted: dice.below(9) as u32,
        }),
        3 => Reason::IdleCheck(IdleCheck {
            color: retro.turn.other(),
            king: board.king_of(retro.turn.other()).unwrap(),
            checker: any(dice, board.by_color(retro.turn)),
        }),
        4 => {
            let king = board.king_of(retro.turn).unwrap();
            let mut checkers = board.attacks_to(king, retro.turn.other(), board.occupied());
            if dice.below(2) == 0 {
                checkers.add(any(dice, board.by_color(retro.turn.other())));
            }
            Reason::ImpossibleCheck(ImpossibleCheck { king, checkers })
        }
        5 => Reason::NeverMoved(if dice.below(2) == 0 {
            NeverMoved::LostRight(Right::ALL[dice.below(4)])
        } else {
            NeverMoved::SaidToHaveMoved(any(dice, own))
        }),
        6 => {
            let square = any(dice, own);
            Reason::NoWayIn(NoWayIn {
                color,
                role: board.role_at(square).unwrap(),
                square,
                ways: Bitboard::EMPTY,
            })
        }
        7 => {
            let men = (0..dice.below(6)).map(|_| any(dice, board.occupied()));
            Reason::Deadlock(Deadlock {
                men: men.collect::<Bitboard>() | king,
            })
        }
        8 => Reason::PawnCaptures(PawnCaptures {
            color,
            pawns: own & board.pawns(),
            needed: (dice.below(2) == 0).then(|| missing + 1),
            missing,
        }),
        9 => Reason::Tempo(Tempo {
            short: color,
            at_most: dice.below(12) as u32,
            needed: dice.below(40) as u32,
        }),
        _ => Reason::ClosedRegion(region(dice, color)),
    }
}

/// Some squares of a first rank.
fn region(dice: &mut Dice, color: Color) -> ClosedRegion {
    let from = dice.below(8);
    let to = from + dice.below(8 - from);
    let rank = color.fold_wb(0, 56);
    ClosedRegion {
        squares: (from..=to).map(|file| Square::ALL[rank + file]).collect(),
        color,
    }
}

#[test]
fn made_up_reasons_and_regions_are_refused() {
    let mut forged = 0;
    for (seed, arisen) in games(1, 160).iter().enumerate() {
        let mut dice = Dice::new(seed as u64);
        for color in Color::ALL {
            for _ in 0..4 {
                let reason = Reason::ClosedRegion(region(&mut dice, color));
                assert!(
                    is_refused(&by_reason(&arisen.retro, reason.clone()), &arisen.retro),
                    "{reason:?} {:?}",
                    arisen.retro
                );
                forged += 1;
            }
        }
        for _ in 0..14 {
            let reason = made_up(&arisen.retro, &mut dice);
            assert!(
                is_refused(&by_reason(&arisen.retro, reason.clone()), &arisen.retro),
                "{reason:?} {:?}",
                arisen.retro
            );
            forged += 1;
        }
    }
    assert!(forged >= 3_000, "{forged}");
}

/// Both accounts as they are.
pub fn accounts(retro: &RetroPosition) -> Option<[Account; 2]> {
    let ledger = Ledger::new(retro)?;
    Some([Color::White, Color::Black].map(|color| Side::new(&ledger, color).account()))
}

/// That the cases of the first side meet one of these or another.
fn first_meets(nogoods: &[Nogood], first: usize) -> Hint {
    let second = 1 - first;
    let of_first = |&place: &u32| nogoods[place as usize].parts[second].is_empty();
    Hint::Cases {
        met: (0..nogoods.len() as u32).filter(of_first).collect(),
        ways: 20_000,
    }
}

/// Pawns drawn, mostly those of which something is told.
fn drawn(parts: &[Box<[Part]>; 2], dice: &mut Dice) -> Hint {
    let mut pawns: Vec<PawnId> = PawnId::ALL
        .into_iter()
        .filter(|_| dice.below(8) == 0)
        .collect();
    for (color, parts) in [Color::White, Color::Black].into_iter().zip(parts) {
        for part in parts {
            if let Part::Career(course) = part
                && dice.below(4) > 0
            {
                pawns.push(PawnId::new(color, course.origin()));
            }
        }
    }
    pawns.sort_unstable();
    pawns.dedup();
    Hint::Moved {
        pawns: pawns.into(),
        positions: [10, 1_000, 5_000][dice.below(3)],
    }
}

pub fn no_scenario(
    retro: &RetroPosition,
    accounts: [Account; 2],
    nogoods: Vec<Nogood>,
) -> Refutation {
    let [white, black] = accounts;
    by_reason(
        retro,
        Reason::NoScenario(NoScenario {
            scenarios: 1,
            white,
            black,
            hint: first_meets(&nogoods, first_side(&accounts, retro.turn)),
            nogoods: Some(nogoods.into()),
            shown: None,
        }),
    )
}

#[test]
fn accounts_that_are_doctored_are_refused() {
    let mut forged = 0;
    for arisen in &games(2, 30) {
        let Some(honest) = accounts(&arisen.retro) else {
            continue;
        };
        for side in 0..2 {
            for home in Bitboard::BACKRANKS {
                let mut doctored = honest;
                doctored[side].needed = None;
                doctored[side].out_of_reach |= Bitboard::from(home);
                let forgery = no_scenario(&arisen.retro, doctored, Vec::new());
                assert!(is_refused(&forgery, &arisen.retro), "{:?}", arisen.retro);
                forged += 1;
            }
            for promoted in 0..4 {
                let mut doctored = honest;
                doctored[side].needed = None;
                doctored[side].promoted = promoted;
                let forgery = no_scenario(&arisen.retro, doctored, Vec::new());
                assert!(is_refused(&forgery, &arisen.retro), "{:?}", arisen.retro);
                forged += 1;
            }
        }
    }
    assert!(forged >= 1_000, "{forged}");
}

/// Cases closed by nogoods one of which is against what happened.
fn false_exclusions(positions: usize) {
    let mut forged = 0;
    let all = Nogood {
        parts: [Box::default(), Box::default()],
        because: Because::NoOrder(Depth::Direct),
        hint: Hint::None,
    };
    // The cases of the second side are said to meet the first of all nogoods.
    let by_cases = |choices| Nogood {
        because: Because::EveryCase { choices },
        hint: Hint::Cases {
            met: [0].into(),
            ways: 20_000,
        },
        ..all.clone()
    };
    for (seed, arisen) in games(3, positions).iter().enumerate() {
        let mut dice = Dice::new(seed as u64);
        let Some(honest) = accounts(&arisen.retro) else {
            continue;
        };
        let mut refused = |nogoods: Vec<Nogood>| {
            let forgery = no_scenario(&arisen.retro, honest, nogoods.clone());
            assert!(
                is_refused_at_once(&forgery, &arisen.retro),
                "{nogoods:?} {:?}",
                arisen.retro
            );
            forged += 1;
        };
        refused(vec![]);
        refused(vec![all.clone()]);
        refused(vec![by_cases(false)]);
        refused(vec![by_cases(true)]);
        let truths = [Color::White, Color::Black].map(|color| arisen.story.parts(color));
        for because in [Depth::Victims, Depth::Direct, Depth::Probing] {
            let some = |truth: &[Part], dice: &mut Dice| -> Box<[Part]> {
                let first = dice.below(truth.len());
                truth[first..truth.len().min(first + 2)].into()
            };
            let against = |parts: [Box<[Part]>; 2], dice: &mut Dice| Nogood {
                hint: drawn(&parts, dice),
                parts,
                because: Because::NoOrder(because),
            };
            // Against the first side's story alone, then against the second's, then against both.
            let side = first_side(&honest, arisen.retro.turn);
            let alone = |side: usize, dice: &mut Dice| {
                let mut parts = [Box::default(), Box::default()];
                parts[side] = some(&truths[side], dice);
                parts
            };
            let first = against(alone(side, &mut dice), &mut dice);
            let second = against(alone(1 - side, &mut dice), &mut dice);
            let boths = [some(&truths[0], &mut dice), some(&truths[1], &mut dice)];
            let both = against(boths, &mut dice);
            refused(vec![first.clone()]);
            refused(vec![first.clone(), all.clone()]);
            refused(vec![second.clone(), by_cases(false)]);
            refused(vec![both.clone(), by_cases(true), first.clone()]);
            let everything = against(truths.clone().map(Vec::into_boxed_slice), &mut dice);
            refused(vec![everything, by_cases(false)]);
            let unhinted = Nogood {
                hint: Hint::None,
                ..first
            };
            refused(vec![unhinted]);
        }
    }
    assert!(forged >= 15 * positions, "{forged}");
}

#[test]
fn cases_with_a_false_exclusion_are_refused() {
    false_exclusions(2);
}

#[test]
#[ignore = "minutes"]
fn cases_with_a_false_exclusion_are_refused_in_a_long_look() {
    false_exclusions(40);
}

/// The nogoods that refute a position, taken over to the one it was made from.
#[test]
fn exclusions_of_another_position_are_refused() {
    let mut forged = 0;
    for (seed, arisen) in games(4, 400).iter().enumerate() {
        let mut dice = Dice::new(seed as u64);
        let elsewhere = disturbed(&arisen.position, &mut dice);
        let elsewhere = RetroPosition::of_world(&elsewhere, beruehrt::world::World::default());
        let Ok(Some(Reason::NoScenario(claim))) = refute(&elsewhere, &mut nodes(150).start())
        else {
            continue;
        };
        let Some(honest) = accounts(&arisen.retro) else {
            continue;
        };
        let there = by_reason(&elsewhere, claim.into());
        let there = elaborate(&there, &nodes(1).start()).unwrap();
        let Why::Reason(Reason::NoScenario(claim)) = there.positions[0].why.clone() else {
            unreachable!("hints change no reason");
        };
        let stolen = Refutation::by_reason(arisen.retro.clone(), claim.clone().into());
        assert!(
            confirm(&stolen, &arisen.retro).is_err(),
            "{:?}",
            arisen.retro
        );
        assert!(
            is_refused_at_once(&stolen, &arisen.retro),
            "{:?}",
            arisen.retro
        );
        let nogoods = claim.nogoods.as_deref().unwrap_or_default().to_vec();
        let forgery = no_scenario(&arisen.retro, honest, nogoods.clone());
        assert!(
            is_refused_at_once(&forgery, &arisen.retro),
            "{:?}",
            arisen.retro
        );
        let stolen = no_scenario(&arisen.retro, [claim.white, claim.black], nogoods);
        assert!(
            is_refused_at_once(&stolen, &arisen.retro),
            "{:?}",
            arisen.retro
        );
        forged += 2;
    }
    assert!(forged >= 4, "{forged}");
}

/// All last moves refuted by what little effort finds, and the one that was played by a lie.
fn one_lie(positions: usize) {
    let mut forged = 0;
    for (seed, arisen) in games(5, positions).iter().enumerate() {
        let mut dice = Dice::new(seed as u64);
        let retro = &arisen.retro;
        let unmoves: Vec<(Unmove, RetroPosition, Option<Reason>)> = retro
            .unmoves()
            .into_iter()
            .map(|(unmove, before)| {
                let found = refute(&before, &mut nodes(30).start()).ok().flatten();
                (unmove, before, found)
            })
            .collect();
        let tree = |lie: &dyn Fn(&RetroPosition, usize) -> (RetroPosition, Why)| {
            let mut positions = vec![Refuted {
                position: retro.clone(),
                why: Why::Retractions(Vec::new()),
            }];
            let mut list = Vec::new();
            for (unmove, before, found) in &unmoves {
                let place = positions.len();
                let (position, why) = match found {
                    Some(reason) => (before.clone(), Why::Reason(reason.clone())),
                    None => lie(before, place),
                };
                positions.push(Refuted { position, why });
                list.push((*unmove, place));
            }
            positions[0].why = Why::Retractions(list);
            Refutation { positions }
        };
        let mut refused = |forgery: &Refutation, what: &str| {
            assert!(is_refused(forgery, retro), "{what} {retro:?}");
            forged += 1;
        };
        let no_last_move = |before: &RetroPosition| (before.clone(), Why::Retractions(Vec::new()));
        refused(&tree(&|before, _| no_last_move(before)), "no last move");
        let reason = made_up(retro, &mut dice);
        refused(
            &tree(&|before, _| (before.clone(), Why::Reason(reason.clone()))),
            "a reason from elsewhere",
        );
        // Each refers to itself, to the first, to the next.
        for target in 0..3 {
            let forgery = tree(&|before, place| {
                let to = [place, 0, place + 1][target];
                let moves = before.unmoves().into_iter().map(|(unmove, _)| (unmove, to));
                (before.clone(), Why::Retractions(moves.collect()))
            });
            refused(&forgery, "in a circle");
        }
        // Demands nobody made: they make a position easier to refute.
        for demand in 0..4 {
            let forgery = tree(&|before, _| {
                let mut before = before.clone();
                match demand {
                    0 => before.frozen = before.board.occupied(),
                    1 => before.moved = before.board.occupied(),
                    2 => before.quiet_plies = 40,
                    _ => before.rights = [RightState::Lost; 4],
                }
                let reason = Reason::Deadlock(Deadlock {
                    men: before.board.occupied(),
                });
                let why = match refute(&before, &mut nodes(30).start()) {
                    Ok(Some(reason)) => reason,
                    _ => reason,
                };
                (before, Why::Reason(why))
            });
            refused(&forgery, "a demand nobody made");
        }
        // A last move left out: every one in turn, the one played among them.
        let honest = tree(&|before, _| no_last_move(before));
        for left_out in 0..unmoves.len().min(6) {
            let mut forgery = honest.clone();
            if let Why::Retractions(list) = &mut forgery.positions[0].why {
                list.remove(left_out);
            }
            refused(&forgery, "a last move left out");
        }
        refused(
            &Refutation {
                positions: Vec::new(),
            },
            "of nothing",
        );
    }
    assert!(forged >= 10 * positions, "{forged}");
}

#[test]
fn retractions_with_one_lie_are_refused() {
    one_lie(usual_or_thorough(4, 10) as usize);
}

#[test]
#[ignore = "minutes"]
fn retractions_with_one_lie_are_refused_in_a_long_look() {
    one_lie(200);
}

/// A whole proof with another position at its root; among them one of a side that runs out of moves.
fn proofs_elsewhere(positions: usize) {
    let mut forged = 0;
    let arisen = games(6, positions);
    let wanting = [
        // Black runs out of moves; a promoted man too many; a king that never got out; a cage.
        ("r1b1k2r/1pppppp1/7B/p7/1N6/1PP5/NPP1PPPP/2KR1B1R w", "kq -"),
        ("7R/7p/5P1k/4PKpP/8/8/8/8 w", "- -"),
        ("4k2r/8/5B1P/5KpP/8/8/8/3R4 w", "k -"),
        ("8/8/8/8/6P1/2PPkPPB/1PrRbRPr/2BQ1RK1 b", "- -"),
    ];
    let mut proofs = Vec::new();
    for (fen, world) in wanting {
        let (board, turn) = fen.split_once(' ').unwrap();
        let diagram = beruehrt::problem::Diagram {
            board: shakmaty::Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
            turn: if turn == "w" {
                Color::White
            } else {
                Color::Black
            },
        };
        let world = world.parse().unwrap();
        let proof = refute_world(&diagram, world, &[], &mut nodes(40_000).start());
        proofs.push(proof.unwrap_or_else(|_| panic!("{fen} {world} is not refuted")));
    }
    for proof in &proofs {
        for (number, arisen) in arisen.iter().enumerate() {
            let mut forgery = proof.clone();
            forgery.positions[0].position = arisen.retro.clone();
            // Whole proofs are long: what is read back from their texts is asked now and then.
            let refused = if number % 20 == 0 {
                is_refused
            } else {
                is_refused_at_once
            };
            assert!(refused(&forgery, &arisen.retro), "{:?}", arisen.retro);
            // The root right, and everything behind it from elsewhere.
            let list = arisen
                .retro
                .unmoves()
                .into_iter()
                .map(|(unmove, _)| (unmove, 1));
            let root = Refuted {
                position: arisen.retro.clone(),
                why: Why::Retractions(list.collect()),
            };
            forgery.positions.insert(0, root);
            assert!(refused(&forgery, &arisen.retro), "{:?}", arisen.retro);
            forged += 2;
        }
    }
    assert!(forged >= 7 * positions, "{forged}");
}

#[test]
fn proofs_of_other_positions_are_refused() {
    proofs_elsewhere(4);
}

#[test]
#[ignore = "minutes"]
fn proofs_of_other_positions_are_refused_in_a_long_look() {
    proofs_elsewhere(200);
}

/// A cage of these patterns, each thirteen boards, a side to move and squares frozen, with what lies before each.
pub fn cage(patterns: &[([u64; 13], char, u64)], before: &[&[usize]]) -> Value {
    let hex = |board: u64| format!("{board:#x}");
    let patterns: Vec<Value> = patterns
        .iter()
        .map(|(may, turn, frozen)| {
            let may: Vec<String> = may.iter().map(|&board| hex(board)).collect();
            json!({"turn": turn.to_string(), "ep": null, "frozen": hex(*frozen), "may": may})
        })
        .collect();
    json!({"zone": [], "men": [], "patterns": patterns, "before": before})
}

#[test]
fn cages_with_a_way_out_are_refused() {
    let mut forged = 0;
    for arisen in &games(7, 50) {
        let retro = &arisen.retro;
        let board = &retro.board;
        let mut exact = [0u64; 13];
        exact[0] = (!board.occupied()).0;
        for color in Color::ALL {
            for role in Role::ALL {
                let place = role as usize + color.fold_wb(0, 6);
                exact[place] = (board.by_color(color) & board.by_role(role)).0;
            }
        }
        let edges = Bitboard::BACKRANKS.0;
        let mut open = [u64::MAX; 13];
        open[1] = !edges;
        open[7] = !edges;
        let (turn, other) = (retro.turn.char(), retro.turn.other().char());
        let template = to_json(&by_reason(
            retro,
            Reason::Kings(Kings {
                color: Color::White,
                count: 0,
            }),
        ));
        let mut refused = |cage: Value, what: &str| {
            let mut json = template.clone();
            json["positions"][0]["why"] = json!({"cage": 0});
            json["cages"] = json!([cage]);
            let Ok(read) = from_json(&json) else {
                panic!("{what}: cannot be read");
            };
            assert!(checker::verify(&read, retro).is_err(), "{what} {retro:?}");
            forged += 1;
        };
        refused(cage(&[(exact, turn, 0)], &[&[]]), "nothing before it");
        refused(cage(&[(exact, turn, 0)], &[&[0]]), "itself before it");
        refused(
            cage(&[(exact, turn, 0), (open, other, 0)], &[&[1], &[]]),
            "then nothing",
        );
        refused(
            cage(
                &[(exact, turn, 0), (open, other, 0), (open, turn, 0)],
                &[&[1], &[2], &[1]],
            ),
            "anything",
        );
        refused(
            cage(&[(exact, turn, 0), (exact, other, 0)], &[&[1], &[0]]),
            "to and fro",
        );
        // Anything, but that some man stands where he stands: at home the array is one of them, elsewhere he came.
        for square in board.occupied() {
            let piece = board.piece_at(square).unwrap();
            let place = piece.role as usize + piece.color.fold_wb(0, 6);
            let mut pinned = open;
            for (content, squares) in pinned.iter_mut().enumerate() {
                if content != place {
                    *squares &= !(1u64 << u32::from(square));
                }
            }
            for frozen in [0, 1u64 << u32::from(square)] {
                let patterns = [
                    (pinned, turn, frozen),
                    (pinned, other, frozen),
                    (pinned, turn, frozen),
                ];
                refused(
                    cage(&patterns, &[&[1], &[2], &[1]]),
                    &format!("{square} for ever"),
                );
            }
        }
    }
    assert!(forged >= 1_000, "{forged}");
}

/// What nobody finds can still be put together by hand: it is told and written without harm, and not believed.
#[test]
fn refutations_of_nothing_and_into_nowhere_do_no_harm() {
    use beruehrt::notation::Language;
    use beruehrt::report::text::{ProofExtent, TextStyle, proof_tree, refutation_text};
    let arisen = games(8, 1).remove(0).retro;
    let unmoves = arisen.unmoves();
    let nowhere = |to: usize| {
        let list = unmoves.iter().map(|(unmove, _)| (*unmove, to)).collect();
        Refutation::at_once(arisen.clone(), Why::Retractions(list))
    };
    let nothing = Refutation {
        positions: Vec::new(),
    };
    for proof in [nothing, nowhere(7), nowhere(usize::MAX), nowhere(0)] {
        for style in [Language::English, Language::German].map(TextStyle::of) {
            let _ = refutation_text(&proof, 0, style);
            for extent in [ProofExtent::Outline, ProofExtent::Whole] {
                let _ = proof_tree(&proof, 0, extent, style);
            }
        }
        let written = to_json(&proof);
        let points_inside = proof.positions.first().is_some_and(|first| {
            matches!(&first.why, Why::Retractions(list) if list.iter().all(|&(_, to)| to == 0))
        });
        assert_eq!(from_json(&written).is_ok(), points_inside);
        assert!(checker::verify(&proof, &arisen).is_err());
    }
}
