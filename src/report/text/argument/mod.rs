//! Arguments in sentences.

mod line;
mod men;
mod ways;

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square};

use super::TextStyle;
use super::claims::{adjective, frees_nobody, side};
use super::evidence::{further_back, reason_text};
use super::last_moves::short_moves;
use super::layout::capital;
use super::words::{alternatives, joined, listed};
use crate::notation::Language;
use crate::retro::model::{
    Argument, Bar, Barred, Blocked, Branch, Class, Deduction, EpState, RightState,
};
use crate::retro::{Refutation, RetroPosition, Why};
use crate::say;
use line::main_line;
pub use line::{behind, last_moves_line};
use men::Men;
use ways::pawn_ways;

/// A sentence of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentStep {
    /// What kind of deduction it says.
    pub kind: &'static str,
    /// What it says, from a capital letter to a full stop.
    pub text: String,
    /// The squares it speaks of.
    pub squares: Bitboard,
    /// The ways of pawns and the moves it speaks of, each from a square to a square.
    pub paths: Vec<[Square; 2]>,
    /// The men on the board it speaks of and the side to move, as in a FEN.
    pub placement: String,
}

/// An argument about a position that lies so many plies back, sentence by sentence.
pub fn argument_sentences(
    argument: &Argument,
    refutation: &Refutation,
    plies: usize,
    style: TextStyle,
) -> Vec<ArgumentStep> {
    let teller = Teller {
        refutation,
        style,
        captured: Bitboard::EMPTY,
    };
    let mut said = Vec::new();
    teller.tell(argument, &[0], plies, &mut said);
    let line = main_line(argument, refutation, plies, style);
    let root = refutation.positions.first();
    said.extend(line.zip(root).map(|(text, root)| ArgumentStep {
        kind: "line",
        text,
        squares: Bitboard::EMPTY,
        paths: Vec::new(),
        placement: placement(&root.position),
    }));
    said
}

/// Sentences as one paragraph.
pub fn paragraph<'a>(sentences: impl IntoIterator<Item = &'a ArgumentStep>) -> String {
    joined(sentences.into_iter().map(|said| &said.text), " ")
}

/// More moves than this are not told one by one where they can be told together.
const MANY_MOVES: usize = 5;

/// Whether these are all captures among the last moves, and no other moves.
fn are_the_captures(branch: &Branch, branches: &[Branch]) -> bool {
    let captures = |branch: &Branch| {
        let moves = branch.unmoves();
        moves.filter(|unmove| unmove.captured.is_some()).count()
    };
    let all: usize = branches.iter().map(captures).sum();
    captures(branch) == branch.moves.len() && all == branch.moves.len()
}

#[derive(Clone, Copy)]
struct Teller<'a> {
    refutation: &'a Refutation,
    style: TextStyle,
    /// Where the moves that led from the position captured something.
    captured: Bitboard,
}

