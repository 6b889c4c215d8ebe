//! In whose letters a solution is written.

use super::shape::Shape;
use crate::notation::Letters;

/// What most journals print: another set is thought of where these read less.
const COMMON: [Letters; 3] = [Letters::English, Letters::German, Letters::French];

/// The letters of all moves: those given, unless another set alone reads more of them.
///
/// Sets that read the same moves from what is written are one.
pub(super) fn spoken<'a>(shapes: impl Iterator<Item = &'a Shape>, given: Letters) -> Letters {
    let shapes: Vec<&Shape> = shapes.filter(|shape| shape.has_letters()).collect();
    let read = |letters: Letters| {
        let readable = |shape: &&&Shape| shape.moves(letters).is_some();
        shapes.iter().filter(readable).count()
    };
    let known = read(given);
    if known == shapes.len() {
        return given;
    }
    let most = |sets: &[Letters]| sets.iter().copied().map(read).max().unwrap_or(0);
    let all = most(&Letters::IN_FILES);
    if all <= known {
        return given;
    }
    // `K D S` is German, not Czech.
    let sets = if most(&COMMON) == all {
        &COMMON[..]
    } else {
        &Letters::IN_FILES
    };
    let best = || sets.iter().copied().filter(|&letters| read(letters) == all);
    // Hardly anybody writes the letter of a pawn.
    let men = |letters: Letters| {
        let pawns = shapes.iter().filter(|shape| shape.names_pawn(letters));
        shapes.len() - pawns.count()
    };
    let most_men = best().map(men).max();
    let mut best = best().filter(|&letters| Some(men(letters)) == most_men);
    let Some(first) = best.next() else {
        return given;
    };
    let same =
        |letters: Letters| (shapes.iter()).all(|shape| shape.moves(letters) == shape.moves(first));
    if best.all(same) { first } else { given }
}

#[cfg(test)]
mod tests {
    use super::super::shape::shape;
    use super::*;

    fn of(words: &[&str], given: Letters) -> Letters {
        let shapes: Vec<Shape> = words.iter().map(|word| shape(word).unwrap().1).collect();
        spoken(shapes.iter(), given)
    }

    #[test]
    fn another_language_is_recognised() {
        use Letters::{English, French, German};
        assert_eq!(of(&["Td1", "Sd4", "Ke2", "e8=D"], English), German);
        assert_eq!(of(&["Nd1", "Qd4", "Ke2"], German), English);
        assert_eq!(of(&["Td1", "Cd4", "Re2", "Fa1"], English), French);
        assert_eq!(of(&["Td1", "Cd4", "Re2", "Fa1"], German), French);
    }

    #[test]
    fn rarer_sets_are_recognised_by_what_no_other_has() {
        use Letters::{Czech, English, German, Italian, Polish};
        assert_eq!(of(&["Kd1", "Dd4", "Se2"], English), German);
        assert_eq!(of(&["Kd1", "Dd4", "Se2", "Jf3"], English), Czech);
        assert_eq!(of(&["Kd1", "Hd4", "Se2", "Gf3"], English), Polish);
        assert_eq!(of(&["Rd1", "Dd4", "Ae2", "Cf3"], English), Italian);
    }

    #[test]
    fn what_can_be_read_as_given_is() {
        use Letters::{English, German};
        assert_eq!(of(&["Be2", "Kd4"], German), German);
        assert_eq!(of(&["Be2", "Kd4", "e4"], English), English);
    }

    #[test]
    fn doubt_leaves_the_letters_given() {
        // King or rook: German and French read these differently where K and R stand.
        use Letters::{English, German};
        assert_eq!(of(&["Td1", "Dd4"], English), German);
        assert_eq!(of(&["Td1", "Dd4", "Rd4", "Kd4"], English), English);
    }
}
