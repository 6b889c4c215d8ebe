//! Which pawns to move among each other, so that what is told of them is seen to be impossible.

use shakmaty::{Bitboard, File};

use crate::retro::checker::cases::{JointPawns, MOST_PAWNS, MOST_POSITIONS, Way};
use crate::retro::model::PawnId;

/// Pawns moved among each other, in their order.
pub(super) type Group = Vec<PawnId>;

/// Groups of no more positions than this are tried, one limit after the other.
pub(super) const LIMITS: [usize; 3] = [5_000, 30_000, MOST_POSITIONS];

/// Most places that pawns have together turn out not to be positions.
const HARDLY_ANY: usize = 20;

/// The pawns of these ways, in their order.
pub(super) fn group<'w>(ways: impl IntoIterator<Item = &'w Way>) -> Group {
    let mut group: Group = ways.into_iter().map(Way::pawn).collect();
    group.sort_unstable();
    group
}

/// Whether a group of these pawns is worth to be tried with a limit.
fn is_small(ways: &[&Way], most: usize) -> bool {
    ways.len() <= MOST_PAWNS && JointPawns::size(ways.iter().copied()) <= most
}

/// Those that are told of with others that go through the same files.
pub(super) fn beside(told: &[&Way], others: &[&Way]) -> Option<Group> {
    let theirs = told
        .iter()
        .fold(Bitboard::EMPTY, |all, way| all | way.files());
    let beside = others
        .iter()
        .filter(|way| way.files().intersects(theirs))
        .copied();
    let all: Vec<&Way> = told.iter().copied().chain(beside).collect();
    is_small(&all, LIMITS[0]).then(|| group(all))
}

/// Those that are told of with others that go through the same files or capture for the same side: they compete for the men that fell.
pub(super) fn rivals(told: &[&Way], others: &[&Way], most: usize) -> Option<Group> {
    let is_rival = |other: &&Way| {
        other.course.captures > 0
            && told
                .iter()
                .any(|way| way.pawn().color() == other.pawn().color())
    };
    let is_beside = |other: &&Way| told.iter().any(|way| way.files().intersects(other.files()));
    let others = others.iter().copied();
    let others = others.filter(|other| is_rival(other) || is_beside(other));
    let all: Vec<&Way> = told.iter().copied().chain(others).collect();
    is_small(&all, most * HARDLY_ANY).then(|| group(all))
}

/// Those that are told of with as many others as may be, the ones with the fewest places first.
pub(super) fn with_few(told: &[&Way], others: &[&Way], most: usize) -> Group {
    let mut all = told.to_vec();
    for other in others {
        all.push(other);
        if !is_small(&all, most * HARDLY_ANY) {
            all.pop();
            break;
        }
    }
    group(all)
}

/// Pawns that come to one file, or to two or three side by side, of all there are; the smallest groups first.
pub(super) fn side_by_side(all: &[&Way], most: usize) -> Vec<Group> {
    let wide = |width: usize| {
        File::ALL.windows(width).map(|files| {
            let files = files.iter();
            files.fold(Bitboard::EMPTY, |all, &file| {
                all | Bitboard::from_file(file)
            })
        })
    };
    let mut groups: Vec<(usize, Group)> = (1..=3)
        .flat_map(wide)
        .map(|these| {
            let come = all.iter().filter(|way| way.files().intersects(these));
            come.copied().collect::<Vec<&Way>>()
        })
        .filter(|ways| ways.len() > 1 && is_small(ways, most))
        .map(|ways| (JointPawns::size(ways.iter().copied()), group(ways)))
        .collect();
    groups.sort();
    groups.dedup();
    groups.into_iter().map(|(_, group)| group).collect()
}
