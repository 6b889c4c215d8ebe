//! Evidence of the retro-analysis in words: why a world is impossible, how its game ended, what
//! stopped the analysis.

use std::fmt::Write as _;

use shakmaty::{Color, Move, Square};

use super::TextStyle;
use super::claims::{self, Told};
use super::last_moves::moves_by_origin;
use super::words::joined;
use crate::budget::Limit;
use crate::notation::Language;
use crate::retro::checker::CertificateError;
use crate::retro::model::claim::{
    Because, Hint, NeverMoved, NoScenario, Nogood, Part, Reason, Shown,
};
use crate::retro::{
    Refutation, Refuted, RetroPosition, Unconfirmed, Undecided, Unmove, Why, Witness, tempo_moves,
};
use crate::say;

/// Reasons named at one branching, each with its retractions; the other retractions are counted.
const MOST_REASONS: usize = 4;
/// Retractions that fail alike named at the first branching and at a later one; the others are counted.
const MOST_ALIKE: [usize; 2] = [12, 6];
/// A side with no more moves left than this is said to be short of them, where more positions than this are retracted.
const FEW_MOVES: u32 = 4;
const MANY_POSITIONS: usize = 50;
/// Retractions shown at one branching of an outline; the others are counted.
const MOST_RETRACTIONS: usize = 4;
/// Retractions followed one behind the other; the whole proof has the rest.
const DEEPEST: usize = 2;
/// Nogoods listed for a position none of whose scenarios fits, and parts of scenarios in them; of more than that none is listed.
const MOST_NOGOODS: usize = 6;
const MOST_PARTS: usize = 16;

/// Why a world is impossible, in a few lines; [`proof_tree`] has the whole proof.
///
/// `plies` have been taken back already.
pub fn refutation_text(refutation: &Refutation, plies: usize, reader: TextStyle) -> String {
    let proof = Proof {
        refutation,
        plies,
        reader,
    };
    proof.text(0, DEEPEST)
}

#[derive(Debug, Clone, Copy)]
struct Proof<'a> {
    refutation: &'a Refutation,
    /// Taken back already.
    plies: usize,
    reader: TextStyle,
}

