//! Squares, sets of squares, men and sides as they are written.

use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use crate::retro::model::{Class, EpState, RightState};
use crate::world::Right;

/// Declares a value that is written as text: its name, what it holds, what it is called, and both ways.
macro_rules! as_text {
    ($name:ident($inner:ty), $called:literal, $write:expr, $read:expr) => {
        #[doc = concat!("As text: ", $called, ".")]
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub(super) struct $name(pub(super) $inner);

        impl From<$name> for String {
            fn from(value: $name) -> String {
                let write: fn($inner) -> String = $write;
                write(value.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<$name, String> {
                let read: fn(&str) -> Option<$inner> = $read;
                read(&text)
                    .map($name)
                    .ok_or_else(|| format!(concat!("`{}` is not ", $called), text))
            }
        }
    };
}

as_text!(
    At(Square),
    "a square",
    |square| square.to_string(),
    |text| text.parse().ok()
);
as_text!(
    Man(Role),
    "a piece letter (KQRBNP)",
    |role| role.upper_char().to_string(),
    |text| one(text)
        .filter(char::is_ascii_uppercase)
        .and_then(Role::from_char)
);
as_text!(
    Side(Color),
    "a side (w or b)",
    |color| color.char().to_string(),
    |text| one(text).and_then(Color::from_char)
);
as_text!(
    Placement(Board),
    "a placement as in a FEN",
    |board| board.to_string(),
    |text| Board::from_ascii_board_fen(text.as_bytes()).ok()
);
as_text!(
    Boards(Bitboard),
    "a board as a hexadecimal number",
    |board| format!("{:#018x}", u64::from(board)),
    |text| u64::from_str_radix(text.strip_prefix("0x")?, 16)
        .ok()
        .map(Bitboard)
);
as_text!(
    Castling(Right),
    "a castling right (K, Q, k or q)",
    |right| right.letter().to_string(),
    |text| one(text).and_then(right_of)
);
as_text!(
    States([RightState; 4]),
    "a list of rights such as `K-Q`",
    |states| Right::ALL
        .into_iter()
        .map(|right| match states[right as usize] {
            RightState::Kept => right.letter().to_string(),
            RightState::Lost => format!("-{}", right.letter()),
            RightState::Open => String::new(),
        })
        .collect(),
    states
);
as_text!(
    Ep(EpState),
    "a square, `-` or `?`",
    |ep| match ep {
        EpState::Open => "?".to_owned(),
        EpState::None => "-".to_owned(),
        EpState::Target(target) => target.to_string(),
    },
    |text| match text {
        "?" => Some(EpState::Open),
        "-" => Some(EpState::None),
        square => square.parse().ok().map(EpState::Target),
    }
);

as_text!(
    Files(Vec<File>),
    "a file or files such as `abc`",
    |files| files.iter().map(|file| file.char()).collect(),
    |text| { text.chars().map(File::from_char).collect() }
);
as_text!(
    Sort(Class),
    "`queen`, `rook`, `light-bishop`, `dark-bishop` or `knight`",
    |class| class_name(class).to_owned(),
    |text| Class::ALL
        .into_iter()
        .find(|&class| class_name(class) == text)
);

const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Queen => "queen",
        Class::Rook => "rook",
        Class::LightBishop => "light-bishop",
        Class::DarkBishop => "dark-bishop",
        Class::Knight => "knight",
    }
}

/// The only character of a text.
fn one(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn right_of(letter: char) -> Option<Right> {
    Right::ALL
        .into_iter()
        .find(|right| right.letter() == letter)
}

fn states(text: &str) -> Option<[RightState; 4]> {
    let mut states = [RightState::Open; 4];
    let mut said = RightState::Kept;
    for letter in text.chars() {
        if letter == '-' && said == RightState::Kept {
            said = RightState::Lost;
            continue;
        }
        let state = &mut states[right_of(letter)? as usize];
        if *state != RightState::Open {
            return None;
        }
        *state = said;
        said = RightState::Kept;
    }
    (said == RightState::Kept).then_some(states)
}

/// A set of squares as a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<At>", into = "Vec<At>")]
pub(super) struct Squares(pub(super) Bitboard);

impl From<Squares> for Vec<At> {
    fn from(squares: Squares) -> Vec<At> {
        squares.0.into_iter().map(At).collect()
    }
}

impl From<Vec<At>> for Squares {
    fn from(list: Vec<At>) -> Squares {
        Squares(list.into_iter().map(|At(square)| square).collect())
    }
}
