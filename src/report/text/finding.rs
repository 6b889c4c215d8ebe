//! What a verification found, in sentences.

use shakmaty::{Color, Move, Role, Square};

use crate::budget::Limit;
use crate::problem::Convention;
use crate::retro::Game;
use crate::say;
use crate::solution::Count;
use crate::verify::{
    DualKind, Fate, Finding, GameFault, LineMove, MoveInPart, RetractedMove, RetractorLine,
    TextPlace, Verification,
};
use crate::world::World;

use super::brevity::moves;
use super::moves::number;
use super::proof_game::{feature_text, game_text, move_text};
use super::retraction::offence_text;
use super::retractor::line_text;
use super::sentence::{Sentence, played};
use super::style::TextStyle;
use super::words::{convention_name, joined, man_on};

/// One finding of `verification` as a sentence without its full stop; moves as the solution writes them.
pub fn finding_text(finding: &Finding, verification: &Verification, style: TextStyle) -> String {
    Sentence::on(verification, style).of(finding)
}

/// Solutions by an illegal last move that are named; the others are counted.
const MOST_RETRACTIONS: usize = 10;

/// Several tries that fail to the same defence, in one sentence.
pub(super) fn tries_text(
    tries: &[MoveInPart],
    refutation: Move,
    verification: &Verification,
    style: TextStyle,
) -> String {
    let sentence = Sentence::on(verification, style);
    let (count, moves) = (tries.len(), tries.iter());
    let moves = joined(moves.map(|first| sentence.mv(first.mv)), ", ");
    let refutation = sentence.after(&[played(tries[0].mv)], &[refutation]);
    say!(style.language, TriesRefutedBy, count, refutation, moves)
}

/// Many cooks in one sentence: how many by which first move, and one of them.
pub(super) fn cooks_text(
    cooks: &[&Finding],
    verification: &Verification,
    style: TextStyle,
) -> String {
    let sentence = Sentence::on(verification, style);
    let mut firsts: Vec<(String, usize)> = Vec::new();
    let mut example = String::new();
    for cook in cooks {
        let first = match cook {
            Finding::Cook(key) => sentence.first(*key),
            Finding::HelpCook { line } => {
                if example.is_empty() {
                    let line = sentence.help_line(line);
                    example = say!(style.language, ForInstanceLine, line);
                }
                sentence.help_line(&line[..line.len().min(1)])
            }
            Finding::RetractsToo(one) => {
                let line = line_text(&one.line, one.asked, style);
                // What is taken back tells them apart.
                let (back, _) = line.split_once(" &").unwrap_or((&line, ""));
                back.to_owned()
            }
            _ => continue,
        };
        match firsts.iter_mut().find(|(known, _)| *known == first) {
            Some((_, count)) => *count += 1,
            None => firsts.push((first, 1)),
        }
    }
    let (all, by) = (cooks.len(), firsts.len());
    let whole = all == by;
    let firsts = firsts.into_iter().map(|(first, count)| match count {
        _ if whole => first,
        count => format!("{first} ({count})"),
    });
    let firsts = joined(firsts, ", ");
    if whole {
        return say!(style.language, CooksListed, all, firsts, example);
    }
    say!(style.language, CooksByFirstMoves, all, by, firsts, example)
}

impl<'a> Sentence<'a> {
    fn on(verification: &'a Verification, style: TextStyle) -> Sentence<'a> {
        Sentence {
            style,
            diagram: &verification.diagram,
            asked: verification.stipulation,
        }
    }
}

impl Sentence<'_> {
    /// How many solutions of help play there are, and the first of them.
    fn unpublished(self, count: Count, lines: &[Vec<Move>]) -> String {
        let language = self.style.language;
        let least = match count {
            Count::Exactly(_) => String::new(),
            Count::AtLeast(_) => format!("{} ", say!(language, AtLeast)),
        };
        let mut text = say!(language, NoAuthorSolution, least, count = count.number());
        if !lines.is_empty() {
            text += language.colon();
            text += &joined(lines.iter().map(|line| self.help_line(line)), "; ");
        }
        if count.number() > lines.len() as u64 && !lines.is_empty() {
            text += "; \u{2026}";
        }
        text
    }