impl Proof<'_> {
    fn text(self, id: usize, depth: usize) -> String {
        let Some(refuted) = self.refutation.positions.get(id) else {
            return further_back(self.reader.language).to_owned();
        };
        let back = self.plies + DEEPEST - depth;
        let list = match &refuted.why {
            Why::Reason(reason) => {
                let cases = match reason {
                    Reason::NoScenario(claim) if depth == DEEPEST => self.cases(claim),
                    _ => None,
                };
                let reason = told_of(reason, &refuted.position, self.reader);
                return match cases {
                    Some(cases) => format!("{reason}. {cases}"),
                    None => reason,
                };
            }
            Why::Cage(cage) => return cage.told(self.reader),
            Why::Retractions(list) => list,
        };
        if list.is_empty() {
            // Of the diagram itself one says it plainly.
            return no_last_move(refuted, back, self.reader.language);
        }
        if depth == 0 {
            return further_back(self.reader.language).to_owned();
        }
        // Moves that fail alike are named together.
        let mut branches: Vec<(Vec<&Unmove>, String)> = Vec::new();
        let mut named = 0;
        for (unmove, before) in list {
            let reason = self.text(*before, depth - 1);
            if let Some((alike, _)) = branches.iter_mut().find(|(_, known)| *known == reason) {
                alike.push(unmove);
            } else if branches.len() < MOST_REASONS {
                branches.push((vec![unmove], reason));
            } else {
                continue;
            }
            named += 1;
        }
        let most = MOST_ALIKE[usize::from(depth < DEEPEST)];
        let language = self.reader.language;
        let (colon, semicolon) = (language.colon(), language.semicolon());
        let branches = branches.into_iter().map(|(moves, reason)| {
            let told = |moves: &[&Unmove]| moves_by_origin(moves.iter().copied(), self.reader);
            let (shown, more) = match told(&moves) {
                all if all.len() <= most => (all, String::new()),
                _ => {
                    let more = and_more(moves.len() - most, language);
                    (told(&moves[..most]), format!(" {more}"))
                }
            };
            let shown = shown.join(", ");
            if reason.starts_with('(') {
                format!("{shown}{more} {reason}")
            } else {
                format!("{shown}{more}{colon}{reason}")
            }
        });
        let more = match list.len() - named {
            0 => String::new(),
            more => format!("{semicolon}{}", and_more(more, language)),
        };
        if let ([only], true) = (list.as_slice(), more.is_empty())
            && let Some(said) = self.only_move(*only, depth)
        {
            return said;
        }
        let lead = match (list.len(), back) {
            (1, 0) => say!(language, LastMoveWas),
            (1, _) => say!(language, MoveBeforeWas),
            (_, 0) => say!(language, EveryLastMoveFails),
            (_, _) => say!(language, EveryMoveBeforeFails),
        };
        let list = joined(branches, semicolon);
        if depth == DEEPEST {
            let short = self.short_of_moves().unwrap_or_default();
            format!("{short}{lead}{list}{more}")
        } else {
            format!("({lead}{list}{more})")
        }
    }

    /// `the last move was a6-a5, and before it White had no move`, if so it is.
    fn only_move(self, (only, before): (Unmove, usize), depth: usize) -> Option<String> {
        let why = &self.refutation.positions.get(before)?.why;
        if !matches!(why, Why::Retractions(further) if further.is_empty()) {
            return None;
        }
        let reason = self.text(before, depth - 1);
        let only = self.reader.moves().retraction(&only);
        let said = if self.plies + DEEPEST == depth {
            say!(self.reader.language, LastMoveWasAnd, only, reason)
        } else {
            let lead = say!(self.reader.language, MoveBeforeWas);
            format!("{lead}{only}; {reason}")
        };
        Some(if depth == DEEPEST {
            said
        } else {
            format!("({said})")
        })
    }

    /// That a side runs out of moves, where most of the proof is about waiting for that.
    fn short_of_moves(self) -> Option<String> {
        let [root, rest @ ..] = self.refutation.positions.as_slice() else {
            return None;
        };
        let later =
            |refuted: &&Refuted| matches!(&refuted.why, Why::Retractions(list) if !list.is_empty());
        if rest.iter().filter(later).count() <= MANY_POSITIONS {
            return None;
        }
        let (moves, side) = Color::ALL
            .into_iter()
            .filter_map(|side| Some((tempo_moves(&root.position, side)?, side)))
            .min_by_key(|&(moves, _)| moves)
            .filter(|&(moves, _)| moves <= FEW_MOVES)?;
        let who = claims::side(side, self.reader.language);
        Some(match moves {
            0 => say!(self.reader.language, CanTakeBackNothing, who),
            _ => say!(self.reader.language, CanTakeBackAtMost, who, moves),
        })
    }

    /// The argument case by case, where it was shown so and is short.
    fn cases(self, claim: &NoScenario) -> Option<String> {
        let Some(Shown::Cases) = claim.shown else {
            return None;
        };
        let nogoods = claim.nogoods.as_ref()?;
        let always = claims::in_every_case(nogoods);
        let nogoods: Vec<Nogood> = nogoods
            .iter()
            .map(|nogood| without(nogood, &always))
            .collect();
        let parts = nogoods.iter().flat_map(|nogood| &nogood.parts);
        let parts: usize = parts.map(|parts| parts.len()).sum();
        if parts > MOST_PARTS || nogoods.len() > MOST_NOGOODS {
            return None;
        }
        let [white, black] = &always;
        let always = claims::parts_told([white, black], self.reader.language);
        if parts == 0 {
            // Without any part it would say no more than the reason itself.
            let always = always?;
            let mut why: Vec<&str> = nogoods
                .iter()
                .filter(|nogood| !matches!(nogood.because, Because::EveryCase { .. }))
                .map(|nogood| claims::because(nogood, self.reader.language))
                .collect();
            why.dedup();
            let why = why.join(self.reader.language.semicolon());
            return Some(say!(self.reader.language, InEveryCaseWhy, always, why));
        }
        let lead = match always {
            None => say!(self.reader.language, WhateverIsExcluded).to_owned(),
            Some(always) => say!(self.reader.language, InEveryCaseExcluded, always),
        };
        // That every case of the other side fails is what is said before the list.
        let sums_up = |nogood: &&Nogood| {
            matches!(nogood.because, Because::EveryCase { .. })
                && nogood.parts.iter().all(|parts| parts.is_empty())
        };
        let list = (1..).zip(nogoods.iter().filter(|nogood| !sums_up(nogood)));
        let list = list.map(|(number, nogood)| format!("({number}) {}", nogood.told(self.reader)));
        let language = self.reader.language;
        let list = joined(list, language.semicolon());
        Some(format!("{lead}{}{list}", language.colon()))
    }
}

