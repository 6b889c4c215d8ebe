//! Moves as they stand on paper: letters and squares, before it is known in which language they are written.
//!
//! ```text
//! shape     = castling | man | any | files
//! files     = file sign file [ promotion ] [ "e.p." ] | file file [ promotion ] "e.p."     the pawn of one takes on the next
//! man       = [ letter ] [ file ] [ rank ] [ sign [ letter ] ] square { "(" square ")" } [ promotion ] [ "e.p." ]     `Th5:Dd5`
//! any       = [ letter ] [ file ] [ rank ] "~" [ file | rank ] | letter word    `R else`, `B any`
//! promotion = "=" named | "(" letter ")" | letter        named: one letter, several with "," or "/", "any", "~"
//! ```

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{alpha1, char, multispace0, one_of, satisfy, space0, space1};
use nom::combinator::{cond, eof, map, map_opt, not, opt, peek, recognize, value, verify};
use nom::error::{Error, ErrorKind};
use nom::multi::{many_m_n, many0_count};
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};
use shakmaty::{Bitboard, CastlingSide, File, Rank, Role, Square, attacks};

use super::promotion::{Promotions, alone, by_letter, promotion};
use super::words::{Said, said};
use super::written::{AnyMove, NamedMove, WrittenMove};
use crate::notation::{EnPassantMark, Letters, MoveText, Sign};

/// A move as it stands on paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    Castling(CastlingSide),
    Man {
        piece: Option<char>,
        from_file: Option<File>,
        from_rank: Option<Rank>,
        sign: Sign,
        /// Where it arrives; several in `Sd4(f5)`.
        to: Vec<Square>,
        promotions: Promotions,
        en_passant: EnPassantMark,
    },
    /// A pawn's capture of which only the files are written: `ed`, `e:d`, `de e.p.`.
    Files {
        from: File,
        to: File,
        sign: Sign,
        promotions: Promotions,
        en_passant: EnPassantMark,
    },
    /// `~`, `R~`, `Sb~`: any move, of a man if one is named.
    Any {
        piece: Option<char>,
        from_file: Option<File>,
        from_rank: Option<Rank>,
    },
}

impl Shape {
    /// The letters in it.
    fn letters(&self) -> impl Iterator<Item = char> + '_ {
        let (piece, named): (Option<char>, &[char]) = match self {
            Shape::Castling(_) => (None, &[]),
            Shape::Any { piece, .. } => (*piece, &[]),
            Shape::Man {
                piece, promotions, ..
            } => (*piece, promotions.named()),
            Shape::Files { promotions, .. } => (None, promotions.named()),
        };
        piece.into_iter().chain(named.iter().copied())
    }

    /// The first letter that is none of the set.
    pub(super) fn stranger(&self, letters: Letters) -> Option<char> {
        self.letters().find(|&c| role(c, letters).is_none())
    }

    /// Whether a pawn is named by its letter.
    pub(super) fn names_pawn(&self, letters: Letters) -> bool {
        match self {
            Shape::Man { piece, .. } | Shape::Any { piece, .. } => {
                piece.is_some_and(|letter| role(letter, letters) == Some(Role::Pawn))
            }
            Shape::Castling(_) | Shape::Files { .. } => false,
        }
    }

    /// Whether the letters alone decide what is meant.
    pub(super) fn has_letters(&self) -> bool {
        self.letters().next().is_some()
    }

    /// The moves it may mean, in `letters`; nothing if there is no such piece.
    pub(super) fn moves(&self, letters: Letters) -> Option<Vec<WrittenMove>> {
        match self {
            Shape::Castling(side) => {
                Some(vec![WrittenMove::Named(MoveText::Castling(*side).into())])
            }
            &Shape::Any {
                piece,
                from_file,
                from_rank,
            } => {
                let of_pawn = from_file.is_some().then_some(Role::Pawn);
                Some(vec![WrittenMove::Any(AnyMove {
                    role: match piece {
                        Some(letter) => Some(role(letter, letters)?),
                        None => of_pawn,
                    },
                    from_file,
                    from_rank,
                })])
            }
            Shape::Files {
                from,
                to,
                sign,
                promotions,
                en_passant,
            } => {
                let becomes = promotions.officers(letters)?.into_iter();
                let moves = becomes.map(|promotion| MoveText::Files {
                    from: *from,
                    to: *to,
                    sign: *sign,
                    promotion,
                    en_passant: *en_passant,
                });
                Some(moves.map(|text| WrittenMove::Named(text.into())).collect())
            }
            Shape::Man {
                piece,
                from_file,
                from_rank,
                sign,
                to,
                promotions,
                en_passant,
            } => {
                let man = match piece {
                    Some(letter) => role(*letter, letters)?,
                    None => Role::Pawn,
                };
                let becomes = promotions.officers(letters)?;
                if man != Role::Pawn && becomes != [None] {
                    return None;
                }
                let moves = to.iter().enumerate().flat_map(|(at, &to)| {
                    becomes.iter().map(move |&promotion| {
                        let text = |role| MoveText::Man {
                            role,
                            from_file: *from_file,
                            from_rank: *from_rank,
                            sign: *sign,
                            to,
                            promotion,
                            en_passant: *en_passant,
                        };
                        // `Kh8(h4)`: the king there, too, or a pawn instead.
                        WrittenMove::Named(NamedMove {
                            text: text(man),
                            carried: (at > 0).then(|| text(Role::Pawn)),
                        })
                    })
                });
                Some(moves.collect())
            }
        }
    }
}