    /// A sentence for each kind of finding; what needs more than its words has a function of its own.
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn of(self, finding: &Finding) -> String {
        let language = self.style.language;
        match finding {
            Finding::Men { white, black } => say!(language, MenCount, white, black),
            Finding::MenDiffer { published, found } => say!(
                language,
                MenAnnounced,
                published_white = published.0,
                published_black = published.1,
                found_white = found.0,
                found_black = found.1
            ),
            Finding::IllegalPosition => say!(language, FindingIllegal).to_owned(),
            Finding::Castling { right, standing } => {
                let (castling, standing) = (self.castling(*right), self.standing(*standing));
                format!("{castling}{}{standing}", language.colon())
            }
            Finding::Target { square, standing } => say!(
                language,
                FindingTarget,
                square,
                standing = self.standing(*standing)
            ),
            Finding::ClaimRefuted(world) => say!(language, ClaimedImpossible, world),
            Finding::ClaimOpen(world) => say!(language, ClaimedOpen, world),
            Finding::ClaimLacks(world) => say!(language, PossibleNotClaimed, world),
            Finding::ClaimLacksOpen(world) => say!(language, OpenNotClaimed, world),
            Finding::Key(key) if self.is_help() => {
                say!(language, FirstMoveSolves, key = self.first(*key))
            }
            Finding::Key(key) => say!(language, KeySolves, key = self.first(*key)),
            Finding::NotAKey {
                key, refutations, ..
            } => self.not_a_key(*key, refutations),
            Finding::Cook(key) => say!(language, CookSolves, key = self.first(*key)),
            Finding::HelpCook { line } => {
                say!(language, CookLine, line = self.help_line(line))
            }
            Finding::PerhapsPublished { line } => {
                say!(language, SolutionNotRead, line = self.help_line(line))
            }
            Finding::SeveralKeys(keys) => say!(
                language,
                KeysListed,
                count = keys.len(),
                keys = self.firsts(keys)
            ),
            Finding::NoSolution { part, best_try } => self.no_solution(*part, best_try.as_ref()),
            Finding::ShortSolution { moves, keys } => {
                say!(language, ShortSolution, moves, keys = self.firsts(keys))
            }
            Finding::NoPublishedKey {
                part: None,
                solutions: Some(count),
                lines,
            } => self.unpublished(*count, lines),
            Finding::TwinWithoutSolution(label) => say!(language, SolutionOfTwinMissing, label),
            Finding::NoPublishedKey { part: None, .. } => say!(language, NoAuthorKey).to_owned(),
            Finding::NoPublishedKey {
                part: Some(world), ..
            } => {
                say!(language, NoAuthorKeyOfPart, part = self.part(*world))
            }
            Finding::Unreadable { place: None, text } => say!(
                language,
                SolutionUnreadable,
                why = text.in_language(language)
            ),
            Finding::Unreadable {
                place: Some(TextPlace { line, column }),
                text,
            } => say!(
                language,
                SolutionLineUnread,
                line,
                column,
                why = text.in_language(language)
            ),
            Finding::Line { text, fault, .. } => {
                format!("{text}{}{}", language.colon(), self.fault(fault))
            }
            Finding::OtherLetters(letters) => {
                let (name, listed) = (letters.name(), letters.listed());
                say!(
                    language,
                    ReadInOtherLetters,
                    name = name.in_language(language),
                    listed
                )
            }
            Finding::LettersUnclear(letter) => say!(language, LettersUnclear, letter),
            Finding::TwinDescribed(text) => say!(language, TwinDescribed, text),
            Finding::NothingRead => say!(language, NothingRead).to_owned(),
            Finding::Replayed(moves) => say!(language, PublishedReplayed, moves),
            Finding::SolutionCount { announced, found } => {
                say!(language, SolutionsAnnounced, announced, found)
            }
            Finding::NoSuchTwin(label) => say!(language, SolutionOfMissingTwin, label),
            Finding::Unchecked(moves) => say!(language, PublishedUnchecked, moves),
            Finding::TriesUnexamined(tries) => say!(language, TriesUnseen, tries),
            Finding::TriesCut => say!(language, TriesCut).to_owned(),
            Finding::Dual {
                line,
                continuations,
                kind,
                ..
            } => self.dual(line, continuations, *kind),
            Finding::Try { first, refutation } => self.try_text(*first, *refutation),
            Finding::SetPlay {
                answered,
                unanswered,
            } => {
                let all = answered + unanswered;
                say!(language, SetPlayAnswered, answered, all)
            }
            Finding::NoSetPlay { part } => {
                let text = say!(language, SetPlayAnnounced).to_owned();
                match part {
                    Some(world) => format!("{}{}{text}", self.part(*world), language.colon()),
                    None => text,
                }
            }
            Finding::TrialNotNeeded(conventions) => self.trial_not_needed(conventions),
            Finding::TouchLawNotNeeded => say!(language, TouchLawUnneeded).to_owned(),
            Finding::SuperfluousMan { square, piece } => {
                say!(language, ManSuperfluous, man = self.man(*piece, *square))
            }
            Finding::WeakerMan {
                square,
                piece,
                instead,
            } => say!(
                language,
                WeakerManDoes,
                enough = self.man(*instead, *square),
                needed = self.man(*piece, *square)
            ),
            Finding::ShiftedMan { square, piece, to } => {
                say!(language, CouldStandOn, man = self.man(*piece, *square), to)
            }
            Finding::EconomyCut { limit, men } => self.economy_cut(*limit, men),
            Finding::SolutionIncomplete(omission) => say!(
                language,
                PublishedIncomplete,
                omission = self.omission(omission)
            ),
            Finding::CheckingKey(key) => {
                say!(language, CheckingKeyIs, key = self.first(*key))
            }
            Finding::CapturingKey { key, captured } => {
                let man = match captured {
                    Role::Queen => say!(language, TakesQueen),
                    Role::Rook => say!(language, TakesRook),
                    Role::Bishop => say!(language, TakesBishop),
                    Role::Knight => say!(language, TakesKnight),
                    Role::Pawn | Role::King => say!(language, TakesPawn),
                };
                say!(language, CapturingKeyIs, key = self.first(*key), man)
            }
            Finding::FlightTaken { key, flights } => say!(
                language,
                KeyTakesFlights,
                key = self.first(*key),
                flights = joined(flights, ", ")
            ),
            Finding::FlightGiven { key, flights } => say!(
                language,
                KeyGivesFlights,
                key = self.first(*key),
                flights = joined(flights, ", ")
            ),
            Finding::UnprovidedCheck(moves) => {
                say!(language, CheckUnprovided, moves = self.set_moves(moves))
            }
            Finding::UnprovidedFlight(moves) => {
                say!(language, FlightUnprovided, moves = self.set_moves(moves))
            }
            Finding::PromotedMan(piece) => {
                let letter = self.style.letters.letter(piece.role);
                match piece.color {
                    Color::White => say!(language, PromotedWhite, letter),
                    Color::Black => say!(language, PromotedBlack, letter),
                }
            }
            Finding::KeyIsTrial(key) => {
                say!(language, KeyIsATrial, key = self.first(*key))
            }
            Finding::ByConvention { right, convention } => {
                let name = convention_name(*convention, language)
                    .unwrap_or(say!(language, CodexNameAfter));
                say!(
                    language,
                    DoubtfulMove,
                    castling = self.castling(*right),
                    name
                )
            }
            Finding::Retraction(one) => {
                say!(language, RetractionSolves, retraction = self.retracted(one))
            }
            Finding::RetractionCook(one) => {
                say!(language, CookLine, line = self.retracted(one))
            }
            Finding::SeveralRetractions(several) => self.several_retractions(several),
            Finding::WrongRetraction { text } => say!(language, RetractionFails, text),
            Finding::WrongReplacement { text } => {
                say!(language, NoEffectiveReplacement, text)
            }
            Finding::Conditional(worlds) => {
                let text = say!(language, NotFinalFinding);
                match &worlds[..] {
                    [] => text.to_owned(),
                    worlds => format!("{text} ({})", joined(worlds, ", ")),
                }
            }
            Finding::Incomplete(limit) => {
                say!(language, SearchIncomplete, limit = self.limit(*limit))
            }
            Finding::Unaudited => say!(language, TreeCut).to_owned(),
            Finding::NotPlayable(reason) => say!(
                language,
                NothingSolved,
                reason = reason.in_language(language)
            ),
            Finding::LastMove(unmove) => {
                let unmove = self.unmoves(&[*unmove]);
                say!(language, OnlyLastMove, unmove)
            }
            Finding::WrongLastMove { text } => say!(language, LastMoveCannotBe, text),
            Finding::LastMovesLeft(unmoves) => {
                let unmoves = self.unmoves(unmoves);
                say!(language, NoProofExcludes, unmoves)
            }
            Finding::LastMovesPossible(unmoves) => {
                let unmoves = self.unmoves(unmoves);
                say!(language, GameForEachLastMove, unmoves)
            }
            Finding::NoLastMoveToCompare => say!(language, NoAuthorLastMove).to_owned(),
            Finding::NoGameToCompare => say!(language, NoAuthorGame).to_owned(),
            Finding::OnlyGame { plies } => {
                let length = moves(*plies as usize, language);
                say!(language, FindingOnlyGame, length)
            }
            Finding::NoGame { plies } => {
                let length = moves(*plies as usize, language);
                say!(language, FindingNoGame, length)
            }
            Finding::GameCook { game, other } => self.game_cook(game, other),
            Finding::ShorterGame(game) => {
                let length = moves(game.moves.len(), language);
                let game = game_text(game, None, self.style);
                say!(language, FindingShorterGame, length, game)
            }
            Finding::WrongGame(fault) => self.wrong_game(fault),
            Finding::Shows(feature) => feature_text(*feature, self.style),
            Finding::Retracts(_)
            | Finding::RetractsToo(_)
            | Finding::RetractsNot { .. }
            | Finding::RetractsOpen { .. }
            | Finding::NotRetracted { .. }
            | Finding::PositionOpen(_)
            | Finding::VariationsUnread(_) => self.retractor(finding),
        }
    }

