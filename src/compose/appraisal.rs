//! What a draft is worth: cheap looks first, the whole solution last.

use std::cell::RefCell;

use shakmaty::{Color, Move, Square};

use super::draft::{Draft, Guard};
use super::{Mechanism, Wish};
use crate::budget::{Budget, Limit, Limits};
use crate::game::{Ruled, Rules, State};
use crate::problem::{
    Convention, Diagram, Duplex, Forced, Goal, Histories, Length, Options, Play, SetPlay,
    Stipulation, Twin,
};
use crate::search::{Act, AndOr, Question};
use crate::solution::{Judgment, Key, Manner, Verdict};
use crate::solve::{Detail, Outcome, SolveOptions, Threads, WorldStatus, solve};

/// Nodes that one cheap appraisal may cost.
const LOOK_NODES: u64 = 60_000;
/// Nodes that one solution may cost.
pub(super) const SOLVE_NODES: u64 = 300_000;
/// Keys beyond which they are not counted; a draft with more faults has no thematic key.
pub(super) const MANY: usize = 40;
/// Faults that a stubborn cook counts for.
const STUBBORN: usize = 6;
/// Faults of a draft whose worlds have no past.
const NO_PAST: usize = 100 * MANY;

/// Appraises drafts for one wish.
#[derive(Debug)]
pub(super) struct Appraiser<'a> {
    wish: &'a Wish,
    search: RefCell<AndOr>,
    /// For the options that the mechanism is contrasted with.
    contrast: Option<RefCell<AndOr>>,
}

