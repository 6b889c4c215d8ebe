//! What can happen at all in games of one length: which men never move, where each man goes, where it captures and where it falls.
//!
//! Every man of a side ends on a place of the diagram or falls, all together in no more moves than the side has, and the pawns make no more
//! captures than there are. So a man that goes a long way round leaves too few moves to the others, and a pawn that captures too few
//! captures: that bounds where it can have been (`Assignment::with_each`). A side captures where the other side's men can fall, and they fall where
//! it captures; a capture that a certain pawn must make happens on that pawn's way. Men that are always near bar the way to others
//! (`rails`), and who is in the way if he stays has to leave, and to come back if he ends there. What is found of one side narrows the other,
//! until nothing changes any more. Invariant: whatever is left out happens in no game of this length.

use shakmaty::{Bitboard, Board, CastlingSide, Chess, Color, File, Position, Rank, Role, Square};

use super::assignment::{Assignment, MOST, Row};
use super::bound::{Castling, Fate, Goal, OUT_OF_REACH, castling_men};
use super::paths::{Ground, Loss, MOST_CAPTURES, NEVER, PROMOTIONS, Ways};
use super::rails::Rail;
use super::side::{Man, Wall, men};

/// What can happen in games of one length.
pub(super) struct Envelope {
    /// By side and man: what it can do, castling apart.
    pub parts: [Vec<Part>; 2],
    /// By side: where its men can move and fall at all, and the moves that are needed there.
    pub goals: [Goal; 2],
    /// The squares of men that do not stay there from beginning to end.
    pub restless: Bitboard,
}

/// What one side can do alone.
struct Doings {
    /// By man.
    parts: Vec<Part>,
    /// The squares of men that stay where they are and do not fall.
    stay: Bitboard,
}

impl Doings {
    /// The men that never fall nor promote, with where they can ever stand.
    fn rails(&self, start: &Chess, goal: &Goal) -> impl Iterator<Item = Rail> {
        let color = goal.color();
        let castles = wings(start, goal).next().is_some();
        let men = men(start.board(), color).zip(&self.parts);
        men.filter_map(move |((role, from), part)| {
            let squares = part.arrives[role as usize - 1] | from;
            let may_castle = castles && matches!(role, Role::King | Role::Rook);
            let is_rail = squares.count() > 1
                && part.falls.is_empty()
                && !may_castle
                && (Role::ALL.into_iter())
                    .all(|other| other == role || part.arrives[other as usize - 1].is_empty());
            is_rail.then_some(Rail {
                color,
                role,
                squares,
            })
        })
    }
}

/// What one man can do.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// By type and square: where it goes from there.
    moves: Box<[[Bitboard; 64]; 6]>,
    /// By type: where it arrives as a man of this type, and where it then stays to the end.
    arrives: [Bitboard; 6],
    rests: [Bitboard; 6],
    /// Where it captures as a pawn and as anything else.
    captures: [Bitboard; 2],
    /// Where it falls.
    falls: Bitboard,
    /// How many captures it makes as a pawn at least.
    least: usize,
}

impl Part {
    fn none() -> Part {
        Part {
            moves: Box::new([[Bitboard::EMPTY; 64]; 6]),
            arrives: [Bitboard::EMPTY; 6],
            rests: [Bitboard::EMPTY; 6],
            captures: [Bitboard::EMPTY; 2],
            falls: Bitboard::EMPTY,
            least: usize::MAX,
        }
    }

    /// Where the man goes from where it stands.
    pub(super) fn to(&self, man: Man) -> Bitboard {
        self.moves[man.role as usize - 1][usize::from(man.at)]
    }

    /// Whether it arrives there as a man of this type, by a promotion perhaps.
    pub(super) fn arrives(&self, role: Role, to: Square) -> bool {
        self.arrives[role as usize - 1].contains(to)
    }

    /// Whether it captures there while it is of this type.
    pub(super) fn captures(&self, role: Role, to: Square) -> bool {
        self.captures[usize::from(role != Role::Pawn)].contains(to)
    }

