//! A witness game as a score sheet: PGN, with its story before it and what the game decides said where it happens.
//!
//! Invariant: what is written is the game that was given, move for move; an illegal game ends at its first
//! illegal move. Comments are in the reader's language, moves in English as the standard has them.

use std::fmt::Write;

use shakmaty::{CastlingSide, Chess, Move, Position, Role, Square};

use crate::retro::model::Witness;
use crate::say;
use crate::world::{Right, Rights, World};

use super::story::story_text;
use super::style::TextStyle;
use super::words::{joined, side_name};

/// Longest line of movetext, as the PGN standard asks (8.2.1: under 80 columns).
const LINE: usize = 79;

/// A whole PGN game: the seven tags of the roster with this event, a tag with the world it ends in, then the
/// movetext in lines, with the decisive moments as comments.
pub(super) fn score_sheet(
    event: &str,
    world: World,
    witness: &Witness,
    style: TextStyle,
) -> String {
    let escaped = event.replace('\\', "\\\\").replace('"', "\\\"");
    let escaped: String = escaped.chars().filter(|c| !c.is_control()).collect();
    let world = world.to_string();
    let mut text = String::new();
    for (tag, value) in [
        ("Event", escaped.as_str()),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", "*"),
        ("World", world.as_str()),
    ] {
        let _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    text.push('\n');
    let mut column = 0;
    for word in commented(witness, style).split_whitespace().chain(["*"]) {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > LINE {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
    text
}

/// The movetext with the decisive moments behind their moves.
fn commented(witness: &Witness, style: TextStyle) -> String {
    let sans = witness.sans();
    let moments = moments(&witness.moves[..sans.len()]);
    let mut text = format!("{{{}}} ", story_text(witness, style));
    let mut interrupted = true;
    for (ply, san) in sans.iter().enumerate() {
        match ply % 2 {
            0 => _ = write!(text, "{}. ", ply / 2 + 1),
            // As the standard has it after a comment (8.2.2.2).
            _ if interrupted => _ = write!(text, "{}... ", ply / 2 + 1),
            _ => {}
        }
        let _ = write!(text, "{san} ");
        let here = moments.iter().filter(|(at, _)| *at == ply);
        let said = joined(
            here.map(|(_, moment)| moment.told(style)),
            style.language.semicolon(),
        );
        interrupted = !said.is_empty();
        if interrupted {
            let _ = write!(text, "{{{said}}} ");
        }
    }
    text
}

/// What a game decides about its diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// King and rook stand at home in the diagram, but the right is lost here.
    Lost(Right),
    /// The man that came into being here stands on this square of the diagram.
    Promoted(Role, Square),
    /// The pawn that has just stepped past this square can be captured there.
    Target(Square),
}

impl Moment {
    fn told(self, style: TextStyle) -> String {
        let language = style.language;
        match self {
            Moment::Lost(right) => {
                let side = side_name(right.color(), language);
                let way = match right.side() {
                    CastlingSide::KingSide => say!(language, ShortCastling),
                    CastlingSide::QueenSide => say!(language, LongCastling),
                };
                say!(language, LosesCastling, side, way)
            }
            Moment::Promoted(role, square) => {
                let letter = style.letters.letter(role);
                say!(language, ThisIsOfDiagram, letter, square)
            }
            Moment::Target(square) => say!(language, EpNowPossible, square),
        }
    }
}

/// The moments of a legal game, each with the ply it belongs to, in order.
fn moments(moves: &[Move]) -> Vec<(usize, Moment)> {
    let mut position = Chess::default();
    let mut last = Chess::default();
    for &played in moves {
        last.play_unchecked(played);
    }
    let at_home = Rights::at_home(last.board());
    let mut moments = Vec::new();
    // By square: the ply at which the man there promoted.
    let mut promoted: [Option<usize>; 64] = [None; 64];
    for (ply, &played) in moves.iter().enumerate() {
        let before = World::of(&position);
        position.play_unchecked(played);
        let gone = before.rights.without(World::of(&position).rights);
        let lost = gone.intersection(at_home).iter();
        moments.extend(lost.map(|right| (ply, Moment::Lost(right))));
        if let Move::Normal {
            from,
            to,
            promotion,
            ..
        } = played
        {
            let age = promoted[usize::from(from)].take();
            promoted[usize::from(to)] = if promotion.is_some() { Some(ply) } else { age };
        }
    }
    for (square, ply) in Square::ALL.into_iter().zip(promoted) {
        if let (Some(ply), Some(role)) = (ply, last.board().role_at(square)) {
            moments.push((ply, Moment::Promoted(role, square)));
        }
    }
    if let (Some(target), Some(ply)) = (World::of(&last).target, moves.len().checked_sub(1)) {
        moments.push((ply, Moment::Target(target)));
    }
    moments.sort_by_key(|&(ply, _)| ply);
    moments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Language;
    use shakmaty::san::SanPlus;

    const ENGLISH: TextStyle = TextStyle::ENGLISH;
    const GERMAN: TextStyle = TextStyle::of(Language::German);

    fn game(sans: &str) -> (Witness, World) {
        let mut position = Chess::default();
        let mut moves = Vec::new();
        for san in sans.split_whitespace() {
            let san: SanPlus = san.parse().unwrap();
            let played = san.san.to_move(&position).unwrap();
            position.play_unchecked(played);
            moves.push(played);
        }
        (Witness { moves }, World::of(&position))
    }

    /// What is said in a game, its story left out.
    fn remarks(witness: &Witness, style: TextStyle) -> String {
        let story = format!("{{{}}} ", story_text(witness, style));
        let text = commented(witness, style);
        text.strip_prefix(&story)
            .expect("the story first")
            .to_owned()
    }

    #[test]
    fn a_score_sheet_has_tags_numbers_and_a_result() {
        let (witness, world) = game("f3 e5 g4");
        assert_eq!(witness.movetext(), "1. f3 e5 2. g4");
        let text = score_sheet("a \"b\"", world, &witness, ENGLISH);
        assert!(text.starts_with("[Event \"a \\\"b\\\"\"]\n"));
        let story = story_text(&witness, ENGLISH);
        assert!(text.ends_with(&format!(
            "[World \"KQkq -\"]\n\n{{{story}}} 1. f3 e5 2. g4 *\n"
        )));
    }

    #[test]
    fn rights_are_lost_where_king_or_rook_first_moves_if_both_stand_at_home_in_the_end() {
        let (witness, _) = game("Nf3 Nf6 Rg1 Rg8 Rh1 Nc6 h4 Rh8 Rh2");
        // White's rook ends on h2: nothing is said of it.
        let said = "1. Nf3 Nf6 2. Rg1 Rg8 {here Black loses the right to castle short} 3. Rh1 Nc6 4. h4 Rh8 5. Rh2 ";
        assert_eq!(remarks(&witness, ENGLISH), said);
        let (witness, _) = game("e4 e5 Ke2 Nf6 Ke1");
        let said = remarks(&witness, GERMAN);
        let lost = "hier verliert Weiß das Recht zur";
        let both = format!("{{{lost} kurzen Rochade; {lost} langen Rochade}}");
        assert_eq!(said, format!("1. e4 e5 2. Ke2 {both} 2... Nf6 3. Ke1 "));
    }

    #[test]
    fn a_rook_that_is_replaced_has_lost_its_right_where_it_was_captured() {
        let (witness, _) = game("b3 Nf6 Bb2 Ne4 Bxg7 Ng3 Bxh8 Nxh1 Bb2 Nc6 Nf3 Ng3 hxg3");
        // No rook stands on h8 or h1.
        assert!(!remarks(&witness, ENGLISH).contains('{'));
    }

    #[test]
    fn a_promoted_man_and_a_target_are_named() {
        let (witness, world) = game("a4 b5 axb5 a6 bxa6 Bb7 a7 Bc8 axb8=N Ra7 Nc6 d5 e4 d4 c4");
        let said = commented(&witness, GERMAN);
        assert!(
            said.contains("{das ist Sc6 des Diagramms} 5... Ra7"),
            "{said}"
        );
        assert!(
            said.ends_with("8. c4 {jetzt ist en passant auf c3 möglich} "),
            "{said}"
        );
        let sheet = score_sheet("x", world, &witness, GERMAN);
        assert!(sheet.lines().all(|line| line.chars().count() <= LINE));
    }
}
