//! Themes of the tree: what one line shows, or the lines of the actual play together.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::attacks::{king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use crate::problem::Play;

use super::super::line::{Line, Ply};
use super::super::mating::{Economy, economy, shuts_out};
use super::super::step::{Deed, Step};
use super::subject::{Instance, Subject};

fn showing(steps: Vec<Step>) -> Option<Instance> {
    (!steps.is_empty()).then(|| Instance {
        steps,
        ..Instance::default()
    })
}

/// The plies of a colour, each deed once, in the order of the lines; those of a threat with them.
fn plies_of<'a>(subject: &Subject<'a>, color: Color) -> Vec<&'a Ply> {
    let mut seen: BTreeSet<Deed> = BTreeSet::new();
    // The threat, and the moves up to it, are the attacker's only ones too.
    let threatens = subject.play != Play::Help && color == subject.attacker;
    let counts = |line: &&Line| !line.idle || (threatens && line.plies.len() <= 2);
    (subject.lines.iter())
        .filter(counts)
        .flat_map(|line| line.of(color))
        .filter(|ply| seen.insert(ply.step.deed))
        .collect()
}

/// What each defence on the first move is answered by: of lines in which no threat is left working.
fn first_answers(subject: &Subject) -> BTreeMap<Deed, (Step, Deed)> {
    let pair = |line: &Line| match line.plies[..] {
        [_, defence, answer, ..] if defence.color != subject.attacker => {
            Some((defence.step.deed, (defence.step, answer.step.deed)))
        }
        _ => None,
    };
    if subject.play == Play::Help {
        return BTreeMap::new();
    }
    subject.variations().filter_map(pair).collect()
}

/// The steps of `deeds`, if each of them is a defence, and no two of them have the same answer.
fn all_answered_differently(
    answers: &BTreeMap<Deed, (Step, Deed)>,
    deeds: impl Iterator<Item = Deed>,
) -> Option<Vec<Step>> {
    let mut used = BTreeSet::new();
    deeds
        .map(|deed| {
            let (step, answer) = answers.get(&deed)?;
            used.insert(*answer).then_some(*step)
        })
        .collect()
}

pub fn allumwandlung(subject: &Subject) -> Option<Instance> {
    for color in [subject.attacker, subject.attacker.other()] {
        if subject.is_forced(color) {
            if let Some(steps) = all_promotions(subject, &[color]) {
                return showing(steps);
            }
        } else {
            // The defender may always promote to anything: the answers must tell it apart.
            let answers = first_answers(subject);
            let promotions = answers.keys().filter(|deed| deed.becomes.is_some());
            let pawns: BTreeSet<(Square, Square)> =
                promotions.map(|deed| (deed.man, deed.to)).collect();
            let all = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
            let steps = pawns.into_iter().find_map(|(man, to)| {
                let becoming = all.map(|role| Deed {
                    man,
                    to,
                    becomes: Some(role),
                });
                all_answered_differently(&answers, becoming.into_iter())
            });
            if steps.is_some() {
                return showing(steps?);
            }
        }
    }
    // In help play both sides together.
    let both = (subject.play == Play::Help).then(|| all_promotions(subject, &Color::ALL));
    showing(both??)
}

/// A step of `colors` for each piece that a pawn can become, if there is one.
fn all_promotions(subject: &Subject, colors: &[Color]) -> Option<Vec<Step>> {
    let mut shown: BTreeMap<Role, Step> = BTreeMap::new();
    for ply in colors.iter().flat_map(|&color| plies_of(subject, color)) {
        if let Some(role) = ply.step.deed.becomes {
            shown.entry(role).or_insert(ply.step);
        }
    }
    (shown.len() == 4).then(|| shown.into_values().collect())
}

pub fn promotions(subject: &Subject) -> Option<Instance> {
    let promotes = |ply: &&Ply| ply.step.deed.becomes.is_some();
    let steps: Vec<Step> = (Color::ALL.into_iter())
        .filter(|&color| subject.is_forced(color))
        .flat_map(|color| plies_of(subject, color).into_iter().filter(promotes))
        .map(|ply| ply.step)
        .collect();
    (steps.len() >= 3).then(|| Instance {
        count: Some(steps.len()),
        steps,
        ..Instance::default()
    })
}

