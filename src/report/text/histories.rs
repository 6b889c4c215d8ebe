//! Worlds in words: the table of histories, and what a ruling has fixed.

use shakmaty::{Board, CastlingSide, Color, File, Move, Rank, Square};

use crate::notation::Language;
use crate::report::row::{LastMoveRow, WorldRow};
use crate::retro::Unmove;
use crate::say;
use crate::solve::Feasibility;
use crate::world::{Right, Rights, World, WorldSet};

use super::TextStyle;
use super::argument::{ArgumentStep, paragraph};
use super::evidence::further_back;
use super::last_moves::moves_by_origin;
use super::layout::{NO_BREAK, width, wrap};
use super::words::{castling_claim, either_way, joined};

/// Whether the games found are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Games {
    /// They are.
    Print,
    /// They are not.
    Omit,
}

/// A reason of more characters is not told again in the same table.
const LONGEST_AGAIN: usize = 60;

/// The table of candidate worlds in lines of so many columns. A long reason stands at the first of the worlds it excludes.
pub fn histories_table(rows: &[WorldRow], language: Language, columns: usize) -> Vec<String> {
    let open = say!(language, Undecided);
    let rows = rows.iter().enumerate().map(|(place, row)| {
        let is_excluded_as = |earlier: &&WorldRow| {
            row.feasibility == Feasibility::Impossible
                && earlier.feasibility == row.feasibility
                && (&earlier.reason, &earlier.proof) == (&row.reason, &row.proof)
        };
        let is_long = width(&row.reason) > LONGEST_AGAIN || row.proof.is_some();
        let told = rows[..place].iter().find(is_excluded_as);
        let (reason, proof) = match told.filter(|_| is_long) {
            Some(earlier) => {
                let world = whole(earlier.world);
                (say!(language, ReasonAsBefore, world), None)
            }
            None if row.proof.is_none() && row.reason.contains(further_back(language)) => {
                let reason = &row.reason;
                (say!(language, SeeProof, reason), None)
            }
            None => (row.reason.clone(), row.proof.as_deref()),
        };
        let verdict = verdict(row.feasibility, open, language);
        TableRow {
            heading: None,
            first: [row.world.to_string(), verdict.to_owned()],
            reason,
            proof,
        }
    });
    table(&rows.collect::<Vec<_>>(), columns)
}

fn verdict(feasibility: Feasibility, open: &'static str, language: Language) -> &'static str {
    match feasibility {
        Feasibility::Possible => say!(language, Possible),
        Feasibility::Impossible => say!(language, Impossible),
        Feasibility::Undecided => open,
    }
}

/// A row of a table.
struct TableRow<'r> {
    /// What stands in a line of its own above, being too long for the first column.
    heading: Option<String>,
    first: [String; 2],
    reason: String,
    /// A proof below.
    proof: Option<&'r str>,
}

fn table(rows: &[TableRow], columns: usize) -> Vec<String> {
    let firsts = first_columns(rows.iter().map(|row| row.first.clone()));
    let mut lines = Vec::new();
    for (row, (first, rest)) in rows.iter().zip(firsts) {
        let heading = row.heading.iter();
        lines.extend(heading.flat_map(|text| wrap("  ", "    ", text, columns)));
        lines.extend(wrap(&first, &rest, &row.reason, columns));
        lines.extend(tree_lines(row.proof, columns));
    }
    lines
}

/// The lines of a proof below its row, broken where they are too long.
fn tree_lines(proof: Option<&str>, columns: usize) -> impl Iterator<Item = String> {
    let lines = proof.into_iter().flat_map(str::lines);
    lines.flat_map(move |line| {
        let text = line.trim_start();
        let indent = " ".repeat((4 + line.len() - text.len()).min(columns * 2 / 3));
        wrap(&indent, &format!("{indent}   "), text, columns)
    })
}

