//! A refutation as JSON and back: everything the checker needs, for programs that want to check it themselves.

mod claim;
mod exclusion;
mod square;
mod written;

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::retro::model::claim::Cage;
use crate::retro::model::{Refutation, Refuted, Why};
pub use written::read_last_move;
use written::{WrittenCage, WrittenPosition};

/// Why a JSON value is no refutation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}{message}")]
pub struct ReadError {
    /// `position 3: `, or nothing.
    place: String,
    message: String,
}

/// `{"positions": [{"placement", "turn", "rights", "ep", "frozen", "moved", "quiet", "told", "why", "text",
/// "checked"}], "cages": [{"zone", "men", "patterns", "before"}]}`.
///
/// The first position is the one refuted. `turn` is `w` or `b`, the side to move; `rights` names kept rights by
/// their letter, lost ones by the letter after a minus, open ones not at all; `ep` is a square, `-` (no capturable
/// double step) or `?`. `frozen` are squares whose men never moved, `moved` those whose men did; for `quiet` plies back
/// nothing was captured; `told` says of the move `back` plies back what it was.
///
/// `why` is `{"reason": {"kind", ...}}` with the squares and numbers the reason speaks of, `{"retractions": [{"move",
/// "to"}]}` (every last move, `to` is a place in the list of positions) or `{"cage": place}` in the list of cages.
/// `text` says the reason in words. `checked` says what checking takes: `rules` (of chess alone), `account` (captures
/// made and captures needed, counted anew), `cases` (every case gone through with the exclusions listed) or `shared`
/// (only the search that found it could confirm it: no proof). Neither is believed when it is read.
///
/// The reason `no-scenario` has `exclusions`: `[{"white", "black", "because"}]`, parts of White's scenario and of
/// Black's that no history has together. A part is what became of the pawn of a file, `files` being those it went through,
/// that of origin first (`{"kind": "stands", "files", "at"}`; `falls`: captured as a pawn; `remains`: promoted `at` to
/// an officer of a `class` on the board; `spent`: promoted `at` and captured since), or less: that the pawn of `file` was
/// promoted to a man on the board (`birth`), that it or what it became is not missing (`present`), or which
/// originals of a class are on the board (`originals`, by their `homes`). `because` says why: captures without victims
/// (`victims`), no order of events, seen at a glance or by assuming the contrary (`glance`, `probing`), or none in which
/// the pawns, moved square by square, let everybody get where he is needed (`rehearsal`); or numbers of moves, White's and
/// Black's (`even-odd` and the like), that do not fit the side to move; or that all of Black's cases meet exclusions listed
/// before (`cases`; `choices` in records of older versions, which had no hints). Every case of White's meets one of those
/// that name nothing of Black's. Those no case needs are not written.
///
/// A `hint` says how to check that, without looking for anything: `{"pawns", "positions"}` are pawns, by their home squares,
/// that cannot be moved among each other, and how many positions of theirs can be come to; `{"met", "ways"}` the places of
/// the exclusions that every case meets, and how many ways of pawns are looked at. The hint beside `exclusions` is that of
/// White's cases. Without hints a claim is not shown. What hints ask for is bounded: the positions of one claim add up to 100,000 at
/// most, its ways to 320,000, and both in a whole refutation to 20,000,000; a claim that asks for more is not shown.
///
/// Of a cage, `men` cannot all have come from home; a pattern is a side to move, the target `ep` left by the
/// last move or `null`, `frozen` squares and, in `may`, thirteen boards: where nothing, a white pawn, knight, bishop, rook,
/// queen, king, then a black one may stand. Boards are hexadecimal numbers, bit 0 is a1, bit 63 h8. `before` lists for
/// each pattern those that between them hold all that can be taken back in it. The first holds the position.
pub fn to_json(refutation: &Refutation) -> Value {
    to_json_told(refutation, |_| None)
}

/// The same, with what is `told` of each position as its `text`.
pub fn to_json_told(refutation: &Refutation, told: impl Fn(&Refuted) -> Option<String>) -> Value {
    let mut cages: Vec<&Arc<Cage>> = Vec::new();
    let positions: Vec<Value> = refutation
        .positions
        .iter()
        .map(|refuted| {
            if let Why::Cage(cage) = &refuted.why
                && !cages.iter().any(|known| Arc::ptr_eq(known, cage))
            {
                cages.push(cage);
            }
            let place = |cage: &Arc<Cage>| cages.iter().position(|known| Arc::ptr_eq(known, cage));
            json!(WrittenPosition::new(refuted, place, told(refuted)))
        })
        .collect();
    let cages: Vec<WrittenCage> = cages
        .into_iter()
        .map(|cage| WrittenCage::from(&**cage))
        .collect();
    json!({ "positions": positions, "cages": cages })
}

/// Each of the list of a field, which must be there; `called` is what one of them is called.
fn read_list<W: DeserializeOwned, T>(
    value: &Value,
    (field, called): (&str, &str),
    read: impl Fn(W) -> Result<T, String>,
) -> Result<Vec<T>, ReadError> {
    let list = value[field].as_array().ok_or_else(|| ReadError {
        place: String::new(),
        message: format!("a refutation is an object with a list `{field}`"),
    })?;
    let read_one = |(place, written): (usize, &Value)| {
        W::deserialize(written)
            .map_err(|error| error.to_string())
            .and_then(&read)
            .map_err(|message| ReadError {
                place: format!("{called} {place}: "),
                message,
            })
    };
    list.iter().enumerate().map(read_one).collect()
}

/// Reads what [`to_json`] writes. Nothing is checked but that it can be understood and speaks of a position.
///
/// # Errors
///
/// What cannot be understood, and in which position or cage.
pub fn from_json(value: &Value) -> Result<Refutation, ReadError> {
    let read_cage = |written: WrittenCage| Cage::try_from(written).map(Arc::new);
    let cages = read_list(value, ("cages", "cage"), read_cage)?;
    let read_position = |written: WrittenPosition| written.read(&cages);
    let positions = read_list(value, ("positions", "position"), read_position)?;
    if positions.is_empty() {
        return Err(ReadError {
            place: String::new(),
            message: "a refutation has at least one position".to_owned(),
        });
    }
    for (place, refuted) in positions.iter().enumerate() {
        if let Why::Retractions(moves) = &refuted.why
            && let Some((_, to)) = moves.iter().find(|(_, to)| *to >= positions.len())
        {
            return Err(ReadError {
                place: format!("position {place}: "),
                message: format!("there is no position {to}"),
            });
        }
    }
    Ok(Refutation { positions })
}
