//! A solved problem for the reader: heading, diagram, histories, solution, verdict.

mod outcome;

use outcome::key_text;

use std::fmt::Write as _;

use shakmaty::Color;

use crate::phases::Phases;
use crate::problem::{Convention, Problem, Stipulation, Strictness, Twin};
use crate::report::row::{HistoriesRows, LastMoveRow, WorldRow};
use crate::report::sanitize;
use crate::retro::Shortest;
use crate::retro::proof_game::ProofGames;
use crate::say;
use crate::solution::{Solution, Verdict};
use crate::solve::Feasibility;
use crate::solve::retractor::Retractions;
use crate::solve::{Condition, Finality, Outcome};
use crate::study::Origin;
use crate::verify::Verification;
use crate::world::World;

use super::brevity::brevity_text;
use super::diagram::{counts, diagram};
use super::evidence::limit_name;
use super::histories::{About, Games, argument_lines, histories_table, last_moves_table};
use super::layout::{COLUMNS, justify, width, wrap};
use super::phases::{Listing, PhasesText};
use super::proof_game;
use super::retractor;
use super::score_sheet::score_sheet;
use super::statements::statement_lines;
use super::style::TextStyle;
use super::tree::Depth;
use super::verification::{Lists, verification_lines};
use super::words::{convention_name, joined};

/// Where the right margin of the heading is, if lines are wide enough.
const HEADING: usize = 88;

/// Writes one problem and twin.
#[derive(Debug)]
pub struct SolutionText<'a> {
    style: TextStyle,
    problem: &'a Problem,
    twin: &'a Twin,
    columns: usize,
    lines: Vec<String>,
    /// How the games of the possible worlds end.
    ends: Vec<(World, String)>,
    /// How much of the play is printed.
    depth: Depth,
    /// The games as PGN, if they are printed.
    games: Option<String>,
    /// Whether a part only was looked at.
    partial: bool,
    /// Whether the solutions were printed.
    listing: Listing,
}

