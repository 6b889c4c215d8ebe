//! What only our own files can say of a twin, as a line among the comments of others: `beruehrt: b) convention pra;
//! histories claim K -`. It is written and read as the commands of a twin are.

use super::{begins_as_usual, has_set_play};
use crate::notation::Letters;
use crate::problem::{Convention, Duplex, Histories, Options, Problem, Stipulation, Twin};
use crate::syntax::convention::named;
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::draft::DraftTwin;
use crate::syntax::span::Span;
use crate::syntax::twins::apply_all;
use crate::syntax::{facts_in_line, histories_in_line, print_start, stipulation_in_line};
use crate::text;

/// What these lines begin with.
const MARK: &str = "beruehrt:";

/// The line that says nothing of the only twin.
pub(super) const NOTHING: &str = "beruehrt: a) convention codex";

/// The keyword for a convention.
pub(super) const fn keyword(convention: Convention) -> Option<&'static str> {
    match convention {
        Convention::Codex => None,
        Convention::BeruehrtGefuehrt => Some("Berührt-Geführt"),
        Convention::Pra => Some("Partial retrograde analysis"),
        Convention::RetroStrategy => Some("Retro Strategy"),
        Convention::APosteriori => Some("A posteriori"),
        Convention::IllegalMove => Some("Retract illegal move"),
    }
}

/// The lines for a problem whose twins share what a Popeye option can say: set play, duplex, who begins.
pub(super) fn lines(problem: &Problem) -> Vec<String> {
    let Some(first) = problem.twins.first() else {
        return Vec::new();
    };
    let mut keywords = problem.keywords.iter().flat_map(|words| words.split(','));
    let is_named = keywords.any(|keyword| named(keyword).is_some());
    problem
        .twins
        .iter()
        .filter(|twin| twin.duplex != Duplex::Second)
        .filter_map(|twin| {
            let mut commands = commands(first, twin);
            // A keyword names another convention than that of the problem.
            if is_named
                && !commands
                    .iter()
                    .any(|command| command.starts_with("convention"))
            {
                commands.push(format!("convention {}", twin.convention));
            }
            let text = commands.join("; ");
            (!text.is_empty()).then(|| format!("{MARK} {}) {text}", twin.label))
        })
        .collect()
}

fn commands(first: &Twin, twin: &Twin) -> Vec<String> {
    let mut commands = Vec::new();
    if has_set_play(first) != has_set_play(twin)
        || first.duplex != twin.duplex
        || (first.announced, twin.announced) != (None, None)
        || !matches!(twin.stipulation, Stipulation::Goal(_))
    {
        commands.push(format!("stipulation {}", stipulation_in_line(twin)));
    }
    // Popeye's option says who begins only where there is play.
    let ordinary = begins_as_usual(first) || !matches!(first.stipulation, Stipulation::Goal(_));
    if ordinary != begins_as_usual(twin) {
        commands.push(format!("turn {}", twin.diagram.turn));
    }
    if twin.start != first.start || twin.start.is_some() {
        commands.push(format!("start {}", print_start(twin.start.as_ref())));
    }
    if twin.convention != Convention::Codex || first.convention != Convention::Codex {
        commands.push(format!("convention {}", twin.convention));
    }
    if twin.options != Options::default() {
        commands.push(format!("options {}", twin.options));
    }
    if (&first.histories, &twin.histories) != (&Histories::Analyse, &Histories::Analyse) {
        commands.push(histories_in_line(&twin.histories));
    }
    if !twin.facts.is_empty() {
        commands.push(facts_in_line(&twin.facts, Letters::English));
    }
    commands
}

/// Takes our own lines out of a comment.
pub(super) fn taken(comment: &mut Option<String>) -> Vec<String> {
    let Some(text) = comment.as_mut() else {
        return Vec::new();
    };
    let (own, others): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with(MARK));
    let own = own.into_iter().map(str::to_owned).collect();
    let others = others.join("\n");
    *comment = Some(others).filter(|text| !text.trim().is_empty());
    own
}

/// Applies our own lines to the twins they name; what is wrong in them is said at `place`.
pub(super) fn apply<'a>(
    lines: &'a [String],
    drafts: &mut [DraftTwin<'a>],
    place: usize,
    report: &mut Report,
) {
    for line in lines {
        let said = line[MARK.len()..].trim_start();
        let twin = said.split_once(')').and_then(|(label, commands)| {
            let twin = drafts.iter_mut().find(|twin| twin.label == label)?;
            Some((twin, commands))
        });
        let wrong = match twin {
            Some((twin, commands)) => {
                apply_all(Span::new(commands), &mut twin.draft, Letters::English).err()
            }
            None => Some(Vec::new()),
        };
        if let Some(wrong) = wrong {
            let why = wrong.first().map_or_else(
                || text!(NoSuchTwin),
                |diagnostic| diagnostic.message.clone(),
            );
            report.push(Diagnostic::error(
                "own-remark",
                text!(RemarkNotUnderstood, line = quoted(line)),
                place..place,
                why,
            ));
        }
    }
}
