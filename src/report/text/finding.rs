//! What a verification found, in sentences.

use shakmaty::{Color, Move, Role, Square};

use crate::say;
use crate::verify::{
    DualKind, Fate, Finding, LineMove, MoveInPart, RetractedMove, TextPlace, Verification,
};
use crate::world::World;

use super::retraction::offence_text;
use super::sentence::{Sentence, played};
use super::style::TextStyle;
use super::words::convention_name;

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
    let moves: Vec<String> = tries.iter().map(|first| sentence.mv(first.mv)).collect();
    let refutation = sentence.after(&[played(tries[0].mv)], &[refutation]);
    let count = moves.len();
    let moves = moves.join(", ");
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
                let line: Vec<LineMove> = line.iter().map(|&mv| played(mv)).collect();
                if example.is_empty() {
                    let line = sentence.line(&line);
                    example = say!(style.language, ForInstanceLine, line);
                }
                sentence.line(&line[..line.len().min(1)])
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
    let firsts: Vec<String> = (firsts.into_iter())
        .map(|(first, count)| match count {
            _ if whole => first,
            count => format!("{first} ({count})"),
        })
        .collect();
    let firsts = firsts.join(", ");
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
            first: verification.first_half_move,
        }
    }
}

impl Sentence<'_> {
    fn of(self, finding: &Finding) -> String {
        match finding {
            Finding::Men { white, black } => say!(self.style.language, MenCount, white, black),
            Finding::MenDiffer { published, found } => say!(
                self.style.language,
                MenAnnounced,
                published_white = published.0,
                published_black = published.1,
                found_white = found.0,
                found_black = found.1
            ),
            Finding::IllegalPosition => say!(self.style.language, FindingIllegal).to_owned(),
            Finding::Castling { right, standing } => {
                format!("{}: {}", self.castling(*right), self.standing(*standing))
            }
            Finding::Target { square, standing } => say!(
                self.style.language,
                FindingTarget,
                square,
                standing = self.standing(*standing)
            ),
            Finding::ClaimRefuted(world) => say!(self.style.language, ClaimedImpossible, world),
            Finding::ClaimOpen(world) => say!(self.style.language, ClaimedOpen, world),
            Finding::ClaimLacks(world) => say!(self.style.language, PossibleNotClaimed, world),
            Finding::ClaimLacksOpen(world) => say!(self.style.language, OpenNotClaimed, world),
            Finding::Key(key) => say!(self.style.language, KeySolves, key = self.first(*key)),
            Finding::NotAKey {
                key, refutations, ..
            } => {
                let mut text = say!(self.style.language, IsNoKey, key = self.first(*key));
                if !refutations.is_empty() {
                    text += ": 1... ";
                    text += &self.after(&[played(key.mv)], refutations);
                    text.push('!');
                }
                text
            }
            Finding::Cook(key) => say!(self.style.language, CookSolves, key = self.first(*key)),
            Finding::HelpCook { line } => {
                let line: Vec<LineMove> = line.iter().map(|&mv| played(mv)).collect();
                say!(self.style.language, CookLine, line = self.line(&line))
            }
            Finding::PerhapsPublished { line } => {
                let line: Vec<LineMove> = line.iter().map(|&mv| played(mv)).collect();
                say!(
                    self.style.language,
                    SolutionNotRead,
                    line = self.line(&line)
                )
            }
            Finding::SeveralKeys(keys) => say!(
                self.style.language,
                KeysListed,
                count = keys.len(),
                keys = self.firsts(keys)
            ),
            Finding::NoSolution { part, best_try } => {
                let mut text = say!(self.style.language, FindingNoSolution).to_owned();
                if let Some(world) = part {
                    text = format!("{}: {text}", self.part(*world));
                }
                if let Some((mv, refutations)) = best_try {
                    text += "; ";
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
            Finding::ShortSolution { moves, keys } => say!(
                self.style.language,
                ShortSolution,
                moves,
                keys = self.firsts(keys)
            ),
            Finding::NoPublishedKey { part: None } => {
                say!(self.style.language, NoAuthorKey).to_owned()
            }
            Finding::NoPublishedKey { part: Some(world) } => say!(
                self.style.language,
                NoAuthorKeyOfPart,
                part = self.part(*world)
            ),
            Finding::Unreadable { place: None, text } => say!(
                self.style.language,
                SolutionUnreadable,
                why = text.in_language(self.style.language)
            ),
            Finding::Unreadable {
                place: Some(TextPlace { line, column }),
                text,
            } => say!(
                self.style.language,
                SolutionLineUnread,
                line,
                column,
                why = text.in_language(self.style.language)
            ),
            Finding::Line { text, fault, .. } => format!("{text}: {}", self.fault(fault)),
            Finding::Replayed(moves) => match moves {
                1 => say!(self.style.language, OnePublishedReplayed).to_owned(),
                _ => say!(self.style.language, PublishedReplayed, moves),
            },
            Finding::Unchecked(moves) => match moves {
                1 => say!(self.style.language, OnePublishedUnchecked).to_owned(),
                _ => say!(self.style.language, PublishedUnchecked, moves),
            },
            Finding::TriesUnexamined(tries) => match tries {
                1 => say!(self.style.language, OneTryUnseen).to_owned(),
                _ => say!(self.style.language, TriesUnseen, tries),
            },
            Finding::TriesCut => say!(self.style.language, TriesCut).to_owned(),
            Finding::Dual {
                line,
                continuations,
                kind,
                ..
            } => {
                let name = match kind {
                    DualKind::Threat => say!(self.style.language, SeveralThreats),
                    DualKind::Move => say!(self.style.language, DualWord),
                    DualKind::Promotion => say!(self.style.language, PromotionDualWord),
                };
                let played = line.iter().filter(|step| step.fate == Fate::Played).count();
                let threat = !played.is_multiple_of(2);
                format!(
                    "{name}: {}, {} {}",
                    self.line(line),
                    if threat {
                        say!(self.style.language, ThreatWord)
                    } else {
                        say!(self.style.language, ThenWord)
                    },
                    self.threats_after(line, continuations)
                )
            }
            Finding::Try { first, refutation } => {
                let mv = self.mv(first.mv);
                let part = first
                    .part
                    .map_or_else(String::new, |world| format!(" ({})", self.part(world)));
                match refutation {
                    Some(answer) => {
                        let answer = self.after(&[played(first.mv)], &[*answer]);
                        say!(self.style.language, TryRefuted, mv, answer, part)
                    }
                    None => say!(self.style.language, TryTakenBack, mv, part),
                }
            }
            Finding::SetPlay {
                answered,
                unanswered,
            } => {
                let all = answered + unanswered;
                say!(self.style.language, SetPlayAnswered, answered, all)
            }
            Finding::NoSetPlay { part } => {
                let text = say!(self.style.language, SetPlayAnnounced).to_owned();
                match part {
                    Some(world) => format!("{}: {text}", self.part(*world)),
                    None => text,
                }
            }
            Finding::TrialNotNeeded(conventions) => {
                let names: Vec<&str> = (conventions.iter())
                    .map(|&convention| {
                        convention_name(convention, self.style.language)
                            .unwrap_or(say!(self.style.language, CodexName))
                    })
                    .collect();
                let names = names.join(", ");
                say!(self.style.language, NoTrialNeeded, names)
            }
            Finding::TouchLawNotNeeded => say!(self.style.language, TouchLawUnneeded).to_owned(),
            Finding::SuperfluousMan { square, piece } => say!(
                self.style.language,
                ManSuperfluous,
                man = self.man(*piece, *square)
            ),
            Finding::WeakerMan {
                square,
                piece,
                instead,
            } => say!(
                self.style.language,
                WeakerManDoes,
                enough = self.man(*instead, *square),
                needed = self.man(*piece, *square)
            ),
            Finding::ShiftedMan { square, piece, to } => say!(
                self.style.language,
                CouldStandOn,
                man = self.man(*piece, *square),
                to
            ),
            Finding::EconomyCut { limit, men } => {
                let men: Vec<String> = (men.iter())
                    .map(|&square| match self.diagram.board.role_at(square) {
                        None | Some(Role::Pawn) => square.to_string(),
                        Some(role) => format!("{}{square}", self.style.letters.letter(role)),
                    })
                    .collect();
                let men = men.join(", ");
                say!(
                    self.style.language,
                    EconomyUnfinished,
                    limit = self.limit(*limit),
                    men
                )
            }
            Finding::SolutionIncomplete(omission) => say!(
                self.style.language,
                PublishedIncomplete,
                omission = self.omission(omission)
            ),
            Finding::CheckingKey(key) => {
                say!(self.style.language, CheckingKeyIs, key = self.first(*key))
            }
            Finding::CapturingKey { key, captured } => {
                let letter = self.style.letters.letter(*captured);
                say!(
                    self.style.language,
                    CapturingKeyIs,
                    key = self.first(*key),
                    letter
                )
            }
            Finding::FlightTaken { key, flights } => say!(
                self.style.language,
                KeyTakesFlights,
                key = self.first(*key),
                flights = squares_text(flights)
            ),
            Finding::FlightGiven { key, flights } => say!(
                self.style.language,
                KeyGivesFlights,
                key = self.first(*key),
                flights = squares_text(flights)
            ),
            Finding::UnprovidedCheck(moves) => say!(
                self.style.language,
                CheckUnprovided,
                moves = self.set_moves(moves)
            ),
            Finding::UnprovidedFlight(moves) => say!(
                self.style.language,
                FlightUnprovided,
                moves = self.set_moves(moves)
            ),
            Finding::PromotedMan(piece) => {
                let letter = self.style.letters.letter(piece.role);
                match piece.color {
                    Color::White => say!(self.style.language, PromotedWhite, letter),
                    Color::Black => say!(self.style.language, PromotedBlack, letter),
                }
            }
            Finding::KeyIsTrial(key) => {
                say!(self.style.language, KeyIsATrial, key = self.first(*key))
            }
            Finding::ByConvention { right, convention } => {
                let name = convention_name(*convention, self.style.language)
                    .unwrap_or(say!(self.style.language, CodexNameAfter));
                say!(
                    self.style.language,
                    DoubtfulMove,
                    castling = self.castling(*right),
                    name
                )
            }
            Finding::Retraction(one) => say!(
                self.style.language,
                RetractionSolves,
                retraction = self.retracted(one)
            ),
            Finding::RetractionCook(one) => {
                say!(self.style.language, CookLine, line = self.retracted(one))
            }
            Finding::SeveralRetractions(several) => {
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
                let texts = texts.join("; ");
                say!(self.style.language, SolutionsListed, count, texts)
            }
            Finding::WrongRetraction { text } => say!(self.style.language, RetractionFails, text),
            Finding::WrongReplacement { text } => {
                say!(self.style.language, NoEffectiveReplacement, text)
            }
            Finding::Conditional(worlds) => {
                let mut text = say!(self.style.language, NotFinalFinding).to_owned();
                if !worlds.is_empty() {
                    let worlds: Vec<String> = worlds.iter().map(World::to_string).collect();
                    text += " (";
                    text += &worlds.join(", ");
                    text.push(')');
                }
                text
            }
            Finding::Incomplete(limit) => say!(
                self.style.language,
                SearchIncomplete,
                limit = self.limit(*limit)
            ),
            Finding::Unaudited => say!(self.style.language, TreeCut).to_owned(),
            Finding::NotPlayable(reason) => say!(
                self.style.language,
                NothingSolved,
                reason = reason.in_language(self.style.language)
            ),
            Finding::LastMove(unmove) => {
                let unmove = self.unmoves(&[*unmove]);
                say!(self.style.language, OnlyLastMove, unmove)
            }
            Finding::WrongLastMove { text } => say!(self.style.language, LastMoveCannotBe, text),
            Finding::LastMovesLeft(unmoves) => {
                let unmoves = self.unmoves(unmoves);
                say!(self.style.language, NoProofExcludes, unmoves)
            }
            Finding::LastMovesPossible(unmoves) => {
                let unmoves = self.unmoves(unmoves);
                say!(self.style.language, GameForEachLastMove, unmoves)
            }
            Finding::NoLastMoveToCompare => say!(self.style.language, NoAuthorLastMove).to_owned(),
        }
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

fn squares_text(squares: &[Square]) -> String {
    let texts: Vec<String> = squares.iter().map(ToString::to_string).collect();
    texts.join(", ")
}
