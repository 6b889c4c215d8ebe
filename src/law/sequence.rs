//! The text of a touch list: `e1,h1`, `j:e1`, `a:e1`, `d4/e5`, `a8=Q`, `e2>e4`, `o:e7`.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Rank, Role, Square};

use crate::notation::Text;
use crate::text;

/// One item of a touch list, not yet looked up on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Contact {
    /// `e1`: the man on this square.
    Man(Square),
    /// `d4/e5`: both men, in an order nobody remembers.
    OrderUnknown(Square, Square),
    /// `j:e1`: adjusted after an announcement.
    Adjusted(Square),
    /// `a8=Q`: a new piece put on that square.
    NewPiece(Square, Role),
    /// `a:e1`: touched by accident.
    Accident(Square),
    /// `e2>e4`: the man on the first square released on the second.
    Released(Square, Square),
    /// `o:e7`: touched by the opponent, with the intention of moving or capturing it.
    ByOpponent(Square),
}

impl fmt::Display for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contact::Man(square) => write!(f, "{square}"),
            Contact::OrderUnknown(first, second) => write!(f, "{first}/{second}"),
            Contact::Adjusted(square) => write!(f, "j:{square}"),
            Contact::NewPiece(square, role) => write!(f, "{square}={}", role.upper_char()),
            Contact::Accident(square) => write!(f, "a:{square}"),
            Contact::Released(from, to) => write!(f, "{from}>{to}"),
            Contact::ByOpponent(square) => write!(f, "o:{square}"),
        }
    }
}

/// The items of a touch list in order of touching.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sequence(Vec<Contact>);

impl Sequence {
    /// The list of these items.
    pub fn new(contacts: impl IntoIterator<Item = Contact>) -> Sequence {
        Sequence(contacts.into_iter().collect())
    }

    /// The items in order.
    pub fn contacts(&self) -> &[Contact] {
        &self.0
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, contact) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            write!(f, "{contact}")?;
        }
        Ok(())
    }
}

/// Why a text is not a touch list, with the item at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseSequenceError {
    /// There is no item at all, or one between two commas is missing.
    Empty {
        /// Its number, from 1.
        number: usize,
    },
    /// An item is none of the forms.
    Unknown {
        /// The item as written.
        item: String,
    },
    /// The same square twice with `/`.
    SameSquare {
        /// The item as written.
        item: String,
    },
    /// A new piece that a pawn cannot become.
    Promotion {
        /// The item as written.
        item: String,
    },
    /// A new piece on a square where no pawn promotes.
    PromotionRank {
        /// The item as written.
        item: String,
    },
}

impl ParseSequenceError {
    /// The error in words.
    pub fn text(&self) -> Text {
        match self {
            ParseSequenceError::Empty { number } => text!(TouchItemEmpty, number),
            ParseSequenceError::Unknown { item } => text!(NoTouch, item),
            ParseSequenceError::SameSquare { item } => text!(SquareNamedTwice, item),
            ParseSequenceError::Promotion { item } => text!(PawnBecomes, item),
            ParseSequenceError::PromotionRank { item } => text!(PromotesOnLastRank, item),
        }
    }
}

impl fmt::Display for ParseSequenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for ParseSequenceError {}

impl FromStr for Sequence {
    type Err = ParseSequenceError;

    fn from_str(text: &str) -> Result<Sequence, ParseSequenceError> {
        text.split(',')
            .enumerate()
            .map(|(index, item)| match item.trim() {
                "" => Err(ParseSequenceError::Empty { number: index + 1 }),
                item => contact(item),
            })
            .collect::<Result<_, _>>()
            .map(Sequence)
    }
}

fn contact(item: &str) -> Result<Contact, ParseSequenceError> {
    let owned = || item.to_owned();
    let square = |text: &str| {
        text.trim()
            .to_ascii_lowercase()
            .parse::<Square>()
            .map_err(|_| ParseSequenceError::Unknown { item: owned() })
    };
    if let Some(rest) = item.strip_prefix("j:").or_else(|| item.strip_prefix("J:")) {
        return square(rest).map(Contact::Adjusted);
    }
    for prefix in ["a:", "A:"] {
        if let Some(rest) = item.strip_prefix(prefix) {
            return square(rest).map(Contact::Accident);
        }
    }
    for prefix in ["o:", "O:"] {
        if let Some(rest) = item.strip_prefix(prefix) {
            return square(rest).map(Contact::ByOpponent);
        }
    }
    if let Some((from, to)) = item.split_once('>') {
        let (from, to) = (square(from)?, square(to)?);
        if from == to {
            return Err(ParseSequenceError::SameSquare { item: owned() });
        }
        return Ok(Contact::Released(from, to));
    }
    if let Some((first, second)) = item.split_once('/') {
        let (first, second) = (square(first)?, square(second)?);
        if first == second {
            return Err(ParseSequenceError::SameSquare { item: owned() });
        }
        return Ok(Contact::OrderUnknown(first, second));
    }
    if let Some((on, piece)) = item.split_once('=') {
        let on = square(on)?;
        let role = match piece.trim() {
            "Q" | "q" => Role::Queen,
            "R" | "r" => Role::Rook,
            "B" | "b" => Role::Bishop,
            "N" | "n" | "S" | "s" => Role::Knight,
            _ => return Err(ParseSequenceError::Promotion { item: owned() }),
        };
        if !matches!(on.rank(), Rank::First | Rank::Eighth) {
            return Err(ParseSequenceError::PromotionRank { item: owned() });
        }
        return Ok(Contact::NewPiece(on, role));
    }
    square(item).map(Contact::Man)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_survives_print_and_parse() {
        let text = "e1,h1,j:d1,d4/e5,a8=Q,b1=N,a:c3,e2>e4,o:e7";
        assert_eq!(text.parse::<Sequence>().unwrap().to_string(), text);
        let loose = " E1 , j: h1, a8 = s ".parse::<Sequence>().unwrap();
        assert_eq!(loose.to_string(), "e1,j:h1,a8=N");
    }

    #[test]
    fn errors_name_the_item_and_what_was_expected() {
        let error = |text: &str| text.parse::<Sequence>().unwrap_err();
        assert_eq!(error(""), ParseSequenceError::Empty { number: 1 });
        assert_eq!(error("e1,,h1"), ParseSequenceError::Empty { number: 2 });
        assert!(error("e1,i9").to_string().contains("`i9`"));
        assert!(matches!(
            error("e1/e1"),
            ParseSequenceError::SameSquare { .. }
        ));
        assert!(matches!(
            error("a8=K"),
            ParseSequenceError::Promotion { .. }
        ));
        assert!(matches!(
            error("a7=Q"),
            ParseSequenceError::PromotionRank { .. }
        ));
        assert!(matches!(error("ä1"), ParseSequenceError::Unknown { .. }));
    }
}