impl Teller<'_> {
    fn language(self) -> Language {
        self.style.language
    }

    /// The argument about the first of these places, which holds of the others, too.
    fn tell(
        self,
        argument: &Argument,
        places: &[usize],
        plies: usize,
        said: &mut Vec<ArgumentStep>,
    ) {
        let Some(&place) = places.first() else {
            return;
        };
        let Some(refuted) = self.refutation.positions.get(place) else {
            return;
        };
        let position = &refuted.position;
        let men = Men {
            board: &position.board,
            language: self.language(),
        };
        let alone = argument.steps.len() == 1;
        let begin = said.len();
        // Who was said to give check.
        let mut checker = None;
        for step in &argument.steps {
            if let Deduction::LastMoves(branches) = step {
                self.branches(branches, position, plies, said);
                continue;
            }
            if let Deduction::StraightOrNot {
                pawn,
                straight,
                astray,
            } = step
            {
                let mut cases = [straight, astray].map(|case| {
                    let mut then = Vec::new();
                    self.tell(case, places, plies, &mut then);
                    then
                });
                let pawn = Bitboard::from(*pawn);
                let men = men.on(pawn);
                case(&mut cases[0], pawn, |then| {
                    say!(self.language(), ArgIfStraight, men, then)
                });
                case(&mut cases[1], pawn, |then| {
                    say!(self.language(), ArgOtherwiseAll, then)
                });
                said.extend(cases.into_iter().flatten());
                continue;
            }
            let (kind, text, squares) = match step {
                Deduction::AsNamed => ("as-named", self.named(place), Bitboard::EMPTY),
                Deduction::Missing { color, .. } => {
                    let names = self.same_missing(*color, places);
                    let text = missing(*color, position, (plies, names), self.language());
                    ("missing", text, Bitboard::EMPTY)
                }
                _ => Told {
                    position,
                    men,
                    plies,
                    alone,
                    checker,
                    captured: self.captured,
                }
                .said(step),
            };
            let new = ArgumentStep {
                kind,
                text: sentence(&text),
                squares,
                paths: pawn_ways(step, position),
                placement: placement(position),
            };
            match said[begin..].last_mut() {
                Some(last) if are_one(last.kind, kind) => join(last, new, self.language()),
                _ => said.push(new),
            }
            if let Deduction::GivesCheck(square) = step {
                checker = Some(Bitboard::from(*square));
            }
        }
    }

    /// The reason as the refutation has it.
    fn named(self, place: usize) -> String {
        let refuted = &self.refutation.positions[place];
        // Behind the colon of a case the word itself would be a second heading.
        if let Why::Cage(cage) = &refuted.why {
            return frees_nobody(cage, self.language());
        }
        reason_text(refuted, self.style).unwrap_or_else(|| match &refuted.why {
            Why::Retractions(list) if list.is_empty() => {
                let who = side(refuted.position.retractor(), self.language());
                say!(self.language(), ArgNoMoveBefore, who)
            }
            _ => further_back(self.language()).to_owned(),
        })
    }

    fn branches(
        self,
        branches: &[Branch],
        position: &RetroPosition,
        plies: usize,
        said: &mut Vec<ArgumentStep>,
    ) {
        let language = self.language();
        let who = side(position.retractor(), language);
        let groups = self.told_alike(branches, plies);
        let last = groups.len().saturating_sub(1);
        let mut before: Vec<ArgumentStep> = Vec::new();
        for (at, (branch, mut then)) in groups.into_iter().enumerate() {
            let branch = &branch;
            let moves = self.moves(branch);
            let is_long = short_moves(branch.unmoves(), self.style).len() > MANY_MOVES;
            let squares = branch.unmoves().map(|unmove| unmove.to).collect();
            let placement = placement(position);
            if last == 0 {
                let text = match plies {
                    0 => say!(language, ArgLastMoveWas, moves),
                    _ => say!(language, ArgMoveBeforeWas, who, moves),
                };
                said.push(ArgumentStep {
                    kind: "last-move",
                    text: sentence(&text),
                    squares,
                    paths: moved(branch),
                    placement,
                });
                said.append(&mut then);
                continue;
            }
            let mut told = self.as_before(&then, &before);
            before = then;
            case(&mut told, squares, |then| {
                if at == last && is_long {
                    say!(language, ArgOtherwiseAll, then)
                } else if at == last {
                    say!(language, ArgOtherwise, moves, then)
                } else if is_long && are_the_captures(branch, branches) {
                    match plies {
                        0 => say!(language, ArgIfLastCaptured, then),
                        _ => say!(language, ArgIfBeforeCaptured, who, then),
                    }
                } else if plies == 0 {
                    say!(language, ArgIfLast, moves, then)
                } else {
                    say!(language, ArgIfBefore, who, moves, then)
                }
            });
            if let Some(first) = told.first_mut() {
                first.paths = moved(branch);
            }
            said.append(&mut told);
        }
    }

    /// The branches with what is told of them, those of which the same is told as one; what is too long to be told, and what has cases of
    /// its own, at the end.
    fn told_alike(self, branches: &[Branch], plies: usize) -> Vec<(Branch, Vec<ArgumentStep>)> {
        let mut groups: Vec<(Branch, Vec<ArgumentStep>)> = Vec::new();
        for branch in branches.iter().flat_map(|branch| self.by_men(branch)) {
            let mut then = Vec::new();
            let places: Vec<usize> = branch.moves.iter().map(|&(_, place)| place).collect();
            let captures = branch.unmoves().filter(|one| one.captured.is_some());
            let captured = captures.map(|one| one.to).collect();
            Teller { captured, ..self }.tell(&branch.then, &places, plies + 1, &mut then);
            let texts = then.iter().map(|one| &one.text);
            let alike = groups
                .iter_mut()
                .find(|(_, told)| texts.clone().eq(told.iter().map(|one| &one.text)));
            match alike {
                Some((first, _)) => first.moves.extend(branch.moves),
                None => groups.push((branch, then)),
            }
        }
        groups.sort_by_key(|(branch, then)| {
            let moves = short_moves(branch.unmoves(), self.style).len();
            let has_cases = then.iter().any(|one| one.kind == "case");
            (if moves > MANY_MOVES { moves } else { 0 }, has_cases)
        });
        groups
    }

    /// Whether the same kinds of men are missing of a side in all these positions.
    fn same_missing(self, color: Color, places: &[usize]) -> Names {
        let kinds = |&place: &usize| {
            let refuted = self.refutation.positions.get(place)?;
            Some(missing_kinds(color, &refuted.position))
        };
        let mut all = places.iter().map(kinds);
        let first = all.next();
        if all.all(|kinds| Some(kinds) == first) {
            Names::Kinds
        } else {
            Names::Number
        }
    }

    /// A branch taken apart where other men are named before some of its moves: of `c7xRd8` and `c7xQd8` one says that the rook gave
    /// check, the other that the queen did.
    fn by_men(self, branch: &Branch) -> Vec<Branch> {
        let named = branch.then.steps.iter().fold(Bitboard::EMPTY, |all, step| {
            all | match step {
                Deduction::MayCastle(men)
                | Deduction::AtHome(men)
                | Deduction::ShutIn(men)
                | Deduction::CameStraight(men)
                | Deduction::Promoted { men, .. }
                | Deduction::DidNotMove { men, .. }
                | Deduction::Locked(men)
                | Deduction::NoPromotion(men) => *men,
                Deduction::GivesCheck(square) | Deduction::NoWayIn(square) => (*square).into(),
                _ => Bitboard::EMPTY,
            }
        });
        let checks = branch.then.steps == [Deduction::ChecksAtOnce];
        let men = |place: usize| {
            let position = self
                .refutation
                .positions
                .get(place)
                .map(|one| &one.position);
            position.map(|position| {
                let board = &position.board;
                let there: Vec<_> = (named.into_iter())
                    .map(|square| board.piece_at(square))
                    .collect();
                let several = checks && checking(position) > 1;
                (there, several)
            })
        };
        let mut parts: Vec<(_, Branch)> = Vec::new();
        for &(unmove, place) in &branch.moves {
            let there = men(place);
            if let Some((_, part)) = parts.iter_mut().find(|(known, _)| *known == there) {
                part.moves.push((unmove, place));
            } else {
                let (moves, then) = (vec![(unmove, place)], branch.then.clone());
                parts.push((there, Branch { moves, then }));
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// What is new in a case beside the case told before it, if most of it was said there.
    fn as_before(self, then: &[ArgumentStep], before: &[ArgumentStep]) -> Vec<ArgumentStep> {
        let is_new = |one: &&ArgumentStep| before.iter().all(|other| other.text != one.text);
        let mut new: Vec<ArgumentStep> = then.iter().filter(is_new).cloned().collect();
        let again = then.len() - new.len();
        if again < 2 || again < new.len() {
            return then.to_vec();
        }
        if let Some(last) = new.last_mut() {
            let text = last.text.trim_end_matches('.').to_owned();
            last.text = sentence(&say!(self.language(), ArgRestAsBefore, text));
        }
        new
    }

    /// The moves of a branch, those of one man to one square in one: `Kg7-h6`, `Kg7xN/B/Rh6`, `B~-c8`.
    fn moves(self, branch: &Branch) -> String {
        alternatives(short_moves(branch.unmoves(), self.style), self.language())
    }
}

/// The kind of a sentence, the sentence, and the squares it speaks of.
type Said = (&'static str, String, Bitboard);

/// What a step is told with: the position it is about, and what was said before it.
#[derive(Clone, Copy)]
struct Told<'a> {
    position: &'a RetroPosition,
    men: Men<'a>,
    plies: usize,
    /// Whether it is the only step.
    alone: bool,
    /// Who was said to give check.
    checker: Option<Bitboard>,
    /// Where the moves that led from the position captured something.
    captured: Bitboard,
}

impl Told<'_> {
    fn said(self, step: &Deduction) -> Said {
        self.stood_still(step)
            .or_else(|| self.counted(step))
            .or_else(|| self.moved_last(step))
            .unwrap_or_else(|| self.contradiction(step))
    }

    /// Men that have not moved.
    fn stood_still(self, step: &Deduction) -> Option<Said> {
        let language = self.men.language;
        let (Deduction::MayCastle(squares)
        | Deduction::AtHome(squares)
        | Deduction::ShutIn(squares)
        | Deduction::CameStraight(squares)) = *step
        else {
            return None;
        };
        let (count, men) = (squares.count(), self.men.on(squares));
        let (kind, text) = match step {
            Deduction::MayCastle(_) => {
                let text = may_castle(squares, self.position, self.men);
                ("may-castle", text)
            }
            Deduction::AtHome(_) => ("at-home", at_home(squares, self.men, self.plies)),
            Deduction::ShutIn(_) => {
                let text = match self.plies {
                    0 => say!(language, ArgShutIn, men, count),
                    _ => say!(language, ArgShutInThen, men, count),
                };
                ("shut-in", text)
            }
            _ => (
                "came-straight",
                came_straight(squares, self.position, self.men),
            ),
        };
        Some((kind, text, squares))
    }

    /// Men missing and men promoted.
    fn counted(self, step: &Deduction) -> Option<Said> {
        let language = self.men.language;
        Some(match step {
            Deduction::OutOfReach { homes, .. } => {
                let (count, men) = (homes.count(), self.men.begun_on(*homes));
                let text = say!(language, ArgOutOfReach, men, count);
                ("out-of-reach", text, *homes)
            }
            Deduction::BeforeCaptures {
                pawns,
                missing,
                stood,
            } => {
                let (count, men) = (pawns.count(), self.men.on(*pawns));
                let squares = stood.into_iter().map(|square| square.to_string());
                let squares = alternatives(squares.collect(), language);
                let text = match (missing.white, missing.black) {
                    (true, true) => say!(language, ArgBeforeMissing, men, count, squares),
                    (false, false) => say!(language, ArgBeforeCaptures, men, count, squares),
                    (white, _) => {
                        let who = side(Color::from_white(white), language);
                        say!(language, ArgBeforeMissingOf, men, count, squares, who)
                    }
                };
                ("before-captures", text, *pawns | *stood)
            }
            Deduction::Captured { pawn, home, pawns } => {
                let captor = self.men.on((*pawn).into());
                let captured = self.men.begun_on((*home).into());
                let text = if pawns.count() == 1 {
                    say!(language, ArgCapturedAlone, captor, captured)
                } else {
                    let men = self.men.on(*pawns);
                    say!(language, ArgCaptured, captor, captured, men)
                };
                ("captured", text, pawns.with(*home))
            }
            Deduction::ShutInBefore(homes) => {
                let (count, men) = (homes.count(), self.men.begun_on(*homes));
                let text = say!(language, ArgShutInBefore, men, count);
                ("shut-in-before", text, *homes)
            }
            Deduction::Promoted { men, count } => {
                let there = self.men.on(*men);
                let text = if *count as usize == men.count() {
                    say!(language, ArgPromoted, men = there, count)
                } else {
                    say!(language, ArgSomePromoted, men = there, count)
                };
                ("promoted", text, *men)
            }
            Deduction::FewLeft {
                color,
                pawns,
                promoted,
                left,
            } => {
                let promoted = promoted.iter().map(|(_, count)| count).sum();
                let count = pawns.count() + promoted as usize;
                let men = (count > 0).then(|| counted_men(*pawns, promoted, self.men));
                let text = few_left(men, *color, *left, language);
                ("few-left", text, *pawns)
            }
            _ => return None,
        })
    }

    /// Who did not move last.
    fn moved_last(self, step: &Deduction) -> Option<Said> {
        let language = self.men.language;
        Some(match step {
            Deduction::DidNotMove { men, bars } => {
                let passed = self.passed_pawn().filter(|&pawn| men.contains(pawn));
                let others = match passed {
                    Some(pawn) => men.without(pawn),
                    None => *men,
                };
                let others = others.any().then(|| self.did_not_move(others, bars));
                let passed = passed.map(|pawn| self.made_no_double_step(pawn, bars));
                let text = match (others, passed) {
                    (Some(begin), Some(end)) => say!(language, ArgJoined, begin, end),
                    (one, other) => one.or(other).unwrap_or_default(),
                };
                ("did-not-move", text, *men)
            }
            Deduction::NorTheCaptured(bars) => {
                let why = bars.iter().map(|&bar| bar_text(bar, 1, language));
                let why = alternatives(why.collect(), language);
                // A pawn that was promoted there may have been one too many.
                let last = self.position.retractor().relative_rank(Rank::Eighth);
                let on_last = !self.captured.is_disjoint(Bitboard::from(last));
                let text = if on_last && bars.contains(&Bar::Material) {
                    say!(language, ArgNorTheCapturedPromoted, why)
                } else {
                    say!(language, ArgNorTheCaptured, why)
                };
                ("did-not-move", text, Bitboard::EMPTY)
            }
            Deduction::GivesCheck(square) => {
                let men = self.men.on((*square).into());
                let text = match self.plies {
                    0 => say!(language, ArgGivesCheck, men),
                    _ => say!(language, ArgGaveCheck, men),
                };
                ("gives-check", text, (*square).into())
            }
            _ => return None,
        })
    }

    /// Where no pawn is left that could have been promoted, that is said; else that it was none.
    fn no_way_in(self, square: Square) -> String {
        let (language, board) = (self.men.language, &self.position.board);
        let (count, men) = (1, self.men.on(square.into()));
        let Some(piece) = board.piece_at(square).filter(|_| !self.alone) else {
            return say!(language, ArgNoWayInAtAll, men, count);
        };
        let pawns = (board.pawns() & board.by_color(piece.color)).count();
        match piece.role {
            Role::King | Role::Pawn => say!(language, ArgNoWayIn, men, count),
            _ if pawns == 8 => {
                let pawns = match piece.color {
                    Color::White => say!(language, ArgAllWhitePawns),
                    Color::Black => say!(language, ArgAllBlackPawns),
                };
                say!(language, ArgNoWayFromHome, men, pawns)
            }
            _ => say!(language, ArgNoWayFromAnywhere, men, count),
        }
    }

    fn locked(self, squares: Bitboard) -> String {
        let (language, board) = (self.men.language, &self.position.board);
        let men = self.men.on(squares);
        let can_be_promoted = |square: Square| {
            let piece = board.piece_at(square);
            piece.is_some_and(|piece| {
                let last = piece.color.relative_rank(Rank::Eighth);
                !matches!(piece.role, Role::King | Role::Pawn) && square.rank() == last
            })
        };
        match squares.single_square() {
            Some(square) if can_be_promoted(square) => say!(language, ArgLockedNotPromoted, men),
            Some(_) => say!(language, ArgLockedOne, men),
            None => say!(language, ArgLocked, men),
        }
    }

    fn did_not_move(self, men: Bitboard, bars: &[Bar]) -> String {
        let (language, count) = (self.men.language, men.count());
        let why = bars.iter().map(|&bar| bar_text(bar, count, language));
        let why = alternatives(why.collect(), language);
        if self.checker == Some(men) {
            return say!(language, ArgNorItself, why);
        }
        let men = self.men.on(men);
        match self.plies {
            0 => say!(language, ArgDidNotMove, men, count, why),
            _ => say!(language, ArgDidNotMoveBefore, men, count, why),
        }
    }

    /// The pawn that must have made the double step with which the position was reached, if one must have.
    fn passed_pawn(self) -> Option<Square> {
        let EpState::Target(target) = self.position.ep else {
            return None;
        };
        let us = self.position.retractor();
        let stands = Square::from_coords(target.file(), us.relative_rank(Rank::Fourth));
        let pawn = us.pawn();
        (self.position.board.piece_at(stands) == Some(pawn)).then_some(stands)
    }

    /// That this pawn did not make it: its other moves are no matter, as the last move was a double step.
    fn made_no_double_step(self, pawn: Square, bars: &[Bar]) -> String {
        let language = self.men.language;
        let mut own = bars.to_vec();
        own.retain(|bar| !matches!(bar, Bar::OtherDoubleStep(_)));
        if own.is_empty() {
            own.push(Bar::NoSquare);
        }
        let why = own.into_iter().map(|bar| bar_text(bar, 1, language));
        let why = alternatives(why.collect(), language);
        let EpState::Target(square) = self.position.ep else {
            return String::new();
        };
        let men = self.men.on(pawn.into());
        say!(language, ArgNoDoubleStep, men, square, why)
    }

    /// What ends an argument.
    fn contradiction(self, step: &Deduction) -> Said {
        let language = self.men.language;
        match step {
            Deduction::FilesBlocked(blocked) => (
                "files-blocked",
                files_blocked(*blocked, language),
                Bitboard::EMPTY,
            ),
            Deduction::NotAllOut { pawns, homes } => {
                let text = not_all_out(*pawns, *homes, self.men);
                ("not-all-out", text, *pawns | *homes)
            }
            Deduction::NoLastMove => {
                let who = side(self.position.retractor(), language);
                let text = match self.plies {
                    0 => say!(language, ArgNoLastMove, who),
                    _ => say!(language, ArgNoMoveBefore, who),
                };
                ("no-last-move", text, Bitboard::EMPTY)
            }
            Deduction::NoWayIn(square) => ("no-way-in", self.no_way_in(*square), (*square).into()),
            Deduction::Locked(squares) => ("locked", self.locked(*squares), *squares),
            Deduction::NoPromotion(squares) => {
                let text = say!(language, ArgNoPromotion);
                ("no-promotion", text.to_owned(), *squares)
            }
            Deduction::TooManyCaptures {
                pawns,
                promoted,
                needed,
                ..
            } => {
                let promoted = promoted.iter().map(|(_, count)| count).sum();
                let text = too_many(*pawns, promoted, *needed, self.men);
                ("too-many-captures", text, *pawns)
            }
            Deduction::NoVictim {
                color,
                pawns,
                promoted,
                on,
                barred,
            } => {
                let victims = color.other();
                let kinds = missing_kinds(victims, self.position).len();
                let promoted = promoted.iter().map(|(_, count)| count).sum();
                let who = counted_men(*pawns, promoted, self.men);
                let count = pawns.count() + promoted as usize;
                let text = no_victim((who, count), *on, barred, (victims, kinds), language);
                ("no-victim", text, *pawns | *on)
            }
            Deduction::NoFirstCapture(squares) => {
                let (count, men) = (squares.count(), self.men.on(*squares));
                let text = say!(language, ArgNoFirstCapture, men, count);
                ("no-first-capture", text, *squares)
            }
            Deduction::ChecksAtOnce => {
                let text = match (self.plies, checking(self.position)) {
                    (0, _) => say!(language, ArgChecksNow),
                    (_, 0 | 1) => say!(language, ArgCheckByNobody),
                    _ => say!(language, ArgChecksAtOnce),
                };
                ("checks-at-once", text.to_owned(), Bitboard::EMPTY)
            }
            _ => ("as-named", String::new(), Bitboard::EMPTY),
        }
    }
}

/// How many men give check.
fn checking(position: &RetroPosition) -> usize {
    let board = &position.board;
    board.king_of(position.turn).map_or(0, |king| {
        let attackers = board.attacks_to(king, position.retractor(), board.occupied());
        attackers.count()
    })
}

/// Pawns that came straight: those that two of their own at home leave no other way, and those for which no capture was left.
fn came_straight(pawns: Bitboard, position: &RetroPosition, men: Men<'_>) -> String {
    let (board, language) = (&position.board, men.language);
    let is_between = |&square: &Square| {
        let Some(color) = board.color_at(square) else {
            return false;
        };
        let home = color.relative_rank(Rank::Second);
        let one_step = square.rank().distance(home) == 1;
        let mut beside = [-1, 1]
            .into_iter()
            .filter_map(|by| square.file().offset(by));
        let stands = |file| board.piece_at(Square::from_coords(file, home)) == Some(color.pawn());
        one_step && beside.all(stands)
    };
    let between: Bitboard = pawns.into_iter().filter(is_between).collect();
    let others = pawns & !between;
    let between = between.any().then(|| {
        let (count, men) = (between.count(), men.on(between));
        say!(language, ArgCameStraightBetween, men, count)
    });
    let others = others.any().then(|| {
        let (count, men) = (others.count(), men.on(others));
        say!(language, ArgCameStraight, men, count)
    });
    match (between, others) {
        (Some(begin), Some(end)) => say!(language, ArgJoined, begin, end),
        (one, other) => one.or(other).unwrap_or_default(),
    }
}

fn not_all_out(pawns: Bitboard, homes: Bitboard, men: Men<'_>) -> String {
    let (language, moved, count) = (men.language, pawns.count(), homes.count());
    let (pawns, men) = (men.on(pawns), men.begun_on(homes));
    say!(language, ArgNotAllOut, pawns, moved, men, count)
}

fn files_blocked(blocked: Blocked, language: Language) -> String {
    let Blocked {
        pawns,
        at_most,
        captures,
        give_way,
    } = blocked;
    if give_way {
        say!(language, ArgFilesChanged, pawns, captures, at_most)
    } else {
        // A capture moves the pawn that makes it, and takes another if its victim is one.
        let exchanges = at_most.saturating_sub(captures);
        say!(
            language,
            ArgFilesBlocked,
            pawns,
            captures,
            exchanges,
            at_most
        )
    }
}

/// Puts the condition of a case before its first sentence, which follows in the same breath.
fn case(told: &mut [ArgumentStep], squares: Bitboard, condition: impl FnOnce(String) -> String) {
    if let Some(first) = told.first_mut() {
        let then = uncapital(&first.text).trim_end_matches('.').to_owned();
        first.kind = "case";
        first.text = sentence(&condition(then));
        first.squares |= squares;
        first.paths.clear();
    }
}

/// Whether two deductions of these kinds are one sentence.
fn are_one(first: &str, second: &str) -> bool {
    matches!(
        (first, second),
        ("missing", "missing")
            | ("out-of-reach", "out-of-reach")
            | ("promoted", "promoted")
            | ("at-home", "shut-in")
    )
}

fn join(first: &mut ArgumentStep, second: ArgumentStep, language: Language) {
    let (begin, end) = (first.text.trim_end_matches('.'), uncapital(&second.text));
    first.text = say!(language, ArgJoined, begin, end);
    first.squares |= second.squares;
    first.paths.extend(second.paths);
}

/// The pawn that began on this square.
pub(super) fn pawn_from(home: Square, language: Language) -> String {
    let array = Board::new();
    let board = &array;
    Men { board, language }.begun_on(home.into())
}

/// A man by name and square.
pub(super) fn man_at((color, role): (Color, Role), square: Square, language: Language) -> String {
    let mut board = Board::empty();
    board.set_piece_at(square, role.of(color));
    let board = &board;
    Men { board, language }.on(square.into())
}

/// The moves of a branch, if they are few enough to be seen at once.
fn moved(branch: &Branch) -> Vec<[Square; 2]> {
    let mut paths: Vec<[Square; 2]> = branch
        .unmoves()
        .map(|unmove| [unmove.from, unmove.to])
        .collect();
    paths.sort_unstable();
    paths.dedup();
    if paths.len() > MANY_MOVES {
        paths.clear();
    }
    paths
}

fn placement(position: &RetroPosition) -> String {
    format!("{} {}", position.board.board_fen(), position.turn.char())
}

/// From a capital letter to a full stop.
fn sentence(text: &str) -> String {
    let text = capital(text);
    if text.ends_with('.') {
        text
    } else {
        format!("{text}.")
    }
}

/// The sentence as it goes on behind a colon: names of sides and moves keep their capital.
fn uncapital(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else {
        return String::new();
    };
    let second = chars.clone().next();
    let is_word = second.is_some_and(char::is_lowercase) || second == Some(' ');
    let keeps = ["White", "Black", "Weiß", "Schwarz", "König"]
        .iter()
        .any(|name| text.starts_with(name));
    if keeps || !is_word {
        return text.to_owned();
    }
    first.to_lowercase().chain(chars).collect()
}

fn square_list(squares: Bitboard, language: Language) -> String {
    listed(
        squares.into_iter().map(|s| s.to_string()).collect(),
        language,
    )
}

/// Men that have not moved so many plies back: of the diagram in the present, of an earlier moment in the past, as the moves behind it
/// may be theirs.
fn at_home(squares: Bitboard, men: Men<'_>, plies: usize) -> String {
    let (language, is_now) = (men.language, plies == 0);
    let whole = if squares == Bitboard::from(Rank::Second) {
        Some(if is_now {
            say!(language, ArgNoWhitePawnMoved)
        } else {
            say!(language, ArgNoWhitePawnBefore)
        })
    } else if squares == Bitboard::from(Rank::Seventh) {
        Some(if is_now {
            say!(language, ArgNoBlackPawnMoved)
        } else {
            say!(language, ArgNoBlackPawnBefore)
        })
    } else {
        None
    };
    if let Some(whole) = whole {
        return whole.to_owned();
    }
    let (count, men) = (squares.count(), men.on(squares));
    if is_now {
        say!(language, ArgAtHome, men, count)
    } else {
        say!(language, ArgAtHomeBefore, men, count)
    }
}

fn may_castle(squares: Bitboard, position: &RetroPosition, men: Men<'_>) -> String {
    let language = men.language;
    let (count, there) = (squares.count(), men.on(squares));
    let kept: Bitboard = crate::world::Right::ALL
        .into_iter()
        .filter(|&right| position.rights[right as usize] == RightState::Kept)
        .flat_map(|right| [right.king_home(), right.rook_home()])
        .collect();
    if !squares.is_subset(kept) {
        return say!(language, ArgSaidUnmoved, men = there, count);
    }
    let of = |color| !squares.is_disjoint(position.board.by_color(color));
    let color = match (of(Color::White), of(Color::Black)) {
        (true, true) => return say!(language, ArgBothMayCastle, men = there, count),
        (true, false) => Color::White,
        _ => Color::Black,
    };
    let who = side(color, language);
    say!(language, ArgMayCastle, who, men = there, count)
}

/// What is missing of a side by count: officers of each class, and pawns at the end; `None` in place of a class.
fn missing_kinds(color: Color, position: &RetroPosition) -> Vec<(Option<Class>, usize)> {
    let board = &position.board;
    let of_class = |class: Class| {
        let men = board.by_color(color) & board.by_role(class.role());
        men.into_iter()
            .filter(|&square| Class::of(class.role(), square) == Some(class))
            .count()
    };
    let pawns = (board.pawns() & board.by_color(color)).count();
    let officers = Class::ALL.into_iter().map(|class| {
        (
            Some(class),
            (class.originals() as usize).saturating_sub(of_class(class)),
        )
    });
    officers
        .chain([(None, 8usize.saturating_sub(pawns))])
        .filter(|&(_, count)| count > 0)
        .collect()
}

/// How missing men are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Kinds,
    Number,
}

