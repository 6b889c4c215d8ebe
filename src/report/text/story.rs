//! A game told by its decisive moments.

use shakmaty::Color;
use shakmaty::san::SanPlus;

use super::TextStyle;
use super::argument::pawn_from;
use super::layout::capital;
use super::moves::Ply;
use super::words::{castling_text, joined, listed, side_name};
use crate::retro::Witness;
use crate::retro::argument::moments::{Moments, PawnCareer, moments};
use crate::say;

/// What the pawns of a game captured, where they were promoted, and how rights to castle went: a paragraph.
pub fn story_text(game: &Witness, style: TextStyle) -> String {
    let found = moments(game);
    let sans = game.sans();
    let mut said: Vec<String> = found.pawns.iter().map(|pawn| career(pawn, style)).collect();
    if said.is_empty() {
        said.push(say!(style.language, StoryNoPawn).to_owned());
    }
    said.extend(rights(&found, game, &sans, style));
    joined(said.iter().map(|text| format!("{}.", capital(text))), " ")
}

fn career(pawn: &PawnCareer, style: TextStyle) -> String {
    let language = style.language;
    let pawn_name = pawn_from(pawn.home, language);
    let letter = |role| style.letters.letter(role);
    let captured = pawn.captured.iter().map(|&(role, on)| match role {
        shakmaty::Role::Pawn => format!("{on} ({})", say!(language, Pawn)),
        _ => format!("{on} ({})", letter(role)),
    });
    let mut parts = Vec::new();
    if !pawn.captured.is_empty() {
        let squares = joined(captured, ", ");
        parts.push(say!(language, StoryCaptured, squares));
    }
    if let Some((role, on)) = pawn.promoted {
        let man = letter(role);
        parts.push(say!(language, StoryPromoted, man, on));
    }
    if pawn.is_gone {
        parts.push(say!(language, StoryGone).to_owned());
    }
    let did = listed(parts, language);
    say!(language, StoryPawnDid, pawn = pawn_name, did)
}

fn rights(found: &Moments, game: &Witness, sans: &[SanPlus], style: TextStyle) -> Vec<String> {
    let language = style.language;
    let written = |ply: usize| {
        let number = Ply(ply as u32).number();
        let played = sans.get(ply).zip(game.moves.get(ply));
        let text = played.map(|(&san, &mv)| style.write(san, mv));
        format!("{number}{}", text.unwrap_or_default())
    };
    let mut said = Vec::new();
    for &(color, _, ply) in &found.castled {
        let (who, played) = (side_name(color, language), written(ply));
        said.push(say!(language, StoryCastled, who, played));
    }
    for color in Color::ALL {
        let lost = |ply: usize| {
            let there = found.rights.iter();
            there.filter(move |one| one.ply == ply && one.right.color() == color)
        };
        let mut plies: Vec<usize> = (found.rights.iter())
            .filter(|one| one.right.color() == color)
            .map(|one| one.ply)
            // Who has castled has used his right: that was said.
            .filter(|&ply| found.castled.iter().all(|&(_, _, castled)| castled != ply))
            .collect();
        plies.dedup();
        for ply in plies {
            let castlings = lost(ply).map(|one| castling_text(one.right.side(), language));
            let castlings = joined(castlings, ", ");
            let (who, played) = (side_name(color, language), written(ply));
            said.push(say!(language, StoryRightLost, who, castlings, played));
        }
    }
    said
}
