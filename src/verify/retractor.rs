//! The author's solution of a retractor against what was found.

use shakmaty::{Chess, Color, Move, Position, Role};

use crate::budget::{Budget, Limit};
use crate::notation::{Letters, MoveStyle, MoveText};
use crate::problem::{self, Length, Problem, Retractor, Twin};
use crate::retro::{RetroPosition, Unmove, UnmoveKind};
use crate::solve::retractor::{
    Followed, Line, Retractions, Standing, continuation, follow, retract, starts,
};
use crate::solve::{SolveError, SolveOptions, WorldStatus};

use super::finding::{Finding, TextPlace};
use super::last_move::without_comments;
use super::published::means;
use crate::syntax::{line_and_column, quoted};
use crate::text;

/// Most solutions that are named besides the author's.
const MOST_COOKS: usize = 200;

/// A solution of a retractor as a finding names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetractorLine {
    /// What was asked.
    pub asked: Retractor,
    /// The moves taken back, and one way that follows.
    pub line: Line,
}

impl RetractorLine {
    /// The moves taken back, as they are played, then those that follow.
    pub(super) fn moves(&self) -> Vec<Move> {
        let forward = self.line.forward.first().into_iter().flatten();
        let back = self.line.back.iter().map(Unmove::forward);
        back.chain(forward.map(|&(played, _)| played)).collect()
    }
}

/// The play that follows moves taken back, as a problem of its own.
pub(super) struct Play {
    /// What is asked, with what the author writes.
    pub(super) twin: Twin,
    pub(super) worlds: Vec<WorldStatus>,
}

/// What came of a retractor.
#[derive(Default)]
pub(super) struct Judged {
    /// What was found, if it could be solved.
    pub(super) found: Option<Retractions>,
    /// Whether everything was found out, but for the plays.
    pub(super) is_complete: bool,
    /// The play that follows each of the author's solutions that holds as far as the first moves, where both sides help to take back.
    pub(super) plays: Vec<Play>,
}

/// A solution as the author writes it.
struct Written {
    text: String,
    back: Vec<Unmove>,
    /// Where they lead.
    before: RetroPosition,
    /// What follows, as far as it was read here.
    way: Vec<Move>,
    /// What follows as it is written.
    play: String,
}

/// The first word of a solution that is no move there.
struct Unfit {
    word: String,
    /// Whether it is written as moves are.
    is_read: bool,
}

fn unreadable(text: &str, word: &str) -> Finding {
    let place = text.find(word).map(|at| {
        let (line, column) = line_and_column(text, at);
        TextPlace { line, column }
    });
    Finding::Unreadable {
        place,
        text: text!(NoMoveNoWord, typed = quoted(word)),
    }
}

/// The findings on a retractor, and what else came of it.
pub(super) fn judge(
    problem: &Problem,
    twin: &Twin,
    asked: Retractor,
    options: &SolveOptions,
    findings: &mut Vec<Finding>,
) -> Judged {
    let mut budget = options.limits.start();
    let found = match retract(twin, asked, options, &mut budget) {
        Ok(found) => found,
        Err(error) => {
            findings.push(Finding::NotPlayable(error.text()));
            return Judged::default();
        }
    };
    if let Err(limit) = found.searched {
        findings.push(Finding::Incomplete(limit));
    }
    let open = found.open.iter().cloned();
    findings.extend(open.map(Finding::PositionOpen));
    let all = solutions(&found, asked);
    if all.is_empty() && found.is_final() {
        findings.push(Finding::NoSolution {
            part: None,
            best_try: None,
        });
    }
    let as_announced = announced(twin, &found, all.len(), findings);
    let text = twin.solution.as_deref().unwrap_or_default();
    let (lines, variations) = lines_of(text, asked.defence.is_some());
    let mut judged = Judged::default();
    match read(&lines, twin, problem.letters, asked) {
        Ok(readings) => {
            if variations > 0 {
                findings.push(Finding::VariationsUnread(variations));
            }
            let question = Question {
                twin,
                asked,
                as_announced,
                options,
            };
            let written = chosen(readings, &all);
            question.compare_all(&written, &found, &all, &mut budget, &mut judged, findings);
        }
        Err(Unfit { word, is_read }) => findings.push(if is_read {
            Finding::NotRetracted { text: word }
        } else {
            unreadable(text, &word)
        }),
    }
    judged.found = Some(found);
    judged
}