pub fn excelsior(subject: &Subject) -> Option<Instance> {
    let walks = |line: &Line| {
        let promoted = line.plies.iter().find(|ply| {
            let first = ply.color.fold_wb(Rank::Second, Rank::Seventh);
            ply.step.deed.becomes.is_some()
                && ply.step.deed.man.rank() == first
                && subject.board.role_at(ply.step.deed.man) == Some(Role::Pawn)
                && subject.is_forced(ply.color)
        })?;
        let man = promoted.step.deed.man;
        let steps = line.plies.iter().filter(|ply| ply.step.deed.man == man);
        Some(steps.map(|ply| ply.step).collect())
    };
    showing(subject.variations().find_map(walks)?)
}

pub fn valladao(subject: &Subject) -> Option<Instance> {
    let plies: Vec<&Ply> = (Color::ALL.into_iter())
        .flat_map(|color| plies_of(subject, color))
        .collect();
    let first = |special: &dyn Fn(&Step) -> bool| {
        (plies.iter())
            .map(|ply| ply.step)
            .find(|step| special(step))
    };
    showing(vec![
        first(&|step| step.mv.is_castle())?,
        first(&|step| step.mv.is_en_passant())?,
        first(&|step| step.deed.becomes.is_some())?,
    ])
}

pub fn switchback(subject: &Subject) -> Option<Instance> {
    let returns = |line: &Line| {
        for (at, ply) in line.plies.iter().enumerate() {
            if !subject.is_forced(ply.color) || ply.step.deed.becomes.is_some() {
                continue;
            }
            let man = ply.step.deed.man;
            let next = line.plies[at + 1..]
                .iter()
                .find(|next| next.step.deed.man == man);
            if let Some(next) = next
                && ply.step.mv.from() == Some(next.step.deed.to)
                && !ply.step.mv.is_castle()
            {
                return Some(vec![ply.step, next.step]);
            }
        }
        None
    };
    showing(subject.variations().find_map(returns)?)
}

/// The defending king's flights where a man on his square would reach, all of them answered.
fn flights(subject: &Subject, reach: fn(Square, Bitboard) -> Bitboard) -> Option<Instance> {
    let king = subject.board.king_of(subject.attacker.other())?;
    let targets = king_attacks(king) & reach(king, Bitboard::FULL);
    if targets.count() != 4 {
        return None;
    }
    let answers = first_answers(subject);
    let step = |to| {
        let deed = Deed {
            man: king,
            to,
            becomes: None,
        };
        answers.get(&deed).map(|(step, _)| *step)
    };
    showing(
        targets
            .into_iter()
            .map(step)
            .collect::<Option<Vec<Step>>>()?,
    )
}

pub fn star_flights(subject: &Subject) -> Option<Instance> {
    flights(subject, shakmaty::attacks::bishop_attacks)
}

pub fn cross_flights(subject: &Subject) -> Option<Instance> {
    flights(subject, shakmaty::attacks::rook_attacks)
}

/// The four moves of the pawn on `from`, which has not moved.
fn four_moves(from: Square, color: Color) -> Option<[Deed; 4]> {
    let forward = color.fold_wb(8, -8);
    let captures: Vec<Square> = pawn_attacks(color, from).into_iter().collect();
    let &[left, right] = &captures[..] else {
        return None;
    };
    let targets = [
        from.offset(forward)?,
        from.offset(2 * forward)?,
        left,
        right,
    ];
    Some(targets.map(|to| Deed {
        man: from,
        to,
        becomes: None,
    }))
}

/// The pawns of `color` on their first rank.
fn unmoved_pawns(subject: &Subject, color: Color) -> Bitboard {
    let first = color.fold_wb(Rank::Second, Rank::Seventh);
    subject.board.pawns() & subject.board.by_color(color) & Bitboard::from(first)
}

pub fn pickaninny(subject: &Subject) -> Option<Instance> {
    let color = Color::Black;
    if subject.is_forced(color) {
        return played_by_pawn(subject, color);
    }
    let answers = first_answers(subject);
    let mut pawns = unmoved_pawns(subject, color).into_iter();
    showing(pawns.find_map(|pawn| {
        all_answered_differently(&answers, four_moves(pawn, color)?.into_iter())
    })?)
}

pub fn albino(subject: &Subject) -> Option<Instance> {
    let color = Color::White;
    if subject.is_forced(color) {
        return played_by_pawn(subject, color);
    }
    None
}

