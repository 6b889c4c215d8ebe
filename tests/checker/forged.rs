//! Proofs that hold, with one thing in them changed so that it is false: of every kind of lemma. None is accepted.
//!
//! Whether a change leaves something true is not asked of the checker. What is changed is counted on the board, or says a
//! number that is not the one there, or names an antecedent that says something of nobody's case, or a set is left that a
//! legal move leads out of.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use beruehrt::problem::Diagram;
use beruehrt::retro::checker::{Checker, from_json, to_json, verify};
use beruehrt::retro::model::Class;
use beruehrt::retro::model::claim::{
    Account, Because, ClosedRegion, Deadlock, Depth, EdgePawn, Hint, IdleCheck, ImpossibleCheck,
    Kings, Material, NeverMoved, NoScenario, NoWayIn, Nogood, PawnCaptures, PawnOrder, Reason,
    Shown, Tempo,
};
use beruehrt::retro::rules::quick;
use beruehrt::retro::{EpState, Refutation, RetroPosition, RightState, Why, confirm, refute_world};
use beruehrt::world::{Right, World};
use rayon::prelude::*;
use serde_json::{Value, json};
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use crate::cases::TAMPERED;
use crate::games::Dice;
use crate::nodes;
use crate::recheck::diagrams_of_a_row;

/// Positions whose proofs between them have every kind of lemma: the kind each is there for.
const CORPUS: &[&str] = &[
    // Kings, pawns on the edge, too many men, checks.
    "8/8/8/8/8/8/8/K7 w",
    "k7/8/8/8/8/8/8/KK6 w",
    "4k2P/8/8/8/8/8/8/4K3 b",
    "4k3/8/8/8/8/8/8/p3K3 w",
    "K1k5/8/PPP5/PPPPPP2/8/nNbr4/8/8 b",
    "K1k5/8/PPPP4/rnbqqb2/QQQ5/QQQ5/8/8 b",
    "K1k5/8/pppp4/RnBqQB2/nnn5/nnnn4/8/8 b",
    "k6R/8/1K6/8/8/8/8/8 w",
    "4k3/3p4/2K5/8/8/8/8/8 b",
    "2K5/8/5k2/8/3B4/8/5Q2/8 b",
    "2K5/8/8/3B4/6Q1/8/6k1/8 b",
    "8/8/8/8/4k3/2N1N3/8/4R1K1 b",
    // Who never moved, had no way in, is locked in, or stands in an order that never was.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
    "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR w",
    "7b/6p1/3k4/8/8/2K5/8/8 w",
    "r3kb1r/p1p2pp1/1qnpp1p1/1pR5/2P1NP2/8/PP1PP1PP/3QK1NR b",
    "rnbqkbnr/pppppppp/8/3R4/8/P7/1PPPPPPP/1NBQKBNR w",
    "7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/8/PPPPPPPP/3QRRK1 w",
    "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b",
    // Captures, moves, the order of pawns, scenarios.
    "rnbqkbnr/2p1pppp/1pp1p3/8/1P4P1/2P5/P2PPP1P/RNB1K1NR w",
    "8/2K5/8/8/8/5P2/4PPP1/2k5 w",
    "8/1p5P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w",
    "r1b1k2r/1pppppp1/7B/p7/1N6/1PP5/NPP1PPPP/2KR1B1R w",
    "1r1N1rq1/1R2NBp1/3bQ1P1/3Pn1Nq/4n1P1/P1pkb2q/K4n2/bb4n1 w",
    "4k2r/3p1rpp/3Pp1p1/4N3/5P1Q/P7/1PPPP3/2B1K2R w",
    // Retractions and cages.
    "7R/7p/5P1k/4PKpP/8/8/8/8 w",
    "4k2r/8/5B1P/5KpP/8/8/8/3R4 w",
    "8/8/8/8/6P1/2PPkPPB/1PrRbRPr/2BQ1RK1 b",
    "r3k3/2p1p3/2P1P3/2KpP3/8/8/8/8 w",
    "2n1KnrR/1b6/QR1P1BBN/3rqp2/rpbk1q2/RR4p1/nP1b4/5Rr1 w",
    "1rkQ1r2/b5p1/1nnRrRN1/pRNN4/B4Nb1/1bn1PNP1/3K4/1qn2r2 b",
];