/// What is asked.
#[derive(Clone, Copy)]
struct Question<'a> {
    twin: &'a Twin,
    asked: Retractor,
    /// Whether as many are announced as there are ways.
    as_announced: bool,
    options: &'a SolveOptions,
}

impl Question<'_> {
    /// The findings on the author's solutions, one by one, and on what he does not give.
    fn compare_all(
        &self,
        written: &[Written],
        found: &Retractions,
        all: &[(RetractorLine, Standing)],
        budget: &mut Budget,
        judged: &mut Judged,
        findings: &mut Vec<Finding>,
    ) {
        let mut complete = found.is_final() && !all.is_empty();
        if written.is_empty() {
            findings.push(Finding::NoPublishedKey {
                part: None,
                solutions: None,
                lines: Vec::new(),
            });
            let named = all.iter().take(MOST_COOKS);
            findings.extend(named.map(|(line, _)| Finding::Retracts(line.clone())));
            judged.is_complete = complete && (all.len() == 1 || self.as_announced);
            return;
        }
        let mut meant = Vec::new();
        for one in written {
            let known = all.iter().find(|(line, _)| one.is_meant_by(line));
            let Some((line, standing)) = known else {
                if found.searched.is_ok() {
                    findings.push(one.not_found(found, self.asked));
                }
                complete = false;
                continue;
            };
            meant.push(line);
            let holds = self.compare(one, line, *standing, budget, findings);
            let play = if holds {
                self.play(one, budget)
            } else {
                Ok(None)
            };
            complete &= holds && play.is_ok();
            judged.plays.extend(play.ok().flatten());
        }
        let is_given = |line: &RetractorLine| {
            let is_whole = |one: &&Written| one.way.is_empty() || one.is_all_of(line);
            let mut whole = written.iter().filter(is_whole);
            meant.contains(&line) || whole.any(|one| one.is_meant_by(line))
        };
        let mut others = (all.iter()).filter(|(line, _)| !is_given(line)).peekable();
        complete &= self.as_announced || others.peek().is_none();
        let proved = others.filter(|(_, standing)| *standing == Standing::Proved);
        // Where as many are announced as there are, none that is not printed is a cook.
        let finding = if self.as_announced {
            Finding::Retracts
        } else {
            Finding::RetractsToo
        };
        let named = proved.take(MOST_COOKS);
        findings.extend(named.map(|(line, _)| finding(line.clone())));
        judged.is_complete = complete;
    }

    /// The findings on a solution of the author's that is `line`; whether nothing is left open.
    fn compare(
        &self,
        one: &Written,
        line: &RetractorLine,
        standing: Standing,
        budget: &mut Budget,
        findings: &mut Vec<Finding>,
    ) -> bool {
        let followed = follow(self.twin, self.asked, &one.back, self.options, budget);
        let finding = if one.misses(self.asked) {
            Finding::RetractsNot {
                text: one.text.clone(),
            }
        } else {
            one.finding(line, standing, followed)
        };
        let holds = matches!(finding, Finding::Retracts(_));
        findings.push(finding);
        holds
    }

    /// The play that follows, if there is any to be compared; `Err`: it cannot be asked.
    fn play(&self, one: &Written, budget: &mut Budget) -> Result<Option<Play>, SolveError> {
        if self.asked.defence.is_some() || one.way.is_empty() {
            return Ok(None);
        }
        let (twin, worlds) =
            continuation(self.twin, self.asked, &one.before, self.options, budget)?;
        let twin = Twin {
            solution: Some(one.play.clone()),
            ..twin
        };
        Ok(Some(Play { twin, worlds }))
    }
}

