//! Themes of the table: which moves answer which defences in which phases. One of the phases is always the
//! actual play, and tries have exactly one refutation.

use std::collections::{BTreeMap, BTreeSet};

use super::super::phase::{Phase, PhaseKind, Tension};
use super::super::step::Deed;
use super::subject::{Instance, Subject};

/// The defences that have one answer in both phases, and not the same, with both answers.
pub fn changes(one: &Phase, other: &Phase) -> Vec<(Deed, Deed, Deed)> {
    let changed = one.single_answers().filter_map(|(defence, first)| {
        let second = other.only_answer(defence)?.deed;
        (first != second).then_some((defence, first, second))
    });
    changed.collect()
}

/// The moves that are the only answer to one defence in the first phase and to another in the second, and answer
/// neither in the other phase: the move with both defences.
pub fn transfers(one: &Phase, other: &Phase) -> Vec<(Deed, Deed, Deed)> {
    let mut found = Vec::new();
    for (defence, answer) in one.single_answers() {
        for (elsewhere, same) in other.single_answers() {
            if answer == same
                && defence != elsewhere
                && !other.answers(defence, answer)
                && !one.answers(elsewhere, answer)
            {
                found.push((answer, defence, elsewhere));
            }
        }
    }
    found
}

/// How many of the changes are different: a man that may go anywhere defends once.
fn different(changes: &[(Deed, Deed, Deed)]) -> usize {
    let kinds: BTreeSet<_> = (changes.iter())
        .map(|(defence, first, second)| (defence.man, first, second))
        .collect();
    kinds.len()
}

/// The pair of phases that shows most, by the count of what is `shown` between the two; nothing where nothing is.
fn most(subject: &Subject, shown: impl Fn(&Phase, &Phase) -> Instance) -> Option<Instance> {
    let mut best: Option<Instance> = None;
    for ((number, phase), (actual, played)) in subject.pairs() {
        let found = shown(phase, played);
        if found.count > best.as_ref().map_or(Some(0), |best| best.count) {
            let phases = vec![number, actual];
            best = Some(Instance { phases, ..found });
        }
    }
    best
}

pub fn changed(subject: &Subject) -> Option<Instance> {
    most(subject, |phase, played| {
        let changes = changes(phase, played);
        Instance {
            defences: changes.iter().map(|(defence, ..)| *defence).collect(),
            count: Some(different(&changes)),
            ..Instance::default()
        }
    })
}

pub fn transferred(subject: &Subject) -> Option<Instance> {
    most(subject, |phase, played| {
        let answers = transfers(phase, played).into_iter();
        let answers: BTreeSet<Deed> = answers.map(|(answer, ..)| answer).collect();
        Instance {
            count: Some(answers.len()),
            answers: answers.into_iter().collect(),
            ..Instance::default()
        }
    })
}

/// Defences with pairwise different answers in all of `phases`, no two of them with the same in any.
fn all_changed(phases: &[&Phase]) -> Vec<Deed> {
    let Some((first, rest)) = phases.split_first() else {
        return Vec::new();
    };
    let mut used: Vec<BTreeSet<Deed>> = vec![BTreeSet::new(); phases.len()];
    let mut found = Vec::new();
    for (defence, answer) in first.single_answers() {
        let mut answers = vec![answer];
        for phase in rest {
            match phase.only_answer(defence) {
                Some(step) if !answers.contains(&step.deed) => answers.push(step.deed),
                _ => break,
            }
        }
        let whole = answers.len() == phases.len();
        if whole && (used.iter().zip(&answers)).all(|(used, answer)| !used.contains(answer)) {
            for (used, answer) in used.iter_mut().zip(answers) {
                used.insert(answer);
            }
            found.push(defence);
        }
    }
    found
}