    /// Whether it stays where it stands to the end.
    pub(super) fn rests(&self, man: Man) -> bool {
        self.rests[man.role as usize - 1].contains(man.at)
    }

    /// Adds what it can do in other games.
    fn add(&mut self, other: &Part) {
        let all = self.moves.as_flattened_mut().iter_mut();
        for (all, own) in all.zip(other.moves.as_flattened()) {
            *all |= *own;
        }
        for (all, own) in self.arrives.iter_mut().zip(other.arrives) {
            *all |= own;
        }
        for (all, own) in self.captures.iter_mut().zip(other.captures) {
            *all |= own;
        }
        self.falls |= other.falls;
        self.least = self.least.min(other.least);
    }

    /// Finds out where it stays; from `home` it may still castle.
    fn settle(&mut self, home: [Bitboard; 6]) {
        for (role, rests) in self.rests.iter_mut().enumerate() {
            let stays = |from: &Square| self.moves[role][usize::from(*from)].is_empty();
            let all: Bitboard = Square::ALL.into_iter().filter(stays).collect();
            *rests = all & !self.falls & !home[role];
        }
    }
}

fn place(color: Color) -> usize {
    usize::from(color.is_black())
}

impl Envelope {
    /// Of games from `start` in which the sides have so many moves, to the board `end`; `still` are squares of men known never to move nor
    /// fall, `fates` what must become of the rights, `castling` what is known of the sides' castling. `None`: there is no such game.
    pub(super) fn new(
        start: &Chess,
        end: &Board,
        moves: [u32; 2],
        still: Bitboard,
        fates: [[Fate; 2]; 2],
        castling: [Castling; 2],
    ) -> Option<Envelope> {
        let count = |board: &Board, color| board.by_color(color).count();
        let fallen = |color| count(start.board(), color).checked_sub(count(end, color));
        let fallen = [fallen(Color::White)?, fallen(Color::Black)?];
        let mut known = Known {
            start,
            end,
            moves,
            fallen,
            fates,
            castling,
            ground: Color::ALL
                .map(|color| Ground::open(color, fallen[place(color)]).past(still, start.board())),
            restless: Bitboard::EMPTY,
        };
        loop {
            let goals = Color::ALL.map(|color| known.goal(color));
            let doings = [known.doings(&goals[0])?, known.doings(&goals[1])?];
            let next = known.narrowed(&doings, &goals)?;
            if next != known.ground {
                known.ground = next;
                continue;
            }
            let restless = known.restless;
            known.find_restless(&goals);
            if known.restless == restless {
                let [white, black] = doings;
                let mut parts = [white.parts, black.parts];
                for (parts, goal) in parts.iter_mut().zip(&goals) {
                    let home = castling_homes(goal);
                    for part in parts {
                        part.settle(home);
                    }
                }
                return Some(Envelope {
                    parts,
                    goals,
                    restless,
                });
            }
        }
    }
}

/// What is known so far of the games of one length.
struct Known<'a> {
    start: &'a Chess,
    end: &'a Board,
    /// By side.
    moves: [u32; 2],
    fallen: [usize; 2],
    fates: [[Fate; 2]; 2],
    castling: [Castling; 2],
    ground: [Ground; 2],
    /// The squares of men that do not stay there from beginning to end.
    restless: Bitboard,
}

