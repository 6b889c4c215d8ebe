//! Joint pawn reachability: the pawns of a scenario moved square by square, quiet steps and double steps among the captures.
//!
//! The timeline knows events that bind pawns for good; what a pawn's quiet step opens and shuts meanwhile it does not see.
//! Here every *state* is a place for each of some pawns. State follows state when a pawn steps, captures, promotes or
//! is captured, never against the order the timeline knows. Of every king and officer it is known in each state where he
//! can be: he starts at home and goes around the pawns, the men that never moved and those not yet let out; whoever is
//! captured must be able to be there; and everybody must get to where he stands in the end. Looked at from the beginning
//! and from the end in turns. Invariant: every history of the scenario passes through states that are left; if none is,
//! there is no history.

mod backwards;
mod forwards;
mod track;

use shakmaty::{Bitboard, Board, Color, File, Role, Square, attacks};

use super::side::Man;
use super::timeline::{Kind, Timeline};
use crate::budget::{Budget, Limit};
use crate::retro::model::Class;
use crate::retro::model::PawnId;
use crate::retro::model::claim::End;
use track::Track;

/// A king or an officer whose whereabouts are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Officer {
    color: Color,
    /// Its role; `None`: a promoted man that was captured, of any role.
    role: Option<Role>,
    class: Option<Class>,
    origin: Origin,
}

/// Where an officer comes from, and whether it stays on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A king or an original on the board in the end: its home.
    Stays(Square),
    /// An original that is, or may be, missing: its home, and its number among its side's victims.
    Goes(Square, usize),
    /// What the pawn of this track became.
    Promoted(usize),
    /// A man on the board promoted here at some time.
    PromotedByOther(Square),
}

/// A man on the board in the end that can have moved.
#[derive(Debug, Clone, Copy)]
struct Survivor {
    color: Color,
    role: Role,
    class: Option<Class>,
    square: Square,
}

/// The places of the pawns, and how far all of them are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    progress: u32,
    places: [u8; 16],
}

/// What is known of a state.
#[derive(Debug, Clone)]
struct KnownState {
    state: State,
    /// Where each officer can be.
    may: Vec<Bitboard>,
    /// The states that can come next.
    next: Vec<State>,
}

/// What the end tells of a state.
#[derive(Debug, Clone)]
struct FromTheEnd {
    /// From where each man on the board gets to his square.
    from: Vec<Bitboard>,
    /// Which of them need not be promoted yet, as bits.
    may_promote_later: u32,
    /// Squares on which such a man stands already, for good.
    settled: Bitboard,
}

/// So many states cost one node.
const STATES_A_NODE: usize = 4;

/// No more states than this are looked at.
const MOST_STATES: usize = 6_000;

/// How many states the chosen pawns may have, were all of them free to go, and whether those that capture or promote are
/// chosen first. The groups are tried in this order.
const CHOICES: [(usize, bool); 3] = [(1_000, false), (30_000, false), (30_000, true)];

/// How many states the pawns of one file, or of two files side by side, may have, were all of them free to go.
const MOST_SIDE_BY_SIDE: usize = 3_000;

/// Looks from the beginning and from the end, so often at most.
const ROUNDS: usize = 4;

/// Pawns that were moved among each other in vain.
pub type PawnGroup = Vec<PawnId>;