pub fn zagoruiko(subject: &Subject) -> Option<Instance> {
    let mut best: Option<Instance> = None;
    for (actual, played) in subject.actual() {
        let others: Vec<(usize, &Phase)> = (subject.phases.iter().enumerate())
            .filter(|(_, phase)| {
                phase.kind != PhaseKind::Actual && different(&changes(phase, played)) >= 2
            })
            .collect();
        for (at, &(one, first)) in others.iter().enumerate() {
            for &(two, second) in &others[at + 1..] {
                let mut numbers = vec![one, two, actual];
                let mut phases = vec![first, second, played];
                let mut defences = all_changed(&phases);
                if defences.len() < 2 {
                    continue;
                }
                for &(more, phase) in others.iter().filter(|(more, _)| *more > two) {
                    phases.push(phase);
                    let wider = all_changed(&phases);
                    if wider.len() < 2 {
                        phases.pop();
                        continue;
                    }
                    numbers.insert(numbers.len() - 1, more);
                    defences = wider;
                }
                let size = numbers.len() * defences.len();
                let known = |best: &Instance| best.phases.len() * best.defences.len();
                if best.as_ref().is_none_or(|best| size > known(best)) {
                    best = Some(Instance {
                        count: Some(numbers.len()),
                        of: Some(defences.len()),
                        phases: numbers,
                        defences,
                        ..Instance::default()
                    });
                }
            }
        }
    }
    best
}

/// The first pair of phases between which `shown` finds defences and answers.
fn first(
    subject: &Subject,
    shown: impl Fn(&Phase, &Phase) -> Option<(Vec<Deed>, Vec<Deed>)>,
) -> Option<Instance> {
    subject
        .pairs()
        .find_map(|((number, phase), (actual, played))| {
            let (defences, answers) = shown(phase, played)?;
            Some(Instance {
                phases: vec![number, actual],
                defences,
                answers,
                ..Instance::default()
            })
        })
}

pub fn reciprocal(subject: &Subject) -> Option<Instance> {
    first(subject, |phase, played| {
        let changes = changes(phase, played);
        changes.iter().enumerate().find_map(|(at, a)| {
            let swapped = |b: &&(Deed, Deed, Deed)| b.1 == a.2 && b.2 == a.1;
            let b = changes[at + 1..].iter().find(swapped)?;
            Some((vec![a.0, b.0], vec![a.1, b.1]))
        })
    })
}

pub fn lacny(subject: &Subject) -> Option<Instance> {
    first(subject, |phase, played| {
        let changes = changes(phase, played);
        for a in &changes {
            for b in changes.iter().filter(|b| b.1 == a.2 && b.2 != a.1) {
                if let Some(c) = changes.iter().find(|c| c.1 == b.2 && c.2 == a.1) {
                    return Some((vec![a.0, b.0, c.0], vec![a.1, b.1, c.1]));
                }
            }
        }
        None
    })
}

/// A defence that is answered in each phase by what is meant in the other.
fn exchanged(subject: &Subject, meant: fn(&Phase) -> Option<Deed>) -> Option<Instance> {
    first(subject, |phase, played| {
        let (first, second) = (meant(phase)?, meant(played)?);
        let thematic =
            |&(_, before, after): &(Deed, Deed, Deed)| before == second && after == first;
        let (defence, ..) = changes(phase, played).into_iter().find(thematic)?;
        Some((vec![defence], vec![first, second]))
    })
}

pub fn le_grand(subject: &Subject) -> Option<Instance> {
    exchanged(subject, Phase::only_threat)
}

pub fn pseudo_le_grand(subject: &Subject) -> Option<Instance> {
    if le_grand(subject).is_some() {
        return None;
    }
    first(subject, |phase, played| {
        let (first, second) = (phase.only_threat()?, played.only_threat()?);
        if first == second {
            return None;
        }
        let after = |phase: &Phase, answer: Deed| {
            let mut answered = phase.single_answers().filter(|(_, found)| *found == answer);
            answered.next().map(|(defence, _)| defence)
        };
        let defences = vec![after(phase, second)?, after(played, first)?];
        Some((defences, vec![first, second]))
    })
}

