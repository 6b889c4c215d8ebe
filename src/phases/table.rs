//! The table of a two-mover: phases down, defences across, what matters first.

use std::collections::{BTreeMap, BTreeSet};

use super::Keyword;
use super::phase::{Phase, PhaseKind, Reply};
use super::step::{Deed, Step};
use super::themes::pattern::{changes, transfers};

/// Tries in the table at the most, beyond those that a theme needs.
const MOST_TRIES: usize = 3;

/// Defences in the table at the most.
const MOST_COLUMNS: usize = 8;

/// Phases down, defences across. Set play comes first, then the tries, the actual play last.
#[derive(Debug, Clone)]
pub struct Table {
    /// The phases.
    pub rows: Vec<Row>,
    /// The defences.
    pub columns: Vec<Column>,
    /// The letters of White's moves: A, B, ...
    pub letters: BTreeMap<Deed, char>,
    /// Tries with one refutation that are not shown.
    pub further_tries: usize,
    /// Defences of the actual play with one answer that are not shown.
    pub further_defences: usize,
}

/// A phase and its cells, one for each column.
#[derive(Debug, Clone)]
pub struct Row {
    /// The phase.
    pub phase: Phase,
    /// What it has against each defence.
    pub cells: Vec<Cell>,
}

/// What a phase has against a defence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The reply; `None` where the defence cannot be played, or has no answer in the set play.
    pub reply: Option<Reply>,
    /// Whether it is the only answer, and the actual play has another one.
    pub changed: bool,
    /// Whether it is the only answer, and another phase has it after another defence instead.
    pub transferred: bool,
}

/// A defence, or several of one man that are answered alike in every row.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its letter: a, b, ...
    pub letter: char,
    /// The defences.
    pub defences: Vec<Step>,
}

impl Table {
    /// The table of what changes between `phases`; `None` if nothing does.
    pub(super) fn of(phases: &[Phase], keywords: &[Keyword]) -> Option<Table> {
        let shown = shown_phases(phases, keywords);
        if shown.len() < 2 {
            return None;
        }
        let rows: Vec<&Phase> = shown.iter().map(|&at| &phases[at]).collect();
        let groups = columns(&rows, keywords);
        if groups.is_empty() {
            return None;
        }
        let columns: Vec<Column> = (groups.iter().zip('a'..='z'))
            .filter_map(|(group, letter)| {
                let step = |deed| {
                    rows.iter()
                        .find_map(|row| Some(row.defences.get(deed)?.step))
                };
                let defences: Vec<Step> = group.iter().filter_map(step).collect();
                (!defences.is_empty()).then_some(Column { letter, defences })
            })
            .collect();
        let firsts: Vec<Deed> = groups
            .iter()
            .filter_map(|group| group.first().copied())
            .collect();
        let told: BTreeSet<Deed> = groups.iter().flatten().copied().collect();
        let last = rows.last()?;
        Some(Table {
            letters: letters(&rows, &firsts),
            // Nothing but tries is left out.
            further_tries: phases.len() - rows.len(),
            further_defences: (last.single_answers())
                .filter(|(defence, _)| !told.contains(defence))
                .count(),
            rows: cells(&rows, &firsts),
            columns,
        })
    }

    /// The letter of a defence in the table.
    pub fn letter_of(&self, defence: Deed) -> Option<char> {
        let holds = |column: &&Column| column.defences.iter().any(|step| step.deed == defence);
        self.columns.iter().find(holds).map(|column| column.letter)
    }
}

/// Whether a theme is more than that something changes.
fn is_pattern(keyword: &Keyword) -> bool {
    !matches!(keyword.theme.keyword, "changed-mates" | "transferred-mates")
}

/// The phases that are shown, by number and in their order: set play, actual play, what themes speak of, and other
/// tries in which several answers change, those first in which most do.
fn shown_phases(phases: &[Phase], keywords: &[Keyword]) -> Vec<usize> {
    let mut kept: BTreeSet<usize> = (keywords.iter())
        .flat_map(|keyword| keyword.instance.phases.iter().copied())
        .filter(|&at| phases[at].kind == PhaseKind::Try)
        .collect();
    let changed = |at: usize| -> Vec<(Deed, Deed, Deed)> {
        let actual = phases.iter().filter(|p| p.kind == PhaseKind::Actual);
        actual
            .flat_map(|played| changes(&phases[at], played))
            .collect()
    };
    let mut seen: Vec<Vec<(Deed, Deed, Deed)>> = kept.iter().map(|&at| changed(at)).collect();
    let mut ranked: Vec<(usize, usize)> = Vec::new();
    for at in (0..phases.len()).filter(|&at| phases[at].kind == PhaseKind::Try) {
        let changed = changed(at);
        if changed.len() > 1 && !seen.contains(&changed) {
            ranked.push((at, changed.len()));
            seen.push(changed);
        }
    }
    // The sort is stable: of tries that are worth the same the first.
    ranked.sort_by_key(|&(_, changed)| std::cmp::Reverse(changed));
    let room = MOST_TRIES.saturating_sub(kept.len());
    kept.extend(ranked.into_iter().take(room).map(|(at, _)| at));
    let shown = |at: &usize| phases[*at].kind != PhaseKind::Try || kept.contains(at);
    (0..phases.len()).filter(shown).collect()
}