/// Whether as many are announced as there are ways; tells of a number that is not that of the moves taken back either.
fn announced(twin: &Twin, found: &Retractions, ways: usize, findings: &mut Vec<Finding>) -> bool {
    let Some(announced) = twin.announced.filter(|_| found.is_final() && ways > 0) else {
        return false;
    };
    let counts = [ways, found.solutions.len()];
    if !counts.contains(&(announced as usize)) {
        let found = ways as u64;
        findings.push(Finding::SolutionCount { announced, found });
    }
    announced as usize == ways
}

/// Each solution with each of the ways that follow; against a defender each first move.
fn solutions(found: &Retractions, asked: Retractor) -> Vec<(RetractorLine, Standing)> {
    let mut all = Vec::new();
    for one in &found.solutions {
        let ways = if asked.defence.is_some() {
            vec![one.line.forward.clone()]
        } else {
            one.line
                .forward
                .iter()
                .map(|way| vec![way.clone()])
                .collect()
        };
        for forward in ways {
            let line = Line {
                forward,
                ..one.line.clone()
            };
            all.push((RetractorLine { asked, line }, one.standing));
        }
    }
    all
}

impl Written {
    /// What is to be said of it, if it is this solution and this was found of its moves taken back.
    fn finding(
        &self,
        line: &RetractorLine,
        standing: Standing,
        followed: Result<Result<Followed, Limit>, SolveError>,
    ) -> Finding {
        let text = self.text.clone();
        match followed {
            Ok(Ok(Followed::Holds)) if standing == Standing::Proved => {
                Finding::Retracts(line.clone())
            }
            Ok(Ok(Followed::Holds | Followed::Open)) => Finding::RetractsOpen { text },
            Ok(Ok(Followed::Fails(_))) => Finding::RetractsNot { text },
            Ok(Err(limit)) => Finding::Incomplete(limit),
            Err(error) => Finding::NotPlayable(error.text()),
        }
    }

    /// What is to be said of it, if it is none of those that were found.
    fn not_found(&self, found: &Retractions, asked: Retractor) -> Finding {
        let text = self.text.clone();
        // Of a position that is undecided it may not be known what can be played there.
        let hangs = found.solutions.iter().any(|other| {
            other.standing == Standing::Conditional
                && (asked.defence.is_some() || other.line.back == self.back)
        });
        if hangs {
            Finding::RetractsOpen { text }
        } else {
            Finding::RetractsNot { text }
        }
    }

    /// Whether the author means this solution.
    fn is_meant_by(&self, other: &RetractorLine) -> bool {
        let RetractorLine { asked, line } = other;
        if let Some(defence) = asked.defence {
            let says = defence.uncapture.is_said_by(Color::White);
            let first = |back: &[Unmove]| {
                back.first().map(|&one| Unmove {
                    captured: one.captured.filter(|_| says),
                    kind: match one.kind {
                        UnmoveKind::EnPassant if !says => UnmoveKind::Ordinary,
                        kind => kind,
                    },
                    ..one
                })
            };
            return first(&self.back) == first(&line.back);
        }
        let way = line.forward.iter().flatten().map(|&(played, _)| played);
        self.back == line.back
            && self
                .way
                .iter()
                .copied()
                .zip(way)
                .all(|(one, other)| one == other)
    }

    /// Whether, where both sides help to take back, no move of the other is left out.
    fn is_all_of(&self, other: &RetractorLine) -> bool {
        let way = other.line.forward.first();
        other.asked.defence.is_some() || way.is_some_and(|way| way.len() == self.way.len())
    }

    /// Whether the move that is to reach the goal at once, behind a line against a defender, does not.
    fn misses(&self, asked: Retractor) -> bool {
        let [played] = self.way.as_slice() else {
            return false;
        };
        if asked.defence.is_none() || asked.forward.length != Length::HalfMoves(1) {
            return false;
        }
        !starts(&self.before).any(|mut position| {
            position.is_legal(*played) && {
                position.play_unchecked(*played);
                asked.forward.goal.is_reached(&position)
            }
        })
    }
}