fn missing(
    color: Color,
    position: &RetroPosition,
    (plies, names): (usize, Names),
    language: Language,
) -> String {
    let there = position.board.by_color(color).count();
    let who = match color {
        Color::White => say!(language, ArgLacksWhite),
        Color::Black => say!(language, ArgLacksBlack),
    };
    let count = 16usize.saturating_sub(there);
    if count == 0 {
        let side = adjective(color, language);
        return match plies {
            0 => say!(language, ArgNobodyMissing, side),
            _ => say!(language, ArgNobodyMissingThen, side),
        };
    }
    let kinds = missing_kinds(color, position);
    let named: usize = kinds.iter().map(|(_, count)| count).sum();
    // Where a promoted man stands for a missing one, or many are missing, the number is all there is to say.
    if names == Names::Number || named != count || kinds.len() > 3 {
        return match plies {
            0 => say!(language, ArgMissingMen, count, who),
            _ => say!(language, ArgMissingMenThen, count, who),
        };
    }
    let names = kinds.into_iter().map(|(class, count)| match class {
        Some(Class::Queen) => say!(language, ArgAQueen, count),
        Some(Class::Rook) => say!(language, ArgARook, count),
        Some(Class::LightBishop) => say!(language, ArgALightBishop, count),
        Some(Class::DarkBishop) => say!(language, ArgADarkBishop, count),
        Some(Class::Knight) => say!(language, ArgAKnight, count),
        None => say!(language, ArgAPawn, count),
    });
    let men = listed(names.collect(), language);
    match plies {
        0 => say!(language, ArgMissing, men, who, count),
        _ => say!(language, ArgMissingThen, men, who, count),
    }
}

