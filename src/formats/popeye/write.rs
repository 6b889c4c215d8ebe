//! Input for Popeye: ordinary play in one world at a time, which is all Popeye can check.

use std::fmt::Write as _;

use shakmaty::{Board, Color, Piece, Square};

use super::read::{ID_REMARK, OWN_REMARK};
use crate::formats::{begins_as_usual, comment_lines, has_set_play, men_by_kind, one_line};
use crate::notation::Letters;
use crate::problem::{
    Convention, Duplex, Histories, Length, Problem, ProofGame, Stipulation, Twin,
};
use crate::syntax::retractor::in_german;
use crate::world::{Right, Rights, World, WorldSet};

/// The problems for all twins and worlds, joined by `NextProblem`; those Popeye has no stipulation for are left out.
pub(in crate::formats) fn export(problem: &Problem) -> String {
    let asked: Vec<&Twin> = problem
        .twins
        .iter()
        // One entry asks for both halves, unless the worlds differ.
        .filter(|twin| twin.duplex != Duplex::Second || twin.histories != Histories::Analyse)
        .filter(|twin| is_writable(twin))
        .collect();
    if let Some((first, others)) = asked.split_first()
        && !others.is_empty()
        && others.iter().all(|twin| is_changed(first, twin))
        && let Premises::One(options) = premises(first)
    {
        let mut out = entry(problem, first, &options);
        for twin in others {
            let _ = writeln!(out, "Twin {}", changes(first, twin, plain).join(" "));
        }
        return out;
    }
    let entries: Vec<String> = asked
        .into_iter()
        .flat_map(|twin| match premises(twin) {
            Premises::One(options) => vec![entry(problem, twin, &options)],
            Premises::Each(worlds) => worlds
                .iter()
                .map(|world| entry(problem, twin, &world_options(twin, world)))
                .collect(),
        })
        .collect();
    entries.join("NextProblem\n")
}

/// Whether Popeye knows what is asked.
fn is_writable(twin: &Twin) -> bool {
    match twin.stipulation {
        Stipulation::Goal(forced) => forced.length != Length::Smallest,
        // Popeye knows neither other beginnings nor facts.
        Stipulation::ProofGame(ProofGame::Exactly(_)) => {
            twin.start.is_none() && twin.facts.is_empty()
        }
        _ => false,
    }
}

/// The options that say what `twin` holds of the past, if it can be said in one problem.
pub(in crate::formats) fn shared_options(twin: &Twin) -> Option<Vec<String>> {
    match premises(twin) {
        Premises::One(options) => Some(options),
        Premises::Each(_) => None,
    }
}

/// What Popeye is told of the past.
enum Premises {
    /// Options for one entry.
    One(Vec<String>),
    /// One entry for each of these worlds.
    Each(WorldSet),
}

fn premises(twin: &Twin) -> Premises {
    let worlds = match &twin.histories {
        Histories::Analyse => return Premises::One(Vec::new()),
        Histories::Given(worlds) | Histories::Claim(worlds) => *worlds,
    };
    if let Some(world) = worlds.sole() {
        return Premises::One(world_options(twin, world));
    }
    match (twin.convention, exclusive(&worlds)) {
        (Convention::RetroStrategy, Some(options)) => Premises::One(options),
        _ => Premises::Each(worlds),
    }
}

/// `CastlingMutuallyExclusive` for each pair of castlings, if that is all that distinguishes the worlds.
fn exclusive(worlds: &WorldSet) -> Option<Vec<String>> {
    if worlds.targets().next().is_some() {
        return None;
    }
    let all = worlds.rights_union();
    let together = |a: Right, b: Right| worlds.iter().any(|w| w.rights.has(a) && w.rights.has(b));
    let of = |color| all.iter().filter(move |right| right.color() == color);
    let pairs: Vec<(Right, Right)> = of(Color::White)
        .flat_map(|white| of(Color::Black).map(move |black| (white, black)))
        .filter(|&(white, black)| !together(white, black))
        .collect();
    let allowed = |rights: &Rights| !pairs.iter().any(|&(a, b)| rights.has(a) && rights.has(b));
    let largest = WorldSet::new(
        worlds.turn(),
        all.subsets()
            .filter(allowed)
            .map(|rights| World::new(rights, None)),
    )
    .castling_maximal();
    (largest == worlds.castling_maximal() && !pairs.is_empty()).then(|| {
        let option = |(white, black): &(Right, Right)| {
            format!(
                "CastlingMutuallyExclusive {}{}",
                white.rook_home(),
                black.rook_home()
            )
        };
        pairs.iter().map(option).collect()
    })
}

