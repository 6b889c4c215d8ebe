//! Themes of help play with several solutions.

use std::collections::BTreeSet;

use shakmaty::Square;

use crate::problem::Play;

use super::super::line::Line;
use super::subject::{Instance, Subject};

/// Longer rings are not looked for.
const MOST_IN_RING: usize = 6;

/// Who mates in a solution, and which men of the mating side are captured in it.
struct Fates {
    mates: Square,
    captured: BTreeSet<Square>,
}

fn fates(subject: &Subject) -> Vec<Fates> {
    if subject.play != Play::Help {
        return Vec::new();
    }
    let of = |line: &Line| {
        let (mated, _) = line.mate()?;
        Some(Fates {
            mates: line.mating_man()?,
            captured: (line.of(mated)).filter_map(|ply| ply.captured).collect(),
        })
    };
    subject.lines.iter().filter_map(of).collect()
}

pub fn zilahi(subject: &Subject) -> Option<Instance> {
    let fates = fates(subject);
    let found = fates.iter().enumerate().any(|(at, one)| {
        fates[at + 1..].iter().any(|other| {
            one.mates != other.mates
                && one.captured.contains(&other.mates)
                && other.captured.contains(&one.mates)
        })
    });
    found.then(Instance::default)
}

pub fn cyclic_zilahi(subject: &Subject) -> Option<Instance> {
    let fates = fates(subject);
    let longest = (0..fates.len())
        .map(|start| cycle(&fates, &mut vec![start]))
        .max()?;
    (longest >= 3).then(|| Instance {
        count: Some(longest),
        ..Instance::default()
    })
}

/// The longest ring of solutions that begins with `ring`, each with a mating man that is captured in the next, the
/// last one's in the first; 0 if there is none. No man mates twice in it.
fn cycle(fates: &[Fates], ring: &mut Vec<usize>) -> usize {
    let (Some(&first), Some(&last)) = (ring.first(), ring.last()) else {
        return 0;
    };
    let closes = fates[first].captured.contains(&fates[last].mates);
    let mut longest = if closes && ring.len() > 1 {
        ring.len()
    } else {
        0
    };
    if ring.len() >= MOST_IN_RING {
        return longest;
    }
    for next in 0..fates.len() {
        let new = ring.iter().all(|&at| fates[at].mates != fates[next].mates);
        if new && fates[next].captured.contains(&fates[last].mates) {
            ring.push(next);
            longest = longest.max(cycle(fates, ring));
            ring.pop();
        }
    }
    longest
}