/// The author's solutions, a line each, and how many variations stand beside them. Where nobody defends, a line that begins with the
/// second side's move goes on with what is taken back.
fn lines_of(text: &str, is_defended: bool) -> (Vec<String>, usize) {
    let plain = another_on_a_line(&without_asides(&without_comments(text)));
    let mut lines: Vec<String> = Vec::new();
    let (mut variations, mut in_variation) = (0, false);
    for line in plain
        .lines()
        .map(str::trim)
        .filter(|line| words(line).next().is_some())
    {
        let head = line.trim_start_matches('-');
        let number = head.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = number.len() < head.len();
        let goes_on = is_numbered && (number.starts_with('…') || number.starts_with("..."));
        let is_whole = |line: &String| is_defended || !divided(line).1.is_empty();
        if goes_on && is_defended && !lines.is_empty() {
            variations += 1;
            in_variation = true;
        } else if let Some(last) = lines
            .last_mut()
            .filter(|last| !begins_a_solution(line) && is_whole(last) && !is_defended)
        {
            *last += "\n";
            *last += line;
        } else if let Some(last) = lines.last_mut().filter(|last| plays_on(last, line)) {
            *last += " & ";
            *last += line;
        } else if !goes_on && begins_a_solution(line) || lines.is_empty() {
            lines.push(line.to_owned());
            in_variation = false;
        } else if let Some(last) = lines.last_mut().filter(|_| !in_variation) {
            *last += " ";
            *last += line;
        }
    }
    // Of a try the author does not say that it solves.
    lines.retain(|line| !is_try(line));
    (lines, variations)
}

/// The longest remark in parentheses, in bytes.
const LONGEST_ASIDE: usize = 300;

/// A text without what stands in parentheses and begins with a word: `(unless R: Kg1-g2)`.
fn without_asides(text: &str) -> String {
    let is_aside = |inside: &str| {
        let first = inside.split_once(char::is_whitespace);
        first.is_some_and(|(word, _)| word.len() > 1 && word.chars().all(char::is_alphabetic))
    };
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('(') {
        plain.push_str(before);
        let end = behind.bytes().take(LONGEST_ASIDE).position(|b| b == b')');
        rest = behind;
        if let Some(end) = end.filter(|&end| is_aside(&behind[..end])) {
            rest = &behind[end + 1..];
        } else {
            plain.push('(');
        }
    }
    plain + rest
}

/// Whether the first move that is taken back has the sign of a try.
fn is_try(line: &str) -> bool {
    let first = words(divided(line).0).next();
    first.is_some_and(|word| word.ends_with('?') && !word.contains('!'))
}

/// Each solution on a line of its own where another begins behind a semicolon or an "or": `-1.Kd5-e4 & 1.Kd6; -1.Kd5xBe4 & 1.Kd6`.
fn another_on_a_line(text: &str) -> String {
    [("; ", ";"), (" oder ", ""), (" or ", ""), (" ou ", "")]
        .iter()
        .fold(text.to_owned(), |text, (sign, kept)| {
            ["-1.", "R:", "R 1."].iter().fold(text, |text, begins| {
                text.replace(&format!("{sign}{begins}"), &format!("{kept}\n{begins}"))
            })
        })
}

/// Whether `line` is the play that follows the moves taken back in `last`, which are numbered `-1.`, as it is numbered `1.`.
fn plays_on(last: &str, line: &str) -> bool {
    let is_back = |line: &str| line.contains("-1.");
    is_back(last) && !is_back(line) && begins_a_solution(line) && divided(last).1.is_empty()
}

/// Whether the first moves are taken back in this line.
fn begins_a_solution(line: &str) -> bool {
    let is_first = |at: usize| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '.')
    };
    let first = line.match_indices("1.").find(|&(at, _)| is_first(at));
    first.is_some_and(|(at, _)| words(&line[..at]).next().is_none())
}