/// Rows of the tables, one of five, whose proofs have a lemma of a kind that the diagrams before them have not often enough: of
/// those in between nothing would be taken.
const ROWS: &[&str] = &[
    "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4p/2PP2P1/4P2P/n7 b",
    "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4R/2PP2P1/4P2P/n7 b",
    "RbB5/n1p2pp1/2B1p3/PpKp4/kP2P3/p2p3P/P2P3P/8 w",
    "B7/P1Ppp1p1/1k6/3Q4/1P6/5P1R/6PP/R3KB2 w",
    "8/8/8/8/1P6/kP6/BrPP4/K7 b",
    "4B1rr/3ppKpk/7p/8/8/8/8/8 b",
    "3BN1qk/2pRKppp/3p1p2/8/8/8/8/8 b",
    "4k2r/1Np1p1p1/2p1P1Pp/1p3p2/p4P2/P1P4R/1P1P4/4K2R w",
    "4k2r/p1p1p1p1/1p1P4/8/3R4/6P1/5P1P/R3K3 w",
    "r3k3/1p1p2p1/2pP3p/8/8/5R2/PPPP4/4K2R w",
    "rn1qkbnr/p1pppppp/1p6/8/8/2P5/P1PPPPPP/RNBQKBNR w",
    "rnbqkbnr/ppp1pppp/4p3/4Q3/8/8/PPP1PPPP/RNBQKB1R w",
    "4k2r/8/8/2p5/8/5q2/2P1PPP1/3bK2R w",
    "5q2/4p1pN/7B/5bP1/1n2pPkr/Pp2p1pR/rP1bn2P/RK5N b",
    "5b1b/1p2p1kP/1P2p1PR/1P2PpKR/5PpB/5pP1/5P2/8 w",
    "rnbqkbnr/ppp2ppp/4p3/3P4/3p4/4P3/PPP2PPP/RNBQKBNR b",
    "7K/pppp1ppp/4p3/8/8/8/8/4k3 w",
    "rnbqkbnr/pppppppp/8/8/3QK3/7P/PPPPPPP1/RNB2BNR w",
    "2Q1r3/2r4n/Q1RbRrb1/1N2N2k/3qbB1r/K3R2Q/1PB1N1p1/1N3q1B w",
    "k1K5/4Q3/8/2B1P3/3P4/7P/8/7B b",
    "rqrqkb1r/p1b4p/p6p/p6p/8/8/8/4K3 w",
    "7N/2pp2pP/3Bk1p1/2PpPpK1/4N2P/2P3P1/3P1P2/4RB2 w",
    "K1k5/8/ppppp3/rNBQQb2/qqq5/qq6/8/8 b",
    "2N2k2/4pP2/4PRK1/8/8/8/8/8 w",
    "3K4/1p2N1n1/kB2pp2/1pPppB1n/1P1Q4/4p3/1R4rp/4rb1q w",
    "k1b5/1p1p3p/1p1Pp3/pP2Pp2/P4P2/pK3P2/P4P2/8 w",
    "1b6/nrp5/N1p5/1pp5/kPp5/p1p5/K1P5/RB6 b",
    "4Bnrk/3ppK1p/4p1pQ/8/8/8/8/8 w",
    "8/8/8/8/8/3n4/PPkPP3/K1Rb4 b",
    "3bRN2/1Q3K1N/r1Bp3Q/nn1k3P/3q3n/2QqnNrb/3B1q2/b1n3RN b",
];

/// A proof that holds, of one of its positions or of all.
struct Sound {
    position: RetroPosition,
    proof: Refutation,
}

pub fn diagram(fen: &str) -> Diagram {
    let mut words = fen.split(' ');
    let mut word = || words.next().unwrap();
    Diagram {
        board: Board::from_ascii_board_fen(word().as_bytes()).unwrap(),
        turn: Color::from_char(word().chars().next().unwrap()).unwrap(),
    }
}

/// So many lemmas of a kind are forged.
const LEMMAS: usize = 16;

/// The proofs of the corpus and of some rows of the tables, and each of their lemmas by itself.
static SOUND: LazyLock<Vec<Sound>> =
    LazyLock::new(|| sound_proofs(ROWS.iter().map(|fen| diagram(fen)), LEMMAS));

/// The diagrams of the tables, of one row of so many.
fn diagrams_of_tables(step: usize) -> impl Iterator<Item = Diagram> {
    let tables = [
        include_str!("../data/composed_retros.tsv"),
        include_str!("../data/random_boards.tsv"),
    ];
    let rows = tables
        .into_iter()
        .flat_map(move |table| table.lines().skip(1).step_by(step));
    rows.flat_map(diagrams_of_a_row)
}

fn sound_proofs(of_rows: impl Iterator<Item = Diagram>, lemmas: usize) -> Vec<Sound> {
    let of_corpus = CORPUS.iter().chain(&TAMPERED).map(|fen| diagram(fen));
    let diagrams: Vec<Diagram> = of_corpus.chain(of_rows).collect();
    let found: Vec<Vec<Sound>> = diagrams.par_iter().map(proofs_of).collect();
    let others = said_to_have_moved().chain(lost_rights()).chain(tempos());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let all = found.into_iter().flatten().chain(others);
    all.filter(|sound| {
        let count = counts
            .entry(kind(&sound.proof.positions[0].why))
            .or_default();
        *count += 1;
        *count <= lemmas
    })
    .collect()
}

/// What little effort proves of the worlds of a diagram.
fn proofs_of(diagram: &Diagram) -> Vec<Sound> {
    let mut all = Vec::new();
    for world in diagram.candidates().iter() {
        let position = RetroPosition::of_world(diagram, world);
        let found = quick(&position)
            .map(|reason| Refutation::by_reason(position.clone(), reason))
            .or_else(|| refute_world(diagram, world, &[], &mut nodes(1_500).start()).ok());
        let Some(Ok(checked)) = found.map(|proof| confirm(&proof, &position)) else {
            continue;
        };
        let proof = checked.refutation;
        for refuted in &proof.positions {
            if !matches!(refuted.why, Why::Retractions(_)) {
                let position = refuted.position.clone();
                let proof = Refutation::at_once(position.clone(), refuted.why.clone());
                all.push(Sound { position, proof });
            }
        }
        if proof.positions.len() > 1 {
            all.push(Sound { position, proof });
        }
    }
    all
}

/// King and rook that never moved, as the knights beside them did not, with their right lost.
fn lost_rights() -> impl Iterator<Item = Sound> {
    let array = diagram("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b");
    Right::ALL.into_iter().map(move |right| {
        let mut position = RetroPosition::of_world(&array, World::default());
        position.rights = [RightState::Open; 4];
        position.rights[right as usize] = RightState::Lost;
        position.frozen = position.board.knights();
        let reason = Reason::NeverMoved(NeverMoved::LostRight(right));
        let proof = Refutation::by_reason(position.clone(), reason);
        Sound { position, proof }
    })
}

