//! Finder and checker on the same claims: that some parts of a story exclude one another.
//!
//! Parts that really happened together in a game exclude one another for nobody. Of parts that are changed both may
//! say so or not: what one of them sees the other may miss, and how often is told.

use beruehrt::retro::ledger::Ledger;
use beruehrt::retro::model::claim::{Because, Course, Depth, End, Hint, Nogood, Part};
use beruehrt::retro::scenario::order::{PawnGroups, contradict};
use beruehrt::retro::scenario::reach_cache::ReachCache;
use beruehrt::retro::scenario::side::Side;
use beruehrt::retro::{RetroPosition, shown};
use shakmaty::{Chess, Color, File, Move, Position, Rank, Role, Square};

use crate::games::{Dice, Style};
use crate::story::{Story, arisen};
use crate::{Enough, look_into_games, nodes, number, usual_or_thorough};

/// Some of these parts, no pawn told of twice.
fn some(parts: &[Part], dice: &mut Dice, most: usize) -> Vec<Part> {
    let mut chosen: Vec<Part> = Vec::new();
    for _ in 0..dice.below(most + 1) {
        let part = parts[dice.below(parts.len())];
        let kind = std::mem::discriminant(&part);
        let subject = |part: &Part| match *part {
            Part::Career(course) => u32::from(course.origin()),
            Part::Promotion { file, .. } | Part::Present(file) => u32::from(file),
            Part::Originals(class, _) => class as u32,
        };
        if !chosen
            .iter()
            .any(|other| std::mem::discriminant(other) == kind && subject(other) == subject(&part))
        {
            chosen.push(part);
        }
    }
    chosen
}

/// Something else said of the same man.
fn changed(part: Part, dice: &mut Dice) -> Part {
    let square = |dice: &mut Dice| Square::ALL[dice.below(64)];
    match part {
        Part::Career(course) => {
            let mut path = course.path().to_vec();
            let mut end = course.end;
            match dice.below(3) {
                0 if path.len() > 1 => {
                    path.pop();
                }
                0 | 1 => {
                    let last = path[path.len() - 1];
                    let right = last == File::A || (last < File::H && dice.below(2) == 0);
                    path.extend(last.offset(if right { 1 } else { -1 }));
                }
                _ => {
                    end = match dice.below(3) {
                        0 => End::Falls,
                        1 => End::Spent(Square::ALL[56 + dice.below(8)]),
                        _ => End::Stands(square(dice)),
                    }
                }
            }
            Course::new(&path, end).map_or(part, Part::Career)
        }
        Part::Promotion { file, class, .. } => Part::Promotion {
            file,
            square: square(dice),
            class,
        },
        Part::Present(file) => Part::Present(file.offset(1).unwrap_or(File::A)),
        Part::Originals(class, homes) => {
            let homes = class.homes(if dice.below(2) == 0 {
                Color::White
            } else {
                Color::Black
            }) & !homes;
            Part::Originals(class, homes)
        }
    }
}

/// What the finder says of the parts with so many nodes.
fn found(nogood: &Nogood, position: &RetroPosition, most: u64) -> Option<bool> {
    let ledger = Ledger::new(position)?;
    let reaches = ReachCache::new(&ledger);
    let sides = [Color::White, Color::Black].map(|color| Side::new(&ledger, color));
    let (Some(white), Some(black)) = (
        sides[0].with_parts(&nogood.parts[0]),
        sides[1].with_parts(&nogood.parts[1]),
    ) else {
        return Some(true);
    };
    let mut budget = nodes(most).start();
    let all = PawnGroups::All(&[]);
    contradict(
        &reaches,
        [&white, &black],
        Depth::JointPawns,
        all,
        &mut budget,
    )
    .ok()
}

/// What both said of some claims.
#[derive(Default)]
struct Answers {
    /// By what the finder says and what the checker says.
    table: [[u64; 2]; 2],
    asked: u64,
    /// Claims that are true to a game.
    stories: u64,
}

impl Answers {
    fn add(&mut self, other: &Answers) {
        for (row, more) in self.table.iter_mut().zip(other.table) {
            for (count, more) in row.iter_mut().zip(more) {
                *count += more;
            }
        }
        self.asked += other.asked;
        self.stories += other.stories;
    }
}