/// The words of a line that may be moves, without numbers. A position of eight ranks is none, though `b1` may be part of it.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let moves = line
        .split_whitespace()
        .filter(|word| word.matches('/').count() != 7);
    moves.filter_map(|word| {
        let head = word.trim_start_matches(['-', '↶', '(']);
        let number = head.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = match number.strip_prefix(['.', '…']) {
            Some(rest) if number.len() < head.len() => rest.trim_start_matches(['.', '…']),
            _ if head.starts_with("0-0") => head,
            _ => number,
        };
        let bytes = bare.as_bytes();
        let has_square = bytes
            .windows(2)
            .any(|pair| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'8').contains(&pair[1]));
        let castles = bare.starts_with("O-O") || bare.starts_with("0-0");
        let bare = bare.trim_end_matches(['.', ',', ';']);
        (has_square || castles || bare.starts_with("e.p")).then_some(bare)
    })
}

/// What stands before the play that follows, and that play.
fn divided(line: &str) -> (&str, &str) {
    let signs = [
        "&",
        " dann ",
        " then ",
        " sodann ",
        " puis ",
        " und ",
        " and ",
        " v:",
        " Vorwärts:",
        " vorwärts:",
        " forward:",
        " Forward:",
    ];
    let cut = signs
        .iter()
        .filter_map(|sign| line.find(sign).map(|at| (at, sign.len())));
    match cut.min() {
        Some((at, length)) => (&line[..at], &line[at + length..]),
        None => (line, ""),
    }
}

/// The first reading in which every solution is one of those found: `B` is a bishop to one and a pawn to another. Else the first.
fn chosen(readings: Vec<Vec<Written>>, found: &[(RetractorLine, Standing)]) -> Vec<Written> {
    let is_found = |one: &Written| found.iter().any(|(line, _)| one.is_meant_by(line));
    let fits = readings.iter().position(|all| all.iter().all(is_found));
    readings
        .into_iter()
        .nth(fits.unwrap_or(0))
        .unwrap_or_default()
}

/// Reads the author's solutions in all letters in which each can be read, his own first.
///
/// # Errors
///
/// The first word that is no move there in the author's letters.
fn read(
    lines: &[String],
    twin: &Twin,
    letters: Letters,
    asked: Retractor,
) -> Result<Vec<Vec<Written>>, Unfit> {
    let mut readings = Vec::new();
    let mut first = None;
    for letters in std::iter::once(letters).chain(Letters::IN_FILES) {
        let read: Result<Vec<Written>, Unfit> = (lines.iter())
            .map(|line| written(line, twin, letters, asked))
            .collect();
        match read {
            Ok(all) => readings.push(all),
            Err(unfit) => _ = first.get_or_insert(unfit),
        }
    }
    match first {
        Some(unfit) if readings.is_empty() => Err(unfit),
        _ => Ok(readings),
    }
}

/// The line with `e.p.` in one word, however that is written.
fn with_en_passant(line: &str) -> String {
    let joined = ["e. p.", "i. V.", "i. v.", "i.V.", "i.v."]
        .iter()
        .fold(line.to_owned(), |line, written| {
            line.replace(written, "e.p.")
        });
    let words =
        joined
            .split_whitespace()
            .map(|word| match word.trim_end_matches([',', ';', '!']) {
                "ep" | "ep." | "iV" => "e.p.",
                _ => word,
            });
    words.collect::<Vec<_>>().join(" ")
}

/// What stands before a move of the defender's that may be any, if one is.
fn before_any(behind: &str) -> Option<String> {
    let is_any = |word: &&str| {
        let word = word.trim_end_matches([',', ';', '.']);
        matches!(word, "~" | "beliebig" | "any" | "quelconque")
    };
    let words: Vec<&str> = behind.split(' ').collect();
    let any = words.iter().position(is_any)?;
    Some(words[..any].join(" "))
}