fn bar_text(bar: Bar, count: usize, language: Language) -> String {
    match bar {
        Bar::NoSquare => say!(language, ArgNoSquare, count),
        Bar::OwnCheck => say!(language, ArgOwnCheck, count),
        Bar::CheckFrom(square) => say!(language, ArgCheckFrom, square),
        Bar::Kings => say!(language, ArgKings).to_owned(),
        Bar::DoubleStep => say!(language, ArgDoubleStep).to_owned(),
        Bar::OtherDoubleStep(square) => say!(language, ArgOtherDoubleStep, square),
        Bar::Material => say!(language, ArgMaterial).to_owned(),
    }
}

/// Pawns by their squares, and how many promoted men with them.
fn counted_men(pawns: Bitboard, promoted: u32, men: Men<'_>) -> String {
    let mut who = Vec::new();
    if pawns.any() {
        who.push(men.on(pawns));
    }
    if promoted > 0 {
        who.push(say!(men.language, ArgPromotedMen, count = promoted));
    }
    listed(who, men.language)
}

fn too_many(pawns: Bitboard, promoted: u32, needed: Option<u32>, men: Men<'_>) -> String {
    let (language, count) = (men.language, pawns.count() + promoted as usize);
    let men = counted_men(pawns, promoted, men);
    match needed {
        None => say!(language, ArgNothingBrings, men, count),
        Some(needed) if promoted > 0 => say!(language, ArgTooManyByPawns, men, count, needed),
        Some(needed) => say!(language, ArgTooMany, men, count, needed),
    }
}