/// The nodes a claim may cost the finder, and those that the claims of a position may cost the checker.
#[derive(Debug, Clone, Copy)]
struct Effort {
    finder: u64,
    checker: u64,
}

/// Plays one game and asks both of claims, half of them true to the game.
fn answers(game: u64, seed: u64, effort: Effort) -> Answers {
    let mut answers = Answers::default();
    let mut dice = Dice::new(seed * 7_000_003 + game);
    let style = Style::ALL[dice.below(Style::ALL.len())];
    let mut story = Story::new();
    let stride = 5 + dice.below(20);
    for (ply, (played, position)) in style.game(&mut dice.clone(), 240).enumerate() {
        story.play(played);
        if ply < 12 || ply % stride != 0 {
            continue;
        }
        let retro = arisen(&position);
        let [white, black] = [Color::White, Color::Black].map(|color| story.parts(color));
        let nogoods: Vec<Nogood> = (0..12)
            .map(|i| {
                let mut parts = [some(&white, &mut dice, 6), some(&black, &mut dice, 6)];
                if i % 2 == 1 {
                    let side = dice.below(2);
                    if !parts[side].is_empty() {
                        let place = dice.below(parts[side].len());
                        parts[side][place] = changed(parts[side][place], &mut dice);
                    }
                }
                Nogood {
                    parts: parts.map(Vec::into_boxed_slice),
                    because: Because::NoOrder(Depth::JointPawns),
                    hint: Hint::None,
                }
            })
            .collect();
        let checked = shown(&nogoods, &retro, &nodes(effort.checker).start()).unwrap();
        for (nogood, checked) in nogoods.iter().zip(checked) {
            answers.asked += 1;
            let found = found(nogood, &retro, effort.finder).unwrap_or(false);
            answers.table[usize::from(found)][usize::from(checked)] += 1;
            let happened = nogood.parts[0].iter().all(|part| white.contains(part))
                && nogood.parts[1].iter().all(|part| black.contains(part));
            if happened {
                answers.stories += 1;
                assert!(!checked, "the checker excludes {nogood:?} in {retro:?}");
                assert!(!found, "the finder excludes {nogood:?} in {retro:?}");
            }
        }
    }
    answers
}

/// Asks both of so many claims.
fn compare(claims: u64, seed: u64, effort: Effort) {
    let mut all = Answers::default();
    look_into_games(
        |game| answers(game, seed, effort),
        |answers| {
            all.add(&answers);
            Enough::when(all.asked >= claims)
        },
    );
    let Answers {
        table,
        asked,
        stories,
    } = all;
    let [[neither, checker], [finder, both]] = table;
    println!(
        "{asked} claims, {stories} of them true to a game and excluded by nobody; excluded by both {both}, by the \
         finder alone {finder}, by the checker alone {checker}, by neither {neither}"
    );
    assert!(stories * 3 > asked && both > 0, "{stories} {both}");
    // What the finder sees the checker should see, but for what it has no rule for.
    assert!(finder * 10 <= both, "{finder} of {both}");
}

#[test]
fn nobody_excludes_what_happened_in_a_game() {
    let effort = Effort {
        finder: usual_or_thorough(300, 1_000),
        checker: usual_or_thorough(3_000, 10_000),
    };
    compare(80, 1, effort);
}

/// `cargo test --release --test checker long -- --ignored --nocapture`; CLAIMS and SEED, and the nodes FINDER and CHECKER: a claim on
/// which nothing is found costs them all.
#[test]
#[ignore = "minutes"]
fn nobody_excludes_what_happened_in_long_games() {
    let effort = Effort {
        finder: number("FINDER", 3_000),
        checker: number("CHECKER", 40_000),
    };
    compare(number("CLAIMS", 100_000), number("SEED", 2), effort);
}