impl Known<'_> {
    fn goal(&self, color: Color) -> Goal {
        self.goal_on(self.ground[place(color)].clone())
    }

    fn goal_on(&self, ground: Ground) -> Goal {
        let [own, other] = [ground.color, ground.color.other()].map(place);
        let quarry = &self.ground[other].losses;
        Goal::new(
            self.end,
            ground,
            quarry,
            self.fates[own],
            self.castling[own],
        )
    }

    fn alone<'g>(&self, goal: &'g Goal, stays: Option<usize>) -> Alone<'g> {
        Alone {
            goal,
            captures: self.fallen[place(goal.color().other())],
            restless: self.restless,
            stays,
        }
    }

    /// What one side can do; `None` if it has too few moves or captures.
    fn doings(&self, goal: &Goal) -> Option<Doings> {
        let moves = self.moves[place(goal.color())];
        self.alone(goal, None).doings(self.start, moves)
    }

    /// What these doings leave of the ground; `None` if there are too few captures.
    fn narrowed(&self, doings: &[Doings; 2], goals: &[Goal; 2]) -> Option<[Ground; 2]> {
        let array = self.start.board();
        let still = self.ground[0].still | doings[0].stay | doings[1].stay;
        let captures = Color::ALL.map(|color| {
            let [own, other] = [color, color.other()].map(place);
            Captures::new(color, &doings[own].parts, &doings[other].parts)
        });
        let white = captures[1].each(self.fallen[0])?;
        let black = captures[0].each(self.fallen[1])?;
        let rails: Vec<Rail> = (doings.iter().zip(goals))
            .flat_map(|(doings, goal)| doings.rails(self.start, goal))
            .collect();
        let next = [(Color::White, white), (Color::Black, black)].map(|(color, losses)| {
            let prey = captures[place(color)].by_pawns();
            let ground = &self.ground[place(color)];
            ground.with(losses, prey, &rails).past(still, array)
        });
        Some(next)
    }

    /// Finds the men who would be in the way of their own or of the other side if they stayed where they are.
    fn find_restless(&mut self, goals: &[Goal; 2]) {
        let array = self.start.board();
        for goal in goals {
            for (man, (role, at)) in men(array, goal.color()).enumerate() {
                let is_open = !self.ground[0].still.contains(at) && !self.restless.contains(at);
                if is_open
                    && goal.place((role, at)).is_some()
                    && !self.may_stay(goal.color(), man, at)
                {
                    self.restless.add(at);
                }
            }
        }
    }

    /// Whether both sides may come to the end if this man neither moves nor falls.
    fn may_stay(&self, color: Color, man: usize, at: Square) -> bool {
        self.ground.iter().all(|ground| {
            let still = ground.still | at;
            let goal = self.goal_on(ground.clone().past(still, self.start.board()));
            let stays = (ground.color == color).then_some(man);
            let moves = self.moves[place(ground.color)];
            self.alone(&goal, stays).may_finish(self.start, moves)
        })
    }
}

/// By type: from where it may castle.
fn castling_homes(goal: &Goal) -> [Bitboard; 6] {
    let mut homes = [Bitboard::EMPTY; 6];
    if goal.castling().may.contains(&true) {
        let rank = Bitboard::from_rank(goal.color().relative_rank(Rank::First));
        let file = Bitboard::from_file;
        homes[Role::King as usize - 1] = file(File::E) & rank;
        homes[Role::Rook as usize - 1] = (file(File::A) | file(File::H)) & rank;
    }
    homes
}

/// The captures that a side makes.
struct Captures {
    color: Color,
    /// By man: where it captures as a pawn and as anything else, and how often as a pawn at least.
    by: Vec<([Bitboard; 2], usize)>,
    /// Where the other side's men can fall.
    fall: Bitboard,
}

impl Captures {
    /// Of a side whose men do this; `others` is what the other side's men do.
    fn new(color: Color, parts: &[Part], others: &[Part]) -> Captures {
        let falls = others.iter().map(|part| part.falls);
        let fall = falls.fold(Bitboard::EMPTY, |all, one| all | one);
        let arrivals = fall | ahead(fall, color);
        let own = |part: &Part| (part.captures.map(|all| all & arrivals), part.least);
        Captures {
            color,
            by: parts.iter().map(own).collect(),
            fall,
        }
    }

    /// Where pawns capture, and where others do.
    fn all(&self) -> [Bitboard; 2] {
        let all = self.by.iter().map(|&(captures, _)| captures);
        all.fold([Bitboard::EMPTY; 2], |all, own| {
            [all[0] | own[0], all[1] | own[1]]
        })
    }

    fn by_pawns(&self) -> Bitboard {
        self.all()[0]
    }