/// Squares or pieces named for one move at most.
pub(super) const MOST: usize = 8;

/// The piece a letter stands for; figurines stand for themselves in every set.
pub(super) fn role(letter: char, letters: Letters) -> Option<Role> {
    letters.role(letter).or_else(|| {
        Letters::Figurine
            .role(letter)
            .filter(|_| !letter.is_ascii())
    })
}

pub(super) type Read<'a, T> = IResult<&'a str, T>;

/// A move at the beginning of `input`; no word goes on behind it.
pub(super) fn shape(input: &str) -> Read<'_, Shape> {
    terminated(alt((castling, any, man, files)), ends_here).parse(input)
}

/// No letter or digit follows.
pub(super) fn ends_here(input: &str) -> Read<'_, ()> {
    not(satisfy(char::is_alphanumeric)).parse(input)
}

/// What is printed for a dash.
pub(super) fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '→' | '\u{AD}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}'
    )
}

/// A dash; typed or in TeX it may be of two or three.
fn dash(input: &str) -> Read<'_, ()> {
    value(
        (),
        alt((tag("---"), tag("--"), recognize(satisfy(is_dash)))),
    )
    .parse(input)
}

/// A dash with blanks around it.
fn dash_apart(input: &str) -> Read<'_, ()> {
    let blank = || one_of(" \u{a0}");
    value((), delimited(blank(), dash, blank())).parse(input)
}

fn castling(input: &str) -> Read<'_, Shape> {
    alt((
        |input| castled(input, dash),
        |input| castled(input, dash_apart),
    ))
    .parse(input)
}

fn castled(input: &str, dash: fn(&str) -> Read<'_, ()>) -> Read<'_, Shape> {
    let nought = || one_of("0Oo");
    let side = alt((
        value(
            CastlingSide::QueenSide,
            (nought(), dash, nought(), dash, nought()),
        ),
        value(CastlingSide::QueenSide, alt((tag("OOO"), tag("000")))),
        value(CastlingSide::KingSide, (nought(), dash, nought())),
        value(CastlingSide::KingSide, alt((tag("OO"), tag("00")))),
    ));
    // `0-0-0-0` is nothing.
    terminated(map(side, Shape::Castling), not((dash, nought()))).parse(input)
}

/// A file; French journals print `ç3` and `é5`, which no one takes for a figure or a sign.
fn file(input: &str) -> Read<'_, File> {
    let named = |c: char| match c {
        'ç' => Some(File::C),
        'é' => Some(File::E),
        c => File::from_char(c).filter(|_| c.is_ascii_lowercase()),
    };
    map_opt(satisfy(char::is_alphabetic), named).parse(input)
}

fn rank(input: &str) -> Read<'_, Rank> {
    map_opt(satisfy(|c| c.is_ascii_digit()), Rank::from_char).parse(input)
}

fn square(input: &str) -> Read<'_, Square> {
    map((file, rank), |(file, rank)| Square::from_coords(file, rank)).parse(input)
}

/// A letter that may be a piece's.
pub(super) fn letter(input: &str) -> Read<'_, char> {
    let plain = satisfy(|c| c.is_ascii_uppercase() || ('\u{2654}'..='\u{265F}').contains(&c));
    let cyrillic = |c: char| match c {
        'Ф' => Some('♕'),
        'Л' => Some('♖'),
        'С' => Some('♗'),
        'К' => Some('♘'),
        'п' => Some('♙'),
        _ => None,
    };
    alt((
        plain,
        // Nothing else is written with these letters: they stand for the figurines.
        value('♔', tag("Кр")),
        map_opt(satisfy(char::is_alphabetic), cyrillic),
    ))
    .parse(input)
}