/// The defences that are shown, those of one man that are answered alike in one group.
fn columns(rows: &[&Phase], keywords: &[Keyword]) -> Vec<Vec<Deed>> {
    let thematic: Vec<Deed> = (keywords.iter())
        .filter(|keyword| is_pattern(keyword))
        .flat_map(|keyword| keyword.instance.defences.iter().copied())
        .collect();
    let mut worth: BTreeMap<Deed, usize> = BTreeMap::new();
    for (place, &defence) in thematic.iter().enumerate() {
        worth
            .entry(defence)
            .or_insert(1_000_usize.saturating_sub(place));
    }
    for (at, row) in rows.iter().enumerate() {
        for other in &rows[at + 1..] {
            if other.kind != PhaseKind::Actual {
                continue;
            }
            for (defence, ..) in changes(row, other) {
                *worth.entry(defence).or_default() += 10;
            }
            for (_, one, two) in transfers(row, other) {
                *worth.entry(one).or_default() += 2;
                *worth.entry(two).or_default() += 2;
            }
        }
    }
    let mut ranked: Vec<(Deed, usize)> = worth.into_iter().collect();
    ranked.sort_by_key(|&(deed, worth)| (std::cmp::Reverse(worth), deed));
    let content = |deed: Deed| -> Vec<Option<Vec<Deed>>> {
        rows.iter().map(|row| written(row, deed)).collect()
    };
    let mut groups: Vec<Vec<Deed>> = Vec::new();
    for (deed, _) in ranked {
        let own = content(deed);
        let alike =
            (groups.iter_mut()).find(|group| group[0].man == deed.man && content(group[0]) == own);
        if let Some(group) = alike {
            group.push(deed);
        } else if groups.len() < MOST_COLUMNS {
            groups.push(vec![deed]);
        }
    }
    groups
}

/// What stands in a cell, by deeds alone.
fn written(phase: &Phase, defence: Deed) -> Option<Vec<Deed>> {
    Some(match &phase.defences.get(&defence)?.reply {
        // What nothing answers, and what the threat answers, must not be confused.
        Reply::Refuted => Vec::new(),
        Reply::Threat => vec![defence],
        Reply::Answers(answers) => answers.iter().map(|step| step.deed).collect(),
    })
}

fn cells(rows: &[&Phase], defences: &[Deed]) -> Vec<Row> {
    let transferred = |at: usize, defence: Deed| {
        rows.iter().enumerate().any(|(other, phase)| {
            let pair = rows[at].kind == PhaseKind::Actual || phase.kind == PhaseKind::Actual;
            other != at
                && pair
                && transfers(rows[at], phase)
                    .iter()
                    .any(|(_, here, _)| *here == defence)
        })
    };
    let changed = |at: usize, defence: Deed| {
        rows.iter().any(|phase| {
            phase.kind == PhaseKind::Actual
                && changes(rows[at], phase)
                    .iter()
                    .any(|(found, ..)| *found == defence)
        })
    };
    let row = |(at, phase): (usize, &&Phase)| Row {
        cells: (defences.iter())
            .map(|&defence| Cell {
                reply: phase
                    .defences
                    .get(&defence)
                    .map(|found| found.reply.clone()),
                changed: changed(at, defence),
                transferred: transferred(at, defence),
            })
            .collect(),
        phase: (*phase).clone(),
    };
    rows.iter().enumerate().map(row).collect()
}

/// Letters for White's moves, in the order in which they are read: row by row, first move, threat, answers. A first
/// move or a threat gets one only where it is also an answer, or a first move or threat elsewhere.
fn letters(rows: &[&Phase], defences: &[Deed]) -> BTreeMap<Deed, char> {
    let answers_of = |phase: &&Phase| -> Vec<Deed> {
        let only = defences
            .iter()
            .filter_map(|&defence| phase.only_answer(defence));
        only.map(|step| step.deed).collect()
    };
    let heads_of = |phase: &&Phase| -> Vec<Deed> {
        let first = phase.first.iter().chain(phase.threats());
        first.map(|step| step.deed).collect()
    };
    let answers: BTreeSet<Deed> = rows.iter().flat_map(answers_of).collect();
    let mut order: Vec<Deed> = Vec::new();
    for row in rows {
        let heads = heads_of(row)
            .into_iter()
            .filter(|deed| answers.contains(deed));
        for deed in heads.chain(answers_of(row)) {
            if !order.contains(&deed) {
                order.push(deed);
            }
        }
    }
    order.into_iter().zip('A'..='Z').collect()
}
