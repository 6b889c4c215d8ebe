//! The originals shipped in `problems/originals`: what each file says of itself is computed anew:
//! worlds, key, every published line, the mechanism it is there for, and how it was found.

use std::fs;
use std::path::PathBuf;

use beruehrt::budget::Limits;
use beruehrt::compose::{Draw, Find, Mechanism, Wish, compose};
use beruehrt::problem::{Convention, Histories, Length, Problem, Stipulation, Twin};
use beruehrt::retro::{analyse, usual_limits};
use beruehrt::solution::Verdict;
use beruehrt::solve::{Detail, Feasibility, SolveOptions, Threads, WorldStatus, solve};
use beruehrt::syntax;
use beruehrt::verify::{Economy, Finding, Soundness, VerifyOptions, verify};
use beruehrt::world::WorldSet;
use rayon::prelude::*;

use crate::files;

/// The mechanisms that some original shows.
const SHOWN: [Mechanism; 7] = [
    Mechanism::PawnOwes,
    Mechanism::TwoCaptures,
    Mechanism::FreeMove,
    Mechanism::OtherCastling,
    Mechanism::CaptureThenCastling,
    Mechanism::DefenderTrial,
    Mechanism::DeferredDiffers,
];

struct Original {
    name: String,
    text: String,
    problem: Problem,
    mechanisms: Vec<Mechanism>,
}

impl Original {
    fn twin(&self) -> &Twin {
        &self.problem.twins[0]
    }

    fn claimed(&self) -> &WorldSet {
        match &self.twin().histories {
            Histories::Claim(worlds) | Histories::Given(worlds) => worlds,
            Histories::Analyse => panic!("{}: no histories", self.name),
        }
    }
}

fn originals() -> Vec<Original> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("problems/originals");
    files::below(&folder, "bg")
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(path).unwrap();
            let mut entries = syntax::parse(&text).entries;
            assert_eq!(entries.len(), 1, "{name}");
            let problem = entries.remove(0).problem.unwrap();
            let keywords = problem.keywords.clone().unwrap_or_default();
            let mechanisms = Mechanism::ALL
                .into_iter()
                .filter(|mechanism| keywords.split(", ").any(|word| word == mechanism.keyword()))
                .collect();
            Original {
                name,
                text,
                problem,
                mechanisms,
            }
        })
        .collect()
}

fn solve_options(detail: Detail) -> SolveOptions {
    SolveOptions {
        threads: Threads::Current,
        table_mib: 16,
        detail,
        ..SolveOptions::default()
    }
}

#[test]
fn each_shows_its_mechanism() {
    for original in originals() {
        let name = &original.name;
        let twin = original.twin();
        assert_eq!(twin.convention, Convention::BeruehrtGefuehrt, "{name}");
        assert!(!original.mechanisms.is_empty(), "{name}");
        let worlds = WorldStatus::given(original.claimed());
        let outcome = solve(twin, &worlds, &solve_options(Detail::Full)).unwrap();
        assert_eq!(outcome.verdict, Verdict::Solved, "{name}");
        assert_eq!(outcome.keys().len(), 1, "{name}");
        let solution = outcome.solution.as_ref().unwrap();
        for mechanism in &original.mechanisms {
            assert!(mechanism.shows(solution), "{name}: {mechanism:?}");
            let Some(options) = mechanism.contrast(twin.options) else {
                continue;
            };
            let other = Twin {
                options,
                ..twin.clone()
            };
            let other = solve(&other, &worlds, &solve_options(Detail::Keys)).unwrap();
            assert_ne!(other.keys().len(), 1, "{name}: {mechanism:?}");
        }
    }
}

#[test]
fn the_mechanisms_of_the_genre_are_there() {
    let shown: Vec<Mechanism> = originals()
        .iter()
        .flat_map(|original| original.mechanisms.clone())
        .collect();
    for mechanism in SHOWN {
        assert!(shown.contains(&mechanism), "{mechanism:?}");
    }
}