/// What stands behind a man and a blank, if he arrives there alone: `e3`, `:e3`.
pub(super) fn near(input: &str, piece: char) -> Read<'_, Shape> {
    let named = map_opt(man, move |mut found| {
        let Shape::Man {
            piece: unnamed @ None,
            ..
        } = &mut found
        else {
            return None;
        };
        *unnamed = Some(piece);
        Some(found)
    });
    terminated(named, ends_here).parse(input)
}

/// `Sf5 – e3`: long notation with blanks around its sign, if a man can go so on some board. Without a letter it is a pawn that stays on its file.
pub(super) fn long_apart(input: &str) -> Read<'_, Shape> {
    let blank = || one_of(" \u{a0}");
    let (behind, (man_named, file, rank, between)) =
        (opt(letter), file, rank, delimited(blank(), sign, blank())).parse(input)?;
    let from = Square::from_coords(file, rank);
    let whole = map_opt(man, |mut found| {
        let Shape::Man {
            piece: piece @ None,
            from_file: from_file @ None,
            from_rank: from_rank @ None,
            sign: sign @ Sign::Move,
            to,
            ..
        } = &mut found
        else {
            return None;
        };
        let lines = attacks::queen_attacks(from, Bitboard::EMPTY) | attacks::knight_attacks(from);
        let is_way = to.iter().all(|&to| match (man_named, between) {
            (None, Sign::Move) => to.file() == file,
            (None, Sign::Capture) => to.file().distance(file) == 1,
            (Some(_), _) => lines.contains(to),
        });
        (*piece, *from_file, *from_rank, *sign) = (man_named, Some(file), Some(rank), between);
        is_way.then_some(found)
    });
    terminated(whole, ends_here).parse(behind)
}

/// What stands behind a man and a blank: `f3–d1`, `e4 beliebig`.
pub(super) fn far(input: &str, piece: char) -> Read<'_, Shape> {
    let any_word = verify(alpha1, |word: &str| said(word) == Some(Said::Any));
    let anywhere = map(
        terminated((file, rank), (space1, any_word)),
        move |(file, rank)| Shape::Any {
            piece: Some(piece),
            from_file: Some(file),
            from_rank: Some(rank),
        },
    );
    let somewhere = map_opt(man, move |mut found| {
        let Shape::Man {
            piece: unnamed @ None,
            from_file: Some(_),
            from_rank: Some(_),
            ..
        } = &mut found
        else {
            return None;
        };
        *unnamed = Some(piece);
        Some(found)
    });
    terminated(alt((anywhere, somewhere)), ends_here).parse(input)
}

fn sign(input: &str) -> Read<'_, Sign> {
    alt((
        value(Sign::Capture, one_of("x:*×X")),
        // `Q(x)b3`: a capture in some of the lines meant.
        value(Sign::Move, delimited(char('('), one_of("x:*×"), char(')'))),
        value(Sign::Move, dash),
    ))
    .parse(input)
}

/// `~`, and words for it behind a man; the square or line it goes along is passed over.
fn any(input: &str) -> Read<'_, Shape> {
    let word = verify(alpha1, |word: &str| {
        said(word) == Some(Said::Any) || matches!(word, "joue" | "moves" | "zieht" | "weg")
    });
    let named = map(terminated(letter, (space1, word)), |piece| {
        (Some(piece), None, None)
    });
    // `Kg2*`: whatever the king on g2 does.
    let starred = map(
        terminated((letter, file, rank), (char('*'), not(file), not(char('*')))),
        |(piece, file, rank)| (Some(piece), Some(file), Some(rank)),
    );
    // `S-#`, `Sd-`: whatever the knight does.
    let blank = |c: char| c.is_whitespace();
    let ends = alt((
        value((), one_of("#+!?≠,")),
        value((), satisfy(blank)),
        value((), eof),
    ));
    let dashed = map(
        terminated((letter, opt(file)), (char('-'), peek(ends))),
        |(piece, from_file)| (Some(piece), from_file, None),
    );
    let along = alt((
        value((), (file, opt(rank))),
        value((), satisfy(|c| c.is_ascii_digit())),
    ));
    let signed = terminated(
        (opt(letter), opt(file), opt(rank)),
        (opt(sign), one_of("~∼∽"), opt(along)),
    );
    map(
        alt((named, starred, dashed, signed)),
        |(piece, from_file, from_rank)| Shape::Any {
            piece,
            from_file,
            from_rank,
        },
    )
    .parse(input)
}

