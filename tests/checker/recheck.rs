//! Refutations of all kinds, found and then confirmed by the checker by itself.

use std::collections::BTreeMap;

use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::retro::checker::{CertificateError, Checker, from_json, to_json};
use beruehrt::retro::model::claim::Reason;
use beruehrt::retro::rules::refute;
use beruehrt::retro::{Refutation, RetroPosition, Why, elaborate, refute_world};
use rayon::prelude::*;
use shakmaty::{Bitboard, Board, Chess, Color, Position, Role, attacks};

use crate::games::{Dice, Style};
use crate::{Enough, look_into_games, nodes, number};

/// The position of a game with some men put elsewhere, and perhaps the other side to move.
pub fn disturbed(position: &Chess, dice: &mut Dice) -> Diagram {
    let mut board = position.board().clone();
    let any = |dice: &mut Dice, squares: Bitboard| {
        let count = squares.count().max(1);
        squares.into_iter().nth(dice.below(count))
    };
    for _ in 0..=dice.below(4) {
        let men = if dice.below(4) > 0 {
            board.pawns()
        } else {
            board.occupied() & !board.kings()
        };
        let Some(from) = any(dice, men) else { continue };
        let Some(man) = board.remove_piece_at(from) else {
            continue;
        };
        let mut free = !board.occupied();
        if man.role == Role::Pawn {
            free &= attacks::king_attacks(from) & !Bitboard::BACKRANKS;
        }
        let to = any(dice, free).unwrap_or(from);
        board.set_piece_at(to, man);
    }
    let turn = if dice.below(2) == 0 {
        position.turn()
    } else {
        position.turn().other()
    };
    Diagram { board, turn }
}

/// What the checker says of refutations.
#[derive(Default)]
struct Tally {
    confirmed: usize,
    unshown: usize,
    refused: Vec<String>,
    kinds: BTreeMap<String, usize>,
}

impl Tally {
    fn check(&mut self, proof: &Refutation, position: &RetroPosition) {
        let budget = nodes(1).start();
        let elaborated = elaborate(proof, &Limits::unlimited().start()).unwrap();
        let read = from_json(&to_json(&elaborated)).unwrap();
        match Checker::within(&budget).verify(&read, position) {
            Ok(_) => self.confirmed += 1,
            Err(CertificateError::NotShown(_)) => {
                self.unshown += 1;
                println!("not shown: {} {:?}", position.board, position.turn);
            }
            Err(flaw) => self.refused.push(format!("{flaw} {position:?}")),
        }
        for refuted in &read.positions {
            let kind = match &refuted.why {
                Why::Reason(Reason::NoScenario(claim)) if claim.nogoods.is_some() => {
                    "no-scenario by cases".to_owned()
                }
                Why::Reason(reason) => {
                    let text = format!("{reason:?}");
                    text.split('(').next().unwrap_or_default().to_owned()
                }
                Why::Retractions(_) => "retractions".to_owned(),
                Why::Cage(_) => "cage".to_owned(),
            };
            *self.kinds.entry(kind).or_default() += 1;
        }
    }

    fn count(&self) -> usize {
        self.confirmed + self.unshown + self.refused.len()
    }

    fn add(&mut self, other: Tally) {
        self.confirmed += other.confirmed;
        self.unshown += other.unshown;
        self.refused.extend(other.refused);
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }

    /// Says what came of it.
    ///
    /// # Panics
    ///
    /// If any refutation was refused or not shown.
    fn tell(&self) {
        println!(
            "{} refutations: {} confirmed, {} not shown, {} refused; steps: {:?}",
            self.count(),
            self.confirmed,
            self.unshown,
            self.refused.len(),
            self.kinds
        );
        assert!(self.refused.is_empty(), "{}", self.refused.join("\n"));
        assert_eq!(self.unshown, 0, "not shown");
    }
}