/// What is left to a side's pawns but those spoken of, if any are.
fn few_left(men: Option<String>, color: Color, left: u32, language: Language) -> String {
    let who = side(color, language);
    match (men, left) {
        (Some(men), 0) => say!(language, ArgNoneLeft, men, who),
        (Some(men), left) => say!(language, ArgFewLeft, men, who, left),
        (None, 0) => say!(language, ArgNoCaptures, who),
        (None, left) => say!(language, ArgFewCaptures, who, left),
    }
}

fn no_victim(
    (men, count): (String, usize),
    on: Bitboard,
    barred: &[Barred],
    (victims, kinds): (Color, usize),
    language: Language,
) -> String {
    let mut why: Vec<String> = barred
        .iter()
        .map(|&one| barred_text(one, victims, language))
        .collect();
    // Of two bishops the same may be said.
    why.dedup();
    let of_all = barred
        .iter()
        .filter(|one| !matches!(one, Barred::OneShutIn(_)));
    if on.is_empty() || of_all.count() < kinds {
        return if why.is_empty() {
            say!(language, ArgNotOneEach, men, count)
        } else {
            let why = listed(why, language);
            say!(language, ArgNotOneEachAs, men, count, why)
        };
    }
    let squares = square_list(on, language);
    let captured = say!(language, ArgCapturedOn, men, squares, count);
    let why = listed(why, language);
    say!(language, ArgNoVictimEach, captured, why)
}