/// The first two columns of each row, as wide as the widest needs, and as many blanks.
pub(super) fn first_columns(rows: impl Iterator<Item = [String; 2]>) -> Vec<(String, String)> {
    let rows: Vec<[String; 2]> = rows.collect();
    let widest = |column: usize| {
        let widths = rows.iter().map(|row| width(&row[column]));
        widths.max().unwrap_or(0)
    };
    let widths = [widest(0), widest(1)];
    let columns = |row: &[String; 2]| {
        let (name, verdict) = (&row[0], &row[1]);
        let first = format!("  {name:0$}  {verdict:1$}  ", widths[0], widths[1]);
        (first, " ".repeat(widths[0] + widths[1] + 6))
    };
    rows.iter().map(columns).collect()
}

/// Longer names of last moves stand in a line of their own.
const LONGEST_NAME: usize = 20;

/// The table of last moves in lines of so many columns. Those that no game ends with share a row where the same is known of them.
pub fn last_moves_table(rows: &[LastMoveRow], style: TextStyle, columns: usize) -> Vec<String> {
    let language = style.language;
    let mut groups: Vec<Vec<&LastMoveRow>> = Vec::new();
    for row in rows {
        let alike = |group: &&mut Vec<&LastMoveRow>| {
            let known = group[0];
            row.game.is_none()
                && known.feasibility == row.feasibility
                && (&known.reason, &known.proof) == (&row.reason, &row.proof)
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    let open = say!(language, Undecided);
    let rows = groups.iter().map(|group| {
        let row = group[0];
        let moves = moves_by_origin(group.iter().map(|row| &row.unmove), style);
        let name = moves.join(", ");
        let (heading, name) = if width(&name) > LONGEST_NAME {
            (Some(name), String::new())
        } else {
            (None, name)
        };
        let reason = match (&row.proof, row.feasibility) {
            (Some(_), _) => say!(language, EveryMoveBeforeFails).trim_end().to_owned(),
            (None, Feasibility::Undecided) if row.unconfirmed.is_none() => {
                say!(language, LimitWas, limit = &row.reason)
            }
            (None, _) => row.reason.clone(),
        };
        let verdict = verdict(row.feasibility, open, language);
        TableRow {
            heading,
            first: [name, verdict.to_owned()],
            reason,
            proof: row.proof.as_deref(),
        }
    });
    table(&rows.collect::<Vec<_>>(), columns)
}

/// What an argument is about: worlds, or last moves.
#[derive(Debug, Clone, Copy)]
pub(super) enum About<'a> {
    World(World),
    LastMove(&'a Unmove),
}

/// Why worlds and last moves are impossible, in lines of so many columns: each argument once, headed by what it is about, its moves in
/// retro notation below.
pub(super) fn argument_lines<'a>(
    rows: impl Iterator<Item = (About<'a>, &'a [ArgumentStep])>,
    style: TextStyle,
    columns: usize,
) -> Vec<String> {
    let mut told: Vec<(Vec<About>, &[ArgumentStep])> = Vec::new();
    let rows: Vec<_> = rows.collect();
    let all = (rows.iter())
        .filter(|(about, _)| matches!(about, About::World(_)))
        .count();
    for (about, argument) in rows
        .into_iter()
        .filter(|(_, argument)| !argument.is_empty())
    {
        let texts = |steps: &'a [ArgumentStep]| steps.iter().map(|step| &step.text);
        match (told.iter_mut()).find(|(_, known)| texts(known).eq(texts(argument))) {
            Some((others, _)) => others.push(about),
            None => told.push((vec![about], argument)),
        }
    }
    let mut lines = Vec::new();
    for (about, argument) in told {
        let is_line = |step: &&ArgumentStep| step.kind == "line";
        let sentences = argument.iter().take_while(|step| !is_line(step));
        let text = paragraph(sentences);
        let moves = about.iter().filter_map(|about| match about {
            About::World(_) => None,
            About::LastMove(unmove) => Some(*unmove),
        });
        let worlds = about.iter().filter_map(|about| match about {
            About::World(world) => Some(whole(*world)),
            About::LastMove(_) => None,
        });
        let worlds: Vec<String> = if all > 1 && worlds.clone().count() == all {
            vec![say!(style.language, ArgInEveryCase).to_owned()]
        } else {
            worlds.collect()
        };
        let moves = moves_by_origin(moves, style);
        let about = joined(worlds.into_iter().chain(moves), "; ");
        let text = format!("{about}{}{text}", style.language.colon());
        lines.extend(wrap("  ", "    ", &text, columns));
        for step in argument.iter().filter(is_line) {
            lines.extend(wrap("    ", "      ", &step.text, columns));
        }
    }
    lines
}

/// The worlds as in a problem file, separated by semicolons; no line breaks within one.
pub(super) fn world_list(worlds: &WorldSet) -> String {
    joined(worlds.iter().map(whole), "; ")
}

/// A world as in a problem file, in which no line breaks.
pub(super) fn whole(world: World) -> String {
    world.to_string().replace(' ', NO_BREAK)
}

/// What `left`, the worlds that a ruling leaves of `before`, says of the past: which double step was
/// played, who may castle and who may not. Only what `before` left open is mentioned, and what
/// concerns `tried` first.
pub(super) fn difference(
    before: &WorldSet,
    left: &WorldSet,
    board: &Board,
    tried: Option<Move>,
    language: Language,
) -> String {
    let mut facts = Vec::new();
    let open_targets = before.targets().count();
    let had_none = before.iter().any(|world| world.target.is_none());
    if open_targets > usize::from(!had_none) {
        let mut targets = left.targets();
        match (targets.next(), targets.next()) {
            (None, _) => facts.push(say!(language, NoDoubleStep).to_owned()),
            (Some(target), None) if left.iter().all(|world| world.target.is_some()) => {
                facts.push(format!(
                    "{} {}",
                    double_step(target),
                    say!(language, WasPlayed)
                ));
            }
            _ => {}
        }
    }
    let open = before.rights_union().without(common_rights(before));
    let held = common_rights(left).intersection(open);
    let lost = open.without(left.rights_union());
    let own = match tried {
        Some(Move::Castle { king, .. }) => board.color_at(king),
        _ => None,
    };
    let mut sides = [Color::Black, Color::White];
    if own == Some(Color::White) {
        sides.reverse();
    }
    for color in sides {
        let of = |rights: Rights| -> Vec<CastlingSide> {
            rights
                .intersection(Rights::of(color))
                .iter()
                .map(Right::side)
                .collect()
        };
        facts.extend(castling_claim(
            color,
            &of(open),
            &of(held),
            &of(lost),
            language,
        ));
    }
    // Several histories that play alike: what they leave open does not matter.
    if left.len() > 1 {
        let varying = left.rights_union().without(common_rights(left));
        for color in sides {
            if !varying.intersection(Rights::of(color)).is_empty() {
                facts.push(either_way(color, language));
            }
        }
    }
    facts.join(", ")
}

/// The rights that every world has.
fn common_rights(worlds: &WorldSet) -> Rights {
    worlds
        .iter()
        .fold(Rights::ALL, |all, world| all.intersection(world.rights))
}

/// The double step over `target`: `g7-g5`.
pub(super) fn double_step(target: Square) -> String {
    let file: File = target.file();
    let (from, to) = if target.rank() == Rank::Sixth {
        (Rank::Seventh, Rank::Fifth)
    } else {
        (Rank::Second, Rank::Fourth)
    };
    format!(
        "{}-{}",
        Square::from_coords(file, from),
        Square::from_coords(file, to)
    )
}

#[cfg(test)]
mod tests {
    use shakmaty::Role;

    use super::*;
    use crate::report::text::COLUMNS;
    use crate::retro::UnmoveKind;

    fn set(worlds: &[&str]) -> WorldSet {
        WorldSet::new(
            Color::White,
            worlds.iter().map(|text| text.parse().unwrap()),
        )
    }

    fn said(before: &[&str], left: &[&str]) -> String {
        let board = Board::from_ascii_board_fen(b"4k2r/8/5B1P/5KpP/8/8/8/3R4").unwrap();
        difference(&set(before), &set(left), &board, None, Language::English)
    }

    #[test]
    fn a_ruling_is_told_by_what_it_settles() {
        let all = ["k g6", "- g6", "- -"];
        assert_eq!(said(&all, &["k g6"]), "g7-g5 was played, Black may castle");
        assert_eq!(
            said(&all, &["- -"]),
            "no double step to be captured, Black may not castle"
        );
        assert_eq!(
            said(&all, &["k g6", "- g6"]),
            "g7-g5 was played, whether or not Black may castle"
        );
        assert_eq!(said(&["k g6"], &["k g6"]), "");
        assert_eq!(
            said(&["Kk -", "Qk -"], &["Kk -"]),
            "White may castle only short"
        );
    }

    #[test]
    fn the_table_has_three_columns() {
        let row = |world: &str, feasibility, reason: &str| WorldRow {
            reason: reason.to_owned(),
            ..WorldRow::new(world.parse().unwrap(), feasibility)
        };
        let rows = [
            row("k g6", Feasibility::Possible, "last move g7-g5"),
            row(
                "k -",
                Feasibility::Impossible,
                &"no last move because ".repeat(6),
            ),
        ];
        insta::assert_snapshot!(histories_table(&rows, Language::German, COLUMNS).join("\n"));
    }

    #[test]
    fn a_long_reason_stands_at_the_first_world_it_excludes() {
        let row = |world: &str, feasibility, reason: &str| WorldRow {
            reason: reason.to_owned(),
            ..WorldRow::new(world.parse().unwrap(), feasibility)
        };
        let long = "White captured nothing. ".repeat(3);
        let rows = [
            row("K -", Feasibility::Impossible, "short"),
            row("Q -", Feasibility::Impossible, &long),
            row("KQ -", Feasibility::Impossible, "short"),
            row("Kk -", Feasibility::Impossible, &long),
            row("Qk -", Feasibility::Undecided, &long),
            row("q -", Feasibility::Possible, &long),
            row("Qq -", Feasibility::Possible, &long),
        ];
        let lines = histories_table(&rows, Language::English, 200);
        let reasons: Vec<&str> = (lines.iter())
            .map(|line| line.split_once("  ").unwrap().1.trim_start())
            .map(|line| line.rsplit_once("  ").unwrap().1)
            .collect();
        let long = long.trim();
        let again = "for the same reason as Q -";
        assert_eq!(reasons, ["short", long, "short", again, long, long, long]);
    }

    #[test]
    fn last_moves_that_fail_alike_share_a_row_and_every_origin_is_named() {
        use Feasibility::{Impossible, Undecided};
        let rows = |asked: &[(Square, Option<Role>, Feasibility, &str)]| -> Vec<LastMoveRow> {
            let row = |&(from, captured, feasibility, reason): &(_, _, _, &str)| LastMoveRow {
                feasibility,
                reason: reason.to_owned(),
                ..LastMoveRow::new(
                    Unmove {
                        role: Role::Rook,
                        from,
                        to: Square::A1,
                        captured,
                        kind: UnmoveKind::Ordinary,
                    },
                    TextStyle::ENGLISH,
                )
            };
            asked.iter().map(row).collect()
        };
        let (knight, bishop) = (Some(Role::Knight), Some(Role::Bishop));
        let rows = rows(&[
            (Square::B1, None, Impossible, "one"),
            (Square::C1, None, Impossible, "one"),
            (Square::D1, None, Undecided, "nodes"),
            (Square::B1, knight, Impossible, "one"),
            (Square::B1, bishop, Impossible, "one"),
            (Square::D1, knight, Impossible, "two"),
        ]);
        let lines = last_moves_table(&rows, TextStyle::ENGLISH, 80);
        let expected = [
            "  Rb1-a1, Rc1-a1, Rb1xN/Ba1",
            "          impossible    one",
            "  Rd1-a1  undecided   limit: nodes",
            "  Rd1xNa1  impossible   two",
        ];
        let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = lines.iter().map(|line| squeeze(line)).collect();
        assert_eq!(lines, expected.map(squeeze));
    }
}
