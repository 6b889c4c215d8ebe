//! In which ways one man can be stuck at the end.

use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use super::arrivals::{moves_on_empty, reach_on_empty};
use super::ends::{AllEnds, End};
use super::ring::kind;
use super::stuck::{Arrivals, Scene};
use super::ways::{NEVER, cone};
use super::{Duties, Man, could_promote, moves_to_promote};

impl Scene<'_> {
    /// A man that blocks beside the king, or is captured on a line.
    pub(super) fn add_used(&self, ends: &mut AllEnds, man: &Man, duties: &Duties) {
        let blockers = &duties.blockers[..duties.blocking];
        let blocker = blockers.iter().find(|blocker| blocker.from == man.square);
        let Some(blocker) = blocker else {
            ends.begin();
            self.add_captured(ends, man.square);
            return;
        };
        let most = u32::from(blocker.cost) + duties.replies;
        let unknown = man.role == Role::Pawn && could_promote(!self.look.mater, man.square, most);
        if !unknown && !self.is_stuck(man.role, blocker.to) {
            ends.begin();
            self.add_staying(ends, man.role, blocker.to);
        }
    }

    /// All ends of a man that has no duty. It has made `made` moves that are paid.
    pub(super) fn add_all(&self, ends: &mut AllEnds, man: &Man, stays: bool, made: u32) {
        if made == 0 && self.is_takeable(man.square) {
            self.add_captured(ends, man.square);
        }
        if stays {
            self.add_staying(ends, man.role, man.square);
        }
        let replies = self.replies + made;
        let taken = (1..=replies).find(|&moves| {
            self.look.free > 0 || (self.victim_reach(man, moves) & self.capturing).any()
        });
        if let Some(moves) = taken {
            ends.add(&End {
                captures: 1,
                replies: moves - made,
                ..End::default()
            });
        }
        if replies == 0 {
            return;
        }
        // Who has made a move already was counted among those that may arrive.
        let add = |ends: &mut AllEnds, end: End| {
            ends.add(&End {
                replies: end.replies - made,
                moved: 1 - made,
                ..end
            });
        };
        if man.role == Role::Pawn {
            self.add_moved_pawn(ends, man, replies, add);
        } else {
            self.add_moved_officer(ends, man, replies, add);
        }
    }

    fn add_captured(&self, ends: &mut AllEnds, square: Square) {
        ends.add(&End {
            arrivals: self.way_to(square),
            captures: 1,
            ..End::default()
        });
    }

    /// The ends of a man that stands on `square` at the end.
    fn add_staying(&self, ends: &mut AllEnds, role: Role, square: Square) {
        let (straight, diagonal) = pins(role, square, self.kings);
        if straight && let Some(arrivals) = self.pinning(square, kind(self.look.mater, Role::Rook))
        {
            ends.add(&End {
                arrivals,
                straight: 1,
                ..End::default()
            });
        }
        if diagonal
            && let Some(arrivals) = self.pinning(square, kind(self.look.mater, Role::Bishop))
        {
            ends.add(&End {
                arrivals,
                diagonal: 1,
                ..End::default()
            });
        }
        if role == Role::Pawn {
            self.add_blocked_pawn(ends, square);
        } else if self.look.victims.count as u32 >= around(role, square).count() as u32 {
            ends.add(&End {
                around: self.missing(role, square),
                ..End::default()
            });
        }
    }

    fn add_blocked_pawn(&self, ends: &mut AllEnds, square: Square) {
        let Some(ahead) = self.ahead(square).first() else {
            return;
        };
        let empty = self
            .duties
            .is_some_and(|(_, duties)| duties.lines.contains(ahead));
        if self.captures_for_sure(square) || empty {
            return;
        }
        if self.can_arrive(Bitboard::from_square(ahead)) {
            ends.add(&End {
                arrivals: self.way_to(ahead),
                ..End::default()
            });
        }
        let nearest = self.least_moves_of_victims(square, ahead);
        if nearest <= self.replies + 1 {
            ends.add(&End {
                replies: nearest - 1,
                ahead: 1,
                ..End::default()
            });
        }
    }

    /// The arrivals it takes to pin a man on `square` from where a man of the kind `slider` does, if that can be.
    fn pinning(&self, square: Square, slider: usize) -> Option<u32> {
        let Some((picture, duties)) = self.duties else {
            let sliders = if slider == 4 {
                self.reach.straight
            } else {
                self.reach.diagonal
            };
            return (sliders > 0).then_some(self.reach.slider);
        };
        let king = picture.king;
        let look = self.look;
        let near = attacks::between(king, square)
            | Bitboard::from_square(square)
            | Bitboard::from_square(king);
        let beyond: Bitboard = (attacks::ray(king, square) & !near)
            .into_iter()
            .filter(|&far| attacks::between(king, far).contains(square))
            .collect();
        if self.is_slider_on(beyond, slider) {
            return Some(0);
        }
        if beyond.is_empty() || !self.can_arrive(beyond) {
            return None;
        }
        let pawns = look.board.pieces(!look.mater, Role::Pawn) | duties.blocks;
        let arrived = look.victim_men | pawns.shift((!look.mater).fold_wb(8, -8));
        let arrivals = u32::from((beyond & arrived).is_empty());
        Some(arrivals.max(self.reach.slider))
    }

    /// Whether a man of the mater's that moves like `slider` is known to stand on one of `squares`.
    fn is_slider_on(&self, squares: Bitboard, slider: usize) -> bool {
        let Some((_, duties)) = self.duties else {
            return true;
        };
        let look = self.look;
        let fits = |kind: usize| kind == 5 || kind == slider;
        let away = duties.moved | duties.leaving;
        let squares_now = squares & !away;
        look.maters.list[..look.maters.count]
            .iter()
            .any(|man| fits(man.kind) && squares_now.contains(man.square))
            || duties.places[..duties.placed]
                .iter()
                .any(|man| fits(usize::from(man.kind)) && squares.contains(man.to))
    }

    /// Whether it can be captured where it stands.
    fn is_takeable(&self, square: Square) -> bool {
        self.can_arrive(Bitboard::from_square(square))
            || self
                .duties
                .is_some_and(|(picture, duties)| picture.is_taken_on_the_way(duties, square))
    }

    /// Whether a man of the mater's without a place may be on one of `squares` at the end, or on its way.
    fn can_arrive(&self, squares: Bitboard) -> bool {
        let Some((picture, duties)) = self.duties else {
            return true;
        };
        picture.is_reached_by_leaving(duties, squares)
            || self.arrivals == Arrivals::Anybody
                && duties.moves > 0
                && picture.is_reached_by_staying(duties, squares)
    }

    /// Where a man of the victim's can be after so many moves, whatever stands in its way.
    fn victim_reach(&self, man: &Man, moves: u32) -> Bitboard {
        if self.look.free > 0 {
            return Bitboard::FULL;
        }
        reach_on_empty(man.role, man.kind, man.square, moves)
    }

    fn add_moved_officer(
        &self,
        ends: &mut AllEnds,
        man: &Man,
        replies: u32,
        add: impl Fn(&mut AllEnds, End),
    ) {
        let others = self.look.victims.count as u32;
        let role = man.role;
        self.add_moved_and_pinned(ends, man, role, 1, replies, &add);
        let free = self.look.free;
        if (free > 0 || replies > 1) && others >= least_around(role) {
            add(
                ends,
                End {
                    replies: 2 - free,
                    ..End::default()
                },
            );
        }
        if free > 0 {
            return;
        }
        let around = moves_on_empty(man.kind, man.square)
            .into_iter()
            .map(|to| self.missing(role, to))
            .min();
        if let Some(around) = around.filter(|&around| around < replies) {
            add(
                ends,
                End {
                    replies: 1,
                    around,
                    ..End::default()
                },
            );
        }
    }

    fn add_moved_pawn(
        &self,
        ends: &mut AllEnds,
        man: &Man,
        replies: u32,
        add: impl Fn(&mut AllEnds, End),
    ) {
        let square = man.square;
        let color = !self.look.mater;
        let last = Bitboard::from_rank(color.fold_wb(Rank::Eighth, Rank::First));
        let places = |moves: u32| cone(color, square, moves) & !last;
        let before = (self.own | self.others).shift(color.fold_wb(-8, 8));
        let blocked = (1..=replies.min(6)).find(|&moves| (places(moves) & before).any());
        if let Some(moves) = blocked {
            add(
                ends,
                End {
                    replies: moves,
                    ..End::default()
                },
            );
        }
        let promoting = moves_to_promote(color, square);
        if promoting > 1 {
            let blocked = (1..=replies.min(6)).find(|&moves| {
                let ahead = places(moves).shift(color.fold_wb(8, -8)) & self.reach.all;
                ahead.any() && self.can_arrive(ahead)
            });
            if let Some(moves) = blocked {
                add(
                    ends,
                    End {
                        replies: moves,
                        arrivals: 1,
                        ..End::default()
                    },
                );
            }
            add(
                ends,
                End {
                    replies: 1,
                    ahead: 1,
                    ..End::default()
                },
            );
            self.add_moved_and_pinned(ends, man, Role::Pawn, 1, replies, &add);
        }
        if promoting > replies {
            return;
        }
        self.add_moved_and_pinned(ends, man, Role::Knight, promoting, replies, &add);
        let around = if promoting > 1 || self.look.free > 0 {
            Some(0)
        } else {
            let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
            let places = cone(color, square, 1).into_iter();
            places
                .flat_map(|to| roles.map(|role| self.missing(role, to)))
                .min()
        };
        if let Some(around) = around {
            add(
                ends,
                End {
                    replies: promoting,
                    around,
                    ..End::default()
                },
            );
        }
    }

    /// Who moves, `least` times at least, and is pinned then as a `role`.
    fn add_moved_and_pinned(
        &self,
        ends: &mut AllEnds,
        man: &Man,
        role: Role,
        least: u32,
        replies: u32,
        add: &impl Fn(&mut AllEnds, End),
    ) {
        let moves_to = |squares: Bitboard| {
            (least..=replies).find(|&moves| (self.victim_reach(man, moves) & squares).any())
        };
        let slider = self.reach.slider;
        if self.reach.straight > 0
            && !matches!(role, Role::Rook | Role::Queen)
            && (self.is_slider_on(self.straight, 4) || self.can_arrive(self.straight))
            && let Some(replies) = moves_to(self.straight)
        {
            add(
                ends,
                End {
                    replies,
                    arrivals: slider,
                    straight: 1,
                    ..End::default()
                },
            );
        }
        if self.reach.diagonal > 0
            && !matches!(role, Role::Bishop | Role::Queen)
            && (self.is_slider_on(self.diagonal, 3) || self.can_arrive(self.diagonal))
            && let Some(replies) = moves_to(self.diagonal)
        {
            add(
                ends,
                End {
                    replies,
                    arrivals: slider,
                    diagonal: 1,
                    ..End::default()
                },
            );
        }
    }

    /// The moves one of the victim's men, or the king, needs at least to come to `square` without being the pawn on `but`.
    fn least_moves_of_victims(&self, but: Square, square: Square) -> u32 {
        let look = self.look;
        if look.free > 0 {
            return 1;
        }
        let (used, paid) = self
            .duties
            .map_or((Bitboard::EMPTY, Bitboard::EMPTY), |(_, duties)| {
                (duties.used, duties.paid)
            });
        let mut least = if self.duties.is_some() {
            NEVER
        } else {
            look.king.distance(square)
        };
        for man in &look.victims.list[..look.victims.count] {
            if man.square == but || used.contains(man.square) {
                continue;
            }
            let made = u32::from(paid.contains(man.square));
            let moves =
                (1..least.min(3)).find(|&moves| self.victim_reach(man, moves).contains(square));
            let moves = moves.unwrap_or(if least < 3 { least } else { 3 });
            least = least.min(moves.saturating_sub(made));
        }
        least.max(1)
    }
}

