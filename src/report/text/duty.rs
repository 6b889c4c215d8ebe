//! What a denied trial obliges to, in a few words with the article: `h5 touched: free (4.5)`.

use shakmaty::Position;

use crate::law::{Duty, Owed, RuleSet};
use crate::notation::Language;
use crate::problem::Laws;
use crate::say;
use crate::solution::{Node, Outlook};

use super::style::TextStyle;
use super::words::{article_in_brackets, joined, man_on, side_name};

/// The touches of the turn and what they oblige to; empty if nothing was touched, or nothing follows
/// from it.
pub(super) fn duty_text(node: &Node, laws: Laws, style: TextStyle) -> String {
    let TextStyle { letters, language } = style;
    let Some(owed) = node.owed(laws) else {
        return String::new();
    };
    let what = owed_text(owed, node, style);
    let board = node.position.board();
    let touched = node.touched.iter();
    let men = joined(touched.map(|&square| man_on(square, board, letters)), ", ");
    let number = node.touched.len();
    let touched = say!(language, TouchedWord, number);
    let article = article_in_brackets(RuleSet::of(laws).cite(owed.ground));
    say!(language, MenTouched, men, touched, what, article)
}

/// "mate" or "stalemate" where play ends so.
pub(super) fn ending(node: &Node, language: Language) -> Option<&'static str> {
    let over = node.branches.is_empty();
    match node.outlook {
        Outlook::Goal | Outlook::Mate if over && node.position.is_check() => {
            Some(say!(language, MateWord))
        }
        Outlook::Goal | Outlook::Stalemate if over => Some(say!(language, StalemateWord)),
        _ => None,
    }
}

/// `e5 must be captured`, `Ke8 must move`.
fn owed_text(owed: Owed, node: &Node, style: TextStyle) -> String {
    let TextStyle { letters, language } = style;
    let man = |square| man_on(square, node.position.board(), letters);
    match owed.duty {
        Duty::Free => {
            let side = side_name(node.turn(), language);
            match ending(node, language) {
                Some(end) => say!(language, SideIsFreeInVain, side, end),
                None => say!(language, SideIsFree, side),
            }
        }
        Duty::Move(square) => say!(language, MustMove, square = man(square)),
        Duty::Capture(square) => say!(language, MustBeCaptured, square = man(square)),
        Duty::CaptureWith { by, of } => {
            say!(language, MustCapture, by = man(by), of = man(of))
        }
        Duty::Castle { king, .. } => say!(language, MustCastle, king = man(king)),
    }
}