/// Plays one game and has the finder move the pawns of its positions jointly, with all that happened: how many.
fn rehearsed(game: u64, seed: u64) -> u64 {
    let mut asked = 0;
    let mut dice = Dice::new(seed * 9_000_011 + game);
    let style = Style::ALL[dice.below(Style::ALL.len())];
    let mut story = Story::new();
    let stride = 10 + dice.below(30);
    for (ply, (played, position)) in style.game(&mut dice.clone(), 200).enumerate() {
        story.play(played);
        if ply < 8 || ply % stride != 0 {
            continue;
        }
        let whole = Nogood {
            parts: [Color::White, Color::Black].map(|color| story.parts(color).into_boxed_slice()),
            because: Because::NoOrder(Depth::JointPawns),
            hint: Hint::None,
        };
        let retro = arisen(&position);
        let found = found(&whole, &retro, 4_000);
        asked += 1;
        assert_ne!(
            found,
            Some(true),
            "the finder excludes {whole:?} in {retro:?}"
        );
    }
    asked
}

/// Whole games can be played, at so many positions.
fn reach_jointly(positions: u64, seed: u64) {
    let mut asked = 0;
    look_into_games(
        |game| rehearsed(game, seed),
        |more| {
            asked += more;
            Enough::when(asked >= positions)
        },
    );
    println!("{asked} games can be rehearsed");
}

#[test]
fn whole_games_can_be_rehearsed() {
    reach_jointly(20, 1);
}

/// `cargo test --release --test checker long -- --ignored --nocapture`; CLAIMS and SEED.
#[test]
#[ignore = "minutes"]
fn whole_games_can_be_rehearsed_in_a_long_look() {
    reach_jointly(number("CLAIMS", 10_000), number("SEED", 3));
}

/// Whether that move leaves bishops shut in and nobody but a few pawns out of doors: in such games numbers of moves are known.
fn keeps_shut(played: Move) -> bool {
    match played.role() {
        Role::Pawn => {
            let from = played.from().expect("no drops");
            let is_beside = matches!(from.file(), File::A | File::C | File::F | File::H);
            let is_step = from.rank().distance(played.to().rank()) == 1;
            let is_first = matches!(from.rank(), Rank::Second | Rank::Seventh);
            is_beside && is_step && is_first && !played.is_capture()
        }
        Role::Bishop => false,
        _ => !played.is_castle(),
    }
}

/// Numbers of moves that do not fit the side to move are never shown where a game was played, and where the other side would be to move
/// they are those of the game, if anything is shown.
#[test]
fn numbers_of_moves_are_those_of_the_game() {
    let mut shown_where_turned = 0;
    for seed in 0..150 {
        let mut dice = Dice::new(seed);
        let mut story = Story::new();
        let mut position = Chess::default();
        for ply in 1..=4 + dice.below(30) {
            let mut moves = position.legal_moves();
            moves.retain(|played| keeps_shut(*played));
            let Some(&played) = moves.get(dice.below(moves.len().max(1))) else {
                break;
            };
            position.play_unchecked(played);
            story.play(played);
            if ply % 3 != 0 {
                continue;
            }
            let parts =
                [Color::White, Color::Black].map(|color| story.parts(color).into_boxed_slice());
            let numbers = [ply.div_ceil(2), ply / 2].map(|moves| moves % 2 == 1);
            let claims: Vec<Nogood> = [[false, false], [false, true], [true, false], [true, true]]
                .map(|odd| Nogood {
                    parts: parts.clone(),
                    because: Because::MoveNumbers { odd },
                    hint: Hint::None,
                })
                .into();
            let retro = arisen(&position);
            let never = shown(&claims, &retro, &nodes(40_000).start()).unwrap();
            assert!(!never.contains(&true), "{never:?} in {retro:?}");
            let mut turned = retro.clone();
            turned.turn = !retro.turn;
            let checked = shown(&claims, &turned, &nodes(40_000).start()).unwrap();
            for (claim, is_shown) in claims.iter().zip(checked) {
                if is_shown {
                    assert_eq!(
                        claim.because,
                        Because::MoveNumbers { odd: numbers },
                        "{retro:?}"
                    );
                    shown_where_turned += 1;
                }
            }
        }
    }
    assert!(shown_where_turned > 100, "{shown_where_turned}");
}