/// A sign before the square of arrival. A man that is captured may be named, which the board tells as well.
fn taking(input: &str) -> Read<'_, Sign> {
    let (rest, sign) = sign(input)?;
    let mut named = cond(sign == Sign::Capture, opt(terminated(letter, peek(square))));
    let (rest, _) = named.parse(rest)?;
    Ok((rest, sign))
}

type Way = (Option<File>, Option<Rank>, Sign, Square);

/// Departure, sign and arrival, the longest reading first.
fn way(input: &str) -> Read<'_, Way> {
    let signed = || map(opt(taking), |sign| sign.unwrap_or(Sign::Move));
    alt((
        map(
            (file, rank, signed(), square),
            |(file, rank, sign, square)| (Some(file), Some(rank), sign, square),
        ),
        map((file, signed(), square), |(file, sign, square)| {
            (Some(file), None, sign, square)
        }),
        map((rank, signed(), square), |(rank, sign, square)| {
            (None, Some(rank), sign, square)
        }),
        map((signed(), square), |(sign, square)| {
            (None, None, sign, square)
        }),
    ))
    .parse(input)
}

fn man(input: &str) -> Read<'_, Shape> {
    let (rest, piece) = opt(letter).parse(input)?;
    let (rest, (from_file, from_rank, sign, first)) = way(rest)?;
    // `f3(d5)` are two pawns: what stands in brackets is read by itself.
    let most = if piece.is_some() { MOST } else { 0 };
    let others = many_m_n(0, most, delimited(char('('), square, char(')')));
    // `Td8:` is an old way to write a capture; a promotion may follow, `ef8:T`.
    let becomes = value((), verify(alone, |_| piece.is_none()));
    let ends = alt((value((), one_of("+#!?, \n=")), value((), eof), becomes));
    let colon = terminated(char(':'), peek(ends));
    let (rest, (others, _)) = (others, opt(colon)).parse(rest)?;
    let last = matches!(first.rank(), Rank::First | Rank::Eighth);
    let (rest, (promotions, en_passant)) = (cond(last, opt(promotion)), en_passant).parse(rest)?;
    let mut to = vec![first];
    to.extend(others);
    Ok((
        rest,
        Shape::Man {
            piece,
            from_file,
            from_rank,
            sign,
            to,
            promotions: promotions.flatten().unwrap_or(Promotions::None),
            en_passant,
        },
    ))
}

/// A pawn's capture by its files alone, with something that says it is one: a sign, or `e.p.`.
fn files(input: &str) -> Read<'_, Shape> {
    let (rest, ((from, sign, to), promotions, en_passant)) =
        (two_files, by_letter, en_passant).parse(input)?;
    if sign != Sign::Capture && en_passant == EnPassantMark::Absent {
        return Err(nom::Err::Error(Error::new(input, ErrorKind::Verify)));
    }
    let shape = Shape::Files {
        from,
        to,
        sign,
        promotions,
        en_passant,
    };
    Ok((rest, shape))
}

/// `ed`: the same where nothing but its place shows that it is a move. Whether what stands behind it shows it, is told.
pub(super) fn bare_files(input: &str) -> Read<'_, (Shape, bool)> {
    let (rest, ((from, sign, to), promotions)) =
        terminated((two_files, by_letter), ends_here).parse(input)?;
    let shown = promotions != Promotions::None
        || rest.starts_with(['+', '#', '!', '?', '†', '‡', '≠', '‼', '⁇']);
    let shape = Shape::Files {
        from,
        to,
        sign,
        promotions,
        en_passant: EnPassantMark::Absent,
    };
    Ok((rest, (shape, shown)))
}

/// Two files side by side, with or without a sign of capture.
fn two_files(input: &str) -> Read<'_, (File, Sign, File)> {
    let takes = map(opt(one_of("x:*×X")), |sign| match sign {
        Some(_) => Sign::Capture,
        None => Sign::Move,
    });
    let beside = |&(from, _, to): &(File, Sign, File)| from.distance(to) == 1;
    verify((file, takes, file), beside).parse(input)
}

