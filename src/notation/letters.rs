//! Piece letters in the languages problemists write.

use std::fmt;

use shakmaty::Role;

use super::Text;

use crate::text;

/// A set of piece letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Letters {
    /// `K Q R B N P`, as in FEN; `S` is accepted for the knight on input.
    #[default]
    English,
    /// `K Q R B S P`, as English problem journals print; `N` is accepted on input.
    EnglishProblem,
    /// `K D T L S B`.
    German,
    /// `R D T F C P`.
    French,
    /// `R D T A C P`, Italian and Spanish.
    Italian,
    /// `K D V S J P`, Czech and Slovak.
    Czech,
    /// `K H W G S P`.
    Polish,
    /// `K D T L P O`, Dutch.
    Dutch,
    /// `K V B F H G`, Hungarian.
    Hungarian,
    /// Figurines: the white ones are printed for both sides, both are accepted.
    Figurine,
}

impl Letters {
    /// Every set.
    pub const ALL: [Letters; 10] = [
        Letters::English,
        Letters::EnglishProblem,
        Letters::German,
        Letters::French,
        Letters::Italian,
        Letters::Czech,
        Letters::Polish,
        Letters::Dutch,
        Letters::Hungarian,
        Letters::Figurine,
    ];

    /// The sets a problem file may name in its field `letters`.
    pub const IN_FILES: [Letters; 8] = [
        Letters::English,
        Letters::German,
        Letters::French,
        Letters::Italian,
        Letters::Czech,
        Letters::Polish,
        Letters::Dutch,
        Letters::Hungarian,
    ];

    /// The word used on the command line and in files: `en`, `en-s`, `de`, `fr`, `it`, `cs`, `pl`, `nl`, `hu`,
    /// `figurine`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Letters::English => "en",
            Letters::EnglishProblem => "en-s",
            Letters::German => "de",
            Letters::French => "fr",
            Letters::Italian => "it",
            Letters::Czech => "cs",
            Letters::Polish => "pl",
            Letters::Dutch => "nl",
            Letters::Hungarian => "hu",
            Letters::Figurine => "figurine",
        }
    }

    /// The set's name in a sentence: "German", "deutsch".
    pub const fn name(self) -> Text {
        match self {
            Letters::English => text!(LettersEnglish),
            Letters::EnglishProblem => text!(LettersEnglishProblem),
            Letters::German => text!(LettersGerman),
            Letters::French => text!(LettersFrench),
            Letters::Italian => text!(LettersItalian),
            Letters::Czech => text!(LettersCzech),
            Letters::Polish => text!(LettersPolish),
            Letters::Dutch => text!(LettersDutch),
            Letters::Hungarian => text!(LettersHungarian),
            Letters::Figurine => text!(LettersFigurine),
        }
    }

    /// The letters from king to pawn, for a message: `K D T L S B`.
    pub const fn listed(self) -> &'static str {
        match self {
            Letters::English => "K Q R B N P",
            Letters::EnglishProblem => "K Q R B S P",
            Letters::German => "K D T L S B",
            Letters::French => "R D T F C P",
            Letters::Italian => "R D T A C P",
            Letters::Czech => "K D V S J P",
            Letters::Polish => "K H W G S P",
            Letters::Dutch => "K D T L P O",
            Letters::Hungarian => "K V B F H G",
            Letters::Figurine => "♔ ♕ ♖ ♗ ♘ ♙",
        }
    }

    /// The letter of a piece type. Pawns have one too, though moves are printed without it.
    pub const fn letter(self, role: Role) -> char {
        let [king, queen, rook, bishop, knight, pawn] = match self {
            Letters::English => ['K', 'Q', 'R', 'B', 'N', 'P'],
            Letters::EnglishProblem => ['K', 'Q', 'R', 'B', 'S', 'P'],
            Letters::German => ['K', 'D', 'T', 'L', 'S', 'B'],
            Letters::French => ['R', 'D', 'T', 'F', 'C', 'P'],
            Letters::Italian => ['R', 'D', 'T', 'A', 'C', 'P'],
            Letters::Czech => ['K', 'D', 'V', 'S', 'J', 'P'],
            Letters::Polish => ['K', 'H', 'W', 'G', 'S', 'P'],
            Letters::Dutch => ['K', 'D', 'T', 'L', 'P', 'O'],
            Letters::Hungarian => ['K', 'V', 'B', 'F', 'H', 'G'],
            Letters::Figurine => ['♔', '♕', '♖', '♗', '♘', '♙'],
        };
        match role {
            Role::King => king,
            Role::Queen => queen,
            Role::Rook => rook,
            Role::Bishop => bishop,
            Role::Knight => knight,
            Role::Pawn => pawn,
        }
    }

    /// The piece type a letter stands for, in upper case as written; `None` if the set has no such letter.
    pub fn role(self, letter: char) -> Option<Role> {
        let letter = match (self, letter) {
            (Letters::English, 'S') => 'N',
            (Letters::EnglishProblem, 'N') => 'S',
            (Letters::Figurine, '♚') => '♔',
            (Letters::Figurine, '♛') => '♕',
            (Letters::Figurine, '♜') => '♖',
            (Letters::Figurine, '♝') => '♗',
            (Letters::Figurine, '♞') => '♘',
            (Letters::Figurine, '♟') => '♙',
            (_, letter) => letter,
        };
        Role::ALL
            .into_iter()
            .find(|&role| self.letter(role) == letter)
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_read_as_it_is_written() {
        for letters in Letters::ALL {
            for role in Role::ALL {
                assert_eq!(letters.role(letters.letter(role)), Some(role));
            }
        }
    }

    #[test]
    fn a_knight_may_be_n_or_s_in_english_and_only_there() {
        assert_eq!(Letters::English.role('S'), Some(Role::Knight));
        assert_eq!(Letters::EnglishProblem.role('N'), Some(Role::Knight));
        assert_eq!(Letters::German.role('N'), None);
        assert_eq!(Letters::French.role('S'), None);
    }
}
