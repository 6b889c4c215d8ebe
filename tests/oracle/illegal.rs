//! The older joke, straight from its definition: every illegal last move by trying every square a man
//! could have come from, every replacement by the touch list, the stipulation by the plain solver.

use std::collections::BTreeSet;

use shakmaty::File::{A, B, C, D, E, F, G, H};
use shakmaty::{Bitboard, Board, Color, Move, Piece, Position, Rank, Role, Square, attacks};

use super::random::{candidates, rights_at_home};
use super::{
    Convention, Doubt, EpTouch, Law, Node, Options, Play, Rules, Stipulation, Worlds, captured,
    kind, play, position, solve,
};

/// Kind of offence, the move in UCI with what it captured, and the replacements (`-`: none, the other side
/// is on move); with a code under which the opponent chooses, the solution alone.
pub type Found = BTreeSet<(&'static str, String, Vec<String>)>;

/// A move that was made, and where.
struct Case {
    offence: &'static str,
    /// As if legal; half moves as the part that was made.
    m: Move,
    board: Board,
    /// Who had to move.
    turn: Color,
}

/// Every solution of the diagram `board` with `turn` on move, whose own worlds are `given`, which say of
/// a position before as much as its rights reach into the diagram.
pub fn retractions(
    board: &Board,
    turn: Color,
    given: &Worlds,
    stipulation: Stipulation,
    options: Options,
    strict: bool,
) -> Found {
    let mut found = Found::new();
    for case in cases(board, turn.other(), strict) {
        let home: BTreeSet<char> = rights_at_home(board).into_iter().collect();
        let worlds: Worlds = candidates(&case.board, case.turn)
            .into_iter()
            .filter(|w| given.iter().any(|g| g.rights == &w.rights & &home))
            .filter(|w| {
                let legal = position(&case.board, case.turn, w).is_legal(case.m);
                match case.offence {
                    "castling" | "en-passant" => !legal,
                    "out-of-turn" => match case.m {
                        Move::Castle { king, rook } => {
                            let right = match (king, rook > king) {
                                (Square::E1, true) => 'K',
                                (Square::E1, false) => 'Q',
                                (_, true) => 'k',
                                (_, false) => 'q',
                            };
                            w.rights.contains(&right)
                        }
                        _ => true,
                    },
                    _ => true,
                }
            })
            .collect();
        if worlds.is_empty() {
            continue;
        }
        let replaced = replacements(&case, &worlds, board, stipulation, options);
        let uci = case.m.to_uci(shakmaty::CastlingMode::Standard).to_string();
        let removed = case
            .m
            .capture()
            .map_or("-".to_owned(), |role| role.char().to_string());
        for list in replaced {
            found.insert((case.offence, format!("{uci} {removed}"), list));
        }
    }
    found
}

/// The solutions that one retraction gives: the lists of replacements.
fn replacements(
    case: &Case,
    worlds: &Worlds,
    diagram: &Board,
    stipulation: Stipulation,
    options: Options,
) -> BTreeSet<Vec<String>> {
    let node = Node {
        board: case.board.clone(),
        turn: case.turn,
        worlds: worlds.clone(),
        touched: Vec::new(),
        credit: None,
        castled: BTreeSet::new(),
    };
    let rules = Rules {
        doubt: Doubt::FirstCastler,
        options,
        stipulation,
        attacker: case.turn.other(),
        diagram_worlds: worlds.clone(),
    };
    let mut solutions = BTreeSet::new();
    if rules.choices(&node).is_empty() {
        // Nobody moves after mate or stalemate.
        return solutions;
    }
    if case.offence == "out-of-turn" {
        let rules = Rules {
            attacker: case.turn,
            ..rules
        };
        if met(&rules, &node, options) {
            solutions.insert(vec!["-".to_owned()]);
        }
        return solutions;
    }
    let own = case.m.from().expect("no drops");
    // The king released on its square: that castling if it is legal, else another king move, else free.
    if case.offence == "half-castling" && options.law == Law::Order {
        let all = rules.choices(&node);
        let castling = all.iter().filter(|c| match c.m {
            Move::Castle { king, rook } => king == own && (rook > king) == (case.m.to() > king),
            _ => false,
        });
        let mut owed: Vec<_> = castling.collect();
        if owed.is_empty() {
            owed = all.iter().filter(|c| c.m.from() == Some(own)).collect();
        }
        if owed.is_empty() {
            owed = all.iter().collect();
        }
        let good: Vec<(String, bool)> = owed
            .into_iter()
            .map(|c| {
                let uci = c.m.to_uci(shakmaty::CastlingMode::Standard).to_string();
                let good = rules
                    .outcomes(&node, c)
                    .iter()
                    .all(|after| met(&rules, after, options));
                (uci, good)
            })
            .collect();
        if stipulation.play == Play::Help {
            let each = good.into_iter().filter(|(_, good)| *good);
            solutions.extend(each.map(|(uci, _)| vec![uci]));
        } else if good.iter().all(|(_, good)| *good) {
            let mut list: Vec<String> = good.into_iter().map(|(uci, _)| uci).collect();
            list.sort();
            solutions.insert(list);
        }
        return solutions;
    }
    let king = case.board.king_of(case.turn).expect("a king");
    let enemy = captured(case.m);
    let demanded: Vec<Vec<(Square, Color)>> = match options.law {
        Law::SamePiece => vec![vec![(own, case.turn)]],
        Law::Staunton => {
            let mut lists = vec![vec![(king, case.turn)]];
            let movable = rules.choices(&node).iter().any(|c| c.m.from() == Some(own));
            if movable && own != king {
                lists.insert(0, vec![(own, case.turn)]);
            }
            lists
        }
        Law::Order => {
            let mut list = vec![(own, case.turn)];
            let them = case.turn.other();
            match (enemy, kind(case.m), options.ep_touch) {
                (None, ..) | (_, super::Kind::EnPassant, EpTouch::OwnOnly) => {}
                (Some(enemy), super::Kind::EnPassant, EpTouch::EnemyFirst) => {
                    list.insert(0, (enemy, them));
                }
                (Some(enemy), ..) => list.push((enemy, them)),
            }
            vec![list]
        }
    };
    // "The opponent chooses": the move may stand, if play can go on from there.
    if options.law == Law::Staunton && stands(case, diagram) {
        let mut after = play(&node, case.m, worlds);
        after.board = diagram.clone();
        let home: BTreeSet<char> = rights_at_home(diagram).into_iter().collect();
        after.worlds = after
            .worlds
            .iter()
            .filter(|w| w.rights.is_subset(&home))
            .cloned()
            .collect();
        if met(&rules, &after, options) {
            solutions.insert(vec!["stands".to_owned()]);
        }
    }
    for touched in demanded {
        let bound = Node {
            touched: touched.clone(),
            ..node.clone()
        };
        let mut choices = rules.choices(&bound);
        // Men of both colours: the one takes the other, if it can.
        if options.law == Law::Order && touched.len() == 2 {
            let takes = |m: Move| m.from() == Some(own) && captured(m) == enemy;
            if choices.iter().any(|c| takes(c.m)) || {
                let all = rules.choices(&node);
                all.iter().any(|c| takes(c.m))
            } {
                choices = rules.choices(&node);
                choices.retain(|c| takes(c.m));
            }
        }
        let good: Vec<(String, bool)> = choices
            .iter()
            .map(|c| {
                let uci = c.m.to_uci(shakmaty::CastlingMode::Standard).to_string();
                let good = rules
                    .outcomes(&bound, c)
                    .iter()
                    .all(|after| met(&rules, after, options));
                (uci, good)
            })
            .collect();
        if stipulation.play == Play::Help {
            let each = good.into_iter().filter(|(_, good)| *good);
            solutions.extend(each.map(|(uci, _)| vec![uci]));
        } else if !good.is_empty() && good.iter().all(|(_, good)| *good) {
            let mut list: Vec<String> = good.into_iter().map(|(uci, _)| uci).collect();
            list.sort();
            solutions.insert(list);
        }
    }
    solutions
}

/// Whether play can go on from the diagram: nobody's king can be taken, no pawn stands astray.
fn stands(case: &Case, diagram: &Board) -> bool {
    !attacked(diagram, case.turn) && (diagram.pawns() & Bitboard::BACKRANKS).is_empty()
}

/// The stipulation, from here, by the codex.
fn met(rules: &Rules, node: &Node, options: Options) -> bool {
    if node.worlds.is_empty() {
        return false;
    }
    if rules.choices(node).is_empty() {
        let wanted = matches!(rules.stipulation.play, Play::Forcing | Play::Reflex);
        return wanted && rules.goal(node);
    }
    solve(
        &node.board,
        node.turn,
        &node.worlds,
        rules.stipulation,
        Convention::Codex,
        options,
    )
    .solved
}

fn attacked(board: &Board, color: Color) -> bool {
    let king = board.king_of(color).expect("a king");
    board
        .attacks_to(king, color.other(), board.occupied())
        .any()
}

/// Every illegal last move of `us`.
fn cases(diagram: &Board, us: Color, strict: bool) -> Vec<Case> {
    let mut cases = Vec::new();
    let in_check = attacked(diagram, us);
    let them = us.other();
    let mut keep = |offence: &'static str, m: Move, board: Board| {
        let turn = if offence == "out-of-turn" { them } else { us };
        let sound = [us, them].into_iter().all(|color| army(&board, color))
            && (board.pawns() & Bitboard::BACKRANKS).is_empty()
            && !attacked(&board, turn.other());
        if sound {
            cases.push(Case {
                offence,
                m,
                board,
                turn,
            });
        }
    };
    let own = |role| Piece { color: us, role };
    let enemy = |role| Piece { color: them, role };
    for to in diagram.by_color(us) {
        let arrived = diagram.role_at(to).expect("a man");
        for from in !diagram.occupied() {
            let last = to.rank() == us.relative_rank(Rank::Eighth);
            let unfinished = arrived == Role::Pawn && last;
            // As itself, or as a pawn that promoted.
            let mut ways = vec![(arrived, None)];
            if last && !matches!(arrived, Role::Pawn | Role::King) {
                ways.push((Role::Pawn, Some(arrived)));
            }
            for (role, promotion) in ways {
                for capture in [
                    None,
                    Some(Role::Pawn),
                    Some(Role::Knight),
                    Some(Role::Bishop),
                    Some(Role::Rook),
                    Some(Role::Queen),
                ] {
                    let mut board = diagram.clone();
                    board.discard_piece_at(to);
                    board.set_piece_at(from, own(role));
                    if let Some(capture) = capture {
                        board.set_piece_at(to, enemy(capture));
                    }
                    if !reaches(&board, from, to, capture.is_some()) {
                        continue;
                    }
                    let m = Move::Normal {
                        role,
                        from,
                        capture,
                        to,
                        promotion,
                    };
                    if unfinished {
                        keep("half-promotion", m, board);
                    } else if in_check {
                        keep("check-ignored", m, board);
                    } else if !strict {
                        keep("out-of-turn", m, board);
                    }
                }
            }
        }
    }
    // En passant, whole and half: the pawn arrived on its sixth rank, the other stood behind it.
    for to in diagram.pawns() & diagram.by_color(us) & Bitboard::from(us.relative_rank(Rank::Sixth))
    {
        let behind = Square::from_coords(to.file(), us.relative_rank(Rank::Fifth));
        let home = Square::from_coords(to.file(), us.relative_rank(Rank::Seventh));
        for from in Square::ALL {
            let beside = from.rank() == behind.rank() && from.file().distance(to.file()) == 1;
            if !beside || diagram.piece_at(from).is_some() || diagram.piece_at(home).is_some() {
                continue;
            }
            let mut board = diagram.clone();
            board.discard_piece_at(to);
            board.set_piece_at(from, own(Role::Pawn));
            match diagram.piece_at(behind) {
                None => {
                    board.set_piece_at(behind, enemy(Role::Pawn));
                    keep("en-passant", Move::EnPassant { from, to }, board);
                }
                Some(piece) if piece == enemy(Role::Pawn) => {
                    let m = Move::Normal {
                        role: Role::Pawn,
                        from,
                        capture: None,
                        to,
                        promotion: None,
                    };
                    keep("half-en-passant", m, board);
                }
                Some(_) => {}
            }
        }
    }
    // Castling, whole, half and out of turn.
    let back = us.relative_rank(Rank::First);
    let on = |file| Square::from_coords(file, back);
    for (rook_home, king_to, rook_to, between) in [(H, G, F, vec![F, G]), (A, C, D, vec![B, C, D])]
    {
        let (king, rook) = (on(E), on(rook_home));
        let mut whole = diagram.clone();
        if whole.remove_piece_at(on(king_to)) != Some(own(Role::King)) {
            continue;
        }
        let mut half = whole.clone();
        let clear = |board: &Board| {
            between
                .iter()
                .all(|&file| board.piece_at(on(file)).is_none())
        };
        if whole.remove_piece_at(on(rook_to)) == Some(own(Role::Rook))
            && clear(&whole)
            && whole.piece_at(king).is_none()
            && whole.piece_at(rook).is_none()
        {
            whole.set_piece_at(king, own(Role::King));
            whole.set_piece_at(rook, own(Role::Rook));
            let m = Move::Castle { king, rook };
            keep("castling", m, whole.clone());
            let safe = [E, rook_to, king_to].into_iter().all(|file| {
                whole
                    .attacks_to(on(file), them, whole.occupied())
                    .is_empty()
            });
            if !strict && safe {
                keep("out-of-turn", m, whole);
            }
        }
        if half.piece_at(rook) == Some(own(Role::Rook))
            && clear(&half)
            && half.piece_at(king).is_none()
        {
            half.set_piece_at(king, own(Role::King));
            let m = Move::Normal {
                role: Role::King,
                from: king,
                capture: None,
                to: on(king_to),
                promotion: None,
            };
            keep("half-castling", m, half);
        }
    }
    cases
}

