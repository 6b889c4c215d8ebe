//! What the options make of a twin: who begins, what is asked beside the play, what the author holds of the past.

use shakmaty::{Color, Square};

use super::options::{Chosen, right};
use crate::problem::{Convention, Duplex, Forced, Length, Play, SetPlay, Stipulation};
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::draft::DraftTwin;
use crate::syntax::histories::Worlds;
use crate::syntax::span::{Span, range_of};
use crate::text;
use crate::world::{Rights, World, capturable_targets};

impl<'a> Chosen<'a> {
    /// Applies the options to a twin whose position and stipulation are known.
    pub fn apply(&self, twin: &mut DraftTwin<'a>, report: &mut Report) {
        if self.set_play
            && let Stipulation::Goal(forced) = &mut twin.draft.stipulation
        {
            forced.set_play = SetPlay::Yes;
        }
        if let Some(word) = self.white_to_play {
            match &mut twin.draft.stipulation {
                // Popeye takes the first half-move off.
                Stipulation::Goal(Forced {
                    play: Play::Help,
                    length: Length::HalfMoves(plies),
                    ..
                }) if *plies % 2 == 0 => *plies -= 1,
                _ if twin.at.is_some() => {}
                _ => report.push(Diagnostic::warning(
                    "popeye-option",
                    text!(DoesNotApply, typed = quoted(word.fragment())),
                    range_of(word),
                    text!(OnlyInHelpPlay),
                )),
            }
        }
        if self.duplex.is_some() {
            twin.draft.duplex = Duplex::First;
        }
        if self.half_duplex {
            twin.draft.turn = Some(twin.turn().other());
        }
        if let Some(word) = self.claimed {
            self.claim(twin, word, report);
        }
    }

    /// What the options say of the past, as worlds the author claims.
    fn claim(&self, twin: &mut DraftTwin<'a>, word: Span<'a>, report: &mut Report) {
        let turn = twin.turn();
        let board = &twin.draft.board;
        let mut rights = Rights::at_home(board);
        for &square in &self.no_castling {
            rights = rights.without(Rights::on_square(square));
        }
        let mut target = None;
        if let Some(passed) = self.en_passant {
            let fits = |&passed: &Square| capturable_targets(board, turn).any(|t| t == passed);
            target = Some(passed).filter(fits);
            if target.is_none() {
                report.push(Diagnostic::warning(
                    "world-target-dead",
                    text!(NobodyCapturesEp, passed),
                    range_of(word),
                    text!(ThisOption),
                ));
            }
        }
        let allowed = |subset: &Rights| {
            let has = |square| right(square).is_some_and(|right| subset.has(right));
            let both = |&(white, black): &(Square, Square)| has(white) && has(black);
            !self.exclusive.iter().any(both)
        };
        let allowed: Vec<Rights> = rights.subsets().filter(allowed).collect();
        let worlds = allowed
            .iter()
            .filter(|subset| !allowed.iter().any(|other| subset.is_proper_subset(*other)))
            .map(|&rights| (World { target, rights }, word))
            .collect();
        if !self.exclusive.is_empty() {
            twin.draft.convention = Convention::RetroStrategy;
        }
        twin.draft.histories = Some(Worlds::claimed(worlds));
    }
}

/// The square a double step passes over, if this is one.
pub(super) fn passed_over(from: Square, to: Square) -> Option<Square> {
    let by = match (from.rank().char(), to.rank().char()) {
        ('7', '5') => -8,
        ('2', '4') => 8,
        _ => return None,
    };
    from.offset(by).filter(|_| from.file() == to.file())
}

/// Whose double step passes over a square of the third or sixth rank.
pub(super) fn is_passed(square: Square) -> Option<Color> {
    match square.rank().char() {
        '3' => Some(Color::White),
        '6' => Some(Color::Black),
        _ => None,
    }
}