/// The nogood without what was said before.
fn without(nogood: &Nogood, said: &[Vec<Part>; 2]) -> Nogood {
    let left = |side: usize| {
        let parts = nogood.parts[side].iter().copied();
        parts.filter(|part| !said[side].contains(part)).collect()
    };
    Nogood {
        parts: [left(0), left(1)],
        because: nogood.because,
        hint: Hint::None,
    }
}

/// That nobody can have moved last in `refuted`, which lies so many plies back.
fn no_last_move(refuted: &Refuted, plies: usize, language: Language) -> String {
    let who = claims::side(refuted.position.retractor(), language);
    match plies {
        0 => say!(language, HasNoLastMove, who),
        _ => say!(language, HadNoMoveBefore, who),
    }
}

pub(super) const fn further_back(language: Language) -> &'static str {
    say!(language, RefutedFurtherBack)
}

/// How much of a proof's tree is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofExtent {
    /// The first retractions of the first plies.
    Outline,
    /// All.
    Whole,
}

/// The tree of a proof in retro notation, indented by plies: one retraction a line, or all those that fail alike, at once or whatever was
/// played before; a position met again is referred to, not repeated. `plies` have been taken back already. `None` if the position
/// refuted has a reason of its own: see [`refutation_text`].
pub fn proof_tree(
    refutation: &Refutation,
    plies: usize,
    extent: ProofExtent,
    reader: TextStyle,
) -> Option<String> {
    let (most, deepest) = match extent {
        ProofExtent::Outline => (MOST_RETRACTIONS, plies + DEEPEST),
        ProofExtent::Whole => (usize::MAX, usize::MAX),
    };
    let tree = Tree {
        refutation,
        plies,
        most,
        deepest,
        reader,
    };
    tree.text()
}

/// A line of a proof's tree.
struct Branch<'a> {
    /// How many plies its last moves lie back.
    ply: usize,
    last: LastMoves<'a>,
}

enum LastMoves<'a> {
    /// One, or those before which the same moves fail for the same reasons: the place of the position before the first, and what is said
    /// of it, if no move before that is followed further.
    Followed(Vec<&'a Unmove>, usize, Option<Vec<String>>),
    /// Those after which the same is wrong, and what that is.
    Alike(Vec<&'a Unmove>, String),
    /// So many more.
    More(usize),
}

struct Tree<'a> {
    refutation: &'a Refutation,
    /// Taken back already.
    plies: usize,
    /// Lines at one branching.
    most: usize,
    /// Plies, from the diagram on, behind which no move is followed further.
    deepest: usize,
    reader: TextStyle,
}