/// Whether the man on `from` reaches `to` by the geometry of article 3, check set aside.
fn reaches(board: &Board, from: Square, to: Square, captures: bool) -> bool {
    let piece = board.piece_at(from).expect("a man");
    if piece.role != Role::Pawn {
        return attacks::attacks(from, piece, board.occupied()).contains(to);
    }
    let rank_of = |rank| piece.color.relative_rank(rank);
    if matches!(from.rank(), Rank::First | Rank::Eighth) {
        return false;
    }
    if captures {
        return attacks::pawn_attacks(piece.color, from).contains(to);
    }
    let step = if piece.color == Color::White { 8 } else { -8 };
    let one = from.offset(step);
    let two = one.and_then(|one| one.offset(step));
    let free = |square: Square| board.piece_at(square).is_none();
    one == Some(to) && free(to)
        || two == Some(to)
            && from.rank() == rank_of(Rank::Second)
            && one.is_some_and(free)
            && free(to)
}

/// One king, no pawn too many, no officer that no pawn can have become.
fn army(board: &Board, color: Color) -> bool {
    let men = |role| (board.by_color(color) & board.by_role(role)).count();
    let surplus = |role, start: usize| men(role).saturating_sub(start);
    men(Role::King) == 1
        && men(Role::Pawn)
            + surplus(Role::Queen, 1)
            + surplus(Role::Rook, 2)
            + surplus(Role::Bishop, 2)
            + surplus(Role::Knight, 2)
            <= 8
}
