//! What the sentences of a verification are made of: moves, lines, men, parts, limits.

use std::fmt::Write as _;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Piece, Position};

use crate::budget::Limit;
use crate::problem::{Diagram, Forced, Play, Stipulation};
use crate::retro::Unmove;
use crate::say;
use crate::verify::{Fate, LineMove, MoveInPart, Standing};
use crate::world::{Right, Rights, World};

use super::moves::Ply;
use super::style::TextStyle;
use super::words::{castling_text, joined, side_name};

/// Writes about one diagram.
#[derive(Clone, Copy)]
pub(super) struct Sentence<'a> {
    pub(super) style: TextStyle,
    pub(super) diagram: &'a Diagram,
    pub(super) asked: Stipulation,
}

impl Sentence<'_> {
    /// Whether both sides help: there first moves are no keys.
    pub(super) const fn is_help(self) -> bool {
        matches!(
            self.asked,
            Stipulation::Goal(Forced {
                play: Play::Help,
                ..
            })
        )
    }

    /// The diagram with `turn` on move. What it takes for short notation: every right, no target.
    pub(super) fn start(self, turn: Color) -> Option<Chess> {
        let board = &self.diagram.board;
        let full = World::new(Rights::at_home(board), None);
        let bare = World::new(Rights::NONE, None);
        (full.position(board, turn).ok()).or_else(|| bare.position(board, turn).ok())
    }

    /// `moves`, the first played in the diagram by the side on move there, in short notation; long where
    /// the position does not show it.
    pub(super) fn written(self, moves: &[LineMove], turn: Color) -> Vec<String> {
        let mut position = self.start(turn);
        let mut written = Vec::new();
        for step in moves {
            let plays = |position: &Chess| position.board().color_at(step.mv.from()?);
            let known =
                (position.take()).filter(|position| plays(position) == Some(position.turn()));
            written.push(self.short(known.as_ref(), step.mv));
            position = known.map(|mut position| {
                if step.fate == Fate::Played {
                    position.play_unchecked(step.mv);
                }
                position
            });
        }
        written
    }

    /// A move in short notation where the position is known.
    fn short(self, position: Option<&Chess>, mv: Move) -> String {
        match position {
            Some(position) => (self.style).write(SanPlus::from_move(position.clone(), mv), mv),
            None => self.style.moves().write_long(mv),
        }
    }

    /// A move played in the diagram.
    pub(super) fn mv(self, mv: Move) -> String {
        self.written(&[played(mv)], self.diagram.turn).remove(0)
    }

    /// Moves, each played after `line`.
    pub(super) fn after(self, line: &[LineMove], moves: &[Move]) -> String {
        let texts = moves.iter().map(|&mv| {
            let whole: Vec<LineMove> = line.iter().copied().chain([played(mv)]).collect();
            let mut written = self.written(&whole, self.diagram.turn);
            written.pop().unwrap_or_default()
        });
        joined(texts, ", ")
    }

    /// Moves of the other side in the diagram: set play.
    pub(super) fn set_moves(self, moves: &[Move]) -> String {
        let side = self.diagram.turn.other();
        let texts = (moves.iter()).map(|&mv| self.written(&[played(mv)], side).remove(0));
        joined(texts, ", ")
    }

    /// A solution of help play.
    pub(super) fn help_line(self, line: &[Move]) -> String {
        let moves: Vec<LineMove> = line.iter().map(|&mv| played(mv)).collect();
        format!(
            "{}{}",
            self.line(&moves),
            self.stalemate_sign(line, self.diagram.turn)
        )
    }

    /// The sign of stalemate, if that is where the moves lead that `turn` begins.
    fn stalemate_sign(self, line: &[Move], turn: Color) -> &'static str {
        let mut position = self.start(turn);
        for &mv in line {
            let known = position.filter(|position| position.is_legal(mv));
            position = known.and_then(|position| position.play(mv).ok());
        }
        if position.is_some_and(|position| position.is_stalemate()) {
            "="
        } else {
            ""
        }
    }

    /// A line of the set play of help play: `1... Ra2 2. Kc1 O-O#`.
    pub(super) fn set_line(self, line: &[Move]) -> String {
        let moves: Vec<LineMove> = line.iter().map(|&mv| played(mv)).collect();
        let mut text = String::new();
        for (at, mv) in (1..).zip(self.written(&moves, self.diagram.turn.other())) {
            if at == 1 {
                text += "1... ";
            } else if at % 2 == 0 {
                let _ = write!(text, " {}. ", at / 2 + 1);
            } else {
                text.push(' ');
            }
            text.push_str(&mv);
        }
        text + self.stalemate_sign(line, self.diagram.turn.other())
    }

    /// Continuations after `line`; threats are played as if the defender passed.
    pub(super) fn threats_after(self, line: &[LineMove], moves: &[Move]) -> String {
        let played = line.iter().filter(|step| step.fate == Fate::Played).count();
        if played.is_multiple_of(2) {
            return self.after(line, moves);
        }
        let mut position = self.start(self.diagram.turn);
        for step in line.iter().filter(|step| step.fate == Fate::Played) {
            if let Some(position) = &mut position {
                position.play_unchecked(step.mv);
            }
        }
        let passed = position.and_then(|position| position.swap_turn().ok());
        let texts = moves.iter().map(|&mv| self.short(passed.as_ref(), mv));
        joined(texts, ", ")
    }

    pub(super) fn unmoves(self, unmoves: &[Unmove]) -> String {
        let style = self.style.moves();
        joined(unmoves.iter().map(|unmove| style.retraction(unmove)), ", ")
    }

    pub(super) fn first(self, first: MoveInPart) -> String {
        let mv = format!(
            "{}{}",
            Ply(self.asked.first_half_move()).number(),
            self.mv(first.mv)
        );
        match first.part {
            None => mv,
            Some(world) => format!("{mv} ({})", self.part(world)),
        }
    }

    pub(super) fn firsts(self, moves: &[MoveInPart]) -> String {
        joined(moves.iter().map(|&first| self.first(first)), ", ")
    }

    pub(super) fn part(self, world: World) -> String {
        format!("{} {world}", say!(self.style.language, PartLower))
    }

    pub(super) fn man(self, piece: Piece, square: shakmaty::Square) -> String {
        let color = match piece.color {
            Color::White => say!(self.style.language, WhitePrefix),
            Color::Black => say!(self.style.language, BlackPrefix),
        };
        format!("{color}{}{square}", self.style.letters.letter(piece.role))
    }

    /// Half-moves of a line with their numbers; after a trial that is taken back the same number comes
    /// again.
    pub(super) fn line(self, line: &[LineMove]) -> String {
        let mut text = String::new();
        let mut ply = Ply(self.asked.first_half_move());
        let mut resumed = true;
        for (step, mv) in line.iter().zip(self.written(line, self.diagram.turn)) {
            if !text.is_empty() {
                text.push(' ');
            }
            text += &if resumed {
                ply.number()
            } else {
                ply.number_within_line()
            };
            text.push_str(&mv);
            resumed = step.fate == Fate::TakenBack;
            if resumed {
                text += say!(self.style.language, TakenBackMark);
            } else {
                ply = ply.next();
            }
        }
        text
    }

    pub(super) fn limit(self, limit: Limit) -> &'static str {
        match limit {
            Limit::Nodes => say!(self.style.language, NodesUsedUp),
            Limit::Time => say!(self.style.language, TimeUsedUp),
            Limit::Depth => say!(self.style.language, WentTooDeep),
            Limit::Interrupted => say!(self.style.language, SearchStopped),
            Limit::NotExhaustive => {
                say!(self.style.language, PartOnlyWasLooked)
            }
        }
    }

    pub(super) fn castling(self, right: Right) -> String {
        let side = castling_text(right.side(), self.style.language);
        let who = side_name(right.color(), self.style.language);
        say!(self.style.language, CastlingOfSide, who, side)
    }

    pub(super) fn standing(self, standing: Standing) -> &'static str {
        match standing {
            Standing::Proved => say!(self.style.language, StandingProved),
            Standing::Disproved => say!(self.style.language, StandingDisproved),
            Standing::Doubtful => say!(self.style.language, StandingDoubtful),
            Standing::Open => say!(self.style.language, StandingOpen),
        }
    }
}

/// A move that is played, or stands.
pub(super) fn played(mv: Move) -> LineMove {
    LineMove {
        mv,
        fate: Fate::Played,
    }
}