    /// A finding on a retractor; nothing of another one.
    fn retractor(self, finding: &Finding) -> String {
        let language = self.style.language;
        let line = |one: &RetractorLine| line_text(&one.line, one.asked, self.style);
        match finding {
            Finding::Retracts(one) => say!(language, FindingRetracts, line = line(one)),
            Finding::RetractsToo(one) => say!(language, FindingRetractsToo, line = line(one)),
            Finding::RetractsNot { text } => say!(language, FindingRetractsNot, text),
            Finding::RetractsOpen { text } => say!(language, FindingRetractsOpen, text),
            Finding::NotRetracted { text } => say!(language, FindingNotRetracted, text),
            Finding::PositionOpen(diagram) => {
                let position = diagram.fen();
                say!(language, RetractionHangs, position)
            }
            Finding::VariationsUnread(count) => say!(language, FindingVariationsUnread, count),
            _ => String::new(),
        }
    }

    fn game_cook(self, game: &Game, other: &Game) -> String {
        let pairs = game.moves.iter().zip(&other.moves);
        let at = pairs.take_while(|(a, b)| a == b).count();
        let language = self.style.language;
        let other_text = game_text(other, Some(at), self.style);
        let at = move_text(other, at, self.style);
        say!(language, FindingGameCook, at, other = other_text)
    }