/// Men that never moved and are said to have.
fn said_to_have_moved() -> impl Iterator<Item = Sound> {
    let array = diagram("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b");
    [Square::E1, Square::D8, Square::C2, Square::F7]
        .into_iter()
        .map(move |square| {
            let mut position = RetroPosition::of_world(&array, World::default());
            position.rights = [RightState::Open; 4];
            position.moved = square.into();
            let reason = Reason::NeverMoved(NeverMoved::SaidToHaveMoved(square));
            let proof = Refutation::by_reason(position.clone(), reason);
            Sound { position, proof }
        })
}

/// One side has not moved, its knights being said not to have, and the other has with so many pawns.
fn tempos() -> impl Iterator<Item = Sound> {
    let cases = [
        (
            "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w",
            Color::White,
            1,
        ),
        (
            "rnbqkbnr/3ppppp/ppp5/8/8/8/PPPPPPPP/RNBQKBNR w",
            Color::White,
            3,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/PP6/2PPPPPP/RNBQKBNR b",
            Color::Black,
            2,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/PPPP4/4PPPP/RNBQKBNR b",
            Color::Black,
            4,
        ),
    ];
    cases.into_iter().map(|(fen, short, needed)| {
        let mut position = RetroPosition::of_world(&diagram(fen), World::default());
        position.rights = [RightState::Open; 4];
        position.frozen = position.board.knights() & position.board.by_color(short);
        let claim = Tempo {
            short,
            at_most: 0,
            needed,
        };
        let proof = Refutation::by_reason(position.clone(), claim.into());
        Sound { position, proof }
    })
}

/// What a lemma is called.
fn kind(why: &Why) -> &'static str {
    let Why::Reason(reason) = why else {
        return match why {
            Why::Cage(_) => "cage",
            _ => "retractions",
        };
    };
    match reason {
        Reason::Kings(_) => "kings",
        Reason::EdgePawn(_) => "edge pawn",
        Reason::Material(_) => "material",
        Reason::IdleCheck(_) => "idle check",
        Reason::ImpossibleCheck(_) => "impossible check",
        Reason::NeverMoved(NeverMoved::LostRight(_)) => "lost right",
        Reason::NeverMoved(NeverMoved::SaidToHaveMoved(_)) => "said to have moved",
        Reason::NoWayIn(_) => "no way in",
        Reason::Deadlock(_) => "deadlock",
        Reason::ClosedRegion(_) => "closed region",
        Reason::PawnCaptures(_) => "pawn captures",
        Reason::Tempo(_) => "tempo",
        Reason::PawnOrder(_) => "pawn order",
        Reason::NoScenario(claim) if matches!(claim.shown, Some(Shown::Cases)) => "cases",
        Reason::NoScenario(_) => "account",
        _ => panic!("{reason:?} is forged nowhere"),
    }
}

/// The numbers beside a number.
fn others(number: u32) -> impl Iterator<Item = u32> {
    (0..number + 4).filter(move |&other| other != number)
}

/// Pawns and officers beyond the originals, counted man by man.
fn pawns_and_promoted(board: &Board, color: Color) -> [u32; 2] {
    let own = board.by_color(color);
    let beyond = |men: Bitboard, originals: usize| men.count().saturating_sub(originals) as u32;
    let bishops = own & board.bishops();
    [
        (own & board.pawns()).count() as u32,
        beyond(own & board.queens(), 1)
            + beyond(own & board.rooks(), 2)
            + beyond(own & board.knights(), 2)
            + beyond(bishops & Bitboard::DARK_SQUARES, 1)
            + beyond(bishops & Bitboard::LIGHT_SQUARES, 1),
    ]
}

/// The least captures of a side's pawns, by trying every choice of files of origin; more than any if there is none.
fn fewest_captures(board: &Board, color: Color) -> u32 {
    fn least(pawns: &[Square], color: Color, used: u32) -> u32 {
        let Some((pawn, rest)) = pawns.split_first() else {
            return 0;
        };
        let come = pawn.rank().distance(color.relative_rank(Rank::Second));
        (0..8)
            .filter(|file| used & 1 << file == 0)
            .filter_map(|file| {
                let aside = u32::from(pawn.file()).abs_diff(file);
                (aside <= come).then(|| aside + least(rest, color, used | 1 << file))
            })
            .min()
            .unwrap_or(100)
    }
    let pawns: Vec<Square> = (board.pawns() & board.by_color(color))
        .into_iter()
        .collect();
    least(&pawns, color, 0)
}

/// The squares from each pawn of the board down to its own second rank.
fn ways_home(board: &Board) -> Bitboard {
    let homeward = |square: Square| {
        let color = board.color_at(square).unwrap();
        let home = Square::from_coords(square.file(), color.relative_rank(Rank::Second));
        attacks::between(home, square).with(home).with(square)
    };
    let pawns = board.pawns().into_iter();
    pawns.fold(Bitboard::EMPTY, |all, square| all | homeward(square))
}