fn written(line: &str, twin: &Twin, letters: Letters, asked: Retractor) -> Result<Written, Unfit> {
    let plain = with_en_passant(line);
    let (behind, ahead) = divided(&plain);
    // What follows depends on what the defender takes back.
    let cut = asked.defence.and_then(|_| before_any(behind));
    let (behind, ahead) = cut.as_deref().map_or((behind, ahead), |cut| (cut, ""));
    let mut at = RetroPosition::of_any_world(&twin.diagram, &twin.facts);
    let mut back = Vec::new();
    let mut told: Vec<String> = Vec::new();
    for word in words(behind) {
        match told.last_mut().filter(|_| word.starts_with("e.p")) {
            Some(last) => last.push_str(word),
            None => told.push(word.to_owned()),
        }
    }
    for word in told {
        let all = at.unmoves();
        let Some((unmove, before)) = all
            .into_iter()
            .find(|(one, _)| is_written(*one, &word, letters))
        else {
            let is_read = is_retraction(&word, letters);
            return Err(Unfit { word, is_read });
        };
        back.push(unmove);
        at = before;
    }
    let ahead: Vec<&str> = words(ahead).collect();
    // Behind a key others may stand, or variations.
    let length = match (asked.forward.play, asked.forward.length) {
        (problem::Play::Help, Length::HalfMoves(plies)) => plies as usize,
        _ => 1,
    };
    let ahead = &ahead[..ahead.len().min(length)];
    let mut texts = Vec::new();
    for &word in ahead {
        let Ok(text) = MoveText::parse(word, letters) else {
            let (word, is_read) = (word.to_owned(), false);
            return Err(Unfit { word, is_read });
        };
        texts.push(text);
    }
    let way = starts(&at)
        .find_map(|start| played(start, &texts))
        .ok_or_else(|| Unfit {
            word: ahead.join(" "),
            is_read: true,
        })?;
    let (first, _) = line.split_once('\n').unwrap_or((line, ""));
    Ok(Written {
        text: first.to_owned(),
        back,
        before: at,
        way,
        play: divided(line).1.to_owned(),
    })
}

/// The moves that these texts are, played from there on; nothing if one is not legal.
fn played(mut position: Chess, texts: &[MoveText]) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for text in texts {
        // A capture may have no sign; what can mean two moves means none.
        let unsigned = || {
            let legal = position.legal_moves();
            let mut meant = legal.iter().filter(|&&mv| means((*text).into(), mv));
            let only = meant.next().copied()?;
            meant.next().is_none().then_some(only)
        };
        let played = text.resolve(&position).ok().or_else(unsigned)?;
        position.play_unchecked(played);
        moves.push(played);
    }
    Some(moves)
}

/// Whether a word is written as a move taken back is: from one square to another, and what was captured.
fn is_retraction(word: &str, letters: Letters) -> bool {
    let bare = bare(word);
    let plain = match bare.split_once('x') {
        Some((from, to)) => {
            let unnamed = to.strip_prefix(|c| letters.role(c).is_some());
            format!("{from}x{}", unnamed.unwrap_or(to))
        }
        None => bare,
    };
    let from_a_square = |text: MoveText| {
        matches!(
            text,
            MoveText::Man {
                from_file: Some(_),
                from_rank: Some(_),
                ..
            }
        )
    };
    plain.starts_with("OO") || MoveText::parse(&plain, letters).is_ok_and(from_a_square)
}

/// Whether `word` is how this move is written; a pawn that comes back may have no letter, and one that is captured.
fn is_written(unmove: Unmove, word: &str, letters: Letters) -> bool {
    let style = MoveStyle {
        letters,
        ..MoveStyle::default()
    };
    let full = bare(&style.retraction(&unmove));
    let word = bare(word);
    let pawn = letters.letter(Role::Pawn);
    let unnamed = word.strip_prefix(pawn).unwrap_or(&word);
    let word = if unmove.role == Role::Pawn {
        unnamed
    } else {
        &word
    };
    let is_short = || {
        let mut short = full.clone();
        short.remove(1);
        unmove.kind == UnmoveKind::EnPassant && short == *word
    };
    if full == word || is_short() {
        return true;
    }
    let takes_pawn = unmove.captured == Some(Role::Pawn) && unmove.kind != UnmoveKind::EnPassant;
    takes_pawn && full.replacen(&format!("x{}", letters.letter(Role::Pawn)), "x", 1) == word
}