    fn wrong_game(self, fault: &GameFault) -> String {
        let language = self.style.language;
        match fault {
            GameFault::Move { ply, text } => {
                let at = number(*ply);
                say!(language, FindingGameMove, text, at)
            }
            GameFault::OtherEnd => say!(language, FindingGameEnd).to_owned(),
            GameFault::Length(plies) => {
                let length = moves(*plies, language);
                say!(language, FindingGameLength, length)
            }
        }
    }

    /// Why the author's first move is no key.
    fn not_a_key(self, key: MoveInPart, refutations: &[Move]) -> String {
        let mut text = say!(self.style.language, IsNoKey, key = self.first(key));
        if !refutations.is_empty() {
            text += self.style.language.colon();
            text += "1... ";
            text += &self.after(&[played(key.mv)], refutations);
            text.push('!');
        }
        text
    }

    /// That nothing solves, and what came nearest.
    fn no_solution(self, part: Option<World>, best_try: Option<&(Move, Vec<Move>)>) -> String {
        let mut text = say!(self.style.language, FindingNoSolution).to_owned();
        if let Some(world) = part {
            text = format!("{}{}{text}", self.part(world), self.style.language.colon());
        }
        if let Some((mv, refutations)) = best_try {
            text += self.style.language.semicolon();
            text += say!(self.style.language, BestTry);
            text += " 1. ";
            text += &self.mv(*mv);
            text.push('?');
            if refutations.is_empty() && (mv.is_castle() || mv.is_en_passant()) {
                text += say!(self.style.language, FailsIfTakenBack);
            } else if !refutations.is_empty() {
                text.push(' ');
                text += &self.after(&[played(*mv)], refutations);
                text.push('!');
            }
        }
        text
    }