/// Whether a twin can be written as a change of `first`: position and stipulation are all that differs.
fn is_changed(first: &Twin, twin: &Twin) -> bool {
    let options = shared_options(first);
    begins_as_usual(first) == begins_as_usual(twin)
        && has_set_play(first) == has_set_play(twin)
        && first.duplex == twin.duplex
        && first.convention == twin.convention
        && options.is_some()
        && options == shared_options(twin)
        && !changes(first, twin, plain).is_empty()
}

/// The twins but the diagram itself, each with the changes that make it; `unsaid` where Popeye has no words for what
/// distinguishes it: the twin is there, and changes nothing.
pub(in crate::formats) fn changed_twins(
    problem: &Problem,
    asked: fn(&Twin) -> String,
    unsaid: impl Fn(&Twin) -> String,
) -> impl Iterator<Item = (&Twin, String)> {
    let written = |twin: &&Twin| twin.duplex != Duplex::Second;
    let zero = problem
        .twins
        .first()
        .is_some_and(|first| first.label != "a");
    let twins = problem
        .twins
        .iter()
        .filter(written)
        .skip(usize::from(!zero));
    twins.map(move |twin| {
        let changes = changes(&problem.twins[0], twin, asked).join(" ");
        let changes = Some(changes).filter(|changes| !changes.is_empty());
        (twin, changes.unwrap_or_else(|| unsaid(twin)))
    })
}

/// The changes that make `twin` of `first`, in Popeye's words.
fn changes(first: &Twin, twin: &Twin, asked: impl Fn(&Twin) -> String) -> Vec<String> {
    let (before, after) = (&first.diagram.board, &twin.diagram.board);
    let mut changes = moved(before, after).unwrap_or_else(|| replaced(before, after));
    if first.stipulation != twin.stipulation {
        changes.push(format!("Stipulation {}", asked(twin)));
    }
    changes
}

/// Exchanges and moves that make one board of the other, if nothing else is needed but men taken away where others come.
fn moved(before: &Board, after: &Board) -> Option<Vec<String>> {
    let mut board = before.clone();
    let mut changes = Vec::new();
    let differs =
        |board: &Board, square: &Square| board.piece_at(*square) != after.piece_at(*square);
    for square in Square::ALL {
        let here = board.piece_at(square);
        let other = Square::ALL.into_iter().find(|other| {
            differs(&board, &square)
                && here.is_some()
                && here == after.piece_at(*other)
                && board.piece_at(*other).is_some()
                && board.piece_at(*other) == after.piece_at(square)
        });
        if let Some(other) = other {
            let there = board.piece_at(other)?;
            board.set_piece_at(other, here?);
            board.set_piece_at(square, there);
            changes.push(format!("Exchange {square} {other}"));
        }
    }
    // Who comes to a square where nobody waits to leave it goes first.
    while let Some((from, to)) = Square::ALL.into_iter().find_map(|from| {
        let man = board.piece_at(from).filter(|_| differs(&board, &from))?;
        let is_wanted = |other| {
            let wanted =
                |next: &Square| differs(&board, next) && after.piece_at(*next) == Some(other);
            Square::ALL.iter().any(wanted)
        };
        let free = |to: &Square| {
            differs(&board, to)
                && after.piece_at(*to) == Some(man)
                && !board.piece_at(*to).is_some_and(is_wanted)
        };
        Some((from, Square::ALL.into_iter().find(free)?))
    }) {
        let man = board.remove_piece_at(from)?;
        board.set_piece_at(to, man);
        changes.push(format!("Move {from} {to}"));
    }
    (board == *after).then_some(changes)
}

/// What goes and what comes, man by man.
fn replaced(before: &Board, after: &Board) -> Vec<String> {
    let letters = Letters::EnglishProblem;
    let mut changes = Vec::new();
    let changed = || {
        let differs = |square: &Square| before.piece_at(*square) != after.piece_at(*square);
        Square::ALL.into_iter().filter(differs)
    };
    for square in changed().filter(|&square| after.piece_at(square).is_none()) {
        changes.push(format!("Remove {square}"));
    }
    for square in changed() {
        if let Some(Piece { color, role }) = after.piece_at(square) {
            let side = color.fold_wb("White", "Black");
            changes.push(format!("Add {side} {}{square}", letters.letter(role)));
        }
    }
    changes
}

/// What is asked, without the sign for set play, which is an option.
pub(in crate::formats) fn plain(twin: &Twin) -> String {
    if let Stipulation::ProofGame(ProofGame::Exactly(plies)) = twin.stipulation {
        let half = if plies % 2 == 1 { ".5" } else { "" };
        return format!("dia{}{half}", plies / 2);
    }
    let text = twin.stipulation.to_string();
    text.trim_end_matches('*').to_owned()
}