impl<'a> SolutionText<'a> {
    /// A text that begins with heading and diagram, in lines of [`COLUMNS`].
    pub fn new(problem: &'a Problem, twin: &'a Twin, style: TextStyle) -> SolutionText<'a> {
        SolutionText::within(COLUMNS, problem, twin, style)
    }

    /// The same in lines of so many columns.
    pub fn within(
        columns: usize,
        problem: &'a Problem,
        twin: &'a Twin,
        style: TextStyle,
    ) -> SolutionText<'a> {
        let mut text = SolutionText {
            style,
            problem,
            twin,
            columns,
            lines: Vec::new(),
            ends: Vec::new(),
            depth: Depth::Variations,
            games: None,
            partial: false,
            listing: Listing::Missing,
        };
        text.heading();
        text
    }

    /// Every continuation is named and every defence printed, where a journal would count them.
    #[must_use]
    pub fn with_everything(mut self) -> SolutionText<'a> {
        self.depth = Depth::Everything;
        self
    }

    /// The keys alone, one line for the problem or for each of its parts.
    pub fn keys(
        problem: &'a Problem,
        twin: &'a Twin,
        outcome: &Outcome,
        style: TextStyle,
    ) -> String {
        let named = |solution: &Solution| match solution.verdict {
            _ if !solution.keys.is_empty() => {
                let keys = solution.keys.iter().map(|key| key_text(key, style));
                joined(keys, style.language.semicolon())
            }
            Verdict::Undecided(limit) => {
                format!(
                    "{} ({})",
                    say!(style.language, LimitHit),
                    limit_name(limit, style.language)
                )
            }
            Verdict::Illegal => say!(style.language, IllegalDiagram).to_owned(),
            _ => say!(style.language, NoSolutionSentence).to_owned(),
        };
        let mut lines = Vec::new();
        if let Some(solution) = &outcome.solution {
            lines.push(named(solution));
        }
        for part in &outcome.parts {
            lines.push(format!("[{}] {}", part.world, named(&part.solution)));
        }
        if lines.is_empty() {
            lines.push(say!(style.language, IllegalDiagram).to_owned());
        }
        if outcome.finality == Finality::Conditional(Condition::NotExhaustive) {
            let said = say!(style.language, NotExhaustive);
            let colon = style.language.colon();
            lines.push(format!("{}{colon}{said}.", say!(style.language, NotFinal)));
        }
        let mut label = problem.id.clone().unwrap_or_default();
        if problem.twins.len() > 1 {
            label = format!("{label} {})", twin.label);
        }
        let label = sanitize::one_line(label.trim()).into_owned();
        let lines = lines
            .iter()
            .map(|line| format!("{label} {line}").trim().to_owned() + "\n");
        lines.collect()
    }

    /// The text, ending in a line break. With games it is a stream of PGN in which every other line is a
    /// comment (`;`).
    pub fn finish(self) -> String {
        let Some(games) = self.games else {
            return self.lines.join("\n") + "\n";
        };
        let mut text = String::new();
        for line in self.lines.iter().flat_map(|line| line.split('\n')) {
            text.push_str(format!("; {line}").trim_end());
            text.push('\n');
        }
        text + &games
    }

    /// The game of every world that has one, to be printed after all else.
    fn print_games(&mut self, rows: &[WorldRow]) {
        let event = self.event();
        let style = self.style;
        let games = rows.iter().filter_map(|row| {
            let game = row.game.as_ref()?;
            Some(format!("\n{}", score_sheet(&event, row.world, game, style)))
        });
        self.games = Some(games.collect());
    }

    /// What a game is of.
    fn event(&self) -> String {
        let who = [&self.problem.id, &self.problem.author, &self.problem.source];
        let who = who.into_iter().flatten();
        let mut event: Vec<_> = who.map(|text| sanitize::one_line(text)).collect();
        if self.problem.twins.len() > 1 {
            event.push(format!("{})", sanitize::one_line(&self.twin.label)).into());
        }
        if event.is_empty() {
            event.push(self.twin.diagram.fen().into());
        }
        event.join(", ")
    }

    /// What happens between the phases, and the themes.
    pub fn phases(&mut self, phases: &Phases) {
        let text = PhasesText {
            style: self.style,
            board: &self.twin.diagram.board,
            columns: self.columns,
            listing: self.listing,
        };
        self.lines.extend(text.lines(phases));
    }

    /// What a verification found.
    pub fn verification(&mut self, verification: &Verification, lists: Lists) {
        let lines = verification_lines(verification, self.style, lists, self.columns);
        self.lines.extend(lines);
    }

    fn line(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    fn paragraph(&mut self, text: &str) {
        self.lines.extend(wrap("", "   ", text, self.columns));
    }

    fn heading(&mut self) {
        let Problem {
            id,
            author,
            source,
            award,
            ..
        } = self.problem;
        let who = [id, author, source, award].into_iter().flatten();
        let mut left = joined(who.map(|text| sanitize::one_line(text)), ", ");
        if self.problem.twins.len() > 1 {
            left = format!("{}) {left}", sanitize::one_line(&self.twin.label));
        }
        let right = self.asked();
        let margin = self.columns.min(HEADING);
        let lines = if width(&left) + 2 + width(&right) <= margin {
            vec![justify(&left, &right, margin)]
        } else {
            let mut lines = wrap("", "", &left, margin);
            lines.push(format!("{right:>margin$}"));
            lines
        };
        self.lines.extend(lines);
        let mut board = diagram(&self.twin.diagram.board, self.style.letters);
        if let Some(last) = board.last_mut() {
            let turn = match self.twin.diagram.turn {
                Color::White => say!(self.style.language, WhiteToMove),
                Color::Black => say!(self.style.language, BlackToMove),
            };
            let men = counts(&self.twin.diagram.board);
            *last = justify(last, &format!("{turn}  {men}"), margin);
        }
        self.lines.extend(board);
    }

    /// `#2, Berührt-Geführt (ep-touch=own-only)`.
    fn asked(&self) -> String {
        let language = self.style.language;
        let mut text = match self.twin.stipulation {
            Stipulation::Histories => say!(language, AsksHistories).to_owned(),
            Stipulation::LastMove => say!(language, AsksLastMove).to_owned(),
            Stipulation::ProofGame(asked) => proof_game::asked(asked, language),
            // Signs in every language; what follows is played by the codex.
            Stipulation::Retractor(asked) => return asked.to_string(),
            Stipulation::Goal(_) => self.twin.asked(),
        };
        if let Some(name) = convention_name(self.twin.convention, self.style.language) {
            let _ = write!(text, ", {name}");
        }
        let options = self.twin.options.to_string();
        if !options.is_empty() {
            let _ = write!(text, " ({options})");
        }
        text
    }

    /// The table of histories; none where the diagram's own histories say nothing, its last move being taken back or
    /// neither castling nor en passant being in question.
    pub fn histories_of_play(&mut self, rows: &[WorldRow], origin: Origin, games: Games) {
        let taken_back = self.twin.convention == Convention::IllegalMove
            && self.twin.options.strict == Strictness::Plain;
        if taken_back && games == Games::Omit {
            return;
        }
        let unknown = matches!(rows, [only] if only.feasibility == Feasibility::Undecided);
        if unknown && origin == Origin::Analysed {
            // One candidate, and no proof that it is impossible.
            self.line(say!(self.style.language, HistoriesDoNotMatter));
            return;
        }
        self.histories(rows, origin, games);
    }

    /// What the impossible worlds say, in a few sentences; nothing where they say nothing.
    pub fn statements(&mut self, rows: &HistoriesRows) {
        let impossible = |row: &WorldRow| row.feasibility == Feasibility::Impossible;
        if !rows.worlds.is_empty() && rows.worlds.iter().all(impossible) {
            self.line(say!(self.style.language, IllegalDiagram));
            return;
        }
        if rows.statements.is_empty() {
            return;
        }
        self.line(say!(self.style.language, InShort));
        let lines = statement_lines(
            &rows.statements,
            &rows.worlds,
            self.style.language,
            self.columns,
        );
        self.lines.extend(lines);
    }

    /// Why worlds and last moves are impossible, where more is known than stands in the tables.
    pub fn arguments(&mut self, rows: &HistoriesRows) {
        let worlds = rows.worlds.iter();
        let worlds = worlds.map(|row| (About::World(row.world), row.argument.as_slice()));
        let moves = rows.last_moves.iter().flatten();
        let moves = moves.map(|row| (About::LastMove(&row.unmove), row.argument.as_slice()));
        let lines = argument_lines(worlds.chain(moves), self.style, self.columns);
        if !lines.is_empty() {
            self.line(say!(self.style.language, ArgWhy));
            self.lines.extend(lines);
        }
    }

    /// The table of histories.
    pub fn histories(&mut self, rows: &[WorldRow], origin: Origin, games: Games) {
        let title = match origin {
            Origin::Analysed => say!(self.style.language, HistoriesHead),
            Origin::Given => say!(self.style.language, HistoriesGivenNotAnalysed),
        };
        let has_games = rows.iter().any(|row| row.game.is_some());
        let hint = if has_games && games == Games::Omit {
            format!("({})", say!(self.style.language, GamesByPgn))
        } else {
            String::new()
        };
        self.line(justify(title, &hint, self.columns.min(HEADING)));
        self.lines
            .extend(histories_table(rows, self.style.language, self.columns));
        self.ends = rows
            .iter()
            .filter(|row| row.game.is_some())
            .map(|row| (row.world, row.reason.clone()))
            .collect();
        if games == Games::Print {
            self.print_games(rows);
        }
    }

    /// The shortest game to the diagram.
    pub fn shortest(&mut self, shortest: &Shortest) {
        let brevity = brevity_text(&shortest.game, &shortest.brevity, self.style);
        self.paragraph(&say!(self.style.language, InWhateverHistory, brevity));
        self.paragraph(&format!("   {}", shortest.game.movetext()));
    }

    /// The games of a proof game, and what is known of others.
    pub fn proof_games(&mut self, found: &ProofGames) {
        let lines = proof_game::lines(found, self.style, self.columns);
        self.lines.extend(lines);
    }

    /// The solutions of a retractor.
    pub fn retractor(&mut self, found: &Retractions) {
        if let Stipulation::Retractor(asked) = self.twin.stipulation {
            let lines = retractor::lines(found, asked, self.style, self.columns);
            self.lines.extend(lines);
        }
    }

    /// The last moves, in a line of retro notation if there is one, and as a table.
    pub fn last_moves(&mut self, rows: &[LastMoveRow], line: Option<&str>, games: Games) {
        self.line(say!(self.style.language, LastMoveHead));
        if let Some(line) = line {
            self.lines.extend(wrap("  ", "    ", line, self.columns));
        }
        self.lines
            .extend(last_moves_table(rows, self.style, self.columns));
        if games == Games::Print {
            let event = self.event();
            let style = self.style;
            let ends = rows.iter().filter_map(|row| {
                let game = row.game.as_ref()?;
                let event = format!("{event}, {}", row.text);
                Some(format!(
                    "\n{}",
                    score_sheet(&event, game.world(), game, style)
                ))
            });
            self.games.get_or_insert_default().extend(ends);
        }
    }
}