/// Whether a man can be pinned on a rank or file, and on a diagonal, so that it has no move on the line either.
fn pins(role: Role, square: Square, kings: Bitboard) -> (bool, bool) {
    let straight = attacks::rook_attacks(square, Bitboard::EMPTY) & kings;
    let diagonal = attacks::bishop_attacks(square, Bitboard::EMPTY) & kings;
    match role {
        Role::Queen => (false, false),
        Role::Rook => (false, diagonal.any()),
        Role::Bishop => (straight.any(), false),
        // Ahead it would still go.
        Role::Pawn => (
            (straight & !Bitboard::from_file(square.file())).any(),
            diagonal.any(),
        ),
        _ => (straight.any(), diagonal.any()),
    }
}

/// The squares next on an officer's ways.
pub(super) fn around(role: Role, square: Square) -> Bitboard {
    let king = attacks::king_attacks(square);
    match role {
        Role::Knight => attacks::knight_attacks(square),
        Role::Bishop => attacks::bishop_attacks(square, Bitboard::EMPTY) & king,
        Role::Rook => attacks::rook_attacks(square, Bitboard::EMPTY) & king,
        _ => king,
    }
}

/// The fewest squares next on an officer's ways anywhere.
fn least_around(role: Role) -> u32 {
    match role {
        Role::Bishop => 1,
        Role::Queen => 3,
        _ => 2,
    }
}
