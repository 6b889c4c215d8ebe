//! The phases of a problem: the table of a two-mover, the solutions of help play, the themes.

use shakmaty::{Board, Color, Square};

use crate::phases::themes::Numbers;
use crate::phases::{
    Cell, Column, Correspondence, Economy, HelpSolution, Keyword, Phase, PhaseKind, Phases, Reply,
    Row, Solutions, Step, Table, Tension,
};
use crate::say;

use super::layout::{NO_BREAK, width, wrap};
use super::moves::Ply;
use super::style::TextStyle;
use super::words::joined;

/// Moves that are written out where there are many.
const MOST_MOVES: usize = 4;

/// Whether the solutions of help play were printed before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listing {
    /// They were.
    Printed,
    /// They were not.
    Missing,
}

/// Writes about the phases of one diagram.
#[derive(Clone, Copy)]
pub(super) struct PhasesText<'a> {
    pub style: TextStyle,
    pub board: &'a Board,
    pub columns: usize,
    pub listing: Listing,
}

impl PhasesText<'_> {
    /// The table or the solutions, what corresponds, the themes.
    pub fn lines(self, phases: &Phases) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(table) = &phases.table {
            lines.extend(self.table(table));
        }
        if let Some(solutions) = &phases.solutions {
            lines.extend(self.solutions(solutions));
        }
        lines.extend(self.themes(phases));
        lines
    }

    fn step(self, step: &Step) -> String {
        self.style.write(step.san, step.mv)
    }

    fn table(self, table: &Table) -> Vec<String> {
        let heads: Vec<String> = (table.rows.iter())
            .map(|row| self.head(&row.phase, table))
            .collect();
        let indent = 4;
        let margin = heads.iter().map(|head| width(head)).max().unwrap_or(0);
        // A long head stands in a line of its own.
        let margin = margin
            .min(self.columns / 3)
            .max(width(say!(self.style.language, PhasesTitle)));
        let cells: Vec<Vec<String>> = (0..table.columns.len())
            .map(|at| {
                let rows = table.rows.iter();
                rows.map(|row| self.cell(&row.cells[at], table)).collect()
            })
            .collect();
        let titles: Vec<[String; 2]> = table.columns.iter().map(|c| self.title(c)).collect();
        let widths: Vec<usize> = (cells.iter().zip(&titles))
            .map(|(cells, title)| {
                cells
                    .iter()
                    .chain(title)
                    .map(|text| width(text))
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let room = self.columns.saturating_sub(indent + margin);
        let mut lines = Vec::new();
        let mut from = 0;
        while from < widths.len() {
            let mut to = from;
            let mut used = 0;
            while to < widths.len() && (to == from || used + widths[to] + 2 <= room) {
                used += widths[to] + 2;
                to += 1;
            }
            let mut push = |head: &str, texts: &dyn Fn(usize) -> String| {
                let head = if width(head) > margin {
                    lines.push(format!("{}{head}", " ".repeat(indent)));
                    ""
                } else {
                    head
                };
                let mut line = format!("{}{head:<margin$}", " ".repeat(indent));
                for (at, &wide) in widths.iter().enumerate().take(to).skip(from) {
                    let text = texts(at);
                    let gap = " ".repeat(wide.saturating_sub(width(&text)));
                    line = format!("{line}  {text}{gap}");
                }
                lines.push(line.trim_end().to_owned());
            };
            push(say!(self.style.language, PhasesTitle), &|at| {
                titles[at][0].clone()
            });
            push("", &|at| titles[at][1].clone());
            for (number, head) in heads.iter().enumerate() {
                push(head, &|at| cells[at][number].clone());
            }
            from = to;
        }
        lines.extend(self.legend(table));
        lines
    }

    /// What the signs in the cells mean, and what is not shown.
    fn legend(self, table: &Table) -> Vec<String> {
        let any =
            |sign: fn(&Cell) -> bool| table.rows.iter().flat_map(|row: &Row| &row.cells).any(sign);
        let mut parts: Vec<String> = Vec::new();
        if any(|cell| cell.changed) {
            parts.push(say!(self.style.language, ChangedMark).to_owned());
        }
        if any(|cell| cell.transferred) {
            parts.push(say!(self.style.language, TransferredMark).to_owned());
        }
        let language = self.style.language;
        match table.further_defences {
            0 => {}
            more => parts.push(say!(language, MoreDefences, more)),
        }
        match table.further_tries {
            0 => {}
            more => parts.push(say!(language, MoreTries, more)),
        }
        if parts.is_empty() {
            return Vec::new();
        }
        wrap(
            "    ",
            "      ",
            &format!("({})", parts.join(self.style.language.semicolon())),
            self.columns,
        )
    }

    /// The letters of a defence, and the defence; several of one man share a column.
    fn title(self, column: &Column) -> [String; 2] {
        let number = Ply(1).number();
        let moves: Vec<String> = column.defences.iter().map(|step| self.step(step)).collect();
        let moves = match &moves[..] {
            [first, rest @ ..] if rest.len() > 1 => format!("{first} (+{})", rest.len()),
            _ => moves.join(", "),
        };
        [column.letter.to_string(), format!("{number}{moves}")]
    }

    /// `1. Qb1? (2. Qe4# A) Rc1!`.
    fn head(self, phase: &Phase, table: &Table) -> String {
        let Some(first) = &phase.first else {
            return say!(self.style.language, SetPlayLower).to_owned();
        };
        let sign = if phase.kind == PhaseKind::Try {
            "?"
        } else {
            "!"
        };
        let mut head = format!("1. {}{sign}", self.lettered(first, table));
        match &phase.tension {
            Tension::None | Tension::Check => {}
            Tension::Zugzwang => {
                head = format!("{head} {}", say!(self.style.language, Zugzwang));
            }
            Tension::Threat(threats) if threats.len() > MOST_MOVES => {
                let count = threats.len();
                let said = say!(self.style.language, ThreatsCounted, count);
                head = format!("{head} ({said})");
            }
            Tension::Threat(threats) => {
                let moves = threats.iter().map(|step| self.lettered(step, table));
                head = format!("{head} (2. {})", joined(moves, ", "));
            }
        }
        if let Some(refutation) = phase.refutation() {
            head = format!("{head} {}!", self.step(&refutation.step));
        }
        head
    }

    /// A move of White with its letter, if it has one.
    fn lettered(self, step: &Step, table: &Table) -> String {
        let text = self.step(step);
        match table.letters.get(&step.deed) {
            Some(letter) => format!("{text} {letter}"),
            None => text,
        }
    }

    fn cell(self, cell: &Cell, table: &Table) -> String {
        match &cell.reply {
            None => "–".to_owned(),
            Some(Reply::Refuted) => "!".to_owned(),
            Some(Reply::Threat) => say!(self.style.language, ThreatInBrackets).to_owned(),
            Some(Reply::Answers(answers)) => {
                let mut text = match &answers[..] {
                    [only] => self.lettered(only, table),
                    [one, other] => format!("{}/{}", self.step(one), self.step(other)),
                    [first, rest @ ..] => format!("{} (+{})", self.step(first), rest.len()),
                    [] => "–".to_owned(),
                };
                if cell.changed {
                    text.push_str(" ≠");
                }
                if cell.transferred {
                    text.push_str(" →");
                }
                text
            }
        }
    }

    fn solutions(self, solutions: &Solutions) -> Vec<String> {
        let mut lines = Vec::new();
        let told = self.listing == Listing::Printed;
        for solution in solutions.list.iter().filter(|_| !told) {
            let facts = self.facts(solution);
            let text = format!("{}{facts}", self.moves(solution));
            lines.extend(wrap("    ", "      ", &text, self.columns));
        }
        for correspondence in &solutions.correspondences {
            let text = self.correspondence(correspondence);
            lines.extend(wrap("    ", "      ", &text, self.columns));
        }
        lines
    }

    /// The moves of a solution with their numbers: White's before Black's first is half a move.
    fn moves(self, solution: &HelpSolution) -> String {
        let mut ply = Ply(u32::from(solution.steps.len() % 2 == 1));
        let mut text = String::new();
        for step in &solution.steps {
            let lead = if text.is_empty() {
                ply.number()
            } else {
                ply.number_within_line()
            };
            let blank = if text.is_empty() { "" } else { " " };
            text = format!("{text}{blank}{lead}{}", self.step(step));
            ply = ply.next();
        }
        text
    }

    /// ` (Rb1 mates; takes Bc1; model mate)`.
    fn facts(self, solution: &HelpSolution) -> String {
        let mut parts = Vec::new();
        if let Some(man) = solution.mating_man {
            let man = self.man(man);
            parts.push(say!(self.style.language, MateBy, man));
        }
        if !solution.captured.is_empty() {
            let men = self.men(&solution.captured);
            parts.push(say!(self.style.language, MenCaptured, men));
        }
        match solution.economy {
            Economy::Plain => {}
            Economy::Model => parts.push(say!(self.style.language, ModelMate).to_owned()),
            Economy::Ideal => parts.push(say!(self.style.language, IdealMate).to_owned()),
        }
        if parts.is_empty() {
            return String::new();
        }
        format!(" ({})", parts.join(self.style.language.semicolon()))
    }

    /// A man by its square in the diagram: `Rb1`.
    fn man(self, square: Square) -> String {
        match self.board.role_at(square) {
            Some(role) => format!("{}{square}", self.style.letters.letter(role)),
            None => square.to_string(),
        }
    }

    fn men(self, squares: &[Square]) -> String {
        joined(squares.iter().map(|&square| self.man(square)), ", ")
    }

    fn correspondence(self, correspondence: &Correspondence) -> String {
        let language = self.style.language;
        match correspondence {
            Correspondence::OneMates(man) => {
                let man = self.man(*man);
                say!(language, SameManMates, man)
            }
            Correspondence::OthersMate(men) => {
                let men = self.men(men);
                say!(language, DifferentMenMate, men)
            }
            Correspondence::OneMatingSquare(square) => say!(language, LastMovesGoTo, square),
            Correspondence::OneKingSquare(square) => {
                say!(language, KingMatedOn, square)
            }
            Correspondence::OtherKingSquares(squares) => {
                let squares = joined(squares, ", ");
                say!(language, KingMatedOnDifferent, squares)
            }
            Correspondence::SameRoles(roles) => {
                let letters = self.style.letters;
                let roles = joined(roles.iter().map(|&role| letters.letter(role)), "–");
                say!(language, SameKindsSameOrder, roles)
            }
            Correspondence::Exchange(color, [one, other]) => {
                let (one, other) = (self.man(*one), self.man(*other));
                let who = match color {
                    Color::White => say!(self.style.language, WhitePossessive),
                    Color::Black => say!(self.style.language, BlackPossessive),
                };
                say!(language, ExchangeOrder, who, one, other)
            }
            Correspondence::Repeated(step) => {
                let mv = self.step(step);
                say!(language, RepeatedMove, mv)
            }
        }
    }

    fn themes(self, phases: &Phases) -> Vec<String> {
        if phases.keywords.is_empty() {
            return Vec::new();
        }
        let named = (phases.keywords.iter())
            .map(|keyword| keyword_text(keyword, phases.table.as_ref(), self.style));
        let language = self.style.language;
        let (title, named) = (
            say!(language, ThemesTitle),
            joined(named, language.semicolon()),
        );
        let text = format!("{title}{}{named}", language.colon());
        wrap("    ", "      ", &text, self.columns)
    }
}

/// A theme with how it is shown: `Zagoruiko 3×2 (a, b)`.
pub fn keyword_text(keyword: &Keyword, table: Option<&Table>, style: TextStyle) -> String {
    let instance = &keyword.instance;
    let mut text = keyword.theme.name_in(style.language).replace(' ', NO_BREAK);
    let colon = style.language.colon().replace(' ', NO_BREAK);
    match (keyword.theme.numbers, instance.count, instance.of) {
        (Numbers::Count, Some(count), _) => text = format!("{text}{colon}{count}"),
        (Numbers::Share, Some(count), Some(of)) => {
            let of = say!(style.language, CountOf, count, of).replace(' ', NO_BREAK);
            text = format!("{text}{colon}{of}");
        }
        (Numbers::Size, Some(phases), Some(defences)) => {
            text = format!("{text} {phases}×{defences}");
        }
        _ => {}
    }
    let details = details(keyword, table, style);
    if details.is_empty() {
        return text;
    }
    format!("{text} ({details})")
}

/// Its letters; where it has none in the table, its moves.
fn details(keyword: &Keyword, table: Option<&Table>, style: TextStyle) -> String {
    let instance = &keyword.instance;
    if let Some(table) = table {
        let defences = instance.defences.iter().map(|&deed| table.letter_of(deed));
        let answers = instance
            .answers
            .iter()
            .map(|deed| table.letters.get(deed).copied());
        let letters: Option<Vec<char>> = defences.chain(answers).collect();
        if let Some(mut letters) = letters.filter(|letters| !letters.is_empty()) {
            // Defences first; moves that share a column share a letter.
            letters.sort_by_key(|letter| (letter.is_ascii_uppercase(), *letter));
            letters.dedup();
            return joined(letters, ", ");
        }
    }
    let mut moves: Vec<String> = Vec::new();
    for step in &instance.steps {
        let text = style.write(step.san, step.mv);
        if !moves.contains(&text) {
            moves.push(text);
        }
    }
    let most = MOST_MOVES.max(8);
    if moves.len() > most {
        let more = moves.len() - most;
        moves.truncate(most);
        moves.push(format!("+{more}"));
    }
    moves.join(", ")
}