/// What a reason never says of a position of which it is true.
fn falsehoods(reason: &Reason, position: &RetroPosition) -> Vec<Reason> {
    let board = &position.board;
    let empty = !board.occupied();
    let squares = || Square::ALL.into_iter();
    match reason {
        Reason::Kings(_) => Color::ALL
            .into_iter()
            .flat_map(|color| {
                let kings = (board.kings() & board.by_color(color)).count() as u32;
                others(kings).map(move |count| Kings { color, count }.into())
            })
            .collect(),
        Reason::EdgePawn(_) => squares()
            .filter(|&square| {
                board.role_at(square) != Some(Role::Pawn) || !Bitboard::BACKRANKS.contains(square)
            })
            .map(|square| EdgePawn { square }.into())
            .collect(),
        Reason::Material(claim) => false_material(*claim, board),
        Reason::IdleCheck(claim) => false_idle_checks(*claim, board),
        Reason::ImpossibleCheck(ImpossibleCheck { king, checkers }) => {
            let by_others = squares().map(|square| checkers.toggled(square));
            let by_others = by_others.map(|checkers| ImpossibleCheck {
                king: *king,
                checkers,
            });
            let elsewhere = squares().filter(|square| square != king);
            let elsewhere = elsewhere.map(|king| ImpossibleCheck {
                king,
                checkers: *checkers,
            });
            by_others.chain(elsewhere).map(Reason::from).collect()
        }
        Reason::NeverMoved(NeverMoved::LostRight(_)) => Right::ALL
            .into_iter()
            .filter(|&right| position.rights[right as usize] != RightState::Lost)
            .map(|right| NeverMoved::LostRight(right).into())
            .collect(),
        Reason::NeverMoved(NeverMoved::SaidToHaveMoved(_)) => squares()
            .filter(|&square| !position.moved.contains(square))
            .map(|square| NeverMoved::SaidToHaveMoved(square).into())
            .collect(),
        Reason::NoWayIn(claim) => false_ways_in(*claim, board),
        Reason::Deadlock(Deadlock { men }) => {
            let array = Board::new();
            let at_home: Bitboard = (men.into_iter())
                .filter(|&square| board.piece_at(square) == array.piece_at(square))
                .collect();
            // Nobody can be locked in who has just come.
            let came = position.unmoves().into_iter().map(|(unmove, _)| unmove.to);
            let too_many = empty.into_iter().chain(came);
            let too_many = too_many.map(|square| men.with(square));
            let all = too_many.chain([at_home]);
            all.map(|men| Deadlock { men }.into()).collect()
        }
        Reason::ClosedRegion(claim) => false_regions(*claim, board),
        Reason::PawnCaptures(claim) => false_captures(*claim, board),
        Reason::Tempo(claim) => false_tempos(*claim, position),
        Reason::PawnOrder(claim) => false_orders(*claim, board),
        Reason::NoScenario(claim) => false_scenarios(claim, position),
        _ => Vec::new(),
    }
}

fn false_material(claim: Material, board: &Board) -> Vec<Reason> {
    let truth = |color: Color| {
        let [pawns, promoted] = pawns_and_promoted(board, color);
        Material {
            color,
            men: board.by_color(color).count() as u32,
            pawns,
            promoted,
        }
    };
    let men = others(claim.men).map(|men| Material { men, ..claim });
    let pawns = others(claim.pawns).map(|pawns| Material { pawns, ..claim });
    let promoted = others(claim.promoted).map(|promoted| Material { promoted, ..claim });
    let color = claim.color.other();
    let all = men.chain(pawns).chain(promoted);
    all.chain([Material { color, ..claim }])
        .filter(|claim| *claim != truth(claim.color))
        .map(Reason::from)
        .collect()
}

fn false_idle_checks(claim: IdleCheck, board: &Board) -> Vec<Reason> {
    let color = claim.color.other();
    let nobody = !board.by_color(color);
    let kings = !(board.kings() & board.by_color(claim.color));
    let checkers = nobody
        .into_iter()
        .map(|checker| IdleCheck { checker, ..claim });
    let kings = kings.into_iter().map(|king| IdleCheck { king, ..claim });
    let all = checkers.chain(kings).chain([IdleCheck { color, ..claim }]);
    all.map(Reason::from).collect()
}

fn false_ways_in(claim: NoWayIn, board: &Board) -> Vec<Reason> {
    let stands = |claim: &NoWayIn| {
        let NoWayIn { color, role, .. } = *claim;
        board.piece_at(claim.square) == Some(Piece { color, role })
    };
    let color = claim.color.other();
    let roles = Role::ALL.into_iter().map(|role| NoWayIn { role, ..claim });
    let squares = Square::ALL.into_iter();
    let squares = squares.map(|square| NoWayIn { square, ..claim });
    let others = roles.chain(squares).chain([NoWayIn { color, ..claim }]);
    let others = others.filter(|claim| !stands(claim));
    let beside = (!ways_home(board)).into_iter().map(|square| NoWayIn {
        ways: claim.ways.with(square),
        ..claim
    });
    others.chain(beside).map(Reason::from).collect()
}

fn false_regions(claim: ClosedRegion, board: &Board) -> Vec<Reason> {
    let array = Board::new();
    let rank = Bitboard::from_rank(claim.color.relative_rank(Rank::First));
    let beyond = (!rank).into_iter().map(|square| claim.squares.with(square));
    // Nobody of the array stands on the square left out, so nobody there walls anything in.
    let gaps = claim.squares.into_iter().filter(|&square| {
        board.piece_at(square).is_none() || board.piece_at(square) != array.piece_at(square)
    });
    let less = gaps.map(|square| claim.squares.without(square));
    let color = claim.color.other();
    beyond
        .chain(less)
        .chain([Bitboard::EMPTY])
        .map(|squares| ClosedRegion { squares, ..claim })
        .chain([ClosedRegion { color, ..claim }])
        .map(Reason::from)
        .collect()
}