impl<'a> Tree<'a> {
    fn text(&self) -> Option<String> {
        let mut open = self.branches(0, self.plies + 1);
        if open.is_empty() {
            return None;
        }
        let colon = self.reader.language.colon();
        let mut text = String::new();
        let mut shown = vec![false; self.refutation.positions.len()];
        shown[0] = true;
        while let Some(Branch { ply, last }) = open.pop() {
            let line = match last {
                LastMoves::More(more) => and_more(more, self.reader.language),
                LastMoves::Alike(unmoves, why) => {
                    format!("{}{colon}{why}", self.moves(ply, &unmoves))
                }
                LastMoves::Followed(unmoves, before, _) => {
                    let line = self.moves(ply, &unmoves);
                    // One that refers to nothing no checker believes.
                    let why = match shown.get_mut(before) {
                        None => None,
                        Some(true) => Some(say!(self.reader.language, AsAbove)),
                        Some(_) if ply == self.deepest => Some(further_back(self.reader.language)),
                        Some(shown) => {
                            *shown = true;
                            open.extend(self.branches(before, ply + 1));
                            None
                        }
                    };
                    match why {
                        Some(why) => format!("{line}{colon}{why}"),
                        None => line,
                    }
                }
            };
            let indent = 2 * (ply - self.plies);
            let _ = writeln!(text, "{:indent$}{line}", "");
        }
        Some(text)
    }

    /// The lines of the moves before a position, the last one first.
    fn branches(&self, id: usize, ply: usize) -> Vec<Branch<'a>> {
        let why = self
            .refutation
            .positions
            .get(id)
            .map(|refuted| &refuted.why);
        let Some(Why::Retractions(list)) = why else {
            return Vec::new();
        };
        let mut lines: Vec<LastMoves<'a>> = Vec::new();
        let mut left_out = 0;
        for (unmove, before) in list {
            let why = self.at_once(*before, ply);
            let moves_before = match why {
                Some(_) => None,
                None => self.all_at_once(*before, ply + 1),
            };
            let alike = lines.iter_mut().find_map(|line| match line {
                LastMoves::Alike(alike, known) if Some(&*known) == why.as_ref() => Some(alike),
                LastMoves::Followed(alike, _, known)
                    if known.is_some() && *known == moves_before =>
                {
                    Some(alike)
                }
                _ => None,
            });
            if let Some(alike) = alike {
                alike.push(unmove);
            } else if lines.len() < self.most {
                lines.push(match why {
                    Some(why) => LastMoves::Alike(vec![unmove], why),
                    None => LastMoves::Followed(vec![unmove], *before, moves_before),
                });
            } else {
                left_out += 1;
            }
        }
        lines.extend((left_out > 0).then_some(LastMoves::More(left_out)));
        let lines = lines.into_iter().rev();
        lines.map(|last| Branch { ply, last }).collect()
    }

    /// What is said of the moves before a position, if each fails at once.
    fn all_at_once(&self, id: usize, ply: usize) -> Option<Vec<String>> {
        let Why::Retractions(list) = &self.refutation.positions.get(id)?.why else {
            return None;
        };
        if !list
            .iter()
            .all(|&(_, before)| self.at_once(before, ply).is_some())
        {
            return None;
        }
        let colon = self.reader.language.colon();
        let lines = self.branches(id, ply).into_iter();
        let told = lines.map(|line| match line.last {
            LastMoves::Alike(unmoves, why) => {
                Some(format!("{}{colon}{why}", self.moves(ply, &unmoves)))
            }
            // Of what is left out nobody sees whether it is the same.
            LastMoves::Followed(..) | LastMoves::More(_) => None,
        });
        told.collect()
    }

    /// What is wrong with a position in itself.
    fn at_once(&self, id: usize, ply: usize) -> Option<String> {
        let refuted = self.refutation.positions.get(id)?;
        match &refuted.why {
            Why::Retractions(list) if list.is_empty() => {
                Some(no_last_move(refuted, ply, self.reader.language))
            }
            _ => reason_text(refuted, self.reader),
        }
    }

    /// `R: 2...Kb1-a1, c7xRd8=R+`.
    fn moves(&self, ply: usize, unmoves: &[&Unmove]) -> String {
        let unmoves = moves_by_origin(unmoves.iter().copied(), self.reader);
        let dots = if ply.is_multiple_of(2) { "..." } else { "." };
        format!("R: {}{dots}{}", ply.div_ceil(2), unmoves.join(", "))
    }
}

fn and_more(more: usize, language: Language) -> String {
    say!(language, AndMoreMoves, more)
}