#[test]
fn each_is_sound_in_the_histories_of_our_own_analysis() {
    originals().par_iter().for_each(|original| {
        let name = &original.name;
        let twin = original.twin();
        let limits = Limits {
            // The same answer on a slow machine.
            time: None,
            // Twice the default, for a world of double-step-of-three, whose histories are given to the solver.
            nodes: Some(300_000),
            ..usual_limits()
        };
        let worlds: Vec<WorldStatus> = analyse(&twin.diagram, &twin.facts, &limits)
            .worlds
            .iter()
            .map(WorldStatus::from)
            .collect();
        let told = matches!(twin.histories, Histories::Given(_));
        for status in &worlds {
            let claimed = original.claimed().contains(status.world);
            if !claimed && told {
                // What is told excludes it, not the diagram.
                continue;
            }
            let expected = if claimed {
                Feasibility::Possible
            } else {
                Feasibility::Impossible
            };
            assert_eq!(status.feasibility, expected, "{name}: {}", status.world);
        }
        let worlds = if told {
            WorldStatus::given(original.claimed())
        } else {
            worlds
        };
        let options = VerifyOptions {
            solve: solve_options(Detail::Full),
            economy: Economy::Skip,
            ..VerifyOptions::default()
        };
        let verification = verify(&original.problem, twin, &worlds, &options);
        assert_eq!(verification.soundness, Soundness::Sound, "{name}");
    });
}

#[test]
fn most_need_the_touch_law() {
    let originals = originals();
    assert!(originals.len() >= 12, "{}", originals.len());
    let needing = (originals.iter())
        .filter(|original| {
            let name = &original.name;
            let options = VerifyOptions {
                solve: solve_options(Detail::Full),
                economy: Economy::Skip,
                ..VerifyOptions::default()
            };
            let worlds = WorldStatus::given(original.claimed());
            let verification = verify(&original.problem, original.twin(), &worlds, &options);
            assert_eq!(verification.soundness, Soundness::Sound, "{name}");
            // Every published line was found again.
            let replayed = |finding: &Finding| matches!(finding, Finding::Replayed(_));
            assert!(verification.findings.iter().any(replayed), "{name}");
            !verification.findings.contains(&Finding::TouchLawNotNeeded)
        })
        .count();
    assert!(needing >= 8, "{needing} of {}", originals.len());
}

/// The words behind `beruehrt compose` in the first line of a file.
fn search_line(text: &str) -> Option<Vec<&str>> {
    let line = text.lines().next()?;
    let command = line.split('`').nth(1)?;
    let words = command.strip_prefix("beruehrt compose ")?;
    Some(words.split(' ').collect())
}

#[test]
fn the_search_finds_them_again() {
    originals().par_iter().for_each(|original| {
        let name = &original.name;
        let Some(words) = search_line(&original.text) else {
            let line = original.text.lines().next().unwrap();
            assert!(line.ends_with("tested with `beruehrt verify`."), "{name}");
            return;
        };
        let value = |option: &str| -> u64 {
            let place = words.iter().position(|word| *word == option);
            let place = place.unwrap_or_else(|| panic!("{name}: no {option}"));
            words[place + 1].parse().unwrap()
        };
        let mechanism = Mechanism::ALL
            .into_iter()
            .find(|mechanism| mechanism.keyword() == words[0])
            .unwrap();
        let Stipulation::Goal(forced) = original.twin().stipulation else {
            panic!("{name}");
        };
        let Length::HalfMoves(plies) = forced.length else {
            panic!("{name}");
        };
        let mut wish = Wish::new(mechanism);
        wish.moves = plies.div_ceil(2);
        wish.options = original.twin().options;
        wish.seed = value("--seed");
        wish.first = value("--first");
        wish.draws = value("--draws");
        let composed = compose(&wish, &|_: &Draw| {});
        let fen = |find: &Find| find.problem.twins[0].diagram.fen();
        let found: Vec<String> = composed.finds.iter().map(fen).collect();
        assert_eq!(found, [original.twin().diagram.fen()], "{name}");
    });
}