fn false_captures(claim: PawnCaptures, board: &Board) -> Vec<Reason> {
    let pawns = Square::ALL.into_iter().map(|square| PawnCaptures {
        pawns: claim.pawns.toggled(square),
        ..claim
    });
    let missing = others(claim.missing).map(|missing| PawnCaptures { missing, ..claim });
    let least = fewest_captures(board, claim.color);
    // No more than there were is no contradiction, more than were needed is not true, and so is that no files fit.
    let needed = (0..=claim.missing).chain(least + 1..least + 5).map(Some);
    let needed = needed.chain((least < 100).then_some(None));
    let needed = needed.map(|needed| PawnCaptures { needed, ..claim });
    let color = claim.color.other();
    let all = pawns
        .chain(missing)
        .chain([PawnCaptures { color, ..claim }]);
    all.chain(needed.filter(|claim| claim.needed.is_none_or(|needed| needed != least)))
        .map(Reason::from)
        .collect()
}

fn false_tempos(claim: Tempo, position: &RetroPosition) -> Vec<Reason> {
    let idle = (claim.needed..claim.needed + 20).map(|at_most| Tempo { at_most, ..claim });
    let enough = (0..claim.at_most).map(|needed| Tempo { needed, ..claim });
    let fits = idle
        .chain(enough)
        .filter(|claim| !claim.is_contradictory(position.turn));
    // Sixteen men are never known to have made so many moves.
    let too_many = (60..80).map(|needed| Tempo { needed, ..claim });
    let short = claim.short.other();
    fits.chain(too_many)
        .chain([Tempo { short, ..claim }])
        .map(Reason::from)
        .collect()
}

/// Homes of officers of which one stands there: nobody of them was lost.
fn stand_at_home(board: &Board, color: Color) -> Vec<Square> {
    let array = Board::new();
    Class::ALL
        .into_iter()
        .flat_map(|class| class.homes(color))
        .filter(|&home| board.piece_at(home) == array.piece_at(home))
        .collect()
}

fn false_orders(claim: PawnOrder, board: &Board) -> Vec<Reason> {
    let mut all = Vec::new();
    for side in 0..2 {
        for number in others(claim.captures[side]) {
            let mut changed = claim;
            changed.captures[side] = number;
            all.push(changed.into());
        }
        for number in others(claim.promoted[side]) {
            let mut changed = claim;
            changed.promoted[side] = number;
            all.push(changed.into());
        }
        for home in stand_at_home(board, [Color::White, Color::Black][side]) {
            let mut changed = claim;
            changed.out_of_reach[side].add(home);
            all.push(changed.into());
        }
    }
    all
}

fn false_scenarios(claim: &NoScenario, position: &RetroPosition) -> Vec<Reason> {
    let mut all = Vec::new();
    // Where one side's captures do not suffice, nothing is concluded from the other side's.
    let needs = |color: Color| match claim.shown {
        Some(Shown::Account(overdrawn, _)) => overdrawn == color,
        _ => true,
    };
    for color in Color::ALL.into_iter().filter(|&color| needs(color)) {
        let account = match color {
            Color::White => claim.white,
            Color::Black => claim.black,
        };
        let with = |changed| match color {
            Color::White => NoScenario {
                white: changed,
                ..claim.clone()
            },
            Color::Black => NoScenario {
                black: changed,
                ..claim.clone()
            },
        };
        let mut changed = Vec::new();
        for captures in others(account.captures) {
            changed.push(Account {
                captures,
                ..account
            });
        }
        let needed = account.needed.map_or(0, |needed| needed + 3);
        for needed in (0..needed).map(Some).chain([None]) {
            if needed != account.needed {
                changed.push(Account { needed, ..account });
            }
        }
        if account.needed.is_some() {
            for promoted in others(account.promoted) {
                changed.push(Account {
                    promoted,
                    ..account
                });
            }
        }
        for home in stand_at_home(&position.board, color.other()) {
            let out_of_reach = account.out_of_reach.with(home);
            changed.push(Account {
                out_of_reach,
                ..account
            });
        }
        all.extend(changed.into_iter().map(with));
    }
    let list = claim.nogoods.as_deref().unwrap_or_default();
    let replaced = |place: usize, nogood: Nogood| {
        let mut list = list.to_vec();
        list[place] = nogood;
        NoScenario {
            nogoods: Some(list.into()),
            ..claim.clone()
        }
    };
    for (place, nogood) in list.iter().enumerate() {
        let forged = false_nogoods(nogood, place, list, claim.first_side(position.turn));
        all.extend(forged.into_iter().map(|nogood| replaced(place, nogood)));
    }
    // The cases of the first side are told nothing of the other's.
    let second = 1 - claim.first_side(position.turn);
    let of_second = |place: usize| !list[place].parts[second].is_empty();
    let hints = false_cases(&claim.hint, list.len(), of_second);
    all.extend(hints.into_iter().map(|hint| NoScenario {
        hint,
        ..claim.clone()
    }));
    all.into_iter().map(Reason::from).collect()
}