/// Two tries that mean A and B and fail to a and b; after the key a and b are answered by A and B in the
/// order that `crossed` says. `meaning` is what a try means.
fn refuted_then_answered(
    subject: &Subject,
    meaning: fn(&Phase) -> Option<Deed>,
    crossed: Order,
) -> Option<Instance> {
    let mut by_refutation: BTreeMap<Deed, Vec<(usize, Deed)>> = BTreeMap::new();
    for (number, phase) in subject.tries() {
        if let (Some(refutation), Some(meant)) = (phase.refutation(), meaning(phase)) {
            let refuted = by_refutation.entry(refutation.step.deed).or_default();
            refuted.push((number, meant));
        }
    }
    for (actual, played) in subject.actual() {
        for (&a, first) in &by_refutation {
            for (&b, second) in by_refutation.range(a..).skip(1) {
                let (Some(after_a), Some(after_b)) = (played.only_answer(a), played.only_answer(b))
                else {
                    continue;
                };
                let (wanted_a, wanted_b) = match crossed {
                    Order::Straight => (after_a.deed, after_b.deed),
                    Order::Crossed => (after_b.deed, after_a.deed),
                };
                let means = |list: &[(usize, Deed)], wanted: Deed| {
                    (list.iter().find(|(_, meant)| *meant == wanted)).map(|(number, _)| *number)
                };
                if let (Some(one), Some(two)) = (means(first, wanted_a), means(second, wanted_b))
                    && wanted_a != wanted_b
                {
                    return Some(Instance {
                        phases: vec![one, two, actual],
                        defences: vec![a, b],
                        answers: vec![wanted_a, wanted_b],
                        ..Instance::default()
                    });
                }
            }
        }
    }
    None
}

/// Whether the defences meet the moves that failed to them, or each other's.
#[derive(Clone, Copy)]
enum Order {
    Straight,
    Crossed,
}

fn first_move(phase: &Phase) -> Option<Deed> {
    Some(phase.first?.deed)
}

/// The first move of a try, unless it is refuted by taking the man that plays it: what then comes back to its square
/// takes the captor, which is no paradox.
fn first_move_not_taken(phase: &Phase) -> Option<Deed> {
    let first = first_move(phase)?;
    (phase.refutation()?.step.deed.to != first.to).then_some(first)
}

pub fn dombrovskis(subject: &Subject) -> Option<Instance> {
    refuted_then_answered(subject, Phase::only_threat, Order::Straight)
}

pub fn hannelius(subject: &Subject) -> Option<Instance> {
    refuted_then_answered(subject, Phase::only_threat, Order::Crossed)
}

pub fn vladimirov(subject: &Subject) -> Option<Instance> {
    refuted_then_answered(subject, first_move_not_taken, Order::Straight)
}

pub fn banny(subject: &Subject) -> Option<Instance> {
    refuted_then_answered(subject, first_move_not_taken, Order::Crossed)
}

pub fn salazar(subject: &Subject) -> Option<Instance> {
    exchanged(subject, first_move)
}

/// A phase with its number.
type Numbered<'a> = (usize, &'a Phase);

/// The set play of a complete block, with the key that keeps the zugzwang.
fn block<'a>(subject: &Subject<'a>) -> Option<(Numbered<'a>, Numbered<'a>)> {
    if subject.unanswered != Some(0) {
        return None;
    }
    subject.pairs().find(|((_, phase), (_, played))| {
        phase.kind == PhaseKind::Set && played.tension == Tension::Zugzwang
    })
}

pub fn mutate(subject: &Subject) -> Option<Instance> {
    let ((set, before), (actual, after)) = block(subject)?;
    let changes = changes(before, after);
    (!changes.is_empty()).then(|| Instance {
        phases: vec![set, actual],
        defences: changes.iter().map(|(defence, ..)| *defence).collect(),
        count: Some(different(&changes)),
        ..Instance::default()
    })
}

