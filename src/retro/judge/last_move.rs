//! What was the last move? For each move the board allows a game that ends with it, or a proof against it.

use shakmaty::Color;

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::model::{Reach, RetroPosition, Unmove, Verdict, Witness};
use crate::retro::witness::{Ending, prolonged};

use super::inquiry::{Inquiry, Investigation, Question, Step};

/// The answer to "what was `by`'s last move?" for one side.
#[derive(Debug, Clone)]
pub struct LastMoves {
    /// Who is asked about: the side not on move in the diagram.
    pub by: Color,
    /// Every last move the board allows, in a fixed order, with what was found.
    pub moves: Vec<JudgedMove>,
}

/// A last move with what was found about the position it was made in.
#[derive(Debug, Clone)]
pub struct JudgedMove {
    /// The move.
    pub unmove: Unmove,
    /// The position before it.
    pub before: RetroPosition,
    /// Whether it can have been played: the game of a possible one ends in the diagram with it, an impossible one leads from a position
    /// without a history.
    pub verdict: Verdict,
}

impl LastMoves {
    /// The moves not proved impossible.
    pub fn remaining(&self) -> impl Iterator<Item = &JudgedMove> {
        self.moves
            .iter()
            .filter(|judged| !matches!(judged.verdict, Verdict::Impossible(_)))
    }
}

/// Judges every last move of the side not on move, all with one level of effort after the other: what
/// an easy one does not use is left for the hard ones. A proof and a game are looked for at the same time; whoever has
/// one needs the other no more.
///
/// Last moves that the facts exclude are left out; the facts hold for what was before, too. Runs on the caller's rayon
/// pool. A limit of nodes gives the same answer on any number of threads; what was spent on a proof until a game was found,
/// or on a game until there was a proof, does not count.
pub fn last_moves(diagram: &Diagram, facts: &[Fact], budget: &mut Budget) -> LastMoves {
    let now = RetroPosition::of_any_world(diagram, facts);
    let by = now.retractor();
    let mut inquiry = Inquiry::within(budget);
    let unmoves = now.unmoves().into_iter();
    let mut investigations: Vec<Investigation<LastMoveQuestion>> = unmoves
        .map(|(unmove, before)| {
            let asked = LastMoveQuestion {
                diagram,
                facts,
                unmove,
                ending: Ending::new(&before),
            };
            Investigation::new(asked, before)
        })
        .collect();
    while inquiry.goes_on(&investigations) {
        let open: Vec<usize> = (0..investigations.len())
            .filter(|&i| investigations[i].is_open())
            .collect();
        inquiry.go_on(&mut investigations, &open, 0, Step::Work);
    }
    budget.charge_nodes(inquiry.nodes_used());
    let judged = |investigation| judged(investigation, &inquiry);
    let moves = investigations.into_iter().map(judged).collect();
    LastMoves { by, moves }
}

fn judged(investigation: Investigation<LastMoveQuestion>, inquiry: &Inquiry) -> JudgedMove {
    let (unmove, before) = (
        investigation.question.unmove,
        investigation.position.clone(),
    );
    let verdict = investigation.into_verdict(inquiry);
    JudgedMove {
        unmove,
        before,
        verdict,
    }
}

/// Whether a move was the last one.
struct LastMoveQuestion<'a> {
    diagram: &'a Diagram,
    facts: &'a [Fact],
    unmove: Unmove,
    ending: Ending,
}