/// What does not show that nogood: no hint, one of another kind, too small a number, a pawn twice, an antecedent that is none.
fn false_nogoods(nogood: &Nogood, place: usize, list: &[Nogood], first: usize) -> Vec<Nogood> {
    let with_hint = |hint| Nogood {
        hint,
        ..nogood.clone()
    };
    let because = |because| Nogood {
        because,
        ..nogood.clone()
    };
    let by_numbers = [[false, false], [false, true], [true, false], [true, true]]
        .map(|odd| Because::MoveNumbers { odd });
    let by_cases = Because::EveryCase { choices: false };
    let by_order = Because::NoOrder(Depth::JointPawns);
    let mut all = Vec::new();
    match (&nogood.because, &nogood.hint) {
        (Because::NoOrder(_), Hint::Moved { pawns, positions }) => {
            all.extend([
                with_hint(Hint::Moved {
                    pawns: pawns.clone(),
                    positions: positions.saturating_sub(1),
                }),
                with_hint(Hint::Cases {
                    met: Box::default(),
                    ways: 20_000,
                }),
                because(by_cases),
            ]);
            all.extend(by_numbers.map(because));
            let mut twice = pawns.to_vec();
            twice.extend(pawns.first());
            all.push(with_hint(Hint::Moved {
                pawns: twice.into(),
                positions: 10_000,
            }));
        }
        // No pawn went so, or captures without victims: any depth is as good, and nothing but that.
        (Because::NoOrder(_), _) => all.push(with_hint(Hint::Cases {
            met: Box::default(),
            ways: 20_000,
        })),
        (Because::MoveNumbers { odd }, _) => {
            let others = by_numbers.into_iter();
            all.extend(
                others
                    .filter(|other| *other != Because::MoveNumbers { odd: *odd })
                    .map(because),
            );
            all.push(with_hint(Hint::Moved {
                pawns: Box::default(),
                positions: 10_000,
            }));
        }
        (Because::EveryCase { .. }, hint) => {
            let untold = |other: usize| {
                let mut parts = list[other].parts[first].iter();
                parts.any(|part| !nogood.parts[first].contains(part))
            };
            all.extend(false_cases(hint, place, untold).into_iter().map(with_hint));
            all.extend([because(by_order), with_hint(Hint::None)]);
            all.extend(by_numbers.map(because));
        }
    }
    all
}

/// Hints by which not every case is met: fewer ways than there are, one of the `before` nogoods behind, which says what is not told
/// (`untold`), none at all.
fn false_cases(hint: &Hint, before: usize, untold: impl Fn(usize) -> bool) -> Vec<Hint> {
    let Hint::Cases { met, ways } = hint else {
        return Vec::new();
    };
    let mut all = vec![Hint::None];
    if *ways > 0 {
        all.push(Hint::Cases {
            met: met.clone(),
            ways: ways - 1,
        });
        all.push(Hint::Cases {
            met: Box::default(),
            ways: 100_000,
        });
    }
    for place in 0..met.len() {
        let behind = [before as u32, before as u32 + 7];
        let strange = (0..before).filter(|&other| untold(other));
        for other in behind.into_iter().chain(strange.map(|other| other as u32)) {
            let mut met = met.clone();
            met[place] = other;
            all.push(Hint::Cases { met, ways: *ways });
        }
    }
    all
}

/// What was forged, by kind.
#[derive(Default)]
struct Forged(BTreeMap<&'static str, usize>);

impl Forged {
    /// Asserts that a proof is refused, as it is and, now and then, as it is read back.
    fn refused(&mut self, proof: &Refutation, claimed: &RetroPosition, kind: &'static str) {
        let count = self.0.entry(kind).or_default();
        *count += 1;
        assert!(verify(proof, claimed).is_err(), "{kind}: {proof:?}");
        if count.is_multiple_of(8) {
            let read = from_json(&to_json(proof));
            let is_refused = read.is_ok_and(|read| verify(&read, claimed).is_err());
            assert!(is_refused, "{kind}, read back: {proof:?}");
        }
    }
}

/// So many of one lemma are drawn at most.
const DRAWN: usize = 60;

fn drawn<T>(mut all: Vec<T>, dice: &mut Dice) -> Vec<T> {
    while all.len() > DRAWN {
        // What says the other colour stands last.
        all.remove(dice.below(all.len() - 1));
    }
    all
}

#[test]
fn a_lemma_of_which_something_is_false_is_refused() {
    false_lemmas_are_refused(&SOUND);
}

/// `cargo test --release --test checker long -- --ignored`: of every row of the tables.
#[test]
#[ignore = "minutes"]
fn a_lemma_of_which_something_is_false_is_refused_in_a_long_look() {
    false_lemmas_are_refused(&sound_proofs(diagrams_of_tables(1), 10 * LEMMAS));
}

/// `cargo test --release --test checker long -- --ignored`
#[test]
#[ignore = "a minute"]
fn the_rows_named_give_what_all_of_them_give_in_a_long_look() {
    let count = |sound: &[Sound]| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for sound in sound {
            *counts
                .entry(kind(&sound.proof.positions[0].why))
                .or_default() += 1;
        }
        counts
    };
    let all = sound_proofs(diagrams_of_tables(5), LEMMAS);
    assert_eq!(count(&SOUND), count(&all));
}