    /// Several continuations where one was wanted.
    fn dual(self, line: &[LineMove], continuations: &[Move], kind: DualKind) -> String {
        let name = match kind {
            DualKind::Threat => say!(self.style.language, SeveralThreats),
            DualKind::Move => say!(self.style.language, DualWord),
            DualKind::Promotion => say!(self.style.language, PromotionDualWord),
        };
        let played = line.iter().filter(|step| step.fate == Fate::Played).count();
        let threat = !played.is_multiple_of(2);
        format!(
            "{name}{}{}, {} {}",
            self.style.language.colon(),
            self.line(line),
            if threat {
                say!(self.style.language, Threat)
            } else {
                say!(self.style.language, ThenWord)
            },
            self.threats_after(line, continuations)
        )
    }

    /// A try and what refutes it.
    fn try_text(self, first: MoveInPart, refutation: Option<Move>) -> String {
        let mv = self.mv(first.mv);
        let part = first
            .part
            .map_or_else(String::new, |world| format!(" ({})", self.part(world)));
        match refutation {
            Some(answer) => {
                let answer = self.after(&[played(first.mv)], &[answer]);
                say!(self.style.language, TryRefuted, mv, answer, part)
            }
            None => say!(self.style.language, TryTakenBack, mv, part),
        }
    }

    /// Under which conventions the same moves solve without a trial.
    fn trial_not_needed(self, conventions: &[Convention]) -> String {
        let names = conventions.iter().map(|&convention| {
            convention_name(convention, self.style.language)
                .unwrap_or(say!(self.style.language, CodexName))
        });
        let names = joined(names, ", ");
        say!(self.style.language, NoTrialNeeded, names)
    }

    /// Of which men it is not known whether they are needed.
    fn economy_cut(self, limit: Limit, men: &[Square]) -> String {
        let (board, letters) = (&self.diagram.board, self.style.letters);
        let men = joined(
            men.iter().map(|&square| man_on(square, board, letters)),
            ", ",
        );
        say!(
            self.style.language,
            EconomyUnfinished,
            limit = self.limit(limit),
            men
        )
    }

    /// The solutions by an illegal last move, the first of them by name.
    fn several_retractions(self, several: &[RetractedMove]) -> String {
        let mut texts: Vec<String> = several
            .iter()
            .take(MOST_RETRACTIONS)
            .map(|one| self.retracted(one))
            .collect();
        let count = several.len();
        if count > MOST_RETRACTIONS {
            let more = count - MOST_RETRACTIONS;
            texts.push(say!(self.style.language, AndMoreMoves, more));
        }
        let texts = texts.join(self.style.language.semicolon());
        say!(self.style.language, SolutionsListed, count, texts)
    }

    /// `Ra8-a1, instead Rxg6#, left the king in check`.
    fn retracted(self, one: &RetractedMove) -> String {
        let offence = offence_text(one.offence, self.style.language);
        let mut text = format!("{} ({offence})", self.unmoves(&[one.unmove]));
        if let Some(key) = one.replacement {
            let mv = self.style.write(key.san, key.mv);
            text += &say!(self.style.language, InsteadSuffix, mv);
        }
        text
    }
}