/// Every world of the diagrams of one game, each with something changed: rights and targets that the game does not leave
/// are among them.
fn worlds_of_a_game(game: u64, seed: u64, effort: u64) -> Tally {
    let mut tally = Tally::default();
    let mut dice = Dice::new(seed * 9_000_011 + game);
    let style = Style::ALL[dice.below(Style::ALL.len())];
    let positions: Vec<Chess> = style
        .game(&mut dice, 240)
        .skip(8)
        .step_by(23)
        .map(|(_, position)| position)
        .collect();
    for position in positions {
        let diagram = disturbed(&position, &mut dice);
        for world in diagram.candidates().iter() {
            let retro = RetroPosition::of_world(&diagram, world);
            // Scenarios first: they are what the checker has most to do with.
            if let Ok(Some(reason @ Reason::NoScenario(_))) =
                refute(&retro, &mut nodes(effort).start())
            {
                tally.check(
                    &Refutation::at_once(retro, Why::Reason(reason)),
                    &RetroPosition::of_world(&diagram, world),
                );
            } else if let Ok(proof) = refute_world(&diagram, world, &[], &mut nodes(effort).start())
            {
                tally.check(&proof, &retro);
            }
        }
    }
    tally
}

/// So many refutations of worlds of random games.
fn random_worlds(refutations: usize, seed: u64, effort: u64) -> Tally {
    let mut all = Tally::default();
    look_into_games(
        |game| worlds_of_a_game(game, seed, effort),
        |tally| {
            all.add(tally);
            Enough::when(all.count() >= refutations)
        },
    );
    all
}

/// The diagram in a line of a table: the first of its fields, separated by tabs, that begins with one. With no side to move,
/// with either.
pub fn diagrams_of_a_row(line: &str) -> Vec<Diagram> {
    let board_and_turn = line.split('\t').find_map(|field| {
        let mut words = field.split(' ');
        let board = Board::from_ascii_board_fen(words.next()?.as_bytes()).ok()?;
        Some((board, words.next()))
    });
    let Some((board, turn)) = board_and_turn else {
        return Vec::new();
    };
    let turns: &[Color] = match turn {
        Some("w") => &[Color::White],
        Some("b") => &[Color::Black],
        _ => &[Color::White, Color::Black],
    };
    let with_turn = |&turn| Diagram {
        board: board.clone(),
        turn,
    };
    turns.iter().map(with_turn).collect()
}

/// Every world of the diagrams in a line of a table.
fn worlds_of_a_row(line: &str, effort: u64) -> Tally {
    let mut tally = Tally::default();
    for diagram in diagrams_of_a_row(line) {
        for world in diagram.candidates().iter() {
            if let Ok(proof) = refute_world(&diagram, world, &[], &mut nodes(effort).start()) {
                tally.check(&proof, &RetroPosition::of_world(&diagram, world));
            }
        }
    }
    tally
}

#[test]
fn what_was_refuted_is_confirmed() {
    random_worlds(150, 3, 60).tell();
}

/// `cargo test --release --test checker long -- --ignored --nocapture`; REFUTATIONS, SEED and NODES, and TABLES, paths of tables of
/// diagrams with commas between them, of which every STEP-th line is asked too.
#[test]
#[ignore = "minutes"]
fn what_was_refuted_with_long_effort_is_confirmed() {
    let effort = number("NODES", 300);
    if let Ok(files) = std::env::var("TABLES") {
        let step = number("STEP", 1) as usize;
        for file in files.split(',') {
            let text = std::fs::read_to_string(file).unwrap();
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            let lines: Vec<&str> = lines.into_iter().step_by(step).collect();
            let tallies: Vec<Tally> = lines
                .into_par_iter()
                .map(|line| worlds_of_a_row(line, effort))
                .collect();
            let mut all = Tally::default();
            for tally in tallies {
                all.add(tally);
            }
            println!("{file}:");
            all.tell();
        }
    }
    random_worlds(
        number("REFUTATIONS", 5_000) as usize,
        number("SEED", 4),
        effort,
    )
    .tell();
}