/// Which groups of pawns are moved.
#[derive(Debug, Clone, Copy)]
pub enum PawnGroups<'g> {
    /// Only these, whoever was captured where: no victims are chosen.
    Plainly(&'g [PawnGroup]),
    /// These.
    Only(&'g [PawnGroup]),
    /// All that are worth a look, these first.
    All(&'g [PawnGroup]),
}

/// Pawns that cannot be moved square by square to their ends as the scenario of a timeline has it. `None`: everything can be
/// played through, as far as is seen.
///
/// # Errors
///
/// The limit that is hit.
pub(super) fn group_without_way(
    timeline: &Timeline<'_>,
    pawn_groups: PawnGroups<'_>,
    budget: &mut Budget,
) -> Result<Option<PawnGroup>, Limit> {
    let tracks: Vec<Track> = PawnId::ALL
        .into_iter()
        .filter_map(|pawn| Track::of(timeline, pawn))
        .filter(|track| track.spots.len() > 1)
        .collect();
    let (PawnGroups::Plainly(groups) | PawnGroups::Only(groups) | PawnGroups::All(groups)) =
        pawn_groups;
    let tracks_of = |group: &PawnGroup| -> Vec<usize> {
        let is_in = |&i: &usize| group.contains(&tracks[i].pawn);
        (0..tracks.len()).filter(is_in).collect()
    };
    let mut chosen: Vec<Vec<usize>> = groups.iter().map(tracks_of).collect();
    if let PawnGroups::All(_) = pawn_groups {
        chosen.extend(side_by_side(&tracks));
        chosen.extend(CHOICES.map(|(most, eventful_first)| few(&tracks, most, eventful_first)));
    }
    for (place, group) in chosen.iter().enumerate() {
        if group.is_empty() || chosen[..place].contains(group) {
            continue;
        }
        let own: Vec<Track> = group.iter().map(|&i| tracks[i].clone()).collect();
        let pawns = own.iter().map(|track| track.pawn).collect();
        if !JointPawns::new(timeline, own).plays(budget)? {
            return Ok(Some(pawns));
        }
    }
    Ok(None)
}

/// Pawns with few places, as many as leave so many states at most.
fn few(tracks: &[Track], most: usize, eventful_first: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tracks.len()).collect();
    order.sort_by_key(|&i| {
        let track = &tracks[i];
        let is_quiet = track.done.last() == Some(&0);
        (eventful_first && is_quiet, track.spots.len(), track.pawn)
    });
    let mut size = 1usize;
    let mut chosen: Vec<usize> = order
        .into_iter()
        .take_while(|&i| {
            size = size.saturating_mul(tracks[i].spots.len());
            size <= most
        })
        .collect();
    chosen.sort_unstable();
    chosen
}

/// The pawns that come to one file, or to two files side by side: they stand in each other's way. Only groups with a pawn
/// that captures or leaves the board, and with at most [`MOST_SIDE_BY_SIDE`] states; those with the fewest first.
fn side_by_side(tracks: &[Track]) -> Vec<Vec<usize>> {
    let files = |file: File| Bitboard::from_file(file);
    let ones = File::ALL.map(files);
    let twos = File::ALL
        .windows(2)
        .map(|two| files(two[0]) | files(two[1]));
    let mut groups: Vec<(usize, Vec<usize>)> = ones
        .into_iter()
        .chain(twos)
        .map(|files| {
            let comes = |&i: &usize| tracks[i].squares().intersects(files);
            let group: Vec<usize> = (0..tracks.len()).filter(comes).collect();
            let size = group.iter().fold(1usize, |size, &i| {
                size.saturating_mul(tracks[i].spots.len())
            });
            (size, group)
        })
        .filter(|(size, group)| {
            let is_eventful = group.iter().any(|&i| tracks[i].done.last() != Some(&0));
            group.len() > 1 && is_eventful && *size <= MOST_SIDE_BY_SIDE
        })
        .collect();
    groups.sort();
    groups.dedup();
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Some pawns of a scenario and everybody else around them.
struct JointPawns<'t, 'a> {
    timeline: &'t Timeline<'a>,
    tracks: Vec<Track>,
    officers: Vec<Officer>,
    men: Vec<Survivor>,
    /// The events of the pawns' tracks, as bits.
    events: u64,
    /// By officer: the captures that certainly were its end, as bits.
    end: Vec<u64>,
}

impl<'t, 'a> JointPawns<'t, 'a> {
    fn new(timeline: &'t Timeline<'a>, tracks: Vec<Track>) -> JointPawns<'t, 'a> {
        let events = tracks
            .iter()
            .filter_map(|track| track.done.last())
            .fold(0, |all, done| all | done);
        let mut joint = JointPawns {
            timeline,
            tracks,
            officers: Vec::new(),
            men: Vec::new(),
            events,
            end: Vec::new(),
        };
        for color in Color::ALL {
            joint.list_officers(color);
        }
        joint.end = (0..joint.officers.len())
            .map(|officer| joint.certain_end(officer))
            .collect();
        joint
    }

    /// Everybody of a side.
    fn list_officers(&mut self, color: Color) {
        let ledger = self.timeline.ledger();
        let side = self.timeline.side(color);
        let king_home = color.fold_wb(Square::E1, Square::E8);
        if !ledger.steady.contains(king_home) {
            self.officers.push(Officer {
                color,
                role: Some(Role::King),
                class: None,
                origin: Origin::Stays(king_home),
            });
        }
        for class in Class::ALL {
            let role = Some(class.role());
            for home in class.homes(color) {
                let victim = side
                    .victims
                    .iter()
                    .position(|victim| victim.man == Man::Officer(home, class));
                let origin = match victim {
                    Some(victim) => Origin::Goes(home, victim),
                    None if ledger.steady.contains(home) => continue,
                    None => Origin::Stays(home),
                };
                self.officers.push(Officer {
                    color,
                    role,
                    class: Some(class),
                    origin,
                });
            }
            for square in self.other_promotion_squares(color, class) {
                self.officers.push(Officer {
                    color,
                    role,
                    class: Some(class),
                    origin: Origin::PromotedByOther(square),
                });
            }
        }
        for (i, track) in self.tracks.iter().enumerate() {
            if track.color != color {
                continue;
            }
            let (role, class) = match track.end {
                End::Remains(_, class) => (Some(class.role()), Some(class)),
                End::Spent(_) => (None, None),
                _ => continue,
            };
            self.officers.push(Officer {
                color,
                role,
                class,
                origin: Origin::Promoted(i),
            });
        }
        let board = &ledger.board;
        for square in board.by_color(color) & !board.pawns() & !ledger.steady {
            if let Some(role) = board.role_at(square) {
                self.men.push(Survivor {
                    color,
                    role,
                    class: Class::of(role, square),
                    square,
                });
            }
        }
    }

    /// Where men of a class on the board were promoted by pawns that are not followed.
    fn other_promotion_squares(&self, color: Color, class: Class) -> Vec<Square> {
        let side = self.timeline.side(color);
        let named = side.promotions.iter().filter(|(_, other)| *other == class);
        let careers = side.careers.iter().filter_map(|career| match career.end {
            End::Remains(square, promoted_to) if promoted_to == class => {
                let pawn = PawnId::new(color, career.origin);
                let is_followed = self.tracks.iter().any(|track| track.pawn == pawn);
                (!is_followed).then_some(square)
            }
            _ => None,
        });
        named.map(|&(square, _)| square).chain(careers).collect()
    }

    /// The capture that was certainly the end of a officer, as a bit.
    fn certain_end(&self, officer: usize) -> u64 {
        let Officer { color, origin, .. } = self.officers[officer];
        let victim = match origin {
            Origin::Goes(_, victim) => Some(victim),
            Origin::Promoted(track) => self.victim_of(track),
            Origin::Stays(_) | Origin::PromotedByOther(_) => None,
        };
        let Some(victim) = victim else { return 0 };
        self.captures(color.other())
            .filter(|&event| self.timeline.prey_of(event) == 1 << victim)
            .fold(0, |all, event| all | 1 << event)
    }

    /// The number of a pawn of these tracks among its side's victims, as a pawn or promoted.
    fn victim_of(&self, track: usize) -> Option<usize> {
        let track = &self.tracks[track];
        let file = track.pawn.origin();
        let victims = &self.timeline.side(track.color).victims;
        victims
            .iter()
            .position(|victim| matches!(victim.man, Man::Pawn(f) | Man::Promoted(f) if f == file))
    }

    /// All captures by pawns of a side.
    fn captures(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        (0..self.timeline.events.len()).filter(move |&event| {
            let event = self.timeline.events[event];
            matches!(event.kind, Kind::Capture(_)) && event.pawn.color() == color
        })
    }

    /// Whether some row of states leads from the beginning to the end, as far as is seen.
    fn plays(&self, budget: &mut Budget) -> Result<bool, Limit> {
        let mut from_the_end = None;
        let mut left = usize::MAX;
        for _ in 0..ROUNDS {
            let Some(known) = self.forwards(from_the_end.as_ref(), budget)? else {
                return Ok(true);
            };
            let now = self.backwards(&known, budget)?;
            let weight = now
                .values()
                .flat_map(|from_the_end| from_the_end.from.iter().map(|from| from.count()))
                .sum::<usize>()
                + now.len();
            if now.is_empty() {
                return Ok(false);
            }
            if weight >= left {
                break;
            }
            left = weight;
            from_the_end = Some(now);
        }
        Ok(true)
    }

    /// The events gone by in a state, as bits.
    fn done(&self, state: &State) -> u64 {
        self.tracks
            .iter()
            .zip(state.places)
            .fold(0, |all, (track, place)| {
                all | track.done[usize::from(place)]
            })
    }

    /// Where a pawn stands as a pawn.
    fn square(&self, state: &State, track: usize) -> Option<Square> {
        self.tracks[track].spots[usize::from(state.places[track])].square
    }

    /// The squares of the pawns of a side.
    fn pawns(&self, state: &State, color: Color) -> Bitboard {
        (0..self.tracks.len())
            .filter(|&track| self.tracks[track].color == color)
            .filter_map(|track| self.square(state, track))
            .collect()
    }

    /// Squares guarded by pawns of `color` that stand still from one state to the next; for a state and itself, by all.
    fn guarded(&self, from: &State, to: &State, color: Color) -> Bitboard {
        (0..self.tracks.len())
            .filter(|&track| {
                self.tracks[track].color == color && from.places[track] == to.places[track]
            })
            .filter_map(|track| self.square(from, track))
            .fold(Bitboard::EMPTY, |all, square| {
                all | attacks::pawn_attacks(color, square)
            })
    }

    /// Whether a promoted officer is on the board in a state: its pawn has gone there.
    fn has_promoted(&self, state: &State, track: usize) -> bool {
        self.square(state, track).is_none()
    }

    /// All squares an officer can walk to from some.
    fn walk(&self, color: Color, role: Option<Role>, from: Bitboard, shut: Bitboard) -> Bitboard {
        let reaches = self.timeline.reaches();
        let free = [Bitboard::EMPTY; 2];
        let mut seen = Bitboard::EMPTY;
        while let Some(square) = (from & !seen).first() {
            let shut = shut.without(square);
            seen.add(square);
            seen |= match role {
                Some(role) => reaches.reach(color, role, square, shut, free),
                None => reaches.promoted_reach(color, square, shut, free),
            };
        }
        seen
    }

    /// Whether such a man stands on that square in the end.
    fn ends_on(&self, color: Color, role: Option<Role>, square: Square) -> bool {
        let board: &Board = &self.timeline.ledger().board;
        role.is_some_and(|role| board.piece_at(square) == Some(shakmaty::Piece { color, role }))
    }
}