/// The same as German columns print it.
pub(in crate::formats) fn in_columns(twin: &Twin) -> String {
    match twin.stipulation {
        Stipulation::Retractor(asked) => in_german(asked),
        _ => plain(twin),
    }
}

fn entry(problem: &Problem, twin: &Twin, premises: &[String]) -> String {
    let mut out = String::new();
    for (keyword, value) in [
        ("Author", &problem.author),
        ("Origin", &problem.source),
        ("Award", &problem.award),
    ] {
        let Some(value) = value.as_deref().map(one_line) else {
            continue;
        };
        if value.len() <= LONGEST_LINE {
            let _ = writeln!(out, "{keyword} {value}");
        } else {
            // Several of these lines would not fit Popeye's memory either.
            remarks(&mut out, &format!("{keyword}: {value}"));
        }
    }
    if let Some(id) = &problem.id {
        remarks(&mut out, &format!("{ID_REMARK} {}", one_line(id)));
    }
    for line in comment_lines(problem) {
        remarks(&mut out, &line);
    }
    remarks(
        &mut out,
        &format!("{OWN_REMARK} {}", remark(twin, premises)),
    );
    out.push_str("Pieces\n");
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let men = men_by_kind(&twin.diagram.board, color, Letters::EnglishProblem);
        if !men.is_empty() {
            let _ = writeln!(out, "  {name} {}", men.join(" "));
        }
    }
    let mut options: Vec<String> = Vec::new();
    if let Stipulation::Goal(_) = twin.stipulation {
        let _ = writeln!(out, "Stipulation {}", plain(twin));
        if has_set_play(twin) {
            options.push("SetPlay".to_owned());
        }
        // The sides change their parts, also in help play: `WhiteToPlay` would leave out a half-move.
        if !begins_as_usual(twin) {
            options.push("HalfDuplex".to_owned());
        }
        if twin.duplex == Duplex::First && twin.histories == Histories::Analyse {
            // Popeye begins with its own side, and both are asked for.
            options.retain(|option| option != "HalfDuplex");
            options.push("Duplex".to_owned());
        }
    }
    options.extend_from_slice(premises);
    if let Stipulation::ProofGame(_) = twin.stipulation {
        let _ = writeln!(out, "Stipulation {}", plain(twin));
    } else {
        options.push("Variations".to_owned());
    }
    if !options.is_empty() {
        let _ = writeln!(out, "Option {}", options.join(" "));
    }
    out
}

/// The longest text behind a keyword, in bytes: Popeye ends at a line of 256.
const LONGEST_LINE: usize = 250;

/// A text as remarks, broken at blanks where it is longer than a line of Popeye's.
fn remarks(out: &mut String, text: &str) {
    let mut rest = text;
    while !rest.is_empty() {
        let fitting = &rest[..rest.floor_char_boundary(LONGEST_LINE)];
        let end = match fitting.rfind(' ') {
            Some(blank) if fitting.len() < rest.len() => blank,
            _ => fitting.len(),
        };
        let _ = writeln!(out, "Remark {}", &rest[..end]);
        rest = rest[end..].trim_start();
    }
}

/// `NoCastling` for the rights at home that the world denies, `EnPassant` for its target. The squares of each are
/// one word: at a blank Popeye drops the rest of the line.
fn world_options(twin: &Twin, world: World) -> Vec<String> {
    let mut options = Vec::new();
    let denied = Rights::at_home(&twin.diagram.board).without(world.rights);
    if !denied.is_empty() {
        let rooks: String = denied
            .iter()
            .map(|right| right.rook_home().to_string())
            .collect();
        options.push(format!("NoCastling {rooks}"));
    }
    if let Some(target) = world.target {
        let by = twin.diagram.turn.fold_wb(1, -1);
        let from: Option<Square> = target.offset(8 * by);
        let to: Option<Square> = target.offset(-8 * by);
        if let (Some(from), Some(to)) = (from, to) {
            options.push(format!("EnPassant {from}{target}{to}"));
        }
    }
    options
}

fn remark(twin: &Twin, premises: &[String]) -> String {
    let which = match &twin.histories {
        Histories::Analyse => "histories not analysed, castling as Popeye assumes".to_owned(),
        _ if premises.is_empty() => "ordinary play with every right".to_owned(),
        _ => format!("ordinary play with {}", premises.join(" ")),
    };
    format!(
        "{which}; the convention {} and the touch law are not checked; asked is {}",
        twin.convention, twin.stipulation
    )
}