impl<'a> Appraiser<'a> {
    pub(super) fn new(wish: &'a Wish) -> Appraiser<'a> {
        Appraiser {
            wish,
            search: RefCell::new(search(wish.options)),
            contrast: (wish.mechanism == Mechanism::DeferredDiffers)
                .then(|| wish.mechanism.contrast(wish.options))
                .flatten()
                .map(|options| RefCell::new(search(options))),
        }
    }

    /// How far a draft is from one thematic key: 0 if that is its only key. `None` if that is more
    /// than `most`, without hope, or costs too much to see.
    pub(super) fn faults(&self, draft: &Draft, most: usize) -> Option<usize> {
        if draft.guard == Guard::Lock && !draft.is_open() {
            return (NO_PAST <= most).then_some(NO_PAST);
        }
        let state = State::start(&self.twin(draft).diagram, draft.worlds).ok()?;
        let mut budget = Limits {
            nodes: Some(LOOK_NODES),
            ..Limits::default()
        }
        .start();
        let mut search = self.search.borrow_mut();
        let plies = self.plies();
        let acts = search.acts(&state);
        let mechanism = self.wish.mechanism;
        let (bearers, others): (Vec<Act>, Vec<Act>) = acts
            .into_iter()
            .partition(|act| mechanism.may_have_key(*act, self.wish.options));
        let bearing: Vec<Option<Square>> = bearers.iter().map(|act| act.mv.from()).collect();
        let mut keys = 0;
        let mut thematic = false;
        let mut failing = usize::MAX;
        let mut missing = MANY - 1;
        for act in bearers {
            let refuting = refuting_rulings(&mut search, &state, act, plies, &mut budget).ok()?;
            let lost = match act.manner {
                Manner::Trial => refuting.len(),
                _ => usize::from(!search.reaches_with(&state, act, plies, &mut budget).ok()?),
            };
            if mechanism.is_rare() && lost > 0 && lost <= failing {
                let saved = saving_replies(&mut search, &refuting, plies, &mut budget).ok()?;
                let best = if lost < failing { MANY - 1 } else { missing };
                missing = best.min(saved);
            }
            failing = failing.min(lost);
            if lost == 0 {
                keys += 1;
                if mechanism == Mechanism::CaptureThenCastling {
                    let duals = self
                        .duals_of_castling(&mut search, &state, act, &mut budget)
                        .ok()?;
                    thematic = thematic || duals.is_some();
                    keys += duals.unwrap_or(0);
                } else {
                    thematic =
                        thematic || self.is_thematic(&mut search, &state, act, &mut budget)?;
                }
            }
        }
        if !thematic {
            let finer = if mechanism.is_rare() { missing } else { 0 };
            let faults = failing.checked_add(1)?.max(2) * MANY + finer;
            return (faults <= most).then_some(faults);
        }
        for act in others {
            if search.reaches_with(&state, act, plies, &mut budget).ok()? {
                keys += self
                    .weight(&mut search, &state, act, &bearing, &mut budget)
                    .ok()?;
                if keys > most.saturating_add(1) {
                    return None;
                }
                if keys >= MANY {
                    keys = MANY;
                    break;
                }
            }
        }
        let faults = keys - 1;
        (faults <= most).then_some(faults)
    }

    /// How many faults the cook `act` counts for. One that mates at once is not got rid of by a step aside. Of a move that
    /// a denial would have the player make anyway, the answers to a castling count: castling must refute it.
    fn weight(
        &self,
        search: &mut AndOr,
        state: &State,
        act: Act,
        bearing: &[Option<Square>],
        budget: &mut Budget,
    ) -> Result<usize, Limit> {
        if search.mates_at_once(state, act, budget)? {
            return Ok(STUBBORN);
        }
        if !self.wish.mechanism.is_rare() || !bearing.contains(&act.mv.from()) {
            return Ok(1);
        }
        let after = state.play(act.mv);
        let mut fewest = STUBBORN;
        for castling in search.acts(&after) {
            if castling.mv.is_castle() && castling.manner != Manner::Trial {
                let castled = after.play(castling.mv);
                let mut answers = 0;
                for answer in search.acts(&castled) {
                    if search.reaches_with(&castled, answer, self.plies() - 2, budget)? {
                        answers += 1;
                    }
                }
                fewest = fewest.min(answers);
            }
        }
        Ok(1 + fewest)
    }

    /// Whether the key `act` may bear the mechanism, seen cheaply; `None` if that costs too much.
    fn is_thematic(
        &self,
        search: &mut AndOr,
        state: &State,
        act: Act,
        budget: &mut Budget,
    ) -> Option<bool> {
        if let Some(contrast) = &self.contrast {
            // The key solves under these options alone.
            let mut contrast = contrast.borrow_mut();
            let solves = contrast
                .reaches_with(state, act, self.plies(), budget)
                .ok()?;
            return Some(!solves);
        }
        if self.wish.mechanism == Mechanism::PawnMoves {
            // Whatever is owed after a denial is a move of the pawn.
            let rulings = state.rulings(&search.question().rules, act.mv);
            return Some(rulings.iter().all(|ruled| {
                ruled.judgment != Judgment::TakenBack
                    || (search.acts(&ruled.state).iter())
                        .all(|owed| owed.mv.from() == act.mv.from())
            }));
        }
        if !self.wish.mechanism.is_the_defenders() {
            return Some(true);
        }
        // Some trial of the defender is refuted, and only by taking it back.
        let after = state.play(act.mv);
        let rest = self.plies() - 1;
        for defence in search.acts(&after) {
            if defence.manner != Manner::Trial {
                continue;
            }
            let mut stands = false;
            let mut denied = false;
            for ruled in after.rulings(&search.question().rules, defence.mv) {
                if search.reaches_after(&after, &ruled, rest, budget).ok()? {
                    match ruled.judgment {
                        Judgment::TakenBack => denied = true,
                        _ => stands = true,
                    }
                }
            }
            let castles_again = || {
                let rules = &search.question().rules;
                let denials = after.rulings(rules, defence.mv);
                denials.into_iter().any(|ruled| {
                    ruled.judgment == Judgment::TakenBack
                        && ruled.state.moves(rules).iter().any(|mv| mv.is_castle())
                })
            };
            if denied
                && !stands
                && (self.wish.mechanism != Mechanism::OtherCastling || castles_again())
            {
                return Some(true);
            }
        }
        Some(false)
    }

    /// How many moves other than castling win after the key `act` is denied; `None` if castling
    /// does not.
    fn duals_of_castling(
        &self,
        search: &mut AndOr,
        state: &State,
        act: Act,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Limit> {
        let mut castles = true;
        let mut duals = 0;
        for ruled in state.rulings(&search.question().rules, act.mv) {
            if ruled.judgment != Judgment::TakenBack {
                continue;
            }
            let mut wins = false;
            for next in search.acts(&ruled.state) {
                if search.reaches_with(&ruled.state, next, self.plies(), budget)? {
                    if next.mv.is_castle() {
                        wins = true;
                    } else {
                        duals += 1;
                    }
                }
            }
            castles &= wins;
        }
        Ok(castles.then_some(duals))
    }

    /// Whether a draft is worth many changes that bring nothing.
    pub(super) fn is_patient(&self) -> bool {
        self.wish.mechanism.is_rare()
    }

    fn plies(&self) -> u32 {
        2 * self.wish.moves - 1
    }

    /// The draft as a problem.
    pub(super) fn twin(&self, draft: &Draft) -> Twin {
        Twin {
            label: "a".to_owned(),
            diagram: Diagram {
                board: draft.board.clone(),
                turn: Color::White,
            },
            duplex: Duplex::No,
            announced: None,
            stipulation: Stipulation::Goal(Forced {
                play: Play::Direct,
                goal: Goal::Mate,
                length: Length::HalfMoves(self.plies()),
                set_play: SetPlay::No,
            }),
            convention: Convention::BeruehrtGefuehrt,
            options: self.wish.options,
            histories: (draft.matrix()).map_or(Histories::Analyse, |m| m.histories.clone()),
            start: None,
            facts: draft.facts.clone(),
            solution: None,
        }
    }

    /// One key, the mechanism in its solution without a dual after a denial, another solution
    /// under the options that the mechanism is contrasted with, and another or none without trials.
    pub(super) fn is_sound(&self, draft: &Draft, worlds: &[WorldStatus]) -> bool {
        let twin = self.twin(draft);
        let Some(outcome) = solved(&twin, worlds, Detail::Full) else {
            return false;
        };
        if outcome.verdict != Verdict::Solved || outcome.keys().len() != 1 {
            return false;
        }
        let mechanism = self.wish.mechanism;
        let shows = outcome.solution.as_ref().is_some_and(|solution| {
            mechanism.shows(solution) && super::mechanism::denials_are_dual_free(solution)
        });
        let differs = |other: &Twin| {
            solved(other, worlds, Detail::Keys).is_none_or(|other| {
                other.verdict != Verdict::Solved || moves(other.keys()) != moves(outcome.keys())
            })
        };
        let plain = Twin {
            convention: Convention::Codex,
            ..twin.clone()
        };
        let contrast = mechanism.contrast(self.wish.options).map(|options| Twin {
            options,
            ..twin.clone()
        });
        shows && contrast.is_none_or(|twin| differs(&twin)) && differs(&plain)
    }
}

/// A searcher for direct mates under `options`.
fn search(options: Options) -> AndOr {
    let question = Question {
        rules: Rules::beruehrt_gefuehrt(options, Color::White),
        play: Play::Direct,
        goal: Goal::Mate,
        attacker: Color::White,
    };
    AndOr::new(question, 1 << 20, None)
}

/// The opponent's rulings that refute the first move `act`; of a move that is no trial there are none.
fn refuting_rulings(
    search: &mut AndOr,
    state: &State,
    act: Act,
    plies: u32,
    budget: &mut Budget,
) -> Result<Vec<Ruled>, Limit> {
    let mut refuting = Vec::new();
    if act.manner == Manner::Trial {
        for ruled in state.rulings(&search.question().rules, act.mv) {
            if !search.reaches_after(state, &ruled, plies, budget)? {
                refuting.push(ruled);
            }
        }
    }
    Ok(refuting)
}

/// How many of the defender's replies save him, in the rulings together that refute a trial; of a denial: after the best move
/// that is owed. Less than [`MANY`]; as many as that allows where nothing was ruled.
fn saving_replies(
    search: &mut AndOr,
    refuting: &[Ruled],
    plies: u32,
    budget: &mut Budget,
) -> Result<usize, Limit> {
    if refuting.is_empty() {
        return Ok(MANY - 1);
    }
    let mut saved = 0;
    for ruled in refuting {
        saved += if ruled.judgment == Judgment::TakenBack {
            let mut fewest = MANY - 1;
            for owed in search.acts(&ruled.state) {
                if owed.manner != Manner::Trial {
                    let after = ruled.state.play(owed.mv);
                    fewest = fewest.min(savers(search, &after, plies - 1, budget)?);
                }
            }
            fewest
        } else {
            savers(search, &ruled.state, plies - 1, budget)?
        };
    }
    Ok(saved.min(MANY - 1))
}

/// How many moves save the defender, on move in `state`; stalemate counts as many.
fn savers(
    search: &mut AndOr,
    state: &State,
    plies: u32,
    budget: &mut Budget,
) -> Result<usize, Limit> {
    let acts = search.acts(state);
    let mut savers = if acts.is_empty() { MANY - 1 } else { 0 };
    for act in acts {
        if !search.reaches_with(state, act, plies, budget)? {
            savers += 1;
        }
    }
    Ok(savers)
}

/// The solution of `twin` within the limits of the search; `None` if it cannot be played.
pub(super) fn solved(twin: &Twin, worlds: &[WorldStatus], detail: Detail) -> Option<Outcome> {
    let options = SolveOptions {
        limits: Limits {
            nodes: Some(SOLVE_NODES),
            ..Limits::default()
        },
        threads: Threads::Current,
        table_mib: 4,
        detail,
        ..SolveOptions::default()
    };
    solve(twin, worlds, &options).ok()
}

fn moves(keys: &[Key]) -> Vec<Move> {
    keys.iter().map(|key| key.mv).collect()
}