fn false_lemmas_are_refused(sound: &[Sound]) {
    let mut dice = Dice::new(1);
    let mut forged = Forged::default();
    for Sound { position, proof } in sound {
        assert!(verify(proof, position).is_ok(), "{proof:?}");
        let why = &proof.positions[0].why;
        if let Why::Reason(reason) = why {
            let all = drawn(falsehoods(reason, position), &mut dice);
            for falsehood in all {
                let forgery = Refutation::by_reason(position.clone(), falsehood);
                forged.refused(&forgery, position, kind(why));
            }
        }
    }
    println!("{:?}", forged.0);
    let least = [
        ("kings", 10),
        ("edge pawn", 100),
        ("material", 50),
        ("idle check", 100),
        ("impossible check", 100),
        ("lost right", 12),
        ("said to have moved", 100),
        ("no way in", 100),
        ("deadlock", 100),
        ("closed region", 60),
        ("pawn captures", 100),
        ("tempo", 60),
        ("pawn order", 20),
        ("account", 10),
        ("cases", 300),
    ];
    for (kind, least) in least {
        let count = forged.0.get(kind).copied().unwrap_or_default();
        assert!(count >= least, "{kind}: {count}");
    }
    let sum: usize = forged.0.values().sum();
    assert!(sum >= 2_000, "{sum}");
}

/// A last move left out, and one that is said to lead to another position of the proof.
#[test]
fn retractions_that_lead_elsewhere_are_refused() {
    let mut dice = Dice::new(2);
    let mut forged = Forged::default();
    for Sound { position, proof } in &*SOUND {
        let board = |place: usize| &proof.positions[place].position.board;
        let mut all = Vec::new();
        for (place, refuted) in proof.positions.iter().enumerate() {
            let Why::Retractions(moves) = &refuted.why else {
                continue;
            };
            for (number, &(unmove, to)) in moves.iter().enumerate() {
                let is_alone = moves.iter().filter(|other| other.0 == unmove).count() == 1;
                if !is_alone {
                    continue;
                }
                let elsewhere =
                    (0..proof.positions.len()).filter(|&other| board(other) != board(to));
                let elsewhere: Vec<usize> = elsewhere.collect();
                let other = elsewhere.get(dice.below(elsewhere.len().max(1)));
                all.extend(other.map(|&other| (place, number, Some(other))));
                all.push((place, number, None));
            }
        }
        for (place, number, to) in drawn(all, &mut dice) {
            let mut forgery = proof.clone();
            if let Why::Retractions(moves) = &mut forgery.positions[place].why {
                match to {
                    Some(to) => moves[number].1 = to,
                    None => {
                        moves.remove(number);
                    }
                }
            }
            forged.refused(&forgery, position, "retractions");
        }
    }
    println!("{:?}", forged.0);
    assert!(forged.0["retractions"] > 200);
}

/// Whether a pattern, as it is written, has this position.
fn admits(pattern: &Value, position: &RetroPosition) -> bool {
    let may = |content: usize, square: Square| {
        let text = pattern["may"][content].as_str().unwrap();
        u64::from_str_radix(&text[2..], 16).unwrap() & 1 << u32::from(square) != 0
    };
    let is_target = match pattern["ep"].as_str() {
        None => true,
        Some(text) => position.ep == EpState::Target(text.parse().unwrap()),
    };
    is_target
        && pattern["turn"] == position.turn.char().to_string()
        && Square::ALL.into_iter().all(|square| {
            let content = position
                .board
                .piece_at(square)
                .map_or(0, |man| man.role as usize + man.color.fold_wb(0, 6));
            may(content, square)
        })
}

/// Cages with the pattern left out that holds a position a legal move leads back to, and no other of those named does.
#[test]
fn cages_with_one_pattern_left_out_are_refused() {
    let mut dice = Dice::new(3);
    let mut refused = 0;
    for Sound { position, proof } in &*SOUND {
        if !matches!(proof.positions[0].why, Why::Cage(_)) {
            continue;
        }
        let written = to_json(proof);
        let cage = &written["cages"][0];
        let before = |pattern: usize| -> Vec<usize> {
            let named = cage["before"][pattern].as_array().unwrap().iter();
            named
                .map(|place| place.as_u64().unwrap() as usize)
                .collect()
        };
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..40 {
            let (mut now, mut pattern) = (position.clone(), 0);
            for _ in 0..8 {
                let mut unmoves = now.unmoves();
                if unmoves.is_empty() {
                    break;
                }
                let (_, earlier) = unmoves.swap_remove(dice.below(unmoves.len()));
                if quick(&earlier).is_some() {
                    continue;
                }
                let holding: Vec<usize> = (before(pattern).into_iter())
                    .filter(|&other| admits(&cage["patterns"][other], &earlier))
                    .collect();
                // What breaks a rule need be held by none.
                let Some(&next) = holding.first() else { break };
                if holding.len() == 1 {
                    seen.insert((pattern, next));
                }
                (now, pattern) = (earlier, next);
            }
        }
        for (pattern, next) in seen {
            let mut forgery = written.clone();
            let named = forgery["cages"][0]["before"][pattern]
                .as_array_mut()
                .unwrap();
            named.retain(|place| *place != json!(next));
            let read = from_json(&forgery).unwrap();
            assert!(
                verify(&read, position).is_err(),
                "{pattern} {next} {position:?}"
            );
            refused += 1;
        }
    }
    assert!(refused > 10, "{refused}");
}

