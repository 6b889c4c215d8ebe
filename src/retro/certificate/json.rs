//! A refutation as JSON: everything the checker needs, for programs that want to check it themselves.

use serde_json::{Value, json};
use shakmaty::{Bitboard, Square};

use crate::notation::Language;
use crate::problem::LastMove;
use crate::retro::cage::{Cage, Pattern};
use crate::retro::position::{EpState, RetroPosition, RightState};
use crate::retro::refutation::{Refutation, Refuted, Why};
use crate::world::Right;

/// `{"positions": [{"placement", "turn", "rights", "ep", "frozen", "moved", "quiet", "told", "why"}]}`.
///
/// The first position is the one refuted. `rights` names kept rights by their letter, lost ones by
/// the letter after a minus, open ones not at all; `ep` is a square, `-` (no capturable double step) or
/// `?`. `why` is `{"reason": text}`, `{"retractions": [{"move", "to"}]}` (`to` is a place in the list)
/// or `{"cage": {"men", "patterns", "before"}}`; a pattern holds thirteen boards as hexadecimal
/// numbers (bit 0 is a1): where nothing, a white pawn to king, a black pawn to king may stand.
pub fn to_json(refutation: &Refutation) -> Value {
    let positions: Vec<Value> = refutation.positions.iter().map(refuted).collect();
    json!({ "positions": positions })
}

fn refuted(refuted: &Refuted) -> Value {
    let RetroPosition {
        board,
        turn,
        rights,
        ep,
        frozen,
        moved,
        quiet_plies,
        told,
    } = &refuted.position;
    let rights: String = Right::ALL
        .into_iter()
        .map(|right| match rights[right as usize] {
            RightState::Kept => right.letter().to_string(),
            RightState::Lost => format!("-{}", right.letter()),
            RightState::Open => String::new(),
        })
        .collect();
    let ep = match ep {
        EpState::Open => "?".to_owned(),
        EpState::None => "-".to_owned(),
        EpState::Target(target) => target.to_string(),
    };
    json!({
        "placement": board.to_string(),
        "turn": turn.char().to_string(),
        "rights": rights,
        "ep": ep,
        "frozen": squares(*frozen),
        "moved": squares(*moved),
        "quiet": quiet_plies,
        "told": told.iter().map(|&(back, what)| fact(back, what)).collect::<Vec<_>>(),
        "why": why(&refuted.why),
    })
}

fn fact(back: u32, what: LastMove) -> Value {
    match what {
        LastMove::Piece(role) => json!({ "back": back, "piece": role.upper_char().to_string() }),
        LastMove::Castling(side) => {
            json!({ "back": back, "castling": if side.is_king_side() { "short" } else { "long" } })
        }
        LastMove::Move {
            role,
            from,
            to,
            capture,
            promotion,
        } => json!({
            "back": back,
            "piece": role.upper_char().to_string(),
            "from": from.map(|square| square.to_string()),
            "to": to.to_string(),
            "capture": capture,
            "promotion": promotion.map(|role| role.upper_char().to_string()),
        }),
    }
}

fn why(why: &Why) -> Value {
    match why {
        Why::Reason(reason) => json!({ "reason": reason.describe(Language::English) }),
        Why::Retractions(moves) => {
            let moves: Vec<Value> = moves
                .iter()
                .map(|(unmove, to)| json!({ "move": unmove.to_string(), "to": to }))
                .collect();
            json!({ "retractions": moves })
        }
        Why::Cage(proof) => json!({ "cage": cage(proof) }),
    }
}

fn cage(cage: &Cage) -> Value {
    let patterns: Vec<Value> = cage.patterns.iter().map(pattern).collect();
    json!({ "men": squares(cage.men), "patterns": patterns, "before": cage.before })
}

fn pattern(pattern: &Pattern) -> Value {
    let may: Vec<String> = pattern
        .may
        .iter()
        .map(|&board| hexadecimal(board))
        .collect();
    json!({
        "turn": pattern.turn.char().to_string(),
        "ep": pattern.target.map(|target| target.to_string()),
        "frozen": hexadecimal(pattern.frozen),
        "may": may,
    })
}

fn squares(squares: Bitboard) -> Vec<String> {
    squares
        .into_iter()
        .map(|square: Square| square.to_string())
        .collect()
}

fn hexadecimal(board: Bitboard) -> String {
    format!("{:#018x}", u64::from(board))
}