impl Question for LastMoveQuestion<'_> {
    fn construct(&mut self, budget: &mut Budget) -> Result<Option<Witness>, Limit> {
        self.ending.advance(budget)
    }

    fn accept(&self, game: Witness) -> Option<Witness> {
        prolonged(self.diagram, self.facts, game, self.unmove)
    }

    fn reach(&self) -> Option<Reach> {
        None
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, CastlingSide, Role, Square};

    use super::*;
    use crate::budget::Limits;
    use crate::problem::LastMove;
    use crate::retro::checker;

    fn left(facts: &[Fact]) -> Vec<String> {
        // Langstaff, Chess Amateur 1922.
        let fen = "4k2r/8/5B1P/5KpP/8/8/8/3R4";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
            turn: Color::White,
        };
        let limits = Limits {
            nodes: Some(2_000),
            ..Limits::default()
        };
        let answer = last_moves(&diagram, facts, &mut limits.start());
        assert_eq!(answer.by, Color::Black);
        answer.remaining().map(|j| j.unmove.to_string()).collect()
    }

    fn told(by: Option<Color>, what: LastMove) -> [Fact; 1] {
        [Fact::LastMove { by, what }]
    }

    #[test]
    fn a_possible_last_move_ends_a_game() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
            turn: Color::White,
        };
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let answer = last_moves(&diagram, &[], &mut limits.start());
        let mut shown = Vec::new();
        for judged in &answer.moves {
            if let Verdict::Possible(game) = &judged.verdict {
                assert_eq!(game.moves.last(), Some(&judged.unmove.forward()));
                let replayed = checker::check(&diagram, game.world(), &[], game);
                assert_eq!(replayed, Ok(()), "{}", judged.unmove);
                shown.push(judged.unmove.to_string());
            }
        }
        assert!(shown.contains(&"e7-e5".to_owned()), "{shown:?}");
        assert!(shown.contains(&"e6-e5".to_owned()), "{shown:?}");
        // What is told of the last move is told of the game too.
        let facts = told(None, LastMove::Piece(Role::Knight));
        let answer = last_moves(&diagram, &facts, &mut limits.start());
        let knights: Vec<&JudgedMove> = answer.remaining().collect();
        assert!(!knights.is_empty());
        for judged in knights {
            assert_eq!(judged.unmove.role, Role::Knight);
            if let Verdict::Possible(game) = &judged.verdict {
                let replayed = checker::check(&diagram, game.world(), &facts, game);
                assert_eq!(replayed, Ok(()), "{}", judged.unmove);
            }
        }
    }

    #[test]
    fn the_answer_is_the_same_on_any_number_of_threads() {
        // One last move has a game, all others a proof; and one of eighty is left open.
        let castled = "4k3/8/8/8/8/n7/1r1P4/2KR1n2";
        let study = "7B/6p1/7P/6PP/5KPk/5B1p/7P/8";
        for (fen, nodes, open) in [(castled, 4_000, false), (study, 1_500, true)] {
            let diagram = Diagram {
                board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
                turn: Color::Black,
            };
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let answers = [1, 2, 5].map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                let mut budget = limits.start();
                let pool = pool.build().unwrap();
                let answer = pool.install(|| last_moves(&diagram, &[], &mut budget));
                (format!("{answer:?}"), budget.nodes_used())
            });
            assert!(answers[0].0.contains("verdict: Impossible"));
            assert_eq!(answers[0].0.contains("verdict: Possible"), !open);
            assert_eq!(answers[0].0.contains("verdict: Undecided"), open);
            assert_eq!(answers[0], answers[1]);
            assert_eq!(answers[0], answers[2]);
        }
    }

    #[test]
    fn retractions_that_reach_the_initial_array_are_a_game() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
            turn: Color::Black,
        };
        let limits = Limits {
            // Too few to construct a game, which would lose all rights first.
            nodes: Some(400),
            ..Limits::default()
        };
        let answer = last_moves(&diagram, &[], &mut limits.start());
        let opening = answer
            .moves
            .iter()
            .find(|j| j.unmove.to_string() == "e2-e4");
        let Some(Verdict::Possible(game)) = opening.map(|judged| &judged.verdict) else {
            panic!("{opening:?}");
        };
        assert_eq!(game.moves.len(), 1);
    }

    #[test]
    fn men_said_never_to_have_moved_did_not_move_last() {
        let all = left(&[]);
        assert!(all.len() > 1 && all.contains(&"g7-g5".to_owned()));
        let facts = [Fact::NotMoved(Square::E8), Fact::NotMoved(Square::H8)];
        assert_eq!(left(&facts), ["g7-g5"]);
    }

    #[test]
    fn a_last_move_that_is_told_leaves_only_its_like() {
        let kings = left(&told(None, LastMove::Piece(Role::King)));
        assert!(!kings.is_empty() && kings.iter().all(|m| m.starts_with('K')));
        assert_eq!(
            left(&told(Some(Color::Black), LastMove::Piece(Role::Pawn))),
            ["g7-g5"]
        );
    }

    #[test]
    fn what_is_told_of_the_other_side_binds_the_move_before() {
        // Nobody castled with the king on f5.
        let castled = LastMove::Castling(CastlingSide::KingSide);
        assert!(left(&told(Some(Color::White), castled)).is_empty());
        assert!(!left(&told(Some(Color::White), LastMove::Piece(Role::King))).is_empty());
    }

    #[test]
    fn without_captures_nothing_comes_back() {
        assert!(left(&[]).iter().any(|m| m.contains('x')));
        let quiet = left(&[Fact::NoCaptureInLast(1)]);
        assert!(!quiet.is_empty() && quiet.iter().all(|m| !m.contains('x')));
    }
}