    /// So many captures: first those that certain pawns must make. `None` if there are more of these.
    fn each(&self, captures: usize) -> Option<Vec<Loss>> {
        let loss = |by, [pawns, others]: [Bitboard; 2]| {
            let at = (pawns | others) & self.fall;
            // A pawn that is captured en passant stands behind the square of arrival.
            let pawns_at = at | passed(pawns, self.color) & self.fall;
            Loss { by, at, pawns_at }
        };
        let mut losses = Vec::new();
        for (man, &([pawns, _], least)) in self.by.iter().enumerate() {
            let own = loss(Some(man as u8), [pawns, Bitboard::EMPTY]);
            losses.extend(std::iter::repeat_n(own, least.min(captures)));
        }
        let free = captures.checked_sub(losses.len())?;
        losses.extend(std::iter::repeat_n(loss(None, self.all()), free));
        Some(losses)
    }
}

/// Where pawns stand that `color` captures en passant by arriving on these squares.
fn passed(arrivals: Bitboard, color: Color) -> Bitboard {
    let sixth = Bitboard::from_rank(color.relative_rank(Rank::Sixth));
    (arrivals & sixth).shift(color.fold_wb(-8, 8))
}

/// Where `color` arrives when it captures pawns on these squares en passant.
fn ahead(pawns: Bitboard, color: Color) -> Bitboard {
    let fifth = Bitboard::from_rank(color.relative_rank(Rank::Fifth));
    (pawns & fifth).shift(color.fold_wb(8, -8))
}

/// To which sides a side may castle.
fn wings(start: &Chess, goal: &Goal) -> impl Iterator<Item = CastlingSide> {
    let may = |wing: &CastlingSide| {
        start.castles().has(goal.color(), *wing)
            && goal.castling().may[*wing as usize]
            && goal.ground().lets_castle(*wing)
    };
    CastlingSide::ALL.into_iter().filter(may)
}

/// A side that plays alone.
struct Alone<'a> {
    goal: &'a Goal,
    /// So many captures it makes.
    captures: usize,
    /// The squares of men that do not stay there from beginning to end.
    restless: Bitboard,
    /// The man that is taken to stay where it is.
    stays: Option<usize>,
}

/// How a side begins: as it stands, or with castling.
struct Beginning {
    /// Its men, and those of them that have castled.
    men: Vec<(Role, Square)>,
    castled: Vec<usize>,
    /// So many moves are left.
    moves: u32,
}

/// How the captures of a side's pawns are shared out among them.
struct CaptureShares {
    /// So many captures the side makes.
    all: i32,
    /// How many a man needs as a pawn for each place.
    needs: Vec<Row>,
    /// How many are needed by all together if it comes there.
    together: [[i32; MOST]; MOST],
}

impl CaptureShares {
    /// `rows` are what a man costs on each place, by the captures that it makes as a pawn at most. `None`: more captures are needed.
    fn of(rows: &[Vec<Row>], captures: usize) -> Option<CaptureShares> {
        let all = i32::try_from(captures).unwrap_or(i32::MAX);
        let needs: Vec<Row> = (rows.iter())
            .map(|rows| {
                std::array::from_fn(|place| {
                    let enough = (0..).zip(rows).find(|(_, row)| row[place] < OUT_OF_REACH);
                    enough.map_or(OUT_OF_REACH, |(captures, _)| captures)
                })
            })
            .collect();
        let least = Assignment::least(&needs);
        (least.total() <= all).then(|| CaptureShares {
            all,
            together: least.with_each(&needs),
            needs,
        })
    }

    /// How many captures a man may make as a pawn if it comes to this place; `None` if it never does.
    fn allowed(&self, man: usize, place: usize) -> Option<usize> {
        let need = i32::from(self.needs[man][place]);
        let spare = self.all - self.together[man][place];
        let all = (spare >= 0).then_some(need + spare);
        all.and_then(|all| usize::try_from(all).ok())
    }
}

/// How the moves and captures of a side are shared out among its men.
struct Shares {
    /// By man, and by captures it makes as a pawn at most.
    ways: Vec<Vec<Ways>>,
    captures: CaptureShares,
    /// What a man costs on each place.
    costs: Vec<Row>,
    least: Assignment,
}

