//! What a game shows: castling, capture en passant, promoted men and their fate, men that come back or change places.
//!
//! Everything is read from the moves of one game; nothing is claimed of what was intended. Definitions: the encyclopedia of the Problem
//! Database (pdb.dieschwalbe.de), keywords of proof games.

use shakmaty::{CastlingSide, Color, Move, Position, Role, Square};

use crate::retro::model::Game;

/// Something a game shows, and the half-move by which it is shown, from 0, counted as moves are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Feature {
    /// A side castled.
    Castling {
        /// Which side.
        color: Color,
        /// To which wing.
        side: CastlingSide,
        /// When.
        ply: usize,
    },
    /// A capture en passant.
    EnPassant {
        /// The square of arrival.
        to: Square,
        /// When.
        ply: usize,
    },
    /// A pawn promoted.
    Promotion {
        /// What the pawn became.
        role: Role,
        /// Where.
        at: Square,
        /// When.
        ply: usize,
        /// What became of the man.
        fate: Fate,
    },
    /// A man stands in the end where it stood in the beginning, and has moved.
    Return {
        /// What it is.
        role: Role,
        /// Where it stands.
        at: Square,
        /// By which way.
        way: Way,
    },
    /// A man stands in the end where another one of its kind and side stood in the beginning.
    Sibling {
        /// What it is.
        role: Role,
        /// Where it stood.
        from: Square,
        /// Where it stands.
        to: Square,
    },
}

/// What became of a promoted man.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was captured there: a Ceriani-Frolkin theme.
    Captured(Square),
    /// It stands on the first square of a man of its kind that was captured: a Pronkin theme.
    Home(Square),
    /// It stands elsewhere in the place of a man of its kind that was captured before: a Phoenix theme.
    Replaces(Square),
    /// It stands there, and the men of its kind are alive.
    Stands(Square),
}

/// How a man came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Round: a circuit.
    Circuit,
    /// As it went: a switchback.
    Switchback,
    /// Otherwise.
    Other,
}

/// A man of the start and its way.
struct Man {
    color: Color,
    role: Role,
    /// Where it stood, the start first.
    squares: Vec<Square>,
    promoted: Option<(usize, Square)>,
    captured: Option<(usize, Square)>,
}

/// What the game shows, castling and captures en passant first, then in the order of its men.
pub fn features(game: &Game) -> Vec<Feature> {
    let mut features = Vec::new();
    let men = men(game, &mut features);
    for man in &men {
        if let Some((ply, at)) = man.promoted {
            features.push(Feature::Promotion {
                role: man.role,
                at,
                ply,
                fate: fate(man, &men, ply),
            });
        }
    }
    for man in men.iter().filter(|man| man.captured.is_none()) {
        let (first, last) = (man.squares[0], man.squares[man.squares.len() - 1]);
        if man.squares.len() < 2 || man.promoted.is_some() {
            continue;
        }
        let sibling = |other: &&Man| {
            let same = other.color == man.color && other.role == man.role;
            same && other.promoted.is_none() && other.squares[0] == last
        };
        if first == last {
            features.push(Feature::Return {
                role: man.role,
                at: last,
                way: way(&man.squares),
            });
        } else if man.role != Role::Pawn && men.iter().any(|other| sibling(&other)) {
            features.push(Feature::Sibling {
                role: man.role,
                from: first,
                to: last,
            });
        }
    }
    features
}

/// Plays the game through and follows its men.
fn men(game: &Game, features: &mut Vec<Feature>) -> Vec<Man> {
    let positions = game.positions();
    let mut on: [Option<usize>; 64] = [None; 64];
    let mut men: Vec<Man> = Vec::new();
    let first = usize::from(game.start.turn() == Color::Black);
    for (square, piece) in game.start.board() {
        on[usize::from(square)] = Some(men.len());
        men.push(Man {
            color: piece.color,
            role: piece.role,
            squares: vec![square],
            promoted: None,
            captured: None,
        });
    }
    for (at, (position, &played)) in positions.iter().zip(&game.moves).enumerate() {
        let ply = first + at;
        let mut step = |from: Square, to: Square, taken: Option<Square>| {
            let man = on[usize::from(from)].take();
            if let Some(gone) = taken.and_then(|square| on[usize::from(square)].take()) {
                men[gone].captured = Some((ply, taken.unwrap_or(to)));
            }
            if let Some(man) = man {
                men[man].squares.push(to);
                on[usize::from(to)] = Some(man);
                if let Some(role) = played.promotion() {
                    men[man].role = role;
                    men[man].promoted = Some((ply, to));
                }
            }
        };
        match played {
            Move::Normal {
                from, to, capture, ..
            } => step(from, to, capture.map(|_| to)),
            Move::EnPassant { from, to } => {
                step(from, to, Some(Square::from_coords(to.file(), from.rank())));
                features.push(Feature::EnPassant { to, ply });
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                let to = |file| Square::from_coords(file, king.rank());
                // The king's square may be the rook's next one.
                step(king, to(side.king_to_file()), None);
                step(rook, to(side.rook_to_file()), None);
                let color = position.turn();
                features.push(Feature::Castling { color, side, ply });
            }
            Move::Put { .. } => {}
        }
    }
    men
}

