//! What was solved: trees, keys, tries, parts, retractions, and how final it is.

use std::fmt::Write as _;

use shakmaty::Position;

use crate::budget::Limit;
use crate::problem::{Convention, Forced, Goal, Length, Play, SetPlay, Stipulation};
use crate::report::sanitize;
use crate::say;
use crate::solution::{
    Audit, Branch, Count, Course, Extent, Key, Mark, Node, SetPlayTree, Solution, Verdict,
};
use crate::solve::illegal_move::Sequel;
use crate::solve::{Condition, Finality, Outcome, Part};
use crate::world::WorldSet;

use super::SolutionText;
use crate::report::text::evidence::limit_name;
use crate::report::text::histories::{difference, world_list};
use crate::report::text::layout::{capital, wrap};
use crate::report::text::moves::Ply;
use crate::report::text::phases::Listing;
use crate::report::text::retraction;
use crate::report::text::style::TextStyle;
use crate::report::text::tree::{TreeStyle, TreeText};
use crate::report::text::words::{convention_name, joined};

/// Tries that are named; the others are counted.
const MOST_TRIES: usize = 6;

impl SolutionText<'_> {
    /// The solution with everything that has to be said about it.
    pub fn outcome(&mut self, outcome: &Outcome) {
        self.listing = Listing::Printed;
        self.line("");
        if outcome.applied != self.twin.convention
            && let Some(name) = convention_name(outcome.applied, self.style.language)
        {
            let language = self.style.language;
            let text = format!("{}{}{name}.", say!(language, Applied), language.colon());
            self.line(capital(&text));
        }
        let partial = Finality::Conditional(Condition::NotExhaustive);
        self.partial = outcome.finality == partial;
        // That a verdict is open says all there is to say.
        let open = matches!(outcome.verdict, Verdict::Undecided(_));
        if let (Finality::Conditional(condition), false) = (&outcome.finality, open) {
            self.condition(condition);
        }
        if outcome.retractions.is_empty()
            && let Some(solution) = &outcome.solution
        {
            self.solution(solution, 0);
        }
        self.retractions(outcome);
        for part in &outcome.parts {
            self.part(part, outcome);
        }
        self.verdict(outcome);
    }

    /// The illegal last moves that are taken back, with what follows.
    fn retractions(&mut self, outcome: &Outcome) {
        for taken_back in &outcome.retractions {
            self.paragraph(&retraction::title(taken_back, self.style));
            for instead in &taken_back.replacements {
                let text =
                    retraction::replacement(instead.mv.as_ref(), &instead.sequel, self.style);
                self.line(format!("   {text}"));
                if let Sequel::Play(then) = &instead.sequel {
                    if let Some(solution) = &then.solution {
                        self.solution(solution, 2);
                    }
                    for part in &then.parts {
                        self.part(part, then);
                    }
                }
            }
        }
        if outcome.retractions.len() > 1 {
            let count = outcome.retractions.len();
            self.line(format!(
                "{count} {}.",
                say!(self.style.language, SolutionsWord)
            ));
        }
        if !outcome.retractions.is_empty() {
            let laws = self.twin.options.laws;
            self.line(retraction::bound_by(laws, self.style.language));
        }
    }

    fn condition(&mut self, condition: &Condition) {
        let language = self.style.language;
        let why = match condition {
            Condition::Changes { without } => {
                let (worlds, count) = (joined(without, "; "), without.len());
                format!(
                    "{}{}{}",
                    say!(language, ConditionalOn),
                    language.semicolon(),
                    say!(language, ChangesWithout, worlds, count)
                )
            }
            Condition::TooManyUndecided(count) => {
                format!(
                    "{}{}{count} {}",
                    say!(language, ConditionalOn),
                    language.colon(),
                    say!(language, TooManyUndecided)
                )
            }
            Condition::NotSearched => {
                format!(
                    "{}{}{}",
                    say!(language, ConditionalOn),
                    language.colon(),
                    say!(language, SubsetNotSearched)
                )
            }
            Condition::NotExhaustive => say!(language, NotExhaustive).to_owned(),
        };
        let head = format!("{}{}", say!(language, NotFinal), language.colon());
        self.paragraph(&format!("{head}{why}."));
    }

    fn part(&mut self, part: &Part, outcome: &Outcome) {
        let single = WorldSet::single(outcome.worlds.turn(), part.world);
        let said = difference(
            &outcome.worlds,
            &single,
            &self.twin.diagram.board,
            None,
            self.style.language,
        );
        let mut title = format!("{} {}", say!(self.style.language, PartHead), part.world);
        if !said.is_empty() {
            let _ = write!(title, "{}{said}", self.style.language.colon());
        }
        self.paragraph(&title);
        self.solution(&part.solution, 1);
    }

    fn solution(&mut self, solution: &Solution, level: usize) {
        let indent = " ".repeat(level * 3);
        let forced = match self.twin.stipulation {
            Stipulation::Goal(forced) => Some(forced),
            _ => None,
        };
        if let Some(forced) = forced {
            if forced.length == Length::Smallest && !solution.keys.is_empty() && !self.partial {
                let found = Forced {
                    length: Length::HalfMoves(solution.plies),
                    ..forced
                };
                self.line(format!(
                    "{indent}{}{}{found}",
                    capital(say!(self.style.language, ShortestWord)),
                    self.style.language.colon()
                ));
            }
            if let Some(set_play) = &solution.set_play {
                self.set_play(set_play, forced, solution, level);
            } else if let (SetPlay::Yes, Some(tree)) = (forced.set_play, &solution.tree)
                && !self.partial
                && matches!(solution.verdict, Verdict::Solved | Verdict::NoSolution)
            {
                let why = if tree.position.is_check() {
                    say!(self.style.language, NoSetPlayInCheck)
                } else {
                    say!(self.style.language, NoHistoryOfSetPlay)
                };
                self.line(format!("{indent}{why}"));
            }
            if let Some(tree) = &solution.tree {
                self.tree(tree, forced, solution, level);
            }
        }
        match solution.verdict {
            Verdict::Solved => self.key_line(solution, level),
            Verdict::NoSolution => {
                self.line(format!(
                    "{indent}{}",
                    say!(self.style.language, NoSolutionSentence)
                ));
                let tries = solution.tree.as_ref().map(|tree| self.tries(tree));
                if let Some(tries) = tries.filter(|tries| !tries.is_empty()) {
                    let text = format!("{}{tries}", say!(self.style.language, BestTries));
                    let rest = format!("{indent}   ");
                    self.lines.extend(wrap(&indent, &rest, &text, self.columns));
                }
            }
            Verdict::Undecided(limit) => {
                if !solution.keys.is_empty() {
                    self.key_line(solution, level);
                }
                if limit == Limit::NotExhaustive {
                    self.line(format!("{indent}{}", say!(self.style.language, NoneFound)));
                    return;
                }
                let limit = limit_name(limit, self.style.language);
                self.line(format!(
                    "{indent}{} ({limit}).",
                    say!(self.style.language, LimitHit)
                ));
            }
            Verdict::Illegal => self.line(format!(
                "{indent}{}",
                say!(self.style.language, IllegalDiagram)
            )),
        }
    }

    fn tree_text(&self, forced: Forced) -> TreeText {
        let style = TreeStyle {
            columns: self.columns,
            text: self.style,
            depth: self.depth,
            goal: forced.goal,
            attacker: self.twin.diagram.turn,
            laws: self.twin.options.laws,
        };
        TreeText::with_ends(style, self.ends.clone())
    }

    fn tree(&mut self, tree: &Node, forced: Forced, solution: &Solution, level: usize) {
        if forced.play == Play::Help {
            let first = Ply(solution.plies % 2);
            self.help_lines(tree, first, forced.goal, level);
            return;
        }
        let mut text = self.tree_text(forced);
        // Tries are named with their refutations behind the key; a trial that fails is explained.
        let failing = |branch: &&Branch| matches!(branch.course, Course::Trial(_));
        let solving = tree.branches.iter().filter(|b| b.mark != Mark::Try);
        let trials = tree.marked(Mark::Try).filter(failing);
        for branch in solving.chain(trials) {
            text.first_move(tree, branch, Ply(0), level);
        }
        self.lines.extend(text.into_lines());
    }

    fn set_play(
        &mut self,
        set_play: &SetPlayTree,
        forced: Forced,
        solution: &Solution,
        level: usize,
    ) {
        let indent = " ".repeat(level * 3);
        let node = &set_play.node;
        let is_cut = node.extent == Extent::Cut;
        let name = if node.branches.is_empty() && !is_cut {
            say!(self.style.language, NoSetLine)
        } else {
            say!(self.style.language, SetPlayHead)
        };
        let mut title = format!("{indent}{name}");
        if set_play.unanswered > 0 {
            let _ = write!(
                title,
                " ({} {})",
                set_play.unanswered,
                say!(self.style.language, WithoutAnswer)
            );
        }
        let own = set_play.node.worlds;
        if own.len() > 1 || own.iter().any(|world| !world.rights.is_empty()) {
            let worlds = world_list(&own);
            let _ = write!(
                title,
                " ({}{}{worlds})",
                say!(self.style.language, OwnHistories),
                self.style.language.colon()
            );
        }
        if set_play.is_open {
            let _ = write!(title, " {}", say!(self.style.language, SetPlayOpen));
        }
        if node.branches.is_empty() {
            if is_cut {
                let _ = write!(title, " {}", say!(self.style.language, SetPlayCut));
            } else {
                title.push('.');
            }
            self.paragraph(&title);
            return;
        }
        self.paragraph(&title);
        if forced.play == Play::Help {
            let first = Ply((solution.plies + 1) % 2);
            self.help_lines(&set_play.node, first, forced.goal, level + 1);
        } else {
            let mut text = self.tree_text(forced);
            text.defences(&set_play.node, Ply(1), level + 1);
            self.lines.extend(text.into_lines());
        }
    }

    /// One line for each solution in help play.
    fn help_lines(&mut self, tree: &Node, first: Ply, goal: Goal, level: usize) {
        let indent = " ".repeat(level * 3);
        let rest = " ".repeat(level * 3 + 3);
        let lines = tree.lines();
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let mut text = String::new();
            let mut ply = first;
            for (number, branch) in line.iter().enumerate() {
                let lead = if number == 0 {
                    ply.number()
                } else {
                    ply.number_within_line()
                };
                let _ = write!(text, "{lead}{} ", self.style.write(branch.san, branch.mv));
                ply = ply.next();
            }
            let mut text = text.trim_end().to_owned();
            if goal == Goal::Stalemate {
                text.push('=');
            }
            self.lines.extend(wrap(&indent, &rest, &text, self.columns));
        }
    }

    fn key_line(&mut self, solution: &Solution, level: usize) {
        let indent = " ".repeat(level * 3);
        if let Stipulation::Goal(Forced {
            play: Play::Help, ..
        }) = self.twin.stipulation
        {
            let listed = solution.tree.as_ref().map_or(0, |tree| {
                tree.lines().iter().filter(|line| !line.is_empty()).count() as u64
            });
            let count = solution.count.unwrap_or(Count::AtLeast(listed));
            let noun = if count.number() == 1 {
                say!(self.style.language, SolutionWord)
            } else {
                say!(self.style.language, SolutionsWord)
            };
            let at_least = match count {
                Count::Exactly(_) => String::new(),
                Count::AtLeast(_) => format!("{} ", say!(self.style.language, AtLeast)),
            };
            let but_listed = if listed < count.number() {
                format!(" ({listed} {})", say!(self.style.language, ListedWord))
            } else {
                String::new()
            };
            let number = count.number();
            self.line(format!("{indent}{at_least}{number} {noun}{but_listed}."));
            return;
        }
        let title = if solution.keys.len() == 1 {
            say!(self.style.language, KeyHead)
        } else {
            say!(self.style.language, KeysHead)
        };
        let keys = solution.keys.iter().map(|key| key_text(key, self.style));
        let language = self.style.language;
        let keys = joined(keys, language.semicolon());
        let mut text = format!("{title}{}{keys}", language.colon());
        // "e.p." ends the sentence as well.
        if !text.ends_with('.') {
            text.push('.');
        }
        if let Some(tree) = &solution.tree {
            text.push_str(&self.tries(tree));
        }
        self.lines
            .extend(wrap(&indent, &format!("{indent}   "), &text, self.columns));
    }

    /// The tries with their refutations, quiet ones first: a check or capture is tried by everybody.
    fn tries(&self, tree: &Node) -> String {
        let mut tries: Vec<&Branch> = tree.marked(Mark::Try).collect();
        // What the problem is about first: doubtful moves, and tries that a doubtful move refutes.
        let about_it = |branch: &Branch| {
            branch.is_thematic() || refutations(branch).into_iter().any(Branch::is_thematic)
        };
        tries.sort_by_key(|branch| {
            let loud = branch.san.suffix.is_some() || branch.mv.is_capture();
            (!about_it(branch), loud)
        });
        // Failing trials have been explained above.
        tries.retain(|branch| !matches!(branch.course, Course::Trial(_)));
        let mut text = String::new();
        let most = if tries.len() == MOST_TRIES + 1 {
            tries.len()
        } else {
            MOST_TRIES
        };
        for branch in tries.iter().take(most) {
            let mv = self.style.write(branch.san, branch.mv);
            let _ = write!(text, " 1. {mv}?");
            for refutation in refutations(branch) {
                let mv = self.style.write(refutation.san, refutation.mv);
                let _ = write!(text, " {mv}!");
            }
        }
        let more = match tries.len() {
            // One more takes no more room than saying so.
            count if count == MOST_TRIES + 1 => 0,
            count => count.saturating_sub(MOST_TRIES),
        };
        if more > 0 {
            let _ = write!(text, " (+ {more} {})", say!(self.style.language, TriesWord));
        }
        text
    }

    fn verdict(&mut self, outcome: &Outcome) {
        if outcome.verdict == Verdict::Illegal && outcome.solution.is_none() {
            self.line(say!(self.style.language, IllegalDiagram));
            let played = self.twin.convention != Convention::IllegalMove;
            if played && self.twin.diagram.leaves_check() {
                self.line(say!(self.style.language, IllegalCheck));
            }
        }
        let mut text = format!(
            "{} {}, {} ms",
            outcome.stats.nodes,
            say!(self.style.language, Nodes),
            outcome.stats.millis
        );
        for remark in self.audits(outcome) {
            let _ = write!(text, "{}{remark}", self.style.language.semicolon());
        }
        self.line(format!("({text})"));
    }

    /// What the checker says, once for all parts if it says the same.
    fn audits(&self, outcome: &Outcome) -> Vec<String> {
        let mut remarks: Vec<String> = Vec::new();
        for (_, solution) in outcome.solutions() {
            let remark = match &solution.audit {
                Audit::Passed => say!(self.style.language, SolutionReplayed).to_owned(),
                Audit::TooLarge => say!(self.style.language, SolutionNotReplayed).to_owned(),
                Audit::NothingToCheck => continue,
                Audit::Failed(fault) => {
                    format!(
                        "{}{}{}",
                        say!(self.style.language, ReplayFailed),
                        self.style.language.colon(),
                        sanitize::one_line(fault)
                    )
                }
            };
            if !remarks.contains(&remark) {
                remarks.push(remark);
            }
        }
        remarks
    }
}

/// The defences marked as refutations right after a try.
fn refutations(branch: &Branch) -> Vec<&Branch> {
    match &branch.course {
        Course::Played(node) => node.marked(Mark::Refutation).collect(),
        Course::Trial(_) => Vec::new(),
    }
}

pub(super) fn key_text(key: &Key, style: TextStyle) -> String {
    let text = style.write(key.san, key.mv);
    if key.is_trial() {
        format!("1. {text}, {}", say!(style.language, TrialThatCannotFail))
    } else {
        format!("1. {text}")
    }
}