impl Alone<'_> {
    /// How the side may begin.
    fn beginnings(&self, start: &Chess, moves: u32) -> Vec<Beginning> {
        let color = self.goal.color();
        let now: Vec<(Role, Square)> = men(start.board(), color).collect();
        if now.len() < self.goal.len() || now.len() > MOST {
            return Vec::new();
        }
        let mut all = Vec::new();
        for wing in wings(start, self.goal).filter(|_| moves > 0) {
            let mut castled = Beginning {
                men: now.clone(),
                castled: Vec::new(),
                moves: moves - 1,
            };
            for (from, to) in castling_men(color, wing) {
                if let Some(man) = now.iter().position(|&man| man == from) {
                    castled.men[man] = to;
                    castled.castled.push(man);
                }
            }
            all.push(castled);
        }
        let held = CastlingSide::ALL.map(|side| start.castles().has(color, side));
        if !self.goal.castling().is_pending(held) {
            all.push(Beginning {
                men: now,
                castled: Vec::new(),
                moves,
            });
        }
        all
    }

    /// Whether the side comes to the end.
    fn may_finish(&self, start: &Chess, moves: u32) -> bool {
        let mut beginnings = self.beginnings(start, moves).into_iter();
        beginnings.any(|beginning| self.shares(&beginning).is_some())
    }

    /// What the side can do; `None` if it has too few moves or captures.
    fn doings(&self, start: &Chess, moves: u32) -> Option<Doings> {
        let own = start.board().by_color(self.goal.color());
        let mut all = Doings {
            parts: vec![Part::none(); own.count()],
            stay: own,
        };
        let mut possible = false;
        for beginning in self.beginnings(start, moves) {
            if let Some(shares) = self.shares(&beginning) {
                possible = true;
                self.add(&beginning, &shares, &mut all);
                // King and rook stand where others may have stood.
                for &man in &beginning.castled {
                    all.stay.discard(beginning.men[man].1);
                }
            }
        }
        possible.then_some(all)
    }

    /// What men that stand so need without castling; `None` if they do not come to the end.
    fn shares(&self, beginning: &Beginning) -> Option<Shares> {
        let goal = self.goal;
        let now = &beginning.men;
        // By man, and by captures it makes as a pawn at most.
        let ways: Vec<Vec<Ways>> = (now.iter())
            .map(|&(role, from)| {
                let ways = |captures| goal.ground().ways(role, from, captures, Wall::default());
                (0..=self.most_captures(role)).map(ways).collect()
            })
            .collect();
        let rows: Vec<Vec<Row>> = (ways.iter())
            .map(|ways| ways.iter().map(|ways| goal.row_of(ways)).collect())
            .collect();
        let captures = CaptureShares::of(&rows, self.captures)?;
        let cost = |man: usize, place: usize| {
            let rows: &[Row] = &rows[man];
            let allowed = captures.allowed(man, place).filter(|_| place < now.len());
            allowed.map_or(OUT_OF_REACH, |most| rows[most.min(rows.len() - 1)][place])
        };
        let row = |man: usize| {
            if self.stays == Some(man) {
                return goal.staying(now[man]);
            }
            let row = std::array::from_fn(|place| cost(man, place));
            let leaves = self.restless.contains(now[man].1) && !beginning.castled.contains(&man);
            if leaves {
                goal.leaving(row, now[man])
            } else {
                row
            }
        };
        let costs: Vec<Row> = (0..now.len()).map(row).collect();
        let least = Assignment::least(&costs);
        (least.total() <= beginning.moves.cast_signed()).then_some(Shares {
            ways,
            captures,
            costs,
            least,
        })
    }

    /// Adds what men that stand so can do without castling.
    fn add(&self, beginning: &Beginning, shares: &Shares, all: &mut Doings) {
        let now = &beginning.men;
        let least = shares.least.with_each(&shares.costs);
        let mut stay = Bitboard::EMPTY;
        for (man, &(_, from)) in now.iter().enumerate() {
            let mut own = Part::none();
            for (place, &cost) in shares.costs[man][..now.len()].iter().enumerate() {
                let spare = beginning.moves.cast_signed() - least[man][place];
                if let Some(captures) = shares.captures.allowed(man, place)
                    && spare >= 0
                {
                    let needs = shares.captures.needs[man][place];
                    own.least = own.least.min(needs.unsigned_abs().into());
                    let way = Way {
                        goal: self.goal,
                        ways: &shares.ways[man],
                        place,
                        captures,
                        most: i32::from(cost) + spare,
                    };
                    way.add(&mut own);
                }
            }
            if own.falls.is_empty() && own.arrives.iter().all(|squares| squares.is_empty()) {
                stay.add(from);
            }
            all.parts[man].add(&own);
        }
        all.stay &= stay;
    }

    /// How often a man captures as a pawn at most.
    fn most_captures(&self, role: Role) -> usize {
        match role {
            Role::Pawn => self.captures.min(MOST_CAPTURES),
            _ => 0,
        }
    }
}