fn fate(man: &Man, men: &[Man], promoted: usize) -> Fate {
    if let Some((_, square)) = man.captured {
        return Fate::Captured(square);
    }
    let last = man.squares[man.squares.len() - 1];
    let gone = |other: &&Man| {
        let same = other.color == man.color && other.role == man.role;
        same && other.promoted.is_none() && other.captured.is_some()
    };
    let mut gone = men.iter().filter(gone);
    if gone.clone().any(|other| other.squares[0] == last) {
        Fate::Home(last)
    } else if gone.any(|other| other.captured.is_some_and(|(ply, _)| ply < promoted)) {
        Fate::Replaces(last)
    } else {
        Fate::Stands(last)
    }
}

/// By which way a man came back to its first square.
fn way(squares: &[Square]) -> Way {
    let back = squares.iter().rev();
    if squares.iter().eq(back) {
        return Way::Switchback;
    }
    let place = |square: Square| {
        (
            i32::from(square.file() as u8),
            i32::from(square.rank() as u8),
        )
    };
    let (x0, y0) = place(squares[0]);
    let away = squares.iter().map(|&square| {
        let (x, y) = place(square);
        (x - x0, y - y0)
    });
    let first = away.clone().find(|&step| step != (0, 0));
    // Who passes a square twice has not gone round.
    let stops = &squares[1..];
    if (1..stops.len()).any(|at| stops[..at].contains(&stops[at])) {
        return Way::Other;
    }
    let round = first.is_some_and(|(x, y)| away.clone().any(|(u, v)| x * v != y * u));
    if round { Way::Circuit } else { Way::Other }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Chess;
    use shakmaty::san::San;

    fn shown(moves: &str) -> Vec<Feature> {
        let mut position = Chess::default();
        let mut played = Vec::new();
        for san in moves.split_whitespace() {
            let san: San = san.parse().unwrap();
            let one = san.to_move(&position).unwrap();
            position.play_unchecked(one);
            played.push(one);
        }
        features(&Game::from_array(played))
    }

    #[test]
    fn a_promoted_man_that_is_captured_and_one_that_comes_home() {
        let captured = shown("h4 g5 hxg5 h6 gxh6 a6 h7 a5 hxg8=N Rxg8");
        assert!(captured.iter().any(|feature| matches!(
            feature,
            Feature::Promotion {
                role: Role::Knight,
                fate: Fate::Captured(Square::G8),
                ..
            }
        )));
        // The knight of b1 falls on b5; the pawn's knight comes to b1.
        let home = shown(
            "Nc3 a6 Nb5 axb5 a4 h6 axb5 h5 b6 h4 bxc7 g6 cxb8=N g5 Na6 g4 Nb4 f6 Nd5 f5 Nc3 e6 Nb1",
        );
        assert!(
            home.iter().any(|feature| matches!(
                feature,
                Feature::Promotion {
                    fate: Fate::Home(Square::B1),
                    ..
                }
            )),
            "{home:?}"
        );
    }

    #[test]
    fn circuits_switchbacks_and_siblings() {
        let ways = |moves| -> Vec<Way> {
            let way = |feature| match feature {
                Feature::Return { way, .. } => Some(way),
                _ => None,
            };
            shown(moves).into_iter().filter_map(way).collect()
        };
        assert_eq!(ways("Nf3 e5 Ng1"), [Way::Switchback]);
        assert_eq!(ways("e4 a5 Nf3 b5 Nd4 c5 Ne2 d5 Ng1"), [Way::Circuit]);
        assert_eq!(ways("a4 e5 Ra2 d5 Ra3 c5 Ra1"), [Way::Other]);
        let through_f2 = "f3 a6 Kf2 a5 Ke3 a4 Kd3 h6 Ke3 h5 Kf2 h4 Ke1";
        assert_eq!(ways(through_f2), [Way::Switchback]);
        let past_d4 = "f3 a6 Kf2 a5 Ke3 a4 Kd4 h6 Ke4 h5 Ke3 h4 Kf2 g6 Ke1";
        assert_eq!(ways(past_d4), [Way::Other]);
        let sibling = Feature::Sibling {
            role: Role::Knight,
            from: Square::G1,
            to: Square::B1,
        };
        assert_eq!(shown("Nc3 e5 Nf3 d5 Nd4 c5 Ndb5 b6 Na3"), []);
        assert_eq!(
            shown("Nc3 e5 Nf3 d5 Nd4 c5 Ndb5 b6 Na3 a5 Ncb5 h5 Nb1"),
            [sibling]
        );
    }
}