/// What a proof says of a position with a target, or of men that never moved, it does not say of one without.
#[test]
fn a_proof_says_nothing_of_positions_of_which_less_is_known() {
    let mut refused = 0;
    for Sound { position, proof } in &*SOUND {
        let mut less = vec![position.clone(); 2];
        less[0].ep = EpState::None;
        less[1].frozen = Bitboard::EMPTY;
        let is_less = [
            matches!(position.ep, EpState::Target(_)),
            position.frozen.any(),
        ];
        for (claimed, is_less) in less.iter().zip(is_less) {
            if is_less {
                assert!(verify(proof, claimed).is_err(), "{claimed:?}");
                refused += 1;
            }
        }
    }
    // A proof that has a target in its first position, whatever it says of it.
    let fen = "4k3/8/8/8/4P3/8/8/4K2P b";
    let mut position = RetroPosition::of_world(&diagram(fen), World::default());
    let claimed = position.clone();
    position.ep = EpState::Target(Square::E3);
    let edge = EdgePawn { square: Square::H1 };
    let proof = Refutation::by_reason(position.clone(), edge.into());
    assert!(verify(&proof, &position).is_ok() && verify(&proof, &claimed).is_err());
    assert!(refused > 4, "{refused}");
}

/// The initial array with nobody who can have moved has no last move, and is no contradiction.
#[test]
fn the_array_is_never_refuted() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    let mut array = RetroPosition::of_world(&diagram(fen), World::default());
    array.rights = [RightState::Open; 4];
    array.frozen = array.board.occupied();
    let proof = Refutation::at_once(array.clone(), Why::Retractions(Vec::new()));
    assert!(verify(&proof, &array).is_err());
}

/// Who is not shut in may have moved, a king and a rook among them.
#[test]
fn who_can_have_moved_is_not_said_never_to_have() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w";
    let mut position = RetroPosition::of_world(&diagram(fen), World::default());
    let board = position.board.clone();
    for right in Right::ALL {
        let reason = Reason::NeverMoved(NeverMoved::LostRight(right));
        for kept in [right.king_home(), right.rook_home()] {
            position.frozen = kept.into();
            let proof = Refutation::by_reason(position.clone(), reason.clone());
            assert!(verify(&proof, &position).is_err(), "{right:?} {kept}");
        }
    }
    position.frozen = Bitboard::EMPTY;
    position.rights = [RightState::Open; 4];
    position.moved = board.occupied() & !board.pawns();
    let of_both = [Square::E1, Square::G1, Square::F1, Square::D8, Square::G8];
    // A rook goes where a knight stood that left.
    for square in of_both.into_iter().chain([Square::A1, Square::H8]) {
        let reason = Reason::NeverMoved(NeverMoved::SaidToHaveMoved(square));
        let proof = Refutation::by_reason(position.clone(), reason);
        assert!(verify(&proof, &position).is_err(), "{square}");
    }
}

/// Moves of which a side had more, and a double check that a move uncovers.
#[test]
fn what_was_possible_is_not_counted_out() {
    // White's knights have been out, or his pawn has moved: he made more moves than none.
    for (fen, at_most, needed) in [
        ("rnbqkbnr/3ppppp/ppp5/8/8/8/PPPPPPPP/RNBQKBNR w", 0, 3),
        ("rnbqkbnr/3ppppp/ppp5/8/8/P7/1PPPPPPP/RNBQKBNR w", 0, 3),
        ("rnbqkbnr/3ppppp/ppp5/8/8/8/PPPPPPP1/RNBQKBNR w", 0, 3),
    ] {
        let mut position = RetroPosition::of_world(&diagram(fen), World::default());
        position.rights = [RightState::Open; 4];
        let claim = Tempo {
            short: Color::White,
            at_most,
            needed,
        };
        let proof = Refutation::by_reason(position.clone(), claim.into());
        assert!(verify(&proof, &position).is_err(), "{fen}");
    }
    // The knight went from e5 and uncovered the rook.
    let fen = "4k3/8/5N2/8/8/8/8/K3R3 b";
    let position = RetroPosition::of_world(&diagram(fen), World::default());
    let claim = ImpossibleCheck {
        king: Square::E8,
        checkers: Bitboard::from(Square::F6) | Square::E1,
    };
    let proof = Refutation::by_reason(position.clone(), claim.into());
    assert!(verify(&proof, &position).is_err());
}

/// What hints ask for is bounded, for each claim and for the whole refutation.
#[test]
fn what_asks_for_more_than_its_allowance_is_refused() {
    let holds = |proof: &Refutation| {
        let position = &proof.positions[0].position;
        Checker::within(&nodes(1).start())
            .verify(proof, position)
            .is_ok()
    };
    let found = SOUND.iter().find(|sound| {
        let why = &sound.proof.positions[0].why;
        matches!(why, Why::Reason(Reason::NoScenario(claim))
            if matches!(claim.hint, Hint::Cases { .. }))
    });
    let Sound { position, proof } = found.unwrap();
    let Why::Reason(Reason::NoScenario(claim)) = &proof.positions[0].why else {
        unreachable!("found so");
    };
    let Hint::Cases { met, .. } = &claim.hint else {
        unreachable!("found so");
    };
    let others: u32 = (claim.nogoods.as_deref().unwrap_or_default().iter())
        .map(|nogood| match nogood.hint {
            Hint::Cases { ways, .. } => ways,
            _ => 0,
        })
        .sum();
    let asking = |ways: u32| {
        let hint = Hint::Cases {
            met: met.clone(),
            ways,
        };
        let claim = NoScenario {
            hint,
            ..claim.clone()
        };
        Refutation::by_reason(position.clone(), claim.into())
    };
    // A claim may ask for 320,000 ways, a refutation for 20,000,000 of all.
    let most = asking(320_000 - others);
    assert!(holds(&most));
    assert!(!holds(&asking(320_001 - others)));
    let repeated = |times: usize| Refutation {
        positions: vec![most.positions[0].clone(); times],
    };
    assert!(holds(&repeated(50)));
    assert!(!holds(&repeated(63)));
}