/// A man on its way to a place of the end, or to where it falls.
struct Way<'a> {
    goal: &'a Goal,
    /// Its ways, by the captures it makes as a pawn at most.
    ways: &'a [Ways],
    place: usize,
    /// So many captures it may make.
    captures: usize,
    /// So many moves it has.
    most: i32,
}

impl Way<'_> {
    /// Adds its moves, and where it can capture and fall.
    fn add(&self, own: &mut Part) {
        for role in Role::ALL {
            for from in Square::ALL {
                let steps = self.goal.ground().steps(role, from);
                for made in 0..=self.captures.min(self.ways.len() - 1) {
                    // Also those that no pawn could make: after the last of his a pawn may capture as what he has become.
                    let left = self.captures - made;
                    let Some(until) = self.until(role, from, made) else {
                        continue;
                    };
                    for to in steps[0] {
                        self.step(own, (role, from), (to, until + 1), left, false);
                    }
                    for to in steps[1] {
                        if let Some(left) = left.checked_sub(1) {
                            self.step(own, (role, from), (to, until + 1), left, true);
                        }
                    }
                }
            }
        }
        if let Some(loss) = self.place.checked_sub(self.goal.len()) {
            own.falls |= self.falls(&self.goal.ground().losses[loss]);
        }
    }

    /// Adds a step to this square, where so many moves are made and so many captures are left, if it can lead to the end.
    fn step(
        &self,
        own: &mut Part,
        (role, from): (Role, Square),
        (to, made): (Square, i32),
        left: usize,
        takes: bool,
    ) {
        let leads = |role: Role| made + self.after(role, to, left) <= self.most;
        if !leads(role) {
            return;
        }
        own.moves[role as usize - 1][usize::from(from)].add(to);
        own.arrives[role as usize - 1].add(to);
        if takes {
            own.captures[0].add(to);
        } else if role != Role::Pawn && left > 0 {
            own.captures[1].add(to);
        }
        if role == Role::Pawn && self.goal.ground().last().contains(to) {
            for role in PROMOTIONS.into_iter().filter(|&role| leads(role)) {
                own.arrives[role as usize - 1].add(to);
            }
        }
    }

    /// Where it can fall by this capture.
    fn falls(&self, loss: &Loss) -> Bitboard {
        let captures = self.captures.min(self.ways.len() - 1);
        let reaches = |role: Role, at: Square| {
            let until = self.until(role, at, captures);
            until.is_some_and(|until| until <= self.most)
        };
        let as_type = |role: Role| {
            let all = loss.of(role).into_iter();
            all.filter(move |&at| reaches(role, at))
        };
        Role::ALL.into_iter().flat_map(as_type).collect()
    }

    /// The moves until it stands here as a man of that type, with so many captures as a pawn at most.
    fn until(&self, role: Role, at: Square, captures: usize) -> Option<i32> {
        let moves = self.ways[captures][role as usize - 1][usize::from(at)];
        (moves < NEVER).then_some(i32::from(moves))
    }

    /// The moves from here on, as a man of that type.
    fn after(&self, role: Role, at: Square, captures: usize) -> i32 {
        i32::from(self.goal.row(self.goal.free(), role, at, captures)[self.place])
    }
}
