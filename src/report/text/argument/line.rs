//! The lines of an argument in retro notation, as columns print them: the main line, and in brackets what dies beside it, each with its
//! reason: `R: 1. O-O (Kh1-g1, Kh2-g1: before it Black had no move) c5-c4 2. e2xPf3`.

use crate::report::text::TextStyle;
use crate::report::text::claims::side;
use crate::report::text::evidence::{further_back, reason_text};
use crate::report::text::last_moves::short_moves;
use crate::report::text::words::{joined, listed, man_on};
use crate::retro::model::{Argument, Branch, Deduction};
use crate::retro::{Refutation, RetroPosition, Unmove};
use crate::say;
use crate::solve::Feasibility;

/// Half-moves from which on a line is written where nothing is beside it.
const SHORTEST: usize = 2;

/// A reason of more characters is not told in brackets.
const LONGEST_REASON: usize = 80;

/// More last moves than this that may have been played make no line.
const MOST_LEFT: usize = 4;

/// The line that goes furthest back, `plies` having been taken back before; `None` where it is a single move and no other was possible.
pub(super) fn main_line(
    argument: &Argument,
    refutation: &Refutation,
    plies: usize,
    style: TextStyle,
) -> Option<String> {
    if depth(argument) < SHORTEST && last_moves(argument).is_none_or(|all| all.len() < 2) {
        return None;
    }
    let lines = Lines { refutation, style };
    Some(format!("R:{}", lines.on(argument, 0, plies, true)))
}

/// What is said behind a move that was taken back, `plies` of them in all: how it goes on, or why it cannot.
pub fn behind(
    argument: &Argument,
    refutation: &Refutation,
    plies: usize,
    style: TextStyle,
) -> String {
    Lines { refutation, style }.on(argument, 0, plies, false)
}

/// All last moves in a line: those that may have been played (`(?)` where that is not decided), and in brackets what is said behind
/// each of the others. `None` where too many are left.
pub fn last_moves_line(
    moves: &[(Unmove, Feasibility, String)],
    style: TextStyle,
) -> Option<String> {
    let mut left = Vec::new();
    let mut dead = Endings::default();
    for (unmove, feasibility, behind) in moves {
        match feasibility {
            Feasibility::Impossible => dead.add([*unmove], behind.clone()),
            Feasibility::Possible => left.push(style.moves().retraction(unmove)),
            Feasibility::Undecided => {
                left.push(format!("{} (?)", style.moves().retraction(unmove)));
            }
        }
    }
    if moves.is_empty() || left.len() > MOST_LEFT {
        return None;
    }
    let left = match left.as_slice() {
        [] => "??".to_owned(),
        left => left.join(" / "),
    };
    Some(format!("R: 1. {left}{}", dead.in_brackets(style)))
}

/// Moves by what is said behind them, in the order in which that came up.
#[derive(Default)]
struct Endings(Vec<(Vec<Unmove>, String)>);

impl Endings {
    fn add(&mut self, moves: impl IntoIterator<Item = Unmove>, behind: String) {
        match self.0.iter_mut().find(|(_, known)| *known == behind) {
            Some((alike, _)) => alike.extend(moves),
            None => self.0.push((moves.into_iter().collect(), behind)),
        }
    }

    fn in_brackets(self, style: TextStyle) -> String {
        let said = |(moves, behind): (Vec<Unmove>, String)| {
            let moves = short_moves(&moves, style);
            format!("{}{behind}", moves.join(", "))
        };
        if self.0.is_empty() {
            return String::new();
        }
        let between = style.language.semicolon();
        format!(" ({})", joined(self.0.into_iter().map(said), between))
    }
}

#[derive(Clone, Copy)]
struct Lines<'a> {
    refutation: &'a Refutation,
    style: TextStyle,
}