/// Why one of the `victims` was not captured there.
fn barred_text(barred: Barred, victims: Color, language: Language) -> String {
    match barred {
        Barred::Colour(class) => match (victims, class) {
            (Color::White, Class::LightBishop) => say!(language, ArgBarredWhiteLight),
            (Color::White, _) => say!(language, ArgBarredWhiteDark),
            (Color::Black, Class::LightBishop) => say!(language, ArgBarredBlackLight),
            (Color::Black, _) => say!(language, ArgBarredBlackDark),
        },
        Barred::ShutIn(Class::Queen) => say!(language, ArgBarredQueen),
        Barred::ShutIn(Class::Rook) => say!(language, ArgBarredRook),
        Barred::ShutIn(Class::LightBishop | Class::DarkBishop) => {
            say!(language, ArgBarredBishop)
        }
        Barred::ShutIn(Class::Knight) => say!(language, ArgBarredKnight),
        Barred::OneShutIn(Class::Knight) => say!(language, ArgBarredOneKnight),
        // There is one queen, and one bishop of each colour.
        Barred::OneShutIn(_) => say!(language, ArgBarredOneRook),
        Barred::Pawn => say!(language, ArgBarredPawn),
        Barred::PawnChecks => say!(language, ArgBarredPawnChecks),
        Barred::Together => say!(language, ArgBarredTogether),
    }
    .to_owned()
}