/// Four moves of one pawn in the actual play, each the only one.
fn played_by_pawn(subject: &Subject, color: Color) -> Option<Instance> {
    let plies = plies_of(subject, color);
    let mut pawns = unmoved_pawns(subject, color).into_iter();
    showing(pawns.find_map(|pawn| {
        let step = |deed: Deed| {
            (plies.iter().map(|ply| ply.step))
                .find(|step| step.deed == deed && step.mv.from() == Some(pawn))
        };
        four_moves(pawn, color)?
            .into_iter()
            .map(step)
            .collect::<Option<Vec<Step>>>()
    })?)
}

/// Lines of a two-mover: the defence, the mate, and the board of it.
fn mates_after_defences<'a>(
    subject: &Subject<'a>,
    idle: bool,
) -> Vec<(Ply, Ply, &'a shakmaty::Board)> {
    let lines = subject.lines.iter().filter(|line| idle || !line.idle);
    lines
        .filter_map(|line| {
            let [_, defence, answer] = line.plies[..] else {
                return None;
            };
            let (mated, board) = line.mate()?;
            (mated == subject.attacker.other()).then_some((defence, answer, board))
        })
        .collect()
}

/// Whether one of the two moves along ranks and files, the other along diagonals.
fn differ(one: Role, other: Role) -> bool {
    matches!(
        (one, other),
        (Role::Rook, Role::Bishop | Role::Queen)
            | (Role::Bishop, Role::Rook | Role::Queen)
            | (Role::Queen, Role::Rook | Role::Bishop)
    )
}

/// Two defences on one square, each of which shuts out the man that plays the other.
fn mutual_interference(
    subject: &Subject,
    idle: bool,
    thematic: impl Fn(&Ply) -> bool,
) -> Option<Instance> {
    let mates = mates_after_defences(subject, idle);
    for (at, (one, first, board)) in mates.iter().enumerate() {
        for (other, second, other_board) in &mates[at + 1..] {
            let square = one.step.deed.to;
            if other.step.deed.to == square
                && one.step.deed.man != other.step.deed.man
                && differ(one.step.mv.role(), other.step.mv.role())
                && first.step.deed != second.step.deed
                && thematic(one)
                && thematic(other)
                && shuts_out(board, square, other.step.deed.man)
                && shuts_out(other_board, square, one.step.deed.man)
            {
                return Some(Instance {
                    defences: vec![one.step.deed, other.step.deed],
                    answers: vec![first.step.deed, second.step.deed],
                    steps: vec![one.step, first.step, other.step, second.step],
                    ..Instance::default()
                });
            }
        }
    }
    None
}

pub fn grimshaw(subject: &Subject) -> Option<Instance> {
    if subject.play != Play::Direct {
        return None;
    }
    mutual_interference(subject, false, |defence| defence.captured.is_none())
}

pub fn novotny(subject: &Subject) -> Option<Instance> {
    if subject.play != Play::Direct {
        return None;
    }
    let key = subject.lines.first()?.plies.first()?.step.deed;
    mutual_interference(subject, true, |defence| {
        defence.captured == Some(key.man) && defence.step.deed.to == key.to
    })
}

/// The mates of the actual play that are at least so economical, and all mates.
fn economical(subject: &Subject, least: Economy) -> Option<Instance> {
    let mut all: BTreeSet<(Deed, Square)> = BTreeSet::new();
    let mut shown: BTreeMap<(Deed, Square), Step> = BTreeMap::new();
    for line in subject.variations() {
        let (Some((mated, board)), Some(last)) = (line.mate(), line.plies.last()) else {
            continue;
        };
        let Some(king) = board.king_of(mated) else {
            continue;
        };
        let mate = (last.step.deed, king);
        all.insert(mate);
        if economy(board, mated) >= least {
            shown.entry(mate).or_insert(last.step);
        }
    }
    let enough = if subject.play == Play::Help { 1 } else { 3 };
    (shown.len() >= enough).then(|| Instance {
        count: Some(shown.len()),
        of: Some(all.len()),
        steps: shown.into_values().collect(),
        ..Instance::default()
    })
}

pub fn model_mates(subject: &Subject) -> Option<Instance> {
    economical(subject, Economy::Model)
}

pub fn ideal_mates(subject: &Subject) -> Option<Instance> {
    economical(subject, Economy::Ideal)
}