/// What a refuted position's reason or cage says; `None` where every last move leads elsewhere.
pub fn reason_text(refuted: &Refuted, style: TextStyle) -> Option<String> {
    match &refuted.why {
        Why::Reason(reason) => Some(told_of(reason, &refuted.position, style)),
        Why::Cage(cage) => Some(cage.told(style)),
        Why::Retractions(_) => None,
    }
}

/// What a reason says of its position.
fn told_of(reason: &Reason, position: &RetroPosition, style: TextStyle) -> String {
    // Men that are only said not to have moved need not be shut in.
    let is_frozen = |square: Square| position.frozen.contains(square);
    match reason {
        Reason::NeverMoved(NeverMoved::LostRight(right))
            if is_frozen(right.king_home()) && is_frozen(right.rook_home()) =>
        {
            let (king, rook) = (right.king_home(), right.rook_home());
            let letter = right.letter();
            say!(style.language, UnmovedRight, king, rook, letter)
        }
        Reason::NeverMoved(NeverMoved::SaidToHaveMoved(square)) if is_frozen(*square) => {
            say!(style.language, UnmovedMan, square)
        }
        _ => reason.told(style),
    }
}

/// What is wrong with a stored proof.
pub fn flaw_text(flaw: &CertificateError, language: Language) -> String {
    match flaw {
        CertificateError::OtherPosition => say!(language, FlawOtherPosition).to_owned(),
        CertificateError::InitialArray(id) => say!(language, FlawInitialArray, id),
        CertificateError::Reason(id) => say!(language, FlawReason, id),
        CertificateError::Cage(id) => say!(language, FlawCage, id),
        CertificateError::Retraction { position, played } => {
            say!(language, FlawRetraction, position, played)
        }
        CertificateError::Dangling(id) => say!(language, FlawDangling, id),
        CertificateError::NotShown(places) => {
            say!(language, FlawNotShown, places = format!("{places:?}"))
        }
        CertificateError::Unfinished(limit) => {
            say!(
                language,
                NotCheckedToTheEnd,
                limit = limit_name(*limit, language)
            )
        }
    }
}

/// That a game ends with the last move, and how long it is.
pub fn last_move_game(witness: &Witness, language: Language) -> String {
    let plies = witness.moves.len();
    say!(language, GameEndsWithIt, plies)
}

/// The last move of a game that was found: `last move g7-g5`.
pub fn last_move_text(witness: &Witness, reader: TextStyle) -> String {
    let Some(&last) = witness.moves.last() else {
        return say!(reader.language, TheInitialArray).to_owned();
    };
    let mut text = reader.moves().write_long(last);
    // As in a retraction, the man captured is named.
    if let Move::Normal {
        capture: Some(captured),
        ..
    } = last
        && let Some(at) = text.find('x')
    {
        text.insert(at + 1, reader.letters.letter(captured));
    }
    say!(reader.language, ForInstanceAfter, text)
}

/// That a proof was found and does not count, and why.
fn unconfirmed_text(unconfirmed: Unconfirmed, language: Language) -> String {
    let Unconfirmed { positions, shared } = unconfirmed;
    say!(language, ProofConfirmedByFinder, shared, positions)
}

/// Why nothing is known of a last move: the limit that ended the search for a proof, or the proof that does not count.
pub fn not_refuted_text(undecided: &Undecided, language: Language) -> String {
    match undecided.unconfirmed {
        Some(unconfirmed) => unconfirmed_text(unconfirmed, language),
        None => limit_name(undecided.refutation, language),
    }
}

/// That nothing was found, and which limit ended it.
pub fn undecided_briefly(undecided: &Undecided, language: Language) -> String {
    let limit = limit_name(undecided.witness, language);
    if let Some(unconfirmed) = undecided.unconfirmed {
        let proof = unconfirmed_text(unconfirmed, language);
        return say!(language, ProofNoGame, proof, limit);
    }
    say!(language, NeitherProofNorGame, limit)
}