impl Lines<'_> {
    /// How it goes on from the position at `place`, or why it cannot. Arguments are not deep.
    fn on(self, argument: &Argument, place: usize, ply: usize, begins: bool) -> String {
        let next = last_moves(argument).and_then(|branches| {
            let longest = branches.iter().rev().max_by_key(|one| depth(&one.then))?;
            Some((branches, longest, *longest.moves.first()?))
        });
        let Some((branches, longest, (unmove, before))) = next else {
            let reason = self.reason(argument, place);
            return format!("{}{reason}", self.style.language.colon());
        };
        let mut text = match (ply.is_multiple_of(2), begins) {
            (true, _) => format!(" {}. ", ply / 2 + 1),
            (false, true) => format!(" {}. ... ", ply / 2 + 1),
            (false, false) => " ".to_owned(),
        };
        text += &self.style.moves().retraction(&unmove);
        let led_to = self.refutation.positions.get(place);
        if led_to.is_some_and(|refuted| is_check(&refuted.position)) {
            text.push('+');
        }
        text += &self.beside(branches, longest, ply);
        text += &self.on(&longest.then, before, ply + 1, false);
        text
    }

    /// The other moves that were possible there, each with its end.
    fn beside(self, branches: &[Branch], main: &Branch, ply: usize) -> String {
        let mut endings = Endings::default();
        let others = main.unmoves().skip(1).copied();
        if main.moves.len() > 1 {
            let alike = say!(self.style.language, LineAlike);
            endings.add(others, format!(" {alike}"));
        }
        for branch in branches.iter().filter(|one| !std::ptr::eq(*one, main)) {
            let Some(&(_, before)) = branch.moves.first() else {
                continue;
            };
            let behind = self.on(&branch.then, before, ply + 1, false);
            endings.add(branch.unmoves().copied(), behind);
        }
        endings.in_brackets(self.style)
    }

    /// Why a position has no history, in a few words.
    fn reason(self, argument: &Argument, place: usize) -> String {
        let language = self.style.language;
        let refuted = self.refutation.positions.get(place);
        match argument.steps.last() {
            Some(Deduction::NoLastMove) => match refuted {
                Some(refuted) => {
                    let who = side(refuted.position.retractor(), language);
                    say!(language, HadNoMoveBefore, who)
                }
                None => say!(language, LineIllegal).to_owned(),
            },
            Some(Deduction::NoWayIn(square)) => say!(language, LineNoWayIn, square),
            Some(Deduction::Locked(men)) => {
                let named = men.into_iter().map(|square| match refuted {
                    Some(refuted) => man_on(square, &refuted.position.board, self.style.letters),
                    None => square.to_string(),
                });
                let count = men.count();
                let men = listed(named.collect(), language);
                say!(language, LineLocked, men, count)
            }
            Some(Deduction::NoPromotion(_)) => say!(language, LineNoPromotion).to_owned(),
            Some(Deduction::TooManyCaptures { .. }) => {
                say!(language, LineTooManyCaptures).to_owned()
            }
            Some(Deduction::NoVictim { .. }) => say!(language, LineNoVictim).to_owned(),
            Some(Deduction::NoFirstCapture(_)) => say!(language, LineNoFirstCapture).to_owned(),
            Some(Deduction::NotAllOut { .. }) => say!(language, LineNotAllOut).to_owned(),
            Some(Deduction::FilesBlocked(_)) => say!(language, LineFilesBlocked).to_owned(),
            Some(Deduction::ChecksAtOnce) => say!(language, LineCheck).to_owned(),
            Some(Deduction::StraightOrNot { pawn, .. }) => {
                say!(language, LineNoWayIn, square = pawn)
            }
            Some(Deduction::LastMoves(_)) => further_back(language).to_owned(),
            _ => refuted
                .and_then(|refuted| reason_text(refuted, self.style))
                .filter(|text| text.chars().count() <= LONGEST_REASON)
                .unwrap_or_else(|| say!(language, LineIllegal).to_owned()),
        }
    }
}

fn last_moves(argument: &Argument) -> Option<&[Branch]> {
    argument.steps.iter().find_map(|step| match step {
        Deduction::LastMoves(branches) => Some(branches.as_slice()),
        _ => None,
    })
}

/// How many half-moves are taken back at most. Arguments are not deep.
fn depth(argument: &Argument) -> usize {
    let branches = last_moves(argument).unwrap_or_default();
    let deepest = branches.iter().map(|one| depth(&one.then) + 1).max();
    deepest.unwrap_or(0)
}

fn is_check(position: &RetroPosition) -> bool {
    let board = &position.board;
    board.king_of(position.turn).is_some_and(|king| {
        let attackers = board.attacks_to(king, position.retractor(), board.occupied());
        attackers.any()
    })
}