/// A move taken back without the signs that say no more.
fn bare(word: &str) -> String {
    let mut bare = String::new();
    for c in word.chars() {
        match c {
            '×' | ':' | '*' => bare.push('x'),
            '0' => bare.push('O'),
            '-' | '=' | '(' | ')' | '+' | '#' | '!' | '?' | '.' | ',' | ';' | ' ' => {}
            c => bare.push(c),
        }
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the moves lead that are taken back in such a line, and how many follow.
    fn read_back(fen: &str, asked: &str, line: &str) -> Option<(Vec<String>, usize)> {
        let file = format!("fen: {fen}\nstipulation: {asked}\n");
        let parsed = crate::syntax::parse(&file);
        let twin = &parsed.problems().next()?.twins[0];
        let crate::problem::Stipulation::Retractor(asked) = twin.stipulation else {
            return None;
        };
        let written = written(line, twin, Letters::German, asked).ok()?;
        let style = MoveStyle::default();
        let back = written.back.iter().map(|unmove| style.retraction(unmove));
        Some((back.collect(), written.way.len()))
    }

    /// K. Wenda, Die Schwalbe 1419 (version), twin b).
    #[test]
    fn en_passant_is_written_in_many_ways() {
        let fen = "r3k1bR/pr1p4/1pP5/8/2B1K3/8/8/8 b";
        for en_passant in [
            "d5xc6 e.p.",
            "d5xc6ep",
            "d5xc6 ep",
            "d5xc6 e. p.",
            "d5xc6 i.V.",
            "d5xc6 i. V.",
            "dxc6ep",
        ] {
            let line = format!("R: 1. {en_passant}, dann 1. d6");
            let read = read_back(fen, "-1w & #2", &line);
            assert_eq!(read, Some((vec!["d5xc6 e.p.".to_owned()], 1)), "{line}");
        }
        for other in ["d5xDc6", "dxc6", "bxc6ep"] {
            let read = read_back(fen, "-1w & #2", &format!("R: 1. {other}, dann 1. d6"));
            assert_ne!(
                read.map(|(back, _)| back),
                Some(vec!["d5xc6 e.p.".to_owned()]),
                "{other}"
            );
        }
    }

    /// Écully 2018: whatever Black takes back, White takes back castling.
    #[test]
    fn any_retraction_of_the_defenders_may_be_a_sign() {
        let fen = "k7/PR1p1ppp/8/8/8/8/1PPPP1b1/2K4R b";
        for any in ["~", "beliebig"] {
            let line = format!("R: 1.Td1xLh1! {any} 2.0-0-0 & v: 1.Tb8#");
            let read = read_back(fen, "-2 & #1 Proca", &line);
            assert_eq!(read, Some((vec!["Rd1xBh1".to_owned()], 0)), "{line}");
        }
        let whole = "R: 1.Td1xLh1! Lf1-g2 2.0-0-0 & v: 1.Tb8#";
        let read = read_back(fen, "-2 & #1 Proca", whole);
        assert_eq!(read.map(|(back, ahead)| (back.len(), ahead)), Some((3, 1)));
    }

    #[test]
    fn solutions_are_told_from_their_variations() {
        let text = "1 solution, and no other: the search was complete.\n   -1.Kb6-a6 Ka8-b8 -2.Rc1-h1 & 1.Rc8#\n      \
                    -1...Ka8xBb8 -2.Rd1-h1 & 1.Rd8#\n";
        let (lines, variations) = lines_of(text, true);
        assert_eq!(lines, ["-1.Kb6-a6 Ka8-b8 -2.Rc1-h1 & 1.Rc8#"]);
        assert_eq!(variations, 1);
        let (behind, ahead) = divided(&lines[0]);
        let behind: Vec<&str> = words(behind).collect();
        assert_eq!(behind, ["Kb6-a6", "Ka8-b8", "Rc1-h1"]);
        assert_eq!(words(ahead).collect::<Vec<_>>(), ["Rc8#"]);
        let two = "R: 1.Kg6xRh5 Rh8xQh5 & 1.0-0 Qh7#\nR: 1.Kg4xRf5 2.e5xd6 e.p. & 1.Rh1 Qf2#";
        let (lines, _) = lines_of(two, false);
        assert_eq!(lines.len(), 2);
        assert_eq!(
            words(divided(&lines[0]).1).collect::<Vec<_>>(),
            ["0-0", "Qh7#"]
        );
    }
}