pub fn complete_block(subject: &Subject) -> Option<Instance> {
    let ((set, before), (actual, after)) = block(subject)?;
    changes(before, after).is_empty().then(|| Instance {
        phases: vec![set, actual],
        ..Instance::default()
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::san::SanPlus;
    use shakmaty::{Board, Chess, Color, Move, Position, Square};

    use super::super::super::phase::{Defence, Reply};
    use super::super::super::step::Step;
    use super::*;
    use crate::problem::Play;

    /// A deed that is told by its number alone.
    fn deed(number: u32) -> Deed {
        Deed {
            man: Square::new(number),
            to: Square::new(63 - number),
            becomes: None,
        }
    }

    fn step(number: u32) -> Step {
        let array = Chess::default();
        let mv: Move = array.legal_moves()[0];
        Step {
            deed: deed(number),
            mv,
            san: SanPlus::from_move(array, mv),
        }
    }

    /// A phase without a threat in which each defence has its one answer; 0 is a refutation.
    fn phase(kind: PhaseKind, first: u32, play: &[(u32, u32)]) -> Phase {
        let defence = |&(defence, answer): &(u32, u32)| {
            let reply = match answer {
                0 => Reply::Refuted,
                answer => Reply::Answers(vec![step(answer)]),
            };
            (
                deed(defence),
                Defence {
                    step: step(defence),
                    reply,
                },
            )
        };
        Phase {
            kind,
            first: (kind != PhaseKind::Set).then(|| step(first)),
            tension: if kind == PhaseKind::Set {
                Tension::None
            } else {
                Tension::Zugzwang
            },
            defences: play.iter().map(defence).collect(),
        }
    }

    fn shows(phases: &[Phase], find: fn(&Subject) -> Option<Instance>) -> bool {
        let subject = Subject {
            board: &Board::new(),
            play: Play::Direct,
            attacker: Color::White,
            phases,
            unanswered: None,
            lines: &[],
        };
        find(&subject).is_some()
    }

    const A: u32 = 11;
    const B: u32 = 12;
    const C: u32 = 13;

    #[test]
    fn a_cycle_of_three_is_lacny_and_nothing_less() {
        let set = phase(PhaseKind::Set, 0, &[(1, A), (2, B), (3, C)]);
        let cycle = phase(PhaseKind::Actual, 20, &[(1, B), (2, C), (3, A)]);
        let back = phase(PhaseKind::Actual, 20, &[(1, C), (2, A), (3, B)]);
        let swap = phase(PhaseKind::Actual, 20, &[(1, B), (2, A), (3, C)]);
        assert!(shows(&[set.clone(), cycle.clone()], lacny));
        assert!(shows(&[set.clone(), back], lacny));
        assert!(!shows(&[set.clone(), swap.clone()], lacny));
        assert!(shows(&[set.clone(), swap], reciprocal));
        assert!(!shows(&[set, cycle], reciprocal));
    }

    #[test]
    fn tries_that_come_back_are_told_apart_by_the_order() {
        let tries = [
            phase(PhaseKind::Try, A, &[(1, 0)]),
            phase(PhaseKind::Try, B, &[(2, 0)]),
        ];
        let straight = phase(PhaseKind::Actual, 20, &[(1, A), (2, B)]);
        let crossed = phase(PhaseKind::Actual, 20, &[(1, B), (2, A)]);
        let with = |actual: &Phase| [tries[0].clone(), tries[1].clone(), actual.clone()];
        assert!(shows(&with(&straight), vladimirov));
        assert!(!shows(&with(&straight), banny));
        assert!(shows(&with(&crossed), banny));
        assert!(!shows(&with(&crossed), vladimirov));
        // No threats: nothing of Dombrovskis and Hannelius.
        assert!(!shows(&with(&straight), dombrovskis));
        assert!(!shows(&with(&crossed), hannelius));
    }
}