/// How far both attempts on an undecided world got, and which limits ended them.
pub fn undecided_text(undecided: &Undecided, language: Language) -> String {
    let Undecided {
        refutation,
        witness,
        levels,
        retracted_plies,
        reach,
        unconfirmed,
    } = undecided;
    let (refutation, witness) = (
        limit_name(*refutation, language),
        limit_name(*witness, language),
    );
    let proof = say!(language, NoProofEffort, levels, retracted_plies, refutation);
    let game = if let Some(reach) = reach {
        let (attempts, plans) = (reach.attempts, reach.plans);
        let (plies, missing) = (reach.plies, reach.missing);
        say!(
            language,
            NoGameEffort,
            attempts,
            plans,
            plies,
            missing,
            witness
        )
    } else {
        say!(language, NoGameBegun).to_owned()
    };
    let between = language.semicolon();
    match unconfirmed {
        Some(unconfirmed) => {
            let found = unconfirmed_text(*unconfirmed, language);
            format!("{found}{between}{proof}{between}{game}")
        }
        None => format!("{proof}{between}{game}"),
    }
}

/// A limit in the reader's language.
pub fn limit_name(limit: Limit, language: Language) -> String {
    match limit {
        Limit::Nodes => say!(language, LimitNodes).to_owned(),
        Limit::Time => say!(language, LimitTime).to_owned(),
        Limit::Depth => say!(language, LimitDepth).to_owned(),
        Limit::Interrupted => say!(language, LimitInterrupted).to_owned(),
        Limit::NotExhaustive => say!(language, PartOnlyLooked).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Board;

    use super::*;
    use crate::budget::Limits;
    use crate::problem::Diagram;
    use crate::retro::confirm;
    use crate::retro::{RetroPosition, refute_world};

    #[test]
    fn a_side_that_runs_out_of_moves_is_named_and_long_lists_are_cut() {
        let board = b"r1b1k2r/1pppppp1/7B/p7/1N6/1PP5/NPP1PPPP/2KR1B1R";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(board).unwrap(),
            turn: Color::White,
        };
        // Taken as it was found: of its many positions the checker cannot show one.
        let mut budget = Limits::unlimited().start();
        let refutation = refute_world(&diagram, "kq -".parse().unwrap(), &[], &mut budget).unwrap();
        // Black has a6-a5 and a7-a6 left. After a6-a5 21 of White's retractions are refuted no sooner than later: two by
        // the king, seven by the rooks, three by the knight, eight by the bishop, and castling.
        let text = refutation_text(&refutation, 0, TextStyle::ENGLISH);
        let lead = "with the men on the board Black can take back 2 moves at most; every last move fails: \
                    a6-a5 (every move before it fails: Kb1-c1, Kd2-c1, Re1-d1, Rd2-d1, Rd3-d1, Rd4-d1 and 15 \
                    more: refuted further back; ";
        assert!(text.starts_with(lead), "{text}");
        let text = refutation_text(&refutation, 0, TextStyle::of(Language::German));
        let lead =
            "mit den Steinen auf dem Brett kann Schwarz höchstens 2 Züge zurücknehmen; jeder ";
        assert!(text.starts_with(lead), "{text}");
        // Its first branchings have more lines than an outline shows, and an outline tells how many it leaves out.
        let tree = |extent| proof_tree(&refutation, 0, extent, TextStyle::ENGLISH).unwrap();
        let (outline, whole) = (tree(ProofExtent::Outline), tree(ProofExtent::Whole));
        assert!(outline.lines().count() < whole.lines().count() && outline.contains(" more"));
        assert!(!whole.contains(" more"), "{whole}");
        // A proof by few retractions has no need of that.
        let board = b"7R/7p/5P1k/4PKpP/8/8/8/8";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(board).unwrap(),
            turn: Color::White,
        };
        let refutation = checked(&diagram, "- -");
        let text = refutation_text(&refutation, 0, TextStyle::ENGLISH);
        assert!(
            text.contains("last move") && !text.contains("take back"),
            "{text}"
        );
    }

    /// The proof that the diagram has no history in a world, as the checker leaves it.
    fn checked(diagram: &Diagram, world: &str) -> Refutation {
        let world = world.parse().unwrap();
        let mut budget = Limits::unlimited().start();
        let found = refute_world(diagram, world, &[], &mut budget).unwrap();
        let position = RetroPosition::of_world(diagram, world);
        confirm(&found, &position).unwrap().refutation
    }

    /// The reason of a world none of whose histories can be shared out.
    fn told(fen: &str, world: &str) -> String {
        let (placement, turn) = fen.split_once(' ').unwrap();
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(placement.as_bytes()).unwrap(),
            turn: Color::from_char(turn.chars().next().unwrap()).unwrap(),
        };
        refutation_text(&checked(&diagram, world), 0, TextStyle::ENGLISH)
    }

    #[test]
    fn moves_before_which_all_fails_alike_share_their_lines() {
        // Eighteen of Black's last moves capture nothing and leave White the same two captures before; after g6-g5 one of them is left.
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(b"b7/p4P2/2kbPp1p/3ppPp1/n3pp2/8/P1PPP2P/4K2R")
                .unwrap(),
            turn: Color::White,
        };
        let proof = checked(&diagram, "K -");
        let tree = proof_tree(&proof, 0, ProofExtent::Whole, TextStyle::ENGLISH).unwrap();
        let both = "R: 1...g4xN/R/Qf5, g6xN/R/Qf7: White captured 3 men";
        assert_eq!(tree.matches(both).count(), 1, "{tree}");
        assert_eq!(tree.matches("White captured 3 men").count(), 2, "{tree}");
        assert!(tree.contains("Bf8-d6, h7-h6, Bb7-a8\n"), "{tree}");
    }

    #[test]
    fn a_man_that_is_said_to_have_moved_need_not_be_shut_in() {
        let board = Board::from_ascii_board_fen(b"4k3/8/8/8/8/8/8/R3K3").unwrap();
        let diagram = Diagram {
            board,
            turn: Color::White,
        };
        let told = |world: &str| {
            let position = RetroPosition::of_world(&diagram, world.parse().unwrap());
            let reason = Reason::NeverMoved(NeverMoved::SaidToHaveMoved(Square::E1));
            told_of(&reason, &position, TextStyle::ENGLISH)
        };
        assert!(told("Q -").contains("said to have moved"));
        assert!(told("- -").contains("shut in"));
    }

    #[test]
    fn what_all_cases_have_in_common_is_said_once() {
        // S. Vokal 1997 (janko.at 9715 a): of White's officers the queen, a rook and the bishops are missing.
        let text = told("r3k3/1pqppp1p/p1pn1n1p/8/8/2N2N1P/PPPPP2P/4K2R w", "Kq -");
        let always = "In every case White still has the knight from b1 and the knight from g1. All the cases fail: \
                      (1) White's pawn from f2 was captured as a pawn: too few men were there to be captured";
        assert!(text.contains(always), "{text}");
        assert_eq!(text.matches("the knight from b1").count(), 1, "{text}");
    }

    #[test]
    fn what_holds_in_every_case_and_why_that_fails_is_all_there_is_to_say() {
        // How did the rook come to a2, and how did the bishop leave c1?
        let text = told(
            "rnbqkbn1/ppppppp1/8/6p1/P7/1P6/r1PPPPPP/RN1QKBNR w",
            "KQq -",
        );
        let always = "and Black still has the rook from a8 and the rook from h8: whatever the order of the pawn moves, \
                      they block one another or another man";
        assert!(text.ends_with(always), "{text}");
    }

    #[test]
    fn captures_that_do_not_suffice_are_counted() {
        // Before g2-g3: ten men of White are missing, one of them never left f1, and Black's pawns and promoted men took ten.
        let text = told("8/6p1/6pb/6p1/6P1/1p2pnPK/1P1pPp1p/3bRnkr b", "- -");
        let count = "Black captured 10 men (no pawn captured the man from f1, which was shut in), but its men on the board \
                     need at least 10 captures by pawns";
        assert!(text.contains(count), "{text}");
    }
}