/// Whether `e.p.` or `i.p.` follows in one of its ways, right behind the move or after blanks.
fn en_passant(input: &str) -> Read<'_, EnPassantMark> {
    let written = (
        multispace0,
        one_of("eEi"),
        opt(char('.')),
        space0,
        tag_no_case("p"),
        many0_count(char('.')),
        ends_here,
    );
    map(opt(written), |written| match written {
        Some(_) => EnPassantMark::Written,
        None => EnPassantMark::Absent,
    })
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of a text in the words of tests.
    fn read(text: &str, letters: Letters) -> Option<(Vec<WrittenMove>, &str)> {
        let (rest, shape) = shape(text).ok()?;
        Some((shape.moves(letters)?, rest))
    }

    #[test]
    fn what_is_written_alone_is_read_as_everywhere() {
        for (text, letters) in [
            ("Ke2", Letters::English),
            ("e2-e4", Letters::English),
            ("Sd5*c7", Letters::German),
            ("R1d3", Letters::English),
            ("R1xd3", Letters::English),
            ("Tb:d4", Letters::German),
            ("Bc1-a3", Letters::English),
            ("bxc3", Letters::English),
            ("O-O-O", Letters::French),
            ("0–0", Letters::English),
            ("e8=D", Letters::German),
            ("d7xe8T", Letters::German),
            ("e8(Q)", Letters::English),
            ("hxg6ep", Letters::English),
            ("♞d:c7", Letters::Figurine),
        ] {
            let alone = MoveText::parse(text, letters).unwrap();
            assert_eq!(
                read(text, letters),
                Some((vec![WrittenMove::Named(alone.into())], "")),
                "{text}"
            );
        }
    }

    #[test]
    fn several_in_one() {
        let count = |text: &str| read(text, Letters::English).map(|(moves, _)| moves.len());
        assert_eq!(count("g8=Q,R#"), Some(2));
        assert_eq!(count("g8=Q(R)#"), Some(2));
        assert_eq!(count("g8=Q/S/B"), Some(3));
        assert_eq!(count("g8=any"), Some(4));
        assert_eq!(count("Sd4(f5)"), Some(2));
        // A comma before another move ends this one.
        assert_eq!(read("g8=Q,Rc1", Letters::English).unwrap().1, ",Rc1");
        assert_eq!(read("g8=Q/Rc1", Letters::English).unwrap().1, "/Rc1");
    }

    #[test]
    fn a_man_and_a_word_for_the_rest_of_its_moves() {
        let any = read("R~", Letters::English);
        for text in ["R else", "R any", "R sonst"] {
            assert_eq!(read(text, Letters::English), any, "{text}");
        }
        assert!(shape("R and").is_err());
        let any = read("Kg2~", Letters::English);
        assert_eq!(
            read("Kg2* 2.", Letters::English).map(|(moves, _)| moves),
            any.map(|(moves, _)| moves)
        );
        assert_eq!(
            read("Kg2*h1", Letters::English).map(|(_, rest)| rest),
            Some("")
        );
        // D. J. Shire, The Problemist Supplement 1997, after `1...B any`: the bishop may stand there or not.
        assert_eq!(
            read("Q(x)b3", Letters::English),
            read("Q-b3", Letters::English)
        );
    }

    #[test]
    fn what_stands_behind_is_left() {
        for (text, rest) in [
            ("c4xd3 ep. 3.", " 3."),
            ("exd6 e.p.! x", "! x"),
            ("R~/Kd4", "/Kd4"),
            ("d8=", "="),
            ("Sd4(A)!", "(A)!"),
            ("b1(A)", "(A)"),
            ("Td8:+", "+"),
            ("hg5:", ""),
            ("De8/S:a3#", "/S:a3#"),
            ("e8=D/S:a3", "/S:a3"),
        ] {
            assert_eq!(shape(text).unwrap().0, rest, "{text}");
        }
    }

    #[test]
    fn who_is_captured_may_be_named() {
        for (text, as_usual) in [
            ("Th5:Dd5", "Th5:d5"),
            ("TxDd5", "Txd5"),
            ("gxSf6", "gxf6"),
            ("Bh4:Bg5", "Bh4:g5"),
            ("f7xLg8=D", "f7xg8=D"),
            ("ef8:T", "ef8T"),
            ("ef8:=T", "ef8=T"),
        ] {
            let read = |text| read(text, Letters::German);
            assert_eq!(read(text), read(as_usual), "{text}");
        }
        assert!(shape("T-Dd5").is_err());
    }

    #[test]
    fn what_is_no_move() {
        for text in [
            "", "K", "Ke9", "a", "Dd", "0-0-0-0", "ü4", "Qe2e4e5", "d4x", "b4s",
        ] {
            assert!(shape(text).is_err(), "{text}");
        }
    }
}
